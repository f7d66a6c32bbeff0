/* NumPy's views: other axes, other shapes, diagonals; and what they are made of. */
#include <string.h>

#include "lower_array.h"
#include "lower_number.h"
#include "view.h"

/* VIEW of base with n entries, for the caller to fill in. dst: of this type, in want where that
 * may be. */
static struct tstmt *new_view(struct lower *lw, struct tvar *base, int n, struct ty *type,
                              struct tvar *want) {
    struct texpr *operand = lower_var(lw, base);
    struct tvar *dst = lower_target(lw, want, type, 1, &operand);
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = dst;
    s->view.base = base;
    s->view.n = n;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, n);
    for (int i = 0; i < n; ++i) {
        s->view.axis[i].kind = VIEW_FULL;
    }
    return s;
}

static struct ty *view_type(struct lower *lw, const struct tvar *base, int rank) {
    return ty_array(lw->a, lw->m, base->type->dtype, rank, TY_ANY);
}

/* ---- axes moved and flipped */

static struct tvar *flipped(struct lower *lw, struct tvar *base, const struct view_moves *m,
                            struct ty *type, struct tvar *want) {
    struct tstmt *s = new_view(lw, base, base->type->rank, type, want);
    for (int k = 0; k < s->view.n; ++k) {
        if (m->flip[k]) {
            s->view.axis[k] = (struct view_axis){.kind = VIEW_SLICE, .step = lower_int(lw, -1)};
        }
    }
    return s->view.dst;
}

static struct tvar *moved(struct lower *lw, struct tvar *base, const int *from, struct ty *type,
                          struct tvar *want) {
    struct tstmt *s = new_view(lw, base, base->type->rank, type, want);
    for (int k = 0; k < s->view.n; ++k) {
        s->view.axis[k] = (struct view_axis){.kind = VIEW_MOVED, .from = from[k]};
    }
    return s->view.dst;
}

static struct tvar *apply_moves(struct lower *lw, struct tvar *base, const struct view_moves *m,
                                struct ty *type, struct tvar *want) {
    int rank = base->type->rank;
    bool flips = false, moves = false;
    for (int k = 0; k < rank; ++k) {
        flips = flips || m->flip[k];
        moves = moves || m->from[k] != k;
    }
    if (flips) {
        base = flipped(lw, base, m, moves ? view_type(lw, base, rank) : type, moves ? NULL : want);
    }
    return moves ? moved(lw, base, m->from, type, want) : base;
}

struct texpr *lower_moved(struct lower *lw, enum op op, struct tvar *base, int n,
                          const struct expr *const *at, struct ty *type, struct tvar *want) {
    struct view_moves m;
    const struct expr *bad = NULL;
    const char *why = view_moves(lw->a, op, base->type->rank, n, at, &m, &bad);
    return why ? lower_refuse(lw, DIAG_PY303, why)
               : lower_var(lw, apply_moves(lw, base, &m, type, want));
}

/* ---- other shapes */

/* The extents that argument 1 and those from `more` on give. */
static int extents_of(struct lower *lw, const struct callee *c, struct texpr **arg, int more,
                      struct texpr **extent) {
    struct texpr *value[TIR_MAX_RANK + 1] = {arg[1]};
    int n = 1;
    for (int i = more; i < c->n && n < TIR_MAX_RANK; ++i) {
        value[n++] = arg[i];
    }
    bool tuple = value[0]->type->kind == TY_TUPLE;
    if (tuple) {
        value[0] = lower_simple(lw, value[0]);
        n = value[0]->type->n;
    }
    for (int i = 0; i < n; ++i) {
        struct texpr *x = tuple ? lower_item(lw, value[0], i) : value[i];
        extent[i] = lower_simple(lw, lower_as_extent(lw, x));
    }
    return n;
}

struct tvar *lower_reshaped(struct lower *lw, struct tvar *base, int n, struct texpr *const *extent,
                            bool contiguous, struct ty *type, struct tvar *want) {
    for (int i = 0; i < n; ++i) {
        want = want && texpr_reads(extent[i], want) ? NULL : want;
    }
    struct tstmt *s = new_view(lw, base, n, type, want);
    s->view.contiguous = contiguous;
    for (int i = 0; i < n; ++i) {
        s->view.axis[i] = (struct view_axis){.kind = VIEW_RESHAPED, .extent = extent[i]};
    }
    return s->view.dst;
}

struct texpr *lower_ravel(struct lower *lw, struct tvar *base, struct ty *type, struct tvar *want) {
    struct texpr *all = lower_int(lw, -1);
    if (base->type->rank == 1 && base->type->layout == TY_C) {
        return lower_var(lw, base);
    }
    return lower_var(lw, lower_reshaped(lw, base, 1, &all, true, type, want));
}

static bool is_fortran(const struct expr *order) {
    return order && order->kind == EXPR_STR && *order->str.text == 'F';
}

/* The axes in the opposite order. */
static struct tvar *turned(struct lower *lw, struct tvar *base, struct ty *type,
                           struct tvar *want) {
    const struct expr *none = NULL;
    return base->type->rank < 2 ? base
                                : lower_moved(lw, OP_TRANSPOSE, base, 1, &none, type, want)->var;
}

/* a.reshape(()): the only element, as an array without axes. */
static struct texpr *only_element(struct lower *lw, struct tvar *base, struct ty *type,
                                  struct tvar *want) {
    struct texpr *size = lower_simple(lw, lower_size(lw, base));
    lower_check_shown(lw, lower_cmp(lw, OP_EQ, size, lower_int(lw, 1)), TEXC_VALUE,
                      "cannot reshape array of size %lld into shape ()", size);
    struct tstmt *s = new_view(lw, base, base->type->rank, type, want);
    for (int i = 0; i < s->view.n; ++i) {
        s->view.axis[i] = (struct view_axis){.kind = VIEW_INDEX, .index = lower_int(lw, 0)};
    }
    return lower_var(lw, s->view.dst);
}

struct texpr *lower_last_axes(struct lower *lw, struct tvar *base, int rank) {
    struct ty *type = ty_array(lw->a, lw->m, base->type->dtype, rank, TY_ANY);
    struct tstmt *s = new_view(lw, base, base->type->rank, type, NULL);
    for (int i = 0; i < s->view.n - rank; ++i) {
        s->view.axis[i] = (struct view_axis){.kind = VIEW_INDEX, .index = lower_int(lw, 0)};
    }
    return lower_var(lw, s->view.dst);
}

/* Elements in Fortran's order are those of a.T in C's. */
static struct texpr *reshape(struct lower *lw, const struct callee *c, struct texpr **arg,
                             struct tvar *base, struct ty *type, struct tvar *want) {
    struct texpr *extent[TIR_MAX_RANK], *back[TIR_MAX_RANK];
    int n = extents_of(lw, c, arg, 3, extent);
    if (n == 0) {
        return only_element(lw, base, type, want);
    }
    if (!is_fortran(c->arg[2])) {
        return lower_var(lw, lower_reshaped(lw, base, n, extent, false, type, want));
    }
    for (int i = 0; i < n; ++i) {
        back[i] = extent[n - 1 - i];
    }
    base = turned(lw, base, view_type(lw, base, base->type->rank), NULL);
    struct ty *own = n < 2 ? type : view_type(lw, base, n);
    base = lower_reshaped(lw, base, n, back, false, own, n < 2 ? want : NULL);
    return lower_var(lw, turned(lw, base, type, want));
}

static struct texpr *ravel(struct lower *lw, const struct callee *c, struct tvar *base,
                           struct ty *type, struct tvar *want) {
    bool fortran = is_fortran(c->arg[1]);
    base = fortran ? turned(lw, base, view_type(lw, base, base->type->rank), NULL) : base;
    return lower_ravel(lw, base, type, want);
}

/* ---- more axes and fewer */

/* a[None, :, None]: new axes where marked in the result. */
static struct texpr *with_axes(struct lower *lw, struct tvar *base, const bool *new_axis,
                               struct ty *type, struct tvar *want) {
    struct tstmt *s = new_view(lw, base, type->rank, type, want);
    for (int k = 0; k < type->rank; ++k) {
        s->view.axis[k].kind = new_axis[k] ? VIEW_NEW : VIEW_FULL;
    }
    return lower_var(lw, s->view.dst);
}

static struct texpr *squeeze(struct lower *lw, const struct callee *c, struct tvar *base,
                             struct ty *type, struct tvar *want) {
    bool axis[TIR_MAX_RANK] = {false};
    view_axes(lw->a, c->arg[1], base->type->rank, axis);
    struct texpr *one = lower_int(lw, 1);
    for (int k = 0; k < base->type->rank; ++k) {
        if (axis[k]) {
            lower_check(lw, lower_cmp(lw, OP_EQ, lower_shape(lw, base, k), one), TEXC_VALUE,
                        "cannot select an axis to squeeze out which has size not equal to one");
        }
    }
    if (base->type->rank == type->rank) {
        return lower_var(lw, base);
    }
    struct tstmt *s = new_view(lw, base, base->type->rank, type, want);
    for (int k = 0; k < s->view.n; ++k) {
        if (axis[k]) {
            s->view.axis[k] = (struct view_axis){.kind = VIEW_INDEX, .index = lower_int(lw, 0)};
        }
    }
    return lower_var(lw, s->view.dst);
}

static struct texpr *expand(struct lower *lw, const struct callee *c, struct tvar *base,
                            struct ty *type, struct tvar *want) {
    bool axis[TIR_MAX_RANK] = {false};
    view_axes(lw->a, c->arg[1], type->rank, axis);
    return with_axes(lw, base, axis, type, want);
}

/* Vectors become rows; a third axis goes last. */
static struct texpr *at_least(struct lower *lw, struct tvar *base, struct ty *type,
                              struct tvar *want) {
    int rank = base->type->rank;
    bool axis[3] = {rank == 0 || (rank == 1 && type->rank >= 2), rank == 0, rank < 3};
    return type == base->type || type->rank == rank ? lower_var(lw, base)
                                                    : with_axes(lw, base, axis, type, want);
}

struct tvar *lower_with_axes(struct lower *lw, struct tvar *base, int rank, bool row, bool column) {
    int own = base->type->rank, first = rank - own - row - column;
    bool axis[TIR_MAX_RANK] = {false};
    if (own == rank && !row && !column) {
        return base;
    }
    for (int k = 0; k < rank; ++k) {
        axis[k] = k < first || (row && k == first + own - 1) || (column && k == rank - 1);
    }
    return with_axes(lw, base, axis, view_type(lw, base, rank), NULL)->var;
}

/* ---- broadcasting */

/* base under these extents, which were checked. */
static struct texpr *stretched(struct lower *lw, struct tvar *base, struct texpr *const *extent,
                               struct ty *type, struct tvar *want) {
    int rank = type->rank, more = rank - base->type->rank;
    bool axis[TIR_MAX_RANK];
    for (int k = 0; k < rank; ++k) {
        axis[k] = k < more;
        want = want && texpr_reads(extent[k], want) ? NULL : want;
    }
    base = more ? with_axes(lw, base, axis, view_type(lw, base, rank), NULL)->var : base;
    struct tstmt *s = new_view(lw, base, rank, type, want);
    for (int k = 0; k < rank; ++k) {
        s->view.axis[k] = (struct view_axis){.kind = VIEW_STRETCH, .extent = extent[k]};
    }
    return lower_var(lw, s->view.dst);
}

static struct texpr *broadcast_to(struct lower *lw, const struct callee *c, struct texpr **arg,
                                  struct tvar *base, struct ty *type, struct tvar *want) {
    struct texpr *extent[TIR_MAX_RANK], *own[TIR_MAX_RANK];
    int n = extents_of(lw, c, arg, 2, extent), more = n - base->type->rank;
    struct texpr *fits = lower_bool(lw, true), *zero = lower_int(lw, 0), *one = lower_int(lw, 1);
    for (int k = 0; k < n; ++k) {
        lower_check(lw, lower_cmp(lw, OP_GE, extent[k], zero), TEXC_VALUE,
                    "all elements of broadcast shape must be non-negative");
        lower_check(lw, lower_cmp(lw, OP_LE, extent[k], lower_int(lw, TIR_MAX_EXTENT)), TEXC_VALUE,
                    OF_PYCC "maximum supported dimension exceeded");
    }
    for (int k = 0; k < base->type->rank; ++k) {
        own[k] = lower_shape(lw, base, k);
        fits = lower_and(lw, fits,
                         lower_or(lw, lower_cmp(lw, OP_EQ, own[k], extent[more + k]),
                                  lower_cmp(lw, OP_EQ, own[k], one)));
    }
    struct shapes s = {.text = "operands could not be broadcast together with remapped shapes "
                               "[original->remapped]: "};
    lower_show_shape(lw, &s, base->type->rank, own, "  and requested shape ");
    lower_show_shape(lw, &s, n, extent, "");
    lower_check_shapes(lw, fits, &s);
    return stretched(lw, base, extent, type, want);
}

/* "(2,3)" becomes "(2, 3)", as Python writes tuples. */
static const char *spaced(struct lower *lw, const char *text) {
    char *out = ARENA_ARRAY(lw->a, char, 2 * strlen(text) + 1), *to = out;
    for (; *text; ++text) {
        *to++ = *text;
        if (text[0] == ',' && text[1] == '%') {
            *to++ = ' ';
        }
    }
    return out;
}

struct tvar *lower_number_array(struct lower *lw, struct texpr *value) {
    return value->type->kind == TY_SCALAR
               ? lower_sequence(lw, value,
                                ty_array(lw->a, lw->m, dtype_strong(value->type->dtype), 0, TY_C))
                     ->var
               : lower_as_variable(lw, value);
}

/* Arguments of broadcast_arrays. */
struct stretching {
    struct tvar *array;
    struct texpr *extent[TIR_MAX_RANK];
};

/* Two of the arrays fit one another, or the message shows them. */
static void check_pair(struct lower *lw, const struct stretching *x, int i, int k) {
    struct texpr *common[TIR_MAX_RANK];
    int n = x[i].array->type->rank, m = x[k].array->type->rank;
    struct texpr *fits = lower_common_shape(lw, n, x[i].extent, m, x[k].extent, common);
    struct shapes s = {.text = "shape mismatch: objects cannot be broadcast to a single shape.  "
                               "Mismatch is between "};
    s.text = arena_printf(lw->a, "%sarg %d with shape ", s.text, i);
    lower_show_shape(lw, &s, n, x[i].extent, " and ");
    s.text = arena_printf(lw->a, "%sarg %d with shape ", s.text, k);
    lower_show_shape(lw, &s, m, x[k].extent, ".");
    s.text = spaced(lw, s.text);
    lower_check_shapes(lw, fits, &s);
}

static struct texpr *broadcast_arrays(struct lower *lw, const struct callee *c, struct texpr **arg,
                                      struct ty *type) {
    struct stretching *x = ARENA_ARRAY(lw->a, struct stretching, c->n);
    struct texpr *common[TIR_MAX_RANK], *all[TIR_MAX_RANK];
    int rank = 0;
    for (int i = 0; i < c->n; ++i) {
        x[i].array = lower_number_array(lw, arg[i]);
        int own = x[i].array->type->rank;
        for (int k = 0; k < own; ++k) {
            x[i].extent[k] = lower_shape(lw, x[i].array, k);
        }
        for (int k = 0; k < i; ++k) {
            check_pair(lw, x, k, i);
        }
        lower_common_shape(lw, rank, common, own, x[i].extent, all);
        rank = own > rank ? own : rank;
        memcpy(common, all, sizeof(common));
    }
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, c->n);
    for (int i = 0; i < c->n; ++i) {
        item[i] = stretched(lw, x[i].array, common, type->item[i], NULL);
    }
    return lower_tuple(lw, c->n, item);
}

/* ---- diagonals */

/* The elements a[..., i, i]. */
static struct tvar *last_diagonal(struct lower *lw, struct tvar *base, struct ty *type,
                                  struct tvar *want) {
    struct tstmt *s = new_view(lw, base, base->type->rank - 1, type, want);
    s->view.axis[s->view.n - 1].kind = VIEW_DIAGONAL;
    return s->view.dst;
}

/* a[..., max(-offset, 0):, max(offset, 0):] */
static struct tvar *from_offset(struct lower *lw, struct tvar *base, struct texpr *offset) {
    int rank = base->type->rank;
    struct tstmt *s = NULL;
    offset = lower_simple(lw, lower_as_index(lw, offset));
    struct texpr *zero = lower_int(lw, 0), *below = lower_cmp(lw, OP_LT, offset, zero);
    struct texpr *back = lower_op1(lw, OP_NEG, offset, DT_INT);
    struct texpr *row = lower_simple(lw, lower_select(lw, below, back, zero));
    struct texpr *column = lower_simple(lw, lower_select(lw, below, zero, offset));
    s = new_view(lw, base, rank, view_type(lw, base, rank), NULL);
    s->view.axis[rank - 2] = (struct view_axis){.kind = VIEW_SLICE, .start = row};
    s->view.axis[rank - 1] = (struct view_axis){.kind = VIEW_SLICE, .start = column};
    return s->view.dst;
}

static struct texpr *diagonal(struct lower *lw, const struct callee *c, struct texpr *offset,
                              struct tvar *base, struct ty *type, struct tvar *want) {
    int64_t zero;
    offset = offset ? offset : lower_int(lw, 0);
    struct ty *turned = view_type(lw, base, base->type->rank);
    base =
        lower_moved(lw, OP_DIAGONAL, base, c->n, (const struct expr *const *)c->arg, turned, NULL)
            ->var;
    if (!texpr_is_const(offset, &zero) || zero != 0) {
        base = from_offset(lw, base, offset);
    }
    return lower_var(lw, last_diagonal(lw, base, type, want));
}

/* ---- bits */

/* a.view(t); of a number, the only element of the view. */
static struct texpr *bits(struct lower *lw, struct tvar *base, struct ty *type, struct tvar *want) {
    int rank = base->type->rank;
    bool number = type->kind == TY_SCALAR;
    struct ty *own = number ? ty_array(lw->a, lw->m, type->dtype, 0, TY_C) : type;
    int old = dtype_info[base->type->dtype].bytes, size = dtype_info[type->dtype].bytes;
    struct tstmt *s = new_view(lw, base, rank, own, number ? NULL : want);
    s->view.part = PART_BITS;
    for (int i = 0; old != size && i < rank; ++i) {
        struct texpr *extent = lower_shape(lw, base, i);
        if (i == rank - 1) {
            extent = lower_op2(lw, OP_MUL, extent, lower_int(lw, old), DT_INT);
            extent = lower_op2(lw, OP_FLOORDIV, extent, lower_int(lw, size), DT_INT);
        }
        s->view.axis[i] = (struct view_axis){.kind = VIEW_RESHAPED, .extent = extent};
    }
    return number ? lower_load(lw, s->view.dst, 0, NULL) : lower_var(lw, s->view.dst);
}

/* ---- calls */

int lower_view_values(const struct callee *c) {
    bool all = c->op == OP_RESHAPE || c->op == OP_BROADCAST_TO || c->op == OP_BROADCAST_ARRAYS;
    return all ? c->n : c->op == OP_DIAGONAL ? 2 : 1;
}

struct texpr *lower_view(struct lower *lw, const struct callee *c, struct texpr **arg,
                         struct ty *type, struct tvar *want) {
    if (c->op == OP_BROADCAST_ARRAYS) {
        return broadcast_arrays(lw, c, arg, type);
    }
    struct tvar *base = lower_number_array(lw, arg[0]);
    switch (c->op) {
    case OP_RESHAPE:
        return reshape(lw, c, arg, base, type, want);
    case OP_RAVEL:
        return ravel(lw, c, base, type, want);
    case OP_VIEW_BITS:
        return bits(lw, base, type, want);
    case OP_BROADCAST_TO:
        return broadcast_to(lw, c, arg, base, type, want);
    case OP_DIAGONAL:
        return diagonal(lw, c, arg[1], base, type, want);
    case OP_EXPAND_DIMS:
        return expand(lw, c, base, type, want);
    case OP_SQUEEZE:
        return squeeze(lw, c, base, type, want);
    case OP_ATLEAST_1D:
    case OP_ATLEAST_2D:
    case OP_ATLEAST_3D:
        return at_least(lw, base, type, want);
    default:
        return lower_moved(lw, c->op, base, c->n, (const struct expr *const *)c->arg, type, want);
    }
}

struct texpr *lower_part(struct lower *lw, struct tvar *base, bool imag, struct ty *type,
                         struct tvar *want) {
    if (dtype_info[base->type->dtype].kind != KIND_COMPLEX) {
        return lower_var(lw, base);
    }
    struct tstmt *s = new_view(lw, base, base->type->rank, type, want);
    s->view.part = imag ? PART_IMAG : PART_REAL;
    return lower_var(lw, s->view.dst);
}
