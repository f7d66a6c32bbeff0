/* Functions: definitions, lambdas and their parameters.
 *
 * Decorators and annotations are only noted here (struct func_notes); annot.c reads them once the
 * module's imports are known. */
#include "parse.h"

/* What surrounds a function while its body is parsed. */
struct outer {
    struct func *fn;
    int loops;
};

static struct func *new_func(struct parser *p, struct span span) {
    struct func *f = ARENA_NEW(p->arena, struct func);
    struct func_notes *notes = ARENA_NEW(p->arena, struct func_notes);
    f->id = p->funcs.n;
    f->span = span;
    f->name_span = span;
    f->name = "";
    f->parent = p->fn;
    vec_push(p->arena, &p->funcs, f);
    vec_push(p->arena, &p->notes, notes);
    return f;
}

/* Expression ids start anew in an outermost function. Defaults of its parameters count as part of
 * it; those of a nested function belong to the enclosing one. */
static struct outer enter_func(struct parser *p, struct func *f) {
    struct outer outer = {p->fn, p->loops};
    p->loops = 0;
    if (!p->fn) {
        p->fn = f;
        p->next_expr = 0;
    }
    return outer;
}

static void leave_func(struct parser *p, struct func *f, struct outer outer) {
    p->fn = outer.fn;
    p->loops = outer.loops;
    if (!p->fn) {
        f->n_exprs = p->next_expr;
    }
}

/* ---- parameters */

struct params {
    VEC(struct param) list;
    VEC(struct span) ann;
    bool star_args;
    bool kw_only; /* behind `*` */
};

static void add_param(struct parser *p, struct func *f, struct params *ps, struct span name_span,
                      struct expr *def, struct span ann) {
    struct symbol *sym = ARENA_NEW(p->arena, struct symbol);
    const char *text = parse_text(p, name_span);
    sym->kind = SYM_LOCAL;
    sym->id = p->module->n_symbols++;
    sym->name = intern(p->names, text, name_span.hi - name_span.lo);
    sym->span = name_span;
    sym->owner = f;
    sym->is_param = true;
    if (!def && !ps->kw_only && ps->list.n > 0 && ps->list.item[ps->list.n - 1].def) {
        diag_error(p->diag, DIAG_PY101, name_span,
                   "parameter without a default follows parameter with a default");
    }
    struct param param = {sym, def, ps->kw_only};
    vec_push(p->arena, &ps->list, param);
    vec_push(p->arena, &ps->ann, ann);
}

/* TYPED_PARAMETER, DEFAULT_PARAMETER or TYPED_DEFAULT_PARAMETER. */
static void parse_param(struct parser *p, struct func *f, struct params *ps) {
    struct span name = {0}, ann = {0};
    struct expr *def = NULL;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_TYPE) {
            ann = n.span;
        } else if (n.field == FIELD_VALUE) {
            def = parse_expr(p);
        } else if (n.kind == CST_IDENTIFIER) {
            name = n.span;
        } else if (n.kind != CST_TOKEN) {
            ps->star_args = true;
        }
    }
    if (name.hi > name.lo) {
        add_param(p, f, ps, name, def, ann);
    }
    ps->kw_only = ps->kw_only || ps->star_args;
}

static void parse_params(struct parser *p, struct func *f) {
    struct params ps = {0};
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        switch (n.kind) {
        case CST_IDENTIFIER:
            add_param(p, f, &ps, n.span, NULL, (struct span){0});
            break;
        case CST_TYPED_PARAMETER:
        case CST_DEFAULT_PARAMETER:
        case CST_TYPED_DEFAULT_PARAMETER:
            parse_param(p, f, &ps);
            break;
        case CST_KEYWORD_SEPARATOR:
            ps.kw_only = true;
            break;
        case CST_TOKEN:
        case CST_POSITIONAL_SEPARATOR:
            break;
        default:
            ps.star_args = ps.kw_only = true;
            break;
        }
    }
    f->n_params = ps.list.n;
    f->param = ps.list.item;
    f->star_args = ps.star_args;
    p->notes.item[f->id]->param_ann = ps.ann.item;
}

/* ---- definitions */

static void parse_body(struct parser *p, struct func *f) {
    p->fn = f;
    f->body = parse_block(p);
}

static struct func *parse_function(struct parser *p) {
    struct func *f = new_func(p, cst_at(p->cst).span);
    struct func_notes *notes = p->notes.item[f->id];
    struct outer outer = enter_func(p, f);
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_NAME) {
            f->name = parse_name(p);
            f->name_span = n.span;
        } else if (n.field == FIELD_PARAMETERS) {
            parse_params(p, f);
        } else if (n.field == FIELD_RETURN_TYPE) {
            notes->ret_ann = n.span;
        } else if (n.field == FIELD_BODY) {
            parse_body(p, f);
        } else if (n.kind == CST_TOKEN && parse_is(p, n.span, "async")) {
            notes->is_async = true;
        }
    }
    leave_func(p, f, outer);
    return f;
}

/* The expression behind `@`. It is no part of any function's body. */
static struct expr *parse_decorator(struct parser *p) {
    struct expr *e = NULL;
    struct func *fn = p->fn;
    int next_expr = p->next_expr;
    p->fn = NULL;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        if (cst_at(p->cst).kind != CST_TOKEN && !e) {
            e = parse_expr(p);
        }
    }
    p->fn = fn;
    p->next_expr = next_expr;
    return e;
}

struct func *parse_func(struct parser *p) {
    if (cst_at(p->cst).kind == CST_FUNCTION) {
        return parse_function(p);
    }
    VEC(struct expr *) decorators = {0};
    struct func *f = NULL;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.kind == CST_DECORATOR) {
            struct expr *e = parse_decorator(p);
            if (e) {
                vec_push(p->arena, &decorators, e);
            }
        } else if (n.kind == CST_FUNCTION) {
            f = parse_function(p);
        }
    }
    if (f) {
        p->notes.item[f->id]->n_decorators = decorators.n;
        p->notes.item[f->id]->decorator = decorators.item;
    }
    return f;
}

/* The body of a lambda, as a block of one RETURN. */
static void parse_lambda_body(struct parser *p, struct func *f) {
    struct stmt **only = ARENA_ARRAY(p->arena, struct stmt *, 1);
    p->fn = f;
    only[0] = ARENA_NEW(p->arena, struct stmt);
    only[0]->kind = STMT_RETURN;
    only[0]->span = cst_at(p->cst).span;
    only[0]->expr = parse_expr(p);
    f->body = (struct block){1, only};
}

struct func *parse_lambda(struct parser *p) {
    struct func *f = new_func(p, cst_at(p->cst).span);
    f->is_lambda = true;
    f->name = "<lambda>";
    struct outer outer = enter_func(p, f);
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_PARAMETERS) {
            parse_params(p, f);
        } else if (n.field == FIELD_BODY) {
            parse_lambda_body(p, f);
        }
    }
    leave_func(p, f, outer);
    return f;
}
