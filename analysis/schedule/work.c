/* Estimated scalar operations of a nest, as an expression at its entry. */
#include "build.h"
#include "passes.h"
#include "thresholds.h"

#define MAX_NESTED 6 /* counters inside the bounds of counters, beyond which we guess */

struct estimator {
    struct scope *sc;
    double cost; /* of the expressions being counted */
};

static struct texpr *number(struct estimator *w, double x) {
    return build_float(w->sc->arena, w->sc->ty_float, x);
}

static struct texpr *binary(struct estimator *w, enum op op, struct texpr *x, struct texpr *y) {
    return build_op(w->sc->arena, w->sc->ty_float, op, x, y);
}

/* ---- numbers of iterations */

static struct texpr *form_float(struct estimator *w, const struct form *f, int depth);

/* The middle of a counter's range; NULL when that is not plain. */
static struct texpr *middle(struct estimator *w, struct atom *counter, int depth) {
    struct range *r = range_of(w->sc, counter);
    if (depth == 0 || r->n_lower == 0 || r->n_upper == 0) {
        return NULL;
    }
    struct form *sum =
        form_add(w->sc->arena, r->lower[r->n_lower - 1], r->upper[r->n_upper - 1], 1);
    struct texpr *e = sum ? form_float(w, sum, depth - 1) : NULL;
    return e ? binary(w, OP_MUL, number(w, 0.5), e) : NULL;
}

static struct texpr *atom_float(struct estimator *w, struct atom *atom, int depth) {
    if (atom->kind == ATOM_COUNTER) {
        return middle(w, atom, depth);
    }
    struct form *f = form_atom(w->sc->arena, atom);
    return build_cast(w->sc->arena, w->sc->ty_float, form_expr(w->sc, f));
}

static struct texpr *form_float(struct estimator *w, const struct form *f, int depth) {
    struct texpr *sum = number(w, 0);
    for (int i = 0; i < f->n; ++i) {
        struct texpr *product = number(w, (double)f->term[i].coef);
        for (int k = 0; k < f->term[i].n; ++k) {
            struct texpr *x = atom_float(w, f->term[i].factor[k], depth);
            if (!x) {
                return NULL;
            }
            product = binary(w, OP_MUL, product, x);
        }
        sum = binary(w, OP_ADD, sum, product);
    }
    return sum;
}

/* How often a FOR runs on average. */
static struct texpr *trips(struct estimator *w, struct tstmt *loop) {
    struct range *r = range_of(w->sc, counter_of(w->sc, loop));
    if (r->n_lower == 0 || r->n_upper == 0) {
        return number(w, WORK_TURNS);
    }
    struct arena *a = w->sc->arena;
    struct form *width = form_add(a, r->upper[r->n_upper - 1], r->lower[r->n_lower - 1], -1);
    width = form_add(a, width, form_const(a, 1), 1);
    struct texpr *e = width ? form_float(w, width, MAX_NESTED) : NULL;
    if (!e) {
        return number(w, WORK_TURNS);
    }
    double step = r->step_value ? (double)r->step_value : 1;
    e = step == 1 || step == -1 ? e
                                : binary(w, OP_MUL, e, number(w, 1 / (step < 0 ? -step : step)));
    return binary(w, OP_PYMAX, number(w, 0), e);
}

/* ---- operations */

static void count_node(struct texpr *e, void *context) {
    struct estimator *w = context;
    if (e->kind == TE_OP) {
        w->cost += op_info[e->op.op].flags & OPF_EXPENSIVE ? WORK_EXPENSIVE : 1;
    } else if (e->kind == TE_LOAD || e->kind == TE_SELECT) {
        w->cost += 1;
    }
}

static void count_expr(struct texpr *e, void *context) {
    expr_walk(e, count_node, context);
}

static double stmt_cost(struct estimator *w, const struct tstmt *s) {
    w->cost = 0;
    if (fits_tested(s) && w->sc->hoisted[s->id]) {
        return 0;
    }
    stmt_exprs(s, count_expr, w);
    if (s->kind == TS_STORE || s->kind == TS_INDEX || s->kind == TS_CHECK) {
        w->cost += 1;
    } else if (s->kind == TS_CALL || s->kind == TS_ALLOC || s->kind == TS_LIST) {
        w->cost += WORK_CALL;
    } else if (s->kind == TS_LIB) {
        w->cost += s->lib.fn == OP_MATMUL ? WORK_PRODUCT : WORK_LIBRARY;
    }
    return w->cost;
}

static struct texpr *block_work(struct estimator *w, const struct tblock *b, double *cost);

/* One loop: iterations times (its straight part and one step, and the loops inside). */
static struct texpr *loop_work(struct estimator *w, struct tstmt *s) {
    double cost = 1;
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    struct texpr *inside = number(w, 0);
    for (int i = 0; i < n; ++i) {
        inside = binary(w, OP_ADD, inside, block_work(w, block[i], &cost));
    }
    struct texpr *times = s->kind == TS_FOR ? trips(w, s) : number(w, WORK_TURNS);
    return binary(w, OP_MUL, times, binary(w, OP_ADD, inside, number(w, cost)));
}

/* Loops in the block as an expression; straight statements are added to *cost. */
static struct texpr *block_work(struct estimator *w, const struct tblock *b, double *cost) {
    struct texpr *loops = number(w, 0);
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        if (s->kind == TS_FOR || s->kind == TS_WHILE) {
            loops = binary(w, OP_ADD, loops, loop_work(w, s));
            continue;
        }
        *cost += stmt_cost(w, s);
        if (s->kind == TS_IF) { /* half of both branches */
            double branches = 0;
            struct texpr *then = block_work(w, &s->if_.then, &branches);
            struct texpr *both = binary(w, OP_ADD, then, block_work(w, &s->if_.els, &branches));
            *cost += branches / 2;
            loops = binary(w, OP_ADD, loops, binary(w, OP_MUL, number(w, 0.5), both));
        }
    }
    return loops;
}

struct texpr *work_estimate(struct scope *sc, const struct nest *nest) {
    struct estimator w = {.sc = sc};
    return loop_work(&w, nest->root);
}
