/* A partitioned region -> statements, in an order that keeps what must come before: blocks
 * (fuse_block.c), and the others without the arrays that nothing needs any more. */
#include <string.h>

#include "build.h"
#include "fuse_rewriter.h"

/* ---- other statements */

/* Instead of the ALLOC of an array that is gone: what it would have refused. */
static void check_extents(struct fuse_rewriter *w, struct tstmt *s) {
    struct ty *t = ty_scalar(w->a, w->r->ff->m, DT_PYBOOL);
    struct texpr *cond = NULL;
    for (int i = 0; i < s->alloc.dst->type->rank; ++i) {
        struct texpr *e = s->alloc.extent[i];
        struct texpr *good = build_binary(w->a, t, OP_GE, e, build_int(w->a, e->type, 0));
        cond = cond ? build_binary(w->a, t, OP_LAND, cond, good) : good;
    }
    struct tstmt *check = build_check(w->a, s->span, cond, "negative dimensions are not allowed");
    check->id = s->id;
    vec_push(w->a, &w->out.s, check);
}

static void add_other(struct fuse_rewriter *w, struct fuse_stmt *x) {
    struct tstmt *s = x->s;
    if (x->dropped) {
        return;
    }
    bool array = x->def && x->def->type->kind == TY_ARRAY;
    bool gone = array && fuse_is_gone(w, x->def);
    if (!gone || (s->kind == TS_ALLOC && x->raises)) {
        stmt_map(w->a, s, fuse_gone_shape, w);
    }
    if (!gone) {
        vec_push(w->a, &w->out.s, s);
    } else if (s->kind == TS_ALLOC && x->raises) {
        check_extents(w, s);
    }
}

/* ---- order */

static void put(struct fuse_rewriter *w, int i);

static void put_before(struct fuse_rewriter *w, int i) {
    const uint64_t *before = w->r->stmt[i].before;
    for (int k = 0; k < w->r->words; ++k) {
        for (uint64_t left = before[k]; left; left &= left - 1) {
            int j = 64 * k + __builtin_ctzll(left);
            if (!w->done[j]) {
                put(w, j);
            }
        }
    }
}

/* Puts statement i, or all of its block, after what must stand before. */
static void put(struct fuse_rewriter *w, int i) {
    struct fuse_region *r = w->r;
    if (r->stmt[i].vertex < 0) {
        w->done[i] = true;
        put_before(w, i);
        add_other(w, &r->stmt[i]);
        return;
    }
    int block = w->schedule->block[r->stmt[i].vertex];
    for (int v = 0; v < r->n_vertices; ++v) {
        if (w->schedule->block[v] == block) {
            w->done[r->at[v]] = true;
        }
    }
    for (int v = 0; v < r->n_vertices; ++v) {
        if (w->schedule->block[v] == block) {
            put_before(w, r->at[v]);
        }
    }
    fuse_add_block(w, block);
}

struct tblock fuse_rewrite(struct arena *out, struct fuse_region *r,
                           const struct fuse_schedule *schedule, struct fuse_report *report) {
    struct fuse_rewriter w = {.a = out, .r = r, .schedule = schedule, .report = report};
    w.needed = ARENA_ARRAY(r->a, bool, r->n_vertices);
    w.done = ARENA_ARRAY(r->a, bool, r->n);
    fuse_find_needed(&w);
    for (int i = 0; i < r->n; ++i) {
        if (!w.done[i]) {
            put(&w, i);
        }
    }
    return (struct tblock){.n = w.out.s.n, .item = w.out.s.item};
}
