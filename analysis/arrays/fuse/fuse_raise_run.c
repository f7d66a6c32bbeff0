/* Runs of statements with loops among them -> runs of array statements.
 *
 * A loop becomes array statements where others stand beside it: of the source, or such that come
 * from another parallel loop. `if c: raise E` between them is a CHECK, which keeps no loops apart
 * and tells what later ones need to know:
 *
 *     if len(y) != len(x):                   check y.shape[0] == x.shape[0] else ValueError
 *         raise ValueError("lengths")        map k < x.shape[0] { z[k] = x[k] + y[k] }
 *     for i in prange(len(x)):        ->     reduce k < x.shape[0] { s += z[k] }
 *         z[i] = x[i] + y[i]
 *     for i in prange(len(x)):
 *         s += z[i] */
#include "build.h"
#include "fuse_region.h"

/* not e, by what a CHECK can tell of: equations, all of which hold. */
static struct texpr *negated(struct arena *a, struct texpr *e) {
    struct texpr *to = NULL;
    if (e->kind == TE_OP && e->op.op == OP_LOR) {
        to = build_binary(a, e->type, OP_LAND, negated(a, e->op.arg[0]), negated(a, e->op.arg[1]));
    } else if (e->kind == TE_OP && e->op.op == OP_NE) {
        to = build_binary(a, e->type, OP_EQ, e->op.arg[0], e->op.arg[1]);
    } else {
        to = build_not(a, e->type, e);
    }
    to->span = e->span;
    return to;
}

/* `if cond: raise` as a CHECK, or NULL. */
static struct tstmt *as_check(struct arena *a, const struct tstmt *s) {
    const struct tstmt *only =
        s->kind == TS_IF && s->if_.then.n == 1 && s->if_.els.n == 0 ? s->if_.then.item[0] : NULL;
    if (!only || only->kind != TS_RAISE || only->raise.again) {
        return NULL;
    }
    struct texpr *holds = negated(a, s->if_.cond);
    struct tstmt *check = build_check(a, only->span, holds, only->raise.message);
    check->check.exc = only->raise.exc;
    return check;
}

static void add(struct arena *a, struct fuse_raised *to, struct tstmt *s,
                const struct tstmt *from) {
    vec_push(a, &to->s, s);
    vec_push(a, &to->from, from);
}

/* What stands for one statement; false where the run ends before it. */
static bool add_stmt(struct arena *out, struct fuse_region *r, struct tstmt *s, bool serial,
                     struct fuse_raised *to) {
    struct tblock maps;
    struct tstmt *check = as_check(out, s);
    if (s->kind == TS_FOR) {
        if ((!serial && !s->for_.parallel) || !fuse_raise(out, r, s, &maps)) {
            return false;
        }
        for (int i = 0; i < maps.n; ++i) {
            fuse_region_note(r, maps.item[i]);
            add(r->a, to, maps.item[i], s);
        }
        return true;
    }
    s = check ? check : s;
    if (!fuse_may_stand(s)) {
        return false;
    }
    fuse_region_note(r, s);
    add(r->a, to, s, NULL);
    return true;
}

/* Statements of the block that may be in a run, or are loops: how many array statements of the
 * source, and how many loops, there are. */
static int longest(struct arena *a, const struct tblock *b, int first, int *arrays, int *loops) {
    int n = 0;
    *arrays = *loops = 0;
    for (; first + n < b->n && n < FUSE_MAX_STATEMENTS; ++n) {
        const struct tstmt *s = b->item[first + n];
        if (!fuse_may_stand(s) && s->kind != TS_FOR && !as_check(a, s)) {
            break;
        }
        *arrays += fuse_is_array(s);
        *loops += s->kind == TS_FOR && s->for_.parallel;
    }
    return n;
}

bool fuse_raise_run(struct arena *out, struct arena *work, struct fuse_function *ff,
                    const struct tblock *b, int first, struct fuse_raised *to) {
    int arrays, parallel, loops = 0, most = longest(work, b, first, &arrays, &parallel);
    *to = (struct fuse_raised){0};
    if (arrays == 0 && parallel < 2) {
        return false;
    }
    struct fuse_region *r = fuse_region_begin(work, ff);
    int beside = arrays;
    arrays = 0;
    for (int i = first; i < first + most; ++i) {
        if (!add_stmt(out, r, b->item[i], beside > 0, to)) {
            break;
        }
        ++to->n;
        loops += b->item[i]->kind == TS_FOR;
        arrays += fuse_is_array(b->item[i]);
    }
    return loops > 0 && loops + arrays > 1;
}
