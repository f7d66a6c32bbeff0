/* Arithmetic of generated code: what ops.def names as pycc_<operation>_<dtype>, conversions,
 * checked integers, reductions for `omp simd`, and the vector math library.
 *
 * Integers wrap and nothing here is undefined, so that an expression may be evaluated although a
 * check has failed. Rules are NumPy 2's; Python's own scalars differ only by the checks that the
 * compiler puts before an operation. Conditional expressions are written in the form that GCC turns
 * into vector selects. */
#ifndef PYCC_RT_MATH_H
#define PYCC_RT_MATH_H

/* ---- vector math: the simd variants in glibc's libmvec, at most 4 ULP from the exact result.
 * PYCC_STRICT (--fp=strict) keeps the scalar functions. */

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(PYCC_STRICT)
#define PYCC_SIMD __attribute__((simd("notinbranch"), const, nothrow))
#define PYCC_VECTOR1(name)                                                                         \
    extern PYCC_SIMD double name(double);                                                          \
    extern PYCC_SIMD float name##f(float);
#define PYCC_VECTOR2(name)                                                                         \
    extern PYCC_SIMD double name(double, double);                                                  \
    extern PYCC_SIMD float name##f(float, float);
#if __GLIBC__ > 2 || __GLIBC_MINOR__ >= 22
PYCC_VECTOR1(exp)
PYCC_VECTOR1(log)
PYCC_VECTOR1(sin)
PYCC_VECTOR1(cos)
PYCC_VECTOR2(pow)
#endif
#if __GLIBC__ > 2 || __GLIBC_MINOR__ >= 35
PYCC_VECTOR1(exp2)
PYCC_VECTOR1(expm1)
PYCC_VECTOR1(log2)
PYCC_VECTOR1(log10)
PYCC_VECTOR1(log1p)
PYCC_VECTOR1(cbrt)
PYCC_VECTOR1(tan)
PYCC_VECTOR1(asin)
PYCC_VECTOR1(acos)
PYCC_VECTOR1(atan)
PYCC_VECTOR1(sinh)
PYCC_VECTOR1(cosh)
PYCC_VECTOR1(tanh)
PYCC_VECTOR1(asinh)
PYCC_VECTOR1(acosh)
PYCC_VECTOR1(atanh)
PYCC_VECTOR1(erf)
PYCC_VECTOR1(erfc)
PYCC_VECTOR2(atan2)
PYCC_VECTOR2(hypot)
#endif
#endif

/* ---- integers */

/* T(name, type, unsigned type, bits) */
#define PYCC_SIGNED(T)                                                                             \
    T(i8, int8_t, uint8_t, 8)                                                                      \
    T(i16, int16_t, uint16_t, 16)                                                                  \
    T(i32, int32_t, uint32_t, 32)                                                                  \
    T(i64, int64_t, uint64_t, 64)
#define PYCC_UNSIGNED(T)                                                                           \
    T(u8, uint8_t, uint8_t, 8)                                                                     \
    T(u16, uint16_t, uint16_t, 16)                                                                 \
    T(u32, uint32_t, uint32_t, 32)                                                                 \
    T(u64, uint64_t, uint64_t, 64)

/* x // 0 and x % 0 are 0; the smallest integer // -1 wraps. */
#define PYCC_DECLARE_SIGNED(t, c, u, bits)                                                         \
    static inline bool pycc_negative_##t(c a) {                                                    \
        return a < 0;                                                                              \
    }                                                                                              \
    static inline c pycc_floordiv_##t(c a, c b) {                                                  \
        if (b == 0 || b == -1) {                                                                   \
            return b == 0 ? (c)0 : (c)(0 - (u)a);                                                  \
        }                                                                                          \
        return (c)(a / b - (a % b != 0 && (a ^ b) < 0));                                           \
    }                                                                                              \
    static inline c pycc_mod_##t(c a, c b) {                                                       \
        if (b == 0 || b == -1) {                                                                   \
            return 0;                                                                              \
        }                                                                                          \
        c r = (c)(a % b);                                                                          \
        return (c)(r + (r != 0 && (r ^ b) < 0 ? b : 0));                                           \
    }                                                                                              \
    static inline c pycc_fmod_##t(c a, c b) {                                                      \
        return (c)(b == 0 || b == -1 ? 0 : a % b);                                                 \
    }                                                                                              \
    static inline c pycc_shr_##t(c a, c b) {                                                       \
        return (c)((uint64_t)b < bits ? a >> b : a < 0 ? -1 : 0);                                  \
    }                                                                                              \
    static inline c pycc_abs_##t(c a) {                                                            \
        return a < 0 ? (c)(0 - (u)a) : a;                                                          \
    }                                                                                              \
    static inline c pycc_sign_##t(c a) {                                                           \
        return (c)((a > 0) - (a < 0));                                                             \
    }
PYCC_SIGNED(PYCC_DECLARE_SIGNED)

#define PYCC_DECLARE_UNSIGNED(t, c, u, bits)                                                       \
    static inline bool pycc_negative_##t(c a) {                                                    \
        (void)a;                                                                                   \
        return false;                                                                              \
    }                                                                                              \
    static inline c pycc_floordiv_##t(c a, c b) {                                                  \
        return (c)(b == 0 ? 0 : a / b);                                                            \
    }                                                                                              \
    static inline c pycc_mod_##t(c a, c b) {                                                       \
        return (c)(b == 0 ? 0 : a % b);                                                            \
    }                                                                                              \
    static inline c pycc_fmod_##t(c a, c b) {                                                      \
        return (c)(b == 0 ? 0 : a % b);                                                            \
    }                                                                                              \
    static inline c pycc_shr_##t(c a, c b) {                                                       \
        return (c)((uint64_t)b < bits ? a >> b : 0);                                               \
    }                                                                                              \
    static inline c pycc_abs_##t(c a) {                                                            \
        return a;                                                                                  \
    }                                                                                              \
    static inline c pycc_sign_##t(c a) {                                                           \
        return (c)(a > 0);                                                                         \
    }
PYCC_UNSIGNED(PYCC_DECLARE_UNSIGNED)

/* By repeated squaring; a negative exponent gives the truncated result (0, 1 or -1). */
static inline uint64_t pycc_power(uint64_t base, uint64_t exponent) {
    uint64_t result = 1;
    for (; exponent; exponent >>= 1, base *= base) {
        result *= exponent & 1 ? base : 1;
    }
    return result;
}

/* a first: it is 1 soon where many numbers are combined. */
static inline uint64_t pycc_gcd(uint64_t a, uint64_t b) {
    while (a) {
        uint64_t r = b % a;
        b = a;
        a = r;
    }
    return b;
}

#define PYCC_DECLARE_INTEGER(t, c, u, bits)                                                        \
    static inline c pycc_shl_##t(c a, c b) {                                                       \
        return (c)((uint64_t)b < bits ? (u)((u)a << b) : 0);                                       \
    }                                                                                              \
    static inline c pycc_pow_##t(c a, c b) {                                                       \
        if (pycc_negative_##t(b)) {                                                                \
            return (c)(a == 1 ? 1 : a == (c)-1 ? (b & 1 ? -1 : 1) : 0);                            \
        }                                                                                          \
        return (c)pycc_power((uint64_t)a, (uint64_t)b);                                            \
    }                                                                                              \
    static inline c pycc_square_##t(c a) {                                                         \
        return (c)((uint64_t)a * (uint64_t)a);                                                     \
    }                                                                                              \
    static inline c pycc_gcd_##t(c a, c b) {                                                       \
        return (c)pycc_gcd((u)pycc_abs_##t(a), (u)pycc_abs_##t(b));                                \
    }                                                                                              \
    static inline c pycc_lcm_##t(c a, c b) {                                                       \
        u x = (u)pycc_abs_##t(a), y = (u)pycc_abs_##t(b), g = (u)pycc_gcd(x, y);                   \
        return (c)(g == 0 ? 0 : (u)((uint64_t)(x / g) * y));                                       \
    }
PYCC_SIGNED(PYCC_DECLARE_INTEGER)
PYCC_UNSIGNED(PYCC_DECLARE_INTEGER)

/* ---- does the result of an operation on Python ints have 64 bits? */

static inline bool pycc_fits_add(int64_t a, int64_t b) {
    int64_t r;
    return !__builtin_add_overflow(a, b, &r);
}

static inline bool pycc_fits_sub(int64_t a, int64_t b) {
    int64_t r;
    return !__builtin_sub_overflow(a, b, &r);
}

static inline bool pycc_fits_mul(int64_t a, int64_t b) {
    int64_t r;
    return !__builtin_mul_overflow(a, b, &r);
}

/* The first two as vectors have them: the sign of the result tells. */
static inline bool pycc_fits_add_all(int64_t a, int64_t b) {
    int64_t r = (int64_t)((uint64_t)a + (uint64_t)b);
    return ((a ^ r) & (b ^ r)) >= 0;
}

static inline bool pycc_fits_sub_all(int64_t a, int64_t b) {
    int64_t r = (int64_t)((uint64_t)a - (uint64_t)b);
    return ((a ^ b) & (a ^ r)) >= 0;
}

static inline bool pycc_fits_neg(int64_t a) {
    return a != INT64_MIN;
}

static inline bool pycc_fits_floordiv(int64_t a, int64_t b) {
    return a != INT64_MIN || b != -1;
}

static inline bool pycc_fits_shl(int64_t a, int64_t b) {
    return a == 0 || ((uint64_t)b < 64 && pycc_shr_i64(pycc_shl_i64(a, b), b) == a);
}

static inline bool pycc_fits_gcd(int64_t a, int64_t b) {
    return pycc_gcd((uint64_t)pycc_abs_i64(a), (uint64_t)pycc_abs_i64(b)) <= INT64_MAX;
}

static inline bool pycc_fits_lcm(int64_t a, int64_t b) {
    uint64_t x = (uint64_t)pycc_abs_i64(a), y = (uint64_t)pycc_abs_i64(b), g = pycc_gcd(x, y), r;
    return g == 0 || (!__builtin_mul_overflow(x / g, y, &r) && r <= INT64_MAX);
}

static inline bool pycc_fits_pow(int64_t a, int64_t b) {
    const int64_t root = 3037000499; /* of INT64_MAX */
    if (__builtin_constant_p(b) && b == 2) {
        return a >= -root && a <= root; /* vectors have it */
    }
    int64_t r = 1;
    bool fits = true;
    for (; b > 0 && fits; b >>= 1) {
        fits = !(b & 1) || !__builtin_mul_overflow(r, a, &r);
        fits = fits && (b == 1 || !__builtin_mul_overflow(a, a, &a));
    }
    return fits;
}

static inline bool pycc_abs_bool(bool a) {
    return a;
}

static inline bool pycc_square_bool(bool a) {
    return a;
}

/* The index i, -n <= i < n, of an axis of n elements counted from its start. */
static inline int64_t pycc_wrap_i64(int64_t i, int64_t n) {
    return i < 0 ? i + n : i;
}

/* v, of which the C compiler knows no more: it is computed first, and in a register. */
#define PYCC_KEPT(t, v)                                                                            \
    __extension__({                                                                                \
        t pycc_kept = v;                                                                           \
        __asm__("" : "+r"(pycc_kept));                                                             \
        pycc_kept;                                                                                 \
    })

/* ---- minimum and maximum: NaN wins; pymin and pymax as Python's min(a, b): the first unless the
 * second is smaller (greater). a != a is false for integers. lower and upper are minimum and
 * maximum where a is what was found so far: a branch that is hardly ever taken, and no wait for the
 * last. */

#define PYCC_DECLARE_MINMAX(t, c)                                                                  \
    PYCC_INLINE c pycc_minimum_##t(c a, c b) {                                                     \
        const c least = a < b ? a : b;                                                             \
        return PYCC_UNLIKELY(a != a) ? a : least;                                                  \
    }                                                                                              \
    PYCC_INLINE c pycc_maximum_##t(c a, c b) {                                                     \
        const c most = a > b ? a : b;                                                              \
        return PYCC_UNLIKELY(a != a) ? a : most;                                                   \
    }                                                                                              \
    PYCC_INLINE c pycc_lower_##t(c a, c b) {                                                       \
        return ((b < a) | (b != b)) ? b : a;                                                       \
    }                                                                                              \
    PYCC_INLINE c pycc_upper_##t(c a, c b) {                                                       \
        return ((b > a) | (b != b)) ? b : a;                                                       \
    }                                                                                              \
    PYCC_INLINE c pycc_pymin_##t(c a, c b) {                                                       \
        return b < a ? b : a;                                                                      \
    }                                                                                              \
    PYCC_INLINE c pycc_pymax_##t(c a, c b) {                                                       \
        return b > a ? b : a;                                                                      \
    }
PYCC_DECLARE_MINMAX(bool, bool)
PYCC_DECLARE_MINMAX(i8, int8_t)
PYCC_DECLARE_MINMAX(i16, int16_t)
PYCC_DECLARE_MINMAX(i32, int32_t)
PYCC_DECLARE_MINMAX(i64, int64_t)
PYCC_DECLARE_MINMAX(u8, uint8_t)
PYCC_DECLARE_MINMAX(u16, uint16_t)
PYCC_DECLARE_MINMAX(u32, uint32_t)
PYCC_DECLARE_MINMAX(u64, uint64_t)
PYCC_DECLARE_MINMAX(f32, float)
PYCC_DECLARE_MINMAX(f64, double)

/* The same as reductions of `omp simd`; each lane starts from the variable's value, which changes
 * nothing for these. PYCC_REDUCE(op, t, c) declares pycc_<op>_<t>. Lanes find the number (__order)
 * and NaN (__seen) apart, by an instruction each. */
#ifdef _OPENMP
#define PYCC_PRAGMA(text) _Pragma(#text)
#define PYCC_REDUCE(op, t, c)                                                                      \
    PYCC_PRAGMA(omp declare reduction(pycc_##op##_##t:c                                            \
                                      : omp_out = pycc_##op##_##t(omp_out, omp_in))                \
                    initializer(omp_priv = omp_orig))
#define PYCC_IN_LANE(op, order, nan, t, c)                                                         \
    PYCC_INLINE c pycc_##op##_##t##__order(c a, c b) {                                             \
        return pycc_##order##_##t(a, b);                                                           \
    }                                                                                              \
    PYCC_INLINE c pycc_##op##_##t##__seen(c a, c b) {                                              \
        return b != b ? nan : a;                                                                   \
    }
#define PYCC_REDUCE_MINMAX(t, c)                                                                   \
    PYCC_REDUCE(minimum, t, c)                                                                     \
    PYCC_REDUCE(maximum, t, c)                                                                     \
    PYCC_REDUCE(pymin, t, c)                                                                       \
    PYCC_REDUCE(pymax, t, c)                                                                       \
    PYCC_IN_LANE(minimum, pymin, b, t, c)                                                          \
    PYCC_IN_LANE(maximum, pymax, b, t, c)                                                          \
    PYCC_IN_LANE(lower, pymin, b, t, c)                                                            \
    PYCC_IN_LANE(upper, pymax, b, t, c)                                                            \
    PYCC_IN_LANE(pymin, pymin, a, t, c)                                                            \
    PYCC_IN_LANE(pymax, pymax, a, t, c)
PYCC_REDUCE_MINMAX(i8, int8_t)
PYCC_REDUCE_MINMAX(i16, int16_t)
PYCC_REDUCE_MINMAX(i32, int32_t)
PYCC_REDUCE_MINMAX(i64, int64_t)
PYCC_REDUCE_MINMAX(u8, uint8_t)
PYCC_REDUCE_MINMAX(u16, uint16_t)
PYCC_REDUCE_MINMAX(u32, uint32_t)
PYCC_REDUCE_MINMAX(u64, uint64_t)
PYCC_REDUCE_MINMAX(f32, float)
PYCC_REDUCE_MINMAX(f64, double)
#endif

/* ---- floats to integers, as NumPy on x86: what does not fit is the smallest integer; narrow types
 * take the low bits of a wider one */

static inline int64_t pycc_cast_i64(double x) {
    return fabs(x) < 0x1p63 ? (int64_t)x : INT64_MIN;
}

static inline int32_t pycc_cast_i32(double x) {
    return fabs(x) < 0x1p31 ? (int32_t)x : INT32_MIN;
}

static inline int16_t pycc_cast_i16(double x) {
    return (int16_t)pycc_cast_i32(x);
}

static inline int8_t pycc_cast_i8(double x) {
    return (int8_t)pycc_cast_i32(x);
}

static inline uint64_t pycc_cast_u64(double x) {
    return !(x >= 0x1p63) ? (uint64_t)pycc_cast_i64(x)
                          : (uint64_t)pycc_cast_i64(x - 0x1p63) ^ (uint64_t)INT64_MIN;
}

static inline uint32_t pycc_cast_u32(double x) {
    return (uint32_t)pycc_cast_i64(x);
}

static inline uint16_t pycc_cast_u16(double x) {
    return (uint16_t)pycc_cast_i32(x);
}

static inline uint8_t pycc_cast_u8(double x) {
    return (uint8_t)pycc_cast_i32(x);
}

#define PYCC_DECLARE_RECIPROCAL(t, c, u, bits)                                                     \
    static inline c pycc_reciprocal_##t(c a) {                                                     \
        return a == 0 ? pycc_cast_##t(HUGE_VAL) : (c)(1 / a);                                      \
    }
PYCC_SIGNED(PYCC_DECLARE_RECIPROCAL)
PYCC_UNSIGNED(PYCC_DECLARE_RECIPROCAL)

#include "pycc_rt_floats.h"
#include "pycc_rt_time.h"

/* ---- complex numbers: NumPy's formulas, without C's recovery of infinities; pydiv is Python's own
 * division, whose divisor is not 0, pypower its ** */

#define PYCC_DECLARE_COMPLEX(t, part, r, f)                                                        \
    static inline r _Complex pycc_complex_##part(r re, r im) {                                     \
        r _Complex z;                                                                              \
        __real__ z = re;                                                                           \
        __imag__ z = im;                                                                           \
        return z;                                                                                  \
    }                                                                                              \
    static inline r _Complex pycc_mul_##t(r _Complex a, r _Complex b) {                            \
        return pycc_complex_##part(__real__ a * __real__ b - __imag__ a * __imag__ b,              \
                                   __real__ a * __imag__ b + __imag__ a * __real__ b);             \
    }                                                                                              \
    /* by the greater part of b, without branches: vectors; by 0 each part of a is divided */      \
    static inline r _Complex pycc_div_##t(r _Complex a, r _Complex b) {                            \
        const r re = __real__ b, im = __imag__ b;                                                  \
        const bool wide = fabs##f(re) >= fabs##f(im), zero = re == 0 && im == 0;                   \
        const r big = wide ? re : im, small = wide ? im : re, q = zero ? 0 : small / big;          \
        const r s = 1 / (zero ? 0 : big + small * q);                                              \
        const r p = wide ? __real__ a : __imag__ a, o = wide ? __imag__ a : __real__ a;            \
        const r pq = zero ? 0 : p, oq = zero ? 0 : o;                                              \
        return pycc_complex_##part((p + oq * q) * s, (wide ? o - pq * q : pq * q - o) * s);        \
    }                                                                                              \
    static inline r _Complex pycc_pydiv_##t(r _Complex a, r _Complex b) {                          \
        if (fabs##f(__real__ b) >= fabs##f(__imag__ b)) {                                          \
            r q = __imag__ b / __real__ b, d = __real__ b + __imag__ b * q;                        \
            return pycc_complex_##part((__real__ a + __imag__ a * q) / d,                          \
                                       (__imag__ a - __real__ a * q) / d);                         \
        }                                                                                          \
        r q = __real__ b / __imag__ b, d = __real__ b * q + __imag__ b;                            \
        return pycc_complex_##part((__real__ a * q + __imag__ a) / d,                              \
                                   (__imag__ a * q - __real__ a) / d);                             \
    }                                                                                              \
    static inline r _Complex pycc_square_##t(r _Complex a) {                                       \
        return pycc_mul_##t(a, a);                                                                 \
    }                                                                                              \
    static inline r _Complex pycc_reciprocal_##t(r _Complex a) {                                   \
        if (fabs##f(__imag__ a) <= fabs##f(__real__ a)) {                                          \
            r q = __imag__ a / __real__ a, d = __real__ a + __imag__ a * q;                        \
            return pycc_complex_##part(1 / d, -q / d);                                             \
        }                                                                                          \
        r q = __real__ a / __imag__ a, d = __real__ a * q + __imag__ a;                            \
        return pycc_complex_##part(q / d, -1 / d);                                                 \
    }                                                                                              \
    static inline r _Complex pycc_sign_##t(r _Complex a) {                                         \
        r x = __real__ a, y = __imag__ a, size = hypot##f(x, y);                                   \
        if (isinf(size)) {                                                                         \
            r one = isinf(x) && isinf(y) ? (r)NAN : 1;                                             \
            return pycc_complex_##part(isinf(x) ? copysign##f(one, x) : 0,                         \
                                       isinf(y) ? copysign##f(one, y) : 0);                        \
        }                                                                                          \
        return size == 0 ? 0 : pycc_complex_##part(x / size, y / size);                            \
    }                                                                                              \
    /* by the real parts, where these are equal by the others */                                   \
    static inline bool pycc_less_##t(r _Complex a, r _Complex b) {                                 \
        r x = __real__ a, y = __real__ b, u = __imag__ a, v = __imag__ b;                          \
        return (x < y && u == u && v == v) || (x == y && u < v);                                   \
    }                                                                                              \
    static inline bool pycc_less_equal_##t(r _Complex a, r _Complex b) {                           \
        r x = __real__ a, y = __real__ b, u = __imag__ a, v = __imag__ b;                          \
        return (x < y && u == u && v == v) || (x == y && u <= v);                                  \
    }                                                                                              \
    static inline r _Complex pycc_minimum_##t(r _Complex a, r _Complex b) {                        \
        return a != a || pycc_less_equal_##t(a, b) ? a : b;                                        \
    }                                                                                              \
    static inline r _Complex pycc_maximum_##t(r _Complex a, r _Complex b) {                        \
        return a != a || pycc_less_equal_##t(b, a) ? a : b;                                        \
    }                                                                                              \
    static inline r _Complex pycc_fmin_##t(r _Complex a, r _Complex b) {                           \
        return b != b || pycc_less_equal_##t(a, b) ? a : b;                                        \
    }                                                                                              \
    static inline r _Complex pycc_fmax_##t(r _Complex a, r _Complex b) {                           \
        return b != b || pycc_less_equal_##t(b, a) ? a : b;                                        \
    }                                                                                              \
    static inline r _Complex pycc_rint_##t(r _Complex a) {                                         \
        return pycc_complex_##part(rint##f(__real__ a), rint##f(__imag__ a));                      \
    }                                                                                              \
    static inline r _Complex pycc_scale_##t(r _Complex a, r s) {                                   \
        return pycc_complex_##part(__real__ a * s, __imag__ a * s);                                \
    }                                                                                              \
    static inline r _Complex pycc_exp2_##t(r _Complex a) {                                         \
        return cexp##f(pycc_scale_##t(a, (r)0.69314718055994530942));                              \
    }                                                                                              \
    static inline r _Complex pycc_log2_##t(r _Complex a) {                                         \
        return pycc_scale_##t(clog##f(a), (r)1.44269504088896340736);                              \
    }                                                                                              \
    static inline r _Complex pycc_log10_##t(r _Complex a) {                                        \
        return pycc_scale_##t(clog##f(a), (r)0.43429448190325182765);                              \
    }                                                                                              \
    static inline r _Complex pycc_log1p_##t(r _Complex a) {                                        \
        r x = __real__ a + 1, y = __imag__ a;                                                      \
        return pycc_complex_##part(log##f(hypot##f(x, y)), atan2##f(y, x));                        \
    }                                                                                              \
    static inline r _Complex pycc_expm1_##t(r _Complex a) {                                        \
        r x = __real__ a, y = __imag__ a, h = sin##f(y / 2);                                       \
        return pycc_complex_##part(expm1##f(x) * cos##f(y) - 2 * h * h, exp##f(x) * sin##f(y));    \
    }                                                                                              \
    /* a ** n, n >= 0, by repeated squaring */                                                     \
    static inline r _Complex pycc_powu_##t(r _Complex a, int n) {                                  \
        r _Complex p = 1;                                                                          \
        for (; n > 0; n >>= 1) {                                                                   \
            if (n & 1) {                                                                           \
                p = pycc_mul_##t(p, a);                                                            \
            }                                                                                      \
            a = pycc_mul_##t(a, a);                                                                \
        }                                                                                          \
        return p;                                                                                  \
    }                                                                                              \
    static inline r _Complex pycc_power_##t(r _Complex a, r _Complex b) {                          \
        r x = __real__ b, y = __imag__ b;                                                          \
        if (x == 0 && y == 0) {                                                                    \
            return 1;                                                                              \
        }                                                                                          \
        if (__real__ a == 0 && __imag__ a == 0) {                                                  \
            return x > 0 ? 0 : pycc_complex_##part((r)NAN, (r)NAN);                                \
        }                                                                                          \
        if (y != 0 || !(x > -100 && x < 100) || x != (r)(int)x) {                                  \
            return cpow##f(a, b);                                                                  \
        }                                                                                          \
        int n = (int)x;                                                                            \
        if (n >= 1 && n <= 3) {                                                                    \
            r _Complex square = pycc_mul_##t(a, a);                                                \
            return n == 1 ? a : n == 2 ? square : pycc_mul_##t(a, square);                         \
        }                                                                                          \
        return n < 0 ? pycc_div_##t(1, pycc_powu_##t(a, -n)) : pycc_powu_##t(a, n);                \
    }
PYCC_DECLARE_COMPLEX(c64, f32, float, f)
PYCC_DECLARE_COMPLEX(c128, f64, double, )

/* |a| without a branch, to the last digit: of parts that a power of two brings near 1. */
#ifdef PYCC_STRICT
#define PYCC_SIZE(t, r, f, large, shrink)                                                          \
    static inline r pycc_size_##t(r _Complex a) {                                                  \
        return cabs##f(a);                                                                         \
    }
#else
#define PYCC_SIZE(t, r, f, large, shrink)                                                          \
    static inline r pycc_size_##t(r _Complex a) {                                                  \
        r x = fabs##f(__real__ a), y = fabs##f(__imag__ a), m = x > y ? x : y;                     \
        r by = m > large ? shrink : 1, back = m > large ? 1 / shrink : 1;                          \
        by = m < 1 / large ? 1 / shrink : by, back = m < 1 / large ? shrink : back;                \
        r u = x * by, v = y * by, size = sqrt##f(u * u + v * v) * back;                            \
        return x == (r)INFINITY || y == (r)INFINITY ? (r)INFINITY : size;                          \
    }
#endif
PYCC_SIZE(c64, float, f, 0x1p60f, 0x1p-90f)
PYCC_SIZE(c128, double, , 0x1p500, 0x1p-600)

/* What Python's complex ** gives where it raises: ZeroDivisionError and OverflowError. */
#define PYCC_POWER_OF_ZERO pycc_complex_f64(HUGE_VAL, 0)
#define PYCC_POWER_TOO_LARGE pycc_complex_f64(HUGE_VAL, HUGE_VAL)

/* Python 3.11's complex ** for exponents that are no small integers; see pycc_pypower_c128. */
double _Complex pycc_pypower_any(double _Complex a, double _Complex b) __attribute__((const));

static inline double _Complex pycc_pypower_c128(double _Complex a, double _Complex b) {
    double x = __real__ b;
    if (__imag__ b != 0 || !(fabs(x) <= 100) || x != (double)(int)x) {
        return pycc_pypower_any(a, b);
    }
    double _Complex p = pycc_powu_c128(a, x < 0 ? -(int)x : (int)x);
    if (x <= 0) {
        if (__real__ p == 0 && __imag__ p == 0) {
            return PYCC_POWER_OF_ZERO;
        }
        p = pycc_pydiv_c128(1, p);
    }
    return isinf(__real__ p) || isinf(__imag__ p) ? PYCC_POWER_TOO_LARGE : p;
}

/* Python's pow(a, b, m) of ints: the sign of m; m is not 0, and prime to a when b < 0. */
int64_t pycc_powmod(int64_t a, int64_t b, int64_t m);

#endif
