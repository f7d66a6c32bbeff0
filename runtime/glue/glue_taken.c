/* Are the module's names what compiled code takes them for? The compiler has seen the module's
 * text; what its code did under other names, by exec() or by `from ... import *`, shows when it has
 * run. */
#include "glue.h"

static bool same(PyObject *a, PyObject *b);

static bool same_array(PyArrayObject *a, PyArrayObject *b) {
    if (!PyArray_EquivTypes(PyArray_DESCR(a), PyArray_DESCR(b)) ||
        PyArray_NDIM(a) != PyArray_NDIM(b) ||
        !PyArray_CompareLists(PyArray_DIMS(a), PyArray_DIMS(b), PyArray_NDIM(a))) {
        return false;
    }
    PyObject *x = PyArray_ToString(a, NPY_CORDER), *y = PyArray_ToString(b, NPY_CORDER);
    bool is = x && y && PyObject_RichCompareBool(x, y, Py_EQ) == 1;
    Py_XDECREF(x);
    Py_XDECREF(y);
    return is;
}

static bool same_items(PyObject *a, PyObject *b) {
    Py_ssize_t n = PySequence_Size(a);
    bool is = n == PySequence_Size(b);
    for (Py_ssize_t i = 0; is && i < n; ++i) {
        PyObject *x = PySequence_GetItem(a, i), *y = PySequence_GetItem(b, i);
        is = x && y && same(x, y);
        Py_XDECREF(x);
        Py_XDECREF(y);
    }
    return is;
}

static bool same_dict(PyObject *a, PyObject *b) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    bool is = PyDict_Size(a) == PyDict_Size(b);
    while (is && PyDict_Next(a, &at, &key, &value)) {
        PyObject *other = PyDict_GetItemWithError(b, key);
        is = other && same(value, other);
    }
    return is;
}

/* Of one type and value; NaN is NaN. */
static bool same(PyObject *a, PyObject *b) {
    if (a == b || Py_TYPE(a) != Py_TYPE(b)) {
        return a == b;
    }
    if (PyArray_Check(a)) {
        return same_array((PyArrayObject *)a, (PyArrayObject *)b);
    }
    if (PyTuple_Check(a) || PyList_Check(a)) {
        return same_items(a, b);
    }
    if (PyDict_Check(a)) {
        return same_dict(a, b);
    }
    return PyObject_RichCompareBool(a, b, Py_EQ) == 1 ||
           (PyObject_RichCompareBool(a, a, Py_EQ) == 0 &&
            PyObject_RichCompareBool(b, b, Py_EQ) == 0);
}

/* A function of the module's own code that begins in a line. */
static bool is_function(PyObject *o, int line, PyObject *dict) {
    if (!o || !PyFunction_Check(o) || PyFunction_GET_GLOBALS(o) != dict) {
        return false;
    }
    PyObject *first = PyObject_GetAttrString(PyFunction_GET_CODE(o), "co_firstlineno");
    bool is = first && PyLong_AsLong(first) == line;
    Py_XDECREF(first);
    return is;
}

/* In a compiled module its functions are no longer Python's when another one is imported. */
static bool is_as_taken(const struct pycc_taken *t, PyObject *dict) {
    PyObject *value = PyDict_GetItemString(dict, t->name);
    if (!t->text && t->module && value && !PyFunction_Check(value)) {
        return PyDict_GetItemString(dict, "__pycc__") != NULL;
    }
    if (!t->text || !value) {
        return t->text ? t->line == 0 : is_function(value, t->line, dict);
    }
    PyObject *expected = PyRun_String(t->text, Py_eval_input, dict, dict);
    bool is = !expected || same(value, expected);
    Py_XDECREF(expected);
    return is;
}

/* ---- other modules */

PyObject *glue_imported(const char *name, PyObject *dict) {
    PyObject *package = PyDict_GetItemString(dict, "__package__");
    PyObject *util = PyImport_ImportModule("importlib.util");
    PyObject *absolute =
        util ? PyObject_CallMethod(util, "resolve_name", "sO", name, package ? package : Py_None)
             : NULL;
    PyObject *module = absolute ? PyImport_GetModule(absolute) : NULL;
    Py_XDECREF(util);
    Py_XDECREF(absolute);
    PyErr_Clear();
    return module;
}

/* The hash of a file's text; 0 where there is none. */
static uint64_t hash_file(PyObject *path) {
    PyObject *bytes = PyUnicode_EncodeFSDefault(path);
    FILE *file = bytes ? fopen(PyBytes_AS_STRING(bytes), "rb") : NULL;
    uint64_t hash = 0;
    size_t n = 0;
    char *text = NULL;
    if (file && fseek(file, 0, SEEK_END) == 0 && ftell(file) >= 0) {
        n = (size_t)ftell(file);
        text = malloc(n + 1);
        rewind(file);
    }
    if (text && fread(text, 1, n, file) == n) {
        size_t mark = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
        hash = pycc_hash(text + mark, n - mark);
    }
    free(text);
    if (file) {
        fclose(file);
    }
    Py_XDECREF(bytes);
    PyErr_Clear();
    return hash;
}

PyObject *glue_source_of(PyObject *module) {
    PyObject *dict = PyModule_GetDict(module);
    PyObject *about = dict ? PyDict_GetItemString(dict, "__pycc__") : NULL;
    bool compiled = about && PyDict_Check(about);
    PyObject *path = compiled ? PyDict_GetItemString(about, "source")
                     : dict   ? PyDict_GetItemString(dict, "__file__")
                              : NULL;
    return path && PyUnicode_Check(path) ? path : NULL;
}

/* Is the module's text what it was? Of a compiled one that which it was compiled from; what is
 * nowhere to be read is not known to differ. */
static bool is_as_compiled(PyObject *module, uint64_t hash) {
    PyObject *dict = PyModule_GetDict(module), *path = glue_source_of(module);
    PyObject *about = dict ? PyDict_GetItemString(dict, "__pycc__") : NULL;
    PyObject *known = about && PyDict_Check(about) ? PyDict_GetItemString(about, "hash") : NULL;
    Py_ssize_t n = path ? PyUnicode_GET_LENGTH(path) : 0;
    uint64_t now = known ? (uint64_t)PyLong_AsUnsignedLongLong(known)
                   : n > 3 && PyUnicode_ReadChar(path, n - 1) == 'y' ? hash_file(path)
                                                                     : 0;
    return now == 0 || now == hash;
}

static bool check_imports(const struct pycc_module *m, PyObject *dict) {
    for (const struct pycc_import *i = m->import; i && i->name; ++i) {
        PyObject *module = i->hash ? glue_imported(i->name, dict) : NULL;
        bool is = !module || !PyModule_Check(module) || is_as_compiled(module, i->hash);
        if (!is) {
            PyErr_Format(PyExc_ImportError,
                         "%s: module '%s' is not what it was when compiled functions took names "
                         "from it: compile %s again",
                         m->name, i->name, m->name);
        }
        Py_XDECREF(module);
        if (!is) {
            return false;
        }
    }
    return true;
}

static bool is_taken_in(const struct pycc_taken *t, PyObject *dict) {
    PyObject *module = t->module ? glue_imported(t->module, dict) : NULL;
    PyObject *names = module && PyModule_Check(module) ? PyModule_GetDict(module) : NULL;
    bool is = t->module ? !names || is_as_taken(t, names) : is_as_taken(t, dict);
    Py_XDECREF(module);
    return is;
}

bool glue_check_taken(const struct pycc_module *m, PyObject *dict) {
    if (!check_imports(m, dict)) {
        return false;
    }
    for (const struct pycc_taken *t = m->taken; t && t->name; ++t) {
        bool is = is_taken_in(t, dict);
        PyErr_Clear();
        if (!is && t->module) {
            PyErr_Format(PyExc_ImportError,
                         "%s: compiled functions take '%s' of module '%s' for what line %d of it "
                         "binds it to, but code has changed it: pass it as an argument",
                         m->name, t->name, t->module, t->line);
        } else if (!is && t->line > 0) {
            PyErr_Format(PyExc_ImportError,
                         "%s: compiled functions take '%s' for what line %d binds it to, but the "
                         "module's code has changed it: pass it as an argument",
                         m->name, t->name, t->line);
        } else if (!is) {
            PyErr_Format(PyExc_ImportError,
                         "%s: compiled functions take '%s' for Python's, but the module's code "
                         "has bound it",
                         m->name, t->name);
        }
        if (!is) {
            return false;
        }
    }
    return true;
}
