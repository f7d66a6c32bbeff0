/* Rows of few elements, at indices that are data, go through one loop instead of two:
 *
 *     for k in range(len(c)):                   short = len(c) <= 32 and len(w) == len(c)
 *         check -len(x) <= c[k] < len(x)        if not short:
 *     check len(w) == len(c)                        for k in range(len(c)): check ...
 *     for k in range(len(c)):             =>    check len(w) == len(c)
 *         s += w[k] * x[wrap(c[k])]             if short:
 *                                                   for k in range(len(c)):
 *                                                       index t = c[k] in x
 *                                                       s += w[k] * x[wrap(c[k])]
 *                                               else:
 *                                                   for k in range(len(c)): s += ...
 *
 * Each loop over a row ends where nobody can predict it, which costs more than some of its turns.
 * In bodies of parallel loops, where the rows' own loops run in order. The reduction stores
 * nothing, so that the first error is the same one: what is checked in between holds when short. */
#include "join_checks.h"

#include <string.h>

#include "build.h"
#include "rewrite.h"
#include "thresholds.h"
#include "twins.h"

struct joins {
    struct arena *a;
    struct tmodule *m;
    const struct facts *facts;
    struct new_vars vars;
    int n;                /* variables there were */
    struct tvar **own;    /* by id: the joined loop's, or NULL */
    struct texpr **value; /* by id: what a variable has got since the checks, */
    bool *made;           /* or that it has got something else */
    struct ty *ty_int, *ty_bool;
};

/* ---- which loops */

static bool is_range(const struct tstmt *s) {
    int64_t start, step;
    return s->kind == TS_FOR && !s->for_.parallel && s->for_.els.n == 0 && !s->for_.source &&
           !s->for_.tried && expr_int_value(s->for_.start, &start) && start == 0 &&
           expr_int_value(s->for_.step, &step) && step == 1;
}

/* The extent that an index is checked against, in words as those of INDEX; or NULL. */
static const struct texpr *checked(struct joins *x, const struct tstmt *s) {
    const struct texpr *e = s->check.cond;
    const struct texpr *below = e->kind == TE_OP && e->op.op == OP_LAND ? e->op.arg[1] : NULL;
    const struct texpr *n =
        below && below->kind == TE_OP && below->op.op == OP_LT ? below->op.arg[1] : NULL;
    bool is = n && n->kind == TE_SHAPE && s->check.exc == TEXC_INDEX && s->check.shown &&
              s->check.shown->kind == TE_TUPLE;
    return is && !strcmp(s->check.message,
                         arena_printf(x->a,
                                      "index %%lld is out of bounds for axis %d with size %%lld",
                                      n->shape.axis))
               ? n
               : NULL;
}

/* Does the loop assign numbers, and check indices where it is to? */
static bool is_loop(struct joins *x, const struct tstmt *s, bool checks) {
    bool fits = is_range(s), any = false;
    for (int i = 0; fits && i < s->for_.body.n; ++i) {
        const struct tstmt *in = s->for_.body.item[i];
        bool check = checks && in->kind == TS_CHECK && checked(x, in);
        fits = check || (in->kind == TS_ASSIGN && in->assign.dst->type->kind == TY_SCALAR);
        any = any || check;
    }
    return fits && any == checks;
}

static bool is_dear(const struct texpr *e, const void *unused) {
    (void)unused;
    bool op = e->kind == TE_OP &&
              (e->op.op == OP_ADD || e->op.op == OP_SUB || e->op.op == OP_EQ || e->op.op == OP_NE ||
               e->op.op == OP_LT || e->op.op == OP_LE || e->op.op == OP_GT || e->op.op == OP_GE ||
               e->op.op == OP_LAND || e->op.op == OP_LOR);
    return !op && e->kind != TE_VAR && e->kind != TE_CONST && e->kind != TE_SHAPE &&
           e->kind != TE_SELECT;
}

static struct texpr *value_of(const struct tvar *v, void *context) {
    const struct joins *x = context;
    return v->id < x->n ? x->value[v->id] : NULL;
}

static void see_made(struct tvar *v, void *context) {
    struct joins *x = context;
    x->made[x->n] = x->made[x->n] || v->id >= x->n || (x->made[v->id] && !x->value[v->id]);
}

/* e, known behind the checks, by what is known before them; or NULL. */
static struct texpr *before(struct joins *x, struct texpr *e) {
    x->made[x->n] = false;
    expr_reads(e, see_made, x);
    return x->made[x->n] || expr_any(e, is_dear, NULL) ? NULL
                                                       : expr_substitute(x->a, e, value_of, x);
}

static struct texpr *both(struct joins *x, struct texpr *p, struct texpr *q) {
    return p && q ? build_binary(x->a, x->ty_bool, OP_LAND, p, q) : NULL;
}

/* Where the checks at `at` may wait for a reduction behind them: returns its place, and in *cond
 * when; or -1. */
static int find(struct joins *x, const struct tblock *b, int at, struct texpr **cond) {
    struct texpr *n = b->item[at]->for_.stop;
    *cond = build_binary(x->a, x->ty_bool, OP_LE, n, build_int(x->a, x->ty_int, JOIN_FEW));
    memset(x->value, 0, sizeof(*x->value) * (size_t)x->n);
    memset(x->made, 0, sizeof(*x->made) * (size_t)x->n);
    for (int i = at + 1; *cond && i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        if (is_loop(x, s, false)) {
            struct texpr *end = before(x, s->for_.stop);
            bool same = end && expr_equal(end, n);
            *cond = same  ? *cond
                    : end ? both(x, *cond, build_binary(x->a, x->ty_bool, OP_EQ, end, n))
                          : NULL;
            return *cond ? i : -1;
        }
        if (s->kind == TS_CHECK) {
            *cond = both(x, *cond, before(x, s->check.cond));
        } else if (s->kind == TS_ASSIGN && s->assign.dst->type->kind == TY_SCALAR) {
            x->value[s->assign.dst->id] = before(x, s->assign.value);
            x->made[s->assign.dst->id] = true;
        } else if (s->kind == TS_VIEW && !view_may_copy(s)) {
            x->made[s->view.dst->id] = true;
        } else {
            return -1;
        }
    }
    return -1;
}

/* ---- one loop of both */

static struct texpr *own_var(const struct tvar *v, void *context) {
    const struct joins *x = context;
    struct tvar *own = v->id < x->n ? x->own[v->id] : NULL;
    return own ? build_var(x->a, own) : NULL;
}

/* The checks of a turn, as INDEX statements whose results nobody needs. */
static void add_checks(struct joins *x, const struct tstmt *checks, struct tvar *counter,
                       struct tblock *to) {
    const struct tir_copier copier = {x->a, own_var, NULL, x};
    twins_of(x->a, x->facts, &x->vars, checks, x->n, x->own);
    x->own[checks->for_.counter->id] = counter;
    for (int i = 0; i < checks->for_.body.n; ++i) {
        struct tstmt *s = stmt_copy_as(&copier, checks->for_.body.item[i]);
        const struct texpr *n = s->kind == TS_CHECK ? checked(x, s) : NULL;
        if (n) {
            struct tstmt *index = build_stmt(x->a, TS_INDEX, s->span);
            index->index.dst = tir_new_var(x->a, &x->vars, "at", x->ty_int);
            index->index.dst->is_temp = true;
            index->index.index = s->check.shown->tuple.item[0];
            index->index.array = n->shape.array;
            index->index.axis = index->index.shown_axis = n->shape.axis;
            s = index;
        }
        to->item[to->n++] = s;
    }
}

static struct tstmt *joined(struct joins *x, const struct tstmt *checks,
                            const struct tstmt *reduction) {
    const struct tir_copier copier = {x->a, own_var, NULL, x};
    twins_of(x->a, x->facts, &x->vars, reduction, x->n, x->own);
    struct tstmt *s = stmt_copy_as(&copier, reduction);
    int room = checks->for_.body.n + s->for_.body.n;
    struct tblock body = {.item = ARENA_ARRAY(x->a, struct tstmt *, room)};
    add_checks(x, checks, s->for_.counter, &body);
    for (int i = 0; i < s->for_.body.n; ++i) {
        body.item[body.n++] = s->for_.body.item[i];
    }
    s->for_.body = body;
    return s;
}

static struct tstmt *choose(struct joins *x, struct texpr *cond, struct tstmt *then,
                            struct tstmt *els) {
    struct tstmt *s = build_stmt(x->a, TS_IF, then->span);
    s->if_.cond = cond;
    s->if_.then = build_block(x->a, then);
    s->if_.els = els ? build_block(x->a, els) : (struct tblock){0};
    return s;
}

/* ---- blocks */

static void join_block(struct joins *x, struct tblock *b, bool parallel) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        bool inner = parallel || (s->kind == TS_FOR && (s->for_.parallel || s->for_.tried));
        struct texpr *cond = NULL;
        int at = parallel && is_loop(x, s, true) ? find(x, b, i, &cond) : -1;
        if (at < 0) {
            for (int k = stmt_blocks(s, block); k-- > 0;) {
                join_block(x, (struct tblock *)block[k], inner);
            }
            continue;
        }
        struct tvar *few = tir_new_var(x->a, &x->vars, "few", x->ty_bool);
        few->is_temp = true;
        struct tblock to = {.item = ARENA_ARRAY(x->a, struct tstmt *, b->n + 1)};
        for (int k = 0; k < b->n; ++k) {
            if (k == i) {
                to.item[to.n++] = build_assign(x->a, s->span, few, cond);
            }
            to.item[to.n++] =
                k == i    ? choose(x, build_not(x->a, x->ty_bool, build_var(x->a, few)), s, NULL)
                : k == at ? choose(x, build_var(x->a, few), joined(x, s, b->item[at]), b->item[at])
                          : b->item[k];
        }
        *b = to;
        i = at + 1;
    }
}

static bool has_rows(const struct tblock *b, bool parallel) {
    bool has = false;
    for (int i = 0; i < b->n && !has; ++i) {
        const struct tblock *block[3];
        const struct tstmt *s = b->item[i];
        bool loop = s->kind == TS_FOR;
        has = parallel && loop;
        for (int k = stmt_blocks(s, block); !has && k-- > 0;) {
            has = has_rows(block[k], parallel || (loop && (s->for_.parallel || s->for_.tried)));
        }
    }
    return has;
}

void join_checks(struct arena *a, struct tmodule *m) {
    struct arena work;
    arena_init(&work);
    for (int i = 0; i < m->funcs.n; ++i) {
        struct tfunc *f = m->funcs.item[i];
        if (f->gpu || !has_rows(&f->body, false)) {
            continue;
        }
        tir_number(f);
        struct joins x = {.a = a,
                          .m = m,
                          .facts = facts_collect(&work, f),
                          .vars = {.f = f, .table = &work},
                          .n = f->n_vars,
                          .ty_int = ty_scalar(a, m, DT_INT),
                          .ty_bool = ty_scalar(a, m, DT_PYBOOL)};
        x.own = ARENA_ARRAY(&work, struct tvar *, x.n);
        x.value = ARENA_ARRAY(&work, struct texpr *, x.n);
        x.made = ARENA_ARRAY(&work, bool, x.n + 1);
        join_block(&x, &f->body, false);
        tir_renumber(a, f);
        arena_clear(&work);
    }
    arena_free(&work);
}
