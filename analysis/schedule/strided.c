/* Which array variables are known not to be contiguous along the axis that the fast variants take
 * for contiguous: columns, every second element, parts of complex numbers, diagonals, an axis that
 * repeats its base; and which of them run backwards over what is contiguous. A nest would never
 * find them contiguous, so that its fast variant walks them by their stride, and only asks the
 * others to be contiguous. And which views are contiguous when what they show is (touch.c). */
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
    if (s->view.part == PART_REAL || s->view.part == PART_IMAG) {
        return true;
    }
    if (view_is(s, VIEW_MOVED)) {
        bool last = s->view.axis[s->view.n - 1].from == base->type->rank - 1;
        return !last || fp->strided[base->id];
    }
    return s->view.n > 0 && last_strided(s, fp->strided[base->id]);
}

/* The elements of a contiguous axis in reverse. */
static bool view_backward(const struct tstmt *s, const struct func_plan *fp) {
    const struct view_axis *last = s->view.n > 0 ? &s->view.axis[s->view.n - 1] : NULL;
    const struct tvar *base = s->view.base;
    int64_t step;
    if (!last || s->view.part != PART_WHOLE || view_may_copy(s) || view_is(s, VIEW_MOVED)) {
        return false;
    }
    bool turns = last->kind == VIEW_SLICE && last->step && expr_int_value(last->step, &step) &&
                 step == -1 && !fp->strided[base->id];
    bool keeps = last->kind == VIEW_FULL || last->kind == VIEW_STRETCH ||
                 (last->kind == VIEW_SLICE && has_step_one(last));
    return turns || (keeps && fp->backward[base->id]);
}

static bool def_strided(const struct tstmt *s, const struct func_plan *fp) {
    return s->kind == TS_VIEW && view_strided(s, fp);
}

static bool def_backward(const struct tstmt *s, const struct func_plan *fp) {
    return def_strided(s, fp) && view_backward(s, fp);
}

/* Takes the axes of its base in order, and of the last one neighbours as neighbours. */
static bool view_flat(const struct tstmt *s) {
    const struct tvar *dst = s->view.dst, *base = s->view.base;
    if (dst->type->rank == 0 || base->type->rank == 0 || dst->type->layout == TY_F ||
        base->type->layout == TY_F || s->view.order || s->view.part != PART_WHOLE ||
        view_may_copy(s) || view_is(s, VIEW_MOVED) || s->view.n == 0) {
        return false;
    }
    const struct view_axis *last = &s->view.axis[s->view.n - 1];
    return last->kind == VIEW_FULL || (last->kind == VIEW_SLICE && has_step_one(last));
}

static void flat_decide(const struct facts *f, struct func_plan *fp) {
    for (int i = 0; i < f->func->n_vars; ++i) {
        const struct tvar *v = f->func->var[i];
        bool one = v->type->kind == TY_ARRAY && !v->is_param && f->var[i].defs.n == 1;
        const struct tstmt *s = one ? f->order[f->var[i].defs.item[0]]->stmt : NULL;
        if (s && s->kind == TS_VIEW && view_flat(s) && !fp->strided[s->view.base->id]) {
            fp->flat[i] = s->view.base;
        }
    }
}

void strided_decide(const struct facts *f, struct func_plan *fp) {
    for (int pos = 0; pos < f->n; ++pos) {
        const struct tvar *v = stmt_def(f->order[pos]->stmt);
        if (!v || v->type->kind != TY_ARRAY || v->is_param) {
            continue;
        }
        bool first = fact_first_def(f, v, 0, pos) == pos;
        bool is = def_strided(f->order[pos]->stmt, fp);
        fp->backward[v->id] =
            def_backward(f->order[pos]->stmt, fp) && (first || fp->backward[v->id]);
        fp->strided[v->id] = is && (first || fp->strided[v->id]);
    }
    flat_decide(f, fp);
}
