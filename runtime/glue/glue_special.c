/* The C functions of scipy.special: capsules of its module cython_special, each called for its
 * signature, "double (double, int __pyx_skip_dispatch)". One function has several, whose names
 * begin with
 * __pyx_fuse_ and numbers that differ between versions of SciPy. */
#include "glue.h"

#include <ctype.h>

/* The name without what Cython puts before it. */
static const char *plain_name(const char *name) {
    static const char fused[] = "__pyx_fuse_";
    if (strncmp(name, fused, strlen(fused)) != 0) {
        return name;
    }
    name += strlen(fused);
    while (isdigit((unsigned char)*name) || *name == '_') {
        ++name;
    }
    return name;
}

/* double (FIRST, double ..., int __pyx_skip_dispatch), of n numbers. */
static bool has_signature(const char *text, const char *first, int n) {
    char want[128];
    int used = snprintf(want, sizeof(want), "double (%s, ", first);
    for (int i = 1; i < n; ++i) {
        used += snprintf(want + used, sizeof(want) - (size_t)used, "double, ");
    }
    snprintf(want + used, sizeof(want) - (size_t)used, "int __pyx_skip_dispatch)");
    return strcmp(text, want) == 0;
}

/* NULL without an exception: SciPy has none. */
static void *find_function(PyObject *table, const struct pycc_special *s, const char *first) {
    PyObject *key, *capsule;
    for (Py_ssize_t at = 0; PyDict_Next(table, &at, &key, &capsule);) {
        const char *name = PyUnicode_AsUTF8(key);
        const char *signature = PyCapsule_CheckExact(capsule) ? PyCapsule_GetName(capsule) : NULL;
        if (!name) {
            return NULL;
        }
        if (signature && strcmp(plain_name(name), s->name) == 0 &&
            has_signature(signature, first, s->n)) {
            return PyCapsule_GetPointer(capsule, signature);
        }
    }
    return NULL;
}

bool glue_find_special(const struct pycc_special *s) {
    PyObject *module = PyImport_ImportModule("scipy.special.cython_special");
    PyObject *table = module ? PyObject_GetAttrString(module, "__pyx_capi__") : NULL;
    bool ok = table && PyDict_Check(table);
    for (; ok && s->name; ++s) {
        s->at[0] = find_function(table, s, "double");
        s->at[1] = s->counted ? find_function(table, s, "Py_ssize_t") : NULL;
        ok = s->at[0] && (s->at[1] || !s->counted);
        if (!ok && !PyErr_Occurred()) {
            PyErr_Format(PyExc_ImportError,
                         "this version of SciPy has no C function of scipy.special.%s: a newer "
                         "one has",
                         s->name);
        }
    }
    Py_XDECREF(table);
    Py_XDECREF(module);
    return ok;
}
