/* Value numbers of the expressions of a region, and what its CHECKs tell of them: which extents are
 * equal, or are stretched to others. */
#include "build.h"
#include "fuse_region.h"

/* ---- values of expressions */

static bool is_int(const struct texpr *e) {
    return e->type->kind == TY_SCALAR && e->type->dtype == DT_INT;
}

static bool is_one(const struct texpr *e) {
    return e->kind == TE_CONST && is_int(e) && e->value.i == 1;
}

static bool is_op(const struct texpr *e, enum op op) {
    return e->kind == TE_OP && e->op.op == op && e->op.n == 2;
}

/* x == y, of ints? */
static bool is_equation(const struct texpr *e) {
    return is_op(e, OP_EQ) && is_int(e->op.arg[0]) && is_int(e->op.arg[1]);
}

static bool compares_to_one(const struct texpr *e, struct texpr **x) {
    if (!is_equation(e) || !is_one(e->op.arg[1])) {
        return false;
    }
    *x = e->op.arg[0];
    return true;
}

/* x == y or x == 1 or y == 1; both: the last two, else only x == 1 or x == y. */
static bool is_fit(const struct texpr *e, struct texpr **x, struct texpr **y, bool *both) {
    struct texpr *one, *other;
    if (!is_op(e, OP_LOR) || !is_equation(e->op.arg[0])) {
        return false;
    }
    *x = e->op.arg[0]->op.arg[0];
    *y = e->op.arg[0]->op.arg[1];
    const struct texpr *rest = e->op.arg[1];
    *both = is_op(rest, OP_LOR);
    if (!*both) {
        return compares_to_one(rest, &one) && expr_equal(one, *x);
    }
    return compares_to_one(rest->op.arg[0], &one) && compares_to_one(rest->op.arg[1], &other) &&
           expr_equal(one, *x) && expr_equal(other, *y);
}

/* Is it checked that x and y fit, wherever the condition holds? */
static bool demands_fit(const struct texpr *cond, const struct texpr *x, const struct texpr *y) {
    struct texpr *p, *q;
    bool both;
    if (is_op(cond, OP_LAND)) {
        return demands_fit(cond->op.arg[0], x, y) || demands_fit(cond->op.arg[1], x, y);
    }
    return is_fit(cond, &p, &q, &both) &&
           ((expr_equal(p, x) && expr_equal(q, y)) || (expr_equal(p, y) && expr_equal(q, x)));
}

/* Does a CHECK of it follow, before any array statement? */
static bool fit_follows(const struct fuse_region *r, const struct texpr *x, const struct texpr *y) {
    for (int i = r->now; i < r->n && !fuse_is_array(r->stmt[i].s); ++i) {
        const struct tstmt *s = r->stmt[i].s;
        if (s->kind == TS_CHECK && demands_fit(s->check.cond, x, y)) {
            return true;
        }
    }
    return false;
}

/* "y where x is 1, else x", of extents that fit. */
static bool is_join(const struct fuse_region *r, const struct texpr *e) {
    struct texpr *x;
    return compares_to_one(e->select.cond, &x) && expr_equal(x, e->select.b) &&
           fit_follows(r, x, e->select.a);
}

static int64_t node_number(const struct texpr *e) {
    int64_t op = e->kind == TE_OP ? (int64_t)e->op.op : e->kind == TE_ITEM ? e->item.index : 0;
    return ((int64_t)e->type->id << 32) | op << 8 | (int64_t)e->kind;
}

enum op fuse_sum_op(const struct num *v) {
    return (enum op)(v->number >> 8 & 0xffffff);
}

bool fuse_is_sum(const struct fuse_region *r, const struct num *v) {
    const struct ty *integer = ty_scalar(r->ff->out, r->ff->m, DT_INT);
    enum op op = fuse_sum_op(v);
    return v->n == 2 && (v->number & 0xff) == TE_OP && v->number >> 32 == integer->id &&
           (op == OP_ADD || op == OP_SUB || op == OP_MUL);
}

static int scalar_of(struct fuse_region *r, const struct tvar *v) {
    if (v->id < r->ff->n_vars && r->scalar[v->id] >= 0) {
        return r->scalar[v->id];
    }
    const struct tstmt *s = fuse_fixed(r->ff, v) && !v->is_param ? r->ff->def[v->id] : NULL;
    const struct texpr *from = s && s->kind == TS_ASSIGN ? expr_strip(s->assign.value) : NULL;
    const struct tvar *w = !from                    ? NULL
                           : from->kind == TE_VAR   ? from->var
                           : from->kind == TE_SHAPE ? from->shape.array
                                                    : NULL;
    if (from && (from->kind == TE_CONST || (w && w->id < v->id && fuse_fixed(r->ff, w)))) {
        return fuse_value_of(r, from);
    }
    return num_make(&r->values, NUM_VAR, v->id, 0, NULL);
}

static int number_of(struct fuse_region *r, const struct texpr *e) {
    int arg[OP_MAX_OPERANDS];
    switch (e->kind) {
    case TE_CONST:
        return is_int(e) ? num_const(&r->values, e->value.i) : num_new(&r->values);
    case TE_VAR:
        return e->var->type->kind == TY_ARRAY ? num_new(&r->values) : scalar_of(r, e->var);
    case TE_SHAPE:
        return fuse_view_of(r, e->shape.array)->extent[e->shape.axis];
    case TE_CAST:
        if (is_int(e) && e->cast->type->kind == TY_SCALAR && e->cast->type->dtype == DT_I64) {
            return fuse_value_of(r, e->cast);
        }
        arg[0] = fuse_value_of(r, e->cast);
        return num_make(&r->values, NUM_EXPR, node_number(e), 1, arg);
    case TE_OP:
        for (int i = 0; i < e->op.n; ++i) {
            arg[i] = fuse_value_of(r, e->op.arg[i]);
        }
        return num_make(&r->values, NUM_EXPR, node_number(e), e->op.n, arg);
    case TE_SELECT:
        if (is_int(e) && is_join(r, e)) {
            arg[0] = fuse_value_of(r, e->select.a);
            if (r->assume && fuse_assume_equal(r, arg[0], fuse_value_of(r, e->select.b))) {
                return arg[0];
            }
            return num_join(&r->values, fuse_value_of(r, e->select.a),
                            fuse_value_of(r, e->select.b));
        }
        arg[0] = fuse_value_of(r, e->select.cond);
        arg[1] = fuse_value_of(r, e->select.a);
        arg[2] = fuse_value_of(r, e->select.b);
        return num_make(&r->values, NUM_EXPR, node_number(e), 3, arg);
    case TE_ITEM:
        arg[0] = fuse_value_of(r, e->item.tuple);
        return num_make(&r->values, NUM_EXPR, node_number(e), 1, arg);
    default:
        return num_new(&r->values);
    }
}

int fuse_value_of(struct fuse_region *r, const struct texpr *e) {
    return num_now(&r->values, number_of(r, e));
}

/* ---- checks */

void fuse_learn(struct fuse_region *r, const struct texpr *cond) {
    struct texpr *x, *y;
    bool both;
    if (is_op(cond, OP_LAND)) {
        fuse_learn(r, cond->op.arg[0]);
        fuse_learn(r, cond->op.arg[1]);
    } else if (is_equation(cond)) {
        int a = fuse_value_of(r, cond->op.arg[0]);
        num_learn_equal(&r->values, a, fuse_value_of(r, cond->op.arg[1]));
    } else if (is_fit(cond, &x, &y, &both) && !both) {
        int a = fuse_value_of(r, x);
        num_learn_stretches(&r->values, a, fuse_value_of(r, y));
    }
}

void fuse_assume_fits(struct fuse_region *r, const struct texpr *cond) {
    struct texpr *x = NULL, *y = NULL;
    bool both;
    if (is_op(cond, OP_LAND)) {
        fuse_assume_fits(r, cond->op.arg[0]);
        fuse_assume_fits(r, cond->op.arg[1]);
    } else if (is_fit(cond, &x, &y, &both)) {
        int a = fuse_value_of(r, x);
        fuse_assume_equal(r, a, fuse_value_of(r, y));
    } else if (is_equation(cond)) {
        int a = fuse_value_of(r, cond->op.arg[0]);
        fuse_assume_equal(r, a, fuse_value_of(r, cond->op.arg[1]));
    }
}

bool fuse_holds(struct fuse_region *r, const struct texpr *cond) {
    struct texpr *x, *y;
    bool both;
    if (is_op(cond, OP_LAND)) {
        return fuse_holds(r, cond->op.arg[0]) && fuse_holds(r, cond->op.arg[1]);
    }
    if (is_equation(cond)) {
        return fuse_value_of(r, cond->op.arg[0]) == fuse_value_of(r, cond->op.arg[1]);
    }
    if (is_fit(cond, &x, &y, &both)) {
        int a = fuse_value_of(r, x), b = fuse_value_of(r, y);
        return num_stretches(&r->values, a, b) || (both && num_stretches(&r->values, b, a));
    }
    return cond->kind == TE_CONST && cond->value.i != 0;
}
