/* Calls with *args, and calls of functions that take them.
 *
 * f(a, *t) is _call_starred(f, (a,) + t), with what f's parameters are called, so that a list may
 * have the wrong number of items. What a function takes as *args is one argument, a tuple; a list
 * where all that the function does with it is done with any sequence. */
#include <string.h>

#include "change.h"
#include "nodes.h"
#include "resolve_private.h"

enum { MOST_ITEMS = 8 };

/* ---- what a function does with its *args */

/* How often a name is used, and used as any sequence is. */
struct uses {
    const char *name;
    int all, plain;
};

static bool takes_sequence(const char *name) {
    static const char *const takers[] = {
        "len", "sum",       "min", "max",    "sorted",   "any", "all",  "list",
        "set", "enumerate", "zip", "filter", "reversed", "map", "join", "frozenset"};
    const char *plain = strncmp(name, "builtins__", 10) == 0 ? name + 10 : name;
    bool takes = strcmp(name, "_rest_of") == 0;
    for (size_t i = 0; i < sizeof takers / sizeof *takers; ++i) {
        takes = takes || strcmp(plain, takers[i]) == 0;
    }
    return takes;
}

static bool is_use(const struct uses *u, const struct expr *e) {
    return e && e->kind == EXPR_NAME && e->name.name == u->name;
}

static bool see(void *context, struct expr **at) {
    struct uses *u = context;
    const struct expr *e = *at, *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    const char *called = fn && fn->kind == EXPR_NAME   ? fn->name.name
                         : fn && fn->kind == EXPR_ATTR ? fn->attr.name
                                                       : "";
    u->all += is_use(u, e);
    for (int i = 0; fn && takes_sequence(called) && i < e->call.n; ++i) {
        u->plain += is_use(u, e->call.arg[i]);
    }
    if (e->kind == EXPR_INDEX && e->index.n == 1) {
        u->plain += is_use(u, e->index.base) && e->index.index[0]->kind != EXPR_SLICE;
    } else if (e->kind == EXPR_COMPARE && e->compare.n == 1) {
        bool in = e->compare.op[0] == OP_IN || e->compare.op[0] == OP_NOT_IN;
        u->plain += in && is_use(u, e->compare.item[1]);
    } else if (e->kind == EXPR_UNARY) {
        u->plain += e->unary.op == OP_NOT && is_use(u, e->unary.a);
    } else if (sugar_starred_item(e)) {
        u->plain += is_use(u, e->starred);
    }
    return false;
}

static void see_stmt(void *context, struct stmt *s) {
    struct uses *u = context;
    u->plain += (s->kind == STMT_FOR && is_use(u, s->for_.iter)) ||
                (s->kind == STMT_IF && is_use(u, s->if_.cond));
}

/* Does a list do for the tuple that f takes as *args? */
static bool takes_list(const struct func *f) {
    struct uses u = {.name = f->param[f->rest - 1].sym->name};
    struct change c = {.context = &u, .expr = see, .stmt = see_stmt};
    change_block(&c, &f->body);
    return f->prelude || u.all == u.plain;
}

/* ---- arguments of such a function */

static struct symbol *helper(struct resolver *r, const char *name) {
    return scope_prelude(r->s, intern_str(r->s->p->names, name));
}

/* The items as one tuple, or as a list if these will do; with starred ones in them,
 * _rest_of(_rest_of((a, b), xs), (c,)). */
static struct expr *joined(struct resolver *r, struct sugar *g, bool lists, struct span span, int n,
                           struct expr **item) {
    struct expr *all = NULL;
    struct symbol *of = helper(r, "_rest_of");
    for (int i = 0; i < n || !all;) {
        struct expr *star = i < n ? sugar_starred_item(item[i]) : NULL, *part = star;
        if (!star || !all) {
            part = sugar_new(g, EXPR_TUPLE, span);
            part->list.item = n > 0 ? item + i : NULL;
            while (i < n && !sugar_starred_item(item[i])) {
                ++part->list.n;
                ++i;
            }
        } else {
            ++i;
        }
        if (all) {
            struct expr *both = node_call(g, of, all);
            both->call.arg = ARENA_ARRAY(g->arena, struct expr *, 3);
            both->call.arg[0] = all;
            both->call.arg[1] = part;
            both->call.arg[2] = node_bool(g, lists, span);
            both->call.n = 3;
            part = both;
        }
        all = part;
    }
    return all;
}

/* The function that a call by name calls, of a class what makes its objects; or NULL. */
static const struct func *called(const struct expr *e, const struct symbol *sym) {
    return !sym && e->call.fn->kind == EXPR_LAMBDA ? e->call.fn->lambda
           : !sym || e->call.makes                 ? NULL
           : sym->kind == SYM_FUNC                 ? sym->func
           : sym->kind == SYM_CLASS                ? sym->class_->make
                                                   : NULL;
}

/* g(*args) of a function that passes its own *args on, to g(a, *rest): g(args[0], args[1:]) */
static bool pass_on(struct resolver *r, struct sugar *g, struct expr *e, int first) {
    struct expr *star = e->call.n == 1 && r->frame ? sugar_starred_item(e->call.arg[0]) : NULL;
    const struct func *fn = star ? r->frame->fn : NULL;
    if (!fn || !fn->rest || star->kind != EXPR_NAME ||
        star->name.name != fn->param[fn->rest - 1].sym->name) {
        return false;
    }
    struct expr **arg = ARENA_ARRAY(g->arena, struct expr *, first + 1);
    for (int i = 0; i < first; ++i) {
        arg[i] =
            node_item(g, node_name(g, star->name.name, star->span), node_int(g, i, star->span));
    }
    struct expr *behind = sugar_new(g, EXPR_SLICE, star->span);
    behind->slice.lo = node_int(g, first, star->span);
    arg[first] = node_item(g, star, behind);
    e->call.arg = arg;
    e->call.n = first + 1;
    e->call.packed = true;
    return true;
}

/* Have texts, lists or arrays a method of this name? */
static bool is_others_method(const struct resolver *r, const char *name) {
    static const char *const of_lists[] = {"append", "extend", "insert", "pop",  "clear", "reverse",
                                           "remove", "index",  "count",  "sort", "copy"};
    const char *of_texts = arena_printf(r->arena, "str__%s", name);
    bool is = op_lookup(IN_METHOD, name) != OP_COUNT ||
              scope_prelude(r->s, intern_str(r->s->p->names, of_texts));
    for (size_t i = 0; i < sizeof of_lists / sizeof *of_lists; ++i) {
        is = is || strcmp(name, of_lists[i]) == 0;
    }
    return is;
}

/* Of x.m(a, b): the method m, where in all classes that have one it takes *args from the same place
 * on; or NULL. */
static const struct func *method_with_rest(const struct resolver *r, const struct expr *fn) {
    const struct func *found = NULL;
    for (int i = 0; fn->kind == EXPR_ATTR && i < r->s->p->classes.n; ++i) {
        const struct func *f = class_method(r->s->p->classes.item[i], fn->attr.name);
        bool fits = f && !f->prelude && f->rest && !f->keywords && f->method == METHOD_PLAIN &&
                    (!found || found->rest == f->rest);
        if (f && !fits) {
            return NULL;
        }
        found = f ? f : found;
    }
    return found && is_others_method(r, fn->attr.name) ? NULL : found;
}

void resolve_rest(struct resolver *r, struct sugar *g, struct expr *e) {
    const struct symbol *sym = sugar_callee(e->call.fn);
    const struct func *f = called(e, sym);
    if (f && !f->prelude && !e->call.packed) {
        resolve_defaults(g, e, f);
    }
    const struct func *method = f || sym || !r->frame ? NULL : method_with_rest(r, e->call.fn);
    int first = f && f->rest ? f->rest - 1 : method ? method->rest - 2 : -1;
    f = method ? method : f;
    if (first < 0 || e->call.packed || (first > 0 && pass_on(r, g, e, first))) {
        return;
    }
    for (int i = 0; i < first && i < e->call.n; ++i) {
        if (sugar_starred_item(e->call.arg[i])) {
            return;
        }
    }
    int n = e->call.n > first ? e->call.n - first : 0;
    struct expr *rest = joined(r, g, takes_list(f), e->span, n, n > 0 ? e->call.arg + first : NULL);
    e->call.packed = true;
    if (e->call.n < first) { /* by keywords or defaults */
        struct keyword *kw = ARENA_ARRAY(g->arena, struct keyword, e->call.n_kw + 1);
        for (int i = 0; i < e->call.n_kw; ++i) {
            kw[i] = e->call.kw[i];
        }
        kw[e->call.n_kw++] = (struct keyword){f->param[f->rest - 1].sym->name, e->span, rest};
        e->call.kw = kw;
        return;
    }
    struct expr **arg = ARENA_ARRAY(g->arena, struct expr *, first + 1);
    for (int i = 0; i < first; ++i) {
        arg[i] = e->call.arg[i];
    }
    arg[first] = rest;
    e->call.arg = arg;
    e->call.n = first + 1;
}

/* ---- f(*t) */

/* The place of the first argument behind a star; -1: there is none. */
static int first_star(const struct expr *e) {
    for (int i = 0; i < e->call.n; ++i) {
        if (sugar_starred_item(e->call.arg[i])) {
            return i;
        }
    }
    return -1;
}

/* How many items there are at least and at most, and what the parameters are called,
 * "outer.<locals>.f a b", "C.__init__ a b", for a list that has another number of them; 0: lists
 * are refused. */
static void add_signature(struct sugar *g, struct expr *call, const struct symbol *sym) {
    const struct class *c =
        sym && sym->kind == SYM_CLASS && !sym->class_->tuple ? sym->class_ : NULL;
    const struct func *f = sym && sym->kind == SYM_FUNC ? sym->func : c ? c->make : NULL;
    bool fits = f && f->n_params > 0 && f->n_params <= MOST_ITEMS && !f->is_lambda && !f->star_args;
    int least = 0;
    for (int i = 0; fits && i < f->n_params; ++i) {
        fits = !f->param[i].kw_only;
        least += !f->param[i].def;
    }
    const char *text = !fits ? "" : c ? arena_printf(g->arena, "%s.__init__", c->name) : f->name;
    for (const struct func *up = fits ? f->parent : NULL; up; up = up->parent) {
        text = arena_printf(g->arena, "%s.<locals>.%s", up->name, text);
    }
    for (int i = 0; fits && i < f->n_params; ++i) {
        text = arena_printf(g->arena, "%s %s", text, f->param[i].sym->name);
    }
    struct expr *e = sugar_new(g, EXPR_STR, call->span);
    e->str.text = text;
    e->str.n = (int)strlen(text);
    call->call.arg[call->call.n++] = node_int(g, fits ? least : 0, call->span);
    call->call.arg[call->call.n++] = node_int(g, fits ? f->n_params : 0, call->span);
    call->call.arg[call->call.n++] = e;
}

/* How many arguments methods of this name take, in all classes that have one; 0: that differs;
 * -1: none has one. */
static int method_takes(const struct resolver *r, const char *name) {
    int n = -1;
    for (int i = 0; i < r->s->p->classes.n; ++i) {
        const struct func *f = class_method(r->s->p->classes.item[i], name);
        bool plain = f && f->method == METHOD_PLAIN && !f->star_args;
        for (int k = 0; plain && k < f->n_params; ++k) {
            plain = !f->param[k].def && !f->param[k].kw_only;
        }
        n = !f || f->prelude ? n : !plain || (n >= 0 && n != f->n_params - 1) ? 0 : f->n_params - 1;
    }
    return n;
}

/* The method of x.m(*t), of a name or its attributes, as a function. */
static bool take_method(struct resolver *r, struct sugar *g, struct expr *e) {
    const struct expr *of = e->call.fn;
    int n = of->kind == EXPR_ATTR && !r->frame->fn->prelude ? method_takes(r, of->attr.name) : 0;
    while (of->kind == EXPR_ATTR) {
        of = of->attr.base;
    }
    if (n > 0 && of->kind == EXPR_NAME) {
        e->call.fn = resolve_as_lambda(r, g, e->call.fn, n);
    }
    return n > 0 && of->kind == EXPR_NAME;
}

/* a.reshape(*s, 1) as a.reshape((*s, 1)): what takes extents, one by one, takes them as a tuple. */
static bool take_extents(struct resolver *r, struct sugar *g, struct expr *e,
                         const struct symbol *sym) {
    static const struct {
        const char *name, *by_tuple;
    } takers[] = {{"reshape", "reshape"},
                  {"transpose", "transpose"},
                  {"rand", "random_sample"},
                  {"randn", "standard_normal"},
                  {"ndindex", "ndindex"}};
    struct expr *fn = e->call.fn;
    bool ours =
        sym && (sym->module == IN_NP_RANDOM || (sym->kind == SYM_FUNC && sym->func->prelude));
    for (size_t i = 0; fn->kind == EXPR_ATTR && i < sizeof takers / sizeof *takers; ++i) {
        bool same = strcmp(fn->attr.name, takers[i].name) == 0;
        if (!same || (sym ? !ours : method_takes(r, fn->attr.name) >= 0)) {
            continue;
        }
        const char *name = intern_str(r->s->p->names, takers[i].by_tuple);
        struct expr *only = e->call.n == 1 ? sugar_starred_item(e->call.arg[0]) : NULL;
        only = only ? only : joined(r, g, false, e->span, e->call.n, e->call.arg);
        e->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
        e->call.arg[0] = only;
        e->call.n = 1;
        fn->attr.sym =
            sym && name != fn->attr.name ? scope_member(r->s, sym->module, name) : fn->attr.sym;
        fn->attr.name = name;
        return true;
    }
    return false;
}

bool resolve_stars(struct resolver *r, struct sugar *g, struct expr *e) {
    int star = first_star(e);
    const struct symbol *sym = sugar_callee(e->call.fn);
    if (star >= 0 && r->frame && e->call.n_kw == 0 && take_extents(r, g, e, sym)) {
        return false;
    }
    if (star < 0 || !r->frame || e->call.n_kw > 0 || (!sym && !take_method(r, g, e))) {
        return false;
    }
    bool prelude = sym && sym->kind == SYM_FUNC && sym->func->prelude &&
                   strncmp(sym->func->prelude, "operator.", 9) != 0;
    const struct func *f = called(e, sym);
    if (prelude || (f && f->rest)) {
        return false; /* functions that take a tuple of them */
    }
    if (sym && sym->kind == SYM_OP && sym->module == IN_BUILTIN && resolve_operands(sym) == 2) {
        struct symbol *several = helper(r, "_several"); /* min, max */
        struct expr *items = joined(r, g, true, e->span, e->call.n, e->call.arg);
        struct expr *name = sugar_new(g, EXPR_STR, e->span);
        name->str.text = sym->name;
        name->str.n = (int)strlen(sym->name);
        e->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
        e->call.arg[0] = node_call2(g, several, items, name);
        e->call.n = 1;
        return false;
    }
    bool value = !sym || sym->kind == SYM_FUNC || sym->kind == SYM_LOCAL ||
                 sym->kind == SYM_CLASS || resolve_operands(sym) > 0;
    struct symbol *apply = helper(r, "_call_starred");
    if (!apply || !value) {
        return false;
    }
    struct expr *only = e->call.n == 1 ? sugar_starred_item(e->call.arg[0]) : NULL;
    struct expr *all = only ? only : joined(r, g, true, e->span, e->call.n, e->call.arg);
    struct expr *fn = sugar_new(g, EXPR_NAME, e->call.fn->span);
    fn->name.name = apply->name;
    fn->name.sym = (struct symbol *)apply;
    e->call.arg = ARENA_ARRAY(g->arena, struct expr *, 5);
    e->call.arg[0] = e->call.fn;
    e->call.arg[1] = all;
    e->call.fn = fn;
    e->call.n = 2;
    add_signature(g, e, sym);
    resolve_call(r, e);
    return true;
}
