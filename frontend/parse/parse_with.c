/* with statements in functions: contexts that do nothing, that suppress exceptions, functions with
 * @contextmanager, and objects of the module's classes.
 *
 *     with E as x:         [with] = E; x = [with].__enter__(); [ok] = True
 *         A          ->    try:
 *                              try: A
 *                              except BaseException:
 *                                  [ok] = False
 *                                  [raised] = ._raised(what the handler reads of it)
 *                                  if not [with].__exit__([raised], [raised], [raised]): raise
 *                          finally:
 *                              if [ok]: [with].__exit__(None, None, None)
 *
 * Of several items each is inside the one before. What an `__exit__` asks of an exception is asked
 * of the object (prelude/contexts.py, parse_caught.c). */
#include <string.h>

#include "parse.h"

static const char other_context[] =
    "with statement other than of objects of classes of the module, np.errstate() that ignores or "
    "warns, functions before it with @contextmanager, contextlib.nullcontext() and "
    "contextlib.suppress(...)";

/* ---- items */

bool parse_holds_as(const struct node *n) {
    return (n->kind == NODE_PARENTHESIZED || n->kind == NODE_TUPLE) &&
           node_child(n, NODE_AS_PATTERN);
}

/* The items, of which each is `value as target` or a value; NULL: it is `async`. */
static const struct node *items_of(const struct parser *p, const struct node *n) {
    if (n[1].lo != n->lo || !node_is(p->source->text, &n[1], "with")) {
        return NULL;
    }
    const struct node *items = node_child(n, NODE_WITH_CLAUSE);
    const struct node *only = node_named(node_named(items, 0), 0);
    return !node_named(items, 1) && parse_holds_as(only) ? only : items;
}

/* Item i; NULL: there are no more. */
static const struct node *item_at(const struct node *items, int i) {
    const struct node *n = node_named(items, i);
    return n && n->kind == NODE_WITH_ITEM ? node_named(n, 0) : n;
}

/* 'ignore' or 'warn' */
static bool is_harmless(const char *text, const struct node *n) {
    const struct node *value = node_named(n, 1);
    size_t length = value ? value->hi - value->lo : 0;
    return n->kind == NODE_KEYWORD_ARGUMENT && value->kind == NODE_STRING &&
           ((length == 8 && memcmp(text + value->lo + 1, "ignore", 6) == 0) ||
            (length == 6 && memcmp(text + value->lo + 1, "warn", 4) == 0));
}

/* What a name has been bound by so far, last; NULL: it is a local's, or a name of Python's. */
static const struct binding *binding_of(const struct parser *p, const struct node *name) {
    const struct binding *found = NULL;
    for (int i = 0; i < p->bindings.n; ++i) {
        const struct binding *b = &p->bindings.item[i];
        found = node_is(p->source->text, name, b->name) ? b : found;
    }
    return found;
}

/* Does `module.name`, or `name`, mean that member of a module of Python's? */
static bool means(const struct parser *p, const struct node *fn, const char *module,
                  const char *alias, const char *name) {
    const char *text = p->source->text;
    const struct node *of = fn->kind == NODE_ATTRIBUTE ? node_named(fn, 0) : fn;
    const struct binding *b = of->kind == NODE_IDENTIFIER ? binding_of(p, of) : NULL;
    if (of == fn) {
        return b ? b->kind == BIND_FROM && strcmp(b->path, module) == 0 &&
                       strcmp(b->member, name) == 0
                 : node_is(text, fn, name); /* of an import inside the function */
    }
    return node_is(text, node_named(fn, 1), name) &&
           (b ? b->kind == BIND_MODULE && strcmp(b->path, module) == 0
              : node_is(text, of, module) || node_is(text, of, alias));
}

/* The arguments of a call of such a member, without `as`; or NULL. */
static const struct node *arguments_of(const struct parser *p, const struct node *call,
                                       const char *module, const char *alias, const char *name) {
    const struct node *fn = call->kind == NODE_CALL ? node_named(call, 0) : NULL;
    bool fits = fn && node_named(call, 1) && node_named(call, 1)->kind == NODE_ARGUMENTS &&
                means(p, fn, module, alias, name);
    return fits ? node_named(call, 1) : NULL;
}

/* np.errstate(over='ignore'), of options that only suppress or give warnings, which compiled code
 * has none of; contextlib.nullcontext(). */
static bool is_null(const struct parser *p, const struct node *n) {
    const struct node *arguments = arguments_of(p, n, "numpy", "np", "errstate");
    bool fits = arguments != NULL;
    if (fits) {
        for
            each_node(c, arguments) {
                fits = fits && (c->kind == NODE_TOKEN || is_harmless(p->source->text, c));
            }
    }
    arguments = arguments_of(p, n, "contextlib", "contextlib", "nullcontext");
    return fits || (arguments && !node_named(arguments, 0));
}

/* What contextlib.nullcontext(x) gives; NULL: the item is none. */
static const struct node *given_by_null(const struct parser *p, const struct node *item) {
    item = item->kind == NODE_AS_PATTERN ? node_named(item, 0) : item;
    const struct node *arguments = arguments_of(p, item, "contextlib", "contextlib", "nullcontext");
    const struct node *x = arguments ? node_named(arguments, 0) : NULL;
    bool one = x && x->kind != NODE_KEYWORD_ARGUMENT && !node_named(arguments, 1);
    return one ? x : NULL;
}

static bool is_suppress(const struct parser *p, const struct node *n) {
    const struct node *arguments = arguments_of(p, n, "contextlib", "contextlib", "suppress");
    for (int i = 0; arguments && node_named(arguments, i); ++i) {
        if (node_named(arguments, i)->kind == NODE_KEYWORD_ARGUMENT) {
            return false;
        }
    }
    return arguments && node_named(arguments, 0);
}

bool parse_is_manager(const struct parser *p, const struct node *decorator) {
    return means(p, node_named(decorator, 0), "contextlib", "contextlib", "contextmanager");
}

/* A call of a generator function that contextlib.contextmanager decorates. */
static bool is_managed(const struct parser *p, const struct node *item) {
    item = item->kind == NODE_AS_PATTERN ? node_named(item, 0) : item;
    const struct node *fn = item->kind == NODE_CALL ? node_named(item, 0) : NULL;
    const struct binding *b = fn && fn->kind == NODE_IDENTIFIER ? binding_of(p, fn) : NULL;
    return b && b->kind == BIND_DEF && b->func && b->func->manages;
}

/* Can it be an object of a class of the module: nothing that another module makes? */
static bool is_own(const struct parser *p, const struct node *n) {
    static const char *const others[] = {"contextlib", "np", "numpy"};
    while (n->kind == NODE_CALL || n->kind == NODE_ATTRIBUTE || n->kind == NODE_AS_PATTERN) {
        n = node_named(n, 0);
    }
    const struct binding *b = n->kind == NODE_IDENTIFIER ? binding_of(p, n) : NULL;
    bool own = n->kind == NODE_IDENTIFIER && !p->cu &&
               !(b && (b->kind == BIND_MODULE || b->kind == BIND_FROM));
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        own = own && (b || !node_is(p->source->text, n, others[i]));
    }
    return own;
}

/* Has a class of the file an `__exit__`, or is a file opened? Else there is no object for a with
 * statement. */
static bool has_exit(const struct parser *p) {
    const struct text_layout *l = p->layout;
    bool found = false;
    for (int i = 0; i < l->words.n && !found; ++i) {
        found = lex_is(l->text, &l->words.item[i], "__exit__") ||
                lex_is(l->text, &l->words.item[i], "open");
    }
    return found;
}

const char *parse_foreign_with(const struct parser *p, const struct node *n) {
    const struct node *items = items_of(p, n);
    bool plain = true, known = items != NULL;
    for (int i = 0; known && item_at(items, i); ++i) {
        const struct node *item = item_at(items, i);
        bool null = is_null(p, item);
        plain = plain && null;
        known = null || given_by_null(p, item) || is_suppress(p, item) || is_managed(p, item) ||
                (is_own(p, item) && has_exit(p));
    }
    return !items                                           ? "async with"
           : known && (plain || (p->fn && p->ignored == 0)) ? NULL
                                                            : other_context;
}

/* ---- statements */

struct with {
    struct parser *p;
    const struct node *statement, *items;
    struct span span;
};

static struct block block_of(const struct with *w, int i);

static struct expr *name(const struct with *w, const char *what, const struct node *item) {
    const char *text = arena_printf(w->p->keep, "[%s%u]", what, (unsigned)item->lo);
    return parse_new_name(w->p, intern_str(w->p->names, text), w->span);
}

static void assign(const struct with *w, struct expr *target, struct expr *value) {
    struct stmt *s = parse_new_stmt(w->p, STMT_ASSIGN, w->span);
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(w->p->arena, struct expr *, 1);
    s->assign.target[0] = target;
    s->assign.value = value;
    parse_push(w->p, s);
}

static void assign_bool(const struct with *w, struct expr *target, bool value) {
    struct expr *e = parse_new_expr(w->p, EXPR_BOOL, w->span);
    e->boolean = value;
    assign(w, target, e);
}

static struct block taken(const struct with *w, int mark) {
    struct block b = {0};
    b.item = parse_take(w->p, mark, &b.n);
    return b;
}

/* object.__exit__(arg, arg, arg); arg NULL: of None */
static struct expr *exit_of(const struct with *w, const struct node *item, const char *arg) {
    struct expr *e = parse_new_method(w->p, name(w, "with", item), "__exit__", 3, w->span);
    for (int i = 0; i < 3; ++i) {
        e->call.arg[i] = arg ? name(w, arg, item) : parse_new_expr(w->p, EXPR_NONE, w->span);
    }
    return e;
}

/* What `__exit__` gets of the exception: an object that the prelude makes of texts. */
static struct expr *raised(const struct with *w) {
    static const char *const what[] = {"classes", "str", "repr"};
    struct parser *p = w->p;
    struct expr *e = parse_new_expr(p, EXPR_CALL, w->span);
    e->call.fn = parse_new_name(p, intern_str(p->names, "._raised"), w->span);
    e->call.n = 3;
    e->call.arg = ARENA_ARRAY(p->arena, struct expr *, 3);
    for (int i = 0; i < 3; ++i) {
        e->call.arg[i] = parse_new_caught(p, w->span, what[i]);
    }
    return e;
}

/* ---- whether exceptions are suppressed */

static bool may_give_truth(const struct block *b) {
    bool may = false;
    for (int i = 0; i < b->n && !may; ++i) {
        const struct stmt *s = b->item[i];
        const struct expr *e = s->kind == STMT_RETURN ? s->expr : NULL;
        bool nothing = !e || e->kind == EXPR_NONE || (e->kind == EXPR_BOOL && !e->boolean);
        may = s->kind == STMT_RETURN ? !nothing
              : s->kind == STMT_IF   ? may_give_truth(&s->if_.then) || may_give_truth(&s->if_.els)
              : s->kind == STMT_FOR  ? may_give_truth(&s->for_.body) || may_give_truth(&s->for_.els)
              : s->kind == STMT_WHILE
                  ? may_give_truth(&s->while_.body) || may_give_truth(&s->while_.els)
                  : false;
    }
    return may;
}

/* Is it made there, a file or of a class of the module whose `__exit__` lets all exceptions pass?
 */
static bool never_suppresses(const struct parser *p, const struct node *item) {
    item = item->kind == NODE_AS_PATTERN ? node_named(item, 0) : item;
    const struct node *fn = item->kind == NODE_CALL ? node_named(item, 0) : NULL;
    const struct func *exit = NULL;
    for (int i = 0; fn && i < p->classes.n; ++i) {
        const struct class *c = p->classes.item[i];
        if (!c->prelude && node_is(p->source->text, fn, c->name)) {
            exit = class_method(c, "__exit__");
        }
    }
    bool file = fn && node_is(p->source->text, fn, "open");
    return file || (exit && !may_give_truth(&exit->body));
}

/* ---- statements made of an item */

/* object.__exit__(...), whose result says nothing */
static void push_exit(const struct with *w, const struct node *item, const char *arg) {
    struct stmt *s = parse_new_stmt(w->p, STMT_EXPR, w->span);
    s->expr = exit_of(w, item, arg);
    parse_push(w->p, s);
}

/* except BaseException: ... */
static struct stmt *handler(const struct with *w, const struct node *item) {
    struct parser *p = w->p;
    struct stmt *s = parse_new_guarded(p, w->span, parse_new_guard(p, GUARD_CLAUSE)),
                *raise = parse_new_stmt(p, STMT_RAISE, w->span),
                *test = parse_new_stmt(p, STMT_IF, w->span);
    int mark = p->stack.n;
    assign_bool(w, name(w, "ok", item), false);
    assign(w, name(w, "raised", item), raised(w));
    if (never_suppresses(p, item)) {
        push_exit(w, item, "raised");
        parse_push(p, raise);
    } else {
        test->if_.cond = parse_new_not(p, exit_of(w, item, "raised"), w->span);
        test->if_.then = parse_one_stmt(p, raise);
        parse_push(p, test);
    }
    s->if_.then = taken(w, mark);
    return s;
}

static struct stmt *guarded(const struct with *w, struct block body, const struct node *item) {
    struct parser *p = w->p;
    struct stmt_guard *guard = parse_new_guard(p, GUARD_TRY);
    struct stmt *s = parse_new_guarded(p, w->span, guard);
    guard->n = 1;
    guard->clause = ARENA_NEW(p->arena, struct except_clause);
    guard->clause->bare = true;
    s->if_.then = parse_guarded_then(p, w->span, body, (struct block){0});
    s->if_.els = parse_one_stmt(p, handler(w, item));
    return s;
}

/* The target of `as`; NULL: there is none. */
static struct expr *target_of(const struct with *w, const struct node *item) {
    if (item->kind != NODE_AS_PATTERN) {
        return NULL;
    }
    struct expr *target = parse_target(w->p, node_named(node_child(item, NODE_AS_TARGET), 0));
    parse_check_target(w->p, target);
    parse_bind_target(w->p, target);
    return target;
}

/* The item is an object: what is pushed are all statements that it makes. */
static void manage(const struct with *w, int i, const struct node *item) {
    struct parser *p = w->p;
    bool as = item->kind == NODE_AS_PATTERN;
    struct expr *value = parse_expr(p, as ? node_named(item, 0) : item, ALLOW_NONE);
    assign(w, name(w, "with", item), value);
    struct expr *entered = parse_new_method(p, name(w, "with", item), "__enter__", 0, w->span);
    struct expr *target = target_of(w, item);
    if (target) {
        assign(w, target, entered);
    } else {
        struct stmt *s = parse_new_stmt(p, STMT_EXPR, w->span);
        s->expr = entered;
        parse_push(p, s);
    }
    assign_bool(w, name(w, "ok", item), true);
    struct block body = parse_one_stmt(p, guarded(w, block_of(w, i + 1), item));
    struct stmt *left = parse_new_stmt(p, STMT_IF, w->span),
                *s = parse_new_guarded(p, w->span, parse_new_guard(p, GUARD_FINALLY));
    left->if_.cond = name(w, "ok", item);
    int mark = p->stack.n;
    push_exit(w, item, NULL);
    left->if_.then = taken(w, mark);
    s->if_.then = parse_guarded_then(p, w->span, body, parse_one_stmt(p, left));
    parse_push(p, s);
}

/* with contextlib.suppress(A, B): */
static void suppress(const struct with *w, int i, const struct node *item) {
    struct parser *p = w->p;
    struct stmt_guard *guard = parse_new_guard(p, GUARD_TRY);
    struct stmt *s = parse_new_guarded(p, w->span, guard);
    const struct expr *e = parse_expr(p, item, ALLOW_NONE);
    guard->n = 1;
    guard->clause = ARENA_NEW(p->arena, struct except_clause);
    guard->clause->n = e->call.n;
    guard->clause->class = e->call.arg;
    s->if_.then = parse_guarded_then(p, w->span, block_of(w, i + 1), (struct block){0});
    s->if_.els = parse_one_stmt(p, parse_new_guarded(p, w->span, parse_new_guard(p, GUARD_CLAUSE)));
    parse_push(p, s);
}

/* with manager() as x: A -> for x in manager(): A, which has A where the generator yields */
static void loop_over(const struct with *w, int i, const struct node *item) {
    bool as = item->kind == NODE_AS_PATTERN;
    struct stmt *s = parse_new_stmt(w->p, STMT_FOR, w->span);
    s->for_.iter = parse_expr(w->p, as ? node_named(item, 0) : item, ALLOW_NONE);
    struct expr *target = target_of(w, item);
    s->for_.target = target ? target : name(w, "managed", item);
    s->for_.manages = true;
    s->for_.body = block_of(w, i + 1);
    parse_push(w->p, s);
}

/* with contextlib.nullcontext(x) as y: y = x */
static void give(const struct with *w, const struct node *item) {
    struct parser *p = w->p;
    struct expr *value = parse_expr(p, given_by_null(p, item), ALLOW_NONE);
    struct expr *target = target_of(w, item);
    assign(w, target ? target : name(w, "with", item), value);
}

/* Item i and those behind it around the body, pushed. */
static void push_items(const struct with *w, int i) {
    const struct node *item = item_at(w->items, i);
    if (!item) {
        const struct node *block = node_child(w->statement, NODE_BLOCK);
        for
            each_node(s, block) {
                parse_statement(w->p, s);
            }
    } else if (is_null(w->p, item)) {
        push_items(w, i + 1);
    } else if (given_by_null(w->p, item)) {
        give(w, item);
        push_items(w, i + 1);
    } else if (is_suppress(w->p, item)) {
        suppress(w, i, item);
    } else if (is_managed(w->p, item)) {
        loop_over(w, i, item);
    } else {
        manage(w, i, item);
    }
}

static struct block block_of(const struct with *w, int i) {
    int mark = w->p->stack.n;
    push_items(w, i);
    return taken(w, mark);
}

void parse_with(struct parser *p, const struct node *n) {
    struct with w = {.p = p, .statement = n, .items = items_of(p, n), .span = parse_span(n)};
    push_items(&w, 0);
}
