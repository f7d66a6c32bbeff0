/* Fusion as a partition problem: which statements share a loop.
 *
 * Vertices are statements in program order. A partition is legal when no block holds a forbidden
 * pair and the dependences between blocks form no cycle. Cost models give every legal partition a
 * number that never grows when two blocks are merged.
 * Kristensen, Lund, Blum and Avery, "Fusion of Array Operations at Runtime", sections III to VI.
 *
 * Pure: no TIR, plain integers. What is read and written are views, which belong to arrays; two
 * views are the same number only when they show the same elements in the same order. */
#ifndef PYCC_ANALYSIS_PARTITION_H
#define PYCC_ANALYSIS_PARTITION_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"

enum { PARTITION_MAX = 64 }; /* vertices: sets of them are words */

enum partition_algorithm {
    PARTITION_NONE,   /* every vertex alone */
    PARTITION_LINEAR, /* in program order, a new block where the current one cannot go on */
    PARTITION_GREEDY, /* merges the two blocks that save most, until none save anything */
    PARTITION_OPTIMAL /* branch and bound from greedy's result */
};

enum partition_model {
    /* Bytes of the views that blocks read before they write them, and that they write; nothing for
     * what an array holds that only one block accesses, where it is born and dies. */
    MODEL_UNIQUE_BYTES,
    MODEL_MAX_CONTRACT, /* arrays that are not born and dead inside one block */
    MODEL_MAX_LOCALITY, /* per pair of vertices in different blocks: views that both access */
    MODEL_ROBINSON      /* N^2 max-locality + N max-contract + blocks, N the number of arrays */
};

struct partition_vertex {
    int n_reads, n_writes;
    int *read, *write; /* views; what it reads of a view that it writes too was there before */
};

struct partition_graph {
    int n; /* <= PARTITION_MAX */
    struct partition_vertex *vertex;
    int n_views, n_arrays;
    int64_t *bytes;   /* by view */
    int *array;       /* by view: its array */
    int *born, *dies; /* by array: first vertex, and the one after which nothing reads it, or -1 */
    uint64_t *before; /* by vertex v: those that must run before it, all < v */
    uint64_t *forbidden; /* by vertex: those it may not share a block with; symmetric */
};

struct partition {
    int n_blocks;
    int *block; /* by vertex; blocks are numbered in an order that keeps the dependences */
    int64_t cost;
    bool optimal; /* PARTITION_OPTIMAL: the search ended before its cap, nothing costs less */
};

/* nodes: cap of the search of PARTITION_OPTIMAL. */
struct partition partition_find(struct arena *a, const struct partition_graph *g,
                                enum partition_algorithm algorithm, enum partition_model model,
                                int64_t nodes);

/* The cost of any partition; block by vertex, any numbers below n. */
int64_t partition_cost(const struct partition_graph *g, enum partition_model model,
                       const int *block);

/* Is it legal? */
bool partition_legal(const struct partition_graph *g, const int *block);

/* Merges that some optimal partition surely has: one of the two can profitably merge with no other
 * block, and both exclude the same vertices; ibidem, section V-B. */
struct partition partition_unintrusive(struct arena *a, const struct partition_graph *g,
                                       enum partition_model model);

#endif
