/* What a parallel nest of a function marked @pycc.gpu is on a device: which of its loops are the
 * index space, which arrays and scalars the kernel takes, and how its element accesses stand in an
 * access table that the run time binds. */
#ifndef PYCC_OFFLOAD_H
#define PYCC_OFFLOAD_H

#include "analysis.h"

enum { DEVICE_DIMS = 3, DEVICE_INSIDE = 8 };

/* A LOAD or STORE in the kernel, known by its array of indices. */
struct device_access {
    const struct tvar *array;   /* as written in the source */
    struct texpr *const *index; /* load.index or store.index */
    int row;                    /* of the table; -1: its array is `whole` */
};

/* An array of which elements are accessed; by the numbers in the table's references, then those
 * that no reference is about. */
struct kernel_array {
    struct tvar *var; /* defined outside the nest */
    int use;          /* enum lmad_use of accesses that are not in the table; 0: all are */
    bool written;     /* by any access */
};

/* The extent of an axis of an array, or of a view of one that the nest makes. */
struct device_extent {
    const struct tvar *array;
    int axis;
    int symbol; /* of the table */
};

/* The range of a counter over the whole nest, as expressions at its entry. */
struct device_hull {
    struct texpr *first, *last;
};

/* A function that the kernel calls. */
struct device_function {
    const struct tfunc *func;
    bool may_fail; /* it, or one that it calls, may raise */
};

/* A loop inside the body whose iterations the work-items of a group can share: independent but for
 * the reductions, or for a scan, of step 1. */
struct device_split {
    struct tstmt *loop;
    bool stores; /* there is a STORE in it */
    VEC(struct reduction) reductions;
    struct tstmt *update; /* v = v op e, directly in the loop, behind statements that neither read v
                             nor store: what follows uses the v of this iteration. NULL: no scan */
    struct reduction scan; /* by that statement */
};

/* Elements that several work-items of a group load: references of one array, none of which the nest
 * writes, that step alike with all counters. */
struct device_local {
    int array;                /* its number */
    const struct tstmt *loop; /* they are loaded for a strip of its iterations at a time; NULL:
                                 once, before the body */
    VEC(int) rows;            /* of the table */
};

/* Words of 32 bits that are alive at once in a work-item, by the loops of the index space that they
 * change with: bit k of the index, loop k. Each is there for every iteration of the box along
 * those. */
struct device_registers {
    int words[1 << DEVICE_DIMS];
};

/* Why a nest stays with OpenMP; the words are in report/reasons_device.c. */
enum host_reason {
    HOST_NONE, /* it does not */
    HOST_ORDER,
    HOST_BOUNDS,
    HOST_TABLE,
    HOST_MEMORY,
    HOST_SEVERAL,
    HOST_INDICES,
    HOST_FROM_TUPLE,
    HOST_EXTENT,
    HOST_TUPLE,
    HOST_ADDRESS,
    HOST_ELSE,
    HOST_COPY,
    HOST_ALLOC,
    HOST_LIBRARY,
    HOST_LIST,
    HOST_LEFT_EARLY,
    HOST_USED_AFTER,
    HOST_TESTED,
    HOST_NO_ARRAY,
    HOST_COMPLEX,
    HOST_OPERATION,
    HOST_COMBINES_FLOATS,
    HOST_COMBINES,
    HOST_CALL_SCALARS,
    HOST_CALL_ARRAYS,
    HOST_CALL_CATCHES,
    HOST_CALL_ELSE,
    HOST_REASONS
};

struct device_plan {
    enum host_reason left; /* the rest is empty where there is one */
    const char *left_by;   /* the variable, function or operation that it is about, or NULL */
    int dims; /* loops of the index space, outermost first: their iterations are independent
                 but for `results`; the next one ends the body of each, behind statements
                 that every work-item executes for itself */
    struct tstmt *dim[DEVICE_DIMS];
    struct device_hull hull[DEVICE_DIMS]; /* not NULL: of a loop of step 1 whose range varies; its
                                             work-items are outside of the loop where they are not
                                             in the range itself */
    int lanes[DEVICE_DIMS]; /* iterations that a work-item had better do together, going through the
                               loops inside the body side by side; 0: one at a time. For the last
                               loop that makes vectors */
    bool strips; /* what loops inside load lies together along themselves: strips of their
                    iterations make the vectors, in each iteration of the box */
    struct device_registers registers; /* of a box, where it has most */
    int level[DEVICE_DIMS];            /* of the table's counters */
    int n_inside; /* loops of the nest that each work-item runs around the body, outermost
                     first: they stood around or between those of the index space */
    struct tstmt *inside[DEVICE_INSIDE];
    struct tstmt *body;              /* the loop whose body it is */
    VEC(struct device_split) splits; /* not empty: there is a second kernel, in which a group does
                                        one iteration of the index space, sharing these loops */
    int split_level; /* of the table's counters: the loop by whose length the run time chooses */
    struct access_table *table;
    VEC(struct device_access) accesses;
    VEC(struct kernel_array) arrays;
    VEC(struct device_extent) extents; /* those that the kernel asks for */
    VEC(struct tvar *) scalars;        /* defined outside, read in the kernel */
    VEC(struct reduction) results;
    VEC(struct device_function) functions; /* callees first */
    VEC(struct device_local) locals;       /* for groups with local memory of their own */
    bool atomics;   /* iterations add to integers of arrays: the root's element_reductions */
    bool atomics64; /* of 64 bits */
    bool may_fail;  /* an INDEX or CHECK stays inside */
    bool fp64;      /* computes with doubles */
    double flops;   /* operations of one iteration of the innermost loops */
};

enum box_block {
    BOX_ALONE,   /* an iteration, or a box of them */
    BOX_SHARED,  /* a full box in groups that share local memory, which have strips of their own */
    BOX_GROUP,   /* one iteration, by a work-group */
    BOX_RESULTS, /* a range of the index space, flat, by a work-group that combines results */
    BOX_BLOCKS
};

/* A number that only the call knows, in a form a variable that nothing declares: who prints it
 * knows what it is called. */
enum number_kind {
    NUMBER_AT,    /* the counter of loop k of the index space in the work-item's first iteration */
    NUMBER_LANES, /* iterations of it that a work-item does, */
    NUMBER_LEFT,  /* and those that there are */
    NUMBER_START, /* its first value, */
    NUMBER_STEP,
    NUMBER_TRIPS,
    NUMBER_ORIGIN, /* SHARED: its counter in the group's first iteration */
    NUMBER_ID,     /* the work-item's number in the group along it */
    NUMBER_ITEM,   /* GROUP, RESULTS: the work-item's number in its group, */
    NUMBER_GROUP,  /* and how many there are */
    NUMBER_FIRST,  /* RESULTS: the group's range, to before the last one */
    NUMBER_LAST,
    NUMBER_TURN,    /* neighbours that a work-item takes at a time */
    NUMBER_CHUNK,   /* the group's number */
    NUMBER_MEMBER,  /* SHARED: as ITEM, */
    NUMBER_MEMBERS, /* and GROUP; */
    NUMBER_FULL,    /* PYBOOL: all of them have all their iterations */
    NUMBER_STRIP,   /* iterations of a strip */
    NUMBER_LOCAL,   /* elements of copy k */

    /* arrays: */
    NUMBER_PART,  /* what groups have for result k */
    NUMBER_FLAT,  /* array k, as one of its memory's elements */
    NUMBER_FROM,  /* by an element of copy k, and counters of the table's loops where group and
                     strip begin, or 0: the element of its array that it holds */
    NUMBER_PLACE, /* by the table's counters, of the index space from the group's first iteration,
                     of the strip's loop from the strip's: where reference k finds its element */
    NUMBER_KINDS
};

struct box_number {
    enum number_kind kind;
    int k;
    struct tvar *var;
};

/* What a work-item does in a kernel, in TIR. */
struct box_form {
    VEC(struct box_number) numbers;
    struct tvar *lane[DEVICE_DIMS]; /* counters of iterations of the box; NULL: there is one */
    struct tblock block[BOX_BLOCKS];
    struct expanded expanded; /* ALONE: what is an array, for --emit schedule */
};

/* The access of a LOAD or STORE of the kernel. */
const struct device_access *device_access_of(const struct device_plan *d, const struct tvar *array,
                                             struct texpr *const *index);

/* The callee of a CALL of the kernel, or NULL. */
const struct device_function *device_function_of(const struct device_plan *d,
                                                 const struct tfunc *f);

/* Is it a STORE by an atomic operation? Its value is the element + what is added. */
bool device_is_atomic(const struct device_plan *d, const struct loop_plan *root,
                      const struct tstmt *store);

/* The split of a loop, or NULL; d may be NULL. */
const struct device_split *device_split_of(const struct device_plan *d, const struct tstmt *loop);

/* Words in all for boxes of so many iterations of each loop, 0 being one. */
int device_registers(const struct device_registers *r, const int *lanes);

/* The symbol of an extent that the kernel asks for. */
int device_extent_of(const struct device_plan *d, const struct tvar *array, int axis);

#endif
