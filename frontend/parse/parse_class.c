/* Classes of the module: their methods are functions, compiled for their uses as helpers are, and
 * what a call of the class calls is one, too.
 *
 *     class Vec:                          def Vec(x, y):
 *         def __init__(self, x, y):           self.x = x
 *             self.x = x                      self.y = y
 *             self.y = y            ->        self = the Vec of (self.x, self.y)
 *             self.scale(2)                   self.scale(2)
 *                                             return self
 *
 * On the right the attributes are variables, whose names no program can write, until `self` is
 * first used as a whole: what is read before it is assigned is told as of any variable, and the
 * attributes have the types of what they are made with. `super().__init__(...)` makes an object of
 * the base and takes its attributes. Of a data class the function follows from its fields. */
#include "parse.h"

#include <string.h>

/* The function that is made of an `__init__`. */
struct maker {
    struct class *class_;
    const char *self;
    VEC(const char *) fields;
    bool made; /* self is an object from here on */
};

/* A field of a data class, or a constant: name [: annotation] = value. */
struct member {
    const char *name;
    struct span span, ann; /* ann: empty, there is none */
    const struct node *value;
};

/* A class while it is read. */
struct reader {
    struct parser *p;
    struct class *c;
    bool data, frozen;
    const struct node *init;
    VEC(struct member) members;
    VEC(struct func *) methods;
    VEC(const char *) names; /* of methods, as they stand in the text */
};

/* ---- names */

static bool is_name(const struct parser *p, const struct node *n, const char *name) {
    return n && n->kind == NODE_IDENTIFIER && node_is(p->source->text, n, name);
}

/* The definition that a statement of a class is, without its decorators; NULL: it is none. */
static const struct node *definition(const struct node *n) {
    return n->kind == NODE_DEF ? n : n->kind == NODE_DECORATED ? node_child(n, NODE_DEF) : NULL;
}

static bool is_method(const struct class *c, const char *name) {
    for (int i = 0; i < c->n_methods; ++i) {
        if (c->method[i]->name == name) {
            return true;
        }
    }
    return c->base && is_method(c->base, name);
}

static bool is_value(const struct class *c, const char *name) {
    for (int i = 0; i < c->n_values; ++i) {
        if (c->value[i].name == name) {
            return true;
        }
    }
    return c->base && is_value(c->base, name);
}

static const char *variable(struct parser *p, const char *self, const char *name) {
    return intern_str(p->names, arena_printf(p->waste, "%s.%s", self, name));
}

/* ---- statements */

static void push_assign(struct parser *p, struct expr *target, struct expr *value) {
    struct stmt *s = parse_new_stmt(p, STMT_ASSIGN, value->span);
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(p->arena, struct expr *, 1);
    s->assign.target[0] = target;
    s->assign.value = value;
    parse_push(p, s);
}

static struct expr *attribute(struct parser *p, struct expr *base, const char *name) {
    struct expr *e = parse_new_expr(p, EXPR_ATTR, base->span);
    e->attr.base = base;
    e->attr.name = name;
    e->attr.name_span = base->span;
    return e;
}

/* fn(args[0], ...) */
static struct expr *call(struct parser *p, struct expr *fn, int n, struct expr **args) {
    struct expr *e = parse_new_expr(p, EXPR_CALL, fn->span);
    e->call.fn = fn;
    e->call.n = n;
    e->call.arg = args;
    return e;
}

static void push_return(struct parser *p, struct expr *value, struct span span) {
    struct stmt *s = parse_new_stmt(p, STMT_RETURN, span);
    s->expr = value;
    parse_push(p, s);
}

/* ---- attributes that are variables */

static void note_field(struct parser *p, struct maker *m, const char *name) {
    for (int i = 0; i < m->fields.n; ++i) {
        if (m->fields.item[i] == name) {
            return;
        }
    }
    vec_push(p->keep, &m->fields, name);
}

static struct expr *field_variable(struct parser *p, struct maker *m, const char *name,
                                   struct span span) {
    note_field(p, m, name);
    return parse_new_name(p, variable(p, m->self, name), span);
}

struct expr *parse_made_attribute(struct parser *p, const struct expr *base, const char *name,
                                  struct span span) {
    struct maker *m = p->maker;
    if (m->made || base->kind != EXPR_NAME || base->name.name != m->self ||
        is_method(m->class_, name) || is_value(m->class_, name)) {
        return NULL;
    }
    return field_variable(p, m, name, span);
}

/* self = the object of the fields so far */
static void make_object(struct parser *p, struct maker *m) {
    struct span span = m->class_->span;
    struct class *c = m->class_;
    c->n_fields = m->fields.n;
    c->field = ARENA_ARRAY(p->keep, const char *, m->fields.n);
    struct expr **args = ARENA_ARRAY(p->arena, struct expr *, m->fields.n);
    for (int i = 0; i < m->fields.n; ++i) {
        c->field[i] = m->fields.item[i];
        args[i] = parse_new_name(p, variable(p, m->self, c->field[i]), span);
    }
    struct expr *e = call(p, parse_new_name(p, c->name, span), m->fields.n, args);
    e->call.makes = true;
    push_assign(p, parse_new_name(p, m->self, span), e);
    m->made = true;
}

/* self.base = Base(...); self.x = self.base.x ... */
static void take_fields(struct parser *p, struct maker *m, struct expr *base) {
    const char *name = variable(p, m->self, "super()");
    push_assign(p, parse_new_name(p, name, base->span), base);
    for (int i = 0; i < m->class_->base->n_fields; ++i) {
        const char *field = m->class_->base->field[i];
        push_assign(p, field_variable(p, m, field, base->span),
                    attribute(p, parse_new_name(p, name, base->span), field));
    }
}

/* The call of super().__init__ that a statement is; NULL: it is none. */
static struct expr *super_init(const struct stmt *s) {
    struct expr *e = s->kind == STMT_EXPR ? s->expr : NULL;
    const struct expr *fn = e && e->kind == EXPR_CALL ? e->call.fn : NULL;
    const struct expr *of = fn && fn->kind == EXPR_ATTR ? fn->attr.base : NULL;
    bool super = of && of->kind == EXPR_CALL && of->call.n == 0 && of->call.fn->kind == EXPR_NAME &&
                 strcmp(of->call.fn->name.name, "super") == 0;
    return super && strcmp(fn->attr.name, "__init__") == 0 ? e : NULL;
}

/* Does the statement use self as a whole: other than for attributes that are no methods? */
static bool uses_whole(const struct parser *p, const struct maker *m, const struct node *n) {
    const struct text_layout *l = p->layout;
    for (int i = layout_word(l, n->lo); i < l->words.n && l->words.item[i].lo < n->hi; ++i) {
        const struct word *w = &l->words.item[i];
        if (w->kind != WORD_NAME || !lex_is(l->text, w, m->self) ||
            (i > 0 && lex_is(l->text, w - 1, "."))) {
            continue;
        }
        bool dot = lex_is(l->text, w + 1, ".");
        const char *name = intern(p->names, l->text + w[2].lo, dot ? w[2].hi - w[2].lo : 0);
        if (!dot || is_method(m->class_, name) || is_value(m->class_, name)) {
            return true;
        }
    }
    return false;
}

static void parse_init_statement(struct parser *p, struct maker *m, const struct node *n) {
    if (!m->made && uses_whole(p, m, n)) {
        make_object(p, m);
    }
    int mark = p->stack.n;
    parse_statement(p, n);
    struct stmt *s = p->stack.n == mark + 1 ? p->stack.item[mark] : NULL;
    struct expr *base = s && !m->made && m->class_->base ? super_init(s) : NULL;
    if (base) {
        p->stack.n = mark;
        base->call.fn = parse_new_name(p, m->class_->base->name, base->call.fn->span);
        take_fields(p, m, base);
    }
}

static void end_maker(struct parser *p, struct func *f, struct maker *m, int mark) {
    p->maker = NULL;
    if (!m->made) {
        make_object(p, m);
    }
    push_return(p, parse_new_name(p, m->self, f->name_span), f->name_span);
    f->body.item = parse_take(p, mark, &f->body.n);
    parse_method_end(p, f);
    m->class_->make = f;
}

static void drop_first_param(struct func *f, struct func_notes *notes) {
    --f->n_params;
    ++f->param;
    ++notes->param_ann;
    f->rest = f->rest ? f->rest - 1 : 0;
}

/* Python does not call it compiled: where its types are pycc's, that is told. */
static void note_left(struct reader *r, const struct func *f, const struct node *decorated) {
    struct parser *p = r->p;
    const struct node *name = node_child(definition(decorated), NODE_IDENTIFIER);
    struct skipped_def skipped = {.name = f->name, .name_span = parse_span(name)};
    skipped.why = arena_printf(p->keep, "it is a method of '%s'", r->c->name);
    skipped.anns = p->notes.item[f->id]->anns;
    skipped.before = (struct span){decorated->lo, definition(decorated)->lo};
    vec_push(p->keep, &p->skipped, skipped);
}

static void parse_init(struct reader *r, const struct node *n) {
    struct parser *p = r->p;
    struct func *f = parse_method_begin(p, n, r->c->name);
    f->name_span = r->c->span;
    parse_method_params(p, f, n);
    note_left(r, f, n);
    p->skipped.item[p->skipped.n - 1].name = intern_str(p->names, "__init__");
    if (f->n_params == 0) {
        r->c->unknown = "its __init__ has no first parameter";
        parse_method_end(p, f);
        return;
    }
    struct maker m = {.class_ = r->c, .self = f->param[0].sym->name};
    drop_first_param(f, p->notes.item[f->id]);
    p->maker = &m;
    int mark = p->stack.n;
    for
        each_node(s, node_child(n, NODE_BLOCK)) {
            parse_init_statement(p, &m, s);
        }
    end_maker(p, f, &m, mark);
}

/* ---- what the class has from its base, or from its fields */

static void add_param(struct parser *p, struct func *f, const struct param *like, struct span span,
                      struct expr *def) {
    struct param *all = ARENA_ARRAY(p->arena, struct param, f->n_params + 1);
    for (int i = 0; i < f->n_params; ++i) {
        all[i] = f->param[i];
    }
    all[f->n_params] = like ? *like : (struct param){0};
    all[f->n_params].def = def;
    f->param = all;
    all[f->n_params].sym = parse_new_param(p, f, like ? like->sym->name : NULL, span);
    ++f->n_params;
}

static struct func *begin_made(struct reader *r, struct maker *m, const struct node *n) {
    struct func *f = parse_method_begin(r->p, n, r->c->name);
    f->name_span = r->c->span;
    m->class_ = r->c;
    m->self = intern_str(r->p->names, "self");
    return f;
}

/* def Derived(a, b): self.base = Base(a, b); ... */
static void inherit_init(struct reader *r, const struct node *n) {
    struct parser *p = r->p;
    const struct func *of = r->c->base->make;
    struct maker m = {0};
    struct func *f = begin_made(r, &m, n);
    int mark = p->stack.n;
    struct expr **args = ARENA_ARRAY(p->arena, struct expr *, of->n_params);
    for (int i = 0; i < of->n_params; ++i) {
        add_param(p, f, &of->param[i], f->name_span, of->param[i].def);
        args[i] = parse_new_name(p, of->param[i].sym->name, f->name_span);
    }
    p->notes.item[f->id]->param_ann = ARENA_ARRAY(p->keep, struct span, of->n_params + 1);
    take_fields(p, &m,
                call(p, parse_new_name(p, r->c->base->name, f->name_span), of->n_params, args));
    end_maker(p, f, &m, mark);
}

static bool text_is(const struct parser *p, struct span s, const char *text) {
    return s.hi - s.lo == strlen(text) && memcmp(p->source->text + s.lo, text, s.hi - s.lo) == 0;
}

/* field(default_factory=f): f(). NULL: the value is no call of field. */
static struct expr *made_default(struct parser *p, struct expr *value) {
    bool field = value->kind == EXPR_CALL && value->call.fn->kind == EXPR_NAME &&
                 strcmp(value->call.fn->name.name, "field") == 0;
    for (int i = 0; field && i < value->call.n_kw; ++i) {
        struct expr *made = value->call.kw[i].value;
        bool list = made->kind == EXPR_NAME && strcmp(made->name.name, "list") == 0;
        if (strcmp(value->call.kw[i].name, "default_factory") == 0) {
            return list ? parse_new_expr(p, EXPR_LIST, made->span) : call(p, made, 0, NULL);
        }
    }
    return NULL;
}

/* A parameter for a field, and its assignment; floats are made of what is declared `float`. */
static void data_field(struct reader *r, struct func *f, struct maker *m, const struct member *of,
                       const struct param *like) {
    struct parser *p = r->p;
    struct expr *value = of && of->value ? parse_expr(p, of->value, ALLOW_NONE) : NULL;
    struct expr *made = value ? made_default(p, value) : NULL;
    const char *name = of ? of->name : like->sym->name;
    struct span span = of ? of->span : f->name_span;
    if (!made) {
        add_param(p, f, like, span, of ? value : like->def);
        f->param[f->n_params - 1].sym->name = name;
        made = parse_new_name(p, name, span);
        if (of && text_is(p, of->ann, "float")) {
            struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, 1);
            arg[0] = made;
            made = call(p, parse_new_name(p, intern_str(p->names, "float"), span), 1, arg);
        }
    }
    struct expr *target = field_variable(p, m, name, span);
    push_assign(p, target, made);
    struct local_ann la = {.func = f, .stmt = p->stack.item[p->stack.n - 1]};
    if (of) {
        la.ann = of->ann;
        vec_push(p->keep, &p->local_anns, la);
    }
}

static void data_init(struct reader *r, const struct node *n) {
    struct parser *p = r->p;
    struct maker m = {0};
    struct func *f = begin_made(r, &m, n);
    int mark = p->stack.n;
    const struct func *base = r->c->base ? r->c->base->make : NULL;
    for (int i = 0; base && i < base->n_params; ++i) {
        data_field(r, f, &m, NULL, &base->param[i]);
    }
    for (int i = 0; i < r->members.n; ++i) {
        if (r->members.item[i].ann.hi > 0) {
            data_field(r, f, &m, &r->members.item[i], NULL);
        }
    }
    p->notes.item[f->id]->param_ann = ARENA_ARRAY(p->keep, struct span, f->n_params + 1);
    const char *post = intern_str(p->names, "__post_init__");
    if (is_method(r->c, post)) {
        make_object(p, &m);
        struct stmt *s = parse_new_stmt(p, STMT_EXPR, f->name_span);
        s->expr = call(p, attribute(p, parse_new_name(p, m.self, f->name_span), post), 0, NULL);
        parse_push(p, s);
    }
    end_maker(p, f, &m, mark);
}

/* def __eq__(self, other): return self.x == other.x and ... */
static void data_equal(struct reader *r, const struct node *n) {
    struct parser *p = r->p;
    const char *param[2] = {intern_str(p->names, "self"), intern_str(p->names, "other")};
    struct func *f = parse_method_begin(p, n, intern_str(p->names, "__eq__"));
    struct span span = f->name_span = r->c->span;
    for (int i = 0; i < 2; ++i) {
        add_param(p, f, NULL, span, NULL);
        f->param[i].sym->name = param[i];
    }
    p->notes.item[f->id]->param_ann = ARENA_ARRAY(p->keep, struct span, 2);
    int mark = p->stack.n, n_same = r->c->n_fields;
    struct expr *all = parse_new_expr(p, n_same > 1 ? EXPR_BOOLOP : EXPR_BOOL, span);
    struct expr **item = ARENA_ARRAY(p->arena, struct expr *, n_same);
    for (int i = 0; i < n_same; ++i) {
        item[i] = parse_new_expr(p, EXPR_COMPARE, span);
        item[i]->compare.n = 1;
        item[i]->compare.op = ARENA_ARRAY(p->arena, enum op, 1);
        item[i]->compare.op[0] = OP_EQ;
        item[i]->compare.item = ARENA_ARRAY(p->arena, struct expr *, 2);
        for (int k = 0; k < 2; ++k) {
            item[i]->compare.item[k] =
                attribute(p, parse_new_name(p, param[k], span), r->c->field[i]);
        }
    }
    if (n_same > 1) {
        all->boolop.op = OP_LAND;
        all->boolop.n = n_same;
        all->boolop.item = item;
    } else {
        all->boolean = true;
    }
    push_return(p, n_same == 1 ? item[0] : all, span);
    f->body.item = parse_take(p, mark, &f->body.n);
    parse_method_end(p, f);
    vec_push(p->keep, &r->methods, f);
}

/* ---- methods */

static void parse_method(struct reader *r, const struct node *decorated, enum method_kind kind) {
    struct parser *p = r->p;
    const struct node *n = definition(decorated);
    struct func *f = parse_method_begin(p, n, parse_intern(p, node_child(n, NODE_IDENTIFIER)));
    parse_method_params(p, f, n);
    note_left(r, f, decorated);
    f->method = kind;
    f->class_ = r->c;
    if (kind != METHOD_STATIC && f->n_params == 0) {
        r->c->unknown = "a method of it has no parameter";
    }
    p->notes.item[f->id]->is_async = node_is(p->source->text, n + 1, "async");
    f->body = parse_block(p, node_child(n, NODE_BLOCK));
    parse_method_end(p, f);
    vec_push(p->keep, &r->methods, f);
}

static enum method_kind method_kind(struct reader *r, const struct node *decorated) {
    static const struct {
        const char *name;
        enum method_kind kind;
    } known[] = {{"staticmethod", METHOD_STATIC},
                 {"classmethod", METHOD_CLASS},
                 {"property", METHOD_PROPERTY}};
    enum method_kind kind = METHOD_PLAIN;
    for
        each_node(c, decorated) {
            const struct node *name = c->kind == NODE_DECORATOR ? node_named(c, 0) : NULL;
            bool found = !name;
            for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
                if (is_name(r->p, name, known[i].name)) {
                    kind = known[i].kind;
                    found = true;
                }
            }
            if (!found) {
                r->c->unknown = "a method of it has a decorator other than staticmethod, "
                                "classmethod and property";
            }
        }
    return kind;
}

/* ---- the body */

/* name: ann = value, name = value; false: the statement is something else. */
static bool read_member(struct reader *r, const struct node *n) {
    const struct node *a = n->kind == NODE_EXPRESSION_STATEMENT ? node_named(n, 0) : NULL;
    const struct node *name = a && a->kind == NODE_ASSIGNMENT ? node_named(a, 0) : NULL;
    if (!name || name->kind != NODE_IDENTIFIER) {
        return false;
    }
    const struct node *type = node_child(a, NODE_TYPE);
    struct member m = {.name = parse_intern(r->p, name), .span = parse_span(name)};
    m.ann = type ? parse_span(type) : (struct span){0};
    m.value = node_named(a, type ? 2 : 1);
    vec_push(r->p->keep, &r->members, m);
    return !m.value || m.value->kind != NODE_ASSIGNMENT;
}

/* Its mistakes are told as anywhere; what it binds is the class's. */
static void read_plain(struct reader *r, const struct node *n) {
    struct ignored before = parse_ignore(r->p);
    bool text = n->kind == NODE_EXPRESSION_STATEMENT && node_named(n, 0)->kind == NODE_STRING;
    if (!read_member(r, n) && !text && !node_is(r->p->source->text, n, "pass")) {
        r->c->unknown = "there is more in it than methods, attributes and constants";
    }
    parse_statement(r->p, n);
    parse_heed(r->p, before);
}

static void read_statement(struct reader *r, const struct node *n) {
    const struct node *def = definition(n);
    if (n->kind == NODE_TOKEN) {
        return;
    }
    if (!def) {
        read_plain(r, n);
        return;
    }
    if (n != def) { /* what stands there is looked at for mistakes */
        struct ignored before = parse_ignore(r->p);
        for
            each_node(c, n) {
                if (c->kind == NODE_DECORATOR) {
                    parse_expr(r->p, node_named(c, 0), ALLOW_NAMED);
                }
            }
        parse_heed(r->p, before);
    }
    if (is_name(r->p, node_child(def, NODE_IDENTIFIER), "__init__")) {
        r->init = def;
    } else {
        parse_method(r, n, method_kind(r, n));
    }
}

static void keep_methods(struct reader *r) {
    r->c->n_methods = r->methods.n;
    r->c->method = r->methods.item;
}

/* The values of members without annotation, and all of classes that are no data classes. */
static void keep_values(struct reader *r) {
    struct parser *p = r->p;
    struct ignored before = parse_ignore(p);
    p->arena = p->keep;
    r->c->value = ARENA_ARRAY(p->keep, struct class_value, r->members.n);
    for (int i = 0; i < r->members.n; ++i) {
        const struct member *m = &r->members.item[i];
        if (m->value && (!r->data || m->ann.hi == 0)) {
            struct class_value *v = &r->c->value[r->c->n_values++];
            v->name = m->name;
            v->value = parse_expr(p, m->value, ALLOW_NONE);
        }
    }
    parse_heed(p, before);
}

/* The base, of the same file. */
static void read_base(struct reader *r, const struct node *n) {
    struct parser *p = r->p;
    struct ignored before = parse_ignore(p);
    parse_arguments_of_class(p, n);
    parse_heed(p, before);
    const struct node *name = node_named(n, 0);
    if (!name || is_name(p, name, "object")) {
        return;
    }
    for (int i = 0; i < p->classes.n && name->kind == NODE_IDENTIFIER; ++i) {
        if (p->classes.item[i]->name == parse_intern(p, name)) {
            r->c->base = p->classes.item[i];
        }
    }
    if (!r->c->base || node_named(n, 1)) {
        r->c->unknown = "its bases are not one class of this file";
    } else if (r->c->base->unknown) {
        r->c->unknown = r->c->base->unknown;
    }
}

/* @dataclass, @dataclasses.dataclass(frozen=True): any other decorator may do anything. */
static void read_decorators(struct reader *r, int n, struct expr *const *decorator) {
    for (int i = 0; i < n; ++i) {
        const struct expr *e = decorator[i];
        const struct expr *name = e->kind == EXPR_CALL ? e->call.fn : e;
        const char *last = name->kind == EXPR_NAME   ? name->name.name
                           : name->kind == EXPR_ATTR ? name->attr.name
                                                     : "";
        r->data = r->data || strcmp(last, "dataclass") == 0;
        if (strcmp(last, "dataclass") != 0) {
            r->c->unknown = "it has a decorator";
        }
        for (int k = 0; e->kind == EXPR_CALL && k < e->call.n_kw; ++k) {
            const char *kw = e->call.kw[k].name;
            if (strcmp(kw, "frozen") != 0 && strcmp(kw, "slots") != 0 && strcmp(kw, "eq") != 0) {
                r->c->unknown = "keywords of its dataclass() are not supported";
            }
        }
    }
}

static void keep_class(struct parser *p, struct class *c) {
    struct module *m = p->module;
    struct class **all = ARENA_ARRAY(p->keep, struct class *, m->n_classes + 1);
    for (int i = 0; i < m->n_classes; ++i) {
        all[i] = m->class_[i];
    }
    all[m->n_classes++] = c;
    m->class_ = all;
    vec_push(p->keep, &p->classes, c);
}

struct class *parse_known_class(struct parser *p, const struct node *n, int n_decorators,
                                struct expr *const *decorator) {
    const struct node *name = node_child(n, NODE_IDENTIFIER),
                      *bases = node_child(n, NODE_ARGUMENTS), *body = node_child(n, NODE_BLOCK);
    struct reader r = {.p = p, .c = ARENA_NEW(p->keep, struct class)};
    const char *outer = p->class_name;
    r.c->name = parse_intern(p, name);
    r.c->span = parse_span(name);
    read_decorators(&r, n_decorators, decorator);
    if (bases) {
        read_base(&r, bases);
    }
    p->class_name = r.c->name;
    for
        each_node(s, body) {
            read_statement(&r, s);
        }
    keep_methods(&r);
    keep_values(&r);
    if (r.init) {
        parse_init(&r, r.init);
    } else if (r.data) {
        data_init(&r, n);
    } else if (r.c->base && r.c->base->make) {
        inherit_init(&r, n);
    } else {
        struct maker m = {0};
        struct func *f = begin_made(&r, &m, n);
        end_maker(p, f, &m, p->stack.n);
    }
    if (r.data && !is_method(r.c, intern_str(p->names, "__eq__"))) {
        data_equal(&r, n);
        keep_methods(&r);
    }
    p->class_name = outer;
    r.c->prelude = p->in_prelude;
    keep_class(p, r.c);
    return r.c;
}
