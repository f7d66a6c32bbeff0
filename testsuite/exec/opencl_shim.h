/* What stands for libOpenCL in tests: its state, for opencl_shim.c (which says what it is asked by)
 * and opencl_shim_calls.c. */
#ifndef OPENCL_SHIM_H
#define OPENCL_SHIM_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

#include "opencl_functions.h"

#define SHIM_FUNCTIONS(F)                                                                          \
    OPENCL_FUNCTIONS(F)                                                                            \
    F(clEnqueueMarkerWithWaitList)

enum function {
#define F(name) IN_##name,
    SHIM_FUNCTIONS(F)
#undef F
        RUN,
    FUNCTIONS_COUNT
};

enum kind { CONTEXT, QUEUE, MEMORY, PROGRAM, KERNEL, EVENT, KINDS };

enum { MOST = 20000, FAULTS = 32 };

struct object {
    void *handle;
    enum kind kind;
    int references;
    cl_command_queue queue; /* of an event */
    bool dead;              /* of a device that was lost */
    cl_int failed;          /* how an event's command is to end; 0: as it ends */
};

/* A copy to the host that nobody has waited for yet. */
struct reading {
    cl_command_queue queue;
    cl_event event;
    char *to;
    size_t region[3], row, slice;
};

struct shim_real {
#define F(name) __typeof__(name) *name;
    SHIM_FUNCTIONS(F)
#undef F
};

struct shim {
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
    bool lost, comes_back, no_fp64, no_unified, no_cpu;
    struct object object[MOST];
    cl_mem dead[MOST]; /* released; others made since may have their addresses */
    int n_dead;
    struct reading reading[MOST];
    int n_objects, n_readings;
    const char *report;
};

extern struct shim shim;
extern struct shim_real real;
extern const char *const shim_names[];

/* A line of the report. */
void shim_say(const char *text, const char *name, long n);

/* ---- objects; the lock is held */

struct object *shim_find(const void *handle, enum kind kind);
struct object *shim_track(void *handle, enum kind kind);

/* An object that is released already is misused by f. */
void shim_check(const void *handle, enum kind kind, enum function f);

/* What was read from a queue up to an event (NULL: all) has come. */
void shim_forget_readings(cl_command_queue queue, cl_event event);

/* From now on the device is gone. */
void shim_lose(void);

/* ---- entering a call; the lock is held until it is left */

/* The code that the call is to give, 0 when it is to be made. */
cl_int shim_fault_of(enum function f);
cl_int shim_enter(enum function f);
void shim_leave(void);

#endif
