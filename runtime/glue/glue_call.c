/* A call: Python objects in, the C function, a Python object or an exception out.
 *
 * The values live on the stack; only results allocate. An error that the C code recorded becomes a
 * Python exception here, with a traceback entry for the line of the source that it came from. */
#include "glue.h"
#include "pool.h"

#include <frameobject.h>

/* ---- errors */

/* The path of the file that a line, counted through all files of the compilation, is in, as bytes;
 * *line becomes the file's own. A line of an imported module is in its source. */
static PyObject *file_of_line(const struct glue_function *f, int *line) {
    PyObject *path = ((PyCodeObject *)PyFunction_GET_CODE(f->wrapped))->co_filename;
    const struct pycc_import *i = f->module->import;
    while (i && i->name && i[1].line < *line) {
        ++i;
    }
    bool other = i && i->name && i->line < *line;
    PyObject *module = other ? glue_imported(i->name, PyFunction_GET_GLOBALS(f->wrapped)) : NULL;
    PyObject *source = module && PyModule_Check(module) ? glue_source_of(module) : NULL;
    *line -= source ? i->line : 0;
    PyObject *bytes = PyUnicode_EncodeFSDefault(source ? source : path);
    Py_XDECREF(module);
    return bytes;
}

/* Adds "File prog.py, line 12, in f" to the traceback of the exception that is set. */
static void add_traceback(const struct glue_function *f, int line) {
    PyObject *class, *value, *traceback;
    PyErr_Fetch(&class, &value, &traceback);
    PyObject *path = file_of_line(f, &line);
    PyCodeObject *code =
        path ? PyCode_NewEmpty(PyBytes_AS_STRING(path), f->table->name, line) : NULL;
    Py_XDECREF(path);
    PyObject *globals = PyFunction_GET_GLOBALS(f->wrapped);
    PyFrameObject *frame = code ? PyFrame_New(PyThreadState_Get(), code, globals, NULL) : NULL;
#if PY_VERSION_HEX < 0x030b0000
    if (frame) {
        frame->f_lineno = line;
    }
#endif
    PyErr_Clear();
    PyErr_Restore(class, value, traceback);
    if (frame) {
        PyTraceBack_Here(frame);
    }
    Py_XDECREF(frame);
    Py_XDECREF(code);
}

/* ---- the call */

static PyObject *fail(const struct glue_function *f, const struct pycc_ctx *ctx, bool pending) {
    if (!pending) {
        glue_raise(&ctx->error);
    }
    int line = ctx->failed ? ctx->error.line : 0;
    if (line <= 0) {
        line = PyCode_Addr2Line((PyCodeObject *)PyFunction_GET_CODE(f->wrapped), 0);
    }
    add_traceback(f, line);
    return NULL;
}

/* Runs the C function; its results become one object. */
static PyObject *run(struct glue_function *f, const struct pycc_overload *o,
                     const union pycc_value *value, struct pycc_pool *pool,
                     struct glue_place *place) {
    union pycc_value result[o->n_leaves_out + 1];
    struct pycc_poll poll;
    struct pycc_ctx ctx;
    ctx.pool = pool;
    ctx.away = place->away ? *place->away : NULL;
    ctx.stays = place->away != NULL;
    ctx.place = place->place;
    ctx.warning = NULL;
    ctx.steps = NULL;
    glue_poll_begin(&poll, f->shared, o->release_gil);
    poll.scope = PyFunction_GET_GLOBALS(f->wrapped);
    ctx.failed = ctx.inside = false;
    ctx.threads = __atomic_load_n(&f->shared->threads, __ATOMIC_RELAXED);
    ctx.fuel = PYCC_FUEL;
    ctx.stack = 0;
    ctx.poll = &poll;
    o->call(&ctx, value, result);
    bool pending = glue_poll_end(&poll);
    if (PYCC_UNLIKELY(place->away || ctx.warning)) {
        pending = !glue_place_leave(f, o, place, &ctx, result) || pending;
    }
    if (PYCC_UNLIKELY(pending && !ctx.failed)) { /* it ended before it saw the flag */
        Py_XDECREF(glue_result(o->ret, result));
    }
    if (PYCC_UNLIKELY(ctx.failed || pending)) {
        PyObject *nothing = fail(f, &ctx, pending);
        Py_XDECREF((PyObject *)poll.raised);
        return nothing;
    }
    if (PYCC_UNLIKELY(poll.raised != NULL)) { /* exceptions that were caught */
        Py_DECREF((PyObject *)poll.raised);
    }
    if (o->ret->kind == PYCC_SCALAR && o->ret->dtype == PYCC_FLOAT) {
        return PyFloat_FromDouble(result->f64);
    }
    return glue_result(o->ret, result);
}

/* Does the function change what argument i is, here or as another one? */
static bool is_changed(const struct pycc_overload *o, PyObject *const *arg, int n, int i) {
    for (int k = 0; k < n; ++k) {
        if (arg[k] == arg[i] && o->changed >> (k < 63 ? k : 63) & 1) {
            return true;
        }
    }
    return false;
}

/* Is argument i given as another one, too? */
static bool is_given_twice(PyObject *const *arg, int n, int i) {
    for (int k = 0; k < n; ++k) {
        if (k != i && arg[k] == arg[i]) {
            return true;
        }
    }
    return false;
}

/* What no overload takes, the Python function does. */
static PyObject *call_wrapped(const struct glue_function *f, PyObject *const *arg) {
    int n = f->table->n_params, n_kw = n - f->n_positional;
    PyObject *names = n_kw > 0 ? PyTuple_New(n_kw) : NULL;
    if (n_kw > 0 && !names) {
        return NULL;
    }
    for (int i = 0; i < n_kw; ++i) {
        PyTuple_SET_ITEM(names, i, Py_NewRef(f->param[f->n_positional + i]));
    }
    PyObject *result = PyObject_Vectorcall(f->wrapped, arg, (size_t)f->n_positional, names);
    Py_XDECREF(names);
    return result;
}

/* The arguments do not fit: an exception, or the Python function's business. */
static PyObject *refused(const struct glue_function *f, const struct pycc_overload *o, int i,
                         PyObject *const *arg, enum glue_fit fit) {
    if (f->table->stays && PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception)) {
        return NULL; /* Ctrl-C, while an attribute was read */
    }
    if (f->table->stays) {
        PyErr_Clear();
        return call_wrapped(f, arg);
    }
    glue_refuse(f, o, i, arg[i], fit);
    return NULL;
}

/* arg: of the parameters, and then what the globals are. */
static PyObject *call(struct glue_function *f, const struct pycc_overload *o,
                      PyObject *const *arg) {
    int n = f->table->n_params + o->n_globals;
    union pycc_value value[o->n_leaves_in + 1], *next = value;
    struct pycc_buffer buffer[n + 1];
    struct glue_given given;
    given.n = 0;
    given.place = NULL;
    given.item = NULL;
    for (int i = 0; i < n; ++i) {
        const struct pycc_type *t = o->param[i];
        if (!glue_convert_fast(t, arg[i], next)) {
            bool noted = o->linked || (o->changed && is_changed(o, arg, n, i)) ||
                         (o->lists && is_given_twice(arg, n, i));
            enum glue_fit fit = glue_convert(t, arg[i], next, &buffer[i], noted ? &given : NULL);
            if (PYCC_UNLIKELY(fit != GLUE_FITS)) {
                glue_list_release(o->param, i, value);
                glue_given_end(&given);
                return refused(f, o, i, arg, fit);
            }
        }
        next += t->kind == PYCC_TUPLE ? glue_leaves(t) : t->kind != PYCC_NONE;
    }
    enum glue_fit fit = o->linked ? glue_given_fill(&given) : GLUE_FITS;
    if (PYCC_UNLIKELY(fit != GLUE_FITS)) {
        glue_list_release(o->param, n, value);
        glue_given_end(&given);
        return refused(f, o, 0, arg, fit);
    }
    struct glue_place place = {0};
    if (PYCC_UNLIKELY(__atomic_load_n(&f->shared->places, __ATOMIC_RELAXED) > 0)) {
        PyObject *result;
        if (!glue_place_enter(f, o, arg, &place, &result)) {
            glue_list_release(o->param, n, value);
            glue_given_end(&given);
            return result;
        }
    }
    struct pycc_pool
        pool; /* lists given may hold what the call has put there: it ends after them */
    pool.lock = pool.small.n = pool.large.n = 0;
    pool.bytes = 0;
    pool.linked = NULL;
    /* memory that devices may still write to outlives the call: it is not pooled */
    struct glue_given *before = o->linked ? glue_making(&given) : NULL;
    PyObject *object = run(f, o, value, place.away ? NULL : &pool, &place);
    if (PYCC_UNLIKELY(given.n > 0)) {
        if (!glue_given_back(&given, o->changed != 0)) {
            Py_CLEAR(object);
        }
        glue_given_end(&given);
    }
    if (PYCC_UNLIKELY(o->linked)) {
        glue_making(before);
    }
    if (PYCC_UNLIKELY(o->lists)) {
        glue_list_release(o->param, n, value);
    }
    if (PYCC_UNLIKELY(pool.linked != NULL)) {
        pycc_pool_break(&pool);
    }
    if (pool.small.n + pool.large.n > 0) {
        pycc_pool_end(&pool);
    }
    return object;
}

/* A new reference to what a variable is now; NULL with an exception. */
static PyObject *global_value(const struct glue_function *f, const struct pycc_global *g) {
    PyObject *dict = PyFunction_GET_GLOBALS(f->wrapped);
    PyObject *module = g->module ? glue_imported(g->module, dict) : NULL;
    dict = module && PyModule_Check(module) ? PyModule_GetDict(module) : g->module ? NULL : dict;
    PyObject *value = dict ? PyDict_GetItemString(dict, g->name) : NULL;
    Py_XINCREF(value);
    Py_XDECREF(module);
    if (!value) {
        PyErr_Format(PyExc_NameError, "name '%s' is not defined", g->name);
    }
    return value;
}

/* Globals are of the very types that they are compiled for: nobody sees a conversion. */
static bool is_exactly(const struct glue_function *f, const struct pycc_overload *o, int i,
                       PyObject *value) {
    const struct pycc_type *t = o->param[i];
    enum glue_fit why = GLUE_TYPE;
    bool number = t->kind == PYCC_SCALAR || t->kind == PYCC_TUPLE;
    bool is = !number || glue_distance(t, value, &why) == 0;
    if (!is) {
        glue_refuse(f, o, i, value, GLUE_TYPE);
    }
    return is;
}

static PyObject *call_with_globals(struct glue_function *f, const struct pycc_overload *o,
                                   PyObject *const *arg) {
    int n = f->table->n_params, got = 0;
    PyObject *all[n + o->n_globals], *result = NULL;
    memcpy(all, arg, (size_t)n * sizeof(*all));
    bool ok = true;
    while (ok && got < o->n_globals) {
        all[n + got] = global_value(f, &o->global[got]);
        ok = all[n + got] != NULL;
        got += ok;
        ok = ok && is_exactly(f, o, n + got - 1, all[n + got - 1]);
    }
    if (ok) {
        result = call(f, o, all);
    } else {
        add_traceback(f, PyCode_Addr2Line((PyCodeObject *)PyFunction_GET_CODE(f->wrapped), 0));
    }
    while (got > 0) {
        Py_DECREF(all[n + --got]);
    }
    return result;
}

PyObject *glue_call(struct glue_function *f, PyObject *const *arg) {
    const struct pycc_overload *o = f->table->overload;
    if (f->picks) {
        o = glue_overload_pick(f, arg);
        if (!o) {
            return f->table->stays ? call_wrapped(f, arg) : NULL;
        }
    }
    return PYCC_UNLIKELY(o->n_globals > 0) ? call_with_globals(f, o, arg) : call(f, o, arg);
}
