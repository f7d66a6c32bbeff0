/* Loops and MAPs over all elements, new arrays, and Python's own sum, min and max of an array,
 * which are loops in order. */
#include "lower_array.h"
#include "lower_number.h"

/* ---- loops over all elements */

void lower_nest_over(struct lower *lw, struct lower_nest *nest, const struct tspace *space) {
    nest->n = space->rank;
    for (int i = 0; i < space->rank; ++i) {
        struct tstmt *s = nest->loop[i] = lower_stmt(lw, TS_FOR);
        s->for_.loop = lw->f->n_loops++;
        s->for_.counter = space->counter[i];
        s->for_.start = lower_int(lw, 0);
        s->for_.stop = space->extent[i];
        s->for_.step = lower_int(lw, 1);
        nest->outer[i] = lower_begin_loop(lw, &nest->list[i]);
        nest->index[i] = lower_var(lw, space->counter[i]);
    }
}

static void lower_nest_open(struct lower *lw, struct lower_nest *nest, struct tvar *array) {
    struct texpr *extent[TIR_MAX_RANK];
    for (int i = 0; i < array->type->rank; ++i) {
        extent[i] = lower_shape(lw, array, i);
    }
    struct tspace space = lower_space(lw, array->type->rank, extent);
    lower_nest_over(lw, nest, &space);
}

void lower_nest_close(struct lower *lw, struct lower_nest *nest) {
    for (int i = nest->n - 1; i >= 0; --i) {
        lower_for_close(lw, nest->loop[i], nest->outer[i]);
    }
}

struct tspace lower_space(struct lower *lw, int rank, struct texpr **extent) {
    struct tspace space = {.rank = rank};
    space.extent = ARENA_ARRAY(lw->a, struct texpr *, rank);
    space.counter = ARENA_ARRAY(lw->a, struct tvar *, rank);
    for (int i = 0; i < rank; ++i) {
        space.extent[i] = extent[i];
        space.counter[i] =
            lower_new_var(lw, arena_printf(lw->a, "k%d", i), lower_scalar(lw, DT_INT));
        space.counter[i]->is_counter = true;
    }
    return space;
}

void lower_map(struct lower *lw, const struct tspace *space, struct tvar *dst,
               struct texpr *const *index, struct texpr *value) {
    struct tstmt *s = lower_stmt(lw, TS_MAP);
    s->map.space = *space;
    s->map.dst = dst;
    s->map.value = value;
    s->map.index = ARENA_ARRAY(lw->a, struct texpr *, dst->type->rank);
    for (int i = 0; i < dst->type->rank; ++i) {
        s->map.index[i] = index ? index[i] : lower_var(lw, space->counter[i]);
    }
}

/* ---- allocation */

struct tvar *lower_new_array(struct lower *lw, struct ty *type, struct texpr **extent,
                             enum alloc_fill fill, struct texpr *value, struct tvar *want) {
    if (want && value && texpr_reads(value, want)) {
        want = NULL;
    }
    struct tvar *dst = lower_target(lw, want, type, type->rank, extent);
    struct tstmt *s = lower_stmt(lw, TS_ALLOC);
    s->alloc.dst = dst;
    s->alloc.extent = extent;
    s->alloc.fill = fill;
    s->alloc.value = value;
    s->alloc.fortran = type->layout == TY_F;
    return dst;
}

struct texpr **lower_shape_extents(struct lower *lw, struct texpr *shape, int rank) {
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, rank);
    bool is_tuple = shape->type->kind == TY_TUPLE;
    if (shape->type->kind == TY_ARRAY) {
        shape = lower_extents(lw, shape->var);
        is_tuple = true;
    }
    for (int i = 0; i < rank; ++i) {
        struct texpr *e = is_tuple ? lower_item(lw, shape, i) : shape;
        extent[i] = lower_as_extent(lw, e);
    }
    return extent;
}

/* ---- Python's sum, min, max */

static void check_not_empty(struct lower *lw, enum op op, struct tvar *array) {
    const char *message = op == OP_MIN ? OF_PYTHON "min() arg is an empty sequence"
                                       : OF_PYTHON "max() arg is an empty sequence";
    struct texpr *size = lower_size(lw, array);
    lower_check(lw, lower_cmp(lw, OP_NE, size, lower_int(lw, 0)), TEXC_VALUE, message);
}

struct texpr *lower_builtin_reduction(struct lower *lw, enum op op, struct tvar *array,
                                      enum dtype result, struct texpr *start) {
    enum op fold = op == OP_SUM ? OP_ADD : op == OP_MIN ? OP_PYMIN : OP_PYMAX;
    struct tvar *acc = lower_new_var(lw, op == OP_SUM ? "total" : "best", lower_scalar(lw, result));
    if (op == OP_SUM) {
        lower_assign(lw, acc, start ? lower_operand(lw, start, result) : lower_zero(lw, result));
    } else {
        check_not_empty(lw, op, array);
        struct texpr *first[TIR_MAX_RANK];
        for (int i = 0; i < array->type->rank; ++i) {
            first[i] = lower_int(lw, 0);
        }
        struct texpr *element = lower_load(lw, array, array->type->rank, first);
        lower_assign(lw, acc, lower_cast(lw, element, result));
    }
    struct lower_nest nest;
    lower_nest_open(lw, &nest, array);
    struct texpr *element = lower_load(lw, array, nest.n, nest.index);
    struct texpr *x = lower_cast(lw, element, result);
    struct texpr *folded = lower_op2(lw, fold, lower_var(lw, acc), x, result);
    lower_check_int(lw, folded);
    lower_assign(lw, acc, folded);
    lower_nest_close(lw, &nest);
    return lower_var(lw, acc);
}
