/* Dates and spans of time in other units: by a factor, and between months and days by the calendar.
 * NaT stays. A span without a unit has as many of any; a date without one is NaT. */
#include "lower.h"

/* How many of the next finer unit a unit is; of months the calendar says it. */
static int64_t parts(enum dtype_unit unit) {
    static const int64_t count[] = {
        [UNIT_Y] = 12,   [UNIT_W] = 7,     [UNIT_D] = 24,    [UNIT_H] = 60,   [UNIT_MIN] = 60,
        [UNIT_S] = 1000, [UNIT_MS] = 1000, [UNIT_US] = 1000, [UNIT_NS] = 1000};
    return count[unit];
}

static int64_t factor(enum dtype_unit from, enum dtype_unit to) {
    int64_t product = 1;
    for (enum dtype_unit unit = from; unit < to; ++unit) {
        product *= parts(unit);
    }
    return product;
}

/* Units that are whole numbers of one another. */
static struct texpr *by_factor(struct lower *lw, struct texpr *e, enum dtype_unit from,
                               enum dtype_unit to) {
    bool finer = from < to;
    int64_t by = finer ? factor(from, to) : factor(to, from);
    struct texpr *n = lower_cast(lw, lower_int(lw, by), DT_I64);
    return by == 1 ? e : lower_op2(lw, finer ? OP_TIME_MUL : OP_TIME_FLOOR, e, n, DT_I64);
}

struct texpr *lower_in_unit(struct lower *lw, struct texpr *e, enum dtype d) {
    enum dtype_unit from = dtype_unit(e->type->dtype), to = dtype_unit(d);
    if (from == UNIT_NONE && dtype_is_date(d)) {
        return lower_cast(lw, lower_cast(lw, lower_int(lw, INT64_MIN), DT_I64), d);
    }
    e = lower_cast(lw, e, DT_I64);
    if (from == UNIT_NONE) {
        return lower_cast(lw, e, d);
    }
    if (from <= UNIT_M && to > UNIT_M) {
        e = lower_op1(lw, OP_TIME_DAYS, by_factor(lw, e, from, UNIT_M), DT_I64);
        from = UNIT_D;
    } else if (from > UNIT_M && to <= UNIT_M) {
        e = lower_op1(lw, OP_TIME_MONTHS, by_factor(lw, e, from, UNIT_D), DT_I64);
        from = UNIT_M;
    }
    return lower_cast(lw, by_factor(lw, e, from, to), d);
}
