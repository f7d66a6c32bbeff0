/* The pass after lowering that puts the statements of small functions where they are called. */
#ifndef PYCC_INLINE_H
#define PYCC_INLINE_H

#include "arena.h"
#include "tir.h"

/* A call whose place the statements of its callee have taken. */
struct inlined_call {
    const struct tfunc *caller, *callee;
    struct span at; /* the call */
};

struct inlining {
    VEC(struct inlined_call) call;
};

/* Rewrites the functions of the module in place: a call that stands among array statements or
 * only makes an array, of a function without control flow, becomes the callee's statements on
 * variables of their own; so does a call in an explicit parallel loop whose writes no intervals of
 * elements describe, one of a small function on scalars and elements in any loop, and any call in a
 * procedure of Copperhead, of its primitives and lambdas. What nobody calls any more is gone. The
 * result and new nodes live in a. */
struct inlining *inline_run(struct arena *a, struct tmodule *m);

#endif
