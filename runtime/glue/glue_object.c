/* Objects of the module's classes between Python and the run time: attributes are read when the
 * call begins, and those that the function has changed are set when it ends. An object that is
 * returned is made by its class's __new__ and gets its attributes, without __init__. */
#include "glue.h"

#include <string.h>

/* ---- the classes, by their names in the module; those of scipy.sparse by their paths */

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

static bool find_class(const struct pycc_type *t, PyObject *dict) {
    bool ok = true;
    for (int i = 0; ok && t->item && i < t->n; ++i) {
        ok = find_class(t->item[i], dict);
    }
    if (!ok || !t->class_) {
        return ok;
    }
    size_t n = strcspn(t->keys, "\x1f");
    PyObject *name = PyUnicode_FromStringAndSize(t->keys, (Py_ssize_t)n);
    PyObject *class = !name                  ? NULL
                      : glue_names_sparse(t) ? glue_class_named(dict, t->keys, n)
                                             : Py_XNewRef(PyDict_GetItemWithError(dict, name));
    PyObject *before = *t->class_, *family = PyErr_Occurred() ? NULL : find_family(t, dict);
    *t->class_ = family ? family : class && PyType_Check(class) ? Py_NewRef(class) : NULL;
    Py_XDECREF(before);
    Py_XDECREF(class);
    Py_XDECREF(name);
    return !PyErr_Occurred();
}

bool glue_find_classes(const struct pycc_module *m, PyObject *dict) {
    bool ok = true;
    for (int i = 0; i < m->n_functions; ++i) {
        const struct pycc_function *f = &m->function[i];
        for (int k = 0; k < f->n_overloads; ++k) {
            ok = ok && find_class(f->overload[k].ret, dict);
            int n = f->n_params + f->overload[k].n_globals; /* the types of these follow */
            for (int p = 0; ok && p < n; ++p) {
                ok = find_class(f->overload[k].param[p], dict);
            }
        }
    }
    return ok;
}

/* ---- attributes */

/* The name of the next attribute, a new reference; NULL without an exception: there is none. */
static PyObject *next_name(const char **names) {
    const char *at = strchr(*names, '\x1f');
    if (!at) {
        return NULL;
    }
    *names = at + 1;
    return PyUnicode_FromStringAndSize(at + 1, (Py_ssize_t)strcspn(at + 1, "\x1f"));
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

/* An attribute that may not be there: whether it is stands before it. */
static enum glue_fit convert_attribute(const struct pycc_type *t, PyObject *o, PyObject *name,
                                       union pycc_value *next, struct glue_given *given) {
    bool lacks = t->late == PYCC_UNSET || /* without the cost of an exception */
                 (t->late && Py_TYPE(o)->tp_getattro == PyObject_GenericGetAttr &&
                  !PyObject_HasAttr(o, name));
    PyObject *value = lacks ? NULL : PyObject_GetAttr(o, name);
    bool missing = t->late && !value && (lacks || PyErr_ExceptionMatches(PyExc_AttributeError));
    if (missing) {
        PyErr_Clear();
        memset(next, 0, sizeof(*next) * (size_t)glue_leaves(t));
        return GLUE_FITS;
    }
    if (t->late) {
        next++->b = true;
        t = t->item[1];
    }
    enum glue_fit fit = value ? glue_convert(t, value, next, NULL, given) : GLUE_RAISED;
    fit = fit == GLUE_FITS || !value ? fit : refuse(o, name, t, value, fit);
    Py_XDECREF(value);
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

/* Those of these names, of the types in a tuple; family: the classes that marks are of. */
static enum glue_fit convert_attributes(const char *names, const struct pycc_type *tuple,
                                        PyObject *o, PyObject *family, union pycc_value *leaf,
                                        struct glue_given *given) {
    Py_ssize_t marks = 0;
    union pycc_value *next = leaf;
    PyObject *name;
    next->b = true; /* an object without attributes */
    bool mark;
    for (int i = 0; mark = family && is_mark(names), (name = next_name(&names)); ++i) {
        const struct pycc_type *attribute = tuple->item[i];
        enum glue_fit fit = GLUE_FITS;
        if (mark) {
            convert_mark(attribute, o, PyTuple_GET_ITEM(family, marks++), next);
        } else {
            fit = convert_attribute(attribute, o, name, next, given);
        }
        Py_DECREF(name);
        for (int k = 0; fit != GLUE_FITS && k < i; ++k) {
            glue_drop(tuple->item[k], leaf);
            leaf += glue_leaves(tuple->item[k]);
        }
        if (fit != GLUE_FITS) {
            return fit;
        }
        next += glue_leaves(attribute);
    }
    return PyErr_Occurred() ? GLUE_RAISED : GLUE_FITS;
}

enum glue_fit glue_object_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                                  struct glue_given *given) {
    if (!glue_is_of(t, o)) {
        return GLUE_TYPE;
    }
    union pycc_value *leaf = PyMem_Malloc(sizeof(*leaf) * (size_t)(glue_leaves(t->item[0]) + 1));
    if (!leaf) {
        PyErr_NoMemory();
        return GLUE_RAISED;
    }
    enum glue_fit fit = convert_attributes(t->keys, t->item[0], o, family_of(t), leaf, given);
    if (fit == GLUE_FITS && !glue_object_new(t, leaf, value)) {
        glue_drop(t->item[0], leaf);
        fit = GLUE_RAISED;
    }
    PyMem_Free(leaf);
    return fit;
}

/* Attributes of other types are those of another matrix. */
int glue_sparse_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why) {
    const char *names = t->keys;
    int sum = 0;
    PyObject *name;
    *why = (void *)Py_TYPE(o) == *t->class_ ? GLUE_FITS : GLUE_TYPE;
    for (int i = 0; *why == GLUE_FITS && (name = next_name(&names)); ++i) {
        PyObject *value = PyObject_GetAttr(o, name);
        int distance = value ? glue_distance(t->item[i], value, why) : -1;
        *why = value ? *why : GLUE_TYPE;
        sum += distance;
        Py_XDECREF(value);
        Py_DECREF(name);
    }
    PyErr_Clear();
    return *why == GLUE_FITS ? sum : -1;
}

enum glue_fit glue_sparse_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value) {
    enum glue_fit why;
    return glue_sparse_distance(t, o, &why) < 0
               ? why
               : convert_attributes(t->keys, t, o, NULL, value, NULL);
}

/* ---- to Python */

/* Is it what the attribute has? Equal numbers and texts are, whatever their classes. */
static bool stays(PyObject *old, PyObject *value) {
    bool plain = old && (PyFloat_Check(old) || PyLong_Check(old) || PyUnicode_Check(old) ||
                         PyComplex_Check(old));
    return old == value || (plain && PyObject_RichCompareBool(old, value, Py_EQ) == 1);
}

/* fresh: whatever the class says of setting. */
static bool set_attribute(PyObject *o, PyObject *name, PyObject *value, bool fresh) {
    PyObject *old = fresh ? NULL : PyObject_GetAttr(o, name);
    PyErr_Clear();
    bool ok = true;
    if (!stays(old, value)) {
        PyErr_Clear();
        ok = (fresh ? PyObject_GenericSetAttr : PyObject_SetAttr)(o, name, value) == 0;
    }
    Py_XDECREF(old);
    return ok;
}

/* The attributes of an object as values, which PyMem_Free frees. */
static union pycc_value *spread(const struct pycc_type *t, struct pycc_list list) {
    const struct pycc_list_object *object = pycc_list_of(list);
    union pycc_value *leaf = PyMem_Malloc(sizeof(*leaf) * (size_t)(glue_leaves(t->item[0]) + 1));
    if (!leaf) {
        PyErr_NoMemory();
        return NULL;
    }
    pycc_item_retain(object->items, object->data);
    t->spread(object->data, leaf);
    return leaf;
}

bool glue_object_update(const struct pycc_type *t, struct pycc_list list, PyObject *o, bool fresh) {
    const char *names = t->keys;
    union pycc_value *leaf = spread(t, list), *next = leaf;
    if (!leaf) {
        return false;
    }
    bool ok = true;
    PyObject *name;
    for (int i = 0; (name = next_name(&names)); ++i) {
        const struct pycc_type *attribute = t->item[0]->item[i];
        bool missing = (attribute->late && !next->b) || PyUnicode_READ_CHAR(name, 0) == '<';
        if (missing) {
            glue_drop(attribute, next);
        } else {
            PyObject *value = glue_result(attribute, next);
            ok = value && ok && set_attribute(o, name, value, fresh);
            Py_XDECREF(value);
        }
        next += glue_leaves(attribute);
        Py_DECREF(name);
    }
    PyMem_Free(leaf);
    return ok && !PyErr_Occurred();
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
    union pycc_value *leaf = spread(t, list), *next = leaf;
    PyObject *found = NULL;
    Py_ssize_t marks = 0;
    const char *at = t->keys;
    for (int i = 0; leaf && strchr(at, '\x1f'); ++i, at = strchr(at, '\x1f') + 1) {
        const struct pycc_type *attribute = t->item[0]->item[i];
        if (is_mark(at)) {
            PyObject *class = PyTuple_GET_ITEM(family_of(t), marks++);
            found = attribute->late && next->b ? class : found;
        }
        next += glue_leaves(attribute);
    }
    if (leaf) {
        glue_drop(t->item[0], leaf);
    }
    PyMem_Free(leaf);
    if (found == Py_None || (leaf && !found)) {
        PyErr_Format(PyExc_NameError, "the class of a %.*s is not defined",
                     (int)strcspn(t->keys, "\x1f"), t->keys);
        return NULL;
    }
    return found;
}

PyObject *glue_object_made(const struct pycc_type *t, struct pycc_list list) {
    PyObject *class = *t->class_ && family_of(t) ? class_by_mark(t, list) : class_of(t);
    PyObject *o = class ? PyObject_CallMethod(class, "__new__", "(O)", class) : NULL;
    if (o && !glue_object_update(t, list, o, true)) {
        Py_CLEAR(o);
    }
    return o;
}
