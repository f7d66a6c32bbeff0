/* Families: objects of several classes with one base that meet, in a list, by `a if c else b`, in
 * an attribute. They are then of one class, which has the attributes of all of them, those that not
 * all have as ones that an object may not have yet, and one that tells of each class whether the
 * object is of it:
 *
 *     class Shape: ...                       class <Shape>: # r, side, <Circle>, <Square>
 *     class Circle(Shape):                       def area(self):
 *         def __init__(self, r): ...                 if hasattr(self, "<Circle>"):
 *         def area(self): ...          ->                return Circle.area(self)
 *     class Square(Shape):                           if hasattr(self, "<Square>"):
 *         def __init__(self, side): ...                  return Square.area(self)
 *         def area(self): ...                        raise AttributeError("area")
 *
 * Methods stay what they are, functions of the class that has them. Where nothing makes an object
 * of a class, hasattr is decided when compiling, and what it stands before is not compiled. */
#include "parse_class.h"
#include "parse_match.h"

#include <string.h>

/* A family while it is made. */
struct family {
    struct parser *p;
    struct class *root, *all;       /* all: the class of its objects */
    VEC(const struct class *) made; /* the classes that the text makes objects of */
    VEC(struct made_object) at;     /* where */
    VEC(const char *) fields, late;
    VEC(struct func *) methods;
};

static struct class *root_of(struct class *c) {
    while (c->base) {
        c = c->base;
    }
    return c;
}

static bool is_derived(const struct class *c, const struct class *from) {
    while (c && c != from) {
        c = c->base;
    }
    return c != NULL;
}

/* Is a method left to derived classes? */
static bool is_abstract(const struct class *c) {
    bool found = false;
    for (const struct class *of = c; of; of = of->base) {
        for (int i = 0; i < of->n_methods; ++i) {
            const struct func *m = of->method[i];
            found = found || (m->is_abstract && class_method(c, m->name) == m);
        }
    }
    return found;
}

/* Are there objects of it? Those of a class from which none is derived may come from anywhere. */
static bool is_made(const struct parser *p, const struct class *c) {
    const struct text_layout *l = p->layout;
    bool found = true;
    for (int i = 0; i < p->classes.n; ++i) {
        found = found && p->classes.item[i]->base != c;
    }
    for (int i = 1; i + 1 < l->words.n && !found; ++i) {
        const struct word *w = &l->words.item[i];
        found = w->kind == WORD_NAME && lex_is(l->text, w, c->name) &&
                lex_is(l->text, w + 1, "(") && !lex_is(l->text, w - 1, "class");
    }
    return found && !is_abstract(c);
}

static const char *mark_of(struct parser *p, const struct class *c) {
    return intern_str(p->names, arena_printf(p->keep, "<%s>", c->name));
}

/* ---- attributes */

static int place_of(const struct made_object *m, const char *name) {
    for (int i = 0; i < m->n_fields; ++i) {
        if (m->field[i] == name) {
            return i;
        }
    }
    return -1;
}

/* Do all objects have it from the beginning? */
static bool has_all(const struct family *f, const char *name) {
    bool all = true;
    for (int i = 0; i < f->at.n; ++i) {
        const struct made_object *m = &f->at.item[i];
        int k = place_of(m, name);
        all =
            all && (k >= 0 ? k < m->n_fields - m->n_late : parse_class_has_value(m->class_, name));
    }
    return all;
}

static bool is_field(const struct family *f, const char *name) {
    bool found = false;
    for (int i = 0; i < f->fields.n + f->late.n; ++i) {
        found =
            found || name == (i < f->fields.n ? f->fields.item[i] : f->late.item[i - f->fields.n]);
    }
    return found;
}

static void find_fields(struct family *f) {
    struct parser *p = f->p;
    for (int i = 0; i < f->at.n; ++i) {
        const struct made_object *m = &f->at.item[i];
        for (int k = 0; k < m->n_fields; ++k) {
            if (is_field(f, m->field[k])) {
                continue;
            }
            if (has_all(f, m->field[k])) {
                vec_push(p->keep, &f->fields, m->field[k]);
            } else {
                vec_push(p->keep, &f->late, m->field[k]);
            }
        }
    }
    for (int i = 0; i < f->made.n; ++i) {
        vec_push(p->keep, &f->late, mark_of(p, f->made.item[i]));
    }
    f->all->n_late = f->late.n;
    f->all->n_fields = f->fields.n + f->late.n;
    f->all->field = ARENA_ARRAY(p->keep, const char *, f->all->n_fields);
    for (int i = 0; i < f->all->n_fields; ++i) {
        f->all->field[i] = i < f->fields.n ? f->fields.item[i] : f->late.item[i - f->fields.n];
    }
}

/* What the object that is made has for a field of the family. */
static struct expr *value_of(struct family *f, const struct made_object *m, const char *name) {
    struct parser *p = f->p;
    struct span span = m->call->span;
    int k = place_of(m, name);
    if (k >= 0) {
        return m->call->call.arg[k];
    }
    if (name == mark_of(p, m->class_)) {
        struct expr *e = parse_new_expr(p, EXPR_BOOL, span);
        e->boolean = true;
        return e;
    }
    return parse_class_has_value(m->class_, name)
               ? parse_attribute_of(p, parse_new_name(p, m->class_->name, span), name)
               : parse_new_expr(p, EXPR_NONE, span);
}

static void make_by_family(struct family *f, const struct made_object *m) {
    struct parser *p = f->p;
    const struct class *all = f->all;
    struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, all->n_fields);
    p->fn = m->func;
    p->next_expr = m->func->n_exprs;
    for (int i = 0; i < all->n_fields; ++i) {
        arg[i] = value_of(f, m, all->field[i]);
    }
    m->call->call.fn = parse_new_name(p, mark_of(p, f->root), m->call->span);
    m->call->call.n = all->n_fields;
    m->call->call.arg = arg;
    m->func->n_exprs = p->next_expr;
    m->func->makes = f->all;
    p->fn = NULL;
}

/* ---- methods */

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

static bool is_number(const struct expr *e) {
    return e && (e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_BOOL ||
                 (e->kind == EXPR_UNARY && is_number(e->unary.a)));
}

static bool is_unlike(const struct expr *def) {
    return def && def->kind == EXPR_STR && def->str.text[0] == '\1';
}

/* The default of the family's method where a method of a class has another one; NULL: they do not
 * go together. */
static struct expr *default_of(struct parser *p, struct expr *all, const struct expr *one) {
    bool same = all && one && is_same_text(p, all->span, one->span);
    bool unlike = is_number(one) && (is_number(all) || is_unlike(all));
    return same ? all : unlike ? parse_nothing(p, all->span) : NULL;
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
    struct expr *e = parse_new_expr(p, EXPR_COND, span);
    e->cond.cond =
        parse_class_call(p, parse_new_name(p, intern_str(p->names, "isinstance"), span), 2, arg);
    e->cond.then = parse_match_again(p, param->def);
    e->cond.els = x;
    return e;
}

/* Owner.name(self, a, k=k), or what it is without a call: g is the method, into, or NULL. */
static struct expr *call_of(struct family *f, const struct func *into, const struct class *owner,
                            const char *name) {
    struct parser *p = f->p;
    struct span span = f->root->span;
    const struct func *g = own_method(owner, name);
    struct expr *fn = parse_attribute_of(p, parse_new_name(p, owner->name, span), name);
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
    arg[1]->str.text = mark_of(p, c);
    arg[1]->str.n = (int)strlen(arg[1]->str.text);
    return parse_class_call(p, parse_new_name(p, intern_str(p->names, "hasattr"), x->span), 2, arg);
}

/* Is class i of the family the first one that has the name from its owner? */
static bool is_first(const struct family *f, int i, const char *name) {
    bool first = true;
    for (int k = 0; k < i; ++k) {
        first = first && owner_of(f->made.item[k], name) != owner_of(f->made.item[i], name);
    }
    return first;
}

/* if self is one of those that have the name from the owner: return Owner.name(self) */
static void dispatch_to(struct family *f, const struct func *into, const struct class *owner,
                        const char *name) {
    struct parser *p = f->p;
    struct span span = f->root->span;
    int n = 0, mark = p->stack.n;
    struct expr **test = ARENA_ARRAY(p->arena, struct expr *, f->made.n), *cond;
    const struct func *g = own_method(owner, name);
    struct stmt *s = parse_new_stmt(p, STMT_IF, span);
    for (int i = 0; i < f->made.n; ++i) {
        if (owner_of(f->made.item[i], name) == owner) {
            test[n++] = is_of(p, name_like(p, &into->param[0], span), f->made.item[i]);
        }
    }
    cond = test[0];
    if (n > 1) {
        cond = parse_new_expr(p, EXPR_BOOLOP, span);
        cond->boolop.op = OP_LOR;
        cond->boolop.n = n;
        cond->boolop.item = test;
    }
    struct expr *value = call_of(f, into, owner, name);
    bool setter = g && g->method == METHOD_SETTER;
    if (setter) {
        struct stmt *call = parse_new_stmt(p, STMT_EXPR, span);
        call->expr = value;
        parse_push(p, call);
    }
    parse_class_return(p, setter ? NULL : value, span);
    if (n < f->made.n) {
        s->if_.cond = cond;
        s->if_.then.item = parse_take(p, mark, &s->if_.then.n);
        parse_push(p, s);
    }
}

/* raise AttributeError("'Shape' object has no attribute 'r'") */
static void raise_lacking(struct family *f, const char *name) {
    struct parser *p = f->p;
    struct stmt *s = parse_new_stmt(p, STMT_RAISE, f->root->span);
    struct expr *text = parse_new_expr(p, EXPR_STR, f->root->span);
    text->str.text =
        arena_printf(p->keep, "'%s' object has no attribute '%s'", f->root->name, name);
    text->str.n = (int)strlen(text->str.text);
    s->raise.exception = ARENA_NEW(p->arena, struct symbol);
    s->raise.exception->name = intern_str(p->names, "AttributeError");
    s->raise.exception->span = f->root->span;
    s->raise.message = text;
    parse_push(p, s);
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
        all = !owner || (g == like && !g) ||
              (g && like && property == (g->method == METHOD_PROPERTY) && !g->star_args &&
               !g->rest && !g->keywords && g->n_params - first_given(g) == n);
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
    if (is_field(f, name) || (lacks && special) || strncmp(name, "super()", 7) == 0) {
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
    for (int i = 0; i < f->made.n; ++i) {
        const struct class *owner = owner_of(f->made.item[i], name);
        if (owner && is_first(f, i, name)) {
            dispatch_to(f, g, owner, name);
        }
    }
    raise_lacking(f, name);
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
        struct stmt *s = parse_new_stmt(p, STMT_IF, span);
        s->if_.cond = is_of(p, name_like(p, &g->param[0], span), f->made.item[i]);
        struct expr *text = parse_new_expr(p, EXPR_STR, span);
        text->str.text = f->made.item[i]->name;
        text->str.n = (int)strlen(text->str.text);
        parse_class_return(p, text, span);
        s->if_.then.item = parse_take(p, inside, &s->if_.then.n);
        parse_push(p, s);
    }
    raise_lacking(f, "__name__");
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

static void dispatch_all(struct family *f) {
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

/* ---- what its annotation stands for */

/* def make(r, side): return [Circle(r), Square(side)][0]: of parameters as these are annotated. */
static void make_any(struct family *f) {
    struct parser *p = f->p;
    struct span span = f->root->span;
    struct func *g = parse_method_begin(p, span, mark_of(p, f->root), span);
    struct expr *any = parse_new_expr(p, EXPR_LIST, span);
    any->list.item = ARENA_ARRAY(p->arena, struct expr *, f->made.n);
    VEC(struct span) ann = {0};
    for (int i = 0; i < f->made.n; ++i) {
        const struct func *make = f->made.item[i]->make;
        const struct span *of = p->notes.item[make->id]->param_ann;
        struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, make->n_params);
        struct keyword *kw = ARENA_ARRAY(p->arena, struct keyword, make->n_params);
        struct expr *e =
            parse_class_call(p, parse_new_name(p, f->made.item[i]->name, span), 0, arg);
        e->call.kw = kw;
        for (int k = 0; k < make->n_params; ++k) {
            const char *name = intern_str(p->names, arena_printf(p->keep, "[%d]", ann.n));
            parse_class_param(p, g, NULL, span, NULL);
            g->param[ann.n].sym->name = name;
            vec_push(p->keep, &ann, of ? of[k] : (struct span){0});
            struct expr *value = parse_new_name(p, name, span);
            if (make->param[k].kw_only) {
                kw[e->call.n_kw++] = (struct keyword){make->param[k].sym->name, span, value};
            } else {
                arg[e->call.n++] = value;
            }
        }
        g->star_args = g->star_args || make->star_args || make->rest;
        any->list.item[any->list.n++] = e;
    }
    p->notes.item[g->id]->param_ann = ann.item;
    int mark = p->stack.n;
    parse_class_return(p, parse_new_index(p, any, parse_new_int(p, 0, span)), span);
    g->body.item = parse_take(p, mark, &g->body.n);
    parse_method_end(p, g);
    f->all->make = g;
}

/* ---- families */

/* Its classes, as far as objects are made of them; false: they are none, or not all known. */
static bool find_made(struct family *f) {
    struct parser *p = f->p;
    bool known = true;
    for (int i = 0; i < p->classes.n; ++i) {
        const struct class *c = p->classes.item[i];
        if (is_derived(c, f->root)) {
            known = known && !c->unknown && !c->tuple && !c->named && !c->generator && c->make;
            if (is_made(p, c)) {
                vec_push(p->keep, &f->made, c);
            }
        }
    }
    for (int i = 0; i < p->made.n; ++i) {
        for (int k = 0; k < f->made.n; ++k) {
            if (p->made.item[i].class_ == f->made.item[k]) {
                vec_push(p->keep, &f->at, p->made.item[i]);
            }
        }
    }
    return known && f->made.n > 1;
}

/* Is a method or a property of one class an attribute of another? */
static bool is_mixed(const struct family *f) {
    bool mixed = false;
    for (int i = 0; i < f->all->n_fields; ++i) {
        for (int k = 0; k < f->made.n; ++k) {
            mixed = mixed || parse_class_has_method(f->made.item[k], f->all->field[i]);
        }
    }
    return mixed;
}

static void make_family(struct parser *p, struct class *root) {
    struct family f = {.p = p, .root = root, .all = ARENA_NEW(p->keep, struct class)};
    if (!find_made(&f)) {
        return;
    }
    f.all->name = root->name;
    f.all->span = root->span;
    f.all->family = f.all;
    find_fields(&f);
    if (is_mixed(&f)) {
        return;
    }
    for (int i = 0; i < f.at.n; ++i) {
        make_by_family(&f, &f.at.item[i]);
    }
    dispatch_all(&f);
    make_any(&f);
    for (int i = 0; i < p->classes.n; ++i) {
        struct class *c = p->classes.item[i];
        c->family = is_derived(c, root) ? f.all : c->family;
    }
    parse_keep_class(p, f.all);
    parse_bind(
        p, (struct binding){
               .kind = BIND_CLASS, .name = mark_of(p, root), .span = root->span, .class_ = f.all});
}

void parse_families(struct parser *p) {
    for (int i = 0, n = p->classes.n; i < n; ++i) {
        struct class *c = p->classes.item[i], *root = root_of(c);
        if (c != root && !root->family && !c->family) {
            make_family(p, root);
        }
    }
}
