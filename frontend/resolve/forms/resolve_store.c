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

void resolve_store_part(struct sugar *g, struct stmt *s) {
    static const char *const made[] = {"filter", "map", "range", "reversed", "zip"};
    struct expr *to = s->assign.target[0], *value = s->assign.value;
    bool part = s->assign.n == 1 && value && to->kind == EXPR_INDEX && to->index.n == 1 &&
                to->index.index[0]->kind == EXPR_SLICE;
    if (part && value->kind == EXPR_LIST && value->list.n == 0 && is_path(to)) {
        struct copy copy = {.g = g, .left = 1000};
        struct expr *none = sugar_new(g, EXPR_INDEX, value->span), *slice;
        slice = sugar_new(g, EXPR_SLICE, value->span);
        slice->slice.hi = sugar_new(g, EXPR_INT, value->span);
        none->index.base = copy_expr(&copy, to->index.base);
        none->index.n = 1;
        none->index.index = ARENA_ARRAY(g->arena, struct expr *, 1);
        none->index.index[0] = slice;
        s->assign.value = none;
    }
    bool call = part && value->kind == EXPR_CALL && value->call.fn->kind == EXPR_NAME;
    if (part && value->kind == EXPR_STR) {
        s->assign.value = sugar_list_of(g, value);
    }
    for (size_t i = 0; call && i < sizeof made / sizeof *made; ++i) {
        if (strcmp(value->call.fn->name.name, made[i]) == 0) {
            s->assign.value = sugar_list_of(g, value);
            return;
        }
    }
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
