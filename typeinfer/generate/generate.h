/* The walk over a function's body, private to this room: Algorithm J, and constraints for what
 * cannot be unified yet (infer.h). It sees the rules, which know nothing of it. */
#ifndef PYCC_GENERATE_H
#define PYCC_GENERATE_H

#include "eval.h"

/* The scheme of a function, made when first asked for. */
struct scheme *infer_scheme(struct infer *ix, const struct func *f);

/* ---- exports (typeinfer.c, infer_exposed.c) */

/* Infers the signatures of the first group of which some can be compiled, and returns how many of
 * these; failed is another one, or NULL. */
int infer_tried(struct infer *ix, const struct func *f, struct use **use,
                const struct use **failed);
void infer_add_export(struct infer *ix, const struct func *f, int n, struct use *const *use);
/* Exports a function by which Python calls a method. False: Python keeps that. */
bool infer_method(struct infer *ix, const struct func *f);
/* Finds the axes of arrays that make objects, where uses do not tell them. */
void infer_class_axes(struct infer *ix);

/* ---- the walk */

void infer_block(struct infer *ix, const struct block *b);
/* Gives a variable its first type. */
void infer_declare(struct infer *ix, struct symbol *sym, struct itype *t);
/* PY202: a variable that is read where it may have no value. Its type as far as it is known. */
struct itype *infer_unbound(struct infer *ix, const struct symbol *sym, struct span span);
struct itype *infer_expr(struct infer *ix, const struct expr *e);
/* A constant of the module or of a class: its folded expression, which has no ids. */
struct itype *infer_constant(struct infer *ix, const struct expr *e);
/* In a truth context: `and`, `or` and `not` need no common type there. Returns the type whose truth
 * it is: IT_ERROR, or what decide_truth tells about. */
struct itype *infer_cond(struct infer *ix, const struct expr *e);
/* a if c else b, and the values of `and` and `or`: the common type of n ways. */
struct itype *infer_conditional(struct infer *ix, const struct expr *e);
struct itype *infer_boolop(struct infer *ix, const struct expr *e);
struct itype *infer_merge(struct infer *ix, int n, struct itype **type,
                          const struct expr *const *at);
void infer_need_truth(struct infer *ix, const struct expr *e, struct itype *t);
/* An operand: Python raises where it is None. */
struct itype *infer_operand(struct infer *ix, const struct expr *e);
struct itype *infer_call(struct infer *ix, const struct expr *e);
/* A list of constant length, as the tuple of its items. */
struct itype *infer_display(struct infer *ix, const struct expr *e);
/* What a for loop's target gets; knows range, enumerate and zip. */
struct itype *infer_iter(struct infer *ix, const struct expr *e);
/* Does a call give this, of a function of the user's? What it returns may not be known yet: where
 * it is recursive, its result is a tuple because it is unpacked. */
bool infer_is_users_result(const struct expr *at);
/* The type of what is unpacked: of an object what its __iter__ gives. */
struct itype *infer_unpacked(struct infer *ix, struct itype *t, const struct expr *at);
/* The access of an INDEX, its parts walked: a CON_INDEX to be solved, or to be made a store. */
struct con *infer_access(struct infer *ix, const struct expr *e);
/* What an access reads. */
struct itype *infer_read(struct infer *ix, struct con *access);
struct itype *infer_index(struct infer *ix, const struct expr *e);
/* The store to what an access reads; made before the access is solved. */
struct con *infer_store_to(struct infer *ix, const struct con *access);
void infer_store(struct infer *ix, struct con *store, struct itype *value, const struct expr *at);
void infer_record(struct infer *ix, const struct expr *e, struct itype *t);

/* A call of a function of lib.def; self: the array whose method it is. Where the arguments are not
 * the function's: NULL if objects have a method of this name, else a message. */
struct itype *infer_lib(struct infer *ix, const struct expr *e, enum op op, const struct expr *self,
                        bool objects);

/* ---- variables that are None for a while (infer_none.c) */

/* Counts assignments of None in the function's body; then: are there others of the variable? */
void infer_find_nones(struct infer *ix, const struct func *f);
bool infer_may_be_none(const struct symbol *sym);
/* `x is None` and the like of such a variable: its name, and whether it is that or the contrary. */
const struct expr *infer_none_test(const struct expr *e, bool *is);
/* May item i of a comparison be None? Python raises, or tells it apart from a number or a name. */
bool infer_none_raises(const struct expr *e, int i);
/* May what is called give None instead of a value: a function, or a method of this name? */
bool infer_gives_none(struct infer *ix, const struct expr *call);
bool infer_func_gives_none(struct infer *ix, const struct func *f);
/* What is known of them where a condition holds, or does not; and in a loop that may have turned.
 */
void infer_narrow(struct infer *ix, const struct expr *cond, bool holds);
void infer_enter_loop(struct infer *ix, const struct block *body);
void infer_assign_none(struct infer *ix, const struct expr *target);
/* What an assignment of a value of type t binds its target to: an attribute that may be None is an
 * optional one, of what its annotation or, where __init__ says None only, the methods say (open.h).
 */
struct itype *infer_attribute_type(struct infer *ix, const struct stmt *s, const struct expr *value,
                                   struct itype *t);
/* The type of a value where it is not None; at: what it is of, or NULL where it is not open. */
struct itype *infer_given(struct infer *ix, struct itype *t, const struct expr *at);
/* The type of a name as it is read: behind a test that it is not None, that of its value; and where
 * it is assigned. */
struct itype *infer_read_tested(struct infer *ix, const struct expr *name, struct itype *t);
void infer_forget_tested(struct infer *ix, const struct expr *name);
/* Where its type is open: may the value be None? */
bool infer_may_give_none(const struct expr *e);

/* ---- lists (infer_list.c)
 *
 * A list's items have one type. While a function is walked it is a variable that every value put
 * into the list flows into, so that `xs = []` takes its type from the first append. Two names for
 * one list share that variable: lists are unified where other types are joined. */

/* [a, b, c] */
struct itype *infer_list_display(struct infer *ix, const struct expr *e);
/* [element for ...] */
struct itype *infer_comprehension(struct infer *ix, const struct expr *e);
/* Is it the name of a method that lists alone have? */
bool infer_is_list_method(const char *name);
/* A call of one. */
struct itype *infer_list_method(struct infer *ix, const struct expr *e);
/* A value is put into a list: when t is one, the value flows into the type of its items. */
void infer_list_put(struct infer *ix, struct itype *t, struct itype *value, const struct expr *at,
                    struct span span);
/* The function has been walked: annotations of lists that nothing is put into give their items'
 * types. Others mean nothing, as in Python. */
void infer_list_hints(struct infer *ix, struct scheme *s);
/* The arguments of a method of the prelude's containers flow into their items: parameter put_k into
 * those of the list k. */
void infer_container_put(struct infer *ix, struct itype *object, const char *method, int n,
                         struct itype **arg, const struct expr **at, struct span span);
/* xs += value */
void infer_list_extended(struct infer *ix, struct itype *xs, struct itype *value,
                         const struct expr *at, struct span span);
/* Containers that are compared or joined: what one that is empty may hold is what the other holds.
 */
void infer_containers_meet(struct infer *ix, struct itype *a, struct itype *b);
/* The type of x[...] of a container, open as it may be; NULL: x is none. */
struct itype *infer_container_value(struct itype *object);
/* What a method of a container gives where that is a value of it; NULL: something else. */
struct itype *infer_container_result(struct infer *ix, struct itype *object,
                                     const struct expr *call);
/* When both are lists they have items of one type from here on. False: it is done, or reported;
 * true: one of them is no list, as far as is known. */
bool infer_list_meets(struct infer *ix, struct itype *a, struct itype *b, struct span span);

#endif
