/* normal.c - one descriptor: normal form, the restricted classes, interval and count.
 *
 * The normal form describes the same set of addresses with the fewest dimensions found, and
 * remembers how its coordinates follow from the old ones, so that a footprint computed on it maps
 * back. */
#include "arith.h"
#include "lmad.h"

#include <string.h>

void lmad_of_access(const struct lmad_nest *nest, const struct lmad_access *access,
                    struct lmad *set) {
    set->base = access->base;
    set->width = access->width;
    set->rank = nest->rank;
    for (int k = 0; k < nest->rank; k++) {
        set->dim[k].stride = access->stride[k];
        set->dim[k].extent = nest->empty ? 0 : nest->level[k].extent;
    }
    if (nest->empty && nest->rank == 0) { /* cannot be said without a dimension */
        set->rank = 1;
        set->dim[0].stride = set->dim[0].extent = 0;
    }
}

/* Append old dimension k, reversed when its stride is negative, keeping strides sorted downwards.
 */
static bool insert_dim(struct lmad_normal *out, const struct lmad_dim *dim, int k) {
    struct lmad *set = &out->set;
    struct lmad_dim added = *dim;
    bool reversed = dim->stride < 0;
    if (reversed && (!fma_ok(&set->base, dim->stride, dim->extent - 1) ||
                     !neg_ok(dim->stride, &added.stride))) {
        return false;
    }
    int at = set->rank++;
    for (; at > 0 && set->dim[at - 1].stride < added.stride; at--) {
        set->dim[at] = set->dim[at - 1];
        out->shift[at] = out->shift[at - 1];
        memcpy(out->coord[at], out->coord[at - 1], sizeof(out->coord[at][0]) * (size_t)out->nold);
    }
    set->dim[at] = added;
    out->shift[at] = reversed ? dim->extent - 1 : 0;
    memset(out->coord[at], 0, sizeof(out->coord[at][0]) * (size_t)out->nold);
    out->coord[at][k] = reversed ? -1 : 1;
    return true;
}

static void remove_dim(struct lmad_normal *out, int at) {
    struct lmad *set = &out->set;
    set->rank--;
    for (int d = at; d < set->rank; d++) {
        set->dim[d] = set->dim[d + 1];
        out->shift[d] = out->shift[d + 1];
        memcpy(out->coord[d], out->coord[d + 1], sizeof(out->coord[d][0]) * (size_t)out->nold);
    }
}

/* Dimension `outer` becomes part of `inner`, whose coordinate is then m*i_outer + i_inner. */
static bool merge_dims(struct lmad_normal *out, int outer, int inner) {
    struct lmad_dim *to = &out->set.dim[inner];
    int64_t m = out->set.dim[outer].stride / to->stride;
    if (!fma_ok(&to->extent, m, out->set.dim[outer].extent - 1) ||
        !fma_ok(&out->shift[inner], m, out->shift[outer])) {
        return false;
    }
    for (int k = 0; k < out->nold; k++) {
        if (!fma_ok(&out->coord[inner][k], m, out->coord[outer][k])) {
            return false;
        }
    }
    remove_dim(out, outer);
    return true;
}

/* Merge until nothing merges; innermost pairs first, since merging makes inner extents larger. */
static bool merge_all(struct lmad_normal *out) {
    const struct lmad_dim *dim = out->set.dim;
    for (int inner = out->set.rank - 1; inner > 0; inner--) {
        for (int outer = inner - 1; outer >= 0; outer--) {
            if (dim[outer].stride % dim[inner].stride != 0 ||
                dim[outer].stride / dim[inner].stride > dim[inner].extent) {
                continue;
            }
            if (!merge_dims(out, outer, inner)) {
                return false;
            }
            inner = out->set.rank; /* start again */
            break;
        }
    }
    return true;
}

bool lmad_normalise(const struct lmad *set, struct lmad_normal *normal) {
    normal->set.base = set->base;
    normal->set.width = set->width;
    normal->set.rank = 0;
    normal->empty = false;
    normal->nold = set->rank;
    for (int k = 0; k < set->rank; k++) {
        normal->empty = normal->empty || set->dim[k].extent < 1;
    }
    for (int k = 0; k < set->rank && !normal->empty; k++) {
        if (set->dim[k].stride != 0 && set->dim[k].extent > 1 &&
            !insert_dim(normal, &set->dim[k], k)) {
            return false;
        }
    }
    return merge_all(normal);
}

bool lmad_is_cslmad(const struct lmad *set) {
    for (int k = 0; k < set->rank; k++) {
        if (set->dim[k].stride <= 0 || set->dim[k].extent < 1 ||
            (k > 0 && set->dim[k].stride > set->dim[k - 1].stride)) {
            return false;
        }
    }
    return true;
}

bool lmad_is_interleaved(const struct lmad *set, int64_t spread) {
    int64_t reach = spread;
    if (!lmad_is_cslmad(set)) {
        return false;
    }
    for (int k = set->rank - 1; k > 0; k--) {
        if (!fma_ok(&reach, set->dim[k].stride, set->dim[k].extent - 1) ||
            set->dim[k - 1].stride <= reach) {
            return false;
        }
    }
    return true;
}

bool lmad_is_rcslmad(const struct lmad *set) {
    return lmad_is_interleaved(set, 0);
}

bool lmad_interval(const struct lmad *set, int64_t *low, int64_t *high) {
    *low = set->base;
    if (!add_ok(set->base, set->width - 1, high)) {
        return false;
    }
    for (int k = 0; k < set->rank; k++) {
        const struct lmad_dim *dim = &set->dim[k];
        if (dim->extent < 1 ||
            !fma_ok(dim->stride > 0 ? high : low, dim->stride, dim->extent - 1)) {
            return false;
        }
    }
    return true;
}
