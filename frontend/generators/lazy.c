/* Iterators over iterators. What itertools, zip, enumerate, map and filter give is a list
 * elsewhere; of an object with a method __next__ it is an object with one, by a function of the
 * prelude whose name begins with _lazy_:
 *
 *     zip(xs, fib())      ->      _lazy_zip(_iter(xs), fib())
 *
 * Whether an argument is such an object is told by its form: a call of what makes one, or a name
 * that is bound to such calls only. */
#include <string.h>

#include "change.h"
#include "generators.h"
#include "nodes.h"
#include "unroll.h"
#include "webs_bound.h"

enum { MOST_DEPTH = 8 };

/* Functions with a form for iterators: the first argument that is one, and how many there may be.
 */
struct lazy {
    const char *name;
    int first, most;
    bool several; /* further arguments are iterables, too */
    bool takes;   /* what it gives is no iterator */
};

static const struct lazy lazy[] = {
    {"zip", 0, 3, true, false},        {"chain", 0, 3, true, false},
    {"map", 1, 3, true, false},        {"enumerate", 0, 2, false, false},
    {"filter", 1, 2, false, false},    {"filterfalse", 1, 2, false, false},
    {"islice", 0, 4, false, false},    {"takewhile", 1, 2, false, false},
    {"dropwhile", 1, 2, false, false}, {"any", 0, 1, false, true},
    {"all", 0, 1, false, true},        {"generator", 1, 2, false, false},
    {"flat", 1, 2, false, false},
};

static struct symbol *helper(struct resolver *r, const char *name) {
    struct symbol *sym = scope_prelude_given(r->s, intern_str(r->s->p->names, name));
    return sym && sym->kind == SYM_FUNC ? sym : NULL;
}

/* ---- what is called */

/* The innermost function around that binds the name; NULL: none does. */
static const struct func *binder(struct resolver *r, const char *name) {
    for (const struct frame *fr = r->frame; fr; fr = fr->up) {
        bool param = false;
        for (int i = 0; i < fr->fn->n_params; ++i) {
            param = param || strcmp(fr->fn->param[i].sym->name, name) == 0;
        }
        if (param || unroll_binds(&fr->fn->body, name)) {
            return fr->fn;
        }
    }
    return NULL;
}

/* What an import in a function around binds the name to; NULL: none does. */
static const struct symbol *imported_here(struct resolver *r, const char *name) {
    for (const struct frame *fr = r->frame; fr; fr = fr->up) {
        const struct local *l = map_get(&fr->locals, name);
        if (l) {
            return l->sym->kind == SYM_LOCAL ? NULL : l->sym;
        }
        const struct func_notes *notes = r->s->p->notes.item[fr->fn->id];
        for (int i = 0; i < notes->imports.n; ++i) { /* before its names are bound */
            const struct binding *b = &notes->imports.item[i];
            if (b->kind != BIND_STAR && strcmp(b->name, name) == 0) {
                return unroll_binds(&fr->fn->body, name) ? NULL : scope_import(r->s, b);
            }
        }
    }
    return NULL;
}

static const struct symbol *symbol_of(struct resolver *r, const struct expr *name) {
    const struct symbol *imported = imported_here(r, name->name.name);
    const char *ours = name->name.name[0] == '.' ? name->name.name + 1 : NULL; /* by the parser */
    return name->name.sym               ? name->name.sym
           : imported                   ? imported
           : ours                       ? scope_prelude(r->s, intern_str(r->s->p->names, ours))
           : binder(r, name->name.name) ? NULL
                                        : scope_lookup(r->s, name->name.name);
}

static const struct symbol *callee_of(struct resolver *r, const struct expr *fn) {
    if (fn->kind == EXPR_NAME) {
        return symbol_of(r, fn);
    }
    if (fn->kind != EXPR_ATTR || fn->attr.sym || fn->attr.base->kind != EXPR_NAME) {
        return fn->kind == EXPR_ATTR ? fn->attr.sym : NULL;
    }
    const struct symbol *of = symbol_of(r, fn->attr.base);
    bool library = of && of->kind == SYM_MODULE && of->module == IN_ITERTOOLS;
    return library ? scope_member(r->s, IN_ITERTOOLS, fn->attr.name) : NULL;
}

/* The name of a function of Python's; "": it is none. */
static const char *name_of(const struct expr *fn, const struct symbol *sym) {
    static const char *const before[] = {"itertools__", "builtins__", "_lazy_"};
    if (sym && sym->kind == SYM_FUNC && sym->func->prelude) {
        const char *name = sym->func->name;
        for (size_t i = 0; i < sizeof before / sizeof before[0]; ++i) {
            size_t n = strlen(before[i]);
            name += strncmp(name, before[i], n) == 0 ? n : 0;
        }
        return name;
    }
    return sym && sym->module == IN_BUILTIN && fn->kind == EXPR_NAME ? fn->name.name : "";
}

const char *resolve_python_name(struct resolver *r, const struct expr *fn) {
    return name_of(fn, callee_of(r, fn));
}

static const struct lazy *lazy_of(const char *name) {
    for (size_t i = 0; i < sizeof lazy / sizeof lazy[0]; ++i) {
        if (strcmp(lazy[i].name, name) == 0) {
            return &lazy[i];
        }
    }
    return NULL;
}

/* ---- what is an iterator */

static bool is_stepper(struct resolver *r, const struct expr *e, int depth);

static bool takes_stepper(struct resolver *r, const struct lazy *l, const struct expr *e,
                          int depth) {
    bool found = false;
    for (int i = l->first; i < (l->several ? e->call.n : l->first + 1) && i < e->call.n; ++i) {
        found = found || is_stepper(r, e->call.arg[i], depth);
    }
    return found && e->call.n <= l->most;
}

struct count {
    const char *name;
    int n;
};

static void count_bound(void *context, const char *name, bool def) {
    struct count *c = context;
    (void)def;
    c->n += strcmp(name, c->name) == 0;
}

/* How many statements bind the name to an iterator. */
static int count_steppers(struct resolver *r, const struct block *b, const char *name, int depth) {
    int n = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        if (s->kind == STMT_ASSIGN && s->assign.n == 1 && s->assign.value) {
            const struct expr *to = s->assign.target[0];
            n += to->kind == EXPR_NAME && strcmp(to->name.name, name) == 0 &&
                 is_stepper(r, s->assign.value, depth);
        } else if (s->kind == STMT_IF) {
            n += count_steppers(r, &s->if_.then, name, depth) +
                 count_steppers(r, &s->if_.els, name, depth);
        } else if (s->kind == STMT_WHILE) {
            n += count_steppers(r, &s->while_.body, name, depth) +
                 count_steppers(r, &s->while_.els, name, depth);
        } else if (s->kind == STMT_FOR) {
            n += count_steppers(r, &s->for_.body, name, depth) +
                 count_steppers(r, &s->for_.els, name, depth);
        }
    }
    return n;
}

/* All that the name is bound to is an iterator. */
static bool holds_stepper(struct resolver *r, const char *name, int depth) {
    const struct func *f = binder(r, name);
    struct count all = {name, 0};
    for (int i = 0; f && i < f->n_params; ++i) {
        if (strcmp(f->param[i].sym->name, name) == 0) {
            return false;
        }
    }
    if (f) {
        webs_bound_block(&f->body, count_bound, &all);
    }
    return all.n > 0 && count_steppers(r, &f->body, name, depth) == all.n;
}

static bool is_stepper(struct resolver *r, const struct expr *e, int depth) {
    if (depth > MOST_DEPTH || e->kind != EXPR_CALL) {
        return depth <= MOST_DEPTH && e->kind == EXPR_NAME &&
               holds_stepper(r, e->name.name, depth + 1);
    }
    const struct expr *fn = e->call.fn;
    if (fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "__enter__") == 0) {
        return is_stepper(r, fn->attr.base, depth + 1); /* with open(p) as f */
    }
    const struct func *f = resolve_generator_of(r, e);
    if (f) {
        return resolve_is_endless(&f->generator) && resolve_kept(r, f);
    }
    const struct symbol *sym = callee_of(r, e->call.fn);
    if (sym && sym->kind == SYM_CLASS) {
        return sym->class_ && class_method(sym->class_, "__next__");
    }
    const char *name = name_of(e->call.fn, sym);
    const struct lazy *l = lazy_of(name);
    return (sym && sym->kind == SYM_FUNC && sym->func->kept == sym) || strcmp(name, "iter") == 0 ||
           strcmp(name, "_iter") == 0 || strcmp(name, "_range_iter") == 0 ||
           strcmp(name, "count") == 0 || strcmp(name, "cycle") == 0 || strcmp(name, "open") == 0 ||
           (l && !l->takes && takes_stepper(r, l, e, depth + 1));
}

bool resolve_is_stepper(struct resolver *r, const struct expr *e) {
    return r->frame && !r->frame->fn->prelude && helper(r, "_iter") && is_stepper(r, e, 0);
}

/* ---- calls */

/* iter(e), and a counter for range(...) */
static struct expr *iterator_of(struct resolver *r, struct sugar *g, struct expr *e) {
    struct symbol *counter = helper(r, "_range_iter"), *iter = helper(r, "_iter");
    bool range = e->kind == EXPR_CALL && e->call.n_kw == 0 &&
                 strcmp(resolve_python_name(r, e->call.fn), "range") == 0;
    if (range && counter) {
        e->call.fn = sugar_symbol(g, counter, e->call.fn->span);
        return e;
    }
    return resolve_keep(r, e) || !iter ? e : node_call(g, iter, e);
}

static bool has_star(const struct expr *e) {
    bool found = false;
    for (int i = 0; i < e->call.n; ++i) {
        found = found || sugar_starred_item(e->call.arg[i]);
    }
    return found;
}

bool resolve_lazy(struct resolver *r, struct sugar *g, struct expr *e) {
    if (!r->frame || r->frame->fn->prelude || !helper(r, "_iter") || has_star(e)) {
        return false;
    }
    const struct lazy *l = lazy_of(resolve_python_name(r, e->call.fn));
    bool keyed = e->call.n_kw > 0 && strcmp(l ? l->name : "", "enumerate") != 0;
    if (!l || keyed || !takes_stepper(r, l, e, 0)) {
        return false;
    }
    struct symbol *form = helper(r, arena_printf(r->arena, "_lazy_%s", l->name));
    if (!form) {
        return false;
    }
    e->call.fn = sugar_symbol(g, form, e->call.fn->span);
    for (int i = l->first; i < (l->several ? e->call.n : l->first + 1); ++i) {
        e->call.arg[i] = iterator_of(r, g, e->call.arg[i]);
    }
    return true;
}

bool resolve_in_iterator(struct resolver *r, struct sugar *g, struct expr *e) {
    enum op op = e->compare.n == 1 ? e->compare.op[0] : OP_COUNT;
    bool in = (op == OP_IN || op == OP_NOT_IN) && resolve_is_stepper(r, e->compare.item[1]);
    struct symbol *has = in ? helper(r, "_iter_has") : NULL;
    if (!has) {
        return false;
    }
    struct expr *call = node_call(g, has, e->compare.item[0]);
    call->call.n = 2;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, 2);
    call->call.arg[0] = e->compare.item[0];
    call->call.arg[1] = e->compare.item[1];
    resolve_keep_call(r, call->call.arg[1]);
    struct expr *is = op == OP_IN ? call : node_not(g, call);
    is->id = e->id;
    *e = *is;
    return true;
}

/* ---- what next() asks */

/* The names that next() is called of. */
struct asked {
    struct resolver *r;
    struct sugar *g;
    VEC(const char *) names;
};

static bool see_next(void *context, struct expr **at) {
    struct asked *a = context;
    const struct expr *e = *at, *of = e->kind == EXPR_CALL && e->call.n > 0 ? e->call.arg[0] : NULL;
    if (of && of->kind == EXPR_NAME && e->call.fn->kind == EXPR_NAME &&
        strcmp(e->call.fn->name.name, "next") == 0) {
        vec_push(a->r->arena, &a->names, of->name.name);
    }
    return false;
}

/* Functions that take all of what they are given before they give the first item. */
static bool takes_first(const char *name) {
    static const char *const names[] = {"combinations", "combinations_with_replacement",
                                        "permutations", "product"};
    bool takes = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        takes = takes || strcmp(name, names[i]) == 0;
    }
    return takes;
}

/* x = map(f, xs) becomes x = map(f, iter(xs)), x = product(xs) x = iter(product(xs)). */
static void give_iterator(void *context, struct stmt *s) {
    struct asked *a = context;
    const struct expr *to = s->kind == STMT_ASSIGN && s->assign.n == 1 ? s->assign.target[0] : NULL;
    struct expr *value = to && to->kind == EXPR_NAME ? s->assign.value : NULL;
    bool asked = false;
    for (int i = 0; value && value->kind == EXPR_CALL && i < a->names.n; ++i) {
        asked = asked || a->names.item[i] == to->name.name;
    }
    if (!asked || has_star(value) || is_stepper(a->r, value, 0)) {
        return;
    }
    const char *name = resolve_python_name(a->r, value->call.fn);
    const struct lazy *l = lazy_of(name);
    if (l && !l->takes && value->call.n > l->first) {
        value->call.arg[l->first] = iterator_of(a->r, a->g, value->call.arg[l->first]);
    } else if (takes_first(name)) {
        s->assign.value = iterator_of(a->r, a->g, value);
    }
}

void resolve_asked(struct resolver *r, struct func *f) {
    struct sugar g = resolve_sugar(r);
    struct asked a = {.r = r, .g = &g};
    if (f->prelude || !helper(r, "_iter")) {
        return;
    }
    change_block(&(struct change){.context = &a, .expr = see_next}, &f->body);
    if (a.names.n > 0) {
        change_block(&(struct change){.context = &a, .stmt = give_iterator}, &f->body);
    }
}
