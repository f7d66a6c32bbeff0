/* The verdict on one prange loop, and the message when it is refused. */
#include "verdict.h"
#include "explain.h"

/* The first statement of the body that leaves the loop: a RETURN, or a BREAK of this very loop. */
static const struct tstmt *leaving(const struct facts *f, const struct tstmt *loop) {
    const struct stmt_fact *fact = fact_of(f, loop);
    for (int pos = fact->pos + 1; pos <= fact->body_end; ++pos) {
        const struct stmt_fact *s = f->order[pos];
        bool own_break = s->stmt->kind == TS_BREAK && s->loop == loop;
        if (s->stmt->kind == TS_RETURN || own_break) {
            return s->stmt;
        }
    }
    return NULL;
}

static bool refuse_leaving(const struct facts *f, const struct tstmt *loop, struct diag *d) {
    const struct tstmt *s = leaving(f, loop);
    if (s) {
        bool is_break = s->kind == TS_BREAK;
        struct diag_message *m = diag_error(d, DIAG_PY403, s->span, "'%s' in a prange loop",
                                            is_break ? "break" : "return");
        diag_hint(d, m, "iterations run at the same time: those after it may have run already");
        diag_fix(d, m, "use range, or set a flag and test it after the loop");
        return true;
    }
    if (loop->for_.els.n > 0) {
        struct diag_message *m =
            diag_error(d, DIAG_PY403, loop->for_.els.item[0]->span, "'else' of a prange loop");
        diag_fix(d, m, "put the statements after the loop: it is never left early");
        return true;
    }
    return false;
}

static void refuse_carried(struct scope *sc, const struct loop_plan *plan,
                           const struct scalar_report *r, struct diag *d) {
    const struct facts *f = sc->facts;
    const char *name = r->var->name;
    const struct witness *w =
        r->read >= 0 ? witness_carried(sc, r->write, r->read, plan->stmt) : NULL;
    struct diag_message *m =
        diag_error(d, DIAG_PY401, f->order[r->write]->stmt->span,
                   "'%s' carries a value from one iteration of this prange loop to the next", name);
    if (w) {
        diag_note(d, m, f->order[r->read]->stmt->span,
                  "iteration %s=%s may read here what iteration %s=%s has written", w->counter[0],
                  w->y[0], w->counter[0], w->x[0]);
    } else if (r->read >= 0) {
        diag_note(d, m, f->order[r->read]->stmt->span,
                  "a later one may read here what one iteration has written");
    }
    if (r->var->type->kind == TY_SCALAR && r->var->type->dtype == DT_F16) {
        diag_fix(d, m, "float16 is rounded at each step: reduce in np.float32, or use range");
        return;
    }
    diag_hint(d, m,
              "a reduction is allowed: '%s' only updated by one of += *= min max & | ^ and not "
              "read otherwise in the loop",
              name);
    diag_fix(d, m, "write `%s` before reading it in each iteration, or use range", name);
}

static void refuse_after(const struct facts *f, const struct scalar_report *r, struct diag *d) {
    const char *name = r->var->name;
    int at = r->read >= 0 ? r->read : r->write;
    struct diag_message *m = diag_error(d, DIAG_PY404, f->order[at]->stmt->span,
                                        "'%s' is used after the prange loop that assigns it", name);
    diag_note(d, m, f->order[r->write]->stmt->span, "each iteration assigns its own '%s' here",
              name);
    diag_fix(d, m, "assign `%s` again after the loop, or use range", name);
}

static bool refuse_scalars(struct scope *sc, const struct loop_plan *plan,
                           const struct scalar_report *r, struct diag *d) {
    if (r->trouble == SCALAR_CARRIED) {
        refuse_carried(sc, plan, r, d);
    } else if (r->trouble == SCALAR_USED_AFTER) {
        refuse_after(sc->facts, r, d);
    }
    return r->trouble != SCALARS_FINE;
}

/* why: what keeps the call from finding out, or NULL. */
static void refuse_arrays(struct scope *sc, const struct dependence *dep, const struct why *why,
                          struct diag *d) {
    const char *advice = why_advice(sc->arena, dep->why);
    const struct facts *f = sc->facts;
    const struct tstmt *s = f->order[dep->pos]->stmt;
    struct diag_message *m = diag_error(d, dep->carried ? DIAG_PY401 : DIAG_PY402, s->span, "%s",
                                        why_text(sc->arena, dep->why));
    if (dep->a && dep->a->pos != dep->pos) {
        diag_note(d, m, dep->a->stmt->span, "'%s' is written here", dep->a->array->name);
    } else if (dep->b && dep->b->pos != dep->pos) {
        diag_note(d, m, dep->b->stmt->span, "'%s' is %s here", dep->b->array->name,
                  dep->b->write ? "written" : "read");
    }
    if (why) {
        diag_hint(d, m, "it cannot be checked when called either: %s", why_text(sc->arena, why));
        diag_hint(d, m, "--on-unknown=serial accepts such loops and runs them in order");
    }
    if (advice) {
        diag_fix(d, m, "%s", advice);
    }
}

static void keep_scalars(struct arena *a, struct loop_plan *plan, const struct scalar_report *r) {
    for (int i = 0; i < r->reductions.n; ++i) {
        vec_push(a, &plan->reductions, r->reductions.item[i]);
    }
    for (int i = 0; i < r->privates.n; ++i) {
        vec_push(a, &plan->privates, r->privates.item[i]);
    }
}

/* What the compiler leaves open about arrays: settled by the call, or in order, or refused. */
static void decide_open(const struct verdict_task *t, struct loop_plan *plan,
                        const struct dependence *dep) {
    const struct why *why = NULL;
    plan->verdict = VERDICT_SERIAL;
    if (plan->stmt->for_.assured && !t->options->check_races) {
        plan->verdict = VERDICT_INDEPENDENT;
        plan->reason = REASON_WORD;
        return;
    }
    if (plan->stmt != t->nest->root) {
        plan->reason = REASON_INSIDE;
        return;
    }
    t->nest->question = question_open(t, plan, &why);
    if (t->nest->question) {
        plan->verdict = VERDICT_CHECKED;
        plan->reason = REASON_ASKED;
    } else if (t->options->unknown_serial) {
        plan->reason = REASON_UNKNOWN;
        t->nest->parallel = false;
    } else {
        plan->verdict = VERDICT_UNKNOWN;
        refuse_arrays(t->sc, dep, why, t->diag);
    }
}

/* ---- lists: iterations may read one that they share, and do what they like with one that each
 * makes for itself */

/* Does each iteration of the loop make the list for itself? */
static bool is_private(const struct scope *sc, const struct tstmt *loop, const struct tvar *list,
                       int pos) {
    const struct tstmt *s = list_maker(sc, list, pos);
    return s && fact_in_body(sc->facts, loop, fact_of(sc->facts, s)->pos);
}

/* The list that the statement changes, or NULL: one of the loop's surroundings. */
static struct tvar *changed_list(const struct verdict_task *t, const struct tstmt *loop, int pos) {
    const struct tstmt *s = t->sc->facts->order[pos]->stmt;
    if (s->kind == TS_LIST && list_changes(s->list.op)) {
        return is_private(t->sc, loop, s->list.list, pos) ? NULL : s->list.list;
    }
    for (int k = 0; s->kind == TS_CALL && k < s->call.n; ++k) {
        const struct texpr *arg = s->call.arg[k];
        bool list = arg->kind == TE_VAR && arg->type->kind == TY_LIST;
        bool written = (t->summaries[s->call.callee->id].writes & param_bit(k)) != 0;
        if (list && written && !is_private(t->sc, loop, arg->var, pos)) {
            return arg->var;
        }
    }
    return NULL;
}

/* Reports a prange loop that changes a list its iterations share. */
static bool lists_refuse(const struct verdict_task *t, const struct loop_plan *plan) {
    const struct stmt_fact *fact = fact_of(t->sc->facts, plan->stmt);
    for (int pos = fact->pos + 1; pos <= fact->body_end; ++pos) {
        const struct tvar *list = changed_list(t, plan->stmt, pos);
        if (list) {
            struct diag_message *m = diag_error(
                t->diag, DIAG_PY401, t->sc->facts->order[pos]->stmt->span,
                "this prange loop changes %s%s%sa list, dictionary or object that its iterations "
                "may share",
                list->is_temp ? "" : "'", list->is_temp ? "" : list->name,
                list->is_temp ? "" : "', ");
            diag_hint(t->diag, m,
                      "iterations run at the same time: the order of the changes would be any");
            diag_hint(t->diag, m,
                      "one that an iteration makes for itself is known where a function makes it, "
                      "changes it and returns what is wanted of it: y[i] = work(i)");
            diag_fix(t->diag, m,
                     "assign the elements of an array that is made before the loop, or use range");
            return true;
        }
    }
    return false;
}

/* Reports a prange loop that sets an attribute of a class. */
static bool classes_refuse(const struct verdict_task *t, const struct tstmt *loop) {
    const struct facts *f = t->sc->facts;
    const struct stmt_fact *fact = fact_of(f, loop);
    for (int i = 0; i < t->list->sets.n; ++i) {
        int pos = t->list->sets.item[i];
        if (pos > fact->pos && pos <= fact->body_end) {
            struct diag_message *m =
                diag_error(t->diag, DIAG_PY401, f->order[pos]->stmt->span,
                           "an attribute of a class carries a value from one iteration of this "
                           "prange loop to the next");
            diag_fix(t->diag, m, "use range, or reduce into a variable");
            return true;
        }
    }
    return false;
}

void verdict_decide(const struct verdict_task *t, struct loop_plan *plan) {
    struct scope *sc = t->sc;
    plan->verdict = VERDICT_CONFLICT;
    if (refuse_leaving(sc->facts, plan->stmt, t->diag) || lists_refuse(t, plan) ||
        classes_refuse(t, plan->stmt)) {
        plan->verdict = VERDICT_UNKNOWN;
        return;
    }
    struct scalar_report scalars = scalars_classify(sc, t->live, plan->stmt);
    bool refused = refuse_scalars(sc, plan, &scalars, t->diag);
    struct dependence dep = dependence_test(sc, t->list, plan->stmt);
    bool assured = plan->stmt->for_.assured && dep.verdict == VERDICT_UNKNOWN;
    if (dep.verdict != VERDICT_INDEPENDENT && !assured) {
        elements_find(sc, t->list, plan);
    }
    if (plan->element_reductions.n > 0) {
        dep = dependence_test_others(sc, t->list, plan);
    }
    plan->answers.item = dep.answers.item;
    plan->answers.n = dep.answers.n;
    bool open = dep.verdict == VERDICT_UNKNOWN && (!dep.shown || assured);
    if (dep.verdict != VERDICT_INDEPENDENT && !open) {
        refuse_arrays(sc, &dep, NULL, t->diag);
    }
    if (refused) {
        return;
    }
    plan->verdict = dep.verdict;
    plan->reason = REASON_ARRAYS;
    plan->arrays = dep.why;
    if (open) {
        decide_open(t, plan, &dep);
    }
    if (plan->verdict != VERDICT_SERIAL) {
        keep_scalars(sc->arena, plan, &scalars);
    } else {
        plan->element_reductions.n = 0;
    }
    bool reduces = plan->reductions.n > 0 || plan->element_reductions.n > 0;
    if (reduces && plan->verdict == VERDICT_INDEPENDENT) {
        plan->verdict = VERDICT_REDUCTION;
    }
}
