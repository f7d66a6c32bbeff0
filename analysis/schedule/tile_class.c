/* Which loops of a nest of tiles are rows, lanes, reduction and batch, and what is packed for them
 * (tile.c). */
#include "thresholds.h"
#include "tile.h"

bool tile_has_type(enum dtype d) {
    const struct dtype_info *i = &dtype_info[d];
    return i->kind != KIND_BOOL && i->bytes >= (i->kind == KIND_COMPLEX ? 8 : 4);
}

static bool is_two(const struct texpr *e) {
    return e->kind == TE_CONST &&
           (dtype_info[e->type->dtype].kind == KIND_FLOAT ? e->value.f[0] == 2.0 : e->value.i == 2);
}

/* An operation that kernels do, of the result's type. */
static bool is_done(const struct tiling *t, const struct texpr *e) {
    const struct ty *type = t->plan->array->type;
    bool ordered = dtype_info[type->dtype].kind != KIND_COMPLEX;
    if (e->kind != TE_OP || e->type->kind != TY_SCALAR ||
        dtype_strong(e->type->dtype) != type->dtype) {
        return false;
    }
    switch (e->op.op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_NEG:
    case OP_SQUARE:
        return true;
    case OP_ABS:
    case OP_FABS:
    case OP_PYMIN:
    case OP_PYMAX:
    case OP_MINIMUM:
    case OP_MAXIMUM:
        return ordered;
    case OP_POW:
        return ordered && is_two(e->op.arg[1]);
    default:
        return false;
    }
}

/* Loops that every value depends on, but for those that depend on none. */
static unsigned common(const struct tiling *t, struct texpr *e) {
    unsigned loops = tile_look(t, e).loops, all = ~0U;
    if (!is_done(t, e)) {
        return loops ? loops : all;
    }
    for (int i = 0; i < e->op.n; ++i) {
        all &= common(t, e->op.arg[i]);
    }
    return all;
}

/* Joins the loops of every value. */
static void join(struct tiling *t, struct texpr *e, unsigned walks) {
    if (is_done(t, e)) {
        for (int i = 0; i < e->op.n; ++i) {
            join(t, e->op.arg[i], walks);
        }
        return;
    }
    unsigned all = tile_look(t, e).loops & walks;
    for (int i = 0; i < t->n; ++i) {
        all |= all & 1U << i ? t->join[i] : 0;
    }
    for (int i = 0; i < t->n; ++i) {
        t->join[i] |= all & 1U << i ? all : 0;
    }
}

/* Loops of the lanes: those that are joined with the one along neighbours. */
static void divide(struct tiling *t, unsigned walks, unsigned unit) {
    unsigned lanes = unit, more = 0;
    while (lanes != more) {
        more = lanes;
        for (int i = 0; i < t->n; ++i) {
            lanes |= lanes & 1U << i ? t->join[i] : 0;
        }
    }
    t->side[LANES] = lanes;
    t->side[ROWS] = walks & ~lanes;
    t->side[DEPTH] = ((1U << t->n) - 1) & ~walks;
}

static int number_of(const struct texpr *e, struct texpr *const *item, int n) {
    int i = 0;
    while (i < n && !expr_equal(item[i], e)) {
        ++i;
    }
    return i;
}

/* Puts values into panels: the largest parts that depend on one side. */
static void collect(struct tiling *t, struct texpr *e) {
    struct tile_plan *p = t->plan;
    struct seen s = tile_look(t, e);
    bool rows = s.loops & t->side[ROWS], lanes = s.loops & t->side[LANES];
    const struct ty *type = p->array->type;
    t->fits = t->fits && !s.result;
    if (s.reads) {
        tile_refuse(t, TILE_READS, p->array->name);
    }
    if (rows && lanes) {
        for (int i = 0; i < e->op.n; ++i) {
            collect(t, e->op.arg[i]);
        }
        return;
    }
    if (e->type->kind != TY_SCALAR || dtype_strong(e->type->dtype) != type->dtype) {
        tile_refuse(t, TILE_TYPES, NULL);
    } else if (lanes && number_of(e, p->q.item, p->q.n) == p->q.n) {
        vec_push(t->keep, &p->q, e);
    } else if (!lanes && e->kind != TE_CONST && number_of(e, p->p.item, p->p.n) == p->p.n) {
        vec_push(t->keep, &p->p, e);
    }
}

static void add_class(struct tiling *t, int which, unsigned loops, unsigned last) {
    struct tile_plan *p = t->plan;
    int at = 0;
    for (int k = 0; k < which; ++k) {
        at += p->n[k];
    }
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < t->n; ++i) {
            if ((loops & 1U << i) && ((last & 1U << i) != 0) == (pass == 1)) {
                p->loop[at + p->n[which]++] = t->loop[i];
            }
        }
    }
}

/* Do neighbours in memory follow in the last loop of this class rather than in the reduction? Lanes
 * lie together in a panel, so that they come first where both do. */
struct direction {
    const struct tiling *t;
    const struct tvar *own, *depth;
    int balance;
    bool both; /* in one value's index */
};

static void see_direction(struct texpr *e, void *context) {
    struct direction *d = context;
    if (e->kind != TE_LOAD || e->load.n == 0) {
        return;
    }
    int axis = e->load.array->type->layout == TY_F ? 0 : e->load.n - 1;
    struct seen s = tile_look(d->t, e->load.index[axis]);
    int before = d->balance, met = 0;
    for (int i = 0; i < d->t->n; ++i) {
        const struct tvar *counter = d->t->loop[i]->for_.counter;
        if (s.loops & 1U << i) {
            d->balance += counter == d->own ? 1 : counter == d->depth ? -1 : 0;
            met += counter == d->own || counter == d->depth;
        }
    }
    d->both = d->both || (met == 2 && d->balance == before);
}

static bool along(const struct tiling *t, int which, struct texpr *const *item, int n) {
    const struct tile_plan *p = t->plan;
    int own = p->n[ROWS] + (which == LANES ? p->n[LANES] : 0) - 1;
    struct direction d = {t, p->loop[own]->for_.counter,
                          p->loop[p->n[ROWS] + p->n[LANES] + p->n[DEPTH] - 1]->for_.counter, 0,
                          false};
    for (int i = 0; i < n; ++i) {
        expr_walk(item[i], see_direction, &d);
    }
    return d.balance > 0 || (d.balance == 0 && d.both && which == LANES);
}

/* Is p, at a point, base(rows) + steps(reduction) in memory, 1 for the last loop? */
static bool is_direct(const struct tiling *t) {
    const struct tile_plan *p = t->plan;
    const struct texpr *e = p->p.n == 1 ? p->p.item[0] : NULL;
    int depths = p->n[ROWS] + p->n[LANES], last = depths + p->n[DEPTH] - 1;
    if (!e || e->kind != TE_LOAD || e->load.n == 0 || p->p_rows ||
        e->load.array->type->dtype != p->array->type->dtype) {
        return false;
    }
    int unit = e->load.array->type->layout == TY_F ? 0 : e->load.n - 1;
    int pos = fact_of(t->sc->facts, t->begin ? t->update : t->store)->pos;
    for (int k = 0; k < e->load.n; ++k) {
        struct form *f = form_of(t->sc, e->load.index[k], pos);
        unsigned loops = tile_look(t, e->load.index[k]).loops;
        for (int i = depths; i <= last; ++i) {
            struct form *coef, *rest;
            int64_t by;
            bool walks = false;
            for (int n = 0; n < t->n; ++n) {
                walks = walks || (t->loop[n] == p->loop[i] && (loops & 1U << n));
            }
            if (!f || !form_split(t->sc->arena, f, counter_of(t->sc, p->loop[i]), &coef, &rest) ||
                !form_is_const(coef, &by) || (by != 0) != walks ||
                (i == last && by != (k == unit))) {
                return false;
            }
        }
    }
    return true;
}

bool tile_classify(struct tiling *t, unsigned walks, unsigned unit) {
    struct tile_plan *p = t->plan;
    t->side[BATCH] = common(t, p->step) & walks & ~unit;
    walks &= ~t->side[BATCH];
    join(t, p->step, walks);
    divide(t, walks, unit);
    t->side[DEPTH] &= ~t->side[BATCH];
    if (!t->side[ROWS] || !t->side[DEPTH] || !is_done(t, p->step)) {
        return false;
    }
    collect(t, p->step);
    add_class(t, ROWS, t->side[ROWS], 0);
    add_class(t, LANES, t->side[LANES], unit);
    add_class(t, DEPTH, t->side[DEPTH], 0);
    add_class(t, BATCH, t->side[BATCH], 0);
    bool few = p->p.n > 0 && p->q.n > 0 && p->p.n <= TILE_VALUES && p->q.n <= TILE_VALUES;
    for (int k = 0; k < TILE_CLASSES; ++k) {
        few = few && p->n[k] <= TILE_CLASS_LOOPS;
    }
    p->p_rows = along(t, ROWS, p->p.item, p->p.n);
    p->q_lanes = along(t, LANES, p->q.item, p->q.n);
    p->direct = t->fits && few && is_direct(t);
    p->least = p->q_lanes && !t->guard ? TILE_DEPTH : TILE_DEPTH_APART;
    return t->fits && few;
}
