/* Reductions into elements of arrays: every chunk of a parallel nest combines into copies of its
 * own, which are then combined into the arrays in the order of the chunks.
 *
 * How many chunks there are follows from trip counts, sizes and the nest's estimate of work, never
 * from the number of threads. One chunk means that the nest runs in order on the arrays themselves:
 * where there is little work, where arrays overlap, and where filling and combining the copies
 * would cost more than the loop, or they would need more than PYCC_COPY_BYTES. When an iteration
 * fails, the copies of the chunks before it and of its own are combined, those of later chunks are
 * not: the arrays are left as a loop in order leaves them, but for the rounding of floats. */
#ifndef PYCC_RT_REDUCE_H
#define PYCC_RT_REDUCE_H

#include "pycc_rt.h"

#define PYCC_COPY_WORK 64.0        /* operations of a chunk per element of its copies, at least */
#define PYCC_COPY_BYTES (64 << 20) /* of all copies together, at most */
#define PYCC_COPIES 32             /* chunks at most: enough for balance, few to combine */

/* An element, of an array of rank 1, that is combined in a way of its own: as of pycc_reduced. */
struct pycc_reduced_place {
    int64_t at;
    const void *neutral;
    void (*fold)(char *to, int64_t stride, const void *part, int64_t n);
};

/* An array that a nest reduces into. */
struct pycc_reduced {
    int rank;
    int64_t item;        /* bytes of an element */
    bool fortran;        /* the copies' first axis is contiguous, not their last */
    int64_t array;       /* where in the nest's struct its struct pycc_array is, */
    int64_t pointer;     /* and its typed pointer; -1: it has none */
    const void *neutral; /* an element that copies begin with; NULL: with the array's own values */
    bool exact;          /* any order gives the same bits */

    /* to[k] = to[k] op part[k] for n elements; stride of `to` in bytes. */
    void (*fold)(char *to, int64_t stride, const void *part, int64_t n);

    int n_places; /* 0: all elements are combined alike */
    const struct pycc_reduced_place *place;
};

struct pycc_copies {
    const void *in; /* the nest's struct */
    size_t in_size;
    int n;
    const struct pycc_reduced *array;
    char *memory; /* the run time's: for each chunk a copy of the struct and those of the arrays */
    size_t each;  /* bytes of it */
};

/* Defines a fold: combined is an expression in a and b, of C type c, whose tag is t. */
#define PYCC_FOLD(name, t, c, combined)                                                            \
    static void name(char *to, int64_t stride, const void *from, int64_t n) {                      \
        const c *part = from;                                                                      \
        if (stride == (int64_t)sizeof(c)) {                                                        \
            for (int64_t k = 0; k < n; ++k) {                                                      \
                const c a = PYCC_AT_BYTE(t, to + k * (int64_t)sizeof(c)), b = part[k];             \
                PYCC_AT_BYTE(t, to + k * (int64_t)sizeof(c)) = combined;                           \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (int64_t k = 0; k < n; ++k) {                                                          \
            const c a = PYCC_AT_BYTE(t, to + k * stride), b = part[k];                             \
            PYCC_AT_BYTE(t, to + k * stride) = combined;                                           \
        }                                                                                          \
    }

/* How many chunks the nest runs in. */
int pycc_copies_chunks(const struct pycc_nest *nest, const struct pycc_copies *copies);

/* Fills the copies of a chunk; returns the struct that it runs with. */
const void *pycc_copies_fill(const struct pycc_copies *copies, int chunk);

/* Runs a parallel nest as pycc_run_threads does, and combines. */
void pycc_run_copies(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out, size_t out_size,
                     int chunks, const struct pycc_copies *copies) __attribute__((cold));

/* The same; chunks from pycc_copies_chunks. */
static inline void pycc_run_reduced(struct pycc_ctx *ctx, const struct pycc_nest *nest, void *out,
                                    size_t out_size, int chunks, const struct pycc_copies *copies) {
    if (chunks <= 1 && nest->work < PYCC_PARALLEL_WORK) {
        nest->run(ctx, nest->in, out, 0, nest->trips);
        return;
    }
    pycc_run_copies(ctx, nest, out, out_size, chunks, copies);
}

#endif
