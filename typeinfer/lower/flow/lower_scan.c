/* What a function does with its loop variables.
 *
 * The variable of `for i in range(...)` needs no place of its own when it is read inside that loop
 * only and nothing else assigns it: the FOR's counter is it. Every other variable escapes. */
#include "lower_flow.h"

struct scan {
    struct lower *lw;
    int *active; /* by symbol id: range loops over it around the current place */
};

static void scan_block(struct scan *s, const struct block *b);
static void scan_stmt(struct scan *s, const struct stmt *st);
static void scan_expr(struct scan *s, const struct expr *e);

static const struct symbol *symbol_of(const struct expr *fn) {
    return fn->kind == EXPR_NAME ? fn->name.sym : fn->kind == EXPR_ATTR ? fn->attr.sym : NULL;
}

const struct symbol *lower_iterator(const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_CALL ? symbol_of(e->call.fn) : NULL;
    return sym && sym->kind == SYM_OP ? sym : NULL;
}

static bool is_range(const struct expr *e) {
    const struct symbol *sym = lower_iterator(e);
    return sym && (sym->op == OP_RANGE || sym->op == OP_PRANGE);
}

/* ---- assignments in a block */

static bool target_names(const struct expr *target, const struct symbol *sym) {
    if (target->kind == EXPR_NAME) {
        const struct symbol *to = target->name.sym; /* webs of one name may share a variable */
        return to == sym || (to && sym && to->first && to->first == sym->first);
    }
    bool several = target->kind == EXPR_TUPLE || target->kind == EXPR_LIST;
    for (int i = 0; several && i < target->list.n; ++i) {
        if (target_names(target->list.item[i], sym)) {
            return true;
        }
    }
    return false;
}

bool stmt_assigns(const struct stmt *s, const struct symbol *sym) {
    switch (s->kind) {
    case STMT_ASSIGN:
        for (int i = 0; i < s->assign.n; ++i) {
            if (target_names(s->assign.target[i], sym)) {
                return true;
            }
        }
        return false;
    case STMT_AUGASSIGN:
        return target_names(s->aug.target, sym);
    case STMT_IF:
        return block_assigns(&s->if_.then, sym) || block_assigns(&s->if_.els, sym);
    case STMT_WHILE:
        return block_assigns(&s->while_.body, sym) || block_assigns(&s->while_.els, sym);
    case STMT_FOR:
        return target_names(s->for_.target, sym) || block_assigns(&s->for_.body, sym) ||
               block_assigns(&s->for_.els, sym);
    default:
        return false;
    }
}

bool block_assigns(const struct block *b, const struct symbol *sym) {
    for (int i = 0; i < b->n; ++i) {
        if (stmt_assigns(b->item[i], sym)) {
            return true;
        }
    }
    return false;
}

static void forget_target(struct lower *lw, const struct expr *target) {
    if (target->kind == EXPR_NAME && target->name.sym) {
        int id = target->name.sym->id;
        lw->counter_of[id] = NULL;
        if (lw->record_of[id]) {
            lower_record_forget(lw, lw->record_of[id]);
        }
        if (lw->var_of[id]) {
            lower_forget(lw, lw->var_of[id]);
        }
    }
    for (int i = 0; target->kind == EXPR_TUPLE && i < target->list.n; ++i) {
        forget_target(lw, target->list.item[i]);
    }
}

static void forget_stmt(struct lower *lw, const struct stmt *s) {
    switch (s->kind) {
    case STMT_ASSIGN:
        for (int i = 0; i < s->assign.n; ++i) {
            forget_target(lw, s->assign.target[i]);
        }
        break;
    case STMT_AUGASSIGN:
        forget_target(lw, s->aug.target);
        break;
    case STMT_IF:
        lower_forget_assigned(lw, &s->if_.then);
        lower_forget_assigned(lw, &s->if_.els);
        break;
    case STMT_WHILE:
        lower_forget_assigned(lw, &s->while_.body);
        lower_forget_assigned(lw, &s->while_.els);
        break;
    case STMT_FOR:
        forget_target(lw, s->for_.target);
        lower_forget_assigned(lw, &s->for_.body);
        lower_forget_assigned(lw, &s->for_.els);
        break;
    default:
        break;
    }
}

void lower_forget_assigned(struct lower *lw, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        forget_stmt(lw, b->item[i]);
    }
}

/* ---- reads */

static void read_symbol(struct scan *s, const struct symbol *sym, int depth) {
    if (!sym) {
        return;
    }
    if (sym->kind == SYM_LOCAL && s->active[sym->id] == 0) {
        s->lw->escapes[sym->id] = true;
    }
    if (sym->kind == SYM_FUNC && sym->func && depth < 8) {
        for (int i = 0; i < sym->func->n_captures; ++i) {
            read_symbol(s, sym->func->capture[i], depth + 1);
        }
    }
}

static void read_captures(struct scan *s, const struct func *f) {
    for (int i = 0; i < f->n_captures; ++i) {
        read_symbol(s, f->capture[i], 0);
    }
}

static void scan_list(struct scan *s, int n, struct expr *const *e) {
    for (int i = 0; i < n; ++i) {
        scan_expr(s, e[i]);
    }
}

static void scan_expr(struct scan *s, const struct expr *e) {
    if (!e) {
        return;
    }
    switch (e->kind) {
    case EXPR_NAME:
        read_symbol(s, e->name.sym, 0);
        break;
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_DICT:
        scan_list(s, e->list.n, e->list.item);
        break;
    case EXPR_UNARY:
        scan_expr(s, e->unary.a);
        break;
    case EXPR_BINARY:
        scan_expr(s, e->binary.a);
        scan_expr(s, e->binary.b);
        break;
    case EXPR_BOOLOP:
        scan_list(s, e->boolop.n, e->boolop.item);
        break;
    case EXPR_COMPARE:
        scan_list(s, e->compare.n + 1, e->compare.item);
        break;
    case EXPR_COND:
        scan_list(s, 3, (struct expr *const[]){e->cond.cond, e->cond.then, e->cond.els});
        break;
    case EXPR_CALL:
        scan_expr(s, e->call.fn);
        scan_list(s, e->call.n, e->call.arg);
        for (int i = 0; i < e->call.n_kw; ++i) {
            scan_expr(s, e->call.kw[i].value);
        }
        break;
    case EXPR_ATTR:
        scan_expr(s, e->attr.base);
        break;
    case EXPR_INDEX:
        scan_expr(s, e->index.base);
        scan_list(s, e->index.n, e->index.index);
        break;
    case EXPR_SLICE:
        scan_list(s, 3, (struct expr *const[]){e->slice.lo, e->slice.hi, e->slice.step});
        break;
    case EXPR_LAMBDA:
        read_captures(s, e->lambda);
        break;
    case EXPR_COMP:
        scan_stmt(s, e->comp.loop);
        break;
    default:
        break;
    }
}

/* ---- statements */

/* A target that is no counter. */
static void scan_target(struct scan *s, const struct expr *target) {
    if (target->kind == EXPR_NAME && target->name.sym) {
        s->lw->escapes[target->name.sym->id] = true;
    } else if (target->kind == EXPR_TUPLE) {
        for (int i = 0; i < target->list.n; ++i) {
            scan_target(s, target->list.item[i]);
        }
    } else {
        scan_expr(s, target);
    }
}

static void scan_for(struct scan *s, const struct stmt *st) {
    const struct expr *target = st->for_.target;
    scan_expr(s, st->for_.iter);
    if (!is_range(st->for_.iter) || target->kind != EXPR_NAME || !target->name.sym) {
        scan_target(s, target);
        scan_block(s, &st->for_.body);
    } else {
        const struct symbol *sym = target->name.sym;
        if (s->active[sym->id] > 0 || block_assigns(&st->for_.body, sym)) {
            s->lw->escapes[sym->id] = true;
        }
        ++s->active[sym->id];
        scan_block(s, &st->for_.body);
        --s->active[sym->id];
    }
    scan_block(s, &st->for_.els);
}

static void scan_stmt(struct scan *s, const struct stmt *st) {
    switch (st->kind) {
    case STMT_EXPR:
    case STMT_RETURN:
    case STMT_DEL:
        scan_expr(s, st->expr);
        break;
    case STMT_ASSIGN:
        scan_expr(s, st->assign.value);
        for (int i = 0; i < st->assign.n; ++i) {
            scan_target(s, st->assign.target[i]);
        }
        break;
    case STMT_AUGASSIGN:
        scan_expr(s, st->aug.value);
        scan_target(s, st->aug.target);
        break;
    case STMT_IF:
        scan_expr(s, st->if_.cond);
        scan_block(s, &st->if_.then);
        scan_block(s, &st->if_.els);
        break;
    case STMT_WHILE:
        scan_expr(s, st->while_.cond);
        scan_block(s, &st->while_.body);
        scan_block(s, &st->while_.els);
        break;
    case STMT_FOR:
        scan_for(s, st);
        break;
    case STMT_ASSERT:
        scan_expr(s, st->assert_.cond);
        break;
    case STMT_DEF:
        read_captures(s, st->def);
        break;
    default:
        break;
    }
}

static void scan_block(struct scan *s, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        scan_stmt(s, b->item[i]);
    }
}

void lower_scan(struct lower *lw, int *active) {
    struct scan s = {.lw = lw, .active = active};
    const struct instance *in = lw->in;
    for (int i = 0; i < in->n_vars; ++i) {
        const struct ty *t = in->var_type[i];
        lw->escapes[in->var[i]->id] = !t || t->kind != TY_SCALAR || t->dtype != DT_INT;
    }
    scan_block(&s, &in->func->body);
}
