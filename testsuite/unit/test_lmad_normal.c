/* test_lmad_normal.c - one descriptor against brute force: normal form, classes, interval, count.
 */
#include "lmad_oracle.h"

#include <criterion/criterion.h>

#define CASES 100000

static struct oracle_map map, other;

/* The new coordinates of an old iteration. */
static void coordinates(const struct lmad_normal *normal, const int64_t *i, int64_t *z) {
    for (int d = 0; d < normal->set.rank; d++) {
        z[d] = normal->shift[d];
        for (int k = 0; k < normal->nold; k++) {
            z[d] += normal->coord[d][k] * i[k];
        }
    }
}

Test(lmad_normal, same_set_and_coordinates) {
    struct oracle_random r = {1};
    int merged = 0;
    for (int n = 0; n < CASES; n++) {
        struct lmad set;
        struct lmad_normal normal;
        int64_t i[LMAD_MAX_RANK], z[LMAD_MAX_RANK];
        int live = 0;
        oracle_lmad(&r, 5, &set);
        cr_assert(lmad_normalise(&set, &normal));
        cr_assert_eq(normal.empty, !oracle_begin(&set, i));
        if (normal.empty) {
            continue;
        }
        oracle_fill(&map, &set);
        oracle_fill(&other, &normal.set);
        cr_assert(lmad_is_cslmad(&normal.set));
        for (int64_t a = map.low; a <= map.high; a++) {
            cr_assert_eq(!oracle_times(&map, a), !oracle_times(&other, a));
        }
        cr_assert(map.low == other.low && map.high == other.high);
        for (bool more = true; more; more = oracle_step(&set, i)) {
            coordinates(&normal, i, z);
            for (int d = 0; d < normal.set.rank; d++) {
                cr_assert(z[d] >= 0 && z[d] < normal.set.dim[d].extent);
            }
            cr_assert_eq(oracle_address(&set, i), oracle_address(&normal.set, z));
        }
        for (int k = 0; k < set.rank; k++) {
            live += set.dim[k].stride != 0 && set.dim[k].extent > 1;
        }
        merged += normal.set.rank < live;
    }
    cr_assert_gt(merged, CASES / 10, "the cases hardly merge anything: %d", merged);
}

Test(lmad_normal, merges_named_in_the_design) {
    struct lmad_normal normal;
    struct lmad sum = {.width = 1, .rank = 2, .dim = {{1, 10}, {1, 7}}};    /* a[i+j] */
    struct lmad twice = {.width = 1, .rank = 2, .dim = {{2, 10}, {1, 3}}};  /* a[2*i+k] */
    struct lmad rows = {.width = 1, .rank = 2, .dim = {{64, 10}, {1, 64}}}; /* contiguous */
    struct lmad gap = {.width = 1, .rank = 2, .dim = {{64, 10}, {1, 63}}};  /* a gap per row */
    cr_assert(lmad_normalise(&sum, &normal));
    cr_assert(normal.set.rank == 1 && normal.set.dim[0].extent == 16);
    cr_assert(lmad_normalise(&twice, &normal));
    cr_assert(normal.set.rank == 1 && normal.set.dim[0].extent == 21);
    cr_assert(lmad_normalise(&rows, &normal));
    cr_assert(normal.set.rank == 1 && normal.set.dim[0].extent == 640);
    cr_assert(lmad_normalise(&gap, &normal));
    cr_assert_eq(normal.set.rank, 2);
}

Test(lmad_normal, interval) {
    struct oracle_random r = {2};
    for (int n = 0; n < CASES; n++) {
        struct lmad set;
        int64_t low, high;
        oracle_lmad(&r, 5, &set);
        set.width = oracle_int(&r, 0, 3) ? 1 : oracle_int(&r, 1, 5);
        oracle_fill(&map, &set);
        cr_assert_eq(lmad_interval(&set, &low, &high), map.distinct > 0);
        if (map.distinct > 0) {
            cr_assert(low == map.low && high == map.high);
        }
    }
}

/* Theorem 1 of Garg and Amaral: an RCSLMAD's addresses are ordered as its iterations, hence
 * distinct. */
Test(lmad_normal, rcslmad_is_ordered) {
    struct oracle_random r = {3};
    int restricted = 0, refused = 0;
    for (int n = 0; n < 2 * CASES; n++) {
        struct lmad set;
        struct lmad_normal normal;
        int64_t i[LMAD_MAX_RANK];
        oracle_lmad(&r, 5, &set);
        if (!lmad_normalise(&set, &normal) || normal.empty) {
            continue;
        }
        bool ordered = true;
        int64_t last = INT64_MIN;
        oracle_begin(&normal.set, i);
        for (bool more = true; more; more = oracle_step(&normal.set, i)) {
            int64_t address = oracle_address(&normal.set, i);
            ordered = ordered && address > last;
            last = address;
        }
        cr_assert_eq(lmad_is_rcslmad(&normal.set), ordered);
        restricted += ordered;
        refused += !ordered;
    }
    cr_assert(restricted > CASES / 2 && refused > CASES / 50, "%d %d", restricted, refused);
}

Test(lmad_normal, contains) {
    struct oracle_random r = {4};
    for (int n = 0; n < CASES; n++) {
        struct lmad set;
        int64_t at[LMAD_MAX_RANK];
        oracle_lmad(&r, 5, &set);
        set.width = oracle_int(&r, 0, 2) ? 1 : oracle_int(&r, 1, 4);
        oracle_fill(&map, &set);
        for (int t = 0; t < 6; t++) {
            int64_t address = map.distinct && t
                                  ? oracle_int(&r, (int)map.low - 1, (int)map.high + 1)
                                  : oracle_int(&r, -90, 90);
            enum tri found = lmad_contains(&set, address, at);
            cr_assert_eq(found, oracle_times(&map, address) ? TRI_YES : TRI_NO);
            if (found == TRI_YES) {
                int64_t start = oracle_address(&set, at);
                cr_assert(start <= address && address < start + set.width);
                for (int k = 0; k < set.rank; k++) {
                    cr_assert(at[k] >= 0 && at[k] < set.dim[k].extent);
                }
            }
        }
    }
}
