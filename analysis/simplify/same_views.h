/* Views that are made twice. */
#ifndef PYCC_SAME_VIEWS_H
#define PYCC_SAME_VIEWS_H

#include "arena.h"
#include "tir.h"

/* Rewrites f in place: a temporary that shows what an earlier view of its block does is gone, and
 * the earlier one stands for it. So are copies that are kept apart from the same array while
 * nothing is written. New nodes go to a, tables to work. */
void same_views(struct arena *a, struct arena *work, struct tfunc *f);

#endif
