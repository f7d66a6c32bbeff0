/* Quotients and remainders of integers in vectors, which have no division: by floats, exactly.
 *
 * Up to 32 bits: half of one more than a, towards the quotient's greater side, times 1 / b, which
 * loops keep where b stays, is no integer and nearer to none than that product is off.
 * i64: a product with 1 / b, made even, is off by some thousands at most. What it leaves of a,
 * modulo 2**64, is divided so once more; that quotient is off by one at most, which the remainder
 * tells; what a constant of 32 bits leaves is divided as 32 bits are. No conversion is
 * out of range. `vector` is a constant: without it, or where the processor has no such conversions,
 * they are those of pycc_rt_math.h. */
#ifndef PYCC_RT_QUOTIENT_H
#define PYCC_RT_QUOTIENT_H

/* limit: the one quotient that is out of range, of the least number by -1. */
#define PYCC_DECLARE_QUOTIENT(t, c, r, f, limit)                                                   \
    static inline c pycc_quotient_##t(c a, c b) {                                                  \
        const r over = 1 / (r)(b + (b == 0)), half = over < 0 ? (r)-0.5 : (r)0.5;                  \
        const r q = floor##f(((r)a + half) * over);                                                \
        return (c)(q < (r)limit ? q : -(r)limit);                                                  \
    }
PYCC_DECLARE_QUOTIENT(i8, int8_t, float, f, 0x1p7)
PYCC_DECLARE_QUOTIENT(i16, int16_t, float, f, 0x1p15)
PYCC_DECLARE_QUOTIENT(i32, int32_t, double, , 0x1p31)
PYCC_DECLARE_QUOTIENT(u8, uint8_t, float, f, 0x1p8)
PYCC_DECLARE_QUOTIENT(u16, uint16_t, float, f, 0x1p16)
PYCC_DECLARE_QUOTIENT(u32, uint32_t, double, , 0x1p32)

#ifdef __AVX512DQ__
#define PYCC_QUOTIENTS 1
#else
#define PYCC_QUOTIENTS 0
#endif

static inline uint64_t pycc_size_i64(int64_t a) {
    return a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
}

PYCC_INLINE int64_t pycc_quotient_i64(int64_t a, int64_t b) {
    b += b == 0;
    const double over = 1.0 / (double)b, half = over < 0 ? -0.5 : 0.5;
    if (__builtin_constant_p(b) && pycc_size_i64(b) > 1 && pycc_size_i64(b) < (uint64_t)1 << 32) {
        const int64_t most = (int64_t)((double)a * over); /* off by less than 2048 */
        return most - 2048 + (int64_t)(((double)(a - most * b) + half) * over + 2048);
    }
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
PYCC_DECLARE_QUOTIENTS(i8, int8_t, uint8_t, true)
PYCC_DECLARE_QUOTIENTS(i16, int16_t, uint16_t, true)
PYCC_DECLARE_QUOTIENTS(i32, int32_t, uint32_t, true)
PYCC_DECLARE_QUOTIENTS(u8, uint8_t, uint8_t, true)
PYCC_DECLARE_QUOTIENTS(u16, uint16_t, uint16_t, true)
PYCC_DECLARE_QUOTIENTS(u32, uint32_t, uint32_t, true)
PYCC_DECLARE_QUOTIENTS(i64, int64_t, uint64_t, PYCC_QUOTIENTS)

#endif
