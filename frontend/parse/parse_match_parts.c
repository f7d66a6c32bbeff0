/* Patterns of what has named parts: attributes of objects, keys of mappings.
 *
 *     case Point(x, y=0)             isinstance(p, Point) and p.y == 0, which binds x = p.x
 *     case int(n)                    isinstance(p, int), which binds n = p
 *     case {"kind": "line", "n": n}  isinstance(p, dict) and "kind" in p and "n" in p and
 *                                    p["kind"] == "line", which binds n = p["n"]
 *
 * Which attribute a pattern by position is of is what __match_args__ of the class says, which data
 * classes and named tuples have of their fields. */
#include <string.h>

#include "parse_match.h"

/* The class of the file that a name of one word means so far; NULL: there is none. */
static const struct class *class_of(const struct matcher *m, const struct node *name) {
    const struct class *found = NULL;
    for (int i = 0; i < m->p->classes.n; ++i) {
        const struct class *c = m->p->classes.item[i];
        found = !c->prelude && node_is(m->text, name, c->name) ? c : found;
    }
    return found;
}

/* int(n): Python's own classes, whose only pattern by position is for the whole subject. */
static bool is_builtin(const struct matcher *m, const struct node *name) {
    static const char *const names[] = {"int",  "float", "str",  "bool", "complex",
                                        "list", "tuple", "dict", "set",  "frozenset"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (node_is(m->text, name, names[i])) {
            return true;
        }
    }
    return false;
}

/* The attribute that a pattern by position is of; NULL: it is not known. */
static const char *attribute_at(const struct class *c, int i) {
    const struct class_value *args = c ? class_constant(c, "__match_args__") : NULL;
    if (args) {
        const struct expr *e = args->value && args->value->kind == EXPR_TUPLE ? args->value : NULL;
        bool text = e && i < e->list.n && e->list.item[i]->kind == EXPR_STR;
        return text ? e->list.item[i]->str.text : NULL;
    }
    bool fields = c && (c->data || c->named) && c->make;
    return fields && i < c->make->n_params ? c->make->param[i].sym->name : NULL;
}

/* A part of the subject and its pattern. */
struct part {
    struct expr *subject;
    const struct node *pattern;
};

static struct expr *attribute(struct matcher *m, const struct expr *subject, const char *name) {
    struct expr *e = parse_new_expr(m->p, EXPR_ATTR, subject->span);
    e->attr.base = parse_match_again(m->p, subject);
    e->attr.name = intern_str(m->p->names, name);
    e->attr.name_span = subject->span;
    return e;
}

/* The i-th part of a class pattern, named or by position; its pattern is NULL where there is none.
 */
static struct part part_of_class(struct matcher *m, const struct node *n,
                                 const struct expr *subject, int i) {
    const struct node *name = node_named(n, 0), *pattern = node_named(n, i + 1);
    struct part part = {NULL, pattern};
    const struct node *keyword = pattern ? parse_match_bare(m->p, pattern) : NULL;
    if (keyword && keyword->kind == NODE_KEYWORD_PATTERN) {
        const char *of = parse_intern(m->p, node_named(keyword, 0));
        part = (struct part){attribute(m, subject, of), node_named(keyword, 1)};
    } else if (pattern && is_builtin(m, name)) {
        part.subject = i == 0 ? parse_match_again(m->p, subject) : NULL;
    } else if (pattern) {
        const char *of = attribute_at(class_of(m, name), i);
        part.subject = of ? attribute(m, subject, of) : NULL;
    }
    return part;
}

/* isinstance(subject, classes) */
static struct expr *is_instance(struct matcher *m, const struct expr *subject,
                                struct expr *class_) {
    struct expr *e = parse_new_call(m->p, "isinstance", parse_match_again(m->p, subject));
    struct expr **arg = ARENA_ARRAY(m->p->arena, struct expr *, 2);
    arg[0] = e->call.arg[0];
    arg[1] = class_;
    e->call.n = 2;
    e->call.arg = arg;
    return e;
}

static bool is_display(const struct expr *e) {
    return e->kind == EXPR_TUPLE || e->kind == EXPR_LIST;
}

struct expr *parse_match_class(struct matcher *m, const struct node *n,
                               const struct expr *subject) {
    if (is_display(subject)) {
        return parse_match_refuse(m, n, "class pattern of what is written out");
    }
    struct expr *test = is_instance(m, subject, parse_match_value(m->p, node_named(n, 0)));
    struct part part;
    for (int i = 0; (part = part_of_class(m, n, subject, i)).pattern; ++i) {
        if (!part.subject) {
            return parse_match_refuse(m, n,
                                      "class pattern by position, of a class that is no data class "
                                      "of this file,");
        }
        test =
            parse_match_logic(m->p, OP_LAND, test, parse_match_test(m, part.pattern, part.subject));
    }
    return test;
}

/* ---- mappings */

static struct expr *key_of(struct matcher *m, const struct node *key) {
    key = parse_match_bare(m->p, key);
    return key->kind == NODE_DOTTED_NAME ? parse_match_value(m->p, key)
                                         : parse_expr(m->p, key, ALLOW_NONE);
}

/* Key and pattern of item i; false: there is none, or it is **rest. */
static bool item_of_mapping(const struct node *n, int i, const struct node **key,
                            const struct node **pattern) {
    *key = node_named(n, 2 * i);
    *pattern = *key && (*key)->kind != NODE_SPLAT_PATTERN ? node_named(n, 2 * i + 1) : NULL;
    return *pattern != NULL;
}

static struct expr *at_key(struct matcher *m, const struct expr *subject, const struct node *key) {
    return parse_new_index(m->p, parse_match_again(m->p, subject), key_of(m, key));
}

struct expr *parse_match_mapping(struct matcher *m, const struct node *n,
                                 const struct expr *subject) {
    struct parser *p = m->p;
    const struct node *key, *pattern;
    if (is_display(subject)) {
        return parse_match_refuse(m, n, "mapping pattern of what is written out");
    }
    struct expr *test =
        is_instance(m, subject, parse_new_name(p, intern_str(p->names, "dict"), parse_span(n)));
    int i = 0;
    for (; item_of_mapping(n, i, &key, &pattern); ++i) {
        struct expr *has =
            parse_new_compare(p, OP_IN, key_of(m, key), parse_match_again(p, subject));
        test = parse_match_logic(p, OP_LAND, test, has);
    }
    if (key) {
        return parse_match_refuse(m, n, "mapping pattern with **");
    }
    for (i = 0; item_of_mapping(n, i, &key, &pattern); ++i) {
        test = parse_match_logic(p, OP_LAND, test,
                                 parse_match_test(m, pattern, at_key(m, subject, key)));
    }
    return test;
}

void parse_match_bind_parts(struct matcher *m, const struct node *n, const struct expr *subject) {
    const struct node *key, *pattern;
    if (is_display(subject)) {
        return;
    }
    for (int i = 0; n->kind == NODE_DICT_PATTERN && item_of_mapping(n, i, &key, &pattern); ++i) {
        parse_match_bind(m, pattern, at_key(m, subject, key));
    }
    struct part part = {0};
    bool class_ = n->kind == NODE_CLASS_PATTERN;
    for (int i = 0; class_ && (part = part_of_class(m, n, subject, i)).pattern; ++i) {
        if (part.subject) {
            parse_match_bind(m, part.pattern, part.subject);
        }
    }
}
