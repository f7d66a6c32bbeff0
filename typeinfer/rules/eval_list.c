/* Constraints on lists whose types are ground. */
#include "eval.h"
#include "open.h"

#include <string.h>

/* What is put into a list does not fit what is in it. */
static void want_items(struct infer *ix, const struct con *c, int i, struct itype *list,
                       struct itype *value) {
    const struct use *u = ix->checking;
    struct itype *both = u ? it_list(&ix->types, value) : NULL;
    if (!u || !(infer_want_items(ix, u, c->arg[0], -1, list, both, false) ||
                infer_want_items(ix, u, c->arg[i], -1, value, list->item[0], true))) {
        infer_want_either(ix, c->span, NULL, value, list->item[0]);
    }
}

/* Is a value fit to be an item? */
static bool fits(struct infer *ix, const struct con *c, int i, struct itype **arg) {
    struct itype *item = arg[0]->item[0];
    struct span span = c->at[i] ? c->at[i]->span : c->span;
    arg[i] = infer_is_either(ix, c->span, NULL) ? it_either(&ix->types) : arg[i];
    open_meet_here(ix, &item, &arg[i]);
    if (join_fits(&ix->types, arg[i], item)) {
        return item->kind != IT_SCALAR || infer_literal_fits(ix, c->at[i], item->dtype);
    }
    want_items(ix, c, i, arg[0], arg[i]);
    struct diag_message *m = infer_error(ix, DIAG_PY301, span, "%s is put into a list of %s",
                                         it_name(ix->arena, arg[i]), it_name(ix->arena, item));
    if (item->kind == IT_SCALAR && arg[i]->kind == IT_SCALAR) {
        infer_fix(ix, m, "write %s(...) around it", dtype_info[item->dtype].name);
    }
    return false;
}

/* ---- methods */

static bool is_index(struct infer *ix, const struct con *c, int i, const struct itype *t) {
    bool fine = it_is_either(t);
    fine = fine ||
           (t->kind == IT_SCALAR && (join_kind(t->dtype) == KIND_INT || t->dtype == DT_PYBOOL));
    if (!fine) {
        infer_refuse(ix, DIAG_PY305, c->at[i] ? c->at[i]->span : c->span,
                     "the index of a list is an integer",
                     t->kind == IT_SCALAR ? "write int(...)" : NULL);
    }
    return fine;
}

static bool has_arguments(struct infer *ix, const struct con *c, const char *name, int least,
                          int most) {
    int n = c->n - 1;
    if (n < least || n > most) {
        infer_error(ix, DIAG_PY205, c->span, "%s takes %s%d argument%s, not %d", name,
                    least < most ? "at most " : "", most, most == 1 ? "" : "s", n);
    }
    return n >= least && n <= most;
}

struct itype *eval_list_method(struct infer *ix, const struct con *c, struct itype **arg,
                               const char *name) {
    bool append = strcmp(name, "append") == 0, insert = strcmp(name, "insert") == 0;
    bool pop = strcmp(name, "pop") == 0, extend = strcmp(name, "extend") == 0;
    bool none = strcmp(name, "clear") == 0 || strcmp(name, "reverse") == 0;
    if (!append && !insert && !pop && !extend && !none) {
        return NULL;
    }
    int least = insert ? 2 : append || extend ? 1 : 0;
    if (!has_arguments(ix, c, name, least, pop ? 1 : least)) {
        return infer_bad(ix);
    }
    if ((insert || (pop && c->n == 2)) && !is_index(ix, c, 1, arg[1])) {
        return infer_bad(ix);
    }
    if ((append || insert) && !c->in_list && !fits(ix, c, c->n - 1, arg)) {
        return infer_bad(ix);
    }
    if (extend) {
        open_meet_here(ix, &arg[0], &arg[1]);
    }
    if (extend && arg[1] != arg[0]) {
        return infer_refuse(ix, DIAG_PY303, c->at[1]->span,
                            arena_printf(ix->arena, "extend takes a list of %s here, not %s",
                                         it_name(ix->arena, arg[0]->item[0]),
                                         it_name(ix->arena, arg[1])),
                            "write a loop that appends");
    }
    return pop ? arg[0]->item[0] : &ix->types.none;
}

/* ---- indices */

struct itype *eval_list_index(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *e = c->expr;
    if (e->index.n == 1 && e->index.index[0]->kind == EXPR_SLICE) {
        return arg[0];
    }
    if (e->index.n != 1 || e->index.index[0]->kind == EXPR_ELLIPSIS) {
        return infer_refuse(ix, DIAG_PY305, e->span, "a list has one index",
                            arg[0]->item[0]->kind == IT_LIST || arg[0]->item[0]->kind == IT_ARRAY
                                ? "write xs[i][j]"
                                : NULL);
    }
    return is_index(ix, c, 1, arg[1]) ? arg[0]->item[0] : infer_bad(ix);
}

struct itype *eval_list_store(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *e = c->expr;
    if (e->index.n == 1 && e->index.index[0]->kind == EXPR_SLICE) {
        return eval_list_part_store(ix, c, arg);
    }
    struct itype *item = eval_list_index(ix, c, arg);
    return item->kind == IT_ERROR || c->in_list || fits(ix, c, c->n - 1, arg) ? item
                                                                              : infer_bad(ix);
}

/* ---- operators */

struct itype *eval_list_op(struct infer *ix, const struct con *c, struct itype **arg) {
    if (c->n == 1) {
        infer_error(ix, DIAG_PY302, c->span, "'%s' is applied to %s", op_info[c->op].name,
                    it_name(ix->arena, arg[0]));
        return infer_bad(ix);
    }
    bool second = arg[0]->kind != IT_LIST;
    open_meet_here(ix, &arg[0], &arg[1]);
    struct itype *list = arg[second], *other = arg[!second];
    if (c->op == OP_MUL && other->kind == IT_SCALAR && c->in_place) {
        return infer_refuse(ix, DIAG_PY302, c->span,
                            "a list that an item or an attribute holds is not repeated in place",
                            "give the list a name before");
    }
    if (c->op == OP_MUL && other->kind == IT_SCALAR && join_kind(other->dtype) == KIND_INT) {
        return list;
    }
    if (c->op == OP_ADD && other == list) {
        return list;
    }
    if (c->op == OP_ADD && other->kind == IT_LIST && join_argument(other, list) != MATCH_NO) {
        struct itype *item = join_strict(&ix->types, arg[0]->item[0], arg[1]->item[0]);
        return c->in_place || !item ? arg[0] : it_list(&ix->types, item);
    }
    struct diag_message *m =
        infer_error(ix, DIAG_PY302, c->span, "'%s' cannot be applied to %s and %s",
                    op_info[c->op].name, it_name(ix->arena, arg[0]), it_name(ix->arena, arg[1]));
    bool arithmetic = other->kind == IT_SCALAR || other->kind == IT_ARRAY;
    if (arithmetic) {
        infer_fix(ix, m, "np.array(...) makes an array of a list");
    }
    return infer_bad(ix);
}
