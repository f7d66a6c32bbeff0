/* The `rule` column of ops.def as code: from operand dtypes to the dtype an operation computes in
 * and the dtype of its result, as NumPy 2 does it for scalars (NEP 50).
 *
 * A rule first decides the common type, then what Python's own numbers make of it: operators keep
 * weak operands weak (int + int is int), NumPy's functions return NumPy scalars (np.sqrt(2.0) is a
 * float64), functions of module math return Python's. */
#include "rules.h"

#include <stddef.h>

static enum dtype_kind kind_of(enum dtype d) {
    return dtype_info[d].kind;
}

static bool is_integer(enum dtype d) {
    return kind_of(d) == KIND_INT || kind_of(d) == KIND_UINT;
}

static enum dtype promote_all(int n, const enum dtype *arg) {
    enum dtype d = arg[0];
    for (int i = 1; i < n; ++i) {
        d = dtype_promote(d, arg[i]);
    }
    return d;
}

static bool all_weak(int n, const enum dtype *arg) {
    for (int i = 0; i < n; ++i) {
        if (!dtype_weak(arg[i])) {
            return false;
        }
    }
    return true;
}

static bool refuse(const char **why, const char *reason) {
    *why = reason;
    return false;
}

static bool accept(struct rule_types *t, enum dtype operand, enum dtype result) {
    for (int i = 0; i < OP_MAX_OPERANDS; ++i) {
        t->operand[i] = operand;
    }
    t->result = result;
    return true;
}

/* Bools where NumPy has no loop for them: Python's count as int, NumPy's as i8. */
static enum dtype number_from_bool(enum dtype d) {
    return d == DT_PYBOOL ? DT_INT : d == DT_BOOL ? DT_I8 : d;
}

/* The real type of a complex one. */

/* The float type a function of floats computes in. */
static enum dtype float_for(enum dtype d) {
    if (kind_of(d) >= KIND_FLOAT) {
        return d;
    }
    if (d == DT_PYBOOL || d == DT_BOOL || d == DT_I8 || d == DT_U8) {
        return DT_F16;
    }
    return d == DT_I16 || d == DT_U16 ? DT_F32 : dtype_weak(d) ? DT_FLOAT : DT_F64;
}

static bool rule_arith(enum op op, enum dtype d, struct rule_types *t, const char **why) {
    if (d == DT_PYBOOL) {
        d = DT_INT;
    }
    if (d == DT_BOOL && op == OP_SUB) {
        return refuse(why, "NumPy does not subtract bools; use ^ or convert them to int");
    }
    if (op == OP_FMOD) {
        d = number_from_bool(d);
    }
    return accept(t, d, d);
}

static bool rule_truediv(enum dtype d, struct rule_types *t) {
    if (kind_of(d) < KIND_FLOAT) {
        d = dtype_weak(d) ? DT_FLOAT : DT_F64;
    }
    return accept(t, d, d);
}

static bool rule_pow(enum dtype d, bool negative, struct rule_types *t, const char **why) {
    d = number_from_bool(d);
    if (is_integer(d) && negative) {
        if (!dtype_weak(d)) {
            return refuse(why, "NumPy raises no integer to a negative power; convert it to float");
        }
        d = DT_FLOAT;
    }
    return accept(t, d, d);
}

static bool rule_ldexp(const enum dtype *arg, struct rule_types *t, const char **why) {
    enum dtype d = float_for(arg[0]);
    if (kind_of(arg[1]) > KIND_INT) {
        return refuse(why, "the exponent must be an integer");
    }
    if (arg[0] == DT_INT || arg[0] == DT_PYBOOL) {
        return refuse(why, "NumPy would compute it in float16; write float(...)");
    }
    if (arg[1] == DT_U64) {
        return refuse(why, "NumPy has no ldexp with uint64 exponents; write np.int64(...)");
    }
    accept(t, d, d);
    t->operand[1] = DT_I64;
    return true;
}

static bool rule_bitwise(enum dtype d, struct rule_types *t, const char **why) {
    if (kind_of(d) >= KIND_FLOAT) {
        return refuse(why, "bitwise operators need integers or bools");
    }
    return accept(t, d, d);
}

static bool rule_shift(enum dtype d, struct rule_types *t, const char **why) {
    if (kind_of(d) >= KIND_FLOAT) {
        return refuse(why, "shifts need integers");
    }
    d = number_from_bool(d);
    return accept(t, d, d);
}

/* NumPy compares integers by value, whatever their signs and however large the Python int; where
 * no integer type holds both, lowering compares without a common type (operand is not used). */
static bool rule_compare(enum op op, const enum dtype *arg, struct rule_types *t,
                         const char **why) {
    enum dtype d = dtype_promote(arg[0], arg[1]);
    bool integers = is_integer(arg[0]) && is_integer(arg[1]);
    if (kind_of(d) == KIND_COMPLEX && all_weak(2, arg) && op != OP_EQ && op != OP_NE) {
        return refuse(why, "Python's complex numbers have no order; compare abs(z) or z.real");
    }
    if (integers && dtype_weak(arg[0]) != dtype_weak(arg[1]) && d != DT_U64) {
        d = DT_I64;
    }
    return accept(t, d, dtype_weak(arg[0]) && dtype_weak(arg[1]) ? DT_PYBOOL : DT_BOOL);
}

static bool rule_neg(enum dtype d, struct rule_types *t, const char **why) {
    if (d == DT_BOOL) {
        return refuse(why, "NumPy bools have no sign; use ~, or convert to int");
    }
    d = number_from_bool(d);
    return accept(t, d, d);
}

static bool rule_invert(enum dtype d, struct rule_types *t, const char **why) {
    if (kind_of(d) >= KIND_FLOAT) {
        return refuse(why, "~ needs an integer or a bool");
    }
    d = d == DT_PYBOOL ? DT_INT : d;
    return accept(t, d, d);
}

/* NumPy looks for a loop of floats that holds each operand; among NumPy's own types every operand
 * is made a float by itself, so that i8 and u16 meet in f32. */
static enum dtype common_float(int n, const enum dtype *arg) {
    enum dtype f = DT_COUNT;
    for (int i = 0; i < n; ++i) {
        if (dtype_weak(arg[i])) {
            return float_for(promote_all(n, arg));
        }
        enum dtype own = float_for(arg[i]);
        f = f == DT_COUNT ? own : dtype_promote(f, own);
    }
    return f;
}

static bool rule_float(int n, const enum dtype *arg, struct rule_types *t) {
    enum dtype f = common_float(n, arg);
    return accept(t, f, f);
}

static bool rule_scipy(int n, const enum dtype *arg, struct rule_types *t, const char **why) {
    for (int i = 0; i < n; ++i) {
        bool small = arg[i] == DT_I16 || arg[i] == DT_U16 || arg[i] == DT_PYBOOL;
        if (small || float_for(arg[i]) == DT_F16) {
            return refuse(why, "SciPy computes bools and numbers of 8 and 16 bits in float32 in "
                               "some functions, in float64 in others; convert them to float");
        }
    }
    return rule_float(n, arg, t);
}

static bool rule_integer(enum dtype d, struct rule_types *t, const char **why) {
    if (kind_of(d) >= KIND_FLOAT || d == DT_BOOL) {
        return refuse(why, "it needs integers of one signedness");
    }
    d = number_from_bool(d);
    return accept(t, d, d);
}

static bool rule_to_int(enum dtype d, struct rule_types *t) {
    return accept(t, kind_of(d) >= KIND_FLOAT ? d : DT_INT, DT_INT);
}

static bool dispatch(enum op op, int n, const enum dtype *arg, bool exponent_negative,
                     struct rule_types *t, const char **why) {
    enum dtype d = promote_all(n, arg);
    switch (op_info[op].rule) {
    case RULE_ARITH:
        return rule_arith(op, d, t, why);
    case RULE_TRUEDIV:
        return rule_truediv(d, t);
    case RULE_DIVMOD:
        d = number_from_bool(d);
        return accept(t, d, d);
    case RULE_POW:
        return rule_pow(d, exponent_negative, t, why);
    case RULE_BITWISE:
        return rule_bitwise(d, t, why);
    case RULE_SHIFT:
        return rule_shift(d, t, why);
    case RULE_COMPARE:
        return rule_compare(op, arg, t, why);
    case RULE_LOGICAL: /* each operand is true or not by itself */
        return accept(t, DT_BOOL, DT_BOOL);
    case RULE_NEG:
        return rule_neg(d, t, why);
    case RULE_INVERT:
        return rule_invert(d, t, why);
    case RULE_NOT:
        return accept(t, d, DT_PYBOOL);
    case RULE_FLOAT:
    case RULE_REAL:
        return rule_float(n, arg, t);
    case RULE_SCIPY:
        return rule_scipy(n, arg, t, why);
    case RULE_LDEXP:
        return rule_ldexp(arg, t, why);
    case RULE_ROUND:
        return accept(t, d, d);
    case RULE_KEEP:
        d = number_from_bool(d);
        return accept(t, d, d);
    case RULE_ABS:
        return accept(t, d, dtype_part(d));
    case RULE_PART:
        d = d == DT_PYBOOL ? DT_INT : d;
        return accept(t, d, dtype_part(d));
    case RULE_PRED:
        return accept(t, d, DT_BOOL);
    case RULE_MINMAX:
        return accept(t, d, d);
    case RULE_SIGN:
        if (d == DT_BOOL) {
            return refuse(why, "NumPy bools have no sign");
        }
        d = number_from_bool(d);
        return accept(t, d, d);
    case RULE_INTEGER:
        return rule_integer(d, t, why);
    case RULE_TO_INT:
        return rule_to_int(d, t);
    case RULE_CMPLX:
        return accept(t, DT_FLOAT, DT_COMPLEX);
    case RULE_RANDOM:
        break;
    }
    return refuse(why, "no rule");
}

/* Is there a way to compute op on this kind? */
static bool kind_supported(enum op op, enum dtype operand, const char **why) {
    const struct op_info *info = &op_info[op];
    if (info->class_ >= OPC_SPECIAL) {
        return true;
    }
    if (kind_of(operand) == KIND_COMPLEX && !info->c_complex) {
        return refuse(why, "complex numbers are not allowed");
    }
    if (kind_of(operand) == KIND_FLOAT && !info->c_real) {
        return refuse(why, "floats are not allowed");
    }
    if (kind_of(operand) <= KIND_INT && !info->c_int) {
        return refuse(why, "integers are not allowed");
    }
    return true;
}

/* A function of module math: operands as Python floats (or ints), result Python's own. */
static bool math_rule(enum op op, int n, const enum dtype *arg, struct rule_types *t,
                      const char **why) {
    enum dtype d = promote_all(n, arg);
    if (kind_of(d) == KIND_COMPLEX) {
        return refuse(why, "functions of module math need real numbers");
    }
    t->checked = true;
    switch (op_info[op].rule) {
    case RULE_TO_INT:
        if (op == OP_TO_TRUNC && !dtype_weak(d) && d != DT_F64) {
            return refuse(why, "NumPy's numbers but float64 have no trunc; use int(x)");
        }
        /* NumPy's integers have no floor of their own: Python takes that of their double */
        return rule_to_int(op == OP_TO_TRUNC || dtype_weak(d) ? d : DT_FLOAT, t);
    case RULE_INTEGER:
        for (int i = 0; i < n; ++i) {
            if (kind_of(arg[i]) >= KIND_FLOAT || arg[i] == DT_BOOL) {
                return refuse(why, "it needs integers");
            }
        }
        return accept(t, DT_INT, DT_INT);
    case RULE_PRED:
        return accept(t, DT_FLOAT, DT_PYBOOL);
    default:
        return accept(t, DT_FLOAT, DT_FLOAT);
    }
}

/* A function of NumPy gives a NumPy scalar, whatever it got. */
static void numpy_results(enum op op, struct rule_types *t) {
    if (op_info[op].rule == RULE_PART) {
        return;
    }
    for (int i = 0; i < 3; ++i) {
        t->operand[i] = dtype_strong(t->operand[i]);
    }
    t->result = dtype_strong(t->result);
}

static bool rule_random(enum op op, int n, const enum dtype *arg, struct rule_types *t,
                        const char **why) {
    for (int i = 0; i < n; ++i) {
        if (kind_of(arg[i]) >= KIND_FLOAT || kind_of(arg[i]) == KIND_BOOL) {
            return refuse(why, "it needs integers");
        }
    }
    enum dtype d = op == OP_RANDOM_BELOW ? DT_INT : DT_FLOAT;
    return accept(t, DT_INT, all_weak(n, arg) ? d : dtype_strong(d));
}

bool rule_apply(enum op op, enum op_module module, int n, const enum dtype *arg,
                bool exponent_negative, struct rule_types *t, const char **why) {
    t->checked = false;
    for (int i = 0; i < n; ++i) {
        if (dtype_is_time(arg[i])) {
            return rule_time(op, module, arg, t, why);
        }
    }
    if (op == OP_ISNAT) {
        return refuse(why, "numbers are never NaT");
    }
    if (module == IN_MATH) {
        return math_rule(op, n, arg, t, why);
    }
    if (op_info[op].rule == RULE_RANDOM) {
        return rule_random(op, n, arg, t, why);
    }
    static const enum dtype complex_first[2] = {DT_COMPLEX, DT_FLOAT};
    if (module == IN_OPERATOR && n == 2 && arg[0] == DT_COMPLEX && arg[1] == DT_F64) {
        arg = complex_first; /* a float64 is a Python float, and complex is asked first */
    }
    enum dtype strong[OP_MAX_OPERANDS] = {DT_COUNT, DT_COUNT, DT_COUNT, DT_COUNT};
    if (module == IN_NP && all_weak(n, arg) && op_info[op].rule != RULE_PART) {
        for (int i = 0; i < n; ++i) {
            strong[i] = dtype_strong(arg[i]);
        }
        arg = strong;
    }
    if (!dispatch(op, n, arg, exponent_negative, t, why) ||
        !kind_supported(op, t->operand[0], why)) {
        return false;
    }
    if (t->operand[0] == DT_F16 && op == OP_NEXTAFTER) {
        return refuse(why, "of float16 its neighbours are not known; write x.astype(np.float32)");
    }
    if (module == IN_NP) {
        numpy_results(op, t);
    } else if (op == OP_ABS && t->result == DT_PYBOOL) {
        accept(t, DT_INT, DT_INT);
    }
    t->checked = module != IN_NP && (all_weak(n, arg) || op_info[op].rule == RULE_TO_INT);
    return true;
}

void rule_for_arrays(int n, enum dtype *arg) {
    if (n == 2 && arg[0] == DT_COMPLEX && arg[1] == DT_F64) {
        arg[0] = DT_C128;
    }
}

enum op at_op(enum op op) {
    static const struct {
        enum op at, op;
    } row[] = {{OP_AT_ADD, OP_ADD},           {OP_AT_SUBTRACT, OP_SUB},
               {OP_AT_MULTIPLY, OP_MUL},      {OP_AT_DIVIDE, OP_DIV},
               {OP_AT_MINIMUM, OP_MINIMUM},   {OP_AT_MAXIMUM, OP_MAXIMUM},
               {OP_AT_BITWISE_OR, OP_BITOR},  {OP_AT_BITWISE_AND, OP_BITAND},
               {OP_AT_BITWISE_XOR, OP_BITXOR}};
    for (size_t i = 0; i < sizeof(row) / sizeof(*row); ++i) {
        if (row[i].at == op) {
            return row[i].op;
        }
    }
    return OP_COUNT;
}
