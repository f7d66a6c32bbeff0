/* Objects of the module's classes between Python and the run time: attributes are read when the
 * call begins, and those that the function has changed are set when it ends. An object that is
 * returned is made by its class's __new__ and gets its attributes, without __init__. */
#include "glue.h"

#include <string.h>

/* ---- the classes, by their names in the module; those of scipy.sparse and slices by their paths
 */

bool glue_names_sparse(const struct pycc_type *t) {
    return t->kind == PYCC_TUPLE && t->class_ && strncmp(t->keys, "scipy.sparse.", 13) == 0;
}

/* An attribute of a family that tells whether the object is of one of its classes: "<Circle>". */
static bool is_mark(const char *names) {
    const char *at = strchr(names, '\x1f');
    return at && at[1] == '<';
}

/* The classes of a family, a tuple in the order of its marks; one that is gone is None. NULL
 * without an exception: it is no family. */
static PyObject *find_family(const struct pycc_type *t, PyObject *dict) {
    PyObject *found = NULL;
    for (const char *at = t->keys; t->kind == PYCC_LIST && strchr(at, '\x1f');
         at = strchr(at, '\x1f') + 1) {
        if (!is_mark(at)) {
            continue;
        }
        found = found ? found : PyList_New(0);
        const char *name = strchr(at, '\x1f') + 2;
        PyObject *key = PyUnicode_FromStringAndSize(name, (Py_ssize_t)strcspn(name, ">"));
        PyObject *class = key ? PyDict_GetItemWithError(dict, key) : NULL;
        if (!found || !key || PyErr_Occurred() ||
            PyList_Append(found, class && PyType_Check(class) ? class : Py_None) != 0) {
            Py_CLEAR(found);
        }
        Py_XDECREF(key);
        if (!found) {
            return NULL;
        }
    }
    PyObject *tuple = found ? PyList_AsTuple(found) : NULL;
    Py_XDECREF(found);
    return tuple;
}

static PyObject *family_of(const struct pycc_type *t) {
    PyObject *class = *t->class_;
    return class && PyTuple_Check(class) ? class : NULL;
}

bool glue_is_of(const struct pycc_type *t, PyObject *o) {
    PyObject *family = family_of(t);
    for (Py_ssize_t i = 0; family && i < PyTuple_GET_SIZE(family); ++i) {
        if (PyTuple_GET_ITEM(family, i) == (PyObject *)Py_TYPE(o)) {
            return true;
        }
    }
    return (void *)Py_TYPE(o) == *t->class_;
}

/* The names of the attributes, a tuple; None is a mark of a family. */
static PyObject *find_names(const struct pycc_type *t) {
    PyObject *names = PyList_New(0);
    bool ok = names != NULL;
    for (const char *at = t->keys; ok && strchr(at, '\x1f'); at = strchr(at, '\x1f') + 1) {
        const char *first = strchr(at, '\x1f') + 1;
        PyObject *name = PyUnicode_FromStringAndSize(first, (Py_ssize_t)strcspn(first, "\x1f"));
        if (name) {
            PyUnicode_InternInPlace(&name);
        }
        ok =
            name && PyList_Append(names, t->kind == PYCC_LIST && is_mark(at) ? Py_None : name) == 0;
        Py_XDECREF(name);
    }
    PyObject *tuple = ok ? PyList_AsTuple(names) : NULL;
    Py_XDECREF(names);
    return tuple;
}

/* Its attributes' names, as interned as those that code has. */
static PyObject *const *names_of(const struct pycc_type *t) {
    return PySequence_Fast_ITEMS((PyObject *)t->class_[1]);
}

/* round: which import looks, so that no class is looked for twice, nor without end. */
static bool find_class(const struct pycc_type *t, PyObject *dict, uintptr_t round) {
    bool ok = true;
    if (t->class_ && (uintptr_t)t->class_[2] == round) {
        return true;
    }
    if (t->class_) {
        t->class_[2] = (void *)round;
    }
    for (int i = 0; ok && t->item && i < t->n; ++i) {
        ok = find_class(t->item[i], dict, round);
    }
    if (!ok || !t->class_) {
        return ok;
    }
    if (!t->class_[1] && !(t->class_[1] = find_names(t))) {
        return false;
    }
    size_t n = strcspn(t->keys, "\x1f");
    PyObject *name = PyUnicode_FromStringAndSize(t->keys, (Py_ssize_t)n);
    PyObject *class = !name                     ? NULL
                      : memchr(t->keys, '.', n) ? glue_class_named(dict, t->keys, n)
                                                : Py_XNewRef(PyDict_GetItemWithError(dict, name));
    PyObject *before = *t->class_, *family = PyErr_Occurred() ? NULL : find_family(t, dict);
    *t->class_ = family ? family : class && PyType_Check(class) ? Py_NewRef(class) : NULL;
    Py_XDECREF(before);
    Py_XDECREF(class);
    Py_XDECREF(name);
    return !PyErr_Occurred();
}

bool glue_find_classes(const struct pycc_module *m, PyObject *dict) {
    static uintptr_t rounds;
    uintptr_t round = ++rounds;
    bool ok = true;
    for (int i = 0; i < m->n_functions; ++i) {
        const struct pycc_function *f = &m->function[i];
        for (int k = 0; k < f->n_overloads; ++k) {
            ok = ok && find_class(f->overload[k].ret, dict, round);
            int n = f->n_params + f->overload[k].n_globals; /* the types of these follow */
            for (int p = 0; ok && p < n; ++p) {
                ok = find_class(f->overload[k].param[p], dict, round);
            }
        }
    }
    return ok;
}

/* ---- to the run time */

/* Raises what must be said of an attribute of another type. */
static enum glue_fit refuse(PyObject *o, PyObject *name, const struct pycc_type *attribute,
                            PyObject *value, enum glue_fit fit) {
    PyObject *expected = fit == GLUE_RAISED ? NULL : glue_describe(attribute);
    const char *class = Py_TYPE(o)->tp_name, *got = Py_TYPE(value)->tp_name;
    if (expected && fit == GLUE_TYPE) {
        PyErr_Format(PyExc_TypeError, "attribute '%U' of a %s got %s, expected %U", name, class,
                     got, expected);
    } else if (expected) {
        PyErr_Format(fit == GLUE_RANGE ? PyExc_OverflowError : PyExc_ValueError,
                     "attribute '%U' of a %s: %s", name, class,
                     fit == GLUE_RANGE      ? "integer out of range"
                     : fit == GLUE_READONLY ? "assignment destination is read-only"
                     : fit == GLUE_LAYOUT   ? "an array that is not contiguous as declared"
                                            : "elements of an array that is written as a whole "
                                              "must not overlap");
    }
    Py_XDECREF(expected);
    return GLUE_RAISED;
}

/* A value of what has been given exactly as its type says, which most are. */
static bool convert_exact(const struct pycc_type *t, PyObject *o, union pycc_value *value) {
    if (t->kind == PYCC_SCALAR && t->dtype == PYCC_INT && PyLong_CheckExact(o)) {
        int overflow;
        value->i64 = PyLong_AsLongLongAndOverflow(o, &overflow);
        return overflow == 0;
    }
    return glue_convert_fast(t, o, value);
}

/* An attribute that may not be there: whether it is stands before it. */
static enum glue_fit convert_attribute(const struct pycc_type *t, PyObject *o, PyObject *name,
                                       union pycc_value *next, struct glue_given *given) {
    bool lacks = t->late == PYCC_UNSET || /* without the cost of an exception */
                 (t->late && Py_TYPE(o)->tp_getattro == PyObject_GenericGetAttr &&
                  !PyObject_HasAttr(o, name));
    PyObject *value = lacks ? NULL : PyObject_GetAttr(o, name);
    bool missing = t->late && !value && (lacks || PyErr_ExceptionMatches(PyExc_AttributeError));
    if (missing) {
        if (!lacks) {
            PyErr_Clear();
        }
        memset(next, 0, sizeof(*next) * (size_t)glue_leaves(t));
        return GLUE_FITS;
    }
    if (t->late) {
        next++->b = true;
        t = t->item[1];
    }
    if (!value) {
        return GLUE_RAISED;
    }
    enum glue_fit fit =
        convert_exact(t, value, next) ? GLUE_FITS : glue_convert(t, value, next, NULL, given);
    fit = fit == GLUE_FITS ? fit : refuse(o, name, t, value, fit);
    Py_DECREF(value);
    return fit;
}

/* A mark: whether the object is of this class. */
static void convert_mark(const struct pycc_type *t, PyObject *o, PyObject *class,
                         union pycc_value *next) {
    memset(next, 0, sizeof(*next) * (size_t)glue_leaves(t));
    if (t->late != PYCC_UNSET && (PyObject *)Py_TYPE(o) == class) {
        next[0].b = next[1].b = true;
    }
}

/* Those of type t, of the types in a tuple. */
static enum glue_fit convert_attributes(const struct pycc_type *t, const struct pycc_type *tuple,
                                        PyObject *o, union pycc_value *leaf,
                                        struct glue_given *given) {
    PyObject *const *names = names_of(t), *family = family_of(t);
    Py_ssize_t marks = 0;
    union pycc_value *next = leaf;
    next->b = true; /* an object without attributes */
    for (int i = 0; i < tuple->n; ++i) {
        const struct pycc_type *attribute = tuple->item[i];
        enum glue_fit fit = GLUE_FITS;
        if (names[i] == Py_None) {
            convert_mark(attribute, o, PyTuple_GET_ITEM(family, marks++), next);
        } else {
            fit = convert_attribute(attribute, o, names[i], next, given);
        }
        for (int k = 0; fit != GLUE_FITS && k < i; ++k) {
            glue_drop(tuple->item[k], leaf);
            leaf += glue_leaves(tuple->item[k]);
        }
        if (fit != GLUE_FITS) {
            return fit;
        }
        next += glue_leaves(attribute);
    }
    return GLUE_FITS;
}

enum glue_fit glue_object_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                                  struct glue_given *given) {
    if (!glue_is_of(t, o)) {
        return GLUE_TYPE;
    }
    int n = glue_leaves(t->item[0]) + 1;
    union pycc_value leaf[n];
    bool later = given && t->items->linked; /* glue_given_fill */
    if (later) {
        memset(leaf, 0, sizeof(*leaf) * (size_t)n);
    }
    enum glue_fit fit = later ? GLUE_FITS : convert_attributes(t, t->item[0], o, leaf, given);
    if (fit == GLUE_FITS && !glue_object_new(t, leaf, value)) {
        glue_drop(t->item[0], leaf);
        fit = GLUE_RAISED;
    }
    return fit;
}

enum glue_fit glue_object_fill(const struct pycc_type *t, PyObject *o, struct pycc_list list,
                               struct glue_given *given) {
    union pycc_value leaf[glue_leaves(t->item[0]) + 1];
    enum glue_fit fit = convert_attributes(t, t->item[0], o, leaf, given);
    if (fit == GLUE_FITS) {
        t->gather(pycc_list_of(list)->data, leaf);
    }
    return fit;
}

/* Attributes of other types are those of another matrix. */
int glue_sparse_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why) {
    int sum = 0;
    *why = (void *)Py_TYPE(o) == *t->class_ ? GLUE_FITS : GLUE_TYPE;
    for (int i = 0; *why == GLUE_FITS && i < t->n; ++i) {
        PyObject *value = PyObject_GetAttr(o, names_of(t)[i]);
        int distance = value ? glue_distance(t->item[i], value, why) : -1;
        *why = value ? *why : GLUE_TYPE;
        sum += distance;
        Py_XDECREF(value);
    }
    PyErr_Clear();
    return *why == GLUE_FITS ? sum : -1;
}

enum glue_fit glue_sparse_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value) {
    enum glue_fit why;
    return glue_sparse_distance(t, o, &why) < 0 ? why : convert_attributes(t, t, o, value, NULL);
}

/* ---- to Python */

/* Are they of the same bits? 0.0 is not what -0.0 is. */
static bool is_same_float(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Is it what the attribute has? Equal numbers and texts are, whatever their classes. */
static bool stays(PyObject *old, PyObject *value) {
    if (PyFloat_Check(old) && PyFloat_Check(value)) {
        return is_same_float(PyFloat_AS_DOUBLE(old), PyFloat_AS_DOUBLE(value));
    }
    bool plain =
        PyFloat_Check(old) || PyLong_Check(old) || PyUnicode_Check(old) || PyComplex_Check(old);
    return old == value || (plain && PyObject_RichCompareBool(old, value, Py_EQ) == 1);
}

/* The same of a value that is no object yet; false: it may be. */
static bool stays_exactly(const struct pycc_type *t, PyObject *old, const union pycc_value *value) {
    union pycc_value was;
    if (glue_names_str(t) && PyUnicode_Check(old)) {
        bool same = PyUnicode_GET_LENGTH(old) == value->a1.shape[0];
        const Py_UCS4 *text = (const void *)value->a1.data;
        for (Py_ssize_t i = 0; same && i < PyUnicode_GET_LENGTH(old); ++i) {
            same = PyUnicode_READ_CHAR(old, i) == text[i];
        }
        return same;
    }
    return convert_exact(t, old, &was) &&
           (t->dtype == PYCC_INT ? was.i64 == value->i64 : is_same_float(was.f64, value->f64));
}

/* Sets what is not the same; takes over the references of value. fresh: whatever the class says. */
static bool set_attribute(PyObject *o, PyObject *name, const struct pycc_type *t,
                          union pycc_value *value, bool fresh) {
    PyObject *old = fresh ? NULL : PyObject_GetAttr(o, name);
    if (!old) {
        PyErr_Clear();
    } else if (stays_exactly(t, old, value)) {
        glue_drop(t, value);
        Py_DECREF(old);
        return true;
    }
    PyObject *made = glue_result(t, value);
    bool ok = made != NULL;
    if (ok && !(old && stays(old, made))) {
        PyErr_Clear();
        ok = (fresh ? PyObject_GenericSetAttr : PyObject_SetAttr)(o, name, made) == 0;
    }
    Py_XDECREF(made);
    Py_XDECREF(old);
    return ok;
}

/* The attributes of an object as values. */
static void spread(const struct pycc_type *t, struct pycc_list list, union pycc_value *leaf) {
    const struct pycc_list_object *object = pycc_list_of(list);
    pycc_item_retain(object->items, object->data);
    t->spread(object->data, leaf);
}

bool glue_object_update(const struct pycc_type *t, struct pycc_list list, PyObject *o, bool fresh) {
    union pycc_value leaf[glue_leaves(t->item[0]) + 1], *next = leaf;
    PyObject *const *names = names_of(t);
    bool ok = true;
    spread(t, list, leaf);
    for (int i = 0; i < t->item[0]->n; ++i) {
        const struct pycc_type *attribute = t->item[0]->item[i];
        union pycc_value *value = next + (attribute->late != PYCC_THERE);
        bool missing = (attribute->late && !next->b) || names[i] == Py_None;
        next += glue_leaves(attribute);
        attribute = attribute->late ? attribute->item[1] : attribute;
        if (missing || !ok) {
            glue_drop(attribute, value);
        } else {
            ok = set_attribute(o, names[i], attribute, value, fresh);
        }
    }
    return ok;
}

static PyObject *class_of(const struct pycc_type *t) {
    if (!*t->class_) {
        PyErr_Format(PyExc_NameError, "name '%.*s' is not defined", (int)strcspn(t->keys, "\x1f"),
                     t->keys);
    }
    return *t->class_;
}

/* class((data, indices, indptr), shape) of all four */
static PyObject *new_sparse(PyObject *class, PyObject *items) {
    PyObject *arrays = PyTuple_GetSlice(items, 0, 3);
    PyObject *o =
        arrays ? PyObject_CallFunctionObjArgs(class, arrays, PyTuple_GET_ITEM(items, 3), NULL)
               : NULL;
    Py_XDECREF(arrays);
    return o;
}

PyObject *glue_named_made(const struct pycc_type *t, PyObject *items) {
    PyObject *class = items ? class_of(t) : NULL;
    bool tuple = class && PyType_IsSubtype((PyTypeObject *)class, &PyTuple_Type);
    PyObject *o = tuple ? PyObject_CallMethod(class, "_make", "(O)", items)
                  : class && glue_names_sparse(t) ? new_sparse(class, items)
                  : class ? PyObject_CallObject(class, items) /* a member, by its value */
                          : NULL;
    Py_XDECREF(items);
    return o;
}

/* Of which class of its family is the object? */
static PyObject *class_by_mark(const struct pycc_type *t, struct pycc_list list) {
    union pycc_value leaf[glue_leaves(t->item[0]) + 1], *next = leaf;
    PyObject *found = NULL;
    Py_ssize_t marks = 0;
    t->spread(pycc_list_of(list)->data, leaf);
    for (int i = 0; i < t->item[0]->n; ++i) {
        const struct pycc_type *attribute = t->item[0]->item[i];
        if (names_of(t)[i] == Py_None) {
            PyObject *class = PyTuple_GET_ITEM(family_of(t), marks++);
            found = attribute->late && next->b ? class : found;
        }
        next += glue_leaves(attribute);
    }
    if (found == Py_None || !found) {
        PyErr_Format(PyExc_NameError, "the class of a %.*s is not defined",
                     (int)strcspn(t->keys, "\x1f"), t->keys);
        return NULL;
    }
    return found;
}

/* class.__new__(class) */
static PyObject *new_object(PyObject *class) {
    PyObject *nothing = PyTuple_New(0);
    newfunc new = ((PyTypeObject *)class)->tp_new;
    PyObject *o = nothing ? new ((PyTypeObject *)class, nothing, NULL) : NULL;
    Py_XDECREF(nothing);
    return o;
}

static _Thread_local struct glue_given *making;

struct glue_given *glue_making(struct glue_given *given) {
    struct glue_given *before = making;
    making = given;
    return before;
}

PyObject *glue_object_made(const struct pycc_type *t, struct pycc_list list) {
    PyObject *class = *t->class_ && family_of(t) ? class_by_mark(t, list) : class_of(t);
    PyObject *o = class ? new_object(class) : NULL;
    bool ok = o && (making && t->items->linked ? glue_given_add(making, t, o, list, true)
                                               : glue_object_update(t, list, o, true));
    if (o && !ok) {
        Py_CLEAR(o);
    }
    return o;
}
