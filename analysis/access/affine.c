/* Reading expressions as affine forms: atoms, variables with one plain definition, extents. */
#include "affine.h"

#include "access.h"
#include "build.h"

#define SEE_THROUGH 64 /* definitions followed in a row */
#define DIVIDED 200    /* definitions followed by form_divided */

struct ty *type_of(struct arena *a, const struct tmodule *m, enum dtype d) {
    for (int i = 0; i < m->types.n; ++i) {
        struct ty *t = m->types.item[i];
        if (t->kind == TY_SCALAR && t->dtype == d) {
            return t;
        }
    }
    struct ty *t = ARENA_NEW(a, struct ty);
    t->kind = TY_SCALAR;
    t->id = -1;
    t->dtype = d;
    return t;
}

/* ---- atoms */

static struct atom *new_atom(struct scope *sc, enum atom_kind kind, struct tvar *v) {
    struct atom *atom = ARENA_NEW(sc->arena, struct atom);
    atom->kind = kind;
    atom->id = sc->atoms.n;
    atom->var = v;
    vec_push(sc->arena, &sc->atoms, atom);
    return atom;
}

static struct var_memo *memo_of(struct scope *sc, const struct tvar *v) {
    struct var_memo *memo = &sc->var[v->id];
    if (memo->stamp != sc->stamp) {
        *memo = (struct var_memo){.stamp = sc->stamp};
    }
    return memo;
}

struct atom *counter_of(struct scope *sc, struct tstmt *loop) {
    struct var_memo *memo = memo_of(sc, loop->for_.counter);
    if (!memo->atom) {
        memo->atom = new_atom(sc, ATOM_COUNTER, loop->for_.counter);
        memo->atom->loop = loop;
        memo->atom->depth = fact_of(sc->facts, loop)->depth;
    }
    return memo->atom;
}

static struct atom *shape_atom(struct scope *sc, struct tvar *array, int axis) {
    for (int i = 0; i < sc->atoms.n; ++i) {
        struct atom *atom = sc->atoms.item[i];
        if (atom->kind == ATOM_SHAPE && atom->var == array && atom->axis == axis) {
            return atom;
        }
    }
    struct atom *atom = new_atom(sc, ATOM_SHAPE, array);
    atom->axis = axis;
    return atom;
}

struct atom *distance_atom(struct scope *sc) {
    for (int i = 0; i < sc->atoms.n; ++i) {
        if (sc->atoms.item[i]->kind == ATOM_DISTANCE) {
            return sc->atoms.item[i];
        }
    }
    return new_atom(sc, ATOM_DISTANCE, NULL);
}

struct form *form_whole(struct scope *sc, struct texpr *e) {
    for (int i = 0; i < sc->atoms.n; ++i) {
        struct atom *atom = sc->atoms.item[i];
        if (atom->kind == ATOM_EXPR && expr_equal(atom->expr, e)) {
            return form_atom(sc->arena, atom);
        }
    }
    struct atom *atom = new_atom(sc, ATOM_EXPR, NULL);
    atom->expr = e;
    return form_atom(sc->arena, atom);
}

/* ---- invariance */

struct invariance {
    const struct scope *sc;
    bool ok;
};

static void test_node(struct texpr *e, void *context) {
    struct invariance *t = context;
    const struct scope *sc = t->sc;
    if (e->kind == TE_LOAD || e->kind == TE_TUPLE || e->kind == TE_ITEM) {
        t->ok = false;
    } else if (e->kind == TE_VAR) {
        t->ok &= !fact_assigned(sc->facts, e->var, sc->lo, sc->hi);
    } else if (e->kind == TE_SHAPE) {
        t->ok &= !fact_assigned(sc->facts, e->shape.array, sc->lo, sc->hi);
    }
}

bool expr_invariant(const struct scope *sc, struct texpr *e) {
    struct invariance t = {sc, true};
    expr_walk(e, test_node, &t);
    return t.ok;
}

/* ---- reading */

/* Integers whose arithmetic is exact up to 64 bits. */
static bool is_wide(const struct ty *t) {
    return t->kind == TY_SCALAR && (t->dtype == DT_INT || t->dtype == DT_I64);
}

static bool is_integer(const struct ty *t) {
    return t->kind == TY_SCALAR &&
           (dtype_info[t->dtype].kind == KIND_INT || dtype_info[t->dtype].kind == KIND_UINT);
}

/* Does a cast from one integer type to the other keep every value? */
static bool keeps_value(const struct ty *from, const struct ty *to) {
    if (!is_integer(from) || !is_integer(to)) {
        return false;
    }
    const struct dtype_info *f = &dtype_info[from->dtype], *t = &dtype_info[to->dtype];
    if (f->kind == t->kind) {
        return t->bytes >= f->bytes;
    }
    return f->kind == KIND_UINT && t->bytes > f->bytes;
}

struct tstmt *expr_definition(const struct scope *sc, const struct texpr *e, int pos) {
    if (e->kind != TE_VAR || e->var->is_counter ||
        !fact_assigned(sc->facts, e->var, sc->lo, sc->hi)) {
        return NULL;
    }
    struct tstmt *s = fact_reaching(sc->facts, e->var, pos);
    return s && fact_of(sc->facts, s)->pos >= sc->lo ? s : NULL;
}

static struct form *read_form(struct scope *sc, struct texpr *e, int pos, int depth);

/* Is every variable of e immutable, with no LOAD among it? */
static void immutable_node(struct texpr *e, void *context) {
    struct invariance *t = context;
    const struct facts *f = t->sc->facts;
    if (e->kind == TE_LOAD || e->kind == TE_TUPLE || e->kind == TE_ITEM) {
        t->ok = false;
    } else if (e->kind == TE_VAR) {
        t->ok &= fact_immutable(f, e->var);
    } else if (e->kind == TE_SHAPE) {
        t->ok &= fact_immutable(f, e->shape.array);
    }
}

/* The value of the one assignment of v, when all in it is immutable; else NULL. */
static struct form *read_once(struct scope *sc, struct tvar *v, int depth) {
    const struct var_fact *fact = &sc->facts->var[v->id];
    if (v->is_param || fact->defs.n != 1) {
        return NULL;
    }
    struct tstmt *s = sc->facts->order[fact->defs.item[0]]->stmt;
    if (s->kind != TS_ASSIGN || !is_integer(s->assign.value->type)) {
        return NULL;
    }
    struct invariance t = {sc, true};
    expr_walk(s->assign.value, immutable_node, &t);
    return t.ok ? read_form(sc, s->assign.value, sc->lo, depth + 1) : NULL;
}

/* What an invariant variable stands for: n with the one assignment n = a.shape[0] is that extent;
 * most are atoms. */
static struct form *read_invariant(struct scope *sc, struct tvar *v, int depth) {
    struct var_memo *memo = memo_of(sc, v);
    if (!memo->form) {
        memo->form = read_once(sc, v, depth);
    }
    if (!memo->form) {
        memo->atom = new_atom(sc, ATOM_VAR, v);
        memo->form = form_atom(sc->arena, memo->atom);
    }
    return memo->form;
}

static struct form *read_assigned(struct scope *sc, struct tstmt *s, int depth) {
    if (sc->divide && !(sc->of_stmt_known[s->id] && sc->of_stmt[s->id])) {
        return --sc->divide > 0
                   ? read_form(sc, s->assign.value, fact_of(sc->facts, s)->pos, depth + 1)
                   : NULL;
    }
    if (!sc->of_stmt_known[s->id]) {
        sc->of_stmt_known[s->id] = true;
        sc->of_stmt[s->id] = read_form(sc, s->assign.value, fact_of(sc->facts, s)->pos, depth + 1);
    }
    return sc->of_stmt[s->id];
}

static struct form *read_var(struct scope *sc, struct texpr *e, int pos, int depth) {
    struct tvar *v = e->var;
    if (!fact_assigned(sc->facts, v, sc->lo, sc->hi)) {
        return read_invariant(sc, v, depth);
    }
    if (v->is_counter) {
        struct tstmt *loop = sc->facts->order[sc->facts->var[v->id].defs.item[0]]->stmt;
        return fact_in_body(sc->facts, loop, pos) ? form_atom(sc->arena, counter_of(sc, loop))
                                                  : NULL;
    }
    struct tstmt *s = expr_definition(sc, e, pos);
    return s && s->kind == TS_ASSIGN ? read_assigned(sc, s, depth) : NULL;
}

/* Bit k of x: what x // 2**k leaves of 2. */
static struct form *bit_of(struct scope *sc, const struct form *x, int k) {
    struct form *q = form_quotient(sc, x, form_const(sc->arena, (int64_t)1 << k));
    return form_add(sc->arena, q, form_quotient(sc, q, form_const(sc->arena, 2)), -2);
}

/* x with a mask of bits, in two's complement: low bits, all but these, or one bit. */
static struct form *read_mask(struct scope *sc, enum op op, const struct form *x, int64_t mask) {
    struct arena *a = sc->arena;
    bool low = mask >= 0 && (mask & (mask + 1)) == 0, high = mask < 0 && (mask & -mask) == -mask;
    int64_t top = low ? mask + 1 : high ? -mask : mask;
    if (mask == 0 || top <= 0 || top > INT32_MAX / 2 || (top & (top - 1)) != 0) {
        return NULL;
    }
    struct form *whole = form_quotient(sc, x, form_const(a, top));
    if (op == OP_BITAND && (low || high)) {
        struct form *masked = form_scale(a, whole, top);
        return high ? masked : form_add(a, x, masked, -1);
    }
    bool single = mask > 0 && (mask & (mask - 1)) == 0;
    struct form *bit = single ? bit_of(sc, x, __builtin_ctzll((uint64_t)mask)) : NULL;
    struct form *set = form_add(a, x, form_const(a, mask), 1);
    return op == OP_BITAND  ? form_scale(a, bit, mask)
           : op == OP_BITOR ? form_add(a, set, bit, -mask)
                            : form_add(a, set, bit, -2 * mask);
}

/* What form_divided sees in addition. Division by 0 raises where its type is Python's. */
static struct form *read_divided(struct scope *sc, struct texpr *e, int pos, int depth) {
    struct arena *a = sc->arena;
    enum op op = e->op.op;
    int64_t c;
    if (e->op.n != 2 || expr_invariant(sc, e)) {
        return NULL;
    }
    struct form *x = read_form(sc, e->op.arg[0], pos, depth);
    struct form *y = x ? read_form(sc, e->op.arg[1], pos, depth) : NULL;
    bool number = form_is_const(y, &c);
    if (!y || (!number && e->type->dtype != DT_INT)) {
        return NULL;
    }
    switch (op) {
    case OP_FLOORDIV:
        return form_quotient(sc, x, y);
    case OP_MOD:
        return form_add(a, x, form_mul(a, y, form_quotient(sc, x, y)), -1);
    case OP_SHR:
    case OP_SHL:
        if (!number || c < 0 || c > 30) {
            return NULL;
        }
        y = form_const(a, (int64_t)1 << c);
        return op == OP_SHR ? form_quotient(sc, x, y) : form_mul(a, x, y);
    case OP_BITAND:
    case OP_BITOR:
    case OP_BITXOR:
        return number                 ? read_mask(sc, op, x, c)
               : form_is_const(x, &c) ? read_mask(sc, op, y, c)
                                      : NULL;
    default:
        return NULL;
    }
}

static struct form *read_op(struct scope *sc, struct texpr *e, int pos, int depth) {
    struct arena *a = sc->arena;
    struct texpr **arg = e->op.arg;
    switch (e->op.op) {
    case OP_ADD:
    case OP_SUB: {
        struct form *x = read_form(sc, arg[0], pos, depth);
        return form_add(a, x, x ? read_form(sc, arg[1], pos, depth) : NULL,
                        e->op.op == OP_ADD ? 1 : -1);
    }
    case OP_MUL: {
        struct form *x = read_form(sc, arg[0], pos, depth);
        return form_mul(a, x, x ? read_form(sc, arg[1], pos, depth) : NULL);
    }
    case OP_NEG: {
        struct form *x = read_form(sc, arg[0], pos, depth);
        return x ? form_scale(a, x, -1) : NULL;
    }
    case OP_POS:
        return read_form(sc, arg[0], pos, depth);
    default:
        return sc->divide ? read_divided(sc, e, pos, depth) : NULL;
    }
}

/* Item k of a tuple expression whose parts are plain. */
static struct form *read_item(struct scope *sc, struct texpr *e, int pos, int depth) {
    struct texpr *t = e->item.tuple;
    if (t->kind == TE_TUPLE) {
        return read_form(sc, t->tuple.item[e->item.index], pos, depth + 1);
    }
    struct tstmt *s = expr_definition(sc, t, pos);
    if (s && s->kind == TS_ASSIGN && s->assign.value->kind == TE_TUPLE) {
        return read_form(sc, s->assign.value->tuple.item[e->item.index], fact_of(sc->facts, s)->pos,
                         depth + 1);
    }
    return NULL;
}

static struct form *extent_at(struct scope *sc, struct tvar *array, int axis, int pos, int depth);

static struct form *read_parts(struct scope *sc, struct texpr *e, int pos, int depth) {
    switch (e->kind) {
    case TE_CONST:
        return e->value.i >= 0 || dtype_info[e->type->dtype].kind == KIND_INT
                   ? form_const(sc->arena, e->value.i)
                   : NULL;
    case TE_VAR:
        return read_var(sc, e, pos, depth);
    case TE_SHAPE:
        return extent_at(sc, e->shape.array, e->shape.axis, pos, depth);
    case TE_CAST:
        return keeps_value(e->cast->type, e->type) ? read_form(sc, e->cast, pos, depth) : NULL;
    case TE_OP:
        return is_wide(e->type) ? read_op(sc, e, pos, depth) : NULL;
    case TE_ITEM:
        return read_item(sc, e, pos, depth);
    default:
        return NULL;
    }
}

static struct form *read_form(struct scope *sc, struct texpr *e, int pos, int depth) {
    if (!is_integer(e->type) || depth > SEE_THROUGH) {
        return NULL;
    }
    struct form *f = read_parts(sc, e, pos, depth);
    if (!f && e->kind != TE_CONST && expr_invariant(sc, e)) {
        f = form_whole(sc, e);
    }
    return f;
}

struct form *form_of(struct scope *sc, struct texpr *e, int pos) {
    return e ? read_form(sc, e, pos, 0) : NULL;
}

struct form *form_divided(struct scope *sc, struct texpr *e, int pos) {
    sc->divide = DIVIDED;
    struct form *f = form_of(sc, e, pos);
    sc->divide = 0;
    return f;
}

/* ---- extents */

static struct form *extent_made(struct scope *sc, struct tstmt *s, int axis, int depth) {
    int pos = fact_of(sc->facts, s)->pos;
    if (s->kind == TS_ALLOC) {
        return read_form(sc, s->alloc.extent[axis], pos, depth + 1);
    }
    if (s->kind == TS_ASSIGN && s->assign.value->kind == TE_VAR) {
        return extent_at(sc, s->assign.value->var, axis, pos, depth + 1);
    }
    if (s->kind == TS_VIEW) {
        int kept = view_base_axis(s, axis);
        return kept >= 0    ? extent_at(sc, s->view.base, kept, pos, depth + 1)
               : kept == -1 ? form_const(sc->arena, 1)
                            : NULL;
    }
    return NULL;
}

/* The extent of an array made before the nest by an ALLOC of immutable extents, or NULL. */
static struct form *extent_before(struct scope *sc, struct tvar *array, int axis, int depth) {
    const struct var_fact *fact = &sc->facts->var[array->id];
    if (!fact_immutable(sc->facts, array) || array->is_param) {
        return NULL;
    }
    struct tstmt *s = sc->facts->order[fact->defs.item[0]]->stmt;
    struct invariance t = {sc, true};
    if (s->kind == TS_ALLOC) {
        expr_walk(s->alloc.extent[axis], immutable_node, &t);
        return t.ok ? read_form(sc, s->alloc.extent[axis], sc->lo, depth + 1) : NULL;
    }
    return NULL;
}

static struct form *extent_at(struct scope *sc, struct tvar *array, int axis, int pos, int depth) {
    if (depth > SEE_THROUGH) {
        return NULL;
    }
    if (!fact_assigned(sc->facts, array, sc->lo, sc->hi)) {
        struct form *f = extent_before(sc, array, axis, depth);
        return f ? f : form_atom(sc->arena, shape_atom(sc, array, axis));
    }
    struct tstmt *s = fact_reaching(sc->facts, array, pos);
    return s && fact_of(sc->facts, s)->pos >= sc->lo ? extent_made(sc, s, axis, depth) : NULL;
}

struct form *form_extent(struct scope *sc, struct tvar *array, int axis, int pos) {
    return extent_at(sc, array, axis, pos, 0);
}
