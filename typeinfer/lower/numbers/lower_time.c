/* Operations on dates and spans of time: on I64 in the units that the rule says (rule_time.c), by
 * functions that know NaT (pycc_rt_time.h). */
#include "lower_number.h"

bool lower_is_time(const struct operation *o) {
    bool time = false;
    for (int i = 0; i < o->n; ++i) {
        time = time || dtype_is_time(o->arg[i]->type->dtype);
    }
    return time;
}

/* The operation on I64; swap: its operands are in the other order; real: the second one is F64. */
static enum op twin(const struct operation *o, bool real, bool *swap) {
    bool number = o->n == 2 && !dtype_is_time(o->rule.operand[1]);
    *swap =
        o->op == OP_GT || o->op == OP_GE || (o->op == OP_MUL && !dtype_is_time(o->rule.operand[0]));
    switch (o->op) {
    case OP_ADD:
        return OP_TIME_ADD;
    case OP_SUB:
        return OP_TIME_SUB;
    case OP_MUL:
        return real ? OP_TIME_SCALED : OP_TIME_MUL;
    case OP_DIV:
        return real ? OP_TIME_SHARE : number ? OP_TIME_PART : OP_TIME_DIV;
    case OP_FLOORDIV:
        return real ? OP_TIME_SHARE : number ? OP_TIME_PART : OP_TIME_FLOORDIV;
    case OP_MOD:
        return OP_TIME_MOD;
    case OP_EQ:
    case OP_NE:
        return OP_TIME_EQ;
    case OP_LT:
    case OP_GT:
        return OP_TIME_LT;
    case OP_LE:
    case OP_GE:
        return OP_TIME_LE;
    case OP_MAXIMUM:
        return OP_TIME_MAXIMUM;
    case OP_FMIN:
        return OP_TIME_FMIN;
    case OP_FMAX: /* NaT is the least number */
        return OP_MAXIMUM;
    case OP_PYMIN:
        return OP_TIME_PYMIN;
    case OP_PYMAX:
        return OP_TIME_PYMAX;
    case OP_ISNAN:
        return OP_ISNAT;
    default:
        return o->op;
    }
}

struct texpr *lower_time(struct lower *lw, const struct operation *o) {
    struct operation own = *o;
    enum dtype d[OP_MAX_OPERANDS];
    const char *why = NULL;
    for (int i = 0; i < o->n; ++i) {
        d[i] = o->arg[i]->type->dtype;
    }
    if (!rule_apply(o->op, o->module, o->n, d, false, &own.rule, &why)) {
        return lower_refuse(lw, DIAG_PY302, why);
    }
    struct texpr *x[2] = {NULL, NULL};
    bool real = false, swap = false;
    for (int i = 0; i < o->n; ++i) {
        enum dtype to = own.rule.operand[i];
        x[i] = lower_cast(lw, o->arg[i], to);
        x[i] = to == DT_F64 ? x[i] : lower_cast(lw, x[i], DT_I64);
        real = real || to == DT_F64;
    }
    enum dtype result = own.rule.result, as = dtype_is_time(result) ? DT_I64 : result;
    enum op op = twin(&own, real, &swap);
    if (o->op == OP_ISINF) {
        return lower_cast(lw, lower_bool(lw, false), DT_BOOL);
    }
    struct texpr *e = o->n == 1 ? lower_op1(lw, o->op == OP_ISFINITE ? OP_ISNAT : op, x[0], as)
                                : lower_op2(lw, op, x[swap], x[!swap], as);
    bool negated = o->op == OP_NE || o->op == OP_ISFINITE;
    return negated ? lower_cast(lw, lower_op1(lw, OP_NOT, e, DT_BOOL), DT_BOOL)
                   : lower_cast(lw, e, result);
}
