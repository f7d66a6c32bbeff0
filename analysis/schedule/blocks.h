/* A loop that is looked at in blocks (blocks.c). */
#ifndef PYCC_ANALYSIS_BLOCKS_H
#define PYCC_ANALYSIS_BLOCKS_H

#include "build.h"
#include "passes.h"

enum { CHAIN = 4, MOST_UPDATES = BLOCKS_FAR, MOST_EDITS = 8, COMMON = 6 };

/* A store that adds to its element, and the loops in the one at hand around it, outermost first.
 * Where none of them is over earlier or later iterations it is apart from all else. */
struct update {
    struct tstmt *store, *loop[CHAIN];
    int n;
    struct tstmt *taken;        /* of them, that over earlier iterations; or NULL */
    struct tstmt *given[CHAIN]; /* those over later iterations, outermost first */
    int n_given;
    bool last; /* apart, behind all else */
};

/* What is other in a copy of a loop: its range, or it is left out. */
struct edit {
    const struct tstmt *loop;
    struct texpr *start, *stop; /* NULL: as they are */
    struct texpr *least, *most; /* it begins here at the earliest, stops here at the latest */
};

struct blocking {
    const struct interchange_task *t;
    struct new_vars *vars;
    struct tstmt *loop;  /* at hand */
    struct tstmt *inner; /* its first statement, `for j in range(i)`, or NULL */
    struct update update[MOST_UPDATES];
    int n;
    struct ty *type;           /* of counters */
    struct tvar *from, *until; /* of a block */
    bool assigns;              /* something gives a scalar a value */
    struct tstmt **far;        /* what is for tiles, MOST_UPDATES at most */
    int n_far;
    /* of a copy: */
    struct tvar **own; /* by variable: what stands for it */
    struct edit edit[MOST_EDITS];
    int n_edits;
    const struct update *only; /* of the loop nothing but this, its loops around; */
    bool head;                 /* nothing but the loop `inner`; */
    const struct update *less; /* all but this */
};

static inline const struct stmt_fact *fact(const struct blocking *b, const struct tstmt *s) {
    return fact_of(b->t->sc->facts, s);
}

static inline bool is_in(const struct blocking *b, const struct tstmt *s,
                         const struct tstmt *loop) {
    return fact(b, s)->pos > fact(b, loop)->pos && fact(b, s)->pos <= fact(b, loop)->body_end;
}

/* The iterations before this one begin here. */
static inline int64_t first_of(const struct blocking *b) {
    int64_t value = 0;
    expr_int_value((b->inner ? b->inner : b->loop)->for_.start, &value);
    return value;
}

/* ---- blocks.c */

/* Is s a loop around u in which there is nothing else? */
bool blocks_alone(const struct blocking *b, const struct update *u, const struct tstmt *s);

/* ---- blocks_copy.c */

/* The choice of the loop and of the blocks; b->far is what runs between these. */
struct tstmt *blocks_choice(struct blocking *b, const struct nest *nest);

#endif
