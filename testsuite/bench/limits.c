/* Nests with reuse as one tunes them by hand for this machine: what ./dev bench limits compares
 * with (limits_loops.c has those without). Vectors of GCC's, panels packed, a tile of results in
 * registers, blocks for the caches, OpenMP over blocks of rows. Arrays are C-contiguous. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

#ifndef REAL
#define REAL double
#endif
#if defined(__AVX512F__)
enum { BYTES = 64, VECTORS = 4 };
#else
enum { BYTES = 32, VECTORS = 2 };
#endif
enum { ROWS = 6, STRIPS = 16, DEPTH = 256, BLOCK = 64 };

#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define MOST(a, b) ((a) > (b) ? (a) : (b))
#define FOR(i, from, to) for (int64_t i = (from); i < (to); ++i)
#define TILE(u, v)                                                                                 \
    _Pragma("GCC unroll 8") for (int u = 0; u < ROWS; ++u)                                         \
        _Pragma("GCC unroll 8") for (int v = 0; v < VECTORS; ++v)

/* A tile of ROWS x VECTORS vectors, its rows s elements apart: STEP(r, x, y) for k packed rows and
 * columns, x in all lanes. */
#define KERNEL(name, T, STEP)                                                                      \
    typedef T name##_v __attribute__((vector_size(BYTES), may_alias, aligned(sizeof(T))));         \
    static void name##_kernel(int64_t k, const T *restrict p, const T *restrict q, T *restrict r,  \
                              int64_t s) {                                                         \
        enum { L = BYTES / sizeof(T), W = VECTORS * L };                                           \
        name##_v t[ROWS][VECTORS];                                                                 \
        TILE(u, v) t[u][v] = *(name##_v *)(r + u * s + v * L);                                     \
        FOR(i, 0, k) {                                                                             \
            TILE(u, v) {                                                                           \
                const name##_v x = p[i * ROWS + u] - (name##_v){0};                                \
                t[u][v] = STEP(t[u][v], x, *(const name##_v *)(q + i * W + v * L));                \
            }                                                                                      \
        }                                                                                          \
        TILE(u, v) * (name##_v *)(r + u * s + v * L) = t[u][v];                                    \
    }

/* void name PARAMETERS: STEP of the kernel for each element of C (a pointer, M x N, rows LD apart)
 * and the products of A, an expression of i and k, and B, of k and j, for k < K. Row i needs the k
 * before DEEP, an expression of i; where WHEN, of i and j, is false C stays, and tiles for which
 * it is false at their last row and first column are left out. */
#define NEST(name, T, kernel, PARAMETERS, M, N, K, DEEP, A, B, C, LD, WHEN)                        \
    void name PARAMETERS {                                                                         \
        enum { W = VECTORS * BYTES / sizeof(T), HIGH = ROWS * STRIPS };                            \
        const int64_t tall = (M), width = (N), s = (LD), panels = (width + W - 1) / W;             \
        T *q = aligned_alloc(64, sizeof(T) * (size_t)(panels * W * DEPTH));                        \
        FOR(part, 0, ((K) + DEPTH - 1) / DEPTH) {                                                  \
            const int64_t k0 = part * DEPTH, span = LEAST(DEPTH, (K)-k0);                          \
            _Pragma("omp parallel for") FOR(panel, 0, panels) {                                    \
                const int64_t j0 = panel * W, w = LEAST(W, width - j0);                            \
                FOR(k, k0, k0 + span) {                                                            \
                    T *to = q + j0 * span + (k - k0) * W;                                          \
                    FOR(j, j0, j0 + w) to[j - j0] = (B);                                           \
                    FOR(j, w, W) to[j] = 0;                                                        \
                }                                                                                  \
            }                                                                                      \
            _Pragma("omp parallel for schedule(dynamic)") FOR(high, 0, (tall + HIGH - 1) / HIGH) { \
                T x[HIGH * DEPTH] __attribute__((aligned(64)));                                    \
                int64_t deep[STRIPS] = {0};                                                        \
                FOR(r, 0, HIGH) {                                                                  \
                    const int64_t i = high * HIGH + r, u = r / ROWS;                               \
                    deep[u] = i < tall ? MOST(deep[u], LEAST(span, (DEEP)-k0)) : deep[u];          \
                    FOR(k, k0, k0 + span) {                                                        \
                        x[(u * span + k - k0) * ROWS + r % ROWS] =                                 \
                            i < tall && k < (DEEP) ? (A) : 0;                                      \
                    }                                                                              \
                }                                                                                  \
                FOR(tile, 0, panels *STRIPS) {                                                     \
                    const int64_t u = tile % STRIPS, j0 = tile / STRIPS * W, d = deep[u];          \
                    const int64_t i0 = high * HIGH + u * ROWS, i1 = LEAST(i0 + ROWS, tall);        \
                    const int64_t j1 = LEAST(j0 + W, width);                                       \
                    int64_t i = i1 - 1, j = j0;                                                    \
                    if (d <= 0 || !(WHEN)) {                                                       \
                        continue;                                                                  \
                    }                                                                              \
                    T *out = (C) + i0 * s + j0, r[ROWS * W] __attribute__((aligned(64)));          \
                    i = i0, j = j1 - 1;                                                            \
                    if (i1 - i0 == ROWS && j1 - j0 == W && (WHEN)) {                               \
                        kernel##_kernel(d, x + u * ROWS * span, q + j0 * span, out, s);            \
                        continue;                                                                  \
                    }                                                                              \
                    FOR(e, 0, ROWS *W) {                                                           \
                        const int inside = e / W < i1 - i0 && e % W < j1 - j0;                     \
                        r[e] = inside ? out[e / W * s + e % W] : 0;                                \
                    }                                                                              \
                    kernel##_kernel(d, x + u * ROWS * span, q + j0 * span, r, W);                  \
                    for (i = i0; i < i1; ++i) {                                                    \
                        for (j = j0; j < j1; ++j) {                                                \
                            T *to = out + (i - i0) * s + j - j0;                                   \
                            *to = (WHEN) ? r[(i - i0) * W + j - j0] : *to;                         \
                        }                                                                          \
                    }                                                                              \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        free(q);                                                                                   \
    }

#define ADD(r, x, y) ((r) + (x) * (y))
#define SUBTRACT(r, x, y) ((r) - (x) * (y))
#define SQUARE(r, x, y) ((r) + ((x) - (y)) * ((x) - (y)))
KERNEL(add, REAL, ADD)
KERNEL(add_i64, int64_t, ADD)
KERNEL(subtract, REAL, SUBTRACT)
KERNEL(square, REAL, SQUARE)
static inline add_v smaller(add_v r, add_v x) {
    for (int l = 0; l < (int)(BYTES / sizeof(REAL)); ++l) {
        r[l] = x[l] < r[l] ? x[l] : r[l];
    }
    return r;
}
#define LESS(r, x, y) smaller(r, (x) + (y))
KERNEL(less, REAL, LESS)

#define TWO (int64_t n, const REAL *a, REAL *c)
#define THREE (int64_t n, const REAL *a, const REAL *b, REAL *c)
NEST(product, REAL, add, THREE, n, n, n, n, a[i * n + k], b[k * n + j], c, n, 1)
NEST(transposed, REAL, add, THREE, n, n, n, n, a[i * n + k], b[j * n + k], c, n, 1)
NEST(product_i64, int64_t, add_i64, (int64_t n, const int64_t *a, const int64_t *b, int64_t *c), n,
     n, n, n, a[i * n + k], b[k * n + j], c, n, 1)
NEST(least, REAL, less, THREE, n, n, n, n, a[i * n + k], b[k * n + j], c, n, 1)
NEST(rank_k, REAL, add, TWO, n, n, n, n, a[i * n + k], a[j * n + k], c, n, j <= i)
NEST(rank_2k, REAL, add, THREE, n, n, 2 * n, 2 * n, k < n ? a[i * n + k] : b[i * n + k - n],
     k < n ? b[j * n + k] : a[j * n + k - n], c, n, j <= i)
NEST(trmm, REAL, add, THREE, n, n, n, i + 1, a[i * n + k], b[k * n + j], c, n, 1)
NEST(symm, REAL, add, THREE, n, n, n, n, k <= i ? a[i * n + k] : a[k * n + i], b[k * n + j], c, n,
     1)
NEST(doitgen, REAL, add, (int64_t m, int64_t n, const REAL *a, const REAL *b, REAL *c), m, n, n, n,
     a[i * n + k], b[k * n + j], c, n, 1)

/* Rows y and x of the image, of w + 2 pixels, at row h of the kernel: one product each. */
#define CONVOLUTION (int64_t w, int64_t n, int64_t h, const REAL *a, const REAL *b, REAL *c)
static NEST(convolution_row, REAL, add, CONVOLUTION, w *w, n, 3 * n, 3 * n,
            a[((i / w + h) * (w + 2) + i % w) * n + k], b[(h * 3 * n + k) * n + j], c, n,
            1) void convolution(int64_t w, int64_t n, const REAL *a, const REAL *b, REAL *c) {
    FOR(h, 0, 3) convolution_row(w, n, h, a, b, c);
}

static NEST(squares, REAL, square, (int64_t m, int64_t n, const REAL *a, const REAL *b, REAL *c), m,
            m, n, n, a[i * n + k], b[j * n + k], c, m,
            1) void distances(int64_t m, int64_t n, const REAL *a, const REAL *b, REAL *c) {
    memset(c, 0, sizeof *c * (size_t)(m * m));
    squares(m, n, a, b, c);
#pragma omp parallel for simd
    FOR(i, 0, m * m) c[i] = sqrt(c[i]);
}

/* Products of n x n, m rows in all: each row of c in registers for a vector of columns and more. */
void batch(int64_t m, int64_t n, const REAL *a, const REAL *b, REAL *c) {
    enum { L = BYTES / sizeof(REAL) };
#pragma omp parallel for
    FOR(e, 0, m) {
        const REAL *x = a + e * n, *y = b + e / n * n * n;
        int64_t j = 0;
        for (; j + L <= n; j += L) {
            add_v t = {0};
            FOR(k, 0, n) t += x[k] * *(const add_v *)(y + k * n + j);
            *(add_v *)(c + e * n + j) = t;
        }
        for (; j < n; ++j) {
            REAL t = 0;
            FOR(k, 0, n) t += x[k] * y[k * n + j];
            c[e * n + j] = t;
        }
    }
}

/* Lower triangles with rows s apart: X, of kn rows and w columns, becomes the solution of L X = X.
 * Its element (i, j) is x[i * rs + j * cs]; unit: the diagonal of L is not read. Columns in
 * vectors, a few at a time in a buffer. */
static void solve(int64_t kn, const REAL *l, int64_t lr, int64_t lc, int unit, REAL *x, int64_t rs,
                  int64_t cs, int64_t w) {
    enum { L = BYTES / sizeof(REAL), WIDE = 4 * L };
#pragma omp parallel for
    FOR(chunk, 0, (w + WIDE - 1) / WIDE) {
        add_v t[BLOCK][4];
        REAL *const e = (REAL *)t, *const from = x + chunk * WIDE * cs;
        const int64_t wide = LEAST(WIDE, w - chunk * WIDE);
        FOR(i, 0, kn) FOR(j, 0, WIDE) e[i * WIDE + j] = j < wide ? from[i * rs + j * cs] : 0;
        FOR(i, 0, kn) {
            add_v r0 = t[i][0], r1 = t[i][1], r2 = t[i][2], r3 = t[i][3];
            FOR(k, 0, i) {
                const REAL f = l[i * lr + k * lc];
                r0 -= f * t[k][0], r1 -= f * t[k][1], r2 -= f * t[k][2], r3 -= f * t[k][3];
            }
            const REAL f = unit ? 1 : 1 / l[i * lr + i * lc];
            t[i][0] = r0 * f, t[i][1] = r1 * f, t[i][2] = r2 * f, t[i][3] = r3 * f;
        }
        FOR(i, 0, kn) FOR(j, 0, wide) from[i * rs + j * cs] = e[i * WIDE + j];
    }
}

/* What is right of and below the blocks before o, less the products of the block's columns and
 * rows; in the lower triangle alone, by rows of the transposed. */
#define REST (int64_t n, int64_t o, int64_t kn, const REAL *a, const REAL *b, REAL *c)
static NEST(solve_rest, REAL, subtract, REST, n - o, n, kn, kn, a[(o + i) * n + o - kn + k],
            b[(o - kn + k) * n + j], c + o * n, n,
            1) static NEST(lu_rest, REAL, subtract, REST, n - o, n - o, kn, kn,
                           a[(o + i) * n + o - kn + k], b[(o - kn + k) * n + o + j], c + o * n + o,
                           n, 1) static NEST(cholesky_rest, REAL, subtract, REST, n - o, n - o, kn,
                                             kn, a[(o + i) * n + o - kn + k],
                                             b[(o + j) * n + o - kn + k], c + o * n + o, n, j <= i)

    void triangular(int64_t n, const REAL *a, REAL *c) {
    for (int64_t o = 0; o < n; o += BLOCK) {
        const int64_t kn = LEAST(BLOCK, n - o);
        solve(kn, a + o * n + o, n, 1, 0, c + o * n, n, 1, n);
        solve_rest(n, o + kn, kn, a, c, c);
    }
}

void lu(int64_t n, REAL *a) {
    for (int64_t o = 0; o < n; o += BLOCK) {
        const int64_t kn = LEAST(BLOCK, n - o), end = o + kn;
        FOR(k, o, end) {
            FOR(i, k + 1, end) {
                const REAL f = a[i * n + k] /= a[k * n + k];
#pragma omp simd
                FOR(j, k + 1, end) a[i * n + j] -= f * a[k * n + j];
            }
        }
        solve(kn, a + o * n + o, n, 1, 1, a + o * n + end, n, 1, n - end);
        solve(kn, a + o * n + o, 1, n, 0, a + end * n + o, 1, n, n - end);
        lu_rest(n, end, kn, a, a, a);
    }
}

void cholesky(int64_t n, REAL *a) {
    for (int64_t o = 0; o < n; o += BLOCK) {
        const int64_t kn = LEAST(BLOCK, n - o), end = o + kn;
        FOR(k, o, end) {
            REAL column[BLOCK];
            const REAL f = 1 / (a[k * n + k] = sqrt(a[k * n + k]));
            FOR(i, k + 1, end) column[i - o] = a[i * n + k] *= f;
            FOR(i, k + 1, end) {
#pragma omp simd
                FOR(j, k + 1, i + 1) a[i * n + j] -= column[i - o] * column[j - o];
            }
        }
        solve(kn, a + o * n + o, n, 1, 0, a + end * n + o, 1, n, n - end);
        cholesky_rest(n, end, kn, a, a, a);
    }
}

/* By blocks: the paths through a block's nodes among themselves, then from and to these, then
 * between all others, a product. */
static NEST(floyd_rest, REAL, less, (int64_t n, int64_t o, int64_t kn, REAL *a), n, n, kn, kn,
            a[i * n + o + k], a[(o + k) * n + j], a, n,
            1) static void floyd_part(int64_t n, int64_t o, int64_t kn, REAL *a, int64_t i0,
                                      int64_t i1, int64_t j0, int64_t j1) {
    FOR(k, o, o + kn) FOR(i, i0, i1) {
        const REAL x = a[i * n + k];
#pragma omp simd
        FOR(j, j0, j1) {
            const REAL y = x + a[k * n + j];
            a[i * n + j] = y < a[i * n + j] ? y : a[i * n + j];
        }
    }
}
void floyd(int64_t n, REAL *a) {
    for (int64_t o = 0; o < n; o += BLOCK) {
        const int64_t kn = LEAST(BLOCK, n - o), parts = (n + BLOCK - 1) / BLOCK;
        floyd_part(n, o, kn, a, o, o + kn, o, o + kn);
#pragma omp parallel for
        FOR(part, 0, 2 * parts) {
            const int64_t p = part % parts * BLOCK, end = LEAST(n, p + BLOCK);
            if (part < parts) {
                floyd_part(n, o, kn, a, o, o + kn, p, end);
            } else {
                floyd_part(n, o, kn, a, p, end, o, o + kn);
            }
        }
        floyd_rest(n, o, kn, a);
    }
}
