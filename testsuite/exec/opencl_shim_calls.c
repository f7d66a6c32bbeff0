/* The functions of OpenCL as the shim has them: what opencl_shim.c says, then the real one. */
#include "opencl_shim.h"

#include <string.h>

/* Calls that take long are made without the lock. */
#define STATUS(name, parameters, arguments)                                                        \
    cl_int name parameters {                                                                       \
        cl_int code = shim_enter(IN_##name);                                                       \
        shim_leave();                                                                              \
        return code ? code : real.name arguments;                                                  \
    }

/* kind: what it makes. */
#define CREATE(type, name, kind, parameters, arguments)                                            \
    type name parameters {                                                                         \
        cl_int code = shim_enter(IN_##name);                                                       \
        shim_leave();                                                                              \
        type made = code ? NULL : real.name arguments;                                             \
        code = code ? code : *error;                                                               \
        if (made && code == CL_SUCCESS) {                                                          \
            pthread_mutex_lock(&shim.lock);                                                        \
            shim_track(made, kind);                                                                \
            pthread_mutex_unlock(&shim.lock);                                                      \
        }                                                                                          \
        *error = code;                                                                             \
        return made;                                                                               \
    }

/* Releases work on a lost device too. */
#define RELEASE(name, type, what)                                                                  \
    cl_int name(type object) {                                                                     \
        shim_enter(IN_##name);                                                                     \
        struct object *found = shim_find(object, what);                                            \
        if (found && found->kind == MEMORY && shim.n_dead < MOST) {                                \
            shim.dead[shim.n_dead++] = found->handle;                                              \
        }                                                                                          \
        if (found && --found->references == 0) {                                                   \
            *found = shim.object[--shim.n_objects];                                                \
        } else if (!found) {                                                                       \
            shim_say("misuse of a dead object:", shim_names[IN_##name], shim.calls[IN_##name]);    \
        }                                                                                          \
        shim_leave();                                                                              \
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
    cl_int code = shim_enter(IN_clRetainEvent);
    struct object *found = shim_find(event, EVENT);
    shim_check(event, EVENT, IN_clRetainEvent);
    if (!code && found) {
        ++found->references;
    }
    shim_leave();
    return code ? code : real.clRetainEvent(event);
}

/* ---- what is hidden */

cl_int clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value,
                       size_t *used) {
    cl_int code = shim_enter(IN_clGetDeviceInfo);
    shim_leave();
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
    cl_int code = shim_enter(c->function);
    struct object *queue = shim_find(c->queue, QUEUE);
    shim_check(c->queue, QUEUE, c->function);
    code = queue && queue->dead ? shim.lost_code : code;
    if (!code && shim.lost_from > 0 && ++shim.enqueued >= shim.lost_from) {
        shim_lose();
        code = shim.lost_code;
    }
    if (code) {
        shim_leave();
        return code;
    }
    c->failed = shim_fault_of(RUN);
    for (cl_uint i = 0; i < c->n; ++i) {
        struct object *e = shim_find(c->wait[i], EVENT);
        shim_check(c->wait[i], EVENT, c->function);
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
        struct object *e = shim_track(c->own, EVENT);
        e->queue = c->queue;
        e->failed = c->failed;
        *c->event = c->own;
    } else if (!code) {
        real.clReleaseEvent(c->own);
    }
    shim_leave();
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
    shim_check(m, MEMORY, c.function);
    return end_command(&c, c.failed ? 0
                                    : real.clEnqueueWriteBuffer(queue, m, block, offset, size, from,
                                                                n, wait, &c.own));
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem m, cl_bool block, size_t offset,
                           size_t size, void *to, cl_uint n, const cl_event *wait,
                           cl_event *event) {
    COMMAND(clEnqueueReadBuffer)
    shim_check(m, MEMORY, c.function);
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
    shim_check(m, MEMORY, c.function);
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
    shim_check(m, MEMORY, c.function);
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
    shim_check(from, MEMORY, c.function);
    shim_check(to, MEMORY, c.function);
    return end_command(&c, c.failed ? 0
                                    : real.clEnqueueCopyBuffer(queue, from, to, from_offset,
                                                               to_offset, size, n, wait, &c.own));
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem m, void *mapped, cl_uint n,
                               const cl_event *wait, cl_event *event) {
    COMMAND(clEnqueueUnmapMemObject)
    shim_check(m, MEMORY, c.function);
    return end_command(
        &c, c.failed ? 0 : real.clEnqueueUnmapMemObject(queue, m, mapped, n, wait, &c.own));
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dims,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint n, const cl_event *wait, cl_event *event) {
    COMMAND(clEnqueueNDRangeKernel)
    shim_check(kernel, KERNEL, c.function);
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
    shim_check(m, MEMORY, c.function);
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
            return !shim_find(memory, MEMORY);
        }
    }
    return false;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint at, size_t size, const void *value) {
    cl_int code = shim_enter(IN_clSetKernelArg);
    shim_check(kernel, KERNEL, IN_clSetKernelArg);
    if (is_dead(size, value)) {
        shim_say("misuse of a dead object:", shim_names[IN_clSetKernelArg],
                 shim.calls[IN_clSetKernelArg]);
    }
    shim_leave();
    return code ? code : real.clSetKernelArg(kernel, at, size, value);
}

cl_int clFinish(cl_command_queue queue) {
    cl_int code = shim_enter(IN_clFinish);
    struct object *found = shim_find(queue, QUEUE);
    shim_check(queue, QUEUE, IN_clFinish);
    code = found && found->dead ? shim.lost_code : code;
    shim_leave();
    code = code ? code : real.clFinish(queue);
    pthread_mutex_lock(&shim.lock);
    if (!code) {
        shim_forget_readings(queue, NULL);
    }
    pthread_mutex_unlock(&shim.lock);
    return code;
}

/* What waiting for these gives besides what the real wait gives; their readings are done. */
static cl_int waited(cl_uint n, const cl_event *events) {
    cl_int code = CL_SUCCESS;
    for (cl_uint i = 0; i < n; ++i) {
        struct object *e = shim_find(events[i], EVENT);
        if (e && e->failed) {
            code = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        } else if (e) {
            shim_forget_readings(e->queue, events[i]);
        }
    }
    return code;
}

cl_int clWaitForEvents(cl_uint n, const cl_event *events) {
    cl_int code = shim_enter(IN_clWaitForEvents);
    for (cl_uint i = 0; i < n; ++i) {
        shim_check(events[i], EVENT, IN_clWaitForEvents);
    }
    shim_leave();
    code = code ? code : real.clWaitForEvents(n, events);
    if (!code) {
        pthread_mutex_lock(&shim.lock);
        code = waited(n, events);
        pthread_mutex_unlock(&shim.lock);
    }
    return code;
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t size, void *value, size_t *used) {
    cl_int code = shim_enter(IN_clGetEventInfo);
    struct object *e = shim_find(event, EVENT);
    cl_int failed = e ? e->failed : CL_INVALID_EVENT;
    shim_leave();
    if (!code && what == CL_EVENT_COMMAND_EXECUTION_STATUS && failed) {
        memcpy(value, &failed, sizeof(failed));
        return CL_SUCCESS;
    }
    return code ? code : real.clGetEventInfo(event, what, size, value, used);
}
