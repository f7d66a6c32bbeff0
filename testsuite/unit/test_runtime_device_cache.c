/* Programs are built once, found again in memory and on disk, and let go when there are many. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "device_cache.h"
#include "device_profile.h"

static char folder[64], message[1000];
static struct opencl *device;
static struct device_cache *cache;

static void open_cache(void) {
    device = opencl_open(0, message, sizeof(message));
    cr_assert_not_null(device, "%s", message);
    cache = device_cache_new(device);
    cr_assert_not_null(cache);
}

static void close_cache(void) {
    device_cache_free(cache);
    cr_expect_eq(opencl_usage(device).programs, 0);
    opencl_close(device);
}

static void make_folder(void) {
    strcpy(folder, "/tmp/pycc_cache_XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    setenv("PYCC_CACHE_DIR", folder, 1);
}

static void remove_folder(void) {
    char command[100];
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

static void begin(void) {
    make_folder();
    open_cache();
}

static void end(void) {
    close_cache();
    remove_folder();
}

TestSuite(cache, .init = begin, .fini = end);

/* Sources that differ in a number. */
static struct opencl_program *get(int number, enum device_cache_how *how) {
    char source[200];
    int code = 0;
    snprintf(source, sizeof(source), "__kernel void f(__global int *a) { a[0] = %d; }", number);
    struct device_cache_request r = {source, "-cl-std=CL1.2", "f"};
    return device_cache_get(cache, &r, how, &code, message, sizeof(message));
}

static void expect(int number, enum device_cache_how how) {
    enum device_cache_how found;
    struct opencl_program *p = get(number, &found);
    cr_assert_not_null(p, "%s", message);
    cr_expect_eq(found, how, "%d came how %d, not %d", number, found, how);
    device_cache_drop(cache, p);
}

static int result_of(struct opencl_program *p) {
    int value = -1;
    struct opencl_buffer *b = NULL;
    struct opencl_event *done = NULL;
    struct opencl_box box = {.bytes = sizeof(value), .rows = 1, .slices = 1};
    size_t one = 1;
    cr_assert_eq(opencl_buffer_new(device, sizeof(value), NULL, &b), 0);
    struct opencl_arg arg = {.buffer = b};
    cr_assert_eq(opencl_launch(p, &arg, 1, 1, &one, NULL, NULL, 0, &done), 0);
    struct opencl_event *after = done;
    cr_assert_eq(opencl_read(b, &box, &value, &after, 1, &done), 0);
    cr_assert_eq(opencl_wait(&done, 1), 0);
    opencl_event_free(after);
    opencl_event_free(done);
    opencl_buffer_free(b);
    return value;
}

Test(cache, built_then_in_memory) {
    enum device_cache_how how;
    struct opencl_program *p = get(1, &how), *q;
    cr_expect_eq(how, DEVICE_CACHE_BUILT);
    q = get(1, &how);
    cr_expect_eq(how, DEVICE_CACHE_MEMORY);
    cr_expect_eq(p, q);
    expect(2, DEVICE_CACHE_BUILT);
    cr_expect_eq(result_of(p), 1);
    device_cache_drop(cache, p);
    device_cache_drop(cache, q);
    device_cache_drop(cache, NULL);
    struct device_cache_request other = {"__kernel void f(__global int *a) { a[0] = 1; }", "", "f"};
    int code;
    p = device_cache_get(cache, &other, &how, &code, message, sizeof(message));
    cr_expect_eq(how, DEVICE_CACHE_BUILT, "other options, another program");
    device_cache_drop(cache, p);
}

Test(cache, second_process_finds_it_on_disk) {
    expect(1, DEVICE_CACHE_BUILT);
    close_cache(); /* waits until it is saved */
    open_cache();
    enum device_cache_how how;
    struct opencl_program *p = get(1, &how);
    cr_expect_eq(how, DEVICE_CACHE_DISK);
    cr_expect_eq(result_of(p), 1);
    device_cache_drop(cache, p);
}

/* Ends its process while a program is being saved and another one waits to be built. */
static void exit_early(void) {
    struct device_cache_request never = {"__kernel void g(__global int *a) { a[0] = 9; }", "", "g"};
    open_cache();
    enum device_cache_how how;
    struct opencl_program *p = get(77, &how);
    device_cache_prepare(cache, &never);
    opencl_settle();
    exit(p && how == DEVICE_CACHE_BUILT ? 7 : 1);
}

Test(exit, saves_what_was_built, .init = make_folder, .fini = remove_folder) {
    pid_t child = fork();
    if (child == 0) {
        exit_early();
    }
    int status = 0;
    waitpid(child, &status, 0);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 7, "status %#x", status);
    open_cache();
    expect(77, DEVICE_CACHE_DISK);
    close_cache();
}

static void corrupt(const char *how) {
    char command[300];
    snprintf(command, sizeof(command), "for f in %s/*.entry; do %s $f; done", folder, how);
    cr_assert_eq(system(command), 0);
}

Test(cache, corrupt_entries_are_rebuilt) {
    static const char *const ways[] = {"truncate -s 1000", "truncate -s 0",
                                       "printf wrong | tee -a"};
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); ++i) {
        expect(1, DEVICE_CACHE_BUILT);
        close_cache();
        corrupt(ways[i]);
        open_cache();
    }
    expect(1, DEVICE_CACHE_BUILT);
}

Test(cache, failing_build_is_remembered) {
    struct device_cache_request r = {"__kernel void f(__global int *a) { a[0] = unheard_of; }", "",
                                     "f"};
    for (int i = 0; i < 3; ++i) {
        enum device_cache_how how;
        int code = 0;
        cr_expect_null(device_cache_get(cache, &r, &how, &code, message, sizeof(message)));
        cr_expect_eq(how, DEVICE_CACHE_FAILED);
        cr_expect_str_eq(opencl_error_name(code), "CL_BUILD_PROGRAM_FAILURE");
        cr_expect(strstr(message, "kernel f cannot be built") && strstr(message, "unheard_of"),
                  "%s", message);
        cr_expect_null(device_cache_try(cache, &r, &how));
        cr_expect_eq(how, DEVICE_CACHE_FAILED);
    }
    char *counts = device_profile_json();
    cr_expect(strstr(counts, "\"builds\": 1,"), "%s", counts);
    free(counts);
}

Test(cache, memory_is_limited) {
    enum device_cache_how how;
    setenv("PYCC_CACHE_DIR", "", 1);
    struct opencl_program *held = get(0, &how);
    for (int i = 1; i <= DEVICE_CACHE_CAPACITY; ++i) {
        expect(i, DEVICE_CACHE_BUILT);
    }
    expect(1, DEVICE_CACHE_MEMORY); /* and so it is in use */
    expect(1000, DEVICE_CACHE_BUILT);
    cr_expect_eq(opencl_usage(device).programs, DEVICE_CACHE_CAPACITY + 1);
    expect(1, DEVICE_CACHE_MEMORY);
    cr_expect_eq(result_of(held), 0);
    expect(2, DEVICE_CACHE_BUILT);
    device_cache_drop(cache, held);
    cr_expect_eq(opencl_usage(device).programs, DEVICE_CACHE_CAPACITY);
}

static const struct device_cache_request slow = {
    "__kernel void f(__global float *a) {\n"
    "    float x = a[get_global_id(0)];\n"
    "    for (int i = 0; i < 64; ++i) { x = sin(x) * exp(x) + cos(x) * log(x); }\n"
    "    a[get_global_id(0)] = x;\n"
    "}\n",
    "", "f"};

Test(cache, prepared_in_the_background) {
    enum device_cache_how how;
    int code = 0;
    cr_expect_null(device_cache_try(cache, &slow, &how));
    cr_expect_eq(how, DEVICE_CACHE_ABSENT);
    device_cache_prepare(cache, &slow);
    device_cache_prepare(cache, &slow);
    struct opencl_program *p = NULL;
    for (int i = 0; i < 6000 && !p; ++i) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        p = device_cache_try(cache, &slow, &how);
    }
    cr_assert_not_null(p);
    cr_expect_eq(how, DEVICE_CACHE_MEMORY);
    struct opencl_program *q =
        device_cache_get(cache, &slow, &how, &code, message, sizeof(message));
    cr_expect_eq(p, q);
    char *counts = device_profile_json();
    cr_expect(strstr(counts, "\"builds\": 1,"), "%s", counts);
    free(counts);
    device_cache_drop(cache, p);
    device_cache_drop(cache, q);
}

Test(cache, prepared_and_asked_for_at_once) {
    int code = 0;
    device_cache_prepare(cache, &slow);
    struct opencl_program *p =
        device_cache_get(cache, &slow, NULL, &code, message, sizeof(message));
    cr_assert_not_null(p, "%s", message);
    char *counts = device_profile_json();
    cr_expect(strstr(counts, "\"builds\": 1,"), "%s", counts);
    free(counts);
    device_cache_drop(cache, p);
    device_cache_prepare(cache, &slow); /* it is there; and now the cache ends */
}

static void *ask_often(void *unused) {
    (void)unused;
    for (int i = 0; i < 40; ++i) {
        int code = 0;
        char words[200], source[200];
        snprintf(source, sizeof(source), "__kernel void f(__global int *a) { a[0] = %d; }", i % 4);
        struct device_cache_request r = {source, "-cl-std=CL1.2", "f"};
        if (i % 3 == 0) {
            device_cache_prepare(cache, &r);
        }
        device_cache_drop(cache, device_cache_get(cache, &r, NULL, &code, words, sizeof(words)));
        if (code) {
            return "failed";
        }
    }
    return NULL;
}

Test(cache, many_threads_build_once) {
    pthread_t thread[4];
    void *failed = NULL;
    for (int i = 0; i < 4; ++i) {
        pthread_create(&thread[i], NULL, ask_often, NULL);
    }
    for (int i = 0; i < 4; ++i) {
        pthread_join(thread[i], &failed);
        cr_expect_null(failed);
    }
    char *counts = device_profile_json();
    cr_expect(strstr(counts, "\"builds\": 4,"), "%s", counts);
    free(counts);
}

Test(cache, fork_while_something_is_built) {
    device_cache_prepare(cache, &slow);
    pid_t child = fork();
    if (child == 0) {
        int code = 0;
        enum device_cache_how how;
        bool right = !device_cache_get(cache, &slow, &how, &code, message, sizeof(message)) &&
                     code == OPENCL_LOST && how == DEVICE_CACHE_FAILED &&
                     !device_cache_try(cache, &slow, &how);
        device_cache_prepare(cache, &slow);
        device_cache_free(cache);
        opencl_close(device);
        exit(right ? 7 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 7, "status %#x", status);
}

/* ---- with a loader that fails (opencl_shim.c) */

static void begin_with_shim(void) {
    make_folder();
    setenv("PYCC_OPENCL_LIBRARY", OPENCL_SHIM, 1);
}

/* Asks for program 1 in a process of its own, with that fault; gives how it came. */
static enum device_cache_how how_with(const char *fault) {
    pid_t child = fork();
    if (child == 0) {
        enum device_cache_how how;
        setenv("SHIM_FAIL", fault, 1);
        open_cache();
        struct opencl_program *p = get(1, &how);
        bool right = p ? result_of(p) == 1 : how == DEVICE_CACHE_FAILED && message[0];
        device_cache_drop(cache, p);
        close_cache();
        exit(right ? (int)how : 99);
    }
    int status = 0;
    waitpid(child, &status, 0);
    cr_assert(WIFEXITED(status), "%s: status %#x", fault, status);
    return (enum device_cache_how)WEXITSTATUS(status);
}

Test(shim, entries_that_the_driver_refuses, .init = begin_with_shim, .fini = remove_folder) {
    cr_expect_eq(how_with("clGetProgramInfo:1:-6"), DEVICE_CACHE_BUILT);
    cr_expect_eq(how_with(""), DEVICE_CACHE_BUILT, "it could not be saved");
    cr_expect_eq(how_with(""), DEVICE_CACHE_DISK);
    cr_expect_eq(how_with("clCreateProgramWithBinary:1:-42"), DEVICE_CACHE_BUILT);
    cr_expect_eq(how_with("clBuildProgram:1:-11"), DEVICE_CACHE_BUILT, "of the binary");
    cr_expect_eq(how_with("clCreateKernel:1:-46"), DEVICE_CACHE_BUILT, "of the binary");
    cr_expect_eq(how_with("clBuildProgram:1+:-11"), DEVICE_CACHE_FAILED);
    cr_expect_eq(how_with(""), DEVICE_CACHE_BUILT, "what was refused was removed");
}

/* Only a build failure is the program's own fault. */
Test(shim, other_failures_are_not_remembered, .init = begin_with_shim, .fini = remove_folder) {
    setenv("SHIM_FAIL", "clBuildProgram:1:-6,clBuildProgram:2:-11", 1);
    open_cache();
    enum device_cache_how how;
    cr_expect_null(get(1, &how));
    cr_expect(strstr(message, "CL_OUT_OF_HOST_MEMORY"), "%s", message);
    cr_expect_null(get(1, &how));
    cr_expect(strstr(message, "CL_BUILD_PROGRAM_FAILURE"), "%s", message);
    cr_expect_null(get(1, &how));
    expect(2, DEVICE_CACHE_BUILT);
    close_cache();
}
