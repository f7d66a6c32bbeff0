/* Elements of a turned array (np.roll), x[(i - by) mod n], without a choice in each iteration
 * (form.h):
 *
 *     for i:                                while at < hi:
 *         y[i] = x[wrap(i - by, n)]             off = n - by if at < by else -by
 *                                     ->        end = min(hi, by) if at < by else hi
 *                                               for i = at, end: y[i] = x[i + off]
 *                                               at = end
 *
 * Compilers make gathers of the loop on the left, and plain vectors of the one on the right. */
#include "build.h"
#include "form.h"
#include "thresholds.h"

/* What the counter is turned by, and where that is put. */
struct cut {
    const struct texpr *by, *n;
    struct tvar *off;
};

struct cuts {
    struct former *m;
    const struct tvar *counter;
    struct cut item[FORM_CUTS];
    int n;
    bool fits;
};

static bool is_given(const struct tblock *b, const struct tvar *v) {
    bool given = false;
    for (int i = 0; i < b->n && !given; ++i) {
        const struct tblock *block[3];
        given = stmt_def(b->item[i]) == v;
        for (int k = stmt_blocks(b->item[i], block) - 1; k >= 0; --k) {
            given = given || is_given(block[k], v);
        }
    }
    return given;
}

/* A number that the loop does not change. */
static bool is_fixed(const struct cuts *x, const struct texpr *e) {
    const struct tblock *body = &x->m->p->stmt->for_.body;
    return e->kind == TE_CONST || (e->kind == TE_SHAPE && !is_given(body, e->shape.array)) ||
           (e->kind == TE_VAR && e->var != x->counter && !is_given(body, e->var));
}

/* wrap(counter - by, n): its cut, a new one where there is none yet; NULL: it is something else. */
static struct cut *cut_of(struct cuts *x, const struct texpr *e) {
    const struct texpr *at = e->kind == TE_OP && e->op.op == OP_WRAP ? e->op.arg[0] : NULL;
    bool turned = at && at->kind == TE_OP && at->op.op == OP_SUB && at->op.arg[0]->kind == TE_VAR &&
                  at->op.arg[0]->var == x->counter && is_fixed(x, at->op.arg[1]) &&
                  is_fixed(x, e->op.arg[1]);
    for (int i = 0; turned && i < x->n; ++i) {
        if (expr_equal(x->item[i].by, at->op.arg[1]) && expr_equal(x->item[i].n, e->op.arg[1])) {
            return &x->item[i];
        }
    }
    if (!turned || x->n == FORM_CUTS) {
        x->fits = x->fits && !turned;
        return NULL;
    }
    x->item[x->n] = (struct cut){.by = at->op.arg[1], .n = e->op.arg[1]};
    return &x->item[x->n++];
}

/* Functions differ in the last digit between vectors and what these leave, so that where a loop of
 * theirs ends must not depend on the part of it that a thread takes. */
static void see(struct texpr *e, void *context) {
    struct cuts *x = context;
    x->fits = x->fits && !(e->kind == TE_OP && (op_info[e->op.op].flags & OPF_VECTOR));
    cut_of(x, e);
}

static void see_all(struct texpr *e, void *context) {
    expr_walk(e, see, context);
}

static struct cuts find(struct former *m) {
    struct cuts x = {.m = m, .counter = m->p->stmt->for_.counter, .fits = true};
    const struct tblock *body = &m->p->stmt->for_.body;
    for (int i = 0; i < body->n; ++i) {
        const struct tblock *block[3];
        stmt_exprs(body->item[i], see_all, &x);
        x.fits = x.fits && stmt_blocks(body->item[i], block) == 0;
    }
    return x;
}

int form_count_cuts(struct former *m) {
    struct cuts x = find(m);
    return x.fits ? x.n : 0;
}

static struct texpr *moved(struct texpr *e, void *context) {
    struct cuts *x = context;
    struct cut *c = cut_of(x, e);
    return c ? form_op(x->m, OP_ADD, e->op.arg[0]->op.arg[0], build_var(x->m->a, c->off)) : NULL;
}

void form_cut(struct former *m, struct form_block *to) {
    struct arena *a = m->a;
    struct cuts x = find(m);
    struct form_block body = {0};
    struct tvar *at = form_int(m, "at"), *end = form_int(m, "end");
    struct texpr *first = build_var(a, at), *last = build_var(a, end);
    form_add_assign(m, &body, end, build_var(a, m->hi));
    for (int i = 0; i < x.n; ++i) {
        struct texpr *by = (struct texpr *)x.item[i].by, *n = (struct texpr *)x.item[i].n;
        struct texpr *back = form_op(m, OP_SUB, form_integer(m, 0), by);
        struct texpr *early = form_op(m, OP_LT, first, by);
        x.item[i].off = form_int(m, "off");
        form_add_assign(m, &body, x.item[i].off,
                        build_select(a, early, form_op(m, OP_SUB, n, by), back));
        form_add_assign(m, &body, end,
                        build_select(a, early, form_op(m, OP_PYMIN, last, by), last));
    }
    struct tstmt *loop = form_add_part(m, &body, at, end);
    x.counter = loop->for_.counter;
    for (int i = 0; i < loop->for_.body.n; ++i) {
        stmt_map(a, loop->for_.body.item[i], moved, &x);
    }
    form_add_assign(m, &body, at, build_var(a, end));
    form_add_assign(m, to, at, build_var(a, m->lo));
    form_add_while(m, to, form_op(m, OP_LT, first, build_var(a, m->hi)), &body);
}
