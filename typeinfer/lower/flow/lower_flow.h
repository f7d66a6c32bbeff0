/* Statements: assignments, loops and their variables, calls, variables that hold dictionaries. */
#ifndef PYCC_LOWER_FLOW_H
#define PYCC_LOWER_FLOW_H

#include "lower_function.h"
#include "lower_gather.h"
#include "lower_list.h"

/* ---- expressions (lower_expr.c, lower_bool.c, lower_call.c) */

/* NULL when the expression has no run-time value (None, function without captures). */
struct texpr *lower_expr(struct lower *lw, const struct expr *e);
/* n expressions from left to right, protected from each other's calls. */
void lower_exprs(struct lower *lw, int n, struct expr *const *e, struct texpr **out);
/* An array expression as a variable. */
struct tvar *lower_array(struct lower *lw, const struct expr *e);
/* An int that is written, or that inference knows. */
bool lower_known_int(const struct lower *lw, const struct expr *e, int64_t *value);
/* Evaluates what is not decided of a decided condition, as far as Python would, for what it raises.
 */
void lower_effects(struct lower *lw, const struct expr *e);
/* BOOL or PYBOOL. */
struct texpr *lower_cond(struct lower *lw, const struct expr *e);
struct texpr *lower_boolop(struct lower *lw, const struct expr *e);
struct texpr *lower_comparison(struct lower *lw, const struct expr *e);
struct texpr *lower_conditional(struct lower *lw, const struct expr *e);
struct texpr *lower_call(struct lower *lw, const struct expr *e, struct tvar *want);
/* Row k of a matrix, as a view, made in the variable of the target where that is one and not NULL.
 */
struct texpr *lower_row(struct lower *lw, struct tvar *array, struct texpr *k,
                        const struct expr *target);
/* Is it a name whose variable may have no value, or be None, there? */
bool lower_may_be_unbound(const struct lower *lw, const struct expr *name);
/* x is None, x == None, and x == y where x may be None: the comparison; NULL: it is none of these.
 */
struct texpr *lower_none_test(struct lower *lw, const struct expr *e);
/* return e; NULL: None, also where other paths return a value. */
void lower_return(struct lower *lw, const struct expr *e);
/* The value of an expression, which may be None: of an optional type then. */
struct texpr *lower_or_none(struct lower *lw, const struct expr *e, struct tvar *want);
/* What lists, tuples, attributes and variables keep of it: a text and None, too. */
struct texpr *lower_kept(struct lower *lw, const struct expr *e);
void lower_all_kept(struct lower *lw, int n, struct expr *const *e, struct texpr **out);
/* None, for lower_coerce. */
struct texpr *lower_none(struct lower *lw);
/* Tests that the variable of a name has a value, where that is not certain: UnboundLocalError. */
void lower_need_bound(struct lower *lw, const struct expr *name);
/* Value of a captured symbol in the current function; NULL when it has none. */
struct texpr *lower_symbol(struct lower *lw, const struct symbol *sym);
/* Tuple of the captures of a function; NULL without captures. */
struct texpr *lower_closure(struct lower *lw, const struct func *f, struct ty *type);

/* A function that ops.def only names; one of lib.def that NumPy does. */
struct texpr *lower_special(struct lower *lw, const struct expr *e, const struct callee *c,
                            struct tvar *want);
struct texpr *lower_lib(struct lower *lw, const struct expr *e, const struct callee *c,
                        struct tvar *want);
/* a.strides, a tuple of this type. */
struct texpr *lower_strides(struct lower *lw, struct tvar *array, struct ty *type);
/* e, a list, a tuple or an array, by np.array, np.asarray, np.ascontiguousarray or
 * np.asfortranarray. */
struct texpr *lower_array_from(struct lower *lw, enum op op, const struct expr *e, struct ty *type,
                               struct tvar *want);

/* ---- try statements (lower_try.c) */

/* An IF with a guard. */
void lower_try(struct lower *lw, const struct stmt *s);
/* What the clause around has caught. */
void lower_raise_again(struct lower *lw, const struct stmt_guard *clause);
/* The array where it is kept, at the beginning of a clause. */
struct texpr *lower_caught(struct lower *lw);

/* ---- element-wise expressions (lower_elements.c) */

/* Is e an element-wise operation whose result is an array with axes? */
bool lower_is_elements(struct lower *lw, const struct expr *e);
/* Any array or scalar expression as a tree. */
struct elements *lower_elements(struct lower *lw, const struct expr *e);
/* A call of an element-wise function with out= and perhaps where=: writes, and is, the array given.
 */
struct texpr *lower_into(struct lower *lw, const struct callee *c);
/* May evaluating e run code that changes arrays? */
bool lower_may_call(struct lower *lw, const struct expr *e);

/* ---- products (lower_matmul.c) */

/* False, with nothing done, when e is none. want: NULL, or a variable that may take a new array. */
bool lower_matmul(struct lower *lw, const struct expr *e, struct tvar *want, struct texpr **result);
/* a @= b */
void lower_matmul_in_place(struct lower *lw, struct tvar *a, const struct expr *b);
/* For a[...] = e, += e and -= e (op COUNT, ADD, SUB): is e a product that is added there without a
 * new array (lower_product_into)? Its operands have been evaluated then. */
bool lower_matmul_stored(struct lower *lw, const struct expr *e, enum op op, struct product *p);

/* ---- indexing (lower_index.c) */

/* What an assignment to a[...] writes: an element, its indices checked, or a part. */
struct element {
    struct tvar *array;
    int n;
    struct texpr *index[TIR_MAX_RANK];
    struct tvar *part; /* NULL: an element. Else a view, or the array itself: all of its elements */
};
void lower_element(struct lower *lw, const struct expr *e, struct element *at);
/* Does e take a field of records, a['x'] or a.x? It is lowered as an index. */
bool lower_is_field(struct lower *lw, const struct expr *e);
/* Is e, a[i] or a['inner'], a part of records that is again records? Its views. */
bool lower_is_records_part(struct lower *lw, const struct expr *e);
struct texpr *lower_records_part(struct lower *lw, const struct expr *e);
/* records[k]; k is in range. */
struct texpr *lower_records_row(struct lower *lw, struct texpr *records, struct texpr *k);
struct texpr *lower_index(struct lower *lw, const struct expr *e, struct tvar *want);
/* Start, stop and step of a slice, part[3]: INT, NULL where one is not given (lower_slice.c). Of
 * one that is None when running, what leaves nothing out. */
void lower_slice_parts(struct lower *lw, const struct expr *e, struct texpr **part);
/* The same of values, value[3], each of which may be NULL. */
void lower_slice_ends(struct lower *lw, struct texpr *const *value, struct texpr **part);
/* ValueError for a step of 0. */
void lower_check_step(struct lower *lw, struct texpr *step);
bool lower_is_newaxis(const struct expr *e);

/* ---- arrays as indices (lower_pick.c) */

bool lower_is_pick(struct lower *lw, const struct expr *e);
struct pick lower_pick(struct lower *lw, const struct expr *e);
/* The elements picked, as a tree. */
struct elements *lower_picked(struct lower *lw, const struct expr *e);
/* The same as a new array, in want when that fits. */
struct texpr *lower_picked_array(struct lower *lw, const struct expr *e, struct tvar *want);
/* a[...] op= value */
void lower_pick_update(struct lower *lw, const struct pick *p, enum op op, enum op_module module,
                       const struct expr *value);

/* ---- lower_masked.c */

/* m of an expression over a[m], b[m] ..., which may be computed over all of a and b; NULL: it is
 * none. The elements of that. */
const struct expr *lower_common_mask(struct lower *lw, const struct expr *e);
struct elements *lower_over(struct lower *lw, const struct expr *e, const struct expr *mask);
/* Is target such an a[m], and value an array over the same mask? */
bool lower_has_mask(struct lower *lw, const struct expr *target, const struct expr *value);
/* Does e, a pick, stand for all of its array? */
bool lower_is_over(struct lower *lw, const struct expr *e);

/* ---- */
/* np.add.at and its like: NULL. */
struct texpr *lower_at(struct lower *lw, const struct callee *c);

/* ---- lists (lower_list_expr.c) */

struct texpr *lower_list_display(struct lower *lw, const struct expr *e, struct tvar *want);
struct texpr *lower_comprehension(struct lower *lw, const struct expr *e);
struct texpr *lower_list_method(struct lower *lw, const struct callee *c, const char *name,
                                struct tvar *want);
/* xs[i], xs[i:j] */
struct texpr *lower_list_index(struct lower *lw, const struct expr *e, struct tvar *want);
/* The place xs[i] (lower_list_place). */
void lower_list_at(struct lower *lw, const struct expr *e, bool read, struct list_place *at);

/* ---- arrays of an element type with fields (lower_records.c) */

/* Records as a tuple of variables; anything else as it is. */
struct texpr *lower_records_value(struct lower *lw, struct texpr *e);
/* What a function of lib.def makes of n values, records of this type. */
struct texpr *lower_records_lib(struct lower *lw, enum op op, int n, struct texpr **value,
                                struct ty *type);
/* a.copy(), a.view(np.recarray); NULL: it is another call. */
struct texpr *lower_records_call(struct lower *lw, const struct expr *e, const struct callee *c);
/* a[i] = value, records or a tuple of what the fields get. */
void lower_records_store(struct lower *lw, const struct expr *target, struct texpr *value);

/* ---- objects (lower_object.c) */

/* hasattr(x, 'a') of an attribute that the object may not have yet. */
struct texpr *lower_has(struct lower *lw, const struct expr *e);

/* t._replace(x=value), t._asdict(): the named tuple with the values that c has, which Python may
 * see as a dictionary. */
struct texpr *lower_replaced(struct lower *lw, const struct expr *e, const struct callee *c);

/* What an operator, an index or an attribute of objects calls or takes; NULL: e is none of these.
 */
const struct callee *lower_applied(struct lower *lw, const struct expr *e);
struct texpr *lower_applied_value(struct lower *lw, const struct expr *e, const struct callee *c,
                                  struct tvar *want);
/* instance->second of e, or NULL. */
const struct callee *lower_second(struct lower *lw, const struct expr *e);
/* The truth of an object by its methods; NULL: it has none. */
/* An attribute of an object, or item of a tuple. */
struct texpr *lower_field(struct lower *lw, struct texpr *object, int field, struct tvar *want);
struct texpr *lower_object_truth(struct lower *lw, const struct expr *e);
/* A call that makes an object. */
struct texpr *lower_object(struct lower *lw, const struct expr *e, struct tvar *want);
void lower_attribute_set(struct lower *lw, const struct expr *target, struct texpr *value);
void lower_item_set(struct lower *lw, const struct expr *target, struct texpr *value);
/* target += value by a method; NULL: there is none. */
struct texpr *lower_object_updated(struct lower *lw, const struct expr *target);
/* What a method makes of an item, old, and the value in x[i] += value; NULL: there is none. */
struct texpr *lower_item_by_method(struct lower *lw, const struct stmt *s, struct texpr *old);
void lower_attribute_update(struct lower *lw, const struct stmt *s);
void lower_item_update(struct lower *lw, const struct stmt *s);
/* A call with the values of its parameters, those without one NULL; and with those of c->arg. */
struct texpr *lower_apply(struct lower *lw, const struct callee *c, struct texpr **value,
                          struct tvar *want);
struct texpr *lower_call_instance(struct lower *lw, const struct callee *c, struct tvar *want);
/* old op value, of numbers and tuples; (lower_assign.c) */
struct texpr *lower_updated(struct lower *lw, const struct stmt *s, struct texpr *old);
/* An array or a list changes in place: false, with nothing done, when old is neither. */
bool lower_update_shared(struct lower *lw, const struct stmt *s, struct texpr *old);

/* ---- variables that hold dictionaries and named tuples (lower_record.c) */

bool lower_is_record(const struct ty *t);

/* Fresh variables for the values of such a variable: a TUPLE of VARs, nested as the type is. */
struct texpr *lower_record_new(struct lower *lw, const struct symbol *sym, struct ty *type);
/* Assigns all of them; value may read them. */
void lower_record_assign(struct lower *lw, const struct texpr *record, struct texpr *value);
void lower_record_forget(struct lower *lw, const struct texpr *record);
/* Does value read one of them? */
bool lower_record_reads(const struct texpr *record, const struct texpr *value);

/* ---- statements (lower_stmt.c, lower_assign.c, lower_loop.c) */

void lower_body(struct lower *lw, const struct block *b);
struct tblock lower_block(struct lower *lw, const struct block *b);
struct tblock lower_loop_block(struct lower *lw, const struct block *b);
void lower_assignment(struct lower *lw, const struct stmt *s);
void lower_aug_assignment(struct lower *lw, const struct stmt *s);
/* Gives a NAME or nested TUPLE of names (a loop's target) its value. */
void lower_bind(struct lower *lw, const struct expr *target, struct texpr *value);
void lower_for(struct lower *lw, const struct stmt *s);
void lower_while(struct lower *lw, const struct stmt *s);

/* ---- loop variables (lower_scan.c) */

/* Fills lw->escapes for the function's body. active: zeros by symbol id, left so. */
void lower_scan(struct lower *lw, int *active);
/* Does the block, or the statement, assign the symbol? */
bool block_assigns(const struct block *b, const struct symbol *sym);
bool stmt_assigns(const struct stmt *s, const struct symbol *sym);
/* The operator that a for's iterable calls (range, enumerate ...), or NULL. */
const struct symbol *lower_iterator(const struct expr *e);
/* Forgets the counters of all variables that the block assigns. */
void lower_forget_assigned(struct lower *lw, const struct block *b);

/* ---- lists in loops (lower_list_loop.c)
 *
 * In a loop that makes no list longer or shorter, a list of scalars that it does not assign is an
 * array: its items are taken once, before the loop. */

/* May the loop make lists longer or shorter? */
bool lower_loop_resizes(struct lower *lw, const struct stmt *loop);
/* reversed(xs), which a loop runs over: the list, whose items are read when they are due; or NULL.
 */
const struct expr *lower_reversed(const struct lower *lw, const struct expr *e);
/* Takes the items of such lists for the loop, which the caller appends next; lower_loop_left
 * forgets them behind it. */
struct items_mark {
    int n;
};
struct items_mark lower_loop_entered(struct lower *lw, const struct stmt *loop);
void lower_loop_left(struct lower *lw, struct items_mark mark);

/* ---- lower_text.c */

/* A text that is known when compiling as a str; NULL: there is none. */
struct texpr *lower_text(struct lower *lw, const struct expr *e);

/* A constant expression of a module or a class, with texts in it or not. */
struct texpr *lower_constant(struct lower *lw, const struct expr *e);

/* The text that is known of an expression when compiling, or NULL. */
const char *lower_known_text(struct lower *lw, const struct expr *e);

/* An expression, as a str where it is such a text. */
struct texpr *lower_value(struct lower *lw, const struct expr *e);
/* An expression as a value of the type, which texts flow into. */
struct texpr *lower_as(struct lower *lw, const struct expr *e, struct ty *type);
/* a + b of texts; want may be among the operands. */
struct texpr *lower_text_plus(struct lower *lw, const struct expr *a, const struct expr *b,
                              struct tvar *want);
/* old + by, of a text that an item or an attribute holds. */
struct texpr *lower_text_extended(struct lower *lw, struct texpr *old, const struct expr *by);
/* The one character of a known text, or all as a tuple; NULL: it is none. */
struct texpr *lower_characters(struct lower *lw, const struct expr *e, bool all);

#endif
