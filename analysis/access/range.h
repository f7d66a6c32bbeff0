/* Ranges of loop counters and of forms over a nest.
 *
 * A counter lies between bounds that its FOR gives, as forms in the counters outside of it (so
 * triangular nests work), and between those that conditions around an access add. All bounds hold
 * whenever the loop's body runs; what they say of a loop without iterations means nothing, and is
 * never used for anything but accesses inside that loop. */
#ifndef PYCC_ANALYSIS_RANGE_H
#define PYCC_ANALYSIS_RANGE_H

#include "affine.h"

#define RANGE_BOUNDS 4

/* counter >= every lower, counter <= every upper. */
struct range {
    int n_lower, n_upper;
    struct form *lower[RANGE_BOUNDS], *upper[RANGE_BOUNDS];
    bool lower_exact, upper_exact; /* the first of them is reached: others add nothing */
    struct form *step;             /* NULL when it has no form */
    int64_t step_value;            /* 0 when not a number */
};

struct range *range_of(struct scope *sc, struct atom *counter);

/* ---- conditions: a stack in sc->bounds */

/* Adds what cond being `truth` at position pos says about counters, as coming from condition number
 * `fact`. Returns the number of bounds added; drop them by setting sc->bounds.n back. */
int range_push(struct scope *sc, struct texpr *cond, bool truth, int pos, int fact);

/* Adds what the loop having iterations says about the counters around it: i + 1 < n in the body of
 * `for j in range(i + 1, n)`. As range_push otherwise. */
int range_push_runs(struct scope *sc, struct tstmt *loop);

/* ---- signs */

/* Forgets earlier assumptions, then (and range_assume_also) assumes that the loops of the nest
 * around position pos have iterations, as they have when it is reached. */
void range_assume(struct scope *sc, int pos);
void range_assume_also(struct scope *sc, int pos);

/* Is x >= 0 certain under the assumptions? */
bool range_nonneg(struct scope *sc, const struct form *x);

/* The least value that an atom which is no counter has under the assumptions; false: not known. */
bool range_least(const struct scope *sc, const struct atom *atom, int64_t *least);

/* ---- extremes */

/* A number known at the nest's entry: as a form while it is one, else as an expression. */
struct value {
    struct form *form;  /* NULL when it takes min or max */
    struct texpr *expr; /* NULL when there is a form */
};

struct texpr *value_expr(const struct scope *sc, struct value v);

/* Least (greatest) value that x has in the nest, as far as the bounds tell. False: unbounded, or
 * too complicated. */
bool range_extreme(struct scope *sc, const struct form *x, bool greatest, struct value *v);

#endif
