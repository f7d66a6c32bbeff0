/* A nest and a call's numbers -> what is read and written, and how its iterations are dealt out.
 *
 *   device_bind.c   arrays, parts, what is needed and written
 *   device_shape.c  how iterations are shared out to work-items and groups
 *   device_local.c  copies in local memory
 *   device_tile.c   what does not fit, in tiles (device_tile.h)
 *   device_profit.c whether the device is faster (device_profit.h) */
#ifndef PYCC_DEVICE_PLAN_H
#define PYCC_DEVICE_PLAN_H

#include "device_state.h"
#include "runs.h"

/* ---- device_bind.c */

struct device_array {
    int64_t address, item;
    int rank;
    int64_t shape[DEVICE_RANK], stride[DEVICE_RANK];
    int part;         /* which of the parts; -1: nothing of it is accessed */
    bool read, write; /* by any access */
    int64_t bytes;    /* of all elements */
};

/* What becomes one image: arrays whose accesses' address intervals overlap. need: bytes that must
 * be on the device before; write: those that the nest writes. pack: where less than half of the
 * interval is accessed, the footprint that an image of its own would have; its elements need not be
 * listed then: need and write may be the whole interval. */
struct device_part {
    int64_t low, high;           /* hull of what is accessed, the end exclusive */
    int64_t show_low, show_high; /* hull of all that its arrays show */
    struct runs need, write;
    bool in_place; /* need and write meet */
    int arrays;
    struct lmad_footprint *pack;
};

/* A call's numbers. */
struct device_bound {
    struct lmad_bound lmad;
    int n_arrays, n_parts;
    struct device_array array[DEVICE_ARRAYS];
    struct device_part part[DEVICE_ARRAYS];
    int64_t start[PYCC_DEVICE_DIMS], step[PYCC_DEVICE_DIMS], trips[PYCC_DEVICE_DIMS];
    bool narrow; /* indices are computed in 32 bits: the device is faster then, and they fit */
    int lanes[PYCC_DEVICE_DIMS]; /* iterations of each loop that a work-item does, at least 1 */
    bool group; /* a work-group of DEVICE_GROUP does an iteration: the nest's group_source */
    int items[PYCC_DEVICE_DIMS]; /* work-items of a group along each loop */
    bool whole; /* groups hold exactly all work-items of every loop: none is outside */
    int strip;  /* iterations of a strip; 0: nothing is in local memory */
    struct lmad_footprint *local; /* of each local copy; NULL: there is none */
};

/* Binds a call. NULL with a reason when it cannot go to a device. */
struct device_bound *device_bind(const struct pycc_device_nest *nest,
                                 const struct pycc_device_call *call, const char **why);

/* The same of a part of the nest (lmad_restrict), which has iterations. */
struct device_bound *device_bind_tile(const struct pycc_device_nest *nest,
                                      const struct pycc_device_call *call,
                                      const struct lmad_bound *tile, const char **why);
void device_bound_free(struct device_bound *bound);

/* The array's struct in the nest's struct. */
struct device_view {
    char *data;
    struct pycc_buffer *owner;
    const int64_t *shape, *stride;
};
struct device_view device_view(const struct pycc_device_array *array, const void *in);

/* Bytes of an element. */
int64_t device_dtype_bytes(enum pycc_dtype dtype);

/* First byte shown and the end; false when there is no element, or on overflow. */
bool device_hull(int64_t address, int rank, const int64_t *shape, const int64_t *stride,
                 int64_t item, int64_t *low, int64_t *high);

/* ---- device_shape.c */

/* How iterations are dealt out on this device: fills lanes, group, items and whole. */
void device_choose_shape(const struct opencl_info *info, const struct pycc_device_nest *nest,
                         struct device_bound *bound);

/* Sizes of a launch, get_global_id(0) first, over so many iterations of each loop: all of them or
 * those of a tile. most: work-items that a group of this kernel may have. */
void device_launch_shape(const struct opencl_info *info, const struct pycc_device_nest *nest,
                         const struct device_bound *bound, const int64_t *trips, int most,
                         size_t *global, size_t *local);

/* ---- device_local.c */

/* Has the nest keep its copies in local memory if that is the device's own, they fit, and elements
 * are loaded less often then; the shape has been chosen. packed: by part. */
void device_choose_local(const struct opencl_info *info, const struct pycc_device_nest *nest,
                         const struct pycc_device_call *call, const bool *packed,
                         struct device_bound *bound);
void device_drop_local(struct device_bound *bound);

/* The dimension of the index space that a level of the nest is; -1: none. */
int device_dimension_of(const struct pycc_device_nest *nest, int level);
bool device_wants_local(const struct opencl_info *info);

#endif
