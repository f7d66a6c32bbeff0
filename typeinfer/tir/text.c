/* Expressions as Python-like text, for the places that tell the user of them. */
#include <inttypes.h>

#include "tir.h"

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
