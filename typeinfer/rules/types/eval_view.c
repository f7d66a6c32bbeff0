/* Types of NumPy's views (view.h), and of functions that write into an array and give nothing. */
#include "eval.h"
#include "rules.h"
#include "view.h"

enum ty_layout eval_view_layout(const struct itype *base, enum ty_layout layout) {
    return base->layout == TY_READ ? TY_READ : layout;
}

bool eval_writable(struct infer *ix, struct span span, const struct itype *t) {
    if (t->kind != IT_ARRAY || t->layout != TY_READ) {
        return true;
    }
    infer_refuse(ix, DIAG_PY303, span, "this array is read-only: it shows elements of another one",
                 "write into a copy: .copy(); for the diagonal, np.fill_diagonal(a, value)");
    return false;
}

static struct itype *array(struct infer *ix, const struct itype *a, int rank,
                           enum ty_layout layout) {
    return it_array(&ix->types, a->dtype, rank, eval_view_layout(a, layout));
}

/* ---- axes moved and flipped */

static enum ty_layout moved_layout(const struct itype *a, const struct view_moves *m) {
    bool same = true, reversed = true;
    for (int k = 0; k < a->rank; ++k) {
        same = same && m->from[k] == k && !m->flip[k];
        reversed = reversed && m->from[k] == a->rank - 1 - k && !m->flip[k];
    }
    return same                            ? a->layout
           : reversed && a->layout == TY_C ? TY_F
           : reversed && a->layout == TY_F ? TY_C
                                           : TY_ANY;
}

static struct itype *eval_moves(struct infer *ix, const struct con *c, const struct itype *a) {
    struct view_moves m;
    const struct expr *bad = NULL;
    const char *why = view_moves(ix->arena, c->op, a->rank, c->n, c->at, &m, &bad);
    return why ? infer_refuse(ix, DIAG_PY303, bad ? bad->span : c->span, why, NULL)
               : array(ix, a, a->rank, moved_layout(a, &m));
}

/* ---- other shapes */

static bool is_int(const struct itype *t) {
    return t->kind == IT_SCALAR && join_kind(t->dtype) == KIND_INT;
}

/* Extents: one argument that is an int or a tuple of them, or several ints. */
static int shape_rank(struct infer *ix, const struct con *c, struct itype **arg, int first,
                      int more) {
    struct itype *t = arg[first];
    int n = t->kind == IT_TUPLE ? t->n : 1 + c->n - more;
    bool good = t->kind == IT_TUPLE ? c->n == more : is_int(t);
    for (int i = 0; t->kind == IT_TUPLE && i < n; ++i) {
        good = good && is_int(t->item[i]);
    }
    for (int i = more; i < c->n; ++i) {
        good = good && is_int(arg[i]);
    }
    if (!good || n > TIR_MAX_RANK) {
        infer_refuse(ix, DIAG_PY303, c->at[first]->span,
                     n > TIR_MAX_RANK ? "arrays have at most 8 axes"
                                      : "a shape is an int or a tuple of ints",
                     NULL);
        return -1;
    }
    return n;
}

static struct itype *eval_reshape(struct infer *ix, const struct con *c, struct itype **arg) {
    int rank = shape_rank(ix, c, arg, 1, 3);
    enum ty_layout order;
    if (rank < 0 || !eval_order(ix, c->at[2], &order)) {
        return infer_bad(ix);
    }
    return array(ix, arg[0], rank, arg[0]->layout == order && rank > 0 ? order : TY_ANY);
}

static struct itype *eval_ravel(struct infer *ix, const struct con *c, struct itype *a) {
    enum ty_layout order;
    return eval_order(ix, c->at[1], &order) ? array(ix, a, 1, TY_C) : infer_bad(ix);
}

static struct itype *eval_broadcast_to(struct infer *ix, const struct con *c, struct itype **arg) {
    int rank = shape_rank(ix, c, arg, 1, 2);
    if (rank < 0) {
        return infer_bad(ix);
    }
    if (rank < arg[0]->rank) {
        return infer_refuse(ix, DIAG_PY303, c->at[1]->span,
                            "input operand has more dimensions than allowed by the axis remapping",
                            NULL);
    }
    return it_array(&ix->types, arg[0]->dtype, rank, TY_READ);
}

static struct itype *eval_broadcast_arrays(struct infer *ix, const struct con *c,
                                           struct itype **arg) {
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, c->n);
    int rank = eval_rank(c->n, arg);
    if (rank <= 0) {
        return infer_refuse(ix, DIAG_PY303, c->span,
                            "broadcast_arrays of numbers alone is not supported", NULL);
    }
    for (int i = 0; i < c->n; ++i) {
        if (arg[i]->kind != IT_ARRAY && arg[i]->kind != IT_SCALAR) {
            return infer_refuse(ix, DIAG_PY303, c->at[i]->span,
                                "broadcast_arrays takes arrays and numbers", NULL);
        }
        item[i] = it_array(&ix->types, dtype_strong(arg[i]->dtype), rank, TY_READ);
    }
    return it_tuple(&ix->types, c->n, item);
}

static struct itype *eval_diagonal(struct infer *ix, const struct con *c, struct itype **arg) {
    struct view_moves m;
    const struct expr *bad = NULL;
    const char *why = view_moves(ix->arena, c->op, arg[0]->rank, c->n, c->at, &m, &bad);
    if (why) {
        return infer_refuse(ix, DIAG_PY303, bad ? bad->span : c->span, why, NULL);
    }
    if (arg[1]->kind != IT_NONE && !is_int(arg[1])) {
        return infer_refuse(ix, DIAG_PY303, c->at[1]->span, "offset must be an int", NULL);
    }
    return it_array(&ix->types, arg[0]->dtype, arg[0]->rank - 1, TY_READ);
}

/* expand_dims, squeeze. */
static struct itype *eval_axes(struct infer *ix, const struct con *c, struct itype *a) {
    const struct expr *e = c->at[1];
    bool more = c->op == OP_EXPAND_DIMS, axis[TIR_MAX_RANK] = {false};
    int64_t value[TIR_MAX_RANK];
    if (!e || e->kind == EXPR_NONE) {
        return infer_refuse(ix, DIAG_PY303, c->span,
                            "the axes that go decide the rank of the result",
                            "write axis=, a constant");
    }
    int n = view_integers(e, value, TIR_MAX_RANK), rank = more ? a->rank + n : a->rank - n;
    if (rank > TIR_MAX_RANK) {
        return infer_refuse(ix, DIAG_PY303, e->span, "arrays have at most 8 axes", NULL);
    }
    const char *why = view_axes(ix->arena, e, more ? rank : a->rank, axis);
    return why ? infer_refuse(ix, DIAG_PY303, e->span, why, NULL)
               : array(ix, a, rank, a->layout == TY_C ? TY_C : TY_ANY);
}

static struct itype *eval_at_least(struct infer *ix, const struct con *c, struct itype *a) {
    int least = c->op - OP_ATLEAST_1D + 1;
    return a->rank >= least ? a : array(ix, a, least, a->layout == TY_C ? TY_C : TY_ANY);
}

/* a.view(t): its memory as elements of another type. Truths have two values only. */
static struct itype *eval_bits(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[0];
    enum dtype d = eval_dtype(c, arg[1], dtype_strong(a->dtype));
    bool number = a->kind == IT_SCALAR, same = dtype_info[d].bytes == dtype_info[a->dtype].bytes;
    int rank = number ? 0 : a->rank;
    if (d == DT_BOOL && a->dtype != DT_BOOL) {
        return infer_refuse(ix, DIAG_PY303, c->span, "only zeros and ones are bits of bools",
                            "write a != 0");
    }
    if (rank == 0 && !same) {
        return infer_refuse(
            ix, DIAG_PY303, c->span,
            "Changing the dtype of a 0d array is only supported if the itemsize is unchanged",
            NULL);
    }
    return number ? it_scalar(&ix->types, d)
                  : it_array(&ix->types, d, rank,
                             eval_view_layout(a, same || a->layout == TY_C ? a->layout : TY_ANY));
}

struct itype *eval_view(struct infer *ix, const struct con *c, struct itype **arg) {
    if (c->op == OP_VIEW_BITS &&
        (arg[0]->kind == IT_ARRAY || (arg[0]->kind == IT_SCALAR && !dtype_weak(arg[0]->dtype)))) {
        return eval_bits(ix, c, arg);
    }
    if (c->op == OP_BROADCAST_ARRAYS) {
        return eval_broadcast_arrays(ix, c, arg);
    }
    bool makes_array = c->op == OP_RAVEL || c->op == OP_RESHAPE || c->op == OP_BROADCAST_TO ||
                       c->op == OP_EXPAND_DIMS ||
                       (c->op >= OP_ATLEAST_1D && c->op <= OP_ATLEAST_3D);
    bool gives_number = c->op == OP_FLIP || !dtype_weak(arg[0]->dtype); /* other views, in NumPy */
    if (arg[0]->kind == IT_SCALAR && (makes_array || !gives_number)) {
        arg[0] = it_array(&ix->types, dtype_strong(arg[0]->dtype), 0, TY_C);
    }
    if (arg[0]->kind != IT_ARRAY) {
        return infer_refuse(ix, DIAG_PY303, c->at[0]->span,
                            arena_printf(ix->arena, "%s does not take %s", infer_called(ix, c),
                                         it_name(ix->arena, arg[0])),
                            NULL);
    }
    switch (c->op) {
    case OP_RESHAPE:
        return eval_reshape(ix, c, arg);
    case OP_RAVEL:
        return eval_ravel(ix, c, arg[0]);
    case OP_BROADCAST_TO:
        return eval_broadcast_to(ix, c, arg);
    case OP_DIAGONAL:
        return eval_diagonal(ix, c, arg);
    case OP_EXPAND_DIMS:
    case OP_SQUEEZE:
        return eval_axes(ix, c, arg[0]);
    case OP_ATLEAST_1D:
    case OP_ATLEAST_2D:
    case OP_ATLEAST_3D:
        return eval_at_least(ix, c, arg[0]);
    default:
        return eval_moves(ix, c, arg[0]);
    }
}

/* ---- np.copyto */

struct itype *eval_write(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *to = arg[0], *value = arg[1];
    if (to->kind != IT_ARRAY || (value->kind != IT_SCALAR && value->kind != IT_ARRAY)) {
        int bad = to->kind != IT_ARRAY ? 0 : 1;
        return infer_refuse(ix, DIAG_PY303, c->at[bad]->span,
                            arena_printf(ix->arena, "%s does not take %s", infer_called(ix, c),
                                         it_name(ix->arena, arg[bad])),
                            NULL);
    }
    if (!eval_writable(ix, c->at[0]->span, to)) {
        return infer_bad(ix);
    }
    enum dtype_kind kind = dtype_info[value->dtype].kind, own = dtype_info[to->dtype].kind;
    bool complex = kind == KIND_COMPLEX && own != KIND_COMPLEX;
    bool fits = kind <= own || (kind == KIND_INT && own == KIND_UINT && dtype_weak(value->dtype));
    if (complex || !fits) {
        return infer_refuse(ix, DIAG_PY303, c->at[1]->span,
                            arena_printf(ix->arena, "%s cannot be written into %s",
                                         it_name(ix->arena, value), it_name(ix->arena, to)),
                            "convert it: .astype(...)");
    }
    if (value->kind == IT_ARRAY && value->rank > to->rank) {
        return infer_refuse(ix, DIAG_PY303, c->at[1]->span,
                            "the source has more axes than the destination", NULL);
    }
    return infer_literal_fits(ix, c->at[1], to->dtype) ? &ix->types.none : infer_bad(ix);
}
