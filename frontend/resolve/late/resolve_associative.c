/* Functions of Copperhead that are associative: f(f(a, b), c) is f(a, f(b, c)).
 *
 * Both are computed on variables, as polynomials (polynomial.h), and compared: products of matrices
 * and compositions of linear functions are proven so. Where a condition stands in f, both ways are
 * looked at, with what is then assumed of its comparison. */
#include "polynomial.h"
#include "resolve_private.h"

#include <string.h>

enum {
    MOST_ASSUMED = 12, /* comparisons */
    MOST_WAYS = 2000,  /* through f in all */
    MOST_CALLS = 4,    /* in one another */
    MOST_PLACES = 8    /* of a tuple */
};

/* What a proof asks for of items, for _grouped of the prelude. */
enum need {
    NEED_ALIKE = 1, /* all places of the items are of one type */
    NEED_EXACT = 2, /* they are no floats: --fp=strict */
    NEED_WHOLE = 4  /* the first place is an integer: nan is in no order; the next bits, others */
};

/* A number, or a tuple of n. */
struct value {
    int n; /* -1: a number */
    const struct poly *at[MOST_PLACES];
};

struct assumed {
    int atom;
    bool is;
};

struct bound {
    const struct symbol *sym;
    const struct value *value;
};

/* A call that is computed. */
struct call {
    VEC(struct bound) bound;
    int depth;
};

struct proof {
    struct polys p;
    const struct func *f;
    int n;                                /* of the tuples that items are, or -1 */
    struct assumed assumed[MOST_ASSUMED]; /* of atoms: comparisons, and numbers that are not 0 */
    int n_assumed;
    int ways;        /* that have been looked at */
    int open;        /* an atom that nothing is assumed of, which a condition asks for; or -1 */
    unsigned orders; /* places whose numbers are compared, as bits */
};

enum truth { UNTRUE, TRUE_, OPEN };

static const struct value *compute(struct proof *x, struct call *c, const struct expr *e);
static const struct value *call_func(struct proof *x, const struct func *f,
                                     const struct value *const *arg, int depth);

/* ---- conditions */

static enum truth negated(enum truth t) {
    return t == OPEN ? OPEN : t == UNTRUE ? TRUE_ : UNTRUE;
}

static enum truth truth_of_atom(struct proof *x, int atom) {
    for (int i = 0; i < x->n_assumed; ++i) {
        if (x->assumed[i].atom == atom) {
            return x->assumed[i].is ? TRUE_ : UNTRUE;
        }
    }
    x->open = x->open < 0 ? atom : x->open;
    return OPEN;
}

/* Is it not 0? `|` of several is, where one is. */
static enum truth truth_of(struct proof *x, const struct poly *v) {
    int64_t number;
    int atom = v ? poly_is_atom(v) : -1;
    if (v && poly_is_number(v, &number)) {
        return number ? TRUE_ : UNTRUE;
    }
    if (atom < 0) {
        return OPEN;
    }
    const struct poly_atom a = x->p.atoms.item[atom];
    enum truth t = a.op == OP_BITOR ? UNTRUE : truth_of_atom(x, atom);
    for (int i = 0; a.op == OP_BITOR && i < a.n && t == UNTRUE; ++i) {
        t = truth_of(x, a.arg[i]);
    }
    return t;
}

static enum truth is_less(struct proof *x, const struct poly *a, const struct poly *b) {
    const struct poly_atom less = {.op = OP_LT, .n = 2, .arg = {a, b}};
    const struct poly *v = a && b && !poly_equal(a, b) ? poly_atom(&x->p, &less, -1) : NULL;
    x->orders |= v ? a->places | b->places : 0;
    return v ? truth_of_atom(x, poly_is_atom(v)) : a && b ? UNTRUE : OPEN;
}

static enum truth is_equal(struct proof *x, const struct poly *a, const struct poly *b) {
    int64_t number;
    if (a && b && poly_is_number(b, &number) && number == 0) {
        return negated(truth_of(x, a));
    }
    enum truth t = is_less(x, a, b);
    return t == TRUE_ ? UNTRUE : t == UNTRUE ? negated(is_less(x, b, a)) : OPEN;
}

static const struct poly *number(struct proof *x, struct call *c, const struct expr *e) {
    const struct value *v = compute(x, c, e);
    return v && v->n < 0 ? v->at[0] : NULL;
}

static enum truth condition(struct proof *x, struct call *c, const struct expr *e) {
    if (e->kind == EXPR_BOOLOP) {
        enum truth ends = e->boolop.op == OP_LOR ? TRUE_ : UNTRUE, t = negated(ends);
        for (int i = 0; i < e->boolop.n && t == negated(ends); ++i) {
            t = condition(x, c, e->boolop.item[i]);
        }
        return t;
    }
    if (e->kind == EXPR_UNARY && e->unary.op == OP_NOT) {
        return negated(condition(x, c, e->unary.a));
    }
    if (e->kind != EXPR_COMPARE || e->compare.n != 1) {
        return truth_of(x, number(x, c, e));
    }
    const struct poly *a = number(x, c, e->compare.item[0]);
    const struct poly *b = number(x, c, e->compare.item[1]);
    switch (e->compare.op[0]) {
    case OP_LT:
        return is_less(x, a, b);
    case OP_GT:
        return is_less(x, b, a);
    case OP_LE:
        return negated(is_less(x, b, a));
    case OP_GE:
        return negated(is_less(x, a, b));
    case OP_EQ:
        return is_equal(x, a, b);
    case OP_NE:
        return negated(is_equal(x, a, b));
    default:
        return OPEN;
    }
}

/* Do the comparisons that are assumed hold of no numbers? Then one is less than itself. */
static bool contradicts(const struct proof *x) {
    const struct poly *node[2 * MOST_ASSUMED];
    int way[2 * MOST_ASSUMED][2 * MOST_ASSUMED] = {{0}}; /* 1: at most, 2: less */
    int n = 0;
    for (int i = 0; i < x->n_assumed; ++i) {
        const struct poly_atom *a = &x->p.atoms.item[x->assumed[i].atom];
        int at[2];
        for (int k = 0; a->op == OP_LT && k < 2; ++k) {
            at[k] = 0;
            while (at[k] < n && !poly_equal(node[at[k]], a->arg[k])) {
                ++at[k];
            }
            node[at[k]] = a->arg[k];
            n += at[k] == n;
        }
        if (a->op == OP_LT && x->assumed[i].is) {
            way[at[0]][at[1]] = 2;
        } else if (a->op == OP_LT && way[at[1]][at[0]] == 0) {
            way[at[1]][at[0]] = 1;
        }
    }
    bool found = false;
    for (int k = 0; k < n; ++k) {
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
                int by = way[i][k] && way[k][j] ? (way[i][k] | way[k][j]) & 2 ? 2 : 1 : 0;
                way[i][j] = by > way[i][j] ? by : way[i][j];
            }
        }
    }
    for (int i = 0; i < n; ++i) {
        found = found || way[i][i] == 2;
    }
    return found;
}

/* ---- expressions */

static const struct value *of_number(struct proof *x, const struct poly *p) {
    struct value *v = ARENA_NEW(x->p.arena, struct value);
    *v = (struct value){-1, {p}};
    return p ? v : NULL;
}

/* What a name of the function's own is; of others, itself. */
static const struct value *name(struct proof *x, const struct call *c, const struct symbol *sym) {
    for (int i = c->bound.n - 1; i >= 0; --i) {
        if (c->bound.item[i].sym == sym) {
            return c->bound.item[i].value;
        }
    }
    bool known = sym && (sym->kind == SYM_LOCAL || sym->kind == SYM_CONST);
    const struct poly_atom atom = {.op = OP_COUNT, .of = sym};
    return known ? of_number(x, poly_atom(&x->p, &atom, -1)) : NULL;
}

static const struct poly *combine(struct proof *x, enum op op, const struct poly *a,
                                  const struct poly *b) {
    switch (op) {
    case OP_ADD:
        return poly_add(&x->p, a, b, 1);
    case OP_SUB:
        return poly_add(&x->p, a, b, -1);
    case OP_MUL:
        return poly_mul(&x->p, a, b);
    case OP_BITAND:
    case OP_BITOR:
    case OP_BITXOR:
    case OP_MIN:
    case OP_MAX:
        return poly_join(&x->p, op, a, b);
    default:
        return NULL;
    }
}

static enum op op_of_primitive(const char *called) {
    static const struct {
        const char *name;
        enum op op;
    } row[] = {{"op_add", OP_ADD},    {"op_sub", OP_SUB},  {"op_mul", OP_MUL},
               {"op_min", OP_MIN},    {"min", OP_MIN},     {"op_max", OP_MAX},
               {"max", OP_MAX},       {"op_or", OP_BITOR}, {"op_and", OP_BITAND},
               {"op_xor", OP_BITXOR}, {"op_pow", OP_COUNT}};
    for (size_t i = 0; called && i < sizeof row / sizeof row[0]; ++i) {
        if (strcmp(row[i].name, called) == 0) {
            return row[i].op;
        }
    }
    return OP_COUNT;
}

static const struct value *call(struct proof *x, struct call *c, const struct expr *e) {
    const struct symbol *sym = e->call.n_kw == 0 ? sugar_callee(e->call.fn) : NULL;
    const struct value *arg[MOST_PLACES];
    bool own = sym && sym->kind == SYM_FUNC && !sym->func->prelude;
    if (own && e->call.n == sym->func->n_params && e->call.n <= MOST_PLACES) {
        bool all = true;
        for (int i = 0; i < e->call.n; ++i) {
            arg[i] = compute(x, c, e->call.arg[i]);
            all = all && arg[i];
        }
        return all ? call_func(x, sym->func, arg, c->depth + 1) : NULL;
    }
    enum op op = own ? OP_COUNT : op_of_primitive(resolve_primitive(sym));
    if (op == OP_COUNT || e->call.n != 2) {
        return NULL;
    }
    const struct poly *a = number(x, c, e->call.arg[0]), *b = number(x, c, e->call.arg[1]);
    return of_number(x, combine(x, op, a, b));
}

static const struct value *tuple(struct proof *x, struct call *c, const struct expr *e) {
    struct value *v = ARENA_NEW(x->p.arena, struct value);
    bool all = e->list.n <= MOST_PLACES;
    for (int i = 0; all && i < e->list.n; ++i) {
        v->at[i] = number(x, c, e->list.item[i]);
        all = v->at[i] != NULL;
    }
    v->n = e->list.n;
    return all ? v : NULL;
}

static const struct value *compute(struct proof *x, struct call *c, const struct expr *e) {
    struct poly_atom atom = {.op = OP_COUNT};
    switch (e->kind) {
    case EXPR_NAME:
        return name(x, c, e->name.sym);
    case EXPR_INT:
        return e->integer.too_big ? NULL : of_number(x, poly_number(&x->p, e->integer.value));
    case EXPR_FLOAT:
        atom.number = e->number;
        return of_number(x, poly_atom(&x->p, &atom, -1));
    case EXPR_TUPLE:
        return tuple(x, c, e);
    case EXPR_INDEX: {
        const struct value *v = e->index.n == 1 ? compute(x, c, e->index.base) : NULL;
        const struct expr *at = v && v->n > 0 ? e->index.index[0] : NULL;
        bool fits = at && at->kind == EXPR_INT && at->integer.value >= 0 &&
                    at->integer.value < v->n && !at->integer.too_big;
        return fits ? of_number(x, v->at[at->integer.value]) : NULL;
    }
    case EXPR_UNARY: {
        const struct poly *v = number(x, c, e->unary.a), *zero = poly_number(&x->p, 0);
        return e->unary.op == OP_NEG   ? of_number(x, poly_add(&x->p, zero, v, -1))
               : e->unary.op == OP_POS ? of_number(x, v)
                                       : NULL;
    }
    case EXPR_BINARY: {
        const struct poly *a = number(x, c, e->binary.a), *b = number(x, c, e->binary.b);
        return of_number(x, combine(x, e->binary.op, a, b));
    }
    case EXPR_COND: {
        enum truth t = condition(x, c, e->cond.cond);
        return t == OPEN ? NULL : compute(x, c, t == TRUE_ ? e->cond.then : e->cond.els);
    }
    case EXPR_CALL:
        return call(x, c, e);
    default:
        return NULL;
    }
}

/* ---- statements */

static bool bind(struct proof *x, struct call *c, const struct expr *target,
                 const struct value *v) {
    if (target->kind == EXPR_NAME) {
        vec_push(x->p.arena, &c->bound, ((struct bound){target->name.sym, v}));
        return true;
    }
    bool fits = target->kind == EXPR_TUPLE && target->list.n == v->n;
    for (int i = 0; fits && i < v->n; ++i) {
        fits = bind(x, c, target->list.item[i], of_number(x, v->at[i]));
    }
    return fits;
}

/* *value: what the block returns, or NULL: it goes on behind it. False: it is not known. */
static bool run(struct proof *x, struct call *c, const struct block *b,
                const struct value **value) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        const struct value *v = NULL;
        if (s->kind == STMT_RETURN && s->expr) {
            *value = compute(x, c, s->expr);
            return *value != NULL;
        }
        if (s->kind == STMT_ASSIGN && s->assign.n == 1 && s->assign.value) {
            v = compute(x, c, s->assign.value);
            if (!v || !bind(x, c, s->assign.target[0], v)) {
                return false;
            }
        } else if (s->kind == STMT_IF && !s->if_.guard) {
            enum truth t = condition(x, c, s->if_.cond);
            if (t == OPEN || !run(x, c, t == TRUE_ ? &s->if_.then : &s->if_.els, value)) {
                return false;
            }
            if (*value) {
                return true;
            }
        } else {
            return false;
        }
    }
    return true;
}

static const struct value *call_func(struct proof *x, const struct func *f,
                                     const struct value *const *arg, int depth) {
    struct call c = {.depth = depth};
    const struct value *value = NULL;
    for (int i = 0; i < f->n_params; ++i) {
        vec_push(x->p.arena, &c.bound, ((struct bound){f->param[i].sym, arg[i]}));
    }
    return depth <= MOST_CALLS && run(x, &c, &f->body, &value) ? value : NULL;
}

/* ---- the proof */

/* An item whose numbers are variables. */
static const struct value *item(struct proof *x, int which) {
    struct value *v = ARENA_NEW(x->p.arena, struct value);
    v->n = x->n;
    for (int i = 0; i < (x->n < 0 ? 1 : x->n); ++i) {
        const struct poly_atom atom = {.op = OP_COUNT, .at = 1 + which * MOST_PLACES + i};
        v->at[i] = poly_atom(&x->p, &atom, i);
    }
    return v;
}

static const struct value *applied(struct proof *x, const struct value *a, const struct value *b) {
    const struct value *arg[2] = {a, b};
    const struct value *v = a && b ? call_func(x, x->f, arg, 0) : NULL;
    return v && v->n == x->n ? v : NULL;
}

/* Under what is assumed, and whatever else is. */
static bool holds(struct proof *x) {
    const struct value *a = item(x, 0), *b = item(x, 1), *c = item(x, 2);
    if (++x->ways > MOST_WAYS || contradicts(x)) {
        return x->ways <= MOST_WAYS;
    }
    x->open = -1;
    const struct value *left = applied(x, applied(x, a, b), c);
    const struct value *right = left ? applied(x, a, applied(x, b, c)) : NULL;
    bool same = left && right;
    if (!same && x->open >= 0 && x->n_assumed < MOST_ASSUMED) {
        struct assumed *way = &x->assumed[x->n_assumed++];
        *way = (struct assumed){x->open, true};
        same = holds(x);
        way->is = false;
        same = same && holds(x);
        --x->n_assumed;
        return same;
    }
    for (int i = 0; same && i < (x->n < 0 ? 1 : x->n); ++i) {
        same = poly_equal(left->at[i], right->at[i]);
    }
    return same;
}

/* What the proof asks for, or -1: there is none. */
static int prove(struct resolver *r, const struct func *f) {
    for (int n = -1; n <= MOST_PLACES; n += n < 0 ? 2 : 1) {
        struct proof x = {.p = {.arena = r->arena}, .f = f, .n = n};
        if (holds(&x)) {
            return (x.p.mixes ? NEED_ALIKE : 0) | (int)(x.orders * NEED_WHOLE);
        }
    }
    return -1;
}

int resolve_associative(struct resolver *r, const struct expr *call) {
    const struct expr *fn = call->call.arg[0];
    const struct symbol *sym = fn->kind == EXPR_LAMBDA ? NULL : sugar_callee(fn);
    const struct func *f = fn->kind == EXPR_LAMBDA                               ? fn->lambda
                           : sym && sym->kind == SYM_FUNC && !sym->func->prelude ? sym->func
                                                                                 : NULL;
    int needs = resolve_is_free(fn) ? 0 : f && f->n_params == 2 ? prove(r, f) : -1;
    return needs >= 0 && r->s->libraries->in_order ? needs | NEED_EXACT : needs;
}
