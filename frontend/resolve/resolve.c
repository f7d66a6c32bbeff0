/* Names in expressions, by Python's rules: a local of the function, of one around it, or a name of
 * the module or the builtins. Those found in an enclosing function are captures of every function
 * in between. */
#include "resolve_private.h"

#include <string.h>

#include "copy.h"
#include "library.h"
#include "prelude.h"

/* ---- looking up */

static void capture(struct resolver *r, struct frame *from, const struct frame *to,
                    const char *name, struct local *l) {
    for (struct frame *fr = from; fr != to; fr = fr->up) {
        map_set(r->arena, &fr->locals, name, l);
        if (l->sym->kind == SYM_LOCAL) {
            vec_push(r->arena, &fr->captures, l->sym);
        }
    }
}

static struct stmt *assignment(struct resolver *r, struct symbol *sym, struct expr *value) {
    struct sugar g = resolve_sugar(r);
    struct stmt *s = ARENA_NEW(r->arena, struct stmt);
    s->kind = STMT_ASSIGN;
    s->span = value->span;
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(r->arena, struct expr *, 1);
    s->assign.target[0] = sugar_symbol(&g, sym, value->span);
    s->assign.value = value;
    return s;
}

static struct symbol *table_symbol(struct resolver *r, const struct symbol *sym) {
    struct symbol *local = scope_new_symbol(r->s, SYM_LOCAL, sym->name, sym->span);
    local->owner = r->top->fn;
    local->n_assigned = 1;
    return local;
}

enum { MAX_TABLE = 2000 }; /* expressions in an array of the module */

/* An array of a module, which the function makes anew where it begins, and only shows. */
static struct local *table(struct resolver *r, const struct symbol *sym, const char *name) {
    struct sugar g = resolve_sugar(r);
    struct copy c = {.g = &g, .left = MAX_TABLE};
    struct expr *value = copy_expr(&c, sym->value);
    if (c.left < 0) {
        return NULL;
    }
    struct frame *inner = r->frame;
    struct scopes *here = r->s;
    struct frame module = {.fn = r->top->fn};
    struct local *l = ARENA_NEW(r->arena, struct local);
    struct symbol *made = table_symbol(r, sym);
    l->sym = table_symbol(r, sym);
    r->frame = &module;
    r->s = sym->home;
    resolve_expr(r, value);
    r->frame = inner;
    r->s = here;
    vec_push(r->arena, &r->tables, assignment(r, made, value));
    vec_push(r->arena, &r->tables, assignment(r, l->sym, sugar_shown(&g, made, value->span)));
    map_set(r->arena, &r->top->locals, name, l);
    return l;
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
    const char **builtin = ARENA_ARRAY(r->arena, const char *, op_names(IN_BUILTIN, NULL));
    best = best ? best : diag_closest(name, builtin, op_names(IN_BUILTIN, builtin));
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

/* The symbol that a name of a module gives where the walk stands: an array is made anew. */
static struct symbol *settle_table(struct resolver *r, struct symbol *sym, const char *name) {
    struct local *l = NULL;
    if (sym && sym->kind == SYM_GLOBAL && sym->value && r->top) {
        l = map_get(&r->top->locals, name);
        l = l ? l : table(r, sym, name);
    }
    if (l) {
        capture(r, r->frame->up || r->frame == r->top ? r->frame : r->top, r->top, name, l);
    }
    return l ? l->sym : sym;
}

struct symbol *resolve_lookup(struct resolver *r, const char *name, struct span span) {
    for (struct frame *fr = r->frame; fr; fr = fr->up) {
        struct local *l = map_get(&fr->locals, name);
        if (l) {
            capture(r, r->frame, fr, name, l);
            refer(r, l->sym);
            return l->sym;
        }
    }
    bool ours = r->frame && (r->frame->fn->prelude || strncmp(name, "copperhead__", 12) == 0);
    struct symbol *sym = ours ? scope_prelude(r->s, name) : scope_lookup(r->s, name);
    if (sym && !ours && r->frame) {
        scope_take(r->s, name, sym);
    }
    if (!sym) {
        report_undefined(r, name, span);
    } else if (!ours) {
        scope_use(r->s, sym);
    }
    return settle_table(r, sym, name);
}

/* ---- expressions */

/* np.newaxis is None. */
static void settle_symbol(struct expr *e, const struct symbol *sym) {
    if (sym && sym->kind == SYM_VALUE && sym->name[0] == 'n' && sym->name[1] == 'e') {
        e->kind = EXPR_NONE;
    }
}

/* util.sq of a module of the user's is a name; so is what another one stands for. */
static bool resolve_member(struct resolver *r, struct expr *e, const struct symbol *of) {
    struct symbol *sym = scope_imported(of->members, e->attr.name);
    const char *name = arena_printf(r->arena, "%s.%s", of->name, e->attr.name);
    scope_use(r->s, sym ? sym : &(struct symbol){.home = of->members});
    if (!sym) {
        return false;
    }
    e->kind = EXPR_NAME;
    e->name.name = intern_str(r->s->p->names, name);
    if (r->frame) {
        scope_take(of->members, sym->name, sym);
    }
    e->name.sym = settle_table(r, sym, e->name.name);
    return true;
}

/* itertools.chain.from_iterable */
static struct symbol *member_of_function(struct resolver *r, const struct expr *e,
                                         const struct symbol *of) {
    bool chain = of->kind == SYM_FUNC && strcmp(of->func->name, "itertools__chain") == 0;
    return chain ? scope_member(r->s, IN_ITERTOOLS, e->attr.name) : NULL;
}

static void resolve_attr(struct resolver *r, struct expr *e) {
    struct expr *base = e->attr.base;
    if (resolve_short_attr(r, e)) {
        resolve_expr(r, e);
        return;
    }
    resolve_expr(r, base);
    const struct symbol *of = base->kind == EXPR_NAME   ? base->name.sym
                              : base->kind == EXPR_ATTR ? base->attr.sym
                                                        : NULL;
    if (of && of->members && resolve_member(r, e, of)) {
        settle_symbol(e, e->name.sym);
    } else if (of && of->kind == SYM_MODULE) {
        e->attr.sym = scope_member(r->s, of->module, e->attr.name);
        settle_symbol(e, e->attr.sym);
    } else if (of && of->kind == SYM_OP && of->module == IN_NP) {
        e->attr.sym = scope_ufunc_method(r->s, of->name, e->attr.name);
    } else if (of && member_of_function(r, e, of)) {
        e->attr.sym = member_of_function(r, e, of);
    } else if (strcmp(e->attr.name, "flat") == 0) {
        struct sugar g = resolve_sugar(r);
        sugar_flat(&g, e);
    }
}

static void resolve_list(struct resolver *r, int n, struct expr **item) {
    for (int i = 0; i < n; ++i) {
        resolve_expr(r, item[i]);
    }
}

struct sugar resolve_sugar(struct resolver *r) {
    struct func *f = r->frame ? r->frame->fn : NULL;
    while (f && f->parent) {
        f = f->parent;
    }
    return (struct sugar){r->s, r->arena, f};
}

/* xs.index(x) of a list or tuple, and xs.sort() where it is a list's or says so. */
static bool is_list_method(const struct resolver *r, const struct expr *e) {
    const struct expr *fn = e->call.fn;
    bool sorts = strcmp(fn->attr.name, "sort") == 0, says = sugar_is_list(fn->attr.base);
    for (int i = 0; i < e->call.n_kw; ++i) {
        const char *name = e->call.kw[i].name;
        says = says || strcmp(name, "key") == 0 || strcmp(name, "reverse") == 0;
    }
    return r->frame && (!sorts || says) && scope_list_method(r->s, fn->attr.name);
}

/* a.var(0) is np.var(a, 0). */
static void resolve_method(struct resolver *r, struct expr *e) {
    struct expr *fn = e->call.fn;
    const struct symbol *of = fn->kind != EXPR_ATTR              ? NULL
                              : fn->attr.base->kind == EXPR_NAME ? fn->attr.base->name.sym
                              : fn->attr.base->kind == EXPR_ATTR ? fn->attr.base->attr.sym
                                                                 : NULL;
    if (fn->kind != EXPR_ATTR || fn->attr.sym || (of && of->kind == SYM_MODULE)) {
        return;
    }
    struct symbol *method = is_list_method(r, e) ? scope_list_method(r->s, fn->attr.name)
                            : prelude_is_method(fn->attr.name)
                                ? scope_member(r->s, IN_NP, fn->attr.name)
                                : NULL;
    struct sugar g = resolve_sugar(r);
    if (method) {
        sugar_method(&g, e, method);
    }
}

/* list(x), of Python's own list: what it makes of what is no list yet. */
static bool is_list_call(const struct resolver *r, const struct expr *e) {
    const struct expr *fn = e->call.fn;
    return r->frame && fn->kind == EXPR_NAME && strcmp(fn->name.name, "list") == 0 &&
           e->call.n == 1 && e->call.n_kw == 0 &&
           (!fn->name.sym || fn->name.sym->kind == SYM_OTHER);
}

/* The primitive of pycc.copperhead that a name stands for hides the builtin. */
static bool is_primitive(const struct resolver *r, const struct expr *name) {
    bool ours = r->frame && r->frame->fn->prelude;
    const struct symbol *sym = name->name.sym ? name->name.sym
                               : ours         ? NULL
                                              : scope_lookup(r->s, name->name.name);
    return sym && sym->kind == SYM_FUNC && strncmp(sym->func->name, "copperhead__", 12) == 0;
}

static bool is_builtin(const struct resolver *r, const struct expr *e, const char *name) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    return fn && fn->kind == EXPR_NAME && strcmp(fn->name.name, name) == 0 &&
           (!fn->name.sym || fn->name.sym->module == IN_BUILTIN ||
            (fn->name.sym->kind == SYM_FUNC && fn->name.sym->func->prelude)) &&
           !is_primitive(r, fn);
}

/* sum() of a list that a comprehension or a name is calls what the prelude has for it; not in
 * parallel loops, where the items of a list are followed, but not into functions. */
static void settle_sum(struct resolver *r, struct expr *e) {
    struct symbol *ours = is_builtin(r, e, "sum") ? scope_builtin(r->s, "sum") : NULL;
    bool one = ours && e->call.n == 1 && e->call.n_kw == 0 && r->parallel == 0;
    const struct expr *arg = one ? e->call.arg[0] : NULL;
    if (arg && r->frame && !r->frame->fn->prelude && sugar_is_list(arg) &&
        (arg->kind == EXPR_COMP || arg->kind == EXPR_NAME)) {
        e->call.fn->name.sym = ours;
    }
}

/* max(xs, key=f), and max(x, y, key=f), call what the prelude has for them. */
static void settle_keywords(struct resolver *r, struct sugar *g, struct expr *e) {
    bool extreme = is_builtin(r, e, "max") || is_builtin(r, e, "min");
    struct symbol *ours = !extreme || e->call.n_kw == 0 || e->call.n == 0
                              ? NULL
                              : scope_builtin(r->s, e->call.fn->name.name);
    if (!ours) {
        return;
    }
    e->call.fn->name.sym = ours;
    if (e->call.n > 1) {
        resolve_pack(g, e);
    }
}

/* Ranges and pairs are lists where anything but a loop takes them, and so is what a list is
 * extended by. */
static void settle_iterators(struct resolver *r, struct sugar *g, struct expr *e) {
    static const char *const loops[] = {"list", "enumerate", "zip", "range", "len"};
    const struct expr *fn = e->call.fn;
    bool extends = fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "extend") == 0;
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; ++i) {
        if (is_builtin(r, e, loops[i])) {
            return;
        }
    }
    for (int i = 0; r->frame && i < e->call.n; ++i) {
        struct expr *arg = e->call.arg[i];
        bool iterator = is_builtin(r, arg, "range") || is_builtin(r, arg, "enumerate") ||
                        is_builtin(r, arg, "zip");
        if (iterator || (extends && i == 0 && !sugar_is_list(arg))) {
            e->call.arg[i] = sugar_list_of(g, arg);
        }
    }
}

/* Functions whose further parameters the prelude's form of them has: how many places the compiler's
 * own has, and the keywords that it lacks. */
static const struct {
    const char *name;
    int places;
    const char *keyword[4];
} forms[] = {
    {"linspace", 4, {"retstep", "dtype", "axis"}},
    {"zeros_like", 2, {"shape", "order", "subok"}},
    {"ones_like", 2, {"shape", "order", "subok"}},
    {"empty_like", 2, {"shape", "order", "subok"}},
    {"full_like", 3, {"shape", "order", "subok"}},
    {"array", 9, {"ndmin", "order", "subok"}},
    {"size", 1, {"axis"}},
    {"copyto", 2, {"casting", "where"}},
    {"log", 1, {NULL}},
};

/* Does the call give more than `places` values, or one of the keywords? */
static bool gives_more(const struct expr *e, int places, const char *const *keyword) {
    bool more = e->call.n > places;
    for (int i = 0; i < e->call.n_kw; ++i) {
        for (int k = 0; k < 4 && keyword[k]; ++k) {
            more = more || strcmp(e->call.kw[i].name, keyword[k]) == 0;
        }
    }
    return more;
}

/* np.linspace(a, b, retstep=True) calls the prelude's form of it. */
static void settle_form(struct resolver *r, struct expr *e) {
    struct expr *fn = e->call.fn;
    const struct symbol *sym = sugar_callee(fn);
    bool ours = r->frame && r->frame->fn->prelude;
    if (!sym || sym->kind != SYM_OP || (sym->module != IN_NP && sym->module != IN_MATH) || ours) {
        return;
    }
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; ++i) {
        bool math = strcmp(forms[i].name, "log") == 0;
        struct symbol *form = strcmp(forms[i].name, sym->name) == 0 &&
                                      math == (sym->module == IN_MATH) &&
                                      gives_more(e, forms[i].places, forms[i].keyword)
                                  ? scope_form(r->s, sym->name)
                                  : NULL;
        if (form && fn->kind == EXPR_NAME) {
            fn->name.sym = form;
        } else if (form) {
            fn->attr.sym = form;
        }
    }
}

/* np.einsum(..., optimize=True): the order of the products is NumPy's affair. */
static void drop_optimize(struct expr *e) {
    const struct expr *fn = e->call.fn;
    const struct symbol *sym = fn->kind == EXPR_ATTR ? fn->attr.sym : NULL;
    int n = 0;
    for (int i = 0; sym && sym->kind == SYM_OP && sym->op == OP_EINSUM && i < e->call.n_kw; ++i) {
        const struct keyword *kw = &e->call.kw[i];
        bool drop = strcmp(kw->name, "optimize") == 0 &&
                    (kw->value->kind == EXPR_BOOL || kw->value->kind == EXPR_STR);
        if (!drop) {
            e->call.kw[n++] = *kw;
        }
        e->call.n_kw = i + 1 == e->call.n_kw ? n : e->call.n_kw;
    }
}

/* a.astype(t, copy=False) is np.asarray(a, t). */
static void settle_astype(struct sugar *g, struct expr *e) {
    struct expr *fn = e->call.fn;
    const struct keyword *kw = e->call.kw;
    bool keeps = fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "astype") == 0 && e->call.n == 1 &&
                 e->call.n_kw == 1 && strcmp(kw->name, "copy") == 0 &&
                 kw->value->kind == EXPR_BOOL && g->outermost;
    if (!keeps) {
        return;
    }
    e->call.n_kw = 0;
    if (!kw->value->boolean) {
        struct expr **arg = ARENA_ARRAY(g->arena, struct expr *, 2);
        arg[0] = fn->attr.base;
        arg[1] = e->call.arg[0];
        e->call.arg = arg;
        e->call.n = 2;
        e->call.fn = sugar_new(g, EXPR_NAME, fn->span);
        e->call.fn->name.name = "np.asarray";
        e->call.fn->name.sym = scope_member(g->scopes, IN_NP, "asarray");
    }
}

/* rng.choice([1, 2]): what generators have is not known by their names alone, but a list is none of
 * the others' arguments. */
static void settle_choice(struct sugar *g, struct expr *e) {
    const struct expr *fn = e->call.fn;
    if (fn->kind == EXPR_ATTR && !fn->attr.sym && strcmp(fn->attr.name, "choice") == 0 &&
        e->call.n > 0) {
        e->call.arg[0] = sugar_array(g, e->call.arg[0], true);
    }
}

static bool prints(const struct resolver *r, const struct expr *e) {
    const struct symbol *sym = e->call.fn->kind == EXPR_NAME ? e->call.fn->name.sym : NULL;
    return r->frame && sym && sym->kind == SYM_OP && sym->op == OP_PRINT;
}

/* What any() and all() have of a generator is no list for a function of the user's by that name. */
static void settle_search(struct resolver *r, struct expr *e) {
    struct expr *arg = e->call.n == 1 ? e->call.arg[0] : NULL;
    if (arg && arg->kind == EXPR_COMP && arg->comp.ends_early && !is_builtin(r, e, "any") &&
        !is_builtin(r, e, "all")) {
        *arg = (struct expr){.kind = EXPR_UNSUPPORTED, .id = arg->id, .span = arg->span};
        arg->unsupported = "generator expression";
    }
}

static struct expr *called(struct sugar *g, struct symbol *sym, struct span span) {
    struct expr *e = sugar_new(g, EXPR_CALL, span);
    e->call.fn = sugar_new(g, EXPR_NAME, span);
    e->call.fn->name.name = sym->name;
    e->call.fn->name.sym = sym;
    return e;
}

/* Which of the prelude's classes an expression makes an empty object of: {}, dict(), set(); NULL:
 * it makes none. */
static struct symbol *container_of(const struct resolver *r, const struct expr *e) {
    const struct expr *fn = e->call.fn;
    if (fn->kind != EXPR_NAME || e->call.n || e->call.n_kw) {
        return NULL;
    }
    bool dict = strcmp(fn->name.name, "{:}") == 0 || is_builtin(r, e, "dict");
    bool set = strcmp(fn->name.name, "{}") == 0 || is_builtin(r, e, "set");
    return dict || set ? scope_prelude(r->s, intern_str(r->s->p->names, dict ? "_dict" : "_set"))
                       : NULL;
}

/* Its attributes, so that the types of keys and values are open where it is made. */
static bool settle_container(struct resolver *r, struct sugar *g, struct expr *e) {
    struct symbol *sym = r->frame ? container_of(r, e) : NULL;
    struct symbol *table = scope_prelude(r->s, intern_str(r->s->p->names, "_empty_table"));
    struct symbol *ints = scope_prelude(r->s, intern_str(r->s->p->names, "_no_ints"));
    if (!sym || sym->kind != SYM_CLASS || !table || !ints) {
        return false;
    }
    e->call.fn = sugar_new(g, EXPR_NAME, e->span);
    e->call.fn->name.name = sym->name;
    e->call.fn->name.sym = sym;
    e->call.makes = true;
    e->call.n = 5;
    e->call.arg = ARENA_ARRAY(g->arena, struct expr *, 5);
    e->call.arg[0] = called(g, table, e->span);
    e->call.arg[1] = called(g, ints, e->span);
    bool pairs = strcmp(sym->name, "_dict") == 0;
    for (int i = 2; i < 5; ++i) {
        e->call.arg[i] = sugar_new(g, i < 3 + pairs ? EXPR_LIST : EXPR_INT, e->span);
    }
    return true;
}

static void resolve_text(struct resolver *r, struct expr *e) {
    struct sugar g = resolve_sugar(r);
    sugar_text(&g, e);
}

static void resolve_call(struct resolver *r, struct expr *e) {
    struct sugar g = resolve_sugar(r);
    bool ours = e->call.fn->kind == EXPR_NAME && e->call.fn->name.name[0] == '{';
    if (!ours && (e->call.fn->kind != EXPR_NAME || !e->call.fn->name.sym)) { /* sugar's have it */
        resolve_expr(r, e->call.fn);
    }
    if (settle_container(r, &g, e)) {
        return;
    }
    if (ours) { /* of texts only */
        bool dict = e->call.fn->name.name[1] == ':';
        *e = (struct expr){.kind = EXPR_UNSUPPORTED, .id = e->id, .span = e->span};
        e->unsupported = dict ? "dictionary" : "set";
        return;
    }
    if (prints(r, e) && sugar_print(&g, e)) {
        resolve_list(r, e->call.n, e->call.arg);
        return;
    }
    if (e->kind != EXPR_CALL) {
        return;
    }
    settle_search(r, e);
    settle_form(r, e);
    drop_optimize(e);
    settle_keywords(r, &g, e);
    settle_iterators(r, &g, e);
    resolve_library_call(r, &g, e);
    resolve_rest(&g, e);
    if (is_list_call(r, e)) {
        sugar_list(&g, e);
        resolve_expr(r, e);
        return;
    }
    if (r->frame && is_builtin(r, e, "map") && e->call.n > 1 && e->call.n_kw == 0) {
        sugar_map(&g, e);
        resolve_expr(r, e);
        return;
    }
    resolve_list(r, e->call.n, e->call.arg);
    for (int i = 0; i < e->call.n_kw; ++i) {
        resolve_expr(r, e->call.kw[i].value);
    }
    resolve_values(r, &g, e);
    settle_sum(r, e);
    settle_choice(&g, e);
    settle_astype(&g, e);
    sugar_text(&g, e);
    if (e->kind != EXPR_CALL) {
        return;
    }
    resolve_method(r, e);
    sugar_ufunc(&g, e);
    sugar_arguments(&g, e);
    sugar_out(&g, e);
}

static void resolve_index(struct resolver *r, struct expr *e) {
    struct sugar g = resolve_sugar(r);
    if (resolve_short_record(r, e)) {
        resolve_expr(r, e);
        return;
    }
    resolve_short_index(r, e);
    resolve_expr(r, e->index.base);
    resolve_list(r, e->index.n, e->index.index);
    if (!sugar_join(&g, e)) {
        sugar_index(&g, e);
    }
}

static void resolve_display(struct resolver *r, struct expr *e) {
    struct sugar g = resolve_sugar(r);
    if (sugar_starred(&g, e)) {
        resolve_expr(r, e);
    } else {
        resolve_list(r, e->list.n, e->list.item);
    }
}

void resolve_expr(struct resolver *r, struct expr *e) {
    if (!e) {
        return;
    }
    switch (e->kind) {
    case EXPR_NAME:
        if (resolve_short_name(r, e)) {
            break;
        }
        if (r->frame && map_get(&r->frame->caught, e->name.name)) {
            e->kind = EXPR_UNSUPPORTED;
            e->unsupported = "an exception as a value: it can be raised again";
            e->starred = e->named = e->value = NULL;
            break;
        }
        e->name.sym = resolve_lookup(r, e->name.name, e->span);
        settle_symbol(e, e->name.sym);
        break;
    case EXPR_ATTR:
        if (!resolve_short_name(r, e)) {
            resolve_attr(r, e);
        }
        break;
    case EXPR_TUPLE:
    case EXPR_LIST:
        resolve_display(r, e);
        break;
    case EXPR_DICT:
        resolve_list(r, e->list.n, e->list.item);
        break;
    case EXPR_UNARY:
        resolve_expr(r, e->unary.a);
        break;
    case EXPR_BINARY:
        resolve_expr(r, e->binary.a);
        resolve_expr(r, e->binary.b);
        resolve_text(r, e);
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
        resolve_index(r, e);
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
    case EXPR_COMP:
        resolve_comprehension(r, e);
        break;
    default:
        break;
    }
}
