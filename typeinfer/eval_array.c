/* Reductions of arrays (NumPy's), and functions that make arrays of numbers.
 *
 * axis= and keepdims= decide the rank of the result, so that they are constants of the source. */
#include "infer.h"

static struct itype *refuse(struct infer *ix, struct span span, const char *text, const char *fix) {
    struct diag_message *m = infer_error(ix, DIAG_PY303, span, "%s", text);
    if (fix) {
        infer_fix(ix, m, "%s", fix);
    }
    return infer_bad(ix);
}

/* ---- reductions: a, axis, then dtype, keepdims where the function has them */

enum { REDUCTION_AXIS = 1 };

int reduction_axis(const struct con *c, int rank) {
    int64_t axis;
    const struct expr *e = c->at[REDUCTION_AXIS];
    if (!e || !infer_const_int(e, &axis)) {
        return -1;
    }
    return (int)(axis < 0 ? axis + rank : axis);
}

bool reduction_keeps(const struct con *c) {
    const struct expr *e = c->at[c->n - 1];
    return e && e->kind == EXPR_BOOL && e->boolean;
}

static bool axis_fits(struct infer *ix, const struct con *c, int rank) {
    const struct expr *e = c->at[REDUCTION_AXIS];
    int64_t axis;
    if (!e || e->kind == EXPR_NONE) {
        return true;
    }
    if (!infer_const_int(e, &axis)) {
        refuse(ix, e->span, "axis must be an integer constant: the result's axes depend on it",
               NULL);
        return false;
    }
    if (axis < -rank || axis >= rank) {
        refuse(ix, e->span,
               arena_printf(ix->arena, "axis %lld is out of bounds for an array of %d axis%s",
                            (long long)axis, rank, rank == 1 ? "" : "es"),
               NULL);
        return false;
    }
    return true;
}

static bool keepdims_fits(struct infer *ix, const struct con *c) {
    const struct expr *e = c->at[c->n - 1];
    if (e && e->kind != EXPR_BOOL) {
        refuse(ix, e->span, "keepdims must be True or False", NULL);
        return false;
    }
    return true;
}

/* The dtype of the result, which sums and products are also computed in. */
static enum dtype reduction_dtype(const struct con *c, enum dtype d) {
    enum dtype_kind kind = dtype_info[d].kind;
    switch (c->op) {
    case OP_SUM:
    case OP_PROD:
        return c->dtype != DT_COUNT ? dtype_strong(c->dtype)
               : kind == KIND_UINT  ? DT_U64
               : kind < KIND_FLOAT  ? DT_I64
                                    : d;
    case OP_MEAN:
        return c->dtype != DT_COUNT ? dtype_strong(c->dtype) : kind < KIND_FLOAT ? DT_F64 : d;
    case OP_ANY:
    case OP_ALL:
        return DT_BOOL;
    case OP_ARGMIN:
    case OP_ARGMAX:
        return DT_I64;
    default:
        return d;
    }
}

static bool orders(enum op op) {
    return op == OP_MIN || op == OP_MAX || op == OP_ARGMIN || op == OP_ARGMAX;
}

struct itype *eval_reduction(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[0];
    const char *name = op_info[c->op].name;
    if (a->kind != IT_ARRAY) {
        return refuse(ix, c->span,
                      arena_printf(ix->arena, "%s does not take %s", name, it_name(ix->arena, a)),
                      NULL);
    }
    bool complex = dtype_info[a->dtype].kind == KIND_COMPLEX;
    if (complex && orders(c->op)) {
        return refuse(ix, c->span,
                      arena_printf(ix->arena, "%s of complex numbers is not supported", name),
                      NULL);
    }
    if (!axis_fits(ix, c, a->rank) || !keepdims_fits(ix, c)) {
        return infer_bad(ix);
    }
    enum dtype d = reduction_dtype(c, a->dtype);
    if (complex && (c->op == OP_SUM || c->op == OP_PROD || c->op == OP_MEAN) &&
        dtype_info[d].kind != KIND_COMPLEX) {
        return refuse(ix, c->span, "the dtype would drop the imaginary parts", NULL);
    }
    if (c->op == OP_MEAN && dtype_info[d].kind < KIND_FLOAT) {
        return refuse(ix, c->span, "the mean is computed in floats; give a float dtype", NULL);
    }
    bool all = reduction_axis(c, a->rank) < 0;
    int rank = reduction_keeps(c) ? a->rank : all ? 0 : a->rank - 1;
    return rank > 0 ? it_array(&ix->types, d, rank, TY_C) : it_scalar(&ix->types, d);
}

/* ---- np.arange, np.linspace, np.copy */

static bool is_real(const struct itype *t) {
    return t->kind == IT_SCALAR && dtype_info[t->dtype].kind != KIND_COMPLEX;
}

static struct itype *eval_arange(struct infer *ix, const struct con *c, struct itype **arg) {
    enum dtype d = DT_I64;
    for (int i = 0; i < 3; ++i) {
        if (arg[i]->kind == IT_NONE) {
            continue;
        }
        if (!is_real(arg[i])) {
            return refuse(
                ix, c->span,
                arena_printf(ix->arena, "arange does not take %s", it_name(ix->arena, arg[i])),
                NULL);
        }
        enum dtype strong = dtype_strong(arg[i]->dtype);
        d = dtype_info[strong].kind == KIND_BOOL ? d : dtype_promote(d, strong);
    }
    return it_array(&ix->types, c->dtype != DT_COUNT ? dtype_strong(c->dtype) : d, 1, TY_C);
}

static struct itype *eval_linspace(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *endpoint = c->at[3];
    if (!is_real(arg[0]) || !is_real(arg[1]) ||
        (arg[2]->kind != IT_NONE &&
         (arg[2]->kind != IT_SCALAR || join_kind(arg[2]->dtype) != KIND_INT))) {
        return refuse(ix, c->span, "linspace takes two real numbers and an int", NULL);
    }
    if (endpoint && endpoint->kind != EXPR_BOOL) {
        return refuse(ix, endpoint->span, "endpoint must be True or False", NULL);
    }
    return it_array(&ix->types, DT_F64, 1, TY_C);
}

struct itype *eval_creation(struct infer *ix, const struct con *c, struct itype **arg) {
    if (c->op == OP_ARANGE) {
        return eval_arange(ix, c, arg);
    }
    if (c->op == OP_LINSPACE) {
        return eval_linspace(ix, c, arg);
    }
    if (arg[0]->kind != IT_ARRAY) {
        return refuse(ix, c->span,
                      arena_printf(ix->arena, "copy does not take %s", it_name(ix->arena, arg[0])),
                      NULL);
    }
    const struct expr *fn = c->expr->call.fn;
    bool method = fn->kind == EXPR_ATTR && !fn->attr.sym; /* its order is 'C', np.copy's is 'K' */
    enum ty_layout layout;
    if (!eval_order(ix, c->at[1], &layout)) {
        return infer_bad(ix);
    }
    layout = !c->at[1] && !method && arg[0]->layout == TY_F ? TY_F : layout;
    return it_array(&ix->types, arg[0]->dtype, arg[0]->rank, layout);
}
