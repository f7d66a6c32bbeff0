/* What CPython refuses in the patterns of a match statement: names that are bound twice or in some
 * alternatives only, patterns that nothing comes behind. */
#include <string.h>

#include "parse.h"

struct captures {
    struct parser *p;
    const char *text;
    VEC(const char *) names;
};

static void check_pattern(struct captures *c, const struct node *n, bool catches);

static void capture(struct captures *c, const struct node *n) {
    const char *name = parse_intern(c->p, n);
    for (int i = 0; i < c->names.n; ++i) {
        if (c->names.item[i] == name) {
            parse_error(c->p, parse_span(n), "multiple assignments to name '%s' in pattern", name);
            return;
        }
    }
    vec_push(c->p->waste, &c->names, name);
}

static bool is_wildcard(const struct captures *c, const struct node *n) {
    return node_is(c->text, n, "_");
}

static void check_name(struct captures *c, const struct node *n, bool catches) {
    if (n->size > 2) {
        return; /* a.b, a value */
    }
    if (!catches) {
        parse_error(c->p, parse_span(n), "%s makes remaining patterns unreachable",
                    is_wildcard(c, n) ? "wildcard"
                                      : arena_printf(c->p->keep, "name capture '%.*s'",
                                                     (int)(n->hi - n->lo), c->text + n->lo));
    }
    if (!is_wildcard(c, n)) {
        capture(c, n);
    }
}

static void check_as(struct captures *c, const struct node *n, bool catches) {
    const struct node *name = node_last(n);
    check_pattern(c, node_named(n, 0), catches);
    if (is_wildcard(c, name)) {
        parse_error(c->p, parse_span(name), "cannot use '_' as a target");
    } else {
        capture(c, name);
    }
}

/* All alternatives bind what the first one does. */
static void check_union(struct captures *c, const struct node *n, bool catches) {
    const char **first = NULL;
    int mark = c->names.n, count = -1;
    for
        each_node(one, n) {
            if (one->kind == NODE_TOKEN) {
                continue;
            }
            c->names.n = mark;
            check_pattern(c, one, catches && one + one->size == n + n->size);
            int own = c->names.n - mark, same = 0;
            for (int i = 0; i < own * count; ++i) {
                same += first[i / own] == c->names.item[mark + i % own];
            }
            if (count >= 0 && (own != count || same != count)) {
                parse_error(c->p, parse_span(one), "alternative patterns bind different names");
            } else if (count < 0) {
                count = own;
                first = ARENA_ARRAY(c->p->waste, const char *, own + 1);
                for (int i = 0; i < own; ++i) {
                    first[i] = c->names.item[mark + i];
                }
            }
        }
    c->names.n = mark;
    for (int i = 0; i < count; ++i) {
        vec_push(c->p->waste, &c->names, first[i]);
    }
}

/* The patterns of a sequence, or of a clause with commas. */
static void check_sequence(struct captures *c, const struct node *n) {
    bool any = false;
    for
        each_node(one, n) {
            const struct node *inner = one->kind == NODE_CASE_PATTERN ? one + 1 : one;
            bool star = inner->kind == NODE_SPLAT_PATTERN;
            if (star && any) {
                parse_error(c->p, parse_span(one), "multiple starred names in sequence pattern");
            }
            any = any || star;
            if (n->kind != NODE_CASE || one->kind == NODE_CASE_PATTERN) {
                check_pattern(c, one, true);
            }
        }
}

static void check_literal(struct captures *c, const struct node *n) {
    const char *quote = c->text + n->lo + strcspn(c->text + n->lo, "\"'");
    for (const char *s = c->text + n->lo; s < quote; ++s) {
        if (*s == 'f' || *s == 'F') {
            parse_error(c->p, parse_span(n),
                        "patterns may only match literals and attribute lookups");
        }
    }
}

static void check_mapping(struct captures *c, const struct node *n) {
    const struct node *rest = NULL;
    for
        each_node(one, n) {
            bool token = one->kind == NODE_TOKEN;
            if (rest && !token) {
                parse_expected(c->p, "'}'", parse_span(one));
            } else if (one->kind == NODE_SPLAT_PATTERN) {
                rest = one;
            }
            bool key = !token && one->kind != NODE_CASE_PATTERN && one != rest;
            size_t length = one->hi - one->lo;
            for (const struct node *o = n + 1; key && o < one; o += o->size) {
                if (o->kind == one->kind && o->hi - o->lo == length &&
                    memcmp(c->text + o->lo, c->text + one->lo, length) == 0) {
                    parse_error(c->p, parse_span(one), "mapping pattern checks a key twice");
                }
            }
            if (!token && one->kind != NODE_DOTTED_NAME) {
                check_pattern(c, one, true);
            }
        }
    if (rest && is_wildcard(c, node_last(rest))) {
        parse_expected(c->p, "a name", parse_span(node_last(rest)));
    }
}

static void check_class(struct captures *c, const struct node *n) {
    VEC(const char *) attributes = {0};
    for (const struct node *one = n + 1 + n[1].size; one < n + n->size; one += one->size) {
        const struct node *keyword =
            one->kind == NODE_CASE_PATTERN && one[1].kind == NODE_KEYWORD_PATTERN ? one + 1 : NULL;
        const char *name = keyword ? parse_intern(c->p, keyword + 1) : NULL;
        for (int i = 0; name && i < attributes.n; ++i) {
            if (attributes.item[i] == name) {
                parse_error(c->p, parse_span(keyword + 1),
                            "attribute name repeated in class pattern: %s", name);
            }
        }
        if (name) {
            vec_push(c->p->waste, &attributes, name);
            check_pattern(c, node_last(keyword), true);
        } else if (one->kind != NODE_TOKEN) {
            if (attributes.n > 0) {
                parse_error(c->p, parse_span(one), "positional patterns follow keyword patterns");
            }
            check_pattern(c, one, true);
        }
    }
}

static void check_complex(struct captures *c, const struct node *n) {
    const struct node *real = node_named(n, 0), *imag = node_last(n);
    if (strchr("jJ", c->text[real->hi - 1])) {
        parse_error(c->p, parse_span(real), "real number required in complex literal");
    } else if (!strchr("jJ", c->text[imag->hi - 1])) {
        parse_error(c->p, parse_span(imag), "imaginary number required in complex literal");
    }
}

/* catches: all may match here, for nothing comes behind. */
static void check_pattern(struct captures *c, const struct node *n, bool catches) {
    switch (n->kind) {
    case NODE_CASE_PATTERN:
        check_pattern(c, n + 1, catches);
        break;
    case NODE_DOTTED_NAME:
        check_name(c, n, catches);
        break;
    case NODE_AS_PATTERN:
        check_as(c, n, catches);
        break;
    case NODE_UNION_PATTERN:
        check_union(c, n, catches);
        break;
    case NODE_TUPLE_PATTERN:
        if (node_named(n, 0) && !node_named(n, 1) && !parse_comma(c->p, n)) {
            check_pattern(c, node_named(n, 0), catches);
            break;
        }
        check_sequence(c, n);
        break;
    case NODE_LIST_PATTERN:
        check_sequence(c, n);
        break;
    case NODE_SPLAT_PATTERN:
        if (!is_wildcard(c, node_last(n))) {
            capture(c, node_last(n));
        }
        break;
    case NODE_DICT_PATTERN:
        check_mapping(c, n);
        break;
    case NODE_CLASS_PATTERN:
        check_class(c, n);
        break;
    case NODE_COMPLEX_PATTERN:
        check_complex(c, n);
        break;
    case NODE_STRING:
        check_literal(c, n);
        break;
    default:
        break;
    }
}

void parse_patterns(struct parser *p, const struct node *n, bool last) {
    struct captures c = {.p = p, .text = p->source->text};
    const struct node *only = node_child(n, NODE_CASE_PATTERN);
    if (parse_comma(p, n) || only[1].kind == NODE_SPLAT_PATTERN) {
        check_sequence(&c, n);
    } else {
        check_pattern(&c, only, last || node_child(n, NODE_IF_CLAUSE));
    }
}
