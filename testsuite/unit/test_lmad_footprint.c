/* test_lmad_footprint.c - groups, footprints, counts and the map to a packed buffer, against all
 * addresses of all iterations. */
#include "lmad_cases.h"

#include <criterion/criterion.h>

#define CASES 100000

static struct test_case tc;
static struct oracle_map map;
static struct lmad_footprint fp;

/* Connected components by repeated joining. */
Test(lmad_footprint, groups) {
    struct oracle_random r = {41};
    int several = 0;
    for (int n = 0; n < CASES; n++) {
        int label[LMAD_MAX_ACCESSES];
        if (!case_make(&r, &tc) || tc.bound.nest.empty) {
            continue;
        }
        const struct lmad_access *a = tc.bound.access;
        for (int i = 0; i < tc.bound.naccess; i++) {
            label[i] = i;
        }
        for (int round = 0; round < tc.bound.naccess; round++) {
            for (int i = 0; i < tc.bound.naccess; i++) {
                for (int j = 0; j < tc.bound.naccess; j++) {
                    if (a[i].low <= a[j].high && a[j].low <= a[i].high && label[i] < label[j]) {
                        label[j] = label[i];
                    }
                }
            }
        }
        for (int i = 0; i < tc.bound.naccess; i++) {
            cr_assert(tc.group[i] >= 0 && tc.group[i] < tc.ngroup);
            for (int j = 0; j < tc.bound.naccess; j++) {
                cr_assert_eq(label[i] == label[j], tc.group[i] == tc.group[j]);
                cr_assert(tc.group[i] >= tc.group[j] || a[i].low < a[j].low);
            }
        }
        several += tc.ngroup > 1;
    }
    cr_assert_gt(several, CASES / 20);
}

/* Every touched element has an index in range, the one the access's map gives. */
static void check_members(void) {
    oracle_clear(&map);
    for (int m = 0; m < fp.nmember; m++) {
        int64_t width = tc.bound.access[fp.member[m]].width / fp.unit;
        for (int i = 0; i < tc.count; i++) {
            int64_t start = case_address(&tc, fp.member[m], tc.vector[i]), mapped = fp.map[m].base;
            cr_assert_eq((start - fp.origin) % fp.unit, 0);
            for (int k = 0; k < tc.bound.nest.rank; k++) {
                mapped += fp.map[m].stride[k] * tc.vector[i][k];
            }
            for (int64_t w = 0; w < width; w++) {
                int64_t index, element = (start - fp.origin) / fp.unit + w;
                oracle_touch(&map, element);
                cr_assert(lmad_footprint_index(&fp, element, &index));
                cr_assert_eq(index, mapped + w);
                cr_assert(index >= 0 && index < fp.count);
            }
        }
    }
}

/* Every index is one element and the way back leads to it, so the map is one-to-one; no element
 * outside of the set has an index. */
static void check_round_trip(void) {
    int64_t element, index, least = INT64_MAX, greatest = INT64_MIN, found = 0;
    for (int64_t i = 0; i < fp.count; i++) {
        cr_assert(lmad_footprint_element(&fp, i, &element));
        cr_assert(lmad_footprint_index(&fp, element, &index));
        cr_assert_eq(index, i);
        least = element < least ? element : least;
        greatest = element > greatest ? element : greatest;
    }
    for (int64_t e = least - 3; e <= greatest + 3 && greatest - least < 3000; e++) {
        found += lmad_footprint_index(&fp, e, &index);
    }
    cr_assert(found == fp.count || greatest - least >= 3000);
    cr_assert_not(lmad_footprint_element(&fp, fp.count, &element));
    cr_assert_not(lmad_footprint_element(&fp, -1, &element));
}

static void check_counts(int *exact) {
    cr_assert_leq(map.distinct, fp.count);
    if (fp.touched >= 0) {
        cr_assert_eq(fp.touched, map.distinct, "%s: %ld, really %ld", lmad_case_name(fp.kind),
                     (long)fp.touched, (long)map.distinct);
        (*exact)++;
    }
    if (map.distinct > 0) {
        cr_assert(fp.low <= map.low && fp.high >= map.high);
        cr_assert(!fp.tight || (fp.low == map.low && fp.high == map.high));
    }
    if ((fp.kind == LMAD_CASE_BOX || fp.kind == LMAD_CASE_VECTOR) && !tc.bound.nest.slanted) {
        cr_assert_eq(fp.count, map.distinct);
    }
}

Test(lmad_footprint, against_enumeration, .timeout = 120) {
    struct oracle_random r = {42};
    int kinds[LMAD_CASE_INTERVAL + 1] = {0}, exact = 0, total = 0;
    for (int n = 0; n < CASES; n++) {
        if (!case_make(&r, &tc)) {
            continue;
        }
        for (int g = 0; g < tc.ngroup; g++) {
            int member[LMAD_MAX_ACCESSES], nmember = case_members(&tc, g, member);
            cr_assert(lmad_footprint(&tc.bound, member, nmember, &fp));
            check_members();
            check_counts(&exact);
            check_round_trip();
            kinds[fp.kind]++;
            total++;
        }
    }
    for (int k = 0; k <= LMAD_CASE_INTERVAL; k++) {
        cr_assert_gt(kinds[k], CASES / 200, "too few of case %s: %d", lmad_case_name(k), kinds[k]);
    }
    cr_assert_gt(exact, total / 2);
}

/* A rectangular nest of unit elements with common strides; base is per access. */
static void boxes(int rank, const int64_t *extent, const int64_t *stride, int n,
                  const int64_t *base) {
    memset(&tc.bound, 0, sizeof(tc.bound));
    tc.bound.nest.rank = rank;
    tc.bound.naccess = n;
    tc.count = 0;
    for (int k = 0; k < rank; k++) {
        tc.bound.nest.level[k] = (struct lmad_level){
            .extent = extent[k], .high = extent[k] - 1, .divisor = 1, .step = 1};
    }
    for (int i = 0; i < n; i++) {
        struct lmad_access *a = &tc.bound.access[i];
        *a = (struct lmad_access){.use = LMAD_READ, .width = 1, .base = base[i]};
        memcpy(a->stride, stride, sizeof(int64_t) * (size_t)rank);
        cr_assert(
            lmad_nest_interval(&tc.bound.nest, a->base, a->stride, &a->low, &a->high, &a->tight));
    }
    int64_t i[LMAD_MAX_RANK];
    for (bool more = lmad_nest_first(&tc.bound.nest, rank, i); more;
         more = lmad_nest_next(&tc.bound.nest, rank, i)) {
        cr_assert_lt(tc.count, CASES_ITERATIONS);
        memcpy(tc.vector[tc.count++], i, sizeof(i));
    }
}

/* Theorem 2 of Garg and Amaral: under constraints 15 and 16 the number of elements is n * |D|. */
Test(lmad_footprint, theorem_2) {
    static const int members[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    struct oracle_random r = {43};
    int exact = 0;
    for (int c = 0; c < CASES; c++) {
        int64_t extent[4], stride[4], base[9], size = 1;
        int rank = oracle_int(&r, 1, 4), n = 0;
        int64_t reach = 0;
        for (int k = rank - 1; k >= 0; k--) {
            extent[k] = oracle_int(&r, 1, 4);
            stride[k] = k == rank - 1 ? oracle_int(&r, 1, 9)
                                      : stride[rank - 1] - 1 + reach + oracle_int(&r, 1, 4);
            reach += stride[k] * (extent[k] - 1);
            size *= extent[k];
        }
        for (int64_t b = 0; b < stride[rank - 1] && n < 9; b++) {
            if (b == 0 || oracle_int(&r, 0, 1)) {
                base[n++] = b;
            }
        }
        boxes(rank, extent, stride, n, base);
        cr_assert(lmad_footprint(&tc.bound, members, n, &fp));
        check_members();
        check_counts(&exact);
        cr_assert_eq(map.distinct, n * size);
        cr_assert_eq(fp.count, n * size);
        cr_assert_eq(fp.touched, n * size);
    }
}

/* The published example: strides 4, bases 0, 4, 15, five iterations; and the ranks of r = {0, 2}.
 */
Test(lmad_footprint, published_vectors) {
    const int members[] = {0, 1, 2};
    const int64_t five[] = {5}, four[] = {4};
    int64_t index;
    boxes(1, five, four, 3, (const int64_t[]){0, 4, 15});
    cr_assert(lmad_footprint(&tc.bound, members, 3, &fp));
    cr_assert(fp.kind == LMAD_CASE_VECTORS && fp.nresidue == 2 && fp.count == 16);
    boxes(1, five, four, 2, (const int64_t[]){0, 2});
    cr_assert(lmad_footprint(&tc.bound, members, 2, &fp));
    cr_assert(fp.count == 10 && fp.map[0].base == 0 && fp.map[1].base == 1 &&
              fp.map[1].stride[0] == 2);
    cr_assert(lmad_footprint_index(&fp, 6, &index) && index == 3);
    cr_assert_not(lmad_footprint_index(&fp, 5, &index));
}

/* Five- and nine-point stencils on a padded grid stretch by exactly their halo. */
Test(lmad_footprint, stencils_stretch_by_their_halo) {
    const int members[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    const int64_t extent[] = {6, 6}, stride[] = {10, 1};
    boxes(2, extent, stride, 5, (const int64_t[]){11, 1, 21, 10, 12});
    cr_assert(lmad_footprint(&tc.bound, members, 5, &fp));
    cr_assert(fp.kind == LMAD_CASE_STRETCHED && fp.extent[0] == 8 && fp.extent[1] == 8);
    boxes(2, extent, stride, 9, (const int64_t[]){0, 1, 2, 10, 11, 12, 20, 21, 22});
    cr_assert(lmad_footprint(&tc.bound, members, 9, &fp));
    cr_assert(fp.kind == LMAD_CASE_STRETCHED && fp.count == 64 && fp.touched == -1);
}
