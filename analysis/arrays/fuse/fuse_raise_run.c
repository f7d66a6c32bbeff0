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
 *         s += z[i]
 *
 * Array statements wait for checks behind them that may as well be made before. */
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

/* ---- what waits for checks */

struct crossing {
    const struct tvar *v;
    bool free;
};

static void see_mention(struct tvar *v, void *context) {
    struct crossing *x = context;
    x->free = x->free && v != x->v;
}

static bool mentions(const struct tstmt *s, const struct tvar *v) {
    struct crossing x = {v, true};
    stmt_reads(s, see_mention, &x);
    return !x.free || stmt_def(s) == v;
}

static void see_element(struct texpr *e, void *context) {
    ((struct crossing *)context)->free &= e->kind != TE_LOAD;
}

static void see_elements(struct texpr *e, void *context) {
    expr_walk(e, see_element, context);
}

/* May s, which reads no elements, run before the array statement? */
static bool may_pass(struct fuse_region *r, const struct tstmt *s, const struct tstmt *array) {
    const struct tvar *v = stmt_def(s), *w = stmt_def(array);
    const struct tvar *dst = array->kind == TS_MAP ? array->map.dst : w ? NULL : array->reduce.dst;
    bool seen = dst && r->root.item[fuse_view_of(r, dst)->root].entry;
    return (!v || !mentions(array, v)) && (!w || !mentions(s, w)) &&
           (s->kind == TS_ASSIGN || !seen);
}

/* Adds a statement of a run, before the array statements that wait from at on where it may pass all
 * of them: so that what a CHECK tells is known where they stand. Returns where those begin that
 * wait from now on. */
static int add(struct fuse_region *r, struct fuse_raised *to, int at, struct tstmt *s,
               const struct tstmt *from) {
    bool scalar = s->kind == TS_ASSIGN && s->assign.dst->type->kind == TY_SCALAR;
    struct crossing x = {NULL, scalar || s->kind == TS_CHECK || s->kind == TS_ALLOC};
    stmt_exprs(s, see_elements, &x);
    for (int i = at; i < to->s.n && x.free; ++i) {
        x.free = may_pass(r, s, to->s.item[i]);
    }
    vec_push(r->a, &to->s, s);
    vec_push(r->a, &to->from, from);
    for (int i = to->s.n - 1; i > at && x.free; --i) {
        to->s.item[i] = to->s.item[i - 1];
        to->from.item[i] = to->from.item[i - 1];
        to->s.item[i - 1] = s;
        to->from.item[i - 1] = from;
    }
    return x.free ? at + 1 : fuse_is_array(s) ? at : to->s.n;
}

/* ---- runs */

/* What stands for one statement; false where the run ends before it. */
static bool add_stmt(struct arena *out, struct fuse_region *r, struct tstmt *s, bool serial,
                     struct fuse_raised *to, int *waits) {
    struct tblock maps;
    struct tstmt *check = as_check(out, s);
    if (s->kind == TS_FOR) {
        if ((!serial && !s->for_.parallel) || !fuse_raise(out, r, s, &maps)) {
            return false;
        }
        for (int i = 0; i < maps.n; ++i) {
            fuse_region_note(r, maps.item[i]);
            *waits = add(r, to, *waits, maps.item[i], s);
        }
        return true;
    }
    s = check ? check : s;
    if (!fuse_may_stand(s)) {
        return false;
    }
    fuse_region_note(r, s);
    *waits = add(r, to, *waits, s, NULL);
    return true;
}

/* What the longest run that may be from some statement on has. */
struct prospect {
    int n;
    int arrays; /* array statements of the source */
    int loops;  /* parallel ones */
    int checks; /* `if cond: raise` */
};

static struct prospect look_ahead(struct arena *a, const struct tblock *b, int first) {
    struct prospect p = {0};
    for (; first + p.n < b->n && p.n < FUSE_MAX_STATEMENTS; ++p.n) {
        const struct tstmt *s = b->item[first + p.n];
        bool check = as_check(a, s) != NULL;
        if (!fuse_may_stand(s) && s->kind != TS_FOR && !check) {
            break;
        }
        p.arrays += fuse_is_array(s);
        p.loops += s->kind == TS_FOR && s->for_.parallel;
        p.checks += check;
    }
    return p;
}

bool fuse_raise_run(struct arena *out, struct arena *work, struct fuse_function *ff,
                    const struct tblock *b, int first, struct fuse_raised *to) {
    const struct prospect p = look_ahead(work, b, first);
    int loops = 0, arrays = 0, waits = 0;
    *to = (struct fuse_raised){0};
    if (p.arrays == 0 && p.loops < 2) {
        return false;
    }
    struct fuse_region *r = fuse_region_begin(work, ff);
    for (int i = first; i < first + p.n; ++i) {
        waits = p.checks > 0 ? waits : to->s.n;
        if (!add_stmt(out, r, b->item[i], p.arrays > 0, to, &waits)) {
            break;
        }
        ++to->n;
        loops += b->item[i]->kind == TS_FOR;
        arrays += fuse_is_array(b->item[i]);
    }
    return loops > 0 && loops + arrays > 1;
}
