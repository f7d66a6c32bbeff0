/* What the libraries offer that compiled code may name: numpy, math, pycc and Python's builtins.
 *
 * Functions come from ops.def; element types, constants, exceptions and the builtins that are only
 * known by name stand in library.c. */
#ifndef PYCC_LIBRARY_H
#define PYCC_LIBRARY_H

#include "ast.h"
#include "intern.h"

/* Beside enum op_module: names of types in annotation strings. */
enum { IN_ANNOTATION = 16 };

/* The module an import path stands for; IN_OPERATOR when it is a foreign one. pycc, unpython,
 * pycc.unpython and a package's _pycc_types (pycc.vendor) are one module. */
enum op_module library_module(const char *path);

/* The same for what `import a.b` binds, a package whose modules are known. */
enum op_module library_package(const char *path);

/* What the names of the prelude's functions of a module begin with, before two underscores; NULL:
 * it has none. */
const char *library_prelude(enum op_module module);

/* Fills sym (kind and what belongs to it, not id, name or span) with the meaning of a name in a
 * module. False when the module has no such name or the compiler does not know it. */
bool library_member(enum op_module module, const char *name, struct symbol *sym);

/* The element type of a name in one of the modules (or of enum op_module and IN_ANNOTATION). */
bool library_dtype(int modules, const char *name, enum dtype *dtype);

/* Names of element types for "did you mean"; "" where a row is not of these modules. The array
 * lives in a. */
const char **library_dtype_names(struct arena *a, int modules, int *n);

/* The exceptions and builtins of Python, for "did you mean". */
const char *const *library_builtins(int *n);

#endif
