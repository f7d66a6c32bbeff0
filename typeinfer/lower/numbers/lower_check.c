/* What Python's own numbers and functions of module math check, as CHECK statements. The texts are
 * CPython 3.11's. NumPy's scalars check nothing (they give inf, nan or 0), but for integers raised
 * to negative powers. */
#include <math.h>
#include <string.h>

#include "lower_number.h"

static enum dtype_kind kind_of(const struct texpr *e) {
    return dtype_info[e->type->dtype].kind;
}

static bool is_real(const struct texpr *e) {
    return kind_of(e) == KIND_FLOAT;
}

/* A constant's value as a double; false when e is none. Complex ones are none. */
static bool const_number(const struct texpr *e, double *value) {
    int64_t i;
    if (texpr_is_const(e, &i)) {
        *value = (double)i;
        return true;
    }
    if (e->kind == TE_CONST && is_real(e)) {
        *value = e->value.f[0];
        return true;
    }
    return false;
}

/* e op value; the comparisons of constants that checks make fold. */
static struct texpr *compare_with(struct lower *lw, enum op op, struct texpr *e, double value) {
    double x;
    if (const_number(e, &x) && (op == OP_LT || op == OP_EQ)) {
        return lower_bool(lw, op == OP_LT ? x < value : x == value);
    }
    return lower_cmp(lw, op, e, lower_cast(lw, lower_real(lw, DT_FLOAT, value), e->type->dtype));
}

/* isfinite, isnan, isinf. */
static struct texpr *is(struct lower *lw, enum op predicate, struct texpr *e) {
    return lower_op1(lw, predicate, e, DT_PYBOOL);
}

/* ---- division */

static const char *zero_division_text(const struct operation *o) {
    enum dtype_kind kind = dtype_info[o->rule.operand[0]].kind;
    bool integers = kind_of(o->arg[0]) <= KIND_INT && kind_of(o->arg[1]) <= KIND_INT;
    if (o->divmod) {
        return integers ? OF_PYTHON "integer division or modulo by zero"
                        : OF_PYTHON "float divmod()";
    }
    if (o->op == OP_DIV) {
        return integers               ? "division by zero"
               : kind == KIND_COMPLEX ? OF_PYTHON "complex division by zero"
                                      : OF_PYTHON "float division by zero";
    }
    if (o->op == OP_FLOORDIV) {
        return integers ? OF_PYTHON "integer division or modulo by zero"
                        : OF_PYTHON "float floor division by zero";
    }
    return integers ? OF_PYTHON "integer modulo by zero" : OF_PYTHON "float modulo";
}

static void check_division(struct lower *lw, struct operation *o) {
    double value;
    if (const_number(o->arg[1], &value) && value != 0.0) {
        return;
    }
    o->arg[1] = lower_simple(lw, o->arg[1]);
    struct texpr *nonzero = lower_cmp(lw, OP_NE, o->arg[1], lower_zero(lw, o->arg[1]->type->dtype));
    if (const_number(o->arg[1], &value)) {
        nonzero = lower_bool(lw, false);
    }
    lower_check(lw, nonzero, TEXC_ZERO_DIVISION, zero_division_text(o));
}

/* ---- powers */

static void check_integer_power(struct lower *lw, struct operation *o, bool weak) {
    double value;
    if (kind_of(o->arg[1]) != KIND_INT || (const_number(o->arg[1], &value) && value >= 0)) {
        return;
    }
    o->arg[1] = lower_simple(lw, o->arg[1]);
    struct texpr *zero = lower_zero(lw, o->arg[1]->type->dtype);
    lower_check(lw, lower_cmp(lw, OP_GE, o->arg[1], zero), TEXC_VALUE,
                weak ? OF_PYCC
                    "int ** negative int is a float in Python: write float(base) ** exponent"
                     : "Integers to negative integer powers are not allowed.");
}

/* The arguments are in the domain of a function of module math. */
static void check_domain(struct lower *lw, struct texpr *good) {
    struct tstmt *check = lower_check(lw, good, TEXC_VALUE, "math domain error");
    if (check) {
        check->check.domain = true;
    }
}

/* 0 ** negative (-inf gives inf), and negative ** fraction, which Python answers with a complex. */
static void check_real_power(struct lower *lw, struct operation *o, bool math) {
    double value;
    bool constant = const_number(o->arg[1], &value);
    bool whole =
        kind_of(o->arg[1]) <= KIND_INT || (constant && (!isfinite(value) || value == floor(value)));
    o->arg[0] = lower_simple(lw, o->arg[0]);
    o->arg[1] = lower_simple(lw, o->arg[1]);
    struct texpr *x = lower_cast(lw, o->arg[0], o->rule.operand[0]);
    struct texpr *y = lower_cast(lw, o->arg[1], o->rule.operand[1]);
    if (!constant || (value < 0 && isfinite(value))) {
        struct texpr *negative =
            constant ? lower_bool(lw, true)
                     : lower_and(lw, compare_with(lw, OP_LT, y, 0.0), is(lw, OP_ISFINITE, y));
        struct texpr *zero = compare_with(lw, OP_EQ, x, 0.0);
        struct texpr *good = lower_not(lw, lower_and(lw, zero, negative));
        if (math) {
            check_domain(lw, good);
        } else {
            lower_check(lw, good, TEXC_ZERO_DIVISION,
                        OF_PYTHON "0.0 cannot be raised to a negative power");
        }
    }
    if (!whole && is_real(x)) {
        struct texpr *bad = lower_and(lw, compare_with(lw, OP_LT, x, 0.0), is(lw, OP_ISFINITE, x));
        if (!constant) {
            struct texpr *y_floor = lower_op1(lw, OP_FLOOR, y, y->type->dtype);
            bad = lower_and(lw, bad, is(lw, OP_ISFINITE, y));
            bad = lower_and(lw, bad, lower_cmp(lw, OP_NE, y_floor, y));
        }
        if (math) {
            check_domain(lw, lower_not(lw, bad));
        } else {
            lower_check(lw, lower_not(lw, bad), TEXC_VALUE,
                        OF_PYCC "negative number ** fraction is a complex in Python: write "
                                "complex(base) ** exponent");
        }
    }
}

static void check_power(struct lower *lw, struct operation *o) {
    enum dtype_kind kind = dtype_info[o->rule.result].kind;
    if (kind <= KIND_INT) {
        check_integer_power(lw, o, o->rule.checked);
    } else if (o->rule.checked && kind == KIND_FLOAT) {
        check_real_power(lw, o, o->op == OP_MATH_POW);
    }
}

/* ---- functions of module math */

/* The condition under which the function is defined, or NULL. x is the argument. */
static struct texpr *domain(struct lower *lw, enum op_check check, struct texpr *x) {
    struct texpr *nan = is(lw, OP_ISNAN, x);
    struct texpr *size = lower_op1(lw, OP_FABS, x, x->type->dtype);
    switch (check) {
    case CHECK_NONNEG:
        return lower_not(lw, compare_with(lw, OP_LT, x, 0.0));
    case CHECK_POSITIVE:
        return lower_or(lw, compare_with(lw, OP_GT, x, 0.0), nan);
    case CHECK_ABOVE_M1:
        return lower_or(lw, compare_with(lw, OP_GT, x, -1.0), nan);
    case CHECK_FROM_1:
        return lower_or(lw, compare_with(lw, OP_GE, x, 1.0), nan);
    case CHECK_UNIT:
        return lower_or(lw, compare_with(lw, OP_LE, size, 1.0), nan);
    case CHECK_OPEN_UNIT:
        return lower_or(lw, compare_with(lw, OP_LT, size, 1.0), nan);
    case CHECK_FINITE:
        return lower_not(lw, is(lw, OP_ISINF, x));
    default:
        return NULL;
    }
}

/* Negative infinity and the non-positive integers are poles of gamma; the latter of lgamma. */
static void check_gamma(struct lower *lw, struct operation *o) {
    struct texpr *x = lower_cast(lw, o->arg[0], o->rule.operand[0]);
    struct texpr *low = compare_with(lw, OP_LE, x, 0.0);
    struct texpr *whole = lower_cmp(lw, OP_EQ, lower_op1(lw, OP_FLOOR, x, x->type->dtype), x);
    struct texpr *pole = lower_and(lw, low, whole);
    if (o->op == OP_LGAMMA) {
        pole = lower_and(lw, pole, is(lw, OP_ISFINITE, x));
    }
    check_domain(lw, lower_not(lw, pole));
}

static void check_fmod(struct lower *lw, struct operation *o) {
    o->arg[1] = lower_simple(lw, o->arg[1]);
    struct texpr *x = lower_cast(lw, o->arg[0], o->rule.operand[0]);
    struct texpr *y = lower_cast(lw, o->arg[1], o->rule.operand[1]);
    if (!is_real(x)) {
        check_domain(lw, lower_cmp(lw, OP_NE, y, lower_zero(lw, y->type->dtype)));
        return;
    }
    struct texpr *bad = lower_or(lw, is(lw, OP_ISINF, x), compare_with(lw, OP_EQ, y, 0.0));
    struct texpr *nan = lower_or(lw, is(lw, OP_ISNAN, x), is(lw, OP_ISNAN, y));
    check_domain(lw, lower_or(lw, lower_not(lw, bad), nan));
}

/* ---- all */

static void check_shift(struct lower *lw, struct operation *o) {
    double value;
    if (const_number(o->arg[1], &value) && value >= 0) {
        return;
    }
    o->arg[1] = lower_simple(lw, o->arg[1]);
    struct texpr *zero = lower_zero(lw, o->arg[1]->type->dtype);
    lower_check(lw, lower_cmp(lw, OP_GE, o->arg[1], zero), TEXC_VALUE, "negative shift count");
}

void lower_check_before(struct lower *lw, struct operation *o) {
    enum op_check check = op_info[o->op].check;
    if (lw->in_elements) {
        return; /* elements check nothing but integer powers, which lower_elements does before */
    }
    if (check == CHECK_POW) {
        check_power(lw, o);
    }
    if (!o->rule.checked || check == CHECK_POW || check == CHECK_ABS || check == CHECK_NONE) {
        return;
    }
    if (check == CHECK_ZERODIV) {
        check_division(lw, o);
        return;
    }
    if (check == CHECK_SHIFT) {
        check_shift(lw, o);
        return;
    }
    o->arg[0] = lower_simple(lw, o->arg[0]);
    struct texpr *x = lower_cast(lw, o->arg[0], o->rule.operand[0]);
    if (check == CHECK_MODZERO) {
        check_fmod(lw, o);
    } else if (check == CHECK_TO_INT && is_real(x)) {
        lower_check_to_int(lw, x, TO_INT);
    } else if (o->op == OP_TGAMMA || o->op == OP_LGAMMA) {
        check_gamma(lw, o);
    } else if (is_real(x)) {
        struct texpr *defined = domain(lw, check, x);
        if (defined) {
            check_domain(lw, defined);
        }
    }
}

/* Finite operands, infinite result. */
static struct texpr *check_overflow(struct lower *lw, const struct operation *o,
                                    struct texpr *result, const char *message) {
    result = lower_to_temp(lw, result);
    struct texpr *good = lower_not(lw, is(lw, OP_ISINF, result));
    for (int i = 0; i < o->n; ++i) {
        struct texpr *x = lower_cast(lw, o->arg[i], o->rule.operand[i]);
        if (x->kind == TE_CONST && !isfinite(x->value.f[0])) {
            return result;
        }
        if (x->kind != TE_CONST) {
            good = lower_or(lw, good, lower_not(lw, is(lw, OP_ISFINITE, x)));
        }
    }
    lower_check(lw, good, TEXC_OVERFLOW, message);
    return result;
}

/* pycc_pypower says in its result what Python raises. */
static struct texpr *check_complex_power(struct lower *lw, struct texpr *result) {
    result = lower_to_temp(lw, result);
    struct texpr *fine = lower_not(lw, is(lw, OP_ISINF, lower_op1(lw, OP_REAL, result, DT_FLOAT)));
    struct texpr *large = is(lw, OP_ISINF, lower_op1(lw, OP_IMAG, result, DT_FLOAT));
    lower_check(lw, lower_or(lw, fine, large), TEXC_ZERO_DIVISION,
                OF_PYTHON "0.0 to a negative or complex power");
    lower_check(lw, fine, TEXC_OVERFLOW, "complex exponentiation");
    return result;
}

struct texpr *lower_check_after(struct lower *lw, const struct operation *o, struct texpr *result) {
    enum op_check check = op_info[o->op].check;
    if (o->rule.checked && check == CHECK_POW &&
        dtype_info[result->type->dtype].kind == KIND_COMPLEX) {
        return check_complex_power(lw, result);
    }
    lower_check_int(lw, result);
    if (!o->rule.checked || !is_real(result)) {
        return result;
    }
    if (check == CHECK_ABS) {
        return kind_of(o->arg[0]) == KIND_COMPLEX
                   ? check_overflow(lw, o, result, "absolute value too large")
                   : result;
    }
    if (check == CHECK_RANGE) {
        return check_overflow(lw, o, result, "math range error");
    }
    double value;
    bool tame = const_number(o->arg[o->n - 1], &value) && value >= 0.0 && value <= 1.0;
    if (check == CHECK_POW && !tame) {
        bool math = o->op == OP_MATH_POW;
        return check_overflow(lw, o, result,
                              math ? "math range error" : "(34, 'Numerical result out of range')");
    }
    return result;
}
