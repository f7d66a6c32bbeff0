/* Functions of NumPy on values: scans, products, those that ops.def only names; lower_reduce.h has
 * the reductions. */
#ifndef PYCC_LOWER_FUNCTION_H
#define PYCC_LOWER_FUNCTION_H

#include "lower_array.h"

/* Elements of a block of a search or a scan: 16 kB of float64, which stay in the nearest cache. */
enum { LOWER_BLOCK = 2048 };

/* ---- functions that ops.def only names (lower_builtin.c, lower_random.c, lower_accumulate.c) */

/* A function of n values of c's arguments, at least one. */
struct texpr *lower_builtin(struct lower *lw, const struct callee *c, int n, struct texpr **arg,
                            struct ty *type, struct tvar *want);
/* np.cumsum and its like of x: a new array. */
struct texpr *lower_accumulate(struct lower *lw, const struct callee *c, struct elements *x);
/* What leaves any value as it is under a reduction's op; of floats -0.0 for ADD. */
struct texpr *lower_neutral(struct lower *lw, enum op op, enum dtype d);
/* pycc.random with size= or a range, of the values of all of c's arguments. */
struct texpr *lower_random(struct lower *lw, const struct callee *c, struct texpr *const *arg,
                           struct ty *type, struct tvar *want);

/* ---- products (lower_product.c) */

/* a @ b, np.dot(a, b) ... */
struct product {
    enum op op;                         /* MATMUL DOT INNER VDOT */
    enum dtype dtype;                   /* of the result */
    struct tvar *x[2];                  /* operands; of that dtype unless both are vectors */
    int rank;                           /* of the stacks and their matrices, at least 2 */
    int own;                            /* of the result */
    struct texpr *extent[TIR_MAX_RANK]; /* the stack's, then the result's behind it */
};
/* Fills p, whose op and dtype are known: operands, checks, and the result's extents. */
void lower_product_of(struct lower *lw, struct product *p, struct texpr *const *value);
/* The result: a number, or a new array, in want where that fits. */
struct texpr *lower_product(struct lower *lw, const struct product *p, struct tvar *want);
/* The same in out, whose shape must be the result's. */
struct texpr *lower_product_out(struct lower *lw, const struct product *p, struct tvar *out);
/* dst[...] = product, or += and -= (op ADD, SUB; else COUNT), without a new array where the shapes
 * fit. */
void lower_product_into(struct lower *lw, const struct product *p, enum op op, struct tvar *dst);
/* x times the vector y, per element, of dtype d. */
struct texpr *lower_product_fused(struct lower *lw, enum op op, struct elements *x,
                                  struct elements *y, enum dtype d, struct tvar *want);

#endif
