/* A product cut into parts for our threads, each part a call of a BLAS that keeps to its thread.
 *
 * A matrix and a vector are cut into blocks of rows. Where the result is small and k long, parts
 * are along k: each has sums of its own, added in order. How many these are follows from the sizes
 * only. Other matrices are cut into as many blocks of the result as the machine has processors, on
 * any number of threads, because some BLAS round differently at the edges of a block. What is
 * symmetric by its form (a @ a.T) is computed on one side of the diagonal and copied to the other.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crew.h"
#include "product.h"

enum {
    VECTOR_PART = 1 << 15, /* multiply-adds of a part of a matrix times a vector, */
    VECTOR_PARTS = 64,     /* at most so many of them */
    SUMS_PART = 1 << 21,   /* multiply-adds of a part along k, */
    SUMS_PARTS = 16,       /* at most so many of them, */
    SUMS_SIDE = 96,        /* for results of at most so many rows and columns */
    BLOCK = 16,            /* blocks of matrices are multiples of it, */
    BLOCKS = 64,           /* at most so many of them, */
    BLOCK_PART = 1 << 19,  /* of so many multiply-adds at least */
    TRIANGLE = 16,         /* blocks along the side of a symmetric result, at most */
    HALF = 128, /* from this side on half of a symmetric block is faster than all of it */
};

/* Multiply-adds of matrices that take as long as an operation of a loop. */
#define PER_OPERATION 8.0

struct cut {
    struct pycc_product p; /* the whole */
    int64_t n, m, k;       /* extents of a part; those of the last along an axis may be less */
    int64_t down;          /* parts along n */
    int64_t across;        /* parts along m */
    int64_t parts;         /* all, those along k included */
    bool symmetric;        /* only parts on the diagonal and below it */
    char *sums;            /* parts are along k: room for the sums of each; else NULL */
};

/* ---- how to cut */

static int64_t at_most(int64_t n, int64_t limit) {
    return n < limit ? n : limit;
}

static int64_t clamp(double x, int64_t most) {
    return x >= (double)most ? most : x > 1 ? (int64_t)x : 1;
}

/* Size of each of at most `parts` parts of n, a multiple of unit. */
static int64_t share(int64_t n, int64_t parts, int64_t unit) {
    int64_t each = (n + parts - 1) / parts;
    return (each + unit - 1) / unit * unit;
}

static int64_t parts_of(int64_t n, int64_t each) {
    return (n + each - 1) / each;
}

static bool along_k(struct cut *c, int64_t parts) {
    const struct pycc_product *p = &c->p;
    int64_t each = share(p->k, parts, 4 * BLOCK);
    parts = parts_of(p->k, each);
    if (parts > 1) {
        c->sums = malloc((size_t)(parts * p->n * p->m * product_item(p->dtype)));
        c->k = c->sums ? each : p->k;
        c->parts = c->sums ? parts : 1;
    }
    return parts > 1;
}

/* out[n] = a[n, k] b[k]. A matrix of contiguous rows is cut into blocks of rows, another into
 * blocks of columns that are contiguous, each with its own sums, so that all read memory as it
 * lies; else into strips of such columns. */
static void cut_vector(struct cut *c) {
    const struct pycc_product *p = &c->p;
    bool rows = p->a_col == product_item(p->dtype);
    int64_t least = rows ? BLOCK : 16 * BLOCK, enough = rows ? p->n / BLOCK : 0;
    int64_t wanted = clamp((double)p->n * (double)p->k / VECTOR_PART, VECTOR_PARTS);
    int64_t sums = at_most(at_most(wanted, SUMS_PARTS), p->k / (4 * BLOCK));
    if (enough < wanted && enough < 8 && sums >= at_most(wanted, 8) && along_k(c, sums)) {
        return;
    }
    int64_t down = at_most(wanted, p->n / least);
    c->n = share(p->n, down > 1 ? down : 1, BLOCK);
    c->down = c->parts = parts_of(p->n, c->n);
}

/* So many blocks of the result: each packs its rows of a and columns of b anew, of which there
 * should be few. OpenBLAS takes about three times as long for the matrix that is packed again when
 * the contiguous axis of the result is cut. */
static void cut_matrix(struct cut *c, int64_t parts) {
    const struct pycc_product *p = &c->p;
    bool by_columns = p->out_row < p->out_col;
    double rows = (double)p->n * (by_columns ? 1 : 3),
           columns = (double)p->m * (by_columns ? 3 : 1);
    double least = 0;
    for (int64_t down = 1; down <= parts; ++down) {
        int64_t across = parts / down;
        double packed = (double)across * rows + (double)down * columns;
        bool fits = down * across == parts && (down == 1 || p->n >= down * BLOCK) &&
                    (across == 1 || p->m >= across * BLOCK);
        if (fits && (least <= 0 || packed < least)) {
            least = packed;
            c->n = share(p->n, down, BLOCK);
            c->m = share(p->m, across, BLOCK);
        }
    }
    c->down = parts_of(p->n, c->n);
    c->across = parts_of(p->m, c->m);
    c->parts = c->down * c->across;
}

/* Squares of the result: with as many along a side as threads, everyone has as much. */
static void cut_symmetric(struct cut *c, int64_t parts) {
    int64_t side = at_most(parts, TRIANGLE);
    c->n = c->m = share(c->p.n, side, BLOCK);
    c->down = c->across = parts_of(c->p.n, c->n);
    c->parts = c->down * (c->down + 1) / 2;
}

static bool is_symmetric(const struct pycc_product *p) {
    return p->sign == 0 && p->n == p->m && p->n > 1 && p->a == p->b && p->a_row == p->b_col &&
           p->a_col == p->b_row;
}

/* Of the machine, not those that the process may use or was told to use. */
static int64_t processors(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : at_most(n, BLOCKS);
}

static struct cut cut(const struct pycc_product *p, bool inside) {
    struct cut c = {
        .p = p->n == 1 ? product_transposed(p) : *p, .down = 1, .across = 1, .parts = 1};
    c.n = c.p.n;
    c.m = c.p.m;
    c.k = c.p.k;
    c.symmetric = is_symmetric(p);
    double size = (double)p->n * (double)p->m * (double)p->k;
    bool is_small = p->n <= SUMS_SIDE && p->m <= SUMS_SIDE;
    if (c.p.m == 1) {
        cut_vector(&c);
    } else if (is_small && p->k > 16 * SUMS_SIDE &&
               along_k(&c, clamp(size / SUMS_PART, SUMS_PARTS))) {
        return c;
    } else if (!inside && size / PER_OPERATION >= PYCC_PARALLEL_WORK) {
        (c.symmetric ? cut_symmetric : cut_matrix)(&c, clamp(size / BLOCK_PART, processors()));
    }
    return c;
}

/* ---- one part */

/* Which block part `at` is: of a symmetric result those below the diagonal come first, which take
 * twice as long as those on it. */
static void place(const struct cut *c, int64_t at, int64_t *i, int64_t *j) {
    if (!c->symmetric) {
        *i = at / c->across;
        *j = at % c->across;
        return;
    }
    int64_t row = 1;
    for (; row < c->down && at >= row; ++row) {
        at -= row;
    }
    *i = row < c->down ? row : at;
    *j = at;
}

static struct pycc_product part(const struct cut *c, int64_t at) {
    struct pycc_product q = c->p;
    int64_t i = 0, j = 0;
    if (c->sums) {
        int64_t item = product_item(q.dtype);
        q.k = at_most(c->k, q.k - at * c->k);
        q.a += at * c->k * q.a_col;
        q.b += at * c->k * q.b_row;
        q.out = c->sums + at * q.n * q.m * item;
        q.out_row = q.m * item;
        q.out_col = item;
        q.sign = 0;
        return q;
    }
    place(c, at, &i, &j);
    q.n = at_most(c->n, q.n - i * c->n);
    q.m = at_most(c->m, q.m - j * c->m);
    q.a += i * c->n * q.a_row;
    q.b += j * c->m * q.b_col;
    q.out += i * c->n * q.out_row + j * c->m * q.out_col;
    return q;
}

/* to[j, i] = from[i, j] for the elements of a block, or of its half below the diagonal, where they
 * are written above it. */
static void mirror(char *to, const char *from, int64_t row, int64_t col, int64_t n, int64_t m,
                   bool half, size_t item) {
    for (int64_t j0 = 0; j0 < m; j0 += BLOCK) {
        for (int64_t i = half ? j0 + 1 : 0; i < n; ++i) {
            int64_t end = half && i < j0 + BLOCK ? i : j0 + BLOCK;
            for (int64_t j = j0; j < end && j < m; ++j) {
                char *above = to + j * row + i * col;
                const char *below = from + i * row + j * col;
                if (item == 8) {
                    memcpy(above, below, 8);
                } else {
                    memcpy(above, below, item);
                }
            }
        }
    }
}

/* The other side of the diagonal. */
static void reflect(const struct cut *c, const struct pycc_product *q, int64_t at) {
    int64_t i = 0, j = 0;
    place(c, at, &i, &j);
    char *to = c->p.out + j * c->n * c->p.out_row + i * c->n * c->p.out_col;
    mirror(to, q->out, c->p.out_row, c->p.out_col, q->n, q->m, i == j,
           (size_t)product_item(q->dtype));
}

static int run(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo, int64_t hi) {
    const struct cut *c = in;
    (void)ctx;
    (void)out;
    for (int64_t at = lo; at < hi; ++at) {
        struct pycc_product q = part(c, at);
        bool half = q.n >= HALF && is_symmetric(&q);
        (half ? blas_symmetric : product_is_thin(&q) ? product_own : blas_product)(&q);
        if (c->symmetric && !c->sums) {
            reflect(c, &q, at);
        }
    }
    return PYCC_NEXT;
}

/* ---- sums of parts along k */

/* out (+)= the sums of all parts, n numbers of an element at a time. */
#define ADD_SUMS(name, type)                                                                       \
    static void name(const struct pycc_product *p, const type *sums, int64_t parts, bool half,     \
                     int64_t reals) {                                                              \
        int64_t size = p->n * p->m * reals;                                                        \
        for (int64_t i = 0; i < p->n; ++i) {                                                       \
            for (int64_t j = 0; j < p->m; ++j) {                                                   \
                /* of a symmetric result only one side has been computed */                        \
                int64_t at = half && j > i ? j * p->m + i : i * p->m + j;                          \
                type *to = (type *)(void *)(p->out + i * p->out_row + j * p->out_col);             \
                for (int64_t r = 0; r < reals; ++r) {                                              \
                    type x = sums[at * reals + r];                                                 \
                    for (int64_t l = 1; l < parts; ++l) {                                          \
                        x += sums[l * size + at * reals + r];                                      \
                    }                                                                              \
                    to[r] = p->sign == 0 ? x : p->sign > 0 ? to[r] + x : to[r] - x;                \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

ADD_SUMS(add_f32, float)
ADD_SUMS(add_f64, double)

void product_add_sums(const struct pycc_product *p, const char *sums, int64_t parts,
                      bool symmetric) {
    int64_t reals = p->dtype == PYCC_C64 || p->dtype == PYCC_C128 ? 2 : 1;
    const void *from = sums;
    if (p->dtype == PYCC_F32 || p->dtype == PYCC_C64) {
        add_f32(p, from, parts, symmetric, reals);
    } else {
        add_f64(p, from, parts, symmetric, reals);
    }
}

/* In parts for the threads of ctx, which follow from sizes and layouts, those of matrices also from
 * the number of processors of the machine. */
static void product_parts(struct pycc_ctx *ctx, const struct pycc_product *p) {
    struct cut c = cut(p, ctx->inside);
    double size = (double)p->n * (double)p->m * (double)p->k;
    struct pycc_nest nest = {
        .run = run,
        .in = &c,
        .trips = c.parts,
        .row = 1,
        .work = c.p.m == 1 ? size : size / PER_OPERATION,
        .dynamic = c.parts > ctx->threads,
    };
    if (c.parts == 1) {
        run(ctx, &c, NULL, 0, 1);
        return;
    }
    pycc_run_threads(ctx, &nest, NULL, 0, 0);
    if (c.sums && !ctx->failed) {
        product_add_sums(&c.p, c.sums, c.parts, c.symmetric);
    }
    free(c.sums);
}

/* Two pools of threads that both wait actively take the processors from each other for
 * milliseconds at every change, so there is one: a library that can be told to keep to the calling
 * thread is called from each of ours for a part of the product. Before another one runs with
 * threads of its own, ours are sent to rest. */
bool product_blas(struct pycc_ctx *ctx, const struct pycc_product *p) {
    enum blas_way way = blas_way(p);
    if (way == BLAS_NOT || (ctx->inside && way == BLAS_OWN_THREADS)) {
        return false;
    }
    if (way == BLAS_OWN_THREADS) {
        crew_rest();
        blas_product(p);
        return true;
    }
    blas_enter();
    product_parts(ctx, p);
    blas_leave();
    return true;
}
