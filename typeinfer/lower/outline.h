/* What try statements guard becomes functions. */
#ifndef PYCC_OUTLINE_H
#define PYCC_OUTLINE_H

#include "lower.h"

/* Each IF that catches, in the function being lowered, whose body is complete, becomes a CALL of a
 * new function, which is added to lw->outlined. Statements are to be numbered anew then. */
void lower_outline(struct lower *lw);

#endif
