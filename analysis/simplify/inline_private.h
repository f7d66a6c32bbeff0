/* Shared by the files of the pass inline. */
#ifndef PYCC_ANALYSIS_INLINE_PRIVATE_H
#define PYCC_ANALYSIS_INLINE_PRIVATE_H

#include "fuse_region.h"

struct inline_list {
    VEC(struct tstmt *) s;
};

/* May s stand in a function whose calls are replaced: is it a statement that a region may hold, or
 * an item taken out of a tuple? */
bool inline_may_stand(const struct tstmt *s);

/* Tuples that are made once, of values, become variables, one for each item: what is taken out of
 * them is that. ff: without facts; ids are dense. */
void inline_split_tuples(struct arena *a, struct fuse_function *ff);

#endif
