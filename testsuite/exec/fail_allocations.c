/* Lets allocations of one module fail, and counts those that it has not freed, when it is preloaded
 * (test_device_memory.py). Whose call it is tells the address that it returns to. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t), __libc_free(void *);

enum { MOST = 1 << 18 };

static uintptr_t low, high; /* of the module's code */
static long made, failing;
static void *live[MOST];
static long n_live;
static int lock;

static void enter(void) {
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) {
    }
}

static void leave(void) {
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

/* ---- what the test asks */

void watch_module(uintptr_t from, uintptr_t end) {
    low = from;
    high = end;
}

/* From now on the k-th allocation fails; 0: none. Returns how many were made since the last time.
 */
long fail_at(long k) {
    enter();
    long n = made;
    made = 0;
    failing = k;
    leave();
    return n;
}

long live_allocations(void) {
    return n_live;
}

/* ---- blocks of the module, by address: open addressing, where a block may have left a hole */

static char hole;

static size_t place_of(const void *p) {
    return ((uintptr_t)p >> 4) * 2654435761u % MOST;
}

static void add(void *p) {
    size_t i = place_of(p);
    while (live[i] && live[i] != &hole) {
        i = (i + 1) % MOST;
    }
    live[i] = p;
    ++n_live;
}

static void take_out(void *p) {
    for (size_t i = place_of(p); live[i]; i = (i + 1) % MOST) {
        if (live[i] == p) {
            live[i] = &hole;
            --n_live;
            return;
        }
    }
}

/* ---- the functions */

static bool is_module(const void *caller) {
    return (uintptr_t)caller >= low && (uintptr_t)caller < high;
}

static bool fails(const void *caller) {
    if (!is_module(caller)) {
        return false;
    }
    enter();
    bool now = ++made == failing;
    leave();
    return now;
}

static void *known(void *p, const void *caller) {
    if (p && is_module(caller)) {
        enter();
        add(p);
        leave();
    }
    return p;
}

void free(void *p) {
    if (p && high) {
        enter();
        take_out(p);
        leave();
    }
    __libc_free(p);
}

void *malloc(size_t n) {
    const void *caller = __builtin_return_address(0);
    return fails(caller) ? NULL : known(__libc_malloc(n), caller);
}

void *calloc(size_t n, size_t size) {
    const void *caller = __builtin_return_address(0);
    return fails(caller) ? NULL : known(__libc_calloc(n, size), caller);
}

void *realloc(void *p, size_t n) {
    const void *caller = __builtin_return_address(0);
    if (fails(caller)) {
        return NULL;
    }
    if (p && high) {
        enter();
        take_out(p);
        leave();
    }
    return known(__libc_realloc(p, n), caller);
}

char *strdup(const char *text) {
    const void *caller = __builtin_return_address(0);
    size_t n = strlen(text) + 1;
    char *copy = fails(caller) ? NULL : known(__libc_malloc(n), caller);
    return copy ? memcpy(copy, text, n) : NULL;
}

void *aligned_alloc(size_t alignment, size_t n) {
    const void *caller = __builtin_return_address(0);
    return fails(caller) ? NULL : known(__libc_memalign(alignment, n), caller);
}

int posix_memalign(void **to, size_t alignment, size_t n) {
    const void *caller = __builtin_return_address(0);
    void *p = fails(caller) ? NULL : known(__libc_memalign(alignment, n), caller);
    *to = p ? p : *to;
    return p ? 0 : 12; /* ENOMEM */
}
