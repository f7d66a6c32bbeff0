/* Loops inside the body that the work-items of a group can go through together.
 *
 *     for i (a group): s = 0; for k (split): s += a[i, k]; y[i] = s
 *
 * Where a work-item does a whole iteration of the index space, neighbours of a group load elements
 * of different rows, which lie far apart; and few rows leave most of a device idle. In the second
 * kernel of such a nest a group does one iteration: every work-item executes the statements of the
 * body, the iterations of split loops are dealt out, and one work-item stores. The run time
 * chooses. */
#include "build.h"
#include "device_survey.h"

/* ---- what a group can do */

struct search {
    const struct tvar *var;
    bool found;
};

static void see_var(struct tvar *x, void *context) {
    struct search *s = context;
    s->found |= x == s->var;
}

static bool expr_names(struct texpr *e, const struct tvar *x) {
    struct search s = {x, false};
    expr_reads(e, see_var, &s);
    return s.found;
}

static bool has_jump(const struct survey *v) {
    for (int i = 0; i < v->at.n; ++i) {
        switch (v->t->sc->facts->order[v->at.item[i]]->stmt->kind) {
        case TS_BREAK:
        case TS_CONTINUE:
        case TS_RETURN:
        case TS_WHILE:
            return true;
        default:
            break;
        }
    }
    return false;
}

static bool may_reorder(const struct survey *v, const struct reduction *r) {
    return reduction_reorders(r, true, v->t->options->fp_strict);
}

static bool has_store(const struct tblock *b, int n) {
    for (int i = 0; i < n; ++i) {
        const struct tblock *block[3];
        int blocks = stmt_blocks(b->item[i], block);
        bool found = b->item[i]->kind == TS_STORE;
        for (int k = 0; k < blocks && !found; ++k) {
            found = has_store(block[k], block[k]->n);
        }
        if (found) {
            return true;
        }
    }
    return false;
}

/* Is x, which iterations carry, only changed by x = x op e, which stands before all that reads it?
 */
static bool find_scan(struct survey *v, struct tstmt *loop, struct tvar *x,
                      struct device_split *split) {
    const struct facts *f = v->t->sc->facts;
    int lo = fact_of(f, loop)->pos + 1, hi = fact_of(f, loop)->body_end;
    int at = fact_first_def(f, x, lo, hi);
    struct tstmt *s = f->order[at]->stmt;
    if (x->type->kind != TY_SCALAR || s->kind != TS_ASSIGN ||
        f->order[at]->block != &loop->for_.body || fact_assigned(f, x, at + 1, hi) ||
        fact_read(f, x, lo, at - 1) || has_store(&loop->for_.body, f->order[at]->at)) {
        return false;
    }
    const struct texpr *e = s->assign.value;
    if (e->kind != TE_OP || e->op.n != 2 || reduction_combiner(e->op.op) != e->op.op ||
        e->op.arg[0]->kind != TE_VAR || e->op.arg[0]->var != x || expr_names(e->op.arg[1], x)) {
        return false;
    }
    split->update = s;
    split->scan = (struct reduction){.var = x, .op = e->op.op};
    return may_reorder(v, &split->scan);
}

/* Are the iterations independent but for what they combine, in any order? */
static bool can_split(struct survey *v, struct tstmt *loop, struct device_split *split) {
    const struct device_task *t = v->t;
    int64_t step = 1;
    if (loop->for_.step && (!expr_int_value(loop->for_.step, &step) || step != 1)) {
        return false;
    }
    struct scalar_report r = scalars_classify(t->sc, t->live, loop);
    const struct tblock *body = &loop->for_.body;
    *split = (struct device_split){.loop = loop, .stores = has_store(body, body->n)};
    bool scalars = r.troubles == 0 || (r.troubles == 1 && r.trouble == SCALAR_CARRIED &&
                                       r.reductions.n == 0 && find_scan(v, loop, r.var, split));
    bool can = scalars && dependence_test(t->sc, t->list, loop).verdict == VERDICT_INDEPENDENT;
    for (int i = 0; can && i < r.reductions.n; ++i) {
        can = may_reorder(v, &r.reductions.item[i]);
    }
    for (int i = 0; can && i < r.reductions.n; ++i) {
        vec_push(v->arena, &split->reductions, r.reductions.item[i]);
    }
    return can;
}

static void see_block(struct survey *v, const struct tblock *b);

/* Loops directly in one another: the innermost is split where that is possible. */
static void see_loop(struct survey *v, struct tstmt *loop) {
    struct device_split split;
    const struct tblock *body = &loop->for_.body;
    int before = v->d->splits.n;
    if (body->n == 1 && body->item[0]->kind == TS_FOR) {
        see_block(v, body);
    }
    if (v->d->splits.n == before && can_split(v, loop, &split)) {
        vec_push(v->arena, &v->d->splits, split);
    } else if (v->d->splits.n == before && body->n > 0) {
        see_block(v, body);
    }
}

static void see_block(struct survey *v, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        if (s->kind == TS_FOR) {
            see_loop(v, s);
        } else if (s->kind == TS_IF) {
            see_block(v, &s->if_.then);
            see_block(v, &s->if_.els);
        }
    }
}

/* ---- whether it is worth while */

/* Does the index change with the counter? *near: to the next element in memory. */
static bool changes(struct survey *v, const struct access *x, struct tstmt *loop, bool *near) {
    const struct atom *counter = counter_of(v->t->sc, loop);
    int unit = x->root->type->layout == TY_F ? 0 : x->rank - 1;
    bool any = false;
    *near = true;
    for (int k = 0; k < x->rank; ++k) {
        struct form *coef, *rest;
        int64_t value = 0;
        bool known = x->known[k] == INDEX_FORM &&
                     form_split(v->t->sc->arena, x->form[k], counter, &coef, &rest) &&
                     form_is_const(coef, &value);
        if (!known || value != 0) {
            any = true;
            *near = *near && known && k == unit && value == 1;
        }
    }
    return any;
}

static bool in_loop(const struct survey *v, const struct tstmt *loop, int pos) {
    const struct stmt_fact *f = fact_of(v->t->sc->facts, loop);
    return pos > f->pos && pos <= f->body_end;
}

/* Is the index space a single iteration? */
static bool is_single(const struct device_plan *d) {
    int64_t start, stop;
    return d->dims == 1 && expr_int_value(d->dim[0]->for_.start, &start) &&
           expr_int_value(d->dim[0]->for_.stop, &stop) && stop - start == 1;
}

/* Are there elements that are neighbours along the split loop, and not along the index space's
 * last one? */
static bool is_worth(struct survey *v, struct tstmt *loop) {
    const struct access_list *list = v->t->list;
    if (is_single(v->d)) {
        return true;
    }
    for (int i = 0; i < list->item.n; ++i) {
        const struct access *x = list->item.item[i];
        bool near, beside;
        if (x->root && in_loop(v, loop, x->pos) && changes(v, x, loop, &near) && near &&
            changes(v, x, v->d->dim[v->d->dims - 1], &beside) && !beside) {
            return true;
        }
    }
    return false;
}

static int level_of(const struct device_plan *d, const struct tstmt *loop) {
    for (int k = 0; k < d->table->loops.n; ++k) {
        if (d->table->loops.item[k] == loop) {
            return k;
        }
    }
    return -1;
}

bool device_goes_on(const struct survey *v) {
    bool all = true;
    for (int i = 0; i < v->at.n && all; ++i) {
        const struct tstmt *s = v->t->sc->facts->order[v->at.item[i]]->stmt;
        bool stays = s->kind == TS_INDEX && v->t->options->bounds && !v->t->fp->hoisted[s->id];
        all = !stays && s->kind != TS_RAISE;
    }
    for (int i = 0; i < v->d->functions.n && all; ++i) {
        all = !v->d->functions.item[i].may_fail;
    }
    return all;
}

void device_find_splits(struct survey *v) {
    struct device_plan *d = v->d;
    d->split_level = -1;
    if (d->n_inside > 0 || d->results.n > 0 || d->atomics || !device_goes_on(v) || has_jump(v)) {
        return;
    }
    see_block(v, &d->body->for_.body);
    for (int i = 0; i < d->splits.n && d->split_level < 0; ++i) {
        struct tstmt *loop = d->splits.item[i].loop;
        d->split_level = is_worth(v, loop) ? level_of(d, loop) : -1;
    }
    if (d->split_level < 0) {
        d->splits.n = 0;
    }
}
