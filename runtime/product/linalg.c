/* solve, inv, det, slogdet and cholesky of numpy.linalg, and what scipy.linalg has of them, without
 * Python: stacks of matrices, each copied into columns, factored in place and copied out, on the
 * threads of the call.
 *
 * Real matrices of up to 8 rows are done by linalg_small.c, others by LAPACK. What these refuse,
 * and whatever is out of the ordinary (nothing to do, shapes that do not fit, singular matrices,
 * values that are not finite in small ones), NumPy or SciPy does itself: so it raises and warns as
 * it does.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crew.h"
#include "linalg.h"

enum { MAX_RANK = 8, LARGE = 128 /* a matrix of so many rows is LAPACK's on its own threads */ };

enum routine { SOLVE, INV, DET, SLOGDET, CHOLESKY, N_ROUTINES };

/* Matrices of one shape, one behind the other in the order of the result. */
struct stack {
    char *data;
    enum pycc_dtype dtype;
    int64_t step[MAX_RANK]; /* along each axis of the stack, 0 where the matrix is the same */
    int64_t row, col;
};

struct job {
    enum routine routine;
    int type;     /* of linalg.h */
    int64_t n, m; /* a[n, n], b[n, m] */
    bool upper;   /* of CHOLESKY */
    bool finite;  /* refused where it is not: SciPy looks */
    bool small;
    int axes;
    int64_t shape[MAX_RANK], count; /* of the stack */
    struct stack a, b, out, log;    /* b of SOLVE, log of SLOGDET */
    int *refused;                   /* atomic */
};

static int type_of(enum pycc_dtype d) {
    return d == PYCC_F32 ? 0 : d == PYCC_F64 ? 1 : d == PYCC_C64 ? 2 : d == PYCC_C128 ? 3 : -1;
}

/* ---- elements, anywhere in memory */

struct number {
    double re, im;
};

#define READ(tag, type)                                                                            \
    case PYCC_##tag: {                                                                             \
        type x;                                                                                    \
        memcpy(&x, p, sizeof(x));                                                                  \
        return (struct number){(double)x, 0};                                                      \
    }

static struct number read_number(enum pycc_dtype d, const char *p) {
    float single[2];
    struct number z = {0, 0};
    switch (d) {
        READ(I8, int8_t)
        READ(I16, int16_t)
        READ(I32, int32_t)
        READ(I64, int64_t)
        READ(U8, uint8_t)
        READ(U16, uint16_t)
        READ(U32, uint32_t)
        READ(U64, uint64_t)
        READ(F32, float)
        READ(F64, double)
    case PYCC_BOOL:
        z.re = *p != 0;
        break;
    case PYCC_C64:
        memcpy(single, p, sizeof(single));
        return (struct number){single[0], single[1]};
    case PYCC_C128:
        memcpy(&z, p, sizeof(z));
        break;
    default: /* no type of an array */
        break;
    }
    return z;
}

static void write_number(int type, char *p, struct number z) {
    float single[2] = {(float)z.re, (float)z.im};
    if (type % 2 == 0) {
        memcpy(p, single, type == 0 ? 4 : 8);
    } else {
        memcpy(p, &z, type == 1 ? 8 : 16);
    }
}

/* Bytes of an element. */
static int64_t item_of(int type) {
    return (int64_t[]){4, 8, 8, 16}[type];
}

/* A loop with a constant size of elements. */
#define COPY(size)                                                                                 \
    case size:                                                                                     \
        for (int64_t j = 0; j < m; ++j) {                                                          \
            for (int64_t i = 0; i < n; ++i) {                                                      \
                memcpy(to + i * to_row + j * to_col, from + i * row + j * col, size);              \
            }                                                                                      \
        }                                                                                          \
        break;

static void copy(int64_t n, int64_t m, char *to, int64_t to_row, int64_t to_col, const char *from,
                 int64_t row, int64_t col, int64_t item) {
    switch (item) {
        COPY(4)
        COPY(8)
        COPY(16)
    }
}

static char *place(const struct job *j, const struct stack *s, int64_t at) {
    char *p = s->data;
    for (int axis = j->axes - 1; axis >= 0; --axis) {
        p += at % j->shape[axis] * s->step[axis];
        at /= j->shape[axis];
    }
    return p;
}

/* Is there no nan or infinity in a matrix of columns? */
static bool is_finite(int type, int64_t n, int64_t m, int64_t ld, const char *a) {
    static const enum pycc_dtype dtype[] = {PYCC_F32, PYCC_F64, PYCC_C64, PYCC_C128};
    double nothing = 0;
    for (int64_t k = 0; k < m; ++k) {
        for (int64_t i = 0; i < n; ++i) {
            struct number z = read_number(dtype[type], a + (i + k * ld) * item_of(type));
            nothing += z.re * 0 + z.im * 0;
        }
    }
    return nothing == 0;
}

/* A matrix in columns of ld elements. */
static void gather(const struct job *j, const struct stack *s, int64_t at, int64_t m, int64_t ld,
                   char *to) {
    const char *from = place(j, s, at);
    int64_t item = item_of(j->type);
    int64_t row = j->upper ? s->col : s->row, col = j->upper ? s->row : s->col;
    if (type_of(s->dtype) == j->type) {
        copy(j->n, m, to, item, ld * item, from, row, col, item);
        return;
    }
    for (int64_t k = 0; k < m; ++k) {
        for (int64_t i = 0; i < j->n; ++i) {
            struct number z = read_number(s->dtype, from + i * row + k * col);
            write_number(j->type, to + (i + k * ld) * item, z);
        }
    }
}

static void scatter(const struct job *j, int64_t at, int64_t m, int64_t ld, const char *from) {
    int64_t item = item_of(j->type);
    int64_t row = j->upper ? j->out.col : j->out.row, col = j->upper ? j->out.row : j->out.col;
    copy(j->n, m, place(j, &j->out, at), row, col, from, item, ld * item, item);
}

/* ---- one matrix */

/* Room for a matrix and its sides, of ld elements a column. */
struct room {
    int64_t ld;
    char *a, *b;
    int64_t *pivot;
};

static char *element(const struct job *j, const struct room *r, int64_t i, int64_t k) {
    return r->a + (i + k * r->ld) * item_of(j->type);
}

static void unit(const struct job *j, const struct room *r) {
    for (int64_t i = 0; i < j->n; ++i) {
        write_number(j->type, r->b + (i + i * r->ld) * item_of(j->type), (struct number){1, 0});
    }
}

/* The product of the signs, or of what they are of complex numbers, of the diagonal, and the sum of
 * the logarithms. */
static struct number diagonal(const struct job *j, const struct room *r, int sign, double *sum) {
    struct number s = {sign, 0};
    *sum = sign ? 0 : -INFINITY;
    for (int64_t i = 0; sign && i < j->n; ++i) {
        struct number z = read_number(j->out.dtype, element(j, r, i, i));
        double size = j->type < 2 ? fabs(z.re) : hypot(z.re, z.im);
        struct number u = {z.re / size, z.im / size};
        s = (struct number){s.re * u.re - s.im * u.im, s.re * u.im + s.im * u.re};
        *sum += log(size);
    }
    return s;
}

static bool put_determinant(const struct job *j, const struct room *r, int64_t at, int sign) {
    double sum;
    struct number s = diagonal(j, r, sign, &sum);
    /* a singular matrix may have a nan where no pivot was looked for */
    bool finite = isfinite(s.re) && isfinite(s.im) &&
                  (sign == 0 ? is_finite(j->type, j->n, j->n, r->ld, r->a) : isfinite(sum));
    if (j->routine == SLOGDET) {
        write_number(j->type, place(j, &j->out, at), s);
        write_number(j->type % 2, place(j, &j->log, at), (struct number){sum, 0});
        return finite;
    }
    double size = exp(sum);
    write_number(j->type, place(j, &j->out, at), (struct number){s.re * size, s.im * size});
    return finite && (j->type % 2 ? isfinite(size) : isfinite((float)size));
}

static void clear_above(const struct job *j, const struct room *r) {
    for (int64_t k = 1; k < j->n; ++k) {
        memset(r->a + k * r->ld * item_of(j->type), 0, (size_t)(k * item_of(j->type)));
    }
}

/* False: NumPy is to look at it. */
static bool factor(const struct job *j, const struct room *r, int64_t at) {
    bool ok;
    switch (j->routine) {
    case SOLVE:
    case INV:
        ok = j->small ? small_solve(j->type, j->n, j->m, r->a, r->b)
                      : lapack_solve(j->type, j->n, j->m, r->a, r->pivot, r->b);
        break;
    case CHOLESKY:
        ok = j->small ? small_cholesky(j->type, j->n, r->a) : lapack_cholesky(j->type, j->n, r->a);
        clear_above(j, r);
        break;
    default:
        return put_determinant(j, r, at,
                               j->small ? small_lu(j->type, j->n, r->a)
                                        : lapack_lu(j->type, j->n, r->a, r->pivot));
    }
    if (ok) {
        scatter(j, at, j->m, r->ld, j->routine == CHOLESKY ? r->a : r->b);
    }
    return ok;
}

static bool has_sides(const struct job *j) {
    return j->routine == SOLVE || j->routine == INV;
}

/* One after the other while none is refused. */
static bool each(const struct job *j, const struct room *r, int64_t lo, int64_t hi) {
    size_t column = (size_t)(r->ld * item_of(j->type));
    bool ok = true;
    for (int64_t at = lo; at < hi && ok; ++at) {
        if (j->small) {
            memset(r->a, 0, column * (size_t)j->n);
        }
        if (j->small || j->routine == INV) {
            memset(r->b, 0, column * (size_t)(has_sides(j) ? j->m : 0));
        }
        gather(j, &j->a, at, j->n, r->ld, r->a);
        if (j->routine == SOLVE) {
            gather(j, &j->b, at, j->m, r->ld, r->b);
        } else if (j->routine == INV) {
            unit(j, r);
        }
        ok = !j->finite || (is_finite(j->type, j->n, j->n, r->ld, r->a) &&
                            (j->routine != SOLVE || is_finite(j->type, j->n, j->m, r->ld, r->b)));
        ok = ok && factor(j, r, at) && !__atomic_load_n(j->refused, __ATOMIC_RELAXED);
    }
    return ok;
}

static bool each_small(const struct job *j, int64_t lo, int64_t hi) {
    _Alignas(64) char a[SMALL * SMALL * 8], b[SMALL * SMALL * 8];
    struct room r = {j->n > 4 ? 8 : 4, a, b, NULL};
    return each(j, &r, lo, hi);
}

static bool each_large(const struct job *j, int64_t lo, int64_t hi) {
    int64_t item = item_of(j->type), sides = has_sides(j) ? j->m : 0;
    char *a = malloc((size_t)((j->n + sides) * j->n * item + 8 * j->n));
    struct room r = {j->n, a, a + j->n * j->n * item, NULL};
    r.pivot = (int64_t *)(void *)(r.b + (sides * j->n * item + 7) / 8 * 8);
    bool ok = a && each(j, &r, lo, hi);
    free(a);
    return ok;
}

static int run(struct pycc_ctx *ctx, const void *in, void *out, int64_t lo, int64_t hi) {
    const struct job *j = in;
    (void)ctx;
    (void)out;
    if (!(j->small ? each_small : each_large)(j, lo, hi)) {
        __atomic_store_n(j->refused, 1, __ATOMIC_RELAXED);
    }
    return PYCC_NEXT;
}

/* ---- what is asked for */

struct view {
    const int64_t *shape, *stride;
    int rank;
};

static struct view view_of(const struct pycc_type *t, const union pycc_value *v) {
    return (struct view){v->a8.shape, v->a8.shape + t->rank, t->rank};
}

/* Matrices, or where there are none vectors, of an array along the axes of a stack. False where the
 * shapes do not fit. */
static bool take_stack(const struct job *j, const struct pycc_type *t, const union pycc_value *v,
                       int matrix, struct stack *s) {
    struct view x = view_of(t, v);
    int stacked = x.rank - matrix;
    *s = (struct stack){.data = v->a8.data, .dtype = t->dtype};
    s->row = matrix > 0 ? x.stride[stacked] : 0;
    s->col = matrix > 1 ? x.stride[stacked + 1] : 0;
    for (int i = 0; i < stacked; ++i) {
        int axis = j->axes - stacked + i;
        if (x.shape[i] != j->shape[axis] && x.shape[i] != 1) {
            return false;
        }
        s->step[axis] = x.shape[i] == 1 ? 0 : x.stride[i];
    }
    return true;
}

/* The larger extents along the axes of a stack. */
static void widen(struct job *j, struct view x, int matrix) {
    int stacked = x.rank - matrix;
    for (int i = 0; i < stacked; ++i) {
        int64_t *extent = &j->shape[j->axes - stacked + i];
        *extent = *extent == 1 ? x.shape[i] : *extent;
    }
}

/* A result: an array over the stack, or a number in the value itself. */
static bool make(struct pycc_ctx *ctx, const struct job *j, const struct pycc_type *t, int matrix,
                 union pycc_value *v, struct stack *s, int line) {
    int64_t *shape = v->a8.shape, *stride = shape + t->rank;
    if (t->kind == PYCC_SCALAR) {
        *s = (struct stack){.data = (char *)v, .dtype = t->dtype};
        return true;
    }
    memcpy(shape, j->shape, sizeof(*shape) * (size_t)j->axes);
    if (matrix > 0) {
        shape[j->axes] = j->n;
    }
    if (matrix > 1) {
        shape[j->axes + 1] = j->m;
    }
    return pycc_alloc(ctx, &v->a8.data, &v->a8.owner, t->rank, shape, stride,
                      product_item(t->dtype), 0, line) &&
           take_stack(j, t, v, matrix, s);
}

/* A flag as it is written: upper= of NumPy, lower= of SciPy. */
static bool is_true(const struct pycc_lib *lib) {
    return lib->n > 1 && lib->arg[1].text && strcmp(lib->arg[1].text, "True") == 0;
}

static const char SCIPY[] = "/scipy.";

static bool is_scipy(const struct pycc_lib *lib) {
    return strncmp(lib->path, SCIPY, strlen(SCIPY)) == 0;
}

/* SciPy has what asks for more than the factors do, and determinants of f32 that are f64. */
static bool is_plain(const struct job *j, const struct pycc_lib *lib) {
    bool solve = j->routine == SOLVE, lower = j->routine == CHOLESKY && lib->n == 2;
    lower = lower && lib->arg[1].name && strcmp(lib->arg[1].name, "lower") == 0;
    return (lib->n == (solve ? 2 : 1) || lower) &&
           (j->routine != DET || lib->arg[0].type->dtype == lib->ret->dtype);
}

static enum routine routine_of(const char *path) {
    path += strncmp(path, SCIPY, strlen(SCIPY)) == 0 ? strlen(SCIPY) : 0;
    static const char *const name[N_ROUTINES] = {"linalg.solve", "linalg.inv", "linalg.det",
                                                 "linalg.slogdet", "linalg.cholesky"};
    int i = 0;
    while (i < N_ROUTINES && strcmp(name[i], path) != 0) {
        ++i;
    }
    return (enum routine)i;
}

static const struct pycc_type *first_result(const struct pycc_lib *lib) {
    return lib->ret->kind == PYCC_TUPLE ? lib->ret->item[0] : lib->ret;
}

/* Fills all but the results. vector: of SOLVE, b is one. False: NumPy is to look at it. */
static bool understand(struct job *j, const struct pycc_lib *lib, const union pycc_value *arg,
                       bool vector) {
    const struct pycc_type *t = lib->arg[0].type;
    struct view a = view_of(t, arg), b = a;
    int side = vector ? 1 : 2;
    j->n = a.shape[a.rank - 1];
    j->m = j->routine == SOLVE ? 1 : j->n;
    j->axes = a.rank - 2;
    if (j->routine == SOLVE) {
        b = view_of(lib->arg[1].type, arg + 1);
        j->m = vector ? 1 : b.shape[b.rank - 1];
        j->axes = b.rank - side > j->axes ? b.rank - side : j->axes;
    }
    if (a.shape[a.rank - 2] != j->n || (j->routine == SOLVE && b.shape[b.rank - side] != j->n)) {
        return false;
    }
    for (int i = 0; i < j->axes; ++i) {
        j->shape[i] = 1;
    }
    widen(j, a, 2);
    widen(j, b, side);
    j->count = 1;
    for (int i = 0; i < j->axes; ++i) {
        j->count *= j->shape[i];
    }
    j->small = j->type < 2 && j->n <= SMALL && j->m <= SMALL;
    return j->count > 0 && j->n > 0 && j->m > 0 && j->n < INT32_MAX && j->m < INT32_MAX &&
           take_stack(j, t, arg, 2, &j->a) &&
           (j->routine != SOLVE || take_stack(j, lib->arg[1].type, arg + 1, side, &j->b));
}

static bool is_large(const struct pycc_ctx *ctx, const struct job *j) {
    return j->count == 1 && j->n >= LARGE && !ctx->inside;
}

/* On the threads of the call, or one after the other. False with ctx failed, or to be refused. */
static bool compute(struct pycc_ctx *ctx, const struct job *j) {
    double work = (double)j->count * (double)j->n * (double)j->n * (double)(j->n + j->m);
    enum blas_way way = j->small ? BLAS_OUR_THREADS : lapack_way();
    if (way == BLAS_NOT || (way == BLAS_OWN_THREADS && ctx->inside)) {
        return false;
    }
    struct pycc_nest nest = {.run = run, .in = j, .trips = j->count, .row = 1, .work = work};
    bool own = way == BLAS_OWN_THREADS || is_large(ctx, j);
    if (work > PYCC_PARALLEL_WORK && pycc_poll(ctx)) {
        return false;
    }
    if (!j->small) {
        (own ? crew_rest : blas_enter)();
    }
    if (own || j->count == 1 || work < PYCC_PARALLEL_WORK) {
        run(ctx, j, NULL, 0, j->count);
    } else {
        pycc_run_threads(ctx, &nest, NULL, 0, 0);
    }
    if (!j->small && !own) {
        blas_leave();
    }
    return !*j->refused && !ctx->failed;
}

/* False with ctx failed, or when NumPy is to do it. */
static bool do_it(struct pycc_ctx *ctx, const struct pycc_lib *lib, const union pycc_value *arg,
                  union pycc_value *ret, int line) {
    int refused = 0;
    struct job j = {.routine = routine_of(lib->path), .refused = &refused};
    const struct pycc_type *t = first_result(lib);
    j.type = type_of(t->dtype);
    j.finite = is_scipy(lib);
    if (lib->ret->kind == PYCC_NONE || j.type < 0 || !lib->arg[0].type ||
        (j.finite && !is_plain(&j, lib))) {
        return false;
    }
    bool vector = j.routine == SOLVE && lib->arg[1].type->rank == 1;
    int matrix = has_sides(&j) ? 2 - vector : j.routine == CHOLESKY ? 2 : 0;
    j.upper = j.routine == CHOLESKY && is_true(lib) != is_scipy(lib);
    if (!understand(&j, lib, arg, vector)) {
        return false;
    }
    struct pycc_buffer *made[2] = {NULL, NULL};
    bool ok = make(ctx, &j, t, matrix, ret, &j.out, line);
    made[0] = ok && t->kind == PYCC_ARRAY ? ret[0].a8.owner : NULL;
    if (ok && j.routine == SLOGDET) {
        t = lib->ret->item[1];
        ok = make(ctx, &j, t, 0, ret + 1, &j.log, line);
        made[1] = ok && t->kind == PYCC_ARRAY ? ret[1].a8.owner : NULL;
    }
    ok = ok && compute(ctx, &j);
    for (int i = 0; i < 2 && !ok; ++i) {
        pycc_release(made[i]);
    }
    return ok;
}

bool pycc_linalg_call(struct pycc_ctx *ctx, const struct pycc_lib *lib, const union pycc_value *arg,
                      union pycc_value *ret, int line) {
    if (do_it(ctx, lib, arg, ret, line)) {
        return true;
    }
    if (!ctx->failed && (!ctx->poll || !ctx->poll->python)) {
        pycc_raise(ctx, PYCC_EXC_VALUE, "the interpreter would do this with NumPy", line);
    }
    return !ctx->failed && ctx->poll->python->lib_call(ctx, lib, arg, ret, line);
}
