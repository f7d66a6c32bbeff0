/* How many registers a work-item takes that does a box of iterations together.
 *
 *     for k: s += a[i, k] * b[k, j]      4 values of i, 8 of j
 *
 * s is there for each iteration of the box, 32 times; an element of a for each i, one of b for each
 * j: all of them are wanted again by the next iteration of the box. The product is not, and it is
 * there once, as a vector over the last loop. So a value counts by the counters that it changes
 * with.
 *
 * Liveness goes backwards through the loops inside the body. Where statements stand together the
 * iterations of the box go through them one after the other (schedule/form_kernel.c): what is
 * assigned and dies there is one iteration's; what a loop carries, or is read behind it, is all of
 * theirs. */
#include "device_survey.h"
#include "thresholds.h"

#include <string.h>

#define ADDRESS 2 /* words of a pointer */
#define ALONG DEVICE_DIMS

struct estimate {
    const struct survey *v;
    int last;         /* bit of the last loop of the index space */
    unsigned *mask;   /* by var id: bits of the loops that it changes with; ALONG: one inside */
    bool *live;       /* by var id, at hand */
    bool *carried;    /* by var id: of the loop at hand, or used behind it */
    bool *place;      /* by var id: an index, which is part of an address */
    const int *lanes; /* for which the place with most is looked for */
    bool strips;      /* values of a loop inside are vectors along it */
    int inside;       /* loops of the body around, */
    const struct tstmt *loop; /* the innermost of them */
    int arrays;               /* that the loop at hand loads from */
    struct device_registers most;
};

int device_registers(const struct device_registers *r, const int *lanes) {
    int sum = 0;
    for (int m = 0; m < 1 << DEVICE_DIMS; ++m) {
        int words = r->words[m];
        for (int k = 0; k < DEVICE_DIMS; ++k) {
            words *= m >> k & 1 && lanes[k] > 1 ? lanes[k] : 1;
        }
        sum += words;
    }
    return sum;
}

/* ---- what changes with what */

struct reads {
    struct estimate *e;
    unsigned mask;
};

static void see_var(struct tvar *x, void *context) {
    struct reads *r = context;
    r->mask |= r->e->mask[x->id];
}

static unsigned mask_of(struct estimate *e, struct texpr *x) {
    struct reads r = {e, 0};
    expr_reads(x, see_var, &r);
    return r.mask;
}

/* A statement's operands, and the conditions that it stands under. */
static unsigned mask_of_stmt(struct estimate *e, const struct tstmt *s) {
    const struct facts *f = e->v->t->sc->facts;
    struct reads r = {e, 0};
    stmt_reads(s, see_var, &r);
    for (const struct tstmt *p = fact_of(f, s)->parent; p && p != e->v->d->body;
         p = fact_of(f, p)->parent) {
        if (p->kind == TS_IF) {
            stmt_reads(p, see_var, &r);
        }
    }
    return r.mask;
}

static bool in_space(const struct device_plan *d, const struct tstmt *loop) {
    bool found = false;
    for (int k = 0; k < d->dims; ++k) {
        found = found || d->dim[k] == loop;
    }
    return found;
}

/* Whatever the range of a loop of the index space depends on, its counter is one of its own. */
static void find_masks(struct estimate *e) {
    const struct survey *v = e->v;
    bool more = true;
    for (int k = 0; k < v->d->dims; ++k) {
        e->mask[v->d->dim[k]->for_.counter->id] = 1U << k;
    }
    while (more) {
        more = false;
        for (int i = 0; i < v->at.n; ++i) {
            const struct tstmt *s = v->t->sc->facts->order[v->at.item[i]]->stmt;
            struct tvar *x = stmt_def(s);
            if (x && !in_space(v->d, s)) {
                e->place[x->id] = e->place[x->id] || s->kind == TS_INDEX;
                unsigned along = s->kind == TS_FOR ? 1U << ALONG : 0;
                unsigned mask = e->mask[x->id] | mask_of_stmt(e, s) | along;
                more = more || mask != e->mask[x->id];
                e->mask[x->id] = mask;
            }
        }
    }
}

/* ---- counting */

static int words_of(const struct estimate *e, enum dtype d, unsigned mask) {
    int bytes = dtype_info[d].bytes < 4 ? 4 : dtype_info[d].bytes;
    bool strip = e->strips && e->inside > 0 && mask >> ALONG & 1;
    return (strip && bytes < VECTOR_BYTES ? VECTOR_BYTES : bytes) / 4;
}

/* all: it is there for all iterations of the box at a time, otherwise as one strip, or as one
 * vector over the last loop. */
static void count(const struct estimate *e, struct device_registers *r, enum dtype d, unsigned mask,
                  bool all) {
    unsigned last = 1U << e->last, space = mask & ((1U << DEVICE_DIMS) - 1);
    bool one = !all && space & last && space != last;
    r->words[!one ? space : e->strips ? 0 : last] += words_of(e, d, mask);
}

static void keep_most(struct estimate *e, const struct device_registers *r) {
    if (device_registers(r, e->lanes) > device_registers(&e->most, e->lanes)) {
        e->most = *r;
    }
}

static struct device_registers sum_of(struct device_registers a, struct device_registers b) {
    for (int m = 0; m < 1 << DEVICE_DIMS; ++m) {
        a.words[m] += b.words[m];
    }
    return a;
}

/* What operands need while those before them wait, besides variables. */
static struct device_registers need_of(struct estimate *e, struct texpr *x) {
    struct texpr *const none[] = {NULL};
    struct texpr *const select[] = {x->kind == TE_SELECT ? x->select.cond : NULL,
                                    x->kind == TE_SELECT ? x->select.a : NULL,
                                    x->kind == TE_SELECT ? x->select.b : NULL};
    struct texpr *const cast[] = {x->kind == TE_CAST ? x->cast : NULL};
    struct texpr *const *arg = x->kind == TE_OP       ? x->op.arg
                               : x->kind == TE_SELECT ? select
                               : x->kind == TE_CAST   ? cast
                                                      : none;
    int n = x->kind == TE_OP ? x->op.n : x->kind == TE_SELECT ? 3 : x->kind == TE_CAST ? 1 : 0;
    struct device_registers most = {{0}}, wait = {{0}};
    if (x->kind == TE_LOAD) {
        count(e, &most, x->type->dtype, mask_of(e, x), true);
    } else if (n > 0) {
        count(e, &most, x->type->dtype, mask_of(e, x), false); /* the result */
    }
    for (int i = 0; i < n; ++i) {
        struct device_registers now = sum_of(wait, need_of(e, arg[i]));
        if (device_registers(&now, e->lanes) > device_registers(&most, e->lanes)) {
            most = now;
        }
        if (arg[i]->kind == TE_LOAD) {
            count(e, &wait, arg[i]->type->dtype, mask_of(e, arg[i]), true);
        } else if (arg[i]->kind != TE_VAR && arg[i]->kind != TE_CONST) {
            count(e, &wait, arg[i]->type->dtype, mask_of(e, arg[i]), false);
        }
    }
    return most;
}

/* What a loop does not touch may wait in memory. */
static bool is_touched(const struct estimate *e, const struct tvar *x) {
    const struct facts *f = e->v->t->sc->facts;
    const struct stmt_fact *loop = e->loop ? fact_of(f, e->loop) : NULL;
    return !loop || fact_read(f, x, loop->pos, loop->body_end) ||
           fact_assigned(f, x, loop->pos, loop->body_end);
}

static void count_live(const struct estimate *e, struct device_registers *r) {
    const struct tfunc *func = e->v->t->sc->facts->func;
    r->words[0] += ADDRESS * e->arrays;
    for (int i = 0; i < func->n_vars; ++i) {
        const struct tvar *x = func->var[i];
        bool here = e->live[i] && is_touched(e, x);
        if (here && x->is_counter) { /* iterations of a box are a known distance apart */
            r->words[0] += words_of(e, x->type->dtype, 0);
        } else if (here && x->type->kind == TY_SCALAR && !e->place[i]) {
            count(e, r, x->type->dtype, e->mask[i], e->carried[i]);
        }
    }
}

struct needed {
    struct estimate *e;
    struct device_registers most;
};

static void see_expr(struct texpr *x, void *context) {
    struct needed *n = context;
    struct device_registers r = need_of(n->e, x);
    if (device_registers(&r, n->e->lanes) > device_registers(&n->most, n->e->lanes)) {
        n->most = r;
    }
}

/* ---- arrays of a loop: one address each, from which elements are a known distance away */

struct loaded {
    bool *seen;
    int n;
};

static void see_load(struct texpr *x, void *context) {
    struct loaded *l = context;
    if (x->kind == TE_LOAD && !l->seen[x->load.array->id]) {
        l->seen[x->load.array->id] = true;
        ++l->n;
    }
}

static void see_loads(struct texpr *x, void *context) {
    expr_walk(x, see_load, context);
}

static int arrays_of(const struct estimate *e, const struct tstmt *loop) {
    const struct facts *f = e->v->t->sc->facts;
    struct loaded l = {ARENA_ARRAY(e->v->arena, bool, f->func->n_vars + 1), 0};
    for (int pos = fact_of(f, loop)->pos + 1; pos <= fact_of(f, loop)->body_end; ++pos) {
        stmt_exprs(f->order[pos]->stmt, see_loads, &l);
    }
    return l.n;
}

/* ---- backwards */

static void make_live(struct tvar *x, void *context) {
    struct estimate *e = context;
    e->live[x->id] = true;
}

static void walk_block(struct estimate *e, const struct tblock *b);

static bool *copy_of(const struct estimate *e, const bool *set) {
    int n = e->v->t->sc->facts->func->n_vars;
    bool *copy = ARENA_ARRAY(e->v->arena, bool, n + 1);
    memcpy(copy, set, sizeof(*copy) * (size_t)n);
    return copy;
}

static void add_set(const struct estimate *e, bool *to, const bool *from) {
    for (int i = 0; i < e->v->t->sc->facts->func->n_vars; ++i) {
        to[i] = to[i] || from[i];
    }
}

static void walk_if(struct estimate *e, const struct tstmt *s) {
    bool *after = copy_of(e, e->live);
    walk_block(e, &s->if_.then);
    bool *then = copy_of(e, e->live);
    memcpy(e->live, after, sizeof(*after) * (size_t)e->v->t->sc->facts->func->n_vars);
    walk_block(e, &s->if_.els);
    add_set(e, e->live, then);
}

/* Twice: what an iteration reads is alive at the end of the one before. */
static void walk_loop(struct estimate *e, const struct tstmt *s) {
    bool *outer = copy_of(e, e->carried);
    const struct tstmt *around = e->loop;
    int arrays = e->arrays;
    e->loop = s;
    e->arrays = arrays_of(e, s);
    ++e->inside;
    for (int round = 0; round < 2; ++round) {
        e->live[s->for_.counter->id] = true;
        add_set(e, e->carried, e->live);
        bool *end = copy_of(e, e->live);
        walk_block(e, &s->for_.body);
        add_set(e, e->live, end);
    }
    --e->inside;
    e->arrays = arrays;
    e->loop = around;
    e->live[s->for_.counter->id] = false;
    memcpy(e->carried, outer, sizeof(*outer) * (size_t)e->v->t->sc->facts->func->n_vars);
}

static void walk_stmt(struct estimate *e, const struct tstmt *s) {
    struct tvar *x = stmt_def(s);
    struct needed needed = {.e = e};
    if (s->kind == TS_FOR) {
        walk_loop(e, s);
    } else if (s->kind == TS_IF) {
        walk_if(e, s);
    } else if (x) {
        e->live[x->id] = false;
    }
    stmt_reads(s, make_live, e);
    stmt_exprs(s, see_expr, &needed);
    count_live(e, &needed.most);
    keep_most(e, &needed.most);
}

static void walk_block(struct estimate *e, const struct tblock *b) {
    for (int i = b->n - 1; i >= 0; --i) {
        walk_stmt(e, b->item[i]);
    }
}

struct device_registers device_estimate(const struct survey *v, const int *lanes, bool strips) {
    int n = v->t->sc->facts->func->n_vars;
    struct estimate e = {.v = v, .last = v->d->dims - 1, .lanes = lanes, .strips = strips};
    e.mask = ARENA_ARRAY(v->arena, unsigned, n + 1);
    e.live = ARENA_ARRAY(v->arena, bool, n + 1);
    e.carried = ARENA_ARRAY(v->arena, bool, n + 1);
    e.place = ARENA_ARRAY(v->arena, bool, n + 1);
    find_masks(&e);
    walk_block(&e, &v->d->body->for_.body);
    return e.most;
}
