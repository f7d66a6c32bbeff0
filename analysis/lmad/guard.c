/* guard.c - what a call tests before anything is bound: layout and separation of whole arrays. */
#include "arith.h"
#include "lmad.h"

#include <stddef.h>

/* Is it in C order without gaps? Then *bytes is its size, 0 when it has no element. */
static inline bool whole(const struct lmad_array *array, int64_t *bytes) {
    int64_t expected = array->width;
    bool contiguous = true;
    for (int k = array->rank - 1; k >= 0; k--) {
        int64_t extent = array->shape[k];
        if (extent == 1) {
            continue;
        }
        contiguous = contiguous && array->stride[k] == expected;
        if (extent == 0) {
            *bytes = 0;
            return true;
        }
        if (!mul_ok(expected, extent, &expected)) {
            return false;
        }
    }
    *bytes = expected;
    return contiguous;
}

bool lmad_array_contiguous(const struct lmad_array *array) {
    int64_t bytes;
    return whole(array, &bytes);
}

bool lmad_array_interval(const struct lmad_array *array, int64_t *low, int64_t *high) {
    *low = array->address;
    if (!add_ok(array->address, array->width - 1, high)) {
        return false;
    }
    for (int k = 0; k < array->rank; k++) {
        if (array->shape[k] < 1 ||
            !fma_ok(array->stride[k] > 0 ? high : low, array->stride[k], array->shape[k] - 1)) {
            return false;
        }
    }
    return true;
}

bool lmad_guard(const struct lmad_array *array, int n) {
    int64_t end[LMAD_MAX_ACCESSES]; /* just past the last byte; the first address when empty */
    if (n > LMAD_MAX_ACCESSES) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        int64_t bytes, start = array[i].address;
        if (!whole(&array[i], &bytes) || !add_ok(start, bytes, &end[i])) {
            return false;
        }
        for (int j = 0; j < i; j++) {
            bool matters =
                (array[i].written || array[j].written) && bytes > 0 && end[j] > array[j].address;
            if (matters && start < end[j] && array[j].address < end[i]) {
                return false;
            }
        }
    }
    return true;
}

static bool descriptor(const struct lmad_array *array, struct lmad *set) {
    if (array->rank > LMAD_MAX_RANK) {
        return false;
    }
    set->base = array->address;
    set->width = array->width;
    set->rank = array->rank;
    for (int k = 0; k < array->rank; k++) {
        set->dim[k] = (struct lmad_dim){array->stride[k], array->shape[k]};
    }
    return true;
}

enum tri lmad_array_overlap(const struct lmad_array *a, const struct lmad_array *b,
                            struct lmad_witness *witness) {
    struct lmad set_a, set_b;
    if (!descriptor(a, &set_a) || !descriptor(b, &set_b)) {
        return TRI_UNKNOWN;
    }
    return lmad_overlap(&set_a, &set_b, witness);
}
