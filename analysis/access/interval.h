/* Intervals of index expressions over a whole nest. */
#ifndef PYCC_ANALYSIS_INTERVAL_H
#define PYCC_ANALYSIS_INTERVAL_H

#include "range.h"

struct interval {
    struct value least, greatest;
};

/* The interval of e at position pos, from the forms and conditions known (sc->bounds). Where e has
 * no form: through min, max, %, //, >>, &, abs, sums and conditional expressions of what has one.
 * False when e is not bounded so. For e % m the interval is below 0 when m is not above 0. */
bool interval_of(struct scope *sc, struct texpr *e, int pos, struct interval *out);

#endif
