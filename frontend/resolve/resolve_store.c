/* x[i] = [a, b] where types say what x is: an item of a list or of an object is the display itself,
 * elements of an array are what np.array makes of it.
 *
 *     x[i] = (a, b)     ->     if hasattr(x, "object.[]"):  # decided when compiling
 *                                  x[i] = (a, b)
 *                              else:
 *                                  x[i] = np.array((a, b)) */
#include <string.h>

#include "copy.h"
#include "resolve_private.h"

enum { MOST_EXPRS = 300 };

/* A variable, its attributes and what stands at their indices. */
static bool is_path(const struct expr *e) {
    while (e->kind == EXPR_ATTR || e->kind == EXPR_INDEX) {
        e = e->kind == EXPR_ATTR ? e->attr.base : e->index.base;
    }
    return e->kind == EXPR_NAME;
}

/* A local variable whose type is known by its form, or declared. */
static bool is_known(const struct resolver *r, const struct expr *e) {
    const struct local *l = e->kind == EXPR_NAME ? map_get(&r->frame->locals, e->name.name) : NULL;
    const struct symbol *sym = l ? l->sym : NULL;
    return sym && (sym->is_list || sym->is_container ||
                   (sym->is_param && sym->owner && sym->owner->n_signatures > 0));
}

static bool is_unsure(const struct resolver *r, const struct stmt *s) {
    const struct expr *to = s->assign.n == 1 ? s->assign.target[0] : NULL;
    const struct expr *value = s->assign.value;
    bool item = r->frame && !r->frame->fn->prelude && value && to && to->kind == EXPR_INDEX &&
                to->index.n > 0 && to->index.index[0]->kind != EXPR_SLICE;
    return item && (value->kind == EXPR_TUPLE || sugar_is_list(value)) && is_path(to->index.base) &&
           !is_known(r, to->index.base);
}

static struct block block_of(struct sugar *g, struct stmt *s) {
    struct block b = {1, ARENA_ARRAY(g->arena, struct stmt *, 1)};
    b.item[0] = s;
    return b;
}

bool resolve_store_display(struct resolver *r, struct sugar *g, struct stmt *s) {
    if (!is_unsure(r, s)) {
        return false;
    }
    struct copy c = {.g = g, .left = MOST_EXPRS};
    struct expr *test = sugar_call(g, IN_BUILTIN, "hasattr", 2, s->span);
    test->call.arg[0] = copy_expr(&c, s->assign.target[0]->index.base);
    test->call.arg[1] = sugar_new(g, EXPR_STR, s->span);
    test->call.arg[1]->str.text = HOLDS_ITEMS;
    test->call.arg[1]->str.n = (int)strlen(HOLDS_ITEMS);
    struct stmt *elements = copy_stmt(&c, s), *item = ARENA_NEW(g->arena, struct stmt);
    if (c.left < 0) {
        return false;
    }
    *item = *s;
    *s = (struct stmt){.kind = STMT_IF, .span = item->span};
    s->if_.cond = test;
    s->if_.then = block_of(g, item);
    s->if_.els = block_of(g, elements);
    return true;
}
