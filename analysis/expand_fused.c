/* FUSED -> one loop nest with several statements.
 *
 * Without array results of REDUCEs the nest is that of a MAP, around a scalar per REDUCE. With them
 * it is that of one REDUCE: where the innermost axis is reduced, parallel loops over the axes kept
 * around a scalar per REDUCE; where it is kept, that one innermost, and elements updated where they
 * are. */
#include "expander.h"

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

/* ---- array results, the innermost axis reduced */

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

/* ---- array results, the innermost axis kept */

static void add_update(struct expander *x, const struct tstmt *s, struct expand_list *body) {
    struct texpr *old = expand_new_expr(x, TE_LOAD, s->reduce.value->type);
    old->load.array = s->reduce.dst;
    old->load.n = s->reduce.dst->type->rank;
    old->load.index = s->reduce.index;
    expand_store(x, body, s->reduce.dst, s->reduce.index,
                 expand_folded(x, s->reduce.op, old, s->reduce.value));
}

static void expand_outer(struct expander *x, const struct tstmt *s, const bool *reduces,
                         struct expand_list *to) {
    const struct tspace *space = &s->fused.space;
    struct expand_nest nest = {0};
    for (int turn = 0; turn < 2; ++turn) {
        for (int i = 0; i < space->rank - 1; ++i) {
            if (reduces[i] == (turn == 1)) {
                expand_axis(&nest, space, i);
                nest.axis[nest.n - 1].parallel = turn == 0;
            }
        }
    }
    expand_axis(&nest, space, space->rank - 1);
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

void expand_fused(struct expander *x, const struct tstmt *s, struct expand_list *to) {
    const struct tstmt *shape = shaping(s);
    if (!shape) {
        expand_points(x, s, to);
    } else if (shape->reduce.reduced[s->fused.space.rank - 1]) {
        expand_inner(x, s, shape->reduce.reduced, to);
    } else {
        expand_outer(x, s, shape->reduce.reduced, to);
    }
}
