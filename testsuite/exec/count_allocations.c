/* Counts what a process asks of malloc and its relatives, when it is preloaded
 * (test_allocations.py). */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t),
    *__libc_memalign(size_t, size_t);

static long made;

long allocations(void) {
    return __atomic_load_n(&made, __ATOMIC_RELAXED);
}

void *malloc(size_t n) {
    __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED);
    return __libc_malloc(n);
}

void *calloc(size_t n, size_t size) {
    __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED);
    return __libc_calloc(n, size);
}

int posix_memalign(void **to, size_t alignment, size_t n) {
    __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED);
    *to = __libc_memalign(alignment, n);
    return *to ? 0 : ENOMEM;
}
