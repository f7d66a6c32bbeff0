/* Array statements that write into arrays that exist: a[1:] = value, a += value.
 *
 * NumPy reads the whole right side before it writes. An operand that is the written part itself is
 * read element by element where it is written. Another part of the same array that looks as if it
 * overlapped, a[1:-1] beside a[2:], puts the values into a new array first. One that does not, a
 * row beside those below it, and any other array may still overlap the written one when the code
 * runs: it is kept apart (VIEW ... apart), which copies it then. */
#include "lower_array.h"
#include "lower_number.h"

/* Operands that show the very elements that are written become the written variable. */
static void unify_views(const struct lower *lw, struct elements *x, struct tvar *dst) {
    if (x->kind == ELEMENTS_ARRAY && x->array != dst && lower_same_view(lw, x->array, dst)) {
        x->array = dst;
        for (int i = 0; i < x->rank; ++i) {
            x->extent[i] = lower_shape((struct lower *)lw, dst, i);
        }
    }
    for (int i = 0; x->kind == ELEMENTS_APPLY && i < x->n; ++i) {
        unify_views(lw, x->part[i], dst);
    }
}

/* Is another part of dst's array read, one that looks as if it overlapped it? */
static bool reads_around(const struct lower *lw, const struct elements *x, struct tvar *dst) {
    if (x->kind == ELEMENTS_ARRAY) {
        return x->array != dst && lower_root(lw, x->array) == lower_root(lw, dst) &&
               !lower_looks_apart(lw, x->array, dst);
    }
    for (int i = 0; x->kind == ELEMENTS_APPLY && i < x->n; ++i) {
        if (reads_around(lw, x->part[i], dst)) {
            return true;
        }
    }
    return false;
}

/* The other parts of dst's array, copied where they overlap it after all. */
static struct elements *keep_parts_apart(struct lower *lw, const struct elements *x,
                                         struct tvar *dst) {
    struct elements *copy = ARENA_NEW(lw->a, struct elements);
    *copy = *x;
    bool part = x->kind == ELEMENTS_ARRAY && x->array != dst &&
                lower_root(lw, x->array) == lower_root(lw, dst);
    if (part) {
        copy->array = lower_disjoint_array(lw, x->array, dst);
        copy->is_apart = true;
    }
    for (int i = 0; x->kind == ELEMENTS_APPLY && i < x->n; ++i) {
        copy->part[i] = keep_parts_apart(lw, x->part[i], dst);
    }
    return copy;
}

/* x's value at a point as an element of dtype d. */
static struct texpr *lower_stored(struct lower *lw, const struct elements *x, struct texpr *value,
                                  enum dtype d) {
    return x->kind == ELEMENTS_SCALAR ? lower_simple(lw, lower_store_value(lw, value, d))
                                      : lower_cast(lw, value, d);
}

struct texpr *lower_scattered(struct lower *lw, const struct elements *x, struct texpr *value,
                              enum dtype d) {
    return dtype_weak(value->type->dtype) ? lower_stored(lw, x, value, d)
                                          : lower_cast(lw, value, d);
}

void lower_store_elements(struct lower *lw, struct tvar *dst, struct elements *x) {
    int rank = dst->type->rank;
    enum dtype d = dst->type->dtype;
    unify_views(lw, x, dst);
    x = lower_check_fits(lw, x, dst);
    if (reads_around(lw, x, dst)) {
        x = lower_elements_of(lw, lower_materialise(lw, x, NULL, NULL));
    }
    x = keep_parts_apart(lw, x, dst);
    struct texpr *extent[TIR_MAX_RANK];
    for (int i = 0; i < rank; ++i) {
        extent[i] = lower_shape(lw, dst, i);
    }
    struct tspace space = lower_space(lw, rank, extent);
    struct texpr *value = lower_elements_value(lw, x, &space, dst);
    lower_map(lw, &space, dst, NULL, lower_stored(lw, x, value, d));
}
