/* test_lmad_ilp.c - GLPK behind ilp.h: right answers on small programs, errors as values,
 * silence, and the programs of analysis/lmad through it. */
#include "ilp.h"

#include "lmad_oracle.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>

static struct lmad_program p;

static void random_program(struct oracle_random *r, int nvar) {
    lmad_program_clear(&p);
    for (int v = 0; v < nvar; v++) {
        int low = oracle_int(r, -3, 3);
        lmad_program_var(&p, low, low + oracle_int(r, 0, 4));
    }
    for (int i = oracle_int(r, 1, 3); i > 0; i--) {
        int low = oracle_int(r, -12, 12), kind = oracle_int(r, 0, 3);
        lmad_program_row(&p, kind == 1 ? -INT64_MAX : low,
                         kind == 2 ? INT64_MAX
                         : kind    ? low + 3
                                   : low);
        for (int v = 0; v < nvar; v++) {
            lmad_program_entry(&p, v, oracle_int(r, -6, 6));
        }
    }
}

static enum tri by_force(int v, int64_t *x) {
    if (v == p.nvar) {
        return lmad_program_holds(&p, x) ? TRI_YES : TRI_NO;
    }
    for (x[v] = p.lower[v]; x[v] <= p.upper[v]; x[v]++) {
        if (by_force(v + 1, x) == TRI_YES) {
            return TRI_YES;
        }
    }
    return TRI_NO;
}

/* GLPK costs some 50 microseconds a program: fewer cases than the library's own functions have. */
Test(lmad_ilp, right_on_small_programs, .timeout = 120) {
    struct oracle_random r = {71};
    int answers[3] = {0};
    for (int n = 0; n < 100000; n++) {
        int64_t x[LMAD_MAX_VARS], y[4];
        random_program(&r, oracle_int(&r, 1, 4));
        enum tri found = ilp_solve(NULL, &p, x);
        cr_assert_eq(found, by_force(0, y));
        cr_assert(found != TRI_YES || lmad_program_holds(&p, x));
        answers[found]++;
    }
    cr_assert(answers[TRI_NO] > 10000 && answers[TRI_YES] > 10000);
}

Test(lmad_ilp, errors_are_values, .init = cr_redirect_stdout) {
    int64_t x[LMAD_MAX_VARS];
    struct lmad_limits small = {2, 100, 0};
    lmad_program_clear(&p);
    for (int v = 0; v < 3; v++) {
        lmad_program_var(&p, 0, 9);
    }
    lmad_program_row(&p, 5, INT64_MAX);
    lmad_program_entry(&p, 0, 1);
    cr_assert_eq(ilp_solve(&small, &p, x), TRI_UNKNOWN); /* variable cap */
    cr_assert_eq(ilp_solve(NULL, &p, x), TRI_YES);
    p.entry[p.row_start[p.nrow]++] = p.entry[0]; /* the same variable twice: GLPK aborts */
    cr_assert_eq(ilp_solve(NULL, &p, x), TRI_UNKNOWN);
    lmad_program_clear(&p); /* and works afterwards */
    lmad_program_var(&p, 0, (int64_t)1 << 60);
    cr_assert_eq(ilp_solve(NULL, &p, x), TRI_UNKNOWN); /* more than a double holds */
    p.upper[0] = 7;
    lmad_program_row(&p, 3, 3);
    lmad_program_entry(&p, 0, 1);
    cr_assert(ilp_solve(NULL, &p, x) == TRI_YES && x[0] == 3);
    p.row_low[0] = p.row_high[0] = 8;
    cr_assert_eq(ilp_solve(NULL, &p, x), TRI_NO);
    p.full = true;
    cr_assert_eq(ilp_solve(NULL, &p, x), TRI_UNKNOWN);
    fflush(stdout);
    cr_assert_stdout_eq_str("");
}

/* A knapsack that takes long: the time limit ends it. */
Test(lmad_ilp, time_limit, .timeout = 20) {
    struct oracle_random r = {72};
    struct lmad_limits hurry = {200, 50, 0};
    int64_t x[LMAD_MAX_VARS], sum = 0;
    lmad_program_clear(&p);
    lmad_program_row(&p, 0, 0);
    for (int v = 0; v < 60; v++) {
        int64_t weight = oracle_int(&r, 100000, 199999) * 2;
        sum += weight;
        lmad_program_entry(&p, lmad_program_var(&p, 0, 1), weight);
    }
    p.row_low[0] = p.row_high[0] = sum / 2 + (sum / 2 % 2 == 0);
    enum tri found = ilp_solve(&hurry, &p, x);
    cr_assert(found == TRI_UNKNOWN || found == TRI_NO); /* an odd sum of even weights */
}

/* Random groups: a domain that is found covers them all, and it is found for most. */
Test(lmad_ilp, stretched_domains) {
    struct oracle_random r = {73};
    int found = 0;
    for (int n = 0; n < 8000; n++) {
        struct lmad_stretch s = {.n = oracle_int(&r, 1, 9), .rank = oracle_int(&r, 2, 3)};
        int64_t extent[3];
        for (int k = s.rank - 1; k >= 0; k--) {
            extent[k] = oracle_int(&r, 1, 6);
            s.stride[k] = k == s.rank - 1
                              ? oracle_int(&r, 1, 4)
                              : s.stride[k + 1] * (extent[k + 1] + oracle_int(&r, 1, 4)) +
                                    oracle_int(&r, 0, 2);
        }
        for (int m = 0; m < s.n; m++) {
            s.base[m] = oracle_int(&r, 0, 3) ? 0 : oracle_int(&r, 0, 3);
            for (int k = 0; k < s.rank; k++) {
                s.extent[m][k] = extent[k];
                s.base[m] += s.stride[k] * oracle_int(&r, -1, 1);
            }
        }
        bool closed = lmad_stretch_closed(&s);
        cr_assert(!closed || lmad_stretch_holds(&s));
        found += closed;
    }
    cr_assert_gt(found, 6000);
}

/* Dependence through the solver alone: the search is cut off by its variable cap in a deep nest. */
Test(lmad_ilp, feasible_beyond_search) {
    struct lmad_solver solver = ilp_solver(NULL);
    int64_t x[LMAD_MAX_VARS];
    enum lmad_way way;
    lmad_program_clear(&p);
    lmad_program_row(&p, 100, 100);
    for (int v = 0; v < LMAD_SEARCH_VARS + 10; v++) {
        lmad_program_entry(&p, lmad_program_var(&p, 0, 3), v % 2 ? 2 : 3);
    }
    cr_assert_eq(lmad_feasible(&p, LMAD_ILP, NULL, x, &way), TRI_UNKNOWN);
    cr_assert_eq(lmad_feasible(&p, LMAD_ILP, &solver, x, &way), TRI_YES);
    cr_assert_eq(way, LMAD_ILP);
    cr_assert(lmad_program_holds(&p, x));
}
