/* NumPy's reductions as REDUCE statements: the operand is fused in, so that np.sum(a * b) makes no
 * array. argmin and argmax, which combine pairs, are loops in order. */
#include <math.h>

#include "lower.h"

struct reduction {
    const struct callee *call;
    struct elements *x; /* the operand */
    struct tspace space;
    bool reduced[TIR_MAX_RANK];
    enum dtype dtype; /* of the result */
    struct ty *type;  /* of the result */
};

/* ---- what the functions are */

static enum op folding_op(const struct reduction *r) {
    bool bools = r->dtype == DT_BOOL;
    switch (r->call->op) {
    case OP_PROD:
        return OP_MUL;
    case OP_MIN:
        return bools ? OP_LAND : OP_MINIMUM;
    case OP_MAX:
        return bools ? OP_LOR : OP_MAXIMUM;
    case OP_ANY:
        return OP_LOR;
    case OP_ALL:
        return OP_LAND;
    default:
        return OP_ADD;
    }
}

/* What leaves any value as it is. */
static struct texpr *identity(struct lower *lw, enum op op, enum dtype d) {
    if (op == OP_ADD || op == OP_LOR) {
        return lower_zero(lw, d);
    }
    if (op == OP_MUL || op == OP_LAND) {
        return lower_cast(lw, lower_int(lw, 1), d);
    }
    bool low = op == OP_MAXIMUM;
    if (dtype_info[d].kind == KIND_FLOAT) {
        return lower_real(lw, d, low ? -INFINITY : INFINITY);
    }
    int64_t lo, hi;
    dtype_range(d, &lo, &hi);
    return lower_cast(lw, lower_int(lw, low ? lo : d == DT_U64 ? -1 : hi), d);
}

static const char *empty_text(enum op op) {
    switch (op) {
    case OP_MIN:
        return "zero-size array to reduction operation minimum which has no identity";
    case OP_MAX:
        return "zero-size array to reduction operation maximum which has no identity";
    case OP_ARGMIN:
        return "attempt to get argmin of an empty sequence";
    case OP_ARGMAX:
        return "attempt to get argmax of an empty sequence";
    default:
        return NULL;
    }
}

/* Elements that go into one result. */
static struct texpr *count(struct lower *lw, const struct reduction *r) {
    struct texpr *n = NULL;
    for (int i = 0; i < r->space.rank; ++i) {
        if (r->reduced[i]) {
            n = n ? lower_op2(lw, OP_MUL, n, r->space.extent[i], DT_INT) : r->space.extent[i];
        }
    }
    return n ? n : lower_int(lw, 1);
}

static void check_not_empty(struct lower *lw, const struct reduction *r) {
    const char *text = empty_text(r->call->op);
    if (text) {
        lower_check(lw, lower_cmp(lw, OP_NE, count(lw, r), lower_int(lw, 0)), TEXC_VALUE, text);
    }
}

/* ---- results */

/* The axes of the result: those kept, and with keepdims ones. index: NULL, or gets counters and
 * zeros. */
static struct tvar *new_result(struct lower *lw, const struct reduction *r, struct texpr **index,
                               struct tvar *want) {
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, r->type->rank);
    int n = 0;
    for (int i = 0; i < r->space.rank; ++i) {
        if (r->reduced[i] && !r->call->keepdims) {
            continue;
        }
        if (index) {
            index[n] = r->reduced[i] ? lower_int(lw, 0) : lower_var(lw, r->space.counter[i]);
        }
        extent[n++] = r->reduced[i] ? lower_int(lw, 1) : r->space.extent[i];
    }
    return lower_new_array(lw, r->type, extent, FILL_NONE, NULL, want);
}

static struct texpr *divided(struct lower *lw, const struct reduction *r, struct texpr *sum) {
    return lower_op2(lw, OP_DIV, sum, lower_cast(lw, count(lw, r), r->dtype), r->dtype);
}

/* mean of an array: the sums become quotients in place. */
static void divide_all(struct lower *lw, const struct reduction *r, struct tvar *sums) {
    struct texpr *extent[TIR_MAX_RANK], *index[TIR_MAX_RANK];
    int rank = sums->type->rank;
    for (int i = 0; i < rank; ++i) {
        extent[i] = lower_shape(lw, sums, i);
    }
    struct tspace space = lower_space(lw, rank, extent);
    for (int i = 0; i < rank; ++i) {
        index[i] = lower_var(lw, space.counter[i]);
    }
    lower_map(lw, &space, sums, index, divided(lw, r, lower_load(lw, sums, rank, index)));
}

static struct texpr *fold(struct lower *lw, const struct reduction *r, struct tvar *want) {
    enum op op = folding_op(r);
    struct texpr *value = lower_elements_value(lw, r->x, &r->space, NULL);
    value = r->dtype == DT_BOOL ? lower_cast(lw, lower_truth(lw, value), DT_BOOL)
                                : lower_cast(lw, value, r->dtype);
    bool array = r->type->kind == TY_ARRAY;
    struct texpr *index[TIR_MAX_RANK];
    struct tvar *dst = array ? new_result(lw, r, index, want)
                             : lower_new_var(lw, op_info[r->call->op].name, r->type);
    struct tstmt *s = lower_stmt(lw, TS_REDUCE);
    s->reduce.space = r->space;
    s->reduce.reduced = ARENA_ARRAY(lw->a, bool, r->space.rank);
    for (int i = 0; i < r->space.rank; ++i) {
        s->reduce.reduced[i] = r->reduced[i];
    }
    s->reduce.op = op;
    s->reduce.dst = dst;
    s->reduce.start = identity(lw, op, r->dtype);
    s->reduce.value = value;
    s->reduce.index = ARENA_ARRAY(lw->a, struct texpr *, array ? r->type->rank : 0);
    for (int i = 0; array && i < r->type->rank; ++i) {
        s->reduce.index[i] = index[i];
    }
    struct texpr *result = lower_var(lw, dst);
    if (r->call->op == OP_MEAN && array) {
        divide_all(lw, r, dst);
    } else if (r->call->op == OP_MEAN) {
        result = lower_to_temp(lw, divided(lw, r, result));
    }
    return result;
}

/* ---- argmin, argmax */

/* Is value to be taken instead of best? The first nan is, as in NumPy. */
static struct texpr *better(struct lower *lw, enum op op, struct texpr *value, struct texpr *best) {
    enum dtype d = value->type->dtype;
    if (dtype_info[d].kind == KIND_BOOL) {
        value = lower_cast(lw, value, DT_I8);
        best = lower_cast(lw, best, DT_I8);
    }
    struct texpr *beats = lower_cmp(lw, op == OP_ARGMIN ? OP_LT : OP_GT, value, best);
    if (dtype_info[d].kind != KIND_FLOAT) {
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

/* FORs over the axes that are reduced, or over those that are not. */
static void open_loops(struct lower *lw, const struct reduction *r, bool reduced, struct loops *l) {
    for (int i = 0; i < r->space.rank; ++i) {
        if (r->reduced[i] == reduced) {
            l->loop[i] = lower_for_open(lw, "k", lower_int(lw, 0), r->space.extent[i],
                                        lower_int(lw, 1), &l->list[i], &l->outer[i]);
            l->index[i] = lower_var(lw, l->loop[i]->for_.counter);
        }
    }
}

static void close_loops(struct lower *lw, const struct reduction *r, bool reduced,
                        struct loops *l) {
    for (int i = r->space.rank - 1; i >= 0; --i) {
        if (r->reduced[i] == reduced) {
            lower_for_close(lw, l->loop[i], l->outer[i]);
        }
    }
}

/* The number of the element among those reduced, in C order. */
static struct texpr *position(struct lower *lw, const struct reduction *r, const struct loops *l) {
    struct texpr *at = NULL;
    for (int i = 0; i < r->space.rank; ++i) {
        if (r->reduced[i]) {
            at = at ? lower_op2(lw, OP_MUL, at, r->space.extent[i], DT_INT) : NULL;
            at = at ? lower_op2(lw, OP_ADD, at, l->index[i], DT_INT) : l->index[i];
        }
    }
    return lower_cast(lw, at ? at : lower_int(lw, 0), DT_I64);
}

static struct tvar *search(struct lower *lw, const struct reduction *r, struct tvar *array,
                           struct loops *l) {
    struct ty *type = lower_scalar(lw, array->type->dtype);
    struct texpr *first[TIR_MAX_RANK];
    for (int i = 0; i < r->space.rank; ++i) {
        first[i] = r->reduced[i] ? lower_int(lw, 0) : l->index[i];
    }
    struct tvar *best = lower_new_var(lw, "best", type);
    struct tvar *at = lower_new_var(lw, "at", lower_scalar(lw, DT_I64));
    lower_assign(lw, best, lower_load(lw, array, r->space.rank, first));
    lower_assign(lw, at, lower_cast(lw, lower_int(lw, 0), DT_I64));
    open_loops(lw, r, true, l);
    struct tvar *value = lower_new_var(lw, "value", type);
    lower_assign(lw, value, lower_load(lw, array, r->space.rank, l->index));
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    lower_assign(lw, best, lower_var(lw, value));
    lower_assign(lw, at, position(lw, r, l));
    struct tblock then = lower_end(lw, outer);
    struct tstmt *s = lower_stmt(lw, TS_IF);
    s->if_.cond = better(lw, r->call->op, lower_var(lw, value), lower_var(lw, best));
    s->if_.then = then;
    close_loops(lw, r, true, l);
    return at;
}

static struct texpr *find(struct lower *lw, struct reduction *r, struct tvar *want) {
    struct loops l = {0};
    if (r->space.rank == 0) {
        return lower_cast(lw, lower_int(lw, 0), DT_I64);
    }
    if (r->x->kind != ELEMENTS_ARRAY) {
        r->x = lower_elements_of(lw, lower_materialise(lw, r->x, NULL, NULL));
    }
    if (r->type->kind != TY_ARRAY) {
        return lower_var(lw, search(lw, r, r->x->array, &l));
    }
    struct tvar *dst = new_result(lw, r, NULL, want == r->x->array ? NULL : want);
    open_loops(lw, r, false, &l);
    struct tvar *at = search(lw, r, r->x->array, &l);
    struct tstmt *s = lower_stmt(lw, TS_STORE);
    s->store.array = dst;
    s->store.n = r->type->rank;
    s->store.index = ARENA_ARRAY(lw->a, struct texpr *, r->type->rank);
    int n = 0;
    for (int i = 0; i < r->space.rank; ++i) {
        if (!r->reduced[i]) {
            s->store.index[n++] = l.index[i];
        } else if (r->call->keepdims) {
            s->store.index[n++] = lower_int(lw, 0);
        }
    }
    s->store.value = lower_var(lw, at);
    close_loops(lw, r, false, &l);
    return lower_var(lw, dst);
}

/* ---- all */

struct texpr *lower_reduction(struct lower *lw, const struct expr *e, const struct callee *c,
                              struct tvar *want) {
    struct reduction r = {.call = c, .type = lower_type(lw, e), .dtype = c->dtype};
    bool arg = c->op == OP_ARGMIN || c->op == OP_ARGMAX;
    r.x = lower_elements(lw, c->arg[0]);
    r.space = arg ? (struct tspace){.rank = r.x->rank, .extent = r.x->extent}
                  : lower_space(lw, r.x->rank, r.x->extent);
    for (int i = 0; i < r.space.rank; ++i) {
        r.reduced[i] = c->axis < 0 || c->axis == i;
    }
    if (want && lower_reads(lw, r.x, want)) {
        want = NULL;
    }
    check_not_empty(lw, &r);
    return arg ? find(lw, &r, want) : fold(lw, &r, want);
}
