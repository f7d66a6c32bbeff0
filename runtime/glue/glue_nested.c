/* Nested sequences between Python and the run time: objects of pycc.nested, whose arrays are
 * shared, and lists of lists, which become such objects first. The offsets are looked at in each
 * call: what compiled code does with rows relies on them. */
#include "glue.h"

#include <string.h>

#define KEYS "pycc.nested\x1foffsets\x1fstarts"
enum { DATA, OFFSETS, STARTS };

bool glue_names_nested(const struct pycc_type *t) {
    return t->kind == PYCC_TUPLE && t->keys && strcmp(t->keys, KEYS) == 0;
}

/* A member of the package's module; a new reference. */
static PyObject *member(const char *name) {
    PyObject *module = PyImport_ImportModule("pycc._nested");
    PyObject *o = module ? PyObject_GetAttrString(module, name) : NULL;
    Py_XDECREF(module);
    return o;
}

static bool is_nested(PyObject *o) {
    return strcmp(Py_TYPE(o)->tp_name, "nested") == 0 && PyObject_HasAttrString(o, "offsets");
}

static bool is_sequence(PyObject *o) {
    return PyList_Check(o) || PyTuple_Check(o);
}

/* The array type behind all levels of rows. */
static const struct pycc_type *items(const struct pycc_type *t, int *depth) {
    for (*depth = 0; glue_names_nested(t); t = t->item[DATA]) {
        ++*depth;
    }
    return t;
}

/* ---- to the run time */

/* pycc.nested.from_lists(o, dtype, depth) */
static PyObject *of_lists(const struct pycc_type *t, PyObject *o) {
    int depth;
    PyArray_Descr *dtype = glue_descr(items(t, &depth)->dtype);
    PyObject *class = member("nested");
    PyObject *made =
        class ? PyObject_CallMethod(class, "from_lists", "OOi", o, (PyObject *)dtype, depth) : NULL;
    Py_XDECREF(class);
    Py_DECREF(dtype);
    if (!made && PyErr_ExceptionMatches(PyExc_TypeError)) { /* no lists of lists */
        PyErr_Clear();
    }
    return made;
}

/* The lowest and the highest of n offsets; false: they do not rise. Most are next to each other and
 * none is negative: then no difference is too large, and the sign of all bits tells. */
#define RISES(name, type, bits)                                                                    \
    static bool name(const char *at, int64_t n, int64_t stride, int64_t *lo, int64_t *hi) {        \
        const type *x = (const type *)(const void *)at;                                            \
        int64_t step = stride / (int64_t)sizeof(type);                                             \
        bits all = step == 1 ? (bits)x[0] : (bits)-1;                                              \
        bool rises = true;                                                                         \
        *lo = x[0];                                                                                \
        *hi = x[(n - 1) * step];                                                                   \
        PYCC_PRAGMA(omp simd reduction(| : all))                                                   \
        for (int64_t i = 1; i < (step == 1 ? n : 0); ++i) {                                        \
            all |= ((bits)x[i] - (bits)x[i - 1]) | (bits)x[i];                                     \
        }                                                                                          \
        for (int64_t i = 1; (type)all < 0 && i < n; ++i) {                                         \
            rises = rises && x[i * step] >= x[(i - 1) * step];                                     \
        }                                                                                          \
        return rises;                                                                              \
    }
RISES(rises_i32, int32_t, uint32_t)
RISES(rises_i64, int64_t, uint64_t)

/* What is wrong with offsets into so many items; NULL: nothing. */
static const char *wrong(PyArrayObject *a, int64_t length) {
    int64_t lo, hi, n = PyArray_DIM(a, 0);
    if (n == 0) {
        return "a nested sequence has one offset more than rows";
    }
    if (!(PyArray_ITEMSIZE(a) == 4 ? rises_i32 : rises_i64)(PyArray_BYTES(a), n,
                                                            PyArray_STRIDE(a, 0), &lo, &hi)) {
        return "the offsets of a nested sequence do not fall";
    }
    return lo < 0 || hi > length ? "the offsets of a nested sequence are within its data" : NULL;
}

/* Offsets of int64 or int32, converted to the type's where they are of the other one. */
static enum glue_fit convert_offsets(const struct pycc_type *t, PyObject *o, int64_t length,
                                     union pycc_value *value) {
    enum glue_fit fit;
    struct pycc_type i32 = {.kind = PYCC_ARRAY, .dtype = PYCC_I32, .rank = 1}, i64 = i32;
    i64.dtype = PYCC_I64;
    if (glue_distance(&i32, o, &fit) < 0 && glue_distance(&i64, o, &fit) < 0) {
        return fit;
    }
    PyObject *aligned = PyArray_FROM_OF(o, NPY_ARRAY_ALIGNED);
    if (!aligned) {
        return GLUE_RAISED;
    }
    const char *why = wrong((PyArrayObject *)aligned, length);
    Py_DECREF(aligned);
    bool narrow = t->dtype == PYCC_I32 && length > INT32_MAX;
    if (why || narrow) {
        PyErr_SetString(PyExc_ValueError, why ? why : "too many items for offsets of 32 bits");
        return GLUE_RAISED;
    }
    PyObject *a = PyArray_FromAny(o, glue_descr(t->dtype), 1, 1, NPY_ARRAY_FORCECAST, NULL);
    fit = GLUE_RAISED;
    if (a && glue_distance(t, a, &fit) >= 0) {
        fit = glue_take_array(t, a, value) ? GLUE_FITS : GLUE_RAISED;
    }
    Py_XDECREF(a);
    return fit;
}

static enum glue_fit convert_data(const struct pycc_type *t, PyObject *o, union pycc_value *value) {
    if (glue_names_nested(t)) {
        return glue_nested_convert(t, o, value);
    }
    enum glue_fit why;
    if (glue_distance(t, o, &why) < 0) {
        return why;
    }
    return glue_take_array(t, o, value) ? GLUE_FITS : GLUE_RAISED;
}

static void release(const struct pycc_type *t, const union pycc_value *value) {
    for (int i = 0; i < glue_leaves(t); ++i) {
        pycc_release(value[i].a8.owner);
    }
}

/* Starts are the offsets but for the last, with a reference of their own. */
static enum glue_fit convert_object(const struct pycc_type *t, PyObject *o,
                                    union pycc_value *value) {
    union pycc_value *offsets = value + glue_leaves(t->item[DATA]);
    PyObject *data = PyObject_GetAttrString(o, "data");
    PyObject *at = data ? PyObject_GetAttrString(o, "offsets") : NULL;
    enum glue_fit fit = at ? convert_data(t->item[DATA], data, value) : GLUE_RAISED;
    if (fit == GLUE_FITS) {
        bool deep = glue_names_nested(t->item[DATA]);
        int64_t length = deep ? offsets[-1].a1.shape[0] : value->a8.shape[0];
        fit = convert_offsets(t->item[OFFSETS], at, length, offsets);
        if (fit != GLUE_FITS) {
            release(t->item[DATA], value);
        }
    }
    if (fit == GLUE_FITS) {
        offsets[1] = offsets[0];
        --offsets[1].a1.shape[0];
        pycc_retain(offsets[1].a1.owner);
    }
    Py_XDECREF(data);
    Py_XDECREF(at);
    return fit;
}

enum glue_fit glue_nested_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value) {
    if (!is_nested(o) && !is_sequence(o)) {
        return GLUE_TYPE;
    }
    PyObject *object = is_nested(o) ? Py_NewRef(o) : of_lists(t, o);
    enum glue_fit fit = object             ? convert_object(t, object, value)
                        : PyErr_Occurred() ? GLUE_RAISED
                                           : GLUE_TYPE;
    Py_XDECREF(object);
    return fit;
}

/* Without a look at the offsets' values, which the call takes. */
int glue_nested_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why) {
    *why = GLUE_FITS;
    if (is_sequence(o)) {
        return 3;
    }
    PyObject *data = is_nested(o) ? PyObject_GetAttrString(o, "data") : NULL;
    PyObject *offsets = data ? PyObject_GetAttrString(o, "offsets") : NULL;
    int distance = offsets ? glue_distance(t->item[DATA], data, why) : -1;
    if (distance >= 0) {
        enum glue_fit wide;
        distance += glue_distance(t->item[OFFSETS], offsets, &wide) < 0;
    }
    *why = offsets ? *why : GLUE_TYPE;
    PyErr_Clear();
    Py_XDECREF(data);
    Py_XDECREF(offsets);
    return distance;
}

/* ---- to Python */

PyObject *glue_nested_result(PyObject *parts) {
    PyObject *make = parts ? member("_nested") : NULL;
    PyObject *o = make ? PyObject_CallFunctionObjArgs(make, PyTuple_GET_ITEM(parts, DATA),
                                                      PyTuple_GET_ITEM(parts, OFFSETS), NULL)
                       : NULL;
    Py_XDECREF(make);
    Py_XDECREF(parts);
    return o;
}
