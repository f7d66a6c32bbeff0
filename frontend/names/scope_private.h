/* What scope.c (the module's names) and resolve.c (those of functions) share. */
#ifndef PYCC_SCOPE_PRIVATE_H
#define PYCC_SCOPE_PRIVATE_H

#include "map.h"
#include "scope.h"

struct scopes {
    struct parser *p;
    struct map module; /* name to struct symbol, of the module */
    struct map np, math, pycc, builtin, linalg, fft, random, np_random, cmath, strides,
        heapq;                         /* library names met so far */
    struct map prelude;                /* its functions, and what their text may name */
    VEC(const struct binding *) stars; /* from ... import *, of modules that are known, in order */
    VEC(const char *) names;           /* bound by the module, in order of first binding */
    bool
        dynamic; /* the module's code may bind names that its text does not show: exec, globals() */
    struct map used; /* names that taken has */
    VEC(struct taken) taken;
};

struct symbol *scope_new_symbol(struct scopes *s, enum symbol_kind kind, const char *name,
                                struct span span);

/* The symbol an import binds. */
struct symbol *scope_import(struct scopes *s, const struct binding *b);

/* What a name of the module stands for when this is assigned to it, its names still to be resolved:
 * a slice, a number out of np.finfo, or a record of constants that nothing of the module writes
 * into. NULL: it is none of these. */
struct expr *scope_shorthand(struct scopes *s, struct expr *e, bool written);

/* A function reads the name of the module: what it takes it for, to be looked at by the import,
 * where the module's code may change it unseen (taken.c). */
void scope_take(struct scopes *s, const char *name, const struct symbol *sym);

/* Fills s->dynamic. */
void scope_find_dynamic(struct scopes *s);

#endif
