/* Powers in vector loops without tables, which vectors read one by one:
 * |a| ** b = 2 ** (b * log2(m * 2 ** k)), m between the roots of 1 / 2 and 2, log2(m) a series of
 * odd powers of (m - 1) / (m + 1). f32 by doubles, within 0.6 units in the last place; f64 by sums
 * of two, within 0.8. Elsewhere, and where products and additions are not fused, pow. What is
 * unusual is bounded and chosen as integers, where GCC makes no jumps of it. */
#ifndef PYCC_RT_POWER_H
#define PYCC_RT_POWER_H

#include "pycc_rt_root.h"

PYCC_INLINE uint32_t pycc_bits_f32(float x) {
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof(bits));
    return bits;
}

PYCC_INLINE float pycc_of_bits_f32(uint32_t bits) {
    float x;
    __builtin_memcpy(&x, &bits, sizeof(x));
    return x;
}

/* log2(x): of 0 and infinity below -1000 and above 1000. */
PYCC_INLINE double pycc_log2_short(double x) {
    const uint64_t bits = pycc_bits_f64(x), one = 0x3ff0000000000000, root = 0x3fe6a09e667f3bcd;
    const uint64_t k = (bits + (one - root)) >> 52;
    const double m = pycc_of_bits_f64(bits + one - (k << 52)), s = (m - 1) / (m + 1), v = s * s;
    const double p =
        0x1.ec709d13ae363p-1 +
        v * (0x1.27777f54b0e3dp-1 + v * (0x1.a58dc78dd320fp-2 + v * 0x1.5ce42aa8d1c0cp-2));
    return pycc_of_bits_f64(k | 0x4330000000000000) - (0x1p52 + 1023) +
           s * (0x1.71547652bed21p+1 + v * p);
}

/* 2 ** t, t finite; beyond f32 it is that to -200 or 200. */
PYCC_INLINE double pycc_exp2_short(double t) {
    const double k = rint(t), f = t - k;
    const double p =
        0x1.c6af6ca08d189p-5 +
        f * (0x1.3b2a52efd1be0p-7 + f * (0x1.5f08b78b59e8ep-10 + f * 0x1.4413a4c275e59p-13));
    const int64_t zero = 0x4338000000000000; /* 1.5 * 2 ** 52, to which k adds its last bits */
    int64_t z = (int64_t)pycc_bits_f64(k + 0x1.8p52);
    z = z < zero + 200 ? z : zero + 200;
    z = z > zero - 200 ? z : zero - 200;
    return (1 + f * (0x1.62e4302fd9e16p-1 + f * (0x1.ebfbe00e6a902p-3 + f * p))) *
           pycc_of_bits_f64((uint64_t)(z + 1023) << 52);
}

PYCC_INLINE float pycc_powers_f32(float a, float b, const bool vector) {
    if (!PYCC_ROOTS || !vector) {
        return powf(a, b);
    }
    const float size = __builtin_fabsf(a), whole = rintf(b), half = 0.5f * b;
    const bool edge = (size == 0) | (size == INFINITY), odd = (whole == b) & (rintf(half) != half);
    const uint32_t sign = 0x80000000, large = 0x71800000; /* 2 ** 100: infinity by log2(1) is NaN */
    uint32_t y = (pycc_bits_f32(b) & ~sign) | (edge ? large : 0);
    y = (y < large ? y : large) | (pycc_bits_f32(b) & sign);
    float p = (float)pycc_exp2_short(pycc_of_bits_f32(y) * pycc_log2_short(size));
    p = pycc_of_bits_f32(pycc_bits_f32(p) | (pycc_bits_f32(a) & (uint32_t)odd << 31));
    const bool none = ((a < 0) & (whole != b) & !edge) | __builtin_isunordered(a, b);
    const bool one = (b == 0) | (a == 1);
    p = none ? NAN : p;
    return one ? 1 : p;
}

/* Sums of two are lost where additions are done in any order (--fp=fast). */
#if !defined(PYCC_ANY_ORDER) && !defined(__FAST_MATH__) && !defined(__ASSOCIATIVE_MATH__)
#define PYCC_SUMS PYCC_ROOTS
#else
#define PYCC_SUMS 0
#endif

/* log2(x), x > 0, as a sum: the first two terms of the series have more digits than one number.
 * Of 0 and infinity below -1000 and above 1000. */
PYCC_INLINE double pycc_log2_long(double x, double *rest) {
    const uint64_t one = 0x3ff0000000000000, root = 0x3fe6a09e667f3bcd;
    const bool small = x < 0x1p-1022;
    const uint64_t bits = pycc_bits_f64(small ? x * 0x1p54 : x), k = (bits + (one - root)) >> 52;
    const double m = pycc_of_bits_f64(bits + one - (k << 52)), d = m + 1, over = 1 / d;
    const double s = (m - 1) * over;
    const double sl = (__builtin_fma(-s, d, m - 1) - s * (m - (d - 1))) * over;
    const double v = s * s, vl = __builtin_fma(s, s, -v) + 2 * s * sl;
    const double v2 = v * v;
    const double high = 0x1.c68f2edc66a05p-3 + v * 0x1.89feda6ebf723p-3 +
                        v2 * (0x1.59dfb3503e6b3p-3 + v * 0x1.5a695e156ba31p-3);
    const double low = 0x1.2776c50ef9bfep-1 + v * 0x1.a61762a7adfa9p-2 +
                       v2 * (0x1.484b13d79c08bp-2 + v * 0x1.0c9a84bf7d5e8p-2);
    const double c = v * (low + v2 * v2 * high);
    const double b = 0x1.ec709dc3a03fdp-1 + c;
    const double bl = 0x1.ec709dc3a03fdp-1 - b + c + 0x1.d27f05548af0cp-55;
    const double q = v * b, ql = __builtin_fma(v, b, -q) + v * bl + vl * b;
    const double t = 0x1.71547652b82fep+1 + q;
    const double tl = 0x1.71547652b82fep+1 - t + q + (ql + 0x1.777d0ffda0d24p-55);
    const double r = s * t, rl = __builtin_fma(s, t, -r) + s * tl + sl * t;
    const double e =
        pycc_of_bits_f64(k | 0x4330000000000000) - (small ? 0x1p52 + 1077 : 0x1p52 + 1023);
    const double sum = e + r;
    *rest = e - sum + r + rl;
    return sum;
}

/* 2 ** (t + rest), where rest is small; beyond f64 it is that to -1100 or 1100. */
PYCC_INLINE double pycc_exp2_long(double t, double rest) {
    const bool usual = __builtin_fabs(t) < 1100;
    const double z = (usual   ? t
                      : t < 0 ? -1100
                              : 1100) +
                     0x1.8p52,
                 f = usual ? t - (z - 0x1.8p52) : 0;
    const double l = usual ? rest : 0, g = f + l, g2 = g * g, g4 = g2 * g2;
    const double low = 0x1.ebfbdff82c598p-3 + g * 0x1.c6b08d704a0c2p-5 +
                       g2 * (0x1.3b2ab6fba1dc6p-7 + g * 0x1.5d87fe78a526dp-10);
    const double high = 0x1.4309130975155p-13 + g * 0x1.ffcbfc6712438p-17 +
                        g2 * (0x1.62bfd46781ef6p-20 + g * 0x1.b524fad88ed30p-24) +
                        g4 * (0x1.e6065f532c950p-28 + g * 0x1.e9d419696e0e9p-32);
    const double ln2 = 0x1.62e42fefa39efp-1, p = __builtin_fma(f, ln2, 1.0);
    const double pl = __builtin_fma(f, ln2, 1 - p) + (l * ln2 + g2 * (low + g4 * high));
    const uint64_t n = pycc_bits_f64(z) - (0x4338000000000000 - 2200), half = n >> 1;
    return (p + pl) * pycc_of_bits_f64((half - 77) << 52) * pycc_of_bits_f64((n - half - 77) << 52);
}

PYCC_INLINE double pycc_powers_f64(double a, double b, const bool vector) {
    if (!PYCC_SUMS || !vector) {
        return pow(a, b);
    }
    const double size = __builtin_fabs(a), whole = rint(b), half = 0.5 * b;
    const bool edge = (size == 0) | (size == INFINITY), odd = (whole == b) & (rint(half) != half);
    const uint64_t sign = 0x8000000000000000, large = 0x4630000000000000; /* 2 ** 100 */
    uint64_t y = (pycc_bits_f64(b) & ~sign) | (edge ? large : 0);
    y = (y < large ? y : large) | (pycc_bits_f64(b) & sign);
    double rest, log = pycc_log2_long(size, &rest), t = pycc_of_bits_f64(y) * log;
    double p =
        pycc_exp2_long(t, __builtin_fma(pycc_of_bits_f64(y), log, -t) + pycc_of_bits_f64(y) * rest);
    p = pycc_of_bits_f64(pycc_bits_f64(p) | (pycc_bits_f64(a) & (uint64_t)odd << 63));
    const bool none = ((a < 0) & (whole != b) & !edge) | __builtin_isunordered(a, b);
    const bool one = (b == 0) | (a == 1);
    p = none ? NAN : p;
    return one ? 1 : p;
}

#endif
