/* transfer.c - the copies between host memory and a packed buffer.
 *
 * A transfer is a small loop nest over runs that are contiguous on both sides, as few and as long
 * as the layout allows: whole footprints when filling the buffer, the elements of one access when
 * writing back. Device runtimes read its kind and fields to use their own 1-D and 2-D copies;
 * lmad_transfer_to_device and lmad_transfer_to_host carry it out with memcpy. */
#include "arith.h"
#include "lmad.h"

#include <stddef.h>
#include <string.h>

static void remove_dim(struct lmad_transfer *transfer, int at) {
    transfer->rank--;
    memmove(&transfer->dim[at], &transfer->dim[at + 1],
            sizeof(transfer->dim[0]) * (size_t)(transfer->rank - at));
}

/* Inner dimensions whose steps are as long as the run, on both sides, lengthen it. */
static bool lengthen_run(struct lmad_transfer *transfer) {
    while (transfer->rank > 0 && transfer->nsegment == 1) {
        const struct lmad_transfer_dim *inner = &transfer->dim[transfer->rank - 1];
        int64_t bytes;
        if (!mul_ok(transfer->segment[0].run, transfer->unit, &bytes)) {
            return false;
        }
        if (inner->host != bytes || inner->device != transfer->segment[0].run) {
            break;
        }
        if (!mul_ok(transfer->segment[0].run, inner->count, &transfer->segment[0].run)) {
            return false;
        }
        transfer->rank--;
    }
    return true;
}

/* Drop single steps, lengthen runs, join dimensions that are one on both sides; then name the kind.
 */
static bool simplify(struct lmad_transfer *transfer) {
    for (int k = transfer->rank - 1; k >= 0; k--) {
        if (transfer->dim[k].count == 1) {
            remove_dim(transfer, k);
        }
    }
    if (!lengthen_run(transfer)) {
        return false;
    }
    for (int k = transfer->rank - 2; k >= 0; k--) {
        struct lmad_transfer_dim *outer = &transfer->dim[k], *inner = &transfer->dim[k + 1];
        int64_t host, device;
        if (!mul_ok(inner->count, inner->host, &host) ||
            !mul_ok(inner->count, inner->device, &device)) {
            return false;
        }
        if (outer->host == host && outer->device == device) {
            if (!mul_ok(inner->count, outer->count, &inner->count)) {
                return false;
            }
            remove_dim(transfer, k);
        }
    }
    transfer->kind = transfer->nsegment > 1 || transfer->rank > 1 ? LMAD_TRANSFER_GENERAL
                     : transfer->rank == 1                        ? LMAD_TRANSFER_2D
                                                                  : LMAD_TRANSFER_CONTIGUOUS;
    return true;
}

/* Residues in maximal runs of neighbours. */
static bool segments(const struct lmad_footprint *f, struct lmad_transfer *transfer) {
    transfer->nsegment = 0;
    for (int r = 0; r < f->nresidue; r++) {
        if (r > 0 && f->residue[r] == f->residue[r - 1] + 1) {
            transfer->segment[transfer->nsegment - 1].run++;
            continue;
        }
        struct lmad_segment *segment = &transfer->segment[transfer->nsegment++];
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

/* Keep the transfer inside the elements low..high. */
static bool clip(const struct lmad_footprint *f, int64_t low, int64_t high,
                 struct lmad_transfer *transfer) {
    int64_t last = f->base, ignored;
    for (int k = 0; k < f->rank; k++) {
        if (!fma_ok(&last, f->stride[k], f->extent[k] - 1)) {
            return false;
        }
    }
    if (!add_ok(last, f->residue[f->nresidue - 1], &last) ||
        !address_of(f, low, &transfer->clip_low) || !address_of(f, high, &transfer->clip_high) ||
        !add_ok(transfer->clip_high, f->unit - 1, &transfer->clip_high) ||
        !address_of(f, last, &ignored)) {
        return false;
    }
    transfer->clipped = low > f->base || high < last;
    if (!transfer->clipped) {
        return true;
    }
    if (transfer->kind != LMAD_TRANSFER_CONTIGUOUS) {
        transfer->kind = LMAD_TRANSFER_GENERAL;
        return true;
    }
    int64_t skip = max64(0, low - f->base);
    transfer->host += skip * f->unit;
    transfer->device += skip;
    transfer->segment[0].run = min64(last, high) - (f->base + skip) + 1;
    transfer->clipped = false;
    if (transfer->segment[0].run <= 0) {
        transfer->kind = LMAD_TRANSFER_NOTHING;
    }
    return true;
}

bool lmad_transfer_gather(const struct lmad_footprint *f, int64_t low, int64_t high,
                          struct lmad_transfer *transfer) {
    transfer->unit = f->unit;
    transfer->nest = NULL;
    transfer->clipped = false;
    transfer->rank = f->rank;
    transfer->device = 0;
    if (f->count == 0 || low > high) {
        transfer->kind = LMAD_TRANSFER_NOTHING;
        return true;
    }
    if (!address_of(f, f->base, &transfer->host) || !segments(f, transfer)) {
        return false;
    }
    int64_t weight = f->nresidue;
    for (int k = f->rank - 1; k >= 0; k--) {
        transfer->dim[k].count = f->extent[k];
        transfer->dim[k].device = weight;
        if (!mul_ok(f->stride[k], f->unit, &transfer->dim[k].host) ||
            !mul_ok(weight, f->extent[k], &weight)) {
            return false;
        }
    }
    return simplify(transfer) && clip(f, low, high, transfer);
}

/* The dimensions of one access: normal form on the host, and what a step is in the buffer. */
static bool access_dims(const struct lmad_footprint *f, const struct lmad *normal,
                        struct lmad_transfer *transfer) {
    int64_t first;
    if (!lmad_footprint_index(f, normal->base, &first) ||
        !address_of(f, normal->base, &transfer->host)) {
        return false;
    }
    transfer->device = first;
    transfer->rank = normal->rank;
    for (int k = 0; k < normal->rank; k++) {
        int64_t next;
        if (!lmad_footprint_index(f, normal->base + normal->dim[k].stride, &next) ||
            !mul_ok(normal->dim[k].stride, f->unit, &transfer->dim[k].host)) {
            return false;
        }
        transfer->dim[k].count = normal->dim[k].extent;
        transfer->dim[k].device = next - first;
    }
    return true;
}

bool lmad_transfer_scatter(const struct lmad_bound *bound, const struct lmad_footprint *f, int m,
                           struct lmad_transfer *transfer) {
    const struct lmad_access *access = &bound->access[f->member[m]];
    struct lmad set;
    struct lmad_normal normal;
    transfer->unit = f->unit;
    transfer->nest = NULL;
    transfer->clipped = false;
    transfer->nsegment = 1;
    transfer->segment[0] = (struct lmad_segment){0, 0, access->width / f->unit};
    if (bound->nest.empty) {
        transfer->kind = LMAD_TRANSFER_NOTHING;
        return true;
    }
    if (bound->nest.slanted) {
        transfer->kind = LMAD_TRANSFER_NEST;
        transfer->nest = &bound->nest;
        transfer->rank = bound->nest.rank;
        transfer->host = access->base;
        transfer->device = f->map[m].base;
        for (int k = 0; k < transfer->rank; k++) {
            transfer->dim[k] =
                (struct lmad_transfer_dim){0, access->stride[k], f->map[m].stride[k]};
        }
        return true;
    }
    lmad_of_access(&bound->nest, access, &set);
    set.base = (set.base - f->origin) / f->unit;
    for (int k = 0; k < set.rank; k++) {
        set.dim[k].stride /= f->unit;
    }
    return lmad_normalise(&set, &normal) && access_dims(f, &normal.set, transfer) &&
           simplify(transfer);
}

enum tri lmad_transfer_bytes(const struct lmad_transfer *transfer, int64_t *bytes) {
    int64_t run = 0;
    *bytes = transfer->unit;
    if (transfer->kind == LMAD_TRANSFER_NOTHING) {
        *bytes = 0;
        return TRI_YES;
    }
    for (int s = 0; s < transfer->nsegment; s++) {
        run += transfer->segment[s].run;
    }
    bool fits = mul_ok(*bytes, run, bytes);
    if (transfer->kind == LMAD_TRANSFER_NEST) {
        int64_t count;
        return lmad_nest_count(transfer->nest, &count) == TRI_YES && fits &&
                       mul_ok(*bytes, count, bytes)
                   ? TRI_YES
                   : TRI_UNKNOWN;
    }
    for (int k = 0; k < transfer->rank; k++) {
        fits = fits && mul_ok(*bytes, transfer->dim[k].count, bytes);
    }
    return fits ? TRI_YES : TRI_UNKNOWN;
}

enum { BLOCK = 256 }; /* positions at a time */

struct copy {
    const struct lmad_transfer *transfer;
    uintptr_t host;
    char *device;
    bool to_device;
};

/* `run` elements at host byte address `host` and buffer index `device`. */
static void copy_run(const struct copy *c, int64_t host, int64_t device, int64_t run) {
    const struct lmad_transfer *transfer = c->transfer;
    if (transfer->clipped) {
        int64_t last = host + (run - 1) * transfer->unit, first = max64(host, transfer->clip_low);
        last = min64(last, transfer->clip_high - transfer->unit + 1);
        if (first > last) {
            return;
        }
        device += (first - host) / transfer->unit;
        host = first;
        run = (last - first) / transfer->unit + 1;
    }
    void *there = (void *)(c->host + (uintptr_t)host);
    char *here = c->device + device * transfer->unit;
    size_t bytes = (size_t)(run * transfer->unit);
    memcpy(c->to_device ? here : there, c->to_device ? there : here, bytes);
}

/* So many runs of `bytes` bytes each; inlined where bytes is a constant. */
static inline void copy_runs(char *to, int64_t to_step, const char *from, int64_t from_step,
                             int64_t n, size_t bytes) {
    for (int64_t i = 0; i < n; i++) {
        memcpy(to + i * to_step, from + i * from_step, bytes);
    }
}

/* The runs of one segment at n positions of the innermost dimension, none of them clipped. */
static void copy_strided(const struct copy *c, const struct lmad_transfer_dim *dim, int64_t host,
                         int64_t device, int64_t n, int64_t run) {
    int64_t unit = c->transfer->unit, there_step = dim->host, here_step = dim->device * unit;
    char *there = (char *)(c->host + (uintptr_t)host), *here = c->device + device * unit;
    char *to = c->to_device ? here : there, *from = c->to_device ? there : here;
    int64_t to_step = c->to_device ? here_step : there_step;
    int64_t from_step = c->to_device ? there_step : here_step;
    switch (run * unit) {
    case 1:
        copy_runs(to, to_step, from, from_step, n, 1);
        break;
    case 2:
        copy_runs(to, to_step, from, from_step, n, 2);
        break;
    case 4:
        copy_runs(to, to_step, from, from_step, n, 4);
        break;
    case 8:
        copy_runs(to, to_step, from, from_step, n, 8);
        break;
    case 16:
        copy_runs(to, to_step, from, from_step, n, 16);
        break;
    default:
        copy_runs(to, to_step, from, from_step, n, (size_t)(run * unit));
    }
}

/* All of the innermost dimension, block by block: segments lie in the same lines of the cache. */
static void copy_inner(const struct copy *c, int64_t host, int64_t device) {
    const struct lmad_transfer *transfer = c->transfer;
    const struct lmad_transfer_dim *dim = &transfer->dim[transfer->rank - 1];
    for (int64_t i = 0; i < dim->count; i += BLOCK) {
        for (int s = 0; s < transfer->nsegment; s++) {
            const struct lmad_segment *segment = &transfer->segment[s];
            copy_strided(c, dim, host + i * dim->host + segment->host,
                         device + i * dim->device + segment->device, min64(BLOCK, dim->count - i),
                         segment->run);
        }
    }
}

static void copy_dims(const struct copy *c, int k, int64_t host, int64_t device) {
    const struct lmad_transfer *transfer = c->transfer;
    if (k == transfer->rank - 1 && !transfer->clipped) {
        copy_inner(c, host, device);
        return;
    }
    if (k == transfer->rank) {
        for (int s = 0; s < transfer->nsegment; s++) {
            const struct lmad_segment *segment = &transfer->segment[s];
            copy_run(c, host + segment->host, device + segment->device, segment->run);
        }
        return;
    }
    for (int64_t i = 0; i < transfer->dim[k].count; i++) {
        copy_dims(c, k + 1, host + i * transfer->dim[k].host, device + i * transfer->dim[k].device);
    }
}

/* The innermost counter's range at once; neighbours on both sides are one run. */
static void copy_row(const struct copy *c, const int64_t *n) {
    const struct lmad_transfer *transfer = c->transfer;
    const struct lmad_transfer_dim *inner = &transfer->dim[transfer->rank - 1];
    int64_t host = transfer->host, device = transfer->device, run = transfer->segment[0].run, first,
            last;
    if (!lmad_nest_range(transfer->nest, transfer->rank - 1, n, &first, &last) || first > last) {
        return;
    }
    for (int k = 0; k + 1 < transfer->rank; k++) {
        host += transfer->dim[k].host * n[k];
        device += transfer->dim[k].device * n[k];
    }
    if (inner->host == run * transfer->unit && inner->device == run) {
        copy_run(c, host + first * inner->host, device + first * inner->device,
                 run * (last - first + 1));
        return;
    }
    copy_strided(c, inner, host + first * inner->host, device + first * inner->device,
                 last - first + 1, run);
}

/* Every `parts`-th row from `part` on: rows of a triangle differ in length. */
static void copy_rows(const struct copy *c, int part, int parts) {
    int64_t n[LMAD_MAX_RANK];
    int outer = c->transfer->rank - 1, row = 0;
    for (bool more = lmad_nest_first(c->transfer->nest, outer, n); more;
         more = lmad_nest_next(c->transfer->nest, outer, n), row = row + 1 < parts ? row + 1 : 0) {
        if (row == part) {
            copy_row(c, n);
        }
    }
}

/* Piece `part` of `parts` of n things, the first ones larger by one. */
static int64_t share_start(int64_t n, int64_t part, int64_t parts) {
    return n / parts * part + min64(n % parts, part);
}

static void cut_dim(struct lmad_transfer *transfer, int k, int64_t part, int64_t parts) {
    struct lmad_transfer_dim *dim = &transfer->dim[k];
    int64_t first = share_start(dim->count, part, parts);
    dim->count = share_start(dim->count, part + 1, parts) - first;
    transfer->host += first * dim->host;
    transfer->device += first * dim->device;
    transfer->kind = dim->count > 0 ? transfer->kind : LMAD_TRANSFER_NOTHING;
}

static void cut_run(struct lmad_transfer *transfer, int64_t part, int64_t parts) {
    struct lmad_segment *segment = &transfer->segment[0];
    int64_t first = share_start(segment->run, part, parts);
    segment->run = share_start(segment->run, part + 1, parts) - first;
    segment->host += first * transfer->unit;
    segment->device += first;
    transfer->kind = segment->run > 0 ? transfer->kind : LMAD_TRANSFER_NOTHING;
}

void lmad_transfer_cut(const struct lmad_transfer *transfer, int64_t part, int64_t parts,
                       struct lmad_transfer *piece) {
    *piece = *transfer;
    if (transfer->rank > 0) {
        cut_dim(piece, 0, part, parts);
    } else if (part > 0) {
        piece->kind = LMAD_TRANSFER_NOTHING;
    }
}

/* The piece that one of several threads does: of the outermost dimension that is long enough, or of
 * the longest one. */
static void share(const struct lmad_transfer *transfer, int part, int parts,
                  struct lmad_transfer *piece) {
    int at = 0;
    *piece = *transfer;
    for (int k = 1; k < transfer->rank && transfer->dim[at].count < parts; k++) {
        at = transfer->dim[k].count > transfer->dim[at].count ? k : at;
    }
    if (transfer->rank > 0) {
        cut_dim(piece, at, part, parts);
    } else if (transfer->nsegment == 1) {
        cut_run(piece, part, parts);
    } else if (part > 0) {
        piece->kind = LMAD_TRANSFER_NOTHING;
    }
}

static void carry_out(struct copy c, int part, int parts) {
    const struct lmad_transfer *transfer = c.transfer;
    struct lmad_transfer piece;
    if (transfer->kind == LMAD_TRANSFER_NEST) {
        copy_rows(&c, part, parts);
        return;
    }
    if (parts > 1 && transfer->kind != LMAD_TRANSFER_NOTHING) {
        share(transfer, part, parts, &piece);
        c.transfer = &piece;
    }
    if (c.transfer->kind != LMAD_TRANSFER_NOTHING) {
        copy_dims(&c, 0, c.transfer->host, c.transfer->device);
    }
}

void lmad_transfer_to_device(const struct lmad_transfer *transfer, int part, int parts,
                             const void *host, void *device) {
    carry_out((struct copy){transfer, (uintptr_t)host, device, true}, part, parts);
}

void lmad_transfer_to_host(const struct lmad_transfer *transfer, int part, int parts, void *host,
                           const void *device) {
    carry_out((struct copy){transfer, (uintptr_t)host, (char *)(uintptr_t)device, false}, part,
              parts);
}
