/* What the files of this room share. */
#ifndef PYCC_CU_PRIVATE_H
#define PYCC_CU_PRIVATE_H

#include "cu.h"
#include "type.h"
#include "vec.h"

/* Sequences are LISTs, functions FUNCs of no function in particular, whose last item is the result;
 * what the language lacks is in ERROR, which fits everything. */

/* ---- types (cu_type.c) */

/* A copy with variables of its own. */
struct itype *cu_fresh(struct type_table *tt, struct itype *t);

/* A literal's type, where nothing else says what it is; in place. */
void cu_settle(struct type_table *tt, struct itype *t);

/* Variables, in the order in which they are written; for it_each_var, of a struct cu_vars. */
struct cu_vars {
    struct arena *a;
    VEC(struct itype *) list;
};
void cu_collect(void *context, struct itype *var);

/* In the published notation; names of variables follow `vars`, which grows. */
const char *cu_text(struct itype *t, struct cu_vars *vars);

/* The type that a text says, NULL when it says none. */
struct itype *cu_read(struct type_table *tt, const char *text);

/* The type of a primitive, with variables of its own; NULL when there is none of the name, or it
 * has one for each call. */
struct itype *cu_scheme(struct type_table *tt, const char *name);

/* Is it the name of a primitive? */
bool cu_is_primitive(const char *name);

/* ---- procedures */

struct cu_module {
    struct arena *a;
    const struct module *m;
    struct diag *d;
    struct type_table types;
    struct itype **type;           /* by func->id; NULL: none, or not yet */
    struct itype **env;            /* by symbol id */
    bool *wrong;                   /* by func->id: something has been told of it */
    VEC(const struct func *) open; /* whose bodies are being walked */
    VEC(struct itype *) open_type;
};

/* Tells what of a procedure is outside of the language (cu_rules.c). */
void cu_check_rules(struct cu_module *cm, const struct func *f);

/* Is it an expression that the language lacks? That is told. */
bool cu_lacks(struct cu_module *cm, const struct expr *e);

/* What a name or an attribute of a module stands for; NULL: e is neither. */
const struct symbol *cu_symbol(const struct expr *e);

/* The principal type (cu_infer.c). */
struct itype *cu_infer(struct cu_module *cm, const struct func *f);

/* Tells where the body does not fit the parameters of a signature. */
void cu_check_signature(struct cu_module *cm, const struct func *f, const struct signature *s);

#endif
