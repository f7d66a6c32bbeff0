/* One Python object -> the C values of one parameter, and how well it fits.
 *
 * Scalars: an object is classified as one of the dtypes (Python's classes are the weak ones,
 * NumPy's scalars the strong ones), and scalar_distance is the table of accepted conversions. No
 * conversion loses the kind or, between NumPy's own types, the precision. Arrays: only ndarray and
 * memmap, of exactly the dtype and rank, any strides; other subclasses change the meaning of
 * operators. */
#include "glue.h"

#define N_STRONG (PYCC_C128 + 1)

static const int typenum[] = {
    [PYCC_BOOL] = NPY_BOOL,          [PYCC_I8] = NPY_INT8,         [PYCC_I16] = NPY_INT16,
    [PYCC_I32] = NPY_INT32,          [PYCC_I64] = NPY_INT64,       [PYCC_U8] = NPY_UINT8,
    [PYCC_U16] = NPY_UINT16,         [PYCC_U32] = NPY_UINT32,      [PYCC_U64] = NPY_UINT64,
    [PYCC_F16] = NPY_FLOAT16,        [PYCC_F32] = NPY_FLOAT32,     [PYCC_F64] = NPY_FLOAT64,
    [PYCC_C64] = NPY_COMPLEX64,      [PYCC_C128] = NPY_COMPLEX128, [PYCC_CHAR] = NPY_UINT32,
    [PYCC_PYBOOL] = NPY_BOOL,        [PYCC_INT] = NPY_INT64,       [PYCC_FLOAT] = NPY_FLOAT64,
    [PYCC_COMPLEX] = NPY_COMPLEX128,
};

int glue_typenum(enum pycc_dtype d) {
    return typenum[d];
}

/* The type number that stands for n among the types of equal layout (long and long long). */
static int canonical(int n) {
    switch (n) {
    case NPY_LONGLONG:
        return NPY_INT64;
    case NPY_ULONGLONG:
        return NPY_UINT64;
    default:
        return n;
    }
}

bool glue_has_dtype(PyArrayObject *a, enum pycc_dtype d) {
    return glue_is_time(d) ? glue_time_class(PyArray_DESCR(a)) == (int)d
                           : canonical(PyArray_TYPE(a)) == typenum[d];
}

/* ---- scalars */

static int strong_class(PyObject *o) {
    PyArray_Descr *descr = PyArray_DescrFromScalar(o);
    if (!descr) {
        PyErr_Clear();
        return -1;
    }
    int n = canonical(descr->type_num), time = glue_time_class(descr);
    Py_DECREF(descr);
    for (int d = 0; d < N_STRONG; ++d) {
        if (typenum[d] == n) {
            return d;
        }
    }
    return time;
}

/* The enum pycc_dtype that describes an object; -1 when it is no scalar of ours. */
static int scalar_class(PyObject *o) {
    if (PyFloat_CheckExact(o)) {
        return PYCC_FLOAT;
    }
    if (Py_TYPE(o) == &PyDoubleArrType_Type) {
        return PYCC_F64;
    }
    if (PyBool_Check(o)) {
        return PYCC_PYBOOL;
    }
    if (PyLong_Check(o)) {
        return PYCC_INT;
    }
    if (PyArray_IsScalar(o, Generic)) {
        return strong_class(o);
    }
    return PyFloat_Check(o) ? PYCC_FLOAT : PyComplex_Check(o) ? PYCC_COMPLEX : -1;
}

static bool is_strong_int(int d) {
    return d >= PYCC_I8 && d <= PYCC_U64;
}

/* A distance by the kind of what comes: Python's bool, int, float and complex; -1 never fits. */
static int weak_distance(int from, int pybool, int pyint, int pyfloat, int pycomplex) {
    switch (from) {
    case PYCC_PYBOOL:
        return pybool;
    case PYCC_INT:
        return pyint;
    case PYCC_FLOAT:
        return pyfloat;
    case PYCC_COMPLEX:
        return pycomplex;
    default:
        return -1;
    }
}

/* Does an integer type hold every value of another one? */
static bool holds(int to, int from) {
    bool to_signed = to <= PYCC_I64, from_signed = from <= PYCC_I64;
    int to_size = to_signed ? to - PYCC_I8 : to - PYCC_U8;
    int from_size = from_signed ? from - PYCC_I8 : from - PYCC_U8;
    return to_signed == from_signed ? to_size >= from_size : to_signed && to_size > from_size;
}

/* To NumPy's integer types. The choice must not depend on the value where another overload is
 * sure to hold it. */
static int integer_distance(int from, enum pycc_dtype to) {
    if (is_strong_int(from)) {
        return holds(to, from) ? 1 : 2;
    }
    return to == PYCC_I64 ? weak_distance(from, 2, 1, -1, -1) : weak_distance(from, 3, 2, -1, -1);
}

/* Conversions of scalars that a parameter accepts: 0 the very type, more the farther; -1 never. */
static int scalar_distance(int from, enum pycc_dtype to) {
    if (from == (int)to) {
        return 0;
    }
    switch (to) {
    case PYCC_BOOL:
        return from == PYCC_PYBOOL ? 1 : -1;
    case PYCC_PYBOOL:
        return from == PYCC_BOOL ? 1 : -1;
    case PYCC_INT:
        return is_strong_int(from) ? 1 : weak_distance(from, 2, 0, -1, -1);
    case PYCC_F16:
        return weak_distance(from, 6, 5, 3, -1);
    case PYCC_F32:
        return from == PYCC_F16 ? 1 : weak_distance(from, 5, 4, 2, -1);
    case PYCC_F64:
        return from == PYCC_F16      ? 2
               : from == PYCC_F32    ? 1
               : is_strong_int(from) ? 3
                                     : weak_distance(from, 4, 3, 1, -1);
    case PYCC_FLOAT:
        return from == PYCC_F64 ? 1 : weak_distance(from, 4, 3, 0, -1);
    case PYCC_C64:
        return from == PYCC_F16 || from == PYCC_F32 ? 3 : weak_distance(from, 6, 5, 4, 2);
    case PYCC_C128:
        if (from == PYCC_C64) {
            return 1;
        }
        return from >= PYCC_F16 && from <= PYCC_F64 ? 2
               : is_strong_int(from)                ? 4
                                                    : weak_distance(from, 5, 4, 2, 1);
    case PYCC_COMPLEX:
        return from == PYCC_C128 ? 1 : from == PYCC_F64 ? 2 : weak_distance(from, 5, 4, 2, 0);
    default:
        return glue_is_time(to) ? -1 : integer_distance(from, to);
    }
}

static enum glue_fit store_u64(PyObject *o, union pycc_value *value) {
    PyObject *index = PyNumber_Index(o);
    if (!index) {
        return GLUE_RAISED;
    }
    value->u64 = PyLong_AsUnsignedLongLong(index);
    Py_DECREF(index);
    if (value->u64 == UINT64_MAX && PyErr_Occurred()) {
        PyErr_Clear();
        return GLUE_RANGE;
    }
    return GLUE_FITS;
}

static enum glue_fit store_integer(enum pycc_dtype d, PyObject *o, union pycc_value *value) {
    int overflow;
    int64_t x = PyLong_AsLongLongAndOverflow(o, &overflow);
    if (x == -1 && !overflow && PyErr_Occurred()) {
        return GLUE_RAISED;
    }
    if (d == PYCC_U64) {
        return overflow > 0 ? store_u64(o, value) : (value->i64 = x) < 0 ? GLUE_RANGE : GLUE_FITS;
    }
    bool fits = !overflow;
    switch (d) {
    case PYCC_I8:
        fits = fits && (value->i8 = (int8_t)x) == x;
        break;
    case PYCC_I16:
        fits = fits && (value->i16 = (int16_t)x) == x;
        break;
    case PYCC_I32:
        fits = fits && (value->i32 = (int32_t)x) == x;
        break;
    case PYCC_U8:
        fits = fits && (value->u8 = (uint8_t)x) == x;
        break;
    case PYCC_U16:
        fits = fits && (value->u16 = (uint16_t)x) == x;
        break;
    case PYCC_U32:
        fits = fits && (value->u32 = (uint32_t)x) == x;
        break;
    default:
        value->i64 = x;
    }
    return fits ? GLUE_FITS : GLUE_RANGE;
}

static enum glue_fit store_complex(enum pycc_dtype d, PyObject *o, union pycc_value *value) {
    Py_complex x = PyComplex_AsCComplex(o);
    if (x.real == -1.0 && PyErr_Occurred()) {
        return GLUE_RAISED;
    }
    if (d == PYCC_C64) {
        float part[2] = {(float)x.real, (float)x.imag};
        memcpy(&value->c64, part, sizeof part);
    } else {
        double part[2] = {x.real, x.imag};
        memcpy(&value->c128, part, sizeof part);
    }
    return GLUE_FITS;
}

/* np.float64 is a subclass of float; ints need not become one first. */
static double as_double(PyObject *o) {
    return PyFloat_Check(o)  ? PyFloat_AS_DOUBLE(o)
           : PyLong_Check(o) ? PyLong_AsDouble(o)
                             : PyFloat_AsDouble(o);
}

static enum glue_fit store_float(enum pycc_dtype d, PyObject *o, union pycc_value *value) {
    double x = as_double(o);
    if (x == -1.0 && PyErr_Occurred()) {
        return GLUE_RAISED;
    }
    if (d == PYCC_F16) {
        value->f16 = pycc_f16_f64(x);
    } else if (d == PYCC_F32) {
        value->f32 = (float)x;
    } else {
        value->f64 = x;
    }
    return GLUE_FITS;
}

/* An object that scalar_distance accepts. */
static enum glue_fit store_scalar(enum pycc_dtype d, PyObject *o, union pycc_value *value) {
    switch (d) {
    case PYCC_BOOL:
    case PYCC_PYBOOL:
        value->b = o == Py_True || o == PyArrayScalar_True;
        return GLUE_FITS;
    case PYCC_F16:
    case PYCC_F32:
    case PYCC_F64:
    case PYCC_FLOAT:
        return store_float(d, o, value);
    case PYCC_C64:
    case PYCC_C128:
    case PYCC_COMPLEX:
        return store_complex(d, o, value);
    default:
        if (glue_is_time(d)) {
            PyArray_ScalarAsCtype(o, &value->i64);
            return GLUE_FITS;
        }
        return store_integer(d, o, value);
    }
}

static enum glue_fit convert_scalar(enum pycc_dtype d, PyObject *o, union pycc_value *value) {
    if (PyLong_CheckExact(o) && (d == PYCC_INT || d == PYCC_I64)) {
        return store_integer(d, o, value);
    }
    int from = scalar_class(o);
    return from < 0 || scalar_distance(from, d) < 0 ? GLUE_TYPE : store_scalar(d, o, value);
}

/* ---- arrays */

/* The subclasses that only say where the memory is. */
static bool is_memmap(PyObject *o) {
    if (!PyArray_Check(o)) {
        return false;
    }
    PyObject *numpy = PyImport_ImportModule("numpy");
    PyObject *memmap = numpy ? PyObject_GetAttrString(numpy, "memmap") : NULL;
    bool is = memmap && (PyObject *)Py_TYPE(o) == memmap;
    Py_XDECREF(numpy);
    Py_XDECREF(memmap);
    PyErr_Clear();
    return is;
}

/* Do two elements share memory? Each axis, by rising strides, must step over all of those before;
 * arrays that are woven from others otherwise count as overlapping. */
static bool overlaps_itself(PyArrayObject *a) {
    if (PyArray_IS_C_CONTIGUOUS(a) || PyArray_IS_F_CONTIGUOUS(a) || PyArray_SIZE(a) == 0) {
        return false;
    }
    int n = PyArray_NDIM(a);
    npy_intp reach = PyArray_ITEMSIZE(a);
    unsigned seen = 0;
    for (int i = 0; i < n; ++i) {
        int least = -1;
        for (int k = 0; k < n; ++k) {
            bool open = !(seen >> k & 1u) && PyArray_DIM(a, k) > 1;
            if (open &&
                (least < 0 || Py_ABS(PyArray_STRIDE(a, k)) < Py_ABS(PyArray_STRIDE(a, least)))) {
                least = k;
            }
        }
        if (least < 0) {
            return false;
        }
        npy_intp stride = Py_ABS(PyArray_STRIDE(a, least));
        if (stride < reach) {
            return true;
        }
        seen |= 1u << least;
        reach += stride * (PyArray_DIM(a, least) - 1);
    }
    return false;
}

static enum glue_fit array_fit(const struct pycc_type *t, PyObject *o) {
    if (PYCC_UNLIKELY(!PyArray_CheckExact(o)) && !is_memmap(o)) {
        return GLUE_TYPE;
    }
    PyArrayObject *a = (PyArrayObject *)o;
    if (PyArray_NDIM(a) != t->rank || !glue_has_dtype(a, t->dtype) || !PyArray_ISNOTSWAPPED(a)) {
        return GLUE_TYPE;
    }
    if ((t->layout == 'C' && !PyArray_IS_C_CONTIGUOUS(a)) ||
        (t->layout == 'F' && !PyArray_IS_F_CONTIGUOUS(a))) {
        return GLUE_LAYOUT;
    }
    if (t->written && !PyArray_ISWRITEABLE(a)) {
        return GLUE_READONLY;
    }
    return t->whole && overlaps_itself(a) ? GLUE_OVERLAP : GLUE_FITS;
}

/* All ranks have data and owner first, then shape, then strides. */
static enum glue_fit convert_array(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                                   struct pycc_buffer *buffer) {
    enum glue_fit fit = array_fit(t, o);
    if (fit != GLUE_FITS) {
        return fit;
    }
    PyArrayObject *a = (PyArrayObject *)o;
    *buffer = (struct pycc_buffer){.refs = 1, .data = NULL, .object = o};
    value->a8.data = PyArray_BYTES(a);
    value->a8.owner = buffer;
    int64_t *shape = value->a8.shape, *stride = shape + (t->rank > 0 ? t->rank : 1);
    for (int i = 0; i < t->rank; ++i) {
        shape[i] = PyArray_DIM(a, i);
        stride[i] = PyArray_STRIDE(a, i);
        if (shape[i] > PYCC_MAX_EXTENT) {
            PyErr_Format(PyExc_ValueError, "an axis of %lld elements: compiled code takes 2**48",
                         (long long)shape[i]);
            return GLUE_RAISED;
        }
    }
    return GLUE_FITS;
}

/* ---- any type */

int glue_leaves(const struct pycc_type *t) {
    int n = t->kind == PYCC_SCALAR || t->kind == PYCC_ARRAY || t->kind == PYCC_LIST;
    for (int i = 0; t->kind == PYCC_TUPLE && i < t->n; ++i) {
        n += glue_leaves(t->item[i]);
    }
    return n;
}

static bool is_tuple_of(const struct pycc_type *t, PyObject *o) {
    bool of_class = !t->class_ || (void *)Py_TYPE(o) == *t->class_;
    return of_class && PyTuple_Check(o) && PyTuple_GET_SIZE(o) == t->n;
}

static bool glue_is_generator(PyObject *o);

/* A value or None: whether there is one stands before it. */
static enum glue_fit convert_optional(const struct pycc_type *t, PyObject *o,
                                      union pycc_value *value, struct glue_given *given) {
    value->b = o != Py_None;
    if (value->b) {
        return glue_convert(t->item[1], o, value + 1, NULL, given);
    }
    memset(value + 1, 0, sizeof(*value) * (size_t)glue_leaves(t->item[1]));
    return GLUE_FITS;
}

/* A value of several types: which, and what it is as an int, a float, a text. */
static enum glue_fit convert_either(PyObject *o, union pycc_value *value) {
    PyObject *none = PyUnicode_FromStringAndSize(NULL, 0);
    PyObject *text = PyUnicode_Check(o) ? o : none;
    int too_large = 0;
    value[0].i64 = o == Py_None         ? PYCC_EITHER_NONE
                   : PyBool_Check(o)    ? PYCC_EITHER_BOOL
                   : PyLong_Check(o)    ? PYCC_EITHER_INT
                   : PyFloat_Check(o)   ? PYCC_EITHER_FLOAT
                   : PyUnicode_Check(o) ? PYCC_EITHER_TEXT
                                        : -1;
    value[1].i64 = PyLong_Check(o) ? PyLong_AsLongLongAndOverflow(o, &too_large) : 0;
    value[2].f64 = PyFloat_Check(o) ? PyFloat_AS_DOUBLE(o) : 0;
    enum glue_fit fit = !none              ? GLUE_RAISED
                        : too_large        ? GLUE_RANGE
                        : value[0].i64 < 0 ? GLUE_TYPE
                                           : glue_str_convert(text, value + 3);
    Py_XDECREF(none);
    return fit;
}

/* A generator stands in an array without axes that borrows from it; its byte is never read. */
static enum glue_fit convert_generator(PyObject *o, union pycc_value *value,
                                       struct pycc_buffer *buffer) {
    if (!glue_is_generator(o)) {
        return PyErr_Occurred() ? GLUE_RAISED : GLUE_TYPE;
    }
    *buffer = (struct pycc_buffer){.refs = 1, .data = NULL, .object = o};
    value->a8.data = (char *)o;
    value->a8.owner = buffer;
    return GLUE_FITS;
}

bool glue_names_generator(const struct pycc_type *t) {
    return t->kind == PYCC_TUPLE && t->keys && strcmp(t->keys, "numpy.random.Generator") == 0;
}

static bool glue_is_generator(PyObject *o) {
    PyObject *random = PyImport_ImportModule("numpy.random");
    static const char *const name[] = {"Generator", "RandomState"};
    int is = 0;
    for (int i = 0; random && i < 2 && is == 0; ++i) {
        PyObject *class = PyObject_GetAttrString(random, name[i]);
        is = class ? PyObject_IsInstance(o, class) : -1;
        Py_XDECREF(class);
    }
    Py_XDECREF(random);
    return is > 0;
}

/* An array that the call borrows, or that its value holds a reference to. */
static enum glue_fit take_or_borrow(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                                    struct pycc_buffer *buffer) {
    struct pycc_buffer lent;
    enum glue_fit fit = convert_array(t, o, value, buffer ? buffer : &lent);
    bool borrowed = buffer || fit != GLUE_FITS;
    return borrowed || glue_take_array(t, o, value) ? fit : GLUE_RAISED;
}

/* A member of an enumeration is a tuple of its value. */
static enum glue_fit convert_member(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                                    struct glue_given *given) {
    PyObject *held = PyObject_GetAttrString(o, "value");
    enum glue_fit fit = held ? glue_convert(t->item[0], held, value, NULL, given) : GLUE_RAISED;
    Py_XDECREF(held);
    return fit;
}

static enum glue_fit convert_tuple(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                                   struct glue_given *given) {
    union pycc_value *next = value;
    if (t->class_ && (void *)Py_TYPE(o) == *t->class_ && !PyTuple_Check(o)) {
        return convert_member(t, o, value, given);
    }
    if (!is_tuple_of(t, o)) {
        return GLUE_TYPE;
    }
    for (int i = 0; i < t->n; ++i) {
        enum glue_fit fit = glue_convert(t->item[i], PyTuple_GET_ITEM(o, i), next, NULL, given);
        for (int k = 0; fit != GLUE_FITS && k < i; ++k) {
            glue_drop(t->item[k], value);
            value += glue_leaves(t->item[k]);
        }
        if (fit != GLUE_FITS) {
            return fit;
        }
        next += glue_leaves(t->item[i]);
    }
    return GLUE_FITS;
}

enum glue_fit glue_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                           struct pycc_buffer *buffer, struct glue_given *given) {
    switch (t->kind) {
    case PYCC_SCALAR:
        return convert_scalar(t->dtype, o, value);
    case PYCC_ARRAY:
        return glue_names_str(t) ? glue_str_convert(o, value) : take_or_borrow(t, o, value, buffer);
    case PYCC_NONE:
        return o == Py_None ? GLUE_FITS : GLUE_TYPE;
    case PYCC_LIST:
        return glue_list_convert(t, o, value, given);
    case PYCC_TUPLE:
        break;
    }
    if (glue_names_generator(t)) {
        return buffer                             ? convert_generator(o, value, buffer)
               : glue_take_generator(t, o, value) ? GLUE_FITS
               : PyErr_Occurred()                 ? GLUE_RAISED
                                                  : GLUE_TYPE;
    }
    if (glue_names_nested(t)) {
        return glue_nested_convert(t, o, value);
    }
    if (glue_names_records(t)) {
        return glue_records_convert(t, o, value);
    }
    if (glue_names_sparse(t)) {
        return glue_sparse_convert(t, o, value);
    }
    if (t->either) {
        return convert_either(o, value);
    }
    return t->optional ? convert_optional(t, o, value, given) : convert_tuple(t, o, value, given);
}

static int distance_of_scalar(enum pycc_dtype d, PyObject *o, enum glue_fit *why) {
    union pycc_value value;
    int from = scalar_class(o), distance = from < 0 ? -1 : scalar_distance(from, d);
    *why = distance < 0 ? GLUE_TYPE : store_scalar(d, o, &value);
    if (*why == GLUE_RAISED) { /* an int too large for a float */
        PyErr_Clear();
        *why = GLUE_RANGE;
    }
    return *why == GLUE_FITS ? distance : -1;
}

static int distance_of_tuple(const struct pycc_type *t, PyObject *o, enum glue_fit *why) {
    *why = GLUE_TYPE;
    if (!is_tuple_of(t, o)) {
        return -1;
    }
    int sum = 0;
    for (int i = 0; i < t->n; ++i) {
        int distance = glue_distance(t->item[i], PyTuple_GET_ITEM(o, i), why);
        if (distance < 0) {
            return -1;
        }
        sum += distance;
    }
    return sum;
}

int glue_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why) {
    *why = GLUE_FITS;
    switch (t->kind) {
    case PYCC_SCALAR:
        return distance_of_scalar(t->dtype, o, why);
    case PYCC_ARRAY:
        if (glue_names_str(t)) {
            *why = PyUnicode_Check(o) ? GLUE_FITS : GLUE_TYPE;
            return *why == GLUE_FITS ? 0 : -1;
        }
        *why = array_fit(t, o);
        return *why != GLUE_FITS ? -1 : t->layout ? 0 : 1;
    case PYCC_NONE:
        *why = o == Py_None ? GLUE_FITS : GLUE_TYPE;
        return o == Py_None ? 0 : -1;
    case PYCC_LIST:
        return glue_list_distance(t, o, why);
    case PYCC_TUPLE:
        break;
    }
    if (glue_names_generator(t)) {
        *why = glue_is_generator(o) ? GLUE_FITS : GLUE_TYPE;
        return *why == GLUE_FITS ? 0 : -1;
    }
    if (glue_names_records(t)) {
        return glue_records_distance(t, o, why);
    }
    if (glue_names_sparse(t)) {
        return glue_sparse_distance(t, o, why);
    }
    if (t->either) {
        bool one = o == Py_None || PyLong_Check(o) || PyFloat_Check(o) || PyUnicode_Check(o);
        *why = one ? GLUE_FITS : GLUE_TYPE;
        return one ? 0 : -1;
    }
    if (t->optional) {
        *why = GLUE_FITS;
        return o == Py_None ? 0 : glue_distance(t->item[1], o, why);
    }
    return glue_names_nested(t) ? glue_nested_distance(t, o, why) : distance_of_tuple(t, o, why);
}
