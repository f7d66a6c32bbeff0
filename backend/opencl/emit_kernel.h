/* Kernels: OpenCL C that stands for a nest on a device. Private to the files that print it.
 *
 *   emit_kernel.c   nests as OpenCL C
 *   emit_opencl.c   --emit opencl: kernels as a person reads them
 *   emit_device_table.c  what the run time reads of a nest on devices */
#ifndef PYCC_EMIT_KERNEL_H
#define PYCC_EMIT_KERNEL_H

#include "emit.h"
#include "emit_home.h"

/* The kernel that is printed. */
struct kernel {
    const struct device_function *function; /* a function that it calls; NULL: itself */
    bool group; /* of a work-group per iteration (schedule/form_group.c) */
};

/* ---- emit_kernel.c */

/* The nest's kernel as OpenCL C, in terms of the macros of pycc_rt_device.h. group: the one in
 * which a work-group does an iteration, of nests with split loops. */
void emit_kernel(struct emit *e, const struct nest_facts *f, bool group);

/* What its parameter for a result is called. */
const char *emit_kernel_part(struct emit *e, const struct tvar *v);

#endif
