/* np.array(xs): a new array of what a list holds. */
#include "lower_array.h"
#include "lower_list.h"
#include "lower_number.h"

/* A loop over the items of a list, for the statements that the caller appends. */
struct each {
    struct tstmt *loop;
    struct stmt_list body;
    struct stmt_list *outer;
    struct texpr *k, *item;
};

static void open_each(struct lower *lw, struct each *each, struct tvar *list, struct texpr *n) {
    each->loop =
        lower_for_open(lw, "k", lower_int(lw, 0), n, lower_int(lw, 1), &each->body, &each->outer);
    each->k = lower_var(lw, each->loop->for_.counter);
    each->item = lower_list_item(lw, list, each->k, NULL);
}

static void close_each(struct lower *lw, struct each *each) {
    lower_for_close(lw, each->loop, each->outer);
}

/* ---- lists of arrays and of lists */

/* What an item adds to the array: itself, or what the list that it is makes. */
static struct tvar *as_array(struct lower *lw, struct texpr *item, const struct ty *type) {
    struct tvar *row = lower_as_variable(lw, item);
    if (row->type->kind == TY_ARRAY) {
        return row;
    }
    if (row->type->item[0]->kind == TY_SCALAR) {
        return lower_list_items(lw, row);
    }
    struct ty *part = ty_array(lw->a, lw->m, type->dtype, type->rank - 1, TY_C);
    return lower_as_variable(lw, lower_list_array(lw, row, part, NULL));
}

/* NumPy looks at the first axis of all arrays, then at the second one ... */
static void check_axis(struct lower *lw, struct tvar *list, struct texpr *n, struct tvar *first,
                       const struct ty *type, int axis) {
    struct each each;
    struct shapes s = {.text = "setting an array element with a sequence. The requested array has "
                               "an inhomogeneous shape after "};
    open_each(lw, &each, list, n);
    struct tvar *array = as_array(lw, each.item, type);
    s.text = arena_printf(lw->a, "%s%d dimensions. The detected shape was (%%lld,%s", s.text,
                          axis + 1, axis ? "" : ")");
    s.extent[s.n++] = n;
    for (int i = 0; i < axis; ++i) {
        s.text = arena_printf(lw->a, "%s %%lld%s", s.text, i + 1 < axis ? "," : ")");
        s.extent[s.n++] = lower_shape(lw, first, i);
    }
    s.text = arena_printf(lw->a, "%s + inhomogeneous part.", s.text);
    lower_check_shapes(
        lw, lower_cmp(lw, OP_EQ, lower_shape(lw, array, axis), lower_shape(lw, first, axis)), &s);
    close_each(lw, &each);
}

/* dst[k] */
static struct tvar *layer(struct lower *lw, struct tvar *dst, struct texpr *k) {
    int rank = dst->type->rank;
    struct tvar *part =
        lower_temp(lw, ty_array(lw->a, lw->m, dst->type->dtype, rank - 1, dst->type->layout));
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = part;
    s->view.base = dst;
    s->view.n = rank;
    s->view.axis = ARENA_ARRAY(lw->a, struct view_axis, rank);
    s->view.axis[0] = (struct view_axis){.kind = VIEW_INDEX, .index = k};
    for (int i = 1; i < rank; ++i) {
        s->view.axis[i].kind = VIEW_FULL;
    }
    return part;
}

static struct texpr *of_arrays(struct lower *lw, struct tvar *list, struct texpr *n,
                               struct ty *type) {
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, type->rank);
    lower_check(lw, lower_cmp(lw, OP_GT, n, lower_int(lw, 0)), TEXC_VALUE,
                OF_PYCC "an array of an empty list of arrays has no shape in compiled code");
    struct tvar *first = as_array(lw, lower_list_item(lw, list, lower_int(lw, 0), NULL), type);
    extent[0] = n;
    for (int i = 1; i < type->rank; ++i) {
        check_axis(lw, list, n, first, type, i - 1);
        extent[i] = lower_shape(lw, first, i - 1);
    }
    struct tvar *dst = lower_new_array(lw, type, extent, FILL_NONE, NULL, NULL);
    struct each each;
    open_each(lw, &each, list, n);
    struct tvar *array = as_array(lw, each.item, type);
    struct tvar *part = layer(lw, dst, each.k);
    lower_store_elements(lw, part, lower_elements_of(lw, lower_var(lw, array)));
    close_each(lw, &each);
    return lower_var(lw, dst);
}

/* ---- lists of tuples of numbers */

static struct texpr *of_tuples(struct lower *lw, struct tvar *list, struct texpr *n,
                               struct ty *type) {
    const struct ty *item = list->type->item[0];
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, 2);
    extent[0] = n;
    extent[1] = lower_int(lw, item->n);
    struct tvar *dst = lower_new_array(lw, type, extent, FILL_NONE, NULL, NULL);
    struct each each;
    open_each(lw, &each, list, n);
    struct texpr *tuple = lower_simple(lw, each.item);
    for (int i = 0; i < item->n; ++i) {
        struct texpr *value = lower_store_value(lw, lower_item(lw, tuple, i), type->dtype);
        struct texpr *index[2] = {each.k, lower_int(lw, i)};
        lower_store(lw, dst, index, value);
    }
    close_each(lw, &each);
    return lower_var(lw, dst);
}

/* ---- lists of numbers that need not fit */

static struct texpr *of_numbers(struct lower *lw, struct tvar *list, struct texpr *n,
                                struct ty *type) {
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, 1);
    extent[0] = n;
    struct tvar *dst = lower_new_array(lw, type, extent, FILL_NONE, NULL, NULL);
    struct each each;
    open_each(lw, &each, list, n);
    lower_store(lw, dst, &each.k, lower_store_value(lw, each.item, type->dtype));
    close_each(lw, &each);
    return lower_var(lw, dst);
}

struct texpr *lower_list_array(struct lower *lw, struct tvar *list, struct ty *type,
                               struct tvar *want) {
    const struct ty *item = list->type->item[0];
    if (item->kind == TY_SCALAR && !lower_store_checks(item->dtype, type->dtype)) {
        return lower_copy(lw, lower_list_items(lw, list), type, want);
    }
    struct texpr *n = lower_list_length(lw, list);
    if (item->kind == TY_SCALAR) {
        return of_numbers(lw, list, n, type);
    }
    return item->kind == TY_TUPLE ? of_tuples(lw, list, n, type) : of_arrays(lw, list, n, type);
}

/* The rank of what np.array makes of a value, and its element type, the common one of the leaves.
 */
static int rank_of(const struct ty *t, enum dtype *d) {
    int rank = 0;
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        rank = 1 + rank_of(t->item[i], d);
    }
    if (t->kind == TY_LIST) {
        return 1 + rank_of(t->item[0], d);
    }
    if (t->kind != TY_TUPLE) {
        enum dtype leaf = dtype_strong(t->dtype);
        *d = *d == DT_COUNT ? leaf : dtype_promote(*d, leaf);
        return t->kind == TY_ARRAY ? t->rank : 0;
    }
    return rank;
}

struct ty *lower_array_type(struct lower *lw, const struct ty *t) {
    enum dtype d = DT_COUNT;
    int rank = rank_of(t, &d);
    return ty_array(lw->a, lw->m, d, rank, TY_C);
}

static bool holds_list(const struct ty *t) {
    bool any = t->kind == TY_LIST;
    for (int i = 0; t->kind == TY_TUPLE && i < t->n && !any; ++i) {
        any = holds_list(t->item[i]);
    }
    return any;
}

struct texpr *lower_without_lists(struct lower *lw, struct texpr *value) {
    if (value->type->kind == TY_LIST) {
        struct tvar *list = lower_as_variable(lw, value);
        return lower_list_array(lw, list, lower_array_type(lw, list->type), NULL);
    }
    if (!holds_list(value->type)) {
        return value;
    }
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, value->type->n);
    value = lower_simple_tuple(lw, value);
    for (int i = 0; i < value->type->n; ++i) {
        item[i] = lower_without_lists(lw, lower_item(lw, value, i));
    }
    return lower_tuple(lw, value->type->n, item);
}

struct texpr *lower_as_array(struct lower *lw, struct texpr *value) {
    value = lower_without_lists(lw, value);
    return value->type->kind == TY_TUPLE && !value->type->keys /* no record */
               ? lower_sequence(lw, value, lower_array_type(lw, value->type))
               : value;
}
