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
 * with n the extents of all arrays that are written and read, by what is known of values where the
 * loop stands. At each point only elements of the point are touched, so that the stores can run one
 * after the other; of arrays that are not written, others too where a condition around says that
 * they are there. Of arrays that may lie in one another's memory, as parameters may, one is
 * touched. `s += x[i]` in a parallel loop is a REDUCE. */
#include <string.h>

#include "build.h"
#include "fuse.h"
#include "fuse_raise.h"

/* ---- extents */

int raise_loop_of(const struct raiser *x, const struct texpr *e) {
    for (int i = 0; e->kind == TE_VAR && i < x->depth; ++i) {
        if (e->var == x->loop[i]->for_.counter) {
            return i;
        }
    }
    return -1;
}

bool raise_spans(const struct raiser *x, int k, const struct tvar *array, int axis) {
    int extent = num_now(&x->r->values, fuse_view_of(x->r, array)->extent[axis]);
    return extent == fuse_value_of(x->r, x->loop[k]->for_.stop);
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

/* A name of the turn: each of its reads elsewhere follows an assignment there. */
static bool ends_with_turn(const struct raiser *x, const struct tvar *v) {
    return v->type->kind == TY_SCALAR &&
           fuse_find_behind(x->ff->f, v, x->loop[0], 1) != BEHIND_READ;
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
        bool sum = false;
        for (int k = 0; k < x->fold.n; ++k) {
            sum = sum || x->fold.item[k].s->assign.dst->id == i;
        }
        if (x->assigned[i] && !sum && x->mentions[i] != x->ff->refs[i] &&
            !ends_with_turn(x, x->ff->f->var[i])) {
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

static int root_of(const struct raiser *x, const struct tvar *v) {
    return fuse_view_of(x->r, v)->root;
}

/* May the caller, or a tuple, have the memory? */
static bool is_outside(const struct raiser *x, int root) {
    const struct tvar *entry = x->r->root.item[root].entry;
    return entry && x->ff->outside[fuse_group(x->ff, entry)];
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
    bool point = true;
    for (int i = 0; i < e->load.n; ++i) {
        point = point && raise_loop_of(x, e->load.index[i]) >= 0;
    }
    int at = place_of(x, e, t->store), root = root_of(x, e->load.array);
    for (int i = 0; t->plain && i < x->store.n; ++i) {
        const struct tstmt *s = x->store.item[i];
        int other = root_of(x, s->store.array);
        if (other != root) {
            t->plain = !fuse_may_overlap(x->r, other, root);
        } else {
            bool between = i >= at && i < t->store;
            t->plain = point && !between && s->store.array == e->load.array &&
                       same_indices(s->store.index, e->load.index, e->load.n);
        }
    }
}

/* Are the elements that e, after `store` stores, reads such that all stores may run in their order?
 */
static bool reads_well(struct raiser *x, struct texpr *e, int store) {
    struct touched t = {x, store, true};
    expr_walk(e, see_load, &t);
    return t.plain;
}

/* A store at all counters, each once. */
static bool take_store(struct raiser *x, int at) {
    const struct tstmt *s = x->store.item[at];
    unsigned met = 0;
    int root = root_of(x, s->store.array);
    if (s->store.n != x->depth || (is_outside(x, root) && !is_given(x, s->store.array))) {
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
        int where = root_of(x, other->store.array);
        bool same = other->store.array == s->store.array &&
                    same_indices(other->store.index, s->store.index, s->store.n);
        if (where == root ? !same : fuse_may_overlap(x->r, where, root)) {
            return false;
        }
    }
    return reads_well(x, s->store.value, at);
}

static bool is_legal(struct raiser *x) {
    for (int i = 0; i < x->store.n; ++i) {
        if (!take_store(x, i)) {
            return false;
        }
    }
    for (int i = 0; i < x->fold.n; ++i) {
        if (!reads_well(x, x->fold.item[i].value, x->fold.item[i].at)) {
            return false;
        }
    }
    return x->store.n > 0 || (x->fold.n > 0 && x->reached);
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

/* A statement over the loops' points. */
static struct tstmt *over_points(struct raiser *x, enum tstmt_kind kind, struct span span) {
    struct tstmt *s = build_stmt(x->a, kind, span);
    struct tspace *space = fuse_space(s);
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
    return s;
}

static struct tstmt *with_counters(struct raiser *x, struct tstmt *s) {
    struct renamed r = {x, fuse_space(s)};
    stmt_map(x->a, s, own_counter, &r);
    return s;
}

static struct tstmt *as_map(struct raiser *x, const struct tstmt *store) {
    struct tstmt *s = over_points(x, TS_MAP, store->span);
    s->map.dst = store->store.array;
    s->map.index = store->store.index;
    s->map.value = store->store.value;
    return with_counters(x, s);
}

static struct tstmt *as_reduce(struct raiser *x, const struct raise_fold *fold) {
    struct tstmt *s = over_points(x, TS_REDUCE, fold->s->span);
    s->reduce.reduced = ARENA_ARRAY(x->a, bool, 1);
    s->reduce.reduced[0] = true;
    s->reduce.op = fold->s->assign.value->op.op;
    s->reduce.dst = fold->s->assign.dst;
    s->reduce.start = build_var(x->a, s->reduce.dst);
    s->reduce.value = fold->value;
    return with_counters(x, s);
}

bool fuse_raise(struct arena *out, struct fuse_region *r, const struct tstmt *loop,
                struct tblock *maps) {
    struct fuse_function *ff = r->ff;
    struct raiser x = {.a = out, .work = r->a, .ff = ff, .r = r};
    x.mentions = ARENA_ARRAY(r->a, int, ff->n_vars);
    x.assigned = ARENA_ARRAY(r->a, bool, ff->n_vars);
    x.value = ARENA_ARRAY(r->a, struct raise_value, ff->n_vars);
    count_stmt(&x, loop);
    if (!take(&x, loop) || !stays_inside(&x) || !is_legal(&x)) {
        return false;
    }
    *maps = (struct tblock){0, ARENA_ARRAY(out, struct tstmt *, x.store.n + x.fold.n)};
    for (int i = 0, k = 0; i <= x.store.n; ++i) {
        for (; k < x.fold.n && x.fold.item[k].at == i; ++k) {
            maps->item[maps->n++] = as_reduce(&x, &x.fold.item[k]);
        }
        if (i < x.store.n) {
            maps->item[maps->n++] = as_map(&x, x.store.item[i]);
        }
    }
    return true;
}
