/* eliminate.h - a program without its equalities, private to this folder. */
#ifndef PYCC_LMAD_ELIMINATE_H
#define PYCC_LMAD_ELIMINATE_H

#include "lmad.h"

/* Solves the equalities of p, and asks `find` for a point of what is left: a program in other
 * variables, bounded where those of p are. x: what that point is in p's variables. UNKNOWN when p
 * does not fit. */
enum tri eliminate_equalities(const struct lmad_program *p,
                              enum tri (*find)(void *context, const struct lmad_program *rest,
                                               int64_t *y),
                              void *context, int64_t *x);

#endif
