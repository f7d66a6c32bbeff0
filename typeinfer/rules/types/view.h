/* NumPy's functions that show an array's elements in another order or shape: what inference and
 * lowering both need to know. */
#ifndef PYCC_VIEW_H
#define PYCC_VIEW_H

#include "infer.h"

/* The function that a method of that name is, np.copy too; OP_COUNT when there is none. */
enum op view_method(const char *name);

/* Axes flipped, then put in another order: axis k of the result is the base's axis from[k]. */
struct view_moves {
    bool flip[TIR_MAX_RANK];
    int from[TIR_MAX_RANK];
};

/* The moves of transpose, swapaxes, moveaxis, rollaxis, flip, fliplr, flipud, rot90 on an array of
 * `rank` axes; at: the arguments as written. Returns NULL, or what is wrong; *bad is the argument.
 */
const char *view_moves(struct arena *a, enum op op, int rank, int n, const struct expr *const *at,
                       struct view_moves *moves, const struct expr **bad);

/* Axes of expand_dims and squeeze as marks: of the result, or of the array, of `rank` axes. */
const char *view_axes(struct arena *a, const struct expr *e, int rank, bool *axis);

/* The items of a tuple or list as written, or the one constant that e is. Returns their number, -1
 * when one is no integer constant. */
int view_integers(const struct expr *e, int64_t *value, int room);

#endif
