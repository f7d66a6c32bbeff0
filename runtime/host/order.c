/* The order in which array statements walk their operands, from the strides of a call.
 *
 * Axes are sorted by the distance that one step along them covers in all operands together, the
 * reduced ones and those kept apart; neighbours that every operand walks without a gap become one
 * axis, and an axis that every operand has backwards is walked forwards. */
#include "pycc_rt.h"

#define MAX_RANK 8
#define ROW                                                                                        \
    256 /* elements of a row of the result that is updated as a whole: rows are parallel           \
         */

struct group {
    int n;
    int axis[MAX_RANK]; /* the largest step first */
};

struct walk {
    int rank, n;
    const int64_t *shape;
    const int64_t *const *stride;
    int64_t out[MAX_RANK]; /* by axis: strides of the result, 0 for reduced axes */
};

static int64_t size_of_step(const struct walk *w, int axis) {
    int64_t sum = 0;
    for (int i = 0; i < w->n; ++i) {
        int64_t s = w->stride[i][axis];
        sum += s < 0 ? -s : s;
    }
    return w->shape[axis] > 1 ? sum : INT64_MAX;
}

/* Axes of equal steps keep their order. */
static struct group sorted(const struct walk *w, unsigned members) {
    struct group g = {0};
    for (int axis = 0; axis < w->rank; ++axis) {
        if (!(members >> axis & 1)) {
            continue;
        }
        int at = g.n++;
        for (; at > 0 && size_of_step(w, g.axis[at - 1]) < size_of_step(w, axis); --at) {
            g.axis[at] = g.axis[at - 1];
        }
        g.axis[at] = axis;
    }
    return g;
}

static bool joins(int64_t outer, int64_t inner, int64_t n_inner) {
    return outer == inner * n_inner;
}

/* Is the step of the outer axis the whole of the inner one, everywhere? */
static bool is_seamless(const struct walk *w, int outer, int inner) {
    int64_t n = w->shape[inner];
    bool all = joins(w->out[outer], w->out[inner], n);
    for (int i = 0; i < w->n && all; ++i) {
        all = joins(w->stride[i][outer], w->stride[i][inner], n);
    }
    return all || w->shape[outer] <= 1; /* these come first */
}

static bool is_backwards(const struct walk *w, int axis) {
    bool some = w->out[axis] < 0, all = w->out[axis] <= 0;
    for (int i = 0; i < w->n; ++i) {
        some |= w->stride[i][axis] < 0;
        all &= w->stride[i][axis] <= 0;
    }
    return some && all;
}

/* Axis g->axis[k] at position at[k]. Axes join inner ones of less than `enough` elements. */
static uint64_t number_of(const struct walk *w, const struct group *g, const int *at,
                          int64_t enough) {
    uint64_t number = 0;
    int64_t row = 1; /* elements of the axis that this one could join */
    for (int k = g->n - 1; k >= 0; --k) {
        int axis = g->axis[k];
        bool joined = k + 1 < g->n && row < enough &&
                      is_backwards(w, axis) == is_backwards(w, g->axis[k + 1]) &&
                      is_seamless(w, axis, g->axis[k + 1]);
        row = w->shape[axis] * (joined ? row : 1);
        number |= (uint64_t)axis << (3 * at[k]);
        number |= (uint64_t)joined << (24 + at[k]);
        number |= (uint64_t)is_backwards(w, axis) << (32 + axis);
    }
    return number;
}

int64_t pycc_order(int rank, unsigned reduced, const int64_t *shape, int n,
                   const int64_t *const *stride, const int64_t *out) {
    struct walk w = {.rank = rank, .n = n, .shape = shape, .stride = stride};
    for (int axis = 0; axis < rank && out; ++axis) {
        w.out[axis] = reduced >> axis & 1 ? 0 : *out++;
    }
    struct group folded = sorted(&w, reduced), kept = sorted(&w, ~reduced);
    bool inner = kept.n == 0 || (folded.n > 0 && size_of_step(&w, folded.axis[folded.n - 1]) <=
                                                     size_of_step(&w, kept.axis[kept.n - 1]));
    int at_folded[MAX_RANK], at_kept[MAX_RANK], p = 0;
    for (int k = 0; k < kept.n - !inner; ++k) {
        at_kept[k] = p++;
    }
    for (int k = 0; k < folded.n; ++k) {
        at_folded[k] = p++;
    }
    if (!inner) {
        at_kept[kept.n - 1] = p;
    }
    uint64_t number = number_of(&w, &folded, at_folded, INT64_MAX) |
                      number_of(&w, &kept, at_kept, inner ? INT64_MAX : ROW);
    return (int64_t)(number | (uint64_t)!inner << 63);
}

/* ---- views */

/* The axis at position p becomes one with the next of its kind, at position q. */
static void join(int64_t *shape, int64_t *stride, int p, int q) {
    stride[q] = shape[q] == 1 ? stride[p] : stride[q];
    shape[q] *= shape[p];
    shape[p] = 1;
    stride[p] = 0;
}

void pycc_reorder(int rank, unsigned reduced, bool kept, int64_t number, char **data,
                  int64_t *shape, int64_t *stride, const int64_t *from_shape,
                  const int64_t *from_stride) {
    uint64_t bits = (uint64_t)number;
    int before[2] = {-1, -1}; /* by kind: the position to be joined with the next one */
    for (int p = 0, at = 0; p < rank; ++p) {
        int axis = (int)(bits >> (3 * p) & 7), from = axis;
        bool folded = reduced >> axis & 1;
        if (kept && folded) {
            continue;
        }
        if (kept) {
            from -= __builtin_popcount(reduced & ((1U << axis) - 1));
        }
        shape[at] = from_shape[from];
        stride[at] = from_stride[from];
        if (bits >> (32 + axis) & 1 && shape[at] > 0) {
            *data += (shape[at] - 1) * stride[at];
            stride[at] = -stride[at];
        }
        if (before[folded] >= 0) {
            join(shape, stride, before[folded], at);
        }
        before[folded] = bits >> (24 + p) & 1 ? at : -1;
        ++at;
    }
}
