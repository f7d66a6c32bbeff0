/* Forms of sugar.h that say where values go, and in which type they are computed: a.flat, out= and
 * dtype=. */
#include <string.h>

#include "scope_private.h"
#include "sugar.h"

/* ---- a.flat */

static bool is_flat(const struct expr *e) {
    return e->kind == EXPR_ATTR && strcmp(e->attr.name, "flat") == 0;
}

void sugar_flat(struct sugar *g, struct expr *attr) {
    struct expr *base = attr->attr.base, *fn = sugar_new(g, EXPR_NAME, attr->span);
    fn->name.name = "np.ravel";
    fn->name.sym = scope_member(g->scopes, IN_NP, "ravel");
    attr->kind = EXPR_CALL;
    attr->call.fn = fn;
    attr->call.n = 1;
    attr->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
    attr->call.arg[0] = base;
    attr->call.n_kw = 0;
    attr->call.kw = NULL;
}

static struct expr *or_none(struct sugar *g, struct expr *e, struct span span) {
    return e ? e : sugar_new(g, EXPR_NONE, span);
}

/* The call that a.flat[...] = value stands for, its names still to be resolved; NULL: there is
 * none.
 */
static struct expr *flat_call(struct sugar *g, const struct expr *target, struct expr *value) {
    struct expr *call = sugar_new(g, EXPR_CALL, target->span), *at = target->index.index[0];
    struct expr *fn = sugar_new(g, EXPR_NAME, target->span);
    bool slice = at->kind == EXPR_SLICE;
    const char *helper = intern_str(g->scopes->p->names, slice ? "_flat_fill" : "_flat_set");
    fn->name.name = helper;
    fn->name.sym = scope_prelude(g->scopes, helper);
    call->call.fn = fn;
    call->call.n = slice ? 5 : 3;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, 5);
    call->call.arg[0] = target->index.base->attr.base;
    call->call.arg[1] = slice ? or_none(g, at->slice.lo, at->span) : at;
    call->call.arg[2] = slice ? or_none(g, at->slice.hi, at->span) : value;
    call->call.arg[3] = slice ? or_none(g, at->slice.step, at->span) : NULL;
    call->call.arg[4] = slice ? value : NULL;
    return fn->name.sym && g->outermost ? call : NULL;
}

static bool holds_flat(const struct expr *target) {
    for (int i = 0; target->kind == EXPR_TUPLE && i < target->list.n; ++i) {
        if (holds_flat(target->list.item[i])) {
            return true;
        }
    }
    return target->kind == EXPR_INDEX && is_flat(target->index.base);
}

void sugar_flat_store(struct sugar *g, struct stmt *s) {
    bool any = s->kind == STMT_AUGASSIGN && holds_flat(s->aug.target);
    for (int i = 0; s->kind == STMT_ASSIGN && i < s->assign.n; ++i) {
        any = any || holds_flat(s->assign.target[i]);
    }
    if (!any) {
        return;
    }
    const struct expr *target = s->kind == STMT_ASSIGN ? s->assign.target[0] : NULL;
    bool one = target && s->assign.n == 1 && s->assign.value && target->kind == EXPR_INDEX &&
               target->index.n == 1 && target->index.index[0]->kind != EXPR_ELLIPSIS;
    struct expr *call = one ? flat_call(g, target, s->assign.value) : NULL;
    s->kind = call ? STMT_EXPR : STMT_UNSUPPORTED;
    if (call) {
        s->expr = call;
    } else {
        s->unsupported = "this assignment to .flat (write a.flat[i] = value)";
    }
}

/* ---- z.real = v */

static void part_target(struct sugar *g, struct expr *e) {
    for (int i = 0; (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) && i < e->list.n; ++i) {
        part_target(g, e->list.item[i]);
    }
    if (e->kind != EXPR_ATTR || !g->outermost) {
        return;
    }
    struct expr *part = sugar_new(g, EXPR_ATTR, e->span);
    part->attr = e->attr;
    e->kind = EXPR_INDEX;
    e->index.base = part;
    e->index.n = 1;
    e->index.index = ARENA_ARRAY(g->arena, struct expr *, 1);
    e->index.index[0] = sugar_new(g, EXPR_ELLIPSIS, e->span);
}

void sugar_part_store(struct sugar *g, struct stmt *s) {
    for (int i = 0; s->kind == STMT_ASSIGN && i < s->assign.n; ++i) {
        part_target(g, s->assign.target[i]);
    }
    if (s->kind == STMT_AUGASSIGN) {
        part_target(g, s->aug.target);
    }
}

/* ---- out= and dtype= */

/* The value of a keyword other than None, which is taken out of the call; NULL: there is none. */
static struct expr *take_keyword(struct expr *call, const char *name) {
    struct expr *value = NULL;
    int n = 0;
    for (int i = 0; i < call->call.n_kw; ++i) {
        if (strcmp(call->call.kw[i].name, name) == 0) {
            value = call->call.kw[i].value;
        } else {
            call->call.kw[n++] = call->call.kw[i];
        }
    }
    call->call.n_kw = n;
    return value && value->kind != EXPR_NONE ? value : NULL;
}

/* helper(x, y), where helper is a function of the prelude. */
static void call_helper(struct sugar *g, struct expr *e, struct symbol *helper, struct expr *x,
                        struct expr *y) {
    struct expr *fn = sugar_new(g, EXPR_NAME, e->span);
    fn->name.name = helper->name;
    fn->name.sym = helper;
    e->call.fn = fn;
    e->call.n = 2;
    e->call.arg = ARENA_ARRAY(g->arena, struct expr *, 2);
    e->call.arg[0] = x;
    e->call.arg[1] = y;
    e->call.n_kw = 0;
    e->call.kw = NULL;
}

/* The place of out among the parameters of functions that take no out= themselves: -1 where it is
 * a keyword only, -2 for a function that has out=, or is none of NumPy's. */
static int place_of_out(const struct expr *call, const struct symbol *sym) {
    const struct expr *fn = call->call.fn;
    bool method = !sym && fn->kind == EXPR_ATTR,
         clip = method && strcmp(fn->attr.name, "clip") == 0;
    if (clip || (method && strcmp(fn->attr.name, "dot") == 0)) {
        return clip ? 2 : 1;
    }
    if (!sym || (sym->kind == SYM_FUNC ? !sym->func->prelude : sym->kind != SYM_OP)) {
        return -2;
    }
    if (sym->kind == SYM_OP && (sym->op == OP_CLIP || sym->op == OP_DOT)) {
        return sym->op == OP_CLIP ? 3 : 2;
    }
    return sym->kind == SYM_OP && (op_info[sym->op].class_ != OPC_LIB || sym->op == OP_MATMUL) ? -2
                                                                                               : -1;
}

void sugar_out(struct sugar *g, struct expr *call) {
    int place = place_of_out(call, sugar_callee(call->call.fn));
    struct symbol *helper = scope_prelude(g->scopes, intern_str(g->scopes->p->names, "_into"));
    if (place == -2 || !helper || !g->outermost) {
        return;
    }
    struct expr *out = take_keyword(call, "out");
    if (!out && place >= 0 && call->call.n == place + 1) {
        out = call->call.arg[place]->kind == EXPR_NONE ? NULL : call->call.arg[place];
        --call->call.n;
    }
    if (out) {
        struct expr *value = sugar_new(g, EXPR_CALL, call->span);
        value->call = call->call;
        call_helper(g, call, helper, value, out);
    }
}

/* Do the results of the function have the type that it computes in? */
static bool computes_in_dtype(const struct symbol *sym) {
    if (!sym || sym->kind != SYM_OP || sym->module != IN_NP) {
        return false;
    }
    enum op_class c = op_info[sym->op].class_;
    return (c == OPC_UNARY || c == OPC_BINARY) && op_info[sym->op].rule != RULE_PRED &&
           op_info[sym->op].rule != RULE_LOGICAL && op_info[sym->op].rule != RULE_COMPARE;
}

static bool is_true(const struct expr *e) {
    return e->kind == EXPR_BOOL && e->boolean;
}

void sugar_ufunc(struct sugar *g, struct expr *call) {
    const struct symbol *sym = sugar_callee(call->call.fn);
    bool ufunc = sym && sym->kind == SYM_OP && sym->module == IN_NP &&
                 op_info[sym->op].class_ != OPC_SPECIAL && op_info[sym->op].class_ != OPC_LIB;
    for (int i = 0; ufunc && i < call->call.n_kw; ++i) {
        struct keyword *kw = &call->call.kw[i];
        bool one = kw->value->kind == EXPR_TUPLE && kw->value->list.n == 1;
        if (one && strcmp(kw->name, "out") == 0) { /* out=(c,) */
            kw->value = kw->value->list.item[0];
        }
        if (is_true(kw->value) && strcmp(kw->name, "where") == 0) {
            take_keyword(call, "where");
        }
    }
    struct symbol *helper = scope_prelude(g->scopes, intern_str(g->scopes->p->names, "_typed"));
    struct expr *dtype =
        computes_in_dtype(sym) && helper && g->outermost ? take_keyword(call, "dtype") : NULL;
    for (int i = 0; dtype && i < call->call.n && i < (op_info[sym->op].class_ == OPC_UNARY ? 1 : 2);
         ++i) {
        struct expr *typed = sugar_new(g, EXPR_CALL, call->span);
        call_helper(g, typed, helper, call->call.arg[i], dtype);
        call->call.arg[i] = typed;
    }
}
