/* REDUCE -> loops. Where the operands' strides may be asked (not inside a prange) loops follow
 * them: expand_walk.c; these are for the rest. */
#include "expander.h"

static void reduce_to_scalar(struct expander *x, const struct tstmt *s, struct expand_list *to) {
    struct expand_nest nest = {0};
    for (int i = 0; i < s->reduce.space.rank; ++i) {
        expand_axis(&nest, &s->reduce.space, i);
    }
    expand_mark_parallel(&nest, nest.n > 0);
    struct tvar *dst = s->reduce.dst;
    expand_assign(x, to, dst, s->reduce.start);
    struct expand_list *body = expand_open(x, &nest, to);
    expand_assign(x, body, dst,
                  expand_folded(x, s->reduce.op, expand_var(x, dst), s->reduce.value));
    expand_close(&nest);
}

/* A scalar for each point kept. */
static void reduce_inner(struct expander *x, const struct tstmt *s, struct expand_list *to) {
    const struct tspace *space = &s->reduce.space;
    struct expand_nest kept = {0}, reduced = {0};
    for (int i = 0; i < space->rank; ++i) {
        expand_axis(s->reduce.reduced[i] ? &reduced : &kept, space, i);
    }
    for (int i = 0; i < kept.n; ++i) {
        kept.axis[i].parallel = true;
    }
    struct tvar *acc = expand_new_var(x, "acc", s->reduce.value->type);
    struct expand_list *point = expand_open(x, &kept, to);
    expand_assign(x, point, acc, s->reduce.start);
    struct expand_list *body = expand_open(x, &reduced, point);
    expand_assign(x, body, acc,
                  expand_folded(x, s->reduce.op, expand_var(x, acc), s->reduce.value));
    expand_close(&reduced);
    expand_store(x, point, s->reduce.dst, s->reduce.index, expand_var(x, acc));
    expand_close(&kept);
}

/* Rows of dst updated by rows of the operand: the last axis, which is kept, innermost. The
 * axes kept before it are parallel, or else the first one reduced: chunks of it update copies of
 * dst (struct reduction of the plan, of array elements). */
static void reduce_outer(struct expander *x, const struct tstmt *s, struct expand_list *to) {
    const struct tspace *space = &s->reduce.space;
    struct expand_nest nest = {0};
    for (int i = 0; i < space->rank - 1; ++i) {
        if (!s->reduce.reduced[i]) {
            expand_axis(&nest, space, i);
            nest.axis[nest.n - 1].parallel = true;
        }
    }
    for (int i = 0; i < space->rank - 1; ++i) {
        if (s->reduce.reduced[i]) {
            expand_axis(&nest, space, i);
        }
    }
    expand_axis(&nest, space, space->rank - 1);
    nest.axis[0].parallel = true;
    expand_fill(x, to, s->reduce.dst, s->reduce.start);
    struct tvar *dst = s->reduce.dst;
    struct texpr *old = expand_load(x, s->reduce.value, dst, s->reduce.index);
    struct expand_list *body = expand_open(x, &nest, to);
    expand_store(x, body, dst, s->reduce.index,
                 expand_folded(x, s->reduce.op, old, s->reduce.value));
    expand_close(&nest);
}

void expand_reduce(struct expander *x, const struct tstmt *s, struct expand_list *to) {
    int rank = s->reduce.space.rank;
    if (x->parallel == 0 && expand_reduce_walked(x, s, to)) {
        return;
    }
    if (s->reduce.dst->type->kind != TY_ARRAY) {
        reduce_to_scalar(x, s, to);
    } else if (rank == 0 || s->reduce.reduced[rank - 1]) {
        reduce_inner(x, s, to);
    } else {
        reduce_outer(x, s, to);
    }
}
