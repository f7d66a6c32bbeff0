/* Compound statements, blocks, and recovery from errors at the end of a line.
 *
 * `elif` becomes an if in the else branch. Statements that pycc does not compile (try, with, match,
 * class, async) are parsed for their errors and, at module level, for the names they bind. */
#include <string.h>

#include "parse.h"

bool parse_line_end(struct parser *p) {
    bool good = parse_peek(p) == TOK_NEWLINE && !p->panic;
    while (parse_peek(p) != TOK_NEWLINE && parse_peek(p) != TOK_EOF) {
        ++p->tok;
    }
    p->tok += parse_peek(p) == TOK_NEWLINE;
    p->panic = false;
    return good;
}

/* The rest of a line, and the block that belongs to it. */
static void skip_statement(struct parser *p) {
    int open = 0;
    parse_line_end(p);
    if (parse_peek(p) != TOK_INDENT) {
        return;
    }
    do {
        open += (parse_peek(p) == TOK_INDENT) - (parse_peek(p) == TOK_DEDENT);
        parse_advance(p);
    } while (open > 0 && parse_peek(p) != TOK_EOF);
}

/* ---- blocks */

/* Statements up to the end of the block, which is taken. */
static struct block parse_body(struct parser *p) {
    int mark = p->stack.n;
    struct block b;
    while (parse_peek(p) != TOK_DEDENT && parse_peek(p) != TOK_EOF) {
        parse_statement(p);
    }
    p->tok += parse_peek(p) == TOK_DEDENT;
    b.item = parse_take(p, mark, &b.n);
    return b;
}

static void expected_colon(struct parser *p) {
    bool assign = parse_peek(p) == TOK_ASSIGN;
    struct diag_message *m = parse_expected(p, "':'");
    if (m && assign) {
        diag_fix(p->diag, m, "did you mean '=='?");
    }
}

static void expected_block(struct parser *p, const struct token *head, const char *what) {
    struct source_pos pos = source_pos(p->source, head->lo);
    if (parse_error_ahead(p)) {
        return;
    }
    parse_report(p, (struct span){p->tok->lo, p->tok->hi},
                 "expected an indented block after '%s' on line %d", what, pos.line);
}

struct block parse_block(struct parser *p, const struct token *head, const char *what) {
    if (!parse_accept(p, TOK_COLON)) {
        expected_colon(p);
    }
    if (!p->panic && parse_peek(p) != TOK_NEWLINE) {
        int mark = p->stack.n;
        struct block b;
        parse_simple_line(p);
        b.item = parse_take(p, mark, &b.n);
        return b;
    }
    bool good = parse_line_end(p);
    if (parse_peek(p) == TOK_INDENT) {
        ++p->tok;
        return parse_body(p);
    }
    if (good) {
        expected_block(p, head, what);
    }
    return (struct block){0};
}

static struct block parse_loop_block(struct parser *p, const struct token *head, const char *what) {
    ++p->loops;
    struct block b = parse_block(p, head, what);
    --p->loops;
    return b;
}

static struct block parse_else(struct parser *p) {
    const struct token *head = p->tok;
    return parse_accept(p, TOK_ELSE) ? parse_block(p, head, "else") : (struct block){0};
}

/* ---- if, while, for */

static struct block one_stmt(struct parser *p, struct stmt *s) {
    struct stmt **only = ARENA_ARRAY(p->arena, struct stmt *, 1);
    only[0] = s;
    return (struct block){1, only};
}

/* "if" or "elif", its condition and its block. */
static struct stmt *parse_branch(struct parser *p, const char *what) {
    const struct token *head = p->tok;
    parse_advance(p);
    struct expr *cond = parse_named(p);
    struct stmt *s = parse_new_stmt(p, STMT_IF, head->lo);
    s->if_.cond = cond;
    s->if_.then = parse_block(p, head, what);
    s->span = parse_since(p, head->lo);
    return s;
}

/* Every elif is one level deeper in the AST, so it counts as one. */
static struct stmt *parse_if(struct parser *p) {
    struct stmt *s = parse_branch(p, "if");
    struct stmt *last = s;
    int levels = 0;
    bool deep = false;
    while (parse_peek(p) == TOK_ELIF) {
        deep = deep || !parse_enter(p);
        if (deep) {
            skip_statement(p);
            continue;
        }
        ++levels;
        struct stmt *next = parse_branch(p, "elif");
        last->if_.els = one_stmt(p, next);
        last = next;
    }
    last->if_.els = parse_else(p);
    while (levels-- > 0) {
        parse_leave(p);
    }
    s->span = parse_since(p, s->span.lo);
    return s;
}

static struct stmt *parse_while(struct parser *p) {
    const struct token *head = p->tok;
    parse_advance(p);
    struct expr *cond = parse_named(p);
    struct stmt *s = parse_new_stmt(p, STMT_WHILE, head->lo);
    s->while_.cond = cond;
    s->while_.body = parse_loop_block(p, head, "while");
    s->while_.els = parse_else(p);
    s->span = parse_since(p, head->lo);
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

static struct stmt *parse_for(struct parser *p) {
    const struct token *head = p->tok;
    parse_advance(p);
    struct expr *target = parse_targets(p);
    parse_check_target(p, target);
    parse_bind_target(p, target);
    parse_expect(p, TOK_IN);
    struct expr *iter = parse_tests(p);
    struct stmt *s = parse_new_stmt(p, STMT_FOR, head->lo);
    s->for_.target = target;
    s->for_.iter = iter;
    s->for_.body = parse_loop_block(p, head, "for");
    s->for_.els = parse_else(p);
    s->span = parse_since(p, head->lo);
    bool fits = !p->fn || parse_is_for_target(target) || p->broken;
    return fits ? s : parse_unsupported(p, head, "loop target other than names");
}

/* ---- statements that are not compiled */

static void parse_except(struct parser *p) {
    const struct token *head = p->tok;
    struct span span;
    parse_advance(p);
    parse_accept(p, TOK_MUL);
    if (parse_peek(p) != TOK_COLON) {
        struct expr *e = parse_tests(p);
        if (e->kind == EXPR_TUPLE && p->source->text[e->span.lo] != '(') {
            parse_error(p, e->span, "multiple exception types must be in parentheses");
        }
        if (parse_accept(p, TOK_AS)) {
            const char *name = parse_name(p, &span);
            parse_bind_name(p, BIND_OTHER, name, span);
        }
    }
    parse_block(p, head, "except");
}

static void parse_try(struct parser *p) {
    const struct token *head = p->tok;
    int errors = p->diag->errors;
    parse_advance(p);
    parse_block(p, head, "try");
    bool handled = false;
    while (parse_peek(p) == TOK_EXCEPT) {
        parse_except(p);
        handled = true;
    }
    if (handled) {
        parse_else(p);
    }
    const struct token *last = p->tok;
    if (parse_accept(p, TOK_FINALLY)) {
        parse_block(p, last, "finally");
    } else if (!handled && p->diag->errors == errors) {
        parse_report(p, (struct span){head->lo, head->hi}, "'try' without 'except' or 'finally'");
    }
}

static void parse_with_item(struct parser *p) {
    parse_starred(p);
    if (parse_accept(p, TOK_AS)) {
        parse_bind_target(p, parse_primary(p));
    }
}

/* Does the parenthesis here hold all items: is it followed by the colon? */
static bool with_parens(const struct parser *p) {
    const struct token *t = p->tok;
    int open = 0;
    if (t->kind != TOK_LPAREN) {
        return false;
    }
    do {
        open += t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET || t->kind == TOK_LBRACE;
        open -= t->kind == TOK_RPAREN || t->kind == TOK_RBRACKET || t->kind == TOK_RBRACE;
        ++t;
    } while (open > 0 && t->kind != TOK_NEWLINE && t->kind != TOK_EOF);
    return t->kind == TOK_COLON;
}

static void parse_with(struct parser *p) {
    const struct token *head = p->tok;
    parse_advance(p);
    if (!with_parens(p)) {
        do {
            parse_with_item(p);
        } while (parse_accept(p, TOK_COMMA));
    } else if (parse_accept(p, TOK_LPAREN)) {
        do {
            if (parse_peek(p) == TOK_YIELD) {
                parse_yield(p);
            } else if (parse_peek(p) != TOK_RPAREN) {
                parse_with_item(p);
            }
            while (parse_peek(p) == TOK_FOR) { /* a generator in parentheses */
                parse_advance(p);
                parse_targets(p);
                parse_expect(p, TOK_IN);
                parse_test(p);
            }
        } while (parse_accept(p, TOK_COMMA));
        parse_expect(p, TOK_RPAREN);
    }
    parse_block(p, head, "with");
}

/* 'ignore' or 'warn' */
static bool is_harmless(const struct parser *p, const struct token *t) {
    const char *text = p->source->text + t->lo;
    size_t n = t->hi - t->lo;
    return t->kind == TOK_STRING && ((n == 8 && memcmp(text + 1, "ignore", 6) == 0) ||
                                     (n == 6 && memcmp(text + 1, "warn", 4) == 0));
}

/* with np.errstate(over='ignore'): of options that only suppress or give warnings, which compiled
 * code has none of. The colon behind it; NULL: it is something else. */
static const struct token *errstate_end(const struct parser *p) {
    const struct token *t = p->tok;
    bool fits = t[0].kind == TOK_WITH && t[1].kind == TOK_NAME && t[2].kind == TOK_DOT &&
                parse_is_word(p, &t[3], "errstate") && t[4].kind == TOK_LPAREN;
    fits = fits && (parse_is_word(p, &t[1], "np") || parse_is_word(p, &t[1], "numpy"));
    t += fits ? 5 : 0;
    while (fits && t->kind != TOK_RPAREN) {
        fits = t[0].kind == TOK_NAME && t[1].kind == TOK_ASSIGN && is_harmless(p, &t[2]);
        t += fits ? 3 : 0;
        t += fits && t->kind == TOK_COMMA;
    }
    return fits && t[1].kind == TOK_COLON ? &t[1] : NULL;
}

/* Its block stands in the place of the statement. */
static void parse_errstate(struct parser *p, const struct token *colon) {
    const struct token *head = p->tok;
    p->tok = colon;
    struct block b = parse_block(p, head, "with");
    for (int i = 0; i < b.n; ++i) {
        parse_push(p, b.item[i]);
    }
}

/* `match` is a name unless its line ends in a colon and a block of cases follows. */
static bool at_match(const struct parser *p) {
    const struct token *t = p->tok;
    if (!parse_is_word(p, t, "match")) {
        return false;
    }
    while (t->kind != TOK_NEWLINE && t->kind != TOK_EOF) {
        ++t;
    }
    return t->kind == TOK_NEWLINE && t[-1].kind == TOK_COLON && t[1].kind == TOK_INDENT &&
           parse_is_word(p, &t[2], "case");
}

/* Patterns are not looked at: up to the colon that no bracket surrounds. */
static void parse_case(struct parser *p) {
    const struct token *head = p->tok;
    int open = 0;
    while (parse_peek(p) != TOK_NEWLINE && parse_peek(p) != TOK_EOF &&
           (open > 0 || parse_peek(p) != TOK_COLON)) {
        enum token_kind kind = parse_peek(p);
        open += kind == TOK_LPAREN || kind == TOK_LBRACKET || kind == TOK_LBRACE;
        open -= kind == TOK_RPAREN || kind == TOK_RBRACKET || kind == TOK_RBRACE;
        parse_advance(p);
    }
    parse_block(p, head, "case");
}

static void parse_match(struct parser *p) {
    parse_advance(p);
    parse_tests(p);
    parse_expect(p, TOK_COLON);
    parse_line_end(p);
    if (parse_peek(p) != TOK_INDENT) {
        return;
    }
    ++p->tok;
    while (parse_peek(p) != TOK_DEDENT && parse_peek(p) != TOK_EOF) {
        if (parse_is_word(p, p->tok, "case")) {
            parse_case(p);
        } else {
            parse_expected(p, "'case'");
            parse_line_end(p);
        }
    }
    p->tok += parse_peek(p) == TOK_DEDENT;
}

static void parse_async(struct parser *p) {
    parse_advance(p);
    if (parse_peek(p) == TOK_FOR) {
        parse_for(p);
    } else if (parse_peek(p) == TOK_WITH) {
        parse_with(p);
    } else {
        parse_expected(p, "'def', 'for' or 'with' behind 'async'");
        parse_line_end(p);
    }
}

/* What a statement that is not compiled is called; NULL for the others. */
static const char *foreign_name(const struct parser *p) {
    switch (parse_peek(p)) {
    case TOK_TRY:
        return "try statement";
    case TOK_WITH:
        return "with statement";
    case TOK_ASYNC:
        return parse_peek2(p) == TOK_FOR ? "async for" : "async with";
    case TOK_CLASS:
        return "class";
    default:
        return at_match(p) ? "match statement" : NULL;
    }
}

static void parse_foreign(struct parser *p) {
    switch (parse_peek(p)) {
    case TOK_TRY:
        parse_try(p);
        break;
    case TOK_WITH:
        parse_with(p);
        break;
    case TOK_ASYNC:
        parse_async(p);
        break;
    case TOK_CLASS:
        parse_class(p);
        break;
    default:
        parse_match(p);
        break;
    }
}

/* ---- all statements */

static struct stmt *parse_structured(struct parser *p) {
    switch (parse_peek(p)) {
    case TOK_IF:
        return parse_if(p);
    case TOK_WHILE:
        return parse_while(p);
    default:
        return parse_for(p);
    }
}

/* A compound statement of the module: only its bindings are wanted. */
static void parse_module_compound(struct parser *p, const char *foreign) {
    struct arena *arena = p->arena;
    p->arena = p->waste;
    ++p->compound;
    if (foreign) {
        parse_foreign(p);
    } else {
        parse_structured(p);
    }
    --p->compound;
    p->arena = arena;
}

static void parse_compound(struct parser *p) {
    const struct token *from = p->tok;
    const char *foreign = foreign_name(p);
    if (!p->fn && parse_peek(p) == TOK_CLASS) {
        parse_class(p);
    } else if (!p->fn && p->ignored == 0) {
        parse_module_compound(p, foreign);
    } else if (foreign && errstate_end(p)) {
        parse_errstate(p, errstate_end(p));
    } else if (foreign) {
        struct ignored before = parse_ignore(p);
        parse_foreign(p);
        parse_heed(p, before);
        parse_push(p, parse_unsupported(p, from, foreign));
    } else {
        parse_push(p, parse_structured(p));
    }
}

static void parse_nested_def(struct parser *p, bool decorated) {
    const struct token *from = p->tok;
    struct func *f = decorated ? parse_decorated(p) : parse_def(p);
    if (!p->fn) {
        return;
    }
    if (!f || decorated || p->notes.item[f->id]->is_async) {
        parse_push(p, parse_unsupported(p, from,
                                        !f          ? "class"
                                        : decorated ? "decorated nested function"
                                                    : "async function"));
        return;
    }
    struct stmt *s = parse_new_stmt(p, STMT_DEF, from->lo);
    s->def = f;
    parse_push(p, s);
}

/* A line indented without reason, with all that belongs to it. */
static void parse_unexpected_indent(struct parser *p) {
    parse_advance(p);
    if (parse_peek(p) != TOK_ERROR) {
        parse_report(p, (struct span){p->tok->lo, p->tok->hi}, "unexpected indentation");
    }
    struct block b = parse_body(p);
    for (int i = 0; i < b.n; ++i) {
        parse_push(p, b.item[i]);
    }
}

static void parse_any(struct parser *p) {
    switch (parse_peek(p)) {
    case TOK_INDENT:
        parse_unexpected_indent(p);
        break;
    case TOK_DEF:
        parse_nested_def(p, false);
        break;
    case TOK_MATMUL:
        parse_nested_def(p, true);
        break;
    case TOK_ASYNC:
        if (parse_peek2(p) == TOK_DEF) {
            parse_nested_def(p, false);
            break;
        }
        parse_compound(p);
        break;
    case TOK_IF:
    case TOK_WHILE:
    case TOK_FOR:
    case TOK_TRY:
    case TOK_WITH:
    case TOK_CLASS:
        parse_compound(p);
        break;
    case TOK_ELIF:
    case TOK_ELSE:
    case TOK_EXCEPT:
    case TOK_FINALLY:
        parse_report(p, (struct span){p->tok->lo, p->tok->hi}, "%s without what it belongs to",
                     token_name(parse_peek(p)));
        skip_statement(p);
        break;
    default:
        if (at_match(p)) {
            parse_compound(p);
        } else {
            parse_simple_line(p);
        }
        break;
    }
}

void parse_statement(struct parser *p) {
    if (parse_enter(p)) {
        parse_any(p);
        parse_leave(p);
    } else {
        skip_statement(p);
    }
}
