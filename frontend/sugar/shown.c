/* Whether a program sees a value as a whole: see shown.h. What is not known is said to. */
#include "shown.h"

#include <string.h>

struct shown {
    const char *name;
    const struct stmt *except;
};

static bool none_stmt(const struct shown *n, const struct stmt *s);
static bool none(const struct shown *n, const struct expr *e);

static bool is_name(const struct shown *n, const struct expr *e) {
    return e && e->kind == EXPR_NAME && strcmp(e->name.name, n->name) == 0;
}

static bool none_list(const struct shown *n, int count, struct expr *const *item) {
    bool is = true;
    for (int i = 0; i < count && is; ++i) {
        is = none(n, item[i]);
    }
    return is;
}

/* The name itself, or what does not see it. */
static bool items(const struct shown *n, const struct expr *e) {
    return is_name(n, e) || none(n, e);
}

static bool none_call(const struct shown *n, const struct expr *e) {
    static const char *const takes[] = {"list", "sum",    "len",       "min", "max",     "any",
                                        "all",  "sorted", "enumerate", "zip", "reversed"};
    const struct expr *fn = e->call.fn;
    bool given = false, is = none(n, fn);
    given = fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "join") == 0;
    for (size_t i = 0; fn->kind == EXPR_NAME && i < sizeof takes / sizeof takes[0]; ++i) {
        given = given || strcmp(fn->name.name, takes[i]) == 0;
    }
    for (int i = 0; i < e->call.n && is; ++i) {
        /* min(c, d) compares wholes */
        bool one = given &&
                   (fn->kind == EXPR_ATTR || e->call.n == 1 || strcmp(fn->name.name, "min") != 0) &&
                   (e->call.n == 1 || strcmp(fn->name.name, "max") != 0);
        is = one ? items(n, e->call.arg[i]) : none(n, e->call.arg[i]);
    }
    for (int i = 0; i < e->call.n_kw && is; ++i) {
        is = none(n, e->call.kw[i].value);
    }
    return is;
}

static bool none_compare(const struct shown *n, const struct expr *e) {
    bool is = none(n, e->compare.item[0]);
    for (int i = 0; i < e->compare.n && is; ++i) {
        bool in = e->compare.n == 1 && (e->compare.op[i] == OP_IN || e->compare.op[i] == OP_NOT_IN);
        is = in ? items(n, e->compare.item[i + 1]) : none(n, e->compare.item[i + 1]);
    }
    return is;
}

static bool none_index(const struct shown *n, const struct expr *e) {
    bool one = e->index.n == 1 && e->index.index[0]->kind != EXPR_SLICE;
    return (one ? items(n, e->index.base) : none(n, e->index.base)) &&
           none_list(n, e->index.n, e->index.index);
}

static bool none(const struct shown *n, const struct expr *e) {
    if (!e) {
        return true;
    }
    switch (e->kind) {
    case EXPR_NAME:
        return !is_name(n, e);
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_IMAG:
    case EXPR_BOOL:
    case EXPR_NONE:
    case EXPR_STR:
    case EXPR_ELLIPSIS:
        return true;
    case EXPR_TUPLE:
    case EXPR_LIST:
        return none_list(n, e->list.n, e->list.item);
    case EXPR_UNARY:
        return none(n, e->unary.a);
    case EXPR_BINARY:
        return none(n, e->binary.a) && none(n, e->binary.b);
    case EXPR_BOOLOP:
        return none_list(n, e->boolop.n, e->boolop.item);
    case EXPR_COMPARE:
        return none_compare(n, e);
    case EXPR_COND:
        return none(n, e->cond.cond) && none(n, e->cond.then) && none(n, e->cond.els);
    case EXPR_CALL:
        return none_call(n, e);
    case EXPR_ATTR:
        return none(n, e->attr.base);
    case EXPR_INDEX:
        return none_index(n, e);
    case EXPR_SLICE:
        return none(n, e->slice.lo) && none(n, e->slice.hi) && none(n, e->slice.step);
    case EXPR_COMP:
        return none(n, e->comp.start) && none_stmt(n, e->comp.loop);
    default:
        return false;
    }
}

static bool none_block(const struct shown *n, const struct block *b) {
    bool is = true;
    for (int i = 0; i < b->n && is; ++i) {
        is = none_stmt(n, b->item[i]);
    }
    return is;
}

static bool none_stmt(const struct shown *n, const struct stmt *s) {
    if (s == n->except) {
        return true;
    }
    switch (s->kind) {
    case STMT_EXPR:
    case STMT_RETURN:
        return none(n, s->expr);
    case STMT_ASSIGN:
        return none(n, s->assign.value) && none_list(n, s->assign.n, s->assign.target);
    case STMT_AUGASSIGN:
        return none(n, s->aug.target) && none(n, s->aug.value);
    case STMT_IF:
        return !s->if_.guard && none(n, s->if_.cond) && none_block(n, &s->if_.then) &&
               none_block(n, &s->if_.els);
    case STMT_WHILE:
        return none(n, s->while_.cond) && none_block(n, &s->while_.body) &&
               none_block(n, &s->while_.els);
    case STMT_FOR:
        return items(n, s->for_.iter) && none(n, s->for_.target) && none_block(n, &s->for_.body) &&
               none_block(n, &s->for_.els);
    case STMT_PASS:
    case STMT_BREAK:
    case STMT_CONTINUE:
        return true;
    default:
        return false;
    }
}

bool shown_items_only(const struct block *b, const char *name, const struct stmt *except) {
    const struct shown n = {name, except};
    return none_block(&n, b);
}
