/* The pass that makes one product of those of a loop. */
#ifndef PYCC_BATCHES_H
#define PYCC_BATCHES_H

#include "arena.h"
#include "tir.h"

/* Rewrites the functions in place: before a loop whose turns multiply one row or column of a matrix
 * after the other with a matrix, neither of which the loop changes, stands the product of both,
 * made where the loop has turns enough; then the turns copy what they need of it. */
void batches_run(struct arena *a, struct tmodule *m);

#endif
