/* --require-parallel and --require-vector: loops that do not run so are errors, with the words of
 * --explain. */
#include "explain.h"
#include "tell.h"

static void add_advice(struct diag *d, struct diag_message *m, const struct told_loop *l) {
    if (l->advice) {
        diag_fix(d, m, "%s", l->advice);
    }
}

/* A prange or a loop of array statements that is no part of another loop's threads. */
static void require_parallel(const struct func_plan *fp, const struct told_loop *l,
                             struct diag *d) {
    const struct tstmt *s = l->plan->stmt;
    const struct nest *nest = fp->nest_of_stmt[s->id];
    bool inside = l->plan->reason == REASON_INSIDE || (nest && nest->parallel && nest->root != s);
    if (s->kind != TS_FOR || !s->for_.parallel || l->verdict != TOLD_SERIAL || inside) {
        return;
    }
    const char *why = l->in_order ? l->in_order : "";
    add_advice(
        d, diag_error(d, DIAG_PY405, s->span, "this loop runs in order%s%s", *why ? ": " : "", why),
        l);
}

static void require_vector(const struct told_loop *l, struct diag *d) {
    if (l->scalar) {
        add_advice(d,
                   diag_error(d, DIAG_PY406, l->plan->stmt->span, "this loop is not vectorised: %s",
                              l->scalar),
                   l);
    }
}

void explain_require(const struct plan *p, bool parallel, bool vector, struct diag *d) {
    struct arena a;
    arena_init(&a);
    struct tell_groups g = tell_groups(&a, p, NULL);
    for (int i = 0; i < g.n; ++i) {
        const struct told *told = tell_function(&a, p, p->funcs.item[g.func[i]->id]);
        bool ours = p->module->source && source_is_ours(p->module->source, g.func[i]->span);
        for (int k = 0; !ours && k < told->loops.n; ++k) {
            if (parallel) {
                require_parallel(told->fp, &told->loops.item[k], d);
            }
            if (vector) {
                require_vector(&told->loops.item[k], d);
            }
        }
    }
    arena_free(&a);
}
