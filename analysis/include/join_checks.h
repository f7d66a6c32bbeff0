/* Short rows check their indices where they are read. */
#ifndef PYCC_JOIN_CHECKS_H
#define PYCC_JOIN_CHECKS_H

#include "arena.h"
#include "tir.h"

/* Rewrites every function of the module in place, behind the pass expand: in bodies of parallel
 * loops, a loop that checks indices and the reduction that reads there are one loop too, for rows
 * of few elements. New nodes go to a. */
void join_checks(struct arena *a, struct tmodule *m);

#endif
