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

#include "linalg.h"
#include "product.h"

/* ---- the library */

static const char letters[] = "sdcz";
const char *const lapack_name[] = {"gesv", "getrf", "potrf"};

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
        char gemm[] = "?gemm", gemv[] = "?gemv", syrk[] = "?syrk";
        gemm[0] = gemv[0] = syrk[0] = letters[i];
        b->gemm[i] = symbol(library, s, gemm, true);
        b->gemv[i] = symbol(library, s, gemv, true);
        b->syrk[i] = symbol(library, s, syrk, true);
        if (!b->gemm[i] || !b->gemv[i] || !b->syrk[i]) {
            b->gemm[0] = NULL;
            return false;
        }
    }
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < LAPACK_COUNT; ++k) {
            char name[8];
            snprintf(name, sizeof(name), "%c%s", letters[i], lapack_name[k]);
            b->lapack[k][i] = symbol(library, s, name, true);
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
static struct blas (*scipy_blas)(void); /* NULL: there is no Python */

static void find(void) {
    const char *where = getenv("PYCC_BLAS");
    if (!where || strcmp(where, "numpy") == 0) {
        dl_iterate_phdr(look_at, &blas);
    }
    if (!blas.gemm[0] && scipy_blas && (!where || strcmp(where, "scipy") == 0)) {
        blas = scipy_blas();
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
typedef void syrk_fn(char *, char *, blas_int *, blas_int *, void *, const void *, blas_int *,
                     void *, void *, blas_int *);
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
static bool call_gemv(const struct pycc_product *p, int type, int64_t item, bool ask) {
    struct matrix a;
    blas_int x, y;
    if (!as_matrix(p->a, p->n, p->k, p->a_row, p->a_col, item, &a) ||
        !as_vector(p->b, p->k, p->b_row, item, &x) ||
        !as_vector(p->out, p->n, p->out_row, item, &y)) {
        return false;
    }
    if (ask) {
        return true;
    }
    struct factor alpha = factor(type, p->sign < 0 ? -1 : 1), beta = factor(type, p->sign != 0);
    char trans = a.rows ? 'T' : 'N';
    blas_int n = a.rows ? p->k : p->n, m = a.rows ? p->n : p->k;
    gemv_fn *f;
    memcpy(&f, &blas.gemv[type], sizeof(f));
    f(&trans, &n, &m, &alpha, a.data, &a.ld, p->b, &x, &beta, p->out, &y);
    return true;
}

static bool call_gemm(const struct pycc_product *p, int type, int64_t item, bool ask) {
    struct matrix a, b, c;
    if (!as_matrix(p->a, p->n, p->k, p->a_row, p->a_col, item, &a) ||
        !as_matrix(p->b, p->k, p->m, p->b_row, p->b_col, item, &b) ||
        !as_matrix(p->out, p->n, p->m, p->out_row, p->out_col, item, &c)) {
        return false;
    }
    if (ask) {
        return true;
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

static int type_of(const struct pycc_product *p) {
    return p->dtype == PYCC_F32 ? 0 : p->dtype == PYCC_F64 ? 1 : p->dtype == PYCC_C64 ? 2 : 3;
}

/* A product by one call; ask: whether there is one for it. */
static bool call(const struct pycc_product *p, bool ask) {
    int type = type_of(p);
    int64_t item = product_item(p->dtype), limit = blas.wide ? INT64_MAX : INT32_MAX;
    if (!blas.gemm[0] || p->n > limit || p->m > limit || p->k > limit) {
        return false;
    }
    if (p->m == 1) {
        return call_gemv(p, type, item, ask);
    }
    if (p->n == 1) { /* out' = b' a' */
        struct pycc_product t = product_transposed(p);
        return call_gemv(&t, type, item, ask);
    }
    return call_gemm(p, type, item, ask);
}

void blas_product(const struct pycc_product *p) {
    if (!call(p, false)) { /* a part of a product that BLAS takes is one, too */
        product_own(p);
    }
}

void blas_symmetric(const struct pycc_product *p) {
    struct matrix a, c;
    int64_t item = product_item(p->dtype);
    if (!as_matrix(p->a, p->n, p->k, p->a_row, p->a_col, item, &a) ||
        !as_matrix(p->out, p->n, p->n, p->out_row, p->out_col, item, &c)) {
        product_own(p);
        return;
    }
    struct factor alpha = factor(type_of(p), 1), beta = factor(type_of(p), 0);
    char half = c.rows ? 'U' : 'L', trans = a.rows ? 'T' : 'N';
    blas_int n = p->n, k = p->k;
    syrk_fn *f;
    memcpy(&f, &blas.syrk[type_of(p)], sizeof(f));
    f(&half, &trans, &n, &k, &alpha, a.data, &a.ld, &beta, p->out, &c.ld);
}

/* ---- LAPACK */

enum blas_way lapack_way(void) {
    pthread_once(&once, find);
    bool all = blas.gemm[0] != NULL;
    for (int i = 0; all && i < LAPACK_COUNT * 4; ++i) {
        all = blas.lapack[i / 4][i % 4] != NULL;
    }
    return !all ? BLAS_NOT : blas.set_threads ? BLAS_OUR_THREADS : BLAS_OWN_THREADS;
}

bool lapack_solve(int type, int64_t n, int64_t m, void *a, int64_t *pivot, void *b) {
    void (*f)(blas_int *, blas_int *, void *, blas_int *, void *, void *, blas_int *, blas_int *);
    memcpy(&f, &blas.lapack[LAPACK_GESV][type], sizeof(f));
    blas_int info = 0;
    f(&n, &m, a, &n, pivot, b, &n, &info);
    return info == 0;
}

int lapack_lu(int type, int64_t n, void *a, int64_t *pivot) {
    void (*f)(blas_int *, blas_int *, void *, blas_int *, void *, blas_int *);
    memcpy(&f, &blas.lapack[LAPACK_GETRF][type], sizeof(f));
    blas_int info = 0;
    int sign = 1;
    f(&n, &n, a, &n, pivot, &info);
    for (int64_t i = 0; i < n; ++i) {
        int32_t narrow;
        memcpy(&narrow, (const char *)pivot + i * 4, sizeof(narrow));
        sign = (blas.wide ? pivot[i] : narrow) != i + 1 ? -sign : sign;
    }
    return info == 0 ? sign : 0;
}

bool lapack_cholesky(int type, int64_t n, void *a) {
    void (*f)(char *, blas_int *, void *, blas_int *, blas_int *);
    memcpy(&f, &blas.lapack[LAPACK_POTRF][type], sizeof(f));
    blas_int info = 0;
    char lower = 'L';
    f(&lower, &n, a, &n, &info);
    return info == 0;
}

/* ---- threads */

static struct blas_users own_users, *users = &own_users;

void blas_share(struct blas_users *shared, struct blas scipy(void)) {
    scipy_blas = scipy;
    __atomic_store_n(&users, shared, __ATOMIC_RELEASE);
}

/* The library's number of threads is one for the whole process: it is 1 while any of us is in it,
 * and the last one gives it back. */
static void count_user(int change) {
    struct blas_users *u = __atomic_load_n(&users, __ATOMIC_ACQUIRE);
    int (*set_threads)(int);
    memcpy(&set_threads, &blas.set_threads, sizeof(set_threads));
    while (__atomic_exchange_n(&u->lock, 1, __ATOMIC_ACQUIRE)) {
    }
    if (change > 0 && u->n == 0) {
        u->threads = set_threads(1);
    }
    u->n += change;
    if (change < 0 && u->n == 0) {
        set_threads(u->threads);
    }
    __atomic_store_n(&u->lock, 0, __ATOMIC_RELEASE);
}

enum blas_way blas_way(const struct pycc_product *p) {
    pthread_once(&once, find);
    return !call(p, true) ? BLAS_NOT : blas.set_threads ? BLAS_OUR_THREADS : BLAS_OWN_THREADS;
}

void blas_enter(void) {
    count_user(1);
}

void blas_leave(void) {
    count_user(-1);
}
