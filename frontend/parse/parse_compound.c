/* Compound statements and blocks.
 *
 * `elif` becomes an if in the else branch. Statements that pycc does not compile (class, async) are
 * walked for their errors and, at module level, for the names they bind. */
#include <string.h>

#include "parse.h"

/* ---- blocks */

static void parse_statements(struct parser *p, const struct node *n) {
    if (n) {
        for
            each_node(s, n) {
                parse_statement(p, s);
            }
    }
}

struct block parse_block(struct parser *p, const struct node *n) {
    int mark = p->stack.n;
    struct block b = {0};
    parse_statements(p, n);
    b.item = parse_take(p, mark, &b.n);
    return b;
}

static struct block block_in(struct parser *p, const struct node *n) {
    return parse_block(p, n ? node_child(n, NODE_BLOCK) : NULL);
}

/* ---- if, while, for */

struct block parse_one_stmt(struct parser *p, struct stmt *s) {
    struct stmt **only = ARENA_ARRAY(p->arena, struct stmt *, 1);
    only[0] = s;
    return (struct block){1, only};
}

/* An `if` or `elif`, its condition and its block. */
static struct stmt *parse_branch(struct parser *p, const struct node *n) {
    struct expr *cond = parse_expr(p, node_named(n, 0), ALLOW_NAMED);
    struct stmt *s = parse_new_stmt(p, STMT_IF, parse_span(n));
    s->if_.cond = cond;
    s->if_.then = block_in(p, n);
    return s;
}

/* Every elif is one level deeper in the AST, so it counts as one. */
static struct stmt *parse_if(struct parser *p, const struct node *n) {
    struct stmt *s = parse_branch(p, n);
    struct stmt *last = s;
    int levels = 0;
    for
        each_node(c, n) {
            if (c->kind == NODE_ELIF && parse_enter(p, c)) {
                ++levels;
                p->height = 0;
                struct stmt *next = parse_branch(p, c);
                last->if_.els = parse_one_stmt(p, next);
                last = next;
            } else if (c->kind == NODE_ELIF) {
                break;
            } else if (c->kind == NODE_ELSE) {
                last->if_.els = block_in(p, c);
            }
        }
    while (levels-- > 0) {
        parse_leave(p);
    }
    return s;
}

static struct stmt *parse_while(struct parser *p, const struct node *n) {
    struct expr *cond = parse_expr(p, node_named(n, 0), ALLOW_NAMED);
    struct stmt *s = parse_new_stmt(p, STMT_WHILE, parse_span(n));
    s->while_.cond = cond;
    s->while_.body = block_in(p, n);
    s->while_.els = block_in(p, node_child(n, NODE_ELSE));
    return s;
}

bool parse_is_for_target(const struct expr *e) {
    if (e->kind != EXPR_TUPLE && e->kind != EXPR_LIST) {
        return e->kind == EXPR_NAME;
    }
    for (int i = 0; i < e->list.n; ++i) {
        if (!parse_is_for_target(e->list.item[i])) {
            return false;
        }
    }
    return true;
}

/* for a, *b in c: a variable that no program can name goes through c, and is unpacked first. */
static struct expr *starred_target(struct parser *p, struct expr *target) {
    const char *name =
        intern_str(p->names, arena_printf(p->keep, "[for%u]", (unsigned)target->span.lo));
    struct stmt *s = parse_new_stmt(p, STMT_ASSIGN, target->span);
    struct expr *value = parse_new_name(p, name, target->span);
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(p->arena, struct expr *, 1);
    s->assign.target[0] = target;
    s->assign.value = parse_unpacked(p, target, value);
    parse_push(p, s);
    return parse_new_name(p, name, target->span);
}

static struct stmt *parse_for(struct parser *p, const struct node *n) {
    struct expr *target = parse_target(p, node_named(n, 0));
    parse_check_target(p, target);
    parse_bind_target(p, target);
    struct expr *iter = parse_expr(p, node_named(n, 1), ALLOW_NONE);
    struct stmt *s = parse_new_stmt(p, STMT_FOR, parse_span(n));
    parse_tell_items(p, iter);
    parse_tell_keyed(p, iter);
    int mark = p->stack.n;
    if (p->fn && p->ignored == 0 && !p->broken && parse_has_star(target)) {
        target = starred_target(p, target);
    }
    parse_statements(p, node_child(n, NODE_BLOCK));
    s->for_.target = target;
    s->for_.iter = iter;
    s->for_.body.item = parse_take(p, mark, &s->for_.body.n);
    s->for_.els = block_in(p, node_child(n, NODE_ELSE));
    bool fits = !p->fn || parse_is_for_target(target) || p->broken;
    return fits ? s : parse_unsupported(p, parse_span(n), "loop target other than names");
}

/* ---- try */

struct stmt *parse_new_guarded(struct parser *p, struct span span, struct stmt_guard *guard) {
    struct expr *cond = parse_new_expr(p, EXPR_BOOL, span);
    struct stmt *s = parse_new_stmt(p, STMT_IF, span);
    cond->boolean = true;
    s->if_.cond = cond;
    s->if_.guard = guard;
    return s;
}

struct stmt_guard *parse_new_guard(struct parser *p, enum guard_kind kind) {
    struct stmt_guard *g = ARENA_NEW(p->arena, struct stmt_guard);
    g->kind = kind;
    return g;
}

struct block parse_guarded_then(struct parser *p, struct span span, struct block guarded,
                                struct block behind) {
    struct stmt **item = ARENA_ARRAY(p->arena, struct stmt *, behind.n + 1);
    item[0] = parse_new_guarded(p, span, parse_new_guard(p, GUARD_BODY));
    item[0]->if_.then = guarded;
    for (int i = 0; i < behind.n; ++i) {
        item[i + 1] = behind.item[i];
    }
    return (struct block){behind.n + 1, item};
}

static void parse_classes(struct parser *p, const struct node *n, struct except_clause *c) {
    struct expr *e = parse_expr(p, n, ALLOW_NONE);
    bool several = e->kind == EXPR_TUPLE;
    c->n = several ? e->list.n : 1;
    c->class = several ? e->list.item : ARENA_ARRAY(p->arena, struct expr *, 1);
    if (!several) {
        c->class[0] = e;
    }
}

static void parse_clause(struct parser *p, const struct node *n, struct except_clause *c) {
    const struct node *what = node_named(n, 0), *comma = parse_comma(p, n);
    if (comma) {
        parse_error(p, (struct span){what->lo, node_named(n, 1)->hi},
                    "multiple exception types must be in parentheses");
    }
    if (what->kind == NODE_AS_PATTERN) {
        const struct node *name = node_named(node_child(what, NODE_AS_TARGET), 0);
        if (name->kind != NODE_IDENTIFIER) {
            parse_expected(p, "a name", parse_span(name));
        }
        c->name = parse_intern(p, name);
        c->name_span = parse_span(name);
        what = node_named(what, 0);
    }
    c->bare = what->kind == NODE_BLOCK;
    if (!c->bare) {
        parse_classes(p, what, c);
    }
}

/* The clauses as branches of one another, behind the body. */
static struct stmt *parse_clauses(struct parser *p, const struct node *n, struct block body) {
    struct stmt_guard *guard = parse_new_guard(p, GUARD_TRY);
    struct stmt *s = parse_new_guarded(p, parse_span(n), guard), *last = s;
    guard->clause = ARENA_ARRAY(p->arena, struct except_clause, n->size);
    for
        each_node(c, n) {
            if (c->kind == NODE_EXCEPT) {
                struct stmt_guard *g = parse_new_guard(p, GUARD_CLAUSE);
                g->index = guard->n;
                parse_clause(p, c, &guard->clause[guard->n++]);
                struct stmt *branch = parse_new_guarded(p, parse_span(c), g);
                branch->if_.then = parse_handler(p, c, &guard->clause[g->index], &body);
                last->if_.els = parse_one_stmt(p, branch);
                last = branch;
            }
        }
    s->if_.then = parse_guarded_then(p, parse_span(n), body, block_in(p, node_child(n, NODE_ELSE)));
    return s;
}

static struct stmt *parse_try(struct parser *p, const struct node *n) {
    const struct node *final = node_child(n, NODE_FINALLY);
    struct block body = block_in(p, n);
    struct stmt *s = node_child(n, NODE_EXCEPT) ? parse_clauses(p, n, body) : NULL;
    if (final) {
        body = s ? parse_one_stmt(p, s) : body;
        s = parse_new_guarded(p, parse_span(n), parse_new_guard(p, GUARD_FINALLY));
        s->if_.then = parse_guarded_then(p, parse_span(n), body, block_in(p, final));
    }
    return s ? s : parse_unsupported(p, parse_span(n), "try statement without clauses");
}

/* ---- statements that are not compiled */

/* value "as" target, or a value. */
static void parse_as(struct parser *p, const struct node *n, bool name_only, unsigned allowed) {
    if (n->kind != NODE_AS_PATTERN) {
        parse_expr(p, n, allowed);
        return;
    }
    const struct node *as = node_child(n, NODE_AS_TARGET);
    parse_expr(p, node_named(n, 0), ALLOW_NONE);
    struct expr *target = parse_target(p, node_named(as, 0));
    if (name_only && node_named(as, 0)->kind != NODE_IDENTIFIER) {
        parse_expected(p, "a name", parse_span(as));
    }
    parse_check_target(p, target);
    parse_bind_target(p, target);
}

static void parse_items_of_with(struct parser *p, const struct node *items) {
    const struct node *only = node_named(node_named(items, 0), 0);
    bool parens = items[1].kind == NODE_TOKEN,
         inside = !node_named(items, 1) && parse_holds_as(only);
    for
        each_node(c, inside ? only : items) {
            if (c->kind != NODE_TOKEN) {
                parse_as(p, inside ? c : node_named(c, 0), false,
                         parens ? ALLOW_NAMED | ALLOW_STARRED : ALLOW_NONE);
            }
        }
}

/* The names that a pattern binds: those that are neither `_`, dotted nor before `(` or `=`. */
static void bind_captures(struct parser *p, const struct node *pattern) {
    const struct text_layout *l = p->layout;
    for (const struct node *n = pattern; n < pattern + pattern->size; ++n) {
        const struct word *w = &l->words.item[layout_word(l, n->lo)];
        bool name = n->kind == NODE_IDENTIFIER && !lex_is(l->text, w, "_");
        if (name && lex_sign(l->text, w - 1) != '.' &&
            !(w[1].kind == WORD_OP && strchr(".(=", l->text[w[1].lo]))) {
            parse_bind_name(p, BIND_OTHER, parse_intern(p, n), parse_span(n));
        }
    }
}

/* The parts of a statement that is not compiled, and of its clauses. */
static void parse_parts(struct parser *p, const struct node *n) {
    bool except = n->kind == NODE_EXCEPT || n->kind == NODE_EXCEPT_GROUP;
    const struct node *comma = except ? parse_comma(p, n) : NULL;
    for
        each_node(c, n) {
            switch (c->kind) {
            case NODE_TOKEN:
                break;
            case NODE_BLOCK:
                parse_block(p, c);
                break;
            case NODE_EXCEPT:
            case NODE_EXCEPT_GROUP:
            case NODE_ELSE:
            case NODE_FINALLY:
            case NODE_CASE:
            case NODE_IF_CLAUSE:
                parse_parts(p, c);
                break;
            case NODE_WITH_CLAUSE:
                parse_items_of_with(p, c);
                break;
            case NODE_CASE_PATTERN:
                bind_captures(p, c);
                break;
            default:
                parse_as(p, c, except, except ? ALLOW_NONE : ALLOW_STARRED | ALLOW_NAMED);
            }
        }
    if (comma) {
        parse_error(p, (struct span){node_named(n, 0)->lo, node_named(n, 1)->hi},
                    "multiple exception types must be in parentheses");
    }
}

static bool is_async(const struct parser *p, const struct node *n) {
    return node_is(p->source->text, &n[1], "async");
}

/* What a statement that is not compiled is called; NULL for the others. */
static const char *foreign_name(const struct parser *p, const struct node *n) {
    switch (n->kind) {
    case NODE_TRY:
        return !p->fn || p->ignored > 0 || node_child(n, NODE_EXCEPT_GROUP)
                   ? "try statement with except*"
                   : NULL;
    case NODE_WITH:
        return parse_foreign_with(p, n);
    case NODE_FOR:
        return is_async(p, n) ? "async for" : NULL;
    case NODE_CLASS:
        return "class";
    case NODE_MATCH:
        return !p->fn || p->ignored > 0 ? "match statement" : NULL;
    default:
        return NULL;
    }
}

static struct stmt *parse_structured(struct parser *p, const struct node *n) {
    return n->kind == NODE_IF      ? parse_if(p, n)
           : n->kind == NODE_WHILE ? parse_while(p, n)
           : n->kind == NODE_TRY   ? parse_try(p, n)
                                   : parse_for(p, n);
}

static void parse_foreign(struct parser *p, const struct node *n) {
    if (n->kind == NODE_CLASS) {
        parse_class(p, n, p->stack.n);
    } else if (n->kind == NODE_FOR) {
        parse_for(p, n);
    } else {
        parse_parts(p, n);
    }
}

/* ---- all statements */

/* A compound statement of the module: only its bindings are wanted. */
static void parse_module_compound(struct parser *p, const struct node *n) {
    struct arena *arena = p->arena;
    p->arena = p->waste;
    ++p->compound;
    if (n->kind == NODE_WITH || foreign_name(p, n)) {
        parse_foreign(p, n);
    } else {
        parse_structured(p, n);
    }
    --p->compound;
    p->arena = arena;
}

static void parse_compound(struct parser *p, const struct node *n) {
    const char *foreign = foreign_name(p, n);
    if (!p->fn && n->kind == NODE_CLASS) {
        parse_class(p, n, p->stack.n);
    } else if (!p->fn && p->ignored == 0) {
        parse_module_compound(p, n);
    } else if (foreign) {
        struct ignored before = parse_ignore(p);
        parse_foreign(p, n);
        parse_heed(p, before);
        parse_push(p, parse_unsupported(p, parse_span(n), foreign));
    } else if (n->kind == NODE_MATCH) {
        parse_match(p, n);
    } else if (n->kind == NODE_WITH) {
        parse_with(p, n);
    } else {
        parse_push(p, parse_structured(p, n));
    }
}

static void parse_nested_def(struct parser *p, const struct node *n) {
    bool decorated = n->kind == NODE_DECORATED;
    struct func *f = decorated ? parse_decorated(p, n) : parse_def(p, n);
    if (!p->fn) {
        return;
    }
    if (!f || p->notes.item[f->id]->is_async) {
        parse_push(p, parse_unsupported(p, parse_span(n), !f ? "class" : "async function"));
        return;
    }
    struct stmt *s = parse_new_stmt(p, STMT_DEF, parse_span(n));
    s->def = f;
    parse_push(p, s);
}

static void parse_one(struct parser *p, const struct node *n) {
    switch (n->kind) {
    case NODE_CASE:
        parse_parts(p, n);
        break;
    case NODE_DEF:
    case NODE_DECORATED:
        parse_nested_def(p, n);
        break;
    case NODE_IF:
    case NODE_WHILE:
    case NODE_FOR:
    case NODE_TRY:
    case NODE_WITH:
    case NODE_MATCH:
    case NODE_CLASS:
        parse_compound(p, n);
        break;
    default:
        parse_simple(p, n);
        break;
    }
}

void parse_statement(struct parser *p, const struct node *n) {
    if (n->kind != NODE_TOKEN && parse_enter(p, n)) {
        p->height = 0;
        parse_one(p, n);
        parse_leave(p);
    }
}
