/* Writing to a[i, :, j] with arrays of integers among the indices, and a op= value where arrays
 * pick the elements.
 *
 * An element that is named several times keeps the last value, so the loops run in order. a[i] += v
 * computes all sums first, as NumPy does: what is named twice is added to once. np.add.at adds each
 * time. */
#include "lower_array.h"
#include "lower_gather.h"

/* ---- by arrays of integers */

/* x with indices that writing its elements does not change. */
static struct elements *fixed_indices(struct lower *lw, const struct elements *x) {
    struct elements *copy = ARENA_NEW(lw->a, struct elements);
    struct gather *g = ARENA_NEW(lw->a, struct gather);
    *copy = *x;
    *g = *x->gather;
    copy->gather = g;
    for (int i = 0; i < g->base->type->rank; ++i) {
        struct elements *index = g->axis[i].index;
        g->axis[i].index = index ? lower_disjoint(lw, index, g->base) : NULL;
    }
    return copy;
}

/* The elements of x become the values, from the first to the last. */
static void store_in_order(struct lower *lw, const struct elements *x, struct elements *value) {
    struct tvar *dst = x->gather->base;
    struct tspace space = lower_space(lw, x->rank, (struct texpr **)x->extent);
    struct texpr *index[TIR_MAX_RANK];
    lower_gather_index(lw, x, &space, NULL, index);
    struct texpr *v = lower_elements_value(lw, value, &space, NULL);
    v = lower_scattered(lw, value, v, dst->type->dtype);
    struct lower_nest nest;
    lower_nest_over(lw, &nest, &space);
    lower_store(lw, dst, index, v);
    lower_nest_close(lw, &nest);
}

void lower_scatter(struct lower *lw, const struct elements *x, struct elements *value) {
    x = fixed_indices(lw, x);
    store_in_order(lw, x, lower_disjoint(lw, value, x->gather->base));
}

void lower_scatter_op(struct lower *lw, const struct elements *x, enum op op, enum op_module module,
                      struct elements *value) {
    struct elements *target = fixed_indices(lw, x);
    value = lower_disjoint(lw, value, x->gather->base);
    store_in_order(lw, target, lower_elements_in_place(lw, op, module, target, value));
}

/* ---- a[...] = value */

void lower_pick_store(struct lower *lw, const struct pick *p, struct elements *value) {
    if (p->gather) {
        lower_check_broadcast(lw, value, p->gather->rank, p->gather->extent,
                              "shape mismatch: value array of shape ",
                              " could not be broadcast to indexing result of shape ");
        lower_gather_check(lw, p->gather);
        lower_scatter(lw, p->gather, value);
    } else {
        lower_mask_store(lw, p, value);
    }
}
