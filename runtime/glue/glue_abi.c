/* Is this the interpreter, the NumPy and the processor that a module was compiled for?
 *
 * Asked before anything else, because objects are laid out differently in other interpreters: only
 * functions that all versions have are called before the answer is known. */
#define GLUE_IMPORTS_NUMPY
#include "glue.h"

#ifdef Py_GIL_DISABLED
#define BUILT_FREE true
#else
#define BUILT_FREE false
#endif

bool glue_python_fits(const struct pycc_module *m) {
    const char *version = Py_GetVersion(); /* "3.13.1 free-threading build (main, ...) [GCC ...]" */
    char *end;
    long major = strtol(version, &end, 10), minor = *end == '.' ? strtol(end + 1, NULL, 10) : -1;
    bool free_threaded = strstr(version, "free-threading") != NULL;
    if (major == PY_MAJOR_VERSION && minor == PY_MINOR_VERSION && free_threaded == BUILT_FREE) {
        return true;
    }
    PyErr_Format(PyExc_ImportError,
                 "%s was compiled by pycc for CPython %d.%d%s, and this is %s%ld.%ld; compile it "
                 "again with a pycc that was built for this interpreter",
                 m->name, PY_MAJOR_VERSION, PY_MINOR_VERSION, BUILT_FREE ? " (free-threaded)" : "",
                 free_threaded ? "free-threaded CPython " : "CPython ", major, minor);
    return false;
}

bool glue_processor_fits(const struct pycc_module *m) {
    const char *lacks = pycc_cpu_lacks(m->cpu);
    if (lacks) {
        PyErr_Format(PyExc_ImportError,
                     "%s was compiled for a processor with %s, which this one lacks; compile it "
                     "again here, or for more processors: --target=v2",
                     m->name, lacks);
    }
    return !lacks;
}

/* Whatever NumPy's own check says becomes an ImportError. */
static void refuse_numpy(const struct pycc_module *m) {
    PyObject *class, *value, *traceback;
    PyErr_Fetch(&class, &value, &traceback);
    if (class && PyErr_GivenExceptionMatches(class, PyExc_ImportError)) {
        PyErr_Restore(class, value, traceback);
        return;
    }
    PyErr_Format(
        PyExc_ImportError,
        "%s was compiled for the ABI of NumPy 2 (0x%x), which the NumPy here does not have: "
        "%S",
        m->name, (int)NPY_VERSION, value ? value : Py_None);
    Py_XDECREF(class);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
}

bool glue_import_numpy(const struct pycc_module *m) {
    if (PyArray_API) {
        return true;
    }
    if (_import_array() == 0) {
        if (PyArray_RUNTIME_VERSION >= NPY_2_0_API_VERSION) {
            return true;
        }
        PyErr_SetString(PyExc_RuntimeError, "it is NumPy 1");
    }
    PyArray_API = NULL;
    refuse_numpy(m);
    return false;
}
