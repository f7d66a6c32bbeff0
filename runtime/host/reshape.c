/* Arrays under another shape: strides for it where there are any, else a copy in C order.
 *
 * Elements keep their order. Runs of the old axes and of the new ones with equal numbers of
 * elements belong together; the new axes of a run have strides when its old axes are as one long
 * axis. */
#include <stdio.h>
#include <string.h>

#include "copy_strided.h"
#include "pycc_rt.h"

enum { MAX_RANK = 8 };

/* ---- the shape asked for */

/* Appends to text as far as there is room. */
static void append(char *text, size_t room, const char *format, long long value) {
    size_t used = strlen(text);
    snprintf(text + used, room - used, format, value);
}

/* As NumPy writes it: unknown extents are newaxis, and are left out in front. */
static void raise_misfit(struct pycc_ctx *ctx, int64_t size, int rank, const int64_t *shape,
                         int line) {
    if (ctx->failed) {
        return;
    }
    pycc_raise(ctx, PYCC_EXC_VALUE, NULL, line);
    char *text = ctx->error.text;
    size_t room = sizeof(ctx->error.text);
    int first = 0;
    while (first < rank && shape[first] < 0) {
        ++first;
    }
    text[0] = '\0';
    append(text, room, "cannot reshape array of size %lld into shape (", (long long)size);
    for (int k = first; k < rank; ++k) {
        append(text, room, k > first ? "," : "", 0);
        append(text, room, shape[k] < 0 ? "newaxis" : "%lld", (long long)shape[k]);
    }
    append(text, room, rank == 1 && first == 0 ? ",)" : ")", 0);
}

/* Fills in the unknown extent. False: the elements do not fit the shape. */
static bool complete(int64_t size, int rank, int64_t *shape, int unknown) {
    int64_t known = 1;
    bool fits = true, zero = false;
    for (int k = 0; k < rank; ++k) {
        zero |= shape[k] == 0;
        fits &= shape[k] <= PYCC_MAX_EXTENT;
        fits &= k == unknown || !__builtin_mul_overflow(known, shape[k], &known);
    }
    if (unknown < 0) {
        return fits && known == size;
    }
    if (!fits || zero || size % known != 0) {
        return false;
    }
    shape[unknown] = size / known;
    return true;
}

static bool resolve(struct pycc_ctx *ctx, int64_t size, int rank, int64_t *shape, int line) {
    int unknown = -1;
    for (int k = 0; k < rank; ++k) {
        if (shape[k] < 0 && unknown >= 0) {
            pycc_raise(ctx, PYCC_EXC_VALUE, "can only specify one unknown dimension", line);
            return false;
        }
        unknown = shape[k] < 0 ? k : unknown;
    }
    if (!complete(size, rank, shape, unknown)) {
        raise_misfit(ctx, size, rank, shape, line);
        return false;
    }
    return true;
}

/* ---- strides */

static void c_strides(int rank, const int64_t *shape, int64_t *stride, int64_t item) {
    for (int k = rank - 1; k >= 0; --k) {
        stride[k] = item;
        item *= shape[k] > 0 ? shape[k] : 1;
    }
}

static bool is_contiguous(int rank, const int64_t *shape, const int64_t *stride, int64_t item) {
    bool whole = true;
    for (int k = rank - 1; k >= 0; --k) {
        whole &= shape[k] == 1 || stride[k] == item;
        item *= shape[k];
    }
    return whole;
}

/* Are axes first .. last - 1 as one axis? */
static bool is_one_axis(int first, int last, const int64_t *shape, const int64_t *stride) {
    for (int k = first; k + 1 < last; ++k) {
        if (stride[k] != shape[k + 1] * stride[k + 1]) {
            return false;
        }
    }
    return true;
}

/* Strides of the new shape; false when there are none. No extent is 0. */
static bool find_strides(int rank, const int64_t *shape, int64_t *stride, int from_rank,
                         const int64_t *from_shape, const int64_t *from_stride, int64_t item) {
    int64_t old_shape[MAX_RANK], old_stride[MAX_RANK];
    int n = 0;
    for (int k = 0; k < from_rank; ++k) {
        if (from_shape[k] != 1) {
            old_shape[n] = from_shape[k];
            old_stride[n++] = from_stride[k];
        }
    }
    int to = 0;
    for (int from = 0; from < n;) {
        int last = from + 1, to_last = to + 1;
        int64_t old_size = old_shape[from], size = shape[to];
        while (old_size != size) {
            if (size < old_size) {
                size *= shape[to_last++];
            } else {
                old_size *= old_shape[last++];
            }
        }
        if (!is_one_axis(from, last, old_shape, old_stride)) {
            return false;
        }
        c_strides(to_last - to, shape + to, stride + to, old_stride[last - 1]);
        from = last;
        to = to_last;
    }
    int64_t step = to > 0 ? stride[to - 1] : item;
    for (; to < rank; ++to) {
        stride[to] = step;
    }
    return true;
}

bool pycc_reshape(struct pycc_ctx *ctx, char **data, struct pycc_buffer **owner, int rank,
                  int64_t *shape, int64_t *stride, int from_rank, const int64_t *from_shape,
                  const int64_t *from_stride, int64_t item, bool contiguous, int line) {
    int64_t size = pycc_size(from_rank, from_shape);
    if (!resolve(ctx, size, rank, shape, line)) {
        return false;
    }
    bool whole = size == 0 || is_contiguous(from_rank, from_shape, from_stride, item);
    if (whole) {
        c_strides(rank, shape, stride, item);
    }
    if (whole || (!contiguous &&
                  find_strides(rank, shape, stride, from_rank, from_shape, from_stride, item))) {
        pycc_retain(*owner);
        return true;
    }
    if (!pycc_at_home(ctx, *data, from_rank, from_shape, from_stride, item)) {
        return false;
    }
    const char *from = *data;
    if (!pycc_alloc(ctx, data, owner, rank, shape, stride, item, 0, line)) {
        return false;
    }
    int64_t in_order[MAX_RANK];
    c_strides(from_rank, from_shape, in_order, item);
    copy_elements(from_rank, from_shape, *data, in_order, from, from_stride, item);
    return true;
}

bool pycc_bits(struct pycc_ctx *ctx, int rank, int64_t *shape, int64_t *stride, int64_t from_item,
               int64_t item, int line) {
    int64_t *n = &shape[rank - 1], *step = &stride[rank - 1];
    if (*n != 1 && pycc_size(rank, shape) != 0 && *step != from_item) {
        pycc_raise(ctx, PYCC_EXC_VALUE,
                   "To change to a dtype of a different size, the last axis must be contiguous",
                   line);
        return false;
    }
    if (*n * from_item % item != 0) {
        pycc_raise(ctx, PYCC_EXC_VALUE,
                   "When changing to a larger dtype, its size must be a divisor of the total size "
                   "in bytes of the last axis of the array.",
                   line);
        return false;
    }
    *n = *n * from_item / item;
    *step = item;
    return true;
}
