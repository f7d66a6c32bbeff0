/* Errors of compiled code -> exceptions of Python. */
#include "glue.h"

static PyObject *exception_class(enum pycc_exc exc) {
    switch (exc) {
    case PYCC_EXC_ARITHMETIC:
        return PyExc_ArithmeticError;
    case PYCC_EXC_ASSERTION:
        return PyExc_AssertionError;
    case PYCC_EXC_ATTRIBUTE:
        return PyExc_AttributeError;
    case PYCC_EXC_EXCEPTION:
        return PyExc_Exception;
    case PYCC_EXC_FLOATING_POINT:
        return PyExc_FloatingPointError;
    case PYCC_EXC_INDEX:
        return PyExc_IndexError;
    case PYCC_EXC_KEY:
        return PyExc_KeyError;
    case PYCC_EXC_LOOKUP:
        return PyExc_LookupError;
    case PYCC_EXC_MEMORY:
        return PyExc_MemoryError;
    case PYCC_EXC_NOT_IMPLEMENTED:
        return PyExc_NotImplementedError;
    case PYCC_EXC_OVERFLOW:
        return PyExc_OverflowError;
    case PYCC_EXC_RUNTIME:
        return PyExc_RuntimeError;
    case PYCC_EXC_STOP_ITERATION:
        return PyExc_StopIteration;
    case PYCC_EXC_TYPE:
        return PyExc_TypeError;
    case PYCC_EXC_UNBOUND_LOCAL:
        return PyExc_UnboundLocalError;
    case PYCC_EXC_VALUE:
        return PyExc_ValueError;
    case PYCC_EXC_ZERO_DIVISION:
        return PyExc_ZeroDivisionError;
    case PYCC_EXC_RECURSION:
        return PyExc_RecursionError;
    case PYCC_EXC_PENDING:
    case PYCC_EXC_RACE:
    case PYCC_EXC_OBJECT:
        break;
    }
    return PyExc_RuntimeError;
}

/* pycc.RaceError, or RuntimeError where the Python package is not installed. */
static void raise_race(const char *message) {
    PyObject *pycc = PyImport_ImportModule("pycc");
    PyObject *class = pycc ? PyObject_GetAttrString(pycc, "RaceError") : NULL;
    PyErr_Clear();
    PyErr_SetString(class ? class : PyExc_RuntimeError, message);
    Py_XDECREF(class);
    Py_XDECREF(pycc);
}

/* What the compiler words as Python 3.11 does, and how this Python does. */
static const struct {
    const char *ours, *theirs;
} WORDS[] = {
#if PY_VERSION_HEX < 0x030b0000
    {"integer modulo by zero", "integer division or modulo by zero"},
#endif
#if PY_VERSION_HEX >= 0x030c0000
    {"max() arg is an empty sequence", "max() iterable argument is empty"},
    {"min() arg is an empty sequence", "min() iterable argument is empty"},
#endif
#if PY_VERSION_HEX >= 0x030e0000
    {"integer division or modulo by zero", "division by zero"},
    {"integer modulo by zero", "division by zero"},
    {"float division by zero", "division by zero"},
    {"float floor division by zero", "division by zero"},
    {"float modulo", "division by zero"},
    {"float divmod()", "division by zero"},
    {"complex division by zero", "division by zero"},
    {"0.0 cannot be raised to a negative power", "zero to a negative power"},
    {"0.0 to a negative or complex power", "zero to a negative or complex power"},
#elif PY_VERSION_HEX >= 0x030d0000
    {"float modulo", "float modulo by zero"},
#endif
    {"", ""},
};

/* The message behind the byte that says so, in the words of this Python; others as they are, pycc's
 * own behind theirs. */
static const char *in_words(const char *message) {
    if (message[0] != '\1') {
        return message + (message[0] == '\2');
    }
    for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]); ++i) {
        if (strcmp(message + 1, WORDS[i].ours) == 0) {
            return WORDS[i].theirs;
        }
    }
    return message + 1;
}

/* A message with one number. Python 3.14 says how many values there are to unpack. */
static void raise_shown(const struct pycc_error *e) {
    const char *message = e->message + (e->message[0] == '\1');
    char before[100]; /* "too many values to unpack (expected 2, got %lld)" */
    if (message > e->message && PY_VERSION_HEX < 0x030e0000) {
        snprintf(before, sizeof(before), "%.*s)", (int)strcspn(message, ","), message);
        message = before;
    }
    PyErr_Format(exception_class(e->exc), message, (long long)e->index);
}

/* "\1cannot access local variable 'x' where it is not associated with a value": Python 3.10 has
 * other words around the name. */
static void raise_unbound(const char *message) {
    const char *at = message[0] == '\1' ? strchr(message, '\'') : NULL;
    PyObject *name = PY_VERSION_HEX < 0x030b0000 && at
                         ? PyUnicode_FromStringAndSize(at, (Py_ssize_t)strcspn(at + 1, "'") + 2)
                         : NULL;
    if (name) {
        PyErr_Format(PyExc_UnboundLocalError, "local variable %U referenced before assignment",
                     name);
        Py_DECREF(name);
    } else if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_UnboundLocalError, in_words(message));
    }
}

void glue_raise(const struct pycc_error *e) {
    if (e->exc == PYCC_EXC_OBJECT) {
        PyObject *object = e->object;
        PyErr_Restore(Py_NewRef((PyObject *)Py_TYPE(object)), Py_NewRef(object),
                      PyException_GetTraceback(object));
    } else if (e->exc == PYCC_EXC_RACE) {
        raise_race(e->text[0] ? e->text : e->message ? e->message : "");
    } else if (e->out_of_bounds) {
        PyErr_Format(PyExc_IndexError, "index %lld is out of bounds for axis %d with size %lld",
                     (long long)e->index, e->axis, (long long)e->extent);
    } else if (e->text[0]) {
        PyErr_SetString(exception_class(e->exc), e->text);
    } else if (e->shown) {
        raise_shown(e);
    } else if (e->message && e->exc == PYCC_EXC_UNBOUND_LOCAL) {
        raise_unbound(e->message);
    } else if (e->message) {
        PyErr_SetString(exception_class(e->exc), in_words(e->message));
    } else {
        PyErr_SetNone(exception_class(e->exc));
    }
}

/* ---- try statements in compiled code */

PyObject *glue_class_named(PyObject *scope, const char *name, size_t n) {
    size_t dot = n; /* behind the module */
    while (dot > 0 && name[dot - 1] != '.') {
        --dot;
    }
    PyObject *o = NULL, *module = NULL;
    PyObject *text = PyUnicode_FromStringAndSize(name + dot, (Py_ssize_t)(n - dot));
    PyObject *path = dot > 1 ? PyUnicode_FromStringAndSize(name, (Py_ssize_t)dot - 1) : NULL;
    if (dot == 1 && text) {
        o = PyDict_GetItemWithError(scope, text);
        Py_XINCREF(o);
    } else if (path) {
        module = PyImport_Import(path);
        o = module && text ? PyObject_GetAttr(module, text) : NULL;
    } else if (text) {
        o = PyDict_GetItemWithError(PyEval_GetBuiltins(), text);
        Py_XINCREF(o);
    }
    Py_XDECREF(module);
    Py_XDECREF(path);
    Py_XDECREF(text);
    PyErr_Clear();
    return o;
}

static bool names_class(PyObject *scope, const char *names, PyObject *object) {
    bool found = false;
    while (*names && !found) {
        size_t n = strcspn(names, " ");
        PyObject *class = glue_class_named(scope, names, n);
        found = class && PyErr_GivenExceptionMatches(object, class);
        Py_XDECREF(class);
        names += n;
        names += *names == ' ';
    }
    return found;
}

/* What is not wanted any more. */
static void forget(PyObject *raised, const PyObject *object) {
    for (Py_ssize_t i = PyList_GET_SIZE(raised) - 1; i >= 0; --i) {
        if (PyList_GET_ITEM(raised, i) == object) {
            PyList_SetSlice(raised, i, i + 1, NULL);
            return;
        }
    }
}

int glue_catches(struct pycc_ctx *ctx, bool kept, int n, const struct pycc_clause *clause) {
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *object = ctx->error.object;
    int k = 0;
    while (k < n && !names_class(ctx->poll->scope, clause[k].names, object)) {
        ++k;
    }
    if (k < n && !kept) {
        forget(ctx->poll->raised, object);
    }
    PyGILState_Release(state);
    return k < n ? k : -1;
}
