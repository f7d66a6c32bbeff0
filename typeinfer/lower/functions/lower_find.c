/* np.argmin and np.argmax: the first of the least or greatest elements; the first nan, if there is
 * one.
 *
 * The best value of a block of elements is a reduction, which is vectorised. The first block with
 * the best of all is searched for its place at the end.
 *
 * In functions marked @pycc.gpu there are two reductions of all elements, which a device makes in
 * parallel: the best value, and the least number of an element that has it. */
#include "lower_array.h"
#include "lower_function.h"
#include "lower_reduce.h"

/* Is value to be taken instead of best? The first nan is, as in NumPy. */
static struct texpr *better(struct lower *lw, enum op op, struct texpr *value, struct texpr *best) {
    enum dtype d = value->type->dtype;
    struct texpr *beats = lower_cmp(lw, op == OP_ARGMIN ? OP_LT : OP_GT, value, best);
    if (dtype_info[d].kind < KIND_FLOAT) {
        return beats;
    }
    struct texpr *nan = lower_op1(lw, OP_ISNAN, value, DT_PYBOOL);
    struct texpr *first = lower_not(lw, lower_op1(lw, OP_ISNAN, best, DT_PYBOOL));
    return lower_or(lw, beats, lower_and(lw, nan, first));
}

struct loops {
    struct tstmt *loop[TIR_MAX_RANK];
    struct stmt_list list[TIR_MAX_RANK];
    struct stmt_list *outer[TIR_MAX_RANK];
    struct texpr *index[TIR_MAX_RANK];
};

struct search {
    const struct reducing *r;
    struct tvar *array;
    struct loops *loops;
    int last; /* the last reduced axis: it is searched in blocks */
};

/* The type in which elements are compared. */
static enum dtype compared_as(enum dtype d) {
    return d == DT_F16 ? DT_F32 : dtype_info[d].kind == KIND_BOOL ? DT_I8 : d;
}

static struct texpr *numeric(struct lower *lw, struct texpr *value) {
    return lower_cast(lw, value, compared_as(value->type->dtype));
}

/* FORs over the axes that are reduced, or over those that are not, but for axis `but`. */
static void open_loops(struct lower *lw, const struct reducing *r, bool reduced, struct loops *l,
                       int but) {
    for (int i = 0; i < r->space.rank; ++i) {
        if (r->reduced[i] == reduced && i != but) {
            l->loop[i] = lower_for_open(lw, "k", lower_int(lw, 0), r->space.extent[i],
                                        lower_int(lw, 1), &l->list[i], &l->outer[i]);
            l->index[i] = lower_var(lw, l->loop[i]->for_.counter);
        }
    }
}

static void close_loops(struct lower *lw, const struct reducing *r, bool reduced, struct loops *l,
                        int but) {
    for (int i = r->space.rank - 1; i >= 0; --i) {
        if (r->reduced[i] == reduced && i != but) {
            lower_for_close(lw, l->loop[i], l->outer[i]);
        }
    }
}

/* The number of the element among those reduced, in C order. */
static struct texpr *position(struct lower *lw, const struct reducing *r, const struct loops *l) {
    struct texpr *at = NULL;
    for (int i = 0; i < r->space.rank; ++i) {
        if (r->reduced[i]) {
            at = at ? lower_op2(lw, OP_MUL, at, r->space.extent[i], DT_INT) : NULL;
            at = at ? lower_op2(lw, OP_ADD, at, l->index[i], DT_INT) : l->index[i];
        }
    }
    return lower_cast(lw, at ? at : lower_int(lw, 0), DT_I64);
}

/* The element at the loops' indices, but along the last reduced axis at `at`. */
static struct texpr *element(struct lower *lw, const struct search *s, struct texpr *at) {
    struct texpr *index[TIR_MAX_RANK];
    for (int i = 0; i < s->r->space.rank; ++i) {
        index[i] = i == s->last ? at : s->loops->index[i];
    }
    return numeric(lw, lower_load(lw, s->array, s->r->space.rank, index));
}

/* Has the element the value `best`, which is nan when any element is? */
static struct texpr *is_best(struct lower *lw, struct texpr *value, struct tvar *best) {
    struct texpr *found = lower_cmp(lw, OP_EQ, value, lower_var(lw, best));
    bool real = dtype_info[value->type->dtype].kind >= KIND_FLOAT;
    return real ? lower_or(lw, found, lower_op1(lw, OP_ISNAN, value, DT_PYBOOL)) : found;
}

/* The best of elements b..stop-1 along the last axis. */
static struct tvar *best_of_block(struct lower *lw, const struct search *s, struct texpr *b,
                                  struct texpr *stop) {
    struct stmt_list list, *outer;
    enum op op = s->r->call->op == OP_ARGMIN ? OP_MINIMUM : OP_MAXIMUM;
    struct texpr *first = element(lw, s, b);
    struct tvar *best = lower_new_var(lw, "best", first->type);
    lower_assign(lw, best, first);
    struct tstmt *loop = lower_for_open(lw, "k", b, stop, lower_int(lw, 1), &list, &outer);
    lower_assign(lw, best,
                 lower_op2(lw, op, lower_var(lw, best),
                           element(lw, s, lower_var(lw, loop->for_.counter)), first->type->dtype));
    lower_for_close(lw, loop, outer);
    return best;
}

/* at = the number of the first element of the block that is `best`; when that is nan, any nan. It
 * is the least of those indices, so that this is a reduction too. */
static void place_in_block(struct lower *lw, const struct search *s, struct tvar *best,
                           struct tvar *at, struct texpr *b, struct texpr *stop) {
    struct stmt_list list, *outer;
    struct tvar *place = lower_new_var(lw, "place", lower_scalar(lw, DT_INT));
    lower_assign(lw, place, stop);
    struct tstmt *loop = lower_for_open(lw, "k", b, stop, lower_int(lw, 1), &list, &outer);
    struct texpr *k = lower_var(lw, loop->for_.counter), *value = element(lw, s, k);
    struct texpr *number = lower_select(lw, is_best(lw, value, best), k, stop);
    lower_assign(lw, place, lower_op2(lw, OP_PYMIN, lower_var(lw, place), number, DT_INT));
    lower_for_close(lw, loop, outer);
    s->loops->index[s->last] = lower_var(lw, place);
    lower_assign(lw, at, position(lw, s->r, s->loops));
}

/* Elements of a block. One of the blocks is searched twice: argmax along rows of 1,000 takes 0.85
 * of the time that it takes with 2,048; with 256, argmax of a vector takes 1.3 of its. */
enum { FIND_BLOCK = 512 };

static struct texpr *block_end(struct lower *lw, const struct search *s, struct texpr *b) {
    struct texpr *end = lower_op2(lw, OP_ADD, b, lower_int(lw, FIND_BLOCK), DT_INT);
    return lower_to_temp(lw, lower_op2(lw, OP_PYMIN, end, s->r->space.extent[s->last], DT_INT));
}

static struct tvar *new_zero(struct lower *lw, const char *name) {
    struct tvar *v = lower_new_var(lw, name, lower_scalar(lw, DT_INT));
    lower_assign(lw, v, lower_int(lw, 0));
    return v;
}

/* One block: when it has a better element than all before, where it begins is kept in `where`, with
 * the indices of the other axes that are reduced. */
static void search_block(struct lower *lw, const struct search *s, struct tvar *best,
                         struct tvar *const *where, struct texpr *b) {
    struct stmt_list then;
    struct tvar *here = best_of_block(lw, s, b, block_end(lw, s, b));
    struct stmt_list *outer = lower_begin(lw, &then);
    lower_assign(lw, best, lower_var(lw, here));
    for (int i = 0; i < s->r->space.rank; ++i) {
        if (s->r->reduced[i]) {
            lower_assign(lw, where[i], i == s->last ? b : s->loops->index[i]);
        }
    }
    struct tblock block = lower_end(lw, outer);
    struct tstmt *t = lower_stmt(lw, TS_IF);
    t->if_.cond = better(lw, s->r->call->op, lower_var(lw, here), lower_var(lw, best));
    t->if_.then = block;
}

static struct tvar *search(struct lower *lw, const struct reducing *r, struct tvar *array,
                           struct loops *l) {
    struct search s = {r, array, l, -1};
    struct texpr *first[TIR_MAX_RANK];
    struct tvar *where[TIR_MAX_RANK] = {NULL};
    for (int i = 0; i < r->space.rank; ++i) {
        first[i] = r->reduced[i] ? lower_int(lw, 0) : l->index[i];
        where[i] = r->reduced[i] ? new_zero(lw, "row") : NULL;
        s.last = r->reduced[i] ? i : s.last;
    }
    struct texpr *start = numeric(lw, lower_load(lw, array, r->space.rank, first));
    struct tvar *best = lower_new_var(lw, "best", start->type);
    struct tvar *at = lower_new_var(lw, "at", lower_scalar(lw, DT_I64));
    lower_assign(lw, best, start);
    open_loops(lw, r, true, l, s.last);
    struct stmt_list list, *outer;
    struct tstmt *loop = lower_for_open(lw, "b", lower_int(lw, 0), r->space.extent[s.last],
                                        lower_int(lw, FIND_BLOCK), &list, &outer);
    search_block(lw, &s, best, where, lower_var(lw, loop->for_.counter));
    lower_for_close(lw, loop, outer);
    close_loops(lw, r, true, l, s.last);
    for (int i = 0; i < r->space.rank; ++i) {
        l->index[i] = where[i] ? lower_var(lw, where[i]) : l->index[i];
    }
    struct texpr *b = l->index[s.last];
    place_in_block(lw, &s, best, at, b, block_end(lw, &s, b));
    return at;
}

/* The whole last axis as one block. */
static struct tvar *search_whole(struct lower *lw, const struct reducing *r, struct tvar *array,
                                 struct loops *l) {
    struct search s = {r, array, l, r->space.rank - 1};
    struct texpr *zero = lower_int(lw, 0), *stop = r->space.extent[s.last];
    struct tvar *at = lower_new_var(lw, "at", lower_scalar(lw, DT_I64));
    place_in_block(lw, &s, best_of_block(lw, &s, zero, stop), at, zero, stop);
    return at;
}

/* ---- reductions of all elements */

static struct texpr *total(struct lower *lw, const struct reducing *r) {
    struct texpr *n = lower_cast(lw, lower_int(lw, 1), DT_I64);
    for (int i = 0; i < r->space.rank; ++i) {
        n = lower_op2(lw, OP_MUL, n, lower_cast(lw, r->space.extent[i], DT_I64), DT_I64);
    }
    return n;
}

/* start op value op value ...: without `best` of the elements, else of their numbers where they are
 * the best, of a number beyond all where they are not. */
static struct tvar *reduce_all(struct lower *lw, const struct reducing *r, enum op op,
                               struct texpr *start, struct tvar *best) {
    struct reducing own = *r; /* with counters of its own */
    struct loops l = {0};
    own.space = lower_space(lw, r->space.rank, r->space.extent);
    for (int i = 0; i < r->space.rank; ++i) {
        l.index[i] = lower_var(lw, own.space.counter[i]);
    }
    struct texpr *value = numeric(lw, lower_load(lw, r->x->array, r->space.rank, l.index));
    if (best) {
        value = lower_select(lw, is_best(lw, value, best), position(lw, &own, &l), total(lw, &own));
    }
    struct ty *type = lower_scalar(lw, value->type->dtype);
    return lower_fold(lw, &own, type, op, start, value, NULL);
}

static struct tvar *search_all(struct lower *lw, const struct reducing *r) {
    enum op op = r->call->op == OP_ARGMIN ? OP_MINIMUM : OP_MAXIMUM;
    enum dtype d = compared_as(r->x->array->type->dtype);
    struct tvar *best = reduce_all(lw, r, op, lower_neutral(lw, op, d), NULL);
    return reduce_all(lw, r, OP_MINIMUM, lower_simple(lw, total(lw, r)), best);
}

/* ---- along an axis */

/* The operand with the one reduced axis last, so that it is the innermost; to says the same of it.
 */
static struct tvar *with_axis_last(struct lower *lw, const struct reducing *r,
                                   struct reducing *to) {
    struct tvar *array = r->x->array;
    int rank = r->space.rank, axis = __builtin_ctz(r->call->axes), n = 0;
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = lower_temp(lw, ty_array(lw->a, lw->m, array->type->dtype, rank, TY_ANY));
    s->view.base = array;
    s->view.n = rank;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, rank);
    to->space.extent = ARENA_ARRAY(lw->a, struct texpr *, rank);
    for (int i = 0; i < rank; ++i) {
        int at = i == axis ? rank - 1 : n++;
        s->view.axis[at] = (struct view_axis){.kind = VIEW_MOVED, .from = i};
        to->space.extent[at] = r->space.extent[i];
        to->reduced[at] = i == axis;
    }
    return s->view.dst;
}

static struct texpr *find_along(struct lower *lw, const struct reducing *r, struct tvar *want) {
    struct loops l = {0};
    struct reducing moved = *r;
    struct tvar *array = r->x->array;
    if (!r->reduced[r->space.rank - 1]) {
        array = with_axis_last(lw, r, &moved);
    }
    struct tvar *dst = lower_reduced_array(lw, r, r->type, NULL, want == r->x->array ? NULL : want);
    open_loops(lw, &moved, false, &l, -1);
    for (int i = 0; i < r->space.rank; ++i) {
        if (l.loop[i]) { /* the outermost: each point kept has a search of its own */
            l.loop[i]->for_.parallel = l.loop[i]->for_.implied = true;
            break;
        }
    }
    struct tvar *at =
        lw->f->gpu ? search_whole(lw, &moved, array, &l) : search(lw, &moved, array, &l);
    struct tstmt *s = lower_stmt(lw, TS_STORE);
    s->store.array = dst;
    s->store.n = r->type->rank;
    s->store.index = ARENA_ARRAY(lw->a, struct texpr *, r->type->rank);
    int n = 0, kept = 0;
    for (int i = 0; i < r->space.rank; ++i) {
        if (!r->reduced[i]) {
            s->store.index[n++] = l.index[kept++];
        } else if (r->call->keepdims) {
            s->store.index[n++] = lower_int(lw, 0);
        }
    }
    s->store.value = lower_var(lw, at);
    close_loops(lw, &moved, false, &l, -1);
    return lower_var(lw, dst);
}

struct texpr *lower_find(struct lower *lw, struct reducing *r, struct tvar *want) {
    struct loops l = {0};
    want = lower_reduce_open(lw, r, want);
    if (r->space.rank == 0) {
        return lower_cast(lw, lower_int(lw, 0), DT_I64);
    }
    if (r->x->kind != ELEMENTS_ARRAY) {
        r->x = lower_elements_of(lw, lower_materialise(lw, r->x, NULL, NULL));
    }
    if (r->type->kind != TY_ARRAY) {
        return lower_var(lw, lw->f->gpu ? search_all(lw, r) : search(lw, r, r->x->array, &l));
    }
    return find_along(lw, r, want);
}
