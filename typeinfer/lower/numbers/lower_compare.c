/* Comparisons of two scalars. NumPy compares integers by value whatever their types, so a Python
 * int beside a narrow NumPy integer is never converted to it, and a signed beside an unsigned
 * 64-bit integer is compared without a common type. */
#include "lower_number.h"

static enum dtype_kind kind_of(enum dtype d) {
    return dtype_info[d].kind;
}

static bool is_integer(enum dtype d) {
    return kind_of(d) == KIND_INT || kind_of(d) == KIND_UINT;
}

static enum op mirrored(enum op op) {
    switch (op) {
    case OP_LT:
        return OP_GT;
    case OP_LE:
        return OP_GE;
    case OP_GT:
        return OP_LT;
    case OP_GE:
        return OP_LE;
    default:
        return op;
    }
}

/* signed op unsigned, 64 bits each: a negative one is below every unsigned one. */
static struct texpr *mixed_signs(struct lower *lw, enum op op, struct texpr *s, struct texpr *u,
                                 enum dtype result) {
    s = lower_simple(lw, lower_cast(lw, s, DT_I64));
    u = lower_simple(lw, u);
    struct texpr *zero = lower_zero(lw, DT_I64);
    struct texpr *rest = lower_op2(lw, op, lower_cast(lw, s, DT_U64), u, result);
    if (op == OP_LT || op == OP_LE || op == OP_NE) {
        return lower_or(lw, lower_op2(lw, OP_LT, s, zero, result), rest);
    }
    return lower_and(lw, lower_op2(lw, OP_GE, s, zero, result), rest);
}

/* The type in which two integers compare by value; DT_COUNT when there is none. */
static enum dtype common_integer(const struct texpr *a, const struct texpr *b) {
    enum dtype da = a->type->dtype, db = b->type->dtype;
    if (dtype_weak(da) == dtype_weak(db)) {
        bool mixed = kind_of(da) != kind_of(db) && (da == DT_U64 || db == DT_U64);
        return mixed ? DT_COUNT : dtype_promote(da, db);
    }
    const struct texpr *weak = dtype_weak(da) ? a : b;
    enum dtype strong = dtype_weak(da) ? db : da;
    int64_t value, lo, hi;
    dtype_range(strong, &lo, &hi);
    if (texpr_is_const(weak, &value) && value >= lo && value <= hi) {
        return strong;
    }
    return strong == DT_U64 ? DT_COUNT : DT_I64;
}

struct texpr *lower_compare(struct lower *lw, enum op op, enum op_module module, struct texpr *a,
                            struct texpr *b) {
    a = lower_number(lw, a);
    b = lower_number(lw, b);
    struct operation o = {.op = op, .module = module, .n = 2, .arg = {a, b}};
    if (lower_is_time(&o)) {
        return lower_time(lw, &o);
    }
    enum dtype da = a->type->dtype, db = b->type->dtype;
    enum dtype operand[2] = {da, db};
    bool weak = dtype_weak(da) && dtype_weak(db) && module == IN_OPERATOR;
    enum dtype result = weak ? DT_PYBOOL : DT_BOOL;
    enum dtype common;
    if (is_integer(da) && is_integer(db)) {
        common = common_integer(a, b);
        if (common == DT_COUNT) {
            return kind_of(da) == KIND_INT ? mixed_signs(lw, op, a, b, result)
                                           : mixed_signs(lw, mirrored(op), b, a, result);
        }
    } else {
        struct rule_types rule;
        const char *why = NULL;
        if (!rule_apply(op, module, 2, operand, false, &rule, &why)) {
            return lower_refuse(lw, DIAG_PY302, why);
        }
        common = rule.operand[0];
        result = rule.result;
    }
    return lower_op2(lw, op, lower_cast(lw, a, common), lower_cast(lw, b, common), result);
}

/* ---- tuples */

struct texpr *lower_simple_tuple(struct lower *lw, struct texpr *tuple) {
    return tuple->kind == TE_TUPLE ? tuple : lower_simple(lw, tuple);
}

/* A tuple each of whose items may be named several times. */
static struct texpr *simple_items(struct lower *lw, struct texpr *tuple) {
    tuple = lower_simple_tuple(lw, tuple);
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, tuple->type->n);
    for (int i = 0; i < tuple->type->n; ++i) {
        item[i] = lower_simple(lw, lower_item(lw, tuple, i));
    }
    return lower_tuple(lw, tuple->type->n, item);
}

static struct texpr *compare_items(struct lower *lw, enum op op, struct texpr *a, struct texpr *b,
                                   int i) {
    struct texpr *cond =
        lower_compare(lw, op, IN_OPERATOR, lower_item(lw, a, i), lower_item(lw, b, i));
    return lower_cast(lw, cond, DT_PYBOOL);
}

/* The first items that differ decide, and else the lengths: a < b is a[0] == b[0] and the rest, or
 * a[0] < b[0] where they differ. */
static struct texpr *ordered(struct lower *lw, enum op op, struct texpr *a, struct texpr *b) {
    int na = a->type->n, nb = b->type->n;
    bool less = op == OP_LT || op == OP_LE, same = op == OP_LE || op == OP_GE;
    struct texpr *cond = lower_bool(lw, na == nb ? same : less == (na < nb));
    for (int i = (na < nb ? na : nb) - 1; i >= 0; --i) {
        struct texpr *equal = compare_items(lw, OP_EQ, a, b, i);
        cond = lower_or(lw, lower_and(lw, equal, cond),
                        lower_and(lw, lower_not(lw, equal), compare_items(lw, op, a, b, i)));
    }
    return cond;
}

struct texpr *lower_compare_tuples(struct lower *lw, enum op op, struct texpr *a, struct texpr *b) {
    a = simple_items(lw, a);
    b = simple_items(lw, b);
    if (op != OP_EQ && op != OP_NE) {
        return ordered(lw, op, a, b);
    }
    if (a->type->n != b->type->n) {
        return lower_bool(lw, op == OP_NE);
    }
    struct texpr *cond = lower_bool(lw, true);
    for (int i = 0; i < a->type->n; ++i) {
        cond = lower_and(lw, cond, compare_items(lw, OP_EQ, a, b, i));
    }
    return op == OP_EQ ? cond : lower_not(lw, cond);
}

struct texpr *lower_in_tuple(struct lower *lw, enum op op, struct texpr *x, struct texpr *tuple) {
    struct texpr *cond = lower_bool(lw, false);
    x = lower_simple(lw, x);
    tuple = simple_items(lw, tuple);
    for (int i = 0; i < tuple->type->n; ++i) {
        struct texpr *same = lower_compare(lw, OP_EQ, IN_OPERATOR, lower_item(lw, tuple, i), x);
        cond = lower_or(lw, cond, lower_cast(lw, same, DT_PYBOOL));
    }
    return op == OP_IN ? cond : lower_not(lw, cond);
}

struct texpr *lower_repeated(struct lower *lw, struct texpr *tuple, int n) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, n);
    tuple = simple_items(lw, tuple);
    for (int i = 0; i < n; ++i) {
        item[i] = lower_item(lw, tuple, i % tuple->type->n);
    }
    return lower_tuple(lw, n, item);
}
