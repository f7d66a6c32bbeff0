/* Loops over iterators that are objects with a method __next__. What an iterable is follows from
 * its type, so that a loop over a name, or over what a call gives, is two, of which one is
 * compiled:
 *
 *     for x in it:              i.1 = _stepped(it)
 *         body                  if hasattr(i.1, "object.__next__"):
 *     else:                         s.1 = False
 *         rest          ->          while True:
 *                                       try: v.1 = i.1.__next__()
 *                                       except StopIteration: s.1 = True; break
 *                                       x = v.1; body
 *                                   if s.1: rest
 *                               else:
 *                                   for x in i.1: body
 *                                   else: rest
 *
 * in modules that say __next__, __iter__, iter or next. A comprehension, and a function that takes
 * all items, takes the list of them, `_drained(it)`. */
#include <string.h>

#include "copy.h"
#include "generators.h"
#include "nodes.h"
#include "unroll.h"

enum { MOST_EXPRS = 4000, MOST_DEPTH = 3 };

static struct symbol *helper(struct resolver *r, const char *name) {
    struct symbol *sym = scope_prelude_given(r->s, intern_str(r->s->p->names, name));
    return sym && sym->kind == SYM_FUNC ? sym : NULL;
}

/* ---- what may be an iterator */

static bool is_method(const struct parser *p, const char *name) {
    bool found = false;
    for (int i = 0; i < p->classes.n; ++i) {
        const struct class *c = p->classes.item[i];
        found = found || (!c->prelude && class_method(c, name));
    }
    return found;
}

/* What displays, comprehensions, operators and constants give is no iterator. */
static bool may_give(const struct expr *e) {
    switch (e->kind) {
    case EXPR_NAME:
    case EXPR_ATTR:
    case EXPR_CALL:
    case EXPR_INDEX:
    case EXPR_COND:
    case EXPR_BOOLOP:
        return true;
    default:
        return false;
    }
}

static bool may_bind(const struct expr *target, const char *name, const struct expr *value) {
    bool found = target->kind == EXPR_NAME && target->name.name == name && may_give(value);
    bool parts = target->kind == EXPR_TUPLE || target->kind == EXPR_LIST;
    bool paired = parts && value->kind == EXPR_TUPLE && value->list.n == target->list.n;
    for (int i = 0; parts && i < target->list.n && !found; ++i) {
        const struct expr *part = paired ? value->list.item[i] : value;
        found = may_bind(target->list.item[i], name, part);
    }
    return found;
}

/* Do the statements bind the name to what may be an iterator? */
static bool may_hold(const struct block *b, const char *name) {
    bool found = false;
    for (int i = 0; i < b->n && !found; ++i) {
        const struct stmt *s = b->item[i];
        for (int k = 0; s->kind == STMT_ASSIGN && s->assign.value && k < s->assign.n; ++k) {
            found = found || may_bind(s->assign.target[k], name, s->assign.value);
        }
        if (s->kind == STMT_IF) {
            found = may_hold(&s->if_.then, name) || may_hold(&s->if_.els, name);
        } else if (s->kind == STMT_WHILE) {
            found = may_hold(&s->while_.body, name) || may_hold(&s->while_.els, name);
        } else if (s->kind == STMT_FOR) {
            found = may_bind(s->for_.target, name, s->for_.iter) || may_hold(&s->for_.body, name) ||
                    may_hold(&s->for_.els, name);
        }
    }
    return found;
}

/* Does each signature give the parameter a type that is no class? */
static bool is_typed(const struct func *f, int i) {
    bool typed = f->n_signatures > 0;
    for (int k = 0; k < f->n_signatures; ++k) {
        const struct signature *sig = f->signature[k];
        const struct ann_type *t = i < sig->n && !sig->weak ? sig->param[i] : NULL;
        typed = typed && t;
        for (; t; t = t->or_else) {
            typed = typed && t->kind != ANN_OBJECT && t->kind != ANN_NONE;
        }
    }
    return typed;
}

static bool may_be_iterator(struct resolver *r, const char *name) {
    const struct func *f = r->frame->fn;
    for (int i = 0; i < f->n_params; ++i) {
        if (f->param[i].sym->name == name && !is_typed(f, i)) {
            return true;
        }
        if (f->param[i].sym->name == name) {
            return may_hold(&f->body, name);
        }
    }
    if (unroll_binds(&f->body, name)) {
        return may_hold(&f->body, name);
    }
    const struct symbol *sym = r->frame->up ? NULL : scope_lookup(r->s, name);
    return !sym || sym->kind != SYM_CONST;
}

/* An imported module, whose attributes are constants. */
static bool is_of_module(struct resolver *r, const struct expr *base) {
    const char *name = base->kind == EXPR_NAME ? base->name.name : NULL;
    const struct func *f = r->frame->fn;
    bool local = !name || r->frame->up || unroll_binds(&f->body, name);
    for (int i = 0; i < f->n_params; ++i) {
        local = local || f->param[i].sym->name == name;
    }
    const struct symbol *sym = local ? NULL : scope_lookup(r->s, name);
    return sym && (sym->kind == SYM_MODULE || sym->kind == SYM_OTHER);
}

/* Names and attributes, and calls of what is of the module, iter() and methods of its classes. */
static bool may_step(struct resolver *r, const struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    if (resolve_is_stepper(r, e)) {
        return true;
    }
    if (!fn) {
        return (e->kind == EXPR_ATTR && !is_of_module(r, e->attr.base)) ||
               (e->kind == EXPR_NAME && may_be_iterator(r, e->name.name));
    }
    if (fn->kind == EXPR_ATTR) {
        return is_method(r->s->p, fn->attr.name);
    }
    const struct symbol *sym = fn->kind == EXPR_NAME ? scope_lookup(r->s, fn->name.name) : NULL;
    return fn->kind == EXPR_NAME && (!sym || sym->kind == SYM_FUNC || sym->kind == SYM_CLASS ||
                                     strcmp(fn->name.name, "iter") == 0);
}

void resolve_drained(struct resolver *r, struct sugar *g, struct expr **iter) {
    struct symbol *sym = helper(r, "_drained");
    if (sym && r->frame && !r->frame->fn->prelude && may_step(r, *iter)) {
        *iter = node_call(g, sym, *iter);
    }
}

/* ---- nodes */

struct steps {
    struct sugar g;
    struct span span;
    const char *it, *value, *stop;
};

static struct expr *name_of(struct steps *w, const char *name) {
    return node_name(&w->g, name, w->span);
}

/* name = truth */
static struct stmt *set_flag(struct steps *w, const char *name, bool truth) {
    return node_assign(&w->g, name_of(w, name), node_bool(&w->g, truth, w->span));
}

static struct expr *has_next(struct steps *w) {
    struct expr *call = sugar_call(&w->g, IN_BUILTIN, "hasattr", 2, w->span);
    call->call.arg[0] = name_of(w, w->it);
    call->call.arg[1] = sugar_new(&w->g, EXPR_STR, w->span);
    call->call.arg[1]->str.text = "object.__next__";
    call->call.arg[1]->str.n = (int)strlen("object.__next__");
    return call;
}

/* ---- loops */

static void step_block(struct resolver *r, struct block *b, int depth);

/* The loop that asks for one item after the other. */
static struct block stepping(struct steps *w, struct stmt *loop) {
    struct sugar *g = &w->g;
    node_list all = {0}, turn = {0}, end = {0};
    vec_push(g->arena, &end, set_flag(w, w->stop, true));
    vec_push(g->arena, &end, node_stmt(g, STMT_BREAK, w->span));
    vec_push(g->arena, &turn, node_take(g, name_of(w, w->it), w->value, node_block(&end)));
    vec_push(g->arena, &turn, node_assign(g, loop->for_.target, name_of(w, w->value)));
    node_add(g, &turn, loop->for_.body);
    struct stmt *turns = node_stmt(g, STMT_WHILE, w->span);
    turns->while_.cond = node_bool(g, true, w->span);
    turns->while_.body = node_block(&turn);
    vec_push(g->arena, &all, set_flag(w, w->stop, false));
    vec_push(g->arena, &all, turns);
    if (loop->for_.els.n > 0) {
        struct stmt *rest = node_stmt(g, STMT_IF, w->span);
        rest->if_.cond = name_of(w, w->stop);
        rest->if_.then = loop->for_.els;
        vec_push(g->arena, &all, rest);
    }
    return node_block(&all);
}

/* The loop as it is written, over what is no iterator; NULL: it may not stand twice. */
static struct stmt *plain_loop(struct steps *w, const struct stmt *s) {
    struct copy c = {.g = &w->g, .left = MOST_EXPRS};
    struct stmt *plain =
        copy_may(&s->for_.body) && copy_may(&s->for_.els) ? copy_stmt(&c, s) : NULL;
    if (plain) {
        plain->for_.iter = name_of(w, w->it);
    }
    return c.left < 0 ? NULL : plain;
}

static bool step_loop(struct resolver *r, struct stmt *s, int depth, node_list *out) {
    struct symbol *stepped = helper(r, "_stepped");
    bool sure = stepped && resolve_is_stepper(r, s->for_.iter);
    if (!stepped || (!sure && (depth >= MOST_DEPTH || !may_step(r, s->for_.iter)))) {
        return false;
    }
    struct steps w = {.g = resolve_sugar(r), .span = s->for_.iter->span};
    w.it = node_fresh(&w.g, "iter");
    w.value = node_fresh(&w.g, "item");
    w.stop = node_fresh(&w.g, "stop");
    struct stmt *plain = sure ? NULL : plain_loop(&w, s);
    if (!sure && !plain) {
        return false;
    }
    struct block steps = stepping(&w, s);
    step_block(r, &steps.item[1]->while_.body, depth + !sure);
    vec_push(r->arena, out,
             node_assign(&w.g, name_of(&w, w.it), node_call(&w.g, stepped, s->for_.iter)));
    if (sure) {
        node_add(&w.g, out, steps);
        return true;
    }
    struct stmt *choice = node_stmt(&w.g, STMT_IF, w.span);
    node_list other = {0};
    vec_push(r->arena, &other, plain);
    choice->if_.cond = has_next(&w);
    choice->if_.then = steps;
    choice->if_.els = node_block(&other);
    step_block(r, &plain->for_.body, depth + 1);
    vec_push(r->arena, out, choice);
    return true;
}

static void step_block(struct resolver *r, struct block *b, int depth) {
    node_list out = {0};
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        if (s->kind == STMT_FOR && step_loop(r, s, depth, &out)) {
            continue;
        }
        if (s->kind == STMT_IF) {
            step_block(r, &s->if_.then, depth);
            step_block(r, &s->if_.els, depth);
        } else if (s->kind == STMT_WHILE) {
            step_block(r, &s->while_.body, depth);
            step_block(r, &s->while_.els, depth);
        } else if (s->kind == STMT_FOR) {
            step_block(r, &s->for_.body, depth);
            step_block(r, &s->for_.els, depth);
        }
        vec_push(r->arena, &out, s);
    }
    *b = node_block(&out);
}

void resolve_steps(struct resolver *r, struct func *f) {
    if (!f->prelude && helper(r, "_stepped")) {
        step_block(r, &f->body, 0);
    }
}
