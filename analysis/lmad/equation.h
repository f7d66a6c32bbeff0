/* equation.h - one linear equation over integers in a box, private to this folder. */
#ifndef PYCC_LMAD_EQUATION_H
#define PYCC_LMAD_EQUATION_H

#include "lmad.h"

#define EQUATION_VARS (2 * LMAD_MAX_RANK + 4)

/* sum coef[j] * x_j = target with low[j] <= x_j <= high[j]. */
struct equation {
    int n;
    int64_t coef[EQUATION_VARS], low[EQUATION_VARS], high[EQUATION_VARS];
    int64_t target;
};

/* Add a variable and return its number. */
int equation_var(struct equation *e, int64_t coef, int64_t low, int64_t high);

/* Is there a solution? YES puts one into x. The set of left-hand sides is a descriptor: its normal
 * form merges dimensions, its interval and the GCD of its strides answer most questions, and the
 * rest is a search that stays inside the interval of what follows and steps through residues; for
 * an RCSLMAD at most one value is left per variable. UNKNOWN after LMAD_SEARCH_CAP nodes or on
 * overflow. */
enum tri equation_solve(const struct equation *e, int64_t *x);

#endif
