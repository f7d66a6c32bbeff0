/* Definite assignment: which variables have a value at the current point of the walk.
 *
 * One bit per symbol and a trail of what was set, so that a branch is undone in time proportional
 * to what it assigned. Code that cannot be reached counts as having assigned everything. */
#ifndef PYCC_FLOW_H
#define PYCC_FLOW_H

#include <stdbool.h>

#include "ast.h"
#include "vec.h"

struct flow {
    struct arena *arena;
    bool *assigned; /* by symbol id */
    VEC(int) trail; /* symbols set since the function's start, in order */
    bool reachable;
    struct flow_loop *loop; /* innermost */
};

/* A saved branch: what it assigned, and whether its end is reached. */
struct flow_branch {
    int n;
    int *sym;
    bool reachable;
};

/* A loop being walked. */
struct flow_loop {
    struct flow_loop *outer;
    int mark; /* trail length at the entry */
    bool entry_reachable;
    bool broken; /* a reachable break was met */
    bool continued;
    VEC(int) at_break; /* assigned at every break so far, relative to the entry */
};

void flow_init(struct flow *f, struct arena *a, int n_symbols);
/* Starts a function: nothing is assigned. */
void flow_begin(struct flow *f);
/* Ends it: all bits are cleared again. */
void flow_end(struct flow *f);

void flow_assign(struct flow *f, const struct symbol *s);
/* It has no value any more. */
void flow_unassign(struct flow *f, const struct symbol *s);
bool flow_assigned(const struct flow *f, const struct symbol *s);
/* return, raise: nothing after it is reached. */
void flow_stop(struct flow *f);

/* A branch point: mark = flow_mark; walk one branch; take = flow_take(mark) undoes and returns it;
 * walk the other, which stays in place; flow_meet(mark, take) keeps what both assigned. */
int flow_mark(const struct flow *f);
struct flow_branch flow_take(struct flow *f, int mark, bool reachable_again);
void flow_meet(struct flow *f, int mark, const struct flow_branch *other);
/* Both have run, one after the other. */
void flow_join(struct flow *f, const struct flow_branch *other);

void flow_loop_enter(struct flow *f, struct flow_loop *l);
void flow_break(struct flow *f);
void flow_continue(struct flow *f);
/* Ends the body. at_least_once: it runs at least once; endless: only break leaves it. Afterwards
 * the flow is that of the loop's normal end, for `else`; flow_loop_leave joins the breaks. */
void flow_loop_end(struct flow *f, struct flow_loop *l, bool at_least_once, bool endless);
void flow_loop_leave(struct flow *f, struct flow_loop *l);

#endif
