/* Classes that Python's library makes. Enumerations: the members of an IntEnum of the module are
 * constants, ints; those of an Enum or a Flag are named tuples of their value, with the methods
 * that parse_enum.c makes. Named tuples: tuples whose items have names. */
#include "copy.h"
#include "resolve_private.h"

#include <string.h>

/* Does `path`, a name or "enum.name", mean the member of this module of Python's? */
static bool means_of(struct scopes *s, const char *path, const char *home, const char *member) {
    const char *dot = strchr(path, '.');
    size_t n = dot ? (size_t)(dot - path) : strlen(path);
    const char *name = intern(s->p->names, path, n);
    int bound = 0, meant = 0, own = s->inside ? s->inside->imports.n : 0;
    for (int i = 0; i < own + s->p->bindings.n; ++i) {
        const struct binding *b =
            i < own ? &s->inside->imports.item[i] : &s->p->bindings.item[i - own];
        if (i == own && bound > 0) {
            break; /* the function's own import hides the module's name */
        }
        if (b->name == name) {
            bool from = !dot && b->kind == BIND_FROM && strcmp(b->member, member) == 0;
            bool module = dot && b->kind == BIND_MODULE && strcmp(dot + 1, member) == 0;
            ++bound;
            meant += (from || module) && !b->from && strcmp(b->path, home) == 0;
        }
    }
    return bound == 1 && meant == 1;
}

static bool means(struct scopes *s, const char *path, const char *member) {
    return means_of(s, path, "enum", member);
}

bool resolve_means(struct scopes *s, const struct expr *e, const char *home, const char *member) {
    bool dotted = e->kind == EXPR_ATTR && e->attr.base->kind == EXPR_NAME;
    const char *path =
        dotted ? arena_printf(s->p->arena, "%s.%s", e->attr.base->name.name, e->attr.name)
        : e->kind == EXPR_NAME ? e->name.name
                               : "";
    return means_of(s, path, home, member);
}

enum { MAX_VALUE = 100 /* expressions in the value of a member */ };

/* Two ints, floats or texts, or tuples of such? */
static bool is_alike(const struct expr *a, const struct expr *b) {
    bool alike = a && b && a->kind == b->kind;
    if (!alike || a->kind != EXPR_TUPLE) {
        return alike && (a->kind == EXPR_INT || a->kind == EXPR_STR || a->kind == EXPR_FLOAT);
    }
    alike = a->list.n == b->list.n && a->list.n > 0;
    for (int i = 0; alike && i < a->list.n; ++i) {
        alike = is_alike(a->list.item[i], b->list.item[i]);
    }
    return alike;
}

/* Are the members of an Enum known, as ints, floats or texts, or tuples of these? */
static bool has_values(const struct class *c) {
    bool known = c->n_values > 0 && !c->base;
    for (int i = 0; known && i < c->n_values; ++i) {
        known = is_alike(c->value[0].value, c->value[i].value);
    }
    return known;
}

static bool is_flag(struct scopes *s, const struct class *c) {
    return means(s, c->foreign, "Flag") || means(s, c->foreign, "IntFlag");
}

static enum enum_kind kind_of(struct scopes *s, const struct class *c) {
    bool candidate = c->plain && c->foreign && (!c->unique || means(s, c->unique, "unique"));
    return candidate && means(s, c->foreign, "IntEnum") ? ENUM_INTS
           : candidate && means(s, c->foreign, "Enum")  ? ENUM_OBJECTS
           : candidate && is_flag(s, c)                 ? ENUM_OBJECTS
                                                        : ENUM_NONE;
}

/* What a class may say that makes other values of its members than those that are written. */
static bool is_special(const char *name) {
    static const char *const harmless[] = {"__str__", "__repr__", "__lt__",     "__le__",
                                           "__gt__",  "__ge__",   "__invert__", "__neg__",
                                           "__add__", "__sub__",  "__mul__"};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; ++i) {
        if (strcmp(name, harmless[i]) == 0) {
            return false;
        }
    }
    return *name == '_' || strcmp(name, "value") == 0;
}

static const char ints[] = "members of an IntEnum are ints in compiled code",
                  objects[] = "members of an Enum have values of one type, numbers, texts or "
                              "tuples of these, as constants";

void resolve_enum(struct scopes *s, struct class *c) {
    c->enumerates = kind_of(s, c);
    for (int i = 0; i < c->n_methods; ++i) {
        bool written = c->method[i]->name_span.lo != c->span.lo; /* not by parse_enum.c */
        c->enumerates = written && is_special(c->method[i]->name) ? ENUM_NONE : c->enumerates;
    }
    for (int i = 0; i < c->n_values; ++i) {
        c->enumerates = is_special(c->value[i].name) ? ENUM_NONE : c->enumerates;
    }
    bool members = c->enumerates == ENUM_OBJECTS && has_values(c);
    c->unknown = members                         ? NULL
                 : c->enumerates == ENUM_INTS    ? ints
                 : c->enumerates == ENUM_OBJECTS ? objects
                                                 : c->unknown;
    if (c->enumerates == ENUM_INTS && !(has_values(c) && c->value[0].value->kind == EXPR_INT)) {
        c->make = NULL;
    }
    if (members) { /* a named tuple of the value, which is compared only (con_eval) */
        c->tuple = true;
        c->n_fields = 1;
        c->field = ARENA_ARRAY(s->p->keep, const char *, 1);
        c->field[0] = intern_str(s->p->names, "value");
    }
}

/* Python 3.13 counts from the highest value, those before it from the last. */
static bool next_value(const struct class *c, int n, bool flag, int64_t *next) {
    *next = 1;
    for (int i = 0; i < n; ++i) {
        const struct expr *v = c->value[i].value;
        if (!v || v->kind != EXPR_INT || v->integer.too_big || v->integer.value == INT64_MAX ||
            (i > 0 && v->integer.value < *next - 1)) {
            return false;
        }
        *next = v->integer.value + 1;
    }
    if (flag) { /* the power of two behind the highest value */
        int64_t most = *next - 1;
        for (*next = 1; *next <= most && *next < INT64_MAX / 2; *next *= 2) {
        }
    }
    return true;
}

struct expr *resolve_enum_auto(struct scopes *s, const struct class *c, int i) {
    struct expr *e = c->value[i].value, *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    int64_t next;
    bool autos = fn && e->call.n + e->call.n_kw == 0 && resolve_means(s, fn, "enum", "auto");
    if (!autos || !kind_of(s, c) || !next_value(c, i, is_flag(s, c), &next)) {
        return NULL;
    }
    struct expr *value = ARENA_NEW(s->p->arena, struct expr);
    *value = (struct expr){.kind = EXPR_INT, .id = -1, .span = e->span};
    value->integer.value = next;
    return value;
}

static const struct symbol *if_enumerates(const struct symbol *sym) {
    return sym && sym->kind == SYM_CLASS && sym->class_->enumerates ? sym : NULL;
}

/* The enumeration that a name means, resolved or not, in a class method of it `cls`, too; NULL: it
 * means none. */
static const struct symbol *enumeration(struct resolver *r, const struct expr *e) {
    if (e->kind != EXPR_NAME) {
        return NULL;
    }
    const struct func *f = r->frame ? r->frame->fn : NULL;
    bool local = r->frame && map_get(&r->frame->locals, e->name.name);
    if (local && f->method == METHOD_CLASS && f->class_->enumerates &&
        f->param[0].sym->name == e->name.name) {
        return if_enumerates(scope_lookup(r->s, f->class_->name));
    }
    return if_enumerates(local         ? NULL
                         : e->name.sym ? e->name.sym
                                       : scope_lookup(r->s, e->name.name));
}

/* A member of an Enum: what its class makes of the value. */
static void make_member(struct resolver *r, struct expr *e, const struct symbol *of,
                        struct expr *value) {
    struct sugar g = resolve_sugar(r);
    struct expr *fn = sugar_new(&g, EXPR_NAME, e->span);
    struct copy c = {.g = &g, .left = MAX_VALUE};
    struct expr *item = copy_expr(&c, value);
    item->span = e->span;
    fn->name.name = of->name;
    fn->name.sym = (struct symbol *)of;
    *e = (struct expr){.kind = EXPR_CALL, .id = e->id, .span = e->span};
    e->call.fn = fn;
    e->call.n = 1;
    e->call.arg = ARENA_ARRAY(r->arena, struct expr *, 1);
    e->call.arg[0] = item;
    e->call.makes = true;
}

static bool same_value(const struct expr *a, const struct expr *b) {
    bool same = true;
    for (int i = 0; a->kind == EXPR_TUPLE && i < a->list.n; ++i) {
        same = same && same_value(a->list.item[i], b->list.item[i]);
    }
    return a->kind == EXPR_TUPLE ? same
           : a->kind == EXPR_INT ? a->integer.value == b->integer.value
           : a->kind == EXPR_STR ? a->str.n == b->str.n && strcmp(a->str.text, b->str.text) == 0
                                 : a->number == b->number;
}

/* The member that this one is: the first of its value has the name, others are second names. */
static int first_of_value(const struct class *c, int i) {
    int first = 0;
    while (first < i && !same_value(c->value[first].value, c->value[i].value)) {
        ++first;
    }
    return first;
}

void resolve_enum_members(struct resolver *r, struct expr **iter) {
    struct expr *name = *iter;
    const struct symbol *of = enumeration(r, name);
    if (!of || !has_values(of->class_)) {
        return;
    }
    const struct class *c = of->class_;
    struct sugar g = resolve_sugar(r);
    struct expr *all = sugar_new(&g, EXPR_TUPLE, name->span);
    all->list.item = ARENA_ARRAY(r->arena, struct expr *, c->n_values);
    for (int i = 0; i < c->n_values; ++i) {
        if (first_of_value(c, i) == i) {
            struct expr *e = sugar_new(&g, EXPR_INT, name->span);
            e->integer = c->value[i].value->integer;
            all->list.item[all->list.n++] = e;
            if (c->enumerates == ENUM_OBJECTS) {
                make_member(r, e, of, c->value[i].value);
            }
        }
    }
    *iter = all;
}

static bool is_member(const struct expr *e) {
    return e->kind == EXPR_CALL && e->call.makes && e->call.fn->name.sym->class_->enumerates;
}

void resolve_enum_compare(struct expr *e) {
    enum op op = e->compare.op[0];
    bool is = e->compare.n == 1 && (op == OP_IS || op == OP_IS_NOT);
    if (is && (is_member(e->compare.item[0]) || is_member(e->compare.item[1]))) {
        e->compare.op[0] = op == OP_IS ? OP_EQ : OP_NE; /* of a class each value is one member's */
    }
}

/* The constant that `.name` of a member is. */
static struct expr *name_of(struct resolver *r, const struct class *c, int i, struct span span) {
    i = first_of_value(c, i);
    struct expr *e = ARENA_NEW(r->s->p->keep, struct expr);
    *e = (struct expr){.kind = EXPR_STR, .id = -1, .span = span};
    e->str.text = c->value[i].name;
    e->str.n = (int)strlen(c->value[i].name);
    return e;
}

static int place_of(const struct class *c, const char *name) {
    for (int i = 0; i < c->n_values; ++i) {
        if (c->value[i].name == name) {
            return i;
        }
    }
    return -1;
}

bool resolve_enum_member(struct resolver *r, struct expr *e) {
    struct expr *base = e->attr.base;
    bool name = base->kind == EXPR_ATTR && strcmp(e->attr.name, "name") == 0;
    bool part = name || (base->kind == EXPR_ATTR && strcmp(e->attr.name, "value") == 0);
    const struct expr *member = part ? base : e;
    const struct symbol *of = enumeration(r, member->attr.base);
    const struct class *c = of ? of->class_ : NULL;
    int i = of ? place_of(c, member->attr.name) : -1;
    if (i < 0 || !c->value[i].value) {
        return false;
    }
    if (c->enumerates == ENUM_OBJECTS && !part) {
        if (r->frame && has_values(c)) {
            make_member(r, e, of, c->value[i].value);
        }
        return r->frame && has_values(c);
    }
    if ((c->enumerates == ENUM_INTS && c->value[i].value->kind != EXPR_INT) ||
        (name && !has_values(c))) {
        return false;
    }
    struct symbol *sym = scope_new_symbol(r->s, SYM_CONST, member->attr.name, member->span);
    sym->value = name ? name_of(r, c, i, e->span) : c->value[i].value;
    e->attr.sym = sym;
    return true;
}

bool resolve_enum_index(struct resolver *r, struct expr *e) {
    const struct symbol *of = enumeration(r, e->index.base);
    if (!of || e->index.n != 1) {
        return false;
    }
    struct sugar g = resolve_sugar(r);
    struct expr *fn = sugar_new(&g, EXPR_ATTR, e->span), *at = e->index.index[0];
    bool known = at->kind == EXPR_STR;
    fn->attr.base = e->index.base;
    fn->attr.name_span = at->span;
    fn->attr.name = intern_str(r->s->p->names, known ? at->str.text : "[named]");
    known = known && place_of(of->class_, fn->attr.name) >= 0;
    if (known) {
        int id = e->id;
        *e = *fn;
        e->id = id;
        return true;
    }
    fn->attr.name = intern_str(r->s->p->names, "[named]");
    *e = (struct expr){.kind = EXPR_CALL, .id = e->id, .span = e->span};
    e->call.fn = fn;
    e->call.n = 1;
    e->call.arg = ARENA_ARRAY(r->arena, struct expr *, 1);
    e->call.arg[0] = at;
    return true;
}

void resolve_enum_arguments(struct resolver *r, struct expr *call) {
    static const char *const takers[] = {"len",       "list", "tuple", "sorted",  "set",
                                         "enumerate", "zip",  "map",   "reversed"};
    bool takes = false;
    for (size_t i = 0; r->frame && i < sizeof takers / sizeof *takers; ++i) {
        takes = takes || resolve_is_builtin(r, call, takers[i]);
    }
    for (int i = 0; takes && i < call->call.n; ++i) {
        resolve_enum_members(r, &call->call.arg[i]);
    }
}

/* ---- named tuples */

/* Methods that would say otherwise what tuples do. */
static bool says_otherwise(const struct class *c) {
    static const char *const names[] = {
        "__new__",     "__getitem__", "__len__",          "__bool__", "__iter__", "__contains__",
        "__getattr__", "__hash__",    "__getattribute__", "_replace", "_asdict",  "_make"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        for (int k = 0; k < c->n_methods; ++k) {
            if (strcmp(c->method[k]->name, names[i]) == 0) {
                return true;
            }
        }
    }
    return false;
}

bool resolve_named(struct scopes *s, struct class *c) {
    bool named = c->named && !says_otherwise(c) &&
                 (means_of(s, c->foreign, "typing", "NamedTuple") ||
                  means_of(s, c->foreign, "collections", "namedtuple"));
    c->tuple = c->tuple || named;
    c->unknown = named ? NULL : c->unknown;
    return named;
}

/* ---- abstract classes, comparisons */

void resolve_meant(struct scopes *s, struct class *c) {
    for (const struct class *of = c; of && !c->unknown; of = of->base) {
        bool abstract = !of->abstract || means_of(s, of->abstract, "abc", "ABC") ||
                        means_of(s, of->abstract, "abc", "ABCMeta");
        if (!abstract || (of->generic && !means_of(s, of->generic, "typing", "Generic"))) {
            c->unknown = "its bases are not one class of this file";
        } else if (of->ordering && !means_of(s, of->ordering, "functools", "total_ordering")) {
            c->unknown = "it has a decorator";
        }
    }
}
