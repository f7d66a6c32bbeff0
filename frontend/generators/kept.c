/* Generators that are kept: what a call gives that is neither a loop's nor taken as a whole.
 *
 *     def up(n):                  class up:            # its fields are lists: [n], [] of i, ...
 *         i = 0                       def __next__(self):
 *         while i < n:                    while True:
 *             yield i         ->              if self.state == 0:
 *             i += 1                              self.i = [0]; self.state = 1
 *                                             elif self.state == 1:
 *                                                 self.state = 2 if self.i[0] < self.n[0] else 4
 *                                             elif self.state == 2:
 *                                                 self.state = 3; return self.i[0]
 *                                             elif self.state == 3:
 *                                                 self.i[0] += 1; self.state = 1
 *                                             else:
 *                                                 raise StopIteration
 *
 * Statements without yield stay as they are, but for their jumps. An exception leaves the state -1,
 * in which there is nothing more. Such a class is made when the first call asks for it. */
#include "kept.h"

#include <string.h>

#include "parse_class.h"
#include "webs_bound.h"

enum { MOST_EXPRS = 4000 };

/* ---- the class */

static void see_name(void *context, const char *name, bool def) {
    struct machine *m = context;
    m->failed = m->failed || def;
    if (!kept_is_variable(m, name)) {
        vec_push(m->g.arena, &m->names, name);
        vec_push(m->g.arena, &m->fields, name);
    }
}

static struct func *begin_func(struct machine *m, const char *name, int n_params) {
    struct parser *p = m->s->p;
    struct func *outer = p->fn;
    p->fn = NULL;
    struct func *made = parse_method_begin(p, m->f->span, name, m->f->name_span);
    made->n_params = n_params;
    made->param = ARENA_ARRAY(p->arena, struct param, n_params);
    p->notes.item[made->id]->param_ann = ARENA_ARRAY(p->keep, struct span, n_params);
    parse_method_end(p, made);
    p->fn = outer;
    m->g = (struct sugar){m->s, p->arena, made};
    m->copy.g = &m->g;
    return made;
}

static struct func *make_next(struct machine *m, struct class *c) {
    struct func *next = begin_func(m, kept_interned(m, "__next__"), 1);
    next->param[0].sym = parse_new_param(m->s->p, next, m->self, m->span);
    struct substitution *by = ARENA_ARRAY(m->g.arena, struct substitution, m->names.n);
    for (int i = 0; i < m->names.n; ++i) {
        by[i] = (struct substitution){m->names.item[i], kept_variable(m, m->names.item[i])};
    }
    m->copy =
        (struct copy){.g = &m->g, .n = m->names.n, .by = by, .inside = true, .left = MOST_EXPRS};
    m->next = m->leave = KEPT_NO_BLOCK;
    m->at = kept_new_block(m);
    kept_cut(m, &m->f->generator);
    kept_end(m, kept_here(m));
    node_list body = {0}, turns = {0};
    struct stmt *loop = kept_stmt(m, STMT_WHILE);
    kept_add(m, &turns, kept_states(m));
    loop->while_.cond = sugar_new(&m->g, EXPR_BOOL, m->span);
    loop->while_.cond->boolean = true;
    loop->while_.body = node_block(&turns);
    kept_add(m, &body, loop);
    next->body = node_block(&body);
    next->class_ = c;
    return next;
}

/* A method of self alone, of one statement. */
static struct func *make_method(struct machine *m, struct class *c, const char *name,
                                enum stmt_kind kind) {
    struct func *f = begin_func(m, kept_interned(m, name), 1);
    f->param[0].sym = parse_new_param(m->s->p, f, m->self, m->span);
    node_list body = {0};
    struct stmt *s = kept_stmt(m, kind);
    if (kind == STMT_RETURN) {
        s->expr = kept_name(m, m->self);
    } else {
        s = kept_assign(m, kept_field(m, m->state), kept_number(m, KEPT_ENDED));
    }
    kept_add(m, &body, s);
    f->body = node_block(&body);
    f->class_ = c;
    return f;
}

/* ---- which types the variables have */

static const char *cell_of(struct machine *m, const char *name) {
    return kept_interned(m, arena_printf(m->g.arena, "[%s]", name));
}

/* [x].append(value) */
static void show(struct machine *m, const char *name, struct expr *value, node_list *out) {
    kept_act(m, node_method_call(&m->g, kept_name(m, cell_of(m, name)), "append", value), out);
}

static void show_target(struct machine *m, const struct expr *e, node_list *out) {
    for (int i = 0; (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) && i < e->list.n; ++i) {
        show_target(m, e->list.item[i], out);
    }
    if (e->kind == EXPR_NAME) {
        show(m, e->name.name, kept_name(m, e->name.name), out);
    }
    for (int i = 0; e->kind == EXPR_NAME && i < m->empties.n; ++i) {
        if (m->empties.item[i] == e->name.name) {
            struct expr *cell = kept_name(m, cell_of(m, kept_empty_of(m, e->name.name)));
            kept_act(m, node_method_call(&m->g, cell, "extend", kept_name(m, e->name.name)), out);
        }
    }
}

static void show_stmt(struct machine *m, const struct stmt *s, node_list *out);

static struct block show_block(struct machine *m, const struct block *b, const struct expr *first) {
    node_list out = {0};
    if (first) {
        show_target(m, first, &out);
    }
    for (int i = 0; i < b->n; ++i) {
        show_stmt(m, b->item[i], &out);
    }
    return node_block(&out);
}

static void show_for(struct machine *m, const struct stmt *s, node_list *out) {
    const struct block one = {1, (struct stmt **)&s};
    struct stmt *to = kept_stmt(m, STMT_FOR);
    *to = *s;
    if (resolve_count_yields(&one) > 0) {
        show(m, m->fields.item[m->names.n + m->at++], kept_iterator(m, s->for_.iter), out);
    }
    to->for_.iter = kept_copied(m, s->for_.iter);
    to->for_.target = kept_copied(m, s->for_.target);
    to->for_.body = show_block(m, &s->for_.body, s->for_.target);
    to->for_.els = show_block(m, &s->for_.els, NULL);
    kept_add(m, out, to);
}

static void show_stmt(struct machine *m, const struct stmt *s, node_list *out) {
    struct stmt *to;
    if (resolve_yielded(s)) {
        return;
    }
    switch (s->kind) {
    case STMT_RETURN:
        kept_end(m, out);
        out->item[out->n - 2] = kept_stmt(m, STMT_PASS);
        break;
    case STMT_ASSIGN:
    case STMT_AUGASSIGN:
        kept_add(m, out, copy_stmt(&m->copy, s));
        for (int i = 0; s->kind == STMT_ASSIGN && s->assign.value && i < s->assign.n; ++i) {
            show_target(m, s->assign.target[i], out);
        }
        if (s->kind == STMT_AUGASSIGN) {
            show_target(m, s->aug.target, out);
        }
        break;
    case STMT_IF:
        to = kept_stmt(m, STMT_IF);
        to->if_.cond = kept_copied(m, s->if_.cond);
        to->if_.then = show_block(m, &s->if_.then, NULL);
        to->if_.els = show_block(m, &s->if_.els, NULL);
        kept_add(m, out, to);
        break;
    case STMT_WHILE:
        to = kept_stmt(m, STMT_WHILE);
        to->while_.cond = kept_copied(m, s->while_.cond);
        to->while_.body = show_block(m, &s->while_.body, NULL);
        to->while_.els = show_block(m, &s->while_.els, NULL);
        kept_add(m, out, to);
        break;
    case STMT_FOR:
        show_for(m, s, out);
        break;
    default:
        kept_add(m, out, copy_stmt(&m->copy, s));
        break;
    }
}

/* An object at its beginning:
 *
 *     def up(n):
 *         [n] = [n]; [i] = []; never = []
 *         if len(never) > 0:     the generator's statements, which never run, and [i].append(i)
 *         return the up of (0, [n], [i])                         where i is bound
 *
 * so that the lists have the types of the variables. */
static struct func *make_first(struct machine *m, struct class *c, struct symbol *sym) {
    const struct func *f = m->f;
    struct func *make = begin_func(m, f->name, f->n_params);
    m->copy = (struct copy){.g = &m->g, .left = MOST_EXPRS};
    node_list body = {0};
    for (int i = 0; i < f->n_params; ++i) {
        make->param[i] = f->param[i];
        make->param[i].sym =
            parse_new_param(m->s->p, make, f->param[i].sym->name, f->param[i].sym->span);
        make->param[i].def = f->param[i].def ? kept_copied(m, f->param[i].def) : NULL;
    }
    struct stmt *ret = kept_stmt(m, STMT_RETURN), *never = kept_stmt(m, STMT_IF);
    struct expr *made = ret->expr = sugar_new(&m->g, EXPR_CALL, m->span);
    made->call.fn = sugar_symbol(&m->g, sym, m->span);
    made->call.makes = true;
    made->call.n = c->n_fields;
    made->call.arg = ARENA_ARRAY(m->g.arena, struct expr *, c->n_fields);
    made->call.arg[0] = kept_number(m, 0);
    for (int i = 0; i < m->fields.n; ++i) {
        struct expr *cell = sugar_new(&m->g, EXPR_LIST, m->span);
        cell->list.n = i < f->n_params;
        cell->list.item = ARENA_ARRAY(m->g.arena, struct expr *, 1);
        cell->list.item[0] = kept_name(m, m->fields.item[i]);
        kept_add(m, &body, kept_assign(m, kept_name(m, cell_of(m, m->fields.item[i])), cell));
        made->call.arg[1 + i] = kept_name(m, cell_of(m, m->fields.item[i]));
    }
    struct expr *none = sugar_new(&m->g, EXPR_LIST, m->span);
    none->list.item = ARENA_ARRAY(m->g.arena, struct expr *, 1);
    none->list.item[0] = kept_number(m, 0);
    none->list.n = 1;
    const char *first = cell_of(m, m->state);
    kept_add(m, &body, kept_assign(m, kept_name(m, first), none));
    never->if_.cond = sugar_new(&m->g, EXPR_COMPARE, m->span);
    never->if_.cond->compare.n = 1;
    never->if_.cond->compare.op = ARENA_ARRAY(m->g.arena, enum op, 1);
    never->if_.cond->compare.op[0] = OP_GT;
    never->if_.cond->compare.item = ARENA_ARRAY(m->g.arena, struct expr *, 2);
    struct expr *len = sugar_call(&m->g, IN_BUILTIN, "len", 1, m->span);
    len->call.arg[0] = kept_name(m, first);
    never->if_.cond->compare.item[0] = len;
    never->if_.cond->compare.item[1] = kept_number(m, 1);
    m->at = 0;
    never->if_.then = show_block(m, &f->generator, NULL);
    kept_add(m, &body, never);
    kept_add(m, &body, ret);
    make->body = node_block(&body);
    return make;
}

static void resolve_made(const struct resolver *r, struct func *f) {
    struct resolver inner = {.s = r->s, .arena = r->s->p->arena, .whole = r->whole};
    r->whole(&inner, f);
}

/* Can its objects be of a class? */
static bool may_be_kept(struct resolver *r, const struct func *f) {
    return f->yields && !f->parent && !f->is_method && !f->star_args && !f->rest && !f->decorator &&
           !f->is_async && !f->prelude && parse_owns(r->s->p, f) && copy_may(&f->generator) &&
           !kept_leaves_loop(&f->generator, false);
}

struct symbol *resolve_kept(struct resolver *r, const struct func *of) {
    struct func *f = (struct func *)of;
    if (f->kept || !may_be_kept(r, f)) {
        return f->kept;
    }
    struct machine m = {.s = r->s, .f = f, .span = f->name_span};
    m.g = (struct sugar){r->s, r->s->p->arena, f};
    m.self = kept_interned(&m, "[self]");
    m.state = kept_interned(&m, "[state]");
    for (int i = 0; i < f->n_params; ++i) {
        see_name(&m, f->param[i].sym->name, false);
    }
    webs_bound_block(&f->generator, see_name, &m);
    struct class *c = ARENA_NEW(r->s->p->keep, struct class);
    c->name = kept_interned(&m, "generator");
    c->generator = true;
    c->span = f->name_span;
    struct symbol *sym = scope_new_symbol(r->s, SYM_CLASS, f->name, f->name_span);
    sym->class_ = c;
    c->n_methods = 3;
    c->method = ARENA_ARRAY(r->s->p->keep, struct func *, 3);
    c->method[0] = make_next(&m, c);
    if (m.failed || m.copy.left < 0) {
        return NULL;
    }
    for (int i = 0; i < m.empties.n; ++i) {
        vec_push(m.g.arena, &m.fields, kept_empty_of(&m, m.empties.item[i]));
    }
    c->method[1] = make_method(&m, c, "__iter__", STMT_RETURN);
    c->method[2] = make_method(&m, c, "close", STMT_ASSIGN);
    c->n_fields = 1 + m.fields.n;
    c->field = ARENA_ARRAY(r->s->p->keep, const char *, c->n_fields);
    c->field[0] = m.state;
    memcpy(c->field + 1, m.fields.item, (size_t)m.fields.n * sizeof(*c->field));
    parse_keep_class(r->s->p, c);
    c->make = make_first(&m, c, sym);
    struct symbol *make = scope_new_symbol(r->s, SYM_FUNC, f->name, f->name_span);
    make->func = c->make;
    f->kept = c->make->kept = c->make->sym = make;
    resolve_made(r, c->method[0]);
    resolve_made(r, c->method[1]);
    resolve_made(r, c->method[2]);
    resolve_made(r, c->make);
    return make;
}

/* ---- calls */

bool resolve_keep(struct resolver *r, struct expr *e) {
    const struct func *f = resolve_generator_of(r, e);
    struct symbol *made = f ? resolve_kept(r, f) : NULL;
    struct sugar g = resolve_sugar(r);
    if (made) {
        e->call.fn = sugar_symbol(&g, made, e->call.fn->span);
    }
    return made != NULL;
}

void resolve_keep_call(struct resolver *r, struct expr *e) {
    if (resolve_generator_of(r, e) && !resolve_keep(r, e)) {
        *e = (struct expr){.kind = EXPR_UNSUPPORTED, .id = e->id, .span = e->span};
        e->unsupported = "such a generator in a variable (write list(...) around the call, or the "
                         "call where its values are used)";
    }
}

void resolve_keep_endless(struct resolver *r, struct expr *e) {
    const struct func *f = resolve_generator_of(r, e);
    if (f && resolve_is_endless(&f->generator)) {
        resolve_keep(r, e);
    }
}
