/* Reciprocal square roots in vector loops, from an estimate by the exponent and two steps: a
 * fourth of the time that a root and a division take, within a unit in the last place. Elsewhere,
 * and where products and additions are not fused, root and division. */
#ifndef PYCC_RT_ROOT_H
#define PYCC_RT_ROOT_H

#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define PYCC_ROOTS 1
#else
#define PYCC_ROOTS 0
#endif
/* Quotients: Zen's roots and divisions run beside the rest of a loop, which the steps do not.
 * Forces of bodies take 0.64 of the time so, a Coulomb sum 0.7, 1 / sqrt(x) alone 1.1. */
#if defined(__znver3__) || defined(__znver4__) || defined(__znver5__)
#define PYCC_ROOT_QUOTIENTS 0
#else
#define PYCC_ROOT_QUOTIENTS PYCC_ROOTS
#endif

PYCC_INLINE uint64_t pycc_bits_f64(double x) {
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof(bits));
    return bits;
}

PYCC_INLINE double pycc_of_bits_f64(uint64_t bits) {
    double x;
    __builtin_memcpy(&x, &bits, sizeof(x));
    return x;
}

/* The estimate is within 0.035 (Lomont, "Fast Inverse Square Root", 2003); each step is a part of
 * the series of (1 - e) ** -0.5, where e = 1 - x * y * y. In the last one e has more digits than
 * one product, so that only the last rounding counts. */
PYCC_INLINE double pycc_rsqrt_f64(double x) {
    const uint64_t magic = 0x5fe6eb50c7b537a9, infinity = 0x7ff0000000000000;
    const bool small = x < 0x1p-1022, usual = (x > 0) & (x < INFINITY);
    const double s = small ? x * 0x1p54 : x;
    double y = pycc_of_bits_f64(magic - (pycc_bits_f64(s) >> 1));
    double e = __builtin_fma(-s * y, y, 1.0);
    y += y * e * (0.5 + e * (3.0 / 8 + e * (5.0 / 16 + e * (35.0 / 128))));
    const double h = s * y, l = __builtin_fma(s, y, -h);
    e = __builtin_fma(-h, y, 1.0) - l * y;
    y += y * e * (0.5 + e * (3.0 / 8));
    y = small ? y * 0x1p27 : y;
    /* of 0, infinity and nan: infinity, 0 and nan; of negative numbers nan */
    const double other = x < 0 ? NAN : pycc_of_bits_f64(infinity - pycc_bits_f64(x));
    return usual ? y : other;
}

/* a / sqrt(x), a / (x * sqrt(x)), which is 0 where the divisor overflows, and a / x ** 1.5. */
PYCC_INLINE double pycc_over_root_f64(double a, double x, const bool vector) {
    return PYCC_ROOT_QUOTIENTS && vector ? a * pycc_rsqrt_f64(x) : a / sqrt(x);
}
PYCC_INLINE double pycc_over_root3_f64(double a, double x, const bool vector) {
    const bool estimate = PYCC_ROOT_QUOTIENTS && vector;
    const double y = estimate ? pycc_rsqrt_f64(x + 0.0) : 0; /* -0.0 * -0.0 is 0.0 */
    return estimate ? a * y * y * (x > 0x1.965fea53d6e3bp+682 ? 0 : y) : a / (x * sqrt(x));
}

PYCC_INLINE double pycc_over_power3_f64(double a, double x, const bool vector) {
    const double y = pycc_over_root3_f64(a, x + 0.0, vector);
    return x == -INFINITY ? a / INFINITY : y;
}

/* x ** 1.5, x ** -0.5 and x ** -1.5, of -infinity and -0.0 as well. What is asked about -infinity
 * is asked last: before, GCC makes jumps of it, and no vectors. */
PYCC_INLINE double pycc_power_root3_f64(double x, const bool vector) {
    return vector ? __builtin_fabs(x) * sqrt(x == -INFINITY ? INFINITY : x + 0.0) : pow(x, 1.5);
}
PYCC_INLINE double pycc_power_rsqrt_f64(double x, const bool vector) {
    const double y = PYCC_ROOTS && vector ? pycc_rsqrt_f64(x + 0.0) : 0;
    return PYCC_ROOTS && vector ? (x == -INFINITY ? 0 : y) : pow(x, -0.5);
}
PYCC_INLINE double pycc_power_rsqrt3_f64(double x, const bool vector) {
    const double y = pycc_power_rsqrt_f64(x, vector);
    return PYCC_ROOTS && vector ? y * y * y : pow(x, -1.5);
}

#endif
