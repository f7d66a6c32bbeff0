/* Calls and their arguments. A generator that is given to a function which takes all of it is a
 * list; any(), all() and next() have of it what decides. */
#include <string.h>

#include "parse.h"

/* ---- generators */

bool parse_takes_items(const char *name, bool method) {
    static const char *const names[] = {
        "sum",        "min",          "max",          "list",
        "any",        "all",          "sorted",       "reduce",
        "set",        "dict",         "next",         "tuple",
        "Counter",    "deque",        "frozenset",    "fsum",
        "prod",       "OrderedDict",  "fmean",        "groupby",
        "accumulate", "pairwise",     "stdev",        "pstdev",
        "multimode",  "bytes",        "bytearray",    "fromiter",
        "product",    "permutations", "combinations", "combinations_with_replacement"};
    static const char *const methods[] = {"extend",
                                          "fsum",
                                          "prod",
                                          "from_iterable",
                                          "reduce",
                                          "join",
                                          "update",
                                          "extendleft",
                                          "Counter",
                                          "deque",
                                          "groupby",
                                          "fromkeys",
                                          "accumulate",
                                          "pairwise",
                                          "fromiter",
                                          "product",
                                          "permutations",
                                          "combinations",
                                          "combinations_with_replacement"};
    const char *const *list = method ? methods : names;
    size_t n = method ? sizeof(methods) / sizeof(*methods) : sizeof(names) / sizeof(*names);
    bool found = false;
    for (size_t i = 0; i < n && !found; ++i) {
        found = strcmp(name, list[i]) == 0;
    }
    return found;
}

static bool takes_all(const struct expr *fn) {
    bool of = fn->kind == EXPR_ATTR && fn->attr.base->kind == EXPR_NAME &&
              strcmp(fn->attr.base->name.name, "statistics") == 0;
    return of || (fn->kind == EXPR_ATTR && parse_takes_items(fn->attr.name, true)) ||
           (fn->kind == EXPR_NAME && parse_takes_items(fn->name.name, false));
}

static struct expr *new_bool(struct parser *p, bool value, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_BOOL, span);
    e->boolean = value;
    return e;
}

/* cond: append the truth that decides; break */
static struct stmt *found(struct parser *p, struct stmt *append, bool any) {
    struct span span = append->span;
    struct stmt *test = parse_new_stmt(p, STMT_IF, span);
    struct expr *value = append->expr->call.arg[0], *not = parse_new_expr(p, EXPR_UNARY, span);
    not ->unary.op = OP_NOT;
    not ->unary.a = value;
    append->expr->call.arg[0] = new_bool(p, any, span);
    test->if_.cond = any ? value : not ;
    test->if_.then = (struct block){2, ARENA_ARRAY(p->arena, struct stmt *, 2)};
    test->if_.then.item[0] = append;
    test->if_.then.item[1] = parse_new_stmt(p, STMT_BREAK, span);
    return test;
}

/* if list: break */
static struct stmt *leave(struct parser *p, const struct expr *list) {
    struct stmt *test = parse_new_stmt(p, STMT_IF, list->span);
    struct expr *len = parse_new_expr(p, EXPR_CALL, list->span);
    len->call.fn = parse_new_expr(p, EXPR_NAME, list->span);
    len->call.fn->name.name = intern_str(p->names, "len");
    len->call.n = 1;
    len->call.arg = ARENA_ARRAY(p->arena, struct expr *, 1);
    len->call.arg[0] = parse_new_expr(p, EXPR_NAME, list->span);
    len->call.arg[0]->name.name = list->name.name;
    test->if_.cond = len;
    test->if_.then = parse_block_of(p, parse_new_stmt(p, STMT_BREAK, list->span));
    return test;
}

/* any(), all() and next() ask a generator for no more than decides: its loops, around the one at
 * hand, end with the first item that does. */
static void search(struct parser *p, struct block *b, const char *by) {
    struct stmt *s = b->item[0];
    if (s->kind == STMT_EXPR && strcmp(by, "next") == 0) {
        *b = (struct block){2, ARENA_ARRAY(p->arena, struct stmt *, 2)};
        b->item[0] = s;
        b->item[1] = parse_new_stmt(p, STMT_BREAK, s->span);
    } else if (s->kind == STMT_EXPR) {
        b->item[0] = found(p, s, strcmp(by, "any") == 0);
    } else if (s->kind == STMT_IF) {
        search(p, &s->if_.then, by);
    } else {
        search(p, &s->for_.body, by);
    }
}

static void leave_loops(struct parser *p, const struct expr *list, struct stmt *loop) {
    struct block *b = &loop->for_.body;
    struct stmt *inner = b->item[0];
    while (inner->kind == STMT_IF) {
        inner = inner->if_.then.item[0];
    }
    if (inner->kind == STMT_FOR) {
        struct stmt **item = ARENA_ARRAY(p->arena, struct stmt *, 2);
        leave_loops(p, list, inner);
        item[0] = b->item[0];
        item[1] = leave(p, list);
        *b = (struct block){2, item};
    }
}

static void end_early(struct parser *p, const struct expr *fn, struct expr *e) {
    const char *by = fn->kind == EXPR_NAME ? fn->name.name : "";
    bool early = strcmp(by, "any") == 0 || strcmp(by, "all") == 0 || strcmp(by, "next") == 0;
    if (e->kind == EXPR_COMP && early) {
        e->comp.ends_early = true;
        leave_loops(p, e->comp.list, e->comp.loop);
        search(p, &e->comp.loop->for_.body, by);
    }
}

/* ---- arguments */

/* The arguments of a call while they are read. */
struct arguments {
    VEC(struct keyword) keywords;
    const struct expr *fn; /* what is called; NULL: bases of a class */
    const char *lacking;   /* what pycc does not have in calls */
    const char *starred;   /* nor outside of functions: an argument behind a star; or NULL */
    bool unpacked;         /* behind **kwargs */
    int below;
};

static void parse_keyword(struct parser *p, const struct node *n, struct arguments *args) {
    const struct node *name = node_named(n, 0);
    struct keyword k = {.name = parse_intern(p, name), .span = parse_span(name)};
    if (name->kind != NODE_IDENTIFIER) {
        parse_error(p, parse_span(name), "expression cannot be the name of a keyword argument");
    }
    k.value = parse_expr(p, node_named(n, 1), ALLOW_NONE);
    args->below = max_int(args->below, p->height);
    vec_push(p->arena, &args->keywords, k);
}

static void parse_positional(struct parser *p, const struct node *n, struct arguments *args) {
    struct expr *star = parse_behind_star(p, n, true);
    if (star) {
        struct expr *e = parse_new_unsupported(p, parse_span(n), "argument '*args'");
        e->starred = star;
        args->starred = e->unsupported;
        if (args->unpacked) {
            parse_error(p, parse_span(n),
                        "iterable argument unpacking follows keyword argument unpacking");
        }
        args->below = max_int(args->below, p->height);
        parse_push(p, e);
        return;
    }
    bool all = n->kind == NODE_GENERATOR && args->fn && p->fn && takes_all(args->fn);
    struct expr *e = all ? parse_list_comprehension(p, n) : parse_expr(p, n, ALLOW_NAMED);
    if (all) {
        end_early(p, args->fn, e);
    }
    args->below = max_int(args->below, p->height);
    if (args->keywords.n > 0 || args->unpacked) {
        parse_error(p, e->span, "positional argument follows keyword argument%s",
                    args->unpacked ? " unpacking" : "");
    }
    parse_push(p, e);
}

/* **{'a': x} is a=x; what others give is found when names have their meaning (resolve_splat.c). */
static void parse_splat(struct parser *p, const struct node *n, struct arguments *args) {
    const struct expr *given = parse_behind_star(p, n, true);
    const char *key =
        given && given->kind == EXPR_DICT && !given->list.keyed ? given->list.keys : NULL;
    args->unpacked = true;
    args->below = max_int(args->below, p->height);
    if (!given || !p->fn) {
        args->lacking = "argument '**kwargs'";
        return;
    }
    if (given->kind != EXPR_DICT || given->list.keyed) {
        struct keyword all = {intern_str(p->names, "**"), parse_span(n), (struct expr *)given};
        vec_push(p->arena, &args->keywords, all);
        return;
    }
    for (int i = 0; key && i < given->list.n; ++i) {
        const char *end = strchr(key, DICT_KEY_END);
        size_t length = end ? (size_t)(end - key) : strlen(key);
        struct keyword k = {.name = intern(p->names, key, length),
                            .span = given->list.item[i]->span};
        k.value = given->list.item[i];
        vec_push(p->arena, &args->keywords, k);
        key = end ? end + 1 : key;
    }
}

/* Positional ones are pushed on p->stack. */
static struct arguments parse_arguments(struct parser *p, const struct node *n,
                                        const struct expr *fn) {
    struct arguments args = {.below = p->height, .fn = fn};
    const struct node *second = n->size > 2 ? n + 2 : n;
    if (node_is(p->source->text, second, ",")) {
        parse_expected(p, "an expression", parse_span(second));
    }
    for
        each_node(c, n) {
            if (c->kind == NODE_DICT_SPLAT) {
                parse_splat(p, c, &args);
            } else if (c->kind == NODE_KEYWORD_ARGUMENT) {
                parse_keyword(p, c, &args);
            } else if (c->kind != NODE_TOKEN) {
                parse_positional(p, c, &args);
            }
        }
    args.lacking = !args.lacking && !p->fn ? args.starred : args.lacking;
    return args;
}

void parse_arguments_of_class(struct parser *p, const struct node *n) {
    int mark = p->stack.n;
    parse_arguments(p, n, NULL);
    p->stack.n = mark;
}

/* ---- calls */

/* super().m(a) in a method of a class whose base is known is Base.m(self, a); what builds objects
 * knows super().__init__ itself. The object goes first. */
static void call_of_base(struct parser *p, struct expr *fn, int mark) {
    struct expr *of = fn->kind == EXPR_ATTR ? fn->attr.base : NULL;
    bool super = of && of->kind == EXPR_CALL && of->call.n + of->call.n_kw == 0 &&
                 of->call.fn->kind == EXPR_NAME && p->base_name &&
                 of->call.fn->name.name == intern_str(p->names, "super") &&
                 fn->attr.name != intern_str(p->names, "__init__");
    if (!super || !p->fn || !p->fn->is_method || p->fn->n_params == 0) {
        return;
    }
    of->kind = EXPR_NAME;
    of->name.name = p->base_name;
    struct expr *self = parse_new_name(p, p->fn->param[0].sym->name, of->span);
    parse_push(p, self);
    for (int i = p->stack.n - 1; i > mark; --i) {
        p->stack.item[i] = p->stack.item[i - 1];
    }
    p->stack.item[mark] = self;
}

static struct expr *new_call(struct parser *p, struct expr *fn, const struct node *n, int mark,
                             const struct arguments *args) {
    struct expr *e = parse_new_expr(p, EXPR_CALL, parse_span(n));
    e->call.fn = fn;
    e->call.arg = parse_take(p, mark, &e->call.n);
    e->call.n_kw = args->keywords.n;
    e->call.kw = args->keywords.item;
    if (fn->kind == EXPR_NAME && e->call.n == 1 && strcmp(fn->name.name, "len") == 0) {
        parse_tell_items(p, e->call.arg[0]);
    }
    parse_tell_called(p, e);
    parse_caught_call(p, e);
    parse_grow(p, args->below, n);
    return e;
}

struct expr *parse_call(struct parser *p, const struct node *n, struct expr *fn) {
    const struct node *given = node_named(n, 1);
    int mark = p->stack.n;
    if (given->kind == NODE_GENERATOR && p->fn && takes_all(fn)) {
        struct arguments args = {.below = p->height};
        struct expr *list = parse_list_comprehension(p, given);
        end_early(p, fn, list);
        parse_push(p, list);
        args.below = max_int(args.below, p->height);
        return new_call(p, fn, n, mark, &args);
    }
    if (given->kind == NODE_GENERATOR && !p->fn) {
        parse_foreign_display(p, given, "generator expression");
        return parse_new_unsupported(p, parse_span(n), "generator expression");
    }
    if (given->kind == NODE_GENERATOR) {
        struct arguments args = {.below = p->height};
        parse_push(p, parse_generator(p, given));
        args.below = max_int(args.below, p->height);
        return new_call(p, fn, n, mark, &args);
    }
    struct arguments args = parse_arguments(p, given, fn);
    if (args.lacking) {
        p->stack.n = mark;
        return parse_new_unsupported(p, parse_span(n), args.lacking);
    }
    call_of_base(p, fn, mark);
    return new_call(p, fn, n, mark, &args);
}
