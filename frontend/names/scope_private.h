/* The inside of a scope, for names/ and resolve/. */
#ifndef PYCC_SCOPE_PRIVATE_H
#define PYCC_SCOPE_PRIVATE_H

#include "map.h"
#include "scope.h"

/* Of enum op_module. */
enum { N_LIBRARIES = 32 };

/* What the modules of a compilation have in common. */
struct libraries {
    struct map names[N_LIBRARIES]; /* met so far, by the bit of the module */
    struct map prelude;            /* its functions, and what their text may name */
    VEC(struct taken) taken;
    struct map splats;  /* instances of functions that take **kw (resolve_splat.c) */
    bool yields;        /* is there a generator function? */
    bool gpu, in_order; /* what is known of the compilation (frontend.h) */
    int n_mixed;
    const struct mixed_loop *mixed;
    /* Gives a name of a file its symbol, unless that has begun or comes later: the resolver's. */
    void (*make)(struct scopes *s, const char *name);
    const struct making *making; /* innermost */
};

/* A name that gets its symbol; those that others need meanwhile are inside it. */
struct making {
    const struct making *up;
    struct scopes *s;
    const char *name;
};

struct scopes {
    struct parser *p;
    struct libraries *libraries;
    const char *import; /* of an imported file: its name for `import`; NULL: the module itself */
    struct unit *unit;  /* the file (imports.h) */
    VEC(struct scopes *) uses; /* whose names functions and constants name */
    bool outside;         /* its text says what the interpreter says of a module (frontend.h) */
    bool all_written;     /* what it binds may be written into by statements of other modules */
    struct map submodule; /* of a package: name to struct scopes, of those that are imported */
    struct map module;    /* name to struct symbol, of the module */
    struct map bound;     /* name to what is known of its bindings (resolve_module.c) */
    VEC(const struct binding *) stars; /* from ... import *, of modules that are known, in order */
    VEC(const char *) names;           /* bound by the module, in order of first binding */
    bool
        dynamic; /* the module's code may bind names that its text does not show: exec, globals() */
    struct map used;                 /* names that were taken */
    const struct func_notes *inside; /* of the function whose body is resolved; NULL: of none */
    const struct expr *all; /* __all__, a tuple of texts; NULL: what has no `_` is public */
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

/* A name of a module of the user's, which gets its symbol if need be; NULL: it has none. */
struct symbol *scope_imported(struct scopes *of, const char *name);

/* What `from ... import *` brings under a name, or NULL. */
struct symbol *scope_starred(struct scopes *s, const struct binding *star, const char *name);

/* Names of s have been found to be those of the module that the symbol is of. */
void scope_use(struct scopes *s, const struct symbol *sym);

/* Fills s->dynamic. */
void scope_find_dynamic(struct scopes *s);

#endif
