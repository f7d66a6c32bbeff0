/* The device layer on whatever OpenCL device is installed (PoCL), and without one. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "opencl.h"

static char message[512];

static struct opencl *open_first(void) {
    struct opencl *d = opencl_open(0, message, sizeof(message));
    cr_assert_not_null(d, "%s", message);
    return d;
}

static void succeed(int code) {
    cr_assert_eq(code, 0, "%s", opencl_error_name(code));
}

static struct opencl_buffer *new_buffer(struct opencl *d, int64_t bytes) {
    struct opencl_buffer *b = NULL;
    succeed(opencl_buffer_new(d, bytes, NULL, &b));
    return b;
}

static void expect_nothing_left(struct opencl *d) {
    struct opencl_usage u = opencl_usage(d);
    cr_expect_eq(u.bytes, 0);
    cr_expect_eq(u.buffers, 0);
    cr_expect_eq(u.programs, 0);
    cr_expect_eq(u.events, 0);
}

static void wait_and_free(struct opencl_event *event) {
    succeed(opencl_wait(&event, 1));
    opencl_event_free(event);
}

static const char doubling[] =
    "__kernel void doubling(__global int *a, int add) {\n"
    "    size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);\n"
    "    a[i] = 2 * a[i] + add;\n"
    "}\n";

static struct opencl_program *build(struct opencl *d, const char *source, const char *name) {
    struct opencl_program *p = NULL;
    char log[1000];
    int code = opencl_program_build(d, source, "-cl-std=CL1.2", name, &p, log, sizeof(log));
    cr_assert_eq(code, 0, "%s: %s", opencl_error_name(code), log);
    return p;
}

/* ---- opening */

Test(opencl, describes_the_device) {
    struct opencl *d = open_first();
    const struct opencl_info *info = opencl_describe(d);
    cr_expect(info->name[0] && info->vendor[0] && info->version[0] && info->driver[0] &&
              info->platform[0]);
    cr_expect_gt(info->memory, 0);
    cr_expect_gt(info->allocation, 0);
    cr_expect_leq(info->allocation, info->memory);
    cr_expect_gt(info->local_memory, 0);
    cr_expect_gt(info->alignment, 0);
    cr_expect_gt(info->units, 0);
    cr_expect_gt(info->group, 0);
    cr_expect(info->item[0] > 0 && info->item[1] > 0 && info->item[2] > 0);
    cr_expect_not(opencl_lost(d));
    opencl_close(d);
}

Test(opencl, choice_by_number_and_name) {
    struct opencl *d = open_first();
    char name[128], part[8];
    strcpy(name, opencl_describe(d)->name);
    opencl_close(d);
    memcpy(part, name + 1, 6);
    part[6] = 0;
    part[0] ^= 0x20 & -(part[0] >= 'a' && part[0] <= 'z'); /* in capitals */
    const char *choices[] = {"0", part, name};
    for (int i = 0; i < 3; ++i) {
        setenv("PYCC_DEVICE", choices[i], 1);
        d = open_first();
        cr_expect_str_eq(opencl_describe(d)->name, name);
        opencl_close(d);
    }
    setenv("PYCC_DEVICE", "no such device", 1);
    cr_assert_null(opencl_open(0, message, sizeof(message)));
    cr_expect(strstr(message, "PYCC_DEVICE=no such device") && strstr(message, name), "%s",
              message);
    setenv("PYCC_DEVICE", "77", 1);
    cr_assert_null(opencl_open(0, message, sizeof(message)));
}

Test(opencl, no_such_number) {
    cr_assert_null(opencl_open(1000, message, sizeof(message)));
    cr_expect(strstr(message, "no number 1000"), "%s", message);
    cr_assert_null(opencl_open(-1, message, sizeof(message)));
    char few[10];
    cr_assert_null(opencl_open(1000, few, sizeof(few)));
    cr_expect_eq(strlen(few), sizeof(few) - 1);
}

Test(opencl, no_driver) {
    char folder[] = "/tmp/pycc_test_XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    setenv("OCL_ICD_VENDORS", folder, 1);
    cr_expect_null(opencl_open(0, message, sizeof(message)));
    cr_expect(strstr(message, "no driver is installed"), "%s", message);
    rmdir(folder);
}

Test(opencl, no_loader) {
    setenv("PYCC_OPENCL_LIBRARY", "libpycc_no_such_library.so", 1);
    for (int i = 0; i < 2; ++i) {
        memset(message, 0, sizeof(message));
        cr_expect_null(opencl_open(0, message, sizeof(message)));
        cr_expect(strstr(message, "libpycc_no_such_library.so"), "%s", message);
    }
}

Test(opencl, loader_that_is_none) {
    setenv("PYCC_OPENCL_LIBRARY", "libm.so.6", 1);
    cr_expect_null(opencl_open(0, message, sizeof(message)));
    cr_expect(strstr(message, "lacks clGetPlatformIDs"), "%s", message);
}

/* ---- memory */

Test(opencl, memory_is_capped) {
    setenv("PYCC_DEVICE_MEMORY", "64M", 1);
    struct opencl *d = open_first();
    enum { MIB = 1 << 20 };
    cr_assert_eq(opencl_describe(d)->memory, 64 * MIB);
    cr_assert_leq(opencl_describe(d)->allocation, 64 * MIB);
    struct opencl_buffer *a = new_buffer(d, 40 * MIB), *b = NULL;
    cr_expect_eq(opencl_buffer_new(d, 24 * MIB + 1, NULL, &b), -4);
    cr_expect_str_eq(opencl_error_name(-4), "CL_MEM_OBJECT_ALLOCATION_FAILURE");
    b = new_buffer(d, 24 * MIB);
    struct opencl_usage u = opencl_usage(d);
    cr_expect_eq(u.bytes, 64 * MIB);
    cr_expect_eq(u.buffers, 2);
    opencl_buffer_free(a);
    cr_expect_eq(opencl_usage(d).bytes, 24 * MIB);
    cr_expect_eq(opencl_usage(d).peak, 64 * MIB);
    opencl_buffer_free(b);
    opencl_buffer_free(NULL);
    expect_nothing_left(d);
    opencl_close(d);
}

Test(opencl, caps_in_words) {
    static const struct {
        const char *text;
        int64_t bytes;
    } caps[] = {{"100000", 100000}, {"1.5K", 1536},   {"2MiB", 2 << 20},
                {"3 M", 0},         {"half", 0},      {"", 0},
                {"-5", 0},          {"4kb", 4 << 10}, {"64Mx", 0}};
    struct opencl *d = open_first();
    int64_t whole = opencl_describe(d)->memory;
    opencl_close(d);
    for (size_t i = 0; i < sizeof(caps) / sizeof(caps[0]); ++i) {
        setenv("PYCC_DEVICE_MEMORY", caps[i].text, 1);
        d = open_first();
        cr_expect_eq(opencl_describe(d)->memory, caps[i].bytes ? caps[i].bytes : whole, "%s",
                     caps[i].text);
        opencl_close(d);
    }
}

/* What a box is, element by element. */
static void copy_slowly(const struct opencl_box *b, const char *from, char *to, bool up) {
    for (int64_t s = 0; s < b->slices; ++s) {
        for (int64_t r = 0; r < b->rows; ++r) {
            int64_t host = s * b->host_slice + r * b->host_row;
            int64_t device = b->device + s * b->device_slice + r * b->device_row;
            memcpy(to + (up ? device : host), from + (up ? host : device), (size_t)b->bytes);
        }
    }
}

enum { SPACE = 4096, HOST_AT = 2048 };

/* Up and down again, against the definition; the host's first byte is at HOST_AT. */
static void check_box(struct opencl *d, const struct opencl_box *box) {
    char host[SPACE], device[SPACE], expected[SPACE];
    struct opencl_box whole = {.bytes = SPACE, .rows = 1, .slices = 1};
    for (int i = 0; i < SPACE; ++i) {
        host[i] = (char)(i * 7 + i / 256);
    }
    memset(device, 1, SPACE);
    memset(expected, 1, SPACE);
    struct opencl_buffer *b = new_buffer(d, SPACE);
    struct opencl_event *e[3] = {NULL};
    succeed(opencl_write(b, &whole, device, NULL, 0, &e[0]));
    succeed(opencl_write(b, box, host + HOST_AT, e, 1, &e[1]));
    succeed(opencl_read(b, &whole, device, e, 3, &e[2]));
    succeed(opencl_wait(e, 3));
    copy_slowly(box, host + HOST_AT, expected, true);
    cr_expect_arr_eq(device, expected, SPACE);
    opencl_event_free(e[0]);
    opencl_event_free(e[1]);
    opencl_event_free(e[2]);

    memset(host, 2, SPACE);
    memset(expected, 2, SPACE);
    e[0] = NULL;
    succeed(opencl_read(b, box, host + HOST_AT, NULL, 0, NULL));
    succeed(opencl_finish(d));
    copy_slowly(box, device, expected + HOST_AT, false);
    cr_expect_arr_eq(host, expected, SPACE);
    opencl_buffer_free(b);
}

Test(opencl, boxes) {
    /* bytes, rows, slices, host row and slice, device, row, slice */
    static const struct opencl_box boxes[] = {
        {100, 1, 1, 0, 0, 3, 0, 0},           /* a row */
        {8, 5, 1, 8, 0, 16, 8, 0},            /* rows that touch on both sides */
        {24, 5, 1, 100, 0, 16, 24, 0},        /* a part of each row, packed */
        {24, 5, 1, 24, 0, 30, 100, 0},        /* the other way round */
        {8, 4, 3, 40, 400, 8, 8, 32},         /* a block */
        {8, 4, 3, 8, 32, 8, 16, 128},         /* slices that touch on one side */
        {8, 4, 3, 40, 410, 8, 16, 70},        /* distances that are no multiples */
        {8, 4, 3, -40, 410, 8, 16, 70},       /* rows backwards */
        {8, 4, 3, -40, -200, 600, -16, -100}, /* all backwards */
        {8, 4, 3, 8, 32, 0, 8, 32},           /* everything together */
        {4, 3, 4, 100, 4, 0, 4, 12},          /* slices between the rows */
        {1, 1, 7, 0, 3, 0, 0, 1},             /* slices of one row */
    };
    struct opencl *d = open_first();
    for (size_t i = 0; i < sizeof(boxes) / sizeof(boxes[0]); ++i) {
        check_box(d, &boxes[i]);
    }
    expect_nothing_left(d);
    opencl_close(d);
}

Test(opencl, copy_out_of_range_is_refused) {
    struct opencl *d = open_first();
    struct opencl_buffer *b = new_buffer(d, 64);
    char host[128] = {0};
    struct opencl_box box = {.bytes = 65, .rows = 1, .slices = 1};
    struct opencl_event *e = NULL;
    cr_expect_neq(opencl_write(b, &box, host, NULL, 0, &e), 0);
    cr_expect_null(e);
    cr_expect_not(opencl_lost(d));
    opencl_buffer_free(b);
    expect_nothing_left(d);
    opencl_close(d);
}

Test(opencl, copy_between_buffers) {
    struct opencl *d = open_first();
    struct opencl_buffer *a = new_buffer(d, 100), *b = new_buffer(d, 50);
    char host[100], back[50];
    for (int i = 0; i < 100; ++i) {
        host[i] = (char)i;
    }
    struct opencl_box up = {.bytes = 100, .rows = 1, .slices = 1}, down = up;
    down.bytes = 50;
    struct opencl_event *e[3] = {NULL};
    succeed(opencl_write(a, &up, host, NULL, 0, &e[0]));
    succeed(opencl_copy(a, 30, b, 10, 40, e, 1, &e[1]));
    succeed(opencl_read(b, &down, back, &e[1], 1, &e[2]));
    succeed(opencl_wait(e, 3));
    cr_expect_arr_eq(back + 10, host + 30, 40);
    struct opencl_event *none = NULL;
    cr_expect_neq(opencl_copy(a, 30, b, 11, 40, NULL, 0, &none), 0, "behind the end");
    opencl_close(d);
}

Test(opencl, staging) {
    struct opencl *d = open_first();
    struct opencl_buffer *staging = NULL, *b = new_buffer(d, 1000);
    char *memory = opencl_staging_new(d, 1000, &staging);
    cr_assert_not_null(memory);
    cr_expect_eq(opencl_usage(d).bytes, 1000, "staging is the host's memory");
    memset(memory, 5, 1000);
    struct opencl_box box = {.bytes = 1000, .rows = 1, .slices = 1};
    struct opencl_event *up = NULL, *down = NULL;
    succeed(opencl_write(b, &box, memory, NULL, 0, &up));
    succeed(opencl_wait(&up, 1));
    memset(memory, 6, 1000);
    succeed(opencl_read(b, &box, memory, &up, 1, &down));
    succeed(opencl_wait(&down, 1));
    cr_expect(memory[0] == 5 && memory[999] == 5);
    opencl_event_free(up);
    opencl_event_free(down);
    opencl_staging_free(staging);
    opencl_buffer_free(b);
    expect_nothing_left(d);
    opencl_close(d);
}

Test(opencl, zero_copy) {
    struct opencl *d = open_first();
    struct opencl_program *p = build(d, doubling, "doubling");
    int *memory = NULL;
    cr_assert_eq(posix_memalign((void **)&memory, 4096, 4096), 0);
    for (int i = 0; i < 1024; ++i) {
        memory[i] = i;
    }
    struct opencl_buffer *b = NULL;
    succeed(opencl_buffer_new(d, 4096, memory, &b));
    int add = 1;
    struct opencl_arg arg[] = {{.buffer = b}, {.value = &add, .size = sizeof(add)}};
    size_t global = 1024;
    for (int round = 0; round < 3; ++round) {
        struct opencl_event *ready = NULL, *done = NULL;
        if (round > 0) {
            succeed(opencl_unmap(b, &ready));
        }
        succeed(opencl_launch(p, arg, 2, 1, &global, NULL, &ready, 1, &done));
        succeed(opencl_map(b, &done, 1));
        opencl_event_free(ready);
        opencl_event_free(done);
        memory[5] += 100;
    }
    cr_expect_eq(memory[7], 8 * 7 + 7);
    cr_expect_eq(memory[5], 2 * (2 * (2 * 5 + 1 + 100) + 1 + 100) + 1 + 100);
    opencl_buffer_free(b);
    free(memory);
    opencl_program_free(p);
    expect_nothing_left(d);
    opencl_close(d);
}

/* ---- programs */

Test(opencl, failing_build_gives_its_log) {
    struct opencl *d = open_first();
    struct opencl_program *p = NULL;
    char log[2000];
    int code = opencl_program_build(d, "__kernel void f(__global int *a) { a[0] = unheard_of; }",
                                    "", "f", &p, log, sizeof(log));
    cr_expect_str_eq(opencl_error_name(code), "CL_BUILD_PROGRAM_FAILURE");
    cr_expect(strstr(log, "unheard_of"), "%s", log);
    cr_expect_null(p);
    char few[8];
    opencl_program_build(d, "__kernel void f(__global int *a) { a[0] = unheard_of; }", "", "f", &p,
                         few, sizeof(few));
    cr_expect_lt(strlen(few), sizeof(few));
    code = opencl_program_build(d, doubling, "", "tripling", &p, log, sizeof(log));
    cr_expect_str_eq(opencl_error_name(code), "CL_INVALID_KERNEL_NAME");
    expect_nothing_left(d);
    opencl_close(d);
}

static void run_doubling(struct opencl *d, struct opencl_program *p) {
    enum { N = 960 };
    int host[N];
    for (int i = 0; i < N; ++i) {
        host[i] = i;
    }
    struct opencl_buffer *b = new_buffer(d, sizeof(host));
    struct opencl_box box = {.bytes = sizeof(host), .rows = 1, .slices = 1};
    struct opencl_event *e[3] = {NULL};
    int add = 3;
    struct opencl_arg arg[] = {{.buffer = b}, {.value = &add, .size = sizeof(add)}};
    size_t global[] = {32, N / 32}, local[] = {16, 2};
    succeed(opencl_write(b, &box, host, NULL, 0, &e[0]));
    succeed(opencl_launch(p, arg, 2, 2, global, local, &e[0], 1, &e[1]));
    succeed(opencl_read(b, &box, host, &e[1], 1, &e[2]));
    cr_expect_eq(opencl_usage(d).events, 3);
    succeed(opencl_wait(e, 3));
    for (int i = 0; i < N; ++i) {
        cr_assert_eq(host[i], 2 * i + 3);
    }
    int64_t begin[3], end[3];
    for (int i = 0; i < 3; ++i) {
        cr_expect(opencl_event_times(e[i], &begin[i], &end[i]));
        cr_expect_leq(begin[i], end[i]);
        cr_expect(i == 0 || begin[i] >= end[i - 1], "each waits for the one before");
        opencl_event_free(e[i]);
    }
    opencl_buffer_free(b);
}

Test(opencl, launch_with_events) {
    struct opencl *d = open_first();
    struct opencl_program *p = build(d, doubling, "doubling");
    run_doubling(d, p);
    struct opencl_kernel_info info;
    opencl_program_info(p, &info);
    cr_expect(info.most > 0 && info.preferred > 0 && info.local_bytes >= 0);
    opencl_program_free(p);
    opencl_program_free(NULL);
    expect_nothing_left(d);
    opencl_close(d);
}

Test(opencl, binary_again) {
    struct opencl *d = open_first();
    struct opencl_program *p = build(d, doubling, "doubling"), *again = NULL;
    void *binary = NULL;
    size_t bytes = 0;
    succeed(opencl_program_binary(p, &binary, &bytes));
    opencl_program_free(p);
    succeed(opencl_program_load(d, binary, bytes, "-cl-std=CL1.2", "doubling", &again));
    run_doubling(d, again);
    opencl_program_free(again);
    free(binary);
    cr_expect_neq(opencl_program_load(d, "nonsense", 8, "", "doubling", &again), 0);
    expect_nothing_left(d);
    opencl_close(d);
}

Test(opencl, local_memory_argument) {
    struct opencl *d = open_first();
    struct opencl_program *p =
        build(d,
              "__kernel void rotate_left(__global int *a, __local int *t) {\n"
              "    int i = get_local_id(0), n = get_local_size(0);\n"
              "    t[i] = a[i];\n"
              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
              "    a[i] = t[(i + 1) % n];\n"
              "}\n",
              "rotate_left");
    int host[64];
    for (int i = 0; i < 64; ++i) {
        host[i] = i;
    }
    struct opencl_buffer *b = new_buffer(d, sizeof(host));
    struct opencl_box box = {.bytes = sizeof(host), .rows = 1, .slices = 1};
    struct opencl_arg arg[] = {{.buffer = b}, {.size = sizeof(host)}};
    struct opencl_event *e[2] = {NULL};
    size_t n = 64;
    succeed(opencl_write(b, &box, host, NULL, 0, &e[0]));
    succeed(opencl_launch(p, arg, 2, 1, &n, &n, e, 1, &e[1]));
    opencl_event_free(e[0]);
    succeed(opencl_read(b, &box, host, &e[1], 1, &e[0]));
    wait_and_free(e[0]);
    opencl_event_free(e[1]);
    for (int i = 0; i < 64; ++i) {
        cr_expect_eq(host[i], (i + 1) % 64);
    }
    opencl_close(d); /* frees the buffer and the program too */
}

Test(opencl, launch_that_cannot_be) {
    struct opencl *d = open_first();
    struct opencl_program *p = build(d, doubling, "doubling");
    struct opencl_buffer *b = new_buffer(d, 4);
    struct opencl_arg arg[] = {{.buffer = b}};
    size_t global = 10, local = 3;
    struct opencl_event *e = NULL;
    cr_expect_neq(opencl_launch(p, arg, 1, 1, &global, NULL, NULL, 0, &e), 0, "an argument lacks");
    int add = 0;
    struct opencl_arg both[] = {{.buffer = b}, {.value = &add, .size = sizeof(add)}};
    cr_expect_eq(opencl_launch(p, both, 2, 1, &global, &local, NULL, 0, &e), -54);
    cr_expect_null(e);
    cr_expect_not(opencl_lost(d));
    opencl_buffer_free(b);
    opencl_program_free(p);
    expect_nothing_left(d);
    opencl_close(d);
}

/* ---- events */

Test(opencl, references) {
    struct opencl *d = open_first();
    struct opencl_buffer *b = new_buffer(d, 4);
    char host[4] = {0};
    struct opencl_box box = {.bytes = 4, .rows = 1, .slices = 1};
    struct opencl_event *e = NULL, *list[20] = {NULL};
    succeed(opencl_write(b, &box, host, NULL, 0, &e));
    opencl_event_keep(e);
    opencl_event_free(e);
    cr_expect_eq(opencl_usage(d).events, 1);
    for (int i = 1; i < 20; ++i) {
        list[i] = e; /* longer than what a command keeps in itself */
    }
    succeed(opencl_read(b, &box, host, list, 20, NULL));
    succeed(opencl_wait(list, 20));
    succeed(opencl_wait(list, 1));
    succeed(opencl_wait(NULL, 0));
    opencl_event_free(e);
    opencl_event_free(NULL);
    opencl_buffer_free(b);
    expect_nothing_left(d);
    opencl_close(d);
}

/* ---- the ends of processes */

static const char slow[] = "__kernel void slow(__global float *a) {\n"
                           "    float x = get_global_id(0);\n"
                           "    for (int i = 0; i < 3000000; ++i) { x = x * 0.5f + 1.0f; }\n"
                           "    a[get_global_id(0)] = x;\n"
                           "}\n";

static void enqueue_slow(struct opencl *d) {
    struct opencl_arg arg[] = {{.buffer = new_buffer(d, 64 * sizeof(float))}};
    struct opencl_program *p = build(d, slow, "slow");
    size_t n = 64, local = 1;
    succeed(opencl_launch(p, arg, 1, 1, &n, &local, NULL, 0, NULL));
    succeed(opencl_flush(d));
}

Test(opencl, exit_with_work_enqueued) {
    pid_t child = fork();
    if (child == 0) {
        struct opencl *d = open_first();
        enqueue_slow(d);
        exit(7);
    }
    int status = 0;
    waitpid(child, &status, 0);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 7, "status %#x", status);
}

static void say(void *text) {
    (void)!write(1, text, strlen(text));
}

Test(opencl, exit_calls_before_it_waits) {
    int end[2];
    cr_assert_eq(pipe(end), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(end[1], 1);
        struct opencl *d = open_first(), *other = open_first();
        opencl_on_exit(d, say, "called");
        opencl_on_exit(other, say, "not called");
        opencl_on_exit(other, NULL, NULL);
        exit(0);
    }
    close(end[1]);
    char text[20] = "";
    cr_expect_eq(read(end[0], text, sizeof(text) - 1), 6);
    cr_expect_str_eq(text, "called");
    waitpid(child, NULL, 0);
}

Test(opencl, close_with_work_enqueued) {
    struct opencl *d = open_first();
    enqueue_slow(d);
    opencl_close(d);
}

/* What a child may do with its parent's device: nothing, and without a crash. */
static int child_of_fork(struct opencl *d, struct opencl_buffer *b, struct opencl_program *p,
                         struct opencl_event *e) {
    struct opencl_buffer *other = NULL;
    bool right = opencl_lost(d) && opencl_inherited(d) &&
                 opencl_buffer_new(d, 4, NULL, &other) == OPENCL_LOST &&
                 opencl_wait(&e, 1) == OPENCL_LOST && opencl_finish(d) == OPENCL_LOST &&
                 !opencl_open(0, message, sizeof(message)) && strstr(message, "forked");
    opencl_buffer_free(b);
    opencl_program_free(p);
    opencl_event_free(e);
    opencl_close(d);
    return right ? 7 : 1;
}

Test(opencl, fork_after_use) {
    struct opencl *d = open_first();
    struct opencl_program *p = build(d, doubling, "doubling");
    struct opencl_buffer *b = new_buffer(d, 400);
    char host[400] = {0};
    struct opencl_box box = {.bytes = 400, .rows = 1, .slices = 1};
    struct opencl_event *e = NULL;
    succeed(opencl_write(b, &box, host, NULL, 0, &e));
    pid_t child = fork();
    if (child == 0) {
        exit(child_of_fork(d, b, p, e));
    }
    int status = 0;
    waitpid(child, &status, 0);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 7, "status %#x", status);
    cr_expect_not(opencl_lost(d));
    wait_and_free(e);
    run_doubling(d, p);
    opencl_buffer_free(b);
    opencl_program_free(p);
    expect_nothing_left(d);
    opencl_close(d);
}

Test(opencl, names_of_errors) {
    cr_expect_str_eq(opencl_error_name(0), "CL_SUCCESS");
    cr_expect_str_eq(opencl_error_name(-5), "CL_OUT_OF_RESOURCES");
    cr_expect_str_eq(opencl_error_name(OPENCL_LOST), "device lost");
    cr_expect_str_eq(opencl_error_name(12345), "unknown OpenCL error");
}
