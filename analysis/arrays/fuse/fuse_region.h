/* Regions: runs of statements without control flow, and what is known of their arrays. */
#ifndef PYCC_ANALYSIS_FUSE_REGION_H
#define PYCC_ANALYSIS_FUSE_REGION_H

#include "fuse_value.h"
#include "fuse_walk.h"
#include "partition.h"
#include "vars.h"

enum { FUSE_MAX_STATEMENTS = 400 /* of a region; a longer one is two */ };

/* ---- fuse_function.c: of a whole function, by variable id */

struct fuse_function {
    struct arena *a;
    struct arena *out; /* of the module: new nodes */
    struct tmodule *m;
    struct tfunc *f;
    int n_vars;         /* when the facts were collected */
    int *group;         /* arrays that may share memory have one; see fuse_group */
    bool *outside;      /* by group: may be of the caller's, or in a tuple */
    int *refs;          /* statements that mention it, once for reading and once for assigning */
    int *defs;          /* statements that assign it */
    struct tstmt **def; /* one that does */
    bool *varies;       /* is assigned in a loop */
    bool *renamed;      /* all it is assigned are other names of arrays */
    struct new_vars vars;
};

struct fuse_function fuse_function_collect(struct arena *a, struct tmodule *m, struct tfunc *f);
int fuse_group(const struct fuse_function *ff, const struct tvar *v);

/* Is v assigned once at most, outside of loops, so that it has one value? */
bool fuse_fixed(const struct fuse_function *ff, const struct tvar *v);

/* What stands outside of some statements with what they assign to a variable: another statement
 * assigns it; one may read what they have assigned. */
enum fuse_behind { BEHIND_NOTHING, BEHIND_ASSIGNED, BEHIND_READ };

/* fuse_names.c. Of the n statements from `first` on of a block in f. */
enum fuse_behind fuse_find_behind(const struct tfunc *f, const struct tvar *v,
                                  const struct tstmt *first, int n);

/* A variable of a region's own, and whose name it bears. */
struct fuse_own {
    struct tvar *own, *of;
    bool last; /* the last of that name in its region: an array that nothing behind it reads */
};
struct fuse_owned {
    VEC(struct fuse_own) list;
};

/* Definitions of the n statements from b->item[first] on, which stand in a region, that the region
 * replaces later get variables of their own, and so do arrays that nothing behind it reads. All
 * are added to owned. next: by variable id, zeros, left so. */
void fuse_rename_region(struct arena *a, struct fuse_function *ff, struct tblock *b, int first,
                        int n, int *next, struct fuse_owned *owned);

/* Of arrays with variables of their own, the last of a name in what a region has become share the
 * variable of the name again, so that there is memory for one of them. */
void fuse_share_names(struct fuse_function *ff, struct tblock *region,
                      const struct fuse_owned *owned);

/* fuse_parts.c. Copies parts of arrays with fewer axes than a statement that writes all of such an
 * array after they are read, of n statements as above; how many they are then. */
int fuse_copy_parts(struct arena *a, struct fuse_function *ff, struct tblock *b, int first, int n);

/* ---- regions */

/* What an array variable shows. */
struct fuse_view {
    int root;     /* number of the memory in the region */
    int identity; /* NUM_VIEW */
    int extent[TIR_MAX_RANK];
    const struct tstmt *made;     /* the VIEW that shows part of another view, or NULL */
    const struct fuse_view *base; /* that one */
};

struct fuse_root {
    struct tvar *entry; /* the variable that has it at the begin; NULL: allocated in the region */
    int alloc;          /* the ALLOC, or -1 */
    int first, last;    /* array statements that access it, or -1 */
    bool kept;          /* seen outside of the region, or in other ways than element by element */
    bool parts;         /* other views of it than the whole */
    bool written;       /* by now */
};

/* Elements that a statement reads or writes. */
struct fuse_access {
    int root, identity;
    const struct fuse_view *view;
    const struct texpr *load; /* the node that reads, or NULL */
    int64_t bytes;            /* of all elements the view shows, for unknown extents of 1000 */
    bool write;
    bool pointwise;       /* each index is a counter or 0: at says which */
    int at[TIR_MAX_RANK]; /* by axis: the counter's number, or -1 for 0, also where it counts to 1
                           */
    bool traced;          /* the same of the axes of the memory itself: */
    int in_root[TIR_MAX_RANK];
};

struct fuse_stmt {
    struct tstmt *s;
    struct tvar *def;
    bool again;       /* def has been mentioned before in the region */
    uint64_t *before; /* statements of the region that must run before it */
    VEC(struct fuse_access) access;
    bool raises;
    bool visible;             /* writes memory that the caller may see */
    bool dropped;             /* a CHECK that holds */
    int vertex;               /* among the array statements, or -1 */
    int extent[TIR_MAX_RANK]; /* array statements: of the space */
    uint64_t unlike;          /* array statements before it that have another space */
    uint64_t rows, of_rows;   /* those whose space is the rows of this one's; those of whose space
                                 this one's is the rows: all axes but the last */
};

enum fuse_assume {
    ASSUME_NOTHING,
    ASSUME_FIT, /* operands that meet have equal extents, and arrays of the caller do not overlap
                   where one is written */
    ASSUME_ROWS /* and there are many rows, which lie in memory as rows */
};

struct fuse_region {
    struct arena *a;
    struct fuse_function *ff;
    int n, words;
    struct fuse_stmt *stmt;
    int n_vertices;
    int *at; /* by vertex: its statement */
    struct num_table values;
    VEC(struct fuse_root) root;
    struct fuse_view **view; /* by variable id: what an array shows by now, or NULL */
    int *scalar;             /* by variable id: the value of a scalar by now, or -1 */
    int *mentions;           /* by variable id: in the region, by now */
    int now;                 /* statement being looked at */
    enum fuse_assume assume; /* what a guard can find out is assumed, and listed: */
    VEC(struct fuse_pair { int x, y; }) equal; /* values */
    VEC(struct fuse_pair) apart;               /* roots, both there at the region's begin */
    VEC(struct fuse_pair) differ;              /* values, indices of one axis */
};

/* The statements of b, all of which may stand in a region. known: NULL, or a region of the same
 * statements, whose assumptions are made from the begin on. */
struct fuse_region *fuse_region_collect(struct arena *a, struct fuse_function *ff,
                                        const struct tblock *b, enum fuse_assume assume,
                                        const struct fuse_region *known);

/* A region without statements, for values alone; and what s defines, or has checked, from here on.
 */
struct fuse_region *fuse_region_begin(struct arena *a, struct fuse_function *ff);
void fuse_region_note(struct fuse_region *r, struct tstmt *s);

/* Did a later statement bring the assumption that two before it have one space? */
bool fuse_knows_late(struct fuse_region *r);

/* ---- fuse_guard.c: two versions of a region */

struct fuse_schedule;

/* What was assumed, and what rows ought to be, as a condition in nodes of out; NULL when that is
 * too much to ask. */
struct texpr *fuse_guard(struct arena *out, struct fuse_region *r,
                         const struct fuse_schedule *schedule);

/* Takes x and y to be equal, or to differ, which a guard finds out. False when none can. */
bool fuse_assume_equal(struct fuse_region *r, int x, int y);
bool fuse_assume_differ(struct fuse_region *r, int x, int y);

/* Assumes in r what is assumed in `from`. */
void fuse_assume_as(struct fuse_region *r, const struct fuse_region *from);

/* A copy of the statements, with counters of its own. */
struct tblock fuse_copy(struct arena *out, struct fuse_function *ff, const struct tblock *b);

/* What the variable shows, made up from what is known of it when the region has not defined it. */
const struct fuse_view *fuse_view_of(struct fuse_region *r, const struct tvar *v);

/* May x and y be the same memory, or overlap? */
bool fuse_may_overlap(struct fuse_region *r, int x, int y);

/* May elements that one shows be elements that the other shows? */
bool fuse_may_meet(struct fuse_region *r, const struct fuse_view *x, const struct fuse_view *y);

/* ---- fuse_fill.c */

/* Replaces what an array statement reads of arrays that have been filled and not written since. */
void fuse_read_fill(struct fuse_region *r, struct tstmt *s);

/* ALLOCs of arrays that are written as a whole before anything reads them fill no more. */
void fuse_drop_fills(struct fuse_region *r);

/* ---- fuse_raise.c, fuse_raise_run.c */

/* Fills in the array statements that do what the loop does, by what r knows of the values before
 * it; false when there are none that can. New nodes live in out. */
bool fuse_raise(struct arena *out, struct fuse_region *r, const struct tstmt *loop,
                struct tblock *maps);

/* A run of statements in which loops are array statements. */
struct fuse_raised {
    int n;                          /* statements of the block that it takes the place of */
    VEC(struct tstmt *) s;          /* what stands there instead; */
    VEC(const struct tstmt *) from; /* beside each, the loop that it comes from, or NULL */
};

/* What the statements from b->item[first] on are with their loops raised; false where there are
 * none, or nothing beside them. */
bool fuse_raise_run(struct arena *out, struct arena *work, struct fuse_function *ff,
                    const struct tblock *b, int first, struct fuse_raised *to);

/* ---- fuse_number.c */

/* The value of e by what is known now: the same number for what is surely equal. */
int fuse_value_of(struct fuse_region *r, const struct texpr *e);

/* Is a NUM_EXPR the sum, difference or product of two Python ints, and which? */
bool fuse_is_sum(const struct fuse_region *r, const struct num *v);
enum op fuse_sum_op(const struct num *v);

/* Learns from a CHECK that has passed; does it surely pass? */
void fuse_learn(struct fuse_region *r, const struct texpr *cond);
bool fuse_holds(struct fuse_region *r, const struct texpr *cond);

/* Takes the extents that the condition compares to be equal, where a guard can find that out. */
void fuse_assume_fits(struct fuse_region *r, const struct texpr *cond);

/* Do both, at the same point, touch the same element? A row's element is one of its points, too. */
bool fuse_same_element(const struct fuse_access *x, const struct fuse_access *y);

/* ---- fuse_view.c */

/* Fills in what the access is in its memory, when views lead there axis by axis. */
void fuse_trace(struct fuse_region *r, const struct fuse_view *v, int rank, struct fuse_access *x);

/* Do the views show elements at other indices of an axis of what both are views of? */
bool fuse_shows_others(struct fuse_region *r, const struct fuse_view *x, const struct fuse_view *y);

/* What a VIEW, or an ALLOC, makes. */
struct fuse_view *fuse_make_view(struct fuse_region *r, const struct tstmt *s,
                                 const struct fuse_view *base);
int64_t fuse_nominal_bytes(struct fuse_region *r, const struct tvar *v, const struct fuse_view *x);

static inline bool fuse_bit(const uint64_t *set, int i) {
    return (set[i / 64] >> (i % 64) & 1) != 0;
}

static inline void fuse_set_bit(uint64_t *set, int i) {
    set[i / 64] |= (uint64_t)1 << (i % 64);
}

#endif
