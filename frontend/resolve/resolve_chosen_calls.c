/* Calls of functions that are chosen at run time, and such functions as arguments and results (see
 * resolve_chosen.c). */
#include <string.h>

#include "copy.h"
#include "resolve_chosen.h"

/* ---- (lambda t, x0: f(x0) if t == 1 else g(x0))(number, x) */

static struct expr *new_call(struct choice *c, struct expr *fn, int n, struct span span) {
    struct expr *e = sugar_new(&c->g, EXPR_CALL, span);
    e->call.fn = fn;
    e->call.n = n;
    e->call.arg = ARENA_ARRAY(c->g.arena, struct expr *, n + 1);
    return e;
}

/* A lambda of n parameters that no program can name. */
static struct expr *new_lambda(struct choice *c, int n, struct span span) {
    struct expr *e = sugar_new(&c->g, EXPR_LAMBDA, span);
    e->lambda = parse_new_lambda(c->r->s->p, c->f, n, span);
    for (int i = 0; i < n; ++i) {
        e->lambda->param[i].sym->name = node_fresh(&c->g, "given");
    }
    return e;
}

static struct expr *param_name(struct choice *c, const struct expr *lambda, int i) {
    return node_name(&c->g, lambda->lambda->param[i].sym->name, lambda->span);
}

/* The call of a member with the parameters of the lambda behind the first, as call has them. */
static struct expr *call_member(struct choice *c, const struct expr *call, int member,
                                const struct expr *lambda) {
    struct copy copy = {.g = &c->g, .left = 100};
    struct expr *e =
        new_call(c, copy_expr(&copy, c->members.item[member]), call->call.n, call->span);
    e->call.n_kw = call->call.n_kw;
    e->call.kw = ARENA_ARRAY(c->g.arena, struct keyword, call->call.n_kw);
    for (int i = 0; i < call->call.n; ++i) {
        struct expr *given = param_name(c, lambda, 1 + i);
        if (sugar_starred_item(call->call.arg[i])) {
            struct expr *star = sugar_new(&c->g, EXPR_UNSUPPORTED, given->span);
            star->unsupported = call->call.arg[i]->unsupported;
            star->starred = given;
            given = star;
        }
        e->call.arg[i] = given;
    }
    for (int i = 0; i < call->call.n_kw; ++i) {
        e->call.kw[i] = call->call.kw[i];
        e->call.kw[i].value = param_name(c, lambda, 1 + call->call.n + i);
    }
    return e;
}

static struct expr *is_number(struct choice *c, struct expr *e, int number) {
    struct expr *test = sugar_new(&c->g, EXPR_COMPARE, e->span);
    test->compare.n = 1;
    test->compare.op = ARENA_ARRAY(c->g.arena, enum op, 1);
    test->compare.op[0] = OP_EQ;
    test->compare.item = ARENA_ARRAY(c->g.arena, struct expr *, 2);
    test->compare.item[0] = e;
    test->compare.item[1] = node_int(&c->g, number, e->span);
    return test;
}

static struct expr *choose(struct choice *c, const struct expr *call, chosen_set set) {
    struct span span = call->span;
    int n = call->call.n + call->call.n_kw;
    struct expr *lambda = new_lambda(c, 1 + n, span), *all = NULL;
    for (int i = c->members.n - 1; i >= 0; --i) {
        struct expr *one = set >> i & 1 ? call_member(c, call, i, lambda) : NULL;
        if (one && all) {
            struct expr *either = sugar_new(&c->g, EXPR_COND, span);
            either->cond.cond = is_number(c, param_name(c, lambda, 0), 1 + i);
            either->cond.then = one;
            either->cond.els = all;
            one = either;
        }
        all = one ? one : all;
    }
    lambda->lambda->body.item[0]->expr = all;
    struct expr *e = new_call(c, lambda, 1 + n, span);
    e->call.arg[0] = call->call.fn;
    for (int i = 0; i < n; ++i) {
        const struct expr *given = i < call->call.n ? sugar_starred_item(call->call.arg[i]) : NULL;
        e->call.arg[1 + i] = given              ? (struct expr *)given
                             : i < call->call.n ? call->call.arg[i]
                                                : call->call.kw[i - call->call.n].value;
    }
    return e;
}

/* ---- as values */

/* How many arguments a function takes; -1: that is not known. */
static int takes(const struct choice *c, const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : e->attr.sym;
    if (e->kind == EXPR_NAME && !sym) {
        if (chosen_lambda(c, e)) {
            return chosen_lambda(c, e)->n_params;
        }
        for (int i = 0; i < c->r->s->p->funcs.n; ++i) {
            const struct func *f = c->r->s->p->funcs.item[i];
            if (f->parent == c->f && f->name == e->name.name) {
                return f->n_params;
            }
        }
        sym = resolve_seen(c->r, e->name.name);
    } else if (e->kind == EXPR_ATTR && !sym && e->attr.base->kind == EXPR_NAME) {
        const struct symbol *of = resolve_seen(c->r, e->attr.base->name.name);
        sym = of && of->members              ? scope_imported(of->members, e->attr.name)
              : of && of->kind == SYM_MODULE ? scope_member(c->r->s, of->module, e->attr.name)
                                             : NULL;
    }
    return !sym                    ? -1
           : sym->kind == SYM_FUNC ? sym->func->n_params
           : sym->kind == SYM_OP   ? resolve_operands(sym)
                                   : 1;
}

/* How many arguments each of the functions takes; -1: unlike numbers. */
static int all_take(const struct choice *c, chosen_set set) {
    int n = -1;
    for (int i = 0; i < c->members.n; ++i) {
        int own = set >> i & 1 ? takes(c, c->members.item[i]) : n;
        if (set >> i & 1 && (own < 0 || (own != n && n >= 0))) {
            return -1;
        }
        n = own;
    }
    return n;
}

/* pick = lambda t: lambda x0: choice of t (x0); NULL: it would take unlike numbers of arguments. */
static const char *pick_of(struct choice *c, chosen_set set, struct span span) {
    for (int i = 0; i < c->picks.n; ++i) {
        if (c->picks.item[i].set == set) {
            return c->picks.item[i].name;
        }
    }
    int n = all_take(c, set);
    if (n < 0) {
        return NULL;
    }
    struct chosen_pick pick = {set, node_fresh(&c->g, "pick")};
    struct expr *outer = new_lambda(c, 1, span), *inner = new_lambda(c, n, span);
    struct expr *call = new_call(c, param_name(c, outer, 0), n, span);
    for (int i = 0; i < n; ++i) {
        call->call.arg[i] = param_name(c, inner, i);
    }
    inner->lambda->body.item[0]->expr = choose(c, call, set);
    outer->lambda->body.item[0]->expr = inner;
    vec_push(c->g.arena, &c->picks, pick);
    vec_push(c->g.arena, &c->lambdas, node_assign(&c->g, node_name(&c->g, pick.name, span), outer));
    return pick.name;
}

static struct expr *refused(struct choice *c, struct span span, const char *what) {
    struct expr *e = sugar_new(&c->g, EXPR_UNSUPPORTED, span);
    e->unsupported = what;
    return e;
}

static struct expr *as_value(struct choice *c, struct expr *e, chosen_set set) {
    const char *pick = pick_of(c, set, e->span);
    if (!pick) {
        return refused(
            c, e->span,
            "one of several functions as a value, which take unlike numbers of arguments,");
    }
    struct expr *value = new_call(c, node_name(&c->g, pick, e->span), 1, e->span);
    value->call.arg[0] = e;
    return value;
}

static void pass(struct choice *c, struct expr **at) {
    enum chosen_kind kind;
    chosen_set set = chosen_in(c, *at, &kind);
    if (kind == CHOSEN_FUNCTION && set) {
        *at = as_value(c, *at, set);
    }
}

/* f.__name__ */
static struct expr *name_of(struct choice *c, struct expr *function, chosen_set set) {
    struct span span = function->span;
    struct expr *lambda = new_lambda(c, 1, span), *all = NULL;
    for (int i = c->members.n - 1; i >= 0; --i) {
        const struct expr *m = c->members.item[i];
        if (!(set >> i & 1)) {
            continue;
        }
        struct expr *name = sugar_new(&c->g, EXPR_STR, span), *either = name;
        const char *plain = m->kind == EXPR_ATTR ? m->attr.name : m->name.name;
        name->str.text = m->kind == EXPR_NAME && chosen_lambda(c, m) ? "<lambda>" : plain;
        name->str.n = (int)strlen(name->str.text);
        if (all) {
            either = sugar_new(&c->g, EXPR_COND, span);
            either->cond.cond = is_number(c, param_name(c, lambda, 0), 1 + i);
            either->cond.then = name;
            either->cond.els = all;
        }
        all = either;
    }
    lambda->lambda->body.item[0]->expr = all;
    struct expr *call = new_call(c, lambda, 1, span);
    call->call.arg[0] = function;
    return call;
}

/* f is g */
static void compare(struct choice *c, struct expr *e) {
    enum op op = e->compare.n == 1 ? e->compare.op[0] : OP_COUNT;
    bool asks = op == OP_IS || op == OP_IS_NOT || op == OP_EQ || op == OP_NE;
    enum chosen_kind kind[2];
    for (int i = 0; asks && i < 2; ++i) {
        chosen_in(c, e->compare.item[i], &kind[i]);
    }
    for (int i = 0; asks && i < 2; ++i) {
        if (kind[!i] == CHOSEN_FUNCTION && chosen_is_function(c, e->compare.item[i])) {
            chosen_store(c, &e->compare.item[i]);
            kind[i] = CHOSEN_FUNCTION;
        }
    }
    if (asks && kind[0] == CHOSEN_FUNCTION && kind[1] == CHOSEN_FUNCTION) {
        e->compare.op[0] = op == OP_IS ? OP_EQ : op == OP_IS_NOT ? OP_NE : op;
    }
}

/* ---- where no number may go */

/* Is it a list, tuple or dictionary with functions in it, and not just made of one? */
static bool holds_numbers(struct choice *c, const struct expr *e) {
    enum chosen_kind kind = CHOSEN_NONE;
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    const struct chosen_variable *v = NULL;
    bool holds = false;
    switch (e->kind) {
    case EXPR_LIST:
    case EXPR_TUPLE:
    case EXPR_DICT:
        for (int i = 0; i < e->list.n && !holds; ++i) {
            const struct expr *item = e->list.item[i];
            bool plain = item->kind == EXPR_INT || item->kind == EXPR_NAME;
            holds = (plain && chosen_in(c, item, &kind) && kind == CHOSEN_FUNCTION) ||
                    holds_numbers(c, item);
        }
        return holds;
    case EXPR_NAME:
        v = map_get(&c->variables, e->name.name);
        return v && v->set &&
               (v->kind == CHOSEN_LIST || v->kind == CHOSEN_DICT ||
                (v->kind == CHOSEN_MIXED && v->n_bound == 1 && v->only && v->only != e &&
                 v->only->kind != EXPR_NAME && holds_numbers(c, v->only)));
    case EXPR_COND:
        return holds_numbers(c, e->cond.then) || holds_numbers(c, e->cond.els);
    case EXPR_CALL:
        return chosen_is_with(e) &&
               (holds_numbers(c, fn->attr.base) ||
                (chosen_in(c, e->call.arg[1], &kind) && kind == CHOSEN_FUNCTION));
    default:
        return false;
    }
}

/* print(fs), f'{fs}' */
static bool shows(const struct expr *fn) {
    bool template = fn->kind == EXPR_ATTR && fn->attr.base->kind == EXPR_STR;
    return template || (fn->kind == EXPR_NAME &&
                        (strcmp(fn->name.name, "print") == 0 || strcmp(fn->name.name, "str") == 0 ||
                         strcmp(fn->name.name, "repr") == 0));
}

/* f + 1 */
static bool counts_with(struct choice *c, const struct expr *e) {
    const struct expr *operand[2] = {e->kind == EXPR_UNARY ? e->unary.a : e->binary.a,
                                     e->kind == EXPR_UNARY ? e->unary.a : e->binary.b};
    bool any = false;
    for (int i = 0; i < 2; ++i) {
        enum chosen_kind kind = CHOSEN_NONE;
        any = any || (operand[i]->kind == EXPR_NAME && chosen_in(c, operand[i], &kind) &&
                      kind == CHOSEN_FUNCTION);
    }
    return any && (e->kind == EXPR_BINARY || e->unary.op != OP_NOT);
}

/* ---- the walk */

/* A pick, or a method of lists and dictionaries of numbers: they take numbers. */
static bool takes_numbers(struct choice *c, const struct expr *fn) {
    for (int i = 0; fn->kind == EXPR_NAME && i < c->picks.n; ++i) {
        if (c->picks.item[i].name == fn->name.name) {
            return true;
        }
    }
    enum chosen_kind kind;
    return fn->kind == EXPR_ATTR &&
           (strcmp(fn->attr.name, "_with") == 0 || chosen_in(c, fn->attr.base, &kind));
}

static bool use(void *context, struct expr **at) {
    struct choice *c = context;
    struct change inner = chosen_uses(c);
    struct expr *e = *at;
    enum chosen_kind kind;
    if (e->kind == EXPR_COMPARE) {
        compare(c, e);
    }
    if (e->kind == EXPR_ATTR && strcmp(e->attr.name, "__name__") == 0 &&
        chosen_in(c, e->attr.base, &kind) && kind == CHOSEN_FUNCTION) {
        change_expr(&inner, &e->attr.base);
        *at = name_of(c, e->attr.base, chosen_in(c, e->attr.base, &kind));
        return true;
    }
    if ((e->kind == EXPR_BINARY || e->kind == EXPR_UNARY) && counts_with(c, e)) {
        *at = refused(c, e->span, "arithmetic of functions");
        return true;
    }
    if (e->kind != EXPR_CALL || e->call.fn->kind == EXPR_LAMBDA) {
        return false;
    }
    struct expr *fn = e->call.fn;
    for (int i = 0; i < e->call.n && shows(fn); ++i) {
        if (holds_numbers(c, e->call.arg[i])) {
            e->call.arg[i] = refused(c, e->call.arg[i]->span, "text of functions");
        }
    }
    bool callee = fn->kind == EXPR_NAME || fn->kind == EXPR_INDEX || fn->kind == EXPR_CALL ||
                  fn->kind == EXPR_COND || fn->kind == EXPR_BOOLOP;
    chosen_set set = callee ? chosen_in(c, fn, &kind) : 0;
    bool own = takes_numbers(c, fn);
    for (int i = 0; i < e->call.n; ++i) {
        change_expr(&inner, &e->call.arg[i]);
        if (!own) {
            pass(c, &e->call.arg[i]);
        }
    }
    for (int i = 0; i < e->call.n_kw; ++i) {
        change_expr(&inner, &e->call.kw[i].value);
        pass(c, &e->call.kw[i].value);
    }
    change_expr(&inner, &e->call.fn);
    if (set) {
        *at = choose(c, e, set);
    }
    return true;
}

static void use_stmt(void *context, struct stmt *s) {
    struct choice *c = context;
    enum chosen_kind kind;
    if (s->kind == STMT_RETURN && s->expr) {
        chosen_set set = chosen_in(c, s->expr, &kind);
        set = (set | c->returned) == c->returned ? c->returned : set;
        s->expr = kind == CHOSEN_FUNCTION ? as_value(c, s->expr, set) : s->expr;
        if (kind != CHOSEN_FUNCTION && holds_numbers(c, s->expr)) {
            s->expr =
                refused(c, s->expr->span, "list, tuple or dictionary of functions as a result");
        }
    }
}

/* A function inside that binds one of the names keeps what it means there. */
static bool stays(void *context, const struct func *f) {
    const struct choice *c = context;
    for (int i = 0; i < c->bound.n; ++i) {
        if (c->bound.item[i] == f) {
            return false;
        }
    }
    for (int i = 0; i < c->list.n; ++i) {
        if (c->list.item[i]->set && chosen_binds(f, c->list.item[i]->name)) {
            return true;
        }
    }
    return false;
}

struct change chosen_uses(struct choice *c) {
    return (struct change){c, use, use_stmt, stays};
}
