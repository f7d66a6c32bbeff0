/* Measures a device and the host: small experiments, each repeated, the best taken.
 *
 * Sizes are such that a discrete GPU is busy for a fraction of a millisecond and a slow device for
 * some tens of them. */
#include "device_rates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crew.h"
#include "device_prelude.h"
#include "device_profile.h"
#include "product.h"

#define BYTES ((int64_t)32 << 20) /* of each of two buffers: more than caches hold */
#define REPEAT 5
#define ITEMS 32768 /* work-items of the arithmetic kernel */
#define STEPS 64    /* ... and its loop: 8 chains of multiply and add each */
#define ORDER 192   /* rows of the host's product */

/* What to do is an argument, so that one build serves for all. */
static const char source[] =
    "__kernel void rates(__global REAL *to, __global const REAL *from, int what)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    if (what == 1) {\n"
    "        to[i] = from[i];\n"
    "    } else if (what > 1) {\n"
    "        REAL x = from[i], s0 = x, s1 = x + 1, s2 = x + 2, s3 = x + 3;\n"
    "        REAL s4 = x + 4, s5 = x + 5, s6 = x + 6, s7 = x + 7;\n"
    "        for (int k = 0; k < what; ++k) {\n"
    "            s0 = mad(s0, x, x); s1 = mad(s1, x, x); s2 = mad(s2, x, x); s3 = mad(s3, x, x);\n"
    "            s4 = mad(s4, x, x); s5 = mad(s5, x, x); s6 = mad(s6, x, x); s7 = mad(s7, x, x);\n"
    "        }\n"
    "        to[i] = s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7;\n"
    "    }\n"
    "}\n";

struct bench {
    struct opencl *device;
    struct opencl_buffer *to, *from;
    char *host;
    struct opencl_program *program;
};

/* ---- the device */

/* Seconds from enqueuing to knowing that it is done; 0 when it failed. */
static double launch(struct bench *b, int what, size_t items) {
    const struct opencl_arg arg[] = {
        {.buffer = b->to}, {.buffer = b->from}, {.value = &what, .size = sizeof what}};
    struct opencl_event *event = NULL;
    int64_t begin = device_now();
    if (opencl_launch(b->program, arg, 3, 1, &items, NULL, NULL, 0, &event) != 0 ||
        opencl_wait(&event, 1) != 0) {
        opencl_event_free(event);
        return 0;
    }
    opencl_event_free(event);
    return 1e-9 * (double)(device_now() - begin);
}

static double best_launch(struct bench *b, int what, size_t items) {
    double best = launch(b, what, items); /* not counted: drivers finish building now */
    for (int i = 0; i < REPEAT && best > 0; ++i) {
        double s = launch(b, what, items);
        best = i == 0 || s < best ? s : best;
    }
    return best;
}

static double copy(struct bench *b, bool up, int64_t bytes) {
    const struct opencl_box box = {.bytes = bytes, .rows = 1, .slices = 1};
    struct opencl_event *event = NULL;
    int64_t begin = device_now();
    int code = up ? opencl_write(b->from, &box, b->host, NULL, 0, &event)
                  : opencl_read(b->to, &box, b->host, NULL, 0, &event);
    code = code ? code : opencl_wait(&event, 1);
    opencl_event_free(event);
    return code ? 0 : 1e-9 * (double)(device_now() - begin);
}

static double best_copy(struct bench *b, bool up, int64_t bytes) {
    double best = copy(b, up, bytes);
    for (int i = 0; i < REPEAT && best > 0; ++i) {
        double s = copy(b, up, bytes);
        best = s < best ? s : best;
    }
    return best;
}

static bool build(struct bench *b, const char *options) {
    char log[256];
    char *text = device_prelude_join(source);
    opencl_program_free(b->program);
    b->program = NULL;
    if (!text) {
        return false;
    }
    int code =
        opencl_program_build(b->device, text, options, "rates", &b->program, log, sizeof log);
    free(text);
    return code == 0;
}

/* The same, and until the kernel has run once; 0 when that failed. */
static double build_and_run(struct bench *b, const char *options) {
    int64_t begin = device_now();
    bool ok = build(b, options) && launch(b, 0, 64) > 0;
    return ok ? 1e-9 * (double)(device_now() - begin) : 0;
}

/* What is left of a time when the launch is taken off it. */
static double without(double seconds, double launch) {
    return seconds - launch > 0.1 * seconds ? seconds - launch : 0.1 * seconds;
}

static double arithmetic(struct bench *b, double launch_s) {
    double s = best_launch(b, STEPS, ITEMS);
    return s > 0 ? 16.0 * STEPS * ITEMS / without(s, launch_s) : 0;
}

/* The order matters: memory that was never written is faster than any. */
static bool measure_device(struct bench *b, struct device_rates *r) {
    double up = best_copy(b, true, BYTES);
    r->transfer = best_copy(b, true, 8);
    r->build = build_and_run(b, "-DREAL=float");
    if (up <= 0 || r->transfer <= 0 || r->build <= 0) {
        return false;
    }
    r->launch = best_launch(b, 0, 64);
    double moved = best_launch(b, 1, (size_t)BYTES / sizeof(float));
    double down = best_copy(b, false, BYTES);
    r->flops32 = arithmetic(b, r->launch);
    if (r->launch <= 0 || moved <= 0 || down <= 0 || r->flops32 <= 0) {
        return false;
    }
    r->up = (double)BYTES / up;
    r->down = (double)BYTES / down;
    r->memory = 2.0 * (double)BYTES / without(moved, r->launch);
    r->flops64 = 0;
    if (opencl_describe(b->device)->fp64 && build(b, "-DREAL=double")) {
        r->flops64 = arithmetic(b, r->launch);
    }
    return true;
}

bool device_rates_measure(struct opencl *device, struct device_rates *rates) {
    struct bench b = {.device = device, .host = malloc((size_t)BYTES)};
    bool ok = b.host && opencl_buffer_new(device, BYTES, NULL, &b.to) == 0;
    ok = ok && opencl_buffer_new(device, BYTES, NULL, &b.from) == 0;
    if (ok) {
        memset(b.host, 0, (size_t)BYTES);
        ok = measure_device(&b, rates) && device_rates_host(rates);
    }
    opencl_program_free(b.program);
    opencl_buffer_free(b.to);
    opencl_buffer_free(b.from);
    free(b.host);
    return ok;
}

/* ---- the host */

static double host_product(enum pycc_dtype dtype, int64_t item, char *memory) {
    int64_t row = ORDER * item, size = ORDER * row;
    const struct pycc_product p = {.dtype = dtype,
                                   .n = ORDER,
                                   .m = ORDER,
                                   .k = ORDER,
                                   .out = memory,
                                   .a = memory + size,
                                   .b = memory + 2 * size,
                                   .out_row = row,
                                   .out_col = item,
                                   .a_row = row,
                                   .a_col = item,
                                   .b_row = row,
                                   .b_col = item};
    double best = 0;
    for (int i = 0; i < REPEAT; ++i) {
        int64_t begin = device_now();
        product_own(&p);
        double s = 1e-9 * (double)(device_now() - begin);
        best = i == 0 || s < best ? s : best;
    }
    return best > 0 ? 2.0 * ORDER * ORDER * ORDER / best : 1e9;
}

static int run_stream(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo, int64_t hi) {
    const float *from = in;
    float *to = (float *)(uintptr_t)from + BYTES / (int64_t)sizeof(float);
    (void)ctx;
    (void)out;
    for (int64_t k = lo; k < hi; ++k) {
        to[k] = from[k] + 1;
    }
    return PYCC_NEXT;
}

/* Bytes per second of to[i] = from[i] + 1 on all processors, from the first half of the memory to
 * the second. */
static double host_stream(const char *memory) {
    const int64_t n = BYTES / (int64_t)sizeof(float);
    struct pycc_nest nest = {
        .run = run_stream, .in = memory, .trips = n, .row = 1, .work = (double)n};
    double best = 0;
    for (int i = 0; i < REPEAT; ++i) {
        struct pycc_ctx ctx = {.threads = crew_processors(), .fuel = PYCC_FUEL};
        int64_t begin = device_now();
        pycc_run_threads(&ctx, &nest, NULL, 0, 0);
        double s = 1e-9 * (double)(device_now() - begin);
        best = i == 0 || s < best ? s : best;
    }
    return best > 0 ? 2.0 * (double)BYTES / best : 1e9;
}

bool device_rates_host(struct device_rates *rates) {
    char *memory = malloc(2 * (size_t)BYTES);
    if (!memory) {
        return false;
    }
    memset(memory, 0, 2 * (size_t)BYTES);
    rates->host_flops32 = host_product(PYCC_F32, 4, memory);
    rates->host_flops64 = host_product(PYCC_F64, 8, memory);
    rates->host_memory = host_stream(memory);
    free(memory);
    return true;
}
