/* Does a nest gain from running on the device? A forecast of both sides from measured rates.
 *
 * Rates are measured when a device is first asked about, some tenths of a second, and kept on disk
 * beside the kernels. The model is the roofline's: a nest takes the longer of its arithmetic and
 * its memory traffic, and on the device the transfers, which come before and after. */
#ifndef PYCC_DEVICE_PROFIT_H
#define PYCC_DEVICE_PROFIT_H

#include <stdbool.h>
#include <stdint.h>

#include "opencl.h"
#include "pycc_rt_device.h"

/* asked: ctx->place, what a `with pycc.places...` block says; AUTO: what PYCC_PLACE says ("auto",
 * "gpu", "cpu"; anything else is auto). */
enum pycc_place device_place(enum pycc_place asked);

/* Per second, but for launch (seconds from enqueuing an empty kernel to knowing that it has run),
 * transfer (seconds that a copy of next to nothing takes) and build (seconds that a small kernel
 * takes). Of the host for one thread, and its
 * memory for all together. */
#define DEVICE_RATES(X)                                                                            \
    X(up)   /* bytes to the device */                                                              \
    X(down) /* bytes from it */                                                                    \
    X(transfer)                                                                                    \
    X(launch)                                                                                      \
    X(build)                                                                                       \
    X(memory) /* bytes that kernels read and write */                                              \
    X(flops32)                                                                                     \
    X(flops64) /* 0: none */                                                                       \
    X(host_memory)                                                                                 \
    X(host_flops32)                                                                                \
    X(host_flops64)

struct device_rates {
#define X(name) double name;
    DEVICE_RATES(X)
#undef X
};

/* The rates of a device: from the store (device_store.h), or measured. Thread-safe; the answer is
 * kept for the process. False when measuring fails, which is not tried again. */
bool device_rates(struct opencl *device, struct device_rates *rates);

/* What one call of a nest amounts to. */
struct device_work {
    int64_t up, down; /* bytes to move: not those that are there, or owed to the host, already */
    int64_t home;     /* bytes to be brought home first if the host runs it */
    int transfers;    /* copies they go in */
    int launches;
    double flops;
    double touched; /* bytes that iterations read and write, each element once per nest */
    bool fp64;
    int threads; /* of the host */
};

/* device, host   seconds, of which moving are transfers
 * pays           the device is faster, surely enough
 * would_pay      ... if nothing had to be moved for it
 * why            in words, with the numbers */
struct device_forecast {
    struct device_work work;
    double device, host, moving;
    bool pays, would_pay;
    char why[160];
};

/* Fills all but work from work. */
void device_forecast(const struct device_rates *rates, struct device_forecast *forecast);

/* A nest that does not pay, but would pay if its arrays were there, may be one of many: missed is
 * what the nests of a call could have saved so far, in seconds. When that exceeds what moving costs
 * now, moving is right whatever comes: it costs at most twice what was best (the ski rental
 * problem: Karlin, Manasse, Rudolph and Sleator, Algorithmica 3, 1988). Then pays is set; who moves
 * sets missed to 0. */
void device_forecast_wait(struct device_forecast *forecast, double *missed);

#endif
