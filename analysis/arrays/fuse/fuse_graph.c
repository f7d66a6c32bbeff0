/* A region as a partition problem: what may share loops, and why not. */
#include "fuse_graph.h"

#include <string.h>

/* ---- pairs */

struct search {
    const struct tvar *v;
    bool found;
};

static void look_for(struct tvar *v, void *context) {
    struct search *x = context;
    x->found = x->found || v == x->v;
}

static bool reads_var(const struct tstmt *s, const struct tvar *v) {
    struct search x = {v, false};
    stmt_reads(s, look_for, &x);
    return x.found;
}

static const char *var_name(const struct fuse_region *r, int root) {
    const struct fuse_root *x = &r->root.item[root];
    return x->entry ? x->entry->name : r->stmt[x->alloc].s->alloc.dst->name;
}

static bool same_points(const struct fuse_access *x, const struct fuse_access *y) {
    return x->pointwise && y->pointwise && x->identity == y->identity &&
           memcmp(x->at, y->at, sizeof(x->at)) == 0;
}

/* p and q in loops over rows: q reads what p made of each row, or one of them has a point per row.
 * What both touch then are elements that belong to the row. */
static bool by_rows(const struct fuse_region *r, const struct fuse_stmt *p,
                    const struct fuse_stmt *q) {
    return r->assume == ASSUME_ROWS && (q->unlike >> p->vertex & 1 || fuse_reduces_rows(p->s));
}

/* Does any point of one touch what another point of the other writes, or may it? */
static const struct why *why_memory(struct fuse_region *r, const struct fuse_stmt *p,
                                    const struct fuse_stmt *q) {
    bool rows = by_rows(r, p, q);
    for (int i = 0; i < p->access.n; ++i) {
        for (int k = 0; k < q->access.n; ++k) {
            const struct fuse_access *x = &p->access.item[i], *y = &q->access.item[k];
            if ((!x->write && !y->write) || !fuse_may_meet(r, x->view, y->view)) {
                continue;
            }
            bool made = rows && fuse_same_element(x, y) && !(y->write && q->s->kind == TS_REDUCE);
            if (made || ((q->unlike >> p->vertex & 1) == 0 && same_points(x, y))) {
                continue;
            }
            const char *name = var_name(r, x->root), *other = var_name(r, y->root);
            return why_new(r->a, x->root == y->root ? WHY_OTHER_POINTS : WHY_OVERLAP, name, other);
        }
    }
    return NULL;
}

/* Statements of unlike spaces, by rows: why not? */
static const struct why *why_spaces(const struct fuse_region *r, const struct fuse_stmt *p,
                                    const struct fuse_stmt *q) {
    uint64_t bit = (uint64_t)1 << p->vertex;
    const struct fuse_stmt *row = q->rows & bit ? p : q, *full = row == p ? q : p;
    if ((q->unlike & bit) == 0) {
        return NULL;
    }
    bool by_row = ((q->rows | q->of_rows) & bit) != 0;
    if (by_row && r->assume != ASSUME_ROWS) {
        return why_new(r->a, WHY_PER_ROW, NULL, NULL);
    }
    if (!by_row || row->s->kind != TS_MAP || full->def ||
        (full->s->kind == TS_REDUCE && !fuse_reduces_rows(full->s))) {
        return why_new(r->a, WHY_EXTENTS, NULL, NULL);
    }
    return NULL;
}

static bool keeps_axes(const struct tstmt *s) {
    return s->kind == TS_REDUCE && s->reduce.dst->type->kind == TY_ARRAY;
}

/* any and all, whose loops end early. */
static bool ends_early(const struct tstmt *s) {
    return s->kind == TS_REDUCE && (s->reduce.op == OP_LAND || s->reduce.op == OP_LOR);
}

static const struct why *why_reductions(const struct fuse_region *r, const struct tstmt *p,
                                        const struct tstmt *q) {
    if (ends_early(p) || ends_early(q)) {
        return why_new(r->a, WHY_ENDS_EARLY, NULL, NULL);
    }
    if (p->kind != TS_REDUCE || q->kind != TS_REDUCE) {
        return NULL;
    }
    bool same = keeps_axes(p) == keeps_axes(q);
    for (int i = 0; same && i < p->reduce.space.rank; ++i) {
        same = p->reduce.reduced[i] == q->reduce.reduced[i];
    }
    return same ? NULL : why_new(r->a, WHY_OTHER_AXES, NULL, NULL);
}

/* By statement: the array statements that must run before it. */
static uint64_t *array_statements_before(const struct fuse_region *r) {
    uint64_t *before = ARENA_ARRAY(r->a, uint64_t, r->n);
    for (int i = 0; i < r->n; ++i) {
        for (int u = 0; u < r->n_vertices; ++u) {
            before[i] |= fuse_bit(r->stmt[i].before, r->at[u]) ? (uint64_t)1 << u : 0;
        }
    }
    return before;
}

/* Array statements that reach v through a statement that is none. */
static uint64_t through_others(const struct fuse_region *r, const uint64_t *before, int v) {
    const struct fuse_stmt *x = &r->stmt[r->at[v]];
    uint64_t found = 0;
    for (int w = 0; w < r->at[v]; ++w) {
        if (before[w] && r->stmt[w].vertex < 0 && fuse_bit(x->before, w)) {
            found |= before[w];
        }
    }
    return found;
}

/* The first statement between that keeps u and v apart. */
static const struct why *why_between(const struct fuse_region *r, int u, int v) {
    for (int w = r->at[u]; w < r->at[v]; ++w) {
        const struct fuse_stmt *x = &r->stmt[w];
        if (x->vertex >= 0 || !fuse_bit(x->before, r->at[u]) ||
            !fuse_bit(r->stmt[r->at[v]].before, w)) {
            continue;
        }
        enum why_kind kind = x->def                   ? WHY_MADE_BETWEEN
                             : x->s->kind == TS_CHECK ? WHY_CHECK_BETWEEN
                                                      : WHY_STORE_BETWEEN;
        return why_new(r->a, kind, x->def ? x->def->name : NULL, NULL);
    }
    return why_new(r->a, WHY_STATEMENT_BETWEEN, NULL, NULL);
}

static const struct why *why_not(struct fuse_region *r, int u, int v, uint64_t through) {
    const struct fuse_stmt *p = &r->stmt[r->at[u]], *q = &r->stmt[r->at[v]];
    if (p->def && reads_var(q->s, p->def)) {
        return why_new(r->a, WHY_KNOWN_AFTER, p->def->name, NULL);
    }
    if (through >> u & 1) {
        return why_between(r, u, v);
    }
    const struct why *why = why_spaces(r, p, q);
    if (why) {
        return why;
    }
    if (q->def && (reads_var(p->s, q->def) || p->def == q->def)) {
        return why_new(r->a, WHY_CHANGES, q->def->name, NULL);
    }
    why = why_memory(r, p, q);
    return why ? why : why_reductions(r, p->s, q->s);
}

/* ---- views and arrays */

struct builder {
    struct fuse_graph *x;
    VEC(int) identity; /* by view */
    VEC(int) root;     /* by view */
    VEC(int64_t) bytes;
};

static int view_number(struct builder *b, const struct fuse_access *x) {
    for (int i = 0; i < b->identity.n; ++i) {
        if (b->identity.item[i] == x->identity && b->root.item[i] == x->root) {
            return i;
        }
    }
    struct arena *a = b->x->r->a;
    vec_push(a, &b->identity, x->identity);
    vec_push(a, &b->root, x->root);
    vec_push(a, &b->bytes, x->bytes);
    return b->identity.n - 1;
}

static void add_vertex(struct builder *b, int v) {
    struct fuse_region *r = b->x->r;
    const struct fuse_stmt *s = &r->stmt[r->at[v]];
    struct partition_vertex *p = &b->x->g.vertex[v];
    p->read = ARENA_ARRAY(r->a, int, s->access.n);
    p->write = ARENA_ARRAY(r->a, int, s->access.n);
    for (int i = 0; i < s->access.n; ++i) {
        int view = view_number(b, &s->access.item[i]);
        if (s->access.item[i].write) {
            p->write[p->n_writes++] = view;
        } else {
            p->read[p->n_reads++] = view;
        }
    }
}

static void add_roots(struct fuse_graph *x) {
    struct fuse_region *r = x->r;
    x->g.n_arrays = r->root.n;
    x->g.born = ARENA_ARRAY(r->a, int, r->root.n);
    x->g.dies = ARENA_ARRAY(r->a, int, r->root.n);
    for (int i = 0; i < r->root.n; ++i) {
        const struct fuse_root *root = &r->root.item[i];
        bool inside = root->alloc >= 0 && !root->kept;
        x->g.born[i] = inside ? root->first : -1;
        x->g.dies[i] = inside ? root->last : -1;
    }
}

struct fuse_graph fuse_graph_build(struct fuse_region *r) {
    struct arena *a = r->a;
    int n = r->n_vertices;
    struct fuse_graph x = {.r = r, .g = {.n = n}};
    struct builder b = {.x = &x};
    x.why = ARENA_ARRAY(a, const struct why *, n *n);
    x.g.vertex = ARENA_ARRAY(a, struct partition_vertex, n);
    x.g.before = ARENA_ARRAY(a, uint64_t, n);
    x.g.forbidden = ARENA_ARRAY(a, uint64_t, n);
    const uint64_t *before = array_statements_before(r);
    for (int v = 0; v < n; ++v) {
        add_vertex(&b, v);
        uint64_t through = through_others(r, before, v);
        x.g.before[v] = before[r->at[v]];
        for (int u = 0; u < v; ++u) {
            const struct why *why = why_not(r, u, v, through);
            x.why[v * n + u] = why;
            x.g.forbidden[v] |= why ? (uint64_t)1 << u : 0;
            x.g.forbidden[u] |= why ? (uint64_t)1 << v : 0;
        }
    }
    add_roots(&x);
    x.g.n_views = b.identity.n;
    x.g.bytes = b.bytes.item;
    x.g.array = b.root.item;
    return x;
}
