/* What emit_cases.c offers to emit_nest.c. */
#ifndef PYCC_EMIT_CASES_H
#define PYCC_EMIT_CASES_H

#include "emit.h"

/* The constants that a scalar is compared with before a power is taken; var is NULL where there is
 * no such scalar among what the nest is given. */
struct emit_cases {
    const struct tvar *var;
    VEC(const struct texpr *) value; /* each once, in the order of the comparisons */
};

struct emit_cases emit_cases_of(struct emit *e, const struct nest_facts *f);

/* The fast function of a nest, behind its body. outs: the type of its results. */
void emit_cases(struct emit *e, const struct nest_facts *f, const struct emit_cases *c,
                const char *suffix, const char *outs);

#endif
