/* What device_guard.c and device_touch.c share. */
#ifndef PYCC_DEVICE_GUARD_H
#define PYCC_DEVICE_GUARD_H

#include "device_memory.h"

enum { DEVICE_GUARD_MANY = 64 /* runs of an image: more are taken as one */ };

/* The lock of all guards; seconds > 0: false when it cannot be had in that time. */
bool device_guard_take(int seconds);
void device_guard_give(void);
bool device_guard_is_ours(void);

/* Those that have guards, a list by next_guarded; how often pages were opened. Under the lock. */
struct pycc_away *device_guard_first(void);
uint64_t device_guard_opened(void);

/* The guard of an address, or NULL. */
struct device_guard *device_guard_find(struct pycc_away *away, int64_t address);

/* What is newer on guarded pages of an image comes home; they may be read then, which the caller
 * notes. Other threads see them as before until all is there. CL code. */
int device_guard_fill(struct pycc_away *away, struct device_image *image, int64_t low,
                      int64_t high);

/* Faults come to us, and then to whoever handled them before. False: they cannot. */
bool device_touch_install(void);

#endif
