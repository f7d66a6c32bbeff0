/* Which variables hold functions that are chosen at run time, and which (see resolve_chosen.c). */
#include <string.h>

#include "resolve_chosen.h"

/* Is it a variable with functions in it, or a part of one? */
static bool has_root(const struct choice *c, const struct expr *e) {
    while (e->kind != EXPR_NAME) {
        const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
        if (e->kind == EXPR_INDEX) {
            e = e->index.base;
        } else if (fn && fn->kind == EXPR_ATTR) {
            e = fn->attr.base;
        } else {
            return false;
        }
    }
    return map_get(&c->variables, e->name.name) != NULL;
}

static enum chosen_kind join(enum chosen_kind a, enum chosen_kind b) {
    return a == CHOSEN_NONE || a == b ? b : b == CHOSEN_NONE ? a : CHOSEN_MIXED;
}

/* A display, whose items are all functions or not. */
static chosen_set in_items(struct choice *c, const struct expr *e, enum chosen_kind *kind) {
    chosen_set set = 0;
    bool all = e->list.n > 0;
    for (int i = 0; i < e->list.n; ++i) {
        enum chosen_kind k = CHOSEN_NONE;
        set |= chosen_in(c, e->list.item[i], &k);
        all = all && k == CHOSEN_FUNCTION;
    }
    *kind = !set                   ? CHOSEN_NONE
            : !all                 ? CHOSEN_MIXED
            : e->kind == EXPR_DICT ? CHOSEN_DICT
                                   : CHOSEN_LIST;
    return set;
}

/* What a method gives of a container of functions. */
static enum chosen_kind by_method(const char *name, enum chosen_kind of) {
    static const char *const items[] = {"get", "pop", "setdefault", "popleft"};
    for (size_t i = 0; i < sizeof items / sizeof *items; ++i) {
        if (strcmp(name, items[i]) == 0) {
            return of == CHOSEN_LIST || of == CHOSEN_DICT ? CHOSEN_FUNCTION : CHOSEN_MIXED;
        }
    }
    return strcmp(name, "values") == 0 && of == CHOSEN_DICT ? CHOSEN_LIST
           : strcmp(name, "copy") == 0                      ? of
           : strcmp(name, "keys") == 0                      ? CHOSEN_NONE
                                                            : CHOSEN_MIXED;
}

static chosen_set in_call(struct choice *c, const struct expr *e, enum chosen_kind *kind) {
    static const char *const same[] = {"list", "tuple", "reversed", "iter", "dict"};
    const struct expr *fn = e->call.fn;
    chosen_set set = 0;
    if (chosen_is_with(e)) {
        enum chosen_kind base = CHOSEN_NONE, value = CHOSEN_NONE;
        set = chosen_in(c, fn->attr.base, &base) | chosen_in(c, e->call.arg[1], &value);
        *kind = join(base, value == CHOSEN_FUNCTION ? CHOSEN_DICT : set ? CHOSEN_MIXED : value);
        return set;
    }
    if (fn->kind == EXPR_ATTR) {
        enum chosen_kind of = CHOSEN_NONE, other = CHOSEN_NONE;
        set = chosen_in(c, fn->attr.base, &of);
        if (set) {
            *kind = by_method(fn->attr.name, of);
            for (int i = 1; i < e->call.n; ++i) {
                set |= chosen_in(c, e->call.arg[i], &other);
            }
        }
        return *kind == CHOSEN_NONE ? 0 : set;
    }
    for (int i = 0; fn->kind == EXPR_NAME && i < e->call.n; ++i) {
        enum chosen_kind of = CHOSEN_NONE;
        set |= has_root(c, e->call.arg[i]) ? chosen_in(c, e->call.arg[i], &of) : 0;
        *kind = set ? CHOSEN_MIXED : CHOSEN_NONE;
        for (size_t k = 0; set && e->call.n == 1 && k < sizeof same / sizeof *same; ++k) {
            *kind = strcmp(fn->name.name, same[k]) == 0 ? of : *kind;
        }
    }
    return set;
}

chosen_set chosen_in(struct choice *c, const struct expr *e, enum chosen_kind *kind) {
    enum chosen_kind a = CHOSEN_NONE, b = CHOSEN_NONE;
    chosen_set set = 0;
    const struct chosen_variable *v;
    *kind = CHOSEN_NONE;
    switch (e->kind) {
    case EXPR_INT:
        *kind = e->integer.function ? CHOSEN_FUNCTION : CHOSEN_NONE;
        return e->integer.function ? (chosen_set)1 << (e->integer.value - 1) : 0;
    case EXPR_LIST:
    case EXPR_TUPLE:
    case EXPR_DICT:
        return in_items(c, e, kind);
    case EXPR_NAME:
        v = map_get(&c->variables, e->name.name);
        *kind = v ? v->kind : CHOSEN_NONE;
        return v ? v->set : 0;
    case EXPR_COND:
        set = chosen_in(c, e->cond.then, &a) | chosen_in(c, e->cond.els, &b);
        *kind = join(a, b);
        return set;
    case EXPR_BOOLOP:
        for (int i = 0; i < e->boolop.n; ++i) {
            set |= chosen_in(c, e->boolop.item[i], &a);
            *kind = join(*kind, a);
        }
        return set;
    case EXPR_INDEX:
        set = chosen_in(c, e->index.base, &a);
        b = e->index.n == 1 && e->index.index[0]->kind == EXPR_SLICE ? a : CHOSEN_FUNCTION;
        *kind = !set ? CHOSEN_NONE : a == CHOSEN_LIST || a == CHOSEN_DICT ? b : CHOSEN_MIXED;
        return set;
    case EXPR_CALL:
        return in_call(c, e, kind);
    case EXPR_COMP:
        return chosen_in(c, e->comp.list, kind);
    default:
        return 0;
    }
}

struct chosen_variable *chosen_variable(struct choice *c, const char *name) {
    struct chosen_variable *v = map_get(&c->variables, name);
    if (!v) {
        v = ARENA_NEW(c->g.arena, struct chosen_variable);
        v->name = name;
        map_set(c->g.arena, &c->variables, name, v);
        vec_push(c->g.arena, &c->list, v);
    }
    return v;
}

static void add(struct choice *c, const char *name, chosen_set set, enum chosen_kind kind) {
    struct chosen_variable *v = set ? chosen_variable(c, name) : NULL;
    enum chosen_kind all = v ? join(v->kind, kind) : kind;
    if (v && ((v->set | set) != v->set || v->kind != all)) {
        v->set |= set;
        v->kind = all;
        c->changed = true;
    }
}

/* Names of a target get what a value, or an item of it, holds. */
static void bind(struct choice *c, const struct expr *target, chosen_set set,
                 enum chosen_kind kind) {
    if (target->kind == EXPR_NAME) {
        add(c, target->name.name, set, kind);
    } else if (target->kind == EXPR_TUPLE || target->kind == EXPR_LIST) {
        for (int i = 0; i < target->list.n; ++i) {
            bind(c, target->list.item[i], set,
                 kind == CHOSEN_LIST ? CHOSEN_FUNCTION : CHOSEN_MIXED);
        }
    } else if (target->kind == EXPR_INDEX && target->index.base->kind == EXPR_NAME) {
        const struct chosen_variable *v = map_get(&c->variables, target->index.base->name.name);
        enum chosen_kind all = v && v->kind != CHOSEN_NONE ? v->kind : CHOSEN_DICT;
        add(c, target->index.base->name.name, set, kind == CHOSEN_FUNCTION ? all : CHOSEN_MIXED);
    }
}

/* for f, x in [(g, 1), (h, 2)]: each name gets what stands at its place; false: another loop. */
static bool bind_columns(struct choice *c, const struct expr *target, const struct expr *rows) {
    const struct chosen_variable *v =
        rows->kind == EXPR_NAME ? map_get(&c->variables, rows->name.name) : NULL;
    rows = v && v->n_bound == 1 && v->only ? v->only : rows;
    bool fits = (rows->kind == EXPR_LIST || rows->kind == EXPR_TUPLE) && target->kind == EXPR_TUPLE;
    for (int i = 0; fits && i < rows->list.n; ++i) {
        const struct expr *row = rows->list.item[i];
        fits = row->kind == EXPR_TUPLE && row->list.n == target->list.n;
    }
    for (int k = 0; fits && k < target->list.n; ++k) {
        enum chosen_kind all = CHOSEN_NONE, kind;
        chosen_set set = 0;
        for (int i = 0; i < rows->list.n; ++i) {
            set |= chosen_in(c, rows->list.item[i]->list.item[k], &kind);
            all = i == 0 || all == kind ? kind : CHOSEN_MIXED;
        }
        bind(c, target->list.item[k], set, all);
    }
    return fits;
}

static void flow_stmt(void *context, struct stmt *s) {
    struct choice *c = context;
    enum chosen_kind kind;
    if (s->kind == STMT_ASSIGN && s->assign.value) {
        const struct expr *value = s->assign.value;
        for (int i = 0; i < s->assign.n; ++i) {
            const struct expr *to = s->assign.target[i];
            bool pairs =
                to->kind == EXPR_TUPLE && value->kind == EXPR_TUPLE && to->list.n == value->list.n;
            for (int k = 0; pairs && k < to->list.n; ++k) {
                chosen_set set = chosen_in(c, value->list.item[k], &kind);
                bind(c, to->list.item[k], set, kind);
            }
            if (!pairs) {
                chosen_set set = chosen_in(c, value, &kind);
                bind(c, to, set, kind);
            }
        }
    } else if (s->kind == STMT_AUGASSIGN) {
        chosen_set set = chosen_in(c, s->aug.value, &kind);
        bind(c, s->aug.target, set, kind);
    } else if (s->kind == STMT_RETURN && s->expr) {
        c->returned |= chosen_in(c, s->expr, &kind);
    } else if (s->kind == STMT_FOR) {
        chosen_set set = chosen_in(c, s->for_.iter, &kind);
        if (kind != CHOSEN_DICT && !bind_columns(c, s->for_.target, s->for_.iter)) {
            bind(c, s->for_.target, set, kind == CHOSEN_LIST ? CHOSEN_FUNCTION : CHOSEN_MIXED);
        }
    }
}

/* Parameters of a lambda that is called with items of what holds functions, if it calls them. */
struct passing {
    struct choice *c;
    const struct func *lambda;
    chosen_set set;
};

static bool see_call(void *context, struct expr **at) {
    struct passing *p = context;
    const struct expr *fn = (*at)->kind == EXPR_CALL ? (*at)->call.fn : NULL;
    for (int i = 0; fn && fn->kind == EXPR_NAME && i < p->lambda->n_params; ++i) {
        if (p->lambda->param[i].sym->name == fn->name.name) {
            add(p->c, fn->name.name, p->set, CHOSEN_FUNCTION);
            vec_push(p->c->g.arena, &p->c->bound, p->lambda);
        }
    }
    return false;
}

static void pass_to(struct choice *c, const struct expr *lambda, chosen_set set) {
    struct passing p = {c, lambda->kind == EXPR_LAMBDA ? lambda->lambda : NULL, set};
    struct change see = {.context = &p, .expr = see_call};
    if (p.lambda) {
        change_block(&see, &p.lambda->body);
    }
}

/* map(lambda f: f(x), fs), max(fs, key=lambda f: f(x)) */
static void flow_lambdas(struct choice *c, const struct expr *e) {
    chosen_set set = 0;
    for (int i = 0; i < e->call.n; ++i) {
        enum chosen_kind kind;
        chosen_set one = chosen_in(c, e->call.arg[i], &kind);
        set |= kind == CHOSEN_LIST ? one : 0;
    }
    for (int i = 0; set && i < e->call.n + e->call.n_kw; ++i) {
        pass_to(c, i < e->call.n ? e->call.arg[i] : e->call.kw[i - e->call.n].value, set);
    }
}

/* fs.append(f) */
static bool flow_expr(void *context, struct expr **at) {
    struct choice *c = context;
    const struct expr *e = *at, *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    if (fn) {
        flow_lambdas(c, e);
    }
    if (fn && fn->kind == EXPR_ATTR && fn->attr.base->kind == EXPR_NAME && e->call.n > 0) {
        enum chosen_kind kind;
        chosen_set set = chosen_in(c, e->call.arg[e->call.n - 1], &kind);
        const struct chosen_variable *v = map_get(&c->variables, fn->attr.base->name.name);
        bool one = kind == CHOSEN_FUNCTION;
        add(c, fn->attr.base->name.name, set,
            !one                             ? kind
            : v && v->kind != CHOSEN_NONE    ? v->kind
            : strcmp(fn->attr.name, "_with") ? CHOSEN_LIST
                                             : CHOSEN_DICT);
    }
    return false;
}

/* Functions inside are looked at on their own. */
bool chosen_stays(void *context, const struct func *f) {
    (void)context;
    (void)f;
    return true;
}

struct change chosen_flows(struct choice *c) {
    return (struct change){c, flow_expr, flow_stmt, chosen_stays};
}
