/* Products by way of Python: SciPy's BLAS, and numpy.matmul. */
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
    }
    PyErr_Clear();
    Py_XDECREF(table);
    Py_XDECREF(module);
    PyGILState_Release(state);
    return b;
}

static union pycc_value matrix(const char *data, int64_t n, int64_t m, int64_t row, int64_t col) {
    return (union pycc_value){.a2 = {(char *)data, NULL, {n, m}, {row, col}}};
}

bool glue_matmul(struct pycc_ctx *ctx, const struct pycc_product *p, int line) {
    const struct pycc_type type = {.kind = PYCC_ARRAY, .dtype = p->dtype, .rank = 2};
    static const struct pycc_type none = {.kind = PYCC_NONE};
    const struct pycc_lib_arg arg[] = {
        {NULL, &type, NULL}, {NULL, &type, NULL}, {"out", &type, NULL}};
    const struct pycc_lib lib = {"matmul", 3, arg, &none};
    union pycc_value value[3] = {
        matrix(p->a, p->n, p->k, p->a_row, p->a_col),
        matrix(p->b, p->k, p->m, p->b_row, p->b_col),
        matrix(p->out, p->n, p->m, p->out_row, p->out_col),
    };
    return pycc_lib_call(ctx, &lib, value, value, line);
}
