/* Functions: definitions, lambdas, their parameters; classes, which are never compiled.
 *
 * Decorators and annotations are only noted here (struct func_notes); annot.c reads them once the
 * module's imports are known. */
#include "parse.h"

#include <string.h>

/* Is the AST of a function here wanted? */
static bool is_wanted(const struct parser *p) {
    return p->fn || (p->ignored == 0 && p->compound == 0);
}

struct func *parse_new_func(struct parser *p, uint32_t lo) {
    struct func *f = ARENA_NEW(p->arena, struct func);
    struct func_notes *notes = ARENA_NEW(p->arena, struct func_notes);
    f->id = p->funcs.n;
    f->imported = p->imported;
    f->span.lo = lo;
    f->name = "";
    f->parent = p->fn;
    f->cu = p->cu;
    vec_push(p->keep, &p->funcs, f);
    vec_push(p->keep, &p->notes, notes);
    return f;
}

/* Expression ids start anew in an outermost function. Defaults of its parameters count as part of
 * it; those of a nested function belong to the enclosing one. */
struct func *parse_enter_func(struct parser *p, struct func *f) {
    struct func *outer = p->fn;
    ++p->defs;
    if (!p->fn) {
        p->fn = f;
        p->next_expr = 0;
    }
    return outer;
}

void parse_leave_func(struct parser *p, struct func *f, struct func *outer) {
    p->fn = outer;
    --p->defs;
    if (!p->fn) {
        f->n_exprs = p->next_expr;
    }
}

/* ---- parameters */

struct params {
    VEC(struct param) list;
    VEC(struct span) ann;
    struct spans anns; /* all that there are */
    bool star_args;
    int rest;             /* 1 + the place of *args, 0: none */
    const char *keywords; /* the name of **kw; or NULL */
    bool any;             /* a parameter was read */
    bool bare_star;       /* `*` was read, and no parameter behind it */
    bool bare;            /* one was read that has no annotation */
    bool slash;           /* `/` was read */
    bool kw_only;         /* behind `*` */
    bool has_def;         /* one with a default was read */
    bool last;            /* `**` was read */
};

struct symbol *parse_new_param(struct parser *p, struct func *f, const char *name,
                               struct span span) {
    struct symbol *sym = ARENA_NEW(p->arena, struct symbol);
    sym->kind = SYM_LOCAL;
    sym->id = p->module->n_symbols++;
    sym->name = name;
    sym->span = span;
    sym->owner = f;
    sym->op = OP_COUNT;
    sym->is_param = true;
    return sym;
}

/* Empty when there is none, or it has been reported. */
static struct span annotation(const struct parser *p, const struct node *n) {
    const struct node *type = node_child(n, NODE_TYPE);
    bool bad = type && p->broken && layout_line(p->layout, type->lo)->bad;
    return type && !bad ? parse_span(type) : (struct span){0};
}

/* name [":" annotation] ["=" default]; f is NULL when nothing is wanted. */
static void parse_param(struct parser *p, struct func *f, struct params *ps, const struct node *n) {
    bool plain = n->kind == NODE_IDENTIFIER, typed = n->kind != NODE_DEFAULT_PARAMETER && !plain;
    const struct node *name = plain ? n : node_named(n, 0);
    const struct node *value = plain || n->kind == NODE_TYPED_PARAMETER ? NULL : node_last(n);
    struct span ann = typed ? annotation(p, n) : (struct span){0};
    ps->any = true;
    ps->bare_star = false;
    if (ann.hi > 0) {
        vec_push(p->keep, &ps->anns.list, ann);
    }
    ps->bare = ps->bare || ann.hi == 0;
    struct expr *def = value ? parse_expr(p, value, ALLOW_NONE) : NULL;
    if (value) {
        ps->has_def = ps->has_def || !ps->kw_only;
    } else if (ps->has_def && !ps->kw_only) {
        parse_error(p, parse_span(name), "parameter without a default follows one with a default");
    }
    if (name->kind != NODE_IDENTIFIER) {
        parse_expected(p, "a name", (struct span){name->lo, name->lo + 1});
    } else if (f) {
        struct param param = {.sym = parse_new_param(p, f, parse_intern(p, name), parse_span(name)),
                              .def = def,
                              .kw_only = ps->kw_only};
        vec_push(p->arena, &ps->list, param);
        vec_push(p->arena, &ps->ann, ann);
    }
}

/* "*", "*args" or "**kwargs"; typed ones have the star inside. */
static void parse_star(struct parser *p, struct func *f, struct params *ps, const struct node *n) {
    const struct node *star = n->kind == NODE_TYPED_PARAMETER ? node_named(n, 0) : n;
    bool twice = star->kind != NODE_DICT_SPLAT_PATTERN && ps->kw_only;
    bool nothing = star->kind == NODE_DICT_SPLAT_PATTERN && ps->bare_star;
    struct span at = {n->lo, n->lo + 1};
    if (twice || nothing) {
        parse_error(p, at,
                    twice ? "'*' may appear only once among the parameters"
                          : "a parameter must follow '*'");
    }
    ps->last = star->kind == NODE_DICT_SPLAT_PATTERN;
    ps->kw_only = true;
    ps->bare_star = n->kind == NODE_KEYWORD_SEPARATOR;
    if (ps->bare_star) {
        return;
    }
    ps->star_args = true;
    const struct node *name = node_named(star, 0);
    struct span ann = n == star ? (struct span){0} : annotation(p, n);
    if (name->kind != NODE_IDENTIFIER) {
        parse_expected(p, "',' or ')'", (struct span){name[1].hi, name[1].hi + 1});
    }
    if (ann.hi > 0) {
        vec_push(p->keep, &ps->anns.list, ann);
    }
    if (f && !ps->last && name->kind == NODE_IDENTIFIER) {
        struct param param = {.sym = parse_new_param(p, f, parse_intern(p, name), parse_span(name)),
                              .is_float = parse_text_is(p, ann, "float")};
        vec_push(p->arena, &ps->list, param);
        vec_push(p->arena, &ps->ann, (struct span){0});
        ps->rest = ps->list.n;
    }
    if (ps->last && name->kind == NODE_IDENTIFIER) {
        ps->keywords = parse_intern(p, name);
    }
    ps->any = true;
    ps->bare = ps->bare || ann.hi == 0;
}

/* "/" behind the parameters that are given by position only. */
static void parse_slash(struct parser *p, struct params *ps, const struct node *n) {
    bool first = !ps->any, late = ps->slash || ps->kw_only;
    if (first || late) {
        parse_error(p, parse_span(n),
                    first       ? "at least one parameter must precede '/'"
                    : ps->slash ? "'/' may appear only once among the parameters"
                                : "'/' must be ahead of '*'");
    }
    for (int i = 0; i < ps->list.n; ++i) {
        ps->list.item[i].pos_only = true;
    }
    ps->slash = true;
}

static bool has_star(const struct node *n) {
    const struct node *inner = n->kind == NODE_TYPED_PARAMETER ? node_named(n, 0) : n;
    return inner->kind == NODE_LIST_SPLAT_PATTERN || inner->kind == NODE_DICT_SPLAT_PATTERN ||
           n->kind == NODE_KEYWORD_SEPARATOR;
}

/* n is PARAMETERS, LAMBDA_PARAMETERS or NULL. */
static struct params parse_params(struct parser *p, struct func *f, const struct node *n) {
    struct params ps = {0};
    const struct node *end = n ? n + n->size : NULL;
    for (const struct node *c = n ? n + 1 : NULL; c < end; c += c->size) {
        if (c->kind == NODE_TOKEN) {
            continue;
        }
        if (ps.last) {
            parse_error(p, parse_span(c), "no parameter may follow '**'");
        } else if (has_star(c)) {
            parse_star(p, f, &ps, c);
        } else if (c->kind == NODE_POSITIONAL_SEPARATOR) {
            parse_slash(p, &ps, c);
        } else {
            parse_param(p, f, &ps, c);
        }
    }
    if (ps.bare_star) {
        const struct node *star = node_child(n, NODE_KEYWORD_SEPARATOR);
        parse_error(p, parse_span(star), "a parameter must follow '*'");
    }
    if (f) {
        f->n_params = ps.list.n;
        f->param = ps.list.item;
        f->star_args = ps.star_args;
        f->rest = ps.rest;
        f->keywords = ps.keywords;
        p->notes.item[f->id]->param_ann = ps.ann.item;
    }
    return ps;
}

/* ---- definitions */

/* The parameters, and the span of the result's annotation. */
static struct span parse_signature(struct parser *p, struct func *f, const struct node *n,
                                   struct params *ps) {
    struct span ann = annotation(p, n);
    *ps = parse_params(p, f, node_child(n, NODE_PARAMETERS));
    if (ann.hi > 0) {
        vec_push(p->keep, &ps->anns.list, ann);
    }
    return ann;
}

/* Why nothing inside here is compiled. */
static const char *reason_here(const struct parser *p) {
    return p->class_name ? arena_printf(p->keep, "it is a method of '%s'", p->class_name)
           : p->defs > 0 ? "it is defined inside a function that is not compiled"
                         : "it is defined inside a statement";
}

/* A function in a class or a compound statement: only its name and its mistakes count. */
static void parse_ignored_def(struct parser *p, const struct node *n) {
    struct params ps;
    const struct node *name = node_child(n, NODE_IDENTIFIER);
    const char *class_name = p->class_name;
    struct skipped_def skipped = {.why = reason_here(p), .of_module = !p->fn && p->ignored == 0};
    skipped.name = parse_intern(p, name);
    skipped.name_span = parse_span(name);
    parse_bind_name(p, BIND_CLASS, skipped.name, skipped.name_span);
    struct ignored before = parse_ignore(p);
    ++p->defs;
    bool result = parse_signature(p, NULL, n, &ps).hi > 0;
    skipped.anns = ps.anns;
    skipped.typed = ps.bare ? 0 : ps.anns.list.n - result;
    vec_push(p->keep, &p->skipped, skipped);
    p->class_name = NULL;
    parse_block(p, node_child(n, NODE_BLOCK));
    p->class_name = class_name;
    --p->defs;
    parse_heed(p, before);
}

static struct func *parse_wanted_def(struct parser *p, const struct node *n, bool is_async) {
    const struct node *head = is_async ? n + 2 : n + 1, *name = node_child(n, NODE_IDENTIFIER);
    struct func *f = parse_new_func(p, head->lo);
    struct func_notes *notes = p->notes.item[f->id];
    struct func *outer = parse_enter_func(p, f);
    notes->is_async = is_async;
    f->span.hi = n->hi;
    f->name = parse_intern(p, name);
    f->name_span = parse_span(name);
    struct params ps;
    notes->ret_ann = parse_signature(p, f, n, &ps);
    notes->anns = ps.anns;
    p->fn = f;
    f->body = parse_block(p, node_child(n, NODE_BLOCK));
    parse_leave_func(p, f, outer);
    if (!p->fn) {
        parse_bind(p, (struct binding){
                          .kind = BIND_DEF, .name = f->name, .span = f->name_span, .func = f});
    }
    return f;
}

struct func *parse_def(struct parser *p, const struct node *n) {
    if (is_wanted(p)) {
        return parse_wanted_def(p, n, node_is(p->source->text, n + 1, "async"));
    }
    parse_ignored_def(p, n);
    return NULL;
}

/* "@" expression. It is no part of any function's body. */
static struct expr *parse_decorator(struct parser *p, const struct node *n) {
    struct func *fn = p->fn;
    int next_expr = p->next_expr;
    p->fn = NULL;
    struct expr *e = parse_expr(p, node_named(n, 0), ALLOW_NAMED);
    p->fn = fn;
    p->next_expr = next_expr;
    return e;
}

/* @cu, @copperhead.cu: what it is a name of is not known yet (annot.c). */
static bool is_copperhead(const struct expr *e) {
    const char *name = e->kind == EXPR_NAME   ? e->name.name
                       : e->kind == EXPR_ATTR ? e->attr.name
                                              : "";
    return strcmp(name, "cu") == 0;
}

struct func *parse_decorated(struct parser *p, const struct node *n) {
    int mark = p->stack.n, count, skipped = p->skipped.n;
    bool cu = p->cu;
    struct span above = {n->lo, n->lo};
    const struct node *what = NULL;
    for
        each_node(c, n) {
            what = c;
            if (c->kind == NODE_DECORATOR) {
                struct expr *e = parse_decorator(p, c);
                p->cu = p->cu || is_copperhead(e);
                parse_push(p, e);
                above.hi = node_named(c, 0)->hi;
            }
        }
    struct expr **decorators = parse_take(p, mark, &count);
    if (what->kind == NODE_CLASS) {
        struct ignored before = {p->arena, p->fn};
        p->fn = NULL;
        p->stack.n = mark + count;
        parse_class(p, what, mark);
        p->stack.n = mark;
        p->fn = before.fn;
        return NULL;
    }
    struct func *f = parse_def(p, what);
    p->cu = cu;
    if (f && count == 1 && f->yields && parse_is_manager(p, node_child(n, NODE_DECORATOR))) {
        f->manages = true;
    } else if (f) {
        p->notes.item[f->id]->n_decorators = count;
        p->notes.item[f->id]->decorator = decorators;
    } else if (skipped < p->skipped.n) {
        p->skipped.item[skipped].before = above;
    }
    return f;
}

/* A class inside of something: only its name and its mistakes count. */
static void parse_ignored_class(struct parser *p, const struct node *n) {
    const struct node *name = node_child(n, NODE_IDENTIFIER),
                      *bases = node_child(n, NODE_ARGUMENTS);
    int defs = p->defs;
    const char *outer = p->class_name;
    parse_bind_name(p, BIND_CLASS, parse_intern(p, name), parse_span(name));
    struct ignored before = parse_ignore(p);
    p->class_name = arena_strndup(p->keep, p->source->text + name->lo, name->hi - name->lo);
    p->defs = 0;
    if (bases) {
        parse_arguments_of_class(p, bases);
    }
    parse_block(p, node_child(n, NODE_BLOCK));
    p->class_name = outer;
    p->defs = defs;
    parse_heed(p, before);
}

void parse_class(struct parser *p, const struct node *n, int mark) {
    if (p->fn || p->ignored > 0 || p->compound > 0) {
        parse_ignored_class(p, n);
        return;
    }
    struct class *c = parse_known_class(
        p, n, p->stack.n - mark, p->stack.n > mark ? (struct expr **)p->stack.item + mark : NULL);
    parse_bind(p,
               (struct binding){.kind = BIND_CLASS, .name = c->name, .span = c->span, .class_ = c});
}

/* ---- functions of classes */

struct func *parse_method_begin(struct parser *p, struct span whole, const char *name,
                                struct span name_span) {
    struct func *f = parse_new_func(p, whole.lo);
    f->span.hi = whole.hi;
    f->name = name;
    f->name_span = name_span;
    f->is_method = true;
    parse_enter_func(p, f);
    p->fn = f;
    return f;
}

void parse_method_params(struct parser *p, struct func *f, const struct node *n) {
    struct params ps;
    struct func_notes *notes = p->notes.item[f->id];
    notes->ret_ann = parse_signature(p, f, n, &ps);
    notes->anns = ps.anns;
}

void parse_method_end(struct parser *p, struct func *f) {
    parse_leave_func(p, f, NULL);
}

struct func *parse_new_instance(struct parser *p, const struct func *of, int n_params) {
    struct func *outer = p->fn, *f;
    p->fn = of->parent;
    f = parse_new_func(p, of->span.lo);
    p->fn = outer;
    *p->notes.item[f->id] = *p->notes.item[of->id];
    f->span = of->span;
    f->name = of->name;
    f->name_span = of->name_span;
    f->imported = of->imported;
    f->instance_of = of;
    f->star_args = of->star_args;
    f->rest = of->rest;
    f->n_params = n_params;
    f->param = ARENA_ARRAY(p->arena, struct param, n_params);
    return f;
}

/* ---- lambdas */

static struct expr *parse_ignored_lambda(struct parser *p, const struct node *n) {
    struct ignored before = parse_ignore(p);
    parse_params(p, NULL, node_child(n, NODE_LAMBDA_PARAMETERS));
    parse_expr(p, node_last(n), ALLOW_NONE);
    parse_heed(p, before);
    return parse_new_unsupported(p, parse_span(n), "lambda");
}

/* The body, as a block of one RETURN. */
struct block parse_lambda_body(struct parser *p, const struct node *n) {
    return parse_returned(p, parse_expr(p, n, ALLOW_NONE));
}

struct block parse_returned(struct parser *p, struct expr *e) {
    struct stmt **only = ARENA_ARRAY(p->arena, struct stmt *, 1);
    only[0] = parse_new_stmt(p, STMT_RETURN, e->span);
    only[0]->expr = e;
    return (struct block){1, only};
}

struct func *parse_new_lambda(struct parser *p, struct func *parent, int n, struct span span) {
    struct func *outer = p->fn;
    p->fn = parent;
    struct func *f = parse_new_func(p, span.lo);
    f->span = f->name_span = span;
    f->is_lambda = true;
    f->prelude = parent->prelude;
    f->imported = parent->imported;
    f->name = "<lambda>";
    f->n_params = n;
    f->param = ARENA_ARRAY(p->arena, struct param, n);
    for (int i = 0; i < n; ++i) {
        const char *name = intern_str(p->names, arena_printf(p->keep, "x%d", i));
        f->param[i].sym = parse_new_param(p, f, name, span);
    }
    f->body = (struct block){1, ARENA_ARRAY(p->arena, struct stmt *, 1)};
    f->body.item[0] = parse_new_stmt(p, STMT_RETURN, span);
    p->fn = outer;
    return f;
}

struct expr *parse_lambda(struct parser *p, const struct node *n) {
    if (!is_wanted(p)) {
        return parse_ignored_lambda(p, n);
    }
    struct expr *e = parse_new_expr(p, EXPR_LAMBDA, parse_span(n));
    struct func *f = parse_new_func(p, n->lo);
    f->span.hi = n->hi;
    f->is_lambda = true;
    f->name = "<lambda>";
    f->name_span = parse_span(n + 1);
    struct func *outer = parse_enter_func(p, f);
    parse_params(p, f, node_child(n, NODE_LAMBDA_PARAMETERS));
    p->fn = f;
    f->body = parse_lambda_body(p, node_last(n));
    int below = p->height;
    parse_leave_func(p, f, outer);
    e->lambda = f;
    parse_grow(p, below, n);
    return e;
}
