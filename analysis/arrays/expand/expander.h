/* What the files of the pass `expand` share: the state, making nodes, and loop nests. */
#ifndef PYCC_EXPANDER_H
#define PYCC_EXPANDER_H

#include "arena.h"
#include "build.h"
#include "rewrite.h"
#include "vars.h"

struct expander {
    struct arena *a;
    struct tmodule *m;
    struct tfunc *f;
    struct new_vars vars;
    int parallel;  /* parallel loops around */
    bool renumber; /* ids are to be made dense */
    struct span span;
    struct tstmt *origin; /* the statement being expanded, whose id is still to be given away */
};

struct expand_list {
    VEC(struct tstmt *) s;
};

struct expand_axis {
    struct tvar *counter;
    struct texpr *extent;
    bool parallel;
};

/* Loops over axis 0 (outermost) .. n-1; body gets the list of the innermost. */
struct expand_nest {
    int n;
    struct expand_axis axis[TIR_MAX_RANK];
    struct tstmt *loop[TIR_MAX_RANK];
    struct expand_list body[TIR_MAX_RANK];
};

/* A variable of the function at work, named base or base_2 ... */
struct tvar *expand_new_var(struct expander *x, const char *base, struct ty *type);
struct texpr *expand_var(struct expander *x, struct tvar *v);
struct texpr *expand_integer(struct expander *x, int64_t value);
struct texpr *expand_shape(struct expander *x, struct tvar *array, int axis);
/* The element of the array, whose dtype is that of `like`. */
struct texpr *expand_load(struct expander *x, struct texpr *like, struct tvar *array,
                          struct texpr **index);
/* x op 0, of integers: PYBOOL. */
struct texpr *expand_sign(struct expander *x, enum op op, struct texpr *value);
/* acc op value. */
struct texpr *expand_folded(struct expander *x, enum op op, struct texpr *acc, struct texpr *value);
/* A statement at the end of the list; the first one takes the id of x->origin. */
struct tstmt *expand_add(struct expander *x, struct expand_list *to, enum tstmt_kind kind);
void expand_assign(struct expander *x, struct expand_list *to, struct tvar *dst,
                   struct texpr *value);
void expand_store(struct expander *x, struct expand_list *to, struct tvar *array,
                  struct texpr **index, struct texpr *value);
struct tblock expand_block_of(const struct expand_list *l);
/* Adds axis k of the space to the nest, innermost so far. */
void expand_axis(struct expand_nest *n, const struct tspace *space, int k);
/* Opens the loops, one in another; what it returns is the body of the innermost one, to be filled
 * before expand_close. */
struct expand_list *expand_open(struct expander *x, struct expand_nest *n, struct expand_list *to);
void expand_close(struct expand_nest *n);
/* All but the innermost of the first n axes; a single one too. */
void expand_mark_parallel(struct expand_nest *nest, int n);

/* dst = start everywhere; with counters of its own. */
void expand_fill(struct expander *x, struct expand_list *to, struct tvar *dst, struct texpr *start);

/* expand_fused.c: a FUSED as loops. */
void expand_fused(struct expander *x, const struct tstmt *s, struct expand_list *to);

/* expand_reduce.c: a REDUCE as loops. */
void expand_reduce(struct expander *x, const struct tstmt *s, struct expand_list *to);

/* expand_walk.c: a REDUCE as loops in the order of its operands' memory, found at the call. False,
 * with nothing added, where its value is not one of whole operands. */
bool expand_reduce_walked(struct expander *x, const struct tstmt *s, struct expand_list *to);

#endif
