/* lmad_oracle.h - random small descriptors and nests, and what brute force says about them.
 *
 * Shared by the unit tests and the fuzz target of analysis/lmad. Everything is static inline; the
 * only state is the generator, seeded by each test. */
#ifndef PYCC_LMAD_ORACLE_H
#define PYCC_LMAD_ORACLE_H

#include "lmad.h"

#include <stdlib.h>
#include <string.h>

#define ORACLE_REACH 60000 /* addresses of random descriptors stay inside +-ORACLE_REACH */

struct oracle_random {
    uint64_t state;
};

static inline uint64_t oracle_next(struct oracle_random *r) {
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return r->state * 0x2545F4914F6CDD1DULL >> 32;
}

/* low <= result <= high */
static inline int oracle_int(struct oracle_random *r, int low, int high) {
    return low + (int)(oracle_next(r) % (uint64_t)(high - low + 1));
}

/* Zero, equal, small, nested and negative strides, each often enough to meet the others. */
static inline int64_t oracle_stride(struct oracle_random *r, int64_t previous, int64_t extent) {
    static const int64_t round[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 60};
    int64_t stride;
    switch (oracle_int(r, 0, 7)) {
    case 0:
        return 0;
    case 1:
        stride = previous;
        break;
    case 2:
        stride = previous * extent;
        break;
    case 3:
        stride = previous * oracle_int(r, 1, 4);
        break;
    case 4:
        stride = oracle_int(r, 1, 50);
        break;
    default:
        stride = round[oracle_int(r, 0, 9)];
    }
    stride = llabs(stride) > 150 ? stride % 150 : stride;
    return oracle_int(r, 0, 3) == 0 ? -stride : stride;
}

static inline void oracle_lmad(struct oracle_random *r, int max_extent, struct lmad *set) {
    int64_t stride = 1, extent = 1;
    set->base = oracle_int(r, -60, 60);
    set->width = 1;
    set->rank = oracle_int(r, 1, 4);
    for (int k = set->rank - 1; k >= 0; k--) {
        stride = oracle_stride(r, stride, extent);
        extent = oracle_int(r, 0, 60) == 0 ? 0 : oracle_int(r, 1, max_extent);
        set->dim[k] = (struct lmad_dim){stride, extent};
    }
    for (int k = set->rank - 1; k > 0 && oracle_int(r, 0, 1); k--) { /* not always sorted */
        int other = oracle_int(r, 0, k);
        struct lmad_dim swap = set->dim[k];
        set->dim[k] = set->dim[other];
        set->dim[other] = swap;
    }
}

/* Step an iteration vector of a box; start from all zero with oracle_begin. */
static inline bool oracle_begin(const struct lmad *set, int64_t *i) {
    memset(i, 0, sizeof(int64_t) * LMAD_MAX_RANK);
    for (int k = 0; k < set->rank; k++) {
        if (set->dim[k].extent < 1) {
            return false;
        }
    }
    return true;
}

static inline bool oracle_step(const struct lmad *set, int64_t *i) {
    for (int k = set->rank - 1; k >= 0; k--) {
        if (++i[k] < set->dim[k].extent) {
            return true;
        }
        i[k] = 0;
    }
    return false;
}

static inline int64_t oracle_address(const struct lmad *set, const int64_t *i) {
    int64_t address = set->base;
    for (int k = 0; k < set->rank; k++) {
        address += set->dim[k].stride * i[k];
    }
    return address;
}

/* A set of addresses, with how often each was touched. */
struct oracle_map {
    uint16_t times[2 * ORACLE_REACH + 1];
    int64_t low, high; /* low > high when empty */
    int64_t distinct;
};

/* Maps begin as static zeros. */
static inline void oracle_clear(struct oracle_map *map) {
    if (map->distinct > 0) {
        memset(&map->times[map->low + ORACLE_REACH], 0,
               sizeof(map->times[0]) * (size_t)(map->high - map->low + 1));
    }
    map->low = ORACLE_REACH + 1;
    map->high = -ORACLE_REACH - 1;
    map->distinct = 0;
}

static inline void oracle_touch(struct oracle_map *map, int64_t address) {
    if (llabs(address) > ORACLE_REACH) {
        abort();
    }
    map->distinct += map->times[address + ORACLE_REACH]++ == 0;
    map->low = address < map->low ? address : map->low;
    map->high = address > map->high ? address : map->high;
}

static inline int oracle_times(const struct oracle_map *map, int64_t address) {
    return llabs(address) > ORACLE_REACH ? 0 : map->times[address + ORACLE_REACH];
}

static inline void oracle_fill(struct oracle_map *map, const struct lmad *set) {
    int64_t i[LMAD_MAX_RANK];
    oracle_clear(map);
    for (bool more = oracle_begin(set, i); more; more = oracle_step(set, i)) {
        for (int64_t w = 0; w < set->width; w++) {
            oracle_touch(map, oracle_address(set, i) + w);
        }
    }
}

/* ---- symbolic tables
 * ----------------------------------------------------------------------------- */

#define ORACLE_FORMS 512
#define ORACLE_SYMBOLS 6

/* A random table with its own storage, and symbol values. Forms are a constant plus up to two
 * products of up to two symbols, whose value is what was asked for. */
struct oracle_table {
    struct lmad_table table;
    struct lmad_counter counter[4];
    struct lmad_reference access[9];
    struct lmad_form coefs[ORACLE_FORMS];
    struct lmad_term terms[ORACLE_FORMS];
    int ncoefs, nterms;
    int64_t symbol[ORACLE_SYMBOLS];
};

/* A form of the given value: the constant makes up for what the symbols give. */
static inline struct lmad_form oracle_form(struct oracle_random *r, struct oracle_table *t,
                                           int64_t value) {
    struct lmad_form form = {value, 0, NULL};
    if (t->nterms + 2 > ORACLE_FORMS || oracle_int(r, 0, 1)) {
        return form;
    }
    form.nterm = oracle_int(r, 1, 2);
    form.term = &t->terms[t->nterms];
    for (int i = 0; i < form.nterm; i++) {
        struct lmad_term *term = &t->terms[t->nterms++];
        term->coef = oracle_int(r, -3, 3);
        term->symbol[0] = (int16_t)oracle_int(r, 0, ORACLE_SYMBOLS - 1);
        term->symbol[1] = (int16_t)oracle_int(r, -1, ORACLE_SYMBOLS - 1);
        term->symbol[2] = term->symbol[3] = LMAD_NO_SYMBOL;
        int64_t product = term->coef * t->symbol[term->symbol[0]];
        product *= term->symbol[1] == LMAD_NO_SYMBOL ? 1 : t->symbol[term->symbol[1]];
        form.constant -= product;
    }
    return form;
}

static inline struct lmad_affine oracle_affine(struct oracle_random *r, struct oracle_table *t,
                                               int64_t base, const int64_t *coef, int n) {
    struct lmad_affine form = {oracle_form(r, t, base), n, &t->coefs[t->ncoefs]};
    for (int k = 0; k < n; k++) {
        t->coefs[t->ncoefs++] = oracle_form(r, t, coef[k]);
    }
    return form;
}

static inline void oracle_start(struct oracle_random *r, struct oracle_table *t) {
    t->ncoefs = t->nterms = 0;
    for (int i = 0; i < ORACLE_SYMBOLS; i++) {
        t->symbol[i] = oracle_int(r, -9, 9);
    }
    t->table.counter = t->counter;
    t->table.access = t->access;
    t->table.naccess = 0;
}

/* Loops: mostly rectangular; slanted in percent of the levels, with steps of both signs. */
static inline void oracle_loops(struct oracle_random *r, struct oracle_table *t, int rank,
                                int slanted, int max_extent) {
    t->table.rank = rank;
    for (int k = 0; k < rank; k++) {
        int64_t lower_coef[4] = {0}, upper_coef[4] = {0};
        bool slant = k > 0 && oracle_int(r, 1, 100) <= slanted;
        int step = oracle_int(r, 0, 3) ? 1 : oracle_int(r, 0, 1) ? -1 : oracle_int(r, 2, 3);
        int extent = oracle_int(r, 0, 40) ? oracle_int(r, 1, max_extent) : 0;
        int lower = oracle_int(r, -3, 3);
        int upper = lower + (step > 0 ? extent : -extent) * abs(step);
        for (int j = 0; j < k && slant; j++) {
            lower_coef[j] = oracle_int(r, 0, 2) ? 0 : oracle_int(r, -1, 1);
            upper_coef[j] = oracle_int(r, 0, 2) ? 0 : oracle_int(r, -1, 2);
        }
        t->counter[k].lower = oracle_affine(r, t, lower, lower_coef, k);
        t->counter[k].upper = oracle_affine(r, t, upper, upper_coef, k);
        t->counter[k].step = oracle_form(r, t, step);
    }
}

static inline int64_t oracle_value(const struct lmad_affine *form, const int64_t *symbol,
                                   const int64_t *counter) {
    int64_t value, coef;
    lmad_form_value(&form->base, symbol, &value);
    for (int k = 0; k < form->ncoef; k++) {
        lmad_form_value(&form->coef[k], symbol, &coef);
        value += coef * counter[k];
    }
    return value;
}

/* Call visit for every iteration, in the interpreter's order, with the source's counters. */
static inline void oracle_walk(const struct oracle_table *t, int k, int64_t *x,
                               void (*visit)(void *context, const int64_t *x), void *context) {
    if (k == t->table.rank) {
        visit(context, x);
        return;
    }
    int64_t step;
    int64_t lower = oracle_value(&t->counter[k].lower, t->symbol, x);
    int64_t upper = oracle_value(&t->counter[k].upper, t->symbol, x);
    lmad_form_value(&t->counter[k].step, t->symbol, &step);
    for (x[k] = lower; step > 0 ? x[k] < upper : x[k] > upper; x[k] += step) {
        oracle_walk(t, k + 1, x, visit, context);
    }
}

/* Accesses. Related ones (same strides, bases near each other) make groups; strides are multiples
 * of the width when whole is set. */
static inline void oracle_accesses(struct oracle_random *r, struct oracle_table *t, int n,
                                   int width, bool whole) {
    int64_t stride[4], base = 0, previous = 1;
    int unit = whole ? width : 1;
    for (int i = 0; i < n; i++) {
        struct lmad_reference *ref = &t->access[t->table.naccess++];
        bool fresh = i == 0 || oracle_int(r, 0, 4) == 0;
        for (int k = t->table.rank - 1; k >= 0 && fresh; k--) {
            previous = oracle_stride(r, previous, oracle_int(r, 1, 5));
            stride[k] = previous * unit;
        }
        if (fresh || oracle_int(r, 0, 2) == 0) {
            base = oracle_int(r, -20, 20) * unit;
        } else {
            int k = oracle_int(r, 0, t->table.rank - 1);
            base += oracle_int(r, -1, 1) * stride[k] + oracle_int(r, -1, 1) * unit;
        }
        base = llabs(base) > 800 ? base % (100 * unit) : base;
        ref->array = oracle_int(r, 0, 2);
        ref->use = oracle_int(r, 1, 3);
        ref->reduction = 0;
        ref->width = width;
        ref->address = oracle_affine(r, t, base, stride, t->table.rank);
    }
}

/* A stencil-like group: one set of strides, nearly or quite an RCSLMAD, and bases a few steps and a
 * few elements apart. Rectangular loops. */
static inline void oracle_stencil(struct oracle_random *r, struct oracle_table *t, int rank, int n,
                                  int width) {
    const int64_t none[4] = {0};
    int64_t stride[4], extent[4];
    t->table.rank = rank;
    for (int k = rank - 1; k >= 0; k--) {
        extent[k] = oracle_int(r, 1, rank > 3 ? 3 : 4);
        stride[k] = k == rank - 1 ? oracle_int(r, 1, 4) * width
                                  : stride[k + 1] * (extent[k + 1] + oracle_int(r, 0, 3)) +
                                        (oracle_int(r, 0, 2) ? 0 : oracle_int(r, 1, 3) * width);
    }
    for (int k = 0; k < rank; k++) {
        t->counter[k].lower = oracle_affine(r, t, 0, none, k);
        t->counter[k].upper = oracle_affine(r, t, extent[k], none, k);
        t->counter[k].step = oracle_form(r, t, 1);
    }
    for (int i = 0; i < n; i++) {
        struct lmad_reference *ref = &t->access[t->table.naccess++];
        int64_t base = oracle_int(r, 0, 2) ? 0 : oracle_int(r, 0, 3) * width;
        for (int k = 0; k < rank; k++) {
            base += oracle_int(r, -1, 1) * stride[k];
        }
        *ref = (struct lmad_reference){.use = oracle_int(r, 1, 3), .width = width};
        ref->address = oracle_affine(r, t, base, stride, rank);
    }
}

#endif
