/* Factors of small matrices of one type REAL, LD rows at most. Matrices are arrays of columns,
 * which are filled with zeros to the length LD, so that a column is one or two vectors and no loop
 * over rows has a rest. Included by linalg_small.c only.
 *
 * Zeros stand for the rows that a step leaves alone. Beside infinities they make nan, which every
 * function looks for in what it gives: its caller leaves these matrices to LAPACK. */

#define NAME(x) JOINED(JOINED(x, TAG), LD)

/* Of column k of a from the diagonal on. */
static int64_t NAME(pivot)(int64_t n, int64_t k, REAL (*a)[LD]) {
    int64_t p = k;
    for (int64_t i = k + 1; i < n; ++i) {
        p = ABS(a[k][i]) > ABS(a[k][p]) ? i : p;
    }
    return p;
}

static void NAME(swap)(int64_t columns, int64_t i, int64_t k, REAL (*a)[LD]) {
    for (int64_t j = 0; j < columns; ++j) {
        REAL t = a[j][i];
        a[j][i] = a[j][k];
        a[j][k] = t;
    }
}

/* Each column less its element k times a vector. */
static void NAME(less)(int64_t first, int64_t end, int64_t k, const REAL *vector, REAL (*a)[LD]) {
    for (int64_t j = first; j < end; ++j) {
        REAL factor = a[j][k];
        for (int64_t i = 0; i < LD; ++i) {
            a[j][i] -= vector[i] * factor;
        }
    }
}

/* a[n, n] = P L U with U in the place of a, b[n, m] = (P L)^-1 b. Gives the sign of P, 0 when a is
 * singular or has a nan for a pivot. */
static int NAME(lu)(int64_t n, int64_t m, void *matrix, void *sides) {
    REAL(*a)[LD] = matrix, (*b)[LD] = sides;
    int sign = 1;
    for (int64_t k = 0; k < n; ++k) {
        int64_t p = NAME(pivot)(n, k, a);
        if (!(ABS(a[k][p]) > 0)) {
            return 0;
        }
        if (p != k) {
            NAME(swap)(n, p, k, a);
            NAME(swap)(m, p, k, b);
            sign = -sign;
        }
        REAL below[LD];
        for (int64_t i = 0; i < LD; ++i) {
            below[i] = i > k ? a[k][i] / a[k][k] : 0;
        }
        NAME(less)(k + 1, n, k, below, a);
        NAME(less)(0, m, k, below, b);
    }
    return sign;
}

/* b = a^-1 b for an upper triangle a. */
static bool NAME(back)(int64_t n, int64_t m, void *matrix, void *sides) {
    REAL(*a)[LD] = matrix, (*b)[LD] = sides;
    REAL nothing = 0;
    for (int64_t k = n - 1; k >= 0; --k) {
        REAL above[LD];
        for (int64_t i = 0; i < LD; ++i) {
            above[i] = i < k ? a[k][i] : 0;
        }
        for (int64_t j = 0; j < m; ++j) {
            b[j][k] /= a[k][k];
            nothing += b[j][k] * 0;
        }
        NAME(less)(0, m, k, above, b);
    }
    return nothing == 0;
}

/* a = L L', L in the place of a. False: not positive definite, or not finite. */
static bool NAME(cholesky)(int64_t n, void *matrix) {
    REAL(*a)[LD] = matrix;
    REAL nothing = 0;
    for (int64_t k = 0; k < n; ++k) {
        if (!(a[k][k] > 0)) {
            return false;
        }
        REAL root = SQRT(a[k][k]);
        for (int64_t i = 0; i < LD; ++i) {
            a[k][i] = i > k && i < n ? a[k][i] / root : 0;
            nothing += a[k][i] * 0;
        }
        for (int64_t j = k + 1; j < n; ++j) {
            REAL factor = a[k][j];
            for (int64_t i = 0; i < LD; ++i) {
                a[j][i] -= a[k][i] * factor;
            }
        }
        a[k][k] = root;
        nothing += root * 0;
    }
    return nothing == 0;
}

#undef NAME
#undef LD
