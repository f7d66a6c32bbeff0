/* Making nodes of the TIR. */
#include "build.h"

#include <string.h>

#include "constant.h"

/* ---- expressions */

static struct texpr *new_expr(struct arena *a, enum texpr_kind kind, struct ty *t) {
    struct texpr *e = ARENA_NEW(a, struct texpr);
    e->kind = kind;
    e->type = t;
    return e;
}

struct texpr *build_int(struct arena *a, struct ty *t, int64_t value) {
    struct texpr *e = new_expr(a, TE_CONST, t);
    e->value.i = value;
    return e;
}

struct texpr *build_complex(struct arena *a, struct ty *t, double re, double im) {
    struct texpr *e = new_expr(a, TE_CONST, t);
    e->value.f[0] = re;
    e->value.f[1] = im;
    return e;
}

struct texpr *build_float(struct arena *a, struct ty *t, double value) {
    return build_complex(a, t, value, 0.0);
}

struct texpr *build_var(struct arena *a, struct tvar *v) {
    struct texpr *e = new_expr(a, TE_VAR, v->type);
    e->var = v;
    return e;
}

struct texpr *build_load(struct arena *a, struct ty *t, struct tvar *array, struct texpr **index) {
    struct texpr *e = new_expr(a, TE_LOAD, t);
    e->load.array = array;
    e->load.n = array->type->rank;
    e->load.index = index;
    return e;
}

struct texpr *build_shape(struct arena *a, struct ty *t, struct tvar *array, int axis) {
    struct texpr *e = new_expr(a, TE_SHAPE, t);
    e->shape.array = array;
    e->shape.axis = axis;
    return e;
}

struct texpr *build_apart(struct arena *a, struct ty *t, struct tvar *x, struct tvar *y) {
    struct texpr *e = new_expr(a, TE_APART, t);
    e->apart.a = x;
    e->apart.b = y;
    return e;
}

struct texpr *build_unary(struct arena *a, struct ty *t, enum op op, struct texpr *x) {
    struct texpr *e = new_expr(a, TE_OP, t);
    e->op.op = op;
    e->op.n = 1;
    e->op.arg[0] = x;
    return e;
}

struct texpr *build_binary(struct arena *a, struct ty *t, enum op op, struct texpr *x,
                           struct texpr *y) {
    struct texpr *e = build_unary(a, t, op, x);
    e->op.n = 2;
    e->op.arg[1] = y;
    return e;
}

struct texpr *build_not(struct arena *a, struct ty *t, struct texpr *e) {
    return build_unary(a, t, OP_NOT, e);
}

struct texpr *build_select(struct arena *a, struct texpr *cond, struct texpr *x, struct texpr *y) {
    struct texpr *e = new_expr(a, TE_SELECT, x->type);
    e->select.cond = cond;
    e->select.a = x;
    e->select.b = y;
    return e;
}

struct texpr *build_choice(struct arena *a, struct texpr *cond, struct texpr *x, struct texpr *y) {
    struct texpr *e = build_select(a, cond, x, y);
    e->select.both = true;
    return e;
}

struct texpr *build_tuple(struct arena *a, struct ty *t, struct texpr **item) {
    struct texpr *e = new_expr(a, TE_TUPLE, t);
    e->tuple.n = t->n;
    e->tuple.item = item;
    return e;
}

struct texpr *build_item(struct arena *a, struct texpr *tuple, int index) {
    struct texpr *e = new_expr(a, TE_ITEM, tuple->type->item[index]);
    e->item.tuple = tuple;
    e->item.index = index;
    return e;
}

struct texpr *build_order(struct arena *a, struct ty *t, struct order order, int n,
                          struct texpr **array) {
    struct texpr *e = new_expr(a, TE_ORDER, t);
    e->walk.order = order;
    e->walk.n = n;
    e->walk.item = array;
    return e;
}

/* ---- statements */

struct tstmt *build_stmt(struct arena *a, enum tstmt_kind kind, struct span span) {
    struct tstmt *s = ARENA_NEW(a, struct tstmt);
    s->kind = kind;
    s->span = span;
    return s;
}

struct tstmt *build_assign(struct arena *a, struct span span, struct tvar *dst,
                           struct texpr *value) {
    struct tstmt *s = build_stmt(a, TS_ASSIGN, span);
    s->assign.dst = dst;
    s->assign.value = value;
    return s;
}

struct tstmt *build_check(struct arena *a, struct span span, struct texpr *cond,
                          const char *message) {
    struct tstmt *s = build_stmt(a, TS_CHECK, span);
    s->check.cond = cond;
    s->check.exc = TEXC_VALUE;
    s->check.message = message;
    return s;
}

struct tblock build_block(struct arena *a, struct tstmt *s) {
    struct tblock b = {.n = 1, .item = ARENA_ARRAY(a, struct tstmt *, 1)};
    b.item[0] = s;
    return b;
}

/* ---- folding */

static bool is_float(const struct ty *t) {
    return dtype_info[t->dtype].kind == KIND_FLOAT;
}

struct texpr *build_cast(struct arena *a, struct ty *t, struct texpr *e) {
    if (e->type->dtype == t->dtype) {
        return e;
    }
    int64_t value;
    if (is_float(t) && expr_int_value(e, &value)) {
        return build_float(a, t, (double)value);
    }
    struct texpr *c = new_expr(a, TE_CAST, t);
    c->cast = e;
    return c;
}

bool expr_int_value(const struct texpr *e, int64_t *value) {
    while (e->kind == TE_CAST && e->type->kind == TY_SCALAR &&
           dtype_info[e->type->dtype].kind == KIND_INT && dtype_info[e->type->dtype].bytes == 8) {
        e = e->cast;
    }
    if (e->kind != TE_CONST || e->type->kind != TY_SCALAR) {
        return false;
    }
    enum dtype_kind kind = dtype_info[e->type->dtype].kind;
    if (kind != KIND_INT && kind != KIND_UINT) {
        return false;
    }
    *value = e->value.i;
    return kind == KIND_INT || e->value.i >= 0;
}

static bool is_number(const struct texpr *e, double value) {
    return e->kind == TE_CONST &&
           (is_float(e->type) ? e->value.f[0] == value : (double)e->value.i == value);
}

struct texpr *build_op(struct arena *a, struct ty *t, enum op op, struct texpr *x,
                       struct texpr *y) {
    if (x->kind == TE_CONST && y->kind == TE_CONST) {
        int64_t i;
        double f;
        if (is_float(x->type)) {
            if (is_float(t) && constant_float(op, x->value.f[0], y->value.f[0], &f)) {
                return build_float(a, t, f);
            }
        } else if (constant_int64(op, x->value.i, y->value.i, &i)) {
            return build_int(a, t, i);
        }
    }
    if ((op == OP_ADD && is_number(x, 0)) || (op == OP_MUL && is_number(x, 1))) {
        return y;
    }
    if (((op == OP_ADD || op == OP_SUB) && is_number(y, 0)) ||
        ((op == OP_MUL || op == OP_FLOORDIV) && is_number(y, 1))) {
        return x;
    }
    if ((op == OP_PYMIN || op == OP_PYMAX) && expr_equal(x, y)) {
        return x;
    }
    return build_binary(a, t, op, x, y);
}

struct texpr *expr_strip(struct texpr *e) {
    while (e->kind == TE_CAST && e->cast->type->kind == TY_SCALAR &&
           dtype_strong(e->type->dtype) == dtype_strong(e->cast->type->dtype)) {
        e = e->cast;
    }
    return e;
}
