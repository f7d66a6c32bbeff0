/* Reasons as data: a row and its operands. words/why.c makes words of them, which nobody reads
 * back. */
#ifndef PYCC_ANALYSIS_WHY_H
#define PYCC_ANALYSIS_WHY_H

#include "tir.h"

enum { WITNESS_LOOPS = 4 };

/* Two iterations that touch one element: x, which writes where both do not read, and y. */
struct witness {
    int n; /* loops, outermost first; at 1 x and y are iterations of one loop */
    const char *counter[WITNESS_LOOPS], *x[WITNESS_LOOPS], *y[WITNESS_LOOPS]; /* forms, as text */
    const char *array;
    int rank;
    const char *index[TIR_MAX_RANK]; /* forms, as text */
    bool x_writes, y_writes;
};

/* name, other, number: the operands of `struct why`. */
enum why_kind {
    /* dependence.c: iterations of a loop touch nothing in common */
    WHY_NO_WRITES,       /* they write to no array, */
    WHY_NO_OTHER_WRITES, /* to none but those they combine into, */
    WHY_OWN,             /* each to elements of its own of `list` */
    /* or may: */
    WHY_NOT_AFFINE,   /* an index of name, axis number, has no form; other: the loop's counter */
    WHY_ALL_WRITE,    /* no index of name is seen: both write, */
    WHY_ALL_READ,     /* or one reads */
    WHY_INDEX_WRITES, /* indices of name are not told apart: both write, */
    WHY_INDEX_READS,  /* or one reads */
    WHY_MANY,         /* too many uses of name */
    WHY_ASSIGNED,     /* name may stand for several arrays */
    WHY_ESCAPES,      /* an array goes through a tuple or list */
    WHY_COLLIDE,      /* witness shows it, */
    WHY_PERHAPS,      /* when conditions hold */
    /* question.c, slice.c: the call cannot find out before the loop */
    WHY_UNFOLLOWED,      /* what name stands for is not followed, */
    WHY_UNFOLLOWED_PART, /* or an array in a tuple or list */
    WHY_MANY_ACCESSES,
    WHY_NEEDS_WRITTEN, /* where elements are depends on array name, which is written, */
    WHY_NEEDS_CALL,    /* on a call of name, */
    WHY_NEEDS_READS,   /* on what name reads, */
    WHY_NEEDS_MADE,    /* on memory of the iteration, */
    WHY_NEEDS_LIST,    /* a list, */
    WHY_NEEDS_LIB,     /* a library, */
    WHY_NEEDS_RESULT,  /* on name, a result of the nest */
    WHY_COPY,          /* name may be a copy of other */
    WHY_SEVERAL,       /* name is several arrays, */
    WHY_RETURNED,      /* or comes from a call */
    WHY_IN_LIST,       /* the elements are of a list, */
    WHY_IN_LIB,        /* are touched by a library, */
    WHY_IN_CALL,       /* by a call of name, */
    WHY_IN_WHILE,      /* by a condition */
    /* fuse_graph.c: two array statements share no loops */
    WHY_OTHER_POINTS, /* one needs elements of name that the other touches at other points, */
    WHY_OVERLAP,      /* name and other may overlap, */
    WHY_PER_ROW,      /* one has a point per row, */
    WHY_EXTENTS,      /* extents may differ, */
    WHY_ENDS_EARLY,   /* one ends early, */
    WHY_OTHER_AXES,   /* they reduce other axes, */
    WHY_MADE_BETWEEN, /* name is made between, */
    WHY_CHECK_BETWEEN,
    WHY_STORE_BETWEEN,
    WHY_STATEMENT_BETWEEN,
    WHY_KNOWN_AFTER, /* name is known after the loops, */
    WHY_CHANGES,     /* or changes */
    WHY_SAVES_NOTHING,
    WHY_OTHERS_BETWEEN,
    WHY_ROWS
};

struct why {
    enum why_kind kind;
    int number;
    const char *name, *other;
    const struct tvar *const *list; /* NULL ends it */
    const struct witness *witness;
};

static inline struct why *why_new(struct arena *a, enum why_kind kind, const char *name,
                                  const char *other) {
    struct why *why = ARENA_NEW(a, struct why);
    *why = (struct why){.kind = kind, .name = name, .other = other};
    return why;
}

#endif
