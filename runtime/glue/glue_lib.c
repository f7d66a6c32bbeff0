/* Calls of NumPy's functions from generated code.
 *
 * The GIL is taken with PyGILState, which any thread of the call may do: the calling thread whether
 * it has given the GIL up or not, and OpenMP's workers, which wait until the calling thread does.
 * Arrays go in as views of their memory; an array that comes back lives on in a buffer that holds a
 * reference to it. Exceptions are kept as objects in the call's list, so that the one that counts
 * can be raised as it was. */
#include "glue.h"

/* ---- exceptions */

static PyObject *fetched(void) {
    PyObject *class, *value, *traceback;
    PyErr_Fetch(&class, &value, &traceback);
    PyErr_NormalizeException(&class, &value, &traceback);
    if (traceback) {
        PyException_SetTraceback(value, traceback);
    }
    Py_XDECREF(class);
    Py_XDECREF(traceback);
    return value;
}

/* Records the exception that is set; own: one of pycc's. */
static void record(struct pycc_ctx *ctx, bool own, int line) {
    PyObject *value = fetched();
    if (!ctx->poll->raised) {
        ctx->poll->raised = PyList_New(0);
    }
    bool kept = ctx->poll->raised && PyList_Append(ctx->poll->raised, value) == 0;
    PyErr_Clear();
    if (kept) {
        pycc_raise(ctx, PYCC_EXC_OBJECT, own ? "\2" : NULL, line);
        ctx->error.object = value;
    } else {
        pycc_raise(ctx, PYCC_EXC_MEMORY, "unable to keep an exception", line);
    }
    Py_DECREF(value);
}

/* ---- constants: what Python writes for ints, infinities, bools, None, strings and tuples */

static PyObject *constant(const char **s);

static PyObject *constant_tuple(const char **s) {
    PyObject *list = PyList_New(0);
    ++*s;
    while (list && **s != ')') {
        PyObject *item = constant(s);
        if (!item || PyList_Append(list, item) != 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(item);
        *s += strspn(*s, ", ");
    }
    ++*s;
    PyObject *tuple = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return tuple;
}

static PyObject *constant(const char **s) {
    const char *from = *s;
    if (*from == '(') {
        return constant_tuple(s);
    }
    if (*from == '\'') {
        const char *end = strchr(from + 1, '\'');
        *s = end + 1;
        return PyUnicode_FromStringAndSize(from + 1, end - from - 1);
    }
    if (*from == '"') { /* all the rest */
        *s += strlen(from);
        return PyUnicode_FromString(from + 1);
    }
    if (*from == '{') { /* an element type */
        *s += strlen(from);
        return glue_records_type(from, strlen(from));
    }
    *s += strcspn(from, ",) ");
    switch (*from) {
    case 'T':
        Py_RETURN_TRUE;
    case 'F':
        Py_RETURN_FALSE;
    case 'N':
        Py_RETURN_NONE;
    default:
        return from[*from == '-'] == 'i' ? PyFloat_FromDouble(strtod(from, NULL))
                                         : PyLong_FromLongLong(strtoll(from, NULL, 10));
    }
}

/* ---- what goes in */

/* glue_result takes references over; arguments are lent. */
static void retain(const struct pycc_type *t, const union pycc_value **next) {
    if (t->kind == PYCC_ARRAY) {
        pycc_retain((*next)->a8.owner);
    }
    for (int i = 0; t->kind == PYCC_TUPLE && i < t->n; ++i) {
        retain(t->item[i], next);
    }
    *next += t->kind == PYCC_ARRAY || t->kind == PYCC_SCALAR;
}

/* Arguments as a vectorcall wants them: keywords last. object[k] is new. */
struct arguments {
    PyObject **object;
    Py_ssize_t n_plain;
    PyObject *names; /* of the others, or NULL */
};

static PyObject *argument(const struct pycc_lib_arg *arg, union pycc_value **value) {
    if (!arg->type) {
        const char *text = arg->text;
        return constant(&text);
    }
    union pycc_value *from = *value;
    const union pycc_value *end = from;
    retain(arg->type, &end);
    *value = from + (end - from);
    return glue_result(arg->type, from);
}

static bool build(const struct pycc_lib *lib, union pycc_value *value, struct arguments *a) {
    int named = 0;
    bool ok = true;
    for (int i = 0; i < lib->n; ++i) {
        named += lib->arg[i].name != NULL;
    }
    a->n_plain = lib->n - named;
    a->names = named ? PyTuple_New(named) : NULL;
    Py_ssize_t plain = 0, keyword = 0;
    for (int i = 0; i < lib->n; ++i) {
        PyObject *o = argument(&lib->arg[i], &value);
        ok = ok && o;
        if (!lib->arg[i].name) {
            a->object[plain++] = o;
            continue;
        }
        PyObject *name = PyUnicode_InternFromString(lib->arg[i].name);
        ok = ok && name && a->names;
        if (a->names && name) {
            PyTuple_SET_ITEM(a->names, keyword, name);
        }
        a->object[a->n_plain + keyword++] = o;
    }
    return ok;
}

static void drop_arguments(const struct pycc_lib *lib, struct arguments *a) {
    for (int i = 0; i < lib->n; ++i) {
        Py_XDECREF(a->object[i]);
    }
    Py_XDECREF(a->names);
}

/* What holds the function of a path, and its name there; both new references. */
static PyObject *find_holder(const char *path, PyObject **name) {
    bool python = *path == '/';
    size_t first = python ? strcspn(path, ".") : 0;
    PyObject *module = python ? PyUnicode_FromStringAndSize(path + 1, (Py_ssize_t)first - 1)
                              : PyUnicode_FromString("numpy");
    PyObject *o = module ? PyImport_Import(module) : NULL;
    Py_XDECREF(module);
    path += python ? first + 1 : 0;
    size_t n = strcspn(path, ".");
    while (o && path[n]) {
        *name = PyUnicode_FromStringAndSize(path, (Py_ssize_t)n);
        PyObject *next = *name ? PyObject_GetAttr(o, *name) : NULL;
        Py_XDECREF(*name);
        Py_DECREF(o);
        o = next;
        path += n + 1;
        n = strcspn(path, ".");
    }
    *name = o ? PyUnicode_InternFromString(path) : NULL;
    return o;
}

/* numpy.linalg.solve for "linalg.solve", random.gauss for "/random.gauss"; a new reference. Where
 * functions were found is kept for as long as the process lives, by the paths, which are the
 * module's own; the functions themselves are looked up in each call, as Python does. */
static PyObject *function(const char *path) {
    enum { KEPT = 64 };
    static struct {
        const char *path;
        PyObject *holder, *name;
    } kept[KEPT];
    size_t at = ((uintptr_t)path >> 3 ^ (uintptr_t)path >> 9) % KEPT;
    if (kept[at].path != path) {
        PyObject *name = NULL, *holder = find_holder(path, &name);
        if (!holder || !name) {
            Py_XDECREF(holder);
            return NULL;
        }
        Py_XDECREF(kept[at].holder);
        Py_XDECREF(kept[at].name);
        kept[at].path = path;
        kept[at].holder = holder;
        kept[at].name = name;
    }
    return PyObject_GetAttr(kept[at].holder, kept[at].name);
}

/* ---- what comes back */

static void drop_array(struct pycc_buffer *b) {
    PyGILState_STATE state = PyGILState_Ensure();
    Py_DECREF((PyObject *)b->object);
    PyGILState_Release(state);
    free(b);
}

bool glue_take_array(const struct pycc_type *t, PyObject *o, union pycc_value *value) {
    struct pycc_buffer lent, *b = glue_names_str(t) ? NULL : malloc(sizeof(*b));
    if (glue_names_str(t)) {
        return glue_str_convert(o, value) == GLUE_FITS;
    }
    if (!b) {
        PyErr_NoMemory();
        return false;
    }
    if (glue_convert(t, o, value, &lent, NULL) != GLUE_FITS) {
        free(b);
        return false;
    }
    *b = (struct pycc_buffer){
        .refs = 1, .data = value->a8.data, .object = Py_NewRef(o), .drop = drop_array};
    value->a8.owner = b;
    return true;
}

static bool take(const struct pycc_type *t, PyObject *o, union pycc_value **next);

bool glue_take_generator(const struct pycc_type *t, PyObject *o, union pycc_value *value) {
    struct pycc_buffer lent, *b = malloc(sizeof(*b));
    if (!b || glue_convert(t, o, value, &lent, NULL) != GLUE_FITS) {
        free(b);
        return false;
    }
    *b = (struct pycc_buffer){.refs = 1, .object = Py_NewRef(o), .drop = drop_array};
    value->a8.owner = b;
    return true;
}

static bool take_tuple(const struct pycc_type *t, PyObject *o, union pycc_value **next) {
    PyObject *items = PySequence_Tuple(o);
    bool ok = items && PyTuple_GET_SIZE(items) == t->n;
    for (int i = 0; ok && i < t->n; ++i) {
        ok = take(t->item[i], PyTuple_GET_ITEM(items, i), next);
    }
    Py_XDECREF(items);
    return ok;
}

/* A scalar of the very type. An array of no axes gives its number. */
static bool take_scalar(const struct pycc_type *t, PyObject *o, union pycc_value *value) {
    enum glue_fit why;
    struct pycc_buffer unused;
    PyObject *item = PyArray_Check(o) && PyArray_NDIM((PyArrayObject *)o) == 0
                         ? PyArray_ToScalar(PyArray_DATA((PyArrayObject *)o), (PyArrayObject *)o)
                         : Py_NewRef(o);
    bool ok = item && glue_distance(t, item, &why) == 0 &&
              glue_convert(t, item, value, &unused, NULL) == GLUE_FITS;
    Py_XDECREF(item);
    return ok;
}

static bool take(const struct pycc_type *t, PyObject *o, union pycc_value **next) {
    if (glue_names_generator(t)) {
        return glue_take_generator(t, o, (*next)++);
    }
    if (glue_names_records(t)) {
        bool fits = glue_records_convert(t, o, *next) == GLUE_FITS;
        *next += fits ? glue_leaves(t) : 0;
        return fits;
    }
    switch (t->kind) {
    case PYCC_NONE:
        return true;
    case PYCC_LIST: /* no function gives one */
        return false;
    case PYCC_ARRAY:
        return glue_take_array(t, o, (*next)++);
    case PYCC_SCALAR:
        return take_scalar(t, o, (*next)++);
    case PYCC_TUPLE:
        break;
    }
    return take_tuple(t, o, next);
}

/* Gives the arrays among the first leaves back. */
static void give_back(const struct pycc_type *t, union pycc_value **next,
                      const union pycc_value *end) {
    if (t->kind == PYCC_ARRAY && *next < end) {
        pycc_release((*next)->a8.owner);
    }
    for (int i = 0; t->kind == PYCC_TUPLE && i < t->n; ++i) {
        give_back(t->item[i], next, end);
    }
    *next += t->kind == PYCC_ARRAY || t->kind == PYCC_SCALAR;
}

/* Are these, or the first of these, complex numbers in an array? */
static bool is_complex(PyObject *o) {
    bool tuple = PyTuple_Check(o) && PyTuple_GET_SIZE(o) > 0;
    PyObject *dtype = PyObject_GetAttrString(tuple ? PyTuple_GET_ITEM(o, 0) : o, "dtype");
    PyObject *kind = dtype ? PyObject_GetAttrString(dtype, "kind") : NULL;
    bool c = kind && PyUnicode_Check(kind) && PyUnicode_CompareWithASCIIString(kind, "c") == 0;
    Py_XDECREF(dtype);
    Py_XDECREF(kind);
    PyErr_Clear();
    return c;
}

/* What came is not what the compiler expects: real numbers, whose type the values decide. */
static void refuse_result(const struct pycc_lib *lib, PyObject *o) {
    const char *library = *lib->path == '/' ? "" : "numpy.",
               *path = lib->path + (*lib->path == '/');
    if (strcmp(lib->path, ":get") == 0) {
        PyErr_Format(PyExc_TypeError,
                     "an attribute of a class has another type than it had at first: %.200R", o);
        return;
    }
    if (strcmp(lib->path, ":what") == 0) {
        PyErr_Format(PyExc_RuntimeError,
                     "what is read of an exception is not of the type that compiled code raises it "
                     "with: %.200R",
                     o);
        return;
    }
    if (is_complex(o)) {
        PyErr_Format(PyExc_ValueError,
                     "%s%s gave complex numbers where compiled code takes real ones: write "
                     ".astype(complex) behind what it is given",
                     library, path);
        return;
    }
    PyErr_Format(PyExc_TypeError, "%s%s gave another type than the compiler expects of it: %.200R",
                 library, path, (PyObject *)Py_TYPE(o));
}

static bool take_result(const struct pycc_lib *lib, PyObject *o, union pycc_value *ret) {
    union pycc_value *next = ret, *from = ret;
    memset(ret, 0, sizeof(*ret) * (size_t)glue_leaves(lib->ret));
    if (take(lib->ret, o, &next)) {
        return true;
    }
    give_back(lib->ret, &from, next);
    if (!PyErr_Occurred()) {
        refuse_result(lib, o);
    }
    return false;
}

/* ---- the call */

/* Behind it, a method of the first argument. */
#define METHOD "random.Generator."

/* *odd: it has given what the compiler does not expect. */
static bool call(const struct pycc_ctx *ctx, const struct pycc_lib *lib,
                 const union pycc_value *arg, union pycc_value *ret, bool *odd) {
    int leaves = 0;
    for (int i = 0; i < lib->n; ++i) {
        leaves += lib->arg[i].type ? glue_leaves(lib->arg[i].type) : 0;
    }
    union pycc_value value[leaves + 1];
    PyObject *object[lib->n + 1];
    memcpy(value, arg, sizeof(*value) * (size_t)leaves);
    struct arguments a = {.object = object};
    bool own = lib->path[0] == ':';
    PyObject *o = NULL;
    if (build(lib, value, &a) && !glue_order(lib, object, &o)) {
        int self = strncmp(lib->path, METHOD, strlen(METHOD)) == 0;
        PyObject *f = own    ? NULL
                      : self ? PyObject_GetAttrString(object[0], lib->path + strlen(METHOD))
                             : function(lib->path);
        o = own ? glue_text(ctx->poll->scope, lib->path + 1, object, a.n_plain)
            : f ? PyObject_Vectorcall(f, object + self, (size_t)(a.n_plain - self), a.names)
                : NULL;
        Py_XDECREF(f);
    }
    drop_arguments(lib, &a);
    bool ok = o && take_result(lib, o, ret);
    *odd = o && !ok;
    Py_XDECREF(o);
    return ok;
}

bool pycc_lib_call(struct pycc_ctx *ctx, const struct pycc_lib *lib, const union pycc_value *arg,
                   union pycc_value *ret, int line) {
    if (glue_few(lib, arg, ret)) {
        return true;
    }
    PyGILState_STATE state = PyGILState_Ensure();
    bool odd, ok = call(ctx, lib, arg, ret, &odd);
    if (!ok) {
        record(ctx, odd, line);
    }
    PyGILState_Release(state);
    return ok;
}
