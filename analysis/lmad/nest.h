/* nest.h - what other files of this folder need of nest.c beyond lmad.h. */
#ifndef PYCC_LMAD_NEST_H
#define PYCC_LMAD_NEST_H

#include "lmad.h"

/* Does level k have an iteration whatever the counters outside of it are, within their boxes? False
 * also when that cannot be told. */
bool nest_never_empty(const struct lmad_nest *nest, int k);

/* Fills low, high and tight, from base, stride, width and outside. False on overflow. */
bool lmad_access_interval(const struct lmad_nest *nest, struct lmad_access *access);

#endif
