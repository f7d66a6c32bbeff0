/* What operators take that is a list elsewhere: keys() and items() of dictionaries are sets there,
 * ranges are equal to ranges only, and iterators and values() to themselves, which is refused.
 */
#include "resolve_private.h"

#include <string.h>

static bool is_view(const struct expr *e) {
    bool plain = e->kind == EXPR_CALL && e->call.n + e->call.n_kw == 0;
    const struct expr *fn = plain ? e->call.fn : NULL;
    return fn && fn->kind == EXPR_ATTR && !fn->attr.sym &&
           (strcmp(fn->attr.name, "keys") == 0 || strcmp(fn->attr.name, "items") == 0 ||
            strcmp(fn->attr.name, "values") == 0);
}

/* The operand by a function of the prelude, which takes what the call does; or a view's dictionary:
 * it gives a set for that, and for any other object what its own method gives. */
static struct expr *by(struct resolver *r, struct expr *call, const char *name) {
    struct symbol *made = scope_prelude(r->s, intern_str(r->s->p->names, name));
    if (made && made->kind == SYM_FUNC) {
        struct sugar g = resolve_sugar(r);
        struct expr *fn = call->call.fn;
        if (fn->kind == EXPR_ATTR) {
            call->call.n = 1;
            call->call.arg = ARENA_ARRAY(g.arena, struct expr *, 1);
            call->call.arg[0] = fn->attr.base;
        }
        call->call.fn = sugar_symbol(&g, made, fn->span);
    }
    return call;
}

static struct expr *operand(struct resolver *r, struct expr *e, bool equal) {
    static const char *const iterators[] = {"map", "filter", "zip", "enumerate", "reversed"};
    if (!r->frame || r->frame->fn->prelude || e->kind != EXPR_CALL) {
        return e;
    }
    if (is_view(e) && (equal || e->call.fn->attr.name[0] != 'v')) {
        return by(r, e, arena_printf(r->arena, "_%s_compared", e->call.fn->attr.name));
    }
    if (equal && resolve_is_builtin(r, e, "range") && e->call.n_kw == 0) {
        return by(r, e, "_range_compared");
    }
    for (size_t i = 0; equal && i < sizeof iterators / sizeof *iterators; ++i) {
        if (resolve_is_builtin(r, e, iterators[i])) {
            e->call.n = 0; /* refused */
            return by(r, e, "_iterator_compared");
        }
    }
    return e;
}

/* x in d.keys() is x in d. */
static void look_into(struct resolver *r, struct expr *e) {
    struct expr *view = e->compare.item[1];
    if (r->frame && is_view(view) && view->call.fn->attr.name[0] == 'k' &&
        !scope_has_method(r->s, "keys", true)) {
        e->compare.item[1] = view->call.fn->attr.base;
    }
}

void resolve_views(struct resolver *r, struct expr *e) {
    if (e->kind == EXPR_COMPARE && e->compare.n == 1 &&
        (e->compare.op[0] == OP_IN || e->compare.op[0] == OP_NOT_IN)) {
        look_into(r, e);
    }
    if (e->kind == EXPR_COMPARE && e->compare.n == 1 && e->compare.op[0] != OP_IN &&
        e->compare.op[0] != OP_NOT_IN) {
        bool equal = e->compare.op[0] == OP_EQ || e->compare.op[0] == OP_NE;
        e->compare.item[0] = operand(r, e->compare.item[0], equal);
        e->compare.item[1] = operand(r, e->compare.item[1], equal);
    } else if (e->kind == EXPR_BINARY && (e->binary.op == OP_BITAND || e->binary.op == OP_BITOR ||
                                          e->binary.op == OP_BITXOR || e->binary.op == OP_SUB)) {
        e->binary.a = operand(r, e->binary.a, false);
        e->binary.b = operand(r, e->binary.b, false);
    }
}
