/* The loops over elements that MAPs and REDUCEs become (row_elements.h), when all views have been
 * looked at. */
#include "build.h"
#include "rewrite.h"
#include "row_flat.h"

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
        at[s->part[k].axis] = row_sum(x, s->part[k].start, expr_map(x->a, own[k], of_root, x));
    }
    return at;
}

static struct texpr *of_root(struct texpr *e, void *context) {
    struct flat *x = context;
    const struct row_axis *p = e->kind == TE_VAR ? x->same[e->var->id]
                               : e->kind == TE_SHAPE && x->shown[e->shape.array->id]
                                   ? row_length_of(x, e)
                                   : NULL;
    if (p) {
        return build_op(x->a, x->ty_int, OP_PYMAX, row_less(x, p->stop, p->start),
                        row_number(x, 0));
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
    struct shown at = row_shown_of(x, array);
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
    const struct row_axis *p = row_length_of(x, space->extent[0]);
    struct tstmt *loop = build_stmt(x->a, TS_FOR, s->span);
    loop->for_.counter = space->counter[0];
    loop->for_.counter->is_counter = true;
    loop->for_.start = row_number(x, 0);
    loop->for_.stop =
        p ? row_less(x, p->stop, p->start) : expr_map(x->a, space->extent[0], of_root, x);
    loop->for_.step = row_number(x, 1);
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

static bool goes(struct flat *x, const struct tstmt *s) {
    return s->kind == TS_VIEW || (s->kind == TS_CHECK && row_holds(x, s->check.cond)) ||
           (s->kind == TS_ASSIGN && x->same[s->assign.dst->id]);
}

static void make_block(struct flat *x, struct tblock *b) {
    struct made to = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        if (goes(x, s)) {
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

/* Is it a loop over rows of the column that it writes, with some elements? */
static bool has_columns(struct flat *x, const struct tstmt *s) {
    if (s->kind != TS_MAP) {
        return false;
    }
    const struct shown to = row_shown_of(x, s->map.dst);
    const struct row_axis *p = row_length_of(x, s->map.space.extent[0]);
    if (!to.root || !p || !to.index[to.root->type->rank - 1]) {
        return false;
    }
    row_compare(x, OP_GT, row_less(x, p->stop, p->start), row_number(x, 0));
    return true;
}

bool row_is_band(struct flat *x, const struct tblock *b) {
    int maps = 0;
    const struct tstmt *map = NULL;
    for (int i = 0; i < b->n; ++i) {
        bool stays = !goes(x, b->item[i]);
        map = b->item[i]->kind == TS_MAP ? b->item[i] : map;
        maps += stays && (b->item[i]->kind != TS_INDEX || map);
    }
    return maps == 1 && map && has_columns(x, map);
}

/* INDEXes go into the only loop. */
static void sink(struct flat *x, struct tblock *b) {
    struct tstmt *loop = b->item[b->n - 1];
    struct made to = {0};
    for (int i = 0; i < b->n - 1; ++i) {
        vec_push(x->a, &to.s, b->item[i]);
    }
    vec_push(x->a, &to.s, loop->for_.body.item[0]);
    loop->for_.body = (struct tblock){to.s.n, to.s.item};
    *b = build_block(x->a, loop);
}

void row_make_loops(struct flat *x, struct tblock *b, bool band) {
    make_block(x, b);
    if (band) {
        sink(x, b);
    }
}
