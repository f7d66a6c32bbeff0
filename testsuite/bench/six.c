/* The six unPython programs as one would write them in C with OpenMP: what ./dev bench six compares
 * with. Built once for double and once for float (-DREAL=float), and once more with -ffast-math. */
#include <math.h>
#include <stdint.h>

#ifndef REAL
#define REAL double
#endif
#define SQRT(x) ((REAL)(sizeof(REAL) == 4 ? (double)sqrtf((float)(x)) : sqrt((double)(x))))

void matmul(int64_t m, int64_t n, int64_t p, const REAL *restrict a, const REAL *restrict b,
            REAL *restrict c) {
#pragma omp parallel for
    for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) {
            REAL s = 0;
            for (int64_t k = 0; k < p; ++k) {
                s += a[i * p + k] * b[k * n + j];
            }
            c[i * n + j] = s;
        }
    }
}

void rank_k(int64_t n, int64_t m, const REAL *restrict a, REAL *restrict c, double alpha,
            double beta) {
#pragma omp parallel for schedule(dynamic, 8)
    for (int64_t i = 0; i < n; ++i) {
        for (int64_t j = 0; j <= i; ++j) {
            REAL s = a[i * m] * a[j * m];
            for (int64_t k = 1; k < m; ++k) {
                s += a[i * m + k] * a[j * m + k];
            }
            c[i * n + j] = (REAL)alpha * s + (REAL)beta * c[i * n + j];
        }
    }
}

void rank_2k(int64_t n, int64_t m, const REAL *restrict a, const REAL *restrict b, REAL *restrict c,
             double alpha, double beta) {
#pragma omp parallel for schedule(dynamic, 8)
    for (int64_t i = 0; i < n; ++i) {
        for (int64_t j = 0; j <= i; ++j) {
            REAL s = a[i * m] * b[j * m] + b[i * m] * a[j * m];
            for (int64_t k = 1; k < m; ++k) {
                s += a[i * m + k] * b[j * m + k] + b[i * m + k] * a[j * m + k];
            }
            c[i * n + j] = (REAL)alpha * s + (REAL)beta * c[i * n + j];
        }
    }
}

void nbody(int64_t n, const REAL *restrict p, REAL *restrict d) {
    const REAL *x = p, *y = p + n, *z = p + 2 * n;
#pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        double s = 0; /* math.sqrt computes in double, whatever the elements are */
        for (int64_t j = 0; j < n; ++j) {
            REAL dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            s += sqrt((double)(dx * dx + dy * dy + dz * dz));
        }
        d[i] = (REAL)s;
    }
}

void coulomb(int64_t rows, int64_t columns, int64_t n, const REAL *restrict atoms,
             REAL *restrict grid, double spacing, double z) {
#pragma omp parallel for
    for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
            REAL x = (REAL)(i * spacing), y = (REAL)(j * spacing), s = 0;
            for (int64_t k = 0; k < n; ++k) {
                REAL dx = x - atoms[4 * k], dy = y - atoms[4 * k + 1];
                REAL dz = (REAL)z - atoms[4 * k + 2];
                s += atoms[4 * k + 3] / SQRT(dx * dx + dy * dy + dz * dz);
            }
            grid[i * columns + j] = s;
        }
    }
}

void stencil(int64_t n, int64_t m, const REAL *restrict a, REAL *restrict b) {
#pragma omp parallel for
    for (int64_t i = 1; i < n - 1; ++i) {
        for (int64_t j = 1; j < m - 1; ++j) {
            b[i * m + j] = (REAL)0.2 * (a[i * m + j] + a[(i - 1) * m + j] + a[(i + 1) * m + j] +
                                        a[i * m + j - 1] + a[i * m + j + 1]);
        }
    }
}

/* y = log(1 + exp(x)): the vector math library's case. */
void softplus(int64_t n, const REAL *restrict x, REAL *restrict y) {
#pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        y[i] = (REAL)log(1 + exp((double)x[i]));
    }
}
