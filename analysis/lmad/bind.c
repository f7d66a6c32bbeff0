/* bind.c - from a table of symbolic forms to a nest and accesses of plain integers.
 *
 * Each loop gets a normal counter that starts at 0 and steps by 1; bounds and addresses, written
 * over the source's counters, are rewritten over the normal ones by substitution. Relies on checked
 * arithmetic: any overflow makes the binding fail as a whole. */
#include "arith.h"
#include "nest.h"

/* An affine function of the normal counters outside of some level. */
struct linear {
    int64_t base;
    int64_t coef[LMAD_MAX_RANK];
};

bool lmad_form_value(const struct lmad_form *form, const int64_t *symbol, int64_t *value) {
    *value = form->constant;
    for (int i = 0; i < form->nterm; i++) {
        const struct lmad_term *term = &form->term[i];
        int64_t product = term->coef;
        for (int f = 0; f < LMAD_MAX_FACTORS && term->symbol[f] != LMAD_NO_SYMBOL; f++) {
            if (!mul_ok(product, symbol[term->symbol[f]], &product)) {
                return false;
            }
        }
        if (!add_ok(*value, product, value)) {
            return false;
        }
    }
    return true;
}

/* Rewrite an affine form over the first `rank` source counters as a function of the normal ones. */
static bool substitute(const struct lmad_affine *form, const int64_t *symbol,
                       const struct lmad_nest *nest, int rank, struct linear *out) {
    if (!lmad_form_value(&form->base, symbol, &out->base) || form->ncoef > rank) {
        return false;
    }
    for (int k = 0; k < rank; k++) {
        out->coef[k] = 0;
    }
    for (int k = 0; k < form->ncoef; k++) {
        const struct lmad_level *level = &nest->level[k];
        int64_t coef;
        if (!lmad_form_value(&form->coef[k], symbol, &coef)) {
            return false;
        }
        if (coef == 0) {
            continue;
        }
        if (!fma_ok(&out->base, coef, level->value) || !fma_ok(&out->coef[k], coef, level->step)) {
            return false;
        }
        for (int j = 0; j < k; j++) {
            if (!fma_ok(&out->coef[j], coef, level->value_coef[j])) {
                return false;
            }
        }
    }
    return true;
}

static bool constant(const struct linear *form, int rank) {
    for (int k = 0; k < rank; k++) {
        if (form->coef[k] != 0) {
            return false;
        }
    }
    return true;
}

/* *out = a - b - less */
static bool subtract(const struct linear *a, const struct linear *b, int64_t less, int rank,
                     struct linear *out) {
    if (!sub_ok(a->base, b->base, &out->base) || !sub_ok(out->base, less, &out->base)) {
        return false;
    }
    for (int k = 0; k < rank; k++) {
        if (!sub_ok(a->coef[k], b->coef[k], &out->coef[k])) {
            return false;
        }
    }
    return true;
}

/* Least and greatest value over the boxes of the levels outside. */
static bool range_over_box(const struct linear *form, const struct lmad_nest *nest, int rank,
                           int64_t *low, int64_t *high) {
    *low = *high = form->base;
    for (int k = 0; k < rank; k++) {
        int64_t coef = form->coef[k];
        if (coef != 0 && !fma_ok(coef > 0 ? high : low, coef, nest->level[k].extent - 1)) {
            return false;
        }
    }
    return true;
}

static void copy_coefs(int64_t *to, const struct linear *from, int rank) {
    for (int k = 0; k < rank; k++) {
        to[k] = from->coef[k];
    }
}

/* The level counts trips: n = 0, 1, ... from the loop's own start. */
static bool level_of_trips(struct lmad_nest *nest, int k, const struct linear *start,
                           const struct linear *last, int64_t step) {
    struct lmad_level *level = &nest->level[k];
    struct linear span;
    if (!(step > 0 ? subtract(last, start, 0, k, &span) : subtract(start, last, 0, k, &span))) {
        return false;
    }
    level->divisor = step > 0 ? step : -step;
    level->low = 0;
    level->high = span.base;
    level->value = start->base;
    level->step = step;
    for (int j = 0; j < k; j++) {
        level->low_coef[j] = 0;
    }
    copy_coefs(level->high_coef, &span, k);
    copy_coefs(level->value_coef, start, k);
    return true;
}

/* The level counts the source's values from the least one any iteration sees. */
static bool level_of_values(struct lmad_nest *nest, int k, const struct linear *least,
                            const struct linear *greatest) {
    struct lmad_level *level = &nest->level[k];
    int64_t origin, unused;
    if (!range_over_box(least, nest, k, &origin, &unused) ||
        !sub_ok(least->base, origin, &level->low) ||
        !sub_ok(greatest->base, origin, &level->high)) {
        return false;
    }
    level->divisor = 1;
    level->value = origin;
    level->step = 1;
    copy_coefs(level->low_coef, least, k);
    copy_coefs(level->high_coef, greatest, k);
    for (int j = 0; j < k; j++) {
        level->value_coef[j] = 0;
    }
    return true;
}

/* Extent of the box and the slanted flag, from the bounds already set. */
static bool level_box(struct lmad_nest *nest, int k) {
    struct lmad_level *level = &nest->level[k];
    struct linear low = {.base = level->low}, high = {.base = level->high};
    int64_t unused, greatest;
    for (int j = 0; j < k; j++) {
        low.coef[j] = level->low_coef[j];
        high.coef[j] = level->high_coef[j];
    }
    if (!range_over_box(&high, nest, k, &unused, &greatest) ||
        !add_ok(floor_div(greatest, level->divisor), 1, &level->extent)) {
        return false;
    }
    level->slanted = !constant(&low, k) || !constant(&high, k);
    return true;
}

static bool bind_level(const struct lmad_counter *counter, const int64_t *symbol,
                       struct lmad_nest *nest, int k) {
    struct linear start, stop, last;
    const struct linear zero = {0};
    int64_t step;
    if (!lmad_form_value(&counter->step, symbol, &step) || step == 0 || step == INT64_MIN ||
        !substitute(&counter->lower, symbol, nest, k, &start) ||
        !substitute(&counter->upper, symbol, nest, k, &stop) ||
        !subtract(&stop, &zero, step > 0 ? 1 : -1, k, &last)) {
        return false;
    }
    bool plain = constant(&start, k) || (step != 1 && step != -1);
    if (!(plain      ? level_of_trips(nest, k, &start, &last, step)
          : step > 0 ? level_of_values(nest, k, &start, &last)
                     : level_of_values(nest, k, &last, &start))) {
        return false;
    }
    return level_box(nest, k);
}

bool lmad_bind_nest(int rank, const struct lmad_counter *counter, const int64_t *symbol,
                    struct lmad_nest *nest) {
    if (rank > LMAD_MAX_RANK) {
        return false;
    }
    nest->rank = rank;
    nest->empty = false;
    nest->slanted = false;
    for (int k = 0; k < rank; k++) {
        if (!bind_level(&counter[k], symbol, nest, k)) {
            return false;
        }
        nest->slanted = nest->slanted || nest->level[k].slanted;
        if (nest->level[k].extent <= 0) {
            nest->empty = true;
            return true;
        }
    }
    return true;
}

bool lmad_bind_access(const struct lmad_reference *ref, const int64_t *symbol,
                      const struct lmad_nest *nest, struct lmad_access *access) {
    struct linear address;
    access->array = ref->array;
    access->use = ref->use;
    access->reduction = ref->reduction;
    access->outside = ref->outside;
    access->width = ref->width;
    access->base = access->low = 0;
    access->high = -1;
    access->tight = true;
    if (nest->empty) {
        return true;
    }
    if (!substitute(&ref->address, symbol, nest, nest->rank, &address)) {
        return false;
    }
    access->base = address.base;
    copy_coefs(access->stride, &address, nest->rank);
    return lmad_access_interval(nest, access);
}

/* An interval that is empty bounds a nest that has no iteration, whatever its box says. */
static void notice_empty(struct lmad_bound *bound) {
    struct lmad_nest *nest = &bound->nest;
    for (int i = 0; i < bound->naccess && nest->slanted; i++) {
        const struct lmad_access *a = &bound->access[i];
        nest->empty = nest->empty || a->high < a->low;
    }
    for (int i = 0; i < bound->naccess && nest->empty; i++) {
        bound->access[i].low = 0;
        bound->access[i].high = -1;
        bound->access[i].tight = true;
    }
}

bool lmad_bind(const struct lmad_table *table, const int64_t *symbol, struct lmad_bound *bound) {
    if (table->naccess > LMAD_MAX_ACCESSES ||
        !lmad_bind_nest(table->rank, table->counter, symbol, &bound->nest)) {
        return false;
    }
    bound->naccess = table->naccess;
    for (int i = 0; i < table->naccess; i++) {
        if (!lmad_bind_access(&table->access[i], symbol, &bound->nest, &bound->access[i])) {
            return false;
        }
    }
    notice_empty(bound);
    return true;
}
