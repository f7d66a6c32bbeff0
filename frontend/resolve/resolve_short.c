/* Names of slices, of what NumPy tells of types, of element types with fields in functions and of
 * np.vectorize's functions, which are no values of compiled code.
 *
 * `inner = slice(1, -1)`, `np.s_[1:-1, k:]`, `info = np.finfo(t)` and `g = np.vectorize(f)` bind a
 * name to a form that is put in where the name is used: as an index, before a dot, in a call. What
 * a slice takes its ends from is kept in variables of its own where the assignment stands, unless
 * it is constant. The module's `EPS = 4 * np.finfo(float).eps` is put in as it is, and so is, for
 * `PAR['k']`, an item of the module's record `PAR = {'k': 2.5}` that nothing writes into. */
#include <string.h>

#include "copy.h"
#include "fold.h"
#include "nodes.h"
#include "resolve_private.h"

enum { MAX_SHORT = 200 }; /* expressions in a form that a name stands for */

struct symbol *resolve_seen(const struct resolver *r, const char *name) {
    for (const struct frame *fr = r->frame; fr; fr = fr->up) {
        struct local *l = map_get(&fr->locals, name);
        if (l) {
            return l->sym;
        }
    }
    bool ours = r->frame && r->frame->fn->prelude;
    return ours ? NULL : scope_lookup(r->s, name);
}

/* The symbol of a name, or of one behind a module of the user's. */
static struct symbol *seen_in(const struct resolver *r, const struct expr *e) {
    if (e->kind == EXPR_NAME) {
        return resolve_seen(r, e->name.name);
    }
    const struct symbol *of = e->kind == EXPR_ATTR ? seen_in(r, e->attr.base) : NULL;
    return of && of->members ? scope_imported(of->members, e->attr.name) : NULL;
}

/* np.NAME of module numpy, or a name that is imported from there. */
bool resolve_is_numpy(const struct resolver *r, const struct expr *e, const char *name) {
    const struct symbol *sym = e->kind == EXPR_NAME ? resolve_seen(r, e->name.name) : NULL;
    if (sym) {
        return sym->kind == SYM_FUNC
                   ? sym->func->prelude && strcmp(sym->func->name, name) == 0
                   : sym->kind == SYM_OTHER && sym->module == IN_NP && strcmp(sym->name, name) == 0;
    }
    const struct expr *base = e->kind == EXPR_ATTR ? e->attr.base : NULL;
    const struct symbol *of =
        base && base->kind == EXPR_NAME ? resolve_seen(r, base->name.name) : NULL;
    return of && of->kind == SYM_MODULE && of->module == IN_NP && strcmp(e->attr.name, name) == 0;
}

static bool is_type_info(const struct resolver *r, const struct expr *e) {
    return e->kind == EXPR_CALL && e->call.n == 1 && e->call.n_kw == 0 &&
           (resolve_is_numpy(r, e->call.fn, "finfo") || resolve_is_numpy(r, e->call.fn, "iinfo"));
}

/* np.dtype([('x', 'f8')]), np.dtype({'names': ...}) */
static bool is_records(const struct resolver *r, const struct expr *e) {
    return e->kind == EXPR_CALL && e->call.n == 1 && resolve_is_numpy(r, e->call.fn, "dtype") &&
           (e->call.arg[0]->kind == EXPR_LIST || e->call.arg[0]->kind == EXPR_DICT);
}

/* np.vectorize(f), np.vectorize(f, otypes=[t]) */
static bool is_vectorize(const struct resolver *r, const struct expr *e) {
    if (e->kind != EXPR_CALL || e->call.n != 1 || e->call.n_kw > 1 ||
        !resolve_is_numpy(r, e->call.fn, "vectorize")) {
        return false;
    }
    const struct keyword *kw = e->call.kw;
    return e->call.n_kw == 0 || (strcmp(kw->name, "otypes") == 0 && kw->value->kind == EXPR_LIST &&
                                 kw->value->list.n == 1);
}

/* Values that become variables, and what takes them. */
struct kept {
    struct resolver *r;
    const char *name; /* of the slice */
    VEC(struct expr *) targets, values;
};

/* A name for the value of an expression; the expression when it is constant. */
static struct expr *keep(struct kept *k, struct expr *e) {
    if (resolve_is_slice_part(e)) {
        return e;
    }
    struct resolver *r = k->r;
    struct sugar g = resolve_sugar(r);
    const char *name =
        intern_str(r->s->p->names, arena_printf(r->arena, "%s[%d]", k->name, k->values.n));
    struct local *l = ARENA_NEW(r->arena, struct local);
    l->sym = scope_new_symbol(r->s, SYM_LOCAL, name, e->span);
    l->sym->owner = r->frame->fn;
    l->sym->n_assigned = 1;
    l->n_bound = 1;
    map_set(r->arena, &r->frame->locals, name, l);
    vec_push(r->arena, &k->targets, sugar_symbol(&g, l->sym, e->span));
    vec_push(r->arena, &k->values, e);
    return sugar_symbol(&g, l->sym, e->span);
}

static void keep_items(struct kept *k, struct expr *items) {
    for (int i = 0; i < items->list.n; ++i) {
        struct expr *e = items->list.item[i];
        if (e->kind == EXPR_SLICE) {
            e->slice.lo = keep(k, e->slice.lo);
            e->slice.hi = keep(k, e->slice.hi);
            e->slice.step = keep(k, e->slice.step);
        } else {
            items->list.item[i] = keep(k, e);
        }
    }
}

static struct expr *tuple_of(struct sugar *g, int n, struct expr **item, struct span span) {
    struct expr *e = sugar_new(g, EXPR_TUPLE, span);
    e->list.n = n;
    e->list.item = item;
    return e;
}

/* d.keys(), d.values(), d.items(), which show what is put into d later */
static bool is_view(const struct resolver *r, const struct expr *e) {
    const struct expr *fn =
        e->kind == EXPR_CALL && e->call.n + e->call.n_kw == 0 ? e->call.fn : NULL;
    const char *name = fn && fn->kind == EXPR_ATTR ? fn->attr.name : "";
    return (strcmp(name, "keys") == 0 || strcmp(name, "values") == 0 ||
            strcmp(name, "items") == 0) &&
           !scope_has_method(r->s, name, true);
}

void resolve_short_assign(struct resolver *r, struct stmt *s) {
    const struct expr *to = s->assign.n == 1 ? s->assign.target[0] : NULL;
    struct expr *value = s->assign.value;
    struct local *l = r->frame && to && to->kind == EXPR_NAME && value
                          ? map_get(&r->frame->locals, to->name.name)
                          : NULL;
    if (!l || l->n_bound != 1 || l->sym->owner != r->frame->fn || l->sym->is_param) {
        return;
    }
    struct symbol *module = value->kind == EXPR_NAME ? resolve_seen(r, value->name.name) : NULL;
    if (module && module->kind == SYM_MODULE) { /* m = np */
        l->sym = module;
        s->kind = STMT_PASS;
        return;
    }
    struct sugar g = resolve_sugar(r);
    struct expr *items = resolve_slice_items(r, value);
    if (items) {
        struct kept k = {.r = r, .name = to->name.name};
        keep_items(&k, items);
        l->sym->shorthand = items;
        s->kind = k.values.n > 0 ? STMT_ASSIGN : STMT_PASS;
        if (k.values.n > 0) {
            s->assign.target[0] = tuple_of(&g, k.targets.n, k.targets.item, to->span);
            s->assign.value = tuple_of(&g, k.values.n, k.values.item, value->span);
        }
    } else if (is_type_info(r, value) || is_records(r, value)) {
        l->sym->shorthand = value;
        s->kind = STMT_PASS;
    } else if (is_vectorize(r, value)) {
        struct kept k = {.r = r, .name = to->name.name};
        struct expr **f = value->call.arg;
        f[0] = f[0]->kind == EXPR_LAMBDA ? keep(&k, f[0]) : f[0];
        l->sym->shorthand = value;
        s->kind = k.values.n > 0 ? STMT_ASSIGN : STMT_PASS;
        if (k.values.n > 0) {
            s->assign.target[0] = k.targets.item[0];
            s->assign.value = k.values.item[0];
        }
    } else if (!r->frame->fn->prelude && !s->assign.ann && is_view(r, value)) {
        struct kept k = {.r = r, .name = to->name.name};
        value->call.fn->attr.base = keep(&k, value->call.fn->attr.base);
        l->sym->shorthand = value;
        s->assign.target[0] = k.targets.item[0];
        s->assign.value = k.values.item[0];
    }
}

/* ---- uses */

/* What a name stands for, anew; NULL: it is no such name. */
struct expr *resolve_short_meant(struct resolver *r, const struct expr *e) {
    const struct symbol *sym = seen_in(r, e);
    struct sugar g = resolve_sugar(r);
    struct copy c = {.g = &g, .left = MAX_SHORT};
    return sym && sym->shorthand ? copy_expr(&c, sym->shorthand) : NULL;
}

void resolve_short_call(struct resolver *r, struct expr *e) {
    enum { MOST = 3 };
    resolve_slice_call(r, e);
    struct expr *fn = e->call.fn, *made = is_vectorize(r, fn) ? fn : resolve_short_meant(r, fn);
    if (!made || !is_vectorize(r, made) || e->call.n < 1 || e->call.n > MOST || e->call.n_kw > 0) {
        return;
    }
    const char *name = arena_printf(r->arena, "_vectorized%d", e->call.n);
    struct symbol *sym = scope_prelude(r->s, intern_str(r->s->p->names, name));
    if (!sym) {
        return;
    }
    struct sugar g = resolve_sugar(r);
    struct expr **arg = ARENA_ARRAY(r->arena, struct expr *, e->call.n + 2);
    arg[0] = made->call.arg[0];
    arg[1] =
        made->call.n_kw ? made->call.kw->value->list.item[0] : sugar_new(&g, EXPR_NONE, e->span);
    memcpy(arg + 2, e->call.arg, (size_t)e->call.n * sizeof(*arg));
    e->call.fn = sugar_symbol(&g, sym, fn->span);
    e->call.arg = arg;
    e->call.n += 2;
}

void resolve_short_index(struct resolver *r, struct expr *e) {
    VEC(struct expr *) all = {0};
    bool changed = false;
    for (int i = 0; i < e->index.n; ++i) {
        struct expr *item = e->index.index[i], *items = resolve_short_meant(r, item);
        bool spread = item->kind != EXPR_TUPLE || e->index.n == 1;
        items = items && items->kind != EXPR_TUPLE ? NULL : items;
        items = items || !spread ? items : resolve_slice_items(r, item);
        changed = changed || items;
        for (int k = 0; items && k < items->list.n; ++k) {
            vec_push(r->arena, &all, items->list.item[k]);
        }
        if (!items) {
            vec_push(r->arena, &all, item);
        }
    }
    if (changed) {
        e->index.n = all.n;
        e->index.index = all.item;
    }
}

bool resolve_short_record(struct resolver *r, struct expr *e) {
    struct expr *record = resolve_short_meant(r, e->index.base);
    const struct expr *key = e->index.n == 1 ? e->index.index[0] : NULL;
    int at = record && record->kind == EXPR_DICT && key && key->kind == EXPR_STR
                 ? dict_key_place(record->list.keys, key->str.text)
                 : -1;
    if (at < 0) {
        return false;
    }
    int id = e->id;
    struct span span = e->span;
    *e = *record->list.item[at];
    e->id = id;
    e->span = span;
    return true;
}

bool resolve_short_attr(struct resolver *r, struct expr *e) {
    struct expr *base = e->attr.base, *info = resolve_short_meant(r, base),
                *end = resolve_slice_end(r, e);
    info = info ? info : base;
    if (end) {
        int id = e->id;
        struct span span = e->span;
        *e = *end;
        e->id = id;
        e->span = span;
        return true;
    }
    if (!is_type_info(r, info)) {
        return false;
    }
    const char *of = resolve_is_numpy(r, info->call.fn, "finfo") ? "finfo" : "iinfo",
               *name = arena_printf(r->arena, "%s__%s", of, e->attr.name);
    struct symbol *sym = scope_prelude(r->s, intern_str(r->s->p->names, name));
    if (!sym || sym->kind != SYM_FUNC) {
        return false;
    }
    struct sugar g = resolve_sugar(r);
    struct expr *fn = sugar_symbol(&g, sym, e->span);
    e->kind = EXPR_CALL;
    e->call.fn = fn;
    e->call.n = 1;
    e->call.arg = info->call.arg;
    e->call.n_kw = 0;
    e->call.kw = NULL;
    return true;
}

/* Names in it are the module's that has them. */
static void resolve_at_home(struct resolver *r, struct expr *e, struct scopes *home) {
    struct frame *inner = r->frame;
    struct scopes *here = r->s;
    struct frame module = {.fn = r->top ? r->top->fn : NULL};
    bool other = home && home != here && r->top;
    r->frame = other ? &module : inner;
    r->s = other ? home : here;
    resolve_expr(r, e);
    r->frame = inner;
    r->s = here;
}

/* What is said of a form as a value. */
static const char *value_of(const struct resolver *r, const struct expr *form) {
    return is_vectorize(r, form) ? "a function of np.vectorize as a value (call it)"
                                 : "what np.finfo gives as a value (write .eps behind it)";
}

bool resolve_short_name(struct resolver *r, struct expr *e) {
    const struct symbol *sym = seen_in(r, e);
    struct expr *value = resolve_short_meant(r, e);
    if (!value) {
        return false;
    }
    bool index = value->kind == EXPR_TUPLE, info = is_type_info(r, value) || is_vectorize(r, value);
    if (value->kind == EXPR_DICT) {
        return false;
    }
    int id = e->id;
    struct span span = e->span;
    const char *said = index ? NULL : value_of(r, value);
    value = index ? resolve_slice_value(r, value) : value;
    *e = *value;
    e->id = id;
    e->span = span;
    if (info) {
        e->kind = EXPR_UNSUPPORTED;
        e->unsupported = said;
        e->starred = e->named = e->value = NULL;
    }
    resolve_at_home(r, e, sym->home);
    return true;
}

/* ---- the module's */

/* Of constants and np.finfo(t).eps, at least one of these. */
static bool is_info_value(const struct resolver *r, const struct expr *e, bool *any) {
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
        return true;
    case EXPR_ATTR:
        *any = *any || is_type_info(r, e->attr.base);
        return is_type_info(r, e->attr.base);
    case EXPR_UNARY:
        return is_info_value(r, e->unary.a, any);
    case EXPR_BINARY:
        return is_info_value(r, e->binary.a, any) && is_info_value(r, e->binary.b, any);
    default:
        return false;
    }
}

/* Made of literals and names. */
static bool is_simple(const struct expr *e) {
    bool simple = e->kind != EXPR_TUPLE || e->list.n > 0;
    switch (e->kind) {
    case EXPR_UNARY:
        return is_simple(e->unary.a);
    case EXPR_BINARY:
        return is_simple(e->binary.a) && is_simple(e->binary.b);
    case EXPR_TUPLE:
        for (int i = 0; i < e->list.n; ++i) {
            simple = simple && is_simple(e->list.item[i]);
        }
        return simple;
    case EXPR_NAME:
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_BOOL:
    case EXPR_STR:
        return true;
    default:
        return false;
    }
}

/* {'k': 2.5, 'name': (1, 2)}, of constants. */
static bool is_record(struct scopes *s, struct expr *e) {
    bool record = e->kind == EXPR_DICT && e->list.keys;
    for (int i = 0; record && i < e->list.n; ++i) {
        record = is_simple(e->list.item[i]);
    }
    for (int i = 0; record && i < e->list.n; ++i) {
        resolve_module_expr(s, e->list.item[i]);
        struct expr *value = fold(s->p->arena, e->list.item[i]);
        record = value && value->kind != EXPR_CALL;
        e->list.item[i] = record ? value : e->list.item[i];
    }
    return record;
}

static bool are_constant(const struct expr *items) {
    bool all = true;
    for (int i = 0; i < items->list.n; ++i) {
        const struct expr *e = items->list.item[i];
        bool slice = e->kind == EXPR_SLICE;
        all = all &&
              (slice ? resolve_is_slice_part(e->slice.lo) && resolve_is_slice_part(e->slice.hi) &&
                           resolve_is_slice_part(e->slice.step)
                     : resolve_is_slice_part(e));
    }
    return all;
}

struct expr *resolve_shorthand(struct scopes *s, struct expr *e, bool written) {
    struct resolver r = resolve_walk(s);
    struct sugar g = resolve_sugar(&r);
    struct copy c = {.g = &g, .left = MAX_SHORT};
    bool any = false;
    struct expr *items = resolve_slice_items(&r, e);
    if (items) {
        return are_constant(items) ? copy_expr(&c, items) : NULL;
    }
    if (!written && is_record(s, e)) {
        return copy_expr(&c, e);
    }
    bool info = is_type_info(&r, e) || (is_vectorize(&r, e) && is_simple(e->call.arg[0])) ||
                (is_info_value(&r, e, &any) && any);
    return info ? copy_expr(&c, e) : NULL;
}
