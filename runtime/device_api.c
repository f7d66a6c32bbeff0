/* What the glue may ask of devices, for modules that have code for them. */
#include "device_profile.h"
#include "opencl.h"
#include "pycc_rt_device.h"

static void keep(bool spans, bool kernels, bool on) {
    if (spans) {
        device_timeline(on);
    }
    if (kernels) {
        device_keep_kernels(on);
    }
}

const struct pycc_device_api pycc_device_api = {
    .home = pycc_device_home,
    .home_all = pycc_device_home_all,
    .profile = device_profile_json,
    .keep = keep,
    .settle = opencl_settle,
};
