/* What is asked of the plan of a kernel (offload.h). */
#include "offload.h"

const struct device_access *device_access_of(const struct device_plan *d, const struct tvar *array,
                                             struct texpr *const *index) {
    for (int i = 0; i < d->accesses.n; ++i) {
        const struct device_access *x = &d->accesses.item[i];
        if (x->array == array && (x->index == index || array->type->rank == 0)) {
            return x;
        }
    }
    return NULL;
}

int device_extent_of(const struct device_plan *d, const struct tvar *array, int axis) {
    for (int i = 0; i < d->extents.n; ++i) {
        if (d->extents.item[i].array == array && d->extents.item[i].axis == axis) {
            return d->extents.item[i].symbol;
        }
    }
    return -1;
}

const struct device_split *device_split_of(const struct device_plan *d, const struct tstmt *loop) {
    for (int i = 0; d && i < d->splits.n; ++i) {
        if (d->splits.item[i].loop == loop) {
            return &d->splits.item[i];
        }
    }
    return NULL;
}
