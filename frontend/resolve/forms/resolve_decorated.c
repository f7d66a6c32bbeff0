/* Functions of the module that decorators of the module stand above: what these make of them.
 *
 *     def clip(lo, hi):                       def [gain](x):
 *         def around(f):                          return 3 * x
 *             def inner(*args):         ->    def gain(*args):
 *                 return max(lo, f(*args))        return max(0, [gain](*args))
 *             return inner
 *         return around
 *
 *     @clip(0, 1)
 *     def gain(x):
 *         return 3 * x
 *
 * A decorator is a function that defines another one and returns it, nothing else, so that there is
 * nothing that it does once; the arguments of one that is called are constants. The names on the
 * right are none that programs write. */
#include <string.h>

#include "change.h"
#include "copy.h"
#include "nodes.h"
#include "resolve_private.h"
#include "unroll.h"

enum { MOST_PARAMS = 8, MOST_EXPRS = 2000 };

/* A decorator that is put around f. */
struct around {
    struct resolver *r;
    struct func *f;
    const struct func *inner; /* what it returns */
    const char *given;        /* its name for f */
    struct substitution by[MOST_PARAMS + 1];
    int n;
    const char *plain; /* the name of f without it */
};

/* The function inside that is all that a function defines, and what it returns; or NULL. */
static const struct func *returned(const struct func *f) {
    const struct stmt *const *s = (const struct stmt *const *)f->body.item;
    int n = f->body.n;
    bool text = n == 3 && s[0]->kind == STMT_EXPR && s[0]->expr->kind == EXPR_STR;
    s += text;
    bool gives = n - text == 2 && s[0]->kind == STMT_DEF && s[1]->kind == STMT_RETURN &&
                 s[1]->expr && s[1]->expr->kind == EXPR_NAME &&
                 s[1]->expr->name.name == s[0]->def->name;
    return gives && !f->star_args && !f->is_async && !f->yields ? s[0]->def : NULL;
}

static bool is_constant(const struct expr *e) {
    e = e->kind == EXPR_UNARY ? e->unary.a : e;
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_BOOL ||
           e->kind == EXPR_STR || e->kind == EXPR_NONE;
}

/* What each parameter of a decorator that is called is; false: that is not known. */
static bool take_arguments(struct around *a, const struct func *maker, const struct expr *call) {
    bool known = maker->n_params <= MOST_PARAMS && call->call.n <= maker->n_params;
    int used = call->call.n;
    for (int i = 0; known && i < maker->n_params; ++i) {
        const struct expr *value = i < call->call.n ? call->call.arg[i] : NULL;
        for (int k = 0; k < call->call.n_kw && !value; ++k) {
            bool own = call->call.kw[k].name == maker->param[i].sym->name;
            value = own ? call->call.kw[k].value : NULL;
            used += own;
        }
        value = value ? value : maker->param[i].def;
        known = value && is_constant(value);
        a->by[a->n++] = (struct substitution){maker->param[i].sym->name, value};
    }
    return known && used == call->call.n + call->call.n_kw;
}

/* Does the function bind one of the names itself, or what cannot be copied? */
static bool is_plain(const struct around *a) {
    const struct func *f = a->inner;
    bool plain = copy_may_body(&f->body) && !f->yields && !f->is_async && !f->cached;
    for (int i = 0; i < a->n && plain; ++i) {
        plain = !unroll_binds(&f->body, a->by[i].name) && f->keywords != a->by[i].name;
        for (int k = 0; k < f->n_params; ++k) {
            plain = plain && f->param[k].sym->name != a->by[i].name;
        }
    }
    for (int k = 0; k < f->n_params && plain; ++k) {
        plain = !f->param[k].def || is_constant(f->param[k].def);
    }
    return plain;
}

/* Reads a decorator; false: it is no such function. */
static bool read_decorator(struct around *a, const struct expr *e) {
    struct parser *p = a->r->s->p;
    const struct symbol *sym = sugar_callee(e->kind == EXPR_CALL ? e->call.fn : e);
    const struct func *d = sym && sym->kind == SYM_FUNC ? sym->func : NULL;
    bool own = d && !d->prelude && !d->parent && !d->is_method && !d->decorator && !d->cached &&
               parse_owns(p, d);
    const struct func *around = own && e->kind == EXPR_CALL ? returned(d) : d;
    if (!own || !around || (e->kind == EXPR_CALL && !take_arguments(a, d, e))) {
        return false;
    }
    a->inner = around->n_params == 1 ? returned(around) : NULL;
    a->given = around->n_params == 1 ? around->param[0].sym->name : NULL;
    a->by[a->n++] = (struct substitution){a->given, NULL};
    return a->inner && p->notes.item[around->id]->n_decorators == 0 && is_plain(a);
}

/* f.__name__ of the function that is decorated */
static bool name_of(void *context, struct expr **at) {
    const struct around *a = context;
    struct expr *e = *at;
    if (e->kind == EXPR_ATTR && strcmp(e->attr.name, "__name__") == 0 &&
        e->attr.base->kind == EXPR_NAME && e->attr.base->name.name == a->plain) {
        e->kind = EXPR_STR;
        e->str.text = a->f->name;
        e->str.n = (int)strlen(a->f->name);
        return true;
    }
    return false;
}

static struct param *copy_params(struct parser *p, struct func *to, const struct func *of) {
    struct param *all = ARENA_ARRAY(p->arena, struct param, of->n_params);
    for (int i = 0; i < of->n_params; ++i) {
        all[i] = of->param[i];
        all[i].sym = parse_new_param(p, to, of->param[i].sym->name, of->param[i].sym->span);
    }
    return all;
}

/* The function as it is written, under a name of its own. */
static void move_away(struct around *a) {
    struct parser *p = a->r->s->p;
    struct func *f = a->f;
    int n = p->funcs.n;
    struct func *plain = parse_new_instance(p, f, f->n_params);
    plain->instance_of = NULL;
    plain->param = copy_params(p, plain, f);
    plain->keywords = f->keywords;
    plain->yields = f->yields;
    plain->body = f->body;
    plain->n_exprs = f->n_exprs;
    for (int i = 0; i < n; ++i) {
        struct func *in = p->funcs.item[i];
        in->parent = in->parent == f ? plain : in->parent;
    }
    struct symbol *sym = scope_new_symbol(a->r->s, SYM_FUNC, f->name, f->name_span);
    sym->func = plain;
    plain->sym = sym;
    map_set(p->arena, &a->r->s->module, a->plain, sym);
}

/* The function becomes what the decorator returns. */
static void put_around(struct around *a) {
    struct parser *p = a->r->s->p;
    struct func *f = a->f;
    struct sugar g = {a->r->s, p->arena, f};
    a->plain = intern_str(p->names, arena_printf(p->keep, "%s.%d", f->name, p->funcs.n));
    move_away(a);
    f->n_exprs = 0;
    a->by[a->n - 1].value = node_name(&g, a->plain, f->name_span);
    struct copy c = {.g = &g, .n = a->n, .by = a->by, .inside = true, .left = MOST_EXPRS};
    node_list body = {0};
    for (int i = 0; i < a->inner->body.n; ++i) {
        vec_push(p->arena, &body, copy_stmt(&c, a->inner->body.item[i]));
    }
    *p->notes.item[f->id] = *p->notes.item[a->inner->id];
    f->body = node_block(&body);
    f->star_args = a->inner->star_args;
    f->rest = a->inner->rest;
    f->keywords = a->inner->keywords;
    f->yields = false;
    f->n_params = a->inner->n_params;
    f->param = copy_params(p, f, a->inner);
    struct change names = {.context = a, .expr = name_of};
    change_block(&names, &f->body);
}

void resolve_decorated(struct resolver *r, struct func *f) {
    const struct func_notes notes = *r->s->p->notes.item[f->id];
    bool known = f->n_signatures == 0 && !f->yields && !f->is_async && !f->is_method && !f->cached;
    for (int i = 0; i < notes.n_decorators && known; ++i) {
        struct around a = {.r = r, .f = f};
        known = read_decorator(&a, notes.decorator[i]);
    }
    for (int i = notes.n_decorators - 1; i >= 0 && known; --i) {
        struct around a = {.r = r, .f = f};
        read_decorator(&a, notes.decorator[i]);
        put_around(&a);
        f->decorator = NULL;
    }
}
