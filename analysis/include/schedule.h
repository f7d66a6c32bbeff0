/* The schedule: the plan comes in, and what its loops run as goes out, with the names of the steps
 * that make it so, in TIR.
 *
 * The TIR and the plan that come in stay as they are. A loop has a form for its fast variant: a
 * block of TIR over a range lo..hi of its counter, which whoever prints the loop gives it (a chunk,
 * a row, a piece between two polls). Forms are legal by the plan: their loops are simd there. */
#ifndef PYCC_SCHEDULE_H
#define PYCC_SCHEDULE_H

#include "analysis.h"

/* ---- versions: what the functions of a nest are printed as */

/* How a body is printed. BODY is a function's own; the others are a nest's:
 *   FAST     checks hold, arrays are disjoint, one axis of each is contiguous: typed restrict
 *            pointers, hoisted indices unchecked, loops as their forms
 *   EXACT    nothing is known: every check at its place, in order
 *   INSPECT  checks hold: only what the nest's question keeps, over shadows
 *   KERNEL   checks hold: what one work-item does */
enum variant { VARIANT_BODY, VARIANT_FAST, VARIANT_EXACT, VARIANT_INSPECT, VARIANT_KERNEL };

/* Of the loops that may: which are vectorised. */
enum vectors {
    VECTORS_NONE,
    VECTORS_UNIT, /* those whose elements are neighbours: where `unit` is true */
    VECTORS_ALL
};

struct version {
    enum variant variant;
    bool both;     /* FAST: its text is the strided function's too, over `unit`; */
    bool exact;    /* and the exact one's, in which loops run in order */
    enum tri unit; /* FAST: are the axes contiguous that it takes for contiguous? */
    enum vectors vectors;
    bool fuel;  /* loops whose length is not known before they run: it counts fuel */
    bool flags; /* CHECKs set `bad` instead of raising */
    bool quiet; /* no comments with source lines: they stand in another version */
};

enum { NEST_VERSIONS = 3 };

/* Which functions a nest has. The call takes the fast one, or else the strided one where memory is
 * not contiguous, or else the exact one. */
struct nest_versions {
    int n;
    struct version text[NEST_VERSIONS]; /* what is printed: FAST, EXACT, INSPECT */
    struct version kernel;
    bool strided;    /* FAST is two functions */
    bool exact;      /* there is an exact one */
    bool is_strided; /* it is the strided one */
    bool lanes;      /* FAST runs iterations of loop_plan.lanes at once */
};

/* ---- the schedule */

/* Forms for the loops of all functions, and versions for their nests. Functions of the plan that
 * comes out have more variables, statements and loops than the module's where there are forms. */
struct plan *schedule_run(struct arena *a, const struct plan *p);

/* The FOR directly inside a collapsed loop. */
const struct tstmt *schedule_inner_for(const struct tstmt *loop);

/* Loops in a block, one in another: 0 when there is none; and is the range of a loop a small
 * constant? */
int schedule_height(const struct tblock *b);
bool schedule_is_short(const struct tstmt *loop);

/* Does each iteration of a loop, in passing, store an element of its own? No longer than an array
 * then, it needs no poll. */
bool schedule_is_swift(const struct tstmt *loop);

/* Do serial loops directly in one another, this one the outermost, stand in another order than
 * written? */
bool schedule_reordered(const struct tstmt *loop);

/* Of the loop of a form that is `gathered`, s += v[k] * x[c[k]]: what is added; what an expression
 * is where variables of the body stand for it; and the element of c that is the index of a LOAD,
 * NULL where it has another one. */
const struct texpr *gathered_term(const struct tstmt *loop, const struct tvar *sum);
const struct texpr *gathered_value(const struct tstmt *loop, const struct texpr *x);
const struct texpr *gathered_index(const struct tstmt *loop, const struct texpr *x);

/* The list of indices that the function has for this one, which may stand in a form. */
struct texpr *const *schedule_index_stem(const struct func_plan *fp, struct texpr *const *index);

/* --emit schedule: which primitives are applied to which loop, with place and reason, and the TIR
 * that came of it. */
void schedule_print(const struct plan *p, struct writer *w);

/* The module with each function's forms at its end, for the verifier. */
const struct tmodule *schedule_module(struct arena *a, const struct plan *p);

#endif
