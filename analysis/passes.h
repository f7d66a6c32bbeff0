/* The passes over functions and nests that plan.c puts in order. */
#ifndef PYCC_ANALYSIS_PASSES_H
#define PYCC_ANALYSIS_PASSES_H

#include "loops.h"

/* ---- summary.c: what calls do, for all functions, through recursion */

struct summary *summary_compute(struct arena *a, const struct tmodule *m);

/* ---- nest.c */

/* Finds the nests of a function in source order and fills root, parallel and nest_of_stmt. */
void nest_discover(struct arena *a, const struct facts *f, struct func_plan *fp);

/* Fills in, out, local and the variables of arrays. */
void nest_variables(struct arena *a, const struct facts *f, const struct live *live,
                    struct nest *nest);

/* Fills read and written of arrays, and disjoint. */
void nest_arrays(struct scope *sc, const struct access_list *list, struct nest *nest);

/* ---- verdict.c */

/* Fills verdict, reason, reductions and privates of a prange loop; reports what is refused. */
void verdict_decide(struct scope *sc, const struct live *live, const struct access_list *list,
                    struct loop_plan *plan, struct diag *d);

/* ---- work.c */

/* The estimate of nest->work. */
struct texpr *work_estimate(struct scope *sc, const struct nest *nest);

/* ---- owns.c: fills fp->owns */

void owns_decide(const struct facts *f, struct func_plan *fp);

#endif
