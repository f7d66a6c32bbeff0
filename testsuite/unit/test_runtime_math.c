/* Arithmetic of generated code against plain definitions: every pair of 8-bit integers, NumPy's own
 * answers for floats, and the edges of conversions. */
#include <criterion/criterion.h>

#include "pycc_rt.h"

static int floor_quotient(int a, int b) {
    int q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

Test(runtime_math, signed_division_of_all_pairs) {
    for (int a = -128; a < 128; ++a) {
        cr_assert_eq(pycc_floordiv_i8((int8_t)a, 0), 0);
        cr_assert_eq(pycc_mod_i8((int8_t)a, 0), 0);
        for (int b = -128; b < 128; ++b) {
            if (b == 0) {
                continue;
            }
            int q = floor_quotient(a, b);
            cr_assert_eq(pycc_floordiv_i8((int8_t)a, (int8_t)b), (int8_t)q, "%d // %d", a, b);
            cr_assert_eq(pycc_mod_i8((int8_t)a, (int8_t)b), a - b * q, "%d %% %d", a, b);
            cr_assert_eq(pycc_fmod_i8((int8_t)a, (int8_t)b), a % b, "fmod(%d, %d)", a, b);
        }
    }
}

Test(runtime_math, unsigned_division_of_all_pairs) {
    for (int a = 0; a < 256; ++a) {
        for (int b = 0; b < 256; ++b) {
            cr_assert_eq(pycc_floordiv_u8((uint8_t)a, (uint8_t)b), b ? a / b : 0);
            cr_assert_eq(pycc_mod_u8((uint8_t)a, (uint8_t)b), b ? a % b : 0);
        }
    }
}

Test(runtime_math, division_at_the_ends_of_64_bits) {
    cr_assert_eq(pycc_floordiv_i64(INT64_MIN, -1), INT64_MIN);
    cr_assert_eq(pycc_mod_i64(INT64_MIN, -1), 0);
    cr_assert_eq(pycc_floordiv_i64(INT64_MIN, 3), -3074457345618258603);
    cr_assert_eq(pycc_mod_i64(INT64_MIN, 3), 1);
    cr_assert_eq(pycc_abs_i64(INT64_MIN), INT64_MIN);
    cr_assert_eq(pycc_floordiv_u64(UINT64_MAX, 2), UINT64_MAX / 2);
}

Test(runtime_math, powers_of_all_pairs) {
    for (int a = -128; a < 128; ++a) {
        int expected = 1;
        for (int b = 0; b < 128; ++b, expected = (int8_t)(expected * a)) {
            cr_assert_eq(pycc_pow_i8((int8_t)a, (int8_t)b), (int8_t)expected, "%d ** %d", a, b);
            cr_assert_eq(pycc_pow_u8((uint8_t)a, (uint8_t)b), (uint8_t)expected);
        }
        for (int b = -128; b < 0; ++b) {
            int negative = a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
            cr_assert_eq(pycc_pow_i8((int8_t)a, (int8_t)b), negative, "%d ** %d", a, b);
        }
    }
}

Test(runtime_math, shifts_of_all_pairs) {
    for (int a = -128; a < 128; ++a) {
        for (int b = -128; b < 128; ++b) {
            bool inside = b >= 0 && b < 8;
            int left = inside ? (int8_t)(a * (1 << b)) : 0;
            int right = inside ? floor_quotient(a, 1 << b) : a < 0 ? -1 : 0;
            cr_assert_eq(pycc_shl_i8((int8_t)a, (int8_t)b), left, "%d << %d", a, b);
            cr_assert_eq(pycc_shr_i8((int8_t)a, (int8_t)b), right, "%d >> %d", a, b);
            cr_assert_eq(pycc_shr_u8((uint8_t)a, (uint8_t)b), inside ? (uint8_t)a >> b : 0);
        }
    }
    cr_assert_eq(pycc_shl_i64(1, 63), INT64_MIN);
    cr_assert_eq(pycc_shl_i64(1, 64), 0);
    cr_assert_eq(pycc_shr_i64(-5, 64), -1);
}

Test(runtime_math, gcd_and_lcm) {
    for (int a = -20; a <= 20; ++a) {
        for (int b = -20; b <= 20; ++b) {
            int x = abs(a), y = abs(b), g = x > y ? x : y;
            while (g > 0 && (x % g != 0 || y % g != 0)) {
                g--;
            }
            cr_assert_eq(pycc_gcd_i32(a, b), g, "gcd(%d, %d)", a, b);
            cr_assert_eq(pycc_lcm_i32(a, b), g ? x / g * y : 0, "lcm(%d, %d)", a, b);
        }
    }
}

/* Around the ends of 64 bits, and small ones. */
static const int64_t ends[] = {INT64_MIN,
                               INT64_MIN + 1,
                               INT64_MIN / 2,
                               -(INT64_C(1) << 32),
                               -3,
                               -1,
                               0,
                               1,
                               2,
                               3,
                               63,
                               64,
                               INT64_C(1) << 31,
                               INT64_C(1) << 62,
                               INT64_MAX - 1,
                               INT64_MAX};
enum { ENDS = sizeof(ends) / sizeof(ends[0]) };

static bool fits(__int128 exact) {
    return exact >= INT64_MIN && exact <= INT64_MAX;
}

Test(runtime_math, results_beyond_64_bits_are_seen) {
    for (int i = 0; i < ENDS * ENDS; ++i) {
        int64_t a = ends[i / ENDS], b = ends[i % ENDS];
        __int128 x = a, y = b;
        cr_assert_eq(pycc_fits_add(a, b), fits(x + y));
        cr_assert_eq(pycc_fits_sub(a, b), fits(x - y));
        cr_assert_eq(pycc_fits_add_all(a, b), fits(x + y));
        cr_assert_eq(pycc_fits_sub_all(a, b), fits(x - y));
        cr_assert_eq(pycc_fits_mul(a, b), fits(x * y));
        cr_assert_eq(pycc_fits_neg(a), fits(-x));
        cr_assert(b == 0 || pycc_fits_floordiv(a, b) == fits(x / y));
        cr_assert(b < 0 || b > 63 || pycc_fits_shl(a, b) == fits(x * ((__int128)1 << b)));
    }
    cr_assert(!pycc_fits_gcd(INT64_MIN, 0) && pycc_fits_gcd(INT64_MIN, 6));
    cr_assert(!pycc_fits_lcm(INT64_MAX, 2) && pycc_fits_lcm(-6, 4) && pycc_fits_lcm(0, INT64_MIN));
}

Test(runtime_math, powers_beyond_64_bits_are_seen) {
    for (int64_t a = -12; a <= 12; ++a) {
        __int128 exact = 1;
        for (int64_t b = 0; b < 80; ++b) {
            cr_assert_eq(pycc_fits_pow(a, b), fits(exact), "%d ** %d", (int)a, (int)b);
            exact = fits(exact) ? exact * a : exact;
        }
    }
    cr_assert(!pycc_fits_pow(INT64_MIN, 2) && pycc_fits_pow(INT64_MIN, 1));
}

/* Equal, or both NaN; zeros with their signs. */
static bool same(double a, double b) {
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

/* a, b, a // b, a % b of NumPy 2 */
static const double divisions[][4] = {
    {0.0, 0.0, NAN, NAN},
    {0.0, -0.0, NAN, NAN},
    {0.0, 1.0, 0.0, 0.0},
    {0.0, -2.5, -0.0, -0.0},
    {0.0, 3.0, 0.0, 0.0},
    {0.0, -0.1, -0.0, -0.0},
    {0.0, 1e+308, 0.0, 0.0},
    {0.0, INFINITY, 0.0, 0.0},
    {0.0, -INFINITY, -0.0, -0.0},
    {0.0, NAN, NAN, NAN},
    {-0.0, 0.0, NAN, NAN},
    {-0.0, -0.0, NAN, NAN},
    {-0.0, 1.0, -0.0, 0.0},
    {-0.0, -2.5, 0.0, -0.0},
    {-0.0, 3.0, -0.0, 0.0},
    {-0.0, -0.1, 0.0, -0.0},
    {-0.0, 1e+308, -0.0, 0.0},
    {-0.0, INFINITY, -0.0, 0.0},
    {-0.0, -INFINITY, 0.0, -0.0},
    {-0.0, NAN, NAN, NAN},
    {1.0, 0.0, INFINITY, NAN},
    {1.0, -0.0, -INFINITY, NAN},
    {1.0, 1.0, 1.0, 0.0},
    {1.0, -2.5, -1.0, -1.5},
    {1.0, 3.0, 0.0, 1.0},
    {1.0, -0.1, -10.0, -5.551115123125783e-17},
    {1.0, 1e+308, 0.0, 1.0},
    {1.0, INFINITY, 0.0, 1.0},
    {1.0, -INFINITY, -1.0, -INFINITY},
    {1.0, NAN, NAN, NAN},
    {-2.5, 0.0, -INFINITY, NAN},
    {-2.5, -0.0, INFINITY, NAN},
    {-2.5, 1.0, -3.0, 0.5},
    {-2.5, -2.5, 1.0, -0.0},
    {-2.5, 3.0, -1.0, 0.5},
    {-2.5, -0.1, 24.0, -0.09999999999999987},
    {-2.5, 1e+308, -1.0, 1e+308},
    {-2.5, INFINITY, -1.0, INFINITY},
    {-2.5, -INFINITY, 0.0, -2.5},
    {-2.5, NAN, NAN, NAN},
    {3.0, 0.0, INFINITY, NAN},
    {3.0, -0.0, -INFINITY, NAN},
    {3.0, 1.0, 3.0, 0.0},
    {3.0, -2.5, -2.0, -2.0},
    {3.0, 3.0, 1.0, 0.0},
    {3.0, -0.1, -30.0, -1.6653345369377348e-16},
    {3.0, 1e+308, 0.0, 3.0},
    {3.0, INFINITY, 0.0, 3.0},
    {3.0, -INFINITY, -1.0, -INFINITY},
    {3.0, NAN, NAN, NAN},
    {-0.1, 0.0, -INFINITY, NAN},
    {-0.1, -0.0, INFINITY, NAN},
    {-0.1, 1.0, -1.0, 0.9},
    {-0.1, -2.5, 0.0, -0.1},
    {-0.1, 3.0, -1.0, 2.9},
    {-0.1, -0.1, 1.0, -0.0},
    {-0.1, 1e+308, -1.0, 1e+308},
    {-0.1, INFINITY, -1.0, INFINITY},
    {-0.1, -INFINITY, 0.0, -0.1},
    {-0.1, NAN, NAN, NAN},
    {1e+308, 0.0, INFINITY, NAN},
    {1e+308, -0.0, -INFINITY, NAN},
    {1e+308, 1.0, 1e+308, 0.0},
    {1e+308, -2.5, -4e+307, -1.5},
    {1e+308, 3.0, 3.333333333333333e+307, 2.0},
    {1e+308, -0.1, -INFINITY, -0.03906711615670008},
    {1e+308, 1e+308, 1.0, 0.0},
    {1e+308, INFINITY, 0.0, 1e+308},
    {1e+308, -INFINITY, -1.0, -INFINITY},
    {1e+308, NAN, NAN, NAN},
    {INFINITY, 0.0, INFINITY, NAN},
    {INFINITY, -0.0, -INFINITY, NAN},
    {INFINITY, 1.0, NAN, NAN},
    {INFINITY, -2.5, NAN, NAN},
    {INFINITY, 3.0, NAN, NAN},
    {INFINITY, -0.1, NAN, NAN},
    {INFINITY, 1e+308, NAN, NAN},
    {INFINITY, INFINITY, NAN, NAN},
    {INFINITY, -INFINITY, NAN, NAN},
    {INFINITY, NAN, NAN, NAN},
    {-INFINITY, 0.0, -INFINITY, NAN},
    {-INFINITY, -0.0, INFINITY, NAN},
    {-INFINITY, 1.0, NAN, NAN},
    {-INFINITY, -2.5, NAN, NAN},
    {-INFINITY, 3.0, NAN, NAN},
    {-INFINITY, -0.1, NAN, NAN},
    {-INFINITY, 1e+308, NAN, NAN},
    {-INFINITY, INFINITY, NAN, NAN},
    {-INFINITY, -INFINITY, NAN, NAN},
    {-INFINITY, NAN, NAN, NAN},
};

Test(runtime_math, float_division_is_numpys) {
    for (size_t i = 0; i < sizeof(divisions) / sizeof(divisions[0]); ++i) {
        const double *d = divisions[i];
        double q = pycc_floordiv_f64(d[0], d[1]), r = pycc_mod_f64(d[0], d[1]);
        cr_assert(same(q, d[2]), "%g // %g is %g, not %g", d[0], d[1], d[2], q);
        cr_assert(same(r, d[3]), "%g %% %g is %g, not %g", d[0], d[1], d[3], r);
    }
}

Test(runtime_math, minimum_hands_nan_on_and_pymin_keeps_the_first) {
    cr_assert(isnan(pycc_minimum_f64(NAN, 1)) && isnan(pycc_minimum_f64(1, NAN)));
    cr_assert(isnan(pycc_maximum_f64(NAN, 1)) && isnan(pycc_maximum_f64(1, NAN)));
    cr_assert(isnan(pycc_pymin_f64(NAN, 1)));
    cr_assert_eq(pycc_pymin_f64(1, NAN), 1);
    cr_assert(isnan(pycc_pymax_f64(NAN, 1)));
    cr_assert_eq(pycc_pymax_f64(1, NAN), 1);
    cr_assert(same(pycc_pymin_f64(0.0, -0.0), 0.0));
    cr_assert(same(pycc_pymax_f64(-0.0, 0.0), -0.0));
    cr_assert_eq(pycc_minimum_u8(200, 3), 3);
    cr_assert_eq(pycc_maximum_i8(-3, 2), 2);
}

Test(runtime_math, sign_keeps_nan) {
    cr_assert(isnan(pycc_sign_f64(NAN)));
    cr_assert_eq(pycc_sign_f64(-2.0), -1);
    cr_assert(same(pycc_sign_f64(-0.0), 0.0));
    cr_assert_eq(pycc_sign_i8(-128), -1);
    cr_assert_eq(pycc_sign_u8(200), 1);
}

Test(runtime_math, conversions_of_what_does_not_fit) {
    cr_assert_eq(pycc_cast_i64(NAN), INT64_MIN);
    cr_assert_eq(pycc_cast_i64(1e30), INT64_MIN);
    cr_assert_eq(pycc_cast_i64(-1e30), INT64_MIN);
    cr_assert_eq(pycc_cast_i64(-0x1p63), INT64_MIN);
    cr_assert_eq(pycc_cast_i64(0x1p62), INT64_C(1) << 62);
    cr_assert_eq(pycc_cast_i64(-1.9), -1);
    cr_assert_eq(pycc_cast_i32(2147483647.9), INT32_MAX);
    cr_assert_eq(pycc_cast_i32(2147483648.0), INT32_MIN);
    cr_assert_eq(pycc_cast_i32(-2147483648.9), INT32_MIN);
    cr_assert_eq(pycc_cast_i8(300.0), 44);
    cr_assert_eq(pycc_cast_u8(-1.0), 255);
    cr_assert_eq(pycc_cast_u32(4294967295.0), UINT32_MAX);
    cr_assert_eq(pycc_cast_u64(-1.0), UINT64_MAX);
    cr_assert_eq(pycc_cast_u64(0x1p63), UINT64_C(1) << 63);
    cr_assert_eq(pycc_cast_u64(0x1.fffffffffffffp63), UINT64_C(0xfffffffffffff800));
}

Test(runtime_math, complex_products_and_quotients) {
    double _Complex z = pycc_complex_f64(1, 2), w = pycc_complex_f64(-3, 0.5);
    double _Complex p = pycc_mul_c128(z, w), q = pycc_div_c128(p, w);
    cr_assert_eq(creal(p), -4);
    cr_assert_eq(cimag(p), -5.5);
    cr_assert_float_eq(creal(q), 1, 1e-15);
    cr_assert_float_eq(cimag(q), 2, 1e-15);
    double _Complex zero = pycc_div_c128(z, 0);
    cr_assert(isinf(creal(zero)) && isinf(cimag(zero)));
    double _Complex python = pycc_pydiv_c128(z, pycc_complex_f64(-3.5, 0.5));
    cr_assert_eq(creal(python), -0.19999999999999998);
    cr_assert_eq(cimag(python), -0.6);
}

Test(runtime_math, round_to_digits_is_pythons) {
    cr_assert_eq(pycc_round_digits_f64(2.675, 2), 2.67);
    cr_assert_eq(pycc_round_digits_f64(0.125, 2), 0.12);
    cr_assert_eq(pycc_round_digits_f64(1250.0, -2), 1200.0);
    cr_assert_eq(pycc_round_digits_f64(1350.0, -2), 1400.0);
    cr_assert_eq(pycc_round_digits_f64(51.0, -2), 100.0);
    cr_assert_eq(pycc_round_digits_f64(50.0, -2), 0.0);
    cr_assert(same(pycc_round_digits_f64(-49.0, -2), -0.0));
    cr_assert(isnan(pycc_round_digits_f64(NAN, 3)));
    cr_assert_eq(pycc_round_digits_i64(-15, -1), -20);
    cr_assert_eq(pycc_round_digits_i64(25, -1), 20);
    cr_assert_eq(pycc_round_digits_i64(4999999999999999999, -19), 0);
    cr_assert_eq(pycc_round_digits_i64(INT64_MAX, -20), 0);
}

Test(runtime_math, trips_of_ranges) {
    for (int64_t start = -5; start <= 5; ++start) {
        for (int64_t stop = -5; stop <= 5; ++stop) {
            for (int64_t step = -3; step <= 3; ++step) {
                int64_t n = 0;
                for (int64_t i = start; step != 0 && (step > 0 ? i < stop : i > stop); i += step) {
                    n++;
                }
                if (step != 0) {
                    cr_assert_eq(pycc_trips(start, stop, step), n);
                }
            }
        }
    }
    cr_assert_eq(pycc_trips(INT64_MIN, INT64_MAX, INT64_MAX), 3);
    cr_assert_eq(pycc_trips(INT64_MAX, INT64_MIN, INT64_MIN), 2);
}

Test(runtime_math, indices_wrap_once) {
    for (int64_t n = 0; n < 5; ++n) {
        for (int64_t i = -8; i < 8; ++i) {
            int64_t expected = i >= 0 && i < n ? i : i < 0 && i >= -n ? i + n : -1;
            cr_assert_eq(pycc_wrap(i, n), expected);
        }
    }
    cr_assert_eq(pycc_wrap(INT64_MIN, INT64_MAX), -1);
}

/* Python's slice.indices by its definition, on small axes. */
Test(runtime_math, slices_clip_as_python_does) {
    char memory[64];
    for (int64_t n = 0; n < 5; ++n) {
        for (int64_t start = -7; start <= 7; ++start) {
            for (int64_t stop = -7; stop <= 7; ++stop) {
                for (int64_t step = -3; step <= 3; ++step) {
                    if (step == 0) {
                        continue;
                    }
                    int64_t first = start < 0 ? start + n : start,
                            last = stop < 0 ? stop + n : stop;
                    int64_t low = step < 0 ? -1 : 0, high = step < 0 ? n - 1 : n;
                    first = first < low ? low : first > high ? high : first;
                    last = last < low ? low : last > high ? high : last;
                    int64_t count = 0;
                    for (int64_t i = first; step > 0 ? i < last : i > last; i += step) {
                        count++;
                    }
                    char *data = memory;
                    int64_t got, stride;
                    pycc_slice(&data, &got, &stride, n, 4, start, stop, step);
                    cr_assert_eq(got, count);
                    cr_assert_eq(stride, 4 * step);
                    cr_assert_eq(data - memory, count > 0 ? 4 * first : 0);
                }
            }
        }
    }
}

#define DISTINCT(a) pycc_distinct(2, (a).shape, (a).stride, 8)
#define UNIT(unit, a) pycc_unit(2, unit, (a).data, (a).shape, (a).stride, 8, 1)
#define APART(a, b)                                                                                \
    pycc_apart(2, (a).data, (a).shape, (a).stride, 8, 2, (b).data, (b).shape, (b).stride, 8)

Test(runtime_math, guards_of_arrays) {
    char memory[256];
    struct pycc_array2 a = {.data = memory, .shape = {3, 4}, .stride = {32, 8}};
    struct pycc_array2 columns = {.data = memory + 8, .shape = {3, 1}, .stride = {32, 8}};
    struct pycc_array2 even = {.data = memory, .shape = {3, 2}, .stride = {32, 16}};
    struct pycc_array2 odd = {.data = memory + 8, .shape = {3, 2}, .stride = {32, 16}};
    cr_assert(DISTINCT(a));
    cr_assert(APART(even, odd), "columns of one matrix are apart");
    cr_assert(!APART(a, columns));
    a.stride[0] = 0;
    cr_assert(!DISTINCT(a), "rows that are one");
    a.stride[0] = 8;
    a.stride[1] = 24;
    cr_assert(DISTINCT(a), "Fortran's order");
    cr_assert(!UNIT(1, a) && UNIT(0, a));
    a.shape[0] = 0;
    cr_assert(APART(a, columns), "nothing overlaps with an empty array");
}

static void mark(char *bytes, const struct pycc_array2 *a, const char *memory) {
    for (int64_t i = 0; i < a->shape[0]; ++i) {
        for (int64_t k = 0; k < a->shape[1]; ++k) {
            memset(bytes + (a->data - memory) + i * a->stride[0] + k * a->stride[1], 1, 8);
        }
    }
}

Test(runtime_math, arrays_in_turn) {
    char memory[1024], x[1024], y[1024];
    const int64_t step[] = {8, -16, 24, 48, -64};
    for (int c = 0; c < 5 * 5 * 5 * 5 * 40; ++c) {
        struct pycc_array2 a = {.data = memory + 456, .shape = {1 + c % 3, 1 + c / 3 % 3}};
        struct pycc_array2 b = {.shape = {1 + c / 5 % 3, 1 + c / 7 % 3}};
        a.stride[0] = step[c % 5];
        a.stride[1] = step[c / 5 % 5];
        b.stride[0] = step[c / 25 % 5];
        b.stride[1] = step[c / 125 % 5];
        b.data = memory + 392 + c / 625 * 4;
        memset(x, 0, sizeof(x));
        memset(y, 0, sizeof(y));
        mark(x, &a, memory);
        mark(y, &b, memory);
        bool meet = false;
        for (int i = 0; i < 1024; ++i) {
            meet = meet || (x[i] && y[i]);
        }
        cr_assert(!(meet && APART(a, b)), "case %d", c);
        cr_assert(meet || APART(a, b), "case %d", c);
    }
}

static int fast(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo, int64_t hi) {
    return ctx && in && out && lo < hi;
}

static int strided(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo, int64_t hi) {
    return ctx && in && out && lo <= hi;
}

static int exact(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo, int64_t hi) {
    return ctx && in && out && lo == hi;
}

Test(runtime_math, the_guard_of_a_nest) {
    char memory[256] __attribute__((aligned(16)));
    struct {
        int64_t n;
        struct pycc_array1 x;
        struct pycc_array2 y;
        struct pycc_array0 z;
    } in = {.x = {.data = memory, .shape = {4}, .stride = {8}},
            .y = {.data = memory + 32, .shape = {3, 4}, .stride = {32, 8}},
            .z = {.data = memory + 128}};
    const struct pycc_guard_array array[] = {{(uint16_t)(((char *)&in.x - (char *)&in) / 8),
                                              .rank = 1, .item = 8, .align = 8, .unit = 0},
                                             {(uint16_t)(((char *)&in.y - (char *)&in) / 8),
                                              .rank = 2, .item = 8, .align = 8, .unit = 1,
                                              .distinct = true},
                                             {(uint16_t)(((char *)&in.z - (char *)&in) / 8),
                                              .rank = 0, .item = 8, .align = 8, .unit = -1}};
    const struct pycc_apart apart[] = {{0, 1}, {2, 1}, {0, 0}};
    const struct pycc_guard guard = {array, apart, 3, fast, strided, exact};
    const struct pycc_guard rigid = {array, apart, 3, fast, NULL, exact};
    struct pycc_nest nest = {.in = &in};
    cr_assert(pycc_choose(&guard, true, &nest) && nest.run == fast && !nest.serial);
    cr_assert(!pycc_choose(&guard, false, &nest) && nest.run == exact && nest.serial);
    cr_assert_eq(pycc_guard(&guard, &in), PYCC_SAFE | PYCC_UNIT);
    in.z.data = memory + 64;
    cr_assert_eq(pycc_guard(&guard, &in), PYCC_UNIT, "z is an element of y");
    in.z.data = memory + 132;
    cr_assert_eq(pycc_guard(&guard, &in), PYCC_SAFE, "z is not aligned");
    cr_assert(pycc_choose(&guard, true, &nest) && nest.run == strided && !nest.serial);
    cr_assert(pycc_choose(&rigid, true, &nest) && nest.run == exact && !nest.serial);
    in.z.data = memory + 128;
    in.x.data = memory + 8;
    cr_assert_eq(pycc_guard(&guard, &in), PYCC_UNIT, "x reaches into y");
    in.x.data = memory;
    in.y.stride[0] = 0;
    cr_assert_eq(pycc_guard(&guard, &in), PYCC_UNIT, "the rows of y are one");
    in.y.stride[0] = 64;
    in.x.stride[0] = -8;
    cr_assert_eq(pycc_guard(&guard, &in), PYCC_SAFE, "x runs backwards");
}
