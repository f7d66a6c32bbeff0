/* np.mgrid and np.ogrid: along each axis, start + step * k. */
#include "lower_array.h"
#include "lower_number.h"

/* One axis: its length, where it starts and its step, of the grid's dtype. */
struct grid_axis {
    struct texpr *n, *start, *step;
};

/* ceil((stop - start) / step), as NumPy in floats; may be negative. */
static struct texpr *length(struct lower *lw, struct texpr *start, struct texpr *stop,
                            struct texpr *step) {
    struct texpr *by = lower_simple(lw, lower_cast(lw, step, DT_FLOAT));
    lower_check(lw, lower_cmp(lw, OP_NE, by, lower_zero(lw, DT_FLOAT)), TEXC_ZERO_DIVISION,
                dtype_info[step->type->dtype].kind == KIND_FLOAT ? OF_PYTHON
                    "float division by zero"
                                                                 : "division by zero");
    struct texpr *span = lower_binary(lw, OP_SUB, IN_OPERATOR, stop, start);
    struct texpr *parts = lower_op2(lw, OP_DIV, lower_cast(lw, span, DT_FLOAT), by, DT_FLOAT);
    return lower_to_temp(lw,
                         lower_to_int(lw, lower_op1(lw, OP_CEIL, parts, DT_FLOAT), TO_INT_STORED));
}

/* 5j: five points, the last one at stop. */
static struct grid_axis counted(struct lower *lw, struct texpr *start, struct texpr *stop,
                                const struct expr *count) {
    int64_t n = (int64_t)count->number;
    start = lower_cast(lw, start, DT_F64);
    struct texpr *step = lower_real(lw, DT_F64, 1.0);
    if (n != 1) {
        struct texpr *span = lower_op2(lw, OP_SUB, lower_cast(lw, stop, DT_F64), start, DT_F64);
        step = lower_op2(lw, OP_DIV, span, lower_real(lw, DT_F64, (double)(n - 1)), DT_F64);
    }
    return (struct grid_axis){lower_int(lw, n), start, lower_simple(lw, step)};
}

/* by: the step as written; arg: values of start, stop and step. */
static struct grid_axis axis_of(struct lower *lw, const struct expr *by, struct texpr *const *arg,
                                enum dtype d) {
    struct texpr *start = arg[0] ? lower_simple(lw, arg[0]) : lower_int(lw, 0);
    struct texpr *stop = lower_simple(lw, arg[1]);
    if (by && by->kind == EXPR_IMAG) {
        return counted(lw, start, stop, by);
    }
    struct texpr *step = by ? lower_simple(lw, arg[2]) : lower_int(lw, 1);
    struct texpr *n = length(lw, start, stop, step);
    return (struct grid_axis){n, lower_cast(lw, start, d), lower_cast(lw, step, d)};
}

/* dst[...] = start + step * k over all of dst, where k counts along an axis. */
static void fill(struct lower *lw, struct tvar *dst, const struct grid_axis *x, int axis) {
    struct texpr *extent[TIR_MAX_RANK];
    enum dtype d = dst->type->dtype;
    for (int i = 0; i < dst->type->rank; ++i) {
        extent[i] = lower_shape(lw, dst, i);
    }
    struct tspace space = lower_space(lw, dst->type->rank, extent);
    struct texpr *k = lower_cast(lw, lower_var(lw, space.counter[axis]), d);
    struct texpr *value = lower_op2(lw, OP_ADD, lower_op2(lw, OP_MUL, k, x->step, d), x->start, d);
    lower_map(lw, &space, dst, NULL, value);
}

static struct texpr *dense(struct lower *lw, int n, const struct grid_axis *axis, struct ty *type) {
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, n + 1);
    extent[0] = lower_int(lw, n);
    for (int i = 0; i < n; ++i) {
        extent[i + 1] = axis[i].n;
    }
    struct tvar *dst = lower_new_array(lw, type, extent, FILL_NONE, NULL, NULL);
    for (int i = 0; i < n; ++i) {
        struct tstmt *s = lower_stmt(lw, TS_VIEW);
        s->view.dst = lower_temp(lw, ty_array(lw->a, lw->m, type->dtype, n, TY_C));
        s->view.base = dst;
        s->view.n = n + 1;
        s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, n + 1);
        for (int k = 0; k <= n; ++k) {
            s->view.axis[k].kind = k ? VIEW_FULL : VIEW_INDEX;
        }
        s->view.axis[0].index = lower_int(lw, i);
        fill(lw, s->view.dst, &axis[i], i);
    }
    return lower_var(lw, dst);
}

/* Axis i of array i only; others have one element. Negative lengths are 0 here. */
static struct texpr *sparse(struct lower *lw, int n, const struct grid_axis *axis,
                            struct ty *type) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, n);
    for (int i = 0; i < n; ++i) {
        struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, n);
        for (int k = 0; k < n; ++k) {
            extent[k] = k == i ? lower_op2(lw, OP_PYMAX, axis[i].n, lower_int(lw, 0), DT_INT)
                               : lower_int(lw, 1);
        }
        struct tvar *dst = lower_new_array(lw, type->item[i], extent, FILL_NONE, NULL, NULL);
        fill(lw, dst, &axis[i], i);
        item[i] = lower_var(lw, dst);
    }
    return lower_tuple(lw, n, item);
}

struct texpr *lower_grid(struct lower *lw, const struct callee *c, struct texpr *const *arg,
                         struct ty *type) {
    struct grid_axis axis[TIR_MAX_RANK];
    bool is_dense = c->op == OP_MGRID;
    int n = c->n / 3;
    for (int i = 0; i < n; ++i) {
        axis[i] = axis_of(lw, c->arg[3 * i + 2], arg + 3 * i,
                          is_dense ? type->dtype : type->item[0]->dtype);
    }
    return is_dense ? dense(lw, n, axis, type) : sparse(lw, n, axis, type);
}
