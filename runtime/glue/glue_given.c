/* Lists, dictionaries, sets and objects of a call that the function changes: each is converted
 * once, however often the arguments hold it, and what has become of it is put into the caller's
 * when the call ends, also with an exception. */
#include "glue.h"

/* Where it is told which pair has this object, or that none has; there are 2^bits places. */
static int *place_of(const struct glue_given *g, const PyObject *o) {
    size_t last = ((size_t)1 << g->bits) - 1;
    size_t at = (size_t)((uint64_t)(uintptr_t)o * UINT64_C(0x9e3779b97f4a7c15) >> (64 - g->bits));
    while (g->place[at] && g->item[g->place[at] - 1].object != o) {
        at = (at + 1) & last;
    }
    return &g->place[at];
}

/* Room for one more: half of the places stay free. */
static bool reserve(struct glue_given *g) {
    int bits = g->place ? g->bits + 1 : 3;
    if (g->place && g->n < 1 << (g->bits - 1)) {
        return true;
    }
    struct glue_pair *item = PyMem_Realloc(g->item, sizeof(*item) << (bits - 1));
    g->item = item ? item : g->item;
    int *place = PyMem_Calloc((size_t)1 << bits, sizeof(*place));
    if (!item || !place || bits > 30) {
        PyMem_Free(place);
        PyErr_NoMemory();
        return false;
    }
    PyMem_Free(g->place);
    g->place = place;
    g->bits = bits;
    for (int i = 0; i < g->n; ++i) {
        *place_of(g, item[i].object) = i + 1;
    }
    return true;
}

enum glue_fit glue_given_find(const struct glue_given *g, const struct pycc_type *t, PyObject *o,
                              union pycc_value *value) {
    int k = g->n ? *place_of(g, o) : 0;
    if (k == 0) {
        return GLUE_TYPE;
    }
    const struct glue_pair *pair = &g->item[k - 1];
    if (pair->type != t && pair->type->items != t->items) {
        PyErr_SetString(PyExc_ValueError,
                        "one object is given as two types to a function that changes it");
        return GLUE_RAISED;
    }
    value->list = pair->list;
    pycc_retain(value->list.owner);
    return GLUE_FITS;
}

bool glue_given_add(struct glue_given *g, const struct pycc_type *t, PyObject *o,
                    struct pycc_list list, bool fresh) {
    if (!reserve(g)) {
        return false;
    }
    *place_of(g, o) = g->n + 1;
    g->item[g->n++] = (struct glue_pair){Py_NewRef(o), t, list, fresh};
    pycc_retain(list.owner);
    pycc_list_of(list)->head.object = o;
    return true;
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

static bool is_linked(const struct glue_pair *p) {
    return p->type->class_ && p->type->items->linked;
}

enum glue_fit glue_given_fill(struct glue_given *g) {
    enum glue_fit fit = GLUE_FITS;
    for (int i = 0; i < g->n && fit == GLUE_FITS; ++i) { /* more are added meanwhile */
        struct glue_pair p = g->item[i];
        fit = is_linked(&p) ? glue_object_fill(p.type, p.object, p.list, g) : GLUE_FITS;
    }
    return fit;
}

bool glue_given_back(struct glue_given *g, bool changed) {
    PyObject *class, *value, *traceback;
    bool ok = true;
    PyErr_Fetch(&class, &value, &traceback);
    for (int i = 0; i < g->n && ok; ++i) { /* more are added meanwhile */
        struct glue_pair p = g->item[i];
        ok = p.fresh   ? glue_object_update(p.type, p.list, p.object, true)
             : changed ? give_back(&p)
                       : true;
    }
    if (class) { /* what the call has raised goes before */
        PyErr_Restore(class, value, traceback);
    }
    return ok;
}

void glue_given_end(struct glue_given *g) {
    for (int i = 0; i < g->n; ++i) {
        pycc_list_of(g->item[i].list)->head.object = NULL;
        if (is_linked(&g->item[i])) { /* they may hold each other in a circle */
            pycc_list_clear(g->item[i].list);
        }
        pycc_release(g->item[i].list.owner);
        Py_DECREF(g->item[i].object);
    }
    PyMem_Free(g->item);
    PyMem_Free(g->place);
}
