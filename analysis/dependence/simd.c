/* Vectorisation of innermost loops: what may run several iterations at once. */
#include "build.h"
#include "loops.h"

struct contents {
    int checks, fits;           /* how many CHECKs, how many of them of FITS */
    bool stores;                /* STORE */
    const struct tstmt *leaves; /* the first BREAK RETURN RAISE CALL ALLOC VIEW, array renamed */
    const struct tstmt *index;  /* the first INDEX checked in place, */
    const struct tstmt *ranged; /* but for those of the counter, of which this is the first */
    const struct tstmt *check;  /* the first CHECK */
};

static void first(const struct tstmt **slot, const struct tstmt *s) {
    *slot = *slot ? *slot : s;
}

static bool is_of_scipy(const struct texpr *x, const void *unused) {
    (void)unused;
    return x->kind == TE_OP && op_info[x->op.op].flags & OPF_SCIPY;
}

static void see_expr(struct texpr *x, void *context) {
    bool *calls = context;
    *calls = *calls || expr_any(x, is_of_scipy, NULL);
}

/* Does it call a function that no vector math library has? */
static bool calls_scipy(const struct tstmt *s) {
    bool calls = false;
    stmt_exprs(s, see_expr, &calls);
    return calls;
}

/* An INDEX of the loop's counter, in an array that the loop does not assign. */
static bool is_ranged(const struct facts *f, const struct stmt_fact *loop, const struct tstmt *s) {
    const struct texpr *x = s->index.index;
    int64_t step;
    return x->kind == TE_VAR && x->var == loop->stmt->for_.counter && s->index.shown_axis >= 0 &&
           (!loop->stmt->for_.step ||
            (expr_int_value(loop->stmt->for_.step, &step) && step == 1)) &&
           !fact_assigned(f, s->index.array, loop->pos, loop->end);
}

static struct contents contents_of(const struct facts *f, const struct func_plan *fp,
                                   const struct stmt_fact *loop) {
    struct contents c = {0};
    for (int pos = loop->pos + 1; pos <= loop->body_end; ++pos) {
        const struct tstmt *s = f->order[pos]->stmt;
        switch (s->kind) {
        case TS_CHECK:
            if (!fp->hoisted[s->id]) {
                ++c.checks;
                c.fits += fits_tested(s) != NULL;
                first(&c.check, s);
            }
            break;
        case TS_STORE:
            c.stores = true;
            if (calls_scipy(s)) {
                first(&c.leaves, s);
            }
            break;
        case TS_INDEX:
            if (!fp->hoisted[s->id]) {
                first(is_ranged(f, loop, s) ? &c.ranged : &c.index, s);
            }
            break;
        case TS_ASSIGN:
            if (type_holds_array(s->assign.dst->type) || calls_scipy(s)) {
                first(&c.leaves, s);
            }
            break;
        case TS_IF:
        case TS_CONTINUE:
            break;
        default:
            first(&c.leaves, s);
            break;
        }
    }
    return c;
}

static bool in_way(struct loop_plan *plan, enum obstacle_kind kind, const struct tvar *var) {
    plan->obstacle = (struct obstacle){.kind = kind, .var = var};
    return false;
}

/* May partial results of r be combined in another order? */
static bool reorders(const struct reduction *r, struct loop_plan *plan, bool fp_strict) {
    if (r->ordered && !fp_strict) {
        return in_way(plan, OBSTACLE_NAN, r->var);
    }
    if (r->open) {
        return in_way(plan, OBSTACLE_TESTED, r->var);
    }
    return reduction_reorders(r, plan->in_parallel, fp_strict) ||
           in_way(plan, fp_strict ? OBSTACLE_STRICT : OBSTACLE_ROUNDING, r->var);
}

/* A serial loop: finds the reductions and privates, and whether iterations are independent. */
static bool serial_independent(struct scope *sc, const struct live *live,
                               const struct access_list *list, struct loop_plan *plan) {
    struct scalar_report r = scalars_classify(sc, live, plan->stmt);
    if (r.trouble != SCALARS_FINE) {
        return in_way(plan, r.trouble == SCALAR_CARRIED ? OBSTACLE_CARRIED : OBSTACLE_LAST, r.var);
    }
    struct dependence d = dependence_test(sc, list, plan->stmt);
    if (d.verdict != VERDICT_INDEPENDENT) {
        plan->obstacle = obstacle_dependence(sc, &d, plan->stmt);
        return false;
    }
    for (int i = 0; i < r.reductions.n; ++i) {
        vec_push(sc->arena, &plan->reductions, r.reductions.item[i]);
    }
    for (int i = 0; i < r.privates.n; ++i) {
        vec_push(sc->arena, &plan->privates, r.privates.item[i]);
    }
    return true;
}

/* Are the iterations independent but for reductions in any order? */
static bool may_reorder(struct scope *sc, const struct live *live, const struct access_list *list,
                        struct loop_plan *plan, bool fp_strict) {
    bool independent = plan->verdict == VERDICT_INDEPENDENT || plan->verdict == VERDICT_REDUCTION;
    if (plan->verdict == VERDICT_SERIAL) {
        independent = serial_independent(sc, live, list, plan);
    } else if (plan->element_reductions.n > 0) {
        independent = in_way(plan, OBSTACLE_COMBINED, plan->element_reductions.item[0].array);
    } else if (!independent) {
        in_way(plan, OBSTACLE_OPEN, NULL);
    }
    for (int i = 0; i < plan->reductions.n; ++i) {
        independent &= reorders(&plan->reductions.item[i], plan, fp_strict);
    }
    return independent;
}

int combined_operand(const struct tstmt *s, const struct tvar *v) {
    const struct texpr *e = s->kind == TS_ASSIGN && s->assign.dst == v ? s->assign.value : NULL;
    for (int k = 0; e && e->kind == TE_OP && e->op.n == 2 && k < 2; ++k) {
        if (e->op.arg[1 - k]->kind == TE_VAR && e->op.arg[1 - k]->var == v) {
            return k;
        }
    }
    return -1;
}

/* A function of reals, not a power that may be products. */
static bool is_costly(const struct texpr *x, const void *unused) {
    (void)unused;
    return x->kind == TE_OP && !(x->op.n == 2 && x->op.arg[1]->kind == TE_CONST) &&
           x->type->kind == TY_SCALAR && dtype_info[x->type->dtype].kind == KIND_FLOAT &&
           op_info[x->op.op].flags & OPF_VECTOR;
}

/* Is only the order of what is combined in the way, and does the rest take long? */
static bool only_waits(const struct loop_plan *plan) {
    const struct tblock *b = &plan->stmt->for_.body;
    enum obstacle_kind kind = plan->obstacle.kind;
    int64_t step = 1;
    bool fits = plan->verdict == VERDICT_SERIAL && plan->reductions.n > 0 && !plan->sticky &&
                (!plan->stmt->for_.step || expr_int_value(plan->stmt->for_.step, &step)) &&
                step == 1 &&
                (kind == OBSTACLE_NAN || kind == OBSTACLE_STRICT || kind == OBSTACLE_ROUNDING);
    bool costly = false;
    for (int i = 0; i < plan->reductions.n && fits; ++i) {
        const struct reduction *r = &plan->reductions.item[i];
        fits = !r->open && r->var->type->kind == TY_SCALAR &&
               dtype_info[r->var->type->dtype].kind != KIND_COMPLEX;
        for (int k = 0; k < b->n && fits; ++k) {
            const struct tstmt *s = b->item[k];
            fits = s->kind != TS_IF && s->kind != TS_CONTINUE &&
                   (stmt_def(s) != r->var || combined_operand(s, r->var) >= 0);
        }
    }
    for (int i = 0; i < b->n && fits; ++i) {
        const struct tstmt *s = b->item[i];
        const struct texpr *x = s->kind == TS_ASSIGN  ? s->assign.value
                                : s->kind == TS_STORE ? s->store.value
                                                      : NULL;
        costly = costly || (x && expr_any(x, is_costly, NULL));
    }
    return fits && costly;
}

void simd_decide(struct scope *sc, const struct live *live, const struct access_list *list,
                 struct func_plan *fp, struct loop_plan *plan, bool fp_strict) {
    struct contents c = contents_of(sc->facts, fp, fact_of(sc->facts, plan->stmt));
    bool index = c.index || c.ranged;
    plan->speculate = !c.leaves && !index && c.checks > 0 && (!c.stores || c.fits == c.checks);
    plan->sticky = plan->speculate && c.stores ? c.check : NULL;
    if (index && !c.leaves && c.checks == 0) {
        bool reorders = may_reorder(sc, live, list, plan, fp_strict);
        plan->ranged = reorders && c.ranged;
        plan->ranged_simd = plan->ranged && !c.index;
        plan->gathers = reorders && c.index;
    }
    if (c.leaves || index || (c.checks > 0 && !plan->speculate)) {
        const struct tstmt *s = c.leaves   ? c.leaves
                                : c.index  ? c.index
                                : c.ranged ? c.ranged
                                           : c.check;
        plan->obstacle = obstacle_statement(sc, s);
        return;
    }
    plan->simd = may_reorder(sc, live, list, plan, fp_strict);
    plan->waits = !plan->simd && only_waits(plan);
}
