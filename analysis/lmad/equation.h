/* equation.h - one equality of a program over the box of its variables, private to this folder. */
#ifndef PYCC_LMAD_EQUATION_H
#define PYCC_LMAD_EQUATION_H

#include "lmad.h"

#define EQUATION_VARS (2 * LMAD_MAX_RANK + 4)

/* Has the equality in this row a solution with low[v] <= x[v] <= high[v], where no bound is open?
 * YES puts it into x, for the variables of the row. The set of left-hand sides is a descriptor: its
 * normal form merges dimensions, its interval and the GCD of its strides answer most questions, and
 * the rest is a search that stays inside the interval of what follows and steps through residues;
 * for an RCSLMAD at most one value is left per variable. UNKNOWN after LMAD_SEARCH_CAP nodes or on
 * overflow. */
enum tri equation_solve(const struct lmad_program *p, int row, const int64_t *low,
                        const int64_t *high, int64_t *x);

#endif
