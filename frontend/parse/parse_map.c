/* Comprehensions that are calls of map: those of Copperhead, and generator expressions that are
 * kept. What they compute of their target is a function of it. */
#include "parse.h"

#include <string.h>

/* ---- comprehensions of Copperhead */

/* Is it `zip(...)` of n sequences? */
static bool is_zip(const struct expr *e, int n) {
    const struct expr *fn = e->kind == EXPR_CALL && e->call.n_kw == 0 ? e->call.fn : NULL;
    const char *name = !fn                     ? ""
                       : fn->kind == EXPR_NAME ? fn->name.name
                       : fn->kind == EXPR_ATTR ? fn->attr.name
                                               : "";
    return strcmp(name, "zip") == 0 && e->call.n == n;
}

/* map(f, iter), or map(f, a, b) for two names over zip(a, b); other targets f unpacks. */
static struct expr *new_map(struct parser *p, struct expr *f, struct expr *iter, bool many) {
    struct expr *e = parse_new_expr(p, EXPR_CALL, f->span);
    e->call.n = 1 + f->lambda->n_params;
    e->call.arg = ARENA_ARRAY(p->arena, struct expr *, e->call.n);
    e->call.arg[0] = f;
    for (int i = 1; i < e->call.n; ++i) {
        e->call.arg[i] = many ? iter->call.arg[i - 1] : iter;
    }
    e->call.fn = parse_new_expr(p, EXPR_NAME, f->span);
    e->call.fn->name.name = intern_str(p->names, "copperhead__map");
    return e;
}

/* A name, or a tuple of such? */
static bool is_pattern(const struct expr *target) {
    bool is = target->kind == EXPR_NAME || target->kind == EXPR_TUPLE;
    for (int i = 0; is && target->kind == EXPR_TUPLE && i < target->list.n; ++i) {
        is = is_pattern(target->list.item[i]);
    }
    return is;
}

static bool are_names(const struct expr *target) {
    bool are = target->kind == EXPR_TUPLE;
    for (int i = 0; are && i < target->list.n; ++i) {
        are = target->list.item[i]->kind == EXPR_NAME;
    }
    return are;
}

/* The parameters of the function that a comprehension's target makes: its names, or one, under a
 * name that no program can write. */
static void new_params(struct parser *p, struct func *f, const struct expr *target, bool names) {
    f->n_params = names ? target->list.n : 1;
    f->param = ARENA_ARRAY(p->arena, struct param, f->n_params);
    p->notes.item[f->id]->param_ann = ARENA_ARRAY(p->arena, struct span, f->n_params);
    for (int i = 0; i < f->n_params; ++i) {
        const struct expr *at = names ? target->list.item[i] : target;
        const char *name = at->kind == EXPR_NAME ? at->name.name : intern_str(p->names, "()");
        f->param[i].sym = parse_new_param(p, f, name, at->span);
    }
}

/* target = (): the statement before the body's only one. */
static void unpack_first(struct parser *p, struct func *f, struct expr *target) {
    struct stmt **two = ARENA_ARRAY(p->arena, struct stmt *, 2);
    two[0] = parse_new_stmt(p, STMT_ASSIGN, target->span);
    two[0]->assign.n = 1;
    two[0]->assign.target = ARENA_ARRAY(p->arena, struct expr *, 1);
    two[0]->assign.target[0] = target;
    two[0]->assign.value = parse_new_name(p, intern_str(p->names, "()"), target->span);
    two[1] = f->body.item[0];
    f->body = (struct block){2, two};
}

static struct expr *generator_of(struct parser *p, const struct node *n, const struct node *clause);

/* What a comprehension computes of its target: a function of that, or of the names that it is where
 * *names; without a body what its clauses from `next` on give. below: how deep what was read before
 * is, and then this, too. */
static struct expr *function_of(struct parser *p, const struct node *n, struct expr *target,
                                const struct node *body, const struct node *next, bool names,
                                int *below) {
    struct expr *e = parse_new_expr(p, EXPR_LAMBDA, parse_span(n));
    struct func *f = parse_new_func(p, n->lo);
    f->span.hi = n->hi;
    f->is_lambda = true;
    f->name = "<lambda>";
    f->name_span = parse_span(n);
    struct func *outer = parse_enter_func(p, f);
    new_params(p, f, target, names);
    p->fn = f;
    f->body = next ? parse_returned(p, generator_of(p, n, next)) : parse_lambda_body(p, body);
    if (target->kind == EXPR_TUPLE && !names) {
        unpack_first(p, f, target);
    }
    *below = max_int(*below, p->height);
    parse_leave_func(p, f, outer);
    e->lambda = f;
    return e;
}

struct expr *parse_copperhead_map(struct parser *p, const struct node *n) {
    const struct node *body = node_named(n, 0), *clause = body + body->size;
    struct expr *iter = parse_operand(p, node_named(clause, 1));
    int below = p->height;
    struct expr *target = parse_target(p, node_named(clause, 0));
    bool names = are_names(target) && is_zip(iter, target->list.n);
    struct expr *e = function_of(p, n, target, body, NULL, names, &below);
    const struct node *next = clause + clause->size;
    if (!is_pattern(target) || next->kind == NODE_FOR_IN || next->kind == NODE_IF_CLAUSE) {
        return parse_new_unsupported(p, parse_span(n), "list comprehension of this kind");
    }
    e = new_map(p, e, iter, names);
    parse_grow(p, below + 2, n);
    return e;
}

/* ---- generator expressions */

/* A call of a function of the prelude, with one argument or two. */
static struct expr *call_ours(struct parser *p, const char *name, struct expr *a, struct expr *b,
                              struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_CALL, span);
    e->call.fn = parse_new_name(p, intern_str(p->names, name), span);
    e->call.n = 1 + (b != NULL);
    e->call.arg = ARENA_ARRAY(p->arena, struct expr *, 2);
    e->call.arg[0] = a;
    e->call.arg[1] = b;
    return e;
}

/* (f(x) for x in xs if c(x)) is map(lambda x: f(x), filter(lambda x: c(x), iter(xs))), of the
 * clauses from this one on; another `for` behind it makes a generator for each x. */
static struct expr *generator_of(struct parser *p, const struct node *n,
                                 const struct node *clause) {
    const struct node *c = clause + clause->size, *end = n + n->size;
    struct expr *target = parse_target(p, node_named(clause, 0));
    if (!is_pattern(target)) {
        return parse_new_unsupported(p, parse_span(n), "generator expression");
    }
    struct expr *iter = parse_operand(p, node_named(clause, 1));
    int below = p->height;
    iter = call_ours(p, "._iter", iter, NULL, iter->span);
    for (; c < end && c->kind == NODE_IF_CLAUSE; c += c->size) {
        struct expr *cond = function_of(p, n, target, node_named(c, 0), NULL, false, &below);
        iter = call_ours(p, "._lazy_filter", cond, iter, parse_span(n));
        target = parse_target(p, node_named(clause, 0));
    }
    const struct node *next = c < end && c->kind == NODE_FOR_IN ? c : NULL;
    struct expr *f = function_of(p, n, target, node_named(n, 0), next, false, &below);
    iter = call_ours(p, next ? "._lazy_flat" : "._lazy_generator", f, iter, parse_span(n));
    parse_grow(p, below + 3, n);
    return iter;
}

struct expr *parse_generator(struct parser *p, const struct node *n) {
    const struct node *body = node_named(n, 0), *clause = body + body->size;
    const struct node *c = clause, *end = n + n->size;
    bool fits = p->fn && !p->cu && clause->kind == NODE_FOR_IN;
    for (; fits && c < end && c->kind != NODE_TOKEN; c += c->size) {
        fits = c->kind == NODE_IF_CLAUSE ||
               (c->kind == NODE_FOR_IN && !node_token(p->source->text, c, "async"));
    }
    if (!fits) {
        parse_foreign_display(p, n, "generator expression");
        return parse_new_unsupported(p, parse_span(n), "generator expression");
    }
    return generator_of(p, n, clause);
}
