/* Products of arrays: a @ b and its relatives.
 *
 * Of two vectors it is one REDUCE. Everything else is the LIB statement MATMUL on arrays of equal
 * rank of at least 2: vectors get an axis of extent 1, stacks are stretched to each other, and the
 * result is written where it is wanted, through a view with the same axes. */
#include "lower.h"

struct work {
    const struct product *product;
    enum dtype dtype;
    struct tvar *x[2]; /* operands of that dtype */
    int rank;          /* of the stacks and their matrices, at least 2 */
};

/* ---- operands */

static struct tvar *operand(struct lower *lw, struct texpr *value, enum dtype d) {
    struct tvar *v = value->kind == TE_VAR ? value->var : lower_to_temp(lw, value)->var;
    if (v->type->dtype == d) {
        return v;
    }
    struct ty *type = ty_array(lw->a, lw->m, d, v->type->rank, TY_C);
    return lower_copy(lw, v, type, NULL)->var;
}

static void operands(struct lower *lw, struct work *w) {
    struct texpr *value[2];
    lower_exprs(lw, 2,
                (struct expr *const[]){(struct expr *)w->product->operand[0],
                                       (struct expr *)w->product->operand[1]},
                value);
    for (int i = 0; i < 2; ++i) {
        w->x[i] = operand(lw, value[i], w->dtype);
    }
}

/* The extents that are summed over must be equal. */
static void check_inner(struct lower *lw, const struct work *w) {
    struct tvar *a = w->x[0], *b = w->x[1];
    struct texpr *n = lower_shape(lw, a, a->type->rank - 1);
    int axis = b->type->rank == 1 ? 0 : b->type->rank - 2;
    struct texpr *m = lower_shape(lw, b, axis);
    struct texpr **shown = ARENA_ARRAY(lw->a, struct texpr *, 2);
    shown[0] = m;
    shown[1] = n;
    lower_check_shown(lw, lower_cmp(lw, OP_EQ, n, m), TEXC_VALUE,
                      "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
                      "signature (n?,k),(k,m?)->(n?,m?) (size %lld is different from %lld)",
                      lower_tuple(lw, 2, shown));
}

/* ---- views */

static struct tstmt *new_view(struct lower *lw, struct tvar *base, int rank) {
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = lower_temp(lw, ty_array(lw->a, lw->m, base->type->dtype, rank, TY_ANY));
    s->view.base = base;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, rank);
    return s;
}

/* base with new axes of extent 1: at the front up to rank, and before the last axis or behind it
 * when column says so. */
static struct tvar *with_axes(struct lower *lw, struct tvar *base, int rank, bool row,
                              bool column) {
    int own = base->type->rank + row + column;
    if (own == base->type->rank && own == rank) {
        return base;
    }
    struct tstmt *s = new_view(lw, base, rank);
    for (int i = own; i < rank; ++i) {
        s->view.axis[s->view.n++].kind = VIEW_NEW;
    }
    for (int i = 0; i < base->type->rank; ++i) {
        if (row && i == base->type->rank - 1) {
            s->view.axis[s->view.n++].kind = VIEW_NEW;
        }
        s->view.axis[s->view.n++].kind = VIEW_FULL;
    }
    if (column) {
        s->view.axis[s->view.n++].kind = VIEW_NEW;
    }
    return s->view.dst;
}

/* ---- stacks */

/* "(%lld,%lld)" of the axes of a stack, the others as NumPy writes them. */
static const char *stack_text(struct lower *lw, const struct tvar *v, bool core) {
    const char *text = "(";
    for (int i = 0; i < v->type->rank; ++i) {
        bool inner = i >= v->type->rank - 2;
        text =
            arena_printf(lw->a, "%s%s%s", text, i ? "," : "", inner && !core ? "newaxis" : "%lld");
    }
    return arena_printf(lw->a, "%s%s)", text, v->type->rank == 1 ? "," : "");
}

/* Extent of the axis of a stack counted in the common rank; NULL when v has none. */
static struct texpr *stack_extent(struct lower *lw, struct tvar *v, int rank, int axis) {
    int own = axis - (rank - v->type->rank);
    return v->type->rank > 2 && own >= 0 ? lower_shape(lw, v, own) : NULL;
}

static void check_stacks(struct lower *lw, const struct work *w, struct texpr *cond) {
    struct texpr **shown = ARENA_ARRAY(lw->a, struct texpr *, 4 * TIR_MAX_RANK);
    int n = 0;
    const char *text = "operands could not be broadcast together with remapped shapes "
                       "[original->remapped]:";
    for (int i = 0; i < 2; ++i) {
        struct tvar *v = w->x[i];
        text = arena_printf(lw->a, "%s %s->%s", text, stack_text(lw, v, true),
                            stack_text(lw, v, false));
        for (int turn = 0; turn < 2; ++turn) {
            for (int k = 0; k < v->type->rank - 2 * turn; ++k) {
                shown[n++] = lower_shape(lw, v, k);
            }
        }
    }
    lower_check_shown(lw, cond, TEXC_VALUE, text, lower_tuple(lw, n, shown));
}

/* Fills the extents of the stack's axes, and checks that they fit. */
static void broadcast(struct lower *lw, const struct work *w, struct texpr **extent) {
    struct texpr *cond = lower_bool(lw, true);
    struct texpr *one = lower_int(lw, 1);
    for (int k = 0; k < w->rank - 2; ++k) {
        struct texpr *x = stack_extent(lw, w->x[0], w->rank, k);
        struct texpr *y = stack_extent(lw, w->x[1], w->rank, k);
        extent[k] = x ? x : y;
        if (x && y && !texpr_equal(x, y)) {
            struct texpr *alone =
                lower_or(lw, lower_cmp(lw, OP_EQ, x, one), lower_cmp(lw, OP_EQ, y, one));
            cond = lower_and(lw, cond, lower_or(lw, lower_cmp(lw, OP_EQ, x, y), alone));
            extent[k] = lower_select(lw, lower_cmp(lw, OP_EQ, x, one), y, x);
        }
    }
    int64_t known;
    if (!texpr_is_const(cond, &known)) {
        check_stacks(lw, w, cond);
    }
    for (int k = 0; k < w->rank - 2; ++k) {
        extent[k] = lower_simple(lw, extent[k]);
    }
}

/* v, whose rank is the stack's, with the stack's extents. */
static struct tvar *stretched(struct lower *lw, struct tvar *v, struct texpr *const *extent) {
    int rank = v->type->rank;
    if (rank == 2) {
        return v;
    }
    struct tstmt *s = new_view(lw, v, rank);
    s->view.n = rank;
    for (int k = 0; k < rank; ++k) {
        s->view.axis[k].kind = k < rank - 2 ? VIEW_STRETCH : VIEW_FULL;
        s->view.axis[k].extent = k < rank - 2 ? extent[k] : NULL;
    }
    return s->view.dst;
}

/* ---- vector by vector */

static struct texpr *reduced(struct lower *lw, const struct work *w) {
    struct texpr *extent = lower_shape(lw, w->x[0], 0);
    struct tspace space = lower_space(lw, 1, &extent);
    struct texpr *index = lower_var(lw, space.counter[0]);
    struct texpr *x = lower_load(lw, w->x[0], 1, &index), *y = lower_load(lw, w->x[1], 1, &index);
    bool bools = w->dtype == DT_BOOL;
    struct tstmt *s = lower_stmt(lw, TS_REDUCE);
    s->reduce.space = space;
    s->reduce.reduced = ARENA_ARRAY(lw->a, bool, 1);
    s->reduce.reduced[0] = true;
    s->reduce.op = bools ? OP_LOR : OP_ADD;
    s->reduce.dst = lower_new_var(lw, "dot", lower_scalar(lw, w->dtype));
    s->reduce.start = lower_zero(lw, w->dtype);
    s->reduce.value = lower_op2(lw, bools ? OP_LAND : OP_MUL, x, y, w->dtype);
    return lower_var(lw, s->reduce.dst);
}

/* ---- all */

static void matmul(struct lower *lw, struct tvar *a, struct tvar *b, struct tvar *out, int sign) {
    struct tstmt *s = lower_stmt(lw, TS_LIB);
    s->lib.fn = OP_MATMUL;
    s->lib.n = 2;
    s->lib.arg = ARENA_ARRAY(lw->a, struct lib_arg, 2);
    s->lib.arg[0].value = lower_var(lw, a);
    s->lib.arg[1].value = lower_var(lw, b);
    s->lib.out = out;
    s->lib.sign = sign;
}

static struct texpr *multiplied(struct lower *lw, struct work *w) {
    struct tvar *a = w->x[0], *b = w->x[1];
    bool row = a->type->rank == 1, column = b->type->rank == 1;
    int n = a->type->rank + row, m = b->type->rank + column;
    w->rank = n > m ? n : m;
    struct texpr *extent[TIR_MAX_RANK];
    broadcast(lw, w, extent);
    int own = w->rank - 2;
    if (!row) {
        extent[own++] = lower_shape(lw, a, a->type->rank - 2);
    }
    if (!column) {
        extent[own++] = lower_shape(lw, b, b->type->rank - 1);
    }
    struct tvar *dst = w->product->into;
    if (!dst) {
        struct texpr *operand[2] = {lower_var(lw, a), lower_var(lw, b)};
        struct tvar *want = w->product->want;
        want =
            want && (texpr_reads(operand[0], want) || texpr_reads(operand[1], want)) ? NULL : want;
        struct texpr **extents = ARENA_ARRAY(lw->a, struct texpr *, own);
        for (int k = 0; k < own; ++k) {
            extents[k] = extent[k];
        }
        dst = lower_new_array(lw, w->product->type, extents, FILL_NONE, NULL, want);
    }
    struct tvar *x = stretched(lw, with_axes(lw, a, w->rank, row, false), extent);
    struct tvar *y = stretched(lw, with_axes(lw, b, w->rank, false, column), extent);
    matmul(lw, x, y, with_axes(lw, dst, w->rank, row, column), w->product->sign);
    return w->product->into ? NULL : lower_var(lw, dst);
}

struct texpr *lower_product(struct lower *lw, const struct product *p) {
    struct work w = {.product = p, .dtype = p->type->dtype};
    operands(lw, &w);
    check_inner(lw, &w);
    bool vectors = w.x[0]->type->rank == 1 && w.x[1]->type->rank == 1;
    return vectors ? reduced(lw, &w) : multiplied(lw, &w);
}
