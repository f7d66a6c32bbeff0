/* The partition problem of a region, and the statements that a partition makes of it. */
#ifndef PYCC_ANALYSIS_FUSE_GRAPH_H
#define PYCC_ANALYSIS_FUSE_GRAPH_H

#include "fuse.h"
#include "fuse_schedule.h"

struct fuse_graph {
    struct fuse_region *r;
    struct partition_graph g;
    const struct why **why; /* why[v * n + u], u < v: why they cannot share loops; NULL: they can */
};

struct fuse_graph fuse_graph_build(struct fuse_region *r);

/* The statements of the region in their new order, in the arena out, where all new nodes go. The
 * report is told of values that are computed once. */
struct tblock fuse_rewrite(struct arena *out, struct fuse_region *r,
                           const struct fuse_schedule *schedule, struct fuse_report *report);

#endif
