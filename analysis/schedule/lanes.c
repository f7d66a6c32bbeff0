/* Lanes: vectorising the loop around innermost loops.
 *
 *     for j in prange(n):
 *         s = 0.0
 *         for k in range(p):
 *             s += a[i, k] * b[k, j]
 *
 * Several iterations of k at once would gather elements of b from far apart; several iterations of
 * j at once load neighbours of b, one element of a for all, and keep the order of every sum. The
 * loop around is chosen when its own counter steps through memory better than those of the loops
 * inside, or as well where there are many lanes (`even`), and the body is plain enough for the C
 * compiler: scalars, stores, and loops of as many steps for every lane. Nuzman and Zaks,
 * "Outer-loop vectorization: revisited for short SIMD architectures", PACT 2008.
 *
 * Where the iterations of all loops inside wait for each other, y[i, j] = x[i, j] + b * y[i, j -
 * 1], lanes are no vectors, but a few of them fill the time that each would wait (`chains`). */
#include "passes.h"
#include "thresholds.h"

struct lanes {
    struct scope *sc;
    const struct live *live;
    const struct access_list *list;
    struct func_plan *fp;
    struct loop_plan *plan; /* of the loop around */
    int width;              /* bytes of the elements computed with inside; 0: none seen */
    bool plain;
    bool entry; /* all ranges inside are known at the nest's entry, where `even` is decided */
};

/* ---- bodies */

/* Loads and arithmetic of one width, and nothing that is a call in C. A variable may be of another
 * width, as it can be converted before the loop. */
static void see_inner(struct texpr *e, void *context) {
    struct lanes *l = context;
    if (e->kind == TE_TUPLE || e->kind == TE_ITEM || e->type->kind != TY_SCALAR ||
        (e->kind == TE_OP && (op_info[e->op.op].flags & OPF_EXPENSIVE))) {
        l->plain = false;
        return;
    }
    const struct dtype_info *d = &dtype_info[e->type->dtype];
    if (d->kind == KIND_COMPLEX) {
        l->plain = false;
    } else if (d->kind == KIND_FLOAT && e->kind != TE_CONST && e->kind != TE_VAR) {
        l->plain &= l->width == 0 || l->width == d->bytes;
        l->width = d->bytes;
    }
}

/* At the level of the loop around a choice would be a branch. */
static void see_outer(struct texpr *e, void *context) {
    struct lanes *l = context;
    bool choice =
        e->kind == TE_SELECT || (e->kind == TE_OP && (e->op.op == OP_LAND || e->op.op == OP_LOR));
    l->plain &= !choice && e->kind != TE_TUPLE && e->kind != TE_ITEM &&
                (e->kind == TE_LOAD || e->type->kind == TY_SCALAR);
}

static void walk_inner(struct texpr *e, void *context) {
    expr_walk(e, see_inner, context);
}

static void walk_outer(struct texpr *e, void *context) {
    expr_walk(e, see_outer, context);
}

static bool is_scalar_stmt(const struct lanes *l, const struct tstmt *s) {
    switch (s->kind) {
    case TS_ASSIGN:
        return s->assign.dst->type->kind == TY_SCALAR;
    case TS_INDEX:
    case TS_CHECK:
        return l->fp->hoisted[s->id];
    default:
        return false;
    }
}

/* Is the number of iterations known at the nest's entry? */
static bool has_entry_range(const struct scope *sc, const struct tstmt *loop) {
    const struct texpr *step = loop->for_.step;
    return loop->for_.els.n == 0 && (!step || step->kind == TE_CONST) &&
           expr_invariant(sc, loop->for_.start) && expr_invariant(sc, loop->for_.stop);
}

static bool steps_by_one(const struct tstmt *loop) {
    const struct texpr *step = loop->for_.step;
    return !step || (step->kind == TE_CONST && step->value.i == 1);
}

/* Is it the same in all lanes? */
static bool has_one_range(struct lanes *l, const struct tstmt *loop) {
    const struct texpr *step = loop->for_.step;
    const struct tstmt *around = l->plan->stmt;
    l->entry &= has_entry_range(l->sc, loop);
    return loop->for_.els.n == 0 && (!step || step->kind == TE_CONST) &&
           expr_fixed(l->sc, loop->for_.start, around) &&
           expr_fixed(l->sc, loop->for_.stop, around);
}

/* A loop inside, and those in it: every lane takes the same steps. */
static bool inner_fits(struct lanes *l, struct tstmt *loop) {
    struct scope *sc = l->sc;
    const struct stmt_fact *fact = fact_of(sc->facts, loop);
    l->plain = has_one_range(l, loop);
    for (int pos = fact->pos + 1; pos <= fact->body_end && l->plain; ++pos) {
        const struct tstmt *s = sc->facts->order[pos]->stmt;
        l->plain =
            s->kind == TS_FOR ? has_one_range(l, s) : s->kind == TS_STORE || is_scalar_stmt(l, s);
        if (s->kind == TS_ASSIGN || s->kind == TS_STORE) {
            stmt_exprs(s, walk_inner, l);
        }
    }
    return l->plain;
}

static bool body_fits(struct lanes *l) {
    const struct tblock *body = &l->plan->stmt->for_.body;
    int loops = 0;
    for (int i = 0; i < body->n && l->plain; ++i) {
        struct tstmt *s = body->item[i];
        if (s->kind == TS_FOR) {
            l->plain = inner_fits(l, s);
            ++loops;
        } else if (s->kind == TS_STORE || is_scalar_stmt(l, s)) {
            stmt_exprs(s, walk_outer, l);
        } else {
            l->plain = false;
        }
    }
    return l->plain && loops > 0 && l->width > 0;
}

/* ---- memory */

/* What an access costs when the lanes are consecutive values of counter; -1: not known. */
static double access_cost(struct lanes *l, const struct access *x, const struct atom *counter) {
    int unit = x->root && x->root->type->layout == TY_F ? 0 : x->rank - 1;
    double cost = LANES_COST_SAME;
    for (int k = 0; x->root && k < x->rank; ++k) {
        struct form *coef, *rest;
        int64_t value;
        if (x->known[k] != INDEX_FORM ||
            !form_split(l->sc->arena, x->form[k], counter, &coef, &rest)) {
            return -1;
        }
        if (form_is_const(coef, &value) && value == 0) {
            continue;
        }
        bool next = k == unit && form_is_const(coef, &value) && value == 1;
        cost = next && cost != LANES_COST_APART ? LANES_COST_NEIGHBOURS : LANES_COST_APART;
    }
    return x->root ? cost : -1;
}

/* Does each iteration of the loop wait for the one before? */
static bool is_chain(const struct loop_plan *p) {
    enum obstacle_kind kind = p->obstacle.kind;
    return p->innermost && !p->simd && (kind == OBSTACLE_READ || kind == OBSTACLE_CARRIED);
}

/* Is it better to run several iterations of the loop around at once? Where lanes are neighbours
 * nothing is lost: sums of short windows are no vectors, and those of long ones load as much. */
static bool pays(struct lanes *l) {
    const struct facts *f = l->sc->facts;
    const struct atom *around = counter_of(l->sc, l->plan->stmt);
    const struct stmt_fact *fact = fact_of(f, l->plan->stmt);
    double with = 0, without = 0;
    bool apart = false, chains = true;
    for (int k = 0; k < l->list->item.n; ++k) {
        const struct access *x = l->list->item.item[k];
        bool within = x->pos > fact->pos && x->pos <= fact->body_end;
        struct tstmt *inside = within ? f->order[x->pos]->loop : l->plan->stmt;
        if (inside != l->plan->stmt) {
            double here = access_cost(l, x, around);
            double own = access_cost(l, x, counter_of(l->sc, inside));
            if (here < 0 || own < 0) {
                return false;
            }
            apart = apart || here >= LANES_COST_APART;
            chains = chains && is_chain(&l->fp->loop[inside->for_.loop]);
            with += here;
            without += own;
        }
    }
    l->plan->even = with * LANES_GAIN >= without;
    if (l->plan->even && apart && chains) {
        l->plan->even = false;
        l->plan->chains = true;
        return true;
    }
    return !l->plan->even || (l->entry && !apart && with > 0 && with <= without);
}

/* ---- the loop around */

static bool independent(struct lanes *l) {
    if (l->plan->verdict == VERDICT_INDEPENDENT) {
        return true;
    }
    if (l->plan->verdict != VERDICT_SERIAL) {
        return false;
    }
    struct scalar_report r = scalars_classify(l->sc, l->live, l->plan->stmt);
    if (r.trouble != SCALARS_FINE || r.reductions.n > 0 ||
        dependence_test(l->sc, l->list, l->plan->stmt).verdict != VERDICT_INDEPENDENT) {
        return false;
    }
    for (int i = 0; i < r.privates.n; ++i) {
        vec_push(l->sc->arena, &l->plan->privates, r.privates.item[i]);
    }
    return true;
}

static void decide(struct lanes *l) {
    const struct loop_plan *plan = l->plan;
    if (plan->innermost || plan->element_reductions.n > 0 || !steps_by_one(plan->stmt) ||
        !has_entry_range(l->sc, plan->stmt) || !body_fits(l) || !pays(l) || !independent(l)) {
        return;
    }
    l->plan->lanes = l->width;
    l->plan->late = !l->entry;
    const struct stmt_fact *fact = fact_of(l->sc->facts, plan->stmt);
    for (int pos = fact->pos + 1; pos <= fact->body_end && !plan->even; ++pos) {
        const struct tstmt *s = l->sc->facts->order[pos]->stmt;
        if (s->kind == TS_FOR) {
            l->fp->loop[s->for_.loop].in_lanes = true;
        }
    }
}

void lanes_find(struct scope *sc, const struct live *live, const struct access_list *list,
                struct func_plan *fp, const struct tstmt *loop) {
    struct lanes l = {.sc = sc,
                      .live = live,
                      .list = list,
                      .fp = fp,
                      .plan = &fp->loop[loop->for_.loop],
                      .plain = true,
                      .entry = true};
    decide(&l);
    for (int i = 0; i < loop->for_.body.n && !l.plan->lanes; ++i) {
        const struct tstmt *s = loop->for_.body.item[i];
        if (s->kind == TS_FOR) {
            lanes_find(sc, live, list, fp, s);
        }
    }
}
