/* The look at a nest that decides whether a kernel can be made of it; private to device*.c. */
#ifndef PYCC_DEVICE_SURVEY_H
#define PYCC_DEVICE_SURVEY_H

#include "device_task.h"

struct survey {
    const struct device_task *t;
    struct arena *arena;
    struct device_plan *d;
    VEC(int) at; /* positions of what a work-item executes: before loops of the index space, loops
                    around the body, the body */
    int pos;     /* of the statement at hand */
    int *row;    /* by access of the list */
    bool counts; /* operations here count: the statement is in an innermost loop */
};

/* ---- device_space.c */

/* Fills dims, dim, inside and body, or left where there is no index space. */
void device_find_space(const struct device_task *t, struct device_plan *d);

/* ---- device_op.c */

/* The nest is left to OpenMP for this reason, which is about `by` (or NULL), unless there is one
 * already. */
void device_leave(struct survey *v, enum host_reason why, const char *by);

/* Notes what a value of this type, or an operation, asks of the device. */
void device_see_dtype(struct survey *v, const struct ty *t);
void device_see_op(struct survey *v, const struct texpr *e);

/* ---- device_box.c */

/* Fills lanes. Can the body be taken apart into statements and loops that run side by side? */
bool device_find_box(struct survey *v);

/* ---- device_registers.c */

/* Registers at the place of the body where a box of so many iterations has most of them. strips:
 * values of loops inside are vectors along them. */
struct device_registers device_estimate(const struct survey *v, const int *lanes, bool strips);

/* ---- device_share.c */

/* Fills locals, for such a body. */
void device_find_locals(struct survey *v);

/* ---- device_split.c */

/* Fills splits and split_level. */
void device_find_splits(struct survey *v);

/* Do work-items that find that they raise go on, with a flag set? Then all of a group come to every
 * barrier. Checks of values let them; an index that is out of range does not. */
bool device_goes_on(const struct survey *v);

/* ---- device_call.c */

/* Can the callee become a function of the kernel? It has no effects, and takes and gives scalars.
 */
void device_see_call(struct survey *v, const struct tstmt *s);

#endif
