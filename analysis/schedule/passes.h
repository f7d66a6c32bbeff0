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

/* Are all arrays that the nest writes made by the function, so that nobody sees them when it
 * raises?
 */
bool nest_writes_own(const struct facts *f, const struct nest *nest);

/* Fills read and written of arrays, and disjoint. */
void nest_arrays(struct scope *sc, const struct access_list *list, struct nest *nest);

/* ---- interchange.c */

struct interchange_task {
    struct arena *keep; /* of the module: the TIR's, and of the words */
    struct scope *sc;
    const struct live *live;
    const struct access_list *list;
    const struct summary *summaries;
    const struct analysis_options *options;
    const struct func_plan *fp;
    const char **words; /* by loop id: of loops that could be exchanged, what became of it */
};

/* Puts serial loops of the nest that stand directly in one another into the order of the smallest
 * innermost strides, where that is legal. Facts are stale then. */
void interchange_nest(const struct interchange_task *t);

/* Takes back what an earlier analysis of the same TIR did. */
void interchange_undo(struct arena *a, const struct tblock *block);

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

/* Fills verdict, reason, reductions and privates of a prange loop, and the question of the nest
 * when it is its root; reports what is refused. */
void verdict_decide(const struct verdict_task *t, struct loop_plan *plan);

/* ---- question.c: what is left for the call */

/* The question whether iterations of the nest's root, whose plan this is, collide, as
 * dependence_test left it open. NULL when the call could not answer it: *why says why in words. */
struct nest_question *question_open(const struct verdict_task *t, const struct loop_plan *plan,
                                    const char **why);

/* What the call does, in words. */
const char *question_reason(struct arena *a, const struct nest_question *q);

/* ---- lists.c */

/* The statement of the nest that makes a list of scalars or arrays, which nothing else stands for
 * at pos; NULL: it may be any. */
struct tstmt *list_maker(const struct scope *sc, const struct tvar *list, int pos);

/* Has the nest made all lists of arrays that it touches, and does it put into them only what
 * list_put tells? `all` is the summaries, by function. */
bool list_in_sight(const struct scope *sc, const struct summary *all);

/* The array, of the element type and rank of `type`, that s puts into a list, or NULL. */
struct texpr *list_put(const struct tstmt *s, const struct ty *type);

/* Does `put`, which puts an array into a list, do so once in the lives of all lists of arrays of
 * the nest: are they made in the turns of the loop that it stands in? */
bool list_same_turn(const struct scope *sc, const struct tstmt *put);

/* Reports list parameters that a function which Python calls changes. */
void lists_check_export(const struct tfunc *f, const struct summary *s, struct diag *d);

/* Reports a prange loop that changes a list its iterations share. */
bool lists_refuse(const struct verdict_task *t, struct loop_plan *plan);

/* ---- slice.c */

/* Fills keep, look, needed and shadow: open is by index into the list of accesses. False, with
 * *why, when an inspector would need what the nest itself computes. */
bool slice_inspector(const struct verdict_task *t, const bool *open, struct nest_question *q,
                     const char **why);

/* ---- table.c */

/* The table of n accesses with the FOR loops around them, outermost first. NULL when one is not
 * affine, or what the library holds does not suffice. */
struct access_table *table_build(struct scope *sc, struct access *const *x, int n,
                                 struct tstmt *const *loop, int n_loops);

/* The loops of the nest that a table can have, outermost first: those whose bounds are affine in
 * the counters of such loops. loop has room for LMAD_MAX_RANK. Returns how many. */
int table_loops(struct scope *sc, struct tstmt **loop);

/* The table of all affine accesses of a nest, for reading. */
struct access_table *table_of_nest(struct scope *sc, const struct access_list *list);

/* The table of the affine accesses of a nest for devices: those of the same elements share a row.
 * use: enum lmad_use of each access; row: receives its row, -1 for those left out. The symbols of
 * addresses come first. NULL when the library cannot hold it. */
struct access_table *table_of_device(struct scope *sc, const struct access_list *list,
                                     const int *use, int *row);

/* The symbol that is an extent of an array defined outside the nest. */
int table_add_extent(struct scope *sc, struct access_table *t, struct tvar *array, int axis);

/* ---- device.c */

/* A nest of a function marked @pycc.gpu whose other fields are filled in. */
struct device_task {
    struct scope *sc;
    const struct live *live;
    const struct access_list *list;
    const struct analysis_options *options;
    const struct plan *plan; /* of functions before this one */
    const struct func_plan *fp;
    const struct nest *nest;
};

/* What the nest is on a device, or why it is left to OpenMP. */
struct device_plan *device_decide(const struct device_task *t);

/* ---- device_space.c */

/* Fills dims, dim, inside and body. NULL, or why there is no index space, in words. */
const char *device_find_space(const struct device_task *t, struct device_plan *d);

/* Does a FOR take the same range however often the nest runs it? */
bool device_bounds_known(struct scope *sc, const struct tstmt *loop);

/* ---- work.c */

/* The estimate of nest->work. */
struct texpr *work_estimate(struct scope *sc, const struct nest *nest);

/* ---- keep.c: from the arena of a function to that of the module */

void keep_plan(struct arena *a, struct func_plan *fp);

/* What callers translate: kinds, variables and axes of atoms, nothing of their ranges. */
void keep_effects(struct arena *a, struct summary *s);

/* ---- owns.c: fills fp->owns */

void owns_decide(const struct facts *f, struct func_plan *fp);

/* ---- strided.c: fills fp->strided and fp->flat */

void strided_decide(const struct facts *f, struct func_plan *fp);

#endif
