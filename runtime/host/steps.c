/* Sweeps of time loops that wait (pycc_rt_steps.h), and how far they stay behind each other.
 *
 * A sweep is a nest whose iterations go through rows of its arrays. Sweep t comes after sweep s;
 * rows i of s and i + d of t may touch the same bytes for d from d_lo up to d_hi only, which
 * follows from addresses and strides. So t may run d_lo rows ahead of s and no further:
 *
 *     behind(t) >= behind(s) - d_lo      for each s before it
 *
 * and a front of some rows goes through the arrays, for each sweep so many rows behind: what it
 * touches stays in the cache from one sweep to the next. Wolf and Lam, "A data locality optimizing
 * algorithm", PLDI 1991, for the skewed loop; here each sweep is skewed by its own distance. */
#include "steps.h"

#include "settings.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of a processor's own cache that rows may fill, and how many times that much arrays have
 * from which on sweeps wait. Jacobi's 5 points in f64, back and forth on one thread: 500 x 500 runs
 * at 1.25 of the speed, 1,000 x 1,000 at 1.6, 1,400 x 1,400 and more at 2.2 to 2.6 (hand-written).
 */
#define NEAR_BYTES ((int64_t)1 << 20)
#define LARGE 8
#define VECTORS 64         /* iterations: a multiple of all vectors' */
#define THIN 16            /* nests of so little of another one's work may be single rows */
#define LEAST_WORK 32768.0 /* of the first nest of a loop: smaller ones are not looked at */

/* ---- what a sweep touches */

struct any_array {
    char *data;
    struct pycc_buffer *owner;
    int64_t axis[]; /* shape, then stride */
};

/* One access of the array, at rows first + span[0] + i up to first + span[1] + i. False: none. */
static bool add_touch(struct sweep *s, const struct pycc_guard_array *o, const struct any_array *a,
                      int64_t first, const int32_t *span, bool write) {
    const int64_t *shape = a->axis, *stride = a->axis + o->rank;
    struct touch t = {.write = write, .all = (o->touch & PYCC_ALL) != 0, .owner = a->owner};
    t.lo = (int64_t)(intptr_t)a->data;
    t.hi = t.lo + o->item;
    for (int k = 0; k < o->rank; ++k) {
        if (shape[k] <= 0) {
            return true; /* nothing */
        }
        bool row = !t.all && k == o->axis;
        int64_t near = row ? (first + span[0]) * stride[k] : 0;
        int64_t far = (row ? first + span[1] : shape[k] - 1) * stride[k];
        t.lo += least(near, far);
        t.hi += most(near, far);
        t.step = row ? stride[k] : t.step;
    }
    t.from = t.lo + least(0, t.step * (s->rows - 1));
    t.to = t.hi + most(0, t.step * (s->rows - 1));
    s->packed = s->packed && (t.step == o->item || t.step == 0);
    if (s->n == TOUCHES) {
        return false;
    }
    s->touch[s->n++] = t;
    return true;
}

/* All of it as one row: what is thin, as an edge of an array is. */
static void make_single(struct sweep *s) {
    s->nest.row = s->nest.trips;
    s->rows = 1;
    for (int k = 0; k < s->n; ++k) {
        struct touch *t = &s->touch[k];
        *t = (struct touch){t->from, t->to, 0, t->from, t->to, t->write, false, t->owner};
    }
}

/* Rows of single iterations that are vectors become rows of VECTORS: whatever the cuts between
 * rows, the same iterations are in vectors, whose functions are not those of numbers. */
static void make_blocks(struct sweep *s) {
    s->nest.row = VECTORS;
    s->rows = (s->rows + VECTORS - 1) / VECTORS;
    for (int k = 0; k < s->n; ++k) {
        struct touch *t = &s->touch[k];
        t->hi += t->step * (VECTORS - 1);
        t->step *= VECTORS;
    }
}

/* Fills s with a nest; false: it has too much of something. */
static bool make_sweep(struct sweep *s, const struct pycc_guard *g, int64_t first, size_t size,
                       const struct pycc_nest *nest, bool parallel) {
    s->nest = *nest;
    s->parallel = parallel;
    s->nest.row = nest->row < INT64_MAX ? nest->row : 1;
    s->rows = nest->trips / s->nest.row;
    s->behind = s->ahead = 0;
    s->n = 0;
    s->packed = nest->row == INT64_MAX;
    if (size > IN_BYTES) {
        return false;
    }
    memcpy(s->in, nest->in, size);
    s->nest.in = s->in;
    bool fits = true;
    for (int k = 0; k < g->n && fits; ++k) {
        const struct pycc_guard_array *o = &g->array[k];
        const struct any_array *a =
            (const struct any_array *)(const void *)((const char *)nest->in + 8 * o->at);
        fits = !(o->touch & PYCC_READS) || add_touch(s, o, a, first, o->read, false);
        fits = fits && (!(o->touch & PYCC_WRITES) || add_touch(s, o, a, first, o->write, true));
    }
    if (s->packed && s->rows > 1) {
        make_blocks(s);
    }
    return fits;
}

/* ---- which rows of two sweeps meet */

enum meeting { MEET_NEVER, MEET_NEAR, MEET_ANYWHERE };

static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

/* Row i of s, at x, and row i + d of t, at y, for d from lo up to hi. */
static enum meeting meet(const struct sweep *s, const struct touch *x, const struct sweep *t,
                         const struct touch *y, int64_t *lo, int64_t *hi) {
    if ((!x->write && !y->write) || x->to <= y->from || y->to <= x->from) {
        return MEET_NEVER;
    }
    int64_t step = s->rows == 1 ? y->step : x->step;
    bool fits = s->rows == 1 || t->rows == 1 || x->step == y->step;
    if (s->rows == 1 && t->rows == 1) {
        step = 1;
    }
    if ((x->all && s->rows > 1) || (y->all && t->rows > 1) || !fits || step == 0) {
        return MEET_ANYWHERE;
    }
    int64_t size = step < 0 ? -step : step;
    int64_t low = floor_div(x->lo - y->hi, size) + 1, high = floor_div(x->hi - y->lo - 1, size);
    *lo = most(step > 0 ? low : -high, 1 - s->rows);
    *hi = least(step > 0 ? high : -low, t->rows - 1);
    return *lo <= *hi ? MEET_NEAR : MEET_NEVER;
}

/* Finds how far t is behind all that wait; false: they must be done before. */
static bool place(struct pycc_steps *w, struct sweep *t) {
    bool any = false;
    int64_t behind = 0, ahead = 0;
    for (int i = 0; i < w->n; ++i) {
        const struct sweep *s = &w->sweep[i];
        for (int k = 0; k < s->n * t->n; ++k) {
            int64_t lo = 0, hi = 0;
            enum meeting how = meet(s, &s->touch[k / t->n], t, &t->touch[k % t->n], &lo, &hi);
            if (how == MEET_ANYWHERE) {
                return false;
            }
            if (how == MEET_NEAR) {
                behind = any ? most(behind, s->behind - lo) : s->behind - lo;
                ahead = any ? most(ahead, s->ahead + hi) : s->ahead + hi;
                any = true;
            }
        }
    }
    t->behind = behind;
    t->ahead = ahead;
    return true;
}

/* ---- memory */

/* Those of all sweeps that wait and of t; returns how many, or REGIONS + 1. */
static int add_regions(struct region *r, int n, const struct sweep *t) {
    for (int k = 0; k < t->n; ++k) {
        const struct touch *x = &t->touch[k];
        struct region new = {x->from, x->to, x->all || x->step == 0 ? 0 : x->step};
        new.step = new.step < 0 ? -new.step : new.step;
        int to = 0;
        for (int i = 0; i < n; ++i) {
            if (r[i].to <= new.from || new.to <= r[i].from) {
                r[to++] = r[i];
                continue;
            }
            new.from = least(new.from, r[i].from);
            new.to = most(new.to, r[i].to);
            new.step = most(new.step, r[i].step);
        }
        if (to == REGIONS) {
            return REGIONS + 1;
        }
        r[to++] = new;
        n = to;
    }
    return n;
}

static int64_t region_bytes(const struct region *r, int n) {
    int64_t bytes = 0;
    for (int i = 0; i < n; ++i) {
        bytes += r[i].to - r[i].from;
    }
    return bytes;
}

int64_t steps_near(const struct pycc_steps *w) {
    int64_t row = 1;
    for (int i = 0; i < w->n_regions; ++i) {
        row += w->region[i].step;
    }
    return w->near / row;
}

bool steps_parallel(const struct pycc_steps *w) {
    bool parallel = true;
    for (int i = 0; i < w->n; ++i) {
        parallel = parallel && w->sweep[i].parallel;
    }
    return parallel;
}

/* ---- running */

static void run_alone(struct pycc_ctx *ctx, bool parallel, const struct pycc_nest *nest) {
    if (parallel) {
        pycc_run_parallel(ctx, nest, NULL, 0, 0);
    } else {
        pycc_run(ctx, nest, NULL);
    }
}

static void let_go(struct pycc_buffer *b) {
    if (b && b->data) {
        --b->waits;
        pycc_release(b);
    }
}

bool pycc_settle(struct pycc_ctx *ctx) {
    struct pycc_steps *w = ctx->steps;
    ctx->steps = NULL;
    if (w && w->n == 1) {
        run_alone(ctx, w->sweep[0].parallel, &w->sweep[0].nest);
    } else if (w && w->n > 1) {
        steps_run(ctx, w);
    }
    for (int i = 0; w && i < w->n; ++i) {
        for (int k = 0; k < w->sweep[i].n; ++k) {
            let_go(w->sweep[i].touch[k].owner);
        }
    }
    if (w) {
        w->n = w->n_regions = 0;
        w->reach = 0;
    }
    ctx->steps = w;
    return !ctx->failed;
}

/* What has failed by now came after what waits. */
void pycc_steps_end(struct pycc_ctx **at) {
    struct pycc_ctx *ctx = *at;
    bool failed = ctx->failed;
    if (ctx->steps) {
        ctx->failed = false;
        pycc_settle(ctx);
        ctx->failed = ctx->failed || failed;
        free(ctx->steps);
        ctx->steps = NULL;
    }
}

/* ---- waiting */

static void hold(struct pycc_buffer *b) {
    if (b && b->data) {
        ++b->waits;
        pycc_retain(b);
    }
}

bool pycc_steps_peek(struct pycc_ctx *ctx, int rank, const char *data, const int64_t *shape,
                     const int64_t *stride, int64_t item) {
    const struct pycc_steps *w = ctx->steps;
    int64_t from = (int64_t)(intptr_t)data, to = from + item;
    for (int k = 0; k < rank; ++k) {
        from += least(0, (shape[k] - 1) * stride[k]);
        to += most(0, (shape[k] - 1) * stride[k]);
    }
    for (int i = 0; i < w->n; ++i) {
        for (int k = 0; k < w->sweep[i].n; ++k) {
            const struct touch *t = &w->sweep[i].touch[k];
            if (t->write && t->from < to && from < t->to) {
                return pycc_settle(ctx);
            }
        }
    }
    return true;
}

struct pycc_buffer *pycc_steps_spare(const struct pycc_steps *w, int64_t size) {
    for (int i = 0; i < w->n; ++i) {
        for (int k = 0; k < w->sweep[i].n; ++k) {
            struct pycc_buffer *b = w->sweep[i].touch[k].owner;
            if (b && b->data && b->pool && b->size == size &&
                __atomic_load_n(&b->refs, __ATOMIC_ACQUIRE) == b->waits) {
                return b;
            }
        }
    }
    return NULL;
}

static void add(struct pycc_steps *w, const struct sweep *t, const struct region *r, int n) {
    for (int k = 0; k < t->n; ++k) {
        hold(t->touch[k].owner);
    }
    w->n_regions = n;
    memcpy(w->region, r, sizeof(*r) * (size_t)n);
    for (int i = 0; i < w->n; ++i) {
        int64_t d = t->behind - w->sweep[i].behind;
        bool both = t->rows > 1 && w->sweep[i].rows > 1; /* a single one has no place of its own */
        w->reach = both ? most(w->reach, most(d, -d)) : w->reach;
    }
    ++w->n;
}

/* Puts t, which stands behind those that wait, among them. False: they must be done before, or
 * there is nothing that would make it wait. */
static bool join(struct pycc_steps *w, struct sweep *t) {
    struct region r[REGIONS + 1];
    memcpy(r, w->region, sizeof(*r) * (size_t)w->n_regions);
    int n = add_regions(r, w->n_regions, t);
    if (n > REGIONS || (w->n == 0 && region_bytes(r, n) < LARGE * w->near)) {
        return false;
    }
    if (!place(w, t)) {
        if (t->rows == 1 || t->nest.work * THIN > w->sweep[0].nest.work) {
            return false;
        }
        make_single(t);
        if (!place(w, t)) {
            return false;
        }
    }
    add(w, t, r, n);
    return true;
}

static struct pycc_steps *begin(void) {
    struct pycc_steps *w = malloc(sizeof(*w));
    if (w) {
        w->near = pycc_setting_bytes("PYCC_NEAR_CACHE", NEAR_BYTES);
        w->n = w->n_regions = 0;
        w->reach = 0;
    }
    return w;
}

/* The next one would be so far behind that the front has few rows: what waits runs now. */
static bool is_full(const struct pycc_ctx *ctx, const struct pycc_steps *w) {
    int64_t caches = steps_parallel(w) ? 1 : ctx->threads;
    return w->n == SWEEPS - 1 || w->reach > steps_near(w) * caches * 2 / 3;
}

bool pycc_step(struct pycc_ctx *ctx, const struct pycc_guard *g, bool checked, bool parallel,
               int64_t first, size_t size, struct pycc_nest *nest) {
    if (!ctx->steps && nest->work < LEAST_WORK) {
        return pycc_run_guarded(ctx, g, checked, parallel, nest);
    }
    bool safe = pycc_choose(g, checked, nest);
    if (nest->trips <= 0) {
        return true;
    }
    if (!ctx->steps) {
        ctx->steps = begin();
    }
    struct pycc_steps *w = ctx->steps;
    struct sweep *t = w ? &w->sweep[w->n] : NULL;
    bool waits = w && safe && make_sweep(t, g, first, size, nest, parallel);
    if (waits && !join(w, t)) {
        bool first_one = w->n == 0;
        if (!pycc_settle(ctx)) {
            return false;
        }
        waits = !first_one && make_sweep(&w->sweep[0], g, first, size, nest, parallel) &&
                join(w, &w->sweep[0]);
    }
    if (!waits) {
        if (w && !pycc_settle(ctx)) {
            return false;
        }
        run_alone(ctx, parallel, nest);
    } else if (is_full(ctx, w)) {
        pycc_settle(ctx);
    }
    return !ctx->failed;
}
