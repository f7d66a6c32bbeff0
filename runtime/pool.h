/* Memory freed during a call from Python, for its next allocations. Private to the run time. */
#ifndef PYCC_POOL_H
#define PYCC_POOL_H

#include <stdint.h>

enum {
    PYCC_POOL_ENTRIES = 16,
    PYCC_POOLED = 1 << 15 /* bytes: smaller blocks are malloc's business */
};

/* Zeros: empty. The oldest entry comes first. */
struct pycc_pool {
    int lock, n;
    int64_t bytes;
    struct {
        void *data;
        int64_t size;
    } entry[PYCC_POOL_ENTRIES];
};

/* A block of exactly this size, whatever it contains, or NULL. */
void *pycc_pool_take(struct pycc_pool *p, int64_t size);

/* Takes over a block; the oldest ones make room for it. */
void pycc_pool_put(struct pycc_pool *p, void *data, int64_t size);

void pycc_pool_clear(struct pycc_pool *p);

#endif
