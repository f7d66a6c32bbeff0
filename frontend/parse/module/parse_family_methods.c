/* The methods of a family (parse_family.c): each asks of which class the object is, and calls what
 * that class has. */
#include "parse_family.h"
#include "parse_match.h"

#include <string.h>

/* Where class c has the name, itself or of a base; NULL: it has not. */
static const struct class *owner_of(const struct class *c, const char *name) {
    for (; c; c = c->base) {
        for (int i = 0; i < c->n_methods; ++i) {
            if (c->method[i]->name == name) {
                return c;
            }
        }
        for (int i = 0; i < c->n_values; ++i) {
            if (c->value[i].name == name) {
                return c;
            }
        }
    }
    return NULL;
}

static const struct func *own_method(const struct class *c, const char *name) {
    for (int i = 0; c && i < c->n_methods; ++i) {
        if (c->method[i]->name == name) {
            return c->method[i];
        }
    }
    return NULL;
}

static struct expr *name_like(struct parser *p, const struct param *like, struct span span) {
    return parse_new_name(p, like->sym->name, span);
}

static int first_given(const struct func *g) {
    return g->method != METHOD_STATIC;
}

/* ---- defaults: where those of classes differ, nothing (parse_nothing), a text */

static bool is_same_text(const struct parser *p, struct span a, struct span b) {
    const char *text = p->source->text;
    return a.hi - a.lo == b.hi - b.lo && memcmp(text + a.lo, text + b.lo, a.hi - a.lo) == 0;
}

static bool is_plain(const struct expr *e) {
    return e && (e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_BOOL ||
                 e->kind == EXPR_STR || e->kind == EXPR_NONE ||
                 (e->kind == EXPR_UNARY && is_plain(e->unary.a)));
}

static bool is_unlike(const struct expr *def) {
    return def && def->kind == EXPR_STR && def->str.text[0] == '\1';
}

/* The default of the family's method where a method of a class has another one; NULL: they do not
 * go together. */
static struct expr *default_of(struct parser *p, struct expr *all, const struct expr *one) {
    bool same = all && one && is_same_text(p, all->span, one->span);
    bool unlike = is_plain(one) && is_plain(all);
    return same ? all : unlike ? parse_nothing(p, all->span) : NULL;
}

static struct expr *both(struct parser *p, enum op op, struct expr *a, struct expr *b) {
    if (!a) {
        return b;
    }
    struct expr *e = parse_new_expr(p, EXPR_BOOLOP, b->span);
    e->boolop.op = op;
    e->boolop.n = 2;
    e->boolop.item = ARENA_ARRAY(p->arena, struct expr *, 2);
    e->boolop.item[0] = a;
    e->boolop.item[1] = b;
    return e;
}

/* x, or its default in this class where it is not given */
static struct expr *given_value(struct family *f, const struct func *into,
                                const struct param *param, int i) {
    struct parser *p = f->p;
    struct span span = f->root->span;
    struct expr *x = name_like(p, &into->param[i], span);
    if (!is_unlike(into->param[i].def)) {
        return x;
    }
    struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, 2);
    arg[0] = name_like(p, &into->param[i], span);
    arg[1] = parse_new_name(p, intern_str(p->names, "str"), span);
    struct expr *text =
        parse_class_call(p, parse_new_name(p, intern_str(p->names, "isinstance"), span), 2, arg);
    struct expr *same =
        parse_new_compare(p, OP_EQ, name_like(p, &into->param[i], span), parse_nothing(p, span));
    struct expr *e = parse_new_expr(p, EXPR_COND, span);
    e->cond.cond = both(p, OP_LAND, text, same);
    e->cond.then = parse_match_again(p, param->def);
    e->cond.els = x;
    return e;
}

static bool is_of_class(const struct func *g) {
    return g && g->method == METHOD_CLASS;
}

/* Owner.name(self, a, k=k), or what it is without a call; C.name(a), which is given C. */
static struct expr *call_of(struct family *f, const struct func *into, const struct class *c,
                            const char *name) {
    struct parser *p = f->p;
    struct span span = f->root->span;
    const struct class *owner = owner_of(c, name);
    const struct func *g = own_method(owner, name);
    const char *by = is_of_class(g) ? c->name : owner->name;
    struct expr *fn = parse_attribute_of(p, parse_new_name(p, by, span), name);
    if (!g) {
        return fn;
    }
    bool bare = g->method == METHOD_STATIC || g->method == METHOD_CLASS;
    int first = first_given(g), n = 0, n_kw = 0;
    struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, g->n_params + 1);
    struct keyword *kw = ARENA_ARRAY(p->arena, struct keyword, g->n_params + 1);
    if (!bare) {
        arg[n++] = name_like(p, &into->param[0], span);
    }
    for (int i = first; i < g->n_params; ++i) {
        struct expr *value = given_value(f, into, &g->param[i], 1 + i - first);
        if (g->param[i].kw_only) {
            kw[n_kw++] = (struct keyword){g->param[i].sym->name, span, value};
        } else {
            arg[n++] = value;
        }
    }
    struct expr *e = parse_class_call(p, fn, n, arg);
    e->call.kw = kw;
    e->call.n_kw = n_kw;
    return e;
}

/* hasattr(x, "<C>") */
static struct expr *is_of(struct parser *p, struct expr *x, const struct class *c) {
    struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, 2);
    arg[0] = x;
    arg[1] = parse_new_expr(p, EXPR_STR, x->span);
    arg[1]->str.text = parse_family_mark(p, c);
    arg[1]->str.n = (int)strlen(arg[1]->str.text);
    return parse_class_call(p, parse_new_name(p, intern_str(p->names, "hasattr"), x->span), 2, arg);
}

/* Do they have the same method, which is not given the class? */
static bool share(const struct class *a, const struct class *b, const char *name) {
    const struct class *owner = owner_of(a, name);
    return a == b || (owner == owner_of(b, name) && !is_of_class(own_method(owner, name)));
}

/* Is class i of the family the first one that has the name from its owner? */
static bool is_first(const struct family *f, int i, const char *name) {
    bool first = true;
    for (int k = 0; k < i; ++k) {
        first = first && !share(f->made.item[k], f->made.item[i], name);
    }
    return first;
}

/* if cond: and what has been pushed since the mark; NULL: always */
static void push_if(struct parser *p, struct expr *cond, int mark) {
    if (cond) {
        struct stmt *s = parse_new_stmt(p, STMT_IF, cond->span);
        s->if_.cond = cond;
        s->if_.then.item = parse_take(p, mark, &s->if_.then.n);
        parse_push(p, s);
    }
}

/* if self is one of those that have what class c has by the name: return Owner.name(self) */
static void dispatch_to(struct family *f, const struct func *into, const struct class *c,
                        const char *name) {
    struct parser *p = f->p;
    struct span span = f->root->span;
    int n = 0, mark = p->stack.n;
    struct expr *cond = NULL;
    const struct func *g = own_method(owner_of(c, name), name);
    for (int i = 0; i < f->made.n; ++i) {
        if (share(f->made.item[i], c, name)) {
            cond = both(p, OP_LOR, cond,
                        is_of(p, name_like(p, &into->param[0], span), f->made.item[i]));
            ++n;
        }
    }
    struct expr *value = call_of(f, into, c, name);
    bool setter = g && g->method == METHOD_SETTER;
    if (setter) {
        struct stmt *call = parse_new_stmt(p, STMT_EXPR, span);
        call->expr = value;
        parse_push(p, call);
    }
    parse_class_return(p, setter ? NULL : value, span);
    push_if(p, n < f->made.n ? cond : NULL, mark);
}

/* raise Error("...") */
static void push_raise(struct family *f, const char *error, const char *text) {
    struct parser *p = f->p;
    struct stmt *s = parse_new_stmt(p, STMT_RAISE, f->root->span);
    struct expr *e = parse_new_expr(p, EXPR_STR, f->root->span);
    e->str.text = text;
    e->str.n = (int)strlen(text);
    s->raise.exception = ARENA_NEW(p->arena, struct symbol);
    s->raise.exception->name = intern_str(p->names, error);
    s->raise.exception->span = f->root->span;
    s->raise.message = e;
    parse_push(p, s);
}

static void raise_of(struct family *f, const struct class *c, const char *name) {
    push_raise(f, "AttributeError",
               arena_printf(f->p->keep, "'%s' object has no attribute '%s'", c->name, name));
}

/* raise AttributeError("'Circle' object has no attribute 'side'") */
static void raise_lacking(struct family *f, const struct func *into, const char *name) {
    struct parser *p = f->p;
    for (int i = 0; i < f->made.n; ++i) {
        int mark = p->stack.n;
        const struct class *c = f->made.item[i];
        if (!owner_of(c, name)) {
            raise_of(f, c, name);
            push_if(p, is_of(p, name_like(p, &into->param[0], f->root->span), c), mark);
        }
    }
    raise_of(f, f->root, name);
}

/* ---- operators of two objects */

/* type(x) is C */
static struct expr *is_exactly(struct parser *p, const struct param *x, const struct class *c,
                               struct span span) {
    struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, 1);
    arg[0] = name_like(p, x, span);
    struct expr *type =
        parse_class_call(p, parse_new_name(p, intern_str(p->names, "type"), span), 1, arg);
    return parse_new_compare(p, OP_IS, type, parse_new_name(p, c->name, span));
}

/* What the other object is asked for by an operator; NULL: nothing. compares: it is one of the six
 * that compare. */
static const char *reflected(struct parser *p, const char *name, bool *compares) {
    static const char *const pairs[] = {"__eq__", "__eq__", "__ne__", "__ne__", "__lt__", "__gt__",
                                        "__gt__", "__lt__", "__le__", "__ge__", "__ge__", "__le__"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i += 2) {
        if (strcmp(name, pairs[i]) == 0) {
            *compares = true;
            return intern_str(p->names, pairs[i + 1]);
        }
    }
    *compares = false;
    return strncmp(name, "__", 2) == 0
               ? intern_str(p->names, arena_printf(p->keep, "__r%s", name + 2))
               : NULL;
}

static bool is_exact(const struct class *owner, const char *name) {
    const struct func *g = own_method(owner, name);
    return g && g->exact;
}

/* Where the other object's class is derived from that of self, and has another method for it, or
 * compares, that is asked first:
 *
 *     if self is a Base and type(other) is Derived: return Derived.__gt__(other, self) */
static void ask_derived(struct family *f, const struct func *into, const char *name) {
    struct parser *p = f->p;
    struct span span = f->root->span;
    bool compares;
    const char *back = into->n_params == 2 ? reflected(p, name, &compares) : NULL;
    for (int i = 0; back && i < f->made.n; ++i) {
        const struct class *c = f->made.item[i], *owner = owner_of(c, back);
        const struct func *g = own_method(owner, back);
        struct expr *cond = NULL;
        for (int k = 0; g && !g->exact && g->n_params == 2 && k < f->made.n; ++k) {
            const struct class *base = f->made.item[k];
            if (base != c && parse_family_derived(c, base) &&
                (compares || owner_of(base, back) != owner)) {
                cond = both(p, OP_LOR, cond, is_of(p, name_like(p, &into->param[0], span), base));
            }
        }
        if (cond) {
            int mark = p->stack.n;
            struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, 2);
            arg[0] = name_like(p, &into->param[1], span);
            arg[1] = name_like(p, &into->param[0], span);
            struct expr *fn = parse_attribute_of(p, parse_new_name(p, owner->name, span), back);
            parse_class_return(p, parse_class_call(p, fn, 2, arg), span);
            push_if(p, both(p, OP_LAND, cond, is_exactly(p, &into->param[1], c, span)), mark);
        }
    }
}

/* What a data class compares is of its very class: others are not equal, and have no order. */
static void dispatch_exact(struct family *f, const struct func *into, const char *name) {
    struct parser *p = f->p;
    struct span span = f->root->span;
    bool equal = strcmp(name, "__eq__") == 0;
    const char *sign = name[3] == 't' ? (name[2] == 'l' ? "<" : ">") : name[2] == 'l' ? "<=" : ">=";
    for (int i = 0; i < f->made.n; ++i) {
        const struct class *c = f->made.item[i];
        int inside = p->stack.n;
        parse_class_return(p, call_of(f, into, c, name), span);
        push_if(p, is_exactly(p, &into->param[1], c, span), inside);
        for (int k = 0; !equal && k < f->made.n; ++k) {
            int mark = p->stack.n;
            const struct class *other = f->made.item[k];
            push_raise(f, "TypeError",
                       arena_printf(p->keep,
                                    "'%s' not supported between instances of '%s' and '%s'", sign,
                                    c->name, other->name));
            push_if(p, is_of(p, name_like(p, &into->param[1], span), other), mark);
        }
        push_if(p, is_of(p, name_like(p, &into->param[0], span), c), inside);
    }
    if (equal) {
        struct expr *no = parse_new_expr(p, EXPR_BOOL, span);
        parse_class_return(p, no, span);
    }
}

/* The longest of the methods of a name. */
static const struct func *widest(const struct family *f, const char *name) {
    const struct func *found = NULL;
    for (int i = 0; i < f->made.n; ++i) {
        const struct func *g = own_method(owner_of(f->made.item[i], name), name);
        found = g && (!found || g->n_params > found->n_params) ? g : found;
    }
    return found;
}

/* Do calls of the methods go together? The parameters of the family's are those of `like`. */
static bool go_together(struct family *f, const char *name, const struct func *like,
                        struct param *param) {
    bool all = true;
    for (int i = 0; i < f->made.n && all; ++i) {
        const struct class *owner = owner_of(f->made.item[i], name);
        const struct func *g = own_method(owner, name);
        int n = like ? like->n_params - first_given(like) : 0;
        bool property = like && like->method == METHOD_PROPERTY;
        all = !owner || (!g && (!like || property)) ||
              (g && like && property == (g->method == METHOD_PROPERTY) && g->exact == like->exact &&
               !g->star_args && !g->rest && !g->keywords && g->n_params - first_given(g) == n);
        for (int k = 0; owner && g && all && k < n; ++k) {
            const struct param *own = &g->param[first_given(g) + k];
            bool neither = !own->def && !param[k].def;
            param[k].def = neither ? NULL : default_of(f->p, param[k].def, own->def);
            all = (neither || param[k].def) && own->kw_only == param[k].kw_only;
        }
    }
    return all;
}

static void dispatch(struct family *f, const char *name) {
    struct parser *p = f->p;
    const struct func *like = widest(f, name);
    bool lacks = false, special = strncmp(name, "__", 2) == 0;
    for (int i = 0; i < f->made.n; ++i) {
        lacks = lacks || !owner_of(f->made.item[i], name);
    }
    if (parse_family_field(f, name) || (lacks && special) || strncmp(name, "super()", 7) == 0) {
        return;
    }
    int n = like ? like->n_params - first_given(like) : 0;
    struct param *param = ARENA_ARRAY(p->arena, struct param, n + 1);
    for (int i = 0; i < n; ++i) {
        param[i] = like->param[first_given(like) + i];
    }
    if (!go_together(f, name, like, param)) {
        return;
    }
    struct func *g = parse_method_begin(p, f->root->span, name, f->root->span);
    bool value = !like || like->method == METHOD_PROPERTY;
    g->method = value                           ? METHOD_PROPERTY
                : like->method == METHOD_SETTER ? METHOD_SETTER
                                                : METHOD_PLAIN;
    g->class_ = f->all;
    parse_class_param(p, g, NULL, f->root->span, NULL);
    g->param[0].sym->name = intern_str(p->names, "[self]");
    for (int i = 0; i < n; ++i) {
        parse_class_param(p, g, &param[i], f->root->span, param[i].def);
    }
    p->notes.item[g->id]->param_ann = ARENA_ARRAY(p->keep, struct span, g->n_params);
    int mark = p->stack.n;
    if (like && like->exact) {
        dispatch_exact(f, g, name);
    } else {
        ask_derived(f, g, name);
    }
    for (int i = 0; i < f->made.n; ++i) {
        const struct class *owner = owner_of(f->made.item[i], name);
        if (owner && is_first(f, i, name) && !is_exact(owner, name)) {
            dispatch_to(f, g, f->made.item[i], name);
        }
    }
    raise_lacking(f, g, name);
    g->body.item = parse_take(p, mark, &g->body.n);
    parse_method_end(p, g);
    vec_push(p->keep, &f->methods, g);
}

/* type(self).__name__ */
static void tell_name(struct family *f) {
    struct parser *p = f->p;
    struct span span = f->root->span;
    struct func *g = parse_method_begin(p, span, intern_str(p->names, TYPE_NAME), span);
    g->method = METHOD_PROPERTY;
    g->class_ = f->all;
    parse_class_param(p, g, NULL, span, NULL);
    g->param[0].sym->name = intern_str(p->names, "[self]");
    p->notes.item[g->id]->param_ann = ARENA_ARRAY(p->keep, struct span, 1);
    int mark = p->stack.n;
    for (int i = 0; i < f->made.n; ++i) {
        int inside = p->stack.n;
        struct expr *text = parse_new_expr(p, EXPR_STR, span);
        text->str.text = f->made.item[i]->name;
        text->str.n = (int)strlen(text->str.text);
        parse_class_return(p, text, span);
        push_if(p, is_of(p, name_like(p, &g->param[0], span), f->made.item[i]), inside);
    }
    raise_of(f, f->root, "__name__");
    g->body.item = parse_take(p, mark, &g->body.n);
    parse_method_end(p, g);
    vec_push(p->keep, &f->methods, g);
}

static bool is_dispatched(const struct family *f, const char *name) {
    bool found = false;
    for (int i = 0; i < f->methods.n; ++i) {
        found = found || f->methods.item[i]->name == name;
    }
    return found;
}

void parse_family_methods(struct family *f) {
    for (int i = 0; i < f->made.n; ++i) {
        for (const struct class *c = f->made.item[i]; c; c = c->base) {
            for (int k = 0; k < c->n_methods + c->n_values; ++k) {
                const char *name =
                    k < c->n_methods ? c->method[k]->name : c->value[k - c->n_methods].name;
                if (!is_dispatched(f, name)) {
                    dispatch(f, name);
                }
            }
        }
    }
    tell_name(f);
    f->all->method = f->methods.item;
    f->all->n_methods = f->methods.n;
}
