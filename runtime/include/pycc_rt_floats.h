/* Floats of generated code: remainders and quotients as NumPy has them, rounding, neighbours, bits.
 * A part of pycc_rt_math.h. */
#ifndef PYCC_RT_FLOATS_H
#define PYCC_RT_FLOATS_H

/* ---- floats: F(name, type, suffix of the libm function) */

/* C's fmod, exactly. Of a quotient below 2**53 the rounded one is the integer below or, just under
 * an integer, that one: one subtraction in a fused operation is exact, and one addition mends it.
 */
#if defined(__FP_FAST_FMA) || defined(__FMA__)
#define PYCC_DECLARE_FMOD(t, c, f, limit)                                                          \
    static inline c pycc_fmod_##t(c a, c b) {                                                      \
        c x = fabs##f(a), y = fabs##f(b), q = x / y;                                               \
        if (PYCC_UNLIKELY(!(q < limit))) {                                                         \
            return fmod##f(a, b);                                                                  \
        }                                                                                          \
        c r = x < y ? x : __builtin_fma##f(-trunc##f(q), y, x);                                    \
        return copysign##f(r < 0 ? r + y : r, a);                                                  \
    }
#else
#define PYCC_DECLARE_FMOD(t, c, f, limit)                                                          \
    static inline c pycc_fmod_##t(c a, c b) {                                                      \
        return fmod##f(a, b);                                                                      \
    }
#endif
PYCC_DECLARE_FMOD(f32, float, f, 0x1p24f)
PYCC_DECLARE_FMOD(f64, double, , 0x1p53)

/* What is said by the bits of a float: their integers are in the order of the numbers' sizes. */
#define PYCC_DECLARE_BITS(t, c, f, i, least)                                                       \
    static inline bool pycc_signbit_##t(c a) {                                                     \
        i bits;                                                                                    \
        __builtin_memcpy(&bits, &a, sizeof(a));                                                    \
        return bits < 0;                                                                           \
    }                                                                                              \
    static inline c pycc_nextafter_##t(c a, c b) {                                                 \
        i bits;                                                                                    \
        c next;                                                                                    \
        __builtin_memcpy(&bits, &a, sizeof(a));                                                    \
        bits += (a < b) == (a > 0) ? 1 : -1;                                                       \
        __builtin_memcpy(&next, &bits, sizeof(a));                                                 \
        next = a == 0 ? copysign##f(least, b) : next;                                              \
        return ((a != a) | (b != b)) ? a + b : a == b ? b : next;                                  \
    }
PYCC_DECLARE_BITS(f32, float, f, int32_t, 0x1p-149f)
PYCC_DECLARE_BITS(f64, double, , int64_t, 0x1p-1074)

/* Floats of 16 bits are held as their bits. To and from f32 without branches, so that loops of them
 * become vectors: a half's exponent is mended by a product, what is rounded to a subnormal one by a
 * sum. From f64 rounding is to odd first, that it is done once. */
static inline float pycc_f32_f16(pycc_half h) {
    uint32_t bits = (uint32_t)(h & 0x7fff) << 13, sign = (uint32_t)(h & 0x8000) << 16;
    float x;
    __builtin_memcpy(&x, &bits, sizeof(x));
    x *= 0x1p112f;
    __builtin_memcpy(&bits, &x, sizeof(x));
    bits |= ((h & 0x7c00) == 0x7c00 ? 0x7f800000u : 0) | sign;
    __builtin_memcpy(&x, &bits, sizeof(x));
    return x;
}

static inline pycc_half pycc_f16_f32(float x) {
    uint32_t bits, sign, small;
    __builtin_memcpy(&bits, &x, sizeof(x));
    sign = bits >> 16 & 0x8000;
    bits &= 0x7fffffff;
    __builtin_memcpy(&x, &bits, sizeof(x));
    x += 0.5f;
    __builtin_memcpy(&small, &x, sizeof(x));
    uint32_t nan = 0x7c00 | (bits >> 13 & 0x3ff) | (bits > 0x7f800000) << 9;
    uint32_t normal = (bits - 0x37fff001 + (bits >> 13 & 1)) >> 13;
    return (pycc_half)(sign | (bits >= 0x7f800000   ? nan
                               : bits >= 0x477ff000 ? 0x7c00
                               : bits < 0x38800000  ? small - 0x3f000000
                                                    : normal));
}

static inline pycc_half pycc_f16_f64(double x) {
    float y = (float)x;
    int32_t bits, cut = ((double)y != x) & (fabs(x) < 0x1p17);
    __builtin_memcpy(&bits, &y, sizeof(y));
    bits = (bits - (cut & (fabs((double)y) > fabs(x)))) | cut;
    __builtin_memcpy(&y, &bits, sizeof(y));
    return pycc_f16_f32(y);
}

/* a * 2**n for n from -1022 to 1023. */
static inline double pycc_scaled(double a, int64_t n) {
    int64_t bits = (n + 1023) << 52;
    double power;
    __builtin_memcpy(&power, &bits, sizeof(power));
    return a * power;
}

/* What is taken off an exponent before the last step, so that no power is beyond the type: 1023
 * above 1023, -969 below -1022. From signs, as comparisons become branches. */
static inline int32_t pycc_beyond(int32_t n) {
    return ((1023 - n) >> 31 & 1023) - ((n + 1022) >> 31 & 969);
}

/* Rounded once: what may be subnormal is so at the last step only. */
static inline double pycc_ldexp_f64(double a, int64_t e) {
    e = e < 9999 ? e : 9999;
    int32_t n = (int32_t)(e > -9999 ? e : -9999);
    const int32_t first = pycc_beyond(n), second = pycc_beyond(n - first);
    n -= first + second;
    n = n < 1023 ? n : 1023;
    n = n > -1022 ? n : -1022;
    return pycc_scaled(pycc_scaled(pycc_scaled(a, first), second), n);
}

static inline float pycc_ldexp_f32(float a, int64_t e) {
    e = e < 400 ? e : 400;
    return (float)pycc_scaled(a, e > -400 ? e : -400);
}

/* What frexp gives: a is mantissa * 2**exponent, the mantissa from 1/2 to 1; 0, infinities and NaN
 * are mantissas of themselves. Subnormal numbers are raised first. */
#define PYCC_DECLARE_PARTS(t, c, f, i, digits, bias, least, raise)                                 \
    static inline c pycc_mantissa_##t(c a) {                                                       \
        const c size = fabs##f(a), normal = size < least ? a * (c)((i)1 << raise) : a;             \
        i bits;                                                                                    \
        c m;                                                                                       \
        __builtin_memcpy(&bits, &normal, sizeof(a));                                               \
        bits &= ~((i)(2 * bias - 1) << digits);                                                    \
        bits |= (i)(bias - 2) << digits;                                                           \
        __builtin_memcpy(&m, &bits, sizeof(a));                                                    \
        return ((size > 0) & (size < (c)HUGE_VAL)) ? m : a;                                        \
    }                                                                                              \
    static inline c pycc_exponent_##t(c a) {                                                       \
        const c size = fabs##f(a), normal = size < least ? size * (c)((i)1 << raise) : size;       \
        i bits;                                                                                    \
        __builtin_memcpy(&bits, &normal, sizeof(a));                                               \
        const int32_t e =                                                                          \
            (int32_t)(bits >> digits) - (size < least ? bias - 2 + raise : bias - 2);              \
        return ((size > 0) & (size < (c)HUGE_VAL)) ? (c)e : 0;                                     \
    }
PYCC_DECLARE_PARTS(f32, float, f, int32_t, 23, 128, 0x1p-126f, 25)
PYCC_DECLARE_PARTS(f64, double, , int64_t, 52, 1024, 0x1p-1022, 54)

/* NumPy's npy_divmod: the remainder has the divisor's sign, the quotient is rounded so that both
 * agree. */
#define PYCC_DECLARE_FLOAT(t, c, f)                                                                \
    static inline c pycc_mod_##t(c a, c b) {                                                       \
        c r = pycc_fmod_##t(a, b);                                                                 \
        if (b == 0) {                                                                              \
            return r;                                                                              \
        }                                                                                          \
        if (r == 0) {                                                                              \
            return copysign##f(0, b);                                                              \
        }                                                                                          \
        return (b < 0) != (r < 0) ? r + b : r;                                                     \
    }                                                                                              \
    static inline c pycc_floordiv_##t(c a, c b) {                                                  \
        if (b == 0) {                                                                              \
            return a / b;                                                                          \
        }                                                                                          \
        c r = pycc_fmod_##t(a, b);                                                                 \
        c q = (a - r) / b;                                                                         \
        if (r != 0 && (b < 0) != (r < 0)) {                                                        \
            q -= 1;                                                                                \
        }                                                                                          \
        if (q == 0) {                                                                              \
            return copysign##f(0, a / b);                                                          \
        }                                                                                          \
        c low = floor##f(q);                                                                       \
        return q - low > (c)0.5 ? low + 1 : low;                                                   \
    }                                                                                              \
    PYCC_INLINE c pycc_fmin_##t(c a, c b) {                                                        \
        const c least = a < b ? a : b;                                                             \
        return PYCC_UNLIKELY(b != b) ? a : least;                                                  \
    }                                                                                              \
    PYCC_INLINE c pycc_fmax_##t(c a, c b) {                                                        \
        const c most = a > b ? a : b;                                                              \
        return PYCC_UNLIKELY(b != b) ? a : most;                                                   \
    }                                                                                              \
    static inline c pycc_sign_##t(c a) {                                                           \
        return a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a;                                            \
    }                                                                                              \
    static inline c pycc_square_##t(c a) {                                                         \
        return a * a;                                                                              \
    }                                                                                              \
    static inline c pycc_degrees_##t(c a) {                                                        \
        return a * ((c)180.0 / (c)3.141592653589793);                                              \
    }                                                                                              \
    static inline c pycc_radians_##t(c a) {                                                        \
        return a * ((c)3.141592653589793 / (c)180.0);                                              \
    }                                                                                              \
    static inline c pycc_heaviside_##t(c a, c at_zero) {                                           \
        return a > 0 ? 1 : a < 0 ? 0 : a == 0 ? at_zero : a;                                       \
    }                                                                                              \
    static inline c pycc_logaddexp_##t(c a, c b) {                                                 \
        if (a == b) {                                                                              \
            return a + (c)0.6931471805599453;                                                      \
        }                                                                                          \
        c d = a - b;                                                                               \
        return d > 0 ? a + log1p##f(exp##f(-d)) : d <= 0 ? b + log1p##f(exp##f(d)) : d;            \
    }                                                                                              \
    static inline c pycc_logaddexp2_##t(c a, c b) {                                                \
        if (a == b) {                                                                              \
            return a + 1;                                                                          \
        }                                                                                          \
        c d = a - b, e = (c)1.4426950408889634;                                                    \
        return d > 0 ? a + e * log1p##f(exp2##f(-d)) : d <= 0 ? b + e * log1p##f(exp2##f(d)) : d;  \
    }                                                                                              \
    static inline c pycc_cube_##t(c a) {                                                           \
        return a * a * a;                                                                          \
    }
PYCC_DECLARE_FLOAT(f32, float, f)
PYCC_DECLARE_FLOAT(f64, double, )

/* Python's round(x, digits). */
double pycc_round_digits_f64(double x, double digits) __attribute__((const));
int64_t pycc_round_digits_i64(int64_t x, int64_t digits) __attribute__((const));

#endif
