/* What the machine can do: a triad's bandwidth, a multiply-add loop's rate, the time of a load that
 * waits for the one before. Built with the flags that pycc hands to the C compiler. */
#include <stdint.h>

#ifndef REAL
#define REAL double
#endif

/* a = b + s c: reads two arrays and writes one; a line that is written is read first. */
void triad(int64_t n, double *restrict a, const double *restrict b, const double *restrict c) {
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; ++i) {
        a[i] = b[i] + 3.0 * c[i];
    }
}

/* Chains of multiply-adds of 128 numbers in the registers of every thread: 2 * 128 * steps
 * operations. */
void peak(int64_t threads, int64_t steps, REAL *out) {
#pragma omp parallel for schedule(static, 1)
    for (int64_t t = 0; t < threads; ++t) {
        REAL x[128];
        for (int k = 0; k < 128; ++k) {
            x[k] = (REAL)1.0 + (REAL)k;
        }
        for (int64_t s = 0; s < steps; ++s) {
#pragma GCC unroll 128
            for (int k = 0; k < 128; ++k) {
                x[k] = x[k] * (REAL)0.999999 + (REAL)1e-6;
            }
        }
        REAL sum = 0;
        for (int k = 0; k < 128; ++k) {
            sum += x[k];
        }
        out[t] = sum;
    }
}

/* Goes from one element to the next that it names. */
int64_t chase(int64_t steps, const int64_t *next) {
    int64_t at = 0;
    for (int64_t s = 0; s < steps; ++s) {
        at = next[at];
    }
    return at;
}
