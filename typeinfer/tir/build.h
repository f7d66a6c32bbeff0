/* Making nodes of the TIR: whoever needs a new one asks here. Expressions have the type t, or that
 * of their operands, and no place in the source; lists of operands are taken as they are.
 * Statements have no id: tir_renumber gives one, or the caller. */
#ifndef PYCC_TIR_BUILD_H
#define PYCC_TIR_BUILD_H

#include "walk.h"

/* ---- expressions */

struct texpr *build_int(struct arena *a, struct ty *t, int64_t value);
struct texpr *build_float(struct arena *a, struct ty *t, double value);
struct texpr *build_complex(struct arena *a, struct ty *t, double re, double im);
struct texpr *build_var(struct arena *a, struct tvar *v);
/* The array's rank of indices; t is a scalar of its dtype. */
struct texpr *build_load(struct arena *a, struct ty *t, struct tvar *array, struct texpr **index);
struct texpr *build_shape(struct arena *a, struct ty *t, struct tvar *array, int axis);
struct texpr *build_apart(struct arena *a, struct ty *t, struct tvar *x, struct tvar *y);
struct texpr *build_unary(struct arena *a, struct ty *t, enum op op, struct texpr *x);
struct texpr *build_binary(struct arena *a, struct ty *t, enum op op, struct texpr *x,
                           struct texpr *y);
struct texpr *build_not(struct arena *a, struct ty *t, struct texpr *e);
struct texpr *build_select(struct arena *a, struct texpr *cond, struct texpr *x, struct texpr *y);
/* The same, where whatever cond is all that x and y read is there. */
struct texpr *build_choice(struct arena *a, struct texpr *cond, struct texpr *x, struct texpr *y);
struct texpr *build_tuple(struct arena *a, struct ty *t, struct texpr **item);
struct texpr *build_item(struct arena *a, struct texpr *tuple, int index);
/* VARs of n arrays. */
struct texpr *build_order(struct arena *a, struct ty *t, struct order order, int n,
                          struct texpr **array);

/* ---- folding */

/* Of integer constants to FLOAT; e itself where it has the dtype. */
struct texpr *build_cast(struct arena *a, struct ty *t, struct texpr *e);

/* op on two operands of type t, giving t: ADD SUB MUL FLOORDIV PYMIN PYMAX on INT or FLOAT. */
struct texpr *build_op(struct arena *a, struct ty *t, enum op op, struct texpr *x, struct texpr *y);

/* Is e an integer constant, maybe cast to another 64-bit integer? */
bool expr_int_value(const struct texpr *e, int64_t *value);

/* Without the casts on top that keep the stored value. */
struct texpr *expr_strip(struct texpr *e);

/* ---- statements */

struct tstmt *build_stmt(struct arena *a, enum tstmt_kind kind, struct span span);
struct tstmt *build_assign(struct arena *a, struct span span, struct tvar *dst,
                           struct texpr *value);
/* Else a ValueError. */
struct tstmt *build_check(struct arena *a, struct span span, struct texpr *cond,
                          const char *message);
/* A block of one statement. */
struct tblock build_block(struct arena *a, struct tstmt *s);

#endif
