/* Views that no turn of a loop changes go before it. */
#ifndef PYCC_HOIST_VIEWS_H
#define PYCC_HOIST_VIEWS_H

#include "arena.h"
#include "tir.h"

/* Rewrites every function of the module in place, behind the pass expand: in loops around parallel
 * loops. New nodes go to a. */
void hoist_views(struct arena *a, struct tmodule *m);

#endif
