/* Lists: inference (infer_list.c, eval_list.c); lower_list.h is the other half.
 *
 * A list's items have one type. While a function is walked it is a variable that every value put
 * into the list flows into, so that `xs = []` takes its type from the first append. Two names for
 * one list share that variable: lists are unified where other types are joined. */
#ifndef PYCC_LIST_H
#define PYCC_LIST_H

#include "infer.h"

/* ---- the walk (infer_list.c) */

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
/* When both are lists they have items of one type from here on. False: it is done, or reported;
 * true: one of them is no list, as far as is known. */
bool infer_list_meets(struct infer *ix, struct itype *a, struct itype *b, struct span span);

/* ---- constraints (eval_list.c) */

/* The walk has seen that arg 0 is a list: values have flowed into it. */
struct itype *eval_list_method(struct infer *ix, const struct con *c, struct itype **arg,
                               const char *name);
struct itype *eval_list_index(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_list_store(struct infer *ix, const struct con *c, struct itype **arg);
/* + * and their in-place forms. */
struct itype *eval_list_op(struct infer *ix, const struct con *c, struct itype **arg);
/* x in xs, x not in xs. */
struct itype *eval_list_in(struct infer *ix, const struct con *c, struct itype **arg);
/* PY111 for what a list cannot hold. */
bool eval_list_holds(struct infer *ix, const struct itype *item, struct span span);

#endif
