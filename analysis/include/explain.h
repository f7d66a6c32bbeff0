/* The plan in words, for people and for Python. */
#ifndef PYCC_EXPLAIN_H
#define PYCC_EXPLAIN_H

#include "analysis.h"

/* Why the nest stays with OpenMP, where d->left says that it does. */
const char *device_left_text(struct arena *a, const struct device_plan *d);

/* A reason, and what would help, or NULL; two iterations that collide. */
const char *why_text(struct arena *a, const struct why *why);
const char *why_advice(struct arena *a, const struct why *why);
const char *witness_text(struct arena *a, const struct witness *w);

/* A line of what the pass fuse did. */
const char *fuse_note_text(struct arena *a, const struct fusion *fusion,
                           const struct fuse_note *note);

/* Loops as tiles: their classes, or why they are not. */
const char *tile_text(struct arena *a, const struct tile_plan *p);

/* What became of serial loops that could be exchanged. */
const char *exchange_text(struct arena *a, const struct loop_exchange *x);

/* --explain: for each function and loop in source order what became of it, why, and what would
 * help. Instances of a function that became the same are told once. function: only those of this
 * name, or NULL; returns false when there is none. colour: with ANSI colours. */
bool explain_print(const struct plan *p, const char *function, bool colour, struct writer *w);

/* Reports PY405 for each prange loop and array statement that runs in order (parallel), and PY406
 * for each innermost loop that is not vectorised (vector). */
void explain_require(const struct plan *p, bool parallel, bool vector, struct diag *d);

/* The same as JSON, with what decides when called: what the module carries for pycc.info. One
 * object on lines of its own per function; docs/explain.md lists the fields. taken is called after
 * each function and may take text out of the writer, so that the whole never stands in memory. */
void explain_data(const struct plan *p, struct writer *w,
                  void (*taken)(void *context, struct writer *w), void *context);

#endif
