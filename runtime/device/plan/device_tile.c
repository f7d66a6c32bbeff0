/* device_tile.c - the tiles of a nest that move the fewest bytes for the memory there is.
 *
 * A shape is judged by restricting the nest to single tiles and asking lmad_footprint for each of
 * their groups: what is read goes up, what is written comes down. Where all accesses of a group
 * move alike, tiles of equal extents cost the same wherever they are, and there are at most two
 * extents per level. Memory grows with each extent, so that the first level's is found by
 * bisection; the others' are tried from a lattice. */
#include "device_tile.h"

#include <stddef.h>
#include <string.h>

#define PLACES 8   /* tiles looked at per level where they are not alike */
#define LATTICE 64 /* extents tried per level */

/* A nest that is being cut, and room for what is asked about its parts. alike: tiles of equal
 * extents cost the same wherever they are. */
struct cutter {
    const struct lmad_bound *bound;
    const struct device_tile_wish *wish;
    bool alike;
    struct lmad_bound part;
    struct lmad_footprint footprint;
    struct lmad_transfer transfer;
};

/* One tile: what it takes and what it moves. */
struct measure {
    int64_t memory;
    double moved, runs;
};

int64_t device_tile_image(const struct lmad_footprint *footprint, int64_t interval) {
    int64_t packed;
    if (__builtin_mul_overflow(footprint->count, footprint->unit, &packed) ||
        packed >= interval - packed) {
        return interval;
    }
    return packed;
}

/* ---- one tile */

/* The accesses of a group with one of these uses. */
static int members_of(const struct lmad_bound *part, const int *group, int g, int use,
                      int *member) {
    int n = 0;
    for (int i = 0; i < part->naccess; i++) {
        if (group[i] == g && (part->access[i].use & use)) {
            member[n++] = i;
        }
    }
    return n;
}

static double runs_of(const struct lmad_transfer *transfer) {
    double runs = transfer->kind == LMAD_TRANSFER_NOTHING ? 0 : transfer->nsegment;
    for (int k = 0; k < transfer->rank; k++) {
        runs *= (double)transfer->dim[k].count;
    }
    return runs;
}

/* Adds the copies of the footprint of these accesses. */
static bool add_copies(struct cutter *c, const int *member, int n, struct measure *m) {
    int64_t bytes;
    if (n == 0) {
        return true;
    }
    struct lmad_footprint *f = &c->footprint;
    if (!lmad_footprint(&c->part, member, n, f) ||
        !lmad_transfer_gather(f, f->low, f->high, &c->transfer) ||
        lmad_transfer_bytes(&c->transfer, &bytes) != TRI_YES) {
        return false;
    }
    m->moved += (double)bytes;
    m->runs += runs_of(&c->transfer);
    return true;
}

static int64_t interval_of(const struct lmad_bound *part, const int *member, int n) {
    int64_t low = INT64_MAX, high = INT64_MIN, bytes;
    for (int i = 0; i < n; i++) {
        const struct lmad_access *a = &part->access[member[i]];
        low = a->low < low ? a->low : low;
        high = a->high > high ? a->high : high;
    }
    bool wide = __builtin_sub_overflow(high, low, &bytes) || bytes == INT64_MAX;
    return wide ? INT64_MAX : bytes + 1;
}

/* Adds what the images of one group take. False when that is too much, or on overflow. */
static bool add_image(struct cutter *c, const int *member, int n, struct measure *m) {
    const struct device_tile_wish *wish = c->wish;
    if (!lmad_footprint(&c->part, member, n, &c->footprint)) {
        return false;
    }
    int64_t bytes = device_tile_image(&c->footprint, interval_of(&c->part, member, n));
    return (wish->largest == 0 || bytes <= wish->largest) &&
           !__builtin_add_overflow(m->memory, bytes, &m->memory) &&
           m->memory <= wish->memory / wish->buffers;
}

/* The tile that begins at first: memory always, what it moves only when asked. False: does not
 * fit. */
static bool measure_tile(struct cutter *c, const int64_t *first, const int64_t *count, bool moved,
                         struct measure *m) {
    int group[LMAD_MAX_ACCESSES], member[LMAD_MAX_ACCESSES];
    *m = (struct measure){0};
    if (!lmad_restrict(c->bound, first, count, &c->part)) {
        return false;
    }
    int groups = c->part.nest.empty ? 0 : lmad_groups(&c->part, group);
    for (int g = 0; g < groups; g++) {
        int n = members_of(&c->part, group, g, LMAD_READ_WRITE, member);
        if (!add_image(c, member, n, m)) {
            return false;
        }
        for (int use = LMAD_READ; moved && use <= LMAD_WRITE; use++) {
            n = members_of(&c->part, group, g, use, member);
            if (!add_copies(c, member, n, m)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- all tiles of a shape */

/* Where tiles are looked at along one level, and for how many each place stands. */
struct places {
    int n;
    int64_t first[PLACES], count[PLACES];
    double weight[PLACES];
};

static void places_alike(int64_t extent, int64_t tile, struct places *p) {
    int64_t full = extent / tile;
    p->n = 0;
    if (full > 0) {
        p->first[p->n] = 0;
        p->count[p->n] = tile;
        p->weight[p->n++] = (double)full;
    }
    if (extent % tile > 0) {
        p->first[p->n] = full * tile;
        p->count[p->n] = extent % tile;
        p->weight[p->n++] = 1;
    }
}

/* Evenly spread; each stands for the tiles that are nearer to it than to the others. */
static void places_spread(int64_t extent, int64_t tile, struct places *p) {
    int64_t tiles = (extent - 1) / tile + 1;
    p->n = tiles < PLACES ? (int)tiles : PLACES;
    for (int i = 0; i < p->n; i++) {
        int64_t at = p->n == 1 ? 0 : i * (tiles - 1) / (p->n - 1);
        p->first[i] = at * tile;
        p->count[i] = extent - p->first[i] < tile ? extent - p->first[i] : tile;
        p->weight[i] = (double)tiles / p->n;
    }
}

static int64_t extent_of(const struct cutter *c, int d) {
    return c->bound->nest.level[c->wish->level[d]].extent;
}

static void find_places(const struct cutter *c, const int64_t *extent, struct places *places) {
    for (int d = 0; d < c->wish->n; d++) {
        if (c->alike) {
            places_alike(extent_of(c, d), extent[d], &places[d]);
        } else {
            places_spread(extent_of(c, d), extent[d], &places[d]);
        }
    }
}

/* The next combination of places; false after the last. */
static bool next_place(const struct places *places, int n, int *at) {
    for (int d = n - 1; d >= 0; d--) {
        if (++at[d] < places[d].n) {
            return true;
        }
        at[d] = 0;
    }
    return false;
}

static void whole(const struct lmad_nest *nest, int64_t *first, int64_t *count) {
    for (int k = 0; k < nest->rank; k++) {
        first[k] = 0;
        count[k] = nest->level[k].extent;
    }
}

/* Do all tiles fit? Fills memory, and what they move when asked. Tiles that are alike need the
 * largest only, which is the first. */
static bool measure_shape(struct cutter *c, struct device_tile *tile, bool moved) {
    struct places places[DEVICE_TILE_LEVELS];
    int64_t first[LMAD_MAX_RANK], count[LMAD_MAX_RANK];
    int at[DEVICE_TILE_LEVELS] = {0};
    const struct device_tile_wish *wish = c->wish;
    whole(&c->bound->nest, first, count);
    find_places(c, tile->extent, places);
    tile->memory = 0;
    tile->moved = tile->runs = 0;
    do {
        struct measure m;
        double weight = 1;
        for (int d = 0; d < wish->n; d++) {
            first[wish->level[d]] = places[d].first[at[d]];
            count[wish->level[d]] = places[d].count[at[d]];
            weight *= places[d].weight[at[d]];
        }
        if (!measure_tile(c, first, count, moved, &m)) {
            return false;
        }
        tile->memory = m.memory > tile->memory ? m.memory : tile->memory;
        tile->moved += weight * m.moved;
        tile->runs += weight * m.runs;
    } while ((moved || !c->alike) && next_place(places, wish->n, at));
    return true;
}

static bool count_cost(const struct cutter *c, struct device_tile *tile) {
    const struct device_tile_wish *wish = c->wish;
    tile->tiles = 1;
    for (int d = 0; d < wish->n; d++) {
        int64_t along = (extent_of(c, d) - 1) / tile->extent[d] + 1;
        if (__builtin_mul_overflow(tile->tiles, along, &tile->tiles)) {
            return false;
        }
    }
    tile->cost =
        tile->moved + (double)wish->run * tile->runs + (double)wish->tile * (double)tile->tiles;
    return true;
}

/* Do the accesses of each group step alike along the levels that are cut, and is nothing slanted?
 */
static bool moves_alike(const struct lmad_bound *bound, const struct device_tile_wish *wish) {
    int group[LMAD_MAX_ACCESSES];
    lmad_groups(bound, group);
    for (int i = 0; i < bound->naccess; i++) {
        for (int j = 0; j < i; j++) {
            for (int d = 0; d < wish->n && group[i] == group[j]; d++) {
                int k = wish->level[d];
                if (bound->access[i].stride[k] != bound->access[j].stride[k]) {
                    return false;
                }
            }
        }
    }
    return !bound->nest.slanted;
}

static bool cutter_start(struct cutter *c, const struct lmad_bound *bound,
                         const struct device_tile_wish *wish) {
    c->bound = bound;
    c->wish = wish;
    if (bound->nest.empty || wish->n < 1 || wish->n > DEVICE_TILE_LEVELS || wish->buffers < 1) {
        return false;
    }
    c->alike = moves_alike(bound, wish);
    return true;
}

bool device_tile_cost(const struct lmad_bound *bound, const struct device_tile_wish *wish,
                      struct device_tile *tile) {
    struct cutter c;
    return cutter_start(&c, bound, wish) && measure_shape(&c, tile, true) && count_cost(&c, tile);
}

/* ---- the search */

/* The extents worth trying for a level, largest first: it in 1, 2, 3, ... equal parts, then in a
 * quarter more parts each time, and 1. */
static int lattice(int64_t extent, int64_t *value) {
    int n = 0;
    for (int64_t parts = 1; parts < extent && n < LATTICE - 1; parts += (parts + 3) / 4) {
        value[n++] = (extent - 1) / parts + 1;
    }
    value[n++] = 1;
    return n;
}

/* The largest extent of the first level that fits beside the others', in equal parts. */
static bool fit_first(struct cutter *c, struct device_tile *tile) {
    int64_t extent = extent_of(c, 0), low = 1, high = extent; /* parts: high fits, if any */
    tile->extent[0] = 1;
    if (!measure_shape(c, tile, false)) {
        return false;
    }
    while (low < high) {
        int64_t parts = low + (high - low) / 2;
        tile->extent[0] = (extent - 1) / parts + 1;
        if (measure_shape(c, tile, false)) {
            high = parts;
        } else {
            low = parts + 1;
        }
    }
    tile->extent[0] = (extent - 1) / high + 1;
    return true;
}

/* Takes the shape over when it is better than the best so far. */
static bool try_shape(struct cutter *c, const int64_t *inner, bool found,
                      struct device_tile *best) {
    struct device_tile tile;
    memcpy(&tile.extent[1], inner, sizeof(tile.extent[1]) * (DEVICE_TILE_LEVELS - 1));
    if (!fit_first(c, &tile) || !measure_shape(c, &tile, true) || !count_cost(c, &tile)) {
        return false;
    }
    if (!found || tile.cost < best->cost) {
        *best = tile;
    }
    return true;
}

bool device_tile_choose(const struct lmad_bound *bound, const struct device_tile_wish *wish,
                        struct device_tile *tile) {
    struct cutter c;
    int64_t value[DEVICE_TILE_LEVELS - 1][LATTICE], inner[DEVICE_TILE_LEVELS - 1] = {1, 1};
    int n[DEVICE_TILE_LEVELS - 1] = {1, 1};
    bool found = false;
    if (!cutter_start(&c, bound, wish)) {
        return false;
    }
    value[0][0] = value[1][0] = 1;
    for (int d = 1; d < wish->n; d++) {
        n[d - 1] = lattice(extent_of(&c, d), value[d - 1]);
    }
    for (int i = 0; i < n[0]; i++) {
        for (int j = 0; j < n[1]; j++) {
            inner[0] = value[0][i];
            inner[1] = value[1][j];
            found = try_shape(&c, inner, found, tile) || found;
        }
    }
    return found;
}
