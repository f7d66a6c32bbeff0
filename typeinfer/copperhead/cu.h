/* Copperhead procedures: their rules and principal types, by Hindley and Milner, in the notation of
 * the published language: ([[a]], [[Long]], [a]) -> [a].
 *
 * This is what a procedure is checked and declared by; code is made from its instances, as of any
 * helper. Numbers of several kinds may meet, as in the interpreter: of these no mistake is told. */
#ifndef PYCC_CU_H
#define PYCC_CU_H

#include "ast.h"
#include "diag.h"
#include "writer.h"

struct cu_module;

/* Checks every procedure of the module and infers its type. What does not fit is told (PY112,
 * PY309). Types live in a. */
struct cu_module *cu_run(struct arena *a, const struct module *m, struct diag *d);

/* Gives procedures signatures for the element types that they are declared for, those without any
 * for those of a text such as "f32,f64", or NULL; false when the text is none. */
bool cu_instantiate(struct cu_module *cm, const char *instantiate);

/* Tells where procedures do not fit the parameters that signatures give them. */
void cu_check_signatures(struct cu_module *cm);

/* The principal type of each procedure, a line each: `spmv_csr : ([[a]], [[Long]], [a]) -> [a]`. */
void cu_print(const struct cu_module *cm, struct writer *w);

#endif
