/* Generator functions. A loop over a call of one has its body where the generator yields,
 *
 *     def up(n):                     for x in up(5):            n.1 = 5
 *         i = 0                          body                   i.1 = 0
 *         while i < n:           ->                             while i.1 < n.1:
 *             yield i                                               x = i.1; body
 *             i += 1                                                i.1 += 1
 *
 * with names that no program can write. `continue` in the body ends a loop of one iteration around
 * it; `break`, and `return` in the generator, set a flag that ends the generator's loops. Anywhere
 * else a call gives the list of all that the generator yields. */
#include <string.h>

#include "change.h"
#include "copy.h"
#include "generators.h"
#include "nodes.h"
#include "unroll.h"

enum { MOST_EXPRS = 4000, MOST_DEPTH = 6 };

/* A loop over a generator that is being written out. */
struct yielding {
    struct resolver *r;
    struct sugar g;
    const struct func *generator;
    const struct stmt *loop;
    const char *stop; /* the flag's name; NULL: there is none */
    bool continues, breaks;
    int used; /* how many times the body stands there */
    int depth;
};

static void expand_block(struct resolver *r, struct block *b, int depth);

/* ---- nodes */

static struct stmt *set_flag(struct sugar *g, const char *name, bool to, struct span span) {
    return node_assign(g, node_name(g, name, span), node_bool(g, to, span));
}

/* for name in range(1): body */
static struct stmt *once(struct sugar *g, const char *name, struct block body, struct span span) {
    struct stmt *s = node_stmt(g, STMT_FOR, span);
    s->for_.target = node_name(g, name, span);
    s->for_.iter = sugar_call(g, IN_BUILTIN, "range", 1, span);
    s->for_.iter->call.arg[0] = node_int(g, 1, span);
    s->for_.body = body;
    return s;
}

/* ---- what is in a block */

const struct expr *resolve_yielded(const struct stmt *s) {
    const struct expr *e = s->kind == STMT_EXPR ? s->expr : NULL;
    bool yields = e && e->kind == EXPR_UNSUPPORTED && strcmp(e->unsupported, "yield") == 0;
    return yields ? e : NULL;
}

static bool leaves(const struct stmt *s) {
    return s->kind == STMT_RETURN;
}

static bool is_yield(const struct stmt *s) {
    return resolve_yielded(s) != NULL;
}

static int count(const struct block *b, bool (*is)(const struct stmt *)) {
    int n = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        n += is(s);
        if (s->kind == STMT_IF) {
            n += count(&s->if_.then, is) + count(&s->if_.els, is);
        } else if (s->kind == STMT_WHILE) {
            n += count(&s->while_.body, is) + count(&s->while_.els, is);
        } else if (s->kind == STMT_FOR) {
            n += count(&s->for_.body, is) + count(&s->for_.els, is);
        }
    }
    return n;
}

int resolve_count_yields(const struct block *b) {
    return count(b, is_yield);
}

/* Of the loop that the block is the body of. */
static bool has_jump(const struct block *b, enum stmt_kind jump) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        if (s->kind == jump ||
            (s->kind == STMT_IF && (has_jump(&s->if_.then, jump) || has_jump(&s->if_.els, jump)))) {
            return true;
        }
    }
    return false;
}

/* Does it go on for ever? */
bool resolve_is_endless(const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        const struct expr *cond = s->kind == STMT_WHILE ? s->while_.cond : NULL;
        bool always = cond && ((cond->kind == EXPR_BOOL && cond->boolean) ||
                               (cond->kind == EXPR_INT && cond->integer.value != 0));
        if (always && !has_jump(&s->while_.body, STMT_BREAK) &&
            count(&s->while_.body, leaves) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- names */

struct names {
    struct sugar *g;
    VEC(const char *) list;
};

static void add_name(struct names *n, const char *name) {
    for (int i = 0; i < n->list.n; ++i) {
        if (n->list.item[i] == name) {
            return;
        }
    }
    vec_push(n->g->arena, &n->list, name);
}

static void add_target(struct names *n, const struct expr *e) {
    if (e->kind == EXPR_NAME) {
        add_name(n, e->name.name);
    }
    for (int i = 0; (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) && i < e->list.n; ++i) {
        add_target(n, e->list.item[i]);
    }
}

static void add_bound(struct names *n, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        for (int k = 0; s->kind == STMT_ASSIGN && k < s->assign.n; ++k) {
            add_target(n, s->assign.target[k]);
        }
        if (s->kind == STMT_AUGASSIGN) {
            add_target(n, s->aug.target);
        } else if (s->kind == STMT_IF) {
            add_bound(n, &s->if_.then);
            add_bound(n, &s->if_.els);
        } else if (s->kind == STMT_WHILE) {
            add_bound(n, &s->while_.body);
            add_bound(n, &s->while_.els);
        } else if (s->kind == STMT_FOR) {
            add_target(n, s->for_.target);
            add_bound(n, &s->for_.body);
            add_bound(n, &s->for_.els);
        }
    }
}

/* Is the name written anywhere in a function? */
static bool mentions(const struct parser *p, const struct func *f, const char *name) {
    const struct text_layout *l = p->layout;
    for (int i = layout_word(l, f->span.lo); i < l->words.n && l->words.item[i].lo < f->span.hi;
         ++i) {
        if (l->words.item[i].kind == WORD_NAME && lex_is(l->text, &l->words.item[i], name)) {
            return true;
        }
    }
    return false;
}

/* Would a name of the module that the generator reads be a variable where it is called? */
static bool is_captured(struct resolver *r, const struct func *generator, const struct names *own) {
    for (const struct frame *fr = r->frame; fr && fr->fn != generator->parent; fr = fr->up) {
        struct sugar g = resolve_sugar(r);
        struct names here = {.g = &g};
        add_bound(&here, &fr->fn->body);
        for (int i = 0; i < fr->fn->n_params; ++i) {
            add_name(&here, fr->fn->param[i].sym->name);
        }
        for (int i = 0; i < here.list.n; ++i) {
            bool mine = false;
            for (int k = 0; k < own->list.n; ++k) {
                mine = mine || own->list.item[k] == here.list.item[i];
            }
            if (!mine && mentions(r->s->p, generator, here.list.item[i])) {
                return true;
            }
        }
    }
    return false;
}

/* ---- which generator */

static bool binds(const struct func *f, const char *name) {
    for (int i = 0; i < f->n_params; ++i) {
        if (f->param[i].sym->name == name) {
            return true;
        }
    }
    return unroll_binds(&f->body, name);
}

/* The generator function that a call calls, by its name; NULL: none, or one that is not known. */
const struct func *resolve_generator_of(struct resolver *r, const struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    if (!fn || fn->kind != EXPR_NAME || fn->name.sym) {
        return NULL;
    }
    for (const struct frame *fr = r->frame; fr; fr = fr->up) {
        for (int i = 0; i < r->s->p->funcs.n; ++i) {
            const struct func *f = r->s->p->funcs.item[i];
            if (f->parent == fr->fn && f->name == fn->name.name) {
                return f->yields ? f : NULL;
            }
        }
        if (binds(fr->fn, fn->name.name)) {
            return NULL;
        }
    }
    const struct symbol *sym = scope_lookup(r->s, fn->name.name);
    return sym && sym->kind == SYM_FUNC && sym->func->yields ? sym->func : NULL;
}

/* ---- writing a loop out */

/* The body of the loop with its jumps: `break` sets the flag first. */
static struct block with_breaks(struct yielding *y, const struct block *b) {
    node_list out = {0};
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        if (s->kind == STMT_BREAK) {
            vec_push(y->g.arena, &out, set_flag(&y->g, y->stop, true, s->span));
        } else if (s->kind == STMT_IF) {
            s->if_.then = with_breaks(y, &s->if_.then);
            s->if_.els = with_breaks(y, &s->if_.els);
        }
        vec_push(y->g.arena, &out, s);
    }
    return node_block(&out);
}

static struct stmt *leave_if_stopped(struct yielding *y, struct span span) {
    struct stmt *s = node_stmt(&y->g, STMT_IF, span);
    node_list only = {0};
    vec_push(y->g.arena, &only, node_stmt(&y->g, STMT_BREAK, span));
    s->if_.cond = node_name(&y->g, y->stop, span);
    s->if_.then = node_block(&only);
    return s;
}

/* target = value; body */
static void put_body(struct yielding *y, const struct expr *yield, node_list *out) {
    struct copy c = {.g = &y->g, .left = MOST_EXPRS};
    const struct stmt *loop = y->used++ == 0 ? y->loop : copy_stmt(&c, y->loop);
    struct span span = y->loop->span;
    struct expr *value = yield->value ? yield->value : sugar_new(&y->g, EXPR_NONE, span);
    node_list inner = {0};
    vec_push(y->g.arena, &inner, node_assign(&y->g, loop->for_.target, value));
    struct block body = y->breaks ? with_breaks(y, &loop->for_.body) : loop->for_.body;
    node_add(&y->g, &inner, body);
    if (y->continues) {
        vec_push(y->g.arena, out, once(&y->g, node_fresh(&y->g, "once"), node_block(&inner), span));
        if (y->breaks) {
            vec_push(y->g.arena, out, leave_if_stopped(y, span));
        }
        return;
    }
    node_add(&y->g, out, node_block(&inner));
}

static struct block with_bodies(struct yielding *y, const struct block *b) {
    node_list out = {0};
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        const struct expr *yield = resolve_yielded(s);
        if (yield) {
            put_body(y, yield, &out);
            continue;
        }
        bool loop = s->kind == STMT_FOR || s->kind == STMT_WHILE;
        struct block one = {1, &b->item[i]};
        bool inside = loop && count(&one, is_yield) + count(&one, leaves) > 0;
        if (s->kind == STMT_RETURN) {
            vec_push(y->g.arena, &out, set_flag(&y->g, y->stop, true, s->span));
            s = node_stmt(&y->g, STMT_BREAK, s->span);
        } else if (s->kind == STMT_IF) {
            s->if_.then = with_bodies(y, &s->if_.then);
            s->if_.els = with_bodies(y, &s->if_.els);
        } else if (s->kind == STMT_FOR) {
            s->for_.body = with_bodies(y, &s->for_.body);
            s->for_.els = with_bodies(y, &s->for_.els);
        } else if (s->kind == STMT_WHILE) {
            s->while_.body = with_bodies(y, &s->while_.body);
            s->while_.els = with_bodies(y, &s->while_.els);
        }
        vec_push(y->g.arena, &out, s);
        if (inside && y->stop) {
            vec_push(y->g.arena, &out, leave_if_stopped(y, s->span));
        }
    }
    return node_block(&out);
}

/* The argument for a parameter, as far as positions, keywords and defaults tell. */
static const struct expr *argument(const struct func *f, const struct expr *call, int i) {
    if (i < call->call.n) {
        return f->param[i].kw_only ? NULL : call->call.arg[i];
    }
    for (int k = 0; k < call->call.n_kw; ++k) {
        if (call->call.kw[k].name == f->param[i].sym->name) {
            return call->call.kw[k].value;
        }
    }
    return f->param[i].def;
}

static bool may_expand(struct resolver *r, const struct func *f, const struct stmt *s) {
    const struct expr *call = s->for_.iter;
    bool fits = !f->star_args && !f->decorator && !f->is_async && parse_owns(r->s->p, f) &&
                call->call.n + call->call.n_kw <= f->n_params && s->for_.els.n == 0 &&
                (f->manages ? copy_may_body : copy_may)(&f->generator) &&
                s->for_.target->kind != EXPR_UNSUPPORTED;
    for (int i = 0; fits && i < f->n_params; ++i) {
        fits = argument(f, call, i) && argument(f, call, i)->kind != EXPR_UNSUPPORTED;
    }
    for (const struct frame *fr = r->frame; fr; fr = fr->up) {
        fits = fits && fr->fn != f;
    }
    bool once_only = count(&f->generator, is_yield) > 1;
    return fits && (!once_only || copy_may(&s->for_.body));
}

/* The generator's statements, with variables of their own; false: they are too many. */
static bool renamed(struct yielding *y, struct names *own, struct block *to, node_list *out) {
    const struct func *f = y->generator;
    struct substitution *by = ARENA_ARRAY(y->g.arena, struct substitution, own->list.n);
    for (int i = 0; i < own->list.n; ++i) {
        const char *name = node_fresh(&y->g, own->list.item[i]);
        by[i] = (struct substitution){own->list.item[i], node_name(&y->g, name, f->span)};
    }
    struct copy c = {.g = &y->g, .n = own->list.n, .by = by, .renames = true, .left = MOST_EXPRS};
    *to = (struct block){f->generator.n, ARENA_ARRAY(y->g.arena, struct stmt *, f->generator.n)};
    for (int i = 0; i < to->n; ++i) {
        to->item[i] = copy_stmt(&c, f->generator.item[i]);
    }
    for (int i = 0; i < f->n_params; ++i) { /* its parameters are its first names */
        struct copy plain = {.g = &y->g, .left = MOST_EXPRS};
        struct expr *value = copy_expr(&plain, argument(f, y->loop->for_.iter, i));
        struct expr *name = node_name(&y->g, by[i].value->name.name, f->param[i].sym->span);
        vec_push(y->g.arena, out, node_assign(&y->g, name, value));
        c.left = plain.left < 0 ? -1 : c.left;
    }
    return c.left >= 0;
}

/* How many yields are reached in any case, but for what raises. */
static int straight_yields(const struct block *b) {
    int n = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        n += is_yield(s) + (s->kind == STMT_IF && s->if_.guard ? straight_yields(&s->if_.then) : 0);
    }
    return n;
}

/* What a with statement of contextlib.contextmanager's lacks that it may stand where the generator
 * yields; NULL: nothing. */
static const char *lacking_to_manage(const struct func *f, const struct block *body) {
    bool once_only = straight_yields(&f->generator) == 1 && count(&f->generator, is_yield) == 1 &&
                     count(&f->generator, leaves) == 0;
    bool jumps =
        count(body, leaves) > 0 || has_jump(body, STMT_BREAK) || has_jump(body, STMT_CONTINUE);
    return !once_only
               ? "a function with @contextmanager other than with one yield, in no loop or if, "
                 "and no return,"
           : jumps ? "a way out of a with statement of @contextmanager (return, break, continue)"
                   : NULL;
}

static bool expand_loop(struct resolver *r, struct stmt *s, int depth, node_list *out) {
    struct yielding y = {.r = r, .g = resolve_sugar(r), .loop = s, .depth = depth};
    y.generator = depth < MOST_DEPTH ? resolve_generator_of(r, s->for_.iter) : NULL;
    if (!y.generator || y.generator->manages != s->for_.manages || !may_expand(r, y.generator, s) ||
        (s->for_.manages && lacking_to_manage(y.generator, &s->for_.body))) {
        return false;
    }
    const struct func *f = y.generator;
    struct names own = {.g = &y.g};
    struct block body;
    node_list begin = {0};
    for (int i = 0; i < f->n_params; ++i) {
        add_name(&own, f->param[i].sym->name);
    }
    add_bound(&own, &f->generator);
    if (is_captured(r, f, &own) || !renamed(&y, &own, &body, &begin)) {
        return false;
    }
    y.breaks = has_jump(&s->for_.body, STMT_BREAK);
    y.continues = has_jump(&s->for_.body, STMT_CONTINUE);
    bool stops = y.breaks || count(&f->generator, leaves) > 0;
    y.stop = stops ? node_fresh(&y.g, "stop") : NULL;
    if (stops) {
        vec_push(r->arena, &begin, set_flag(&y.g, y.stop, false, s->span));
    }
    body = with_bodies(&y, &body);
    expand_block(r, &body, depth + 1);
    node_add(&y.g, out, node_block(&begin));
    if (stops) {
        vec_push(r->arena, out, once(&y.g, node_fresh(&y.g, "once"), body, s->span));
        return true;
    }
    node_add(&y.g, out, body);
    return true;
}

/* g = gen(n) */
static void keep_assigned(struct resolver *r, const struct stmt *s) {
    struct expr *value = s->kind == STMT_ASSIGN ? s->assign.value : NULL;
    if (value && s->assign.n > 0 && s->assign.target[0]->kind == EXPR_NAME) {
        resolve_keep_call(r, value);
    }
}

static void expand_block(struct resolver *r, struct block *b, int depth) {
    node_list out = {0};
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        if (s->kind == STMT_FOR && expand_loop(r, s, depth, &out)) {
            continue;
        }
        if (s->kind == STMT_FOR && s->for_.manages) {
            const struct func *f = resolve_generator_of(r, s->for_.iter);
            const char *lacks = f ? lacking_to_manage(f, &s->for_.body) : NULL;
            s->kind = STMT_UNSUPPORTED;
            s->unsupported = lacks ? lacks : "a with statement of such a function";
        }
        keep_assigned(r, s);
        if (s->kind == STMT_IF) {
            expand_block(r, &s->if_.then, depth);
            expand_block(r, &s->if_.els, depth);
        } else if (s->kind == STMT_WHILE) {
            expand_block(r, &s->while_.body, depth);
            expand_block(r, &s->while_.els, depth);
        } else if (s->kind == STMT_FOR) {
            expand_block(r, &s->for_.body, depth);
            expand_block(r, &s->for_.els, depth);
        }
        vec_push(r->arena, &out, s);
    }
    *b = node_block(&out);
}

/* take(n, fib)   ->   take(n, lambda: fib()), of a generator without end */
static bool pass_generator(void *context, struct expr **at) {
    struct resolver *r = context;
    struct expr *e = *at;
    for (int i = 0; e->kind == EXPR_CALL && i < e->call.n; ++i) {
        struct sugar g = resolve_sugar(r);
        struct expr *name = e->call.arg[i], call = {.kind = EXPR_CALL, .call.fn = name};
        const struct func *f = name->kind == EXPR_NAME ? resolve_generator_of(r, &call) : NULL;
        if (!f || f->manages || f->star_args || !resolve_is_endless(&f->generator)) {
            continue;
        }
        struct expr *lambda = sugar_new(&g, EXPR_LAMBDA, name->span);
        struct expr *made = sugar_new(&g, EXPR_CALL, name->span);
        lambda->lambda = parse_new_lambda(r->s->p, r->frame->fn, f->n_params, name->span);
        made->call.fn = name;
        made->call.n = f->n_params;
        made->call.arg = ARENA_ARRAY(r->arena, struct expr *, f->n_params);
        for (int k = 0; k < f->n_params; ++k) {
            lambda->lambda->param[k].sym->name = node_fresh(&g, "given");
            made->call.arg[k] = node_name(&g, lambda->lambda->param[k].sym->name, name->span);
        }
        lambda->lambda->body.item[0]->expr = made;
        e->call.arg[i] = lambda;
    }
    return false;
}

static bool of_another(void *context, const struct func *f) {
    return context && f;
}

void resolve_generators(struct resolver *r, struct func *f) {
    if (r->s->libraries->yields && !f->prelude) {
        const struct change passed = {r, pass_generator, NULL, of_another};
        change_block(&passed, &f->body);
        expand_block(r, &f->body, 0);
    }
}

/* ---- the list of what is yielded */

/* Does it store anywhere but in variables, or call for what it does? */
static bool stores(const struct stmt *s) {
    bool target = s->kind == STMT_AUGASSIGN;
    for (int i = 0; s->kind == STMT_ASSIGN && i < s->assign.n; ++i) {
        const struct expr *to = s->assign.target[i];
        target = target || to->kind == EXPR_INDEX || to->kind == EXPR_ATTR;
        for (int k = 0; to->kind == EXPR_TUPLE && k < to->list.n; ++k) {
            target = target || to->list.item[k]->kind != EXPR_NAME;
        }
    }
    return target || s->kind == STMT_DEL || (s->kind == STMT_EXPR && s->expr->kind == EXPR_CALL);
}

/* What is yielded by a name, and may be changed later, is none that has to be copied for a list. */
static struct expr *kept(struct sugar *g, struct expr *value, const struct func *f) {
    struct symbol *sym = scope_prelude(g->scopes, intern_str(g->scopes->p->names, "_yielded"));
    bool passed = value->kind == EXPR_NAME && strcmp(value->name.name, "yield from") == 0;
    bool shared = !passed && (value->kind == EXPR_NAME || value->kind == EXPR_ATTR);
    if (!shared || !sym || sym->kind != SYM_FUNC || count(&f->generator, stores) == 0) {
        return value;
    }
    return node_call(g, sym, value);
}

static struct block listed(struct sugar *g, const struct block *b, const char *list,
                           const struct func *f) {
    struct block to = {b->n, ARENA_ARRAY(g->arena, struct stmt *, b->n)};
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        const struct expr *yield = resolve_yielded(s);
        if (yield) {
            struct expr *value =
                yield->value ? kept(g, yield->value, f) : sugar_new(g, EXPR_NONE, s->span);
            s = node_act(g, node_method_call(g, node_name(g, list, s->span), "append", value));
        } else if (s->kind == STMT_RETURN) {
            s->expr = node_name(g, list, s->span);
        } else if (s->kind == STMT_IF) {
            s->if_.then = listed(g, &s->if_.then, list, f);
            s->if_.els = listed(g, &s->if_.els, list, f);
        } else if (s->kind == STMT_WHILE) {
            s->while_.body = listed(g, &s->while_.body, list, f);
            s->while_.els = listed(g, &s->while_.els, list, f);
        } else if (s->kind == STMT_FOR) {
            s->for_.body = listed(g, &s->for_.body, list, f);
            s->for_.els = listed(g, &s->for_.els, list, f);
        }
        to.item[i] = s;
    }
    return to;
}

static void make_list(struct scopes *s, struct func *f) {
    struct func *outermost = f;
    while (outermost->parent) {
        outermost = outermost->parent;
    }
    struct sugar g = {.scopes = s, .arena = s->p->arena, .outermost = outermost};
    const char *list = intern_str(s->p->names, "yield");
    struct copy c = {.g = &g, .left = MOST_EXPRS};
    node_list body = {0};
    struct stmt *end = node_stmt(&g, STMT_RETURN, f->name_span);
    f->generator = (struct block){f->body.n, f->body.item};
    if (f->manages || resolve_is_endless(&f->body)) {
        end->kind = STMT_UNSUPPORTED;
        end->unsupported = f->manages
                               ? "a function with @contextmanager other than in a with statement"
                               : "a generator without end other than by its name in a for loop";
        vec_push(g.arena, &body, end);
        f->body = node_block(&body);
        return;
    }
    vec_push(
        g.arena, &body,
        node_assign(&g, node_name(&g, list, f->name_span), sugar_new(&g, EXPR_LIST, f->name_span)));
    struct block copied = f->body;
    if (copy_may(&f->body)) {
        copied = (struct block){f->body.n, ARENA_ARRAY(g.arena, struct stmt *, f->body.n)};
        for (int i = 0; i < f->body.n; ++i) {
            copied.item[i] = copy_stmt(&c, f->body.item[i]);
        }
    }
    copied = listed(&g, &copied, list, f);
    node_add(&g, &body, copied);
    end->expr = node_name(&g, list, f->name_span);
    vec_push(g.arena, &body, end);
    f->body = node_block(&body);
}

void resolve_yields(struct scopes *s) {
    for (int i = 0; i < s->p->funcs.n; ++i) {
        struct func *f = s->p->funcs.item[i];
        if (f->yields && parse_owns(s->p, f)) {
            s->libraries->yields = true;
            make_list(s, f);
        }
    }
}
