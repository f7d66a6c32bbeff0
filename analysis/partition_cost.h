/* Blocks as sets of vertices, and what they cost. */
#ifndef PYCC_ANALYSIS_PARTITION_COST_H
#define PYCC_ANALYSIS_PARTITION_COST_H

#include "partition.h"

/* A graph with a cost model; cost of a partition = constant + sum of the values of its blocks. */
struct pricing {
    const struct partition_graph *g;
    enum partition_model model;
    int64_t constant;
    uint64_t *users; /* by array: the vertices that access it */
    bool *written;   /* scratch: by view */
    bool *seen;      /* scratch: by view */
};

struct pricing pricing_new(struct arena *a, const struct partition_graph *g,
                           enum partition_model model);

/* What a block adds to the cost, when the vertices in `open` may still join it and take all the
 * savings they can with them: with open = 0 exactly, otherwise a lower bound, given that they come
 * later in program order. */
int64_t pricing_value(struct pricing *p, uint64_t block, uint64_t open);

/* A lower bound for what pairs of open vertices save among themselves: <= 0. */
int64_t pricing_open(struct pricing *p, uint64_t open);

#endif
