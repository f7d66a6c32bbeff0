/* Steps: functions that a time loop calls to go through its arrays once,
 *
 *     for t in range(steps):
 *         step(u, v)
 *         u, v = v, u
 *
 * Their statements take the place of the call, so that what they go through may wait for later
 * steps (schedule/sweeps.c). That pass decides; this one asks whether kinds of statements stand in
 * the way, in the function and in the loop. */
#include "inline_private.h"
#include "walk.h"

/* What a block has at any depth. */
struct content {
    bool apart;  /* nothing that writes elements outside of loops, or has other effects */
    bool sweeps; /* array statements, or loops in loops or in parallel, that write elements */
    bool prange; /* an explicit parallel loop */
};

/* depth: loops around the block, of which one is parallel if `wide`. */
static void look(const struct inliner *x, const struct tblock *b, int depth, bool wide,
                 struct content *c) {
    for (int i = 0; i < b->n && c->apart; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        const struct inlinable *callee;
        bool loop = s->kind == TS_FOR;
        switch (s->kind) {
        case TS_ASSIGN:
        case TS_INDEX:
        case TS_CHECK:
        case TS_IF:
        case TS_FOR:
        case TS_BREAK:
        case TS_CONTINUE:
        case TS_RETURN:
        case TS_VIEW:
        case TS_ALLOC:
            break;
        case TS_STORE:
            c->apart = depth > 0;
            c->sweeps = c->sweeps || wide || depth > 1;
            break;
        case TS_MAP:
            c->sweeps = true;
            break;
        case TS_CALL:
            callee = &x->callee[s->call.callee->id];
            c->apart = !s->call.catches && (callee->step || callee->leaf);
            c->sweeps = c->sweeps || callee->step;
            c->prange = c->prange || callee->prange;
            break;
        default:
            c->apart = false;
        }
        c->prange = c->prange || (loop && s->for_.parallel && !s->for_.implied);
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            look(x, block[k], depth + loop, wide || (loop && s->for_.parallel), c);
        }
    }
}

static bool block_sweeps(const struct inliner *x, const struct tblock *b, bool *prange) {
    struct content c = {.apart = true};
    look(x, b, 0, false, &c);
    *prange = c.prange;
    return c.apart && c.sweeps;
}

/* ---- arguments of which one may show elements of another */

/* Marks what a block makes views, or names of views. */
static bool mark_views(const struct tblock *b, bool *view) {
    bool any = false;
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        const struct tvar *dst = stmt_def(s);
        const struct texpr *from = s->kind == TS_ASSIGN ? s->assign.value : NULL;
        bool names = from && (from->kind == TE_VAR ? view[from->var->id] : from->kind == TE_ITEM);
        if (dst && !view[dst->id] && (s->kind == TS_VIEW || s->kind == TS_CALL || names)) {
            any = view[dst->id] = true;
        }
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            any = mark_views(block[k], view) || any;
        }
    }
    return any;
}

/* The analysis would know more of them than in the function, which has them tested when called. */
static bool may_meet(struct inliner *x, const struct tstmt *call) {
    bool *view = ARENA_ARRAY(&x->work, bool, x->ff.n_vars + x->ff.f->n_vars);
    while (mark_views(&x->ff.f->body, view)) {
    }
    for (int i = 0; i < call->call.n; ++i) {
        const struct texpr *a = call->call.arg[i];
        for (int k = 0; a->type->kind == TY_ARRAY && k < call->call.n; ++k) {
            const struct texpr *b = call->call.arg[k];
            bool apart = a->kind == TE_VAR && b->kind == TE_VAR && a->var != b->var &&
                         !view[a->var->id] && !view[b->var->id];
            if (k != i && b->type->kind == TY_ARRAY && !apart) {
                return true;
            }
        }
    }
    return false;
}

bool inline_keeps_verdicts(struct inliner *x, const struct tstmt *call) {
    return !x->callee[call->call.callee->id].prange || !may_meet(x, call);
}

/* ---- functions and loops */

bool inline_is_step(const struct inliner *x, const struct tfunc *f, bool *prange) {
    return block_sweeps(x, &f->body, prange);
}

bool inline_is_time_loop(const struct inliner *x, const struct tstmt *s) {
    bool prange, serial = s->kind == TS_WHILE || (s->kind == TS_FOR && !s->for_.parallel);
    return serial && block_sweeps(x, s->kind == TS_FOR ? &s->for_.body : &s->while_.body, &prange);
}
