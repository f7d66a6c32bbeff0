/* Two versions of a region: what is assumed for the better one, and copies of statements.
 *
 * Extents of arguments are rarely known to be equal, and arguments may overlap, but almost never
 * do. A guard of a few comparisons finds out when the region runs. */
#include <string.h>

#include "build.h"
#include "fuse_region.h"

enum { MAX_TERMS = 24 };

/* ---- values as expressions at the region's begin */

static bool expressible(const struct fuse_region *r, int x) {
    const struct num *v = &r->values.value.item[x];
    return v->kind == NUM_CONST || v->kind == NUM_EXTENT || v->kind == NUM_VAR ||
           (v->kind == NUM_TRIM && expressible(r, v->arg[0]));
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

/* ---- the guard */

static struct texpr *term(struct arena *a, enum texpr_kind kind, enum op op, struct texpr *x,
                          struct texpr *y, struct ty *type) {
    struct texpr *e = ARENA_NEW(a, struct texpr);
    e->kind = kind;
    e->type = type;
    e->op.op = op;
    e->op.n = 2;
    e->op.arg[0] = x;
    e->op.arg[1] = y;
    return e;
}

struct texpr *fuse_guard(struct arena *out, struct fuse_region *r) {
    struct ty *integer = ty_scalar(out, r->ff->m, DT_INT);
    struct ty *truth = ty_scalar(out, r->ff->m, DT_PYBOOL);
    struct texpr *guard = NULL;
    if (r->equal.n + r->apart.n > MAX_TERMS) {
        return NULL;
    }
    for (int i = 0; i < r->equal.n + r->apart.n; ++i) {
        struct texpr *e;
        if (i < r->equal.n) {
            const struct fuse_pair *p = &r->equal.item[i];
            struct texpr *x = expression(out, r, p->x, integer);
            e = term(out, TE_OP, OP_EQ, x, expression(out, r, p->y, integer), truth);
        } else {
            const struct fuse_pair *p = &r->apart.item[i - r->equal.n];
            e = ARENA_NEW(out, struct texpr);
            e->kind = TE_APART;
            e->type = truth;
            e->apart.a = r->root.item[p->x].entry;
            e->apart.b = r->root.item[p->y].entry;
        }
        guard = guard ? term(out, TE_OP, OP_LAND, guard, e, truth) : e;
    }
    return guard;
}

/* ---- copies */

struct renumbered {
    struct arena *a;
    const struct tspace *from, *to;
};

static struct texpr *counter_copy(struct texpr *e, void *context) {
    struct renumbered *n = context;
    for (int i = 0; e->kind == TE_VAR && i < n->from->rank; ++i) {
        if (e->var == n->from->counter[i]) {
            return build_var(n->a, n->to->counter[i]);
        }
    }
    return NULL;
}

static void own_counters(struct arena *out, struct tfunc *f, struct tstmt *s) {
    struct tspace from = *fuse_space(s);
    struct tspace *to = fuse_space(s);
    to->counter = ARENA_ARRAY(out, struct tvar *, from.rank);
    for (int i = 0; i < from.rank; ++i) {
        to->counter[i] = fuse_new_var(out, f, from.counter[i]->name, from.counter[i]->type);
        to->counter[i]->is_counter = true;
        to->counter[i]->span = from.counter[i]->span;
    }
    struct renumbered n = {out, &from, to};
    fuse_map_stmt(out, s, counter_copy, &n);
}

struct tblock fuse_copy(struct arena *out, struct tfunc *f, const struct tblock *b) {
    struct tblock copy = {.n = b->n, .item = ARENA_ARRAY(out, struct tstmt *, b->n)};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = ARENA_NEW(out, struct tstmt);
        *s = *b->item[i];
        if (fuse_is_array(s)) {
            own_counters(out, f, s);
        } else if (s->kind == TS_VIEW) {
            s->view.axis = ARENA_ARRAY(out, struct view_axis, s->view.n);
            memcpy(s->view.axis, b->item[i]->view.axis,
                   sizeof(struct view_axis) * (size_t)s->view.n);
        }
        copy.item[i] = s;
    }
    return copy;
}
