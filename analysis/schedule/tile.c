/* Nests whose operands are used again and again: which of their loops are rows, lanes and
 * reduction.
 *
 *     for i in prange(n):
 *         for j in range(m):
 *             s = 0.0
 *             for k in range(p):
 *                 s += a[i, k] * b[k, j]
 *             c[i, j] = s
 *
 * Every value that the statement reads depends on some of the loops. Loops that the result does not
 * walk are the reduction. Of those that it walks, loops that one value depends on belong together;
 * the class of the loop along neighbours of the result is the lanes, all others are the rows. Where
 * there are both, each value is used again: b[k, j] by all rows, a[i, k] by all lanes. What is
 * computed of values of one side is a value of that side. What results begin with may be stored in
 * a loop of its own before the others, over the same range: `for j: c[i, j] *= beta`. Loops that
 * the result and every value depend on stay around the others: batches of products. Nothing depends
 * on the order of the loops but that of the additions, which is kept
 * (runtime/include/pycc_rt_tile.h). */
#include "tile.h"

#include "build.h"
#include "passes.h"
#include "rewrite.h"

void tile_refuse(struct tiling *t, enum tile_reason reason, const char *name) {
    if (t->plan->reason == TILE_RUNS) {
        t->plan->reason = reason;
        t->plan->name = name;
    }
}

/* ---- the statements */

/* The only loop in a block, around which nothing is but scalars; or the second one, behind a loop
 * without loops, which may give results what they begin with. */
static struct tstmt *loop_in(struct tiling *t, const struct tblock *b) {
    struct tstmt *loop = NULL;
    for (int i = 0; i < b->n; ++i) {
        if (b->item[i]->kind != TS_FOR) {
            continue;
        }
        if (loop && (t->before || loop->for_.els.n > 0)) {
            return NULL;
        }
        t->before = loop ? loop : t->before;
        loop = b->item[i];
    }
    return loop;
}

static bool find_loops(struct tiling *t) {
    for (struct tstmt *s = t->nest->root; s; s = loop_in(t, &s->for_.body)) {
        if (t->n == TILE_LOOPS || s->for_.els.n > 0) {
            return false;
        }
        t->loop[t->n++] = s;
    }
    return t->n >= 3;
}

static bool is_around(const struct tiling *t, const struct tstmt *s, int depth) {
    return fact_of(t->sc->facts, s)->loop == t->loop[depth - 1];
}

/* Loops around the store before the reduction. */
static int init_depth(const struct tiling *t) {
    const struct facts *f = t->sc->facts;
    return fact_of(f, t->init)->depth - fact_of(f, t->nest->root)->depth;
}

/* `if x < result: result = x`: an assignment or a store after INDEX statements, and no else. */
static bool is_guard(const struct tstmt *s) {
    const struct tblock *b = &s->if_.then;
    bool one = s->kind == TS_IF && s->if_.els.n == 0 && b->n > 0;
    for (int i = 0; one && i < b->n; ++i) {
        bool last = i + 1 == b->n,
             sets = b->item[i]->kind == TS_ASSIGN || b->item[i]->kind == TS_STORE;
        one = last ? sets : b->item[i]->kind == TS_INDEX;
    }
    return one;
}

/* The one IF of the nest stands around the update. */
static bool is_guarded(const struct tiling *t) {
    const struct tstmt *s = t->outer == t->n ? t->store : t->update;
    const struct tstmt *around = fact_of(t->sc->facts, s)->parent;
    return around->kind == TS_IF ? around == t->guard : !t->guard;
}

/* Does the first of two stores stand before the loops that go on from what it has stored? */
static bool init_fits(const struct tiling *t) {
    const struct facts *f = t->sc->facts;
    if (!t->init) {
        return !t->before;
    }
    if (t->before) {
        return t->outer == t->n && fact_of(f, t->init)->parent == t->before &&
               t->init->store.array == t->store->store.array;
    }
    int depth = init_depth(t);
    return t->outer == t->n && depth >= 1 && depth < t->n &&
           fact_of(f, t->init)->parent == t->loop[depth - 1] &&
           t->init->store.array == t->store->store.array &&
           fact_of(f, t->init)->pos < fact_of(f, t->loop[depth])->pos;
}

/* Finds the store and, where it stands around loops, what gives its variable values: one before
 * these loops, one in the innermost of them. */
static bool find_result(struct tiling *t) {
    const struct facts *f = t->sc->facts;
    for (int pos = t->sc->lo; pos <= t->sc->hi; ++pos) {
        struct tstmt *s = f->order[pos]->stmt;
        bool scalar = s->kind == TS_ASSIGN && s->assign.dst->type->kind == TY_SCALAR;
        bool check = s->kind == TS_INDEX || s->kind == TS_CHECK;
        if (s->kind == TS_STORE && !t->init) {
            t->init = t->store;
            t->store = s;
            t->outer = f->order[pos]->depth - fact_of(f, t->nest->root)->depth;
        } else if (check && !t->fp->hoisted[s->id]) {
            tile_refuse(t, TILE_RAISES, NULL);
        } else if (is_guard(s) && !t->guard) {
            t->guard = s;
        } else if (s->kind != TS_FOR && !scalar && !check) {
            return false;
        }
    }
    if (!t->store || t->outer < 1 || !is_around(t, t->store, t->outer) || !init_fits(t)) {
        return false;
    }
    for (int pos = t->sc->lo; pos <= t->sc->hi && t->outer < t->n; ++pos) {
        struct tstmt *s = f->order[pos]->stmt;
        bool ours = s->kind == TS_ASSIGN && f->var[s->assign.dst->id].defs.n == 2;
        if (ours && is_around(t, s, t->outer) && !t->begin && pos < fact_of(f, t->store)->pos) {
            t->begin = s;
        } else if (ours && is_around(t, s, t->n) && t->begin &&
                   t->begin->assign.dst == s->assign.dst && !t->update) {
            t->update = s;
        }
    }
    bool begins =
        t->outer == t->n ||
        (t->begin && t->update && fact_of(f, t->begin)->pos < fact_of(f, t->loop[t->outer])->pos);
    return begins && is_guarded(t);
}

/* ---- expressions in the counters */

static struct texpr *plain(struct tiling *t, struct texpr *e, int pos);

static struct texpr *plain_var(struct texpr *e, void *context) {
    struct tiling *t = context;
    if (e->kind != TE_VAR || e->var->is_counter || (t->begin && e->var == t->begin->assign.dst) ||
        !fact_assigned(t->sc->facts, e->var, t->sc->lo, t->sc->hi)) {
        return NULL;
    }
    const struct tstmt *s = expr_definition(t->sc, e, t->pos);
    int pos = s ? fact_of(t->sc->facts, s)->pos : 0;
    if (s && s->kind == TS_ASSIGN) {
        return plain(t, s->assign.value, pos);
    }
    if (s && s->kind == TS_INDEX && !t->fp->negative[s->id]) {
        return plain(t, s->index.index, pos);
    }
    t->fits = false;
    return NULL;
}

/* e at pos, in counters and what the nest does not assign; not where that cannot be said. */
static struct texpr *plain(struct tiling *t, struct texpr *e, int pos) {
    int around = t->pos;
    t->pos = pos;
    e = expr_map(t->keep, e, plain_var, t);
    t->pos = around;
    return e;
}

static void see(struct texpr *e, void *context) {
    struct seen *s = context;
    for (int i = 0; i < s->t->n && e->kind == TE_VAR; ++i) {
        s->loops |= e->var == s->t->loop[i]->for_.counter ? 1U << i : 0;
    }
    bool own = e->kind == TE_LOAD && e->load.array == s->array && s->t->apart;
    for (int i = 0; own && i < e->load.n; ++i) {
        own = expr_equal(e->load.index[i], s->t->plan->index[i]);
    }
    s->reads =
        s->reads || (e->kind == TE_LOAD && e->load.array == s->array && (own || !s->t->apart));
    s->result =
        s->result || (e->kind == TE_VAR && s->t->begin && e->var == s->t->begin->assign.dst);
}

struct seen tile_look(const struct tiling *t, struct texpr *e) {
    struct seen s = {.t = t, .array = t->store->store.array};
    expr_walk(e, see, &s);
    return s;
}

static bool is_result(const struct tiling *t, const struct texpr *e) {
    if (t->begin) {
        return e->kind == TE_VAR && e->var == t->begin->assign.dst;
    }
    bool is = e->kind == TE_LOAD && e->load.array == t->plan->array;
    for (int i = 0; is && i < e->load.n; ++i) {
        is = expr_equal(e->load.index[i], t->plan->index[i]);
    }
    return is;
}

/* What is read of the array is the element that is stored. */
static bool reads_own(const struct tiling *t, struct texpr *e) {
    if (e->kind == TE_LOAD && e->load.array == t->plan->array) {
        for (int i = 0; i < e->load.n; ++i) {
            if (!expr_equal(e->load.index[i], t->plan->index[i])) {
                return false;
            }
        }
    }
    struct texpr *const *part;
    for (int i = 0, n = expr_parts(e, &part); i < n; ++i) {
        if (part[i] && !reads_own(t, part[i])) {
            return false;
        }
    }
    return true;
}

/* ---- what the loops are */

static bool steps_by_one(const struct tstmt *loop) {
    const struct texpr *step = loop->for_.step;
    return !step || (step->kind == TE_CONST && step->value.i == 1);
}

static bool known_bound(const struct tiling *t, struct texpr *e) {
    return expr_invariant(t->sc, e) && !expr_definition(t->sc, e, t->sc->hi);
}

/* Ranges by 1 that are known at the nest's entry. */
static bool known_range(const struct tiling *t, const struct tstmt *loop) {
    return steps_by_one(loop) && known_bound(t, loop->for_.start) &&
           known_bound(t, loop->for_.stop);
}

static struct texpr *moved(struct tiling *t, struct texpr *e, int64_t by) {
    return build_op(t->keep, e->type, OP_ADD, e, build_int(t->keep, e->type, by));
}

/* The loop of the rows, its range other in each iteration of one of the lanes or the reduction: the
 * range of that one, in each row. `for w in range(n): for r in range(w)` is
 * `for r in range(n - 1): for w in range(r + 1, n)`. */
static bool turned_span(struct tiling *t, const struct tstmt *loop) {
    struct tile_plan *p = t->plan;
    struct arena *a = t->keep;
    int pos = fact_of(t->sc->facts, loop)->pos;
    struct form *start = form_of(t->sc, loop->for_.start, pos),
                *stop = form_of(t->sc, loop->for_.stop, pos);
    struct texpr *row = build_var(a, loop->for_.counter);
    for (int which = LANES; which <= DEPTH && p->n[ROWS] == 1 && start && stop; ++which) {
        struct tstmt *by = p->loop[1 + (which == DEPTH ? p->n[LANES] : 0)];
        struct form *counter = form_atom(t->sc->arena, counter_of(t->sc, by));
        struct texpr *from = by->for_.start, *to = by->for_.stop;
        bool low = form_holds(start, counter_of(t->sc, by));
        struct form *apart = form_add(t->sc->arena, low ? start : stop, counter, -1);
        struct texpr *other = low ? loop->for_.stop : loop->for_.start;
        int64_t c;
        if (p->loop[0] != loop || p->n[which] != 1 || p->span[which].from || p->span[ROWS].from ||
            !steps_by_one(loop) || !known_range(t, by) || !known_bound(t, other) ||
            !form_is_const(apart, &c)) {
            continue;
        }
        struct texpr *at = moved(t, row, 1 - c);
        struct texpr *first = low ? from : build_op(a, row->type, OP_PYMAX, from, at);
        struct texpr *last = low ? build_op(a, row->type, OP_PYMIN, to, at) : to;
        p->span[which] = (struct tile_span){first, last};
        p->span[ROWS] = low ? (struct tile_span){moved(t, from, c), other}
                            : (struct tile_span){other, moved(t, to, c - 1)};
        return true;
    }
    return false;
}

static bool is_unknown(const struct texpr *e, const void *context) {
    const struct tiling *t = context;
    return e->kind == TE_LOAD || (e->kind == TE_VAR && !e->var->is_counter &&
                                  fact_assigned(t->sc->facts, e->var, t->sc->lo, t->sc->hi));
}

/* The one loop of the lanes or of the reduction, its range other in each iteration of the one of
 * the rows: triangles. */
static bool known_span(struct tiling *t, const struct tstmt *loop) {
    struct tile_plan *p = t->plan;
    int pos = fact_of(t->sc->facts, loop)->pos;
    int which = p->loop[p->n[ROWS]] == loop ? LANES : DEPTH;
    const struct tstmt *one = p->loop[p->n[ROWS] + (which == DEPTH ? p->n[LANES] : 0)];
    const struct texpr *step = loop->for_.step;
    if (p->n[ROWS] != 1 || p->n[which] != 1 || one != loop ||
        (step && (step->kind != TE_CONST || step->value.i != 1))) {
        return false;
    }
    struct texpr *from = plain(t, loop->for_.start, pos), *to = plain(t, loop->for_.stop, pos);
    unsigned loops = tile_look(t, from).loops | tile_look(t, to).loops;
    if (!t->fits || (loops & ~t->side[ROWS]) || expr_any(from, is_unknown, t) ||
        expr_any(to, is_unknown, t)) {
        return false;
    }
    p->span[which] = (struct tile_span){from, to};
    return true;
}

/* A prange over which elements are combined has its own ways. */
static bool runs_apart(const struct tiling *t, const struct tstmt *loop) {
    const struct loop_plan *p = &t->fp->loop[loop->for_.loop];
    return !loop->for_.parallel || (p->verdict == VERDICT_INDEPENDENT && p->reductions.n == 0 &&
                                    p->element_reductions.n == 0);
}

/* Each axis of the result walked by one loop, or none: the bit of that of an axis, 0, or -1. */
static int walker(struct tiling *t, struct texpr *index, int pos) {
    struct form *f = form_of(t->sc, index, pos), *coef, *rest;
    int64_t value;
    int by = 0;
    for (int i = 0; f && i < t->n; ++i) {
        const struct atom *counter = counter_of(t->sc, t->loop[i]);
        if (!form_split(t->sc->arena, f, counter, &coef, &rest)) {
            return -1;
        }
        if (form_is_const(coef, &value) && value == 0) {
            continue;
        }
        if (by || !form_is_const(coef, &value)) {
            return -1;
        }
        by = 1 << i;
    }
    return f ? by : -1;
}

static struct texpr *own_counter(struct texpr *e, void *context) {
    const struct tiling *t = context;
    bool is = e->kind == TE_VAR && e->var == t->before->for_.counter;
    return is ? build_var(t->keep, t->same->for_.counter) : NULL;
}

/* What the first store has at its place, in the counters of the nest's loops. */
static struct texpr *at_begin(struct tiling *t, struct texpr *e) {
    e = plain(t, e, fact_of(t->sc->facts, t->init)->pos);
    return t->before ? expr_map(t->keep, e, own_counter, t) : e;
}

/* Does the loop around the first store run over what the one of these loops does that is not around
 * both? */
static bool same_range(struct tiling *t, unsigned loops) {
    const struct facts *f = t->sc->facts;
    int i = loops ? __builtin_ctz(loops) : 0;
    if (loops != 1U << i) {
        return false;
    }
    t->same = t->loop[i];
    const struct tstmt *x = t->before, *y = t->same;
    const struct texpr *step = x->for_.step;
    int at = fact_of(f, x)->pos, pos = fact_of(f, y)->pos;
    return !x->for_.parallel && (!step || (step->kind == TE_CONST && step->value.i == 1)) &&
           expr_equal(plain(t, x->for_.start, at), plain(t, y->for_.start, pos)) &&
           expr_equal(plain(t, x->for_.stop, at), plain(t, y->for_.stop, pos));
}

/* Fills the loops that the result walks, and the one along its neighbours. */
static bool find_walks(struct tiling *t, unsigned *walks, unsigned *unit) {
    const struct tstmt *s = t->store;
    const struct ty *type = s->store.array->type;
    int axis = type->layout == TY_F ? 0 : type->rank - 1;
    t->plan->array = s->store.array;
    t->plan->index = ARENA_ARRAY(t->keep, struct texpr *, s->store.n);
    for (int k = 0; k < s->store.n; ++k) {
        int pos = fact_of(t->sc->facts, s)->pos;
        t->plan->index[k] = plain(t, s->store.index[k], pos);
        int by = walker(t, t->plan->index[k], pos);
        if (by < 0 || (*walks & (unsigned)by)) {
            return false;
        }
        *walks |= (unsigned)by;
        *unit = k == axis ? (unsigned)by : *unit;
    }
    unsigned outer = (1U << (t->init ? init_depth(t) : t->outer)) - 1;
    bool all = (t->outer == t->n && !t->init) || *walks == outer;
    if (t->before) {
        unsigned around = outer >> 1; /* both */
        all = (*walks & around) == around && same_range(t, *walks & ~around);
    }
    for (int k = 0; all && t->init && k < s->store.n; ++k) {
        all = expr_equal(at_begin(t, t->init->store.index[k]), t->plan->index[k]);
    }
    return all && *unit && t->fits;
}

/* ---- the nest */

/* An operation that combines: sums, differences from the result, least and greatest values. */
static bool combines(const struct texpr *e) {
    enum op op = e->kind == TE_OP ? e->op.op : OP_COUNT;
    return op == OP_ADD || op == OP_SUB || op == OP_PYMIN || op == OP_PYMAX || op == OP_MINIMUM ||
           op == OP_MAXIMUM;
}

/* min(result, value) or max(result, value), which is `result = value` where cond compares the two
 * so; NULL where it does not. */
static struct texpr *chosen(struct tiling *t, struct texpr *cond, struct texpr *value) {
    cond = expr_strip(cond);
    if (cond->kind != TE_OP || cond->op.op < OP_LT || cond->op.op > OP_GE) {
        return NULL;
    }
    struct texpr *x = expr_strip(cond->op.arg[0]), *y = expr_strip(cond->op.arg[1]);
    bool first = is_result(t, x), greater = cond->op.op == OP_GT || cond->op.op == OP_GE;
    if (!expr_equal(first ? y : x, value) || !is_result(t, first ? x : y)) {
        return NULL;
    }
    return build_op(t->keep, value->type, greater != first ? OP_PYMAX : OP_PYMIN, first ? x : y,
                    value);
}

/* What the result becomes in an iteration, with an operator that combines; NULL: nothing such. */
static struct texpr *combination(struct tiling *t, const struct tstmt *s) {
    const struct facts *f = t->sc->facts;
    struct texpr *value = t->begin ? s->assign.value : s->store.value;
    value = expr_strip(plain(t, value, fact_of(f, s)->pos));
    if (t->guard) {
        int pos = fact_of(f, t->guard)->pos;
        value = chosen(t, plain(t, t->guard->if_.cond, pos), value);
    }
    return value && combines(value) ? value : NULL;
}

/* result op step: fills the plan's expressions. */
static bool find_step(struct tiling *t) {
    const struct facts *f = t->sc->facts;
    struct tile_plan *p = t->plan;
    const struct ty *type = p->array->type;
    struct texpr *value = combination(t, t->begin ? t->update : t->store);
    p->right = value && !is_result(t, value->op.arg[0]);
    if (!value || !is_result(t, value->op.arg[p->right]) || (p->right && value->op.op == OP_SUB)) {
        return false;
    }
    p->op = value->op.op;
    p->step = value->op.arg[!p->right];
    p->first = t->init ? at_begin(t, t->init->store.value) : value->op.arg[p->right];
    p->result = t->begin ? t->begin->assign.dst : NULL;
    p->reorders = t->nest->parallel;
    if (t->begin) {
        p->first = plain(t, t->begin->assign.value, fact_of(f, t->begin)->pos);
        p->last = plain(t, t->store->store.value, fact_of(f, t->store)->pos);
    }
    if (!reads_own(t, p->first) || (p->last && !reads_own(t, p->last))) {
        tile_refuse(t, TILE_READS, p->array->name);
    }
    bool sum = p->op == OP_ADD || p->op == OP_SUB;
    if (!tile_has_type(type->dtype) || dtype_strong(value->type->dtype) != type->dtype ||
        (!sum && dtype_info[type->dtype].kind == KIND_COMPLEX)) {
        tile_refuse(t, TILE_TYPES, NULL);
    }
    return t->fits;
}

/* Are elements of the array that are read, other than the result's, none that is stored? */
static bool others_apart(const struct tiling *t) {
    static const enum turn any = TURN_ANY;
    struct tstmt *root = t->nest->root;
    bool apart = true;
    for (int i = 0; i < t->list->item.n; ++i) {
        const struct access *x = t->list->item.item[i];
        for (int k = 0; x->write && apart && k < t->list->item.n; ++k) {
            const struct access *y = t->list->item.item[k];
            struct access stored = *x;
            stored.write = false;
            apart = y->write || y->root != x->root || access_same(&stored, y) ||
                    iterations_apart(t->sc, x, y, &root, &any, 1);
        }
    }
    return apart;
}

/* Is it such a nest? What keeps it from being run as tiles is in the plan. */
static bool decide(struct tiling *t) {
    unsigned walks = 0, unit = 0;
    const struct nest *n = t->nest;
    bool plain_nest = n->root->kind == TS_FOR && n->out.n == 0 && !n->has_return && !n->question &&
                      !n->rare && !t->fp->func->gpu;
    if (!plain_nest || !find_loops(t) || !find_result(t)) {
        return false;
    }
    for (int i = 0; i < t->n; ++i) {
        if (!runs_apart(t, t->loop[i])) {
            return false;
        }
    }
    if (t->sc->fp_strict) {
        tile_refuse(t, TILE_STRICT, NULL);
    }
    t->apart = others_apart(t);
    if (!find_walks(t, &walks, &unit) || !find_step(t) || !tile_classify(t, walks, unit)) {
        return false;
    }
    for (int i = 0; i < t->n; ++i) {
        if (!known_range(t, t->loop[i]) && !turned_span(t, t->loop[i]) &&
            !known_span(t, t->loop[i])) {
            tile_refuse(t, TILE_BOUNDS, t->loop[i]->for_.counter->name);
        }
    }
    return true;
}

void tile_find(struct arena *keep, struct scope *sc, const struct access_list *list,
               const struct func_plan *fp, struct nest *nest) {
    struct tile_plan plan = {.reason = TILE_RUNS};
    struct tiling t = {
        .keep = keep, .sc = sc, .fp = fp, .nest = nest, .plan = &plan, .fits = true, .list = list};
    if (decide(&t)) {
        struct tile_plan *kept = ARENA_NEW(keep, struct tile_plan);
        *kept = plan;
        nest->tile = kept;
    }
}
