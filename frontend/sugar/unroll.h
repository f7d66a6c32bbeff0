/* Loops over tuples and lists that are written out: their iterations one after the other. */
#ifndef PYCC_UNROLL_H
#define PYCC_UNROLL_H

#include "sugar.h"

/* The constant that a name means outside the function, NULL when it means anything else. */
typedef const struct expr *unroll_constant(void *context, const struct expr *name);

/* Do the statements assign the name? */
bool unroll_binds(const struct block *b, const char *name);

/* Replaces, in a block and the blocks in it, each `for` over a tuple or list display, a module's
 * constant tuple, or enumerate() and zip() of these, by its iterations. Names are not resolved
 * yet. Loops that would become too long, and those that define functions, are left alone. */
void unroll_block(struct sugar *g, struct block *b, unroll_constant *constant, void *context);

/* The number of items of a tuple of several types that inference has met where a loop goes through
 * it, enumerate() or zip() of it; 0: it has met none. */
int unroll_mixed(const struct sugar *g, const struct expr *e);

#endif
