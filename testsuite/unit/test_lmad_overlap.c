/* test_lmad_overlap.c - overlap of two descriptors, collisions inside one, arrays and the guard. */
#include "lmad_oracle.h"

#include <criterion/criterion.h>

#define CASES 100000

static struct oracle_map map;

static bool inside(const struct lmad *set, const int64_t *i, int64_t address) {
    for (int k = 0; k < set->rank; k++) {
        if (i[k] < 0 || i[k] >= set->dim[k].extent) {
            return false;
        }
    }
    int64_t start = oracle_address(set, i);
    return start <= address && address < start + set->width;
}

static bool meets(const struct oracle_map *touched, const struct lmad *set) {
    int64_t i[LMAD_MAX_RANK];
    for (bool more = oracle_begin(set, i); more; more = oracle_step(set, i)) {
        for (int64_t w = 0; w < set->width; w++) {
            if (oracle_times(touched, oracle_address(set, i) + w)) {
                return true;
            }
        }
    }
    return false;
}

Test(lmad_overlap, two_descriptors) {
    struct oracle_random r = {11};
    int answers[3] = {0}, interleaved = 0;
    for (int n = 0; n < CASES; n++) {
        struct lmad a, b;
        struct lmad_witness w;
        int64_t alow, ahigh, blow, bhigh;
        oracle_lmad(&r, 4, &a);
        oracle_lmad(&r, 4, &b);
        if (oracle_int(&r, 0, 1)) { /* the same shape, shifted: interleaved views */
            b = a;
            b.base += oracle_int(&r, -9, 9);
        }
        a.width = oracle_int(&r, 0, 1) ? 1 : oracle_int(&r, 1, 4);
        b.width = oracle_int(&r, 0, 1) ? 1 : oracle_int(&r, 1, 4);
        oracle_fill(&map, &a);
        enum tri found = lmad_overlap(&a, &b, &w);
        cr_assert_eq(found, meets(&map, &b) ? TRI_YES : TRI_NO);
        answers[found]++;
        if (found == TRI_YES) {
            cr_assert(inside(&a, w.a, w.address) && inside(&b, w.b, w.address));
        } else {
            interleaved += lmad_interval(&a, &alow, &ahigh) && lmad_interval(&b, &blow, &bhigh) &&
                           alow <= bhigh && blow <= ahigh;
        }
    }
    cr_assert(answers[TRI_NO] > CASES / 10 && answers[TRI_YES] > CASES / 10);
    cr_assert_gt(interleaved, CASES / 50);
}

Test(lmad_overlap, collisions_inside_one) {
    struct oracle_random r = {12};
    int answers[3] = {0};
    for (int n = 0; n < CASES; n++) {
        struct lmad set;
        struct lmad_witness w;
        oracle_lmad(&r, 4, &set);
        set.width = oracle_int(&r, 0, 2) ? 1 : oracle_int(&r, 1, 4);
        oracle_fill(&map, &set);
        bool twice = false;
        for (int64_t a = map.low; a <= map.high; a++) {
            twice = twice || oracle_times(&map, a) > 1;
        }
        enum tri found = lmad_collides(&set, &w);
        cr_assert_eq(found, twice ? TRI_YES : TRI_NO);
        answers[found]++;
        if (found == TRI_YES) {
            cr_assert(inside(&set, w.a, w.address) && inside(&set, w.b, w.address));
            cr_assert_neq(memcmp(w.a, w.b, sizeof(int64_t) * (size_t)set.rank), 0);
        }
    }
    cr_assert(answers[TRI_NO] > CASES / 10 && answers[TRI_YES] > CASES / 10);
}

/* Two coprime strides over large extents: the search must step through residues, not walk. */
Test(lmad_overlap, large_coprime_strides) {
    struct lmad a = {.base = 0, .width = 1, .rank = 1, .dim = {{1000003, 1000000000}}};
    struct lmad b = {.base = 17, .width = 1, .rank = 1, .dim = {{999983, 1000000000}}};
    struct lmad even = {
        .base = 0, .width = 1, .rank = 2, .dim = {{1 << 20, 1 << 20}, {2, 1 << 18}}};
    struct lmad odd = even;
    struct lmad_witness w;
    odd.base = 1;
    cr_assert_eq(lmad_overlap(&a, &b, &w), TRI_YES);
    cr_assert_eq(1000003 * w.a[0], 17 + 999983 * w.b[0]);
    cr_assert_eq(lmad_overlap(&even, &odd, &w), TRI_NO);
}
