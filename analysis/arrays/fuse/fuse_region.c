/* Regions: one walk over the statements finds what each needs, reads and writes. The values of
 * extents and views are numbered on the way: fuse_number.c, fuse_view.c. */
#include <string.h>

#include "fuse_region.h"

/* ---- arrays */

static int new_root(struct fuse_region *r, struct tvar *entry, int alloc) {
    struct fuse_root root = {.entry = entry, .alloc = alloc, .first = -1, .last = -1};
    root.kept = entry != NULL;
    vec_push(r->a, &r->root, root);
    return r->root.n - 1;
}

static bool all_fixed(const struct fuse_region *r, const struct tstmt *s);

/* An array that the region finds: what its only definition tells, when nothing in that changes. */
static struct fuse_view *entry_view(struct fuse_region *r, struct tvar *v) {
    struct tstmt *s = fuse_fixed(r->ff, v) && !v->is_param ? r->ff->def[v->id] : NULL;
    bool known = s && (s->kind == TS_ALLOC || s->kind == TS_VIEW) && all_fixed(r, s);
    if (known && s->kind == TS_VIEW && !view_may_copy(s)) {
        return fuse_make_view(r, s, fuse_view_of(r, s->view.base));
    }
    struct fuse_view *x = ARENA_NEW(r->a, struct fuse_view);
    x->root = new_root(r, v, -1);
    x->identity = num_make(&r->values, NUM_VIEW, v->id, 0, NULL);
    for (int i = 0; i < v->type->rank; ++i) {
        int arg[2] = {v->id, i};
        x->extent[i] = known && s->kind == TS_ALLOC ? fuse_value_of(r, s->alloc.extent[i])
                                                    : num_make(&r->values, NUM_EXTENT, 0, 2, arg);
    }
    return x;
}

const struct fuse_view *fuse_view_of(struct fuse_region *r, const struct tvar *v) {
    if (!r->view[v->id]) {
        r->view[v->id] = entry_view(r, (struct tvar *)v);
    }
    return r->view[v->id];
}

static struct fuse_root *root_of(struct fuse_region *r, const struct tvar *v) {
    int root = fuse_view_of(r, v)->root; /* may add to the roots */
    return &r->root.item[root];
}

struct all_fixed {
    const struct fuse_region *r;
    bool holds;
};

static void see_fixed(struct tvar *v, void *context) {
    struct all_fixed *x = context;
    x->holds = x->holds && fuse_fixed(x->r->ff, v);
}

static bool all_fixed(const struct fuse_region *r, const struct tstmt *s) {
    struct all_fixed x = {r, true};
    stmt_reads(s, see_fixed, &x);
    return x.holds;
}

static bool is_listed(const struct fuse_region *r, int x, int y) {
    for (int i = 0; i < r->apart.n; ++i) {
        const struct fuse_pair *p = &r->apart.item[i];
        if ((p->x == x && p->y == y) || (p->x == y && p->y == x)) {
            return true;
        }
    }
    return false;
}

bool fuse_may_overlap(struct fuse_region *r, int x, int y) {
    const struct tvar *v = r->root.item[x].entry, *w = r->root.item[y].entry;
    if (x == y) {
        return true;
    }
    if (!v || !w) {
        return false; /* memory of its own */
    }
    int g = fuse_group(r->ff, v), h = fuse_group(r->ff, w);
    bool both = r->ff->outside[g] && r->ff->outside[h];
    if (g != h && both && r->assume) {
        if (!is_listed(r, x, y)) {
            struct fuse_pair pair = {x, y};
            vec_push(r->a, &r->apart, pair);
        }
        return false;
    }
    return g == h || both;
}

bool fuse_may_meet(struct fuse_region *r, const struct fuse_view *x, const struct fuse_view *y) {
    return !(x->root == y->root && fuse_shows_others(r, x, y)) &&
           fuse_may_overlap(r, x->root, y->root);
}

/* ---- accesses */

struct visitor {
    struct fuse_region *r;
    struct fuse_stmt *at;
    const struct tspace *space; /* of an array statement, or NULL */
};

static int counter_number(const struct tspace *space, const struct texpr *e) {
    if (e->kind == TE_CONST && e->value.i == 0) {
        return -1;
    }
    for (int i = 0; space && e->kind == TE_VAR && i < space->rank; ++i) {
        if (space->counter[i] == e->var) {
            return i;
        }
    }
    return -2;
}

static struct fuse_access *add_access(struct visitor *x, const struct tvar *array,
                                      struct texpr *const *index, bool write) {
    const struct fuse_view *v = fuse_view_of(x->r, array);
    int64_t one;
    struct fuse_access access = {.root = v->root,
                                 .identity = v->identity,
                                 .view = v,
                                 .bytes = fuse_nominal_bytes(x->r, array, v),
                                 .write = write,
                                 .pointwise = index && x->space};
    for (int i = 0; access.pointwise && i < array->type->rank; ++i) {
        access.at[i] = counter_number(x->space, index[i]);
        access.pointwise = access.at[i] >= -1;
        if (access.at[i] >= 0 && num_is_const(&x->r->values, x->at->extent[access.at[i]], &one) &&
            one == 1) {
            access.at[i] = -1;
        }
    }
    fuse_trace(x->r, v, array->type->rank, &access);
    struct fuse_root *root = &x->r->root.item[v->root];
    root->kept = root->kept || !x->space;
    root->written = root->written || write;
    vec_push(x->r->a, &x->at->access, access);
    if (write && root->entry) {
        int group = fuse_group(x->r->ff, root->entry);
        x->at->visible = x->at->visible || x->r->ff->outside[group];
    }
    return &x->at->access.item[x->at->access.n - 1];
}

static void see_load(struct texpr *e, void *context) {
    if (e->kind == TE_LOAD) {
        add_access(context, e->load.array, e->load.index, false)->load = e;
    }
}

static void see_loads(struct texpr *e, void *context) {
    expr_walk(e, see_load, context);
}

/* An array that becomes part of a value is seen through it. */
static void see_array(struct texpr *e, void *context) {
    if (e->kind == TE_VAR && e->var->type->kind == TY_ARRAY) {
        root_of(context, e->var)->kept = true;
    }
}

static void see_arrays(struct texpr *e, void *context) {
    bool name = e->kind == TE_VAR && e->var->type->kind == TY_ARRAY; /* another name of it */
    if (!name) {
        expr_walk(e, see_array, context);
    }
}

static void collect_accesses(struct fuse_region *r, struct fuse_stmt *x) {
    struct tstmt *s = x->s;
    struct visitor v = {r, x, fuse_is_array(s) ? fuse_space(s) : NULL};
    stmt_exprs(s, see_loads, &v);
    if (s->kind == TS_ASSIGN) {
        see_arrays(s->assign.value, r);
    }
    if (s->kind == TS_STORE) {
        add_access(&v, s->store.array, NULL, true);
    } else if (s->kind == TS_MAP) {
        add_access(&v, s->map.dst, s->map.index, true);
    } else if (s->kind == TS_REDUCE && !x->def) {
        add_access(&v, s->reduce.dst, s->reduce.index, true)->pointwise = false;
        root_of(r, s->reduce.dst)->parts = true;
    } else if (s->kind == TS_VIEW && view_may_copy(s)) {
        add_access(&v, s->view.base, NULL, false);
    } else if (s->kind == TS_INDEX) { /* mentions the array */
        root_of(r, s->index.array)->kept = true;
    }
}

bool fuse_same_element(const struct fuse_access *x, const struct fuse_access *y) {
    bool same_view = x->pointwise && y->pointwise && x->identity == y->identity &&
                     memcmp(x->at, y->at, sizeof(x->at)) == 0;
    return same_view || (x->root == y->root && x->traced && y->traced &&
                         memcmp(x->in_root, y->in_root, sizeof(x->in_root)) == 0);
}

/* ---- definitions */

/* A view that is a copy where its base overlaps another array: it is none where that cannot be. */
static void settle_copy(struct fuse_region *r, struct tstmt *s) {
    const struct fuse_view *base = fuse_view_of(r, s->view.base);
    const struct fuse_view *from = fuse_view_of(r, s->view.apart);
    bool same = !s->view.scattered && base->identity == from->identity &&
                s->view.base->type->dtype == s->view.apart->type->dtype;
    if (same || !fuse_may_meet(r, base, from)) {
        s->view.apart = NULL;
        s->view.scattered = false;
    }
}

static void define_view(struct fuse_region *r, struct tstmt *s) {
    const struct fuse_view *base = fuse_view_of(r, s->view.base);
    struct fuse_view *v = fuse_make_view(r, s, base);
    if (view_may_copy(s)) { /* the base, or a copy of it */
        v->identity = num_new(&r->values);
        r->root.item[v->root].kept = true;
    }
    if (s->view.apart) {
        root_of(r, s->view.apart)->kept = true;
    }
    struct fuse_root *root = &r->root.item[v->root];
    root->parts = root->parts || v->identity != base->identity;
    r->view[s->view.dst->id] = v;
}

static bool naturals(struct fuse_region *r, const struct tstmt *s) {
    for (int i = 0; i < s->alloc.dst->type->rank; ++i) {
        if (!num_natural(&r->values, fuse_value_of(r, s->alloc.extent[i]))) {
            return false;
        }
    }
    return true;
}

static void define_array(struct fuse_region *r, const struct tstmt *s) {
    struct fuse_view *v = ARENA_NEW(r->a, struct fuse_view);
    v->root = new_root(r, NULL, r->now);
    v->identity = num_make(&r->values, NUM_VIEW, -3 - (int64_t)v->root, 0, NULL);
    for (int i = 0; i < s->alloc.dst->type->rank; ++i) {
        v->extent[i] = fuse_value_of(r, s->alloc.extent[i]);
    }
    r->view[s->alloc.dst->id] = v;
}

static void define(struct fuse_region *r, struct fuse_stmt *x) {
    struct tstmt *s = x->s;
    struct tvar *v = x->def;
    if (s->kind == TS_ALLOC) {
        define_array(r, s);
    } else if (s->kind == TS_VIEW) {
        define_view(r, s);
    } else if (v && v->type->kind == TY_ARRAY) {
        const struct fuse_view *from = fuse_view_of(r, s->assign.value->var);
        r->view[v->id] = (struct fuse_view *)from;
    } else if (s->kind == TS_INDEX && s->index.axis >= 0) {
        int arg[2] = {fuse_value_of(r, s->index.index),
                      fuse_view_of(r, s->index.array)->extent[s->index.axis]};
        r->scalar[v->id] = num_make(&r->values, NUM_WRAP, 0, 2, arg);
    } else if (v) {
        bool plain = s->kind == TS_ASSIGN && s->assign.value->type->kind == TY_SCALAR;
        r->scalar[v->id] = plain ? fuse_value_of(r, s->assign.value) : num_new(&r->values);
    }
}

/* ---- order */

static void after(struct fuse_region *r, int i, int j) {
    for (int w = 0; w < r->words; ++w) {
        r->stmt[i].before[w] |= r->stmt[j].before[w];
    }
    fuse_set_bit(r->stmt[i].before, j);
}

struct reading {
    struct fuse_region *r;
    int i;
    int *last_def; /* by variable id, or -1 */
};

static void after_def(struct tvar *v, void *context) {
    struct reading *x = context;
    if (x->last_def[v->id] >= 0) {
        after(x->r, x->i, x->last_def[v->id]);
    }
}

struct mention {
    const struct tvar *v;
    bool found;
};

static void look_for(struct tvar *v, void *context) {
    struct mention *m = context;
    m->found = m->found || v == m->v;
}

static bool mentions(const struct fuse_stmt *x, const struct tvar *v) {
    struct mention m = {v, x->def == v};
    stmt_reads(x->s, look_for, &m);
    return m.found;
}

static bool touches_same(struct fuse_region *r, const struct fuse_stmt *x,
                         const struct fuse_stmt *y) {
    for (int i = 0; i < x->access.n; ++i) {
        for (int k = 0; k < y->access.n; ++k) {
            const struct fuse_access *p = &x->access.item[i], *q = &y->access.item[k];
            if ((p->write || q->write) && fuse_may_meet(r, p->view, q->view)) {
                return true;
            }
        }
    }
    return false;
}

static void order(struct fuse_region *r, int i, struct reading *reads) {
    struct fuse_stmt *x = &r->stmt[i];
    reads->i = i;
    stmt_reads(x->s, after_def, reads);
    for (int j = i - 1; j >= 0; --j) {
        const struct fuse_stmt *y = &r->stmt[j];
        bool redefined = x->again && mentions(y, x->def);
        bool guarded = y->raises && !y->dropped;
        bool seen = x->raises && y->visible;
        if (!fuse_bit(x->before, j) && (redefined || guarded || seen || touches_same(r, x, y))) {
            after(r, i, j);
        }
    }
    if (x->def) {
        reads->last_def[x->def->id] = i;
    }
}

/* ---- collecting */

/* The variable has another value from here on: what needs the old one stays as it is. */
static void redefine(struct fuse_region *r, const struct tvar *v) {
    for (int i = 0; i < r->root.n; ++i) {
        struct fuse_root *root = &r->root.item[i];
        if (root->alloc >= 0 && mentions(&r->stmt[root->alloc], v)) {
            root->kept = true;
        }
    }
}

static bool same_extents(struct fuse_region *r, const struct fuse_stmt *x,
                         const struct fuse_stmt *y, int n) {
    for (int k = 0; k < n; ++k) {
        if (num_now(&r->values, x->extent[k]) != num_now(&r->values, y->extent[k])) {
            return false;
        }
    }
    return true;
}

/* Are the points of x the rows of those of y? The last axis of x may have one point. */
static bool is_rows(struct fuse_region *r, const struct fuse_stmt *x, const struct fuse_stmt *y) {
    int rank = fuse_space(y->s)->rank, n = fuse_space(x->s)->rank;
    int64_t last;
    bool one = n == rank && rank > 0 &&
               num_is_const(&r->values, num_now(&r->values, x->extent[n - 1]), &last) && last == 1;
    return rank > 1 && (n == rank - 1 || one) && same_extents(r, x, y, rank - 1);
}

/* Array statements of this space and those before it of another. */
static void compare_spaces(struct fuse_region *r, struct fuse_stmt *x) {
    int rank = fuse_space(x->s)->rank;
    for (int u = 0; u < x->vertex; ++u) {
        const struct fuse_stmt *y = &r->stmt[r->at[u]];
        uint64_t bit = (uint64_t)1 << u;
        if (rank > 0 && rank == fuse_space(y->s)->rank && same_extents(r, x, y, rank)) {
            continue;
        }
        x->unlike |= bit;
        x->rows |= is_rows(r, y, x) ? bit : 0;
        x->of_rows |= is_rows(r, x, y) ? bit : 0;
    }
}

bool fuse_knows_late(struct fuse_region *r) {
    for (int v = 0; v < r->n_vertices; ++v) {
        const struct fuse_stmt *x = &r->stmt[r->at[v]];
        for (int u = 0; u < v; ++u) {
            const struct fuse_stmt *y = &r->stmt[r->at[u]];
            int rank = fuse_space(x->s)->rank;
            if ((x->unlike >> u & 1) && rank > 0 && rank == fuse_space(y->s)->rank &&
                same_extents(r, x, y, rank)) {
                return true;
            }
        }
    }
    return false;
}

static void count_mention(struct tvar *v, void *context) {
    ++((struct fuse_region *)context)->mentions[v->id];
}

static void look_at(struct fuse_region *r, int i) {
    struct fuse_stmt *x = &r->stmt[i];
    struct tstmt *s = x->s;
    r->now = i;
    stmt_reads(s, count_mention, r);
    x->again = x->def && r->mentions[x->def->id] > 0;
    if (x->again) {
        redefine(r, x->def);
    }
    if (x->def) {
        ++r->mentions[x->def->id];
    }
    if (fuse_is_array(s)) {
        fuse_read_fill(r, s);
    } else if (s->kind == TS_VIEW && s->view.apart) {
        settle_copy(r, s);
    }
    for (int k = 0; fuse_is_array(s) && k < fuse_space(s)->rank; ++k) {
        x->extent[k] = fuse_value_of(r, fuse_space(s)->extent[k]);
    }
    collect_accesses(r, x);
    if (fuse_is_array(s)) {
        x->vertex = r->n_vertices++;
        r->at[x->vertex] = i;
        for (int k = 0; k < x->access.n; ++k) {
            struct fuse_root *root = &r->root.item[x->access.item[k].root];
            root->first = root->first < 0 ? x->vertex : root->first;
            root->last = x->vertex;
        }
        compare_spaces(r, x);
    }
    define(r, x);
    if (x->again && x->def->type->kind == TY_ARRAY) { /* the next turn of a loop sees it */
        r->root.item[r->view[x->def->id]->root].kept = true;
    }
    x->raises = s->kind == TS_CHECK || s->kind == TS_INDEX ||
                (s->kind == TS_VIEW && view_is(s, VIEW_RESHAPED)) ||
                (s->kind == TS_ALLOC && !naturals(r, s));
    if (s->kind == TS_CHECK) {
        if (r->assume && s->check.exc == TEXC_VALUE) {
            fuse_assume_fits(r, s->check.cond);
        }
        x->dropped = fuse_holds(r, s->check.cond);
        fuse_learn(r, s->check.cond);
    }
}

/* Memory shown by variables that are mentioned elsewhere too is kept. */
static void keep_shared(struct fuse_region *r) {
    for (int i = 0; i < r->n; ++i) {
        const struct tvar *v = r->stmt[i].def;
        if (v && v->type->kind == TY_ARRAY && r->mentions[v->id] != r->ff->refs[v->id]) {
            r->root.item[r->view[v->id]->root].kept = true;
        }
    }
}

struct fuse_region *fuse_region_begin(struct arena *a, struct fuse_function *ff) {
    struct fuse_region *r = ARENA_NEW(a, struct fuse_region);
    int n_vars = ff->f->n_vars;
    r->a = a;
    r->ff = ff;
    r->view = ARENA_ARRAY(a, struct fuse_view *, n_vars);
    r->scalar = ARENA_ARRAY(a, int, n_vars);
    for (int i = 0; i < n_vars; ++i) {
        r->scalar[i] = -1;
    }
    num_init(&r->values, a);
    return r;
}

void fuse_region_note(struct fuse_region *r, struct tstmt *s) {
    struct fuse_stmt x = {.s = s, .def = stmt_def(s)};
    define(r, &x);
    if (s->kind == TS_CHECK) {
        fuse_learn(r, s->check.cond);
    }
}

struct fuse_region *fuse_region_collect(struct arena *a, struct fuse_function *ff,
                                        const struct tblock *b, enum fuse_assume assume,
                                        const struct fuse_region *known) {
    struct fuse_region *r = fuse_region_begin(a, ff);
    int n = b->n, n_vars = ff->f->n_vars;
    r->assume = assume;
    r->n = n;
    r->words = (n + 63) / 64;
    r->stmt = ARENA_ARRAY(a, struct fuse_stmt, n);
    r->at = ARENA_ARRAY(a, int, n);
    r->mentions = ARENA_ARRAY(a, int, n_vars);
    struct reading reads = {.r = r, .last_def = ARENA_ARRAY(a, int, n_vars)};
    for (int i = 0; i < n_vars; ++i) {
        reads.last_def[i] = -1;
    }
    for (int i = 0; i < n; ++i) {
        struct tstmt *s = b->item[i];
        r->stmt[i] = (struct fuse_stmt){.s = s, .def = stmt_def(s), .vertex = -1};
        r->stmt[i].before = ARENA_ARRAY(a, uint64_t, r->words);
    }
    if (known) {
        fuse_assume_as(r, known);
    }
    for (int i = 0; i < n; ++i) {
        look_at(r, i);
        order(r, i, &reads);
    }
    keep_shared(r);
    fuse_drop_fills(r);
    return r;
}
