/* Places and profiles: what the Python package's places.py and _profile.py ask of compiled modules,
 * and what a call does inside `with pycc.places...`.
 *
 * The first module that has code for devices appends a dictionary to the list `devices` of the
 * hidden module: functions to read its counters and to handle what its devices keep, and a key that
 * names it. Later ones built with the same run time do all that through it: they find its table in
 * a capsule of the hidden module, device_VERSION. Others append a dictionary of their own.
 *
 * A block's Python object keeps one capsule per key, with a struct keeper in it; a call borrows
 * what is in there as its context's `away`. Calls that know nothing of devices first bring
 * everything home. */
#include "glue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pycc_rt_device.h"

#define API_NAME "pycc.device"
#define KEEPER_NAME "pycc.away"

enum { PLACE_HERE = PYCC_PLACE_CPU + 1 }; /* pycc.places.here: the interpreter */

/* What the devices of one key keep between the calls of one block. */
struct keeper {
    const struct pycc_device_api *api;
    struct pycc_away *away;
};

/* ---- keepers */

/* A context for work between calls. */
static struct pycc_ctx between_calls(struct keeper *k) {
    return (struct pycc_ctx){.threads = 1, .fuel = PYCC_FUEL, .away = k->away, .stays = true};
}

/* Python may touch arrays again. What is newer beside whole pages is waited for. */
static void leave(const struct pycc_device_api *api, struct pycc_ctx *ctx) {
    if (api->leave && ctx->away) {
        Py_BEGIN_ALLOW_THREADS;
        api->leave(ctx);
        Py_END_ALLOW_THREADS;
    }
}

static bool warn_of(struct pycc_ctx *ctx) {
    char *warning = ctx->warning;
    ctx->warning = NULL;
    bool ok = !warning || PyErr_WarnEx(PyExc_RuntimeWarning, warning, 1) == 0;
    free(warning);
    return ok;
}

/* Takes over what a context has become. False with an exception. */
static bool settle(struct keeper *k, struct pycc_ctx *ctx) {
    k->away = ctx->away;
    if (ctx->failed) {
        free(ctx->warning);
        glue_raise(&ctx->error);
        return false;
    }
    return warn_of(ctx);
}

/* Everything comes home, and nothing is kept. */
static bool keeper_close(struct keeper *k) {
    if (!k->away) {
        return true;
    }
    struct pycc_ctx ctx = between_calls(k);
    Py_BEGIN_ALLOW_THREADS;
    k->api->home_all(&ctx);
    Py_END_ALLOW_THREADS;
    return settle(k, &ctx);
}

static void keeper_free(PyObject *capsule) {
    struct keeper *k = PyCapsule_GetPointer(capsule, KEEPER_NAME);
    if (k && !keeper_close(k)) {
        PyErr_WriteUnraisable(capsule);
    }
    free(k);
}

static struct keeper *keeper_of(PyObject *capsule) {
    return PyCapsule_GetPointer(capsule, KEEPER_NAME);
}

/* ---- for Python */

static const struct pycc_device_api *api_of(PyObject *self) {
    return PyCapsule_GetPointer(self, API_NAME);
}

/* open() -> a keeper */
static PyObject *device_open(PyObject *self, PyObject *Py_UNUSED(none)) {
    struct keeper *k = calloc(1, sizeof *k);
    if (!k) {
        return PyErr_NoMemory();
    }
    k->api = api_of(self);
    PyObject *capsule = PyCapsule_New(k, KEEPER_NAME, keeper_free);
    if (!capsule) {
        free(k);
    }
    return capsule;
}

/* close(keeper): everything comes home */
static PyObject *device_close(PyObject *Py_UNUSED(self), PyObject *capsule) {
    struct keeper *k = keeper_of(capsule);
    return k && keeper_close(k) ? Py_NewRef(Py_None) : NULL;
}

/* sync(keeper, array): the array comes home */
static PyObject *device_sync(PyObject *Py_UNUSED(self), PyObject *args) {
    PyObject *capsule;
    PyArrayObject *a;
    if (!PyArg_ParseTuple(args, "OO!", &capsule, &PyArray_Type, &a)) {
        return NULL;
    }
    struct keeper *k = keeper_of(capsule);
    if (!k) {
        return NULL;
    }
    if (k->away) {
        struct pycc_ctx ctx = between_calls(k);
        k->api->home(&ctx, PyArray_BYTES(a), PyArray_NDIM(a), (const int64_t *)PyArray_DIMS(a),
                     (const int64_t *)PyArray_STRIDES(a), PyArray_ITEMSIZE(a), false);
        leave(k->api, &ctx);
        if (!settle(k, &ctx)) {
            return NULL;
        }
    }
    Py_RETURN_NONE;
}

/* profile() -> JSON */
static PyObject *device_profile(PyObject *self, PyObject *Py_UNUSED(none)) {
    char *text = api_of(self)->profile();
    if (!text) {
        return PyErr_NoMemory();
    }
    PyObject *o = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
    free(text);
    return o;
}

/* keep(spans, kernels, on) */
static PyObject *device_keep(PyObject *self, PyObject *args) {
    int spans, kernels, on;
    if (!PyArg_ParseTuple(args, "ppp", &spans, &kernels, &on)) {
        return NULL;
    }
    api_of(self)->keep(spans, kernels, on);
    Py_RETURN_NONE;
}

/* settle(): at the end of the interpreter */
static PyObject *device_settle(PyObject *self, PyObject *Py_UNUSED(none)) {
    const struct pycc_device_api *api = api_of(self);
    if (api->settle) {
        Py_BEGIN_ALLOW_THREADS;
        api->settle();
        Py_END_ALLOW_THREADS;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"open", device_open, METH_NOARGS, NULL},
    {"close", device_close, METH_O, NULL},
    {"sync", device_sync, METH_VARARGS, NULL},
    {"profile", device_profile, METH_NOARGS, NULL},
    {"keep", device_keep, METH_VARARGS, NULL},
    {"settle", device_settle, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* ---- registering */

/* Takes the reference to value. */
static bool put(PyObject *dict, const char *name, PyObject *value) {
    bool ok = value && PyDict_SetItemString(dict, name, value) == 0;
    Py_XDECREF(value);
    return ok;
}

/* A reference to the list `devices`. */
static PyObject *device_list(void) {
    PyObject *state = glue_state_module();
    PyObject *list = state ? PyObject_GetAttrString(state, "devices") : NULL;
    if (state && !list) {
        PyErr_Clear();
        list = PyList_New(0);
        if (list && PyObject_SetAttrString(state, "devices", list) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

/* Profiles that have begun keep spans of modules that come later too. */
static bool join_profiles(const struct pycc_device_api *api) {
    PyObject *profiles = PyObject_GetAttrString(glue_state_module(), "profiles");
    long n = profiles ? PyLong_AsLong(profiles) : 0;
    if (!profiles) {
        PyErr_Clear();
    }
    Py_XDECREF(profiles);
    while (n-- > 0) {
        api->keep(true, false, true);
    }
    return !PyErr_Occurred();
}

/* Python's own handlers run before those of the C library and of drivers. */
static bool settle_at_exit(PyObject *dict) {
    PyObject *atexit = PyImport_ImportModule("atexit");
    PyObject *done =
        atexit ? PyObject_CallMethod(atexit, "register", "O", PyDict_GetItemString(dict, "settle"))
               : NULL;
    Py_XDECREF(atexit);
    Py_XDECREF(done);
    return done != NULL;
}

/* The table that modules of this version share, when one of them is there. */
static const struct pycc_device_api *find_shared(const char *attribute) {
    PyObject *capsule = PyObject_GetAttrString(glue_state_module(), attribute);
    const struct pycc_device_api *api = capsule ? PyCapsule_GetPointer(capsule, API_NAME) : NULL;
    PyErr_Clear();
    Py_XDECREF(capsule);
    return api;
}

/* Makes the dictionary of a table, and the capsule for others. */
static bool add_device(const char *name, const struct pycc_device_api *api, const char *attribute) {
    PyObject *capsule = PyCapsule_New((void *)api, API_NAME, NULL);
    PyObject *dict = capsule ? PyDict_New() : NULL;
    PyObject *list = dict ? device_list() : NULL;
    bool ok = list && put(dict, "name", PyUnicode_FromString(name)) &&
              put(dict, "key", PyLong_FromVoidPtr((void *)api));
    for (PyMethodDef *def = methods; ok && def->ml_name; ++def) {
        ok = put(dict, def->ml_name, PyCFunction_New(def, capsule));
    }
    ok = ok && PyList_Append(list, dict) == 0 && settle_at_exit(dict) && join_profiles(api) &&
         PyObject_SetAttrString(glue_state_module(), attribute, capsule) == 0;
    Py_XDECREF(capsule);
    Py_XDECREF(dict);
    Py_XDECREF(list);
    return ok;
}

bool glue_device_register(const struct pycc_module *m) {
    char attribute[100];
    snprintf(attribute, sizeof attribute, "device_%s", m->device->version);
    const struct pycc_device_api *there = find_shared(attribute);
    const struct pycc_device_api *used = m->device->join(there);
    return used == there || add_device(m->name, used, attribute);
}

/* Whose functions a module that is registered uses. */
static const struct pycc_device_api *device_of(const struct pycc_module *m) {
    return m->device->join(NULL);
}

/* ---- calls */

/* What Python's pycc.places says of this thread; a reference, None outside of blocks. */
static PyObject *current_block(void) {
    PyObject *state = glue_state_module();
    PyObject *ask = state ? PyObject_GetAttrString(state, "current_place") : NULL;
    PyObject *block = ask ? PyObject_CallNoArgs(ask) : NULL;
    Py_XDECREF(ask);
    return block;
}

/* The Python function, with what would have been the compiled one's parameters. */
static PyObject *interpret(struct glue_function *f, PyObject *const *arg) {
    int named = f->table->n_params - f->n_positional;
    PyObject *names = named > 0 ? PyTuple_New(named) : NULL;
    for (int i = 0; names && i < named; ++i) {
        PyTuple_SET_ITEM(names, i, Py_NewRef(f->param[f->n_positional + i]));
    }
    PyObject *result = named > 0 && !names
                           ? NULL
                           : PyObject_Vectorcall(f->wrapped, arg, (size_t)f->n_positional, names);
    Py_XDECREF(names);
    return result;
}

/* Appends the arrays of an argument: itself, or what is in it. */
static bool add_arrays(PyObject *list, PyObject *o) {
    if (PyArray_Check(o)) {
        return PyList_Append(list, o) == 0;
    }
    PyObject *items = PyDict_Check(o)                       ? PyDict_Values(o)
                      : PyTuple_Check(o) || PyList_Check(o) ? PySequence_Tuple(o)
                                                            : PyTuple_New(0);
    bool ok = items != NULL;
    for (Py_ssize_t i = 0; ok && i < PySequence_Fast_GET_SIZE(items); ++i) {
        ok = add_arrays(list, PySequence_Fast_GET_ITEM(items, i));
    }
    Py_XDECREF(items);
    return ok;
}

/* The arrays of a call stay alive as long as the block; its keeper for this device lends its
 * `away`. */
static bool borrow_away(struct glue_function *f, PyObject *const *arg, PyObject *block,
                        struct glue_place *place) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < f->table->n_params; ++i) {
        if (!add_arrays(list, arg[i])) {
            Py_CLEAR(list);
        }
    }
    PyObject *key = list ? PyLong_FromVoidPtr((void *)device_of(f->module)) : NULL;
    PyObject *keeper = key ? PyObject_CallMethod(block, "_borrow", "OO", key, list) : NULL;
    struct keeper *k = keeper ? keeper_of(keeper) : NULL;
    Py_XDECREF(list);
    Py_XDECREF(key);
    if (!k) {
        Py_XDECREF(keeper);
        return false;
    }
    place->away = &k->away;
    place->keeper = keeper;
    return true;
}

static bool enter_block(struct glue_function *f, const struct pycc_overload *o,
                        PyObject *const *arg, PyObject *block, struct glue_place *place,
                        PyObject **result) {
    PyObject *kind = PyObject_GetAttrString(block, "_kind");
    long where = kind ? PyLong_AsLong(kind) : -1;
    Py_XDECREF(kind);
    if (where < 0) {
        return false;
    }
    if (where == PLACE_HERE) {
        *result = interpret(f, arg);
        return false;
    }
    place->place = (int)where;
    if (where != PYCC_PLACE_GPU) {
        return true;
    }
    if (f->module->device && o->device) {
        return borrow_away(f, arg, block, place);
    }
    PyObject *none = PyObject_CallMethod(block, "_flush", NULL);
    Py_XDECREF(none);
    return none != NULL;
}

bool glue_place_enter(struct glue_function *f, const struct pycc_overload *o, PyObject *const *arg,
                      struct glue_place *place, PyObject **result) {
    *result = NULL;
    PyObject *block = current_block();
    bool ok = block && (block == Py_None || enter_block(f, o, arg, block, place, result));
    Py_XDECREF(block);
    return ok;
}

/* New arrays among the results are Python's from now on, and not kept. Walks the leaves. */
static void results_home(const struct pycc_device_api *api, struct pycc_ctx *ctx,
                         const struct pycc_type *t, const union pycc_value **next) {
    if (t->kind == PYCC_ARRAY) {
        const union pycc_value *v = *next;
        const int64_t *shape = v->a8.shape, *stride = shape + (t->rank > 0 ? t->rank : 1);
        PyArray_Descr *descr = glue_descr(t->dtype);
        if (!v->a8.owner || !v->a8.owner->object) {
            api->home(ctx, v->a8.data, t->rank, shape, stride, PyDataType_ELSIZE(descr), true);
        }
        Py_DECREF(descr);
    }
    for (int i = 0; t->kind == PYCC_TUPLE && i < t->n; ++i) {
        results_home(api, ctx, t->item[i], next);
    }
    *next += t->kind == PYCC_ARRAY || t->kind == PYCC_SCALAR;
}

bool glue_place_leave(struct glue_function *f, const struct pycc_overload *o,
                      struct glue_place *place, struct pycc_ctx *ctx, union pycc_value *value) {
    const union pycc_value *next = value;
    if (place->away) {
        if (!ctx->failed && ctx->away) {
            results_home(device_of(f->module), ctx, o->ret, &next);
        }
        leave(device_of(f->module), ctx);
        *place->away = ctx->away;
        Py_CLEAR(place->keeper);
    }
    if (ctx->failed) { /* that is what Python hears of */
        free(ctx->warning);
        ctx->warning = NULL;
        return true;
    }
    return warn_of(ctx);
}
