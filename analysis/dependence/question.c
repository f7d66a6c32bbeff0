/* What analysis leaves open about a parallel nest becomes a question to the call: which accesses
 * may still meet, and how the call finds out. */
#include "verdict.h"

#define MAX_COMPARED 160 /* accesses in the nest compared pair by pair */

static bool in_nest(const struct verdict_task *t, int pos) {
    const struct stmt_fact *root = fact_of(t->sc->facts, t->nest->root);
    return pos > root->pos && pos <= root->body_end;
}

/* Memory that each iteration makes for itself. */
static bool is_private(const struct access *x) {
    return x->alloc != NULL;
}

/* Is every array followed to one that is known before the nest? */
static bool all_followed(const struct verdict_task *t, const struct why **why) {
    for (int i = 0; i < t->list->item.n; ++i) {
        const struct access *x = t->list->item.item[i];
        if (!x->root && in_nest(t, x->pos)) {
            *why = why_new(t->sc->arena, WHY_UNFOLLOWED, x->array->name, NULL);
            return false;
        }
    }
    for (int i = 0; i < t->list->escapes.n; ++i) {
        if (in_nest(t, t->list->escapes.item[i])) {
            *why = why_new(t->sc->arena, WHY_UNFOLLOWED_PART, NULL, NULL);
            return false;
        }
    }
    return true;
}

static bool is_reduced(const struct loop_plan *plan, const struct tvar *root) {
    for (int i = 0; i < plan->element_reductions.n; ++i) {
        if (plan->element_reductions.item[i].array == root) {
            return true;
        }
    }
    return false;
}

/* Marks the accesses of every pair that is not told apart. Returns how many, -1: too many. */
static int mark_open(const struct verdict_task *t, const struct loop_plan *plan, bool *open) {
    const struct access_list *list = t->list;
    int n = 0;
    if (list->item.n > MAX_COMPARED) {
        return -1;
    }
    for (int i = 0; i < list->item.n; ++i) {
        const struct access *x = list->item.item[i];
        bool compared = x->write && x->root && !is_private(x) && !is_reduced(plan, x->root);
        for (int j = 0; compared && j < list->item.n; ++j) {
            const struct access *y = list->item.item[j];
            bool done = y->write && j < i;
            if (y->root == x->root && !done && !(open[i] && open[j]) &&
                !accesses_separated(t->sc, x, y, t->nest->root)) {
                open[i] = open[j] = true;
            }
        }
    }
    for (int i = 0; i < list->item.n; ++i) {
        n += open[i];
    }
    return n;
}

static void add_root(struct arena *a, struct nest_question *q, struct tvar *root) {
    for (int i = 0; i < q->roots.n; ++i) {
        if (q->roots.item[i] == root) {
            return;
        }
    }
    vec_push(a, &q->roots, root);
}

/* The FOR loops around a statement, outermost first, when it runs once in each of their iterations:
 * -1 when a condition or a WHILE is around it, or a loop around it may be left early. */
static int plain_loops(const struct verdict_task *t, const struct tstmt *s, struct tstmt **loop) {
    const struct facts *f = t->sc->facts;
    int n = 0;
    for (struct tstmt *p = fact_of(f, s)->parent; p; p = fact_of(f, p)->parent) {
        if (p->kind != TS_FOR || n == LMAD_MAX_RANK || !fact_in_body(f, p, fact_of(f, s)->pos)) {
            return -1;
        }
        loop[n++] = p;
        if (p == t->nest->root) {
            break;
        }
    }
    for (int i = 0; i < n / 2; ++i) {
        struct tstmt *swap = loop[i];
        loop[i] = loop[n - 1 - i];
        loop[n - 1 - i] = swap;
    }
    return n;
}

static bool leaves_early(const struct verdict_task *t) {
    const struct facts *f = t->sc->facts;
    const struct stmt_fact *root = fact_of(f, t->nest->root);
    for (int pos = root->pos; pos <= root->end; ++pos) {
        enum tstmt_kind kind = f->order[pos]->stmt->kind;
        if (kind == TS_BREAK || kind == TS_CONTINUE || kind == TS_RAISE) {
            return true;
        }
    }
    return false;
}

/* The table, when all open accesses are affine and run in every iteration of the same loops. */
static struct access_table *make_table(const struct verdict_task *t, const bool *open, int n_open) {
    struct tstmt *loop[LMAD_MAX_RANK], *other[LMAD_MAX_RANK];
    struct access *x[LMAD_MAX_ACCESSES];
    int n = 0, n_loops = 0;
    if (n_open > LMAD_MAX_ACCESSES || leaves_early(t)) {
        return NULL;
    }
    for (int i = 0; i < t->list->item.n; ++i) {
        struct access *item = t->list->item.item[i];
        if (!open[i]) {
            continue;
        }
        int m = plain_loops(t, item->stmt, n ? other : loop);
        bool same = n == 0 || m == n_loops;
        for (int k = 0; n > 0 && same && k < m; ++k) {
            same = loop[k] == other[k];
        }
        if (m < 1 || !same) {
            return NULL;
        }
        n_loops = m;
        x[n++] = item;
    }
    return table_build(t->sc, x, n, loop, n_loops);
}

struct nest_question *question_open(const struct verdict_task *t, const struct loop_plan *plan,
                                    const struct why **why) {
    struct arena *a = t->sc->arena;
    struct nest_question *q = ARENA_NEW(a, struct nest_question);
    bool *open = ARENA_ARRAY(a, bool, t->list->item.n + 1);
    if (!all_followed(t, why)) {
        return NULL;
    }
    int n = mark_open(t, plan, open);
    if (n <= 0) {
        *why = why_new(a, WHY_MANY_ACCESSES, NULL, NULL);
        return NULL;
    }
    for (int i = 0; i < t->list->item.n; ++i) {
        if (open[i]) {
            add_root(a, q, t->list->item.item[i]->root);
        }
    }
    q->in_order = t->options->unknown_serial;
    q->table = make_table(t, open, n);
    q->inspect = slice_inspector(t, open, q, why);
    return q->inspect || q->table ? q : NULL;
}
