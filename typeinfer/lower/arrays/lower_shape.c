/* Shapes of element-wise expressions: broadcasting, and what is known of the views in a statement.
 *
 * Ranks are known, extents are not: two extents that are not the same expression are compared when
 * the code runs, and the common one is the other where one is 1. */
#include <string.h>

#include "lower_array.h"

/* ---- views of the current statement */

/* The VIEW in the current block that made v, or NULL. */
static const struct tstmt *view_behind(const struct lower *lw, const struct tvar *v) {
    for (int i = lw->out->n - 1; v->is_temp && i >= 0; --i) {
        const struct tstmt *s = lw->out->item[i];
        if (s->kind == TS_VIEW && s->view.dst == v) {
            return s;
        }
    }
    return NULL;
}

struct tvar *lower_root(const struct lower *lw, struct tvar *v) {
    const struct tstmt *s;
    while ((s = view_behind(lw, v)) != NULL) {
        v = s->view.base;
    }
    return v;
}

bool lower_is_new(const struct lower *lw, const struct tvar *v) {
    for (int i = lw->out->n - 1; v->is_temp && i >= 0; --i) {
        const struct tstmt *s = lw->out->item[i];
        if (s->kind == TS_ALLOC && s->alloc.dst == v) {
            return true;
        }
    }
    return false;
}

static bool same_part(const struct texpr *a, const struct texpr *b) {
    return a == b || (a && b && texpr_equal(a, b));
}

bool lower_same_view(const struct lower *lw, const struct tvar *a, const struct tvar *b) {
    if (a == b) {
        return true;
    }
    const struct tstmt *s = view_behind(lw, a), *t = view_behind(lw, b);
    if (!s || !t || s->view.n != t->view.n || s->view.part != t->view.part ||
        s->view.dst->type->dtype != t->view.dst->type->dtype || s->view.apart || t->view.apart ||
        !lower_same_view(lw, s->view.base, t->view.base)) {
        return false;
    }
    for (int i = 0; i < s->view.n; ++i) {
        const struct view_axis *x = &s->view.axis[i], *y = &t->view.axis[i];
        if (x->kind != y->kind || x->from != y->from || !same_part(x->index, y->index) ||
            !same_part(x->start, y->start) || !same_part(x->stop, y->stop) ||
            !same_part(x->step, y->step) || !same_part(x->extent, y->extent)) {
            return false;
        }
    }
    return true;
}

/* Do two slices of one step begin at elements that the other steps over? Yes when it cannot be
 * seen that they do not. */
static bool steps_between(const struct view_axis *x, const struct view_axis *y) {
    int64_t step, from = 0, to = 0;
    if (x->kind != VIEW_SLICE || y->kind != VIEW_SLICE || !x->step ||
        !same_part(x->step, y->step) || same_part(x->start, y->start) ||
        !texpr_is_const(x->step, &step) || step < 2) {
        return false;
    }
    bool known = (!x->start || texpr_is_const(x->start, &from)) &&
                 (!y->start || texpr_is_const(y->start, &to));
    return !known || (to - from) % step != 0;
}

/* Along this axis of one base, are the elements of x and y likely to be others: one index beside a
 * part, another index, steps over those between? */
static bool axis_looks_apart(const struct view_axis *x, const struct view_axis *y) {
    if (x->kind == VIEW_INDEX || y->kind == VIEW_INDEX) {
        return x->kind != y->kind || !same_part(x->index, y->index);
    }
    return steps_between(x, y);
}

/* The VIEW behind v without those that only add axes to it. */
static const struct tstmt *part_behind(const struct lower *lw, const struct tvar *v) {
    const struct tstmt *s = view_behind(lw, v);
    bool same = s != NULL;
    for (int i = 0; same && i < s->view.n; ++i) {
        same = s->view.axis[i].kind == VIEW_NEW || s->view.axis[i].kind == VIEW_FULL;
    }
    const struct tstmt *part = same && !s->view.apart ? view_behind(lw, s->view.base) : NULL;
    return part ? part_behind(lw, s->view.base) : s;
}

bool lower_looks_apart(const struct lower *lw, const struct tvar *a, const struct tvar *b) {
    const struct tstmt *s = part_behind(lw, a), *t = part_behind(lw, b);
    if (!s || !t || s->view.base != t->view.base || s->view.n != t->view.n) {
        return false;
    }
    for (int i = 0; i < s->view.n; ++i) {
        const struct view_axis *x = &s->view.axis[i], *y = &t->view.axis[i];
        bool plain = x->kind <= VIEW_FULL && y->kind <= VIEW_FULL;
        if (!plain || axis_looks_apart(x, y)) {
            return plain;
        }
    }
    return false;
}

bool lower_is_new_axis(const struct lower *lw, const struct tvar *v, int axis) {
    const struct tstmt *s = view_behind(lw, v);
    for (int i = 0; s && i < s->view.n; ++i) {
        if (s->view.axis[i].kind != VIEW_INDEX && axis-- == 0) {
            return s->view.axis[i].kind == VIEW_NEW;
        }
    }
    return false;
}

/* ---- checks whose messages show shapes */

void lower_show_shape(struct lower *lw, struct shapes *s, int rank, struct texpr *const *extent,
                      const char *after) {
    s->text = arena_printf(lw->a, "%s(", s->text);
    for (int i = 0; i < rank; ++i) {
        s->text = arena_printf(lw->a, "%s%%lld%s", s->text, i + 1 < rank || rank == 1 ? "," : "");
        s->extent[s->n++] = extent[i];
    }
    s->text = arena_printf(lw->a, "%s)%s", s->text, after);
}

static void check_shapes(struct lower *lw, struct texpr *cond, enum texc exc,
                         const struct shapes *s) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, s->n);
    for (int i = 0; i < s->n; ++i) {
        item[i] = s->extent[i];
    }
    lower_check_shown(lw, cond, exc, s->text, lower_tuple(lw, s->n, item));
}

void lower_check_shapes(struct lower *lw, struct texpr *cond, const struct shapes *s) {
    if (s->n == 0) {
        lower_check(lw, cond, TEXC_VALUE, s->text);
        return;
    }
    check_shapes(lw, cond, TEXC_VALUE, s);
}

/* ---- broadcasting */

static bool is_one(const struct texpr *e) {
    int64_t value;
    return texpr_is_const(e, &value) && value == 1;
}

/* x == y or x == 1 or y == 1. */
static struct texpr *fit(struct lower *lw, struct texpr *x, struct texpr *y) {
    if (texpr_equal(x, y) || is_one(x) || is_one(y)) {
        return lower_bool(lw, true);
    }
    struct texpr *one = lower_int(lw, 1);
    struct texpr *alone = lower_or(lw, lower_cmp(lw, OP_EQ, x, one), lower_cmp(lw, OP_EQ, y, one));
    return lower_or(lw, lower_cmp(lw, OP_EQ, x, y), alone);
}

/* y where x is 1, else x. */
static struct texpr *common_extent(struct lower *lw, struct texpr *x, struct texpr *y) {
    if (texpr_equal(x, y) || is_one(y)) {
        return x;
    }
    if (is_one(x)) {
        return y;
    }
    struct texpr *one = lower_cmp(lw, OP_EQ, x, lower_int(lw, 1));
    return lower_shared(lw, lower_select(lw, one, y, x));
}

struct texpr *lower_common_shape(struct lower *lw, int rank_x, struct texpr *const *x, int rank_y,
                                 struct texpr *const *y, struct texpr **common) {
    struct texpr *cond = lower_bool(lw, true);
    int rank = rank_x > rank_y ? rank_x : rank_y;
    for (int k = 1; k <= rank; ++k) {
        struct texpr *a = k <= rank_x ? x[rank_x - k] : NULL;
        struct texpr *b = k <= rank_y ? y[rank_y - k] : NULL;
        cond = a && b ? lower_and(lw, cond, fit(lw, a, b)) : cond;
        common[rank - k] = a && b ? common_extent(lw, a, b) : a ? a : b;
    }
    return cond;
}

/* Extent of an axis counted from the last; NULL when the part has none. */
static struct texpr *extent_from_end(const struct elements *x, int k) {
    return k < x->rank ? x->extent[x->rank - 1 - k] : NULL;
}

/* text, the parts' shapes and, when it is not NULL, out's. */
static void refuse_misfit(struct lower *lw, int n, struct elements *const *part, enum texc exc,
                          const char *text, struct texpr *cond, const struct elements *out) {
    struct shapes s = {.text = text};
    for (int i = 0; i < n; ++i) {
        lower_show_shape(lw, &s, part[i]->rank, part[i]->extent, " ");
    }
    if (out) {
        lower_show_shape(lw, &s, out->rank, out->extent, " ");
    }
    check_shapes(lw, cond, exc, &s);
}

/* The rank and extents that the parts broadcast to, and the condition that they do. */
static int common_shape(struct lower *lw, int n, struct elements *const *part,
                        struct texpr **extent, struct texpr **cond) {
    int rank = 0;
    *cond = lower_bool(lw, true);
    for (int i = 0; i < n; ++i) {
        rank = part[i]->rank > rank ? part[i]->rank : rank;
    }
    for (int k = 0; k < rank; ++k) {
        struct texpr *common = NULL;
        for (int i = 0; i < n; ++i) {
            struct texpr *e = extent_from_end(part[i], k);
            if (e && common) {
                *cond = lower_and(lw, *cond, fit(lw, common, e));
                common = common_extent(lw, common, e);
            } else if (e) {
                common = e;
            }
        }
        extent[rank - 1 - k] = common;
    }
    return rank;
}

int lower_common_extents(struct lower *lw, int n, struct elements *const *part, enum texc exc,
                         const char *text, struct texpr **extent) {
    struct texpr *cond;
    int64_t known;
    int rank = common_shape(lw, n, part, extent, &cond);
    if (!texpr_is_const(cond, &known)) {
        refuse_misfit(lw, n, part, exc, text, cond, NULL);
    }
    return rank;
}

/* out: the operand that takes the result in place, or NULL. */
static void broadcast(struct lower *lw, struct elements *x, const struct elements *out) {
    struct texpr *cond, *extent[TIR_MAX_RANK];
    int64_t known;
    x->rank = common_shape(lw, x->n, x->part, extent, &cond);
    if (!texpr_is_const(cond, &known)) {
        refuse_misfit(lw, x->n, x->part, TEXC_VALUE,
                      "operands could not be broadcast together with shapes ", cond, out);
    }
    memcpy(x->extent, extent, sizeof(extent[0]) * (size_t)x->rank);
}

void lower_broadcast(struct lower *lw, struct elements *x) {
    broadcast(lw, x, x->in_place ? x->part[0] : NULL);
}

/* The values of x do not fit a place of the shape: they are broadcast in place, or put there. */
static void refuse_values(struct lower *lw, struct texpr *cond, const struct elements *x, int rank,
                          struct texpr *const *own) {
    struct shapes s = {.text = x->in_place ? "non-broadcastable output operand with shape "
                                           : "could not broadcast input array from shape "};
    if (x->in_place) {
        lower_show_shape(lw, &s, rank, own, " doesn't match the broadcast shape ");
        lower_show_shape(lw, &s, x->rank, x->extent, "");
    } else {
        lower_show_shape(lw, &s, x->rank, x->extent, " into shape ");
        lower_show_shape(lw, &s, rank, own, "");
    }
    lower_check_shapes(lw, cond, &s);
}

static void check_fits(struct lower *lw, const struct elements *x, int rank,
                       struct texpr *const *own) {
    struct texpr *cond = lower_bool(lw, true);
    for (int k = 0; k < x->rank; ++k) {
        struct texpr *e = extent_from_end(x, k), *d = own[rank - 1 - k];
        if (!texpr_equal(e, d) && !is_one(e)) {
            struct texpr *fits = lower_cmp(lw, OP_EQ, e, d);
            if (!x->in_place) {
                fits = lower_or(lw, fits, lower_cmp(lw, OP_EQ, e, lower_int(lw, 1)));
            }
            cond = lower_and(lw, cond, fits);
        }
    }
    int64_t known;
    if (!texpr_is_const(cond, &known)) {
        refuse_values(lw, cond, x, rank, own);
    }
}

struct elements *lower_check_fits(struct lower *lw, struct elements *x, struct tvar *dst) {
    struct texpr *own[TIR_MAX_RANK], *cond = lower_bool(lw, true);
    int rank = dst->type->rank;
    for (int i = 0; i < rank; ++i) {
        own[i] = lower_shape(lw, dst, i);
    }
    for (int i = 0; i < x->rank - rank; ++i) {
        cond = lower_and(lw, cond, lower_cmp(lw, OP_EQ, x->extent[i], lower_int(lw, 1)));
    }
    if (x->rank > rank) {
        refuse_values(lw, cond, x, rank, own);
        struct tvar *whole = lower_as_variable(lw, lower_materialise(lw, x, NULL, NULL));
        x = lower_elements_of(lw, lower_last_axes(lw, whole, rank));
    }
    check_fits(lw, x, rank, own);
    return x;
}

void lower_check_in_place(struct lower *lw, const struct elements *x, const struct elements *old) {
    check_fits(lw, x, old->rank, old->extent);
}

void lower_check_broadcast(struct lower *lw, const struct elements *x, int rank,
                           struct texpr *const *extent, const char *text, const char *middle) {
    struct texpr *cond = lower_bool(lw, x->rank <= rank);
    for (int k = 0; k < x->rank && k < rank; ++k) {
        struct texpr *e = extent_from_end(x, k), *own = extent[rank - 1 - k];
        if (!texpr_equal(e, own) && !is_one(e)) {
            struct texpr *one = lower_cmp(lw, OP_EQ, e, lower_int(lw, 1));
            cond = lower_and(lw, cond, lower_or(lw, lower_cmp(lw, OP_EQ, e, own), one));
        }
    }
    struct shapes s = {.text = text};
    int64_t known;
    if (!middle) {
        lower_check(lw, cond, TEXC_VALUE, text);
    } else if (!texpr_is_const(cond, &known) || !known) {
        lower_show_shape(lw, &s, x->rank, x->extent, middle);
        lower_show_shape(lw, &s, rank, extent, "");
        lower_check_shapes(lw, cond, &s);
    }
}
