/* The passes over functions and nests that plan.c puts in order. */
#ifndef PYCC_ANALYSIS_PASSES_H
#define PYCC_ANALYSIS_PASSES_H

#include "vars.h"
#include "verdict.h"

/* ---- nest_find.c */

/* Finds the nests of a function in source order and fills root, parallel and nest_of_stmt. apart,
 * by stmt id or NULL: serial loops that shall not be nests, for those in them to be. */
void nest_discover(struct arena *a, const struct facts *f, struct func_plan *fp, const bool *apart);

/* Fills in, out, local and the variables of arrays. */
void nest_variables(struct arena *a, const struct facts *f, const struct live *live,
                    struct nest *nest);

/* Are all arrays that the nest writes made by the function, so that nobody sees them when it
 * raises?
 */
bool nest_writes_own(const struct facts *f, const struct nest *nest);

/* Fills read and written of arrays, and disjoint. */
void nest_arrays(struct scope *sc, const struct access_list *list, struct nest *nest);

/* ---- iterations.c */

/* Do iterations of a parallel loop differ in length, by its counter? */
bool loop_is_triangular(struct scope *sc, struct tstmt *loop);

/* Does a reduction ask for the order of the iterations? */
bool loop_is_ordered(const struct loop_plan *l);

/* How many perfectly nested rectangular pranges run as one index space. */
int nest_collapsible(struct scope *sc, const struct func_plan *fp, const struct nest *nest);

/* ---- interchange.c */

struct interchange_task {
    struct arena *keep; /* of the module: the TIR's, and of what is said */
    struct scope *sc;
    const struct live *live;
    const struct access_list *list;
    const struct summary *summaries;
    const struct analysis_options *options;
    const struct func_plan *fp;
    const struct loop_exchange **said; /* by loop id: of loops that could be exchanged, what became
                                          of it */
    struct tstmt **instead;            /* by stmt id: of the outermost one, exchanged */
    bool *any;                         /* set where there is one */
};

/* Serial loops of the nest that stand directly in one another, in the order of the smallest
 * innermost strides, where that is legal. */
void interchange_nest(const struct interchange_task *t);

/* The function with these loops. */
struct tfunc *interchange_done(struct arena *a, const struct tfunc *f,
                               struct tstmt *const *instead);

/* Does e have the same value all through the loop? */
bool expr_fixed(const struct scope *sc, struct texpr *e, const struct tstmt *loop);

/* ---- blocks.c */

enum { BLOCKS_FAR = 4 };

/* Is it a loop, in no parallel one, with stores in two loops inside of it? */
bool blocks_may(const struct facts *f, const struct stmt_fact *at);

/* A choice of the root of the nest and of what runs it in blocks, or in two; NULL: it is none that
 * can be. far: receives the n <= BLOCKS_FAR loops in there that are for tiles. Of the task, said,
 * instead and any are not looked at. */
struct tstmt *blocks_make(const struct interchange_task *t, struct new_vars *vars,
                          struct nest *nest, struct tstmt **far, int *n);

/* ---- work.c */

/* The estimate of nest->work. */
struct texpr *work_estimate(struct scope *sc, const struct nest *nest);
/* Rows of different lengths that its iterations go through; NULL: there are none. */
struct nest_rows *work_rows(struct scope *sc, const struct nest *nest);

/* ---- tile.c */

/* Fills nest->tile, in an arena that lives as long as the plan. */
void tile_find(struct arena *keep, struct scope *sc, const struct access_list *list,
               const struct func_plan *fp, struct nest *nest);

/* ---- sweeps.c */

/* Fills nest->sweep, in an arena that lives as long as the plan; behind tile_find. */
void sweep_find(struct arena *keep, struct scope *sc, const struct access_list *list,
                const struct func_plan *fp, struct nest *nest, bool bounds);

/* Serial nests that may be time loops around sweeps, by stmt id; NULL: there are none. */
bool *sweeps_candidates(const struct facts *f, const struct func_plan *fp);

/* Fills `steps` of loops, when all nests have been looked at; other nests lose their sweep. */
void sweeps_join(const struct facts *f, struct func_plan *fp);

/* ---- keep.c: from the arena of a function to that of the module */

void keep_plan(struct arena *a, struct func_plan *fp);

/* Names of variables live with them. NULL stays NULL. */
const struct witness *keep_witness(struct arena *a, const struct witness *from);

/* What callers translate: kinds, variables and axes of atoms, nothing of their ranges. */
void keep_effects(struct arena *a, struct summary *s);

/* ---- owns.c: fills fp->owns, fp->lent and fp->fresh */

void owns_decide(const struct facts *f, const struct summary *summaries, struct func_plan *fp);

/* ---- versions.c: fills fp->versions; work is cleared */

void versions_decide(struct arena *a, struct arena *work, struct func_plan *fp);

/* ---- strided.c: fills fp->strided, fp->backward and fp->flat */

void strided_decide(const struct facts *f, struct func_plan *fp);

#endif
