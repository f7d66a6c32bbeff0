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
#include "resolve_private.h"

enum { MOST_EXPRS = 4000, MOST_DEPTH = 3 };

typedef VEC(struct stmt *) stmts;

static struct symbol *helper(struct resolver *r, const char *name) {
    struct symbol *sym = scope_prelude(r->s, intern_str(r->s->p->names, name));
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

/* Names and attributes, and calls of what is of the module, iter() and methods of its classes. */
static bool may_step(struct resolver *r, const struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    if (!fn) {
        return e->kind == EXPR_NAME || e->kind == EXPR_ATTR;
    }
    if (fn->kind == EXPR_ATTR) {
        return is_method(r->s->p, fn->attr.name);
    }
    const struct symbol *sym = fn->kind == EXPR_NAME ? scope_lookup(r->s, fn->name.name) : NULL;
    return fn->kind == EXPR_NAME && (!sym || sym->kind == SYM_FUNC || sym->kind == SYM_CLASS ||
                                     strcmp(fn->name.name, "iter") == 0);
}

static struct expr *helper_of(struct sugar *g, struct symbol *sym, struct expr *arg) {
    struct expr *call = sugar_new(g, EXPR_CALL, arg->span);
    call->call.fn = sugar_symbol(g, sym, arg->span);
    call->call.n = 1;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
    call->call.arg[0] = arg;
    return call;
}

void resolve_drained(struct resolver *r, struct sugar *g, struct expr **iter) {
    struct symbol *sym = helper(r, "_drained");
    if (sym && r->frame && !r->frame->fn->prelude && may_step(r, *iter)) {
        *iter = helper_of(g, sym, *iter);
    }
}

/* ---- nodes */

struct steps {
    struct sugar g;
    struct span span;
    const char *it, *value, *stop;
};

static struct expr *name_of(struct steps *w, const char *name) {
    struct expr *e = sugar_new(&w->g, EXPR_NAME, w->span);
    e->name.name = name;
    return e;
}

static struct expr *truth(struct steps *w, bool is) {
    struct expr *e = sugar_new(&w->g, EXPR_BOOL, w->span);
    e->boolean = is;
    return e;
}

static struct stmt *new_stmt(struct steps *w, enum stmt_kind kind) {
    struct stmt *s = ARENA_NEW(w->g.arena, struct stmt);
    s->kind = kind;
    s->span = w->span;
    return s;
}

static struct stmt *assign(struct steps *w, struct expr *target, struct expr *value) {
    struct stmt *s = new_stmt(w, STMT_ASSIGN);
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(w->g.arena, struct expr *, 1);
    s->assign.target[0] = target;
    s->assign.value = value;
    return s;
}

static struct block block_of(struct steps *w, int n, struct stmt *const *item) {
    struct block b = {n, ARENA_ARRAY(w->g.arena, struct stmt *, n)};
    memcpy(b.item, item, (size_t)n * sizeof(*item));
    return b;
}

static struct stmt *guarded(struct steps *w, enum guard_kind kind, struct block then) {
    struct stmt *s = new_stmt(w, STMT_IF);
    s->if_.cond = truth(w, true);
    s->if_.guard = ARENA_NEW(w->g.arena, struct stmt_guard);
    s->if_.guard->kind = kind;
    s->if_.then = then;
    return s;
}

/* try: value = it.__next__() / except StopIteration: stop = True; break */
static struct stmt *take(struct steps *w) {
    struct expr *call = sugar_new(&w->g, EXPR_CALL, w->span);
    struct expr *method = sugar_new(&w->g, EXPR_ATTR, w->span);
    method->attr.base = name_of(w, w->it);
    method->attr.name = intern_str(w->g.scopes->p->names, "__next__");
    method->attr.name_span = w->span;
    call->call.fn = method;
    struct stmt *taken = assign(w, name_of(w, w->value), call);
    struct stmt *body = guarded(w, GUARD_BODY, block_of(w, 1, &taken));
    struct stmt *end[2] = {assign(w, name_of(w, w->stop), truth(w, true)), new_stmt(w, STMT_BREAK)};
    struct stmt *clause = guarded(w, GUARD_CLAUSE, block_of(w, 2, end));
    struct stmt *s = guarded(w, GUARD_TRY, block_of(w, 1, &body));
    s->if_.els = block_of(w, 1, &clause);
    struct except_clause *c = ARENA_NEW(w->g.arena, struct except_clause);
    c->n = 1;
    c->class = ARENA_ARRAY(w->g.arena, struct expr *, 1);
    c->class[0] = name_of(w, intern_str(w->g.scopes->p->names, "StopIteration"));
    s->if_.guard->n = 1;
    s->if_.guard->clause = c;
    return s;
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

static const char *fresh(struct steps *w, const char *name) {
    return intern_str(w->g.scopes->p->names,
                      arena_printf(w->g.arena, "%s.%d", name, w->g.outermost->n_exprs++));
}

static void step_block(struct resolver *r, struct block *b, int depth);

/* The loop that asks for one item after the other. */
static struct block stepping(struct steps *w, struct stmt *loop) {
    stmts turn = {0};
    vec_push(w->g.arena, &turn, take(w));
    vec_push(w->g.arena, &turn, assign(w, loop->for_.target, name_of(w, w->value)));
    for (int i = 0; i < loop->for_.body.n; ++i) {
        vec_push(w->g.arena, &turn, loop->for_.body.item[i]);
    }
    struct stmt *turns = new_stmt(w, STMT_WHILE), *rest = new_stmt(w, STMT_IF);
    turns->while_.cond = truth(w, true);
    turns->while_.body = (struct block){turn.n, turn.item};
    rest->if_.cond = name_of(w, w->stop);
    rest->if_.then = loop->for_.els;
    struct stmt *all[3] = {assign(w, name_of(w, w->stop), truth(w, false)), turns, rest};
    return block_of(w, loop->for_.els.n > 0 ? 3 : 2, all);
}

static bool step_loop(struct resolver *r, struct stmt *s, int depth, stmts *out) {
    struct symbol *stepped = helper(r, "_stepped");
    bool fits = stepped && depth < MOST_DEPTH && may_step(r, s->for_.iter) &&
                copy_may(&s->for_.body) && copy_may(&s->for_.els);
    if (!fits) {
        return false;
    }
    struct steps w = {.g = resolve_sugar(r), .span = s->for_.iter->span};
    w.it = fresh(&w, "iter");
    w.value = fresh(&w, "item");
    w.stop = fresh(&w, "stop");
    struct copy c = {.g = &w.g, .left = MOST_EXPRS};
    struct stmt *plain = copy_stmt(&c, s);
    if (c.left < 0) {
        return false;
    }
    plain->for_.iter = name_of(&w, w.it);
    struct stmt *choice = new_stmt(&w, STMT_IF);
    choice->if_.cond = has_next(&w);
    choice->if_.then = stepping(&w, s);
    choice->if_.els = block_of(&w, 1, &plain);
    step_block(r, &choice->if_.then.item[1]->while_.body, depth + 1);
    step_block(r, &plain->for_.body, depth + 1);
    vec_push(r->arena, out, assign(&w, name_of(&w, w.it), helper_of(&w.g, stepped, s->for_.iter)));
    vec_push(r->arena, out, choice);
    return true;
}

static void step_block(struct resolver *r, struct block *b, int depth) {
    stmts out = {0};
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
    *b = (struct block){out.n, out.item};
}

void resolve_steps(struct resolver *r, struct func *f) {
    if (!f->prelude && helper(r, "_stepped")) {
        step_block(r, &f->body, 0);
    }
}
