/* Lists: whatever is done with one is a LIST statement, so that expressions never depend on how
 * long it is. In loops that leave the lengths alone, elements of lists of scalars are those of an
 * array (flow/lower_list_loop.c). */
#include <string.h>

#include "lower_array.h"
#include "lower_list.h"
#include "lower_number.h"

static struct ty *item_type(const struct tvar *list) {
    return list->type->item[0];
}

void lower_list_append(struct lower *lw, struct tvar *list, struct texpr *value) {
    value = lower_coerce(lw, value, item_type(list));
    lower_list(lw, LIST_APPEND, NULL, list)->list.arg[0] = value;
}

/* An index is an IndexError where it is beyond 64 bits, a number of times an OverflowError. */
static struct texpr *as_int(struct lower *lw, struct texpr *e, enum texc exc) {
    const char *message = "cannot fit 'numpy.uint64' into an index-sized integer";
    return lower_simple(lw, lower_as_int(lw, lower_number(lw, e), exc, message));
}

/* ---- making lists */

/* What inference joins two items' types to. */
static struct ty *joined_type(struct lower *lw, struct ty *a, struct ty *b) {
    if (a == b || a->kind != b->kind || a->kind == TY_TUPLE) {
        return a;
    }
    if (a->kind == TY_ARRAY) {
        return ty_array(lw->a, lw->m, a->dtype, a->rank, TY_ANY);
    }
    enum dtype_kind ka = dtype_info[a->dtype].kind, kb = dtype_info[b->dtype].kind;
    return ka != kb ? (ka > kb ? a : b) : dtype_strong(a->dtype) == a->dtype ? a : b;
}

struct tvar *lower_list_of_tuple(struct lower *lw, struct texpr *tuple) {
    tuple = lower_simple_tuple(lw, tuple);
    int n = tuple->type->n;
    struct ty *item = n > 0 ? lower_item(lw, tuple, 0)->type : ty_scalar(lw->a, lw->m, DT_INT);
    for (int i = 1; i < tuple->type->n; ++i) {
        item = joined_type(lw, item, lower_item(lw, tuple, i)->type);
    }
    struct ty *type = ty_list(lw->a, lw->m, item);
    struct tvar *list = lower_temp(lw, type);
    lower_list(lw, LIST_NEW, list, NULL);
    for (int i = 0; i < tuple->type->n; ++i) {
        lower_list_append(lw, list, lower_item(lw, tuple, i));
    }
    return list;
}

struct texpr *lower_list_slice(struct lower *lw, struct tvar *list, struct texpr *const *part,
                               struct tvar *want) {
    struct tvar *dst = lower_target(lw, want != list ? want : NULL, list->type, 3, part);
    struct tstmt *s = lower_list(lw, LIST_SLICE, dst, list);
    memcpy(s->list.arg, part, 3 * sizeof(struct texpr *));
    return lower_var(lw, dst);
}

struct texpr *lower_list_copy(struct lower *lw, struct tvar *list, struct tvar *want) {
    struct texpr *whole[3] = {NULL};
    return lower_list_slice(lw, list, whole, want);
}

void lower_list_extend(struct lower *lw, struct tvar *list, struct texpr *by) {
    lower_list(lw, LIST_EXTEND, NULL, list)->list.arg[0] = lower_var(lw, lower_as_variable(lw, by));
}

struct texpr *lower_list_op(struct lower *lw, enum op op, struct texpr *a, struct texpr *b) {
    struct texpr *list = is_list(a->type) ? a : b, *other = is_list(a->type) ? b : a;
    struct tvar *v = lower_as_variable(lw, list);
    if (op == OP_ADD) {
        struct texpr *sum = lower_list_copy(lw, v, NULL);
        lower_list_extend(lw, sum->var, other);
        return sum;
    }
    struct texpr *times = as_int(lw, other, TEXC_OVERFLOW);
    struct tvar *dst = lower_temp(lw, v->type);
    lower_list(lw, LIST_REPEAT, dst, v)->list.arg[0] = times;
    return lower_var(lw, dst);
}

/* ---- items */

void lower_list_place(struct lower *lw, struct tvar *list, struct texpr *index, bool read,
                      struct list_place *at) {
    bool scalars = item_type(list)->kind == TY_SCALAR;
    *at = (struct list_place){.list = list, .items = scalars ? lower_list_taken(lw, list) : NULL};
    at->index = as_int(lw, index, TEXC_INDEX);
    if (at->items) {
        at->index = lower_checked_index(lw, at->items, 0,
                                        read ? INDEX_OF_LIST : INDEX_OF_LIST_STORE, at->index);
    }
}

struct texpr *lower_list_read(struct lower *lw, const struct list_place *at, struct tvar *want) {
    return lower_list_item(lw, at->list, at->index, want);
}

void lower_list_write(struct lower *lw, const struct list_place *at, struct texpr *value) {
    value = lower_coerce(lw, value, item_type(at->list));
    if (at->items) {
        lower_store(lw, at->items, &at->index, lower_cast(lw, value, at->items->type->dtype));
        return;
    }
    struct tstmt *s = lower_list(lw, LIST_SET, NULL, at->list);
    s->list.arg[0] = at->index;
    s->list.arg[1] = value;
}

/* ---- x in xs */

/* found = False; for k: if items[k] == x: found = True; break */
struct texpr *lower_list_in(struct lower *lw, enum op op, struct texpr *x, struct tvar *list) {
    struct tvar *items = lower_list_items(lw, list);
    struct tvar *found = lower_new_var(lw, "found", lower_scalar(lw, DT_PYBOOL));
    struct stmt_list body, branch;
    struct stmt_list *outer, *around;
    x = lower_simple(lw, x);
    lower_assign(lw, found, lower_bool(lw, false));
    struct tstmt *loop = lower_for_open(lw, "k", lower_int(lw, 0), lower_shape(lw, items, 0),
                                        lower_int(lw, 1), &body, &outer);
    struct texpr *k = lower_var(lw, loop->for_.counter), *load = lower_load(lw, items, 1, &k);
    struct texpr *same =
        lower_compare(lw, OP_EQ, IN_OPERATOR, lower_cast(lw, load, item_type(list)->dtype), x);
    struct tstmt *s = lower_stmt(lw, TS_IF);
    s->if_.cond = same;
    around = lower_begin(lw, &branch);
    lower_assign(lw, found, lower_bool(lw, true));
    lower_stmt(lw, TS_BREAK);
    s->if_.then = lower_end(lw, around);
    lower_for_close(lw, loop, outer);
    struct texpr *value = lower_var(lw, found);
    return op == OP_IN ? value : lower_not(lw, value);
}
