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
    int stamp;       /* of the last block whose bytes were counted */
    int *written;    /* by view: the stamp of the last block that was found to write it, */
    int *seen;       /* or to read it */
    int64_t
        *ahead; /* by vertex: bytes that it and those after it pay whatever blocks they are in */
};

struct pricing pricing_new(struct arena *a, const struct partition_graph *g,
                           enum partition_model model);

/* What a block adds to the cost, when the vertices in `open` may still join it and take all the
 * savings they can with them: with open = 0 exactly, otherwise a lower bound, given that they come
 * later in program order. */
int64_t pricing_value(struct pricing *p, uint64_t block, uint64_t open);

/* A lower bound for what open vertices, which come later than all others, add to what the blocks
 * begun cost: what pairs of them save among themselves, <= 0, and what only they access. */
int64_t pricing_open(struct pricing *p, uint64_t open);

#endif
