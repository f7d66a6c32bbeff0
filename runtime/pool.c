/* Freed memory of large arrays, kept for the next allocation of the same size: a time loop gets no
 * new pages after its first step.
 *
 * A pool belongs to one call from Python and is empty when that returns, so that nothing is held
 * afterwards. All threads of the call share it; a spin lock guards the few words. */
#include <stdlib.h>

#include "pool.h"

enum { MOST_BYTES = 1 << 29 }; /* more than this is given back at once */

static void lock(struct pycc_pool *p) {
    while (__atomic_exchange_n(&p->lock, 1, __ATOMIC_ACQUIRE)) {
    }
}

static void unlock(struct pycc_pool *p) {
    __atomic_store_n(&p->lock, 0, __ATOMIC_RELEASE);
}

/* Takes entry i out, keeping the order of the others. */
static void *take_out(struct pycc_pool *p, int i) {
    void *data = p->entry[i].data;
    p->bytes -= p->entry[i].size;
    --p->n;
    for (; i < p->n; ++i) {
        p->entry[i] = p->entry[i + 1];
    }
    return data;
}

void *pycc_pool_take(struct pycc_pool *p, int64_t size) {
    void *data = NULL;
    lock(p);
    for (int i = p->n - 1; i >= 0 && !data; --i) {
        data = p->entry[i].size == size ? take_out(p, i) : NULL;
    }
    unlock(p);
    return data;
}

void pycc_pool_put(struct pycc_pool *p, void *data, int64_t size) {
    void *victim[PYCC_POOL_ENTRIES + 1];
    int n = 0;
    lock(p);
    while (p->n > 0 && (p->n == PYCC_POOL_ENTRIES || p->bytes + size > MOST_BYTES)) {
        victim[n++] = take_out(p, 0);
    }
    if (size <= MOST_BYTES) {
        p->entry[p->n].data = data;
        p->entry[p->n++].size = size;
        p->bytes += size;
    } else {
        victim[n++] = data;
    }
    unlock(p);
    while (n > 0) {
        free(victim[--n]);
    }
}

void pycc_pool_clear(struct pycc_pool *p) {
    lock(p);
    while (p->n > 0) {
        free(take_out(p, p->n - 1));
    }
    unlock(p);
}
