/* Element-wise expressions on arrays: AST -> tree -> the value of one array statement.
 *
 * a + b * np.sin(c) is one tree, hence one pass over memory without temporaries. A subtree becomes
 * an array of its own only when something that is evaluated after it may change what it reads. */
#include <string.h>

#include "lower_array.h"
#include "lower_function.h"
#include "lower_gather.h"
#include "lower_number.h"
#include "rules.h"

static struct elements *new_elements(struct lower *lw) {
    struct elements *x = ARENA_NEW(lw->a, struct elements);
    x->span = lw->span;
    return x;
}

/* ---- what is element-wise */

static bool is_function(const struct callee *c) {
    switch (c->kind) {
    case CALLEE_OP:
        return (op_info[c->op].class_ < OPC_SPECIAL && c->n == rule_operands(c->op)) ||
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

bool lower_is_elements(struct lower *lw, const struct expr *e) {
    struct ty *t = lower_type(lw, e);
    if (!t || t->kind != TY_ARRAY || t->rank == 0) {
        return false;
    }
    const struct callee *c = e->kind == EXPR_CALL ? lw->in->callee[e->id] : NULL;
    return e->kind == EXPR_UNARY || (e->kind == EXPR_BINARY && e->binary.op != OP_MATMUL) ||
           lower_is_pick(lw, e) || (e->kind == EXPR_COMPARE && e->compare.n == 1) ||
           (c && (is_function(c) || is_outer(lw, c)));
}

bool lower_may_call(struct lower *lw, const struct expr *e) {
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

struct elements *lower_elements_of(struct lower *lw, struct texpr *value) {
    struct elements *x = new_elements(lw);
    value = lower_number(lw, value);
    if (value->type->kind != TY_ARRAY) {
        x->kind = ELEMENTS_SCALAR;
        x->scalar = lower_simple(lw, value);
        return x;
    }
    x->kind = ELEMENTS_ARRAY;
    x->array = value->kind == TE_VAR ? value->var : lower_to_temp(lw, value)->var;
    x->rank = x->array->type->rank;
    for (int i = 0; i < x->rank; ++i) {
        bool one = lower_is_new_axis(lw, x->array, i);
        x->extent[i] = one ? lower_int(lw, 1) : lower_shape(lw, x->array, i);
    }
    return x;
}

enum dtype lower_dtype_of(const struct elements *x) {
    return x->kind == ELEMENTS_SCALAR   ? x->scalar->type->dtype
           : x->kind == ELEMENTS_ARRAY  ? x->array->type->dtype
           : x->kind == ELEMENTS_GATHER ? x->gather->base->type->dtype
                                        : x->dtype;
}

/* NumPy raises no integer to a negative power: all exponents are looked at before. */
static void check_exponents(struct lower *lw, struct elements *y) {
    int64_t value;
    if (y->kind == ELEMENTS_SCALAR && texpr_is_const(y->scalar, &value) && value >= 0) {
        return;
    }
    struct tspace space = lower_space(lw, y->rank, y->extent);
    struct texpr *e = lower_elements_value(lw, y, &space, NULL);
    struct texpr *good = lower_op2(lw, OP_GE, e, lower_zero(lw, e->type->dtype), DT_BOOL);
    if (y->kind != ELEMENTS_SCALAR) {
        struct tvar *all = lower_temp(lw, lower_scalar(lw, DT_BOOL));
        struct tstmt *s = lower_stmt(lw, TS_REDUCE);
        s->reduce.space = space;
        s->reduce.reduced = ARENA_ARRAY(lw->a, bool, space.rank);
        for (int i = 0; i < space.rank; ++i) {
            s->reduce.reduced[i] = true;
        }
        s->reduce.op = OP_LAND;
        s->reduce.dst = all;
        s->reduce.start = lower_cast(lw, lower_bool(lw, true), DT_BOOL);
        s->reduce.value = good;
        good = lower_var(lw, all);
    }
    lower_check(lw, good, TEXC_VALUE, "Integers to negative integer powers are not allowed.");
}

/* Python ints that an operation takes in a narrower type: those that do not fit raise before what
 * is evaluated later does. */
static void check_ints(struct lower *lw, struct elements *x, const enum dtype *operand,
                       bool power) {
    int64_t value;
    for (int i = 0; i < x->n && op_info[x->op].rule != RULE_COMPARE; ++i) {
        struct elements *part = x->part[i];
        enum dtype_kind kind = dtype_info[operand[i]].kind;
        bool narrow = kind == KIND_UINT || (kind == KIND_INT && operand[i] < DT_I64);
        if (part->kind == ELEMENTS_SCALAR && !texpr_is_const(part->scalar, &value) &&
            (power || (narrow && part->scalar->type->dtype == DT_INT))) {
            part->scalar = lower_simple(lw, lower_operand(lw, part->scalar, operand[i]));
        }
    }
}

/* Gives the node its shape, its dtype and the checks it needs before. */
static struct elements *finish(struct lower *lw, struct elements *x) {
    lower_broadcast(lw, x);
    if (x->apply == APPLY_CAST || x->apply == APPLY_WHERE) {
        return x;
    }
    struct rule_types rule;
    enum dtype d[3];
    const char *why;
    int64_t value;
    for (int i = 0; i < x->n; ++i) {
        d[i] = lower_dtype_of(x->part[i]);
    }
    if (x->apply == APPLY_CLIP) {
        x->dtype = dtype_strong(dtype_promote(dtype_promote(d[0], d[1]), d[2]));
        return x;
    }
    bool negative = x->op == OP_POW && x->part[1]->kind == ELEMENTS_SCALAR &&
                    texpr_is_const(x->part[1]->scalar, &value) && value < 0;
    rule_for_arrays(x->n, d);
    if (d[0] == DT_C128 && x->part[0]->kind == ELEMENTS_SCALAR) {
        x->part[0]->scalar = lower_cast(lw, x->part[0]->scalar, DT_C128);
    }
    if (!rule_apply(x->op, x->module, x->n, d, negative, &rule, &why)) {
        lower_refuse(lw, DIAG_PY302, why);
        return x;
    }
    x->dtype = rule.result;
    bool power = x->op == OP_POW && dtype_info[rule.result].kind <= KIND_INT &&
                 dtype_info[d[1]].kind == KIND_INT;
    check_ints(lw, x, rule.operand, power);
    if (power) {
        check_exponents(lw, x->part[1]);
    }
    return x;
}

struct elements *lower_elements_in_place(struct lower *lw, enum op op, enum op_module module,
                                         struct elements *a, struct elements *b) {
    struct elements *x = new_elements(lw);
    x->kind = ELEMENTS_APPLY;
    x->in_place = true;
    x->apply = APPLY_BINARY;
    x->op = op;
    x->module = module;
    x->n = 2;
    x->part[0] = a;
    x->part[1] = b;
    return finish(lw, x);
}

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

static bool is_absent(const struct expr *e) {
    return !e || e->kind == EXPR_NONE;
}

/* np.clip with one bound. */
static void build_half_clip(struct lower *lw, struct elements *x, const struct callee *c) {
    bool low = is_absent(c->arg[2]);
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
    if (c->op == OP_CLIP && (is_absent(c->arg[1]) || is_absent(c->arg[2]))) {
        build_half_clip(lw, x, c);
        return;
    }
    x->op = c->op == OP_BUILTIN_POW ? OP_POW : c->op;
    x->module = c->op == OP_BUILTIN_POW ? IN_OPERATOR : c->module;
    x->dtype = lower_type(lw, e)->dtype;
    build_parts(lw, x, c->op == OP_BUILTIN_POW ? 2 : c->n, c->arg);
}

static struct elements *build(struct lower *lw, const struct expr *e) {
    if (e->kind == EXPR_INDEX) {
        return lower_picked(lw, e);
    }
    struct elements *x = new_elements(lw);
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
    return finish(lw, x);
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
    struct elements *x = lower_is_elements(lw, e) || is_part(lw, e)
                             ? build(lw, e)
                             : lower_elements_of(lw, lower_expr(lw, e));
    lw->span = outer;
    return x;
}

struct texpr *lower_into(struct lower *lw, const struct callee *c) {
    int n = rule_operands(c->op);
    struct elements *x = new_elements(lw);
    x->kind = ELEMENTS_APPLY;
    x->apply = APPLY_FUNCTION;
    x->op = c->op;
    x->module = c->module;
    build_parts(lw, x, n, c->arg);
    x = finish(lw, x);
    struct tvar *dst = lower_array(lw, c->arg[n]);
    if (c->arg[n + 1]) {
        struct elements *chosen = new_elements(lw);
        chosen->kind = ELEMENTS_APPLY;
        chosen->apply = APPLY_WHERE;
        chosen->module = IN_NP;
        chosen->op = OP_WHERE;
        chosen->dtype = dst->type->dtype;
        chosen->n = 3;
        chosen->part[0] = lower_elements(lw, c->arg[n + 1]);
        chosen->part[1] = x;
        chosen->part[2] = lower_elements_of(lw, lower_var(lw, dst));
        x = finish(lw, chosen);
    }
    lower_store_elements(lw, dst, x);
    return lower_var(lw, dst);
}

/* ---- values at a point */

struct tstmt *lower_whole_view(struct lower *lw, struct tvar *base) {
    int rank = base->type->rank;
    struct ty *type = ty_array(lw->a, lw->m, base->type->dtype, rank, TY_ANY);
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = lower_temp(lw, type);
    s->view.base = base;
    s->view.n = rank;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, rank);
    for (int i = 0; i < rank; ++i) {
        s->view.axis[i].kind = VIEW_FULL;
    }
    return s;
}

static struct tvar *apart_from(struct lower *lw, struct tvar *array, struct tvar *dst) {
    if (!dst || array == dst || lower_is_new(lw, array)) {
        return array;
    }
    struct tstmt *s = lower_whole_view(lw, array);
    s->view.apart = dst;
    return s->view.dst;
}

struct tvar *lower_disjoint_array(struct lower *lw, struct tvar *array, struct tvar *dst) {
    if (!dst || lower_is_new(lw, array)) {
        return array;
    }
    struct tstmt *s = lower_whole_view(lw, array);
    s->view.apart = dst;
    s->view.scattered = true;
    return s->view.dst;
}

struct elements *lower_disjoint(struct lower *lw, struct elements *x, struct tvar *dst) {
    struct elements *copy = new_elements(lw);
    *copy = *x;
    if (x->kind == ELEMENTS_ARRAY) {
        copy->array = lower_disjoint_array(lw, x->array, dst);
    } else if (x->kind == ELEMENTS_GATHER) {
        copy->gather = ARENA_NEW(lw->a, struct gather);
        *copy->gather = *x->gather;
        copy->gather->base = lower_disjoint_array(lw, x->gather->base, dst);
        for (int i = 0; i < x->gather->base->type->rank; ++i) {
            struct elements *index = x->gather->axis[i].index;
            copy->gather->axis[i].index = index ? lower_disjoint(lw, index, dst) : NULL;
        }
    }
    for (int i = 0; x->kind == ELEMENTS_APPLY && i < x->n; ++i) {
        copy->part[i] = lower_disjoint(lw, x->part[i], dst);
    }
    return copy;
}

static struct texpr *element_at(struct lower *lw, const struct elements *x,
                                const struct tspace *space, struct tvar *dst) {
    struct tvar *array = x->is_apart ? x->array : apart_from(lw, x->array, dst);
    struct texpr *index[TIR_MAX_RANK];
    struct tstmt *stretch = NULL;
    for (int i = 0; i < x->rank; ++i) {
        int at = space->rank - x->rank + i;
        int64_t one;
        index[i] = lower_var(lw, space->counter[at]);
        if (texpr_equal(x->extent[i], space->extent[at])) {
            continue;
        }
        if (texpr_is_const(x->extent[i], &one) && one == 1) {
            index[i] = lower_int(lw, 0);
            continue;
        }
        stretch = stretch ? stretch : lower_whole_view(lw, array);
        stretch->view.axis[i] =
            (struct view_axis){.kind = VIEW_STRETCH, .extent = space->extent[at]};
    }
    return lower_load(lw, stretch ? stretch->view.dst : array, x->rank, index);
}

static struct texpr *applied(struct lower *lw, const struct elements *x, struct texpr **value) {
    if (x->op == OP_POW && x->part[1]->kind == ELEMENTS_SCALAR &&
        x->part[0]->kind != ELEMENTS_SCALAR) {
        return lower_power_by_number(lw, x->module, x->dtype, value[0], value[1]);
    }
    switch (x->apply) {
    case APPLY_UNARY:
        return lower_unary(lw, x->op, value[0]);
    case APPLY_BINARY:
        return lower_binary(lw, x->op, x->module, value[0], value[1]);
    case APPLY_FUNCTION:
        return lower_function(lw, x->op, x->module, x->n, value);
    case APPLY_WHERE:
        return lower_where(lw, value, x->dtype);
    case APPLY_CLIP:
        return lower_clip(lw, value);
    case APPLY_CAST:
        return lower_cast(lw, value[0], x->dtype);
    }
    return value[0];
}

/* z ** 2 of an array is z * z of two views: GCC takes half the time for the product of two arrays
 * that it does not know to be one. */
static bool is_complex_square(const struct elements *x) {
    int64_t two;
    bool array = x->n > 0 && x->part[0]->kind == ELEMENTS_ARRAY &&
                 x->part[0]->array->type->dtype == x->dtype &&
                 dtype_info[x->dtype].kind == KIND_COMPLEX;
    bool power = x->op == OP_POW && x->module == IN_OPERATOR && x->n == 2 &&
                 x->part[1]->kind == ELEMENTS_SCALAR && texpr_is_const(x->part[1]->scalar, &two) &&
                 two == 2 && x->part[1]->scalar->type->dtype == DT_INT;
    return array && (power || x->op == OP_SQUARE);
}

struct texpr *lower_elements_value(struct lower *lw, const struct elements *x,
                                   const struct tspace *space, struct tvar *dst) {
    if (x->kind == ELEMENTS_SCALAR) {
        return x->scalar;
    }
    if (x->kind == ELEMENTS_ARRAY) {
        return element_at(lw, x, space, dst);
    }
    if (x->kind == ELEMENTS_GATHER) {
        return lower_gather_value(lw, x, space, dst);
    }
    struct texpr *value[3] = {NULL, NULL, NULL};
    for (int i = 0; i < x->n; ++i) {
        value[i] = lower_elements_value(lw, x->part[i], space, dst);
    }
    bool outer = lw->in_elements;
    struct span span = lw->span;
    lw->in_elements = true;
    lw->span = x->span;
    struct texpr *e;
    if (is_complex_square(x)) {
        e = lower_binary(lw, OP_MUL, IN_OPERATOR, value[0],
                         lower_elements_value(lw, x->part[0], space, dst));
    } else {
        e = lower_cast(lw, applied(lw, x, value), x->dtype);
    }
    lw->in_elements = outer;
    lw->span = span;
    return e;
}

/* ---- statements */

struct tspace lower_space(struct lower *lw, int rank, struct texpr **extent) {
    struct tspace space = {.rank = rank};
    space.extent = ARENA_ARRAY(lw->a, struct texpr *, rank);
    space.counter = ARENA_ARRAY(lw->a, struct tvar *, rank);
    for (int i = 0; i < rank; ++i) {
        space.extent[i] = extent[i];
        space.counter[i] =
            lower_new_var(lw, arena_printf(lw->a, "k%d", i), lower_scalar(lw, DT_INT));
        space.counter[i]->is_counter = true;
    }
    return space;
}

void lower_map(struct lower *lw, const struct tspace *space, struct tvar *dst,
               struct texpr *const *index, struct texpr *value) {
    struct tstmt *s = lower_stmt(lw, TS_MAP);
    s->map.space = *space;
    s->map.dst = dst;
    s->map.value = value;
    s->map.index = ARENA_ARRAY(lw->a, struct texpr *, dst->type->rank);
    for (int i = 0; i < dst->type->rank; ++i) {
        s->map.index[i] = index ? index[i] : lower_var(lw, space->counter[i]);
    }
}

bool lower_reads(const struct lower *lw, const struct elements *x, const struct tvar *v) {
    if (x->kind == ELEMENTS_SCALAR) {
        return texpr_reads(x->scalar, v);
    }
    bool found = x->kind == ELEMENTS_ARRAY && (x->array == v || lower_root(lw, x->array) == v);
    for (int i = 0; i < x->rank && !found; ++i) {
        found = texpr_reads(x->extent[i], v);
    }
    for (int i = 0; x->kind == ELEMENTS_APPLY && i < x->n && !found; ++i) {
        found = lower_reads(lw, x->part[i], v);
    }
    if (x->kind == ELEMENTS_GATHER) {
        struct tvar *base = x->gather->base;
        found = found || base == v || lower_root(lw, base) == v;
        for (int i = 0; i < base->type->rank && !found; ++i) {
            struct elements *index = x->gather->axis[i].index;
            found = index && lower_reads(lw, index, v);
        }
    }
    return found;
}

struct texpr *lower_materialise(struct lower *lw, struct elements *x, struct ty *type,
                                struct tvar *want) {
    struct tspace space = lower_space(lw, x->rank, x->extent);
    struct texpr *value = lower_elements_value(lw, x, &space, NULL);
    if (!type) {
        type = ty_array(lw->a, lw->m, dtype_strong(lower_dtype_of(x)), x->rank, TY_C);
    }
    want = want && !lower_reads(lw, x, want) ? want : NULL;
    struct tvar *dst = lower_new_array(lw, type, space.extent, FILL_NONE, NULL, want);
    lower_map(lw, &space, dst, NULL, lower_cast(lw, value, type->dtype));
    return lower_var(lw, dst);
}
