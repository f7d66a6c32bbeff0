/* Constant expressions of the module, outside any function: values of module constants and of
 * default arguments. Inference keeps no types for them; they follow from the operands. Operations
 * stay in the code, where the C compiler folds them. */
#include "lower_number.h"

static struct texpr *not_constant(struct lower *lw) {
    return lower_refuse(lw, DIAG_PY203, "this is not a constant expression");
}

static struct texpr *const_symbol(struct lower *lw, const struct symbol *sym) {
    if (sym && sym->kind == SYM_CONST) {
        return lower_const(lw, sym->value);
    }
    if (sym && sym->kind == SYM_VALUE) {
        return lower_real(lw, DT_FLOAT, sym->number);
    }
    return not_constant(lw);
}

static const struct symbol *called_symbol(const struct expr *fn) {
    return fn->kind == EXPR_NAME ? fn->name.sym : fn->kind == EXPR_ATTR ? fn->attr.sym : NULL;
}

/* np.float32(0.5), math.sqrt(2). */
static struct texpr *const_call(struct lower *lw, const struct expr *e) {
    const struct symbol *sym = called_symbol(e->call.fn);
    struct texpr *arg[OP_MAX_OPERANDS] = {NULL};
    if (!sym || e->call.n < 1 || e->call.n > OP_MAX_OPERANDS || e->call.n_kw > 0) {
        return not_constant(lw);
    }
    for (int i = 0; i < e->call.n; ++i) {
        arg[i] = lower_const(lw, e->call.arg[i]);
    }
    if (sym->kind == SYM_DTYPE) {
        return lower_convert(lw, arg[0], sym->dtype);
    }
    if (sym->kind == SYM_OP && op_info[sym->op].class_ < OPC_SPECIAL) {
        return lower_function(lw, sym->op, sym->module, e->call.n, arg);
    }
    return not_constant(lw);
}

static struct texpr *const_tuple(struct lower *lw, const struct expr *e) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, e->list.n);
    for (int i = 0; i < e->list.n; ++i) {
        item[i] = lower_const(lw, e->list.item[i]);
    }
    return lower_tuple(lw, e->list.n, item);
}

struct texpr *lower_const(struct lower *lw, const struct expr *e) {
    switch (e->kind) {
    case EXPR_INT:
        return e->integer.too_big ? lower_refuse(lw, DIAG_PY308, "integer does not fit 64 bits")
                                  : lower_int(lw, e->integer.value);
    case EXPR_FLOAT:
        return lower_real(lw, DT_FLOAT, e->number);
    case EXPR_IMAG:
        return lower_complex(lw, DT_COMPLEX, e->real, e->number);
    case EXPR_BOOL:
        return lower_bool(lw, e->boolean);
    case EXPR_NAME:
        return const_symbol(lw, e->name.sym);
    case EXPR_ATTR:
        return const_symbol(lw, e->attr.sym);
    case EXPR_UNARY:
        return lower_unary(lw, e->unary.op, lower_const(lw, e->unary.a));
    case EXPR_BINARY:
        return lower_binary(lw, e->binary.op, IN_OPERATOR, lower_const(lw, e->binary.a),
                            lower_const(lw, e->binary.b));
    case EXPR_TUPLE:
        return const_tuple(lw, e);
    case EXPR_CALL:
        return const_call(lw, e);
    default:
        return not_constant(lw);
    }
}
