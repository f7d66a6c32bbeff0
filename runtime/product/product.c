/* Products of matrices: who computes them, and stacks of them.
 *
 * Small ones and those of integers are our own kernels'; others of floats are BLAS's, which gets
 * operands as they lie wherever it can, in parallel loops when they are large. Which it is depends
 * on shapes and layouts only, never on the number of our threads. */
#include <stdlib.h>
#include <string.h>

#include "copy_strided.h"
#include "product.h"

/* Multiplications, and extents of each side, up to which our own kernels are faster than a call of
 * BLAS (measured). */
enum { SMALL_GEMM = 8 * 8 * 8, SMALL_SIDE = 24, SMALL_GEMV = 16 * 16, LONG = 1 << 22 };
/* The same in parallel loops, where calls of several threads are counted one after the other. */
enum { SMALL_INSIDE = 64 * 64 * 64 };
/* Elements of the second operand up to which it is cheap to copy, once for all rows. */
enum { TURNED = 36 };

/* ---- copies of operands that BLAS does not take */

/* A contiguous copy of a matrix, from malloc; its strides go to row and col. */
static char *copied(const char *from, int64_t n, int64_t m, int64_t *row, int64_t *col,
                    int64_t item) {
    const int64_t shape[] = {n, m}, stride[] = {*row, *col};
    char *to = malloc((size_t)(n * m * item) + 1);
    *row = m * item;
    *col = item;
    if (to) {
        copy_elements(2, shape, to, (const int64_t[]){*row, *col}, from, stride, item);
    }
    return to;
}

static bool by_copies(struct pycc_ctx *ctx, const struct pycc_product *p, int line) {
    int64_t item = product_item(p->dtype);
    const int64_t shape[] = {p->n, p->m};
    struct pycc_product q = *p;
    q.a = copied(p->a, p->n, p->k, &q.a_row, &q.a_col, item);
    q.b = copied(p->b, p->k, p->m, &q.b_row, &q.b_col, item);
    q.out = copied(p->out, p->n, p->m, &q.out_row, &q.out_col, item);
    bool ok = q.a && q.b && q.out;
    if (!ok) {
        pycc_raise(ctx, PYCC_EXC_MEMORY, "unable to allocate an array", line);
    } else {
        if (!product_blas(ctx, &q)) {
            product_own(&q);
        }
        copy_elements(2, shape, p->out, (const int64_t[]){p->out_row, p->out_col}, q.out,
                      (const int64_t[]){q.out_row, q.out_col}, item);
    }
    free((char *)q.a);
    free((char *)q.b);
    free(q.out);
    return ok;
}

/* ---- one product */

static union pycc_value matrix(const char *data, int64_t n, int64_t m, int64_t row, int64_t col) {
    return (union pycc_value){.a2 = {(char *)data, NULL, {n, m}, {row, col}}};
}

/* By numpy.matmul, which may be called on any thread. False with ctx failed. */
static bool by_numpy(struct pycc_ctx *ctx, const struct pycc_product *p, int line) {
    const struct pycc_type type = {.kind = PYCC_ARRAY, .dtype = p->dtype, .rank = 2};
    static const struct pycc_type none = {.kind = PYCC_NONE};
    const struct pycc_lib_arg arg[] = {
        {NULL, &type, NULL}, {NULL, &type, NULL}, {"out", &type, NULL}};
    const struct pycc_lib lib = {"matmul", 3, arg, &none};
    union pycc_value value[3] = {
        matrix(p->a, p->n, p->k, p->a_row, p->a_col),
        matrix(p->b, p->k, p->m, p->b_row, p->b_col),
        matrix(p->out, p->n, p->m, p->out_row, p->out_col),
    };
    return ctx->poll->python->lib_call(ctx, &lib, value, value, line);
}

static bool is_small(const struct pycc_ctx *ctx, const struct pycc_product *p) {
    bool vector = p->n == 1 || p->m == 1;
    double size = (double)p->n * (double)p->m * (double)p->k;
    bool square = !vector && p->n <= SMALL_SIDE && p->m <= SMALL_SIDE && p->k <= SMALL_SIDE;
    return square || size <= (ctx->inside ? SMALL_INSIDE : vector ? SMALL_GEMV : SMALL_GEMM);
}

/* A few columns that lie one behind the other are copied to `room` as rows, for which a BLAS is two
 * to three times faster when a is long. */
static void turn_small(struct pycc_product *p, char *room) {
    const int64_t item = product_item(p->dtype), shape[] = {p->k, p->m};
    const int64_t stride[] = {p->b_row, p->b_col}, row[] = {p->m * item, item};
    if (p->b_row == item && p->k > 1 && p->m > 1 && p->k * p->m <= TURNED && p->n > TURNED) {
        copy_elements(2, shape, room, row, p->b, stride, item);
        p->b = room;
        p->b_row = row[0];
        p->b_col = row[1];
    }
}

static bool multiply(struct pycc_ctx *ctx, const struct pycc_product *p, int line) {
    if (p->dtype < PYCC_F32 || is_small(ctx, p)) {
        product_own(p);
        return true;
    }
    char room[TURNED * 16];
    struct pycc_product q = *p;
    turn_small(&q, room);
    if (product_blas(ctx, &q)) {
        return !ctx->failed;
    }
    if (ctx->inside || !ctx->poll || !ctx->poll->python) {
        product_own(p);
        return true;
    }
    return p->sign == 0 ? by_numpy(ctx, p, line) : by_copies(ctx, p, line);
}

/* ---- stacks */

struct level {
    const int64_t *shape, *out, *a, *b; /* extents and strides of the axes before the matrices */
};

static bool stack(struct pycc_ctx *ctx, int axes, struct level at, const struct pycc_product *p,
                  int line) {
    if (axes == 0) {
        return multiply(ctx, p, line);
    }
    struct pycc_product each = *p;
    struct level inner = {at.shape + 1, at.out + 1, at.a + 1, at.b + 1};
    for (int64_t i = 0; i < at.shape[0]; ++i) {
        if (!stack(ctx, axes - 1, inner, &each, line)) {
            return false;
        }
        each.out += at.out[0];
        each.a += at.a[0];
        each.b += at.b[0];
    }
    return true;
}

/* The number of axes that are left when those whose matrices b is the same, and whose rows of a and
 * of the result follow on each other, have become rows of one product. */
static int fold_stack(int stacked, struct level at, struct pycc_product *p) {
    for (; stacked > 0; --stacked) {
        int64_t n = at.shape[stacked - 1], a = at.a[stacked - 1], out = at.out[stacked - 1];
        bool follow = p->n == 1 ? a != 0 : a == p->n * p->a_row && out == p->n * p->out_row;
        if (n < 1 || at.b[stacked - 1] != 0 || !follow) {
            break;
        }
        p->a_row = p->n == 1 ? a : p->a_row;
        p->out_row = p->n == 1 ? out : p->out_row;
        p->n *= n;
    }
    return stacked;
}

/* Does what is written overlap what is read? */
static bool overlaps(int rank, const struct pycc_operand *out, const struct pycc_operand *x,
                     int64_t item) {
    return !pycc_apart(rank, out->data, out->shape, out->stride, item, rank, x->data, x->shape,
                       x->stride, item);
}

struct pycc_product product_of(enum pycc_dtype d, struct pycc_operand out, struct pycc_operand a,
                               struct pycc_operand b, int sign) {
    return (struct pycc_product){
        .dtype = d,
        .n = out.shape[0],
        .m = out.shape[1],
        .k = a.shape[1],
        .out = out.data,
        .a = a.data,
        .b = b.data,
        .out_row = out.stride[0],
        .out_col = out.stride[1],
        .a_row = a.stride[0],
        .a_col = a.stride[1],
        .b_row = b.stride[0],
        .b_col = b.stride[1],
        .sign = sign,
    };
}

/* The matrix at the beginning of a stack. */
static struct pycc_operand last_axes(struct pycc_operand x, int stacked) {
    return (struct pycc_operand){x.data, x.shape + stacked, x.stride + stacked};
}

bool pycc_matmul(struct pycc_ctx *ctx, enum pycc_dtype d, int rank, struct pycc_operand out,
                 struct pycc_operand a, struct pycc_operand b, int sign, int line) {
    int64_t item = product_item(d), shape[8], stride[8];
    struct pycc_operand to = out;
    struct pycc_buffer *own = NULL;
    if (overlaps(rank, &out, &a, item) || overlaps(rank, &out, &b, item)) {
        memcpy(shape, out.shape, sizeof(shape[0]) * (size_t)rank);
        to = (struct pycc_operand){NULL, shape, stride};
        if (!pycc_alloc(ctx, &to.data, &own, rank, shape, stride, item, 0, line)) {
            return false;
        }
        if (sign != 0) {
            copy_elements(rank, shape, to.data, stride, out.data, out.stride, item);
        }
    }
    int stacked = rank - 2;
    struct pycc_product p =
        product_of(d, last_axes(to, stacked), last_axes(a, stacked), last_axes(b, stacked), sign);
    struct level level = {out.shape, to.stride, a.stride, b.stride};
    stacked = fold_stack(stacked, level, &p);
    bool is_long = (double)p.n * (double)p.m * (double)p.k > LONG;
    bool ok = !(is_long && pycc_poll(ctx)) && stack(ctx, stacked, level, &p, line);
    if (ok && own) {
        copy_elements(rank, out.shape, out.data, out.stride, to.data, stride, item);
    }
    pycc_release(own);
    return ok;
}
