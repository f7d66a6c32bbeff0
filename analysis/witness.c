/* Finding two concrete iterations that collide, for the message.
 *
 * The first few values of the loop's counter and of the counters inside are tried; everything known
 * before the loop stays symbolic and has to cancel out, so a witness holds for all its values. */
#include "loops.h"

#define TURNS       4 /* values of the loop's counter */
#define INNER_TURNS 2 /* of each counter inside */
#define INNER       3 /* counters inside, at most */

/* One iteration of the loop and the counters inside around an access. */
struct choice {
    struct atom *counter[INNER + 1]; /* the loop's first, then the others inside out */
    struct form *value[INNER + 1];   /* in counters further out */
    int n;
};

/* Value number `turn` of a counter: its first value plus turn steps. NULL when the loop is known to
 * end before. */
static struct form *nth_value(struct scope *sc, struct atom *counter, int turn) {
    struct arena *a = sc->arena;
    struct range *r = range_of(sc, counter);
    bool up = r->step_value >= 0;
    int64_t step = r->step_value ? r->step_value : 1, left;
    if ((up ? r->n_lower : r->n_upper) == 0) {
        return NULL;
    }
    struct form *f =
        form_add(a, up ? r->lower[0] : r->upper[0], form_const(a, turn), step);
    struct form *room = up ? (r->n_upper ? form_add(a, r->upper[0], f, -1) : NULL)
                           : (r->n_lower ? form_add(a, f, r->lower[0], -1) : NULL);
    return form_is_const(room, &left) && left < 0 ? NULL : f;
}

/* Fills in the values for `turns`, base INNER_TURNS digits for the counters inside. */
static bool choose(struct scope *sc, struct choice *c, int turn, int digits) {
    for (int i = 0; i < c->n; ++i) {
        int t = i == 0 ? turn : digits % INNER_TURNS;
        digits = i == 0 ? digits : digits / INNER_TURNS;
        c->value[i] = nth_value(sc, c->counter[i], t);
        if (!c->value[i]) {
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
        c->counter[c->n++] = counter_of(sc, l);
    }
    return l == loop;
}

static bool collide(struct scope *sc, const struct access *x, const struct choice *at_x,
                    const struct access *y, const struct choice *at_y) {
    for (int k = 0; k < x->rank; ++k) {
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
static const char *element_text(struct scope *sc, const struct access *x,
                                const struct choice *at) {
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
static bool search(struct scope *sc, const struct access *x, struct choice *at_x, int turn_x,
                   const struct access *y, struct choice *at_y, int turn_y) {
    int nx = power(at_x->n - 1), ny = power(at_y->n - 1);
    for (int i = 0; i < nx; ++i) {
        if (!choose(sc, at_x, turn_x, i)) {
            continue;
        }
        for (int j = 0; j < ny; ++j) {
            if (choose(sc, at_y, turn_y, j) && collide(sc, x, at_x, y, at_y)) {
                return true;
            }
        }
    }
    return false;
}

const char *witness_find(struct scope *sc, const struct access *x, const struct access *y,
                         struct tstmt *loop) {
    struct choice at_x, at_y;
    if (!collect_counters(sc, x, loop, &at_x) || !collect_counters(sc, y, loop, &at_y)) {
        return NULL;
    }
    for (int k = 0; k < x->rank; ++k) {
        if (!x->form[k] || !y->form[k]) {
            return NULL;
        }
    }
    for (int sum = 1; sum <= 2 * TURNS - 3; ++sum) {
        for (int i = 0; i <= sum && i < TURNS; ++i) {
            int j = sum - i;
            if (i != j && j < TURNS && search(sc, x, &at_x, i, y, &at_y, j)) {
                return describe(sc, x, &at_x, y, &at_y);
            }
        }
    }
    return NULL;
}
