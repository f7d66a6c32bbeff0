/* The pass `tail`: procedures of Copperhead that end by calling themselves are loops. */
#ifndef PYCC_TAIL_H
#define PYCC_TAIL_H

#include "arena.h"
#include "tir.h"

/* Rewrites such procedures in place, before other passes; those that call themselves in no other
 * way are not recursive any more. New nodes go to a. */
void tail_run(struct arena *a, struct tmodule *m);

#endif
