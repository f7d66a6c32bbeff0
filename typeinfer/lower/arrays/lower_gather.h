/* Arrays as indices: what lower_gather.c, lower_mask.c and lower_scatter.c make of them. */
#ifndef PYCC_LOWER_GATHER_H
#define PYCC_LOWER_GATHER_H

#include "lower_array.h"

/* What a[...] with arrays among its indices stands for: a tree GATHER, still to be checked, or a
 * mask over the leading axes of base with all of the others. */
struct pick {
    struct tvar *base;
    struct elements *mask;
    struct elements *gather;
};
bool lower_is_pick(struct lower *lw, const struct expr *e);
struct pick lower_pick(struct lower *lw, const struct expr *e);
/* The elements picked, as a tree. */
struct elements *lower_picked(struct lower *lw, const struct expr *e);
/* The tree of a gather whose base, axes and places are filled in: broadcasts its indices, which are
 * still to be checked. IndexError for those out of range. */
struct elements *lower_gather(struct lower *lw, struct gather *g);
void lower_gather_check(struct lower *lw, struct elements *x);
/* The indices of its base, and the value, of a GATHER at a point of the space. */
void lower_gather_index(struct lower *lw, const struct elements *x, const struct tspace *space,
                        struct tvar *dst, struct texpr **index);
struct texpr *lower_gather_value(struct lower *lw, const struct elements *x,
                                 const struct tspace *space, struct tvar *dst);
/* a[...] = value; a[...] op= value. */
void lower_pick_store(struct lower *lw, const struct pick *p, struct elements *value);
void lower_pick_update(struct lower *lw, const struct pick *p, enum op op, enum op_module module,
                       const struct expr *value);

/* np.nonzero(e): the tuple of places. */
struct texpr *lower_places(struct lower *lw, const struct expr *e);
/* np.add.at and its like: NULL. */
struct texpr *lower_at(struct lower *lw, const struct callee *c);
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
