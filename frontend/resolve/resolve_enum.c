/* Classes that Python's library makes. Enumerations: the members of an IntEnum of the module are
 * constants, ints, and so are the values of those of any Enum. No member is an object in compiled
 * code. Named tuples: tuples whose items have names. */
#include "resolve_private.h"

#include <string.h>

/* Does `path`, a name or "enum.name", mean the member of this module of Python's? */
static bool means_of(struct scopes *s, const char *path, const char *home, const char *member) {
    const char *dot = strchr(path, '.');
    size_t n = dot ? (size_t)(dot - path) : strlen(path);
    const char *name = intern(s->p->names, path, n);
    int bound = 0, meant = 0;
    for (int i = 0; i < s->p->bindings.n; ++i) {
        const struct binding *b = &s->p->bindings.item[i];
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

static enum enum_kind kind_of(struct scopes *s, const struct class *c) {
    bool candidate = c->plain && c->foreign && (!c->unique || means(s, c->unique, "unique"));
    return candidate && means(s, c->foreign, "IntEnum") ? ENUM_INTS
           : candidate && means(s, c->foreign, "Enum")  ? ENUM_OBJECTS
                                                        : ENUM_NONE;
}

/* What a class may say that makes other values of its members than those that are written. */
static bool is_special(const char *name) {
    return *name == '_' || strcmp(name, "value") == 0;
}

void resolve_enum(struct scopes *s, struct class *c) {
    c->enumerates = kind_of(s, c);
    for (int i = 0; i < c->n_methods; ++i) {
        c->enumerates = is_special(c->method[i]->name) ? ENUM_NONE : c->enumerates;
    }
    for (int i = 0; i < c->n_values; ++i) {
        c->enumerates = is_special(c->value[i].name) ? ENUM_NONE : c->enumerates;
    }
    c->unknown = c->enumerates ? "members of an IntEnum are ints in compiled code, those of an "
                                 "Enum are compared, and have their .value"
                               : c->unknown;
}

/* Python 3.13 counts from the highest value, those before it from the last. */
static bool next_value(const struct class *c, int n, int64_t *next) {
    *next = 1;
    for (int i = 0; i < n; ++i) {
        const struct expr *v = c->value[i].value;
        if (!v || v->kind != EXPR_INT || v->integer.too_big || v->integer.value == INT64_MAX ||
            (i > 0 && v->integer.value < *next - 1)) {
            return false;
        }
        *next = v->integer.value + 1;
    }
    return true;
}

struct expr *resolve_enum_auto(struct scopes *s, const struct class *c, int i) {
    struct expr *e = c->value[i].value, *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    int64_t next;
    bool autos = fn && e->call.n + e->call.n_kw == 0 && resolve_means(s, fn, "enum", "auto");
    if (!autos || !kind_of(s, c) || !next_value(c, i, &next)) {
        return NULL;
    }
    struct expr *value = ARENA_NEW(s->p->arena, struct expr);
    *value = (struct expr){.kind = EXPR_INT, .id = -1, .span = e->span};
    value->integer.value = next;
    return value;
}

/* The class that e names; NULL: it names none that enumerates. */
static const struct symbol *enumeration(const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : NULL;
    return sym && sym->kind == SYM_CLASS && sym->class_->enumerates ? sym : NULL;
}

/* Are the members of an Enum known, as ints? */
static bool has_ints(const struct class *c) {
    bool ints = c->n_values > 0 && !c->base;
    for (int i = 0; i < c->n_values; ++i) {
        ints = ints && c->value[i].value && c->value[i].value->kind == EXPR_INT;
    }
    return ints;
}

/* A member of an Enum: a named tuple of its value, which is compared only (con_eval). */
static void make_member(struct resolver *r, struct expr *e, const struct symbol *of,
                        struct expr *value) {
    struct sugar g = resolve_sugar(r);
    struct class *c = of->class_;
    struct expr *fn = sugar_new(&g, EXPR_NAME, e->span);
    struct expr *item = sugar_new(&g, EXPR_INT, e->span);
    item->integer = value->integer;
    fn->name.name = of->name;
    fn->name.sym = (struct symbol *)of;
    c->tuple = true;
    c->n_fields = 1;
    c->field = ARENA_ARRAY(r->s->p->keep, const char *, 1);
    c->field[0] = intern_str(r->s->p->names, "value");
    *e = (struct expr){.kind = EXPR_CALL, .id = e->id, .span = e->span};
    e->call.fn = fn;
    e->call.n = 1;
    e->call.arg = ARENA_ARRAY(r->arena, struct expr *, 1);
    e->call.arg[0] = item;
    e->call.makes = true;
}

void resolve_enum_members(struct resolver *r, struct expr **iter) {
    struct expr *name = *iter;
    const struct symbol *of = name->kind == EXPR_NAME ? enumeration(name) : NULL;
    if (!of || !r->frame || !has_ints(of->class_)) {
        return;
    }
    const struct class *c = of->class_;
    struct sugar g = resolve_sugar(r);
    struct expr *all = sugar_new(&g, EXPR_TUPLE, name->span);
    all->list.item = ARENA_ARRAY(r->arena, struct expr *, c->n_values);
    for (int i = 0; i < c->n_values; ++i) {
        bool again = false; /* the same member under another name */
        for (int k = 0; k < i; ++k) {
            again = again || c->value[k].value->integer.value == c->value[i].value->integer.value;
        }
        if (!again) {
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

bool resolve_enum_member(struct resolver *r, struct expr *e) {
    struct expr *base = e->attr.base;
    bool value = base->kind == EXPR_ATTR && strcmp(e->attr.name, "value") == 0;
    const struct expr *member = value ? base : e;
    const struct symbol *of = enumeration(member->attr.base);
    const struct class_value *v = of ? class_constant(of->class_, member->attr.name) : NULL;
    bool is_int = v && v->value && v->value->kind == EXPR_INT;
    if (is_int && r->frame && of->class_->enumerates == ENUM_OBJECTS && !value &&
        has_ints(of->class_)) {
        make_member(r, e, of, v->value);
        return true;
    }
    if (!v || !v->value || (of->class_->enumerates == ENUM_INTS && !is_int) ||
        (of->class_->enumerates == ENUM_OBJECTS && !value)) {
        return false;
    }
    struct symbol *sym = scope_new_symbol(r->s, SYM_CONST, member->attr.name, member->span);
    sym->value = v->value;
    e->attr.sym = sym;
    return true;
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
    c->tuple = named;
    c->unknown = named ? NULL : c->unknown;
    return named;
}

/* ---- abstract classes, comparisons */

void resolve_meant(struct scopes *s, struct class *c) {
    for (const struct class *of = c; of && !c->unknown; of = of->base) {
        if (of->abstract && !means_of(s, of->abstract, "abc", "ABC") &&
            !means_of(s, of->abstract, "abc", "ABCMeta")) {
            c->unknown = "its bases are not one class of this file";
        } else if (of->ordering && !means_of(s, of->ordering, "functools", "total_ordering")) {
            c->unknown = "it has a decorator";
        }
    }
}
