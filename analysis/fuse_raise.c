/* Explicit loops -> array statements, where these stand beside others that they may share loops
 * with:
 *
 *     y = np.empty(len(x))
 *     for i in range(len(x)):        ->    MAP k < len(x) { y[k] = x[k] * 2 }
 *         y[i] = x[i] * 2
 *
 * Taken are loops over 0 .. n-1, one in another, whose statements store elements at all counters of
 * arrays that the function has made, with n the extents of these and of all that is read. At each
 * point only elements of the point are touched, so that the stores can run one after the other. */
#include <string.h>

#include "build.h"
#include "fuse.h"
#include "fuse_region.h"

enum { MAX_SCALARS = 4 /* which are put in where they are used */ };

struct raiser {
    struct arena *a, *work;
    struct fuse_function *ff;
    int depth;
    const struct tstmt *loop[TIR_MAX_RANK];
    VEC(struct tstmt *) item; /* what stands in the loops, in order */
    int *mentions;            /* by variable: in the loops */
    struct texpr **value;     /* by variable that the loops define: what it stands for */
};

/* ---- extents */

static const struct tvar *variable_of(const struct texpr *e) {
    return e->kind == TE_VAR ? e->var : e->kind == TE_SHAPE ? e->shape.array : NULL;
}

/* What an extent is, seen through variables that have one value. */
static struct texpr *origin(const struct raiser *x, struct texpr *e) {
    e = expr_strip(e);
    for (int steps = 0; steps < 16; ++steps) {
        const struct tvar *v = variable_of(e);
        bool defined = v && !v->is_param && fuse_fixed(x->ff, v);
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

/* The number of the loop whose counter e is, or -1. */
static int loop_of(const struct raiser *x, const struct texpr *e) {
    for (int i = 0; e->kind == TE_VAR && i < x->depth; ++i) {
        if (e->var == x->loop[i]->for_.counter) {
            return i;
        }
    }
    return -1;
}

/* Is the counter of loop k surely an index of the axis, and does it reach all of it? */
static bool spans(const struct raiser *x, int k, struct tvar *array, int axis) {
    struct texpr shape = {.kind = TE_SHAPE, .type = x->loop[k]->for_.stop->type};
    shape.shape.array = array;
    shape.shape.axis = axis;
    struct texpr *extent = origin(x, &shape), *stop = origin(x, x->loop[k]->for_.stop);
    return one_value(x, extent) && one_value(x, stop) && expr_equal(extent, stop);
}

/* ---- the loops */

static void count_mention(struct tvar *v, void *context) {
    ++((struct raiser *)context)->mentions[v->id];
}

static void count_stmt(struct raiser *x, const struct tstmt *s) {
    fuse_reads(s, count_mention, x);
    if (fuse_def(s)) {
        ++x->mentions[fuse_def(s)->id];
    }
}

/* Is what the loops define known there only? */
static bool stays_inside(const struct raiser *x, const struct tvar *v) {
    return v->id < x->ff->n_vars && x->ff->defs[v->id] == 1 &&
           x->mentions[v->id] == x->ff->refs[v->id];
}

static bool counts_up(const struct tstmt *s) {
    int64_t start, step;
    return s->for_.els.n == 0 && !s->for_.source && expr_int_value(s->for_.start, &start) &&
           start == 0 && expr_int_value(s->for_.step, &step) && step == 1;
}

/* Takes the nest apart: loops and statements of three kinds. */
static bool take(struct raiser *x, const struct tstmt *s) {
    while (s) {
        if (x->depth == TIR_MAX_RANK || !counts_up(s)) {
            return false;
        }
        x->loop[x->depth++] = s;
        count_stmt(x, s);
        const struct tblock *body = &s->for_.body;
        s = NULL;
        for (int i = 0; i < body->n; ++i) {
            struct tstmt *item = body->item[i];
            bool scalar = item->kind == TS_ASSIGN && item->assign.dst->type->kind == TY_SCALAR;
            if (item->kind == TS_FOR && i == body->n - 1) {
                s = item;
            } else if (scalar || item->kind == TS_INDEX || item->kind == TS_STORE) {
                count_stmt(x, item);
                vec_push(x->work, &x->item, item);
            } else {
                return false;
            }
        }
    }
    return true;
}

/* ---- values */

static struct texpr *known(struct texpr *e, void *context) {
    struct raiser *x = context;
    return e->kind == TE_VAR && e->var->id < x->ff->n_vars ? x->value[e->var->id] : NULL;
}

static bool same_indices(struct texpr *const *x, struct texpr *const *y, int n) {
    for (int i = 0; i < n; ++i) {
        if (x[i]->var != y[i]->var) {
            return false;
        }
    }
    return true;
}

/* An element of memory that a store of the loops writes, or may: only at the same point. */
struct touched {
    struct raiser *x;
    bool plain; /* all is as it must be */
    bool value; /* of a scalar that is put in where it is used */
};

static void see_load(struct texpr *e, void *context) {
    struct touched *t = context;
    struct raiser *x = t->x;
    if (e->kind != TE_LOAD) {
        return;
    }
    for (int i = 0; i < e->load.n; ++i) {
        t->plain = t->plain && loop_of(x, e->load.index[i]) >= 0;
    }
    for (int i = 0; t->plain && i < x->item.n; ++i) {
        const struct tstmt *s = x->item.item[i];
        if (s->kind == TS_STORE &&
            fuse_group(x->ff, s->store.array) == fuse_group(x->ff, e->load.array)) {
            t->plain = !t->value && s->store.array == e->load.array &&
                       same_indices(s->store.index, e->load.index, e->load.n);
        }
    }
}

static bool touches_plainly(struct raiser *x, struct texpr *e, bool value) {
    struct touched t = {x, true, value};
    expr_walk(e, see_load, &t);
    return t.plain;
}

static bool take_index(struct raiser *x, struct tstmt *s) {
    struct texpr *index = fuse_map_expr(x->work, s->index.index, known, x);
    int k = loop_of(x, index);
    if (k < 0 || !stays_inside(x, s->index.dst) || !spans(x, k, s->index.array, s->index.axis)) {
        return false;
    }
    x->value[s->index.dst->id] = index;
    return true;
}

/* The store at all counters, each once, of an array of the function's own. */
static bool take_store(struct raiser *x, struct tstmt *s) {
    unsigned met = 0;
    int group = fuse_group(x->ff, s->store.array);
    if (s->store.n != x->depth || x->ff->outside[group]) {
        return false;
    }
    for (int i = 0; i < s->store.n; ++i) {
        int k = loop_of(x, s->store.index[i]);
        if (k < 0 || (met >> k & 1) || !spans(x, k, s->store.array, i)) {
            return false;
        }
        met |= 1u << k;
    }
    for (int i = 0; i < x->item.n; ++i) {
        const struct tstmt *other = x->item.item[i];
        if (other->kind == TS_STORE && fuse_group(x->ff, other->store.array) == group &&
            (other->store.array != s->store.array ||
             !same_indices(other->store.index, s->store.index, s->store.n))) {
            return false;
        }
    }
    return touches_plainly(x, s->store.value, false);
}

/* Copies of the stores with counters as indices: false when they are none. */
static bool resolve(struct raiser *x) {
    int stores = 0, scalars = 0;
    for (int i = 0; i < x->item.n; ++i) {
        struct tstmt *s = x->item.item[i];
        if (s->kind == TS_INDEX) {
            if (!take_index(x, s)) {
                return false;
            }
        } else if (s->kind == TS_ASSIGN) {
            if (!stays_inside(x, s->assign.dst) || ++scalars > MAX_SCALARS) {
                return false;
            }
            x->value[s->assign.dst->id] = fuse_map_expr(x->a, s->assign.value, known, x);
        } else {
            struct tstmt *copy = ARENA_NEW(x->a, struct tstmt);
            *copy = *s;
            fuse_map_stmt(x->a, copy, known, x);
            x->item.item[i] = copy;
            ++stores;
        }
    }
    return stores > 0;
}

static bool is_legal(struct raiser *x) {
    for (int i = 0; i < x->depth; ++i) {
        if (!stays_inside(x, x->loop[i]->for_.counter)) {
            return false;
        }
    }
    for (int i = 0; i < x->item.n; ++i) {
        struct tstmt *s = x->item.item[i];
        struct texpr *value = s->kind == TS_ASSIGN ? x->value[s->assign.dst->id] : NULL;
        if ((s->kind == TS_STORE && !take_store(x, s)) ||
            (value && !touches_plainly(x, value, true))) {
            return false;
        }
    }
    return true;
}

/* ---- array statements */

struct renamed {
    struct raiser *x;
    struct tspace *space;
};

static struct texpr *own_counter(struct texpr *e, void *context) {
    struct renamed *r = context;
    int k = loop_of(r->x, e);
    return k >= 0 ? build_var(r->x->a, r->space->counter[k]) : NULL;
}

static struct tstmt *as_map(struct raiser *x, const struct tstmt *store) {
    struct tstmt *s = ARENA_NEW(x->a, struct tstmt);
    s->kind = TS_MAP;
    s->span = store->span;
    struct tspace *space = &s->map.space;
    space->rank = x->depth;
    space->extent = ARENA_ARRAY(x->a, struct texpr *, x->depth);
    space->counter = ARENA_ARRAY(x->a, struct tvar *, x->depth);
    for (int i = 0; i < x->depth; ++i) {
        const struct tvar *k = x->loop[i]->for_.counter;
        space->extent[i] = x->loop[i]->for_.stop;
        space->counter[i] = fuse_new_var(x->a, x->ff->f, k->name, k->type);
        space->counter[i]->is_counter = true;
        space->counter[i]->span = k->span;
    }
    s->map.dst = store->store.array;
    s->map.index = store->store.index;
    s->map.value = store->store.value;
    struct renamed r = {x, space};
    fuse_map_stmt(x->a, s, own_counter, &r);
    return s;
}

struct tblock fuse_raise(struct arena *out, struct arena *work, struct fuse_function *ff,
                         const struct tstmt *loop) {
    struct raiser x = {.a = out, .work = work, .ff = ff};
    struct tblock none = {0};
    x.mentions = ARENA_ARRAY(work, int, ff->f->n_vars);
    x.value = ARENA_ARRAY(work, struct texpr *, ff->f->n_vars);
    if (!take(&x, loop) || !resolve(&x) || !is_legal(&x)) {
        return none;
    }
    struct tblock b = {.item = ARENA_ARRAY(out, struct tstmt *, x.item.n)};
    for (int i = 0; i < x.item.n; ++i) {
        if (x.item.item[i]->kind == TS_STORE) {
            b.item[b.n++] = as_map(&x, x.item.item[i]);
        }
    }
    return b;
}
