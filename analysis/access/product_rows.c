/* What is known of products in a system (system.h), whose columns are opaque otherwise.
 *
 * With n known before the nest, n*j + i differs for different j when i < n: n * (j - j') is 0, n at
 * least, or -n at most. And n*j is between the products of n and the bounds of j. That decides
 * rows, blocks and planes of flat arrays, whatever their extents; and with products of counters
 * and distances squares and packed triangles. */
#include "system.h"

#define PRODUCT_COLUMNS 28 /* a system of as many gets no rows of products */
#define PRODUCT_BOUNDS 2   /* of a counter, of each side, that are multiplied */

/* Is it known before the nest? */
static bool is_symbol(const struct atom *atom) {
    return atom->kind == ATOM_VAR || atom->kind == ATOM_SHAPE || atom->kind == ATOM_EXPR;
}

static struct form *product_of(struct arena *a, const struct term *t) {
    struct form *f = form_const(a, 1);
    for (int i = 0; i < t->n; ++i) {
        f = form_mul(a, f, form_atom(a, t->factor[i]));
    }
    return f;
}

/* The symbols of a term; none when one of its factors is a quotient: of two of these more is known.
 */
static struct term symbols_of(const struct term *t) {
    struct term symbols = {.coef = 1};
    for (int i = 0; i < t->n; ++i) {
        if (t->factor[i]->kind == ATOM_QUOTIENT) {
            return (struct term){.coef = 1};
        }
        if (is_symbol(t->factor[i])) {
            symbols.factor[symbols.n++] = t->factor[i];
        }
    }
    return symbols;
}

/* t / d, factors by ascending id; false when d does not divide t. */
static bool divide(const struct term *t, const struct term *d, struct term *quotient) {
    int k = 0;
    *quotient = (struct term){.coef = 1};
    for (int i = 0; i < t->n; ++i) {
        if (k < d->n && t->factor[i] == d->factor[k]) {
            ++k;
        } else {
            quotient->factor[quotient->n++] = t->factor[i];
        }
    }
    return k == d->n;
}

/* scale * g, or scale * S * g, for what S divides of a row: added to the last row. */
static void add_multiple(struct linear *s, int row, const struct term *symbols, bool divided,
                         int64_t scale) {
    for (int e = s->p.row_start[row]; e < s->p.row_start[row + 1] && !s->full; ++e) {
        const struct column c = s->column[s->p.entry[e].var];
        struct term g;
        s->full |= s->p.entry[e].coef == INT64_MIN;
        if (!s->full && divide(&c.term, symbols, &g)) {
            linear_add_term(s, divided ? &g : &c.term, c.copy, scale * s->p.entry[e].coef);
        }
    }
}

/* One of the three. */
static void add_side(struct linear *s, int row, const struct term *symbols, int side) {
    int64_t scale = side == 2 ? -1 : 1;
    linear_row(s, side == 0);
    add_multiple(s, row, symbols, true, scale);
    lmad_program_add(&s->p, side ? -1 : 0);
    linear_row(s, side == 0);
    add_multiple(s, row, symbols, false, scale);
    if (side) {
        linear_add_term(s, symbols, SHARED, -1);
    }
}

/* Is S * g just S * distance? Then g >= 1 is known. */
static bool is_distance(const struct linear *s, int row, const struct term *symbols) {
    int others = 0;
    for (int e = s->p.row_start[row]; e < s->p.row_start[row + 1]; ++e) {
        struct term g;
        if (divide(&s->column[s->p.entry[e].var].term, symbols, &g)) {
            others += g.n != 1 || g.factor[0]->kind != ATOM_DISTANCE;
        }
    }
    return others == 0;
}

static bool same_term(const struct term *x, const struct term *y) {
    struct term quotient;
    return x->n == y->n && divide(x, y, &quotient);
}

static void add_multiples_of(struct linear *s, int row) {
    struct term done[MAX_COLUMNS];
    int n = 0;
    for (int e = s->p.row_start[row]; e < s->p.row_start[row + 1] && n < MAX_COLUMNS; ++e) {
        const struct term t = s->column[s->p.entry[e].var].term;
        struct term symbols = symbols_of(&t);
        bool known = symbols.n == 0 || symbols.n == t.n;
        for (int i = 0; i < n && !known; ++i) {
            known = same_term(&done[i], &symbols);
        }
        if (known || is_distance(s, row, &symbols) ||
            !range_nonneg(s->sc, product_of(s->sc->arena, &symbols))) {
            continue;
        }
        int side = linear_branch(s, 3);
        if (side < 0) {
            return;
        }
        done[n++] = symbols;
        add_side(s, row, &symbols, side);
    }
}

void linear_add_multiples(struct linear *s, int first, int last) {
    for (int row = first; row < last && !s->full; ++row) {
        if (s->p.row_low[row] == s->p.row_high[row]) {
            add_multiples_of(s, row);
        }
    }
}

/* others * (x - y) >= 0, in iteration `copy`. */
static void add_scaled(struct linear *s, const struct form *others, const struct form *x,
                       const struct form *y, int copy) {
    struct arena *a = s->sc->arena;
    struct form *f = form_mul(a, others, form_add(a, x, y, -1));
    if (f && s->columns < PRODUCT_COLUMNS) {
        linear_row(s, false);
        linear_add(s, f, copy, 1);
    }
}

static void add_counter(struct linear *s, const struct form *others, struct atom *counter,
                        int copy) {
    const struct range *r = range_of(s->sc, counter);
    struct form *v = form_atom(s->sc->arena, counter);
    for (int i = 0; i < r->n_lower && i < PRODUCT_BOUNDS; ++i) {
        add_scaled(s, others, v, r->lower[i], copy);
    }
    for (int i = 0; i < r->n_upper && i < PRODUCT_BOUNDS; ++i) {
        add_scaled(s, others, r->upper[i], v, copy);
    }
}

void linear_add_product(struct linear *s, int column) {
    struct arena *a = s->sc->arena;
    const struct column c = s->column[column];
    for (int k = 0; c.term.n > 1 && k < c.term.n && s->columns < PRODUCT_COLUMNS; ++k) {
        struct atom *v = c.term.factor[k];
        struct term one = {.coef = 1, .n = 1, .factor = {v}}, rest;
        int64_t least;
        divide(&c.term, &one, &rest);
        struct form *others = product_of(a, &rest);
        if (!range_nonneg(s->sc, others)) {
            continue;
        }
        if (v->kind == ATOM_COUNTER) {
            add_counter(s, others, v, c.copy == SHARED ? s->at[0] != NULL : c.copy);
        } else if (range_least(s->sc, v, &least)) {
            add_scaled(s, others, form_atom(a, v), form_const(a, least), SHARED);
        }
    }
}
