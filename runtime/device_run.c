/* Nests on devices: what generated code calls (pycc_rt_device.h). */
#include "pycc_rt_device.h"

bool pycc_device_run(struct pycc_ctx *ctx, const struct pycc_device_nest *nest,
                     const struct pycc_device_call *call) {
    (void)ctx;
    (void)nest;
    (void)call;
    return false;
}
