/* a[i, :, j] with arrays among the indices: AST -> a tree GATHER, or a mask over the leading axes.
 *
 * NumPy's order: all indices are evaluated, masks become the arrays of np.nonzero, the arrays are
 * broadcast together, and then each is checked, from the first element to the last. The check is an
 * array statement of its own; after it a read of the elements is an expression that cannot fail,
 * hence part of any other: y = val * x[col] is one pass over val and col. */
#include "lower_gather.h"
#include "lower_array.h"
#include "lower_number.h"

/* One index as written; a tuple has one per item. */
struct entry {
    enum view_axis_kind kind; /* INDEX: what follows is index */
    struct elements *index;   /* an array of integers or a mask, or an integer */
    bool mask;
    bool after_ellipsis; /* one that stands for no axis is before it */
    struct texpr *start, *stop, *step;
};

struct entries {
    int n;
    struct entry item[4 * TIR_MAX_RANK];
};

static struct entry *add(struct lower *lw, struct entries *to, enum view_axis_kind kind) {
    if (to->n == (int)(sizeof(to->item) / sizeof(to->item[0]))) {
        lower_refuse(lw, DIAG_PY305, "too many indices");
        --to->n;
    }
    struct entry *x = &to->item[to->n++];
    *x = (struct entry){.kind = kind};
    return x;
}

/* ---- evaluating the indices */

static bool holds_array(const struct ty *t) {
    for (int i = 0; t && t->kind == TY_TUPLE && i < t->n; ++i) {
        if (t->item[i]->kind == TY_ARRAY) {
            return true;
        }
    }
    return t && t->kind == TY_ARRAY && t->rank > 0;
}

bool lower_is_pick(struct lower *lw, const struct expr *e) {
    struct ty *base = e->kind == EXPR_INDEX ? lower_type(lw, e->index.base) : NULL;
    for (int i = 0; base && base->kind == TY_ARRAY && i < e->index.n; ++i) {
        const struct expr *x = e->index.index[i];
        if (x->kind != EXPR_SLICE && holds_array(lower_type(lw, x))) {
            return true;
        }
    }
    return false;
}

static bool is_mask(const struct ty *t) {
    return t->kind == TY_ARRAY && t->rank > 0 && t->dtype == DT_BOOL;
}

static int axes_taken(struct lower *lw, const struct expr *e) {
    if (e->kind == EXPR_SLICE || e->kind == EXPR_ELLIPSIS || lower_is_newaxis(e)) {
        return e->kind == EXPR_SLICE;
    }
    struct ty *t = lower_type(lw, e);
    int n = 0;
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        n += is_mask(t->item[i]) ? t->item[i]->rank : 1;
    }
    return t->kind == TY_TUPLE ? n : is_mask(t) ? t->rank : 1;
}

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

static void add_value(struct lower *lw, struct entries *to, struct elements *x, bool keep) {
    struct entry *entry = add(lw, to, VIEW_INDEX);
    entry->mask = x->kind != ELEMENTS_SCALAR && lower_dtype_of(x) == DT_BOOL;
    if (x->kind == ELEMENTS_SCALAR) {
        x->scalar = lower_as_index(lw, x->scalar);
    }
    entry->index = keep && x->kind >= ELEMENTS_GATHER ? lower_computed(lw, x)
                   : entry->mask                      ? x
                                                      : lower_read_twice(lw, x);
}

/* keep: something after it may change what it reads. */
static void add_index(struct lower *lw, struct entries *to, const struct expr *e, bool keep) {
    if (lower_type(lw, e)->kind != TY_TUPLE) {
        add_value(lw, to, lower_elements(lw, e), keep);
        return;
    }
    struct texpr *tuple = lower_expr(lw, e);
    for (int i = 0; i < tuple->type->n; ++i) {
        add_value(lw, to, lower_elements_of(lw, lower_item(lw, tuple, i)), false);
    }
}

static void add_slice(struct lower *lw, struct entries *to, const struct expr *e) {
    if (!e->slice.lo && !e->slice.hi && !e->slice.step) {
        add(lw, to, VIEW_FULL);
        return;
    }
    struct entry x = {.kind = VIEW_SLICE};
    x.start = lower_slice_part(lw, e->slice.lo);
    x.stop = lower_slice_part(lw, e->slice.hi);
    x.step = lower_slice_part(lw, e->slice.step);
    *add(lw, to, VIEW_SLICE) = x;
    if (x.step) {
        lower_check_step(lw, x.step);
    }
}

static bool calls_after(struct lower *lw, const struct expr *e, int i) {
    while (++i < e->index.n) {
        if (lower_may_call(lw, e->index.index[i])) {
            return true;
        }
    }
    return false;
}

static void evaluate(struct lower *lw, const struct expr *e, int rank, struct entries *to) {
    int rest = rank;
    bool nothing = false;
    for (int i = 0; i < e->index.n; ++i) {
        rest -= axes_taken(lw, e->index.index[i]);
    }
    for (int i = 0; i < e->index.n; ++i) {
        const struct expr *x = e->index.index[i];
        int before = to->n;
        if (x->kind == EXPR_SLICE) {
            add_slice(lw, to, x);
        } else if (x->kind == EXPR_ELLIPSIS) {
            nothing = rest <= 0;
            for (; rest > 0; --rest) {
                add(lw, to, VIEW_FULL);
            }
            continue;
        } else if (lower_is_newaxis(x)) {
            add(lw, to, VIEW_NEW);
        } else {
            add_index(lw, to, x, calls_after(lw, e, i));
        }
        to->item[before].after_ellipsis = nothing;
        nothing = false;
    }
    for (; rest > 0; --rest) {
        add(lw, to, VIEW_FULL);
    }
}

/* ---- the base, and which of its axes are picked from */

/* Masks become arrays of integers. shown: the axes of array that the entries take. */
static void split_masks(struct lower *lw, struct tvar *array, struct entries *e) {
    struct entries out = {0};
    int axis = 0;
    for (int i = 0; i < e->n; ++i) {
        if (!e->item[i].mask) {
            *add(lw, &out, e->item[i].kind) = e->item[i];
            axis += e->item[i].kind != VIEW_NEW;
            continue;
        }
        struct tvar *at[TIR_MAX_RANK];
        struct elements *mask = e->item[i].index;
        lower_check_mask(lw, mask, array, axis);
        lower_nonzero(lw, mask, at);
        for (int k = 0; k < mask->rank; ++k) {
            struct entry *x = add(lw, &out, VIEW_INDEX);
            x->index = lower_elements_of(lw, lower_var(lw, at[k]));
            x->after_ellipsis = k == 0 && e->item[i].after_ellipsis;
        }
        axis += mask->rank;
    }
    *e = out;
}

/* The array with slices and new axes applied; the axes that are picked from whole. */
static struct tvar *sliced(struct lower *lw, struct tvar *array, const struct entries *e) {
    bool plain = true;
    for (int i = 0; i < e->n; ++i) {
        plain = plain && (e->item[i].kind == VIEW_INDEX || e->item[i].kind == VIEW_FULL);
    }
    if (plain) {
        return array;
    }
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.base = array;
    s->view.n = e->n;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, e->n);
    for (int i = 0; i < e->n; ++i) {
        const struct entry *x = &e->item[i];
        s->view.axis[i] = (struct view_axis){.kind = x->kind == VIEW_INDEX ? VIEW_FULL : x->kind,
                                             .start = x->start,
                                             .stop = x->stop,
                                             .step = x->step};
    }
    s->view.dst = lower_temp(lw, ty_array(lw->a, lw->m, array->type->dtype, e->n, TY_ANY));
    return s->view.dst;
}

/* Fills axis and first; returns the number of axes kept. */
static int place(const struct entries *e, struct gather *g) {
    int kept = 0, shown = 0;
    enum { NONE_YET, AMONG, BEHIND } where = NONE_YET;
    for (int i = 0; i < e->n; ++i) {
        bool picked = e->item[i].kind == VIEW_INDEX;
        g->axis[i].index = e->item[i].index;
        g->axis[i].shown = shown;
        shown += e->item[i].kind != VIEW_NEW;
        where = where == AMONG && (!picked || e->item[i].after_ellipsis) ? BEHIND : where;
        if (picked) {
            g->first = where == NONE_YET ? kept : where == BEHIND ? 0 : g->first;
            where = where == NONE_YET ? AMONG : where;
        } else {
            g->axis[i].at = kept++;
        }
    }
    for (int i = 0; i < e->n; ++i) { /* the picked axes stand before these */
        g->axis[i].at += e->item[i].kind != VIEW_INDEX && g->axis[i].at >= g->first ? g->rank : 0;
    }
    return kept;
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

static struct texpr *index_value(struct lower *lw, const struct elements *x,
                                 const struct tspace *space, struct tvar *dst) {
    return lower_cast(lw, lower_elements_value(lw, x, space, dst), DT_INT);
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
    struct texpr *i = lower_to_temp(lw, index_value(lw, x, &space, NULL));
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

/* Is it a mask over the leading axes with all of the others? */
static bool is_masked(const struct entries *e) {
    bool masked = e->item[0].mask && !e->item[0].after_ellipsis;
    for (int i = 1; i < e->n; ++i) {
        masked = masked && e->item[i].kind == VIEW_FULL;
    }
    return masked;
}

struct pick lower_pick(struct lower *lw, const struct expr *e) {
    struct pick p = {.base = lower_array(lw, e->index.base)};
    struct entries entries = {0};
    evaluate(lw, e, p.base->type->rank, &entries);
    if (is_masked(&entries)) {
        p.mask = entries.item[0].index;
        lower_check_mask(lw, p.mask, p.base, 0);
        return p;
    }
    split_masks(lw, p.base, &entries);
    struct gather *g = ARENA_NEW(lw->a, struct gather);
    for (int i = 0; i < entries.n; ++i) {
        const struct elements *x = entries.item[i].index;
        g->rank = x && x->rank > g->rank ? x->rank : g->rank;
    }
    g->base = sliced(lw, p.base, &entries);
    place(&entries, g);
    p.gather = lower_gather(lw, g);
    return p;
}

struct elements *lower_picked(struct lower *lw, const struct expr *e) {
    struct pick p = lower_pick(lw, e);
    if (p.gather) {
        lower_gather_check(lw, p.gather);
    }
    return p.gather ? p.gather : lower_elements_of(lw, lower_compress(lw, p.base, p.mask, NULL));
}

/* ---- values */

/* base with the kept axes of extent 1 that the space repeats stretched; NULL: none is. */
static struct tvar *stretched(struct lower *lw, const struct elements *x, struct tvar *base,
                              const struct tspace *space) {
    struct tstmt *s = NULL;
    for (int i = 0; i < base->type->rank; ++i) {
        const int at = x->gather->axis[i].at + space->rank - x->rank;
        if (x->gather->axis[i].index ||
            texpr_equal(x->extent[x->gather->axis[i].at], space->extent[at])) {
            continue;
        }
        s = s ? s : lower_whole_view(lw, base);
        s->view.axis[i] = (struct view_axis){.kind = VIEW_STRETCH, .extent = space->extent[at]};
    }
    return s ? s->view.dst : base;
}

/* The part of a space that the indices run over. */
static struct tspace index_space(const struct elements *x, const struct tspace *space) {
    int at = space->rank - x->rank + x->gather->first;
    return (struct tspace){x->gather->rank, space->extent + at, space->counter + at};
}

void lower_gather_index(struct lower *lw, const struct elements *x, const struct tspace *space,
                        struct tvar *dst, struct texpr **index) {
    const struct gather *g = x->gather;
    struct tspace inner = index_space(x, space);
    for (int i = 0; i < g->base->type->rank; ++i) {
        const struct elements *at = g->axis[i].index;
        if (!at) {
            index[i] = lower_var(lw, space->counter[g->axis[i].at + space->rank - x->rank]);
        } else if (at->kind == ELEMENTS_SCALAR) {
            index[i] = at->scalar;
        } else {
            struct texpr *n = lower_shape(lw, g->base, i);
            index[i] = lower_op2(lw, OP_WRAP, index_value(lw, at, &inner, dst), n, DT_INT);
        }
    }
}

struct texpr *lower_gather_value(struct lower *lw, const struct elements *x,
                                 const struct tspace *space, struct tvar *dst) {
    struct texpr *index[TIR_MAX_RANK];
    struct tvar *base = lower_disjoint_array(lw, x->gather->base, dst);
    base = stretched(lw, x, base, space);
    lower_gather_index(lw, x, space, dst, index);
    return lower_load(lw, base, base->type->rank, index);
}
