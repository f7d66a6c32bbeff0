/* Names in functions, by Python's rules: what a function binds anywhere in its body is its local;
 * other names are looked up outwards, and those found in an enclosing function are captures of
 * every function in between.
 *
 * Two walks per function: one collects what it binds, one resolves. A function's locals are
 * complete before the bodies of its nested functions are looked at. */
#include "scope_private.h"

#include <string.h>

#include "library.h"
#include "prelude.h"

/* A local name while its function is collected. */
struct local {
    struct symbol *sym;
    struct stmt *def; /* STMT_DEF, or assignment of a lambda, that binds it */
    int n_bound;
    int n_def; /* of these, by def */
};

/* A function being resolved, and the chain outwards. */
struct frame {
    struct frame *up;
    struct func *fn;
    struct map locals; /* name to struct local, then captured names too */
    VEC(struct local *) order;
    VEC(struct symbol *) captures;
    bool reports; /* undefined names are errors: the outermost function is annotated */
    struct map mentioned;
};

/* `user` calls or names `used`, which may need captures that `user` then needs as well. */
struct reference {
    struct func *user;
    struct func *used;
};

struct resolver {
    struct scopes *s;
    struct arena *arena;
    struct frame *frame;              /* innermost; NULL for the module's own code */
    VEC(struct reference) references; /* between functions of the current outermost one */
};

static void resolve_func(struct resolver *r, struct func *f);
static void resolve_block(struct resolver *r, const struct block *b);
static void resolve_expr(struct resolver *r, struct expr *e);

/* ---- what a function binds */

static struct local *local_of(struct resolver *r, const char *name, struct span span) {
    struct frame *fr = r->frame;
    struct local *l = map_get(&fr->locals, name);
    if (!l) {
        l = ARENA_NEW(r->arena, struct local);
        l->sym = scope_new_symbol(r->s, SYM_LOCAL, name, span);
        l->sym->owner = fr->fn;
        map_set(r->arena, &fr->locals, name, l);
        vec_push(r->arena, &fr->order, l);
    }
    return l;
}

static struct local *bind_local(struct resolver *r, const char *name, struct span span) {
    struct local *l = local_of(r, name, span);
    ++l->n_bound;
    ++l->sym->n_assigned;
    return l;
}

static void collect_target(struct resolver *r, const struct expr *e) {
    if (e->kind == EXPR_NAME) {
        bind_local(r, e->name.name, e->span);
    } else if (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) {
        for (int i = 0; i < e->list.n; ++i) {
            collect_target(r, e->list.item[i]);
        }
    }
}

static void collect_assign(struct resolver *r, struct stmt *s) {
    for (int i = 0; i < s->assign.n; ++i) {
        collect_target(r, s->assign.target[i]);
    }
    const struct expr *value = s->assign.value;
    const struct expr *target = s->assign.target[0];
    if (s->assign.n == 1 && target->kind == EXPR_NAME && value && value->kind == EXPR_LAMBDA) {
        local_of(r, target->name.name, target->span)->def = s;
    }
}

static void collect_def(struct resolver *r, struct stmt *s) {
    struct local *l = bind_local(r, s->def->name, s->def->name_span);
    l->def = s;
    ++l->n_def;
}

static void collect_block(struct resolver *r, const struct block *b);

static void collect_stmt(struct resolver *r, struct stmt *s) {
    switch (s->kind) {
    case STMT_ASSIGN:
        collect_assign(r, s);
        break;
    case STMT_AUGASSIGN:
        collect_target(r, s->aug.target);
        break;
    case STMT_IF:
        collect_block(r, &s->if_.then);
        collect_block(r, &s->if_.els);
        break;
    case STMT_WHILE:
        collect_block(r, &s->while_.body);
        collect_block(r, &s->while_.els);
        break;
    case STMT_FOR:
        collect_target(r, s->for_.target);
        collect_block(r, &s->for_.body);
        collect_block(r, &s->for_.els);
        break;
    case STMT_DEF:
        collect_def(r, s);
        break;
    default:
        break;
    }
}

static void collect_block(struct resolver *r, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        collect_stmt(r, b->item[i]);
    }
}

static void collect_params(struct resolver *r, const struct func *f) {
    for (int i = 0; i < f->n_params; ++i) {
        struct symbol *sym = f->param[i].sym;
        if (map_get(&r->frame->locals, sym->name)) {
            diag_error(r->s->p->diag, DIAG_PY101, sym->span,
                       "duplicate parameter '%s' in function definition", sym->name);
            continue;
        }
        struct local *l = ARENA_NEW(r->arena, struct local);
        l->sym = sym;
        l->n_bound = 1;
        map_set(r->arena, &r->frame->locals, sym->name, l);
        vec_push(r->arena, &r->frame->order, l);
    }
}

static void collect_imports(struct resolver *r, const struct func_notes *notes) {
    for (int i = 0; i < notes->imports.n; ++i) {
        const struct binding *b = &notes->imports.item[i];
        struct local *l = b->kind == BIND_STAR ? NULL : bind_local(r, b->name, b->span);
        if (l && l->n_bound == 1) {
            l->sym = scope_import(r->s, b);
        }
    }
}

static void collect_mentioned(struct resolver *r, const struct func_notes *notes) {
    for (int i = 0; i < notes->mentioned.n; ++i) {
        map_set(r->arena, &r->frame->mentioned, notes->mentioned.item[i], r);
    }
}

/* A name bound once, by a def or to a lambda, means that function. */
static void settle_local(struct local *l) {
    if (!l->def) {
        return;
    }
    if (l->n_bound == 1) {
        struct func *f = l->def->kind == STMT_DEF ? l->def->def : l->def->assign.value->lambda;
        l->def->kind = STMT_DEF;
        l->def->def = f;
        l->sym->kind = SYM_FUNC;
        l->sym->func = f;
        l->sym->n_assigned = 0;
        f->sym = l->sym;
    } else if (l->n_def > 0) {
        l->def->kind = STMT_UNSUPPORTED;
        l->def->unsupported = "nested function whose name is bound again";
    }
}

/* ---- looking up */

static void capture(struct resolver *r, struct frame *from, const struct frame *to,
                    struct local *l) {
    for (struct frame *fr = from; fr != to; fr = fr->up) {
        map_set(r->arena, &fr->locals, l->sym->name, l);
        if (l->sym->kind == SYM_LOCAL) {
            vec_push(r->arena, &fr->captures, l->sym);
        }
    }
}

static bool is_mentioned(const struct frame *fr, const char *name) {
    for (; fr; fr = fr->up) {
        if (map_get(&fr->mentioned, name)) {
            return true;
        }
    }
    return false;
}

/* Names visible here, for "did you mean". */
static const char *closest(struct resolver *r, const char *name) {
    VEC(const char *) all = {0};
    for (const struct frame *fr = r->frame; fr; fr = fr->up) {
        for (int i = 0; i < fr->order.n; ++i) {
            vec_push(r->arena, &all, fr->order.item[i]->sym->name);
        }
    }
    const char *best = diag_closest(name, all.item, all.n);
    int n;
    const char *const *names = scope_names(r->s, &n);
    best = best ? best : diag_closest(name, names, n);
    names = op_names(IN_BUILTIN, &n);
    best = best ? best : diag_closest(name, names, n);
    names = library_builtins(&n);
    return best ? best : diag_closest(name, names, n);
}

/* A module whose function of this name the user may have meant to import. */
static const char *forgotten_import(const char *name) {
    if (op_lookup(IN_PYCC, name) != OP_COUNT) {
        return "from pycc import ";
    }
    if (op_lookup(IN_MATH, name) != OP_COUNT) {
        return "from math import ";
    }
    return op_lookup(IN_NP, name) != OP_COUNT ? "from numpy import " : NULL;
}

enum { MAX_SUGGESTIONS = 100 };

static void report_undefined(struct resolver *r, const char *name, struct span span) {
    struct parser *p = r->s->p;
    if (!r->frame || !r->frame->reports || p->broken || is_mentioned(r->frame, name)) {
        return;
    }
    struct diag_message *m =
        diag_error(p->diag, DIAG_PY201, span, "name '%s' is not defined", name);
    if (p->diag->errors > MAX_SUGGESTIONS) {
        return;
    }
    const char *import = forgotten_import(name);
    const char *like = import ? NULL : closest(r, name);
    if (import) {
        diag_fix(p->diag, m, "add '%s%s'", import, name);
    } else if (like) {
        diag_fix(p->diag, m, "did you mean '%s'?", like);
    }
}

static void refer(struct resolver *r, const struct symbol *sym) {
    if (sym->kind == SYM_FUNC && sym->func->parent && r->frame) {
        struct reference ref = {r->frame->fn, sym->func};
        vec_push(r->arena, &r->references, ref);
    }
}

/* The symbol of a name where the walk stands; NULL, and reported, when there is none. */
static struct symbol *lookup(struct resolver *r, const char *name, struct span span) {
    for (struct frame *fr = r->frame; fr; fr = fr->up) {
        struct local *l = map_get(&fr->locals, name);
        if (l) {
            capture(r, r->frame, fr, l);
            refer(r, l->sym);
            return l->sym;
        }
    }
    bool ours = r->frame && r->frame->fn->prelude;
    struct symbol *sym = ours ? scope_prelude(r->s, name) : scope_lookup(r->s, name);
    if (!sym) {
        report_undefined(r, name, span);
    }
    return sym;
}

/* ---- expressions */

/* np.newaxis is None. */
static void settle_symbol(struct expr *e, const struct symbol *sym) {
    if (sym && sym->kind == SYM_VALUE && sym->name[0] == 'n' && sym->name[1] == 'e') {
        e->kind = EXPR_NONE;
    }
}

static void resolve_attr(struct resolver *r, struct expr *e) {
    struct expr *base = e->attr.base;
    resolve_expr(r, base);
    const struct symbol *of = base->kind == EXPR_NAME   ? base->name.sym
                              : base->kind == EXPR_ATTR ? base->attr.sym
                                                        : NULL;
    if (of && of->kind == SYM_MODULE) {
        e->attr.sym = scope_member(r->s, of->module, e->attr.name);
        settle_symbol(e, e->attr.sym);
    }
}

static void resolve_list(struct resolver *r, int n, struct expr **item) {
    for (int i = 0; i < n; ++i) {
        resolve_expr(r, item[i]);
    }
}

/* a.var(0) is np.var(a, 0). */
static void resolve_method(struct resolver *r, struct expr *e) {
    struct expr *fn = e->call.fn;
    const struct symbol *of = fn->kind != EXPR_ATTR              ? NULL
                              : fn->attr.base->kind == EXPR_NAME ? fn->attr.base->name.sym
                                                                 : NULL;
    if (fn->kind != EXPR_ATTR || fn->attr.sym || (of && of->kind == SYM_MODULE)) {
        return;
    }
    if (prelude_is_method(fn->attr.name)) {
        fn->attr.sym = scope_member(r->s, IN_NP, fn->attr.name);
    }
    if (fn->attr.sym) {
        struct expr **arg = ARENA_ARRAY(r->arena, struct expr *, e->call.n + 1);
        arg[0] = fn->attr.base;
        for (int i = 0; i < e->call.n; ++i) {
            arg[1 + i] = e->call.arg[i];
        }
        e->call.arg = arg;
        e->call.n++;
    }
}

static void resolve_call(struct resolver *r, struct expr *e) {
    resolve_expr(r, e->call.fn);
    resolve_list(r, e->call.n, e->call.arg);
    for (int i = 0; i < e->call.n_kw; ++i) {
        resolve_expr(r, e->call.kw[i].value);
    }
    resolve_method(r, e);
}

static void resolve_expr(struct resolver *r, struct expr *e) {
    if (!e) {
        return;
    }
    switch (e->kind) {
    case EXPR_NAME:
        e->name.sym = lookup(r, e->name.name, e->span);
        settle_symbol(e, e->name.sym);
        break;
    case EXPR_ATTR:
        resolve_attr(r, e);
        break;
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_DICT:
        resolve_list(r, e->list.n, e->list.item);
        break;
    case EXPR_UNARY:
        resolve_expr(r, e->unary.a);
        break;
    case EXPR_BINARY:
        resolve_expr(r, e->binary.a);
        resolve_expr(r, e->binary.b);
        break;
    case EXPR_BOOLOP:
        resolve_list(r, e->boolop.n, e->boolop.item);
        break;
    case EXPR_COMPARE:
        resolve_list(r, e->compare.n + 1, e->compare.item);
        break;
    case EXPR_COND:
        resolve_expr(r, e->cond.cond);
        resolve_expr(r, e->cond.then);
        resolve_expr(r, e->cond.els);
        break;
    case EXPR_CALL:
        resolve_call(r, e);
        break;
    case EXPR_INDEX:
        resolve_expr(r, e->index.base);
        resolve_list(r, e->index.n, e->index.index);
        break;
    case EXPR_SLICE:
        resolve_expr(r, e->slice.lo);
        resolve_expr(r, e->slice.hi);
        resolve_expr(r, e->slice.step);
        break;
    case EXPR_LAMBDA:
        if (r->frame) {
            resolve_func(r, e->lambda);
        }
        break;
    default:
        break;
    }
}

/* ---- statements */

/* The parser took the name for granted; a class of the user's is not supported. */
static void resolve_raise(struct resolver *r, struct stmt *s) {
    resolve_expr(r, s->raise.message);
    struct symbol *sym = lookup(r, s->raise.exception->name, s->raise.exception->span);
    s->raise.exception = sym;
    if (!sym || sym->kind != SYM_EXCEPTION) {
        s->kind = STMT_UNSUPPORTED;
        s->unsupported = "raise of anything but a built-in exception";
    }
}

static void resolve_stmt(struct resolver *r, struct stmt *s) {
    switch (s->kind) {
    case STMT_EXPR:
    case STMT_RETURN:
        resolve_expr(r, s->expr);
        break;
    case STMT_ASSIGN:
        resolve_expr(r, s->assign.value);
        resolve_list(r, s->assign.n, s->assign.target);
        break;
    case STMT_AUGASSIGN:
        resolve_expr(r, s->aug.target);
        resolve_expr(r, s->aug.value);
        break;
    case STMT_IF:
        resolve_expr(r, s->if_.cond);
        resolve_block(r, &s->if_.then);
        resolve_block(r, &s->if_.els);
        break;
    case STMT_WHILE:
        resolve_expr(r, s->while_.cond);
        resolve_block(r, &s->while_.body);
        resolve_block(r, &s->while_.els);
        break;
    case STMT_FOR:
        resolve_expr(r, s->for_.iter);
        resolve_expr(r, s->for_.target);
        resolve_block(r, &s->for_.body);
        resolve_block(r, &s->for_.els);
        break;
    case STMT_ASSERT:
        resolve_expr(r, s->assert_.cond);
        resolve_expr(r, s->assert_.message);
        break;
    case STMT_RAISE:
        resolve_raise(r, s);
        break;
    case STMT_DEF:
        resolve_func(r, s->def);
        break;
    default:
        break;
    }
}

static void resolve_block(struct resolver *r, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        resolve_stmt(r, b->item[i]);
    }
}

/* ---- functions */

static void collect_func(struct resolver *r, struct func *f) {
    const struct func_notes *notes = r->s->p->notes.item[f->id];
    collect_params(r, f);
    collect_imports(r, notes);
    collect_mentioned(r, notes);
    collect_block(r, &f->body);
    for (int i = 0; i < r->frame->order.n; ++i) {
        settle_local(r->frame->order.item[i]);
    }
}

/* Default values belong to the scope around the function. */
static void resolve_func(struct resolver *r, struct func *f) {
    for (int i = 0; i < f->n_params; ++i) {
        resolve_expr(r, f->param[i].def);
    }
    struct frame frame = {.up = r->frame, .fn = f};
    frame.reports = r->frame ? r->frame->reports : f->n_signatures > 0;
    r->frame = &frame;
    collect_func(r, f);
    resolve_block(r, &f->body);
    f->n_captures = frame.captures.n;
    f->capture = frame.captures.item;
    r->frame = frame.up;
}

/* ---- captures through calls of nested functions */

static bool has_capture(const struct func *f, const struct symbol *sym) {
    for (int i = 0; i < f->n_captures; ++i) {
        if (f->capture[i] == sym) {
            return true;
        }
    }
    return sym->owner == f;
}

static void add_capture(struct arena *a, struct func *f, struct symbol *sym) {
    struct symbol **all = ARENA_ARRAY(a, struct symbol *, f->n_captures + 1);
    for (int i = 0; i < f->n_captures; ++i) {
        all[i] = f->capture[i];
    }
    all[f->n_captures++] = sym;
    f->capture = all;
}

/* Gives user, and the functions around it, what used captures. */
static bool pass_captures(struct resolver *r, const struct reference *ref) {
    bool changed = false;
    for (int i = 0; i < ref->used->n_captures; ++i) {
        struct symbol *sym = ref->used->capture[i];
        for (struct func *f = ref->user; f && !has_capture(f, sym); f = f->parent) {
            add_capture(r->arena, f, sym);
            changed = true;
        }
    }
    return changed;
}

static void close_captures(struct resolver *r) {
    bool changed = r->references.n > 0;
    while (changed) {
        changed = false;
        for (int i = 0; i < r->references.n; ++i) {
            changed = pass_captures(r, &r->references.item[i]) || changed;
        }
    }
    r->references.n = 0;
}

void scope_expr(struct scopes *s, struct expr *e) {
    struct resolver r = {.s = s, .arena = s->p->arena};
    resolve_expr(&r, e);
}

void scope_functions(struct scopes *s) {
    struct resolver r = {.s = s, .arena = s->p->arena};
    for (int i = 0; i < s->p->funcs.n; ++i) {
        if (!s->p->funcs.item[i]->parent) {
            resolve_func(&r, s->p->funcs.item[i]);
            close_captures(&r);
        }
    }
}
