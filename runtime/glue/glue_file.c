/* Files that compiled code has opened: Python's own, each held by an array of one item, its
 * address, which goes when nothing names it any more, and the file with it. */
#include "glue.h"

/* open(name, mode, encoding), where an encoding of no characters is Python's choice. */
static PyObject *opened(PyObject *name, PyObject *mode, PyObject *encoding) {
    npy_intp one = 1;
    PyObject *io = PyImport_ImportModule("io");
    PyObject *given = PyUnicode_GET_LENGTH(encoding) > 0 ? encoding : Py_None;
    PyObject *f = io ? PyObject_CallMethod(io, "open", "OOiO", name, mode, -1, given) : NULL;
    PyObject *array = f ? PyArray_SimpleNew(1, &one, NPY_INT64) : NULL;
    Py_XDECREF(io);
    if (!array) {
        Py_XDECREF(f);
        return NULL;
    }
    *(int64_t *)PyArray_DATA((PyArrayObject *)array) = (int64_t)(intptr_t)f;
    if (PyArray_SetBaseObject((PyArrayObject *)array, f) != 0) { /* takes the file over */
        Py_CLEAR(array);
    }
    return array;
}

/* Bytes are texts of these numbers in compiled code. */
static PyObject *as_text(PyObject *o) {
    if (o && PyBytes_Check(o)) {
        Py_SETREF(o, PyUnicode_DecodeLatin1(PyBytes_AS_STRING(o), PyBytes_GET_SIZE(o), NULL));
    } else if (o == Py_None) {
        Py_SETREF(o, Py_NewRef(Py_False));
    }
    return o;
}

/* What a method gives of these values. */
static PyObject *called(PyObject *f, PyObject *method, PyObject *const *value, Py_ssize_t n) {
    PyObject *octets = NULL, *of[4] = {f};
    for (Py_ssize_t i = 0; i < n; ++i) {
        of[1 + i] = value[i];
    }
    if (n == 1 && PyUnicode_Check(value[0]) && !PyObject_HasAttrString(f, "encoding")) {
        octets = PyUnicode_AsLatin1String(value[0]);
        of[1] = octets;
    }
    PyObject *got =
        of[1] || n == 0 ? PyObject_VectorcallMethod(method, of, (size_t)n + 1, NULL) : NULL;
    Py_XDECREF(octets);
    if (got &&
        PyUnicode_CompareWithASCIIString(method, "write") == 0) { /* a file without a name is
                                                                   closed later than Python's */
        PyObject *done = PyObject_CallMethod(f, "flush", NULL);
        Py_XDECREF(done);
        if (!done) {
            Py_CLEAR(got);
        }
    }
    return got;
}

PyObject *glue_file(PyObject *const *arg, Py_ssize_t n) {
    if (PyUnicode_Check(arg[0])) {
        return opened(arg[0], arg[1], arg[2]);
    }
    PyObject *f = (PyObject *)(intptr_t) * (int64_t *)PyArray_DATA((PyArrayObject *)arg[0]);
    if (PyUnicode_READ_CHAR(arg[1], 0) == '.') {
        PyObject *name = PyUnicode_Substring(arg[1], 1, PY_SSIZE_T_MAX);
        PyObject *got = name ? PyObject_GetAttr(f, name) : NULL;
        Py_XDECREF(name);
        return got;
    }
    return as_text(called(f, arg[1], arg + 2, n - 2));
}
