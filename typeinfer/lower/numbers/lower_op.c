/* Operators and element-wise functions on scalars: types by rule_apply, casts, checks. */
#include <math.h>

#include "constant.h"
#include "lower_number.h"

static bool is_const_int(const struct texpr *e, int64_t *value) {
    return texpr_is_const(e, value) && e->type->dtype == DT_INT;
}

/* Fills o->rule; false after a message. */
static bool apply_rule(struct lower *lw, struct operation *o) {
    enum dtype d[OP_MAX_OPERANDS];
    int64_t value;
    for (int i = 0; i < o->n; ++i) {
        d[i] = o->arg[i]->type->dtype;
    }
    bool negative = o->op == OP_POW && is_const_int(o->arg[1], &value) && value < 0;
    const char *why = "operands do not fit";
    if (!rule_apply(o->op, o->module, o->n, d, negative, &o->rule, &why)) {
        lower_refuse(lw, DIAG_PY302, why);
        return false;
    }
    return true;
}

/* The operation on cast operands, without checks. */
static struct texpr *apply(struct lower *lw, const struct operation *o, enum op op) {
    struct operation own = *o;
    own.op = op;
    if (lower_is_time(o)) {
        return lower_time(lw, &own);
    }
    struct texpr *e = lower_op1(lw, op, NULL, o->rule.result);
    bool words = op_info[op].rule == RULE_RANDOM; /* 64 bits, whatever their sign */
    e->op.n = o->n;
    for (int i = 0; i < o->n; ++i) {
        e->op.arg[i] = words ? lower_cast(lw, o->arg[i], o->rule.operand[i])
                             : lower_operand(lw, o->arg[i], o->rule.operand[i]);
    }
    return e;
}

static struct texpr *checked_apply(struct lower *lw, struct operation *o, enum op op) {
    if (!apply_rule(lw, o)) {
        return lower_int(lw, 0);
    }
    lower_check_before(lw, o);
    return lower_check_after(lw, o, apply(lw, o, op));
}

/* ---- unary operators */

/* -1 and -1.5 are constants. */
static struct texpr *negated_const(struct lower *lw, const struct texpr *a) {
    int64_t value;
    if (is_const_int(a, &value) && value != INT64_MIN) {
        return lower_int(lw, -value);
    }
    if (a->kind == TE_CONST && a->type->dtype == DT_FLOAT) {
        return lower_real(lw, DT_FLOAT, -a->value.f[0]);
    }
    return NULL;
}

struct texpr *lower_unary(struct lower *lw, enum op op, struct texpr *a) {
    a = lower_number(lw, a);
    if (op == OP_NOT) {
        return lower_not(lw, lower_truth(lw, a));
    }
    struct texpr *folded = op == OP_NEG ? negated_const(lw, a) : NULL;
    if (folded) {
        return folded;
    }
    struct operation o = {.op = op, .n = 1, .arg = {a}};
    if (!apply_rule(lw, &o)) {
        return a;
    }
    if (op == OP_POS) {
        return lower_cast(lw, a, o.rule.result);
    }
    if (op == OP_INVERT && o.rule.result == DT_BOOL) {
        return lower_op1(lw, OP_NOT, a, DT_BOOL);
    }
    return lower_check_after(lw, &o, apply(lw, &o, op));
}

/* ---- binary operators */

/* + and * of NumPy bools are or and and. */
static enum op on_bools(enum op op, enum dtype result) {
    if (result == DT_BOOL && (op == OP_ADD || op == OP_MUL)) {
        return op == OP_ADD ? OP_BITOR : OP_BITAND;
    }
    return op;
}

struct texpr *lower_binary(struct lower *lw, enum op op, enum op_module module, struct texpr *a,
                           struct texpr *b) {
    if (op_info[op].rule == RULE_COMPARE) {
        return lower_compare(lw, op, module, a, b);
    }
    a = lower_number(lw, a);
    b = lower_number(lw, b);
    int64_t x, y, known;
    if (is_const_int(a, &x) && is_const_int(b, &y) && constant_int64(op, x, y, &known)) {
        return lower_int(lw, known); /* n * (2 + 1) */
    }
    struct operation o = {.op = op, .module = module, .n = 2, .arg = {a, b}};
    if (!apply_rule(lw, &o)) {
        return a;
    }
    for (int i = 0; op == OP_POW && !o.rule.checked && i < 2; ++i) {
        o.arg[i] =
            lower_operand(lw, o.arg[i], o.rule.operand[i]); /* does it fit, before its sign */
    }
    lower_check_before(lw, &o);
    return lower_check_after(lw, &o, apply(lw, &o, on_bools(op, o.rule.result)));
}

struct texpr *lower_divmod(struct lower *lw, struct texpr *a, struct texpr *b) {
    struct operation o = {
        .op = OP_FLOORDIV, .n = 2, .arg = {lower_simple(lw, a), lower_simple(lw, b)}};
    o.divmod = true;
    if (!apply_rule(lw, &o)) {
        return a;
    }
    lower_check_before(lw, &o);
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, 2);
    item[0] = lower_check_after(lw, &o, apply(lw, &o, OP_FLOORDIV));
    item[1] = apply(lw, &o, OP_MOD);
    return lower_tuple(lw, 2, item);
}

/* ---- powers */

struct texpr *lower_power_by_number(struct lower *lw, enum op_module module, enum dtype d,
                                    struct texpr *a, struct texpr *n) {
    static const struct {
        enum op op;
        double exponent;
        enum dtype of_complex;
    } fast[] = {{OP_SQRT, 0.5, DT_FLOAT}, {OP_SQUARE, 2.0, DT_INT}, {OP_RECIPROCAL, -1.0, DT_INT}};
    struct texpr *power = lower_binary(lw, OP_POW, module, a, n);
    struct texpr *base = lower_cast(lw, a, d);
    enum dtype_kind kind = dtype_info[d].kind;
    int64_t i;
    for (int k = 0; k < 3; ++k) {
        bool own = module == IN_OPERATOR && n->type->dtype == fast[k].of_complex;
        if (kind != KIND_FLOAT && (kind != KIND_COMPLEX || !own)) {
            continue;
        }
        struct texpr *other = lower_op1(lw, fast[k].op, base, d);
        struct texpr *number =
            lower_cast(lw, lower_real(lw, DT_FLOAT, fast[k].exponent), n->type->dtype);
        if (n->kind != TE_CONST) {
            bool whole = fast[k].exponent == floor(fast[k].exponent);
            enum dtype_kind of = dtype_info[n->type->dtype].kind;
            bool can = of == KIND_FLOAT || (whole && of == KIND_INT) ||
                       (fast[k].exponent == 2.0 && of == KIND_UINT);
            power = can ? lower_select(lw, lower_cmp(lw, OP_EQ, n, number), other, power) : power;
        } else if ((texpr_is_const(n, &i) ? (double)i : n->value.f[0]) == fast[k].exponent) {
            return other;
        }
    }
    return power;
}

/* ---- functions */

/* math.log(x, base) is log(x) / log(base). */
static struct texpr *log_to_base(struct lower *lw, enum op_module module, struct texpr *x,
                                 struct texpr *base) {
    struct texpr *num = lower_function(lw, OP_LOG, module, 1, &x);
    struct texpr *den = lower_function(lw, OP_LOG, module, 1, &base);
    return lower_binary(lw, OP_DIV, IN_OPERATOR, num, den);
}

/* gcd and lcm of any number of integers. */
static struct texpr *folded_function(struct lower *lw, enum op op, enum op_module module, int n,
                                     struct texpr **arg) {
    struct texpr *e = n > 0 ? arg[0] : lower_int(lw, op == OP_LCM);
    if (n == 1) {
        return lower_function(lw, OP_ABS, IN_BUILTIN, 1, &e);
    }
    for (int i = 1; i < n; ++i) {
        struct operation o = {.op = op, .module = module, .n = 2, .arg = {e, arg[i]}};
        e = checked_apply(lw, &o, op);
    }
    return e;
}

/* math.gcd of a uint64, which may have more bits than a Python int, where the result fits. */
static struct texpr *unsigned_gcd(struct lower *lw, struct texpr *const *arg) {
    struct texpr *size[2];
    for (int i = 0; i < 2; ++i) {
        struct texpr *x = lower_simple(lw, arg[i]), *u = lower_cast(lw, x, DT_U64);
        struct texpr *zero = lower_cast(lw, lower_int(lw, 0), x->type->dtype);
        struct texpr *turned =
            lower_op2(lw, OP_SUB, lower_cast(lw, lower_int(lw, 0), DT_U64), u, DT_U64);
        size[i] = dtype_info[x->type->dtype].kind == KIND_UINT
                      ? u
                      : lower_select(lw, lower_cmp(lw, OP_GE, x, zero), u, turned);
    }
    return lower_to_int(lw, lower_op2(lw, OP_GCD, size[0], size[1], DT_U64), TO_INT);
}

/* Integers and bools are their own floor; a Python int when the function gives one. */
static bool is_identity(const struct operation *o) {
    enum op_rule rule = op_info[o->op].rule;
    bool integer = dtype_info[o->rule.operand[0]].kind <= KIND_INT;
    return integer && (rule == RULE_ROUND || rule == RULE_TO_INT ||
                       (rule == RULE_ABS && o->rule.result == DT_BOOL));
}

struct texpr *lower_function(struct lower *lw, enum op op, enum op_module module, int n,
                             struct texpr **arg) {
    if (op == OP_LOG && n == 2) {
        return log_to_base(lw, module, arg[0], arg[1]);
    }
    if ((op == OP_GCD || op == OP_LCM) && n != 2) {
        return folded_function(lw, op, module, n, arg);
    }
    if (op_info[op].rule == RULE_COMPARE) {
        return lower_compare(lw, op, module, arg[0], arg[1]);
    }
    struct operation o = {.op = op, .module = module, .n = n};
    for (int i = 0; i < n && i < OP_MAX_OPERANDS; ++i) {
        o.arg[i] = lower_number(lw, lower_taken(lw, arg[i], DT_FLOAT));
    }
    if (!apply_rule(lw, &o)) {
        return arg[0];
    }
    if (is_identity(&o)) {
        return o.rule.result == DT_INT ? lower_to_int(lw, o.arg[0], TO_INT)
                                       : lower_cast(lw, o.arg[0], o.rule.result);
    }
    if (op == OP_GCD && o.rule.result == DT_INT &&
        (o.arg[0]->type->dtype == DT_U64 || o.arg[1]->type->dtype == DT_U64)) {
        return unsigned_gcd(lw, o.arg);
    }
    if (op == OP_INVERT && o.rule.result == DT_BOOL) {
        return lower_op1(lw, OP_NOT, lower_cast(lw, o.arg[0], DT_BOOL), DT_BOOL);
    }
    if (op == OP_POW && dtype_info[o.rule.result].kind == KIND_FLOAT && !lw->in_elements) {
        return lower_power_by_number(lw, module, o.rule.result, o.arg[0], o.arg[1]);
    }
    lower_check_before(lw, &o);
    return lower_check_after(lw, &o, apply(lw, &o, on_bools(op, o.rule.result)));
}

struct texpr *lower_where(struct lower *lw, struct texpr **arg, enum dtype d) {
    struct texpr *cond = lower_truth(lw, lower_number(lw, arg[0]));
    /* as NumPy, which does not look whether Python ints fit here */
    return lower_choice(lw, cond, lower_cast(lw, lower_number(lw, arg[1]), d),
                        lower_cast(lw, lower_number(lw, arg[2]), d));
}

struct texpr *lower_clip_bound(struct lower *lw, struct texpr *e, enum dtype d, bool low) {
    int64_t lo, hi;
    if (e->type->dtype != DT_INT || dtype_info[d].kind > KIND_INT || d == DT_BOOL) {
        return e;
    }
    dtype_range(d, &lo, &hi);
    struct texpr *limit = lower_int(lw, low ? lo : hi);
    e = lower_simple(lw, e);
    return lower_select(lw, lower_cmp(lw, low ? OP_LT : OP_GT, e, limit), limit, e);
}

struct texpr *lower_clip(struct lower *lw, struct texpr **arg) {
    enum dtype d = arg[0]->type->dtype;
    struct texpr *from[2] = {arg[0], lower_clip_bound(lw, arg[1], d, true)};
    struct texpr *low = lower_function(lw, OP_MAXIMUM, IN_NP, 2, from);
    struct texpr *to[2] = {low, lower_clip_bound(lw, arg[2], d, false)};
    return lower_function(lw, OP_MINIMUM, IN_NP, 2, to);
}
