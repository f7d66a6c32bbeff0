/* np.cumsum, np.cumprod, np.maximum.accumulate, np.minimum.accumulate: loops in order along one
 * axis.
 *
 * Along the last axis a scalar carries the value so far; along another one whole rows are computed
 * from the rows before, so that memory is read in order.
 *
 * In functions marked @pycc.gpu what is parallel is said: rows are apart from each other, and a
 * single one is cut into blocks,
 *
 *     for b (parallel): sums[b + 1] = x[b * BLOCK] op ... op x[b * BLOCK + BLOCK - 1]
 *     sums[0] = neutral; sums[b] = sums[b - 1] op sums[b], in order
 *     for b (parallel): the block's elements, from sums[b] on
 *     what is left, from the last of sums on
 *
 * unless floats have to be added in order. Products of complex numbers begin with the first, which
 * 1 times it is not: they take the way of other axes. */
#include "lower_array.h"
#include "lower_function.h"
#include "lower_number.h"
#include "rules.h"
#include "special.h"

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

/* 0.0 would lose the sign of a first -0.0. */
static struct texpr *start(struct lower *lw, const struct scan *s) {
    enum dtype_kind kind = dtype_info[s->dtype].kind;
    return s->op != OP_ADD || kind < KIND_FLOAT ? lower_neutral(lw, s->op, s->dtype)
           : kind == KIND_FLOAT                 ? lower_real(lw, s->dtype, -0.0)
                                                : lower_complex(lw, s->dtype, -0.0, -0.0);
}

static void along_last(struct lower *lw, struct scan *s) {
    open_loops(lw, s, 0, s->axis);
    struct tvar *acc = lower_new_var(lw, "acc", lower_scalar(lw, s->dtype));
    lower_assign(lw, acc, start(lw, s));
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

/* ---- for devices */

/* Each row has a scalar that goes along the axis. */
static void rows_apart(struct lower *lw, struct scan *s) {
    bool first = true;
    for (int k = 0; k < s->rank; ++k) {
        if (k != s->axis) {
            open_loops(lw, s, k, k + 1);
            s->loop[k]->for_.parallel = s->loop[k]->for_.implied = first;
            first = false;
        }
    }
    struct tvar *acc = lower_new_var(lw, "acc", lower_scalar(lw, s->dtype));
    lower_assign(lw, acc, start(lw, s));
    open_loops(lw, s, s->axis, s->axis + 1);
    lower_assign(lw, acc, folded(lw, s, lower_var(lw, acc)));
    store(lw, s, lower_var(lw, acc));
    close_loops(lw, s, s->axis, s->axis + 1);
    for (int k = s->rank - 1; k >= 0; --k) {
        if (k != s->axis) {
            close_loops(lw, s, k, k + 1);
        }
    }
}

/* acc = acc op element n of the block that begins at `from`, n = first..stop-1; each stored in
 * s->to where `put` says so. */
static void along_block(struct lower *lw, struct scan *s, struct tvar *acc, struct texpr *from,
                        struct texpr *stop, bool put) {
    open_loop(lw, s, 0, lower_int(lw, 0), stop);
    s->index[0] = lower_op2(lw, OP_ADD, from, s->index[0], DT_INT);
    lower_assign(lw, acc, folded(lw, s, lower_var(lw, acc)));
    if (put) {
        store(lw, s, lower_var(lw, acc));
    }
    close_loops(lw, s, 0, 1);
}

/* A parallel loop over blocks: its counter. The caller closes it. */
struct blocks {
    struct tstmt *loop;
    struct stmt_list list, *outer;
};

static struct texpr *open_blocks(struct lower *lw, struct blocks *b, struct texpr *n) {
    b->loop = lower_for_open(lw, "b", lower_int(lw, 0), n, lower_int(lw, 1), &b->list, &b->outer);
    b->loop->for_.parallel = b->loop->for_.implied = true;
    return lower_var(lw, b->loop->for_.counter);
}

static struct tvar *new_sum(struct lower *lw, const struct scan *s, struct texpr *value) {
    struct tvar *acc = lower_new_var(lw, "acc", lower_scalar(lw, s->dtype));
    lower_assign(lw, acc, value);
    return acc;
}

/* sums[b] becomes what stands before block b. One row, so that a device does it too. */
static void add_sums(struct lower *lw, struct scan *s, struct texpr *n) {
    struct blocks row;
    struct stmt_list list, *outer;
    open_blocks(lw, &row, lower_int(lw, 1));
    struct tvar *acc = new_sum(lw, s, start(lw, s));
    struct scan own = *s;
    own.from = own.to;
    own.index[0] = lower_int(lw, 0);
    store(lw, &own, lower_var(lw, acc));
    struct texpr *stop = lower_op2(lw, OP_ADD, n, lower_int(lw, 1), DT_INT);
    struct tstmt *loop =
        lower_for_open(lw, "b", lower_int(lw, 1), stop, lower_int(lw, 1), &list, &outer);
    own.index[0] = lower_var(lw, loop->for_.counter);
    lower_assign(lw, acc, folded(lw, &own, lower_var(lw, acc)));
    store(lw, &own, lower_var(lw, acc));
    lower_for_close(lw, loop, outer);
    lower_for_close(lw, row.loop, row.outer);
}

/* Whole blocks, n of them. */
static void whole_blocks(struct lower *lw, struct scan *s, struct scan *sums, struct texpr *n) {
    struct texpr *size = lower_int(lw, LOWER_BLOCK), *index[1];
    struct blocks blocks;
    struct texpr *b = open_blocks(lw, &blocks, n);
    struct tvar *acc = new_sum(lw, s, start(lw, s));
    along_block(lw, s, acc, lower_op2(lw, OP_MUL, b, size, DT_INT), size, false);
    sums->index[0] = lower_op2(lw, OP_ADD, b, lower_int(lw, 1), DT_INT);
    store(lw, sums, lower_var(lw, acc));
    lower_for_close(lw, blocks.loop, blocks.outer);

    add_sums(lw, sums, n);

    index[0] = b = open_blocks(lw, &blocks, n);
    acc = new_sum(lw, s, lower_load(lw, sums->to, 1, index));
    along_block(lw, s, acc, lower_op2(lw, OP_MUL, b, size, DT_INT), size, true);
    lower_for_close(lw, blocks.loop, blocks.outer);
}

/* What whole blocks leave, from element `from` on. */
static void last_block(struct lower *lw, struct scan *s, const struct scan *sums, struct texpr *n,
                       struct texpr *from) {
    struct texpr *length = lower_shape(lw, s->from, 0), *index[1] = {n};
    struct blocks rest;
    open_blocks(lw, &rest, lower_int(lw, 1));
    struct texpr *before = lower_select(lw, lower_cmp(lw, OP_GT, n, lower_int(lw, 0)),
                                        lower_load(lw, sums->to, 1, index), start(lw, s));
    along_block(lw, s, new_sum(lw, s, before), from, lower_op2(lw, OP_SUB, length, from, DT_INT),
                true);
    lower_for_close(lw, rest.loop, rest.outer);
}

static void add_if(struct lower *lw, struct texpr *cond, struct tblock then) {
    struct tstmt *t = lower_stmt(lw, TS_IF);
    t->if_.cond = cond;
    t->if_.then = then;
}

static void in_blocks(struct lower *lw, struct scan *s) {
    struct stmt_list then, *outer;
    struct texpr *size = lower_int(lw, LOWER_BLOCK), *length = lower_shape(lw, s->from, 0);
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, 1);
    struct texpr *n = lower_to_temp(lw, lower_op2(lw, OP_FLOORDIV, length, size, DT_INT));
    struct texpr *from = lower_to_temp(lw, lower_op2(lw, OP_MUL, n, size, DT_INT));
    struct scan sums = *s;
    struct ty *type = ty_array(lw->a, lw->m, s->dtype, 1, TY_C);
    extent[0] = lower_op2(lw, OP_ADD, n, lower_int(lw, 1), DT_INT);
    sums.to = lower_new_array(lw, type, extent, FILL_NONE, NULL, NULL);
    outer = lower_begin(lw, &then);
    whole_blocks(lw, s, &sums, n);
    add_if(lw, lower_cmp(lw, OP_GT, n, lower_int(lw, 0)), lower_end(lw, outer));
    outer = lower_begin(lw, &then);
    last_block(lw, s, &sums, n, from);
    add_if(lw, lower_cmp(lw, OP_LT, from, length), lower_end(lw, outer));
}

static bool may_reorder(const struct lower *lw, const struct scan *s) {
    enum dtype_kind kind = dtype_info[s->dtype].kind;
    bool chooses = s->op == OP_MINIMUM || s->op == OP_MAXIMUM;
    return chooses || !lw->in_order || (kind != KIND_FLOAT && kind != KIND_COMPLEX);
}

/* ---- all */

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

struct texpr *lower_accumulate(struct lower *lw, const struct callee *c, struct elements *x) {
    const struct expr *axis = c->arg[special_place(c->op, "axis")];
    bool all = !axis || axis->kind == EXPR_NONE;
    struct scan s = {.op = folding_op(c->op, c->dtype), .dtype = c->dtype};
    s.from = x->kind == ELEMENTS_ARRAY    ? x->array
             : x->kind == ELEMENTS_SCALAR ? lower_number_array(lw, x->scalar)
                                          : lower_materialise(lw, x, NULL, NULL)->var;
    all = all || s.from->type->rank == 0;
    s.from = all && s.from->type->rank != 1 ? flat(lw, s.from) : s.from;
    s.rank = s.from->type->rank;
    s.axis = all ? 0 : __builtin_ctz(c->axes);
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, s.rank);
    for (int k = 0; k < s.rank; ++k) {
        extent[k] = lower_shape(lw, s.from, k);
    }
    struct ty *type = ty_array(lw->a, lw->m, c->dtype, s.rank, TY_C);
    s.to = lower_new_array(lw, type, extent, FILL_NONE, NULL, NULL);
    bool from_first = s.op == OP_MUL && dtype_info[s.dtype].kind == KIND_COMPLEX;
    if (from_first) {
        along_other(lw, &s);
    } else if (lw->f->gpu && s.rank > 1) {
        rows_apart(lw, &s);
    } else if (lw->f->gpu && may_reorder(lw, &s) && lw->pranges == 0) {
        in_blocks(lw, &s);
    } else if (s.axis == s.rank - 1) {
        along_last(lw, &s);
    } else {
        along_other(lw, &s);
    }
    return lower_var(lw, s.to);
}
