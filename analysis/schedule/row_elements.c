/* Statements on vectors as loops over elements of whole arrays:
 *
 *     for j in range(n):                        if stop of i <= A.shape[0] and A.shape[0] == ...:
 *         t = A[:i, j]; u = x[:i]                   for j in range(n):
 *         check len(t) == len(u)                        s = 0.0
 *         s = sum of t[k] * u[k]                        for k in range(i): s += A[k, j] * x[k]
 *         y[j] = s                                      y[j] = s
 *
 * What is known of loops over elements holds then: lanes along j, tiles, the order of loops. A view
 * is where it begins and ends in an array that is there before the loop, which counters of the loop
 * and of those inside may say; that nothing is clipped, that vectors are as long as each other and
 * that what is written shares no memory with what is read are asked once, before the loop. */
#include "row_elements.h"

#include <string.h>

#include "build.h"
#include "rewrite.h"
#include "row_flat.h"

enum { MOST_STATEMENTS = 60 };

static bool refuse(struct flat *x) {
    x->fits = false;
    return false;
}

static void ask(struct flat *x, struct texpr *test) {
    for (int i = 0; i < x->asked.n; ++i) {
        if (expr_equal(x->asked.item[i], test)) {
            return;
        }
    }
    vec_push(x->a, &x->asked, test);
}

void row_compare(struct flat *x, enum op op, struct texpr *p, struct texpr *q) {
    ask(x, build_binary(x->a, x->ty_bool, op, p, q));
}

struct texpr *row_number(const struct flat *x, int64_t value) {
    return build_int(x->a, x->ty_int, value);
}

struct texpr *row_sum(const struct flat *x, struct texpr *p, struct texpr *q) {
    return p ? build_op(x->a, x->ty_int, OP_ADD, p, q) : q;
}

struct texpr *row_less(const struct flat *x, struct texpr *p, struct texpr *q) {
    return q ? build_op(x->a, x->ty_int, OP_SUB, p, q) : p;
}

/* ---- what is known before the loop */

static bool changes(const struct texpr *e, const void *context) {
    const struct flat *x = context;
    return e->kind == TE_VAR     ? x->defs[e->var->id] > 0
           : e->kind == TE_SHAPE ? x->defs[e->shape.array->id] > 0
                                 : e->kind == TE_LOAD;
}

static bool is_known(const struct flat *x, const struct texpr *e) {
    return !expr_any(e, changes, x);
}

/* The least or the greatest value of e in the loop, of what is known before; NULL: who knows. */
static struct texpr *extreme(const struct flat *x, struct texpr *e, bool greatest) {
    if (is_known(x, e)) {
        return e;
    }
    if (e->kind == TE_VAR && x->counts[e->var->id]) {
        const struct tstmt *loop = x->counts[e->var->id];
        int64_t step = 0;
        bool known = expr_int_value(loop->for_.step, &step) && (step == 1 || step == -1);
        bool last = greatest == (step == 1);
        struct texpr *end =
            known ? extreme(x, last ? loop->for_.stop : loop->for_.start, greatest) : NULL;
        return end && last ? row_less(x, end, row_number(x, step)) : end;
    }
    bool adds = e->kind == TE_OP && (e->op.op == OP_ADD || e->op.op == OP_SUB);
    struct texpr *p = adds ? extreme(x, e->op.arg[0], greatest) : NULL;
    struct texpr *q =
        p ? extreme(x, e->op.arg[1], e->op.op == OP_ADD ? greatest : !greatest) : NULL;
    return q ? build_op(x->a, x->ty_int, e->op.op, p, q) : NULL;
}

/* e >= 0 all through the loop? */
static bool ask_least(struct flat *x, struct texpr *e) {
    struct texpr *least = extreme(x, e, false);
    int64_t value;
    if (!least) {
        return refuse(x);
    }
    if (!expr_int_value(least, &value)) {
        row_compare(x, OP_GE, least, row_number(x, 0));
        return true;
    }
    return value >= 0 || refuse(x);
}

static bool ask_most(struct flat *x, struct texpr *e, struct texpr *most) {
    struct texpr *greatest = extreme(x, e, true);
    if (!greatest || !is_known(x, most)) {
        return refuse(x);
    }
    if (!expr_equal(greatest, most)) {
        row_compare(x, OP_LE, greatest, most);
    }
    return true;
}

/* ---- lengths */

/* How an axis of an array is shown; NULL: by nothing that is followed. */
static const struct row_axis *part_of(struct flat *x, struct tvar *v, int axis) {
    if (x->shown[v->id] && !x->past[v->id]) {
        return &x->shown[v->id]->part[axis];
    }
    if (x->defs[v->id] > 0) {
        return NULL;
    }
    struct row_axis *p = ARENA_NEW(x->a, struct row_axis);
    *p = (struct row_axis){axis, NULL, build_shape(x->a, x->ty_int, v, axis)};
    return p;
}

/* The part that e is the length of. */
const struct row_axis *row_length_of(struct flat *x, const struct texpr *e) {
    if (e->kind == TE_SHAPE) {
        return part_of(x, e->shape.array, e->shape.axis);
    }
    if (e->kind == TE_VAR) {
        return x->same[e->var->id];
    }
    return NULL;
}

/* As long as each other, maybe if that is asked? */
static bool as_long(struct flat *x, const struct row_axis *p, const struct row_axis *q) {
    if (!p || !q || !p->start != !q->start || (p->start && !expr_equal(p->start, q->start))) {
        return false;
    }
    if (expr_equal(p->stop, q->stop)) {
        return true;
    }
    if (!is_known(x, p->stop) || !is_known(x, q->stop)) {
        return false;
    }
    row_compare(x, OP_EQ, p->stop, q->stop);
    return true;
}

/* A number that is the length of a part, or of two, by whether one of them is 1. */
static const struct row_axis *chosen(struct flat *x, const struct texpr *e) {
    if (e->kind == TE_SHAPE) {
        return row_length_of(x, e);
    }
    const struct row_axis *p = e->kind == TE_SELECT ? row_length_of(x, e->select.a) : NULL;
    const struct row_axis *q = p ? row_length_of(x, e->select.b) : NULL;
    return q && as_long(x, p, q) ? q : NULL;
}

/* Does what a CHECK asks of lengths hold? */
bool row_holds(struct flat *x, const struct texpr *e) {
    if (e->kind != TE_OP || e->op.n != 2) {
        return false;
    }
    const struct texpr *p = e->op.arg[0], *q = e->op.arg[1];
    switch (e->op.op) {
    case OP_EQ:
        return as_long(x, row_length_of(x, p), row_length_of(x, q));
    case OP_LOR:
        return row_holds(x, p) || row_holds(x, q);
    case OP_LAND:
        return row_holds(x, p) && row_holds(x, q);
    default:
        return false;
    }
}

/* ---- views */

/* start:stop of a part, none of which is clipped. */
static bool show_slice(struct flat *x, const struct view_axis *axis, const struct row_axis *of,
                       struct row_axis *to) {
    int64_t value;
    if (axis->step && (!expr_int_value(axis->step, &value) || value != 1)) {
        return refuse(x);
    }
    struct texpr *length = row_less(x, of->stop, of->start);
    *to = *of;
    if (axis->stop && expr_int_value(axis->stop, &value) && value < 0) {
        to->stop = row_sum(x, of->stop, axis->stop);
    } else if (axis->stop) {
        ask_least(x, axis->stop);
        ask_most(x, axis->stop, length);
        to->stop = row_sum(x, of->start, axis->stop);
    }
    if (axis->start && !(expr_int_value(axis->start, &value) && value == 0)) {
        ask_least(x, axis->start);
        to->start = row_sum(x, of->start, axis->start);
    }
    return x->fits;
}

/* Has it another value where the view is read, maybe? */
static bool may_change(const struct texpr *e, const void *context) {
    const struct flat *x = context;
    bool kept = e->kind == TE_VAR && (x->counts[e->var->id] || x->seen[e->var->id]) &&
                x->defs[e->var->id] == 1;
    return changes(e, x) && !kept;
}

static bool show_axis(struct flat *x, const struct view_axis *axis, const struct row_axis *of,
                      struct shown *to) {
    struct row_axis *part = &to->part[to->rank];
    switch (axis->kind) {
    case VIEW_INDEX:
        if (expr_any(axis->index, may_change, x)) {
            return refuse(x);
        }
        to->index[of->axis] = row_sum(x, of->start, axis->index);
        return true;
    case VIEW_STRETCH:
        if (!as_long(x, of, row_length_of(x, axis->extent))) {
            return refuse(x);
        }
        *part = *of;
        break;
    case VIEW_FULL:
        *part = *of;
        break;
    case VIEW_SLICE:
        show_slice(x, axis, of, part);
        break;
    default:
        return refuse(x);
    }
    ++to->rank;
    return x->fits;
}

static bool same_places(const struct shown *p, const struct shown *q) {
    bool same = p->rank == q->rank;
    for (int k = 0; same && k < p->root->type->rank; ++k) {
        same =
            !p->index[k] == !q->index[k] && (!p->index[k] || expr_equal(p->index[k], q->index[k]));
    }
    for (int k = 0; same && k < p->rank; ++k) {
        const struct row_axis *x = &p->part[k], *y = &q->part[k];
        same = x->axis == y->axis && !x->start == !y->start &&
               (!x->start || expr_equal(x->start, y->start)) && expr_equal(x->stop, y->stop);
    }
    return same;
}

static struct shown whole(struct flat *x, struct tvar *v) {
    struct shown s = {v, v->type->rank, {{0}}, {0}};
    for (int k = 0; k < s.rank; ++k) {
        s.part[k] = (struct row_axis){k, NULL, build_shape(x->a, x->ty_int, v, k)};
    }
    return s;
}

struct shown row_shown_of(struct flat *x, struct tvar *v) {
    struct shown none = {0};
    bool followed = x->shown[v->id] && !x->past[v->id];
    return followed ? *x->shown[v->id] : x->defs[v->id] == 0 ? whole(x, v) : none;
}

/* e = counter, or what does not change, + *more; NULL: who knows. What INDEX wraps is not. */
static const struct texpr *split(const struct flat *x, const struct texpr *e, int64_t *more) {
    int64_t value;
    if (e->kind == TE_VAR && x->index[e->var->id] && x->defs[e->var->id] == 1) {
        return split(x, x->index[e->var->id]->index.index, more);
    }
    if (e->kind == TE_OP && (e->op.op == OP_ADD || e->op.op == OP_SUB) &&
        expr_int_value(e->op.arg[1], &value) && value > -1000 && value < 1000) {
        const struct texpr *rest = split(x, e->op.arg[0], more);
        *more += e->op.op == OP_ADD ? value : -value;
        return rest;
    }
    *more = 0;
    bool counts = e->kind == TE_VAR && x->counts[e->var->id] && x->defs[e->var->id] == 1;
    return counts || is_known(x, e) ? e : NULL;
}

/* Different columns of an array: indices of one axis differ by a number, less than the extent that
 * they are wrapped by. */
static bool ask_columns(struct flat *x, const struct shown *p, const struct shown *q) {
    for (int k = 0; k < p->root->type->rank; ++k) {
        int64_t here = 0, there = 0;
        const struct texpr *a = p->index[k] ? split(x, p->index[k], &here) : NULL;
        const struct texpr *b = q->index[k] ? split(x, q->index[k], &there) : NULL;
        int64_t by = here > there ? here - there : there - here;
        if (a && b && by != 0 && expr_equal(a, b)) {
            row_compare(x, OP_GT, build_shape(x->a, x->ty_int, p->root, k), row_number(x, by));
            return true;
        }
    }
    return false;
}

static bool ask_apart(struct flat *x, const struct tstmt *s, const struct shown *of) {
    struct shown other = row_shown_of(x, s->view.apart);
    if (!other.root) {
        return refuse(x);
    }
    if (other.root == of->root) {
        bool same = !s->view.scattered && same_places(of, &other);
        return same || ask_columns(x, of, &other) || refuse(x);
    }
    ask(x, build_apart(x->a, x->ty_bool, of->root, other.root));
    return true;
}

static bool see_view(struct flat *x, const struct tstmt *s) {
    struct shown of = row_shown_of(x, s->view.base);
    if (!of.root || s->view.part != PART_WHOLE || s->view.order || s->view.n != of.rank ||
        s->view.dst->id < x->first || x->defs[s->view.dst->id] != 1) {
        return refuse(x);
    }
    struct shown made = {.root = of.root};
    for (int k = 0; k < of.root->type->rank; ++k) {
        made.index[k] = of.index[k];
    }
    for (int k = 0; k < s->view.n && x->fits; ++k) {
        show_axis(x, &s->view.axis[k], &of.part[k], &made);
    }
    if (x->fits && s->view.apart) {
        ask_apart(x, s, &of);
    }
    x->shown[s->view.dst->id] = ARENA_NEW(x->a, struct shown);
    *x->shown[s->view.dst->id] = made;
    return x->fits;
}

/* ---- statements that stay, or go */

static void see_part(struct texpr *e, void *context) {
    struct flat *x = context;
    struct tvar *v = e->kind == TE_LOAD    ? e->load.array
                     : e->kind == TE_SHAPE ? e->shape.array
                                           : NULL;
    if (e->kind == TE_APART || e->kind == TE_ORDER || e->kind == TE_TUPLE || e->kind == TE_ITEM ||
        (v && !row_shown_of(x, v).root) ||
        (e->kind == TE_VAR && x->same[e->var->id] && x->past[e->var->id])) {
        refuse(x);
    }
}

static void see_expr(struct texpr *e, void *context) {
    expr_walk(e, see_part, context);
}

static void see_space(struct flat *x, const struct tspace *space) {
    x->fits = x->fits && space->rank == 1;
    x->vectors = true;
}

static void see_block(struct flat *x, const struct tblock *b);

static void see_for(struct flat *x, const struct tstmt *s) {
    int64_t step;
    x->fits = x->fits && !s->for_.parallel && s->for_.els.n == 0 &&
              expr_int_value(s->for_.step, &step) && step == 1;
    see_block(x, &s->for_.body);
}

static void see_stmt(struct flat *x, const struct tstmt *s) {
    if (s->kind == TS_CHECK && row_holds(x, s->check.cond)) {
        return;
    }
    if (s->kind == TS_ASSIGN && s->assign.dst->type->kind == TY_SCALAR) {
        bool own = s->assign.dst->id >= x->first && x->defs[s->assign.dst->id] == 1;
        x->same[s->assign.dst->id] = own ? chosen(x, s->assign.value) : NULL;
    }
    stmt_exprs(s, see_expr, x);
    switch (s->kind) {
    case TS_ASSIGN:
        x->fits = x->fits && s->assign.dst->type->kind == TY_SCALAR;
        break;
    case TS_STORE:
        x->fits = x->fits && row_shown_of(x, s->store.array).root;
        break;
    case TS_INDEX:
        x->fits = x->fits && x->defs[s->index.array->id] == 0;
        break;
    case TS_VIEW:
        see_view(x, s);
        break;
    case TS_MAP:
        see_space(x, &s->map.space);
        x->fits = x->fits && s->map.dst->type->kind == TY_ARRAY && row_shown_of(x, s->map.dst).root;
        break;
    case TS_REDUCE:
        see_space(x, &s->reduce.space);
        x->fits = x->fits && s->reduce.dst->type->kind == TY_SCALAR;
        break;
    case TS_FOR:
        see_for(x, s);
        break;
    default:
        x->fits = false;
    }
}

static void see_block(struct flat *x, const struct tblock *b) {
    for (int i = 0; i < b->n && x->fits; ++i) {
        const struct tvar *v = stmt_def(b->item[i]);
        see_stmt(x, b->item[i]);
        if (v) {
            x->seen[v->id] = true;
        }
    }
    for (int i = 0; i < b->n; ++i) {
        const struct tvar *v = stmt_def(b->item[i]);
        if (v) {
            x->past[v->id] = true;
        }
    }
}

/* ---- definitions */

static void count_block(struct flat *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        struct tstmt *s = b->item[i];
        struct tvar *v = stmt_def(s);
        if (v) {
            ++x->defs[v->id];
        }
        if (s->kind == TS_INDEX) {
            x->index[v->id] = s;
        }
        if (s->kind == TS_FOR) {
            x->counts[v->id] = s;
        }
        const struct tspace *space = s->kind == TS_MAP      ? &s->map.space
                                     : s->kind == TS_REDUCE ? &s->reduce.space
                                                            : NULL;
        for (int k = 0; space && k < space->rank; ++k) {
            ++x->defs[space->counter[k]->id];
        }
        for (int k = stmt_blocks(s, block); k-- > 0;) {
            count_block(x, block[k]);
        }
    }
}

/* ---- the loop */

static struct flat looked_at(struct arena *a, struct arena *work, struct tmodule *m,
                             const struct tfunc *f, int first, struct tstmt *loop) {
    struct flat x = {.a = a,
                     .m = m,
                     .ty_int = ty_scalar(a, m, DT_INT),
                     .ty_bool = ty_scalar(a, m, DT_PYBOOL),
                     .first = first,
                     .defs = ARENA_ARRAY(work, int, f->n_vars),
                     .counts = ARENA_ARRAY(work, struct tstmt *, f->n_vars),
                     .shown = ARENA_ARRAY(work, struct shown *, f->n_vars),
                     .same = ARENA_ARRAY(work, const struct row_axis *, f->n_vars),
                     .index = ARENA_ARRAY(work, struct tstmt *, f->n_vars),
                     .seen = ARENA_ARRAY(work, bool, f->n_vars),
                     .past = ARENA_ARRAY(work, bool, f->n_vars),
                     .fits = true};
    struct tblock one = {1, &loop};
    count_block(&x, &one);
    see_block(&x, &loop->for_.body);
    memset(x.past, 0, sizeof(*x.past) * (size_t)f->n_vars);
    return x;
}

/* Is there a statement on vectors, among not too many? */
static bool has_vectors(const struct tblock *b, int *left) {
    bool has = false;
    for (int i = 0; i < b->n && --*left >= 0; ++i) {
        const struct tstmt *s = b->item[i];
        bool inside = s->kind == TS_FOR && has_vectors(&s->for_.body, left);
        has = has || inside || s->kind == TS_MAP || s->kind == TS_REDUCE;
    }
    return has && *left >= 0;
}

bool row_elements_fit(struct arena *a, struct arena *work, struct tmodule *m, const struct tfunc *f,
                      struct tstmt *loop) {
    int left = MOST_STATEMENTS;
    if (!has_vectors(&loop->for_.body, &left)) {
        return false;
    }
    struct flat x = looked_at(a, work, m, f, 0, loop);
    return x.fits && x.vectors;
}

struct texpr *row_elements(struct arena *a, struct arena *work, struct tmodule *m,
                           const struct tfunc *f, int first, struct tstmt *loop,
                           struct texpr *cond) {
    struct flat x = looked_at(a, work, m, f, first, loop);
    if (!x.fits || !x.vectors) {
        return NULL;
    }
    bool band = row_is_band(&x, &loop->for_.body);
    for (int i = 0; i < x.asked.n; ++i) {
        cond = build_binary(a, x.ty_bool, OP_LAND, cond, x.asked.item[i]);
    }
    row_make_loops(&x, &loop->for_.body, band);
    return cond;
}
