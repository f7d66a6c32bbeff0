/* ilp.h - GLPK as the integer solver behind analysis/lmad.
 *
 * The compiler links it. The runtime does not: GLPK is GPL-3, so the same file is also built as the
 * shared object pycc_ilp, which a process loads when it is installed, looking up the one symbol
 * ilp_solve. */
#ifndef PYCC_ILP_H
#define PYCC_ILP_H

#include "lmad.h"

#define ILP_DEFAULT_VARS 200
#define ILP_DEFAULT_MS 200

/* Solve a program: lmad_solver.solve. context is a struct lmad_limits, or NULL for the defaults.
 * YES: x is a solution, exact. NO: there is none, found without rounding. Never prints, never
 * aborts: an error inside GLPK is TRI_UNKNOWN. Reentrant across threads. */
enum tri ilp_solve(void *context, const struct lmad_program *program, int64_t *x);

/* The solver as the library takes it; options may be NULL and must outlive it. */
struct lmad_solver ilp_solver(const struct lmad_limits *options);

#endif
