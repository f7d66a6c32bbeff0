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

/* The wait list for commands of a queue; OPENCL_QUEUES: of none. There is room for one more. */
static int collect(struct opencl_command *c, struct opencl_event *const *after, int n) {
    c->list = c->few;
    c->n = 0;
    if (n >= (int)(sizeof(c->few) / sizeof(c->few[0]))) {
        c->list = malloc(((size_t)n + 1) * sizeof(cl_event));
        if (!c->list) {
            return CL_OUT_OF_HOST_MEMORY;
        }
    }
    for (int i = 0; i < n; ++i) {
        if (after[i]) {
            c->list[c->n++] = after[i]->event;
            if (after[i]->queue != c->queue) {
                flush_for(c->device, after[i]);
            }
        }
    }
    return CL_SUCCESS;
}

static void forget_list(struct opencl_command *c) {
    if (c->list != c->few) {
        free(c->list);
    }
}

int opencl_command_begin(struct opencl_command *c, struct opencl *device, enum opencl_queue queue,
                         struct opencl_event *const *after, int n, bool event) {
    c->device = device;
    c->queue = queue;
    c->event = NULL;
    c->done = NULL;
    int code = opencl_alive(device);
    code = code ? code : collect(c, after, n);
    if (code) {
        return code;
    }
    if (event && !(c->event = calloc(1, sizeof(*c->event)))) {
        forget_list(c);
        return CL_OUT_OF_HOST_MEMORY;
    }
    pthread_mutex_lock(&device->turn[queue]);
    if (device->last[queue]) {
        c->list[c->n++] = device->last[queue];
    }
    c->wait = c->n > 0 ? c->list : NULL;
    return CL_SUCCESS;
}

/* The command becomes the last one of its queue. */
static void become_last(struct opencl_command *c) {
    struct opencl *d = c->device;
    if (d->last[c->queue]) {
        d->cl->clReleaseEvent(d->last[c->queue]);
    }
    d->last[c->queue] = c->done;
    if (c->event && d->cl->clRetainEvent(c->done)) {
        d->last[c->queue] = NULL; /* the only reference is the caller's */
    }
}

int opencl_command_end(struct opencl_command *c, int code, struct opencl_event **event) {
    forget_list(c);
    if (code) {
        pthread_mutex_unlock(&c->device->turn[c->queue]);
        free(c->event);
        return opencl_noted(c->device, code);
    }
    become_last(c);
    uint64_t number = __atomic_add_fetch(&c->device->enqueued[c->queue], 1, __ATOMIC_ACQ_REL);
    pthread_mutex_unlock(&c->device->turn[c->queue]);
    if (c->event) {
        c->event->event = c->done;
        c->event->queue = c->queue;
        c->event->number = number;
        c->event->references = 1;
        opencl_adopt(c->device, &c->event->head, OPENCL_EVENT);
        *event = c->event;
    }
    return CL_SUCCESS;
}

/* How a command ended that is not under way any more. */
static int outcome(const struct opencl *d, cl_event event) {
    cl_int status = CL_COMPLETE;
    int code = d->cl->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
                                     &status, NULL);
    return code ? code : status < 0 ? status : CL_SUCCESS;
}

int opencl_last_outcome(struct opencl *d, enum opencl_queue queue) {
    pthread_mutex_lock(&d->turn[queue]);
    int code = d->last[queue] ? outcome(d, d->last[queue]) : CL_SUCCESS;
    pthread_mutex_unlock(&d->turn[queue]);
    return code;
}

void opencl_forget_last(struct opencl *d) {
    for (int q = 0; q < OPENCL_QUEUES; ++q) {
        pthread_mutex_lock(&d->turn[q]);
        if (d->last[q]) {
            d->cl->clReleaseEvent(d->last[q]);
        }
        d->last[q] = NULL;
        pthread_mutex_unlock(&d->turn[q]);
    }
}

/* After a command failed while it ran: a driver that has lost its device fails for every queue;
 * else what comes next begins anew. */
static void probe(struct opencl *d) {
    for (int q = 0; q < OPENCL_QUEUES; ++q) {
        if (d->cl->clFinish(d->queue[q]) != CL_SUCCESS) {
            __atomic_store_n(&d->lost, true, __ATOMIC_RELAXED);
        }
    }
    opencl_forget_last(d);
}

/* The code that says why, rather than that a command waited for one that failed. */
static int cause(int code, int found) {
    return !found || (code && found == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST &&
                      code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
               ? code
               : found;
}

static int wait_failed(struct opencl *d, struct opencl_event *const *event, int n, int code) {
    for (int i = 0; i < n; ++i) {
        code = cause(code, event[i] ? outcome(d, event[i]->event) : CL_SUCCESS);
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
    code = d->cl->clWaitForEvents(list.n, list.list);
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
