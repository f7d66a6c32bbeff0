/* The frontend: text -> lines -> tree -> AST with names resolved and annotations read. */
#ifndef PYCC_FRONTEND_H
#define PYCC_FRONTEND_H

#include "ast.h"
#include "diag.h"
#include "intern.h"
#include "writer.h"

/* What no text tells: what is asked for, and who knows of modules that are no files of the user's.
 */
struct outside {
    bool gpu;      /* every function is as if marked @pycc.gpu */
    bool families; /* objects of classes with one base may meet (parse_family.c) */
    bool in_order; /* floats are added in the order of the source */
    /* Loops that inference has found to run over tuples whose items have several types: their
     * iterations are written out. */
    int n_mixed;
    const struct mixed_loop *mixed;
    /* The public numbers of a module as Python text, `c = 299792458.0` in each line; NULL: it
     * cannot be imported. */
    const char *(*constants)(void *context, struct arena *a, const char *module);
    void *context;
};

/* Parses a whole module. Syntax errors (PY101), annotation errors (PY102-PY104) and undefined names
 * in annotated functions (PY201) go to d; the AST is complete around them. Depth of nesting is
 * limited (PY106) so that no input overflows the C stack. Time and memory are linear in the source.
 * Functions of the prelude that it may use are appended to the source and to the module's
 * functions. outside may be NULL. Never NULL. */
struct module *frontend_parse(struct arena *a, struct intern_table *names, struct source *source,
                              struct diag *d, const struct outside *outside);

/* How many of the names that were wanted of a source (source_want) the prelude has: no word of the
 * module spoke of them. frontend_parse appends them to a source that wants them from the start. */
int prelude_wanted(const struct source *source);

/* --emit ast: one node per line, indented, with line:col; the golden-test format. */
void ast_print(const struct module *m, struct writer *w);

#endif
