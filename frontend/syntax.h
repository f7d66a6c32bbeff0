/* Syntax errors: parsing with recovery. */
#ifndef PYCC_SYNTAX_H
#define PYCC_SYNTAX_H

#include "cst.h"
#include "diag.h"

/* Parses a source. Every mistake is reported as PY101 at its place, at most one for a line, and
 * *broken set; the tree returned has the lines with mistakes left out. NULL when nothing can be
 * made of the text. Free with cst_free. */
struct cst *syntax_parse(struct arena *a, const struct source *source, struct diag *d,
                         bool *broken);

#endif
