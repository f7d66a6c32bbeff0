/* One nest on its way to the device. Private to device_run.c and device_launch.c. */
#ifndef PYCC_DEVICE_RUN_H
#define PYCC_DEVICE_RUN_H

#include "device.h"

enum { DEVICE_RESULTS = 16 };

/* A buffer of one value per chunk, and where the host has them. */
struct device_result {
    struct opencl_buffer *buffer;
    struct opencl_event *up;
    char *host;
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
    bool shared_results;
    struct opencl_event *done; /* the kernel's */
    bool raised;               /* an iteration would raise */
    bool failed;               /* no memory to remember what it wrote */
    int code;                  /* the CL error behind the reason, or 0 */
};

/* Buffers for results, filled with the neutral elements. CL code; device_results_free in any case.
 */
int device_results_new(struct device_launch *l);

/* Waits for the kernel and puts its results into the call's part; sets raised. CL code. */
int device_results_get(struct device_launch *l);
void device_results_free(struct device_launch *l);

/* Enqueues the kernel with its arguments. CL code. */
int device_enqueue(struct device_launch *l);

#endif
