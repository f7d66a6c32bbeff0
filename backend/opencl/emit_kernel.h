/* Kernels: OpenCL C that stands for a nest on a device. Private to the files that print it.
 *
 *   emit_kernel.c   nests as OpenCL C
 *   emit_box.c      work-items that do several iterations together
 *   emit_share.c    groups of work-items that share local memory
 *   emit_opencl.c   --emit opencl: kernels as a person reads them
 *   emit_device_table.c  what the run time reads of a nest on devices */
#ifndef PYCC_EMIT_KERNEL_H
#define PYCC_EMIT_KERNEL_H

#include "emit.h"

/* The kernel that is printed. */
struct kernel {
    const struct device_function *function; /* a function that it calls; NULL: itself */
    bool group;                /* of a work-group per iteration (schedule/form_group.c) */
    bool local;                /* the body for a whole group that shares local memory */
    const struct tstmt *strip; /* the loop of which a strip is there, being printed */
};

/* ---- emit_kernel.c */

/* The nest's kernel as OpenCL C, in terms of the macros of pycc_rt_device.h. group: the one in
 * which a work-group does an iteration, of nests with split loops. */
void emit_kernel(struct emit *e, const struct nest_facts *f, bool group);

/* At the end of a work-item: tells of checks that failed, when they let it go on. */
void emit_kernel_flag(struct emit *e);

/* What its work-items do together. */
const struct box_form *emit_kernel_box(const struct emit *e);

/* What its parameter for a result is called. */
const char *emit_kernel_part(struct emit *e, const struct tvar *v);

/* ---- emit_box.c */

/* Does a work-item do several iterations together? */
bool emit_box_fits(const struct device_plan *d);

/* The body over the box whose first counters are i__at, j__at, ...; put_one prints it for one
 * iteration. */
void emit_box(struct emit *e, void (*put_one)(struct emit *e));

/* The same for a box that is surely full, if only of one iteration: as groups that share do it. */
void emit_box_together(struct emit *e);

/* Does the range of a loop of the index space vary? "flag &= j >= 0 && j < i + 1;" for all of the
 * box. */
bool emit_box_slants(const struct device_plan *d);
void emit_box_ranges(struct emit *e, const char *flag);

/* ---- emit_share.c */

/* The body for groups that share tiles of local memory, between #ifdef and #endif; it returns.
 * Nothing for a nest without local copies. */
void emit_share(struct emit *e);

/* Is it a loop whose iterations go by strips there? */
bool emit_share_strips(const struct emit *e, const struct tstmt *loop);

/* Prints such a loop. */
void emit_share_loop(struct emit *e, const struct tstmt *loop);

/* Behind the counter of a lane: the number of the iteration in the group. */
void emit_share_counter(struct emit *e, const struct tvar *counter);

/* The number of the local copy that a row of the table is read from here; -1: from its array. */
int emit_share_local(const struct emit *e, int row);

#endif
