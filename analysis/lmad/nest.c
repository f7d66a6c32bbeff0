/* nest.c - bound loop nests: ranges, iteration, exact counts, and the interval of an affine
 * function.
 *
 * Relies on what bind.c establishes: the range of a level depends on the counters outside of it
 * only, and lies inside 0 <= n < extent, which is its box. */
#include "nest.h"

#include "arith.h"

/* base + sum coef[j]*n[j], j < k */
static bool value_at(int64_t base, const int64_t *coef, const int64_t *n, int k, int64_t *value) {
    *value = base;
    for (int j = 0; j < k; j++) {
        if (coef[j] != 0 && !fma_ok(value, coef[j], n[j])) {
            return false;
        }
    }
    return true;
}

bool lmad_nest_range(const struct lmad_nest *nest, int k, const int64_t *n, int64_t *first,
                     int64_t *last) {
    const struct lmad_level *level = &nest->level[k];
    if (!level->slanted) {
        *first = 0;
        *last = level->extent - 1;
        return true;
    }
    if (!value_at(level->low, level->low_coef, n, k, first) ||
        !value_at(level->high, level->high_coef, n, k, last)) {
        return false;
    }
    *last = floor_div(*last, level->divisor);
    return true;
}

bool lmad_nest_holds(const struct lmad_nest *nest, const int64_t *n) {
    for (int k = 0; k < nest->rank; k++) {
        int64_t first, last;
        if (nest->empty || !lmad_nest_range(nest, k, n, &first, &last) || n[k] < first ||
            n[k] > last) {
            return false;
        }
    }
    return !nest->empty;
}

bool lmad_nest_values(const struct lmad_nest *nest, const int64_t *n, int64_t *values) {
    for (int k = 0; k < nest->rank; k++) {
        const struct lmad_level *level = &nest->level[k];
        if (!value_at(level->value, level->value_coef, n, k, &values[k]) ||
            !fma_ok(&values[k], level->step, n[k])) {
            return false;
        }
    }
    return true;
}

/* Set counters k.. to the least iteration at or after the present n[0..k-1], going back outwards
 * where a range is empty. enter: level k starts afresh; otherwise it advances. */
static bool advance(const struct lmad_nest *nest, int rank, int k, bool enter, int64_t *n) {
    while (k < rank) {
        int64_t first, last;
        if (!lmad_nest_range(nest, k, n, &first, &last)) {
            return false;
        }
        n[k] = enter ? first : n[k] + 1;
        enter = n[k] <= last;
        k += enter ? 1 : -1;
        if (k < 0) {
            return false;
        }
    }
    return true;
}

bool lmad_nest_first(const struct lmad_nest *nest, int rank, int64_t *n) {
    return !nest->empty && advance(nest, rank, 0, true, n);
}

bool lmad_nest_next(const struct lmad_nest *nest, int rank, int64_t *n) {
    return rank > 0 && advance(nest, rank, rank - 1, false, n);
}

/* Sum over first <= x <= last of max(0, a + b*x). */
static bool sum_of_lengths(int64_t a, int64_t b, int64_t first, int64_t last, int64_t *sum) {
    *sum = 0;
    if (b > 0) { /* a + b*x >= 1 */
        first = max64(first, ceil_div(1 - a, b));
    } else if (b < 0) {
        last = min64(last, floor_div(a - 1, -b));
    } else if (a <= 0) {
        return true;
    }
    if (first > last) {
        return true;
    }
    int64_t n, ends = 0, twice;
    if (!sub_ok(last, first, &n) || !add_ok(n, 1, &n) || !fma_ok(&ends, 2, a) ||
        !fma_ok(&ends, b, first) || !fma_ok(&ends, b, last)) {
        return false;
    }
    if (!mul_ok(n, ends, &twice)) {
        return false;
    }
    *sum = twice / 2;
    return true;
}

struct counting {
    const struct lmad_nest *nest;
    int64_t n[LMAD_MAX_RANK];
    int steps; /* left */
};

static bool slanted_from(const struct lmad_nest *nest, int k) {
    for (; k < nest->rank; k++) {
        if (nest->level[k].slanted) {
            return true;
        }
    }
    return false;
}

static bool boxes_from(const struct lmad_nest *nest, int k, int64_t *product) {
    *product = 1;
    for (; k < nest->rank; k++) {
        if (!mul_ok(*product, nest->level[k].extent, product)) {
            return false;
        }
    }
    return true;
}

/* Levels k and k+1 together, when k+1 is the last slanted one and has no divisor: a closed form. */
static bool count_pair(struct counting *c, int k, int64_t first, int64_t last, int64_t *count) {
    const struct lmad_level *inner = &c->nest->level[k + 1];
    int64_t low, high, length, slope, inside;
    return value_at(inner->low, inner->low_coef, c->n, k, &low) &&
           value_at(inner->high, inner->high_coef, c->n, k, &high) && sub_ok(high, low, &length) &&
           add_ok(length, 1, &length) && sub_ok(inner->high_coef[k], inner->low_coef[k], &slope) &&
           length > INT64_MIN / 2 && length < INT64_MAX / 2 && slope > INT64_MIN / 2 &&
           sum_of_lengths(length, slope, first, last, count) &&
           boxes_from(c->nest, k + 2, &inside) && mul_ok(*count, inside, count);
}

static bool count_from(struct counting *c, int k, int64_t *count) {
    const struct lmad_nest *nest = c->nest;
    int64_t first, last;
    *count = 0;
    if (!slanted_from(nest, k)) {
        return boxes_from(nest, k, count);
    }
    if (!lmad_nest_range(nest, k, c->n, &first, &last)) {
        return false;
    }
    if (first > last) {
        return true;
    }
    if (!slanted_from(nest, k + 1)) {
        return boxes_from(nest, k + 1, count) && mul_ok(*count, last - first + 1, count);
    }
    if (!slanted_from(nest, k + 2) && nest->level[k + 1].divisor == 1) {
        return count_pair(c, k, first, last, count);
    }
    for (c->n[k] = first; c->n[k] <= last; c->n[k]++) {
        int64_t inside;
        if (c->steps-- <= 0 || !count_from(c, k + 1, &inside) || !add_ok(*count, inside, count)) {
            return false;
        }
    }
    return true;
}

enum tri lmad_nest_count(const struct lmad_nest *nest, int64_t *count) {
    struct counting c = {.nest = nest, .steps = LMAD_COUNT_CAP};
    if (nest->empty) {
        *count = 0;
        return TRI_YES;
    }
    return count_from(&c, 0, count) ? TRI_YES : TRI_UNKNOWN;
}

/* One end of an affine function: from the innermost counter outwards, put in the end of its range
 * that makes the value greatest (sign 1) or least (sign -1). An end divided by the step is replaced
 * by the box. exact goes false where the value put in may not be an iteration's. */
static bool extreme(const struct lmad_nest *nest, int64_t base, const int64_t *stride, int sign,
                    int64_t *value, bool *exact) {
    int64_t coef[LMAD_MAX_RANK];
    for (int k = 0; k < nest->rank; k++) {
        coef[k] = stride[k];
    }
    *value = base;
    for (int k = nest->rank - 1; k >= 0; k--) {
        const struct lmad_level *level = &nest->level[k];
        bool up = sign > 0 ? coef[k] > 0 : coef[k] < 0;
        if (coef[k] == 0) {
            continue;
        }
        if (!level->slanted || (up && level->divisor != 1)) {
            *exact = *exact && !level->slanted;
            if (up && !fma_ok(value, coef[k], level->extent - 1)) {
                return false;
            }
            continue;
        }
        if (!fma_ok(value, coef[k], up ? level->high : level->low)) {
            return false;
        }
        for (int j = 0; j < k; j++) {
            if (!fma_ok(&coef[j], coef[k], up ? level->high_coef[j] : level->low_coef[j])) {
                return false;
            }
        }
    }
    return true;
}

bool nest_never_empty(const struct lmad_nest *nest, int k) {
    const struct lmad_level *level = &nest->level[k];
    int64_t least;
    if (!level->slanted) {
        return true;
    }
    if (!mul_ok(level->low, -level->divisor, &least) || !add_ok(least, level->high, &least)) {
        return false;
    }
    for (int j = 0; j < k; j++) {
        int64_t slope;
        if (!mul_ok(level->low_coef[j], -level->divisor, &slope) ||
            !add_ok(slope, level->high_coef[j], &slope) ||
            (slope < 0 && !fma_ok(&least, slope, nest->level[j].extent - 1))) {
            return false;
        }
    }
    return least >= 0;
}

bool lmad_nest_interval(const struct lmad_nest *nest, int64_t base, const int64_t *stride,
                        int64_t *low, int64_t *high, bool *tight) {
    *tight = true;
    if (!extreme(nest, base, stride, -1, low, tight) ||
        !extreme(nest, base, stride, 1, high, tight)) {
        return false;
    }
    for (int k = 0; nest->slanted && k < nest->rank; k++) {
        *tight = *tight && nest_never_empty(nest, k);
    }
    return true;
}

bool lmad_nest_beside(const struct lmad_nest *nest, const struct lmad_access *access) {
    for (int k = 0; nest->slanted && k < nest->rank; k++) {
        if (nest->level[k].slanted && (access->outside >> k & 1)) {
            return true;
        }
    }
    return false;
}

void lmad_nest_around(const struct lmad_nest *nest, const struct lmad_access *access,
                      struct lmad_nest *own) {
    own->rank = nest->rank;
    own->empty = nest->empty;
    own->slanted = false;
    for (int k = 0; k < nest->rank; k++) {
        own->level[k] = nest->level[k];
        if (access->outside >> k & 1) {
            own->level[k] = (struct lmad_level){.extent = 1, .divisor = 1, .step = 1};
        }
        own->slanted = own->slanted || own->level[k].slanted;
    }
}

bool lmad_access_interval(const struct lmad_nest *nest, struct lmad_access *access) {
    struct lmad_nest own;
    if (lmad_nest_beside(nest, access)) {
        lmad_nest_around(nest, access, &own);
        nest = &own;
    }
    return lmad_nest_interval(nest, access->base, access->stride, &access->low, &access->high,
                              &access->tight) &&
           add_ok(access->high, access->width - 1, &access->high);
}
