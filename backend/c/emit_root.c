/* Quotients and powers that are reciprocal square roots, which vector loops take at once
 * (pycc_rt_root.h):
 *
 *     x / np.sqrt(y)        x / (y * np.sqrt(y))        x / y ** 1.5        y ** -0.5 and its kin
 */
#include "emit.h"

static bool is_root_of(const struct texpr *e, const struct texpr *x) {
    return e->kind == TE_OP && e->op.op == OP_SQRT && (!x || expr_equal(e->op.arg[0], x));
}

static bool is_power(const struct texpr *e, double *exponent) {
    bool is = e->kind == TE_OP && (e->op.op == OP_POW || e->op.op == OP_MATH_POW) &&
              e->op.arg[e->op.n - 1]->kind == TE_CONST;
    *exponent = is ? e->op.arg[e->op.n - 1]->value.f[0] : 0;
    return is;
}

/* The function for x / y, and what the root is of. */
static const char *quotient(const struct texpr *y, struct texpr **of) {
    double exponent;
    *of = y->kind == TE_OP ? y->op.arg[0] : NULL;
    if (is_root_of(y, NULL)) {
        return "over_root";
    }
    if (is_power(y, &exponent)) {
        return exponent == 1.5 ? "over_power3" : NULL;
    }
    if (y->kind != TE_OP || y->op.op != OP_MUL) {
        return NULL;
    }
    bool first = is_root_of(y->op.arg[0], y->op.arg[1]);
    *of = y->op.arg[first];
    return first || is_root_of(y->op.arg[1], y->op.arg[0]) ? "over_root3" : NULL;
}

static const char *power(double exponent) {
    return exponent == 1.5    ? "power_root3"
           : exponent == -0.5 ? "power_rsqrt"
           : exponent == -1.5 ? "power_rsqrt3"
                              : NULL;
}

const char *emit_root(const struct emit *e, const struct texpr **x) {
    const struct texpr *y = *x;
    double exponent;
    const char *unit = emit_vectors(e);
    if (!unit || y->op.n == 0 || e->options->fp == FP_STRICT ||
        dtype_strong(y->type->dtype) != DT_F64 ||
        dtype_strong(y->op.arg[0]->type->dtype) != DT_F64) {
        return NULL;
    }
    if (is_power(y, &exponent) && power(exponent)) {
        return arena_printf(e->arena, "pycc_%s_%%t(%%0, %s)", power(exponent), unit);
    }
    struct texpr *of;
    const char *name = y->op.op == OP_DIV ? quotient(y->op.arg[1], &of) : NULL;
    if (!name || dtype_strong(of->type->dtype) != DT_F64) {
        return NULL;
    }
    struct texpr *seen = ARENA_NEW(e->arena, struct texpr);
    *seen = *y;
    seen->op.arg[1] = of;
    *x = seen;
    return arena_printf(e->arena, "pycc_%s_%%t(%%0, %%1, %s)", name, unit);
}
