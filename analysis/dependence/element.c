/* Recognising reductions of array elements: every use of an array in a loop is y[e] = y[e] op v
 * with one operator, `if v > y[e]: y[e] = v` or `y[e] = v if v > y[e] else y[e]`. What is combined
 * never leads anywhere but back into y.
 *
 * Like the scalar kind (reduction.c) but for one thing: the combination may happen in a wider type
 * of the same kind than y's, as in a float32 histogram of float64 weights. Integers lose nothing by
 * that, they wrap in the end; floats round at every addition in any order. */
#include "build.h"
#include "loops.h"

#define MAX_PLACES 16 /* elements of one array with operators of their own */

struct finder {
    struct scope *sc;
    const struct access_list *list;
    int lo, hi; /* positions of the loop's body */
    struct tstmt *store;
    int pos;             /* its position */
    enum op op;          /* OP_COUNT: not yet known */
    bool late;           /* y[e] is the second operand somewhere */
    int reads;           /* loads of y in updates */
    const int64_t *only; /* the element looked at; NULL: all of them */
};

/* ---- one element */

/* Do the statements at positions lo..hi leave alone what an index is made of? Those of one
 * statement in the source, all of them. simple: the index is made of temporaries and counters. */
static bool is_quiet(const struct facts *f, int lo, int hi, bool simple) {
    for (int pos = lo; pos <= hi; ++pos) {
        const struct tstmt *s = f->order[pos]->stmt;
        const struct tvar *v = stmt_def(s);
        bool acts = s->kind == TS_STORE || s->kind == TS_CALL || s->kind == TS_LIB ||
                    s->kind == TS_LIST || s->kind == TS_FOR || s->kind == TS_WHILE;
        if ((v && !v->is_temp && s->kind != TS_FOR) || (acts && !simple)) {
            return false;
        }
    }
    return true;
}

/* The first position of the INDEX statements among n indices, or pos. */
static int first_index(const struct scope *sc, int n, struct texpr *const *index, int pos) {
    int first = pos;
    for (int i = 0; i < n; ++i) {
        const struct tstmt *s = expr_definition(sc, index[i], pos);
        int at = s ? fact_of(sc->facts, s)->pos : pos;
        first = at < first ? at : first;
    }
    return first;
}

/* Is e, a LOAD at pos, of the element that is stored? */
static bool is_stored_element(const struct finder *f, const struct texpr *e, int pos) {
    const struct tstmt *s = f->store;
    bool equal = true, same = true;
    if (e->load.array != s->store.array || e->load.n != s->store.n) {
        return false;
    }
    for (int i = 0; i < e->load.n; ++i) {
        struct texpr *x = e->load.index[i], *y = s->store.index[i];
        bool plain = x->kind == TE_VAR || x->kind == TE_CONST;
        equal = equal && plain && expr_equal(x, y);
        same = same && reduction_same_index(f->sc, x, pos, y, f->pos);
    }
    int from = equal ? pos : first_index(f->sc, e->load.n, e->load.index, pos);
    return same && is_quiet(f->sc->facts, from, f->pos - 1, equal);
}

/* Is e the element, or a temporary that holds it for this statement only? */
static bool is_element(struct finder *f, struct texpr *e) {
    int pos = f->pos;
    if (e->kind == TE_VAR && e->var->is_temp) {
        const struct tstmt *s = fact_reaching(f->sc->facts, e->var, pos);
        if (!s || s->kind != TS_ASSIGN || f->sc->facts->var[e->var->id].uses.n != 1) {
            return false;
        }
        pos = fact_of(f->sc->facts, s)->pos;
        e = expr_strip(s->assign.value);
    }
    return e->kind == TE_LOAD && is_stored_element(f, e, pos);
}

/* Reads of y by an expression of the STORE: loads, and temporaries for them. */
struct mention {
    struct finder *f;
    bool found;
};

static void see_mention(struct texpr *e, void *context) {
    struct mention *m = context;
    m->found |= (e->kind == TE_LOAD && e->load.array == m->f->store->store.array) ||
                (e->kind == TE_VAR && e->type->kind == TY_SCALAR && is_element(m->f, e));
}

static bool mentions(struct finder *f, struct texpr *e) {
    struct mention m = {f, false};
    expr_walk(e, see_mention, &m);
    return m.found;
}

/* ---- updates */

static bool combines(struct finder *f, enum op op) {
    if (op == OP_COUNT || (f->op != OP_COUNT && f->op != op)) {
        return false;
    }
    f->op = op;
    return true;
}

static bool is_integer(const struct dtype_info *d) {
    return d->kind == KIND_INT || d->kind == KIND_UINT;
}

/* May op be done in type t on the way to an element of type y? */
static bool is_type_for(enum op op, const struct ty *t, enum dtype y) {
    const struct dtype_info *d = &dtype_info[dtype_strong(t->dtype)], *e = &dtype_info[y];
    if (dtype_strong(t->dtype) == y) {
        return true;
    }
    bool modular =
        op == OP_ADD || op == OP_MUL || op == OP_BITAND || op == OP_BITOR || op == OP_BITXOR;
    bool rounds = (op == OP_ADD || op == OP_MUL) && e->kind == d->kind &&
                  (d->kind == KIND_FLOAT || d->kind == KIND_COMPLEX);
    return d->bytes >= e->bytes && y != DT_F16 &&
           ((modular && is_integer(d) && is_integer(e)) || rounds);
}

static struct texpr *under_casts(struct texpr *e) {
    while (e->kind == TE_CAST) {
        e = e->cast;
    }
    return e;
}

/* Is e a chain of one operator with the element at its end? Every type on the way is looked at: an
 * integer that passes through a float would be rounded. */
static bool is_chain(struct finder *f, struct texpr *e) {
    enum dtype y = f->store->store.array->type->dtype;
    for (; e->kind == TE_CAST; e = e->cast) {
        if (!is_type_for(OP_ADD, e->type, y)) {
            return false;
        }
    }
    if (e->kind != TE_OP) {
        return is_element(f, e);
    }
    enum op op = reduction_combiner(e->op.op);
    if (e->op.n != 2 || !combines(f, op) || !is_type_for(op, e->type, y)) {
        return false;
    }
    if (mentions(f, e->op.arg[0])) {
        return is_chain(f, e->op.arg[0]);
    }
    f->late = true;
    return e->op.op != OP_SUB && is_chain(f, e->op.arg[1]);
}

/* `if value > y[e]: y[e] = value`, the store and INDEX statements being all there is in it. */
static bool is_guarded(struct finder *f) {
    const struct stmt_fact *fact = fact_of(f->sc->facts, f->store);
    const struct tstmt *p = fact->parent;
    if (!p || p->kind != TS_IF || fact->block != &p->if_.then || p->if_.els.n > 0) {
        return false;
    }
    for (int i = 0; i < p->if_.then.n; ++i) {
        if (p->if_.then.item[i] != f->store && p->if_.then.item[i]->kind != TS_INDEX) {
            return false;
        }
    }
    struct texpr *cond = expr_strip(p->if_.cond);
    if (cond->kind != TE_OP || cond->op.op < OP_LT || cond->op.op > OP_GE) {
        return false;
    }
    struct texpr *x = expr_strip(cond->op.arg[0]), *y = expr_strip(cond->op.arg[1]);
    int pos = fact_of(f->sc->facts, p)->pos;
    bool greater = cond->op.op == OP_GT || cond->op.op == OP_GE;
    if (x->kind == TE_LOAD && is_stored_element(f, x, pos)) {
        struct texpr *swap = x;
        x = y;
        y = swap;
        greater = !greater;
    }
    return y->kind == TE_LOAD && is_stored_element(f, y, pos) &&
           dtype_strong(x->type->dtype) == y->type->dtype &&
           reduction_same_value(f->sc, x, pos, f->store->store.value, f->pos) &&
           combines(f, greater ? OP_PYMAX : OP_PYMIN);
}

/* `value if condition else value`, as it is lowered: a SELECT, or an IF whose branches end in the
 * assignment of a temporary. Each part with the position where it is evaluated. */
struct choice {
    struct texpr *cond, *a, *b;
    int at_cond, at_a, at_b;
};

/* The last statement of a branch that has nothing but INDEX statements before: what it gives t. */
static struct texpr *branch_value(const struct facts *f, const struct tblock *b,
                                  const struct tvar *t, int *at) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        bool last = i + 1 == b->n;
        if (last && s->kind == TS_ASSIGN && s->assign.dst == t) {
            *at = fact_of(f, s)->pos;
            return expr_strip(s->assign.value);
        }
        if (last || s->kind != TS_INDEX) {
            return NULL;
        }
    }
    return NULL;
}

static bool find_choice(const struct finder *f, struct choice *c) {
    const struct facts *facts = f->sc->facts;
    const struct stmt_fact *store = fact_of(facts, f->store);
    struct texpr *value = expr_strip(f->store->store.value);
    if (value->kind == TE_SELECT) {
        *c = (struct choice){value->select.cond,
                             expr_strip(value->select.a),
                             expr_strip(value->select.b),
                             f->pos,
                             f->pos,
                             f->pos};
        return true;
    }
    int at = store->at - 1;
    while (at >= 0 && store->block->item[at]->kind == TS_INDEX) {
        --at;
    }
    struct tstmt *p = at >= 0 ? store->block->item[at] : NULL;
    if (value->kind != TE_VAR || !value->var->is_temp || !p || p->kind != TS_IF ||
        facts->var[value->var->id].uses.n != 1) {
        return false;
    }
    *c = (struct choice){.cond = p->if_.cond, .at_cond = fact_of(facts, p)->pos};
    c->a = branch_value(facts, &p->if_.then, value->var, &c->at_a);
    c->b = branch_value(facts, &p->if_.els, value->var, &c->at_b);
    return c->a && c->b;
}

static bool is_load_of_it(const struct finder *f, const struct texpr *e, int pos) {
    return e->kind == TE_LOAD && is_stored_element(f, e, pos);
}

/* y[e] = value if value > y[e] else y[e], or y[e] if y[e] > value else value. */
static bool is_chosen(struct finder *f) {
    struct choice c;
    struct texpr *cond = find_choice(f, &c) ? expr_strip(c.cond) : NULL;
    if (!cond || cond->kind != TE_OP || cond->op.op < OP_LT || cond->op.op > OP_GE) {
        return false;
    }
    struct texpr *x = expr_strip(cond->op.arg[0]), *y = expr_strip(cond->op.arg[1]);
    bool greater = cond->op.op == OP_GT || cond->op.op == OP_GE;
    if (is_load_of_it(f, x, c.at_cond)) {
        struct texpr *swap = x;
        x = y;
        y = swap;
        greater = !greater;
    }
    bool kept_first = is_load_of_it(f, c.a, c.at_a);
    struct texpr *kept = kept_first ? c.a : c.b, *taken = kept_first ? c.b : c.a;
    int at_kept = kept_first ? c.at_a : c.at_b, at_taken = kept_first ? c.at_b : c.at_a;
    if (!is_load_of_it(f, y, c.at_cond) || !is_load_of_it(f, kept, at_kept) || mentions(f, taken) ||
        dtype_strong(x->type->dtype) != y->type->dtype ||
        !reduction_same_value(f->sc, x, c.at_cond, taken, at_taken)) {
        return false;
    }
    f->late |= kept_first; /* a nan is taken, as by max(value, y[e]) */
    f->reads++;            /* of the condition and of what is kept */
    return combines(f, greater != kept_first ? OP_PYMAX : OP_PYMIN);
}

static bool is_update(struct finder *f, struct tstmt *s, int pos) {
    f->store = s;
    f->pos = pos;
    f->reads++; /* each has one, which is that of its element */
    struct texpr *value = s->store.value;
    if (is_chosen(f)) {
        return true;
    }
    if (mentions(f, value)) {
        return under_casts(value)->kind == TE_OP && is_chain(f, value);
    }
    return is_guarded(f);
}

/* ---- the loop */

static bool is_ordered(const struct scope *sc, const struct tvar *v, enum op op, bool late) {
    enum dtype_kind kind = dtype_info[v->type->dtype].kind;
    bool rounds = kind == KIND_FLOAT || kind == KIND_COMPLEX;
    if (op == OP_PYMIN || op == OP_PYMAX) {
        return late && rounds;
    }
    return sc->fp_strict && rounds && (op == OP_ADD || op == OP_MUL);
}

static bool in_body(const struct finder *f, const struct access *x) {
    return x->pos >= f->lo && x->pos <= f->hi;
}

/* Is it the element with this number? */
static bool is_numbered(const struct access *x, int64_t *at) {
    bool known = x->known[0] == INDEX_FORM || x->known[0] == INDEX_WRAPS;
    return x->rank == 1 && known && form_is_const(x->form[0], at) && *at >= 0;
}

static bool is_looked_at(const struct finder *f, const struct tvar *root, const struct access *x) {
    int64_t at;
    return x->root == root && in_body(f, x) &&
           (!f->only || (is_numbered(x, &at) && at == *f->only));
}

static bool element_find(struct finder *f, struct tvar *root, struct element_reduction *r) {
    int reads = 0;
    f->op = OP_COUNT;
    f->late = false;
    f->reads = 0;
    for (int i = 0; i < f->list->item.n; ++i) {
        const struct access *x = f->list->item.item[i];
        if (!is_looked_at(f, root, x)) {
            continue;
        }
        if (x->stmt->kind == TS_CALL || x->stmt->kind == TS_LIB ||
            (x->write && !is_update(f, x->stmt, x->pos))) {
            return false;
        }
        reads += !x->write;
    }
    *r = (struct element_reduction){
        .array = root, .op = f->op, .ordered = is_ordered(f->sc, root, f->op, f->late)};
    return f->op != OP_COUNT && reads == f->reads;
}

static bool has_place(const struct element_reduction *r, int64_t at) {
    for (int i = 0; i < r->places.n; ++i) {
        if (r->places.item[i].at == at) {
            return true;
        }
    }
    return false;
}

/* The same for elements that all have numbers, each with an operator of its own. */
static bool places_find(struct finder *f, struct tvar *root, struct element_reduction *r) {
    *r = (struct element_reduction){.array = root, .op = OP_COUNT};
    for (int i = 0; i < f->list->item.n; ++i) {
        const struct access *x = f->list->item.item[i];
        struct element_reduction one;
        int64_t at;
        if (x->root != root || !in_body(f, x)) {
            continue;
        }
        if (!is_numbered(x, &at)) {
            return false;
        }
        if (has_place(r, at)) {
            continue;
        }
        f->only = &at;
        bool found = element_find(f, root, &one);
        f->only = NULL;
        if (!found || r->places.n == MAX_PLACES) {
            return false;
        }
        struct element_place place = {at, one.op};
        r->op = one.op;
        r->ordered |= one.ordered;
        vec_push(f->sc->arena, &r->places, place);
    }
    return r->places.n > 1;
}

static bool is_listed(const struct loop_plan *plan, const struct tvar *root) {
    for (int i = 0; i < plan->element_reductions.n; ++i) {
        if (plan->element_reductions.item[i].array == root) {
            return true;
        }
    }
    return false;
}

void elements_find(struct scope *sc, const struct access_list *list, struct loop_plan *plan) {
    const struct stmt_fact *fact = fact_of(sc->facts, plan->stmt);
    struct finder f = {.sc = sc, .list = list, .lo = fact->pos + 1, .hi = fact->body_end};
    struct element_reduction r;
    for (int i = 0; i < list->item.n; ++i) {
        const struct access *x = list->item.item[i];
        bool made =
            x->alloc && fact_in_body(sc->facts, plan->stmt, fact_of(sc->facts, x->alloc)->pos);
        if (x->write && x->root && in_body(&f, x) && !made && !is_listed(plan, x->root) &&
            (element_find(&f, x->root, &r) || places_find(&f, x->root, &r)) &&
            !root_independent(sc, list, plan->stmt, x->root)) {
            vec_push(sc->arena, &plan->element_reductions, r);
        }
    }
}
