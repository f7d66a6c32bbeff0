/* The inside of a scope, for names/ and resolve/. */
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

/* What the last `from ... import *` behind place `after` that brings the name gives it, or NULL. */
struct symbol *scope_star_member(struct scopes *s, const char *name, uint32_t after);

/* The name of a library is another's from now on. */
void scope_hide_member(struct scopes *s, enum op_module module, const char *name,
                       struct symbol *by);

/* The symbol an import binds. */
struct symbol *scope_import(struct scopes *s, const struct binding *b);

/* A function reads the name of the module: what it takes it for, to be looked at by the import,
 * where the module's code may change it unseen (taken.c). */
void scope_take(struct scopes *s, const char *name, const struct symbol *sym);

/* Fills s->dynamic. */
void scope_find_dynamic(struct scopes *s);

#endif
