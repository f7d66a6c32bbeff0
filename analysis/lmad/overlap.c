/* overlap.c - do descriptors share addresses? Each question is one equality of a program. */
#include "arith.h"
#include "lmad.h"

#include <string.h>

static bool is_empty(const struct lmad *set) {
    for (int k = 0; k < set->rank; k++) {
        if (set->dim[k].extent < 1) {
            return true;
        }
    }
    return set->width < 1;
}

/* Begins the program of one equality. */
static void begin(struct lmad_program *p, int64_t target) {
    lmad_program_clear(p);
    lmad_program_row(p, target, target);
}

static void add(struct lmad_program *p, int64_t coef, int64_t low, int64_t high) {
    lmad_program_entry(p, lmad_program_var(p, low, high), coef);
}

/* The counters of a descriptor, its strides taken `sign` times. */
static void add_dims(struct lmad_program *p, const struct lmad *set, int64_t sign) {
    for (int k = 0; k < set->rank; k++) {
        int64_t coef;
        p->full |= !mul_ok(set->dim[k].stride, sign, &coef);
        add(p, coef, 0, set->dim[k].extent - 1);
    }
}

static enum tri solve(const struct lmad_program *p, int64_t *x) {
    enum lmad_way way;
    return lmad_feasible(p, LMAD_SEARCH, NULL, x, &way);
}

enum tri lmad_contains(const struct lmad *set, int64_t address, int64_t *at) {
    struct lmad_program p;
    int64_t x[LMAD_MAX_VARS], target;
    if (is_empty(set)) {
        return TRI_NO;
    }
    if (!sub_ok(address, set->base, &target)) {
        return TRI_UNKNOWN;
    }
    begin(&p, target);
    add_dims(&p, set, 1);
    add(&p, 1, 0, set->width - 1);
    enum tri found = solve(&p, x);
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
    struct lmad_program p;
    int64_t x[LMAD_MAX_VARS], target, alow, ahigh, blow, bhigh;
    if (is_empty(a) || is_empty(b)) {
        return TRI_NO;
    }
    if (!lmad_interval(a, &alow, &ahigh) || !lmad_interval(b, &blow, &bhigh)) {
        return TRI_UNKNOWN;
    }
    if (ahigh < blow || bhigh < alow) {
        return TRI_NO;
    }
    if (!sub_ok(b->base, a->base, &target)) {
        return TRI_UNKNOWN;
    }
    begin(&p, target);
    add_dims(&p, a, 1);
    add_dims(&p, b, -1);
    add(&p, 1, -(b->width - 1), a->width - 1);
    enum tri found = solve(&p, x);
    if (found == TRI_YES && witness) {
        memcpy(witness->a, x, sizeof(int64_t) * (size_t)a->rank);
        memcpy(witness->b, x + a->rank, sizeof(int64_t) * (size_t)b->rank);
        witness->address = max64(address_of(a, witness->a), address_of(b, witness->b));
    }
    return found;
}

/* Two iterations that agree before dimension k, where b's is greater. */
static enum tri collides_at(const struct lmad *set, int k, struct lmad_witness *witness) {
    struct lmad_program p;
    int64_t x[LMAD_MAX_VARS];
    if (set->dim[k].extent < 2) {
        return TRI_NO;
    }
    begin(&p, 0);
    add(&p, set->dim[k].stride, 1, set->dim[k].extent - 1);
    for (int j = k + 1; j < set->rank; j++) {
        add(&p, set->dim[j].stride, -(set->dim[j].extent - 1), set->dim[j].extent - 1);
    }
    add(&p, 1, -(set->width - 1), set->width - 1);
    enum tri found = solve(&p, x);
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
