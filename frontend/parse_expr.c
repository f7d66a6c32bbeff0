/* Expressions: operators by precedence, lowest first, each level calling the next.
 *
 * Parentheses vanish; what the language of pycc lacks becomes EXPR_UNSUPPORTED with the words that
 * a message will use. */
#include "parse.h"

struct expr *parse_new_expr(struct parser *p, enum expr_kind kind, struct span span) {
    struct expr *e = ARENA_NEW(p->arena, struct expr);
    e->kind = kind;
    e->span = span;
    e->id = p->fn ? p->next_expr++ : -1;
    p->height = 1;
    return e;
}

struct expr *parse_new_unsupported(struct parser *p, struct span span, const char *what) {
    struct expr *e = parse_new_expr(p, EXPR_UNSUPPORTED, span);
    e->unsupported = what;
    return e;
}

static int max_int(int a, int b) {
    return a > b ? a : b;
}

bool parse_starts_expr(enum token_kind kind) {
    switch (kind) {
    case TOK_NAME:
    case TOK_INT:
    case TOK_FLOAT:
    case TOK_IMAG:
    case TOK_STRING:
    case TOK_FALSE:
    case TOK_NONE:
    case TOK_TRUE:
    case TOK_AWAIT:
    case TOK_LAMBDA:
    case TOK_NOT:
    case TOK_YIELD:
    case TOK_ELLIPSIS:
    case TOK_ADD:
    case TOK_SUB:
    case TOK_INVERT:
    case TOK_MUL:
    case TOK_LPAREN:
    case TOK_LBRACKET:
    case TOK_LBRACE:
        return true;
    default:
        return false;
    }
}

/* ---- arithmetic */

/* How tightly a binary operator binds, and what it is; OP_COUNT for `@`. */
struct infix {
    unsigned char level; /* 0: no binary operator */
    enum op op;
};

static struct infix infix_of(enum token_kind kind) {
    switch (kind) {
    case TOK_BITOR:
        return (struct infix){1, OP_BITOR};
    case TOK_BITXOR:
        return (struct infix){2, OP_BITXOR};
    case TOK_BITAND:
        return (struct infix){3, OP_BITAND};
    case TOK_SHL:
        return (struct infix){4, OP_SHL};
    case TOK_SHR:
        return (struct infix){4, OP_SHR};
    case TOK_ADD:
        return (struct infix){5, OP_ADD};
    case TOK_SUB:
        return (struct infix){5, OP_SUB};
    case TOK_MUL:
        return (struct infix){6, OP_MUL};
    case TOK_DIV:
        return (struct infix){6, OP_DIV};
    case TOK_FLOORDIV:
        return (struct infix){6, OP_FLOORDIV};
    case TOK_MOD:
        return (struct infix){6, OP_MOD};
    case TOK_MATMUL:
        return (struct infix){6, OP_MATMUL};
    default:
        return (struct infix){0, OP_COUNT};
    }
}

static struct expr *parse_unary(struct parser *p);

static struct expr *new_binary(struct parser *p, enum op op, struct expr *a, struct expr *b,
                               const struct token *at, uint32_t lo) {
    struct span span = parse_since(p, lo);
    struct expr *e = parse_new_expr(p, EXPR_BINARY, span);
    e->binary.op = op;
    e->binary.a = a;
    e->binary.b = b;
    e->binary.op_span = (struct span){at->lo, at->hi};
    return e;
}

/* Operators of at least this level, to the left. */
static struct expr *parse_infix(struct parser *p, int level) {
    uint32_t lo = p->tok->lo;
    struct expr *e = parse_unary(p);
    for (;;) {
        struct infix in = infix_of(parse_peek(p));
        if (in.level < level || in.level == 0) {
            return e;
        }
        int left = p->height;
        const struct token *at = p->tok;
        parse_advance(p);
        struct expr *b = parse_infix(p, in.level + 1);
        int below = max_int(left, p->height);
        e = new_binary(p, in.op, e, b, at, lo);
        parse_grow(p, below);
    }
}

struct expr *parse_bitor(struct parser *p) {
    return parse_infix(p, 1);
}

/* -9223372036854775808 is a literal too. */
static bool is_min_int(const struct expr *a) {
    return a->kind == EXPR_INT && a->integer.too_big && a->integer.value == INT64_MIN;
}

static struct expr *new_unary(struct parser *p, enum op op, struct expr *a, uint32_t lo) {
    int below = p->height;
    if (op == OP_NEG && is_min_int(a) && p->source->text[a->span.lo] != '(') {
        a->span.lo = lo;
        a->integer.too_big = false;
        return a;
    }
    struct expr *e = parse_new_expr(p, EXPR_UNARY, parse_since(p, lo));
    e->unary.op = op;
    e->unary.a = a;
    parse_grow(p, below);
    return e;
}

/* primary ["**" unary] */
static struct expr *parse_power(struct parser *p) {
    uint32_t lo = p->tok->lo;
    struct expr *e = parse_primary(p);
    if (parse_peek(p) != TOK_POW || !parse_enter(p)) {
        return e;
    }
    int left = p->height;
    const struct token *at = p->tok;
    parse_advance(p);
    struct expr *b = parse_unary(p);
    int below = max_int(left, p->height);
    e = new_binary(p, OP_POW, e, b, at, lo);
    parse_grow(p, below);
    parse_leave(p);
    return e;
}

static struct expr *parse_unary(struct parser *p) {
    enum token_kind kind = parse_peek(p);
    if (kind != TOK_SUB && kind != TOK_ADD && kind != TOK_INVERT) {
        return parse_power(p);
    }
    uint32_t lo = p->tok->lo;
    if (!parse_enter(p)) {
        return parse_new_unsupported(p, parse_since(p, lo), "expression nested this deeply");
    }
    parse_advance(p);
    struct expr *a = parse_unary(p);
    parse_leave(p);
    return new_unary(p, kind == TOK_SUB ? OP_NEG : kind == TOK_ADD ? OP_POS : OP_INVERT, a, lo);
}

/* ---- comparisons and logic */

/* The comparison at the next tokens, taken; false when there is none. */
static bool accept_comparison(struct parser *p, enum op *op) {
    static const struct {
        enum token_kind kind;
        enum op op;
    } table[] = {{TOK_LT, OP_LT}, {TOK_GT, OP_GT}, {TOK_EQ, OP_EQ}, {TOK_NE, OP_NE},
                 {TOK_LE, OP_LE}, {TOK_GE, OP_GE}, {TOK_IN, OP_IN}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        if (parse_accept(p, table[i].kind)) {
            *op = table[i].op;
            return true;
        }
    }
    if (parse_accept(p, TOK_IS)) {
        *op = parse_accept(p, TOK_NOT) ? OP_IS_NOT : OP_IS;
        return true;
    }
    *op = OP_NOT_IN;
    bool not_in = parse_peek(p) == TOK_NOT && parse_peek2(p) == TOK_IN;
    if (not_in) {
        parse_advance(p);
        parse_advance(p);
    }
    return not_in;
}

static struct expr *parse_comparison(struct parser *p) {
    uint32_t lo = p->tok->lo;
    int mark = p->stack.n;
    struct expr *e = parse_bitor(p);
    VEC(enum op) ops = {0};
    int below = p->height;
    enum op op;
    parse_push(p, e);
    while (accept_comparison(p, &op)) {
        vec_push(p->arena, &ops, op);
        parse_push(p, parse_bitor(p));
        below = max_int(below, p->height);
    }
    if (ops.n == 0) {
        p->stack.n = mark;
        return e;
    }
    int n;
    e = parse_new_expr(p, EXPR_COMPARE, parse_since(p, lo));
    e->compare.n = ops.n;
    e->compare.op = ops.item;
    e->compare.item = parse_take(p, mark, &n);
    parse_grow(p, below);
    return e;
}

static struct expr *parse_not(struct parser *p) {
    uint32_t lo = p->tok->lo;
    if (parse_peek(p) != TOK_NOT) {
        return parse_comparison(p);
    }
    if (!parse_enter(p)) {
        return parse_new_unsupported(p, parse_since(p, lo), "expression nested this deeply");
    }
    parse_advance(p);
    struct expr *a = parse_not(p);
    parse_leave(p);
    return new_unary(p, OP_NOT, a, lo);
}

/* a and b and c, or the same with `or`; the operands of one level. */
static struct expr *parse_logic(struct parser *p, enum token_kind kind) {
    uint32_t lo = p->tok->lo;
    int mark = p->stack.n, below = 0;
    struct expr *e = kind == TOK_OR ? parse_logic(p, TOK_AND) : parse_not(p);
    if (parse_peek(p) != kind) {
        return e;
    }
    parse_push(p, e);
    below = p->height;
    while (parse_accept(p, kind)) {
        parse_push(p, kind == TOK_OR ? parse_logic(p, TOK_AND) : parse_not(p));
        below = max_int(below, p->height);
    }
    e = parse_new_expr(p, EXPR_BOOLOP, parse_since(p, lo));
    e->boolop.op = kind == TOK_OR ? OP_LOR : OP_LAND;
    e->boolop.item = parse_take(p, mark, &e->boolop.n);
    parse_grow(p, below);
    return e;
}

/* ---- whole expressions */

struct expr *parse_or(struct parser *p) {
    return parse_logic(p, TOK_OR);
}

/* then "if" cond "else" els */
static struct expr *parse_conditional(struct parser *p) {
    uint32_t lo = p->tok->lo;
    struct expr *then = parse_or(p);
    if (!parse_accept(p, TOK_IF)) {
        return then;
    }
    int below = p->height;
    struct expr *cond = parse_or(p);
    below = max_int(below, p->height);
    if (!parse_accept(p, TOK_ELSE)) {
        parse_expected(p, "'else'");
    }
    struct expr *els = parse_test(p);
    below = max_int(below, p->height);
    struct expr *e = parse_new_expr(p, EXPR_COND, parse_since(p, lo));
    e->cond.then = then;
    e->cond.cond = cond;
    e->cond.els = els;
    parse_grow(p, below);
    return e;
}

struct expr *parse_test(struct parser *p) {
    if (p->panic || !parse_enter(p)) {
        return parse_new_unsupported(p, parse_since(p, p->end), "incomplete expression");
    }
    struct expr *e = parse_peek(p) == TOK_LAMBDA ? parse_lambda(p) : parse_conditional(p);
    parse_leave(p);
    return e;
}

struct expr *parse_named(struct parser *p) {
    const struct token *at = p->tok;
    struct expr *e = parse_test(p);
    if (parse_peek(p) != TOK_WALRUS) {
        return e;
    }
    if (e->kind != EXPR_NAME) {
        parse_error(p, e->span, "cannot use ':=' with anything but a name");
        return e;
    }
    parse_advance(p);
    parse_bind_target(p, e);
    struct expr *value = parse_test(p);
    int below = p->height;
    parse_mention(p, at);
    struct expr *named =
        parse_new_unsupported(p, parse_since(p, at->lo), "assignment expression ':=' here");
    named->named = e;
    named->value = value;
    parse_grow(p, below);
    return named;
}

struct expr *parse_starred(struct parser *p) {
    uint32_t lo = p->tok->lo;
    if (!parse_accept(p, TOK_MUL)) {
        return parse_named(p);
    }
    struct expr *inner = parse_bitor(p);
    struct expr *e = parse_new_unsupported(p, parse_since(p, lo), "starred expression");
    e->starred = inner;
    parse_bind_target(p, inner);
    return e;
}

/* Items up to where no expression begins; a comma makes them a tuple. */
static struct expr *parse_list(struct parser *p, struct expr *(*item)(struct parser *)) {
    uint32_t lo = p->tok->lo;
    int mark = p->stack.n;
    struct expr *e = item(p);
    int below = p->height;
    if (parse_peek(p) != TOK_COMMA) {
        return e;
    }
    parse_push(p, e);
    while (parse_accept(p, TOK_COMMA) && parse_starts_expr(parse_peek(p))) {
        parse_push(p, item(p));
        below = max_int(below, p->height);
    }
    e = parse_new_expr(p, EXPR_TUPLE, parse_since(p, lo));
    e->list.item = parse_take(p, mark, &e->list.n);
    parse_grow(p, below);
    return e;
}

struct expr *parse_tests(struct parser *p) {
    return parse_list(p, parse_starred);
}

static struct expr *parse_target(struct parser *p) {
    uint32_t lo = p->tok->lo;
    if (!parse_accept(p, TOK_MUL)) {
        return parse_bitor(p);
    }
    struct expr *inner = parse_bitor(p);
    parse_bind_target(p, inner);
    return parse_new_unsupported(p, parse_since(p, lo), "starred expression");
}

struct expr *parse_targets(struct parser *p) {
    return parse_list(p, parse_target);
}
