/* Nodes of programs that no one wrote. */
#include "nodes.h"

#include "scope_private.h"

struct expr *node_name(struct sugar *g, const char *name, struct span span) {
    struct expr *e = sugar_new(g, EXPR_NAME, span);
    e->name.name = name;
    return e;
}

struct expr *node_str(struct sugar *g, const char *text, int n, struct span span) {
    struct expr *e = sugar_new(g, EXPR_STR, span);
    e->str.text = arena_strndup(g->arena, text, (size_t)n);
    e->str.n = n;
    return e;
}

struct expr *node_item(struct sugar *g, struct expr *of, struct expr *index) {
    struct expr *e = sugar_new(g, EXPR_INDEX, of->span);
    e->index.base = of;
    e->index.n = 1;
    e->index.index = ARENA_ARRAY(g->arena, struct expr *, 1);
    e->index.index[0] = index;
    return e;
}

struct expr *node_int(struct sugar *g, int64_t value, struct span span) {
    struct expr *e = sugar_new(g, EXPR_INT, span);
    e->integer.value = value;
    return e;
}

struct expr *node_bool(struct sugar *g, bool value, struct span span) {
    struct expr *e = sugar_new(g, EXPR_BOOL, span);
    e->boolean = value;
    return e;
}

const char *node_fresh(struct sugar *g, const char *name) {
    return intern_str(g->scopes->p->names,
                      arena_printf(g->arena, "%s.%d", name, g->outermost->n_exprs++));
}

static struct expr *call_of(struct sugar *g, struct expr *fn, struct expr *arg, struct span span) {
    struct expr *call = sugar_new(g, EXPR_CALL, span);
    call->call.fn = fn;
    call->call.n = arg ? 1 : 0;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
    call->call.arg[0] = arg;
    return call;
}

struct expr *node_method_call(struct sugar *g, struct expr *of, const char *method,
                              struct expr *arg) {
    struct expr *fn = sugar_new(g, EXPR_ATTR, of->span);
    fn->attr.base = of;
    fn->attr.name = intern_str(g->scopes->p->names, method);
    fn->attr.name_span = of->span;
    return call_of(g, fn, arg, of->span);
}

struct expr *node_not(struct sugar *g, struct expr *a) {
    struct expr *e = sugar_new(g, EXPR_UNARY, a->span);
    e->unary.op = OP_NOT;
    e->unary.a = a;
    return e;
}

struct expr *node_call(struct sugar *g, struct symbol *f, struct expr *arg) {
    return call_of(g, sugar_symbol(g, f, arg->span), arg, arg->span);
}

struct expr *node_call2(struct sugar *g, struct symbol *f, struct expr *a, struct expr *b) {
    struct expr *e = node_call(g, f, a);
    e->call.arg = ARENA_ARRAY(g->arena, struct expr *, 2);
    e->call.arg[0] = a;
    e->call.arg[1] = b;
    e->call.n = 2;
    return e;
}

struct stmt *node_stmt(struct sugar *g, enum stmt_kind kind, struct span span) {
    struct stmt *s = ARENA_NEW(g->arena, struct stmt);
    s->kind = kind;
    s->span = span;
    return s;
}

struct stmt *node_assign(struct sugar *g, struct expr *target, struct expr *value) {
    struct stmt *s = node_stmt(g, STMT_ASSIGN, target->span);
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(g->arena, struct expr *, 1);
    s->assign.target[0] = target;
    s->assign.value = value;
    return s;
}

struct stmt *node_act(struct sugar *g, struct expr *call) {
    struct stmt *s = node_stmt(g, STMT_EXPR, call->span);
    s->expr = call;
    return s;
}

void node_add(struct sugar *g, node_list *to, struct block b) {
    for (int i = 0; i < b.n; ++i) {
        vec_push(g->arena, to, b.item[i]);
    }
}

static struct block one(struct sugar *g, struct stmt *s) {
    struct block b = {1, ARENA_ARRAY(g->arena, struct stmt *, 1)};
    b.item[0] = s;
    return b;
}

static struct stmt *guarded(struct sugar *g, enum guard_kind kind, struct block then,
                            struct span span) {
    struct stmt *s = node_stmt(g, STMT_IF, span);
    s->if_.cond = node_bool(g, true, span);
    s->if_.guard = ARENA_NEW(g->arena, struct stmt_guard);
    s->if_.guard->kind = kind;
    s->if_.then = then;
    return s;
}

struct stmt *node_take(struct sugar *g, struct expr *it, const char *item, struct block end) {
    struct span span = it->span;
    struct stmt *take =
        node_assign(g, node_name(g, item, span), node_method_call(g, it, "__next__", NULL));
    struct stmt *s =
        guarded(g, GUARD_TRY, one(g, guarded(g, GUARD_BODY, one(g, take), span)), span);
    struct except_clause *c = ARENA_NEW(g->arena, struct except_clause);
    s->if_.els = one(g, guarded(g, GUARD_CLAUSE, end, span));
    c->n = 1;
    c->class = ARENA_ARRAY(g->arena, struct expr *, 1);
    c->class[0] = node_name(g, intern_str(g->scopes->p->names, "StopIteration"), span);
    s->if_.guard->n = 1;
    s->if_.guard->clause = c;
    return s;
}
