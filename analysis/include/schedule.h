/* The schedule: the plan comes in, and what its loops run as goes out, with the names of the steps
 * that make it so: TIR, where the primitives here make it; where printers still do, their names
 * only.
 *
 * The TIR and the plan that come in stay as they are. A loop has a form for its fast variant: a
 * block of TIR over a range lo..hi of its counter, which whoever prints the loop gives it (a chunk,
 * a row, a piece between two polls). Forms are legal by the plan: their loops are simd there. */
#ifndef PYCC_SCHEDULE_H
#define PYCC_SCHEDULE_H

#include "analysis.h"

/* Forms for the loops of all functions. Each function of the plan that comes out is a copy where it
 * has some, with more variables, statements and loops than the module's. */
struct plan *schedule_run(struct arena *a, const struct plan *p);

/* Do serial loops directly in one another, this one the outermost, stand in another order than
 * written? */
bool schedule_reordered(const struct tstmt *loop);

/* The list of indices that the function has for this one, which may stand in a form. */
struct texpr *const *schedule_index_stem(const struct func_plan *fp, struct texpr *const *index);

/* --emit schedule: which primitives are applied to which loop, with place and reason, and the TIR
 * that came of it. */
void schedule_print(const struct plan *p, struct writer *w);

/* The module with each function's forms at its end, for the verifier. */
const struct tmodule *schedule_module(struct arena *a, const struct plan *p);

#endif
