/* Python ints have any number of bits, compiled ones 64: what an operation on them gives beyond
 * that raises OverflowError. The test is a CHECK before the expression, of FITS of the operation:
 *
 *     check fits(i * n) else OverflowError
 *     ... i * n ...
 *
 * The back end has its words. analysis/simplify/ints.c takes out what cannot fail. Types of NumPy
 * wrap around, as they do there. */
#include "lower_number.h"

#define FITS_NODES 16 /* larger operands are computed once, into a temporary */

static int count_nodes(const struct texpr *e) {
    int n = 1;
    for (int i = 0; e->kind == TE_OP && i < e->op.n; ++i) {
        n += count_nodes(e->op.arg[i]);
    }
    for (int i = 0; e->kind == TE_LOAD && i < e->load.n; ++i) {
        n += count_nodes(e->load.index[i]);
    }
    n += e->kind == TE_CAST ? count_nodes(e->cast) : 0;
    n += e->kind == TE_SELECT
             ? count_nodes(e->select.cond) + count_nodes(e->select.a) + count_nodes(e->select.b)
             : 0;
    return n;
}

static bool may_overflow(const struct texpr *e) {
    int64_t divisor;
    switch (e->op.op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_NEG:
    case OP_ABS:
    case OP_SHL:
    case OP_POW:
    case OP_GCD:
    case OP_LCM:
        return true;
    case OP_FLOORDIV:
        return !texpr_is_const(e->op.arg[1], &divisor) || divisor == -1;
    default:
        return false;
    }
}

void lower_check_int(struct lower *lw, struct texpr *e) {
    if (lw->wraps || lw->in_elements || e->kind != TE_OP || e->type->dtype != DT_INT ||
        !may_overflow(e)) {
        return;
    }
    for (int i = 0; i < e->op.n; ++i) {
        if (count_nodes(e->op.arg[i]) > FITS_NODES) {
            e->op.arg[i] = lower_to_temp(lw, e->op.arg[i]);
        }
    }
    lower_check(lw, lower_op1(lw, OP_FITS, e, DT_PYBOOL), TEXC_OVERFLOW, NULL);
}

/* The value of numbers and operators as written: false when there is anything else, or more than
 * 127 bits. *wide: some part has more than 64. */
static bool exact_value(const struct expr *e, __int128 *value, bool *wide) {
    __int128 x, y;
    bool known = false;
    if (e->kind == EXPR_INT && !e->integer.too_big) {
        *value = e->integer.value;
        return true;
    }
    if (e->kind == EXPR_UNARY && e->unary.op == OP_NEG && exact_value(e->unary.a, &x, wide)) {
        known = !__builtin_sub_overflow((__int128)0, x, value);
    } else if (e->kind == EXPR_BINARY && exact_value(e->binary.a, &x, wide) &&
               exact_value(e->binary.b, &y, wide)) {
        *value = 1;
        known = e->binary.op == OP_ADD   ? !__builtin_add_overflow(x, y, value)
                : e->binary.op == OP_SUB ? !__builtin_sub_overflow(x, y, value)
                : e->binary.op == OP_MUL ? !__builtin_mul_overflow(x, y, value)
                                         : e->binary.op == OP_POW && y >= 0 && y < 127;
        for (int i = 0; known && e->binary.op == OP_POW && i < (int)y; ++i) {
            known = !__builtin_mul_overflow(*value, x, value);
        }
    }
    *wide |= known && *value != (int64_t)*value;
    return known;
}

struct texpr *lower_wide_constant(struct lower *lw, const struct expr *e) {
    __int128 value;
    bool wide = false;
    bool known = exact_value(e, &value, &wide) && wide && value == (int64_t)value;
    return known ? lower_int(lw, (int64_t)value) : NULL;
}
