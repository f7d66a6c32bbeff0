/* Finding two concrete iterations that collide, for the message.
 *
 * The first few values of the loop's counter and of the counters inside are tried; everything known
 * before the loop stays symbolic and has to cancel out, so a witness holds for all its values. */
#include "loops.h"

#define TURNS 10      /* first values of the loop's counter */
#define CANDIDATES 24 /* values of it in all */
#define INNER_TURNS 3 /* of each counter inside: the first, the second, the last */
#define INNER 3       /* counters inside, at most */
#define SPREAD 3      /* first values of each counter, for an exchange of loops */

/* One iteration of the loop and the counters inside around an access. */
struct choice {
    struct atom *counter[INNER + 1]; /* the loop's first, then the others inside out */
    struct form *value[INNER + 1];   /* in counters further out */
    int n;
};

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

static struct form *instance(struct scope *sc, const struct form *f, const struct choice *c);

/* Is counter k known to be outside of its loop in iteration c? */
static bool outside(struct scope *sc, const struct choice *c, int k) {
    struct range *r = range_of(sc, c->counter[k]);
    struct form *value = form_atom(sc->arena, c->counter[k]);
    int64_t room;
    for (int i = 0; i < r->n_lower + r->n_upper; ++i) {
        bool lower = i < r->n_lower;
        struct form *d =
            form_add(sc->arena, value, lower ? r->lower[i] : r->upper[i - r->n_lower], -1);
        if (form_is_const(instance(sc, d, c), &room) && (lower ? room < 0 : room > 0)) {
            return true;
        }
    }
    return false;
}

/* Fills in the loop's value and, by the digits, those of the counters inside. */
static bool choose(struct scope *sc, struct choice *c, struct form *value, int digits) {
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

/* f in iteration c. */
static struct form *instance(struct scope *sc, const struct form *f, const struct choice *c) {
    struct form *x = (struct form *)f;
    for (int i = 1; i <= c->n; ++i) {
        int k = i % c->n; /* the loop's own counter last */
        x = form_subst(sc->arena, x, c->counter[k], c->value[k]);
    }
    return x;
}

/* The counters of the loops around an access, up to `loop`. */
static bool collect_counters(struct scope *sc, const struct access *x, struct tstmt *loop,
                             struct choice *c) {
    c->n = 1;
    c->counter[0] = counter_of(sc, loop);
    struct tstmt *l = sc->facts->order[x->pos]->loop;
    for (; l && l != loop; l = fact_of(sc->facts, l)->loop) {
        if (l->kind != TS_FOR) {
            continue;
        }
        if (c->n > INNER) {
            return false;
        }
        c->counter[c->n++] = counter_of(sc, l); /* innermost first */
    }
    return l == loop;
}

static bool collide(struct scope *sc, const struct access *x, const struct choice *at_x,
                    const struct access *y, const struct choice *at_y) {
    for (int k = 0; k < x->rank; ++k) { /* forms are there: all_forms */
        if (!form_equal(instance(sc, x->form[k], at_x), instance(sc, y->form[k], at_y))) {
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

/* "y[0, 1]" */
static const char *element_text(struct scope *sc, const struct access *x, const struct choice *at) {
    struct arena *a = sc->arena;
    const char *text = arena_printf(a, "%s[", x->root->name);
    for (int k = 0; k < x->rank; ++k) {
        text = arena_printf(a, "%s%s%s", text, k ? ", " : "",
                            form_text(a, instance(sc, x->form[k], at)));
    }
    return arena_printf(a, "%s%s]", text, x->rank ? "" : "()");
}

static const char *describe(struct scope *sc, const struct access *x, const struct choice *at_x,
                            const struct access *y, const struct choice *at_y) {
    struct arena *a = sc->arena;
    const char *name = at_x->counter[0]->var->name;
    const char *p = form_text(a, at_x->value[0]), *q = form_text(a, at_y->value[0]);
    const char *element = element_text(sc, x, at_x);
    if (y->write) {
        return arena_printf(a, "iterations %s=%s and %s=%s both write %s", name, p, name, q,
                            element);
    }
    return arena_printf(a, "iteration %s=%s writes %s, which iteration %s=%s reads", name, p,
                        element, name, q);
}

/* All choices for two given values of the loop's counter. */
static bool search(struct scope *sc, const struct access *x, struct choice *at_x,
                   struct form *value_x, const struct access *y, struct choice *at_y,
                   struct form *value_y) {
    int nx = power(at_x->n - 1), ny = power(at_y->n - 1);
    for (int i = 0; i < nx; ++i) {
        if (!choose(sc, at_x, value_x, i)) {
            continue;
        }
        for (int j = 0; j < ny; ++j) {
            if (choose(sc, at_y, value_y, j) && collide(sc, x, at_x, y, at_y)) {
                return true;
            }
        }
    }
    return false;
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
        if (form_counter(y->form[axis], counter->depth) ||
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
        if (!x->form[k]) {
            return false;
        }
    }
    return true;
}

const char *witness_find(struct scope *sc, const struct access *x, const struct access *y,
                         struct tstmt *loop) {
    struct choice at_x, at_y;
    if (!collect_counters(sc, x, loop, &at_x) || !collect_counters(sc, y, loop, &at_y) ||
        !all_forms(x) || !all_forms(y)) {
        return NULL;
    }
    struct candidates c = candidates_of(sc, x, y, at_x.counter[0]);
    int64_t distance;
    for (int sum = 1; sum <= 2 * c.n - 3; ++sum) {
        for (int i = sum < c.n ? 0 : sum - c.n + 1; i <= sum && i < c.n; ++i) {
            struct form *d = form_add(sc->arena, c.item[i], c.item[sum - i], -1);
            if (form_is_const(d, &distance) && distance != 0 &&
                search(sc, x, &at_x, c.item[i], y, &at_y, c.item[sum - i])) {
                return describe(sc, x, &at_x, y, &at_y);
            }
        }
    }
    return NULL;
}

/* ---- exchanged loops */

/* "i=0, j=1" */
static const char *iteration_text(struct scope *sc, const struct choice *c) {
    const char *text = "";
    for (int k = 0; k < c->n; ++k) {
        text = arena_printf(sc->arena, "%s%s%s=%s", text, k ? ", " : "", c->counter[k]->var->name,
                            form_text(sc->arena, c->value[k]));
    }
    return text;
}

/* The iteration at these turns of all counters; false when there is none for certain. */
static bool choose_turns(struct scope *sc, struct choice *c, const int *turn) {
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

const char *witness_turned(struct scope *sc, const struct access *x, const struct access *y,
                           struct tstmt *const *loop, int n, int a, int b) {
    struct choice at_x = {.n = n}, at_y = {.n = n};
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
            choose_turns(sc, &at_y, q) && collide(sc, x, &at_x, y, &at_y)) {
            return arena_printf(sc->arena, "iteration %s %s %s, which iteration %s %s",
                                iteration_text(sc, &at_x), x->write ? "writes" : "reads",
                                element_text(sc, x, &at_x), iteration_text(sc, &at_y),
                                y->write ? "writes" : "reads");
        }
    }
    return NULL;
}
