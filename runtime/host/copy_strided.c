/* Copies of arrays of any strides: lines along the last axis, each by moves of the element's size.
 *
 * Where another axis than the last has the nearest elements in what is read, the two are gone
 * through in tiles, so that a line of the cache is read once and not once for each element. */
#include "copy_strided.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64 }; /* bytes of a line of the cache, in each of which a tile writes once */

/* item: a constant where it is one of the usual sizes. */
static inline __attribute__((always_inline)) void move_line(int64_t n, char *to, int64_t to_stride,
                                                            const char *from, int64_t from_stride,
                                                            int64_t item) {
    for (int64_t k = 0; k < n; ++k) {
        memcpy(to + k * to_stride, from + k * from_stride, (size_t)item);
    }
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Two axes, of which the first has the nearest elements in what is read: tiles along it follow each
 * other, so that a few lines are read on and on. */
static inline __attribute__((always_inline)) void
move_tiles(const int64_t *shape, char *to, const int64_t *to_stride, const char *from,
           const int64_t *from_stride, int64_t item) {
    const int64_t side = item > LINE / 4 ? 4 : LINE / item;
    for (int64_t j = 0; j < shape[1]; j += side) {
        const int64_t n = least(side, shape[1] - j);
        for (int64_t i = 0; i < shape[0]; ++i) {
            move_line(n, to + i * to_stride[0] + j * to_stride[1], to_stride[1],
                      from + i * from_stride[0] + j * from_stride[1], from_stride[1], item);
        }
    }
}

#define FOR_ITEM(move, ...)                                                                        \
    switch (item) {                                                                                \
    case 1:                                                                                        \
        move(__VA_ARGS__, 1);                                                                      \
        break;                                                                                     \
    case 2:                                                                                        \
        move(__VA_ARGS__, 2);                                                                      \
        break;                                                                                     \
    case 4:                                                                                        \
        move(__VA_ARGS__, 4);                                                                      \
        break;                                                                                     \
    case 8:                                                                                        \
        move(__VA_ARGS__, 8);                                                                      \
        break;                                                                                     \
    case 16:                                                                                       \
        move(__VA_ARGS__, 16);                                                                     \
        break;                                                                                     \
    default:                                                                                       \
        move(__VA_ARGS__, item);                                                                   \
    }

static void copy_line(int64_t n, char *to, int64_t to_stride, const char *from, int64_t from_stride,
                      int64_t item) {
    if (to_stride == item && from_stride == item) {
        memcpy(to, from, (size_t)(n * item));
    } else {
        FOR_ITEM(move_line, n, to, to_stride, from, from_stride)
    }
}

static void copy_tiles(const int64_t *shape, char *to, const int64_t *to_stride, const char *from,
                       const int64_t *from_stride, int64_t item) {
    FOR_ITEM(move_tiles, shape, to, to_stride, from, from_stride)
}

static void copy_axes(int rank, const int64_t *shape, char *to, const int64_t *to_stride,
                      const char *from, const int64_t *from_stride, int64_t item) {
    if (rank == 2 && llabs(from_stride[0]) < llabs(from_stride[1])) {
        copy_tiles(shape, to, to_stride, from, from_stride, item);
        return;
    }
    if (rank <= 1) {
        copy_line(rank ? shape[0] : 1, to, rank ? to_stride[0] : item, from,
                  rank ? from_stride[0] : item, item);
        return;
    }
    for (int64_t k = 0; k < shape[0]; ++k) {
        copy_axes(rank - 1, shape + 1, to + k * to_stride[0], to_stride + 1,
                  from + k * from_stride[0], from_stride + 1, item);
    }
}

/* The axis whose neighbours are nearest in what is read. */
static int nearest_axis(int rank, const int64_t *shape, const int64_t *stride) {
    int found = rank - 1;
    for (int k = rank - 2; k >= 0; --k) {
        found = shape[k] > 1 && llabs(stride[k]) < llabs(stride[found]) ? k : found;
    }
    return found;
}

static void put_before_last(int64_t *order, const int64_t *axes, int rank, int axis) {
    int n = 0;
    for (int k = 0; k < rank - 1; ++k) {
        if (k != axis) {
            order[n++] = axes[k];
        }
    }
    order[n++] = axes[axis];
    order[n] = axes[rank - 1];
}

void copy_elements(int rank, const int64_t *shape, char *to, const int64_t *to_stride,
                   const char *from, const int64_t *from_stride, int64_t item) {
    int near = nearest_axis(rank, shape, from_stride);
    if (near >= rank - 2) {
        copy_axes(rank, shape, to, to_stride, from, from_stride, item);
        return;
    }
    int64_t extent[COPY_MAX_RANK], to_step[COPY_MAX_RANK], from_step[COPY_MAX_RANK];
    put_before_last(extent, shape, rank, near);
    put_before_last(to_step, to_stride, rank, near);
    put_before_last(from_step, from_stride, rank, near);
    copy_axes(rank, extent, to, to_step, from, from_step, item);
}
