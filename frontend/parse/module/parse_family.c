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
 * Classes without a base that an alias names together, Shape = Union[Circle, Square], get one that
 * has nothing of its own. Methods stay what they are, functions of the class that has them. Where
 * nothing makes an object of a class, hasattr is decided when compiling, and what it stands before
 * is not compiled. */
#include "parse_family.h"

static struct class *root_of(struct class *c) {
    while (c->base) {
        c = c->base;
    }
    return c;
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
    for (int i = 1; i + 2 < l->words.n && !found; ++i) {
        const struct word *w = &l->words.item[i];
        const char *name = lex_is(l->text, w + 1, ".")
                               ? intern(p->names, l->text + w[2].lo, w[2].hi - w[2].lo)
                               : "";
        const struct func *m = class_method(c, name);
        found = w->kind == WORD_NAME && lex_is(l->text, w, c->name) &&
                (lex_is(l->text, w + 1, "(") || (m && m->method == METHOD_CLASS)) &&
                !lex_is(l->text, w - 1, "class");
    }
    return found && !is_abstract(c);
}

const char *parse_family_mark(struct parser *p, const struct class *c) {
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

bool parse_family_field(const struct family *f, const char *name) {
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
            if (parse_family_field(f, m->field[k])) {
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
        vec_push(p->keep, &f->late, parse_family_mark(p, f->made.item[i]));
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
    if (name == parse_family_mark(p, m->class_)) {
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
    m->call->call.fn = parse_new_name(p, parse_family_mark(p, f->root), m->call->span);
    m->call->call.n = all->n_fields;
    m->call->call.arg = arg;
    m->func->n_exprs = p->next_expr;
    m->func->makes = f->all;
    p->fn = NULL;
}

/* ---- what its annotation stands for */

/* def make(r, side): return [Circle(r), Square(side)][0]: of parameters as these are annotated. */
static void make_any(struct family *f) {
    struct parser *p = f->p;
    struct span span = f->root->span;
    struct func *g = parse_method_begin(p, span, parse_family_mark(p, f->root), span);
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
        if (parse_family_derived(c, f->root)) {
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
    parse_family_methods(&f);
    make_any(&f);
    for (int i = 0; i < p->classes.n; ++i) {
        struct class *c = p->classes.item[i];
        c->family = parse_family_derived(c, root) ? f.all : c->family;
    }
    parse_keep_class(p, f.all);
    parse_bind(p, (struct binding){.kind = BIND_CLASS,
                                   .name = parse_family_mark(p, root),
                                   .span = root->span,
                                   .class_ = f.all});
}

/* ---- Expr = Union[Num, Name, Sum] */

/* A class of the file that may get a base, or has only such a one, which nothing makes. */
static struct class *class_named(const struct parser *p, const struct expr *e) {
    struct class *found = NULL;
    for (int i = 0; e->kind == EXPR_NAME && i < p->classes.n; ++i) {
        struct class *c = p->classes.item[i];
        bool may = c->name == e->name.name && !c->unknown && !c->foreign && !c->enumerates &&
                   !c->named && !c->tuple && (!c->base || !c->base->make);
        found = may ? c : found;
    }
    return found;
}

/* Gives the classes that an alias says are alternatives a base, where it is not NULL; false: it
 * says something else. */
static bool unite(struct parser *p, const struct expr *e, struct class *base) {
    if (e->kind == EXPR_BINARY && e->binary.op == OP_BITOR) {
        return unite(p, e->binary.a, base) && unite(p, e->binary.b, base);
    }
    const struct expr *fn = e->kind == EXPR_INDEX ? e->index.base : NULL;
    const char *name = !fn                     ? ""
                       : fn->kind == EXPR_NAME ? fn->name.name
                       : fn->kind == EXPR_ATTR ? fn->attr.name
                                               : "";
    bool all = strcmp(name, "Union") == 0;
    for (int i = 0; all && i < e->index.n; ++i) {
        all = unite(p, e->index.index[i], base);
    }
    struct class *c = fn ? NULL : class_named(p, e);
    if (c && base && root_of(c) != base) {
        root_of(c)->base = base;
    }
    return fn ? all : c != NULL;
}

void parse_unions(struct parser *p) {
    for (int i = 0; i < p->bindings.n; ++i) {
        const struct binding *b = &p->bindings.item[i];
        bool alias = b->kind == BIND_ASSIGN && !b->nested && b->value &&
                     (b->value->kind == EXPR_BINARY || b->value->kind == EXPR_INDEX);
        if (alias && unite(p, b->value, NULL)) {
            struct class *base = ARENA_NEW(p->keep, struct class);
            base->name = b->name;
            base->span = b->span;
            unite(p, b->value, base);
        }
    }
}

void parse_families(struct parser *p) {
    for (int i = 0, n = p->classes.n; i < n; ++i) {
        struct class *c = p->classes.item[i], *root = root_of(c);
        if (c != root && !root->family && !c->family) {
            make_family(p, root);
        }
    }
}
