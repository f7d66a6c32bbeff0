/* Memory of arrays, and copies that keep two arrays apart.
 *
 * A buffer's data is one malloc'ed block, so that the glue may hand it to NumPy as it is, but where
 * it is small, where it follows the buffer; 64-byte aligned where it is neither large nor small:
 * what posix_memalign takes is longer than what it leaves when it is freed, so that the next array
 * of the size would get new pages, and takes longer than a small array's arithmetic. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "copy_strided.h"
#include "pool.h"
#include "pycc_rt.h"

enum {
    ALIGNMENT = 64,
    SMALL = 960, /* bytes: up to here, with its buffer, malloc has blocks of each size ready */
    HUGE_PAGES = 1 << 22, /* from here on the system is asked for large pages, as NumPy does */
    LARGE = 1 << 17       /* from here on calloc gets zeroed pages from the system */
};

void pycc_buffer_free(struct pycc_buffer *b) {
    if (b->drop) {
        b->drop(b);
        return;
    }
    if (b->pool) {
        pycc_pool_put(b->pool, b);
    } else {
        pycc_buffer_give_back(b);
    }
}

/* Number of bytes, at least 1; false when it overflows. An extent of 0 makes any others fine. */
static bool size_in_bytes(int rank, const int64_t *shape, int64_t item, int64_t *size) {
    *size = item;
    bool fits = true;
    for (int k = 0; k < rank; ++k) {
        if (shape[k] == 0) {
            *size = 1;
            return true;
        }
        fits &= !__builtin_mul_overflow(*size, shape[k], size);
    }
    return fits;
}

static void set_strides(int rank, const int64_t *shape, int64_t *stride, int64_t item,
                        bool fortran) {
    uint64_t step = (uint64_t)item;
    for (int n = 0; n < rank; ++n) {
        int k = fortran ? n : rank - 1 - n;
        stride[k] = (int64_t)step;
        step *= shape[k] > 0 ? (uint64_t)shape[k] : 1;
    }
}

/* Faults of small pages take longer than most passes over the memory. */
static void ask_for_large_pages(void *p, int64_t size) {
#ifdef MADV_HUGEPAGE
    if (p && size >= HUGE_PAGES) {
        uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
        uintptr_t from = ((uintptr_t)p + page - 1) & ~(page - 1);
        uintptr_t to = ((uintptr_t)p + (uintptr_t)size) & ~(page - 1);
        madvise((void *)from, to - from, MADV_HUGEPAGE); /* a wish: refusing it changes nothing */
    }
#else
    (void)p;
    (void)size;
#endif
}

static void *get_memory(int64_t size, bool zero) {
    void *p = NULL;
    if (zero && size >= LARGE) {
        p = calloc(1, (size_t)size);
        ask_for_large_pages(p, size);
        return p;
    }
    if (size >= HUGE_PAGES) {
        p = malloc((size_t)size);
        ask_for_large_pages(p, size);
    } else if (posix_memalign(&p, ALIGNMENT, (size_t)size) != 0) {
        return NULL;
    }
    return p && zero ? memset(p, 0, (size_t)size) : p;
}

/* A buffer with new memory; NULL: there is none. */
static struct pycc_buffer *get_buffer(int64_t size, bool zero) {
    bool behind = size <= SMALL;
    struct pycc_buffer *b = malloc(behind ? PYCC_BUFFER_HEAD + (size_t)size : sizeof(*b));
    void *memory = !b ? NULL : behind ? pycc_behind(b) : get_memory(size, zero);
    if (!memory) {
        free(b);
        return NULL;
    }
    if (behind && zero) {
        memset(memory, 0, (size_t)size);
    }
    *b = (struct pycc_buffer){.data = memory, .size = size};
    return b;
}

/* One that was freed during the call, else a new one. */
static struct pycc_buffer *reuse_buffer(struct pycc_pool *pool, int64_t size, bool zero) {
    struct pycc_buffer *b = pycc_pool_take(pool, size, zero);
    if (b) {
        if (zero) {
            memset(b->data, 0, (size_t)size);
        }
        return b;
    }
    b = get_buffer(size, zero);
    if (!b) {
        pycc_pool_clear(pool);
        b = get_buffer(size, zero);
    }
    return b;
}

/* The bytes of an array; false with ctx failed when there is no such array. */
static bool ask_for_bytes(struct pycc_ctx *ctx, int rank, const int64_t *shape, int64_t item,
                          int line, int64_t *size) {
    for (int k = 0; k < rank; ++k) {
        if (shape[k] < 0) {
            pycc_raise(ctx, PYCC_EXC_VALUE, "negative dimensions are not allowed", line);
            return false;
        }
    }
    bool fits = size_in_bytes(rank, shape, item, size), is_long = false, empty = false;
    for (int k = 0; k < rank; ++k) {
        is_long |= shape[k] > PYCC_MAX_EXTENT;
        empty |= shape[k] == 0;
    }
    if (fits && is_long && empty) {
        pycc_raise(ctx, PYCC_EXC_VALUE, "\2an axis is longer than 2**48 elements", line);
        return false;
    }
    if (fits && is_long) {
        pycc_raise(ctx, PYCC_EXC_MEMORY, "unable to allocate an array", line);
        return false;
    }
    if (!fits) {
        pycc_raise(ctx, PYCC_EXC_VALUE,
                   "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum "
                   "possible size.",
                   line);
        return false;
    }
    return true;
}

bool pycc_alloc(struct pycc_ctx *ctx, char **data, struct pycc_buffer **owner, int rank,
                const int64_t *shape, int64_t *stride, int64_t item, int flags, int line) {
    int64_t size;
    if (!ask_for_bytes(ctx, rank, shape, item, line, &size)) {
        return false;
    }
    bool zero = (flags & PYCC_ZERO) != 0;
    if (rank == 1 && shape[0] == 0 && !ctx->steps) { /* nobody owns the memory of no elements */
        static int64_t nothing;
        *owner = NULL;
        *data = (char *)&nothing;
        set_strides(rank, shape, stride, item, false);
        return true;
    }
    bool pooled = size >= PYCC_POOLED || (size > SMALL && !ctx->inside);
    struct pycc_pool *pool = pooled ? ctx->pool : NULL;
    struct pycc_buffer *b = ctx->steps && !zero ? pycc_steps_spare(ctx->steps, size) : NULL;
    b = b ? b : pool ? reuse_buffer(pool, size, zero) : get_buffer(size, zero);
    if (!b) {
        pycc_raise(ctx, PYCC_EXC_MEMORY, "unable to allocate an array", line);
        return false;
    }
    b->refs = 1 + b->waits;
    b->pool = pool;
    *owner = b;
    *data = b->data;
    set_strides(rank, shape, stride, item, (flags & PYCC_FORTRAN) != 0);
    return true;
}

/* Is it memory of ours, of so many bytes, that nobody else holds? What sweeps that wait touch may
 * be given to later ones, which wait for these. */
static bool is_ours_alone(const struct pycc_buffer *b, int64_t size, bool zero) {
    return b && b->data && !b->drop && !b->object && b->size == size && !(zero && b->waits) &&
           __atomic_load_n(&b->refs, __ATOMIC_ACQUIRE) == 1 + b->waits;
}

static struct pycc_buffer *spare_of_device(const struct pycc_ctx *ctx, int64_t size) {
    const struct pycc_away_head *away = (const struct pycc_away_head *)(const void *)ctx->away;
    return away && ctx->pool && !ctx->inside ? away->spare(ctx->away, ctx->pool, size) : NULL;
}

bool pycc_renew(struct pycc_ctx *ctx, char **data, struct pycc_buffer **owner, int rank,
                const int64_t *shape, int64_t *stride, int64_t item, int flags, int line) {
    struct pycc_buffer *old = *owner;
    bool zero = (flags & PYCC_ZERO) != 0;
    int64_t size = 0;
    *owner = NULL;
    bool fits = old && ask_for_bytes(ctx, rank, shape, item, line, &size);
    if (!fits || !is_ours_alone(old, size, zero)) {
        pycc_release(old);
        old = fits && !zero ? spare_of_device(ctx, size) : NULL;
    }
    if (!old) {
        return !ctx->failed && pycc_alloc(ctx, data, owner, rank, shape, stride, item, flags, line);
    }
    if (zero) {
        memset(old->data, 0, (size_t)size);
    }
    *owner = old;
    *data = old->data;
    set_strides(rank, shape, stride, item, (flags & PYCC_FORTRAN) != 0);
    return true;
}

bool pycc_text_plus(struct pycc_ctx *ctx, struct pycc_array1 *out, struct pycc_array1 s,
                    struct pycc_array1 t, int line) {
    const int64_t item = sizeof(uint32_t), n = s.shape[0] + t.shape[0];
    struct pycc_buffer *own = out->owner;
    bool grows = own && own == s.owner && out->data == s.data && out->shape[0] == s.shape[0];
    if (grows && s.data == own->data && own->size >= n * item &&
        is_ours_alone(own, own->size, false)) {
        memmove(s.data + s.shape[0] * item, t.data, (size_t)(t.shape[0] * item));
        out->shape[0] = n;
        return true;
    }
    struct pycc_array1 made = {.shape = {grows ? 2 * n : n}};
    if (!PYCC_ALLOC(ctx, 1, made, item, 0, line)) {
        return false;
    }
    memcpy(made.data, s.data, (size_t)(s.shape[0] * item));
    memcpy(made.data + s.shape[0] * item, t.data, (size_t)(t.shape[0] * item));
    made.shape[0] = n;
    pycc_take1(out, made);
    return true;
}

/* Is every element of one at the address of the other's of the same index? */
static bool same_elements(int rank, const int64_t *shape, const int64_t *stride,
                          const int64_t *to_shape, const int64_t *to_stride) {
    for (int k = 0; k < rank; ++k) {
        if (shape[k] != to_shape[k] || (shape[k] > 1 && stride[k] != to_stride[k])) {
            return false;
        }
    }
    return true;
}

bool pycc_keep_apart(struct pycc_ctx *ctx, char **data, struct pycc_buffer **owner, int rank,
                     const int64_t *shape, int64_t *stride, int64_t item, int to_rank,
                     const char *to_data, const int64_t *to_shape, const int64_t *to_stride,
                     int64_t to_item, bool scattered, int line) {
    bool same = !scattered && *data == to_data && item == to_item && rank == to_rank &&
                same_elements(rank, shape, stride, to_shape, to_stride);
    if (same || pycc_apart(rank, *data, shape, stride, item, to_rank, to_data, to_shape, to_stride,
                           to_item)) {
        pycc_retain(*owner);
        return true;
    }
    if (!pycc_at_home(ctx, *data, rank, shape, stride, item) || (ctx->steps && !pycc_settle(ctx))) {
        return false;
    }
    const char *from = *data;
    int64_t from_stride[8];
    memcpy(from_stride, stride, sizeof(*stride) * (size_t)rank);
    if (!pycc_alloc(ctx, data, owner, rank, shape, stride, item, 0, line)) {
        return false;
    }
    copy_elements(rank, shape, *data, stride, from, from_stride, item);
    return true;
}

void pycc_release_all(struct pycc_buffer *const *b, int n) {
    for (int i = 0; i < n; ++i) {
        pycc_release(b[i]);
    }
}

/* ---- views */

struct view {
    char **data;
    int64_t *shape, *stride;
};

/* The fields of a struct pycc_array of some rank; rank 0 has one entry. */
static struct view fields(int rank, void *array) {
    struct pycc_array1 *a = array;
    int64_t *shape = a->shape;
    return (struct view){&a->data, shape, shape + (rank > 0 ? rank : 1)};
}

void pycc_view(int rank, void *view, int base_rank, const void *base,
               const struct pycc_axis *axis) {
    struct view to = fields(rank, view), of = fields(base_rank, (void *)base);
    char *data = *of.data;
    for (int from = 0, k = 0; from < base_rank || k < rank; ++axis) {
        int64_t *n = &to.shape[k], *step = &to.stride[k];
        if (axis->kind == PYCC_AXIS_CUT) {
            pycc_slice(&data, n, step, of.shape[from], of.stride[from], axis->a, axis->b, axis->c);
        } else if (axis->kind == PYCC_AXIS_STRETCH) {
            pycc_stretch(n, step, of.shape[from], of.stride[from], axis->a);
        } else if (axis->kind == PYCC_AXIS_WHOLE) {
            *n = of.shape[from];
            *step = of.stride[from];
        } else if (axis->kind == PYCC_AXIS_PICK) {
            data += axis->a * of.stride[from++];
            continue;
        } else if (axis->kind == PYCC_AXIS_NEW) {
            *n = axis->a;
            *step = 0;
            --from;
        } else {
            pycc_diagonal(n, step, &of.shape[from], &of.stride[from]);
            ++from;
        }
        ++from;
        ++k;
    }
    *to.data = data;
    ((struct pycc_array0 *)view)->owner = ((const struct pycc_array0 *)base)->owner;
}
