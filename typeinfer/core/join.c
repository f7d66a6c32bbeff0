/* Joins of ground types: see join.h. One recursive walk over tuples and closures serves both the
 * strict and the wide join; they differ on scalars only. */
#include "join.h"

typedef struct itype *scalar_join(struct type_table *tt, struct itype *a, struct itype *b);

int join_kind(enum dtype d) {
    enum dtype_kind k = dtype_info[d].kind;
    return k == KIND_UINT ? KIND_INT : (int)k;
}

/* Of two scalars that differ no value is known. */
static struct itype *strict_scalars(struct type_table *tt, struct itype *a, struct itype *b) {
    a = a->known ? it_scalar(tt, a->dtype) : a;
    b = b->known ? it_scalar(tt, b->dtype) : b;
    if (dtype_is_time(a->dtype) || dtype_is_time(b->dtype)) {
        return a->dtype == b->dtype ? a : NULL;
    }
    if (a->literal && b->literal) {
        return join_kind(a->dtype) >= join_kind(b->dtype) ? a : b;
    }
    if (a->literal || b->literal) {
        struct itype *literal = a->literal ? a : b;
        struct itype *other = a->literal ? b : a;
        return join_kind(literal->dtype) <= join_kind(other->dtype) ? other : NULL;
    }
    if (dtype_strong(a->dtype) == dtype_strong(b->dtype)) {
        return it_scalar(tt, a->dtype == b->dtype ? a->dtype : dtype_strong(a->dtype));
    }
    return NULL;
}

static struct itype *wide_scalars(struct type_table *tt, struct itype *a, struct itype *b) {
    struct itype *strict = strict_scalars(tt, a, b);
    if (!strict && (dtype_is_time(a->dtype) || dtype_is_time(b->dtype))) {
        return NULL;
    }
    return strict ? strict : it_scalar(tt, dtype_promote(a->dtype, b->dtype));
}

/* Of an int that is computed and a float of Python one of several types holds each as it is. */
static struct itype *apart(struct type_table *tt, struct itype *a, struct itype *b) {
    return tt->either && it_is_one(a) && it_is_one(b) && a->dtype != b->dtype ? it_either(tt)
                                                                              : NULL;
}

static struct itype *strict_apart(struct type_table *tt, struct itype *a, struct itype *b) {
    struct itype *t = strict_scalars(tt, a, b);
    return t ? t : apart(tt, a, b);
}

static struct itype *wide_apart(struct type_table *tt, struct itype *a, struct itype *b) {
    struct itype *t = strict_apart(tt, a, b);
    return t ? t : wide_scalars(tt, a, b);
}

static struct itype *join_items(struct type_table *tt, struct itype *a, struct itype *b,
                                scalar_join *scalars);
static struct itype *join(struct type_table *tt, struct itype *a, struct itype *b,
                          scalar_join *scalars);

/* May a value of the type have None beside it? */
static bool has_none_beside(const struct itype *t) {
    return t->kind == IT_SCALAR || t->kind == IT_ARRAY || t->kind == IT_TUPLE ||
           t->kind == IT_LIST || t->kind == IT_OBJECT || it_is_text(t);
}

/* One of them is None, or may be; NULL: neither. */
static struct itype *join_optional(struct type_table *tt, struct itype *a, struct itype *b,
                                   scalar_join *scalars) {
    if (a->kind == IT_NONE || b->kind == IT_NONE) {
        struct itype *t = a->kind == IT_NONE ? b : a;
        return has_none_beside(t) ? it_optional(tt, t) : NULL;
    }
    struct itype *t = join(tt, it_given(a), it_given(b), scalars);
    return t ? it_optional(tt, t) : NULL;
}

/* Are they values that only one of several types holds: numbers and texts, or such a one? */
static bool are_several(const struct itype *a, const struct itype *b) {
    a = it_given((struct itype *)a);
    b = it_given((struct itype *)b);
    bool unlike = a->kind != IT_NONE && b->kind != IT_NONE && it_is_text(a) != it_is_text(b);
    return it_is_one(a) && it_is_one(b) && (unlike || it_is_either(a) || it_is_either(b));
}

static struct itype *join(struct type_table *tt, struct itype *a, struct itype *b,
                          scalar_join *scalars) {
    if (a == b || a->kind == IT_ERROR) {
        return a;
    }
    if (b->kind == IT_ERROR) {
        return b;
    }
    if (it_is_text(a) && it_is_text(b)) {
        return it_text(tt);
    }
    if (tt->either && are_several(a, b)) {
        return it_either(tt);
    }
    if (a->kind == IT_NONE || b->kind == IT_NONE || it_is_optional(a) || it_is_optional(b)) {
        return join_optional(tt, a, b, scalars);
    }
    if (a->kind != b->kind || it_is_str(a) || it_is_str(b)) {
        return NULL;
    }
    switch (a->kind) {
    case IT_SCALAR:
        return scalars(tt, a, b);
    case IT_ARRAY:
        if (a->dtype != b->dtype || a->rank != b->rank) {
            return NULL;
        }
        return it_array(tt, a->dtype, a->rank,
                        a->layout == b->layout                         ? a->layout
                        : a->layout == TY_READ || b->layout == TY_READ ? TY_READ
                                                                       : TY_ANY);
    case IT_LIST: /* shared, so that its items have one type; wider while it is not settled */
    case IT_OBJECT:
        return scalars == strict_scalars || scalars == strict_apart ? NULL
                                                                    : join_items(tt, a, b, scalars);
    case IT_TUPLE:
    case IT_RECORD:
    case IT_FUNC:
        return join_items(tt, a, b, scalars);
    default:
        return NULL;
    }
}

static struct itype *join_items(struct type_table *tt, struct itype *a, struct itype *b,
                                scalar_join *scalars) {
    if (a->n != b->n || a->func != b->func || a->text != b->text || a->of != b->of) {
        return NULL;
    }
    if (a->kind == IT_OBJECT && !a->of->prelude) { /* where one of them holds another one */
        it_link(tt, a, NULL);
        it_link(tt, b, NULL);
    }
    struct itype **item = ARENA_ARRAY(tt->arena, struct itype *, a->n);
    for (int i = 0; i < a->n; ++i) {
        item[i] = join(tt, a->item[i], b->item[i], scalars);
        if (!item[i]) {
            return NULL;
        }
    }
    return a->kind == IT_FUNC     ? it_func(tt, a->func, a->n, item)
           : a->kind == IT_RECORD ? it_record_like(tt, a, item)
           : a->kind == IT_LIST   ? it_list(tt, item[0])
           : a->kind == IT_OBJECT ? it_object(tt, a->of, item)
                                  : it_tuple_like(tt, a, item);
}

struct itype *join_strict(struct type_table *tt, struct itype *a, struct itype *b) {
    return join(tt, a, b, strict_scalars);
}

struct itype *join_values(struct type_table *tt, struct itype *a, struct itype *b) {
    return join(tt, a, b, strict_apart);
}

struct itype *join_widen(struct type_table *tt, struct itype *a, struct itype *b, bool values) {
    if (!a || !b) {
        return a ? a : b;
    }
    struct itype *t = join(tt, a, b, values ? wide_apart : wide_scalars);
    return t ? t : &tt->error;
}

static bool layout_fits(const struct itype *src, const struct itype *dst) {
    return src->layout == dst->layout || dst->layout == TY_READ ||
           (dst->layout == TY_ANY && src->layout != TY_READ);
}

/* Does every value of one strong type have its place in the other? */
static bool safe_cast(enum dtype from, enum dtype to) {
    return dtype_promote(from, to) == to;
}

static bool scalar_returns(const struct itype *src, const struct itype *dst) {
    enum dtype from = src->dtype;
    enum dtype to = dst->dtype;
    if (dtype_is_time(from) || dtype_is_time(to)) {
        return from == to;
    }
    if (join_kind(from) != join_kind(to)) {
        return join_kind(from) < join_kind(to) && join_kind(to) != KIND_BOOL;
    }
    return dtype_weak(from) || safe_cast(from, dtype_strong(to));
}

/* Are values of the two stored alike? np.float64 and float are. */
static bool stored_alike(const struct itype *a, const struct itype *b) {
    if (a == b) {
        return true;
    }
    bool alike = a->kind == b->kind && a->n == b->n && a->func == b->func && a->text == b->text &&
                 a->of == b->of;
    if (!alike || a->kind == IT_ARRAY || a->kind == IT_STATIC || a->kind == IT_FUNC) {
        return false;
    }
    if (a->kind == IT_SCALAR) {
        return dtype_strong(a->dtype) == dtype_strong(b->dtype);
    }
    for (int i = 0; i < a->n; ++i) {
        if (!stored_alike(a->item[i], b->item[i])) {
            return false;
        }
    }
    return true;
}

/* tt: join_fits; NULL: join_returns. */
static bool fits(struct type_table *tt, struct itype *src, struct itype *dst) {
    if (src == dst || src->kind == IT_ERROR || dst->kind == IT_ERROR) {
        return true;
    }
    if (it_is_either(dst) || (it_is_either(src) && !tt)) {
        return it_is_one(it_is_either(dst) ? src : dst); /* or raises, where it is another type */
    }
    if (it_is_optional(dst)) {
        return src->kind == IT_NONE || fits(tt, it_given(src), it_given(dst));
    }
    if (it_is_optional(src) && !tt) {
        return fits(tt, it_given(src), dst); /* which raises where it is None */
    }
    if (it_is_str(src) || it_is_str(dst)) {
        return it_is_text(src) && dst->kind == IT_ARRAY && it_is_str(dst);
    }
    if (src->kind != dst->kind || src->n != dst->n || src->func != dst->func ||
        src->text != dst->text || src->of != dst->of) {
        return false;
    }
    switch (src->kind) {
    case IT_SCALAR:
        return !tt            ? scalar_returns(src, dst)
               : src->literal ? strict_scalars(tt, src, dst) != NULL
                              : dtype_strong(src->dtype) == dtype_strong(dst->dtype);
    case IT_ARRAY:
        return src->dtype == dst->dtype && src->rank == dst->rank && layout_fits(src, dst);
    case IT_STATIC:
        return false; /* they differ */
    case IT_LIST:     /* shared: what it holds cannot change its type */
    case IT_OBJECT:
        return !tt && stored_alike(src, dst);
    default:
        for (int i = 0; i < src->n; ++i) {
            if (!fits(tt, src->item[i], dst->item[i])) {
                return false;
            }
        }
        return true;
    }
}

bool join_fits(struct type_table *tt, struct itype *src, struct itype *dst) {
    return fits(tt, src, dst);
}

bool join_is_int_for_float(const struct itype *src, const struct itype *dst) {
    return src->kind == IT_SCALAR && src->dtype == DT_INT && dst->kind == IT_SCALAR &&
           dst->dtype == DT_FLOAT;
}

bool join_returns(struct itype *src, struct itype *dst) {
    return fits(NULL, src, dst);
}

static enum join_match scalar_argument(const struct itype *src, const struct itype *dst) {
    if (src->dtype == dst->dtype) {
        return MATCH_EXACT;
    }
    if (dtype_strong(src->dtype) == dtype_strong(dst->dtype)) {
        return MATCH_WEAK;
    }
    if (dtype_weak(src->dtype) && join_kind(src->dtype) == join_kind(dst->dtype) &&
        !dtype_is_time(dst->dtype)) {
        return MATCH_WEAK;
    }
    if (!scalar_returns(src, dst)) {
        return MATCH_NO;
    }
    bool is_int = src->dtype == DT_PYBOOL || join_kind(src->dtype) == KIND_INT;
    bool same = join_kind(src->dtype) == join_kind(dst->dtype);
    return same || (is_int && join_kind(dst->dtype) == KIND_INT) ? MATCH_WIDEN : MATCH_CONVERT;
}

static enum join_match array_argument(const struct itype *src, const struct itype *dst) {
    if (src->dtype != dst->dtype || src->rank != dst->rank || !layout_fits(src, dst)) {
        return MATCH_NO;
    }
    return src->layout == dst->layout ? MATCH_EXACT : MATCH_WIDEN;
}

/* A tuple of so many items becomes one of any number of them. */
static enum join_match any_tuple_argument(const struct itype *src, struct itype *item) {
    enum join_match worst = MATCH_WIDEN;
    for (int i = 0; i < src->n; ++i) {
        enum join_match m = join_argument(src->item[i], item);
        worst = m < worst ? m : worst;
    }
    return worst;
}

enum join_match join_argument(struct itype *src, struct itype *dst) {
    if (src == dst || src->kind == IT_ERROR || dst->kind == IT_ERROR) {
        return MATCH_EXACT;
    }
    if (it_is_either(dst) || it_is_either(src)) {
        return it_is_one(it_is_either(dst) ? src : dst) ? MATCH_CONVERT : MATCH_NO;
    }
    if (it_is_optional(dst)) {
        return src->kind == IT_NONE ? MATCH_WIDEN : join_argument(it_given(src), it_given(dst));
    }
    if (it_is_optional(src)) {
        return join_argument(it_given(src), dst); /* which raises where it is None */
    }
    if (it_is_str(src) || it_is_str(dst)) {
        return it_is_text(src) && dst->kind == IT_ARRAY && it_is_str(dst) ? MATCH_WIDEN : MATCH_NO;
    }
    if (src->kind == IT_TUPLE && !src->of && it_is_any_tuple(dst)) {
        return any_tuple_argument(src, dst->item[0]->item[0]);
    }
    if (src->kind != dst->kind || src->n != dst->n || src->func != dst->func ||
        src->of != dst->of) {
        return MATCH_NO;
    }
    if (src->kind == IT_SCALAR) {
        return scalar_argument(src, dst);
    }
    if (src->kind == IT_ARRAY) {
        return array_argument(src, dst);
    }
    if (src->kind == IT_LIST || src->kind == IT_OBJECT) {
        return stored_alike(src, dst) ? MATCH_WEAK : MATCH_NO;
    }
    enum join_match worst = src->kind == IT_STATIC ? MATCH_NO : MATCH_EXACT;
    for (int i = 0; i < src->n; ++i) {
        enum join_match m = join_argument(src->item[i], dst->item[i]);
        worst = m < worst ? m : worst;
    }
    return worst;
}

struct itype *join_tuple(struct type_table *tt, const struct itype *t) {
    struct itype *one = t->n > 0 ? t->item[0] : NULL;
    for (int i = 1; one && i < t->n; ++i) {
        bool same = it_forget(tt, t->item[i]) == it_forget(tt, one);
        one = same ? one : one->kind == IT_TUPLE ? NULL : join_strict(tt, one, t->item[i]);
    }
    return one ? it_forget(tt, one) : NULL;
}
