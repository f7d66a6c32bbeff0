/* What the names of a module mean: its own bindings first, then those in expressions and functions,
 * where sugar is taken out on the way. */
#ifndef PYCC_RESOLVE_H
#define PYCC_RESOLVE_H

#include "scope.h"

/* Three steps, each of all files before the next, of the module itself first. What statements say
 * of attributes of modules and functions. */
void resolve_begin(struct scopes *s);

/* What binds each name. */
void resolve_count(struct scopes *s);

/* Gives every binding its symbol; constants are folded (fold.h). */
void resolve_module(struct scopes *s);

/* Is this display of texts and values a dictionary that functions may hold: can its values be of
 * one type? */
bool resolve_is_dict(const struct expr *display);

/* Fills the symbols of an expression of the module's own code. */
void resolve_module_expr(struct scopes *s, struct expr *e);

/* The names in the i-th value of a class: those of its values before that come first. */
void resolve_class_value(struct scopes *s, const struct class *c, int i);

/* Does e, a name or an attribute of one, mean the member of this module of Python's? */
bool resolve_means(struct scopes *s, const struct expr *e, const char *home, const char *member);

/* Resolves all names in function bodies and fills captures and counts of assignments. Undefined
 * names are reported in functions that have a signature. */
void resolve_functions(struct scopes *s);

#endif
