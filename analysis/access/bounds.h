/* Bounds checks hoisted out of nests. */
#ifndef PYCC_ANALYSIS_BOUNDS_H
#define PYCC_ANALYSIS_BOUNDS_H

#include "analysis.h"
#include "range.h"

/* Fills fp->hoisted and fp->negative for the INDEX statements of the nest, and nest->checks. Every
 * INDEX whose interval over the nest is known is hoisted, but for conditional ones whose condition
 * may be what keeps them in range: those only when the condition bounds the interval, when the same
 * check is made anyway, or when the array is written in a parallel nest (a wrapped index would make
 * its verdict worthless). */
void bounds_hoist(struct scope *sc, struct func_plan *fp, struct nest *nest);

#endif
