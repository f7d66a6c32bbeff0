/* Array statements, and what may stand in a region with them. */
#ifndef PYCC_ANALYSIS_FUSE_WALK_H
#define PYCC_ANALYSIS_FUSE_WALK_H

#include "facts.h"
#include "rewrite.h"

/* The array statements: MAP and REDUCE. */
bool fuse_is_array(const struct tstmt *s);

/* May s stand in a region? */
bool fuse_may_stand(const struct tstmt *s);

struct tspace *fuse_space(struct tstmt *s);

/* A REDUCE along the last axis alone of several, to an array? */
bool fuse_reduces_rows(const struct tstmt *s);

#endif
