/* Variables behind conditions that may be decided when compiling.
 *
 *     if x.ndim == 1:                  if x.ndim == 1:
 *         x = x[:, None]                   y = x[:, None]
 *                                          z = y
 *                                      else:
 *                                          z = x
 *     return x.sum()                   return z.sum()
 *
 * Where x has one axis, the other branch is not compiled, and z has two; where x has two, z is x.
 * So x need not have one type in all of them, as it must behind other conditions. Variables of one
 * type share a place in the end, and what is copied onto itself is left out (lower.c). */
#include "webs_private.h"

#include "scope_private.h"

static bool may_list(int n, struct expr *const *e) {
    for (int i = 0; i < n; ++i) {
        if (webs_may_decide(e[i])) {
            return true;
        }
    }
    return false;
}

static bool is_type_test(const struct expr *e) {
    const char *name = e->call.fn->kind == EXPR_NAME ? e->call.fn->name.name : "";
    return strcmp(name, "isinstance") == 0 || strcmp(name, "callable") == 0 ||
           strcmp(name, "hasattr") == 0;
}

bool webs_may_decide(const struct expr *cond) {
    switch (cond->kind) {
    case EXPR_NONE:
    case EXPR_STR:
        return true;
    case EXPR_ATTR:
        return strcmp(cond->attr.name, "ndim") == 0 || strcmp(cond->attr.name, "dtype") == 0 ||
               webs_may_decide(cond->attr.base);
    case EXPR_UNARY:
        return webs_may_decide(cond->unary.a);
    case EXPR_BOOLOP:
        return may_list(cond->boolop.n, cond->boolop.item);
    case EXPR_COMPARE:
        return may_list(cond->compare.n + 1, cond->compare.item);
    case EXPR_CALL:
        return is_type_test(cond);
    default:
        return false;
    }
}

/* Has a node a value on every path? */
static bool is_certain(const struct webs *w, int n) {
    const struct held *h = &w->nodes.item[n];
    if (!h->merge) {
        return !webs_is_nothing(w, n);
    }
    int before = h->head ? 1 : h->from.n; /* the rest of a loop's follows from what was before it */
    for (int i = 0; i < before; ++i) {
        if (!is_certain(w, h->from.item[i])) {
            return false;
        }
    }
    return true;
}

void webs_meet_decided(struct webs *w, struct stmt *s, struct here *els, const struct here *then) {
    struct here before = webs_copy(w, els);
    webs_meet(w, els, then);
    for (int i = 0; before.reached && then->reached && i < w->variables.n; ++i) {
        int merge = els->node[i];
        if (merge != before.node[i] && is_certain(w, merge)) {
            struct copied c = {s, merge, then->node[i], before.node[i]};
            w->nodes.item[merge].copies = w->nodes.item[merge].bound = true;
            vec_push(w->arena, &w->copied, c);
        }
    }
}

static struct expr *name_of(struct webs *w, int node, struct span span) {
    bool none = w->nodes.item[webs_root(w, node)].none;
    struct expr *e = sugar_new(w->g, none ? EXPR_NONE : EXPR_NAME, span);
    if (!none) {
        e->name.name = webs_name(w, node);
    }
    return e;
}

/* to = from, at the end of a branch. */
static void write_copy(struct webs *w, struct block *b, int to, int from, struct span span) {
    if (webs_root(w, to) == webs_root(w, from)) {
        return;
    }
    struct stmt *s = ARENA_NEW(w->arena, struct stmt);
    struct stmt **item = ARENA_ARRAY(w->arena, struct stmt *, b->n + 1);
    *s = (struct stmt){.kind = STMT_ASSIGN, .span = span};
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(w->arena, struct expr *, 1);
    s->assign.target[0] = name_of(w, to, span);
    s->assign.value = name_of(w, from, span);
    for (int i = 0; i < b->n; ++i) {
        item[i] = b->item[i];
    }
    item[b->n] = s;
    *b = (struct block){b->n + 1, item};
}

void webs_write_copies(struct webs *w) {
    for (int i = 0; i < w->copied.n; ++i) {
        const struct copied *c = &w->copied.item[i];
        struct span span = c->s->if_.cond->span;
        if (w->nodes.item[c->merge].read) {
            write_copy(w, &c->s->if_.then, c->merge, c->then, span);
            write_copy(w, &c->s->if_.els, c->merge, c->els, span);
        }
    }
}
