/* Making pure TIR expressions. Casts of constants, operations on truth constants and items of tuple
 * displays fold; nothing else does: the C compiler is better at it. */
#include <math.h>
#include <string.h>

#include "build.h"
#include "lower.h"

struct ty *lower_scalar(struct lower *lw, enum dtype d) {
    return ty_scalar(lw->a, lw->m, d);
}

static struct texpr *here(const struct lower *lw, struct texpr *e) {
    e->span = lw->span;
    return e;
}

/* ---- constants */

static struct texpr *integer(struct lower *lw, enum dtype d, int64_t value) {
    return here(lw, build_int(lw->a, lower_scalar(lw, d), value));
}

struct texpr *lower_int(struct lower *lw, int64_t value) {
    return integer(lw, DT_INT, value);
}

struct texpr *lower_bool(struct lower *lw, bool value) {
    return integer(lw, DT_PYBOOL, value);
}

struct texpr *lower_real(struct lower *lw, enum dtype d, double value) {
    return lower_complex(lw, d, value, 0.0);
}

/* Rounded to 32 bits, through memory: GCC 12.2 at -O2 loses `c ? (double)(float)x : x` where it
 * stores two of them side by side. */
static double rounded(double x) {
    volatile float single = (float)x;
    return single;
}

/* To 16 bits. */
static double rounded_half(double x) {
    int exponent;
    if (!(fabs(x) < 65520)) {
        return x * INFINITY;
    }
    frexp(x, &exponent);
    double unit = ldexp(1, (exponent < -13 ? -13 : exponent) - 11);
    return copysign(nearbyint(x / unit) * unit, x);
}

struct texpr *lower_complex(struct lower *lw, enum dtype d, double re, double im) {
    bool narrow = dtype_info[d].bytes == (dtype_info[d].kind == KIND_COMPLEX ? 8 : 4);
    re = d == DT_F16 ? rounded_half(re) : re;
    return here(lw, build_complex(lw->a, lower_scalar(lw, d), narrow ? rounded(re) : re,
                                  narrow ? rounded(im) : im));
}

static bool is_real_kind(enum dtype d) {
    return dtype_info[d].kind == KIND_FLOAT || dtype_info[d].kind == KIND_COMPLEX;
}

struct texpr *lower_zero(struct lower *lw, enum dtype d) {
    return is_real_kind(d) ? lower_real(lw, d, 0.0) : integer(lw, d, 0);
}

bool texpr_is_const(const struct texpr *e, int64_t *value) {
    if (e->kind != TE_CONST || is_real_kind(e->type->dtype)) {
        return false;
    }
    *value = e->value.i;
    return true;
}

/* ---- variables and arrays */

struct texpr *lower_var(struct lower *lw, struct tvar *v) {
    return here(lw, build_var(lw->a, v));
}

struct texpr *lower_load(struct lower *lw, struct tvar *array, int n, struct texpr **index) {
    struct texpr **list = ARENA_ARRAY(lw->a, struct texpr *, n);
    for (int i = 0; i < n; ++i) {
        list[i] = index[i];
    }
    return here(lw, build_load(lw->a, lower_scalar(lw, array->type->dtype), array, list));
}

struct texpr *lower_shape(struct lower *lw, struct tvar *array, int axis) {
    return here(lw, build_shape(lw->a, lower_scalar(lw, DT_INT), array, axis));
}

/* ---- casts */

/* An integer constant of a 64-bit or bool type as a value of d. */
static struct texpr *cast_integer(struct lower *lw, const struct texpr *e, enum dtype d) {
    int64_t v = e->value.i;
    if (is_real_kind(d)) {
        bool is_u64 = e->type->dtype == DT_U64;
        return lower_real(lw, d, is_u64 ? (double)(uint64_t)v : (double)v);
    }
    switch (dtype_info[d].kind == KIND_BOOL ? 0 : dtype_info[d].bytes) {
    case 0:
        return integer(lw, d, v != 0);
    case 1:
        return integer(lw, d, d == DT_I8 ? (int64_t)(int8_t)v : (int64_t)(uint8_t)v);
    case 2:
        return integer(lw, d, d == DT_I16 ? (int64_t)(int16_t)v : (int64_t)(uint16_t)v);
    case 4:
        return integer(lw, d, d == DT_I32 ? (int64_t)(int32_t)v : (int64_t)(uint32_t)v);
    default:
        return integer(lw, d, v);
    }
}

/* NULL when the cast of a constant is left to run time. */
static struct texpr *cast_const(struct lower *lw, const struct texpr *e, enum dtype d) {
    if (!is_real_kind(e->type->dtype)) {
        return cast_integer(lw, e, d);
    }
    double re = e->value.f[0], im = e->value.f[1];
    if (dtype_info[d].kind == KIND_COMPLEX) {
        return lower_complex(lw, d, re, im);
    }
    if (dtype_info[d].kind == KIND_FLOAT) {
        return lower_real(lw, d, re);
    }
    if (dtype_info[d].kind == KIND_BOOL) {
        return integer(lw, d, re != 0.0 || im != 0.0);
    }
    if (fabs(re) < 2147483648.0) {
        return cast_integer(lw, integer(lw, DT_INT, (int64_t)re), d);
    }
    return NULL;
}

struct texpr *lower_cast(struct lower *lw, struct texpr *e, enum dtype d) {
    if (e->type->dtype == d) {
        return e;
    }
    if (dtype_is_time(e->type->dtype) && dtype_is_time(d) &&
        dtype_unit(e->type->dtype) != dtype_unit(d)) {
        return lower_in_unit(lw, e, d);
    }
    bool renamed =
        dtype_strong(e->type->dtype) == dtype_strong(d); /* bool_ and bool, f64 and float */
    if (renamed && e->kind == TE_CAST && e->cast->type->dtype == d) {
        return e->cast;
    }
    struct texpr *folded = e->kind == TE_CONST ? cast_const(lw, e, d) : NULL;
    if (folded) {
        return folded;
    }
    if (e->kind == TE_SELECT && e->select.a->kind == TE_CONST && e->select.b->kind == TE_CONST) {
        return lower_select(lw, e->select.cond, lower_cast(lw, e->select.a, d),
                            lower_cast(lw, e->select.b, d));
    }
    return here(lw, build_cast(lw->a, lower_scalar(lw, d), e));
}

/* ---- operations */

struct texpr *lower_op1(struct lower *lw, enum op o, struct texpr *a, enum dtype result) {
    return here(lw, build_unary(lw->a, lower_scalar(lw, result), o, a));
}

struct texpr *lower_op2(struct lower *lw, enum op o, struct texpr *a, struct texpr *b,
                        enum dtype result) {
    return here(lw, build_binary(lw->a, lower_scalar(lw, result), o, a, b));
}

struct texpr *lower_cmp(struct lower *lw, enum op o, struct texpr *a, struct texpr *b) {
    return lower_op2(lw, o, a, b, DT_PYBOOL);
}

/* and / or with one side's constant folded away. */
static struct texpr *junction(struct lower *lw, enum op o, struct texpr *a, struct texpr *b) {
    int64_t value;
    bool neutral = o == OP_LAND;
    if (texpr_is_const(a, &value)) {
        return (value != 0) == neutral ? b : a;
    }
    if (texpr_is_const(b, &value)) {
        return (value != 0) == neutral ? a : b;
    }
    if (a->type != b->type) {
        a = lower_cast(lw, a, DT_PYBOOL);
        b = lower_cast(lw, b, DT_PYBOOL);
    }
    return lower_op2(lw, o, a, b, a->type->dtype);
}

struct texpr *lower_and(struct lower *lw, struct texpr *a, struct texpr *b) {
    return junction(lw, OP_LAND, a, b);
}

struct texpr *lower_or(struct lower *lw, struct texpr *a, struct texpr *b) {
    return junction(lw, OP_LOR, a, b);
}

struct texpr *lower_not(struct lower *lw, struct texpr *a) {
    int64_t value;
    if (texpr_is_const(a, &value)) {
        return lower_bool(lw, value == 0);
    }
    return lower_op1(lw, OP_NOT, a, DT_PYBOOL);
}

struct texpr *lower_select(struct lower *lw, struct texpr *cond, struct texpr *a, struct texpr *b) {
    return here(lw, build_select(lw->a, cond, a, b));
}

struct texpr *lower_choice(struct lower *lw, struct texpr *cond, struct texpr *a, struct texpr *b) {
    return here(lw, build_choice(lw->a, cond, a, b));
}

/* ---- tuples */

struct texpr *lower_tuple(struct lower *lw, int n, struct texpr **item) {
    struct ty **type = ARENA_ARRAY(lw->a, struct ty *, n);
    for (int i = 0; i < n; ++i) {
        type[i] = item[i]->type;
    }
    return here(lw, build_tuple(lw->a, ty_tuple(lw->a, lw->m, n, type), item));
}

struct texpr *lower_item(struct lower *lw, struct texpr *tuple, int index) {
    if (tuple->kind == TE_TUPLE) {
        return tuple->tuple.item[index];
    }
    return here(lw, build_item(lw->a, tuple, index));
}

struct texpr *lower_size(struct lower *lw, struct tvar *array) {
    struct texpr *size = NULL;
    for (int i = 0; i < array->type->rank; ++i) {
        struct texpr *extent = lower_shape(lw, array, i);
        size = size ? lower_op2(lw, OP_MUL, size, extent, DT_INT) : extent;
    }
    return size ? size : lower_int(lw, 1);
}

struct texpr *lower_extents(struct lower *lw, struct tvar *array) {
    int rank = array->type->rank;
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, rank);
    for (int i = 0; i < rank; ++i) {
        item[i] = lower_shape(lw, array, i);
    }
    return lower_tuple(lw, rank, item);
}

/* ---- what is inside */

static bool is_load(const struct texpr *e, const void *unused) {
    (void)unused;
    return e->kind == TE_LOAD;
}

static bool reads_var(const struct texpr *e, const void *var) {
    return (e->kind == TE_VAR && e->var == var) || (e->kind == TE_LOAD && e->load.array == var) ||
           (e->kind == TE_SHAPE && e->shape.array == var);
}

bool texpr_loads(const struct texpr *e) {
    return expr_any(e, is_load, NULL);
}

bool texpr_reads(const struct texpr *e, const struct tvar *v) {
    return expr_any(e, reads_var, v);
}

bool texpr_equal(const struct texpr *a, const struct texpr *b) {
    return !texpr_loads(a) && expr_equal(a, b);
}

bool texpr_is_simple(const struct texpr *e) {
    return e->kind == TE_VAR || e->kind == TE_CONST || e->kind == TE_SHAPE ||
           (e->kind == TE_ITEM && texpr_is_simple(e->item.tuple)) ||
           (e->kind == TE_CAST && e->cast->kind == TE_VAR);
}
