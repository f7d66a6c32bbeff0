/* The one typed growable array.
 *
 *     VEC(struct expr *) args = {0};
 *     vec_push(arena, &args, e);
 *     for (int i = 0; i < args.n; ++i) { use(args.item[i]); }
 *
 * Storage lives in an arena and doubles; the old storage stays in the arena until it is freed.
 * A vec may be copied by value once it no longer grows. */
#ifndef PYCC_VEC_H
#define PYCC_VEC_H

#include "arena.h"

/* Variadic, so that a type with a comma in it may be defined in place. */
#define VEC(...)                                                                                   \
    struct {                                                                                       \
        int n;                                                                                     \
        int cap;                                                                                   \
        __VA_ARGS__ *item;                                                                         \
    }

/* Doubles the storage of n elements of size bytes, which is full; returns it. */
void *vec_grow(struct arena *a, void *item, int n, int *cap, size_t size);

#define vec_push(a, v, x)                                                                          \
    ((v)->item = (v)->n < (v)->cap                                                                 \
                     ? (v)->item                                                                   \
                     : vec_grow((a), (v)->item, (v)->n, &(v)->cap, sizeof(*(v)->item)),            \
     (v)->item[(v)->n++] = (x))

#endif
