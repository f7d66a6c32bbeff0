/* Hand-written C for the suite: six programs as one would write them with OpenMP. Built with the
 * flags that pycc hands to the C compiler. Arrays are C-contiguous doubles. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

void jacobi_1d(int64_t steps, int64_t n, double *restrict a, double *restrict b) {
    for (int64_t t = 1; t < steps; ++t) {
#pragma omp parallel for schedule(static)
        for (int64_t i = 1; i < n - 1; ++i) {
            b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
        }
#pragma omp parallel for schedule(static)
        for (int64_t i = 1; i < n - 1; ++i) {
            a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
        }
    }
}

static void smooth_2d(int64_t n, const double *restrict a, double *restrict b) {
#pragma omp parallel for schedule(static)
    for (int64_t i = 1; i < n - 1; ++i) {
        for (int64_t j = 1; j < n - 1; ++j) {
            const double *p = a + i * n + j;
            b[i * n + j] = 0.2 * (p[0] + p[-1] + p[1] + p[n] + p[-n]);
        }
    }
}

void jacobi_2d(int64_t steps, int64_t n, double *restrict a, double *restrict b) {
    for (int64_t t = 1; t < steps; ++t) {
        smooth_2d(n, a, b);
        smooth_2d(n, b, a);
    }
}

static void heat_step(int64_t n, const double *restrict a, double *restrict b) {
    int64_t s = n * n;
#pragma omp parallel for schedule(static)
    for (int64_t i = 1; i < n - 1; ++i) {
        for (int64_t j = 1; j < n - 1; ++j) {
            for (int64_t k = 1; k < n - 1; ++k) {
                const double *p = a + i * s + j * n + k;
                b[i * s + j * n + k] = 0.125 * (p[s] - 2.0 * p[0] + p[-s]) +
                                       0.125 * (p[n] - 2.0 * p[0] + p[-n]) +
                                       0.125 * (p[1] - 2.0 * p[0] + p[-1]) + p[0];
            }
        }
    }
}

void heat_3d(int64_t steps, int64_t n, double *restrict a, double *restrict b) {
    for (int64_t t = 1; t < steps; ++t) {
        heat_step(n, a, b);
        heat_step(n, b, a);
    }
}

void arc_distance(int64_t n, const double *restrict t1, const double *restrict p1,
                  const double *restrict t2, const double *restrict p2, double *restrict out) {
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; ++i) {
        double u = sin((t2[i] - t1[i]) / 2), v = sin((p2[i] - p1[i]) / 2);
        double h = u * u + cos(t1[i]) * cos(t2[i]) * v * v;
        out[i] = 2 * atan2(sqrt(h), sqrt(1 - h));
    }
}

static double half_tanh(double w) {
    w *= 1.41421356;
    return 0.5 + 0.5 * tanh(0.7978845608 * (w + 0.044715 * w * w * w));
}

void black_scholes(int64_t n, const double *restrict price, const double *restrict strike,
                   const double *restrict t, double rate, double vol, double *restrict call,
                   double *restrict put) {
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; ++i) {
        double a = log(price[i] / strike[i]), b = t[i] * -rate;
        double z = t[i] * (vol * vol * 2), c = 0.25 * z, y = 1.0 / sqrt(z);
        double discounted = exp(b) * strike[i];
        double value =
            price[i] * half_tanh((a - b + c) * y) - discounted * half_tanh((a - b - c) * y);
        call[i] = value;
        put[i] = value - price[i] + discounted;
    }
}

void nussinov(int64_t n, const int64_t *restrict seq, int64_t *restrict t) {
    for (int64_t i = n - 1; i >= 0; --i) {
        for (int64_t j = i + 1; j < n; ++j) {
            int64_t best =
                t[i * n + j - 1] > t[(i + 1) * n + j] ? t[i * n + j - 1] : t[(i + 1) * n + j];
            int64_t inner = t[(i + 1) * n + j - 1] + (i < j - 1 && seq[i] + seq[j] == 3);
            best = inner > best ? inner : best;
            for (int64_t k = i + 1; k < j; ++k) {
                int64_t both = t[i * n + k] + t[(k + 1) * n + j];
                best = both > best ? both : best;
            }
            t[i * n + j] = best;
        }
    }
}
