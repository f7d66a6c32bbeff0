/* Local memory: which of the copies that a nest may have a kernel has, how large, and how elements
 * lie in them.
 *
 * A group's part of the index space, with a strip of the loops that go by strips, is a small nest
 * of its own: a local copy is laid out as the footprint of its references over that nest (lmad.h).
 * Groups and strips differ by a distance only, which the counters that they begin with give. */
#include "device_plan.h"

#include <stdlib.h>
#include <string.h>

#include "settings.h"

enum {
    STRIP = 32, /* iterations of a strip, at most */
    LEAST_STRIP = 4,
    LEAST_REUSE = 2 /* loads of an element of a copy, at least */
};

/* PYCC_LOCAL_MEMORY: use, never; otherwise where the device has such memory. */
bool device_wants_local(const struct opencl_info *info) {
    const char *text = pycc_setting_text("PYCC_LOCAL_MEMORY");
    if (text && strcmp(text, "use") == 0) {
        return true;
    }
    return info->local && !info->cpu && !(text && strcmp(text, "never") == 0);
}

int device_dimension_of(const struct pycc_device_nest *nest, int level) {
    for (int d = 0; d < nest->dims; ++d) {
        if (nest->level[d] == level) {
            return d;
        }
    }
    return -1;
}

void device_drop_local(struct device_bound *b) {
    free(b->local);
    b->local = NULL;
    b->strip = 0;
}

/* ---- a group's nest */

struct choice {
    const struct pycc_device_nest *nest;
    const struct pycc_device_call *call;
    struct device_bound *b;
    struct lmad_bound part; /* of a group, counters from 0; addresses from the array's first byte */
};

/* Iterations of a counter in a copy: of a group, of a strip, or all of them. 0: not known. */
static int64_t extent_of(const struct choice *c, const struct pycc_device_local *t, int level,
                         int strip) {
    const struct lmad_level *l = &c->b->lmad.nest.level[level];
    int d = device_dimension_of(c->nest, level);
    if (d >= 0) {
        return (int64_t)c->b->lanes[d] * c->b->items[d];
    }
    if (level == t->level) {
        return l->extent >= strip ? strip : 0;
    }
    return !l->slanted && l->step == 1 ? l->extent : 0;
}

/* Distance of two iterations of the counter, bytes. False: overflow. */
static bool stride_of(const struct choice *c, int m, int level, int64_t *stride) {
    const struct lmad_affine *address = &c->nest->accesses->table->access[m].address;
    int d = device_dimension_of(c->nest, level);
    *stride = 0;
    return level >= address->ncoef ||
           (lmad_form_value(&address->coef[level], c->call->symbol, stride) &&
            !__builtin_mul_overflow(*stride, d >= 0 ? c->b->step[d] : 1, stride));
}

static bool bind_reference(struct choice *c, const struct pycc_device_local *t, int i, int strip) {
    int m = t->reference[i];
    const struct device_array *array = &c->b->array[t->array];
    struct lmad_access *x = &c->part.access[i];
    *x = (struct lmad_access){.array = t->array, .use = LMAD_READ, .width = array->item};
    if (!lmad_form_value(&c->nest->accesses->table->access[m].address.base, c->call->symbol,
                         &x->base)) {
        return false;
    }
    x->base -= array->address;
    for (int k = 0; k < c->part.nest.rank; ++k) {
        if (!stride_of(c, m, k, &x->stride[k])) {
            return false;
        }
        int64_t begin, extent = x->stride[k] == 0 ? 1 : extent_of(c, t, k, strip);
        struct lmad_level *level = &c->part.nest.level[k];
        bool all = device_dimension_of(c->nest, k) < 0 && k != t->level;
        begin = all ? c->b->lmad.nest.level[k].value : 0;
        level->extent = extent > level->extent ? extent : level->extent;
        if (extent == 0 || __builtin_mul_overflow(begin, x->stride[k], &begin) ||
            __builtin_add_overflow(x->base, begin, &x->base)) {
            return false;
        }
    }
    return true;
}

static bool bind_copy(struct choice *c, const struct pycc_device_local *t, int strip) {
    memset(&c->part, 0, sizeof(c->part));
    c->part.nest.rank = c->nest->accesses->table->rank;
    c->part.naccess = t->n;
    for (int k = 0; k < c->part.nest.rank; ++k) {
        c->part.nest.level[k] = (struct lmad_level){.extent = 1, .divisor = 1, .step = 1};
    }
    for (int i = 0; i < t->n; ++i) {
        if (!bind_reference(c, t, i, strip)) {
            return false;
        }
    }
    for (int i = 0; i < t->n; ++i) {
        struct lmad_access *x = &c->part.access[i];
        if (!lmad_nest_interval(&c->part.nest, x->base, x->stride, &x->low, &x->high, &x->tight)) {
            return false;
        }
        x->high += x->width - 1;
    }
    return true;
}

/* ---- what pays */

/* Loads that a group does without the copy, for each time that it is filled. */
static double loads_of(const struct choice *c, const struct pycc_device_local *t) {
    double loads = t->n;
    for (int d = 0; d < c->nest->dims; ++d) {
        bool changes = c->part.access[0].stride[c->nest->level[d]] != 0;
        loads *= c->b->items[d] * (changes ? c->b->lanes[d] : 1);
    }
    for (int k = 0; k < c->part.nest.rank; ++k) {
        if (device_dimension_of(c->nest, k) < 0) {
            loads *= (double)c->part.nest.level[k].extent;
        }
    }
    return loads;
}

/* Lays out all copies with strips of this length. False: one cannot be, or they do not pay. */
static bool lay_out(struct choice *c, int strip, int64_t room) {
    double loads = 0, fetches = 0;
    for (int i = 0; i < c->nest->n_locals; ++i) {
        const struct pycc_device_local *t = &c->nest->local[i];
        struct lmad_footprint *f = &c->b->local[i];
        int member[LMAD_MAX_ACCESSES];
        for (int k = 0; k < t->n; ++k) {
            member[k] = k;
        }
        int64_t item = c->b->array[t->array].item;
        if (!bind_copy(c, t, strip) || !lmad_footprint(&c->part, member, t->n, f) ||
            f->unit != item || f->origin != 0 || f->count < 1 || f->count > room / item) {
            return false;
        }
        room -= f->count * item;
        loads += loads_of(c, t);
        fetches += (double)f->count;
    }
    return loads >= LEAST_REUSE * fetches;
}

/* Is what the copies show nothing but one array's, as it lies in memory? And is any group full? */
static bool can_be_shared(const struct choice *c, const bool *packed) {
    const struct device_bound *b = c->b;
    bool can = c->nest->n_results == 0 && !b->group;
    for (int i = 0; i < c->nest->n_locals && can; ++i) {
        const struct device_array *a = &b->array[c->nest->local[i].array];
        can = a->part >= 0 && !a->write && !packed[a->part] && b->part[a->part].arrays == 1;
    }
    for (int d = 0; d < c->nest->dims && can; ++d) {
        can = b->trips[d] >= (int64_t)b->lanes[d] * b->items[d];
    }
    return can;
}

void device_choose_local(const struct opencl_info *info, const struct pycc_device_nest *nest,
                         const struct pycc_device_call *call, const bool *packed,
                         struct device_bound *b) {
    struct choice c = {.nest = nest, .call = call, .b = b};
    device_drop_local(b);
    if (nest->n_locals == 0 || !device_wants_local(info) || !can_be_shared(&c, packed)) {
        return;
    }
    b->local = calloc((size_t)nest->n_locals, sizeof(*b->local));
    bool fits = false; /* half of the memory: two groups at a time */
    for (int strip = STRIP; b->local && strip >= LEAST_STRIP && !fits; strip /= 2) {
        fits = lay_out(&c, strip, info->local_memory / 2);
        b->strip = strip;
    }
    if (!fits) {
        device_drop_local(b);
    }
}
