/* test_lmad_bind.c - binding tables against the interpreter's reading of range(): iterations,
 * values, addresses, counts and intervals. */
#include "lmad_oracle.h"

#include <criterion/criterion.h>

#define CASES 100000
#define MOST 20000 /* iterations of one case */

static struct oracle_table table;
static struct lmad_bound bound;
static int64_t expected[MOST], got[MOST], address[9][2];
static int nexpected;

static int64_t key(const int64_t *x, int rank) {
    int64_t sum = 0;
    for (int k = 0; k < rank; k++) {
        sum = sum * 4096 + x[k] + 2048;
    }
    return sum;
}

static void collect(void *context, const int64_t *x) {
    const struct oracle_table *t = context;
    cr_assert_lt(nexpected, MOST);
    for (int i = 0; i < t->table.naccess; i++) {
        int64_t a = oracle_value(&t->access[i].address, t->symbol, x);
        int64_t last = a + t->access[i].width - 1;
        address[i][0] = nexpected == 0 || a < address[i][0] ? a : address[i][0];
        address[i][1] = nexpected == 0 || last > address[i][1] ? last : address[i][1];
    }
    expected[nexpected++] = key(x, t->table.rank);
}

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int64_t bound_address(const struct lmad_access *a, const int64_t *n) {
    int64_t sum = a->base;
    for (int k = 0; k < bound.nest.rank; k++) {
        sum += a->stride[k] * n[k];
    }
    return sum;
}

/* Every iteration of the bound nest: inside its box, and with the addresses of its source counters.
 */
static int iterate(void) {
    int count = 0;
    int64_t n[LMAD_MAX_RANK], x[LMAD_MAX_RANK];
    const struct lmad_nest *nest = &bound.nest;
    for (bool more = lmad_nest_first(nest, nest->rank, n); more;
         more = lmad_nest_next(nest, nest->rank, n)) {
        cr_assert_lt(count, MOST);
        cr_assert(lmad_nest_holds(nest, n) && lmad_nest_values(nest, n, x));
        for (int k = 0; k < nest->rank; k++) {
            cr_assert(n[k] >= 0 && n[k] < nest->level[k].extent);
        }
        for (int i = 0; i < bound.naccess; i++) {
            cr_assert_eq(bound_address(&bound.access[i], n),
                         oracle_value(&table.access[i].address, table.symbol, x));
        }
        got[count++] = key(x, nest->rank);
    }
    return count;
}

static void check_intervals(int *tight) {
    for (int i = 0; i < bound.naccess; i++) {
        const struct lmad_access *a = &bound.access[i];
        cr_assert(nexpected == 0 || (a->low <= address[i][0] && a->high >= address[i][1]));
        if (a->tight && nexpected > 0) {
            cr_assert(a->low == address[i][0] && a->high == address[i][1]);
            (*tight)++;
        }
        cr_assert(!a->tight || nexpected > 0 || bound.nest.empty);
    }
}

static void same_iterations(int count) {
    cr_assert_eq(count, nexpected);
    qsort(expected, (size_t)nexpected, sizeof(expected[0]), compare);
    qsort(got, (size_t)count, sizeof(got[0]), compare);
    cr_assert_eq(memcmp(expected, got, sizeof(got[0]) * (size_t)count), 0);
}

Test(lmad_bind, like_the_interpreter) {
    struct oracle_random r = {21};
    int slanted = 0, empty = 0, tight = 0, counted = 0;
    for (int c = 0; c < CASES; c++) {
        int64_t x[4], count;
        oracle_start(&r, &table);
        int rank = oracle_int(&r, 1, 4);
        oracle_loops(&r, &table, rank, c % 2 ? 60 : 0, rank > 3 ? 3 : 5);
        oracle_accesses(&r, &table, oracle_int(&r, 1, 4), oracle_int(&r, 1, 8), false);
        cr_assert(lmad_bind(&table.table, table.symbol, &bound));
        nexpected = 0;
        oracle_walk(&table, 0, x, collect, &table);
        if (bound.nest.empty) {
            cr_assert_eq(nexpected, 0);
            empty++;
            continue;
        }
        same_iterations(iterate());
        check_intervals(&tight);
        cr_assert(bound.nest.slanted || nexpected > 0);
        enum tri known = lmad_nest_count(&bound.nest, &count);
        cr_assert(known == TRI_YES && count == nexpected);
        slanted += bound.nest.slanted;
        counted++;
    }
    cr_assert(slanted > CASES / 10 && empty > CASES / 100 && tight > counted);
}

/* for i in range(n): for j in range(i + 1): a[i, j], C order: the box of the triangle is the
 * matrix. */
Test(lmad_bind, triangle) {
    enum { N, ROW, ITEM, BASE };
    const int64_t symbol[] = {100000, 800000, 8, 4096};
    const struct lmad_term n = {1, {N, -1, -1, -1}}, row = {1, {ROW, -1, -1, -1}};
    const struct lmad_term item = {1, {ITEM, -1, -1, -1}}, base = {1, {BASE, -1, -1, -1}};
    const struct lmad_form one = {1, 0, NULL}, coef[] = {{0, 1, &row}, {0, 1, &item}};
    const struct lmad_counter counter[] = {{{{0, 0, NULL}, 0, NULL}, {{0, 1, &n}, 0, NULL}, one},
                                           {{{0, 0, NULL}, 0, NULL}, {{1, 0, NULL}, 1, &one}, one}};
    const struct lmad_reference ref = {0, LMAD_WRITE, 0, 8, {{0, 1, &base}, 2, coef}, 0};
    const struct lmad_table t = {2, counter, 1, &ref};
    int64_t count;
    cr_assert(lmad_bind(&t, symbol, &bound));
    cr_assert(bound.nest.level[0].extent == 100000 && bound.nest.level[1].extent == 100000);
    cr_assert_eq(lmad_nest_count(&bound.nest, &count), TRI_YES);
    cr_assert_eq(count, 5000050000);
    cr_assert(bound.access[0].tight && bound.access[0].low == 4096);
    cr_assert_eq(bound.access[0].high, 4096 + 99999LL * 800000 + 99999 * 8 + 7);
}

/* Four factors in a term, a step of zero, and too many accesses. */
Test(lmad_bind, forms_and_refusals) {
    const int64_t symbol[] = {2, 3, 5, 7};
    const struct lmad_term term[] = {{10, {0, 1, 2, 3}}, {-1, {3, -1, -1, -1}}};
    const struct lmad_form form = {4, 2, term}, zero = {0, 0, NULL}, ten = {10, 0, NULL};
    const struct lmad_counter stuck = {{zero, 0, NULL}, {ten, 0, NULL}, zero};
    const struct lmad_table many = {0, NULL, LMAD_MAX_ACCESSES + 1, NULL};
    int64_t value;
    cr_assert(lmad_form_value(&form, symbol, &value));
    cr_assert_eq(value, 4 + 2100 - 7);
    cr_assert_not(lmad_bind_nest(1, &stuck, symbol, &bound.nest));
    cr_assert_not(lmad_bind(&many, symbol, &bound));
}
