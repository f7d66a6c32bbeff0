/* Products of arrays in the source: a @ b and its relatives, their operands, and where their
 * results go. functions/lower_product.c makes statements of them. */
#include "lower_array.h"
#include "lower_flow.h"
#include "lower_function.h"
#include "lower_list.h"

static const char no_half_out[] =
    "a product of float16 is not written into an array; write a[:] = x @ y";

/* A product as it is written. */
struct factors {
    enum op op;
    struct expr *operand[2]; /* evaluated in this order */
    const struct expr *out;  /* out=, or NULL */
    struct ty *type;         /* of the result: scalar or array */
};

static int rank_of(struct lower *lw, const struct expr *e) {
    struct ty *t = lower_type(lw, e);
    return t && t->kind == TY_ARRAY ? t->rank : 0;
}

/* Is e a product that is computed here? Fills f. */
static bool is_product(struct lower *lw, const struct expr *e, struct factors *f) {
    const struct callee *c = e->kind == EXPR_CALL ? lw->in->callee[e->id] : NULL;
    *f = (struct factors){.op = OP_COUNT, .type = lower_type(lw, e)};
    if (e->kind == EXPR_BINARY && e->binary.op == OP_MATMUL) {
        *f = (struct factors){OP_MATMUL, {e->binary.a, e->binary.b}, NULL, f->type};
    } else if (c && c->kind == CALLEE_OP && c->n >= 2 && c->arg[0] && c->arg[1]) {
        bool out = c->op == OP_MATMUL && c->n > 2 && c->arg[2] && c->arg[2]->kind != EXPR_NONE;
        *f = (struct factors){c->op, {c->arg[0], c->arg[1]}, out ? c->arg[2] : NULL, f->type};
    }
    switch (f->op) {
    case OP_MATMUL:
        return true;
    case OP_DOT:
    case OP_INNER:
        return rank_of(lw, f->operand[1]) <= 2;
    case OP_VDOT:
        return rank_of(lw, f->operand[0]) > 0 && rank_of(lw, f->operand[1]) > 0;
    default:
        return false;
    }
}

/* Of floats of 16 bits, which are multiplied and added in F32? */
static bool is_half(const struct factors *f) {
    return f->type->dtype == DT_F16;
}

/* Is it an expression per element times a vector, which needs no array for the expression? */
static bool is_fused(struct lower *lw, const struct factors *f) {
    if ((f->op != OP_MATMUL && f->op != OP_DOT) || f->out || is_half(f) ||
        rank_of(lw, f->operand[0]) > 2 || rank_of(lw, f->operand[1]) != 1 ||
        lower_may_call(lw, f->operand[1])) {
        return false;
    }
    bool vector = rank_of(lw, f->operand[0]) == 1;
    return lower_is_elements(lw, f->operand[0]) || (vector && lower_is_elements(lw, f->operand[1]));
}

/* The product of the operands' values. */
static struct product evaluated(struct lower *lw, const struct factors *f) {
    struct product p = {.op = f->op, .dtype = is_half(f) ? DT_F32 : f->type->dtype};
    struct texpr *value[2];
    lower_exprs(lw, 2, f->operand, value);
    for (int i = 0; i < 2; ++i) {
        value[i] = lower_as_array(lw, value[i]);
    }
    lower_product_of(lw, &p, value);
    return p;
}

bool lower_matmul(struct lower *lw, const struct expr *e, struct tvar *want,
                  struct texpr **result) {
    struct factors f;
    if (!is_product(lw, e, &f)) {
        return false;
    }
    if (is_fused(lw, &f)) {
        struct elements *x = lower_elements(lw, f.operand[0]);
        struct elements *y = lower_elements(lw, f.operand[1]);
        *result = lower_product_fused(lw, f.op, x, y, f.type->dtype, want);
        return true;
    }
    if (is_half(&f) && f.out) {
        *result = lower_refuse(lw, DIAG_PY303, no_half_out);
        return true;
    }
    struct product p = evaluated(lw, &f);
    *result = f.out ? lower_product_out(lw, &p, lower_array(lw, f.out))
                    : lower_product(lw, &p, is_half(&f) ? NULL : want);
    if (is_half(&f)) {
        *result = f.type->kind == TY_ARRAY ? lower_copy(lw, (*result)->var, f.type, want)
                                           : lower_cast(lw, *result, DT_F16);
    }
    return true;
}

void lower_matmul_in_place(struct lower *lw, struct tvar *a, const struct expr *b) {
    if (a->type->dtype == DT_F16) {
        lower_refuse(lw, DIAG_PY303, no_half_out);
        return;
    }
    struct product p = {.op = OP_MATMUL, .dtype = a->type->dtype};
    struct texpr *value[2] = {NULL, lower_as_array(lw, lower_expr(lw, b))};
    value[0] = lower_var(lw, a);
    lower_product_of(lw, &p, value);
    lower_product_out(lw, &p, a);
}

bool lower_matmul_stored(struct lower *lw, const struct expr *e, enum op op, struct product *p) {
    struct factors f;
    bool sum = op == OP_COUNT || op == OP_ADD || op == OP_SUB;
    if (!sum || !is_product(lw, e, &f) || f.type->kind != TY_ARRAY || f.out || is_half(&f) ||
        is_fused(lw, &f)) {
        return false;
    }
    *p = evaluated(lw, &f);
    return true;
}
