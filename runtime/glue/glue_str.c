/* Texts between Python and the run time: a str is an array of one axis, of code points. */
#include "glue.h"

bool glue_names_str(const struct pycc_type *t) {
    return t->kind == PYCC_ARRAY && t->dtype == PYCC_CHAR;
}

enum glue_fit glue_str_convert(PyObject *o, union pycc_value *value) {
    struct pycc_ctx ctx = {0};
    if (!PyUnicode_Check(o)) {
        return GLUE_TYPE;
    }
    struct pycc_array1 *a = &value->a1;
    a->shape[0] = PyUnicode_GET_LENGTH(o);
    if (!PYCC_ALLOC(&ctx, 1, *a, sizeof(Py_UCS4), 0, 0)) {
        PyErr_NoMemory();
        return GLUE_RAISED;
    }
    if (a->shape[0] > 0 &&
        !PyUnicode_AsUCS4(o, (Py_UCS4 *)(void *)a->data, (Py_ssize_t)a->shape[0], 0)) {
        pycc_release(a->owner);
        return GLUE_RAISED;
    }
    return GLUE_FITS;
}

PyObject *glue_str_result(const union pycc_value *value) {
    const struct pycc_array1 *a = &value->a1;
    PyObject *o = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, a->data, (Py_ssize_t)a->shape[0]);
    pycc_release(a->owner);
    return o;
}
