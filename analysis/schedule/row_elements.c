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

enum { MOST_STATEMENTS = 60 };

/* Axis k of an array or view: from start (NULL: 0) up to stop of the axis of the root. */
struct part {
    int axis;
    struct texpr *start, *stop;
};

/* A view: where each axis of its root is, by an index or by one of its own. */
struct shown {
    struct tvar *root; /* NULL: it is not followed */
    int rank;
    struct part part[TIR_MAX_RANK];
    struct texpr *index[TIR_MAX_RANK]; /* of the root's axes; NULL: one of part */
};

struct flat {
    struct arena *a;
    struct tmodule *m;
    struct ty *ty_int, *ty_bool;
    int first;
    int *defs;                /* by variable: definitions in the loop */
    struct tstmt **counts;    /* by variable: the loop whose counter it is */
    struct shown **shown;     /* by variable; NULL: it is none */
    const struct part **same; /* by variable: a number that is the length of it */
    bool *seen, *past;        /* by variable: defined before, in a loop inside that is over */
    bool fits, vectors;
    VEC(struct texpr *) asked;
};

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

static void compare(struct flat *x, enum op op, struct texpr *p, struct texpr *q) {
    ask(x, build_binary(x->a, x->ty_bool, op, p, q));
}

static struct texpr *number(const struct flat *x, int64_t value) {
    return build_int(x->a, x->ty_int, value);
}

static struct texpr *sum(const struct flat *x, struct texpr *p, struct texpr *q) {
    return p ? build_op(x->a, x->ty_int, OP_ADD, p, q) : q;
}

static struct texpr *less(const struct flat *x, struct texpr *p, struct texpr *q) {
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
        struct texpr *end = extreme(x, greatest ? loop->for_.stop : loop->for_.start, greatest);
        return end && greatest ? less(x, end, number(x, 1)) : end;
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
        compare(x, OP_GE, least, number(x, 0));
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
        compare(x, OP_LE, greatest, most);
    }
    return true;
}

/* ---- lengths */

/* How an axis of an array is shown; NULL: by nothing that is followed. */
static const struct part *part_of(struct flat *x, struct tvar *v, int axis) {
    if (x->shown[v->id] && !x->past[v->id]) {
        return &x->shown[v->id]->part[axis];
    }
    if (x->defs[v->id] > 0) {
        return NULL;
    }
    struct part *p = ARENA_NEW(x->a, struct part);
    *p = (struct part){axis, NULL, build_shape(x->a, x->ty_int, v, axis)};
    return p;
}

/* The part that e is the length of. */
static const struct part *length_of(struct flat *x, const struct texpr *e) {
    if (e->kind == TE_SHAPE) {
        return part_of(x, e->shape.array, e->shape.axis);
    }
    if (e->kind == TE_VAR) {
        return x->same[e->var->id];
    }
    return NULL;
}

/* As long as each other, maybe if that is asked? */
static bool as_long(struct flat *x, const struct part *p, const struct part *q) {
    if (!p || !q || !p->start != !q->start || (p->start && !expr_equal(p->start, q->start))) {
        return false;
    }
    if (expr_equal(p->stop, q->stop)) {
        return true;
    }
    if (!is_known(x, p->stop) || !is_known(x, q->stop)) {
        return false;
    }
    compare(x, OP_EQ, p->stop, q->stop);
    return true;
}

/* A number that is the length of two parts, by whether one of them is 1. */
static const struct part *chosen(struct flat *x, const struct texpr *e) {
    const struct part *p = e->kind == TE_SELECT ? length_of(x, e->select.a) : NULL;
    const struct part *q = p ? length_of(x, e->select.b) : NULL;
    return q && as_long(x, p, q) ? q : NULL;
}

/* Does what a CHECK asks of lengths hold? */
static bool holds(struct flat *x, const struct texpr *e) {
    if (e->kind != TE_OP || e->op.n != 2) {
        return false;
    }
    const struct texpr *p = e->op.arg[0], *q = e->op.arg[1];
    switch (e->op.op) {
    case OP_EQ:
        return as_long(x, length_of(x, p), length_of(x, q));
    case OP_LOR:
        return holds(x, p) || holds(x, q);
    case OP_LAND:
        return holds(x, p) && holds(x, q);
    default:
        return false;
    }
}

/* ---- views */

/* start:stop of a part, none of which is clipped. */
static bool show_slice(struct flat *x, const struct view_axis *axis, const struct part *of,
                       struct part *to) {
    int64_t value;
    if (axis->step && (!expr_int_value(axis->step, &value) || value != 1)) {
        return refuse(x);
    }
    struct texpr *length = less(x, of->stop, of->start);
    *to = *of;
    if (axis->stop && expr_int_value(axis->stop, &value) && value < 0) {
        to->stop = sum(x, of->stop, axis->stop);
    } else if (axis->stop) {
        ask_least(x, axis->stop);
        ask_most(x, axis->stop, length);
        to->stop = sum(x, of->start, axis->stop);
    }
    if (axis->start && !(expr_int_value(axis->start, &value) && value == 0)) {
        ask_least(x, axis->start);
        to->start = sum(x, of->start, axis->start);
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

static bool show_axis(struct flat *x, const struct view_axis *axis, const struct part *of,
                      struct shown *to) {
    struct part *part = &to->part[to->rank];
    switch (axis->kind) {
    case VIEW_INDEX:
        if (expr_any(axis->index, may_change, x)) {
            return refuse(x);
        }
        to->index[of->axis] = sum(x, of->start, axis->index);
        return true;
    case VIEW_STRETCH:
        if (!as_long(x, of, length_of(x, axis->extent))) {
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
        const struct part *x = &p->part[k], *y = &q->part[k];
        same = x->axis == y->axis && !x->start == !y->start &&
               (!x->start || expr_equal(x->start, y->start)) && expr_equal(x->stop, y->stop);
    }
    return same;
}

static struct shown whole(struct flat *x, struct tvar *v) {
    struct shown s = {v, v->type->rank, {{0}}, {0}};
    for (int k = 0; k < s.rank; ++k) {
        s.part[k] = (struct part){k, NULL, build_shape(x->a, x->ty_int, v, k)};
    }
    return s;
}

static struct shown shown_of(struct flat *x, struct tvar *v) {
    struct shown none = {0};
    bool followed = x->shown[v->id] && !x->past[v->id];
    return followed ? *x->shown[v->id] : x->defs[v->id] == 0 ? whole(x, v) : none;
}

static bool ask_apart(struct flat *x, const struct tstmt *s, const struct shown *of) {
    struct shown other = shown_of(x, s->view.apart);
    if (!other.root) {
        return refuse(x);
    }
    if (other.root == of->root) {
        return (!s->view.scattered && same_places(of, &other)) || refuse(x);
    }
    ask(x, build_apart(x->a, x->ty_bool, of->root, other.root));
    return true;
}

static bool see_view(struct flat *x, const struct tstmt *s) {
    struct shown of = shown_of(x, s->view.base);
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
        (v && !shown_of(x, v).root) ||
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
    if (s->kind == TS_CHECK && holds(x, s->check.cond)) {
        return;
    }
    if (s->kind == TS_ASSIGN && s->assign.dst->type->kind == TY_SCALAR) {
        x->same[s->assign.dst->id] =
            x->defs[s->assign.dst->id] == 1 ? chosen(x, s->assign.value) : NULL;
    }
    stmt_exprs(s, see_expr, x);
    switch (s->kind) {
    case TS_ASSIGN:
        x->fits = x->fits && s->assign.dst->type->kind == TY_SCALAR;
        break;
    case TS_STORE:
        x->fits = x->fits && shown_of(x, s->store.array).root;
        break;
    case TS_INDEX:
        x->fits = x->fits && x->defs[s->index.array->id] == 0;
        break;
    case TS_VIEW:
        see_view(x, s);
        break;
    case TS_MAP:
        see_space(x, &s->map.space);
        x->fits = x->fits && s->map.dst->type->kind == TY_ARRAY && shown_of(x, s->map.dst).root;
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
        if (s->kind == TS_FOR) {
            ++x->defs[s->for_.counter->id];
            x->counts[s->for_.counter->id] = s;
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

/* ---- the loops */

struct made {
    VEC(struct tstmt *) s;
};

static struct texpr *of_root(struct texpr *e, void *context);

static struct texpr **indices(struct flat *x, const struct shown *s, struct texpr *const *own) {
    struct texpr **at = ARENA_ARRAY(x->a, struct texpr *, s->root->type->rank);
    for (int k = 0; k < s->root->type->rank; ++k) {
        at[k] = s->index[k];
    }
    for (int k = 0; k < s->rank; ++k) {
        at[s->part[k].axis] = sum(x, s->part[k].start, expr_map(x->a, own[k], of_root, x));
    }
    return at;
}

static struct texpr *of_root(struct texpr *e, void *context) {
    struct flat *x = context;
    const struct part *p = e->kind == TE_VAR ? x->same[e->var->id]
                           : e->kind == TE_SHAPE && x->shown[e->shape.array->id] ? length_of(x, e)
                                                                                 : NULL;
    if (p) {
        return build_op(x->a, x->ty_int, OP_PYMAX, less(x, p->stop, p->start), number(x, 0));
    }
    if (e->kind == TE_LOAD && x->shown[e->load.array->id]) {
        const struct shown *s = x->shown[e->load.array->id];
        return build_load(x->a, e->type, s->root, indices(x, s, e->load.index));
    }
    return NULL;
}

static void add_store(struct flat *x, const struct tstmt *s, struct tvar *array,
                      struct texpr *const *index, struct texpr *value, bool of_whole,
                      struct made *to) {
    struct shown at = shown_of(x, array);
    struct tstmt *store = build_stmt(x->a, TS_STORE, s->span);
    store->store.array = at.root;
    store->store.n = at.root->type->rank;
    store->store.index = indices(x, &at, index);
    store->store.value = expr_map(x->a, value, of_root, x);
    store->store.whole = of_whole;
    vec_push(x->a, &to->s, store);
}

/* A loop over the only axis of a space, around one statement. */
static void add_loop(struct flat *x, const struct tstmt *s, const struct tspace *space,
                     struct tstmt *body, struct made *to) {
    const struct part *p = length_of(x, space->extent[0]);
    struct tstmt *loop = build_stmt(x->a, TS_FOR, s->span);
    loop->for_.counter = space->counter[0];
    loop->for_.counter->is_counter = true;
    loop->for_.start = number(x, 0);
    loop->for_.stop = p ? less(x, p->stop, p->start) : expr_map(x->a, space->extent[0], of_root, x);
    loop->for_.step = number(x, 1);
    loop->for_.implied = true;
    loop->for_.body = build_block(x->a, body);
    vec_push(x->a, &to->s, loop);
}

static void add_map(struct flat *x, const struct tstmt *s, struct made *to) {
    struct made body = {0};
    add_store(x, s, s->map.dst, s->map.index, s->map.value, true, &body);
    add_loop(x, s, &s->map.space, body.s.item[0], to);
}

static void add_reduce(struct flat *x, const struct tstmt *s, struct made *to) {
    struct tvar *dst = s->reduce.dst;
    struct texpr *value = expr_map(x->a, s->reduce.value, of_root, x);
    struct texpr *start = expr_map(x->a, s->reduce.start, of_root, x);
    vec_push(x->a, &to->s, build_assign(x->a, s->span, dst, start));
    value = build_binary(x->a, dst->type, s->reduce.op, build_var(x->a, dst), value);
    add_loop(x, s, &s->reduce.space, build_assign(x->a, s->span, dst, value), to);
}

static void make_block(struct flat *x, struct tblock *b) {
    struct made to = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        bool goes = s->kind == TS_VIEW || (s->kind == TS_CHECK && holds(x, s->check.cond)) ||
                    (s->kind == TS_ASSIGN && x->same[s->assign.dst->id]);
        if (goes) {
            continue;
        }
        if (s->kind == TS_MAP) {
            add_map(x, s, &to);
        } else if (s->kind == TS_REDUCE) {
            add_reduce(x, s, &to);
        } else if (s->kind == TS_STORE) {
            add_store(x, s, s->store.array, s->store.index, s->store.value, s->store.whole, &to);
        } else {
            stmt_map(x->a, s, of_root, x);
            vec_push(x->a, &to.s, s);
            if (s->kind == TS_FOR) {
                make_block(x, &s->for_.body);
            }
        }
    }
    *b = (struct tblock){to.s.n, to.s.item};
}

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
                     .same = ARENA_ARRAY(work, const struct part *, f->n_vars),
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
    for (int i = 0; i < x.asked.n; ++i) {
        cond = build_binary(a, x.ty_bool, OP_LAND, cond, x.asked.item[i]);
    }
    make_block(&x, &loop->for_.body);
    return cond;
}
