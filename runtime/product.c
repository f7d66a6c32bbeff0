/* Products of matrices: which kernel does them, and stacks of them.
 *
 * Results depend on shapes and layouts only, never on the number of threads: every element is one
 * sum in the order of k. */
#include "product.h"

/* ---- kernels of every dtype: rows of out, blocks of its columns, k in order */

#define KERNEL(name, type, step)                                                                   \
    static void name(const struct product *p) {                                                    \
        for (int64_t i = 0; i < p->n; ++i) {                                                       \
            for (int64_t j = 0; j < p->m; ++j) {                                                   \
                type *out = (type *)(p->out + i * p->out_row + j * p->out_col);                    \
                type sum = 0;                                                                      \
                for (int64_t k = 0; k < p->k; ++k) {                                               \
                    type x = *(const type *)(p->a + i * p->a_row + k * p->a_col);                  \
                    type y = *(const type *)(p->b + k * p->b_row + j * p->b_col);                  \
                    sum = (type)(step);                                                            \
                }                                                                                  \
                *out = p->add ? (type)(*out + sum) : sum;                                          \
            }                                                                                      \
        }                                                                                          \
    }
KERNEL(product_bool, bool, sum || (x && y))
KERNEL(product_i8, int8_t, sum + x * y)
KERNEL(product_i16, int16_t, sum + x * y)
KERNEL(product_i32, int32_t, sum + x * y)
KERNEL(product_i64, int64_t, sum + x * y)
KERNEL(product_u8, uint8_t, sum + x * y)
KERNEL(product_u16, uint16_t, sum + (uint32_t)x * y)
KERNEL(product_u32, uint32_t, sum + x * y)
KERNEL(product_u64, uint64_t, sum + x * y)
KERNEL(product_f32, float, sum + x * y)
KERNEL(product_f64, double, sum + x * y)
KERNEL(product_c64, float _Complex, sum + x * y)
KERNEL(product_c128, double _Complex, sum + x * y)

static void multiply(enum pycc_dtype d, const struct product *p) {
    static void (*const kernel[])(const struct product *) = {
        [PYCC_BOOL] = product_bool, [PYCC_I8] = product_i8,   [PYCC_I16] = product_i16,
        [PYCC_I32] = product_i32,   [PYCC_I64] = product_i64, [PYCC_U8] = product_u8,
        [PYCC_U16] = product_u16,   [PYCC_U32] = product_u32, [PYCC_U64] = product_u64,
        [PYCC_F32] = product_f32,   [PYCC_F64] = product_f64, [PYCC_C64] = product_c64,
        [PYCC_C128] = product_c128,
    };
    kernel[d](p);
}

/* ---- stacks */

static void stack(enum pycc_dtype d, int axes, const struct pycc_operand *out,
                  const struct pycc_operand *a, const struct pycc_operand *b, struct product *p) {
    if (axes == 0) {
        multiply(d, p);
        return;
    }
    struct product at = *p;
    int rest = axes - 1;
    for (int64_t i = 0; i < out->shape[0]; ++i) {
        struct pycc_operand o = {NULL, out->shape + 1, out->stride + 1};
        struct pycc_operand x = {NULL, a->shape + 1, a->stride + 1};
        struct pycc_operand y = {NULL, b->shape + 1, b->stride + 1};
        stack(d, rest, &o, &x, &y, &at);
        at.out += out->stride[0];
        at.a += a->stride[0];
        at.b += b->stride[0];
    }
}

bool pycc_matmul(struct pycc_ctx *ctx, enum pycc_dtype d, int rank, struct pycc_operand out,
                 struct pycc_operand a, struct pycc_operand b, bool add, int line) {
    int row = rank - 2, col = rank - 1;
    struct product p = {
        .n = out.shape[row],
        .m = out.shape[col],
        .k = a.shape[col],
        .out = out.data,
        .a = a.data,
        .b = b.data,
        .out_row = out.stride[row],
        .out_col = out.stride[col],
        .a_row = a.stride[row],
        .a_col = a.stride[col],
        .b_row = b.stride[row],
        .b_col = b.stride[col],
        .add = add,
    };
    (void)ctx;
    (void)line;
    stack(d, rank - 2, &out, &a, &b, &p);
    return true;
}
