/* Functions that ops.def names only, of values: len, min, max, sum, round, divmod, pow, np.where
 * ... */
#include <math.h>

#include "lower_array.h"
#include "lower_function.h"
#include "lower_list.h"
#include "lower_number.h"

static bool is_array(const struct texpr *e) {
    return e->type->kind == TY_ARRAY;
}

static struct texpr *length(struct lower *lw, struct texpr *e) {
    if (is_list(e->type)) {
        return lower_list_length(lw, lower_as_variable(lw, e));
    }
    if (ty_is_nested(e->type)) {
        return lower_nested_length(lw, e);
    }
    if (ty_is_records(e->type)) {
        return lower_shape(lw, lower_as_variable(lw, lower_item(lw, e, 0)), 0);
    }
    return is_array(e) ? lower_shape(lw, lower_as_variable(lw, e), 0) : lower_int(lw, e->type->n);
}

/* ---- sum, min, max */

/* A list as the array of its items. */
static struct texpr *without_list(struct lower *lw, struct texpr *e) {
    bool list = is_list(e->type);
    return list ? lower_var(lw, lower_list_items(lw, lower_as_variable(lw, e))) : e;
}

static struct texpr *fold(struct lower *lw, enum op op, enum dtype result, int n,
                          struct texpr **item) {
    struct texpr *e = lower_cast(lw, item[0], result);
    for (int i = 1; i < n; ++i) {
        struct texpr *x = lower_cast(lw, item[i], result);
        e = dtype_is_time(result) ? lower_binary(lw, op, IN_OPERATOR, e, x)
                                  : lower_op2(lw, op, e, x, result);
    }
    return e;
}

static struct texpr *minmax(struct lower *lw, const struct callee *c, int n, struct texpr **arg,
                            enum dtype result) {
    arg[0] = without_list(lw, arg[0]);
    if (is_array(arg[0])) {
        return lower_builtin_reduction(lw, c->op, lower_as_variable(lw, arg[0]), result, NULL);
    }
    if (n == 1 && arg[0]->type->kind == TY_TUPLE) {
        struct texpr *tuple = arg[0];
        n = tuple->type->n;
        arg = ARENA_ARRAY(lw->a, struct texpr *, n);
        for (int i = 0; i < n; ++i) {
            arg[i] = lower_item(lw, tuple, i);
        }
    }
    return fold(lw, c->op == OP_MIN ? OP_PYMIN : OP_PYMAX, result, n, arg);
}

static struct texpr *sum(struct lower *lw, int n, struct texpr **arg, enum dtype result) {
    struct texpr *start = n > 1 ? arg[1] : NULL;
    arg[0] = without_list(lw, arg[0]);
    if (is_array(arg[0])) {
        struct tvar *array = lower_as_variable(lw, arg[0]);
        return lower_builtin_reduction(lw, OP_SUM, array, result, start);
    }
    struct texpr *total = start ? start : lower_int(lw, 0);
    for (int i = 0; i < arg[0]->type->n; ++i) {
        total = lower_binary(lw, OP_ADD, IN_OPERATOR, total, lower_item(lw, arg[0], i));
    }
    return total;
}

/* ---- the others */

/* NumPy rounds to digits by scaling with a power of ten, integers as float64. */
static struct texpr *rounded_by_scaling(struct lower *lw, struct texpr *x, int64_t digits) {
    enum dtype own = x->type->dtype;
    bool integer = dtype_info[own].kind <= KIND_INT;
    if (integer && digits >= 0) {
        return x;
    }
    enum dtype d = integer ? DT_F64 : own;
    struct texpr *scale = lower_real(lw, d, pow(10.0, (double)(digits < 0 ? -digits : digits)));
    enum op first = digits < 0 ? OP_DIV : OP_MUL, last = digits < 0 ? OP_MUL : OP_DIV;
    x = lower_op2(lw, first, lower_cast(lw, x, d), scale, d);
    x = lower_op1(lw, OP_RINT, x, d);
    return lower_cast(lw, lower_op2(lw, last, x, scale, d), own);
}

static struct texpr *rounded(struct lower *lw, int n, struct texpr **arg) {
    if (n == 1) {
        return lower_function(lw, OP_TO_RINT, IN_OPERATOR, 1, arg);
    }
    enum dtype d = arg[0]->type->dtype;
    int64_t digits;
    if (dtype_weak(d)) {
        d = d == DT_FLOAT ? DT_FLOAT : DT_INT;
        return lower_op2(lw, OP_ROUND_DIGITS, lower_cast(lw, arg[0], d),
                         lower_cast(lw, lower_as_bound(lw, arg[1]), d), d);
    }
    if (!texpr_is_const(arg[1], &digits)) {
        return lower_refuse(lw, DIAG_PY204,
                            "the digits of round() of a NumPy number must be a constant; write "
                            "round(float(x), digits)");
    }
    return rounded_by_scaling(lw, arg[0], digits);
}

/* A negative exponent stands for that power of the inverse. */
static struct texpr *power_modulo(struct lower *lw, struct texpr **arg) {
    struct texpr *x[3], *zero = lower_int(lw, 0), *one = lower_int(lw, 1);
    int64_t value;
    for (int i = 0; i < 3; ++i) {
        x[i] = lower_simple(lw, lower_as_index(lw, arg[i]));
    }
    lower_check(lw, lower_cmp(lw, OP_NE, x[2], zero), TEXC_VALUE, "pow() 3rd argument cannot be 0");
    if (!texpr_is_const(x[1], &value) || value < 0) {
        struct texpr *common = lower_op2(lw, OP_GCD, x[0], x[2], DT_INT);
        lower_check(
            lw, lower_or(lw, lower_cmp(lw, OP_GE, x[1], zero), lower_cmp(lw, OP_EQ, common, one)),
            TEXC_VALUE, "base is not invertible for the given modulus");
    }
    struct texpr *e = lower_op2(lw, OP_POWMOD, x[0], x[1], DT_INT);
    e->op.n = 3;
    e->op.arg[2] = x[2];
    return e;
}

static struct texpr *power(struct lower *lw, int n, struct texpr **arg) {
    if (n > 2) {
        return power_modulo(lw, arg);
    }
    return lower_binary(lw, OP_POW, IN_OPERATOR, arg[0], arg[1]);
}

/* np.shape, np.ndim, np.size. */
static struct texpr *dimensions(struct lower *lw, enum op op, struct texpr *e) {
    if (!is_array(e)) {
        return op == OP_SHAPE ? lower_tuple(lw, 0, NULL) : lower_int(lw, op == OP_SIZE);
    }
    struct tvar *array = lower_as_variable(lw, e);
    return op == OP_SHAPE  ? lower_extents(lw, array)
           : op == OP_NDIM ? lower_int(lw, array->type->rank)
                           : lower_size(lw, array);
}

struct texpr *lower_builtin(struct lower *lw, const struct callee *c, int n, struct texpr **arg,
                            struct ty *type, struct tvar *want) {
    switch (c->op) {
    case OP_NESTED:
        return lower_nested(lw, arg[0], arg[1], type);
    case OP_LEN:
        return length(lw, arg[0]);
    case OP_MIN:
    case OP_MAX:
        return minmax(lw, c, n, arg, type->dtype);
    case OP_SUM:
        return sum(lw, n, arg, type->dtype);
    case OP_ROUND:
        return rounded(lw, n, arg);
    case OP_DIVMOD:
        return lower_divmod(lw, arg[0], arg[1]);
    case OP_BUILTIN_POW:
        return power(lw, n, arg);
    case OP_TO_INT:
        return lower_convert(lw, arg[0], DT_INT);
    case OP_TO_FLOAT:
        return lower_convert(lw, arg[0], DT_FLOAT);
    case OP_TO_BOOL:
        return lower_convert(lw, arg[0], DT_PYBOOL);
    case OP_TO_COMPLEX:
        return lower_convert(lw, arg[0], DT_COMPLEX);
    case OP_SHAPE:
    case OP_NDIM:
    case OP_SIZE:
        return dimensions(lw, c->op, arg[0]);
    case OP_WHERE:
        return lower_where(lw, arg, type->dtype);
    case OP_CLIP:
        return lower_clip(lw, arg);
    case OP_COPY:
        if (is_list(type)) {
            return lower_list_copy(lw, lower_as_variable(lw, arg[0]), want);
        }
        return lower_copy(lw, lower_as_variable(lw, arg[0]), type, want);
    default:
        return lower_refuse(lw, DIAG_PY204,
                            arena_printf(lw->a, "%s() is not supported here", op_info[c->op].name));
    }
}
