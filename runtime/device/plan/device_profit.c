/* The forecast, and rates on disk; device_rates.c measures them. */
#include "device_profit.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "device_rates.h"
#include "device_store.h"

#define SURELY 1.25 /* how much faster the device has to be: rates are rough */
#define REGION 5e-6 /* seconds to start and join the host's threads */
#define ALONE 1e5   /* operations below which the host stays on one thread */
#define RATES_TEXT 1024

/* ---- where */

enum pycc_place device_place(enum pycc_place asked) {
    const char *text = asked == PYCC_PLACE_AUTO ? getenv("PYCC_PLACE") : NULL;
    if (!text) {
        return asked;
    }
    return strcasecmp(text, "gpu") == 0   ? PYCC_PLACE_GPU
           : strcasecmp(text, "cpu") == 0 ? PYCC_PLACE_CPU
                                          : PYCC_PLACE_AUTO;
}

/* ---- the forecast */

/* Seconds of work at two rates, whichever is the bottleneck. */
static double roofline(double flops, double arithmetic, double bytes, double memory) {
    double compute = arithmetic > 0 ? flops / arithmetic : 0;
    double traffic = memory > 0 ? bytes / memory : 0;
    return compute > traffic ? compute : traffic;
}

static double on_host(const struct device_rates *r, const struct device_work *w) {
    double each = w->fp64 ? r->host_flops64 : r->host_flops32;
    bool alone = w->threads <= 1 || w->flops < ALONE;
    return roofline(w->flops, alone ? each : each * w->threads, w->touched, r->host_memory) +
           (alone ? 0 : REGION);
}

static double coming_home(const struct device_rates *r, const struct device_work *w) {
    return w->home > 0 ? (double)w->home / r->down + r->transfer : 0;
}

static double milli(double seconds) {
    return seconds * 1e3;
}

void device_forecast(const struct device_rates *rates, struct device_forecast *f) {
    const struct device_work *w = &f->work;
    double flops = w->fp64 ? rates->flops64 : rates->flops32;
    f->moving =
        (double)w->up / rates->up + (double)w->down / rates->down + w->transfers * rates->transfer;
    f->device = f->moving + w->launches * rates->launch +
                roofline(w->flops, flops, w->touched, rates->memory);
    f->host = on_host(rates, w) + coming_home(rates, w);
    bool able = !w->fp64 || rates->flops64 > 0;
    f->pays = able && f->device * SURELY < f->host;
    f->would_pay = able && (f->device - f->moving) * SURELY < f->host;
    if (!able) {
        snprintf(f->why, sizeof f->why, "the device has no double precision");
        return;
    }
    snprintf(f->why, sizeof f->why,
             "the %s is faster: %.3g ms on the host, %.3g ms on the device, %.3g ms of it "
             "transfers",
             f->pays ? "device" : "host", milli(f->host), milli(f->device), milli(f->moving));
}

void device_forecast_wait(struct device_forecast *f, double *missed) {
    if (!f->pays && f->would_pay) {
        *missed += f->host - (f->device - f->moving);
        f->pays = *missed > f->moving;
    }
}

/* ---- rates on disk */

int device_rates_print(const struct device_rates *r, char *text, size_t size) {
    int n = snprintf(text, size, "%s", "");
#define X(name)                                                                                    \
    n += n < 0 || (size_t)n >= size                                                                \
             ? 0                                                                                   \
             : snprintf(text + n, size - (size_t)n, #name " %.6g\n", r->name);
    DEVICE_RATES(X)
#undef X
    return n;
}

/* All of them are there, numbers, and none is negative. */
bool device_rates_scan(const char *text, struct device_rates *r) {
    int n;
    bool ok = true;
#define X(name)                                                                                    \
    n = 0;                                                                                         \
    ok = ok && sscanf(text, #name " %lf %n", &r->name, &n) == 1 && r->name >= 0;                   \
    text += n;
    DEVICE_RATES(X)
#undef X
    return ok && r->up > 0 && r->down > 0 && r->memory > 0 && r->flops32 > 0 && r->host_memory > 0;
}

/* What tells devices, drivers and hosts apart, and versions of this file. */
static struct device_key key_of(const struct opencl *device) {
    const struct opencl_info *info = opencl_describe(device);
    char processors[24];
    snprintf(processors, sizeof processors, "%ld", sysconf(_SC_NPROCESSORS_ONLN));
    const char *const part[] = {"rates 2",    info->name,     info->vendor, info->version,
                                info->driver, info->platform, processors};
    return device_key_of(part, sizeof part / sizeof *part);
}

static bool load_rates(const struct device_key *key, struct device_rates *r) {
    void *data;
    size_t size;
    char text[RATES_TEXT];
    if (!device_store_read(key, &data, &size)) {
        return false;
    }
    bool ok = size < sizeof text;
    snprintf(text, sizeof text, "%.*s", ok ? (int)size : 0, (const char *)data);
    free(data);
    return ok && device_rates_scan(text, r);
}

static bool find_rates(struct opencl *device, const struct device_key *key,
                       struct device_rates *r) {
    char text[RATES_TEXT];
    if (load_rates(key, r)) {
        return true;
    }
    if (!device_rates_measure(device, r)) {
        return false;
    }
    device_store_write(key, text, (size_t)device_rates_print(r, text, sizeof text));
    return true;
}

/* ---- rates of this process's devices */

#define DEVICES 8

bool device_rates(struct opencl *device, struct device_rates *rates) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct {
        struct device_key key;
        bool ok;
        struct device_rates rates;
    } known[DEVICES];
    static int n;
    const struct device_key key = key_of(device);
    int at = 0;
    pthread_mutex_lock(&lock);
    while (at < n && memcmp(&known[at].key, &key, sizeof key) != 0) {
        ++at;
    }
    if (at == n) {
        at = n < DEVICES ? n++ : DEVICES - 1;
        known[at].key = key;
        known[at].ok = find_rates(device, &key, &known[at].rates);
    }
    bool ok = known[at].ok;
    *rates = known[at].rates;
    pthread_mutex_unlock(&lock);
    return ok;
}
