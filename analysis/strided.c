/* Which array variables are known not to be contiguous along the axis that the fast variants take
 * for contiguous: columns, every second element, parts of complex numbers, diagonals, an axis that
 * repeats its base. A nest would never find them contiguous, so that its fast variant walks them by
 * their stride, and only asks the others to be contiguous. */
#include "build.h"
#include "passes.h"

/* Every element of the axis is there, in the base's order. */
static bool has_step_one(const struct view_axis *x) {
    int64_t step;
    return !x->step || (expr_int_value(x->step, &step) && step == 1);
}

/* A slice whose step is a variable may have any. */
static bool skips(const struct view_axis *x) {
    int64_t step;
    return x->step && expr_int_value(x->step, &step) && step != 1;
}

/* The last axis of s's dst, of a view that takes the axes of its base in order. */
static bool last_strided(const struct tstmt *s, bool base) {
    const struct view_axis *last = &s->view.axis[s->view.n - 1];
    switch (last->kind) {
    case VIEW_INDEX: /* the last axis left stands for one further out */
        return true;
    case VIEW_DIAGONAL:
        return true;
    case VIEW_NEW:
        return last->extent != NULL;
    case VIEW_SLICE:
        return skips(last) || (base && has_step_one(last));
    case VIEW_FULL:
    case VIEW_STRETCH:
        return base;
    default:
        return false;
    }
}

static bool view_strided(const struct tstmt *s, const struct func_plan *fp) {
    const struct tvar *dst = s->view.dst, *base = s->view.base;
    if (dst->type->rank == 0 || dst->type->layout != TY_ANY || base->type->layout == TY_F ||
        s->view.order) {
        return false;
    }
    if (s->view.part != PART_WHOLE) {
        return true;
    }
    if (view_is(s, VIEW_MOVED)) {
        bool last = s->view.axis[s->view.n - 1].from == base->type->rank - 1;
        return !last || fp->strided[base->id];
    }
    return s->view.n > 0 && last_strided(s, fp->strided[base->id]);
}

static bool def_strided(const struct tstmt *s, const struct func_plan *fp) {
    return s->kind == TS_VIEW && view_strided(s, fp);
}

void strided_decide(const struct facts *f, struct func_plan *fp) {
    for (int pos = 0; pos < f->n; ++pos) {
        const struct tvar *v = stmt_def(f->order[pos]->stmt);
        if (!v || v->type->kind != TY_ARRAY || v->is_param) {
            continue;
        }
        bool first = fact_first_def(f, v, 0, pos) == pos;
        bool is = def_strided(f->order[pos]->stmt, fp);
        fp->strided[v->id] = is && (first || fp->strided[v->id]);
    }
}
