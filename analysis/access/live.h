/* Liveness around loops: which variables a loop's body reads before it writes them, and which of
 * those it writes are read after it. */
#ifndef PYCC_ANALYSIS_LIVE_H
#define PYCC_ANALYSIS_LIVE_H

#include "facts.h"

/* Variables by ascending id. */
struct var_list {
    VEC(int) id;
};

struct live {
    struct var_list
        *exposed;           /* by loop id: may be read in an iteration before it is written there */
    struct var_list *after; /* by loop id: of all variables, those read after the loop */
};

/* One pass up that finds exposed, one pass down for after; linear but for bit sets over the
 * variables per loop and IF. */
struct live *live_compute(const struct facts *f);

bool var_listed(const struct var_list *l, const struct tvar *v);

#endif
