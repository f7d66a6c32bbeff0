/* Products of matrices, private to the run time. */
#ifndef PYCC_PRODUCT_H
#define PYCC_PRODUCT_H

#include "pycc_rt.h"

/* out[n, m] (+)= a[n, k] @ b[k, m]; strides in bytes. */
struct product {
    int64_t n, m, k;
    char *out;
    const char *a, *b;
    int64_t out_row, out_col, a_row, a_col, b_row, b_col;
    bool add;
};

#endif
