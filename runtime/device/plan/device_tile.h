/* Which part of a nest goes to a device at once, when all of it does not fit.
 *
 * A tile is a box of the nest's parallel levels; its parts of the nest (lmad_restrict) run one
 * after the other, each with its own footprints. What tiles share is moved for each of them, so
 * that their shape decides how many bytes that are: for a matrix product square blocks of rows by
 * columns, for a stencil slabs of whole rows. */
#ifndef PYCC_DEVICE_TILE_H
#define PYCC_DEVICE_TILE_H

#include "lmad.h"

#define DEVICE_TILE_LEVELS 3

/* What moving costs beside the bytes themselves, in bytes that the bus moves in that time. */
#define DEVICE_TILE_RUN 64 /* each run of a copy: a row that is not contiguous to the next */
#define DEVICE_TILE_LATENCY 131072 /* each tile: its launch, and waiting for its copies */

/* n levels of the nest, outermost first, none of them slanted.
 * memory    bytes for the images of the tiles that are on the device at once
 * largest   bytes of one image at most; 0: as memory
 * buffers   tiles on the device at once: 2 when one comes while another is computed
 * run, tile what a run and a tile cost, in bytes: DEVICE_TILE_RUN, DEVICE_TILE_LATENCY */
struct device_tile_wish {
    int n, level[DEVICE_TILE_LEVELS];
    int64_t memory, largest;
    int buffers;
    int64_t run, tile;
};

/* extent    of the tiles; the last ones of a level are smaller
 * tiles     how many there are
 * memory    bytes of the largest tile's images
 * moved     bytes to the device and back, over all tiles
 * runs      runs of the copies, over all tiles
 * cost      moved, runs and tiles together, by the wish */
struct device_tile {
    int64_t extent[DEVICE_TILE_LEVELS];
    int64_t tiles, memory;
    double moved, runs, cost;
};

/* The tiles that cost least among those that fit. Extents of all levels but the first come from a
 * lattice of some twenty values each; that of the first is as large as fits, in equal parts. False
 * when not even single iterations fit, when the nest is empty, or on overflow. */
bool device_tile_choose(const struct lmad_bound *bound, const struct device_tile_wish *wish,
                        struct device_tile *tile);

/* What tiles of these extents cost: fills all of tile but the extents. Exact where the parts of a
 * group move alike from tile to tile. Otherwise (triangles, reversed reads) tiles at some eight
 * places of each level, both ends among them, speak for the rest. False when they do not fit, and
 * on overflow. */
bool device_tile_cost(const struct lmad_bound *bound, const struct device_tile_wish *wish,
                      struct device_tile *tile);

/* Bytes that the image of a group takes: its footprint, packed, where that is less than half of the
 * interval it lies in, else the interval. interval in bytes. */
int64_t device_tile_image(const struct lmad_footprint *footprint, int64_t interval);

#endif
