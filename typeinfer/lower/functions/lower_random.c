/* pycc.random beyond one number per index: a range with both ends, and arrays, whose elements are
 * the numbers of the indices 0, 1, ... in C order. */
#include "lower_array.h"
#include "lower_function.h"
#include "lower_number.h"

/* low plus a number below high - low. */
static struct texpr *between(struct lower *lw, struct texpr *seed, struct texpr *i,
                             struct texpr *low, struct texpr *high) {
    struct texpr *n = lower_op2(lw, OP_SUB, high, low, DT_INT);
    struct texpr *arg[3] = {seed, i, n};
    return lower_op2(lw, OP_ADD, low, lower_function(lw, OP_RANDOM_BELOW, IN_RANDOM, 3, arg),
                     DT_INT);
}

/* The number of the space's point in C order. */
static struct texpr *number_of(struct lower *lw, const struct tspace *space) {
    struct texpr *n = lower_var(lw, space->counter[0]);
    for (int k = 1; k < space->rank; ++k) {
        n = lower_op2(lw, OP_MUL, n, space->extent[k], DT_INT);
        n = lower_op2(lw, OP_ADD, n, lower_var(lw, space->counter[k]), DT_INT);
    }
    return n;
}

struct texpr *lower_random(struct lower *lw, const struct callee *c, struct texpr *const *arg,
                           struct ty *type, struct tvar *want) {
    struct texpr *simple[4];
    int n = c->n;
    for (int i = 0; i < n; ++i) {
        bool number = arg[i]->type->kind == TY_SCALAR;
        simple[i] = number ? lower_simple(lw, lower_cast(lw, arg[i], DT_INT)) : arg[i];
    }
    if (c->op == OP_RANDOM_BETWEEN) {
        return between(lw, simple[0], simple[1], simple[2], simple[3]);
    }
    struct texpr **extent = lower_shape_extents(lw, lower_simple(lw, simple[n - 1]), type->rank);
    for (int k = 0; k < type->rank; ++k) {
        extent[k] = lower_simple(lw, extent[k]);
    }
    struct tvar *dst = lower_new_array(lw, type, extent, FILL_NONE, NULL, want);
    struct tspace space = lower_space(lw, type->rank, extent);
    struct texpr *i = number_of(lw, &space);
    struct texpr *pair[2] = {simple[0], i};
    enum op op = c->op == OP_RANDOM_NORMAL_OF ? OP_RANDOM_NORMAL : OP_RANDOM_UNIFORM;
    struct texpr *value = c->op == OP_RANDOM_BELOW_OF
                              ? between(lw, simple[0], i, simple[1], simple[2])
                              : lower_function(lw, op, IN_RANDOM, 2, pair);
    lower_map(lw, &space, dst, NULL, lower_cast(lw, value, type->dtype));
    return lower_var(lw, dst);
}
