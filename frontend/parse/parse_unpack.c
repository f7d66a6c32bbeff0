/* Targets with a star: `a, *b = value` is `a, b = value[0], list(value[1:])`. */
#include <string.h>

#include "parse.h"

bool parse_has_star(const struct expr *e) {
    bool several = e->kind == EXPR_TUPLE || e->kind == EXPR_LIST;
    for (int i = 0; several && i < e->list.n; ++i) {
        if (e->list.item[i]->kind == EXPR_UNSUPPORTED && e->list.item[i]->starred) {
            return true;
        }
    }
    return false;
}

struct expr *parse_new_name(struct parser *p, const char *name, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_NAME, span);
    e->name.name = name;
    return e;
}

struct expr *parse_new_not(struct parser *p, struct expr *a, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_UNARY, span);
    e->unary.op = OP_NOT;
    e->unary.a = a;
    return e;
}

struct expr *parse_new_call(struct parser *p, const char *fn, struct expr *arg) {
    struct expr *e = parse_new_expr(p, EXPR_CALL, arg->span);
    e->call.fn = parse_new_name(p, intern_str(p->names, fn), arg->span);
    e->call.n = 1;
    e->call.arg = ARENA_ARRAY(p->arena, struct expr *, 1);
    e->call.arg[0] = arg;
    return e;
}

struct expr *parse_new_int(struct parser *p, int64_t value, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_INT, span);
    e->integer.value = value < 0 ? -value : value;
    if (value >= 0) {
        return e;
    }
    struct expr *minus = parse_new_expr(p, EXPR_UNARY, span);
    minus->unary.op = OP_NEG;
    minus->unary.a = e;
    return minus;
}

struct expr *parse_new_text(struct parser *p, const char *text, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_STR, span);
    e->str.text = arena_strdup(p->arena, text);
    e->str.n = (int)strlen(text);
    return e;
}

struct expr *parse_new_compare(struct parser *p, enum op op, struct expr *a, struct expr *b) {
    struct expr *e = parse_new_expr(p, EXPR_COMPARE, b->span);
    e->compare.n = 1;
    e->compare.op = ARENA_ARRAY(p->arena, enum op, 1);
    e->compare.op[0] = op;
    e->compare.item = ARENA_ARRAY(p->arena, struct expr *, 2);
    e->compare.item[0] = a;
    e->compare.item[1] = b;
    return e;
}

struct expr *parse_new_index(struct parser *p, struct expr *base, struct expr *at) {
    struct expr *e = parse_new_expr(p, EXPR_INDEX, at->span);
    e->index.base = base;
    e->index.n = 1;
    e->index.index = ARENA_ARRAY(p->arena, struct expr *, 1);
    e->index.index[0] = at;
    return e;
}

/* if len(name) < least: raise ValueError(...) */
static void check_length(struct parser *p, const char *name, int least, struct span span) {
    struct stmt *test = parse_new_stmt(p, STMT_IF, span),
                *raise = parse_new_stmt(p, STMT_RAISE, span);
    struct expr *cond = parse_new_expr(p, EXPR_COMPARE, span);
    cond->compare.n = 1;
    cond->compare.op = ARENA_ARRAY(p->arena, enum op, 1);
    cond->compare.op[0] = OP_LT;
    cond->compare.item = ARENA_ARRAY(p->arena, struct expr *, 2);
    cond->compare.item[0] = parse_new_call(p, "len", parse_new_name(p, name, span));
    cond->compare.item[1] = parse_new_int(p, least, span);
    struct expr *text = parse_new_expr(p, EXPR_STR, span);
    text->str.text =
        arena_printf(p->keep, "not enough values to unpack (expected at least %d, got {})", least);
    text->str.n = (int)strlen(text->str.text);
    raise->raise.exception = ARENA_NEW(p->arena, struct symbol);
    raise->raise.exception->name = intern_str(p->names, "ValueError");
    raise->raise.exception->span = span;
    raise->raise.message = parse_new_method(p, text, "format", 1, span);
    raise->raise.message->call.arg[0] = parse_new_call(p, "len", parse_new_name(p, name, span));
    test->if_.cond = cond;
    test->if_.then = (struct block){1, ARENA_ARRAY(p->arena, struct stmt *, 1)};
    test->if_.then.item[0] = raise;
    parse_push(p, test);
}

/* The starred target takes what the others leave, as a list. */
static struct expr *rest_of(struct parser *p, const char *name, int lo, int hi, struct span span) {
    struct expr *slice = parse_new_expr(p, EXPR_SLICE, span);
    slice->slice.lo = parse_new_int(p, lo, span);
    slice->slice.hi = hi < 0 ? parse_new_int(p, hi, span) : NULL;
    return parse_new_call(p, "list", parse_new_index(p, parse_new_name(p, name, span), slice));
}

static struct expr *rest_of_display(struct parser *p, const struct expr *value, int lo, int n) {
    struct expr *e = parse_new_expr(p, EXPR_LIST, value->span);
    e->list.n = n;
    e->list.item = value->list.item + lo;
    return e;
}

struct expr *parse_unpacked(struct parser *p, struct expr *target, struct expr *value) {
    int n = target->list.n, star = 0;
    bool display = (value->kind == EXPR_TUPLE || value->kind == EXPR_LIST) &&
                   !parse_has_star(value) && value->list.n >= n - 1;
    const char *name =
        intern_str(p->names, arena_printf(p->keep, "[*%u]", (unsigned)target->span.lo));
    while (target->list.item[star]->kind != EXPR_UNSUPPORTED) {
        ++star;
    }
    if (!display) {
        struct stmt *keep = parse_new_stmt(p, STMT_ASSIGN, target->span);
        keep->assign.n = 1;
        keep->assign.target = ARENA_ARRAY(p->arena, struct expr *, 1);
        keep->assign.target[0] = parse_new_name(p, name, target->span);
        keep->assign.value = value;
        parse_push(p, keep);
        check_length(p, name, n - 1, target->span);
    }
    struct expr *to = parse_new_expr(p, EXPR_TUPLE, value->span);
    to->list.n = n;
    to->list.item = ARENA_ARRAY(p->arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        struct span span = target->list.item[i]->span;
        int at = i < star ? i : i - n;
        if (i == star) {
            to->list.item[i] = display ? rest_of_display(p, value, star, value->list.n - n + 1)
                                       : rest_of(p, name, star, star - n + 1, span);
        } else {
            to->list.item[i] = display ? value->list.item[at < 0 ? value->list.n + at : at]
                                       : parse_new_index(p, parse_new_name(p, name, span),
                                                         parse_new_int(p, at, span));
        }
    }
    target->list.item[star] = target->list.item[star]->starred;
    return to;
}
