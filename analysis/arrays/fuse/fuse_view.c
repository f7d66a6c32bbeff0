/* What views show: the same elements have the same identity. */
#include <string.h>

#include "fuse_region.h"
#include "thresholds.h"

enum { PARTS = 100 }; /* beside the kinds of axes */

static int part_of(struct fuse_region *r, const struct texpr *e) {
    return e ? fuse_value_of(r, e) : -1;
}

/* A bound of a slice as an index of the axis. */
static int64_t clipped(int64_t bound, int64_t extent) {
    int64_t at = bound < 0 ? bound + extent : bound;
    return at < 0 ? 0 : at < extent ? at : extent;
}

/* start:stop:step of an axis; absent parts are those of all elements. */
static int slice_extent(struct fuse_region *r, int whole, const int part[3]) {
    int64_t start = 0, stop = 0, step = 1, extent;
    bool start_known = part[0] < 0 || num_is_const(&r->values, part[0], &start);
    bool stop_known = part[1] < 0 || num_is_const(&r->values, part[1], &stop);
    bool step_known = part[2] < 0 || num_is_const(&r->values, part[2], &step);
    bool ends = part[1] < 0 || stop < 0; /* counted from the end */
    if (start_known && stop_known && step_known && step == 1 && start >= 0 && ends &&
        stop > INT32_MIN && start < INT32_MAX) {
        return num_trim(&r->values, whole, start - stop);
    }
    if (step_known && step == -1 && part[0] < 0 && part[1] < 0) {
        return whole;
    }
    if (start_known && stop_known && step_known && step == 1 &&
        num_is_const(&r->values, whole, &extent)) {
        int64_t end = part[1] < 0 ? extent : clipped(stop, extent);
        int64_t length = end - clipped(start, extent);
        return num_const(&r->values, length > 0 ? length : 0);
    }
    int arg[4] = {whole, part[0], part[1], part[2]};
    return num_make(&r->values, NUM_SLICE, 0, 4, arg);
}

/* Is it the whole axis? */
static bool slice_is_full(struct fuse_region *r, const int part[3]) {
    int64_t start = 0, step = 1;
    return (part[0] < 0 || (num_is_const(&r->values, part[0], &start) && start == 0)) &&
           part[1] < 0 && (part[2] < 0 || (num_is_const(&r->values, part[2], &step) && step == 1));
}

struct axes {
    int n; /* parts that make up the identity */
    int arg[1 + 5 * 2 * TIR_MAX_RANK];
    int rank;  /* axes of the view so far */
    bool same; /* it shows all that its base does */
};

static void note(struct axes *x, int kind, int n, const int *part) {
    x->arg[x->n++] = kind;
    for (int i = 0; i < n; ++i) {
        x->arg[x->n++] = part[i];
    }
}

static void add_axis(struct fuse_region *r, struct axes *x, const struct view_axis *axis,
                     struct fuse_view *v, int whole) {
    int part[3] = {-1, -1, -1};
    switch (axis->kind) {
    case VIEW_INDEX:
        part[0] = fuse_value_of(r, axis->index);
        note(x, VIEW_INDEX, 1, part);
        x->same = false;
        return;
    case VIEW_SLICE:
        part[0] = part_of(r, axis->start);
        part[1] = part_of(r, axis->stop);
        part[2] = part_of(r, axis->step);
        if (slice_is_full(r, part)) {
            break;
        }
        note(x, VIEW_SLICE, 3, part);
        x->same = false;
        v->extent[x->rank++] = slice_extent(r, whole, part);
        return;
    case VIEW_FULL:
        break;
    case VIEW_NEW:
        part[0] = axis->extent ? fuse_value_of(r, axis->extent) : num_const(&r->values, 1);
        note(x, VIEW_NEW, 1, part);
        x->same = false;
        v->extent[x->rank++] = part[0];
        return;
    case VIEW_MOVED:
        note(x, VIEW_MOVED, 1, &axis->from);
        x->same = false;
        v->extent[x->rank++] = whole;
        return;
    case VIEW_DIAGONAL:
    case VIEW_RESHAPED:
        note(x, (int)axis->kind, 0, part);
        x->same = false;
        v->extent[x->rank++] = num_new(&r->values);
        return;
    case VIEW_STRETCH:
        part[0] = num_now(&r->values, fuse_value_of(r, axis->extent));
        if (part[0] == num_now(&r->values, whole)) {
            break;
        }
        note(x, VIEW_STRETCH, 1, part);
        x->same = false;
        v->extent[x->rank++] = part[0];
        return;
    }
    note(x, VIEW_FULL, 0, part);
    v->extent[x->rank++] = whole;
}

struct fuse_view *fuse_make_view(struct fuse_region *r, const struct tstmt *s,
                                 const struct fuse_view *base) {
    struct fuse_view *v = ARENA_NEW(r->a, struct fuse_view);
    struct axes x = {.n = 1, .arg = {base->identity}, .same = true};
    v->root = base->root;
    v->made = s;
    v->base = base;
    int rank = s->view.base->type->rank;
    int of_base = 0;
    for (int i = 0; i < s->view.n; ++i) {
        const struct view_axis *axis = &s->view.axis[i];
        int at = axis->kind == VIEW_MOVED ? axis->from : of_base;
        add_axis(r, &x, axis, v, at < rank ? base->extent[at] : -1);
        of_base += axis->kind == VIEW_DIAGONAL ? 2 : axis->kind != VIEW_NEW;
    }
    if (s->view.part != PART_WHOLE) {
        int part[2] = {(int)s->view.part, (int)s->view.dst->type->dtype};
        note(&x, PARTS, 2, part);
        x.same = false;
    }
    v->identity = x.same ? base->identity : num_make(&r->values, NUM_VIEW, -1, x.n, x.arg);
    return v;
}

/* The index on an axis of the base, where that on the view's axis is at. False when none is it. */
static bool base_index(struct fuse_region *r, const struct view_axis *axis, int whole, int *at) {
    int64_t extent;
    int part[3];
    switch (axis->kind) {
    case VIEW_FULL:
        return true;
    case VIEW_SLICE:
        part[0] = part_of(r, axis->start);
        part[1] = part_of(r, axis->stop);
        part[2] = part_of(r, axis->step);
        return slice_is_full(r, part);
    case VIEW_STRETCH:
        whole = num_now(&r->values, whole);
        if (num_is_const(&r->values, whole, &extent) && extent == 1) {
            *at = -1;
            return true;
        }
        return whole == num_now(&r->values, fuse_value_of(r, axis->extent));
    default:
        return false;
    }
}

static bool index_known(const struct num_table *t, int x, int64_t *index) {
    const struct num *v = &t->value.item[x];
    return num_is_const(t, v->kind == NUM_WRAP ? v->arg[0] : x, index);
}

/* Indices of one axis: by what is known when compiling, or as a guard may find out. */
static bool are_others(struct fuse_region *r, int x, int y) {
    int64_t m, n;
    if (index_known(&r->values, x, &m) && index_known(&r->values, y, &n) && (m < 0) == (n < 0)) {
        return m != n;
    }
    return x != y && fuse_assume_differ(r, x, y);
}

/* Is an axis that both take one index of taken at others? */
static bool picks_others(struct fuse_region *r, const struct tstmt *s, const struct tstmt *t) {
    int at[TIR_MAX_RANK]; /* by axis of the base: the index that s takes, or -1 */
    int axis = 0;
    memset(at, -1, sizeof(at));
    for (int i = 0; i < s->view.n && axis < TIR_MAX_RANK; ++i) {
        const struct view_axis *x = &s->view.axis[i];
        at[axis] = x->kind == VIEW_INDEX ? num_now(&r->values, fuse_value_of(r, x->index)) : -1;
        axis += x->kind == VIEW_DIAGONAL ? 2 : x->kind != VIEW_NEW;
    }
    axis = 0;
    for (int i = 0; i < t->view.n && axis < TIR_MAX_RANK; ++i) {
        const struct view_axis *y = &t->view.axis[i];
        if (y->kind == VIEW_INDEX && at[axis] >= 0) {
            if (are_others(r, at[axis], num_now(&r->values, fuse_value_of(r, y->index)))) {
                return true;
            }
        }
        axis += y->kind == VIEW_DIAGONAL ? 2 : y->kind != VIEW_NEW;
    }
    return false;
}

bool fuse_shows_others(struct fuse_region *r, const struct fuse_view *x,
                       const struct fuse_view *y) {
    for (; x->made; x = x->base) {
        for (const struct fuse_view *v = y; v->made; v = v->base) {
            if (v->base->identity == x->base->identity && picks_others(r, x->made, v->made)) {
                return true;
            }
        }
    }
    return false;
}

void fuse_trace(struct fuse_region *r, const struct fuse_view *v, int rank, struct fuse_access *x) {
    memcpy(x->in_root, x->at, sizeof(x->at));
    x->traced = x->pointwise;
    for (; x->traced && v->made; v = v->base) {
        const struct tstmt *s = v->made;
        int of_base = 0, at[TIR_MAX_RANK] = {0};
        x->traced = s->view.part == PART_WHOLE && !s->view.order && !view_may_copy(s);
        for (int i = 0; x->traced && i < s->view.n; ++i) {
            if (s->view.axis[i].kind == VIEW_NEW) {
                continue;
            }
            at[of_base] = x->in_root[i];
            x->traced = base_index(r, &s->view.axis[i], v->base->extent[of_base], &at[of_base]);
            ++of_base;
        }
        rank = of_base;
        memcpy(x->in_root, at, sizeof(at));
    }
    for (int i = rank; i < TIR_MAX_RANK; ++i) {
        x->in_root[i] = 0;
    }
}

int64_t fuse_nominal_bytes(struct fuse_region *r, const struct tvar *v, const struct fuse_view *x) {
    int64_t bytes = dtype_info[v->type->dtype].bytes, number;
    for (int i = 0; i < v->type->rank; ++i) {
        bool known = num_is_const(&r->values, num_now(&r->values, x->extent[i]), &number);
        number = known && number >= 0 && number < INT32_MAX ? number : EXTENT_NOMINAL;
        bytes = bytes < INT64_MAX / INT32_MAX ? bytes * number : bytes;
    }
    return bytes;
}
