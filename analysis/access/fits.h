/* CHECKs of FITS, Python ints' own, in nests. */
#ifndef PYCC_ANALYSIS_FITS_H
#define PYCC_ANALYSIS_FITS_H

#include "affine.h"
#include "analysis.h"

/* Does the CHECK s of the nest hold in all of it where each of nest->fits is at most FITS_SIZE?
 * Adds to these. */
bool fits_hoist(struct scope *sc, struct nest *nest, const struct tstmt *s);

#endif
