/* Functions that make arrays: np.zeros, copies, conversions; np.arange, np.linspace and np.eye,
 * MAPs of their counters. */
#include "lower_array.h"
#include "lower_number.h"

static bool is_like(enum op op) {
    return op == OP_ZEROS_LIKE || op == OP_ONES_LIKE || op == OP_EMPTY_LIKE || op == OP_FULL_LIKE;
}

struct texpr *lower_alloc(struct lower *lw, const struct callee *c, struct texpr *const *arg,
                          struct ty *type, struct tvar *want) {
    bool full = c->op == OP_FULL || c->op == OP_FULL_LIKE;
    struct texpr *shape = arg[0];
    if (is_like(c->op) && shape->kind != TE_VAR) {
        shape = lower_to_temp(lw, shape);
    }
    struct texpr **extent = lower_shape_extents(lw, shape, type->rank);
    enum alloc_fill fill = FILL_VALUE;
    struct texpr *value = NULL;
    if (full && arg[1]->type->kind == TY_ARRAY && arg[1]->type->rank > 0) {
        struct tvar *dst = lower_new_array(lw, type, extent, FILL_NONE, NULL, NULL);
        lower_store_elements(lw, dst, lower_elements_of(lw, arg[1]));
        return lower_var(lw, dst);
    }
    if (full) {
        value = lower_operand(lw, lower_number(lw, arg[1]), type->dtype);
    } else if (c->op == OP_ONES || c->op == OP_ONES_LIKE) {
        value = lower_cast(lw, lower_int(lw, 1), type->dtype);
    } else {
        fill = c->op == OP_ZEROS || c->op == OP_ZEROS_LIKE ? FILL_ZERO : FILL_NONE;
    }
    return lower_var(lw, lower_new_array(lw, type, extent, fill, value, want));
}

struct texpr *lower_copy(struct lower *lw, struct tvar *base, struct ty *type, struct tvar *want) {
    return lower_materialise(lw, lower_elements_of(lw, lower_var(lw, base)), type, want);
}

void lower_fill(struct lower *lw, struct tvar *array, struct texpr *value) {
    lower_store_elements(lw, array, lower_elements_of(lw, value));
}

/* ---- an array as it is, or converted */

static struct texpr *ordered(struct lower *lw, struct tvar *base, struct ty *type,
                             struct tvar *want) {
    struct texpr *extent[TIR_MAX_RANK];
    for (int i = 0; i < type->rank; ++i) {
        extent[i] = lower_shape(lw, base, i);
    }
    return lower_var(lw, lower_reshaped(lw, base, type->rank, extent, true, type, want));
}

struct texpr *lower_converted(struct lower *lw, enum op op, struct tvar *base, struct ty *type,
                              struct tvar *want) {
    const struct expr *none = NULL;
    struct ty *turned = ty_array(lw->a, lw->m, base->type->dtype, type->rank, TY_C);
    if (op == OP_ARRAY || base->type->dtype != type->dtype) {
        return lower_copy(lw, base, type, want);
    }
    if (op == OP_ASARRAY || (type->layout == base->type->layout && type->layout != TY_ANY)) {
        return lower_var(lw, base);
    }
    if (op == OP_ASCONTIGUOUSARRAY || type->rank < 2) {
        return ordered(lw, base, type, want);
    }
    struct texpr *t = lower_moved(lw, OP_TRANSPOSE, base, 1, &none, turned, NULL);
    t = ordered(lw, t->var, turned, NULL);
    return lower_moved(lw, OP_TRANSPOSE, t->var, 1, &none, type, want);
}

/* ---- of counters */

static const char too_many[] = "Maximum allowed size exceeded";

/* start + k * step, as NumPy steps: by the difference of the first two. */
static struct texpr *progression(struct lower *lw, struct texpr *start, struct texpr *step,
                                 struct texpr *k, enum dtype d) {
    struct texpr *far = lower_op2(lw, OP_MUL, lower_cast(lw, k, d), step, d);
    return lower_op2(lw, OP_ADD, start, far, d);
}

static struct texpr *filled(struct lower *lw, struct ty *type, struct tspace *space,
                            struct texpr *value, struct tvar *want) {
    struct tvar *dst = lower_new_array(lw, type, space->extent, FILL_NONE, NULL, want);
    lower_map(lw, space, dst, NULL, lower_cast(lw, value, type->dtype));
    return lower_var(lw, dst);
}

static bool any_float(int n, struct texpr *const *e) {
    for (int i = 0; i < n; ++i) {
        if (dtype_info[e[i]->type->dtype].kind == KIND_FLOAT) {
            return true;
        }
    }
    return false;
}

static bool any_of_numpy(int n, struct texpr *const *e) {
    bool found = false;
    for (int i = 0; i < n; ++i) {
        found = found || !dtype_weak(e[i]->type->dtype);
    }
    return found;
}

/* ceil((stop - start) / step), at least 0; numpy: what NumPy's numbers are divided by may be 0. */
static struct texpr *arange_length(struct lower *lw, struct texpr **arg, bool real, bool numpy) {
    enum dtype d = real ? DT_FLOAT : DT_INT;
    struct texpr *zero = lower_zero(lw, d), *there = lower_cmp(lw, OP_NE, arg[2], zero);
    if (numpy) {
        struct texpr *some = lower_cmp(lw, OP_NE, arg[0], arg[1]);
        lower_check(lw, lower_or(lw, there, some), TEXC_VALUE, "arange: cannot compute length");
        lower_check(lw, there, TEXC_VALUE, too_many);
    }
    lower_check(lw, there, TEXC_ZERO_DIVISION,
                real ? OF_PYTHON "float division by zero" : "division by zero");
    struct texpr *span = lower_op2(lw, OP_SUB, arg[1], arg[0], d), *n;
    if (real) {
        n = lower_op1(lw, OP_CEIL, lower_op2(lw, OP_DIV, span, arg[2], d), d);
        n = lower_to_int(lw, n, TO_INT_LENGTH);
    } else { /* -floor(-span / step) */
        n = lower_op2(lw, OP_FLOORDIV, lower_op2(lw, OP_SUB, zero, span, d), arg[2], d);
        n = lower_op2(lw, OP_SUB, zero, n, d);
    }
    return lower_to_temp(lw, lower_op2(lw, OP_PYMAX, n, lower_int(lw, 0), DT_INT));
}

static struct texpr *arange(struct lower *lw, struct texpr **arg, struct ty *type,
                            struct tvar *want) {
    if (!arg[1]) { /* arange(stop) */
        arg[1] = arg[0];
        arg[0] = lower_int(lw, 0);
    }
    arg[2] = arg[2] ? arg[2] : lower_int(lw, 1);
    bool real = any_float(3, arg), numpy = any_of_numpy(3, arg);
    enum dtype d = real ? DT_FLOAT : DT_INT;
    struct texpr *next = real ? lower_binary(lw, OP_ADD, IN_OPERATOR, arg[0], arg[2]) : NULL;
    for (int i = 0; i < 3; ++i) {
        arg[i] = lower_simple(lw, real ? lower_cast(lw, arg[i], d)
                                       : lower_as_int(lw, arg[i], TEXC_VALUE, too_many));
    }
    struct texpr *n = arange_length(lw, arg, real, numpy);
    struct tspace space = lower_space(lw, 1, &n);
    enum dtype at = dtype_info[type->dtype].kind <= KIND_INT ? DT_INT : DT_FLOAT;
    struct texpr *start = lower_cast(lw, arg[0], at), *step = lower_cast(lw, arg[2], at);
    if (real || at == DT_FLOAT) {
        next = next ? next : lower_op2(lw, OP_ADD, arg[0], arg[2], d);
        struct texpr *second = lower_cast(lw, next, at);
        step = lower_to_temp(lw, lower_op2(lw, OP_SUB, second, start, at));
    }
    return filled(lw, type, &space,
                  progression(lw, start, step, lower_var(lw, space.counter[0]), at), want);
}

static struct texpr *linspace(struct lower *lw, struct texpr **arg, bool endpoint, struct ty *type,
                              struct tvar *want) {
    enum dtype d = type->dtype == DT_F16 || type->dtype == DT_F32 ? type->dtype : DT_FLOAT;
    struct texpr *start = lower_simple(lw, lower_cast(lw, arg[0], d));
    struct texpr *stop = lower_simple(lw, lower_cast(lw, arg[1], d));
    struct texpr *n = arg[2] ? lower_simple(lw, lower_as_int(lw, arg[2], TEXC_VALUE,
                                                             "Maximum allowed size exceeded"))
                             : lower_int(lw, 50);
    struct texpr *one = lower_int(lw, 1);
    lower_check_shown(lw, lower_cmp(lw, OP_GE, n, lower_int(lw, 0)), TEXC_VALUE,
                      "Number of samples, %lld, must be non-negative.", n);
    struct texpr *parts = endpoint ? lower_op2(lw, OP_SUB, n, one, DT_INT) : n;
    struct texpr *step =
        lower_op2(lw, OP_DIV, lower_op2(lw, OP_SUB, stop, start, d), lower_cast(lw, parts, d), d);
    struct texpr *single = lower_cmp(lw, OP_LE, parts, lower_int(lw, 0));
    step = lower_to_temp(lw, lower_select(lw, single, lower_zero(lw, d), step));
    struct tspace space = lower_space(lw, 1, &n);
    struct texpr *k = lower_var(lw, space.counter[0]);
    struct texpr *value = progression(lw, start, step, k, d);
    if (endpoint) {
        struct texpr *last = lower_and(lw, lower_cmp(lw, OP_EQ, k, parts),
                                       lower_cmp(lw, OP_GT, k, lower_int(lw, 0)));
        value = lower_select(lw, last, stop, value);
    }
    return filled(lw, type, &space, value, want);
}

struct texpr *lower_creation(struct lower *lw, const struct callee *c, struct texpr **arg,
                             struct ty *type, struct tvar *want) {
    bool endpoint = c->op == OP_ARANGE || !c->arg[3] || c->arg[3]->boolean;
    return c->op == OP_ARANGE ? arange(lw, arg, type, want)
                              : linspace(lw, arg, endpoint, type, want);
}

struct texpr *lower_eye(struct lower *lw, struct texpr *const *arg, struct ty *type,
                        struct tvar *want) {
    struct texpr *zero = lower_int(lw, 0);
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, 2);
    struct texpr *offset = arg[2] ? lower_simple(lw, lower_as_bound(lw, arg[2])) : zero;
    extent[0] = lower_simple(lw, lower_as_extent(lw, arg[0]));
    extent[1] = arg[1] ? lower_simple(lw, lower_as_extent(lw, arg[1])) : extent[0];
    struct tvar *dst = lower_new_array(lw, type, extent, FILL_NONE, NULL, want);
    struct texpr *own[2] = {lower_shape(lw, dst, 0), lower_shape(lw, dst, 1)};
    struct tspace space = lower_space(lw, 2, own);
    struct texpr *column = lower_op2(lw, OP_SUB, lower_var(lw, space.counter[1]), offset, DT_INT);
    struct texpr *on = lower_cmp(lw, OP_EQ, lower_var(lw, space.counter[0]), column);
    lower_map(lw, &space, dst, NULL, lower_cast(lw, on, type->dtype));
    return lower_var(lw, dst);
}
