/* The walk over a[i, j:k], as a value and as a target. */
#include "generate.h"
#include "sequence.h"

static bool is_constant(const struct expr *e) {
    int64_t value;
    return infer_const_int(e, &value);
}

/* An integer of a slice; NONE where there is none. */
static struct itype *slice_part(struct infer *ix, const struct expr *e) {
    if (!e) {
        return &ix->types.none;
    }
    struct itype *t = infer_expr(ix, e);
    struct con *c = con_new(ix, CON_INT, e->span, NULL, 1);
    con_arg(c, 0, t, e);
    con_solve(ix, c);
    return t;
}

/* NONE for what is no scalar index: eval_index looks at the node again; a text is a key of an
 * object, or stays NONE. A slice gives the types of
 * its ends, which may be known (parts of tuples). */
static struct itype *index_type(struct infer *ix, const struct expr *e, bool key) {
    if (e->kind == EXPR_SLICE) {
        struct itype *part[2] = {slice_part(ix, e->slice.lo), slice_part(ix, e->slice.hi)};
        bool may = (!e->slice.lo || decide_may(ix, e->slice.lo) || is_constant(e->slice.lo)) &&
                   (!e->slice.hi || decide_may(ix, e->slice.hi) || is_constant(e->slice.hi));
        slice_part(ix, e->slice.step);
        return may && !e->slice.step ? it_tuple(&ix->types, 2, part) : &ix->types.none;
    }
    if ((e->kind == EXPR_STR && !key) || e->kind == EXPR_ELLIPSIS || infer_is_newaxis(e)) {
        return &ix->types.none;
    }
    return infer_expr(ix, e);
}

struct con *infer_access(struct infer *ix, const struct expr *e) {
    int n = e->index.n;
    struct con *c = con_new(ix, CON_INDEX, e->span, e, n + 1);
    struct itype *base = infer_expr(ix, e->index.base);
    con_arg(c, 0, base, e->index.base);
    for (int i = 0; i < n; ++i) {
        bool key = it_find(base)->kind == IT_OBJECT;
        con_arg(c, i + 1, index_type(ix, e->index.index[i], key), e->index.index[i]);
    }
    return c;
}

/* np.mgrid[a:b:c, ...]: start, stop and step of each slice are arguments. */
static struct itype *infer_grid(struct infer *ix, const struct expr *e) {
    const struct expr *base = e->index.base;
    struct con *c = con_new(ix, CON_SPECIAL, e->span, e, 3 * e->index.n);
    c->op = base->kind == EXPR_ATTR ? base->attr.sym->op : base->name.sym->op;
    c->module = IN_NP;
    c->dtype = DT_COUNT;
    for (int i = 0; i < e->index.n; ++i) {
        const struct expr *s = e->index.index[i];
        if (s->kind != EXPR_SLICE || !s->slice.hi || e->index.n < 2) {
            return infer_refuse(ix, DIAG_PY303, s->span,
                                e->index.n < 2 ? "a grid of one axis is np.arange or np.linspace"
                                               : "each axis of a grid is a slice start:stop:step",
                                NULL);
        }
        const struct expr *const part[3] = {s->slice.lo, s->slice.hi, s->slice.step};
        for (int k = 0; k < 3; ++k) {
            con_arg(c, 3 * i + k, part[k] ? infer_expr(ix, part[k]) : &ix->types.none, part[k]);
        }
    }
    return con_solve(ix, c);
}

/* container[key], of several indices the key is a tuple: what flows into a container by one of its
 * methods, from n indices and perhaps a value behind them. */
static void put_item(struct infer *ix, const struct con *c, const char *method, int n) {
    struct itype *key = n == 1 ? c->arg[1] : it_tuple(&ix->types, n, (struct itype **)c->arg + 1);
    bool value = c->n > n + 1;
    struct itype *arg[2] = {key, value ? c->arg[n + 1] : NULL};
    const struct expr *at[2] = {n == 1 ? c->at[1] : NULL, value ? c->at[n + 1] : NULL};
    infer_container_put(ix, it_find(c->arg[0]), method, 1 + value, arg, at, c->span);
}

struct itype *infer_read(struct infer *ix, struct con *access) {
    struct itype *value = infer_container_value(it_find(access->arg[0]));
    if (!value) {
        return con_solve(ix, access);
    }
    put_item(ix, access, "__getitem__", access->n - 1);
    vec_push(ix->arena, &ix->cur->cons, access);
    return value;
}

struct itype *infer_index(struct infer *ix, const struct expr *e) {
    return infer_is_grid(e) ? infer_grid(ix, e) : infer_read(ix, infer_access(ix, e));
}

struct con *infer_store_to(struct infer *ix, const struct con *access) {
    struct con *c = con_new(ix, CON_STORE, access->span, access->expr, access->n + 1);
    for (int i = 0; i < access->n; ++i) {
        con_arg(c, i, access->arg[i], access->at[i]);
    }
    return c;
}

void infer_store(struct infer *ix, struct con *store, struct itype *value, const struct expr *at) {
    con_arg(store, store->n - 1, value, at);
    const struct expr *e = store->expr;
    if (it_find(store->arg[0])->kind == IT_OBJECT) {
        put_item(ix, store, "__setitem__", store->n - 2);
    }
    bool part = e->index.n > 0 && e->index.index[0]->kind == EXPR_SLICE;
    if (it_find(store->arg[0])->kind == IT_LIST && !part) {
        infer_list_put(ix, store->arg[0], value, at, store->span);
        store->in_list = true;
    }
    const struct itype *given = it_find(value);
    if (it_find(store->arg[0])->kind == IT_LIST && part &&
        (given->kind == IT_LIST || given->kind == IT_TUPLE)) {
        infer_list_extended(ix, store->arg[0], it_find(value), at, store->span);
    }
    con_solve(ix, store);
}
