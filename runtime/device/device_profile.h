/* What devices did in this process: counted always, because it is cheap, and read by
 * pycc.profile() as the difference between two readings.
 *
 * Thread-safe. Counters only grow. The time line, a list of spans, is kept while someone asked for
 * it. Nothing here fails: what cannot be remembered for want of memory is left out. */
#ifndef PYCC_DEVICE_PROFILE_H
#define PYCC_DEVICE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is counted; the names in the JSON text are those behind DEVICE_COUNT_, in small letters. */
#define DEVICE_COUNTERS(X)                                                                         \
    X(LAUNCHES, launches)       /* kernels enqueued */                                             \
    X(NESTS, nests)             /* nests that ran on the device, in however many launches */       \
    X(TILES, tiles)             /* parts of nests that did not fit as a whole */                   \
    X(BUILDS, builds)           /* programs built from source */                                   \
    X(HITS_MEMORY, hits_memory) /* programs found in memory */                                     \
    X(HITS_DISK, hits_disk)     /* programs found on disk */                                       \
    X(BYTES_UP, bytes_up)       /* moved to the device */                                          \
    X(BYTES_DOWN, bytes_down)   /* moved home */                                                   \
    X(NEEDED_UP, needed_up)     /* elements that are read and were not there, in bytes */          \
    X(NEEDED_DOWN, needed_down) /* elements that were written, in bytes */                         \
    X(WHOLE_UP, whole_up)       /* if every nest took whole arrays with it: those it reads */      \
    X(WHOLE_DOWN, whole_down)   /* ... and those it writes */

enum device_counter {
#define X(name, text) DEVICE_COUNT_##name,
    DEVICE_COUNTERS(X)
#undef X
        DEVICE_COUNTER_COUNT
};

/* Where time goes, as the host sees it; phases of devices (UPLOAD, COMPUTE, DOWNLOAD) by their own
 * clock. They overlap. */
#define DEVICE_PHASES(X)                                                                           \
    X(BIND, bind)     /* access tables, groups, footprints, the decision */                        \
    X(BUILD, build)   /* building kernels, or waiting for that */                                  \
    X(GATHER, gather) /* packing on the host */                                                    \
    X(UPLOAD, upload)                                                                              \
    X(COMPUTE, compute)                                                                            \
    X(DOWNLOAD, download)                                                                          \
    X(SCATTER, scatter) /* unpacking on the host */                                                \
    X(WAIT, wait)       /* the host waiting for the device */

enum device_phase {
#define X(name, text) DEVICE_PHASE_##name,
    DEVICE_PHASES(X)
#undef X
        DEVICE_PHASE_COUNT
};

void device_count(enum device_counter what, int64_t n);

/* One more nest stayed on the host: why, in words ("no OpenCL device: ...", "the host is faster:
 * ..."). name, file and line as in struct pycc_device_nest. Texts are copied. */
void device_count_fallback(const char *name, const char *file, int line, const char *why);

/* Monotonic ns, the clock of spans. */
int64_t device_now(void);

/* Time spent: from begin to end of device_now. label (copied, or NULL): of the nest or the array,
 * for the time line; bytes moved, or 0. */
void device_span(enum device_phase phase, int64_t begin, int64_t end, const char *label,
                 int64_t bytes);

/* The device's name, once it is open. */
void device_profile_name(const char *device);

/* Begins (one more time) or ends keeping spans; they are forgotten when nobody wants them. */
void device_timeline(bool on);

/* One more call of a nest was forecast (device_profit.h): seconds on either side, of the device's
 * those to move so many bytes there and back; pays: the device is faster, surely enough. Texts are
 * copied, numbers are added up. */
struct device_foreseen {
    double host, device, moving;
    int64_t up, down;
    bool pays;
};
void device_forecast_seen(const char *name, const char *file, int line,
                          const struct device_foreseen *seen);

/* Launches are kept too while someone wants them: `pycc.info(f).kernels(...)`; forecasts are then
 * made for all calls. text: all that the
 * device's compiler reads; local NULL: the driver's choice. */
void device_keep_kernels(bool on);
bool device_keeps_kernels(void);
void device_kernel_seen(const char *name, const char *file, int line, const char *text, int dims,
                        const size_t *global, const size_t *local);

/* All of it as one JSON object, to be freed with free; NULL for want of memory:
 * {"device": name or null, "counts": {...}, "seconds": {phase: s}, "fallbacks": [{"nest", "file",
 * "line", "why", "count"}], "forecasts": [{"nest", "file", "line", "host", "device", "moving",
 * "up", "down", "pays", "count"}], "spans": [[phase, begin ns, end ns, label, bytes]], "kernels":
 * [{"nest", "file", "line", "global": [...], "local": [...] or null, "text"}]} */
char *device_profile_json(void);

#endif
