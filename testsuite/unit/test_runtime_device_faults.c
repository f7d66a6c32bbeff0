/* The device fails at every place of a call that keeps arrays there: at each command it is lost, at
 * each command something goes wrong in the command, at each call memory is short. The host takes
 * over; results are right every time, at most one warning says why, and the next call works. Each
 * failure in a process of its own, because a process opens its device once. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device_hand.h"

/* As generated code runs a nest. */
static bool run(struct pycc_ctx *ctx, struct job *j) {
    if (pycc_device_run(ctx, &j->device, &j->call)) {
        return true;
    }
    if (ctx->failed || !PYCC_HOME(ctx, j->in.a, 2, 8, true) ||
        !PYCC_HOME(ctx, j->in.b, 2, 8, true)) {
        return false;
    }
    pycc_run_parallel(ctx, &j->nest, NULL, 0, 0);
    return !ctx->failed;
}

static int sum_run(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo, int64_t hi) {
    const struct in *v = in;
    (void)ctx;
    for (int64_t i = lo; i < hi; ++i) {
        ((struct outs *)out)->s += ((const double *)v->a.data)[i];
    }
    return PYCC_NEXT;
}

/* Steps of a stencil, y += x in place, a sum, more steps. away: NULL runs all of it on the host. */
static double program(struct pycc_ctx *ctx, double *a, double *b, bool device) {
    struct outs part[4] = {{0}};
    struct job j;
    bool right = true;
    ctx->inside = !device; /* stays on the host */
    for (int t = 0; t < 3; ++t) {
        make_stencil(&j, t % 2 == 0 ? a : b, t % 2 == 0 ? b : a);
        right = right && run(ctx, &j);
    }
    make_axpy(&j, a, b, ROWS * COLUMNS);
    right = right && run(ctx, &j);
    make_sum(&j, b, ROWS * COLUMNS, part, 4);
    j.nest.run = sum_run;
    if (!pycc_device_run(ctx, &j.device, &j.call)) {
        right = right && PYCC_HOME(ctx, j.in.a, 2, 8, false);
        pycc_run_parallel(ctx, &j.nest, part, sizeof(part[0]), 4);
    }
    make_stencil(&j, b, a);
    right = right && run(ctx, &j) && pycc_device_home_all(ctx) && !ctx->failed && !ctx->away;
    return right ? part[0].s + part[1].s + part[2].s + part[3].s : -1;
}

/* ---- elements that lie apart: b[0, 4 j] = x * a[0, 4 j], which are packed and staged */

enum { APART = 6000, FOOTPRINT = APART * 8 };

static int apart_run(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo, int64_t hi) {
    const struct in *v = in;
    (void)ctx;
    (void)out;
    for (int64_t i = lo; i < hi; ++i) {
        ((double *)v->b.data)[4 * i] = v->x * ((double *)v->a.data)[4 * i];
    }
    return PYCC_NEXT;
}

static const char apart_source[] = "__kernel void apart(PYCC_ARGUMENTS) {\n"
                                   "    const long i = PYCC_COUNTER0;\n"
                                   "    if (PYCC_OUTSIDE) return;\n"
                                   "    b[PYCC_A1(i)] = x * a[PYCC_A0(i)];\n"
                                   "}\n";

static bool move_apart(double *a, double *b, double x) {
    struct pycc_ctx ctx = {.threads = 2};
    struct job j = {.in = {array_of(a, 1, 4 * APART), array_of(b, 1, 4 * APART), x, {0}}};
    add_counter(&j.h, 0, APART);
    add_reference(&j.h, 0, LMAD_READ, 8, 0, 32, 0);
    add_reference(&j.h, 1, LMAD_WRITE, 8, 0, 32, 0);
    make(&j, "apart", apart_source, apart_run);
    bool right = run(&ctx, &j) && pycc_device_home_all(&ctx) && !ctx.failed && !ctx.away;
    free(ctx.warning);
    return right;
}

/* Stages that wait for their next use; -1: the device is gone. */
static int kept_stages(int *buffers) {
    const char *why;
    struct opencl *device = device_open(&why);
    int n = device ? 0 : -1;
    *buffers = device ? opencl_usage(device).buffers : 0;
    for (int k = 0; k < DEVICE_STAGES && device; ++k) {
        n += device_stages(device)->stage[k].pinned != NULL;
    }
    if (device) {
        device_release(device);
    }
    return n;
}

/* Three times; one stage serves all copies, and nothing else is left. */
static int try_apart(bool fault) {
    double *a = numbers(4 * APART), *b = numbers(4 * APART), *c = numbers(4 * APART);
    int wrong = 0, buffers = 0;
    for (int turn = 0; turn < 3; ++turn) {
        wrong += !move_apart(a, b, turn + 0.5);
        for (int i = 0; i < APART; ++i) {
            c[4 * i] = (turn + 0.5) * a[4 * i];
        }
        wrong += memcmp(b, c, 4 * FOOTPRINT) != 0;
        int kept = kept_stages(&buffers);
        wrong += (!fault && kept != 1) || (kept >= 0 && buffers != kept);
    }
    free(a);
    free(b);
    free(c);
    return wrong;
}

/* In a child: all results as on the host, twice. */
static int try_program(const char *variable, const char *value, const char *transfers) {
    enum { BYTES = ROWS * COLUMNS * 8 };
    int wrong = 0;
    setenv("PYCC_OPENCL_LIBRARY", OPENCL_SHIM, 1);
    setenv("PYCC_PLACE", "gpu", 1);
    bool apart = strcmp(transfers, "apart") == 0;
    setenv("PYCC_TRANSFERS", apart ? "copy" : transfers, 1);
    setenv(variable, value, 1);
    if (apart) {
        return try_apart(*value != 0);
    }
    for (int turn = 0; turn < 2; ++turn) {
        struct pycc_ctx ctx = {.threads = 1}, host = {.threads = 1};
        double *a = numbers(ROWS * COLUMNS), *b = numbers(ROWS * COLUMNS);
        double *c = numbers(ROWS * COLUMNS), *d = numbers(ROWS * COLUMNS);
        wrong += program(&ctx, a, b, true) != program(&host, c, d, false);
        wrong += memcmp(a, c, BYTES) != 0 || memcmp(b, d, BYTES) != 0;
        free(ctx.warning);
        free(a);
        free(b);
        free(c);
        free(d);
    }
    return wrong;
}

/* Does the shim's report speak of objects that were used after they were gone? */
static bool misused(const char *path) {
    char line[200];
    bool found = false;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof(line), file)) {
        found = found || strncmp(line, "misuse", 6) == 0;
    }
    if (file) {
        fclose(file);
    }
    return found;
}

static void expect_right(const char *variable, const char *value, const char *transfers) {
    char report[] = "/tmp/pycc_shim_XXXXXX";
    int status, file = mkstemp(report);
    cr_assert(file >= 0 && close(file) == 0);
    setenv("SHIM_REPORT", report, 1);
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr)) {
            _exit(2);
        }
        _exit(try_program(variable, value, transfers));
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s=%s, %s: status %x", variable,
              value, transfers, (unsigned)status);
    cr_expect(!misused(report), "%s=%s, %s: misuse", variable, value, transfers);
    remove(report);
}

static void each(const char *variable, const char *format, int from, int to, int step,
                 const char *transfers) {
    for (int k = from; k <= to; k += step) {
        char value[80];
        snprintf(value, sizeof(value), format, k);
        expect_right(variable, value, transfers);
    }
}

Test(device_faults, nothing_wrong) {
    expect_right("SHIM_HIDE", "", "copy");
    expect_right("SHIM_HIDE", "", "share");
    expect_right("SHIM_HIDE", "", "apart");
}

/* Without pinned memory other memory does. */
Test(device_faults, staging_fails) {
    each("SHIM_FAIL", "clCreateBuffer:%d:-4", 1, 6, 1, "apart");
    each("SHIM_FAIL", "clCreateBuffer:%d+:-4", 1, 4, 1, "apart");
    each("SHIM_FAIL", "clEnqueueMapBuffer:%d+:-12", 1, 1, 1, "apart");
    each("SHIM_FAIL", "run:%d:-5", 1, 11, 1, "apart");
    each("SHIM_LOST", "%d", 1, 11, 1, "apart");
    setenv("PYCC_DEVICE_RETRY", "0", 1);
    each("SHIM_LOST", "%d:-2:back", 1, 11, 2, "apart");
}

Test(device_faults, lost_at_each_command) {
    each("SHIM_LOST", "%d", 1, 26, 1, "copy");
    each("SHIM_LOST", "%d:-36", 2, 14, 3, "share");
}

Test(device_faults, each_command_fails) {
    each("SHIM_FAIL", "run:%d:-5", 1, 26, 1, "copy");
    each("SHIM_FAIL", "run:%d:-5", 1, 13, 1, "share");
}

Test(device_faults, no_memory_at_each_buffer) {
    each("SHIM_FAIL", "clCreateBuffer:%d:-4", 1, 8, 1, "copy");
    each("SHIM_FAIL", "clCreateBuffer:%d+:-4", 1, 8, 2, "copy");
    each("SHIM_FAIL", "clEnqueueNDRangeKernel:%d:-5", 1, 5, 1, "copy");
    each("SHIM_FAIL", "clEnqueueReadBuffer:%d:-5", 1, 2, 1, "copy");
    each("SHIM_FAIL", "clBuildProgram:%d+:-11", 1, 3, 1, "copy");
}
