/* Verdicts on the prange loops of a nest, and the question that is left for the call. */
#ifndef PYCC_ANALYSIS_VERDICT_H
#define PYCC_ANALYSIS_VERDICT_H

#include "loops.h"

/* ---- verdict.c */

/* A nest whose prange loops are judged. */
struct verdict_task {
    struct scope *sc;
    const struct live *live;
    const struct access_list *list;
    const struct summary *summaries;
    const struct analysis_options *options;
    struct nest *nest;
    struct diag *diag;
};

/* Fills verdict, reason, arrays, reductions and privates of a prange loop, and the question of the
 * nest when it is its root; reports what is refused. */
void verdict_decide(const struct verdict_task *t, struct loop_plan *plan);

/* ---- question.c: what is left for the call */

/* The question whether iterations of the nest's root, whose plan this is, collide, as
 * dependence_test left it open. NULL when the call could not answer it: *why says why. */
struct nest_question *question_open(const struct verdict_task *t, const struct loop_plan *plan,
                                    const struct why **why);

/* ---- slice.c */

/* Fills keep, look, needed and shadow: open is by index into the list of accesses. False, with
 * *why, when an inspector would need what the nest itself computes. */
bool slice_inspector(const struct verdict_task *t, const bool *open, struct nest_question *q,
                     const struct why **why);

#endif
