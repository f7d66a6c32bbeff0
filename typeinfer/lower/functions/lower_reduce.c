/* NumPy's reductions as REDUCE statements: the operand is fused in, so that np.sum(a * b) makes no
 * array. argmin and argmax, which combine pairs, are in lower_find.c. */
#include <math.h>

#include "lower_array.h"
#include "lower_function.h"
#include "lower_gather.h"
#include "lower_number.h"
#include "lower_reduce.h"
#include "rules.h"
#include "special.h"

/* ---- what the functions are */

static enum op folding_op(const struct reducing *r) {
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
    if (dtype_info[d].kind == KIND_COMPLEX) {
        struct texpr *end = lower_real(lw, DT_FLOAT, low ? -INFINITY : INFINITY);
        return lower_cast(lw, lower_op2(lw, OP_CMPLX, end, end, DT_COMPLEX), d);
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
static struct texpr *count(struct lower *lw, const struct reducing *r) {
    struct texpr *n = NULL;
    for (int i = 0; i < r->space.rank; ++i) {
        if (r->reduced[i]) {
            n = n ? lower_op2(lw, OP_MUL, n, r->space.extent[i], DT_INT) : r->space.extent[i];
        }
    }
    return n ? n : lower_int(lw, 1);
}

static void check_not_empty(struct lower *lw, const struct reducing *r) {
    const char *text = empty_text(r->call->op);
    if (text && !r->initial) {
        lower_check(lw, lower_cmp(lw, OP_NE, count(lw, r), lower_int(lw, 0)), TEXC_VALUE, text);
    }
}

/* ---- results */

struct tvar *lower_reduced_array(struct lower *lw, const struct reducing *r, struct ty *type,
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

struct tvar *lower_fold(struct lower *lw, const struct reducing *r, struct ty *type, enum op op,
                        struct texpr *start, struct texpr *value, struct tvar *want) {
    bool array = type->kind == TY_ARRAY;
    int rank = array ? type->rank : 0;
    struct texpr **index = ARENA_ARRAY(lw->a, struct texpr *, rank);
    struct tvar *dst = array ? lower_reduced_array(lw, r, type, index, want)
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

static struct texpr *is_chosen(struct lower *lw, const struct reducing *r) {
    return lower_truth(lw, lower_elements_value(lw, r->where, &r->space, NULL));
}

/* ---- mean */

/* What the sums are divided by: for where= the number of elements chosen, per result. */
static struct texpr *divisor(struct lower *lw, const struct reducing *r, struct tvar *chosen,
                             struct texpr *const *index) {
    struct texpr *n = !chosen ? count(lw, r)
                      : chosen->type->kind == TY_ARRAY
                          ? lower_load(lw, chosen, chosen->type->rank, (struct texpr **)index)
                          : lower_var(lw, chosen);
    return lower_cast(lw, n, r->dtype);
}

static struct tvar *count_chosen(struct lower *lw, const struct reducing *r) {
    if (!r->where) {
        return NULL;
    }
    struct ty *type = r->type->kind == TY_ARRAY
                          ? ty_array(lw->a, lw->m, DT_I64, r->type->rank, TY_C)
                          : lower_scalar(lw, DT_I64);
    struct reducing own = *r; /* with counters of its own */
    own.space = lower_space(lw, r->space.rank, r->space.extent);
    return lower_fold(lw, &own, type, OP_ADD, lower_zero(lw, DT_I64),
                      lower_cast(lw, is_chosen(lw, &own), DT_I64), NULL);
}

/* The sums of an array become quotients in place. */
static void divide_all(struct lower *lw, const struct reducing *r, struct tvar *sums,
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

static struct texpr *divide(struct lower *lw, const struct reducing *r, struct tvar *sum) {
    struct tvar *chosen = count_chosen(lw, r);
    if (sum->type->kind == TY_ARRAY) {
        divide_all(lw, r, sum, chosen);
        return lower_var(lw, sum);
    }
    return lower_to_temp(
        lw, lower_op2(lw, OP_DIV, lower_var(lw, sum), divisor(lw, r, chosen, NULL), r->dtype));
}

struct tvar *lower_reduce_open(struct lower *lw, const struct reducing *r, struct tvar *want) {
    bool read =
        want && (lower_reads(lw, r->x, want) || (r->where && lower_reads(lw, r->where, want)));
    check_not_empty(lw, r);
    return read ? NULL : want;
}

/* Of F16, as NumPy, in F32, and rounded. */
static struct texpr *reduce_half(struct lower *lw, const struct reducing *r, struct tvar *want) {
    struct reducing own = *r;
    bool array = r->type->kind == TY_ARRAY;
    own.dtype = DT_F32;
    own.type =
        array ? ty_array(lw->a, lw->m, DT_F32, r->type->rank, TY_C) : lower_scalar(lw, DT_F32);
    own.initial = r->initial ? lower_cast(lw, r->initial, DT_F32) : NULL;
    struct texpr *single = lower_reduce(lw, &own, NULL);
    return array ? lower_copy(lw, single->var, r->type, want) : lower_cast(lw, single, DT_F16);
}

struct texpr *lower_reduce(struct lower *lw, const struct reducing *r, struct tvar *want) {
    if (r->dtype == DT_F16) {
        return reduce_half(lw, r, want);
    }
    enum op op = folding_op(r);
    want = lower_reduce_open(lw, r, want);
    struct texpr *value = lower_elements_value(lw, r->x, &r->space, NULL);
    value = r->dtype == DT_BOOL ? lower_cast(lw, lower_truth(lw, value), DT_BOOL)
                                : lower_cast(lw, value, r->dtype);
    if (r->where) {
        value = lower_select(lw, is_chosen(lw, r), value, identity(lw, op, r->dtype));
    }
    struct texpr *start = r->initial ? r->initial : identity(lw, op, r->dtype);
    struct tvar *dst = lower_fold(lw, r, r->type, op, start, value, want);
    return r->call->op == OP_MEAN ? divide(lw, r, dst) : lower_var(lw, dst);
}

/* ---- where=, out= */

/* The mask broadcasts to the operand, not the other way round. */
void lower_check_where(struct lower *lw, const struct reducing *r) {
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

struct texpr *lower_put_out(struct lower *lw, struct tvar *out, struct tvar *from) {
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

void lower_reducing(struct lower *lw, struct reducing *r) {
    bool find = r->call->op == OP_ARGMIN || r->call->op == OP_ARGMAX; /* has its own counters */
    r->space = find ? (struct tspace){.rank = r->x->rank, .extent = r->x->extent}
                    : lower_space(lw, r->x->rank, r->x->extent);
    for (int i = 0; i < r->space.rank; ++i) {
        r->reduced[i] = r->where || r->call->axes >> i & 1; /* with a mask: all of them */
    }
}
