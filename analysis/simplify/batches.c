/* Products of one vector after the other with a matrix:
 *
 *                                         many = n >= 16 and ...
 *                                         all = x.T @ w if many
 *     for i in range(n):                  for i in range(n):
 *         t = x[:, i] @ w[:, i:m]             t = all[i, i:m] if many else x[:, i] @ w[:, i:m]
 *
 * A product of matrices takes a fraction of the time that as many with vectors take, even where
 * half of it is not needed. The loop may not change elements of either matrix: what it writes to
 * are other variables' arrays, which are made in the function or are none of the caller's two. */
#include "batches.h"

#include "build.h"
#include "facts.h"
#include "rewrite.h"
#include "thresholds.h"
#include "vars.h"

struct batches {
    struct arena *a;
    struct tmodule *m;
    struct tfunc *f;
    const struct facts *facts;
    struct new_vars vars;
    struct ty *ty_int, *ty_float, *ty_bool;
};

/* What is known of a product in a loop. */
struct batch {
    struct tstmt *loop, *product;
    const struct tstmt *row;  /* the VIEW of a row or column of the matrix */
    int along;                /* the axis of it whose index the counter is */
    struct tvar *matrix;      /* the other operand, or what `part` shows of it */
    const struct tstmt *part; /* a VIEW in the loop of its axis that is not summed, or NULL */
    int summed;               /* axis of matrix that is */
    struct tvar *out;         /* the vector that gets the product */
};

/* ---- where arrays come from */

static const struct tstmt *only_def(const struct batches *x, const struct tvar *v) {
    const struct var_fact *fact = &x->facts->var[v->id];
    return !v->is_param && fact->defs.n == 1 ? x->facts->order[fact->defs.item[0]]->stmt : NULL;
}

/* Is all that the variable ever is made for it? */
static bool is_made(const struct batches *x, const struct tvar *v) {
    const struct var_fact *fact = &x->facts->var[v->id];
    for (int i = 0; i < fact->defs.n; ++i) {
        if (!stmt_makes(x->facts->order[fact->defs.item[i]]->stmt)) {
            return false;
        }
    }
    return !v->is_param && fact->defs.n > 0;
}

/* The array that has the elements: made for its variable, or a parameter; NULL: it is not known. */
static const struct tvar *source(const struct batches *x, const struct tvar *v) {
    while (!is_made(x, v)) {
        const struct tstmt *s = only_def(x, v);
        bool whole = s && s->kind == TS_ASSIGN && s->assign.value->kind == TE_VAR;
        if (v->is_param) {
            return x->facts->var[v->id].defs.n == 0 ? v : NULL;
        }
        if (!whole && !(s && s->kind == TS_VIEW && !s->view.apart)) {
            return NULL;
        }
        v = whole ? s->assign.value->var : s->view.base;
    }
    return v;
}

static const struct tvar *written(const struct tstmt *s) {
    switch (s->kind) {
    case TS_STORE:
        return s->store.array;
    case TS_MAP:
        return s->map.dst;
    case TS_REDUCE:
        return s->reduce.dst->type->kind == TY_ARRAY ? s->reduce.dst : NULL;
    case TS_LIB:
        return s->lib.out;
    default:
        return NULL;
    }
}

/* Does the loop leave the array's elements as they are, and make all of its turns? */
static bool leaves(const struct batches *x, const struct stmt_fact *loop, const struct tvar *v) {
    const struct tvar *from =
        fact_assigned(x->facts, v, loop->pos, loop->body_end) ? NULL : source(x, v);
    for (int pos = loop->pos + 1; from && pos <= loop->body_end; ++pos) {
        const struct tstmt *s = x->facts->order[pos]->stmt;
        const struct tvar *to = written(s), *root = to ? source(x, to) : NULL;
        bool apart = root && root != from && (is_made(x, root) || is_made(x, from));
        bool ends = s->kind == TS_BREAK || s->kind == TS_CONTINUE || s->kind == TS_RETURN;
        if (ends || s->kind == TS_CALL || s->kind == TS_LIST || s->kind == TS_FUSED ||
            (to && !apart)) {
            return false;
        }
    }
    return from && !fact_assigned(x->facts, from, loop->pos, loop->body_end);
}

/* ---- which products */

static bool is_whole(const struct view_axis *axis) {
    return axis->kind == VIEW_FULL;
}

static const struct tstmt *plain_view(const struct batches *x, const struct tvar *v) {
    const struct tstmt *s = only_def(x, v);
    bool plain = s && s->kind == TS_VIEW && s->view.part == PART_WHOLE && !s->view.order &&
                 !view_may_copy(s);
    return plain ? s : NULL;
}

/* Of v, a vector with an axis of extent 1 before or behind it: the vector, or NULL. */
static struct tvar *vector_of(const struct batches *x, const struct tvar *v, int summed) {
    const struct tstmt *s = plain_view(x, v);
    bool plain = s && s->view.n == 2 && s->view.base->type->rank == 1 &&
                 s->view.axis[1 - summed].kind == VIEW_NEW && !s->view.axis[1 - summed].extent &&
                 is_whole(&s->view.axis[summed]);
    return plain ? s->view.base : NULL;
}

/* Does each turn make the view before the product, or the IF around that? */
static bool is_before(const struct batches *x, const struct batch *b, const struct tstmt *s) {
    const struct stmt_fact *at = fact_of(x->facts, s), *product = fact_of(x->facts, b->product);
    return (at->block == &b->loop->for_.body || at->block == product->block) &&
           at->pos < product->pos;
}

/* Is the index that of the turn? */
static bool is_counter(const struct batches *x, const struct texpr *e, const struct tstmt *loop) {
    const struct stmt_fact *fact = fact_of(x->facts, loop);
    const struct tstmt *s = e->kind == TE_VAR ? only_def(x, e->var) : NULL;
    e = s && s->kind == TS_INDEX ? s->index.index : e;
    return e->kind == TE_VAR && e->var == loop->for_.counter &&
           !fact_assigned(x->facts, e->var, fact->pos + 1, fact->body_end);
}

/* What is assigned between the part of the matrix and the product. */
struct between {
    const struct facts *facts;
    int from, to;
};

static bool is_other(const struct texpr *e, const void *context) {
    const struct between *g = context;
    const struct tvar *v = e->kind == TE_VAR ? e->var : e->kind == TE_SHAPE ? e->shape.array : NULL;
    return v ? fact_assigned(g->facts, v, g->from, g->to)
             : e->kind != TE_CONST && e->kind != TE_OP && e->kind != TE_CAST;
}

/* Have the bounds of a slice the same values where the product is? */
static bool lasts(const struct batches *x, const struct batch *b, const struct tstmt *part,
                  const struct view_axis *axis) {
    struct texpr *const e[] = {axis->start, axis->stop, axis->step};
    const struct between g = {x->facts, fact_of(x->facts, part)->pos + 1,
                              fact_of(x->facts, b->product)->pos};
    for (int i = 0; i < 3; ++i) {
        if (e[i] && expr_any(e[i], is_other, &g)) {
            return false;
        }
    }
    return true;
}

static bool find_row(const struct batches *x, struct batch *b, const struct tvar *vector) {
    const struct tstmt *s = b->row = plain_view(x, vector);
    if (!s || !is_before(x, b, s) || s->view.n != 2 || s->view.base->type->rank != 2) {
        return false;
    }
    b->along = s->view.axis[0].kind == VIEW_INDEX ? 0 : 1;
    return s->view.axis[b->along].kind == VIEW_INDEX && is_whole(&s->view.axis[1 - b->along]) &&
           is_counter(x, s->view.axis[b->along].index, b->loop);
}

/* The matrix is as it is before the loop, but for a part of the axis that is not summed. */
static bool find_matrix(const struct batches *x, struct batch *b, struct tvar *v, int summed) {
    const struct stmt_fact *loop = fact_of(x->facts, b->loop);
    b->matrix = v;
    b->summed = summed;
    b->part = NULL;
    if (fact_assigned(x->facts, v, loop->pos, loop->body_end)) {
        const struct tstmt *s = plain_view(x, v);
        if (!s || !is_before(x, b, s) || s->view.n != 2 || s->view.base->type->rank != 2) {
            return false;
        }
        if (view_is(s, VIEW_MOVED)) {
            b->summed = s->view.axis[summed].from;
        } else if (!is_whole(&s->view.axis[summed]) || !lasts(x, b, s, &s->view.axis[1 - summed]) ||
                   (s->view.axis[1 - summed].kind != VIEW_SLICE &&
                    !is_whole(&s->view.axis[1 - summed]))) {
            return false;
        }
        b->part = view_is(s, VIEW_MOVED) ? NULL : s;
        b->matrix = s->view.base;
    }
    return true;
}

static bool is_no_shape(const struct texpr *e, const void *context) {
    (void)context;
    return e->kind != TE_SHAPE && e->kind != TE_CONST && e->kind != TE_OP && e->kind != TE_CAST;
}

/* Does it stand in each turn, at most under a question of shapes? */
static bool is_always(const struct batches *x, const struct tstmt *s, const struct tstmt *loop) {
    const struct tstmt *up = fact_of(x->facts, s)->parent;
    if (up != loop && up->kind == TS_IF && !expr_any(up->if_.cond, is_no_shape, NULL)) {
        s = fact_of(x->facts, s)->block == &up->if_.then ? up : s;
    }
    return fact_of(x->facts, s)->block == &loop->for_.body;
}

static bool find_batch(const struct batches *x, struct tstmt *s, struct tstmt *loop,
                       struct batch *b) {
    const struct stmt_fact *fact = fact_of(x->facts, loop);
    int64_t step;
    *b = (struct batch){.loop = loop, .product = s};
    bool plain = s->lib.fn == OP_MATMUL && s->lib.out && s->lib.out->type->rank == 2 &&
                 dtype_info[s->lib.out->type->dtype].kind >= KIND_FLOAT;
    if (!plain || !is_always(x, s, loop) || !expr_int_value(loop->for_.step, &step) || step != 1) {
        return false;
    }
    struct tvar *arg[2] = {s->lib.arg[0].value->var, s->lib.arg[1].value->var};
    for (int k = 0; k < 2; ++k) { /* the vector on the left, on the right */
        const struct tvar *vector = vector_of(x, arg[k], 1 - k);
        b->out = vector_of(x, s->lib.out, 1 - k);
        if (vector && b->out && find_row(x, b, vector) && find_matrix(x, b, arg[1 - k], k)) {
            return leaves(x, fact, b->row->view.base) && leaves(x, fact, b->matrix);
        }
    }
    return false;
}

/* ---- new nodes */

struct stmts {
    VEC(struct tstmt *) s;
};

static struct tvar *new_var(struct batches *x, const char *name, struct ty *type, struct span at) {
    struct tvar *v = tir_new_var(x->a, &x->vars, name, type);
    v->span = at;
    v->is_temp = true;
    return v;
}

static struct texpr *extent(struct batches *x, struct tvar *v, int axis) {
    return build_shape(x->a, x->ty_int, v, axis);
}

static struct texpr *number(const struct batches *x, double value) {
    return build_float(x->a, x->ty_float, value);
}

static struct texpr *as_float(const struct batches *x, struct texpr *e) {
    return build_cast(x->a, x->ty_float, e);
}

static struct texpr *op(const struct batches *x, enum op o, struct texpr *p, struct texpr *q) {
    return build_op(x->a, x->ty_float, o, p, q);
}

static struct texpr *test(const struct batches *x, enum op o, struct texpr *p, struct texpr *q) {
    return build_binary(x->a, x->ty_bool, o, p, q);
}

/* Has the loop turns enough, for most of the rows, with long sums, and is there room for all? */
static struct texpr *is_worth(struct batches *x, const struct batch *b) {
    struct tvar *of = b->row->view.base;
    struct texpr *turns =
        op(x, OP_SUB, as_float(x, b->loop->for_.stop), as_float(x, b->loop->for_.start));
    struct texpr *rows = as_float(x, extent(x, of, b->along)), *sums = extent(x, of, 1 - b->along),
                 *columns = as_float(x, extent(x, b->matrix, 1 - b->summed));
    struct texpr *all[] = {
        test(x, OP_GE, turns, number(x, BATCH_TURNS)),
        test(x, OP_GE, op(x, OP_MUL, turns, number(x, 2)), rows),
        test(x, OP_GE, as_float(x, sums), number(x, BATCH_SUMS)),
        test(x, OP_GE, columns, number(x, BATCH_SUMS)),
        test(x, OP_LE, op(x, OP_MUL, rows, columns), number(x, BATCH_ROOM)),
        test(x, OP_EQ, sums, extent(x, b->matrix, b->summed)),
    };
    struct texpr *e = all[0];
    for (size_t i = 1; i < sizeof(all) / sizeof(all[0]); ++i) {
        e = test(x, OP_LAND, e, all[i]);
    }
    return e;
}

static struct tstmt *view(struct batches *x, struct span at, struct tvar *dst, struct tvar *base) {
    struct tstmt *s = build_stmt(x->a, TS_VIEW, at);
    s->view.dst = dst;
    s->view.base = base;
    s->view.n = 2;
    s->view.axis = ARENA_ARRAY(x->a, struct view_axis, 2);
    s->view.axis[0].kind = s->view.axis[1].kind = VIEW_FULL;
    return s;
}

/* The matrix with the axis `first` in front. */
static struct texpr *turned(struct batches *x, struct span at, struct tvar *v, int first,
                            struct stmts *to) {
    if (first == 0) {
        return build_var(x->a, v);
    }
    struct tvar *dst = new_var(x, "turned", ty_array(x->a, x->m, v->type->dtype, 2, TY_ANY), at);
    struct tstmt *s = view(x, at, dst, v);
    s->view.axis[0] = (struct view_axis){.kind = VIEW_MOVED, .from = 1};
    s->view.axis[1] = (struct view_axis){.kind = VIEW_MOVED, .from = 0};
    vec_push(x->a, &to->s, s);
    return build_var(x->a, dst);
}

/* many = ...; all = rows @ matrix, or nothing: before the loop. */
static struct tvar *make_all(struct batches *x, const struct batch *b, struct tvar *many,
                             struct stmts *to) {
    struct tvar *of = b->row->view.base;
    struct span at = b->product->span;
    struct ty *type = ty_array(x->a, x->m, b->out->type->dtype, 2, TY_C);
    struct tvar *all = new_var(x, "all", type, at);
    struct texpr *none = build_int(x->a, x->ty_int, 0), *if_many = build_var(x->a, many);
    struct tstmt *alloc = build_stmt(x->a, TS_ALLOC, at), *when = build_stmt(x->a, TS_IF, at),
                 *product = build_stmt(x->a, TS_LIB, at);
    struct stmts then = {0};
    alloc->alloc.dst = all;
    alloc->alloc.extent = ARENA_ARRAY(x->a, struct texpr *, 2);
    alloc->alloc.extent[0] = build_select(x->a, if_many, extent(x, of, b->along), none);
    alloc->alloc.extent[1] = build_select(x->a, if_many, extent(x, b->matrix, 1 - b->summed), none);
    product->lib = b->product->lib;
    product->lib.out = all;
    product->lib.sign = 0;
    product->lib.arg = ARENA_ARRAY(x->a, struct lib_arg, 2);
    product->lib.arg[0].value = turned(x, at, of, b->along, &then);
    product->lib.arg[1].value = turned(x, at, b->matrix, b->summed, &then);
    vec_push(x->a, &then.s, product);
    when->if_.cond = if_many;
    when->if_.then = (struct tblock){then.s.n, then.s.item};
    vec_push(x->a, &to->s, build_assign(x->a, at, many, is_worth(x, b)));
    vec_push(x->a, &to->s, alloc);
    vec_push(x->a, &to->s, when);
    return all;
}

/* out[k] = all[i, part][k], or that is added or subtracted. */
static struct tblock copy_row(struct batches *x, const struct batch *b, struct tvar *all) {
    struct span at = b->product->span;
    const struct view_axis *row = &b->row->view.axis[b->along];
    struct tvar *dst = new_var(x, "row", ty_array(x->a, x->m, all->type->dtype, 1, TY_ANY), at);
    struct tstmt *part = view(x, at, dst, all), *map = build_stmt(x->a, TS_MAP, at);
    part->view.axis[0] = *row;
    if (b->part) {
        part->view.axis[1] = b->part->view.axis[1 - b->summed];
    }
    struct tspace *space = &map->map.space;
    space->rank = 1;
    space->extent = ARENA_ARRAY(x->a, struct texpr *, 1);
    space->counter = ARENA_ARRAY(x->a, struct tvar *, 1);
    space->extent[0] = extent(x, b->out, 0);
    space->counter[0] = tir_new_var(x->a, &x->vars, "k", x->ty_int);
    space->counter[0]->is_counter = true;
    space->counter[0]->span = at;
    struct texpr **index = ARENA_ARRAY(x->a, struct texpr *, 1);
    index[0] = build_var(x->a, space->counter[0]);
    map->map.dst = b->out;
    map->map.index = index;
    struct ty *type = ty_scalar(x->a, x->m, all->type->dtype);
    struct texpr *value = build_load(x->a, type, dst, index);
    if (b->product->lib.sign != 0) {
        value = build_binary(x->a, type, b->product->lib.sign > 0 ? OP_ADD : OP_SUB,
                             build_load(x->a, type, b->out, index), value);
    }
    map->map.value = value;
    struct tblock both = {2, ARENA_ARRAY(x->a, struct tstmt *, 2)};
    both.item[0] = part;
    both.item[1] = map;
    return both;
}

/* ---- the function */

static struct tblock *block_of(const struct batches *x, const struct tstmt *s) {
    return (struct tblock *)(uintptr_t)fact_of(x->facts, s)->block;
}

static void replace(struct batches *x, const struct tstmt *s, const struct stmts *by) {
    struct tblock *block = block_of(x, s), b = {0, NULL};
    b.item = ARENA_ARRAY(x->a, struct tstmt *, block->n + by->s.n);
    for (int i = 0; i < block->n; ++i) {
        if (block->item[i] != s) {
            b.item[b.n++] = block->item[i];
            continue;
        }
        for (int k = 0; k < by->s.n; ++k) {
            b.item[b.n++] = by->s.item[k];
        }
    }
    *block = b;
}

static void batch(struct batches *x, const struct batch *b) {
    struct tvar *many = new_var(x, "many", x->ty_bool, b->product->span);
    struct stmts before = {0}, instead = {0};
    struct tvar *all = make_all(x, b, many, &before);
    struct tstmt *choose = build_stmt(x->a, TS_IF, b->product->span);
    choose->if_.cond = build_var(x->a, many);
    choose->if_.then = copy_row(x, b, all);
    choose->if_.els = build_block(x->a, b->product);
    vec_push(x->a, &instead.s, choose);
    vec_push(x->a, &before.s, b->loop);
    replace(x, b->product, &instead);
    replace(x, b->loop, &before);
}

static bool in_parallel(const struct batches *x, const struct tstmt *s) {
    for (s = fact_of(x->facts, s)->loop; s; s = fact_of(x->facts, s)->loop) {
        if (s->kind == TS_FOR && s->for_.parallel) {
            return true;
        }
    }
    return false;
}

static bool has_product(const struct tblock *b) {
    bool has = false;
    for (int i = 0; i < b->n && !has; ++i) {
        const struct tblock *block[3];
        has = b->item[i]->kind == TS_LIB && b->item[i]->lib.fn == OP_MATMUL;
        for (int k = stmt_blocks(b->item[i], block); !has && k-- > 0;) {
            has = has_product(block[k]);
        }
    }
    return has;
}

void batches_run(struct arena *a, struct tmodule *m) {
    for (int i = 0; i < m->funcs.n; ++i) {
        struct tfunc *f = m->funcs.item[i];
        struct batch b;
        bool found = !f->gpu && has_product(&f->body);
        while (found) { /* one, then the facts are others */
            struct arena work;
            arena_init(&work);
            struct batches x = {.a = a, .m = m, .f = f, .vars = {.f = f, .table = &work}};
            x.ty_int = ty_scalar(a, m, DT_INT);
            x.ty_float = ty_scalar(a, m, DT_FLOAT);
            x.ty_bool = ty_scalar(a, m, DT_PYBOOL);
            x.facts = facts_collect(&work, f);
            found = false;
            for (int pos = 0; !found && pos < x.facts->n; ++pos) {
                struct tstmt *s = x.facts->order[pos]->stmt, *loop = x.facts->order[pos]->loop;
                found = s->kind == TS_LIB && loop && loop->kind == TS_FOR &&
                        !in_parallel(&x, loop) && find_batch(&x, s, loop, &b);
            }
            if (found) {
                batch(&x, &b);
                tir_number(f);
            }
            arena_free(&work);
        }
    }
}
