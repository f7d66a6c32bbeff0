/* The pass that splits loops at the one iteration that others depend on. */
#ifndef PYCC_PIVOTS_H
#define PYCC_PIVOTS_H

#include "arena.h"
#include "tir.h"

/* Rewrites the functions in place: the range of an innermost serial loop that writes elements
 * walked by its counter, and reads one where the counter of a loop around stands instead, becomes
 * that before this iteration, it alone, and that behind it. */
void pivots_run(struct arena *a, struct tmodule *m);

#endif
