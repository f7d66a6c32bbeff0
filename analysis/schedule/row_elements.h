/* Statements on vectors in a copied loop as loops over elements of whole arrays. */
#ifndef PYCC_ANALYSIS_ROW_ELEMENTS_H
#define PYCC_ANALYSIS_ROW_ELEMENTS_H

#include "arena.h"
#include "tir.h"

/* Is it a loop that row_elements rewrites? Types go to a, tables to work. */
bool row_elements_fit(struct arena *a, struct arena *work, struct tmodule *m, const struct tfunc *f,
                      struct tstmt *loop);

/* Rewrites the FOR `loop` in place, if it can: views in it go, MAPs and REDUCEs become loops.
 * Variables from `first` on are the loop's own. Returns cond and under what it then does what it
 * did, of what is known before it; NULL, with nothing changed: it is not that plain. New nodes go
 * to a, tables to work. */
struct texpr *row_elements(struct arena *a, struct arena *work, struct tmodule *m,
                           const struct tfunc *f, int first, struct tstmt *loop,
                           struct texpr *cond);

#endif
