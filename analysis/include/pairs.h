/* The pass that has products of one matrix computed together. */
#ifndef PYCC_PAIRS_H
#define PYCC_PAIRS_H

#include "arena.h"
#include "tir.h"

/* Fills the field `pair` of MATMULs: a FIRST may wait for the SECOND that every path leads to next,
 * since nothing on the way reads what it writes or changes what it reads. */
void pairs_run(struct arena *a, struct tmodule *m);

#endif
