/* np.mgrid[a:b:c, ...] and np.ogrid: types. Arguments are start, stop and step of each slice. */
#include "sequence.h"

bool infer_is_grid(const struct expr *e) {
    const struct symbol *sym = e->index.base->kind == EXPR_ATTR   ? e->index.base->attr.sym
                               : e->index.base->kind == EXPR_NAME ? e->index.base->name.sym
                                                                  : NULL;
    return sym && sym->kind == SYM_OP && (sym->op == OP_MGRID || sym->op == OP_OGRID);
}

/* A step such as 5j is a number of points. */
static bool is_count(const struct con *c, int i) {
    return i % 3 == 2 && c->at[i] && c->at[i]->kind == EXPR_IMAG;
}

struct itype *eval_grid(struct infer *ix, const struct con *c, struct itype **arg) {
    enum dtype d = DT_I64;
    int n = c->n / 3;
    for (int i = 0; i < c->n; ++i) {
        bool known = arg[i]->kind == IT_SCALAR && dtype_info[arg[i]->dtype].bytes == 8 &&
                     dtype_info[arg[i]->dtype].kind >= KIND_INT;
        if (arg[i]->kind != IT_NONE && !known && !is_count(c, i)) {
            return infer_refuse(
                ix, DIAG_PY303, c->at[i]->span,
                "the ends and steps of a grid are ints, floats, or counts such as 5j", NULL);
        }
        bool real = arg[i]->kind != IT_NONE && dtype_info[arg[i]->dtype].kind >= KIND_FLOAT;
        d = real ? DT_F64 : d;
    }
    if (n + 1 > TIR_MAX_RANK) {
        return infer_refuse(ix, DIAG_PY303, c->span, "arrays have at most 8 axes", NULL);
    }
    if (c->op == OP_MGRID) {
        return it_array(&ix->types, d, n + 1, TY_C);
    }
    struct itype *item[TIR_MAX_RANK];
    for (int i = 0; i < n; ++i) {
        item[i] = it_array(&ix->types, d, n, TY_C);
    }
    return it_tuple(&ix->types, n, item);
}
