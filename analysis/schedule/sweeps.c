/* Sweeps: nests of a time loop that may wait for those of later steps, so that rows of several
 * steps are done while they are in the cache (runtime/host/steps_run.c):
 *
 *     for t in range(steps):
 *         for i in prange(1, n - 1): ... b[i, j] from a[i - 1, j], a[i, j], a[i + 1, j] ...
 *         for i in prange(1, n - 1): ... a[i, j] from b[i - 1, j], b[i, j], b[i + 1, j] ...
 *
 * What the run time needs is which rows of each array iteration i touches: from i + lo to i + hi of
 * one axis; addresses and strides, and so distances, are known when the nest is called. A loop is
 * such where nothing in it but these nests reads or writes elements, and they cannot raise when
 * their checks before them hold. */
#include "passes.h"

#include <stdlib.h>

enum { SWEEP_MAX_REACH = 1000 }; /* rows */

static bool holds_loop(const struct tstmt *s) {
    for (int i = 0; i < s->for_.body.n; ++i) {
        if (s->for_.body.item[i]->kind == TS_FOR) {
            return true;
        }
    }
    return false;
}

/* ---- a nest */

/* May it stand in a nest that waits? */
static bool waits(const struct func_plan *fp, const struct tstmt *s, bool bounds) {
    switch (s->kind) {
    case TS_ASSIGN:
    case TS_STORE:
    case TS_FOR:
    case TS_WHILE:
    case TS_IF:
    case TS_CONTINUE:
    case TS_BREAK:
        return true;
    case TS_INDEX:
        return !bounds || fp->hoisted[s->id];
    case TS_CHECK:
        return fp->hoisted[s->id];
    case TS_VIEW:
        return !view_may_copy(s);
    default:
        return false;
    }
}

static bool nest_waits(const struct scope *sc, const struct func_plan *fp, const struct nest *n,
                       bool bounds) {
    const struct tstmt *root = n->root;
    const struct loop_plan *l = &fp->loop[root->for_.loop];
    if (!(n->parallel || holds_loop(root)) || !n->in_loop || n->collapse > 2 || n->out.n > 0 ||
        n->question || n->rows || n->has_return || root->for_.els.n > 0 || root->for_.source ||
        fp->func->gpu || l->element_reductions.n > 0 || (n->tile && n->tile->reason == TILE_RUNS)) {
        return false;
    }
    for (int pos = sc->lo + 1; pos <= sc->hi; ++pos) {
        const struct stmt_fact *fact = sc->facts->order[pos];
        bool ends = fact->stmt->kind == TS_BREAK && fact->loop == root;
        if (ends || !waits(fp, fact->stmt, bounds)) {
            return false;
        }
    }
    return true;
}

/* The axis of x that goes along with the counter, and how far it is off; false: there is no such
 * one. */
static bool find_row(struct scope *sc, const struct access *x, const struct atom *counter,
                     int *axis, int64_t *off) {
    int64_t one = 0;
    *axis = -1;
    for (int k = 0; k < x->rank; ++k) {
        struct form *coef = NULL, *rest = NULL;
        if (x->known[k] == INDEX_WHOLE) {
            continue;
        }
        if (x->known[k] != INDEX_FORM) {
            return false;
        }
        if (!form_holds(x->form[k], counter)) {
            continue;
        }
        if (*axis >= 0 || !form_split(sc->arena, x->form[k], counter, &coef, &rest) ||
            !form_is_const(coef, &one) || one != 1 || !form_is_const(rest, off) ||
            llabs(*off) > SWEEP_MAX_REACH) {
            return false;
        }
        *axis = k;
    }
    return *axis >= 0;
}

static void add_access(struct scope *sc, const struct access *x, const struct atom *counter,
                       struct sweep_touch *t) {
    unsigned use = x->write ? SWEEP_WRITES : SWEEP_READS;
    int64_t *span = x->write ? t->write : t->read, off = 0;
    int axis = 0;
    bool row = find_row(sc, x, counter, &axis, &off);
    if (!row || (t->uses != 0 && t->axis != axis)) {
        t->uses |= SWEEP_ALL | use;
        return;
    }
    bool first = !(t->uses & use);
    span[0] = first || off < span[0] ? off : span[0];
    span[1] = first || off > span[1] ? off : span[1];
    t->axis = axis;
    t->uses |= use;
}

void sweep_find(struct arena *keep, struct scope *sc, const struct access_list *list,
                const struct func_plan *fp, struct nest *nest, bool bounds) {
    struct atom *counter = counter_of(sc, nest->root);
    if (!nest_waits(sc, fp, nest, bounds) || range_of(sc, counter)->step_value != 1 ||
        list->escapes.n > 0) {
        return;
    }
    struct sweep_touch *touch = ARENA_ARRAY(keep, struct sweep_touch, nest->arrays.n);
    for (int i = 0; i < list->item.n; ++i) {
        const struct access *x = list->item.item[i];
        int at = 0;
        while (at < nest->arrays.n && nest->arrays.item[at].var != x->root) {
            ++at;
        }
        if (!x->root || x->alloc || at == nest->arrays.n) {
            return;
        }
        add_access(sc, x, counter, &touch[at]);
    }
    nest->sweep = touch;
}

/* ---- a loop around them */

static bool is_load(const struct texpr *e, const void *unused) {
    (void)unused;
    return e->kind == TE_LOAD;
}

struct looker {
    bool loads;
};

static void see_expr(struct texpr *e, void *context) {
    struct looker *l = context;
    l->loads = l->loads || expr_any(e, is_load, NULL);
}

/* Does it write no elements, and touch none but for copies, which the run time sees, and those that
 * its expressions read (peeks)? */
static bool stands_apart(const struct tstmt *s, bool *peeks) {
    struct looker l = {false};
    switch (s->kind) {
    case TS_ASSIGN:
    case TS_INDEX:
    case TS_CHECK:
    case TS_FOR:
    case TS_WHILE:
    case TS_IF:
    case TS_BREAK:
    case TS_CONTINUE:
    case TS_RETURN:
    case TS_RAISE:
        break;
    case TS_ALLOC:
        if (s->alloc.fill != FILL_NONE && s->alloc.fill != FILL_ZERO) {
            return false;
        }
        break;
    case TS_VIEW:
        if (view_is(s, VIEW_RESHAPED)) {
            return false;
        }
        break;
    default:
        return false;
    }
    stmt_exprs(s, see_expr, &l);
    *peeks = l.loads;
    return !l.loads || s->kind != TS_WHILE;
}

/* Are all nests in it sweeps, and does the rest stand apart? */
static bool is_time_loop(const struct facts *f, const struct func_plan *fp,
                         const struct stmt_fact *loop) {
    bool any = false, peeks;
    for (int pos = loop->pos + 1; pos <= loop->end; ++pos) {
        const struct tstmt *s = f->order[pos]->stmt;
        const struct nest *n = fp->nest_of_stmt[s->id];
        if (n ? !n->sweep : !stands_apart(s, &peeks)) {
            return false;
        }
        any = any || n;
        pos = n ? f->order[pos]->end : pos;
    }
    return any;
}

void sweeps_join(const struct facts *f, struct func_plan *fp) {
    bool *kept = ARENA_ARRAY(f->arena, bool, fp->nests.n + 1);
    for (int pos = 0; pos < f->n; ++pos) {
        const struct stmt_fact *fact = f->order[pos];
        const struct tstmt *s = fact->stmt;
        bool loop = s->kind == TS_FOR || s->kind == TS_WHILE;
        if (!loop || fp->nest_of_stmt[s->id] || !is_time_loop(f, fp, fact)) {
            continue;
        }
        fp->loop[s->kind == TS_FOR ? s->for_.loop : s->while_.loop].steps = true;
        for (; pos < fact->end; ++pos) {
            const struct nest *n = fp->nest_of_stmt[f->order[pos + 1]->stmt->id];
            if (n) {
                kept[n->id] = true;
            } else {
                const struct tstmt *in = f->order[pos + 1]->stmt;
                stands_apart(in, &fp->peeks[in->id]);
            }
        }
    }
    for (int i = 0; i < fp->nests.n; ++i) {
        struct nest *n = fp->nests.item[i];
        n->sweep = kept[i] ? n->sweep : NULL;
    }
}

/* ---- serial loops that may be such */

struct index_search {
    const struct tvar *counter;
    bool found;
};

static bool is_counter(const struct texpr *e, const void *context) {
    const struct index_search *x = context;
    return e->kind == TE_VAR && e->var == x->counter;
}

static bool indexes_by(const struct texpr *e, const void *context) {
    bool found = false;
    for (int i = 0; e->kind == TE_LOAD && i < e->load.n; ++i) {
        found = found || expr_any(e->load.index[i], is_counter, context);
    }
    return found;
}

static void see_indices(struct texpr *e, void *context) {
    struct index_search *x = context;
    x->found = x->found || expr_any(e, indexes_by, x);
}

static void see_counter(struct texpr *e, void *context) {
    struct index_search *x = context;
    x->found = x->found || expr_any(e, is_counter, x);
}

/* Does a statement say by the counter which elements are touched, or when? */
static bool places_by(const struct tstmt *s, struct index_search *x) {
    bool number = s->kind == TS_ASSIGN && s->assign.dst->type->kind == TY_SCALAR &&
                  dtype_info[s->assign.dst->type->dtype].kind == KIND_FLOAT;
    stmt_exprs(s, number || s->kind == TS_STORE ? see_indices : see_counter, x);
    for (int i = 0; s->kind == TS_STORE && i < s->store.n; ++i) {
        x->found = x->found || expr_any(s->store.index[i], is_counter, x);
    }
    return x->found;
}

/* Does each turn go through arrays in loops of loops, at the same places? */
static bool is_candidate(const struct facts *f, const struct stmt_fact *loop) {
    const struct tstmt *s = loop->stmt;
    struct index_search x = {s->for_.counter, false};
    bool sweeps = false;
    for (int i = 0; i < s->for_.body.n; ++i) {
        const struct tstmt *in = s->for_.body.item[i];
        sweeps = sweeps || (in->kind == TS_FOR && holds_loop(in));
    }
    for (int pos = loop->pos + 1; sweeps && pos <= loop->end; ++pos) {
        sweeps = !places_by(f->order[pos]->stmt, &x);
    }
    return sweeps;
}

bool *sweeps_candidates(const struct facts *f, const struct func_plan *fp) {
    bool *apart = NULL;
    for (int i = 0; i < fp->nests.n; ++i) {
        const struct nest *n = fp->nests.item[i];
        if (!n->parallel && !n->has_return && is_candidate(f, fact_of(f, n->root))) {
            apart = apart ? apart : ARENA_ARRAY(f->arena, bool, f->func->n_stmts);
            apart[n->root->id] = true;
        }
    }
    return apart;
}
