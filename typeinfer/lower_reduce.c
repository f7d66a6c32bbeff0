/* NumPy's reductions as REDUCE statements: the operand is fused in, so that np.sum(a * b) makes no
 * array. argmin and argmax, which combine pairs, are loops in order. */
#include <math.h>

#include "lower.h"
#include "rules.h"

struct reduction {
    const struct callee *call;
    struct elements *x; /* the operand */
    struct tspace space;
    bool reduced[TIR_MAX_RANK];
    enum dtype dtype;       /* of the result */
    struct ty *type;        /* of the result */
    struct elements *where; /* the mask, or NULL */
    struct texpr *initial;  /* of dtype, or NULL */
};

/* ---- what the functions are */

static enum op folding_op(const struct reduction *r) {
    bool bools = r->dtype == DT_BOOL;
    switch (r->call->op) {
    case OP_PROD:
        return bools ? OP_LAND : OP_MUL;
    case OP_MIN:
        return bools ? OP_LAND : OP_MINIMUM;
    case OP_MAX:
        return bools ? OP_LOR : OP_MAXIMUM;
    case OP_ANY:
        return OP_LOR;
    case OP_ALL:
        return OP_LAND;
    default:
        return bools ? OP_LOR : OP_ADD;
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

struct texpr *lower_neutral(struct lower *lw, enum op op, enum dtype d) {
    bool real = op == OP_ADD && dtype_info[d].kind == KIND_FLOAT;
    return real ? lower_real(lw, d, -0.0) : identity(lw, op, d);
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
    if (text && !r->initial) {
        lower_check(lw, lower_cmp(lw, OP_NE, count(lw, r), lower_int(lw, 0)), TEXC_VALUE, text);
    }
}

/* ---- results */

/* The axes of the result: those kept, and with keepdims ones. index: NULL, or gets counters and
 * zeros. */
static struct tvar *new_result(struct lower *lw, const struct reduction *r, struct ty *type,
                               struct texpr **index, struct tvar *want) {
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, type->rank);
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
    return lower_new_array(lw, type, extent, FILL_NONE, NULL, want);
}

/* dst = start op value op value ...; dst is a new variable or array of this type. */
static struct tvar *fold(struct lower *lw, const struct reduction *r, struct ty *type, enum op op,
                         struct texpr *start, struct texpr *value, struct tvar *want) {
    bool array = type->kind == TY_ARRAY;
    int rank = array ? type->rank : 0;
    struct texpr **index = ARENA_ARRAY(lw->a, struct texpr *, rank);
    struct tvar *dst = array ? new_result(lw, r, type, index, want)
                             : lower_new_var(lw, op_info[r->call->op].name, type);
    struct tstmt *s = lower_stmt(lw, TS_REDUCE);
    s->reduce.space = r->space;
    s->reduce.reduced = ARENA_ARRAY(lw->a, bool, r->space.rank);
    for (int i = 0; i < r->space.rank; ++i) {
        s->reduce.reduced[i] = r->reduced[i];
    }
    s->reduce.op = op;
    s->reduce.dst = dst;
    s->reduce.start = start;
    s->reduce.value = value;
    s->reduce.index = index;
    return dst;
}

static struct texpr *is_chosen(struct lower *lw, const struct reduction *r) {
    return lower_truth(lw, lower_elements_value(lw, r->where, &r->space, NULL));
}

/* ---- mean */

/* What the sums are divided by: for where= the number of elements chosen, per result. */
static struct texpr *divisor(struct lower *lw, const struct reduction *r, struct tvar *chosen,
                             struct texpr *const *index) {
    struct texpr *n = !chosen ? count(lw, r)
                      : chosen->type->kind == TY_ARRAY
                          ? lower_load(lw, chosen, chosen->type->rank, (struct texpr **)index)
                          : lower_var(lw, chosen);
    return lower_cast(lw, n, r->dtype);
}

static struct tvar *count_chosen(struct lower *lw, const struct reduction *r) {
    if (!r->where) {
        return NULL;
    }
    struct ty *type = r->type->kind == TY_ARRAY
                          ? ty_array(lw->a, lw->m, DT_I64, r->type->rank, TY_C)
                          : lower_scalar(lw, DT_I64);
    return fold(lw, r, type, OP_ADD, lower_zero(lw, DT_I64),
                lower_cast(lw, is_chosen(lw, r), DT_I64), NULL);
}

/* The sums of an array become quotients in place. */
static void divide_all(struct lower *lw, const struct reduction *r, struct tvar *sums,
                       struct tvar *chosen) {
    struct texpr *extent[TIR_MAX_RANK], *index[TIR_MAX_RANK];
    int rank = sums->type->rank;
    for (int i = 0; i < rank; ++i) {
        extent[i] = lower_shape(lw, sums, i);
    }
    struct tspace space = lower_space(lw, rank, extent);
    for (int i = 0; i < rank; ++i) {
        index[i] = lower_var(lw, space.counter[i]);
    }
    struct texpr *sum = lower_load(lw, sums, rank, index);
    lower_map(lw, &space, sums, index,
              lower_op2(lw, OP_DIV, sum, divisor(lw, r, chosen, index), r->dtype));
}

static struct texpr *divide(struct lower *lw, const struct reduction *r, struct tvar *sum) {
    struct tvar *chosen = count_chosen(lw, r);
    if (sum->type->kind == TY_ARRAY) {
        divide_all(lw, r, sum, chosen);
        return lower_var(lw, sum);
    }
    return lower_to_temp(
        lw, lower_op2(lw, OP_DIV, lower_var(lw, sum), divisor(lw, r, chosen, NULL), r->dtype));
}

static struct texpr *combine(struct lower *lw, const struct reduction *r, struct tvar *want) {
    enum op op = folding_op(r);
    struct texpr *value = lower_elements_value(lw, r->x, &r->space, NULL);
    value = r->dtype == DT_BOOL ? lower_cast(lw, lower_truth(lw, value), DT_BOOL)
                                : lower_cast(lw, value, r->dtype);
    if (r->where) {
        value = lower_select(lw, is_chosen(lw, r), value, identity(lw, op, r->dtype));
    }
    struct texpr *start = r->initial ? r->initial : identity(lw, op, r->dtype);
    struct tvar *dst = fold(lw, r, r->type, op, start, value, want);
    return r->call->op == OP_MEAN ? divide(lw, r, dst) : lower_var(lw, dst);
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
    struct tvar *dst = new_result(lw, r, r->type, NULL, want == r->x->array ? NULL : want);
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

/* ---- initial=, where=, out= */

static struct expr *argument(const struct callee *c, const char *name) {
    int at = reduction_place(c->op, name);
    struct expr *e = at < 0 ? NULL : c->arg[at];
    return e && e->kind != EXPR_NONE ? e : NULL;
}

/* The mask broadcasts to the operand, not the other way round. */
static void check_mask(struct lower *lw, const struct reduction *r) {
    struct texpr *cond = lower_bool(lw, true);
    const struct elements *w = r->where;
    int64_t one, known;
    for (int i = 0; i < w->rank; ++i) {
        struct texpr *own = w->extent[i], *of = r->x->extent[r->x->rank - w->rank + i];
        if (texpr_equal(own, of) || (texpr_is_const(own, &one) && one == 1)) {
            continue;
        }
        cond = lower_and(lw, cond,
                         lower_or(lw, lower_cmp(lw, OP_EQ, own, of),
                                  lower_cmp(lw, OP_EQ, own, lower_int(lw, 1))));
    }
    if (!texpr_is_const(cond, &known)) {
        lower_check(lw, cond, TEXC_VALUE, "where does not broadcast to the shape of the operand");
    }
}

static void read_options(struct lower *lw, struct reduction *r) {
    struct expr *where = argument(r->call, "where"), *initial = argument(r->call, "initial");
    if (initial) {
        r->initial = lower_simple(lw, lower_cast(lw, lower_expr(lw, initial), r->dtype));
    }
    if (where) {
        r->where = lower_elements(lw, where);
        check_mask(lw, r);
    }
}

/* out gets the result, and is the value of the call. */
static struct texpr *put_out(struct lower *lw, struct expr *e, struct texpr *result) {
    struct tvar *out = lower_as_variable(lw, lower_expr(lw, e)), *from = result->var;
    int rank = from->type->rank;
    struct texpr *extent[TIR_MAX_RANK], *index[TIR_MAX_RANK], *cond = lower_bool(lw, true);
    for (int i = 0; i < rank; ++i) {
        extent[i] = lower_shape(lw, from, i);
        cond = lower_and(lw, cond, lower_cmp(lw, OP_EQ, extent[i], lower_shape(lw, out, i)));
    }
    lower_check(lw, cond, TEXC_VALUE, "out has another shape than the result");
    struct tspace space = lower_space(lw, rank, extent);
    for (int i = 0; i < rank; ++i) {
        index[i] = lower_var(lw, space.counter[i]);
    }
    lower_map(lw, &space, out, index, lower_load(lw, from, rank, index));
    return lower_var(lw, out);
}

/* ---- all */

struct texpr *lower_reduction(struct lower *lw, const struct expr *e, const struct callee *c,
                              struct tvar *want) {
    struct expr *out = argument(c, "out");
    if (rule_is_scan(c->op)) {
        struct texpr *made = lower_accumulate(lw, c);
        return out ? put_out(lw, out, made) : made;
    }
    struct reduction r = {.call = c, .type = lower_type(lw, e), .dtype = c->dtype};
    bool arg = c->op == OP_ARGMIN || c->op == OP_ARGMAX;
    r.x = lower_elements(lw, c->arg[0]);
    r.space = arg ? (struct tspace){.rank = r.x->rank, .extent = r.x->extent}
                  : lower_space(lw, r.x->rank, r.x->extent);
    for (int i = 0; i < r.space.rank; ++i) {
        r.reduced[i] = c->axes >> i & 1;
    }
    if (out && r.type->layout != TY_C) {
        r.type = ty_array(lw->a, lw->m, r.type->dtype, r.type->rank, TY_C);
    }
    if (out || (want && lower_reads(lw, r.x, want))) {
        want = NULL;
    }
    read_options(lw, &r);
    want = want && r.where && lower_reads(lw, r.where, want) ? NULL : want;
    check_not_empty(lw, &r);
    struct texpr *result = arg ? find(lw, &r, want) : combine(lw, &r, want);
    return out ? put_out(lw, out, result) : result;
}
