/* Verdicts about single loops: scalars, array accesses, vectorisation. */
#ifndef PYCC_ANALYSIS_LOOPS_H
#define PYCC_ANALYSIS_LOOPS_H

#include "access.h"
#include "analysis.h"
#include "live.h"
#include "system.h"

/* ---- scalars.c */

enum scalar_trouble { SCALARS_FINE, SCALAR_CARRIED, SCALAR_USED_AFTER };

struct scalar_report {
    VEC(struct reduction) reductions;
    VEC(struct tvar *) privates;
    int troubles;
    enum scalar_trouble trouble; /* the first found, in source order */
    struct tvar *var;
    int read, write; /* positions that show it */
};

/* Sorts the variables assigned in the body of a FOR: written before read in each iteration and dead
 * after the loop (private), combined by one operator (reduction), or trouble. */
struct scalar_report scalars_classify(struct scope *sc, const struct live *live,
                                      const struct tstmt *loop);

/* ---- reduction.c */

/* Does the body of loop only combine v by one operator, never reading it otherwise? */
bool reduction_find(struct scope *sc, const struct tstmt *loop, struct tvar *v,
                    struct reduction *r);

/* Is v, a flag, only ever set to one constant in the body of loop? Then it is `or` or `and`. */
bool reduction_flag(const struct facts *f, const struct tstmt *loop, struct tvar *v,
                    struct reduction *r);

/* The operator that combines partial results of op; OP_COUNT when there is none. */
enum op reduction_combiner(enum op op);

/* May partial results of r be combined in another order: of integers, or where the order is free?
 */
bool reduction_reorders(const struct reduction *r, bool in_parallel, bool fp_strict);

/* Do x and y have one value, with nothing between their two positions that changes what they are
 * made of? As indices of LOADs and STOREs: the same index, or INDEX statements of one. */
bool reduction_same_value(struct scope *sc, struct texpr *x, int at_x, struct texpr *y, int at_y);
bool reduction_same_index(struct scope *sc, struct texpr *x, int at_x, struct texpr *y, int at_y);

/* ---- element.c */

/* Adds the arrays of which elements collide in the loop but are only combined into by one operator
 * to plan->element_reductions. */
void elements_find(struct scope *sc, const struct access_list *list, struct loop_plan *plan);

/* ---- collide.c */

/* Are elements touched by x in one iteration of loop and by y in another iteration of it, all
 * counters around the loop being equal, always different? As a system of linear inequalities over
 * both iterations' counters, under the conditions around (lmad_feasible). Who found out is then in
 * sc->way. */
bool accesses_separated(struct scope *sc, const struct access *x, const struct access *y,
                        struct tstmt *loop);

/* Does x's index of an axis, common to all accesses in the loop's body, differ between any two
 * iterations? Only the loops whose counters are in it are looked at. */
bool axis_separates(struct scope *sc, const struct access *x, int axis, struct tstmt *loop);

/* How an iteration of x stands to one of y in a loop: it comes before it, ... A direction vector
 * has one for each of some loops. */
enum turn { TURN_BEFORE, TURN_SAME, TURN_AFTER, TURN_ANY };

/* The same for two iterations that stand so to each other in loop[0..n-1], which are outermost
 * first, the counters around loop[0] being equal. Their steps are numbers. */
bool iterations_apart(struct scope *sc, const struct access *x, const struct access *y,
                      struct tstmt *const *loop, const enum turn *turn, int n);

/* The counter of one loop in one iteration (0: x's, 1: y's) is below that of another. */
struct counter_order {
    struct tstmt *low;
    int of_low;
    struct tstmt *high;
    int of_high;
};

/* The same for iterations of which that is so as well. */
bool iterations_apart_where(struct scope *sc, const struct access *x, const struct access *y,
                            struct tstmt *const *loop, const enum turn *turn, int n,
                            const struct counter_order *order, int n_order);

/* Do x in one iteration and y in the other happen and touch one element? UNKNOWN: when conditions
 * hold that depend on more than these counters. */
enum tri collision_at(struct scope *sc, const struct access *x, const struct iteration *at_x,
                      const struct access *y, const struct iteration *at_y);

/* Counters of x in one iteration and of y in a later one that touch one element, where the rest
 * fits; all within -bound .. bound. at_x and at_y hold the counters. False when none are found, or
 * *fuel systems have been looked at. */
bool collision_example(struct scope *sc, const struct access *x, struct iteration *at_x,
                       const struct access *y, struct iteration *at_y, int64_t bound, int *fuel);

/* ---- dependence.c */

struct dependence {
    enum verdict verdict;       /* INDEPENDENT, CONFLICT or UNKNOWN */
    const struct why *why;      /* NULL: it is not judged to the end */
    const struct access *a, *b; /* the two accesses; a writes. Same: one statement. NULL if none */
    bool carried;               /* b reads: PY401, else PY402 */
    bool shown; /* why shows two iterations that collide, perhaps under conditions */
    int pos;    /* when a is NULL: where the trouble is */
    VEC(struct loop_answer) answers; /* of a prange loop */
};

/* Can the iterations of a FOR of the nest run in any order, as far as arrays go? Arrays reached by
 * different variables are taken as disjoint (nest->disjoint). */
struct dependence dependence_test(struct scope *sc, const struct access_list *list,
                                  struct tstmt *loop);

/* The same for all arrays but those that the loop reduces into. */
struct dependence dependence_test_others(struct scope *sc, const struct access_list *list,
                                         const struct loop_plan *plan);

/* The same for one root only. */
bool root_independent(struct scope *sc, const struct access_list *list, struct tstmt *loop,
                      struct tvar *root);

/* ---- witness.c */

/* Two iterations of loop that touch one element through x and y; NULL when none of the
 * first few does, as far as the forms tell. *maybe: there are conditions around that depend on more
 * than the counters, and have to hold. */
const struct witness *witness_find(struct scope *sc, const struct access *x, const struct access *y,
                                   struct tstmt *loop, bool *maybe);

/* Two iterations of loop the first of which reaches one statement and the later one the other,
 * whatever conditions depend on: of no array; NULL when none are found. */
const struct witness *witness_carried(struct scope *sc, int first, int later, struct tstmt *loop);

/* Two iterations of the loops, n <= WITNESS_LOOPS, outermost first, that touch one element through
 * x and y, x's being earlier in loop a and later in loop b; NULL when none is found. */
const struct witness *witness_turned(struct scope *sc, const struct access *x,
                                     const struct access *y, struct tstmt *const *loop, int n,
                                     int a, int b);

/* ---- simd.c */

/* Fills simd, speculate, obstacle, and for serial loops the reductions and privates simd
 * relies on. */
void simd_decide(struct scope *sc, const struct live *live, const struct access_list *list,
                 struct func_plan *fp, struct loop_plan *plan, bool fp_strict);

/* ---- lanes.c */

/* Finds such loops among a loop of the nest and those directly inside one another. Fills lanes,
 * in_lanes of the loops inside, and the privates this relies on; after simd_decide. */
void lanes_find(struct scope *sc, const struct live *live, const struct access_list *list,
                struct func_plan *fp, const struct tstmt *loop);

/* ---- hints.c: for --explain */

/* Why a loop that holds this statement, or this dependence, is not vectorised. */
struct obstacle obstacle_statement(struct scope *sc, const struct tstmt *s);
struct obstacle obstacle_dependence(struct scope *sc, const struct dependence *d,
                                    struct tstmt *loop);

/* Are the iterations of a serial FOR independent, with nothing to combine? */
bool loop_could_run_apart(struct scope *sc, const struct live *live, const struct access_list *list,
                          struct tstmt *loop);

/* Fills far, and could_prange of the outermost serial loops of a nest that is not parallel. */
void hints_nest(struct scope *sc, const struct live *live, const struct access_list *list,
                const struct nest *nest, struct func_plan *fp);

#endif
