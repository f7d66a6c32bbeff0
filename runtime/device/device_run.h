/* One nest on its way to the device. Private to the files that run it. */
#ifndef PYCC_DEVICE_RUN_H
#define PYCC_DEVICE_RUN_H

#include "device.h"

enum { DEVICE_RESULTS = 16 };

/* A buffer of one value per chunk, and where the host has them. */
struct device_result {
    struct opencl_buffer *buffer;
    struct opencl_event *up;
    char *host;
    int64_t bytes;
};

struct device_launch {
    struct pycc_ctx *ctx;
    enum pycc_place place;
    struct pycc_away *away;
    struct opencl *device;
    const struct pycc_device_nest *nest;
    const struct pycc_device_call *call;
    struct device_entry *entry;
    const struct device_bound *bound;          /* the entry's */
    struct device_image *image[DEVICE_ARRAYS]; /* by part */
    bool shared[DEVICE_ARRAYS], packed[DEVICE_ARRAYS];
    struct runs dirty[DEVICE_ARRAYS], valid[DEVICE_ARRAYS]; /* after it; empty: as before */
    struct device_result result[DEVICE_RESULTS + 1];        /* the last one: whether it raises */
    struct opencl_buffer *backup[DEVICE_ARRAYS];            /* by part: as it was before */
    bool tiled;
    bool later; /* the host may run it until its program is built */
    int64_t first[PYCC_DEVICE_DIMS], end[PYCC_DEVICE_DIMS]; /* of a tile; of chunks, with results */
    struct opencl_event *done;                              /* the kernel's */
    bool raised;                                            /* an iteration would raise */
    bool failed;                  /* no memory to remember what it wrote */
    char message[DEVICE_MESSAGE]; /* more about it */
    int code;                     /* the CL error behind the reason, or 0 */
};

/* Buffers for results, filled with the neutral elements. CL code; device_results_free in any case.
 */
int device_results_new(struct device_launch *l);

/* Waits for the kernel and puts its results into the call's part; sets raised. CL code. */
int device_results_get(struct device_launch *l);
void device_results_free(struct device_launch *l);

/* Enqueues the kernel with its arguments. CL code. */
int device_enqueue(struct device_launch *l);

/* The parts' images, as l->shared and l->packed say, filled. CL code. */
int device_launch_images(struct device_launch *l);

/* What the nest writes becomes valid and newer in its images: to be called before and, when it has
 * been launched, after. False: no memory. */
bool device_launch_plan(struct device_launch *l);
void device_launch_commit(struct device_launch *l);

/* For a nest that may find that an iteration raises: keeps what it overwrites and the host does not
 * have; puts it back, and makes invalid what else it wrote. CL code. */
int device_backup_take(struct device_launch *l);
int device_backup_restore(struct device_launch *l);
void device_backup_free(struct device_launch *l);

/* Frees what belongs to one launch. */
void device_launch_free(struct device_launch *l);

/* Do the images of the whole nest exceed the device's memory? */
bool device_too_big(const struct device_launch *l);

/* Runs the nest tile by tile; results are complete when it returns, all that was written is at
 * home. NULL or why it stays on the host, whose memory is then fit for running all of it. */
const char *device_run_tiles(struct device_launch *l);

#endif
