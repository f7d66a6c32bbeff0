/* Expressions: operators, stars, names given with `:=`, and lists without brackets.
 *
 * Parentheses vanish; what the language of pycc lacks becomes EXPR_UNSUPPORTED with the words that
 * a message will use. Chains that lean to the left (a + b + c, a.b[c](d)) are walked in a loop.
 *
 * The grammar reads a star before an operand as the operand's: `*f(1)` is a call of `*f` to it.
 * parser.star is such a star while the expression that it really stands before is walked. */
#include "parse.h"

#include <string.h>

struct expr *parse_new_expr(struct parser *p, enum expr_kind kind, struct span span) {
    struct expr *e = ARENA_NEW(p->arena, struct expr);
    e->kind = kind;
    e->span = span;
    e->id = p->fn ? p->next_expr++ : -1;
    p->height = 1;
    return e;
}

struct expr *parse_new_method(struct parser *p, struct expr *base, const char *method, int n,
                              struct span span) {
    struct expr *fn = parse_new_expr(p, EXPR_ATTR, span);
    fn->attr.base = base;
    fn->attr.name = intern_str(p->names, method);
    fn->attr.name_span = span;
    struct expr *call = parse_new_expr(p, EXPR_CALL, span);
    call->call.fn = fn;
    call->call.n = n;
    call->call.arg = ARENA_ARRAY(p->arena, struct expr *, n);
    return call;
}

struct expr *parse_new_unsupported(struct parser *p, struct span span, const char *what) {
    struct expr *e = parse_new_expr(p, EXPR_UNSUPPORTED, span);
    e->unsupported = what;
    return e;
}

const struct node *parse_comma(struct parser *p, const struct node *n) {
    return node_token(p->source->text, n, ",");
}

/* ---- operators */

enum op parse_binary_op(const struct parser *p, const struct node *n) {
    static const char signs[] = "+-*/%@&|^<>";
    static const uint16_t once[] = {OP_ADD,    OP_SUB,   OP_MUL,    OP_DIV, OP_MOD, OP_MATMUL,
                                    OP_BITAND, OP_BITOR, OP_BITXOR, OP_SHL, OP_SHR};
    const char *s = p->source->text + n->lo;
    bool twice = n->hi - n->lo > 1 && s[1] == s[0];
    return twice && *s == '*'   ? OP_POW
           : twice && *s == '/' ? OP_FLOORDIV
                                : (enum op)once[strchr(signs, *s) - signs];
}

struct expr *parse_operand(struct parser *p, const struct node *n) {
    if (n->kind == NODE_LAMBDA) {
        parse_expected(p, "an expression", (struct span){n->lo, n->lo + 6});
    }
    return parse_expr(p, n, ALLOW_NONE);
}

static struct expr *new_binary(struct parser *p, const struct node *n, struct span span,
                               struct expr *a) {
    const struct node *at = n + 1 + n[1].size;
    int left = p->height;
    struct expr *b = parse_expr(p, node_named(n, 1), ALLOW_NONE);
    int below = max_int(left, p->height);
    struct expr *e = parse_new_expr(p, EXPR_BINARY, span);
    e->binary.op = parse_binary_op(p, at);
    e->binary.a = a;
    e->binary.b = b;
    e->binary.op_span = parse_span(at);
    parse_caught_binary(p, e);
    parse_grow(p, below, n);
    return e;
}

static bool leans(const struct node *n) {
    return n->kind == NODE_BINARY || n->kind == NODE_ATTRIBUTE || n->kind == NODE_SUBSCRIPT ||
           n->kind == NODE_CALL;
}

/* list.append as a value is lambda x0, x1: x0.append(x1). */
static struct expr *parse_method_value(struct parser *p, struct expr *e) {
    static const struct {
        const char *class, *name;
        int n; /* arguments, the object among them */
    } table[] = {
        {"list", "append", 2}, {"list", "extend", 2},  {"list", "remove", 2}, {"list", "insert", 3},
        {"list", "count", 2},  {"list", "reverse", 1}, {"list", "clear", 1},  {"list", "copy", 1},
        {"set", "add", 2},     {"set", "discard", 2},  {"set", "remove", 2},  {"set", "clear", 1},
        {"set", "copy", 1},    {"dict", "clear", 1},   {"dict", "copy", 1},
    };
    const struct expr *class = e->attr.base;
    int n = 0;
    for (size_t i = 0; class->kind == EXPR_NAME && i < sizeof table / sizeof *table; ++i) {
        bool is = strcmp(class->name.name, table[i].class) == 0 &&
                  strcmp(e->attr.name, table[i].name) == 0;
        n = is ? table[i].n : n;
    }
    if (n == 0 || !p->fn || p->fn->prelude) {
        return e;
    }
    struct func *f = parse_new_lambda(p, p->fn, n, e->span);
    struct expr *made = parse_new_expr(p, EXPR_LAMBDA, e->span);
    struct expr *call = parse_new_expr(p, EXPR_CALL, e->span);
    e->attr.base = parse_new_name(p, f->param[0].sym->name, e->span);
    call->call.fn = e;
    call->call.n = n - 1;
    call->call.arg = ARENA_ARRAY(p->arena, struct expr *, n);
    for (int i = 1; i < n; ++i) {
        call->call.arg[i - 1] = parse_new_name(p, f->param[i].sym->name, e->span);
    }
    f->body.item[0]->expr = call;
    made->lambda = f;
    return made;
}

/* a + b + c, a.b[c](d): from the leftmost on. */
static struct expr *parse_chain(struct parser *p, const struct node *n) {
    int mark = p->stack.n;
    for (; leans(n); n = node_named(n, 0)) {
        parse_push(p, (void *)(uintptr_t)n);
    }
    uint32_t lo = n == p->star ? n[2].lo : n->lo;
    struct expr *e = parse_expr(p, n, ALLOW_NONE);
    while (p->stack.n > mark) {
        n = p->stack.item[--p->stack.n];
        e = n->kind == NODE_BINARY ? new_binary(p, n, (struct span){lo, n->hi}, e)
                                   : parse_trailer(p, n, e);
        e->span.lo = e->span.lo == n->lo ? lo : e->span.lo;
        if (p->height > PARSE_MAX_HEIGHT) {
            p->stack.n = mark;
        }
    }
    return e->kind == EXPR_ATTR ? parse_method_value(p, e) : e;
}

/* -9223372036854775808 is a literal too. */
static bool is_min_int(const struct expr *a) {
    return a->kind == EXPR_INT && a->integer.too_big && a->integer.value == INT64_MIN;
}

static struct expr *parse_unary(struct parser *p, const struct node *n) {
    char c = p->source->text[n->lo];
    enum op op = c == '-' ? OP_NEG : c == '+' ? OP_POS : c == '~' ? OP_INVERT : OP_NOT;
    struct expr *a = parse_operand(p, node_named(n, 0));
    int below = p->height;
    if (op == OP_NEG && is_min_int(a)) {
        a->span.lo = n->lo;
        a->integer.too_big = false;
        return a;
    }
    struct expr *e = parse_new_expr(p, EXPR_UNARY, parse_span(n));
    e->unary.op = op;
    e->unary.a = a;
    parse_grow(p, below, n);
    return e;
}

/* The grammar gives `await x ** 2` the whole power. */
static struct expr *parse_await(struct parser *p, const struct node *n) {
    const struct node *inner = node_named(n, 0), *power = inner;
    if (inner->kind == NODE_BINARY) {
        inner = node_named(inner, 0);
    }
    if (inner->kind == NODE_UNARY || inner->kind == NODE_AWAIT) {
        parse_expected(p, "an expression", (struct span){inner->lo, inner[1].hi});
    }
    struct span span = {n->lo, inner->hi};
    parse_expr(p, inner, ALLOW_NONE);
    parse_mention(p, span);
    struct expr *e = parse_new_unsupported(p, span, "await");
    return power == inner ? e : new_binary(p, power, parse_span(n), e);
}

/* ---- comparisons and logic */

static enum op comparison_op(struct parser *p, const struct node *n) {
    const char *s = p->source->text + n->lo;
    bool equal = n->hi - n->lo == 2;
    switch (*s) {
    case '<':
        if (equal && s[1] == '>') {
            parse_expected(p, "an expression", (struct span){n->lo + 1, n->hi});
        }
        return equal ? OP_LE : OP_LT;
    case '>':
        return equal ? OP_GE : OP_GT;
    case '=':
        return OP_EQ;
    case '!':
        return OP_NE;
    case 'n':
        return OP_NOT_IN;
    default:
        return s[1] == 'n' ? OP_IN : n->size > 1 ? OP_IS_NOT : OP_IS;
    }
}

/* x in (a, None, b) is x is None or x in (a, b), of a name. */
static struct expr *among_none(struct parser *p, struct expr *e) {
    if (e->kind != EXPR_COMPARE) { /* of what a handler has caught */
        return e;
    }
    const struct expr *x = e->compare.item[0];
    struct expr *in = e->compare.item[e->compare.n];
    bool is = e->compare.op[0] == OP_IN, display = in->kind == EXPR_TUPLE || in->kind == EXPR_LIST;
    int n = 0;
    if (e->compare.n > 1 || (!is && e->compare.op[0] != OP_NOT_IN) || !display ||
        x->kind != EXPR_NAME) {
        return e;
    }
    struct expr *none = NULL;
    for (int i = 0; i < in->list.n; ++i) {
        struct expr *item = in->list.item[i];
        none = item->kind == EXPR_NONE ? item : none;
        in->list.item[n] = item;
        n += item->kind != EXPR_NONE;
    }
    in->list.n = n;
    if (!none) {
        return e;
    }
    struct expr *test = parse_new_compare(p, is ? OP_IS : OP_IS_NOT,
                                          parse_new_name(p, x->name.name, x->span), none);
    struct expr *either = parse_new_expr(p, EXPR_BOOLOP, e->span);
    either->boolop.op = is ? OP_LOR : OP_LAND;
    either->boolop.n = 2;
    either->boolop.item = ARENA_ARRAY(p->arena, struct expr *, 2);
    either->boolop.item[0] = test;
    either->boolop.item[1] = e;
    return n > 0 ? either : test;
}

static struct expr *parse_comparison(struct parser *p, const struct node *n) {
    int mark = p->stack.n, below = 0, operands;
    VEC(enum op) ops = {0};
    for
        each_node(c, n) {
            if (c->kind == NODE_TOKEN) {
                vec_push(p->arena, &ops, comparison_op(p, c));
            } else {
                parse_push(p, parse_expr(p, c, ALLOW_NONE));
                below = max_int(below, p->height);
            }
        }
    struct expr *e = parse_new_expr(p, EXPR_COMPARE, parse_span(n));
    e->compare.n = ops.n;
    e->compare.op = ops.item;
    e->compare.item = parse_take(p, mark, &operands);
    for (int i = 0; i < ops.n; ++i) {
        bool key = e->compare.item[i]->kind == EXPR_STR; /* records know their keys */
        if (!key && (ops.item[i] == OP_IN || ops.item[i] == OP_NOT_IN)) {
            parse_tell_keyed(p, e->compare.item[i + 1]);
        }
        struct expr *a = e->compare.item[i], *b = e->compare.item[i + 1];
        bool equal = ops.item[i] == OP_EQ || ops.item[i] == OP_NE;
        if (equal && (a->kind == EXPR_DICT || b->kind == EXPR_DICT ||
                      (a->kind == EXPR_NAME && b->kind == EXPR_NAME))) {
            parse_tell_keyed(p, a);
            parse_tell_keyed(p, b);
        }
    }
    parse_caught_compare(p, e);
    parse_grow(p, below, n);
    return among_none(p, e);
}

/* a and b and c, or the same with `or`: the operands of one level. */
static struct expr *parse_logic(struct parser *p, const struct node *n) {
    int mark = p->stack.n, below = 0;
    char op = p->source->text[n[1 + n[1].size].lo];
    const struct node *left = n;
    while (left->kind == NODE_BOOLOP && p->source->text[left[1 + left[1].size].lo] == op) {
        left = node_named(left, 0);
    }
    /* from the leftmost on: each operator stands one node deeper to the left than the next */
    for (const struct node *c = left; c; c = c->hi < n->hi ? c + c->size + 1 : NULL) {
        parse_push(p, parse_operand(p, c));
        below = max_int(below, p->height);
    }
    struct expr *e = parse_new_expr(p, EXPR_BOOLOP, parse_span(n));
    e->boolop.op = op == 'o' ? OP_LOR : OP_LAND;
    e->boolop.item = parse_take(p, mark, &e->boolop.n);
    parse_grow(p, below, n);
    return e;
}

/* ---- whole expressions */

/* then "if" cond "else" els */
static struct expr *parse_conditional(struct parser *p, const struct node *n) {
    struct expr *then = parse_operand(p, node_named(n, 0));
    int below = p->height;
    struct expr *cond = parse_operand(p, node_named(n, 1));
    below = max_int(below, p->height);
    struct expr *els = parse_expr(p, node_named(n, 2), ALLOW_NONE);
    below = max_int(below, p->height);
    struct expr *e = parse_new_expr(p, EXPR_COND, parse_span(n));
    e->cond.then = then;
    e->cond.cond = cond;
    e->cond.els = els;
    parse_grow(p, below, n);
    return e;
}

static struct expr *parse_named_expr(struct parser *p, const struct node *n, unsigned allowed) {
    if (!(allowed & ALLOW_NAMED)) {
        parse_error(p, parse_span(n + 1 + n[1].size), "':=' needs parentheses here");
    }
    struct expr *e = parse_expr(p, node_named(n, 0), ALLOW_NONE);
    struct expr *value = parse_expr(p, node_named(n, 1), ALLOW_NONE);
    int below = p->height;
    parse_mention(p, parse_span(node_named(n, 0)));
    struct expr *named = parse_new_unsupported(p, parse_span(n), "assignment expression ':=' here");
    named->named = e;
    named->value = value;
    parse_grow(p, below, n);
    return named;
}

/* ---- stars */

/* The star that the grammar has put before the leftmost operand of n; NULL: there is none. */
static const struct node *star_inside(const struct node *n, bool any) {
    const struct node *at = n;
    while (leans(at) || (any && (at->kind == NODE_COND || at->kind == NODE_BOOLOP ||
                                 at->kind == NODE_COMPARE))) {
        at = node_named(at, 0);
    }
    return at != n && (at->kind == NODE_LIST_SPLAT || at->kind == NODE_LIST_SPLAT_PATTERN) ? at
                                                                                           : NULL;
}

static bool binds_looser(const struct node *n) {
    return n->kind == NODE_COND || n->kind == NODE_BOOLOP || n->kind == NODE_COMPARE ||
           n->kind == NODE_NOT || n->kind == NODE_LAMBDA || n->kind == NODE_NAMED;
}

struct expr *parse_behind_star(struct parser *p, const struct node *n, bool any) {
    const struct node *outer = p->star, *star = star_inside(n, any);
    star = star == outer ? NULL : star;
    bool plain = n->kind == NODE_LIST_SPLAT || n->kind == NODE_LIST_SPLAT_PATTERN ||
                 n->kind == NODE_DICT_SPLAT;
    const struct node *inner = plain ? node_named(n, 0) : n;
    if (!star && !plain) {
        return NULL;
    }
    if (!any && binds_looser(inner)) {
        parse_error(p, parse_span(inner), "this needs parentheses behind a star");
    }
    p->star = star;
    bool all = plain && inner->kind == NODE_GENERATOR && p->fn; /* its items are taken here */
    struct expr *e = all ? parse_list_comprehension(p, inner) : parse_expr(p, inner, ALLOW_NONE);
    p->star = outer;
    return e;
}

/* NULL: there is no star. */
static struct expr *parse_starred(struct parser *p, const struct node *n, unsigned allowed) {
    struct expr *inner = parse_behind_star(p, n, false);
    if (!inner) {
        return NULL;
    }
    if (!(allowed & ALLOW_STARRED)) {
        parse_error(p, (struct span){n->lo, n->lo + 1}, "a starred expression cannot stand here");
    }
    struct expr *e = parse_new_unsupported(p, parse_span(n), "starred expression");
    e->starred = inner;
    parse_bind_target(p, inner);
    return e;
}

static struct expr *parse_yield(struct parser *p, const struct node *n, unsigned allowed) {
    const struct node *value = node_named(n, 0);
    if (!(allowed & ALLOW_YIELD)) {
        parse_error(p, (struct span){n->lo, n->lo + 5}, "'yield' needs parentheses here");
    }
    struct expr *given = value ? parse_expr(p, value, ALLOW_NONE) : NULL;
    bool from = value && node_token(p->source->text, n, "from");
    struct expr *e = parse_new_unsupported(p, parse_span(n), from ? "yield from" : "yield");
    e->value = given;
    if (p->fn && !p->fn->is_lambda) {
        p->fn->yields = true;
    }
    return e;
}

/* ---- lists */

static struct expr *target_among(struct parser *p, const struct node *n, unsigned allowed);

static void check_stars(struct parser *p, const struct expr *list) {
    bool any = false;
    for (int i = 0; i < list->list.n; ++i) {
        const struct expr *e = list->list.item[i];
        bool starred = e->kind == EXPR_UNSUPPORTED && e->starred;
        if (starred && any) {
            parse_error(p, e->span, "multiple starred expressions in assignment");
        }
        any = any || starred;
    }
}

/* The item that was pushed last: `*(a, b)` is a, b. */
static void spread(struct parser *p, bool targets) {
    const struct expr *e = p->stack.item[p->stack.n - 1];
    const struct expr *s = e->kind == EXPR_UNSUPPORTED ? e->starred : NULL;
    if (!targets && s && (s->kind == EXPR_TUPLE || s->kind == EXPR_LIST) && !parse_has_star(s)) {
        --p->stack.n;
        for (int i = 0; i < s->list.n; ++i) {
            parse_push(p, s->list.item[i]);
        }
    }
}

struct expr *parse_items(struct parser *p, const struct node *n, enum expr_kind kind,
                         bool targets) {
    bool bare = n->kind == NODE_EXPRESSION_LIST || n->kind == NODE_PATTERN_LIST ||
                n->kind == NODE_EXPRESSION_STATEMENT;
    int mark = p->stack.n, below = 0;
    for
        each_node(c, n) {
            if (c->kind != NODE_TOKEN) {
                parse_push(
                    p, targets
                           ? target_among(p, c, ALLOW_STARRED)
                           : parse_expr(p, c, bare ? ALLOW_STARRED : ALLOW_STARRED | ALLOW_NAMED));
                below = max_int(below, p->height);
                spread(p, targets);
            }
        }
    struct expr *e = parse_new_expr(p, kind, parse_span(n));
    e->list.item = parse_take(p, mark, &e->list.n);
    if (targets) {
        check_stars(p, e);
    }
    if (e->list.n > 0) {
        parse_grow(p, below, n);
    }
    return e;
}

/* ---- */

static struct expr *parse_any(struct parser *p, const struct node *n, unsigned allowed) {
    switch (n->kind) {
    case NODE_EXPRESSION_LIST:
    case NODE_PATTERN_LIST:
        return parse_items(p, n, EXPR_TUPLE, false);
    case NODE_NOT:
    case NODE_UNARY:
        return parse_unary(p, n);
    case NODE_AWAIT:
        return parse_await(p, n);
    case NODE_COMPARE:
        return parse_comparison(p, n);
    case NODE_BOOLOP:
        return parse_logic(p, n);
    case NODE_COND:
        return parse_conditional(p, n);
    case NODE_LAMBDA:
        return parse_lambda(p, n);
    case NODE_NAMED:
        return parse_named_expr(p, n, allowed);
    case NODE_YIELD:
        return parse_yield(p, n, allowed);
    default:
        return leans(n) ? parse_chain(p, n) : parse_atom(p, n);
    }
}

struct expr *parse_expr(struct parser *p, const struct node *n, unsigned allowed) {
    if (n == p->star) {
        return parse_expr(p, node_named(n, 0), ALLOW_NONE);
    }
    while (n->kind == NODE_PARENTHESIZED) {
        n = node_named(n, 0);
        allowed = ALLOW_NAMED | ALLOW_YIELD;
    }
    if (p->height > PARSE_MAX_HEIGHT || !parse_enter(p, n)) {
        return parse_new_unsupported(p, parse_span(n), "expression nested this deeply");
    }
    struct expr *e = parse_starred(p, n, allowed);
    e = e ? e : parse_any(p, n, allowed);
    parse_leave(p);
    return e;
}

static struct expr *target_among(struct parser *p, const struct node *n, unsigned allowed) {
    const struct node *only = node_named(n, 0);
    switch (n->kind) {
    case NODE_PARENTHESIZED:
    case NODE_TUPLE_PATTERN:
    case NODE_TUPLE:
        if (only && !node_named(n, 1) && !parse_comma(p, n)) {
            return parse_target(p, only);
        }
        return parse_items(p, n, EXPR_TUPLE, true);
    case NODE_PATTERN_LIST:
    case NODE_EXPRESSION_LIST:
        return parse_items(p, n, EXPR_TUPLE, true);
    case NODE_LIST:
    case NODE_LIST_PATTERN:
        return parse_items(p, n, EXPR_LIST, true);
    default:
        return parse_expr(p, n, allowed);
    }
}

struct expr *parse_target(struct parser *p, const struct node *n) {
    return target_among(p, n, ALLOW_NONE);
}
