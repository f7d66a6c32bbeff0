/* Estimated scalar operations of a nest, as an expression at its entry.
 *
 * A loop inside that goes from offsets[i] up to offsets[i + 1], by itself or over a view of these
 * bounds, runs so often in all as the offsets are apart at the ends of the nest (nest->rows). So
 * does one from starts[i] up to ends[i] where the call finds that both are of one array. */
#include "build.h"
#include "passes.h"
#include "thresholds.h"

#define MAX_NESTED 6 /* counters inside the bounds of counters, beyond which we guess */

struct estimator {
    struct scope *sc;
    double cost; /* of the expressions being counted */
    const struct nest *nest;
    struct nest_rows *rows; /* loops over rows of the first kind found count there alone; NULL: they
                               count as others do */
    int depth;              /* loops around, of the nest */
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

/* ---- rows of different lengths */

/* The LOAD that e is, seen through casts and variables with one plain definition, and where it
 * stands; NULL: none. */
static struct texpr *load_of(struct scope *sc, struct texpr *e, int *pos) {
    for (int steps = 0; e && steps < 4; ++steps) {
        if (e->kind == TE_LOAD) {
            return e->load.n == 1 ? e : NULL;
        }
        struct tstmt *s = e->kind == TE_VAR ? expr_definition(sc, e, *pos) : NULL;
        *pos = s ? fact_of(sc->facts, s)->pos : *pos;
        e = e->kind == TE_CAST ? e->cast : s && s->kind == TS_ASSIGN ? s->assign.value : NULL;
    }
    return NULL;
}

static bool is_number(struct scope *sc, struct texpr *e, int pos, int64_t number) {
    int64_t value;
    struct form *f = form_of(sc, e, pos);
    return f && form_is_const(f, &value) && value == number;
}

/* An array of the nest that it does not write. */
static bool only_read(const struct nest *nest, const struct tvar *array) {
    for (int i = 0; i < nest->arrays.n; ++i) {
        if (nest->arrays.item[i].var == array) {
            return !nest->arrays.item[i].written;
        }
    }
    return false;
}

/* An index as it is written. */
static struct form *index_form(struct scope *sc, struct texpr *e, int pos) {
    struct tstmt *s = expr_definition(sc, e, pos);
    if (s && s->kind == TS_INDEX) {
        return form_of(sc, s->index.index, fact_of(sc->facts, s)->pos);
    }
    if (e->kind == TE_OP && e->op.op == OP_ADD) {
        struct form *a = index_form(sc, e->op.arg[0], pos), *b = index_form(sc, e->op.arg[1], pos);
        return a && b ? form_add(sc->arena, a, b, 1) : NULL;
    }
    return form_of(sc, e, pos);
}

/* Fills in the offsets when start and stop are two neighbours of an array, or stand in two arrays,
 * and the nest's iterations take them one after the other. */
static bool find_offsets(struct estimator *w, struct texpr *start, struct texpr *stop, int pos,
                         struct nest_rows *rows) {
    struct scope *sc = w->sc;
    struct arena *a = sc->arena;
    int lo_at = pos, hi_at = pos;
    int64_t one;
    struct texpr *lo = start ? load_of(sc, start, &lo_at) : NULL;
    struct texpr *hi = stop ? load_of(sc, stop, &hi_at) : NULL;
    if (!lo || !hi || !only_read(w->nest, lo->load.array) || !only_read(w->nest, hi->load.array) ||
        lo->load.array->type->dtype != hi->load.array->type->dtype) {
        return false;
    }
    bool one_array = lo->load.array == hi->load.array;
    struct form *first = index_form(sc, lo->load.index[0], lo_at), *coef, *rest;
    struct form *next = index_form(sc, hi->load.index[0], hi_at);
    struct form *apart = first && next ? form_add(a, next, first, -1) : NULL;
    struct form *from = form_of(sc, w->nest->root->for_.start, sc->lo);
    bool in_turn = apart && form_is_const(apart, &one) && one == one_array && from &&
                   is_number(sc, w->nest->root->for_.step, sc->lo, 1) &&
                   form_split(a, first, counter_of(sc, w->nest->root), &coef, &rest) &&
                   form_is_const(coef, &one) && one == 1 && !form_counter(rest, 0);
    if (!in_turn) {
        return false;
    }
    rows->offsets = lo->load.array;
    rows->ends = one_array ? NULL : hi->load.array;
    rows->first = form_expr(sc, form_add(a, rest, from, 1));
    return true;
}

/* The same for the extent of a view whose axis has such bounds, as it stands in e. */
static bool find_view(struct estimator *w, struct texpr *e, int pos, struct nest_rows *rows) {
    struct tstmt *s = e->kind == TE_SHAPE ? fact_reaching(w->sc->facts, e->shape.array, pos)
                      : e->kind == TE_VAR ? expr_definition(w->sc, e, pos)
                                          : NULL;
    int at = s ? fact_of(w->sc->facts, s)->pos : pos;
    if (s && s->kind == TS_VIEW && at >= w->sc->lo && e->shape.axis < s->view.n) {
        const struct view_axis *axis = &s->view.axis[e->shape.axis];
        if (axis->kind == VIEW_SLICE && !axis->step) {
            return find_offsets(w, axis->start, axis->stop, at, rows);
        }
        struct texpr same = *e;
        same.shape.array = s->view.base;
        bool kept = axis->kind == VIEW_FULL || axis->kind == VIEW_STRETCH;
        return kept && s->view.base->type->rank == s->view.n && find_view(w, &same, at, rows);
    }
    if (s && s->kind == TS_ASSIGN && e->kind == TE_VAR) {
        return find_view(w, s->assign.value, at, rows);
    }
    for (int i = 0; e->kind == TE_OP && i < e->op.n; ++i) {
        if (find_view(w, e->op.arg[i], pos, rows)) {
            return true;
        }
    }
    return e->kind == TE_SELECT &&
           (find_view(w, e->select.a, pos, rows) || find_view(w, e->select.b, pos, rows));
}

/* Does the loop run over the rows that are looked for? The first such loop says which. */
static bool over_rows(struct estimator *w, const struct tstmt *s) {
    struct nest_rows found = {0};
    int pos = fact_of(w->sc->facts, s)->pos;
    if (!w->rows || w->depth != 1 || s->kind != TS_FOR || !is_number(w->sc, s->for_.step, pos, 1)) {
        return false;
    }
    bool rows =
        find_offsets(w, s->for_.start, s->for_.stop, pos, &found) ||
        (is_number(w->sc, s->for_.start, pos, 0) && find_view(w, s->for_.stop, pos, &found));
    if (rows && !w->rows->offsets) {
        w->rows->offsets = found.offsets;
        w->rows->ends = found.ends;
        w->rows->first = found.first;
    }
    return rows && w->rows->offsets == found.offsets && w->rows->ends == found.ends;
}

static double stmt_cost(struct estimator *w, const struct tstmt *s);

/* Of an item: loops inside, of numbers of turns that are guessed. */
static double item_cost(struct estimator *w, const struct tblock *b) {
    double cost = 1;
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        int n = stmt_blocks(b->item[i], block);
        bool loop = b->item[i]->kind == TS_FOR || b->item[i]->kind == TS_WHILE;
        cost += loop ? 0 : stmt_cost(w, b->item[i]);
        for (int k = 0; k < n; ++k) {
            cost += (loop ? WORK_TURNS : 0.5) * item_cost(w, block[k]);
        }
    }
    return cost;
}

static struct texpr *block_work(struct estimator *w, const struct tblock *b, double *cost);

/* One loop: iterations times (its straight part and one step, and the loops inside). */
static struct texpr *loop_work(struct estimator *w, struct tstmt *s) {
    double cost = 1;
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    if (over_rows(w, s)) {
        w->rows->item += item_cost(w, &s->for_.body);
        return number(w, 1);
    }
    ++w->depth;
    struct texpr *inside = number(w, 0);
    for (int i = 0; i < n; ++i) {
        inside = binary(w, OP_ADD, inside, block_work(w, block[i], &cost));
    }
    --w->depth;
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
    struct estimator w = {.sc = sc, .nest = nest};
    return loop_work(&w, nest->root);
}

struct nest_rows *work_rows(struct scope *sc, const struct nest *nest) {
    struct nest_rows *rows = ARENA_NEW(sc->arena, struct nest_rows);
    struct estimator w = {.sc = sc, .nest = nest, .rows = rows};
    rows->base = loop_work(&w, nest->root);
    return rows->offsets ? rows : NULL;
}
