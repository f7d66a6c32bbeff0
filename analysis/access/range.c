/* Ranges of counters: from their FOR and from conditions; signs of forms. */
#include "range.h"

#include "access.h"
#include "build.h"
#include "system.h"

#define RANGE_FUEL 100 /* definitions followed for the bounds of one loop, or one condition */

/* ---- from the loop */

static bool is_min(enum op op) {
    return op == OP_PYMIN || op == OP_MINIMUM;
}

static bool is_max(enum op op) {
    return op == OP_PYMAX || op == OP_MAXIMUM;
}

/* Forms that are all <= e (upper: >= e), appended to list: of min(x, y) both x and y are upper
 * bounds. */
static int collect_bounds(struct scope *sc, struct texpr *e, int pos, bool upper,
                          struct form **list, int n) {
    struct tstmt *s = --sc->fuel > 0 ? expr_definition(sc, e, pos) : NULL;
    if (s && s->kind == TS_ASSIGN && s->assign.value->type->kind == TY_SCALAR) {
        return collect_bounds(sc, s->assign.value, fact_of(sc->facts, s)->pos, upper, list, n);
    }
    e = expr_strip(e);
    if (e->kind == TE_OP && (upper ? is_min(e->op.op) : is_max(e->op.op))) {
        n = collect_bounds(sc, e->op.arg[0], pos, upper, list, n);
        return collect_bounds(sc, e->op.arg[1], pos, upper, list, n);
    }
    struct form *f = form_of(sc, e, pos);
    if (f && n < RANGE_BOUNDS) {
        list[n++] = f;
    }
    return n;
}

/* The last value of a loop by more than one: start + step * ((stop -+ 1 - start) // step). NULL
 * when its bounds are not plain. */
static struct form *last_value(struct scope *sc, struct form *start, struct form *stop,
                               int64_t step) {
    struct arena *a = sc->arena;
    if (step == INT64_MIN) {
        return NULL;
    }
    int64_t by = step > 0 ? step : -step, width;
    struct form *span = form_add(a, step > 0 ? stop : start, step > 0 ? start : stop, -1);
    span = form_add(a, span, form_const(a, 1), -1);
    if (!span || form_counter(span, 0)) {
        return NULL;
    }
    struct form *turns;
    if (form_is_const(span, &width)) {
        turns = form_const(a, width >= 0 ? width / by : 0);
    } else {
        turns = form_whole(sc, build_op(a, sc->ty_int, OP_FLOORDIV, form_expr(sc, span),
                                        build_int(a, sc->ty_int, by)));
    }
    return form_add(a, start, turns, step);
}

/* Puts f before the others. */
static void put_first(struct form **list, int *n, struct form *f) {
    *n += *n < RANGE_BOUNDS;
    for (int i = *n - 1; i > 0; --i) {
        list[i] = list[i - 1];
    }
    list[0] = f;
}

bool view_slice_ends(struct scope *sc, const struct view_axis *x, int pos, struct form **start,
                     struct form **stop) {
    int64_t step = 1;
    *start = x->start ? form_of(sc, x->start, pos) : form_const(sc->arena, 0);
    *stop = x->stop ? form_of(sc, x->stop, pos) : NULL;
    return (!x->step || (expr_int_value(x->step, &step) && step == 1)) &&
           range_nonneg(sc, *start) && (!x->stop || range_nonneg(sc, *stop));
}

/* Upper bounds of len(v), v = a[start:stop]: stop - start and the base's extent - start, when v has
 * elements. */
static int slice_lengths(struct scope *sc, struct texpr *e, int pos, struct form **list) {
    struct arena *a = sc->arena;
    struct form *start, *stop;
    int n = 0, axis;
    e = expr_strip(e);
    struct tstmt *s = e->kind == TE_SHAPE ? fact_reaching(sc->facts, e->shape.array, pos) : NULL;
    if (!s || s->kind != TS_VIEW) {
        return 0;
    }
    const struct view_axis *x = view_slice(s, e->shape.axis, &axis);
    int at = fact_of(sc->facts, s)->pos;
    if (!x || at < sc->lo || !view_slice_ends(sc, x, at, &start, &stop)) {
        return 0;
    }
    struct form *extent = form_extent(sc, s->view.base, axis, at);
    struct form *below[2] = {stop, extent};
    for (int i = 0; i < 2; ++i) {
        list[n] = form_add(a, below[i], start, -1);
        n += list[n] != NULL;
    }
    return n;
}

/* The same for a loop that counts up to it from 0 or more: when it runs, v has elements. Ranges are
 * kept, so nothing is assumed of other loops here. */
static int slice_stop(struct scope *sc, struct tstmt *loop, struct form *start,
                      struct form **list) {
    int least = sc->least.n, n = 0;
    sc->least.n = 0;
    if (range_nonneg(sc, start)) {
        n = slice_lengths(sc, loop->for_.stop, fact_of(sc->facts, loop)->pos, list);
    }
    sc->least.n = least;
    return n;
}

/* Bounds of a loop whose step is a number. */
static void bound_by_number(struct scope *sc, struct range *r, struct tstmt *loop) {
    struct arena *a = sc->arena;
    int pos = fact_of(sc->facts, loop)->pos;
    bool up = r->step_value > 0;
    struct form *start[RANGE_BOUNDS], *stop[RANGE_BOUNDS];
    int n_start = collect_bounds(sc, loop->for_.start, pos, !up, start, 0);
    int n_stop = collect_bounds(sc, loop->for_.stop, pos, up, stop, 0);
    if (up && n_start > 0 && n_stop == 0) {
        n_stop = slice_stop(sc, loop, start[0], stop);
    }
    struct form **near = up ? r->lower : r->upper, **far = up ? r->upper : r->lower;
    int *n_near = up ? &r->n_lower : &r->n_upper, *n_far = up ? &r->n_upper : &r->n_lower;
    for (int i = 0; i < n_start; ++i) {
        near[(*n_near)++] = start[i];
    }
    *(up ? &r->lower_exact : &r->upper_exact) =
        n_start == 1 && form_equal(form_of(sc, loop->for_.start, pos), start[0]);
    for (int i = 0; i < n_stop; ++i) {
        struct form *f = form_add(a, stop[i], form_const(a, 1), up ? -1 : 1);
        if (f) {
            far[(*n_far)++] = f;
        }
    }
    bool unit = r->step_value == 1 || r->step_value == -1;
    if (!unit && n_start == 1 && n_stop == 1) {
        struct form *last = last_value(sc, start[0], stop[0], r->step_value);
        if (last) {
            put_first(far, n_far, last);
            *(up ? &r->upper_exact : &r->lower_exact) = true;
        }
    }
}

/* Bounds of a loop whose step has an unknown sign: its values are in [start, stop) or (stop,
 * start]. Only when both are known before the nest. */
static void bound_by_ends(struct scope *sc, struct range *r, struct tstmt *loop) {
    struct arena *a = sc->arena;
    struct ty *t = sc->ty_int;
    int pos = fact_of(sc->facts, loop)->pos;
    struct form *start = form_of(sc, loop->for_.start, pos);
    struct form *stop = form_of(sc, loop->for_.stop, pos);
    if (!start || !stop || form_counter(start, 0) || form_counter(stop, 0)) {
        return;
    }
    struct texpr *from = form_expr(sc, start);
    struct form *one = form_const(a, 1);
    struct form *under = form_add(a, stop, one, -1), *over = form_add(a, stop, one, 1);
    if (under && over) {
        r->lower[r->n_lower++] =
            form_whole(sc, build_op(a, t, OP_PYMIN, from, form_expr(sc, over)));
        r->upper[r->n_upper++] =
            form_whole(sc, build_op(a, t, OP_PYMAX, from, form_expr(sc, under)));
    }
}

struct range *range_of(struct scope *sc, struct atom *counter) {
    if (counter->ranged) {
        return counter->range;
    }
    counter->ranged = true;
    struct range *r = counter->range = ARENA_NEW(sc->arena, struct range);
    struct tstmt *loop = counter->loop;
    sc->fuel = RANGE_FUEL;
    r->step = form_of(sc, loop->for_.step, fact_of(sc->facts, loop)->pos);
    if (form_is_const(r->step, &r->step_value) && r->step_value != 0) {
        bound_by_number(sc, r, loop);
    } else {
        bound_by_ends(sc, r, loop);
    }
    return r;
}

/* ---- from conditions */

static void push_bound(struct scope *sc, struct atom *counter, bool lower, struct form *f,
                       int fact) {
    if (f) {
        struct bound b = {counter, lower, f, fact};
        vec_push(sc->arena, &sc->bounds, b);
    }
}

/* x >= 0 as a bound of its innermost counter. */
static void push_nonneg(struct scope *sc, struct form *x, int fact) {
    struct arena *a = sc->arena;
    struct atom *counter = form_counter(x, 0);
    struct form *coef, *rest;
    int64_t c, k;
    if (!counter || !form_split(a, x, counter, &coef, &rest) || !form_is_const(coef, &c)) {
        return;
    }
    if (c == 1) {
        push_bound(sc, counter, true, form_scale(a, rest, -1), fact);
    } else if (c == -1) {
        push_bound(sc, counter, false, rest, fact);
    } else if (form_is_const(rest, &k) && k > -INT32_MAX && k < INT32_MAX && c > -INT32_MAX) {
        /* c*j + k >= 0: j >= ceil(-k / c), or j <= floor(k / -c) */
        int64_t d = c > 0 ? c : -c, q = k / d;
        q -= k % d < 0;
        push_bound(sc, counter, c > 0, form_const(a, c > 0 ? -q : q), fact);
    }
}

/* x != 0: cuts an end off the range when x is 0 exactly there. */
static void push_nonzero(struct scope *sc, struct form *x, int fact) {
    struct arena *a = sc->arena;
    struct atom *counter = form_counter(x, 0);
    struct form *coef, *rest;
    int64_t c;
    if (!counter || !form_split(a, x, counter, &coef, &rest) || !form_is_const(coef, &c) ||
        (c != 1 && c != -1)) {
        return;
    }
    struct form *hole = form_scale(a, rest, -c);
    struct range *r = range_of(sc, counter);
    for (int i = 0; i < r->n_lower; ++i) {
        if (form_equal(hole, r->lower[i])) {
            push_bound(sc, counter, true, form_add(a, hole, form_const(a, 1), 1), fact);
        }
    }
    for (int i = 0; i < r->n_upper; ++i) {
        if (form_equal(hole, r->upper[i])) {
            push_bound(sc, counter, false, form_add(a, hole, form_const(a, 1), -1), fact);
        }
    }
}

/* The comparison that holds when op does not. */
static enum op negated(enum op op) {
    switch (op) {
    case OP_LT:
        return OP_GE;
    case OP_LE:
        return OP_GT;
    case OP_GT:
        return OP_LE;
    case OP_GE:
        return OP_LT;
    case OP_EQ:
        return OP_NE;
    default:
        return OP_EQ;
    }
}

static void push_comparison(struct scope *sc, enum op op, struct form *x, struct form *y,
                            int fact) {
    struct arena *a = sc->arena;
    struct form *one = form_const(a, 1);
    struct form *up = form_add(a, y, x, -1), *down = form_add(a, x, y, -1);
    if (!up || !down) {
        return;
    }
    switch (op) {
    case OP_LT:
        push_nonneg(sc, form_add(a, up, one, -1), fact);
        break;
    case OP_LE:
        push_nonneg(sc, up, fact);
        break;
    case OP_GT:
        push_nonneg(sc, form_add(a, down, one, -1), fact);
        break;
    case OP_GE:
        push_nonneg(sc, down, fact);
        break;
    case OP_EQ:
        push_nonneg(sc, up, fact);
        push_nonneg(sc, down, fact);
        break;
    default:
        push_nonzero(sc, down, fact);
        break;
    }
}

static void push_cond(struct scope *sc, struct texpr *cond, bool truth, int pos, int fact);

static void push_op(struct scope *sc, struct texpr *e, bool truth, int pos, int fact) {
    enum op op = e->op.op;
    bool bools = dtype_info[e->type->dtype].kind == KIND_BOOL;
    bool both = op == OP_LAND || (op == OP_BITAND && bools);
    bool either = op == OP_LOR || (op == OP_BITOR && bools);
    if (op == OP_NOT && e->op.arg[0]->type->kind == TY_SCALAR) {
        push_cond(sc, e->op.arg[0], !truth, pos, fact);
    } else if (truth ? both : either) {
        push_cond(sc, e->op.arg[0], truth, pos, fact);
        push_cond(sc, e->op.arg[1], truth, pos, fact);
    } else if (op >= OP_EQ && op <= OP_GE) {
        push_comparison(sc, truth ? op : negated(op), form_of(sc, e->op.arg[0], pos),
                        form_of(sc, e->op.arg[1], pos), fact);
    }
}

static void push_cond(struct scope *sc, struct texpr *cond, bool truth, int pos, int fact) {
    if (--sc->fuel < 0 || dtype_info[cond->type->dtype].kind != KIND_BOOL) {
        return;
    }
    struct tstmt *s = expr_definition(sc, cond, pos);
    if (s && s->kind == TS_ASSIGN) {
        push_cond(sc, s->assign.value, truth, fact_of(sc->facts, s)->pos, fact);
    } else if (cond->kind == TE_CAST) {
        push_cond(sc, cond->cast, truth, pos, fact);
    } else if (cond->kind == TE_OP) {
        push_op(sc, cond, truth, pos, fact);
    }
}

int range_push(struct scope *sc, struct texpr *cond, bool truth, int pos, int fact) {
    int before = sc->bounds.n;
    sc->fuel = RANGE_FUEL;
    push_cond(sc, cond, truth, pos, fact);
    return sc->bounds.n - before;
}

int range_push_runs(struct scope *sc, struct tstmt *loop) {
    struct arena *a = sc->arena;
    int before = sc->bounds.n, pos = fact_of(sc->facts, loop)->pos;
    int64_t step;
    if (!form_is_const(form_of(sc, loop->for_.step, pos), &step) || step == 0) {
        return 0;
    }
    struct form *start = form_of(sc, loop->for_.start, pos);
    struct form *stop = form_of(sc, loop->for_.stop, pos);
    struct form *room = form_add(a, step > 0 ? stop : start, step > 0 ? start : stop, -1);
    push_nonneg(sc, form_add(a, room, form_const(a, 1), -1), -1);
    return sc->bounds.n - before;
}

/* ---- signs */

static void assume_least(struct scope *sc, struct atom *atom, int64_t value) {
    for (int i = 0; i < sc->least.n; ++i) {
        struct least *l = &sc->least.item[i];
        if (l->atom == atom) {
            l->value = value > l->value ? value : l->value;
            return;
        }
    }
    struct least l = {atom, value};
    if (atom->kind != ATOM_COUNTER && (atom->kind != ATOM_SHAPE || value > 0)) {
        vec_push(sc->arena, &sc->least, l);
    }
}

/* A loop by a positive number that runs has upper - lower >= 0: with one atom in that, a bound. */
static void assume_runs(struct scope *sc, struct tstmt *loop) {
    struct range *r = range_of(sc, counter_of(sc, loop));
    for (int i = 0; i < r->n_lower; ++i) {
        for (int j = 0; j < r->n_upper; ++j) {
            struct form *w = form_add(sc->arena, r->upper[j], r->lower[i], -1);
            if (!w || w->n == 0 || w->n > 2) {
                continue;
            }
            const struct term *t = &w->term[w->n - 1];
            if (t->n == 1 && t->coef == 1 && (w->n == 1 || w->term[0].n == 0)) {
                assume_least(sc, t->factor[0], w->n == 2 ? -w->term[0].coef : 0);
            }
        }
    }
}

void range_assume_also(struct scope *sc, int pos) {
    const struct stmt_fact *s = sc->facts->order[pos];
    if (s->loop && s->loop == sc->assumed) {
        return;
    }
    sc->assumed = NULL;
    for (struct tstmt *l = s->loop; l; l = fact_of(sc->facts, l)->loop) {
        if (fact_of(sc->facts, l)->pos < sc->lo) {
            break;
        }
        if (l->kind == TS_FOR) {
            assume_runs(sc, l);
        }
    }
}

void range_assume(struct scope *sc, int pos) {
    struct tstmt *loop = sc->facts->order[pos]->loop;
    if (loop && sc->assumed == loop) {
        return; /* the same loops as last time, and no others since */
    }
    sc->least.n = 0;
    range_assume_also(sc, pos);
    sc->assumed = loop;
}

/* Does v count up from 0 or more in a loop around the nest? */
static bool counts_around(const struct scope *sc, const struct tvar *v) {
    const struct var_fact *fact = &sc->facts->var[v->id];
    if (!v->is_counter || fact->defs.n != 1) {
        return false;
    }
    const struct tstmt *loop = sc->facts->order[fact->defs.item[0]]->stmt;
    int64_t start, step;
    if (!expr_int_value(loop->for_.step, &step) || step < 1 ||
        !fact_in_body(sc->facts, loop, sc->lo)) {
        return false;
    }
    const struct texpr *from = loop->for_.start;
    return expr_int_value(from, &start) ? start >= 0
                                        : from->kind == TE_VAR && counts_around(sc, from->var);
}

bool range_least(const struct scope *sc, const struct atom *atom, int64_t *least) {
    for (int i = 0; i < sc->least.n; ++i) {
        if (sc->least.item[i].atom == atom) {
            *least = sc->least.item[i].value;
            return true;
        }
    }
    *least = atom->kind == ATOM_DISTANCE;
    return atom->kind == ATOM_DISTANCE || atom->kind == ATOM_SHAPE ||
           (atom->kind == ATOM_VAR && counts_around(sc, atom->var));
}

/* Is x >= 0 because no term of it is below 0? Every atom is moved to start at 0. */
static bool no_term_below(struct scope *sc, const struct form *x) {
    const struct form *f = x;
    for (int i = 0; i < sc->least.n && f; ++i) {
        struct least l = sc->least.item[i];
        if (form_holds(f, l.atom)) {
            struct form *moved = form_add(sc->arena, form_atom(sc->arena, l.atom),
                                          form_const(sc->arena, l.value), 1);
            f = form_subst(sc->arena, f, l.atom, moved);
        }
    }
    for (int i = 0; f && i < f->n; ++i) {
        if (f->term[i].coef < 0) {
            return false;
        }
        for (int k = 0; k < f->term[i].n; ++k) {
            int64_t least;
            if (!range_least(sc, f->term[i].factor[k], &least)) {
                return false;
            }
        }
    }
    return f != NULL;
}

/* Is more known of an atom in x than how small it may be? */
static bool is_related(const struct form *x) {
    for (int i = 0; i < x->n; ++i) {
        for (int k = 0; k < x->term[i].n; ++k) {
            enum atom_kind kind = x->term[i].factor[k]->kind;
            if (kind == ATOM_COUNTER || kind == ATOM_EXPR) {
                return true;
            }
        }
    }
    return false;
}

bool range_nonneg(struct scope *sc, const struct form *x) {
    int64_t c;
    return form_is_const(x, &c)
               ? c >= 0
               : x && (is_related(x) ? linear_nonneg(sc, x) : no_term_below(sc, x));
}
