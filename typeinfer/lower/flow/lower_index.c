/* Subscripts: elements, views, items of tuples.
 *
 * a[i][j] is one access to a, not a view and an access to it: the links of such a chain are
 * collected from the innermost base outwards while each has integers only; the last link may hold
 * slices, `...` and None too. Each link's indices are all evaluated before the first of them is
 * checked, and its axes count from 0 in messages, as in the interpreter. */
#include "lower_array.h"
#include "lower_flow.h"
#include "lower_gather.h"
#include "lower_list.h"
#include "lower_number.h"
#include "sequence.h"

/* One axis of the access. */
struct axis {
    enum view_axis_kind kind;
    struct texpr *index;
    struct texpr *start, *stop, *step;
};

struct access {
    struct tvar *base;
    int n;        /* entries of axis */
    int n_taken;  /* axes of base that they take */
    bool element; /* integers only, one per axis */
    bool boxed;   /* one of them is an array without axes: what it picks is a copy */
    struct axis axis[4 * TIR_MAX_RANK];
};

bool lower_is_newaxis(const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_ATTR   ? e->attr.sym
                               : e->kind == EXPR_NAME ? e->name.sym
                                                      : NULL;
    return e->kind == EXPR_NONE || (sym && sym->kind == SYM_VALUE);
}

/* A slice as a value, or a tuple with one in it? */
static bool has_slice(const struct ty *t) {
    bool has = ty_is_slice(t);
    for (int i = 0; t && t->kind == TY_TUPLE && i < t->n && !has; ++i) {
        has = ty_is_slice(t->item[i]);
    }
    return has;
}

static bool is_integer_index(struct lower *lw, const struct expr *e) {
    struct ty *t = lower_type(lw, e);
    return !has_slice(t) && e->kind != EXPR_SLICE && e->kind != EXPR_ELLIPSIS &&
           !lower_is_newaxis(e) && t && t->kind != TY_NONE;
}

/* Axes of the base that one index takes: a tuple takes one per item. */
static int axes_taken(struct lower *lw, const struct expr *e) {
    if (e->kind == EXPR_SLICE) {
        return 1;
    }
    struct ty *t = lower_type(lw, e);
    if (!is_integer_index(lw, e) && !has_slice(t)) {
        return 0;
    }
    return t->kind == TY_TUPLE && !ty_is_slice(t) && !ty_is_either(t) ? t->n : 1;
}

/* Is e a subscript with integers only whose result is an array again? */
static bool is_inner_link(struct lower *lw, const struct expr *e) {
    struct ty *t = e->kind == EXPR_INDEX ? lower_type(lw, e) : NULL;
    struct ty *base = t ? lower_type(lw, e->index.base) : NULL;
    if (!t || t->kind != TY_ARRAY || !base || base->kind != TY_ARRAY || e->index.n == 0 ||
        lower_is_pick(lw, e)) {
        return false;
    }
    for (int i = 0; i < e->index.n; ++i) {
        if (!is_integer_index(lw, e->index.index[i])) {
            return false;
        }
    }
    return true;
}

/* ---- one link */

static struct axis *new_axis(struct lower *lw, struct access *at, enum view_axis_kind kind) {
    if (at->n == (int)(sizeof(at->axis) / sizeof(at->axis[0]))) {
        lower_refuse(lw, DIAG_PY305, "too many indices");
        --at->n;
    }
    struct axis *x = &at->axis[at->n++];
    *x = (struct axis){.kind = kind};
    return x;
}

static void add_slice(struct lower *lw, struct access *at, const struct expr *e) {
    struct axis *x = new_axis(lw, at, VIEW_SLICE);
    if (!e->slice.lo && !e->slice.hi && !e->slice.step) {
        x->kind = VIEW_FULL;
        return;
    }
    struct texpr *part[3];
    lower_slice_parts(lw, e, part);
    x->start = part[0];
    x->stop = part[1];
    x->step = part[2];
}

/* A slice as a value. */
static void add_slice_value(struct lower *lw, struct access *at, struct texpr *value) {
    struct axis *x = new_axis(lw, at, VIEW_SLICE);
    struct texpr *end[3], *part[3];
    value = lower_simple_tuple(lw, value);
    for (int i = 0; i < 3; ++i) {
        end[i] = lower_item(lw, value, i);
    }
    lower_slice_ends(lw, end, part);
    x->start = part[0];
    x->stop = part[1];
    x->step = part[2];
}

/* An integer or a slice, or a tuple of them. */
static void add_integers(struct lower *lw, struct access *at, const struct expr *e) {
    struct texpr *value = lower_taken(lw, lower_expr(lw, e), DT_INT);
    if (value->type->kind == TY_ARRAY) {
        value = lower_load(lw, value->var, 0, NULL);
        at->boxed = true;
    }
    if (ty_is_slice(value->type)) {
        add_slice_value(lw, at, value);
        return;
    }
    if (value->type->kind != TY_TUPLE) {
        new_axis(lw, at, VIEW_INDEX)->index = value;
        return;
    }
    for (int i = 0; i < value->type->n; ++i) {
        struct texpr *item = lower_item(lw, value, i);
        if (ty_is_slice(item->type)) {
            add_slice_value(lw, at, item);
        } else {
            new_axis(lw, at, VIEW_INDEX)->index = item;
        }
    }
}

/* Evaluates a link's indices; `...` stands for the axes that the others leave of rest. */
static void evaluate_link(struct lower *lw, struct access *at, const struct expr *e, int rest) {
    int taken = 0;
    for (int i = 0; i < e->index.n; ++i) {
        taken += axes_taken(lw, e->index.index[i]);
    }
    for (int i = 0; i < e->index.n; ++i) {
        const struct expr *index = e->index.index[i];
        struct lower_mark mark = lower_mark(lw);
        int before = at->n;
        if (index->kind == EXPR_SLICE) {
            add_slice(lw, at, index);
        } else if (index->kind == EXPR_ELLIPSIS) {
            for (int k = taken; k < rest; ++k) {
                new_axis(lw, at, VIEW_FULL);
            }
        } else if (lower_is_newaxis(index)) {
            new_axis(lw, at, VIEW_NEW);
        } else {
            add_integers(lw, at, index);
        }
        for (int k = before - 1; k >= 0 && lw->calls != mark.calls; --k) {
            at->axis[k].index = lower_protect(lw, at->axis[k].index, mark);
        }
    }
}

void lower_check_step(struct lower *lw, struct texpr *step) {
    struct texpr *zero = lower_int(lw, 0);
    int64_t value;
    bool good = texpr_is_const(step, &value) && value != 0;
    lower_check(lw, good ? lower_bool(lw, true) : lower_cmp(lw, OP_NE, step, zero), TEXC_VALUE,
                "slice step cannot be zero");
}

/* Checks the entries from first on, which belong to one link that starts at axis at->n_taken. */
static void check_link(struct lower *lw, struct access *at, int first) {
    int from = at->n_taken;
    for (int i = first; i < at->n; ++i) {
        struct axis *x = &at->axis[i];
        x->index = x->kind == VIEW_INDEX ? lower_as_index(lw, x->index) : NULL;
    }
    for (int i = first; i < at->n; ++i) {
        struct axis *x = &at->axis[i];
        if (x->kind == VIEW_NEW) {
            continue;
        }
        int axis = at->n_taken++;
        if (axis >= at->base->type->rank) {
            lower_refuse(lw, DIAG_PY305, "too many indices");
            at->n = i;
            at->n_taken = axis;
            return;
        }
        if (x->kind == VIEW_INDEX) {
            x->index = lower_checked_index(
                lw, at->base, axis, at->base->type->dtype == DT_CHAR ? INDEX_OF_TEXT : axis - from,
                x->index);
        } else if (x->step) {
            lower_check_step(lw, x->step);
        }
    }
}

/* ---- fields of records: a[i]['x'] is an access to a['x'] */

static const struct expr *owner_of(const struct expr *e) {
    return e->kind == EXPR_INDEX ? e->index.base : e->kind == EXPR_ATTR ? e->attr.base : NULL;
}

/* The place of the field that a['x'], a.x or r[0] takes; 0: e is something else. */
static int field_place(struct lower *lw, const struct expr *e) {
    bool attr = e->kind == EXPR_ATTR && !e->attr.sym, index = e->kind == EXPR_INDEX;
    struct ty *t = attr || (index && e->index.n == 1) ? lower_type(lw, owner_of(e)) : NULL;
    if (!ty_is_records(t)) {
        return 0;
    }
    int64_t number;
    if (!attr && t->item[0]->rank == 0 && infer_const_int(e->index.index[0], &number)) {
        return (int)(number < 0 ? number + t->n : number + 1); /* r[0], r[-1] of an element */
    }
    const char *name = attr ? e->attr.name : lower_known_text(lw, e->index.index[0]);
    int place = name ? dict_key_place(t->keys, name) : 0;
    return place > 0 ? place : 0;
}

bool lower_is_field(struct lower *lw, const struct expr *e) {
    return field_place(lw, e) > 0;
}

static bool takes_integers(struct lower *lw, const struct expr *e) {
    for (int i = 0; i < e->index.n; ++i) {
        const struct expr *index = e->index.index[i];
        if (!is_integer_index(lw, index) || lower_type(lw, index)->kind == TY_ARRAY) {
            return false;
        }
    }
    return true;
}

/* Records without the axes that `at` gets: the integers of a[i], a[i]['inner']. */
static struct texpr *records_at(struct lower *lw, const struct expr *e, struct access *at) {
    int place = field_place(lw, e);
    bool part = e->kind == EXPR_INDEX && ty_is_records(lower_type(lw, e->index.base)) &&
                (place || takes_integers(lw, e));
    if (!part && !place) {
        return lower_simple_tuple(lw, lower_expr(lw, e));
    }
    struct texpr *records = records_at(lw, owner_of(e), at);
    if (place) {
        return lower_simple_tuple(lw, lower_item(lw, records, place));
    }
    int first = at->n;
    at->base = lower_as_variable(lw, lower_item(lw, records, 0));
    evaluate_link(lw, at, e, at->base->type->rank - at->n_taken);
    check_link(lw, at, first);
    return records;
}

static void resolve_field(struct lower *lw, const struct expr *e, struct access *at) {
    struct texpr *records = records_at(lw, owner_of(e), at);
    at->base = lower_as_variable(lw, lower_item(lw, records, field_place(lw, e)));
}

/* ---- whole accesses */

/* e and, when it is an inner link, what stands before it. */
static void resolve(struct lower *lw, const struct expr *e, struct access *at) {
    const struct expr *base = e->index.base;
    if (lower_is_field(lw, e)) {
        resolve_field(lw, e, at);
        return;
    }
    if (is_inner_link(lw, base)) {
        resolve(lw, base, at);
    } else if (lower_is_field(lw, base)) {
        resolve_field(lw, base, at);
    } else {
        at->base = lower_array(lw, base);
    }
    int first = at->n;
    evaluate_link(lw, at, e, at->base->type->rank - at->n_taken);
    check_link(lw, at, first);
}

static void finish(struct lower *lw, struct access *at) {
    at->element = at->n == at->base->type->rank;
    for (int i = 0; i < at->n; ++i) {
        at->element = at->element && at->axis[i].kind == VIEW_INDEX;
    }
    while (!at->element && at->n_taken < at->base->type->rank) {
        new_axis(lw, at, VIEW_FULL);
        ++at->n_taken;
    }
}

static struct texpr *view_of(struct lower *lw, const struct access *at, struct ty *type,
                             struct tvar *want) {
    struct view_axis *axis = ARENA_ARRAY(lw->a, struct view_axis, at->n);
    bool reads_want = at->base == want;
    for (int i = 0; i < at->n; ++i) {
        const struct axis *x = &at->axis[i];
        axis[i] = (struct view_axis){.kind = x->kind,
                                     .index = x->index,
                                     .start = x->start,
                                     .stop = x->stop,
                                     .step = x->step};
        struct texpr *const part[] = {x->index, x->start, x->stop, x->step};
        for (int k = 0; k < 4 && want; ++k) {
            reads_want = reads_want || (part[k] && texpr_reads(part[k], want));
        }
    }
    struct tvar *dst = lower_target(lw, reads_want ? NULL : want, type, 0, NULL);
    struct tstmt *s = lower_stmt(lw, TS_VIEW);
    s->view.dst = dst;
    s->view.base = at->base;
    s->view.n = at->n;
    s->view.axis = axis;
    return lower_var(lw, dst);
}

/* The type of the view that these axes make. */
static struct ty *type_at(struct lower *lw, const struct access *at) {
    int rank = 0;
    for (int i = 0; i < at->n; ++i) {
        rank += at->axis[i].kind != VIEW_INDEX;
    }
    return ty_array(lw->a, lw->m, at->base->type->dtype, rank, TY_ANY);
}

/* The views of all fields of records, at the axes of one of them. */
static struct texpr *views_of(struct lower *lw, struct texpr *records, const struct access *at) {
    const struct ty *type = records->type;
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, type->n);
    struct ty **item_type = ARENA_ARRAY(lw->a, struct ty *, type->n);
    records = lower_simple_tuple(lw, records);
    for (int i = 0; i < type->n; ++i) {
        struct texpr *of = lower_item(lw, records, i);
        struct access one = *at;
        if (of->type->kind == TY_TUPLE) {
            item[i] = views_of(lw, of, at);
        } else {
            one.base = lower_as_variable(lw, of);
            while (one.n_taken < one.base->type->rank) {
                new_axis(lw, &one, VIEW_FULL);
                ++one.n_taken;
            }
            item[i] = view_of(lw, &one, type_at(lw, &one), NULL);
        }
        item_type[i] = item[i]->type;
    }
    struct texpr *made = lower_tuple(lw, type->n, item);
    made->type = ty_record(lw->a, lw->m, type->keys, type->n, item_type);
    return made;
}

bool lower_is_records_part(struct lower *lw, const struct expr *e) {
    struct ty *base = owner_of(e) ? lower_type(lw, owner_of(e)) : NULL;
    int place = ty_is_records(base) ? field_place(lw, e) : 0;
    return ty_is_records(base) &&
           (place ? ty_is_records(base->item[place]) : e->kind == EXPR_INDEX);
}

struct texpr *lower_records_part(struct lower *lw, const struct expr *e) {
    struct access at = {0};
    struct texpr *records;
    if (lower_is_field(lw, e) || takes_integers(lw, e)) {
        records = records_at(lw, e, &at);
    } else {
        records = lower_simple_tuple(lw, lower_expr(lw, e->index.base));
        at.base = lower_as_variable(lw, lower_item(lw, records, 0));
        evaluate_link(lw, &at, e, at.base->type->rank);
        check_link(lw, &at, 0);
    }
    return at.n > 0 ? views_of(lw, records, &at) : records;
}

/* a[mask], a[indices]: NumPy's. */
static struct texpr *records_picked(struct lower *lw, const struct expr *e) {
    struct texpr *value[2];
    lower_exprs(lw, 2, (struct expr *const[]){e->index.base, e->index.index[0]}, value);
    return lower_records_lib(lw, OP_RECORDS_TAKE, 2, value, lower_type(lw, e));
}

struct texpr *lower_records_row(struct lower *lw, struct texpr *records, struct texpr *k) {
    struct access at = {.n = 1, .n_taken = 1};
    at.axis[0] = (struct axis){.kind = VIEW_INDEX, .index = k};
    return views_of(lw, records, &at);
}

static bool slice_value(const void *context, const struct expr *e, int64_t *value) {
    const struct lower *lw = context;
    return lower_known_int(lw, e, value) || infer_const_int(e, value);
}

static struct texpr *tuple_slice_of(struct lower *lw, struct texpr *tuple, const struct expr *e) {
    struct tuple_slice s = {0};
    tuple_slice(e, tuple->type->n, slice_value, lw, &s);
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, s.count);
    tuple = lower_simple_tuple(lw, tuple);
    for (int i = 0; i < s.count; ++i) {
        item[i] = lower_item(lw, tuple, s.first + i * s.step);
    }
    return lower_tuple(lw, s.count, item);
}

/* Item i of a tuple of one type, which is not negative: a choice among numbers, of other types an
 * item of a list. */
static struct texpr *choose_item(struct lower *lw, struct texpr *tuple, struct texpr *i,
                                 struct ty *type, struct tvar *want) {
    int n = tuple->type->n;
    if (type->kind == TY_TUPLE) {
        struct texpr **part = ARENA_ARRAY(lw->a, struct texpr *, type->n);
        for (int k = 0; k < type->n; ++k) {
            struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, n);
            for (int j = 0; j < n; ++j) {
                item[j] = lower_item(lw, lower_simple_tuple(lw, lower_item(lw, tuple, j)), k);
            }
            part[k] = choose_item(lw, lower_tuple(lw, n, item), i, type->item[k], NULL);
        }
        struct texpr *chosen = lower_tuple(lw, type->n, part);
        chosen->type = type;
        return chosen;
    }
    if (type->kind != TY_SCALAR) {
        struct list_place at = {.list = lower_list_of_tuple(lw, tuple), .index = i};
        return lower_list_read(lw, &at, want);
    }
    struct texpr *value = lower_coerce(lw, lower_item(lw, tuple, n - 1), type);
    for (int k = n - 2; k >= 0; --k) {
        struct texpr *item = lower_coerce(lw, lower_item(lw, tuple, k), type);
        value = lower_select(lw, lower_cmp(lw, OP_EQ, i, lower_int(lw, k)), item, value);
    }
    return value;
}

static struct texpr *variable_item(struct lower *lw, struct texpr *tuple, struct texpr *i,
                                   struct ty *type, struct tvar *want) {
    struct texpr *n = lower_int(lw, tuple->type->n), *zero = lower_int(lw, 0);
    tuple = lower_simple_tuple(lw, tuple);
    i = lower_simple(lw, lower_as_int(lw, i, TEXC_INDEX,
                                      "cannot fit 'numpy.uint64' into an index-sized integer"));
    lower_check(lw,
                lower_and(lw, lower_cmp(lw, OP_GE, i, lower_int(lw, -tuple->type->n)),
                          lower_cmp(lw, OP_LT, i, n)),
                TEXC_INDEX, "tuple index out of range");
    struct texpr *from_end = lower_op2(lw, OP_ADD, i, n, DT_INT);
    struct texpr *at = lower_select(lw, lower_cmp(lw, OP_LT, i, zero), from_end, i);
    return choose_item(lw, tuple, lower_simple(lw, at), type, want);
}

/* t[2], t[-1], and t[i] of a tuple of one type. */
static struct texpr *tuple_item(struct lower *lw, const struct expr *e, struct tvar *want) {
    struct texpr *tuple = lower_expr(lw, e->index.base);
    int64_t index;
    if (tuple->type->keys) {
        return lower_item(lw, tuple,
                          dict_key_place(tuple->type->keys, e->index.index[0]->str.text));
    }
    if (e->index.n == 1 && e->index.index[0]->kind == EXPR_SLICE) {
        return tuple_slice_of(lw, tuple, e->index.index[0]);
    }
    const struct expr *at = e->index.index[0];
    if (!lower_known_int(lw, at, &index)) {
        struct texpr *i = lower_expr(lw, at);
        if (!texpr_is_const(i, &index)) {
            return variable_item(lw, tuple, i, lower_type(lw, e), want);
        }
    }
    index += index < 0 ? tuple->type->n : 0;
    if (index < 0 || index >= tuple->type->n) {
        return lower_refuse(lw, DIAG_PY305, "tuple index out of range");
    }
    return lower_item(lw, tuple, (int)index);
}

static struct texpr *nested_row(struct lower *lw, const struct expr *e, struct tvar *want) {
    struct texpr *value[2];
    lower_exprs(lw, 2, (struct expr *const[]){e->index.base, e->index.index[0]}, value);
    struct texpr *i = lower_nested_index(lw, value[0], value[1]);
    return lower_nested_row(lw, value[0], i, want);
}

struct texpr *lower_index(struct lower *lw, const struct expr *e, struct tvar *want) {
    struct ty *base = lower_type(lw, owner_of(e)), *type = lower_type(lw, e);
    if (ty_is_nested(base)) {
        return nested_row(lw, e, want);
    }
    if (ty_is_records(type) && ty_is_records(base)) {
        const struct ty *index =
            e->kind == EXPR_INDEX && e->index.n == 1 ? lower_type(lw, e->index.index[0]) : NULL;
        return index && index->kind == TY_ARRAY && !lower_is_field(lw, e)
                   ? records_picked(lw, e)
                   : lower_records_part(lw, e);
    }
    if (base && base->kind == TY_TUPLE && !lower_is_field(lw, e)) {
        return tuple_item(lw, e, want);
    }
    if (is_list(base)) {
        return lower_list_index(lw, e, want);
    }
    struct access at = {0};
    resolve(lw, e, &at);
    if (at.n == 0 && at.base->type->rank > 0) { /* a['x'] */
        return lower_var(lw, at.base);
    }
    finish(lw, &at);
    if (type && type->kind == TY_ARRAY && type->dtype == DT_CHAR && at.axis[0].step) {
        struct ty *loose = ty_array(lw->a, lw->m, DT_CHAR, 1, TY_ANY);
        return lower_copy(lw, view_of(lw, &at, loose, NULL)->var, type, want);
    }
    if (!at.element || (type && type->kind == TY_ARRAY)) { /* a[i, ...] is an array without axes */
        return at.boxed ? lower_copy(lw, view_of(lw, &at, type, NULL)->var, type, want)
                        : view_of(lw, &at, type, want);
    }
    struct texpr *index[TIR_MAX_RANK];
    for (int i = 0; i < at.n; ++i) {
        index[i] = at.axis[i].index;
    }
    return lower_load(lw, at.base, at.n, index);
}

/* The part of an array that is assigned; a[:] is a. */
static struct tvar *part_of(struct lower *lw, const struct access *at) {
    bool whole = at->n == at->base->type->rank;
    for (int i = 0; i < at->n; ++i) {
        whole = whole && at->axis[i].kind == VIEW_FULL;
    }
    return whole ? at->base : view_of(lw, at, type_at(lw, at), NULL)->var;
}

void lower_element(struct lower *lw, const struct expr *e, struct element *element) {
    struct access at = {0};
    resolve(lw, e, &at);
    finish(lw, &at);
    element->array = at.base;
    element->n = 0;
    element->part = NULL;
    if (!at.element) {
        element->part = part_of(lw, &at);
        return;
    }
    for (int i = 0; i < at.n; ++i) {
        element->index[element->n++] = at.axis[i].index;
    }
}
