/* Finding two concrete iterations that collide, to show them.
 *
 * The first few values of the loop's counter and of the counters inside are tried; everything known
 * before the loop stays symbolic and has to cancel out, so a witness holds for all its values. */
#include "loops.h"

#define TURNS 10      /* first values of the loop's counter */
#define CANDIDATES 24 /* values of it in all */
#define INNER_TURNS 3 /* of each counter inside: the first, the second, the last */
#define ASKED 48      /* systems looked at for one pair of accesses, */
#define TRIED 1000    /* and pairs of iterations before it is a system that finds them */
#define SOLVED 200    /* systems solved for it then */
#define FARTHEST 1024 /* counters that collide are looked for up to here first */
#define SPREAD 3      /* first values of each counter, for an exchange of loops */

struct candidates {
    int n;
    struct form *item[CANDIDATES];
};

/* Value number `turn` of a counter: its first value plus turn steps. */
static struct form *nth_value(struct scope *sc, struct atom *counter, int turn) {
    struct range *r = range_of(sc, counter);
    struct tstmt *loop = counter->loop;
    if (r->step_value == 0) {
        return NULL;
    }
    struct form *first = form_of(sc, loop->for_.start, fact_of(sc->facts, loop)->pos);
    return form_add(sc->arena, first, form_const(sc->arena, turn), r->step_value);
}

/* Is a value whole steps away from the first one, for certain? */
static bool is_stepped(struct scope *sc, struct atom *counter, const struct form *value) {
    struct range *r = range_of(sc, counter);
    struct form *first = nth_value(sc, counter, 0);
    int64_t distance;
    if (r->step_value == 1 || r->step_value == -1) {
        return true;
    }
    return first && form_is_const(form_add(sc->arena, value, first, -1), &distance) &&
           distance % r->step_value == 0;
}

static struct form *last_value(struct scope *sc, struct atom *counter) {
    struct range *r = range_of(sc, counter);
    bool exact = r->step_value == 1 || r->step_value == -1;
    if (!exact || r->n_lower != 1 || r->n_upper != 1) {
        return NULL;
    }
    return r->step_value > 0 ? r->upper[0] : r->lower[0];
}

/* Is counter k known to be outside of its loop in iteration c? */
static bool outside(struct scope *sc, const struct iteration *c, int k) {
    struct range *r = range_of(sc, c->counter[k]);
    struct form *value = form_atom(sc->arena, c->counter[k]);
    int64_t room;
    for (int i = 0; i < r->n_lower + r->n_upper; ++i) {
        bool lower = i < r->n_lower;
        struct form *d =
            form_add(sc->arena, value, lower ? r->lower[i] : r->upper[i - r->n_lower], -1);
        if (form_is_const(iteration_form(sc, d, c), &room) && (lower ? room < 0 : room > 0)) {
            return true;
        }
    }
    return false;
}

/* Fills in the loop's value and, by the digits, those of the counters inside. */
static bool choose(struct scope *sc, struct iteration *c, struct form *value, int digits) {
    c->value[0] = value;
    if (!is_stepped(sc, c->counter[0], value)) {
        return false;
    }
    for (int i = 1; i < c->n; ++i, digits /= INNER_TURNS) {
        int t = digits % INNER_TURNS;
        c->value[i] = t < 2 ? nth_value(sc, c->counter[i], t) : last_value(sc, c->counter[i]);
        if (!c->value[i]) {
            return false;
        }
    }
    for (int i = 0; i < c->n; ++i) {
        if (outside(sc, c, i)) {
            return false;
        }
    }
    return true;
}

/* The counters of the loops around an access, up to `loop`. */
static bool collect_counters(struct scope *sc, const struct access *x, struct tstmt *loop,
                             struct iteration *c) {
    c->n = 1;
    c->counter[0] = counter_of(sc, loop);
    struct tstmt *l = sc->facts->order[x->pos]->loop;
    for (; l && l != loop; l = fact_of(sc->facts, l)->loop) {
        if (l->kind != TS_FOR) {
            continue;
        }
        if (c->n > ITERATION_INNER) {
            return false;
        }
        c->counter[c->n++] = counter_of(sc, l); /* innermost first */
    }
    return l == loop;
}

/* Element k of the index, counted from the end where that is certain. */
static struct form *index_at(struct scope *sc, const struct access *x, int k,
                             const struct iteration *at) {
    struct form *f = iteration_form(sc, x->exact[k], at); /* exact is there: all_forms */
    int64_t c;
    return x->wraps[k] && form_is_const(f, &c) && c < 0
               ? form_add(sc->arena, f, form_extent(sc, x->root, k, sc->lo), 1)
               : f;
}

static bool same_element(struct scope *sc, const struct access *x, const struct iteration *at_x,
                         const struct access *y, const struct iteration *at_y) {
    for (int k = 0; k < x->rank; ++k) {
        if (!form_equal(index_at(sc, x, k, at_x), index_at(sc, y, k, at_y))) {
            return false;
        }
    }
    return true;
}

static int power(int n) {
    int p = 1;
    while (n-- > 0) {
        p *= INNER_TURNS;
    }
    return p;
}

/* What x in one iteration and y in the other touch both. */
static struct witness *describe(struct scope *sc, const struct access *x,
                                const struct iteration *at_x, const struct access *y,
                                const struct iteration *at_y, int n) {
    struct arena *a = sc->arena;
    struct witness *w = ARENA_NEW(a, struct witness);
    *w = (struct witness){.n = n, .x_writes = x->write, .y_writes = y->write};
    for (int k = 0; k < n; ++k) {
        w->counter[k] = at_x->counter[k]->var->name;
        w->x[k] = form_text(a, at_x->value[k]);
        w->y[k] = form_text(a, at_y->value[k]);
    }
    w->array = x->root ? x->root->name : NULL;
    for (; w->rank < x->rank; ++w->rank) {
        w->index[w->rank] = form_text(a, index_at(sc, x, w->rank, at_x));
    }
    return w;
}

/* A search for two iterations: those of one whose conditions are certain end it. */
struct search {
    struct scope *sc;
    const struct access *x, *y;
    struct iteration at_x, at_y;
    bool carried;                  /* no element but a variable, and y is the later one */
    int asked, tried;              /* systems, and pairs of iterations, looked at */
    const struct witness *perhaps; /* the first two that collide when conditions hold */
};

/* The two iterations, when they certainly collide. */
static const struct witness *test(struct search *s) {
    if (!same_element(s->sc, s->x, &s->at_x, s->y, &s->at_y)) {
        return NULL;
    }
    ++s->asked;
    enum tri t = collision_at(s->sc, s->x, &s->at_x, s->y, &s->at_y);
    const struct witness *w =
        t == TRI_NO ? NULL : describe(s->sc, s->x, &s->at_x, s->y, &s->at_y, 1);
    s->perhaps = s->perhaps ? s->perhaps : w;
    return t == TRI_YES ? w : NULL;
}

/* All choices for two given values of the loop's counter. Two iterations that certainly collide.
 */
static const struct witness *search(struct search *s, struct form *value_x, struct form *value_y) {
    struct scope *sc = s->sc;
    int nx = power(s->at_x.n - 1), ny = power(s->at_y.n - 1);
    for (int i = 0; i < nx; ++i) {
        if (!choose(sc, &s->at_x, value_x, i)) {
            continue;
        }
        for (int j = 0; j < ny && s->asked < ASKED && s->tried < TRIED; ++j, ++s->tried) {
            const struct witness *w = choose(sc, &s->at_y, value_y, j) ? test(s) : NULL;
            if (w) {
                return w;
            }
        }
    }
    return NULL;
}

static int64_t next_bound(int64_t bound) {
    return bound == LMAD_OPEN ? INT64_MAX : bound < FARTHEST ? 4 * bound : LMAD_OPEN;
}

/* Iterations that solve the whole system, the smallest first: where conditions leave few. */
static const struct witness *solve(struct search *s) {
    const struct witness *w = NULL;
    int fuel = SOLVED;
    for (int64_t bound = 4; bound <= LMAD_OPEN && !w; bound = next_bound(bound)) {
        bool found =
            collision_example(s->sc, s->x, &s->at_x, s->y, &s->at_y, bound, &fuel) ||
            (!s->carried && collision_example(s->sc, s->y, &s->at_y, s->x, &s->at_x, bound, &fuel));
        w = found ? test(s) : NULL;
    }
    return w;
}

static void add_candidate(struct candidates *c, struct form *f) {
    for (int i = 0; i < c->n; ++i) {
        if (form_equal(c->item[i], f)) {
            return;
        }
    }
    if (f && c->n < CANDIDATES) {
        c->item[c->n++] = f;
    }
}

/* Values at which an index of x, c*i + rest with c = 1 or -1, meets one of y that is fixed in the
 * loop; and the next ones. */
static void add_meetings(struct scope *sc, const struct access *x, const struct access *y,
                         struct atom *counter, struct candidates *c) {
    struct arena *a = sc->arena;
    struct form *coef, *rest;
    int64_t k;
    for (int axis = 0; axis < x->rank; ++axis) {
        if (!x->form[axis] || !y->form[axis] || form_counter(y->form[axis], counter->depth) ||
            !form_split(a, x->form[axis], counter, &coef, &rest) || !form_is_const(coef, &k) ||
            (k != 1 && k != -1)) {
            continue;
        }
        struct form *f = form_scale(a, form_add(a, y->form[axis], rest, -1), k);
        if (f && !form_counter(f, counter->depth)) {
            add_candidate(c, f);
            add_candidate(c, form_add(a, f, form_const(a, 1), 1));
            add_candidate(c, form_add(a, f, form_const(a, 1), -1));
        }
    }
}

static struct candidates candidates_of(struct scope *sc, const struct access *x,
                                       const struct access *y, struct atom *counter) {
    struct candidates c = {0};
    for (int i = 0; i < TURNS; ++i) {
        add_candidate(&c, nth_value(sc, counter, i));
    }
    add_meetings(sc, x, y, counter, &c);
    add_meetings(sc, y, x, counter, &c);
    return c;
}

static bool all_forms(const struct access *x) {
    for (int k = 0; k < x->rank; ++k) {
        if (!x->exact[k]) {
            return false;
        }
    }
    return true;
}

const struct witness *witness_find(struct scope *sc, const struct access *x, const struct access *y,
                                   struct tstmt *loop, bool *maybe) {
    struct search s = {.sc = sc, .x = x, .y = y};
    if (!collect_counters(sc, x, loop, &s.at_x) || !collect_counters(sc, y, loop, &s.at_y) ||
        !all_forms(x) || !all_forms(y)) {
        return NULL;
    }
    struct candidates c = candidates_of(sc, x, y, s.at_x.counter[0]);
    const struct witness *found = NULL;
    int64_t distance;
    for (int sum = 1; sum <= 2 * c.n - 3 && !found; ++sum) {
        for (int i = sum < c.n ? 0 : sum - c.n + 1; i <= sum && i < c.n && !found; ++i) {
            struct form *d = form_add(sc->arena, c.item[i], c.item[sum - i], -1);
            if (form_is_const(d, &distance) && distance != 0) {
                found = search(&s, c.item[i], c.item[sum - i]);
            }
        }
    }
    found = found ? found : solve(&s);
    *maybe = !found;
    return found ? found : s.perhaps;
}

const struct witness *witness_carried(struct scope *sc, int first, int later, struct tstmt *loop) {
    struct access x = {.pos = first, .via = -1}, y = {.pos = later, .via = -1};
    struct search s = {.sc = sc, .x = &x, .y = &y, .carried = true};
    const struct witness *found = NULL;
    if (!collect_counters(sc, &x, loop, &s.at_x) || !collect_counters(sc, &y, loop, &s.at_y)) {
        return NULL;
    }
    for (int i = 0; i < TURNS && !found; ++i) {
        for (int j = i + 1; j < TURNS && !found; ++j) {
            struct form *p = nth_value(sc, s.at_x.counter[0], i);
            struct form *q = nth_value(sc, s.at_x.counter[0], j);
            found = p && q ? search(&s, p, q) : NULL;
        }
    }
    found = found ? found : solve(&s);
    return found;
}

/* ---- exchanged loops */

/* The iteration at these turns of all counters; false when there is none for certain. */
static bool choose_turns(struct scope *sc, struct iteration *c, const int *turn) {
    for (int k = 0; k < c->n; ++k) {
        c->value[k] = nth_value(sc, c->counter[k], turn[k]);
        if (!c->value[k]) {
            return false;
        }
    }
    for (int k = 0; k < c->n; ++k) {
        if (outside(sc, c, k)) {
            return false;
        }
    }
    return true;
}

const struct witness *witness_turned(struct scope *sc, const struct access *x,
                                     const struct access *y, struct tstmt *const *loop, int n,
                                     int a, int b) {
    struct iteration at_x = {.n = n}, at_y = {.n = n};
    if (!all_forms(x) || !all_forms(y)) {
        return NULL;
    }
    for (int k = 0; k < n; ++k) {
        at_x.counter[k] = at_y.counter[k] = counter_of(sc, loop[k]);
    }
    for (int code = 0; code < SPREAD * SPREAD * SPREAD * SPREAD; ++code) {
        int p[WITNESS_LOOPS] = {0}, q[WITNESS_LOOPS] = {0};
        p[a] = code % SPREAD;
        q[a] = code / SPREAD % SPREAD;
        p[b] = code / SPREAD / SPREAD % SPREAD;
        q[b] = code / SPREAD / SPREAD / SPREAD;
        if (p[a] < q[a] && p[b] > q[b] && choose_turns(sc, &at_x, p) &&
            choose_turns(sc, &at_y, q) && same_element(sc, x, &at_x, y, &at_y) &&
            collision_at(sc, x, &at_x, y, &at_y) != TRI_NO) {
            return describe(sc, x, &at_x, y, &at_y, n);
        }
    }
    return NULL;
}
