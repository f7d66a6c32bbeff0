/* Recognising reductions: scalars that a loop only ever combines into by one operator.
 *
 * Accepted are s = s op e and op(e, s) for operators that commute (s - e counts as +), chains of
 * them, s = e if e > s else s, `if e > s: s = e`, and s = s and e. The combination must happen in
 * the type of s: a cast in between would round. */
#include "build.h"
#include "loops.h"

struct occurrences {
    const struct tvar *var;
    int n;
};

static void count_node(struct tvar *v, void *context) {
    struct occurrences *o = context;
    o->n += v == o->var;
}

static int occurrences(struct texpr *e, const struct tvar *v) {
    struct occurrences o = {v, 0};
    expr_reads(e, count_node, &o);
    return o.n;
}

enum op reduction_combiner(enum op op) {
    switch (op) {
    case OP_ADD:
    case OP_SUB:
        return OP_ADD;
    case OP_MUL:
    case OP_MINIMUM:
    case OP_MAXIMUM:
    case OP_PYMIN:
    case OP_PYMAX:
    case OP_BITAND:
    case OP_BITOR:
    case OP_BITXOR:
    case OP_LAND:
    case OP_LOR:
        return op;
    default:
        return OP_COUNT;
    }
}

/* Of floats min and max of Python take a nan or leave it, depending on which side it is. */
static bool is_float(const struct tvar *v) {
    return dtype_info[v->type->dtype].kind == KIND_FLOAT;
}

/* Is the result one of the operands? In any order it is the same, but for the sign of a zero. */
static bool chooses(enum op op) {
    return op == OP_MINIMUM || op == OP_MAXIMUM || op == OP_PYMIN || op == OP_PYMAX;
}

bool reduction_reorders(const struct reduction *r, bool in_parallel, bool fp_strict) {
    enum dtype_kind kind = dtype_info[r->var->type->dtype].kind;
    bool exact = (kind != KIND_FLOAT && kind != KIND_COMPLEX) || (chooses(r->op) && !fp_strict);
    return !r->ordered && (exact || (in_parallel && !fp_strict));
}

/* Is e a chain of one operator with v at its end? *late: v is the second operand somewhere. */
static bool is_chain(struct texpr *e, const struct tvar *v, enum op *op, bool *late) {
    e = expr_strip(e);
    if (e->kind == TE_VAR) {
        return e->var == v;
    }
    if (e->kind != TE_OP || e->op.n != 2 ||
        dtype_strong(e->type->dtype) != dtype_strong(v->type->dtype)) {
        return false;
    }
    enum op o = reduction_combiner(e->op.op);
    if (o == OP_COUNT || (*op != OP_COUNT && *op != o)) {
        return false;
    }
    *op = o;
    if (occurrences(e->op.arg[0], v) > 0) {
        return is_chain(e->op.arg[0], v, op, late);
    }
    *late = true;
    return e->op.op != OP_SUB && is_chain(e->op.arg[1], v, op, late);
}

/* ---- comparisons */

/* Indices of two LOADs: the same expression, or INDEX statements of the same index. */
bool reduction_same_index(struct scope *sc, struct texpr *x, int at_x, struct texpr *y, int at_y) {
    struct tstmt *s = expr_definition(sc, x, at_x), *t = expr_definition(sc, y, at_y);
    if (!s || !t || s == t || s->kind != TS_INDEX || t->kind != TS_INDEX) {
        return reduction_same_value(sc, x, at_x, y, at_y);
    }
    return s->index.array == t->index.array && s->index.axis == t->index.axis &&
           reduction_same_value(sc, s->index.index, fact_of(sc->facts, s)->pos, t->index.index,
                                fact_of(sc->facts, t)->pos);
}

static bool same_operands(struct scope *sc, struct texpr *x, int at_x, struct texpr *y, int at_y) {
    if (x->kind == TE_CAST && y->kind == TE_CAST && x->type->dtype == y->type->dtype) {
        return reduction_same_value(sc, x->cast, at_x, y->cast, at_y);
    }
    bool same = x->kind == TE_OP && y->kind == TE_OP && x->op.op == y->op.op &&
                x->op.n == y->op.n && x->type->dtype == y->type->dtype;
    for (int i = 0; same && i < x->op.n; ++i) {
        same = reduction_same_value(sc, x->op.arg[i], at_x, y->op.arg[i], at_y);
    }
    return same;
}

bool reduction_same_value(struct scope *sc, struct texpr *x, int at_x, struct texpr *y, int at_y) {
    x = expr_strip(x);
    y = expr_strip(y);
    if (expr_equal(x, y) || form_equal(form_of(sc, x, at_x), form_of(sc, y, at_y))) {
        return true;
    }
    if (x->kind != TE_LOAD || y->kind != TE_LOAD) {
        return same_operands(sc, x, at_x, y, at_y);
    }
    if (x->load.array != y->load.array) {
        return false;
    }
    for (int i = 0; i < x->load.n; ++i) {
        if (!reduction_same_index(sc, x->load.index[i], at_x, y->load.index[i], at_y)) {
            return false;
        }
    }
    return true;
}

/* The operator of `if cond: v = value`, cond comparing value with v; OP_COUNT otherwise. */
static enum op compare_op(struct scope *sc, struct texpr *cond, int at_cond, struct texpr *value,
                          int at_value, const struct tvar *v) {
    cond = expr_strip(cond);
    if (cond->kind != TE_OP || cond->op.op < OP_LT || cond->op.op > OP_GE) {
        return OP_COUNT;
    }
    struct texpr *x = expr_strip(cond->op.arg[0]), *y = expr_strip(cond->op.arg[1]);
    bool greater = cond->op.op == OP_GT || cond->op.op == OP_GE;
    if (x->kind == TE_VAR && x->var == v) {
        struct texpr *swap = x;
        x = y;
        y = swap;
        greater = !greater;
    }
    if (y->kind != TE_VAR || y->var != v || occurrences(x, v) > 0 ||
        !reduction_same_value(sc, x, at_cond, value, at_value)) {
        return OP_COUNT;
    }
    return greater ? OP_PYMAX : OP_PYMIN;
}

/* v = e if e > v else v, or v = v if v > e else e. */
static bool is_select(struct scope *sc, struct texpr *e, int pos, const struct tvar *v, enum op *op,
                      bool *late) {
    e = expr_strip(e);
    if (e->kind != TE_SELECT || occurrences(e, v) != 2) {
        return false;
    }
    struct texpr *a = expr_strip(e->select.a), *b = expr_strip(e->select.b);
    bool kept_first = a->kind == TE_VAR && a->var == v;
    struct texpr *kept = kept_first ? a : b, *taken = kept_first ? b : a;
    if (kept->kind != TE_VAR || kept->var != v) {
        return false;
    }
    *op = compare_op(sc, e->select.cond, pos, taken, pos, v);
    *late |= kept_first; /* a nan is taken, as by max(e, v) */
    if (kept_first && *op != OP_COUNT) {
        *op = *op == OP_PYMAX ? OP_PYMIN : OP_PYMAX;
    }
    return *op != OP_COUNT;
}

/* The IF of `if e > v: v = e` around the assignment s; its block has nothing else but INDEX. */
static const struct tstmt *guarding_if(struct scope *sc, struct tstmt *s, enum op *op) {
    const struct stmt_fact *fact = fact_of(sc->facts, s);
    const struct tstmt *p = fact->parent;
    if (!p || p->kind != TS_IF || fact->block != &p->if_.then || p->if_.els.n > 0) {
        return NULL;
    }
    for (int i = 0; i < p->if_.then.n; ++i) {
        const struct tstmt *t = p->if_.then.item[i];
        if (t != s && t->kind != TS_INDEX) {
            return NULL;
        }
    }
    *op = compare_op(sc, p->if_.cond, fact_of(sc->facts, p)->pos, s->assign.value, fact->pos,
                     s->assign.dst);
    return *op == OP_COUNT ? NULL : p;
}

/* ---- s = s and e, as it is lowered: if s: t = e else: t = False, then s = t */

/* Does the block do nothing but find a value for t, without anything that could raise? */
static bool only_assigns(struct scope *sc, const struct tblock *b, const struct tvar *t,
                         const struct tvar *v) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        bool assigns = s->kind == TS_ASSIGN && !fact_read(sc->facts, v, fact_of(sc->facts, s)->pos,
                                                          fact_of(sc->facts, s)->pos);
        bool indexes = s->kind == TS_INDEX && sc->hoisted[s->id];
        if (!assigns && !indexes) {
            return false;
        }
    }
    return b->n > 0 && b->item[b->n - 1]->kind == TS_ASSIGN && b->item[b->n - 1]->assign.dst == t;
}

static bool assigns_constant(const struct tblock *b, const struct tvar *t, bool value) {
    const struct tstmt *s = b->n == 1 ? b->item[0] : NULL;
    return s && s->kind == TS_ASSIGN && s->assign.dst == t && s->assign.value->kind == TE_CONST &&
           (s->assign.value->value.i != 0) == value;
}

/* The IF before `v = t` that gives t its value; *op is LAND or LOR. */
static const struct tstmt *short_circuit(struct scope *sc, const struct tstmt *s, enum op *op) {
    const struct stmt_fact *fact = fact_of(sc->facts, s);
    const struct texpr *value = expr_strip(s->assign.value);
    const struct tstmt *p = fact->at > 0 ? fact->block->item[fact->at - 1] : NULL;
    const struct tvar *v = s->assign.dst;
    if (value->kind != TE_VAR || !value->var->is_temp || !p || p->kind != TS_IF ||
        dtype_info[v->type->dtype].kind != KIND_BOOL) {
        return NULL;
    }
    const struct texpr *cond = expr_strip(p->if_.cond);
    if (cond->kind != TE_VAR || cond->var != v) {
        return NULL;
    }
    if (assigns_constant(&p->if_.els, value->var, false) &&
        only_assigns(sc, &p->if_.then, value->var, v)) {
        *op = OP_LAND;
        return p;
    }
    if (assigns_constant(&p->if_.then, value->var, true) &&
        only_assigns(sc, &p->if_.els, value->var, v)) {
        *op = OP_LOR;
        return p;
    }
    return NULL;
}

/* ---- the loop */

/* The operator of one assignment of v; OP_COUNT when it is no update. */
static enum op update_op(struct scope *sc, struct tstmt *s, struct tvar *v, bool *late) {
    enum op op = OP_COUNT;
    if (s->kind != TS_ASSIGN) {
        return OP_COUNT;
    }
    int n = occurrences(s->assign.value, v);
    if (n == 0) {
        const struct tstmt *p = guarding_if(sc, s, &op);
        p = p ? p : short_circuit(sc, s, &op);
        return p ? op : OP_COUNT;
    }
    if (n == 1 && is_chain(s->assign.value, v, &op, late)) {
        return op;
    }
    return is_select(sc, s->assign.value, fact_of(sc->facts, s)->pos, v, &op, late) ? op : OP_COUNT;
}

/* Must the reduction keep the order of the iterations? */
static bool is_ordered(const struct scope *sc, const struct tvar *v, enum op op, bool late) {
    enum dtype_kind kind = dtype_info[v->type->dtype].kind;
    if (op == OP_PYMIN || op == OP_PYMAX) {
        return late && is_float(v);
    }
    return sc->fp_strict && (op == OP_ADD || op == OP_MUL) &&
           (kind == KIND_FLOAT || kind == KIND_COMPLEX);
}

/* Does the CHECK test that an update of v by op fits, reading v nowhere else? */
static bool tests_update(const struct tstmt *s, const struct tvar *v, enum op op) {
    struct texpr *x = (struct texpr *)fits_tested(s);
    enum op of = OP_COUNT;
    bool late = false;
    return x && occurrences(s->check.cond, v) == 1 && occurrences(x, v) == 1 &&
           is_chain(x, v, &of, &late) && of == op;
}

bool reduction_find(struct scope *sc, const struct tstmt *loop, struct tvar *v,
                    struct reduction *r) {
    const struct facts *f = sc->facts;
    const struct var_fact *fact = &f->var[v->id];
    int lo = fact_of(f, loop)->pos + 1, hi = fact_of(f, loop)->body_end, allowed = 0, found = 0;
    bool late = false;
    if (v->type->kind != TY_SCALAR) {
        return false;
    }
    enum op op = OP_COUNT;
    for (int i = 0; i < fact->defs.n; ++i) {
        int pos = fact->defs.item[i];
        if (pos < lo || pos > hi) {
            continue;
        }
        enum op o = update_op(sc, f->order[pos]->stmt, v, &late);
        if (o == OP_COUNT || (op != OP_COUNT && o != op)) {
            return false;
        }
        op = o;
        ++allowed; /* one statement that may read v per update: itself, or its IF */
    }
    bool tested = false, open = false;
    for (int i = 0; i < fact->uses.n; ++i) {
        int pos = fact->uses.item[i];
        const struct tstmt *s = f->order[pos]->stmt;
        bool test = tests_update(s, v, op);
        tested |= test && pos >= lo && pos <= hi;
        open |= test && pos >= lo && pos <= hi && !sc->hoisted[s->id];
        found += pos >= lo && pos <= hi && !test;
    }
    *r = (struct reduction){v, op, is_ordered(sc, v, op, late), tested, open};
    return allowed > 0 && found == allowed;
}

bool reduction_flag(const struct facts *f, const struct tstmt *loop, struct tvar *v,
                    struct reduction *r) {
    const struct var_fact *fact = &f->var[v->id];
    int lo = fact_of(f, loop)->pos + 1, hi = fact_of(f, loop)->body_end;
    if (v->type->kind != TY_SCALAR || dtype_info[v->type->dtype].kind != KIND_BOOL ||
        fact_read(f, v, lo, hi)) {
        return false;
    }
    enum op op = OP_COUNT;
    for (int i = 0; i < fact->defs.n; ++i) {
        int pos = fact->defs.item[i];
        if (pos < lo || pos > hi) {
            continue;
        }
        const struct tstmt *s = f->order[pos]->stmt;
        if (s->kind != TS_ASSIGN || s->assign.value->kind != TE_CONST) {
            return false;
        }
        enum op o = s->assign.value->value.i ? OP_LOR : OP_LAND;
        if (op != OP_COUNT && op != o) {
            return false;
        }
        op = o;
    }
    *r = (struct reduction){.var = v, .op = op};
    return op != OP_COUNT;
}
