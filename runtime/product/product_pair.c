/* Two products of one matrix with vectors, which read it from memory once.
 *
 * A matrix times a vector takes as long as the matrix takes to come from memory. Where a program
 * computes two of them one after the other,
 *
 *     q, s = A @ p, r @ A        or        (A @ x) @ A
 *
 * the compiler has the first one wait for the second (analysis/schedule/pairs.c). Both then go
 * through the matrix together, in blocks of rows that stay in a processor's cache between one and
 * the other. A product along rows gives an element for each row; one down the columns adds rows up,
 * in sums of its own for each part of the matrix, which are added in order. The second one may read
 * what the first gives for the same rows. How the matrix is cut follows from the sizes only. */
#include <stdlib.h>

#include "product.h"

enum {
    LEAST = 1 << 16,       /* elements of a matrix that is not in the cache anyway */
    BLOCK_BYTES = 1 << 18, /* of rows that stay in the cache, */
    UNIT = 4,              /* a multiple of so many; of more bytes than four blocks they do not */
    PARTS = 16,            /* of the matrix, at most, */
    PART_ROWS = 64         /* each of at least so many rows */
};

/* One of the two, as out[n] = a[n, k] b[k]. */
struct half {
    struct pycc_product p;
    bool down;      /* the memory's rows are the columns of a: they are added up */
    int64_t stride; /* from one of the memory's rows to the next */
    char *sums;     /* down: room for those of each part */
};

struct pair {
    struct half half[2];
    int64_t rows, columns; /* of the matrix in memory, whose rows have no gaps */
    int64_t part, block;   /* rows of a part, of a block in it */
};

static bool as_half(const struct pycc_product *p, struct half *h) {
    *h = (struct half){.p = p->n == 1 ? product_transposed(p) : *p};
    int64_t item = product_item(p->dtype);
    h->down = h->p.a_col != item;
    h->stride = h->down ? h->p.a_col : h->p.a_row;
    return h->p.m == 1 && h->p.n > 1 && h->p.k > 1 && (h->down ? h->p.a_row : h->p.a_col) == item;
}

static bool apart(const struct pycc_product *p, const char *x, int64_t n, int64_t x_stride,
                  const char *y, int64_t m, int64_t y_stride) {
    int64_t item = product_item(p->dtype);
    return pycc_apart(1, x, &n, &x_stride, item, 1, y, &m, &y_stride, item);
}

/* Is what p writes apart from the vector that q reads? */
static bool apart_vector(const struct pycc_product *p, const struct pycc_product *q) {
    return apart(p, p->out, p->n, p->out_row, q->b, q->k, q->b_row);
}

/* Is what p writes apart from its matrix? */
static bool apart_matrix(const struct pycc_product *p) {
    int64_t item = product_item(p->dtype);
    return pycc_apart(1, p->out, &p->n, &p->out_row, item, 2, p->a, (int64_t[]){p->n, p->k},
                      (int64_t[]){p->a_row, p->a_col}, item);
}

/* Does the second one read an element of the first one's where a row of the matrix gives it? */
static bool is_chain(const struct half *h) {
    const struct pycc_product *p = &h[0].p, *q = &h[1].p;
    return !h[0].down && h[1].down && p->out == q->b && p->out_row == q->b_row;
}

static bool may_wait(struct pycc_ctx *ctx, const struct pycc_product *p) {
    struct half h;
    double size = (double)p->n * (double)p->m * (double)p->k;
    return !ctx->inside && p->dtype >= PYCC_F32 && size >= LEAST && as_half(p, &h) &&
           blas_way(p) == BLAS_OUR_THREADS && apart_vector(&h.p, &h.p) && apart_matrix(&h.p);
}

static int64_t rows_of(const struct half *h) {
    return h->down ? h->p.k : h->p.n;
}

/* Rows of a part: a multiple of the unit. */
static int64_t part_rows(int64_t rows) {
    int64_t parts = rows / PART_ROWS < PARTS ? rows / PART_ROWS : PARTS;
    int64_t each = parts > 0 ? (rows + parts - 1) / parts : rows;
    return (each + UNIT - 1) / UNIT * UNIT;
}

/* Can they go through the matrix together? The first one may wait. */
static bool as_pair(struct pycc_ctx *ctx, const struct pycc_product *first,
                    const struct pycc_product *second, struct pair *c) {
    struct half *h = c->half;
    if (first->dtype != second->dtype || !may_wait(ctx, second) || !as_half(first, &h[0]) ||
        !as_half(second, &h[1])) {
        return false;
    }
    const struct pycc_product *p = &h[0].p, *q = &h[1].p;
    c->rows = rows_of(&h[0]);
    c->columns = h[0].down ? p->n : p->k;
    int64_t bytes = UNIT * c->columns * product_item(p->dtype);
    c->block = bytes < BLOCK_BYTES ? BLOCK_BYTES / bytes * UNIT : UNIT;
    c->part = part_rows(c->rows);
    return p->a == q->a && h[0].stride == h[1].stride && rows_of(&h[1]) == c->rows &&
           (h[1].down ? q->n : q->k) == c->columns && bytes <= 4 * BLOCK_BYTES &&
           c->rows >= 8 * PART_ROWS && (is_chain(h) || apart_vector(p, q)) && apart_vector(q, p) &&
           apart(p, p->out, p->n, p->out_row, q->out, q->n, q->out_row);
}

/* One of the two for so many rows of a part. */
static void run_rows(const struct half *h, int64_t part, int64_t from, int64_t rows, bool begin) {
    struct pycc_product p = h->p;
    p.a += from * h->stride;
    if (h->down) {
        int64_t item = product_item(p.dtype);
        p.k = rows;
        p.b += from * p.b_row;
        p.out = h->sums + part * p.n * item;
        p.out_row = item;
        p.sign = !begin;
    } else {
        p.n = rows;
        p.out += from * p.out_row;
    }
    blas_product(&p);
}

static int run(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo, int64_t hi) {
    const struct pair *c = in;
    (void)ctx;
    (void)out;
    for (int64_t part = lo; part < hi; ++part) {
        int64_t begin = part * c->part;
        int64_t end = begin + c->part < c->rows ? begin + c->part : c->rows;
        for (int64_t from = begin; from < end; from += c->block) {
            int64_t rows = end - from < c->block ? end - from : c->block;
            run_rows(&c->half[0], part, from, rows, from == begin);
            run_rows(&c->half[1], part, from, rows, from == begin);
        }
    }
    return PYCC_NEXT;
}

/* False, with nothing done, when there is no memory for the sums. */
static bool run_pair(struct pycc_ctx *ctx, struct pair *c) {
    int64_t parts = (c->rows + c->part - 1) / c->part;
    bool room = true;
    for (int i = 0; i < 2; ++i) {
        struct half *h = &c->half[i];
        h->sums = h->down ? malloc((size_t)(parts * h->p.n * product_item(h->p.dtype))) : NULL;
        room = room && (!h->down || h->sums);
    }
    if (room) {
        struct pycc_nest nest = {
            .run = run,
            .in = c,
            .trips = parts,
            .row = 1,
            .work = 2.0 * (double)c->rows * (double)c->columns,
            .dynamic = parts > ctx->threads,
        };
        blas_enter();
        pycc_run_threads(ctx, &nest, NULL, 0, 0);
        blas_leave();
    }
    for (int i = 0; i < 2; ++i) {
        const struct half *h = &c->half[i];
        if (room && h->down && !ctx->failed) {
            product_add_sums(&h->p, h->sums, parts, false);
        }
        free(h->sums);
    }
    return room;
}

/* ---- waiting */

bool pycc_matmul_hold(struct pycc_ctx *ctx, enum pycc_dtype d, struct pycc_operand out,
                      struct pycc_operand a, struct pycc_operand b, int sign, int line,
                      struct pycc_held *held) {
    pycc_held_end(ctx, held);
    held->first = product_of(d, out, a, b, sign);
    held->any = may_wait(ctx, &held->first);
    return held->any || pycc_matmul(ctx, d, 2, out, a, b, sign, line);
}

bool pycc_matmul_with(struct pycc_ctx *ctx, enum pycc_dtype d, struct pycc_operand out,
                      struct pycc_operand a, struct pycc_operand b, int sign, int line,
                      struct pycc_held *held) {
    struct pair pair;
    struct pycc_product second = product_of(d, out, a, b, sign);
    if (held->any && as_pair(ctx, &held->first, &second, &pair)) {
        if (pycc_poll(ctx)) {
            return false;
        }
        if (run_pair(ctx, &pair)) {
            held->any = false;
            return !ctx->failed;
        }
    }
    pycc_held_end(ctx, held);
    return !ctx->failed && pycc_matmul(ctx, d, 2, out, a, b, sign, line);
}

/* What waits can be computed, and does not fail, however the function is left. */
void pycc_held_end(struct pycc_ctx *ctx, struct pycc_held *held) {
    if (!held->any) {
        return;
    }
    bool failed = ctx->failed;
    struct pycc_error error = ctx->error;
    held->any = false;
    ctx->failed = false;
    product_blas(ctx, &held->first);
    if (failed) {
        ctx->failed = true;
        ctx->error = error;
    }
}
