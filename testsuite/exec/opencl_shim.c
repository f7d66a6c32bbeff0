/* Stands for libOpenCL in tests (PYCC_OPENCL_LIBRARY): forwards to the real one, fails on command,
 * and counts objects.
 *
 *   SHIM_FAIL=clCreateBuffer:3:-4,clBuildProgram:1+:-11
 *       the third call of clCreateBuffer gives -4, every call of clBuildProgram from the first on
 *       -11. `run` stands for commands as the device runs them: run:3:-5 lets the third command be
 *       enqueued, do nothing, and end with -5, and so whatever waits for it.
 *   SHIM_LOST=7 or 7:-36
 *       from the seventh command enqueued on the device is gone: everything but releases gives -2
 *       (or -36), and what was to be read from it and not waited for is garbage.
 *   SHIM_HIDE=fp64,unified,cpu
 *       the device has no double, memory of its own, calls itself a GPU.
 *   SHIM_REPORT=FILE
 *       (which exists) gets one line per fact when the process ends: `calls NAME n`, `live KIND n`,
 * and at once `misuse WORDS`: an object used or released that is none any more, a call in a forked
 * child.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FUNCTIONS(F)                                                                               \
    F(clGetPlatformIDs)                                                                            \
    F(clGetPlatformInfo)                                                                           \
    F(clGetDeviceIDs)                                                                              \
    F(clGetDeviceInfo)                                                                             \
    F(clCreateContext)                                                                             \
    F(clReleaseContext)                                                                            \
    F(clCreateCommandQueue)                                                                        \
    F(clReleaseCommandQueue)                                                                       \
    F(clFlush)                                                                                     \
    F(clFinish)                                                                                    \
    F(clCreateBuffer)                                                                              \
    F(clReleaseMemObject)                                                                          \
    F(clEnqueueWriteBuffer)                                                                        \
    F(clEnqueueReadBuffer)                                                                         \
    F(clEnqueueWriteBufferRect)                                                                    \
    F(clEnqueueReadBufferRect)                                                                     \
    F(clEnqueueCopyBuffer)                                                                         \
    F(clEnqueueMapBuffer)                                                                          \
    F(clEnqueueUnmapMemObject)                                                                     \
    F(clEnqueueMarkerWithWaitList)                                                                 \
    F(clCreateProgramWithSource)                                                                   \
    F(clCreateProgramWithBinary)                                                                   \
    F(clBuildProgram)                                                                              \
    F(clGetProgramBuildInfo)                                                                       \
    F(clGetProgramInfo)                                                                            \
    F(clReleaseProgram)                                                                            \
    F(clCreateKernel)                                                                              \
    F(clReleaseKernel)                                                                             \
    F(clGetKernelWorkGroupInfo)                                                                    \
    F(clSetKernelArg)                                                                              \
    F(clEnqueueNDRangeKernel)                                                                      \
    F(clWaitForEvents)                                                                             \
    F(clGetEventInfo)                                                                              \
    F(clGetEventProfilingInfo)                                                                     \
    F(clRetainEvent)                                                                               \
    F(clReleaseEvent)

enum function {
#define F(name) IN_##name,
    FUNCTIONS(F)
#undef F
        RUN,
    FUNCTIONS_COUNT
};

static const char *const names[] = {
#define F(name) #name,
    FUNCTIONS(F)
#undef F
        "run"};

enum kind { CONTEXT, QUEUE, MEMORY, PROGRAM, KERNEL, EVENT, KINDS };
static const char *const kinds[] = {"context", "queue", "memory", "program", "kernel", "event"};

enum { MOST = 20000, FAULTS = 32 };

struct object {
    void *handle;
    enum kind kind;
    int references;
    cl_command_queue queue; /* of an event */
    cl_int failed;          /* how an event's command is to end; 0: as it ends */
};

/* A copy to the host that nobody has waited for yet. */
struct reading {
    cl_command_queue queue;
    cl_event event;
    char *to;
    size_t region[3], row, slice;
};

static struct {
#define F(name) __typeof__(name) *name;
    FUNCTIONS(F)
#undef F
} real;

static struct {
    pthread_mutex_t lock;
    pid_t pid;
    long calls[FUNCTIONS_COUNT];
    struct {
        int function;
        long from;
        bool on;
        cl_int code;
    } fault[FAULTS];
    int n_faults;
    long enqueued, lost_from;
    cl_int lost_code;
    bool lost, no_fp64, no_unified, no_cpu;
    struct object object[MOST];
    cl_mem dead[MOST]; /* released; others made since may have their addresses */
    int n_dead;
    struct reading reading[MOST];
    int n_objects, n_readings;
    const char *report;
} shim = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- the report */

static void say(const char *text, const char *name, long n) {
    int file = shim.report ? open(shim.report, O_WRONLY | O_APPEND) : -1;
    if (file >= 0) {
        dprintf(file, "%s %s %ld\n", text, name, n);
        close(file);
    }
}

static void report(void) {
    if (getpid() != shim.pid) {
        return;
    }
    for (int f = 0; f < FUNCTIONS_COUNT; ++f) {
        say("calls", names[f], shim.calls[f]);
    }
    for (int k = 0; k < KINDS; ++k) {
        long n = 0;
        for (int i = 0; i < shim.n_objects; ++i) {
            n += shim.object[i].kind == (enum kind)k;
        }
        say("live", kinds[k], n);
    }
}

/* ---- what is asked for */

static void add_fault(char *text) {
    char *at = strchr(text, ':'), *code = at ? strchr(at + 1, ':') : NULL;
    if (!code || shim.n_faults == FAULTS) {
        abort();
    }
    *at = 0;
    int f = 0;
    while (f < FUNCTIONS_COUNT && strcmp(names[f], text) != 0) {
        ++f;
    }
    if (f == FUNCTIONS_COUNT) {
        abort();
    }
    shim.fault[shim.n_faults].function = f;
    shim.fault[shim.n_faults].from = atol(at + 1);
    shim.fault[shim.n_faults].on = code[-1] == '+';
    shim.fault[shim.n_faults++].code = atoi(code + 1);
}

static void read_wishes(void) {
    char *fail = getenv("SHIM_FAIL"), *lost = getenv("SHIM_LOST"), *hide = getenv("SHIM_HIDE");
    char text[1000], *rest = NULL;
    if (fail) {
        snprintf(text, sizeof(text), "%s", fail);
        for (char *one = strtok_r(text, ",", &rest); one; one = strtok_r(NULL, ",", &rest)) {
            add_fault(one);
        }
    }
    shim.lost_from = lost ? atol(lost) : 0;
    shim.lost_code = lost && strchr(lost, ':') ? atoi(strchr(lost, ':') + 1) : -2;
    shim.no_fp64 = hide && strstr(hide, "fp64");
    shim.no_unified = hide && strstr(hide, "unified");
    shim.no_cpu = hide && strstr(hide, "cpu");
    shim.report = getenv("SHIM_REPORT");
}

__attribute__((constructor)) static void begin(void) {
    void *object = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        abort();
    }
#define F(name) *(void **)&real.name = dlsym(object, #name);
    FUNCTIONS(F)
#undef F
    shim.pid = getpid();
    read_wishes();
    atexit(report);
}

/* ---- objects */

static struct object *find(const void *handle, enum kind kind) {
    for (int i = shim.n_objects - 1; i >= 0; --i) {
        if (shim.object[i].handle == handle && shim.object[i].kind == kind) {
            return &shim.object[i];
        }
    }
    return NULL;
}

static struct object *track(void *handle, enum kind kind) {
    if (shim.n_objects == MOST) {
        abort();
    }
    shim.object[shim.n_objects] = (struct object){handle, kind, 1, NULL, 0};
    return &shim.object[shim.n_objects++];
}

static void check(const void *handle, enum kind kind, enum function f) {
    if (handle && !find(handle, kind)) {
        say("misuse of a dead object:", names[f], shim.calls[f]);
    }
}

/* ---- what was read and not waited for */

static void forget_readings(cl_command_queue queue, cl_event event) {
    int last = -1, kept = 0;
    for (int i = 0; i < shim.n_readings; ++i) {
        last =
            shim.reading[i].queue == queue && (!event || shim.reading[i].event == event) ? i : last;
    }
    for (int i = 0; i < shim.n_readings; ++i) {
        if (shim.reading[i].queue != queue || i > last) {
            shim.reading[kept++] = shim.reading[i];
        }
    }
    shim.n_readings = kept;
}

static void spoil_readings(void) {
    for (int i = 0; i < shim.n_readings; ++i) {
        struct reading *r = &shim.reading[i];
        for (size_t z = 0; z < r->region[2]; ++z) {
            for (size_t y = 0; y < r->region[1]; ++y) {
                memset(r->to + z * r->slice + y * r->row, 0xA5, r->region[0]);
            }
        }
    }
    shim.n_readings = 0;
}

static void lose(void) {
    shim.lost = true;
    for (int i = 0; i < shim.n_objects; ++i) {
        if (shim.object[i].kind == QUEUE) {
            real.clFinish(shim.object[i].handle);
        }
    }
    spoil_readings();
}

/* ---- entering a call; the lock is held until it is left */

/* The code that the call is to give, 0 when it is to be made. */
static cl_int fault_of(enum function f) {
    long n = ++shim.calls[f];
    for (int i = 0; i < shim.n_faults; ++i) {
        if (shim.fault[i].function == (int)f &&
            (n == shim.fault[i].from || (shim.fault[i].on && n > shim.fault[i].from))) {
            return shim.fault[i].code;
        }
    }
    return CL_SUCCESS;
}

static cl_int enter(enum function f) {
    pthread_mutex_lock(&shim.lock);
    if (getpid() != shim.pid) {
        say("misuse in a forked child:", names[f], 0);
    }
    return shim.lost ? shim.lost_code : fault_of(f);
}

static void leave(void) {
    pthread_mutex_unlock(&shim.lock);
}

/* Calls that take long are made without the lock. */
#define STATUS(name, parameters, arguments)                                                        \
    cl_int name parameters {                                                                       \
        cl_int code = enter(IN_##name);                                                            \
        leave();                                                                                   \
        return code ? code : real.name arguments;                                                  \
    }

/* kind: what it makes. */
#define CREATE(type, name, kind, parameters, arguments)                                            \
    type name parameters {                                                                         \
        cl_int code = enter(IN_##name);                                                            \
        leave();                                                                                   \
        type made = code ? NULL : real.name arguments;                                             \
        code = code ? code : *error;                                                               \
        if (made && code == CL_SUCCESS) {                                                          \
            pthread_mutex_lock(&shim.lock);                                                        \
            track(made, kind);                                                                     \
            pthread_mutex_unlock(&shim.lock);                                                      \
        }                                                                                          \
        *error = code;                                                                             \
        return made;                                                                               \
    }

/* Releases work on a lost device too. */
#define RELEASE(name, type, what)                                                                  \
    cl_int name(type object) {                                                                     \
        enter(IN_##name);                                                                          \
        struct object *found = find(object, what);                                                 \
        if (found && found->kind == MEMORY && shim.n_dead < MOST) {                                \
            shim.dead[shim.n_dead++] = found->handle;                                              \
        }                                                                                          \
        if (found && --found->references == 0) {                                                   \
            *found = shim.object[--shim.n_objects];                                                \
        } else if (!found) {                                                                       \
            say("misuse of a dead object:", names[IN_##name], shim.calls[IN_##name]);              \
        }                                                                                          \
        leave();                                                                                   \
        return found ? real.name(object) : CL_INVALID_VALUE;                                       \
    }

STATUS(clGetPlatformIDs, (cl_uint n, cl_platform_id *ids, cl_uint *there), (n, ids, there))
STATUS(clGetPlatformInfo,
       (cl_platform_id id, cl_platform_info what, size_t size, void *value, size_t *used),
       (id, what, size, value, used))
STATUS(clGetDeviceIDs,
       (cl_platform_id id, cl_device_type type, cl_uint n, cl_device_id *ids, cl_uint *there),
       (id, type, n, ids, there))
STATUS(clFlush, (cl_command_queue queue), (queue))
STATUS(clBuildProgram,
       (cl_program p, cl_uint n, const cl_device_id *ids, const char *options,
        void(CL_CALLBACK *notify)(cl_program, void *), void *data),
       (p, n, ids, options, notify, data))
STATUS(clGetProgramBuildInfo,
       (cl_program p, cl_device_id id, cl_program_build_info what, size_t size, void *value,
        size_t *used),
       (p, id, what, size, value, used))
STATUS(clGetProgramInfo,
       (cl_program p, cl_program_info what, size_t size, void *value, size_t *used),
       (p, what, size, value, used))
STATUS(clGetKernelWorkGroupInfo,
       (cl_kernel k, cl_device_id id, cl_kernel_work_group_info what, size_t size, void *value,
        size_t *used),
       (k, id, what, size, value, used))
STATUS(clGetEventProfilingInfo,
       (cl_event event, cl_profiling_info what, size_t size, void *value, size_t *used),
       (event, what, size, value, used))

CREATE(cl_context, clCreateContext, CONTEXT,
       (const cl_context_properties *properties, cl_uint n, const cl_device_id *ids,
        void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
        cl_int *error),
       (properties, n, ids, notify, data, error))
CREATE(cl_command_queue, clCreateCommandQueue, QUEUE,
       (cl_context c, cl_device_id id, cl_command_queue_properties properties, cl_int *error),
       (c, id, properties, error))
CREATE(cl_mem, clCreateBuffer, MEMORY,
       (cl_context c, cl_mem_flags flags, size_t size, void *host, cl_int *error),
       (c, flags, size, host, error))
CREATE(cl_program, clCreateProgramWithSource, PROGRAM,
       (cl_context c, cl_uint n, const char **text, const size_t *length, cl_int *error),
       (c, n, text, length, error))
CREATE(cl_program, clCreateProgramWithBinary, PROGRAM,
       (cl_context c, cl_uint n, const cl_device_id *ids, const size_t *length,
        const unsigned char **text, cl_int *status, cl_int *error),
       (c, n, ids, length, text, status, error))
CREATE(cl_kernel, clCreateKernel, KERNEL, (cl_program p, const char *name, cl_int *error),
       (p, name, error))

RELEASE(clReleaseContext, cl_context, CONTEXT)
RELEASE(clReleaseCommandQueue, cl_command_queue, QUEUE)
RELEASE(clReleaseMemObject, cl_mem, MEMORY)
RELEASE(clReleaseProgram, cl_program, PROGRAM)
RELEASE(clReleaseKernel, cl_kernel, KERNEL)
RELEASE(clReleaseEvent, cl_event, EVENT)

cl_int clRetainEvent(cl_event event) {
    cl_int code = enter(IN_clRetainEvent);
    struct object *found = find(event, EVENT);
    check(event, EVENT, IN_clRetainEvent);
    if (!code && found) {
        ++found->references;
    }
    leave();
    return code ? code : real.clRetainEvent(event);
}

/* ---- what is hidden */

cl_int clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value,
                       size_t *used) {
    cl_int code = enter(IN_clGetDeviceInfo);
    leave();
    code = code ? code : real.clGetDeviceInfo(id, what, size, value, used);
    bool hidden = (what == CL_DEVICE_DOUBLE_FP_CONFIG && shim.no_fp64) ||
                  (what == CL_DEVICE_HOST_UNIFIED_MEMORY && shim.no_unified);
    if (!code && value && hidden) {
        memset(value, 0, size);
    }
    if (!code && value && what == CL_DEVICE_TYPE && shim.no_cpu) {
        *(cl_device_type *)value = CL_DEVICE_TYPE_GPU;
    }
    return code;
}

/* ---- commands */

struct command {
    enum function function;
    cl_command_queue queue;
    cl_uint n;
    const cl_event *wait;
    cl_event *event, own;
    cl_int failed; /* to be let run in name only */
};

/* What an enqueueing call gives at once; 0 with c filled, the lock held, otherwise. */
static cl_int begin_command(struct command *c) {
    cl_int code = enter(c->function);
    check(c->queue, QUEUE, c->function);
    if (!code && shim.lost_from > 0 && ++shim.enqueued >= shim.lost_from) {
        lose();
        code = shim.lost_code;
    }
    if (code) {
        leave();
        return code;
    }
    c->failed = fault_of(RUN);
    for (cl_uint i = 0; i < c->n; ++i) {
        struct object *e = find(c->wait[i], EVENT);
        check(c->wait[i], EVENT, c->function);
        if (e && e->failed && !c->failed) {
            c->failed = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        }
    }
    if (c->failed) {
        real.clEnqueueMarkerWithWaitList(c->queue, c->n, c->n ? c->wait : NULL, &c->own);
    }
    return CL_SUCCESS;
}

static cl_int end_command(struct command *c, cl_int code) {
    if (!code && c->event) {
        struct object *e = track(c->own, EVENT);
        e->queue = c->queue;
        e->failed = c->failed;
        *c->event = c->own;
    } else if (!code) {
        real.clReleaseEvent(c->own);
    }
    leave();
    return code;
}

#define COMMAND(name)                                                                              \
    struct command c = {IN_##name, queue, n, wait, event, NULL, 0};                                \
    cl_int code = begin_command(&c);                                                               \
    if (code) {                                                                                    \
        return code;                                                                               \
    }

static void note_reading(const struct command *c, char *to, const size_t *region, size_t row,
                         size_t slice) {
    if (shim.n_readings == MOST) {
        abort();
    }
    struct reading *r = &shim.reading[shim.n_readings++];
    *r = (struct reading){.queue = c->queue, .event = c->own, .to = to, .row = row, .slice = slice};
    memcpy(r->region, region, sizeof(r->region));
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem m, cl_bool block, size_t offset,
                            size_t size, const void *from, cl_uint n, const cl_event *wait,
                            cl_event *event) {
    COMMAND(clEnqueueWriteBuffer)
    check(m, MEMORY, c.function);
    return end_command(&c, c.failed ? 0
                                    : real.clEnqueueWriteBuffer(queue, m, block, offset, size, from,
                                                                n, wait, &c.own));
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem m, cl_bool block, size_t offset,
                           size_t size, void *to, cl_uint n, const cl_event *wait,
                           cl_event *event) {
    COMMAND(clEnqueueReadBuffer)
    check(m, MEMORY, c.function);
    if (!c.failed) {
        code = real.clEnqueueReadBuffer(queue, m, block, offset, size, to, n, wait, &c.own);
    }
    if (!code) {
        note_reading(&c, to, (size_t[3]){size, 1, 1}, 0, 0);
    }
    return end_command(&c, code);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem m, cl_bool block,
                                const size_t *there, const size_t *here, const size_t *region,
                                size_t row, size_t slice, size_t host_row, size_t host_slice,
                                const void *from, cl_uint n, const cl_event *wait,
                                cl_event *event) {
    COMMAND(clEnqueueWriteBufferRect)
    check(m, MEMORY, c.function);
    return end_command(&c, c.failed ? 0
                                    : real.clEnqueueWriteBufferRect(
                                          queue, m, block, there, here, region, row, slice,
                                          host_row, host_slice, from, n, wait, &c.own));
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem m, cl_bool block, const size_t *there,
                               const size_t *here, const size_t *region, size_t row, size_t slice,
                               size_t host_row, size_t host_slice, void *to, cl_uint n,
                               const cl_event *wait, cl_event *event) {
    COMMAND(clEnqueueReadBufferRect)
    check(m, MEMORY, c.function);
    if (!c.failed) {
        code = real.clEnqueueReadBufferRect(queue, m, block, there, here, region, row, slice,
                                            host_row, host_slice, to, n, wait, &c.own);
    }
    if (!code) {
        note_reading(&c, to, region, host_row, host_slice);
    }
    return end_command(&c, code);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t size, cl_uint n, const cl_event *wait,
                           cl_event *event) {
    COMMAND(clEnqueueCopyBuffer)
    check(from, MEMORY, c.function);
    check(to, MEMORY, c.function);
    return end_command(&c, c.failed ? 0
                                    : real.clEnqueueCopyBuffer(queue, from, to, from_offset,
                                                               to_offset, size, n, wait, &c.own));
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem m, void *mapped, cl_uint n,
                               const cl_event *wait, cl_event *event) {
    COMMAND(clEnqueueUnmapMemObject)
    check(m, MEMORY, c.function);
    return end_command(
        &c, c.failed ? 0 : real.clEnqueueUnmapMemObject(queue, m, mapped, n, wait, &c.own));
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dims,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint n, const cl_event *wait, cl_event *event) {
    COMMAND(clEnqueueNDRangeKernel)
    check(kernel, KERNEL, c.function);
    return end_command(&c, c.failed ? 0
                                    : real.clEnqueueNDRangeKernel(queue, kernel, dims, offset,
                                                                  global, local, n, wait, &c.own));
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem m, cl_bool block, cl_map_flags flags,
                         size_t offset, size_t size, cl_uint n, const cl_event *wait,
                         cl_event *event, cl_int *error) {
    struct command c = {IN_clEnqueueMapBuffer, queue, n, wait, event, NULL, 0};
    *error = begin_command(&c);
    if (*error) {
        return NULL;
    }
    check(m, MEMORY, c.function);
    void *mapped = NULL;
    if (!c.failed) {
        mapped =
            real.clEnqueueMapBuffer(queue, m, block, flags, offset, size, n, wait, &c.own, error);
    }
    *error = end_command(&c, *error);
    return mapped;
}

/* Is what an argument shows the handle of a buffer that is gone? Numbers hardly ever are. */
static bool is_dead(size_t size, const void *value) {
    cl_mem memory = NULL;
    if (size == sizeof(memory) && value) {
        memcpy(&memory, value, size);
    }
    for (int i = 0; memory && i < shim.n_dead; ++i) {
        if (shim.dead[i] == memory) {
            return !find(memory, MEMORY);
        }
    }
    return false;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint at, size_t size, const void *value) {
    cl_int code = enter(IN_clSetKernelArg);
    check(kernel, KERNEL, IN_clSetKernelArg);
    if (is_dead(size, value)) {
        say("misuse of a dead object:", names[IN_clSetKernelArg], shim.calls[IN_clSetKernelArg]);
    }
    leave();
    return code ? code : real.clSetKernelArg(kernel, at, size, value);
}

cl_int clFinish(cl_command_queue queue) {
    cl_int code = enter(IN_clFinish);
    check(queue, QUEUE, IN_clFinish);
    leave();
    code = code ? code : real.clFinish(queue);
    pthread_mutex_lock(&shim.lock);
    if (!code) {
        forget_readings(queue, NULL);
    }
    pthread_mutex_unlock(&shim.lock);
    return code;
}

/* What waiting for these gives besides what the real wait gives; their readings are done. */
static cl_int waited(cl_uint n, const cl_event *events) {
    cl_int code = CL_SUCCESS;
    for (cl_uint i = 0; i < n; ++i) {
        struct object *e = find(events[i], EVENT);
        if (e && e->failed) {
            code = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        } else if (e) {
            forget_readings(e->queue, events[i]);
        }
    }
    return code;
}

cl_int clWaitForEvents(cl_uint n, const cl_event *events) {
    cl_int code = enter(IN_clWaitForEvents);
    for (cl_uint i = 0; i < n; ++i) {
        check(events[i], EVENT, IN_clWaitForEvents);
    }
    leave();
    code = code ? code : real.clWaitForEvents(n, events);
    if (!code) {
        pthread_mutex_lock(&shim.lock);
        code = waited(n, events);
        pthread_mutex_unlock(&shim.lock);
    }
    return code;
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t size, void *value, size_t *used) {
    cl_int code = enter(IN_clGetEventInfo);
    struct object *e = find(event, EVENT);
    cl_int failed = e ? e->failed : CL_INVALID_EVENT;
    leave();
    if (!code && what == CL_EVENT_COMMAND_EXECUTION_STATUS && failed) {
        memcpy(value, &failed, sizeof(failed));
        return CL_SUCCESS;
    }
    return code ? code : real.clGetEventInfo(event, what, size, value, used);
}
