/* Numbers: conversions, operators and the checks that Python and NumPy make, constants of the
 * module. */
#ifndef PYCC_LOWER_NUMBER_H
#define PYCC_LOWER_NUMBER_H

#include "lower.h"

/* ---- conversions (lower_cast.c) */

/* Value of an array element assignment a[i] = e: NumPy's checks (OverflowError, ValueError). */
struct texpr *lower_store_value(struct lower *lw, struct texpr *e, enum dtype to);
/* Does that make a check of values of some type? */
bool lower_store_checks(enum dtype from, enum dtype to);
/* dtype(e) as written in the source: int(x), np.int8(x). */
struct texpr *lower_convert(struct lower *lw, struct texpr *e, enum dtype to);
/* To a type: scalars are cast (a Python int must fit a NumPy integer), tuples item by item. */
struct texpr *lower_coerce(struct lower *lw, struct texpr *e, struct ty *to);
/* The value of what may be None, which is a TypeError; of anything else, itself. */
struct texpr *lower_given(struct lower *lw, struct texpr *e);
/* What stands for a value where there is none. */
struct texpr *lower_nothing(struct lower *lw, struct ty *t);
/* A value or None, of an optional type: is there one, and which. */
struct texpr *lower_make_optional(struct lower *lw, struct texpr *is, struct texpr *value,
                                  struct ty *to);
/* One of several types, of a value of one of these; and the value of a type that it is, or else a
 * TypeError (lower_either.c). */
struct texpr *lower_to_either(struct lower *lw, struct texpr *e, struct ty *to);
/* The same of the dtype, of one of several types; anything else as it is. */
struct texpr *lower_taken(struct lower *lw, struct texpr *e, enum dtype d);
/* Is its type one of these, a bit each? */
struct texpr *lower_is_among(struct lower *lw, struct texpr *e, unsigned kinds);
struct texpr *lower_from_either(struct lower *lw, struct texpr *e, struct ty *to);
/* Truth of a scalar, a tuple or a list; BOOL or PYBOOL. */
struct texpr *lower_truth(struct lower *lw, struct texpr *e);
/* Operand of a mixed operation: a Python int must fit the NumPy type it takes. */
struct texpr *lower_operand(struct lower *lw, struct texpr *e, enum dtype to);
/* An integer as a Python int; exc where a NumPy uint64 is beyond its 64 bits. */
struct texpr *lower_as_int(struct lower *lw, struct texpr *e, enum texc exc, const char *message);
/* The same for an index of arrays, with what NumPy raises; for an extent; for a bound of a slice,
 * which ends where ints do. */
struct texpr *lower_as_index(struct lower *lw, struct texpr *e);
struct texpr *lower_as_extent(struct lower *lw, struct texpr *e);
struct texpr *lower_as_bound(struct lower *lw, struct texpr *e);
/* Checks that a number is finite and fits 64 bits, then truncates: INT. TO_INT: Python goes on
 * beyond these. STORED: NumPy, which gets it, does not. LENGTH: of an arange. */
enum to_int { TO_INT, TO_INT_STORED, TO_INT_LENGTH };
struct texpr *lower_to_int(struct lower *lw, struct texpr *e, enum to_int use);
void lower_check_to_int(struct lower *lw, struct texpr *e, enum to_int use);
/* Smallest and largest value of an integer dtype (U64: largest as int64 is -1). */
void dtype_range(enum dtype d, int64_t *lo, int64_t *hi);

/* ---- operators (lower_op.c, lower_check.c, lower_compare.c) */

/* An operation before its operands are cast. */
struct operation {
    enum op op;
    enum op_module module; /* IN_OPERATOR for syntax */
    int n;
    struct texpr *arg[OP_MAX_OPERANDS]; /* as written */
    struct rule_types rule;
    bool divmod; /* messages of divmod() */
};
/* The number that a 0-d array holds; anything else as it is. */
struct texpr *lower_number(struct lower *lw, struct texpr *e);
struct texpr *lower_unary(struct lower *lw, enum op op, struct texpr *a);
struct texpr *lower_binary(struct lower *lw, enum op op, enum op_module module, struct texpr *a,
                           struct texpr *b);
/* A function of ops.def found in module. */
struct texpr *lower_function(struct lower *lw, enum op op, enum op_module module, int n,
                             struct texpr **arg);
/* a ** n, of dtype d: an element of an array by one number, or NumPy's power of two numbers. NumPy
 * takes roots, squares and inverses where n says so; of complex arrays where it is Python's. */
struct texpr *lower_power_by_number(struct lower *lw, enum op_module module, enum dtype d,
                                    struct texpr *a, struct texpr *n);
/* np.where and np.clip of numbers. */
struct texpr *lower_where(struct lower *lw, struct texpr **arg, enum dtype d);
struct texpr *lower_clip(struct lower *lw, struct texpr **arg);
/* A bound of what has the dtype d: a Python int beyond d is none, as in NumPy. */
struct texpr *lower_clip_bound(struct lower *lw, struct texpr *e, enum dtype d, bool low);
struct texpr *lower_divmod(struct lower *lw, struct texpr *a, struct texpr *b);
struct texpr *lower_compare(struct lower *lw, enum op op, enum op_module module, struct texpr *a,
                            struct texpr *b);
/* Is an operand a date or a span of time? Its arguments are numbers. */
bool lower_is_time(const struct operation *o);
/* Such an operation (lower_time.c). */
struct texpr *lower_time(struct lower *lw, const struct operation *o);
/* Operations on F16 in b become operations on F32 (lower_half.c). */
void lower_halves(struct lower *lw, const struct tblock *b);
/* CHECKs that Python makes before the operation; the arguments become simple where they are read.
 */
void lower_check_before(struct lower *lw, struct operation *o);
/* CHECK that e, of Python ints, fits 64 bits (lower_int.c); operands may become temporaries. */
void lower_check_int(struct lower *lw, struct texpr *e);
/* 2**63 - 1, of 64 bits though parts of it have more; NULL: another expression. */
struct texpr *lower_wide_constant(struct lower *lw, const struct expr *e);
/* CHECKs on the result, given the operation on cast operands; returns the result. */
struct texpr *lower_check_after(struct lower *lw, const struct operation *o, struct texpr *result);

/* ---- constants of the module (lower_const.c) */

/* Value of a constant expression outside functions; NULL and a message when it is none. */
struct texpr *lower_const(struct lower *lw, const struct expr *e);

/* ---- tuples (lower_compare.c) */

/* Comparisons of tuples of numbers. */
struct texpr *lower_compare_tuples(struct lower *lw, enum op op, struct texpr *a, struct texpr *b);
/* x in t, x not in t, of numbers. */
struct texpr *lower_in_tuple(struct lower *lw, enum op op, struct texpr *x, struct texpr *tuple);
/* t * k, which has n items. */
struct texpr *lower_repeated(struct lower *lw, struct texpr *tuple, int n);
/* A tuple whose items are free to take. */
struct texpr *lower_simple_tuple(struct lower *lw, struct texpr *tuple);

#endif
