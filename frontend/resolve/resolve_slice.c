/* xs[i:j] = values, where xs is surely a list: xs.setslice(list(values), i, j, None).
 *
 * Python computes the value, then the bounds. Where the value could change what a bound reads, the
 * statement stays as it is, and inference refuses it. */
#include <string.h>

#include "resolve_private.h"

/* Numbers and variables, which no value changes. */
static bool is_fixed(const struct expr *e) {
    return !e || e->kind == EXPR_INT || e->kind == EXPR_NAME ||
           (e->kind == EXPR_UNARY && is_fixed(e->unary.a)) ||
           (e->kind == EXPR_BINARY && is_fixed(e->binary.a) && is_fixed(e->binary.b));
}

static bool all_quiet(int n, struct expr *const *e);

/* It changes nothing: no function but these is called. */
static bool is_quiet(const struct expr *e) {
    static const char *const builtin[] = {"len", "list", "range", "reversed", "sorted", "sum"};
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_BOOL:
    case EXPR_STR:
    case EXPR_NAME:
        return true;
    case EXPR_UNARY:
        return is_quiet(e->unary.a);
    case EXPR_BINARY:
        return is_quiet(e->binary.a) && is_quiet(e->binary.b);
    case EXPR_SLICE:
        return (!e->slice.lo || is_quiet(e->slice.lo)) && (!e->slice.hi || is_quiet(e->slice.hi)) &&
               (!e->slice.step || is_quiet(e->slice.step));
    case EXPR_INDEX:
        return is_quiet(e->index.base) && all_quiet(e->index.n, e->index.index);
    case EXPR_TUPLE:
    case EXPR_LIST:
        return all_quiet(e->list.n, e->list.item);
    case EXPR_CALL:
        for (size_t i = 0; e->call.fn->kind == EXPR_NAME && i < sizeof builtin / sizeof *builtin;
             ++i) {
            if (strcmp(e->call.fn->name.name, builtin[i]) == 0) {
                return e->call.n_kw == 0 && all_quiet(e->call.n, e->call.arg);
            }
        }
        return false;
    default:
        return false;
    }
}

static bool all_quiet(int n, struct expr *const *e) {
    for (int i = 0; i < n; ++i) {
        if (!is_quiet(e[i])) {
            return false;
        }
    }
    return true;
}

/* [] as one of xs' items: xs[:0]. */
static struct expr *none_of(struct sugar *g, const struct expr *xs, struct span span) {
    struct expr *e = sugar_new(g, EXPR_INDEX, span), *slice = sugar_new(g, EXPR_SLICE, span);
    e->index.base = sugar_new(g, EXPR_NAME, span);
    e->index.base->name.name = xs->name.name;
    e->index.n = 1;
    e->index.index = ARENA_ARRAY(g->arena, struct expr *, 1);
    e->index.index[0] = slice;
    slice->slice.hi = sugar_new(g, EXPR_INT, span);
    return e;
}

bool resolve_list_slice(struct resolver *r, struct sugar *g, struct stmt *s) {
    struct expr *to = s->assign.target[0], *base = to->kind == EXPR_INDEX ? to->index.base : NULL;
    struct expr *value = s->assign.value;
    bool slice = s->assign.n == 1 && value && base && base->kind == EXPR_NAME && to->index.n == 1 &&
                 to->index.index[0]->kind == EXPR_SLICE;
    const struct local *l = slice ? map_get(&r->frame->locals, base->name.name) : NULL;
    const struct expr *at = slice ? to->index.index[0] : NULL;
    bool fixed = at && !r->s->p->has_nonlocal && is_fixed(at->slice.lo) && is_fixed(at->slice.hi) &&
                 is_fixed(at->slice.step);
    if (!l || !l->sym->is_list || !(fixed || is_quiet(value))) {
        return false;
    }
    bool empty = value->kind == EXPR_LIST && value->list.n == 0;
    struct expr *part[] = {empty ? none_of(g, base, s->span) : sugar_list_of(g, value),
                           at->slice.lo, at->slice.hi, at->slice.step};
    struct expr *call = sugar_new(g, EXPR_CALL, s->span), *fn = sugar_new(g, EXPR_ATTR, s->span);
    fn->attr.base = base;
    fn->attr.name = intern_str(r->s->p->names, "setslice");
    fn->attr.name_span = s->span;
    call->call.fn = fn;
    call->call.n = 4;
    call->call.arg = ARENA_ARRAY(r->arena, struct expr *, 4);
    for (int i = 0; i < 4; ++i) {
        call->call.arg[i] = part[i] ? part[i] : sugar_new(g, EXPR_NONE, s->span);
    }
    s->kind = STMT_EXPR;
    s->expr = call;
    return true;
}
