/* The functions of pycc_rt_device.h, for generated code and for the glue.
 *
 * Each module links its own copy of the run time; what the process does with its device has to be
 * in one of them. The glue tells the others (pycc_device_api.join), before anything of them runs.
 */
#include "device.h"
#include "device_profile.h"
#include "device_version.h"

static const struct pycc_device_api *used; /* NULL: nobody has joined, or it is our own */

static const struct pycc_device_api *in_use(void) {
    const struct pycc_device_api *other = __atomic_load_n(&used, __ATOMIC_RELAXED);
    return other ? other : &pycc_device_api;
}

static const struct pycc_device_api *join(const struct pycc_device_api *other) {
    const struct pycc_device_api *none = NULL;
    __atomic_compare_exchange_n(&used, &none, other ? other : &pycc_device_api, false,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return in_use();
}

static void settle(void) {
    device_touch_settle();
    opencl_settle();
}

static void keep(bool spans, bool kernels, bool on) {
    if (spans) {
        device_timeline(on);
    }
    if (kernels) {
        device_keep_kernels(on);
    }
}

const struct pycc_device_api pycc_device_api = {
    .version = DEVICE_VERSION,
    .join = join,
    .run = device_run,
    .left = device_left,
    .home = device_home,
    .home_all = device_home_all,
    .profile = device_profile_json,
    .keep = keep,
    .settle = settle,
    .leave = device_leave,
};

bool pycc_device_run(struct pycc_ctx *ctx, const struct pycc_device_nest *nest,
                     const struct pycc_device_call *call) {
    return in_use()->run(ctx, nest, call);
}

void pycc_device_left(struct pycc_ctx *ctx, const char *name, const char *file, int line,
                      const char *why) {
    in_use()->left(ctx, name, file, line, why);
}

bool pycc_device_home(struct pycc_ctx *ctx, const char *data, int rank, const int64_t *shape,
                      const int64_t *stride, int64_t item, bool write) {
    return in_use()->home(ctx, data, rank, shape, stride, item, write);
}

bool pycc_device_home_all(struct pycc_ctx *ctx) {
    return in_use()->home_all(ctx);
}
