/* restrict.c - a part of a bound nest: a box of some of its levels, as a bound nest of its own.
 *
 * Counters begin at 0 again, so every form over them takes up how far they were shifted. Levels
 * that are slanted are not cut themselves; their boxes shrink to the hull of what is left. */
#include "arith.h"
#include "nest.h"

/* *value += sum of coef[j] * shift[j] over j < k */
static bool move(int64_t *value, const int64_t *coef, const int64_t *shift, int k) {
    for (int j = 0; j < k; j++) {
        if (coef[j] != 0 && !fma_ok(value, coef[j], shift[j])) {
            return false;
        }
    }
    return true;
}

/* The least (or greatest) value of base + sum coef[j]*n[j] over the boxes of the levels outside. */
static bool extreme(const struct lmad_nest *nest, int k, int64_t base, const int64_t *coef,
                    bool greatest, int64_t *value) {
    *value = base;
    for (int j = 0; j < k; j++) {
        if ((coef[j] > 0) == greatest && coef[j] != 0 &&
            !fma_ok(value, coef[j], nest->level[j].extent - 1)) {
            return false;
        }
    }
    return true;
}

/* Where the range of a slanted level begins, whatever the counters outside; extent: up to where it
 * reaches from there. */
static bool hull(struct lmad_nest *nest, int k, int64_t *first) {
    struct lmad_level *level = &nest->level[k];
    int64_t last;
    if (!extreme(nest, k, level->low, level->low_coef, false, first) ||
        !extreme(nest, k, level->high, level->high_coef, true, &last)) {
        return false;
    }
    *first = max64(*first, 0);
    last = min64(floor_div(last, level->divisor), level->extent - 1);
    return sub_ok(last, *first, &level->extent) && add_ok(level->extent, 1, &level->extent);
}

/* Counter k begins at shift[k] of the whole nest's. */
static bool begin_at(struct lmad_level *level, int64_t first) {
    return sub_ok(level->low, first, &level->low) && fma_ok(&level->high, -level->divisor, first) &&
           fma_ok(&level->value, level->step, first);
}

static bool restrict_level(struct lmad_nest *nest, int k, const int64_t *first,
                           const int64_t *count, int64_t *shift) {
    struct lmad_level *level = &nest->level[k];
    if (!move(&level->low, level->low_coef, shift, k) ||
        !move(&level->high, level->high_coef, shift, k) ||
        !move(&level->value, level->value_coef, shift, k)) {
        return false;
    }
    if (level->slanted) {
        return hull(nest, k, &shift[k]) && begin_at(level, shift[k]);
    }
    shift[k] = first[k];
    if (!begin_at(level, shift[k])) {
        return false;
    }
    level->low = 0;
    level->high = level->divisor * (count[k] - 1);
    level->extent = count[k];
    return true;
}

static bool restrict_access(const struct lmad_nest *nest, const int64_t *shift,
                            struct lmad_access *access) {
    if (!move(&access->base, access->stride, shift, nest->rank)) {
        return false;
    }
    return lmad_access_interval(nest, access);
}

static void make_empty(struct lmad_bound *part) {
    part->nest.empty = true;
    for (int i = 0; i < part->naccess; i++) {
        part->access[i].low = 0;
        part->access[i].high = -1;
        part->access[i].tight = true;
    }
}

/* Most of the fixed arrays is empty. */
static void copy_used(const struct lmad_bound *bound, struct lmad_bound *part) {
    part->nest.rank = bound->nest.rank;
    part->nest.empty = bound->nest.empty;
    part->nest.slanted = bound->nest.slanted;
    part->naccess = bound->naccess;
    for (int k = 0; k < bound->nest.rank; k++) {
        part->nest.level[k] = bound->nest.level[k];
    }
    for (int i = 0; i < bound->naccess; i++) {
        part->access[i] = bound->access[i];
    }
}

bool lmad_restrict(const struct lmad_bound *bound, const int64_t *first, const int64_t *count,
                   struct lmad_bound *part) {
    int64_t shift[LMAD_MAX_RANK] = {0};
    copy_used(bound, part);
    for (int k = 0; k < part->nest.rank && !part->nest.empty; k++) {
        if (!restrict_level(&part->nest, k, first, count, shift)) {
            return false;
        }
        part->nest.empty = part->nest.level[k].extent <= 0;
    }
    for (int i = 0; i < part->naccess && !part->nest.empty; i++) {
        if (!restrict_access(&part->nest, shift, &part->access[i])) {
            return false;
        }
        part->nest.empty = part->access[i].high < part->access[i].low;
    }
    if (part->nest.empty) {
        make_empty(part);
    }
    return true;
}
