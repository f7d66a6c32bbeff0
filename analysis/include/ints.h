/* The pass `ints`: which operations on Python ints cannot leave 64 bits. */
#ifndef PYCC_INTS_H
#define PYCC_INTS_H

#include "tir.h"

/* Takes the CHECKs of FITS that always hold out of all functions, by the interval in which each
 * integer variable of a function stays, and those that loops begin with and never change out of
 * these. */
void ints_run(struct arena *a, struct tmodule *m);

#endif
