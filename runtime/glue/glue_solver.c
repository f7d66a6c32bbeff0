/* Where the integer solver is, which only the Python package knows. */
#include "glue.h"
#include "pycc_rt_race.h"

void glue_find_solver(void) {
    PyObject *name = PyUnicode_FromString("pycc");
    PyObject *pycc = name ? PyImport_GetModule(name) : NULL; /* not imported: no solver */
    PyObject *path = pycc ? PyObject_CallMethod(pycc, "_solver_path", NULL) : NULL;
    const char *text = path && PyUnicode_Check(path) ? PyUnicode_AsUTF8(path) : NULL;
    if (text) {
        pycc_solver_path(text);
    }
    PyErr_Clear();
    Py_XDECREF(name);
    Py_XDECREF(pycc);
    Py_XDECREF(path);
}
