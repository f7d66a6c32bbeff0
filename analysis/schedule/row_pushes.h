/* Sums over what earlier iterations have stored, spread by who stores it. */
#ifndef PYCC_ANALYSIS_ROW_PUSHES_H
#define PYCC_ANALYSIS_ROW_PUSHES_H

#include "tir.h"
#include "vars.h"

/* The FOR `loop`, of elements (row_elements.h), as statements that add each term of its sum as soon
 * as its element is there: `to`. Variables from `first` on are the loop's own. Returns cond and
 * under what it then does what it did; NULL, with nothing changed: it is none of those. New nodes
 * go to a. */
struct texpr *row_pushes(struct arena *a, struct tmodule *m, struct new_vars *vars, int first,
                         struct tstmt *loop, struct texpr *cond, struct tblock *to);

#endif
