/* Expressions: CST nodes to struct expr.
 *
 * Parentheses vanish; what the language of pycc lacks becomes EXPR_UNSUPPORTED with the words that
 * a message will use. Relies on parse.h for depth and names. */
#include <string.h>

#include "parse.h"

struct expr *parse_new_expr(struct parser *p, enum expr_kind kind, struct span span) {
    struct expr *e = ARENA_NEW(p->arena, struct expr);
    e->kind = kind;
    e->span = span;
    e->id = p->fn ? p->next_expr++ : -1;
    return e;
}

struct expr *parse_unsupported(struct parser *p, struct span span, const char *what) {
    struct expr *e = parse_new_expr(p, EXPR_UNSUPPORTED, span);
    e->unsupported = what;
    parse_mention(p);
    return e;
}

/* What stands where an operand is missing after a syntax error. */
static struct expr *or_missing(struct parser *p, struct expr *e, struct span span) {
    if (!e) {
        e = parse_new_expr(p, EXPR_UNSUPPORTED, span);
        e->unsupported = "incomplete expression";
    }
    return e;
}

static struct expr *parse_name_expr(struct parser *p, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_NAME, span);
    e->name.name = parse_name(p);
    return e;
}

/* ---- sequences */

/* The elements of a tuple, list or expression list. */
static struct expr *parse_sequence(struct parser *p, enum expr_kind kind, struct span span) {
    VEC(struct expr *) items = {0};
    struct expr *e = parse_new_expr(p, kind, span);
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        if (cst_at(p->cst).kind != CST_TOKEN) {
            vec_push(p->arena, &items, parse_expr(p));
        }
    }
    e->list.n = items.n;
    e->list.item = items.item;
    return e;
}

/* The one expression in parentheses, or behind `*` and the like. */
static struct expr *parse_inner(struct parser *p, struct span span) {
    struct expr *inner = NULL;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        if (!inner && cst_at(p->cst).kind != CST_TOKEN) {
            inner = parse_expr(p);
        }
    }
    return or_missing(p, inner, span);
}

/* ---- operators */

enum op parse_binary_op(const struct parser *p, struct span s, int tail) {
    static const struct {
        const char *token;
        enum op op;
    } table[] = {
        {"+", OP_ADD},   {"-", OP_SUB},    {"*", OP_MUL},    {"/", OP_DIV}, {"//", OP_FLOORDIV},
        {"%", OP_MOD},   {"**", OP_POW},   {"&", OP_BITAND}, {"|", OP_BITOR},
        {"^", OP_BITXOR}, {"<<", OP_SHL},  {">>", OP_SHR},   {"==", OP_EQ}, {"!=", OP_NE},
        {"<", OP_LT},    {"<=", OP_LE},    {">", OP_GT},     {">=", OP_GE}, {"and", OP_LAND},
        {"or", OP_LOR},
    };
    s.hi -= (uint32_t)tail;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        if (parse_is(p, s, table[i].token)) {
            return table[i].op;
        }
    }
    return OP_COUNT;
}

static struct expr *parse_binary(struct parser *p, struct span span) {
    struct expr *a = NULL, *b = NULL;
    struct span op_span = span;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_LEFT) {
            a = parse_expr(p);
        } else if (n.field == FIELD_RIGHT) {
            b = parse_expr(p);
        } else if (n.field == FIELD_OPERATOR) {
            op_span = n.span;
        }
    }
    enum op op = parse_binary_op(p, op_span, 0);
    if (op == OP_COUNT) {
        return parse_unsupported(p, span, "operator '@'");
    }
    struct expr *e = parse_new_expr(p, EXPR_BINARY, span);
    e->binary.op = op;
    e->binary.a = or_missing(p, a, span);
    e->binary.b = or_missing(p, b, span);
    e->binary.op_span = op_span;
    return e;
}

static struct expr *parse_unary(struct parser *p, struct span span, bool is_not) {
    struct expr *a = NULL;
    enum op op = OP_NOT;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.kind != CST_TOKEN) {
            a = parse_expr(p);
        } else if (!is_not) {
            char c = *parse_text(p, n.span);
            op = c == '-' ? OP_NEG : c == '+' ? OP_POS : OP_INVERT;
        }
    }
    struct expr *e = parse_new_expr(p, EXPR_UNARY, span);
    e->unary.op = op;
    e->unary.a = or_missing(p, a, span);
    return e;
}

/* `a and b and c` comes nested to the left; operands of the same operator are joined. */
static struct expr *parse_boolean(struct parser *p, struct span span) {
    VEC(struct expr *) items = {0};
    enum op op = OP_LAND;
    struct expr *left = NULL;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.kind == CST_TOKEN) {
            op = parse_binary_op(p, n.span, 0);
        } else if (n.field == FIELD_LEFT) {
            bool joins = n.kind == CST_BOOLEAN;
            left = parse_expr(p);
            joins = joins && left->kind == EXPR_BOOLOP;
            if (!joins) {
                vec_push(p->arena, &items, left);
                left = NULL;
            }
        } else {
            if (left && left->boolop.op == op) {
                for (int i = 0; i < left->boolop.n; ++i) {
                    vec_push(p->arena, &items, left->boolop.item[i]);
                }
            } else if (left) {
                vec_push(p->arena, &items, left);
            }
            vec_push(p->arena, &items, parse_expr(p));
        }
    }
    struct expr *e = parse_new_expr(p, EXPR_BOOLOP, span);
    e->boolop.op = op;
    e->boolop.n = items.n;
    e->boolop.item = items.item;
    return e;
}

/* `x is None` and its like on literals are known here; others are not supported. */
static struct expr *parse_comparison(struct parser *p, struct span span) {
    VEC(struct expr *) items = {0};
    VEC(enum op) ops = {0};
    const char *lacking = NULL;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.kind != CST_TOKEN) {
            vec_push(p->arena, &items, parse_expr(p));
            continue;
        }
        enum op op = parse_binary_op(p, n.span, 0);
        char first = *parse_text(p, n.span);
        if (op == OP_COUNT) {
            lacking = first == 'i' && n.span.hi - n.span.lo >= 2 && parse_text(p, n.span)[1] == 's'
                          ? "operator 'is'"
                          : "operator 'in'";
        }
        vec_push(p->arena, &ops, op);
    }
    if (lacking || items.n != ops.n + 1) {
        return parse_unsupported(p, span, lacking ? lacking : "incomplete expression");
    }
    struct expr *e = parse_new_expr(p, EXPR_COMPARE, span);
    e->compare.n = ops.n;
    e->compare.op = ops.item;
    e->compare.item = items.item;
    return e;
}

/* then if cond else els: three expressions in this order. */
static struct expr *parse_conditional(struct parser *p, struct span span) {
    struct expr *part[3] = {0};
    int n = 0;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        if (cst_at(p->cst).kind != CST_TOKEN && n < 3) {
            part[n++] = parse_expr(p);
        }
    }
    struct expr *e = parse_new_expr(p, EXPR_COND, span);
    e->cond.then = or_missing(p, part[0], span);
    e->cond.cond = or_missing(p, part[1], span);
    e->cond.els = or_missing(p, part[2], span);
    return e;
}

/* ---- attributes, subscripts, calls */

static struct expr *parse_attribute(struct parser *p, struct span span) {
    struct expr *base = NULL;
    const char *name = "";
    struct span name_span = span;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_OBJECT) {
            base = parse_expr(p);
        } else if (n.field == FIELD_ATTRIBUTE) {
            name = parse_name(p);
            name_span = n.span;
        }
    }
    struct expr *e = parse_new_expr(p, EXPR_ATTR, span);
    e->attr.base = or_missing(p, base, span);
    e->attr.name = name;
    e->attr.name_span = name_span;
    return e;
}

static struct expr *parse_slice(struct parser *p, struct span span) {
    struct expr *part[3] = {0};
    int at = 0;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        if (cst_at(p->cst).kind == CST_TOKEN) {
            ++at;
        } else if (at < 3) {
            part[at] = parse_expr(p);
        }
    }
    struct expr *e = parse_new_expr(p, EXPR_SLICE, span);
    e->slice.lo = part[0];
    e->slice.hi = part[1];
    e->slice.step = part[2];
    return e;
}

/* a[(i, j)] is a[i, j]. */
static struct expr *parse_subscript(struct parser *p, struct span span) {
    VEC(struct expr *) index = {0};
    struct expr *base = NULL;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_VALUE) {
            base = parse_expr(p);
        } else if (n.field == FIELD_SUBSCRIPT && n.kind != CST_TOKEN) {
            vec_push(p->arena, &index, parse_expr(p));
        }
    }
    struct expr *e = parse_new_expr(p, EXPR_INDEX, span);
    e->index.base = or_missing(p, base, span);
    e->index.n = index.n;
    e->index.index = index.item;
    if (index.n == 1 && index.item[0]->kind == EXPR_TUPLE) {
        e->index.n = index.item[0]->list.n;
        e->index.index = index.item[0]->list.item;
    }
    return e;
}

static void parse_keyword(struct parser *p, struct keyword *k) {
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_NAME) {
            k->name = parse_name(p);
            k->span = n.span;
        } else if (n.field == FIELD_VALUE) {
            k->value = parse_expr(p);
        }
    }
    k->name = k->name ? k->name : "";
    k->value = or_missing(p, k->value, k->span);
}

/* The ARGUMENT_LIST under the cursor. Returns what is not supported in it, or NULL. */
static const char *parse_arguments(struct parser *p, struct expr *call) {
    VEC(struct expr *) args = {0};
    VEC(struct keyword) keywords = {0};
    const char *lacking = NULL;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.kind == CST_LIST_SPLAT || n.kind == CST_DICT_SPLAT) {
            lacking = n.kind == CST_LIST_SPLAT ? "argument '*args'" : "argument '**kwargs'";
        } else if (n.kind == CST_KEYWORD_ARGUMENT) {
            struct keyword k = {.span = n.span};
            parse_keyword(p, &k);
            vec_push(p->arena, &keywords, k);
        } else if (n.kind != CST_TOKEN) {
            if (keywords.n > 0 && !lacking) {
                diag_error(p->diag, DIAG_PY101, n.span,
                           "positional argument follows keyword argument");
            }
            vec_push(p->arena, &args, parse_expr(p));
        }
    }
    call->call.n = args.n;
    call->call.arg = args.item;
    call->call.n_kw = keywords.n;
    call->call.kw = keywords.item;
    return lacking;
}

static struct expr *parse_call(struct parser *p, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_CALL, span);
    const char *lacking = NULL;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_FUNCTION) {
            e->call.fn = parse_expr(p);
        } else if (n.kind == CST_ARGUMENT_LIST) {
            lacking = parse_arguments(p, e);
        } else if (n.field == FIELD_ARGUMENTS) {
            lacking = "generator expression";
        }
    }
    if (lacking) {
        return parse_unsupported(p, span, lacking);
    }
    e->call.fn = or_missing(p, e->call.fn, span);
    return e;
}

/* ---- all kinds */

static const char *unsupported_name(enum cst_kind kind) {
    switch (kind) {
    case CST_AS_PATTERN:
        return "pattern";
    case CST_AWAIT:
        return "await";
    case CST_DICTIONARY:
        return "dictionary";
    case CST_DICT_COMPREHENSION:
        return "dictionary comprehension";
    case CST_GENERATOR:
        return "generator expression";
    case CST_LIST_COMPREHENSION:
        return "list comprehension";
    case CST_LIST_SPLAT:
    case CST_LIST_SPLAT_PATTERN:
        return "starred expression";
    case CST_NAMED:
        return "assignment expression ':='";
    case CST_SET:
        return "set";
    case CST_SET_COMPREHENSION:
        return "set comprehension";
    case CST_YIELD:
        return "yield";
    default:
        return "expression of this kind";
    }
}

static struct expr *parse_bool(struct parser *p, struct span span, bool value) {
    struct expr *e = parse_new_expr(p, EXPR_BOOL, span);
    e->boolean = value;
    return e;
}

static struct expr *parse_lambda_expr(struct parser *p, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_LAMBDA, span);
    e->lambda = parse_lambda(p);
    return e;
}

static struct expr *parse_kind(struct parser *p, struct cst_node n) {
    switch (n.kind) {
    case CST_IDENTIFIER:
        return parse_name_expr(p, n.span);
    case CST_INTEGER:
    case CST_FLOAT:
        return parse_number(p);
    case CST_STRING:
    case CST_CONCATENATED:
        return parse_string(p);
    case CST_TRUE:
    case CST_FALSE:
        return parse_bool(p, n.span, n.kind == CST_TRUE);
    case CST_NONE:
        return parse_new_expr(p, EXPR_NONE, n.span);
    case CST_ELLIPSIS:
        return parse_new_expr(p, EXPR_ELLIPSIS, n.span);
    case CST_PARENTHESIZED:
    case CST_TYPE:
        return parse_inner(p, n.span);
    case CST_TUPLE:
    case CST_TUPLE_PATTERN:
    case CST_PATTERN_LIST:
    case CST_LIST_PATTERN:
    case CST_EXPRESSION_LIST:
        return parse_sequence(p, EXPR_TUPLE, n.span);
    case CST_LIST:
        return parse_sequence(p, EXPR_LIST, n.span);
    case CST_NOT:
    case CST_UNARY:
        return parse_unary(p, n.span, n.kind == CST_NOT);
    case CST_BINARY:
        return parse_binary(p, n.span);
    case CST_BOOLEAN:
        return parse_boolean(p, n.span);
    case CST_COMPARISON:
        return parse_comparison(p, n.span);
    case CST_CONDITIONAL:
        return parse_conditional(p, n.span);
    case CST_CALL:
        return parse_call(p, n.span);
    case CST_ATTRIBUTE:
        return parse_attribute(p, n.span);
    case CST_SUBSCRIPT:
        return parse_subscript(p, n.span);
    case CST_SLICE:
        return parse_slice(p, n.span);
    case CST_LAMBDA:
        return parse_lambda_expr(p, n.span);
    default:
        return parse_unsupported(p, n.span, unsupported_name(n.kind));
    }
}

struct expr *parse_expr(struct parser *p) {
    struct cst_node n = cst_at(p->cst);
    if (!parse_enter(p, n.span)) {
        return parse_unsupported(p, n.span, "expression nested this deeply");
    }
    struct expr *e = parse_kind(p, n);
    parse_leave(p);
    return e;
}
