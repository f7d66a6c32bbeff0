/* np.cumsum, np.cumprod, np.maximum.accumulate, np.minimum.accumulate: loops in order along one
 * axis.
 *
 * Along the last axis a scalar carries the value so far; along another one whole rows are computed
 * from the rows before, so that memory is read in order. */
#include "lower.h"
#include "rules.h"

struct scan {
    enum op op;
    enum dtype dtype;
    struct tvar *from, *to;
    int axis, rank;
    struct tstmt *loop[TIR_MAX_RANK];
    struct stmt_list list[TIR_MAX_RANK];
    struct stmt_list *outer[TIR_MAX_RANK];
    struct texpr *index[TIR_MAX_RANK];
};

static enum op folding_op(enum op op, enum dtype d) {
    bool bools = d == DT_BOOL;
    return op == OP_CUMSUM    ? (bools ? OP_LOR : OP_ADD)
           : op == OP_CUMPROD ? (bools ? OP_LAND : OP_MUL)
           : op == OP_CUMMIN  ? (bools ? OP_LAND : OP_MINIMUM)
                              : (bools ? OP_LOR : OP_MAXIMUM);
}

static void open_loop(struct lower *lw, struct scan *s, int k, struct texpr *start,
                      struct texpr *stop) {
    s->loop[k] = lower_for_open(lw, "k", start, stop, lower_int(lw, 1), &s->list[k], &s->outer[k]);
    s->index[k] = lower_var(lw, s->loop[k]->for_.counter);
}

static void open_loops(struct lower *lw, struct scan *s, int first, int n) {
    for (int k = first; k < n; ++k) {
        open_loop(lw, s, k, lower_int(lw, 0), lower_shape(lw, s->from, k));
    }
}

static void close_loops(struct lower *lw, struct scan *s, int first, int n) {
    for (int k = n - 1; k >= first; --k) {
        lower_for_close(lw, s->loop[k], s->outer[k]);
    }
}

static struct texpr *element(struct lower *lw, const struct scan *s) {
    struct texpr *e = lower_load(lw, s->from, s->rank, (struct texpr **)s->index);
    return s->dtype == DT_BOOL ? lower_cast(lw, lower_truth(lw, e), DT_BOOL)
                               : lower_cast(lw, e, s->dtype);
}

static void store(struct lower *lw, const struct scan *s, struct texpr *value) {
    struct tstmt *t = lower_stmt(lw, TS_STORE);
    t->store.array = s->to;
    t->store.n = s->rank;
    t->store.index = ARENA_ARRAY(lw->a, struct texpr *, s->rank);
    for (int k = 0; k < s->rank; ++k) {
        t->store.index[k] = s->index[k];
    }
    t->store.value = value;
}

static struct texpr *folded(struct lower *lw, const struct scan *s, struct texpr *so_far) {
    return lower_op2(lw, s->op, so_far, element(lw, s), s->dtype);
}

static void along_last(struct lower *lw, struct scan *s) {
    open_loops(lw, s, 0, s->axis);
    struct tvar *acc = lower_new_var(lw, "acc", lower_scalar(lw, s->dtype));
    lower_assign(lw, acc, lower_neutral(lw, s->op, s->dtype));
    open_loops(lw, s, s->axis, s->rank);
    lower_assign(lw, acc, folded(lw, s, lower_var(lw, acc)));
    store(lw, s, lower_var(lw, acc));
    close_loops(lw, s, 0, s->rank);
}

/* Rows first..stop-1 along the axis. */
static void rows(struct lower *lw, struct scan *s, struct texpr *first, struct texpr *stop,
                 bool fold) {
    open_loops(lw, s, 0, s->axis);
    open_loop(lw, s, s->axis, first, stop);
    open_loops(lw, s, s->axis + 1, s->rank);
    struct texpr *value = element(lw, s);
    if (fold) {
        struct texpr *before[TIR_MAX_RANK];
        for (int k = 0; k < s->rank; ++k) {
            before[k] = k == s->axis ? lower_op2(lw, OP_SUB, s->index[k], lower_int(lw, 1), DT_INT)
                                     : s->index[k];
        }
        value = folded(lw, s, lower_load(lw, s->to, s->rank, before));
    }
    store(lw, s, value);
    close_loops(lw, s, 0, s->rank);
}

static void along_other(struct lower *lw, struct scan *s) {
    struct texpr *n = lower_shape(lw, s->from, s->axis);
    rows(lw, s, lower_int(lw, 0),
         lower_shared(lw, lower_op2(lw, OP_PYMIN, n, lower_int(lw, 1), DT_INT)), false);
    rows(lw, s, lower_int(lw, 1), n, true);
}

/* The elements in C order. */
static struct tvar *flat(struct lower *lw, struct tvar *array) {
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = lower_temp(lw, ty_array(lw->a, lw->m, array->type->dtype, 1, TY_C));
    s->view.base = array;
    s->view.n = 1;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, 1);
    s->view.axis[0] = (struct view_axis){.kind = VIEW_RESHAPED, .extent = lower_int(lw, -1)};
    return s->view.dst;
}

struct texpr *lower_accumulate(struct lower *lw, const struct callee *c) {
    const struct expr *axis = c->arg[reduction_place(c->op, "axis")];
    struct elements *x = lower_elements(lw, c->arg[0]);
    if (x->kind != ELEMENTS_ARRAY) {
        x = lower_elements_of(lw, lower_materialise(lw, x, NULL, NULL));
    }
    bool all = !axis || axis->kind == EXPR_NONE;
    struct scan s = {.op = folding_op(c->op, c->dtype), .dtype = c->dtype};
    s.from = all && x->rank != 1 ? flat(lw, x->array) : x->array;
    s.rank = s.from->type->rank;
    s.axis = all ? 0 : __builtin_ctz(c->axes);
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, s.rank);
    for (int k = 0; k < s.rank; ++k) {
        extent[k] = lower_shape(lw, s.from, k);
    }
    struct ty *type = ty_array(lw->a, lw->m, c->dtype, s.rank, TY_C);
    s.to = lower_new_array(lw, type, extent, FILL_NONE, NULL, NULL);
    if (s.axis == s.rank - 1) {
        along_last(lw, &s);
    } else {
        along_other(lw, &s);
    }
    return lower_var(lw, s.to);
}
