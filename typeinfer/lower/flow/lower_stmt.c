/* Statements, but assignments (lower_assign.c) and loops (lower_loop.c). */
#include <string.h>

#include "lower_array.h"
#include "lower_flow.h"
#include "lower_number.h"

static const struct {
    const char *name;
    enum texc exc;
} exceptions[] = {
    {"ArithmeticError", TEXC_ARITHMETIC},
    {"AssertionError", TEXC_ASSERTION},
    {"AttributeError", TEXC_ATTRIBUTE},
    {"Exception", TEXC_EXCEPTION},
    {"FloatingPointError", TEXC_FLOATING_POINT},
    {"IndexError", TEXC_INDEX},
    {"KeyError", TEXC_KEY},
    {"LookupError", TEXC_LOOKUP},
    {"MemoryError", TEXC_MEMORY},
    {"NotImplementedError", TEXC_NOT_IMPLEMENTED},
    {"OverflowError", TEXC_OVERFLOW},
    {"RuntimeError", TEXC_RUNTIME},
    {"StopIteration", TEXC_STOP_ITERATION},
    {"TypeError", TEXC_TYPE},
    {"UnboundLocalError", TEXC_UNBOUND_LOCAL},
    {"ValueError", TEXC_VALUE},
    {"ZeroDivisionError", TEXC_ZERO_DIVISION},
};

static enum texc exception_of(const struct symbol *sym) {
    for (size_t i = 0; sym && i < sizeof(exceptions) / sizeof(exceptions[0]); ++i) {
        if (strcmp(exceptions[i].name, sym->name) == 0) {
            return exceptions[i].exc;
        }
    }
    return TEXC_EXCEPTION; /* Python has raised it by then */
}

/* A message is a string constant, since there are no strings at run time, or a call that formats it
 * and raises. */
static const char *message_of(struct lower *lw, const struct expr *e) {
    if (!e) {
        return NULL;
    }
    if (e->kind == EXPR_CALL && e->call.fn->kind == EXPR_NAME && e->call.fn->name.sym &&
        e->call.fn->name.sym->op == OP_RAISE) { /* which does not return */
        lower_expr(lw, e);
        return NULL;
    }
    if (e->kind != EXPR_STR || memchr(e->str.text, '\0', (size_t)e->str.n)) {
        lw->span = e->span;
        lower_refuse(lw, DIAG_PY111,
                     e->kind == EXPR_STR ? "a message cannot hold '\\0'"
                                         : "a message must be a text: 'n < 1', f'{n} < 1'");
        return NULL;
    }
    return arena_strndup(lw->a, e->str.text, (size_t)e->str.n);
}

void lower_return(struct lower *lw, const struct expr *e) {
    struct texpr *value = e ? lower_as(lw, e, lw->f->ret)
                          : ty_is_optional(lw->f->ret) || ty_is_either(lw->f->ret)
                              ? lower_coerce(lw, lower_none(lw), lw->f->ret)
                              : NULL;
    struct tstmt *s = lower_stmt(lw, TS_RETURN);
    s->ret = lw->f->ret->kind == TY_NONE ? NULL : value;
}

static void lower_if(struct lower *lw, const struct stmt *s) {
    if (s->if_.guard) {
        lower_try(lw, s);
        return;
    }
    enum decided decided = lower_decided(lw, s->if_.cond);
    if (decided != DECIDED_NOT) {
        lower_effects(lw, s->if_.cond);
        lower_body(lw, decided == DECIDED_TRUE ? &s->if_.then : &s->if_.els);
        return;
    }
    struct texpr *cond = lower_cond(lw, s->if_.cond);
    struct tstmt *t = lower_stmt(lw, TS_IF);
    t->if_.cond = cond;
    t->if_.then = lower_block(lw, &s->if_.then);
    t->if_.els = lower_block(lw, &s->if_.els);
}

static void lower_raise(struct lower *lw, const struct stmt *s) {
    if (s->raise.again) {
        lower_raise_again(lw, s->raise.again);
        return;
    }
    enum texc exc = exception_of(s->raise.exception);
    const char *message = message_of(lw, s->raise.message);
    struct tstmt *t = lower_stmt(lw, TS_RAISE);
    t->raise.exc = exc;
    t->raise.message = message;
}

/* A nested function is a value only where it is used as one; a variable of it holds its captures.
 */
static void lower_def(struct lower *lw, const struct func *f) {
    struct tvar *v = f->sym ? lw->var_of[f->sym->id] : NULL;
    if (v) {
        lower_assign(lw, v, lower_closure(lw, f, v->type));
    }
}

static void lower_statement(struct lower *lw, const struct stmt *s) {
    lw->span = s->span;
    switch (s->kind) {
    case STMT_EXPR:
        lower_or_none(lw, s->expr, NULL);
        break;
    case STMT_ASSIGN:
        if (!s->assign.global && !s->assign.types_only) {
            lower_assignment(lw, s);
        }
        break;
    case STMT_AUGASSIGN:
        lower_aug_assignment(lw, s);
        break;
    case STMT_IF:
        lower_if(lw, s);
        break;
    case STMT_WHILE:
        lower_while(lw, s);
        break;
    case STMT_FOR:
        lower_for(lw, s);
        break;
    case STMT_RETURN:
        lower_return(lw, s->expr);
        break;
    case STMT_BREAK:
        lower_stmt(lw, TS_BREAK);
        break;
    case STMT_CONTINUE:
        lower_stmt(lw, TS_CONTINUE);
        break;
    case STMT_ASSERT:
        lower_check(lw, lower_cond(lw, s->assert_.cond), TEXC_ASSERTION,
                    message_of(lw, s->assert_.message));
        break;
    case STMT_RAISE:
        lower_raise(lw, s);
        break;
    case STMT_DEL:
        lower_expr(lw, s->expr);
        if (lw->bound_of[s->expr->name.sym->id]) {
            lower_assign(lw, lw->bound_of[s->expr->name.sym->id], lower_bool(lw, false));
        }
        break;
    case STMT_DEF:
        lower_def(lw, s->def);
        break;
    case STMT_PASS:
    case STMT_UNSUPPORTED:
        break;
    }
}

void lower_body(struct lower *lw, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        int before = lw->out->n;
        lower_statement(lw, b->item[i]);
        if (lw->out->n > before &&
            lower_ends((const struct tstmt *const *)lw->out->item, lw->out->n)) {
            return; /* what follows is not reached, and may have no types */
        }
    }
}

struct tblock lower_block(struct lower *lw, const struct block *b) {
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    lower_body(lw, b);
    return lower_end(lw, outer);
}

struct tblock lower_loop_block(struct lower *lw, const struct block *b) {
    struct stmt_list list;
    struct stmt_list *outer = lower_begin_loop(lw, &list);
    lower_body(lw, b);
    return lower_end(lw, outer);
}
