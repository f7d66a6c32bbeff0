/* Types as Pythran's export comments write them.
 *
 *     types  = suffixed ("or" suffixed)*
 *     suffixed = ("(" types ("," types)* ")" | type) suffix*     (type: annot_type.h)
 *     suffix = "list" | "set" | ":" suffixed "dict"
 *
 * "(int)" is a tuple of one item, as in Pythran. Functions, types, slices and what else
 * Pythran takes and we do not are refused, each with what to write instead. */
#ifndef PYCC_ANNOT_PYTHRAN_H
#define PYCC_ANNOT_PYTHRAN_H

#include "annot_type.h"
#include "vec.h"

enum { PYTHRAN_MAX_COMBINATIONS = 64 };

/* The types that one parameter may have. */
struct alternatives {
    VEC(struct ann_type *) type;
    bool optional; /* `T?`: the argument may be left out */
};

/* Appends the alternatives at the reader, none of them optional; false, and r->fault set, when
 * there is a fault. */
bool pythran_read_types(struct ann_reader *r, struct alternatives *alt);

/* Moves at[0..n), which are indices of alternatives, to the next combination; false when all have
 * been. */
bool pythran_next(int *at, int n, const struct alternatives *alt);

#endif
