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
 * An update beside other stores in a nest that is none for tiles has its own copy of the loop,
 * before the rest or behind it, as symmetric products have two. All this is done where the copies
 * then run as tiles (plan.c). That nobody sees the other order is asked of the accesses, pair by
 * pair (iterations_apart): each element sees its additions in the order of the source. The loop as
 * it was stays, for few iterations, indices out of range and arrays that share memory. */
#include "blocks.h"

#include "thresholds.h"

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
static bool begins_behind(const struct blocking *b, const struct tstmt *loop) {
    struct scope *sc = b->t->sc;
    struct form *start = form_of(sc, loop->for_.start, fact(b, loop)->pos);
    struct form *counter = form_atom(sc->arena, counter_of(sc, b->loop));
    int64_t value;
    return start && form_is_const(form_add(sc->arena, start, counter, -1), &value) && value == 1;
}

/* Is it a loop around u in which there is nothing else? */
bool blocks_alone(const struct blocking *b, const struct update *u, const struct tstmt *s) {
    const struct stmt_fact *loop = fact(b, s);
    bool alone = false;
    for (int i = 0; i < u->n; ++i) {
        alone = alone || s == u->loop[i];
    }
    for (int pos = loop->pos + 1; alone && pos <= loop->body_end; ++pos) {
        const struct tstmt *in = b->t->sc->facts->order[pos]->stmt;
        alone = in == u->store || in->kind == TS_INDEX || in->kind == TS_FOR;
    }
    return alone;
}

static bool holds_counter(const struct texpr *e, const void *loop) {
    return is_counter(e, loop);
}

/* Do no other ranges depend on the iteration at hand, and is nothing else in the last of the loops
 * that are divided? */
static bool gives_alone(const struct blocking *b, const struct update *u) {
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

/* A store that adds to its element, in loops without conditions. */
static bool find_chain(const struct blocking *b, struct tstmt *s, struct update *u) {
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
    return adds && u->n >= 2;
}

/* Does it take from earlier iterations, or give to later ones? */
static bool passes(const struct blocking *b, struct update *u) {
    const struct tstmt *of = b->inner && u->loop[0] == b->inner ? b->inner : b->loop;
    for (int i = 0; i < u->n; ++i) {
        struct tstmt *loop = u->loop[i];
        if (is_counter(loop->for_.stop, of) && begins_by(loop, first_of(b)) && loop != b->inner &&
            blocks_alone(b, u, loop)) {
            u->taken = u->taken ? u->taken : loop;
        } else if (begins_behind(b, loop)) {
            u->given[u->n_given++] = loop;
        }
    }
    return u->taken || gives_alone(b, u);
}

/* Is all that the loops of u read given in its own block, or before the loop at hand? */
struct reading {
    const struct blocking *b;
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
        bool around = s == r->b->loop || (s->kind == TS_FOR && is_in(r->b, r->at, s));
        r->fits = r->fits && (!inside || beside || around);
    }
}

static bool is_load(const struct texpr *e, const void *unused) {
    (void)unused;
    return e->kind == TE_LOAD;
}

static bool reads_beside(const struct blocking *b, const struct update *u) {
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
        r.fits = r.fits && !expr_any(u->loop[i]->for_.start, is_load, NULL) &&
                 !expr_any(u->loop[i]->for_.stop, is_load, NULL);
    }
    return r.fits;
}

/* Nothing in the loop raises or leaves it, and nobody asks behind it for what it gives variables,
 * nor the next iteration. */
static bool is_plain(struct blocking *b) {
    const struct interchange_task *t = b->t;
    const struct stmt_fact *loop = fact(b, b->loop);
    for (int pos = loop->pos; pos <= loop->end; ++pos) {
        const struct tstmt *s = t->sc->facts->order[pos]->stmt;
        int64_t step = 1;
        bool known = s->kind == TS_STORE || s->kind == TS_FOR || s->kind == TS_ASSIGN ||
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
        b->assigns = b->assigns || s->kind == TS_ASSIGN;
    }
    struct scalar_report r = scalars_classify(t->sc, t->live, b->loop);
    return r.trouble == SCALARS_FINE && r.reductions.n == 0;
}

/* Those that pass something from iteration to iteration. */
static bool find_passing(struct blocking *b) {
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
            struct update *u = &b->update[b->n];
            if (s->kind == TS_STORE && find_chain(b, s, u) && passes(b, u) && reads_beside(b, u)) {
                blocks = blocks || (b->inner && u->loop[0] == b->inner);
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
    bool whole = !b->assigns || (takes && !b->inner); /* no iteration is divided */
    return b->n > 0 && (takes || b->n == 1) && whole;
}

/* One that stands beside other stores. */
static bool find_apart(struct blocking *b, struct tstmt *s) {
    const struct stmt_fact *loop = fact(b, b->loop);
    int stores = 0;
    for (int pos = loop->pos + 1; pos <= loop->body_end; ++pos) {
        stores += b->t->sc->facts->order[pos]->stmt->kind == TS_STORE;
    }
    b->n = 1;
    b->inner = NULL;
    return stores > 1 && s->kind == TS_STORE && find_chain(b, s, &b->update[0]) &&
           reads_beside(b, &b->update[0]);
}

/* ---- is the other order the same? */

/* The loop that says in which block a statement runs. */
static struct tstmt *blocks_of(const struct blocking *b, const struct tstmt *s) {
    return b->inner && is_in(b, s, b->inner) ? b->inner : b->loop;
}

/* Is there no element that x touches in an iteration and y in a later one, with counters so? */
static bool apart(const struct blocking *b, const struct access *x, const struct access *y,
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
    if (common == COMMON) {
        return false;
    }
    bool all = x->pos >= y->pos || iterations_apart_where(sc, x, y, loop, turn, common, order, n);
    for (int i = common - 1; all && i >= 0; --i) {
        turn[i] = TURN_BEFORE;
        all = iterations_apart_where(sc, x, y, loop, turn, i + 1, order, n);
    }
    return all;
}

/* Blocks of the loop inside: does y, of it, still follow x? */
static bool follows(const struct blocking *b, const struct access *x, const struct access *y) {
    const struct counter_order later = {b->inner, 1, blocks_of(b, x->stmt), 0};
    return !b->inner || !is_in(b, y->stmt, b->inner) || apart(b, x, y, &later, 1);
}

/* May x, of u, run before y, whose block is the same or an earlier one, where it takes from before
 * the block? */
static bool takes_first(const struct blocking *b, const struct update *u, const struct access *x,
                        const struct access *y) {
    const struct counter_order order[] = {{u->taken, 1, blocks_of(b, y->stmt), 0},
                                          {u->taken, 1, u->taken, 0}};
    return apart(b, y, x, order, y->stmt == u->store ? 2 : 1);
}

/* May x, of u, run behind y, of an iteration of the block, where it gives to what is behind it? */
static bool gives_last(const struct blocking *b, const struct update *u, const struct access *x,
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

static bool may_move(const struct blocking *b, const struct update *u, const struct access *x,
                     const struct access *y) {
    if (u->taken) {
        return takes_first(b, u, x, y);
    }
    if (u->n_given > 0) {
        return gives_last(b, u, x, y);
    }
    return y->stmt == u->store || (u->last ? apart(b, x, y, NULL, 0) : apart(b, y, x, NULL, 0));
}

static bool is_legal(const struct blocking *b) {
    const struct access_list *list = b->t->list;
    bool fits = list->escapes.n == 0 && list->sets.n == 0;
    for (int i = 0; fits && i < list->item.n; ++i) {
        for (int k = 0; fits && k < list->item.n; ++k) {
            const struct access *x = list->item.item[i], *y = list->item.item[k];
            fits = follows(b, x, y);
            for (int m = 0; fits && m < b->n; ++m) {
                const struct update *u = &b->update[m];
                fits = x->stmt != u->store || may_move(b, u, x, y);
            }
        }
    }
    return fits;
}

/* Finds what runs by itself, and is legal. */
static bool decide(struct blocking *b) {
    const struct interchange_task *t = b->t;
    const struct stmt_fact *loop = fact(b, b->loop);
    if (!is_plain(b)) {
        return false;
    }
    if (!b->loop->for_.parallel && begins_by(b->loop, BLOCKS_LEAST / 2) && find_passing(b) &&
        is_legal(b)) {
        return true;
    }
    for (int pos = loop->pos + 1; pos <= loop->body_end; ++pos) {
        if (find_apart(b, t->sc->facts->order[pos]->stmt)) {
            for (int last = 0; last < 2; ++last) {
                b->update[0].last = last;
                if (is_legal(b)) {
                    return true;
                }
            }
        }
    }
    return false;
}

bool blocks_may(const struct facts *f, const struct stmt_fact *at) {
    const struct tstmt *s = at->stmt;
    bool deep = false;
    for (const struct tstmt *around = s; around; around = fact_of(f, around)->parent) {
        if (around->kind == TS_WHILE || (around->kind == TS_FOR && around->for_.blocked) ||
            (around->kind == TS_FOR && around->for_.parallel && around != s)) {
            return false;
        }
    }
    for (int pos = at->pos; s->kind == TS_FOR && !deep && pos <= at->body_end; ++pos) {
        deep = f->order[pos]->stmt->kind == TS_STORE && f->order[pos]->depth >= at->depth + 3;
    }
    return deep;
}

struct tstmt *blocks_make(const struct interchange_task *t, struct new_vars *vars,
                          struct nest *nest, struct tstmt **far, int *n) {
    struct blocking b = {.t = t, .vars = vars, .loop = nest->root, .far = far};
    b.type = b.loop->for_.counter->type;
    bool fits = !t->options->fp_strict && expr_fixed(t->sc, b.loop->for_.start, b.loop) &&
                expr_fixed(t->sc, b.loop->for_.stop, b.loop) && decide(&b);
    struct tstmt *choice = fits ? blocks_choice(&b, nest) : NULL;
    *n = b.n_far;
    return choice;
}
