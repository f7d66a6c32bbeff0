/* Telling apart what two iterations of a loop touch, one axis at a time.
 *
 * An index is c*i + rest in the counter i of the loop; what the loops inside contribute lies
 * between two bounds. Two iterations touch different indices when
 *   - the bounds leave no room: |c*step| is more than the width (c*i + k; blocks b*B + k, k < B);
 *   - one side is always above the other (y[i] and y[i + n], i < n);
 *   - they differ modulo M, of which all else is a multiple (j*n + i, i < n).
 * When no axis does it alone, all of them and all conditions are looked at together (collide.c). */
#include <time.h>

#include "loops.h"

#define CANDIDATES 3 /* bounds tried of each side */

struct side {
    int n_low, n_high;
    struct form *low[CANDIDATES], *high[CANDIDATES]; /* in i and what is outside of the loop */
};

struct pair_test {
    struct scope *sc;
    struct atom *counter; /* of the loop */
    struct form *step;    /* NULL when it has no form */
};

static bool at_least(struct scope *sc, const struct form *x, int64_t least) {
    return range_nonneg(sc, form_add(sc->arena, x, form_const(sc->arena, least), -1));
}

static struct side side_of(struct pair_test *t, const struct form *low, const struct form *high) {
    int depth = t->counter->depth + 1;
    struct side s = {0};
    s.n_low = range_bounds(t->sc, low, false, depth, CANDIDATES, s.low);
    s.n_high = range_bounds(t->sc, high, true, depth, CANDIDATES, s.high);
    return s;
}

/* The distance between the least of y and the greatest of x within one value of the counter:
 * high - low, when both have coefficient c. */
static struct form *reach(struct pair_test *t, const struct form *high, const struct form *low,
                          const struct form *c) {
    struct arena *a = t->sc->arena;
    struct form *coef, *rest;
    struct form *d = form_add(a, high, low, -1);
    if (!form_split(a, high, t->counter, &coef, &rest) || !form_equal(coef, c)) {
        return NULL;
    }
    return form_holds(d, t->counter) ? NULL : d;
}

/* Least reach among the candidates that makes |stride| leave room. */
static bool stride_beats(struct pair_test *t, const struct side *x, const struct side *y,
                         const struct form *c, const struct form *stride) {
    for (int i = 0; i < x->n_high; ++i) {
        for (int j = 0; j < y->n_low; ++j) {
            struct form *r = reach(t, x->high[i], y->low[j], c);
            if (r && at_least(t->sc, form_add(t->sc->arena, stride, r, -1), 1)) {
                return true;
            }
        }
    }
    return false;
}

/* Coefficient of the counter in the first lower bound; NULL when it is 0 or not free of counters.
 */
static struct form *coefficient(struct pair_test *t, const struct side *s) {
    struct form *c, *rest;
    if (s->n_low == 0 || !form_split(t->sc->arena, s->low[0], t->counter, &c, &rest) ||
        form_counter(c, t->counter->depth)) {
        return NULL;
    }
    return c;
}

/* Is a distance of at least |stride| between two iterations more than the widths? */
static bool either_sign_beats(struct pair_test *t, const struct side *x, const struct side *y,
                              const struct form *c, const struct form *stride) {
    for (int sign = 1; stride && sign >= -1; sign -= 2) {
        struct form *s = form_scale(t->sc->arena, stride, sign);
        if (s && stride_beats(t, x, y, c, s) && stride_beats(t, y, x, c, s)) {
            return true;
        }
    }
    return false;
}

/* Every two iterations are more than the widths apart. Counters differ by |step| or more, and by 1
 * or more. */
static bool apart_by_stride(struct pair_test *t, const struct side *x, const struct side *y) {
    struct form *c = coefficient(t, x);
    if (!c) {
        return false;
    }
    return either_sign_beats(t, x, y, c, c) ||
           (t->step && either_sign_beats(t, x, y, c, form_mul(t->sc->arena, c, t->step)));
}

/* low > high over the whole loop? */
static bool wholly_above(struct pair_test *t, const struct form *above, const struct form *below) {
    struct form *low[CANDIDATES], *high[CANDIDATES];
    int depth = t->counter->depth;
    int n = range_bounds(t->sc, above, false, depth, CANDIDATES, low);
    int m = range_bounds(t->sc, below, true, depth, CANDIDATES, high);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < m; ++j) {
            if (at_least(t->sc, form_add(t->sc->arena, low[i], high[j], -1), 1)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- modulo */

/* f without the counters inside the loop whose coefficients are multiples of m. */
static struct form *without_multiples(struct pair_test *t, const struct form *f,
                                      const struct form *m) {
    struct arena *a = t->sc->arena;
    struct form *kept = (struct form *)f;
    for (int i = 0; i < f->n; ++i) {
        for (int k = 0; k < f->term[i].n; ++k) {
            struct atom *counter = f->term[i].factor[k];
            struct form *coef, *rest;
            if (counter->kind == ATOM_COUNTER && counter->depth > t->counter->depth &&
                form_split(a, kept, counter, &coef, &rest) && coef->n > 0 &&
                form_divide(a, coef, m)) {
                kept = rest;
            }
        }
    }
    return kept;
}

/* Is m above the widest difference: |c| * (last - first value) + reach? */
static bool modulus_beats(struct pair_test *t, const struct side *x, const struct side *y,
                          const struct form *c, const struct form *m) {
    struct scope *sc = t->sc;
    struct range *r = range_of(sc, t->counter);
    bool up = range_nonneg(sc, c);
    struct form *size = up ? (struct form *)c : form_scale(sc->arena, c, -1);
    if (!up && !range_nonneg(sc, size)) {
        return false;
    }
    for (int i = 0; i < r->n_lower; ++i) {
        for (int j = 0; j < r->n_upper; ++j) {
            struct form *span = form_add(sc->arena, r->upper[j], r->lower[i], -1);
            struct form *room = form_add(sc->arena, m, form_mul(sc->arena, size, span), -1);
            if (room && stride_beats(t, x, y, c, room) && stride_beats(t, y, x, c, room)) {
                return true;
            }
        }
    }
    return false;
}

/* Tries one coefficient as the modulus. */
static bool apart_by_modulus(struct pair_test *t, const struct form *x, const struct form *y,
                             const struct form *m) {
    struct form *p = without_multiples(t, x, m), *q = without_multiples(t, y, m);
    struct side sx = side_of(t, p, p), sy = side_of(t, q, q);
    struct form *c = coefficient(t, &sx);
    return c && apart_by_stride(t, &sx, &sy) && modulus_beats(t, &sx, &sy, c, m);
}

static bool apart_modulo(struct pair_test *t, const struct form *x, const struct form *y) {
    for (int i = 0; i < x->n; ++i) {
        for (int k = 0; k < x->term[i].n; ++k) {
            struct atom *counter = x->term[i].factor[k];
            struct form *coef, *rest;
            if (counter->kind == ATOM_COUNTER && counter->depth > t->counter->depth &&
                form_split(t->sc->arena, x, counter, &coef, &rest) && coef->n == 1 &&
                apart_by_modulus(t, x, y, coef)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- */

static bool has_interval(enum index_known known) {
    return known == INDEX_FORM || known == INDEX_BETWEEN;
}

static bool axis_separated(struct pair_test *t, const struct access *x, const struct access *y,
                           int k) {
    if (!has_interval(x->known[k]) || !has_interval(y->known[k])) {
        return false;
    }
    struct side sx = side_of(t, x->low[k], x->high[k]), sy = side_of(t, y->low[k], y->high[k]);
    if (apart_by_stride(t, &sx, &sy) || wholly_above(t, x->low[k], y->high[k]) ||
        wholly_above(t, y->low[k], x->high[k])) {
        return true;
    }
    return x->known[k] == INDEX_FORM && y->known[k] == INDEX_FORM &&
           apart_modulo(t, x->form[k], y->form[k]);
}

/* ---- questions */

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double tally_begin(struct scope *sc) {
    sc->way = LMAD_DESCRIPTOR;
    return sc->tally ? seconds() : 0;
}

void tally_end(struct scope *sc, double begun, bool answered) {
    int way = answered ? (int)sc->way : LMAD_WAYS;
    if (sc->tally) {
        ++sc->tally->n[way];
        sc->tally->seconds[way] += seconds() - begun;
    }
}

bool axis_separates(struct scope *sc, const struct access *x, int axis, struct tstmt *loop) {
    struct pair_test t = {.sc = sc, .counter = counter_of(sc, loop)};
    t.step = range_of(sc, t.counter)->step;
    range_assume(sc, fact_of(sc->facts, loop)->pos + 1);
    return axis_separated(&t, x, x, axis);
}

static bool separated(struct scope *sc, const struct access *x, const struct access *y,
                      struct tstmt *loop) {
    struct pair_test t = {.sc = sc, .counter = counter_of(sc, loop)};
    t.step = range_of(sc, t.counter)->step;
    range_assume(sc, x->pos);
    range_assume_also(sc, y->pos);
    for (int k = 0; k < x->rank; ++k) {
        if (axis_separated(&t, x, y, k)) {
            return true;
        }
    }
    return collision_impossible(sc, x, y, loop);
}

bool accesses_separated(struct scope *sc, const struct access *x, const struct access *y,
                        struct tstmt *loop) {
    double begun = tally_begin(sc);
    bool apart = separated(sc, x, y, loop);
    tally_end(sc, begun, apart);
    return apart;
}
