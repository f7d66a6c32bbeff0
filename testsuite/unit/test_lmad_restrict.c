/* test_lmad_restrict.c - parts of nests against the iterations of the whole nest inside the box. */
#include "lmad_cases.h"

#include <criterion/criterion.h>

#define CASES 60000

static struct test_case tc;
static struct lmad_bound part;
static int64_t first[LMAD_MAX_RANK], count[LMAD_MAX_RANK];

static void random_box(struct oracle_random *r) {
    for (int k = 0; k < tc.bound.nest.rank; k++) {
        int extent = (int)tc.bound.nest.level[k].extent;
        first[k] = oracle_int(r, 0, extent - 1);
        count[k] = oracle_int(r, 1, extent - (int)first[k]);
        if (oracle_int(r, 0, 2) == 0) {
            first[k] = 0;
            count[k] = extent;
        }
    }
}

static bool inside(const int64_t *n) {
    for (int k = 0; k < tc.bound.nest.rank; k++) {
        bool cut = !tc.bound.nest.level[k].slanted;
        if (cut && (n[k] < first[k] || n[k] >= first[k] + count[k])) {
            return false;
        }
    }
    return true;
}

static int64_t address(const struct lmad_access *a, int rank, const int64_t *n) {
    int64_t sum = a->base;
    for (int k = 0; k < rank; k++) {
        sum += a->stride[k] * n[k];
    }
    return sum;
}

/* The part's iteration n and the whole nest's m are the same: counters and addresses. */
static void check_same(const int64_t *n, const int64_t *m) {
    int rank = part.nest.rank;
    int64_t x[LMAD_MAX_RANK], y[LMAD_MAX_RANK];
    cr_assert(lmad_nest_values(&part.nest, n, x) && lmad_nest_values(&tc.bound.nest, m, y));
    for (int k = 0; k < rank; k++) {
        cr_assert_eq(x[k], y[k]);
        cr_assert(n[k] >= 0 && n[k] < part.nest.level[k].extent);
    }
    for (int i = 0; i < part.naccess; i++) {
        int64_t here = address(&part.access[i], rank, n);
        cr_assert_eq(here, address(&tc.bound.access[i], rank, m));
        cr_assert(here >= part.access[i].low);
        cr_assert(here + part.access[i].width - 1 <= part.access[i].high);
    }
}

/* Both nests count upwards, so that iterations correspond in order. Returns how many there are. */
static int check_iterations(void) {
    int64_t n[LMAD_MAX_RANK];
    int found = 0;
    bool more = lmad_nest_first(&part.nest, part.nest.rank, n);
    for (int i = 0; i < tc.count; i++) {
        if (!inside(tc.vector[i])) {
            continue;
        }
        cr_assert(more);
        check_same(n, tc.vector[i]);
        more = lmad_nest_next(&part.nest, part.nest.rank, n);
        found++;
    }
    cr_assert(!more);
    return found;
}

/* What is said to be touched at the ends is. */
static void check_tight(void) {
    for (int i = 0; i < part.naccess; i++) {
        const struct lmad_access *a = &part.access[i];
        bool low = false, high = false;
        for (int k = 0; k < tc.count && a->tight; k++) {
            int64_t at = case_address(&tc, i, tc.vector[k]);
            low = low || (inside(tc.vector[k]) && at == a->low);
            high = high || (inside(tc.vector[k]) && at + a->width - 1 == a->high);
        }
        cr_assert(!a->tight || (low && high));
    }
}

Test(lmad_restrict, has_the_iterations_of_the_box) {
    struct oracle_random r = {77};
    int slanted = 0, empty = 0;
    for (int c = 0; c < CASES; c++) {
        if (!case_make(&r, &tc) || tc.bound.nest.empty) {
            continue;
        }
        random_box(&r);
        cr_assert(lmad_restrict(&tc.bound, first, count, &part));
        int found = check_iterations();
        if (found > 0) {
            check_tight();
        }
        slanted += tc.bound.nest.slanted;
        empty += found == 0;
    }
    cr_assert(slanted > CASES / 20 && empty > 0 && empty < CASES / 2);
}

/* Rows 40 to 49 of a lower triangle of 100: 50 columns. */
Test(lmad_restrict, shrinks_the_box_of_a_triangle) {
    const struct lmad_form one = {1, 0, NULL};
    const struct lmad_form coef[2] = {one, {0, 0, NULL}};
    const struct lmad_form rows[2] = {{800, 0, NULL}, {8, 0, NULL}};
    const struct lmad_counter counter[2] = {
        {{{0, 0, NULL}, 0, NULL}, {{100, 0, NULL}, 0, NULL}, one},
        {{{0, 0, NULL}, 0, NULL}, {{1, 0, NULL}, 1, coef}, one},
    };
    const struct lmad_reference access = {0, LMAD_READ, 0, 8, {{0, 0, NULL}, 2, rows}, 0};
    const struct lmad_table table = {2, counter, 1, &access};
    struct lmad_bound whole;
    cr_assert(lmad_bind(&table, NULL, &whole));
    first[0] = 40;
    count[0] = 10;
    cr_assert(lmad_restrict(&whole, first, count, &part));
    cr_assert_eq(part.nest.level[0].extent, 10);
    cr_assert_eq(part.nest.level[1].extent, 50);
    cr_assert_eq(part.access[0].low, 40 * 800);
    cr_assert_eq(part.access[0].high, 49 * 800 + 49 * 8 + 7);
    cr_assert(lmad_restrict(&part, first, (const int64_t[]){0}, &part) && part.nest.empty);
}

Test(lmad_restrict, overflow_is_said) {
    struct lmad_bound whole = {.nest.rank = 1, .naccess = 1};
    whole.nest.level[0] = (struct lmad_level){.extent = INT64_MAX, .divisor = 1, .step = 4};
    whole.access[0].width = 1;
    first[0] = INT64_MAX / 2;
    count[0] = 1;
    cr_assert(!lmad_restrict(&whole, first, count, &part));
}
