/* Names in comprehensions: what one binds is known inside it only, and hides the names of the
 * function around. */
#include "resolve_private.h"

/* A name that is bound while a comprehension is resolved, and what it meant before. */
struct bound {
    const char *name;
    struct local *before;
};

/* The names of a comprehension, which hide those of the function around it. */
struct comprehension {
    bool all; /* it takes all items */
    VEC(struct bound) bound;
};

static void bind_inside(struct resolver *r, struct comprehension *c, struct expr *name) {
    struct bound b = {name->name.name, map_get(&r->frame->locals, name->name.name)};
    struct local *l = ARENA_NEW(r->arena, struct local);
    l->sym = scope_new_symbol(r->s, SYM_LOCAL, b.name, name->span);
    l->sym->owner = r->frame->fn;
    l->sym->n_assigned = 1;
    l->n_bound = 1;
    vec_push(r->arena, &c->bound, b);
    map_set(r->arena, &r->frame->locals, b.name, l);
}

static void bind_targets(struct resolver *r, struct comprehension *c, struct expr *e) {
    if (e->kind == EXPR_NAME) {
        bind_inside(r, c, e);
    }
    for (int i = 0; e->kind != EXPR_NAME && i < e->list.n; ++i) {
        bind_targets(r, c, e->list.item[i]);
    }
}

/* The first iterable belongs to the function around; every other part sees the names bound so far.
 */
static void resolve_clauses(struct resolver *r, struct comprehension *c, struct stmt *s) {
    if (s->kind == STMT_FOR) {
        struct sugar g = resolve_sugar(r);
        if (c->all) {
            resolve_drained(r, &g, &s->for_.iter);
        }
        resolve_expr(r, s->for_.iter);
        resolve_enum_members(r, &s->for_.iter);
        bind_targets(r, c, s->for_.target);
        resolve_expr(r, s->for_.target);
        resolve_clauses(r, c, s->for_.body.item[0]);
        if (s->for_.body.n > 1) { /* any(): the search has ended */
            resolve_expr(r, s->for_.body.item[1]->if_.cond);
        }
    } else if (s->kind == STMT_IF) {
        resolve_expr(r, s->if_.cond);
        resolve_clauses(r, c, s->if_.then.item[0]);
    } else {
        resolve_expr(r, s->expr);
    }
}

void resolve_comprehension(struct resolver *r, struct expr *e) {
    struct comprehension c = {.all = !e->comp.ends_early && !r->lazy};
    if (!r->frame) { /* at module level, where nothing but constants is looked for */
        e->unsupported = "comprehension";
        e->kind = EXPR_UNSUPPORTED;
        return;
    }
    bind_inside(r, &c, e->comp.list);
    resolve_expr(r, e->comp.list);
    resolve_expr(r, e->comp.start);
    resolve_clauses(r, &c, e->comp.loop);
    while (c.bound.n > 0) {
        struct bound b = c.bound.item[--c.bound.n];
        map_set(r->arena, &r->frame->locals, b.name, b.before);
    }
}
