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
        PyErr_Format(exception_class(e->exc), e->message, (long long)e->index);
    } else if (e->message) {
        PyErr_SetString(exception_class(e->exc), e->message);
    } else {
        PyErr_SetNone(exception_class(e->exc));
    }
}
