/* Building and printing expressions. */
#include "build.h"

#include <inttypes.h>
#include <string.h>

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

struct texpr *build_float(struct arena *a, struct ty *t, double value) {
    struct texpr *e = new_expr(a, TE_CONST, t);
    e->value.f[0] = value;
    return e;
}

struct texpr *build_var(struct arena *a, struct tvar *v) {
    struct texpr *e = new_expr(a, TE_VAR, v->type);
    e->var = v;
    return e;
}

struct texpr *build_shape(struct arena *a, struct ty *t, struct tvar *array, int axis) {
    struct texpr *e = new_expr(a, TE_SHAPE, t);
    e->shape.array = array;
    e->shape.axis = axis;
    return e;
}

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

struct texpr *build_not(struct arena *a, struct ty *t, struct texpr *e) {
    struct texpr *x = new_expr(a, TE_OP, t);
    x->op.op = OP_NOT;
    x->op.n = 1;
    x->op.arg[0] = e;
    return x;
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

static int64_t floor_div(int64_t x, int64_t y) {
    int64_t q = x / y;
    return x % y != 0 && (x < 0) != (y < 0) ? q - 1 : q;
}

/* Folds two numbers; false when the operation overflows or is not one of ours. */
static bool fold_int(enum op op, int64_t x, int64_t y, int64_t *value) {
    switch (op) {
    case OP_ADD:
        return !__builtin_add_overflow(x, y, value);
    case OP_SUB:
        return !__builtin_sub_overflow(x, y, value);
    case OP_MUL:
        return !__builtin_mul_overflow(x, y, value);
    case OP_FLOORDIV:
        *value = y > 0 ? floor_div(x, y) : 0;
        return y > 0;
    case OP_PYMIN:
        *value = x < y ? x : y;
        return true;
    case OP_PYMAX:
        *value = x > y ? x : y;
        return true;
    default:
        return false;
    }
}

static bool fold_float(enum op op, double x, double y, double *value) {
    switch (op) {
    case OP_ADD:
        *value = x + y;
        return true;
    case OP_SUB:
        *value = x - y;
        return true;
    case OP_MUL:
        *value = x * y;
        return true;
    case OP_PYMAX:
        *value = x > y ? x : y;
        return true;
    default:
        return false;
    }
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
        if (is_float(t)) {
            if (fold_float(op, x->value.f[0], y->value.f[0], &f)) {
                return build_float(a, t, f);
            }
        } else if (fold_int(op, x->value.i, y->value.i, &i)) {
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
    struct texpr *e = new_expr(a, TE_OP, t);
    e->op.op = op;
    e->op.n = 2;
    e->op.arg[0] = x;
    e->op.arg[1] = y;
    return e;
}

struct texpr *build_select(struct arena *a, struct texpr *cond, struct texpr *x, struct texpr *y) {
    struct texpr *e = new_expr(a, TE_SELECT, x->type);
    e->select.cond = cond;
    e->select.a = x;
    e->select.b = y;
    return e;
}

struct texpr *expr_strip(struct texpr *e) {
    while (e->kind == TE_CAST && e->cast->type->kind == TY_SCALAR &&
           dtype_strong(e->type->dtype) == dtype_strong(e->cast->type->dtype)) {
        e = e->cast;
    }
    return e;
}

/* ---- text */

static const char *list_text(struct arena *a, struct texpr *const *e, int n) {
    const char *text = "";
    for (int i = 0; i < n; ++i) {
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", expr_text(a, e[i]));
    }
    return text;
}

static const char *const_text(struct arena *a, const struct texpr *e) {
    enum dtype_kind kind = dtype_info[e->type->dtype].kind;
    if (kind == KIND_BOOL) {
        return e->value.i ? "True" : "False";
    }
    if (kind == KIND_FLOAT) {
        return arena_printf(a, "%.15g", e->value.f[0]);
    }
    if (kind == KIND_COMPLEX) {
        return arena_printf(a, "(%.15g+%.15gj)", e->value.f[0], e->value.f[1]);
    }
    return arena_printf(a, "%" PRId64, e->value.i);
}

static bool infix(const struct texpr *e) {
    return e->kind == TE_OP && e->op.n == 2 && op_info[e->op.op].modules == IN_OPERATOR &&
           e->op.op != OP_PYMIN && e->op.op != OP_PYMAX;
}

/* An operand, in parentheses unless it binds tighter: * over + and -, nothing finer. */
static const char *operand_text(struct arena *a, const struct texpr *e, enum op outer, bool right) {
    bool sum = outer == OP_ADD || outer == OP_SUB;
    bool bare = !infix(e) || (sum && (e->op.op == OP_MUL || e->op.op == OP_FLOORDIV)) ||
                (sum && !right && (e->op.op == OP_ADD || e->op.op == OP_SUB));
    const char *text = expr_text(a, e);
    return bare ? text : arena_printf(a, "(%s)", text);
}

static const char *op_text(struct arena *a, const struct texpr *e) {
    const char *name = op_info[e->op.op].name;
    if (infix(e)) {
        const char *x = operand_text(a, e->op.arg[0], e->op.op, false);
        return arena_printf(a, "%s %s %s", x, name, operand_text(a, e->op.arg[1], e->op.op, true));
    }
    if (op_info[e->op.op].modules == IN_OPERATOR && e->op.n == 1) {
        return arena_printf(a, "%s%s%s", name, e->op.op == OP_NOT ? " " : "",
                            operand_text(a, e->op.arg[0], OP_MUL, true));
    }
    return arena_printf(a, "%s(%s)", name, list_text(a, e->op.arg, e->op.n));
}

const char *expr_text(struct arena *a, const struct texpr *e) {
    switch (e->kind) {
    case TE_CONST:
        return const_text(a, e);
    case TE_VAR:
        return e->var->name;
    case TE_LOAD:
        return arena_printf(a, "%s[%s]", e->load.array->name,
                            list_text(a, e->load.index, e->load.n));
    case TE_SHAPE:
        return arena_printf(a, "%s.shape[%d]", e->shape.array->name, e->shape.axis);
    case TE_APART:
        return arena_printf(a, "apart(%s, %s)", e->apart.a->name, e->apart.b->name);
    case TE_CAST:
        return arena_printf(a, "%s(%s)", dtype_info[e->type->dtype].name, expr_text(a, e->cast));
    case TE_OP:
        return op_text(a, e);
    case TE_SELECT: {
        const char *x = expr_text(a, e->select.a);
        const char *c = expr_text(a, e->select.cond);
        return arena_printf(a, "(%s if %s else %s)", x, c, expr_text(a, e->select.b));
    }
    case TE_ORDER:
        return arena_printf(a, "order(%s)", list_text(a, e->walk.item, e->walk.n));
    case TE_TUPLE:
        return arena_printf(a, "(%s)", list_text(a, e->tuple.item, e->tuple.n));
    case TE_ITEM:
        return arena_printf(a, "%s[%d]", expr_text(a, e->item.tuple), e->item.index);
    }
    return "?";
}
