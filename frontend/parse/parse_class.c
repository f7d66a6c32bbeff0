/* Classes of the module: their methods are functions, compiled for their uses as helpers are, and
 * what a call of the class calls is one, too (parse_init.c). */
#include "parse_class.h"
#include "parse_match.h"

#include <string.h>

/* ---- names */

static bool is_name(const struct parser *p, const struct node *n, const char *name) {
    return n && n->kind == NODE_IDENTIFIER && node_is(p->source->text, n, name);
}

/* The definition that a statement of a class is, without its decorators; NULL: it is none. */
static const struct node *definition(const struct node *n) {
    return n->kind == NODE_DEF ? n : n->kind == NODE_DECORATED ? node_child(n, NODE_DEF) : NULL;
}

/* "enum.IntEnum" of the name or the attribute of a name that n is; NULL: it is neither. */
static const char *dotted(struct parser *p, const struct node *n) {
    const struct node *of = n->kind == NODE_ATTRIBUTE ? node_named(n, 0) : NULL;
    if (!of || of->kind != NODE_IDENTIFIER) {
        return n->kind == NODE_IDENTIFIER ? parse_intern(p, n) : NULL;
    }
    return intern_str(p->names, arena_printf(p->waste, "%s.%s", parse_intern(p, of),
                                             parse_intern(p, node_named(n, 1))));
}

static bool last_is(const char *dotted_name, const char *name) {
    const char *dot = strrchr(dotted_name, '.');
    return strcmp(dot ? dot + 1 : dotted_name, name) == 0;
}

bool parse_class_has_method(const struct class *c, const char *name) {
    for (int i = 0; i < c->n_methods; ++i) {
        if (c->method[i]->name == name) {
            return true;
        }
    }
    return c->base && parse_class_has_method(c->base, name);
}

bool parse_class_has_value(const struct class *c, const char *name) {
    for (int i = 0; i < c->n_values; ++i) {
        if (c->value[i].name == name) {
            return true;
        }
    }
    return c->base && parse_class_has_value(c->base, name);
}

/* ---- methods */

void parse_class_note_left(struct reader *r, const struct func *f, const struct node *decorated) {
    struct parser *p = r->p;
    const struct node *name = node_child(definition(decorated), NODE_IDENTIFIER);
    struct skipped_def skipped = {.name = f->name, .name_span = parse_span(name)};
    skipped.why = arena_printf(p->keep, "it is a method of '%s'", r->c->name);
    skipped.anns = p->notes.item[f->id]->anns;
    skipped.of_class = true;
    skipped.before = (struct span){decorated->lo, definition(decorated)->lo};
    vec_push(p->keep, &p->skipped, skipped);
}

/* def __exit__(self, *args): args = (kind, value, trace) of three that no program can name. */
static void parse_exit_rest(struct parser *p, struct func *f) {
    const struct symbol *rest = f->param[1].sym;
    struct stmt *s = parse_new_stmt(p, STMT_ASSIGN, rest->span);
    static const char *const names[] = {"[kind]", "[value]", "[trace]"};
    --f->n_params;
    f->rest = 0;
    f->star_args = false;
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(p->arena, struct expr *, 1);
    s->assign.target[0] = parse_new_name(p, rest->name, rest->span);
    s->assign.value = parse_new_expr(p, EXPR_TUPLE, rest->span);
    s->assign.value->list.n = 3;
    s->assign.value->list.item = ARENA_ARRAY(p->arena, struct expr *, 3);
    for (int i = 0; i < 3; ++i) {
        const char *name = intern_str(p->names, names[i]);
        parse_class_param(p, f, NULL, rest->span, NULL);
        f->param[i + 1].sym->name = name;
        s->assign.value->list.item[i] = parse_new_name(p, name, rest->span);
    }
    p->notes.item[f->id]->param_ann = ARENA_ARRAY(p->keep, struct span, f->n_params);
    parse_push(p, s);
}

/* def __iter__(self): return iter(self.items): what its objects' loops go over. */
static void return_iterable(const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        const struct expr *e = s->kind == STMT_RETURN ? s->expr : NULL;
        bool iter = e && e->kind == EXPR_CALL && e->call.n == 1 && e->call.n_kw == 0 &&
                    e->call.fn->kind == EXPR_NAME && strcmp(e->call.fn->name.name, "iter") == 0;
        if (iter) {
            s->expr = e->call.arg[0];
        } else if (s->kind == STMT_IF) {
            return_iterable(&s->if_.then);
            return_iterable(&s->if_.els);
        }
    }
}

/* Does the text speak of a name that the class has before it? */
static const struct member *member_in(const struct reader *r, struct span text) {
    const struct text_layout *l = r->p->layout;
    const struct member *found = NULL;
    for (int i = layout_word(l, text.lo); i < l->words.n && l->words.item[i].lo < text.hi; ++i) {
        for (int k = 0; k < r->members.n; ++k) {
            const struct member *m = &r->members.item[k];
            bool named = l->words.item[i].kind == WORD_NAME && m->value && m->span.lo < text.lo &&
                         lex_is(l->text, &l->words.item[i], m->name);
            found = named ? m : found;
        }
    }
    return found;
}

void parse_class_defaults(struct reader *r, const struct class *of, struct func *f) {
    const struct func *first = of != r->c ? of->make : NULL;
    for (int i = 0; i < f->n_params; ++i) {
        struct expr *def = f->param[i].def;
        const struct expr *there =
            first && def && i > 0 && i <= first->n_params ? first->param[i - 1].def : NULL;
        const struct member *m = def && !first ? member_in(r, def->span) : NULL;
        if (there && there->span.lo != def->span.lo) {
            f->param[i].def = parse_match_again(r->p, there);
        } else if (m && def->kind == EXPR_NAME) {
            f->param[i].def = parse_expr(r->p, m->value, ALLOW_NONE);
        } else if (m) {
            r->c->unknown = "a default in it is computed of what the class has";
        }
    }
}

/* Does Python call it where attributes are read or set? */
static bool is_watcher(const char *name) {
    return strcmp(name, "__setattr__") == 0 || strcmp(name, "__getattribute__") == 0 ||
           strcmp(name, "__delattr__") == 0;
}

/* The method of a definition under a name of the class: its own, or another that it is bound to. */
static void parse_method(struct reader *r, const struct node *decorated, const struct node *name,
                         enum method_kind kind) {
    struct parser *p = r->p;
    const struct node *n = definition(decorated);
    struct func *f = parse_method_begin(p, parse_span(n), parse_intern(p, name), parse_span(name));
    parse_method_params(p, f, n);
    parse_class_defaults(r, r->c, f);
    if (name == node_child(n, NODE_IDENTIFIER) && !p->in_prelude) {
        parse_class_note_left(r, f, decorated);
    }
    f->method = kind;
    if (kind == METHOD_SETTER) {
        f->name = intern_str(p->names, arena_printf(p->keep, "%s=", f->name));
    }
    f->class_ = r->c;
    if (kind != METHOD_STATIC && f->n_params == 0) {
        r->c->unknown = "a method of it has no parameter";
    }
    if (is_watcher(f->name)) {
        r->c->unknown = "it has a method that Python calls where attributes are read or set";
    }
    p->notes.item[f->id]->is_async = node_is(p->source->text, n + 1, "async");
    const struct func *outer = p->exit;
    p->exit = strcmp(f->name, "__exit__") == 0 ? f : NULL;
    int mark = p->stack.n;
    if (p->exit && f->rest == 2 && f->n_params == 2) {
        parse_exit_rest(p, f);
    }
    const struct block body = parse_block(p, node_child(n, NODE_BLOCK));
    for (int i = 0; i < body.n; ++i) {
        parse_push(p, body.item[i]);
    }
    f->body.item = parse_take(p, mark, &f->body.n);
    if (strcmp(f->name, "__iter__") == 0) {
        return_iterable(&f->body);
    }
    p->exit = outer;
    parse_method_end(p, f);
    f->is_abstract = r->abstract;
    if (kind != METHOD_STATIC && kind != METHOD_CLASS && f->n_params > 0) {
        parse_class_note_assigned(r, n, f->param[0].sym->name);
    }
    vec_push(p->keep, &r->methods, f);
    if (r->cached) {
        parse_cached_property(r, f);
    }
}

/* name.setter above def name: what is ".setter" */
static bool is_accessor(struct reader *r, const struct node *decorator, const struct node *def,
                        const char *what) {
    struct span s = parse_span(decorator), name = parse_span(node_child(def, NODE_IDENTIFIER));
    const char *text = r->p->source->text;
    uint32_t n = name.hi - name.lo;
    return s.hi - s.lo == n + strlen(what) && memcmp(text + s.lo, text + name.lo, n) == 0 &&
           memcmp(text + s.lo + n, what, strlen(what)) == 0;
}

/* @name.deleter above def name: no compiled function deletes an attribute. */
static bool is_deleter(struct reader *r, const struct node *decorated) {
    const struct node *decorator = node_child(decorated, NODE_DECORATOR);
    const struct node *name = decorator ? node_named(decorator, 0) : NULL;
    return name && is_accessor(r, name, definition(decorated), ".deleter");
}

static enum method_kind method_kind(struct reader *r, const struct node *decorated) {
    static const struct {
        const char *name;
        enum method_kind kind;
    } known[] = {{"staticmethod", METHOD_STATIC},
                 {"classmethod", METHOD_CLASS},
                 {"property", METHOD_PROPERTY}};
    enum method_kind kind = METHOD_PLAIN;
    r->abstract = r->cached = false;
    for
        each_node(c, decorated) {
            const struct node *name = c->kind == NODE_DECORATOR ? node_named(c, 0) : NULL;
            const char *path = name ? dotted(r->p, name) : NULL;
            bool abstract = path && last_is(path, "abstractmethod");
            r->cached = r->cached || (path && last_is(path, "cached_property"));
            bool found = !name || abstract || r->cached;
            r->abstract = r->abstract || abstract;
            if (name && is_accessor(r, name, definition(decorated), ".setter")) {
                kind = METHOD_SETTER;
                found = true;
            }
            for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
                if (is_name(r->p, name, known[i].name)) {
                    kind = known[i].kind;
                    found = true;
                }
            }
            if (!found) {
                r->c->unknown = "a method of it has a decorator other than staticmethod, "
                                "classmethod, property, cached_property, a property's setter and "
                                "abstractmethod";
            }
        }
    return kind;
}

/* ---- the body */

/* The plain method that a name stands for in the class's body so far; NULL: there is none. */
static const struct node *method_read(struct reader *r, const struct node *name) {
    const struct node *found = NULL;
    for (int i = 0; i < r->plain.n; ++i) {
        const struct node *own = node_child(r->plain.item[i], NODE_IDENTIFIER);
        found = parse_intern(r->p, own) == parse_intern(r->p, name) ? r->plain.item[i] : found;
    }
    return found;
}

/* __rmul__ = __mul__ of methods above; false: the statement is something else. */
static bool read_alias(struct reader *r, const struct node *n) {
    const struct node *a = n->kind == NODE_EXPRESSION_STATEMENT ? node_named(n, 0) : NULL;
    const struct node *name = a && a->kind == NODE_ASSIGNMENT ? node_named(a, 0) : NULL;
    const struct node *value = name && !node_child(a, NODE_TYPE) ? node_named(a, 1) : NULL;
    bool names = value && name->kind == NODE_IDENTIFIER && value->kind == NODE_IDENTIFIER;
    const struct node *def = names ? method_read(r, value) : NULL;
    if (def) {
        parse_method(r, def, name, METHOD_PLAIN);
    }
    return def != NULL;
}

/* a, b = value, value; false: the statement is something else. */
static bool read_members(struct reader *r, const struct node *to, const struct node *from) {
    bool several = to && from &&
                   (to->kind == NODE_PATTERN_LIST || to->kind == NODE_TUPLE_PATTERN) &&
                   (from->kind == NODE_EXPRESSION_LIST || from->kind == NODE_TUPLE);
    int n = 0;
    for (; several && node_named(to, n) && node_named(from, n); ++n) {
        const struct node *name = node_named(to, n);
        struct member m = {.name = parse_intern(r->p, name), .span = parse_span(name)};
        m.value = node_named(from, n);
        several = name->kind == NODE_IDENTIFIER && m.value->kind != NODE_LIST_SPLAT;
        vec_push(r->p->keep, &r->members, m);
    }
    return several && !node_named(to, n) && !node_named(from, n);
}

/* name: ann = value, name = value; false: the statement is something else. */
static bool read_member(struct reader *r, const struct node *n) {
    const struct node *a = n->kind == NODE_EXPRESSION_STATEMENT ? node_named(n, 0) : NULL;
    const struct node *name = a && a->kind == NODE_ASSIGNMENT ? node_named(a, 0) : NULL;
    if (!name || name->kind != NODE_IDENTIFIER) {
        return read_members(r, name, name ? node_named(a, 1) : NULL);
    }
    const struct node *type = node_child(a, NODE_TYPE);
    struct member m = {.name = parse_intern(r->p, name), .span = parse_span(name)};
    m.ann = type ? parse_span(type) : (struct span){0};
    m.value = node_named(a, type ? 2 : 1);
    if (m.name && strcmp(m.name, "__slots__") == 0) {
        return true;
    }
    vec_push(r->p->keep, &r->members, m);
    return !m.value || m.value->kind != NODE_ASSIGNMENT;
}

/* Its mistakes are told as anywhere; what it binds is the class's. */
static void read_plain(struct reader *r, const struct node *n) {
    bool alias = read_alias(r, n);
    struct ignored before = parse_ignore(r->p);
    bool text = n->kind == NODE_EXPRESSION_STATEMENT && node_named(n, 0)->kind == NODE_STRING;
    if (!alias && !read_member(r, n) && !text && !node_is(r->p->source->text, n, "pass")) {
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
        return;
    }
    if (n != def && is_deleter(r, n)) {
        struct ignored before = parse_ignore(r->p);
        parse_block(r->p, node_child(def, NODE_BLOCK));
        parse_heed(r->p, before);
        return;
    }
    enum method_kind kind = method_kind(r, n);
    parse_method(r, n, node_child(def, NODE_IDENTIFIER), kind);
    if (kind == METHOD_PLAIN) {
        vec_push(r->p->keep, &r->plain, def);
    }
}

/* Has a later method the name of this one? */
static bool is_replaced(const struct reader *r, int i) {
    bool found = false;
    for (int k = i + 1; k < r->methods.n; ++k) {
        found = found || r->methods.item[k]->name == r->methods.item[i]->name;
    }
    return found;
}

void parse_class_keep_methods(struct reader *r) {
    int n = 0;
    for (int i = 0; i < r->methods.n; ++i) {
        if (!is_replaced(r, i)) {
            r->methods.item[n++] = r->methods.item[i];
        }
    }
    r->c->n_methods = r->methods.n = n;
    r->c->method = r->methods.item;
}

/* The values of members without annotation, and all of classes that are no data classes. */
static void keep_values(struct reader *r) {
    struct parser *p = r->p;
    struct ignored before = parse_ignore(p);
    const int ignored = p->ignored, compound = p->compound;
    p->arena = p->keep;
    r->c->value = ARENA_ARRAY(p->keep, struct class_value, r->members.n);
    for (int i = 0; i < r->members.n; ++i) {
        const struct member *m = &r->members.item[i];
        if (m->value && (!r->data || m->ann.hi == 0 || parse_is_class_variable(p, m))) {
            struct class_value *v = &r->c->value[r->c->n_values++];
            v->name = m->name;
            bool table = m->value->kind == NODE_DICTIONARY; /* whose lambdas are wanted */
            p->ignored = table ? 0 : ignored;
            p->compound = table ? 0 : compound;
            v->value = parse_expr(p, m->value, ALLOW_NONE);
        }
    }
    p->ignored = ignored;
    p->compound = compound;
    parse_heed(p, before);
}

/* A base that its objects have nothing of: object, ABC, metaclass=ABCMeta, Generic[T]. */
static bool says_nothing(struct reader *r, const struct node *base) {
    bool meta = base->kind == NODE_KEYWORD_ARGUMENT, generic = base->kind == NODE_SUBSCRIPT;
    const char *of = dotted(r->p, meta      ? node_named(base, 1)
                                  : generic ? node_named(base, 0)
                                            : base);
    if (generic && of && last_is(of, "Generic")) {
        r->c->generic = of;
        return true;
    }
    if (!generic && of && last_is(of, meta ? "ABCMeta" : "ABC")) {
        r->c->abstract = of;
        return true;
    }
    return is_name(r->p, base, "object");
}

/* The base, of the same file. */
static void read_base(struct reader *r, const struct node *n) {
    struct parser *p = r->p;
    struct ignored before = parse_ignore(p);
    parse_arguments_of_class(p, n);
    parse_heed(p, before);
    const struct node *name = NULL;
    for (int i = 0; node_named(n, i); ++i) {
        const struct node *of = node_named(n, i);
        if (!says_nothing(r, of)) {
            r->several = name != NULL;
            name = name ? name : of;
        }
    }
    if (!name) {
        return;
    }
    for (int i = 0; i < p->classes.n && name->kind == NODE_IDENTIFIER; ++i) {
        if (p->classes.item[i]->name == parse_intern(p, name)) {
            r->c->base = p->classes.item[i];
        }
    }
    r->c->foreign = r->c->base ? NULL : dotted(p, name);
    r->strange = !r->c->base || r->several;
    if (name->kind == NODE_CALL && !r->data && !r->several) {
        before = parse_ignore(p);
        struct expr *call = parse_expr(p, name, ALLOW_NONE);
        parse_heed(p, before);
        r->call = parse_named_fields(r, call) ? call : NULL;
        return;
    }
    r->named = !r->data && !r->several && r->c->foreign && last_is(r->c->foreign, "NamedTuple");
    r->data = r->data || r->named;
}

/* What is unknown of the class because of its bases, where nothing else is. */
static void judge_base(struct reader *r) {
    r->c->named = r->named && !r->c->unknown && !r->c->unique && !r->init;
    r->c->plain = !r->c->unknown && !r->several && !r->data && !r->init;
    if (!r->c->unknown && r->c->unique && !r->strange) {
        r->c->unknown = "it has a decorator";
    } else if (!r->c->unknown && r->strange) {
        r->c->unknown = "its bases are not one class of this file";
    } else if (!r->c->unknown && r->c->base) {
        r->c->unknown = r->c->base->unknown;
    }
}

/* order=True */
static void read_keyword(struct reader *r, const struct keyword *kw) {
    const struct {
        const char *name;
        bool *to;
    } known[] = {{"slots", NULL},         {"repr", &r->repr},        {"unsafe_hash", &r->hashed},
                 {"order", &r->order},    {"frozen", &r->c->frozen}, {"eq", &r->equal},
                 {"kw_only", &r->kw_only}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        if (strcmp(kw->name, known[i].name) == 0 && kw->value->kind == EXPR_BOOL) {
            if (known[i].to) {
                *known[i].to = kw->value->boolean;
            }
            return;
        }
    }
    r->c->unknown = "its dataclass() has keywords other than order, frozen, eq, slots, repr, "
                    "kw_only and unsafe_hash, True or False";
}

/* "enum.unique" */
static const char *decorator_path(struct parser *p, const struct expr *e) {
    bool dotted = e->kind == EXPR_ATTR && e->attr.base->kind == EXPR_NAME;
    return e->kind == EXPR_NAME ? e->name.name
           : dotted ? intern_str(p->names, arena_printf(p->waste, "%s.%s", e->attr.base->name.name,
                                                        e->attr.name))
                    : "";
}

/* @dataclass, @dataclasses.dataclass(slots=True): any other decorator may do anything. */
static void read_decorators(struct reader *r, int n, struct expr *const *decorator) {
    for (int i = 0; i < n; ++i) {
        const struct expr *e = decorator[i];
        const struct expr *name = e->kind == EXPR_CALL ? e->call.fn : e;
        const char *last = name->kind == EXPR_NAME   ? name->name.name
                           : name->kind == EXPR_ATTR ? name->attr.name
                                                     : "";
        r->data = r->data || strcmp(last, "dataclass") == 0;
        if (strcmp(last, "unique") == 0 && e == name) {
            r->c->unique = decorator_path(r->p, e);
        } else if (strcmp(last, "total_ordering") == 0 && e == name) {
            r->c->ordering = decorator_path(r->p, e);
        } else if (strcmp(last, "dataclass") != 0) {
            r->c->unknown = "it has a decorator";
        }
        for (int k = 0; e->kind == EXPR_CALL && k < e->call.n_kw; ++k) {
            read_keyword(r, &e->call.kw[k]);
        }
    }
}

bool parse_has_field(const struct parser *p, const char *name) {
    for (int i = 0; i < p->classes.n; ++i) {
        const struct class *c = p->classes.item[i];
        for (int k = 0; !c->prelude && k < c->n_fields; ++k) {
            if (c->field[k] == name) {
                return true;
            }
        }
    }
    return false;
}

void parse_keep_class(struct parser *p, struct class *c) {
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
    struct reader r = {.p = p, .c = ARENA_NEW(p->keep, struct class), .equal = true, .repr = true};
    const char *outer = p->class_name, *outer_base = p->base_name;
    r.c->name = parse_intern(p, name);
    r.c->span = parse_span(name);
    read_decorators(&r, n_decorators, decorator);
    if (bases) {
        read_base(&r, bases);
    }
    p->class_name = r.c->name;
    p->base_name = r.c->base ? r.c->base->name : NULL;
    for
        each_node(s, body) {
            read_statement(&r, s);
        }
    parse_class_keep_methods(&r);
    keep_values(&r);
    if (r.init) {
        parse_class_init(&r, r.c, r.init);
    } else if (!r.data && r.c->base && parse_class_calls_back(&r)) {
        parse_class_init(&r, r.c->base->init_of, r.c->base->init);
    } else if (r.data) {
        parse_class_data_init(&r, parse_span(n));
    } else if (parse_class_enumerates(r.c)) {
        parse_class_enum(&r);
    } else if (r.c->base && r.c->base->make) {
        parse_class_inherit_init(&r, parse_span(n));
    } else {
        parse_class_empty_init(&r, parse_span(n));
    }
    if (r.call) {
        parse_named_finish(&r, r.call);
        r.strange = true; /* it has a base, which names have yet to tell */
    }
    r.equal = r.equal && !r.named;
    if (r.data && !r.call) {
        parse_class_data_compare(&r, parse_span(n));
    }
    if (r.c->ordering) {
        parse_class_order(&r, parse_span(n));
    }
    if (!p->in_prelude && !parse_class_enumerates(r.c)) {
        parse_class_contains(&r, parse_span(n));
    }
    parse_class_keep_methods(&r);
    r.c->data = r.data;
    judge_base(&r);
    p->class_name = outer;
    p->base_name = outer_base;
    r.c->prelude = p->in_prelude;
    r.c->tuple = p->in_prelude && (r.c->named || (r.c->base && r.c->base->tuple));
    r.c->unknown = r.c->tuple ? NULL : r.c->unknown;
    parse_keep_class(p, r.c);
    return r.c;
}
