/* Tuples as sequences; arrays of the items of nested lists: np.array([[1, x], [y, 2]]). */
#include <string.h>

#include "lower_array.h"
#include "lower_number.h"

/* ---- tuples */

struct texpr *lower_joined(struct lower *lw, struct texpr *a, struct texpr *b) {
    int n = a->type->n;
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, n + b->type->n);
    a = lower_simple_tuple(lw, a);
    b = lower_simple_tuple(lw, b);
    for (int i = 0; i < n + b->type->n; ++i) {
        item[i] = i < n ? lower_item(lw, a, i) : lower_item(lw, b, i - n);
    }
    return lower_tuple(lw, n + b->type->n, item);
}

/* ---- arrays of nested sequences */

/* The array that is being made, and the place reached in it. */
struct filling {
    struct tvar *dst;
    int depth; /* axes of nesting */
    int64_t at[TIR_MAX_RANK];
};

/* The first item that is no sequence, *depth levels down; an empty sequence is a level too. */
static struct texpr *first_leaf(struct lower *lw, struct texpr *e, int *depth) {
    for (*depth = 0; e->type->kind == TY_TUPLE && e->type->n > 0; ++*depth) {
        e = lower_item(lw, e, 0);
    }
    *depth += e->type->kind == TY_TUPLE;
    return e;
}

/* All arrays among the leaves have the first one's shape. */
static void check_shapes(struct lower *lw, struct texpr *e, const struct tvar *first, int depth,
                         int rank, const int64_t *outer) {
    if (e->type->kind == TY_TUPLE) {
        for (int i = 0; i < e->type->n; ++i) {
            check_shapes(lw, lower_item(lw, e, i), first, depth, rank, outer);
        }
        return;
    }
    struct shapes s = {.text = ""};
    for (int k = 0; e->var != first && k < rank; ++k) {
        s.n = 0;
        s.text =
            arena_printf(lw->a,
                         "setting an array element with a sequence. The requested array has "
                         "an inhomogeneous shape after %d dimensions. The detected shape was (",
                         depth + k);
        for (int i = 0; i < depth + k; ++i) {
            const char *comma = i ? ", " : "";
            s.text = i < depth ? arena_printf(lw->a, "%s%s%lld", s.text, comma, (long long)outer[i])
                               : arena_printf(lw->a, "%s%s%%lld", s.text, comma);
            if (i >= depth) {
                s.extent[s.n++] = lower_shape(lw, (struct tvar *)first, i - depth);
            }
        }
        s.text =
            arena_printf(lw->a, "%s%s) + inhomogeneous part.", s.text, depth + k == 1 ? "," : "");
        lower_check_shapes(lw,
                           lower_cmp(lw, OP_EQ, lower_shape(lw, e->var, k),
                                     lower_shape(lw, (struct tvar *)first, k)),
                           &s);
    }
}

/* np.array(x) of one of NumPy's numbers casts it. */
static void store_number(struct lower *lw, const struct filling *f, struct texpr *value) {
    enum dtype d = f->dst->type->dtype;
    value = f->depth > 0 || dtype_weak(value->type->dtype) ? lower_store_value(lw, value, d)
                                                           : lower_cast(lw, value, d);
    struct tstmt *s = lower_stmt(lw, TS_STORE);
    s->store.array = f->dst;
    s->store.n = f->depth;
    s->store.index = ARENA_ARRAY(lw->a, struct texpr *, f->depth);
    for (int i = 0; i < f->depth; ++i) {
        s->store.index[i] = lower_int(lw, f->at[i]);
    }
    s->store.value = value;
}

static void store_array(struct lower *lw, const struct filling *f, struct tvar *array) {
    int rank = f->dst->type->rank;
    struct ty *type = ty_array(lw->a, lw->m, f->dst->type->dtype, rank - f->depth, TY_ANY);
    struct tvar *part = lower_temp(lw, type);
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = part;
    s->view.base = f->dst;
    s->view.n = rank;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, rank);
    for (int i = 0; i < rank; ++i) {
        s->view.axis[i] =
            i < f->depth ? (struct view_axis){.kind = VIEW_INDEX, .index = lower_int(lw, f->at[i])}
                         : (struct view_axis){.kind = VIEW_FULL};
    }
    lower_store_elements(lw, part, lower_elements_of(lw, lower_var(lw, array)));
}

static void fill(struct lower *lw, struct filling *f, int level, struct texpr *e) {
    if (level < f->depth) {
        for (int i = 0; i < e->type->n; ++i) {
            f->at[level] = i;
            fill(lw, f, level + 1, lower_item(lw, e, i));
        }
    } else if (f->dst->type->rank == f->depth) {
        store_number(lw, f, lower_number(lw, e));
    } else {
        store_array(lw, f, e->var);
    }
}

/* A tuple of tuples with variables and numbers at the leaves. */
static struct texpr *settled(struct lower *lw, struct texpr *e) {
    if (e->type->kind != TY_TUPLE) {
        return e->type->kind == TY_ARRAY && e->kind != TE_VAR ? lower_to_temp(lw, e) : e;
    }
    e = lower_simple_tuple(lw, e);
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, e->type->n);
    for (int i = 0; i < e->type->n; ++i) {
        item[i] = settled(lw, lower_item(lw, e, i));
    }
    return lower_tuple(lw, e->type->n, item);
}

struct texpr *lower_sequence(struct lower *lw, struct texpr *value, struct ty *type) {
    struct filling f = {0};
    struct texpr *all = settled(lw, value), *leaf = first_leaf(lw, all, &f.depth);
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, type->rank);
    int64_t outer[TIR_MAX_RANK];
    struct texpr *level = all;
    for (int i = 0; i < f.depth; ++i) {
        outer[i] = level->type->n;
        extent[i] = lower_int(lw, outer[i]);
        level = outer[i] > 0 ? lower_item(lw, level, 0) : level;
    }
    if (type->rank > f.depth) {
        check_shapes(lw, all, leaf->var, f.depth, leaf->type->rank, outer);
    }
    for (int i = f.depth; i < type->rank; ++i) {
        extent[i] = lower_shape(lw, leaf->var, i - f.depth);
    }
    f.dst = lower_new_array(lw, type, extent, FILL_NONE, NULL, NULL);
    fill(lw, &f, 0, all);
    return lower_var(lw, f.dst);
}
