/* test_lmad_overflow.c - numbers near 2^63: UNKNOWN or false, never a wrapped address. The oracle
 * computes in 128 bits. */
#include "lmad_oracle.h"

#include <criterion/criterion.h>

#define CASES 100000

/* Small, near a power of two, or near the ends. */
static int64_t extreme(struct oracle_random *r) {
    uint64_t power = 1ULL << oracle_int(r, 0, 63);
    uint64_t value = power + (uint64_t)(int64_t)oracle_int(r, -2, 2);
    return (int64_t)(oracle_int(r, 0, 1) ? value : -value);
}

static void random_lmad(struct oracle_random *r, struct lmad *set) {
    set->base = extreme(r);
    set->width = oracle_int(r, 0, 1) ? 1 : oracle_int(r, 1, 16);
    set->rank = oracle_int(r, 0, 3);
    for (int k = 0; k < set->rank; k++) {
        int64_t extent = oracle_int(r, 0, 1) ? oracle_int(r, 1, 3) : extreme(r);
        set->dim[k] = (struct lmad_dim){extreme(r), extent};
    }
}

static bool true_interval(const struct lmad *set, __int128 *low, __int128 *high) {
    *low = set->base;
    *high = (__int128)set->base + set->width - 1;
    for (int k = 0; k < set->rank; k++) {
        if (set->dim[k].extent < 1) {
            return false;
        }
        __int128 reach = (__int128)set->dim[k].stride * (set->dim[k].extent - 1);
        *(reach > 0 ? high : low) += reach;
    }
    return true;
}

static __int128 true_address(const struct lmad *set, const int64_t *i) {
    __int128 sum = set->base;
    for (int k = 0; k < set->rank; k++) {
        cr_assert(i[k] >= 0 && i[k] < set->dim[k].extent);
        sum += (__int128)set->dim[k].stride * i[k];
    }
    return sum;
}

Test(lmad_overflow, intervals_and_normal_form) {
    struct oracle_random r = {61};
    int answered = 0, refused = 0;
    for (int n = 0; n < CASES; n++) {
        struct lmad set;
        struct lmad_normal normal;
        int64_t low, high;
        __int128 true_low, true_high;
        random_lmad(&r, &set);
        bool some = true_interval(&set, &true_low, &true_high);
        if (lmad_interval(&set, &low, &high)) {
            cr_assert(some && low == true_low && high == true_high);
            answered++;
        } else {
            refused++;
        }
        if (lmad_normalise(&set, &normal) && !normal.empty) {
            __int128 normal_low, normal_high;
            true_interval(&normal.set, &normal_low, &normal_high);
            cr_assert(normal_low == true_low && normal_high == true_high);
        }
    }
    cr_assert(answered > CASES / 20 && refused > CASES / 20);
}

Test(lmad_overflow, witnesses_and_noes) {
    struct oracle_random r = {62};
    int answers[3] = {0};
    for (int n = 0; n < CASES; n++) {
        struct lmad a, b;
        struct lmad_witness w;
        __int128 alow, ahigh, blow, bhigh;
        random_lmad(&r, &a);
        random_lmad(&r, &b);
        if (oracle_int(&r, 0, 1)) {
            b.base = (int64_t)((uint64_t)a.base + (uint64_t)oracle_int(&r, 0, 16));
        }
        bool some = true_interval(&a, &alow, &ahigh) && true_interval(&b, &blow, &bhigh);
        bool first_meet = some && a.base <= b.base && b.base - (__int128)a.base < a.width;
        enum tri found = lmad_overlap(&a, &b, &w);
        answers[found]++;
        if (found == TRI_YES) {
            __int128 difference = true_address(&a, w.a) - true_address(&b, w.b);
            cr_assert(difference > -a.width && difference < b.width);
        }
        cr_assert(found != TRI_NO || !first_meet);
        found = lmad_collides(&a, &w);
        if (found == TRI_YES) {
            __int128 difference = true_address(&a, w.a) - true_address(&a, w.b);
            cr_assert(difference > -a.width && difference < a.width);
        }
        int64_t at[LMAD_MAX_RANK];
        if (lmad_contains(&a, b.base, at) == TRI_YES) {
            __int128 difference = b.base - true_address(&a, at);
            cr_assert(difference >= 0 && difference < a.width);
        }
    }
    cr_assert(answers[TRI_UNKNOWN] > CASES / 20 && answers[TRI_YES] > CASES / 20);
}

/* Whole tables: what binds has the addresses it says, computed in 128 bits at the ends of the box.
 */
Test(lmad_overflow, tables) {
    static struct lmad_bound bound;
    static struct lmad_footprint footprint;
    struct oracle_random r = {63};
    int bound_cases = 0, refused = 0;
    for (int n = 0; n < CASES; n++) {
        const int64_t symbol[] = {extreme(&r), extreme(&r), oracle_int(&r, -3, 3)};
        struct lmad_term term[4];
        for (int t = 0; t < 4; t++) {
            term[t] = (struct lmad_term){oracle_int(&r, -2, 2),
                                         {(int16_t)oracle_int(&r, 0, 2), -1, -1, -1}};
            term[t].symbol[1] = (int16_t)oracle_int(&r, -1, 2);
        }
        struct lmad_form coef[2] = {{1, 1, &term[0]}, {0, 1, &term[1]}}, one = {1, 0, NULL};
        struct lmad_form zero = {0, 0, NULL}, end = {oracle_int(&r, 0, 3), 1, &term[2]};
        struct lmad_counter counter[2] = {{{zero, 0, NULL}, {end, 0, NULL}, one},
                                          {{zero, 0, NULL}, {end, n % 2, coef}, one}};
        struct lmad_reference ref = {0, LMAD_WRITE, 0, 8, {{0, 1, &term[3]}, 2, coef}, 0};
        struct lmad_table table = {2, counter, 1, &ref};
        if (!lmad_bind(&table, symbol, &bound)) {
            refused++;
            continue;
        }
        bound_cases++;
        if (bound.nest.empty) {
            continue;
        }
        const struct lmad_access *a = &bound.access[0];
        struct lmad box;
        __int128 low, high;
        int zero_member = 0;
        lmad_of_access(&bound.nest, a, &box);
        cr_assert(true_interval(&box, &low, &high));
        cr_assert(a->low >= low && a->high <= high);
        cr_assert(bound.nest.slanted || (a->low == low && a->high == high));
        if (lmad_footprint(&bound, &zero_member, 1, &footprint)) {
            struct lmad_transfer transfer;
            cr_assert(footprint.count > 0);
            lmad_transfer_gather(&footprint, footprint.low, footprint.high, &transfer);
            lmad_transfer_scatter(&bound, &footprint, 0, &transfer);
        }
        struct lmad_conflict conflict;
        lmad_parallel(&bound, 0, false, NULL, &conflict);
        int64_t count;
        if (!bound.nest.slanted && lmad_nest_count(&bound.nest, &count) == TRI_YES) {
            cr_assert_eq((__int128)count, (__int128)box.dim[0].extent * box.dim[1].extent);
        }
    }
    cr_assert(bound_cases > CASES / 20 && refused > CASES / 20);
}
