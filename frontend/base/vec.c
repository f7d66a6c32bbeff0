/* Growth of the typed vector: doubling, in an arena. The old storage stays where it was. */
#include "vec.h"

#include <limits.h>
#include <string.h>

enum { VEC_FIRST_CAP = 8 };

void *vec_grow(struct arena *a, void *item, int n, int *cap, size_t size) {
    if (*cap > INT_MAX / 2) {
        die("vector of more than %d elements", INT_MAX / 2);
    }
    int wanted = *cap > 0 ? *cap * 2 : VEC_FIRST_CAP;
    void *grown = arena_alloc(a, (size_t)wanted * size);
    if (n > 0) {
        memcpy(grown, item, (size_t)n * size);
    }
    *cap = wanted;
    return grown;
}
