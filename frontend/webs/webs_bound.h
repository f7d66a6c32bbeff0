/* What statements bind. */
#ifndef PYCC_WEBS_BOUND_H
#define PYCC_WEBS_BOUND_H

#include "parse.h"

/* A name that is bound: by a def, or by anything else. */
typedef void webs_see(void *context, const char *name, bool def);

/* What the targets of an assignment, and what a block, bind in their function. */
void webs_bound_target(const struct expr *target, webs_see *see, void *context);
void webs_bound_block(const struct block *b, webs_see *see, void *context);

#endif
