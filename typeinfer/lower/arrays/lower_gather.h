/* Arrays as indices (flow/lower_pick.c): what lower_gather.c, lower_mask.c and lower_scatter.c make
 * of them. */
#ifndef PYCC_LOWER_GATHER_H
#define PYCC_LOWER_GATHER_H

#include "lower_array.h"

/* What a[...] with arrays among its indices stands for: a tree GATHER, still to be checked, or a
 * mask over the leading axes of base with all of the others. */
struct pick {
    struct tvar *base;
    struct elements *mask;
    struct elements *gather;
    const struct expr *over; /* the mask as written, where values are over all of base, not over
                                what it picks (lower_masked.c); or NULL */
};
/* The tree of a gather whose base, axes and places are filled in: broadcasts its indices, which are
 * still to be checked. IndexError for those out of range. */
struct elements *lower_gather(struct lower *lw, struct gather *g);
void lower_gather_check(struct lower *lw, struct elements *x);
/* The indices of its base of a GATHER at a point of the space (lower_tree.c). */
void lower_gather_index(struct lower *lw, const struct elements *x, const struct tspace *space,
                        struct tvar *dst, struct texpr **index);
/* The elements of a checked GATHER take the values, in order: the last one of those for one element
 * stays. The same with element op value, one after the other: np.add.at. */
void lower_scatter(struct lower *lw, const struct elements *x, struct elements *value);
void lower_scatter_op(struct lower *lw, const struct elements *x, enum op op, enum op_module module,
                      struct elements *value);
/* a[...] = value */
void lower_pick_store(struct lower *lw, const struct pick *p, struct elements *value);

/* np.nonzero(x): the tuple of places. */
struct texpr *lower_places(struct lower *lw, struct elements *x);
/* x as an array of its values. */
struct elements *lower_computed(struct lower *lw, struct elements *x);
/* x, or its values where it costs more to compute them twice. */
struct elements *lower_read_twice(struct lower *lw, struct elements *x);
/* The arrays of np.nonzero(mask), one per axis of it. */
void lower_nonzero(struct lower *lw, struct elements *mask, struct tvar **out);
/* IndexError unless the mask's extents are those of base from axis `axis` on. */
void lower_check_mask(struct lower *lw, const struct elements *mask, struct tvar *base, int axis);
/* base[mask], a mask over the leading axes. */
struct texpr *lower_compress(struct lower *lw, struct tvar *base, struct elements *mask,
                             struct tvar *want);
void lower_mask_store(struct lower *lw, const struct pick *p, struct elements *value);

#endif
