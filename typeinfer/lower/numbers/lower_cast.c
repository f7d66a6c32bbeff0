/* Conversions of scalars with the checks that Python and NumPy make.
 *
 * Three places convert, each with its own rules (NumPy 2, checked with the interpreter): a cast in
 * the source (int(x), np.int8(x)), an operand of a mixed operation (arr_i8 + 300), and the value of
 * an element assignment (a[i] = x), where signed integer arrays range-check every value while
 * unsigned ones do so for Python's own numbers only. */
#include "lower_number.h"

static enum dtype_kind kind_of(enum dtype d) {
    return dtype_info[d].kind;
}

static bool is_integer(enum dtype d) {
    return kind_of(d) == KIND_INT || kind_of(d) == KIND_UINT;
}

void dtype_range(enum dtype d, int64_t *lo, int64_t *hi) {
    int bits = 8 * dtype_info[d].bytes;
    if (kind_of(d) == KIND_BOOL) {
        *lo = 0;
        *hi = 1;
    } else if (kind_of(d) == KIND_INT) {
        *lo = bits == 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
        *hi = bits == 64 ? INT64_MAX : ((int64_t)1 << (bits - 1)) - 1;
    } else {
        *lo = 0;
        *hi = bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
    }
}

/* Does every value of from fit to? The upper half of U64 fits itself only. */
static bool fits_always(enum dtype from, enum dtype to) {
    int64_t lo, hi, to_lo, to_hi;
    if (kind_of(from) == KIND_UINT && dtype_info[from].bytes == 8) {
        return to == DT_U64;
    }
    dtype_range(from, &lo, &hi);
    dtype_range(to, &to_lo, &to_hi);
    return to_lo <= lo && hi <= to_hi;
}

/* Is the value of e certainly of the range of to? Looks through casts and choices. */
static bool fits(const struct texpr *e, enum dtype to) {
    int64_t value, lo, hi;
    if (fits_always(e->type->dtype, to)) {
        return true;
    }
    if (texpr_is_const(e, &value) && e->type->dtype != DT_U64) {
        dtype_range(to, &lo, &hi);
        return lo <= value && value <= hi;
    }
    if (e->kind == TE_SELECT) {
        return fits(e->select.a, to) && fits(e->select.b, to);
    }
    bool widened = e->kind == TE_CAST && dtype_info[e->cast->type->dtype].kind <= KIND_INT &&
                   fits_always(e->cast->type->dtype, e->type->dtype);
    return widened && fits(e->cast, to);
}

/* Of pycc's own, where Python has ints of any size; without its first byte NumPy's. */
static const char too_large[] = OF_PYCC "Python int too large to convert to C long";

struct texpr *lower_as_int(struct lower *lw, struct texpr *e, enum texc exc, const char *message) {
    int64_t value;
    e = lower_taken(lw, e, DT_INT);
    if (e->type->dtype != DT_U64) {
        return lower_cast(lw, e, DT_INT);
    }
    struct texpr *i = lower_cast(lw, lower_simple(lw, e), DT_INT);
    struct texpr *good = texpr_is_const(i, &value) ? lower_bool(lw, value >= 0)
                                                   : lower_cmp(lw, OP_GE, i, lower_int(lw, 0));
    lower_check(lw, good, exc, message);
    return i;
}

struct texpr *lower_as_index(struct lower *lw, struct texpr *e) {
    return lower_as_int(lw, e, TEXC_OVERFLOW, too_large + 1);
}

struct texpr *lower_as_extent(struct lower *lw, struct texpr *e) {
    return lower_as_int(lw, e, TEXC_VALUE, "Maximum allowed dimension exceeded");
}

struct texpr *lower_as_bound(struct lower *lw, struct texpr *e) {
    e = lower_taken(lw, e, DT_INT);
    if (e->type->dtype != DT_U64) {
        return lower_cast(lw, e, DT_INT);
    }
    struct texpr *i = lower_cast(lw, lower_simple(lw, e), DT_INT);
    return lower_select(lw, lower_cmp(lw, OP_GE, i, lower_int(lw, 0)), i, lower_int(lw, INT64_MAX));
}

/* An integer as the integer type to, OverflowError when it does not fit. */
static struct texpr *checked_integer(struct lower *lw, struct texpr *e, enum dtype to) {
    int64_t value, lo, hi;
    if (fits(e, to)) {
        return lower_cast(lw, e, to);
    }
    if (e->type->dtype == DT_U64) {
        return checked_integer(lw, lower_as_index(lw, e), to);
    }
    dtype_range(to, &lo, &hi);
    if (texpr_is_const(e, &value)) {
        return lower_refuse(lw, DIAG_PY308,
                            arena_printf(lw->a, "integer %lld is out of bounds for %s",
                                         (long long)value, dtype_info[to].numpy));
    }
    e = lower_simple(lw, lower_cast(lw, e, DT_INT));
    struct texpr *cond = lower_cmp(lw, OP_LE, lower_int(lw, lo), e);
    if (hi != INT64_MAX) {
        cond = lower_and(lw, cond, lower_cmp(lw, OP_LE, e, lower_int(lw, hi)));
    }
    const char *message =
        arena_printf(lw->a, "Python integer %%lld out of bounds for %s", dtype_info[to].numpy);
    lower_check_shown(lw, cond, TEXC_OVERFLOW, message, e);
    return lower_cast(lw, e, to);
}

/* The real part of a complex value, anything else as it is. */
static struct texpr *real_part(struct lower *lw, struct texpr *e) {
    enum dtype d = e->type->dtype;
    if (kind_of(d) != KIND_COMPLEX) {
        return e;
    }
    return lower_op1(lw, OP_REAL, e, d == DT_C64 ? DT_F32 : d == DT_C128 ? DT_F64 : DT_FLOAT);
}

/* What is raised for e, which is no int of 64 bits. */
static void refuse_real(struct lower *lw, struct texpr *e, enum to_int use) {
    const char *of_nan = use == TO_INT_LENGTH ? "arange: cannot compute length"
                                              : "cannot convert float NaN to integer";
    lower_check(lw, lower_not(lw, lower_op1(lw, OP_ISNAN, e, DT_PYBOOL)), TEXC_VALUE, of_nan);
    if (use != TO_INT_LENGTH) {
        lower_check(lw, lower_not(lw, lower_op1(lw, OP_ISINF, e, DT_PYBOOL)), TEXC_OVERFLOW,
                    "cannot convert float infinity to integer");
    }
    struct tstmt *raise = lower_stmt(lw, TS_RAISE);
    raise->raise.exc = use == TO_INT_LENGTH ? TEXC_VALUE : TEXC_OVERFLOW;
    raise->raise.message = use == TO_INT_LENGTH   ? "Maximum allowed size exceeded"
                           : use == TO_INT_STORED ? too_large + 1
                                                  : too_large;
}

/* The rare path in a block of its own: one comparison decides in the common case. */
void lower_check_to_int(struct lower *lw, struct texpr *e, enum to_int use) {
    enum dtype d = e->type->dtype;
    double limit = 9223372036854775808.0;
    struct texpr *lo = lower_real(lw, d, -limit), *hi = lower_real(lw, d, limit);
    if (e->kind == TE_CONST && e->value.f[0] >= -limit && e->value.f[0] < limit) {
        return;
    }
    struct texpr *fit = lower_and(lw, lower_cmp(lw, OP_LE, lo, e), lower_cmp(lw, OP_LT, e, hi));
    if (lower_is_known(lw, fit)) {
        return;
    }
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    refuse_real(lw, e, use);
    struct tblock block = lower_end(lw, outer);
    struct tstmt *s = lower_stmt(lw, TS_IF);
    s->if_.cond = lower_not(lw, fit);
    s->if_.then = block;
    lower_learn(lw, fit);
}

struct texpr *lower_to_int(struct lower *lw, struct texpr *e, enum to_int use) {
    e = real_part(lw, e);
    if (kind_of(e->type->dtype) != KIND_FLOAT) {
        return lower_as_int(lw, e, TEXC_OVERFLOW, use == TO_INT ? too_large : too_large + 1);
    }
    e = lower_simple(lw, e);
    lower_check_to_int(lw, e, use);
    return lower_cast(lw, e, DT_INT);
}

/* A Python float as uint32 or uint64, which may have 64 bits on the way. */
static struct texpr *float_to_unsigned(struct lower *lw, struct texpr *e, enum dtype to) {
    e = lower_simple(lw, e);
    struct texpr *huge =
        lower_and(lw, lower_cmp(lw, OP_LE, lower_real(lw, DT_FLOAT, 9223372036854775808.0), e),
                  lower_cmp(lw, OP_LT, e, lower_real(lw, DT_FLOAT, 18446744073709551616.0)));
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    checked_integer(lw, lower_to_int(lw, e, TO_INT_STORED), to);
    struct tblock block = lower_end(lw, outer);
    if (block.n > 0) {
        struct tstmt *s = lower_stmt(lw, TS_IF);
        s->if_.cond = lower_not(lw, huge);
        s->if_.then = block;
    }
    struct texpr *value = lower_cast(lw, e, DT_U64);
    if (to == DT_U32) {
        lower_check_shown(lw, lower_not(lw, huge), TEXC_OVERFLOW,
                          "Python integer %llu out of bounds for uint32",
                          lower_cast(lw, value, DT_INT));
    }
    return lower_cast(lw, value, to);
}

struct texpr *lower_convert(struct lower *lw, struct texpr *e, enum dtype to) {
    enum dtype from = e->type->dtype;
    if (to == DT_INT) {
        return lower_to_int(lw, e, TO_INT);
    }
    if ((to == DT_U32 || to == DT_U64) && from == DT_FLOAT && e->kind != TE_CONST) {
        return float_to_unsigned(lw, e, to);
    }
    if (is_integer(to) && dtype_weak(from)) {
        return checked_integer(lw, lower_to_int(lw, e, TO_INT_STORED), to);
    }
    return lower_cast(lw, e, to);
}

struct texpr *lower_operand(struct lower *lw, struct texpr *e, enum dtype to) {
    if (to == DT_INT && e->type->dtype == DT_U64) {
        return lower_to_int(lw, e, TO_INT);
    }
    bool python_int = e->type->dtype == DT_INT;
    return python_int && is_integer(to) ? checked_integer(lw, e, to) : lower_cast(lw, e, to);
}

bool lower_store_checks(enum dtype from, enum dtype to) {
    return is_integer(to) && !(kind_of(to) == KIND_UINT && !dtype_weak(from)) &&
           !(kind_of(from) <= KIND_INT && fits_always(from, to));
}

struct texpr *lower_store_value(struct lower *lw, struct texpr *e, enum dtype to) {
    enum dtype from = e->type->dtype;
    if (from == to || kind_of(to) == KIND_BOOL) {
        return lower_cast(lw, e, to);
    }
    if (from == DT_COMPLEX && kind_of(to) != KIND_COMPLEX) {
        return lower_refuse(lw, DIAG_PY302,
                            "a Python complex cannot be stored in a real array; store its .real");
    }
    if (kind_of(from) == KIND_COMPLEX && kind_of(to) != KIND_COMPLEX) {
        e = real_part(lw, e);
    }
    if (!lower_store_checks(from, to)) {
        return lower_cast(lw, e, to);
    }
    if ((to == DT_U32 || to == DT_U64) && e->type->dtype == DT_FLOAT && e->kind != TE_CONST) {
        return float_to_unsigned(lw, e, to);
    }
    bool from_float = kind_of(e->type->dtype) == KIND_FLOAT;
    return checked_integer(lw, from_float ? lower_to_int(lw, e, TO_INT_STORED) : e, to);
}

/* A character as a str. */
static struct texpr *str_of(struct lower *lw, struct texpr *c, struct ty *type) {
    struct tvar *dst = lower_temp(lw, type);
    struct tstmt *s = lower_stmt(lw, TS_ALLOC);
    s->alloc.dst = dst;
    s->alloc.extent = ARENA_ARRAY(lw->a, struct texpr *, 1);
    s->alloc.extent[0] = lower_int(lw, 1);
    s->alloc.fill = FILL_VALUE;
    s->alloc.value = c;
    return lower_var(lw, dst);
}

struct texpr *lower_nothing(struct lower *lw, struct ty *t) {
    if (t->kind == TY_SCALAR) {
        return lower_cast(lw, lower_int(lw, 0), t->dtype);
    }
    if (t->kind == TY_ARRAY) {
        struct tvar *dst = lower_temp(lw, t);
        struct tstmt *s = lower_stmt(lw, TS_ALLOC);
        s->alloc.dst = dst;
        s->alloc.extent = ARENA_ARRAY(lw->a, struct texpr *, t->rank);
        for (int i = 0; i < t->rank; ++i) {
            s->alloc.extent[i] = lower_int(lw, 0);
        }
        return lower_var(lw, dst);
    }
    if (t->kind == TY_LIST) {
        struct tvar *dst = lower_temp(lw, t);
        lower_list(lw, LIST_NEW, dst, NULL);
        return lower_var(lw, dst);
    }
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, t->n);
    for (int i = 0; i < t->n; ++i) {
        item[i] = lower_nothing(lw, t->item[i]);
    }
    struct texpr *tuple = lower_tuple(lw, t->n, item);
    tuple->type = t;
    return tuple;
}

struct texpr *lower_make_optional(struct lower *lw, struct texpr *is, struct texpr *value,
                                  struct ty *to) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, 2);
    item[0] = is;
    item[1] = lower_coerce(lw, value, to->item[1]);
    struct texpr *tuple = lower_tuple(lw, 2, item);
    tuple->type = to;
    return tuple;
}

/* What may be None, of a value or None or of what may be. */
static struct texpr *to_optional(struct lower *lw, struct texpr *e, struct ty *to) {
    if (e->type->kind == TY_NONE) {
        return lower_make_optional(lw, lower_bool(lw, false), lower_nothing(lw, to->item[1]), to);
    }
    if (!ty_is_optional(e->type)) {
        return lower_make_optional(lw, lower_bool(lw, true), e, to);
    }
    e = lower_simple_tuple(lw, e);
    return lower_make_optional(lw, lower_item(lw, e, 0), lower_item(lw, e, 1), to);
}

struct texpr *lower_given(struct lower *lw, struct texpr *e) {
    if (!e || !ty_is_optional(e->type)) {
        return e;
    }
    e = lower_simple_tuple(lw, e);
    lower_check(lw, lower_item(lw, e, 0), TEXC_TYPE,
                OF_PYTHON "this is None here, of type 'NoneType'");
    return lower_item(lw, e, 1);
}

/* A tuple as one of any length, the prelude's _tuple: an object with a list of its items. */
static struct texpr *to_any_tuple(struct lower *lw, struct texpr *e, struct ty *to) {
    struct ty *of = to->item[0]->item[0];
    e = lower_simple_tuple(lw, e);
    struct tvar *list = lower_target(lw, NULL, of, 0, NULL);
    struct tvar *object = lower_target(lw, NULL, to, 0, NULL);
    struct texpr **held = ARENA_ARRAY(lw->a, struct texpr *, 1);
    lower_list(lw, LIST_NEW, list, NULL);
    for (int i = 0; i < e->type->n; ++i) {
        struct texpr *item = lower_coerce(lw, lower_item(lw, e, i), of->item[0]);
        lower_list(lw, LIST_APPEND, NULL, list)->list.arg[0] = item;
    }
    held[0] = lower_var(lw, list);
    lower_list(lw, LIST_NEW, object, NULL);
    lower_list(lw, LIST_APPEND, NULL, object)->list.arg[0] = lower_tuple(lw, 1, held);
    return lower_var(lw, object);
}

struct texpr *lower_coerce(struct lower *lw, struct texpr *e, struct ty *to) {
    if (!e || !to || e->type == to || to->kind == TY_NONE) {
        return e;
    }
    if (ty_is_either(to)) {
        return lower_to_either(lw, e, to);
    }
    if (ty_is_either(e->type)) {
        return lower_from_either(lw, e, to);
    }
    if (ty_is_optional(to)) {
        return to_optional(lw, e, to);
    }
    if (ty_is_late(to) && !ty_is_late(e->type)) {
        return lower_make_optional(lw, lower_bool(lw, true), e, to);
    }
    e = lower_given(lw, e);
    if (to->kind == TY_LIST && to->keys && e->type->kind == TY_TUPLE) {
        return to_any_tuple(lw, e, to);
    }
    if (to->kind == TY_SCALAR && e->type->kind == TY_SCALAR) {
        return lower_operand(lw, e, to->dtype);
    }
    if (to->kind == TY_ARRAY && e->type->kind == TY_SCALAR && to->dtype == DT_CHAR) {
        return str_of(lw, e, to);
    }
    if (to->kind != TY_TUPLE || e->type->kind != TY_TUPLE || to->n != e->type->n) {
        return e;
    }
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, to->n);
    for (int i = 0; i < to->n; ++i) {
        item[i] = lower_coerce(lw, lower_item(lw, e, i), to->item[i]);
    }
    struct texpr *made = lower_tuple(lw, to->n, item);
    made->type = to; /* arrays that differ in layout only */
    return made;
}

struct texpr *lower_truth(struct lower *lw, struct texpr *e) {
    if (!e || e->type->kind == TY_NONE) {
        return lower_bool(lw, false);
    }
    if (is_list(e->type)) {
        struct texpr *n = lower_list_length(lw, lower_as_variable(lw, e));
        return lower_cmp(lw, OP_NE, n, lower_int(lw, 0));
    }
    if (e->type->kind == TY_ARRAY && e->type->dtype == DT_CHAR) {
        return lower_cmp(lw, OP_NE, lower_size(lw, lower_as_variable(lw, e)), lower_int(lw, 0));
    }
    if (e->type->kind != TY_SCALAR || e->type->dtype == DT_CHAR) {
        return lower_bool(lw, e->type->kind == TY_SCALAR ||
                                  (e->type->kind == TY_TUPLE && e->type->n > 0));
    }
    bool is_bool = e->type->dtype == DT_BOOL || e->type->dtype == DT_PYBOOL;
    return is_bool ? e : lower_cast(lw, e, DT_PYBOOL);
}

struct texpr *lower_number(struct lower *lw, struct texpr *e) {
    bool array = e->type->kind == TY_ARRAY && e->type->rank == 0;
    return array ? lower_load(lw, lower_as_variable(lw, e), 0, NULL) : e;
}
