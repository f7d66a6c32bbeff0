/* systems.c - the ways of analysis/lmad to answer a system of inequalities, each by itself.
 *
 * Reads systems, one a line: the numbers of variables and rows; lower and upper bound of each
 * variable; of each row its bounds, the number of its entries, and variable and coefficient of
 * each. Writes for each the answers of elimination, search, solver and all of them in turn, as 0
 * (no), 1 (yes) or 2 (unknown), and who gave the last. A point that does not hold ends the program.
 */
#include "ilp.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int64_t next(void) {
    int64_t value;
    if (scanf("%" SCNd64, &value) != 1) {
        exit(EXIT_FAILURE);
    }
    return value;
}

static void read_system(struct lmad_program *p, int nvar) {
    int nrow = (int)next();
    lmad_program_clear(p);
    for (int v = 0; v < nvar; v++) {
        int64_t low = next();
        lmad_program_var(p, low, next());
    }
    for (int i = 0; i < nrow; i++) {
        int64_t low = next();
        lmad_program_row(p, low, next());
        for (int64_t n = next(); n > 0; n--) {
            int var = (int)next();
            lmad_program_entry(p, var, next());
        }
    }
}

static int checked(const struct lmad_program *p, enum tri answer, const int64_t *x) {
    if (answer == TRI_YES && !lmad_program_holds(p, x)) {
        fprintf(stderr, "a point that does not hold\n");
        exit(EXIT_FAILURE);
    }
    return (int)answer;
}

int main(void) {
    static struct lmad_program p;
    static const struct lmad_limits limits = {.max_vars = 80, .time_ms = 10000, .max_nodes = 100};
    struct lmad_solver solver = ilp_solver(&limits);
    int64_t x[LMAD_MAX_VARS];
    int nvar;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    while (scanf("%d", &nvar) == 1) {
        enum lmad_way way, last;
        read_system(&p, nvar);
        int apart = (int)lmad_eliminate(&p);
        int search = checked(&p, lmad_search(&p, x), x);
        int ilp = checked(&p, solver.solve(solver.context, &p, x), x);
        int all = checked(&p, lmad_feasible(&p, LMAD_ILP, &solver, x, &way), x);
        int word = (int)lmad_feasible(&p, LMAD_ILP, &solver, NULL, &last);
        printf("%d %d %d %d %s\n%d %s\n", apart, search, ilp, all, lmad_way_name(way), word,
               lmad_way_name(last));
    }
    return EXIT_SUCCESS;
}
