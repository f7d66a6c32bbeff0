/* What the files that raise loops share: fuse_raise.c the loops, fuse_raise_body.c what is in them.
 */
#ifndef PYCC_ANALYSIS_FUSE_RAISE_H
#define PYCC_ANALYSIS_FUSE_RAISE_H

#include "fuse_region.h"

/* What a variable stands for at some place of the body. */
struct raise_value {
    struct texpr *e; /* NULL: nothing yet, or not on all ways that lead here */
    int size;        /* nodes */
};

struct raise_change {
    int var;
    struct raise_value old;
};

/* An element that the body reads, and how many stores come before that. */
struct raise_load {
    const struct texpr *e;
    int at;
};

/* s is `v = v op value` of a parallel loop, for a v that the loop has in no other statement: a
 * REDUCE. */
struct raise_fold {
    const struct tstmt *s;
    struct texpr *value;
    int at; /* how many stores come before */
};

struct raiser {
    struct arena *a, *work;
    struct fuse_function *ff;
    struct fuse_region *r; /* what is known of values where the loop begins */
    int depth;
    const struct tstmt *loop[TIR_MAX_RANK];
    int *mentions;                    /* by variable: in the loops */
    bool *assigned;                   /* by variable: in the loops */
    struct raise_value *value;        /* by variable, at the place at work */
    VEC(struct raise_change) changes; /* of values, for going back */
    VEC(struct raise_load) load;      /* values are computed where they are used, maybe later */
    VEC(struct tstmt *) store;        /* one after the other, copies with counters as indices */
    VEC(struct raise_fold) fold;
    unsigned reached; /* bit per loop: its counter is an index that reaches all of an axis, so that
                         its extent is none below 0 */
    int branches;     /* IFs around the place at work */
    VEC(const struct texpr *) guard; /* conditions that hold at the place at work */
};

/* The number of the loop whose counter e is, or -1. */
int raise_loop_of(const struct raiser *x, const struct texpr *e);

/* Is the counter of loop k surely an index of the axis, and does it reach all of it? */
bool raise_spans(const struct raiser *x, int k, const struct tvar *array, int axis);

/* Runs the body of the innermost loop, or of one around it, in the mind: fills store. False when
 * there is something in it that no array statement can do. */
bool raise_body(struct raiser *x, const struct tblock *b);

#endif
