/* Atoms and what is put behind them: names, brackets, comprehensions, subscripts, attributes; calls
 * are in parse_call.c. */
#include <string.h>

#include "parse.h"

/* ---- comprehensions */

/* "for" targets "in" operand, or "if" operand: the named children but the target. */
static void check_clause(struct parser *p, const struct node *n) {
    const struct node *second = node_named(n, n->kind == NODE_FOR_IN ? 2 : 1);
    const struct node *last = node_named(n, n->kind == NODE_FOR_IN ? 1 : 0);
    if (second || parse_comma(p, n)) {
        const struct node *comma = parse_comma(p, n);
        parse_expected(p, "an operator or the end of the list", parse_span(comma ? comma : second));
    } else if (last->kind == NODE_COND) {
        const struct node *if_ = node_token(p->source->text, last, "else");
        parse_expected(p, "an operator or the end of the list", parse_span(if_));
    }
}

struct expr *parse_foreign_display(struct parser *p, const struct node *n, const char *what) {
    struct ignored before = parse_ignore(p);
    for
        each_node(c, n) {
            bool clause = c->kind == NODE_FOR_IN || c->kind == NODE_IF_CLAUSE;
            const struct node *first = clause || c->kind == NODE_PAIR ? node_named(c, 0) : NULL;
            if (clause) {
                check_clause(p, c);
            }
            if (c->kind == NODE_FOR_IN) {
                parse_check_target(p, parse_target(p, first));
                parse_operand(p, node_named(c, 1));
            } else if (c->kind == NODE_IF_CLAUSE) {
                parse_operand(p, first);
            } else if (c->kind == NODE_PAIR) {
                parse_expr(p, first, ALLOW_NONE);
                parse_expr(p, node_named(c, 1), ALLOW_NONE);
            } else if (c->kind == NODE_DICT_SPLAT) {
                parse_behind_star(p, c, false);
            } else if (c->kind != NODE_TOKEN) {
                bool set = n->kind == NODE_SET || n->kind == NODE_DICTIONARY;
                parse_expr(p, c, set ? ALLOW_NAMED | ALLOW_STARRED : ALLOW_NAMED);
            }
        }
    parse_heed(p, before);
    parse_mention(p, parse_span(n));
    return parse_new_unsupported(p, parse_span(n), what);
}

/* Names that no program can write, of what makes empty dictionaries and sets. */
static const char DICT_MAKER[] = "{:}", SET_MAKER[] = "{}";

/* What a comprehension makes. */
struct made {
    struct expr *element, *value; /* value: of a dictionary; or NULL */
    const char *maker;            /* NULL: a list */
};

/* What makes an empty one, under a name that no program can write (resolve_call.c). */
static struct expr *new_container(struct parser *p, const char *name, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_CALL, span);
    e->call.fn = parse_new_name(p, intern_str(p->names, name), span);
    return e;
}

struct block parse_block_of(struct parser *p, struct stmt *s) {
    struct block b = {1, ARENA_ARRAY(p->arena, struct stmt *, 1)};
    b.item[0] = s;
    return b;
}

/* list.append(element), or container._with(key, value) */
static struct stmt *append_to(struct parser *p, const struct made *m) {
    struct expr *name = parse_new_expr(p, EXPR_NAME, m->element->span);
    struct stmt *s = parse_new_stmt(p, STMT_EXPR, m->element->span);
    name->name.name = intern_str(p->names, "[]");
    s->expr = parse_new_method(p, name, m->maker ? "_with" : "append", 1 + (m->value != NULL),
                               m->element->span);
    s->expr->call.arg[0] = m->element;
    if (m->value) {
        s->expr->call.arg[1] = m->value;
    }
    return s;
}

/* ("if" test | "for" targets "in" test)* around what is done for each element; from a clause on. */
static struct stmt *parse_clauses(struct parser *p, const struct node *c, const struct node *end,
                                  const struct made *m, bool *fits) {
    if (c >= end || c->kind == NODE_TOKEN) {
        return append_to(p, m);
    }
    check_clause(p, c);
    if (c->kind == NODE_IF_CLAUSE) {
        struct stmt *s = parse_new_stmt(p, STMT_IF, parse_span(c));
        s->if_.cond = parse_operand(p, node_named(c, 0));
        s->if_.then = parse_block_of(p, parse_clauses(p, c + c->size, end, m, fits));
        return s;
    }
    struct stmt *s = parse_new_stmt(p, STMT_FOR, parse_span(c));
    *fits = !node_token(p->source->text, c, "async") && *fits;
    s->for_.target = parse_target(p, node_named(c, 0));
    parse_check_target(p, s->for_.target);
    *fits = *fits && parse_is_for_target(s->for_.target);
    s->for_.iter = parse_operand(p, node_named(c, 1));
    parse_tell_keyed(p, s->for_.iter);
    s->for_.body = parse_block_of(p, parse_clauses(p, c + c->size, end, m, fits));
    return s;
}

/* [element for ... in ...] as the loop that it stands for. The list's name is none that a program
 * can write. */
static struct expr *comprehension(struct parser *p, const struct node *n, struct expr *element,
                                  struct expr *value, const char *maker) {
    const struct node *body = node_named(n, 0);
    int below = p->height;
    const struct made m = {element, value, maker};
    bool fits = true;
    struct stmt *loop = parse_clauses(p, body + body->size, n + n->size, &m, &fits);
    if (!fits) {
        parse_mention(p, parse_span(n));
        return parse_new_unsupported(p, parse_span(n), "list comprehension of this kind");
    }
    struct expr *name = parse_new_expr(p, EXPR_NAME, parse_span(n));
    name->name.name = intern_str(p->names, "[]");
    struct expr *e = parse_new_expr(p, EXPR_COMP, parse_span(n));
    e->comp.list = name;
    e->comp.loop = loop;
    e->comp.start = maker ? new_container(p, maker, parse_span(n)) : NULL;
    parse_grow(p, max_int(below, p->height) + 4, n);
    return e;
}

struct expr *parse_list_comprehension(struct parser *p, const struct node *n) {
    const struct node *body = node_named(n, 0);
    if (p->cu && p->fn) {
        return parse_copperhead_map(p, n);
    }
    return comprehension(p, n, parse_expr(p, body, ALLOW_NAMED), NULL, NULL);
}

static bool is_literal(const struct expr *e) {
    e = e->kind == EXPR_UNARY ? e->unary.a : e;
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_BOOL;
}

/* [a, b] in a Copperhead procedure: a sequence, which the prelude makes. */
static struct expr *parse_copperhead_display(struct parser *p, const struct node *n) {
    struct expr *items = parse_items(p, n, EXPR_TUPLE, false);
    const char *maker = items->list.n > 0 ? "copperhead___literals" : "copperhead__range";
    for (int i = 0; i < items->list.n; ++i) {
        maker = is_literal(items->list.item[i]) ? maker : "copperhead___display";
    }
    struct expr *e = parse_new_expr(p, EXPR_CALL, items->span);
    e->call.fn = parse_new_expr(p, EXPR_NAME, items->span);
    e->call.fn->name.name = intern_str(p->names, maker);
    e->call.n = 1;
    e->call.arg = ARENA_ARRAY(p->arena, struct expr *, 1);
    e->call.arg[0] = items->list.n > 0 ? items : parse_new_expr(p, EXPR_INT, items->span);
    parse_grow(p, p->height, n);
    return e;
}

/* ---- braces */

/* The keys so far and one more; NULL when it repeats one, or compiled code cannot have it. */
static const char *add_key(struct parser *p, const char *keys, const struct expr *e) {
    bool plain = e->kind == EXPR_STR && strlen(e->str.text) == (size_t)e->str.n &&
                 !strchr(e->str.text, DICT_KEY_END);
    if (!plain || (keys && dict_key_place(keys, e->str.text) >= 0)) {
        return NULL;
    }
    return keys ? arena_printf(p->arena, "%s%c%s", keys, DICT_KEY_END, e->str.text) : e->str.text;
}

static bool is_text(const struct parser *p, const struct node *n) {
    const char *at = p->source->text + n->lo;
    char mark = at[strcspn(at, "bBfF'\"")];
    return (n->kind == NODE_STRING || n->kind == NODE_STRINGS) && (mark == '\'' || mark == '"');
}

/* A table of functions of several parameters is none that compiled code may have. */
static bool is_function(struct parser *p, const struct node *n) {
    const struct node *params =
        n->kind == NODE_LAMBDA ? node_child(n, NODE_LAMBDA_PARAMETERS) : NULL;
    return params && parse_comma(p, params);
}

/* Is it {"a": x, "b": y}, all keys strings? */
static bool is_record(struct parser *p, const struct node *n) {
    bool any = false;
    for
        each_node(c, n) {
            if (c->kind != NODE_TOKEN) {
                any = c->kind == NODE_PAIR && is_text(p, node_named(c, 0)) &&
                      !is_function(p, node_named(c, 1));
                if (!any) {
                    return false;
                }
            }
        }
    return any;
}

static struct expr *parse_record(struct parser *p, const struct node *n) {
    const char *keys = NULL;
    bool good = true;
    int mark = p->stack.n, below = 0;
    for
        each_node(c, n) {
            if (c->kind == NODE_PAIR) {
                const struct expr *key = parse_strings(p, node_named(c, 0));
                keys = good ? add_key(p, keys, key) : NULL;
                good = good && keys;
                parse_push(p, parse_expr(p, node_named(c, 1), ALLOW_NONE));
                below = max_int(below, p->height);
            }
        }
    struct expr *e = parse_new_expr(p, EXPR_DICT, parse_span(n));
    e->list.item = parse_take(p, mark, &e->list.n);
    parse_grow(p, below, n);
    if (!good) {
        return parse_new_unsupported(p, e->span, "a dictionary with such keys");
    }
    e->list.keys = intern_str(p->names, keys);
    return e;
}

/* ---- dictionaries and sets */

/* {a: b, **c}: the empty one with each put into it. */
static struct expr *parse_container(struct parser *p, const struct node *n, const char *name) {
    struct expr *e = new_container(p, name, parse_span(n));
    int below = 0;
    for
        each_node(c, n) {
            if (c->kind == NODE_TOKEN) {
                continue;
            }
            bool pair = c->kind == NODE_PAIR;
            struct expr *star = pair ? NULL : parse_behind_star(p, c, false);
            e = parse_new_method(p, e, star ? "_joined" : "_with", 1 + pair, parse_span(n));
            e->call.arg[0] = star   ? star
                             : pair ? parse_expr(p, node_named(c, 0), ALLOW_NONE)
                                    : parse_expr(p, c, ALLOW_NAMED);
            below = max_int(below, p->height);
            if (pair) {
                e->call.arg[1] = parse_expr(p, node_named(c, 1), ALLOW_NONE);
                below = max_int(below, p->height) + 1;
            }
        }
    parse_grow(p, below, n);
    return e;
}

/* {k: v for ...}, {x for ...} */
static struct expr *parse_container_comprehension(struct parser *p, const struct node *n) {
    const struct node *body = node_named(n, 0);
    bool pair = body->kind == NODE_PAIR;
    if (p->cu && p->fn) {
        return parse_foreign_display(p, n, pair ? "dictionary comprehension" : "set comprehension");
    }
    struct expr *key = parse_expr(p, pair ? node_named(body, 0) : body, ALLOW_NONE);
    struct expr *value = pair ? parse_expr(p, node_named(body, 1), ALLOW_NONE) : NULL;
    return comprehension(p, n, key, value, pair ? DICT_MAKER : SET_MAKER);
}

/* ---- atoms */

static struct expr *parse_name(struct parser *p, const struct node *n) {
    const char *name = parse_intern(p, n);
    struct expr *e = parse_new_expr(p, EXPR_NAME, parse_span(n));
    e->name.name = name;
    return e;
}

static struct expr *parse_bool(struct parser *p, const struct node *n) {
    struct expr *e = parse_new_expr(p, EXPR_BOOL, parse_span(n));
    e->boolean = n->kind == NODE_TRUE;
    return e;
}

/* ( ) with commas, or nothing; the grammar has patterns where targets may stand. */
static struct expr *parse_tuple(struct parser *p, const struct node *n) {
    const struct node *only = node_named(n, 0);
    if (only && !node_named(n, 1) && !parse_comma(p, n)) {
        return parse_expr(p, only, ALLOW_NAMED | ALLOW_YIELD);
    }
    return parse_items(p, n, EXPR_TUPLE, false);
}

/* What the grammar has only in patterns and statements, at the place of an expression. */
static struct expr *parse_misplaced(struct parser *p, const struct node *n) {
    const struct node *as = node_token(p->source->text, n, "as");
    if (as) {
        parse_expected(p, "an operator or the end of the line", parse_span(as));
    } else {
        parse_expected(p, "an expression", (struct span){n->lo, n->size > 1 ? n[1].hi : n->hi});
    }
    return parse_new_unsupported(p, parse_span(n), "incomplete expression");
}

struct expr *parse_atom(struct parser *p, const struct node *n) {
    switch (n->kind) {
    case NODE_IDENTIFIER:
        return parse_name(p, n);
    case NODE_INTEGER:
    case NODE_FLOAT:
        return parse_number(p, n);
    case NODE_STRING:
    case NODE_STRINGS:
        return parse_strings(p, n);
    case NODE_TRUE:
    case NODE_FALSE:
        return parse_bool(p, n);
    case NODE_NONE:
        return parse_new_expr(p, EXPR_NONE, parse_span(n));
    case NODE_ELLIPSIS:
        return parse_new_expr(p, EXPR_ELLIPSIS, parse_span(n));
    case NODE_TUPLE:
    case NODE_TUPLE_PATTERN:
        return parse_tuple(p, n);
    case NODE_LIST:
    case NODE_LIST_PATTERN:
        return p->cu && p->fn ? parse_copperhead_display(p, n)
                              : parse_items(p, n, EXPR_LIST, false);
    case NODE_SET:
        return parse_container(p, n, SET_MAKER);
    case NODE_DICTIONARY:
        return is_record(p, n) ? parse_record(p, n) : parse_container(p, n, DICT_MAKER);
    case NODE_LIST_COMP:
        return parse_list_comprehension(p, n);
    case NODE_SET_COMP:
    case NODE_DICT_COMP:
        return parse_container_comprehension(p, n);
    case NODE_GENERATOR:
        return parse_generator(p, n);
    default:
        return parse_misplaced(p, n);
    }
}

/* ---- behind an atom */

static struct expr *parse_attribute(struct parser *p, const struct node *n, struct expr *base) {
    const struct node *name = node_named(n, 1);
    int below = p->height;
    struct expr *made =
        p->maker ? parse_made_attribute(p, base, parse_intern(p, name), parse_span(n)) : NULL;
    if (made) {
        return made;
    }
    struct expr *e = parse_new_expr(p, EXPR_ATTR, parse_span(n));
    parse_tell_keyed(p, base);
    e->attr.base = base;
    e->attr.name = parse_intern(p, name);
    e->attr.name_span = parse_span(name);
    parse_caught_attribute(p, e);
    parse_grow(p, below, n);
    return e;
}

/* [test] ":" [test] [":" [test]] */
static struct expr *parse_slice(struct parser *p, const struct node *n) {
    struct expr *part[3] = {0};
    int below = 0, at = 0;
    for
        each_node(c, n) {
            if (c->kind == NODE_TOKEN) {
                ++at;
            } else if (at < 3) {
                part[at] = parse_expr(p, c, ALLOW_NONE);
                below = max_int(below, p->height);
            }
        }
    struct expr *e = parse_new_expr(p, EXPR_SLICE, parse_span(n));
    e->slice.lo = part[0];
    e->slice.hi = part[1];
    e->slice.step = part[2];
    parse_grow(p, below, n);
    return e;
}

/* a[(i, j)] is a[i, j]. */
static struct expr *parse_subscript(struct parser *p, const struct node *n, struct expr *base) {
    int mark = p->stack.n, below = p->height;
    const struct node *value = node_named(n, 0);
    for
        each_node(c, n) {
            if (c->kind != NODE_TOKEN && c != value) {
                parse_push(p, c->kind == NODE_SLICE
                                  ? parse_slice(p, c)
                                  : parse_expr(p, c, ALLOW_STARRED | ALLOW_NAMED));
                below = max_int(below, p->height);
            }
        }
    struct expr *e = parse_new_expr(p, EXPR_INDEX, parse_span(n));
    e->index.base = base;
    e->index.index = parse_take(p, mark, &e->index.n);
    if (e->index.n == 1 && e->index.index[0]->kind == EXPR_TUPLE) {
        const struct expr *tuple = e->index.index[0];
        e->index.n = tuple->list.n;
        e->index.index = tuple->list.item;
    }
    parse_tell_index(p, e);
    parse_caught_index(p, e);
    parse_grow(p, below, n);
    return e;
}

struct expr *parse_trailer(struct parser *p, const struct node *n, struct expr *base) {
    switch (n->kind) {
    case NODE_ATTRIBUTE:
        return parse_attribute(p, n, base);
    case NODE_SUBSCRIPT:
        return parse_subscript(p, n, base);
    default:
        return parse_call(p, n, base);
    }
}
