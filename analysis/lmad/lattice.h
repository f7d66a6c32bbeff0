/* lattice.h - a program in variables that bounds are short in, private to this folder. */
#ifndef PYCC_LMAD_LATTICE_H
#define PYCC_LMAD_LATTICE_H

#include "lmad.h"

#define LATTICE_VARS 16

/* Variable j of a program is the sum of by[j][k] times variable k of another one. */
struct lattice {
    int n;
    int64_t by[LATTICE_VARS][LATTICE_VARS];
};

/* States p, which is bounded and whose rows are inequalities, in the other variables. Where rows
 * say that sums of many variables are small, as those do that equalities leave, hardly any value of
 * one variable is a part of a solution, but all values have to be tried; in a basis of short
 * vectors (steps that change all rows little for the room that they have) few are left to try.
 * Pairs of vectors are shortened by each other, as in C. F. Gauss, "Disquisitiones arithmeticae",
 * 171; K. Aardal, C. Hurkens and A. Lenstra, "Solving a system of linear Diophantine equations with
 * lower and upper bounds on the variables", Math. Oper. Res. 25(3). False: as it stands, it is no
 * worse.
 */
bool lattice_shorten(const struct lmad_program *p, struct lmad_program *in, struct lattice *basis);

#endif
