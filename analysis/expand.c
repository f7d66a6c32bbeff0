/* Array statements -> loops: the TIR it leaves has no MAP and no REDUCE.
 *
 *   MAP      a FOR per axis, in the order of the destination's memory; all but the innermost are
 *            parallel (a single one is), so that outer ones run as one index space
 *   REDUCE   to a scalar: the same loops around `dst = dst op value`, the outermost parallel
 *            to an array whose innermost axis is reduced: parallel loops over the axes kept, around
 * a scalar that the loops over the others update, and its STORE to an array whose innermost axis is
 * kept: that one is the innermost loop, so that memory is read in order, and the elements of dst
 * are updated where they are
 *
 * It is the one pass that changes the TIR in place; what follows (bounds, dependence, simd, chunks,
 * emission) knows loops only. Loops inside a prange of the source are serial. The pass needs ids
 * that are dense, and keeps them so. */
#include "expand.h"

#include <string.h>

struct expander {
    struct arena *a;
    struct tmodule *m;
    struct tfunc *f;
    int cap_vars;
    int parallel; /* parallel loops around */
    struct span span;
    struct tstmt *origin; /* the statement being expanded, whose id is still to be given away */
};

struct list {
    VEC(struct tstmt *) s;
};

/* ---- nodes */

static struct tvar *new_var(struct expander *x, const char *base, struct ty *type) {
    struct tfunc *f = x->f;
    const char *name = base;
    for (int i = 0, n = 1; i < f->n_vars; ++i) {
        if (strcmp(f->var[i]->name, name) == 0) {
            name = arena_printf(x->a, "%s_%d", base, ++n);
            i = -1;
        }
    }
    if (f->n_vars >= x->cap_vars) {
        x->cap_vars = 2 * f->n_vars + 8;
        struct tvar **var = ARENA_ARRAY(x->a, struct tvar *, x->cap_vars);
        memcpy(var, f->var, sizeof(*var) * (size_t)f->n_vars);
        f->var = var;
    }
    struct tvar *v = ARENA_NEW(x->a, struct tvar);
    *v = (struct tvar){.name = name, .id = f->n_vars, .type = type, .span = x->span};
    f->var[f->n_vars++] = v;
    return v;
}

static struct texpr *new_expr(struct expander *x, enum texpr_kind kind, struct ty *type) {
    struct texpr *e = ARENA_NEW(x->a, struct texpr);
    e->kind = kind;
    e->type = type;
    e->span = x->span;
    return e;
}

static struct texpr *var(struct expander *x, struct tvar *v) {
    struct texpr *e = new_expr(x, TE_VAR, v->type);
    e->var = v;
    return e;
}

static struct texpr *integer(struct expander *x, int64_t value) {
    struct texpr *e = new_expr(x, TE_CONST, ty_scalar(x->a, x->m, DT_INT));
    e->value.i = value;
    return e;
}

static struct texpr *folded(struct expander *x, enum op op, struct texpr *acc,
                            struct texpr *value) {
    struct texpr *e = new_expr(x, TE_OP, acc->type);
    e->op.op = op;
    e->op.n = 2;
    e->op.arg[0] = acc;
    e->op.arg[1] = value;
    return e;
}

static struct tstmt *add(struct expander *x, struct list *to, enum tstmt_kind kind) {
    struct tstmt *s = ARENA_NEW(x->a, struct tstmt);
    s->kind = kind;
    s->id = x->origin ? x->origin->id : x->f->n_stmts++;
    s->span = x->span;
    x->origin = NULL;
    vec_push(x->a, &to->s, s);
    return s;
}

static void add_assign(struct expander *x, struct list *to, struct tvar *dst, struct texpr *value) {
    struct tstmt *s = add(x, to, TS_ASSIGN);
    s->assign.dst = dst;
    s->assign.value = value;
}

static void add_store(struct expander *x, struct list *to, struct tvar *array, struct texpr **index,
                      struct texpr *value) {
    struct tstmt *s = add(x, to, TS_STORE);
    s->store.array = array;
    s->store.n = array->type->rank;
    s->store.index = index;
    s->store.value = value;
}

static struct tblock block_of(const struct list *l) {
    return (struct tblock){.n = l->s.n, .item = l->s.item};
}

/* ---- loops */

struct axis {
    struct tvar *counter;
    struct texpr *extent;
    bool parallel;
};

/* Loops over axis 0 (outermost) .. n-1; body gets the list of the innermost. */
struct nest {
    int n;
    struct axis axis[TIR_MAX_RANK];
    struct tstmt *loop[TIR_MAX_RANK];
    struct list body[TIR_MAX_RANK];
};

static void add_axis(struct nest *n, const struct tspace *space, int k) {
    n->axis[n->n++] = (struct axis){space->counter[k], space->extent[k], false};
}

static struct list *open_nest(struct expander *x, struct nest *n, struct list *to) {
    for (int i = 0; i < n->n; ++i) {
        struct tstmt *s = add(x, to, TS_FOR);
        s->for_.loop = x->f->n_loops++;
        s->for_.counter = n->axis[i].counter;
        s->for_.start = integer(x, 0);
        s->for_.stop = n->axis[i].extent;
        s->for_.step = integer(x, 1);
        s->for_.parallel = n->axis[i].parallel && x->parallel == 0;
        n->loop[i] = s;
        n->body[i] = (struct list){0};
        to = &n->body[i];
    }
    return to;
}

static void close_nest(struct nest *n) {
    for (int i = 0; i < n->n; ++i) {
        n->loop[i]->for_.body = block_of(&n->body[i]);
    }
}

/* All but the innermost of the first n axes; a single one too. */
static void mark_parallel(struct nest *nest, int n) {
    for (int i = 0; i < n; ++i) {
        nest->axis[i].parallel = i == 0 || i < n - 1;
    }
}

/* ---- MAP */

static void expand_map(struct expander *x, const struct tstmt *s, struct list *to) {
    const struct tspace *space = &s->map.space;
    bool fortran = s->map.dst->type->layout == TY_F;
    struct nest nest = {0};
    for (int i = 0; i < space->rank; ++i) {
        add_axis(&nest, space, fortran ? space->rank - 1 - i : i);
    }
    mark_parallel(&nest, nest.n);
    struct list *body = open_nest(x, &nest, to);
    add_store(x, body, s->map.dst, s->map.index, s->map.value);
    close_nest(&nest);
}

/* ---- REDUCE */

static void reduce_to_scalar(struct expander *x, const struct tstmt *s, struct list *to) {
    struct nest nest = {0};
    for (int i = 0; i < s->reduce.space.rank; ++i) {
        add_axis(&nest, &s->reduce.space, i);
    }
    mark_parallel(&nest, nest.n > 0);
    struct tvar *dst = s->reduce.dst;
    add_assign(x, to, dst, s->reduce.start);
    struct list *body = open_nest(x, &nest, to);
    add_assign(x, body, dst, folded(x, s->reduce.op, var(x, dst), s->reduce.value));
    close_nest(&nest);
}

/* A scalar for each point kept. */
static void reduce_inner(struct expander *x, const struct tstmt *s, struct list *to) {
    const struct tspace *space = &s->reduce.space;
    struct nest kept = {0}, reduced = {0};
    for (int i = 0; i < space->rank; ++i) {
        add_axis(s->reduce.reduced[i] ? &reduced : &kept, space, i);
    }
    for (int i = 0; i < kept.n; ++i) {
        kept.axis[i].parallel = true;
    }
    struct tvar *acc = new_var(x, "acc", s->reduce.value->type);
    struct list *point = open_nest(x, &kept, to);
    add_assign(x, point, acc, s->reduce.start);
    struct list *body = open_nest(x, &reduced, point);
    add_assign(x, body, acc, folded(x, s->reduce.op, var(x, acc), s->reduce.value));
    close_nest(&reduced);
    add_store(x, point, s->reduce.dst, s->reduce.index, var(x, acc));
    close_nest(&kept);
}

/* dst = start everywhere; with counters of its own. */
static void fill_with_start(struct expander *x, const struct tstmt *s, struct list *to) {
    const struct tvar *dst = s->reduce.dst;
    int rank = dst->type->rank;
    struct nest nest = {.n = rank};
    struct texpr **index = ARENA_ARRAY(x->a, struct texpr *, rank);
    for (int i = 0; i < rank; ++i) {
        struct texpr *extent = new_expr(x, TE_SHAPE, ty_scalar(x->a, x->m, DT_INT));
        extent->shape.array = s->reduce.dst;
        extent->shape.axis = i;
        struct tvar *k = new_var(x, "k", extent->type);
        k->is_counter = true;
        nest.axis[i] = (struct axis){k, extent, false};
        index[i] = var(x, k);
    }
    mark_parallel(&nest, nest.n);
    struct list *body = open_nest(x, &nest, to);
    add_store(x, body, s->reduce.dst, index, s->reduce.start);
    close_nest(&nest);
}

/* Rows of dst updated by rows of the operand: the last axis, which is kept, innermost. The
 * axes kept before it are parallel, or else the first one reduced: chunks of it update copies of
 * dst (struct reduction of the plan, of array elements). */
static void reduce_outer(struct expander *x, const struct tstmt *s, struct list *to) {
    const struct tspace *space = &s->reduce.space;
    struct nest nest = {0};
    for (int i = 0; i < space->rank - 1; ++i) {
        if (!s->reduce.reduced[i]) {
            add_axis(&nest, space, i);
            nest.axis[nest.n - 1].parallel = true;
        }
    }
    for (int i = 0; i < space->rank - 1; ++i) {
        if (s->reduce.reduced[i]) {
            add_axis(&nest, space, i);
        }
    }
    add_axis(&nest, space, space->rank - 1);
    nest.axis[0].parallel = true;
    fill_with_start(x, s, to);
    struct tvar *dst = s->reduce.dst;
    struct texpr *old = new_expr(x, TE_LOAD, s->reduce.value->type);
    old->load.array = dst;
    old->load.n = dst->type->rank;
    old->load.index = s->reduce.index;
    struct list *body = open_nest(x, &nest, to);
    add_store(x, body, dst, s->reduce.index, folded(x, s->reduce.op, old, s->reduce.value));
    close_nest(&nest);
}

static void expand_reduce(struct expander *x, const struct tstmt *s, struct list *to) {
    int rank = s->reduce.space.rank;
    if (s->reduce.dst->type->kind != TY_ARRAY) {
        reduce_to_scalar(x, s, to);
    } else if (rank == 0 || s->reduce.reduced[rank - 1]) {
        reduce_inner(x, s, to);
    } else {
        reduce_outer(x, s, to);
    }
}

/* ---- blocks */

static void expand_block(struct expander *x, struct tblock *b);

static void expand_inside(struct expander *x, struct tstmt *s) {
    switch (s->kind) {
    case TS_FOR:
        x->parallel += s->for_.parallel;
        expand_block(x, &s->for_.body);
        x->parallel -= s->for_.parallel;
        expand_block(x, &s->for_.els);
        break;
    case TS_WHILE:
        expand_block(x, &s->while_.pre);
        expand_block(x, &s->while_.body);
        expand_block(x, &s->while_.els);
        break;
    case TS_IF:
        expand_block(x, &s->if_.then);
        expand_block(x, &s->if_.els);
        break;
    default:
        break;
    }
}

static bool has_array_statement(const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        if (b->item[i]->kind == TS_MAP || b->item[i]->kind == TS_REDUCE) {
            return true;
        }
    }
    return false;
}

static void expand_block(struct expander *x, struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        expand_inside(x, b->item[i]);
    }
    if (!has_array_statement(b)) {
        return;
    }
    struct list to = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        bool array = s->kind == TS_MAP || s->kind == TS_REDUCE;
        x->span = s->span;
        x->origin = array ? s : NULL;
        if (s->kind == TS_MAP) {
            expand_map(x, s, &to);
        } else if (s->kind == TS_REDUCE) {
            expand_reduce(x, s, &to);
        } else {
            vec_push(x->a, &to.s, s);
        }
    }
    *b = block_of(&to);
}

void expand_run(struct arena *a, struct tmodule *m) {
    for (int i = 0; i < m->funcs.n; ++i) {
        struct expander x = {.a = a, .m = m, .f = m->funcs.item[i]};
        expand_block(&x, &x.f->body);
    }
}
