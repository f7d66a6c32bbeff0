/* Products of arrays: a @ b and its relatives.
 *
 * Of two vectors, and of an expression per element and a vector, it is one REDUCE. Everything else
 * is the LIB statement MATMUL on arrays of equal rank of at least 2: vectors get an axis of extent
 * 1, stacks are stretched to each other, and the result is written where it is wanted, through a
 * view with the same axes. */
#include "lower_array.h"
#include "lower_function.h"

#include <string.h>

/* ---- operands */

static bool of_vectors(const struct product *p) {
    return p->x[0]->type->rank == 1 && p->x[1]->type->rank == 1;
}

static struct tvar *operand(struct lower *lw, struct texpr *value, enum dtype d) {
    struct tvar *v = value->kind == TE_VAR ? value->var : lower_to_temp(lw, value)->var;
    if (v->type->dtype == d) {
        return v;
    }
    struct ty *type = ty_array(lw->a, lw->m, d, v->type->rank, TY_C);
    return lower_copy(lw, v, type, NULL)->var;
}

/* "(%lld,%lld)", and the extents that it shows. */
static const char *shape_text(struct lower *lw, const struct elements *x, struct texpr **shown,
                              int *n) {
    const char *text = "(";
    for (int i = 0; i < x->rank; ++i) {
        text = arena_printf(lw->a, "%s%s%%lld", text, i ? "," : "");
        shown[(*n)++] = x->extent[i];
    }
    return arena_printf(lw->a, "%s%s)", text, x->rank == 1 ? "," : "");
}

static const char signature[] = "with gufunc signature (n?,k),(k,m?)->(n?,m?) (size %lld is "
                                "different from %lld)";

/* The extents that are summed over must be equal. */
static void check_inner(struct lower *lw, enum op op, const struct elements *a,
                        const struct elements *b) {
    int i = a->rank - 1, j = b->rank == 1 ? 0 : b->rank - 2, n = 0;
    struct texpr *x = a->extent[i], *y = b->extent[j];
    if (texpr_equal(x, y)) {
        return;
    }
    struct texpr **shown = ARENA_ARRAY(lw->a, struct texpr *, 2 * TIR_MAX_RANK + 2);
    const char *text = "cannot reshape array of size %lld into shape (%lld,)";
    if (op == OP_MATMUL) {
        text = arena_printf(
            lw->a, "matmul: Input operand 1 has a mismatch in its core dimension 0, %s", signature);
    } else if (op != OP_VDOT) {
        const char *of_a = shape_text(lw, a, shown, &n), *of_b = shape_text(lw, b, shown, &n);
        text = arena_printf(lw->a, "shapes %s and %s not aligned: %%lld (dim %d) != %%lld (dim %d)",
                            of_a, of_b, i, j);
    }
    bool second_first = op == OP_MATMUL || op == OP_VDOT;
    shown[n++] = second_first ? y : x;
    shown[n++] = second_first ? x : y;
    lower_check_shown(lw, lower_cmp(lw, OP_EQ, x, y), TEXC_VALUE, text, lower_tuple(lw, n, shown));
}

/* ---- views */

static struct tstmt *new_view(struct lower *lw, struct tvar *base, int rank) {
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = lower_temp(lw, ty_array(lw->a, lw->m, base->type->dtype, rank, TY_ANY));
    s->view.base = base;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, rank);
    return s;
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

static void check_stacks(struct lower *lw, const struct product *p, struct texpr *cond) {
    struct texpr **shown = ARENA_ARRAY(lw->a, struct texpr *, 4 * TIR_MAX_RANK);
    int n = 0;
    const char *text = "operands could not be broadcast together with remapped shapes "
                       "[original->remapped]:";
    for (int i = 0; i < 2; ++i) {
        struct tvar *v = p->x[i];
        text = arena_printf(lw->a, "%s %s->%s", text, stack_text(lw, v, true),
                            stack_text(lw, v, false));
        for (int turn = 0; turn < 2; ++turn) {
            for (int k = 0; k < v->type->rank - 2 * turn; ++k) {
                shown[n++] = lower_shape(lw, v, k);
            }
        }
    }
    text = arena_printf(lw->a, "%s  and requested shape (%%lld,%%lld)", text);
    shown[n++] = lower_shape(lw, p->x[0], p->x[0]->type->rank - 2);
    shown[n++] = lower_shape(lw, p->x[1], p->x[1]->type->rank - 1);
    lower_check_shown(lw, cond, TEXC_VALUE, text, lower_tuple(lw, n, shown));
}

/* Fills the extents of the stack's axes, and checks that they fit. */
static void broadcast(struct lower *lw, const struct product *p, struct texpr **extent) {
    struct texpr *cond = lower_bool(lw, true);
    struct texpr *one = lower_int(lw, 1);
    for (int k = 0; k < p->rank - 2; ++k) {
        struct texpr *x = stack_extent(lw, p->x[0], p->rank, k);
        struct texpr *y = stack_extent(lw, p->x[1], p->rank, k);
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
        check_stacks(lw, p, cond);
    }
    for (int k = 0; k < p->rank - 2; ++k) {
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

static struct texpr *element(struct lower *lw, const struct product *p, int i,
                             struct tvar *counter) {
    struct texpr *index = lower_var(lw, counter);
    struct texpr *x = lower_cast(lw, lower_load(lw, p->x[i], 1, &index), p->dtype);
    bool conjugate = p->op == OP_VDOT && i == 0 && dtype_info[p->dtype].kind == KIND_COMPLEX;
    return conjugate ? lower_op1(lw, OP_CONJ, x, p->dtype) : x;
}

/* dst = the sum of x times y along the space's last axis. */
static void sum_products(struct lower *lw, const struct tspace *space, struct tvar *dst,
                         struct texpr *x, struct texpr *y) {
    bool array = dst->type->kind == TY_ARRAY;
    enum dtype d = dst->type->dtype;
    struct tstmt *s = lower_stmt(lw, TS_REDUCE);
    s->reduce.space = *space;
    s->reduce.reduced = ARENA_ARRAY(lw->a, bool, space->rank);
    s->reduce.reduced[space->rank - 1] = true;
    s->reduce.op = d == DT_BOOL ? OP_LOR : OP_ADD;
    s->reduce.dst = dst;
    s->reduce.index = ARENA_ARRAY(lw->a, struct texpr *, 1);
    s->reduce.index[0] = array ? lower_var(lw, space->counter[0]) : NULL;
    s->reduce.start = lower_zero(lw, d);
    s->reduce.value = lower_op2(lw, d == DT_BOOL ? OP_LAND : OP_MUL, x, y, d);
}

static struct texpr *reduced(struct lower *lw, const struct product *p) {
    struct texpr *extent = lower_shape(lw, p->x[0], 0);
    struct tspace space = lower_space(lw, 1, &extent);
    struct tvar *dst = lower_new_var(lw, "dot", lower_scalar(lw, p->dtype));
    struct texpr *x = element(lw, p, 0, space.counter[0]), *y = element(lw, p, 1, space.counter[0]);
    sum_products(lw, &space, dst, x, y);
    return lower_var(lw, dst);
}

/* The space with y's extent in the place of x's: they have been found to be equal, so that y needs
 * no view that might repeat its only element. */
static struct tspace space_of_second(struct lower *lw, const struct tspace *space,
                                     const struct elements *y) {
    struct tspace own = *space;
    own.extent = ARENA_ARRAY(lw->a, struct texpr *, own.rank);
    memcpy(own.extent, space->extent, sizeof(*own.extent) * (size_t)own.rank);
    own.extent[own.rank - 1] = y->extent[y->rank - 1];
    return own;
}

struct texpr *lower_product_fused(struct lower *lw, enum op op, struct elements *x,
                                  struct elements *y, enum dtype d, struct tvar *want) {
    check_inner(lw, op, x, y);
    struct tspace space = lower_space(lw, x->rank, x->extent);
    struct tspace of_y = space_of_second(lw, &space, y);
    bool array = x->rank == 2;
    struct tvar *dst = array ? NULL : lower_new_var(lw, "dot", lower_scalar(lw, d));
    if (array) {
        bool read = want && (lower_reads(lw, x, want) || lower_reads(lw, y, want));
        struct ty *type = ty_array(lw->a, lw->m, d, 1, TY_C);
        dst = lower_new_array(lw, type, x->extent, FILL_NONE, NULL, read ? NULL : want);
    }
    sum_products(lw, &space, dst, lower_cast(lw, lower_elements_value(lw, x, &space, NULL), d),
                 lower_cast(lw, lower_elements_value(lw, y, &of_y, NULL), d));
    return lower_var(lw, dst);
}

/* The variable for a new result. */
static struct tvar *new_result(struct lower *lw, const struct product *p, struct tvar *want) {
    struct texpr *operand[2] = {lower_var(lw, p->x[0]), lower_var(lw, p->x[1])};
    bool read = want && (texpr_reads(operand[0], want) || texpr_reads(operand[1], want));
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, p->own);
    for (int k = 0; k < p->own; ++k) {
        extent[k] = p->extent[k];
    }
    struct ty *type = ty_array(lw->a, lw->m, p->dtype, p->own, TY_C);
    return lower_new_array(lw, type, extent, FILL_NONE, NULL, read ? NULL : want);
}

/* ---- matrices */

static struct tvar *transposed(struct lower *lw, struct tvar *v) {
    struct tstmt *s = new_view(lw, v, v->type->rank);
    for (int i = s->view.n = v->type->rank; i-- > 0;) {
        s->view.axis[i] = (struct view_axis){.kind = VIEW_MOVED, .from = v->type->rank - 1 - i};
    }
    return s->view.dst;
}

void lower_product_of(struct lower *lw, struct product *p, struct texpr *const *value) {
    bool vectors = p->op == OP_VDOT || (value[0]->type->rank == 1 && value[1]->type->rank == 1);
    for (int i = 0; i < 2; ++i) {
        struct tvar *v = operand(lw, value[i], vectors ? value[i]->type->dtype : p->dtype);
        struct ty *flat = ty_array(lw->a, lw->m, v->type->dtype, 1, TY_C);
        p->x[i] = vectors && v->type->rank > 1 ? lower_ravel(lw, v, flat, NULL)->var : v;
    }
    if (p->op == OP_INNER && p->x[1]->type->rank == 2) {
        p->x[1] = transposed(lw, p->x[1]);
    }
    check_inner(lw, p->op, lower_elements_of(lw, lower_var(lw, p->x[0])),
                lower_elements_of(lw, lower_var(lw, p->x[1])));
    if (of_vectors(p)) {
        return;
    }
    struct tvar *a = p->x[0], *b = p->x[1];
    bool row = a->type->rank == 1, column = b->type->rank == 1;
    int n = a->type->rank + row, m = b->type->rank + column;
    p->rank = n > m ? n : m;
    broadcast(lw, p, p->extent);
    p->own = p->rank - 2;
    if (!row) {
        p->extent[p->own++] = lower_shape(lw, a, a->type->rank - 2);
    }
    if (!column) {
        p->extent[p->own++] = lower_shape(lw, b, b->type->rank - 1);
    }
}

/* dst = the product, or is changed by it. */
static void multiply(struct lower *lw, const struct product *p, struct tvar *dst, int sign) {
    struct tvar *a = p->x[0], *b = p->x[1];
    bool row = a->type->rank == 1, column = b->type->rank == 1;
    struct tvar *x = stretched(lw, lower_with_axes(lw, a, p->rank, row, false), p->extent);
    struct tvar *y = stretched(lw, lower_with_axes(lw, b, p->rank, false, column), p->extent);
    struct tvar *out = lower_with_axes(lw, dst, p->rank, row, column);
    struct tstmt *s = lower_stmt(lw, TS_LIB);
    s->lib.fn = OP_MATMUL;
    s->lib.n = 2;
    s->lib.arg = ARENA_ARRAY(lw->a, struct lib_arg, 2);
    s->lib.arg[0].value = lower_var(lw, x);
    s->lib.arg[1].value = lower_var(lw, y);
    s->lib.out = out;
    s->lib.sign = sign;
}

static struct tvar *multiplied(struct lower *lw, const struct product *p, struct tvar *want) {
    struct tvar *dst = new_result(lw, p, want);
    multiply(lw, p, dst, 0);
    return dst;
}

/* out= must have the product's shape. */
static void check_out(struct lower *lw, const struct product *p, struct tvar *out) {
    for (int k = 0; k < p->own; ++k) {
        struct texpr **shown = ARENA_ARRAY(lw->a, struct texpr *, 2);
        int core = k - (p->rank - 2);
        shown[0] = lower_shape(lw, out, k);
        shown[1] = p->extent[k];
        const char *text =
            core >= 0
                ? arena_printf(lw->a,
                               "matmul: Output operand 0 has a mismatch in its core dimension "
                               "%d, %s",
                               core, signature)
                : "the output has an axis of size %lld where the product has %lld";
        lower_check_shown(lw, lower_cmp(lw, OP_EQ, shown[0], shown[1]), TEXC_VALUE, text,
                          lower_tuple(lw, 2, shown));
    }
}

struct texpr *lower_product_out(struct lower *lw, const struct product *p, struct tvar *out) {
    if (of_vectors(p)) {
        return reduced(lw, p);
    }
    check_out(lw, p, out);
    multiply(lw, p, out, 0);
    ++lw->calls;
    return lower_var(lw, out);
}

/* ---- all */

struct texpr *lower_product(struct lower *lw, const struct product *p, struct tvar *want) {
    return of_vectors(p) ? reduced(lw, p) : lower_var(lw, multiplied(lw, p, want));
}

/* Has dst the product's shape? */
static struct texpr *same_shape(struct lower *lw, const struct product *p, struct tvar *dst) {
    struct texpr *cond = lower_bool(lw, true);
    for (int k = 0; k < p->own; ++k) {
        struct texpr *x = lower_shape(lw, dst, k);
        if (!texpr_equal(x, p->extent[k])) {
            cond = lower_and(lw, cond, lower_cmp(lw, OP_EQ, x, p->extent[k]));
        }
    }
    return cond;
}

/* By way of a new array, which is stretched or does not fit. */
static void store_by_copy(struct lower *lw, const struct product *p, struct tvar *dst, enum op op) {
    struct elements *value = lower_elements_of(lw, lower_var(lw, multiplied(lw, p, NULL)));
    if (op != OP_COUNT) {
        struct elements *old = lower_elements_of(lw, lower_var(lw, dst));
        value = lower_elements_in_place(lw, op, IN_OPERATOR, old, value);
    }
    lower_store_elements(lw, dst, value);
}

void lower_product_into(struct lower *lw, const struct product *p, enum op op, struct tvar *dst) {
    if (dst->type->dtype != p->dtype || dst->type->rank != p->own) {
        store_by_copy(lw, p, dst, op);
        return;
    }
    struct texpr *cond = same_shape(lw, p, dst);
    struct stmt_list list;
    struct stmt_list *around = lower_begin(lw, &list);
    multiply(lw, p, dst, op == OP_COUNT ? 0 : op == OP_ADD ? 1 : -1);
    struct tblock then = lower_end(lw, around);
    around = lower_begin(lw, &list);
    store_by_copy(lw, p, dst, op);
    struct tblock els = lower_end(lw, around);
    struct tstmt *s = lower_stmt(lw, TS_IF);
    s->if_.cond = cond;
    s->if_.then = then;
    s->if_.els = els;
}
