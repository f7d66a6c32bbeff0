/* A call's numbers: from the table of accesses and the nest's struct to arrays, parts, and the sets
 * of bytes that are needed on the device and written there.
 *
 * A part is what will lie in one image: arrays whose accesses overlap by their address intervals
 * (connected components, as [GA] 5.3). The sets are exact: the union of what each access touches,
 * where its elements are not too scattered to be listed. Accesses under conditions may reach out of
 * their array in the table: sets are cut to what the array shows. */
#include "device_plan.h"

#include <stdlib.h>
#include <string.h>

#include "device_tile.h"

int64_t device_dtype_bytes(enum pycc_dtype dtype) {
    switch (dtype) {
    case PYCC_BOOL:
    case PYCC_PYBOOL:
    case PYCC_I8:
    case PYCC_U8:
        return 1;
    case PYCC_I16:
    case PYCC_U16:
    case PYCC_F16:
        return 2;
    case PYCC_I32:
    case PYCC_U32:
    case PYCC_F32:
        return 4;
    case PYCC_C128:
    case PYCC_COMPLEX:
        return 16;
    default:
        return 8;
    }
}

struct device_view device_view(const struct pycc_device_array *array, const void *in) {
    const char *at = (const char *)in + array->offset;
    int entries = array->rank > 0 ? array->rank : 1;
    struct device_view view;
    memcpy(&view.data, at + offsetof(struct pycc_array0, data), sizeof(view.data));
    memcpy(&view.owner, at + offsetof(struct pycc_array0, owner), sizeof(view.owner));
    view.shape = (const int64_t *)(const void *)(at + offsetof(struct pycc_array0, shape));
    view.stride = view.shape + entries;
    return view;
}

bool device_hull(int64_t address, int rank, const int64_t *shape, const int64_t *stride,
                 int64_t item, int64_t *low, int64_t *high) {
    bool fits = true;
    *low = address;
    fits = !__builtin_add_overflow(address, item, high);
    for (int k = 0; k < rank; ++k) {
        int64_t reach, *end = stride[k] < 0 ? low : high;
        if (shape[k] < 1) {
            return false;
        }
        fits = fits && !__builtin_mul_overflow(shape[k] - 1, stride[k], &reach) &&
               !__builtin_add_overflow(*end, reach, end);
    }
    return fits;
}

/* ---- arrays */

struct bind {
    const struct pycc_device_nest *nest;
    const struct pycc_device_call *call;
    struct device_bound *b;
    bool tile;
    int64_t low[DEVICE_ARRAYS], high[DEVICE_ARRAYS]; /* what is accessed; low == high: nothing */
    int64_t show_low[DEVICE_ARRAYS], show_high[DEVICE_ARRAYS];
    bool stored[DEVICE_ARRAYS];
};

static const char *read_array(struct bind *w, int k) {
    const struct pycc_device_array *from = &w->nest->array[k];
    struct device_array *a = &w->b->array[k];
    struct device_view view = device_view(from, w->call->nest->in);
    a->address = (int64_t)(uintptr_t)view.data;
    a->item = device_dtype_bytes(from->dtype);
    a->rank = from->rank;
    memcpy(a->shape, view.shape, sizeof(int64_t) * (size_t)from->rank);
    memcpy(a->stride, view.stride, sizeof(int64_t) * (size_t)from->rank);
    a->part = -1;
    a->read = a->write = false;
    a->bytes = a->item;
    bool whole = a->address % a->item == 0;
    for (int d = 0; d < a->rank; ++d) {
        whole = whole && (a->shape[d] < 2 || a->stride[d] % a->item == 0);
        if (__builtin_mul_overflow(a->bytes, a->shape[d], &a->bytes)) {
            return "an array is too big";
        }
    }
    if (!whole) {
        return "elements of an array are not aligned";
    }
    w->low[k] = w->high[k] = w->show_low[k] = w->show_high[k] = a->address;
    if (a->bytes > 0 && !device_hull(a->address, a->rank, a->shape, a->stride, a->item,
                                     &w->show_low[k], &w->show_high[k])) {
        return "an array is too big";
    }
    return NULL;
}

/* The interval of what is accessed of array k grows; cut to what the array shows. */
static void widen(struct bind *w, int k, int64_t low, int64_t high) {
    low = low > w->show_low[k] ? low : w->show_low[k];
    high = high < w->show_high[k] ? high : w->show_high[k];
    if (low >= high) {
        return;
    }
    bool first = w->low[k] == w->high[k];
    w->low[k] = first || low < w->low[k] ? low : w->low[k];
    w->high[k] = first || high > w->high[k] ? high : w->high[k];
}

static const char *read_arrays(struct bind *w) {
    const char *why = NULL;
    for (int k = 0; k < w->nest->n_arrays && !why; ++k) {
        why = read_array(w, k);
        if (!why && w->nest->array[k].whole) {
            widen(w, k, w->show_low[k], w->show_high[k]);
            w->b->array[k].write = w->nest->array[k].use & LMAD_WRITE;
            w->b->array[k].read = w->nest->array[k].use & LMAD_READ;
        }
    }
    for (int m = 0; m < w->b->lmad.naccess && !why; ++m) {
        const struct lmad_access *access = &w->b->lmad.access[m];
        struct device_array *a = &w->b->array[access->array];
        if (access->width != a->item || access->high == INT64_MAX) {
            return "accesses of different widths";
        }
        widen(w, access->array, access->low, access->high + 1);
        a->write = a->write || (access->use & LMAD_WRITE);
        a->read = a->read || (access->use & LMAD_READ);
    }
    return why;
}

/* ---- parts */

/* Joins arrays whose intervals meet, until nothing changes: few arrays, few turns. */
static void make_parts(struct bind *w) {
    struct device_bound *b = w->b;
    for (int k = 0; k < b->n_arrays; ++k) {
        if (w->low[k] == w->high[k]) {
            continue;
        }
        struct device_part part = {.low = w->low[k],
                                   .high = w->high[k],
                                   .show_low = w->show_low[k],
                                   .show_high = w->show_high[k],
                                   .arrays = 1};
        b->array[k].part = b->n_parts;
        for (int p = b->n_parts - 1; p >= 0; --p) {
            struct device_part *old = &b->part[p];
            if (part.low >= old->high || old->low >= part.high) {
                continue;
            }
            part.low = old->low < part.low ? old->low : part.low;
            part.high = old->high > part.high ? old->high : part.high;
            part.show_low = old->show_low < part.show_low ? old->show_low : part.show_low;
            part.show_high = old->show_high > part.show_high ? old->show_high : part.show_high;
            part.arrays += old->arrays;
            --b->n_parts;
            for (int i = 0; i <= k; ++i) {
                int *at = &b->array[i].part;
                *at = *at == p || i == k ? b->n_parts : *at > p ? *at - 1 : *at;
            }
            memmove(old, old + 1, sizeof(*old) * (size_t)(b->n_parts - p));
            p = b->n_parts; /* the wider interval may meet more */
        }
        b->part[b->n_parts++] = part;
    }
}

/* All that array k shows; when that cannot be listed, its hull. */
static bool add_whole(struct bind *w, int k, struct runs *s) {
    const struct device_array *a = &w->b->array[k];
    struct lmad box = {.base = a->address, .width = a->item, .rank = a->rank};
    for (int d = 0; d < a->rank; ++d) {
        box.dim[d] = (struct lmad_dim){a->stride[d], a->shape[d]};
    }
    return runs_add_box(s, &box) || runs_add_run(s, w->show_low[k], w->show_high[k]);
}

/* What one access touches, as far as its array shows it. */
static bool access_runs(struct bind *w, const struct lmad_access *access, struct runs *touched) {
    int k = access->array;
    struct run hull = {w->show_low[k], w->show_high[k]};
    if (!runs_add_access(touched, &w->b->lmad.nest, access)) {
        return false;
    }
    return (access->low >= hull.low && access->high < hull.high) ||
           runs_keep(touched, &(struct runs){&hull, hull.low < hull.high, 1});
}

/* ---- footprints */

/* Can an index over normal counters be written over the source's? */
static bool can_be_written(const struct lmad_nest *nest, const struct lmad_footprint *f) {
    bool can = true;
    for (int k = 0; k < nest->rank; ++k) {
        for (int m = 0; m < f->nmember && can; ++m) {
            for (int j = 0; j < k && f->map[m].stride[k] != 0; ++j) {
                can = can && nest->level[k].value_coef[j] == 0;
            }
        }
    }
    return can;
}

/* The accesses of a part, how many: none when not all of them are in the table, their elements
 * differ in size, or one happens beside a slanted loop. */
static int members(const struct bind *w, int p, int *member, int64_t *item) {
    int n = 0;
    bool beside = false;
    *item = 0;
    for (int k = 0; k < w->b->n_arrays; ++k) {
        const struct device_array *a = &w->b->array[k];
        if (a->part == p) {
            if (w->nest->array[k].whole || (*item != 0 && *item != a->item)) {
                return 0;
            }
            *item = a->item;
        }
    }
    for (int m = 0; m < w->b->lmad.naccess; ++m) {
        if (w->b->array[w->b->lmad.access[m].array].part == p) {
            member[n++] = m;
            beside = beside || lmad_nest_beside(&w->b->lmad.nest, &w->b->lmad.access[m]);
        }
    }
    return beside ? 0 : n; /* footprints are of whole iterations of the nest */
}

/* Would an image of the footprint hold little that nobody touches? Of triangles half. In tiles
 * memory counts more. */
static bool is_close(const struct bind *w, const struct lmad_footprint *f) {
    if (w->tile || (f->touched < 0 && !w->b->lmad.nest.slanted)) {
        return true;
    }
    return f->touched >= 0 && (double)f->count <= 1.1 * (double)f->touched;
}

/* The footprint of a part of which less than half is accessed. False: no memory. */
static bool pack(struct bind *w, int p) {
    struct device_part *part = &w->b->part[p];
    int member[LMAD_MAX_ACCESSES];
    int64_t item, interval = part->high - part->low;
    int n = members(w, p, member, &item);
    struct lmad_footprint *f = n > 0 ? malloc(sizeof(*f)) : NULL;
    if (!f) {
        return n == 0;
    }
    if (lmad_footprint(&w->b->lmad, member, n, f) && f->unit == item && f->count > 0 &&
        device_tile_image(f, interval) < interval && is_close(w, f) &&
        can_be_written(&w->b->lmad.nest, f)) {
        part->pack = f;
    } else {
        free(f);
    }
    return true;
}

static const char *add_access(struct bind *w, const struct lmad_access *access) {
    struct runs touched = {0};
    int p = w->b->array[access->array].part;
    if (p < 0) { /* the array is empty */
        return NULL;
    }
    struct device_part *part = &w->b->part[p];
    bool fits = access_runs(w, access, &touched);
    if (!fits && part->pack) {
        runs_clear(&touched);
        fits = runs_add_run(&touched, part->low, part->high);
    }
    if (!fits && access->use == LMAD_READ) { /* more than is needed is right, too */
        runs_clear(&touched);
        fits = add_whole(w, access->array, &touched);
    }
    fits = fits && (!(access->use & LMAD_READ) || runs_add(&part->need, &touched)) &&
           (!(access->use & LMAD_WRITE) || runs_add(&part->write, &touched));
    runs_free(&touched);
    return fits ? NULL : "what it writes is too scattered";
}

static const char *add_sets(struct bind *w) {
    struct device_bound *b = w->b;
    const char *why = NULL;
    for (int m = 0; m < b->lmad.naccess && !why; ++m) {
        why = add_access(w, &b->lmad.access[m]);
    }
    for (int k = 0; k < b->n_arrays && !why; ++k) {
        if (!w->nest->array[k].whole || b->array[k].part < 0) {
            continue;
        }
        struct device_part *part = &b->part[b->array[k].part];
        bool fits =
            add_whole(w, k, &part->need) && (!b->array[k].write || add_whole(w, k, &part->write));
        why = fits ? NULL : "no memory";
    }
    for (int p = 0; p < b->n_parts; ++p) {
        b->part[p].in_place = runs_meet(&b->part[p].need, &b->part[p].write);
    }
    return why;
}

static const char *bind_all(struct bind *w, const struct lmad_bound *tile) {
    const struct pycc_device_nest *nest = w->nest;
    struct device_bound *b = w->b;
    if (tile) {
        b->lmad = *tile;
    } else if (!lmad_bind(nest->accesses->table, w->call->symbol, &b->lmad)) {
        return "sizes or distances are too big";
    }
    for (int d = 0; d < nest->dims; ++d) {
        b->start[d] = w->call->start[d];
        b->step[d] = w->call->step[d];
        b->trips[d] = w->call->trips[d];
        b->lanes[d] = b->items[d] = 1;
        if (b->trips[d] < 1) {
            return "no iteration";
        }
    }
    if (b->lmad.nest.empty) {
        return "a loop in it has no iteration";
    }
    const char *why = read_arrays(w);
    if (!why) {
        make_parts(w);
        for (int p = 0; p < b->n_parts && !why; ++p) {
            why = pack(w, p) ? NULL : "no memory";
        }
        why = why ? why : add_sets(w);
    }
    return why;
}

struct device_bound *device_bind_tile(const struct pycc_device_nest *nest,
                                      const struct pycc_device_call *call,
                                      const struct lmad_bound *tile, const char **why) {
    const struct lmad_table *table = lmad_text_table(nest->accesses);
    if (!table) {
        *why = "no memory";
        return NULL;
    }
    if (nest->n_arrays > DEVICE_ARRAYS || table->naccess > LMAD_MAX_ACCESSES ||
        table->rank > LMAD_MAX_RANK) {
        *why = "it accesses too many arrays";
        return NULL;
    }
    struct bind w = {
        .nest = nest, .call = call, .b = calloc(1, sizeof(*w.b)), .tile = tile != NULL};
    if (!w.b) {
        *why = "no memory";
        return NULL;
    }
    w.b->n_arrays = nest->n_arrays;
    *why = bind_all(&w, tile);
    if (*why) {
        device_bound_free(w.b);
        return NULL;
    }
    return w.b;
}

struct device_bound *device_bind(const struct pycc_device_nest *nest,
                                 const struct pycc_device_call *call, const char **why) {
    return device_bind_tile(nest, call, NULL, why);
}

void device_bound_free(struct device_bound *bound) {
    for (int p = 0; bound && p < bound->n_parts; ++p) {
        runs_free(&bound->part[p].need);
        runs_free(&bound->part[p].write);
        free(bound->part[p].pack);
    }
    if (bound) {
        device_drop_local(bound);
    }
    free(bound);
}
