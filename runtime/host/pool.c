/* Freed arrays, kept for the next ones of the same size: a time loop gets no new memory after its
 * first step.
 *
 * A pool belongs to one call from Python and is empty when that returns, so that nothing is held
 * afterwards. All threads of the call share it; a spin lock guards the few words. */
#include "pool.h"

#include <stdlib.h>

#include "pycc_rt.h"

enum { MOST_BYTES = 1 << 29 }; /* more than this is given back at once */

static void lock(struct pycc_pool *p) {
    while (__atomic_exchange_n(&p->lock, 1, __ATOMIC_ACQUIRE)) {
    }
}

static void unlock(struct pycc_pool *p) {
    __atomic_store_n(&p->lock, 0, __ATOMIC_RELEASE);
}

static struct pycc_shelf *shelf_of(struct pycc_pool *p, int64_t size) {
    return size < PYCC_POOLED ? &p->small : &p->large;
}

static void give_back(struct pycc_buffer *b) {
    free(b->data);
    free(b);
}

/* Takes entry i out, keeping the order of the others. */
static struct pycc_buffer *take_out(struct pycc_pool *p, struct pycc_shelf *s, int i) {
    struct pycc_buffer *b = s->item[i];
    p->bytes -= b->size;
    __atomic_store_n(&s->n, s->n - 1, __ATOMIC_RELAXED);
    for (; i < s->n; ++i) {
        s->item[i] = s->item[i + 1];
    }
    return b;
}

struct pycc_buffer *pycc_pool_take(struct pycc_pool *p, int64_t size) {
    struct pycc_shelf *s = shelf_of(p, size);
    struct pycc_buffer *b = NULL;
    if (__atomic_load_n(&s->n, __ATOMIC_RELAXED) == 0) { /* most calls: without the lock */
        return NULL;
    }
    lock(p);
    for (int i = s->n - 1; i >= 0 && !b; --i) {
        b = s->item[i]->size == size ? take_out(p, s, i) : NULL;
    }
    unlock(p);
    return b;
}

void pycc_pool_put(struct pycc_pool *p, struct pycc_buffer *b) {
    struct pycc_shelf *s = shelf_of(p, b->size);
    struct pycc_buffer *victim[PYCC_POOL_ENTRIES + 1];
    int n = 0;
    lock(p);
    while (s->n > 0 && (s->n == PYCC_POOL_ENTRIES || p->bytes + b->size > MOST_BYTES)) {
        victim[n++] = take_out(p, s, 0);
    }
    if (p->bytes + b->size <= MOST_BYTES) {
        s->item[s->n] = b;
        __atomic_store_n(&s->n, s->n + 1, __ATOMIC_RELAXED);
        p->bytes += b->size;
    } else {
        victim[n++] = b;
    }
    unlock(p);
    while (n > 0) {
        give_back(victim[--n]);
    }
}

void pycc_pool_clear(struct pycc_pool *p) {
    lock(p);
    while (p->large.n > 0) {
        give_back(take_out(p, &p->large, p->large.n - 1));
    }
    while (p->small.n > 0) {
        give_back(take_out(p, &p->small, p->small.n - 1));
    }
    unlock(p);
}

/* ---- objects that may hold each other */

void pycc_pool_link(struct pycc_pool *p, struct pycc_linked *o) {
    lock(p);
    o->pool = p;
    o->next = p->linked;
    o->at = &p->linked;
    if (o->next) {
        o->next->at = &o->next;
    }
    p->linked = o;
    unlock(p);
}

void pycc_pool_unlink(struct pycc_linked *o) {
    struct pycc_pool *p = o->pool;
    lock(p);
    *o->at = o->next;
    if (o->next) {
        o->next->at = o->at;
    }
    o->pool = NULL;
    unlock(p);
}

void pycc_pool_break(struct pycc_pool *p) {
    while (p->linked) {
        struct pycc_linked *o = p->linked;
        struct pycc_list list = {&o->object.head};
        pycc_pool_unlink(o);
        pycc_retain(list.owner);
        pycc_list_clear(list);
        pycc_release(list.owner);
    }
}
