/* Array statements -> loops: the TIR it leaves has no MAP, REDUCE or FUSED.
 *
 *   MAP      a FOR per axis, in the order of the destination's memory; all but the innermost are
 *            parallel (a single one is), so that outer ones run as one index space
 *   REDUCE   expand_reduce.c and expand_walk.c
 *
 * It is the one pass that changes the TIR in place; what follows (bounds, dependence, simd, chunks,
 * emission) knows loops only. Loops inside a prange of the source are serial. The pass needs ids
 * that are dense, and keeps them so. */
#include "expand.h"

#include "expander.h"
#include "fuse_walk.h"

/* ---- MAP */

static void expand_map(struct expander *x, const struct tstmt *s, struct expand_list *to) {
    const struct tspace *space = &s->map.space;
    bool fortran = s->map.dst->type->layout == TY_F;
    struct expand_nest nest = {0};
    for (int i = 0; i < space->rank; ++i) {
        expand_axis(&nest, space, fortran ? space->rank - 1 - i : i);
    }
    expand_mark_parallel(&nest, nest.n);
    struct expand_list *body = expand_open(x, &nest, to);
    expand_store(x, body, s->map.dst, s->map.index, s->map.value);
    expand_close(&nest);
}

/* ---- blocks */

static void expand_block(struct expander *x, struct tblock *b);

static void expand_inside(struct expander *x, struct tstmt *s) {
    switch (s->kind) {
    case TS_FOR:
        s->for_.parallel &= !s->for_.implied || x->parallel == 0;
        x->parallel += s->for_.parallel || s->for_.tried;
        expand_block(x, &s->for_.body);
        x->parallel -= s->for_.parallel || s->for_.tried;
        expand_block(x, &s->for_.els);
        break;
    case TS_WHILE:
        expand_block(x, &s->while_.pre);
        expand_block(x, &s->while_.body);
        expand_block(x, &s->while_.els);
        break;
    case TS_IF:
        expand_block(x, &s->if_.then);
        expand_block(x, &s->if_.els);
        break;
    default:
        break;
    }
}

static bool is_array_statement(const struct tstmt *s) {
    return s->kind == TS_MAP || s->kind == TS_REDUCE || s->kind == TS_FUSED;
}

static bool has_array_statement(const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        if (is_array_statement(b->item[i])) {
            return true;
        }
    }
    return false;
}

static void expand_block(struct expander *x, struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        expand_inside(x, b->item[i]);
    }
    if (!has_array_statement(b)) {
        return;
    }
    struct expand_list to = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        x->span = s->span;
        x->origin = is_array_statement(s) ? s : NULL;
        if (s->kind == TS_MAP) {
            expand_map(x, s, &to);
        } else if (s->kind == TS_REDUCE) {
            expand_reduce(x, s, &to);
        } else if (s->kind == TS_FUSED) {
            expand_fused(x, s, &to);
            x->renumber = true;
        } else {
            vec_push(x->a, &to.s, s);
        }
    }
    *b = expand_block_of(&to);
}

void expand_run(struct arena *a, struct tmodule *m) {
    struct arena work;
    arena_init(&work);
    for (int i = 0; i < m->funcs.n; ++i) {
        struct expander x = {.a = a, .m = m, .f = m->funcs.item[i]};
        x.vars = (struct new_vars){.f = x.f, .table = &work};
        expand_block(&x, &x.f->body);
        if (x.renumber) {
            tir_renumber(a, x.f);
        }
        arena_clear(&work);
    }
    arena_free(&work);
}
