/* Calls of libraries from generated code: NumPy's functions, and products of arrays. */
#ifndef PYCC_RT_LIB_H
#define PYCC_RT_LIB_H

/* ---- functions of NumPy (glue_lib.c) */

struct pycc_lib_arg {
    const char *name;             /* keyword; NULL: by position */
    const struct pycc_type *type; /* of its leaves among the values; NULL: a constant */
    const char *text;             /* the constant as Python writes it */
};

struct pycc_lib {
    const char *path; /* "linalg.solve" in numpy */
    int n;
    const struct pycc_lib_arg *arg;
    const struct pycc_type *ret; /* of kind NONE: the result is dropped */
};

/* Calls numpy.<path> with the GIL, from any thread of the call. arg holds the values' leaves one
 * after the other; arrays are passed as they are, without a copy. What comes back must have the
 * type that was inferred, else TypeError; its arrays carry a reference. False with ctx failed:
 * what NumPy raises is raised unchanged. */
bool pycc_lib_call(struct pycc_ctx *ctx, const struct pycc_lib *lib, const union pycc_value *arg,
                   union pycc_value *ret, int line);

/* The same for solve, inv, det, slogdet and cholesky of numpy.linalg, which the run time does
 * without Python where it can. (linalg.c) */
bool pycc_linalg_call(struct pycc_ctx *ctx, const struct pycc_lib *lib, const union pycc_value *arg,
                      union pycc_value *ret, int line);

/* ---- products (product.c) */

struct pycc_operand {
    char *data;
    const int64_t *shape, *stride;
};
#define PYCC_OPERAND(a) ((struct pycc_operand){(a).data, (a).shape, (a).stride})

/* The dtype of an emitter's tag. */
#define PYCC_TYPE_bool PYCC_BOOL
#define PYCC_TYPE__Bool PYCC_BOOL
#define PYCC_TYPE_i8 PYCC_I8
#define PYCC_TYPE_i16 PYCC_I16
#define PYCC_TYPE_i32 PYCC_I32
#define PYCC_TYPE_i64 PYCC_I64
#define PYCC_TYPE_u8 PYCC_U8
#define PYCC_TYPE_u16 PYCC_U16
#define PYCC_TYPE_u32 PYCC_U32
#define PYCC_TYPE_u64 PYCC_U64
#define PYCC_TYPE_f16 PYCC_F16
#define PYCC_TYPE_f32 PYCC_F32
#define PYCC_TYPE_f64 PYCC_F64
#define PYCC_TYPE_c64 PYCC_C64
#define PYCC_TYPE_c128 PYCC_C128

/* out = a @ b (sign 0), out += a @ b (1) or out -= a @ b (-1) for stacks of matrices of one rank >=
 * 2 and one dtype whose shapes fit: the last two axes of out are n, m, of a n, k, of b k, m; those
 * before are equal. Any strides and alignment; out may overlap a and b. False with ctx failed. */
bool pycc_matmul(struct pycc_ctx *ctx, enum pycc_dtype d, int rank, struct pycc_operand out,
                 struct pycc_operand a, struct pycc_operand b, int sign, int line);

/* out[n, m] = a[n, k] @ b[k, m], or out += or -= that; strides in bytes. */
struct pycc_product {
    enum pycc_dtype dtype;
    int64_t n, m, k;
    char *out;
    const char *a, *b;
    int64_t out_row, out_col, a_row, a_col, b_row, b_col;
    int sign; /* 0: out takes the product, 1: it is added, -1: subtracted */
};

/* A large product of a matrix and a vector waits for another one of that matrix, which then is read
 * from memory once for both (product_pair.c). */
struct pycc_held {
    struct pycc_product first;
    bool any; /* one waits */
};

/* pycc_matmul for matrices, which may leave the product to one of the other two. Until then nobody
 * changes what it reads and nobody looks at what it writes. */
bool pycc_matmul_hold(struct pycc_ctx *ctx, enum pycc_dtype d, struct pycc_operand out,
                      struct pycc_operand a, struct pycc_operand b, int sign, int line,
                      struct pycc_held *held);

/* pycc_matmul for matrices, after the product that waits. Nothing waits when it has returned true.
 */
bool pycc_matmul_with(struct pycc_ctx *ctx, enum pycc_dtype d, struct pycc_operand out,
                      struct pycc_operand a, struct pycc_operand b, int sign, int line,
                      struct pycc_held *held);

/* When a function is left, by an exception also: what still waits is done. */
void pycc_held_end(struct pycc_ctx *ctx, struct pycc_held *held);

#endif
