/* Vectorisation of innermost loops: what may run several iterations at once. */
#include "loops.h"

struct contents {
    int checks;
    bool stores;  /* STORE */
    bool leaves;  /* BREAK RETURN RAISE CALL ALLOC VIEW, arrays renamed */
    bool indexes; /* INDEX checked in place */
};

static struct contents contents_of(const struct facts *f, const struct func_plan *fp,
                                   const struct stmt_fact *loop) {
    struct contents c = {0};
    for (int pos = loop->pos + 1; pos <= loop->body_end; ++pos) {
        const struct tstmt *s = f->order[pos]->stmt;
        switch (s->kind) {
        case TS_CHECK:
            ++c.checks;
            break;
        case TS_STORE:
            c.stores = true;
            break;
        case TS_INDEX:
            c.indexes |= !fp->hoisted[s->id];
            break;
        case TS_ASSIGN:
            c.leaves |= type_holds_array(s->assign.dst->type);
            break;
        case TS_IF:
        case TS_CONTINUE:
            break;
        default:
            c.leaves = true;
            break;
        }
    }
    return c;
}

/* May partial results of r be combined in another order? */
static bool reorders(const struct reduction *r, bool in_parallel, bool fp_strict) {
    enum dtype_kind kind = dtype_info[r->var->type->dtype].kind;
    bool exact = kind != KIND_FLOAT && kind != KIND_COMPLEX;
    return !r->ordered && (exact || (in_parallel && !fp_strict));
}

/* A serial loop: finds the reductions and privates, and whether iterations are independent. */
static bool serial_independent(struct scope *sc, const struct live *live,
                               const struct access_list *list, struct loop_plan *plan) {
    struct scalar_report r = scalars_classify(sc, live, plan->stmt);
    if (r.trouble != SCALARS_FINE ||
        dependence_test(sc, list, plan->stmt).verdict != VERDICT_INDEPENDENT) {
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

void simd_decide(struct scope *sc, const struct live *live, const struct access_list *list,
                 struct func_plan *fp, struct loop_plan *plan, bool fp_strict) {
    struct contents c = contents_of(sc->facts, fp, fact_of(sc->facts, plan->stmt));
    if (c.leaves || c.indexes) {
        return;
    }
    plan->speculate = c.checks > 0 && !c.stores;
    if (c.checks > 0 && !plan->speculate) {
        return;
    }
    bool independent = plan->verdict == VERDICT_INDEPENDENT || plan->verdict == VERDICT_REDUCTION;
    if (plan->verdict == VERDICT_SERIAL) {
        independent = serial_independent(sc, live, list, plan);
    }
    for (int i = 0; i < plan->reductions.n; ++i) {
        independent &= reorders(&plan->reductions.item[i], plan->in_parallel, fp_strict);
    }
    plan->simd = independent;
}
