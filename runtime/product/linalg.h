/* Linear algebra, private to the run time. Matrices are of one type, 0 f32, 1 f64, 2 c64, 3 c128,
 * with contiguous columns as in Fortran. */
#ifndef PYCC_LINALG_H
#define PYCC_LINALG_H

#include "product.h"

/* ---- matrices of up to SMALL rows of f32 or f64, whose columns have 4 or, from 5 rows on, 8
 * elements, those that are not the matrix's zero (linalg_small.c) */

enum { SMALL = 8 };

/* b[n, m] = a^-1 b; a is used up. False: a is singular, or something is not finite. */
bool small_solve(int type, int64_t n, int64_t m, void *a, void *b);

/* a = P L U with U in its place. Gives the sign of P, 0 when a is singular or not finite. */
int small_lu(int type, int64_t n, void *a);

/* a = L L' with L in its place, from what is on the diagonal and below it. False: not positive
 * definite, or not finite. */
bool small_cholesky(int type, int64_t n, void *a);

/* ---- any matrices, by the LAPACK that comes with the BLAS in the process (blas.c) */

/* Whether there is one, and on whose threads: product.h. */
enum blas_way lapack_way(void);

/* The same as above, columns of n elements. pivot: room for n integers. Nothing that is not finite
 * is refused. False: LAPACK has refused it. */
bool lapack_solve(int type, int64_t n, int64_t m, void *a, int64_t *pivot, void *b);
int lapack_lu(int type, int64_t n, void *a, int64_t *pivot);
bool lapack_cholesky(int type, int64_t n, void *a);

#endif
