/* Functions that are chosen at run time: in variables that are bound to several, in lists and in
 * dictionaries there is a number for each,
 *
 *     ops = {"add": operator.add, "half": lambda a, b: (a + b) / 2}
 *     return ops[name](x, y)
 *  ->
 *     f.1 = lambda a, b: (a + b) / 2
 *     ops = {"add": 0, "half": 1}
 *     return (lambda t, x0, x1: operator.add(x0, x1) if t == 0 else f.1(x0, x1))(ops[name], x, y)
 *
 * (defunctionalisation, of the functions that may reach the place). Which ones these are follows
 * from what is assigned, appended and gone over in the function, whose names have their webs
 * (webs.h) but no meaning yet. A name that is bound once, to a function, stays that function. */
#include "resolve_chosen.h"

#include <string.h>

#include "copy.h"
#include "library.h"
#include "unroll.h"

enum { MOST_EXPRS = 2000 }; /* in a table of the module */

/* ---- what is a function */

bool chosen_binds(const struct func *f, const char *name) {
    bool binds = unroll_binds(&f->body, name);
    for (int i = 0; i < f->n_params; ++i) {
        binds = binds || f->param[i].sym->name == name;
    }
    return binds;
}

/* The function inside that a name of f surely means. */
static const struct func *inside(const struct block *b, const char *name) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        const struct func *f = s->kind == STMT_DEF && s->def->name == name ? s->def
                               : s->kind == STMT_IF ? inside(&s->if_.then, name)
                                                    : NULL;
        if (f) {
            return f;
        }
    }
    return NULL;
}

static const struct chosen_name *said_of(struct choice *c, const char *name) {
    struct chosen_name *n = map_get(&c->names, name);
    if (!n) {
        n = ARENA_NEW(c->g.arena, struct chosen_name);
        *n = (struct chosen_name){chosen_binds(c->f, name), inside(&c->f->body, name)};
        map_set(c->g.arena, &c->names, name, n);
    }
    return n;
}

/* What a name means outside of comprehensions; NULL: a variable, or nothing. */
static const struct symbol *meant(struct choice *c, const struct expr *e) {
    const char *name = e->name.name;
    if (e->name.sym) {
        return e->name.sym;
    }
    const struct chosen_variable *v = map_get(&c->variables, name);
    if ((v && v->n_bound > 0) || said_of(c, name)->binds) {
        return NULL;
    }
    return resolve_seen(c->r, name);
}

static bool is_python_type(enum dtype d) {
    return d == DT_INT || d == DT_FLOAT || d == DT_PYBOOL || d == DT_COMPLEX;
}

static bool is_known_function(const struct symbol *sym) {
    return sym && ((sym->kind == SYM_FUNC && !sym->func->keywords && !sym->func->rest) ||
                   (sym->kind == SYM_OP &&
                    (resolve_operands(sym) > 0 || op_info[sym->op].class_ == OPC_SPECIAL)) ||
                   (sym->kind == SYM_DTYPE && is_python_type(sym->dtype)));
}

/* Do its defaults mean the same wherever it stands? */
static bool is_plain_lambda(const struct func *f) {
    bool plain = !f->star_args;
    for (int i = 0; i < f->n_params; ++i) {
        const struct expr *def = f->param[i].def;
        plain = plain && (!def || def->kind == EXPR_INT || def->kind == EXPR_FLOAT ||
                          def->kind == EXPR_STR || def->kind == EXPR_BOOL);
    }
    return plain;
}

/* What a name that is bound once is assigned. */
static const struct expr *only_value(const struct choice *c, const struct expr *name) {
    const struct chosen_variable *v =
        name->name.sym ? NULL : map_get(&c->variables, name->name.name);
    return v && v->n_bound == 1 ? v->only : NULL;
}

const struct func *chosen_lambda(const struct choice *c, const struct expr *name) {
    const struct expr *only = only_value(c, name);
    for (int i = 0; i < c->lambdas.n; ++i) {
        const struct stmt *s = c->lambdas.item[i];
        only = s->assign.target[0]->name.name == name->name.name ? s->assign.value : only;
    }
    return only && only->kind == EXPR_LAMBDA ? only->lambda
           : name->name.sym && name->name.sym->kind == SYM_FUNC && name->name.sym->func->is_lambda
               ? name->name.sym->func
               : NULL;
}

bool chosen_is_function(struct choice *c, const struct expr *e) {
    if (e->kind == EXPR_LAMBDA) {
        return c->comprehensions == 0 && is_plain_lambda(e->lambda);
    }
    const struct expr *only = e->kind == EXPR_NAME ? only_value(c, e) : NULL;
    if (only) {
        return only->kind == EXPR_LAMBDA ? is_plain_lambda(only->lambda)
                                         : only->kind == EXPR_ATTR && chosen_is_function(c, only);
    }
    if (e->kind == EXPR_NAME) {
        const struct func *def = said_of(c, e->name.name)->def;
        return (def && !def->yields) || is_known_function(meant(c, e));
    }
    const struct expr *base = e->kind == EXPR_ATTR ? e->attr.base : NULL;
    if (!base || base->kind != EXPR_NAME) {
        return false;
    }
    const struct symbol *of = e->attr.sym ? NULL : meant(c, base);
    return is_known_function(e->attr.sym         ? e->attr.sym
                             : of && of->members ? scope_imported(of->members, e->attr.name)
                             : of && of->kind == SYM_MODULE
                                 ? scope_member(c->r->s, of->module, e->attr.name)
                                 : NULL);
}

/* ---- numbers */

static bool same_function(const struct expr *a, const struct expr *b) {
    return (a->kind == EXPR_NAME && b->kind == EXPR_NAME && a->name.name == b->name.name) ||
           (a->kind == EXPR_ATTR && b->kind == EXPR_ATTR && a->attr.name == b->attr.name &&
            same_function(a->attr.base, b->attr.base));
}

/* The name of a lambda, which is assigned where the function begins. */
static struct expr *named(struct choice *c, struct expr *lambda) {
    if (!lambda->lambda->parent) { /* of the module */
        struct symbol *sym = scope_new_symbol(c->r->s, SYM_FUNC, "<lambda>", lambda->span);
        sym->func = lambda->lambda;
        return sugar_symbol(&c->g, sym, lambda->span);
    }
    const char *name = node_fresh(&c->g, "lambda");
    struct expr *to = node_name(&c->g, name, lambda->span);
    vec_push(c->g.arena, &c->lambdas, node_assign(&c->g, to, lambda));
    return node_name(&c->g, name, lambda->span);
}

static int number_of(struct choice *c, struct expr *function) {
    for (int i = 0; i < c->members.n; ++i) {
        if (same_function(c->members.item[i], function)) {
            return i;
        }
    }
    if (c->members.n == CHOSEN_MOST) {
        return -1;
    }
    const struct expr *only = function->kind == EXPR_NAME ? only_value(c, function) : NULL;
    struct expr *member = function->kind == EXPR_LAMBDA     ? named(c, function)
                          : only && only->kind == EXPR_ATTR ? (struct expr *)only
                                                            : function;
    vec_push(c->g.arena, &c->members, member);
    return c->members.n - 1;
}

void chosen_store(struct choice *c, struct expr **at) {
    struct expr *e = *at;
    if (chosen_is_function(c, e)) {
        int number = number_of(c, e);
        struct expr *to = number < 0 ? NULL : sugar_new(&c->g, EXPR_INT, e->span);
        if (to) {
            to->integer.value = 1 + number; /* which is true */
            to->integer.function = true;
            *at = to;
        }
    } else if (e->kind == EXPR_LIST || e->kind == EXPR_TUPLE || e->kind == EXPR_DICT) {
        for (int i = 0; i < e->list.n; ++i) {
            chosen_store(c, &e->list.item[i]);
        }
    } else if (e->kind == EXPR_COND) {
        chosen_store(c, &e->cond.then);
        chosen_store(c, &e->cond.els);
    } else if (e->kind == EXPR_BOOLOP) {
        for (int i = 0; i < e->boolop.n; ++i) {
            chosen_store(c, &e->boolop.item[i]);
        }
    } else if (chosen_is_with(e)) {
        chosen_store(c, &e->call.fn->attr.base);
        chosen_store(c, &e->call.arg[1]);
    }
}

/* ---- where numbers are stored */

static void count_binding(void *context, const struct expr *target) {
    struct choice *c = context;
    if (target->kind == EXPR_NAME) {
        ++chosen_variable(c, target->name.name)->n_bound;
    } else if (target->kind == EXPR_TUPLE || target->kind == EXPR_LIST) {
        for (int i = 0; i < target->list.n; ++i) {
            count_binding(c, target->list.item[i]);
        }
    }
}

/* f, or f if x else g */
static bool may_be_function(struct choice *c, const struct expr *e) {
    return e->kind == EXPR_COND
               ? may_be_function(c, e->cond.then) && may_be_function(c, e->cond.els)
               : chosen_is_function(c, e);
}

static void count_stmt(void *context, struct stmt *s) {
    if (s->kind == STMT_ASSIGN && s->assign.n == 1 && s->assign.target[0]->kind == EXPR_NAME) {
        chosen_variable(context, s->assign.target[0]->name.name)->only = s->assign.value;
    }
    for (int i = 0; s->kind == STMT_ASSIGN && i < s->assign.n; ++i) {
        count_binding(context, s->assign.target[i]);
    }
    if (s->kind == STMT_FOR) {
        count_binding(context, s->for_.target);
    }
    struct choice *c = context;
    c->returns += s->kind == STMT_RETURN && s->expr && may_be_function(c, s->expr);
}

static bool is_alias(struct choice *c, const struct expr *target, const struct expr *value) {
    const struct chosen_variable *v =
        target->kind == EXPR_NAME ? map_get(&c->variables, target->name.name) : NULL;
    return v && v->n_bound == 1 && chosen_is_function(c, value);
}

static bool holds_function(struct choice *c, const struct expr *e) {
    bool any = chosen_is_function(c, e);
    bool display = e->kind == EXPR_LIST || e->kind == EXPR_TUPLE || e->kind == EXPR_DICT;
    for (int i = 0; display && i < e->list.n; ++i) {
        any = any || holds_function(c, e->list.item[i]);
    }
    any = any || (e->kind == EXPR_COND &&
                  (holds_function(c, e->cond.then) || holds_function(c, e->cond.els)));
    for (int i = 0; e->kind == EXPR_BOOLOP && i < e->boolop.n; ++i) {
        any = any || holds_function(c, e->boolop.item[i]);
    }
    return any || (chosen_is_with(e) &&
                   (holds_function(c, e->call.fn->attr.base) || holds_function(c, e->call.arg[1])));
}

static void store_stmt(void *context, struct stmt *s) {
    struct choice *c = context;
    if (s->kind == STMT_ASSIGN && s->assign.value && s->assign.n > 0) {
        struct expr *value = s->assign.value;
        const struct expr *to = s->assign.target[0];
        bool pairs =
            to->kind == EXPR_TUPLE && value->kind == EXPR_TUPLE && to->list.n == value->list.n;
        for (int k = 0; pairs && k < to->list.n; ++k) {
            chosen_store(c, &value->list.item[k]);
        }
        if (!pairs && !is_alias(c, to, value) && holds_function(c, value)) {
            chosen_store(c, &s->assign.value);
        }
    } else if (s->kind == STMT_AUGASSIGN && holds_function(c, s->aug.value) &&
               s->aug.value->kind == EXPR_LIST) {
        chosen_store(c, &s->aug.value);
    } else if (s->kind == STMT_RETURN && s->expr && may_be_function(c, s->expr)) {
        if (c->returns > 1 || s->expr->kind == EXPR_COND) {
            chosen_store(c, &s->expr);
        }
    } else if (s->kind == STMT_FOR) {
        const struct expr *iter = s->for_.iter;
        if (iter->kind == EXPR_LIST || iter->kind == EXPR_TUPLE || chosen_is_with(iter)) {
            chosen_store(c, &s->for_.iter);
        }
    }
}

/* Methods that put their last argument into a list or a dictionary. */
static bool puts_last(const char *name) {
    static const char *const all[] = {"append",     "insert", "setdefault",
                                      "appendleft", "update", "extend"};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        if (strcmp(name, all[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* {"a": f}[k](x), (f if c else g)(x), fs.append(f), fs.get(k, f) */
static bool store_expr(void *context, struct expr **at) {
    struct choice *c = context;
    struct expr *e = *at;
    struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    if (fn && fn->kind == EXPR_COND && holds_function(c, fn)) {
        chosen_store(c, &e->call.fn);
    }
    if (e->kind == EXPR_INDEX && !chosen_is_function(c, e->index.base) && /* np.r_[a, b] */
        holds_function(c, e->index.base)) {
        chosen_store(c, &e->index.base);
    }
    if (!fn || fn->kind != EXPR_ATTR || e->call.n == 0) {
        return false;
    }
    bool get = strcmp(fn->attr.name, "get") == 0 || strcmp(fn->attr.name, "pop") == 0;
    if (get && !chosen_is_function(c, fn->attr.base) && holds_function(c, fn->attr.base)) {
        chosen_store(c, &fn->attr.base);
    }
    struct expr **last = &e->call.arg[e->call.n - 1];
    bool of_name = fn->attr.base->kind == EXPR_NAME && !meant(c, fn->attr.base);
    if ((puts_last(fn->attr.name) && of_name) || (get && e->call.n == 2)) {
        if (holds_function(c, *last)) {
            chosen_store(c, last);
        }
    }
    return false;
}

/* ---- tables of the module */

struct tables {
    struct choice *c;
    struct map seen;
    node_list first;
};

static bool find_table(void *context, struct expr **at) {
    struct tables *t = context;
    const struct expr *e = *at;
    struct choice *c = t->c;
    if (e->kind != EXPR_NAME || e->name.sym || map_get(&t->seen, e->name.name)) {
        return false;
    }
    map_set(c->g.arena, &t->seen, e->name.name, t);
    const struct symbol *sym = meant(c, e);
    const struct expr *table = sym && sym->kind == SYM_GLOBAL ? sym->functions : NULL;
    if (table) {
        struct copy copy = {.g = &c->g, .left = MOST_EXPRS};
        struct expr *to = node_name(&c->g, e->name.name, e->span);
        vec_push(c->g.arena, &t->first, node_assign(&c->g, to, copy_expr(&copy, table)));
    }
    return false;
}

static void begin_with(struct choice *c, const node_list *first) {
    node_list all = {0};
    node_add(&c->g, &all, node_block(first));
    node_add(&c->g, &all, c->f->body);
    c->f->body = node_block(&all);
    c->names = (struct map){0};
}

struct expr *resolve_function_table(struct scopes *s, const struct expr *e) {
    struct func none = {0};
    struct resolver r = resolve_walk(s);
    struct choice c = {.r = &r, .g = resolve_sugar(&r), .f = &none};
    struct copy copy = {.g = &c.g, .left = MOST_EXPRS};
    bool table = !chosen_is_function(&c, e) && e->kind != EXPR_COND && holds_function(&c, e);
    return table ? copy_expr(&copy, e) : NULL;
}

void resolve_chosen(struct resolver *r, struct func *f) {
    struct choice c = {.r = r, .g = resolve_sugar(r), .f = f};
    struct tables tables = {.c = &c};
    struct change find = {.context = &tables, .expr = find_table};
    struct change count = {.context = &c, .stmt = count_stmt, .stays = chosen_stays};
    struct change store = {&c, store_expr, store_stmt, chosen_stays};
    struct change flow = chosen_flows(&c);
    struct change uses = chosen_uses(&c);
    if (f->prelude || f->cu || f->imported) {
        return;
    }
    change_block(&find, &f->body);
    begin_with(&c, &tables.first);
    change_block(&count, &f->body);
    change_block(&store, &f->body);
    if (c.members.n == 0) {
        return;
    }
    do {
        c.changed = false;
        change_block(&flow, &f->body);
    } while (c.changed);
    struct block lambdas = node_block(&c.lambdas);
    change_block(&uses, &lambdas);
    change_block(&uses, &f->body);
    begin_with(&c, &c.lambdas);
}
