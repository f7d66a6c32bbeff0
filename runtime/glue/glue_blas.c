/* The BLAS and LAPACK that SciPy is linked with. */
#include "glue.h"

#include "product.h"

/* The function behind a capsule of scipy.linalg.cython_blas, NULL when it is not what we know. */
static void *capsule(PyObject *table, char letter, const char *name) {
    char text[8];
    snprintf(text, sizeof(text), "%c%s", letter, name);
    PyObject *c = PyDict_GetItemString(table, text);
    const char *signature = c && PyCapsule_CheckExact(c) ? PyCapsule_GetName(c) : NULL;
    bool known = signature && strstr(signature, "int *") != NULL;
    return known ? PyCapsule_GetPointer(c, signature) : NULL;
}

/* Where SciPy has none of them, NumPy does what they do. */
static void take_lapack(struct blas *b) {
    PyObject *module = PyImport_ImportModule("scipy.linalg.cython_lapack");
    PyObject *table = module ? PyObject_GetAttrString(module, "__pyx_capi__") : NULL;
    for (int i = 0; table && PyDict_Check(table) && i < LAPACK_COUNT * 4; ++i) {
        b->lapack[i / 4][i % 4] = capsule(table, "sdcz"[i % 4], lapack_name[i / 4]);
    }
    Py_XDECREF(table);
    Py_XDECREF(module);
}

struct blas glue_blas_scipy(void) {
    struct blas b = {.wide = false};
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *module = PyImport_ImportModule("scipy.linalg.cython_blas");
    PyObject *table = module ? PyObject_GetAttrString(module, "__pyx_capi__") : NULL;
    bool all = table && PyDict_Check(table);
    for (int i = 0; all && i < 4; ++i) {
        b.gemm[i] = capsule(table, "sdcz"[i], "gemm");
        b.gemv[i] = capsule(table, "sdcz"[i], "gemv");
        b.syrk[i] = capsule(table, "sdcz"[i], "syrk");
        all = b.gemm[i] && b.gemv[i] && b.syrk[i];
    }
    if (!all) {
        b.gemm[0] = NULL;
    } else {
        take_lapack(&b);
    }
    PyErr_Clear();
    Py_XDECREF(table);
    Py_XDECREF(module);
    PyGILState_Release(state);
    return b;
}
