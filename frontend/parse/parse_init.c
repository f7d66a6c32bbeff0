/* What a call of a class calls: the function that is made of its `__init__`, of what it has from
 * its base, or of the fields of a data class.
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
#include "parse_class.h"

#include <string.h>

/* ---- statements */

void parse_class_assign(struct parser *p, struct expr *target, struct expr *value) {
    struct stmt *s = parse_new_stmt(p, STMT_ASSIGN, value->span);
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(p->arena, struct expr *, 1);
    s->assign.target[0] = target;
    s->assign.value = value;
    parse_push(p, s);
}

struct expr *parse_attribute_of(struct parser *p, struct expr *base, const char *name) {
    struct expr *e = parse_new_expr(p, EXPR_ATTR, base->span);
    e->attr.base = base;
    e->attr.name = name;
    e->attr.name_span = base->span;
    return e;
}

struct expr *parse_class_call(struct parser *p, struct expr *fn, int n, struct expr **args) {
    struct expr *e = parse_new_expr(p, EXPR_CALL, fn->span);
    e->call.fn = fn;
    e->call.n = n;
    e->call.arg = args;
    return e;
}

void parse_class_return(struct parser *p, struct expr *value, struct span span) {
    struct stmt *s = parse_new_stmt(p, STMT_RETURN, span);
    s->expr = value;
    parse_push(p, s);
}

/* ---- attributes that are variables */

static const char *variable(struct parser *p, const char *self, const char *name) {
    return intern_str(p->names, arena_printf(p->waste, "%s.%s", self, name));
}

const char *parse_base_object(struct parser *p, const struct maker *m) {
    return variable(p, m->self, "super()");
}

bool parse_note_field(struct parser *p, struct maker *m, const char *name) {
    for (int i = 0; i < m->fields.n; ++i) {
        if (m->fields.item[i] == name) {
            return false;
        }
    }
    vec_push(p->keep, &m->fields, name);
    return true;
}

struct expr *parse_field_variable(struct parser *p, struct maker *m, const char *name,
                                  struct span span) {
    parse_note_field(p, m, name);
    return parse_new_name(p, variable(p, m->self, name), span);
}

/* Has the class or a base a method of the name that takes no object? */
static bool is_static(const struct class *c, const char *name) {
    const struct func *f = class_method(c, name);
    return f && (f->method == METHOD_STATIC || f->method == METHOD_CLASS);
}

struct expr *parse_made_attribute(struct parser *p, const struct expr *base, const char *name,
                                  struct span span) {
    struct maker *m = p->maker;
    bool self = !m->made && base->kind == EXPR_NAME && base->name.name == m->self;
    if (self && is_static(m->class_, name)) { /* self.method(...) is C.method(...) */
        return parse_attribute_of(p, parse_new_name(p, m->class_->name, span), name);
    }
    if (m->made || base->kind != EXPR_NAME || base->name.name != m->self ||
        parse_of_class(m, name)) {
        return NULL;
    }
    return parse_field_variable(p, m, name, span);
}

/* self = the object of the fields so far */
static void make_object(struct parser *p, struct maker *m) {
    struct span span = m->class_->span;
    struct class *c = m->class_;
    int n = m->fields.n;
    parse_note_late(p, m);
    c->n_fields = m->fields.n;
    c->n_late = m->fields.n - n;
    c->field = ARENA_ARRAY(p->keep, const char *, m->fields.n);
    struct expr **args = ARENA_ARRAY(p->arena, struct expr *, m->fields.n);
    for (int i = 0; i < m->fields.n; ++i) {
        c->field[i] = m->fields.item[i];
        args[i] = i < n ? parse_new_name(p, variable(p, m->self, c->field[i]), span)
                        : parse_late_value(p, m, c->field[i]);
    }
    struct expr *e = parse_class_call(p, parse_new_name(p, c->name, span), m->fields.n, args);
    e->call.makes = true;
    struct made_object made = {c, p->fn, e, c->n_fields, c->n_late, c->field};
    vec_push(p->keep, &p->made, made);
    parse_class_assign(p, parse_new_name(p, m->self, span), e);
    m->made = true;
}

/* self.base = Base(...); self.x = self.base.x ...; what follows uses late ones as self's. */
static void take_fields(struct parser *p, struct maker *m, struct expr *base) {
    const struct class *of = m->of->base;
    parse_class_assign(p, parse_new_name(p, parse_base_object(p, m), base->span), base);
    m->based = true;
    for (int i = 0; i < of->n_fields - of->n_late; ++i) {
        parse_class_assign(
            p, parse_field_variable(p, m, of->field[i], base->span),
            parse_attribute_of(p, parse_new_name(p, parse_base_object(p, m), base->span),
                               of->field[i]));
        for (int k = 0; k < m->class_->n_values; ++k) {
            bool same = m->class_->value[k].name == of->field[i];
            m->class_->unknown =
                same ? "a constant of it is an attribute of its base" : m->class_->unknown;
        }
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
        if (!dot || (parse_of_class(m, name) && !is_static(m->class_, name))) {
            return true;
        }
    }
    return false;
}

/* The base's __init__ for objects of the class, as a static method of it. */
static const char *back_name(struct parser *p, const struct class *base) {
    const char *of = base->init_of ? base->init_of->name : "";
    return intern_str(p->names, arena_printf(p->keep, "super().__init__ of %s", of));
}

static void init_base(struct parser *p, struct maker *m, struct expr *base) {
    struct span span = base->call.fn->span;
    const struct class *of = m->of->base;
    m->class_->whole = m->class_->whole || of->whole;
    if (class_method(m->class_, back_name(p, of))) {
        base->call.fn =
            parse_attribute_of(p, parse_new_name(p, m->class_->name, span), back_name(p, of));
        parse_class_assign(p, parse_new_name(p, m->self, span), base);
        m->class_->unknown = m->fields.n == 0 ? m->class_->unknown
                                              : "it assigns attributes before super().__init__(), "
                                                "which calls methods of it";
        m->made = true;
        return;
    }
    base->call.fn = parse_new_name(p, of->name, span);
    take_fields(p, m, base);
    if (of->n_late > 0) {
        make_object(p, m);
    }
}

static void parse_init_statement(struct parser *p, struct maker *m, const struct node *n) {
    if (!m->made && uses_whole(p, m, n)) {
        make_object(p, m);
        m->class_->whole = true;
    }
    int mark = p->stack.n;
    parse_statement(p, n);
    struct stmt *s = p->stack.n == mark + 1 ? p->stack.item[mark] : NULL;
    struct expr *base = s && !m->made && m->of->base ? super_init(s) : NULL;
    if (base) {
        p->stack.n = mark;
        init_base(p, m, base);
    } else if (s && !m->made) {
        parse_split_attributes(p, s, mark);
    }
}

static void end_maker(struct parser *p, struct func *f, struct maker *m, int mark) {
    p->maker = NULL;
    if (!m->made) {
        make_object(p, m);
    }
    parse_class_return(p, parse_new_name(p, m->self, f->name_span), f->name_span);
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

static struct func *init_func(struct reader *r, const struct class *of, const struct node *n) {
    struct parser *p = r->p;
    struct func *f = parse_method_begin(p, parse_span(n), r->c->name, r->c->span);
    parse_method_params(p, f, n);
    parse_class_defaults(r, of, f);
    if (of == r->c) {
        parse_class_note_left(r, f, n);
        p->skipped.item[p->skipped.n - 1].name = intern_str(p->names, "__init__");
    }
    if (f->n_params == 0) {
        r->c->unknown = "its __init__ has no first parameter";
        parse_method_end(p, f);
        return f;
    }
    struct maker m = {.class_ = r->c, .of = of, .self = f->param[0].sym->name, .reader = r};
    parse_class_note_assigned(r, n, m.self);
    drop_first_param(f, p->notes.item[f->id]);
    p->maker = &m;
    int mark = p->stack.n;
    parse_take_constants(p, &m);
    for
        each_node(s, node_child(n, NODE_BLOCK)) {
            parse_init_statement(p, &m, s);
        }
    end_maker(p, f, &m, mark);
    return f;
}

/* The same of a base, whose mistakes have been told. */
static void init_by_base(struct reader *r, const struct class *base) {
    struct parser *p = r->p;
    if (!base || !base->whole || !base->init) {
        return;
    }
    const struct class *of = base->init_of;
    init_by_base(r, of->base);
    const char *outer = p->base_name;
    p->base_name = of->base ? of->base->name : NULL;
    struct func *f = init_func(r, of, base->init);
    p->base_name = outer;
    f->name = back_name(p, base);
    f->method = METHOD_STATIC;
    f->class_ = r->c;
    vec_push(p->keep, &r->methods, f);
    r->c->method = r->methods.item;
    r->c->n_methods = r->methods.n;
}

void parse_class_init(struct reader *r, const struct class *of, const struct node *n) {
    r->c->init = n;
    r->c->init_of = of;
    if (r->c->base && parse_class_calls_back(r)) {
        parse_class_note_assigned(r, n, intern_str(r->p->names, "self"));
        init_by_base(r, of == r->c ? r->c->base : of->base);
    }
    init_func(r, of, n);
}

/* ---- what the class has from its base, or from its fields */

void parse_class_param(struct parser *p, struct func *f, const struct param *like, struct span span,
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

static struct func *begin_made(struct reader *r, struct maker *m, struct span n) {
    struct func *f = parse_method_begin(r->p, n, r->c->name, r->c->span);
    m->class_ = r->c;
    m->of = r->c;
    m->func = f;
    m->reader = r;
    m->self = intern_str(r->p->names, "self");
    return f;
}

/* The annotations of the parameters, which the base's begin with. */
static struct span *annotations(struct reader *r, const struct func *f) {
    struct parser *p = r->p;
    struct span *ann = ARENA_ARRAY(p->keep, struct span, f->n_params + 1);
    const struct func *base = r->c->base ? r->c->base->make : NULL;
    for (int i = 0; i < f->n_params; ++i) {
        ann[i] = base && i < base->n_params ? p->notes.item[base->id]->param_ann[i] : ann[i];
        for (int k = 0; k < r->members.n; ++k) {
            bool same = r->members.item[k].name == f->param[i].sym->name;
            ann[i] = r->data && same ? r->members.item[k].ann : ann[i];
        }
    }
    return ann;
}

/* The parameters of the base, and its fields as the base makes them. */
static void take_base(struct reader *r, struct func *f, struct maker *m) {
    struct parser *p = r->p;
    const struct func *of = r->c->base->make;
    struct expr **args = ARENA_ARRAY(p->arena, struct expr *, of->n_params);
    for (int i = 0; i < of->n_params; ++i) {
        parse_class_param(p, f, &of->param[i], f->name_span, of->param[i].def);
        args[i] = parse_new_name(p, of->param[i].sym->name, f->name_span);
    }
    f->rest = of->rest;
    f->star_args = of->star_args;
    struct expr *made =
        parse_class_call(p, parse_new_name(p, r->c->base->name, f->name_span), of->n_params, args);
    made->call.packed = of->rest > 0;
    take_fields(p, m, made);
}

void parse_class_inherit_init(struct reader *r, struct span n) {
    struct parser *p = r->p;
    struct maker m = {0};
    struct func *f = begin_made(r, &m, n);
    int mark = p->stack.n;
    parse_take_constants(p, &m);
    take_base(r, f, &m);
    p->notes.item[f->id]->param_ann = annotations(r, f);
    end_maker(p, f, &m, mark);
    r->c->init = r->c->base->init;
    r->c->init_of = r->c->base->init_of;
    r->c->whole = r->c->base->whole;
}

void parse_class_empty_init(struct reader *r, struct span n) {
    struct maker m = {0};
    struct func *f = begin_made(r, &m, n);
    int mark = r->p->stack.n;
    parse_take_constants(r->p, &m);
    end_maker(r->p, f, &m, mark);
}

static bool ann_begins(const struct parser *p, const struct member *m, const char *text) {
    size_t n = strlen(text);
    return m->ann.hi - m->ann.lo >= n && memcmp(p->source->text + m->ann.lo, text, n) == 0;
}

bool parse_is_class_variable(const struct parser *p, const struct member *m) {
    return ann_begins(p, m, "ClassVar") || ann_begins(p, m, "typing.ClassVar");
}

/* What an option of field(...) says of a member; false: it is not known. */
static bool take_option(struct member *m, const struct keyword *kw) {
    bool constant = kw->value->kind == EXPR_BOOL, no = constant && !kw->value->boolean;
    if (strcmp(kw->name, "compare") == 0) {
        m->hides |= no ? HIDES_COMPARED : 0;
    } else if (strcmp(kw->name, "repr") == 0) {
        m->hides |= no ? HIDES_SHOWN : 0;
    } else if (strcmp(kw->name, "init") == 0) {
        m->no_param = no;
    } else if (strcmp(kw->name, "kw_only") == 0) {
        m->kw_only = constant && kw->value->boolean;
    } else {
        return strcmp(kw->name, "default") == 0 || strcmp(kw->name, "default_factory") == 0;
    }
    return constant;
}

/* field(default=value, ...): the value, the call where it has a factory, NULL where neither is. */
static struct expr *take_options(struct reader *r, struct member *m, struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    bool field = fn && ((fn->kind == EXPR_NAME && strcmp(fn->name.name, "field") == 0) ||
                        (fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "field") == 0));
    struct expr *value = field ? NULL : e;
    for (int i = 0; field && i < e->call.n_kw; ++i) {
        const struct keyword *kw = &e->call.kw[i];
        if (!take_option(m, kw)) {
            r->c->unknown = "a field of it has options other than default, default_factory, "
                            "compare, repr, init and kw_only";
        }
        value = strcmp(kw->name, "default") == 0           ? kw->value
                : strcmp(kw->name, "default_factory") == 0 ? e
                                                           : value;
    }
    return value;
}

/* What a field that is no parameter is before __post_init__ says it: nothing of its type. */
static struct expr *blank(struct reader *r, const struct member *m) {
    static const struct {
        const char *ann;
        enum expr_kind kind;
    } known[] = {{"int", EXPR_INT}, {"float", EXPR_FLOAT}, {"str", EXPR_STR}, {"bool", EXPR_BOOL}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        if (parse_text_is(r->p, m->ann, known[i].ann)) {
            struct expr *e = parse_new_expr(r->p, known[i].kind, m->span);
            if (e->kind == EXPR_STR) {
                e->str.text = "";
            }
            return e;
        }
    }
    r->c->unknown = "a field of it with init=False has no default and is no int, float, str, bool";
    return parse_new_expr(r->p, EXPR_INT, m->span);
}

/* field(default_factory=f): f(). NULL: the value is no call of field. */
static struct expr *made_default(struct parser *p, struct expr *value) {
    for (int i = 0; value->kind == EXPR_CALL && i < value->call.n_kw; ++i) {
        struct expr *made = value->call.kw[i].value;
        bool list = made->kind == EXPR_NAME && strcmp(made->name.name, "list") == 0;
        if (strcmp(value->call.kw[i].name, "default_factory") == 0) {
            return list ? parse_new_expr(p, EXPR_LIST, made->span)
                        : parse_class_call(p, made, 0, NULL);
        }
    }
    return NULL;
}

/* What is passed for a field with a factory where nothing is: a text that no program has. */
static const char NOTHING[] = "\1 made by the default_factory";

struct expr *parse_nothing(struct parser *p, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_STR, span);
    e->str.text = NOTHING;
    e->str.n = (int)strlen(NOTHING);
    return e;
}

struct expr *parse_is_nothing(struct parser *p, const struct member *of) {
    struct expr *name = parse_new_name(p, of->name, of->span);
    if (parse_text_is(p, of->ann, "str")) {
        return parse_new_compare(p, OP_EQ, name, parse_nothing(p, of->span));
    }
    struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, 2);
    arg[0] = name;
    arg[1] = parse_new_name(p, intern_str(p->names, "str"), of->span);
    return parse_class_call(p, parse_new_name(p, intern_str(p->names, "isinstance"), of->span), 2,
                            arg);
}

static void declare_last(struct parser *p, struct func *f, struct span ann) {
    struct local_ann la = {.func = f, .stmt = p->stack.item[p->stack.n - 1], .ann = ann};
    vec_push(p->keep, &p->local_anns, la);
}

/* A field with a factory is a parameter, too: self.x = factory() if NOTHING is passed else x. An
 * empty list has its type from the declaration of a variable. */
static void factory_field(struct parser *p, struct func *f, struct maker *m,
                          const struct member *of, struct expr *made) {
    parse_class_param(p, f, NULL, of->span, parse_nothing(p, of->span));
    f->param[f->n_params - 1].sym->name = of->name;
    const struct expr *fn = made->kind == EXPR_CALL ? made->call.fn : NULL;
    bool empty = !fn || (fn->kind == EXPR_NAME &&
                         (strcmp(fn->name.name, "dict") == 0 || strcmp(fn->name.name, "set") == 0));
    if (empty) {
        const char *name = intern_str(p->names, arena_printf(p->keep, "made %s", of->name));
        parse_class_assign(p, parse_new_name(p, name, of->span), made);
        declare_last(p, f, of->ann);
        made = parse_new_name(p, name, of->span);
    }
    struct expr *e = parse_new_expr(p, EXPR_COND, of->span);
    e->cond.cond = parse_is_nothing(p, of);
    e->cond.then = made;
    e->cond.els = parse_new_name(p, of->name, of->span);
    parse_class_assign(p, parse_field_variable(p, m, of->name, of->span), e);
}

/* self.x = default of a field that is no parameter. */
static void field_alone(struct reader *r, struct maker *m, const struct member *of,
                        struct expr *value) {
    parse_class_assign(r->p, parse_field_variable(r->p, m, of->name, of->span),
                       value ? value : blank(r, of));
    declare_last(r->p, m->func, of->ann);
}

/* A parameter for a field, and its assignment; floats are made of what is declared `float`. */
static void data_field(struct reader *r, struct func *f, struct maker *m, struct member *of,
                       const struct param *like) {
    struct parser *p = r->p;
    struct expr *value = of && of->value ? parse_expr(p, of->value, ALLOW_NONE) : NULL;
    value = value ? take_options(r, of, value) : NULL;
    struct expr *made = value ? made_default(p, value) : NULL;
    if (of && of->no_param) {
        field_alone(r, m, of, made ? made : value);
        return;
    }
    if (made) {
        factory_field(p, f, m, of, made);
        f->param[f->n_params - 1].kw_only = of->kw_only;
        return;
    }
    const char *name = of ? of->name : like->sym->name;
    struct span span = of ? of->span : f->name_span;
    parse_class_param(p, f, like, span, of ? value : like->def);
    f->param[f->n_params - 1].sym->name = name;
    f->param[f->n_params - 1].kw_only = of ? of->kw_only : like->kw_only;
    made = parse_new_name(p, name, span);
    if (of && !r->named && parse_text_is(p, of->ann, "float")) {
        struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, 1);
        arg[0] = made;
        made = parse_class_call(p, parse_new_name(p, intern_str(p->names, "float"), span), 1, arg);
    }
    struct expr *target = parse_field_variable(p, m, name, span);
    parse_class_assign(p, target, made);
    if (of) {
        declare_last(p, f, of->ann);
    }
}

static bool has_factory(const struct func *make) {
    bool found = false;
    for (int i = 0; make && i < make->n_params; ++i) {
        const struct expr *def = make->param[i].def;
        found = found || (def && def->kind == EXPR_STR && def->str.text == NOTHING);
    }
    return found;
}

/* Parameters by position behind others by keyword, which Python puts before these. */
static bool out_of_order(const struct func *f) {
    bool found = false;
    for (int i = 1; i < f->n_params; ++i) {
        found = found || (f->param[i - 1].kw_only && !f->param[i].kw_only);
    }
    return found;
}

void parse_class_data_init(struct reader *r, struct span n) {
    struct parser *p = r->p;
    const char *post = intern_str(p->names, "__post_init__");
    struct maker m = {0};
    struct func *f = begin_made(r, &m, n);
    int mark = p->stack.n;
    const struct func *base = r->c->base ? r->c->base->make : NULL;
    bool factory = has_factory(base), makes = factory && !parse_class_has_method(r->c->base, post);
    if (makes) {
        take_base(r, f, &m);
    } else if (factory) {
        r->c->unknown = "it inherits a default_factory from a class with a __post_init__";
    }
    for (int i = 0; base && !makes && i < base->n_params; ++i) {
        data_field(r, f, &m, NULL, &base->param[i]);
    }
    for (int i = 0; i < r->members.n; ++i) {
        struct member *of = &r->members.item[i];
        if (parse_text_is(p, of->ann, "KW_ONLY")) {
            r->kw_only = true;
        } else if (of->ann.hi > 0 && !parse_is_class_variable(p, of)) {
            of->kw_only = r->kw_only;
            data_field(r, f, &m, of, NULL);
        }
    }
    if (out_of_order(f)) {
        r->c->unknown = "fields by position come behind others by keyword";
    }
    p->notes.item[f->id]->param_ann = annotations(r, f);
    if (parse_class_has_method(r->c, post)) {
        make_object(p, &m);
        struct stmt *s = parse_new_stmt(p, STMT_EXPR, f->name_span);
        s->expr = parse_class_call(
            p, parse_attribute_of(p, parse_new_name(p, m.self, f->name_span), post), 0, NULL);
        parse_push(p, s);
    }
    end_maker(p, f, &m, mark);
}
