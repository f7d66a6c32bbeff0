/* Functions that make arrays of numbers. */
#include "eval.h"

/* ---- np.arange, np.linspace, np.copy */

static bool is_bool(const struct itype *t) {
    return t->kind == IT_SCALAR && dtype_info[t->dtype].kind == KIND_BOOL;
}

static struct itype *eval_arange(struct infer *ix, const struct con *c, struct itype **arg) {
    enum dtype d = DT_I64;
    if (is_bool(arg[0]) && is_bool(arg[1]) &&
        !(dtype_weak(arg[0]->dtype) && dtype_weak(arg[1]->dtype))) {
        return infer_refuse(ix, DIAG_PY303, c->span, "NumPy does not subtract bools",
                            "write int(...) around a bound");
    }
    for (int i = 0; i < 3; ++i) {
        if (arg[i]->kind == IT_NONE && i > 0) {
            continue;
        }
        if (!it_is_real(arg[i])) {
            return infer_refuse(ix, DIAG_PY303, c->span,
                                arena_printf(ix->arena, "%s does not take %s", infer_called(ix, c),
                                             it_name(ix->arena, arg[i])),
                                NULL);
        }
        enum dtype strong = dtype_strong(arg[i]->dtype);
        d = dtype_info[strong].kind == KIND_BOOL ? d : dtype_promote(d, strong);
    }
    return it_array(&ix->types, eval_dtype(c, arg[3], d), 1, TY_C);
}

static struct itype *eval_linspace(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *endpoint = c->at[3];
    if (!it_is_real(arg[0]) || !it_is_real(arg[1]) ||
        (arg[2]->kind != IT_NONE &&
         (arg[2]->kind != IT_SCALAR || join_kind(arg[2]->dtype) != KIND_INT))) {
        return infer_refuse(ix, DIAG_PY303, c->span, "linspace takes two real numbers and an int",
                            NULL);
    }
    if (endpoint && endpoint->kind != EXPR_BOOL) {
        return infer_refuse(ix, DIAG_PY303, endpoint->span, "endpoint must be True or False", NULL);
    }
    enum dtype d = dtype_promote(arg[0]->dtype, arg[1]->dtype); /* weak with float32: float32 */
    return it_array(&ix->types, d == DT_F16 || d == DT_F32 ? d : DT_F64, 1, TY_C);
}

/* xs.copy(): a list. np.copy(xs) would be an array. */
static struct itype *eval_list_copy(struct infer *ix, const struct con *c, struct itype *list) {
    const struct expr *fn = c->expr->call.fn;
    bool method = fn->kind == EXPR_ATTR && !fn->attr.sym;
    return method ? list
                  : infer_refuse(ix, DIAG_PY303, c->span, "np.copy does not take a list",
                                 "write np.array(xs)");
}

struct itype *eval_creation(struct infer *ix, const struct con *c, struct itype **arg) {
    if (c->op == OP_ARANGE) {
        return eval_arange(ix, c, arg);
    }
    if (c->op == OP_LINSPACE) {
        return eval_linspace(ix, c, arg);
    }
    if (arg[0]->kind == IT_LIST) {
        return eval_list_copy(ix, c, arg[0]);
    }
    if (arg[0]->kind != IT_ARRAY) {
        return infer_refuse(
            ix, DIAG_PY303, c->span,
            arena_printf(ix->arena, "copy does not take %s", it_name(ix->arena, arg[0])), NULL);
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
