/* Values of several types (ty_either): made of one, and taken for one. What operators do with them
 * is a class of the prelude (several.py). */
#include "lower_number.h"

/* The value of the type that there is: its items. */
static struct texpr *of_kind(struct lower *lw, struct texpr *kind, struct texpr *value,
                             struct ty *to) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, to->n);
    item[0] = kind;
    for (int i = 1; i < to->n; ++i) {
        bool mine = value && value->type->kind == to->item[i]->kind &&
                    (value->type->kind != TY_SCALAR || value->type->dtype == to->item[i]->dtype);
        item[i] = mine ? value : lower_nothing(lw, to->item[i]);
    }
    struct texpr *tuple = lower_tuple(lw, to->n, item);
    tuple->type = to;
    return tuple;
}

struct texpr *lower_to_either(struct lower *lw, struct texpr *e, struct ty *to) {
    if (e->type->kind == TY_NONE) {
        return of_kind(lw, lower_int(lw, EITHER_NONE), NULL, to);
    }
    if (ty_is_optional(e->type)) {
        e = lower_simple_tuple(lw, e);
        struct texpr *made = lower_to_either(lw, lower_item(lw, e, 1), to);
        made->tuple.item[0] =
            lower_select(lw, lower_item(lw, e, 0), made->tuple.item[0], lower_int(lw, EITHER_NONE));
        return made;
    }
    if (e->type->kind == TY_SCALAR && e->type->dtype != DT_CHAR) {
        bool real = dtype_info[e->type->dtype].kind == KIND_FLOAT;
        enum either kind = real                          ? EITHER_FLOAT
                           : e->type->dtype == DT_PYBOOL ? EITHER_BOOL
                                                         : EITHER_INT;
        return of_kind(lw, lower_int(lw, kind), lower_cast(lw, e, real ? DT_FLOAT : DT_INT), to);
    }
    struct texpr *text = lower_coerce(lw, e, to->item[EITHER_TEXT - 1]);
    return of_kind(lw, lower_int(lw, EITHER_TEXT), text, to);
}

struct texpr *lower_is_among(struct lower *lw, struct texpr *e, unsigned kinds) {
    struct texpr *kind = lower_item(lw, lower_simple_tuple(lw, e), 0), *any = lower_bool(lw, false);
    for (int i = EITHER_NONE; i <= EITHER_TEXT; ++i) {
        if (kinds >> i & 1u) {
            any = lower_or(lw, any, lower_cmp(lw, OP_EQ, kind, lower_int(lw, i)));
        }
    }
    return any;
}

static struct texpr *is_at_most(struct lower *lw, struct texpr *kind, enum either lo,
                                enum either hi) {
    return lower_and(lw, lower_cmp(lw, OP_GE, kind, lower_int(lw, lo)),
                     lower_cmp(lw, OP_LE, kind, lower_int(lw, hi)));
}

struct texpr *lower_from_either(struct lower *lw, struct texpr *e, struct ty *to) {
    struct ty *type = ty_is_optional(to) ? to->item[1] : to;
    e = lower_simple_tuple(lw, e);
    struct texpr *kind = lower_item(lw, e, 0), *value = lower_item(lw, e, 1), *fits;
    if (type->kind == TY_ARRAY) {
        fits = lower_cmp(lw, OP_EQ, kind, lower_int(lw, EITHER_TEXT));
        value = lower_item(lw, e, EITHER_TEXT - 1);
    } else if (dtype_info[type->dtype].kind == KIND_FLOAT) {
        fits = is_at_most(lw, kind, EITHER_BOOL, EITHER_FLOAT);
        value = lower_select(lw, lower_cmp(lw, OP_EQ, kind, lower_int(lw, EITHER_FLOAT)),
                             lower_item(lw, e, EITHER_FLOAT - 1), lower_cast(lw, value, DT_FLOAT));
    } else {
        bool is_bool = dtype_info[type->dtype].kind == KIND_BOOL;
        fits = is_at_most(lw, kind, EITHER_BOOL, is_bool ? EITHER_BOOL : EITHER_INT);
        value = is_bool ? lower_cast(lw, value, DT_PYBOOL) : value;
    }
    struct texpr *there = lower_cmp(lw, OP_NE, kind, lower_int(lw, EITHER_NONE));
    fits = type == to ? fits : lower_or(lw, lower_not(lw, there), fits);
    lower_check(lw, fits, TEXC_TYPE, OF_PYCC "this is a value of another type here");
    value = lower_coerce(lw, value, type);
    return type == to ? value : lower_make_optional(lw, there, value, to);
}

struct texpr *lower_taken(struct lower *lw, struct texpr *e, enum dtype d) {
    return ty_is_either(e->type) ? lower_from_either(lw, e, lower_scalar(lw, d)) : e;
}
