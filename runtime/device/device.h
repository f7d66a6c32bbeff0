/* Nests on the device.
 *
 *   device_api.c      the functions of pycc_rt_device.h: these, or those of the module whose device
 *                     it is
 *   device_run.c      nests on the device (device_run.h)
 *   device_launch.c   a kernel's results and arguments
 *   device_backup.c   what a nest that may raise overwrites
 *   device_tiles.c    nests that do not fit, tile by tile */
#ifndef PYCC_DEVICE_H
#define PYCC_DEVICE_H

#include "device_memory.h"
#include "device_program.h"

/* ---- device_run.c */

/* pycc_device_run */
bool device_run(struct pycc_ctx *ctx, const struct pycc_device_nest *nest,
                const struct pycc_device_call *call);

/* pycc_device_left */
void device_left(struct pycc_ctx *ctx, const char *name, const char *file, int line,
                 const char *why);

#endif
