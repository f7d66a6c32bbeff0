/* What samples/copperhead does, as one would write it in C with OpenMP: what ./dev bench copperhead
 * compares with. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* begin axpy */
void axpy(int64_t n, double a, const double *restrict x, const double *restrict y,
          double *restrict z) {
#pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        z[i] = a * x[i] + y[i];
    }
}
/* end axpy */

/* begin dot */
void dot(int64_t n, const double *restrict x, const double *restrict y, double *restrict out) {
    double s = 0;
#pragma omp parallel for simd reduction(+ : s)
    for (int64_t i = 0; i < n; ++i) {
        s += x[i] * y[i];
    }
    *out = s;
}
/* end dot */

/* begin spmv_csr */
void spmv_csr(int64_t n, const double *restrict vals, const int32_t *restrict cols,
              const int64_t *restrict offsets, const double *restrict x, double *restrict y) {
#pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        double s = 0;
        for (int64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
            s += vals[k] * x[cols[k]];
        }
        y[i] = s;
    }
}
/* end spmv_csr */

/* begin spmv_ell */
void spmv_ell(int64_t n, int64_t width, const double *restrict vals, const int32_t *restrict cols,
              const double *restrict x, double *restrict y) {
#pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        double s = 0;
        for (int64_t k = 0; k < width; ++k) {
            s += vals[k * n + i] * x[cols[k * n + i]];
        }
        y[i] = s;
    }
}
/* end spmv_ell */

/* begin black_scholes */
static double cnd(double d) {
    double k = 1 / (1 + 0.2316419 * fabs(d));
    double w = k * (0.31938153 +
                    k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    double c = 0.3989422804014327 * exp(-0.5 * d * d) * w;
    return d > 0 ? 1 - c : c;
}

void black_scholes(int64_t n, const double *restrict s, const double *restrict x,
                   const double *restrict t, double r, double v, double *restrict calls,
                   double *restrict puts) {
#pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        double root = sqrt(t[i]);
        double d1 = (log(s[i] / x[i]) + (r + 0.5 * v * v) * t[i]) / (v * root);
        double n1 = cnd(d1), n2 = cnd(d1 - v * root), e = exp(-r * t[i]);
        calls[i] = s[i] * n1 - x[i] * e * n2;
        puts[i] = x[i] * e * (1 - n2) - s[i] * (1 - n1);
    }
}
/* end black_scholes */

/* begin flow */
static double inner(int64_t n, const double *u, const double *v, const double *p, const double *q) {
    double s = 0;
#pragma omp parallel for simd reduction(+ : s)
    for (int64_t i = 0; i < n; ++i) {
        s += u[i] * p[i] + v[i] * q[i];
    }
    return s;
}

static double around(int64_t i, int64_t n, int64_t w, const double *x, const double *right,
                     const double *below) {
    double s = 0;
    if (i + 1 < n) {
        s += x[i + 1] * right[i];
    }
    if (i >= 1) {
        s += x[i - 1] * right[i - 1];
    }
    if (i + w < n) {
        s += x[i + w] * below[i];
    }
    if (i >= w) {
        s += x[i - w] * below[i - w];
    }
    return s;
}

static void edge_or_inside(int64_t lo, int64_t hi, int64_t n, int64_t w, const double *a,
                           const double *b, const double *d, const double *right,
                           const double *below, const double *u, const double *v, double *p,
                           double *q) {
#pragma omp parallel for
    for (int64_t i = lo; i < hi; ++i) {
        p[i] = a[i] * u[i] + b[i] * v[i] - around(i, n, w, u, right, below);
        q[i] = b[i] * u[i] + d[i] * v[i] - around(i, n, w, v, right, below);
    }
}

static void matrix_times(int64_t n, int64_t w, const double *restrict a, const double *restrict b,
                         const double *restrict d, const double *restrict right,
                         const double *restrict below, const double *restrict u,
                         const double *restrict v, double *restrict p, double *restrict q) {
    edge_or_inside(0, w, n, w, a, b, d, right, below, u, v, p, q);
    edge_or_inside(n - w, n, n, w, a, b, d, right, below, u, v, p, q);
#pragma omp parallel for
    for (int64_t i = w; i < n - w; ++i) {
        p[i] = a[i] * u[i] + b[i] * v[i] - u[i + 1] * right[i] - u[i - 1] * right[i - 1] -
               u[i + w] * below[i] - u[i - w] * below[i - w];
        q[i] = b[i] * u[i] + d[i] * v[i] - v[i + 1] * right[i] - v[i - 1] * right[i - 1] -
               v[i + w] * below[i] - v[i - w] * below[i - w];
    }
}

void flow(int64_t n, int64_t w, const double *restrict a, const double *restrict b,
          const double *restrict d, const double *restrict right, const double *restrict below,
          const double *restrict fu, const double *restrict fv, double tolerance, int64_t most,
          double *restrict u, double *restrict v) {
    double *m = malloc((size_t)n * 11 * sizeof *m);
    double *ia = m, *ib = m + n, *id = m + 2 * n, *ru = m + 3 * n, *rv = m + 4 * n, *pu = m + 5 * n,
           *pv = m + 6 * n, *qu = m + 7 * n, *qv = m + 8 * n, *zu = m + 9 * n, *zv = m + 10 * n;
    double rho = 0;
#pragma omp parallel for simd reduction(+ : rho)
    for (int64_t i = 0; i < n; ++i) {
        double s = 1 / (a[i] * d[i] - b[i] * b[i]);
        ia[i] = s * d[i];
        ib[i] = -s * b[i];
        id[i] = s * a[i];
        u[i] = v[i] = 0;
        ru[i] = fu[i];
        rv[i] = fv[i];
        pu[i] = ia[i] * ru[i] + ib[i] * rv[i];
        pv[i] = ib[i] * ru[i] + id[i] * rv[i];
        rho += ru[i] * pu[i] + rv[i] * pv[i];
    }
    for (int64_t k = 0; k < most && rho >= tolerance; ++k) {
        matrix_times(n, w, a, b, d, right, below, pu, pv, qu, qv);
        double alpha = rho / inner(n, pu, pv, qu, qv), rho1 = 0;
#pragma omp parallel for simd reduction(+ : rho1)
        for (int64_t i = 0; i < n; ++i) {
            u[i] += alpha * pu[i];
            v[i] += alpha * pv[i];
            ru[i] -= alpha * qu[i];
            rv[i] -= alpha * qv[i];
            zu[i] = ia[i] * ru[i] + ib[i] * rv[i];
            zv[i] = ib[i] * ru[i] + id[i] * rv[i];
            rho1 += ru[i] * zu[i] + rv[i] * zv[i];
        }
        double beta = rho1 / rho;
        rho = rho1;
#pragma omp parallel for
        for (int64_t i = 0; i < n; ++i) {
            pu[i] = zu[i] + beta * pu[i];
            pv[i] = zv[i] + beta * pv[i];
        }
    }
    free(m);
}
/* end flow */

/* begin train */
static double kernel(int64_t dim, double gamma, const double *x, const double *y) {
    double s = 0;
    for (int64_t j = 0; j < dim; ++j) {
        double t = x[j] - y[j];
        s += t * t;
    }
    return exp(-gamma * s);
}

static int may_rise(double y, double a, double cost) {
    return y > 0 ? a < cost : a > 0;
}

static int may_fall(double y, double a, double cost) {
    return y > 0 ? a > 0 : a < cost;
}

void train(int64_t n, int64_t dim, const double *restrict points, const double *restrict labels,
           double cost, double gamma, double tolerance, int64_t most, double *restrict alpha,
           double *restrict threshold) {
    double *f = malloc((size_t)n * sizeof *f);
    for (int64_t i = 0; i < n; ++i) {
        alpha[i] = 0;
        f[i] = -labels[i];
    }
    for (int64_t k = 0;; ++k) {
        int64_t high = 0, low = 0;
        double fh = 1e30, fl = -1e30;
#pragma omp parallel
        {
            int64_t h = 0, l = 0;
            double mh = 1e30, ml = -1e30;
#pragma omp for nowait
            for (int64_t i = 0; i < n; ++i) {
                if (may_rise(labels[i], alpha[i], cost) && f[i] < mh) {
                    mh = f[i];
                    h = i;
                }
                if (may_fall(labels[i], alpha[i], cost) && f[i] > ml) {
                    ml = f[i];
                    l = i;
                }
            }
#pragma omp critical
            {
                if (mh < fh || (mh == fh && h < high)) {
                    fh = mh;
                    high = h;
                }
                if (ml > fl || (ml == fl && l < low)) {
                    fl = ml;
                    low = l;
                }
            }
        }
        *threshold = (fh + fl) / 2;
        if (k == most || fl <= fh + 2 * tolerance) {
            break;
        }
        const double *xh = points + high * dim, *xl = points + low * dim;
        double yh = labels[high], yl = labels[low], s = yh * yl;
        double eta = 2 - 2 * kernel(dim, gamma, xh, xl), ah = alpha[high], al = alpha[low];
        double least = fmax(0, s < 0 ? al - ah : al + ah - cost);
        double greatest = fmin(cost, s < 0 ? cost + al - ah : al + ah);
        double al1 = fmax(least, fmin(greatest, al + yl * (fh - fl) / eta));
        double ah1 = ah + s * (al - al1), dh = (ah1 - ah) * yh, dl = (al1 - al) * yl;
#pragma omp parallel for
        for (int64_t i = 0; i < n; ++i) {
            const double *p = points + i * dim;
            f[i] += dh * kernel(dim, gamma, p, xh) + dl * kernel(dim, gamma, p, xl);
        }
        alpha[high] = ah1;
        alpha[low] = al1;
    }
    free(f);
}
/* end train */
