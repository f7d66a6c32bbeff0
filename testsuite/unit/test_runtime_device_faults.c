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

/* In a child: all results as on the host, twice. */
static int try_program(const char *variable, const char *value, const char *transfers) {
    enum { BYTES = ROWS * COLUMNS * 8 };
    int wrong = 0;
    setenv("PYCC_OPENCL_LIBRARY", OPENCL_SHIM, 1);
    setenv("PYCC_PLACE", "gpu", 1);
    setenv("PYCC_TRANSFERS", transfers, 1);
    setenv(variable, value, 1);
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
