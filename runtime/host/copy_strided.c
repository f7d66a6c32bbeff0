/* Copies of arrays of any strides: lines along the last axis, each by moves of the element's size.
 *
 * Axes that are as one in both arrays are one, and a few neighbours that stay together are one
 * element. Where another axis than the last has the nearest elements in what is read, the two are
 * gone through in tiles, so that a line of the cache is read once and not once for each element. */
#include "copy_strided.h"

#include <stdbool.h>
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
    case 32:                                                                                       \
        move(__VA_ARGS__, 32);                                                                     \
        break;                                                                                     \
    case 64:                                                                                       \
        move(__VA_ARGS__, 64);                                                                     \
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

/* What is to be copied, with as few axes as say it. */
struct copy {
    int rank;
    int64_t shape[COPY_MAX_RANK], to[COPY_MAX_RANK], from[COPY_MAX_RANK], item;
};

static bool is_usual(int64_t bytes) {
    return bytes <= LINE && (bytes & (bytes - 1)) == 0;
}

static struct copy fewest(int rank, const int64_t *shape, const int64_t *to, const int64_t *from,
                          int64_t item) {
    struct copy c = {.item = item};
    for (int k = 0; k < rank; ++k) {
        int last = c.rank - 1;
        if (shape[k] == 1) {
            continue;
        }
        bool one =
            last >= 0 && c.to[last] == shape[k] * to[k] && c.from[last] == shape[k] * from[k];
        last = one ? last : c.rank++;
        c.shape[last] = shape[k] * (one ? c.shape[last] : 1);
        c.to[last] = to[k];
        c.from[last] = from[k];
    }
    int last = c.rank - 1;
    if (last >= 1 && c.to[last] == item && c.from[last] == item && c.shape[last] > 0 &&
        is_usual(c.shape[last] * item)) {
        c.item *= c.shape[last];
        --c.rank;
    }
    return c;
}

void copy_elements(int rank, const int64_t *shape, char *to, const int64_t *to_stride,
                   const char *from, const int64_t *from_stride, int64_t item) {
    struct copy c = fewest(rank, shape, to_stride, from_stride, item);
    int near = nearest_axis(c.rank, c.shape, c.from);
    if (near >= c.rank - 2) {
        copy_axes(c.rank, c.shape, to, c.to, from, c.from, c.item);
        return;
    }
    int64_t extent[COPY_MAX_RANK], to_step[COPY_MAX_RANK], from_step[COPY_MAX_RANK];
    put_before_last(extent, c.shape, c.rank, near);
    put_before_last(to_step, c.to, c.rank, near);
    put_before_last(from_step, c.from, c.rank, near);
    copy_axes(c.rank, extent, to, to_step, from, from_step, c.item);
}
