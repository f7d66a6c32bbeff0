/* The views of dictionaries that operators take: keys() and items() are sets there, lists
 * elsewhere.
 */
#include "resolve_private.h"

#include <string.h>

static bool is_view(const struct expr *e) {
    bool plain = e->kind == EXPR_CALL && e->call.n + e->call.n_kw == 0;
    const struct expr *fn = plain ? e->call.fn : NULL;
    return fn && fn->kind == EXPR_ATTR && !fn->attr.sym &&
           (strcmp(fn->attr.name, "keys") == 0 || strcmp(fn->attr.name, "items") == 0);
}

/* The prelude's function gives a set for a dictionary, and for any other object what its own method
 * gives. */
static struct expr *as_set(struct resolver *r, struct expr *view) {
    if (!r->frame || !is_view(view)) {
        return view;
    }
    const char *name =
        strcmp(view->call.fn->attr.name, "keys") == 0 ? "_keys_compared" : "_items_compared";
    struct symbol *made = scope_prelude(r->s, intern_str(r->s->p->names, name));
    if (made && made->kind == SYM_FUNC) {
        struct sugar g = resolve_sugar(r);
        struct expr **dict = ARENA_ARRAY(g.arena, struct expr *, 1);
        dict[0] = view->call.fn->attr.base;
        view->call.fn = sugar_symbol(&g, made, view->call.fn->span);
        view->call.n = 1;
        view->call.arg = dict;
    }
    return view;
}

bool resolve_is_users_method(const struct resolver *r, const char *name) {
    bool is = false;
    for (int i = 0; i < r->s->p->classes.n; ++i) {
        const struct class *c = r->s->p->classes.item[i];
        is = is || (!c->prelude && class_method(c, name));
    }
    return is;
}

/* x in d.keys() is x in d. */
static void look_into(struct resolver *r, struct expr *e) {
    struct expr *view = e->compare.item[1];
    if (r->frame && is_view(view) && view->call.fn->attr.name[0] == 'k' &&
        !resolve_is_users_method(r, "keys")) {
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
        e->compare.item[0] = as_set(r, e->compare.item[0]);
        e->compare.item[1] = as_set(r, e->compare.item[1]);
    } else if (e->kind == EXPR_BINARY && (e->binary.op == OP_BITAND || e->binary.op == OP_BITOR ||
                                          e->binary.op == OP_BITXOR || e->binary.op == OP_SUB)) {
        e->binary.a = as_set(r, e->binary.a);
        e->binary.b = as_set(r, e->binary.b);
    }
}
