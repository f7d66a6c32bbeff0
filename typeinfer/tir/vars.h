/* Names that nothing else has, and new variables of a function. */
#ifndef PYCC_TIR_VARS_H
#define PYCC_TIR_VARS_H

#include "tir.h"

/* Names taken in one scope: open addressing. */
struct name_slot {
    const char *name; /* NULL: empty */
    int next;         /* the suffix to try first when it is asked for again */
};

struct name_set {
    int n, cap;
    struct name_slot *slot;
};

void name_set_clear(struct name_set *set);

/* base, or base_2, base_3 ... where it is taken, in the set or in `also`, which may be NULL: added
 * to the set, which grows in `table`; a new name is made in a. */
const char *name_set_take(struct arena *a, struct arena *table, struct name_set *set,
                          const char *base, const struct name_set *also);

/* Where new variables of f come from. One at a time: it knows the names that f has when it is asked
 * for the first. */
struct new_vars {
    struct tfunc *f;
    struct arena *table; /* of the names */
    struct name_set taken;
    struct tvar **var; /* f's, with so much room */
    int room;
};

/* Named base or base_2 ...; where it is first defined is for the caller to say. */
struct tvar *tir_new_var(struct arena *a, struct new_vars *n, const char *base, struct ty *type);

#endif
