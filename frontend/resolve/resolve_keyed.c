/* Displays that are dictionaries by what takes them, and keywords that are displays:
 *
 *     d.update({"a": x})    d | {"a": x}    d == {"a": x}    [{"a": x}]    d[k] = {"a": x}
 *     dict(a=x)  ->  {"a": x}         d.update(a=x)   ->  d.update({"a": x})
 *     dict(d, a=x)  ->  dict(d)._with("a", x)         d.pop(k, None)  ->  d._pop_or_none(k)
 *     s.format(x, y)  ->  s.format((x, y)) */
#include "resolve_private.h"

#include <string.h>

/* ---- what takes dictionaries */

void resolve_keyed(struct expr *e) {
    if (e->kind == EXPR_DICT) {
        e->list.keyed = true;
    }
}

void resolve_keyed_operands(struct expr *a, struct expr *b) {
    if (a->kind != EXPR_DICT || b->kind != EXPR_DICT) {
        resolve_keyed(a);
        resolve_keyed(b);
    }
}

void resolve_keyed_items(struct expr *list) {
    for (int i = 0; i < list->list.n; ++i) {
        resolve_keyed(list->list.item[i]);
    }
}

static bool is_among(const char *name, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* A method of lists and dictionaries which no class of the module has. */
static bool is_method(const struct resolver *r, const struct expr *call) {
    const struct expr *fn = call->call.fn;
    return fn->kind == EXPR_ATTR && !fn->attr.sym && !scope_has_method(r->s, fn->attr.name, true);
}

static void keyed_arguments(struct expr *call) {
    static const char *const takers[] = {"update",     "append", "insert", "setdefault",
                                         "appendleft", "get",    "pop",    "_with"};
    if (is_among(call->call.fn->attr.name, takers, sizeof takers / sizeof takers[0])) {
        for (int i = 0; i < call->call.n; ++i) {
            resolve_keyed(call->call.arg[i]);
        }
    }
}

/* ---- keywords */

static struct expr *display_of(struct sugar *g, const struct expr *call) {
    struct expr *e = sugar_new(g, EXPR_DICT, call->span);
    const char *keys = "";
    e->list.n = call->call.n_kw;
    e->list.item = ARENA_ARRAY(g->arena, struct expr *, call->call.n_kw);
    for (int i = 0; i < call->call.n_kw; ++i) {
        keys = i == 0 ? call->call.kw[i].name
                      : arena_printf(g->arena, "%s%c%s", keys, DICT_KEY_END, call->call.kw[i].name);
        e->list.item[i] = call->call.kw[i].value;
    }
    e->list.keys = intern_str(g->scopes->p->names, keys);
    return e;
}

static void become(struct expr *e, const struct expr *other) {
    const int id = e->id;
    *e = *other;
    e->id = id;
}

/* Is it a call of Python's dict by names? */
static bool calls_dict(const struct resolver *r, const struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    bool named = fn && fn->kind == EXPR_NAME && strcmp(fn->name.name, "dict") == 0 &&
                 e->call.n_kw > 0 && r->frame && !map_get(&r->frame->locals, fn->name.name);
    const struct symbol *sym = named ? scope_lookup(r->s, fn->name.name) : NULL;
    for (int i = 0; named && i < e->call.n_kw; ++i) {
        named = e->call.kw[i].name != NULL;
    }
    return named && (!sym || sym->kind == SYM_OTHER || sym->module == IN_BUILTIN ||
                     (sym->kind == SYM_FUNC && sym->func->prelude));
}

bool resolve_dict_written(struct resolver *r, struct expr *e) {
    struct sugar g = resolve_sugar(r);
    bool written = calls_dict(r, e) && e->call.n == 0;
    if (written) {
        become(e, display_of(&g, e));
    }
    return written;
}

/* dict(d, a=x): each keyword is put into the new dictionary. */
static void put_keywords(struct sugar *g, struct expr *e) {
    struct expr *made = sugar_new(g, EXPR_CALL, e->span);
    made->call.fn = e->call.fn;
    made->call.n = 1;
    made->call.arg = e->call.arg;
    for (int i = 0; i < e->call.n_kw; ++i) {
        struct expr *call = sugar_new(g, EXPR_CALL, e->span);
        struct expr *key = sugar_new(g, EXPR_STR, e->call.kw[i].span);
        key->str.text = e->call.kw[i].name;
        key->str.n = (int)strlen(key->str.text);
        call->call.fn = sugar_new(g, EXPR_ATTR, e->span);
        call->call.fn->attr.base = made;
        call->call.fn->attr.name = intern_str(g->scopes->p->names, "_with");
        call->call.fn->attr.name_span = e->span;
        call->call.n = 2;
        call->call.arg = ARENA_ARRAY(g->arena, struct expr *, 2);
        call->call.arg[0] = key;
        call->call.arg[1] = e->call.kw[i].value;
        made = call;
    }
    become(e, made);
}

static void settle_method(struct resolver *r, struct sugar *g, struct expr *e) {
    const char *name = e->call.fn->attr.name;
    bool named = e->call.n_kw > 0;
    for (int i = 0; i < e->call.n_kw; ++i) {
        named = named && e->call.kw[i].name;
    }
    if (strcmp(name, "update") == 0 && e->call.n == 0 && named) {
        struct expr *display = display_of(g, e);
        e->call.n = 1;
        e->call.arg = ARENA_ARRAY(r->arena, struct expr *, 1);
        e->call.arg[0] = display;
        e->call.n_kw = 0;
    } else if (strcmp(name, "pop") == 0 && e->call.n == 2 && e->call.n_kw == 0 &&
               e->call.arg[1]->kind == EXPR_NONE) {
        e->call.fn->attr.name = intern_str(r->s->p->names, "_pop_or_none");
        e->call.n = 1;
    } else if (strcmp(name, "format") == 0 && e->call.n_kw == 0 && !e->call.packed &&
               e->call.fn->attr.base->kind != EXPR_STR) {
        resolve_pack(g, e);
        e->call.packed = true;
    }
    keyed_arguments(e);
}

static bool counts_names(struct resolver *r, const struct expr *e) {
    const struct expr *fn = e->call.fn;
    bool named = fn->kind == EXPR_NAME && e->call.n == 0 && e->call.n_kw > 0 &&
                 !map_get(&r->frame->locals, fn->name.name);
    const struct symbol *sym = named ? scope_lookup(r->s, fn->name.name) : NULL;
    for (int i = 0; named && i < e->call.n_kw; ++i) {
        named = e->call.kw[i].name != NULL;
    }
    return named && sym && sym->kind == SYM_FUNC && sym->func->prelude &&
           strcmp(sym->func->name, "collections__Counter") == 0;
}

bool resolve_keyed_call(struct resolver *r, struct sugar *g, struct expr *e) {
    if (!r->frame || r->frame->fn->prelude) {
        return false;
    }
    if (resolve_dict_written(r, e)) {
        e->list.keyed = true;
        return true;
    }
    if (counts_names(r, e)) { /* Counter(a=1) is Counter({"a": 1}) */
        struct expr *display = display_of(g, e);
        display->list.keyed = true;
        e->call.n = 1;
        e->call.arg = ARENA_ARRAY(r->arena, struct expr *, 1);
        e->call.arg[0] = display;
        e->call.n_kw = 0;
    }
    if (calls_dict(r, e) && e->call.n == 1) {
        put_keywords(g, e);
        return true;
    }
    if (is_method(r, e)) {
        settle_method(r, g, e);
    }
    return false;
}
