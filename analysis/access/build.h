/* Building and printing expressions. Builders fold constants. */
#ifndef PYCC_ANALYSIS_BUILD_H
#define PYCC_ANALYSIS_BUILD_H

#include "walk.h"

struct texpr *build_int(struct arena *a, struct ty *t, int64_t value);
struct texpr *build_float(struct arena *a, struct ty *t, double value);
struct texpr *build_var(struct arena *a, struct tvar *v);
struct texpr *build_shape(struct arena *a, struct ty *t, struct tvar *array, int axis);
struct texpr *build_cast(struct arena *a, struct ty *t, struct texpr *e);
struct texpr *build_not(struct arena *a, struct ty *t, struct texpr *e);

/* op on two operands of type t, giving t: ADD SUB MUL FLOORDIV PYMIN PYMAX on INT or FLOAT. */
struct texpr *build_op(struct arena *a, struct ty *t, enum op op, struct texpr *x, struct texpr *y);

struct texpr *build_select(struct arena *a, struct texpr *cond, struct texpr *x, struct texpr *y);

bool expr_int_value(const struct texpr *e, int64_t *value);

/* Without the casts on top that keep the stored value. */
struct texpr *expr_strip(struct texpr *e);

/* Python-like text: "min(n - 1, a.shape[0])". */
const char *expr_text(struct arena *a, const struct texpr *e);

#endif
