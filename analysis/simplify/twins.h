/* Variables of a copy's own. */
#ifndef PYCC_TWINS_H
#define PYCC_TWINS_H

#include "facts.h"
#include "vars.h"

/* What the loop alone assigns and reads has a twin in its copy: own, by id of the n variables there
 * were, or NULL for what both share. */
void twins_of(struct arena *a, const struct facts *facts, struct new_vars *vars,
              const struct tstmt *loop, int n, struct tvar **own);

#endif
