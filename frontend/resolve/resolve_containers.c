/* Empty containers: {}, dict(), deque(maxlen=3), defaultdict(int), defaultdict(lambda: 5) become
 * objects of the prelude's classes, made of their attributes, so that the types of keys and values
 * are open where they are made. */
#include "resolve_private.h"

#include <string.h>

static struct expr *called(struct sugar *g, struct symbol *sym, struct span span) {
    struct expr *e = sugar_new(g, EXPR_CALL, span);
    e->call.fn = sugar_new(g, EXPR_NAME, span);
    e->call.fn->name.name = sym->name;
    e->call.fn->name.sym = sym;
    return e;
}

static struct expr *copy_of(struct sugar *g, const struct expr *of) {
    struct expr *e = sugar_new(g, of->kind, of->span);
    const int id = e->id;
    *e = *of;
    e->id = id;
    if (e->kind == EXPR_UNARY) {
        e->unary.a = copy_of(g, of->unary.a);
    }
    return e;
}

/* ---- factories */

/* What a lambda without parameters gives; NULL: it has some, or is none. */
static struct expr *made_by(const struct expr *e) {
    const struct func *f = e->kind == EXPR_LAMBDA ? e->lambda : NULL;
    const struct stmt *s = f && f->n_params == 0 && f->body.n == 1 ? f->body.item[0] : NULL;
    return s && s->kind == STMT_RETURN ? s->expr : NULL;
}

static bool is_constant(const struct expr *e) {
    e = e->kind == EXPR_UNARY && e->unary.op == OP_NEG ? e->unary.a : e;
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_STR ||
           e->kind == EXPR_BOOL;
}

/* The last part of the name of the class for a factory: int, or defaultdict_int for
 * lambda: defaultdict(int); NULL: there is none. */
static const char *factory_name(struct resolver *r, const struct expr *factory) {
    const struct expr *made = made_by(factory);
    if (factory->kind == EXPR_NAME) {
        return factory->name.name;
    }
    if (!made || is_constant(made)) {
        return made ? "value" : NULL;
    }
    if (made->kind == EXPR_LIST) {
        return made->list.n == 0 ? "list" : NULL;
    }
    const struct expr *fn = made->kind == EXPR_CALL && made->call.n_kw == 0 ? made->call.fn : NULL;
    const struct symbol *sym =
        fn && fn->kind == EXPR_NAME ? scope_lookup(r->s, fn->name.name) : NULL;
    bool nested = sym && sym->kind == SYM_FUNC && sym->func->prelude && made->call.n == 1 &&
                  made->call.arg[0]->kind == EXPR_NAME &&
                  strcmp(sym->func->name, "collections__defaultdict") == 0;
    return nested ? arena_printf(r->arena, "defaultdict_%s", made->call.arg[0]->name.name) : NULL;
}

/* ---- containers */

/* Which of the prelude's classes an expression makes an empty object of: {}, dict(),
 * deque(maxlen=3), defaultdict(int); NULL: it makes none. */
static const char *container_name(struct resolver *r, const struct expr *e) {
    static const char *const plain[] = {"dict", "set", "frozenset"};
    const struct expr *fn = e->call.fn;
    if (fn->kind == EXPR_NAME && fn->name.name[0] == '{') {
        return fn->name.name[1] == ':' ? "_dict" : "_set";
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; ++i) {
        if (e->call.n_kw == 0 && resolve_is_builtin(r, e, plain[i])) {
            return e->call.n == 0 ? arena_printf(r->arena, "_%s", plain[i]) : NULL;
        }
    }
    const struct symbol *sym = sugar_callee(fn);
    const char *name = sym && sym->kind == SYM_FUNC && sym->func->prelude ? sym->func->name : "";
    bool most = e->call.n_kw == 1 && strcmp(e->call.kw[0].name, "maxlen") == 0;
    if (strcmp(name, "collections__deque") == 0 && (e->call.n_kw == 0 || most)) {
        return e->call.n == 0 ? "_deque" : NULL;
    }
    if (strcmp(name, "collections__defaultdict") == 0 && e->call.n == 1 && e->call.n_kw == 0) {
        const char *of = factory_name(r, e->call.arg[0]);
        return of ? arena_printf(r->arena, "_defaultdict_%s", of) : NULL;
    }
    if (e->call.n > 0 || e->call.n_kw > 0) {
        return NULL;
    }
    return strcmp(name, "collections__Counter") == 0       ? "_counter"
           : strcmp(name, "collections__OrderedDict") == 0 ? "_dict"
                                                           : NULL;
}

/* What an attribute of an empty one is, by its name; of what factory. */
static struct expr *container_part(struct resolver *r, struct sugar *g, struct expr *e,
                                   const char *field, const struct expr *factory) {
    static const struct {
        const char *field, *made_by;
    } calls[] = {
        {"table", "_empty_table"}, {"slots", "_no_places"}, {"h", "_no_ints"}, {"most", "_most"}};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; ++i) {
        if (strcmp(field, calls[i].field) == 0) {
            const char *name = intern_str(r->s->p->names, calls[i].made_by);
            struct expr *part = called(g, scope_prelude(r->s, name), e->span);
            part->call.n = i == 3;
            part->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
            part->call.arg[0] =
                e->call.n_kw ? e->call.kw[0].value : sugar_new(g, EXPR_NONE, e->span);
            if (i == 3) {
                resolve_expr(r, part->call.arg[0]);
            }
            return part;
        }
    }
    if (strcmp(field, "start") == 0) {
        return copy_of(g, factory);
    }
    bool list = strcmp(field, "k") == 0 || strcmp(field, "v") == 0;
    return sugar_new(g, list ? EXPR_LIST : EXPR_INT, e->span);
}

/* What the values begin as, before anything is put in: what a factory, which is resolved, makes; a
 * count. NULL: nothing. */
static struct expr *start_value(struct resolver *r, struct sugar *g, const char *name,
                                struct expr *factory, struct span span) {
    static const struct {
        const char *name;
        enum expr_kind kind;
    } starts[] = {{"_int", EXPR_INT},   {"_float", EXPR_FLOAT},  {"_bool", EXPR_BOOL},
                  {"_str", EXPR_STR},   {"_list", EXPR_LIST},    {"_set", EXPR_CALL},
                  {"_dict", EXPR_CALL}, {"_Counter", EXPR_CALL}, {"_deque", EXPR_CALL}};
    if (factory && factory->kind != EXPR_NAME) {
        struct expr *value = copy_of(g, factory);
        resolve_expr(r, value);
        return value;
    }
    const char *of = factory ? name + strlen("_defaultdict") : "";
    if (strcmp(name, "_counter") == 0) {
        return sugar_new(g, EXPR_INT, span);
    }
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; ++i) {
        if (strcmp(of, starts[i].name) != 0) {
            continue;
        }
        struct expr *value = sugar_new(g, starts[i].kind, span);
        if (value->kind == EXPR_STR) {
            value->str.text = "";
        }
        if (value->kind == EXPR_CALL) {
            value->call.fn = sugar_new(g, EXPR_NAME, span);
            value->call.fn->name.name =
                intern_str(r->s->p->names, strcmp(of, "_set") == 0 ? "{}" : "{:}");
            if (factory->name.sym && factory->name.sym->kind == SYM_FUNC) {
                value->call.fn = factory;
            }
            resolve_call(r, value);
        }
        return value;
    }
    return NULL;
}

/* The empty container e becomes e._start(value). */
static void start_values(struct resolver *r, struct sugar *g, struct expr *e, const char *name,
                         struct expr *factory) {
    struct expr *value = start_value(r, g, name, factory, e->span);
    if (!value) {
        return;
    }
    struct expr *fn = sugar_new(g, EXPR_ATTR, e->span);
    fn->attr.base = copy_of(g, e);
    fn->attr.name = intern_str(r->s->p->names, "_start");
    fn->attr.name_span = e->span;
    e->call.fn = fn;
    e->call.makes = false;
    e->call.n = 1;
    e->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
    e->call.arg[0] = value;
}

/* Its attributes, so that the types of keys and values are open where it is made. */
bool resolve_container(struct resolver *r, struct sugar *g, struct expr *e) {
    const char *name = r->frame ? container_name(r, e) : NULL;
    struct symbol *sym = name ? scope_prelude(r->s, intern_str(r->s->p->names, name)) : NULL;
    if (!sym || sym->kind != SYM_CLASS) {
        return false;
    }
    struct expr *fn = sugar_new(g, EXPR_NAME, e->span);
    struct expr *factory = e->call.n > 0 ? e->call.arg[0] : NULL;
    if (factory && factory->kind == EXPR_LAMBDA) {
        factory = made_by(factory);
    } else if (factory) {
        resolve_expr(r, factory);
    }
    int n = sym->class_->n_fields;
    struct expr **arg = ARENA_ARRAY(g->arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        arg[i] = container_part(r, g, e, sym->class_->field[i], factory);
    }
    fn->name.name = sym->name;
    fn->name.sym = sym;
    e->call.fn = fn;
    e->call.makes = true;
    e->call.n = n;
    e->call.n_kw = 0;
    e->call.arg = arg;
    start_values(r, g, e, name, factory);
    return true;
}
