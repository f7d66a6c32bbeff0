/* Words for --explain that only the analysis can find: what stops vectorisation, which accesses
 * jump through memory, which serial loops could be parallel. Nothing is decided here. */
#include <string.h>

#include "build.h"
#include "loops.h"

/* ---- what stops vectorisation */

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

static void about_index(struct scope *sc, const struct tstmt *s, struct loop_plan *plan) {
    const char *array = s->index.array->name,
               *unchecked = "--no-bounds-check leaves such checks out: a wrong index then reads or "
                            "writes other memory";
    int pos = fact_of(sc->facts, s)->pos;
    struct tvar *from = index_source(sc, s->index.index, pos, 4);
    const struct tstmt *loop = loop_of_index(sc, s->index.index);
    plan->advice = unchecked;
    if (from) {
        plan->no_simd = arena_printf(sc->arena,
                                     "an index of `%s` is an element of `%s`, and is checked in "
                                     "each iteration",
                                     array, from->name);
        return;
    }
    if (loop) {
        int at = fact_of(sc->facts, loop)->pos;
        from = index_source(sc, loop->for_.start, at, 4);
        from = from ? from : index_source(sc, loop->for_.stop, at, 4);
    }
    if (from) {
        plan->no_simd = arena_printf(sc->arena,
                                     "it runs between elements of `%s`, so an index of `%s` is "
                                     "checked in each iteration",
                                     from->name, array);
        return;
    }
    plan->no_simd = arena_printf(
        sc->arena, "an index of `%s` (axis %d) is checked in each iteration", array, s->index.axis);
    plan->advice = "an index that is a sum of loop counters and values known before the loop is "
                   "checked once, before it";
}

/* By a CHECK or a RAISE that lowering made of an operation, or that the source has. */
static void about_exception(struct scope *sc, enum texc exc, const char *message, bool stores,
                            struct loop_plan *plan) {
    bool domain = message && strstr(message, "domain");
    plan->no_simd =
        arena_printf(sc->arena, "an iteration may raise %s%s",
                     message ? arena_printf(sc->arena, "\"%s\"", message) : "an exception",
                     stores ? ", and what those before it stored must stand" : "");
    bool integer = message && strstr(message, "integer");
    plan->advice =
        exc == TEXC_ZERO_DIVISION
            ? integer ? "a constant divisor needs no test"
                      : "divide once before the loop, or divide NumPy values: they give inf or nan "
                        "instead of an exception"
        : domain ? "functions of NumPy (np.sqrt, np.log) give nan instead of an exception"
                 : NULL;
}

void advice_statement(struct scope *sc, const struct tstmt *s, struct loop_plan *plan) {
    switch (s->kind) {
    case TS_INDEX:
        about_index(sc, s, plan);
        break;
    case TS_CHECK:
        about_exception(sc, s->check.exc, s->check.message, true, plan);
        break;
    case TS_CALL:
        plan->no_simd = arena_printf(sc->arena, "it calls %s()", s->call.callee->pyname);
        plan->advice = arena_printf(
            sc->arena,
            "the body of %s() written into the loop could be vectorised, where it has no "
            "loop of its own",
            s->call.callee->pyname);
        break;
    case TS_LIB:
        plan->no_simd = arena_printf(sc->arena, "it calls a library: %s", op_info[s->lib.fn].name);
        break;
    case TS_LIST:
        plan->no_simd = arena_printf(sc->arena, "it works on the list `%s`",
                                     s->list.list ? s->list.list->name : s->list.dst->name);
        plan->advice = "np.array(...) before the loop makes an array of a list";
        break;
    case TS_VIEW:
        plan->no_simd = arena_printf(sc->arena, "it makes a view of `%s` in each iteration",
                                     s->view.base->name);
        plan->advice = "use the elements directly, as in a[i, j]";
        break;
    case TS_ALLOC:
        plan->no_simd = "it makes a new array in each iteration";
        plan->advice = "make the array before the loop";
        break;
    case TS_BREAK:
        plan->no_simd = "`break` may end it at any iteration";
        break;
    case TS_RETURN:
        plan->no_simd = "`return` may end it at any iteration";
        break;
    case TS_RAISE:
        about_exception(sc, s->raise.exc, s->raise.message, false, plan);
        break;
    default:
        plan->no_simd = "an array variable is assigned in it";
        break;
    }
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

void advice_dependence(struct scope *sc, const struct dependence *d, struct loop_plan *plan) {
    plan->no_simd = d->reason;
    if (d->a && d->b && has_forms(d->a) && has_forms(d->b)) {
        plan->no_simd = arena_printf(
            sc->arena,
            d->b->write ? "two iterations may write one element of `%s`"
                        : "an iteration may read elements of `%s` that another one writes",
            d->a->array->name);
    }
    if (d->a && d->a->root && is_fixed(sc, d->a, plan->stmt)) {
        const char *name = d->a->array->name;
        plan->no_simd =
            arena_printf(sc->arena, "every iteration writes the same element of `%s`", name);
        plan->advice = arena_printf(sc->arena,
                                    "combine into a variable in the loop, and store it into `%s` "
                                    "once after it",
                                    name);
    }
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

/* Does it stand among exchanged loops? Advice is about the source (plan.c asked before). */
static bool is_exchanged(const struct facts *f, const struct tstmt *loop) {
    for (; loop; loop = fact_of(f, loop)->loop) {
        if (loop->kind == TS_FOR && loop->for_.source) {
            return true;
        }
    }
    return false;
}

void advice_nest(struct scope *sc, const struct live *live, const struct access_list *list,
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
