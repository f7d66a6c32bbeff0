/* plan.c - the copies between host memory and a packed buffer.
 *
 * A plan is a small loop nest over runs that are contiguous on both sides, as few and as long as
 * the layout allows: whole footprints when filling the buffer, the elements of one access when
 * writing back. Device runtimes read its kind and fields to use their own 1-D and 2-D copies;
 * lmad_plan_to_device and lmad_plan_to_host carry it out with memcpy. */
#include "arith.h"
#include "lmad.h"

#include <stddef.h>
#include <string.h>

static void remove_dim(struct lmad_plan *plan, int at) {
    plan->rank--;
    memmove(&plan->dim[at], &plan->dim[at + 1], sizeof(plan->dim[0]) * (size_t)(plan->rank - at));
}

/* Inner dimensions whose steps are as long as the run, on both sides, lengthen it. */
static bool lengthen_run(struct lmad_plan *plan) {
    while (plan->rank > 0 && plan->nsegment == 1) {
        const struct lmad_plan_dim *inner = &plan->dim[plan->rank - 1];
        int64_t bytes;
        if (!mul_ok(plan->segment[0].run, plan->unit, &bytes)) {
            return false;
        }
        if (inner->host != bytes || inner->device != plan->segment[0].run) {
            break;
        }
        if (!mul_ok(plan->segment[0].run, inner->count, &plan->segment[0].run)) {
            return false;
        }
        plan->rank--;
    }
    return true;
}

/* Drop single steps, lengthen runs, join dimensions that are one on both sides; then name the kind.
 */
static bool simplify(struct lmad_plan *plan) {
    for (int k = plan->rank - 1; k >= 0; k--) {
        if (plan->dim[k].count == 1) {
            remove_dim(plan, k);
        }
    }
    if (!lengthen_run(plan)) {
        return false;
    }
    for (int k = plan->rank - 2; k >= 0; k--) {
        struct lmad_plan_dim *outer = &plan->dim[k], *inner = &plan->dim[k + 1];
        int64_t host, device;
        if (!mul_ok(inner->count, inner->host, &host) ||
            !mul_ok(inner->count, inner->device, &device)) {
            return false;
        }
        if (outer->host == host && outer->device == device) {
            if (!mul_ok(inner->count, outer->count, &inner->count)) {
                return false;
            }
            remove_dim(plan, k);
        }
    }
    plan->kind = plan->nsegment > 1 || plan->rank > 1 ? LMAD_PLAN_GENERAL
                 : plan->rank == 1                    ? LMAD_PLAN_2D
                                                      : LMAD_PLAN_CONTIGUOUS;
    return true;
}

/* Residues in maximal runs of neighbours. */
static bool segments(const struct lmad_footprint *f, struct lmad_plan *plan) {
    plan->nsegment = 0;
    for (int r = 0; r < f->nresidue; r++) {
        if (r > 0 && f->residue[r] == f->residue[r - 1] + 1) {
            plan->segment[plan->nsegment - 1].run++;
            continue;
        }
        struct lmad_segment *segment = &plan->segment[plan->nsegment++];
        segment->device = r;
        segment->run = 1;
        if (!mul_ok(f->residue[r], f->unit, &segment->host)) {
            return false;
        }
    }
    return true;
}

/* Byte address of an element, which need not be in the set. */
static bool address_of(const struct lmad_footprint *f, int64_t element, int64_t *address) {
    *address = f->origin;
    return fma_ok(address, element, f->unit);
}

/* Keep the plan inside the elements low..high. */
static bool clip(const struct lmad_footprint *f, int64_t low, int64_t high,
                 struct lmad_plan *plan) {
    int64_t last = f->base, ignored;
    for (int k = 0; k < f->rank; k++) {
        if (!fma_ok(&last, f->stride[k], f->extent[k] - 1)) {
            return false;
        }
    }
    if (!add_ok(last, f->residue[f->nresidue - 1], &last) || !address_of(f, low, &plan->clip_low) ||
        !address_of(f, high, &plan->clip_high) ||
        !add_ok(plan->clip_high, f->unit - 1, &plan->clip_high) || !address_of(f, last, &ignored)) {
        return false;
    }
    plan->clipped = low > f->base || high < last;
    if (!plan->clipped) {
        return true;
    }
    if (plan->kind != LMAD_PLAN_CONTIGUOUS) {
        plan->kind = LMAD_PLAN_GENERAL;
        return true;
    }
    int64_t skip = max64(0, low - f->base);
    plan->host += skip * f->unit;
    plan->device += skip;
    plan->segment[0].run = min64(last, high) - (f->base + skip) + 1;
    plan->clipped = false;
    if (plan->segment[0].run <= 0) {
        plan->kind = LMAD_PLAN_NOTHING;
    }
    return true;
}

bool lmad_plan_gather(const struct lmad_footprint *f, int64_t low, int64_t high,
                      struct lmad_plan *plan) {
    plan->unit = f->unit;
    plan->nest = NULL;
    plan->clipped = false;
    plan->rank = f->rank;
    plan->device = 0;
    if (f->count == 0 || low > high) {
        plan->kind = LMAD_PLAN_NOTHING;
        return true;
    }
    if (!address_of(f, f->base, &plan->host) || !segments(f, plan)) {
        return false;
    }
    int64_t weight = f->nresidue;
    for (int k = f->rank - 1; k >= 0; k--) {
        plan->dim[k].count = f->extent[k];
        plan->dim[k].device = weight;
        if (!mul_ok(f->stride[k], f->unit, &plan->dim[k].host) ||
            !mul_ok(weight, f->extent[k], &weight)) {
            return false;
        }
    }
    return simplify(plan) && clip(f, low, high, plan);
}

/* The dimensions of one access: normal form on the host, and what a step is in the buffer. */
static bool access_dims(const struct lmad_footprint *f, const struct lmad *normal,
                        struct lmad_plan *plan) {
    int64_t first;
    if (!lmad_footprint_index(f, normal->base, &first) ||
        !address_of(f, normal->base, &plan->host)) {
        return false;
    }
    plan->device = first;
    plan->rank = normal->rank;
    for (int k = 0; k < normal->rank; k++) {
        int64_t next;
        if (!lmad_footprint_index(f, normal->base + normal->dim[k].stride, &next) ||
            !mul_ok(normal->dim[k].stride, f->unit, &plan->dim[k].host)) {
            return false;
        }
        plan->dim[k].count = normal->dim[k].extent;
        plan->dim[k].device = next - first;
    }
    return true;
}

bool lmad_plan_scatter(const struct lmad_bound *bound, const struct lmad_footprint *f, int m,
                       struct lmad_plan *plan) {
    const struct lmad_access *access = &bound->access[f->member[m]];
    struct lmad set;
    struct lmad_normal normal;
    plan->unit = f->unit;
    plan->nest = NULL;
    plan->clipped = false;
    plan->nsegment = 1;
    plan->segment[0] = (struct lmad_segment){0, 0, access->width / f->unit};
    if (bound->nest.empty) {
        plan->kind = LMAD_PLAN_NOTHING;
        return true;
    }
    if (bound->nest.slanted) {
        plan->kind = LMAD_PLAN_NEST;
        plan->nest = &bound->nest;
        plan->rank = bound->nest.rank;
        plan->host = access->base;
        plan->device = f->map[m].base;
        for (int k = 0; k < plan->rank; k++) {
            plan->dim[k] = (struct lmad_plan_dim){0, access->stride[k], f->map[m].stride[k]};
        }
        return true;
    }
    lmad_of_access(&bound->nest, access, &set);
    set.base = (set.base - f->origin) / f->unit;
    for (int k = 0; k < set.rank; k++) {
        set.dim[k].stride /= f->unit;
    }
    return lmad_normalise(&set, &normal) && access_dims(f, &normal.set, plan) && simplify(plan);
}

enum tri lmad_plan_bytes(const struct lmad_plan *plan, int64_t *bytes) {
    int64_t run = 0;
    *bytes = plan->unit;
    if (plan->kind == LMAD_PLAN_NOTHING) {
        *bytes = 0;
        return TRI_YES;
    }
    for (int s = 0; s < plan->nsegment; s++) {
        run += plan->segment[s].run;
    }
    bool fits = mul_ok(*bytes, run, bytes);
    if (plan->kind == LMAD_PLAN_NEST) {
        int64_t count;
        return lmad_nest_count(plan->nest, &count) == TRI_YES && fits &&
                       mul_ok(*bytes, count, bytes)
                   ? TRI_YES
                   : TRI_UNKNOWN;
    }
    for (int k = 0; k < plan->rank; k++) {
        fits = fits && mul_ok(*bytes, plan->dim[k].count, bytes);
    }
    return fits ? TRI_YES : TRI_UNKNOWN;
}

struct copy {
    const struct lmad_plan *plan;
    uintptr_t host;
    char *device;
    bool to_device;
};

/* `run` elements at host byte address `host` and buffer index `device`. */
static void copy_run(const struct copy *c, int64_t host, int64_t device, int64_t run) {
    const struct lmad_plan *plan = c->plan;
    if (plan->clipped) {
        int64_t last = host + (run - 1) * plan->unit, first = max64(host, plan->clip_low);
        last = min64(last, plan->clip_high - plan->unit + 1);
        if (first > last) {
            return;
        }
        device += (first - host) / plan->unit;
        host = first;
        run = (last - first) / plan->unit + 1;
    }
    void *there = (void *)(c->host + (uintptr_t)host);
    char *here = c->device + device * plan->unit;
    size_t bytes = (size_t)(run * plan->unit);
    memcpy(c->to_device ? here : there, c->to_device ? there : here, bytes);
}

static void copy_dims(const struct copy *c, int k, int64_t host, int64_t device) {
    const struct lmad_plan *plan = c->plan;
    if (k == plan->rank) {
        for (int s = 0; s < plan->nsegment; s++) {
            const struct lmad_segment *segment = &plan->segment[s];
            copy_run(c, host + segment->host, device + segment->device, segment->run);
        }
        return;
    }
    for (int64_t i = 0; i < plan->dim[k].count; i++) {
        copy_dims(c, k + 1, host + i * plan->dim[k].host, device + i * plan->dim[k].device);
    }
}

/* The innermost counter's range at once; neighbours on both sides are one run. */
static void copy_row(const struct copy *c, const int64_t *n) {
    const struct lmad_plan *plan = c->plan;
    const struct lmad_plan_dim *inner = &plan->dim[plan->rank - 1];
    int64_t host = plan->host, device = plan->device, run = plan->segment[0].run, first, last;
    if (!lmad_nest_range(plan->nest, plan->rank - 1, n, &first, &last) || first > last) {
        return;
    }
    for (int k = 0; k + 1 < plan->rank; k++) {
        host += plan->dim[k].host * n[k];
        device += plan->dim[k].device * n[k];
    }
    if (inner->host == run * plan->unit && inner->device == run) {
        copy_run(c, host + first * inner->host, device + first * inner->device,
                 run * (last - first + 1));
        return;
    }
    for (int64_t i = first; i <= last; i++) {
        copy_run(c, host + i * inner->host, device + i * inner->device, run);
    }
}

static void carry_out(const struct copy *c) {
    int64_t n[LMAD_MAX_RANK];
    if (c->plan->kind == LMAD_PLAN_NOTHING) {
        return;
    }
    if (c->plan->kind != LMAD_PLAN_NEST) {
        copy_dims(c, 0, c->plan->host, c->plan->device);
        return;
    }
    int outer = c->plan->rank - 1;
    for (bool more = lmad_nest_first(c->plan->nest, outer, n); more;
         more = lmad_nest_next(c->plan->nest, outer, n)) {
        copy_row(c, n);
    }
}

void lmad_plan_to_device(const struct lmad_plan *plan, const void *host, void *device) {
    struct copy c = {plan, (uintptr_t)host, device, true};
    carry_out(&c);
}

void lmad_plan_to_host(const struct lmad_plan *plan, void *host, const void *device) {
    struct copy c = {plan, (uintptr_t)host, (char *)(uintptr_t)device, false};
    carry_out(&c);
}
