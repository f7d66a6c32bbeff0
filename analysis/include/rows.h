/* The pass that offers the analysis loops over rows as parallel ones. */
#ifndef PYCC_ROWS_H
#define PYCC_ROWS_H

#include "arena.h"
#include "tir.h"

/* Before array statements become loops: a serial FOR around statements on vectors gets a copy,
 *
 *     if stop >= start + ROWS_PARALLEL and ...: FOR (tried) ... else: the FOR as it was
 *
 * which the analysis makes parallel or takes away (rows_settle in passes.h); and a parallel FOR
 * around parallel ones one for few, `if stop <= start + ROWS_FEW: FOR (serial) else: the FOR`,
 * or becomes serial, as the function's schedule has it. New nodes go to a. */
void rows_run(struct arena *a, struct tmodule *m);

#endif
