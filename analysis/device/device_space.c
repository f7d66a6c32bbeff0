/* Which loops of a nest are the index space of its kernel.
 *
 * Usually the root, the pranges collapsed with it, and further loops inside whose iterations are
 * proven independent: an array statement of two axes is a prange and a FOR in it. What stands
 * before such a loop each work-item does for itself. Where the range of one varies, as in a
 * triangle, work-items stand for the range that holds all of them and look whether they are in.
 *
 * Where iterations of the root combine into elements, as in a sum along the first axis, the loops
 * directly in one another are looked at together: those of which two iterations, whatever the other
 * counters are, never touch one element are the index space, and each work-item runs the others in
 * order. */
#include "build.h"
#include "device_survey.h"

struct search {
    const struct tvar *var;
    bool found;
};

static void see_var(struct tvar *x, void *context) {
    struct search *s = context;
    s->found |= x == s->var;
}

enum { CHAIN = 8 }; /* loops directly in one another that are looked at */

static const struct loop_plan *root_plan(const struct device_task *t) {
    return &t->fp->loop[t->nest->root->for_.loop];
}

/* ---- independent loops in one another */

/* Are all reductions in r also the root's, by the same operator? */
static bool reduces_same(const struct loop_plan *root, const struct scalar_report *r) {
    for (int i = 0; i < r->reductions.n; ++i) {
        bool found = false;
        for (int k = 0; k < root->reductions.n; ++k) {
            found |= root->reductions.item[k].var == r->reductions.item[i].var &&
                     root->reductions.item[k].op == r->reductions.item[i].op;
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

static bool is_written(const struct device_task *t, const struct tvar *root) {
    for (int i = 0; i < t->list->item.n; ++i) {
        if (t->list->item.item[i]->root == root && t->list->item.item[i]->write) {
            return true;
        }
    }
    return false;
}

/* May each work-item execute the statement for itself? It only gives values to scalars, cannot
 * fail, and reads no element that the nest writes. */
static bool is_repeatable(const struct device_task *t, const struct tstmt *s) {
    bool plain = s->kind == TS_ASSIGN || (s->kind == TS_VIEW && !view_may_copy(s)) ||
                 ((s->kind == TS_INDEX || s->kind == TS_CHECK) && t->fp->hoisted[s->id]);
    for (int i = 0; plain && i < t->list->item.n; ++i) {
        const struct access *x = t->list->item.item[i];
        plain = x->stmt != s || (x->root && !is_written(t, x->root));
    }
    return plain;
}

/* The FOR that ends the body of a loop behind nothing but such statements; NULL: there is none. */
static struct tstmt *loop_inside(const struct device_task *t, const struct tstmt *loop) {
    const struct tblock *b = &loop->for_.body;
    for (int i = 0; i + 1 < b->n; ++i) {
        if (!is_repeatable(t, b->item[i])) {
            return NULL;
        }
    }
    struct tstmt *last = b->n > 0 ? b->item[b->n - 1] : NULL;
    return last && last->kind == TS_FOR && last->for_.els.n == 0 ? last : NULL;
}

/* The range that holds those of a loop whose bounds vary. */
static bool find_hull(const struct device_task *t, struct tstmt *loop, struct device_hull *h) {
    int64_t step = 1;
    struct value low, high;
    struct form *counter = form_atom(t->sc->arena, counter_of(t->sc, loop));
    if ((loop->for_.step && !expr_int_value(loop->for_.step, &step)) || step != 1 ||
        !range_extreme(t->sc, counter, false, &low) ||
        !range_extreme(t->sc, counter, true, &high)) {
        return false;
    }
    h->first = value_expr(t->sc, low);
    h->last = value_expr(t->sc, high);
    return true;
}

/* Can the iterations of a loop inside those of the index space be work-items too? */
static bool is_dimension(const struct device_task *t, struct tstmt *loop, struct device_hull *h) {
    if (!loop_bounds_known(t->sc, loop) && !find_hull(t, loop, h)) {
        return false;
    }
    struct scalar_report r = scalars_classify(t->sc, t->live, loop);
    return r.trouble == SCALARS_FINE && reduces_same(root_plan(t), &r) &&
           dependence_test(t->sc, t->list, loop).verdict == VERDICT_INDEPENDENT;
}

static void find_inwards(const struct device_task *t, struct device_plan *d) {
    struct tstmt *loop = t->nest->root;
    while (loop) {
        struct device_hull hull = {NULL, NULL};
        d->dim[d->dims++] = d->body = loop;
        loop = d->dims < DEVICE_DIMS ? loop_inside(t, loop) : NULL;
        if (loop && d->dims >= t->nest->collapse && !is_dimension(t, loop, &hull)) {
            break;
        }
        if (loop) {
            d->hull[d->dims] = hull;
        }
    }
}

/* ---- loops apart, whatever the others do */

/* Do iterations of chain[k] touch nothing in common with any that differ in its counter? */
static bool is_apart(const struct device_task *t, struct tstmt *const *chain, int n, int k) {
    const struct access_list *list = t->list;
    enum turn turn[CHAIN];
    for (int i = 0; i < n; ++i) {
        turn[i] = i == k ? TURN_BEFORE : TURN_ANY;
    }
    for (int p = 0; p < list->item.n; ++p) {
        for (int q = 0; q < list->item.n; ++q) {
            const struct access *x = list->item.item[p], *y = list->item.item[q];
            if (!x->root || (x->root == y->root && (x->write || y->write) &&
                             !iterations_apart(t->sc, x, y, chain, turn, n))) {
                return false;
            }
        }
    }
    struct scalar_report r = scalars_classify(t->sc, t->live, chain[k]);
    return r.trouble == SCALARS_FINE && r.reductions.n == 0;
}

static int find_chain(const struct device_task *t, struct tstmt **chain) {
    struct tstmt *loop = t->nest->root;
    int n = 0;
    while (n < CHAIN && loop->kind == TS_FOR && loop->for_.els.n == 0 &&
           loop_bounds_known(t->sc, loop)) {
        chain[n++] = loop;
        if (loop->for_.body.n != 1) {
            break;
        }
        loop = loop->for_.body.item[0];
    }
    return n;
}

static void find_apart(const struct device_task *t, struct device_plan *d) {
    struct tstmt *chain[CHAIN];
    int n = root_plan(t)->reductions.n > 0 ? 0 : find_chain(t, chain);
    for (int k = 0; k < n; ++k) {
        if (d->dims < DEVICE_DIMS && is_apart(t, chain, n, k)) {
            d->dim[d->dims++] = chain[k];
        } else {
            d->inside[d->n_inside++] = chain[k];
        }
        d->body = chain[k];
    }
}

/* ---- integers that iterations add to */

/* Is the STORE y[e] = y[e] + v of 32 or 64 bits, v without elements of y? */
static bool adds(const struct tstmt *s) {
    const struct texpr *x = s->store.value;
    bool mentions = true;
    enum dtype d = s->store.array->type->dtype;
    if ((d == DT_I32 || d == DT_U32 || d == DT_I64 || d == DT_U64) && x->kind == TE_OP &&
        x->op.op == OP_ADD && x->type->dtype == d && store_loads_same(s, x->op.arg[0])) {
        struct search search = {s->store.array, false};
        expr_reads(x->op.arg[1], see_var, &search);
        mentions = search.found;
    }
    return !mentions;
}

static bool is_reduced(const struct loop_plan *root, const struct tvar *array) {
    for (int i = 0; i < root->element_reductions.n; ++i) {
        if (root->element_reductions.item[i].array == array) {
            return true;
        }
    }
    return false;
}

bool device_is_atomic(const struct device_plan *d, const struct loop_plan *root,
                      const struct tstmt *store) {
    return d->atomics && is_reduced(root, store->store.array);
}

/* Iterations of the root are work-items when all that they combine are integers that they add to:
 * these come out the same in any order. */
static void find_atomic(const struct device_task *t, struct device_plan *d) {
    const struct loop_plan *root = root_plan(t);
    bool can = root->reductions.n == 0;
    for (int i = 0; i < t->list->item.n && can; ++i) {
        const struct access *x = t->list->item.item[i];
        if (is_reduced(root, x->root)) {
            can =
                x->array == x->root && (!x->write || (x->stmt->kind == TS_STORE && adds(x->stmt)));
            d->atomics64 |= dtype_info[x->root->type->dtype].bytes == 8;
        }
    }
    if (can) {
        d->n_inside = 0;
        d->atomics = true;
        d->dim[d->dims++] = d->body = t->nest->root;
    }
}

/* The host has a copy of the array for each of a few chunks, and adds these up in order. A device
 * would need one for each of thousands of work-items to be as certain of the bits. */
static enum host_reason why_combined(const struct loop_plan *root, const char **by) {
    for (int i = 0; i < root->element_reductions.n; ++i) {
        const struct tvar *v = root->element_reductions.item[i].array;
        enum dtype_kind kind = dtype_info[v->type->dtype].kind;
        if (kind == KIND_FLOAT || kind == KIND_COMPLEX) {
            *by = v->name;
            return HOST_COMBINES_FLOATS;
        }
    }
    *by = root->element_reductions.item[0].array->name;
    return HOST_COMBINES;
}

void device_find_space(const struct device_task *t, struct device_plan *d) {
    const struct loop_plan *root = root_plan(t);
    if (root->element_reductions.n == 0) {
        find_inwards(t, d);
    } else {
        find_apart(t, d);
    }
    if (d->dims == 0) {
        find_atomic(t, d);
    }
    if (d->dims == 0) {
        d->left = why_combined(root, &d->left_by);
    }
}
