/* Scopes: what names mean. */
#ifndef PYCC_SCOPE_H
#define PYCC_SCOPE_H

#include "parse.h"

struct scopes;

/* The names of a file. with: another file of the compilation; NULL: there is none. */
struct scopes *scope_new(struct parser *p, const struct scopes *with);

/* The module's symbol of an interned name, with what star imports and the builtins add; NULL when
 * it is undefined. */
struct symbol *scope_lookup(struct scopes *s, const char *name);

/* What a name means in the text of the prelude, which is wanted (source_want) if it isn't there. */
struct symbol *scope_prelude(struct scopes *s, const char *name);

/* The same, NULL where it isn't there, and not wanted. */
struct symbol *scope_prelude_given(struct scopes *s, const char *name);

/* A name of a library module, NULL when it has none. */
struct symbol *scope_member(struct scopes *s, enum op_module module, const char *name);

/* A method of lists that the prelude has: xs.sort. NULL: it has none of that name. */
struct symbol *scope_list_method(struct scopes *s, const char *name);

/* A function of the prelude that stands for a builtin; NULL: it has none of that name. */
struct symbol *scope_builtin(struct scopes *s, const char *name);

/* The prelude's form of a function of ops.def, with more parameters; NULL: it has none. */
struct symbol *scope_form(struct scopes *s, const char *name);

/* A method of a ufunc that the prelude has; NULL when it is not there. */
struct symbol *scope_ufunc_method(struct scopes *s, const char *ufunc, const char *method);

/* Has a class a method of this name, so that types tell whose it is? own: of the module, not the
 * prelude's. */
bool scope_has_method(const struct scopes *s, const char *name, bool own);

/* Every name that the module binds, for "did you mean"; the array lives in the arena. */
const char **scope_names(struct scopes *s, int *n);

#endif
