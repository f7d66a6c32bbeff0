/* A partitioned region -> statements: blocks become FUSED statements, what a block writes and reads
 * goes through scalars, and arrays that nothing else needs are gone. */
#include <string.h>

#include "build.h"
#include "fuse_graph.h"

struct rewriter {
    struct arena *a;
    struct fuse_region *r;
    const struct partition *p;
    bool *gone;   /* by root */
    bool *needed; /* by vertex: what it computes is used */
    bool *done;   /* by statement: stands in the result */
    VEC(struct tstmt *) out;
};

/* ---- what is needed */

static const struct fuse_access *written(const struct fuse_stmt *x) {
    return x->access.n > 0 && x->access.item[x->access.n - 1].write
               ? &x->access.item[x->access.n - 1]
               : NULL;
}

/* Does a needed member of v's block, after v, read what v writes? */
static bool read_later(const struct rewriter *w, int v, const struct fuse_access *write) {
    for (int u = v + 1; u < w->r->n_vertices; ++u) {
        const struct fuse_stmt *x = &w->r->stmt[w->r->at[u]];
        for (int i = 0; w->needed[u] && w->p->block[u] == w->p->block[v] && i < x->access.n; ++i) {
            if (!x->access.item[i].write && x->access.item[i].identity == write->identity) {
                return true;
            }
        }
    }
    return false;
}

/* Does a needed member of v's block, after v, write all of it again? */
static bool written_later(const struct rewriter *w, int v, const struct fuse_access *write) {
    for (int u = v + 1; u < w->r->n_vertices; ++u) {
        const struct fuse_stmt *x = &w->r->stmt[w->r->at[u]];
        const struct fuse_access *other = written(x);
        if (w->needed[u] && w->p->block[u] == w->p->block[v] && x->s->kind == TS_MAP && other &&
            other->identity == write->identity) {
            return true;
        }
    }
    return false;
}

static void find_needed(struct rewriter *w) {
    for (int i = 0; i < w->r->root.n; ++i) {
        w->gone[i] = fuse_contracted(w->r, i, w->p->block);
    }
    for (int v = w->r->n_vertices - 1; v >= 0; --v) {
        const struct fuse_access *write = written(&w->r->stmt[w->r->at[v]]);
        bool stays = write && !w->gone[write->root] && !written_later(w, v, write);
        w->needed[v] = !write || stays || read_later(w, v, write);
    }
}

/* ---- shapes of arrays that are gone */

static bool is_gone(const struct rewriter *w, const struct tvar *v) {
    const struct fuse_view *x = v->id < w->r->ff->n_vars ? w->r->view[v->id] : NULL;
    return v->type->kind == TY_ARRAY && x && w->gone[x->root];
}

static struct texpr *gone_shape(struct texpr *e, void *context) {
    struct rewriter *w = context;
    if (e->kind != TE_SHAPE || !is_gone(w, e->shape.array)) {
        return NULL;
    }
    const struct fuse_root *root = &w->r->root.item[w->r->view[e->shape.array->id]->root];
    struct texpr *extent = w->r->stmt[root->alloc].s->alloc.extent[e->shape.axis];
    return fuse_map_expr(w->a, extent, gone_shape, w);
}

/* ---- a block */

struct forward {
    int identity;
    struct tvar *scalar;
};

struct member {
    struct rewriter *w;
    const struct fuse_stmt *x;
    const struct tspace *own, *common;
    struct forward *forward;
    int n_forwards;
};

/* Counters become the block's; elements written before in the block are scalars. */
static struct texpr *at_point(struct texpr *e, void *context) {
    struct member *m = context;
    for (int i = 0; e->kind == TE_VAR && i < m->own->rank; ++i) {
        if (e->var == m->own->counter[i]) {
            return build_var(m->w->a, m->common->counter[i]);
        }
    }
    if (e->kind != TE_LOAD) {
        return gone_shape(e, m->w);
    }
    for (int i = 0; i < m->x->access.n; ++i) {
        for (int k = 0; m->x->access.item[i].load == e && k < m->n_forwards; ++k) {
            if (m->forward[k].identity == m->x->access.item[i].identity) {
                return build_var(m->w->a, m->forward[k].scalar);
            }
        }
    }
    return NULL;
}

static struct tstmt *copy_stmt(struct arena *a, const struct tstmt *s) {
    struct tstmt *copy = ARENA_NEW(a, struct tstmt);
    *copy = *s;
    return copy;
}

struct block_items {
    VEC(struct tstmt *) item;
    struct forward forward[PARTITION_MAX];
    int n_forwards;
};

static void forward_later(struct block_items *b, int identity, struct tvar *scalar) {
    for (int i = 0; i < b->n_forwards; ++i) {
        if (b->forward[i].identity == identity) {
            b->forward[i].scalar = scalar;
            return;
        }
    }
    b->forward[b->n_forwards++] = (struct forward){identity, scalar};
}

/* Adds vertex v to the items of its block. */
static void add_member(struct rewriter *w, struct block_items *b, int v,
                       const struct tspace *common) {
    const struct fuse_stmt *x = &w->r->stmt[w->r->at[v]];
    struct tstmt *s = copy_stmt(w->a, x->s);
    struct member m = {w, x, fuse_space(x->s), common, b->forward, b->n_forwards};
    fuse_map_stmt(w->a, s, at_point, &m);
    *fuse_space(s) = *common;
    const struct fuse_access *write = s->kind == TS_MAP ? written(x) : NULL;
    if (!write || !read_later(w, v, write)) {
        vec_push(w->a, &b->item, s);
        return;
    }
    struct tstmt *first = copy_stmt(w->a, s);
    struct tvar *scalar = fuse_new_var(w->a, w->r->ff->f, s->map.dst->name, s->map.value->type);
    scalar->span = s->span;
    first->map.dst = scalar;
    first->map.index = NULL;
    vec_push(w->a, &b->item, first);
    forward_later(b, write->identity, scalar);
    if (!w->gone[write->root] && !written_later(w, v, write)) {
        s->map.value = build_var(w->a, scalar);
        vec_push(w->a, &b->item, s);
    }
}

static void add_block(struct rewriter *w, int block) {
    struct block_items b = {0};
    struct tspace common = {0};
    struct tstmt *first = NULL;
    for (int v = 0; v < w->r->n_vertices; ++v) {
        if (w->p->block[v] != block) {
            continue;
        }
        struct fuse_stmt *x = &w->r->stmt[w->r->at[v]];
        if (!w->needed[v]) {
            continue;
        }
        if (!first) {
            first = x->s;
            common = *fuse_space(x->s);
            common.extent = ARENA_ARRAY(w->a, struct texpr *, common.rank);
            for (int i = 0; i < common.rank; ++i) {
                common.extent[i] = fuse_map_expr(w->a, fuse_space(x->s)->extent[i], gone_shape, w);
            }
        }
        add_member(w, &b, v, &common);
    }
    if (b.item.n == 1) {
        vec_push(w->a, &w->out, b.item.item[0]);
    } else if (b.item.n > 1) {
        struct tstmt *s = copy_stmt(w->a, first);
        s->kind = TS_FUSED;
        s->fused.space = common;
        s->fused.n = b.item.n;
        s->fused.item = b.item.item;
        vec_push(w->a, &w->out, s);
    }
}

/* ---- other statements */

static struct texpr *operation(struct rewriter *w, enum op op, struct texpr *x, struct texpr *y,
                               struct ty *type) {
    struct texpr *e = ARENA_NEW(w->a, struct texpr);
    e->kind = TE_OP;
    e->type = type;
    e->op.op = op;
    e->op.n = 2;
    e->op.arg[0] = x;
    e->op.arg[1] = y;
    return e;
}

/* Instead of the ALLOC of an array that is gone: what it would have refused. */
static void check_extents(struct rewriter *w, struct tstmt *s) {
    struct ty *t = ty_scalar(w->a, w->r->ff->m, DT_PYBOOL);
    struct texpr *cond = NULL;
    for (int i = 0; i < s->alloc.dst->type->rank; ++i) {
        struct texpr *e = s->alloc.extent[i];
        struct texpr *good = operation(w, OP_GE, e, build_int(w->a, e->type, 0), t);
        cond = cond ? operation(w, OP_LAND, cond, good, t) : good;
    }
    struct tstmt *check = copy_stmt(w->a, s);
    check->kind = TS_CHECK;
    memset(&check->check, 0, sizeof(check->check));
    check->check.cond = cond;
    check->check.exc = TEXC_VALUE;
    check->check.message = "negative dimensions are not allowed";
    vec_push(w->a, &w->out, check);
}

static void add_other(struct rewriter *w, struct fuse_stmt *x) {
    struct tstmt *s = x->s;
    if (x->dropped) {
        return;
    }
    bool array = x->def && x->def->type->kind == TY_ARRAY;
    bool gone = array && is_gone(w, x->def);
    if (!gone || (s->kind == TS_ALLOC && x->raises)) {
        fuse_map_stmt(w->a, s, gone_shape, w);
    }
    if (!gone) {
        vec_push(w->a, &w->out, s);
    } else if (s->kind == TS_ALLOC && x->raises) {
        check_extents(w, s);
    }
}

/* ---- order */

static void put(struct rewriter *w, int i);

static void put_before(struct rewriter *w, int i) {
    for (int j = 0; j < w->r->n; ++j) {
        if (fuse_bit(w->r->stmt[i].before, j) && !w->done[j]) {
            put(w, j);
        }
    }
}

/* Puts statement i, or all of its block, after what must stand before. */
static void put(struct rewriter *w, int i) {
    struct fuse_region *r = w->r;
    if (r->stmt[i].vertex < 0) {
        w->done[i] = true;
        put_before(w, i);
        add_other(w, &r->stmt[i]);
        return;
    }
    int block = w->p->block[r->stmt[i].vertex];
    for (int v = 0; v < r->n_vertices; ++v) {
        if (w->p->block[v] == block) {
            w->done[r->at[v]] = true;
        }
    }
    for (int v = 0; v < r->n_vertices; ++v) {
        if (w->p->block[v] == block) {
            put_before(w, r->at[v]);
        }
    }
    add_block(w, block);
}

struct tblock fuse_rewrite(struct arena *out, struct fuse_region *r, const struct partition *p) {
    struct rewriter w = {.a = out, .r = r, .p = p};
    w.gone = ARENA_ARRAY(r->a, bool, r->root.n);
    w.needed = ARENA_ARRAY(r->a, bool, r->n_vertices);
    w.done = ARENA_ARRAY(r->a, bool, r->n);
    find_needed(&w);
    for (int i = 0; i < r->n; ++i) {
        if (!w.done[i]) {
            put(&w, i);
        }
    }
    return (struct tblock){.n = w.out.n, .item = w.out.item};
}
