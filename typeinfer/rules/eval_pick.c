/* np.nonzero, np.where(condition), np.add.at and its like. */
#include "eval.h"
#include "rules.h"
#include "sequence.h"

struct itype *eval_nonzero(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[0], *item[TIR_MAX_RANK];
    if (c->op == OP_WHERE && c->at[1]) {
        return infer_refuse(ix, DIAG_PY303, c->span,
                            "where takes a condition, or a condition and two values", NULL);
    }
    if (a->kind != IT_ARRAY || a->rank == 0) {
        return infer_refuse(ix, DIAG_PY303, c->span,
                            arena_printf(ix->arena, "%s does not take %s", infer_called(ix, c),
                                         it_name(ix->arena, a)),
                            NULL);
    }
    for (int i = 0; i < a->rank; ++i) {
        item[i] = it_array(&ix->types, DT_I64, 1, TY_C);
    }
    return it_tuple(&ix->types, a->rank, item);
}

struct itype *eval_at(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[0];
    eval_take_arrays(ix, 1, arg + 2);
    if (a->kind != IT_ARRAY || (arg[2]->kind != IT_ARRAY && arg[2]->kind != IT_SCALAR)) {
        int bad = a->kind != IT_ARRAY ? 0 : 2;
        return infer_refuse(ix, DIAG_PY303, c->at[bad]->span,
                            arena_printf(ix->arena, "%s does not take %s", infer_called(ix, c),
                                         it_name(ix->arena, arg[bad])),
                            NULL);
    }
    struct expr *index[] = {(struct expr *)c->at[1]};
    struct expr access = {.kind = EXPR_INDEX, .span = c->at[1]->span};
    access.index.base = (struct expr *)c->at[0];
    access.index.n = 1;
    access.index.index = index;
    struct con pick = {.kind = CON_INDEX, .span = c->span, .expr = &access, .n = 2};
    if (!eval_is_gather(&pick, arg)) {
        return infer_refuse(ix, DIAG_PY303, c->at[1]->span,
                            "the index must be an array, or a tuple with arrays",
                            "for one element write a[i] += v");
    }
    struct itype *part = eval_gather(ix, &pick, arg);
    if (part->kind == IT_ERROR || !eval_writable(ix, c->at[0]->span, a)) {
        return infer_bad(ix);
    }
    struct itype *operand[] = {part, arg[2]};
    const struct expr *at[] = {c->at[0], c->at[2]};
    struct con op = {.kind = CON_OP, .op = at_op(c->op), .module = IN_NP, .in_place = true};
    op.span = c->span;
    op.n = 2;
    op.at = at;
    return eval_op(ix, &op, operand)->kind == IT_ERROR ? infer_bad(ix) : &ix->types.none;
}
