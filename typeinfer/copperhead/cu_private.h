/* What the files of this room share. */
#ifndef PYCC_CU_PRIVATE_H
#define PYCC_CU_PRIVATE_H

#include "cu.h"
#include "vec.h"

enum cu_kind {
    CU_VAR,
    CU_BOOL,
    CU_INT,
    CU_LONG,
    CU_FLOAT,
    CU_DOUBLE,
    CU_SEQ,    /* of item[0] */
    CU_TUPLE,  /* of n items */
    CU_FN,     /* the last item is the result */
    CU_UNKNOWN /* fits everything */
};

struct cu_type {
    enum cu_kind kind;
    struct cu_type *link; /* VAR: what it is; NULL: not known */
    bool scalar;          /* VAR: arithmetic is done with it */
    bool value;           /* VAR: no function */
    bool given;           /* VAR: the caller says what it is */
    enum cu_kind literal; /* VAR: only literals have it so far, LONG or DOUBLE; else VAR */
    int n;
    struct cu_type **item;
};

/* ---- types (cu_type.c) */

struct cu_type *cu_new(struct arena *a, enum cu_kind kind, int n);
struct cu_type *cu_seq(struct arena *a, struct cu_type *item);
struct cu_type *cu_find(struct cu_type *t);

/* Makes two types one; false when they do not fit, and some variables may be bound. */
bool cu_unify(struct cu_type *a, struct cu_type *b);

/* A copy with variables of its own. */
struct cu_type *cu_fresh(struct arena *a, struct cu_type *t);

/* A literal's type, where nothing else says what it is; in place. */
void cu_settle(struct cu_type *t);

/* Adds the variables in t to a list, in the order in which they are written; n is how many. */
struct cu_vars {
    VEC(struct cu_type *) list;
};
void cu_collect(struct arena *a, struct cu_type *t, struct cu_vars *vars);

/* In the published notation; names of variables follow `vars`, which grows. */
const char *cu_text(struct arena *a, struct cu_type *t, struct cu_vars *vars);

/* The type that a text says, NULL when it says none. */
struct cu_type *cu_read(struct arena *a, const char *text);

/* The type of a primitive, with variables of its own; NULL when there is none of the name, or it
 * has one for each call. */
struct cu_type *cu_scheme(struct arena *a, const char *name);

/* Is it the name of a primitive? */
bool cu_is_primitive(const char *name);

/* ---- procedures */

struct cu_module {
    struct arena *a;
    const struct module *m;
    struct diag *d;
    struct cu_type **type;         /* by func->id; NULL: none, or not yet */
    struct cu_type **env;          /* by symbol id */
    bool *wrong;                   /* by func->id: something has been told of it */
    VEC(const struct func *) open; /* whose bodies are being walked */
    VEC(struct cu_type *) open_type;
};

/* Tells what of a procedure is outside of the language (cu_rules.c). */
void cu_check_rules(struct cu_module *cm, const struct func *f);

/* The principal type (cu_infer.c). */
struct cu_type *cu_infer(struct cu_module *cm, const struct func *f);

/* Tells where the body does not fit the parameters of a signature. */
void cu_check_signature(struct cu_module *cm, const struct func *f, const struct signature *s);

#endif
