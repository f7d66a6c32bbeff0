/* Trees GATHER, of a[i, :, j] with arrays among the indices: what is read twice, and checks.
 *
 * The arrays are broadcast together, and then each is checked, from the first element to the last.
 * The check is an array statement of its own; after it a read of the elements is an expression that
 * cannot fail, hence part of any other: y = val * x[col] is one pass over val and col. */
#include "lower_gather.h"
#include "lower_array.h"
#include "lower_number.h"

/* ---- what is read twice */

/* Is x computed as fast twice as once written to memory and read from there? */
static bool is_cheap(const struct elements *x, int *fuel) {
    if (x->kind != ELEMENTS_APPLY || --*fuel < 0) {
        return x->kind < ELEMENTS_GATHER;
    }
    bool divides = x->op == OP_FLOORDIV || x->op == OP_MOD || x->op == OP_DIV || x->op == OP_POW;
    bool slow = (x->apply == APPLY_BINARY && divides) ||
                (x->apply == APPLY_FUNCTION && op_info[x->op].flags & OPF_EXPENSIVE);
    for (int i = 0; i < x->n && !slow; ++i) {
        slow = !is_cheap(x->part[i], fuel);
    }
    return !slow;
}

struct elements *lower_computed(struct lower *lw, struct elements *x) {
    return lower_elements_of(lw, lower_materialise(lw, x, NULL, NULL));
}

struct elements *lower_read_twice(struct lower *lw, struct elements *x) {
    int fuel = 4;
    return is_cheap(x, &fuel) ? x : lower_computed(lw, x);
}

/* ---- checks */

static struct texpr *in_range(struct lower *lw, struct texpr *i, struct texpr *n) {
    struct texpr *low = lower_op2(lw, OP_SUB, lower_int(lw, 0), n, DT_INT);
    struct texpr *from = lower_op2(lw, OP_GE, i, low, DT_BOOL);
    return lower_and(lw, from, lower_op2(lw, OP_LT, i, n, DT_BOOL));
}

static void check_one(struct lower *lw, struct texpr *good, struct texpr *i, int axis,
                      struct texpr *n) {
    struct texpr *shown[] = {i, n};
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, 2);
    item[0] = shown[0];
    item[1] = shown[1];
    const char *text =
        arena_printf(lw->a, "index %%lld is out of bounds for axis %d with size %%lld", axis);
    lower_check_shown(lw, good, TEXC_INDEX, text, lower_tuple(lw, 2, item));
}

/* IndexError for the first element of x that is not in -n .. n-1, when any is looked at. used:
 * NULL, or a condition without which none is. */
static void check_array(struct lower *lw, const struct elements *x, int axis, struct texpr *n,
                        struct texpr *used) {
    struct stmt_list list;
    struct stmt_list *outer = used ? lower_begin(lw, &list) : NULL;
    struct lower_nest nest;
    struct tspace space = lower_space(lw, x->rank, (struct texpr **)x->extent);
    lower_nest_over(lw, &nest, &space);
    nest.loop[0]->for_.parallel = nest.loop[0]->for_.implied = true;
    struct texpr *i =
        lower_to_temp(lw, lower_cast(lw, lower_elements_value(lw, x, &space, NULL), DT_INT));
    check_one(lw, in_range(lw, i, n), i, axis, n);
    lower_nest_close(lw, &nest);
    if (used) {
        struct tblock then = lower_end(lw, outer);
        struct tstmt *s = lower_stmt(lw, TS_IF);
        s->if_.cond = used;
        s->if_.then = then;
    }
}

/* The size of a shape is not 0. */
static struct texpr *any_used(struct lower *lw, int rank, struct texpr *const *extent) {
    struct texpr *any = lower_bool(lw, true), *zero = lower_int(lw, 0);
    for (int i = 0; i < rank; ++i) {
        any = lower_and(lw, any, lower_cmp(lw, OP_NE, extent[i], zero));
    }
    return lower_simple(lw, any);
}

static void check_scalar(struct lower *lw, struct gather *g, int k) {
    struct texpr *i = g->axis[k].index->scalar, *n = lower_shape(lw, g->base, k);
    int64_t value;
    check_one(lw, in_range(lw, i, n), i, g->axis[k].shown, n);
    if (!texpr_is_const(i, &value) || value < 0) {
        g->axis[k].index = lower_elements_of(lw, lower_op2(lw, OP_WRAP, i, n, DT_INT));
    }
}

/* ---- the tree */

struct elements *lower_gather(struct lower *lw, struct gather *g) {
    struct elements *part[TIR_MAX_RANK];
    struct texpr *extent[TIR_MAX_RANK];
    struct elements *x = ARENA_NEW(lw->a, struct elements);
    int rank = g->base->type->rank, n = 0, kept = 0;
    for (int i = 0; i < rank; ++i) {
        struct elements *index = g->axis[i].index;
        kept += !index;
        if (index && index->kind != ELEMENTS_SCALAR) {
            part[n++] = index;
        }
    }
    lower_common_extents(
        lw, n, part, TEXC_INDEX,
        "shape mismatch: indexing arrays could not be broadcast together with shapes ", extent);
    *x = (struct elements){.kind = ELEMENTS_GATHER, .span = lw->span, .gather = g};
    x->rank = kept + g->rank;
    for (int i = 0; i < rank; ++i) {
        if (!g->axis[i].index) {
            x->extent[g->axis[i].at] = lower_shape(lw, g->base, i);
        }
    }
    for (int i = 0; i < g->rank; ++i) {
        x->extent[g->first + i] = extent[i];
    }
    return x;
}

/* Numbers are checked before arrays, and also where the arrays pick nothing. */
void lower_gather_check(struct lower *lw, struct elements *x) {
    struct gather *g = x->gather;
    int rank = g->base->type->rank, n = 0;
    for (int i = 0; i < rank; ++i) {
        if (g->axis[i].index && g->axis[i].index->kind == ELEMENTS_SCALAR) {
            check_scalar(lw, g, i);
        } else {
            n += g->axis[i].index != NULL;
        }
    }
    struct texpr *used = n > 1 ? any_used(lw, g->rank, x->extent + g->first) : NULL;
    for (int i = 0; i < rank; ++i) {
        const struct elements *index = g->axis[i].index;
        if (index && index->kind != ELEMENTS_SCALAR) {
            check_array(lw, index, g->axis[i].shown, lower_shape(lw, g->base, i), used);
        }
    }
}
