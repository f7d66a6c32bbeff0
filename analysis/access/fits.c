/* Python ints in nests: which CHECKs of FITS hold in all iterations, by a bound of their size that
 * is computed once, before the nest.
 *
 * The size of an expression is a float expression in what is known before the nest, at least as
 * large as any absolute value it takes in it: of a sum the sum of sizes, of a counter the larger of
 * its ends, of a variable that is added to the sizes of all that is added, as often as the loops
 * around turn. Floats cannot wrap around, and round by much less than the distance from FITS_SIZE
 * to 2^63. */
#include "fits.h"

#include "build.h"

#define FUEL 64  /* expressions looked at for one CHECK */
#define NESTED 8 /* variables followed through their assignments at once */

struct sizer {
    struct scope *sc;
    const struct nest *nest;
    int fuel, n;
    const struct tvar *followed[NESTED];
};

static struct texpr *size_of(struct sizer *z, struct texpr *e, int pos);

static struct texpr *number(struct sizer *z, double value) {
    return build_float(z->sc->arena, z->sc->ty_float, value);
}

static struct texpr *combined(struct sizer *z, enum op op, struct texpr *x, struct texpr *y) {
    return x && y ? build_op(z->sc->arena, z->sc->ty_float, op, x, y) : NULL;
}

static bool is_zero(const struct texpr *x) {
    return x && x->kind == TE_CONST && x->value.f[0] == 0;
}

static struct texpr *larger(struct sizer *z, struct texpr *x, struct texpr *y) {
    if (!x || !y || is_zero(x) || is_zero(y)) {
        return is_zero(x) ? y : is_zero(y) ? x : NULL;
    }
    return expr_equal(x, y) ? x : combined(z, OP_PYMAX, x, y);
}

/* |e|, e being known before the nest. */
static struct texpr *known(struct sizer *z, struct texpr *e) {
    struct arena *a = z->sc->arena;
    struct texpr *x = build_cast(a, z->sc->ty_float, e);
    if (e->kind == TE_SHAPE) {
        return x;
    }
    return build_unary(a, z->sc->ty_float, OP_FABS, x);
}

/* ---- variables */

static bool comes_in(const struct sizer *z, const struct tvar *v) {
    for (int i = 0; i < z->nest->in.n; ++i) {
        if (z->nest->in.item[i] == v) {
            return true;
        }
    }
    return false;
}

static struct texpr *ends(struct sizer *z, const struct tstmt *loop, enum op op) {
    int pos = fact_of(z->sc->facts, loop)->pos;
    struct texpr *start = size_of(z, loop->for_.start, pos);
    struct texpr *stop = start ? size_of(z, loop->for_.stop, pos) : NULL;
    return op == OP_PYMAX ? larger(z, start, stop) : combined(z, op, start, stop);
}

/* How often the statement at pos runs at most. */
static struct texpr *turns(struct sizer *z, int pos) {
    const struct facts *f = z->sc->facts;
    struct texpr *n = number(z, 1);
    for (const struct tstmt *l = f->order[pos]->loop; n && l && fact_of(f, l)->pos >= z->sc->lo;
         l = fact_of(f, l)->loop) {
        n = l->kind == TS_FOR ? combined(z, OP_MUL, n, ends(z, l, OP_ADD)) : NULL;
    }
    return n;
}

/* What the assignment gives v, or with *added what it adds to it, in all. */
static struct texpr *assigned(struct sizer *z, const struct tstmt *s, const struct tvar *v,
                              bool *added) {
    int pos = fact_of(z->sc->facts, s)->pos;
    *added = false;
    if (s->kind == TS_INDEX || (s->kind == TS_LIST && s->list.op == LIST_LENGTH)) {
        return number(z, TIR_MAX_EXTENT);
    }
    if (s->kind != TS_ASSIGN) {
        return NULL;
    }
    struct texpr *x = expr_strip(s->assign.value);
    bool sum = x->kind == TE_OP && (x->op.op == OP_ADD || x->op.op == OP_SUB);
    for (int i = 0; sum && i < (x->op.op == OP_ADD ? 2 : 1); ++i) {
        struct texpr *old = expr_strip(x->op.arg[i]);
        if (old->kind == TE_VAR && old->var == v) {
            *added = true;
            struct texpr *step = size_of(z, x->op.arg[1 - i], pos);
            return combined(z, OP_MUL, step, step ? turns(z, pos) : NULL);
        }
    }
    return size_of(z, x, pos);
}

/* What v has at the nest's entry, or an assignment gives it, with all that is added. */
static struct texpr *size_followed(struct sizer *z, struct tvar *v) {
    const struct var_fact *fact = &z->sc->facts->var[v->id];
    struct texpr *from = number(z, 0), *more = number(z, 0);
    if (comes_in(z, v)) {
        from = known(z, build_var(z->sc->arena, v));
    }
    for (int i = 0; i < fact->defs.n && from && more; ++i) {
        int pos = fact->defs.item[i];
        bool added;
        if (pos >= z->sc->lo && pos <= z->sc->hi) {
            struct texpr *x = assigned(z, z->sc->facts->order[pos]->stmt, v, &added);
            *(added ? &more : &from) = added ? combined(z, OP_ADD, more, x) : larger(z, from, x);
        }
    }
    return combined(z, OP_ADD, from, more);
}

static struct texpr *size_var(struct sizer *z, struct texpr *e) {
    struct tvar *v = e->var;
    const struct facts *f = z->sc->facts;
    if (!fact_assigned(f, v, z->sc->lo, z->sc->hi)) {
        return known(z, e);
    }
    if (v->is_counter) {
        return ends(z, f->order[f->var[v->id].defs.item[0]]->stmt, OP_PYMAX);
    }
    for (int i = 0; i < z->n; ++i) {
        if (z->followed[i] == v) {
            return NULL;
        }
    }
    if (z->n == NESTED) {
        return NULL;
    }
    z->followed[z->n++] = v;
    struct texpr *size = size_followed(z, v);
    --z->n;
    return size;
}

/* ---- expressions */

static struct texpr *size_op(struct sizer *z, struct texpr *e, int pos) {
    int64_t mask;
    struct texpr *x = e->op.arg[0], *y = e->op.n > 1 ? e->op.arg[1] : x;
    switch (e->op.op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
        x = size_of(z, x, pos);
        return combined(z, e->op.op == OP_MUL ? OP_MUL : OP_ADD, x, x ? size_of(z, y, pos) : NULL);
    case OP_PYMIN:
    case OP_PYMAX:
    case OP_MINIMUM:
    case OP_MAXIMUM:
        x = size_of(z, x, pos);
        return larger(z, x, x ? size_of(z, y, pos) : NULL);
    case OP_NEG:
    case OP_POS:
    case OP_ABS:
    case OP_FLOORDIV:
    case OP_SHR:
        return size_of(z, x, pos);
    case OP_MOD:
        return size_of(z, y, pos);
    case OP_BITAND:
        return (expr_int_value(x, &mask) || expr_int_value(y, &mask)) && mask >= 0
                   ? number(z, (double)mask)
                   : NULL;
    case OP_WRAP:
        return number(z, TIR_MAX_EXTENT);
    default:
        return NULL;
    }
}

static struct texpr *size_of(struct sizer *z, struct texpr *e, int pos) {
    const struct dtype_info *d = &dtype_info[e->type->dtype];
    int64_t value;
    if (--z->fuel < 0 || e->type->kind != TY_SCALAR || d->kind > KIND_INT) {
        return NULL;
    }
    if (e->type->dtype == DT_INT && expr_int_value(e, &value)) {
        return number(z, value < 0 ? -(double)value : (double)value);
    }
    if (d->bytes < 8) {
        return number(z, d->kind == KIND_BOOL ? 1 : (double)((int64_t)1 << 8 * d->bytes));
    }
    if (e->type->dtype == DT_U64) {
        return NULL;
    }
    switch (e->kind) {
    case TE_VAR:
        return size_var(z, e);
    case TE_SHAPE:
        return fact_assigned(z->sc->facts, e->shape.array, z->sc->lo, z->sc->hi)
                   ? number(z, TIR_MAX_EXTENT)
                   : known(z, e);
    case TE_CAST:
        return size_of(z, e->cast, pos);
    case TE_OP:
        return e->type->dtype == DT_INT ? size_op(z, e, pos) : NULL;
    case TE_SELECT: {
        struct texpr *x = size_of(z, e->select.a, pos);
        return larger(z, x, x ? size_of(z, e->select.b, pos) : NULL);
    }
    default:
        return NULL;
    }
}

/* ---- CHECKs */

const struct texpr *fits_tested(const struct tstmt *s) {
    const struct texpr *e = s->kind == TS_CHECK ? s->check.cond : NULL;
    while (e && e->kind == TE_OP && e->op.op == OP_LOR) {
        e = e->op.arg[1];
    }
    return e && e->kind == TE_OP && e->op.op == OP_FITS ? e->op.arg[0] : NULL;
}

/* Is x one of the terms of a sum? All of them are 0 or more. */
static bool is_term(const struct texpr *sum, const struct texpr *x) {
    return expr_equal(sum, x) || (sum->kind == TE_OP && sum->op.op == OP_ADD &&
                                  (is_term(sum->op.arg[0], x) || is_term(sum->op.arg[1], x)));
}

static void demand(struct scope *sc, struct nest *nest, struct texpr *size) {
    for (int i = 0; i < nest->fits.n; ++i) {
        if (is_term(nest->fits.item[i], size)) {
            return;
        }
        if (is_term(size, nest->fits.item[i])) {
            nest->fits.item[i] = size;
            return;
        }
    }
    vec_push(sc->arena, &nest->fits, size);
}

bool fits_hoist(struct scope *sc, struct nest *nest, const struct tstmt *s) {
    struct sizer z = {.sc = sc, .nest = nest, .fuel = FUEL};
    struct texpr *size = size_op(&z, (struct texpr *)fits_tested(s), fact_of(sc->facts, s)->pos);
    if (!size || (size->kind == TE_CONST && size->value.f[0] > FITS_SIZE)) {
        return false;
    }
    if (size->kind != TE_CONST) {
        demand(sc, nest, size);
    }
    return true;
}
