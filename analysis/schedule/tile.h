/* A nest that is looked at as tiles (tile.c). */
#ifndef PYCC_ANALYSIS_TILE_H
#define PYCC_ANALYSIS_TILE_H

#include "access.h"
#include "analysis.h"

enum { ROWS, LANES, DEPTH, BATCH };

struct tiling {
    struct arena *keep;
    struct scope *sc;
    const struct func_plan *fp;
    const struct nest *nest;
    struct tile_plan *plan;
    struct tstmt *loop[TILE_LOOPS]; /* outermost first */
    int n;
    struct tstmt *store, *begin, *update; /* of result; begin: NULL where it is in memory */
    struct tstmt *init;                   /* the store before the reduction, which adds in memory */
    struct tstmt *before;                 /* the loop around it, where it has one of its own, */
    const struct tstmt *same;             /* and which of the nest's has the same range */
    const struct tstmt *guard;            /* the IF around the update, or NULL */
    int outer;                            /* loops around the store */
    int pos;                              /* where an expression stands that is made plain */
    unsigned side[TILE_CLASSES];          /* loops, as bits */
    unsigned join[TILE_LOOPS];            /* of a loop that the result walks: those of its class */
    const struct access_list *list;
    bool apart; /* what is read of the result's array is nothing that is stored, but for itself */
    bool fits;
};

/* What there is in an expression. */
struct seen {
    const struct tiling *t;
    unsigned loops;
    const struct tvar *array; /* is it read, ... */
    bool reads, result;       /* ... or the result */
};

struct seen tile_look(const struct tiling *t, struct texpr *e);

/* It is not run as tiles for this reason, which is told of nests that could be otherwise. */
void tile_refuse(struct tiling *t, enum tile_reason reason, const char *name);

/* ---- tile_class.c */

/* Numbers of 4 bytes and more, of which vectors are. */
bool tile_has_type(enum dtype d);

/* Divides the loops and puts what the plan's step reads into panels. walks: loops that the result
 * walks, as bits; unit: the one along its neighbours. */
bool tile_classify(struct tiling *t, unsigned walks, unsigned unit);

#endif
