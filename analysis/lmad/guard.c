/* guard.c - what a call tests before anything is bound: layout and separation of whole arrays. */
#include "arith.h"
#include "lmad.h"

#include <stddef.h>

bool lmad_array_contiguous(const struct lmad_array *array) {
    int64_t expected = array->width;
    bool contiguous = true;
    for (int k = array->rank - 1; k >= 0; k--) {
        if (array->shape[k] == 0) {
            return true;
        }
        if (array->shape[k] == 1) {
            continue;
        }
        contiguous = contiguous && array->stride[k] == expected;
        if (!mul_ok(expected, array->shape[k], &expected)) {
            return false;
        }
    }
    return contiguous;
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

static bool has_no_element(const struct lmad_array *array) {
    for (int k = 0; k < array->rank; k++) {
        if (array->shape[k] < 1) {
            return true;
        }
    }
    return false;
}

bool lmad_guard(const struct lmad_array *array, int n) {
    for (int i = 0; i < n; i++) {
        int64_t low, high;
        if (!lmad_array_contiguous(&array[i])) {
            return false;
        }
        if (has_no_element(&array[i])) {
            continue;
        }
        if (!lmad_array_interval(&array[i], &low, &high)) {
            return false;
        }
        for (int j = 0; j < i; j++) {
            int64_t other_low, other_high;
            if ((array[i].written || array[j].written) && !has_no_element(&array[j]) &&
                (!lmad_array_interval(&array[j], &other_low, &other_high) ||
                 (low <= other_high && other_low <= high))) {
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
