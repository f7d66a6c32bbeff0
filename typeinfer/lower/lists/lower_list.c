/* Lists: whatever is done with one is a LIST statement, so that expressions never depend on how
 * long it is. In loops that leave the lengths alone, elements of lists of scalars are those of an
 * array (lower_list_loop.c). */
#include <string.h>

#include "lower_array.h"
#include "lower_list.h"
#include "lower_number.h"

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

struct tvar *lower_list_variable(struct lower *lw, const struct expr *e) {
    return lower_as_variable(lw, lower_expr(lw, e));
}

static struct ty *item_type(const struct tvar *list) {
    return list->type->item[0];
}

static bool is_scalar_list(const struct tvar *list) {
    return item_type(list)->kind == TY_SCALAR;
}

static void append(struct lower *lw, struct tvar *list, struct texpr *value) {
    value = lower_coerce(lw, value, item_type(list));
    lower_list(lw, LIST_APPEND, NULL, list)->list.arg[0] = value;
}

/* An index is an IndexError where it is beyond 64 bits, a number of times an OverflowError. */
static struct texpr *as_int(struct lower *lw, struct texpr *e, enum texc exc) {
    const char *message = "cannot fit 'numpy.uint64' into an index-sized integer";
    return lower_simple(lw, lower_as_int(lw, lower_number(lw, e), exc, message));
}

/* An argument of a method. */
static struct texpr *as_argument(struct lower *lw, struct texpr *e) {
    const char *message = "Python int too large to convert to C ssize_t";
    return lower_simple(lw, lower_as_int(lw, lower_number(lw, e), TEXC_OVERFLOW, message));
}

/* ---- making lists */

/* The items are of other types than the list, so that none of them reads `want`. */
struct texpr *lower_list_display(struct lower *lw, const struct expr *e, struct tvar *want) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, e->list.n);
    lower_exprs(lw, e->list.n, e->list.item, item);
    struct tvar *dst = lower_target(lw, want, lower_type(lw, e), e->list.n, item);
    lower_list(lw, LIST_NEW, dst, NULL);
    for (int i = 0; i < e->list.n; ++i) {
        append(lw, dst, item[i]);
    }
    return lower_var(lw, dst);
}

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
    struct ty *item = lower_item(lw, tuple, 0)->type;
    for (int i = 1; i < tuple->type->n; ++i) {
        item = joined_type(lw, item, lower_item(lw, tuple, i)->type);
    }
    struct ty *type = ty_list(lw->a, lw->m, item);
    struct tvar *list = lower_temp(lw, type);
    lower_list(lw, LIST_NEW, list, NULL);
    for (int i = 0; i < tuple->type->n; ++i) {
        append(lw, list, lower_item(lw, tuple, i));
    }
    return list;
}

struct texpr *lower_comprehension(struct lower *lw, const struct expr *e) {
    struct tvar *list = lw->var_of[e->comp.list->name.sym->id];
    struct block loop = {1, (struct stmt **)&e->comp.loop};
    lower_list(lw, LIST_NEW, list, NULL);
    lower_body(lw, &loop);
    return lower_var(lw, list);
}

static struct texpr *slice(struct lower *lw, struct tvar *list, const struct expr *e,
                           struct tvar *want) {
    struct texpr *part[3] = {NULL};
    const struct expr *at[3] = {e ? e->slice.lo : NULL, e ? e->slice.hi : NULL,
                                e ? e->slice.step : NULL};
    for (int i = 0; i < 3; ++i) {
        struct texpr *value = lower_slice_part(lw, at[i]);
        part[i] = value ? lower_simple(lw, value) : NULL;
    }
    if (part[2]) {
        lower_check_step(lw, part[2]);
    }
    struct tvar *dst = lower_target(lw, want != list ? want : NULL, list->type, 3, part);
    struct tstmt *s = lower_list(lw, LIST_SLICE, dst, list);
    memcpy(s->list.arg, part, sizeof(part));
    return lower_var(lw, dst);
}

struct texpr *lower_list_copy(struct lower *lw, struct tvar *list, struct tvar *want) {
    return slice(lw, list, NULL, want);
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

/* ---- methods */

static struct texpr *pop(struct lower *lw, struct tvar *list, const struct callee *c,
                         struct tvar *want) {
    struct texpr *at = c->n ? as_argument(lw, lower_expr(lw, c->arg[0])) : lower_int(lw, -1);
    struct tvar *dst = lower_target(lw, want, item_type(list), 1, &at);
    lower_list(lw, LIST_POP, dst, list)->list.arg[0] = at;
    return lower_var(lw, dst);
}

static void insert(struct lower *lw, struct tvar *list, const struct callee *c) {
    struct texpr *arg[2];
    lower_exprs(lw, 2, c->arg, arg);
    struct texpr *at = as_argument(lw, arg[0]), *value = lower_coerce(lw, arg[1], item_type(list));
    struct tstmt *s = lower_list(lw, LIST_INSERT, NULL, list);
    s->list.arg[0] = at;
    s->list.arg[1] = value;
}

struct texpr *lower_list_method(struct lower *lw, const struct expr *e, const struct callee *c,
                                const char *name, struct tvar *want) {
    struct tvar *list = lower_list_variable(lw, c->self);
    (void)e;
    if (strcmp(name, "append") == 0) {
        append(lw, list, lower_expr(lw, c->arg[0]));
    } else if (strcmp(name, "extend") == 0) {
        lower_list_extend(lw, list, lower_expr(lw, c->arg[0]));
    } else if (strcmp(name, "insert") == 0) {
        insert(lw, list, c);
    } else if (strcmp(name, "pop") == 0) {
        return pop(lw, list, c, want);
    } else if (strcmp(name, "clear") == 0) {
        lower_list(lw, LIST_CLEAR, NULL, list);
    } else if (strcmp(name, "reverse") == 0) {
        lower_list(lw, LIST_REVERSE, NULL, list);
    }
    return NULL;
}

/* ---- items */

/* The items of a list that a loop around has taken; NULL: none. */
static struct tvar *taken(const struct lower *lw, const struct tvar *list) {
    for (int i = lw->items.n - 1; i >= 0; --i) {
        if (lw->items.item[i].list == list) {
            return lw->items.item[i].array;
        }
    }
    return NULL;
}

struct tvar *lower_list_items(struct lower *lw, struct tvar *list) {
    struct tvar *array = taken(lw, list);
    if (!array) {
        struct ty *type = ty_array(lw->a, lw->m, item_type(list)->dtype, 1, TY_C);
        array = lower_temp(lw, type);
        lower_list(lw, LIST_ITEMS, array, list);
    }
    return array;
}

struct texpr *lower_list_length(struct lower *lw, struct tvar *list) {
    struct tvar *items = taken(lw, list);
    if (items) {
        return lower_shape(lw, items, 0);
    }
    struct tvar *dst = lower_temp(lw, lower_scalar(lw, DT_INT));
    lower_list(lw, LIST_LENGTH, dst, list);
    return lower_var(lw, dst);
}

struct texpr *lower_list_item(struct lower *lw, struct tvar *list, struct texpr *k,
                              struct tvar *want) {
    struct tvar *items = is_scalar_list(list) ? taken(lw, list) : NULL;
    if (items) {
        return lower_cast(lw, lower_load(lw, items, 1, &k), item_type(list)->dtype);
    }
    struct tvar *dst = lower_target(lw, want, item_type(list), 1, &k);
    lower_list(lw, LIST_GET, dst, list)->list.arg[0] = k;
    return lower_var(lw, dst);
}

void lower_list_place(struct lower *lw, const struct expr *e, bool read, struct list_place *at) {
    *at = (struct list_place){.list = lower_list_variable(lw, e->index.base)};
    at->items = is_scalar_list(at->list) ? taken(lw, at->list) : NULL;
    at->index = as_int(lw, lower_expr(lw, e->index.index[0]), TEXC_INDEX);
    if (at->items) {
        at->index = lower_checked_index(lw, at->items, 0,
                                        read ? INDEX_OF_LIST : INDEX_OF_LIST_STORE, at->index);
    }
}

struct texpr *lower_list_read(struct lower *lw, const struct list_place *at) {
    return lower_list_item(lw, at->list, at->index, NULL);
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

struct texpr *lower_list_index(struct lower *lw, const struct expr *e, struct tvar *want) {
    struct tvar *list = lower_list_variable(lw, e->index.base);
    const struct expr *index = e->index.index[0];
    if (index->kind == EXPR_SLICE) {
        return slice(lw, list, index, want);
    }
    struct tvar *items = is_scalar_list(list) ? taken(lw, list) : NULL;
    struct texpr *k = as_int(lw, lower_expr(lw, index), TEXC_INDEX);
    k = items ? lower_checked_index(lw, items, 0, INDEX_OF_LIST, k) : k;
    return lower_list_item(lw, list, k, want);
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
