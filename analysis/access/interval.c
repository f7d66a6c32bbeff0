/* Extremes of forms and intervals of expressions, as expressions at the nest's entry. */
#include "interval.h"

#include "build.h"

#define EXTREME_STEPS 48  /* substitutions tried for one extreme */
#define INTERVAL_FUEL 100 /* expressions looked into for one interval */

/* ---- values */

static struct value value_of(struct form *f) {
    return (struct value){f, NULL};
}

struct texpr *value_expr(const struct scope *sc, struct value v) {
    return v.form ? form_expr(sc, v.form) : v.expr;
}

static struct value value_const(const struct scope *sc, int64_t c) {
    return value_of(form_const(sc->arena, c));
}

/* min or max of two forms when their difference has a sign; NULL otherwise. */
static struct form *choose(struct scope *sc, enum op op, struct form *x, struct form *y) {
    struct form *d = form_add(sc->arena, y, x, -1);
    if (range_nonneg(sc, d)) {
        return op == OP_PYMIN ? x : y;
    }
    if (d && range_nonneg(sc, form_scale(sc->arena, d, -1))) {
        return op == OP_PYMIN ? y : x;
    }
    return NULL;
}

static struct form *combine(struct scope *sc, enum op op, struct form *x, struct form *y) {
    switch (op) {
    case OP_ADD:
        return form_add(sc->arena, x, y, 1);
    case OP_SUB:
        return form_add(sc->arena, x, y, -1);
    case OP_MUL:
        return form_mul(sc->arena, x, y);
    case OP_PYMIN:
    case OP_PYMAX:
        return choose(sc, op, x, y);
    default:
        return NULL;
    }
}

/* op of ADD SUB MUL FLOORDIV PYMIN PYMAX. */
static struct value value_op(struct scope *sc, enum op op, struct value x, struct value y) {
    struct form *f = x.form && y.form ? combine(sc, op, x.form, y.form) : NULL;
    if (f) {
        return value_of(f);
    }
    struct texpr *e = build_op(sc->arena, sc->ty_int, op, value_expr(sc, x), value_expr(sc, y));
    int64_t c;
    return expr_int_value(e, &c) ? value_const(sc, c) : (struct value){NULL, e};
}

/* ---- extremes */

static bool extreme(struct scope *sc, const struct form *x, bool greatest, int *steps,
                    struct value *v);

/* Folds another bound into v: of several upper bounds the least counts. */
static void tighten(struct scope *sc, bool greatest, struct value next, bool *any,
                    struct value *v) {
    *v = *any ? value_op(sc, greatest ? OP_PYMIN : OP_PYMAX, *v, next) : next;
    *any = true;
}

/* x with counter at its upper (lower) end, taken to its extreme. */
static bool at_end(struct scope *sc, const struct form *x, struct atom *counter, bool upper,
                   bool greatest, int *steps, struct value *v) {
    struct range *r = range_of(sc, counter);
    struct value next;
    bool any = false;
    bool exact = upper ? r->upper_exact : r->lower_exact;
    int n = upper ? r->n_upper : r->n_lower;
    for (int i = 0; i < (exact ? 1 : n); ++i) {
        struct form *end = upper ? r->upper[i] : r->lower[i];
        if (extreme(sc, form_subst(sc->arena, x, counter, end), greatest, steps, &next)) {
            tighten(sc, greatest, next, &any, v);
        }
    }
    for (int i = 0; i < sc->bounds.n; ++i) {
        struct bound b = sc->bounds.item[i];
        if (b.counter == counter && b.lower != upper &&
            extreme(sc, form_subst(sc->arena, x, counter, b.form), greatest, steps, &next)) {
            tighten(sc, greatest, next, &any, v);
        }
    }
    return any;
}

static bool extreme(struct scope *sc, const struct form *x, bool greatest, int *steps,
                    struct value *v) {
    if (!x || --*steps < 0) {
        return false;
    }
    struct atom *counter = form_counter(x, 0);
    if (!counter) {
        *v = value_of((struct form *)x);
        return true;
    }
    struct form *coef, *rest;
    if (!form_split(sc->arena, x, counter, &coef, &rest) || form_counter(coef, 0)) {
        return false;
    }
    if (range_nonneg(sc, coef)) {
        return at_end(sc, x, counter, greatest, greatest, steps, v);
    }
    if (range_nonneg(sc, form_scale(sc->arena, coef, -1))) {
        return at_end(sc, x, counter, !greatest, greatest, steps, v);
    }
    struct value low, high; /* of unknown sign: one of the ends */
    if (!at_end(sc, x, counter, false, greatest, steps, &low) ||
        !at_end(sc, x, counter, true, greatest, steps, &high)) {
        return false;
    }
    *v = value_op(sc, greatest ? OP_PYMAX : OP_PYMIN, low, high);
    return true;
}

bool range_extreme(struct scope *sc, const struct form *x, bool greatest, struct value *v) {
    int steps = EXTREME_STEPS;
    return extreme(sc, x, greatest, &steps, v);
}

/* ---- expressions without a form */

static bool interval_in(struct scope *sc, struct texpr *e, int pos, struct interval *out);

static bool interval_both(struct scope *sc, struct texpr *e, int pos, struct interval *x,
                          struct interval *y) {
    return interval_in(sc, e->op.arg[0], pos, x) && interval_in(sc, e->op.arg[1], pos, y);
}

/* x % m, m known before the nest: 0 to m - 1. min(0, m - 1) is below 0 when m is not positive. */
static bool interval_mod(struct scope *sc, struct texpr *e, int pos, struct interval *out) {
    struct form *m = form_of(sc, e->op.arg[1], pos);
    if (!m || form_counter(m, 0)) {
        return false;
    }
    struct form *last = form_add(sc->arena, m, form_const(sc->arena, 1), -1);
    if (!last) {
        return false;
    }
    out->greatest = value_of(last);
    out->least = value_op(sc, OP_PYMIN, value_const(sc, 0), out->greatest);
    return true;
}

/* x // d, d a positive number: monotone. */
static bool interval_div(struct scope *sc, struct texpr *x, int64_t d, int pos,
                         struct interval *out) {
    if (d <= 0 || !interval_in(sc, x, pos, out)) {
        return false;
    }
    struct value by = value_const(sc, d);
    out->least = value_op(sc, OP_FLOORDIV, out->least, by);
    out->greatest = value_op(sc, OP_FLOORDIV, out->greatest, by);
    return true;
}

static bool interval_scaled(struct scope *sc, struct texpr *x, int64_t by, int pos,
                            struct interval *out) {
    struct interval in;
    if (!interval_in(sc, x, pos, &in)) {
        return false;
    }
    struct value factor = value_const(sc, by);
    out->least = value_op(sc, OP_MUL, by >= 0 ? in.least : in.greatest, factor);
    out->greatest = value_op(sc, OP_MUL, by >= 0 ? in.greatest : in.least, factor);
    return true;
}

static bool interval_abs(struct scope *sc, struct texpr *x, int pos, struct interval *out) {
    struct interval in;
    if (!interval_in(sc, x, pos, &in)) {
        return false;
    }
    struct value zero = value_const(sc, 0), minus = value_op(sc, OP_SUB, zero, in.least);
    out->greatest = value_op(sc, OP_PYMAX, minus, in.greatest);
    out->least = zero;
    return true;
}

/* An operator by a number: e is x op c, or for * also c op x. */
static bool interval_by_number(struct scope *sc, struct texpr *e, int pos, struct interval *out) {
    struct texpr **arg = e->op.arg;
    int64_t c;
    bool right = expr_int_value(arg[1], &c);
    if (!right && !(e->op.op == OP_MUL && expr_int_value(arg[0], &c))) {
        return false;
    }
    switch (e->op.op) {
    case OP_MUL:
        return interval_scaled(sc, arg[!right], c, pos, out);
    case OP_FLOORDIV:
        return interval_div(sc, arg[0], c, pos, out);
    case OP_SHR:
        return c >= 0 && c < 62 && interval_div(sc, arg[0], (int64_t)1 << c, pos, out);
    case OP_BITAND:
        out->least = value_const(sc, 0);
        out->greatest = value_const(sc, c);
        return c >= 0;
    default:
        return false;
    }
}

static bool interval_op(struct scope *sc, struct texpr *e, int pos, struct interval *out) {
    struct interval x, y;
    switch (e->op.op) {
    case OP_PYMIN:
    case OP_MINIMUM:
    case OP_PYMAX:
    case OP_MAXIMUM: {
        bool least = e->op.op == OP_PYMIN || e->op.op == OP_MINIMUM;
        if (!interval_both(sc, e, pos, &x, &y)) {
            return false;
        }
        out->least = value_op(sc, least ? OP_PYMIN : OP_PYMAX, x.least, y.least);
        out->greatest = value_op(sc, least ? OP_PYMIN : OP_PYMAX, x.greatest, y.greatest);
        return true;
    }
    case OP_ADD:
    case OP_SUB: {
        bool plus = e->op.op == OP_ADD;
        if (!interval_both(sc, e, pos, &x, &y)) {
            return false;
        }
        out->least = value_op(sc, e->op.op, x.least, plus ? y.least : y.greatest);
        out->greatest = value_op(sc, e->op.op, x.greatest, plus ? y.greatest : y.least);
        return true;
    }
    case OP_MOD:
        return interval_mod(sc, e, pos, out);
    case OP_ABS:
        return interval_abs(sc, e->op.arg[0], pos, out);
    case OP_NEG:
        return interval_scaled(sc, e->op.arg[0], -1, pos, out);
    default:
        return e->op.n == 2 && interval_by_number(sc, e, pos, out);
    }
}

/* Both branches, each under its condition. */
static bool interval_select(struct scope *sc, struct texpr *e, int pos, struct interval *out) {
    struct interval x, y;
    int bounds = sc->bounds.n;
    range_push(sc, e->select.cond, true, pos, -1);
    bool ok = interval_in(sc, e->select.a, pos, &x);
    sc->bounds.n = bounds;
    range_push(sc, e->select.cond, false, pos, -1);
    ok = ok && interval_in(sc, e->select.b, pos, &y);
    sc->bounds.n = bounds;
    if (!ok) {
        return false;
    }
    out->least = value_op(sc, OP_PYMIN, x.least, y.least);
    out->greatest = value_op(sc, OP_PYMAX, x.greatest, y.greatest);
    return true;
}

static bool interval_form(struct scope *sc, struct texpr *e, int pos, struct interval *out) {
    struct form *f = form_of(sc, e, pos);
    return f && range_extreme(sc, f, false, &out->least) &&
           range_extreme(sc, f, true, &out->greatest);
}

static bool interval_in(struct scope *sc, struct texpr *e, int pos, struct interval *out) {
    if (--sc->interval_fuel < 0) {
        return false;
    }
    if (interval_form(sc, e, pos, out)) {
        return true;
    }
    struct tstmt *s = expr_definition(sc, e, pos);
    if (s && s->kind == TS_ASSIGN) {
        return interval_in(sc, s->assign.value, fact_of(sc->facts, s)->pos, out);
    }
    e = expr_strip(e);
    if (e->type->kind != TY_SCALAR || dtype_info[e->type->dtype].kind != KIND_INT ||
        dtype_info[e->type->dtype].bytes != 8) {
        return false;
    }
    return e->kind == TE_OP       ? interval_op(sc, e, pos, out)
           : e->kind == TE_SELECT ? interval_select(sc, e, pos, out)
                                  : false;
}

bool interval_of(struct scope *sc, struct texpr *e, int pos, struct interval *out) {
    sc->interval_fuel = INTERVAL_FUEL;
    return interval_in(sc, e, pos, out);
}
