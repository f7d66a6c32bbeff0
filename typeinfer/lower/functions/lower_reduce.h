/* Reductions, of operands that have values. */
#ifndef PYCC_LOWER_REDUCE_H
#define PYCC_LOWER_REDUCE_H

#include "lower_array.h"

struct reducing {
    const struct callee *call;
    struct elements *x; /* the operand */
    struct tspace space;
    bool reduced[TIR_MAX_RANK];
    enum dtype dtype;       /* of the result */
    struct ty *type;        /* of the result */
    struct elements *where; /* the mask, or NULL */
    struct texpr *initial;  /* of dtype, or NULL */
};

/* The axes of the result: those kept, and with keepdims ones. index: NULL, or gets counters and
 * zeros. */
struct tvar *lower_reduced_array(struct lower *lw, const struct reducing *r, struct ty *type,
                                 struct texpr **index, struct tvar *want);

/* dst = start op value op value ..., over r->space, which has counters; dst is a new variable or
 * array of this type. */
struct tvar *lower_fold(struct lower *lw, const struct reducing *r, struct ty *type, enum op op,
                        struct texpr *start, struct texpr *value, struct tvar *want);

/* A reduction of r->x: first r's space and axes, then the values of where= and initial=, then
 * lower_reduce or lower_find. */
void lower_reducing(struct lower *lw, struct reducing *r);
/* ValueError unless r->where broadcasts to the operand. */
void lower_check_where(struct lower *lw, const struct reducing *r);
/* Checks that there are elements where the function wants some; NULL where they read want. */
struct tvar *lower_reduce_open(struct lower *lw, const struct reducing *r, struct tvar *want);
struct texpr *lower_reduce(struct lower *lw, const struct reducing *r, struct tvar *want);
/* out gets the elements of from, the result; it is the value of the call. */
struct texpr *lower_put_out(struct lower *lw, struct tvar *out, struct tvar *from);

/* argmin and argmax (lower_find.c). */
struct texpr *lower_find(struct lower *lw, struct reducing *r, struct tvar *want);

#endif
