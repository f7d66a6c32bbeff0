/* test_lmad_ilp.c - GLPK behind ilp.h: right answers on small programs, errors as values,
 * silence, and the programs of analysis/lmad through it. */
#include "ilp.h"

#include "lmad_oracle.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>

static struct lmad_program p;

static void random_program(struct oracle_random *r, int nvar) {
    bool best = oracle_int(r, 0, 1);
    lmad_program_clear(&p);
    for (int v = 0; v < nvar; v++) {
        int low = oracle_int(r, -3, 3);
        lmad_program_var(&p, low, low + oracle_int(r, 0, 4), best ? oracle_int(r, -3, 3) : 0);
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

static int64_t objective(const int64_t *x) {
    int64_t sum = 0;
    for (int v = 0; v < p.nvar; v++) {
        sum += p.objective[v] * x[v];
    }
    return sum;
}

static bool has_objective(void) {
    for (int v = 0; v < p.nvar; v++) {
        if (p.objective[v] != 0) {
            return true;
        }
    }
    return false;
}

static enum tri best_by_force(int v, int64_t *x, int64_t *best) {
    enum tri found = TRI_NO;
    if (v == p.nvar) {
        if (!lmad_program_holds(&p, x)) {
            return TRI_NO;
        }
        *best = objective(x) < *best ? objective(x) : *best;
        return TRI_YES;
    }
    for (x[v] = p.lower[v]; x[v] <= p.upper[v]; x[v]++) {
        found = best_by_force(v + 1, x, best) == TRI_YES ? TRI_YES : found;
    }
    return found;
}

/* GLPK costs some 50 microseconds a program: fewer cases than the library's own functions have. */
Test(lmad_ilp, optimal_on_small_programs, .timeout = 120) {
    struct oracle_random r = {71};
    int answers[3] = {0};
    for (int n = 0; n < 100000; n++) {
        int64_t x[LMAD_MAX_VARS], y[4], best = INT64_MAX;
        random_program(&r, oracle_int(&r, 1, 4));
        enum tri found = ilp_solve(NULL, &p, x);
        enum tri truth = best_by_force(0, y, &best);
        cr_assert(found == truth || (found == TRI_UNKNOWN && truth == TRI_NO && has_objective()));
        cr_assert(found != TRI_YES || (lmad_program_holds(&p, x) && objective(x) == best));
        answers[found]++;
    }
    cr_assert(answers[TRI_NO] > 10000 && answers[TRI_YES] > 10000);
}

Test(lmad_ilp, errors_are_values, .init = cr_redirect_stdout) {
    int64_t x[LMAD_MAX_VARS];
    struct lmad_limits small = {2, 100, 0};
    lmad_program_clear(&p);
    for (int v = 0; v < 3; v++) {
        lmad_program_var(&p, 0, 9, 1);
    }
    lmad_program_row(&p, 5, INT64_MAX);
    lmad_program_entry(&p, 0, 1);
    cr_assert_eq(ilp_solve(&small, &p, x), TRI_UNKNOWN); /* variable cap */
    cr_assert_eq(ilp_solve(NULL, &p, x), TRI_YES);
    p.entry[p.row_start[p.nrow]++] = p.entry[0]; /* the same variable twice: GLPK aborts */
    cr_assert_eq(ilp_solve(NULL, &p, x), TRI_UNKNOWN);
    lmad_program_clear(&p); /* and works afterwards */
    lmad_program_var(&p, 0, (int64_t)1 << 60, 1);
    cr_assert_eq(ilp_solve(NULL, &p, x), TRI_UNKNOWN); /* more than a double holds */
    p.upper[0] = 7;
    lmad_program_row(&p, 3, 3);
    lmad_program_entry(&p, 0, 1);
    cr_assert(ilp_solve(NULL, &p, x) == TRI_YES && x[0] == 3);
    p.row_low[0] = p.row_high[0] = 8;
    cr_assert_eq(ilp_solve(NULL, &p, x), TRI_UNKNOWN); /* what is best of nothing */
    p.objective[0] = 0;
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
        lmad_program_entry(&p, lmad_program_var(&p, 0, 1, 0), weight);
    }
    p.row_low[0] = p.row_high[0] = sum / 2 + (sum / 2 % 2 == 0);
    enum tri found = ilp_solve(&hurry, &p, x);
    cr_assert(found == TRI_UNKNOWN || found == TRI_NO); /* an odd sum of even weights */
}

static int64_t total(const struct lmad_stretch *s) {
    int64_t sum = 0;
    for (int k = 0; k < s->rank; k++) {
        sum += s->domain[k];
    }
    return sum;
}

/* Random groups: what either way finds holds; the program finds whatever the closed form finds,
 * with no larger sum; and the closed form is as good on nearly all of them. */
Test(lmad_ilp, stretched_domains, .timeout = 240) {
    struct oracle_random r = {73};
    struct lmad_solver solver = ilp_solver(NULL);
    int closed_found = 0, program_found = 0, same = 0;
    for (int n = 0; n < 8000; n++) {
        struct lmad_stretch s = {.n = oracle_int(&r, 1, 9), .rank = oracle_int(&r, 2, 3)}, t;
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
        t = s;
        bool closed = lmad_stretch_closed(&s), program = lmad_stretch_program(&t, &solver);
        cr_assert(!closed || lmad_stretch_holds(&s));
        cr_assert(!program || lmad_stretch_holds(&t));
        if (closed && program) {
            cr_assert_geq(total(&s) + 1, total(&t));
            same += total(&s) == total(&t);
        }
        closed_found += closed;
        program_found += program;
    }
    cr_log_info("closed %d, program %d, equal %d\n", closed_found, program_found, same);
    cr_assert(program_found > 2000 && same > 1500);
}

/* Dependence through the solver alone: the search is cut off by its variable cap in a deep nest. */
Test(lmad_ilp, feasible_beyond_search) {
    struct lmad_solver solver = ilp_solver(NULL);
    int64_t x[LMAD_MAX_VARS];
    enum lmad_way way;
    lmad_program_clear(&p);
    lmad_program_row(&p, 100, 100);
    for (int v = 0; v < LMAD_SEARCH_VARS + 10; v++) {
        lmad_program_entry(&p, lmad_program_var(&p, 0, 3, 0), v % 2 ? 2 : 3);
    }
    cr_assert_eq(lmad_feasible(&p, LMAD_ILP, NULL, x, &way), TRI_UNKNOWN);
    cr_assert_eq(lmad_feasible(&p, LMAD_ILP, &solver, x, &way), TRI_YES);
    cr_assert_eq(way, LMAD_ILP);
    cr_assert(lmad_program_holds(&p, x));
}
