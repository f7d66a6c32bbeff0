/* A variable that is bound once, to a new exception of Python's, holds its arguments; what is read
 * of it becomes what that means.
 *
 *     a = KeyError(x, 1)      ->    a.error = (x, 1)
 *     print(repr(a))                print("KeyError" + repr(a.error))
 *     raise a                       raise KeyError(a.error[0], a.error[1])
 *
 * Only where each use of the name in the function is one of these forms: of all others the words of
 * the function tell before. */
#include "parse.h"

#include <string.h>

enum family { PLAIN, OF_SYSTEM, OF_KEYS, OF_SYNTAX };

/* Those whose text is not made of their arguments alone have a family. UnicodeError's take others.
 */
static const struct {
    const char *name;
    enum family family;
} known[] = {
    {"ArithmeticError", PLAIN},
    {"AssertionError", PLAIN},
    {"AttributeError", PLAIN},
    {"BaseException", PLAIN},
    {"BlockingIOError", OF_SYSTEM},
    {"BrokenPipeError", OF_SYSTEM},
    {"BufferError", PLAIN},
    {"BytesWarning", PLAIN},
    {"ChildProcessError", OF_SYSTEM},
    {"ConnectionError", OF_SYSTEM},
    {"DeprecationWarning", PLAIN},
    {"EOFError", PLAIN},
    {"EnvironmentError", OF_SYSTEM},
    {"Exception", PLAIN},
    {"FileExistsError", OF_SYSTEM},
    {"FileNotFoundError", OF_SYSTEM},
    {"FloatingPointError", PLAIN},
    {"FutureWarning", PLAIN},
    {"GeneratorExit", PLAIN},
    {"IOError", OF_SYSTEM},
    {"ImportError", PLAIN},
    {"ImportWarning", PLAIN},
    {"IndentationError", OF_SYNTAX},
    {"IndexError", PLAIN},
    {"InterruptedError", OF_SYSTEM},
    {"IsADirectoryError", OF_SYSTEM},
    {"KeyError", OF_KEYS},
    {"KeyboardInterrupt", PLAIN},
    {"LookupError", PLAIN},
    {"MemoryError", PLAIN},
    {"ModuleNotFoundError", PLAIN},
    {"NameError", PLAIN},
    {"NotADirectoryError", OF_SYSTEM},
    {"NotImplementedError", PLAIN},
    {"OSError", OF_SYSTEM},
    {"OverflowError", PLAIN},
    {"PendingDeprecationWarning", PLAIN},
    {"PermissionError", OF_SYSTEM},
    {"ProcessLookupError", OF_SYSTEM},
    {"RecursionError", PLAIN},
    {"ReferenceError", PLAIN},
    {"ResourceWarning", PLAIN},
    {"RuntimeError", PLAIN},
    {"RuntimeWarning", PLAIN},
    {"StopAsyncIteration", PLAIN},
    {"StopIteration", PLAIN},
    {"SyntaxError", OF_SYNTAX},
    {"SyntaxWarning", PLAIN},
    {"SystemError", PLAIN},
    {"SystemExit", PLAIN},
    {"TabError", OF_SYNTAX},
    {"TimeoutError", OF_SYSTEM},
    {"TypeError", PLAIN},
    {"UnboundLocalError", PLAIN},
    {"UnicodeError", PLAIN},
    {"UnicodeWarning", PLAIN},
    {"UserWarning", PLAIN},
    {"ValueError", PLAIN},
    {"Warning", PLAIN},
    {"ZeroDivisionError", PLAIN},
};

static int known_class(const struct parser *p, const char *name) {
    for (int i = 0; i < p->classes.n; ++i) {
        if (strcmp(p->classes.item[i]->name, name) == 0) {
            return -1;
        }
    }
    for (int i = 0; i < p->bindings.n; ++i) {
        if (strcmp(p->bindings.item[i].name, name) == 0) {
            return -1;
        }
    }
    int k = sizeof known / sizeof *known;
    while (--k >= 0 && strcmp(known[k].name, name) != 0) {
    }
    return k;
}

bool parse_error_of_system(const struct parser *p, const char *name) {
    int k = known_class(p, name);
    return k >= 0 && known[k].family == OF_SYSTEM;
}

/* Are the words around word i those of a form that this file knows? */
static bool is_form(const struct text_layout *l, int i) {
    static const char *const of_one[] = {"str", "repr", "print", "type"};
    const struct word *w = l->words.item + i;
    bool attribute = lex_is(l->text, w + 1, ".") && !lex_is(l->text, w - 1, ".");
    bool call = i > 1 && lex_is(l->text, w - 1, "(") && lex_is(l->text, w + 1, ")");
    for (size_t k = 0; call && k < sizeof of_one / sizeof *of_one; ++k) {
        if (lex_is(l->text, w - 2, of_one[k])) {
            return i < 3 || !lex_is(l->text, w - 3, ".");
        }
    }
    return attribute || lex_is(l->text, w - 1, "raise");
}

/* Is each word of this name in the function a known form, but for the one at `bound`? */
static bool is_used_so(const struct parser *p, const char *name, uint32_t bound) {
    const struct text_layout *l = p->layout;
    bool all = true, seen = false;
    for (int i = 1; i + 1 < l->words.n && all; ++i) {
        const struct word *w = l->words.item + i;
        bool named = w->lo >= p->fn->span.lo && w->hi <= p->fn->span.hi && w->kind == WORD_NAME &&
                     lex_is(l->text, w, name);
        seen = seen || (named && w->lo == bound);
        all = !named || w->lo == bound || is_form(l, i);
    }
    return all && seen;
}

static bool is_plain_call(const struct expr *e) {
    bool plain = e->kind == EXPR_CALL && e->call.fn->kind == EXPR_NAME && e->call.n_kw == 0;
    for (int i = 0; plain && i < e->call.n; ++i) {
        plain = !parse_has_star(e->call.arg[i]);
    }
    return plain;
}

void parse_error_value(struct parser *p, int n, struct expr **targets, struct expr *value) {
    struct expr *target = targets[0];
    int k = n == 1 && value && p->fn && target->kind == EXPR_NAME && is_plain_call(value)
                ? known_class(p, value->call.fn->name.name)
                : -1;
    if (k < 0 || !is_used_so(p, target->name.name, target->span.lo)) {
        return;
    }
    struct error_variable v = {
        .fn = p->fn, .name = target->name.name, .class_ = k, .n = value->call.n};
    v.held = intern_str(p->names, arena_printf(p->waste, "%s.error", v.name));
    vec_push(p->keep, &p->errors, v);
    target->name.name = v.held;
    struct expr **item = value->call.arg;
    value->kind = EXPR_TUPLE;
    value->list.n = v.n;
    value->list.item = item;
}

/* ---- what is read */

static const struct error_variable *held_by(const struct parser *p, const struct expr *e) {
    for (int i = p->errors.n - 1; i >= 0 && e->kind == EXPR_NAME; --i) {
        const struct error_variable *v = &p->errors.item[i];
        if (v->fn == p->fn && v->name == e->name.name) {
            return v;
        }
    }
    return NULL;
}

static struct expr *held(struct parser *p, const struct error_variable *v, struct span span) {
    return parse_new_name(p, v->held, span);
}

static struct expr *item(struct parser *p, const struct error_variable *v, int i,
                         struct span span) {
    return parse_new_index(p, held(p, v, span), parse_new_int(p, i, span));
}

static void become(struct expr *e, struct expr *made) {
    int id = e->id;
    *e = *made;
    e->id = id;
}

static struct expr *plus(struct parser *p, struct expr *a, struct expr *b) {
    struct expr *e = parse_new_expr(p, EXPR_BINARY, a->span);
    e->binary.op = OP_ADD;
    e->binary.a = a;
    e->binary.b = b;
    return e;
}

static struct expr *untold(struct parser *p, struct span span) {
    return parse_new_unsupported(p, span, "this of an exception in a variable");
}

/* str(e); NULL: it is not made of the arguments alone. */
static struct expr *shown(struct parser *p, const struct error_variable *v, struct span span) {
    enum family family = known[v->class_].family;
    if ((family == OF_SYSTEM && v->n > 1) || (family == OF_SYNTAX && v->n > 0)) {
        return NULL;
    }
    if (v->n == 1) {
        struct expr *only = item(p, v, 0, span);
        return parse_new_call(p, family == OF_KEYS ? "repr" : "str", only);
    }
    return v->n == 0 ? parse_new_text(p, "", span) : parse_new_call(p, "str", held(p, v, span));
}

static struct expr *represented(struct parser *p, const struct error_variable *v,
                                struct span span) {
    const char *name = known[v->class_].name;
    if (known[v->class_].family == OF_SYSTEM) {
        return NULL; /* OSError(2, "x") is a FileNotFoundError */
    }
    if (v->n == 0) {
        return parse_new_text(p, arena_printf(p->waste, "%s()", name), span);
    }
    struct expr *open =
                    parse_new_text(p, arena_printf(p->waste, v->n == 1 ? "%s(" : "%s", name), span),
                *what =
                    parse_new_call(p, "repr", v->n == 1 ? item(p, v, 0, span) : held(p, v, span));
    struct expr *e = plus(p, open, what);
    return v->n == 1 ? plus(p, e, parse_new_text(p, ")", span)) : e;
}

bool parse_error_text(struct parser *p, struct expr *e) {
    const struct error_variable *v = held_by(p, e);
    if (v) {
        struct expr *made = shown(p, v, e->span);
        become(e, made ? made : untold(p, e->span));
    }
    return v != NULL;
}

void parse_error_call(struct parser *p, struct expr *e) {
    const struct expr *fn = e->call.fn;
    const struct error_variable *v =
        e->call.n == 1 && fn->kind == EXPR_NAME ? held_by(p, e->call.arg[0]) : NULL;
    if (!v || strcmp(fn->name.name, "type") == 0) {
        return;
    }
    if (strcmp(fn->name.name, "print") == 0) {
        parse_error_text(p, e->call.arg[0]);
        return;
    }
    bool repr = strcmp(fn->name.name, "repr") == 0;
    struct expr *made = repr ? represented(p, v, e->span) : shown(p, v, e->span);
    become(e, made ? made : untold(p, e->span));
}

void parse_error_attribute(struct parser *p, struct expr *e) {
    static const char *const of_system[] = {"errno", "strerror", "filename"};
    struct expr *base = e->attr.base;
    bool type = base->kind == EXPR_CALL && base->call.n == 1 && base->call.fn->kind == EXPR_NAME &&
                strcmp(base->call.fn->name.name, "type") == 0;
    const struct error_variable *v = held_by(p, type ? base->call.arg[0] : base);
    enum family family = v ? known[v->class_].family : PLAIN;
    const char *name = e->attr.name;
    if (!v) {
        return;
    }
    struct expr *made = NULL;
    bool args = !type && strcmp(name, "args") == 0;
    if (type && strcmp(name, "__name__") == 0 && family != OF_SYSTEM) {
        made = parse_new_text(p, known[v->class_].name, e->span);
    } else if (args && family == OF_SYSTEM && v->n > 2 && v->n < 6) { /* the others are no args */
        made = parse_new_expr(p, EXPR_TUPLE, e->span);
        made->list.n = 2;
        made->list.item = ARENA_ARRAY(p->arena, struct expr *, 2);
        made->list.item[0] = item(p, v, 0, e->span);
        made->list.item[1] = item(p, v, 1, e->span);
    } else if (args && !(family == OF_SYNTAX && v->n == 2)) {
        made = held(p, v, e->span);
    }
    for (int i = 0; i < 3 && !type && family == OF_SYSTEM && v->n > 1 && v->n < 4; ++i) {
        if (strcmp(name, of_system[i]) == 0) {
            made = i < v->n ? item(p, v, i, e->span) : parse_new_expr(p, EXPR_NONE, e->span);
        }
    }
    become(e, made ? made : untold(p, e->span));
}

struct expr *parse_error_raised(struct parser *p, struct expr *e) {
    const struct error_variable *v = held_by(p, e);
    if (!v) {
        return e;
    }
    struct expr *call = parse_new_expr(p, EXPR_CALL, e->span);
    call->call.fn = parse_new_name(p, intern_str(p->names, known[v->class_].name), e->span);
    call->call.n = v->n;
    call->call.arg = ARENA_ARRAY(p->arena, struct expr *, v->n);
    for (int i = 0; i < v->n; ++i) {
        call->call.arg[i] = item(p, v, i, e->span);
    }
    return call;
}
