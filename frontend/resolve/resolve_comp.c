/* Names in comprehensions: what one binds is known inside it only, and hides the names of the
 * function around. A clause over an iterator asks for one item after the other. */
#include "nodes.h"
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

static bool binds(const struct expr *e, const char *name) {
    bool found = e->kind == EXPR_NAME && e->name.name == name;
    for (int i = 0; e->kind != EXPR_NAME && i < e->list.n && !found; ++i) {
        found = binds(e->list.item[i], name);
    }
    return found;
}

/* Of `for _, x, _ in` the first _ is another variable, which nothing reads. */
static void bind_targets(struct resolver *r, struct comprehension *c, struct expr *e) {
    if (e->kind == EXPR_NAME) {
        bind_inside(r, c, e);
        return;
    }
    for (int i = 0; i < e->list.n; ++i) {
        struct expr *item = e->list.item[i];
        for (int k = i + 1; item->kind == EXPR_NAME && k < e->list.n; ++k) {
            if (binds(e->list.item[k], item->name.name)) {
                struct sugar g = resolve_sugar(r);
                item->name.name = node_fresh(&g, item->name.name);
            }
        }
        bind_targets(r, c, item);
    }
}

static void resolve_clauses(struct resolver *r, struct comprehension *c, struct stmt *s);

/* The clauses behind a `for`. */
static void resolve_inner(struct resolver *r, struct comprehension *c, const struct block *body) {
    resolve_clauses(r, c, body->item[0]);
    if (body->n > 1) { /* any(): the search has ended */
        resolve_expr(r, body->item[1]->if_.cond);
    }
}

static void push_resolved(struct resolver *r, node_list *to, struct stmt *s) {
    struct block one = {1, &s};
    resolve_block(r, &one);
    node_add(&(struct sugar){r->s, r->arena, NULL}, to, one);
}

static struct expr *new_name(struct resolver *r, struct comprehension *c, const char *like,
                             struct span span) {
    struct sugar g = resolve_sugar(r);
    struct expr *e = node_name(&g, node_fresh(&g, like), span);
    bind_inside(r, c, e);
    return e;
}

/* for T in S: body         it = S
 *                          while True:
 *                    ->        try: item = it.__next__()
 *                              except StopIteration: break
 *                              T = item; body                   in a loop of one iteration */
static void step_clause(struct resolver *r, struct comprehension *c, struct stmt *s,
                        struct symbol *stepped) {
    struct sugar g = resolve_sugar(r);
    struct span span = s->for_.iter->span;
    struct block body = s->for_.body;
    node_list all = {0}, turn = {0}, end = {0};
    struct stmt *loop = node_stmt(&g, STMT_WHILE, span);
    struct expr *it = new_name(r, c, "iter", span), *item = new_name(r, c, "item", span);
    const char *name = it->name.name;
    push_resolved(r, &all, node_assign(&g, it, node_call(&g, stepped, s->for_.iter)));
    vec_push(r->arena, &end, node_stmt(&g, STMT_BREAK, span));
    push_resolved(r, &turn,
                  node_take(&g, node_name(&g, name, span), item->name.name, node_block(&end)));
    bind_targets(r, c, s->for_.target);
    push_resolved(r, &turn, node_assign(&g, s->for_.target, item));
    resolve_inner(r, c, &body);
    node_add(&g, &turn, body);
    loop->while_.cond = node_bool(&g, true, span);
    loop->while_.body = node_block(&turn);
    vec_push(r->arena, &all, loop);
    s->for_.target = new_name(r, c, "once", span);
    s->for_.iter = sugar_call(&g, IN_BUILTIN, "range", 1, span);
    s->for_.iter->call.arg[0] = node_int(&g, 1, span);
    s->for_.body = node_block(&all);
    resolve_expr(r, s->for_.target);
    resolve_expr(r, s->for_.iter);
}

/* The first iterable belongs to the function around; every other part sees the names bound so far.
 */
static void resolve_clauses(struct resolver *r, struct comprehension *c, struct stmt *s) {
    if (s->kind == STMT_FOR) {
        resolve_enum_members(r, &s->for_.iter);
        resolve_column_loop(r, s);
    }
    struct symbol *stepped = s->kind == STMT_FOR && resolve_is_stepper(r, s->for_.iter)
                                 ? scope_prelude_given(r->s, intern_str(r->s->p->names, "_stepped"))
                                 : NULL;
    if (stepped && stepped->kind == SYM_FUNC) {
        step_clause(r, c, s, stepped);
    } else if (s->kind == STMT_FOR) {
        struct sugar g = resolve_sugar(r);
        if (c->all) {
            resolve_drained(r, &g, &s->for_.iter);
        }
        resolve_expr(r, s->for_.iter);
        bind_targets(r, c, s->for_.target);
        resolve_expr(r, s->for_.target);
        resolve_inner(r, c, &s->for_.body);
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
