/* Items of containers that the function itself does not say: `xs = []` that a method, a nested
 * function or a helper fills.
 *
 * Where a use is solved and lists in it have items of no type, these are open: types of the kind
 * IT_OPEN, numbered in the use, and it is solved again. A call that is given open types solves its
 * callee for them under numbers of its own; what it puts into them, and what is open in its result,
 * comes back to the caller, whose own puts say the rest. When all is known, calls are solved with
 * types without open ones, and with the result that they are to give (use->wanted). */
#ifndef PYCC_OPEN_H
#define PYCC_OPEN_H

#include "infer.h"

/* An open type of a callee, as a call got it. */
struct open_got {
    const struct con *con;
    const struct use *callee;
    int number, here;
};

struct opens {
    int n_given; /* those in parameters and captures are first; then one for each variable of the
                    scheme; then what calls gave */
    VEC(struct itype *) bound; /* by number; NULL: not known yet */
    VEC(struct open_got) got;
    bool *lacks; /* by variable of the scheme: a list's items that nothing in the function says */
    int version; /* counts what became known; that of the last pass over the constraints */
    int passed, passes;
};

/* A new use has open types where it is given some. */
void open_given(struct infer *ix, struct use *u);
/* The type with what is known of its open parts. */
struct itype *open_resolve(struct infer *ix, const struct use *u, struct itype *t);
/* Two types are one: what is open in one of them is what the other has there. Both are resolved. */
void open_meet(struct infer *ix, struct use *u, struct itype **a, struct itype **b);
/* The same in the use that is being solved or checked. */
void open_meet_here(struct infer *ix, struct itype **a, struct itype **b);
/* The type of an object alone: what it may not have yet is not known. */
struct itype *open_without(struct infer *ix, struct itype *t);
/* Is operand i taken by a constraint, open as its type is? */
bool open_takes(const struct con *c, int i, const struct itype *t);
/* What a comparison with an open operand gives, as far as anything may depend on it; NULL: it is
 * none. */
struct itype *open_compared(struct infer *ix, const struct use *u, const struct con *c);
/* May it tell what is open though its result is known? */
bool open_tells(const struct use *u, const struct con *c);
/* The value of a variable before the constraints run: NULL, or open. */
struct itype *open_start(struct infer *ix, const struct use *u, int var);
/* All constraints have run: is there something new for them? */
bool open_again(struct infer *ix, struct use *u);
/* No more is known: what is open still has no type. */
void open_settle(struct infer *ix, struct use *u);
/* The solved use of a call by constraint c, and its result; NULL: not known yet. */
struct use *open_call(struct infer *ix, const struct con *c, const struct func *f,
                      const struct signature *sig, struct itype **param, struct itype **capture,
                      struct itype **ret);
/* Finds scheme->items. */
void open_find_items(struct infer *ix, struct scheme *s);

#endif
