/* Methods of objects as values, before functions are chosen at run time (resolve_chosen.c).
 *
 *     put = self.out.append              ->  of = self.out
 *     put(x)                                 of.append(x)
 *     {"in": self.come, "out": o.go}     ->  {"in": lambda x: self.come(x), "out": ...}
 *     self.ops[k](x), where an object is ->  ops = {"in": self.come}, where the method begins
 *     made with self.ops = {...}, or the     ops[k](x)
 *     class has ops = {...}
 */
#include <string.h>

#include "copy.h"
#include "resolve_chosen.h"

enum { MOST_EXPRS = 2000 /* of a table */ };

/* A name that is bound to a method. */
struct alias {
    struct stmt *s;     /* that binds it; NULL: another use of the name is met first, or a function
                           inside binds it, too */
    int used, called;   /* so often is the name met, and what is called */
    const char *method; /* what it is of `of`, a new name */
    const char *of;
};

struct handlers {
    struct resolver *r;
    struct sugar g;
    struct func *f;
    struct map alias; /* by name */
    struct map table; /* by name of the attribute and the object: the name of its copy */
    node_list first;
};

/* ---- what classes of the module have */

static bool has_field(const struct class *c, const char *name) {
    bool has = class_constant(c, name) != NULL;
    for (int i = 0; i < c->n_fields; ++i) {
        has = has || c->field[i] == name;
    }
    return has;
}

static bool is_field(const struct resolver *r, const char *name) {
    bool is = false;
    for (int i = 0; i < r->s->p->classes.n; ++i) {
        const struct class *c = r->s->p->classes.item[i];
        is = is || (!c->prelude && has_field(c, name));
    }
    return is;
}

static bool is_plain(const struct func *f) {
    bool plain = !f->star_args && !f->yields && f->method != METHOD_PROPERTY &&
                 f->method != METHOD_SETTER && f->n_params >= (f->method != METHOD_STATIC);
    for (int i = 0; i < f->n_params; ++i) {
        const struct expr *def = f->param[i].def;
        plain = plain && !f->param[i].kw_only &&
                (!def || def->kind == EXPR_INT || def->kind == EXPR_FLOAT ||
                 def->kind == EXPR_STR || def->kind == EXPR_BOOL || def->kind == EXPR_NONE);
    }
    return plain;
}

/* The method that an attribute of this name surely is, in whichever class; NULL: none. */
static const struct func *method_of_any(const struct resolver *r, const char *name) {
    const struct func *found = NULL;
    for (int i = 0; i < r->s->p->classes.n; ++i) {
        const struct class *c = r->s->p->classes.item[i];
        const struct func *f = c->prelude ? NULL : class_method(c, name);
        int own = f && f->method != METHOD_STATIC;
        if (f &&
            (!is_plain(f) ||
             (found && f->n_params - own != found->n_params - (found->method != METHOD_STATIC)))) {
            return NULL;
        }
        found = f ? f : found;
    }
    return found && !is_field(r, name) ? found : NULL;
}

/* Is it a variable, of this function or one around it? */
static bool is_variable(const struct handlers *h, const struct expr *e) {
    bool binds = e->kind == EXPR_NAME && !e->name.sym && chosen_binds(h->f, e->name.name);
    for (const struct frame *fr = h->r->frame->up; fr && e->kind == EXPR_NAME; fr = fr->up) {
        binds = binds || (!e->name.sym && chosen_binds(fr->fn, e->name.name));
    }
    return binds;
}

/* ---- names for methods */

static bool is_path(const struct handlers *h, const struct expr *e) {
    while (e->kind == EXPR_ATTR) {
        e = e->attr.base;
    }
    return is_variable(h, e);
}

static struct alias *alias_of(struct handlers *h, const char *name) {
    struct alias *a = map_get(&h->alias, name);
    if (!a) {
        a = ARENA_NEW(h->g.arena, struct alias);
        *a = (struct alias){0};
        map_set(h->g.arena, &h->alias, name, a);
    }
    return a;
}

static void find_alias(void *context, struct stmt *s) {
    struct handlers *h = context;
    const struct expr *value = s->kind == STMT_ASSIGN && s->assign.n == 1 ? s->assign.value : NULL;
    if (value && s->assign.target[0]->kind == EXPR_NAME && value->kind == EXPR_ATTR &&
        is_path(h, value) && !is_field(h->r, value->attr.name)) {
        struct alias *a = alias_of(h, s->assign.target[0]->name.name);
        a->s = a->used == 0 ? s : NULL;
    }
}

static bool count_use(void *context, struct expr **at) {
    const struct expr *e = *at;
    if (e->kind == EXPR_NAME) {
        ++alias_of(context, e->name.name)->used;
    } else if (e->kind == EXPR_CALL && e->call.fn->kind == EXPR_NAME) {
        ++alias_of(context, e->call.fn->name.name)->called;
    }
    return false;
}

static bool look_inside(void *context, const struct func *f) {
    struct handlers *h = context;
    for (int i = 0; i < h->alias.cap; ++i) {
        const char *name = h->alias.slot[i].key;
        struct alias *a = h->alias.slot[i].value;
        if (name && a->s && chosen_binds(f, name)) {
            a->s = NULL;
        }
    }
    return false;
}

static bool rename_call(void *context, struct expr **at) {
    struct handlers *h = context;
    struct expr *e = *at, *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    const struct alias *a = fn && fn->kind == EXPR_NAME ? map_get(&h->alias, fn->name.name) : NULL;
    if (a && a->of) {
        struct expr *method = sugar_new(&h->g, EXPR_ATTR, fn->span);
        method->attr.base = node_name(&h->g, a->of, fn->span);
        method->attr.name = a->method;
        method->attr.name_span = fn->span;
        e->call.fn = method;
    }
    return false;
}

static void rename_aliases(struct handlers *h) {
    const struct change find = {h, count_use, find_alias, NULL};
    const struct change inside = {.context = h, .stays = look_inside};
    const struct change rename = {.context = h, .expr = rename_call};
    bool any = false;
    change_block(&find, &h->f->body);
    change_block(&inside, &h->f->body);
    for (int i = 0; i < h->alias.cap; ++i) {
        struct alias *a = h->alias.slot[i].key ? h->alias.slot[i].value : NULL;
        if (a && a->s && a->called > 0 && a->used == a->called + 1) {
            struct expr *to = a->s->assign.target[0];
            a->of = node_fresh(&h->g, "of");
            a->method = a->s->assign.value->attr.name;
            a->s->assign.target[0] = node_name(&h->g, a->of, to->span);
            a->s->assign.value = a->s->assign.value->attr.base;
            any = true;
        }
    }
    if (any) {
        change_block(&rename, &h->f->body);
    }
}

/* ---- tables of methods in attributes */

static bool is_item(struct choice *c, const struct expr *e, const char *self) {
    bool own = self && e->kind == EXPR_ATTR && e->attr.base->kind == EXPR_NAME &&
               e->attr.base->name.name == self;
    return own ? method_of_any(c->r, e->attr.name) != NULL
               : e->kind != EXPR_LAMBDA && chosen_is_function(c, e);
}

/* A dictionary or list that is written out, of functions and of methods of self. */
static bool is_table(struct choice *c, const struct expr *e, const char *self) {
    bool all = (e->kind == EXPR_LIST || e->kind == EXPR_DICT) && e->list.n > 0;
    for (int i = 0; all && i < e->list.n; ++i) {
        all = is_item(c, e->list.item[i], self);
    }
    bool with = chosen_is_with(e) && is_item(c, e->call.arg[1], self);
    const struct expr *base = with ? e->call.fn->attr.base : NULL;
    return all || (with && (!chosen_is_with(base) || is_table(c, base, self)));
}

/* What is done to attributes of a name anywhere in the module. */
struct changes {
    const char *name;
    int n;       /* assignments, and statements that may write into it */
    int met, by; /* where it is met, and where its items are all that is asked for */
};

static bool is_of(const struct changes *t, const struct expr *e) {
    return e->kind == EXPR_ATTR && e->attr.name == t->name;
}

/* x.name[i], y in x.name, len(x.name), x.name.get(k) */
static int count_items(const struct changes *t, const struct expr *e) {
    static const char *const reads[] = {"len", "list",      "tuple", "set", "sorted",
                                        "sum", "enumerate", "min",   "max", "dict"};
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    int n = (e->kind == EXPR_INDEX && is_of(t, e->index.base)) +
            (fn && fn->kind == EXPR_ATTR && is_of(t, fn->attr.base));
    for (size_t k = 0; fn && fn->kind == EXPR_NAME && k < sizeof reads / sizeof *reads; ++k) {
        bool one = e->call.n == 1 && strcmp(fn->name.name, reads[k]) == 0;
        n += one && is_of(t, e->call.arg[0]);
    }
    for (int i = 0; e->kind == EXPR_COMPARE && i < e->compare.n; ++i) {
        bool in = e->compare.op[i] == OP_IN || e->compare.op[i] == OP_NOT_IN;
        n += in && is_of(t, e->compare.item[i + 1]);
    }
    return n;
}

static bool find_change(void *context, struct expr **at) {
    static const char *const none[] = {"get", "items", "keys", "values", "index"};
    struct changes *t = context;
    const struct expr *fn = (*at)->kind == EXPR_CALL ? (*at)->call.fn : NULL;
    bool method = fn && fn->kind == EXPR_ATTR && is_of(t, fn->attr.base);
    for (size_t i = 0; method && i < sizeof none / sizeof *none; ++i) {
        method = strcmp(fn->attr.name, none[i]) != 0;
    }
    t->n += method;
    t->met += is_of(t, *at);
    t->by += count_items(t, *at);
    return false;
}

static void find_store(void *context, struct stmt *s) {
    struct changes *t = context;
    t->by += s->kind == STMT_FOR && is_of(t, s->for_.iter);
    for (int i = 0; s->kind == STMT_ASSIGN && i < s->assign.n; ++i) {
        const struct expr *to = s->assign.target[i];
        t->n += is_of(t, to->kind == EXPR_INDEX ? to->index.base : to);
    }
    if (s->kind == STMT_AUGASSIGN) {
        const struct expr *to = s->aug.target;
        t->n += is_of(t, to->kind == EXPR_INDEX ? to->index.base : to);
    }
}

static bool is_derived(const struct class *c, const struct class *from) {
    while (c && c != from) {
        c = c->base;
    }
    return c != NULL;
}

/* Does the function make objects of a class that has nothing to do with c? */
static bool makes_others(const struct parser *p, const struct func *f, const struct class *c) {
    bool others = false;
    for (int i = 0; i < p->classes.n; ++i) {
        const struct class *k = p->classes.item[i];
        others = others || (k->make == f && !is_derived(k, c) && !is_derived(c, k));
    }
    return others;
}

static struct changes changes_of(const struct parser *p, const struct class *c, const char *name) {
    struct changes t = {.name = name};
    const struct change walk = {&t, find_change, find_store, NULL};
    for (int i = 0; i < p->funcs.n; ++i) {
        const struct func *f = p->funcs.item[i];
        if (!f->prelude && !f->parent && !makes_others(p, f, c)) {
            change_block(&walk, &f->body);
        }
    }
    return t;
}

static void keep_table(struct scopes *s, struct class *c, const char *name, const char *self,
                       const struct expr *value) {
    struct class_table *t = ARENA_NEW(s->p->arena, struct class_table);
    *t = (struct class_table){name, self, value, c->tables};
    c->tables = t;
}

/* self.ops = {...} of the function that makes objects. */
static void find_made(struct choice *c, struct class *class, const struct func *make) {
    const struct stmt *last = make->body.n > 0 ? make->body.item[make->body.n - 1] : NULL;
    const char *self = last && last->kind == STMT_RETURN && last->expr->kind == EXPR_NAME
                           ? last->expr->name.name
                           : NULL;
    for (int i = 0; self && i < make->body.n; ++i) {
        const struct stmt *s = make->body.item[i];
        const struct expr *to = s->kind == STMT_ASSIGN && s->assign.n == 1 && s->assign.value
                                    ? s->assign.target[0]
                                    : NULL;
        bool own = to && to->kind == EXPR_ATTR && to->attr.base->kind == EXPR_NAME &&
                   to->attr.base->name.name == self;
        if (own && is_table(c, s->assign.value, self) &&
            changes_of(c->r->s->p, class, to->attr.name).n == 1) {
            keep_table(c->r->s, class, to->attr.name, self, s->assign.value);
        }
    }
}

void resolve_method_tables(struct scopes *s) {
    struct func none = {0};
    struct resolver r = resolve_walk(s);
    struct choice c = {.r = &r, .g = resolve_sugar(&r), .f = &none};
    for (int i = 0; i < s->p->classes.n; ++i) {
        struct class *class = s->p->classes.item[i];
        if (!class->prelude && class->make && class->init && class->init_of == class) {
            find_made(&c, class, class->make);
        }
    }
}

/* [1, 2], {"a", "b"}, {1: "x"}: made of literals. */
static bool is_constant(const struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    bool all = fn && e->call.n_kw == 0 &&
               (fn->kind == EXPR_ATTR ? is_constant(fn->attr.base)
                                      : fn->kind == EXPR_NAME && fn->name.name[0] == '{');
    for (int i = 0; all && i < e->call.n; ++i) {
        all = is_constant(e->call.arg[i]);
    }
    if (e->kind == EXPR_LIST || e->kind == EXPR_TUPLE || e->kind == EXPR_DICT) {
        all = true;
        for (int i = 0; all && i < e->list.n; ++i) {
            all = is_constant(e->list.item[i]);
        }
    }
    e = e->kind == EXPR_UNARY ? e->unary.a : e;
    return all || e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_STR ||
           e->kind == EXPR_BOOL || e->kind == EXPR_NONE;
}

static bool may_be_table(const struct expr *e) {
    return e->kind == EXPR_LIST || e->kind == EXPR_DICT || e->kind == EXPR_CALL;
}

void resolve_class_table(struct scopes *s, struct class *c, const struct class_value *v) {
    const struct expr *table = v->value ? resolve_function_table(s, v->value) : NULL;
    struct changes t = {0};
    if (!v->value || c->data || c->foreign || c->prelude) {
        return;
    }
    if (table || (may_be_table(v->value) && is_constant(v->value))) {
        t = changes_of(s->p, c, v->name);
    }
    if (table ? t.n == 0 : t.n == 0 && t.met > 0 && t.met == t.by) {
        struct resolver r = resolve_walk(s);
        struct sugar g = resolve_sugar(&r);
        struct copy copy = {.g = &g, .left = MOST_EXPRS};
        table = table ? table : copy_expr(&copy, v->value);
        keep_table(s, c, v->name, NULL, table);
    }
}

/* ---- their uses */

static bool is_class(const struct handlers *h, const struct expr *e) {
    const struct symbol *sym =
        e->kind == EXPR_NAME && !is_variable(h, e) ? resolve_seen(h->r, e->name.name) : NULL;
    return sym && sym->kind == SYM_CLASS;
}

/* Is the method one of the class, or of one derived from it? */
static bool is_method_of(const struct resolver *r, const struct func *f, const struct class *of) {
    bool is = false;
    for (int i = 0; f->is_method && i < r->s->p->classes.n; ++i) {
        const struct class *c = r->s->p->classes.item[i];
        for (int k = 0; k < c->n_methods; ++k) {
            is = is || (c->method[k] == f && is_derived(c, of));
        }
    }
    return is;
}

/* Has a class of the module that is neither c nor derived from it, or one that is derived but with
 * another value, such an attribute? */
static bool have_others(const struct resolver *r, const struct class *c, const char *name,
                        bool derived) {
    bool have = false;
    for (int i = 0; i < r->s->p->classes.n; ++i) {
        const struct class *k = r->s->p->classes.item[i];
        bool other = k != c && !k->prelude;
        for (int j = 0; other && is_derived(k, c) && j < k->n_values; ++j) {
            have = have || k->value[j].name == name;
        }
        for (const struct class_table *t = k->tables; other && is_derived(k, c) && t; t = t->next) {
            have = have || t->name == name;
        }
        have = have || (other && !derived && !is_derived(k, c) && has_field(k, name));
    }
    return have;
}

/* The table that an attribute of a variable surely is: of self in a method, or of what else only
 * objects of one class have. */
static const struct class_table *table_of(const struct handlers *h, const struct expr *e) {
    const struct class_table *found = NULL;
    bool variable = is_variable(h, e->attr.base), of_class = !variable && is_class(h, e->attr.base);
    int param = -1;
    for (int i = h->f->n_params - 1; variable && i >= 0; --i) {
        param = h->f->param[i].sym->name == e->attr.base->name.name ? i : param;
    }
    for (int i = 0; (variable || of_class) && i < h->r->s->p->classes.n; ++i) {
        const struct class *c = h->r->s->p->classes.item[i];
        for (const struct class_table *t = c->tables; t; t = t->next) {
            bool self = param == 0 && h->f->method == METHOD_PLAIN && is_method_of(h->r, h->f, c);
            bool is = t->name == e->attr.name && (t->self ? param >= 0 : true) &&
                      !have_others(h->r, c, t->name, self || of_class);
            bool named = !of_class || (!t->self && strcmp(c->name, e->attr.base->name.name) == 0);
            found = is && named ? t : found;
        }
    }
    return found;
}

static struct expr *table_name(struct handlers *h, const struct expr *e,
                               const struct class_table *t) {
    const char *object = e->attr.base->name.name;
    const char *key =
        intern_str(h->r->s->p->names, arena_printf(h->g.arena, "%s.%s", object, t->name));
    const char *name = map_get(&h->table, key);
    if (!name) {
        struct expr *self = node_name(&h->g, object, e->span);
        struct substitution by = {t->self, self};
        struct copy copy = {.g = &h->g, .n = t->self != NULL, .by = &by, .left = MOST_EXPRS};
        name = node_fresh(&h->g, t->name);
        map_set(h->g.arena, &h->table, key, (void *)name);
        vec_push(h->g.arena, &h->first,
                 node_assign(&h->g, node_name(&h->g, name, e->span), copy_expr(&copy, t->value)));
    }
    return node_name(&h->g, name, e->span);
}

static struct expr *as_lambda(struct handlers *h, struct expr *e, const struct func *f) {
    const int own = f->method != METHOD_STATIC, n = f->n_params - own;
    struct func *made = parse_new_lambda(h->r->s->p, h->f, n, e->span);
    struct expr *lambda = sugar_new(&h->g, EXPR_LAMBDA, e->span),
                *call = sugar_new(&h->g, EXPR_CALL, e->span);
    struct copy copy = {.g = &h->g, .left = MOST_EXPRS};
    call->call.fn = e;
    call->call.n = n;
    call->call.arg = ARENA_ARRAY(h->g.arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        const struct expr *def = f->param[own + i].def;
        made->param[i].def = def ? copy_expr(&copy, def) : NULL;
        call->call.arg[i] = node_name(&h->g, made->param[i].sym->name, e->span);
    }
    made->body.item[0]->expr = call;
    lambda->lambda = made;
    return lambda;
}

static bool replace(void *context, struct expr **at);

static struct change replacing(struct handlers *h) {
    return (struct change){.context = h, .expr = replace, .stays = chosen_stays};
}

static bool replace(void *context, struct expr **at) {
    struct handlers *h = context;
    const struct change again = replacing(h);
    struct expr *e = *at, *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    if (fn && fn->kind == EXPR_ATTR) { /* a method that is called */
        change_expr(&again, &fn->attr.base);
        for (int i = 0; i < e->call.n; ++i) {
            change_expr(&again, &e->call.arg[i]);
        }
        for (int i = 0; i < e->call.n_kw; ++i) {
            change_expr(&again, &e->call.kw[i].value);
        }
        return true;
    }
    const struct class_table *t = e->kind == EXPR_ATTR ? table_of(h, e) : NULL;
    const struct func *method = e->kind == EXPR_ATTR && !t && is_variable(h, e->attr.base)
                                    ? method_of_any(h->r, e->attr.name)
                                    : NULL;
    if (t) {
        *at = table_name(h, e, t);
    } else if (method) {
        *at = as_lambda(h, e, method);
    }
    return t || method;
}

void resolve_handlers(struct resolver *r, struct func *f) {
    struct handlers h = {.r = r, .g = resolve_sugar(r), .f = f};
    const struct change all = replacing(&h);
    if (f->prelude || f->cu || f->imported) {
        return;
    }
    rename_aliases(&h);
    change_block(&all, &f->body);
    if (h.first.n > 0) {
        struct block first = node_block(&h.first);
        change_block(&all, &first);
        node_add(&h.g, &h.first, f->body);
        f->body = node_block(&h.first);
    }
}
