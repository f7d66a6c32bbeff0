/* Loops whose iterations sum up what those before them have stored:
 *
 *     for j in range(n):                        sums = zeros(n)
 *         s = 0.0                               for j in range(n):
 *         for k in range(j):                        s = sums[j]
 *             s += x[k] * a[k, j]         ->        x[j] = (b[j] - s) / a[j, j]
 *         x[j] = (b[j] - s) / a[j, j]               for m in range(j + 1, n):
 *                                                       sums[m] += x[j] * a[j, m]
 *
 * Each sum has its terms in the same order. But where j is along the last axis of a, k is not: what
 * goes down a column goes along a row then, in vectors. Rows of triangular factors (LU), systems
 * whose matrix is transposed. */
#include "row_pushes.h"

#include "build.h"
#include "rewrite.h"

struct pushes {
    struct arena *a;
    struct tmodule *m;
    struct new_vars *vars;
    const struct tstmt *loop, *sum; /* the FOR over k */
    int first;
    struct tvar *s;              /* what is summed */
    struct tvar *x;              /* what is stored to, at: */
    struct texpr *const *stored; /* the indices */
    struct tvar *own, *next;     /* x[j], m */
    bool fits, down;             /* a column is read */
    struct texpr *cond;
};

static void demand(struct pushes *p, struct texpr *test) {
    struct ty *truth = ty_scalar(p->a, p->m, DT_PYBOOL);
    p->cond = build_binary(p->a, truth, OP_LAND, p->cond, test);
}

/* ---- indices */

/* What an INDEX of the loop's body wraps; e itself where it is none. */
static const struct texpr *unwrapped(const struct pushes *p, const struct texpr *e) {
    const struct tblock *b = &p->loop->for_.body;
    for (int i = 0; e->kind == TE_VAR && i < b->n; ++i) {
        if (b->item[i]->kind == TS_INDEX && b->item[i]->index.dst == e->var) {
            return b->item[i]->index.index;
        }
    }
    return e;
}

static bool is_var(const struct texpr *e, const struct tvar *v) {
    return e->kind == TE_VAR && e->var == v;
}

static bool is_row(const struct pushes *p, const struct texpr *e) { /* j */
    return is_var(unwrapped(p, e), p->loop->for_.counter);
}

static bool is_term(const struct pushes *p, const struct texpr *e) { /* k */
    return is_var(e, p->sum->for_.counter);
}

static bool defined_here(const struct texpr *e, const void *context) {
    const struct pushes *p = context;
    return e->kind == TE_LOAD || (e->kind == TE_VAR && e->var->id >= p->first);
}

/* Is it the same in all iterations? */
static bool is_fixed(const struct pushes *p, const struct texpr *e) {
    return !expr_any(unwrapped(p, e), defined_here, p);
}

/* ---- what is stored */

static bool see_store(struct pushes *p, const struct tstmt *s) {
    int last = s->store.n - 1;
    bool fits = s->store.n > 0 && is_row(p, s->store.index[last]);
    for (int i = 0; i < last; ++i) {
        fits = fits && is_fixed(p, s->store.index[i]) &&
               (!p->x || expr_equal(s->store.index[i], p->stored[i]));
    }
    fits = fits && (!p->x || p->x == s->store.array);
    p->x = s->store.array;
    p->stored = s->store.index;
    return fits;
}

static bool see_body(struct pushes *p) {
    const struct tblock *b = &p->loop->for_.body;
    bool fits = true;
    for (int i = 0; fits && i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        switch (s->kind) {
        case TS_ASSIGN:
            fits = s->assign.dst->type->kind == TY_SCALAR && s->assign.dst->id >= p->first;
            break;
        case TS_INDEX:
            fits = s->index.dst->id >= p->first;
            break;
        case TS_STORE:
            fits = see_store(p, s);
            break;
        default:
            fits = s == p->sum;
        }
    }
    return fits && p->x;
}

/* ---- the terms */

/* x at what iteration k has stored? */
static bool is_own(const struct pushes *p, const struct texpr *e) {
    int last = e->load.n - 1;
    bool own = e->load.array == p->x && is_term(p, e->load.index[last]);
    for (int i = 0; own && i < last; ++i) {
        own = expr_equal(e->load.index[i], p->stored[i]);
    }
    return own;
}

/* Does no iteration store what this reads, of rows that k goes through? */
static bool is_other_row(struct pushes *p, const struct texpr *e) {
    for (int i = 0; e->load.array == p->x && i < e->load.n - 1; ++i) {
        const struct texpr *row = unwrapped(p, p->stored[i]);
        if (is_term(p, e->load.index[i]) && expr_equal(row, p->loop->for_.stop)) {
            return true;
        }
    }
    return false;
}

static void see_load(struct pushes *p, const struct texpr *e) {
    struct ty *truth = ty_scalar(p->a, p->m, DT_PYBOOL);
    int last = e->load.n - 1;
    bool fits = e->load.n > 0, down = false;
    for (int i = 0; i <= last; ++i) {
        const struct texpr *at = e->load.index[i];
        bool row = is_row(p, at);
        fits = fits && (row || is_term(p, at) || is_fixed(p, at));
        down = down || (i < last && is_term(p, at));
        if (row) { /* which is checked in each iteration of its own */
            struct texpr *extent = build_shape(p->a, p->loop->for_.stop->type, e->load.array, i);
            demand(p, build_binary(p->a, truth, OP_LE, p->loop->for_.stop, extent));
        }
    }
    p->down = p->down || (fits && down && is_row(p, e->load.index[last]));
    if (fits && e->load.array != p->x) {
        demand(p, build_apart(p->a, truth, e->load.array, p->x));
    } else {
        fits = fits && is_other_row(p, e);
    }
    p->fits = p->fits && fits;
}

/* k is j then, and j is m. */
static struct texpr *pushed(struct texpr *e, void *context) {
    struct pushes *p = context;
    if (e->kind == TE_LOAD && is_own(p, e)) {
        return build_var(p->a, p->own);
    }
    if (e->kind == TE_LOAD) {
        see_load(p, e);
    } else if (e->kind == TE_VAR && is_term(p, e)) {
        return build_var(p->a, p->loop->for_.counter);
    } else if (e->kind == TE_VAR && is_row(p, e)) {
        return build_var(p->a, p->next);
    } else if (e->kind == TE_VAR || e->kind == TE_APART || e->kind == TE_ORDER) {
        p->fits = p->fits && is_fixed(p, e);
    }
    return NULL;
}

/* ---- the statements */

static struct tvar *new_var(const struct pushes *p, const char *name, struct ty *type) {
    struct tvar *v = tir_new_var(p->a, p->vars, name, type);
    v->is_temp = true;
    v->span = p->sum->span;
    return v;
}

static struct texpr *at(const struct pushes *p, struct tvar *array, struct tvar *i) {
    struct texpr **index = ARENA_ARRAY(p->a, struct texpr *, 1);
    index[0] = build_var(p->a, i);
    return build_load(p->a, p->s->type, array, index);
}

static struct texpr *own_value(const struct pushes *p) {
    struct texpr **index = ARENA_ARRAY(p->a, struct texpr *, p->x->type->rank);
    for (int i = 0; i < p->x->type->rank; ++i) {
        index[i] = p->stored[i];
    }
    return build_load(p->a, ty_scalar(p->a, p->m, p->x->type->dtype), p->x, index);
}

/* for m in range(j + 1, n): sums[m] += term */
static struct tstmt *spread(struct pushes *p, struct tvar *sums, struct texpr *term) {
    struct tstmt *loop = build_stmt(p->a, TS_FOR, p->sum->span);
    struct tstmt *store = build_stmt(p->a, TS_STORE, p->sum->span);
    struct ty *integer = p->loop->for_.start->type;
    struct texpr *sum = at(p, sums, p->next), *one = build_int(p->a, integer, 1);
    store->store.array = sums;
    store->store.n = 1;
    store->store.index = sum->load.index;
    store->store.value = build_binary(p->a, p->s->type, OP_ADD, sum, term);
    loop->for_.counter = p->next;
    loop->for_.start = build_op(p->a, integer, OP_ADD, build_var(p->a, p->loop->for_.counter), one);
    loop->for_.stop = p->loop->for_.stop;
    loop->for_.step = one;
    loop->for_.body = build_block(p->a, store);
    return loop;
}

static void make(struct pushes *p, struct texpr *term, struct tblock *to) {
    struct tstmt *loop = (struct tstmt *)p->loop, *alloc = build_stmt(p->a, TS_ALLOC, p->sum->span);
    struct tblock *b = &loop->for_.body;
    struct tvar *sums = new_var(p, "sums", ty_array(p->a, p->m, p->s->type->dtype, 1, TY_C));
    struct tstmt **item = ARENA_ARRAY(p->a, struct tstmt *, b->n + 1);
    int n = 0;
    alloc->alloc.dst = sums;
    alloc->alloc.extent = ARENA_ARRAY(p->a, struct texpr *, 1);
    alloc->alloc.extent[0] = loop->for_.stop;
    alloc->alloc.fill = FILL_ZERO;
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        if (s == p->sum) {
            s = build_assign(p->a, s->span, p->s, at(p, sums, loop->for_.counter));
        } else if (s->kind == TS_ASSIGN && s->assign.dst == p->s) {
            continue;
        }
        item[n++] = s;
    }
    item[n++] = build_assign(p->a, p->sum->span, p->own, own_value(p));
    item[n++] = spread(p, sums, term);
    *b = (struct tblock){n, item};
    to->n = 2;
    to->item = ARENA_ARRAY(p->a, struct tstmt *, 2);
    to->item[0] = alloc;
    to->item[1] = loop;
}

/* ---- the loop */

static bool is_zero(const struct texpr *e) { /* as memory that is filled */
    bool real = e->kind == TE_CONST && dtype_info[e->type->dtype].kind != KIND_COMPLEX;
    return real && e->value.i == 0;
}

/* for k in range(j): s = s + term, s begun with 0; NULL: it is another one. */
static struct texpr *term_of(struct pushes *p) {
    const struct tblock *b = &p->loop->for_.body;
    int64_t value;
    int sums = 0, begun = 0, set = 0;
    for (int i = 0; i < b->n; ++i) {
        if (b->item[i]->kind == TS_FOR) {
            p->sum = b->item[i];
            ++sums;
        }
    }
    const struct tstmt *s =
        sums == 1 && p->sum->for_.body.n == 1 ? p->sum->for_.body.item[0] : NULL;
    if (!s || s->kind != TS_ASSIGN || !expr_int_value(p->loop->for_.start, &value) || value != 0 ||
        !expr_int_value(p->sum->for_.start, &value) || value != 0 ||
        !is_var(p->sum->for_.stop, p->loop->for_.counter)) {
        return NULL;
    }
    const struct texpr *e = s->assign.value;
    p->s = s->assign.dst;
    for (int i = 0; i < b->n; ++i) {
        bool to = b->item[i]->kind == TS_ASSIGN && b->item[i]->assign.dst == p->s;
        set += to;
        begun +=
            to && i + 1 < b->n && b->item[i + 1] == p->sum && is_zero(b->item[i]->assign.value);
    }
    bool adds = e->kind == TE_OP && e->op.op == OP_ADD && is_var(e->op.arg[0], p->s) &&
                dtype_strong(p->s->type->dtype) == p->s->type->dtype;
    return adds && set == 1 && begun == 1 ? e->op.arg[1] : NULL;
}

struct texpr *row_pushes(struct arena *a, struct tmodule *m, struct new_vars *vars, int first,
                         struct tstmt *loop, struct texpr *cond, struct tblock *to) {
    struct pushes p = {
        .a = a, .m = m, .vars = vars, .loop = loop, .first = first, .fits = true, .cond = cond};
    struct texpr *term = term_of(&p);
    if (!term || !see_body(&p)) {
        return NULL;
    }
    p.own = new_var(&p, "own", ty_scalar(a, m, p.x->type->dtype));
    p.next = new_var(&p, "next", loop->for_.counter->type);
    p.next->is_counter = true;
    p.next->is_temp = false;
    term = expr_map(a, term, pushed, &p);
    if (!p.fits || !p.down) {
        return NULL;
    }
    make(&p, term, to);
    return p.cond;
}
