/* Arrays of an element type with fields between Python and the run time: the views of the fields
 * that NumPy gives, and the bytes that the elements begin with, of which the array is made again
 * when it goes back. */
#include "glue.h"

#include <string.h>

static const char RECORDS[] = "numpy.ndarray ", RECARRAY[] = "numpy.recarray ";

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

bool glue_names_records(const struct pycc_type *t) {
    return t->kind == PYCC_TUPLE && t->keys && !t->class_ &&
           (begins(t->keys, RECORDS) || begins(t->keys, RECARRAY));
}

/* ---- element types */

/* np.dtype of a text, which is Python's for a dictionary; a new reference. */
static PyArray_Descr *make_type(PyObject *text) {
    PyObject *ast = PyImport_ImportModule("ast");
    PyObject *value = ast ? PyObject_CallMethod(ast, "literal_eval", "(O)", text) : NULL;
    PyArray_Descr *type = NULL;
    if (value && !PyArray_DescrConverter(value, &type)) {
        type = NULL;
    }
    Py_XDECREF(value);
    Py_XDECREF(ast);
    return type;
}

PyObject *glue_records_type(const char *text, size_t n) {
    static PyObject *made; /* of all texts so far, for the process */
    PyObject *key = PyUnicode_FromStringAndSize(text, (Py_ssize_t)n);
    made = made ? made : PyDict_New();
    PyObject *type = key && made ? PyDict_GetItemWithError(made, key) : NULL;
    if (type) {
        Py_INCREF(type);
    } else if (key && made && !PyErr_Occurred()) {
        type = (PyObject *)make_type(key);
        if (type && PyDict_SetItem(made, key, type) != 0) {
            Py_CLEAR(type);
        }
    }
    Py_XDECREF(key);
    return type;
}

static PyObject *type_of(const struct pycc_type *t) {
    const char *text = strchr(t->keys, ' ') + 1;
    return glue_records_type(text, strcspn(text, "\x1f"));
}

/* ---- to the run time */

/* A view of what stands in each element at an offset; steals the type. */
static PyObject *view_at(PyArrayObject *a, PyArray_Descr *type, int offset) {
    return type ? PyArray_GetField(a, type, offset) : NULL;
}

static PyObject *view_of_bytes(PyArrayObject *a) {
    return view_at(a, PyArray_DescrFromType(NPY_UINT8), 0);
}

/* The type of a field; the octets of one of texts. */
static PyArray_Descr *as_numbers(PyArray_Descr *type) {
    PyArray_Descr *octets = NULL;
    PyObject *of = PyTypeNum_ISSTRING(type->type_num)
                       ? Py_BuildValue("(s(n))", "u1", (Py_ssize_t)PyDataType_ELSIZE(type))
                       : NULL;
    if (of && !PyArray_DescrConverter(of, &octets)) {
        octets = NULL;
    }
    bool text = of || PyErr_Occurred();
    Py_XDECREF(of);
    return text ? octets : (PyArray_Descr *)Py_NewRef((PyObject *)type);
}

static PyObject *view_of_field(PyArrayObject *a, const char *name, size_t n) {
    PyObject *key = PyUnicode_FromStringAndSize(name, (Py_ssize_t)n);
    PyObject *fields = PyObject_GetAttrString((PyObject *)PyArray_DESCR(a), "fields");
    PyObject *field = key && fields ? PyObject_GetItem(fields, key) : NULL, *view = NULL;
    PyArray_Descr *type;
    int offset;
    if (field && PyArg_ParseTuple(field, "Oi|O", &type, &offset, &view)) {
        view = view_at(a, as_numbers(type), offset);
    }
    Py_XDECREF(field);
    Py_XDECREF(fields);
    Py_XDECREF(key);
    return view;
}

/* The views of all fields; what was taken of them is given back when one fails. */
static enum glue_fit take_fields(const struct pycc_type *t, PyArrayObject *a,
                                 union pycc_value *value) {
    union pycc_value *next = value;
    const char *key = t->keys;
    enum glue_fit fit = GLUE_FITS;
    int i = 0;
    for (; i < t->n && fit == GLUE_FITS; ++i) {
        size_t n = strcspn(key, "\x1f");
        PyObject *view = i == 0 ? view_of_bytes(a) : view_of_field(a, key, n);
        bool inner = t->item[i]->kind == PYCC_TUPLE;
        fit = !view   ? GLUE_RAISED
              : inner ? take_fields(t->item[i], (PyArrayObject *)view, next)
              : glue_take_array(t->item[i], view, next) ? GLUE_FITS
              : PyErr_Occurred()                        ? GLUE_RAISED
                                                        : GLUE_READONLY;
        Py_XDECREF(view);
        next += fit == GLUE_FITS ? glue_leaves(t->item[i]) : 0;
        key += n + 1;
    }
    for (int k = 0; fit != GLUE_FITS && k < i - 1; ++k) {
        glue_drop(t->item[k], value);
        value += glue_leaves(t->item[k]);
    }
    return fit;
}

/* Recarrays are taken where their type says so: others do not come back as what they were. */
static bool is_array_of(const struct pycc_type *t, PyObject *o) {
    return PyArray_CheckExact(o) || (PyArray_Check(o) && begins(t->keys, RECARRAY));
}

static enum glue_fit look(const struct pycc_type *t, PyObject *o) {
    if (!is_array_of(t, o) || PyArray_NDIM((PyArrayObject *)o) != t->item[0]->rank) {
        return GLUE_TYPE;
    }
    PyArrayObject *a = (PyArrayObject *)o;
    PyObject *type = type_of(t);
    bool same = type && PyArray_EquivTypes(PyArray_DESCR(a), (PyArray_Descr *)type);
    Py_XDECREF(type);
    return !type                                            ? GLUE_RAISED
           : !same                                          ? GLUE_TYPE
           : t->item[0]->written && !PyArray_ISWRITEABLE(a) ? GLUE_READONLY
                                                            : GLUE_FITS;
}

enum glue_fit glue_records_convert(const struct pycc_type *t, PyObject *o,
                                   union pycc_value *value) {
    enum glue_fit fit = look(t, o);
    if (fit != GLUE_FITS) {
        return fit;
    }
    PyObject *plain = PyArray_View((PyArrayObject *)o, NULL, &PyArray_Type);
    fit = plain ? take_fields(t, (PyArrayObject *)plain, value) : GLUE_RAISED;
    Py_XDECREF(plain);
    return fit;
}

int glue_records_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why) {
    *why = look(t, o);
    PyErr_Clear();
    return *why == GLUE_FITS ? 0 : -1;
}

/* ---- to Python */

/* An array over the bytes that elements begin with; an element of its own for one without axes. */
static PyObject *array_over(PyObject *bytes, PyObject *type, bool recarray) {
    PyArrayObject *b = (PyArrayObject *)bytes;
    PyObject *module = recarray ? PyImport_ImportModule("numpy") : NULL;
    PyObject *class = module ? PyObject_GetAttrString(module, "recarray") : NULL, *record = NULL;
    Py_INCREF(type);
    PyObject *o = PyArray_NewFromDescr(&PyArray_Type, (PyArray_Descr *)type, PyArray_NDIM(b),
                                       PyArray_DIMS(b), PyArray_STRIDES(b), PyArray_DATA(b),
                                       PyArray_ISWRITEABLE(b) ? NPY_ARRAY_WRITEABLE : 0, NULL);
    if (o && PyArray_SetBaseObject((PyArrayObject *)o, Py_NewRef(bytes)) != 0) {
        Py_CLEAR(o);
    }
    if (o && class) {
        Py_SETREF(o, PyObject_CallMethod(o, "view", "(O)", class));
    }
    if (o && PyArray_NDIM((PyArrayObject *)o) == 0) {
        record = PyArray_ToScalar(PyArray_DATA((PyArrayObject *)o), (PyArrayObject *)o);
        Py_SETREF(o, record);
    }
    Py_XDECREF(class);
    Py_XDECREF(module);
    return o;
}

PyObject *glue_records_made(const struct pycc_type *t, PyObject *parts) {
    PyObject *type = parts ? type_of(t) : NULL;
    PyObject *o =
        type ? array_over(PyTuple_GET_ITEM(parts, 0), type, begins(t->keys, RECARRAY)) : NULL;
    Py_XDECREF(type);
    Py_XDECREF(parts);
    return o;
}

PyObject *glue_records_describe(const struct pycc_type *t) {
    char axes[3 * 8 + 1] = "", *end = axes;
    PyObject *type = type_of(t);
    for (int i = 0; i < t->item[0]->rank; ++i) {
        end += sprintf(end, "%s:", i ? ", " : "");
    }
    PyObject *s = type ? PyUnicode_FromFormat("%S[%s]", type, axes) : NULL;
    Py_XDECREF(type);
    return s;
}
