/* The copies of a loop that run it in blocks (blocks.c): what passes between blocks, and the rest.
 */
#include "blocks.h"

#include "rewrite.h"
#include "thresholds.h"

static struct texpr *own_var(const struct tvar *v, void *context) {
    struct blocking *b = context;
    const struct stmt_fact *loop = fact(b, b->loop);
    const struct var_fact *var = &b->t->sc->facts->var[v->id];
    bool inside = false;
    for (int i = 0; i < var->defs.n; ++i) {
        inside = inside || (var->defs.item[i] >= loop->pos && var->defs.item[i] <= loop->body_end);
    }
    if (!inside) {
        return NULL;
    }
    if (!b->own[v->id]) {
        struct tvar *own = tir_new_var(b->t->keep, b->vars, v->name, v->type);
        own->span = v->span;
        own->is_counter = v->is_counter;
        own->is_temp = v->is_temp;
        b->own[v->id] = own;
    }
    return build_var(b->t->keep, b->own[v->id]);
}

static struct texpr *at(const struct blocking *b, struct tvar *v) {
    return build_var(b->t->keep, v);
}

static struct texpr *lesser(const struct blocking *b, struct texpr *x, struct texpr *y) {
    return build_op(b->t->keep, b->type, OP_PYMIN, x, y);
}

static struct texpr *greater(const struct blocking *b, struct texpr *x, struct texpr *y) {
    return build_op(b->t->keep, b->type, OP_PYMAX, x, y);
}

static struct tblock copied(const struct tblock *from, void *context);

static struct tstmt *copy(struct blocking *b, const struct tstmt *s) {
    const struct tir_copier copier = {b->t->keep, own_var, copied, b};
    struct tstmt *to = stmt_copy_as(&copier, s);
    for (int i = 0; i < b->n_edits; ++i) {
        const struct edit *e = &b->edit[i];
        if (e->loop == s) {
            to->for_.start = e->start ? e->start : to->for_.start;
            to->for_.start = e->least ? greater(b, to->for_.start, e->least) : to->for_.start;
            to->for_.stop = e->stop ? e->stop : to->for_.stop;
            to->for_.stop = e->most ? lesser(b, to->for_.stop, e->most) : to->for_.stop;
        }
    }
    if (s->kind == TS_FOR) {
        to->for_.behind = true;
    }
    return to;
}

static bool is_kept(const struct blocking *b, const struct tstmt *s) {
    const struct update *u = b->only;
    if (b->head && fact(b, s)->parent == b->loop) {
        return s == b->inner;
    }
    if (b->less) {
        return s != b->less->store && !blocks_alone(b, b->less, s);
    }
    bool kept = !u || s == u->store ||
                (s->kind == TS_INDEX && fact(b, s)->block == fact(b, u->store)->block);
    for (int i = 0; !kept && i < u->n; ++i) {
        kept = s == u->loop[i];
    }
    return kept;
}

static struct tblock copied(const struct tblock *from, void *context) {
    struct blocking *b = context;
    struct tblock to = {0, ARENA_ARRAY(b->t->keep, struct tstmt *, from->n + 1)};
    for (int i = 0; i < from->n; ++i) {
        const struct tstmt *s = from->item[i];
        const struct update *u = &b->update[0];
        bool gives = !b->only && u->n_given > 0 && !u->taken && s == u->given[0];
        if (!is_kept(b, s)) {
            continue;
        }
        if (gives) { /* the block's rows; then of the others the block's columns */
            b->edit[b->n_edits++] = (struct edit){s, .most = at(b, b->until)};
        }
        to.item[to.n++] = copy(b, s);
        if (gives && u->n_given > 1) {
            for (int k = 0; k < b->vars->f->n_vars && k < b->t->fp->func->n_vars; ++k) {
                const struct var_fact *var = &b->t->sc->facts->var[k];
                bool inside = var->defs.n > 0 && var->defs.item[0] >= fact(b, s)->pos;
                b->own[k] = inside ? NULL : b->own[k];
            }
            b->edit[b->n_edits - 1] = (struct edit){s, .least = at(b, b->until)};
            b->edit[b->n_edits++] = (struct edit){u->given[1], .most = at(b, b->until)};
            to.item[to.n++] = copy(b, s);
        }
    }
    return to;
}

/* A copy of its own, to which edits may be added from here on. */
static void begin_copy(struct blocking *b, const struct update *only) {
    b->own = ARENA_ARRAY(b->t->keep, struct tvar *, b->t->fp->func->n_vars);
    b->n_edits = 0;
    b->only = only;
    b->less = NULL;
    b->head = false;
}

static void edit(struct blocking *b, const struct tstmt *loop, struct texpr *start,
                 struct texpr *stop) {
    b->edit[b->n_edits++] = (struct edit){.loop = loop, .start = start, .stop = stop};
}

/* From where the block begins, but not before the loop does. */
static struct texpr *from_block(const struct blocking *b, struct tvar *v) {
    int64_t least = 0;
    expr_int_value(b->loop->for_.start, &least);
    return least <= first_of(b) ? at(b, v) : greater(b, b->loop->for_.start, at(b, v));
}

/* What u takes from before the block. */
static struct tstmt *taken_part(struct blocking *b, const struct update *u) {
    begin_copy(b, u);
    if (b->inner && u->loop[0] == b->inner) {
        struct texpr *i = own_var(b->loop->for_.counter, b);
        edit(b, b->loop, from_block(b, b->from), NULL);
        edit(b, b->inner, at(b, b->from), lesser(b, i, at(b, b->until)));
    } else {
        edit(b, b->loop, from_block(b, b->from), at(b, b->until));
    }
    edit(b, u->taken, NULL, at(b, b->from));
    return copy(b, b->loop);
}

/* The rest of the block: of its own rows, or of those behind it. */
static struct tstmt *rest_part(struct blocking *b, bool behind) {
    begin_copy(b, NULL);
    b->head = behind;
    edit(b, b->loop, from_block(b, behind ? b->until : b->from), behind ? NULL : at(b, b->until));
    if (b->inner) {
        edit(b, b->inner, at(b, b->from), behind ? at(b, b->until) : NULL);
    }
    for (int i = 0; i < b->n; ++i) {
        if (b->update[i].taken) {
            edit(b, b->update[i].taken, at(b, b->from), NULL);
        }
    }
    return copy(b, b->loop);
}

/* What u gives to behind the block: the loop at hand is the innermost one. */
static struct tstmt *given_part(struct blocking *b, const struct update *u) {
    begin_copy(b, u);
    for (int i = 0; i < u->n_given; ++i) {
        edit(b, u->given[i], at(b, b->until), NULL);
    }
    struct tstmt *outer = copy(b, u->loop[0]), *s = outer, *last = stmt_copy(b->t->keep, b->loop);
    for (int i = 1; i < u->n; ++i) {
        s = s->for_.body.item[0];
    }
    last->for_.counter = own_var(b->loop->for_.counter, b)->var;
    last->for_.start = at(b, b->from);
    last->for_.stop = at(b, b->until);
    last->for_.behind = true;
    last->for_.body = s->for_.body;
    s->for_.body = build_block(b->t->keep, last);
    return outer;
}

/* ---- all */

static struct texpr *both(struct blocking *b, struct texpr *x, struct texpr *y) {
    return build_binary(b->t->keep, b->t->sc->ty_bool, OP_LAND, x, y);
}

static struct texpr *compared(struct blocking *b, enum op op, struct texpr *x, struct texpr *y) {
    return build_binary(b->t->keep, b->t->sc->ty_bool, op, x, y);
}

/* It has iterations enough, indices are in range, and arrays share no memory. */
static struct texpr *condition(struct blocking *b, const struct nest *nest) {
    struct arena *a = b->t->keep;
    struct texpr *all = compared(b, OP_GE, b->loop->for_.stop, build_int(a, b->type, BLOCKS_LEAST));
    for (int i = 0; i < nest->checks.n; ++i) {
        const struct nest_check *c = &nest->checks.item[i];
        struct texpr *min = expr_copy(a, c->min), *max = expr_copy(a, c->max);
        all = both(b, all, compared(b, OP_GE, min, build_int(a, b->type, 0)));
        all = both(b, all, compared(b, OP_LT, max, build_shape(a, b->type, c->array, c->axis)));
    }
    for (int i = 0; i < nest->disjoint.n; ++i) {
        const struct nest_pair *p = &nest->disjoint.item[i];
        all = both(b, all,
                   build_apart(a, b->t->sc->ty_bool, nest->arrays.item[p->a].var,
                               nest->arrays.item[p->b].var));
    }
    return all;
}

/* The loop with u alone, and that with all else, in this order or the other. */
static struct tblock divided(struct blocking *b, const struct update *u) {
    struct tblock body = {2, ARENA_ARRAY(b->t->keep, struct tstmt *, 2)};
    begin_copy(b, u);
    body.item[u->last] = b->far[b->n_far++] = copy(b, b->loop);
    begin_copy(b, NULL);
    b->less = u;
    body.item[!u->last] = copy(b, b->loop);
    return body;
}

static struct tstmt *in_blocks(struct blocking *b) {
    struct arena *a = b->t->keep;
    struct span span = b->loop->span;
    struct tstmt *loop = build_stmt(a, TS_FOR, span);
    struct tblock body = {0, ARENA_ARRAY(a, struct tstmt *, b->n + 4)};
    struct tvar *counter = tir_new_var(a, b->vars, b->loop->for_.counter->name, b->type);
    b->from = counter;
    b->until = tir_new_var(a, b->vars, "until", b->type);
    counter->is_counter = true;
    struct texpr *next = build_op(a, b->type, OP_ADD, at(b, counter),
                                  build_int(a, b->type, b->inner ? BLOCKS_INNER : BLOCKS_OUTER));
    body.item[body.n++] = build_assign(a, span, b->until, lesser(b, next, b->loop->for_.stop));
    for (int i = 0; i < b->n && b->update[i].taken; ++i) {
        body.item[body.n++] = b->far[b->n_far++] = taken_part(b, &b->update[i]);
    }
    body.item[body.n++] = rest_part(b, false);
    if (b->inner) {
        body.item[body.n++] = rest_part(b, true);
    }
    if (!b->update[0].taken) {
        body.item[body.n++] = b->far[b->n_far++] = given_part(b, &b->update[0]);
    }
    loop->for_.blocked = loop->for_.behind = true;
    loop->for_.counter = counter;
    loop->for_.start = build_int(a, b->type, first_of(b));
    loop->for_.stop = b->loop->for_.stop;
    loop->for_.step = build_int(a, b->type, b->inner ? BLOCKS_INNER : BLOCKS_OUTER);
    loop->for_.body = body;
    return loop;
}

struct tstmt *blocks_choice(struct blocking *b, const struct nest *nest) {
    struct arena *a = b->t->keep;
    struct tstmt *choice = build_stmt(a, TS_IF, b->loop->span);
    const struct update *u = &b->update[0];
    const struct tir_copier as_it_is = {a, var_itself, NULL, NULL};
    choice->if_.cond = condition(b, nest);
    choice->if_.then = u->taken || u->n_given > 0 ? build_block(a, in_blocks(b)) : divided(b, u);
    choice->if_.els = build_block(a, stmt_copy_as(&as_it_is, b->loop));
    return choice;
}
