/* Rows of several lengths in the loops of functions for a device. */
#ifndef PYCC_CUT_ROWS_H
#define PYCC_CUT_ROWS_H

#include "arena.h"
#include "tir.h"

/* Rewrites the functions of the module that may run on a device, in place: a row that is cut out of
 * an array in a loop, from one element of another array to the next, is read as the array itself,
 * as kernels do. New nodes go to a. */
void cut_rows(struct arena *a, struct tmodule *m);

#endif
