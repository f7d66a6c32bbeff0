/* How the blocks of a partition run: in which loops, and where what they make is kept. */
#ifndef PYCC_ANALYSIS_FUSE_SCHEDULE_H
#define PYCC_ANALYSIS_FUSE_SCHEDULE_H

#include "fuse_region.h"

/* A block runs in loops over its space, or row by row where a statement needs what another one
 * makes of a whole row: then there are several loops over the last axis in each row, and
 * statements between them that have one point per row. */
struct fuse_schedule {
    const struct fuse_region *r;
    int n_blocks;
    const int *block; /* by vertex */
    bool *rows;       /* by block: row by row */
    bool *row;        /* by vertex: one point per row */
    int *loop;        /* by vertex: its loop in the row, or the one before which it runs; else 0 */
    int *loops;       /* by block: how many loops over the last axis */
    bool *gone; /* by root: no array holds it: nothing outside of the block, or of the loop in the
                   row, needs its elements, or another array does */
    int *host;  /* by root that is gone: the MAP whose array holds its elements from one loop of
                   the row to the next, before its own are stored; or -1 */
};

struct fuse_schedule fuse_schedule_make(struct fuse_region *r, const int *block, int n_blocks);

/* The element that x writes: its last access, or NULL. */
const struct fuse_access *fuse_written(const struct fuse_stmt *x);

/* Does vertex v read it? */
bool fuse_reads_element(const struct fuse_region *r, int v, const struct fuse_access *write);

#endif
