/* Annotations: how functions get their signatures. */
#ifndef PYCC_ANNOT_H
#define PYCC_ANNOT_H

#include "annot_type.h"
#include "map.h"
#include "scope.h"

/* What the files that read annotations share. */
struct annot {
    struct parser *p;
    struct scopes *scopes;
    VEC(struct left) left;
    struct map assigned; /* annot_left.c: spans of values, once has_assigned */
    bool has_assigned;
    struct annot *other; /* annot_left.c: of a file that a name was imported from */
};

/* What was found out about one function. */
struct annot_verdict {
    bool marked;     /* its types or decorators are ours */
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

/* What `Vec = f64[:]` says of Vec; NULL when it says nothing. */
struct ann_type *annot_alias(struct annot *an, const char *name);

/* Those in classes and statements: an error when they speak of pycc. */
void annot_leave_skipped(struct annot *an);

/* The module's other functions without a signature; verdict by id. */
void annot_leave_functions(struct annot *an, const struct annot_verdict *verdict);

/* ---- shared */

/* A reader over text at a place of the source, that knows the module's aliases of types. */
struct ann_reader annot_reader(struct annot *an, const char *text, size_t n, struct span whole,
                               bool mapped);

/* Reports a reader's fault. */
void annot_report(struct annot *an, const struct ann_reader *r);

/* Adds a signature to a function, which may have it already; PY104 when its number of parameters is
 * not the function's. */
void annot_add(struct annot *an, struct func *f, struct signature *sig);

#endif
