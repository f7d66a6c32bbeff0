/* Variables that are None for a while:
 *
 *     best = None
 *     for v in a:
 *         if best is None or v > best:
 *             best = v
 *
 * None is the variable without a value: assigning it takes the value away, as del does, `is None`
 * asks whether there is one, and the flow of definite assignment (flow.h) knows where it has one,
 * tests included. Where it may have none an operation on it raises, and it is not passed on. */
#include "generate.h"

#include <string.h>

/* ---- which variables */

static struct symbol *local_of(const struct expr *e) {
    struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : NULL;
    return sym && sym->kind == SYM_LOCAL ? sym : NULL;
}

bool infer_may_give_none(const struct expr *e) {
    return !e || e->kind == EXPR_CALL || e->kind == EXPR_ATTR || e->kind == EXPR_INDEX ||
           e->kind == EXPR_COND;
}

static void see_none(struct infer *ix, const struct expr *target, const struct expr *value,
                     void (*see)(struct infer *ix, struct symbol *sym)) {
    bool none = value && (value->kind == EXPR_NONE || infer_gives_none(ix, value));
    struct symbol *sym = none ? local_of(target) : NULL;
    if (sym && !sym->is_param) {
        sym->may_be_none = sym->may_be_none || value->kind != EXPR_NONE;
        see(ix, sym);
    }
}

/* The blocks in a statement. */
static int inner_blocks(const struct stmt *s, const struct block *inner[2]) {
    bool branches = s->kind == STMT_IF, loop = s->kind == STMT_FOR;
    inner[0] = branches ? &s->if_.then : loop ? &s->for_.body : &s->while_.body;
    inner[1] = branches ? &s->if_.els : loop ? &s->for_.els : &s->while_.els;
    return branches || loop || s->kind == STMT_WHILE ? 2 : 0;
}

/* What a condition is where its variables that are only ever None are: 1: true, 0: false, -1: not
 * known. */
static int known_by_none(const struct expr *e) {
    if (e->kind == EXPR_UNARY && e->unary.op == OP_NOT) {
        const int inner = known_by_none(e->unary.a);
        return inner < 0 ? inner : !inner;
    }
    for (int i = 0; e->kind == EXPR_BOOLOP && i < e->boolop.n; ++i) {
        const int item = known_by_none(e->boolop.item[i]);
        if (item == (e->boolop.op == OP_LOR)) {
            return item;
        }
    }
    enum op op = e->kind == EXPR_COMPARE && e->compare.n == 1 ? e->compare.op[0] : OP_COUNT;
    const struct symbol *sym = op == OP_IS || op == OP_IS_NOT ? local_of(e->compare.item[0]) : NULL;
    bool none = sym && !sym->may_be_none && sym->n_none > 0 && sym->n_none == sym->n_assigned &&
                e->compare.item[1]->kind == EXPR_NONE;
    return none ? op == OP_IS : -1;
}

/* Calls see for every variable that is assigned None in the block, where it may run. */
static void each_none(struct infer *ix, const struct block *b,
                      void (*see)(struct infer *ix, struct symbol *sym)) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        const struct block *inner[2];
        for (int k = 0; s->kind == STMT_ASSIGN && k < s->assign.n; ++k) {
            see_none(ix, s->assign.target[k], s->assign.value, see);
        }
        for (int k = 0; stmt_assigns_none(s) && k < s->assign.value->list.n; ++k) {
            see_none(ix, s->assign.target[0]->list.item[k], s->assign.value->list.item[k], see);
        }
        const int known = s->kind == STMT_IF ? known_by_none(s->if_.cond) : -1;
        for (int k = 0, n = inner_blocks(s, inner); k < n; ++k) {
            if (known != k) { /* 0: the branch that runs where it is false */
                each_none(ix, inner[k], see);
            }
        }
    }
}

static void forget_none(struct infer *ix, struct symbol *sym) {
    (void)ix;
    sym->n_none = 0;
}

static void count_none(struct infer *ix, struct symbol *sym) {
    ++sym->n_none;
    ix->nones = true;
}

/* return x if c else None, and the same assigned: as branches. */
static void split_choice(struct infer *ix, struct stmt *s) {
    const struct expr *e = s->kind == STMT_RETURN   ? s->expr
                           : s->kind == STMT_ASSIGN ? s->assign.value
                                                    : NULL;
    bool splits = e && e->kind == EXPR_COND &&
                  (e->cond.then->kind == EXPR_NONE) != (e->cond.els->kind == EXPR_NONE);
    struct block way[2];
    for (int i = 0; splits && i < 2; ++i) {
        struct stmt *own = ARENA_NEW(ix->keep, struct stmt);
        struct expr *value = i == 0 ? e->cond.then : e->cond.els;
        *own = *s;
        if (s->kind == STMT_RETURN) {
            own->expr = value;
        } else {
            own->assign.value = value;
        }
        way[i] = (struct block){1, ARENA_ARRAY(ix->keep, struct stmt *, 1)};
        way[i].item[0] = own;
    }
    for (int i = 0; splits && s->kind == STMT_ASSIGN && i < s->assign.n; ++i) {
        struct symbol *sym = local_of(s->assign.target[i]);
        if (sym) {
            ++sym->n_assigned;
        }
    }
    if (splits) {
        struct span span = s->span;
        *s = (struct stmt){.kind = STMT_IF, .span = span};
        s->if_.cond = e->cond.cond;
        s->if_.then = way[0];
        s->if_.els = way[1];
    }
}

static void split_choices(struct infer *ix, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        const struct block *inner[2];
        split_choice(ix, s);
        for (int k = 0, n = inner_blocks(s, inner); k < n; ++k) {
            split_choices(ix, inner[k]);
        }
    }
}

static void count_nones(struct infer *ix, const struct func *f) {
    if (!f->prelude) {
        split_choices(ix, &f->body);
    }
    each_none(ix, &f->body, forget_none);
    each_none(ix, &f->body, count_none);
}

void infer_find_nones(struct infer *ix, const struct func *f) {
    infer_func_gives_none(ix, f); /* first, for in cycles it counts, too */
    ix->nones = false;
    count_nones(ix, f);
}

bool infer_may_be_none(const struct symbol *sym) {
    return sym->may_be_none || (sym->n_none > 0 && sym->n_none < sym->n_assigned);
}

/* ---- which functions */

struct ways {
    bool value, none;
};

static bool reaches_end(const struct block *b) {
    const struct stmt *s = b->n > 0 ? b->item[b->n - 1] : NULL;
    if (!s || s->kind == STMT_RETURN || s->kind == STMT_RAISE) {
        return !s;
    }
    if (s->kind == STMT_WHILE) {
        const struct expr *c = s->while_.cond;
        return !(c->kind == EXPR_BOOL && c->boolean);
    }
    return s->kind != STMT_IF || reaches_end(&s->if_.then) ||
           (!stmt_runs(s) && reaches_end(&s->if_.els));
}

static void see_returns(struct infer *ix, const struct block *b, struct ways *w) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        const struct block *inner[2];
        if (s->kind == STMT_RETURN) {
            const struct expr *e = s->expr;
            const struct symbol *sym = e ? local_of(e) : NULL;
            w->none = w->none || !e || e->kind == EXPR_NONE ||
                      (sym && (sym->n_none > 0 || sym->may_be_none)) || infer_gives_none(ix, e);
            w->value = w->value || (e && e->kind != EXPR_NONE);
        }
        for (int k = 0, n = inner_blocks(s, inner); k < n; ++k) {
            see_returns(ix, inner[k], w);
        }
    }
}

bool infer_func_gives_none(struct infer *ix, const struct func *f) {
    const struct signature *only = f->n_signatures > 0 ? f->signature[0] : NULL;
    if (f->prelude || f->cu || f->yields || (only && only->ret && !only->ret->optional)) {
        return false;
    }
    if (!ix->gives_none[f->id]) {
        struct ways w = {false, reaches_end(&f->body)};
        ix->gives_none[f->id] = -1; /* in cycles */
        count_nones(ix, f);
        see_returns(ix, &f->body, &w);
        bool declared = only && only->ret && only->ret->optional;
        ix->gives_none[f->id] = w.value && (w.none || declared) ? 1 : -1;
    }
    const struct scheme *s = ix->scheme[f->id];
    return s && s->scheduled ? s->gives_none : ix->gives_none[f->id] > 0;
}

/* Gives a method of the name, of any class, None on some paths? */
static bool method_gives_none(struct infer *ix, const char *name) {
    bool gives = false;
    for (int i = 0; i < ix->module->n_classes && !gives; ++i) {
        const struct class *c = ix->module->class_[i];
        const struct func *f = c->prelude ? NULL : class_method(c, name);
        gives = f && infer_func_gives_none(ix, f);
    }
    return gives;
}

bool infer_gives_none(struct infer *ix, const struct expr *e) {
    const struct expr *fn = e && e->kind == EXPR_CALL ? e->call.fn : NULL;
    const struct symbol *sym = !fn                     ? NULL
                               : fn->kind == EXPR_NAME ? fn->name.sym
                               : fn->kind == EXPR_ATTR ? fn->attr.sym
                                                       : NULL;
    return (sym && sym->kind == SYM_FUNC && infer_func_gives_none(ix, sym->func)) ||
           (fn && fn->kind == EXPR_ATTR && !sym && method_gives_none(ix, fn->attr.name));
}

/* ---- where they have a value */

static void take_away(struct infer *ix, struct symbol *sym) {
    if (infer_may_be_none(sym)) {
        flow_unassign(&ix->flow, sym);
    }
}

static void forget_target(struct infer *ix, const struct expr *target) {
    bool several = target->kind == EXPR_TUPLE || target->kind == EXPR_LIST;
    for (int i = 0; several && i < target->list.n; ++i) {
        forget_target(ix, target->list.item[i]);
    }
    infer_forget_tested(ix, target);
}

/* What tests have said of variables that the block assigns. */
static void forget_assigned(struct infer *ix, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        const struct block *inner[2];
        for (int k = 0; s->kind == STMT_ASSIGN && k < s->assign.n; ++k) {
            forget_target(ix, s->assign.target[k]);
        }
        if (s->kind == STMT_FOR) {
            forget_target(ix, s->for_.target);
        }
        for (int k = 0, n = inner_blocks(s, inner); k < n; ++k) {
            forget_assigned(ix, inner[k]);
        }
    }
}

void infer_enter_loop(struct infer *ix, const struct block *body) {
    if (ix->nones) {
        each_none(ix, body, take_away);
    }
    forget_assigned(ix, body);
}

const struct expr *infer_none_test(const struct expr *e, bool *is) {
    enum op op = e->kind == EXPR_COMPARE && e->compare.n == 1 ? e->compare.op[0] : OP_COUNT;
    for (int i = 0; i < 2 && (op == OP_IS || op == OP_IS_NOT || op == OP_EQ || op == OP_NE); ++i) {
        struct symbol *sym = local_of(e->compare.item[i]);
        if (sym && infer_may_be_none(sym) && e->compare.item[1 - i]->kind == EXPR_NONE) {
            *is = op == OP_IS || op == OP_EQ;
            return e->compare.item[i];
        }
    }
    return NULL;
}

bool infer_none_raises(const struct expr *e, int i) {
    bool equal = false;
    for (int k = 0; k < e->compare.n; ++k) {
        equal = equal || e->compare.op[k] == OP_EQ || e->compare.op[k] == OP_NE;
    }
    enum expr_kind other = e->compare.item[i == 0]->kind;
    bool simple = other == EXPR_NAME || other == EXPR_INT || other == EXPR_FLOAT ||
                  other == EXPR_STR || other == EXPR_BOOL;
    return !equal || (e->compare.n == 1 && simple);
}

/* A variable of a function of the user's, whose type may be open or that of a value or None: a
 * place of flow that says whether it is known not to be None. */
static const struct symbol *tested(const struct infer *ix, const struct expr *e,
                                   struct symbol *place) {
    struct symbol *sym = local_of(e);
    struct itype *t = sym && !infer_may_be_none(sym) ? ix->env[sym->id] : NULL;
    bool may = t && !ix->cur->func->prelude;
    may = may && (it_find(t)->kind == IT_VAR || it_is_optional(it_find(t)));
    *place = (struct symbol){.id = may ? ix->module->n_symbols + sym->id : 0};
    return may ? place : NULL;
}

struct itype *infer_read_tested(struct infer *ix, const struct expr *name, struct itype *t) {
    struct symbol place;
    const struct symbol *given = tested(ix, name, &place);
    return given && flow_assigned(&ix->flow, given) ? infer_given(ix, t, name) : t;
}

void infer_forget_tested(struct infer *ix, const struct expr *name) {
    struct symbol place;
    const struct symbol *given = tested(ix, name, &place);
    if (given) {
        flow_unassign(&ix->flow, given);
    }
}

/* Behind `x is not None`. */
static void narrow_tested(struct infer *ix, const struct expr *cond, bool holds) {
    enum op op =
        cond->kind == EXPR_COMPARE && cond->compare.n == 1 ? cond->compare.op[0] : OP_COUNT;
    bool test = (op == OP_IS || op == OP_IS_NOT) && cond->compare.item[1]->kind == EXPR_NONE;
    struct symbol place;
    const struct symbol *given =
        test && (op == OP_IS_NOT) == holds ? tested(ix, cond->compare.item[0], &place) : NULL;
    if (given) {
        flow_assign(&ix->flow, given);
    }
}

void infer_narrow(struct infer *ix, const struct expr *cond, bool holds) {
    bool is;
    narrow_tested(ix, cond, holds);
    const struct expr *name = ix->nones ? infer_none_test(cond, &is) : NULL;
    const struct symbol *sym = ix->nones ? local_of(cond) : NULL;
    if (name && is != holds) {
        flow_assign(&ix->flow, name->name.sym);
    } else if (sym && holds && infer_may_be_none(sym)) {
        flow_assign(&ix->flow, sym);
    } else if (cond->kind == EXPR_UNARY && cond->unary.op == OP_NOT) {
        infer_narrow(ix, cond->unary.a, !holds);
    } else if (cond->kind == EXPR_BOOLOP && (cond->boolop.op == OP_LAND) == holds) {
        for (int i = 0; i < cond->boolop.n; ++i) {
            infer_narrow(ix, cond->boolop.item[i], holds);
        }
    }
}

/* ---- what becomes of one that may have none */

static bool is_none_attribute(const struct stmt *s) {
    const struct expr *to = s->assign.n == 1 ? s->assign.target[0] : NULL;
    return to && to->kind == EXPR_NAME && strchr(to->name.name, '.') && to->name.sym &&
           to->name.sym->n_assigned == 1 && s->assign.value->kind == EXPR_NONE;
}

void infer_assign_none(struct infer *ix, const struct expr *target) {
    struct typed_expr at = {target, NULL, ix->live};
    flow_unassign(&ix->flow, target->name.sym);
    vec_push(ix->arena, &ix->cur->unbound, at); /* whether it has one is kept */
}

struct itype *infer_given(struct infer *ix, struct itype *t, const struct expr *at) {
    t = it_find(t);
    if (t->kind != IT_VAR || !at) {
        return it_given(t);
    }
    struct con *c = con_new(ix, CON_GIVEN, at->span, NULL, 1);
    con_arg(c, 0, t, at);
    return con_solve(ix, c);
}

/* ---- attributes that may be None */

/* Of a class's __init__, where attributes are variables with a dot in their names. */
static bool is_attribute(const struct expr *target) {
    return target->kind == EXPR_NAME && strchr(target->name.name, '.');
}

static void link_attribute(struct infer *ix, const struct class *c, const char *name) {
    for (int i = 0; i < c->n_fields; ++i) {
        if (strcmp(strchr(name, '.') + 1, c->field[i]) == 0) {
            it_link_at(&ix->types, (struct it_link){c, 1, {(unsigned char)i}, NULL});
        }
    }
}

struct itype *infer_attribute_type(struct infer *ix, const struct stmt *s, const struct expr *value,
                                   struct itype *t) {
    const char *dot =
        is_attribute(s->assign.target[0]) ? strrchr(s->assign.target[0]->name.name, '.') : NULL;
    if (dot && infer_is_either(ix, s->span, dot + 1)) {
        con_join(ix, it_either(&ix->types), t, value, value->span, NULL);
        return it_either(&ix->types);
    }
    if (!s->assign.ann || !s->assign.ann->optional || !is_attribute(s->assign.target[0])) {
        return is_none_attribute(s) ? it_optional(&ix->types, con_fresh(ix)) : t;
    }
    struct itype *is = infer_annotation(ix, s->assign.ann);
    struct itype *declared = it_optional(&ix->types, is);
    if (is->kind != IT_VAR) {
        con_join(ix, declared, t, value, value->span, NULL);
        return declared;
    }
    link_attribute(ix, s->assign.ann->of, s->assign.target[0]->name.name);
    return value->kind != EXPR_NONE ? t : declared;
}
