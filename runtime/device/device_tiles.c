/* Nests whose images exceed the device's memory: tile by tile.
 *
 * Tiles are boxes of the index space's loops that are not slanted, of the extents that move least
 * (device_tile.h); of a nest with results, runs of whole chunks, so that its results are those of
 * the nest in one piece. Two tiles are under way at a time, each with images of its own: while one
 * is computed the next one's come and what the last one wrote goes home.
 *
 * What the host has at a failure is partly new. A nest that does not read what it writes can run
 * again all the same; for others what they write is saved before and put back. */
#include <stdlib.h>
#include <string.h>

#include "device_profile.h"
#include "device_run.h"
#include "device_tile.h"

enum { SLOTS = 2 };

struct slot {
    bool busy;
    struct pycc_away *away;
    struct device_entry entry;
    struct device_launch l;
    struct device_coming coming;
};

struct tiles {
    struct device_launch *l; /* the whole nest */
    struct slot slot[SLOTS];
    int64_t extent[LMAD_MAX_RANK]; /* of tiles, by level */
    int64_t chunks;                /* of a tile; 0: no results */
    int turn, slots;
    char *saved;
};

/* ---- how large */

static int64_t image_bytes(const struct device_part *part) {
    int64_t interval = part->high - part->low + DEVICE_ALIGN;
    return part->pack ? part->pack->count * part->pack->unit : interval;
}

/* Bytes of all images of a bound nest; INT64_MAX when one of them is too large. */
static int64_t all_bytes(const struct opencl_info *info, const struct device_bound *bound) {
    int64_t sum = 0;
    for (int p = 0; p < bound->n_parts; ++p) {
        int64_t bytes = image_bytes(&bound->part[p]);
        sum = bytes > info->allocation || sum > INT64_MAX - bytes ? INT64_MAX : sum + bytes;
    }
    return sum;
}

bool device_too_big(const struct device_launch *l) {
    const struct opencl_info *info = opencl_describe(l->device);
    int64_t sum = 0;
    for (int p = 0; p < l->bound->n_parts; ++p) {
        const struct device_part *part = &l->bound->part[p];
        bool shared = device_shares(l->device) && !part->in_place;
        int64_t bytes = shared ? 0 : image_bytes(part);
        sum = bytes > info->allocation || sum > INT64_MAX - bytes ? INT64_MAX : sum + bytes;
    }
    return sum > info->memory;
}

/* ---- how to cut */

/* What is taken as a whole by every tile. */
static int64_t whole_bytes(const struct device_launch *l) {
    int64_t sum = 0;
    for (int k = 0; k < l->nest->n_arrays; ++k) {
        sum += l->nest->array[k].whole ? l->bound->array[k].bytes : 0;
    }
    return sum;
}

static bool cut_boxes(struct tiles *t) {
    const struct device_launch *l = t->l;
    const struct opencl_info *info = opencl_describe(l->device);
    struct device_tile_wish wish = {
        .largest = info->allocation, .run = DEVICE_TILE_RUN, .tile = DEVICE_TILE_LATENCY};
    struct device_tile tile;
    for (int d = 0; d < l->nest->dims; ++d) {
        if (!l->bound->lmad.nest.level[l->nest->level[d]].slanted) {
            wish.level[wish.n++] = l->nest->level[d];
        }
    }
    bool found = false;
    for (t->slots = SLOTS; t->slots > 0 && !found && wish.n > 0; t->slots -= !found) {
        wish.buffers = t->slots;
        wish.memory = info->memory - info->memory / 64 - t->slots * whole_bytes(l);
        found = wish.memory > 0 && device_tile_choose(&l->bound->lmad, &wish, &tile);
    }
    for (int k = 0; k < wish.n && found; ++k) {
        t->extent[wish.level[k]] = tile.extent[k];
    }
    return found;
}

/* Where a chunk begins in the flat index space. */
static int64_t chunk_start(int64_t trips, int64_t chunks, int64_t k) {
    int64_t rest = trips % chunks;
    return trips / chunks * k + (k < rest ? k : rest);
}

/* The part of the nest that some chunks are in: whole rows of the outermost loop. */
static bool restrict_chunks(const struct device_launch *l, int64_t first, int64_t end,
                            struct lmad_bound *part) {
    int64_t from[LMAD_MAX_RANK] = {0}, count[LMAD_MAX_RANK], row = 1;
    int outer = l->nest->level[0];
    for (int d = 1; d < l->nest->dims; ++d) {
        row *= l->bound->trips[d];
    }
    for (int k = 0; k < l->bound->lmad.nest.rank; ++k) {
        count[k] = l->bound->lmad.nest.level[k].extent;
    }
    int64_t trips = row * l->bound->trips[0];
    from[outer] = chunk_start(trips, l->call->chunks, first) / row;
    count[outer] = (chunk_start(trips, l->call->chunks, end) - 1) / row + 1 - from[outer];
    return !l->bound->lmad.nest.level[outer].slanted &&
           lmad_restrict(&l->bound->lmad, from, count, part);
}

/* Half as many chunks until the first tile fits; the others are no larger, but for a row. */
static bool cut_chunks(struct tiles *t) {
    const struct device_launch *l = t->l;
    const struct opencl_info *info = opencl_describe(l->device);
    bool fits = false;
    t->slots = SLOTS;
    for (t->chunks = l->call->chunks; t->chunks > 0 && !fits; t->chunks /= fits ? 1 : 2) {
        struct lmad_bound part;
        const char *why;
        if (!restrict_chunks(l, 0, t->chunks, &part)) {
            return false;
        }
        struct device_bound *bound = device_bind_tile(l->nest, l->call, &part, &why);
        fits = bound && all_bytes(info, bound) <= info->memory / SLOTS - info->memory / 64;
        device_bound_free(bound);
    }
    return fits;
}

/* ---- one tile */

static int finish(struct slot *s, int code) {
    if (!s->busy) {
        return code;
    }
    int came = device_download_end(s->away, &s->coming, s->l.code);
    opencl_wait(&s->l.done, 1); /* nothing of it may be under way when its images go */
    memset(s->l.result, 0, sizeof(s->l.result)); /* the whole nest's */
    device_launch_free(&s->l);
    device_image_drop_all(s->away);
    device_bound_free(s->entry.bound);
    s->entry.bound = NULL;
    device_entry_free(&s->entry);
    s->busy = false;
    return code != 0 ? code : came;
}

/* Binds, brings over, launches, and has what was written on its way home. */
static const char *begin(struct tiles *t, struct slot *s, const struct lmad_bound *part) {
    const char *why = NULL;
    struct device_launch *l = &s->l;
    s->busy = true;
    s->entry.bound = device_bind_tile(t->l->nest, t->l->call, part, &why);
    if (!s->entry.bound) {
        return why;
    }
    l->entry = &s->entry;
    l->bound = s->entry.bound;
    for (int p = 0; p < l->bound->n_parts; ++p) {
        l->packed[p] = l->bound->part[p].pack != NULL;
    }
    if (!device_site_program(l->device, l->nest, l->call, l->entry, l->packed, DEVICE_TILED, &why,
                             &l->code, t->l->message)) {
        return why;
    }
    l->code = device_launch_images(l);
    if (l->code != 0) {
        return "it does not fit the device's memory";
    }
    if (!device_launch_plan(l)) {
        return "no memory";
    }
    l->code = device_enqueue(l);
    if (l->code != 0) {
        return "the kernel could not be launched";
    }
    device_launch_commit(l);
    device_count(DEVICE_COUNT_TILES, 1);
    l->code = device_download_begin(s->away, false, &s->coming);
    return l->code != 0 ? "results could not be brought home" : NULL;
}

/* The next tile, in the slot that has been under way longest. first, end: what the kernel takes. */
static const char *next(struct tiles *t, const struct lmad_bound *part, const int64_t *first,
                        const int64_t *end) {
    struct slot *s = &t->slot[t->turn++ % t->slots];
    t->l->code = finish(s, 0);
    if (t->l->code != 0) {
        return "the device failed";
    }
    s->l = (struct device_launch){.ctx = t->l->ctx,
                                  .away = s->away,
                                  .device = t->l->device,
                                  .nest = t->l->nest,
                                  .call = t->l->call,
                                  .tiled = true};
    memcpy(s->l.first, first, sizeof(s->l.first));
    memcpy(s->l.end, end, sizeof(s->l.end));
    memcpy(s->l.result, t->l->result, sizeof(s->l.result));
    const char *why = begin(t, s, part);
    t->l->code = s->l.code;
    if (!why && t->chunks > 0) {
        opencl_event_keep(s->l.done);
        opencl_event_free(t->l->done);
        t->l->done = s->l.done;
    }
    return why;
}

/* ---- all tiles */

static const char *run_boxes(struct tiles *t) {
    const struct lmad_nest *nest = &t->l->bound->lmad.nest;
    const struct pycc_device_nest *device = t->l->nest;
    int64_t from[LMAD_MAX_RANK] = {0}, count[LMAD_MAX_RANK];
    const char *why = NULL;
    for (int d = 0; d >= 0 && !why;) {
        struct lmad_bound part;
        int64_t first[PYCC_DEVICE_DIMS] = {0}, end[PYCC_DEVICE_DIMS];
        for (int k = 0; k < nest->rank; ++k) {
            int64_t left = nest->level[k].extent - from[k];
            count[k] = t->extent[k] < left ? t->extent[k] : left;
        }
        for (int k = 0; k < device->dims; ++k) {
            bool slanted = nest->level[device->level[k]].slanted;
            first[k] = slanted ? 0 : from[device->level[k]];
            end[k] = slanted ? t->l->bound->trips[k] : first[k] + count[device->level[k]];
        }
        if (!lmad_restrict(&t->l->bound->lmad, from, count, &part)) {
            return "sizes or distances are too big";
        }
        why = part.nest.empty ? NULL : next(t, &part, first, end);
        for (d = nest->rank - 1; d >= 0; --d) {
            from[d] += t->extent[d];
            if (from[d] < nest->level[d].extent) {
                break;
            }
            from[d] = 0;
        }
    }
    return why;
}

static const char *run_chunks(struct tiles *t) {
    const char *why = NULL;
    for (int64_t c = 0; c < t->l->call->chunks && !why; c += t->chunks) {
        struct lmad_bound part;
        int64_t left = t->l->call->chunks - c, n = t->chunks < left ? t->chunks : left;
        int64_t first[PYCC_DEVICE_DIMS] = {c}, end[PYCC_DEVICE_DIMS] = {c + n};
        if (!restrict_chunks(t->l, c, c + n, &part)) {
            return "sizes or distances are too big";
        }
        why = next(t, &part, first, end);
    }
    return why;
}

/* ---- the host's memory as it was */

static bool in_place(const struct device_bound *bound) {
    bool meets = false;
    for (int p = 0; p < bound->n_parts; ++p) {
        meets = meets || bound->part[p].in_place;
    }
    return meets;
}

/* Copies what the nest writes aside (save), or back. */
static void move_written(struct tiles *t, bool save) {
    char *at = t->saved;
    for (int p = 0; p < t->l->bound->n_parts; ++p) {
        const struct runs *write = &t->l->bound->part[p].write;
        for (int i = 0; i < write->n; ++i) {
            char *host = (char *)(uintptr_t)write->item[i].low;
            size_t bytes = (size_t)(write->item[i].high - write->item[i].low);
            memcpy(save ? at : host, save ? host : at, bytes);
            at += bytes;
        }
    }
}

static bool save(struct tiles *t) {
    int64_t bytes = 0;
    if (!in_place(t->l->bound)) {
        return true;
    }
    for (int p = 0; p < t->l->bound->n_parts; ++p) {
        bytes += runs_bytes(&t->l->bound->part[p].write);
    }
    t->saved = malloc((size_t)(bytes > 0 ? bytes : 1));
    if (t->saved) {
        move_written(t, true);
    }
    return t->saved != NULL;
}

/* ---- the nest */

static const char *prepare(struct tiles *t) {
    struct device_launch *l = t->l;
    bool writes = false, beside = false;
    for (int p = 0; p < l->bound->n_parts; ++p) {
        writes = writes || l->bound->part[p].write.n > 0;
    }
    for (int m = 0; m < l->bound->lmad.naccess && !beside; ++m) {
        beside = lmad_nest_beside(&l->bound->lmad.nest, &l->bound->lmad.access[m]);
    }
    if (l->nest->may_fail || l->nest->atomics || beside ||
        (l->nest->n_results > 0 && writes && l->nest->dims > 1)) {
        return "it does not fit the device's memory";
    }
    for (int k = 0; k < l->bound->lmad.nest.rank; ++k) {
        t->extent[k] = l->bound->lmad.nest.level[k].extent;
    }
    if (!device_home_dirty(l->ctx)) {
        return "the call has failed";
    }
    device_image_drop_all(l->away);
    if (!(l->nest->n_results > 0 ? cut_chunks(t) : cut_boxes(t))) {
        return "it does not fit the device's memory";
    }
    for (int i = 0; i < t->slots; ++i) {
        t->slot[i].away = device_away_new(l->device);
        if (!t->slot[i].away) {
            return "no memory";
        }
        t->slot[i].away->tight = true;
        t->slot[i].away->threads = l->ctx->threads;
    }
    return save(t) ? NULL : "no memory";
}

const char *device_run_tiles(struct device_launch *l) {
    struct tiles *t = calloc(1, sizeof(*t));
    if (!t) {
        return "no memory";
    }
    t->l = l;
    l->tiled = true;
    const char *why = prepare(t);
    if (!why) {
        l->code = device_results_new(l);
        why = l->code != 0 ? "results have no room" : NULL;
    }
    bool started = !why;
    why = why ? why : l->nest->n_results > 0 ? run_chunks(t) : run_boxes(t);
    for (int i = 0; i < SLOTS; ++i) {
        int code = finish(&t->slot[(t->turn + i) % SLOTS], 0);
        if (code != 0 && !why) {
            l->code = code;
            why = "the device failed";
        }
        l->code = l->code == 0 ? code : l->code;
    }
    if (!why && l->nest->n_results > 0) {
        l->code = device_results_get(l);
        why = l->code != 0 ? "the device failed" : NULL;
    }
    if (why && started && t->saved) {
        move_written(t, false);
    }
    for (int i = 0; i < SLOTS; ++i) {
        device_away_free(t->slot[i].away);
    }
    free(t->saved);
    free(t);
    return why;
}
