/* Conversions of scalars, in C and in kernels. C converts as Python and NumPy do but for floats
 * that no integer equals and for what its `bool` would hide; both have functions in the run time.
 */
#include "emit.h"

/* Constants change their type without an operation. */
static bool put_const_cast(struct emit *e, const struct texpr *x) {
    const struct texpr *from = x->cast;
    enum dtype_kind to = dtype_info[x->type->dtype].kind;
    if (from->kind != TE_CONST || dtype_info[from->type->dtype].kind != KIND_INT ||
        to != KIND_FLOAT) {
        return false;
    }
    struct texpr folded = {.kind = TE_CONST, .type = x->type};
    folded.value.f[0] = (double)from->value.i;
    emit_const(e, &folded, false);
    return true;
}

int emit_cast_prec(const struct texpr *x) {
    enum dtype_kind from = dtype_info[x->cast->type->dtype].kind;
    if (x->type->dtype == DT_F16 || x->cast->type->dtype == DT_F16) {
        return PREC_POSTFIX;
    }
    switch (dtype_info[x->type->dtype].kind) {
    case KIND_BOOL:
        return PREC_EQ;
    case KIND_INT:
    case KIND_UINT:
        return from == KIND_FLOAT || from == KIND_COMPLEX ? PREC_POSTFIX : PREC_UNARY;
    default:
        return PREC_UNARY;
    }
}

/* function(x), function(x, 0) */
static void put_converted(struct emit *e, const char *function, const struct texpr *x,
                          const char *tail) {
    w_put(e->w, "%s(", function);
    emit_expr(e, x, PREC_COND);
    w_put(e->w, "%s)", tail);
}

/* What OpenCL C converts otherwise than C: complex numbers, and floats to integers by functions
 * that say what they take, so that kernels of floats need no doubles. */
static bool put_kernel_cast(struct emit *e, const struct texpr *x) {
    enum dtype_kind from = dtype_info[x->cast->type->dtype].kind;
    enum dtype_kind to = dtype_info[x->type->dtype].kind;
    enum dtype part = dtype_part(dtype_strong(x->cast->type->dtype));
    const char *tag = emit_tag(x->type->dtype);
    if (to == KIND_COMPLEX && from == KIND_COMPLEX) {
        put_converted(e, arena_printf(e->arena, "convert_%s", emit_dtype(e, x->type->dtype)),
                      x->cast, "");
    } else if (to == KIND_COMPLEX) {
        put_converted(
            e, emit_dtype(e, x->type->dtype)[0] == 'f' ? "pycc_complex_f32" : "pycc_complex_f64",
            x->cast, ", 0");
    } else if (to == KIND_BOOL && from == KIND_COMPLEX) {
        put_converted(e, arena_printf(e->arena, "pycc_truth_%s", emit_tag(x->cast->type->dtype)),
                      x->cast, "");
    } else if (to == KIND_FLOAT && from == KIND_COMPLEX) {
        w_put(e->w, "(%s)", emit_dtype(e, x->type->dtype));
        emit_expr(e, x->cast, PREC_POSTFIX);
        w_text(e->w, ".x");
    } else if ((to == KIND_INT || to == KIND_UINT) &&
               (from == KIND_FLOAT || from == KIND_COMPLEX)) {
        w_put(e->w, "pycc_cast_%s_%s(", tag, emit_tag(part));
        emit_expr(e, x->cast, from == KIND_COMPLEX ? PREC_POSTFIX : PREC_COND);
        w_text(e->w, from == KIND_COMPLEX ? ".x)" : ")");
    } else {
        return false;
    }
    return true;
}

void emit_cast(struct emit *e, const struct texpr *x) {
    enum dtype_kind from = dtype_info[x->cast->type->dtype].kind;
    enum dtype_kind to = dtype_info[x->type->dtype].kind;
    bool whole = to == KIND_INT || to == KIND_UINT;
    if (x->type->dtype == DT_F16 || x->cast->type->dtype == DT_F16) {
        put_converted(e,
                      arena_printf(e->arena, "pycc_%s_%s", emit_tag(x->type->dtype),
                                   emit_tag(x->cast->type->dtype)),
                      x->cast, "");
        return;
    }
    if (put_const_cast(e, x) || (e->version->variant == VARIANT_KERNEL && put_kernel_cast(e, x))) {
        return;
    }
    if (to == KIND_BOOL) {
        emit_expr(e, x->cast, PREC_ADD);
        w_put(e->w, " != 0");
    } else if (whole && (from == KIND_FLOAT || from == KIND_COMPLEX)) {
        w_put(e->w, "pycc_cast_%s(%s", emit_tag(x->type->dtype),
              from == KIND_COMPLEX ? "creal(" : "");
        emit_expr(e, x->cast, PREC_COND);
        w_put(e->w, from == KIND_COMPLEX ? "))" : ")");
    } else {
        w_put(e->w, "(%s)", emit_dtype(e, x->type->dtype));
        emit_expr(e, x->cast, PREC_UNARY);
    }
}
