/* What a handler reads of the exception that it names: texts, which are assigned where the handler
 * begins, and arguments.
 *
 *     except E as e:                       except E as e:
 *         print(repr(e), e.args[0])   ->       e.repr = except(0, "repr")
 *                                              print(e.repr, except(0, "0"))
 *
 * No name of a program is `except`: lower_lib.c knows it. Arguments that are not one text are those
 * of the `raise` in the same try statement, which keeps them (e.given, e.own). */
#include "parse.h"

#include <string.h>

static const char *const what_text[] = {"str", "repr", "class"};
enum what { SHOWN, REPR, CLASS, N_WHATS };

static struct caught *caught_by(const struct parser *p, const struct expr *e) {
    struct caught *c = e->kind == EXPR_NAME ? p->caught : NULL;
    while (c && c->name != e->name.name) {
        c = c->up;
    }
    return c;
}

/* What is caught by the handler around, in its function: it may be asked where it is read. */
static struct caught *innermost(const struct parser *p, const struct expr *e) {
    struct caught *c = caught_by(p, e);
    return c && c == p->caught && c->fn == p->fn ? c : NULL;
}

static const char *variable(struct parser *p, const struct caught *c, const char *what) {
    return intern_str(p->names, arena_printf(p->waste, "%s.%s", c->name, what));
}

struct expr *parse_new_caught(struct parser *p, struct span span, const char *what) {
    struct expr *call = parse_new_call(p, "except", parse_new_expr(p, EXPR_INT, span));
    struct expr **arg = ARENA_ARRAY(p->arena, struct expr *, 2);
    arg[0] = call->call.arg[0];
    arg[1] = parse_new_text(p, what, span);
    call->call.n = 2;
    call->call.arg = arg;
    return call;
}

static struct stmt *assigned(struct parser *p, struct span span, const char *name,
                             struct expr *value) {
    struct stmt *s = parse_new_stmt(p, STMT_ASSIGN, span);
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(p->arena, struct expr *, 1);
    s->assign.target[0] = parse_new_name(p, name, span);
    s->assign.value = value;
    return s;
}

/* e, the name of what is caught, becomes this text of it. */
static bool take_text(struct parser *p, struct expr *e, enum what what) {
    struct caught *c = caught_by(p, e);
    if (c) {
        c->used |= 1u << what;
        e->name.name = variable(p, c, what_text[what]);
    }
    return c != NULL;
}

void parse_caught_text(struct parser *p, struct expr *e) {
    if (!parse_error_text(p, e)) {
        take_text(p, e, SHOWN);
    }
}

/* ---- arguments */

static bool is_call_of(const struct expr *e, const char *name, int n) {
    return e->kind == EXPR_CALL && e->call.fn->kind == EXPR_NAME && e->call.n == n &&
           e->call.n_kw == 0 && strcmp(e->call.fn->name.name, name) == 0;
}

/* Is it a text, as far as it is written? */
static bool is_text(const struct expr *e) {
    switch (e->kind) {
    case EXPR_STR:
        return true;
    case EXPR_BINARY:
        return (e->binary.op == OP_ADD && (is_text(e->binary.a) || is_text(e->binary.b))) ||
               (e->binary.op == OP_MOD && is_text(e->binary.a));
    case EXPR_CALL:
        return is_call_of(e, "str", 1) || is_call_of(e, "repr", 1) ||
               (e->call.fn->kind == EXPR_ATTR && e->call.fn->attr.base->kind == EXPR_STR);
    default:
        return false;
    }
}

/* What the raise statements of a try statement itself say. */
struct raised {
    struct parser *p;
    const struct caught *c;
    int n, count; /* statements; arguments of each, -1: they differ */
    bool texts;   /* each has one argument, a text */
    bool rewrites;
};

static int n_arguments(const struct stmt *s) {
    return s->raise.several ? s->raise.message->list.n : s->raise.message ? 1 : 0;
}

static struct expr *argument(const struct stmt *s, int i) {
    return s->raise.several ? s->raise.message->list.item[i] : s->raise.message;
}

/* name[0], name[1], ... */
static struct expr **items_of(struct parser *p, const char *name, int n, struct span span) {
    struct expr **item = ARENA_ARRAY(p->arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        item[i] = parse_new_index(p, parse_new_name(p, name, span), parse_new_int(p, i, span));
    }
    return item;
}

/* raise E(x, y): e.given = (x, y); e.own = True; raise E(e.given[0], e.given[1]) */
static void keep_arguments(struct raised *of, struct stmt *s, struct stmt **to) {
    struct parser *p = of->p;
    const char *name = variable(p, of->c, "given");
    int n = n_arguments(s);
    struct expr *all = parse_new_expr(p, EXPR_TUPLE, s->span),
                *again = parse_new_expr(p, EXPR_TUPLE, s->span),
                *own = parse_new_expr(p, EXPR_BOOL, s->span);
    all->list.n = again->list.n = n;
    all->list.item = ARENA_ARRAY(p->arena, struct expr *, n);
    again->list.item = items_of(p, name, n, s->span);
    for (int i = 0; i < n; ++i) {
        all->list.item[i] = argument(s, i);
    }
    own->boolean = true;
    to[0] = assigned(p, s->span, name, all);
    to[1] = assigned(p, s->span, variable(p, of->c, "own"), own);
    to[2] = s;
    s->raise.message = s->raise.several ? again : n == 1 ? again->list.item[0] : NULL;
}

static void see_block(struct raised *of, struct block *b);

static void see(struct raised *of, struct stmt *s) {
    if (s->kind == STMT_IF && !s->if_.guard) {
        see_block(of, &s->if_.then);
        see_block(of, &s->if_.els);
    } else if (s->kind == STMT_FOR) {
        see_block(of, &s->for_.body);
        see_block(of, &s->for_.els);
    } else if (s->kind == STMT_WHILE) {
        see_block(of, &s->while_.body);
        see_block(of, &s->while_.els);
    } else if (s->kind == STMT_RAISE && s->raise.exception && !of->rewrites) {
        int n = n_arguments(s);
        bool system = n > 2 && n < 6 && parse_error_of_system(of->p, s->raise.exception->name);
        n = system ? 2 : n; /* the third is e.filename, and no argument */
        of->texts = of->texts && n == 1 && is_text(argument(s, 0));
        of->count = of->n == 0 || of->count == n ? n : -1;
        ++of->n;
    }
}

static void see_block(struct raised *of, struct block *b) {
    int n = 0;
    for (int i = 0; i < b->n; ++i) {
        see(of, b->item[i]);
        n += b->item[i]->kind == STMT_RAISE && b->item[i]->raise.exception ? 3 : 1;
    }
    if (!of->rewrites || n == b->n) {
        return;
    }
    struct stmt **item = ARENA_ARRAY(of->p->arena, struct stmt *, n);
    for (int i = 0, k = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        bool raises = s->kind == STMT_RAISE && s->raise.exception;
        if (raises) {
            keep_arguments(of, s, item + k);
        } else {
            item[k] = s;
        }
        k += raises ? 3 : 1;
    }
    *b = (struct block){n, item};
}

/* e.args */
static void take_arguments(struct parser *p, struct expr *e, struct caught *c) {
    struct raised of = {.p = p, .c = c, .texts = true};
    see_block(&of, c->body);
    if (of.texts) {
        struct expr **only = ARENA_ARRAY(p->arena, struct expr *, 1);
        only[0] = parse_new_caught(p, e->span, "args");
        e->kind = EXPR_TUPLE;
        e->list.n = 1;
        e->list.item = only;
    } else if (of.count >= 0) {
        c->given = true;
        e->kind = EXPR_TUPLE;
        e->list.n = of.count;
        e->list.item = items_of(p, variable(p, c, "given"), of.count, e->span);
    }
}

/* The type that a parameter of the __init__ of one of the classes is declared with, or that an
 * attribute of an OSError has. */
static const char *declared(const struct parser *p, const struct caught *c, const char *name) {
    static const char *const known[] = {"int", "float", "str", "bool"};
    for (int i = 0; i < p->classes.n; ++i) {
        const struct class *class_ = p->classes.item[i];
        bool named = false;
        for (int k = 0; k < c->n_classes; ++k) {
            const struct expr *e = c->class[k];
            named = named || (e->kind == EXPR_NAME && e->name.name == class_->name);
        }
        const struct func *f = named ? class_->make : NULL;
        for (int k = 0; f && k < f->n_params; ++k) {
            struct span ann = p->notes.item[f->id]->param_ann[k];
            for (size_t t = 0; t < sizeof known / sizeof *known; ++t) {
                bool is = ann.hi - ann.lo == strlen(known[t]) &&
                          memcmp(p->source->text + ann.lo, known[t], ann.hi - ann.lo) == 0;
                if (is && f->param[k].sym->name == name) {
                    return known[t];
                }
            }
        }
    }
    return strcmp(name, "errno") == 0                                       ? "int"
           : strcmp(name, "strerror") == 0 || strcmp(name, "filename") == 0 ? "str"
                                                                            : NULL;
}

/* ".code:?BadCode Worse": of the classes of the clause, as far as they are names. */
static struct expr *of_classes(struct parser *p, struct span span, const struct caught *c,
                               const char *what) {
    const char *names = "";
    for (int i = 0; i < c->n_classes; ++i) {
        const struct expr *e = c->class[i];
        names = e->kind != EXPR_NAME
                    ? names
                    : arena_printf(p->waste, "%s%s%s", names, *names ? " " : "", e->name.name);
    }
    return parse_new_caught(
        p, span, arena_printf(p->waste, "%s:?%s", what, c->n_classes ? names : "BaseException"));
}

/* Has a class of the module a method of the name that is no property? */
static bool is_method(const struct parser *p, const char *name) {
    bool is = false;
    for (int i = 0; i < p->classes.n; ++i) {
        const struct func *f = class_method(p->classes.item[i], name);
        is = is || (f && f->method != METHOD_PROPERTY);
    }
    return is;
}

/* e.code: except(0, ".code:?BadCode"), of the type that inference finds (eval_caught.c). */
static void take_own(struct parser *p, struct expr *e, const struct caught *c) {
    const char *name = e->attr.name;
    if (strncmp(name, "__", 2) != 0 && strcmp(name, "with_traceback") != 0 &&
        strcmp(name, "add_note") != 0 && p->classes.n > 0 && !is_method(p, name)) {
        struct expr *call = of_classes(p, e->span, c, arena_printf(p->waste, ".%s", name));
        e->kind = EXPR_CALL;
        e->call = call->call;
    }
}

/* e.code: int(except(0, ".code:int")) */
static void take_attribute(struct parser *p, struct expr *e, const struct caught *c) {
    const char *name = e->attr.name, *type = declared(p, c, name);
    if (!type) {
        take_own(p, e, c);
        return;
    }
    struct expr *call = parse_new_caught(p, e->span, arena_printf(p->waste, ".%s:%s", name, type));
    if (strcmp(type, "bool") == 0) {
        struct expr *yes = parse_new_text(p, "True", e->span);
        struct expr *made = parse_new_compare(p, OP_EQ, call, yes);
        e->kind = EXPR_COMPARE;
        e->compare = made->compare;
    } else {
        struct expr *made =
            strcmp(type, "str") == 0 ? call : parse_new_call(p, intern_str(p->names, type), call);
        e->kind = EXPR_CALL;
        e->call = made->call;
    }
}

/* ---- expressions, as they are read */

/* Is it type(e) or e.__class__ of what is caught? */
static struct expr *class_of(const struct parser *p, struct expr *e) {
    struct expr *of = is_call_of(e, "type", 1) ? e->call.arg[0]
                      : e->kind == EXPR_ATTR && strcmp(e->attr.name, "__class__") == 0
                          ? e->attr.base
                          : NULL;
    return of && caught_by(p, of) ? of : NULL;
}

void parse_caught_attribute(struct parser *p, struct expr *e) {
    parse_error_attribute(p, e);
    if (p->exit && e->kind == EXPR_ATTR) {
        parse_exit_attribute(p, e);
    }
    if (!p->caught || e->kind != EXPR_ATTR) {
        return;
    }
    struct expr *base = e->attr.base, *of = class_of(p, base);
    struct caught *c = innermost(p, base);
    if (of && strcmp(e->attr.name, "__name__") == 0) {
        e->kind = EXPR_NAME;
        e->name.name = of->name.name;
        take_text(p, e, CLASS);
    } else if (c) {
        if (strcmp(e->attr.name, "args") == 0) {
            take_arguments(p, e, c);
        } else {
            take_attribute(p, e, c);
        }
    }
}

void parse_caught_index(struct parser *p, struct expr *e) {
    const struct expr *base = e->index.base, *only = NULL;
    if (p->caught && base->kind == EXPR_TUPLE && base->list.n == 1 && e->index.n == 1) {
        only = is_call_of(base->list.item[0], "except", 2) ? e->index.index[0] : NULL;
    }
    bool negative = only && only->kind == EXPR_UNARY && only->unary.op == OP_NEG;
    only = negative ? only->unary.a : only;
    if (only && only->kind == EXPR_INT && !only->integer.too_big) {
        long long at = only->integer.value;
        const char *what = arena_printf(p->waste, "%lld", negative ? -at : at);
        struct expr *call = p->caught->fn == p->fn && !negative && at < 8
                                ? of_classes(p, e->span, p->caught, what)
                                : parse_new_caught(p, e->span, what);
        e->kind = EXPR_CALL;
        e->call = call->call;
    }
}

/* except(0, "?KeyError") == "yes", or that of one of several; NULL: no classes are named. */
static struct expr *is_instance(struct parser *p, const struct expr *class_) {
    if (class_->kind == EXPR_TUPLE && class_->list.n > 1) {
        struct expr *any = parse_new_expr(p, EXPR_BOOLOP, class_->span);
        any->boolop.op = OP_LOR;
        any->boolop.n = class_->list.n;
        any->boolop.item = ARENA_ARRAY(p->arena, struct expr *, class_->list.n);
        bool all = true;
        for (int i = 0; i < class_->list.n; ++i) {
            any->boolop.item[i] = is_instance(p, class_->list.item[i]);
            all = all && any->boolop.item[i];
        }
        return all ? any : NULL;
    }
    const char *name = class_->kind == EXPR_NAME   ? class_->name.name
                       : class_->kind == EXPR_ATTR ? class_->attr.name
                                                   : NULL;
    if (!name) {
        return NULL;
    }
    bool old = strcmp(name, "IOError") == 0 || strcmp(name, "EnvironmentError") == 0;
    const char *what = arena_printf(p->waste, "?%s", old ? "OSError" : name);
    return parse_new_compare(p, OP_EQ, parse_new_caught(p, class_->span, what),
                             parse_new_text(p, "yes", class_->span));
}

void parse_caught_call(struct parser *p, struct expr *e) {
    const struct expr *fn = e->call.fn;
    parse_error_call(p, e);
    if (p->exit && e->kind == EXPR_CALL) {
        parse_exit_call(p, e);
    }
    if (!p->caught || e->kind != EXPR_CALL) {
        return;
    }
    bool prints = fn->kind == EXPR_NAME && strcmp(fn->name.name, "print") == 0;
    bool formats = fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "format") == 0;
    for (int i = 0; (prints || formats || is_call_of(e, "str", 1)) && i < e->call.n; ++i) {
        take_text(p, e->call.arg[i], SHOWN);
    }
    struct expr *made = NULL;
    const struct expr *only = is_call_of(e, "len", 1) ? e->call.arg[0] : NULL;
    bool args = only && only->kind == EXPR_TUPLE && only->list.n == 1 &&
                is_call_of(only->list.item[0], "except", 2);
    bool method = fn->kind == EXPR_ATTR && e->call.n == 0 && e->call.n_kw == 0 &&
                  innermost(p, fn->attr.base) && is_method(p, fn->attr.name);
    if (args) { /* len(e.args) */
        made = of_classes(p, e->span, p->caught, "#args");
    } else if (method) {
        made = of_classes(p, e->span, p->caught, arena_printf(p->waste, ".%s()", fn->attr.name));
    } else if (is_call_of(e, "repr", 1) && take_text(p, e->call.arg[0], REPR)) {
        made = e->call.arg[0];
    } else if (is_call_of(e, "isinstance", 2) && innermost(p, e->call.arg[0])) {
        made = is_instance(p, e->call.arg[1]);
    }
    if (made) {
        int id = e->id;
        *e = *made;
        e->id = id;
    }
}

void parse_caught_binary(struct parser *p, struct expr *e) {
    if (!p->caught || e->binary.op != OP_MOD || e->binary.a->kind != EXPR_STR) {
        return;
    }
    struct expr *b = e->binary.b;
    take_text(p, b, SHOWN);
    for (int i = 0; b->kind == EXPR_TUPLE && i < b->list.n; ++i) {
        take_text(p, b->list.item[i], SHOWN);
    }
}

void parse_caught_compare(struct parser *p, struct expr *e) {
    if (p->exit) {
        parse_exit_compare(p, e);
        if (e->kind != EXPR_COMPARE) {
            return;
        }
    }
    enum op op = e->compare.op[0];
    struct expr *of = p->caught && e->compare.n == 1 ? class_of(p, e->compare.item[0]) : NULL,
                *class_ = of ? e->compare.item[1] : NULL;
    const char *name = class_ && class_->kind == EXPR_NAME ? class_->name.name : NULL;
    bool is = op == OP_IS || op == OP_EQ;
    if (name && (is || op == OP_IS_NOT || op == OP_NE)) {
        take_text(p, of, CLASS);
        e->compare.op[0] = is ? OP_EQ : OP_NE;
        e->compare.item[0] = of;
        e->compare.item[1] = parse_new_text(p, name, class_->span);
    }
}

/* ---- the handler */

/* if not e.own: raise RuntimeError(...) */
static struct stmt *demand(struct parser *p, struct span span, const struct caught *c) {
    struct stmt *test = parse_new_stmt(p, STMT_IF, span),
                *raise = parse_new_stmt(p, STMT_RAISE, span);
    test->if_.cond = parse_new_not(p, parse_new_name(p, variable(p, c, "own"), span), span);
    test->if_.then.n = 1;
    test->if_.then.item = ARENA_ARRAY(p->arena, struct stmt *, 1);
    test->if_.then.item[0] = raise;
    raise->raise.exception = ARENA_NEW(p->arena, struct symbol);
    raise->raise.exception->name = intern_str(p->names, "RuntimeError");
    raise->raise.exception->span = span;
    raise->raise.message =
        parse_new_text(p,
                       "compiled code knows the arguments of exceptions that the try statement "
                       "itself raises",
                       span);
    return test;
}

/* What is read comes first; the try statement keeps what it gives. */
static struct block with_read(struct parser *p, struct span span, const struct caught *c,
                              struct block b) {
    struct stmt **item = ARENA_ARRAY(p->arena, struct stmt *, b.n + N_WHATS + 1);
    int n = 0;
    for (int i = 0; i < N_WHATS; ++i) {
        if (c->used & (1u << i)) {
            item[n++] = assigned(p, span, variable(p, c, what_text[i]),
                                 parse_new_caught(p, span, what_text[i]));
        }
    }
    if (c->given) {
        item[n++] = demand(p, span, c);
        struct raised of = {.p = p, .c = c, .rewrites = true};
        see_block(&of, c->body);
        struct stmt **body = ARENA_ARRAY(p->arena, struct stmt *, c->body->n + 1);
        body[0] = assigned(p, span, variable(p, c, "own"), parse_new_expr(p, EXPR_BOOL, span));
        for (int i = 0; i < c->body->n; ++i) {
            body[i + 1] = c->body->item[i];
        }
        *c->body = (struct block){c->body->n + 1, body};
    }
    for (int i = 0; i < b.n; ++i) {
        item[n++] = b.item[i];
    }
    return (struct block){n, item};
}

struct block parse_handler(struct parser *p, const struct node *n, const struct except_clause *c,
                           struct block *body) {
    if (!c->name) {
        return parse_block(p, node_child(n, NODE_BLOCK));
    }
    struct caught here = {.up = p->caught,
                          .name = c->name,
                          .fn = p->fn,
                          .body = body,
                          .n_classes = c->n,
                          .class = c->class};
    p->caught = &here;
    struct block b = parse_block(p, node_child(n, NODE_BLOCK));
    p->caught = here.up;
    return here.used || here.given ? with_read(p, c->name_span, &here, b) : b;
}
