/* Lists, dictionaries, sets and objects of a call that the function changes: each is converted
 * once, however often the arguments hold it, and what has become of it is put into the caller's
 * when the call ends, also with an exception. */
#include "glue.h"

#include <string.h>

/* The place of an object, -1: it is not given yet, or -1 with an exception. */
static Py_ssize_t place_of(const struct glue_given *g, PyObject *o) {
    PyObject *address = PyLong_FromVoidPtr(o);
    PyObject *place = address && g->places ? PyDict_GetItemWithError(g->places, address) : NULL;
    Py_XDECREF(address);
    return place ? PyLong_AsSsize_t(place) : -1;
}

enum glue_fit glue_given_find(const struct glue_given *g, const struct pycc_type *t, PyObject *o,
                              union pycc_value *value) {
    Py_ssize_t place = place_of(g, o);
    if (place < 0) {
        return PyErr_Occurred() ? GLUE_RAISED : GLUE_TYPE;
    }
    if (g->item[place].type != t && (g->item[place].type->items != t->items)) {
        PyErr_SetString(PyExc_ValueError,
                        "one object is given as two types to a function that changes it");
        return GLUE_RAISED;
    }
    value->list = g->item[place].list;
    pycc_retain(value->list.owner);
    return GLUE_FITS;
}

bool glue_given_add(struct glue_given *g, const struct pycc_type *t, PyObject *o,
                    struct pycc_list list) {
    if (g->n == g->capacity) {
        int capacity = g->n ? 2 * g->n : 4;
        struct glue_pair *item = PyMem_Realloc(g->item, sizeof(*item) * (size_t)capacity);
        if (!item) {
            PyErr_NoMemory();
            return false;
        }
        g->item = item;
        g->capacity = capacity;
    }
    g->places = g->places ? g->places : PyDict_New();
    PyObject *address = PyLong_FromVoidPtr(o), *place = PyLong_FromLong(g->n);
    bool ok = g->places && address && place && PyDict_SetItem(g->places, address, place) == 0;
    if (ok) {
        g->item[g->n++] = (struct glue_pair){Py_NewRef(o), t, list};
        pycc_retain(list.owner);
        pycc_list_of(list)->head.object = o;
    }
    Py_XDECREF(address);
    Py_XDECREF(place);
    return ok;
}

/* o.clear(); o.update(items) */
static bool refill(PyObject *o, PyObject *items) {
    PyObject *none = PyObject_CallMethod(o, "clear", NULL);
    Py_XDECREF(none);
    none = none ? PyObject_CallMethod(o, "update", "(O)", items) : NULL;
    Py_XDECREF(none);
    return none != NULL;
}

static bool give_back(const struct glue_pair *p) {
    if (p->type->class_) {
        return glue_object_update(p->type, p->list, p->object, false);
    }
    PyObject *items = glue_names_container(p->type) ? glue_container_new(p->type, p->list)
                                                    : glue_list_new(p->type, p->list);
    bool sequence = PyList_Check(p->object) || PyByteArray_Check(p->object);
    bool ok = items && (sequence ? PySequence_SetSlice(p->object, 0, PY_SSIZE_T_MAX, items) == 0
                                 : refill(p->object, items));
    Py_XDECREF(items);
    return ok;
}

bool glue_given_back(struct glue_given *g) {
    PyObject *class, *value, *traceback;
    bool ok = true;
    PyErr_Fetch(&class, &value, &traceback);
    for (int i = 0; i < g->n && ok; ++i) {
        ok = give_back(&g->item[i]);
    }
    if (class) { /* what the call has raised goes before */
        PyErr_Restore(class, value, traceback);
    }
    return ok;
}

void glue_given_end(struct glue_given *g) {
    for (int i = 0; i < g->n; ++i) {
        pycc_list_of(g->item[i].list)->head.object = NULL;
        pycc_release(g->item[i].list.owner);
        Py_DECREF(g->item[i].object);
    }
    PyMem_Free(g->item);
    Py_XDECREF(g->places);
}
