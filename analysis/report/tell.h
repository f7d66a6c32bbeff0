/* What became of each loop, in words: made once here, printed for people and for Python. */
#ifndef PYCC_ANALYSIS_TELL_H
#define PYCC_ANALYSIS_TELL_H

#include "analysis.h"

enum tone { TONE_PLAIN, TONE_GOOD, TONE_COST, TONE_ADVICE };

/* One line under a loop: "vector", "no: it calls length()". */
struct told_note {
    const char *label;
    enum tone tone;
    const char *text;
};

struct told_loop {
    const struct loop_plan *plan;
    const struct nest *nest; /* when the loop is its root, else NULL */
    const bool *direct; /* of a nest, by var id: arrays of which it accesses elements by their own
                           name, not only through views */
    const bool *unit;   /* of those: which need their contiguous axis to be contiguous */
    int line, depth;    /* depth: loops around it in the function */
    const char *text;   /* the source line, without what is around it */
    enum loop_written written;
    enum { TOLD_SERIAL, TOLD_CHECKED, TOLD_PARALLEL } verdict;
    const char *in_order, *scalar; /* why it does not run in parallel, is not vectorised; or NULL */
    const char *advice;            /* the first one, or NULL */
    VEC(struct told_note) notes;   /* the first says what became of it */
};

struct told {
    const struct func_plan *fp;
    const char *signature; /* "f(a: f64[:, :], n: int) -> None" */
    int line;
    VEC(struct told_loop) loops; /* in source order */
};

struct told *tell_function(struct arena *a, const struct plan *p, const struct func_plan *fp);

/* ---- explain.c */

/* Functions in source order; the instances of one definition follow one another. */
struct tell_groups {
    struct tfunc **func;
    int n;
};

/* Those of a name, or all when it is NULL. */
struct tell_groups tell_groups(struct arena *a, const struct plan *p, const char *function);

/* ---- reasons.c: words for what the analysis found */

/* Why a prange loop runs as it does; what is combined over its iterations: "" or more of the same
 * sentence. */
const char *reason_text(struct arena *a, const struct func_plan *fp, const struct loop_plan *p);
const char *combined_text(struct arena *a, const struct func_plan *fp, const struct loop_plan *p);

/* "`all` by +", or "y[0] by +, y[1] by max". */
const char *element_reduction_text(struct arena *a, const struct element_reduction *r,
                                   const char *all);

/* What is in the way of vectorisation; what would help, or NULL. */
const char *obstacle_text(struct arena *a, const struct obstacle *o);
const char *obstacle_advice(struct arena *a, const struct obstacle *o);

/* ---- tell_nest.c */

struct teller {
    struct arena *arena;
    const struct plan *plan;
    const struct func_plan *fp;
    struct told *told;
};

void tell_note(struct teller *t, struct told_loop *l, const char *label, enum tone tone,
               const char *text);

/* The notes of a nest's root on checks, memory, overlap and exceptions. */
void tell_nest(struct teller *t, struct told_loop *l);

#endif
