/* Which signature a call means, and the words when it fits none.
 *
 * The overload with the smallest sum of distances is taken, the first one among equals: an exact
 * match has distance 0. Messages name the parameter, what came, what was expected and what to do,
 * and list the accepted signatures. */
#include "glue.h"

/* Sum of the distances of all arguments, -1 when one does not fit: then *at and *why say which. */
static int overload_distance(const struct pycc_overload *o, int n, PyObject *const *arg, int *at,
                             enum glue_fit *why) {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        int distance = glue_distance(o->param[i], arg[i], why);
        if (distance < 0) {
            *at = i;
            return -1;
        }
        sum += distance;
    }
    return sum;
}

/* ---- descriptions: new references to str, NULL on failure */

static const char *const dtype_name[] = {
    "bool_", "i8",    "i16",     "i32", "i64", "u8",   "u16", "u32",
    "u64",   "f16",   "f32",     "f64", "c64", "c128", "str", [PYCC_PYBOOL] = "bool",
    "int",   "float", "complex",
};

/* "f64", or for dates what is written into place. */
static const char *name_of(enum pycc_dtype d, char *place) {
    if (glue_is_time(d)) {
        glue_time_name(d, place);
        return place;
    }
    return dtype_name[d];
}

static PyObject *describe_array_type(const struct pycc_type *t) {
    if (glue_names_str(t)) {
        return PyUnicode_FromString("str");
    }
    char axes[GLUE_MAX_RANK * 5 + 1], *end = axes, name[GLUE_TIME_NAME];
    for (int i = 0; i < t->rank; ++i) {
        bool unit = (t->layout == 'C' && i == t->rank - 1) || (t->layout == 'F' && i == 0);
        end += sprintf(end, "%s%s", i > 0 ? ", " : "", unit ? "::1" : ":");
    }
    *end = '\0';
    return PyUnicode_FromFormat("%s[%s]", name_of(t->dtype, name), t->rank > 0 ? axes : "()");
}

static PyObject *describe_tuple_type(const struct pycc_type *t) {
    PyObject *s = PyUnicode_FromString("tuple[");
    for (int i = 0; s && i < t->n; ++i) {
        PyObject *item = glue_describe(t->item[i]);
        PyObject *longer = item ? PyUnicode_FromFormat("%U%s%U", s, i > 0 ? ", " : "", item) : NULL;
        Py_XDECREF(item);
        Py_SETREF(s, longer);
    }
    PyObject *all = s ? PyUnicode_FromFormat("%U]", s) : NULL;
    Py_XDECREF(s);
    return all;
}

/* dict[str, int], set[float], tuple[int, ...], bytes */
static PyObject *describe_container_type(const struct pycc_type *t) {
    const struct pycc_type *const *attribute = t->item[0]->item;
    if (strncmp(t->keys, "{tuple}", 7) == 0) {
        PyObject *item = glue_describe(attribute[0]->item[0]);
        PyObject *s = item ? PyUnicode_FromFormat("tuple[%U, ...]", item) : NULL;
        Py_XDECREF(item);
        return s;
    }
    if (strncmp(t->keys, "{dict}", 6) != 0 && strncmp(t->keys, "{set}", 5) != 0 &&
        strncmp(t->keys, "{frozenset}", 11) != 0 && strncmp(t->keys, "{counter}", 9) != 0 &&
        strncmp(t->keys, "{defaultdict_", 13) != 0) {
        return PyUnicode_FromStringAndSize(t->keys + 1, (Py_ssize_t)strcspn(t->keys, "}") - 1);
    }
    bool dict = attribute[3]->kind == PYCC_LIST;
    PyObject *key = glue_describe(attribute[2]->item[0]), *s = NULL;
    PyObject *value = dict ? glue_describe(attribute[3]->item[0]) : NULL;
    if (key && (value || !dict)) {
        s = dict ? PyUnicode_FromFormat("dict[%U, %U]", key, value)
                 : PyUnicode_FromFormat(
                       strncmp(t->keys, "{frozenset}", 11) == 0 ? "frozenset[%U]" : "set[%U]", key);
    }
    Py_XDECREF(key);
    Py_XDECREF(value);
    return s;
}

static PyObject *describe_instance_type(const struct pycc_type *t) {
    return PyUnicode_FromStringAndSize(t->keys, (Py_ssize_t)strcspn(t->keys, "\x1f"));
}

static PyObject *describe_list_type(const struct pycc_type *t) {
    if (t->class_) {
        return describe_instance_type(t);
    }
    if (glue_names_container(t)) {
        return describe_container_type(t);
    }
    PyObject *item = glue_describe(t->item[0]);
    PyObject *list = item ? PyUnicode_FromFormat("list[%U]", item) : NULL;
    Py_XDECREF(item);
    return list;
}

/* nested[float64], nested[float64[:], int32] */
static PyObject *describe_nested_type(const struct pycc_type *t) {
    struct pycc_type item = *t->item[0];
    item.rank -= item.kind == PYCC_ARRAY;
    item.kind = item.kind == PYCC_ARRAY && item.rank == 0 ? PYCC_SCALAR : item.kind;
    PyObject *rows = glue_describe(&item);
    const char *offsets = t->item[1]->dtype == PYCC_I32 ? ", int32" : "";
    PyObject *s = rows ? PyUnicode_FromFormat("nested[%U%s]", rows, offsets) : NULL;
    Py_XDECREF(rows);
    return s;
}

static PyObject *describe_optional_type(const struct pycc_type *t) {
    PyObject *value = glue_describe(t->item[1]);
    PyObject *s = value ? PyUnicode_FromFormat("%U | None", value) : NULL;
    Py_XDECREF(value);
    return s;
}

/* csr_array[float64], csr_array[float64, int64] */
static PyObject *describe_sparse_type(const struct pycc_type *t) {
    const char *at = t->item[1]->dtype == PYCC_I64 ? ", int64" : "";
    PyObject *name = describe_instance_type(t);
    PyObject *last = name ? PyUnicode_Substring(name, 13, PyUnicode_GET_LENGTH(name)) : NULL;
    PyObject *s =
        last ? PyUnicode_FromFormat("%U[%s%s]", last, dtype_name[t->item[0]->dtype], at) : NULL;
    Py_XDECREF(last);
    Py_XDECREF(name);
    return s;
}

PyObject *glue_describe(const struct pycc_type *t) {
    char name[GLUE_TIME_NAME];
    switch (t->kind) {
    case PYCC_SCALAR:
        return PyUnicode_FromString(name_of(t->dtype, name));
    case PYCC_ARRAY:
        return describe_array_type(t);
    case PYCC_TUPLE:
        if (glue_names_nested(t)) {
            return describe_nested_type(t);
        }
        if (t->class_) {
            return glue_names_sparse(t) ? describe_sparse_type(t) : describe_instance_type(t);
        }
        if (t->either) {
            return PyUnicode_FromString("int | float | str | None");
        }
        if (t->optional) {
            return describe_optional_type(t);
        }
        if (glue_names_records(t)) {
            return glue_records_describe(t);
        }
        return t->keys ? PyUnicode_FromString(glue_names_generator(t) ? t->keys : "dict")
                       : describe_tuple_type(t);
    case PYCC_LIST:
        return describe_list_type(t);
    case PYCC_NONE:
        break;
    }
    return PyUnicode_FromString("None");
}

/* "list", "numpy.matrix", "decimal.Decimal": builtins without their module. */
static PyObject *describe_class(PyTypeObject *type) {
    PyObject *module = PyObject_GetAttrString((PyObject *)type, "__module__");
    PyObject *name = module ? PyObject_GetAttrString((PyObject *)type, "__qualname__") : NULL;
    PyObject *s = NULL;
    if (name) {
        bool builtin =
            PyUnicode_Check(module) && PyUnicode_CompareWithASCIIString(module, "builtins") == 0;
        s = builtin ? Py_NewRef(name) : PyUnicode_FromFormat("%S.%S", module, name);
    }
    Py_XDECREF(module);
    Py_XDECREF(name);
    return s;
}

static PyObject *describe_array(PyArrayObject *a) {
    char axes[NPY_MAXDIMS * 3 + 1] = "", *end = axes;
    int rank = PyArray_NDIM(a);
    for (int i = 0; i < rank && i < NPY_MAXDIMS; ++i) {
        end += sprintf(end, "%s:", i > 0 ? ", " : "");
    }
    return PyUnicode_FromFormat("ndarray %S[%s]%s", (PyObject *)PyArray_DESCR(a),
                                rank > 0 ? axes : "()",
                                PyArray_ISNOTSWAPPED(a) ? "" : " (not in native byte order)");
}

/* The same of an object; what else has elements and indices looks like one. */
static PyObject *describe_sparse(PyObject *o) {
    PyObject *data = PyObject_GetAttrString(o, "dtype");
    PyObject *indices = data ? PyObject_GetAttrString(o, "indices") : NULL;
    PyObject *at = indices ? PyObject_GetAttrString(indices, "dtype") : NULL;
    PyObject *s =
        at ? PyUnicode_FromFormat("%s of %S with indices of %S", Py_TYPE(o)->tp_name, data, at)
           : NULL;
    Py_XDECREF(at);
    Py_XDECREF(indices);
    Py_XDECREF(data);
    return s;
}

/* What an argument is, in the words of a signature; tuples item by item. */
static PyObject *describe_object(const struct pycc_type *t, PyObject *o) {
    if (PyArray_CheckExact(o)) {
        return describe_array((PyArrayObject *)o);
    }
    if (glue_names_sparse(t) && PyObject_HasAttrString(o, "indices")) {
        return describe_sparse(o);
    }
    if (PyArray_IsScalar(o, Datetime) || PyArray_IsScalar(o, Timedelta)) {
        PyArray_Descr *descr = PyArray_DescrFromScalar(o);
        PyObject *s = PyUnicode_FromFormat("numpy.%S", (PyObject *)descr);
        Py_XDECREF(descr);
        return s;
    }
    if (!PyTuple_CheckExact(o) || t->kind != PYCC_TUPLE) {
        return o == Py_None ? PyUnicode_FromString("None") : describe_class(Py_TYPE(o));
    }
    PyObject *s = PyUnicode_FromString("tuple[");
    Py_ssize_t n = PyTuple_GET_SIZE(o);
    for (Py_ssize_t i = 0; s && i < n && i < 8; ++i) {
        PyObject *item = describe_class(Py_TYPE(PyTuple_GET_ITEM(o, i)));
        PyObject *longer = item ? PyUnicode_FromFormat("%U%s%U", s, i > 0 ? ", " : "", item) : NULL;
        Py_XDECREF(item);
        Py_SETREF(s, longer);
    }
    PyObject *all = s ? PyUnicode_FromFormat(n > 8 ? "%U, ...]" : "%U]", s) : NULL;
    Py_XDECREF(s);
    return all;
}

/* ---- reasons */

/* A sequence, or something that NumPy knows how to make an array of, and no scalar? */
static bool is_convertible(PyObject *o) {
    return PyList_Check(o) || PyTuple_Check(o) ||
           (!PyArray_IsScalar(o, Generic) && PyObject_HasAttrString(o, "__array__"));
}

/* What to write instead, "" when there is nothing better to say. */
static PyObject *advice(const struct pycc_type *t, PyObject *o, const char *param) {
    if (t->kind != PYCC_ARRAY) {
        return PyUnicode_FromString("");
    }
    if (PyArray_Check(o) && !PyArray_CheckExact(o)) {
        return PyUnicode_FromFormat("; subclasses of ndarray are not accepted, write "
                                    "np.asarray(%s)",
                                    param);
    }
    if (PyArray_Check(o)) {
        return PyArray_ISNOTSWAPPED((PyArrayObject *)o)
                   ? PyUnicode_FromString("")
                   : PyUnicode_FromFormat("; write %s.astype(%s.dtype.newbyteorder('='))", param,
                                          param);
    }
    if (!is_convertible(o)) {
        return PyUnicode_FromString("");
    }
    PyArray_Descr *descr = glue_descr(t->dtype);
    const char *format = glue_is_time(t->dtype) ? "; write np.asarray(%s, dtype='%S')"
                                                : "; write np.asarray(%s, dtype=np.%S)";
    PyObject *s = PyUnicode_FromFormat(format, param, (PyObject *)descr);
    Py_XDECREF(descr);
    return s;
}

static PyObject *explain_type(const struct pycc_type *t, PyObject *o, const char *param) {
    PyObject *got = describe_object(t, o), *s = NULL;
    PyObject *expected = got ? glue_describe(t) : NULL;
    PyObject *hint = expected ? advice(t, o, param) : NULL;
    if (hint) {
        s = PyUnicode_FromFormat("parameter '%s' got %U, expected %U%U", param, got, expected,
                                 hint);
    }
    Py_XDECREF(got);
    Py_XDECREF(expected);
    Py_XDECREF(hint);
    return s;
}

static PyObject *explain_range(const struct pycc_type *t, PyObject *o, const char *param) {
    if (t->kind == PYCC_SCALAR && t->dtype == PYCC_INT) {
        return PyUnicode_FromFormat("parameter '%s': Python int too large to convert to 64 bits",
                                    param);
    }
    if (t->kind != PYCC_SCALAR || t->dtype > PYCC_U64) {
        return PyUnicode_FromFormat("parameter '%s': integer out of range", param);
    }
    PyObject *value = PyNumber_Index(o);
    PyArray_Descr *descr = glue_descr(t->dtype);
    PyObject *s =
        value && descr
            ? PyUnicode_FromFormat("parameter '%s': Python integer %S out of bounds for %S", param,
                                   value, (PyObject *)descr)
            : NULL;
    Py_XDECREF(value);
    Py_XDECREF(descr);
    return s;
}

/* One line without a full stop: why an argument does not fit a parameter. */
/* what: "parameter" or "the global" */
static PyObject *explain(const struct pycc_type *t, PyObject *o, const char *what,
                         const char *param, enum glue_fit why) {
    switch (why) {
    case GLUE_LAYOUT:
        return PyUnicode_FromFormat("%s '%s' must be contiguous in %s order; write np.%s(%s)", what,
                                    param, t->layout == 'C' ? "C" : "Fortran",
                                    t->layout == 'C' ? "ascontiguousarray" : "asfortranarray",
                                    param);
    case GLUE_READONLY:
        return PyUnicode_FromFormat("%s '%s': assignment destination is read-only", what, param);
    case GLUE_OVERLAP:
        return PyUnicode_FromFormat("%s '%s': elements of an array that is written as a whole must "
                                    "not overlap; write %s.copy()",
                                    what, param, param);
    case GLUE_RANGE:
        return explain_range(t, o, param);
    default:
        return explain_type(t, o, param);
    }
}

static PyObject *exception_of(enum glue_fit why) {
    return why == GLUE_LAYOUT || why == GLUE_READONLY || why == GLUE_OVERLAP ? PyExc_ValueError
           : why == GLUE_RANGE                                               ? PyExc_OverflowError
                                                                             : PyExc_TypeError;
}

/* What a variable of a module is, and should be. */
static PyObject *explain_global(const struct pycc_type *t, PyObject *o, const char *name) {
    PyObject *got = describe_object(t, o), *want = got ? glue_describe(t) : NULL;
    PyObject *s =
        want ? PyUnicode_FromFormat("the global '%s' is %U, and is compiled as %U", name, got, want)
             : NULL;
    Py_XDECREF(got);
    Py_XDECREF(want);
    return s;
}

static void refuse_global(const struct glue_function *f, const struct pycc_overload *o, int i,
                          PyObject *value, enum glue_fit why) {
    const char *name = o->global[i - f->table->n_params].name;
    PyObject *reason = why == GLUE_TYPE ? explain_global(o->param[i], value, name)
                                        : explain(o->param[i], value, "the global", name, why);
    if (reason) {
        PyErr_Format(exception_of(why), "%s(): %U", f->table->name, reason);
        Py_DECREF(reason);
    }
}

void glue_refuse(const struct glue_function *f, const struct pycc_overload *only, int i,
                 PyObject *o, enum glue_fit why) {
    if (why == GLUE_RAISED) {
        return;
    }
    if (i >= f->table->n_params) {
        refuse_global(f, only, i, o, why);
        return;
    }
    PyObject *reason = explain(only->param[i], o, "parameter", f->table->param[i], why);
    if (!reason) {
        return;
    }
    if (why == GLUE_TYPE) {
        PyErr_Format(PyExc_TypeError, "%s(): %U\naccepted signatures:\n  %s", f->table->name,
                     reason, only->signature);
    } else {
        PyErr_Format(exception_of(why), "%s(): %U", f->table->name, reason);
    }
    Py_DECREF(reason);
}

/* Raises: no overload fits. The class is that of the reasons when they agree. */
static void refuse_all(const struct glue_function *f, PyObject *const *arg) {
    const struct pycc_function *table = f->table;
    PyObject *s = PyUnicode_FromFormat("%s(): no signature accepts these arguments", table->name);
    PyObject *class = NULL;
    for (int k = 0; s && k < table->n_overloads; ++k) {
        const struct pycc_overload *o = &table->overload[k];
        enum glue_fit why = GLUE_TYPE;
        int at = 0;
        overload_distance(o, table->n_params, arg, &at, &why);
        PyObject *reason = explain(o->param[at], arg[at], "parameter", table->param[at], why);
        PyObject *longer =
            reason ? PyUnicode_FromFormat("%U\n  %s: %U", s, o->signature, reason) : NULL;
        Py_XDECREF(reason);
        Py_SETREF(s, longer);
        class = !class || class == exception_of(why) ? exception_of(why) : PyExc_TypeError;
    }
    if (s) {
        PyErr_SetObject(class, s);
        Py_DECREF(s);
    }
}

const struct pycc_overload *glue_overload_pick(const struct glue_function *f,
                                               PyObject *const *arg) {
    const struct pycc_overload *best = NULL;
    int least = -1;
    for (int k = 0; k < f->table->n_overloads && least != 0; ++k) {
        enum glue_fit why;
        int at, distance =
                    overload_distance(&f->table->overload[k], f->table->n_params, arg, &at, &why);
        if (distance >= 0 && (least < 0 || distance < least)) {
            best = &f->table->overload[k];
            least = distance;
        }
    }
    if (!best && !f->table->stays) {
        refuse_all(f, arg);
    }
    return best;
}
