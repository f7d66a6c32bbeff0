/* Polynomials with whole coefficients, in a normal form: two that are equal in every commutative
 * ring have the same terms.
 *
 * What stands for a number is an atom: a variable, or an operation that is no sum or product, by
 * its operands' normal forms. Everything here gives NULL for NULL, and for what grows too large. */
#ifndef PYCC_POLYNOMIAL_H
#define PYCC_POLYNOMIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "ops.h"
#include "vec.h"

enum { POLY_DEGREE = 8, POLY_TERMS = 64 };

struct poly_term {
    int64_t coef; /* not 0 */
    int n;
    int atom[POLY_DEGREE]; /* ascending */
};

struct poly {
    int n;
    const struct poly_term *term; /* in order of their atoms */
    unsigned places;              /* of the tuple that the variables stand in, as bits */
};

struct poly_atom {
    enum op op;     /* of an operation; OP_COUNT: a variable or a number */
    const void *of; /* what a variable is, */
    int at;         /* and which of those */
    double number;
    int n;
    const struct poly *arg[POLY_DEGREE];
};

struct polys {
    struct arena *arena;
    VEC(struct poly_atom) atoms;
    bool mixes; /* numbers of several places have been added or the like */
};

const struct poly *poly_number(struct polys *p, int64_t value);

/* The atom, as a polynomial; place: of the tuple, or -1. */
const struct poly *poly_atom(struct polys *p, const struct poly_atom *atom, int place);

/* x + sign * y */
const struct poly *poly_add(struct polys *p, const struct poly *x, const struct poly *y, int sign);

const struct poly *poly_mul(struct polys *p, const struct poly *x, const struct poly *y);

/* x op y of an operator that takes operands in any order: bits, OP_MIN, OP_MAX. */
const struct poly *poly_join(struct polys *p, enum op op, const struct poly *x,
                             const struct poly *y);

bool poly_equal(const struct poly *x, const struct poly *y);

/* The number that x is. */
bool poly_is_number(const struct poly *x, int64_t *value);

/* The number of the atom that x is, or -1. */
int poly_is_atom(const struct poly *x);

#endif
