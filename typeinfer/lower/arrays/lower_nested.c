/* Nested sequences: TUPLEs of the items of all rows and of where each row begins (NESTED_KEYS).
 * What is done with them becomes views of their arrays. */
#include "lower_array.h"
#include "lower_number.h"

static struct tvar *part(struct lower *lw, struct texpr *nested, int item) {
    return lower_as_variable(lw, lower_item(lw, nested, item));
}

/* base[start:stop] on the first axis. */
static struct texpr *cut(struct lower *lw, struct tvar *base, struct texpr *start,
                         struct texpr *stop, struct tvar *want) {
    struct tvar *dst = lower_target(
        lw, want, ty_array(lw->a, lw->m, base->type->dtype, base->type->rank, TY_ANY), 0, NULL);
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = dst;
    s->view.base = base;
    s->view.n = base->type->rank;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, base->type->rank);
    s->view.axis[0] = (struct view_axis){.kind = VIEW_SLICE, .start = start, .stop = stop};
    for (int i = 1; i < base->type->rank; ++i) {
        s->view.axis[i].kind = VIEW_FULL;
    }
    return lower_var(lw, dst);
}

/* The TUPLE of items whose first is given, with the type of a nested sequence. */
static struct texpr *together(struct lower *lw, struct texpr *data, struct texpr *offsets,
                              struct texpr *starts, struct ty *type) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, NESTED_ITEMS);
    item[NESTED_DATA] = lower_coerce(lw, data, type->item[NESTED_DATA]);
    item[NESTED_OFFSETS] = offsets;
    item[NESTED_STARTS] = starts;
    struct texpr *e = lower_tuple(lw, NESTED_ITEMS, item);
    e->type = type;
    return e;
}

struct texpr *lower_nested(struct lower *lw, struct texpr *data, struct texpr *offsets,
                           struct ty *type) {
    struct tvar *all = lower_as_variable(lw, offsets);
    struct texpr *starts = cut(lw, all, NULL, lower_int(lw, -1), NULL);
    return together(lw, data, lower_var(lw, all), starts, type);
}

struct texpr *lower_nested_length(struct lower *lw, struct texpr *nested) {
    return lower_shape(lw, part(lw, nested, NESTED_STARTS), 0);
}

struct texpr *lower_nested_index(struct lower *lw, struct texpr *nested, struct texpr *index) {
    return lower_checked_index(lw, part(lw, nested, NESTED_STARTS), 0, 0,
                               lower_as_index(lw, index));
}

struct texpr *lower_nested_row(struct lower *lw, struct texpr *nested, struct texpr *i,
                               struct tvar *want) {
    struct tvar *offsets = part(lw, nested, NESTED_OFFSETS);
    struct texpr *next = lower_op2(lw, OP_ADD, i, lower_int(lw, 1), DT_INT);
    struct texpr *lo = lower_cast(lw, lower_load(lw, offsets, 1, &i), DT_INT);
    struct texpr *hi = lower_cast(lw, lower_load(lw, offsets, 1, &next), DT_INT);
    struct texpr *data = lower_item(lw, nested, NESTED_DATA);
    if (data->type->kind == TY_ARRAY) {
        return cut(lw, lower_as_variable(lw, data), lo, hi, want);
    }
    struct texpr *behind = lower_op2(lw, OP_ADD, hi, lower_int(lw, 1), DT_INT);
    struct texpr *all = cut(lw, part(lw, data, NESTED_OFFSETS), lo, behind, NULL);
    struct texpr *starts = cut(lw, part(lw, data, NESTED_STARTS), lo, hi, NULL);
    return together(lw, lower_item(lw, data, NESTED_DATA), all, starts, data->type);
}
