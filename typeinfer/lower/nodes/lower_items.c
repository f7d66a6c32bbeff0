/* LIST statements, and the items of lists: in a loop that makes no list longer or shorter those of
 * a list of scalars have been taken as an array (flow/lower_list_loop.c). */
#include "lower.h"

struct tstmt *lower_list(struct lower *lw, enum list_op op, struct tvar *dst, struct tvar *list) {
    struct tstmt *s = lower_stmt(lw, TS_LIST);
    s->list.op = op;
    s->list.dst = dst;
    s->list.list = list;
    if (dst && !dst->is_temp) {
        lower_forget(lw, dst);
    }
    return s;
}

struct tvar *lower_list_taken(const struct lower *lw, const struct tvar *list) {
    for (int i = lw->items.n - 1; i >= 0; --i) {
        if (lw->items.item[i].list == list) {
            return lw->items.item[i].array;
        }
    }
    return NULL;
}

struct tvar *lower_list_items(struct lower *lw, struct tvar *list) {
    struct tvar *array = lower_list_taken(lw, list);
    if (!array) {
        struct ty *type = ty_array(lw->a, lw->m, list->type->item[0]->dtype, 1, TY_C);
        array = lower_temp(lw, type);
        lower_list(lw, LIST_ITEMS, array, list);
    }
    return array;
}

struct texpr *lower_list_length(struct lower *lw, struct tvar *list) {
    struct tvar *items = lower_list_taken(lw, list);
    if (items) {
        return lower_shape(lw, items, 0);
    }
    struct tvar *dst = lower_temp(lw, lower_scalar(lw, DT_INT));
    lower_list(lw, LIST_LENGTH, dst, list);
    return lower_var(lw, dst);
}

struct texpr *lower_list_item(struct lower *lw, struct tvar *list, struct texpr *k,
                              struct tvar *want) {
    struct tvar *items = list->type->item[0]->kind == TY_SCALAR ? lower_list_taken(lw, list) : NULL;
    if (items) {
        return lower_cast(lw, lower_load(lw, items, 1, &k), list->type->item[0]->dtype);
    }
    struct tvar *dst = lower_target(lw, want, list->type->item[0], 1, &k);
    lower_list(lw, LIST_GET, dst, list)->list.arg[0] = k;
    return lower_var(lw, dst);
}
