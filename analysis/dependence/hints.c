/* What --explain asks and only the analysis can find: what is in the way of vectorisation, which
 * accesses jump through memory, which serial loops could be parallel. Nothing is decided here. */
#include "build.h"
#include "loops.h"

/* ---- what is in the way of vectorisation */

static void find_load(struct texpr *e, void *context) {
    struct tvar **array = context;
    if (e->kind == TE_LOAD && !*array) {
        *array = e->load.array;
    }
}

/* The array whose elements an index is computed from, through the variables in between. */
static struct tvar *index_source(struct scope *sc, struct texpr *e, int pos, int depth) {
    struct tvar *array = NULL;
    expr_walk(e, find_load, &array);
    const struct texpr *bare = expr_strip(e);
    if (!array && depth > 0 && bare->kind == TE_VAR) {
        struct tstmt *def = fact_reaching(sc->facts, bare->var, pos);
        if (def && def->kind == TS_ASSIGN) {
            return index_source(sc, def->assign.value, fact_of(sc->facts, def)->pos, depth - 1);
        }
    }
    return array;
}

/* The loop whose counter the index is, or NULL. */
static const struct tstmt *loop_of_index(struct scope *sc, struct texpr *e) {
    const struct texpr *bare = expr_strip(e);
    for (int pos = sc->lo; bare->kind == TE_VAR && bare->var->is_counter && pos <= sc->hi; ++pos) {
        const struct tstmt *s = sc->facts->order[pos]->stmt;
        if (s->kind == TS_FOR && s->for_.counter == bare->var) {
            return s;
        }
    }
    return NULL;
}

static struct obstacle index_obstacle(struct scope *sc, const struct tstmt *s) {
    int pos = fact_of(sc->facts, s)->pos;
    struct obstacle o = {.kind = OBSTACLE_INDEX, .stmt = s};
    const struct tstmt *loop = loop_of_index(sc, s->index.index);
    o.from = index_source(sc, s->index.index, pos, 4);
    if (!o.from && loop) {
        int at = fact_of(sc->facts, loop)->pos;
        o.from = index_source(sc, loop->for_.start, at, 4);
        o.from = o.from ? o.from : index_source(sc, loop->for_.stop, at, 4);
        o.kind = o.from ? OBSTACLE_RANGE : OBSTACLE_INDEX;
    }
    return o;
}

struct obstacle obstacle_statement(struct scope *sc, const struct tstmt *s) {
    return s->kind == TS_INDEX ? index_obstacle(sc, s)
                               : (struct obstacle){.kind = OBSTACLE_STATEMENT, .stmt = s};
}

static bool has_forms(const struct access *x) {
    for (int k = 0; k < x->rank; ++k) {
        if (x->known[k] != INDEX_FORM) {
            return false;
        }
    }
    return true;
}

/* Do all iterations of the loop touch the same element by x? */
static bool is_fixed(struct scope *sc, const struct access *x, struct tstmt *loop) {
    const struct atom *counter = counter_of(sc, loop);
    for (int k = 0; k < x->rank; ++k) {
        if (x->known[k] != INDEX_FORM || form_holds(x->form[k], counter)) {
            return false;
        }
    }
    return x->rank > 0;
}

struct obstacle obstacle_dependence(struct scope *sc, const struct dependence *d,
                                    struct tstmt *loop) {
    struct obstacle o = {.kind = OBSTACLE_ARRAYS, .why = d->why};
    if (d->a) {
        o.var = d->a->array;
    }
    if (d->a && d->a->root && is_fixed(sc, d->a, loop)) {
        o.kind = OBSTACLE_SAME;
    } else if (d->a && d->b && has_forms(d->a) && has_forms(d->b)) {
        o.kind = d->b->write ? OBSTACLE_WRITTEN : OBSTACLE_READ;
    }
    return o;
}

/* ---- memory */

/* Do neighbouring iterations touch elements of different rows? The counter is in an index, but not
 * in that of the axis whose elements are neighbours. */
static bool is_far(const struct access *x, const struct atom *counter) {
    bool elsewhere = false;
    int unit = x->root->type->layout == TY_F ? 0 : x->rank - 1;
    for (int k = 0; k < x->rank; ++k) {
        if (x->known[k] != INDEX_FORM && x->known[k] != INDEX_WRAPS) {
            return false;
        }
        bool holds = form_holds(x->form[k], counter);
        if (k == unit && holds) {
            return false;
        }
        elsewhere |= holds;
    }
    return elsewhere;
}

static void note_far(struct scope *sc, const struct access_list *list, struct loop_plan *plan) {
    const struct stmt_fact *fact = fact_of(sc->facts, plan->stmt);
    const struct atom *counter = counter_of(sc, plan->stmt);
    for (int i = 0; i < list->item.n && !plan->far; ++i) {
        const struct access *x = list->item.item[i];
        if (x->root && x->pos > fact->pos && x->pos <= fact->body_end && is_far(x, counter)) {
            plan->far = x->array;
        }
    }
}

/* ---- serial loops that need not be */

static bool leaves(const struct facts *f, const struct tstmt *loop) {
    const struct stmt_fact *fact = fact_of(f, loop);
    for (int pos = fact->pos + 1; pos <= fact->body_end; ++pos) {
        const struct stmt_fact *s = f->order[pos];
        if (s->stmt->kind == TS_RETURN || (s->stmt->kind == TS_BREAK && s->loop == loop)) {
            return true;
        }
    }
    return loop->for_.els.n > 0;
}

static bool could_run_parallel(struct scope *sc, const struct live *live,
                               const struct access_list *list, struct tstmt *loop) {
    if (leaves(sc->facts, loop)) {
        return false;
    }
    for (int i = 0; i < list->sets.n; ++i) {
        if (fact_in_body(sc->facts, loop, list->sets.item[i])) {
            return false;
        }
    }
    struct scalar_report r = scalars_classify(sc, live, loop);
    for (int i = 0; i < r.reductions.n; ++i) {
        if (r.reductions.item[i].ordered) {
            return false;
        }
    }
    return r.trouble == SCALARS_FINE &&
           dependence_test(sc, list, loop).verdict == VERDICT_INDEPENDENT;
}

bool loop_could_run_apart(struct scope *sc, const struct live *live, const struct access_list *list,
                          struct tstmt *loop) {
    return could_run_parallel(sc, live, list, loop) &&
           scalars_classify(sc, live, loop).reductions.n == 0;
}

/* Does it stand among exchanged loops? Hints are about the source (plan.c asked before). */
static bool is_exchanged(const struct facts *f, const struct tstmt *loop) {
    for (; loop; loop = fact_of(f, loop)->loop) {
        if (loop->kind == TS_FOR && loop->for_.source) {
            return true;
        }
    }
    return false;
}

void hints_nest(struct scope *sc, const struct live *live, const struct access_list *list,
                const struct nest *nest, struct func_plan *fp) {
    int covered = nest->parallel ? sc->hi : -1; /* position up to which a loop around is parallel */
    for (int pos = sc->lo; pos <= sc->hi; ++pos) {
        struct tstmt *s = sc->facts->order[pos]->stmt;
        if (s->kind != TS_FOR) {
            continue;
        }
        struct loop_plan *plan = &fp->loop[s->for_.loop];
        if (pos > covered && !s->for_.parallel && !is_exchanged(sc->facts, s) &&
            could_run_parallel(sc, live, list, s)) {
            plan->could_prange = true;
            covered = fact_of(sc->facts, s)->end;
        }
        if (plan->innermost) {
            note_far(sc, list, plan);
        }
    }
}
