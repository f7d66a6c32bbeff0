/* The primitives of the schedule. Private to it. `reorder` is for serial loops that stand directly
 * in one another; the others make forms of a loop of step 1 that vectorises.
 *
 * reorder        for i: for j  ->  for j: for i
 * accumulators   s += x  ->  s += x, s_2 += x', ...; s = (s + s_2) + (s_3 + s_4)
 * split          for i   ->  for blocks of i: for i in the block
 * version        for i   ->  if hi - lo <= 16: for i, in order; else: for i */
#ifndef PYCC_FORM_H
#define PYCC_FORM_H

#include "rewrite.h"
#include "schedule.h"
#include "vars.h"

struct former {
    struct arena *a;
    const struct tmodule *m;
    struct func_plan *fp;        /* a copy, of which func and the tables grow */
    const struct loop_plan *p;   /* of the loop at hand */
    struct tvar *lo, *hi;        /* its range */
    struct new_vars vars;        /* of its func */
    VEC(struct loop_plan) loops; /* of the function, old and new */
    VEC(int) origin;             /* by new stmt id: the one that it stems from */
};

struct form_block {
    VEC(struct tstmt *) s;
};

/* From now on m is about the loop with this plan: it has a range of its own. */
void form_begin(struct former *m, const struct loop_plan *p);

/* The loop itself, over the range. */
void form_plain(struct former *m, struct form_block *to);

/* As n = 2 ** bits streams that advance together, each with its own accumulators, where the range
 * is long enough for it; then what they leave. The order of the operations depends on the range
 * only, and accumulators that see fewer values round less. */
void form_accumulators(struct former *m, int bits, struct form_block *to);

/* v = v or x, v = v and x: in blocks of n iterations, up to the one that decides v. Its flag has
 * the width of what x loads, so that a vector of comparisons needs no narrowing. */
void form_search(struct former *m, struct texpr *x, int n, struct form_block *to);

/* n loops that stand directly in one another, outermost first, in another order: at[k] is the
 * number of the one at depth k. New loops with their old numbers; each that is at another depth has
 * as its source the one that stood there, for the exact variant runs in the order of the source. */
struct tstmt *form_reorder(struct arena *a, struct tstmt *const *loop, const int *at, int n);

/* Up to so many iterations run in order, those of FORM_EXACT with their number known to the C
 * compiler, any other range as `other`. */
void form_version(struct former *m, int few, struct form_block *other, struct form_block *to);

#endif
