/* The walk over expressions that may be changed (change.h). */
#include "change.h"

static void change_stmt(const struct change *c, struct stmt *s);

static void change_all(const struct change *c, int n, struct expr **item) {
    for (int i = 0; i < n; ++i) {
        change_expr(c, &item[i]);
    }
}

static void change_func(const struct change *c, struct func *f) {
    for (int i = 0; i < f->n_params; ++i) {
        change_expr(c, &f->param[i].def);
    }
    if (!c->stays || !c->stays(c->context, f)) {
        change_block(c, &f->body);
    }
}

static void change_inside(const struct change *c, struct expr *e) {
    switch (e->kind) {
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_DICT:
        change_all(c, e->list.n, e->list.item);
        break;
    case EXPR_UNARY:
        change_expr(c, &e->unary.a);
        break;
    case EXPR_BINARY:
        change_expr(c, &e->binary.a);
        change_expr(c, &e->binary.b);
        break;
    case EXPR_BOOLOP:
        change_all(c, e->boolop.n, e->boolop.item);
        break;
    case EXPR_COMPARE:
        change_all(c, e->compare.n + 1, e->compare.item);
        break;
    case EXPR_COND:
        change_expr(c, &e->cond.cond);
        change_expr(c, &e->cond.then);
        change_expr(c, &e->cond.els);
        break;
    case EXPR_CALL:
        change_expr(c, &e->call.fn);
        change_all(c, e->call.n, e->call.arg);
        for (int i = 0; i < e->call.n_kw; ++i) {
            change_expr(c, &e->call.kw[i].value);
        }
        break;
    case EXPR_ATTR:
        change_expr(c, &e->attr.base);
        break;
    case EXPR_INDEX:
        change_expr(c, &e->index.base);
        change_all(c, e->index.n, e->index.index);
        break;
    case EXPR_SLICE:
        change_expr(c, &e->slice.lo);
        change_expr(c, &e->slice.hi);
        change_expr(c, &e->slice.step);
        break;
    case EXPR_LAMBDA:
        change_func(c, e->lambda);
        break;
    case EXPR_COMP:
        change_stmt(c, e->comp.loop);
        break;
    case EXPR_UNSUPPORTED:
        change_expr(c, &e->starred);
        change_expr(c, &e->value);
        break;
    default:
        break;
    }
}

void change_expr(const struct change *c, struct expr **at) {
    if (*at && (!c->expr || !c->expr(c->context, at))) {
        change_inside(c, *at);
    }
}

static void change_stmt(const struct change *c, struct stmt *s) {
    if (c->stmt) {
        c->stmt(c->context, s);
    }
    switch (s->kind) {
    case STMT_EXPR:
    case STMT_RETURN:
        change_expr(c, &s->expr);
        break;
    case STMT_ASSIGN:
        change_expr(c, &s->assign.value);
        change_all(c, s->assign.n, s->assign.target);
        break;
    case STMT_AUGASSIGN:
        change_expr(c, &s->aug.target);
        change_expr(c, &s->aug.value);
        break;
    case STMT_IF:
        change_expr(c, &s->if_.cond);
        change_block(c, &s->if_.then);
        change_block(c, &s->if_.els);
        break;
    case STMT_WHILE:
        change_expr(c, &s->while_.cond);
        change_block(c, &s->while_.body);
        change_block(c, &s->while_.els);
        break;
    case STMT_FOR:
        change_expr(c, &s->for_.iter);
        change_expr(c, &s->for_.target);
        change_block(c, &s->for_.body);
        change_block(c, &s->for_.els);
        break;
    case STMT_ASSERT:
        change_expr(c, &s->assert_.cond);
        change_expr(c, &s->assert_.message);
        break;
    case STMT_RAISE:
        change_expr(c, &s->raise.message);
        break;
    case STMT_DEF:
        change_func(c, s->def);
        break;
    default:
        break;
    }
}

void change_block(const struct change *c, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        change_stmt(c, b->item[i]);
    }
}
