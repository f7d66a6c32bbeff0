/* The verifier's state, and its checks of expressions. Private to verify*.c. */
#ifndef PYCC_TIR_VERIFY_H
#define PYCC_TIR_VERIFY_H

#include "intern.h"
#include "tir.h"

struct verifier {
    struct arena *a;
    const struct tfunc *f;
    bool *stmt_seen;  /* by id */
    bool *loop_seen;  /* by id */
    bool *counter_of; /* by variable id: counter of a FOR met before */
    int loops;        /* loops around the current statement */
    const char *wrong;
};

/* Keeps the first complaint. */
bool verify_that(struct verifier *v, bool holds, const char *what);

bool verify_is_scalar(const struct ty *t);

bool verify_is_dtype(const struct texpr *e, enum dtype d);

/* Equal, but for the layout an array's annotation promised. */
bool verify_same_type(const struct ty *a, const struct ty *b);

bool verify_var(struct verifier *v, const struct tvar *x);

bool verify_array(struct verifier *v, const struct tvar *x);

/* A place that is written. */
bool verify_dst(struct verifier *v, const struct tvar *x);

void verify_int(struct verifier *v, const struct texpr *e, const char *what);

void verify_cond(struct verifier *v, const struct texpr *e, const char *what);

void verify_access(struct verifier *v, const struct tvar *array, int n, struct texpr *const *index);

void verify_expr(struct verifier *v, const struct texpr *e);

#endif
