/* REDUCE -> loops that follow the memory of its operands.
 *
 *     w = a in the shape of the space         where a has fewer axes, or some of extent 1
 *     number = order(w, ...)                  which axes to walk outermost, which become one
 *     v = w in order number                   axis p of v is the loop at position p
 *     for p0 < v.shape[0] ...                 over v[p0, p1 ...]
 *
 * One set of loops serves all layouts to a scalar: all of them are parallel. To an array there are
 * two, and the sign of the number says which runs: with a reduced axis innermost each point kept
 * has a scalar that the loops over the reduced ones update; with an axis kept innermost rows of the
 * result are updated by rows of the operands, so that both are read in order. */
#include "expander.h"

#define MAX_OPERANDS 8

/* An array as the value loads it. */
struct operand {
    struct tvar *array;
    struct texpr **index;
    struct tvar *whole; /* of the space's rank and shape */
};

struct walk {
    const struct tstmt *s;
    const struct tspace *space;
    unsigned reduced;
    int n_kept;
    int n;
    struct operand operand[MAX_OPERANDS];
    struct tvar *out;    /* the result with the axes kept only; NULL for a scalar */
    struct tvar *number; /* INT: the order */
};

/* Loops of one form: counters by position, and the operands and the result in its order. */
struct form {
    struct texpr **index;     /* of the operands */
    int last;                 /* the axis of the space that is surely innermost, or -1 */
    struct texpr **out_index; /* of the result */
    struct tvar *view[MAX_OPERANDS];
    struct tvar *out;
    struct expand_axis axis[TIR_MAX_RANK];
};

/* ---- what the value loads */

static int counter_of(const struct tspace *space, const struct texpr *e) {
    for (int i = 0; e->kind == TE_VAR && i < space->rank; ++i) {
        if (e->var == space->counter[i]) {
            return i;
        }
    }
    return -1;
}

/* Are the indices counters in their order, or zeros? */
static bool is_whole(const struct tspace *space, const struct texpr *load) {
    int last = -1;
    for (int i = 0; i < load->load.n; ++i) {
        const struct texpr *e = load->load.index[i];
        int k = counter_of(space, e);
        if (k < 0 && (e->kind != TE_CONST || e->value.i != 0)) {
            return false;
        }
        if (k >= 0 && k <= last) {
            return false;
        }
        last = k >= 0 ? k : last;
    }
    return true;
}

static bool same_index(const struct tspace *space, struct texpr *const *a, struct texpr *const *b,
                       int n) {
    for (int i = 0; i < n; ++i) {
        if (counter_of(space, a[i]) != counter_of(space, b[i])) {
            return false;
        }
    }
    return true;
}

static int operand_of(const struct walk *w, const struct texpr *load) {
    for (int i = 0; i < w->n; ++i) {
        const struct operand *o = &w->operand[i];
        if (o->array == load->load.array &&
            same_index(w->space, o->index, load->load.index, load->load.n)) {
            return i;
        }
    }
    return -1;
}

static bool collect_load(struct walk *w, const struct texpr *e) {
    if (!is_whole(w->space, e) || e->load.array->type->rank == 0) {
        return false;
    }
    if (operand_of(w, e) < 0) {
        if (w->n == MAX_OPERANDS) {
            return false;
        }
        w->operand[w->n++] = (struct operand){.array = e->load.array, .index = e->load.index};
    }
    return true;
}

static bool collect(struct walk *w, const struct texpr *e) {
    struct texpr *const *part;
    switch (e->kind) {
    case TE_CONST:
    case TE_SHAPE:
        return true;
    case TE_VAR:
        return counter_of(w->space, e) < 0;
    case TE_LOAD:
        return collect_load(w, e);
    case TE_CAST:
    case TE_OP:
    case TE_SELECT:
        for (int i = 0, n = expr_parts(e, &part); i < n; ++i) {
            if (!collect(w, part[i])) {
                return false;
            }
        }
        return true;
    default:
        return false;
    }
}

/* ---- before the loops */

static struct tvar *new_view(struct expander *x, struct tvar *base, int rank) {
    return expand_new_var(x, base->name, ty_array(x->a, x->m, base->type->dtype, rank, TY_ANY));
}

/* The operand in the shape of the space. */
static struct tvar *in_shape(struct expander *x, const struct walk *w, const struct operand *o,
                             struct expand_list *to) {
    const struct tspace *space = w->space;
    int rank = o->array->type->rank, from = 0;
    bool plain = rank == space->rank;
    for (int i = 0; i < rank; ++i) {
        plain &= counter_of(space, o->index[i]) >= 0;
    }
    if (plain) {
        return o->array;
    }
    struct tstmt *s = expand_add(x, to, TS_VIEW);
    s->view.base = o->array;
    s->view.dst = new_view(x, o->array, space->rank);
    s->view.axis = ARENA_ARRAY(x->a, struct view_axis, space->rank + rank);
    for (int k = 0; k <= space->rank; ++k) {
        for (; from < rank && counter_of(space, o->index[from]) < 0; ++from) {
            s->view.axis[s->view.n++] =
                (struct view_axis){.kind = VIEW_INDEX, .index = expand_integer(x, 0)};
        }
        bool has = k < space->rank && from < rank && counter_of(space, o->index[from]) == k;
        if (has) {
            s->view.axis[s->view.n++].kind = VIEW_FULL;
            ++from;
        } else if (k < space->rank) {
            s->view.axis[s->view.n++] =
                (struct view_axis){.kind = VIEW_NEW, .extent = space->extent[k]};
        }
    }
    return s->view.dst;
}

/* The result without the axes of extent 1 that stand for reduced ones. */
static struct tvar *kept_only(struct expander *x, const struct walk *w, struct expand_list *to) {
    struct tvar *dst = w->s->reduce.dst;
    if (dst->type->rank == w->n_kept) {
        return dst;
    }
    struct tstmt *s = expand_add(x, to, TS_VIEW);
    s->view.base = dst;
    s->view.dst = new_view(x, dst, w->n_kept);
    s->view.n = dst->type->rank;
    s->view.axis = ARENA_ARRAY(x->a, struct view_axis, s->view.n);
    for (int i = 0; i < s->view.n; ++i) {
        bool kept = counter_of(w->space, w->s->reduce.index[i]) >= 0;
        s->view.axis[i].kind = kept ? VIEW_FULL : VIEW_INDEX;
        s->view.axis[i].index = kept ? NULL : expand_integer(x, 0);
    }
    return s->view.dst;
}

static void find_order(struct expander *x, struct walk *w, struct expand_list *to) {
    struct texpr *e =
        build_order(x->a, ty_scalar(x->a, x->m, DT_INT), (struct order){w->space->rank, w->reduced},
                    0, ARENA_ARRAY(x->a, struct texpr *, w->n + 1));
    for (int i = 0; i < w->n; ++i) {
        w->operand[i].whole = in_shape(x, w, &w->operand[i], to);
        e->walk.item[e->walk.n++] = expand_var(x, w->operand[i].whole);
    }
    if (w->n_kept > 0) {
        w->out = kept_only(x, w, to);
        e->walk.item[e->walk.n++] = expand_var(x, w->out);
        e->walk.out = true;
    }
    w->number = expand_new_var(x, "order", e->type);
    expand_assign(x, to, w->number, e);
}

/* ---- one form */

static struct tvar *ordered(struct expander *x, const struct walk *w, struct tvar *base, bool kept,
                            struct expand_list *to) {
    struct tstmt *s = expand_add(x, to, TS_VIEW);
    s->view.base = base;
    s->view.dst = new_view(x, base, base->type->rank);
    s->view.order = ARENA_NEW(x->a, struct view_order);
    *s->view.order =
        (struct view_order){{w->space->rank, w->reduced}, expand_var(x, w->number), kept};
    return s->view.dst;
}

/* Which positions are of axes kept? With one of them innermost (`rows`) it is the last. */
static bool is_kept(const struct walk *w, bool rows, int position) {
    return position < w->n_kept - rows || (rows && position == w->space->rank - 1);
}

/* Which axis is innermost, when only one is of those that may be. */
static int last_axis(const struct walk *w, bool rows) {
    int rank = w->space->rank, candidates = rows ? w->n_kept : rank - w->n_kept;
    for (int i = 0; candidates == 1 && i < rank; ++i) {
        if ((w->reduced >> i & 1) == !rows) {
            return i;
        }
    }
    return -1;
}

static struct form new_form(struct expander *x, const struct walk *w, bool rows,
                            struct expand_list *to) {
    int rank = w->space->rank, out = 0;
    struct form f = {.index = ARENA_ARRAY(x->a, struct texpr *, rank),
                     .out_index = ARENA_ARRAY(x->a, struct texpr *, rank),
                     .last = last_axis(w, rows)};
    for (int i = 0; i < w->n; ++i) {
        f.view[i] = ordered(x, w, w->operand[i].whole, false, to);
    }
    f.out = w->out ? ordered(x, w, w->out, true, to) : NULL;
    for (int p = 0; p < rank; ++p) {
        struct tvar *k = expand_new_var(x, "k", ty_scalar(x->a, x->m, DT_INT));
        k->is_counter = true;
        f.axis[p] = (struct expand_axis){k, expand_shape(x, f.view[0], p), false};
        f.index[p] = expand_var(x, k);
        if (is_kept(w, rows, p)) {
            f.out_index[out++] = f.index[p];
        }
    }
    return f;
}

/* The indices of operand i: 0 on the innermost axis where it only repeats the operand. */
static struct texpr **index_of(struct expander *x, const struct walk *w, const struct form *f,
                               int i) {
    const struct operand *o = &w->operand[i];
    int rank = w->space->rank;
    bool has = f->last < 0;
    for (int k = 0; k < o->array->type->rank; ++k) {
        has = has || counter_of(w->space, o->index[k]) == f->last;
    }
    if (has) {
        return f->index;
    }
    struct texpr **index = ARENA_ARRAY(x->a, struct texpr *, rank);
    for (int p = 0; p < rank; ++p) {
        index[p] = p < rank - 1 ? f->index[p] : expand_integer(x, 0);
    }
    return index;
}

struct over {
    struct expander *x;
    const struct walk *w;
    const struct form *f;
};

static struct texpr *load_of(struct texpr *e, void *context) {
    const struct over *o = context;
    if (e->kind != TE_LOAD) {
        return NULL;
    }
    int i = operand_of(o->w, e);
    return expand_load(o->x, e, o->f->view[i], index_of(o->x, o->w, o->f, i));
}

/* The value over the views of the form. */
static struct texpr *value_of(struct expander *x, const struct walk *w, const struct form *f,
                              struct texpr *e) {
    struct over o = {x, w, f};
    return expr_map(x->a, e, load_of, &o);
}

static struct expand_nest loops(const struct form *f, int first, int n, int parallel) {
    struct expand_nest nest = {.n = n};
    for (int p = 0; p < n; ++p) {
        nest.axis[p] = f->axis[first + p];
        nest.axis[p].parallel = p < parallel;
    }
    return nest;
}

/* acc = start, then acc = acc op value over positions first and behind. */
static void fold(struct expander *x, const struct walk *w, const struct form *f, int first,
                 bool parallel, struct tvar *acc, struct expand_list *to) {
    int n = w->space->rank - first;
    struct expand_nest nest = loops(f, first, n, parallel ? n : 0);
    expand_assign(x, to, acc, w->s->reduce.start);
    struct expand_list *body = expand_open(x, &nest, to);
    struct texpr *value = value_of(x, w, f, w->s->reduce.value);
    expand_assign(x, body, acc, expand_folded(x, w->s->reduce.op, expand_var(x, acc), value));
    expand_close(&nest);
}

static void walk_to_scalar(struct expander *x, const struct walk *w, struct expand_list *to) {
    struct form f = new_form(x, w, false, to);
    fold(x, w, &f, 0, true, w->s->reduce.dst, to);
}

static void walk_inner(struct expander *x, const struct walk *w, struct expand_list *to) {
    struct form f = new_form(x, w, false, to);
    struct expand_nest nest = loops(&f, 0, w->n_kept, w->n_kept);
    struct tvar *acc = expand_new_var(x, "acc", w->s->reduce.value->type);
    struct expand_list *point = expand_open(x, &nest, to);
    fold(x, w, &f, w->n_kept, false, acc, point);
    expand_store(x, point, f.out, f.out_index, expand_var(x, acc));
    expand_close(&nest);
}

/* The axes kept are parallel but for the last; without any others, the reduced ones: chunks of
 * them update copies of the result (struct reduction of the plan, of array elements). */
static void walk_rows(struct expander *x, const struct walk *w, struct expand_list *to) {
    int rank = w->space->rank;
    struct form f = new_form(x, w, true, to);
    struct expand_nest nest = loops(&f, 0, rank, w->n_kept > 1 ? w->n_kept - 1 : rank - 1);
    expand_fill(x, to, w->s->reduce.dst, w->s->reduce.start);
    struct texpr *old = expand_load(x, w->s->reduce.value, f.out, f.out_index);
    struct expand_list *body = expand_open(x, &nest, to);
    struct texpr *value = value_of(x, w, &f, w->s->reduce.value);
    expand_store(x, body, f.out, f.out_index, expand_folded(x, w->s->reduce.op, old, value));
    expand_close(&nest);
}

static void walk_to_array(struct expander *x, const struct walk *w, struct expand_list *to) {
    struct tstmt *s = expand_add(x, to, TS_IF);
    struct expand_list rows = {0}, inner = {0};
    walk_rows(x, w, &rows);
    walk_inner(x, w, &inner);
    s->if_.cond = expand_sign(x, OP_LT, expand_var(x, w->number));
    s->if_.then = expand_block_of(&rows);
    s->if_.els = expand_block_of(&inner);
}

/* Is it known which axis is innermost, or does an operand have all axes of the space? Where each is
 * repeated along some, the space is in nobody's memory, and neighbours along an axis that memory
 * chooses are the same element in one operand and another in the next. */
static bool has_memory(const struct walk *w) {
    if (w->n_kept == 1 && w->space->rank == 2) {
        return true;
    }
    for (int i = 0; i < w->n; ++i) {
        int n = 0;
        for (int k = 0; k < w->operand[i].array->type->rank; ++k) {
            n += counter_of(w->space, w->operand[i].index[k]) >= 0;
        }
        if (n == w->space->rank) {
            return true;
        }
    }
    return false;
}

bool expand_reduce_walked(struct expander *x, const struct tstmt *s, struct expand_list *to) {
    struct walk w = {.s = s, .space = &s->reduce.space};
    bool scalar = s->reduce.dst->type->kind != TY_ARRAY;
    for (int i = 0; i < w.space->rank; ++i) {
        w.reduced |= (unsigned)s->reduce.reduced[i] << i;
        w.n_kept += !s->reduce.reduced[i];
    }
    if (w.space->rank < 2 || !collect(&w, s->reduce.value) || w.n == 0 || !has_memory(&w) ||
        (!scalar && (w.n_kept == 0 || w.reduced == 0))) {
        return false;
    }
    find_order(x, &w, to);
    if (scalar) {
        walk_to_scalar(x, &w, to);
    } else {
        walk_to_array(x, &w, to);
    }
    return true;
}
