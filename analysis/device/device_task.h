/* The question what a nest is on a device; device.c answers it. */
#ifndef PYCC_DEVICE_TASK_H
#define PYCC_DEVICE_TASK_H

#include "offload.h"
#include "verdict.h"

/* A nest of a function marked @pycc.gpu whose other fields are filled in. */
struct device_task {
    struct scope *sc;
    const struct live *live;
    const struct access_list *list;
    const struct analysis_options *options;
    const struct plan *plan; /* of functions before this one */
    const struct func_plan *fp;
    const struct nest *nest;
};

/* What the nest is on a device, or why it is left to OpenMP. */
struct device_plan *device_decide(const struct device_task *t);

#endif
