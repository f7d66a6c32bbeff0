/* The guard of a nest: whether its arrays are such that the fast variants hold.
 *
 * Generated code has a table per nest (struct pycc_guard) instead of code of its own: the C
 * compiler would spend more time on such code than on the loops that it guards. */
#include "lmad.h"
#include "pycc_rt.h"

/* Any array in a nest's struct: pycc_array0 to pycc_array8 begin alike. */
struct any_array {
    char *data;
    struct pycc_buffer *owner;
    int64_t axis[]; /* shape, then stride */
};

static struct lmad descriptor(int rank, const char *data, const int64_t *shape,
                              const int64_t *stride, int64_t item) {
    struct lmad set = {.base = (int64_t)(intptr_t)data, .width = item, .rank = rank};
    for (int k = 0; k < rank; ++k) {
        set.dim[k] = (struct lmad_dim){.stride = stride[k], .extent = shape[k]};
    }
    return set;
}

/* ---- apart */

/* The bytes [lo, hi) an array spans; empty arrays span none. */
struct bytes {
    uintptr_t lo, hi;
};

static inline struct bytes span(int rank, const char *data, const int64_t *shape,
                                const int64_t *stride, int64_t item) {
    uintptr_t lo = (uintptr_t)data, hi = lo + (uintptr_t)item;
    for (int k = 0; k < rank; ++k) {
        int64_t reach = (int64_t)((uint64_t)(shape[k] - 1) * (uint64_t)stride[k]);
        if (shape[k] <= 0) {
            return (struct bytes){0, 0};
        }
        lo += (uintptr_t)(stride[k] < 0 ? reach : 0);
        hi += (uintptr_t)(stride[k] < 0 ? 0 : reach);
    }
    return (struct bytes){lo, hi};
}

static inline bool spans_apart(struct bytes x, struct bytes y) {
    return x.hi <= y.lo || y.hi <= x.lo || x.lo == x.hi || y.lo == y.hi;
}

/* Bytes that an array spans where multiples of `step` are taken for nothing. */
static int64_t span_modulo(int rank, const int64_t *shape, const int64_t *stride, int64_t item,
                           int64_t step) {
    int64_t n = item;
    for (int k = 0; k < rank; ++k) {
        bool counts = shape[k] > 1 && stride[k] % step != 0;
        n += counts ? (stride[k] < 0 ? -stride[k] : stride[k]) * (shape[k] - 1) : 0;
    }
    return n;
}

/* Do rows or elements of y lie between those of x, as every second one? They are in different parts
 * of each of x's steps along an axis. A solver would find it, too. */
static bool in_turn(struct bytes x, int rank_a, const int64_t *shape_a, const int64_t *stride_a,
                    int64_t item_a, struct bytes y, int rank_b, const int64_t *shape_b,
                    const int64_t *stride_b, int64_t item_b) {
    bool apart = false;
    for (int k = 0; k < rank_a && !apart; ++k) {
        const int64_t step = stride_a[k] < 0 ? -stride_a[k] : stride_a[k];
        if (shape_a[k] > 1 && step > 0) {
            int64_t at = (int64_t)(y.lo - x.lo) % step;
            at += at < 0 ? step : 0;
            apart = at >= span_modulo(rank_a, shape_a, stride_a, item_a, step) &&
                    at + span_modulo(rank_b, shape_b, stride_b, item_b, step) <= step;
        }
    }
    return apart;
}

__attribute__((cold)) static bool apart_exact(int rank_a, const char *a, const int64_t *shape_a,
                                              const int64_t *stride_a, int64_t item_a, int rank_b,
                                              const char *b, const int64_t *shape_b,
                                              const int64_t *stride_b, int64_t item_b) {
    struct lmad x = descriptor(rank_a, a, shape_a, stride_a, item_a);
    struct lmad y = descriptor(rank_b, b, shape_b, stride_b, item_b);
    return lmad_overlap(&x, &y, NULL) == TRI_NO;
}

/* Vectors come first in each of the three questions: nests of little work that are run very often
 * have them. */
bool pycc_apart(int rank_a, const char *a, const int64_t *shape_a, const int64_t *stride_a,
                int64_t item_a, int rank_b, const char *b, const int64_t *shape_b,
                const int64_t *stride_b, int64_t item_b) {
    struct bytes x = span(rank_a, a, shape_a, stride_a, item_a);
    struct bytes y = span(rank_b, b, shape_b, stride_b, item_b);
    return spans_apart(x, y) ||
           in_turn(x, rank_a, shape_a, stride_a, item_a, y, rank_b, shape_b, stride_b, item_b) ||
           apart_exact(rank_a, a, shape_a, stride_a, item_a, rank_b, b, shape_b, stride_b, item_b);
}

/* ---- distinct */

__attribute__((cold)) static bool distinct_exact(int rank, const int64_t *shape,
                                                 const int64_t *stride, int64_t item) {
    struct lmad set = descriptor(rank, NULL, shape, stride, item);
    for (int k = 0; k < rank; ++k) {
        if (shape[k] <= 0) {
            return true;
        }
    }
    return lmad_collides(&set, NULL) == TRI_NO;
}

static inline bool is_distinct(int rank, const int64_t *shape, const int64_t *stride,
                               int64_t item) {
    if (PYCC_LIKELY(rank == 1 && (shape[0] <= 1 || stride[0] >= item || stride[0] <= -item))) {
        return true;
    }
    int64_t reach = item; /* bytes that the inner axes span */
    for (int k = rank - 1; k >= 0; --k) {
        int64_t step = stride[k] < 0 ? -stride[k] : stride[k];
        if (shape[k] > 1 && step < reach) {
            return distinct_exact(rank, shape, stride, item);
        }
        reach = shape[k] > 1 ? reach + step * (shape[k] - 1) : reach;
    }
    return true;
}

bool pycc_distinct(int rank, const int64_t *shape, const int64_t *stride, int64_t item) {
    return is_distinct(rank, shape, stride, item);
}

/* ---- contiguous */

/* Is axis k as FAST takes it? unit: the axis whose elements are neighbours, -2 - k: in reverse.
 * Axes of at most one element may have any stride. */
static inline bool axis_good(int k, int unit, const int64_t *shape, const int64_t *stride,
                             int64_t item) {
    int64_t off = k == unit        ? stride[k] - item
                  : k == -2 - unit ? stride[k] + item
                                   : stride[k] & (item - 1);
    return (off == 0) | (shape[k] <= 1);
}

static inline bool is_unit(int rank, int unit, const char *data, const int64_t *shape,
                           const int64_t *stride, int64_t item, int64_t align) {
    bool whole = ((uintptr_t)data & (uintptr_t)(align - 1)) == 0;
    if (PYCC_LIKELY(rank == 1)) {
        return whole & axis_good(0, unit, shape, stride, item);
    }
    for (int k = 0; k < rank; ++k) {
        whole &= axis_good(k, unit, shape, stride, item);
    }
    return whole;
}

bool pycc_unit(int rank, int unit, const char *data, const int64_t *shape, const int64_t *stride,
               int64_t item, int64_t align) {
    return is_unit(rank, unit, data, shape, stride, item, align);
}

/* ---- the guard */

static const struct any_array *array_at(const struct pycc_guard_array *o, const void *in) {
    return (const struct any_array *)((const char *)in + 8 * o->at);
}

/* The questions about one array; where this is inlined its rank is a constant. */
static inline __attribute__((always_inline)) int array_guard(const struct pycc_guard_array *o,
                                                             int rank, const struct any_array *a,
                                                             struct bytes *bytes) {
    const int64_t *shape = a->axis, *stride = a->axis + rank;
    bool unit = o->align == 0 || is_unit(rank, o->unit, a->data, shape, stride, o->item, o->align);
    bool safe = !o->distinct || is_distinct(rank, shape, stride, o->item);
    *bytes = span(rank, a->data, shape, stride, o->item);
    return (safe ? PYCC_SAFE : 0) | (unit ? PYCC_UNIT : 0);
}

/* Do two arrays share no byte although their spans meet? */
__attribute__((cold)) static bool pair_apart(const struct pycc_guard_array *x,
                                             const struct pycc_guard_array *y, const void *in) {
    const struct any_array *a = array_at(x, in), *b = array_at(y, in);
    return pycc_apart(x->rank, a->data, a->axis, a->axis + x->rank, x->item, y->rank, b->data,
                      b->axis, b->axis + y->rank, y->item);
}

enum { SPANS = 16 }; /* nests of more arrays ask for those of each pair */

int pycc_guard(const struct pycc_guard *g, const void *in) {
    int guard = PYCC_SAFE | PYCC_UNIT;
    struct bytes bytes[SPANS], other;
    for (int k = 0; k < g->n; ++k) {
        const struct pycc_guard_array *o = &g->array[k];
        const struct any_array *a = array_at(o, in);
        struct bytes *to = k < SPANS ? &bytes[k] : &other;
        guard &= o->rank == 1   ? array_guard(o, 1, a, to)
                 : o->rank == 2 ? array_guard(o, 2, a, to)
                                : array_guard(o, o->rank, a, to);
    }
    bool safe = guard & PYCC_SAFE;
    for (const struct pycc_apart *p = g->apart; safe && p->a != p->b; ++p) {
        bool apart = p->a < SPANS && p->b < SPANS && spans_apart(bytes[p->a], bytes[p->b]);
        safe = apart || pair_apart(&g->array[p->a], &g->array[p->b], in);
    }
    return safe ? guard : guard & ~PYCC_SAFE;
}

bool pycc_choose(const struct pycc_guard *g, bool checked, struct pycc_nest *nest) {
    const int guard = pycc_guard(g, nest->in);
    const bool safe = checked && (guard & PYCC_SAFE);
    nest->run = safe && (guard & PYCC_UNIT) ? g->fast : safe && g->strided ? g->strided : g->exact;
    nest->serial = !safe;
    return safe;
}

bool pycc_run_guarded(struct pycc_ctx *ctx, const struct pycc_guard *g, bool checked, bool parallel,
                      struct pycc_nest *nest) {
    pycc_choose(g, checked, nest);
    if (parallel) {
        pycc_run_parallel(ctx, nest, NULL, 0, 0);
    } else {
        pycc_run(ctx, nest, NULL);
    }
    return !ctx->failed;
}
