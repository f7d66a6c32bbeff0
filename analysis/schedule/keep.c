/* What of a function's plan outlives the work on it.
 *
 * Forms, facts, ranges and accesses live in the arena of one function, and so does at first what
 * the passes put into its plan. This copies the plan's own data to the arena of the module: exactly
 * what struct func_plan and what hangs on it declare, and the effects in a function's summary. A
 * pointer that is added there must be copied here; the arena of the function is zeroed when it is
 * cleared, so that a forgotten one shows. */
#include "offload.h"
#include "passes.h"
#include "rewrite.h"

#include <string.h>

static void *keep_bytes(struct arena *a, const void *from, size_t size) {
    return size > 0 ? memcpy(arena_alloc(a, size), from, size) : NULL;
}

/* The items of a VEC, without room to grow. */
#define KEEP_VEC(a, v)                                                                             \
    ((v)->item = keep_bytes((a), (v)->item, sizeof(*(v)->item) * (size_t)(v)->n), (v)->cap = (v)->n)

/* ---- expressions */

static struct texpr *keep_expr(struct arena *a, const struct texpr *e) {
    return e ? expr_copy(a, e) : NULL;
}

/* ---- access tables */

static void keep_form(struct arena *a, struct lmad_form *f) {
    f->term = keep_bytes(a, f->term, sizeof(*f->term) * (size_t)f->nterm);
}

static void keep_affine(struct arena *a, struct lmad_affine *x) {
    keep_form(a, &x->base);
    struct lmad_form *coef = keep_bytes(a, x->coef, sizeof(*coef) * (size_t)x->ncoef);
    for (int k = 0; k < x->ncoef; ++k) {
        keep_form(a, &coef[k]);
    }
    x->coef = coef;
}

static struct access_table *keep_table(struct arena *a, const struct access_table *from) {
    if (!from) {
        return NULL;
    }
    struct access_table *t = keep_bytes(a, from, sizeof(*from));
    KEEP_VEC(a, &t->symbols);
    for (int i = 0; i < t->symbols.n; ++i) {
        t->symbols.item[i].value = keep_expr(a, t->symbols.item[i].value);
    }
    KEEP_VEC(a, &t->loops);
    KEEP_VEC(a, &t->arrays);
    KEEP_VEC(a, &t->stmts);
    struct lmad_table *l = &t->lmad;
    struct lmad_counter *counter = keep_bytes(a, l->counter, sizeof(*counter) * (size_t)l->rank);
    for (int k = 0; k < l->rank; ++k) {
        keep_affine(a, &counter[k].lower);
        keep_affine(a, &counter[k].upper);
        keep_form(a, &counter[k].step);
    }
    struct lmad_reference *access = keep_bytes(a, l->access, sizeof(*access) * (size_t)l->naccess);
    for (int m = 0; m < l->naccess; ++m) {
        keep_affine(a, &access[m].address);
    }
    l->counter = counter;
    l->access = access;
    return t;
}

/* ---- nests and loops */

static struct nest_question *keep_question(struct arena *a, const struct tfunc *f,
                                           const struct nest_question *from) {
    if (!from) {
        return NULL;
    }
    struct nest_question *q = keep_bytes(a, from, sizeof(*from));
    KEEP_VEC(a, &q->roots);
    q->table = keep_table(a, q->table);
    if (q->keep) {
        q->keep = keep_bytes(a, q->keep, sizeof(bool) * (size_t)f->n_stmts);
        q->look = keep_bytes(a, q->look, sizeof(bool) * (size_t)f->n_stmts);
        q->needed = keep_bytes(a, q->needed, sizeof(bool) * (size_t)f->n_vars);
        q->shadow = keep_bytes(a, q->shadow, sizeof(bool) * (size_t)f->n_vars);
        q->value = keep_bytes(a, q->value, sizeof(bool) * (size_t)f->n_vars);
    }
    return q;
}

static const char *keep_text(struct arena *a, const char *text) {
    return text ? arena_strdup(a, text) : NULL;
}

const struct witness *keep_witness(struct arena *a, const struct witness *from) {
    if (!from) {
        return NULL;
    }
    struct witness *w = keep_bytes(a, from, sizeof(*from));
    for (int k = 0; k < w->n; ++k) {
        w->x[k] = keep_text(a, w->x[k]);
        w->y[k] = keep_text(a, w->y[k]);
    }
    for (int k = 0; k < w->rank; ++k) {
        w->index[k] = keep_text(a, w->index[k]);
    }
    return w;
}

static const struct why *keep_why(struct arena *a, const struct why *from) {
    if (!from) {
        return NULL;
    }
    struct why *why = keep_bytes(a, from, sizeof(*from));
    int n = 0;
    for (; from->list && from->list[n]; ++n) {
    }
    why->list =
        from->list ? keep_bytes(a, from->list, sizeof(*from->list) * (size_t)(n + 1)) : NULL;
    why->witness = keep_witness(a, from->witness);
    return why;
}

static struct device_plan *keep_device(struct arena *a, const struct device_plan *from) {
    if (!from) {
        return NULL;
    }
    struct device_plan *d = keep_bytes(a, from, sizeof(*from));
    d->left_by = keep_text(a, d->left_by);
    d->table = d->left ? NULL : keep_table(a, d->table);
    for (int k = 0; k < d->dims; ++k) {
        d->hull[k].first = keep_expr(a, d->hull[k].first);
        d->hull[k].last = keep_expr(a, d->hull[k].last);
    }
    KEEP_VEC(a, &d->accesses);
    KEEP_VEC(a, &d->arrays);
    KEEP_VEC(a, &d->extents);
    KEEP_VEC(a, &d->scalars);
    KEEP_VEC(a, &d->results);
    KEEP_VEC(a, &d->functions);
    KEEP_VEC(a, &d->splits);
    for (int i = 0; i < d->splits.n; ++i) {
        KEEP_VEC(a, &d->splits.item[i].reductions);
    }
    KEEP_VEC(a, &d->locals);
    for (int i = 0; i < d->locals.n; ++i) {
        KEEP_VEC(a, &d->locals.item[i].rows);
    }
    return d;
}

static struct nest *keep_nest(struct arena *a, const struct tfunc *f, const struct nest *from) {
    struct nest *n = keep_bytes(a, from, sizeof(*from));
    KEEP_VEC(a, &n->arrays);
    KEEP_VEC(a, &n->in);
    KEEP_VEC(a, &n->out);
    KEEP_VEC(a, &n->local);
    KEEP_VEC(a, &n->checks);
    for (int i = 0; i < n->checks.n; ++i) {
        struct nest_check *c = &n->checks.item[i];
        c->min = keep_expr(a, c->min);
        c->max = keep_expr(a, c->max);
    }
    KEEP_VEC(a, &n->fits);
    for (int i = 0; i < n->fits.n; ++i) {
        n->fits.item[i] = keep_expr(a, n->fits.item[i]);
    }
    KEEP_VEC(a, &n->disjoint);
    n->question = keep_question(a, f, n->question);
    n->table = keep_table(a, n->table);
    n->work = keep_expr(a, n->work);
    if (n->rows) {
        n->rows = keep_bytes(a, n->rows, sizeof(*n->rows));
        n->rows->first = keep_expr(a, n->rows->first);
        n->rows->base = keep_expr(a, n->rows->base);
    }
    n->device = keep_device(a, n->device);
    return n;
}

void keep_plan(struct arena *a, struct func_plan *fp) {
    const struct tfunc *f = fp->func;
    KEEP_VEC(a, &fp->nests);
    for (int i = 0; i < fp->nests.n; ++i) {
        fp->nests.item[i] = keep_nest(a, f, fp->nests.item[i]);
    }
    for (int i = 0; i < f->n_stmts; ++i) {
        const struct nest *n = fp->nest_of_stmt[i];
        fp->nest_of_stmt[i] = n ? fp->nests.item[n->id] : NULL;
    }
    for (int i = 0; i < f->n_loops; ++i) {
        struct loop_plan *l = &fp->loop[i];
        l->arrays = keep_why(a, l->arrays);
        l->obstacle.why = keep_why(a, l->obstacle.why);
        KEEP_VEC(a, &l->reductions);
        KEEP_VEC(a, &l->element_reductions);
        for (int k = 0; k < l->element_reductions.n; ++k) {
            KEEP_VEC(a, &l->element_reductions.item[k].places);
        }
        KEEP_VEC(a, &l->privates);
        KEEP_VEC(a, &l->answers);
    }
}

/* ---- effects */

static struct form *keep_effect_form(struct arena *a, const struct form *from) {
    if (!from) {
        return NULL;
    }
    size_t size = sizeof(*from) + sizeof(*from->term) * (size_t)from->n;
    struct form *f = keep_bytes(a, from, size);
    for (int i = 0; i < f->n; ++i) {
        struct term *t = &f->term[i];
        for (int k = 0; k < t->n; ++k) {
            t->factor[k] = keep_bytes(a, t->factor[k], sizeof(*t->factor[k]));
            t->factor[k]->ranged = false;
            t->factor[k]->range = NULL;
        }
    }
    return f;
}

void keep_effects(struct arena *a, struct summary *s) {
    KEEP_VEC(a, &s->effects);
    for (int i = 0; i < s->effects.n; ++i) {
        struct effect *e = &s->effects.item[i];
        for (int k = 0; k < TIR_MAX_RANK; ++k) {
            e->low[k] = keep_effect_form(a, e->low[k]);
            e->high[k] = keep_effect_form(a, e->high[k]);
        }
    }
}
