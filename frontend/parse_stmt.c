/* Simple statements: those of one logical line.
 *
 * Lone strings (docstrings) vanish, imports become bindings, what pycc does not compile becomes
 * STMT_UNSUPPORTED. */
#include "parse.h"

#include <string.h>

struct stmt *parse_new_stmt(struct parser *p, enum stmt_kind kind, uint32_t lo) {
    struct stmt *s = ARENA_NEW(p->arena, struct stmt);
    s->kind = kind;
    s->span = parse_since(p, lo);
    return s;
}

struct stmt *parse_unsupported(struct parser *p, const struct token *from, const char *what) {
    struct stmt *s = parse_new_stmt(p, STMT_UNSUPPORTED, from->lo);
    s->unsupported = what;
    parse_mention(p, from);
    return s;
}

/* ---- targets */

static const char *expr_noun(const struct expr *e) {
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_IMAG:
    case EXPR_STR:
        return "a literal";
    case EXPR_BOOL:
        return e->boolean ? "True" : "False";
    case EXPR_NONE:
        return "None";
    case EXPR_ELLIPSIS:
        return "an ellipsis";
    case EXPR_CALL:
        return "a function call";
    case EXPR_COMPARE:
        return "a comparison";
    case EXPR_COND:
        return "a conditional expression";
    case EXPR_LAMBDA:
        return "a lambda";
    case EXPR_TUPLE:
        return "a tuple";
    case EXPR_LIST:
        return "a list";
    default:
        return "an expression";
    }
}

/* x[i] = ..., x.sort(), and at module level f(x): x is no constant array of the module. */
static void note_written(struct parser *p, const struct expr *e) {
    while (e->kind == EXPR_INDEX || e->kind == EXPR_ATTR) {
        e = e->kind == EXPR_INDEX ? e->index.base : e->attr.base;
    }
    if (e->kind == EXPR_NAME && !p->in_prelude) {
        vec_push(p->keep, &p->written, e->name.name);
    }
}

static void note_call(struct parser *p, const struct expr *e) {
    if (e->kind != EXPR_CALL) {
        return;
    }
    if (e->call.fn->kind == EXPR_ATTR) {
        note_written(p, e->call.fn);
    }
    for (int i = 0; !p->fn && i < e->call.n; ++i) {
        note_written(p, e->call.arg[i]);
    }
    for (int i = 0; !p->fn && i < e->call.n_kw; ++i) {
        note_written(p, e->call.kw[i].value);
    }
}

void parse_check_target(struct parser *p, const struct expr *e) {
    switch (e->kind) {
    case EXPR_INDEX:
        note_written(p, e);
        return;
    case EXPR_NAME:
    case EXPR_ATTR:
        return;
    case EXPR_TUPLE:
    case EXPR_LIST:
        for (int i = 0; i < e->list.n; ++i) {
            parse_check_target(p, e->list.item[i]);
        }
        return;
    case EXPR_UNSUPPORTED:
        if (strcmp(e->unsupported, "starred expression") == 0) {
            return;
        }
        break;
    default:
        break;
    }
    struct diag_message *m = parse_error(p, e->span, "cannot assign to %s", expr_noun(e));
    if (m && e->kind != EXPR_NONE && e->kind != EXPR_BOOL) {
        diag_fix(p->diag, m, "did you mean '=='?");
    }
}

/* Why an expression cannot be assigned to in pycc, or NULL. */
static const char *target_fault(const struct expr *e) {
    switch (e->kind) {
    case EXPR_ATTR: /* of a complex array: sugar.h */
        return strcmp(e->attr.name, "real") == 0 || strcmp(e->attr.name, "imag") == 0
                   ? NULL
                   : "assignment to an attribute";
    case EXPR_TUPLE:
    case EXPR_LIST:
        for (int i = 0; i < e->list.n; ++i) {
            const char *fault = target_fault(e->list.item[i]);
            if (fault) {
                return fault;
            }
        }
        return NULL;
    default:
        return e->kind == EXPR_UNSUPPORTED ? "assignment to a starred expression" : NULL;
    }
}

/* ---- assignments */

static struct expr *parse_value(struct parser *p) {
    return parse_peek(p) == TOK_YIELD ? parse_yield(p) : parse_tests(p);
}

/* name = value of the module; other targets only bind. */
static void bind_assignment(struct parser *p, const struct stmt *s) {
    for (int i = 0; i < s->assign.n; ++i) {
        const struct expr *target = s->assign.target[i];
        if (target->kind == EXPR_NAME) {
            parse_bind(p, (struct binding){.kind = BIND_ASSIGN,
                                           .name = target->name.name,
                                           .span = target->span,
                                           .value = s->assign.value});
        } else {
            parse_bind_target(p, target);
        }
    }
}

static struct stmt *new_assign(struct parser *p, const struct token *from, int n,
                               struct expr **target, struct expr *value) {
    for (int i = 0; i < n; ++i) {
        const char *fault = target_fault(target[i]);
        if (fault && p->fn) {
            return parse_unsupported(p, from, fault);
        }
    }
    struct stmt *s = parse_new_stmt(p, STMT_ASSIGN, from->lo);
    s->assign.n = n;
    s->assign.target = target;
    s->assign.value = value;
    bind_assignment(p, s);
    return s;
}

/* target "=" target "=" ... value; the first expression is read. */
static struct stmt *parse_assign(struct parser *p, const struct token *from, struct expr *first) {
    int mark = p->stack.n, n;
    struct expr *last = first;
    while (parse_accept(p, TOK_ASSIGN)) {
        parse_check_target(p, last);
        parse_push(p, last);
        last = parse_value(p);
    }
    struct expr **targets = parse_take(p, mark, &n);
    return new_assign(p, from, n, targets, last);
}

/* target ":" annotation ["=" value] */
static struct stmt *parse_annotated(struct parser *p, const struct token *from,
                                    struct expr *target) {
    if (target->kind != EXPR_NAME && target->kind != EXPR_ATTR && target->kind != EXPR_INDEX) {
        parse_error(p, target->span, "only single targets, not %s, can be annotated",
                    expr_noun(target));
        return parse_unsupported(p, from, "incomplete statement");
    }
    parse_advance(p);
    struct local_ann la = {.func = p->fn};
    struct ignored before = parse_ignore(p);
    uint32_t lo = p->tok->lo;
    parse_test(p);
    la.ann = parse_since(p, lo);
    parse_heed(p, before);
    struct expr *value = parse_accept(p, TOK_ASSIGN) ? parse_value(p) : NULL;
    if (target->kind != EXPR_NAME) {
        return parse_unsupported(p, from, "annotation of anything but a name");
    }
    struct expr **only = ARENA_ARRAY(p->arena, struct expr *, 1);
    only[0] = target;
    la.stmt = new_assign(p, from, 1, only, value);
    if (p->fn) {
        vec_push(p->keep, &p->local_anns, la);
    }
    return la.stmt;
}

/* The operator of an augmented assignment; false when the token is none. */
static bool augmented_op(enum token_kind kind, enum op *op) {
    static const struct {
        enum token_kind kind;
        enum op op;
    } table[] = {
        {TOK_ADD_EQ, OP_ADD},       {TOK_SUB_EQ, OP_SUB},           {TOK_MUL_EQ, OP_MUL},
        {TOK_DIV_EQ, OP_DIV},       {TOK_FLOORDIV_EQ, OP_FLOORDIV}, {TOK_MOD_EQ, OP_MOD},
        {TOK_POW_EQ, OP_POW},       {TOK_BITAND_EQ, OP_BITAND},     {TOK_BITOR_EQ, OP_BITOR},
        {TOK_BITXOR_EQ, OP_BITXOR}, {TOK_SHL_EQ, OP_SHL},           {TOK_SHR_EQ, OP_SHR},
        {TOK_MATMUL_EQ, OP_MATMUL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        if (table[i].kind == kind) {
            *op = table[i].op;
            return true;
        }
    }
    return false;
}

static struct stmt *parse_augmented(struct parser *p, const struct token *from, struct expr *target,
                                    enum op op) {
    if (target->kind != EXPR_NAME && target->kind != EXPR_ATTR && target->kind != EXPR_INDEX) {
        parse_error(p, target->span, "%s cannot be the target of an augmented assignment",
                    expr_noun(target));
    }
    struct span op_span = {p->tok->lo, p->tok->hi};
    parse_advance(p);
    struct expr *value = parse_value(p);
    parse_bind_target(p, target);
    const char *fault = target_fault(target);
    if (fault) {
        return parse_unsupported(p, from, fault);
    }
    struct stmt *s = parse_new_stmt(p, STMT_AUGASSIGN, from->lo);
    s->aug.op = op;
    s->aug.target = target;
    s->aug.value = value;
    s->aug.op_span = op_span;
    return s;
}

/* An assignment or an expression. NULL for a lone string. */
static struct stmt *parse_expression(struct parser *p) {
    const struct token *from = p->tok;
    enum op op;
    if (parse_peek2(p) == TOK_WALRUS) {
        parse_error(p, (struct span){from[1].lo, from[1].hi},
                    "':=' needs parentheses in a statement of its own");
    }
    struct expr *e = parse_value(p);
    if (parse_peek(p) == TOK_ASSIGN) {
        return parse_assign(p, from, e);
    }
    if (parse_peek(p) == TOK_COLON && !p->panic) {
        return parse_annotated(p, from, e);
    }
    if (augmented_op(parse_peek(p), &op)) {
        if (e->kind == EXPR_INDEX || e->kind == EXPR_ATTR) {
            note_written(p, e);
        }
        return parse_augmented(p, from, e, op);
    }
    if (e->kind == EXPR_STR) {
        return NULL;
    }
    struct stmt *s = parse_new_stmt(p, STMT_EXPR, from->lo);
    s->expr = e;
    note_call(p, e);
    return s;
}

/* ---- imports */

/* name ("." name)*; the interned text without blanks. */
static const char *parse_dotted(struct parser *p, struct span *span) {
    const char *name = parse_name(p, span);
    while (parse_accept(p, TOK_DOT)) {
        struct span part;
        const char *next = parse_name(p, &part);
        name = intern_str(p->names, arena_printf(p->waste, "%s.%s", name, next));
        span->hi = part.hi;
    }
    return name;
}

static void parse_import(struct parser *p) {
    parse_advance(p);
    do {
        struct binding b = {.kind = BIND_MODULE};
        b.path = parse_dotted(p, &b.span);
        b.name = b.path;
        const char *dot = strchr(b.path, '.');
        if (parse_accept(p, TOK_AS)) {
            b.name = parse_name(p, &b.span);
        } else if (dot) { /* import a.b.c binds a */
            b.name = b.path = intern(p->names, b.path, (size_t)(dot - b.path));
        }
        parse_bind(p, b);
    } while (parse_accept(p, TOK_COMMA));
}

static void parse_import_member(struct parser *p, const char *path) {
    struct binding b = {.kind = BIND_FROM, .path = path};
    b.member = b.name = parse_name(p, &b.span);
    if (parse_accept(p, TOK_AS)) {
        b.name = parse_name(p, &b.span);
    }
    parse_bind(p, b);
}

/* "from" dots path "import" ("*" | members | "(" members ")") */
static void parse_from(struct parser *p) {
    struct span span;
    const char *path = "";
    bool relative = false;
    parse_advance(p);
    while (parse_accept(p, TOK_DOT) || parse_accept(p, TOK_ELLIPSIS)) {
        relative = true;
    }
    if (!relative || parse_peek(p) == TOK_NAME) {
        path = parse_dotted(p, &span);
    }
    path = relative ? "" : path;
    parse_expect(p, TOK_IMPORT);
    if (parse_peek(p) == TOK_MUL) {
        parse_bind(
            p, (struct binding){
                   .kind = BIND_STAR, .name = "*", .span = {p->tok->lo, p->tok->hi}, .path = path});
        parse_advance(p);
        return;
    }
    bool parens = parse_accept(p, TOK_LPAREN);
    do {
        parse_import_member(p, path);
    } while (parse_accept(p, TOK_COMMA) && !(parens && parse_peek(p) == TOK_RPAREN));
    if (parens && !parse_accept(p, TOK_RPAREN)) {
        parse_expected(p, "',' or ')'");
    }
}

/* ---- keywords */

static struct stmt *parse_return(struct parser *p) {
    const struct token *from = p->tok;
    if (p->defs == 0) {
        parse_error(p, (struct span){from->lo, from->hi}, "'return' outside a function");
        return NULL;
    }
    parse_advance(p);
    struct expr *e = parse_starts_expr(parse_peek(p)) ? parse_tests(p) : NULL;
    struct stmt *s = parse_new_stmt(p, STMT_RETURN, from->lo);
    s->expr = e;
    return s;
}

static struct stmt *parse_assert(struct parser *p) {
    uint32_t lo = p->tok->lo;
    parse_advance(p);
    struct expr *cond = parse_test(p);
    struct expr *message = parse_accept(p, TOK_COMMA) ? parse_test(p) : NULL;
    struct stmt *s = parse_new_stmt(p, STMT_ASSERT, lo);
    s->assert_.cond = cond;
    s->assert_.message = message;
    return s;
}

/* raise Name or raise Name(message); resolve.c finds out what the name means. */
static struct stmt *new_raise(struct parser *p, const struct token *from, struct expr *e) {
    struct expr *message = NULL;
    if (e->kind == EXPR_CALL) {
        if (e->call.n > 1 || e->call.n_kw > 0) {
            return parse_unsupported(p, from, "exception with several arguments");
        }
        message = e->call.n == 1 ? e->call.arg[0] : NULL;
        e = e->call.fn;
    }
    if (e->kind != EXPR_NAME) {
        return parse_unsupported(p, from, "raise of anything but a built-in exception");
    }
    struct stmt *s = parse_new_stmt(p, STMT_RAISE, from->lo);
    s->raise.exception = ARENA_NEW(p->arena, struct symbol);
    s->raise.exception->name = e->name.name;
    s->raise.exception->span = e->span;
    s->raise.message = message;
    return s;
}

static struct stmt *parse_raise(struct parser *p) {
    const struct token *from = p->tok;
    parse_advance(p);
    if (!parse_starts_expr(parse_peek(p))) {
        return parse_unsupported(p, from, "raise without an exception");
    }
    struct expr *e = parse_test(p);
    if (parse_accept(p, TOK_FROM)) {
        parse_test(p);
        return parse_unsupported(p, from, "raise ... from");
    }
    return new_raise(p, from, e);
}

static struct stmt *parse_jump(struct parser *p, enum stmt_kind kind) {
    const struct token *from = p->tok;
    if (p->loops == 0) {
        diag_error(p->diag, DIAG_PY206, (struct span){from->lo, from->hi}, "'%s' outside a loop",
                   kind == STMT_BREAK ? "break" : "continue");
    }
    parse_advance(p);
    return parse_new_stmt(p, kind, from->lo);
}

static struct stmt *parse_pass(struct parser *p) {
    uint32_t lo = p->tok->lo;
    parse_advance(p);
    return parse_new_stmt(p, STMT_PASS, lo);
}

/* global or nonlocal */
static struct stmt *parse_global(struct parser *p) {
    const struct token *from = p->tok;
    bool global = parse_peek(p) == TOK_GLOBAL;
    parse_advance(p);
    do {
        struct span span;
        const char *name = parse_name(p, &span);
        if (global) {
            vec_push(p->keep, &p->globals, name);
        }
    } while (parse_accept(p, TOK_COMMA));
    return parse_unsupported(p, from, global ? "global statement" : "nonlocal statement");
}

static struct expr *or_none(struct parser *p, struct expr *e, struct span span) {
    return e ? e : parse_new_expr(p, EXPR_NONE, span);
}

/* del xs[i] and del xs[i:j:k] call what the prelude has for them; NULL: it is something else. */
static struct stmt *delete_item(struct parser *p, const struct token *from, struct expr *e) {
    if (e->kind != EXPR_INDEX || e->index.n != 1) {
        return NULL;
    }
    struct expr *at = e->index.index[0];
    bool slice = at->kind == EXPR_SLICE;
    struct stmt *s = parse_new_stmt(p, STMT_EXPR, from->lo);
    struct expr *call = parse_new_expr(p, EXPR_CALL, e->span);
    struct expr *fn = parse_new_expr(p, EXPR_ATTR, e->span);
    fn->attr.base = e->index.base;
    fn->attr.name = intern_str(p->names, slice ? "delslice" : "delitem");
    fn->attr.name_span = e->span;
    call->call.fn = fn;
    call->call.n = slice ? 3 : 1;
    call->call.arg = ARENA_ARRAY(p->arena, struct expr *, 3);
    call->call.arg[0] = at;
    if (slice) {
        call->call.arg[0] = or_none(p, at->slice.lo, e->span);
        call->call.arg[1] = or_none(p, at->slice.hi, e->span);
        call->call.arg[2] = or_none(p, at->slice.step, e->span);
    }
    s->expr = call;
    s->span = parse_since(p, from->lo);
    return s;
}

static struct stmt *parse_del(struct parser *p) {
    const struct token *from = p->tok;
    parse_advance(p);
    struct expr *e = parse_tests(p);
    parse_check_target(p, e);
    parse_bind_target(p, e);
    struct stmt *s = p->fn ? delete_item(p, from, e) : NULL;
    return s ? s : parse_unsupported(p, from, "del statement");
}

/* type X[T] = test (Python 3.12); `type` is a name elsewhere. */
static bool at_type_alias(const struct parser *p) {
    if (!parse_is_word(p, p->tok, "type") || parse_peek2(p) != TOK_NAME) {
        return false;
    }
    return p->tok[2].kind == TOK_ASSIGN || p->tok[2].kind == TOK_LBRACKET;
}

static struct stmt *parse_type_alias(struct parser *p) {
    const struct token *from = p->tok;
    parse_advance(p);
    struct expr *name = parse_primary(p);
    parse_expect(p, TOK_ASSIGN);
    parse_test(p);
    if (name->kind == EXPR_NAME) {
        parse_bind_name(p, BIND_CLASS, name->name.name, name->span);
    }
    return parse_unsupported(p, from, "type statement");
}

/* NULL for statements that leave nothing behind. */
static struct stmt *parse_simple(struct parser *p) {
    switch (parse_peek(p)) {
    case TOK_RETURN:
        return parse_return(p);
    case TOK_ASSERT:
        return parse_assert(p);
    case TOK_RAISE:
        return parse_raise(p);
    case TOK_BREAK:
        return parse_jump(p, STMT_BREAK);
    case TOK_CONTINUE:
        return parse_jump(p, STMT_CONTINUE);
    case TOK_PASS:
        return parse_pass(p);
    case TOK_GLOBAL:
    case TOK_NONLOCAL:
        return parse_global(p);
    case TOK_DEL:
        return parse_del(p);
    case TOK_IMPORT:
        parse_import(p);
        return NULL;
    case TOK_FROM:
        parse_from(p);
        return NULL;
    default:
        return at_type_alias(p) ? parse_type_alias(p) : parse_expression(p);
    }
}

/* The words of Python 2. */
static void expected_line_end(struct parser *p, const struct token *from) {
    bool print = parse_is_word(p, from, "print");
    if (p->tok == from + 1 && (print || parse_is_word(p, from, "exec"))) {
        struct diag_message *m =
            parse_error(p, (struct span){from->lo, from->hi}, "missing parentheses in call to '%s'",
                        print ? "print" : "exec");
        if (m) {
            diag_fix(p->diag, m, "write %s(...)", print ? "print" : "exec");
        }
    }
    parse_expected(p, "an operator or the end of the line");
}

void parse_simple_line(struct parser *p) {
    const struct token *from;
    do {
        from = p->tok;
        struct stmt *s = parse_simple(p);
        if (s) {
            parse_push(p, s);
        }
    } while (parse_accept(p, TOK_SEMICOLON) && parse_peek(p) != TOK_NEWLINE);
    if (parse_peek(p) != TOK_NEWLINE && !p->panic) {
        expected_line_end(p, from);
    }
    parse_line_end(p);
}
