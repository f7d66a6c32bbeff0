/* Nests whose limit is not a product's, as one tunes them by hand: stencils in fronts through the
 * time steps, narrow images, short rows, roots, scattered additions. With limits.c what
 * ./dev bench limits compares with. Arrays are C-contiguous. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

#ifndef REAL
#define REAL double
#endif
#if defined(__AVX512F__)
#include <immintrin.h>
#endif
enum { STEPS = 8, LANES = 32, EDGES = 3 };

#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define MOST(a, b) ((a) > (b) ? (a) : (b))
#define FOR(i, from, to) for (int64_t i = (from); i < (to); ++i)

/* Rows 1 .. n - 2 of up to STEPS steps at once, each two rows behind the one before: what a row
 * reads has been written, and the steps of a front do not touch each other's rows. STEP is of the
 * number t of a step and a row i. */
#define FRONTS(steps, n, STEP)                                                                     \
    for (int64_t first = 0; first < (steps); first += STEPS) {                                     \
        const int64_t some = LEAST(STEPS, (steps)-first);                                          \
        _Pragma("omp parallel") FOR(front, 1, (n)-1 + 2 * (some - 1)) {                            \
            _Pragma("omp for schedule(static)") FOR(late, 0, some) {                               \
                const int64_t t = first + late, i = front - 2 * late;                              \
                if (i >= 1 && i < (n)-1) {                                                         \
                    STEP;                                                                          \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

static void jacobi_row(int64_t n, const REAL *p, REAL *restrict to) {
#pragma omp simd
    FOR(j, 1, n - 1) to[j] = (REAL)0.2 * (p[j] + p[j - 1] + p[j + 1] + p[j + n] + p[j - n]);
}
void jacobi_2d(int64_t steps, int64_t n, REAL *a, REAL *b) {
    FRONTS(2 * steps, n, jacobi_row(n, (t % 2 ? b : a) + i * n, (t % 2 ? a : b) + i * n))
}

static void heat_plane(int64_t n, const REAL *from, REAL *restrict to) {
    const int64_t s = n * n;
    FOR(j, 1, n - 1) {
        const REAL *p = from + j * n;
#pragma omp simd
        FOR(k, 1, n - 1) {
            const REAL middle = 2 * p[k], w = (REAL)0.125;
            to[j * n + k] = w * (p[k + s] - middle + p[k - s]) +
                            w * (p[k + n] - middle + p[k - n]) +
                            w * (p[k + 1] - middle + p[k - 1]) + p[k];
        }
    }
}
void heat_3d(int64_t steps, int64_t n, REAL *a, REAL *b) {
    FRONTS(2 * steps, n, heat_plane(n, (t % 2 ? b : a) + i * n * n, (t % 2 ? a : b) + i * n * n))
}

/* In place and in order: each step's chain of sums along a row waits for itself alone, so that the
 * steps of a front go through their rows together. */
static void seidel_rows(int64_t n, REAL *a, int64_t front, int64_t low, int64_t high) {
    REAL left[STEPS];
    FOR(t, low, high) left[t] = a[(front - 2 * t) * n];
    FOR(j, 1, n - 1) FOR(t, low, high) {
        REAL *p = a + (front - 2 * t) * n + j;
        const REAL others = p[-n - 1] + p[-n] + p[1 - n] + p[0] + p[1] + p[n - 1] + p[n] + p[n + 1];
        p[0] = left[t] = (others + left[t]) / 9;
    }
}
void seidel_2d(int64_t steps, int64_t n, REAL *a) {
    for (int64_t first = 0; first < steps; first += STEPS) {
        const int64_t some = LEAST(STEPS, steps - first);
        FOR(front, 1, n - 1 + 2 * (some - 1)) {
            const int64_t low = MOST(0, (front - n + 3) / 2), high = LEAST(some, (front + 1) / 2);
            if (low == 0 && high == STEPS) {
                seidel_rows(n, a, front, 0, STEPS);
            } else {
                seidel_rows(n, a, front, low, high);
            }
        }
    }
}

/* An image with three channels and three results: channels of the rows apart, a row of the result
 * by LANES pixels. */
void convolution_3(int64_t w, int64_t n, const REAL *a, const REAL *b, REAL *c) {
    const int64_t wide = (w + LANES + 1) / LANES * LANES + LANES;
#pragma omp parallel
    {
        REAL *apart = calloc((size_t)(wide * 3 * EDGES), sizeof *apart);
        int64_t have = -1;
#pragma omp for schedule(static)
        FOR(y, 0, w) {
            for (have = MOST(have, y - 1); have < y + 2;) {
                ++have;
                FOR(ch, 0, n) FOR(x, 0, w + 2) {
                    apart[(have % EDGES * n + ch) * wide + x] = a[(have * (w + 2) + x) * n + ch];
                }
            }
            for (int64_t x = 0; x < w; x += LANES) {
                REAL sum[3][LANES] = {{0}};
                FOR(k, 0, 9 * n) {
                    const REAL *p = apart + ((y + k / (3 * n)) % EDGES * n + k % n) * wide + x;
                    FOR(co, 0, 3) {
#pragma omp simd
                        FOR(l, 0, LANES) sum[co][l] += b[k * n + co] * p[k / n % 3 + l];
                    }
                }
                FOR(l, 0, LEAST(LANES, w - x)) {
                    FOR(co, 0, 3) c[(y * w + x + l) * n + co] += sum[co][l];
                }
            }
        }
        free(apart);
    }
}

/* Points of three coordinates, those of the others apart. */
void distances_3(int64_t m, int64_t n, const REAL *a, const REAL *b, REAL *c) {
    REAL *x = malloc(sizeof *x * (size_t)(3 * m)), *y = x + m, *z = y + m;
    FOR(i, 0, m) x[i] = b[i * n], y[i] = b[i * n + 1], z[i] = b[i * n + 2];
#pragma omp parallel for
    FOR(i, 0, m) {
        const REAL x0 = a[i * n], y0 = a[i * n + 1], z0 = a[i * n + 2];
#pragma omp simd
        FOR(j, 0, m) {
            const REAL u = x0 - x[j], v = y0 - y[j], w = z0 - z[j];
            c[i * m + j] = sqrt(u * u + v * v + w * w);
        }
    }
    free(x);
}

/* Forces of n bodies on LANES of them at a time. */
void bodies(int64_t n, const REAL *p, const REAL *mass, REAL *f) {
    const REAL *y = p + n, *z = y + n;
#pragma omp parallel for
    FOR(part, 0, n / LANES) {
        const int64_t i = part * LANES;
        REAL u[LANES] = {0}, v[LANES] = {0}, w[LANES] = {0};
        FOR(j, 0, n) {
#pragma omp simd
            FOR(l, 0, LANES) {
                const REAL dx = p[j] - p[i + l], dy = y[j] - y[i + l], dz = z[j] - z[i + l];
                const REAL r = dx * dx + dy * dy + dz * dz + (REAL)0.01;
                const REAL s = mass[j] / (r * sqrt(r));
                u[l] += s * dx, v[l] += s * dy, w[l] += s * dz;
            }
        }
        FOR(l, 0, LANES) f[i + l] = u[l], f[n + i + l] = v[l], f[2 * n + i + l] = w[l];
    }
}

/* Counts in four tables, so that an addition does not wait for the one before. */
void histogram(int64_t n, int64_t bins, const int64_t *x, int64_t *h) {
    int64_t *tables = calloc((size_t)(4 * bins), sizeof *tables);
    FOR(i, 0, n / 4) FOR(u, 0, 4)++ tables[u * bins + x[i * 4 + u]];
    FOR(i, n / 4 * 4, n)++ tables[x[i]];
    FOR(i, 0, 4 * bins) h[i % bins] += tables[i];
    free(tables);
}

/* y = A x, A in compressed rows; four sums of a row. */
void sparse(int64_t n, const int64_t *start, const int64_t *column, const REAL *a, const REAL *x,
            REAL *y) {
#pragma omp parallel for schedule(static)
    FOR(i, 0, n) {
        REAL s[4] = {0};
        int64_t k = start[i];
        for (; k + 4 <= start[i + 1]; k += 4) {
            FOR(u, 0, 4) s[u] += a[k + u] * x[column[k + u]];
        }
        for (; k < start[i + 1]; ++k) {
            s[0] += a[k] * x[column[k]];
        }
        y[i] = (s[0] + s[1]) + (s[2] + s[3]);
    }
}

/* y = 1 / sqrt(x), by the processor's estimate and one step of the fourth order. */
void reciprocal(int64_t n, const REAL *restrict x, REAL *restrict y) {
    int64_t i = 0;
#if defined(__AVX512F__)
    for (; sizeof *x == sizeof(double) && i + 8 <= n; i += 8) {
        const __m512d s = _mm512_loadu_pd(x + i), r = _mm512_rsqrt14_pd(s), one = _mm512_set1_pd(1);
        const __m512d e = _mm512_fnmadd_pd(_mm512_mul_pd(s, r), r, one);
        __m512d c = _mm512_fmadd_pd(e, _mm512_set1_pd(35.0 / 128), _mm512_set1_pd(5.0 / 16));
        c = _mm512_fmadd_pd(e, c, _mm512_set1_pd(3.0 / 8));
        c = _mm512_fmadd_pd(e, c, _mm512_set1_pd(0.5));
        const __m512d z = _mm512_fmadd_pd(_mm512_mul_pd(r, e), c, r);
        const __mmask8 ends = _mm512_cmp_pd_mask(z, z, _CMP_UNORD_Q);
        _mm512_storeu_pd(y + i, _mm512_mask_mov_pd(z, ends, r));
    }
#endif
    for (; i < n; ++i) {
        y[i] = 1 / sqrt(x[i]);
    }
}
