/* Can two iterations touch one element? As a system of linear inequalities (system.h).
 *
 * The rows say: the indices are equal on every axis, each counter is within its loop and fulfils
 * the conditions around the access, one iteration comes before the other. When there is no
 * solution on any path there is no collision, for any sizes. Neighbours and strides, rows and
 * blocks, triangles, mirrored and transposed accesses, red and black elements are told apart so. */
#include <time.h>

#include "build.h"
#include "loops.h"

#define MAX_PATHS 96 /* alternatives gone through for one question */

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
    const struct counter_order *order;
    int n_order;
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
    for (int k = 0; k < q->n_order; ++k) {
        const struct counter_order *o = &q->order[k];
        linear_above(s, form_atom(sc->arena, counter_of(sc, o->high)), o->of_high,
                     form_atom(sc->arena, counter_of(sc, o->low)), o->of_low, 1);
    }
}

static void state(struct linear *s, struct scope *sc, const struct question *q, struct path *path) {
    begin(s, sc, q, path);
    for (int k = 0; k < q->x->rank; ++k) {
        add_equality(s, q->x, q->y, k);
    }
    linear_add_surroundings(s, q->x, 0);
    linear_add_surroundings(s, q->y, 1);
    linear_add_atoms(s);
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
    linear_add_atoms(s);
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
                       const struct access *y, struct iteration *at_y, int64_t bound, int *fuel) {
    static const enum turn before = TURN_BEFORE;
    struct tstmt *loop = at_x->counter[0]->loop;
    struct question q = {.x = x, .y = y, .loop = &loop, .turn = &before, .n = 1};
    struct linear s;
    struct path path = {0};
    int64_t value[MAX_COLUMNS];
    for (int i = 0; i < MAX_PATHS && --*fuel >= 0; ++i) {
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

bool iterations_apart_where(struct scope *sc, const struct access *x, const struct access *y,
                            struct tstmt *const *loop, const enum turn *turn, int n,
                            const struct counter_order *order, int n_order) {
    struct question q = {
        .x = x, .y = y, .loop = loop, .turn = turn, .n = n, .order = order, .n_order = n_order};
    double begun = tally_begin(sc);
    return tally_end(sc, begun, possible(sc, &q));
}

bool iterations_apart(struct scope *sc, const struct access *x, const struct access *y,
                      struct tstmt *const *loop, const enum turn *turn, int n) {
    return iterations_apart_where(sc, x, y, loop, turn, n, NULL, 0);
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

bool axis_separates(struct scope *sc, const struct access *x, int axis, struct tstmt *loop) {
    static const enum turn before = TURN_BEFORE;
    struct question q = {.x = x, .y = x, .loop = &loop, .turn = &before, .n = 1};
    struct linear s;
    double begun = tally_begin(sc);
    begin(&s, sc, &q, NULL);
    add_equality(&s, x, x, axis);
    linear_add_mentioned(&s);
    linear_add_atoms(&s);
    return linear_feasible(&s, LMAD_ELIMINATION) == TRI_NO && tally_end(sc, begun, TRI_NO);
}
