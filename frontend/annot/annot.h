/* Annotations: how functions get their signatures. */
#ifndef PYCC_ANNOT_H
#define PYCC_ANNOT_H

#include "annot_type.h"
#include "map.h"
#include "scope.h"

/* A type variable of the function whose annotations are read. */
struct ann_var {
    const char *name;
    const struct ann_type *at; /* what it is in this reading; at->or_else: in the next */
    const struct ann_type *first;
};

struct ann_vars {
    const struct func *f;
    VEC(struct ann_var) list; /* those that its annotations name, in order */
};

/* What the files that read annotations share. */
struct annot {
    struct parser *p;
    struct scopes *scopes;
    VEC(struct left) left;
    struct map assigned; /* annot_left.c: spans of values, once has_assigned */
    bool has_assigned;
    struct annot *other;   /* annot_left.c: of a file that a name was imported from */
    int depth;             /* of aliases in aliases */
    struct ann_vars *vars; /* NULL: type variables mean nothing here */
};

/* What was found out about one function. */
struct annot_verdict {
    bool marked;     /* its types or decorators are ours */
    bool decorated;  /* decorators say its types */
    const char *why; /* it has no signature; NULL: it has no annotations */
    struct span at;  /* of why; empty: its name */
};

/* Fills signatures, gpu and fastmath of all functions, and the types of annotated variables in
 * them. The module's scope must be known. Errors go to the parser's diagnostics. */
void annot_read(struct parser *p, struct scopes *scopes);

/* ---- annot_pythran.c */

/* Signatures from `#pythran export` comments. */
void annot_pythran(struct annot *an);

/* ---- annot_left.c */

/* Does a type of ours stand anywhere in one of them? */
bool annot_mentions(struct annot *an, const struct spans *anns);

/* What stands in the module behind a name, its one assignment's value; *home, if not NULL, is what
 * reads annotations in the file that it stands in. Empty: there is none. */
struct span annot_assigned(struct annot *an, const char *name, struct annot **home);

/* What `Vec = f64[:]` says of Vec for a reader; NULL when it says nothing. */
struct ann_type *annot_alias(struct annot *an, struct ann_reader *r, const char *name);

/* Those in classes and statements: an error when they speak of pycc. */
void annot_leave_skipped(struct annot *an);

/* The module's other functions without a signature; verdict by id. */
void annot_leave_functions(struct annot *an, const struct annot_verdict *verdict);

/* ---- annot_decorator.c */

/* Reads the decorators of one function. */
void annot_decorators(struct annot *an, struct func *f, struct annot_verdict *v);
/* ... of a generator function: whether one is not pycc's. */
void annot_generator_decorators(struct annot *an, struct func *f);
/* Of a function inside of another one: only functools.cache is known there. */
void annot_nested_decorator(struct annot *an, struct func *f);

/* ---- annot_class.c */

/* The type that a class of this file is, where the parameters of its __init__, or the fields of a
 * data class, say what its attributes are; NULL: it is none. */
struct ann_type *annot_object(struct annot *an, const struct symbol *sym);

/* Has it a type of programs that know nothing of us: a text, dictionary, set or object? */
bool annot_has_everyday(const struct signature *sig);

/* ---- annot_choice.c */

/* What a name stands for as a type variable of an->vars->f, by TypeVar or in its brackets (PEP
 * 695); NULL: it is none. */
struct ann_type *annot_variable(struct annot *an, const char *name);

/* Gives the type variables their next types; false: they have had all. */
bool annot_next_types(struct annot *an);

/* Elements that nothing tells are floats, and ints where there are alternatives to be; false: there
 * are none such in the type. */
bool annot_try_elements(struct annot *an, struct ann_type *t, bool ints);

/* Adds a signature for each combination of the alternatives of parameters. */
void annot_add_all(struct annot *an, struct func *f, const struct signature *sig);

/* Gives arrays whose rank is open that of the uses of a parameter, of what makes the objects of c
 * also of the attribute that it becomes; false: they tell none. guess is set where they say one at
 * least. */
bool annot_find_rank(struct annot *an, const struct func *f, int param, const struct class *c,
                     struct ann_type *t, bool *guess);

/* Gives one whose rank no use tells, or tells to be one, one axis, or two as the alternative;
 * false: it has others. */
bool annot_try_ranks(struct annot *an, struct ann_type *t);

/* ---- annot_declared.c */

/* Signatures and element types from the module's `pycc.instantiate(f, ...)`. */
void annot_declared(struct annot *an);

/* ---- shared */

/* A reader over an argument that says types: in a string, or as it is written. */
struct ann_reader annot_argument_reader(struct annot *an, const struct expr *e);

/* Is the rank of each array said? Reports one that is not. */
bool annot_check_ranks(struct annot *an, const struct signature *sig);

/* A reader over an annotation: an expression as it is written, or what stands in a string. */
struct ann_reader annot_span_reader(struct annot *an, struct span s);

/* A reader over text at a place of the source, that knows the module's aliases of types. */
struct ann_reader annot_reader(struct annot *an, const char *text, size_t n, struct span whole,
                               bool mapped);

/* Reports a reader's fault. */
void annot_report(struct annot *an, const struct ann_reader *r);

/* Adds a signature to a function, which may have it already; PY104 when its number of parameters is
 * not the function's. */
void annot_add(struct annot *an, struct func *f, struct signature *sig);

#endif
