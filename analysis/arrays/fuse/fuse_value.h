/* Value numbers: integers that are surely equal have one number.
 *
 * Extents meet in broadcasting: of operands that fit, the common extent is the one that is not 1.
 * It is a JOIN, a set of values: the order of broadcasting does not matter, an extent that is met
 * twice counts once, and 1 is the empty JOIN. What fits was checked before it is used. */
#ifndef PYCC_ANALYSIS_FUSE_VALUE_H
#define PYCC_ANALYSIS_FUSE_VALUE_H

#include "tir.h"

enum num_kind {
    NUM_CONST,
    NUM_NEW,    /* some value, unlike any other */
    NUM_EXTENT, /* of an array at the region's begin: variable, axis; >= 0 */
    NUM_TRIM,   /* max(0, value - number) */
    NUM_SLICE,  /* extent of a slice: base, start, stop, step; -1 where absent; >= 0 */
    NUM_WRAP,   /* an index, from the end where it is negative: index, extent; >= 0 */
    NUM_JOIN,   /* two values or more, ascending */
    NUM_EXPR,   /* an expression node: number is its kind and operator */
    NUM_VAR,    /* a scalar variable at the region's begin */
    NUM_VIEW    /* the elements that an array variable shows, in their order */
};

struct num {
    enum num_kind kind;
    int64_t number;
    int n;
    int *arg;
    int next; /* in its chain of the table, or -1 */
};

struct num_table {
    struct arena *a;
    VEC(struct num) value;
    int bucket[256]; /* first of a chain, or -1 */
    VEC(int) same;   /* by value: the one it was found equal to, or itself */
    VEC(struct absorption { int value, with; }) absorbed; /* in a JOIN with `with`, value may be
                                                             left out */
};

void num_init(struct num_table *t, struct arena *a);

/* The number of a value, the same for the same parts. */
int num_make(struct num_table *t, enum num_kind kind, int64_t number, int n, const int *arg);
int num_const(struct num_table *t, int64_t number);
int num_new(struct num_table *t);
int num_join(struct num_table *t, int x, int y);
int num_trim(struct num_table *t, int extent, int64_t number);

/* By what is known now: an equal value's number, the same for all that are equal. */
int num_now(struct num_table *t, int x);

bool num_is_const(const struct num_table *t, int x, int64_t *number);
/* Is it surely >= 0? */
bool num_natural(const struct num_table *t, int x);

/* x == y from here on; x is y, or x is 1. */
void num_learn_equal(struct num_table *t, int x, int y);
void num_learn_stretches(struct num_table *t, int x, int y);

/* Does x, where it is not 1, equal y? */
bool num_stretches(struct num_table *t, int x, int y);

#endif
