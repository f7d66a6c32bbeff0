/* Calls of functions of the prelude, and of the user's, whose arguments have another form there. */
#include <string.h>

#include "nodes.h"
#include "resolve_private.h"

void resolve_pack(struct sugar *g, struct expr *e) {
    struct expr *items = sugar_new(g, EXPR_TUPLE, e->span);
    items->list.n = e->call.n;
    items->list.item = e->call.arg;
    e->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
    e->call.arg[0] = items;
    e->call.n = 1;
}

/* ---- itertools */

static bool calls(const struct expr *e, const char *name) {
    return e->kind == EXPR_CALL && e->call.n == 1 && e->call.n_kw == 0 &&
           e->call.fn->kind == EXPR_NAME && strcmp(e->call.fn->name.name, name) == 0;
}

/* (0, 1, ..., n - 1) */
static struct expr *counted(struct sugar *g, int n, struct span span) {
    struct expr *e = sugar_new(g, EXPR_TUPLE, span);
    e->list.n = n;
    e->list.item = ARENA_ARRAY(g->arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        e->list.item[i] = sugar_new(g, EXPR_INT, span);
        e->list.item[i]->integer.value = i;
    }
    return e;
}

/* permutations([x, y, z]) and permutations(range(3)) tell how many items each one has. */
static void count_items(struct sugar *g, struct expr **arg) {
    enum { MOST = 4 };
    const struct expr *inner = calls(*arg, "list") ? (*arg)->call.arg[0] : *arg;
    const struct expr *stop = calls(inner, "range") ? inner->call.arg[0] : NULL;
    if ((*arg)->kind == EXPR_LIST && (*arg)->list.n <= MOST) {
        (*arg)->kind = EXPR_TUPLE;
    } else if (stop && stop->kind == EXPR_INT && stop->integer.value <= MOST) {
        *arg = counted(g, (int)stop->integer.value, inner->span);
    }
}

/* f(x, [g, h]) as f(x, g, h): functions are no items of a tuple. */
static void spread_last(struct resolver *r, struct expr *e) {
    int before = e->call.n - 1;
    const struct expr *last = e->call.arg[before];
    struct expr **arg = ARENA_ARRAY(r->arena, struct expr *, before + last->list.n);
    memcpy(arg, e->call.arg, (size_t)before * sizeof(*arg));
    memcpy(arg + before, last->list.item, (size_t)last->list.n * sizeof(*arg));
    e->call.arg = arg;
    e->call.n = before + last->list.n;
}

void resolve_library_call(struct resolver *r, struct sugar *g, struct expr *e) {
    static const char *const packed[] = {"itertools__product", "itertools__chain",
                                         "itertools__zip_longest"};
    const struct symbol *sym = sugar_callee(e->call.fn);
    bool ours = !r->frame || r->frame->fn->prelude;
    if (!sym || sym->kind != SYM_FUNC || !sym->func->prelude || ours || e->call.n == 0) {
        return;
    }
    const char *name = sym->func->name;
    enum { MOST_PIECES = 8 };
    struct expr *pieces = strcmp(name, "piecewise") == 0 && e->call.n == 3 ? e->call.arg[2] : NULL;
    if (pieces && (pieces->kind == EXPR_LIST || pieces->kind == EXPR_TUPLE) && pieces->list.n > 0 &&
        pieces->list.n <= MOST_PIECES) {
        spread_last(r, e);
        return;
    }
    if (strcmp(name, "itertools__from_iterable") == 0 && e->call.arg[0]->kind == EXPR_LIST) {
        e->call.fn->attr.sym = scope_member(r->s, IN_ITERTOOLS, "chain");
        e->call.arg[0]->kind = EXPR_TUPLE;
        return;
    }
    bool pack = e->call.n > 1 && strcmp(name, "ndindex") == 0;
    for (size_t i = 0; i < sizeof packed / sizeof packed[0]; ++i) {
        pack = pack || strcmp(name, packed[i]) == 0;
    }
    struct expr *star = pack && e->call.n == 1 ? sugar_starred_item(e->call.arg[0]) : NULL;
    const struct symbol *starred = NULL;
    if (star && strncmp(name, "itertools__", 11) == 0) {
        const char *form = arena_printf(r->arena, "_%s_starred", name + 11);
        starred = scope_prelude(r->s, intern_str(r->s->p->names, form));
    }
    if (starred && starred->kind == SYM_FUNC) {
        e->call.fn = sugar_symbol(g, (struct symbol *)starred, e->call.fn->span);
        e->call.arg[0] = star;
    } else if (pack) {
        resolve_pack(g, e);
    } else if (strcmp(name, "itertools__permutations") == 0 && e->call.n == 1) {
        count_items(g, &e->call.arg[0]);
    }
}

/* ---- functions of the library as values */

int resolve_operands(const struct symbol *sym) {
    if (!sym || sym->kind != SYM_OP || sym->module == IN_OPERATOR) {
        return 0;
    }
    switch (sym->op) {
    case OP_LEN:
    case OP_SUM:
    case OP_ROUND:
        return 1;
    case OP_BUILTIN_POW:
        return 2;
    case OP_MIN:
    case OP_MAX:
        return sym->module == IN_BUILTIN ? 2 : 1;
    default:
        break;
    }
    switch (op_info[sym->op].class_) {
    case OPC_UNARY:
        return 1;
    case OPC_BINARY:
        return 2;
    case OPC_LIB: /* np.kron, np.linalg.det */
        return lib_info(sym->op)->required <= 2 ? lib_info(sym->op)->required : 0;
    default:
        return 0;
    }
}

struct expr *resolve_as_lambda(struct resolver *r, struct sugar *g, struct expr *f, int n) {
    struct func *made = parse_new_lambda(r->s->p, r->frame->fn, n, f->span);
    struct expr *e = sugar_new(g, EXPR_LAMBDA, f->span), *call = sugar_new(g, EXPR_CALL, f->span);
    call->call.fn = f;
    call->call.n = n;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        call->call.arg[i] = sugar_new(g, EXPR_NAME, f->span);
        call->call.arg[i]->name.name = made->param[i].sym->name;
    }
    made->body.item[0]->expr = call;
    e->lambda = made;
    resolve_expr(r, e);
    return e;
}

/* ---- functools.partial */

/* What the function inside takes as it is: constants, and names. */
static bool is_kept(const struct expr *e) {
    e = e->kind == EXPR_UNARY ? e->unary.a : e;
    return e->kind == EXPR_NAME || e->kind == EXPR_INT || e->kind == EXPR_FLOAT ||
           e->kind == EXPR_BOOL || e->kind == EXPR_STR || e->kind == EXPR_LAMBDA;
}

/* Is the i-th parameter of f left to the call of partial(f, ...)? None behind one that a keyword
 * gives. */
static bool is_left(const struct expr *e, const struct func *f, int i) {
    bool left = i >= e->call.n - 1 && !f->param[i].def && !f->param[i].kw_only;
    for (int k = 0; k < e->call.n_kw; ++k) {
        for (int before = 0; before <= i && left; ++before) {
            left = strcmp(e->call.kw[k].name, f->param[before].sym->name) != 0;
        }
    }
    return left;
}

bool resolve_partial(struct resolver *r, struct sugar *g, struct expr *e) {
    bool means =
        r->frame && e->call.n > 0 && resolve_means(r->s, e->call.fn, "functools", "partial");
    if (!means) {
        return false;
    }
    resolve_expr(r, e->call.arg[0]);
    const struct symbol *sym = sugar_callee(e->call.arg[0]);
    const struct func *f = sym && sym->kind == SYM_FUNC ? sym->func : NULL;
    /* of a function of Python's or NumPy's as many as it has, of int and its like the one */
    int operands = f ? 0 : sym && sym->kind == SYM_DTYPE ? 1 : resolve_operands(sym);
    bool kept = f ? !f->star_args && f->n_params >= e->call.n - 1
                  : operands >= e->call.n - 1 && operands > 0;
    for (int i = 1; i < e->call.n; ++i) {
        kept = kept && is_kept(e->call.arg[i]);
    }
    for (int i = 0; i < e->call.n_kw; ++i) {
        kept = kept && is_kept(e->call.kw[i].value);
    }
    int given = e->call.n - 1, n = f ? 0 : operands - given;
    for (int i = 0; kept && f && i < f->n_params; ++i) {
        n += is_left(e, f, i);
    }
    if (!kept) {
        *e = (struct expr){.kind = EXPR_UNSUPPORTED, .id = e->id, .span = e->span};
        e->unsupported = f || operands > 0 ? "partial() of what is no name and no constant"
                                           : "partial() of what is no function of the module";
        return true;
    }
    struct func *made = parse_new_lambda(r->s->p, r->frame->fn, n, e->span);
    struct expr *call = sugar_new(g, EXPR_CALL, e->span);
    call->call = e->call;
    call->call.fn = e->call.arg[0];
    call->call.n = given + n;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, given + n);
    call->call.kw = ARENA_ARRAY(g->arena, struct keyword, e->call.n_kw);
    for (int i = 0; i < given; ++i) {
        call->call.arg[i] = e->call.arg[i + 1];
    }
    for (int i = 0; i < e->call.n_kw; ++i) {
        call->call.kw[i] = e->call.kw[i];
    }
    for (int i = 0; i < n; ++i) {
        call->call.arg[given + i] = sugar_new(g, EXPR_NAME, e->span);
        call->call.arg[given + i]->name.name = made->param[i].sym->name;
    }
    made->body.item[0]->expr = call;
    *e = (struct expr){.kind = EXPR_LAMBDA, .id = e->id, .span = e->span, .lambda = made};
    resolve_expr(r, e);
    return true;
}

/* x.a.b of a lambda's parameter x */
static struct expr *attribute_path(struct resolver *r, struct sugar *g, struct expr *x,
                                   const char *path) {
    for (size_t n; *path; path += n + (path[n] == '.')) {
        n = strcspn(path, ".");
        struct expr *e = sugar_new(g, EXPR_ATTR, x->span);
        e->attr.base = x;
        e->attr.name = intern(r->s->p->names, path, n);
        e->attr.name_span = x->span;
        x = e;
    }
    return x;
}

bool resolve_getter(struct resolver *r, struct sugar *g, struct expr *e) {
    bool own = r->frame && !r->frame->fn->prelude && e->call.n > 0;
    bool method = own && resolve_means(r->s, e->call.fn, "operator", "methodcaller");
    bool fits = method || (own && e->call.n_kw == 0 &&
                           resolve_means(r->s, e->call.fn, "operator", "attrgetter"));
    for (int i = 0; i < e->call.n && fits; ++i) {
        fits = method && i > 0 ? is_kept(e->call.arg[i]) : e->call.arg[i]->kind == EXPR_STR;
    }
    for (int i = 0; i < e->call.n_kw && fits; ++i) {
        fits = is_kept(e->call.kw[i].value);
    }
    if (!fits) {
        return false;
    }
    struct func *made = parse_new_lambda(r->s->p, r->frame->fn, 1, e->span);
    int n = method ? 1 : e->call.n;
    struct expr **part = ARENA_ARRAY(g->arena, struct expr *, n), *value;
    for (int i = 0; i < n; ++i) {
        struct expr *x = node_name(g, made->param[0].sym->name, e->span);
        part[i] = attribute_path(r, g, x, e->call.arg[i]->str.text);
    }
    value = n > 1 ? sugar_new(g, EXPR_TUPLE, e->span) : part[0];
    if (n > 1) {
        value->list.n = n;
        value->list.item = part;
    }
    if (method) {
        value = sugar_new(g, EXPR_CALL, e->span);
        value->call = e->call;
        value->call.fn = part[0];
        ++value->call.arg;
        --value->call.n;
    }
    made->body.item[0]->expr = value;
    *e = (struct expr){.kind = EXPR_LAMBDA, .id = e->id, .span = e->span, .lambda = made};
    resolve_expr(r, e);
    return true;
}

void resolve_value(struct resolver *r, struct sugar *g, struct expr **arg) {
    int n = resolve_operands(sugar_callee(*arg));
    if (n > 0 && r->frame) {
        *arg = resolve_as_lambda(r, g, *arg, n);
    }
}

void resolve_values(struct resolver *r, struct sugar *g, struct expr *e) {
    const struct symbol *sym = sugar_callee(e->call.fn);
    if (!r->frame || !sym || (sym->kind != SYM_FUNC && sym->kind != SYM_LOCAL)) {
        return;
    }
    const struct symbol *first = e->call.n > 0 ? sugar_callee(e->call.arg[0]) : NULL;
    if (first && (first->kind == SYM_OP || (first->kind == SYM_FUNC && first->func->prelude)) &&
        sym->kind == SYM_FUNC && sym->func->prelude &&
        strcmp(sym->func->name, "apply_over_axes") == 0) {
        e->call.arg[0] = resolve_as_lambda(r, g, e->call.arg[0], 2); /* of an array and an axis */
    }
    bool own = sym->kind == SYM_FUNC && !sym->func->prelude;
    for (int i = 0; i < e->call.n; ++i) {
        struct expr *arg = e->call.arg[i];
        resolve_value(r, g, &e->call.arg[i]);
        for (int k = 0; own && arg->kind == EXPR_TUPLE && k < arg->list.n; ++k) {
            resolve_value(r, g, &arg->list.item[k]);
        }
    }
    for (int i = 0; i < e->call.n_kw; ++i) {
        resolve_value(r, g, &e->call.kw[i].value);
    }
}
