/* Element-wise expressions on arrays: AST -> tree, of which arrays/lower_tree.c makes the value of
 * one array statement.
 *
 * a + b * np.sin(c) is one tree, hence one pass over memory without temporaries. A subtree becomes
 * an array of its own only when something that is evaluated after it may change what it reads. */
#include <string.h>

#include "lower_array.h"
#include "lower_flow.h"
#include "lower_gather.h"
#include "lower_list.h"
#include "lower_number.h"
#include "rules.h"

/* ---- what is element-wise */

static bool is_function(const struct callee *c) {
    switch (c->kind) {
    case CALLEE_OP:
        return (op_info[c->op].class_ < OPC_SPECIAL && c->n == op_operands(c->op)) ||
               c->op == OP_WHERE || c->op == OP_CLIP || c->op == OP_BUILTIN_POW;
    case CALLEE_CAST:
        return c->self != NULL;
    default:
        return false;
    }
}

/* np.outer of vectors: a[:, None] * b[None, :]. */
static bool is_outer(struct lower *lw, const struct callee *c) {
    for (int i = 0; c->kind == CALLEE_OP && c->op == OP_OUTER && i < 2; ++i) {
        struct ty *t = lower_type(lw, c->arg[i]);
        if (!t || t->kind != TY_ARRAY || t->rank != 1) {
            return false;
        }
    }
    return c->kind == CALLEE_OP && c->op == OP_OUTER;
}

/* np.roll along one axis (prelude/shaping.py). */
static bool is_turned(const struct callee *c) {
    return c && c->kind == CALLEE_OP && c->op == OP_TURNED;
}

bool lower_is_elements(struct lower *lw, const struct expr *e) {
    struct ty *t = lower_type(lw, e);
    if (!t || t->kind != TY_ARRAY || t->rank == 0 || t->dtype == DT_CHAR || lower_applied(lw, e)) {
        return false;
    }
    const struct callee *c = e->kind == EXPR_CALL ? lw->in->callee[e->id] : NULL;
    return e->kind == EXPR_UNARY || (e->kind == EXPR_BINARY && e->binary.op != OP_MATMUL) ||
           lower_is_pick(lw, e) || is_turned(c) || (e->kind == EXPR_COMPARE && e->compare.n == 1) ||
           (c && (is_function(c) || is_outer(lw, c)));
}

bool lower_may_call(struct lower *lw, const struct expr *e) {
    const struct callee *applied = lower_applied(lw, e);
    if (applied && applied->kind == CALLEE_INSTANCE) {
        return true;
    }
    switch (e->kind) {
    case EXPR_NAME:
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_IMAG:
    case EXPR_BOOL:
    case EXPR_NONE:
    case EXPR_ELLIPSIS:
        return false;
    case EXPR_UNARY:
        return lower_may_call(lw, e->unary.a);
    case EXPR_BINARY:
        return lower_may_call(lw, e->binary.a) || lower_may_call(lw, e->binary.b);
    case EXPR_INDEX:
        for (int i = 0; i < e->index.n; ++i) {
            if (lower_may_call(lw, e->index.index[i])) {
                return true;
            }
        }
        return lower_may_call(lw, e->index.base);
    case EXPR_SLICE:
        return (e->slice.lo && lower_may_call(lw, e->slice.lo)) ||
               (e->slice.hi && lower_may_call(lw, e->slice.hi)) ||
               (e->slice.step && lower_may_call(lw, e->slice.step));
    case EXPR_TUPLE:
    case EXPR_LIST:
        for (int i = 0; i < e->list.n; ++i) {
            if (lower_may_call(lw, e->list.item[i])) {
                return true;
            }
        }
        return false;
    case EXPR_COMPARE:
        for (int i = 0; i <= e->compare.n; ++i) {
            if (lower_may_call(lw, e->compare.item[i])) {
                return true;
            }
        }
        return false;
    case EXPR_ATTR:
        return !e->attr.sym && lower_may_call(lw, e->attr.base);
    case EXPR_CALL: {
        const struct callee *c = lw->in->callee[e->id];
        for (int i = 0; c && c->kind != CALLEE_INSTANCE && i < c->n; ++i) {
            if (c->arg[i] && lower_may_call(lw, c->arg[i])) {
                return true;
            }
        }
        return !c || c->kind == CALLEE_INSTANCE || (c->self && lower_may_call(lw, c->self));
    }
    default:
        return true;
    }
}

/* ---- trees */

/* Builds the operands from left to right. */
static void build_parts(struct lower *lw, struct elements *x, int n, struct expr *const *e) {
    x->n = n;
    for (int i = 0; i < n; ++i) {
        x->part[i] = lower_elements(lw, e[i]);
        bool calls = false;
        for (int k = i + 1; k < n; ++k) {
            calls = calls || lower_may_call(lw, e[k]);
        }
        if (calls && x->part[i]->kind >= ELEMENTS_GATHER) {
            struct texpr *made = lower_materialise(lw, x->part[i], NULL, NULL);
            x->part[i] = lower_elements_of(lw, made);
        }
    }
}

static void build_outer(struct lower *lw, struct elements *x, const struct callee *c) {
    struct texpr *value[2];
    lower_exprs(lw, 2, c->arg, value);
    x->apply = APPLY_BINARY;
    x->op = OP_MUL;
    x->module = IN_NP;
    x->n = 2;
    for (int i = 0; i < 2; ++i) {
        struct texpr *v = value[i]->kind == TE_VAR ? value[i] : lower_to_temp(lw, value[i]);
        struct tvar *matrix = lower_with_axes(lw, v->var, 2, i == 1, i == 0);
        x->part[i] = lower_elements_of(lw, lower_var(lw, matrix));
    }
}

/* None, or what is always None. */
static bool is_absent(struct lower *lw, const struct expr *e) {
    const struct ty *t = e && e->id >= 0 ? lower_type_or_none(lw, e) : NULL;
    return !e || e->kind == EXPR_NONE || (t && t->kind == TY_NONE);
}

/* np.clip with one bound. */
static void build_half_clip(struct lower *lw, struct elements *x, const struct callee *c) {
    bool low = is_absent(lw, c->arg[2]);
    x->apply = APPLY_FUNCTION;
    x->op = low ? OP_MAXIMUM : OP_MINIMUM;
    x->module = IN_NP;
    build_parts(lw, x, 2, (struct expr *const[]){c->arg[0], c->arg[low ? 1 : 2]});
    if (x->part[1]->kind == ELEMENTS_SCALAR) {
        enum dtype d = lower_dtype_of(x->part[0]);
        x->part[1]->scalar = lower_clip_bound(lw, x->part[1]->scalar, d, low);
    }
}

static void build_call(struct lower *lw, struct elements *x, const struct expr *e) {
    const struct callee *c = lw->in->callee[e->id];
    if (c->kind == CALLEE_OP && c->op == OP_OUTER) {
        build_outer(lw, x, c);
        return;
    }
    if (c->kind == CALLEE_CAST) {
        x->apply = APPLY_CAST;
        x->dtype = c->dtype;
        build_parts(lw, x, 1, &c->self);
        return;
    }
    x->apply = c->op == OP_WHERE         ? APPLY_WHERE
               : c->op == OP_CLIP        ? APPLY_CLIP
               : c->op == OP_BUILTIN_POW ? APPLY_BINARY
                                         : APPLY_FUNCTION;
    if (c->op == OP_CLIP && is_absent(lw, c->arg[1]) && is_absent(lw, c->arg[2])) {
        x->apply = APPLY_CAST;
        x->dtype = lower_type(lw, e)->dtype;
        build_parts(lw, x, 1, c->arg);
        return;
    }
    if (c->op == OP_CLIP && (is_absent(lw, c->arg[1]) || is_absent(lw, c->arg[2]))) {
        build_half_clip(lw, x, c);
        return;
    }
    x->op = c->op == OP_BUILTIN_POW ? OP_POW : c->op;
    x->module = c->op == OP_BUILTIN_POW ? IN_OPERATOR : c->module;
    x->dtype = lower_type(lw, e)->dtype;
    build_parts(lw, x, c->op == OP_BUILTIN_POW ? 2 : c->n, c->arg);
}

static struct elements *build_turned(struct lower *lw, const struct callee *c) {
    struct gather *g = ARENA_NEW(lw->a, struct gather);
    g->base = lower_array(lw, c->arg[0]);
    for (int i = 0; i < g->base->type->rank; ++i) {
        g->axis[i].at = i;
    }
    int64_t axis = 0;
    lower_known_int(lw, c->arg[2], &axis);
    g->axis[axis].by = lower_simple(lw, lower_cast(lw, lower_expr(lw, c->arg[1]), DT_INT));
    return lower_gather(lw, g);
}

static struct elements *build(struct lower *lw, const struct expr *e) {
    if (e->kind == EXPR_INDEX) {
        return lower_picked(lw, e);
    }
    if (e->kind == EXPR_CALL && is_turned(lw->in->callee[e->id])) {
        return build_turned(lw, lw->in->callee[e->id]);
    }
    struct elements *x = lower_new_elements(lw);
    x->kind = ELEMENTS_APPLY;
    x->module = IN_OPERATOR;
    switch (e->kind) {
    case EXPR_UNARY:
        x->apply = APPLY_UNARY;
        x->op = e->unary.op;
        build_parts(lw, x, 1, &e->unary.a);
        break;
    case EXPR_BINARY:
        x->apply = APPLY_BINARY;
        x->op = e->binary.op;
        build_parts(lw, x, 2, (struct expr *const[]){e->binary.a, e->binary.b});
        break;
    case EXPR_COMPARE:
        x->apply = APPLY_BINARY;
        x->op = e->compare.op[0];
        build_parts(lw, x, 2, e->compare.item);
        break;
    case EXPR_ATTR:
        x->apply = APPLY_FUNCTION;
        x->op = *e->attr.name == 'r' ? OP_REAL : OP_IMAG;
        build_parts(lw, x, 1, &e->attr.base);
        break;
    default:
        build_call(lw, x, e);
        break;
    }
    return lower_finish(lw, x);
}

/* z.real, z.imag of a complex array: read as an operation, they need no view. */
static bool is_part(struct lower *lw, const struct expr *e) {
    struct ty *t = e->kind == EXPR_ATTR && !e->attr.sym ? lower_type(lw, e->attr.base) : NULL;
    return t && t->kind == TY_ARRAY && t->rank > 0 && dtype_info[t->dtype].kind == KIND_COMPLEX &&
           (strcmp(e->attr.name, "real") == 0 || strcmp(e->attr.name, "imag") == 0);
}

struct elements *lower_elements(struct lower *lw, const struct expr *e) {
    struct span outer = lw->span;
    lw->span = e->span;
    const struct expr *mask = lw->mask;
    bool tree = lower_is_elements(lw, e) || is_part(lw, e);
    lw->mask = tree ? mask : NULL;
    struct elements *x =
        tree ? build(lw, e) : lower_elements_of(lw, lower_as_array(lw, lower_expr(lw, e)));
    lw->mask = mask;
    lw->span = outer;
    return x;
}

struct texpr *lower_into(struct lower *lw, const struct callee *c) {
    int n = op_operands(c->op);
    struct elements *x = lower_new_elements(lw);
    x->kind = ELEMENTS_APPLY;
    x->apply = APPLY_FUNCTION;
    x->op = c->op;
    x->module = c->module;
    build_parts(lw, x, n, c->arg);
    x = lower_finish(lw, x);
    struct tvar *dst = lower_array(lw, c->arg[n]);
    if (c->arg[n + 1]) {
        struct elements *chosen = lower_new_elements(lw);
        chosen->kind = ELEMENTS_APPLY;
        chosen->apply = APPLY_WHERE;
        chosen->module = IN_NP;
        chosen->op = OP_WHERE;
        chosen->dtype = dst->type->dtype;
        chosen->n = 3;
        chosen->part[0] = lower_elements(lw, c->arg[n + 1]);
        chosen->part[1] = x;
        chosen->part[2] = lower_elements_of(lw, lower_var(lw, dst));
        x = lower_finish(lw, chosen);
    }
    lower_store_elements(lw, dst, x);
    return lower_var(lw, dst);
}
