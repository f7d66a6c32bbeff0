/* What VIEW statements and types say by themselves. */
#include "access.h"
#include "build.h"

/* The entry that gives axis `axis` of the result, and the base's axis it takes. */
static const struct view_axis *view_axis_at(const struct tstmt *s, int axis, int *of_base) {
    int of_view = 0;
    *of_base = 0;
    for (int i = 0; i < s->view.n; ++i) {
        const struct view_axis *x = &s->view.axis[i];
        if (x->kind != VIEW_INDEX && of_view++ == axis) {
            *of_base = x->kind == VIEW_MOVED ? x->from : *of_base;
            return x;
        }
        *of_base += x->kind == VIEW_DIAGONAL ? 2 : x->kind != VIEW_NEW;
    }
    return NULL;
}

int view_kept_axis(const struct tstmt *s, int axis) {
    int of_base;
    const struct view_axis *x = view_axis_at(s, axis, &of_base);
    return !x                                              ? -2
           : x->kind == VIEW_FULL || x->kind == VIEW_MOVED ? of_base
           : x->kind == VIEW_NEW && !x->extent             ? -1
                                                           : -2;
}

const struct view_axis *view_slice(const struct tstmt *s, int axis, int *of_base) {
    const struct view_axis *x = view_axis_at(s, axis, of_base);
    return x && x->kind == VIEW_SLICE ? x : NULL;
}

bool view_flips(const struct view_axis *x) {
    int64_t step;
    return x->kind == VIEW_SLICE && !x->start && !x->stop && x->step &&
           expr_int_value(x->step, &step) && step == -1;
}

int view_base_axis(const struct tstmt *s, int axis) {
    int of_base;
    const struct view_axis *x = view_axis_at(s, axis, &of_base);
    return x && view_flips(x) ? of_base : view_kept_axis(s, axis);
}

bool type_holds_array(const struct ty *t) {
    bool found = t->kind == TY_ARRAY || t->kind == TY_LIST;
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        found |= type_holds_array(t->item[i]);
    }
    return found;
}

bool type_holds_lists(const struct ty *t) {
    bool found = t->kind == TY_LIST && t->item[0]->kind != TY_SCALAR;
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        found = found || type_holds_lists(t->item[i]);
    }
    return found;
}
