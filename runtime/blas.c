/* The BLAS that is in the process already, by its Fortran interface.
 *
 * NumPy's wheels carry an OpenBLAS, loaded with NumPy itself: it is found among the loaded
 * libraries, so that products are those of the interpreter, on one pool of threads. Where NumPy was
 * built otherwise, SciPy exports the BLAS that it is linked with. The environment variable
 * PYCC_BLAS=numpy, scipy or none says where to look; none leaves products to numpy.matmul. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "product.h"

/* ---- the library */

#define LARGE 1e8 /* multiply-adds: several milliseconds */

static const char letters[] = "sdcz";

/* How the names of a build begin and end: scipy_dgemm_64_. */
struct naming {
    const char *before, *after;
    bool wide;
};

static void *symbol(void *library, const struct naming *s, const char *name, bool fortran) {
    char text[64];
    snprintf(text, sizeof(text), "%s%s%s%s", s->before, name, fortran ? "_" : "", s->after);
    return dlsym(library, text);
}

/* Does a build without a suffix have integers of 64 bits all the same? */
static bool is_wide(void *library, const struct naming *s) {
    char *(*config)(void);
    void *found = symbol(library, s, "openblas_get_config", false);
    memcpy(&config, &found, sizeof(config));
    return s->wide || !found || strstr(config(), "USE64BITINT") != NULL;
}

static bool take_names(void *library, const struct naming *s, struct blas *b) {
    for (int i = 0; i < 4; ++i) {
        char gemm[] = "?gemm", gemv[] = "?gemv";
        gemm[0] = gemv[0] = letters[i];
        b->gemm[i] = symbol(library, s, gemm, true);
        b->gemv[i] = symbol(library, s, gemv, true);
        if (!b->gemm[i] || !b->gemv[i]) {
            b->gemm[0] = NULL;
            return false;
        }
    }
    b->wide = is_wide(library, s);
    b->set_threads = dlsym(library, "openblas_set_num_threads_local");
    return true;
}

static int look_at(struct dl_phdr_info *info, size_t size, void *context) {
    static const struct naming names[] = {
        {"scipy_", "64_", true}, {"", "64_", true}, {"scipy_", "", false}, {"", "", false}};
    struct blas *b = context;
    (void)size;
    const char *name = strrchr(info->dlpi_name, '/');
    if (!name || !strstr(name, "openblas")) {
        return 0;
    }
    void *library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    bool found = false;
    for (size_t i = 0; library && !found && i < sizeof(names) / sizeof(names[0]); ++i) {
        found = take_names(library, &names[i], b);
    }
    if (library) {
        dlclose(library);
    }
    return found;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct blas blas;

static void find(void) {
    const char *where = getenv("PYCC_BLAS");
    if (!where || strcmp(where, "numpy") == 0) {
        dl_iterate_phdr(look_at, &blas);
    }
    if (!blas.gemm[0] && (!where || strcmp(where, "scipy") == 0)) {
        blas = glue_blas_scipy();
    }
}

/* ---- operands */

/* An integer of either width: little-endian, a pointer to it serves both. */
typedef int64_t blas_int;

/* A matrix as Fortran sees it. */
struct matrix {
    const char *data;
    bool rows; /* its rows are contiguous: Fortran sees the transposed one */
    blas_int ld;
};

static bool as_matrix(const char *data, int64_t n, int64_t m, int64_t row, int64_t col,
                      int64_t item, struct matrix *x) {
    int64_t limit = (blas.wide ? INT64_MAX : INT32_MAX) / item;
    *x = (struct matrix){.data = data};
    if ((uintptr_t)data % (uintptr_t)(item == 16 ? 8 : item)) {
        return false;
    }
    row = n > 1 ? row : m * item;
    col = m > 1 ? col : item;
    if (col == item && row >= m * item && row % item == 0 && row / item < limit) {
        x->rows = true;
        x->ld = row / item;
        return true;
    }
    col = m > 1 ? col : n * item;
    row = n > 1 ? row : item;
    if (row == item && col >= n * item && col % item == 0 && col / item < limit) {
        x->ld = col / item;
        return true;
    }
    return false;
}

static bool as_vector(const char *data, int64_t n, int64_t step, int64_t item, blas_int *inc) {
    int64_t limit = blas.wide ? INT64_MAX : INT32_MAX;
    *inc = n > 1 ? step / item : 1;
    return (uintptr_t)data % (uintptr_t)(item == 16 ? 8 : item) == 0 && step % item == 0 &&
           *inc > 0 && *inc < limit;
}

/* ---- calls */

typedef void gemm_fn(char *, char *, blas_int *, blas_int *, blas_int *, void *, const void *,
                     blas_int *, const void *, blas_int *, void *, void *, blas_int *);
typedef void gemv_fn(char *, blas_int *, blas_int *, void *, const void *, blas_int *, const void *,
                     blas_int *, void *, void *, blas_int *);

/* A factor in each type, its imaginary part zero. */
struct factor {
    union {
        float f32[2];
        double f64[2];
    };
};

static struct factor factor(int type, double x) {
    struct factor f = {.f64 = {0.0, 0.0}};
    if (type % 2 == 0) {
        f.f32[0] = (float)x;
    } else {
        f.f64[0] = x;
    }
    return f;
}

/* out[n] (+)= a[n, k] x[k]. */
static bool call_gemv(const struct product *p, int type, int64_t item) {
    struct matrix a;
    blas_int x, y;
    if (!as_matrix(p->a, p->n, p->k, p->a_row, p->a_col, item, &a) ||
        !as_vector(p->b, p->k, p->b_row, item, &x) ||
        !as_vector(p->out, p->n, p->out_row, item, &y)) {
        return false;
    }
    struct factor alpha = factor(type, p->sign < 0 ? -1 : 1), beta = factor(type, p->sign != 0);
    char trans = a.rows ? 'T' : 'N';
    blas_int n = a.rows ? p->k : p->n, m = a.rows ? p->n : p->k;
    gemv_fn *f;
    memcpy(&f, &blas.gemv[type], sizeof(f));
    f(&trans, &n, &m, &alpha, a.data, &a.ld, p->b, &x, &beta, p->out, &y);
    return true;
}

static bool call_gemm(const struct product *p, int type, int64_t item) {
    struct matrix a, b, c;
    if (!as_matrix(p->a, p->n, p->k, p->a_row, p->a_col, item, &a) ||
        !as_matrix(p->b, p->k, p->m, p->b_row, p->b_col, item, &b) ||
        !as_matrix(p->out, p->n, p->m, p->out_row, p->out_col, item, &c)) {
        return false;
    }
    struct factor alpha = factor(type, p->sign < 0 ? -1 : 1), beta = factor(type, p->sign != 0);
    /* of contiguous rows Fortran writes the transposed: out' = b' a' */
    const struct matrix *first = c.rows ? &b : &a, *second = c.rows ? &a : &b;
    char first_trans = first->rows == c.rows ? 'N' : 'T';
    char second_trans = second->rows == c.rows ? 'N' : 'T';
    blas_int n = c.rows ? p->m : p->n, m = c.rows ? p->n : p->m, k = p->k;
    blas_int lda = first->ld, ldb = second->ld, ldc = c.ld;
    gemm_fn *f;
    memcpy(&f, &blas.gemm[type], sizeof(f));
    f(&first_trans, &second_trans, &n, &m, &k, &alpha, first->data, &lda, second->data, &ldb, &beta,
      p->out, &ldc);
    return true;
}

static bool product_call(const struct product *p) {
    int type = p->dtype == PYCC_F32 ? 0 : p->dtype == PYCC_F64 ? 1 : p->dtype == PYCC_C64 ? 2 : 3;
    int64_t item = product_item(p->dtype), limit = blas.wide ? INT64_MAX : INT32_MAX;
    if (!blas.gemm[0] || p->n > limit || p->m > limit || p->k > limit) {
        return false;
    }
    if (p->m == 1) {
        return call_gemv(p, type, item);
    }
    if (p->n == 1) { /* out' = b' a' */
        struct product t = *p;
        t.n = p->m;
        t.m = 1;
        t.a = p->b;
        t.b = p->a;
        t.out_row = p->out_col;
        t.a_row = p->b_col;
        t.a_col = p->b_row;
        t.b_row = p->a_col;
        return call_gemv(&t, type, item);
    }
    return call_gemm(p, type, item);
}

/* Two pools of threads that both wait actively take the processors from each other for
 * milliseconds at every change: beside loops on threads, one thread of the library's does all but
 * large products, and ours are sent to rest before those. */
bool product_blas(const struct product *p) {
    int (*set_threads)(int);
    pthread_once(&once, find);
    memcpy(&set_threads, &blas.set_threads, sizeof(set_threads));
    bool large = (double)p->n * (double)p->m * (double)p->k >= LARGE;
    if (!pycc_team_awake() || large || !set_threads) {
        pycc_rest_team();
        return product_call(p);
    }
    int before = set_threads(1);
    bool done = product_call(p);
    set_threads(before);
    return done;
}
