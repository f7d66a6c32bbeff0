/* The ends of slices, which may be None when running. */
#include "lower_flow.h"
#include "lower_number.h"

/* One end as a bound; of one that may be None, which the step decides then, whether it is there
 * comes into *is. */
static struct texpr *slice_part(struct lower *lw, struct texpr *value, struct texpr **is) {
    if (value && ty_is_optional(value->type)) {
        value = lower_simple_tuple(lw, value);
        *is = lower_item(lw, value, 0);
        value = lower_item(lw, value, 1);
    }
    return value ? lower_as_bound(lw, value) : NULL;
}

void lower_slice_ends(struct lower *lw, struct texpr *const *value, struct texpr **part) {
    struct texpr *is[3] = {NULL, NULL, NULL}, *forward = lower_bool(lw, true);
    for (int i = 0; i < 3; ++i) {
        part[i] = slice_part(lw, value[i], &is[i]);
    }
    part[2] = is[2] ? lower_select(lw, is[2], part[2], lower_int(lw, 1)) : part[2];
    if (part[2] && (is[0] || is[1])) {
        part[2] = lower_simple(lw, part[2]);
        forward = lower_cmp(lw, OP_GT, part[2], lower_int(lw, 0));
    }
    for (int i = 0; i < 2; ++i) {
        struct texpr *first = lower_int(lw, i ? INT64_MAX : 0),
                     *last = lower_int(lw, i ? INT64_MIN : INT64_MAX);
        part[i] = is[i] ? lower_select(lw, is[i], part[i], lower_select(lw, forward, first, last))
                        : part[i];
    }
}

void lower_slice_parts(struct lower *lw, const struct expr *e, struct texpr **part) {
    const struct expr *const end[3] = {e->slice.lo, e->slice.hi, e->slice.step};
    struct texpr *value[3];
    for (int i = 0; i < 3; ++i) {
        bool is = end[i] && end[i]->kind != EXPR_NONE;
        value[i] = is ? lower_or_none(lw, end[i], NULL) : NULL;
    }
    lower_slice_ends(lw, value, part);
}
