/* Annotations: how functions get their signatures. */
#ifndef PYCC_ANNOT_H
#define PYCC_ANNOT_H

#include "annot_type.h"
#include "scope.h"

/* What the files that read annotations share. */
struct annot {
    struct parser *p;
    struct scopes *scopes;
};

/* Fills signatures, gpu and fastmath of all functions, and the types of annotated variables in
 * them. The module's scope must be known. Errors go to the parser's diagnostics. */
void annot_read(struct parser *p, struct scopes *scopes);

/* ---- annot_pythran.c */

/* Signatures from `#pythran export` comments. */
void annot_pythran(struct annot *an);

/* ---- shared */

/* A reader over text at a place of the source, that knows the module's aliases of types. */
struct ann_reader annot_reader(struct annot *an, const char *text, size_t n, struct span whole,
                               bool mapped);

/* Reports a reader's fault. */
void annot_report(struct annot *an, const struct ann_reader *r);

/* Adds a signature to a function; PY104 when its number of parameters is not the function's. */
void annot_add(struct annot *an, struct func *f, struct signature *sig);

#endif
