/* Reductions and scans of arrays, NumPy's. axis= and keepdims= decide the rank of the result, so
 * that they are constants of the source. */
#include "eval.h"
#include "rules.h"
#include "special.h"

#include <string.h>

/* The argument of this name; NULL when it is omitted or None. */
static const struct expr *argument(const struct con *c, const char *name, int *at) {
    *at = special_place(c->op, name);
    const struct expr *e = *at < 0 ? NULL : c->at[*at];
    return e && e->kind != EXPR_NONE ? e : NULL;
}

/* ---- axes */

static int axis_items(const struct expr *e, const struct expr *const **item) {
    if (e->kind == EXPR_TUPLE) {
        *item = (const struct expr *const *)e->list.item;
        return e->list.n;
    }
    return 1;
}

unsigned reduction_axes(const struct con *c, int rank) {
    int at;
    const struct expr *e = argument(c, "axis", &at);
    if (!e || rank == 0) {
        return (1u << rank) - 1;
    }
    const struct expr *const *item = &e;
    int n = axis_items(e, &item);
    unsigned axes = 0;
    for (int i = 0; i < n; ++i) {
        int64_t axis = 0;
        infer_const_int(item[i], &axis);
        axes |= 1u << (axis < 0 ? axis + rank : axis);
    }
    return axes;
}

static bool axis_fits(struct infer *ix, const struct con *c, int rank) {
    int at;
    const struct expr *e = argument(c, "axis", &at);
    if (!e) {
        return true;
    }
    const struct expr *const *item = &e;
    int n = axis_items(e, &item);
    bool none = rank == 0 && e->kind != EXPR_TUPLE && c->op != OP_MEAN;
    int last = none ? 1 : rank; /* NumPy's ufuncs take 0 and -1 of none */
    unsigned seen = 0;
    for (int i = 0; i < n; ++i) {
        int64_t axis;
        if (!infer_const_int(item[i], &axis)) {
            infer_refuse(ix, DIAG_PY303, e->span,
                         "axis must be an integer constant: the result's axes depend on it", NULL);
            return false;
        }
        if (axis < -last || axis >= last) {
            infer_refuse(ix, DIAG_PY303, e->span,
                         arena_printf(ix->arena, "axis %lld is out of bounds for an array of %d %s",
                                      (long long)axis, rank, rank == 1 ? "axis" : "axes"),
                         NULL);
            return false;
        }
        unsigned bit = 1u << (axis < 0 ? axis + last : axis);
        if (seen & bit) {
            infer_refuse(ix, DIAG_PY303, e->span, "duplicate value in 'axis'", NULL);
            return false;
        }
        seen |= bit;
    }
    bool one = c->op == OP_ARGMIN || c->op == OP_ARGMAX || rule_is_scan(c->op);
    if (one && e->kind == EXPR_TUPLE) {
        infer_refuse(ix, DIAG_PY303, e->span, "axis is one integer here", NULL);
        return false;
    }
    return true;
}

bool reduction_keeps(const struct con *c) {
    int at;
    const struct expr *e = argument(c, "keepdims", &at);
    return e && (e->kind == EXPR_INT ? e->integer.value != 0 : e->kind == EXPR_BOOL && e->boolean);
}

static bool keepdims_fits(struct infer *ix, const struct con *c) {
    int at;
    const struct expr *e = argument(c, "keepdims", &at);
    if (e && e->kind != EXPR_BOOL && e->kind != EXPR_INT) {
        infer_refuse(ix, DIAG_PY303, e->span, "keepdims must be True or False", NULL);
        return false;
    }
    return true;
}

/* ---- dtypes */

/* That of the dtype= given, or of the x in dtype=x.dtype; else DT_COUNT. */
static enum dtype given_dtype(const struct con *c, struct itype **arg) {
    int at = special_place(c->op, "dtype");
    if (at < 0 || c->dtype != DT_COUNT) {
        return c->dtype == DT_COUNT ? DT_COUNT : dtype_strong(c->dtype);
    }
    return eval_dtype(c, arg[at], DT_COUNT);
}

/* The dtype of the result, which sums and products are also computed in. */
static enum dtype result_dtype(const struct con *c, struct itype **arg, enum dtype d) {
    enum dtype_kind kind = dtype_info[d].kind;
    enum dtype given = given_dtype(c, arg);
    switch (c->op) {
    case OP_SUM:
    case OP_PROD:
    case OP_CUMSUM:
    case OP_CUMPROD:
        return given != DT_COUNT   ? given
               : kind == KIND_UINT ? DT_U64
               : kind < KIND_FLOAT ? DT_I64
                                   : d;
    case OP_MEAN:
        return given != DT_COUNT ? given : kind < KIND_FLOAT ? DT_F64 : d;
    case OP_ANY:
    case OP_ALL:
        return DT_BOOL;
    case OP_ARGMIN:
    case OP_ARGMAX:
        return DT_I64;
    default:
        return given != DT_COUNT ? given : d;
    }
}

static const char *dtype_trouble(const struct con *c, enum dtype a, enum dtype d) {
    bool complex = dtype_info[a].kind == KIND_COMPLEX;
    bool numbers = c->op != OP_ANY && c->op != OP_ALL && c->op != OP_ARGMIN && c->op != OP_ARGMAX;
    if (complex && dtype_info[d].kind != KIND_COMPLEX && numbers) {
        return "the dtype would drop the imaginary parts";
    }
    if (c->op == OP_MEAN && dtype_info[d].kind < KIND_FLOAT) {
        return "the mean is computed in floats; give a float dtype";
    }
    return NULL;
}

/* ---- initial=, where=, out= */

static bool initial_fits(struct infer *ix, const struct con *c, struct itype **arg, enum dtype d) {
    int at;
    const struct expr *e = argument(c, "initial", &at);
    if (!e) {
        return true;
    }
    const struct itype *t = arg[at];
    if (t->kind == IT_SCALAR && dtype_promote(t->dtype, d) == d) {
        return infer_literal_fits(ix, e, d);
    }
    infer_refuse(ix, DIAG_PY303, e->span,
                 arena_printf(ix->arena, "initial is a number that %s holds, not %s",
                              dtype_info[d].name, it_name(ix->arena, arg[at])),
                 NULL);
    return false;
}

static bool where_fits(struct infer *ix, const struct con *c, struct itype **arg) {
    int at, other;
    const struct expr *e = argument(c, "where", &at);
    if (!e) {
        return true;
    }
    const struct itype *t = arg[at];
    if ((t->kind != IT_SCALAR && t->kind != IT_ARRAY) || dtype_info[t->dtype].kind != KIND_BOOL ||
        (t->kind == IT_ARRAY && t->rank > arg[0]->rank)) {
        infer_refuse(ix, DIAG_PY303, e->span,
                     "where is an array of bools that has no more axes than the operand", NULL);
        return false;
    }
    if ((c->op == OP_MIN || c->op == OP_MAX) && !argument(c, "initial", &other)) {
        infer_refuse(
            ix, DIAG_PY303, e->span,
            arena_printf(ix->arena,
                         "reduction operation '%simum' does not have an identity, so to use a "
                         "where mask one has to specify 'initial'",
                         op_info[c->op].name),
            NULL);
        return false;
    }
    return true;
}

static struct itype *with_out(struct infer *ix, const struct con *c, struct itype **arg,
                              struct itype *result) {
    int at;
    const struct expr *e = argument(c, "out", &at);
    if (!e) {
        return result;
    }
    struct itype *out = arg[at];
    if (out->kind == IT_ARRAY && result->kind == IT_ARRAY && out->rank == result->rank &&
        out->dtype == result->dtype) {
        return eval_writable(ix, e->span, out) ? out : infer_bad(ix);
    }
    return infer_refuse(ix, DIAG_PY303, e->span,
                        arena_printf(ix->arena, "out is an array for the result, %s, not %s",
                                     it_name(ix->arena, result), it_name(ix->arena, out)),
                        NULL);
}

/* ---- all */

static struct itype *result_type(struct infer *ix, const struct con *c, const struct itype *a,
                                 enum dtype d) {
    int at, rank = a->rank;
    if (rule_is_scan(c->op)) {
        rank = argument(c, "axis", &at) && rank > 0 ? rank : 1;
    } else if (!reduction_keeps(c)) {
        rank -= __builtin_popcount(reduction_axes(c, a->rank));
    }
    return rank > 0 ? it_array(&ix->types, d, rank, TY_C) : it_scalar(&ix->types, d);
}

struct itype *eval_reduction(struct infer *ix, const struct con *c, struct itype **arg) {
    if (arg[0]->kind == IT_SCALAR) {
        arg[0] = it_array(&ix->types, dtype_strong(arg[0]->dtype), 0, TY_C);
    }
    struct itype *a = arg[0];
    if (a->kind != IT_ARRAY) {
        return infer_refuse(ix, DIAG_PY303, c->span,
                            arena_printf(ix->arena, "%s does not take %s", infer_called(ix, c),
                                         it_name(ix->arena, a)),
                            NULL);
    }
    if (rule_is_scan(c->op) && a->rank == 0 && strstr(infer_called(ix, c), "accumulate")) {
        return infer_refuse(ix, DIAG_PY303, c->span, "cannot accumulate on a scalar",
                            "write np.ravel(a)");
    }
    if (!axis_fits(ix, c, a->rank) || !keepdims_fits(ix, c)) {
        return infer_bad(ix);
    }
    enum dtype d = result_dtype(c, arg, a->dtype);
    const char *trouble = dtype_trouble(c, a->dtype, d);
    if (trouble) {
        return infer_refuse(ix, DIAG_PY303, c->span, trouble, NULL);
    }
    if (!initial_fits(ix, c, arg, d) || !where_fits(ix, c, arg)) {
        return infer_bad(ix);
    }
    return with_out(ix, c, arg, result_type(ix, c, a, d));
}
