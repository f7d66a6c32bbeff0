/* The process's device, its lock, its limits and warnings (device_state.c).
 *
 * Reasons (`why`) are text that lives on, here and in the headers of the rooms; NULL means that
 * nothing is wrong. */
#ifndef PYCC_DEVICE_STATE_H
#define PYCC_DEVICE_STATE_H

#include "opencl.h"
#include "pycc_rt_device.h"

enum {
    DEVICE_ARRAYS = 32, /* of a nest */
    DEVICE_RANK = 8,
    DEVICE_MESSAGE = 400,
    DEVICE_TIMED = 256,            /* commands of which times are asked for later */
    DEVICE_GROUP = 128,            /* work-items of a group of a nest with results */
    DEVICE_ALIGN = 16,             /* images begin at multiples: of every element size */
    DEVICE_STAGES = 4,             /* kept for a device */
    DEVICE_PIECE = 8 << 20,        /* bytes that are packed while others are on their way */
    DEVICE_SHARED_WORK = 256 << 10 /* bytes that several threads pack */
};

/* ---- device_state.c */

/* The process's device, opened by the first call, and another time PYCC_DEVICE_RETRY seconds after
 * it was lost. It is used until device_release. NULL: why says what is missing. */
struct opencl *device_open(const char **why);

/* One more use of a device in use; one less. A lost device is closed when nobody uses it. */
void device_keep(const struct opencl *device);
void device_release(const struct opencl *device);

/* Something of the device ended at `end` of its clock and was known to have ended at `seen` of
 * device_now(). Returns what is to be added to the device's clock: the least that was seen. */
int64_t device_clock(const struct opencl *device, int64_t end, int64_t seen);

/* May images be the host's own memory? PYCC_TRANSFERS: auto, share (yes, where the device shares
 * memory), copy (never). */
bool device_shares(const struct opencl *device);

/* Programs of a device in use. */
struct device_cache *device_programs(const struct opencl *device);

/* Its staging, of a device in use. */
struct device_stages *device_stages(const struct opencl *device);

/* Guards sites; held while a nest is bound and launched, not while anything is waited for. */
void device_lock(void);
void device_unlock(void);

/* A fault is told once per cause, as a RuntimeWarning at the end of the call. what: static;
 * message: more about it, or "". */
void device_warn(struct pycc_ctx *ctx, const char *what, int code, const char *message);

#endif
