/* Constant folding of module-level names. */
#ifndef PYCC_FOLD_H
#define PYCC_FOLD_H

#include "arena.h"
#include "ast.h"

/* The value of an expression, names of which are resolved, as a literal: INT, FLOAT, IMAG, BOOL,
 * NONE, STR, a TUPLE of them, or a CALL of a SYM_DTYPE on one literal (np.float32(0.5)). Computed
 * by Python's rules. NULL when it is no constant, would raise, or an integer leaves 64 bits. */
struct expr *fold(struct arena *a, struct expr *e);

#endif
