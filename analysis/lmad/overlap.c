/* overlap.c - do descriptors share addresses? Each question is one equation (equation.h). */
#include "arith.h"
#include "equation.h"

static bool is_empty(const struct lmad *set) {
    for (int k = 0; k < set->rank; k++) {
        if (set->dim[k].extent < 1) {
            return true;
        }
    }
    return set->width < 1;
}

enum tri lmad_contains(const struct lmad *set, int64_t address, int64_t *at) {
    struct equation e = {.n = 0};
    int64_t x[EQUATION_VARS];
    if (is_empty(set)) {
        return TRI_NO;
    }
    if (!sub_ok(address, set->base, &e.target)) {
        return TRI_UNKNOWN;
    }
    for (int k = 0; k < set->rank; k++) {
        equation_var(&e, set->dim[k].stride, 0, set->dim[k].extent - 1);
    }
    equation_var(&e, 1, 0, set->width - 1);
    enum tri found = equation_solve(&e, x);
    for (int k = 0; k < set->rank && found == TRI_YES && at; k++) {
        at[k] = x[k];
    }
    return found;
}

/* base + sum stride*i + x, x >= 0 where the colliding byte or element lies inside the width. */
static int64_t address_of(const struct lmad *set, const int64_t *i) {
    int64_t address = set->base;
    for (int k = 0; k < set->rank; k++) {
        address += set->dim[k].stride * i[k];
    }
    return address;
}

enum tri lmad_overlap(const struct lmad *a, const struct lmad *b, struct lmad_witness *witness) {
    struct equation e = {.n = 0};
    int64_t x[EQUATION_VARS], alow, ahigh, blow, bhigh;
    if (is_empty(a) || is_empty(b)) {
        return TRI_NO;
    }
    if (!lmad_interval(a, &alow, &ahigh) || !lmad_interval(b, &blow, &bhigh)) {
        return TRI_UNKNOWN;
    }
    if (ahigh < blow || bhigh < alow) {
        return TRI_NO;
    }
    if (!sub_ok(b->base, a->base, &e.target)) {
        return TRI_UNKNOWN;
    }
    for (int k = 0; k < a->rank; k++) {
        equation_var(&e, a->dim[k].stride, 0, a->dim[k].extent - 1);
    }
    for (int k = 0; k < b->rank; k++) {
        int64_t minus;
        if (!neg_ok(b->dim[k].stride, &minus)) {
            return TRI_UNKNOWN;
        }
        equation_var(&e, minus, 0, b->dim[k].extent - 1);
    }
    equation_var(&e, 1, -(b->width - 1), a->width - 1);
    enum tri found = equation_solve(&e, x);
    if (found == TRI_YES && witness) {
        for (int k = 0; k < a->rank; k++) {
            witness->a[k] = x[k];
        }
        for (int k = 0; k < b->rank; k++) {
            witness->b[k] = x[a->rank + k];
        }
        witness->address = max64(address_of(a, witness->a), address_of(b, witness->b));
    }
    return found;
}

/* Two iterations that agree before dimension k, where b's is greater. */
static enum tri collides_at(const struct lmad *set, int k, struct lmad_witness *witness) {
    struct equation e = {.n = 0};
    int64_t x[EQUATION_VARS];
    if (set->dim[k].extent < 2) {
        return TRI_NO;
    }
    equation_var(&e, set->dim[k].stride, 1, set->dim[k].extent - 1);
    for (int j = k + 1; j < set->rank; j++) {
        equation_var(&e, set->dim[j].stride, -(set->dim[j].extent - 1), set->dim[j].extent - 1);
    }
    equation_var(&e, 1, -(set->width - 1), set->width - 1);
    enum tri found = equation_solve(&e, x);
    if (found == TRI_YES && witness) {
        for (int j = 0; j < set->rank; j++) {
            int64_t difference = j < k ? 0 : x[j - k];
            witness->a[j] = max64(0, -difference);
            witness->b[j] = max64(0, difference);
        }
        witness->address = max64(address_of(set, witness->a), address_of(set, witness->b));
    }
    return found;
}

enum tri lmad_collides(const struct lmad *set, struct lmad_witness *witness) {
    enum tri result = TRI_NO;
    int64_t low, high;
    if (is_empty(set)) {
        return TRI_NO;
    }
    if (!lmad_interval(set, &low, &high)) {
        return TRI_UNKNOWN;
    }
    if (set->width == 1 && lmad_is_rcslmad(set)) {
        return TRI_NO;
    }
    for (int k = 0; k < set->rank; k++) {
        enum tri found = collides_at(set, k, witness);
        if (found == TRI_YES) {
            return TRI_YES;
        }
        result = found == TRI_UNKNOWN ? TRI_UNKNOWN : result;
    }
    return result;
}
