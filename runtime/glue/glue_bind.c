/* Arguments of a call -> one object per parameter, as Python binds them.
 *
 * What Python would refuse is not worded here: the caller lets the wrapped Python function refuse
 * it, with the text of the interpreter that is running. */
#include "glue.h"

/* The parameter that a keyword names, or -1: those before `/` have no names here. Interned names
 * are usually identical. */
static int find_param(const struct glue_function *f, PyObject *name) {
    int n = f->table->n_params;
    for (int i = f->n_unnamed; i < n; ++i) {
        if (f->param[i] == name) {
            return i;
        }
    }
    for (int i = f->n_unnamed; i < n; ++i) {
        if (PyUnicode_Compare(f->param[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool bind_keywords(const struct glue_function *f, PyObject *const *value, PyObject *names,
                          PyObject **slot) {
    Py_ssize_t n = names ? PyTuple_GET_SIZE(names) : 0;
    for (Py_ssize_t k = 0; k < n; ++k) {
        int i = find_param(f, PyTuple_GET_ITEM(names, k));
        if (i < 0 || slot[i]) {
            return false;
        }
        slot[i] = value[k];
    }
    return true;
}

bool glue_bind(const struct glue_function *f, PyObject *const *args, Py_ssize_t n_args,
               PyObject *kwnames, PyObject **slot) {
    int n = f->table->n_params;
    if (n_args > f->n_positional) {
        return false;
    }
    for (int i = 0; i < n; ++i) {
        slot[i] = i < n_args ? args[i] : NULL;
    }
    if (!bind_keywords(f, args + n_args, kwnames, slot)) {
        return false;
    }
    for (int i = 0; i < n; ++i) {
        slot[i] = slot[i] ? slot[i] : f->dflt[i];
        if (!slot[i]) {
            return false;
        }
    }
    return true;
}
