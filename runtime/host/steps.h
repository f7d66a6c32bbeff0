/* What waits, for the two files that are about it: steps.c and steps_run.c. */
#ifndef PYCC_STEPS_H
#define PYCC_STEPS_H

#include "pycc_rt.h"

enum {
    SWEEPS = 64,    /* that wait, at most */
    TOUCHES = 24,   /* of a sweep */
    REGIONS = 24,   /* of memory, of all */
    IN_BYTES = 1280 /* of the struct of a nest */
};

/* Bytes that row i touches: from lo + i * step up to hi + i * step. */
struct touch {
    int64_t lo, hi, step;
    int64_t from, to; /* all rows */
    bool write, all;  /* all: each row may touch any of these */
    struct pycc_buffer *owner;
};

struct sweep {
    struct pycc_nest nest;
    bool parallel;
    bool packed; /* a row is an iteration, and the next one touches the next elements */
    int64_t rows;
    int64_t behind, ahead; /* rows: steps.c, steps_run.c */
    int n;
    struct touch touch[TOUCHES];
    _Alignas(16) char in[IN_BYTES];
};

/* Memory that sweeps touch, by rows that are so far apart. */
struct region {
    int64_t from, to, step;
};

struct pycc_steps {
    int64_t near; /* bytes of a processor's own cache that rows may fill */
    int n, n_regions;
    int64_t reach; /* rows between the first and the last sweep */
    struct region region[REGIONS];
    struct sweep sweep[SWEEPS];
};

static inline int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Rows of all regions that the cache holds. */
int64_t steps_near(const struct pycc_steps *w);

/* May iterations of each sweep run at once? */
bool steps_parallel(const struct pycc_steps *w);

/* Runs the sweeps, more than one. ctx has failed when they were interrupted. */
void steps_run(struct pycc_ctx *ctx, struct pycc_steps *w);

#endif
