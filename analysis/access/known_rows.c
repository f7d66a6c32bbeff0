/* What is known of counters, quotients and other atoms in a system (system.h). */
#include "build.h"
#include "system.h"

#define MAX_SIGNS 4 /* that are asked for within one another */

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

void linear_add_surroundings(struct linear *s, const struct access *x, int copy) {
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

void linear_add_atoms(struct linear *s) {
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

void linear_add_mentioned(struct linear *s) {
    for (int i = 0; i < s->columns && !s->full; ++i) {
        const struct column c = s->column[i];
        for (int k = 0; k < c.term.n; ++k) {
            struct atom *atom = c.term.factor[k];
            bool loops = atom->kind == ATOM_COUNTER && c.term.n == 1;
            for (int copy = 0; copy < 2 && loops; ++copy) {
                bool later = c.copy == SHARED && s->later.n > 0 && atom == s->later.counter[0];
                if (c.copy == copy || later) {
                    add_range(s, atom, copy);
                }
            }
        }
    }
}

bool linear_nonneg(struct scope *sc, const struct form *x) {
    struct linear s;
    enum lmad_way way = sc->way; /* of the question that this is a part of */
    if (sc->signs == MAX_SIGNS) {
        return false;
    }
    ++sc->signs;
    linear_begin(&s, sc, 0, NULL);
    linear_row(&s, false);
    linear_add(&s, x, 0, -1);
    linear_add_term(&s, &(struct term){.coef = 1}, SHARED, -1);
    linear_add_mentioned(&s);
    linear_add_atoms(&s);
    bool never = linear_feasible(&s, LMAD_ELIMINATION) == TRI_NO;
    sc->way = way;
    --sc->signs;
    return never;
}
