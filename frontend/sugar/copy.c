/* Deep copies with expression ids of their own. Annotations and symbols are shared. */
#include "copy.h"

#include <string.h>

#include "unroll.h"

static const struct expr *substituted(const struct copy *c, const struct expr *e) {
    for (int i = 0; e->kind == EXPR_NAME && i < c->n; ++i) {
        if (strcmp(c->by[i].name, e->name.name) == 0) {
            return c->by[i].value;
        }
    }
    return NULL;
}

static struct expr **copy_list(struct copy *c, int n, struct expr *const *item) {
    struct expr **list = ARENA_ARRAY(c->g->arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        list[i] = copy_expr(c, item[i]);
    }
    return list;
}

static void copy_call(struct copy *c, struct expr *to, const struct expr *e) {
    to->call.fn = copy_expr(c, e->call.fn);
    to->call.arg = copy_list(c, e->call.n, e->call.arg);
    to->call.kw = ARENA_ARRAY(c->g->arena, struct keyword, e->call.n_kw);
    for (int i = 0; i < e->call.n_kw; ++i) {
        to->call.kw[i] = e->call.kw[i];
        to->call.kw[i].value = copy_expr(c, e->call.kw[i].value);
    }
}

/* The substitutions of names that a comprehension does not bind. */
static int not_bound(const struct copy *c, const struct expr *e, struct substitution *by) {
    const struct block loop = {1, (struct stmt **)&e->comp.loop};
    int n = 0;
    for (int i = 0; i < c->n; ++i) {
        if (!unroll_binds(&loop, c->by[i].name)) {
            by[n++] = c->by[i];
        }
    }
    return n;
}

/* A comprehension may bind the names that are substituted: it is copied as it is, or, where names
 * get other names, with all of them. */
static void copy_comprehension(struct copy *c, struct expr *to, const struct expr *e) {
    struct copy plain = {.g = c->g, .left = c->left};
    if (c->renames) {
        plain = *c;
    } else if (c->inside) {
        struct substitution *by = ARENA_ARRAY(c->g->arena, struct substitution, c->n);
        plain = *c;
        plain.n = not_bound(c, e, by);
        plain.by = by;
    }
    to->comp.list = copy_expr(&plain, e->comp.list);
    to->comp.start = e->comp.start ? copy_expr(&plain, e->comp.start) : NULL;
    to->comp.loop = copy_stmt(&plain, e->comp.loop);
    c->left = plain.left;
}

struct expr *copy_expr(struct copy *c, const struct expr *e) {
    if (!e || --c->left < 0) {
        return (struct expr *)e;
    }
    const struct expr *by = substituted(c, e);
    if (by) {
        struct copy plain = {.g = c->g, .left = c->left};
        struct expr *value = copy_expr(&plain, by);
        c->left = plain.left;
        return value;
    }
    struct expr *to = sugar_new(c->g, e->kind, e->span);
    int id = to->id;
    *to = *e;
    to->id = id;
    switch (e->kind) {
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_DICT:
        to->list.item = copy_list(c, e->list.n, e->list.item);
        break;
    case EXPR_UNARY:
        to->unary.a = copy_expr(c, e->unary.a);
        break;
    case EXPR_BINARY:
        to->binary.a = copy_expr(c, e->binary.a);
        to->binary.b = copy_expr(c, e->binary.b);
        break;
    case EXPR_BOOLOP:
        to->boolop.item = copy_list(c, e->boolop.n, e->boolop.item);
        break;
    case EXPR_COMPARE:
        to->compare.item = copy_list(c, e->compare.n + 1, e->compare.item);
        break;
    case EXPR_COND:
        to->cond.cond = copy_expr(c, e->cond.cond);
        to->cond.then = copy_expr(c, e->cond.then);
        to->cond.els = copy_expr(c, e->cond.els);
        break;
    case EXPR_CALL:
        copy_call(c, to, e);
        break;
    case EXPR_ATTR:
        to->attr.base = copy_expr(c, e->attr.base);
        break;
    case EXPR_INDEX:
        to->index.base = copy_expr(c, e->index.base);
        to->index.index = copy_list(c, e->index.n, e->index.index);
        break;
    case EXPR_SLICE:
        to->slice.lo = copy_expr(c, e->slice.lo);
        to->slice.hi = copy_expr(c, e->slice.hi);
        to->slice.step = copy_expr(c, e->slice.step);
        break;
    case EXPR_COMP:
        copy_comprehension(c, to, e);
        break;
    case EXPR_UNSUPPORTED:
        to->starred = copy_expr(c, e->starred);
        to->named = copy_expr(c, e->named);
        to->value = copy_expr(c, e->value);
        break;
    default:
        break;
    }
    return to;
}

static struct block copy_block(struct copy *c, const struct block *b);

struct stmt *copy_stmt(struct copy *c, const struct stmt *s) {
    struct stmt *to = ARENA_NEW(c->g->arena, struct stmt);
    *to = *s;
    switch (s->kind) {
    case STMT_EXPR:
    case STMT_RETURN:
    case STMT_DEL:
        to->expr = copy_expr(c, s->expr);
        break;
    case STMT_ASSIGN:
        to->assign.value = copy_expr(c, s->assign.value);
        to->assign.target = copy_list(c, s->assign.n, s->assign.target);
        break;
    case STMT_AUGASSIGN:
        to->aug.target = copy_expr(c, s->aug.target);
        to->aug.value = copy_expr(c, s->aug.value);
        break;
    case STMT_IF:
        to->if_.cond = copy_expr(c, s->if_.cond);
        to->if_.then = copy_block(c, &s->if_.then);
        to->if_.els = copy_block(c, &s->if_.els);
        break;
    case STMT_WHILE:
        to->while_.cond = copy_expr(c, s->while_.cond);
        to->while_.body = copy_block(c, &s->while_.body);
        to->while_.els = copy_block(c, &s->while_.els);
        break;
    case STMT_FOR:
        to->for_.target = copy_expr(c, s->for_.target);
        to->for_.iter = copy_expr(c, s->for_.iter);
        to->for_.body = copy_block(c, &s->for_.body);
        to->for_.els = copy_block(c, &s->for_.els);
        break;
    case STMT_ASSERT:
        to->assert_.cond = copy_expr(c, s->assert_.cond);
        to->assert_.message = copy_expr(c, s->assert_.message);
        break;
    case STMT_RAISE:
        to->raise.message = copy_expr(c, s->raise.message);
        break;
    default:
        break;
    }
    return to;
}

static struct block copy_block(struct copy *c, const struct block *b) {
    struct block to = {b->n, ARENA_ARRAY(c->g->arena, struct stmt *, b->n)};
    for (int i = 0; i < b->n; ++i) {
        to.item[i] = copy_stmt(c, b->item[i]);
    }
    return to;
}

/* ---- what cannot be copied */

static bool may_list(int n, struct expr *const *item);
static bool may_block(const struct block *b, bool guards);
static bool may_stmt(const struct stmt *s, bool guards);

static bool may_expr(const struct expr *e) {
    if (!e) {
        return true;
    }
    switch (e->kind) {
    case EXPR_LAMBDA:
        return false;
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_DICT:
        return may_list(e->list.n, e->list.item);
    case EXPR_UNARY:
        return may_expr(e->unary.a);
    case EXPR_BINARY:
        return may_expr(e->binary.a) && may_expr(e->binary.b);
    case EXPR_BOOLOP:
        return may_list(e->boolop.n, e->boolop.item);
    case EXPR_COMPARE:
        return may_list(e->compare.n + 1, e->compare.item);
    case EXPR_COND:
        return may_expr(e->cond.cond) && may_expr(e->cond.then) && may_expr(e->cond.els);
    case EXPR_CALL:
        for (int i = 0; i < e->call.n_kw; ++i) {
            if (!may_expr(e->call.kw[i].value)) {
                return false;
            }
        }
        return may_expr(e->call.fn) && may_list(e->call.n, e->call.arg);
    case EXPR_ATTR:
        return may_expr(e->attr.base);
    case EXPR_INDEX:
        return may_expr(e->index.base) && may_list(e->index.n, e->index.index);
    case EXPR_COMP:
        return may_stmt(e->comp.loop, false);
    default:
        return true;
    }
}

static bool may_list(int n, struct expr *const *item) {
    for (int i = 0; i < n; ++i) {
        if (!may_expr(item[i])) {
            return false;
        }
    }
    return true;
}

static bool may_stmt(const struct stmt *s, bool guards) {
    switch (s->kind) {
    case STMT_DEF:
        return false;
    case STMT_EXPR:
    case STMT_RETURN:
        return may_expr(s->expr);
    case STMT_ASSIGN:
        return may_expr(s->assign.value) && may_list(s->assign.n, s->assign.target);
    case STMT_AUGASSIGN:
        return may_expr(s->aug.target) && may_expr(s->aug.value);
    case STMT_IF: /* ways out of a try statement are no branches */
        return (guards || !s->if_.guard) && may_expr(s->if_.cond) &&
               may_block(&s->if_.then, guards) && may_block(&s->if_.els, guards);
    case STMT_WHILE:
        return may_expr(s->while_.cond) && may_block(&s->while_.body, guards) &&
               may_block(&s->while_.els, guards);
    case STMT_FOR:
        return may_expr(s->for_.iter) && may_block(&s->for_.body, guards) &&
               may_block(&s->for_.els, guards);
    default:
        return true;
    }
}

static bool may_block(const struct block *b, bool guards) {
    for (int i = 0; i < b->n; ++i) {
        if (!may_stmt(b->item[i], guards)) {
            return false;
        }
    }
    return true;
}

bool copy_may(const struct block *b) {
    return may_block(b, false);
}

bool copy_may_body(const struct block *b) {
    return may_block(b, true);
}
