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
 *   SHIM_LOST=7:-2:back
 *       who looks for platforms then finds it again, for six commands more, and so on; what was
 * made before stays dead. SHIM_HIDE=fp64,unified,cpu the device has no double, memory of its own,
 * calls itself a GPU. SHIM_REPORT=FILE (which exists) gets one line per fact when the process ends:
 * `calls NAME n`, `live KIND n`, and at once `misuse WORDS`: an object used or released that is
 * none any more, a call in a forked child.
 */
#include "opencl_shim.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shim shim = {.lock = PTHREAD_MUTEX_INITIALIZER};
struct shim_real real;

const char *const shim_names[] = {
#define F(name) #name,
    SHIM_FUNCTIONS(F)
#undef F
        "run"};

static const char *const kinds[] = {"context", "queue", "memory", "program", "kernel", "event"};

/* ---- the report */

void shim_say(const char *text, const char *name, long n) {
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
        shim_say("calls", shim_names[f], shim.calls[f]);
    }
    for (int k = 0; k < KINDS; ++k) {
        long n = 0;
        for (int i = 0; i < shim.n_objects; ++i) {
            n += shim.object[i].kind == (enum kind)k;
        }
        shim_say("live", kinds[k], n);
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
    while (f < FUNCTIONS_COUNT && strcmp(shim_names[f], text) != 0) {
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
    shim.comes_back = lost && strstr(lost, ":back");
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
    SHIM_FUNCTIONS(F)
#undef F
    shim.pid = getpid();
    read_wishes();
    atexit(report);
}

/* ---- objects */

struct object *shim_find(const void *handle, enum kind kind) {
    for (int i = shim.n_objects - 1; i >= 0; --i) {
        if (shim.object[i].handle == handle && shim.object[i].kind == kind) {
            return &shim.object[i];
        }
    }
    return NULL;
}

struct object *shim_track(void *handle, enum kind kind) {
    if (shim.n_objects == MOST) {
        abort();
    }
    shim.object[shim.n_objects] = (struct object){.handle = handle, .kind = kind, .references = 1};
    return &shim.object[shim.n_objects++];
}

void shim_check(const void *handle, enum kind kind, enum function f) {
    if (handle && !shim_find(handle, kind)) {
        shim_say("misuse of a dead object:", shim_names[f], shim.calls[f]);
    }
}

/* ---- what was read and not waited for */

void shim_forget_readings(cl_command_queue queue, cl_event event) {
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

void shim_lose(void) {
    shim.lost = true;
    for (int i = 0; i < shim.n_objects; ++i) {
        shim.object[i].dead = true;
        if (shim.object[i].kind == QUEUE) {
            real.clFinish(shim.object[i].handle);
        }
    }
    spoil_readings();
}

/* ---- entering a call; the lock is held until it is left */

/* The code that the call is to give, 0 when it is to be made. */
cl_int shim_fault_of(enum function f) {
    long n = ++shim.calls[f];
    for (int i = 0; i < shim.n_faults; ++i) {
        if (shim.fault[i].function == (int)f &&
            (n == shim.fault[i].from || (shim.fault[i].on && n > shim.fault[i].from))) {
            return shim.fault[i].code;
        }
    }
    return CL_SUCCESS;
}

cl_int shim_enter(enum function f) {
    pthread_mutex_lock(&shim.lock);
    if (getpid() != shim.pid) {
        shim_say("misuse in a forked child:", shim_names[f], 0);
    }
    if (shim.lost && shim.comes_back && f == IN_clGetPlatformIDs) {
        shim.lost = false;
        shim.enqueued = 0;
    }
    return shim.lost ? shim.lost_code : shim_fault_of(f);
}

void shim_leave(void) {
    pthread_mutex_unlock(&shim.lock);
}
