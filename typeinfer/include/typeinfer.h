/* Type inference: AST -> TIR. Hindley-Milner (Algorithm J: union-find, levels, let-polymorphism)
 * with deferred dtype constraints; helpers are generalised and instantiated per ground use. */
#ifndef PYCC_TYPEINFER_H
#define PYCC_TYPEINFER_H

#include "ast.h"
#include "diag.h"
#include "intern.h"
#include "tir.h"
#include "writer.h"

struct typeinfer; /* schemes and types of all functions; lives in the arena but for the schemes */

/* Infers every annotated function and every helper that one of them reaches. What TIR keeps goes
 * to a; everything else goes to scratch, which like the AST may be freed after typeinfer_lower.
 * Errors go to d; with fallback, errors of an annotated function become one PY501 warning naming
 * the first of them, and the function is left out of the exports. */
struct typeinfer *typeinfer_run(struct arena *a, struct arena *scratch, struct intern_table *names,
                                const struct module *m, struct diag *d, bool fallback,
                                const char *instantiate);

/* Loops that were refused, over tuples whose items have several types: parsed anew with them
 * (frontend.h), the module may be compiled. Returns how many; they live as long as t. */
int typeinfer_mixed(const struct typeinfer *t, const struct mixed_loop **loop);

/* Why the method that begins in the text at `at` is not what Python calls compiled; NULL: it is, or
 * has not been tried (parse_expose). */
const char *typeinfer_kept_method(const struct typeinfer *t, struct span name);

/* Did objects of two classes with one base meet, which are of one type only where the module is
 * parsed anew with families (frontend.h)? */
bool typeinfer_families_meet(const struct typeinfer *t);

/* --emit types: every function's principal type and every variable's, in source order. */
void typeinfer_print(const struct typeinfer *t, struct writer *w);

/* --emit types, before that: the principal types of procedures of pycc.copperhead. */
void typeinfer_print_procedures(const struct typeinfer *t, struct writer *w);

/* Frees the schemes and constraints, which nothing but typeinfer_print needs: before lowering, or
 * when inference found errors. May be called twice. */
void typeinfer_release(struct typeinfer *t);

/* Lowers what was inferred without error to TIR. in_order: floats are added in the order of the
 * source, on devices too. */
struct tmodule *typeinfer_lower(struct arena *a, struct typeinfer *t, bool in_order, bool wraps);

#endif
