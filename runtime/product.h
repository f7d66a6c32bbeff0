/* Products of matrices, private to the run time. */
#ifndef PYCC_PRODUCT_H
#define PYCC_PRODUCT_H

#include "pycc_rt.h"

/* out[n, m] = a[n, k] @ b[k, m], or out += or -= that; strides in bytes. */
struct product {
    enum pycc_dtype dtype;
    int64_t n, m, k;
    char *out;
    const char *a, *b;
    int64_t out_row, out_col, a_row, a_col, b_row, b_col;
    int sign; /* 0: out takes the product, 1: it is added, -1: subtracted */
};

/* Bytes of an element. */
int64_t product_item(enum pycc_dtype d);

/* Our own kernels: any dtype, strides and alignment. Elements are sums in the order of k. out must
 * not overlap a or b. (product_kernel.c) */
void product_own(const struct product *p);

/* The same by the BLAS in the process, for f32, f64, c64 and c128. False, with nothing done, when
 * there is none, or when it does not take these strides or sizes. (blas.c) */
bool product_blas(const struct product *p);

/* The Fortran interface of a BLAS: dgemm_ and dgemv_ of each type, in the order f32, f64, c64,
 * c128. gemm is NULL where there is none. wide: integers have 64 bits. */
struct blas {
    bool wide;
    void *gemm[4], *gemv[4];
    void *set_threads; /* int (*)(int): sets the number of threads, gives the one before; or NULL */
};

/* SciPy's, found through the capsules of scipy.linalg.cython_blas, which is imported for it; takes
 * the GIL. (glue_blas.c) */
struct blas glue_blas_scipy(void);

/* numpy.matmul into out; any thread. False with ctx failed. (glue_blas.c) */
bool glue_matmul(struct pycc_ctx *ctx, const struct product *p, int line);

/* Have loops run on several threads, which may wait actively for the next one? Before a library
 * with threads of its own runs, rest makes ours leave it the processors. (parallel.c) */
bool pycc_team_awake(void);
void pycc_rest_team(void);

#endif
