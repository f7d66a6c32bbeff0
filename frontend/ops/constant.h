/* Arithmetic on constants as Python does it: the one place where the compiler computes what the
 * program would. */
#ifndef PYCC_CONSTANT_H
#define PYCC_CONSTANT_H

#include <stdint.h>

#include "ops.h"

/* Of Python ints on their way to 64 bits: 2**63 - 1. */
__extension__ typedef __int128 wide;

/* x op y of ints, for + - * // % ** & | ^ << >>, min, max and comparisons, which give 0 or 1. False
 * where the operator is another one, raises, gives no int, or more than 128 bits. */
bool constant_int(enum op op, wide x, wide y, wide *r);

/* The same of ints of 64 bits; false where the result has more. */
bool constant_int64(enum op op, int64_t x, int64_t y, int64_t *r);

/* x op y of floats, for + - * / **, min and max. False where the operator is another one or raises,
 * or Python's result is no float. */
bool constant_float(enum op op, double x, double y, double *r);

struct constant_complex {
    double re, im;
    bool real; /* it is a float: before 3.14 Python makes a complex number of it first, since then
                  not */
};

/* x op y of which at most one is real, for + - *. False where the operator is another one, a part
 * is not finite, or Pythons differ in the sign of a zero. */
bool constant_complex(enum op op, const struct constant_complex *x,
                      const struct constant_complex *y, struct constant_complex *r);

/* x op y, a comparison. */
bool constant_compare(enum op op, double x, double y);

#endif
