/* FUSED -> one loop nest with several statements.
 *
 * Without array results of REDUCEs the nest is that of a MAP, around a scalar per REDUCE. With them
 * it is that of one REDUCE: where a reduced axis has the smallest stride, parallel loops over the
 * axes kept around a scalar per REDUCE; where one kept has it, that one innermost, and elements
 * updated where they are. Where the types do not tell the strides there are both. */
#include "expander.h"
#include "fuse_walk.h"

static bool to_array(const struct tstmt *s) {
    return s->kind == TS_REDUCE && s->reduce.dst->type->kind == TY_ARRAY;
}

/* The REDUCE with an array result that gives the nest its shape, or NULL. */
static const struct tstmt *shaping(const struct tstmt *s) {
    for (int i = 0; i < s->fused.n; ++i) {
        if (to_array(s->fused.item[i])) {
            return s->fused.item[i];
        }
    }
    return NULL;
}

static void add_map(struct expander *x, const struct tstmt *s, struct expand_list *body) {
    if (s->map.dst->type->kind == TY_ARRAY) {
        expand_store(x, body, s->map.dst, s->map.index, s->map.value);
    } else {
        expand_assign(x, body, s->map.dst, s->map.value);
    }
}

static void add_fold(struct expander *x, const struct tstmt *s, struct tvar *acc,
                     struct expand_list *body) {
    expand_assign(x, body, acc,
                  expand_folded(x, s->reduce.op, expand_var(x, acc), s->reduce.value));
}

/* ---- scalar results */

static bool is_fortran(const struct tstmt *s) {
    for (int i = 0; i < s->fused.n; ++i) {
        const struct tstmt *item = s->fused.item[i];
        if (item->kind == TS_MAP && item->map.dst->type->kind == TY_ARRAY) {
            return item->map.dst->type->layout == TY_F;
        }
    }
    return false;
}

static void expand_points(struct expander *x, const struct tstmt *s, struct expand_list *to) {
    const struct tspace *space = &s->fused.space;
    struct expand_nest nest = {0};
    bool fortran = is_fortran(s), reduces = false;
    for (int i = 0; i < space->rank; ++i) {
        expand_axis(&nest, space, fortran ? space->rank - 1 - i : i);
    }
    for (int i = 0; i < s->fused.n; ++i) {
        const struct tstmt *item = s->fused.item[i];
        if (item->kind == TS_REDUCE) {
            reduces = true;
            expand_assign(x, to, item->reduce.dst, item->reduce.start);
        }
    }
    expand_mark_parallel(&nest, reduces ? nest.n > 0 : nest.n);
    struct expand_list *body = expand_open(x, &nest, to);
    for (int i = 0; i < s->fused.n; ++i) {
        const struct tstmt *item = s->fused.item[i];
        if (item->kind == TS_MAP) {
            add_map(x, item, body);
        } else {
            add_fold(x, item, item->reduce.dst, body);
        }
    }
    expand_close(&nest);
}

/* ---- array results, a reduced axis innermost */

static void expand_inner(struct expander *x, const struct tstmt *s, const bool *reduces,
                         struct expand_list *to) {
    const struct tspace *space = &s->fused.space;
    struct expand_nest kept = {0}, reduced = {0};
    for (int i = 0; i < space->rank; ++i) {
        expand_axis(reduces[i] ? &reduced : &kept, space, i);
    }
    for (int i = 0; i < kept.n; ++i) {
        kept.axis[i].parallel = true;
    }
    struct tvar **acc = ARENA_ARRAY(x->a, struct tvar *, s->fused.n);
    struct expand_list *point = expand_open(x, &kept, to);
    for (int i = 0; i < s->fused.n; ++i) {
        const struct tstmt *item = s->fused.item[i];
        if (item->kind == TS_REDUCE) {
            acc[i] = expand_new_var(x, "acc", item->reduce.value->type);
            expand_assign(x, point, acc[i], item->reduce.start);
        }
    }
    struct expand_list *body = expand_open(x, &reduced, point);
    for (int i = 0; i < s->fused.n; ++i) {
        if (acc[i]) {
            add_fold(x, s->fused.item[i], acc[i], body);
        } else {
            add_map(x, s->fused.item[i], body);
        }
    }
    expand_close(&reduced);
    for (int i = 0; i < s->fused.n; ++i) {
        const struct tstmt *item = s->fused.item[i];
        if (acc[i]) {
            expand_store(x, point, item->reduce.dst, item->reduce.index, expand_var(x, acc[i]));
        }
    }
    expand_close(&kept);
}

/* ---- array results, an axis kept innermost */

static void add_update(struct expander *x, const struct tstmt *s, struct expand_list *body) {
    struct texpr *old = expand_load(x, s->reduce.value, s->reduce.dst, s->reduce.index);
    expand_store(x, body, s->reduce.dst, s->reduce.index,
                 expand_folded(x, s->reduce.op, old, s->reduce.value));
}

/* The last axis where it is kept, else the first that is. */
static int innermost_kept(const struct tspace *space, const bool *reduces) {
    int k = space->rank - 1;
    for (int i = space->rank - 1; reduces[k] && i >= 0; --i) {
        k = reduces[i] ? k : i;
    }
    return k;
}

static void expand_outer(struct expander *x, const struct tstmt *s, const bool *reduces,
                         struct expand_list *to) {
    const struct tspace *space = &s->fused.space;
    int innermost = innermost_kept(space, reduces);
    struct expand_nest nest = {0};
    for (int turn = 0; turn < 2; ++turn) {
        for (int i = 0; i < space->rank; ++i) {
            if (i != innermost && reduces[i] == (turn == 1)) {
                expand_axis(&nest, space, i);
                nest.axis[nest.n - 1].parallel = turn == 0;
            }
        }
    }
    expand_axis(&nest, space, innermost);
    nest.axis[0].parallel = true;
    for (int i = 0; i < s->fused.n; ++i) {
        if (s->fused.item[i]->kind == TS_REDUCE) {
            expand_fill(x, to, s->fused.item[i]->reduce.dst, s->fused.item[i]->reduce.start);
        }
    }
    struct expand_list *body = expand_open(x, &nest, to);
    for (int i = 0; i < s->fused.n; ++i) {
        const struct tstmt *item = s->fused.item[i];
        if (item->kind == TS_REDUCE) {
            add_update(x, item, body);
        } else {
            add_map(x, item, body);
        }
    }
    expand_close(&nest);
}

/* ---- strides */

#define MAX_ASKED 8

/* The arrays whose elements the items load as the space has its points, each once. */
struct asked {
    struct expander *x;
    const struct tspace *space;
    int n;
    struct texpr *array[MAX_ASKED];
    bool open; /* the type of one does not tell its strides */
};

static void see_load(struct texpr *e, void *context) {
    struct asked *w = context;
    bool whole = e->kind == TE_LOAD && e->load.n == w->space->rank && w->n < MAX_ASKED;
    for (int i = 0; whole && i < e->load.n; ++i) {
        const struct texpr *index = e->load.index[i];
        whole = index->kind == TE_VAR && index->var == w->space->counter[i];
    }
    for (int i = 0; whole && i < w->n; ++i) {
        whole = w->array[i]->var != e->load.array;
    }
    if (whole) {
        w->array[w->n++] = expand_var(w->x, e->load.array);
        w->open = w->open || e->load.array->type->layout != TY_C;
    }
}

static struct asked ask(struct expander *x, const struct tstmt *s) {
    struct asked w = {.x = x, .space = &s->fused.space};
    for (int i = 0; i < s->fused.n; ++i) {
        const struct tstmt *item = s->fused.item[i];
        expr_walk(item->kind == TS_MAP ? item->map.value : item->reduce.value, see_load, &w);
    }
    return w;
}

/* Has a reduced axis the smallest stride? */
static struct texpr *reduced_inside(struct expander *x, const struct asked *w,
                                    const bool *reduces) {
    struct order order = {.rank = w->space->rank};
    for (int i = 0; i < w->space->rank; ++i) {
        order.reduced |= (unsigned)reduces[i] << i;
    }
    struct texpr **array = ARENA_ARRAY(x->a, struct texpr *, w->n);
    for (int i = 0; i < w->n; ++i) {
        array[i] = w->array[i];
    }
    struct ty *integer = ty_scalar(x->a, x->m, DT_INT);
    return expand_sign(x, OP_GE, build_order(x->a, integer, order, w->n, array));
}

struct recounted {
    struct expander *x;
    const struct tspace *from, *to;
};

static struct texpr *other_counter(struct texpr *e, void *context) {
    struct recounted *r = context;
    for (int i = 0; e->kind == TE_VAR && i < r->from->rank; ++i) {
        if (e->var == r->from->counter[i]) {
            return expand_var(r->x, r->to->counter[i]);
        }
    }
    return NULL;
}

/* The statement with other counters, for a second nest. */
static struct tstmt *with_own_counters(struct expander *x, const struct tstmt *s) {
    struct tstmt *copy = stmt_copy(x->a, s);
    struct tspace *space = &copy->fused.space;
    struct recounted r = {x, &s->fused.space, space};
    for (int i = 0; i < space->rank; ++i) {
        const struct tvar *k = s->fused.space.counter[i];
        space->counter[i] = expand_new_var(x, k->name, k->type);
        space->counter[i]->is_counter = true;
    }
    copy->fused.item = ARENA_ARRAY(x->a, struct tstmt *, s->fused.n);
    for (int i = 0; i < s->fused.n; ++i) {
        struct tstmt *item = stmt_copy(x->a, s->fused.item[i]);
        stmt_map(x->a, item, other_counter, &r);
        *fuse_space(item) = *space;
        copy->fused.item[i] = item;
    }
    return copy;
}

static void expand_to_arrays(struct expander *x, const struct tstmt *s, const bool *reduces,
                             struct expand_list *to) {
    const struct tspace *space = &s->fused.space;
    bool all = reduces[innermost_kept(space, reduces)]; /* no axis is kept */
    struct asked w = ask(x, s);
    if (x->parallel == 0 && w.open && !all) {
        struct tstmt *either = expand_add(x, to, TS_IF);
        struct expand_list inner = {0}, outer = {0};
        either->if_.cond = reduced_inside(x, &w, reduces);
        expand_inner(x, s, reduces, &inner);
        expand_outer(x, with_own_counters(x, s), reduces, &outer);
        either->if_.then = expand_block_of(&inner);
        either->if_.els = expand_block_of(&outer);
    } else if (reduces[space->rank - 1]) {
        expand_inner(x, s, reduces, to);
    } else {
        expand_outer(x, s, reduces, to);
    }
}

void expand_fused(struct expander *x, const struct tstmt *s, struct expand_list *to) {
    const struct tstmt *shape = shaping(s);
    if (shape) {
        expand_to_arrays(x, s, shape->reduce.reduced, to);
    } else {
        expand_points(x, s, to);
    }
}
