/* Programs of a device: built once, kept in memory, and on disk for the next process.
 *
 * A program is known by its source, options and kernel and by the device with its driver. It is
 * looked for in memory, then on disk (device_store.h), and built from source last. Thread-safe: two
 * threads that ask for the same one get the same one, built once.
 *
 * In memory the CAPACITY programs last asked for are kept, and whatever is held. A build that fails
 * is remembered like a program, so that it is not tried again; other failures are not.
 *
 * Counts hits and builds, and the seconds of phase BUILD, for the profile. */
#ifndef PYCC_DEVICE_CACHE_H
#define PYCC_DEVICE_CACHE_H

#include "opencl.h"

enum { DEVICE_CACHE_CAPACITY = 64 };

struct device_cache;

/* NULL when there is no memory. */
struct device_cache *device_cache_new(struct opencl *device);

/* Waits for a build that runs and frees all programs, held or not; before opencl_close. */
void device_cache_free(struct device_cache *cache);

enum device_cache_how {
    DEVICE_CACHE_MEMORY,
    DEVICE_CACHE_DISK,
    DEVICE_CACHE_BUILT,
    DEVICE_CACHE_FAILED, /* no program: the message says why */
    DEVICE_CACHE_ABSENT  /* from device_cache_try: not there yet */
};

/* What a program is made from. source is everything that the device's compiler reads. */
struct device_cache_request {
    const char *source, *options, *kernel;
};

/* The program, held for the caller until device_cache_drop; builds it when it is nowhere, or waits
 * while another thread does. NULL with *how FAILED, *code the CL error and its name or the first
 * lines of the build log in message (at most size bytes). how may be NULL. */
struct opencl_program *device_cache_get(struct device_cache *cache,
                                        const struct device_cache_request *request,
                                        enum device_cache_how *how, int *code, char *message,
                                        size_t size);

/* The same without waiting: only what is in memory. NULL, with *how ABSENT or FAILED, otherwise. */
struct opencl_program *device_cache_try(struct device_cache *cache,
                                        const struct device_cache_request *request,
                                        enum device_cache_how *how);

/* Begins to make the program on a thread of its own, unless it is there or on its way; returns at
 * once. The texts are copied. Nothing is held. At the end of the process the build that runs is
 * waited for, those not begun are given up. False: there is no such thread. */
bool device_cache_prepare(struct device_cache *cache, const struct device_cache_request *request);

/* The caller does not use the program any more (what is enqueued may still run). NULL is fine. */
void device_cache_drop(struct device_cache *cache, struct opencl_program *program);

#endif
