/* Result types of operators and functions on scalars: the `rule` column of ops.def as code. */
#ifndef PYCC_RULES_H
#define PYCC_RULES_H

#include "ops.h"

struct rule_types {
    enum dtype operand[OP_MAX_OPERANDS]; /* what each operand is cast to before the operation */
    enum dtype result;
    bool checked; /* op_info.check applies: weak operands, or a function of module math */
};

/* Applies op, found in module (IN_OPERATOR for syntax), to n operands of the given dtypes. Returns
 * false with *why set (a clause such as "bitwise operators need integers") when they do not fit.
 * exponent_negative: for OP_POW, the exponent is a negative integer literal. NumPy 2 (NEP 50). */
bool rule_apply(enum op op, enum op_module module, int n, const enum dtype *arg,
                bool exponent_negative, struct rule_types *t, const char **why);

/* The same where an operand is a date or a span of time (rule_time.c); operands that differ in type
 * keep their order. */
bool rule_time(enum op op, enum op_module module, const enum dtype *arg, struct rule_types *t,
               const char **why);

/* Do values of one of the types of time have their place in the other one, in whatever unit? */
bool rule_time_converts(enum dtype from, enum dtype to);
/* Are they picoseconds and days, or longer? */
bool rule_time_far(enum dtype a, enum dtype b);

/* arg of an operation on arrays: a Python complex and float64 elements are complex128, not
 * Python's, which rule_apply takes for two numbers. */
void rule_for_arrays(int n, enum dtype *arg);

/* Does NumPy's function or method of that name combine the elements of an array? Scans (cumsum) are
 * among them. */
static inline bool rule_is_scan(enum op op) {
    return op < OP_COUNT && special_info(op)->family == FAMILY_SCAN;
}

static inline bool rule_is_reduction(enum op op) {
    return op < OP_COUNT && (special_info(op)->family == FAMILY_REDUCTION || rule_is_scan(op));
}

/* The operator of np.add.at and its like; OP_COUNT for anything else. */
enum op at_op(enum op op);

#endif
