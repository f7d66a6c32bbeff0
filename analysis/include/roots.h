/* The pass that shows divisors as the square roots that they are. */
#ifndef PYCC_ROOTS_H
#define PYCC_ROOTS_H

#include "arena.h"
#include "tir.h"

/* Rewrites the functions in place: x / d becomes x / sqrt(y) where d is a variable that sqrt(y) is
 * assigned to, used for nothing but divisions. */
void roots_run(struct arena *a, struct tmodule *m);

#endif
