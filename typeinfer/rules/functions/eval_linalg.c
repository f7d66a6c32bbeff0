/* Result types of numpy.linalg and numpy.fft. */
#include <string.h>

#include "lib_rules.h"

/* ---- numpy.linalg */

struct itype *result_solve(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!lib_is_array(ix, c, arg[0], 2) || !lib_is_array(ix, c, arg[1], 1)) {
        return infer_bad(ix);
    }
    enum dtype d = dtype_promote(lib_lapack_dtype(arg[0]->dtype), lib_lapack_dtype(arg[1]->dtype));
    int n = arg[0]->rank, m = arg[1]->rank;
    return lib_array(ix, d, m == 1 ? n - 1 : n > m ? n : m);
}

struct itype *result_same(struct infer *ix, const struct con *c, struct itype **arg) {
    return lib_is_array(ix, c, arg[0], 2)
               ? lib_array(ix, lib_lapack_dtype(arg[0]->dtype), arg[0]->rank)
               : infer_bad(ix);
}

struct itype *result_power(struct infer *ix, const struct con *c, struct itype **arg) {
    int64_t n = 0;
    if (!lib_is_array(ix, c, arg[0], 2)) {
        return infer_bad(ix);
    }
    enum dtype d = arg[0]->dtype;
    bool whole = arg[1]->kind == IT_SCALAR && join_kind(arg[1]->dtype) == KIND_INT;
    if (!infer_const_int(c->at[1], &n) && (!whole || lib_lapack_dtype(d) != d)) {
        return lib_refuse(
            ix, c, whole ? "the exponent must be an integer constant" : "the exponent is an int");
    }
    return lib_array(ix, n < 0 ? lib_lapack_dtype(d) : d, arg[0]->rank);
}

/* A chain of matrices, that may begin and end with a vector. */
struct itype *result_multi_dot(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = arg[0];
    enum dtype d = DT_COUNT;
    int rank = 0;
    bool good = t->kind == IT_TUPLE && t->n >= 2;
    for (int i = 0; good && i < t->n; ++i) {
        const struct itype *a = t->item[i];
        bool end = i == 0 || i == t->n - 1;
        good = a->kind == IT_ARRAY && (a->rank == 2 || (a->rank == 1 && end));
        rank += good && end ? a->rank - 1 : 0;
        d = !good ? d : i == 0 ? a->dtype : dtype_promote(d, a->dtype);
    }
    return good ? lib_array(ix, d, rank)
                : lib_refuse(ix, c,
                             "it takes a tuple of matrices, the first and the last of which may be "
                             "vectors");
}

struct itype *result_tensorsolve(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!lib_is_array(ix, c, arg[0], 2) || !lib_is_array(ix, c, arg[1], 1)) {
        return infer_bad(ix);
    }
    int rank = arg[0]->rank - arg[1]->rank;
    enum dtype d = dtype_promote(lib_lapack_dtype(arg[0]->dtype), lib_lapack_dtype(arg[1]->dtype));
    return rank > 0 ? lib_array(ix, d, rank)
                    : lib_refuse(ix, c, "the second array has fewer axes than the first");
}

struct itype *result_det(struct infer *ix, const struct con *c, struct itype **arg) {
    return lib_is_array(ix, c, arg[0], 2)
               ? lib_array(ix, lib_lapack_dtype(arg[0]->dtype), arg[0]->rank - 2)
               : infer_bad(ix);
}

struct itype *result_slogdet(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!lib_is_array(ix, c, arg[0], 2)) {
        return infer_bad(ix);
    }
    enum dtype d = lib_lapack_dtype(arg[0]->dtype);
    int rank = arg[0]->rank - 2;
    return lib_pair(ix, lib_array(ix, d, rank), lib_array(ix, lib_real_dtype(d), rank));
}

struct itype *result_matrix_rank(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!lib_is_value(ix, c, &arg[0])) {
        return infer_bad(ix);
    }
    return arg[0]->rank < 2 ? it_scalar(&ix->types, DT_INT)
                            : lib_array(ix, DT_I64, arg[0]->rank - 2);
}

struct itype *result_qr(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!lib_is_array(ix, c, arg[0], 2)) {
        return infer_bad(ix);
    }
    const struct expr *e = lib_written(ix, c, "mode");
    const char *mode = e && e->kind == EXPR_STR ? e->str.text : "reduced";
    struct itype *t = lib_array(ix, lib_lapack_dtype(arg[0]->dtype), arg[0]->rank);
    if (strcmp(mode, "r") == 0) {
        return t;
    }
    return strcmp(mode, "reduced") == 0 || strcmp(mode, "complete") == 0
               ? lib_pair(ix, t, t)
               : lib_refuse(ix, c, "mode is 'reduced', 'complete' or 'r'");
}

struct itype *result_eigvalsh(struct infer *ix, const struct con *c, struct itype **arg) {
    return lib_is_array(ix, c, arg[0], 2)
               ? lib_array(ix, lib_real_dtype(lib_lapack_dtype(arg[0]->dtype)), arg[0]->rank - 1)
               : infer_bad(ix);
}

struct itype *result_eigh(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *values = result_eigvalsh(ix, c, arg);
    return values->kind == IT_ERROR
               ? values
               : lib_pair(ix, values, lib_array(ix, lib_lapack_dtype(arg[0]->dtype), arg[0]->rank));
}

struct itype *result_cond(struct infer *ix, const struct con *c, struct itype **arg) {
    return lib_is_array(ix, c, arg[0], 2)
               ? lib_array(ix, lib_real_dtype(lib_lapack_dtype(arg[0]->dtype)), arg[0]->rank - 2)
               : infer_bad(ix);
}

/* Of real matrices NumPy gives real numbers where all are real, which others are refused for when
 * they come (glue_lib.c). */
struct itype *result_eigvals(struct infer *ix, const struct con *c, struct itype **arg) {
    return lib_is_array(ix, c, arg[0], 2)
               ? lib_array(ix, lib_lapack_dtype(arg[0]->dtype), arg[0]->rank - 1)
               : infer_bad(ix);
}

struct itype *result_eig(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *values = result_eigvals(ix, c, arg);
    return values->kind == IT_ERROR
               ? values
               : lib_pair(ix, values, lib_array(ix, values->dtype, arg[0]->rank));
}

struct itype *result_svd(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *s = result_eigvalsh(ix, c, arg);
    if (s->kind == IT_ERROR || !lib_flag(ix, c, "compute_uv", true)) {
        return s;
    }
    struct itype *u = lib_array(ix, lib_lapack_dtype(arg[0]->dtype), arg[0]->rank);
    struct itype *item[] = {u, s, u};
    return it_tuple(&ix->types, 3, item);
}

struct itype *result_lstsq(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!lib_is_array(ix, c, arg[0], 2) || !lib_is_array(ix, c, arg[1], 1)) {
        return infer_bad(ix);
    }
    if (arg[0]->rank != 2 || arg[1]->rank > 2) {
        return lib_refuse(ix, c, "it takes a matrix, and a vector or a matrix");
    }
    enum dtype d = dtype_promote(lib_lapack_dtype(arg[0]->dtype), lib_lapack_dtype(arg[1]->dtype));
    struct itype *real = lib_array(ix, lib_real_dtype(d), 1);
    struct itype *item[] = {lib_array(ix, d, arg[1]->rank), real, it_scalar(&ix->types, DT_I32),
                            real};
    return it_tuple(&ix->types, 4, item);
}

/* ---- numpy.fft */

static struct itype *transform(struct infer *ix, const struct con *c, struct itype *a, int rank,
                               enum dtype d) {
    return lib_is_array(ix, c, a, rank) ? lib_array(ix, d, a->rank) : infer_bad(ix);
}

static enum dtype dtype_of(const struct itype *t) {
    return t->kind == IT_ARRAY ? t->dtype : DT_F64;
}

struct itype *result_fft(struct infer *ix, const struct con *c, struct itype **arg) {
    return transform(ix, c, arg[0], 1, lib_complex_dtype(dtype_of(arg[0])));
}

struct itype *result_rfft(struct infer *ix, const struct con *c, struct itype **arg) {
    if (dtype_info[dtype_of(arg[0])].kind == KIND_COMPLEX) {
        return lib_refuse(ix, c, "it takes real numbers");
    }
    return transform(ix, c, arg[0], 1, lib_complex_dtype(dtype_of(arg[0])));
}

struct itype *result_irfft(struct infer *ix, const struct con *c, struct itype **arg) {
    return transform(ix, c, arg[0], 1, lib_real_dtype(lib_complex_dtype(dtype_of(arg[0]))));
}

struct itype *result_fft2(struct infer *ix, const struct con *c, struct itype **arg) {
    return transform(ix, c, arg[0], 2, lib_complex_dtype(dtype_of(arg[0])));
}

struct itype *result_fftfreq(struct infer *ix, const struct con *c, struct itype **arg) {
    bool d = arg[1]->kind == IT_NONE ||
             (arg[1]->kind == IT_SCALAR && dtype_info[arg[1]->dtype].kind <= KIND_FLOAT);
    if (arg[0]->kind != IT_SCALAR || join_kind(arg[0]->dtype) != KIND_INT || !d) {
        return lib_refuse(ix, c, "it takes an int and a number");
    }
    return lib_array(ix, DT_F64, 1);
}

struct itype *result_keep(struct infer *ix, const struct con *c, struct itype **arg) {
    return transform(ix, c, arg[0], 1, dtype_of(arg[0]));
}
