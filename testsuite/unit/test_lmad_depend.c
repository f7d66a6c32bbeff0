/* test_lmad_depend.c - which loops may run in any order, against all pairs of iterations; and the
 * exact search in small integer programs. */
#include "lmad_oracle.h"

#include <criterion/criterion.h>

#define CASES 100000
#define MOST 400 /* iterations of one case */

static struct oracle_table table;
static struct lmad_bound bound;
static int64_t vector[MOST][LMAD_MAX_RANK];

static int vectors(void) {
    int count = 0;
    int64_t n[LMAD_MAX_RANK];
    const struct lmad_nest *nest = &bound.nest;
    for (bool more = lmad_nest_first(nest, nest->rank, n); more && count < MOST;
         more = lmad_nest_next(nest, nest->rank, n)) {
        memcpy(vector[count++], n, sizeof(n));
    }
    return count;
}

static int64_t address(const struct lmad_access *a, const int64_t *n) {
    int64_t sum = a->base;
    for (int k = 0; k < bound.nest.rank; k++) {
        sum += a->stride[k] * n[k];
    }
    return sum;
}

static bool touch(const struct lmad_access *a, const struct lmad_access *b, const int64_t *i,
                  const int64_t *j) {
    int64_t difference = address(a, i) - address(b, j);
    return difference > -a->width && difference < b->width;
}

/* Same counters outside of the level, different ones at it. */
static bool related(const int64_t *i, const int64_t *j, int level) {
    return memcmp(i, j, sizeof(int64_t) * (size_t)level) == 0 && i[level] != j[level];
}

static bool collide(int count, const struct lmad_access *a, const struct lmad_access *b,
                    int level) {
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            if (related(vector[i], vector[j], level) && touch(a, b, vector[i], vector[j])) {
                return true;
            }
        }
    }
    return false;
}

static void check_witness(const struct lmad_access *a, const struct lmad_access *b, int level,
                          const struct lmad_witness *w) {
    cr_assert(lmad_nest_holds(&bound.nest, w->a) && lmad_nest_holds(&bound.nest, w->b));
    cr_assert(related(w->a, w->b, level) && touch(a, b, w->a, w->b));
    cr_assert(w->address >= address(a, w->a) && w->address < address(a, w->a) + a->width);
    cr_assert(w->address >= address(b, w->b) && w->address < address(b, w->b) + b->width);
}

static bool random_nest(struct oracle_random *r, int slanted, int naccess) {
    oracle_start(r, &table);
    int rank = oracle_int(r, 1, 4), width = oracle_int(r, 0, 2) ? 1 : oracle_int(r, 1, 4);
    oracle_loops(r, &table, rank, slanted, rank > 3 ? 2 : rank > 2 ? 3 : 5);
    oracle_accesses(r, &table, naccess, width, oracle_int(r, 0, 1));
    cr_assert(lmad_bind(&table.table, table.symbol, &bound));
    return !bound.nest.empty;
}

static void compare_pairs(uint64_t seed, int slanted) {
    struct oracle_random r = {seed};
    int answers[3] = {0};
    for (int n = 0; n < CASES; n++) {
        struct lmad_witness w;
        enum lmad_way way;
        if (!random_nest(&r, slanted, 2)) {
            continue;
        }
        int count = vectors();
        if (count == MOST) {
            continue;
        }
        const struct lmad_access *a = &bound.access[0], *b = &bound.access[oracle_int(&r, 0, 1)];
        int level = oracle_int(&r, 0, bound.nest.rank - 1);
        enum tri found = lmad_self_overlap(&bound.nest, a, b, level, NULL, &w, &way);
        answers[found]++;
        if (found != TRI_UNKNOWN) {
            cr_assert_eq(found, collide(count, a, b, level) ? TRI_YES : TRI_NO);
        }
        if (found == TRI_YES) {
            check_witness(a, b, level, &w);
        }
    }
    cr_assert(answers[TRI_NO] > CASES / 10 && answers[TRI_YES] > CASES / 10);
    cr_assert_eq(answers[TRI_UNKNOWN], 0, "%d small cases stayed open", answers[TRI_UNKNOWN]);
}

Test(lmad_depend, rectangular) {
    compare_pairs(31, 0);
}

Test(lmad_depend, slanted) {
    compare_pairs(32, 70);
}

Test(lmad_depend, whole_nests) {
    struct oracle_random r = {33};
    int answers[3] = {0};
    for (int n = 0; n < CASES; n++) {
        struct lmad_conflict conflict;
        if (!random_nest(&r, n % 2 ? 50 : 0, oracle_int(&r, 1, 4))) {
            continue;
        }
        int count = vectors(), level = oracle_int(&r, 0, bound.nest.rank - 1);
        bool apart = oracle_int(&r, 0, 1), free = true;
        for (int i = 0; i < bound.naccess; i++) {
            bound.access[i].reduction = oracle_int(&r, 0, 3) ? 0 : oracle_int(&r, 1, 2);
        }
        for (int i = 0; i < bound.naccess; i++) {
            for (int j = 0; j < bound.naccess && count < MOST; j++) {
                const struct lmad_access *a = &bound.access[i], *b = &bound.access[j];
                bool skip = !((a->use | b->use) & LMAD_WRITE) || (apart && a->array != b->array) ||
                            (a->reduction && a->reduction == b->reduction);
                free = free && (skip || !collide(count, a, b, level));
            }
        }
        enum tri found = lmad_parallel(&bound, level, apart, NULL, &conflict);
        if (count == MOST) {
            continue;
        }
        cr_assert_eq(found, free ? TRI_YES : TRI_NO);
        answers[found]++;
        if (found == TRI_NO) {
            check_witness(&bound.access[conflict.a], &bound.access[conflict.b], level,
                          &conflict.witness);
        }
    }
    cr_assert(answers[TRI_NO] > CASES / 10 && answers[TRI_YES] > CASES / 10);
}

/* A nest written down: extents, and one access per row of strides (first the base). */
static void nest_of(int rank, const int64_t *extent, int naccess, const int64_t (*access)[5]) {
    memset(&bound, 0, sizeof(bound));
    bound.nest.rank = rank;
    bound.naccess = naccess;
    for (int k = 0; k < rank; k++) {
        struct lmad_level *level = &bound.nest.level[k];
        level->extent = extent[k];
        level->high = extent[k] - 1;
        level->divisor = level->step = 1;
    }
    for (int i = 0; i < naccess; i++) {
        struct lmad_access *a = &bound.access[i];
        a->use = i == 0 ? LMAD_WRITE : LMAD_READ;
        a->width = 8;
        a->base = access[i][0];
        memcpy(a->stride, &access[i][1], sizeof(int64_t) * (size_t)rank);
        cr_assert(
            lmad_nest_interval(&bound.nest, a->base, a->stride, &a->low, &a->high, &a->tight));
        a->high += a->width - 1;
    }
}

/* Loops people write, at sizes where nothing can be enumerated. */
Test(lmad_depend, loops_people_write) {
    const int64_t big[] = {1 << 20}, two[] = {4096, 4096}, blocks[] = {1 << 14, 64};
    struct lmad_conflict c;
    nest_of(1, big, 2, (const int64_t[][5]){{8, 8}, {0, 8}}); /* y[i+1] = y[i] */
    cr_assert_eq(lmad_parallel(&bound, 0, false, NULL, &c), TRI_NO);
    cr_assert_eq(c.witness.b[0] - c.witness.a[0], 1);
    nest_of(1, big, 2, (const int64_t[][5]){{0, 16}, {8, 16}}); /* y[2*i] = y[2*i+1] */
    cr_assert_eq(lmad_parallel(&bound, 0, false, NULL, &c), TRI_YES);
    nest_of(1, big, 1, (const int64_t[][5]){{8, 0}}); /* y[0, 1] = i */
    cr_assert_eq(lmad_parallel(&bound, 0, false, NULL, &c), TRI_NO);
    nest_of(2, blocks, 1, (const int64_t[][5]){{0, 512, 8}}); /* a[b*B + k] = ... */
    cr_assert_eq(lmad_parallel(&bound, 0, false, NULL, &c), TRI_YES);
    cr_assert_eq(lmad_parallel(&bound, 1, false, NULL, &c), TRI_YES);
    nest_of(2, two, 2,
            (const int64_t[][5]){{0, 32768, 8}, {-32768, 32768, 8}}); /* a[i,j] = a[i-1,j] */
    cr_assert_eq(lmad_parallel(&bound, 0, false, NULL, &c), TRI_NO);
    cr_assert_eq(lmad_parallel(&bound, 1, false, NULL, &c), TRI_YES);
    nest_of(2, two, 1, (const int64_t[][5]){{0, 8, 8}}); /* a[i+j] = ... */
    cr_assert_eq(lmad_parallel(&bound, 0, false, NULL, &c), TRI_NO);
    nest_of(2, two, 2, (const int64_t[][5]){{0, 32768, 8}, {0, 8, 32768}}); /* a[i,j] = a[j,i] */
    cr_assert_eq(lmad_parallel(&bound, 0, false, NULL, &c), TRI_NO);
}

/* Programs of up to four variables in -4..4, equalities and inequalities, against all points. */
Test(lmad_depend, search) {
    static struct lmad_program p;
    struct oracle_random r = {34};
    int answers[3] = {0};
    for (int n = 0; n < CASES; n++) {
        int64_t x[4], found_x[4];
        int nvar = oracle_int(&r, 1, 4), nrow = oracle_int(&r, 1, 3);
        lmad_program_clear(&p);
        for (int v = 0; v < nvar; v++) {
            int low = oracle_int(&r, -4, 4);
            lmad_program_var(&p, low, oracle_int(&r, 0, 30) ? low + oracle_int(&r, 0, 4) : low - 1);
        }
        for (int i = 0; i < nrow; i++) {
            int low = oracle_int(&r, -12, 12), kind = oracle_int(&r, 0, 3);
            lmad_program_row(&p, kind == 1 ? -INT64_MAX : low,
                             kind == 2   ? INT64_MAX
                             : kind == 3 ? low + 3
                                         : low);
            for (int v = 0; v < nvar; v++) {
                lmad_program_entry(&p, v, oracle_int(&r, -6, 6));
            }
        }
        enum tri found = lmad_search(&p, found_x), truth = TRI_NO;
        for (int code = 0; code < 10000 && truth == TRI_NO; code++) {
            for (int v = 0, rest = code; v < nvar; v++, rest /= 10) {
                x[v] = rest % 10 - 4 + (p.lower[v] > 0 ? p.lower[v] : 0);
            }
            truth = lmad_program_holds(&p, x) ? TRI_YES : TRI_NO;
            code += nvar < 4 && code >= (nvar == 1 ? 9 : nvar == 2 ? 99 : 999) ? 10000 : 0;
        }
        cr_assert_eq(found, truth);
        cr_assert(found != TRI_YES || lmad_program_holds(&p, found_x));
        answers[found]++;
    }
    cr_assert(answers[TRI_NO] > CASES / 10 && answers[TRI_YES] > CASES / 10);
}
