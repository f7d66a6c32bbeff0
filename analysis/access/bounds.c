/* Bounds checks hoisted out of nests: the interval of each index over the whole nest. */
#include "bounds.h"

#include "access.h"
#include "build.h"
#include "fits.h"
#include "interval.h"

#define MAX_COUNTERS 16 /* counters looked for in one index or condition */
#define RECENT 64       /* checks looked through for an equal one */

struct condition {
    struct texpr *cond;
    bool truth;
    int pos;
    int derived; /* bounds it gave */
};

struct check_forms {
    struct form *min, *max;
};

struct hoister {
    struct scope *sc;
    struct func_plan *fp;
    struct nest *nest;
    bool conditional;                 /* second pass: the INDEX statements under conditions */
    VEC(struct condition) conditions; /* in force */
    VEC(struct tvar *) written;       /* arrays a parallel nest writes */
    VEC(struct check_forms) forms;    /* of nest->checks */
};

struct counters {
    int n;
    struct atom *item[MAX_COUNTERS];
    bool loads; /* memory is read */
    int fuel;
    struct scope *sc;
    int pos;
};

/* ---- which counters an expression depends on, LOADs aside */

static void find_counters(struct counters *c, struct texpr *e, int pos);

static void find_in_var(struct counters *c, struct texpr *e, int pos) {
    const struct facts *f = c->sc->facts;
    if (e->var->is_counter) {
        struct tstmt *loop = f->order[f->var[e->var->id].defs.item[0]]->stmt;
        if (f->stmt[loop->id].pos >= c->sc->lo && fact_in_body(f, loop, pos) &&
            c->n < MAX_COUNTERS) {
            c->item[c->n++] = counter_of(c->sc, loop);
        }
        return;
    }
    struct tstmt *s = expr_definition(c->sc, e, pos);
    if (s && s->kind == TS_ASSIGN) {
        find_counters(c, s->assign.value, f->stmt[s->id].pos);
    } else if (fact_assigned(f, e->var, c->sc->lo, c->sc->hi)) {
        c->loads = true; /* not known: data */
    }
}

static void find_counters(struct counters *c, struct texpr *e, int pos) {
    struct texpr *const *part;
    if (--c->fuel < 0) {
        return;
    }
    if (e->kind == TE_VAR) {
        find_in_var(c, e, pos);
    } else if (e->kind == TE_LOAD) {
        c->loads = true;
        return;
    }
    for (int i = 0, n = expr_parts(e, &part); i < n; ++i) {
        find_counters(c, part[i], pos);
    }
}

static struct counters counters_in(struct scope *sc, struct texpr *e, int pos) {
    struct counters c = {.sc = sc, .fuel = 200};
    find_counters(&c, e, pos);
    return c;
}

static bool share_counter(const struct counters *x, const struct counters *y) {
    for (int i = 0; i < x->n; ++i) {
        for (int j = 0; j < y->n; ++j) {
            if (x->item[i] == y->item[j]) {
                return true;
            }
        }
    }
    return false;
}

/* ---- checks */

static bool constant_between(struct scope *sc, struct form *x, struct form *y, int64_t *d) {
    return x && y && form_is_const(form_add(sc->arena, x, y, -1), d);
}

static bool same_value(struct value v, const struct form *form, const struct texpr *expr) {
    return v.form ? form_equal(v.form, form) : expr_equal(v.expr, expr);
}

/* Is the check made already, or does it differ from one by numbers, which it then widens? */
static bool joined(struct hoister *h, struct tvar *array, int axis, const struct interval *in,
                   bool widen) {
    struct nest *n = h->nest;
    int first = n->checks.n > RECENT ? n->checks.n - RECENT : 0;
    for (int i = n->checks.n - 1; i >= first; --i) {
        struct nest_check *c = &n->checks.item[i];
        struct check_forms *f = &h->forms.item[i];
        int64_t low, high;
        if (c->array != array || c->axis != axis) {
            continue;
        }
        if (same_value(in->least, f->min, c->min) && same_value(in->greatest, f->max, c->max)) {
            return true;
        }
        if (!constant_between(h->sc, in->least.form, f->min, &low) ||
            !constant_between(h->sc, in->greatest.form, f->max, &high) ||
            (!widen && (low < 0 || high > 0))) {
            continue;
        }
        if (low < 0) {
            f->min = in->least.form;
            c->min = value_expr(h->sc, in->least);
        }
        if (high > 0) {
            f->max = in->greatest.form;
            c->max = value_expr(h->sc, in->greatest);
        }
        return true;
    }
    return false;
}

static void add_check(struct hoister *h, struct tvar *array, int axis, const struct interval *in) {
    if (!joined(h, array, axis, in, true)) {
        struct nest_check check = {array, axis, value_expr(h->sc, in->least),
                                   value_expr(h->sc, in->greatest)};
        struct check_forms forms = {in->least.form, in->greatest.form};
        vec_push(h->sc->arena, &h->nest->checks, check);
        vec_push(h->sc->arena, &h->forms, forms);
    }
}

/* In range whatever the arguments are? */
static bool proven(struct scope *sc, struct form *extent, const struct interval *in) {
    if (!extent || !in->least.form || !in->greatest.form) {
        return false;
    }
    struct form *room = form_add(sc->arena, extent, in->greatest.form, -1);
    return range_nonneg(sc, in->least.form) &&
           range_nonneg(sc, form_add(sc->arena, room, form_const(sc->arena, 1), -1));
}

/* ---- conditional accesses */

static struct texpr *guard_expr(struct hoister *h, const struct condition *c) {
    return c->truth ? c->cond : build_not(h->sc->arena, h->sc->ty_bool, c->cond);
}

/* min if cond else 0, max if cond else -1: asks for nothing when cond is false. */
static void guard(struct hoister *h, struct texpr *cond, struct interval *in) {
    struct scope *sc = h->sc;
    struct texpr *zero = build_int(sc->arena, sc->ty_int, 0);
    struct texpr *none = build_int(sc->arena, sc->ty_int, -1);
    struct texpr *least = value_expr(sc, in->least), *greatest = value_expr(sc, in->greatest);
    in->least = (struct value){NULL, build_select(sc->arena, cond, least, zero)};
    in->greatest = (struct value){NULL, build_select(sc->arena, cond, greatest, none)};
}

/* Would failing the check tell of a real error? Conditions on counters of the index that gave no
 * bound may be what keeps it in range; conditions on data hardly are; conditions known before the
 * nest become part of the check. */
static bool worth_it(struct hoister *h, const struct tstmt *s, int pos, struct interval *in) {
    struct counters index = counters_in(h->sc, s->index.index, pos);
    bool bounded = false, open = false;
    for (int i = 0; i < h->conditions.n; ++i) {
        const struct condition *c = &h->conditions.item[i];
        struct counters of = counters_in(h->sc, c->cond, c->pos);
        if (share_counter(&index, &of)) {
            bounded |= c->derived > 0;
            open |= c->derived == 0;
        } else if (of.n == 0 && !of.loads && expr_invariant(h->sc, c->cond)) {
            guard(h, guard_expr(h, c), in);
        }
    }
    return bounded || !open;
}

static bool is_forced(const struct hoister *h, const struct tvar *array) {
    for (int i = 0; i < h->written.n; ++i) {
        if (h->written.item[i] == array) {
            return true;
        }
    }
    return false;
}

/* ---- one INDEX */

/* A negative number counts from the end; other indices as they are. */
static bool index_interval(struct hoister *h, struct tstmt *s, int pos, struct form *extent,
                           struct interval *in) {
    int64_t c;
    if (!expr_int_value(s->index.index, &c) || c >= 0) {
        return interval_of(h->sc, s->index.index, pos, in);
    }
    struct form *f = form_add(h->sc->arena, extent, form_const(h->sc->arena, c), 1);
    if (!f || form_counter(f, 0)) {
        return false;
    }
    in->least = in->greatest = (struct value){f, NULL};
    h->fp->negative[s->id] = true;
    return true;
}

/* Restates an index of a view made in the nest on the view's base. Through a slice it is start +
 * index, when it surely is within the slice. False at an array that is not such a view. */
static bool restate(struct scope *sc, struct tvar **array, int *axis, struct form **index,
                    int *pos) {
    struct arena *a = sc->arena;
    struct tstmt *s = fact_reaching(sc->facts, *array, *pos);
    struct form *start, *stop;
    int of_base;
    if (!s || s->kind != TS_VIEW || fact_of(sc->facts, s)->pos < sc->lo) {
        return false;
    }
    *pos = fact_of(sc->facts, s)->pos;
    int kept = view_kept_axis(s, *axis);
    const struct view_axis *x = kept == -2 ? view_slice(s, *axis, &of_base) : NULL;
    if (x) {
        if (!range_nonneg(sc, *index) || !view_slice_ends(sc, x, *pos, &start, &stop)) {
            return false;
        }
        struct form *moved = form_add(a, start, *index, 1);
        struct form *last = stop ? form_add(a, stop, form_const(a, 1), -1) : moved;
        if (!range_nonneg(sc, form_add(a, last, moved, -1))) {
            return false;
        }
        *index = moved;
        kept = of_base;
    }
    *array = s->view.base;
    *axis = kept;
    return kept >= 0 && *index;
}

/* An INDEX into a slice made in the nest, as a check of the array that is sliced. */
static bool hoist_in_slice(struct hoister *h, const struct tstmt *s, int pos) {
    struct scope *sc = h->sc;
    struct tvar *array = s->index.array;
    int axis = s->index.axis, at = pos;
    struct form *index = form_of(sc, s->index.index, pos);
    struct interval in;
    while (index && fact_assigned(sc->facts, array, sc->lo, sc->hi)) {
        if (!restate(sc, &array, &axis, &index, &at)) {
            return false;
        }
    }
    if (!index || h->conditional || !range_extreme(sc, index, false, &in.least) ||
        !range_extreme(sc, index, true, &in.greatest)) {
        return false;
    }
    if (!proven(sc, form_extent(sc, array, axis, at), &in)) {
        add_check(h, array, axis, &in);
    }
    return true;
}

static bool hoist_index(struct hoister *h, struct tstmt *s, int pos) {
    struct scope *sc = h->sc;
    struct tvar *array = s->index.array;
    int axis = s->index.axis;
    struct interval in;
    range_assume(sc, pos);
    struct form *extent = form_extent(sc, array, axis, pos);
    if (!index_interval(h, s, pos, extent, &in)) {
        return false;
    }
    if (proven(sc, extent, &in)) {
        return true;
    }
    if (!access_base_axis(sc, &array, &axis, pos) ||
        fact_assigned(sc->facts, array, sc->lo, sc->hi)) {
        return hoist_in_slice(h, s, pos);
    }
    if (h->conditional && !is_forced(h, array) && !joined(h, array, axis, &in, false) &&
        !worth_it(h, s, pos, &in)) {
        return false;
    }
    add_check(h, array, axis, &in);
    return true;
}

static void visit_index(struct hoister *h, struct tstmt *s) {
    if (h->conditional != (h->conditions.n > 0)) {
        return;
    }
    bool hoisted = hoist_index(h, s, fact_of(h->sc->facts, s)->pos);
    h->fp->hoisted[s->id] = hoisted;
    h->fp->negative[s->id] &= hoisted;
}

/* ---- one CHECK */

/* x op y, certain when the loops around run? */
static bool compares(struct scope *sc, enum op op, struct form *x, struct form *y) {
    struct arena *a = sc->arena;
    struct form *above = form_add(a, x, y, -1), *below = form_add(a, y, x, -1);
    struct form *one = form_const(a, 1);
    bool over = op == OP_GT || op == OP_NE, under = op == OP_LT || op == OP_NE;
    return (over && range_nonneg(sc, form_add(a, above, one, -1))) ||
           (under && range_nonneg(sc, form_add(a, below, one, -1))) ||
           (op == OP_GE && range_nonneg(sc, above)) || (op == OP_LE && range_nonneg(sc, below));
}

/* Does the condition always hold? So does n != 0 in a loop over range(n). */
static bool always_holds(struct scope *sc, struct texpr *cond, int pos) {
    cond = expr_strip(cond);
    if (cond->kind != TE_OP || cond->op.n != 2) {
        return false;
    }
    if (cond->op.op == OP_LAND) {
        return always_holds(sc, cond->op.arg[0], pos) && always_holds(sc, cond->op.arg[1], pos);
    }
    struct form *x = form_of(sc, cond->op.arg[0], pos);
    return x && compares(sc, cond->op.op, x, form_of(sc, cond->op.arg[1], pos));
}

static void visit_check(struct hoister *h, const struct tstmt *s) {
    int pos = fact_of(h->sc->facts, s)->pos;
    if (fits_tested(s) && !h->conditional) {
        h->fp->hoisted[s->id] = fits_hoist(h->sc, h->nest, s);
    } else if (!h->conditional) {
        range_assume(h->sc, pos);
        h->fp->hoisted[s->id] = always_holds(h->sc, s->check.cond, pos);
    }
}

/* ---- the walk */

static void push_condition(struct hoister *h, struct texpr *cond, bool truth, int pos) {
    struct condition c = {cond, truth, pos, 0};
    c.derived = range_push(h->sc, cond, truth, pos, h->conditions.n);
    vec_push(h->sc->arena, &h->conditions, c);
}

static void walk_block(struct hoister *h, const struct tblock *b);

static void walk_branch(struct hoister *h, const struct tstmt *s, const struct tblock *b,
                        bool truth) {
    int conditions = h->conditions.n, bounds = h->sc->bounds.n;
    push_condition(h, s->if_.cond, truth, fact_of(h->sc->facts, s)->pos);
    walk_block(h, b);
    h->conditions.n = conditions;
    h->sc->bounds.n = bounds;
}

/* After `if c: continue` the rest of the block runs under not c. */
static void walk_if(struct hoister *h, const struct tstmt *s) {
    int pos = fact_of(h->sc->facts, s)->pos;
    walk_branch(h, s, &s->if_.then, true);
    walk_branch(h, s, &s->if_.els, false);
    bool then = block_completes(&s->if_.then), els = block_completes(&s->if_.els);
    if (!then && els) {
        push_condition(h, s->if_.cond, false, pos);
    } else if (then && !els) {
        push_condition(h, s->if_.cond, true, pos);
    }
}

static void walk_for(struct hoister *h, struct tstmt *s) {
    int bounds = h->sc->bounds.n;
    range_push_runs(h->sc, s);
    walk_block(h, &s->for_.body);
    h->sc->bounds.n = bounds;
    walk_block(h, &s->for_.els);
}

static void walk_block(struct hoister *h, const struct tblock *b) {
    int conditions = h->conditions.n, bounds = h->sc->bounds.n;
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        if (s->kind == TS_INDEX) {
            visit_index(h, s);
        } else if (s->kind == TS_CHECK) {
            visit_check(h, s);
        } else if (s->kind == TS_IF) {
            walk_if(h, s);
        } else if (s->kind == TS_FOR) {
            walk_for(h, s);
        } else {
            const struct tblock *block[3];
            int n = stmt_blocks(s, block);
            for (int k = 0; k < n; ++k) {
                walk_block(h, block[k]);
            }
        }
    }
    h->conditions.n = conditions;
    h->sc->bounds.n = bounds;
}

/* Statements of the nest that write to arrays: STORE, and calls (taken to write all they get). */
static void find_written(struct hoister *h) {
    struct scope *sc = h->sc;
    for (int pos = sc->lo; pos <= sc->hi; ++pos) {
        const struct tstmt *s = sc->facts->order[pos]->stmt;
        struct tstmt *made;
        if (s->kind == TS_STORE) {
            struct tvar *root = access_root(sc, s->store.array, pos, &made);
            if (root && !is_forced(h, root)) {
                vec_push(sc->arena, &h->written, root);
            }
        }
        if (s->kind == TS_LIB && s->lib.out) {
            struct tvar *root = access_root(sc, s->lib.out, pos, &made);
            if (root && !is_forced(h, root)) {
                vec_push(sc->arena, &h->written, root);
            }
        }
        for (int k = 0; s->kind == TS_CALL && k < s->call.n; ++k) {
            const struct texpr *arg = s->call.arg[k];
            struct tvar *root = arg->kind == TE_VAR && arg->type->kind == TY_ARRAY
                                    ? access_root(sc, arg->var, pos, &made)
                                    : NULL;
            if (root && !is_forced(h, root)) {
                vec_push(sc->arena, &h->written, root);
            }
        }
    }
}

void bounds_hoist(struct scope *sc, struct func_plan *fp, struct nest *nest) {
    struct hoister h = {.sc = sc, .fp = fp, .nest = nest};
    if (nest->parallel) {
        find_written(&h);
    }
    const struct tblock *block[3];
    int n = stmt_blocks(nest->root, block);
    for (int pass = 0; pass < 2; ++pass) {
        h.conditional = pass == 1;
        for (int i = 0; i < n; ++i) {
            walk_block(&h, block[i]);
        }
    }
    sc->bounds.n = 0;
}
