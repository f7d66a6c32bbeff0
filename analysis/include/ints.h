/* The pass `ints`: which operations on Python ints cannot leave 64 bits. */
#ifndef PYCC_INTS_H
#define PYCC_INTS_H

#include "tir.h"

/* Takes the CHECKs of FITS that always hold out of all functions, by the interval in which each
 * integer variable of a function stays. */
void ints_run(struct tmodule *m);

#endif
