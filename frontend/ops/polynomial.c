/* Polynomials in a normal form: see polynomial.h. */
#include "polynomial.h"

#include <string.h>

enum { MOST_COEF = 1 << 20 };

/* ---- terms */

static int compare_terms(const struct poly_term *x, const struct poly_term *y) {
    if (x->n != y->n) {
        return x->n - y->n;
    }
    int k = 0;
    while (k < x->n && x->atom[k] == y->atom[k]) {
        ++k;
    }
    return k < x->n ? x->atom[k] - y->atom[k] : 0;
}

struct sum {
    int n;
    struct poly_term term[POLY_TERMS];
};

/* False: there is no room for it. */
static bool add_term(struct sum *s, const struct poly_term *t) {
    int at = 0;
    while (at < s->n && compare_terms(&s->term[at], t) < 0) {
        ++at;
    }
    if (at < s->n && compare_terms(&s->term[at], t) == 0) {
        s->term[at].coef += t->coef;
        bool large = s->term[at].coef > MOST_COEF || s->term[at].coef < -MOST_COEF;
        if (s->term[at].coef == 0) {
            --s->n;
            memmove(&s->term[at], &s->term[at + 1], sizeof *t * (size_t)(s->n - at));
        }
        return !large;
    }
    if (s->n == POLY_TERMS) {
        return false;
    }
    memmove(&s->term[at + 1], &s->term[at], sizeof *t * (size_t)(s->n - at));
    s->term[at] = *t;
    ++s->n;
    return true;
}

static bool multiply_terms(const struct poly_term *x, const struct poly_term *y,
                           struct poly_term *r) {
    if (x->n + y->n > POLY_DEGREE) {
        return false;
    }
    *r = (struct poly_term){.coef = x->coef * y->coef};
    for (int i = 0, k = 0; r->n < x->n + y->n;) {
        bool first = k == y->n || (i < x->n && x->atom[i] <= y->atom[k]);
        r->atom[r->n++] = first ? x->atom[i++] : y->atom[k++];
    }
    return r->coef <= MOST_COEF && r->coef >= -MOST_COEF;
}

static const struct poly *finish(struct polys *p, const struct sum *s, unsigned places) {
    struct poly *r = ARENA_NEW(p->arena, struct poly);
    struct poly_term *term = ARENA_ARRAY(p->arena, struct poly_term, s->n);
    memcpy(term, s->term, sizeof *term * (size_t)s->n);
    *r = (struct poly){s->n, term, places};
    return r;
}

/* The places of two operands, which meet. */
static unsigned meet(struct polys *p, const struct poly *x, const struct poly *y) {
    p->mixes = p->mixes || (x->places && y->places && x->places != y->places);
    return x->places | y->places;
}

/* ---- polynomials */

const struct poly *poly_number(struct polys *p, int64_t value) {
    const struct sum s = {value != 0, {{.coef = value}}};
    return value > MOST_COEF || value < -MOST_COEF ? NULL : finish(p, &s, 0);
}

bool poly_equal(const struct poly *x, const struct poly *y) {
    bool same = x && y && x->n == y->n;
    for (int i = 0; same && i < x->n; ++i) {
        same = x->term[i].coef == y->term[i].coef && compare_terms(&x->term[i], &y->term[i]) == 0;
    }
    return same;
}

static bool same_atom(const struct poly_atom *x, const struct poly_atom *y) {
    bool same = x->op == y->op && x->of == y->of && x->at == y->at && x->n == y->n &&
                memcmp(&x->number, &y->number, sizeof x->number) == 0;
    for (int i = 0; same && i < x->n; ++i) {
        same = poly_equal(x->arg[i], y->arg[i]);
    }
    return same;
}

const struct poly *poly_atom(struct polys *p, const struct poly_atom *atom, int place) {
    struct sum s = {1, {{.coef = 1, .n = 1}}};
    unsigned places = place < 0 ? 0 : 1U << place;
    int k = 0;
    for (int i = 0; i < atom->n; ++i) {
        if (!atom->arg[i]) {
            return NULL;
        }
        places |= atom->arg[i]->places;
    }
    while (k < p->atoms.n && !same_atom(&p->atoms.item[k], atom)) {
        ++k;
    }
    if (k == p->atoms.n) {
        vec_push(p->arena, &p->atoms, *atom);
    }
    s.term[0].atom[0] = k;
    return finish(p, &s, places);
}

const struct poly *poly_add(struct polys *p, const struct poly *x, const struct poly *y, int sign) {
    struct sum s = {0};
    bool fits = x && y;
    for (int i = 0; fits && i < x->n; ++i) {
        fits = add_term(&s, &x->term[i]);
    }
    for (int i = 0; fits && i < y->n; ++i) {
        struct poly_term t = y->term[i];
        t.coef *= sign;
        fits = add_term(&s, &t);
    }
    return fits ? finish(p, &s, meet(p, x, y)) : NULL;
}

const struct poly *poly_mul(struct polys *p, const struct poly *x, const struct poly *y) {
    struct sum s = {0};
    bool fits = x && y;
    for (int i = 0; fits && i < x->n; ++i) {
        for (int k = 0; fits && k < y->n; ++k) {
            struct poly_term t;
            fits = multiply_terms(&x->term[i], &y->term[k], &t) && add_term(&s, &t);
        }
    }
    return fits ? finish(p, &s, meet(p, x, y)) : NULL;
}

bool poly_is_number(const struct poly *x, int64_t *value) {
    bool is = x->n == 0 || (x->n == 1 && x->term[0].n == 0);
    *value = x->n == 1 ? x->term[0].coef : 0;
    return is;
}

int poly_is_atom(const struct poly *x) {
    return x->n == 1 && x->term[0].n == 1 && x->term[0].coef == 1 ? x->term[0].atom[0] : -1;
}

/* ---- operands in any order */

/* Any order that equal polynomials are beside each other in. */
static int compare(const struct poly *x, const struct poly *y) {
    int c = x->n - y->n;
    for (int i = 0; c == 0 && i < x->n; ++i) {
        c = compare_terms(&x->term[i], &y->term[i]);
        c = c ? c : (x->term[i].coef > y->term[i].coef) - (x->term[i].coef < y->term[i].coef);
    }
    return c;
}

/* Adds an operand, those of the operator itself one by one; x op x is x but for OP_BITXOR. */
static bool add_operand(struct polys *p, struct poly_atom *to, const struct poly *x) {
    int atom = poly_is_atom(x), at = 0;
    if (atom >= 0 && p->atoms.item[atom].op == to->op) {
        const struct poly_atom inner = p->atoms.item[atom];
        bool fits = true;
        for (int i = 0; fits && i < inner.n; ++i) {
            fits = add_operand(p, to, inner.arg[i]);
        }
        return fits;
    }
    while (at < to->n && compare(to->arg[at], x) < 0) {
        ++at;
    }
    if (at < to->n && compare(to->arg[at], x) == 0 && to->op != OP_BITXOR) {
        return true;
    }
    if (to->n == POLY_DEGREE) {
        return false;
    }
    memmove(&to->arg[at + 1], &to->arg[at], sizeof *to->arg * (size_t)(to->n - at));
    to->arg[at] = x;
    ++to->n;
    return true;
}

const struct poly *poly_join(struct polys *p, enum op op, const struct poly *x,
                             const struct poly *y) {
    struct poly_atom atom = {.op = op};
    bool fits = x && y && add_operand(p, &atom, x) && add_operand(p, &atom, y);
    if (!fits) {
        return NULL;
    }
    meet(p, x, y);
    return atom.n == 1 ? atom.arg[0] : poly_atom(p, &atom, -1);
}
