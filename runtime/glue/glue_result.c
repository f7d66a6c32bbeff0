/* C values -> a Python object: what a compiled function returns.
 *
 * Weak scalars become Python's bool, int, float and complex, strong ones NumPy's scalars. An array
 * that was allocated by compiled code becomes an ndarray that owns its memory when it is all of it,
 * else a view whose base is a capsule that holds a reference. A view of an argument has that
 * argument as its base; an argument returned as it came is the same object again. */
#include "glue.h"
#include "pool.h"

#include <stdlib.h>
#include <string.h>

#define BUFFER_NAME "pycc.buffer"

/* ---- scalars */

static PyObject *strong_scalar(enum pycc_dtype d, const union pycc_value *v) {
    PyArray_Descr *descr = glue_descr(d);
    PyObject *scalar = descr ? PyArray_Scalar((void *)v, descr, NULL) : NULL;
    Py_XDECREF(descr);
    return scalar;
}

static PyObject *f64_scalar(double x) {
    PyObject *scalar = PyArrayScalar_New(Double);
    if (scalar) {
        PyArrayScalar_ASSIGN(scalar, Double, x);
    }
    return scalar;
}

static PyObject *scalar_result(enum pycc_dtype d, const union pycc_value *v) {
    switch (d) {
    case PYCC_PYBOOL:
        return PyBool_FromLong(v->b);
    case PYCC_INT:
        return PyLong_FromLongLong(v->i64);
    case PYCC_FLOAT:
        return PyFloat_FromDouble(v->f64);
    case PYCC_COMPLEX:
        return PyComplex_FromDoubles(creal(v->c128), cimag(v->c128));
    case PYCC_BOOL:
        return Py_NewRef(v->b ? PyArrayScalar_True : PyArrayScalar_False);
    case PYCC_F64:
        return f64_scalar(v->f64);
    case PYCC_CHAR:
        return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, &v->u32, 1);
    default:
        return strong_scalar(d, v);
    }
}

/* ---- arrays */

static void release_capsule(PyObject *capsule) {
    pycc_release(PyCapsule_GetPointer(capsule, BUFFER_NAME));
}

static bool has_shape(PyArrayObject *a, const struct pycc_type *t, const union pycc_value *v) {
    const int64_t *shape = v->a8.shape, *stride = shape + (t->rank > 0 ? t->rank : 1);
    bool same = PyArray_NDIM(a) == t->rank && PyArray_BYTES(a) == v->a8.data;
    for (int i = 0; same && i < t->rank; ++i) {
        same = PyArray_DIM(a, i) == shape[i] && PyArray_STRIDE(a, i) == stride[i];
    }
    return same;
}

/* The object an array borrows from, NULL when compiled code allocated it. */
static PyObject *lender(const union pycc_value *v) {
    return v->a8.owner ? v->a8.owner->object : NULL;
}

static bool is_argument(const struct pycc_type *t, const union pycc_value *v) {
    PyObject *o = lender(v);
    return o && has_shape((PyArrayObject *)o, t, v) && glue_has_dtype((PyArrayObject *)o, t->dtype);
}

/* Copying so few bytes takes less time than an object that holds them. */
enum { FEW = 1 << 10 };

/* Small memory, behind its buffer, is copied to be the array's own; NULL: there is none left. */
static char *own_memory(const PyArrayObject *a, struct pycc_buffer *owner) {
    char *data = owner->data;
    if (data == pycc_behind(owner)) {
        size_t size = (size_t)PyArray_NBYTES(a);
        data = malloc(size);
        if (data) {
            memcpy(data, owner->data, size);
        }
    }
    return data;
}

/* NumPy asks whom an array names to free or resize its memory: large results are kept for the
 * module's next call, whose new pages would take longer than most passes over them. */
static void *memory_new(void *unused, size_t size) {
    (void)unused;
    return malloc(size);
}

static void *memory_zeros(void *unused, size_t n, size_t size) {
    (void)unused;
    return calloc(n, size);
}

static void *memory_resize(void *unused, void *p, size_t size) {
    (void)unused;
    return realloc(p, size);
}

static void memory_keep(void *unused, void *p, size_t size) {
    (void)unused;
    pycc_pool_keep(p, (int64_t)size);
}

static PyDataMem_Handler memory = {
    "pycc", 1, {NULL, memory_new, memory_zeros, memory_resize, memory_keep}};

enum { LARGE = 1 << 20 /* bytes: smaller blocks malloc has at hand */ };

static void name_keeper(PyArrayObject *a, const struct pycc_buffer *owner) {
    if (owner->size >= LARGE && owner->size == PyArray_NBYTES(a)) {
        PyObject *keeper = PyCapsule_New(&memory, "mem_handler", NULL);
        if (!keeper) {
            PyErr_Clear(); /* free() will do */
        }
        ((PyArrayObject_fields *)a)->mem_handler = keeper;
    }
}

/* Makes a the owner of its memory or gives it a base that is. Takes over the value's reference. */
static bool set_owner(PyArrayObject *a, struct pycc_buffer *owner) {
    bool whole = owner->data == PyArray_BYTES(a) && PyArray_SIZE(a) > 0 &&
                 (PyArray_IS_C_CONTIGUOUS(a) || PyArray_IS_F_CONTIGUOUS(a)) &&
                 (owner->data != pycc_behind(owner) || PyArray_NBYTES(a) <= FEW);
    if (whole && __atomic_load_n(&owner->refs, __ATOMIC_ACQUIRE) == 1) {
        char *data = own_memory(a, owner);
        if (!data) {
            pycc_release(owner);
            PyErr_NoMemory();
            return false;
        }
        ((PyArrayObject_fields *)a)->data = data;
        PyArray_ENABLEFLAGS(a, NPY_ARRAY_OWNDATA);
        name_keeper(a, owner);
        free(owner);
        return true;
    }
    owner->pool = NULL; /* it outlives the call */
    PyObject *capsule = PyCapsule_New(owner, BUFFER_NAME, release_capsule);
    if (!capsule) {
        pycc_release(owner);
        return false;
    }
    return PyArray_SetBaseObject(a, capsule) == 0; /* steals, also on failure */
}

/* Does an element stand at several indices? Such an array must not be written. */
static bool repeats(const struct pycc_type *t, const int64_t *shape, const int64_t *stride) {
    bool found = false;
    for (int i = 0; i < t->rank; ++i) {
        found |= shape[i] > 1 && stride[i] == 0;
    }
    return found;
}

static PyObject *array_result(const struct pycc_type *t, union pycc_value *v) {
    struct pycc_buffer *owner = v->a8.owner;
    PyObject *object = lender(v);
    if (is_argument(t, v)) {
        Py_INCREF(object);
        pycc_release(owner);
        return object;
    }
    int64_t *shape = v->a8.shape, *stride = shape + (t->rank > 0 ? t->rank : 1);
    bool writable =
        (!object || PyArray_ISWRITEABLE((PyArrayObject *)object)) && !repeats(t, shape, stride);
    PyArray_Descr *descr = glue_descr(t->dtype);
    PyArrayObject *a = (PyArrayObject *)PyArray_NewFromDescr(
        &PyArray_Type, descr, t->rank, (npy_intp *)shape, (npy_intp *)stride, v->a8.data,
        writable ? NPY_ARRAY_WRITEABLE : 0, NULL);
    if (!a || !owner) {
        pycc_release(owner);
        return (PyObject *)a;
    }
    bool ok = object ? PyArray_SetBaseObject(a, Py_NewRef(object)) == 0 : set_owner(a, owner);
    if (object) {
        pycc_release(owner);
    }
    if (!ok) {
        Py_CLEAR(a);
    }
    return (PyObject *)a;
}

/* ---- any type */

static void drop(const struct pycc_type *t, union pycc_value **next) {
    if (t->kind == PYCC_ARRAY || t->kind == PYCC_LIST) {
        pycc_release(t->kind == PYCC_LIST ? (*next)->list.owner : (*next)->a8.owner);
    }
    for (int i = 0; t->kind == PYCC_TUPLE && i < t->n; ++i) {
        drop(t->item[i], next);
    }
    *next += t->kind == PYCC_ARRAY || t->kind == PYCC_SCALAR || t->kind == PYCC_LIST;
}

void glue_drop(const struct pycc_type *t, union pycc_value *value) {
    drop(t, &value);
}

static PyObject *result(const struct pycc_type *t, union pycc_value **next);

/* Consumes all leaves, whatever fails. */
static PyObject *tuple_result(const struct pycc_type *t, union pycc_value **next) {
    PyObject *tuple = PyTuple_New(t->n);
    for (int i = 0; i < t->n; ++i) {
        PyObject *item = tuple ? result(t->item[i], next) : NULL;
        if (!tuple) {
            drop(t->item[i], next);
        } else if (item) {
            PyTuple_SET_ITEM(tuple, i, item);
        } else {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

/* The key of the record that columns are in: frontend/prelude/copperhead_sequences.py. */
static const char COLUMNS[] = "columns of tuples";

/* Copperhead's sequence of tuples, which holds a sequence for each place in them. */
static PyObject *tuples_result(PyObject *values) {
    PyObject *module = PyImport_ImportModule("pycc._sequences");
    PyObject *made =
        module ? PyObject_CallMethod(module, "Tuples", "(O)", PyTuple_GET_ITEM(values, 0)) : NULL;
    Py_XDECREF(module);
    Py_DECREF(values);
    return made;
}

/* Consumes all leaves, whatever fails. */
static PyObject *dict_result(const struct pycc_type *t, union pycc_value **next) {
    PyObject *values = tuple_result(t, next);
    if (values && strcmp(t->keys, COLUMNS) == 0) {
        return tuples_result(values);
    }
    PyObject *dict = values ? PyDict_New() : NULL;
    const char *key = t->keys;
    for (int i = 0; dict && i < t->n; ++i) {
        size_t length = strcspn(key, "\x1f");
        PyObject *name = PyUnicode_FromStringAndSize(key, (Py_ssize_t)length);
        if (!name || PyDict_SetItem(dict, name, PyTuple_GET_ITEM(values, i)) != 0) {
            Py_CLEAR(dict);
        }
        Py_XDECREF(name);
        key += length + 1;
    }
    Py_XDECREF(values);
    return dict;
}

static PyObject *optional_result(const struct pycc_type *t, union pycc_value **next) {
    if ((*next)++->b) {
        return result(t->item[1], next);
    }
    drop(t->item[1], next);
    Py_RETURN_NONE;
}

/* One of several types. */
static PyObject *either_result(const struct pycc_type *t, union pycc_value **next) {
    union pycc_value *value = *next, *text = value + PYCC_EITHER_TEXT - 1;
    int64_t kind = value[0].i64;
    *next += 4;
    if (kind == PYCC_EITHER_TEXT) {
        return glue_str_result(text);
    }
    glue_drop(t->item[3], text);
    return kind == PYCC_EITHER_BOOL    ? PyBool_FromLong(value[1].i64 != 0)
           : kind == PYCC_EITHER_INT   ? PyLong_FromLongLong(value[1].i64)
           : kind == PYCC_EITHER_FLOAT ? PyFloat_FromDouble(value[2].f64)
                                       : Py_NewRef(Py_None);
}

/* The generator that was passed in. */
static PyObject *generator_result(union pycc_value **next) {
    struct pycc_buffer *owner = (*next)++->a8.owner;
    PyObject *o = Py_NewRef((PyObject *)owner->object);
    pycc_release(owner);
    return o;
}

static PyObject *result(const struct pycc_type *t, union pycc_value **next) {
    if (glue_names_generator(t)) {
        return generator_result(next);
    }
    switch (t->kind) {
    case PYCC_SCALAR:
        return scalar_result(t->dtype, (*next)++);
    case PYCC_ARRAY:
        return glue_names_str(t) ? glue_str_result((*next)++) : array_result(t, (*next)++);
    case PYCC_TUPLE:
        if (glue_names_nested(t)) {
            return glue_nested_result(tuple_result(t, next));
        }
        if (glue_names_records(t)) {
            return glue_records_made(t, tuple_result(t, next));
        }
        if (t->either) {
            return either_result(t, next);
        }
        if (t->optional || t->late) {
            return optional_result(t, next);
        }
        if (t->class_) {
            return glue_named_made(t, tuple_result(t, next));
        }
        return t->keys ? dict_result(t, next) : tuple_result(t, next);
    case PYCC_LIST:
        return glue_list_result(t, (*next)++);
    case PYCC_NONE:
        break;
    }
    Py_RETURN_NONE;
}

PyObject *glue_result(const struct pycc_type *t, union pycc_value *value) {
    return result(t, &value);
}
