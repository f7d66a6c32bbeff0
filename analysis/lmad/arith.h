/* arith.h - checked 64-bit arithmetic, private to this folder.
 *
 * Every function that can overflow returns false then, and leaves the result unspecified. Division
 * takes positive divisors only. */
#ifndef PYCC_LMAD_ARITH_H
#define PYCC_LMAD_ARITH_H

#include <stdbool.h>
#include <stdint.h>

static inline bool add_ok(int64_t a, int64_t b, int64_t *r) {
    return !__builtin_add_overflow(a, b, r);
}

static inline bool sub_ok(int64_t a, int64_t b, int64_t *r) {
    return !__builtin_sub_overflow(a, b, r);
}

static inline bool mul_ok(int64_t a, int64_t b, int64_t *r) {
    return !__builtin_mul_overflow(a, b, r);
}

/* *sum += a * b */
static inline bool fma_ok(int64_t *sum, int64_t a, int64_t b) {
    int64_t product;
    return mul_ok(a, b, &product) && add_ok(*sum, product, sum);
}

static inline bool neg_ok(int64_t a, int64_t *r) {
    return sub_ok(0, a, r);
}

static inline int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

static inline int64_t ceil_div(int64_t a, int64_t b) {
    return a / b + (a % b > 0);
}

static inline int64_t floor_mod(int64_t a, int64_t b) {
    int64_t r = a % b;
    return r < 0 ? r + b : r;
}

static inline int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t max64(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Greatest common divisor of magnitudes; neither may be INT64_MIN. gcd(0, b) = |b|. */
static inline int64_t gcd64(int64_t a, int64_t b) {
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b != 0) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

#endif
