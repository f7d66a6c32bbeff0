/* Quotients and remainders of integers in vectors, which have no division: by doubles, exactly.
 *
 * i32: the rounded quotient of two doubles that are such integers lies on the same side of every
 * integer as the exact one.
 * i64: a product with 1 / b, made even, is off by some thousands at most. What it leaves of a,
 * modulo 2**64, is divided so once more; that quotient is off by one at most, which the remainder
 * tells. No conversion is out of range. `vector` is a constant: without it, or where the processor
 * has no such conversions, they are those of pycc_rt_math.h. */
#ifndef PYCC_RT_QUOTIENT_H
#define PYCC_RT_QUOTIENT_H

static inline int32_t pycc_quotient_i32(int32_t a, int32_t b) {
    const double q = floor((double)a / (double)(b + (b == 0)));
    return (int32_t)(q < 0x1p31 ? q : -0x1p31);
}

#ifdef __AVX512DQ__
#define PYCC_QUOTIENTS 1
#else
#define PYCC_QUOTIENTS 0
#endif

static inline uint64_t pycc_size_i64(int64_t a) {
    return a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
}

static inline int64_t pycc_quotient_i64(int64_t a, int64_t b) {
    b += b == 0;
    const double over = 1.0 / (double)b;
    const int64_t first = 2 * (int64_t)((double)a * (0.5 * over)), left = a - first * b;
    const double rest = (double)left * over;
    const int64_t whole = (int64_t)rest, second = whole - ((double)whole > rest);
    const int64_t r = left - second * b; /* from just below 0 to just above b */
    const int64_t below = (r != 0) & ((r ^ b) < 0), above = pycc_size_i64(r) >= pycc_size_i64(b);
    return first + second - below + above;
}

#define PYCC_DECLARE_QUOTIENTS(t, c, u, has)                                                       \
    PYCC_INLINE c pycc_floordivs_##t(c a, c b, const bool vector) {                                \
        if (!(has) || !vector) {                                                                   \
            return pycc_floordiv_##t(a, b);                                                        \
        }                                                                                          \
        const c q = pycc_quotient_##t(a, b);                                                       \
        return (c)(q & -(c)(b != 0));                                                              \
    }                                                                                              \
    PYCC_INLINE c pycc_mods_##t(c a, c b, const bool vector) {                                     \
        if (!(has) || !vector) {                                                                   \
            return pycc_mod_##t(a, b);                                                             \
        }                                                                                          \
        const c r = (c)((u)a - (u)pycc_quotient_##t(a, b) * (u)b);                                 \
        return (c)(r & -(c)(b != 0));                                                              \
    }
PYCC_DECLARE_QUOTIENTS(i32, int32_t, uint32_t, true)
PYCC_DECLARE_QUOTIENTS(i64, int64_t, uint64_t, PYCC_QUOTIENTS)

#endif
