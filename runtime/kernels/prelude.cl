/* OpenCL C that every kernel may use: what ops.def names as pycc_<operation>_<dtype>, conversions,
 * complex arithmetic, random numbers. The run time puts what a kernel calls before it: embed.py
 * cuts this into functions.
 *
 * It follows pycc_rt_math.h and pycc_rt_random.h function by function: the rules are NumPy 2's, and
 * nothing here is undefined. Complex numbers are vectors of two. Functions of doubles exist where
 * the device has them. */
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#pragma OPENCL FP_CONTRACT OFF

/* ---- integers: T(name, type, unsigned type, bits) */

#define PYCC_SIGNED(T)                                                                             \
    T(i8, char, uchar, 8) T(i16, short, ushort, 16) T(i32, int, uint, 32) T(i64, long, ulong, 64)
#define PYCC_UNSIGNED(T)                                                                           \
    T(u8, uchar, uchar, 8) T(u16, ushort, ushort, 16) T(u32, uint, uint, 32)                       \
    T(u64, ulong, ulong, 64)

#define PYCC_DECLARE_SIGNED(t, c, u, bits)                                                         \
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
        return (c)((ulong)b < bits ? a >> b : a < 0 ? -1 : 0);                                     \
    }                                                                                              \
    static inline c pycc_abs_##t(c a) {                                                            \
        return a < 0 ? (c)(0 - (u)a) : a;                                                          \
    }                                                                                              \
    static inline c pycc_sign_##t(c a) {                                                           \
        return (c)((a > 0) - (a < 0));                                                             \
    }                                                                                              \
    static inline c pycc_reciprocal_##t(c a) {                                                     \
        return a == 0 ? (c)pycc_infinite_##t : (c)(1 / a);                                         \
    }                                                                                              \
    static inline bool pycc_negative_##t(c a) {                                                    \
        return a < 0;                                                                              \
    }

#define PYCC_DECLARE_UNSIGNED(t, c, u, bits)                                                       \
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
        return (c)((ulong)b < bits ? a >> b : 0);                                                  \
    }                                                                                              \
    static inline c pycc_abs_##t(c a) {                                                            \
        return a;                                                                                  \
    }                                                                                              \
    static inline c pycc_sign_##t(c a) {                                                           \
        return (c)(a > 0);                                                                         \
    }                                                                                              \
    static inline c pycc_reciprocal_##t(c a) {                                                     \
        return a == 0 ? (c)pycc_infinite_##t : (c)(1 / a);                                         \
    }                                                                                              \
    static inline bool pycc_negative_##t(c a) {                                                    \
        return false;                                                                              \
    }

/* What infinity becomes as an integer. */
#define pycc_infinite_i8 0
#define pycc_infinite_i16 0
#define pycc_infinite_i32 INT_MIN
#define pycc_infinite_i64 LONG_MIN
#define pycc_infinite_u8 0
#define pycc_infinite_u16 0
#define pycc_infinite_u32 0
#define pycc_infinite_u64 0

PYCC_SIGNED(PYCC_DECLARE_SIGNED)
PYCC_UNSIGNED(PYCC_DECLARE_UNSIGNED)

/* By repeated squaring; a negative exponent gives the truncated result (0, 1 or -1). */
static inline ulong pycc_power(ulong base, ulong exponent) {
    ulong result = 1;
    for (; exponent; exponent >>= 1, base *= base) {
        result *= exponent & 1 ? base : 1;
    }
    return result;
}

static inline ulong pycc_gcd(ulong a, ulong b) {
    while (b) {
        ulong r = a % b;
        a = b;
        b = r;
    }
    return a;
}

#define PYCC_DECLARE_INTEGER(t, c, u, bits)                                                        \
    static inline c pycc_shl_##t(c a, c b) {                                                       \
        return (c)((ulong)b < bits ? (u)((u)a << b) : 0);                                          \
    }                                                                                              \
    static inline c pycc_pow_##t(c a, c b) {                                                       \
        if (pycc_negative_##t(b)) {                                                                \
            return (c)(a == 1 ? 1 : a == (c)-1 ? (b & 1 ? -1 : 1) : 0);                            \
        }                                                                                          \
        return (c)pycc_power((ulong)a, (ulong)b);                                                  \
    }                                                                                              \
    static inline c pycc_square_##t(c a) {                                                         \
        return (c)((ulong)a * (ulong)a);                                                           \
    }                                                                                              \
    static inline c pycc_gcd_##t(c a, c b) {                                                       \
        return (c)pycc_gcd((u)pycc_abs_##t(a), (u)pycc_abs_##t(b));                                \
    }                                                                                              \
    static inline c pycc_lcm_##t(c a, c b) {                                                       \
        c g = pycc_gcd_##t(a, b);                                                                  \
        return (c)(g == 0 ? 0 : pycc_abs_##t((c)((ulong)(a / g) * (ulong)b)));                     \
    }
PYCC_SIGNED(PYCC_DECLARE_INTEGER)
PYCC_UNSIGNED(PYCC_DECLARE_INTEGER)

/* ---- does the result of an operation on Python ints have 64 bits? */

static inline int pycc_fits_add(long a, long b) {
    return ((a ^ (a + b)) & (b ^ (a + b))) >= 0;
}
static inline int pycc_fits_sub(long a, long b) {
    return ((a ^ b) & (a ^ (a - b))) >= 0;
}
static inline int pycc_fits_mul(long a, long b) {
    return mul_hi(a, b) == (a * b) >> 63;
}
static inline int pycc_fits_neg(long a) {
    return a != LONG_MIN;
}
static inline int pycc_fits_floordiv(long a, long b) {
    return a != LONG_MIN || b != -1;
}
static inline int pycc_fits_shl(long a, long b) {
    return a == 0 || ((ulong)b < 64 && pycc_shr_i64(pycc_shl_i64(a, b), b) == a);
}
static inline int pycc_fits_gcd(long a, long b) {
    return pycc_gcd((ulong)pycc_abs_i64(a), (ulong)pycc_abs_i64(b)) <= LONG_MAX;
}
static inline int pycc_fits_lcm(long a, long b) {
    ulong x = (ulong)pycc_abs_i64(a), y = (ulong)pycc_abs_i64(b), g = pycc_gcd(x, y);
    return g == 0 || (mul_hi(x / g, y) == 0 && x / g * y <= LONG_MAX);
}
static inline int pycc_fits_pow(long a, long b) {
    long r = 1;
    int fits = 1;
    for (; b > 0 && fits; b >>= 1) {
        fits = !(b & 1) || pycc_fits_mul(r, a);
        r *= b & 1 ? a : 1;
        fits = fits && (b == 1 || pycc_fits_mul(a, a));
        a *= a;
    }
    return fits;
}


static inline uchar pycc_abs_bool(uchar a) {
    return a;
}

static inline uchar pycc_square_bool(uchar a) {
    return a;
}

/* ---- indices and loops */

/* The index i, -n <= i < n, of an axis of n elements counted from its start. */
static inline long pycc_wrap_i64(long i, long n) {
    return i < 0 ? i + n : i;
}

static inline long pycc_wrap_unchecked(long i, long n) {
    return i < 0 ? i + n : i;
}

/* The same for any i, -1 when it is out of range. */
static inline long pycc_wrap(long i, long n) {
    i += i < 0 ? n : 0;
    return (ulong)i < (ulong)n ? i : -1;
}

/* Number of iterations of range(start, stop, step); step is not 0. */
static inline long pycc_trips(long start, long stop, long step) {
    ulong n = 0;
    if (step > 0 && start < stop) {
        n = ((ulong)stop - (ulong)start - 1) / (ulong)step + 1;
    } else if (step < 0 && start > stop) {
        n = ((ulong)start - (ulong)stop - 1) / (0 - (ulong)step) + 1;
    }
    return n > LONG_MAX ? LONG_MAX : (long)n;
}

/* ---- minimum and maximum: NaN wins; pymin and pymax as Python's min(a, b) */

#define PYCC_DECLARE_MINMAX(t, c)                                                                  \
    static inline c pycc_minimum_##t(c a, c b) {                                                   \
        return a < b || a != a ? a : b;                                                            \
    }                                                                                              \
    static inline c pycc_maximum_##t(c a, c b) {                                                   \
        return a > b || a != a ? a : b;                                                            \
    }                                                                                              \
    static inline c pycc_pymin_##t(c a, c b) {                                                     \
        return b < a ? b : a;                                                                      \
    }                                                                                              \
    static inline c pycc_pymax_##t(c a, c b) {                                                     \
        return b > a ? b : a;                                                                      \
    }
#define PYCC_DECLARE_INTEGER_MINMAX(t, c, u, bits) PYCC_DECLARE_MINMAX(t, c)
PYCC_DECLARE_MINMAX(bool, uchar)
PYCC_SIGNED(PYCC_DECLARE_INTEGER_MINMAX)
PYCC_UNSIGNED(PYCC_DECLARE_INTEGER_MINMAX)
PYCC_DECLARE_MINMAX(f32, float)

/* ---- floats of 16 bits, as their bits */

static inline float pycc_f32_f16(ushort h) {
    return vload_half(0, (const __private half *)&h);
}
static inline ushort pycc_f16_f32(float x) {
    ushort h;
    vstore_half_rte(x, 0, (__private half *)&h);
    return h;
}

/* ---- floats: their arithmetic, conversions to integers as NumPy on x86, and complex numbers
 *
 * F(name, type, name of the complex type, that type, suffix of its functions) */

#define PYCC_DECLARE_FLOAT(t, r, z, c, f)                                                          \
    static inline r pycc_fmod_##t(r a, r b) {                                                      \
        return fmod(a, b);                                                                         \
    }                                                                                              \
    static inline r pycc_fmin_##t(r a, r b) {                                                      \
        return a < b || b != b ? a : b;                                                            \
    }                                                                                              \
    static inline r pycc_fmax_##t(r a, r b) {                                                      \
        return a > b || b != b ? a : b;                                                            \
    }                                                                                              \
    static inline r pycc_mod_##t(r a, r b) {                                                       \
        r m = fmod(a, b);                                                                          \
        if (b == 0) {                                                                              \
            return m;                                                                              \
        }                                                                                          \
        if (m == 0) {                                                                              \
            return copysign((r)0, b);                                                              \
        }                                                                                          \
        return (b < 0) != (m < 0) ? m + b : m;                                                     \
    }                                                                                              \
    static inline r pycc_floordiv_##t(r a, r b) {                                                  \
        if (b == 0) {                                                                              \
            return a / b;                                                                          \
        }                                                                                          \
        r m = fmod(a, b);                                                                          \
        r q = (a - m) / b;                                                                         \
        if (m != 0 && (b < 0) != (m < 0)) {                                                        \
            q -= 1;                                                                                \
        }                                                                                          \
        if (q == 0) {                                                                              \
            return copysign((r)0, a / b);                                                          \
        }                                                                                          \
        r low = floor(q);                                                                          \
        return q - low > (r)0.5f ? low + 1 : low;                                                  \
    }                                                                                              \
    static inline r pycc_sign_##t(r a) {                                                           \
        return a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a;                                            \
    }                                                                                              \
    static inline r pycc_square_##t(r a) {                                                         \
        return a * a;                                                                              \
    }                                                                                              \
    static inline r pycc_cube_##t(r a) {                                                           \
        return a * a * a;                                                                          \
    }                                                                                              \
    static inline r pycc_root_##t(r a) {                                                           \
        return a == -INFINITY ? (r)INFINITY : sqrt(a) + 0;                                         \
    }                                                                                              \
    static inline r pycc_root3_##t(r a) {                                                          \
        return fabs(a) * pycc_root_##t(a);                                                         \
    }                                                                                              \
    static inline r pycc_degrees_##t(r a) {                                                        \
        return a * PYCC_DEGREES_##t;                                                               \
    }                                                                                              \
    static inline r pycc_radians_##t(r a) {                                                        \
        return a * PYCC_RADIANS_##t;                                                               \
    }                                                                                              \
    static inline r pycc_heaviside_##t(r a, r at_zero) {                                           \
        return a == 0 ? at_zero : a < 0 ? 0 : a > 0 ? 1 : a;                                       \
    }                                                                                              \
    static inline r pycc_mantissa_##t(r a) {                                                       \
        int e;                                                                                     \
        return frexp(a, &e);                                                                       \
    }                                                                                              \
    static inline r pycc_exponent_##t(r a) {                                                       \
        int e;                                                                                     \
        frexp(a, &e);                                                                              \
        return isfinite(a) ? (r)e : 0;                                                             \
    }                                                                                              \
    static inline r pycc_ldexp_##t(r a, long e) {                                                  \
        return ldexp(a, (int)(e > 9999 ? 9999 : e < -9999 ? -9999 : e));                           \
    }                                                                                              \
    static inline r pycc_logaddexp_##t(r a, r b) {                                                 \
        if (a == b) {                                                                              \
            return a + PYCC_LOG2_##t;                                                              \
        }                                                                                          \
        r d = a - b;                                                                               \
        return d > 0 ? a + log1p(exp(-d)) : d <= 0 ? b + log1p(exp(d)) : d;                        \
    }                                                                                              \
    static inline long pycc_cast_i64_##t(r x) {                                                    \
        return x >= -0x1p63f && x < 0x1p63f ? (long)x : LONG_MIN;                                  \
    }                                                                                              \
    static inline int pycc_cast_i32_##t(r x) {                                                     \
        long whole = pycc_cast_i64_##t(x);                                                         \
        return whole >= INT_MIN && whole <= INT_MAX ? (int)whole : INT_MIN;                        \
    }                                                                                              \
    static inline short pycc_cast_i16_##t(r x) {                                                   \
        return (short)pycc_cast_i32_##t(x);                                                        \
    }                                                                                              \
    static inline char pycc_cast_i8_##t(r x) {                                                     \
        return (char)pycc_cast_i32_##t(x);                                                         \
    }                                                                                              \
    static inline ulong pycc_cast_u64_##t(r x) {                                                   \
        return x < 0x1p63f ? (ulong)pycc_cast_i64_##t(x)                                           \
                           : (ulong)pycc_cast_i64_##t(x - 0x1p63f) ^ (ulong)LONG_MIN;              \
    }                                                                                              \
    static inline uint pycc_cast_u32_##t(r x) {                                                    \
        return (uint)pycc_cast_i64_##t(x);                                                         \
    }                                                                                              \
    static inline ushort pycc_cast_u16_##t(r x) {                                                  \
        return (ushort)pycc_cast_i32_##t(x);                                                       \
    }                                                                                              \
    static inline uchar pycc_cast_u8_##t(r x) {                                                    \
        return (uchar)pycc_cast_i32_##t(x);                                                        \
    }                                                                                              \
    static inline c pycc_complex_##t(r re, r im) {                                                 \
        return (c)(re, im);                                                                        \
    }                                                                                              \
    static inline r creal##f(c a) {                                                                \
        return a.x;                                                                                \
    }                                                                                              \
    static inline r cimag##f(c a) {                                                                \
        return a.y;                                                                                \
    }                                                                                              \
    static inline c conj##f(c a) {                                                                 \
        return (c)(a.x, -a.y);                                                                     \
    }                                                                                              \
    static inline r pycc_size_##z(c a) {                                                           \
        return hypot(a.x, a.y);                                                                    \
    }                                                                                              \
    static inline int pycc_equal_##z(c a, c b) {                                                   \
        return a.x == b.x && a.y == b.y;                                                           \
    }                                                                                              \
    static inline int pycc_truth_##z(c a) {                                                        \
        return a.x != 0 || a.y != 0;                                                               \
    }                                                                                              \
    static inline c pycc_mul_##z(c a, c b) {                                                       \
        return (c)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                  \
    }                                                                                              \
    static inline c pycc_div_##z(c a, c b) {                                                       \
        r x = fabs(b.x), y = fabs(b.y);                                                            \
        if (x >= y) {                                                                              \
            if (x == 0 && y == 0) {                                                                \
                return (c)(a.x / x, a.y / x);                                                      \
            }                                                                                      \
            r q = b.y / b.x, s = 1 / (b.x + b.y * q);                                              \
            return (c)((a.x + a.y * q) * s, (a.y - a.x * q) * s);                                  \
        }                                                                                          \
        r q = b.x / b.y, s = 1 / (b.y + b.x * q);                                                  \
        return (c)((a.x * q + a.y) * s, (a.y * q - a.x) * s);                                      \
    }                                                                                              \
    static inline c pycc_pydiv_##z(c a, c b) {                                                     \
        if (fabs(b.x) >= fabs(b.y)) {                                                              \
            r q = b.y / b.x, d = b.x + b.y * q;                                                    \
            return (c)((a.x + a.y * q) / d, (a.y - a.x * q) / d);                                  \
        }                                                                                          \
        r q = b.x / b.y, d = b.x * q + b.y;                                                        \
        return (c)((a.x * q + a.y) / d, (a.y * q - a.x) / d);                                      \
    }                                                                                              \
    static inline c pycc_square_##z(c a) {                                                         \
        return pycc_mul_##z(a, a);                                                                 \
    }                                                                                              \
    static inline c pycc_reciprocal_##z(c a) {                                                     \
        if (fabs(a.y) <= fabs(a.x)) {                                                              \
            r q = a.y / a.x, d = a.x + a.y * q;                                                    \
            return (c)(1 / d, -q / d);                                                             \
        }                                                                                          \
        r q = a.x / a.y, d = a.x * q + a.y;                                                        \
        return (c)(q / d, -1 / d);                                                                 \
    }                                                                                              \
    static inline c pycc_sign_##z(c a) {                                                           \
        r size = hypot(a.x, a.y);                                                                  \
        if (isinf(size)) {                                                                         \
            r one = isinf(a.x) && isinf(a.y) ? (r)NAN : (r)1;                                      \
            return (c)(isinf(a.x) ? copysign(one, a.x) : 0, isinf(a.y) ? copysign(one, a.y) : 0);  \
        }                                                                                          \
        return size == 0 ? (c)(0, 0) : (c)(a.x / size, a.y / size);                                \
    }                                                                                              \
    static inline c cexp##f(c a) {                                                                 \
        r size = exp(a.x);                                                                         \
        return a.y == 0 ? (c)(size, a.y) : (c)(size * cos(a.y), size * sin(a.y));                  \
    }                                                                                              \
    static inline c clog##f(c a) {                                                                 \
        return (c)(log(hypot(a.x, a.y)), atan2(a.y, a.x));                                         \
    }                                                                                              \
    static inline c csqrt##f(c a) {                                                                \
        if (a.x == 0 && a.y == 0) {                                                                \
            return (c)(0, a.y);                                                                    \
        }                                                                                          \
        r half_root = sqrt((fabs(a.x) + hypot(a.x, a.y)) / 2);                                     \
        r other = fabs(a.y) / (2 * half_root);                                                     \
        return a.x >= 0 ? (c)(half_root, copysign(other, a.y))                                     \
                        : (c)(other, copysign(half_root, a.y));                                    \
    }                                                                                              \
    static inline c csinh##f(c a) {                                                                \
        return (c)(sinh(a.x) * cos(a.y), cosh(a.x) * sin(a.y));                                    \
    }                                                                                              \
    static inline c ccosh##f(c a) {                                                                \
        return (c)(cosh(a.x) * cos(a.y), sinh(a.x) * sin(a.y));                                    \
    }                                                                                              \
    static inline c csin##f(c a) {                                                                 \
        return (c)(sin(a.x) * cosh(a.y), cos(a.x) * sinh(a.y));                                    \
    }                                                                                              \
    static inline c ccos##f(c a) {                                                                 \
        return (c)(cos(a.x) * cosh(a.y), -sin(a.x) * sinh(a.y));                                   \
    }

#define PYCC_DEGREES_f32 57.29577951308232f
#define PYCC_RADIANS_f32 0.017453292519943295f
#define PYCC_LOG2_f32 0.6931471805599453f
PYCC_DECLARE_FLOAT(f32, float, c64, float2, f)

#ifdef cl_khr_fp64
#define PYCC_DEGREES_f64 57.29577951308232
#define PYCC_RADIANS_f64 0.017453292519943295
#define PYCC_LOG2_f64 0.6931471805599453
static inline ushort pycc_f16_f64(double x) {
    ushort h;
    vstore_half_rte(x, 0, (__private half *)&h);
    return h;
}
PYCC_DECLARE_MINMAX(f64, double)
PYCC_DECLARE_FLOAT(f64, double, c128, double2, )
#endif

/* ---- random numbers: Philox4x32-10, as pycc_rt_random.h */

static inline uint4 pycc_philox(uint4 x, ulong key) {
    uint k0 = (uint)key, k1 = (uint)(key >> 32);
    for (int round = 0; round < 10; ++round) {
        ulong p = (ulong)0xD2511F53u * x.s0, q = (ulong)0xCD9E8D57u * x.s2;
        x = (uint4)((uint)(q >> 32) ^ x.s1 ^ k0, (uint)q, (uint)(p >> 32) ^ x.s3 ^ k1, (uint)p);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return x;
}

static inline uint4 pycc_random_block(long seed, long i, uint stream) {
    return pycc_philox((uint4)((uint)i, (uint)((ulong)i >> 32), stream, 0), (ulong)seed);
}

static inline long pycc_random_53(uint high, uint low) {
    return ((long)(high >> 5) << 26) + (low >> 6);
}

#ifdef cl_khr_fp64
static inline double pycc_random_uniform(long seed, long i) {
    uint4 x = pycc_random_block(seed, i, 0);
    return (double)pycc_random_53(x.s0, x.s1) * 0x1p-53;
}

static inline double pycc_random_normal(long seed, long i) {
    uint4 x = pycc_random_block(seed, i, 1);
    double u = (double)(pycc_random_53(x.s0, x.s1) + 1) * 0x1p-53;
    double v = (double)pycc_random_53(x.s2, x.s3) * 0x1p-53;
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}
#endif

static inline long pycc_random_below(long seed, long i, long n) {
    uint4 x = pycc_random_block(seed, i, 2);
    ulong bits = (ulong)x.s0 << 32 | x.s1;
    return n > 0 ? (long)mul_hi(bits, (ulong)n) : 0;
}

/* ---- integers that work-items add to */

#define PYCC_DECLARE_ATOMIC(t, c, f)                                                               \
    static inline void pycc_atomic_add_##t(volatile __global c *to, c value) {                     \
        f(to, value);                                                                              \
    }
PYCC_DECLARE_ATOMIC(i32, int, atomic_add)
PYCC_DECLARE_ATOMIC(u32, uint, atomic_add)

#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
PYCC_DECLARE_ATOMIC(i64, long, atom_add)
PYCC_DECLARE_ATOMIC(u64, ulong, atom_add)
#endif

#pragma OPENCL FP_CONTRACT ON
