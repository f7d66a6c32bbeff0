/* Arrays of generated code: element access, guards, views, allocation, references.
 *
 * An array is passed by value. Its buffer is counted only when this run time allocated it: borrowed
 * buffers (arguments) live as long as the call. */
#ifndef PYCC_RT_ARRAY_H
#define PYCC_RT_ARRAY_H

#include "pycc_rt_loop.h"

/* ---- elements at any stride and alignment */

#define PYCC_DECLARE_UNALIGNED(t, c)                                                               \
    struct pycc_any_##t {                                                                          \
        c v;                                                                                       \
    } __attribute__((packed, may_alias));
PYCC_DECLARE_UNALIGNED(bool, pycc_bool)
PYCC_DECLARE_UNALIGNED(_Bool, pycc_bool) /* what the macro bool becomes when passed on */
PYCC_DECLARE_UNALIGNED(i8, int8_t)
PYCC_DECLARE_UNALIGNED(i16, int16_t)
PYCC_DECLARE_UNALIGNED(i32, int32_t)
PYCC_DECLARE_UNALIGNED(i64, int64_t)
PYCC_DECLARE_UNALIGNED(u8, uint8_t)
PYCC_DECLARE_UNALIGNED(u16, uint16_t)
PYCC_DECLARE_UNALIGNED(u32, uint32_t)
PYCC_DECLARE_UNALIGNED(u64, uint64_t)
PYCC_DECLARE_UNALIGNED(f16, pycc_half)
PYCC_DECLARE_UNALIGNED(f32, float)
PYCC_DECLARE_UNALIGNED(f64, double)
PYCC_DECLARE_UNALIGNED(c64, float _Complex)
PYCC_DECLARE_UNALIGNED(c128, double _Complex)

/* PYCC_AT2(f64, a, i, j) is the element a[i, j], an lvalue; i and j are in range. */
#define PYCC_AT_BYTE(t, p) (((struct pycc_any_##t *)(p))->v)
#define PYCC_AT0(t, a) PYCC_AT_BYTE(t, (a).data)
#define PYCC_AT1(t, a, i) PYCC_AT_BYTE(t, (a).data + (i) * (a).stride[0])
#define PYCC_P2(a, i, j) ((a).data + (i) * (a).stride[0] + (j) * (a).stride[1])
#define PYCC_AT2(t, a, i, j) PYCC_AT_BYTE(t, PYCC_P2(a, i, j))
#define PYCC_P3(a, i, j, k) (PYCC_P2(a, i, j) + (k) * (a).stride[2])
#define PYCC_AT3(t, a, i, j, k) PYCC_AT_BYTE(t, PYCC_P3(a, i, j, k))
#define PYCC_P4(a, i, j, k, l) (PYCC_P3(a, i, j, k) + (l) * (a).stride[3])
#define PYCC_AT4(t, a, i, j, k, l) PYCC_AT_BYTE(t, PYCC_P4(a, i, j, k, l))
#define PYCC_P5(a, i, j, k, l, m) (PYCC_P4(a, i, j, k, l) + (m) * (a).stride[4])
#define PYCC_AT5(t, a, i, ...) PYCC_AT_BYTE(t, PYCC_P5(a, i, __VA_ARGS__))
#define PYCC_P6(a, i, j, k, l, m, n) (PYCC_P5(a, i, j, k, l, m) + (n) * (a).stride[5])
#define PYCC_AT6(t, a, i, ...) PYCC_AT_BYTE(t, PYCC_P6(a, i, __VA_ARGS__))
#define PYCC_P7(a, i, j, k, l, m, n, o) (PYCC_P6(a, i, j, k, l, m, n) + (o) * (a).stride[6])
#define PYCC_AT7(t, a, i, ...) PYCC_AT_BYTE(t, PYCC_P7(a, i, __VA_ARGS__))
#define PYCC_P8(a, i, j, k, l, m, n, o, p) (PYCC_P7(a, i, j, k, l, m, n, o) + (p) * (a).stride[7])
#define PYCC_AT8(t, a, i, ...) PYCC_AT_BYTE(t, PYCC_P8(a, i, __VA_ARGS__))

/* The same of an array of aligned elements whose last axis has no gaps; c is their C type. */
#define PYCC_FLAT1(c, a, i) (((c *)(a).data)[i])
#define PYCC_FLAT2(c, a, i, j) (((c *)((a).data + (i) * (a).stride[0]))[j])
#define PYCC_FLAT3(c, a, i, j, k) (((c *)PYCC_P2(a, i, j))[k])
#define PYCC_FLAT4(c, a, i, j, k, l) (((c *)PYCC_P3(a, i, j, k))[l])
#define PYCC_FLAT5(c, a, i, j, k, l, m) (((c *)PYCC_P4(a, i, j, k, l))[m])
#define PYCC_FLAT6(c, a, i, j, k, l, m, n) (((c *)PYCC_P5(a, i, j, k, l, m))[n])
#define PYCC_FLAT7(c, a, i, j, k, l, m, n, o) (((c *)PYCC_P6(a, i, j, k, l, m, n))[o])
#define PYCC_FLAT8(c, a, i, j, k, l, m, n, o, p) (((c *)PYCC_P7(a, i, j, k, l, m, n, o))[p])

/* The same, where the last axis has no gaps if `unit`. */
#define PYCC_EVEN1(t, b, a, i) PYCC_AT_BYTE(t, (a).data + (i) * (unit ? b : (a).stride[0]))
#define PYCC_EVEN2(t, b, a, i, j)                                                                  \
    PYCC_AT_BYTE(t, ((a).data + (i) * (a).stride[0]) + (j) * (unit ? b : (a).stride[1]))
#define PYCC_EVEN3(t, b, a, i, j, k)                                                               \
    PYCC_AT_BYTE(t, PYCC_P2(a, i, j) + (k) * (unit ? b : (a).stride[2]))
#define PYCC_EVEN4(t, b, a, i, j, k, l)                                                            \
    PYCC_AT_BYTE(t, PYCC_P3(a, i, j, k) + (l) * (unit ? b : (a).stride[3]))
#define PYCC_EVEN5(t, b, a, i, j, k, l, m)                                                         \
    PYCC_AT_BYTE(t, PYCC_P4(a, i, j, k, l) + (m) * (unit ? b : (a).stride[4]))
#define PYCC_EVEN6(t, b, a, i, j, k, l, m, n)                                                      \
    PYCC_AT_BYTE(t, PYCC_P5(a, i, j, k, l, m) + (n) * (unit ? b : (a).stride[5]))
#define PYCC_EVEN7(t, b, a, i, j, k, l, m, n, o)                                                   \
    PYCC_AT_BYTE(t, PYCC_P6(a, i, j, k, l, m, n) + (o) * (unit ? b : (a).stride[6]))
#define PYCC_EVEN8(t, b, a, i, j, k, l, m, n, o, p)                                                \
    PYCC_AT_BYTE(t, PYCC_P7(a, i, j, k, l, m, n, o) + (p) * (unit ? b : (a).stride[7]))

/* The index that i stands for on an axis of n elements, -1 when out of range. */
static inline int64_t pycc_wrap(int64_t i, int64_t n) {
    i += i < 0 ? n : 0;
    return (uint64_t)i < (uint64_t)n ? i : -1;
}

/* t = the index that i stands for on an axis of n elements; an IndexError and `leave`, a return or
 * goto, when there is none. PYCC_INDEX declares t; PYCC_IN_RANGE tests one that pycc_wrap gave. */
#define PYCC_IN_RANGE(t, i, n, axis, line, leave)                                                  \
    if (PYCC_UNLIKELY((t) < 0)) {                                                                  \
        pycc_raise_index(ctx, i, axis, n, line);                                                   \
        leave;                                                                                     \
    }
#define PYCC_FIND(t, i, n, axis, line, leave)                                                      \
    t = pycc_wrap(i, n);                                                                           \
    PYCC_IN_RANGE(t, i, n, axis, line, leave)
#define PYCC_INDEX(t, i, n, axis, line, leave)                                                     \
    int64_t t = i;                                                                                 \
    if (PYCC_UNLIKELY((uint64_t)t >= (uint64_t)(n))) {                                             \
        t = pycc_wrap(t, n);                                                                       \
        PYCC_IN_RANGE(t, i, n, axis, line, leave)                                                  \
    }

/* The same without the test (--no-bounds-check). */
static inline int64_t pycc_wrap_unchecked(int64_t i, int64_t n) {
    return i < 0 ? i + n : i;
}

/* ---- guards of a nest's variants */

/* What a nest needs of one of its arrays. */
struct pycc_guard_array {
    uint16_t at;  /* where its struct pycc_array is in the nest's struct, in units of 8 bytes */
    uint8_t rank; /* rank 0 asks for alignment only */
    uint8_t item; /* bytes of an element: a power of 2 */
    uint8_t
        align; /* PYCC_UNIT: a multiple of it in memory, strides of whole elements; 0: not asked */
    int8_t unit; /* PYCC_UNIT: the axis that is contiguous; -1: none; -2 - k: axis k, in reverse */
    bool distinct; /* PYCC_SAFE: elements of different indices at different addresses */
    /* Of nests that wait (pycc_rt_steps.h): what iteration i touches, */
    uint8_t touch; /* PYCC_READS and the like, */
    int8_t axis;   /* and of this axis the indices from i + lo to i + hi */
    int32_t read[2], write[2];
};
enum {
    PYCC_READS = 1,
    PYCC_WRITES = 2,
    PYCC_ALL = 4 /* anywhere */
};

struct pycc_guard {
    const struct pycc_guard_array *array;
    const struct pycc_apart { uint16_t a, b; } * apart; /* PYCC_SAFE: these share no byte; {0, 0} */
    int n;
    pycc_run_fn *fast, *strided, *exact; /* variants; NULL: there is none */
};

/* The guard of a nest: which variants it has, pairs of arrays that are apart, each with a comma
 * behind it, and a row for each array of its struct. */
#define PYCC_GUARD(name, variants, pairs, ...)                                                     \
    static const struct pycc_guard name##__guard = {                                               \
        (const struct pycc_guard_array[]){__VA_ARGS__},                                            \
        (const struct pycc_apart[]){PYCC_UNPACK pairs{0, 0}},                                      \
        sizeof((struct pycc_guard_array[]){__VA_ARGS__}) / sizeof(struct pycc_guard_array),        \
        variants(name)}
#define PYCC_UNPACK(...) __VA_ARGS__

#define PYCC_VARIANTS(name)                                                                        \
    (pycc_run_fn *)name##_fast, (pycc_run_fn *)name##_strided, (pycc_run_fn *)name##_exact
#define PYCC_UNCHECKED(name) /* the strided one is exact too */                                    \
    (pycc_run_fn *)name##_fast, (pycc_run_fn *)name##_strided, (pycc_run_fn *)name##_strided
#define PYCC_STRIDED(name) (pycc_run_fn *)name##_fast, (pycc_run_fn *)name##_strided, NULL
#define PYCC_EXACT(name) (pycc_run_fn *)name##_fast, NULL, (pycc_run_fn *)name##_exact

enum { PYCC_SAFE = 1, PYCC_UNIT = 2 };

/* Which of the two hold for the arrays in a nest's struct. */
int pycc_guard(const struct pycc_guard *g, const void *in);

/* Gives the nest the variant that fits: whether it is safe, which the caller has checked but for
 * the arrays, and is the result; an unsafe one is serial. */
bool pycc_choose(const struct pycc_guard *g, bool checked, struct pycc_nest *nest);

/* The same, and runs it; without results. False: ctx has failed. */
bool pycc_run_guarded(struct pycc_ctx *ctx, const struct pycc_guard *g, bool checked, bool parallel,
                      struct pycc_nest *nest);

/* `nest` with these fields and the variant that fits `in`, and `safe`. */
#define PYCC_GUARDED(name, checked, ...)                                                           \
    struct pycc_nest nest = {.in = &in, __VA_ARGS__};                                              \
    const bool safe = pycc_choose(&name##__guard, checked, &nest)

/* Runs a nest without results: the fields of its struct, in brackets, and those of `nest`. `leave`,
 * a return or goto, when it fails. */
#define PYCC_RUN(name, checked, parallel, leave, fields, ...)                                      \
    do {                                                                                           \
        struct name in = {PYCC_UNPACK fields};                                                     \
        struct pycc_nest nest = {.in = &in, __VA_ARGS__};                                          \
        if (PYCC_UNLIKELY(!pycc_run_guarded(ctx, &name##__guard, checked, parallel, &nest))) {     \
            leave;                                                                                 \
        }                                                                                          \
    } while (0)
#define PYCC_PARALLEL(name, checked, leave, ...) PYCC_RUN(name, checked, true, leave, __VA_ARGS__)
#define PYCC_SERIAL(name, checked, leave, ...) PYCC_RUN(name, checked, false, leave, __VA_ARGS__)

/* Its three questions. */
bool pycc_apart(int rank_a, const char *a, const int64_t *shape_a, const int64_t *stride_a,
                int64_t item_a, int rank_b, const char *b, const int64_t *shape_b,
                const int64_t *stride_b, int64_t item_b);
#define PYCC_APART(rank_a, a, item_a, rank_b, b, item_b)                                           \
    pycc_apart(rank_a, (a).data, (a).shape, (a).stride, item_a, rank_b, (b).data, (b).shape,       \
               (b).stride, item_b)
bool pycc_distinct(int rank, const int64_t *shape, const int64_t *stride, int64_t item);
bool pycc_unit(int rank, int unit, const char *data, const int64_t *shape, const int64_t *stride,
               int64_t item, int64_t align);

/* The same of vectors, for nests that loops run very often: in the generated code. */
static inline bool pycc_unit1(const struct pycc_array1 *a, bool unit, int64_t item, int64_t align) {
    int64_t off = unit ? a->stride[0] - item : a->stride[0] & (item - 1);
    return (((uintptr_t)a->data & (uintptr_t)(align - 1)) == 0) & ((off == 0) | (a->shape[0] <= 1));
}

static inline bool pycc_distinct1(const struct pycc_array1 *a, int64_t item) {
    return a->shape[0] <= 1 || a->stride[0] >= item || a->stride[0] <= -item;
}

/* Are the bytes that two vectors span surely apart? */
PYCC_INLINE bool pycc_clear1(const struct pycc_array1 *a, int64_t item_a,
                             const struct pycc_array1 *b, int64_t item_b) {
    int64_t reach_a = (a->shape[0] - 1) * a->stride[0], reach_b = (b->shape[0] - 1) * b->stride[0];
    intptr_t x = (intptr_t)a->data, y = (intptr_t)b->data;
    return x + (reach_a > 0 ? reach_a : 0) + item_a <= y + (reach_b < 0 ? reach_b : 0) ||
           y + (reach_b > 0 ? reach_b : 0) + item_b <= x + (reach_a < 0 ? reach_a : 0);
}

PYCC_INLINE bool pycc_apart1(const struct pycc_array1 *a, int64_t item_a,
                             const struct pycc_array1 *b, int64_t item_b) {
    return pycc_clear1(a, item_a, b, item_b) || PYCC_APART(1, *a, item_a, 1, *b, item_b);
}

/* ---- references */

void pycc_buffer_free(struct pycc_buffer *b) __attribute__((cold));

PYCC_INLINE void pycc_retain(struct pycc_buffer *b) {
    if (b && b->data) {
        __atomic_fetch_add(&b->refs, 1, __ATOMIC_RELAXED);
    }
}

PYCC_INLINE void pycc_release(struct pycc_buffer *b) {
    if (b && b->data && __atomic_fetch_sub(&b->refs, 1, __ATOMIC_ACQ_REL) == 1) {
        pycc_buffer_free(b);
    }
}

/* All of them, in order. */
void pycc_release_all(struct pycc_buffer *const *b, int n);
#define PYCC_RELEASE(...)                                                                          \
    pycc_release_all((struct pycc_buffer *const[]){__VA_ARGS__},                                   \
                     sizeof((struct pycc_buffer *const[]){__VA_ARGS__}) / sizeof(void *))

/* pycc_set2(&a, b): a takes a reference to b's buffer; pycc_take2(&a, b): a takes over the one that
 * b carries. Both drop what a held. */
#define PYCC_DECLARE_SET(r)                                                                        \
    PYCC_INLINE void pycc_take##r(struct pycc_array##r *to, struct pycc_array##r from) {           \
        pycc_release(to->owner);                                                                   \
        *to = from;                                                                                \
    }                                                                                              \
    PYCC_INLINE void pycc_set##r(struct pycc_array##r *to, struct pycc_array##r from) {            \
        pycc_retain(from.owner);                                                                   \
        pycc_take##r(to, from);                                                                    \
    }                                                                                              \
    static inline struct pycc_array##r pycc_share##r(struct pycc_array##r a) {                     \
        pycc_retain(a.owner);                                                                      \
        return a;                                                                                  \
    }
PYCC_DECLARE_SET(0)
PYCC_DECLARE_SET(1)
PYCC_DECLARE_SET(2)
PYCC_DECLARE_SET(3)
PYCC_DECLARE_SET(4)
PYCC_DECLARE_SET(5)
PYCC_DECLARE_SET(6)
PYCC_DECLARE_SET(7)
PYCC_DECLARE_SET(8)

/* ---- arrays on devices */

/* How a struct pycc_away begins, so that what copies elements asks for them without linking the
 * code for devices. */
struct pycc_away_head {
    bool (*home)(struct pycc_ctx *ctx, const char *data, int rank, const int64_t *shape,
                 const int64_t *stride, int64_t item, bool write); /* pycc_device_home */
    /* A buffer of this call that only the device still holds, with a reference for the caller;
     * NULL: there is none of this size. */
    struct pycc_buffer *(*spare)(const struct pycc_away *away, const struct pycc_pool *pool,
                                 int64_t size);
};

/* The host is about to read the array's elements. False: ctx has failed. */
static inline bool pycc_at_home(struct pycc_ctx *ctx, const char *data, int rank,
                                const int64_t *shape, const int64_t *stride, int64_t item) {
    const struct pycc_away_head *away = (const struct pycc_away_head *)(const void *)ctx->away;
    return !away || away->home(ctx, data, rank, shape, stride, item, false);
}

/* ---- making arrays */

enum pycc_alloc_flags { PYCC_ZERO = 1, PYCC_FORTRAN = 2 };

/* Memory for an array whose shape is filled in: sets data (64-byte aligned), owner (one reference)
 * and strides. Returns false with ctx failed: ValueError for a negative extent, MemoryError. */
bool pycc_alloc(struct pycc_ctx *ctx, char **data, struct pycc_buffer **owner, int rank,
                const int64_t *shape, int64_t *stride, int64_t item, int flags, int line);
#define PYCC_ALLOC(ctx, rank, a, item, flags, line)                                                \
    pycc_alloc(ctx, &(a).data, &(a).owner, rank, (a).shape, (a).stride, item, flags, line)

/* The same in place of an old array, whose reference is in owner and goes: where nothing else holds
 * the old memory and its size is the new one's, it is the new memory. NULL: there is no old one.
 * Unless zeros are asked for, memory will do that only the device still holds, for nests that are
 * not at home: they and those that write the new array come in order, and host code asks before it
 * touches elements. */
bool pycc_renew(struct pycc_ctx *ctx, char **data, struct pycc_buffer **owner, int rank,
                const int64_t *shape, int64_t *stride, int64_t item, int flags, int line);
#define PYCC_RENEW(ctx, rank, a, item, flags, line)                                                \
    pycc_renew(ctx, &(a).data, &(a).owner, rank, (a).shape, (a).stride, item, flags, line)

/* *out = s + t, of code points. What *out held is released; where that is s and nothing else holds
 * it, t is put behind it, into room that doubles. False: ctx has failed, and *out is as it was. */
bool pycc_text_plus(struct pycc_ctx *ctx, struct pycc_array1 *out, struct pycc_array1 s,
                    struct pycc_array1 t, int line);
#define PYCC_CHARACTER(c)                                                                          \
    ((struct pycc_array1){.data = (char *)&(uint32_t){c}, .shape = {1}, .stride = {4}})

/* Makes the array in data, shape, stride, owner fit to be read while another one, to_*, is written
 * at the same indices: where they overlap other than element by element it becomes a copy. It holds
 * a reference afterwards. Returns false with ctx failed when there is no memory. With scattered the
 * indices differ: it becomes a copy wherever they overlap. */
bool pycc_keep_apart(struct pycc_ctx *ctx, char **data, struct pycc_buffer **owner, int rank,
                     const int64_t *shape, int64_t *stride, int64_t item, int to_rank,
                     const char *to_data, const int64_t *to_shape, const int64_t *to_stride,
                     int64_t to_item, bool scattered, int line);
#define PYCC_KEEP_APART(ctx, rank, a, item, to_rank, to, to_item, line)                            \
    pycc_keep_apart(ctx, &(a).data, &(a).owner, rank, (a).shape, (a).stride, item, to_rank,        \
                    (to).data, (to).shape, (to).stride, to_item, false, line)
#define PYCC_KEEP_DISJOINT(ctx, rank, a, item, to_rank, to, to_item, line)                         \
    pycc_keep_apart(ctx, &(a).data, &(a).owner, rank, (a).shape, (a).stride, item, to_rank,        \
                    (to).data, (to).shape, (to).stride, to_item, true, line)

PYCC_INLINE bool pycc_kept_apart(struct pycc_ctx *ctx, char **data, struct pycc_buffer **owner,
                                 int rank, const int64_t *shape, int64_t *stride, int64_t item,
                                 int to_rank, const char *to_data, const int64_t *to_shape,
                                 const int64_t *to_stride, int64_t to_item, bool scattered,
                                 int line) {
    if (rank == 1 && to_rank == 1) { /* vectors are looked at in the generated code */
        struct pycc_array1 a = {*data, NULL, {shape[0]}, {stride[0]}};
        struct pycc_array1 to = {(char *)(uintptr_t)to_data, NULL, {to_shape[0]}, {to_stride[0]}};
        if (PYCC_LIKELY(pycc_clear1(&a, item, &to, to_item))) {
            pycc_retain(*owner);
            return true;
        }
    }
    return pycc_keep_apart(ctx, data, owner, rank, shape, stride, item, to_rank, to_data, to_shape,
                           to_stride, to_item, scattered, line);
}

/* The elements of an array, `from`, in C order under the shape of another: data, owner and stride
 * of the latter, which holds a reference afterwards. One extent may be negative and becomes what
 * the others leave. Where strides cannot show the elements in that order, or contiguous is asked
 * for and `from` is not, it is a copy. Returns false with ctx failed: ValueError for a shape that
 * does not fit, MemoryError. */
bool pycc_reshape(struct pycc_ctx *ctx, char **data, struct pycc_buffer **owner, int rank,
                  int64_t *shape, int64_t *stride, int from_rank, const int64_t *from_shape,
                  const int64_t *from_stride, int64_t item, bool contiguous, int line);
#define PYCC_RESHAPE(ctx, rank, a, from_rank, from, item, contiguous, line)                        \
    pycc_reshape(ctx, &(a).data, &(a).owner, rank, (a).shape, (a).stride, from_rank, (from).shape, \
                 (from).stride, item, contiguous, line)

/* Shape and strides of an array of elements of from_item bytes become those of its memory as
 * elements of so many bytes, another number. Returns false with ctx failed: ValueError where the
 * last axis has gaps, or is no whole number of the new elements. */
bool pycc_bits(struct pycc_ctx *ctx, int rank, int64_t *shape, int64_t *stride, int64_t from_item,
               int64_t item, int line);

/* The elements of two axes whose indices on both are equal, as one axis. */
static inline void pycc_diagonal(int64_t *out_n, int64_t *out_stride, const int64_t *n,
                                 const int64_t *stride) {
    *out_n = n[0] < n[1] ? n[0] : n[1];
    *out_stride = (int64_t)((uint64_t)stride[0] + (uint64_t)stride[1]);
}

/* An axis of n elements as one of `extent`: n itself, or the only element again and again. */
static inline void pycc_stretch(int64_t *out_n, int64_t *out_stride, int64_t n, int64_t stride,
                                int64_t extent) {
    *out_n = n == 1 ? extent : n;
    *out_stride = n == 1 ? 0 : stride;
}

/* How arrays of one shape are walked along their memory; see struct order of the compiler's TIR.
 * out: the strides of an array that has the axes kept only, or NULL.
 *
 * The number holds the axis at each position (3 bits from bit 0), the positions that become one
 * with the next of their kind (bit 24 + position), the axes walked backwards (bit 32 + axis); it is
 * negative when an axis kept is the innermost. */
int64_t pycc_order(int rank, unsigned reduced, const int64_t *shape, int n,
                   const int64_t *const *stride, const int64_t *out);

/* The view that walks an array like that; kept: it has the axes kept only. */
void pycc_reorder(int rank, unsigned reduced, bool kept, int64_t number, char **data,
                  int64_t *shape, int64_t *stride, const int64_t *from_shape,
                  const int64_t *from_stride);
#define PYCC_REORDER(rank, reduced, kept, view, base, number)                                      \
    pycc_reorder(rank, reduced, kept, number, &(view).data, (view).shape, (view).stride,           \
                 (base).shape, (base).stride)

/* Number of elements. */
static inline int64_t pycc_size(int rank, const int64_t *shape) {
    int64_t n = 1;
    for (int k = 0; k < rank; ++k) {
        n *= shape[k];
    }
    return n;
}

/* One axis of a view: start:stop:step on an axis of n elements and the given stride, clipped as
 * Python does. For absent ends a positive step goes from 0 to INT64_MAX, a
 * negative one from INT64_MAX to INT64_MIN. */
PYCC_INLINE void pycc_slice(char **data, int64_t *out_n, int64_t *out_stride, int64_t n,
                            int64_t stride, int64_t start, int64_t stop, int64_t step) {
    int64_t low = step < 0 ? -1 : 0, high = step < 0 ? n - 1 : n;
    if (step == 1 && PYCC_LIKELY(start >= 0 && start < stop && stop <= n)) { /* as it is */
        *out_n = stop - start;
        *out_stride = stride;
        *data += start * stride;
        return;
    }
    start += start < 0 ? n : 0;
    stop += stop < 0 ? n : 0;
    start = start < low ? low : start > high ? high : start;
    stop = stop < low ? low : stop > high ? high : stop;
    *out_n = step != 1 ? pycc_trips(start, stop, step) : stop > start ? stop - start : 0;
    *out_stride = (int64_t)((uint64_t)stride * (uint64_t)step);
    *data += *out_n > 0 ? start * stride : 0;
}

/* ---- views, made arrays: one line of generated code each */

/* What becomes of one axis of the base, or of none. */
enum pycc_axis_kind {
    PYCC_AXIS_PICK,    /* gone: the elements at index a */
    PYCC_AXIS_CUT,     /* a:b:c, see pycc_slice */
    PYCC_AXIS_WHOLE,   /* as it is */
    PYCC_AXIS_NEW,     /* not of the base: a times the same */
    PYCC_AXIS_STRETCH, /* see pycc_stretch */
    PYCC_AXIS_CROSS    /* two: see pycc_diagonal */
};

struct pycc_axis {
    enum pycc_axis_kind kind;
    int64_t a, b, c;
};

#define PYCC_PICK(i)                                                                               \
    { PYCC_AXIS_PICK, i }
#define PYCC_CUT(start, stop, step)                                                                \
    { PYCC_AXIS_CUT, start, stop, step }
#define PYCC_WHOLE(i)                                                                              \
    { PYCC_AXIS_WHOLE, i }
#define PYCC_NEW(n)                                                                                \
    { PYCC_AXIS_NEW, n }
#define PYCC_STRETCH(n)                                                                            \
    { PYCC_AXIS_STRETCH, n }
#define PYCC_CROSS(i)                                                                              \
    { PYCC_AXIS_CROSS, i }

/* Fills in a view of rank `rank`, a struct pycc_array, from the base's. They are two structs. */
void pycc_view(int rank, void *view, int base_rank, const void *base, const struct pycc_axis *axis);

/* PYCC_VIEW(1, 2, a, PYCC_PICK(i), PYCC_WHOLE(0)) is a[i] of a matrix. The copies are there so that
 * no variable's address is taken, which would keep it in memory. */
#define PYCC_VIEW(r, base_r, base, ...)                                                            \
    ({                                                                                             \
        struct pycc_array##r view;                                                                 \
        const struct pycc_array##base_r of__ = base;                                               \
        pycc_view(r, &view, base_r, &of__, (const struct pycc_axis[]){__VA_ARGS__});               \
        view;                                                                                      \
    })

/* The same in a loop nest, written out there: axes are expressions, (base, its axis, the view's).
 */
#define PYCC_VIEW_IN(r, base_r, base, ...)                                                         \
    ({                                                                                             \
        struct pycc_array##r view = {.data = (base).data, .owner = (base).owner};                  \
        __VA_ARGS__;                                                                               \
        view;                                                                                      \
    })
#define PYCC_IN_PICK(base, from, to, i) view.data += (i) * (base).stride[from]
#define PYCC_IN_CUT(base, from, to, start, stop, step)                                             \
    pycc_slice(&view.data, &view.shape[to], &view.stride[to], (base).shape[from],                  \
               (base).stride[from], start, stop, step)
#define PYCC_IN_WHOLE(base, from, to, i)                                                           \
    view.shape[to] = (base).shape[from], view.stride[to] = (base).stride[from]
#define PYCC_IN_NEW(base, from, to, n) view.shape[to] = n, view.stride[to] = 0
#define PYCC_IN_STRETCH(base, from, to, n)                                                         \
    pycc_stretch(&view.shape[to], &view.stride[to], (base).shape[from], (base).stride[from], n)
#define PYCC_IN_CROSS(base, from, to, i)                                                           \
    pycc_diagonal(&view.shape[to], &view.stride[to], &(base).shape[from], &(base).stride[from])

/* r: the view's rank; order_r: that of what is walked. */
#define PYCC_REORDERED(r, order_r, reduced, kept, base, number)                                    \
    ({                                                                                             \
        struct pycc_array##r view = {.data = (base).data, .owner = (base).owner};                  \
        PYCC_REORDER(order_r, reduced, kept, view, base, number);                                  \
        view;                                                                                      \
    })

/* `to`, which holds a reference, becomes a view kept apart from another array, a view of one
 * that is (FIT), a reshaped array, a
 * new one (REMADE: in place of what it was; FILLED: with a value, in brackets). `leave`, a return
 * or goto, when that fails. */
#define PYCC_SET_APART(r, to, value, item, other_r, other, other_item, scattered, line, leave)     \
    do {                                                                                           \
        struct pycc_array##r view = value;                                                         \
        if (PYCC_UNLIKELY(!pycc_kept_apart(                                                        \
                ctx, &view.data, &view.owner, r, view.shape, view.stride, item, other_r,           \
                (other).data, (other).shape, (other).stride, other_item, scattered, line))) {      \
            leave;                                                                                 \
        }                                                                                          \
        pycc_take##r(&(to), view);                                                                 \
    } while (0)
#define PYCC_SET_FIT(r, to, base_r, base, item, other_r, other, other_item, scattered, line,       \
                     leave, ...)                                                                   \
    do {                                                                                           \
        struct pycc_array##base_r of__ = base;                                                     \
        struct pycc_array##r view;                                                                 \
        if (PYCC_UNLIKELY(!pycc_keep_apart(                                                        \
                ctx, &of__.data, &of__.owner, base_r, of__.shape, of__.stride, item, other_r,      \
                (other).data, (other).shape, (other).stride, other_item, scattered, line))) {      \
            leave;                                                                                 \
        }                                                                                          \
        pycc_view(r, &view, base_r, &of__, (const struct pycc_axis[]){__VA_ARGS__});               \
        pycc_take##r(&(to), view);                                                                 \
    } while (0)
#define PYCC_RESHAPED(r, to, base_r, base, item, contiguous, line, leave, ...)                     \
    do {                                                                                           \
        struct pycc_array##r view = {(base).data, (base).owner, {__VA_ARGS__}, {0}};               \
        if (PYCC_UNLIKELY(!PYCC_RESHAPE(ctx, r, view, base_r, base, item, contiguous, line))) {    \
            leave;                                                                                 \
        }                                                                                          \
        pycc_take##r(&(to), view);                                                                 \
    } while (0)
#define PYCC_BITS(r, to, base, from_item, item, line, leave)                                       \
    do {                                                                                           \
        struct pycc_array##r view = base;                                                          \
        if (PYCC_UNLIKELY(!pycc_bits(ctx, r, view.shape, view.stride, from_item, item, line))) {   \
            leave;                                                                                 \
        }                                                                                          \
        pycc_retain(view.owner);                                                                   \
        pycc_take##r(&(to), view);                                                                 \
    } while (0)
#define PYCC_MADE_BY(how, r, to, old, then, item, flags, line, leave, ...)                         \
    do {                                                                                           \
        struct pycc_array##r view = {.owner = old, .shape = {__VA_ARGS__}};                        \
        then;                                                                                      \
        if (PYCC_UNLIKELY(!how(ctx, r, view, item, flags, line))) {                                \
            leave;                                                                                 \
        }                                                                                          \
        to;                                                                                        \
    } while (0)
#define PYCC_MADE(r, to, ...)                                                                      \
    PYCC_MADE_BY(PYCC_ALLOC, r, pycc_take##r(&(to), view), NULL, (void)0, __VA_ARGS__)
#define PYCC_REMADE(r, to, ...)                                                                    \
    PYCC_MADE_BY(PYCC_RENEW, r, pycc_take##r(&(to), view), (to).owner, (to).owner = NULL,          \
                 __VA_ARGS__)
/* A text as written: n characters that nobody frees and nobody writes. */
#define PYCC_LITERAL(to, n, ...)                                                                   \
    do {                                                                                           \
        static const uint32_t text[] = {__VA_ARGS__};                                              \
        pycc_take1(&(to),                                                                          \
                   (struct pycc_array1){.data = (char *)text, .shape = {n}, .stride = {4}});       \
    } while (0)
#define PYCC_TRIED(r, ...)                                                                         \
    PYCC_MADE_BY(PYCC_ALLOC, r, pycc_release(view.owner), NULL, (void)0, __VA_ARGS__)
#define PYCC_FILLED(t, value, r, to, ...)                                                          \
    do {                                                                                           \
        const t fill__value = value;                                                               \
        PYCC_MADE(r, to, __VA_ARGS__);                                                             \
        const int64_t fill__n = pycc_size(r, (to).shape);                                          \
        for (int64_t fill__k = 0; fill__k < fill__n; ++fill__k) {                                  \
            ((t *)(to).data)[fill__k] = fill__value;                                               \
        }                                                                                          \
    } while (0)

#endif
