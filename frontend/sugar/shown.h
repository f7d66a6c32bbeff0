/* Whether a program sees a value as a whole, or its items only. */
#ifndef PYCC_SHOWN_H
#define PYCC_SHOWN_H

#include "ast.h"

/* Are the items of what the name holds all that the statements look at: in `for`, by an index,
 * behind `in`, as an argument of list, sum, len and their like? Names are not resolved; `except` is
 * not looked at, or NULL. */
bool shown_items_only(const struct block *b, const char *name, const struct stmt *except);

#endif
