/* Walking TIR: what a statement assigns, reads and contains. */
#include "analysis.h"
#include "facts.h"

struct tvar *stmt_def(const struct tstmt *s) {
    switch (s->kind) {
    case TS_ASSIGN:
        return s->assign.dst;
    case TS_INDEX:
        return s->index.dst;
    case TS_FOR:
        return s->for_.counter;
    case TS_VIEW:
        return s->view.dst;
    case TS_ALLOC:
        return s->alloc.dst;
    case TS_CALL:
        return s->call.dst;
    case TS_LIB:
        return s->lib.dst;
    case TS_LIST:
        return s->list.dst;
    default:
        return NULL;
    }
}

bool index_asks_unit(const struct tvar *array, struct texpr *const *index) {
    const struct ty *t = array->type;
    const struct texpr *x = t->rank == 0 ? NULL : index[t->layout == TY_F ? 0 : t->rank - 1];
    return x && !(x->kind == TE_CONST && x->value.i == 0);
}

static void visit_some(struct texpr **e, int n, expr_visitor *visit, void *context) {
    for (int i = 0; i < n; ++i) {
        if (e[i]) {
            visit(e[i], context);
        }
    }
}

static void view_exprs(const struct tstmt *s, expr_visitor *visit, void *context) {
    for (int i = 0; i < s->view.n; ++i) {
        struct view_axis *x = &s->view.axis[i];
        if (x->kind == VIEW_INDEX) {
            visit(x->index, context);
        } else if (x->kind == VIEW_SLICE) {
            visit_some((struct texpr *[]){x->start, x->stop, x->step}, 3, visit, context);
        } else if (x->extent) {
            visit(x->extent, context);
        }
    }
    if (s->view.order) {
        visit(s->view.order->number, context);
    }
}

void stmt_exprs(const struct tstmt *s, expr_visitor *visit, void *context) {
    switch (s->kind) {
    case TS_ASSIGN:
        visit(s->assign.value, context);
        break;
    case TS_STORE:
        visit_some(s->store.index, s->store.n, visit, context);
        visit(s->store.value, context);
        break;
    case TS_INDEX:
        visit(s->index.index, context);
        break;
    case TS_CHECK:
        visit(s->check.cond, context);
        visit_some(&((struct tstmt *)s)->check.shown, 1, visit, context);
        break;
    case TS_FOR:
        visit_some((struct texpr *[]){s->for_.start, s->for_.stop, s->for_.step}, 3, visit,
                   context);
        break;
    case TS_WHILE:
        visit(s->while_.cond, context);
        break;
    case TS_IF:
        visit(s->if_.cond, context);
        break;
    case TS_RETURN:
        visit_some((struct texpr *[]){s->ret}, 1, visit, context);
        break;
    case TS_VIEW:
        view_exprs(s, visit, context);
        break;
    case TS_ALLOC:
        visit_some(s->alloc.extent, s->alloc.dst->type->rank, visit, context);
        visit_some(&((struct tstmt *)s)->alloc.value, 1, visit, context);
        break;
    case TS_CALL:
        visit_some(s->call.arg, s->call.n, visit, context);
        break;
    case TS_LIB:
        for (int i = 0; i < s->lib.n; ++i) {
            visit_some(&s->lib.arg[i].value, 1, visit, context);
        }
        break;
    case TS_LIST:
        visit_some((struct texpr **)s->list.arg, 3, visit, context);
        break;
    default:
        break;
    }
}

bool stmt_makes(const struct tstmt *s) {
    bool library = s->kind == TS_LIB && s->lib.dst && s->lib.dst->type->kind == TY_ARRAY;
    return s->kind == TS_ALLOC || library;
}

void expr_walk(struct texpr *e, expr_visitor *visit, void *context) {
    visit(e, context);
    switch (e->kind) {
    case TE_LOAD:
        for (int i = 0; i < e->load.n; ++i) {
            expr_walk(e->load.index[i], visit, context);
        }
        break;
    case TE_CAST:
        expr_walk(e->cast, visit, context);
        break;
    case TE_OP:
        for (int i = 0; i < e->op.n; ++i) {
            expr_walk(e->op.arg[i], visit, context);
        }
        break;
    case TE_SELECT:
        expr_walk(e->select.cond, visit, context);
        expr_walk(e->select.a, visit, context);
        expr_walk(e->select.b, visit, context);
        break;
    case TE_TUPLE:
    case TE_ORDER:
        for (int i = 0; i < e->tuple.n; ++i) {
            expr_walk(e->tuple.item[i], visit, context);
        }
        break;
    case TE_ITEM:
        expr_walk(e->item.tuple, visit, context);
        break;
    case TE_CONST:
    case TE_VAR:
    case TE_SHAPE:
    case TE_APART:
        break;
    }
}

struct reader {
    var_visitor *visit;
    void *context;
};

static void read_node(struct texpr *e, void *context) {
    struct reader *r = context;
    if (e->kind == TE_VAR) {
        r->visit(e->var, r->context);
    } else if (e->kind == TE_LOAD) {
        r->visit(e->load.array, r->context);
    } else if (e->kind == TE_SHAPE) {
        r->visit(e->shape.array, r->context);
    } else if (e->kind == TE_APART) {
        r->visit(e->apart.a, r->context);
        r->visit(e->apart.b, r->context);
    }
}

static void read_expr(struct texpr *e, void *context) {
    expr_walk(e, read_node, context);
}

void expr_reads(struct texpr *e, var_visitor *visit, void *context) {
    struct reader r = {visit, context};
    read_expr(e, &r);
}

void stmt_reads(const struct tstmt *s, var_visitor *visit, void *context) {
    struct reader r = {visit, context};
    stmt_exprs(s, read_expr, &r);
    if (s->kind == TS_STORE) {
        visit(s->store.array, context);
    } else if (s->kind == TS_INDEX) {
        visit(s->index.array, context);
    } else if (s->kind == TS_VIEW) {
        visit(s->view.base, context);
        if (s->view.apart) {
            visit(s->view.apart, context);
        }
    } else if (s->kind == TS_LIB && s->lib.out) {
        visit(s->lib.out, context);
    } else if (s->kind == TS_LIST && s->list.list) {
        visit(s->list.list, context);
    }
}

int stmt_blocks(const struct tstmt *s, const struct tblock *block[3]) {
    switch (s->kind) {
    case TS_FOR:
        block[0] = &s->for_.body;
        block[1] = &s->for_.els;
        return 2;
    case TS_WHILE:
        block[0] = &s->while_.pre;
        block[1] = &s->while_.body;
        block[2] = &s->while_.els;
        return 3;
    case TS_IF:
        block[0] = &s->if_.then;
        block[1] = &s->if_.els;
        return 2;
    default:
        return 0;
    }
}

bool block_completes(const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        switch (s->kind) {
        case TS_RETURN:
        case TS_BREAK:
        case TS_CONTINUE:
        case TS_RAISE:
            return false;
        case TS_IF:
            if (!block_completes(&s->if_.then) && !block_completes(&s->if_.els)) {
                return false;
            }
            break;
        default:
            break;
        }
    }
    return true;
}
