/* lmad_cases.h - random bound nests with their iterations listed, for the tests of footprints and
 * copies. */
#ifndef PYCC_LMAD_CASES_H
#define PYCC_LMAD_CASES_H

#include "lmad_oracle.h"

#define CASES_ITERATIONS 2000

struct test_case {
    struct oracle_table table;
    struct lmad_bound bound;
    int group[LMAD_MAX_ACCESSES], ngroup;
    int count; /* iterations */
    int64_t vector[CASES_ITERATIONS][LMAD_MAX_RANK];
};

static inline int64_t case_address(const struct test_case *c, int access, const int64_t *n) {
    const struct lmad_access *a = &c->bound.access[access];
    int64_t sum = a->base;
    for (int k = 0; k < c->bound.nest.rank; k++) {
        sum += a->stride[k] * n[k];
    }
    return sum;
}

/* A third each: stencils, rectangles, slanted nests. False when it does not fit or cannot be bound.
 */
static inline bool case_make(struct oracle_random *r, struct test_case *c) {
    static const int widths[] = {1, 1, 2, 4};
    int rank = oracle_int(r, 1, 4), width = widths[oracle_int(r, 0, 3)], kind = oracle_int(r, 0, 2);
    int naccess = oracle_int(r, 1, 9);
    oracle_start(r, &c->table);
    if (kind == 0) {
        oracle_stencil(r, &c->table, rank, naccess, width);
    } else {
        oracle_loops(r, &c->table, rank, kind == 1 ? 0 : 60, rank > 3 ? 2 : rank > 2 ? 3 : 5);
        oracle_accesses(r, &c->table, naccess, width, oracle_int(r, 0, 4) > 0);
        if (oracle_int(r, 0, 15) == 0) { /* mixed element sizes */
            c->table.access[0].width = oracle_int(r, 1, 8);
        }
    }
    if (!lmad_bind(&c->table.table, c->table.symbol, &c->bound)) {
        return false;
    }
    c->ngroup = lmad_groups(&c->bound, c->group);
    c->count = 0;
    int64_t n[LMAD_MAX_RANK];
    const struct lmad_nest *nest = &c->bound.nest;
    for (bool more = lmad_nest_first(nest, nest->rank, n); more;
         more = lmad_nest_next(nest, nest->rank, n)) {
        if (c->count == CASES_ITERATIONS) {
            return false;
        }
        memcpy(c->vector[c->count++], n, sizeof(n));
    }
    return true;
}

/* The members of a group. */
static inline int case_members(const struct test_case *c, int group, int *member) {
    int n = 0;
    for (int i = 0; i < c->bound.naccess; i++) {
        if (c->group[i] == group) {
            member[n++] = i;
        }
    }
    return n;
}

#endif
