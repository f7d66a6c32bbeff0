/* Parameters of the functions that ops.def calls SPECIAL. */
#ifndef PYCC_SPECIAL_H
#define PYCC_SPECIAL_H

#include "infer.h"

enum { SPECIAL_PARAMS = 8 };

/* The parameter column of ops.def, taken apart. */
struct special {
    enum op op;
    int required, n;
    const char *param[SPECIAL_PARAMS]; /* names as NumPy and Python have them, "/": none */
    bool written[SPECIAL_PARAMS];      /* looked at as written */
    int star;                          /* all further positional arguments belong to it; -1 */
};

/* NULL for those without parameters of their own. */
const struct special *special_of(struct infer *ix, enum op op, enum op_module module);

/* The place of a parameter of NumPy's function, -1: it has none of this name. */
int special_place(enum op op, const char *name);

/* Arguments into their places; NULL where omitted. self: the object of a method, which comes first.
 * False after a message. */
bool special_arrange(struct infer *ix, const struct expr *e, const struct special *sp,
                     const struct expr *self, const struct expr **place);

/* The parameter that takes all further positional arguments of this call; SPECIAL_PARAMS: none: of
 * methods, and of functions where it is the first. */
int special_star(const struct special *sp, const struct expr *self);

/* Does an expression write its value out? Module constants do. */
bool special_is_literal(const struct expr *e);

void special_wrong_count(struct infer *ix, const struct expr *e, const char *name, int least,
                         int most);

#endif
