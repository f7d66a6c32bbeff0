/* Functions: definitions, lambdas, their parameters; classes, which are never compiled.
 *
 * Decorators and annotations are only noted here (struct func_notes); annot.c reads them once the
 * module's imports are known. */
#include "annot_type.h"
#include "parse.h"

/* What surrounds a function while its body is parsed. */
struct outer {
    struct func *fn;
    int loops;
};

/* Is the AST of a function here wanted? */
static bool is_wanted(const struct parser *p) {
    return p->fn || (p->ignored == 0 && p->compound == 0);
}

static struct func *new_func(struct parser *p, uint32_t lo) {
    struct func *f = ARENA_NEW(p->arena, struct func);
    struct func_notes *notes = ARENA_NEW(p->arena, struct func_notes);
    f->id = p->funcs.n;
    f->span.lo = lo;
    f->name = "";
    f->parent = p->fn;
    vec_push(p->keep, &p->funcs, f);
    vec_push(p->keep, &p->notes, notes);
    return f;
}

/* Expression ids start anew in an outermost function. Defaults of its parameters count as part of
 * it; those of a nested function belong to the enclosing one. */
static struct outer enter_func(struct parser *p, struct func *f) {
    struct outer outer = {p->fn, p->loops};
    p->loops = 0;
    ++p->defs;
    if (!p->fn) {
        p->fn = f;
        p->next_expr = 0;
    }
    return outer;
}

static void leave_func(struct parser *p, struct func *f, struct outer outer) {
    f->span = parse_since(p, f->span.lo);
    p->fn = outer.fn;
    p->loops = outer.loops;
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
    bool any;     /* a parameter was read */
    bool bare;    /* one was read whose annotation is no type of compiled code */
    bool slash;   /* `/` was read */
    bool kw_only; /* behind `*` */
    bool has_def; /* one with a default was read */
    bool last;    /* `**` was read */
};

static struct symbol *new_param(struct parser *p, struct func *f, const char *name,
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

/* [":" annotation], the span of which is returned; lambdas have none. That of *args may be *x. */
static struct span parse_annotation(struct parser *p, bool is_lambda, bool is_star) {
    if (is_lambda || !parse_accept(p, TOK_COLON)) {
        return (struct span){0};
    }
    struct ignored before = parse_ignore(p);
    uint32_t lo = p->tok->lo;
    is_star ? parse_starred(p) : parse_test(p);
    parse_heed(p, before);
    return parse_since(p, lo);
}

/* Is an annotation, as text or in quotes, a type that compiled code can have? */
static bool is_type(struct parser *p, struct span ann) {
    const char *text = p->source->text + ann.lo;
    size_t n = ann.hi - ann.lo;
    bool quoted = n >= 2 && (*text == '\'' || *text == '"') && text[n - 1] == *text;
    struct ann_reader r;
    ann_reader_init(&r, p->arena, text + quoted, n - (quoted ? 2 : 0), ann, false);
    return n > 0 && ann_read_all(&r) != NULL;
}

/* name [":" annotation] ["=" default]; f is NULL when nothing is wanted. */
static void parse_param(struct parser *p, struct func *f, struct params *ps, bool is_lambda) {
    struct span span;
    struct expr *def = NULL;
    const char *name = parse_name(p, &span);
    ps->any = true;
    struct span ann = parse_annotation(p, is_lambda, !f);
    if (ann.hi > ann.lo) {
        vec_push(p->keep, &ps->anns.list, ann);
    }
    ps->bare = ps->bare || (!f && !is_type(p, ann));
    if (parse_accept(p, TOK_ASSIGN)) {
        def = parse_test(p);
        ps->has_def = ps->has_def || !ps->kw_only;
    } else if (ps->has_def && !ps->kw_only) {
        parse_error(p, span, "parameter without a default follows one with a default");
    }
    if (f && !p->panic) {
        struct param param = {
            .sym = new_param(p, f, name, span), .def = def, .kw_only = ps->kw_only};
        vec_push(p->arena, &ps->list, param);
        vec_push(p->arena, &ps->ann, ann);
    }
}

/* "*", "*args" or "**kwargs". */
static void parse_star(struct parser *p, struct params *ps, bool is_lambda) {
    struct span at = {p->tok->lo, p->tok->hi};
    bool twice = parse_peek(p) == TOK_MUL && ps->kw_only;
    bool bare = parse_peek(p) == TOK_MUL && parse_peek2(p) == TOK_COMMA;
    if (twice || (bare && p->tok[2].kind != TOK_NAME)) {
        parse_error(p, at,
                    twice ? "'*' may appear only once among the parameters"
                          : "a parameter must follow '*'");
        return;
    }
    ps->last = parse_peek(p) == TOK_POW;
    ps->kw_only = true;
    parse_advance(p);
    if (!bare) {
        ps->star_args = true;
        parse_param(p, NULL, ps, is_lambda);
    }
}

/* "/" behind the parameters that are given by position only. */
static void parse_slash(struct parser *p, struct params *ps) {
    struct span at = {p->tok->lo, p->tok->hi};
    bool first = !ps->any, late = ps->slash || ps->kw_only;
    parse_advance(p);
    if (first || late) {
        parse_error(p, at,
                    first       ? "at least one parameter must precede '/'"
                    : ps->slash ? "'/' may appear only once among the parameters"
                                : "'/' must be ahead of '*'");
    }
    for (int i = 0; i < ps->list.n; ++i) {
        ps->list.item[i].pos_only = true;
    }
    ps->slash = true;
}

/* Everything up to `close`, which stays. */
static struct params parse_params(struct parser *p, struct func *f, enum token_kind close) {
    struct params ps = {0};
    bool is_lambda = close == TOK_COLON;
    while (parse_peek(p) != close && !p->panic) {
        if (ps.last) {
            parse_error(p, (struct span){p->tok->lo, p->tok->hi}, "no parameter may follow '**'");
        } else if (parse_peek(p) == TOK_MUL || parse_peek(p) == TOK_POW) {
            parse_star(p, &ps, is_lambda);
        } else if (parse_peek(p) == TOK_DIV) {
            parse_slash(p, &ps);
        } else {
            parse_param(p, f, &ps, is_lambda);
        }
        if (!parse_accept(p, TOK_COMMA) && parse_peek(p) != close) {
            parse_expected(p, is_lambda ? "',' or ':'" : "',' or ')'");
        }
    }
    if (f) {
        f->n_params = ps.list.n;
        f->param = ps.list.item;
        f->star_args = ps.star_args;
        p->notes.item[f->id]->param_ann = ps.ann.item;
    }
    return ps;
}

/* ---- definitions */

/* [T, *Ts] behind the name of a function or class (Python 3.12). */
static void skip_type_params(struct parser *p) {
    int open = 0;
    if (parse_peek(p) != TOK_LBRACKET) {
        return;
    }
    do {
        open += (parse_peek(p) == TOK_LBRACKET) - (parse_peek(p) == TOK_RBRACKET);
        parse_advance(p);
    } while (open > 0 && parse_peek(p) != TOK_NEWLINE && parse_peek(p) != TOK_EOF);
}

/* "(" parameters ")" ["->" annotation], the span of which is returned. */
static struct span parse_signature(struct parser *p, struct func *f, struct params *ps) {
    struct span ann = {0};
    parse_expect(p, TOK_LPAREN);
    *ps = parse_params(p, f, TOK_RPAREN);
    parse_expect(p, TOK_RPAREN);
    if (parse_accept(p, TOK_ARROW)) {
        struct ignored before = parse_ignore(p);
        uint32_t lo = p->tok->lo;
        parse_test(p);
        parse_heed(p, before);
        ann = parse_since(p, lo);
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
static void parse_ignored_def(struct parser *p) {
    const struct token *head = p->tok;
    struct span span;
    struct params ps;
    const char *class_name = p->class_name;
    struct skipped_def skipped = {.why = reason_here(p), .of_module = !p->fn && p->ignored == 0};
    int loops = p->loops;
    parse_expect(p, TOK_DEF);
    const char *name = parse_name(p, &span);
    parse_bind_name(p, BIND_CLASS, name, span);
    struct ignored before = parse_ignore(p);
    p->loops = 0;
    ++p->defs;
    skip_type_params(p);
    parse_signature(p, NULL, &ps);
    skipped.name = name;
    skipped.name_span = span;
    skipped.anns = ps.anns;
    skipped.typed = ps.any && !ps.bare;
    vec_push(p->keep, &p->skipped, skipped);
    p->class_name = NULL;
    parse_block(p, head, "def");
    p->class_name = class_name;
    --p->defs;
    p->loops = loops;
    parse_heed(p, before);
}

static struct func *parse_wanted_def(struct parser *p, bool is_async) {
    const struct token *head = p->tok;
    struct func *f = new_func(p, head->lo);
    struct func_notes *notes = p->notes.item[f->id];
    struct outer outer = enter_func(p, f);
    notes->is_async = is_async;
    parse_advance(p);
    f->name = parse_name(p, &f->name_span);
    skip_type_params(p);
    struct params ps;
    notes->ret_ann = parse_signature(p, f, &ps);
    notes->anns = ps.anns;
    p->fn = f;
    f->body = parse_block(p, head, "def");
    leave_func(p, f, outer);
    if (!p->fn) {
        parse_bind(p, (struct binding){
                          .kind = BIND_DEF, .name = f->name, .span = f->name_span, .func = f});
    }
    return f;
}

struct func *parse_def(struct parser *p) {
    bool is_async = parse_accept(p, TOK_ASYNC);
    if (is_wanted(p)) {
        return parse_wanted_def(p, is_async);
    }
    parse_ignored_def(p);
    return NULL;
}

/* "@" expression, at the end of its line. It is no part of any function's body. */
static struct expr *parse_decorator(struct parser *p) {
    struct func *fn = p->fn;
    int next_expr = p->next_expr;
    p->fn = NULL;
    parse_advance(p);
    struct expr *e = parse_named(p);
    if (parse_peek(p) != TOK_NEWLINE && !p->panic) {
        parse_expected(p, "the end of the line");
    }
    parse_line_end(p);
    p->fn = fn;
    p->next_expr = next_expr;
    return e;
}

struct func *parse_decorated(struct parser *p) {
    int mark = p->stack.n, n, skipped = p->skipped.n;
    uint32_t lo = p->tok->lo;
    while (parse_peek(p) == TOK_MATMUL) {
        parse_push(p, parse_decorator(p));
    }
    struct expr **decorators = parse_take(p, mark, &n);
    struct span above = {lo, p->end};
    bool def =
        parse_peek(p) == TOK_DEF || (parse_peek(p) == TOK_ASYNC && parse_peek2(p) == TOK_DEF);
    if (!def) {
        if (parse_peek(p) == TOK_CLASS) {
            struct ignored before = {p->arena, p->fn};
            p->fn = NULL;
            parse_class(p);
            p->fn = before.fn;
        } else {
            parse_expected(p, "'def' or 'class' behind a decorator");
            parse_line_end(p);
        }
        return NULL;
    }
    struct func *f = parse_def(p);
    if (f) {
        p->notes.item[f->id]->n_decorators = n;
        p->notes.item[f->id]->decorator = decorators;
    } else if (skipped < p->skipped.n) {
        p->skipped.item[skipped].before = above;
    }
    return f;
}

void parse_class(struct parser *p) {
    const struct token *head = p->tok;
    int loops = p->loops;
    parse_advance(p);
    const struct token *name = p->tok;
    if (parse_peek(p) == TOK_NAME) {
        parse_bind_name(p, BIND_CLASS, parse_intern(p, name), (struct span){name->lo, name->hi});
    }
    struct ignored before = parse_ignore(p);
    int defs = p->defs;
    const char *outer = p->class_name;
    p->class_name = arena_strndup(p->keep, parse_text(p, name), name->hi - name->lo);
    p->defs = p->loops = 0;
    parse_primary(p); /* the bases look like a call of the name */
    parse_block(p, head, "class");
    p->class_name = outer;
    p->defs = defs;
    p->loops = loops;
    parse_heed(p, before);
}

/* ---- lambdas */

static struct expr *parse_ignored_lambda(struct parser *p, uint32_t lo) {
    struct ignored before = parse_ignore(p);
    parse_params(p, NULL, TOK_COLON);
    parse_expect(p, TOK_COLON);
    parse_test(p);
    parse_heed(p, before);
    return parse_new_unsupported(p, parse_since(p, lo), "lambda");
}

/* The body, as a block of one RETURN. */
static struct block parse_lambda_body(struct parser *p) {
    struct stmt **only = ARENA_ARRAY(p->arena, struct stmt *, 1);
    struct expr *e = parse_test(p);
    only[0] = ARENA_NEW(p->arena, struct stmt);
    only[0]->kind = STMT_RETURN;
    only[0]->span = e->span;
    only[0]->expr = e;
    return (struct block){1, only};
}

struct expr *parse_lambda(struct parser *p) {
    uint32_t lo = p->tok->lo;
    struct span name_span = {lo, p->tok->hi};
    parse_advance(p);
    if (!is_wanted(p)) {
        return parse_ignored_lambda(p, lo);
    }
    struct expr *e = parse_new_expr(p, EXPR_LAMBDA, (struct span){lo, lo});
    struct func *f = new_func(p, lo);
    f->is_lambda = true;
    f->name = "<lambda>";
    f->name_span = name_span;
    struct outer outer = enter_func(p, f);
    parse_params(p, f, TOK_COLON);
    parse_expect(p, TOK_COLON);
    p->fn = f;
    f->body = parse_lambda_body(p);
    int below = p->height;
    leave_func(p, f, outer);
    e->lambda = f;
    e->span = f->span;
    parse_grow(p, below);
    return e;
}
