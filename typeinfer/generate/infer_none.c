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
    bool none = value && (value->kind == EXPR_NONE || infer_gives_none(ix, value));
    struct symbol *sym = none ? local_of(target) : NULL;
    if (sym && !sym->is_param) {
        sym->may_be_none = sym->may_be_none || value->kind != EXPR_NONE;
        see(ix, sym);
    }
}

/* The blocks in a statement. */
static int inner_blocks(const struct stmt *s, const struct block *inner[2]) {
    bool branches = s->kind == STMT_IF, loop = s->kind == STMT_FOR;
    inner[0] = branches ? &s->if_.then : loop ? &s->for_.body : &s->while_.body;
    inner[1] = branches ? &s->if_.els : loop ? &s->for_.els : &s->while_.els;
    return branches || loop || s->kind == STMT_WHILE ? 2 : 0;
}

/* Calls see for every variable that is assigned None in the block. */
static void each_none(struct infer *ix, const struct block *b,
                      void (*see)(struct infer *ix, struct symbol *sym)) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        const struct block *inner[2];
        for (int k = 0; s->kind == STMT_ASSIGN && k < s->assign.n; ++k) {
            see_none(ix, s->assign.target[k], s->assign.value, see);
        }
        for (int k = 0; stmt_assigns_none(s) && k < s->assign.value->list.n; ++k) {
            see_none(ix, s->assign.target[0]->list.item[k], s->assign.value->list.item[k], see);
        }
        for (int k = 0, n = inner_blocks(s, inner); k < n; ++k) {
            each_none(ix, inner[k], see);
        }
    }
}

static void forget_none(struct infer *ix, struct symbol *sym) {
    (void)ix;
    sym->n_none = 0;
}

static void count_none(struct infer *ix, struct symbol *sym) {
    ++sym->n_none;
    ix->nones = true;
}

/* return x if c else None, and the same assigned: as branches. */
static void split_choice(struct infer *ix, struct stmt *s) {
    const struct expr *e = s->kind == STMT_RETURN   ? s->expr
                           : s->kind == STMT_ASSIGN ? s->assign.value
                                                    : NULL;
    bool splits = e && e->kind == EXPR_COND &&
                  (e->cond.then->kind == EXPR_NONE) != (e->cond.els->kind == EXPR_NONE);
    struct block way[2];
    for (int i = 0; splits && i < 2; ++i) {
        struct stmt *own = ARENA_NEW(ix->keep, struct stmt);
        struct expr *value = i == 0 ? e->cond.then : e->cond.els;
        *own = *s;
        if (s->kind == STMT_RETURN) {
            own->expr = value;
        } else {
            own->assign.value = value;
        }
        way[i] = (struct block){1, ARENA_ARRAY(ix->keep, struct stmt *, 1)};
        way[i].item[0] = own;
    }
    for (int i = 0; splits && s->kind == STMT_ASSIGN && i < s->assign.n; ++i) {
        struct symbol *sym = local_of(s->assign.target[i]);
        if (sym) {
            ++sym->n_assigned;
        }
    }
    if (splits) {
        struct span span = s->span;
        *s = (struct stmt){.kind = STMT_IF, .span = span};
        s->if_.cond = e->cond.cond;
        s->if_.then = way[0];
        s->if_.els = way[1];
    }
}

static void split_choices(struct infer *ix, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        const struct block *inner[2];
        split_choice(ix, s);
        for (int k = 0, n = inner_blocks(s, inner); k < n; ++k) {
            split_choices(ix, inner[k]);
        }
    }
}

static void count_nones(struct infer *ix, const struct func *f) {
    if (!f->prelude) {
        split_choices(ix, &f->body);
    }
    each_none(ix, &f->body, forget_none);
    each_none(ix, &f->body, count_none);
}

void infer_find_nones(struct infer *ix, const struct func *f) {
    infer_func_gives_none(ix, f); /* first, for in cycles it counts, too */
    ix->nones = false;
    count_nones(ix, f);
}

bool infer_may_be_none(const struct symbol *sym) {
    return sym->may_be_none || (sym->n_none > 0 && sym->n_none < sym->n_assigned);
}

/* ---- which functions */

struct ways {
    bool value, none;
};

static bool reaches_end(const struct block *b) {
    const struct stmt *s = b->n > 0 ? b->item[b->n - 1] : NULL;
    if (!s || s->kind == STMT_RETURN || s->kind == STMT_RAISE) {
        return !s;
    }
    if (s->kind == STMT_WHILE) {
        const struct expr *c = s->while_.cond;
        return !(c->kind == EXPR_BOOL && c->boolean);
    }
    return s->kind != STMT_IF || reaches_end(&s->if_.then) || reaches_end(&s->if_.els);
}

static void see_returns(struct infer *ix, const struct block *b, struct ways *w) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        const struct block *inner[2];
        if (s->kind == STMT_RETURN) {
            const struct expr *e = s->expr;
            const struct symbol *sym = e ? local_of(e) : NULL;
            w->none = w->none || !e || e->kind == EXPR_NONE || (sym && sym->n_none > 0) ||
                      infer_gives_none(ix, e);
            w->value = w->value || (e && e->kind != EXPR_NONE);
        }
        for (int k = 0, n = inner_blocks(s, inner); k < n; ++k) {
            see_returns(ix, inner[k], w);
        }
    }
}

bool infer_func_gives_none(struct infer *ix, const struct func *f) {
    const struct signature *only = f->n_signatures > 0 ? f->signature[0] : NULL;
    if (f->prelude || f->cu || f->is_lambda || f->yields ||
        (only && only->ret && !only->ret->optional)) {
        return false;
    }
    if (!ix->gives_none[f->id]) {
        struct ways w = {false, reaches_end(&f->body)};
        ix->gives_none[f->id] = -1; /* in cycles */
        count_nones(ix, f);
        see_returns(ix, &f->body, &w);
        ix->gives_none[f->id] = w.value && w.none ? 1 : -1;
    }
    const struct scheme *s = ix->scheme[f->id];
    return s && s->scheduled ? s->gives_none : ix->gives_none[f->id] > 0;
}

bool infer_gives_none(struct infer *ix, const struct expr *e) {
    const struct expr *fn = e && e->kind == EXPR_CALL ? e->call.fn : NULL;
    const struct symbol *sym = !fn                     ? NULL
                               : fn->kind == EXPR_NAME ? fn->name.sym
                               : fn->kind == EXPR_ATTR ? fn->attr.sym
                                                       : NULL;
    return sym && sym->kind == SYM_FUNC && infer_func_gives_none(ix, sym->func);
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

bool infer_none_test_of_call(struct infer *ix, const struct expr *e) {
    enum op op = e->compare.n == 1 ? e->compare.op[0] : OP_COUNT;
    return (op == OP_IS || op == OP_IS_NOT || op == OP_EQ || op == OP_NE) &&
           e->compare.item[1]->kind == EXPR_NONE && infer_gives_none(ix, e->compare.item[0]);
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

struct itype *infer_refuse_call(struct infer *ix, const struct expr *call) {
    const struct expr *fn = call->call.fn;
    const char *name = fn->kind == EXPR_NAME ? fn->name.name : fn->attr.name;
    struct diag_message *m =
        infer_error(ix, DIAG_PY306, call->span, "what '%s' gives may be None here", name);
    infer_fix(ix, m, "give it a name, and test that before: if x is not None");
    return infer_bad(ix);
}

struct itype *infer_refuse_none(struct infer *ix, struct symbol *sym, struct span span) {
    struct diag_message *m = infer_error(ix, DIAG_PY306, span, "'%s' may be None here", sym->name);
    infer_fix(ix, m, "test it before: if %s is not None", sym->name);
    flow_assign(&ix->flow, sym); /* one message */
    return infer_bad(ix);
}
