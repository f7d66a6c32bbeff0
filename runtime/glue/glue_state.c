/* What all compiled modules of a process share: the number of threads, and whether it was forked.
 *
 * Every module links its own copy of the runtime, so the settings live in the first module that is
 * imported and the others find them through a capsule in a hidden module, _pycc_state, which also
 * has the functions that pycc.set_num_threads and get_num_threads call. The Python package may have
 * made that module before, with num_threads in it, when it was asked before any compiled module was
 * there. A forked child stays at one thread: so do those of its siblings, and there are processors
 * for one of them each. */
#include "glue.h"

#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <strings.h>

#define STATE_MODULE "_pycc_state"
#define CAPSULE "shared_3" /* 3: layout of struct glue_shared */
#define CAPSULE_NAME STATE_MODULE "." CAPSULE

/* Used when this module is the first. Static because it must outlive every module object. */
static struct glue_shared own = {.crew = CREW_INIT};

static void in_child(void) {
    own.forked = true;
    own.blas = (struct blas_users){.lock = 0}; /* their threads are not here, */
    own.crew = (struct crew)CREW_INIT;         /* and no helpers */
    own.main_thread = PyThread_get_thread_ident();
    __atomic_store_n(&own.threads, 1, __ATOMIC_RELAXED);
}

static int clamp_threads(long n) {
    return n < 1 ? 1 : n > 1024 ? 1024 : (int)n;
}

/* PYCC_NUM_THREADS, else what OpenMP says: OMP_NUM_THREADS or the processors we may run on. */
static int default_threads(void) {
    const char *text = getenv("PYCC_NUM_THREADS");
    char *end;
    long n = text ? strtol(text, &end, 10) : 0;
    return clamp_threads(text && end != text && *end == '\0' && n > 0 ? n : omp_get_max_threads());
}

static PyObject *set_num_threads(PyObject *capsule, PyObject *arg) {
    struct glue_shared *shared = PyCapsule_GetPointer(capsule, CAPSULE_NAME);
    if (!shared) {
        return NULL;
    }
    long n = PyLong_AsLong(arg);
    if (n == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (!shared->forked) {
        __atomic_store_n(&shared->threads, clamp_threads(n), __ATOMIC_RELAXED);
    }
    Py_RETURN_NONE;
}

static PyObject *get_num_threads(PyObject *capsule, PyObject *Py_UNUSED(none)) {
    struct glue_shared *shared = PyCapsule_GetPointer(capsule, CAPSULE_NAME);
    return shared ? PyLong_FromLong(__atomic_load_n(&shared->threads, __ATOMIC_RELAXED)) : NULL;
}

/* One more block, or one less. */
static PyObject *add_places(PyObject *capsule, PyObject *arg) {
    struct glue_shared *shared = PyCapsule_GetPointer(capsule, CAPSULE_NAME);
    long n = shared ? PyLong_AsLong(arg) : -1;
    if (n == -1 && PyErr_Occurred()) {
        return NULL;
    }
    __atomic_fetch_add(&shared->places, (int)n, __ATOMIC_RELAXED);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_num_threads", set_num_threads, METH_O, NULL},
    {"get_num_threads", get_num_threads, METH_NOARGS, NULL},
    {"add_places", add_places, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

/* Stores value, which it takes over, as an attribute. */
static bool put(PyObject *module, const char *name, PyObject *value) {
    bool ok = value && PyObject_SetAttrString(module, name, value) == 0;
    Py_XDECREF(value);
    return ok;
}

/* The identifier of the thread that Python delivers signals to. */
static bool find_main_thread(void) {
    PyObject *threading = PyImport_ImportModule("threading");
    PyObject *thread = threading ? PyObject_CallMethod(threading, "main_thread", NULL) : NULL;
    PyObject *ident = thread ? PyObject_GetAttrString(thread, "ident") : NULL;
    if (ident && ident != Py_None) {
        own.main_thread = PyLong_AsUnsignedLong(ident);
    }
    Py_XDECREF(threading);
    Py_XDECREF(thread);
    Py_XDECREF(ident);
    return !PyErr_Occurred();
}

/* What was asked for before the first compiled module: attribute num_threads. */
static bool find_threads(PyObject *state) {
    PyObject *asked = PyObject_GetAttrString(state, "num_threads");
    if (!asked) {
        PyErr_Clear();
        own.threads = default_threads();
        return true;
    }
    long n = PyLong_AsLong(asked);
    Py_DECREF(asked);
    own.threads = clamp_threads(n);
    return !PyErr_Occurred();
}

/* Blocks that were entered before: attribute places. */
static bool find_places(PyObject *state) {
    PyObject *entered = PyObject_GetAttrString(state, "places");
    if (!entered) {
        PyErr_Clear();
        return true;
    }
    own.places = (int)PyLong_AsLong(entered);
    Py_DECREF(entered);
    return !PyErr_Occurred();
}

static bool share_own(PyObject *state) {
    if (own.threads == 0) {
        if (!find_main_thread() || !find_threads(state) || !find_places(state)) {
            return false;
        }
        const char *policy = getenv("OMP_WAIT_POLICY");
        if (policy && strcasecmp(policy, "passive") == 0) {
            own.crew.resting = INT64_MAX;
        }
        pthread_atfork(NULL, NULL, in_child);
    }
    PyObject *capsule = PyCapsule_New(&own, CAPSULE_NAME, NULL);
    if (!capsule) {
        return false;
    }
    bool ok = put(state, methods[0].ml_name, PyCFunction_New(&methods[0], capsule)) &&
              put(state, methods[1].ml_name, PyCFunction_New(&methods[1], capsule)) &&
              put(state, methods[2].ml_name, PyCFunction_New(&methods[2], capsule)) &&
              PyObject_SetAttrString(state, CAPSULE, capsule) == 0;
    Py_DECREF(capsule);
    return ok;
}

PyObject *glue_state_module(void) {
    return PyImport_AddModule(STATE_MODULE);
}

struct glue_shared *glue_shared_get(void) {
    PyObject *state = glue_state_module();
    if (!state) {
        return NULL;
    }
    PyObject *capsule = PyObject_GetAttrString(state, CAPSULE);
    if (!capsule) {
        PyErr_Clear();
        return share_own(state) ? &own : NULL;
    }
    struct glue_shared *shared = PyCapsule_GetPointer(capsule, CAPSULE_NAME);
    Py_DECREF(capsule);
    return shared;
}
