/* The primitives of the schedule. Private to it. `reorder` is for serial loops that stand directly
 * in one another; the others make forms of a loop of step 1 that vectorises.
 *
 * reorder        for i: for j  ->  for j: for i
 * accumulators   s += x  ->  s += x, s_2 += x', ...; s = (s + s_2) + (s_3 + s_4)
 * split          for i   ->  for blocks of i: for i in the block
 * version        for i   ->  if hi - lo <= 16: for i, in order; else: for i
 * flag           for i: check c  ->  for i: wrong |= not c; if wrong: for i: check c
 * gather         for k: s += x[c[k]]  ->  masked vectors of k
 * turns          for i: s += x  ->  for i: s += x; s, s_2 = s_2, s; then s = s + s_2
 * range          for i: check 0 <= i < n  ->  if 0 <= lo and hi <= n: for i; else: for i: check
 * cut            for i: x[(i - k) mod n]  ->  for i < k: x[i - k + n]; for i >= k: x[i - k]
 * hold           for i: x[i] *= x[k]  ->  if lo < hi: t = x[k]; for i: x[i] *= t
 * waits          for i: s += x  ->  for blocks of i: (for i: t[i] = x; for i: s += t[i])
 * expand         s  ->  s_2[64], an element for each of the iterations that run side by side
 * jam            for i: (s; for k: t)  ->  for i: s; for k: (for i: t) */
#ifndef PYCC_FORM_H
#define PYCC_FORM_H

#include "offload.h"
#include "rewrite.h"
#include "schedule.h"
#include "vars.h"

/* A loop whose iterations run side by side, as lanes: lane l is iteration counter = at + l * step.
 */
struct form_lane {
    struct tvar *counter, *at;
    struct tvar *lane;  /* counter of the lanes */
    struct texpr *n;    /* lanes that there are, */
    struct texpr *room; /* at most */
    struct texpr *step; /* NULL: 1 */
};

struct former {
    struct arena *a;
    const struct tmodule *m;
    struct func_plan *fp;        /* a copy, of which func and the tables grow */
    const struct loop_plan *p;   /* of the loop at hand */
    struct tvar *lo, *hi;        /* its range */
    struct new_vars vars;        /* of its func */
    struct ty *type[DT_COUNT];   /* of scalars asked for so far */
    VEC(struct loop_plan) loops; /* of the function, old and new */
    VEC(int) origin;             /* by new stmt id: the one that it stems from */
    int *defs, n_defs;           /* by var id, of the function without forms: its definitions */
    const struct device_plan *device; /* of the kernel at hand */
    struct box_form *box;             /* what its work-items do */
};

struct form_block {
    VEC(struct tstmt *) s;
};

/* From now on m is about the loop with this plan: it has a range of its own. */
void form_begin(struct former *m, const struct loop_plan *p);

/* The loop itself, over the range; and over a part of it. */
void form_plain(struct former *m, struct form_block *to);
struct tstmt *form_add_part(struct former *m, struct form_block *to, struct tvar *from,
                            struct tvar *until);

/* As n = 2 ** bits streams that advance together, each with its own accumulators, where the range
 * is long enough for it; then what they leave. The order of the operations depends on the range
 * only, and accumulators that see fewer values round less. Fills f->least and f->rest. */
void form_accumulators(struct former *m, int bits, struct loop_form *f, struct form_block *to);

/* v = v or x, v = v and x: in blocks of n iterations, up to the one that decides v. Its flag has
 * the width of what x loads, so that a vector of comparisons needs no narrowing. */
void form_search(struct former *m, struct texpr *x, int n, struct form_block *to);

/* CHECKs set a flag; where it is set the loop runs again with them, from what it combined before,
 * or the one of p->sticky raises. The plan says that it may: it stores nothing, or that alone. */
void form_flag(struct former *m, struct form_block *to);

/* Where the counter is in range of the arrays that it is an INDEX of, without these, in vectors
 * when there are more than `few` iterations and the plan says so, otherwise as the hint has it, or
 * in turns; else the loop. */
void form_ranged(struct former *m, int few, enum loop_hint hint, bool turns, struct form_block *to);

/* A sum of what is read at indices that are data: where the counter is in range (always, when the
 * plan says so) the loop that is printed as masked vectors, otherwise, and where an index is not in
 * range, the loop. Is it such? */
bool form_is_gathered(const struct loop_plan *p);
struct tstmt *form_gathered(struct former *m, struct form_block *to);

/* Two iterations in each turn of the loop, which combine into accumulators of their own. The order
 * of the operations depends on the range only. */
void form_turns(struct former *m, struct form_block *to);

/* ---- form_cut.c */

/* At how many places a loop is cut whose arrays are turned; 0: it stays whole. Cuts it. */
int form_count_cuts(struct former *m);
void form_cut(struct former *m, struct form_block *to);

/* ---- form_hold.c */

/* Does it read elements of the array that it writes, the same in all iterations, and leave them as
 * they are? Reads them before the loop; not in the text that runs where arrays may overlap. */
bool form_may_hold(struct former *m);
void form_hold(struct former *m, struct form_block *to);

/* ---- form_waits.c */

/* The loop of p->waits in blocks of lanes: what is combined, then that it is, in order. wrong:
 * NULL, or the flag that its CHECKs set. Returns what is an array now. */
struct expanded form_waiting(struct former *m, struct tvar *wrong, struct form_block *to);

/* ---- form.c */

/* CHECKs of the block set a flag: check c  ->  wrong = wrong | not c. */
void form_set_flag(struct former *m, struct tvar *wrong, const struct tblock *b);

/* Lanes of the loop: as many as are left, n at most. */
void form_add_width(struct former *m, struct form_lane *lane, int n, struct form_block *to);

/* The iterations of the loop in blocks of n lanes, through the loops inside in order. Returns
 * what is an array of n now. */
struct expanded form_blocks(struct former *m, int n, struct form_block *to);

/* The same for n neighbouring iterations at a time of a loop of a kernel that only combines, each
 * of which combines into an element of its own; those left over combine into the result itself, for
 * lanes of their own keep compilers from making vectors of the lanes. And of a loop that combines
 * nothing (lanes.c): those left over run as they are. */
struct expanded form_strips(struct former *m, int n, struct form_block *to);

/* A variable, and what it becomes in a copy. */
struct form_own {
    const struct tvar *from;
    struct tvar *to;
};

struct form_jam {
    bool whole;                   /* one lane after the other goes through all of the block */
    const struct form_lane *lane; /* n of them, outermost first; n = 0: a copy */
    int n;
    enum loop_hint hint;        /* of the loops over the lanes; */
    int last;                   /* but so many statements at the end are a loop in order */
    struct tvar *wrong;         /* NULL, or a flag that the lanes set */
    const struct form_own *own; /* of variables that the block gives values; others are new */
    int n_own;
    bool forms;                      /* loops inside are in the forms that they have in kernels, */
    const struct device_plan *group; /* but for those that a work-group of it splits; or NULL */
};

/* A copy of a block that all lanes go through together: around each of its statements, and of those
 * in its loops, are loops over the lanes. A scalar that passes from one of these to another is an
 * array over the lanes, of the type that all its uses convert it to where that is one. Returns
 * what is an array now. Nuzman and Zaks, "Outer-loop vectorization: revisited for short SIMD
 * architectures", PACT 2008. */
struct expanded form_jam(struct former *m, const struct form_jam *j, const struct tblock *block,
                         struct form_block *to);

/* n loops that stand directly in one another, outermost first, in another order: at[k] is the
 * number of the one at depth k. New loops with their old numbers; each that is at another depth has
 * as its source the one that stood there, for the exact variant runs in the order of the source. */
struct tstmt *form_reorder(struct arena *a, struct tstmt *const *loop, const int *at, int n);

/* Up to so many iterations run in order, any other range as `other`. */
void form_version(struct former *m, int few, struct form_block *other, struct form_block *to);

/* ---- form_kernel.c */

/* Forms for the loops of a nest that is a kernel, and for boxes of its iterations. */
void form_kernel(struct former *m, const struct nest *nest);

/* ---- form_group.c */

/* What a work-group does with one iteration, block; and with a range of them, which have results.
 */
struct tblock form_group(struct former *m, const struct nest *nest, const struct tblock *block);
struct tblock form_results(struct former *m, const struct nest *nest, const struct tblock *block);

/* ---- form_shared.c */

/* inside = first and all of the lanes' counters are in the ranges of loops whose range varies. */
void form_add_tests(struct former *m, const struct form_lane *lane, int n, struct texpr *first,
                    struct tvar *inside, struct form_block *to);

/* The box of jam by groups that share local memory, which are done then; inside: NULL, or a PYBOOL
 * for form_add_tests. */
struct tblock form_shared(struct former *m, const struct form_jam *jam, const struct tblock *block,
                          struct tvar *inside);

/* ---- form_lanes.c */

/* An array over n lanes for v, of elements of d; alloc: NULL, or the ALLOC of v, which is one
 * itself and has its own dimensions behind these. */
struct tvar *form_expand(struct former *m, const struct tvar *v, enum dtype d,
                         const struct form_lane *lane, int n, struct tstmt *alloc,
                         struct form_block *to);

/* The lane's element of such an array, as a t; and s becomes the statement that stores it. */
struct texpr *form_element(struct former *m, struct tvar *array, struct ty *t,
                           const struct form_lane *lane, int n);
void form_set_element(struct former *m, struct tstmt *s, struct tvar *array, struct texpr *value,
                      const struct form_lane *lane, int n);

/* ---- form_nodes.c */

struct ty *form_type(struct former *m, enum dtype d);
struct ty *form_array_type(struct former *m, enum dtype d, int rank);
struct texpr *form_integer(struct former *m, int64_t value);
struct texpr *form_op(struct former *m, enum op o, struct texpr *x, struct texpr *y);

/* The counter is in the range of its loop. */
struct texpr *form_in_range(struct former *m, const struct tstmt *loop);

/* What an accumulator begins with: for operators that may see a value twice the value so far. */
struct texpr *form_neutral(struct former *m, const struct reduction *r);

/* A new variable; an INT beside the counter: i_end_2. */
struct tvar *form_var(struct former *m, const char *base, struct ty *t);
struct tvar *form_int(struct former *m, const char *what);

/* A statement gets its number, and is put at the end of the block; it stems from `origin`. */
struct tstmt *form_append(struct former *m, struct form_block *to, struct tstmt *s,
                          const struct tstmt *origin);
struct tstmt *form_add_new(struct former *m, struct form_block *to, enum tstmt_kind kind);
void form_add_assign(struct former *m, struct form_block *to, struct tvar *dst,
                     struct texpr *value);

/* A loop of step 1 with the plan *as; what it combines is in there. And the plan alone. */
struct tstmt *form_add_for(struct former *m, struct form_block *to, struct tvar *counter,
                           struct texpr *start, struct texpr *stop, const struct form_block *body,
                           const struct loop_plan *as);
void form_add_plan(struct former *m, struct tstmt *s, int *loop, const struct loop_plan *as);

struct tblock form_taken(const struct form_block *b);

/* The value of an INDEX in range whose index is this. */
struct texpr *form_index(struct former *m, const struct tstmt *s, struct texpr *index);

/* The plan of a loop, of which what is made has no place in the source. */
const struct loop_plan *form_unplaced(struct former *m, int loop);

/* A number of the box; an array: its elements, of type t. */
struct tvar *form_number_var(struct former *m, enum number_kind kind, int k, struct ty *t);
struct texpr *form_number(struct former *m, enum number_kind kind, int k);

/* Nodes of groups: array[at] of an array of one axis, as a t; s becomes array[at] = value; a loop
 * over the work-items (a HINT_ITEMS), whose number is item; an array that they share. */
struct texpr *form_item(struct former *m, struct tvar *array, struct ty *t, struct texpr *at);
void form_set_item(struct former *m, struct tstmt *s, struct tvar *array, struct texpr *at,
                   struct texpr *value);
void form_add_items(struct former *m, struct form_block *to, struct tvar *item, struct texpr *n,
                    const struct form_block *body, enum loop_hint hint);
void form_add_if(struct former *m, struct form_block *to, struct texpr *cond,
                 const struct form_block *then);
void form_add_while(struct former *m, struct form_block *to, struct texpr *cond,
                    const struct form_block *body);
struct tvar *form_shared_array(struct former *m, const char *name, enum dtype d, struct texpr *n,
                               struct form_block *to);

#endif
