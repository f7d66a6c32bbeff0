/* Lists between Python and the run time: what a call gets is a copy, which shares the memory of the
 * arrays in it; what it returns becomes a new list. An object is a list of one item, the tuple of
 * its attributes: glue_container.c, glue_object.c. */
#include "glue.h"

/* ---- to the run time */

/* The items are looked at one by one: converting one may run Python code that changes the list. */
static enum glue_fit convert_items(const struct pycc_type *t, PyObject *o, struct pycc_ctx *ctx,
                                   struct pycc_list list, union pycc_value *leaf,
                                   struct glue_given *given) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(o); ++i) {
        PyObject *item = Py_NewRef(PyList_GET_ITEM(o, i));
        enum glue_fit fit = glue_convert(t->item[0], item, leaf, NULL, given);
        Py_DECREF(item);
        if (fit != GLUE_FITS) {
            return fit;
        }
        void *place = pycc_list_push(ctx, list, pycc_list_of(list)->items->size, 0);
        if (!place) {
            glue_drop(t->item[0], leaf);
            PyErr_NoMemory();
            return GLUE_RAISED;
        }
        t->gather(place, leaf);
    }
    return GLUE_FITS;
}

enum glue_fit glue_list_items(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                              struct glue_given *given) {
    struct pycc_ctx ctx = {0};
    if (!PyList_Check(o)) {
        return GLUE_TYPE;
    }
    union pycc_value *leaf = PyMem_Malloc(sizeof(*leaf) * (size_t)(glue_leaves(t->item[0]) + 1));
    if (!leaf || !pycc_list_new(&ctx, &value->list, t->items, 0)) {
        PyMem_Free(leaf);
        value->list.owner = NULL;
        PyErr_NoMemory();
        return GLUE_RAISED;
    }
    enum glue_fit fit = convert_items(t, o, &ctx, value->list, leaf, given);
    PyMem_Free(leaf);
    if (fit != GLUE_FITS) {
        pycc_release(value->list.owner);
        value->list.owner = NULL;
    }
    return fit;
}

bool glue_object_new(const struct pycc_type *t, const union pycc_value *leaf,
                     union pycc_value *value) {
    struct pycc_ctx ctx; /* hundreds of bytes, and there are many objects */
    ctx.failed = false;
    ctx.pool = NULL;
    if (!pycc_object_new(&ctx, &value->list, t->items, 0)) {
        PyErr_NoMemory();
        return false;
    }
    t->gather(pycc_list_push(&ctx, value->list, t->items->size, 0), leaf);
    return true;
}

enum glue_fit glue_list_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                                struct glue_given *given) {
    bool keeps = given && !glue_never_changes(t);
    enum glue_fit fit = keeps ? glue_given_find(given, t, o, value) : GLUE_TYPE;
    if (fit != GLUE_TYPE) {
        return fit;
    }
    fit = t->class_                 ? glue_object_convert(t, o, value, given)
          : glue_names_container(t) ? glue_container_convert(t, o, value, given)
                                    : glue_list_items(t, o, value, given);
    if (fit == GLUE_FITS && keeps && !glue_given_add(given, t, o, value->list, false)) {
        pycc_release(value->list.owner);
        return GLUE_RAISED;
    }
    return fit;
}

int glue_list_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why) {
    int most = 0;
    if (t->class_) {
        *why = glue_is_of(t, o) ? GLUE_FITS : GLUE_TYPE;
        return *why == GLUE_FITS ? 0 : -1;
    }
    if (glue_names_container(t)) {
        return glue_container_distance(t, o, why);
    }
    *why = PyList_Check(o) ? GLUE_FITS : GLUE_TYPE;
    for (Py_ssize_t i = 0; *why == GLUE_FITS && i < PyList_GET_SIZE(o); ++i) {
        int distance = glue_distance(t->item[0], PyList_GET_ITEM(o, i), why);
        most = distance > most ? distance : most;
    }
    return *why == GLUE_FITS ? most : -1;
}

void glue_list_release(const struct pycc_type *const *param, int n, union pycc_value *value) {
    for (int i = 0; i < n; ++i) {
        bool array = param[i]->kind == PYCC_ARRAY && !glue_names_str(param[i]);
        if (!array && !glue_names_generator(param[i])) { /* these are borrowed */
            glue_drop(param[i], value);
        }
        value += glue_leaves(param[i]);
    }
}

/* ---- to Python */

/* The items' references are taken over where nothing else holds the list, else doubled. */
static PyObject *list_items(const struct pycc_type *t, struct pycc_list_object *list, bool own) {
    PyObject *o = PyList_New((Py_ssize_t)list->n);
    union pycc_value *leaf = PyMem_Malloc(sizeof(*leaf) * (size_t)(glue_leaves(t->item[0]) + 1));
    int64_t k = 0;
    if (!leaf) {
        PyErr_NoMemory();
        Py_CLEAR(o);
    }
    for (; o && k < list->n; ++k) {
        char *at = list->data + k * list->items->size;
        if (!own) {
            pycc_item_retain(list->items, at);
        }
        t->spread(at, leaf);
        PyObject *item = glue_result(t->item[0], leaf);
        if (item) {
            PyList_SET_ITEM(o, (Py_ssize_t)k, item);
        } else {
            Py_CLEAR(o);
        }
    }
    if (own) { /* the first k are gone */
        for (int64_t i = k; i < list->n; ++i) {
            pycc_item_release(list->items, list->data + i * list->items->size);
        }
        list->n = 0;
    }
    PyMem_Free(leaf);
    return o;
}

PyObject *glue_list_new(const struct pycc_type *t, struct pycc_list list) {
    return list_items(t, pycc_list_of(list), false);
}

PyObject *glue_list_result(const struct pycc_type *t, const union pycc_value *v) {
    struct pycc_list_object *list = pycc_list_of(v->list);
    bool own = __atomic_load_n(&list->head.refs, __ATOMIC_ACQUIRE) == 1;
    PyObject *o = list->head.object         ? Py_NewRef((PyObject *)list->head.object)
                  : t->class_               ? glue_object_made(t, v->list)
                  : glue_names_container(t) ? glue_container_new(t, v->list)
                                            : list_items(t, list, own);
    pycc_release(v->list.owner);
    return o;
}
