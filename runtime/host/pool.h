/* Memory freed during a call from Python, for its next allocations. Private to the run time. */
#ifndef PYCC_POOL_H
#define PYCC_POOL_H

#include <stdbool.h>
#include <stdint.h>

struct pycc_buffer;

enum {
    PYCC_POOL_ENTRIES = 16,
    PYCC_POOLED = 1 << 15 /* bytes: smaller blocks have a shelf of their own, and in parallel loops
                             are malloc's business */
};

/* Buffers with their memory, the oldest first. n = 0: empty. */
struct pycc_shelf {
    int n;
    struct pycc_buffer *item[PYCC_POOL_ENTRIES];
};

struct pycc_pool {
    int lock;      /* 0 to begin with */
    int64_t bytes; /* on both shelves */
    struct pycc_shelf small, large;
    struct pycc_linked *linked; /* objects that may hold each other */
};

/* Objects come, go, and at the end of the call those go that hold each other. */
void pycc_pool_link(struct pycc_pool *p, struct pycc_linked *o);
void pycc_pool_unlink(struct pycc_linked *o);
void pycc_pool_break(struct pycc_pool *p);

/* A buffer of exactly this size, whatever its memory contains, or NULL: of this call, or what the
 * module has kept of earlier ones, but for a large one that is to be zero, as new pages are. */
struct pycc_buffer *pycc_pool_take(struct pycc_pool *p, int64_t size, bool zero);

/* Takes over a buffer with its memory; the oldest ones make room for it. */
void pycc_pool_put(struct pycc_pool *p, struct pycc_buffer *b);

/* One that nobody holds goes back to malloc. */
void pycc_buffer_give_back(struct pycc_buffer *b);

/* Takes over memory of malloc's that an array has had which a call returned: for the next one. */
void pycc_pool_keep(void *data, int64_t size);

/* Gives all memory back, what is kept between calls, too. */
void pycc_pool_clear(struct pycc_pool *p);

/* At the end of the call, by its only thread: large blocks are kept for the next one. */
void pycc_pool_end(struct pycc_pool *p);

#endif
