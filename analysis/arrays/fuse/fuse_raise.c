/* Explicit loops -> array statements, where these stand beside others that they may share loops
 * with:
 *
 *     y = np.empty(len(x))
 *     for i in range(len(x)):        ->    MAP k < len(x) { y[k] = x[k] > 0 ? x[k] * 2 : 0 }
 *         if x[i] > 0:
 *             y[i] = x[i] * 2
 *         else:
 *             y[i] = 0
 *
 * Taken are loops over 0 .. n-1, one in another, whose statements store elements at all counters,
 * with n the extents of all arrays that are written and read. At each point only elements of the
 * point are touched, so that the stores can run one after the other. Of arrays that may lie in one
 * another's memory, as parameters may, one is touched. */
#include <string.h>

#include "build.h"
#include "fuse.h"
#include "fuse_raise.h"

/* ---- extents */

static const struct tvar *variable_of(const struct texpr *e) {
    return e->kind == TE_VAR ? e->var : e->kind == TE_SHAPE ? e->shape.array : NULL;
}

/* What an extent is, seen through variables that have one value. */
static struct texpr *origin(const struct raiser *x, struct texpr *e) {
    e = expr_strip(e);
    for (int steps = 0; steps < 16; ++steps) {
        const struct tvar *v = variable_of(e);
        bool defined =
            v && !v->is_param && !v->is_counter && v->id < x->ff->n_vars && x->ff->defs[v->id] == 1;
        const struct tstmt *s = defined ? x->ff->def[v->id] : NULL;
        struct texpr *from = NULL;
        if (s && s->kind == TS_ASSIGN && e->kind == TE_VAR) {
            from = expr_strip(s->assign.value);
        } else if (s && s->kind == TS_ALLOC && e->kind == TE_SHAPE) {
            from = expr_strip(s->alloc.extent[e->shape.axis]);
        }
        if (!from || (from->kind != TE_CONST && !variable_of(from))) {
            break;
        }
        e = from;
    }
    return e;
}

static bool one_value(const struct raiser *x, const struct texpr *e) {
    const struct tvar *v = e->kind == TE_VAR ? e->var : e->kind == TE_SHAPE ? e->shape.array : NULL;
    return e->kind == TE_CONST || (v && fuse_fixed(x->ff, v));
}

int raise_loop_of(const struct raiser *x, const struct texpr *e) {
    for (int i = 0; e->kind == TE_VAR && i < x->depth; ++i) {
        if (e->var == x->loop[i]->for_.counter) {
            return i;
        }
    }
    return -1;
}

bool raise_spans(const struct raiser *x, int k, struct tvar *array, int axis) {
    struct texpr *stop = x->loop[k]->for_.stop;
    struct texpr *extent = origin(x, build_shape(x->a, stop->type, array, axis));
    stop = origin(x, stop);
    return one_value(x, extent) && one_value(x, stop) && expr_equal(extent, stop);
}

/* ---- the loops */

static void count_mention(struct tvar *v, void *context) {
    ++((struct raiser *)context)->mentions[v->id];
}

static void count_stmt(struct raiser *x, const struct tstmt *s) {
    const struct tvar *def = stmt_def(s);
    stmt_reads(s, count_mention, x);
    if (def) {
        ++x->mentions[def->id];
        x->assigned[def->id] = true;
    }
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < block[i]->n; ++k) {
            count_stmt(x, block[i]->item[k]);
        }
    }
}

/* Is all that the loops define known there only? */
static bool stays_inside(const struct raiser *x) {
    for (int i = 0; i < x->depth; ++i) {
        int k = x->loop[i]->for_.counter->id;
        if (x->mentions[k] != x->ff->refs[k]) {
            return false;
        }
    }
    for (int i = 0; i < x->ff->n_vars; ++i) {
        if (x->assigned[i] && x->mentions[i] != x->ff->refs[i]) {
            return false;
        }
    }
    return true;
}

static bool counts_up(const struct tstmt *s) {
    int64_t start, step;
    return s->for_.els.n == 0 && !s->for_.source && expr_int_value(s->for_.start, &start) &&
           start == 0 && expr_int_value(s->for_.step, &step) && step == 1;
}

/* Where a turn of the loop begins, what its turns assign has the value of the turn before. */
static void forget(struct raiser *x, const struct tstmt *s) {
    const struct tvar *def = stmt_def(s);
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    if (def) {
        x->value[def->id] = (struct raise_value){0};
    }
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < block[i]->n; ++k) {
            forget(x, block[i]->item[k]);
        }
    }
}

/* Takes the nest apart. The last statement of a loop around another one is that. */
static bool take(struct raiser *x, const struct tstmt *s) {
    while (s) {
        if (x->depth == TIR_MAX_RANK || !counts_up(s)) {
            return false;
        }
        x->assigned[s->for_.counter->id] = false; /* a value of its own */
        x->loop[x->depth++] = s;
        forget(x, s);
        struct tblock body = s->for_.body;
        s = body.n > 0 && body.item[body.n - 1]->kind == TS_FOR ? body.item[body.n - 1] : NULL;
        body.n -= s != NULL;
        if (!raise_body(x, &body)) {
            return false;
        }
    }
    return true;
}

/* ---- memory */

static bool same_indices(struct texpr *const *x, struct texpr *const *y, int n) {
    for (int i = 0; i < n; ++i) {
        if (x[i]->var != y[i]->var) {
            return false;
        }
    }
    return true;
}

/* A parameter that is always the array that was passed. */
static bool is_given(const struct raiser *x, const struct tvar *v) {
    return v->is_param && fuse_fixed(x->ff, v);
}

/* Arrays of different groups, one of which is written: is their memory apart? */
static bool apart(const struct raiser *x, const struct tvar *v, const struct tvar *w) {
    return !x->ff->outside[fuse_group(x->ff, v)] || !x->ff->outside[fuse_group(x->ff, w)];
}

/* The loads of a store. */
struct touched {
    struct raiser *x;
    int store;
    bool plain; /* all is as it must be */
};

/* How many stores came before the place where the body has the load. */
static int place_of(const struct raiser *x, const struct texpr *load, int otherwise) {
    for (int i = 0; i < x->load.n; ++i) {
        if (x->load.item[i].e == load) {
            return x->load.item[i].at;
        }
    }
    return otherwise;
}

static void see_load(struct texpr *e, void *context) {
    struct touched *t = context;
    struct raiser *x = t->x;
    if (e->kind != TE_LOAD) {
        return;
    }
    for (int i = 0; i < e->load.n; ++i) {
        t->plain = t->plain && raise_loop_of(x, e->load.index[i]) >= 0;
    }
    int at = place_of(x, e, t->store);
    for (int i = 0; t->plain && i < x->store.n; ++i) {
        const struct tstmt *s = x->store.item[i];
        if (fuse_group(x->ff, s->store.array) != fuse_group(x->ff, e->load.array)) {
            t->plain = apart(x, s->store.array, e->load.array);
        } else {
            bool between = i >= at && i < t->store;
            t->plain = !between && s->store.array == e->load.array &&
                       same_indices(s->store.index, e->load.index, e->load.n);
        }
    }
}

/* A store at all counters, each once. */
static bool take_store(struct raiser *x, int at) {
    const struct tstmt *s = x->store.item[at];
    unsigned met = 0;
    bool outside = x->ff->outside[fuse_group(x->ff, s->store.array)];
    if (s->store.n != x->depth || (outside && !is_given(x, s->store.array))) {
        return false;
    }
    for (int i = 0; i < s->store.n; ++i) {
        int k = raise_loop_of(x, s->store.index[i]);
        if (met >> k & 1 || !raise_spans(x, k, s->store.array, i)) {
            return false;
        }
        met |= 1u << k;
    }
    for (int i = 0; i < at; ++i) {
        const struct tstmt *other = x->store.item[i];
        bool same_group =
            fuse_group(x->ff, other->store.array) == fuse_group(x->ff, s->store.array);
        bool same = other->store.array == s->store.array &&
                    same_indices(other->store.index, s->store.index, s->store.n);
        if (same_group ? !same : !apart(x, other->store.array, s->store.array)) {
            return false;
        }
    }
    struct touched t = {x, at, true};
    expr_walk(s->store.value, see_load, &t);
    return t.plain;
}

static bool is_legal(struct raiser *x) {
    for (int i = 0; i < x->store.n; ++i) {
        if (!take_store(x, i)) {
            return false;
        }
    }
    return x->store.n > 0;
}

/* ---- array statements */

struct renamed {
    struct raiser *x;
    struct tspace *space;
};

static struct texpr *own_counter(struct texpr *e, void *context) {
    struct renamed *r = context;
    int k = raise_loop_of(r->x, e);
    return k >= 0 ? build_var(r->x->a, r->space->counter[k]) : NULL;
}

static struct tstmt *as_map(struct raiser *x, const struct tstmt *store) {
    struct tstmt *s = build_stmt(x->a, TS_MAP, store->span);
    struct tspace *space = &s->map.space;
    space->rank = x->depth;
    space->extent = ARENA_ARRAY(x->a, struct texpr *, x->depth);
    space->counter = ARENA_ARRAY(x->a, struct tvar *, x->depth);
    for (int i = 0; i < x->depth; ++i) {
        const struct tvar *k = x->loop[i]->for_.counter;
        space->extent[i] = x->loop[i]->for_.stop;
        space->counter[i] = tir_new_var(x->a, &x->ff->vars, k->name, k->type);
        space->counter[i]->is_counter = true;
        space->counter[i]->span = k->span;
    }
    s->map.dst = store->store.array;
    s->map.index = store->store.index;
    s->map.value = store->store.value;
    struct renamed r = {x, space};
    stmt_map(x->a, s, own_counter, &r);
    return s;
}

bool fuse_raise(struct arena *out, struct arena *work, struct fuse_function *ff,
                const struct tstmt *loop, struct tblock *maps) {
    struct raiser x = {.a = out, .work = work, .ff = ff};
    x.mentions = ARENA_ARRAY(work, int, ff->n_vars);
    x.assigned = ARENA_ARRAY(work, bool, ff->n_vars);
    x.value = ARENA_ARRAY(work, struct raise_value, ff->n_vars);
    count_stmt(&x, loop);
    if (!take(&x, loop) || !stays_inside(&x) || !is_legal(&x)) {
        return false;
    }
    *maps = (struct tblock){x.store.n, ARENA_ARRAY(out, struct tstmt *, x.store.n)};
    for (int i = 0; i < x.store.n; ++i) {
        maps->item[i] = as_map(&x, x.store.item[i]);
    }
    return true;
}
