/* Variables that are None for a while:
 *
 *     best = None
 *     for v in a:
 *         if best is None or v > best:
 *             best = v
 *
 * None is the variable without a value: assigning it takes the value away, as del does, `is None`
 * asks whether there is one, and the flow of definite assignment (flow.h) knows where it has one,
 * tests included. Where it may have none an operation on it raises, and it is not passed on. */
#include "generate.h"

/* ---- which variables */

static struct symbol *local_of(const struct expr *e) {
    struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : NULL;
    return sym && sym->kind == SYM_LOCAL ? sym : NULL;
}

static void see_none(struct infer *ix, const struct expr *target, const struct expr *value,
                     void (*see)(struct infer *ix, struct symbol *sym)) {
    struct symbol *sym = value && value->kind == EXPR_NONE ? local_of(target) : NULL;
    if (sym && !sym->is_param) {
        see(ix, sym);
    }
}

/* Calls see for every variable that is assigned None in the block. */
static void each_none(struct infer *ix, const struct block *b,
                      void (*see)(struct infer *ix, struct symbol *sym)) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        for (int k = 0; s->kind == STMT_ASSIGN && k < s->assign.n; ++k) {
            see_none(ix, s->assign.target[k], s->assign.value, see);
        }
        for (int k = 0; stmt_assigns_none(s) && k < s->assign.value->list.n; ++k) {
            see_none(ix, s->assign.target[0]->list.item[k], s->assign.value->list.item[k], see);
        }
        if (s->kind == STMT_IF) {
            each_none(ix, &s->if_.then, see);
            each_none(ix, &s->if_.els, see);
        } else if (s->kind == STMT_FOR) {
            each_none(ix, &s->for_.body, see);
            each_none(ix, &s->for_.els, see);
        } else if (s->kind == STMT_WHILE) {
            each_none(ix, &s->while_.body, see);
            each_none(ix, &s->while_.els, see);
        }
    }
}

static void count_none(struct infer *ix, struct symbol *sym) {
    ++sym->n_none;
    ix->nones = true;
}

void infer_find_nones(struct infer *ix, const struct func *f) {
    ix->nones = false;
    each_none(ix, &f->body, count_none);
}

bool infer_may_be_none(const struct symbol *sym) {
    return sym->n_none > 0 && sym->n_none < sym->n_assigned;
}

/* ---- where they have a value */

static void take_away(struct infer *ix, struct symbol *sym) {
    if (infer_may_be_none(sym)) {
        flow_unassign(&ix->flow, sym);
    }
}

void infer_enter_loop(struct infer *ix, const struct block *body) {
    if (ix->nones) {
        each_none(ix, body, take_away);
    }
}

const struct expr *infer_none_test(const struct expr *e, bool *is) {
    enum op op = e->kind == EXPR_COMPARE && e->compare.n == 1 ? e->compare.op[0] : OP_COUNT;
    for (int i = 0; i < 2 && (op == OP_IS || op == OP_IS_NOT || op == OP_EQ || op == OP_NE); ++i) {
        struct symbol *sym = local_of(e->compare.item[i]);
        if (sym && infer_may_be_none(sym) && e->compare.item[1 - i]->kind == EXPR_NONE) {
            *is = op == OP_IS || op == OP_EQ;
            return e->compare.item[i];
        }
    }
    return NULL;
}

bool infer_none_raises(const struct expr *e, int i) {
    bool equal = false;
    for (int k = 0; k < e->compare.n; ++k) {
        equal = equal || e->compare.op[k] == OP_EQ || e->compare.op[k] == OP_NE;
    }
    enum expr_kind other = e->compare.item[i == 0]->kind;
    bool simple = other == EXPR_NAME || other == EXPR_INT || other == EXPR_FLOAT ||
                  other == EXPR_STR || other == EXPR_BOOL;
    return !equal || (e->compare.n == 1 && simple);
}

void infer_narrow(struct infer *ix, const struct expr *cond, bool holds) {
    bool is;
    const struct expr *name = ix->nones ? infer_none_test(cond, &is) : NULL;
    const struct symbol *sym = ix->nones ? local_of(cond) : NULL;
    if (!ix->nones) {
        return;
    }
    if (name && is != holds) {
        flow_assign(&ix->flow, name->name.sym);
    } else if (sym && holds && infer_may_be_none(sym)) {
        flow_assign(&ix->flow, sym);
    } else if (cond->kind == EXPR_UNARY && cond->unary.op == OP_NOT) {
        infer_narrow(ix, cond->unary.a, !holds);
    } else if (cond->kind == EXPR_BOOLOP && (cond->boolop.op == OP_LAND) == holds) {
        for (int i = 0; i < cond->boolop.n; ++i) {
            infer_narrow(ix, cond->boolop.item[i], holds);
        }
    }
}

/* ---- what becomes of one that may have none */

void infer_assign_none(struct infer *ix, const struct expr *target) {
    struct typed_expr at = {target, NULL, ix->live};
    flow_unassign(&ix->flow, target->name.sym);
    vec_push(ix->arena, &ix->cur->unbound, at); /* whether it has one is kept */
}

struct itype *infer_refuse_none(struct infer *ix, struct symbol *sym, struct span span) {
    struct diag_message *m = infer_error(ix, DIAG_PY306, span, "'%s' may be None here", sym->name);
    infer_fix(ix, m, "test it before: if %s is not None", sym->name);
    flow_assign(&ix->flow, sym); /* one message */
    return infer_bad(ix);
}
