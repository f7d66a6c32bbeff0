/* Factors of matrices of up to 8 rows of f32 and f64: linalg_small.h for each type and width. */
#include <math.h>

#include "linalg.h"

#define JOINED_(a, b) a##b
#define JOINED(a, b) JOINED_(a, b)

#define REAL float
#define TAG _f32_
#define ABS fabsf
#define SQRT sqrtf
#define LD 4
#include "linalg_small.h"
#define LD 8
#include "linalg_small.h"
#undef REAL
#undef TAG
#undef ABS
#undef SQRT

#define REAL double
#define TAG _f64_
#define ABS fabs
#define SQRT sqrt
#define LD 4
#include "linalg_small.h"
#define LD 8
#include "linalg_small.h"

/* [type][is it wider than 4] */
static int (*const lu[2][2])(int64_t, int64_t, void *, void *) = {{lu_f32_4, lu_f32_8},
                                                                  {lu_f64_4, lu_f64_8}};
static bool (*const back[2][2])(int64_t, int64_t, void *, void *) = {{back_f32_4, back_f32_8},
                                                                     {back_f64_4, back_f64_8}};
static bool (*const cholesky[2][2])(int64_t, void *) = {{cholesky_f32_4, cholesky_f32_8},
                                                        {cholesky_f64_4, cholesky_f64_8}};

bool small_solve(int type, int64_t n, int64_t m, void *a, void *b) {
    return lu[type][n > 4](n, m, a, b) != 0 && back[type][n > 4](n, m, a, b);
}

int small_lu(int type, int64_t n, void *a) {
    return lu[type][n > 4](n, 0, a, a);
}

bool small_cholesky(int type, int64_t n, void *a) {
    return cholesky[type][n > 4](n, a);
}
