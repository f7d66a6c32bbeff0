/* The pass between lowering and analysis that turns array statements into loops. */
#ifndef PYCC_EXPAND_H
#define PYCC_EXPAND_H

#include "arena.h"
#include "tir.h"

/* Replaces every MAP and REDUCE of the module, in place. New nodes go to a. */
void expand_run(struct arena *a, struct tmodule *m);

#endif
