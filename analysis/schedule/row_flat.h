/* Views in a loop as parts of arrays that are there before it. Private to row_elements.c, which
 * looks at them, and row_loops.c, which puts them in. */
#ifndef PYCC_ANALYSIS_ROW_FLAT_H
#define PYCC_ANALYSIS_ROW_FLAT_H

#include "tir.h"
#include "vec.h"

/* Axis k of an array or view: from start (NULL: 0) up to stop of the axis of the root. */
struct row_axis {
    int axis;
    struct texpr *start, *stop;
};

/* A view: where each axis of its root is, by an index or by one of its own. */
struct shown {
    struct tvar *root; /* NULL: it is not followed */
    int rank;
    struct row_axis part[TIR_MAX_RANK];
    struct texpr *index[TIR_MAX_RANK]; /* of the root's axes; NULL: one of part */
};

struct flat {
    struct arena *a;
    struct tmodule *m;
    struct ty *ty_int, *ty_bool;
    int first;
    int *defs;                    /* by variable: definitions in the loop */
    struct tstmt **counts;        /* by variable: the loop whose counter it is */
    struct shown **shown;         /* by variable; NULL: it is none */
    const struct row_axis **same; /* by variable: a number that is the length of it */
    struct tstmt **index;         /* by variable: the only INDEX that it is defined by */
    bool *seen, *past;            /* by variable: defined before, in a loop inside that is over */
    bool fits, vectors;
    VEC(struct texpr *) asked;
};

/* Integers; p NULL: 0 + q, q NULL: p - 0. */
struct texpr *row_number(const struct flat *x, int64_t value);
struct texpr *row_sum(const struct flat *x, struct texpr *p, struct texpr *q);
struct texpr *row_less(const struct flat *x, struct texpr *p, struct texpr *q);

/* The loop is taken where p op q, too. */
void row_compare(struct flat *x, enum op op, struct texpr *p, struct texpr *q);

/* The part that e is the length of, else NULL. */
const struct row_axis *row_length_of(struct flat *x, const struct texpr *e);

/* Does what a CHECK asks of lengths hold, maybe as that is asked before the loop? */
bool row_holds(struct flat *x, const struct texpr *e);

/* root NULL: it is not followed. */
struct shown row_shown_of(struct flat *x, struct tvar *v);

/* ---- row_loops.c */

/* Is the block INDEXes and one loop over rows of a column, of which there are some? */
bool row_is_band(struct flat *x, const struct tblock *b);

/* Rewrites the block, band: with the INDEXes in the loop, which interchange.c may have around the
 * loop over columns then. */
void row_make_loops(struct flat *x, struct tblock *b, bool band);

#endif
