/* Sorting by NumPy's C functions: what np.sort and its kin do when they have read their arguments,
 * which for few numbers takes them longer than the sorting.
 *
 * Only calls with an array, or an array and an axis; all others are NumPy's to read. */
#include "glue.h"

#include <string.h>

static PyObject *sorted_copy(PyArrayObject *a, int axis) {
    PyObject *copy = PyArray_NewCopy(a, NPY_KEEPORDER);
    if (copy && PyArray_Sort((PyArrayObject *)copy, axis, NPY_QUICKSORT) != 0) {
        Py_CLEAR(copy);
    }
    return copy;
}

static PyObject *sort_in_place(PyArrayObject *a, int axis) {
    return PyArray_Sort(a, axis, NPY_QUICKSORT) == 0 ? Py_NewRef(Py_None) : NULL;
}

static PyObject *places(PyArrayObject *a, int axis) {
    return PyArray_ArgSort(a, axis, NPY_QUICKSORT);
}

/* The axis that the second argument of a call of so many is; false: it is none. */
static bool axis_of(PyObject *const *arg, Py_ssize_t n, int *axis) {
    *axis = -1;
    if (n == 2 && PyLong_CheckExact(arg[1])) {
        *axis = (int)PyLong_AsLong(arg[1]); /* a constant of the source, in range */
        return true;
    }
    return n == 1;
}

bool glue_order(const struct pycc_lib *lib, PyObject *const *arg, PyObject **result) {
    static const struct {
        const char *path;
        PyObject *(*sort)(PyArrayObject *a, int axis);
    } ways[] = {{"sort", sorted_copy}, {"ndarray.sort", sort_in_place}, {"argsort", places}};
    int axis;
    for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); ++i) {
        if (strcmp(ways[i].path, lib->path) == 0) {
            bool plain = lib->n == 1 ||
                         (lib->n == 2 && lib->arg[1].name && strcmp(lib->arg[1].name, "axis") == 0);
            if (!plain || !PyArray_CheckExact(arg[0]) || !axis_of(arg, lib->n, &axis)) {
                return false;
            }
            *result = ways[i].sort((PyArrayObject *)arg[0], axis);
            return true;
        }
    }
    return false;
}
