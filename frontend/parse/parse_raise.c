/* raise statements: what is raised by its name or path, and its arguments, those by keyword in
 * their places. */
#include "parse.h"

#include <string.h>

/* Does the __init__ of an exception say itself what its arguments are? Those of the call are then
 * no matter. */
static bool says_arguments(const struct func *make) {
    for (int i = 0; i < make->body.n; ++i) {
        const struct stmt *s = make->body.item[i];
        const struct expr *fn =
            s->kind == STMT_EXPR && s->expr->kind == EXPR_CALL ? s->expr->call.fn : NULL;
        if (fn && fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "__init__") == 0) {
            return true;
        }
    }
    return false;
}

/* E(x, code=y): by position, where the __init__ of the class says how; false: it does not. */
static bool place_keywords(struct parser *p, struct expr *call) {
    const struct func *make = NULL;
    for (int i = 0; i < p->classes.n && call->call.fn->kind == EXPR_NAME; ++i) {
        const struct class *c = p->classes.item[i];
        make = c->name == call->call.fn->name.name ? c->make : make;
    }
    if (!make || make->rest || make->star_args || call->call.n > make->n_params ||
        !says_arguments(make)) {
        return false;
    }
    struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, make->n_params);
    int n = call->call.n, placed = 0;
    memcpy(arg, call->call.arg, sizeof(*arg) * (size_t)n);
    for (int i = call->call.n; i < make->n_params; ++i) {
        for (int k = 0; k < call->call.n_kw; ++k) {
            if (call->call.kw[k].name == make->param[i].sym->name && k == placed) {
                arg[i] = call->call.kw[k].value; /* they are evaluated in this order */
                n = i + 1;
                ++placed;
                break;
            }
        }
    }
    bool all = placed == call->call.n_kw;
    for (int i = 0; i < n; ++i) {
        const struct expr *def = arg[i] ? NULL : make->param[i].def;
        bool constant = def && (def->kind == EXPR_INT || def->kind == EXPR_FLOAT ||
                                def->kind == EXPR_STR || def->kind == EXPR_BOOL);
        all = all && (arg[i] || constant);
        if (!arg[i] && constant) {
            arg[i] = parse_new_expr(p, def->kind, call->span);
            int id = arg[i]->id;
            *arg[i] = *def;
            arg[i]->id = id;
        }
    }
    if (all) {
        call->call.n = n;
        call->call.arg = arg;
        call->call.n_kw = 0;
    }
    return all;
}

/* raise Name or raise Name(message), or of a path, np.linalg.LinAlgError; resolve.c finds out what
 * the name means. */
static struct stmt *new_raise(struct parser *p, struct span from, struct expr *e) {
    struct expr *message = NULL;
    e = parse_error_raised(p, e);
    bool kept = e->kind != EXPR_CALL || e->call.n_kw == 0 || place_keywords(p, e);
    bool several = e->kind == EXPR_CALL && e->call.n > 1;
    if (e->kind == EXPR_CALL) {
        if (!kept) {
            return parse_unsupported(p, from, "exception with named arguments");
        }
        message = several ? parse_new_expr(p, EXPR_TUPLE, e->span) : NULL;
        if (several) {
            message->list.n = e->call.n;
            message->list.item = e->call.arg;
        } else if (e->call.n == 1) {
            message = e->call.arg[0];
        }
        e = e->call.fn;
    }
    if (e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_STR) {
        static const char text[] = "exceptions must derive from BaseException";
        diag_error(p->diag, DIAG_PY310, e->span, "this always raises TypeError: %s", text);
        message = parse_new_expr(p, EXPR_STR, e->span);
        message->str.text = text;
        message->str.n = sizeof text - 1;
        e = parse_new_name(p, intern_str(p->names, "TypeError"), e->span);
    }
    if (e->kind != EXPR_NAME && e->kind != EXPR_ATTR) {
        return parse_unsupported(
            p, from, "raise of anything but an exception that is built in or of this module");
    }
    struct stmt *s = parse_new_stmt(p, STMT_RAISE, from);
    s->raise.exception = ARENA_NEW(p->arena, struct symbol);
    s->raise.exception->name = e->kind == EXPR_NAME ? e->name.name : e->attr.name;
    s->raise.exception->value = e->kind == EXPR_NAME ? NULL : e;
    s->raise.exception->span = e->span;
    s->raise.message = message;
    s->raise.several = several;
    return s;
}

struct stmt *parse_raise(struct parser *p, const struct node *n) {
    const struct node *from = node_token(p->source->text, n, "from"), *value = node_named(n, 0);
    if (!value) {
        return parse_new_stmt(p, STMT_RAISE, parse_span(n));
    }
    if (from && value->lo > from->lo) {
        parse_expected(p, "an expression", parse_span(from));
    } else if (value->kind == NODE_EXPRESSION_LIST) {
        parse_expected(p, "an operator or the end of the line", parse_span(parse_comma(p, value)));
    }
    struct expr *e = parse_expr(p, value, ALLOW_NONE);
    const struct expr *cause =
        from && node_named(n, 1) ? parse_expr(p, node_named(n, 1), ALLOW_NONE) : NULL;
    if (cause && cause->kind != EXPR_NAME && cause->kind != EXPR_NONE) {
        return parse_unsupported(p, parse_span(n), "raise ... from anything but what is caught");
    }
    struct stmt *s = new_raise(p, parse_span(n), e);
    if (s->kind == STMT_RAISE && cause && cause->kind == EXPR_NAME) {
        s->raise.cause = cause->name.name;
    }
    return s;
}
