/* Functions of NumPy and of its libraries: reductions, scans, products, those that ops.def only
 * names. */
#ifndef PYCC_LOWER_FUNCTION_H
#define PYCC_LOWER_FUNCTION_H

#include "lower.h"

/* Elements of a block of a search or a scan: 16 kB of float64, which stay in the nearest cache. */
enum { LOWER_BLOCK = 2048 };

/* ---- functions that ops.def only names (lower_special.c, lower_reduce.c ...) */

struct texpr *lower_special(struct lower *lw, const struct expr *e, const struct callee *c,
                            struct tvar *want);
/* np.cumsum and its like: a new array. */
struct texpr *lower_accumulate(struct lower *lw, const struct callee *c);
/* What leaves any value as it is under a reduction's op; of floats -0.0 for ADD. */
struct texpr *lower_neutral(struct lower *lw, enum op op, enum dtype d);
/* NumPy's reductions. */
struct texpr *lower_reduction(struct lower *lw, const struct expr *e, const struct callee *c,
                              struct tvar *want);
/* pycc.random with size= or a range (lower_random.c). */
struct texpr *lower_random(struct lower *lw, const struct expr *e, const struct callee *c,
                           struct tvar *want);
struct texpr *lower_where(struct lower *lw, struct texpr **arg, enum dtype d);
struct texpr *lower_clip(struct lower *lw, struct texpr **arg);
/* A bound of what has the dtype d: a Python int beyond d is none, as in NumPy. */
struct texpr *lower_clip_bound(struct lower *lw, struct texpr *e, enum dtype d, bool low);

/* ---- functions of libraries (lower_lib.c, lower_product.c) */

struct texpr *lower_lib(struct lower *lw, const struct expr *e, const struct callee *c,
                        struct tvar *want);
/* a @ b, np.dot(a, b) ... */
struct product {
    enum op op;                    /* MATMUL DOT INNER VDOT */
    const struct expr *operand[2]; /* evaluated in this order */
    struct ty *type;               /* of the result: scalar or array */
    struct tvar *want;             /* NULL, or a variable that may take a new array */
    const struct expr *out;        /* out=, or NULL */
    struct tvar *left;             /* a @= b: a, instead of operand[0]; takes the result */
};
/* Is e a product that lower_product computes? Fills p. */
bool lower_is_product(struct lower *lw, const struct expr *e, struct product *p);
struct texpr *lower_product(struct lower *lw, const struct product *p);
/* A view of base with new axes of extent 1: at the front up to rank, and one before the last axis
 * (row) or behind it (column). base itself when none is new. */
struct tvar *lower_with_axes(struct lower *lw, struct tvar *base, int rank, bool row, bool column);
/* dst[...] = product, or += and -= (op ADD, SUB; else COUNT), without a new array where the shapes
 * fit. target gives dst, once the operands have been evaluated; NULL: it has done all. False, with
 * nothing done, when e is no such product. */
bool lower_store_product(struct lower *lw, const struct expr *e, enum op op,
                         struct tvar *target(struct lower *lw, void *context), void *context);

#endif
