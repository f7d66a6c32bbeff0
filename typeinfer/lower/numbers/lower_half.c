/* Floats of 16 bits: what is computed of them is computed in F32 and rounded, as NumPy does. The
 * rest of lowering takes them for one more type of floats; here every operation on them becomes one
 * on F32 between casts, and casts go through F32 too, or F64 where that would round twice. */
#include "lower_number.h"
#include "rewrite.h"

static bool is_half(const struct texpr *e) {
    return e->type->kind == TY_SCALAR && e->type->dtype == DT_F16;
}

/* The cast of e, which has no halves inside. */
static struct texpr *converted(struct lower *lw, struct texpr *e, enum dtype to) {
    enum dtype from = e->type->dtype;
    bool wide = from == DT_COMPLEX || from == DT_C128;
    bool direct = from == DT_F32 || dtype_strong(from) == DT_F64;
    if (to == DT_F16 && !direct) {
        e = lower_cast(lw, e, wide ? DT_F64 : DT_F32);
    } else if (from == DT_F16) {
        e = lower_cast(lw, e, DT_F32);
    }
    return lower_cast(lw, e, to);
}

static struct texpr *in_singles(struct texpr *e, void *context) {
    struct lower *lw = context;
    if (e->kind == TE_CAST && e->type->dtype != e->cast->type->dtype &&
        (is_half(e) || is_half(e->cast))) {
        return converted(lw, expr_map(lw->a, e->cast, in_singles, lw), e->type->dtype);
    }
    if (e->kind != TE_OP || !is_half(e->op.arg[0])) {
        return NULL;
    }
    struct texpr *op = expr_twin(lw->a, e);
    for (int i = 0; i < e->op.n; ++i) {
        struct texpr *x = expr_map(lw->a, e->op.arg[i], in_singles, lw);
        op->op.arg[i] = is_half(x) ? lower_cast(lw, x, DT_F32) : x;
    }
    op->type = is_half(e) ? lower_scalar(lw, DT_F32) : e->type;
    return is_half(e) ? lower_cast(lw, op, DT_F16) : op;
}

void lower_halves(struct lower *lw, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        lw->span = b->item[i]->span;
        stmt_map(lw->a, b->item[i], in_singles, lw);
        for (int k = 0, n = stmt_blocks(b->item[i], block); k < n; ++k) {
            lower_halves(lw, block[k]);
        }
    }
}
