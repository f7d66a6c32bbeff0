/* Lists in loops: which of them are arrays there (generate.h). */
#include <string.h>

#include "lower_flow.h"
#include "lower_list.h"

/* A loop that is looked at, those of comprehensions inside it too: what they bind is another list
 * in each turn. */
struct turns {
    const struct stmt *loop;
    const struct turns *around;
};

/* What a loop does with lists. */
struct survey {
    struct lower *lw;
    const struct turns *in;
    bool resizes;
    VEC(struct symbol *) read; /* lists of scalars that it has items or the length of */
};

static void see_block(struct survey *s, const struct block *b);
static void see_stmt(struct survey *s, const struct stmt *st);
static void see_expr(struct survey *s, const struct expr *e);

static bool holds_list(const struct ty *t) {
    bool found = is_list(t);
    for (int i = 0; t && t->kind == TY_TUPLE && i < t->n; ++i) {
        found = found || holds_list(t->item[i]);
    }
    return found;
}

/* The list that a comprehension makes is no other one before it is done. */
static bool is_comprehension(const struct expr *list) {
    return list->kind == EXPR_NAME && strcmp(list->name.name, "[]") == 0;
}

/* A function that gets a list may change it. */
static void see_call(struct survey *s, const struct expr *e) {
    const struct callee *c = s->lw->in->callee[e->id];
    if (!c) {
        return;
    }
    if (c->kind == CALLEE_INSTANCE) {
        s->resizes = s->resizes || holds_list(c->instance->self.captures);
        for (int i = 0; i < c->n; ++i) {
            s->resizes = s->resizes || holds_list(c->instance->param[i]);
        }
    } else if (c->kind == CALLEE_METHOD && c->self && is_list(lower_type(s->lw, c->self))) {
        s->resizes = s->resizes || !is_comprehension(c->self);
    }
}

static void see_list(struct survey *s, int n, struct expr *const *e) {
    for (int i = 0; i < n; ++i) {
        see_expr(s, e[i]);
    }
}

static bool is_bound(const struct survey *s, const struct symbol *sym) {
    bool found = false;
    for (const struct turns *t = s->in; t && !found; t = t->around) {
        found = stmt_assigns(t->loop, sym);
    }
    return found;
}

static void see_name(struct survey *s, const struct expr *e) {
    struct symbol *sym = e->name.sym;
    struct tvar *v = sym ? s->lw->var_of[sym->id] : NULL;
    if (!v || !is_list(v->type) || v->type->item[0]->kind != TY_SCALAR || is_bound(s, sym) ||
        is_comprehension(e)) {
        return;
    }
    for (int i = 0; i < s->read.n; ++i) {
        if (s->read.item[i] == sym) {
            return;
        }
    }
    vec_push(s->lw->a, &s->read, sym);
}

static void see_expr(struct survey *s, const struct expr *e) {
    if (!e) {
        return;
    }
    const struct callee *applied = lower_applied(s->lw, e);
    bool calls = (applied && applied->kind == CALLEE_INSTANCE) || lower_second(s->lw, e);
    s->resizes = s->resizes || calls;
    switch (e->kind) {
    case EXPR_NAME:
        see_name(s, e);
        break;
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_DICT:
        see_list(s, e->list.n, e->list.item);
        break;
    case EXPR_UNARY:
        see_expr(s, e->unary.a);
        break;
    case EXPR_BINARY:
        see_list(s, 2, (struct expr *const[]){e->binary.a, e->binary.b});
        break;
    case EXPR_BOOLOP:
        see_list(s, e->boolop.n, e->boolop.item);
        break;
    case EXPR_COMPARE:
        see_list(s, e->compare.n + 1, e->compare.item);
        break;
    case EXPR_COND:
        see_list(s, 3, (struct expr *const[]){e->cond.cond, e->cond.then, e->cond.els});
        break;
    case EXPR_CALL:
        see_call(s, e);
        see_expr(s, e->call.fn);
        see_list(s, e->call.n, e->call.arg);
        for (int i = 0; i < e->call.n_kw; ++i) {
            see_expr(s, e->call.kw[i].value);
        }
        break;
    case EXPR_ATTR:
        see_expr(s, e->attr.sym ? NULL : e->attr.base);
        break;
    case EXPR_INDEX:
        see_expr(s, e->index.base);
        see_list(s, e->index.n, e->index.index);
        break;
    case EXPR_SLICE:
        see_list(s, 3, (struct expr *const[]){e->slice.lo, e->slice.hi, e->slice.step});
        break;
    case EXPR_COMP: {
        const struct turns inside = {e->comp.loop, s->in};
        s->in = &inside;
        see_stmt(s, e->comp.loop);
        s->in = inside.around;
        break;
    }
    default:
        break;
    }
}

const struct expr *lower_reversed(const struct lower *lw, const struct expr *e) {
    const struct callee *c = e->kind == EXPR_CALL ? lw->in->callee[e->id] : NULL;
    bool called = c && c->kind == CALLEE_INSTANCE && c->n == 1 &&
                  strcmp(c->instance->func->name, "builtins__reversed") == 0;
    const struct expr *list = called ? c->arg[0] : NULL;
    bool kept = list && list->kind != EXPR_CALL && is_list(lower_type(lw, list)) &&
                lower_type(lw, list) == lower_type(lw, e); /* not of an object */
    return kept ? list : NULL;
}

static void see_stmt(struct survey *s, const struct stmt *st) {
    switch (st->kind) {
    case STMT_EXPR:
    case STMT_RETURN:
    case STMT_DEL:
        see_expr(s, st->expr);
        break;
    case STMT_ASSIGN:
        see_expr(s, st->assign.value);
        see_list(s, st->assign.n, st->assign.target);
        break;
    case STMT_AUGASSIGN:
        s->resizes = s->resizes || is_list(lower_type(s->lw, st->aug.target));
        see_expr(s, st->aug.value);
        see_expr(s, st->aug.target);
        break;
    case STMT_IF:
        see_expr(s, st->if_.cond);
        see_block(s, &st->if_.then);
        see_block(s, &st->if_.els);
        break;
    case STMT_WHILE:
        see_expr(s, st->while_.cond);
        see_block(s, &st->while_.body);
        see_block(s, &st->while_.els);
        break;
    case STMT_FOR: {
        const struct expr *forward = lower_reversed(s->lw, st->for_.iter);
        see_expr(s, forward ? forward : st->for_.iter);
        see_block(s, &st->for_.body);
        see_block(s, &st->for_.els);
        break;
    }
    case STMT_ASSERT:
        see_expr(s, st->assert_.cond);
        break;
    default:
        break;
    }
}

static void see_block(struct survey *s, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        see_stmt(s, b->item[i]);
    }
}

bool lower_loop_resizes(struct lower *lw, const struct stmt *loop) {
    const struct turns turns = {loop, NULL};
    struct survey s = {.lw = lw, .in = &turns};
    see_stmt(&s, loop);
    return s.resizes;
}

static bool is_taken(const struct lower *lw, const struct tvar *list) {
    for (int i = 0; i < lw->items.n; ++i) {
        if (lw->items.item[i].list == list) {
            return true;
        }
    }
    return false;
}

struct items_mark lower_loop_entered(struct lower *lw, const struct stmt *loop) {
    struct items_mark mark = {lw->items.n};
    const struct turns turns = {loop, NULL};
    struct survey s = {.lw = lw, .in = &turns};
    see_stmt(&s, loop);
    for (int i = 0; i < s.read.n && !s.resizes; ++i) {
        struct tvar *list = lw->var_of[s.read.item[i]->id];
        if (!is_taken(lw, list)) {
            struct ty *type = ty_array(lw->a, lw->m, list->type->item[0]->dtype, 1, TY_C);
            const char *name = arena_printf(lw->a, "%s_items", list->name);
            struct list_items taken = {list, lower_new_var(lw, name, type)};
            lower_list(lw, LIST_ITEMS, taken.array, list);
            vec_push(lw->a, &lw->items, taken);
        }
    }
    return mark;
}

void lower_loop_left(struct lower *lw, struct items_mark mark) {
    lw->items.n = mark.n;
}
