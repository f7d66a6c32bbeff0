/* Calls: which function a name or a method stands for, by its arguments. Forms of the prelude, its
 * containers, lists of iterators, and what sugar has for the rest. */
#include <string.h>

#include "nodes.h"
#include "prelude.h"
#include "resolve_private.h"

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

static bool is_text(const struct expr *e, const char *text) {
    return e->kind == EXPR_STR && strcmp(e->str.text, text) == 0;
}

/* Does it ask for the order that the array has, order='K' or 'A'? */
static bool follows_order(const struct expr *e) {
    const struct expr *order = e->call.n > 0 ? e->call.arg[e->call.n - 1] : NULL;
    for (int i = 0; i < e->call.n_kw; ++i) {
        order = strcmp(e->call.kw[i].name, "order") == 0 ? e->call.kw[i].value : order;
    }
    return order && (is_text(order, "K") || is_text(order, "A"));
}

/* a.item(i) and a.flatten('F'): with arguments they are the prelude's, and so are a.astype(t) with
 * more than a type and a.ravel('K'). */
static struct symbol *array_form(const struct resolver *r, const struct expr *e) {
    const char *name = e->call.fn->attr.name;
    int n = e->call.n + e->call.n_kw;
    bool ours = strcmp(name, "item") == 0 || strcmp(name, "flatten") == 0 ? n > 0
                : strcmp(name, "astype") == 0 ? n > 1 || e->call.n_kw == 1
                : strcmp(name, "ravel") == 0 || strcmp(name, "copy") == 0 ? follows_order(e)
                                                                          : false;
    return r->frame && ours
               ? scope_prelude(
                     r->s, intern_str(r->s->p->names, arena_printf(r->arena, "ndarray__%s", name)))
               : NULL;
}

/* a.var(0) is np.var(a, 0). */
static void resolve_method(struct resolver *r, struct expr *e) {
    struct expr *fn = e->call.fn;
    const struct symbol *of = fn->kind != EXPR_ATTR              ? NULL
                              : fn->attr.base->kind == EXPR_NAME ? fn->attr.base->name.sym
                              : fn->attr.base->kind == EXPR_ATTR ? fn->attr.base->attr.sym
                                                                 : NULL;
    bool own = of && of->kind == SYM_CLASS && of->class_ &&
               class_method(of->class_, fn->attr.name); /* C.count(x) */
    if (fn->kind != EXPR_ATTR || fn->attr.sym || (of && of->kind == SYM_MODULE) || own) {
        return;
    }
    struct symbol *method = is_list_method(r, e) ? scope_list_method(r->s, fn->attr.name)
                            : array_form(r, e)   ? array_form(r, e)
                            : prelude_is_method(fn->attr.name)
                                ? scope_member(r->s, IN_NP, fn->attr.name)
                                : NULL;
    struct sugar g = resolve_sugar(r);
    if (method) {
        sugar_method(&g, e, method);
    }
}

/* dict.fromkeys(keys), dict.fromkeys(keys, value) are the prelude's. */
static void settle_fromkeys(struct resolver *r, struct expr *e) {
    struct expr *fn = e->call.fn;
    const struct expr *of = fn->kind == EXPR_ATTR && !fn->attr.sym ? fn->attr.base : NULL;
    const struct symbol *dict = of && of->kind == EXPR_NAME ? of->name.sym : NULL;
    bool ours = dict && dict->kind == SYM_FUNC && dict->func->prelude &&
                strcmp(dict->func->name, "builtins__dict") == 0;
    if (!ours || e->call.n < 1 || e->call.n > 2 || e->call.n_kw ||
        strcmp(fn->attr.name, "fromkeys") != 0) {
        return;
    }
    struct symbol *made = scope_prelude(r->s, intern_str(r->s->p->names, "dict__fromkeys"));
    if (made && made->kind == SYM_FUNC) {
        struct sugar g = resolve_sugar(r);
        e->call.fn = sugar_symbol(&g, made, fn->span);
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

bool resolve_is_builtin(const struct resolver *r, const struct expr *e, const char *name) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    return fn && fn->kind == EXPR_NAME && strcmp(fn->name.name, name) == 0 &&
           (!fn->name.sym || fn->name.sym->module == IN_BUILTIN ||
            (fn->name.sym->kind == SYM_FUNC && fn->name.sym->func->prelude)) &&
           !is_primitive(r, fn);
}

/* sum() of a list that a comprehension or a name is calls what the prelude has for it; not in
 * parallel loops, where the items of a list are followed, but not into functions. */
static void settle_sum(struct resolver *r, struct expr *e) {
    struct symbol *ours = resolve_is_builtin(r, e, "sum") ? scope_builtin(r->s, "sum") : NULL;
    bool one = ours && e->call.n == 1 && e->call.n_kw == 0 && r->parallel == 0;
    const struct expr *arg = one ? e->call.arg[0] : NULL;
    bool objects = scope_has_method(r->s, "__radd__", false); /* that may be added to 0 */
    if (arg && r->frame && !r->frame->fn->prelude && sugar_is_list(arg) &&
        (objects || arg->kind == EXPR_COMP || arg->kind == EXPR_NAME)) {
        e->call.fn->name.sym = ours;
    }
}

/* max(xs, key=f), max(x, y, key=f) and sum(xs, start) call what the prelude has for them. */
static void settle_keywords(struct resolver *r, struct sugar *g, struct expr *e) {
    bool extreme = resolve_is_builtin(r, e, "max") || resolve_is_builtin(r, e, "min");
    bool total = resolve_is_builtin(r, e, "sum") && e->call.n + e->call.n_kw == 2;
    struct symbol *ours = (!total && (!extreme || e->call.n_kw == 0)) || e->call.n == 0
                              ? NULL
                              : scope_builtin(r->s, e->call.fn->name.name);
    if (!ours) {
        return;
    }
    e->call.fn->name.sym = ours;
    if (e->call.n > 1 && extreme) {
        resolve_pack(g, e);
    }
}

/* Ranges and pairs are lists where anything but a loop takes them, and so is what a list is
 * extended by. */
static void settle_iterators(struct resolver *r, struct sugar *g, struct expr *e) {
    static const char *const loops[] = {"list", "enumerate", "zip", "range", "len", "str", "repr"};
    const struct expr *fn = e->call.fn;
    bool extends = fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "extend") == 0;
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; ++i) {
        if (resolve_is_builtin(r, e, loops[i])) {
            return;
        }
    }
    for (int i = 0; r->frame && i < e->call.n; ++i) {
        struct expr *arg = e->call.arg[i];
        bool iterator = resolve_is_builtin(r, arg, "range") ||
                        resolve_is_builtin(r, arg, "enumerate") ||
                        resolve_is_builtin(r, arg, "zip");
        if ((iterator && !resolve_is_stepper(r, arg) && !resolve_is_unzip(r, arg)) ||
            (extends && i == 0 && !sugar_is_list(arg))) {
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
    {"linspace", 3, {"endpoint", "retstep", "dtype", "axis"}},
    {"zeros_like", 2, {"shape", "order", "subok"}},
    {"ones_like", 2, {"shape", "order", "subok"}},
    {"empty_like", 2, {"shape", "order", "subok"}},
    {"full_like", 3, {"shape", "order", "subok"}},
    {"array", 9, {"ndmin", "order", "subok"}},
    {"size", 1, {"axis"}},
    {"copyto", 2, {"casting", "where"}},
    {"asarray", 2, {"order", "copy"}},
    {"asanyarray", 2, {"order", "copy"}},
    {"eye", 4, {"order"}},
    {"reshape", 9, {"copy"}},
    {"atleast_1d", 1, {NULL}},
    {"atleast_2d", 1, {NULL}},
    {"atleast_3d", 1, {NULL}},
    {"ravel", 9, {NULL}},
    {"copy", 9, {NULL}},
    {"log", 1, {NULL}},
    {"gcd", 2, {NULL}},
    {"lcm", 2, {NULL}},
    {"hypot", 2, {NULL}},
};

/* A function of math that takes any number of arguments, of which one of two is the compiler's own.
 */
static bool takes_any(const char *name) {
    return strcmp(name, "gcd") == 0 || strcmp(name, "lcm") == 0 || strcmp(name, "hypot") == 0;
}

/* Does the call give more than `places` values, or one of the keywords? */
static bool gives_more(const struct expr *e, int places, const char *const *keyword, bool any) {
    bool more = e->call.n > places || follows_order(e);
    for (int i = 0; any && i < e->call.n; ++i) {
        more = more || sugar_starred_item(e->call.arg[i]);
    }
    more = more || (any && e->call.n < places);
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
        bool any = takes_any(forms[i].name), math = any || strcmp(forms[i].name, "log") == 0;
        struct symbol *form = strcmp(forms[i].name, sym->name) == 0 &&
                                      math == (sym->module == IN_MATH) &&
                                      gives_more(e, forms[i].places, forms[i].keyword, any)
                                  ? scope_form(r->s, sym->name)
                                  : NULL;
        if (form && fn->kind == EXPR_NAME) {
            fn->name.sym = form;
        } else if (form) {
            fn->attr.sym = form;
        }
    }
}

/* Gives a call another function, of the prelude; it may have n arguments from then on. */
static bool becomes(struct resolver *r, struct sugar *g, struct expr *e, const char *name, int n,
                    struct expr **arg) {
    struct symbol *sym = scope_prelude(r->s, intern_str(r->s->p->names, name));
    if (sym && sym->kind == SYM_FUNC) {
        e->call.fn = sugar_symbol(g, sym, e->call.fn->span);
        e->call.n = n;
        e->call.arg = arg;
    }
    return sym && sym->kind == SYM_FUNC;
}

/* sorted(xs, key=functools.cmp_to_key(f)) */
static void settle_compared(struct resolver *r, struct sugar *g, struct expr *e) {
    for (int i = 0; i < e->call.n_kw && resolve_is_builtin(r, e, "sorted"); ++i) {
        struct keyword *kw = &e->call.kw[i];
        bool compares = strcmp(kw->name, "key") == 0 && kw->value->kind == EXPR_CALL &&
                        kw->value->call.n == 1 && kw->value->call.n_kw == 0 && e->call.n == 1 &&
                        resolve_means(r->s, kw->value->call.fn, "functools", "cmp_to_key");
        struct expr **arg = ARENA_ARRAY(g->arena, struct expr *, 2);
        arg[0] = e->call.arg[0];
        arg[1] = compares ? kw->value->call.arg[0] : NULL;
        if (compares && becomes(r, g, e, "_sorted_by", 2, arg)) {
            e->call.kw[i] = e->call.kw[--e->call.n_kw];
            return;
        }
    }
}

/* s.union(*xs), set.intersection(*xs), of a list of sets or other iterables */
static void settle_sets(struct resolver *r, struct sugar *g, struct expr *e) {
    static const char *const names[] = {"union", "intersection", "difference"};
    struct expr *fn = e->call.fn;
    struct expr *star = e->call.n == 1 ? sugar_starred_item(e->call.arg[0]) : NULL;
    for (size_t i = 0; star && fn->kind == EXPR_ATTR && i < sizeof names / sizeof *names; ++i) {
        if (strcmp(fn->attr.name, names[i]) != 0) {
            continue;
        }
        const struct expr *base = fn->attr.base;
        bool type = base->kind == EXPR_NAME && (strcmp(base->name.name, "set") == 0 ||
                                                strcmp(base->name.name, "frozenset") == 0);
        const struct expr *made = base->kind == EXPR_CALL ? base->call.fn : NULL;
        bool empty = made && made->kind == EXPR_NAME &&
                     (strcmp(made->name.name, "_set") == 0 ||
                      (base->call.n == 0 && strcmp(made->name.name, "set") == 0));
        const char *name =
            arena_printf(g->arena, "_sets_%s%s", names[i], type || (empty && i == 0) ? "" : "_of");
        struct expr **arg = ARENA_ARRAY(g->arena, struct expr *, 2);
        bool of = !(type || (empty && i == 0));
        arg[0] = of ? fn->attr.base : star;
        arg[1] = star;
        becomes(r, g, e, name, 1 + of, arg);
        return;
    }
}

/* iter(f, end), where all that it gives is taken */
static void settle_taken(struct resolver *r, struct sugar *g, struct expr *e) {
    static const char *const takers[] = {"list", "sum",   "max", "min", "sorted",
                                         "set",  "tuple", "any", "all"};
    settle_compared(r, g, e);
    settle_sets(r, g, e);
    for (size_t i = 0; e->call.n == 1 && i < sizeof takers / sizeof *takers; ++i) {
        struct expr *iter = e->call.arg[0];
        bool until = resolve_is_builtin(r, e, takers[i]) && resolve_is_builtin(r, iter, "iter") &&
                     iter->call.n == 2 && iter->call.n_kw == 0;
        if (until && becomes(r, g, iter, "_iter_until", 2, iter->call.arg)) {
            struct expr *f = iter->call.arg[0];
            iter->call.arg[0] =
                f->kind == EXPR_LAMBDA || f->kind == EXPR_NAME ? f : resolve_as_lambda(r, g, f, 0);
        }
    }
}

static bool prints(const struct resolver *r, const struct expr *e) {
    const struct symbol *sym = e->call.fn->kind == EXPR_NAME ? e->call.fn->name.sym : NULL;
    return r->frame && sym && sym->kind == SYM_OP && sym->op == OP_PRINT;
}

/* What any(), all() and next() have of a generator is no list for a function of the user's by that
 * name. */
static void settle_search(struct resolver *r, struct expr *e) {
    struct expr *arg = e->call.n > 0 ? e->call.arg[0] : NULL;
    const struct symbol *sym = sugar_callee(e->call.fn);
    bool ours = sym && sym->kind == SYM_FUNC && sym->func->prelude;
    if (arg && arg->kind == EXPR_COMP && arg->comp.ends_early && !ours &&
        !resolve_is_builtin(r, e, "any") && !resolve_is_builtin(r, e, "all")) {
        *arg = (struct expr){.kind = EXPR_UNSUPPORTED, .id = arg->id, .span = arg->span};
        arg->unsupported = "generator expression";
    }
}

/* len(range(...)) is a number that the prelude computes. */
static void settle_range_length(struct resolver *r, struct expr *e) {
    struct expr *range = e->call.n == 1 && e->call.n_kw == 0 ? e->call.arg[0] : NULL;
    bool both = range && range->kind == EXPR_CALL && range->call.n_kw == 0 &&
                resolve_is_builtin(r, e, "len") && resolve_is_builtin(r, range, "range");
    struct symbol *length =
        both ? scope_prelude(r->s, intern_str(r->s->p->names, "_range_length")) : NULL;
    if (length && length->kind == SYM_FUNC) {
        sugar_rename(e->call.fn, length);
        e->call.n = range->call.n;
        e->call.arg = range->call.arg;
    }
}

/* replace(x, a=1) of dataclasses and its kin: methods that data classes have. */
static void settle_dataclass_call(const struct resolver *r, struct sugar *g, struct expr *e) {
    static const char *const known[][2] = {
        {"replace", "_replaced_"}, {"astuple", "_astuple_"}, {"asdict", "_asdict_"}};
    for (size_t i = 0; r->frame && e->call.n == 1 && i < sizeof known / sizeof *known; ++i) {
        bool may = (i == 0 || e->call.n_kw == 0) && !sugar_starred_item(e->call.arg[0]) &&
                   resolve_means(r->s, e->call.fn, "dataclasses", known[i][0]);
        for (int k = 0; may && k < r->s->p->classes.n; ++k) {
            const struct class *c = r->s->p->classes.item[k];
            const struct func *f = class_method(c, known[i][1]); /* its own, not its base's */
            may = f ? !c->base || f != class_method(c->base, known[i][1])
                    : !c->data || c->prelude || c->tuple;
        }
        if (may) {
            struct expr *fn = sugar_new(g, EXPR_ATTR, e->call.fn->span);
            fn->attr.base = e->call.arg[0];
            fn->attr.name = intern_str(r->s->p->names, known[i][1]);
            fn->attr.name_span = fn->span;
            e->call.fn = fn;
            e->call.n = 0;
            return;
        }
    }
}

/* x.__getitem__(i) is x[i]. */
static bool takes_item(struct resolver *r, struct expr *e) {
    const struct expr *fn = e->call.fn;
    if (!r->frame || r->frame->fn->prelude || fn->kind != EXPR_ATTR || e->call.n != 1 ||
        e->call.n_kw > 0 || fn->attr.base->kind != EXPR_NAME ||
        strcmp(fn->attr.name, "__getitem__") != 0) {
        return false;
    }
    struct expr **index = e->call.arg;
    e->kind = EXPR_INDEX;
    memset(&e->index, 0, sizeof e->index);
    e->index.base = fn->attr.base;
    e->index.n = 1;
    e->index.index = index;
    resolve_expr(r, e);
    return true;
}

/* builtins.list(x) is list(x), where that is what the name means. */
static void settle_builtin(struct resolver *r, struct expr *e) {
    const struct expr *fn = e->call.fn, *base = fn->kind == EXPR_ATTR ? fn->attr.base : NULL;
    const struct symbol *of = base && base->kind == EXPR_NAME && r->frame && !r->frame->fn->prelude
                                  ? resolve_seen(r, base->name.name)
                                  : NULL;
    if (of && of->kind == SYM_MODULE && of->module == IN_BUILTIN) {
        const struct symbol *sym = resolve_seen(r, fn->attr.name);
        if (!sym || sym->kind == SYM_OTHER || sym->module == IN_BUILTIN) {
            struct sugar g = resolve_sugar(r);
            e->call.fn = node_name(&g, fn->attr.name, fn->span);
        }
    }
}

void resolve_call(struct resolver *r, struct expr *e) {
    struct sugar g = resolve_sugar(r);
    settle_builtin(r, e);
    settle_dataclass_call(r, &g, e);
    if (takes_item(r, e) || resolve_axis(r, &g, e)) {
        return;
    }
    resolve_short_call(r, e);
    resolve_clock(r, &g, e);
    sugar_fields(&g, e);
    if (e->kind != EXPR_CALL || resolve_partial(r, &g, e) || resolve_getter(r, &g, e)) {
        return;
    }
    if (r->frame && r->s->libraries->yields) {
        resolve_keep_endless(r, e);
    }
    bool lazy = resolve_lazy(r, &g, e);
    if (lazy || (e->call.makes && e->call.fn->kind == EXPR_NAME &&
                 e->call.fn->name.sym)) { /* a generator that is kept */
        resolve_list(r, e->call.n, e->call.arg);
        for (int i = 0; i < e->call.n_kw; ++i) {
            resolve_expr(r, e->call.kw[i].value);
        }
        resolve_values(r, &g, e); /* map(abs, it) */
        return;
    }
    if (r->frame && !r->frame->fn->prelude && resolve_is_unzip(r, e)) {
        resolve_unzip(r, &g, e);
    }
    resolve_type_call(r, &g, e);
    bool ours = e->call.fn->kind == EXPR_NAME && e->call.fn->name.name[0] == '{';
    if (!ours && (e->call.fn->kind != EXPR_NAME || !e->call.fn->name.sym)) { /* sugar's have it */
        resolve_expr(r, e->call.fn);
    }
    if (!resolve_splat(r, &g, e)) {
        return;
    }
    resolve_enum_arguments(r, e);
    settle_taken(r, &g, e);
    if (resolve_keyed_call(r, &g, e)) {
        resolve_expr(r, e);
        return;
    }
    if (resolve_container(r, &g, e) || (!ours && resolve_builtin(r, &g, e))) {
        return;
    }
    resolve_class_method(r, e);
    resolve_method_values(r, &g, e);
    resolve_text_builtin(r, &g, e);
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
    settle_form(r, e);
    if (r->frame && !r->frame->fn->prelude) {
        resolve_counted(r, &g, e);
    }
    if (resolve_stars(r, &g, e)) {
        return;
    }
    if (r->frame && e->call.n + e->call.n_kw == 0 && resolve_is_builtin(r, e, "list")) {
        *e = (struct expr){.kind = EXPR_LIST, .id = e->id, .span = e->span};
        return;
    }
    settle_range_length(r, e);
    settle_search(r, e);
    resolve_library_form(r, &g, e);
    settle_keywords(r, &g, e);
    settle_iterators(r, &g, e);
    resolve_library_call(r, &g, e);
    resolve_rest(r, &g, e);
    if (is_list_call(r, e)) {
        sugar_list(&g, e);
        resolve_expr(r, e);
        return;
    }
    if (r->frame && resolve_is_builtin(r, e, "map") && e->call.n > 1 && e->call.n_kw == 0) {
        sugar_map(&g, e);
        bool before = r->lazy;
        r->lazy = true;
        resolve_expr(r, e);
        r->lazy = before;
        return;
    }
    resolve_list(r, e->call.n, e->call.arg);
    for (int i = 0; i < e->call.n_kw; ++i) {
        resolve_expr(r, e->call.kw[i].value);
    }
    resolve_time_call(r, &g, e);
    resolve_records_call(r, &g, e);
    settle_sum(r, e);
    sugar_text(&g, e);
    if (e->kind != EXPR_CALL) {
        return;
    }
    settle_fromkeys(r, e);
    resolve_method(r, e);
    resolve_values(r, &g, e);
    sugar_ufunc(&g, e);
    sugar_arguments(&g, e);
    sugar_out(&g, e);
}
