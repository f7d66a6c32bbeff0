/* Result types of scipy.linalg. */
#include <string.h>

#include "lib_rules.h"

/* ---- what is asked of the arguments */

/* SciPy may write into an array whose overwrite_a= is true, which the caller's code would not know.
 */
static bool is_kept(struct infer *ix, const struct con *c) {
    static const char *const param[] = {"overwrite_a", "overwrite_b", "overwrite_ab"};
    for (size_t i = 0; i < sizeof param / sizeof param[0]; ++i) {
        if (lib_flag(ix, c, param[i], false)) {
            lib_refuse(ix, c,
                       arena_printf(ix->arena,
                                    "%s=True is not supported: leave it out, or write False",
                                    param[i]));
            return false;
        }
    }
    return true;
}

static bool is_matrix(struct infer *ix, const struct con *c, struct itype *t) {
    if (t->kind == IT_ARRAY && t->rank > 2) {
        lib_refuse(ix, c, "stacks of matrices are not supported: call it for each of them");
        return false;
    }
    return is_kept(ix, c) && lib_is_array(ix, c, t, 2);
}

static bool is_given(const struct itype *t) {
    return t && t->kind != IT_NONE;
}

static enum dtype common(const struct itype *a, const struct itype *b) {
    return dtype_promote(lib_lapack_dtype(a->dtype), lib_lapack_dtype(b->dtype));
}

static struct itype *floats(struct infer *ix, const struct itype *a, int rank) {
    return lib_array(ix, lib_lapack_dtype(a->dtype), rank);
}

static struct itype *reals(struct infer *ix, const struct itype *a, int rank) {
    return lib_array(ix, lib_real_dtype(lib_lapack_dtype(a->dtype)), rank);
}

static struct itype *numbers(struct infer *ix) {
    return lib_array(ix, DT_I32, 1);
}

static struct itype *three(struct infer *ix, struct itype *a, struct itype *b, struct itype *d) {
    struct itype *item[] = {a, b, d};
    return it_tuple(&ix->types, 3, item);
}

/* ---- systems of equations */

/* Sides of one system, or of several. */
static struct itype *sides(struct infer *ix, const struct con *c, struct itype *a,
                           struct itype *b) {
    if (!lib_is_array(ix, c, b, 1)) {
        return infer_bad(ix);
    }
    return b->rank > 2 ? lib_refuse(ix, c, "it takes a vector or a matrix of right sides")
                       : lib_array(ix, common(a, b), b->rank);
}

struct itype *result_sp_solve(struct infer *ix, const struct con *c, struct itype **arg) {
    return is_matrix(ix, c, arg[0]) ? sides(ix, c, arg[0], arg[1]) : infer_bad(ix);
}

struct itype *result_sp_sides(struct infer *ix, const struct con *c, struct itype **arg) {
    return result_sp_solve(ix, c, arg);
}

struct itype *result_sp_solve_banded(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct itype *t = arg[0];
    bool counts = t->kind == IT_TUPLE && t->n == 2;
    for (int i = 0; counts && i < t->n; ++i) {
        counts = t->item[i]->kind == IT_SCALAR && join_kind(t->item[i]->dtype) == KIND_INT;
    }
    if (!counts) {
        return lib_refuse(ix, c, "l_and_u is a tuple of two ints");
    }
    return is_matrix(ix, c, arg[1]) ? sides(ix, c, arg[1], arg[2]) : infer_bad(ix);
}

/* By the factors, a tuple whose first item is the matrix. */
struct itype *result_sp_factored(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct itype *t = arg[0];
    if (t->kind != IT_TUPLE || t->n != 2 || t->item[0]->kind != IT_ARRAY || t->item[0]->rank != 2) {
        return lib_refuse(ix, c, "it takes the tuple that the factorization gives");
    }
    return is_kept(ix, c) ? sides(ix, c, t->item[0], arg[1]) : infer_bad(ix);
}

struct itype *result_sp_sylvester(struct infer *ix, const struct con *c, struct itype **arg) {
    bool good = is_matrix(ix, c, arg[0]) && is_matrix(ix, c, arg[1]) && is_matrix(ix, c, arg[2]);
    return good ? lib_array(ix, dtype_promote(common(arg[0], arg[1]), common(arg[1], arg[2])), 2)
                : infer_bad(ix);
}

struct itype *result_sp_lstsq(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!is_matrix(ix, c, arg[0]) || !lib_is_array(ix, c, arg[1], 1)) {
        return infer_bad(ix);
    }
    if (arg[1]->rank != 2) {
        return lib_refuse(ix, c,
                          "of a vector, the residues would be a number or an empty array; write "
                          "b[:, None], or call np.linalg.lstsq");
    }
    const struct expr *driver = lib_written(ix, c, "lapack_driver");
    bool values = !driver || driver->kind != EXPR_STR || strcmp(driver->str.text, "gelsy") != 0;
    struct itype *x = lib_array(ix, common(arg[0], arg[1]), 2);
    struct itype *item[] = {x, lib_array(ix, x->dtype, 1), it_scalar(&ix->types, DT_INT),
                            values ? reals(ix, x, 1) : &ix->types.none};
    return it_tuple(&ix->types, 4, item);
}

/* ---- factors */

struct itype *result_sp_same(struct infer *ix, const struct con *c, struct itype **arg) {
    return is_matrix(ix, c, arg[0]) ? floats(ix, arg[0], 2) : infer_bad(ix);
}

struct itype *result_sp_two(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = result_sp_same(ix, c, arg);
    return t->kind == IT_ERROR ? t : lib_pair(ix, t, t);
}

struct itype *result_sp_det(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!is_matrix(ix, c, arg[0])) {
        return infer_bad(ix);
    }
    bool complex = dtype_info[arg[0]->dtype].kind == KIND_COMPLEX;
    return it_scalar(&ix->types, complex ? DT_C128 : DT_F64);
}

struct itype *result_sp_cho_factor(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = result_sp_same(ix, c, arg);
    return t->kind == IT_ERROR ? t : lib_pair(ix, t, it_scalar(&ix->types, DT_PYBOOL));
}

struct itype *result_sp_lu_factor(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = result_sp_same(ix, c, arg);
    return t->kind == IT_ERROR ? t : lib_pair(ix, t, numbers(ix));
}

struct itype *result_sp_lu(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = result_sp_same(ix, c, arg);
    if (t->kind == IT_ERROR || lib_flag(ix, c, "permute_l", false)) {
        return t->kind == IT_ERROR ? t : lib_pair(ix, t, t);
    }
    bool rows = lib_flag(ix, c, "p_indices", false);
    return three(ix, rows ? numbers(ix) : reals(ix, arg[0], 2), t, t);
}

struct itype *result_sp_pinv(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = result_sp_same(ix, c, arg);
    return t->kind == IT_ERROR || !lib_flag(ix, c, "return_rank", false)
               ? t
               : lib_pair(ix, t, it_scalar(&ix->types, DT_I64));
}

/* The mode that is written, "full" where none is. */
static const char *mode_of(struct infer *ix, const struct con *c) {
    const struct expr *e = lib_written(ix, c, "mode");
    return e && e->kind == EXPR_STR ? e->str.text : "full";
}

struct itype *result_sp_qr(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = result_sp_same(ix, c, arg);
    const char *mode = mode_of(ix, c);
    bool pivots = lib_flag(ix, c, "pivoting", false);
    if (t->kind == IT_ERROR) {
        return t;
    }
    if (strcmp(mode, "r") == 0) {
        return pivots ? lib_pair(ix, t, numbers(ix)) : it_tuple(&ix->types, 1, &t);
    }
    if (strcmp(mode, "full") != 0 && strcmp(mode, "economic") != 0) {
        return lib_refuse(ix, c, "mode is 'full', 'economic' or 'r'");
    }
    return pivots ? three(ix, t, t, numbers(ix)) : lib_pair(ix, t, t);
}

struct itype *result_sp_rq(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = result_sp_same(ix, c, arg);
    return t->kind == IT_ERROR || strcmp(mode_of(ix, c), "r") == 0 ? t : lib_pair(ix, t, t);
}

struct itype *result_sp_hessenberg(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = result_sp_same(ix, c, arg);
    return t->kind == IT_ERROR || !lib_flag(ix, c, "calc_q", false) ? t : lib_pair(ix, t, t);
}

struct itype *result_sp_schur(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *e = lib_written(ix, c, "output");
    if (!is_matrix(ix, c, arg[0])) {
        return infer_bad(ix);
    }
    enum dtype d = lib_lapack_dtype(arg[0]->dtype);
    bool complex = e && e->kind == EXPR_STR && strcmp(e->str.text, "complex") == 0;
    struct itype *t = lib_array(ix, complex ? lib_complex_dtype(d) : d, 2);
    return lib_pair(ix, t, t);
}

/* ---- eigenvalues, singular values */

struct itype *result_sp_values(struct infer *ix, const struct con *c, struct itype **arg) {
    return is_matrix(ix, c, arg[0]) ? reals(ix, arg[0], 1) : infer_bad(ix);
}

/* Of one matrix, or of one against another. */
struct itype *result_sp_eigvalsh(struct infer *ix, const struct con *c, struct itype **arg) {
    bool more = c->n > 1 && is_given(arg[1]);
    if (!is_matrix(ix, c, arg[0]) || (more && !is_matrix(ix, c, arg[1]))) {
        return infer_bad(ix);
    }
    return lib_array(ix, lib_real_dtype(common(arg[0], more ? arg[1] : arg[0])), 1);
}

struct itype *result_sp_eigh(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *values = result_sp_eigvalsh(ix, c, arg);
    if (values->kind == IT_ERROR || lib_flag(ix, c, "eigvals_only", false)) {
        return values;
    }
    bool more = c->n > 1 && is_given(arg[1]);
    return lib_pair(ix, values, lib_array(ix, common(arg[0], more ? arg[1] : arg[0]), 2));
}

struct itype *result_sp_eigh_tridiagonal(struct infer *ix, const struct con *c,
                                         struct itype **arg) {
    if (!lib_is_array(ix, c, arg[0], 1) || !lib_is_array(ix, c, arg[1], 1)) {
        return infer_bad(ix);
    }
    enum dtype d = common(arg[0], arg[1]);
    if (arg[0]->rank > 1 || arg[1]->rank > 1 || dtype_info[d].kind == KIND_COMPLEX) {
        return lib_refuse(ix, c, "it takes two vectors of real numbers");
    }
    struct itype *values = lib_array(ix, d, 1);
    return lib_flag(ix, c, "eigvals_only", false) ? values
                                                  : lib_pair(ix, values, lib_array(ix, d, 2));
}

struct itype *result_sp_svd(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *s = result_sp_values(ix, c, arg);
    if (s->kind == IT_ERROR || !lib_flag(ix, c, "compute_uv", true)) {
        return s;
    }
    struct itype *u = floats(ix, arg[0], 2);
    return three(ix, u, s, u);
}
