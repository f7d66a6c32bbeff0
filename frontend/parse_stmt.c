/* Statements: CST nodes to struct stmt.
 *
 * `elif` becomes an if in the else branch, docstrings and other lone strings vanish, imports in a
 * function become bindings. What pycc does not compile becomes STMT_UNSUPPORTED. */
#include <string.h>

#include "parse.h"

static struct stmt *new_stmt(struct parser *p, enum stmt_kind kind, struct span span) {
    struct stmt *s = ARENA_NEW(p->arena, struct stmt);
    s->kind = kind;
    s->span = span;
    return s;
}

static struct stmt *unsupported(struct parser *p, struct span span, const char *what) {
    struct stmt *s = new_stmt(p, STMT_UNSUPPORTED, span);
    s->unsupported = what;
    parse_mention(p);
    return s;
}

static struct stmt *parse_stmt(struct parser *p);

/* Statements of the children of the node under the cursor. */
struct block parse_block(struct parser *p) {
    VEC(struct stmt *) items = {0};
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct stmt *s = cst_at(p->cst).kind == CST_TOKEN ? NULL : parse_stmt(p);
        if (s) {
            vec_push(p->arena, &items, s);
        }
    }
    return (struct block){items.n, items.item};
}

/* The block of an else_clause. */
static struct block parse_else(struct parser *p) {
    struct block b = {0};
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        if (cst_at(p->cst).kind == CST_BLOCK) {
            b = parse_block(p);
        }
    }
    return b;
}

static struct expr *incomplete(struct parser *p, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_UNSUPPORTED, span);
    e->unsupported = "incomplete expression";
    return e;
}

/* ---- assignments */

/* Why an expression cannot be assigned to in pycc, or NULL. */
static const char *target_fault(const struct expr *e) {
    switch (e->kind) {
    case EXPR_NAME:
    case EXPR_INDEX:
        return NULL;
    case EXPR_ATTR:
        return "assignment to an attribute";
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
        return e->kind == EXPR_UNSUPPORTED ? e->unsupported : "assignment to this expression";
    }
}

struct assignment {
    VEC(struct expr *) targets;
    struct expr *value;
    struct span ann; /* empty: none */
};

/* The ASSIGNMENT under the cursor; a = b = c nests to the right. */
static void parse_assignment(struct parser *p, struct assignment *a) {
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_LEFT) {
            vec_push(p->arena, &a->targets, parse_expr(p));
        } else if (n.field == FIELD_TYPE) {
            a->ann = n.span;
        } else if (n.field == FIELD_RIGHT && n.kind == CST_ASSIGNMENT) {
            if (parse_enter(p, n.span)) {
                parse_assignment(p, a);
                parse_leave(p);
            }
        } else if (n.field == FIELD_RIGHT) {
            a->value = parse_expr(p);
        }
    }
}

static struct stmt *parse_assign(struct parser *p, struct span span) {
    struct assignment a = {0};
    parse_assignment(p, &a);
    const char *fault = NULL;
    for (int i = 0; i < a.targets.n && !fault; ++i) {
        fault = target_fault(a.targets.item[i]);
    }
    if (fault || a.targets.n == 0) {
        return unsupported(p, span, fault ? fault : "incomplete assignment");
    }
    bool has_ann = a.ann.hi > a.ann.lo;
    struct stmt *s = new_stmt(p, STMT_ASSIGN, span);
    s->assign.n = a.targets.n;
    s->assign.target = a.targets.item;
    s->assign.value = a.value || has_ann ? a.value : incomplete(p, span);
    if (has_ann) {
        struct local_ann la = {p->fn, s, a.ann};
        vec_push(p->arena, &p->local_anns, la);
    }
    return s;
}

static struct stmt *parse_augmented(struct parser *p, struct span span) {
    struct expr *target = NULL, *value = NULL;
    struct span op_span = span;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_LEFT) {
            target = parse_expr(p);
        } else if (n.field == FIELD_RIGHT) {
            value = parse_expr(p);
        } else if (n.field == FIELD_OPERATOR) {
            op_span = n.span;
        }
    }
    enum op op = parse_binary_op(p, op_span, 1);
    if (op == OP_COUNT || !target || !value) {
        return unsupported(p, span, "operator '@='");
    }
    if (target->kind != EXPR_NAME && target->kind != EXPR_INDEX) {
        const char *fault = target_fault(target);
        return unsupported(p, span, fault ? fault : "augmented assignment to a tuple");
    }
    struct stmt *s = new_stmt(p, STMT_AUGASSIGN, span);
    s->aug.op = op;
    s->aug.target = target;
    s->aug.value = value;
    s->aug.op_span = op_span;
    return s;
}

/* expression_statement: an assignment, or expressions that make a tuple when there are several. */
static struct stmt *parse_expression_statement(struct parser *p, struct span span) {
    VEC(struct expr *) items = {0};
    struct stmt *s = NULL;
    bool comma = false;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.kind == CST_ASSIGNMENT) {
            s = parse_assign(p, n.span);
        } else if (n.kind == CST_AUGMENTED) {
            s = parse_augmented(p, n.span);
        } else if (n.kind != CST_TOKEN) {
            vec_push(p->arena, &items, parse_expr(p));
        } else {
            comma = true;
        }
    }
    if (s || items.n == 0 || (items.n == 1 && items.item[0]->kind == EXPR_STR)) {
        return s;
    }
    s = new_stmt(p, STMT_EXPR, span);
    s->expr = items.item[0];
    if (comma || items.n > 1) {
        s->expr = parse_new_expr(p, EXPR_TUPLE, span);
        s->expr->list.n = items.n;
        s->expr->list.item = items.item;
    }
    return s;
}

/* ---- compound statements */

/* An IF or ELIF node, up to its own block. */
static struct stmt *parse_condition(struct parser *p, struct stmt *s, struct cst_node n) {
    if (n.field == FIELD_CONDITION) {
        s->if_.cond = parse_expr(p);
    } else if (n.field == FIELD_CONSEQUENCE) {
        s->if_.then = parse_block(p);
    }
    return s;
}

static struct stmt *parse_elif(struct parser *p, struct span span) {
    struct stmt *s = new_stmt(p, STMT_IF, span);
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        parse_condition(p, s, cst_at(p->cst));
    }
    s->if_.cond = s->if_.cond ? s->if_.cond : incomplete(p, span);
    return s;
}

/* Every elif is one level deeper in the AST, so it counts as one. */
static struct stmt *parse_if(struct parser *p, struct span span) {
    struct stmt *s = new_stmt(p, STMT_IF, span);
    struct stmt *last = s;
    int levels = 0;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.kind == CST_ELIF && parse_enter(p, n.span)) {
            ++levels;
            struct stmt **only = ARENA_ARRAY(p->arena, struct stmt *, 1);
            only[0] = parse_elif(p, n.span);
            last->if_.els = (struct block){1, only};
            last = only[0];
        } else if (n.kind == CST_ELSE) {
            last->if_.els = parse_else(p);
        } else {
            parse_condition(p, s, n);
        }
    }
    while (levels-- > 0) {
        parse_leave(p);
    }
    s->if_.cond = s->if_.cond ? s->if_.cond : incomplete(p, span);
    return s;
}

static struct block parse_loop_body(struct parser *p) {
    ++p->loops;
    struct block b = parse_block(p);
    --p->loops;
    return b;
}

static struct stmt *parse_while(struct parser *p, struct span span) {
    struct stmt *s = new_stmt(p, STMT_WHILE, span);
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_CONDITION) {
            s->while_.cond = parse_expr(p);
        } else if (n.field == FIELD_BODY) {
            s->while_.body = parse_loop_body(p);
        } else if (n.kind == CST_ELSE) {
            s->while_.els = parse_else(p);
        }
    }
    s->while_.cond = s->while_.cond ? s->while_.cond : incomplete(p, span);
    return s;
}

/* Names only, as the contract of STMT_FOR has it. */
static bool is_for_target(const struct expr *e) {
    if (e->kind != EXPR_TUPLE && e->kind != EXPR_LIST) {
        return e->kind == EXPR_NAME;
    }
    for (int i = 0; i < e->list.n; ++i) {
        if (!is_for_target(e->list.item[i])) {
            return false;
        }
    }
    return true;
}

static struct stmt *parse_for(struct parser *p, struct span span) {
    struct stmt *s = new_stmt(p, STMT_FOR, span);
    bool async = false;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_LEFT) {
            s->for_.target = parse_expr(p);
        } else if (n.field == FIELD_RIGHT) {
            s->for_.iter = parse_expr(p);
        } else if (n.field == FIELD_BODY) {
            s->for_.body = parse_loop_body(p);
        } else if (n.kind == CST_ELSE) {
            s->for_.els = parse_else(p);
        } else if (n.kind == CST_TOKEN) {
            async = async || parse_is(p, n.span, "async");
        }
    }
    if (async || !s->for_.target || !s->for_.iter) {
        return unsupported(p, span, async ? "async for" : "incomplete for statement");
    }
    if (!is_for_target(s->for_.target)) {
        return unsupported(p, span, "loop target other than names");
    }
    return s;
}

/* ---- simple statements */

static struct stmt *parse_return(struct parser *p, struct span span) {
    struct stmt *s = new_stmt(p, STMT_RETURN, span);
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        if (cst_at(p->cst).kind != CST_TOKEN) {
            s->expr = parse_expr(p);
        }
    }
    return s;
}

static struct stmt *parse_assert(struct parser *p, struct span span) {
    struct stmt *s = new_stmt(p, STMT_ASSERT, span);
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        if (cst_at(p->cst).kind == CST_TOKEN) {
            continue;
        }
        struct expr *e = parse_expr(p);
        if (!s->assert_.cond) {
            s->assert_.cond = e;
        } else {
            s->assert_.message = e;
        }
    }
    s->assert_.cond = s->assert_.cond ? s->assert_.cond : incomplete(p, span);
    return s;
}

/* raise Name, raise Name(message). The symbol is made here and checked by scope.c. */
static struct stmt *parse_raise(struct parser *p, struct span span) {
    struct expr *e = NULL;
    bool cause = false;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_CAUSE) {
            cause = true;
        } else if (n.kind != CST_TOKEN && !e) {
            e = parse_expr(p);
        }
    }
    if (!e || cause) {
        return unsupported(p, span, cause ? "raise ... from" : "raise without an exception");
    }
    struct expr *message = NULL;
    if (e->kind == EXPR_CALL) {
        if (e->call.n > 1 || e->call.n_kw > 0) {
            return unsupported(p, span, "exception with several arguments");
        }
        message = e->call.n == 1 ? e->call.arg[0] : NULL;
        e = e->call.fn;
    }
    if (e->kind != EXPR_NAME) {
        return unsupported(p, span, "raise of anything but a built-in exception");
    }
    struct stmt *s = new_stmt(p, STMT_RAISE, span);
    s->raise.exception = ARENA_NEW(p->arena, struct symbol);
    s->raise.exception->name = e->name.name;
    s->raise.exception->span = e->span;
    s->raise.message = message;
    return s;
}

static struct stmt *parse_jump(struct parser *p, enum stmt_kind kind, struct span span) {
    if (p->loops == 0) {
        diag_error(p->diag, DIAG_PY206, span, "'%s' outside a loop",
                   kind == STMT_BREAK ? "break" : "continue");
    }
    return new_stmt(p, kind, span);
}

static struct stmt *parse_def(struct parser *p, struct span span) {
    struct func *f = parse_func(p);
    if (!f) {
        return unsupported(p, span, "class");
    }
    const struct func_notes *notes = p->notes.item[f->id];
    if (notes->is_async || notes->n_decorators > 0) {
        return unsupported(p, span,
                           notes->is_async ? "async function" : "decorated nested function");
    }
    struct stmt *s = new_stmt(p, STMT_DEF, span);
    s->def = f;
    return s;
}

static struct stmt *parse_global(struct parser *p, struct cst_node node) {
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        if (cst_at(p->cst).kind == CST_IDENTIFIER) {
            vec_push(p->arena, &p->globals, parse_name(p));
        }
    }
    return unsupported(p, node.span, "global statement");
}

static const char *unsupported_name(enum cst_kind kind) {
    switch (kind) {
    case CST_CLASS:
        return "class";
    case CST_DELETE:
        return "del statement";
    case CST_EXEC:
        return "exec statement";
    case CST_MATCH:
        return "match statement";
    case CST_NONLOCAL:
        return "nonlocal statement";
    case CST_PRINT:
        return "print statement";
    case CST_TRY:
        return "try statement";
    case CST_TYPE_ALIAS:
        return "type statement";
    case CST_WITH:
        return "with statement";
    default:
        return "statement of this kind";
    }
}

/* NULL for statements that leave nothing behind. */
static struct stmt *parse_kind(struct parser *p, struct cst_node n) {
    switch (n.kind) {
    case CST_EXPRESSION_STATEMENT:
        return parse_expression_statement(p, n.span);
    case CST_IF:
        return parse_if(p, n.span);
    case CST_WHILE:
        return parse_while(p, n.span);
    case CST_FOR:
        return parse_for(p, n.span);
    case CST_RETURN:
        return parse_return(p, n.span);
    case CST_PASS:
        return new_stmt(p, STMT_PASS, n.span);
    case CST_BREAK:
        return parse_jump(p, STMT_BREAK, n.span);
    case CST_CONTINUE:
        return parse_jump(p, STMT_CONTINUE, n.span);
    case CST_ASSERT:
        return parse_assert(p, n.span);
    case CST_RAISE:
        return parse_raise(p, n.span);
    case CST_FUNCTION:
    case CST_DECORATED:
        return parse_def(p, n.span);
    case CST_GLOBAL:
        return parse_global(p, n);
    case CST_IMPORT:
    case CST_IMPORT_FROM:
        parse_import(p);
        return NULL;
    default:
        return unsupported(p, n.span, unsupported_name(n.kind));
    }
}

static struct stmt *parse_stmt(struct parser *p) {
    struct cst_node n = cst_at(p->cst);
    if (!parse_enter(p, n.span)) {
        return unsupported(p, n.span, "statement nested this deeply");
    }
    struct stmt *s = parse_kind(p, n);
    parse_leave(p);
    return s;
}
