/* Atoms and what is put behind them: names, brackets, comprehensions, calls, subscripts,
 * attributes. */
#include <string.h>

#include "parse.h"

static int max_int(int a, int b) {
    return a > b ? a : b;
}

/* ---- comprehensions */

/* "for" targets "in" test ("if" test | "for" ...)* behind an element, as an expression that is not
 * compiled: `what`. */
static struct expr *parse_comprehension(struct parser *p, const struct token *from,
                                        enum token_kind close, const char *what) {
    struct ignored before = parse_ignore(p);
    while (parse_peek(p) == TOK_FOR || parse_peek(p) == TOK_ASYNC) {
        parse_accept(p, TOK_ASYNC);
        parse_expect(p, TOK_FOR);
        parse_check_target(p, parse_targets(p));
        parse_expect(p, TOK_IN);
        parse_or(p);
        while (parse_accept(p, TOK_IF)) {
            parse_or(p);
        }
    }
    parse_heed(p, before);
    parse_expect(p, close);
    parse_mention(p, from);
    return parse_new_unsupported(p, parse_since(p, from->lo), what);
}

static bool at_comprehension(const struct parser *p) {
    return parse_peek(p) == TOK_FOR || parse_peek(p) == TOK_ASYNC;
}

static struct block block_of(struct parser *p, struct stmt *s) {
    struct block b = {1, ARENA_ARRAY(p->arena, struct stmt *, 1)};
    b.item[0] = s;
    return b;
}

/* list.append(element) */
static struct stmt *append_to(struct parser *p, const char *list, struct expr *element) {
    struct expr *name = parse_new_expr(p, EXPR_NAME, element->span);
    name->name.name = list;
    struct expr *fn = parse_new_expr(p, EXPR_ATTR, element->span);
    fn->attr.base = name;
    fn->attr.name = intern_str(p->names, "append");
    fn->attr.name_span = element->span;
    struct expr *call = parse_new_expr(p, EXPR_CALL, element->span);
    call->call.fn = fn;
    call->call.n = 1;
    call->call.arg = ARENA_ARRAY(p->arena, struct expr *, 1);
    call->call.arg[0] = element;
    struct stmt *s = parse_new_stmt(p, STMT_EXPR, element->span.lo);
    s->expr = call;
    s->span = element->span;
    return s;
}

/* ("if" test | "for" targets "in" test)* around what is done for each element. */
static struct stmt *parse_clauses(struct parser *p, const char *list, struct expr *element,
                                  bool *fits) {
    const struct token *head = p->tok;
    if (parse_accept(p, TOK_IF)) {
        struct stmt *s = parse_new_stmt(p, STMT_IF, head->lo);
        s->if_.cond = parse_or(p);
        s->span = parse_since(p, head->lo);
        s->if_.then = block_of(p, parse_clauses(p, list, element, fits));
        return s;
    }
    if (!at_comprehension(p)) {
        return append_to(p, list, element);
    }
    *fits = !parse_accept(p, TOK_ASYNC) && *fits;
    parse_expect(p, TOK_FOR);
    struct stmt *s = parse_new_stmt(p, STMT_FOR, head->lo);
    s->for_.target = parse_targets(p);
    parse_check_target(p, s->for_.target);
    *fits = *fits && parse_is_for_target(s->for_.target);
    parse_expect(p, TOK_IN);
    s->for_.iter = parse_or(p);
    s->span = parse_since(p, head->lo);
    s->for_.body = block_of(p, parse_clauses(p, list, element, fits));
    return s;
}

/* [element for ... in ...] as the loop that it stands for. The list's name is none that a program
 * can write. */
static struct expr *parse_list_comprehension(struct parser *p, const struct token *from,
                                             struct expr *element, enum token_kind close) {
    int below = p->height;
    if (!p->fn) {
        return parse_comprehension(p, from, close, "list comprehension");
    }
    const char *list = intern_str(p->names, "[]");
    bool fits = true;
    struct stmt *loop = parse_clauses(p, list, element, &fits);
    parse_expect(p, close);
    struct span span = parse_since(p, from->lo);
    if (!fits) {
        parse_mention(p, from);
        return parse_new_unsupported(p, span, "list comprehension of this kind");
    }
    struct expr *name = parse_new_expr(p, EXPR_NAME, span);
    name->name.name = list;
    struct expr *e = parse_new_expr(p, EXPR_COMP, span);
    e->comp.list = name;
    e->comp.loop = loop;
    parse_grow(p, max_int(below, p->height) + 4);
    return e;
}

/* ---- brackets */

/* The comma or the closing bracket behind an item; false at the end. */
static bool next_item(struct parser *p, enum token_kind close) {
    if (parse_accept(p, TOK_COMMA)) {
        return parse_peek(p) != close || (parse_advance(p), false);
    }
    if (!parse_accept(p, close)) {
        parse_expected(p, close == TOK_RPAREN     ? "',' or ')'"
                          : close == TOK_RBRACKET ? "',' or ']'"
                                                  : "',' or '}'");
    }
    return false;
}

/* More items of a tuple or list; the first one is on the stack at mark. */
static struct expr *parse_items(struct parser *p, enum expr_kind kind, enum token_kind close,
                                uint32_t lo, int mark, int below) {
    while (next_item(p, close)) {
        parse_push(p, parse_starred(p));
        below = max_int(below, p->height);
    }
    struct expr *e = parse_new_expr(p, kind, parse_since(p, lo));
    e->list.item = parse_take(p, mark, &e->list.n);
    parse_grow(p, below);
    return e;
}

/* ( ): empty tuple, expression in parentheses, tuple, generator, yield. */
static struct expr *parse_parens(struct parser *p) {
    const struct token *from = p->tok;
    int mark = p->stack.n;
    parse_advance(p);
    if (parse_accept(p, TOK_RPAREN)) {
        return parse_new_expr(p, EXPR_TUPLE, parse_since(p, from->lo));
    }
    bool starred = parse_peek(p) == TOK_MUL;
    struct expr *e = parse_peek(p) == TOK_YIELD ? parse_yield(p) : parse_starred(p);
    if (at_comprehension(p)) {
        return parse_comprehension(p, from, TOK_RPAREN, "generator expression");
    }
    if (parse_peek(p) == TOK_COMMA) {
        parse_push(p, e);
        return parse_items(p, EXPR_TUPLE, TOK_RPAREN, from->lo, mark, p->height);
    }
    if (starred || !parse_accept(p, TOK_RPAREN)) {
        parse_expected(p, starred ? "','" : "',' or ')'");
    }
    return e;
}

static struct expr *parse_brackets(struct parser *p) {
    const struct token *from = p->tok;
    int mark = p->stack.n;
    parse_advance(p);
    if (parse_accept(p, TOK_RBRACKET)) {
        return parse_new_expr(p, EXPR_LIST, parse_since(p, from->lo));
    }
    struct expr *e = parse_starred(p);
    if (at_comprehension(p)) {
        return parse_list_comprehension(p, from, e, TOK_RBRACKET);
    }
    parse_push(p, e);
    return parse_items(p, EXPR_LIST, TOK_RBRACKET, from->lo, mark, p->height);
}

/* One element of a set or dictionary; *is_dict tells which. */
static void parse_element(struct parser *p, bool *is_dict) {
    if (parse_accept(p, TOK_POW)) {
        *is_dict = true;
        parse_bitor(p);
        return;
    }
    parse_starred(p);
    if (parse_accept(p, TOK_COLON)) {
        *is_dict = true;
        parse_test(p);
    }
}

/* Is it {"a": x, "b": y}, all keys strings? Looks at the tokens up to the closing brace. */
static bool is_record(const struct parser *p) {
    bool start = true;
    int depth = 1;
    for (const struct token *tok = p->tok + 1; depth > 0; ++tok) {
        if (start && tok->kind != TOK_STRING) {
            return false;
        }
        while (start && tok->kind == TOK_STRING) {
            ++tok;
        }
        if (tok->kind == TOK_EOF || (start && tok->kind != TOK_COLON) ||
            (depth == 1 && (tok->kind == TOK_FOR || tok->kind == TOK_ASYNC))) {
            return false;
        }
        depth += tok->kind == TOK_LPAREN || tok->kind == TOK_LBRACKET || tok->kind == TOK_LBRACE;
        depth -= tok->kind == TOK_RPAREN || tok->kind == TOK_RBRACKET || tok->kind == TOK_RBRACE;
        start = depth == 1 && tok->kind == TOK_COMMA && tok[1].kind != TOK_RBRACE;
    }
    return true;
}

/* The keys so far and one more; NULL when it repeats one, or compiled code cannot have it. */
static const char *add_key(struct parser *p, const char *keys, const struct expr *e) {
    bool plain = e->kind == EXPR_STR && strlen(e->str.text) == (size_t)e->str.n &&
                 !strchr(e->str.text, DICT_KEY_END);
    if (!plain || (keys && dict_key_place(keys, e->str.text) >= 0)) {
        return NULL;
    }
    return keys ? arena_printf(p->arena, "%s%c%s", keys, DICT_KEY_END, e->str.text) : e->str.text;
}

static struct expr *parse_record(struct parser *p) {
    const struct token *from = p->tok;
    const char *keys = NULL;
    bool good = true;
    int mark = p->stack.n, below = 0;
    parse_advance(p);
    do {
        const struct expr *key = parse_strings(p);
        keys = good ? add_key(p, keys, key) : NULL;
        good = good && keys;
        parse_expect(p, TOK_COLON);
        parse_push(p, parse_test(p));
        below = max_int(below, p->height);
    } while (next_item(p, TOK_RBRACE));
    struct expr *e = parse_new_expr(p, EXPR_DICT, parse_since(p, from->lo));
    e->list.item = parse_take(p, mark, &e->list.n);
    parse_grow(p, below);
    if (!good) {
        return parse_new_unsupported(p, e->span, "a dictionary with such keys");
    }
    e->list.keys = intern_str(p->names, keys);
    return e;
}

static struct expr *parse_braces(struct parser *p) {
    const struct token *from = p->tok;
    if (is_record(p)) {
        return parse_record(p);
    }
    bool is_dict = p->tok[1].kind == TOK_RBRACE;
    struct ignored before = parse_ignore(p);
    parse_advance(p);
    if (is_dict) {
        parse_advance(p);
    } else {
        parse_element(p, &is_dict);
        if (at_comprehension(p)) {
            parse_heed(p, before);
            return parse_comprehension(p, from, TOK_RBRACE,
                                       is_dict ? "dictionary comprehension" : "set comprehension");
        }
        while (next_item(p, TOK_RBRACE)) {
            parse_element(p, &is_dict);
        }
    }
    parse_heed(p, before);
    parse_mention(p, from);
    return parse_new_unsupported(p, parse_since(p, from->lo), is_dict ? "dictionary" : "set");
}

struct expr *parse_yield(struct parser *p) {
    const struct token *from = p->tok;
    parse_advance(p);
    if (parse_accept(p, TOK_FROM)) {
        parse_test(p);
    } else if (parse_starts_expr(parse_peek(p))) {
        parse_tests(p);
    }
    return parse_new_unsupported(p, parse_since(p, from->lo), "yield");
}

/* ---- atoms */

static struct expr *parse_bool(struct parser *p, bool value) {
    parse_advance(p);
    struct expr *e = parse_new_expr(p, EXPR_BOOL, (struct span){p->tok[-1].lo, p->end});
    e->boolean = value;
    return e;
}

static struct expr *parse_leaf(struct parser *p, enum expr_kind kind) {
    uint32_t lo = p->tok->lo;
    parse_advance(p);
    return parse_new_expr(p, kind, parse_since(p, lo));
}

static struct expr *parse_name_expr(struct parser *p) {
    const char *name = parse_intern(p, p->tok);
    struct expr *e = parse_leaf(p, EXPR_NAME);
    e->name.name = name;
    return e;
}

static struct expr *parse_atom(struct parser *p) {
    switch (parse_peek(p)) {
    case TOK_NAME:
        return parse_name_expr(p);
    case TOK_INT:
    case TOK_FLOAT:
    case TOK_IMAG:
        return parse_number(p);
    case TOK_STRING:
        return parse_strings(p);
    case TOK_TRUE:
        return parse_bool(p, true);
    case TOK_FALSE:
        return parse_bool(p, false);
    case TOK_NONE:
        return parse_leaf(p, EXPR_NONE);
    case TOK_ELLIPSIS:
        return parse_leaf(p, EXPR_ELLIPSIS);
    case TOK_LPAREN:
        return parse_parens(p);
    case TOK_LBRACKET:
        return parse_brackets(p);
    case TOK_LBRACE:
        return parse_braces(p);
    default:
        parse_expected(p, "an expression");
        return parse_new_unsupported(p, parse_since(p, p->end), "incomplete expression");
    }
}

/* ---- behind an atom */

static struct expr *parse_attribute(struct parser *p, struct expr *base, uint32_t lo) {
    struct span name_span;
    parse_advance(p);
    const char *name = parse_name(p, &name_span);
    struct expr *e = parse_new_expr(p, EXPR_ATTR, parse_since(p, lo));
    e->attr.base = base;
    e->attr.name = name;
    e->attr.name_span = name_span;
    return e;
}

/* Does a part of a slice end here? */
static bool slice_stops(const struct parser *p) {
    enum token_kind kind = parse_peek(p);
    return kind == TOK_COLON || kind == TOK_COMMA || kind == TOK_RBRACKET;
}

/* test, *x, or [test] ":" [test] [":" [test]] */
static struct expr *parse_index(struct parser *p) {
    uint32_t lo = p->tok->lo;
    struct expr *part[3] = {0};
    int below = 0;
    if (parse_peek(p) != TOK_COLON) {
        part[0] = parse_starred(p);
        below = p->height;
    }
    if (parse_peek(p) != TOK_COLON) {
        return part[0];
    }
    for (int i = 1; i < 3 && parse_accept(p, TOK_COLON); ++i) {
        if (!slice_stops(p)) {
            part[i] = parse_test(p);
            below = max_int(below, p->height);
        }
    }
    struct expr *e = parse_new_expr(p, EXPR_SLICE, parse_since(p, lo));
    e->slice.lo = part[0];
    e->slice.hi = part[1];
    e->slice.step = part[2];
    parse_grow(p, below);
    return e;
}

/* a[(i, j)] is a[i, j]. */
static struct expr *new_index(struct parser *p, struct expr *base, uint32_t lo, int mark) {
    struct expr *e = parse_new_expr(p, EXPR_INDEX, parse_since(p, lo));
    e->index.base = base;
    e->index.index = parse_take(p, mark, &e->index.n);
    if (e->index.n == 1 && e->index.index[0]->kind == EXPR_TUPLE) {
        const struct expr *tuple = e->index.index[0];
        e->index.n = tuple->list.n;
        e->index.index = tuple->list.item;
    }
    return e;
}

static struct expr *parse_subscript(struct parser *p, struct expr *base, uint32_t lo) {
    int mark = p->stack.n;
    int below = p->height;
    parse_advance(p);
    do {
        parse_push(p, parse_index(p));
        below = max_int(below, p->height);
    } while (next_item(p, TOK_RBRACKET));
    struct expr *e = new_index(p, base, lo, mark);
    parse_grow(p, below);
    return e;
}

/* The arguments of a call while they are read. */
struct arguments {
    VEC(struct keyword) keywords;
    const char *lacking; /* what pycc does not have in calls */
    int below;
};

static void parse_keyword(struct parser *p, struct arguments *args) {
    struct keyword k;
    k.name = parse_name(p, &k.span);
    parse_advance(p);
    k.value = parse_test(p);
    args->below = max_int(args->below, p->height);
    vec_push(p->arena, &args->keywords, k);
}

static void parse_positional(struct parser *p, struct arguments *args) {
    struct expr *e = parse_named(p);
    args->below = max_int(args->below, p->height);
    if (args->keywords.n > 0 && !args->lacking) {
        parse_error(p, e->span, "positional argument follows keyword argument");
    }
    if (parse_peek(p) == TOK_ASSIGN) {
        struct diag_message *m =
            parse_error(p, e->span, "expression cannot be the name of a keyword argument");
        if (m) {
            diag_fix(p->diag, m, "did you mean '=='?");
        }
    }
    parse_push(p, e);
}

static void parse_argument(struct parser *p, struct arguments *args) {
    if (parse_accept(p, TOK_POW)) {
        args->lacking = "argument '**kwargs'";
        parse_test(p);
    } else if (parse_accept(p, TOK_MUL)) {
        args->lacking = "argument '*args'";
        parse_test(p);
    } else if (parse_peek(p) == TOK_NAME && parse_peek2(p) == TOK_ASSIGN) {
        parse_keyword(p, args);
    } else {
        parse_positional(p, args);
    }
}

static struct expr *new_call(struct parser *p, struct expr *fn, const struct token *from, int mark,
                             const struct arguments *args) {
    struct expr *e = parse_new_expr(p, EXPR_CALL, parse_since(p, from->lo));
    e->call.fn = fn;
    e->call.arg = parse_take(p, mark, &e->call.n);
    e->call.n_kw = args->keywords.n;
    e->call.kw = args->keywords.item;
    parse_grow(p, args->below);
    return e;
}

/* A function that takes all that a generator gives, so that a list does as well. */
static bool takes_all(struct parser *p, const struct expr *fn) {
    static const char *const name[] = {"sum", "min", "max", "list", "any", "all", "sorted"};
    static const char *const method[] = {"extend", "fsum", "prod"};
    bool found = false;
    for (size_t i = 0; fn->kind == EXPR_ATTR && i < sizeof(method) / sizeof(*method); ++i) {
        found = found || fn->attr.name == intern_str(p->names, method[i]);
    }
    for (size_t i = 0; fn->kind == EXPR_NAME && i < sizeof(name) / sizeof(*name); ++i) {
        found = found || fn->name.name == intern_str(p->names, name[i]);
    }
    return found;
}

static struct expr *parse_call(struct parser *p, struct expr *fn, const struct token *from) {
    struct arguments args = {.below = p->height};
    int mark = p->stack.n;
    const struct token *open = p->tok;
    parse_advance(p);
    if (!parse_accept(p, TOK_RPAREN)) {
        parse_argument(p, &args);
        if (at_comprehension(p) && p->fn && takes_all(p, fn) && p->stack.n == mark + 1) {
            struct expr *element = p->stack.item[mark];
            p->stack.n = mark;
            parse_push(p, parse_list_comprehension(p, open, element, TOK_RPAREN));
            args.below = max_int(args.below, p->height);
            return new_call(p, fn, from, mark, &args);
        }
        if (at_comprehension(p)) {
            p->stack.n = mark;
            parse_comprehension(p, open, TOK_RPAREN, "generator expression");
            return parse_new_unsupported(p, parse_since(p, from->lo), "generator expression");
        }
        while (next_item(p, TOK_RPAREN)) {
            parse_argument(p, &args);
        }
    }
    if (args.lacking) {
        p->stack.n = mark;
        return parse_new_unsupported(p, parse_since(p, from->lo), args.lacking);
    }
    return new_call(p, fn, from, mark, &args);
}

static struct expr *parse_trailers(struct parser *p) {
    const struct token *from = p->tok;
    struct expr *e = parse_atom(p);
    for (;;) {
        int below = p->height;
        switch (parse_peek(p)) {
        case TOK_DOT:
            e = parse_attribute(p, e, from->lo);
            parse_grow(p, below);
            break;
        case TOK_LBRACKET:
            e = parse_subscript(p, e, from->lo);
            break;
        case TOK_LPAREN:
            e = parse_call(p, e, from);
            break;
        default:
            return e;
        }
    }
}

struct expr *parse_primary(struct parser *p) {
    const struct token *from = p->tok;
    if (!parse_accept(p, TOK_AWAIT)) {
        return parse_trailers(p);
    }
    parse_trailers(p);
    parse_mention(p, from);
    return parse_new_unsupported(p, parse_since(p, from->lo), "await");
}
