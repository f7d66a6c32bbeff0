/* `if (n := f(x)) > 3:` is `n = f(x)` and `if n > 3:`; `while (n := f(x)) > 3:` is a `while True:`
 * that begins with it. A comprehension with one in it, which binds a name of the function around,
 * is the loop that it stands for, before the statement; its own names get others. */
#include "named.h"

#include <string.h>

#include "copy.h"
#include "nodes.h"
#include "scope_private.h"
#include "unroll.h"

enum { MOST_COPIED = 10000, MOST_NAMES = 16 };

typedef VEC(struct stmt *) stmts;

struct namer {
    struct sugar *g;
    stmts *out; /* the statements before the one at hand */
};

/* The operands that are always evaluated, in their order; returns how many. */
static int operands(struct expr *e, struct expr **pair[2], struct expr ***list) {
    *list = NULL;
    switch (e->kind) {
    case EXPR_UNARY:
        pair[0] = &e->unary.a;
        return 1;
    case EXPR_BINARY:
        pair[0] = &e->binary.a;
        pair[1] = &e->binary.b;
        return 2;
    case EXPR_ATTR:
        pair[0] = &e->attr.base;
        return 1;
    case EXPR_COND:
        pair[0] = &e->cond.cond;
        return 1;
    case EXPR_BOOLOP:
        pair[0] = &e->boolop.item[0];
        return 1;
    case EXPR_COMPARE:
        *list = e->compare.item;
        return 2;
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_DICT:
        *list = e->list.item;
        return e->list.n;
    case EXPR_CALL:
        *list = e->call.arg;
        return e->call.n;
    case EXPR_INDEX:
        *list = e->index.index;
        return e->index.n;
    default:
        return 0;
    }
}

static bool has_named(const struct sugar *g, struct expr *e, const char *name);

/* The same in the loop of a comprehension. */
static bool loop_has_named(const struct sugar *g, const struct block *b, const char *name) {
    bool any = false;
    for (int i = 0; i < b->n && !any; ++i) {
        struct stmt *s = b->item[i];
        any = s->kind == STMT_FOR ? (!name && unroll_mixed(g, s->for_.iter) > 0) ||
                                        loop_has_named(g, &s->for_.body, name)
              : s->kind == STMT_IF
                  ? has_named(g, s->if_.cond, name) || loop_has_named(g, &s->if_.then, name)
                  : s->kind == STMT_EXPR && has_named(g, s->expr, name);
    }
    return any;
}

/* The same in what is evaluated on one way only: behind `and` and `or`, in branches. */
static bool behind_has_named(const struct sugar *g, const struct expr *e, const char *name) {
    bool any = e->kind == EXPR_COND &&
               (has_named(g, e->cond.then, name) || has_named(g, e->cond.els, name));
    for (int i = 1; e->kind == EXPR_BOOLOP && i < e->boolop.n && !any; ++i) {
        any = has_named(g, e->boolop.item[i], name);
    }
    return any;
}

/* Is there an assignment in it, to that name unless it is NULL? Then a comprehension whose loop is
 * to be written out (unroll.h) counts, too. */
static bool has_named(const struct sugar *g, struct expr *e, const char *name) {
    struct expr **pair[2], **list;
    if (e->kind == EXPR_COMP) {
        const struct block loop = {1, &e->comp.loop};
        return loop_has_named(g, &loop, name) && copy_may(&loop);
    }
    if (e->kind == EXPR_UNSUPPORTED && e->named) {
        return !name || strcmp(e->named->name.name, name) == 0 || has_named(g, e->value, name);
    }
    bool any = behind_has_named(g, e, name);
    for (int i = operands(e, pair, &list) - 1; i >= 0 && !any; --i) {
        any = has_named(g, list ? list[i] : *pair[i], name);
    }
    return any;
}

/* name = value, before the statement. */
static void assign(struct namer *m, struct expr *name, struct expr *value) {
    struct stmt *s = ARENA_NEW(m->g->arena, struct stmt);
    s->kind = STMT_ASSIGN;
    s->span = value->span;
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(m->g->arena, struct expr *, 1);
    s->assign.target[0] = name;
    s->assign.value = value;
    vec_push(m->g->arena, m->out, s);
}

static struct expr *name_at(struct namer *m, const char *name, struct span span) {
    struct expr *e = sugar_new(m->g, EXPR_NAME, span);
    e->name.name = name;
    return e;
}

/* What has no effects, and does not depend on what is assigned. */
static bool is_still(const struct expr *e) {
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_BOOL ||
           e->kind == EXPR_STR || e->kind == EXPR_NONE || e->kind == EXPR_IMAG ||
           e->kind == EXPR_SLICE || e->kind == EXPR_ELLIPSIS || e->kind == EXPR_LAMBDA;
}

/* Of a variable that no program can name. */
static const char *hidden_name(struct namer *m, const struct expr *e) {
    return intern_str(m->g->scopes->p->names, arena_printf(m->g->arena, "[:=%d]", e->id));
}

static void keep(struct namer *m, struct expr **e) {
    if (!is_still(*e)) {
        const char *name = hidden_name(m, *e);
        struct expr *value = *e;
        *e = name_at(m, name, value->span);
        assign(m, name_at(m, name, value->span), value);
    }
}

/* Names that a comprehension alone knows: each gets another. */
static void rename_target(struct namer *m, const struct expr *target, struct substitution *by,
                          int *n, int id) {
    for (int i = 0; target->kind == EXPR_TUPLE && i < target->list.n; ++i) {
        rename_target(m, target->list.item[i], by, n, id);
    }
    if (target->kind == EXPR_NAME && *n < MOST_NAMES) {
        const char *text = arena_printf(m->g->arena, "[%s:=%d]", target->name.name, id);
        by[*n] = (struct substitution){
            target->name.name, name_at(m, intern_str(m->g->scopes->p->names, text), target->span)};
        ++*n;
    }
}

/* list = []; for ...: list.append(...); the list is what is left. */
static void hoist_comprehension(struct namer *m, struct expr **at) {
    struct expr *e = *at;
    struct substitution by[MOST_NAMES];
    int n = 0;
    rename_target(m, e->comp.list, by, &n, e->id);
    for (struct stmt *s = e->comp.loop; s->kind != STMT_EXPR;) {
        if (s->kind == STMT_FOR) {
            rename_target(m, s->for_.target, by, &n, e->id);
        }
        s = s->kind == STMT_FOR ? s->for_.body.item[0] : s->if_.then.item[0];
    }
    struct copy copy = {.g = m->g, .n = n, .by = by, .renames = true, .left = MOST_COPIED};
    struct stmt *loop = copy_stmt(&copy, e->comp.loop);
    struct block block = {1, &loop};
    named_block(m->g, &block);
    *at = name_at(m, by[0].value->name.name, e->span);
    assign(m, name_at(m, by[0].value->name.name, e->span),
           e->comp.start ? e->comp.start : sugar_new(m->g, EXPR_LIST, e->span));
    for (int i = 0; i < block.n; ++i) {
        vec_push(m->g->arena, m->out, block.item[i]);
    }
}

static void hoist(struct namer *m, struct expr **at, bool truth);

/* name = e, on this way; truth: only whether it is true counts. */
static struct block way(struct namer *m, struct expr *e, const char *name, bool truth) {
    stmts out = {0};
    struct namer inner = {m->g, &out};
    hoist(&inner, &e, truth);
    assign(&inner, name_at(m, name, e->span), truth ? node_not(m->g, node_not(m->g, e)) : e);
    return (struct block){out.n, out.item};
}

/* a and (n := f(a)) > 3 is v, after `v = a` and `if v: n = f(a); v = n > 3`; the same of `or`, and
 * of the branches of a conditional expression. */
static void hoist_ways(struct namer *m, struct expr **at, bool truth) {
    struct expr *e = *at;
    const char *name = hidden_name(m, e);
    struct stmt *s = ARENA_NEW(m->g->arena, struct stmt);
    s->kind = STMT_IF;
    s->span = e->span;
    if (e->kind == EXPR_COND) {
        hoist(m, &e->cond.cond, true);
        s->if_.cond = e->cond.cond;
        s->if_.then = way(m, e->cond.then, name, truth);
        s->if_.els = way(m, e->cond.els, name, truth);
    } else {
        struct expr *rest = e->boolop.item[1];
        if (e->boolop.n > 2) {
            rest = sugar_new(m->g, EXPR_BOOLOP, e->span);
            rest->boolop = e->boolop;
            rest->boolop.item = e->boolop.item + 1;
            --rest->boolop.n;
        }
        const struct block first = way(m, e->boolop.item[0], name, truth);
        for (int i = 0; i < first.n; ++i) {
            vec_push(m->g->arena, m->out, first.item[i]);
        }
        struct expr *held = name_at(m, name, e->span);
        s->if_.cond = e->boolop.op == OP_LAND ? held : node_not(m->g, held);
        s->if_.then = way(m, rest, name, truth);
    }
    vec_push(m->g->arena, m->out, s);
    *at = name_at(m, name, e->span);
}

/* truth: only whether the value is true counts. */
static void hoist(struct namer *m, struct expr **at, bool truth) {
    struct expr *e = *at, **pair[2] = {NULL, NULL}, **list;
    if (behind_has_named(m->g, e, NULL)) {
        hoist_ways(m, at, truth);
        return;
    }
    if (e->kind == EXPR_COMP && has_named(m->g, e, NULL)) {
        hoist_comprehension(m, at);
        return;
    }
    if (e->kind == EXPR_UNSUPPORTED && e->named) {
        hoist(m, &e->value, false);
        assign(m, e->named, e->value);
        *at = name_at(m, e->named->name.name, e->named->span);
        return;
    }
    int n = operands(e, pair, &list), last = -1;
    for (int i = 0; i < n; ++i) {
        last = has_named(m->g, list ? list[i] : *pair[i], NULL) ? i : last;
    }
    for (int i = 0; i <= last; ++i) {
        struct expr **item = list ? &list[i] : pair[i];
        hoist(m, item, e->kind == EXPR_UNARY && e->unary.op == OP_NOT && truth);
        if (i < last) {
            keep(m, item);
        }
    }
}

/* Where the statement evaluates an expression before anything else; NULL: nowhere. */
static struct expr **head(const struct sugar *g, struct stmt *s) {
    switch (s->kind) {
    case STMT_EXPR:
    case STMT_RETURN:
        return &s->expr;
    case STMT_ASSIGN:
        return &s->assign.value;
    case STMT_AUGASSIGN: /* of another variable than those that the expression assigns */
        return s->aug.target->kind == EXPR_NAME &&
                       !has_named(g, s->aug.value, s->aug.target->name.name)
                   ? &s->aug.value
                   : NULL;
    case STMT_IF:
        return &s->if_.cond;
    case STMT_WHILE:
        return &s->while_.cond;
    case STMT_ASSERT:
        return &s->assert_.cond;
    default:
        return NULL;
    }
}

/* while True: ...; if not cond: break; body */
static void open_while(struct namer *m, struct stmt *s) {
    struct span span = s->while_.cond->span;
    struct stmt *test = ARENA_NEW(m->g->arena, struct stmt);
    struct stmt *leave = ARENA_NEW(m->g->arena, struct stmt);
    stmts body = {0};
    m->out = &body;
    hoist(m, &s->while_.cond, true);
    leave->kind = STMT_BREAK;
    leave->span = test->span = span;
    test->kind = STMT_IF;
    test->if_.cond = node_not(m->g, s->while_.cond);
    test->if_.then = (struct block){1, ARENA_ARRAY(m->g->arena, struct stmt *, 1)};
    test->if_.then.item[0] = leave;
    vec_push(m->g->arena, &body, test);
    for (int i = 0; i < s->while_.body.n; ++i) {
        vec_push(m->g->arena, &body, s->while_.body.item[i]);
    }
    s->while_.cond = sugar_new(m->g, EXPR_BOOL, span);
    s->while_.cond->boolean = true;
    s->while_.body = (struct block){body.n, body.item};
}

static void named_inside(struct sugar *g, struct stmt *s) {
    if (s->kind == STMT_IF) {
        named_block(g, &s->if_.then);
        named_block(g, &s->if_.els);
    } else if (s->kind == STMT_WHILE) {
        named_block(g, &s->while_.body);
        named_block(g, &s->while_.els);
    } else if (s->kind == STMT_FOR) {
        named_block(g, &s->for_.body);
        named_block(g, &s->for_.els);
    }
}

void named_block(struct sugar *g, struct block *b) {
    stmts out = {0};
    struct namer m = {.g = g, .out = &out};
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        struct expr **e = head(g, s);
        named_inside(g, s);
        bool any = e && *e && has_named(g, *e, NULL);
        if (any && s->kind == STMT_WHILE) {
            if (s->while_.els.n == 0) {
                open_while(&m, s);
                m.out = &out;
            }
        } else if (any) {
            hoist(&m, e, s->kind == STMT_IF || s->kind == STMT_ASSERT);
        }
        vec_push(g->arena, &out, s);
    }
    *b = (struct block){out.n, out.item};
}
