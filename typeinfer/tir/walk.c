/* Reading the TIR. */
#include "walk.h"

#include <string.h>

/* ---- expressions */

int expr_parts(const struct texpr *e, struct texpr *const **part) {
    switch (e->kind) {
    case TE_LOAD:
        *part = e->load.index;
        return e->load.n;
    case TE_CAST:
        *part = &e->cast;
        return 1;
    case TE_OP:
        *part = e->op.arg;
        return e->op.n;
    case TE_SELECT:
        *part = e->select.part;
        return 3;
    case TE_TUPLE:
    case TE_ORDER:
        *part = e->tuple.item;
        return e->tuple.n;
    case TE_ITEM:
        *part = &e->item.tuple;
        return 1;
    case TE_CONST:
    case TE_VAR:
    case TE_SHAPE:
    case TE_APART:
        break;
    }
    return 0;
}

void expr_walk(struct texpr *e, expr_visitor *visit, void *context) {
    struct texpr *const *part;
    visit(e, context);
    for (int i = 0, n = expr_parts(e, &part); i < n; ++i) {
        expr_walk(part[i], visit, context);
    }
}

bool expr_any(const struct texpr *e, expr_test *test, const void *context) {
    struct texpr *const *part;
    bool found = test(e, context);
    for (int i = 0, n = expr_parts(e, &part); i < n && !found; ++i) {
        found = expr_any(part[i], test, context);
    }
    return found;
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

/* ---- equality */

static bool const_equal(const struct texpr *x, const struct texpr *y) {
    enum dtype_kind kind = dtype_info[x->type->dtype].kind;
    if (kind == KIND_FLOAT || kind == KIND_COMPLEX) {
        return memcmp(&x->value.f, &y->value.f, sizeof x->value.f) == 0;
    }
    return x->value.i == y->value.i;
}

/* Equal but for their operands? */
static bool node_equal(const struct texpr *x, const struct texpr *y) {
    switch (x->kind) {
    case TE_CONST:
        return const_equal(x, y);
    case TE_VAR:
        return x->var == y->var;
    case TE_LOAD:
        return x->load.array == y->load.array;
    case TE_SHAPE:
        return x->shape.array == y->shape.array && x->shape.axis == y->shape.axis;
    case TE_APART:
        return x->apart.a == y->apart.a && x->apart.b == y->apart.b;
    case TE_OP:
        return x->op.op == y->op.op;
    case TE_ORDER:
        return x->walk.order.reduced == y->walk.order.reduced;
    case TE_ITEM:
        return x->item.index == y->item.index;
    case TE_CAST:
    case TE_SELECT:
    case TE_TUPLE:
        break;
    }
    return true;
}

bool expr_equal(const struct texpr *x, const struct texpr *y) {
    struct texpr *const *a, *const *b;
    if (x == y) {
        return true;
    }
    if (x->kind != y->kind || x->type != y->type || !node_equal(x, y)) {
        return false;
    }
    int n = expr_parts(x, &a);
    if (expr_parts(y, &b) != n) {
        return false;
    }
    for (int i = 0; i < n; ++i) {
        if (!expr_equal(a[i], b[i])) {
            return false;
        }
    }
    return true;
}

/* ---- the operands of statements */

/* One visit of a statement's operands. */
struct visit {
    operands_visitor *visit;
    void *context;
};

static void visit_some(const struct visit *v, struct texpr **item, int n) {
    v->visit((struct operands){item, n, NULL}, v->context);
}

static void visit_list(const struct visit *v, struct texpr ***list, int n) {
    v->visit((struct operands){*list, n, list}, v->context);
}

static void visit_view(const struct visit *v, struct tstmt *s) {
    for (int i = 0; i < s->view.n; ++i) {
        struct view_axis *x = &s->view.axis[i];
        visit_some(v, &x->index, 1);
        visit_some(v, &x->start, 1);
        visit_some(v, &x->stop, 1);
        visit_some(v, &x->step, 1);
        visit_some(v, &x->extent, 1);
    }
    if (s->view.order) {
        visit_some(v, &s->view.order->number, 1);
    }
}

static void visit_array(const struct visit *v, struct tstmt *s) {
    if (s->kind == TS_MAP) {
        visit_list(v, &s->map.space.extent, s->map.space.rank);
        visit_some(v, &s->map.value, 1);
    } else if (s->kind == TS_REDUCE) {
        visit_list(v, &s->reduce.space.extent, s->reduce.space.rank);
        visit_some(v, &s->reduce.start, 1);
        visit_some(v, &s->reduce.value, 1);
    } else {
        visit_list(v, &s->fused.space.extent, s->fused.space.rank);
    }
}

/* All but where MAP and REDUCE store. */
static void visit_values(const struct visit *v, struct tstmt *s) {
    switch (s->kind) {
    case TS_ASSIGN:
        visit_some(v, &s->assign.value, 1);
        break;
    case TS_STORE:
        visit_list(v, &s->store.index, s->store.n);
        visit_some(v, &s->store.value, 1);
        break;
    case TS_INDEX:
        visit_some(v, &s->index.index, 1);
        break;
    case TS_CHECK:
        visit_some(v, &s->check.cond, 1);
        visit_some(v, &s->check.shown, 1);
        break;
    case TS_FOR:
        visit_some(v, &s->for_.start, 1);
        visit_some(v, &s->for_.stop, 1);
        visit_some(v, &s->for_.step, 1);
        break;
    case TS_WHILE:
        visit_some(v, &s->while_.cond, 1);
        break;
    case TS_IF:
        visit_some(v, &s->if_.cond, 1);
        break;
    case TS_RETURN:
        visit_some(v, &s->ret, 1);
        break;
    case TS_VIEW:
        visit_view(v, s);
        break;
    case TS_ALLOC:
        visit_list(v, &s->alloc.extent, s->alloc.dst->type->rank);
        visit_some(v, &s->alloc.value, 1);
        break;
    case TS_CALL:
        visit_list(v, &s->call.arg, s->call.n);
        break;
    case TS_LIB:
        for (int i = 0; i < s->lib.n; ++i) {
            visit_some(v, &s->lib.arg[i].value, 1);
        }
        break;
    case TS_LIST:
        visit_some(v, s->list.arg, 3);
        break;
    case TS_MAP:
    case TS_REDUCE:
    case TS_FUSED:
        visit_array(v, s);
        break;
    case TS_RAISE:
        visit_some(v, &s->raise.again, 1);
        break;
    case TS_BREAK:
    case TS_CONTINUE:
        break;
    }
}

void stmt_operands(struct tstmt *s, operands_visitor *visit, void *context) {
    struct visit v = {visit, context};
    if (s->kind == TS_MAP && s->map.index) {
        visit_list(&v, &s->map.index, s->map.dst->type->rank);
    } else if (s->kind == TS_REDUCE && s->reduce.index) {
        visit_list(&v, &s->reduce.index, s->reduce.dst->type->rank);
    }
    visit_values(&v, s);
}

struct each {
    expr_visitor *visit;
    void *context;
};

static void visit_each(struct operands o, void *context) {
    struct each *each = context;
    for (int i = 0; i < o.n; ++i) {
        if (o.item[i]) {
            each->visit(o.item[i], each->context);
        }
    }
}

void stmt_exprs(const struct tstmt *s, expr_visitor *visit, void *context) {
    struct each each = {visit, context};
    struct visit v = {visit_each, &each};
    visit_values(&v, (struct tstmt *)s);
}

/* ---- the variables of statements */

static bool is_array(const struct tvar *v) {
    return v->type->kind == TY_ARRAY;
}

static void mention_space(struct tspace *space, mention_visitor *visit, void *context) {
    for (int i = 0; i < space->rank; ++i) {
        visit(&space->counter[i], MENTION_COUNTER, context);
    }
}

static void mention(struct tvar **v, enum var_mention how, mention_visitor *visit, void *context) {
    if (*v) {
        visit(v, how, context);
    }
}

void stmt_mentions(struct tstmt *s, mention_visitor *visit, void *context) {
    switch (s->kind) {
    case TS_ASSIGN:
        visit(&s->assign.dst, MENTION_DEF, context);
        break;
    case TS_STORE:
        visit(&s->store.array, MENTION_ARRAY, context);
        break;
    case TS_INDEX:
        visit(&s->index.array, MENTION_ARRAY, context);
        visit(&s->index.dst, MENTION_DEF, context);
        break;
    case TS_FOR:
        visit(&s->for_.counter, MENTION_DEF, context);
        break;
    case TS_VIEW:
        visit(&s->view.base, MENTION_ARRAY, context);
        mention(&s->view.apart, MENTION_ARRAY, visit, context);
        visit(&s->view.dst, MENTION_DEF, context);
        break;
    case TS_ALLOC:
        visit(&s->alloc.dst, MENTION_DEF, context);
        break;
    case TS_CALL:
        mention(&s->call.dst, MENTION_DEF, visit, context);
        break;
    case TS_LIB:
        mention(&s->lib.out, MENTION_ARRAY, visit, context);
        mention(&s->lib.dst, MENTION_DEF, visit, context);
        break;
    case TS_LIST:
        mention(&s->list.list, MENTION_ARRAY, visit, context);
        mention(&s->list.dst, MENTION_DEF, visit, context);
        break;
    case TS_MAP:
        mention_space(&s->map.space, visit, context);
        visit(&s->map.dst, is_array(s->map.dst) ? MENTION_ARRAY : MENTION_DEF, context);
        break;
    case TS_REDUCE:
        mention_space(&s->reduce.space, visit, context);
        visit(&s->reduce.dst, is_array(s->reduce.dst) ? MENTION_ARRAY : MENTION_DEF, context);
        break;
    case TS_FUSED:
        mention_space(&s->fused.space, visit, context);
        break;
    case TS_CHECK:
    case TS_WHILE:
    case TS_IF:
    case TS_RETURN:
    case TS_BREAK:
    case TS_CONTINUE:
    case TS_RAISE:
        break;
    }
}

static void take_def(struct tvar **v, enum var_mention how, void *context) {
    if (how == MENTION_DEF) {
        *(struct tvar **)context = *v;
    }
}

struct tvar *stmt_def(const struct tstmt *s) {
    struct tvar *def = NULL;
    stmt_mentions((struct tstmt *)s, take_def, &def);
    return def;
}

static void read_mention(struct tvar **v, enum var_mention how, void *context) {
    struct reader *r = context;
    if (how == MENTION_ARRAY) {
        r->visit(*v, r->context);
    }
}

void stmt_reads(const struct tstmt *s, var_visitor *visit, void *context) {
    struct reader r = {visit, context};
    stmt_exprs(s, read_expr, &r);
    stmt_mentions((struct tstmt *)s, read_mention, &r);
}

bool stmt_makes(const struct tstmt *s) {
    bool library = s->kind == TS_LIB && s->lib.dst && is_array(s->lib.dst);
    return s->kind == TS_ALLOC || library;
}

/* ---- blocks */

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
