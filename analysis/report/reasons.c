/* Words for what the analysis found: why a prange loop runs as it does, and what is in the way of
 * vectorisation, with what would help. */
#include "explain.h"
#include "tell.h"

/* ---- verdicts */

static const char *asked_text(struct arena *a, const struct nest_question *q) {
    const char *names = "";
    for (int i = 0; i < q->roots.n; ++i) {
        names = arena_printf(a, "%s%s%s", names, i ? ", " : "", q->roots.item[i]->name);
    }
    return arena_printf(a,
                        q->table
                            ? "addresses of %s are compared once bounds and strides are known%s"
                            : "indices of %s are compared in parallel before the loop%s",
                        names, q->in_order ? "; when they collide it runs in order" : "");
}

const char *reason_text(struct arena *a, const struct func_plan *fp, const struct loop_plan *p) {
    switch (p->reason) {
    case REASON_NONE:
        break;
    case REASON_ARRAYS:
        return why_text(a, p->arrays);
    case REASON_WORD:
        return "by the user's word (independent=True), which --check=races tests";
    case REASON_ASKED:
        return asked_text(a, fp->nest_of_stmt[p->stmt->id]->question);
    case REASON_INSIDE:
        return arena_printf(a, "runs in order inside the parallel loop around it: %s",
                            why_text(a, p->arrays));
    case REASON_UNKNOWN:
        return arena_printf(a, "runs in order (--on-unknown=serial): %s", why_text(a, p->arrays));
    }
    return "range loops run in order";
}

const char *element_reduction_text(struct arena *a, const struct element_reduction *r,
                                   const char *all) {
    const char *text = r->places.n ? "" : arena_printf(a, "%s by %s", all, op_info[r->op].name);
    for (int i = 0; i < r->places.n; ++i) {
        const struct element_place *p = &r->places.item[i];
        text = arena_printf(a, "%s%s%s[%lld] by %s", text, i ? ", " : "", r->array->name,
                            (long long)p->at, op_info[p->op].name);
    }
    return text;
}

/* How reductions into elements are combined, in words. */
static const char *element_how(const struct loop_plan *plan, bool root) {
    if (plan->element_reductions.n == 0) {
        return "";
    }
    for (int i = 0; i < plan->element_reductions.n; ++i) {
        if (plan->element_reductions.item[i].ordered) {
            return ", in the order of the iterations, which the result depends on";
        }
    }
    return root
               ? ", each chunk of iterations in a copy; in order where copies would cost more than "
                 "the loop"
               : ", inside the parallel loop around it";
}

const char *combined_text(struct arena *a, const struct func_plan *fp,
                          const struct loop_plan *plan) {
    const char *text = "";
    for (int i = 0; i < plan->reductions.n; ++i) {
        const struct reduction *r = &plan->reductions.item[i];
        text = arena_printf(a, "%s%s%s by %s%s", text, *text ? ", " : "", r->var->name,
                            op_info[r->op].name, r->ordered ? " in order" : "");
    }
    for (int i = 0; i < plan->element_reductions.n; ++i) {
        const struct element_reduction *r = &plan->element_reductions.item[i];
        const char *all = arena_printf(a, "%s[...]", r->array->name);
        text =
            arena_printf(a, "%s%s%s", text, *text ? ", " : "", element_reduction_text(a, r, all));
    }
    const struct nest *nest = fp->nest_of_stmt[plan->stmt->id];
    bool any = *text && plan->verdict != VERDICT_SERIAL;
    return any ? arena_printf(a, "; combined over iterations: %s%s", text,
                              element_how(plan, plan->stmt == nest->root))
               : "";
}

/* ---- exchanged loops */

static const char *counters(struct arena *a, int n, const char *const *name) {
    const char *text = name[0];
    for (int i = 1; i < n; ++i) {
        text = arena_printf(a, "%s, %s", text, name[i]);
    }
    return text;
}

static const char *exchange_why(struct arena *a, const struct loop_exchange *x) {
    static const char *const words[] = {
        [EXCHANGE_NEIGHBOURS] = "neighbouring iterations touch neighbouring elements",
        [EXCHANGE_NEARER] = "elements touched one after the other are nearer",
        [EXCHANGE_LAST] = "an iteration may be the last one",
        [EXCHANGE_RAISES] =
            "an iteration may raise an exception, and what those before it did must stand",
        [EXCHANGE_CARRIED] = "each iteration needs `%s` of the one before",
        [EXCHANGE_USED] = "`%s` of the last iteration is used after it",
        [EXCHANGE_COMBINED] = "the order in which `%s` is combined must be kept",
        [EXCHANGE_UNKNOWN] = "which elements iterations touch is not known",
        [EXCHANGE_COLLIDES] = "%s: their order would change",
        [EXCHANGE_WRITTEN] = "an element of `%s` that one iteration writes may be written by one "
                             "that would change sides with it",
        [EXCHANGE_TOUCHED] = "an element of `%s` that one iteration writes may be used by one that "
                             "would change sides with it",
    };
    return arena_printf(a, words[x->reason], x->witness ? witness_text(a, x->witness) : x->name);
}

const char *exchange_text(struct arena *a, const struct loop_exchange *x) {
    const char *was = counters(a, x->n, x->was), *is = counters(a, x->n, x->better);
    const char *why = exchange_why(a, x);
    return x->reason <= EXCHANGE_NEARER
               ? arena_printf(a, "%s instead of %s: %s", is, was, why)
               : arena_printf(a, "%s, not %s, which would touch neighbouring elements: %s", was, is,
                              why);
}

/* ---- tiles */

static const char *class_text(struct arena *a, const struct tile_plan *p, int which) {
    const char *text = "";
    int at = 0;
    for (int k = 0; k < which; ++k) {
        at += p->n[k];
    }
    for (int i = 0; i < p->n[which]; ++i) {
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", p->loop[at + i]->for_.counter->name);
    }
    return text;
}

const char *tile_text(struct arena *a, const struct tile_plan *p) {
    static const char *const words[] = {
        [TILE_STRICT] = "--fp=strict asks for every rounding",
        [TILE_RAISES] = "an iteration may raise an exception",
        [TILE_BOUNDS] = "the range of the loop over `%s` is not known before the loops",
        [TILE_TYPES] = "what is combined has less than 4 bytes, no order, or several types",
        [TILE_READS] = "iterations read elements of `%s` that others write",
    };
    if (p->reason == TILE_RUNS) {
        const char *batch = p->n[3] ? arena_printf(a, "for each %s, ", class_text(a, p, 3)) : "";
        return arena_printf(a, "%srows %s, lanes %s, in order %s", batch, class_text(a, p, 0),
                            class_text(a, p, 1), class_text(a, p, 2));
    }
    return arena_printf(a, words[p->reason], p->name);
}

/* ---- vectorisation */

static const char *statement_text(struct arena *a, const struct tstmt *s) {
    switch (s->kind) {
    case TS_CHECK:
    case TS_RAISE: {
        const char *message = s->kind == TS_CHECK ? s->check.message : s->raise.message;
        if (message && (message[0] == '\1' || message[0] == '\2')) { /* OF_PYTHON, OF_PYCC */
            ++message;
        }
        return arena_printf(a, "an iteration may raise %s%s",
                            message ? arena_printf(a, "\"%s\"", message) : "an exception",
                            s->kind == TS_CHECK ? ", and what those before it stored must stand"
                                                : "");
    }
    case TS_CALL:
        return arena_printf(a, "it calls %s()", s->call.callee->pyname);
    case TS_LIB:
        return arena_printf(a, "it calls a library: %s", op_info[s->lib.fn].name);
    case TS_LIST:
        return arena_printf(a, "it works on the list `%s`",
                            s->list.list ? s->list.list->name : s->list.dst->name);
    case TS_VIEW:
        return arena_printf(a, "it makes a view of `%s` in each iteration", s->view.base->name);
    case TS_ALLOC:
        return "it makes a new array in each iteration";
    case TS_STORE:
        return "it calls a function of SciPy";
    case TS_BREAK:
        return "`break` may end it at any iteration";
    case TS_RETURN:
        return "`return` may end it at any iteration";
    default:
        return s->assign.dst->type->kind != TY_SCALAR ? "an array variable is assigned in it"
                                                      : "it calls a function of SciPy";
    }
}

static const char *index_text(struct arena *a, const struct obstacle *o) {
    const char *array = o->stmt->index.array->name;
    if (o->kind == OBSTACLE_RANGE) {
        return arena_printf(a,
                            "it runs between elements of `%s`, so an index of `%s` is checked in "
                            "each iteration",
                            o->from->name, array);
    }
    return o->from ? arena_printf(a,
                                  "an index of `%s` is an element of `%s`, and is checked in each "
                                  "iteration",
                                  array, o->from->name)
                   : arena_printf(a, "an index of `%s` (axis %d) is checked in each iteration",
                                  array, o->stmt->index.axis);
}

/* By kind, with the variable's name. */
static const char *const VAR_TEXT[] = {
    [OBSTACLE_NAN] = "`%s` keeps its order: in another one it would treat nan differently",
    [OBSTACLE_STRICT] = "the order in which `%s` is combined must be kept (--fp=strict)",
    [OBSTACLE_ROUNDING] = "the order in which `%s` is combined must be kept: floats round "
                          "differently in another one",
    [OBSTACLE_TESTED] = "`%s` is a Python int, and each of its values is tested for 64 bits",
    [OBSTACLE_CARRIED] = "each iteration needs `%s` of the one before",
    [OBSTACLE_LAST] = "`%s` of the last iteration is used after it",
    [OBSTACLE_COMBINED] = "iterations may touch one element of `%s`",
    [OBSTACLE_WRITTEN] = "two iterations may write one element of `%s`",
    [OBSTACLE_READ] = "an iteration may read elements of `%s` that another one writes",
    [OBSTACLE_SAME] = "every iteration writes the same element of `%s`",
};

const char *obstacle_text(struct arena *a, const struct obstacle *o) {
    switch (o->kind) {
    case OBSTACLE_STATEMENT:
        return statement_text(a, o->stmt);
    case OBSTACLE_INDEX:
    case OBSTACLE_RANGE:
        return index_text(a, o);
    case OBSTACLE_OPEN:
        return "only the call finds out whether iterations touch one element";
    case OBSTACLE_ARRAYS:
        return why_text(a, o->why);
    default:
        return arena_printf(a, VAR_TEXT[o->kind], o->var->name);
    }
}

/* ---- what would help */

static const char *exception_advice(const struct tstmt *s) {
    if (s->kind == TS_RAISE) {
        return NULL;
    }
    const struct texpr *cond = s->check.cond;
    if (s->check.exc == TEXC_ZERO_DIVISION) {
        bool integer = cond->kind == TE_OP && cond->op.arg[0]->type->kind == TY_SCALAR &&
                       dtype_info[cond->op.arg[0]->type->dtype].kind == KIND_INT;
        return integer
                   ? "a constant divisor needs no test"
                   : "divide once before the loop, or divide NumPy values: they give inf or nan "
                     "instead of an exception";
    }
    return s->check.domain ? "functions of NumPy (np.sqrt, np.log) give nan instead of an exception"
                           : NULL;
}

static const char *statement_advice(struct arena *a, const struct tstmt *s) {
    switch (s->kind) {
    case TS_CHECK:
    case TS_RAISE:
        return exception_advice(s);
    case TS_CALL:
        return arena_printf(a,
                            "the body of %s() written into the loop could be vectorised, where it "
                            "has no loop of its own",
                            s->call.callee->pyname);
    case TS_LIST:
        return "np.array(...) before the loop makes an array of a list";
    case TS_VIEW:
        return "use the elements directly, as in a[i, j]";
    case TS_ALLOC:
        return "make the array before the loop";
    default:
        return NULL;
    }
}

const char *obstacle_advice(struct arena *a, const struct obstacle *o) {
    switch (o->kind) {
    case OBSTACLE_STATEMENT:
        return statement_advice(a, o->stmt);
    case OBSTACLE_INDEX:
    case OBSTACLE_RANGE:
        return o->from ? "--no-bounds-check leaves such checks out: a wrong index then reads or "
                         "writes other memory"
                       : "an index that is a sum of loop counters and values known before the loop "
                         "is checked once, before it";
    case OBSTACLE_TESTED:
        return "a type of NumPy (np.int64(0)) wraps around instead";
    case OBSTACLE_ROUNDING:
        return "with prange the order is free, and the same for any number of threads; --fp=fast "
               "frees it everywhere";
    case OBSTACLE_SAME:
        return arena_printf(a,
                            "combine into a variable in the loop, and store it into `%s` once "
                            "after it",
                            o->var->name);
    default:
        return NULL;
    }
}
