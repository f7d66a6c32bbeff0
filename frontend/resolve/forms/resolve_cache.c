/* Functions that functools.cache or lru_cache decorates: what they have given is kept while a call
 * of one runs, the calls of itself within included.
 *
 *     @cache                       def f(n: int) -> int:
 *     def f(n: int) -> int:            known: dict[int, int] = {}
 *         body                         def f(n):
 *                              ->          if n in known: return known[n]
 *                                          value = g(n)
 *                                          known[n] = value
 *                                          return value
 *                                      def g(n):
 *                                          body
 *                                      return f(n)
 *
 * The names on the right are none that programs write. Which decorators these are, and the types of
 * the dictionary, annot.c has seen: func->cached, func->known. */
#include "resolve_private.h"

#include <string.h>

/* What is being made. */
struct cached {
    struct resolver *r;
    struct sugar g;
    struct func *f;
    struct span span;
    const char *known, *value, *plain; /* names */
};

static struct expr *new_name(struct cached *c, const char *name) {
    struct expr *e = sugar_new(&c->g, EXPR_NAME, c->span);
    e->name.name = name;
    return e;
}

static struct stmt *new_stmt(struct cached *c, enum stmt_kind kind) {
    struct stmt *s = ARENA_NEW(c->r->arena, struct stmt);
    s->kind = kind;
    s->span = c->span;
    return s;
}

static struct block new_block(struct cached *c, int n) {
    return (struct block){n, ARENA_ARRAY(c->r->arena, struct stmt *, n)};
}

static struct stmt *assign(struct cached *c, struct expr *target, struct expr *value) {
    struct stmt *s = new_stmt(c, STMT_ASSIGN);
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(c->r->arena, struct expr *, 1);
    s->assign.target[0] = target;
    s->assign.value = value;
    return s;
}

static struct stmt *give(struct cached *c, struct expr *value) {
    struct stmt *s = new_stmt(c, STMT_RETURN);
    s->expr = value;
    return s;
}

/* name(parameters) */
static struct expr *call(struct cached *c, const char *name) {
    struct expr *e = sugar_new(&c->g, EXPR_CALL, c->span);
    e->call.fn = new_name(c, name);
    e->call.n = c->f->n_params;
    e->call.arg = ARENA_ARRAY(c->r->arena, struct expr *, e->call.n);
    for (int i = 0; i < e->call.n; ++i) {
        e->call.arg[i] = new_name(c, c->f->param[i].sym->name);
    }
    return e;
}

/* The parameter, or the tuple of several. */
static struct expr *key(struct cached *c) {
    if (c->f->n_params == 1) {
        return new_name(c, c->f->param[0].sym->name);
    }
    struct expr *e = sugar_new(&c->g, EXPR_TUPLE, c->span);
    e->list.n = c->f->n_params;
    e->list.item = call(c, c->plain)->call.arg;
    return e;
}

static struct expr *item(struct cached *c) {
    struct expr *e = sugar_new(&c->g, EXPR_INDEX, c->span);
    e->index.base = new_name(c, c->known);
    e->index.n = 1;
    e->index.index = ARENA_ARRAY(c->r->arena, struct expr *, 1);
    e->index.index[0] = key(c);
    return e;
}

/* A function inside with parameters of the same names. */
static struct func *new_func(struct cached *c, const char *name) {
    struct func *f = parse_new_lambda(c->r->s->p, c->f, c->f->n_params, c->span);
    f->is_lambda = false;
    f->name = name;
    for (int i = 0; i < f->n_params; ++i) {
        f->param[i].sym->name = c->f->param[i].sym->name;
        f->param[i].def = c->f->param[i].def;
    }
    return f;
}

/* if key in known: return known[key] */
static struct stmt *look_up(struct cached *c) {
    struct expr *in = sugar_new(&c->g, EXPR_COMPARE, c->span);
    in->compare.n = 1;
    in->compare.op = ARENA_ARRAY(c->r->arena, enum op, 1);
    in->compare.op[0] = OP_IN;
    in->compare.item = ARENA_ARRAY(c->r->arena, struct expr *, 2);
    in->compare.item[0] = key(c);
    in->compare.item[1] = new_name(c, c->known);
    struct stmt *s = new_stmt(c, STMT_IF);
    s->if_.cond = in;
    s->if_.then = new_block(c, 1);
    s->if_.then.item[0] = give(c, item(c));
    return s;
}

static struct stmt *define(struct cached *c, struct func *f) {
    struct stmt *s = new_stmt(c, STMT_DEF);
    s->def = f;
    return s;
}

/* Functions that were inside of f are inside of plain. */
static void move_inner(struct cached *c, struct func *plain, int n) {
    struct parser *p = c->r->s->p;
    for (int i = 0; i < n; ++i) {
        if (p->funcs.item[i]->parent == c->f) {
            p->funcs.item[i]->parent = plain;
        }
    }
}

void resolve_cached(struct resolver *r, struct func *f) {
    struct intern_table *names = r->s->p->names;
    struct cached c = {.r = r, .g = resolve_sugar(r), .f = f, .span = f->name_span};
    int before = r->s->p->funcs.n;
    c.known = intern_str(names, "[known]");
    c.value = intern_str(names, "[value]");
    c.plain = intern_str(names, arena_printf(r->arena, "[%s]", f->name));
    struct func *memo = new_func(&c, f->name), *plain = new_func(&c, c.plain);
    move_inner(&c, plain, before);
    plain->body = f->body;
    memo->body = new_block(&c, 4);
    memo->body.item[0] = look_up(&c);
    memo->body.item[1] = assign(&c, new_name(&c, c.value), call(&c, c.plain));
    memo->body.item[2] = assign(&c, item(&c), new_name(&c, c.value));
    memo->body.item[3] = give(&c, new_name(&c, c.value));
    struct expr *empty = sugar_new(&c.g, EXPR_CALL, c.span);
    empty->call.fn = new_name(&c, intern_str(names, "{:}"));
    f->body = new_block(&c, 4);
    f->body.item[0] = assign(&c, new_name(&c, c.known), empty);
    f->body.item[0]->assign.ann = f->known;
    f->body.item[1] = define(&c, memo);
    f->body.item[2] = define(&c, plain);
    f->body.item[3] = give(&c, call(&c, f->name));
}
