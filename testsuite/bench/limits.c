/* Nests with reuse as one tunes them by hand for this machine: what ./dev bench limits compares
 * with. Vectors of GCC's, panels packed, a tile of results in registers; one thread. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#if defined(__AVX512F__)
#include <immintrin.h>
enum { BYTES = 64, VECTORS = 4 };
#else
enum { BYTES = 32, VECTORS = 2 };
#endif
enum { ROWS = 6, DEPTH = 256 };

#define LEAST(a, b) ((a) < (b) ? (a) : (b))

/* c = c step a * b, of m x p and p x n. STEP(r, x, y) is on vectors, x in all lanes. */
#define PRODUCT(name, T, STEP)                                                                     \
    typedef T name##_v __attribute__((vector_size(BYTES), may_alias));                             \
    static void name##_kernel(int64_t k, const T *restrict p, const T *restrict q,                 \
                              T *restrict r) {                                                     \
        enum { L = BYTES / sizeof(T), W = VECTORS * L };                                           \
        name##_v t[ROWS][VECTORS];                                                                 \
        for (int u = 0; u < ROWS; ++u) {                                                           \
            for (int v = 0; v < VECTORS; ++v) {                                                    \
                t[u][v] = *(name##_v *)(r + u * W + v * L);                                        \
            }                                                                                      \
        }                                                                                          \
        for (int64_t i = 0; i < k; ++i) {                                                          \
            _Pragma("GCC unroll 6") for (int u = 0; u < ROWS; ++u) {                               \
                _Pragma("GCC unroll 4") for (int v = 0; v < VECTORS; ++v) {                        \
                    const name##_v x = p[i * ROWS + u] - (name##_v){0};                            \
                    const name##_v y = *(const name##_v *)(q + i * W + v * L);                     \
                    t[u][v] = STEP(t[u][v], x, y);                                                 \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        for (int u = 0; u < ROWS; ++u) {                                                           \
            for (int v = 0; v < VECTORS; ++v) {                                                    \
                *(name##_v *)(r + u * W + v * L) = t[u][v];                                        \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void name##_tile(int64_t m, int64_t n, int64_t s, int64_t k, const T *p, const T *q,    \
                            T *c) {                                                                \
        enum { W = VECTORS * BYTES / sizeof(T) };                                                  \
        T r[ROWS * W] __attribute__((aligned(64))) = {0};                                          \
        for (int64_t i = 0; i < m; ++i) {                                                          \
            for (int64_t j = 0; j < n; ++j) {                                                      \
                r[i * W + j] = c[i * s + j];                                                       \
            }                                                                                      \
        }                                                                                          \
        name##_kernel(k, p, q, r);                                                                 \
        for (int64_t i = 0; i < m; ++i) {                                                          \
            for (int64_t j = 0; j < n; ++j) {                                                      \
                c[i * s + j] = r[i * W + j];                                                       \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    void name(int64_t m, int64_t n, int64_t p, const T *a, const T *b, T *c) {                     \
        enum { W = VECTORS * BYTES / sizeof(T) };                                                  \
        const int64_t panels = (n + W - 1) / W, strips = (m + ROWS - 1) / ROWS;                    \
        T *q = aligned_alloc(64, sizeof(T) * (size_t)(panels * W * DEPTH));                        \
        T *x = aligned_alloc(64, sizeof(T) * (size_t)(strips * 64 * DEPTH));                       \
        for (int64_t k = 0; k < p; k += DEPTH) {                                                   \
            const int64_t kn = LEAST(DEPTH, p - k);                                                \
            for (int64_t j = 0; j < panels * W; ++j) {                                             \
                for (int64_t i = 0; i < kn; ++i) {                                                 \
                    q[j / W * W * kn + i * W + j % W] = j < n ? b[(k + i) * n + j] : 0;            \
                }                                                                                  \
            }                                                                                      \
            for (int64_t u = 0; u < strips * ROWS; ++u) {                                          \
                for (int64_t i = 0; i < kn; ++i) {                                                 \
                    x[u / ROWS * ROWS * kn + i * ROWS + u % ROWS] = u < m ? a[u * p + k + i] : 0;  \
                }                                                                                  \
            }                                                                                      \
            for (int64_t j = 0; j < panels; ++j) {                                                 \
                for (int64_t u = 0; u < strips; ++u) {                                             \
                    name##_tile(LEAST(ROWS, m - u * ROWS), LEAST(W, n - j * W), n, kn,             \
                                x + u * ROWS * kn, q + j * W * kn, c + u * ROWS * n + j * W);      \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        free(q);                                                                                   \
        free(x);                                                                                   \
    }

#define FUSED(r, x, y) ((r) + (x) * (y))
PRODUCT(product, double, FUSED)
PRODUCT(product_f32, float, FUSED)
PRODUCT(product_i64, int64_t, FUSED)
PRODUCT(product_i32, int32_t, FUSED)

typedef double reals __attribute__((vector_size(BYTES)));
static inline reals smaller(reals r, reals x) {
    reals y;
    for (int l = 0; l < (int)(BYTES / sizeof(double)); ++l) {
        y[l] = x[l] < r[l] ? x[l] : r[l];
    }
    return y;
}
#define LESS(r, x, y) smaller(r, (x) + (y))
PRODUCT(least, double, LESS)

/* d = min(d, d[i, k] + d[k, j]), k outermost, rows in vectors. */
void floyd(int64_t n, double *d) {
    for (int64_t k = 0; k < n; ++k) {
        for (int64_t i = 0; i < n; ++i) {
            const double x = d[i * n + k], *restrict row = d + k * n;
            double *to = d + i * n;
#pragma GCC ivdep
            for (int64_t j = 0; j < n; ++j) {
                const double y = x + row[j];
                to[j] = y < to[j] ? y : to[j];
            }
        }
    }
}

/* y = 1 / sqrt(x), by the processor's estimate and one step of the fourth order. */
void reciprocal(int64_t n, const double *restrict x, double *restrict y) {
    int64_t i = 0;
#if defined(__AVX512F__)
    for (; i + 8 <= n; i += 8) {
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

/* g += charges / distances, eight sites of a row at once in registers. */
void coulomb(int64_t m, int64_t n, int64_t atoms, const double *a, double *g, double z) {
    for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; j += 32) {
            double v[32] = {0};
            for (int64_t k = 0; k < atoms; ++k) {
                const double dy = (double)i - a[k * 3 + 1], yz = dy * dy + z * z;
#pragma omp simd
                for (int64_t l = 0; l < 32; ++l) {
                    const double dx = (double)(j + l) - a[k * 3];
                    v[l] += a[k * 3 + 2] / sqrt(dx * dx + yz);
                }
            }
            for (int64_t l = 0; l < LEAST(32, n - j); ++l) {
                g[i * n + j + l] += v[l];
            }
        }
    }
}
