/* Are the module's names what compiled code takes them for? The compiler has seen the module's
 * text; what its code did under other names, by exec() or by `from ... import *`, shows when it has
 * run. */
#include "glue.h"

static bool same(PyObject *a, PyObject *b);

static bool same_array(PyArrayObject *a, PyArrayObject *b) {
    if (!PyArray_EquivTypes(PyArray_DESCR(a), PyArray_DESCR(b)) ||
        PyArray_NDIM(a) != PyArray_NDIM(b) ||
        !PyArray_CompareLists(PyArray_DIMS(a), PyArray_DIMS(b), PyArray_NDIM(a))) {
        return false;
    }
    PyObject *x = PyArray_ToString(a, NPY_CORDER), *y = PyArray_ToString(b, NPY_CORDER);
    bool is = x && y && PyObject_RichCompareBool(x, y, Py_EQ) == 1;
    Py_XDECREF(x);
    Py_XDECREF(y);
    return is;
}

static bool same_items(PyObject *a, PyObject *b) {
    Py_ssize_t n = PySequence_Size(a);
    bool is = n == PySequence_Size(b);
    for (Py_ssize_t i = 0; is && i < n; ++i) {
        PyObject *x = PySequence_GetItem(a, i), *y = PySequence_GetItem(b, i);
        is = x && y && same(x, y);
        Py_XDECREF(x);
        Py_XDECREF(y);
    }
    return is;
}

static bool same_dict(PyObject *a, PyObject *b) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    bool is = PyDict_Size(a) == PyDict_Size(b);
    while (is && PyDict_Next(a, &at, &key, &value)) {
        PyObject *other = PyDict_GetItemWithError(b, key);
        is = other && same(value, other);
    }
    return is;
}

/* Of one type and value; NaN is NaN. */
static bool same(PyObject *a, PyObject *b) {
    if (a == b || Py_TYPE(a) != Py_TYPE(b)) {
        return a == b;
    }
    if (PyArray_Check(a)) {
        return same_array((PyArrayObject *)a, (PyArrayObject *)b);
    }
    if (PyTuple_Check(a) || PyList_Check(a)) {
        return same_items(a, b);
    }
    if (PyDict_Check(a)) {
        return same_dict(a, b);
    }
    return PyObject_RichCompareBool(a, b, Py_EQ) == 1 ||
           (PyObject_RichCompareBool(a, a, Py_EQ) == 0 &&
            PyObject_RichCompareBool(b, b, Py_EQ) == 0);
}

/* A function of the module's own code that begins in a line. */
static bool is_function(PyObject *o, int line, PyObject *dict) {
    if (!o || !PyFunction_Check(o) || PyFunction_GET_GLOBALS(o) != dict) {
        return false;
    }
    PyObject *first = PyObject_GetAttrString(PyFunction_GET_CODE(o), "co_firstlineno");
    bool is = first && PyLong_AsLong(first) == line;
    Py_XDECREF(first);
    return is;
}

static bool is_as_taken(const struct pycc_taken *t, PyObject *dict) {
    PyObject *value = PyDict_GetItemString(dict, t->name);
    if (!t->text || !value) {
        return t->text ? t->line == 0 : is_function(value, t->line, dict);
    }
    PyObject *expected = PyRun_String(t->text, Py_eval_input, dict, dict);
    bool is = !expected || same(value, expected);
    Py_XDECREF(expected);
    return is;
}

bool glue_check_taken(const struct pycc_module *m, PyObject *dict) {
    for (const struct pycc_taken *t = m->taken; t && t->name; ++t) {
        bool is = is_as_taken(t, dict);
        PyErr_Clear();
        if (!is && t->line > 0) {
            PyErr_Format(PyExc_ImportError,
                         "%s: compiled functions take '%s' for what line %d binds it to, but the "
                         "module's code has changed it: pass it as an argument",
                         m->name, t->name, t->line);
        } else if (!is) {
            PyErr_Format(PyExc_ImportError,
                         "%s: compiled functions take '%s' for Python's, but the module's code "
                         "has bound it",
                         m->name, t->name);
        }
        if (!is) {
            return false;
        }
    }
    return true;
}
