/* Calls of the functions that ops.def names only: their arguments, then the family's own. */
#include "lower_array.h"
#include "lower_flow.h"
#include "lower_function.h"
#include "lower_gather.h"
#include "lower_list.h"
#include "lower_number.h"
#include "lower_reduce.h"
#include "special.h"

/* The values of the first n arguments, from left to right. */
static struct texpr **values(struct lower *lw, const struct callee *c, int n) {
    struct texpr **arg = ARENA_ARRAY(lw->a, struct texpr *, n + 3);
    lower_exprs(lw, n, c->arg, arg);
    return arg;
}

/* A function of the arguments' values. */
static struct texpr *of_values(struct lower *lw, const struct expr *e, const struct callee *c,
                               struct tvar *want) {
    int n = 0;
    struct texpr **arg = values(lw, c, c->n);
    while (n < c->n && arg[n]) {
        ++n;
    }
    int64_t known;
    if (n == 0 && lower_known_int(lw, e, &known)) {
        return lower_int(lw, known); /* len() of a text that is known */
    }
    if (n == 0) {
        return lower_refuse(lw, DIAG_PY205, "arguments are missing");
    }
    return lower_builtin(lw, c, n, arg, lower_type(lw, e), want);
}

/* ---- arrays of what is given */

struct texpr *lower_array_from(struct lower *lw, enum op op, const struct expr *e, struct ty *type,
                               struct tvar *want) {
    struct texpr *value = lower_expr(lw, e);
    if (is_list(value->type)) {
        return lower_list_array(lw, lower_as_variable(lw, value), type, want);
    }
    if (value->type->kind != TY_ARRAY) {
        return lower_sequence(lw, lower_without_lists(lw, value), type);
    }
    return lower_converted(lw, op, lower_as_variable(lw, value), type, want);
}

/* ---- reductions */

static struct expr *argument(const struct callee *c, const char *name) {
    int at = special_place(c->op, name);
    struct expr *e = at < 0 ? NULL : c->arg[at];
    return e && e->kind != EXPR_NONE ? e : NULL;
}

/* np.sum(a[m]) and np.sum(a[m] * b[m]) with a mask over all of a run over a, as where=m would:
 * nothing is packed. */
static bool read_chosen(struct lower *lw, struct reducing *r) {
    enum op op = r->call->op;
    struct expr *e = r->call->arg[0];
    if ((op != OP_SUM && op != OP_PROD && op != OP_MEAN && op != OP_ANY && op != OP_ALL) ||
        r->type->kind != TY_SCALAR || argument(r->call, "where")) {
        return false;
    }
    const struct expr *mask = lower_is_pick(lw, e) ? NULL : lower_common_mask(lw, e);
    if (mask) {
        r->x = lower_over(lw, e, mask);
        r->where = lower_read_twice(lw, lower_elements(lw, mask));
        return true;
    }
    if (!lower_is_pick(lw, e)) {
        return false;
    }
    struct pick p = lower_pick(lw, e);
    if (p.gather) {
        lower_gather_check(lw, p.gather);
        r->x = p.gather;
    } else if (p.mask->rank < p.base->type->rank) {
        r->x = lower_elements_of(lw, lower_compress(lw, p.base, p.mask, NULL));
    } else {
        r->x = lower_elements_of(lw, lower_var(lw, p.base));
        r->where = lower_read_twice(lw, p.mask);
    }
    return true;
}

static void read_options(struct lower *lw, struct reducing *r) {
    struct expr *where = argument(r->call, "where"), *initial = argument(r->call, "initial");
    if (initial) {
        r->initial = lower_simple(lw, lower_cast(lw, lower_expr(lw, initial), r->dtype));
    }
    if (where) {
        r->where = lower_elements(lw, where);
        lower_check_where(lw, r);
    }
}

static struct texpr *put_out(struct lower *lw, const struct expr *out, struct texpr *result) {
    return out ? lower_put_out(lw, lower_array(lw, out), result->var) : result;
}

/* Of a number, the one in its array type. */
static struct elements *operand(struct lower *lw, const struct expr *e) {
    struct elements *x = lower_elements(lw, e);
    if (x->kind != ELEMENTS_SCALAR) {
        return x;
    }
    return lower_elements_of(lw, lower_cast(lw, x->scalar, dtype_strong(lower_dtype_of(x))));
}

static struct texpr *reduction(struct lower *lw, const struct expr *e, const struct callee *c,
                               struct tvar *want) {
    struct expr *out = argument(c, "out");
    if (rule_is_scan(c->op)) {
        return put_out(lw, out, lower_accumulate(lw, c, operand(lw, c->arg[0])));
    }
    struct reducing r = {.call = c, .type = lower_type(lw, e), .dtype = c->dtype};
    if (!read_chosen(lw, &r)) {
        r.x = operand(lw, c->arg[0]);
    }
    lower_reducing(lw, &r);
    if (out && r.type->layout != TY_C) {
        r.type = ty_array(lw->a, lw->m, r.type->dtype, r.type->rank, TY_C);
    }
    read_options(lw, &r);
    bool find = c->op == OP_ARGMIN || c->op == OP_ARGMAX;
    want = out ? NULL : want;
    return put_out(lw, out, find ? lower_find(lw, &r, want) : lower_reduce(lw, &r, want));
}

/* ---- all */

/* np.copyto */
static void copy_to(struct lower *lw, const struct callee *c) {
    struct tvar *array = lower_array(lw, c->arg[0]);
    lower_store_elements(lw, array, lower_elements(lw, c->arg[1]));
}

static struct texpr *view(struct lower *lw, const struct callee *c, struct ty *type,
                          struct tvar *want) {
    struct texpr **arg = values(lw, c, lower_view_values(c));
    arg[0] = c->op == OP_BROADCAST_ARRAYS ? arg[0] : lower_as_array(lw, arg[0]);
    return lower_view(lw, c, arg, type, want);
}

struct texpr *lower_special(struct lower *lw, const struct expr *e, const struct callee *c,
                            struct tvar *want) {
    struct ty *type = lower_type(lw, e);
    bool full = c->op == OP_FULL || c->op == OP_FULL_LIKE;
    int64_t known;
    if (c->op == OP_RESULT_TYPE) {
        return NULL;
    }
    if (c->op == OP_ISINSTANCE) {
        if (lower_decided(lw, e) == DECIDED_NOT && c->axes) {
            return lower_is_among(lw, lower_expr(lw, e->call.arg[0]), c->axes);
        }
        bool asks = lower_decided(lw, e) == DECIDED_NOT && e->call.n == 2 &&
                    e->call.arg[1]->kind == EXPR_STR;
        return asks ? lower_has(lw, e) : lower_bool(lw, lower_decided(lw, e) == DECIDED_TRUE);
    }
    if (c->op == OP_NDIM && lower_known_int(lw, e, &known)) {
        lower_effects(lw, c->arg[0]);
        return lower_int(lw, known);
    }
    if (c->op == OP_WHERE && !c->arg[1]) {
        return lower_places(lw, lower_elements(lw, c->arg[0]));
    }
    if (rule_is_reduction(c->op)) {
        return c->module == IN_NP ? reduction(lw, e, c, want) : of_values(lw, e, c, want);
    }
    switch (special_info(c->op)->family) {
    case FAMILY_RANDOM:
        return lower_random(lw, c, values(lw, c, c->n), type, want);
    case FAMILY_ALLOC:
    case FAMILY_ALLOC_LIKE:
        return lower_alloc(lw, c, values(lw, c, full ? 2 : 1), type, want);
    case FAMILY_VIEW:
        return view(lw, c, type, want);
    case FAMILY_ARRAY:
        return c->op == OP_EYE        ? lower_eye(lw, values(lw, c, 3), type, want)
               : c->op == OP_IDENTITY ? lower_eye(lw, values(lw, c, 1), type, want)
                                      : lower_array_from(lw, c->op, c->arg[0], type, want);
    case FAMILY_WRITE:
        copy_to(lw, c);
        return NULL;
    case FAMILY_PLACES:
        return lower_places(lw, lower_elements(lw, c->arg[0]));
    case FAMILY_AT:
        return lower_at(lw, c);
    case FAMILY_CREATION:
        return lower_creation(lw, c, values(lw, c, 3), type, want);
    default:
        return of_values(lw, e, c, want);
    }
}
