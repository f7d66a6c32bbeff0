/* Parameters of the functions that ops.def calls SPECIAL. */
#ifndef PYCC_SPECIAL_H
#define PYCC_SPECIAL_H

#include "infer.h"

enum { SPECIAL_PARAMS = 8 };

/* Parameter names as NumPy and Python have them; a leading '/' marks positional only, a '*' that
 * all further positional arguments belong to it (of methods, and where it is the first). */
struct special {
    enum op op;
    int required;
    const char *param[SPECIAL_PARAMS];
};

/* NULL for those without parameters of their own. */
const struct special *special_of(struct infer *ix, enum op op, enum op_module module);

/* Arguments into their places; NULL where omitted. self: the object of a method, which comes first.
 * False after a message. */
bool special_arrange(struct infer *ix, const struct expr *e, const struct special *sp,
                     const struct expr *self, const struct expr **place);

/* The parameter that takes all further positional arguments of this call; SPECIAL_PARAMS: none. */
int special_star(const struct special *sp, const struct expr *self);

/* Is the parameter's argument looked at as written? */
bool special_is_written(const char *param);

/* Does an expression write its value out? Module constants do. */
bool special_is_literal(const struct expr *e);

void special_wrong_count(struct infer *ix, const struct expr *e, const char *name, int least,
                         int most);

#endif
