/* Shared by the files of the pass inline. */
#ifndef PYCC_ANALYSIS_INLINE_PRIVATE_H
#define PYCC_ANALYSIS_INLINE_PRIVATE_H

#include "fuse_region.h"
#include "inline.h"

struct inline_list {
    VEC(struct tstmt *) s;
};

/* What is known of a function. */
struct inlinable {
    bool plain;
    int statements, arrays; /* with those of its callees */
    bool makes;             /* it makes an array and has no array statements */
    bool copied; /* neither recursive nor too large, its only RETURN at its end: it may be put into
                    a parallel loop */
    bool writes; /* ... and writes elements of arrays that it has not made, */
    bool far;    /* at indices that are no sums of parameters and counters */
    bool leaf; /* a few statements on scalars and elements that it reads, without loops and calls of
                  others: it may be put into any loop */
    bool step; /* `copied`, and goes through arrays: it may be put into a time loop */
    bool prange;    /* ... and has an explicit parallel loop */
    bool dissolved; /* a procedure of Copperhead, or of the prelude for one, neither recursive nor
                       too large, and nothing in it runs after a RETURN: it may be put anywhere */
};

struct inliner {
    struct arena *a;
    struct arena work; /* of a function */
    struct tmodule *m;
    struct inlining *result;
    struct inlinable *callee; /* by function id */
    bool *away;               /* by function id: a call of it has been replaced */
    bool *cu; /* by function id: of Copperhead, or of the prelude and called there */
    struct fuse_function ff;
    int added; /* statements */
    bool changed;
    int loops;     /* around the statement at hand */
    bool parallel; /* calls are replaced in an explicit parallel loop */
    bool steps;    /* those of steps are, in a time loop */
};

/* Adds a statement, or what stands for it: that of a call which is replaced. */
void inline_add(struct inliner *x, struct tstmt *s, struct inline_list *to);

/* inline_copy.c. Adds the callee's statements, and those of what it calls. */
void inline_call(struct inliner *x, struct tstmt *call, struct inline_list *to);

/* Are all RETURNs of a body such that control would reach its end without them? */
bool inline_ends_once(const struct tblock *b);

/* inline_steps.c. Is a function, all of whose callees are known, such that a time loop may hold its
 * statements; is there an explicit parallel loop in it? */
bool inline_is_step(const struct inliner *x, const struct tfunc *f, bool *prange);

/* Is a loop a time loop once calls of such are replaced? */
bool inline_is_time_loop(const struct inliner *x, const struct tstmt *loop);

/* Are explicit parallel loops of the callee of such a call as independent in the caller? */
bool inline_keeps_verdicts(struct inliner *x, const struct tstmt *call);

/* May s stand in a function whose calls are replaced: is it a statement that a region may hold, or
 * an item taken out of a tuple? */
bool inline_may_stand(const struct tstmt *s);

/* Tuples that are made once, of values, become variables, one for each item: what is taken out of
 * them is that. all: so do tuples that are assigned several times. ff: without facts; ids are
 * dense. Does anything change? */
bool inline_split_tuples(struct arena *a, struct fuse_function *ff, bool all);

/* Variables that are a second name of another one's value become the first one. ff: as above. Does
 * anything change? */
bool inline_drop_aliases(struct arena *a, struct fuse_function *ff);

/* Makes results in the variables that get them. Returns whether there were any. */
bool inline_make_results(struct arena *a, struct fuse_function *ff);

/* Does a statement ask for no more of a row than elements and extents? */
bool inline_asks_elements(struct tstmt *s, const struct tvar *v);

/* Rows of arrays that are made for their elements only go: these are the array's. The same. */
bool inline_drop_rows(struct arena *a, struct fuse_function *ff);

#endif
