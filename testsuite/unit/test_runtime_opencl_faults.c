/* The device layer when OpenCL fails: every call of CL at every time, through a shim that stands
 * for the loader. Whatever fails gives a code, leaves nothing behind and misuses nothing. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "opencl.h"

static char report[64], message[512];

static void use_shim(void) {
    strcpy(report, "/tmp/pycc_shim_XXXXXX");
    close(mkstemp(report));
    setenv("SHIM_REPORT", report, 1);
    setenv("PYCC_OPENCL_LIBRARY", OPENCL_SHIM, 1);
}

static void end_shim(void) {
    remove(report);
}

TestSuite(faults, .init = use_shim, .fini = end_shim);

/* The number at the end of the report's line that begins with these words; -1: there is none. */
static long reported(const char *words) {
    char line[200];
    long number = -1;
    FILE *file = fopen(report, "r");
    while (file && fgets(line, sizeof(line), file)) {
        if (strncmp(line, words, strlen(words)) == 0) {
            number = atol(strrchr(line, ' ') + 1);
        }
    }
    if (file) {
        fclose(file);
    }
    return number;
}

static const char doubling[] = "__kernel void doubling(__global int *a, int add) {\n"
                               "    a[get_global_id(0)] = 2 * a[get_global_id(0)] + add;\n"
                               "}\n";

enum { N = 100 };

/* Everything that a device can do, as long as it succeeds. */
struct scene {
    struct opencl *d;
    struct opencl_program *p;
    struct opencl_buffer *b, *other, *staging;
    struct opencl_event *e[5];
    int *memory;
    int value[N];
};

static int act(struct scene *s) {
    struct opencl_box all = {.bytes = sizeof(s->value), .rows = 1, .slices = 1};
    struct opencl_box rows = {4, 10, 1, 40, 0, 0, 40, 0};    /* a column of 10 x 10 */
    struct opencl_box cut = {4, 10, 1, -40, 0, 360, -40, 0}; /* the same, upwards */
    int code, add = 3;
    size_t n = N;
    if ((code = opencl_program_build(s->d, doubling, "", "doubling", &s->p, message,
                                     sizeof(message))) ||
        (code = opencl_buffer_new(s->d, all.bytes, NULL, &s->b)) ||
        (code = opencl_buffer_new(s->d, all.bytes, NULL, &s->other))) {
        return code;
    }
    s->memory = opencl_staging_new(s->d, all.bytes, &s->staging);
    if (!s->memory) {
        return -6;
    }
    for (int i = 0; i < N; ++i) {
        s->memory[i] = i;
    }
    struct opencl_arg arg[] = {{.buffer = s->b}, {.value = &add, .size = sizeof(add)}};
    if ((code = opencl_write(s->b, &rows, s->memory, NULL, 0, NULL)) ||
        (code = opencl_write(s->b, &all, s->memory, NULL, 0, &s->e[0])) ||
        (code = opencl_launch(s->p, arg, 2, 1, &n, NULL, &s->e[0], 1, &s->e[1])) ||
        (code = opencl_copy(s->b, 0, s->other, 0, all.bytes, &s->e[1], 1, &s->e[2])) ||
        (code = opencl_read(s->other, &all, s->value, &s->e[2], 1, &s->e[3])) ||
        (code = opencl_read(s->other, &rows, s->value, &s->e[2], 1, NULL)) ||
        (code = opencl_read(s->other, &cut, s->value + 90, &s->e[3], 1, &s->e[4])) ||
        (code = opencl_wait(s->e, 5)) || (code = opencl_finish(s->d))) {
        opencl_finish(s->d);
        return code;
    }
    return 0;
}

static void clean_up(struct scene *s) {
    for (int i = 0; i < 5; ++i) {
        opencl_event_free(s->e[i]);
    }
    opencl_buffer_free(s->b);
    opencl_buffer_free(s->other);
    opencl_staging_free(s->staging);
    opencl_program_free(s->p);
}

enum outcome { RIGHT, REPORTED, NOT_OPENED, WRONG, LEAKED, LOST };

static bool is_right(const struct scene *s) {
    for (int i = 0; i < N; ++i) {
        if (s->value[i] != 2 * i + 3) {
            return false;
        }
    }
    return true;
}

static int play(bool twice) {
    struct scene s = {.d = opencl_open(0, message, sizeof(message))};
    if (!s.d) {
        return message[0] ? NOT_OPENED : WRONG;
    }
    int code = act(&s);
    int outcome = code ? (opencl_error_name(code)[0] == 'u' ? WRONG : REPORTED)
                       : (is_right(&s) ? RIGHT : WRONG);
    clean_up(&s);
    struct opencl_usage u = opencl_usage(s.d);
    if (u.bytes || u.buffers || u.programs || u.events) {
        outcome = LEAKED;
    }
    if (outcome == REPORTED && opencl_lost(s.d)) {
        outcome = LOST;
    }
    if (twice && outcome == REPORTED) {
        struct scene again = {.d = s.d}; /* the fault is over */
        outcome = act(&again) == 0 && is_right(&again) ? REPORTED : WRONG;
        clean_up(&again);
    }
    opencl_close(s.d);
    return outcome;
}

/* Plays the scene in a process of its own with that fault. */
static enum outcome outcome_with(const char *variable, const char *fault, bool twice) {
    fflush(NULL);
    truncate(report, 0);
    pid_t child = fork();
    if (child == 0) {
        setenv(variable, fault, 1);
        exit(play(twice));
    }
    int status = 0;
    waitpid(child, &status, 0);
    cr_assert(WIFEXITED(status), "%s=%s: status %#x", variable, fault, status);
    static const char *const kinds[] = {"context", "queue", "memory", "program", "kernel", "event"};
    for (int k = 0; k < 6; ++k) {
        char words[40];
        snprintf(words, sizeof(words), "live %s", kinds[k]);
        cr_expect_eq(reported(words), 0, "%s=%s: %s left", variable, fault, words);
    }
    cr_expect_eq(reported("misuse"), -1, "%s=%s", variable, fault);
    return (enum outcome)WEXITSTATUS(status);
}

Test(faults, none) {
    cr_expect_eq(outcome_with("SHIM_FAIL", "", false), RIGHT);
    cr_expect_gt(reported("calls clEnqueueReadBuffer "), 0);
}

/* Each function, failing at each of its calls, once. */
static void fail_everywhere(const char *function, int code, bool opens) {
    char words[60], fault[80];
    outcome_with("SHIM_FAIL", "", false);
    snprintf(words, sizeof(words), "calls %s ", function);
    long calls = reported(words);
    cr_assert_gt(calls, 0, "%s is never called", function);
    for (long k = 1; k <= calls; ++k) {
        snprintf(fault, sizeof(fault), "%s:%ld:%d", function, k, code);
        enum outcome o = outcome_with("SHIM_FAIL", fault, true);
        cr_expect(o == REPORTED || (opens && o == NOT_OPENED), "%s: outcome %d", fault, o);
    }
}

Test(faults, opening) {
    fail_everywhere("clGetPlatformIDs", -6, true);
    fail_everywhere("clGetDeviceIDs", -1, true);
    fail_everywhere("clCreateContext", -6, true);
    fail_everywhere("clCreateCommandQueue", -5, true);
}

Test(faults, memory) {
    fail_everywhere("clCreateBuffer", -4, false);
    fail_everywhere("clEnqueueMapBuffer", -12, false);
}

Test(faults, programs) {
    fail_everywhere("clCreateProgramWithSource", -6, false);
    fail_everywhere("clBuildProgram", -11, false);
    fail_everywhere("clCreateKernel", -6, false);
    fail_everywhere("clSetKernelArg", -50, false);
    fail_everywhere("clEnqueueNDRangeKernel", -5, false);
}

Test(faults, copies) {
    fail_everywhere("clEnqueueWriteBuffer", -5, false);
    fail_everywhere("clEnqueueWriteBufferRect", -5, false);
    fail_everywhere("clEnqueueCopyBuffer", -5, false);
    fail_everywhere("clEnqueueReadBuffer", -5, false);
    fail_everywhere("clEnqueueReadBufferRect", -5, false);
}

/* Commands that fail while they run: whoever waits gets the code, and the device works on. */
Test(faults, commands_that_fail_as_they_run) {
    char fault[40];
    outcome_with("SHIM_FAIL", "", false);
    long commands = reported("calls run");
    cr_assert_gt(commands, 10);
    for (long k = 1; k <= commands; ++k) {
        snprintf(fault, sizeof(fault), "run:%ld:-5", k);
        enum outcome o = outcome_with("SHIM_FAIL", fault, false);
        /* unmapping staging comes last, and nobody waits for it */
        cr_expect(o == REPORTED || o == LOST || (k == commands && o == RIGHT), "%s: outcome %d",
                  fault, o);
    }
}

Test(faults, lost_at_every_command) {
    static const int codes[] = {-2, -36};
    char fault[40];
    outcome_with("SHIM_FAIL", "", false);
    long commands = reported("calls run");
    for (long k = 1; k < commands; ++k) {
        snprintf(fault, sizeof(fault), "%ld:%d", k, codes[k % 2]);
        cr_expect_eq(outcome_with("SHIM_LOST", fault, false), LOST, "%s", fault);
    }
}

Test(faults, lost_is_for_good) {
    setenv("SHIM_LOST", "1", 1);
    struct scene s = {.d = opencl_open(0, message, sizeof(message))};
    cr_expect_not(opencl_lost(s.d));
    cr_expect_eq(act(&s), -6); /* no staging: its mapping is a command */
    cr_expect(opencl_lost(s.d));
    struct opencl_box all = {.bytes = 4, .rows = 1, .slices = 1};
    struct opencl_buffer *none = NULL;
    int value = 0;
    cr_expect_eq(opencl_buffer_new(s.d, 4, NULL, &none), OPENCL_LOST);
    cr_expect_eq(opencl_write(s.b, &all, &value, NULL, 0, NULL), OPENCL_LOST);
    cr_expect_eq(opencl_finish(s.d), OPENCL_LOST);
    clean_up(&s);
    opencl_close(s.d);
}

Test(faults, hidden_properties) {
    setenv("SHIM_HIDE", "fp64,unified,cpu", 1);
    struct opencl *d = opencl_open(0, message, sizeof(message));
    cr_expect_not(opencl_describe(d)->fp64);
    cr_expect_not(opencl_describe(d)->unified);
    cr_expect_not(opencl_describe(d)->cpu);
    opencl_close(d);
}

/* The shim itself sees what it is to see. */
Test(faults, shim_sees_leaks_and_forks) {
    truncate(report, 0);
    pid_t child = fork();
    if (child == 0) {
        struct opencl *d = opencl_open(0, message, sizeof(message));
        struct opencl_buffer *b = NULL;
        opencl_buffer_new(d, 4, NULL, &b);
        exit(0);
    }
    waitpid(child, NULL, 0);
    cr_expect_eq(reported("live memory"), 1);
    cr_expect_eq(reported("live context"), 1);
    cr_expect_eq(reported("live queue"), 3);
}
