/* Can two iterations touch one element? As a system of linear inequalities (system.h).
 *
 * The rows say: the indices are equal on every axis, each counter is within its loop and fulfils
 * the conditions around the access, one iteration comes before the other. When there is no
 * solution on any path there is no collision, for any sizes. Neighbours and strides, rows and
 * blocks, triangles, mirrored and transposed accesses, red and black elements are told apart so. */
#include <time.h>

#include "build.h"
#include "system.h"

#define MAX_PATHS 96 /* alternatives gone through for one question */

/* ---- what is known */

/* counter within its loop, in one iteration: between its bounds, and whole steps from the start. */
static void add_range(struct linear *s, struct atom *counter, int copy) {
    struct scope *sc = s->sc;
    struct form *f = form_atom(sc->arena, counter);
    struct range *r = range_of(sc, counter);
    const struct tstmt *loop = counter->loop;
    int pos = fact_of(sc->facts, loop)->pos;
    struct form *start = form_divided(sc, loop->for_.start, pos);
    bool up = r->step_value > 0;
    for (int i = 0; i < r->n_lower; ++i) {
        linear_above(s, f, copy, r->lower[i], copy, 0);
    }
    for (int i = 0; i < r->n_upper; ++i) {
        linear_above(s, r->upper[i], copy, f, copy, 0);
    }
    struct form *stop = form_divided(sc, loop->for_.stop, pos);
    s->open |= r->step_value == 0 || !(start || (up ? r->n_lower : r->n_upper)) ||
               !(stop || (up ? r->n_upper : r->n_lower));
    if (r->step_value == 0) {
        return;
    }
    if ((up ? r->n_lower : r->n_upper) == 0) {
        linear_above(s, up ? f : start, copy, up ? start : f, copy, 0);
    }
    if ((up ? r->n_upper : r->n_lower) == 0) {
        linear_above(s, up ? stop : f, copy, up ? f : stop, copy, 1);
    }
    if (r->step_value > 1 || r->step_value < -1) {
        struct form *step = form_const(sc->arena, r->step_value);
        struct form *way = form_add(sc->arena, f, start, -1);
        linear_equal(s, way, copy, form_mul(sc->arena, step, form_quotient(sc, way, step)), copy);
    }
}

/* Loops and conditions of the nest around an access. */
static void add_surroundings(struct linear *s, const struct access *x, int copy) {
    const struct facts *facts = s->sc->facts;
    for (const struct stmt_fact *f = facts->order[x->pos]; f->pos > s->sc->lo;) {
        struct tstmt *p = f->parent;
        if (p->kind == TS_FOR && f->block == &p->for_.body) {
            add_range(s, counter_of(s->sc, p), copy);
        }
        f = fact_of(facts, p);
    }
    linear_add_conditions(s, x, copy);
}

/* q = x // d is between (x - d + 1) / d and x / d; min and max are what they say. */
static void add_atom(struct linear *s, struct atom *atom) {
    struct scope *sc = s->sc;
    struct arena *a = sc->arena;
    struct form *q = form_atom(a, atom);
    int64_t d, least;
    if (range_least(sc, atom, &least)) {
        linear_above(s, q, SHARED, form_const(a, 0), SHARED, least);
    }
    struct texpr *e = atom->kind == ATOM_EXPR ? expr_strip(atom->expr) : NULL;
    if (!e || e->kind != TE_OP || e->op.n != 2) {
        return;
    }
    struct form *x = form_of(sc, e->op.arg[0], sc->lo), *y = form_of(sc, e->op.arg[1], sc->lo);
    if (e->op.op == OP_FLOORDIV && form_is_const(y, &d) && d > 0 && x) {
        struct form *dq = form_scale(a, q, d);
        linear_above(s, x, SHARED, dq, SHARED, 0);
        linear_above(s, dq, SHARED, x, SHARED, 1 - d);
    } else if (e->op.op == OP_MOD && form_is_const(y, &d) && d > 0) {
        linear_above(s, q, SHARED, form_const(a, 0), SHARED, 0);
        linear_above(s, form_const(a, d - 1), SHARED, q, SHARED, 0);
    } else if (e->op.op == OP_PYMIN) {
        linear_above(s, x, SHARED, q, SHARED, 0);
        linear_above(s, y, SHARED, q, SHARED, 0);
    } else if (e->op.op == OP_PYMAX) {
        linear_above(s, q, SHARED, x, SHARED, 0);
        linear_above(s, q, SHARED, y, SHARED, 0);
    }
}

/* d * q <= x < d * q + d for a divisor of known sign, in one iteration. */
static void add_remainder(struct linear *s, const struct atom *atom, bool positive, int copy) {
    struct arena *a = s->sc->arena;
    struct form *zero = form_const(a, 0), *d = atom->divisor;
    struct form *whole = form_mul(a, d, form_atom(a, (struct atom *)atom));
    struct form *left = form_add(a, atom->dividend, whole, -1);
    linear_above(s, positive ? left : zero, copy, positive ? zero : left, copy, 0);
    linear_above(s, positive ? d : left, copy, positive ? left : d, copy, 1);
}

/* Quotients that rows mention, each with its iteration. */
struct seen {
    int n;
    struct atom *atom[MAX_COLUMNS * FORM_FACTORS];
    int copy[MAX_COLUMNS * FORM_FACTORS];
    bool positive[MAX_COLUMNS * FORM_FACTORS]; /* the divisor */
};

/* Is y in one iteration what x is in the other? */
static bool is_other(const struct linear *s, const struct atom *x, int copy_x, const struct atom *y,
                     int copy_y) {
    for (int copy = 0; copy < 2; ++copy) {
        if (s->at[copy]) {
            struct form *moved = iteration_form(s->sc, x->dividend, s->at[copy]);
            return form_equal(moved, y->dividend) && form_equal(x->divisor, y->divisor);
        }
    }
    return x == y && copy_x != copy_y;
}

/* Quotients of both iterations by a divisor that is no number: equal, or apart by it at least. */
static void add_quotients_apart(struct linear *s, const struct seen *seen, int i, int j) {
    struct arena *a = s->sc->arena;
    struct form *q[2] = {form_atom(a, seen->atom[i]), form_atom(a, seen->atom[j])};
    struct form *d = seen->atom[i]->divisor;
    struct form *whole[2] = {form_mul(a, d, q[0]), form_mul(a, d, q[1])};
    int copy[2] = {seen->copy[i], seen->copy[j]};
    int side = linear_branch(s, 3);
    if (side < 0 || !whole[0] || !whole[1]) {
        return;
    }
    if (side == 0) {
        linear_equal(s, q[0], copy[0], q[1], copy[1]);
        linear_equal(s, whole[0], copy[0], whole[1], copy[1]);
        return;
    }
    int high = side - 1; /* whose quotient is the greater */
    int top = seen->positive[i] ? high : !high;
    linear_above(s, q[high], copy[high], q[!high], copy[!high], 1);
    linear_row(s, false);
    linear_add(s, whole[top], copy[top], 1);
    linear_add(s, whole[!top], copy[!top], -1);
    linear_add(s, d, SHARED, seen->positive[i] ? -1 : 1);
}

/* The sign of a divisor that is no number: the same for all quotients by it. False: left out. */
static bool find_sign(struct linear *s, struct seen *seen, const struct form *d) {
    struct arena *a = s->sc->arena;
    struct form *one = form_const(a, 1);
    for (int i = 0; i < seen->n; ++i) {
        if (form_equal(seen->atom[i]->divisor, d)) {
            seen->positive[seen->n] = seen->positive[i];
            return true;
        }
    }
    int sign = range_nonneg(s->sc, form_add(a, d, one, -1)) ? 0 : linear_branch(s, 2);
    seen->positive[seen->n] = sign == 0;
    if (sign >= 0) {
        linear_above(s, sign ? form_scale(a, d, -1) : d, SHARED, one, SHARED, 0);
    }
    return sign >= 0;
}

/* q = x // d, where rows mention it, in one iteration or both. */
static void add_quotient(struct linear *s, struct seen *seen, struct atom *atom, int copy) {
    int at = seen->n;
    int64_t d;
    copy = atom_varies(atom, s->depth) ? copy : SHARED;
    for (int i = 0; i < at; ++i) {
        if (seen->atom[i] == atom && seen->copy[i] == copy) {
            return;
        }
    }
    bool number = form_is_const(atom->divisor, &d);
    seen->positive[at] = number && d > 0;
    if (!number && !find_sign(s, seen, atom->divisor)) {
        return;
    }
    seen->atom[at] = atom;
    seen->copy[at] = copy;
    add_remainder(s, atom, seen->positive[at], copy);
    for (int i = 0; i < at && !number && !s->fixed; ++i) {
        const struct atom *other = seen->atom[i];
        if (is_other(s, other, seen->copy[i], atom, copy) ||
            is_other(s, atom, copy, other, seen->copy[i])) {
            add_quotients_apart(s, seen, i, at);
        }
    }
    ++seen->n;
}

/* The quotients in a column. */
static void add_quotients(struct linear *s, struct seen *seen, int column) {
    const struct column c = s->column[column];
    for (int i = 0; i < c.term.n; ++i) {
        if (c.term.factor[i]->kind == ATOM_QUOTIENT) {
            add_quotient(s, seen, c.term.factor[i], c.copy);
        }
    }
}

/* Products and atoms that rows mention; those of added rows in turn. */
static void add_atoms(struct linear *s) {
    struct seen seen = {.n = 0};
    for (int i = 0; i < s->columns && !s->full; ++i) {
        const struct term t = s->column[i].term;
        s->atoms = false;
        linear_add_product(s, i);
        s->atoms = true;
        add_quotients(s, &seen, i);
        if (t.n == 1 && s->column[i].copy == SHARED) {
            add_atom(s, t.factor[0]);
        }
    }
}

static bool has_interval(const struct access *x, int k) {
    return x->low[k] && x->high[k] && x->known[k] != INDEX_WRAPS;
}

/* An index that may be negative: it is not, or it is counted from the end. */
static struct form *placed_index(struct linear *s, const struct access *x, int k, int copy) {
    struct arena *a = s->sc->arena;
    struct form *f = x->exact[k], *zero = form_const(a, 0);
    if (!x->wraps[k] || !f) {
        return f;
    }
    struct form *extent = form_extent(s->sc, x->root, k, s->sc->lo);
    int side = extent ? linear_branch(s, 2) : -1;
    if (side < 0) {
        return NULL;
    }
    linear_above(s, side ? zero : f, copy, side ? f : zero, copy, side);
    return side ? form_add(a, f, extent, 1) : f;
}

/* The same index on an axis, as far as it is known. */
static void add_equality(struct linear *s, const struct access *x, const struct access *y, int k) {
    int first = s->p.nrow;
    struct form *p = x->exact[k] && y->exact[k] ? placed_index(s, x, k, 0) : NULL;
    struct form *q = p ? placed_index(s, y, k, 1) : NULL;
    linear_equal(s, p, 0, q, 1);
    if (!q && has_interval(x, k) && has_interval(y, k)) {
        linear_above(s, x->high[k], 0, y->low[k], 1, 0);
        linear_above(s, y->high[k], 1, x->low[k], 0, 0);
    }
    if (!s->fixed) {
        linear_add_multiples(s, first, s->p.nrow);
    }
}

/* ---- questions */

/* Two accesses of one element, and where the iterations stand. */
struct question {
    const struct access *x, *y;
    const struct iteration *at_x, *at_y; /* or NULL */
    struct tstmt *const *loop;
    const enum turn *turn;
    int n; /* loops whose turn is known */
};

/* The step of a loop as far as its sign is known; 1: some distance in one direction. */
static struct form *step_of(struct scope *sc, struct atom *counter) {
    struct form *step = range_of(sc, counter)->step, *one = form_const(sc->arena, 1);
    struct form *down = form_scale(sc->arena, step ? step : one, -1);
    bool known = step && (range_nonneg(sc, form_add(sc->arena, step, one, -1)) ||
                          range_nonneg(sc, form_add(sc->arena, down, one, -1)));
    return known ? step : one;
}

/* One of the iterations is so many turns of the loop later: its own counter is all that tells. */
static void add_distance(struct linear *s, struct tstmt *loop, enum turn turn) {
    struct scope *sc = s->sc;
    struct arena *a = sc->arena;
    struct atom *counter = counter_of(sc, loop);
    struct form *way = form_mul(a, step_of(sc, counter), form_atom(a, distance_atom(sc)));
    s->depth = counter->depth + 1;
    s->later.n = 1;
    s->later.counter[0] = counter;
    s->later.value[0] = form_add(a, form_atom(a, counter), way, 1);
    if (turn != TURN_SAME) {
        s->at[turn == TURN_BEFORE] = &s->later;
    }
}

/* The counters of a loop further in: before, the same or after, in the order in which it runs. */
static void add_order(struct linear *s, struct tstmt *loop, enum turn turn) {
    struct atom *atom = counter_of(s->sc, loop);
    struct form *counter = form_atom(s->sc->arena, atom);
    bool down = range_of(s->sc, atom)->step_value < 0;
    if (turn == TURN_SAME) {
        linear_equal(s, counter, 0, counter, 1);
    } else if (turn != TURN_ANY) {
        int later = (turn == TURN_BEFORE) != down;
        linear_above(s, counter, later, counter, !later, 1);
    }
}

/* Begins the system on one path. Loops that stand around all that differs have one counter. */
static void begin(struct linear *s, struct scope *sc, const struct question *q, struct path *path) {
    bool shared = true;
    range_assume(sc, q->x->pos);
    range_assume_also(sc, q->y->pos);
    linear_begin(s, sc, counter_of(sc, q->loop[0])->depth, path);
    s->fixed = q->at_x != NULL;
    s->at[0] = q->at_x;
    s->at[1] = q->at_y;
    for (int k = 0; k < q->n; ++k) {
        if (shared && q->turn[k] != TURN_ANY) {
            add_distance(s, q->loop[k], q->turn[k]);
        } else {
            add_order(s, q->loop[k], q->turn[k]);
        }
        shared = shared && q->turn[k] == TURN_SAME;
    }
}

static void state(struct linear *s, struct scope *sc, const struct question *q, struct path *path) {
    begin(s, sc, q, path);
    for (int k = 0; k < q->x->rank; ++k) {
        add_equality(s, q->x, q->y, k);
    }
    add_surroundings(s, q->x, 0);
    add_surroundings(s, q->y, 1);
    add_atoms(s);
}

/* The answer on one path. */
static enum tri ask_path(struct linear *s, struct scope *sc, const struct question *q,
                         struct path *path) {
    state(s, sc, q, path);
    enum tri found = linear_feasible(s, LMAD_ILP);
    sc->of_data |= found == TRI_YES && s->open;
    return found == TRI_YES && s->open ? TRI_UNKNOWN : found;
}

/* Do the indices alone keep the iterations apart, by a descriptor? Most do. */
static bool indices_apart(struct linear *s, struct scope *sc, const struct question *q) {
    begin(s, sc, q, NULL);
    for (int k = 0; k < q->x->rank; ++k) {
        add_equality(s, q->x, q->y, k);
    }
    add_atoms(s);
    return linear_feasible(s, LMAD_DESCRIPTOR) == TRI_NO;
}

/* The best answer of all paths. What has alternatives is left out first: that may do. */
static enum tri ask(struct scope *sc, const struct question *q) {
    struct linear s;
    struct path path = {0};
    if (!q->at_x && indices_apart(&s, sc, q)) {
        return TRI_NO;
    }
    enum tri answer = ask_path(&s, sc, q, NULL);
    if (answer == TRI_NO || !s.skipped) {
        return answer;
    }
    answer = TRI_NO;
    for (int i = 0; i < MAX_PATHS; ++i) {
        enum tri found = ask_path(&s, sc, q, &path);
        answer = found == TRI_NO ? answer : found;
        if (answer == TRI_YES || (answer == TRI_UNKNOWN && !q->at_x) || !path_next(&path)) {
            return answer;
        }
    }
    return TRI_UNKNOWN;
}

static bool has_axes(const struct access *x, const struct access *y) {
    for (int k = 0; k < x->rank; ++k) {
        if ((x->exact[k] && y->exact[k]) || (has_interval(x, k) && has_interval(y, k))) {
            return true;
        }
    }
    return false;
}

static enum tri possible(struct scope *sc, const struct question *q) {
    bool known = has_axes(q->x, q->y);
    sc->of_data |= !known;
    return known ? ask(sc, q) : TRI_UNKNOWN;
}

enum tri collision_at(struct scope *sc, const struct access *x, const struct iteration *at_x,
                      const struct access *y, const struct iteration *at_y) {
    struct tstmt *loop = at_x->counter[0]->loop;
    struct question q = {.x = x, .y = y, .at_x = at_x, .at_y = at_y, .loop = &loop};
    return ask(sc, &q);
}

/* What a solution gives to an atom: `other` where no row speaks of it. */
static struct form *solved(const struct linear *s, const int64_t *value, const struct atom *atom,
                           int copy, struct form *other) {
    for (int k = 0; k < s->columns; ++k) {
        const struct column *c = &s->column[k];
        if (c->copy == copy && c->term.n == 1 && c->term.factor[0] == atom) {
            return form_const(s->sc->arena, value[k]);
        }
    }
    return other;
}

/* The values that a solution gives to counters; their first ones where no row speaks of them. */
static bool read_counters(const struct linear *s, const int64_t *value, int copy,
                          struct iteration *at) {
    struct scope *sc = s->sc;
    for (int i = 0; i < at->n; ++i) {
        const struct tstmt *loop = at->counter[i]->loop;
        int pos = fact_of(sc->facts, loop)->pos;
        if (range_of(sc, at->counter[i])->step_value == 0 ||
            !form_divided(sc, loop->for_.stop, pos)) {
            return false;
        }
        struct atom *counter = at->counter[i];
        struct form *start = form_of(sc, loop->for_.start, pos);
        at->value[i] =
            solved(s, value, counter, atom_varies(counter, s->depth) ? copy : SHARED, start);
        if (i == 0 && s->at[copy]) {
            struct form *turns =
                solved(s, value, distance_atom(sc), SHARED, form_const(sc->arena, 1));
            at->value[i] = form_add(sc->arena, at->value[i],
                                    form_mul(sc->arena, step_of(sc, counter), turns), 1);
        }
        if (!at->value[i]) {
            return false;
        }
    }
    return true;
}

bool collision_example(struct scope *sc, const struct access *x, struct iteration *at_x,
                       const struct access *y, struct iteration *at_y, int64_t bound) {
    static const enum turn before = TURN_BEFORE;
    struct tstmt *loop = at_x->counter[0]->loop;
    struct question q = {.x = x, .y = y, .loop = &loop, .turn = &before, .n = 1};
    struct linear s;
    struct path path = {0};
    int64_t value[MAX_COLUMNS];
    for (int i = 0; i < MAX_PATHS; ++i) {
        state(&s, sc, &q, &path);
        if (linear_solve(&s, bound, value)) {
            return read_counters(&s, value, 0, at_x) && read_counters(&s, value, 1, at_y);
        }
        if (!path_next(&path)) {
            return false;
        }
    }
    return false;
}

/* ---- questions counted */

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double tally_begin(struct scope *sc) {
    sc->way = LMAD_DESCRIPTOR;
    sc->of_data = false;
    return sc->tally ? seconds() : 0;
}

/* Is the answer that they never meet? */
static bool tally_end(struct scope *sc, double begun, enum tri answer) {
    int way = answer == TRI_NO    ? (int)sc->way
              : answer == TRI_YES ? TALLY_MEET
              : sc->of_data       ? TALLY_DATA
                                  : TALLY_OPEN;
    if (sc->tally) {
        ++sc->tally->n[way];
        sc->tally->seconds[way] += seconds() - begun;
    }
    return answer == TRI_NO;
}

bool iterations_apart(struct scope *sc, const struct access *x, const struct access *y,
                      struct tstmt *const *loop, const enum turn *turn, int n) {
    struct question q = {.x = x, .y = y, .loop = loop, .turn = turn, .n = n};
    double begun = tally_begin(sc);
    return tally_end(sc, begun, possible(sc, &q));
}

bool accesses_separated(struct scope *sc, const struct access *x, const struct access *y,
                        struct tstmt *loop) {
    static const enum turn turn[] = {TURN_BEFORE, TURN_AFTER};
    struct question before = {.x = x, .y = y, .loop = &loop, .turn = &turn[0], .n = 1};
    struct question after = {.x = x, .y = y, .loop = &loop, .turn = &turn[1], .n = 1};
    double begun = tally_begin(sc);
    enum tri meet = possible(sc, &before);
    if (meet == TRI_NO && x != y) {
        meet = possible(sc, &after);
    }
    return tally_end(sc, begun, meet);
}

/* The loops whose counters the system mentions. */
static void add_mentioned(struct linear *s) {
    for (int i = 0; i < s->columns && !s->full; ++i) {
        const struct column c = s->column[i];
        for (int k = 0; k < c.term.n; ++k) {
            struct atom *atom = c.term.factor[k];
            bool loops = atom->kind == ATOM_COUNTER && c.term.n == 1;
            for (int copy = 0; copy < 2 && loops; ++copy) {
                if (c.copy == copy || (c.copy == SHARED && atom == s->later.counter[0])) {
                    add_range(s, atom, copy);
                }
            }
        }
    }
}

bool axis_separates(struct scope *sc, const struct access *x, int axis, struct tstmt *loop) {
    static const enum turn before = TURN_BEFORE;
    struct question q = {.x = x, .y = x, .loop = &loop, .turn = &before, .n = 1};
    struct linear s;
    double begun = tally_begin(sc);
    begin(&s, sc, &q, NULL);
    add_equality(&s, x, x, axis);
    add_mentioned(&s);
    add_atoms(&s);
    return linear_feasible(&s, LMAD_ELIMINATION) == TRI_NO && tally_end(sc, begun, TRI_NO);
}
