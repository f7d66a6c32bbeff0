/* Rules: the result types of constraints on ground operands (eval*.c). Operands are free of errors.
 * A rule returns the result type; NULL when it is not known yet (a recursive call); IT_ERROR after
 * a message (or silently). In the check, callees are recorded. */
#ifndef PYCC_EVAL_H
#define PYCC_EVAL_H

#include "infer.h"

/* The rules by kind of constraint (eval_expr.c). */
extern con_rule *const eval_rules[CON_KINDS];

struct itype *eval_op(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_index(struct infer *ix, const struct con *c, struct itype **arg);
/* The same where an array is among the indices (eval_gather.c). */
bool eval_is_gather(const struct con *c, struct itype **arg);
struct itype *eval_gather(struct infer *ix, const struct con *c, struct itype **arg);
/* np.nonzero, np.where(condition); np.add.at (eval_pick.c). */
struct itype *eval_nonzero(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_at(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_store(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_call(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_special(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_method(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_cast(struct infer *ix, const struct con *c, struct itype **arg);

/* NULL, or told: a date or a span of time stands where only numbers may (eval_times.c). */
struct itype *eval_time_refused(struct infer *ix, const struct con *c, struct itype **arg);

/* ---- functions applied, and objects (eval_call.c, eval_object.c) */

struct applied {
    const struct func *f;
    struct itype **capture;
    const struct expr *fn;      /* what names f; or NULL */
    struct itype *self;         /* the first argument, which stands before the others; or NULL */
    const struct expr *self_at; /* NULL: it has no value */
    int n;                      /* by position */
    struct itype **arg;         /* those by keywords behind; NULL: it has its default */
    const struct expr *const *at;
    int n_kw;
    const struct keyword *kw;
    bool packed;
    const struct expr *node; /* where the callee is recorded; NULL: nowhere */
    bool second;             /* in instance->second */
    bool negated;
    struct callee *each_of; /* it is called in loops over what this gives; or NULL */
    struct callee *before;  /* private */
    struct callee *made;    /* what has been recorded; or NULL */
};
/* The use of a function with these arguments. */
struct itype *eval_apply(struct infer *ix, const struct con *c, struct applied *of);

/* The function of the prelude that arrays among the operands make of an operator or a function of
 * Python's; NULL: there is none. */
const char *eval_array_calls(const struct con *c, struct itype **arg);
/* The same of dates and spans of time. */
const char *eval_time_calls(const struct con *c, struct itype **arg);
/* The same for methods of Python's numbers: x.is_integer(). */
const char *eval_number_calls(const struct con *c, struct itype **arg);
/* A member of an enumeration or a named tuple, whose class says what it is as a text. */
bool eval_has_text(const struct itype *t);
/* Is it x.dtype, as written, of a type that has a name? */
bool eval_is_dtype(const struct expr *at, const struct itype *t);
/* Does a text show values that functions of the prelude or methods make texts of? */
bool eval_shows_more(const struct con *c, struct itype **arg);
/* What it gives; NULL: there is none, or the module does not have it. */
struct itype *eval_by_arrays(struct infer *ix, const struct con *c, struct itype **arg);

/* A method of an object with arguments as `of` has them; a message where there is none. */
struct itype *eval_object_call(struct infer *ix, const struct con *c, struct itype *object,
                               const char *method, const struct expr *object_at,
                               struct applied *of);
/* The arguments of x.m(...) into `of`, by whatever constraint; false: told. */
bool eval_method_arguments(struct infer *ix, const struct con *c, struct itype **arg,
                           struct applied *of);
/* x.m(...), by whatever constraint. */
struct itype *eval_object_method(struct infer *ix, const struct con *c, struct itype **arg,
                                 const char *name);
/* hasattr of an attribute that an object may not have yet; NULL: it is none. */
struct itype *eval_object_has(struct infer *ix, const struct con *c, const struct itype *object,
                              const char *name);
/* The type of an attribute that is no method; NULL: there is none. */
struct itype *eval_object_field(struct itype *object, const char *name);
struct itype *eval_object_attr(struct infer *ix, const struct con *c, struct itype *object);
struct itype *eval_object_set(struct infer *ix, const struct con *c, struct itype **arg);
/* Operators, comparisons and `in` with an object among the operands. */
struct itype *eval_object_op(struct infer *ix, const struct con *c, struct itype **arg);
/* The same of named tuples, where a method of theirs says it; NULL: none does. */
struct itype *eval_named_op(struct infer *ix, const struct con *c, struct itype **arg);
/* t._replace(x=value), t._asdict() of a named tuple; NULL: it is another method. */
struct itype *eval_named_method(struct infer *ix, const struct con *c, struct itype **arg,
                                const char *name);
/* ---- arrays of an element type with fields (eval_records.c) */

/* a['x'], a[i]; a.shape, and a.x of a recarray; one of so many axes. */
struct itype *eval_records_index(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_records_attr(struct infer *ix, const struct con *c, struct itype *t);
struct itype *eval_records_of(struct infer *ix, const struct itype *like, int rank);
/* np.zeros_like(a) and its kin. */
struct itype *eval_records_like(struct infer *ix, const struct con *c, struct itype **arg);
/* The same of arrays of numbers. */
struct itype *eval_array_index(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_array_attr(struct infer *ix, const struct con *c, struct itype *a);

/* type(x).__name__: a text that is known. */
struct itype *eval_type_name(struct infer *ix, const struct con *c, const struct itype *t);
/* x[i], and as a target. */
/* Is it a matrix of scipy.sparse, a named tuple whose class says what it is? */
static inline bool eval_is_sparse(const struct itype *t) {
    return t->kind == IT_TUPLE && t->of && t->of->prelude;
}

struct itype *eval_object_index(struct infer *ix, const struct con *c, struct itype **arg,
                                bool store);
/* len(x), the truth of x, what a loop over x runs over. */
struct itype *eval_object_plain(struct infer *ix, const struct con *c, struct itype *object,
                                const char *method, bool second);

struct itype *eval_truth(struct infer *ix, const struct con *c, struct itype **arg);

/* Applies a rule to scalar operands, with message. n <= 3. */
struct itype *eval_rule(struct infer *ix, const struct con *c, enum op op, enum op_module module,
                        int n, struct itype **arg, const struct expr **at);
/* The rank of an element-wise result: the highest among arrays, -1 when all are scalars. */
int eval_rank(int n, struct itype **arg);

/* isinstance(x, C), callable(f), hasattr(x, 'a') and what comparisons of type(x) are, as a known
 * bool. */
struct itype *eval_type_test(struct infer *ix, const struct con *c, struct itype **arg);

unsigned eval_type_kinds(struct infer *ix, const struct expr *e);

/* Is it a class that isinstance may ask for, or a tuple of such? */
bool eval_is_class(const struct expr *e);
/* An element-wise result: a scalar when no operand has axes, else a new array. */
struct itype *eval_elements(struct infer *ix, enum dtype d, int n, struct itype **arg);
/* np.sum(a), a.min(axis=0) ...: rule_is_reduction. */
struct itype *eval_reduction(struct infer *ix, const struct con *c, struct itype **arg);
/* The axis= (a bit each; all without one) and keepdims= of a reduction that eval_reduction took. */
unsigned reduction_axes(const struct con *c, int rank);
bool reduction_keeps(const struct con *c);

/* The dtype= of a call: given, of another array, or the default. */
enum dtype eval_dtype(const struct con *c, struct itype *from, enum dtype otherwise);

/* Does an array of d take a fill value, argument 1? A message where not. */
bool eval_fill_fits(struct infer *ix, const struct con *c, struct itype *value, enum dtype d);

/* order= as written, TY_C when it is left out. False after a message. */
bool eval_order(struct infer *ix, const struct expr *e, enum ty_layout *layout);
/* NumPy's views (view.h); np.copyto. */
struct itype *eval_view(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_write(struct infer *ix, const struct con *c, struct itype **arg);
/* The layout of a view of base, whose elements are laid out so: read-only when base is. */
enum ty_layout eval_view_layout(const struct itype *base, enum ty_layout layout);
/* Item `part` of what is unpacked into so many variables; NULL: it is no sequence, or a tuple of
 * another length. */
struct itype *eval_part_of(struct infer *ix, struct itype *t, int part, int parts);

/* The one type that all items of a tuple have; NULL: they differ, or there are none. */
struct itype *eval_tuple_item(struct infer *ix, const struct itype *t);
/* PY303 unless the array may be written. */
bool eval_writable(struct infer *ix, struct span span, const struct itype *t);
struct itype *eval_creation(struct infer *ix, const struct con *c, struct itype **arg);
/* Is the constraint x.ravel() of a Python number x, its operand i? A message, as such have no
 * methods of arrays. */
bool eval_foreign_method(struct infer *ix, const struct con *c, int i, struct itype **arg);
/* Records what a CALL calls. NULL unless checking; the record's arguments are its own. */
struct callee *eval_callee(struct infer *ix, const struct con *c, enum callee_kind kind, int n);

/* A call of a function of lib.def. */
struct itype *eval_lib(struct infer *ix, const struct con *c, struct itype **arg);

/* ---- texts (eval_text.c) */

/* A constraint with a str among its operands. */
struct itype *eval_text(struct infer *ix, const struct con *c, struct itype **arg);
/* Refuses the attribute of a text that an expression is. */
struct itype *eval_no_text_attribute(struct infer *ix, const struct con *c);
/* The function of the prelude that does it, or the method's name; NULL: it is no call. */
const char *eval_text_calls(const struct con *c, struct itype **arg);
/* The number of characters of a text that is known, or of a character; -1: it is neither. */
int eval_text_length(const struct itype *t);
/* The type of parameter i of a function for an argument of the type: those of texts take strs, and
 * characters where the parameter is called c. */
struct itype *eval_text_parameter(struct infer *ix, const struct func *f, int i, struct itype *t);
/* A function of the prelude that the module has; NULL: it is not there. */
const struct func *eval_prelude(const struct infer *ix, const char *name);
/* x in (a, b) of objects that are equal by a method, or of values of several types, by the function
 * of the prelude of this name. */
struct itype *eval_among(struct infer *ix, const struct con *c, struct itype **arg,
                         const char *name);
/* The function itself, or that of texts where it is a list's and its first argument is a text. */
const struct func *eval_text_meant(struct infer *ix, const struct func *f,
                                   const struct itype *first);

/* ---- nested sequences (eval_nested.c) */

/* pycc.nested */
struct itype *eval_nested(struct infer *ix, const struct con *c, struct itype **arg);
/* The type of xs[i]. */
struct itype *eval_nested_row(struct infer *ix, const struct itype *nested);
/* xs.data, xs.offsets, which is read-only; NULL for other names. */
struct itype *eval_nested_attr(struct infer *ix, const struct itype *nested, const char *name);

/* ---- constraints (eval_list.c) */

/* The walk has seen that arg 0 is a list: values have flowed into it. */
struct itype *eval_list_method(struct infer *ix, const struct con *c, struct itype **arg,
                               const char *name);
struct itype *eval_list_index(struct infer *ix, const struct con *c, struct itype **arg);
/* xs[i:j] = values (eval_object.c) */
struct itype *eval_list_part_store(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_list_store(struct infer *ix, const struct con *c, struct itype **arg);
/* + * and their in-place forms. */
struct itype *eval_list_op(struct infer *ix, const struct con *c, struct itype **arg);

#endif
