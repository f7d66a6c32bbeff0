/* What the files of the device layer share: the CL headers, the table of CL functions that the
 * loader fills, and the objects behind the handles of opencl.h. Only opencl*.c include this. */
#ifndef PYCC_OPENCL_API_H
#define PYCC_OPENCL_API_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <pthread.h>

#include "opencl.h"
#include "opencl_functions.h"

/* ---- the loader (opencl_api.c) */

struct opencl_api {
#define F(name) __typeof__(name) *name;
    OPENCL_FUNCTIONS(F)
#undef F
};

/* The functions of libOpenCL.so.1, or of what PYCC_OPENCL_LIBRARY names; opened once in a process
 * and never closed. NULL with a message when it cannot be opened, lacks a function, or was opened
 * before this process was forked off: no driver works on both sides of a fork. */
const struct opencl_api *opencl_api(char *message, size_t size);

/* How often this process and those it came from have been forked since the loader was opened: what
 * was made before a fork is not touched after it. */
unsigned opencl_generation(void);

/* ---- the objects */

/* Head of everything that belongs to a device and is freed with it. */
struct opencl_child {
    struct opencl *device;
    struct opencl_child *before, *after;
    enum opencl_kind { OPENCL_BUFFER, OPENCL_PROGRAM, OPENCL_EVENT } kind;
};

struct opencl {
    const struct opencl_api *cl;
    struct opencl_info info;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue[OPENCL_QUEUES];
    /* commands enqueued and of these flushed, per queue: events of another queue are only waited
     * for once it is flushed */
    uint64_t enqueued[OPENCL_QUEUES], flushed[OPENCL_QUEUES];
    uint64_t settled[OPENCL_QUEUES]; /* commands that were waited for before the process ends */
    /* the last command of each queue, which the next one waits for; its lock is held while one is
     * enqueued */
    cl_event last[OPENCL_QUEUES];
    pthread_mutex_t turn[OPENCL_QUEUES];
    unsigned generation; /* of the process that opened it */
    bool lost;
    pthread_mutex_t lock; /* of what follows */
    struct opencl_child *child;
    struct opencl_usage usage;
    struct opencl *next; /* of all that are open; their lock also guards: */
    void (*on_exit)(void *);
    void *on_exit_argument;
};

struct opencl_buffer {
    struct opencl_child head;
    cl_mem memory;
    int64_t bytes;
    int64_t counted; /* of these against the device's memory */
    void *mapped;    /* staging, and zero copy while the host uses it */
};

struct opencl_program {
    struct opencl_child head;
    cl_program program;
    cl_kernel kernel;
    pthread_mutex_t lock; /* from the first argument until it is enqueued */
};

struct opencl_event {
    struct opencl_child head;
    cl_event event;
    enum opencl_queue queue;
    uint64_t number; /* of the command in its queue */
    int references;
};

/* Is the device still there, and this process the one that opened it? CL_SUCCESS or OPENCL_LOST. */
int opencl_alive(const struct opencl *device);

/* Gives code back; one that means that the device is gone is remembered. */
int opencl_noted(struct opencl *device, int code);

/* Puts an object into the device's list and counts it; takes it out again. (opencl.c) */
void opencl_adopt(struct opencl *device, struct opencl_child *child, enum opencl_kind kind);
void opencl_disown(struct opencl_child *child);

/* A command on its way into a queue. (opencl_event.c) */
struct opencl_command {
    struct opencl *device;
    enum opencl_queue queue;
    cl_event few[16], *list; /* what must be done first */
    const cl_event *wait;    /* the same as CL wants it: NULL when there is nothing */
    cl_uint n;
    cl_event done;              /* where CL puts its event */
    struct opencl_event *event; /* NULL: none is wanted */
};

/* Begins a command: alive, the wait list made, the queues of its events flushed, the event's memory
 * there, the queue's turn taken. After success opencl_command_end must follow, with what the
 * enqueueing call gave; it hands out the event. */
int opencl_command_begin(struct opencl_command *command, struct opencl *device,
                         enum opencl_queue queue, struct opencl_event *const *after, int n,
                         bool event);
int opencl_command_end(struct opencl_command *command, int code, struct opencl_event **event);

/* How the last command of a queue that was finished ended. */
int opencl_last_outcome(struct opencl *device, enum opencl_queue queue);

/* Later commands do not wait for earlier ones any more. */
void opencl_forget_last(struct opencl *device);

#endif
