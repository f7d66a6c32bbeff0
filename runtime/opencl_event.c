/* Commands on their way into queues, and the events that tell when they are done. */
#include <stdlib.h>

#include "opencl_api.h"

/* Work of another queue is only certain to begin once that queue is flushed. */
static void flush_for(struct opencl *d, const struct opencl_event *e) {
    if (e->number > __atomic_load_n(&d->flushed[e->queue], __ATOMIC_ACQUIRE)) {
        uint64_t enqueued = __atomic_load_n(&d->enqueued[e->queue], __ATOMIC_ACQUIRE);
        opencl_noted(d, d->cl->clFlush(d->queue[e->queue]));
        __atomic_store_n(&d->flushed[e->queue], enqueued, __ATOMIC_RELEASE);
    }
}

static int collect(struct opencl_command *c, struct opencl_event *const *after, int n) {
    c->wait = c->few;
    c->n = 0;
    if (n > (int)(sizeof(c->few) / sizeof(c->few[0]))) {
        c->wait = malloc((size_t)n * sizeof(cl_event));
        if (!c->wait) {
            return CL_OUT_OF_HOST_MEMORY;
        }
    }
    for (int i = 0; i < n; ++i) {
        if (after[i]) {
            c->wait[c->n++] = after[i]->event;
            if (after[i]->queue != c->queue) {
                flush_for(c->device, after[i]);
            }
        }
    }
    return CL_SUCCESS;
}

static void forget_list(struct opencl_command *c) {
    if (c->wait != c->few) {
        free(c->wait);
    }
}

int opencl_command_begin(struct opencl_command *c, struct opencl *device, enum opencl_queue queue,
                         struct opencl_event *const *after, int n, bool event) {
    c->device = device;
    c->queue = queue;
    c->event = NULL;
    int code = opencl_alive(device);
    code = code ? code : collect(c, after, n);
    if (code) {
        return code;
    }
    if (event && !(c->event = calloc(1, sizeof(*c->event)))) {
        forget_list(c);
        return CL_OUT_OF_HOST_MEMORY;
    }
    return CL_SUCCESS;
}

cl_event *opencl_command_event(struct opencl_command *c) {
    return c->event ? &c->event->event : NULL;
}

int opencl_command_end(struct opencl_command *c, int code, struct opencl_event **event) {
    forget_list(c);
    if (code) {
        free(c->event);
        return opencl_noted(c->device, code);
    }
    uint64_t number = __atomic_add_fetch(&c->device->enqueued[c->queue], 1, __ATOMIC_ACQ_REL);
    if (c->event) {
        c->event->queue = c->queue;
        c->event->number = number;
        c->event->references = 1;
        opencl_adopt(c->device, &c->event->head, OPENCL_EVENT);
        *event = c->event;
    }
    return CL_SUCCESS;
}

/* What became of a command that a wait failed for; CL_SUCCESS when it is not to blame. */
static int outcome(const struct opencl_event *e) {
    cl_int status = CL_COMPLETE;
    int code = e->head.device->cl->clGetEventInfo(e->event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                                  sizeof(status), &status, NULL);
    return code ? code : status < 0 ? status : CL_SUCCESS;
}

/* After a command failed while it ran: a driver that has lost its device fails for every queue. */
static void probe(struct opencl *d) {
    for (int q = 0; q < OPENCL_QUEUES; ++q) {
        if (d->cl->clFinish(d->queue[q]) != CL_SUCCESS) {
            __atomic_store_n(&d->lost, true, __ATOMIC_RELAXED);
        }
    }
}

static int wait_failed(struct opencl *d, struct opencl_event *const *event, int n, int code) {
    for (int i = 0; i < n; ++i) {
        int found = event[i] ? outcome(event[i]) : CL_SUCCESS;
        if (found) {
            code = found;
            break;
        }
    }
    opencl_noted(d, code);
    probe(d);
    return code;
}

int opencl_wait(struct opencl_event *const *event, int n) {
    while (n > 0 && !event[0]) {
        ++event;
        --n;
    }
    if (n == 0) {
        return CL_SUCCESS;
    }
    struct opencl *d = event[0]->head.device;
    struct opencl_command list = {.device = d, .queue = OPENCL_QUEUES};
    int code = opencl_alive(d);
    code = code ? code : collect(&list, event, n);
    if (code) {
        return code;
    }
    code = d->cl->clWaitForEvents(list.n, list.wait);
    forget_list(&list);
    return code ? wait_failed(d, event, n, code) : CL_SUCCESS;
}

void opencl_event_keep(struct opencl_event *event) {
    __atomic_fetch_add(&event->references, 1, __ATOMIC_RELAXED);
}

void opencl_event_free(struct opencl_event *event) {
    if (!event || __atomic_sub_fetch(&event->references, 1, __ATOMIC_ACQ_REL) > 0 ||
        opencl_inherited(event->head.device)) {
        return;
    }
    opencl_disown(&event->head);
    event->head.device->cl->clReleaseEvent(event->event);
    free(event);
}

bool opencl_event_times(const struct opencl_event *event, int64_t *begin, int64_t *end) {
    const struct opencl *d = event->head.device;
    cl_ulong from = 0, to = 0;
    if (opencl_alive(d) ||
        d->cl->clGetEventProfilingInfo(event->event, CL_PROFILING_COMMAND_START, sizeof(from),
                                       &from, NULL) ||
        d->cl->clGetEventProfilingInfo(event->event, CL_PROFILING_COMMAND_END, sizeof(to), &to,
                                       NULL)) {
        return false;
    }
    *begin = (int64_t)from;
    *end = (int64_t)to;
    return true;
}
