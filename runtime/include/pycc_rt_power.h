/* Powers of f32 in vector loops, by doubles and without tables, which vectors read one by one:
 * |a| ** b = 2 ** (b * log2(m * 2 ** k)), m between the roots of 1 / 2 and 2, log2(m) a series of
 * odd powers of (m - 1) / (m + 1). Within 0.6 units in the last place. Elsewhere, and where
 * products and additions are not fused, powf. What is unusual is bounded and chosen as integers,
 * where GCC makes no jumps of it. */
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

#endif
