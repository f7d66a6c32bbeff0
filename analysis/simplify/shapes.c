/* What is known of extents, put in where they are asked for.
 *
 * A variable is followed when one statement of the function assigns it. From there to the end of
 * its block it holds what that statement gave it, if the statement's own operands were followed by
 * then: none of them can change in between. So `e = np.exp(x - np.max(x, axis=1, keepdims=True))`
 * knows that the maximum has extent 1 along its last axis and x's extents otherwise; nothing is
 * left to be checked, and no operand has a stride that the loop must ask for. */
#include "shapes.h"

#include <string.h>

#include "build.h"
#include "fuse_walk.h"
#include "same_views.h"

/* How an axis of a view stands to its base. */
enum stand {
    STAND_SAME, /* the same elements */
    STAND_ONE,  /* the base's only one, however often */
    STAND_NEW,  /* none of the base's axes */
    STAND_OTHER /* something else */
};

struct known {
    bool followed;
    struct texpr *value;   /* scalars: an expression of followed variables, or NULL */
    struct texpr **extent; /* arrays: entries may be NULL */
    struct texpr **trim;   /* views: an entry is NULL, or has the extent's value, to be compared */
    bool *narrow;          /* arrays: extents that are 0 or 1 */
    struct tvar *base;     /* arrays: what array statements may read instead, or NULL */
    enum stand *stand;     /* of views that nothing is written through: per axis; or NULL */
};

struct walk {
    struct arena *a;
    struct ty *ty_int;
    bool arrays;         /* there are array statements */
    int *defs;           /* by variable: statements that assign it */
    bool *written;       /* by variable: elements are stored through it */
    struct known *known; /* by variable */
    VEC(int) scope;      /* variables followed, in order */
};

/* ---- before */

static void count_block(struct walk *w, const struct tblock *b);

static void count(struct walk *w, const struct tstmt *s) {
    struct tvar *def = stmt_def(s);
    w->arrays = w->arrays || fuse_is_array(s);
    if (def) {
        ++w->defs[def->id];
    }
    struct tvar *out = s->kind == TS_MAP      ? s->map.dst
                       : s->kind == TS_REDUCE ? s->reduce.dst
                       : s->kind == TS_STORE  ? s->store.array
                       : s->kind == TS_LIB    ? s->lib.out
                                              : NULL;
    if (out) {
        w->written[out->id] = true;
    }
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    for (int i = 0; i < n; ++i) {
        count_block(w, block[i]);
    }
}

static void count_block(struct walk *w, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        count(w, b->item[i]);
    }
}

/* ---- what is known */

/* Parameters that nothing assigns have one value throughout. */
static bool is_followed(const struct walk *w, const struct tvar *v) {
    return w->known[v->id].followed || (v->is_param && w->defs[v->id] == 0);
}

/* A constant, an extent or a variable that cannot change where it is known. */
static bool is_stable(const struct walk *w, const struct texpr *e) {
    return e->kind == TE_CONST || (e->kind == TE_SHAPE && is_followed(w, e->shape.array)) ||
           (e->kind == TE_VAR && e->type->kind == TY_SCALAR && is_followed(w, e->var));
}

static struct known *follow(struct walk *w, const struct tvar *v) {
    if (w->defs[v->id] != 1 || v->is_param || w->known[v->id].followed) {
        return NULL;
    }
    struct known *k = &w->known[v->id];
    *k = (struct known){.followed = true};
    if (v->type->kind == TY_ARRAY) {
        k->extent = ARENA_ARRAY(w->a, struct texpr *, v->type->rank + 1);
        k->trim = ARENA_ARRAY(w->a, struct texpr *, v->type->rank + 1);
        k->narrow = ARENA_ARRAY(w->a, bool, v->type->rank + 1);
    }
    vec_push(w->a, &w->scope, v->id);
    return k;
}

static void forget(struct walk *w, int until) {
    while (w->scope.n > until) {
        w->known[w->scope.item[--w->scope.n]] = (struct known){0};
    }
}

/* ---- rewriting expressions */

static struct texpr *rewrite(struct texpr *e, void *context);

static struct texpr *map(struct walk *w, struct texpr *e) {
    return expr_map(w->a, e, rewrite, w);
}

static struct texpr *truth(struct walk *w, const struct texpr *like, bool value) {
    struct texpr *e = build_int(w->a, like->type, value);
    e->span = like->span;
    return e;
}

static bool is_int(const struct texpr *e) {
    return e->type->kind == TY_SCALAR && e->type->dtype == DT_INT;
}

/* The extent of a trimmed axis by that of the whole one. */
static const struct texpr *untrimmed(const struct walk *w, const struct texpr *e) {
    const struct known *k = e->kind == TE_SHAPE ? &w->known[e->shape.array->id] : NULL;
    return k && k->followed && k->trim[e->shape.axis] ? k->trim[e->shape.axis] : e;
}

static bool same_value(const struct walk *w, const struct texpr *x, const struct texpr *y) {
    return expr_equal(untrimmed(w, x), untrimmed(w, y));
}

/* x == y of integers: 1, 0, or -1 when it is not known. */
static int equality(const struct walk *w, const struct texpr *x, const struct texpr *y) {
    int64_t a, b;
    if (!is_int(x) || !is_int(y)) {
        return -1;
    }
    if (expr_int_value(x, &a) && expr_int_value(y, &b)) {
        return a == b;
    }
    return same_value(w, x, y) ? 1 : -1;
}

static bool is_const(const struct texpr *e, bool value) {
    return e->kind == TE_CONST && e->value.i == value;
}

static struct texpr *fold_op(struct walk *w, struct texpr *e) {
    struct texpr *x = map(w, e->op.arg[0]), *y = map(w, e->op.arg[1]);
    if (e->op.op == OP_EQ) {
        int known = equality(w, x, y);
        if (known >= 0) {
            return truth(w, e, known);
        }
    } else {
        bool decides = e->op.op == OP_LOR; /* the operand that settles it */
        if (is_const(x, decides) || is_const(y, !decides)) {
            return x;
        }
        if (is_const(y, decides) || is_const(x, !decides)) {
            return y;
        }
    }
    if (x == e->op.arg[0] && y == e->op.arg[1]) {
        return e;
    }
    struct texpr *copy = expr_twin(w->a, e);
    copy->op.arg[0] = x;
    copy->op.arg[1] = y;
    return copy;
}

/* cond ? a : b; `x == c ? c : x` is x. */
static struct texpr *fold_select(struct walk *w, struct texpr *e) {
    struct texpr *cond = map(w, e->select.cond);
    struct texpr *x = map(w, e->select.a), *y = map(w, e->select.b);
    if (cond->kind == TE_CONST) {
        return cond->value.i ? x : y;
    }
    if (same_value(w, x, y)) {
        return y;
    }
    bool compares = cond->kind == TE_OP && cond->op.op == OP_EQ && is_int(x);
    if (compares && expr_equal(cond->op.arg[0], y) && expr_equal(cond->op.arg[1], x)) {
        return y;
    }
    if (cond == e->select.cond && x == e->select.a && y == e->select.b) {
        return e;
    }
    struct texpr *copy = expr_twin(w->a, e);
    copy->select.cond = cond;
    copy->select.a = x;
    copy->select.b = y;
    return copy;
}

static struct texpr *rewrite(struct texpr *e, void *context) {
    struct walk *w = context;
    if (e->kind == TE_SHAPE) {
        const struct known *k = &w->known[e->shape.array->id];
        struct texpr *known = k->followed ? k->extent[e->shape.axis] : NULL;
        return known ? known : e;
    }
    if (e->kind == TE_VAR && e->var->is_temp && is_int(e)) {
        return w->known[e->var->id].value ? w->known[e->var->id].value : e;
    }
    bool logical = e->kind == TE_OP && e->op.n == 2 && e->type->kind == TY_SCALAR &&
                   (e->op.op == OP_EQ || e->op.op == OP_LAND || e->op.op == OP_LOR);
    return logical ? fold_op(w, e) : e->kind == TE_SELECT ? fold_select(w, e) : NULL;
}

/* ---- reading the array itself */

/* A LOAD through a view, at 0 along axes that show one element only: of the view's base where all
 * of its axes are like that, else of the view. */
static struct texpr *read_base(struct texpr *e, void *context) {
    struct walk *w = context;
    const struct known *k = e->kind == TE_LOAD ? &w->known[e->load.array->id] : NULL;
    if (!k || !k->stand) {
        return NULL;
    }
    struct texpr *load = expr_twin(w->a, e);
    load->load.n = 0;
    for (int i = 0; i < e->load.n; ++i) {
        struct texpr *index = expr_map(w->a, e->load.index[i], read_base, w);
        bool one = k->stand[i] == STAND_ONE;
        if (!k->base || k->stand[i] != STAND_NEW) {
            load->load.index[load->load.n++] = one ? build_int(w->a, w->ty_int, 0) : index;
        }
    }
    load->load.array = k->base ? k->base : e->load.array;
    return load;
}

/* ---- definitions */

static struct texpr *extent_of(struct walk *w, const struct tvar *array, int axis) {
    const struct known *k = &w->known[array->id];
    if (k->followed && k->extent[axis]) {
        return k->extent[axis];
    }
    return is_followed(w, array) ? build_shape(w->a, w->ty_int, (struct tvar *)array, axis) : NULL;
}

static struct texpr *if_stable(const struct walk *w, struct texpr *e) {
    if (e && e->kind == TE_VAR && w->known[e->var->id].value) {
        return w->known[e->var->id].value;
    }
    return e && is_stable(w, e) ? e : NULL;
}

static bool is_narrow(const struct walk *w, const struct tvar *array, int axis) {
    const struct known *k = &w->known[array->id];
    int64_t one;
    return k->followed && (k->narrow[axis] ||
                           (k->extent[axis] && expr_int_value(k->extent[axis], &one) && one == 1));
}

/* One axis of a view, with its extent; narrow: the base has one element along it, or none. */
static enum stand see_axis(struct walk *w, const struct view_axis *x, struct texpr *whole,
                           bool narrow, struct texpr **extent) {
    switch (x->kind) {
    case VIEW_FULL:
        *extent = whole;
        return STAND_SAME;
    case VIEW_NEW:
        *extent = x->extent ? if_stable(w, x->extent) : build_int(w->a, w->ty_int, 1);
        return STAND_NEW;
    case VIEW_STRETCH:
        *extent = if_stable(w, x->extent);
        if (whole && *extent && expr_equal(whole, *extent)) {
            return STAND_SAME;
        }
        return narrow ? STAND_ONE : STAND_OTHER;
    default:
        return STAND_OTHER;
    }
}

/* x[i:i + 1] */
static bool takes_one(const struct view_axis *x) {
    int64_t start = 0, stop, step = 1;
    return x->kind == VIEW_SLICE && x->stop && expr_int_value(x->stop, &stop) &&
           (!x->start || expr_int_value(x->start, &start)) &&
           (!x->step || expr_int_value(x->step, &step)) && step > 0 && (start < 0) == (stop < 0) &&
           start > INT32_MIN && stop < INT32_MAX && stop - start <= step;
}

/* max(0, whole - k) of whole[i:-j] with constants, where i + j is k; NULL: it is not like that. */
static struct texpr *trimmed(struct walk *w, const struct view_axis *x, struct texpr *whole) {
    int64_t start = 0, stop = 0, step = 1;
    bool constant = x->kind == VIEW_SLICE && (!x->start || expr_int_value(x->start, &start)) &&
                    (!x->stop || expr_int_value(x->stop, &stop)) &&
                    (!x->step || expr_int_value(x->step, &step));
    bool ends = !x->stop || (stop < 0 && stop > INT32_MIN); /* counted from the end */
    if (!constant || !whole || !ends || start < 0 || start > INT32_MAX || step != 1) {
        return NULL;
    }
    struct texpr *cut = build_int(w->a, w->ty_int, start - stop);
    struct texpr *rest =
        build_op(w->a, w->ty_int, OP_SUB, (struct texpr *)untrimmed(w, whole), cut);
    return build_op(w->a, w->ty_int, OP_PYMAX, build_int(w->a, w->ty_int, 0), rest);
}

/* Axes that stand elsewhere in the base, or nowhere: what is known of their extents. */
static void see_other(struct walk *w, const struct tstmt *s) {
    struct known *k = follow(w, s->view.dst);
    for (int i = 0; k && i < s->view.n; ++i) {
        const struct view_axis *x = &s->view.axis[i];
        int64_t number;
        if (x->kind == VIEW_MOVED) {
            k->extent[i] = extent_of(w, s->view.base, x->from);
            k->narrow[i] = is_narrow(w, s->view.base, x->from);
        } else if (expr_int_value(x->extent, &number) && number >= 0) {
            k->extent[i] = x->extent;
        }
    }
}

static void see_view(struct walk *w, const struct tstmt *s) {
    struct tvar *base = s->view.base;
    bool plain = s->view.n > 0 && s->view.part == PART_WHOLE && !s->view.order && !s->view.apart;
    if (plain && (view_is(s, VIEW_MOVED) || view_is(s, VIEW_RESHAPED))) {
        see_other(w, s);
        return;
    }
    for (int i = 0; i < s->view.n; ++i) {
        plain = plain && s->view.axis[i].kind != VIEW_DIAGONAL;
    }
    struct known *k = plain ? follow(w, s->view.dst) : NULL;
    if (!k) {
        return;
    }
    k->stand = ARENA_ARRAY(w->a, enum stand, s->view.n);
    bool readable = is_followed(w, base);
    for (int i = 0, of_base = 0, at = 0; i < s->view.n; ++i) {
        const struct view_axis *x = &s->view.axis[i];
        bool takes = x->kind != VIEW_NEW;
        struct texpr *whole = takes ? extent_of(w, base, of_base) : NULL;
        struct texpr *extent = NULL;
        bool narrow = takes && is_narrow(w, base, of_base);
        enum stand stand = see_axis(w, x, whole, narrow, &extent);
        readable = readable && stand != STAND_OTHER;
        of_base += takes;
        if (x->kind != VIEW_INDEX) {
            k->extent[at] = extent;
            k->trim[at] = trimmed(w, x, whole);
            k->narrow[at] = takes_one(x) || (stand == STAND_SAME && narrow);
            k->stand[at++] = stand;
        }
    }
    k->base = readable ? base : NULL;
    if (w->written[s->view.dst->id]) {
        k->base = NULL;
        k->stand = NULL;
    }
}

static void see_alloc(struct walk *w, const struct tstmt *s) {
    struct known *k = follow(w, s->alloc.dst);
    for (int i = 0; k && i < s->alloc.dst->type->rank; ++i) {
        int64_t number;
        struct texpr *e = if_stable(w, s->alloc.extent[i]);
        bool negative = e && e->kind == TE_CONST && expr_int_value(e, &number) && number < 0;
        k->extent[i] = negative ? NULL : e;
    }
}

/* A second name of an array. */
static void see_alias(struct walk *w, const struct tstmt *s, struct tvar *first) {
    struct known *k = is_followed(w, first) ? follow(w, s->assign.dst) : NULL;
    for (int i = 0; k && i < first->type->rank; ++i) {
        k->extent[i] = extent_of(w, first, i);
        k->narrow[i] = is_narrow(w, first, i);
    }
}

static void see_assign(struct walk *w, const struct tstmt *s) {
    if (s->assign.value->kind == TE_VAR && s->assign.dst->type->kind == TY_ARRAY &&
        s->assign.value->type->kind == TY_ARRAY) {
        see_alias(w, s, s->assign.value->var);
        return;
    }
    struct known *k = follow(w, s->assign.dst);
    if (k && is_int(s->assign.value) && is_int(build_var(w->a, s->assign.dst))) {
        k->value = if_stable(w, s->assign.value);
    }
}

/* ---- statements */

static void walk_block(struct walk *w, struct tblock *b);

static void walk_stmt(struct walk *w, struct tstmt *s) {
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    if (n == 0) {
        stmt_map(w->a, s, rewrite, w);
        if (fuse_is_array(s)) {
            stmt_map(w->a, s, read_base, w);
        }
    }
    for (int i = 0; i < n; ++i) {
        walk_block(w, (struct tblock *)block[i]);
    }
    if (s->kind == TS_ASSIGN) {
        see_assign(w, s);
    } else if (s->kind == TS_ALLOC) {
        see_alloc(w, s);
    } else if (s->kind == TS_VIEW) {
        see_view(w, s);
    }
}

static void walk_block(struct walk *w, struct tblock *b) {
    int scope = w->scope.n, n = 0;
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        walk_stmt(w, s);
        bool holds = s->kind == TS_CHECK && is_const(s->check.cond, true);
        if (!holds) {
            b->item[n++] = s;
        }
    }
    b->n = n;
    forget(w, scope);
}

void shapes_run(struct arena *a, struct tmodule *m) {
    struct arena work;
    arena_init(&work);
    for (int i = 0; i < m->funcs.n; ++i) {
        struct tfunc *f = m->funcs.item[i];
        struct walk w = {.a = a, .ty_int = ty_scalar(a, m, DT_INT)};
        w.defs = ARENA_ARRAY(&work, int, f->n_vars);
        w.written = ARENA_ARRAY(&work, bool, f->n_vars);
        w.known = ARENA_ARRAY(&work, struct known, f->n_vars);
        count_block(&w, &f->body);
        if (w.arrays) {
            same_views(a, &work, f);
            walk_block(&w, &f->body);
            tir_renumber(a, f);
        }
        arena_clear(&work);
    }
    arena_free(&work);
}
