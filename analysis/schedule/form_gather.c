/* Sums of what is read at indices that are data, s += v[k] * x[c[k]], as masked vectors
 * (runtime/include/pycc_rt_gather.h): their rows are short, and vectors with a rest would be all
 * rest. Where an index is not that of an element as it stands, the loop runs in order. */
#include "form.h"

#include "thresholds.h"

/* What a variable of the loop's body is there: its ASSIGN or INDEX; NULL: of another place. */
static const struct tstmt *def_of(const struct tstmt *loop, const struct tvar *v) {
    const struct tblock *b = &loop->for_.body;
    for (int i = 0; i < b->n; ++i) {
        if (stmt_def(b->item[i]) == v) {
            return b->item[i];
        }
    }
    return NULL;
}

const struct texpr *gathered_value(const struct tstmt *loop, const struct texpr *x) {
    const struct tstmt *s = x->kind == TE_VAR ? def_of(loop, x->var) : NULL;
    return s && s->kind == TS_ASSIGN ? gathered_value(loop, s->assign.value) : x;
}

static bool is_counter(const struct tstmt *loop, const struct texpr *x) {
    x = gathered_value(loop, x);
    const struct tstmt *s = x->kind == TE_VAR ? def_of(loop, x->var) : NULL;
    return x->kind == TE_VAR && (x->var == loop->for_.counter ||
                                 (s && s->kind == TS_INDEX && is_counter(loop, s->index.index)));
}

/* Is it an element at the counter? */
static bool is_own(const struct tstmt *loop, const struct texpr *x) {
    return x->kind == TE_LOAD && x->load.n == 1 && is_counter(loop, x->load.index[0]);
}

const struct texpr *gathered_index(const struct tstmt *loop, const struct texpr *x) {
    const struct texpr *at = x->kind == TE_LOAD && x->load.n == 1 ? x->load.index[0] : NULL;
    const struct tstmt *s = at && at->kind == TE_VAR ? def_of(loop, at->var) : NULL;
    const struct texpr *i = s && s->kind == TS_INDEX ? gathered_value(loop, s->index.index) : NULL;
    i = i && i->kind == TE_CAST ? gathered_value(loop, i->cast) : i;
    bool fits = i && is_own(loop, i) && s->index.array == x->load.array;
    enum dtype d = fits ? i->type->dtype : DT_BOOL;
    return dtype_strong(d) == DT_I64 || d == DT_I32 ? i : NULL;
}

const struct texpr *gathered_term(const struct tstmt *loop, const struct tvar *sum) {
    const struct tstmt *s = def_of(loop, sum);
    const struct texpr *x = s && s->kind == TS_ASSIGN ? s->assign.value : NULL;
    bool adds = x && x->kind == TE_OP && x->op.op == OP_ADD && x->op.arg[0]->kind == TE_VAR &&
                x->op.arg[0]->var == sum;
    return adds ? x->op.arg[1] : NULL;
}

static bool same_bits(const struct texpr *x, const struct ty *t) {
    return x->type->kind == TY_SCALAR && t->kind == TY_SCALAR &&
           dtype_strong(x->type->dtype) == dtype_strong(t->dtype);
}

/* Can it be computed in lanes? gathers: it has such indices. */
static bool fits(const struct tstmt *loop, const struct texpr *x, const struct reduction *sum,
                 int *nodes, bool *gathers) {
    x = gathered_value(loop, x);
    if (!same_bits(x, sum->var->type) || --*nodes < 0) {
        return false;
    }
    if (x->kind == TE_CAST) {
        return fits(loop, x->cast, sum, nodes, gathers);
    }
    if (x->kind == TE_LOAD) {
        *gathers = *gathers || gathered_index(loop, x);
        return is_own(loop, x) || gathered_index(loop, x);
    }
    if (x->kind == TE_OP) {
        enum op o = x->op.op;
        bool known = o == OP_ADD || o == OP_SUB || o == OP_MUL || o == OP_DIV || o == OP_NEG;
        for (int i = 0; i < x->op.n && known; ++i) {
            known = fits(loop, x->op.arg[i], sum, nodes, gathers);
        }
        return known;
    }
    return x->kind == TE_CONST ||
           (x->kind == TE_VAR && x->var != sum->var && x->var != loop->for_.counter);
}

bool form_is_gathered(const struct loop_plan *p) {
    const struct reduction *r = p->reductions.n == 1 ? &p->reductions.item[0] : NULL;
    enum dtype d = r && r->var->type->kind == TY_SCALAR ? r->var->type->dtype : DT_BOOL;
    const struct tblock *b = &p->stmt->for_.body;
    for (int i = 0; i < b->n; ++i) {
        if (b->item[i]->kind != TS_ASSIGN && b->item[i]->kind != TS_INDEX) {
            return false;
        }
    }
    bool gathers = false;
    int most = FORM_CHEAP;
    const struct texpr *x = r && r->op == OP_ADD && (dtype_strong(d) == DT_F64 || d == DT_F32)
                                ? gathered_term(p->stmt, r->var)
                                : NULL;
    return x && fits(p->stmt, x, r, &most, &gathers) && gathers;
}
