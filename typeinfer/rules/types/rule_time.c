/* The rules of dates and spans of time (datetime64, timedelta64), as NumPy has them: what may meet
 * what, in the finer one of two units. Numbers beside spans are spans of the other one's unit. */
#include "rules.h"

enum sort { DATE, SPAN, WHOLE, REAL, OTHER };

static enum sort sort_of(enum dtype d) {
    enum dtype_kind kind = dtype_info[d].kind;
    return dtype_is_date(d)     ? DATE
           : dtype_is_time(d)   ? SPAN
           : d == DT_CHAR       ? OTHER
           : kind <= KIND_INT   ? WHOLE
           : kind == KIND_FLOAT ? REAL
                                : OTHER;
}

static bool refuse(const char **why, const char *reason) {
    *why = reason;
    return false;
}

static bool accept(struct rule_types *t, enum dtype a, enum dtype b, enum dtype result) {
    t->operand[0] = a;
    t->operand[1] = b;
    t->operand[2] = t->operand[3] = DT_COUNT;
    t->result = result;
    return true;
}

bool rule_time_far(enum dtype a, enum dtype b) {
    enum dtype_unit x = dtype_unit(a), y = dtype_unit(b), long_ = x < y ? x : y;
    return (x == UNIT_PS || y == UNIT_PS) && long_ != UNIT_NONE && long_ <= UNIT_D;
}

bool rule_time_converts(enum dtype from, enum dtype to) {
    bool calendar = dtype_unit(from) <= UNIT_M, date = dtype_is_date(from) && dtype_is_date(to);
    bool loses = dtype_unit(to) == UNIT_NONE && from != to;
    return dtype_is_date(from) == dtype_is_date(to) && !loses && !rule_time_far(from, to) &&
           (date || dtype_unit(from) == UNIT_NONE || calendar == (dtype_unit(to) <= UNIT_M));
}

static const char calendar[] = "years and months are no whole numbers of days: there is no common "
                               "unit";

static const char far[] = "a day has more picoseconds than NumPy converts: there is no common unit";

/* a and b in their finer unit, each of its kind. */
static bool meet(const enum dtype *arg, struct rule_types *t, const char **why) {
    enum dtype_unit unit = dtype_unit(dtype_promote(arg[0], arg[1]));
    enum dtype d[2];
    for (int i = 0; i < 2; ++i) {
        d[i] = dtype_of_unit(dtype_is_date(arg[i]), unit);
        if (!rule_time_converts(arg[i], d[i])) {
            return refuse(why, rule_time_far(arg[i], d[i]) ? far : calendar);
        }
    }
    return accept(t, d[0], d[1], d[0]);
}

/* A number is a span of the unit of what it meets. */
static enum dtype as_span(enum dtype d, enum dtype beside) {
    return sort_of(d) == WHOLE ? dtype_of_unit(false, dtype_unit(beside)) : d;
}

static bool sum(enum op op, const enum dtype *arg, struct rule_types *t, const char **why) {
    enum dtype d[2] = {as_span(arg[0], arg[1]), as_span(arg[1], arg[0])};
    enum sort a = sort_of(d[0]), b = sort_of(d[1]);
    if (a > SPAN || b > SPAN) {
        return refuse(why, "write a whole number, or np.timedelta64(n, unit)");
    }
    if (op == OP_ADD ? a == DATE && b == DATE : a == SPAN && b == DATE) {
        return refuse(why, op == OP_ADD ? "there is no sum of two dates; subtract them"
                                        : "a date cannot be taken from a span");
    }
    if (!meet(d, t, why)) {
        return false;
    }
    bool date = op == OP_ADD ? a == DATE || b == DATE : a == DATE && b == SPAN;
    t->result = dtype_of_unit(date, dtype_unit(t->operand[0]));
    return true;
}

/* A span times or over a number; two spans over one another. */
static bool scaled(enum op op, const enum dtype *arg, struct rule_types *t, const char **why) {
    enum sort a = sort_of(arg[0]), b = sort_of(arg[1]);
    enum dtype number = b == REAL ? DT_F64 : DT_I64;
    if (a == SPAN && b == SPAN && op != OP_MUL) {
        bool common = meet(arg, t, why);
        t->result = op == OP_DIV ? DT_F64 : op == OP_MOD ? t->operand[0] : DT_I64;
        return common;
    }
    if (a == SPAN && (b == WHOLE || b == REAL) && op != OP_MOD) {
        return accept(t, arg[0], number, arg[0]);
    }
    if (b == SPAN && (a == WHOLE || a == REAL) && op == OP_MUL) {
        return accept(t, a == REAL ? DT_F64 : DT_I64, arg[1], arg[1]);
    }
    return refuse(why, "only spans of time are multiplied and divided, by numbers, and divided by "
                       "one another");
}

static bool alike(const enum dtype *arg, struct rule_types *t, const char **why) {
    enum dtype d[2] = {arg[0], arg[1]};
    for (int i = 0; i < 2; ++i) {
        d[i] = sort_of(arg[1 - i]) == SPAN ? as_span(arg[i], arg[1 - i]) : arg[i];
    }
    if (sort_of(d[0]) != sort_of(d[1])) {
        return refuse(why, "dates meet dates, and spans of time spans or whole numbers");
    }
    return meet(d, t, why);
}

bool rule_time(enum op op, enum op_module module, const enum dtype *arg, struct rule_types *t,
               const char **why) {
    bool span = sort_of(arg[0]) == SPAN, fine = true;
    t->checked = false;
    switch (op) {
    case OP_ADD:
    case OP_SUB:
        return sum(op, arg, t, why);
    case OP_MUL:
    case OP_DIV:
    case OP_FLOORDIV:
    case OP_MOD:
        return scaled(op, arg, t, why);
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
        fine = alike(arg, t, why);
        t->result = DT_BOOL;
        return fine;
    case OP_PYMIN:
    case OP_PYMAX:
        return arg[0] == arg[1] ? accept(t, arg[0], arg[0], arg[0])
                                : refuse(why, "write both in one unit: x.astype(...)");
    case OP_MINIMUM:
    case OP_MAXIMUM:
    case OP_FMIN:
    case OP_FMAX:
        return alike(arg, t, why);
    case OP_NOT:
        return accept(t, arg[0], arg[0], DT_PYBOOL);
    case OP_ISNAN:
    case OP_ISINF:
    case OP_ISFINITE:
    case OP_ISNAT:
        return module == IN_MATH ? refuse(why, "write np.isnat(x)")
                                 : accept(t, arg[0], arg[0], DT_BOOL);
    case OP_NEG:
    case OP_POS:
    case OP_ABS:
    case OP_SIGN:
        return span ? accept(t, arg[0], arg[0], arg[0])
                    : refuse(why, "dates have no sign; subtract another date");
    default:
        return refuse(why, "of dates and spans of time it is not computed; take the whole numbers, "
                           "x.view(np.int64)");
    }
}
