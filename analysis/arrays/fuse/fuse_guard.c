/* Two versions of a region: what is assumed for the better one, and copies of statements.
 *
 * Extents of arguments are rarely known to be equal, and arguments may overlap, but almost never
 * do. A guard of a few comparisons finds out when the region runs. */
#include <string.h>

#include "build.h"
#include "fuse_schedule.h"
#include "thresholds.h"

enum { MAX_TERMS = 24 };

/* ---- values as expressions at the region's begin */

static bool expressible(const struct fuse_region *r, int x);

static bool all_expressible(const struct fuse_region *r, const struct num *v) {
    for (int i = 0; i < v->n; ++i) {
        if (v->arg[i] >= 0 && !expressible(r, v->arg[i])) {
            return false;
        }
    }
    return true;
}

/* Statements on vectors in loops want to stay plain (rows.h): bounds are no matter of theirs. */
static bool has_planes(const struct fuse_region *r) {
    for (int i = 0; i < r->n; ++i) {
        struct tstmt *s = r->stmt[i].s;
        if (fuse_is_array(s) && fuse_space(s)->rank > 1) {
            return true;
        }
    }
    return false;
}

/* Constant bounds are often those of one row or column, which is meant to broadcast. */
static bool is_const(const struct fuse_region *r, int x) {
    int64_t value;
    return x < 0 || num_is_const(&r->values, x, &value);
}

static bool is_step_one(const struct fuse_region *r, int x) {
    int64_t step;
    return x < 0 || (num_is_const(&r->values, x, &step) && step == 1);
}

static bool expressible(const struct fuse_region *r, int x) {
    const struct num *v = &r->values.value.item[x];
    switch (v->kind) {
    case NUM_CONST:
    case NUM_EXTENT:
    case NUM_VAR:
        return true;
    case NUM_TRIM:
        return all_expressible(r, v);
    case NUM_SLICE:
        return has_planes(r) && !(is_const(r, v->arg[1]) && is_const(r, v->arg[2])) &&
               is_step_one(r, v->arg[3]) && all_expressible(r, v);
    case NUM_WRAP:
        return has_planes(r) && all_expressible(r, v);
    case NUM_EXPR: /* bounds such as n + 1 */
        return fuse_is_sum(r, v) && all_expressible(r, v);
    default:
        return false;
    }
}

static struct texpr *expression(struct arena *a, const struct fuse_region *r, int x,
                                struct ty *integer);

/* A bound of a slice as an index of an axis of n elements; absent: what it is then. */
static struct texpr *clipped(struct arena *a, const struct fuse_region *r, int x, struct texpr *n,
                             struct texpr *absent) {
    if (x < 0) {
        return absent;
    }
    struct ty *integer = n->type, *truth = ty_scalar(a, r->ff->m, DT_PYBOOL);
    struct texpr *at = expression(a, r, x, integer), *zero = build_int(a, integer, 0);
    struct texpr *from_end =
        build_op(a, integer, OP_PYMAX, build_op(a, integer, OP_ADD, at, n), zero);
    struct texpr *from_begin = build_op(a, integer, OP_PYMIN, at, n);
    int64_t value;
    if (expr_int_value(at, &value) || at->kind == TE_SHAPE) {
        return at->kind == TE_SHAPE || value >= 0 ? from_begin : from_end;
    }
    return build_select(a, build_binary(a, truth, OP_LT, at, zero), from_end, from_begin);
}

static struct texpr *expression(struct arena *a, const struct fuse_region *r, int x,
                                struct ty *integer) {
    const struct num *v = &r->values.value.item[x];
    struct tvar **var = r->ff->f->var;
    switch (v->kind) {
    case NUM_CONST:
        return build_int(a, integer, v->number);
    case NUM_EXTENT:
        return build_shape(a, integer, var[v->arg[0]], v->arg[1]);
    case NUM_VAR:
        return build_var(a, var[v->number]);
    case NUM_EXPR:
        return build_op(a, integer, fuse_sum_op(v), expression(a, r, v->arg[0], integer),
                        expression(a, r, v->arg[1], integer));
    case NUM_WRAP: {
        struct texpr *at = expression(a, r, v->arg[0], integer);
        struct texpr *n = expression(a, r, v->arg[1], integer);
        struct texpr *from_end = build_op(a, integer, OP_ADD, at, n);
        int64_t index;
        if (expr_int_value(at, &index)) {
            return index < 0 ? from_end : at;
        }
        return build_select(
            a,
            build_binary(a, ty_scalar(a, r->ff->m, DT_PYBOOL), OP_LT, at, build_int(a, integer, 0)),
            from_end, at);
    }
    case NUM_SLICE: {
        struct texpr *n = expression(a, r, v->arg[0], integer), *zero = build_int(a, integer, 0);
        struct texpr *from = clipped(a, r, v->arg[1], n, zero);
        struct texpr *to = clipped(a, r, v->arg[2], n, n);
        return build_op(a, integer, OP_PYMAX, zero, build_op(a, integer, OP_SUB, to, from));
    }
    default: {
        struct texpr *whole = expression(a, r, v->arg[0], integer);
        struct texpr *less = build_op(a, integer, OP_SUB, whole, build_int(a, integer, v->number));
        return build_op(a, integer, OP_PYMAX, build_int(a, integer, 0), less);
    }
    }
}

bool fuse_assume_equal(struct fuse_region *r, int x, int y) {
    x = num_now(&r->values, x);
    y = num_now(&r->values, y);
    if (x == y) {
        return true;
    }
    int64_t m, n;
    bool m_known = num_is_const(&r->values, x, &m), n_known = num_is_const(&r->values, y, &n);
    bool stretched = (m_known && m == 1) || (n_known && n == 1); /* meant to broadcast */
    if (stretched || (m_known && n_known) || !expressible(r, x) || !expressible(r, y)) {
        return false;
    }
    struct fuse_pair pair = {x, y};
    vec_push(r->a, &r->equal, pair);
    num_learn_equal(&r->values, x, y);
    return true;
}

bool fuse_assume_differ(struct fuse_region *r, int x, int y) {
    for (int i = 0; i < r->differ.n; ++i) {
        const struct fuse_pair *p = &r->differ.item[i];
        if ((p->x == x && p->y == y) || (p->x == y && p->y == x)) {
            return true;
        }
    }
    if (!r->assume || !has_planes(r) || !expressible(r, x) || !expressible(r, y)) {
        return false;
    }
    struct fuse_pair pair = {x, y};
    vec_push(r->a, &r->differ, pair);
    return true;
}

/* The number in r of what is x in `from`, at the region's begin. */
static int number_again(struct fuse_region *r, const struct fuse_region *from, int x) {
    const struct num *v = &from->values.value.item[x];
    if (v->kind == NUM_TRIM) {
        return num_trim(&r->values, number_again(r, from, v->arg[0]), v->number);
    }
    int arg[4];
    bool parts = v->kind == NUM_SLICE || v->kind == NUM_EXPR || v->kind == NUM_WRAP;
    for (int i = 0; parts && i < v->n; ++i) {
        arg[i] = v->arg[i] < 0 ? v->arg[i] : number_again(r, from, v->arg[i]);
    }
    return num_make(&r->values, v->kind, v->number, v->n, parts ? arg : v->arg);
}

void fuse_assume_as(struct fuse_region *r, const struct fuse_region *from) {
    for (int i = 0; i < from->equal.n; ++i) {
        const struct fuse_pair *p = &from->equal.item[i];
        int x = number_again(r, from, p->x);
        fuse_assume_equal(r, x, number_again(r, from, p->y));
    }
}

/* ---- the guard */

struct guard {
    struct arena *a;
    struct fuse_region *r;
    struct ty *integer, *truth;
    struct texpr *all;
    int n;
};

static void demand(struct guard *g, struct texpr *e) {
    g->all = g->all ? build_binary(g->a, g->truth, OP_LAND, g->all, e) : e;
    ++g->n;
}

static void demand_pairs(struct guard *g, enum op op, const struct fuse_pair *p, int n) {
    for (int i = 0; i < n; ++i) {
        struct texpr *x = expression(g->a, g->r, p[i].x, g->integer);
        struct texpr *y = expression(g->a, g->r, p[i].y, g->integer);
        demand(g, build_binary(g->a, g->truth, op, x, y));
    }
}

/* The array at the region's begin whose elements, all of them, the access walks as the space does:
 * its rows ought to lie in memory as rows. */
static struct tvar *walked(const struct guard *g, const struct fuse_access *x, int rank) {
    struct tvar *v = g->r->root.item[x->root].entry;
    bool whole = v && x->traced && v->type->rank == rank && v->type->layout != TY_C;
    for (int i = 0; whole && i < rank; ++i) {
        whole = x->in_root[i] == i;
    }
    return whole ? v : NULL;
}

/* The last axis of the array has the smallest stride. */
static void demand_order(struct guard *g, struct tvar *array) {
    int rank = array->type->rank;
    struct texpr **item = ARENA_ARRAY(g->a, struct texpr *, 1);
    item[0] = build_var(g->a, array);
    struct texpr *order =
        build_order(g->a, g->integer, (struct order){rank, 1u << (rank - 1)}, 1, item);
    demand(g, build_binary(g->a, g->truth, OP_GE, order, build_int(g->a, g->integer, 0)));
}

/* Enough rows for all threads. */
static void demand_many(struct guard *g, const int *extent, int n) {
    struct texpr *rows = build_int(g->a, g->integer, 1);
    for (int i = 0; i < n; ++i) {
        if (!expressible(g->r, extent[i])) {
            return;
        }
        struct texpr *e = expression(g->a, g->r, extent[i], g->integer);
        rows = i > 0 ? build_op(g->a, g->integer, OP_MUL, rows, e) : e;
    }
    struct texpr *least = build_int(g->a, g->integer, ROWS_FUSED);
    demand(g, build_binary(g->a, g->truth, OP_GE, rows, least));
}

/* What loops over rows are good for: many, and those of what was there before lie in memory as rows
 * too. */
static void demand_rows(struct guard *g, const struct fuse_schedule *schedule, int block) {
    const struct fuse_stmt *full = NULL;
    VEC(struct tvar *) seen = {0};
    for (int v = 0; v < g->r->n_vertices; ++v) {
        const struct fuse_stmt *x = &g->r->stmt[g->r->at[v]];
        if (schedule->block[v] != block || schedule->row[v]) {
            continue;
        }
        full = x;
        for (int i = 0; i < x->access.n; ++i) {
            struct tvar *array = walked(g, &x->access.item[i], fuse_space(x->s)->rank);
            bool again = !array;
            for (int k = 0; k < seen.n; ++k) {
                again = again || seen.item[k] == array;
            }
            if (!again) {
                vec_push(g->r->a, &seen, array);
                demand_order(g, array);
            }
        }
    }
    demand_many(g, full->extent, fuse_space(full->s)->rank - 1);
}

struct texpr *fuse_guard(struct arena *out, struct fuse_region *r,
                         const struct fuse_schedule *schedule) {
    struct guard g = {.a = out, .r = r};
    g.integer = ty_scalar(out, r->ff->m, DT_INT);
    g.truth = ty_scalar(out, r->ff->m, DT_PYBOOL);
    demand_pairs(&g, OP_EQ, r->equal.item, r->equal.n);
    demand_pairs(&g, OP_NE, r->differ.item, r->differ.n);
    for (int i = 0; i < r->apart.n; ++i) {
        const struct fuse_pair *p = &r->apart.item[i];
        demand(&g, build_apart(out, g.truth, r->root.item[p->x].entry, r->root.item[p->y].entry));
    }
    for (int b = 0; b < schedule->n_blocks; ++b) {
        if (schedule->rows[b]) {
            demand_rows(&g, schedule, b);
        }
    }
    if (!g.all) { /* nothing was assumed */
        struct texpr *yes = build_int(out, g.integer, 1);
        return build_binary(out, g.truth, OP_EQ, yes, yes);
    }
    return g.n <= MAX_TERMS ? g.all : NULL;
}

/* ---- copies */

struct renumbered {
    struct arena *a;
    const struct tspace *from, *to;
};

static struct texpr *counter_copy(const struct tvar *v, void *context) {
    struct renumbered *n = context;
    for (int i = 0; i < n->from->rank; ++i) {
        if (v == n->from->counter[i]) {
            return build_var(n->a, n->to->counter[i]);
        }
    }
    return NULL;
}

static void own_counters(struct arena *out, struct fuse_function *ff, struct tstmt *s,
                         const struct tspace *from) {
    struct tspace *to = fuse_space(s);
    for (int i = 0; i < from->rank; ++i) {
        to->counter[i] =
            tir_new_var(out, &ff->vars, from->counter[i]->name, from->counter[i]->type);
        to->counter[i]->is_counter = true;
        to->counter[i]->span = from->counter[i]->span;
    }
    struct renumbered n = {out, from, to};
    stmt_substitute(out, s, counter_copy, &n);
}

struct tblock fuse_copy(struct arena *out, struct fuse_function *ff, const struct tblock *b) {
    struct tblock copy = {.n = b->n, .item = ARENA_ARRAY(out, struct tstmt *, b->n)};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = stmt_copy(out, b->item[i]);
        if (fuse_is_array(s)) {
            own_counters(out, ff, s, fuse_space(b->item[i]));
        }
        copy.item[i] = s;
    }
    return copy;
}
