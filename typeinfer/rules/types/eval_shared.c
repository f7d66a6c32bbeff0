/* What rules share: the call recorded, results element by element, dtype=, order=, fill values. */
#include "eval.h"

struct callee *eval_callee(struct infer *ix, const struct con *c, enum callee_kind kind, int n) {
    struct use *u = ix->checking;
    if (ix->silent || !u || !u->instance || !c->expr) {
        return NULL;
    }
    struct callee *callee = ARENA_NEW(ix->keep, struct callee);
    callee->kind = kind;
    callee->op = c->kind == CON_OP || c->kind == CON_SPECIAL ? c->op : OP_COUNT;
    callee->module = c->module;
    callee->dtype = DT_COUNT;
    callee->n = n;
    callee->arg = ARENA_ARRAY(ix->keep, struct expr *, n);
    u->instance->callee[c->expr->id] = callee;
    return callee;
}

/* ---- results element by element */

int eval_rank(int n, struct itype **arg) {
    int rank = -1;
    for (int i = 0; i < n; ++i) {
        if (arg[i]->kind == IT_ARRAY && arg[i]->rank > rank) {
            rank = arg[i]->rank;
        }
    }
    return rank;
}

struct itype *eval_elements(struct infer *ix, enum dtype d, int n, struct itype **arg) {
    int rank = eval_rank(n, arg);
    return rank > 0 ? it_array(&ix->types, d, rank, TY_C) : it_scalar(&ix->types, d);
}

/* ---- dtype=, order=, fill values */

enum dtype eval_dtype(const struct con *c, struct itype *from, enum dtype otherwise) {
    if (c->dtype != DT_COUNT) {
        return dtype_strong(c->dtype);
    }
    if (from->kind == IT_STATIC && from->text) {
        return infer_dtype_of_text(from->text);
    }
    return from->kind == IT_ARRAY || from->kind == IT_SCALAR || from->kind == IT_STATIC
               ? dtype_strong(from->dtype)
               : otherwise;
}

bool eval_order(struct infer *ix, const struct expr *e, enum ty_layout *layout) {
    *layout = TY_C;
    if (!e) {
        return true;
    }
    if (e->kind == EXPR_STR && e->str.n == 1 && (*e->str.text == 'C' || *e->str.text == 'F')) {
        *layout = *e->str.text == 'F' ? TY_F : TY_C;
        return true;
    }
    infer_refuse(ix, DIAG_PY303, e->span, "order is 'C' or 'F'",
                 "which of them 'A' and 'K' are is known when running: write one");
    return false;
}

bool eval_fill_fits(struct infer *ix, const struct con *c, struct itype *value, enum dtype d) {
    if (value->kind != IT_SCALAR ||
        (dtype_info[value->dtype].kind == KIND_COMPLEX && dtype_info[d].kind != KIND_COMPLEX)) {
        infer_refuse(ix, DIAG_PY303, c->at[1]->span,
                     arena_printf(ix->arena, "an array of %s cannot be filled with %s",
                                  dtype_info[d].name, it_name(ix->arena, value)),
                     NULL);
        return false;
    }
    return infer_literal_fits(ix, c->at[1], d);
}
