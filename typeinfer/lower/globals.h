#ifndef PYCC_GLOBALS_H
#define PYCC_GLOBALS_H

#include "lower.h"

/* All functions are lowered, each with the variables of modules that it names itself as its last
 * parameters; calls do not give them yet. Afterwards functions have those of what they call, too,
 * and calls give them. What only said which types such variables have is taken out. */
void lower_globals(struct lower *lw);

#endif
