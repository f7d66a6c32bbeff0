/* Element-wise expressions on arrays: tree (flow/lower_elements.c) -> the value of one array
 * statement. */
#include "lower_array.h"
#include "lower_gather.h"
#include "lower_number.h"
#include "rules.h"

struct elements *lower_new_elements(struct lower *lw) {
    struct elements *x = ARENA_NEW(lw->a, struct elements);
    x->span = lw->span;
    return x;
}

struct elements *lower_elements_of(struct lower *lw, struct texpr *value) {
    struct elements *x = lower_new_elements(lw);
    value = lower_number(lw, value);
    if (value->type->kind != TY_ARRAY) {
        x->kind = ELEMENTS_SCALAR;
        x->scalar = lower_simple(lw, value);
        return x;
    }
    x->kind = ELEMENTS_ARRAY;
    x->array = value->kind == TE_VAR ? value->var : lower_to_temp(lw, value)->var;
    x->rank = x->array->type->rank;
    for (int i = 0; i < x->rank; ++i) {
        bool one = lower_is_new_axis(lw, x->array, i);
        x->extent[i] = one ? lower_int(lw, 1) : lower_shape(lw, x->array, i);
    }
    return x;
}

enum dtype lower_dtype_of(const struct elements *x) {
    return x->kind == ELEMENTS_SCALAR   ? x->scalar->type->dtype
           : x->kind == ELEMENTS_ARRAY  ? x->array->type->dtype
           : x->kind == ELEMENTS_GATHER ? x->gather->base->type->dtype
                                        : x->dtype;
}

/* NumPy raises no integer to a negative power: all exponents are looked at before. */
static void check_exponents(struct lower *lw, struct elements *y) {
    int64_t value;
    if (y->kind == ELEMENTS_SCALAR && texpr_is_const(y->scalar, &value) && value >= 0) {
        return;
    }
    struct tspace space = lower_space(lw, y->rank, y->extent);
    struct texpr *e = lower_elements_value(lw, y, &space, NULL);
    struct texpr *good = lower_op2(lw, OP_GE, e, lower_zero(lw, e->type->dtype), DT_BOOL);
    if (y->kind != ELEMENTS_SCALAR) {
        struct tvar *all = lower_temp(lw, lower_scalar(lw, DT_BOOL));
        struct tstmt *s = lower_stmt(lw, TS_REDUCE);
        s->reduce.space = space;
        s->reduce.reduced = ARENA_ARRAY(lw->a, bool, space.rank);
        for (int i = 0; i < space.rank; ++i) {
            s->reduce.reduced[i] = true;
        }
        s->reduce.op = OP_LAND;
        s->reduce.dst = all;
        s->reduce.start = lower_cast(lw, lower_bool(lw, true), DT_BOOL);
        s->reduce.value = good;
        good = lower_var(lw, all);
    }
    lower_check(lw, good, TEXC_VALUE, "Integers to negative integer powers are not allowed.");
}

/* Python ints that an operation takes in a narrower type: those that do not fit raise before what
 * is evaluated later does. */
static void check_ints(struct lower *lw, struct elements *x, const enum dtype *operand,
                       bool power) {
    int64_t value;
    for (int i = 0; i < x->n && op_info[x->op].rule != RULE_COMPARE; ++i) {
        struct elements *part = x->part[i];
        enum dtype_kind kind = dtype_info[operand[i]].kind;
        bool narrow = kind == KIND_UINT || (kind == KIND_INT && operand[i] < DT_I64);
        if (part->kind == ELEMENTS_SCALAR && !texpr_is_const(part->scalar, &value) &&
            (power || (narrow && part->scalar->type->dtype == DT_INT))) {
            part->scalar = lower_simple(lw, lower_operand(lw, part->scalar, operand[i]));
        }
    }
}

struct elements *lower_finish(struct lower *lw, struct elements *x) {
    lower_broadcast(lw, x);
    if (x->apply == APPLY_CAST || x->apply == APPLY_WHERE) {
        return x;
    }
    struct rule_types rule;
    enum dtype d[OP_MAX_OPERANDS];
    const char *why;
    int64_t value;
    for (int i = 0; i < x->n; ++i) {
        d[i] = lower_dtype_of(x->part[i]);
    }
    if (x->apply == APPLY_CLIP) {
        x->dtype = dtype_strong(dtype_promote(dtype_promote(d[0], d[1]), d[2]));
        return x;
    }
    bool negative = x->op == OP_POW && x->part[1]->kind == ELEMENTS_SCALAR &&
                    texpr_is_const(x->part[1]->scalar, &value) && value < 0;
    rule_for_arrays(x->n, d);
    if (d[0] == DT_C128 && x->part[0]->kind == ELEMENTS_SCALAR) {
        x->part[0]->scalar = lower_cast(lw, x->part[0]->scalar, DT_C128);
    }
    if (!rule_apply(x->op, x->module, x->n, d, negative, &rule, &why)) {
        lower_refuse(lw, DIAG_PY302, why);
        return x;
    }
    x->dtype = rule.result;
    bool power = x->op == OP_POW && dtype_info[rule.result].kind <= KIND_INT &&
                 dtype_info[d[1]].kind == KIND_INT;
    check_ints(lw, x, rule.operand, power);
    if (power) {
        check_exponents(lw, x->part[1]);
    }
    return x;
}

struct elements *lower_elements_in_place(struct lower *lw, enum op op, enum op_module module,
                                         struct elements *a, struct elements *b) {
    struct elements *x = lower_new_elements(lw);
    x->kind = ELEMENTS_APPLY;
    x->in_place = true;
    x->apply = APPLY_BINARY;
    x->op = op;
    x->module = module;
    x->n = 2;
    x->part[0] = a;
    x->part[1] = b;
    return lower_finish(lw, x);
}

/* ---- values at a point */

/* VIEW of all axes of base, kinds still to be set. */
static struct tstmt *whole_view(struct lower *lw, struct tvar *base) {
    int rank = base->type->rank;
    struct ty *type = ty_array(lw->a, lw->m, base->type->dtype, rank, TY_ANY);
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = lower_temp(lw, type);
    s->view.base = base;
    s->view.n = rank;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, rank);
    for (int i = 0; i < rank; ++i) {
        s->view.axis[i].kind = VIEW_FULL;
    }
    return s;
}

static struct tvar *apart_from(struct lower *lw, struct tvar *array, struct tvar *dst) {
    if (!dst || array == dst || lower_is_new(lw, array)) {
        return array;
    }
    struct tstmt *s = whole_view(lw, array);
    s->view.apart = dst;
    return s->view.dst;
}

struct tvar *lower_disjoint_array(struct lower *lw, struct tvar *array, struct tvar *dst) {
    if (!dst || lower_is_new(lw, array)) {
        return array;
    }
    struct tstmt *s = whole_view(lw, array);
    s->view.apart = dst;
    s->view.scattered = true;
    return s->view.dst;
}

struct elements *lower_disjoint(struct lower *lw, struct elements *x, struct tvar *dst) {
    struct elements *copy = lower_new_elements(lw);
    *copy = *x;
    if (x->kind == ELEMENTS_ARRAY) {
        copy->array = lower_disjoint_array(lw, x->array, dst);
    } else if (x->kind == ELEMENTS_GATHER) {
        copy->gather = ARENA_NEW(lw->a, struct gather);
        *copy->gather = *x->gather;
        copy->gather->base = lower_disjoint_array(lw, x->gather->base, dst);
        for (int i = 0; i < x->gather->base->type->rank; ++i) {
            struct elements *index = x->gather->axis[i].index;
            copy->gather->axis[i].index = index ? lower_disjoint(lw, index, dst) : NULL;
        }
    }
    for (int i = 0; x->kind == ELEMENTS_APPLY && i < x->n; ++i) {
        copy->part[i] = lower_disjoint(lw, x->part[i], dst);
    }
    return copy;
}

static struct texpr *element_at(struct lower *lw, const struct elements *x,
                                const struct tspace *space, struct tvar *dst) {
    struct tvar *array = x->is_apart ? x->array : apart_from(lw, x->array, dst);
    struct texpr *index[TIR_MAX_RANK];
    struct tstmt *stretch = NULL;
    for (int i = 0; i < x->rank; ++i) {
        int at = space->rank - x->rank + i;
        int64_t one;
        index[i] = lower_var(lw, space->counter[at]);
        if (texpr_equal(x->extent[i], space->extent[at])) {
            continue;
        }
        if (texpr_is_const(x->extent[i], &one) && one == 1) {
            index[i] = lower_int(lw, 0);
            continue;
        }
        stretch = stretch ? stretch : whole_view(lw, array);
        stretch->view.axis[i] =
            (struct view_axis){.kind = VIEW_STRETCH, .extent = space->extent[at]};
    }
    return lower_load(lw, stretch ? stretch->view.dst : array, x->rank, index);
}

static struct texpr *applied(struct lower *lw, const struct elements *x, struct texpr **value) {
    if (x->op == OP_POW && x->part[1]->kind == ELEMENTS_SCALAR &&
        x->part[0]->kind != ELEMENTS_SCALAR) {
        return lower_power_by_number(lw, x->module, x->dtype, value[0], value[1]);
    }
    switch (x->apply) {
    case APPLY_UNARY:
        return lower_unary(lw, x->op, value[0]);
    case APPLY_BINARY:
        return lower_binary(lw, x->op, x->module, value[0], value[1]);
    case APPLY_FUNCTION:
        return lower_function(lw, x->op, x->module, x->n, value);
    case APPLY_WHERE:
        return lower_where(lw, value, x->dtype);
    case APPLY_CLIP:
        return lower_clip(lw, value);
    case APPLY_CAST:
        return lower_cast(lw, value[0], x->dtype);
    }
    return value[0];
}

static struct texpr *index_value(struct lower *lw, const struct elements *x,
                                 const struct tspace *space, struct tvar *dst) {
    return lower_cast(lw, lower_elements_value(lw, x, space, dst), DT_INT);
}

/* base with the kept axes of extent 1 that the space repeats stretched; NULL: none is. */
static struct tvar *stretched(struct lower *lw, const struct elements *x, struct tvar *base,
                              const struct tspace *space) {
    struct tstmt *s = NULL;
    for (int i = 0; i < base->type->rank; ++i) {
        const int at = x->gather->axis[i].at + space->rank - x->rank;
        if (x->gather->axis[i].index ||
            texpr_equal(x->extent[x->gather->axis[i].at], space->extent[at])) {
            continue;
        }
        s = s ? s : whole_view(lw, base);
        s->view.axis[i] = (struct view_axis){.kind = VIEW_STRETCH, .extent = space->extent[at]};
    }
    return s ? s->view.dst : base;
}

/* The part of a space that the indices run over. */
static struct tspace index_space(const struct elements *x, const struct tspace *space) {
    int at = space->rank - x->rank + x->gather->first;
    return (struct tspace){x->gather->rank, space->extent + at, space->counter + at};
}

/* (i - by) mod n */
static struct texpr *turned(struct lower *lw, struct texpr *i, struct texpr *by, struct texpr *n) {
    return lower_op2(lw, OP_WRAP, lower_op2(lw, OP_SUB, i, by, DT_INT), n, DT_INT);
}

void lower_gather_index(struct lower *lw, const struct elements *x, const struct tspace *space,
                        struct tvar *dst, struct texpr **index) {
    const struct gather *g = x->gather;
    struct tspace inner = index_space(x, space);
    for (int i = 0; i < g->base->type->rank; ++i) {
        const struct elements *at = g->axis[i].index;
        struct texpr *by = g->axis[i].by;
        if (!at) {
            index[i] = lower_var(lw, space->counter[g->axis[i].at + space->rank - x->rank]);
            index[i] = by ? turned(lw, index[i], by, lower_shape(lw, g->base, i)) : index[i];
        } else if (at->kind == ELEMENTS_SCALAR) {
            index[i] = at->scalar;
        } else {
            struct texpr *n = lower_shape(lw, g->base, i);
            index[i] = lower_op2(lw, OP_WRAP, index_value(lw, at, &inner, dst), n, DT_INT);
        }
    }
}

static struct texpr *gather_value(struct lower *lw, const struct elements *x,
                                  const struct tspace *space, struct tvar *dst) {
    struct texpr *index[TIR_MAX_RANK];
    struct tvar *base = lower_disjoint_array(lw, x->gather->base, dst);
    base = stretched(lw, x, base, space);
    lower_gather_index(lw, x, space, dst, index);
    return lower_load(lw, base, base->type->rank, index);
}

/* z ** 2 of an array is z * z of two views: GCC takes half the time for the product of two arrays
 * that it does not know to be one. */
static bool is_complex_square(const struct elements *x) {
    int64_t two;
    bool array = x->n > 0 && x->part[0]->kind == ELEMENTS_ARRAY &&
                 x->part[0]->array->type->dtype == x->dtype &&
                 dtype_info[x->dtype].kind == KIND_COMPLEX;
    bool power = x->op == OP_POW && x->module == IN_OPERATOR && x->n == 2 &&
                 x->part[1]->kind == ELEMENTS_SCALAR && texpr_is_const(x->part[1]->scalar, &two) &&
                 two == 2 && x->part[1]->scalar->type->dtype == DT_INT;
    return array && (power || x->op == OP_SQUARE);
}

struct texpr *lower_elements_value(struct lower *lw, const struct elements *x,
                                   const struct tspace *space, struct tvar *dst) {
    if (x->kind == ELEMENTS_SCALAR) {
        return x->scalar;
    }
    if (x->kind == ELEMENTS_ARRAY) {
        return element_at(lw, x, space, dst);
    }
    if (x->kind == ELEMENTS_GATHER) {
        return gather_value(lw, x, space, dst);
    }
    struct texpr *value[OP_MAX_OPERANDS] = {NULL};
    for (int i = 0; i < x->n; ++i) {
        value[i] = lower_elements_value(lw, x->part[i], space, dst);
    }
    bool outer = lw->in_elements;
    struct span span = lw->span;
    lw->in_elements = true;
    lw->span = x->span;
    struct texpr *e;
    if (is_complex_square(x)) {
        e = lower_binary(lw, OP_MUL, IN_OPERATOR, value[0],
                         lower_elements_value(lw, x->part[0], space, dst));
    } else {
        e = lower_cast(lw, applied(lw, x, value), x->dtype);
    }
    lw->in_elements = outer;
    lw->span = span;
    return e;
}

/* ---- what reads, and is made of, a tree */

bool lower_reads(const struct lower *lw, const struct elements *x, const struct tvar *v) {
    if (x->kind == ELEMENTS_SCALAR) {
        return texpr_reads(x->scalar, v);
    }
    bool found = x->kind == ELEMENTS_ARRAY && (x->array == v || lower_root(lw, x->array) == v);
    for (int i = 0; i < x->rank && !found; ++i) {
        found = texpr_reads(x->extent[i], v);
    }
    for (int i = 0; x->kind == ELEMENTS_APPLY && i < x->n && !found; ++i) {
        found = lower_reads(lw, x->part[i], v);
    }
    if (x->kind == ELEMENTS_GATHER) {
        struct tvar *base = x->gather->base;
        found = found || base == v || lower_root(lw, base) == v;
        for (int i = 0; i < base->type->rank && !found; ++i) {
            struct elements *index = x->gather->axis[i].index;
            found = index && lower_reads(lw, index, v);
        }
    }
    return found;
}

struct texpr *lower_materialise(struct lower *lw, struct elements *x, struct ty *type,
                                struct tvar *want) {
    struct tspace space = lower_space(lw, x->rank, x->extent);
    struct texpr *value = lower_elements_value(lw, x, &space, NULL);
    if (!type) {
        type = ty_array(lw->a, lw->m, dtype_strong(lower_dtype_of(x)), x->rank, TY_C);
    }
    want = want && !lower_reads(lw, x, want) ? want : NULL;
    struct tvar *dst = lower_new_array(lw, type, space.extent, FILL_NONE, NULL, want);
    lower_map(lw, &space, dst, NULL, lower_cast(lw, value, type->dtype));
    return lower_var(lw, dst);
}
