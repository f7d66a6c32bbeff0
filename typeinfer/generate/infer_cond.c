/* Conditions: and, or, not, conditional expressions; what is decided when compiling (decide.c), and
 * what is known behind a test for None (infer_none.c). */
#include "generate.h"

/* The common type of the ways through a conditional. */
struct itype *infer_merge(struct infer *ix, int n, struct itype **type,
                          const struct expr *const *at) {
    bool ground = true;
    for (int i = 0; i < n; ++i) {
        type[i] = it_resolve(&ix->types, type[i]);
        if (type[i]->kind == IT_ERROR) {
            return type[i];
        }
        ground = ground && type[i]->ground;
    }
    struct itype *t = type[0];
    for (int i = 1; ground && t && i < n; ++i) {
        t = join_values(&ix->types, t, type[i]);
    }
    if (ground && t) {
        return t;
    }
    t = con_fresh(ix);
    for (int i = 0; i < n; ++i) {
        if (infer_list_meets(ix, t, type[i], at[i]->span)) {
            con_join(ix, t, type[i], at[i], at[i]->span, NULL);
        }
    }
    return t;
}

/* A constant way has a known value. */
static struct itype *infer_way(struct infer *ix, const struct expr *e) {
    struct itype *t = infer_expr(ix, e), *found = it_find(t);
    int64_t value;
    bool whole = found->kind == IT_SCALAR && (found->dtype == DT_INT || found->dtype == DT_PYBOOL);
    return whole && decide_int(NULL, e, &value) ? it_known(&ix->types, found->dtype, value) : t;
}

/* Each way is live under the condition; the joins too, so that only live ways give the type. */
static struct itype *infer_decided(struct infer *ix, const struct expr *e, struct itype *cond) {
    const struct expr *way[2] = {e->cond.then, e->cond.els};
    struct itype *t = con_fresh(ix);
    for (int i = 0; i < 2; ++i) {
        struct itype *outer = decide_under(ix, cond, i == 0, e->cond.cond->span);
        int mark = flow_mark(&ix->flow);
        infer_narrow(ix, e->cond.cond, i == 0);
        con_join(ix, t, infer_way(ix, way[i]), way[i], way[i]->span, NULL);
        flow_take(&ix->flow, mark, ix->flow.reachable);
        ix->live = outer;
    }
    return t;
}

struct itype *infer_conditional(struct infer *ix, const struct expr *e) {
    struct itype *cond = it_find(infer_cond(ix, e->cond.cond));
    bool may = cond->kind != IT_ERROR && decide_may(ix, e->cond.cond);
    enum truth truth = may ? decide_truth(cond) : TRUTH_UNKNOWN;
    if (may) {
        decide_record(ix, e->cond.cond, cond);
    }
    if (truth != TRUTH_UNKNOWN) {
        return infer_way(ix, truth == TRUTH_YES ? e->cond.then : e->cond.els);
    }
    if (may && cond->kind == IT_VAR) {
        return infer_decided(ix, e, cond);
    }
    struct itype *type[2];
    const struct expr *at[2] = {e->cond.then, e->cond.els};
    for (int i = 0; i < 2; ++i) {
        int mark = flow_mark(&ix->flow);
        infer_narrow(ix, e->cond.cond, i == 0);
        type[i] = infer_expr(ix, at[i]);
        flow_take(&ix->flow, mark, ix->flow.reachable);
    }
    return infer_merge(ix, 2, type, at);
}

void infer_need_truth(struct infer *ix, const struct expr *e, struct itype *t) {
    struct con *c = con_new(ix, CON_TRUTH, e->span, NULL, 1);
    con_arg(c, 0, t, e);
    con_solve(ix, c);
}

/* Where the type of an item that is a test decides, what stands behind it is live under it. */
static bool decides(struct infer *ix, const struct expr *item, struct itype *t) {
    bool test = item->kind == EXPR_COMPARE || item->kind == EXPR_CALL;
    bool may = test && t->kind != IT_ERROR && decide_may(ix, item);
    if (may) {
        decide_record(ix, item, t);
    }
    return may;
}

struct itype *infer_boolop(struct infer *ix, const struct expr *e) {
    bool is_and = e->boolop.op == OP_LAND;
    int n = e->boolop.n;
    const struct expr *const *item = (const struct expr *const *)e->boolop.item;
    struct itype **type = ARENA_ARRAY(ix->arena, struct itype *, n);
    struct itype *outer = ix->live, *joined = NULL;
    int mark = flow_mark(&ix->flow);
    for (int i = 0; i < n; ++i) {
        bool given = ix->operand = !is_and && i < n - 1;
        type[i] = infer_expr(ix, item[i]);
        infer_need_truth(ix, item[i], type[i]);
        type[i] = given ? infer_given(ix, type[i], item[i]) : type[i];
        infer_narrow(ix, item[i], is_and);
        if (joined) {
            con_join(ix, joined, type[i], item[i], item[i]->span, NULL);
        }
        struct itype *t = it_find(type[i]);
        if (i == n - 1 || !decides(ix, item[i], t)) {
            continue;
        }
        if (decide_truth(t) == (is_and ? TRUTH_NO : TRUTH_YES)) {
            n = i + 1;
        } else if (t->kind == IT_VAR) {
            for (int k = joined ? i + 1 : 0; k <= i; ++k) {
                joined = joined ? joined : con_fresh(ix);
                con_join(ix, joined, type[k], item[k], item[k]->span, NULL);
            }
            decide_under(ix, t, is_and, item[i]->span);
        }
    }
    flow_take(&ix->flow, mark, ix->flow.reachable);
    ix->live = outer;
    return joined ? joined : infer_merge(ix, n, type, item);
}

/* ---- as a truth */

/* Each item is live when those before it have not decided. */
static struct itype *cond_boolop(struct infer *ix, const struct expr *e) {
    bool is_and = e->boolop.op == OP_LAND, may = decide_may(ix, e);
    struct itype *outer = ix->live, *term = NULL;
    int mark = flow_mark(&ix->flow);
    for (int i = 0; i < e->boolop.n; ++i) {
        struct itype *t = it_find(infer_cond(ix, e->boolop.item[i]));
        infer_narrow(ix, e->boolop.item[i], is_and);
        may = may && t->kind != IT_ERROR;
        if (!may) {
            continue;
        }
        decide_record(ix, e->boolop.item[i], t);
        term = term ? it_find(decide_logic(ix, e->boolop.op, term, t, e->span)) : t;
        if (decide_truth(term) == (is_and ? TRUTH_NO : TRUTH_YES)) {
            break;
        }
        decide_under(ix, term, is_and, e->span);
    }
    flow_take(&ix->flow, mark, ix->flow.reachable);
    ix->live = outer;
    infer_record(ix, e, it_scalar(&ix->types, DT_PYBOOL));
    return may ? term : it_scalar(&ix->types, DT_PYBOOL);
}

static struct itype *cond_not(struct infer *ix, const struct expr *e) {
    struct itype *t = infer_cond(ix, e->unary.a);
    infer_record(ix, e, it_scalar(&ix->types, DT_PYBOOL));
    bool may = it_find(t)->kind != IT_ERROR && decide_may(ix, e->unary.a);
    return may ? decide_logic(ix, OP_NOT, t, NULL, e->span) : it_scalar(&ix->types, DT_PYBOOL);
}

struct itype *infer_cond(struct infer *ix, const struct expr *e) {
    if (e->kind == EXPR_BOOLOP) {
        return cond_boolop(ix, e);
    }
    if (e->kind == EXPR_UNARY && e->unary.op == OP_NOT) {
        return cond_not(ix, e);
    }
    struct itype *t = infer_operand(ix, e);
    infer_need_truth(ix, e, t);
    return t;
}
