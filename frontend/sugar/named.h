/* Assignment expressions, `(n := f(x)) > 3`, as statements before the one they stand in. */
#ifndef PYCC_NAMED_H
#define PYCC_NAMED_H

#include "sugar.h"

/* In a block and the blocks in it; names are not resolved yet. What is evaluated before the
 * assignment is kept in variables of its own, so that the order stays. Those that are not always
 * evaluated, or more than once (behind `and`, in branches of conditional expressions, in
 * comprehensions) stay, and are refused later. */
void named_block(struct sugar *g, struct block *b);

#endif
