/* Freed arrays, kept for the next ones of the same size: a time loop gets no new memory after its
 * first step.
 *
 * A pool belongs to one call from Python and is empty when that returns. All threads of the call
 * share it; a spin lock guards the few words. What it held of large arrays the module keeps for its
 * next call, and results of earlier ones that Python has dropped, up to MOST_KEPT, as malloc would
 * keep blocks of the size of NumPy's temporaries: new pages take longer than most passes over them.
 * Larger ones are kept, up to MOST_BYTES, with word to the system that it may take their pages.
 */
#include "pool.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pycc_rt.h"

enum {
    MOST_BYTES = 1 << 29, /* more than this is given back at once */
    MOST_KEPT = 1 << 26,  /* between calls: what malloc keeps at most, twice its largest block */
    KEPT = 1 << 17        /* bytes: smaller blocks malloc has at hand anyway */
};

/* Whoever is short of memory may have the pages, whose contents nobody needs; false: not here. */
static bool offer(const struct pycc_buffer *b) {
#ifdef MADV_FREE
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = ((uintptr_t)b->data + page - 1) & ~(page - 1);
    uintptr_t to = ((uintptr_t)b->data + (uintptr_t)b->size) & ~(page - 1);
    return madvise((void *)from, to - from, MADV_FREE) == 0;
#else
    (void)b;
    return false;
#endif
}

static void lock(struct pycc_pool *p) {
    while (__atomic_exchange_n(&p->lock, 1, __ATOMIC_ACQUIRE)) {
    }
}

static void unlock(struct pycc_pool *p) {
    __atomic_store_n(&p->lock, 0, __ATOMIC_RELEASE);
}

/* Between calls; who finds one locked does without. */
static struct pycc_pool kept, offered;

static struct pycc_pool *kept_of(int64_t size) {
    return size > MOST_KEPT ? &offered : &kept;
}

static bool try_lock(struct pycc_pool *p) {
    return __atomic_exchange_n(&p->lock, 1, __ATOMIC_ACQUIRE) == 0;
}

static struct pycc_shelf *shelf_of(struct pycc_pool *p, int64_t size) {
    return size < PYCC_POOLED ? &p->small : &p->large;
}

void pycc_buffer_give_back(struct pycc_buffer *b) {
    if (b->data != pycc_behind(b)) {
        free(b->data);
    }
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

static struct pycc_buffer *take(struct pycc_pool *p, struct pycc_shelf *s, int64_t size) {
    struct pycc_buffer *b = NULL;
    for (int i = s->n - 1; i >= 0 && !b; --i) {
        b = s->item[i]->size == size ? take_out(p, s, i) : NULL;
    }
    return b;
}

struct pycc_buffer *pycc_pool_take(struct pycc_pool *p, int64_t size, bool zero) {
    struct pycc_shelf *s = shelf_of(p, size);
    struct pycc_buffer *b = NULL;
    if (__atomic_load_n(&s->n, __ATOMIC_RELAXED) > 0) { /* most calls: without the lock */
        lock(p);
        b = take(p, s, size);
        unlock(p);
    }
    struct pycc_pool *k = kept_of(size);
    bool fits = !b && !(zero && k == &offered); /* new pages are zero, where touched */
    if (fits && __atomic_load_n(&k->large.n, __ATOMIC_RELAXED) > 0 && try_lock(k)) {
        b = take(k, &k->large, size);
        unlock(k);
    }
    return b;
}

/* Puts b last; who makes room for it, or b itself, goes to victim, and their number is returned. */
static int put(struct pycc_pool *p, struct pycc_shelf *s, struct pycc_buffer *b, int64_t most,
               struct pycc_buffer **victim) {
    int n = 0;
    while (s->n > 0 && (s->n == PYCC_POOL_ENTRIES || p->bytes + b->size > most)) {
        victim[n++] = take_out(p, s, 0);
    }
    if (p->bytes + b->size <= most) {
        s->item[s->n] = b;
        __atomic_store_n(&s->n, s->n + 1, __ATOMIC_RELAXED);
        p->bytes += b->size;
    } else {
        victim[n++] = b;
    }
    return n;
}

void pycc_pool_put(struct pycc_pool *p, struct pycc_buffer *b) {
    struct pycc_buffer *victim[PYCC_POOL_ENTRIES + 1];
    lock(p);
    int n = put(p, shelf_of(p, b->size), b, MOST_BYTES, victim);
    unlock(p);
    while (n > 0) {
        pycc_buffer_give_back(victim[--n]);
    }
}

static void keep(struct pycc_buffer *b) {
    struct pycc_buffer *victim[PYCC_POOL_ENTRIES + 1] = {b};
    int n = 1;
    struct pycc_pool *k = kept_of(b->size);
    bool fits = b->size >= KEPT && b->size <= MOST_BYTES && (k == &kept || offer(b));
    if (fits && try_lock(k)) {
        n = put(k, &k->large, b, k == &kept ? MOST_KEPT : MOST_BYTES, victim);
        unlock(k);
    }
    while (n > 0) {
        pycc_buffer_give_back(victim[--n]);
    }
}

void pycc_pool_keep(void *data, int64_t size) {
    struct pycc_buffer *b = malloc(sizeof(*b));
    if (!b) {
        free(data);
        return;
    }
    *b = (struct pycc_buffer){.data = data, .size = size};
    keep(b);
}

/* Empties a shelf, the oldest first. */
static void clear(struct pycc_pool *p, struct pycc_shelf *s, void go(struct pycc_buffer *)) {
    while (s->n > 0) {
        go(take_out(p, s, 0));
    }
}

void pycc_pool_clear(struct pycc_pool *p) {
    lock(p);
    clear(p, &p->large, pycc_buffer_give_back);
    clear(p, &p->small, pycc_buffer_give_back);
    unlock(p);
    struct pycc_pool *between[] = {&kept, &offered};
    for (int i = 0; i < 2; ++i) {
        if (try_lock(between[i])) {
            clear(between[i], &between[i]->large, pycc_buffer_give_back);
            unlock(between[i]);
        }
    }
}

void pycc_pool_end(struct pycc_pool *p) {
    clear(p, &p->large, keep);
    clear(p, &p->small, pycc_buffer_give_back);
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
