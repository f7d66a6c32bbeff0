/* Assignment expressions, `(n := f(x)) > 3`, as statements before the one they stand in. */
#ifndef PYCC_NAMED_H
#define PYCC_NAMED_H

#include "sugar.h"

/* In a block and the blocks in it; names are not resolved yet. What is evaluated before the
 * assignment is kept in variables of its own, so that the order stays. Those behind
 * `and` and `or` and in branches of conditional expressions stand in branches of `if`; what else is
 * not always evaluated (in chains of comparisons) stays, and is refused later. */
void named_block(struct sugar *g, struct block *b);

#endif
