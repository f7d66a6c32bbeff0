/* Blocks of a serial loop whose iterations take from each other what a product of matrices would:
 *
 *     for i in range(n):                          for x in range(0, n, 32):
 *         for k in range(i):                          for i in x..x + 32: for k in 0..x: S
 *             for j: c[i, j] -= a[i, k] * c[k, j]     for i in x..x + 32:
 *         for j: c[i, j] /= a[i, i]                       for k in x..i: for j: S
 *                                                         for j: c[i, j] /= a[i, i]
 *
 * What a block of iterations takes from those before it (far: k < x) is a nest of its own, which
 * tiles know (tile.c), and comes first. Where the loop begins with one over the iterations before
 * its own, `for j in range(i): for k in range(j)`, the blocks are of j, and go through all rows
 * from there on: Cholesky's and Crout's loops. A loop whose iterations give to later ones,
 *
 *     for k in range(n): for i in range(k + 1, n): for j in range(k + 1, n): a[i, j] -= ...
 *
 * runs a block for the rows and columns of the block first, and then gives to what is behind it.
 * That nobody sees the other order is asked of the accesses, pair by pair (iterations_apart): each
 * element sees its additions in the order of the source. The loop as it was stays, for few
 * iterations, indices out of range and arrays that share memory. */
#include "build.h"
#include "passes.h"
#include "rewrite.h"
#include "thresholds.h"
#include "vars.h"

enum { CHAIN = 4, MOST_UPDATES = 4, MOST_EDITS = 8, COMMON = 6 };

/* A store that adds to its element, and the loops in the one at hand around it, outermost first. */
struct update {
    struct tstmt *store, *loop[CHAIN];
    int n;
    struct tstmt *taken;        /* of them, that over earlier iterations; NULL: it gives to later */
    struct tstmt *given[CHAIN]; /* those over later iterations, outermost first */
    int n_given;
};

/* What is other in a copy of a loop: its range, or it is left out. */
struct edit {
    const struct tstmt *loop;
    struct texpr *start, *stop; /* NULL: as they are */
    struct texpr *least, *most; /* it begins here at the earliest, stops here at the latest */
};

struct blocks {
    const struct interchange_task *t;
    struct new_vars *vars;
    struct tstmt *loop;  /* at hand */
    struct tstmt *inner; /* its first statement, `for j in range(i)`, or NULL */
    struct update update[MOST_UPDATES];
    int n;
    struct ty *type;           /* of counters */
    struct tvar *from, *until; /* of a block */
    /* of a copy: */
    struct tvar **own; /* by variable: what stands for it */
    struct edit edit[MOST_EDITS];
    int n_edits;
    const struct update *only; /* of the loop nothing but this, its loops around; */
    bool head;                 /* nothing but the loop `inner` */
};

static const struct stmt_fact *fact(const struct blocks *b, const struct tstmt *s) {
    return fact_of(b->t->sc->facts, s);
}

static bool is_in(const struct blocks *b, const struct tstmt *s, const struct tstmt *loop) {
    return fact(b, s)->pos > fact(b, loop)->pos && fact(b, s)->pos <= fact(b, loop)->body_end;
}

/* ---- what is there */

static bool has_own(struct texpr *e, const struct tstmt *s) {
    e = expr_strip(e);
    bool own = e->kind == TE_LOAD && e->load.array == s->store.array;
    for (int i = 0; own && i < s->store.n; ++i) {
        own = expr_equal(e->load.index[i], s->store.index[i]);
    }
    return own;
}

static bool is_counter(const struct texpr *e, const struct tstmt *loop) {
    return e->kind == TE_VAR && e->var == loop->for_.counter;
}

/* A constant that is at most `most`. */
static bool begins_by(const struct tstmt *loop, int64_t most) {
    int64_t value;
    return expr_int_value(loop->for_.start, &value) && value >= 0 && value <= most;
}

/* Does it begin with the iteration behind that of the loop at hand? */
static bool begins_behind(const struct blocks *b, const struct tstmt *loop) {
    struct scope *sc = b->t->sc;
    struct form *start = form_of(sc, loop->for_.start, fact(b, loop)->pos);
    struct form *counter = form_atom(sc->arena, counter_of(sc, b->loop));
    int64_t value;
    return start && form_is_const(form_add(sc->arena, start, counter, -1), &value) && value == 1;
}

/* The iterations before this one begin here. */
static int64_t first_of(const struct blocks *b) {
    int64_t value = 0;
    expr_int_value((b->inner ? b->inner : b->loop)->for_.start, &value);
    return value;
}

static bool holds_counter(const struct texpr *e, const void *loop) {
    return is_counter(e, loop);
}

/* Do no other ranges depend on the iteration at hand, and is nothing else in the last of the loops
 * that are divided? */
static bool gives_alone(const struct blocks *b, const struct update *u) {
    const struct facts *f = b->t->sc->facts;
    bool fits = u->n_given == 1 || u->n_given == 2;
    for (int i = 0; fits && i < u->n; ++i) {
        const struct tstmt *loop = u->loop[i];
        bool given = loop == u->given[0] || loop == u->given[u->n_given - 1];
        fits = !expr_any(loop->for_.stop, holds_counter, b->loop) &&
               (given || !expr_any(loop->for_.start, holds_counter, b->loop));
    }
    const struct stmt_fact *last = fits ? fact(b, u->given[u->n_given - 1]) : NULL;
    for (int pos = fits ? last->pos + 1 : 0; fits && pos <= last->body_end; ++pos) {
        const struct tstmt *s = f->order[pos]->stmt;
        fits = s == u->store || s->kind == TS_INDEX;
        for (int i = 0; i < u->n; ++i) {
            fits = fits || s == u->loop[i];
        }
    }
    return fits;
}

/* An update that is worth it, in loops without conditions, with what it reads beside it. */
static bool find_update(struct blocks *b, struct tstmt *s, struct update *u) {
    const struct texpr *value = expr_strip(s->store.value);
    struct tstmt *chain[CHAIN], *around = fact(b, s)->parent;
    *u = (struct update){.store = s};
    bool adds =
        value->kind == TE_OP && value->op.n == 2 &&
        (value->op.op == OP_ADD || value->op.op == OP_SUB || value->op.op == OP_PYMIN ||
         value->op.op == OP_PYMAX || value->op.op == OP_MINIMUM || value->op.op == OP_MAXIMUM) &&
        (has_own(value->op.arg[0], s) || has_own(value->op.arg[1], s));
    for (; adds && around != b->loop; around = fact(b, around)->parent) {
        if (!around || around->kind != TS_FOR || u->n == CHAIN) {
            return false;
        }
        chain[u->n++] = around;
    }
    for (int i = 0; i < u->n; ++i) {
        u->loop[i] = chain[u->n - 1 - i];
    }
    const struct tstmt *of = b->inner && u->n > 0 && u->loop[0] == b->inner ? b->inner : b->loop;
    for (int i = 0; i < u->n; ++i) {
        struct tstmt *loop = u->loop[i];
        if (is_counter(loop->for_.stop, of) && begins_by(loop, first_of(b)) && loop != b->inner) {
            u->taken = u->taken ? u->taken : loop;
        } else if (begins_behind(b, loop)) {
            u->given[u->n_given++] = loop;
        }
    }
    return adds && u->n >= 2 && (u->taken || gives_alone(b, u));
}

/* Is all that the loops of u read given in its own block, or before the loop at hand? */
struct reading {
    const struct blocks *b;
    const struct tstmt *at;
    bool fits;
};

static void see_read(struct tvar *v, void *context) {
    struct reading *r = context;
    const struct facts *f = r->b->t->sc->facts;
    const struct stmt_fact *loop = fact(r->b, r->b->loop);
    for (int i = 0; i < f->var[v->id].defs.n; ++i) {
        int pos = f->var[v->id].defs.item[i];
        const struct tstmt *s = f->order[pos]->stmt;
        bool beside = s->kind == TS_INDEX && fact(r->b, s)->parent == fact(r->b, r->at)->parent;
        bool inside = pos >= loop->pos && pos <= loop->body_end;
        r->fits = r->fits && (!inside || beside || v->is_counter);
    }
}

static bool reads_beside(const struct blocks *b, const struct update *u) {
    struct reading r = {b, u->store, true};
    stmt_reads(u->store, see_read, &r);
    const struct tblock *block = fact(b, u->store)->block;
    for (int i = 0; i < block->n; ++i) {
        if (block->item[i]->kind == TS_INDEX) {
            stmt_reads(block->item[i], see_read, &r);
        }
    }
    for (int i = 0; i < u->n; ++i) {
        stmt_reads(u->loop[i], see_read, &r);
    }
    return r.fits;
}

/* Nothing in the loop raises, leaves it or gives a variable a value, and nobody asks for counters
 * behind it. */
static bool is_plain(const struct blocks *b) {
    const struct interchange_task *t = b->t;
    const struct stmt_fact *loop = fact(b, b->loop);
    for (int pos = loop->pos; pos <= loop->end; ++pos) {
        const struct tstmt *s = t->sc->facts->order[pos]->stmt;
        int64_t step = 1;
        bool known = s->kind == TS_STORE || s->kind == TS_FOR ||
                     (s->kind == TS_INDEX && (!t->options->bounds || t->fp->hoisted[s->id]) &&
                      !t->fp->negative[s->id]);
        if (!known ||
            (s->kind == TS_FOR &&
             (s->for_.els.n > 0 || (s->for_.step && !expr_int_value(s->for_.step, &step)) ||
              step != 1 || s->for_.tried || s->for_.blocked))) {
            return false;
        }
        struct tvar *v = stmt_def(s);
        if (v && var_listed(&t->live->after[b->loop->for_.loop], v)) {
            return false;
        }
    }
    return true;
}

static bool find_updates(struct blocks *b) {
    const struct stmt_fact *loop = fact(b, b->loop);
    struct tstmt *first = b->loop->for_.body.n > 0 ? b->loop->for_.body.item[0] : NULL;
    int64_t least = 0;
    expr_int_value(b->loop->for_.start, &least);
    bool within = first && first->kind == TS_FOR && is_counter(first->for_.stop, b->loop) &&
                  begins_by(first, least) && !first->for_.parallel;
    for (int turn = within ? 0 : 1; turn < 2 && b->n == 0; ++turn) {
        b->inner = turn == 0 ? first : NULL;
        bool blocks = false; /* of the loop inside */
        for (int pos = loop->pos + 1; pos <= loop->body_end && b->n < MOST_UPDATES; ++pos) {
            struct tstmt *s = b->t->sc->facts->order[pos]->stmt;
            if (s->kind == TS_STORE && find_update(b, s, &b->update[b->n]) &&
                reads_beside(b, &b->update[b->n])) {
                blocks = blocks || (b->inner && b->update[b->n].loop[0] == b->inner);
                ++b->n;
            }
        }
        b->n = turn == 0 && !blocks ? 0 : b->n;
    }
    bool takes = false;
    for (int i = 0; i < b->n; ++i) {
        takes = takes || b->update[i].taken;
    }
    for (int i = 0, n = b->n; i < n && takes; ++i) { /* those that give stay where they are */
        b->n = i == 0 ? 0 : b->n;
        if (b->update[i].taken) {
            b->update[b->n++] = b->update[i];
        }
    }
    return b->n > 0 && (takes || b->n == 1);
}

/* ---- is the other order the same? */

/* The loop that says in which block a statement runs. */
static struct tstmt *blocks_of(const struct blocks *b, const struct tstmt *s) {
    return b->inner && is_in(b, s, b->inner) ? b->inner : b->loop;
}

/* Is there no element that x touches in an iteration and y in a later one, with counters so? */
static bool apart(const struct blocks *b, const struct access *x, const struct access *y,
                  const struct counter_order *order, int n) {
    struct scope *sc = b->t->sc;
    struct tstmt *loop[COMMON];
    enum turn turn[COMMON];
    int common = 0;
    if (x->root != y->root || (!x->write && !y->write)) {
        return x->root && y->root;
    }
    for (int pos = fact(b, b->loop)->pos; pos < x->pos && common < COMMON; ++pos) {
        struct tstmt *s = sc->facts->order[pos]->stmt;
        if (s->kind == TS_FOR && is_in(b, x->stmt, s) && is_in(b, y->stmt, s)) {
            turn[common] = TURN_SAME;
            loop[common++] = s;
        }
    }
    bool all = x->pos >= y->pos || iterations_apart_where(sc, x, y, loop, turn, common, order, n);
    for (int i = common - 1; all && i >= 0; --i) {
        turn[i] = TURN_BEFORE;
        all = iterations_apart_where(sc, x, y, loop, turn, i + 1, order, n);
    }
    return all;
}

/* Blocks of the loop inside: does y, of it, still follow x? */
static bool follows(const struct blocks *b, const struct access *x, const struct access *y) {
    const struct counter_order later = {b->inner, 1, blocks_of(b, x->stmt), 0};
    return !b->inner || !is_in(b, y->stmt, b->inner) || apart(b, x, y, &later, 1);
}

/* May x, of u, run before y, whose block is the same or an earlier one, where it takes from before
 * the block? */
static bool takes_first(const struct blocks *b, const struct update *u, const struct access *x,
                        const struct access *y) {
    const struct counter_order order[] = {{u->taken, 1, blocks_of(b, y->stmt), 0},
                                          {u->taken, 1, u->taken, 0}};
    return apart(b, y, x, order, y->stmt == u->store ? 2 : 1);
}

/* May x, of u, run behind y, of an iteration of the block, where it gives to what is behind it? */
static bool gives_last(const struct blocks *b, const struct update *u, const struct access *x,
                       const struct access *y) {
    struct counter_order order[CHAIN + 1];
    bool all = true;
    for (int i = 0; i < u->n_given; ++i) {
        order[i] = (struct counter_order){b->loop, 1, u->given[i], 0};
    }
    for (int i = 0; all && i < (y->stmt == u->store ? u->n_given : 1); ++i) {
        order[u->n_given] = (struct counter_order){u->given[i], 1, u->given[i], 0};
        all = apart(b, x, y, order, u->n_given + (y->stmt == u->store));
    }
    return all;
}

static bool is_legal(const struct blocks *b) {
    const struct access_list *list = b->t->list;
    bool fits = list->escapes.n == 0 && list->sets.n == 0;
    for (int i = 0; fits && i < list->item.n; ++i) {
        for (int k = 0; fits && k < list->item.n; ++k) {
            const struct access *x = list->item.item[i], *y = list->item.item[k];
            fits = follows(b, x, y);
            for (int m = 0; fits && m < b->n; ++m) {
                const struct update *u = &b->update[m];
                fits = x->stmt != u->store ||
                       (u->taken ? takes_first(b, u, x, y) : gives_last(b, u, x, y));
            }
        }
    }
    return fits;
}

/* ---- copies */

static struct texpr *own_var(const struct tvar *v, void *context) {
    struct blocks *b = context;
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

static struct texpr *at(const struct blocks *b, struct tvar *v) {
    return build_var(b->t->keep, v);
}

static struct texpr *lesser(const struct blocks *b, struct texpr *x, struct texpr *y) {
    return build_op(b->t->keep, b->type, OP_PYMIN, x, y);
}

static struct texpr *greater(const struct blocks *b, struct texpr *x, struct texpr *y) {
    return build_op(b->t->keep, b->type, OP_PYMAX, x, y);
}

static struct tblock copied(const struct tblock *from, void *context);

static struct tstmt *copy(struct blocks *b, const struct tstmt *s) {
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

static bool is_kept(const struct blocks *b, const struct tstmt *s) {
    const struct update *u = b->only;
    if (b->head && fact(b, s)->parent == b->loop) {
        return s == b->inner;
    }
    bool kept = !u || s == u->store ||
                (s->kind == TS_INDEX && fact(b, s)->block == fact(b, u->store)->block);
    for (int i = 0; !kept && i < u->n; ++i) {
        kept = s == u->loop[i];
    }
    return kept;
}

static struct tblock copied(const struct tblock *from, void *context) {
    struct blocks *b = context;
    struct tblock to = {0, ARENA_ARRAY(b->t->keep, struct tstmt *, from->n + 1)};
    for (int i = 0; i < from->n; ++i) {
        const struct tstmt *s = from->item[i];
        const struct update *u = &b->update[0];
        bool gives = !b->only && !u->taken && s == u->given[0];
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
static void begin_copy(struct blocks *b, const struct update *only) {
    b->own = ARENA_ARRAY(b->t->keep, struct tvar *, b->t->fp->func->n_vars);
    b->n_edits = 0;
    b->only = only;
    b->head = false;
}

static void edit(struct blocks *b, const struct tstmt *loop, struct texpr *start,
                 struct texpr *stop) {
    b->edit[b->n_edits++] = (struct edit){.loop = loop, .start = start, .stop = stop};
}

/* From where the block begins, but not before the loop does. */
static struct texpr *from_block(const struct blocks *b, struct tvar *v) {
    int64_t least = 0;
    expr_int_value(b->loop->for_.start, &least);
    return least <= first_of(b) ? at(b, v) : greater(b, b->loop->for_.start, at(b, v));
}

/* What u takes from before the block. */
static struct tstmt *taken_part(struct blocks *b, const struct update *u) {
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
static struct tstmt *rest_part(struct blocks *b, bool behind) {
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
static struct tstmt *given_part(struct blocks *b, const struct update *u) {
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

static struct texpr *both(struct blocks *b, struct texpr *x, struct texpr *y) {
    return build_binary(b->t->keep, b->t->sc->ty_bool, OP_LAND, x, y);
}

static struct texpr *compared(struct blocks *b, enum op op, struct texpr *x, struct texpr *y) {
    return build_binary(b->t->keep, b->t->sc->ty_bool, op, x, y);
}

/* It has iterations enough, indices are in range, and arrays share no memory. */
static struct texpr *condition(struct blocks *b, const struct nest *nest) {
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

static struct tstmt *blocked(struct blocks *b, const struct nest *nest) {
    struct arena *a = b->t->keep;
    struct span span = b->loop->span;
    struct tstmt *choice = build_stmt(a, TS_IF, span), *loop = build_stmt(a, TS_FOR, span);
    struct tblock body = {0, ARENA_ARRAY(a, struct tstmt *, b->n + 4)};
    struct tvar *counter = tir_new_var(a, b->vars, b->loop->for_.counter->name, b->type);
    b->from = counter;
    b->until = tir_new_var(a, b->vars, "until", b->type);
    counter->is_counter = true;
    struct texpr *next = build_op(a, b->type, OP_ADD, at(b, counter),
                                  build_int(a, b->type, b->inner ? BLOCKS_INNER : BLOCKS_OUTER));
    body.item[body.n++] = build_assign(a, span, b->until, lesser(b, next, b->loop->for_.stop));
    for (int i = 0; i < b->n && b->update[i].taken; ++i) {
        body.item[body.n++] = taken_part(b, &b->update[i]);
    }
    body.item[body.n++] = rest_part(b, false);
    if (b->inner) {
        body.item[body.n++] = rest_part(b, true);
    }
    if (!b->update[0].taken) {
        body.item[body.n++] = given_part(b, &b->update[0]);
    }
    loop->for_.blocked = loop->for_.behind = true;
    loop->for_.counter = counter;
    loop->for_.start = build_int(a, b->type, first_of(b));
    loop->for_.stop = b->loop->for_.stop;
    loop->for_.step = build_int(a, b->type, b->inner ? BLOCKS_INNER : BLOCKS_OUTER);
    loop->for_.body = body;
    choice->if_.cond = condition(b, nest);
    choice->if_.then = build_block(a, loop);
    choice->if_.els = build_block(a, stmt_copy(a, b->loop));
    return choice;
}

struct tstmt *blocks_make(const struct interchange_task *t, struct new_vars *vars,
                          struct nest *nest) {
    struct blocks b = {.t = t, .vars = vars, .loop = nest->root};
    b.type = b.loop->for_.counter->type;
    bool fits = !t->options->fp_strict && begins_by(b.loop, BLOCKS_LEAST / 2) &&
                expr_fixed(t->sc, b.loop->for_.stop, b.loop) && is_plain(&b) && find_updates(&b) &&
                is_legal(&b);
    return fits ? blocked(&b, nest) : NULL;
}
