/* a[i, :, j] with arrays among the indices: AST -> a tree GATHER, or a mask over the leading axes;
 * and what is written there.
 *
 * NumPy's order: all indices are evaluated, masks become the arrays of np.nonzero, the arrays are
 * broadcast together, and then each is checked (arrays/lower_gather.c). */
#include "lower_array.h"
#include "lower_flow.h"
#include "lower_gather.h"
#include "lower_list.h"
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

/* Of an index; a list is the array of its items. */
static struct ty *index_type(struct lower *lw, const struct expr *e) {
    struct ty *t = lower_type(lw, e);
    return t && t->kind == TY_LIST && !t->keys ? lower_array_type(lw, t) : t;
}

static bool holds_array(const struct ty *t) {
    if (t && ty_is_either(t)) {
        return false; /* an int, or else it raises */
    }
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
        if (x->kind != EXPR_SLICE && holds_array(index_type(lw, x))) {
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
    struct ty *t = index_type(lw, e);
    int n = 0;
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        n += is_mask(t->item[i]) ? t->item[i]->rank : 1;
    }
    return t->kind == TY_TUPLE ? n : is_mask(t) ? t->rank : 1;
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
    struct texpr *part[3];
    lower_slice_parts(lw, e, part);
    struct entry x = {.kind = VIEW_SLICE, .start = part[0], .stop = part[1], .step = part[2]};
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
    if (lower_is_over(lw, e)) {
        return lower_elements_of(lw, lower_var(lw, p.base));
    }
    if (p.gather) {
        lower_gather_check(lw, p.gather);
    }
    return p.gather ? p.gather : lower_elements_of(lw, lower_compress(lw, p.base, p.mask, NULL));
}

struct texpr *lower_picked_array(struct lower *lw, const struct expr *e, struct tvar *want) {
    struct pick p = lower_pick(lw, e);
    if (p.gather) {
        lower_gather_check(lw, p.gather);
        return lower_materialise(lw, p.gather, lower_type(lw, e), want);
    }
    return lower_compress(lw, p.base, p.mask, want);
}

void lower_pick_update(struct lower *lw, const struct pick *p, enum op op, enum op_module module,
                       const struct expr *value) {
    struct pick target = *p;
    struct elements *old = p->gather;
    bool calls = lower_may_call(lw, value);
    if (old) {
        lower_gather_check(lw, old);
    }
    if (calls && p->mask) {
        target.mask = lower_computed(lw, p->mask);
    }
    if (calls) { /* what is there before */
        old = p->gather ? lower_computed(lw, p->gather)
                        : lower_elements_of(lw, lower_compress(lw, p->base, target.mask, NULL));
    }
    struct elements *x = p->over ? lower_over(lw, value, p->over) : lower_elements(lw, value);
    if (!old && (p->over ||
                 x->kind == ELEMENTS_SCALAR)) { /* computed for all, kept where the mask is true */
        struct elements *all = lower_elements_of(lw, lower_var(lw, p->base));
        lower_mask_store(lw, &target, lower_elements_in_place(lw, op, module, all, x));
        return;
    }
    old = old ? old : lower_elements_of(lw, lower_compress(lw, p->base, target.mask, NULL));
    x = lower_elements_in_place(lw, op, module, old, x);
    lower_check_in_place(lw, x, old);
    x = lower_computed(lw, x);
    if (p->gather) {
        lower_scatter(lw, p->gather, x);
    } else {
        lower_mask_store(lw, &target, x);
    }
}

struct texpr *lower_at(struct lower *lw, const struct callee *c) {
    struct expr *index[] = {c->arg[1]};
    struct expr access = {.kind = EXPR_INDEX, .span = lw->span};
    access.index.base = c->arg[0];
    access.index.n = 1;
    access.index.index = index;
    struct pick p = lower_pick(lw, &access);
    if (p.mask) { /* no element twice */
        lower_pick_update(lw, &p, at_op(c->op), IN_NP, c->arg[2]);
        return NULL;
    }
    if (lower_may_call(lw, c->arg[2])) {
        return lower_refuse(lw, DIAG_PY204, "assign the values to a variable first");
    }
    struct elements *value = lower_elements(lw, c->arg[2]);
    lower_gather_check(lw, p.gather);
    lower_check_broadcast(lw, value, p.gather->rank, p.gather->extent,
                          "array is not broadcastable to correct shape", NULL);
    lower_scatter_op(lw, p.gather, at_op(c->op), IN_NP, value);
    return NULL;
}
