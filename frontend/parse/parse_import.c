/* Imports become bindings. */
#include <string.h>

#include "parse.h"

/* The interned text of a dotted name without blanks. */
static const char *parse_dotted(struct parser *p, const struct node *n) {
    const char *name = NULL;
    for
        each_node(c, n) {
            if (c->kind == NODE_IDENTIFIER) {
                const char *part = parse_intern(p, c);
                name =
                    name ? intern_str(p->names, arena_printf(p->waste, "%s.%s", name, part)) : part;
            }
        }
    return name ? name : intern_str(p->names, "");
}

static void check_comma(struct parser *p, const struct node *n) {
    const struct node *last = node_last(n);
    if (node_is(p->source->text, last, ",")) {
        parse_error(p, parse_span(last), "a comma at the end needs parentheses around the names");
    }
}

void parse_import(struct parser *p, const struct node *n) {
    for
        each_node(c, n) {
            if (c->kind == NODE_TOKEN) {
                continue;
            }
            bool as = c->kind == NODE_ALIASED_IMPORT;
            const struct node *path = as ? node_named(c, 0) : c,
                              *alias = as ? node_named(c, 1) : NULL;
            struct binding b = {.kind = BIND_MODULE,
                                .path = parse_dotted(p, path),
                                .span = parse_span(alias ? alias : path)};
            const char *dot = strchr(b.path, '.');
            b.whole = b.path;
            b.name = alias ? parse_intern(p, alias) : b.path;
            if (!alias && dot) { /* import a.b.c binds a */
                b.name = b.path = intern(p->names, b.path, (size_t)(dot - b.path));
            }
            parse_bind(p, b);
        }
    check_comma(p, n);
}

static void parse_import_member(struct parser *p, const struct node *n, const char *path) {
    bool as = n->kind == NODE_ALIASED_IMPORT;
    const struct node *name = as ? node_named(n, 0) : n, *alias = as ? node_named(n, 1) : NULL;
    const struct node *dot = node_token(p->source->text, name, ".");
    struct binding b = {.kind = BIND_FROM, .path = path, .span = parse_span(alias ? alias : name)};
    if (dot) {
        parse_expected(p, "an operator or the end of the line", parse_span(dot));
    }
    b.member = parse_dotted(p, name);
    b.name = alias ? parse_intern(p, alias) : b.member;
    parse_bind(p, b);
}

/* ".util" of `from . util`; the path begins with dots, each a token of its own or in one. */
static const char *parse_relative(struct parser *p, const struct node *n) {
    const struct node *name = node_child(n, NODE_DOTTED_NAME);
    uint32_t end = name ? name->lo : n->hi;
    int dots = 0;
    for (uint32_t i = n->lo; i < end; ++i) {
        dots += p->source->text[i] == '.';
    }
    const char *text = arena_printf(p->waste, "%s", name ? parse_dotted(p, name) : "");
    while (dots-- > 0) {
        text = arena_printf(p->waste, ".%s", text);
    }
    return intern_str(p->names, text);
}

void parse_from(struct parser *p, const struct node *n) {
    const struct node *module = node_named(n, 0);
    const char *path =
        module->kind == NODE_DOTTED_NAME ? parse_dotted(p, module) : parse_relative(p, module);
    for
        each_node(c, n) {
            if (c->kind == NODE_WILDCARD_IMPORT) {
                parse_bind(
                    p, (struct binding){
                           .kind = BIND_STAR, .name = "*", .span = parse_span(c), .path = path});
            } else if (c->kind != NODE_TOKEN && c != module) {
                parse_import_member(p, c, path);
            }
        }
    check_comma(p, n);
}
