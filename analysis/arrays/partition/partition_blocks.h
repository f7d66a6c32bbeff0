/* A partition under construction. */
#ifndef PYCC_ANALYSIS_PARTITION_BLOCKS_H
#define PYCC_ANALYSIS_PARTITION_BLOCKS_H

#include "partition_cost.h"

/* A block has the number of one of its vertices. */
struct blocks {
    const struct partition_graph *g;
    int n;
    uint64_t *member; /* by block: its vertices; 0: no block */
    uint64_t *before; /* by block: vertices that one of its own depends on, its own among them */
    uint64_t *apart;  /* by block: vertices that one of its own may not be with */
    uint64_t *up;     /* by block: its vertices, and all of blocks from which a path leads to it */
    uint64_t *down;   /* by block: its vertices, and all of blocks to which a path leads from it */
    uint64_t *near;   /* by block: vertices that access an array which it accesses, too */
    int *of;          /* by vertex: its block */
};

struct blocks blocks_new(struct arena *a, const struct partition_graph *g);

void blocks_merge(struct blocks *b, int x, int y);

/* Merges what some optimal partition surely has together: see partition_unintrusive. */
void blocks_unintrusive(struct arena *a, struct blocks *b, struct pricing *p);

/* The algorithms of the same names. */
void blocks_linear(struct blocks *b);
void blocks_greedy(struct arena *a, struct blocks *b, struct pricing *p);

int64_t blocks_cost(const struct blocks *b, struct pricing *p);

/* What b is, numbered in program order, in a. */
struct partition blocks_partition(struct arena *a, const struct blocks *b, struct pricing *p);

#endif
