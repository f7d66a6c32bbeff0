/* Indexing: the type of a[i, j:k, ...], and what may be stored there. */
#include "eval.h"
#include "sequence.h"

/* 0 or 1 as the index of a list, a tuple or a text. */
static bool is_python_bool(const struct itype *t) {
    return t->kind == IT_SCALAR && t->dtype == DT_PYBOOL;
}

/* One index that is a value. False after a message. */
static bool scalar_index(struct infer *ix, const struct expr *at, struct itype *t) {
    if (t->kind != IT_SCALAR || dtype_info[t->dtype].kind >= KIND_FLOAT) {
        infer_refuse(ix, DIAG_PY305, at->span,
                     arena_printf(ix->arena, "an index must be an integer, not %s",
                                  at->kind == EXPR_STR ? "str" : it_name(ix->arena, t)),
                     t->kind != IT_SCALAR                                 ? NULL
                     : at->kind == EXPR_BINARY && at->binary.op == OP_DIV ? "write // for /"
                                                                          : "write int(...)");
        return false;
    }
    if (dtype_info[t->dtype].kind == KIND_BOOL) {
        infer_refuse(ix, DIAG_PY305, at->span,
                     "a bool as an index selects nothing or all in NumPy, and is not "
                     "supported",
                     "write int(...)");
        return false;
    }
    return true;
}

/* What the indices take from the base's axes and give to the result. */
struct selection {
    int taken; /* axes of the base consumed */
    int kept;  /* axes of the result so far, those of `...` not counted */
    bool ellipsis;
    bool contiguous; /* the result of a C-contiguous base still is */
};

static bool is_full_slice(const struct expr *e) {
    return !e->slice.lo && !e->slice.hi && !e->slice.step;
}

/* A slice as a value. Its ends that are None are known. */
static bool select_slice(struct infer *ix, const struct expr *at, const struct itype *t,
                         struct selection *s) {
    for (int i = 0; i < t->n; ++i) {
        const struct itype *end = t->item[i];
        if (end->kind != IT_NONE &&
            (end->kind != IT_SCALAR || dtype_info[end->dtype].kind > KIND_INT)) {
            infer_refuse(ix, DIAG_PY305, at->span,
                         "the ends and the step of a slice are ints, or None as the type says",
                         NULL);
            return false;
        }
    }
    s->contiguous = s->contiguous && t->item[2]->kind == IT_NONE && s->kept == 0 && !s->ellipsis;
    s->taken++;
    s->kept++;
    return true;
}

/* A tuple of integers and slices, which must be the only index: a[p] is a[p[0], p[1]]. */
static bool select_items(struct infer *ix, const struct con *c, const struct expr *at,
                         const struct itype *t, struct selection *s) {
    if (c->expr->index.n > 1) {
        infer_refuse(ix, DIAG_PY305, at->span, "a tuple of integers must be the only index",
                     "write its items as indices: a[p[0], p[1]]");
        return false;
    }
    for (int i = 0; i < t->n; ++i) {
        if (it_is_slice(t->item[i])) {
            if (!select_slice(ix, at, t->item[i], s)) {
                return false;
            }
            continue;
        }
        if (!scalar_index(ix, at, t->item[i])) {
            return false;
        }
        s->contiguous = s->contiguous && s->kept == 0;
        s->taken++;
    }
    return true;
}

/* Accounts for one index. Integers first, then one slice of step 1, then whole axes keep the
 * elements contiguous. */
static bool select_axis(struct infer *ix, const struct con *c, const struct expr *at,
                        struct itype *t, struct selection *s) {
    bool first = s->kept == 0 && !s->ellipsis;
    if (at->kind == EXPR_SLICE) {
        s->contiguous = s->contiguous && !at->slice.step && (first || is_full_slice(at));
        s->taken++;
        s->kept++;
    } else if (at->kind == EXPR_ELLIPSIS) {
        if (s->ellipsis) {
            infer_refuse(ix, DIAG_PY305, at->span, "an index has at most one '...'", NULL);
            return false;
        }
        s->ellipsis = true;
    } else if (infer_is_newaxis(at)) {
        s->contiguous = false;
        s->kept++;
    } else if (it_is_slice(t)) {
        return select_slice(ix, at, t, s);
    } else if (t->kind == IT_TUPLE) {
        return select_items(ix, c, at, t, s);
    } else {
        if (!scalar_index(ix, at, t)) {
            return false;
        }
        s->contiguous = s->contiguous && first;
        s->taken++;
    }
    return true;
}

struct itype *eval_array_index(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[0];
    const struct expr *e = c->expr;
    for (int i = 0; i < e->index.n; ++i) { /* a list is the array of its items */
        struct itype *array = arg[i + 1]->kind == IT_LIST ? eval_as_array(ix, arg[i + 1]) : NULL;
        arg[i + 1] = array ? array : arg[i + 1];
    }
    if (eval_is_gather(c, arg)) {
        return eval_gather(ix, c, arg);
    }
    struct selection s = {.contiguous = a->layout == TY_C};
    for (int i = 0; i < e->index.n; ++i) {
        if (!select_axis(ix, c, e->index.index[i], arg[i + 1], &s)) {
            return infer_bad(ix);
        }
    }
    if (s.taken > a->rank) {
        return infer_refuse(ix, DIAG_PY305, e->span,
                            arena_printf(ix->arena, "%d indices for an array of %d %s", s.taken,
                                         a->rank, a->rank == 1 ? "axis" : "axes"),
                            NULL);
    }
    int rank = a->rank - s.taken + s.kept;
    if (rank > TIR_MAX_RANK) {
        return infer_refuse(ix, DIAG_PY305, e->span, "arrays have at most 8 axes", NULL);
    }
    if (rank == 0 && !s.ellipsis) {
        return it_scalar(&ix->types, a->dtype);
    }
    return it_array(&ix->types, a->dtype, rank, eval_view_layout(a, s.contiguous ? TY_C : TY_ANY));
}

/* The ends of a slice, whose types may know them. */
struct ends {
    const struct expr *slice;
    const struct itype *types; /* a tuple of two; anything else: nothing is known */
};

static bool end_value(const void *context, const struct expr *e, int64_t *value) {
    const struct ends *ends = context;
    bool known = ends->types->kind == IT_TUPLE && e != ends->slice->slice.step;
    return decide_int(known ? ends->types->item[e == ends->slice->slice.hi] : NULL, e, value);
}

static struct itype *slice_of_tuple(struct infer *ix, const struct expr *e, const struct itype *t,
                                    const struct itype *ends) {
    struct tuple_slice s;
    if (!tuple_slice(e, t->n, end_value, &(struct ends){e, ends}, &s)) {
        return infer_refuse(
            ix, DIAG_PY305, e->span,
            "a tuple is sliced by constants, since its items have types of their own", NULL);
    }
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, s.count);
    for (int i = 0; i < s.count; ++i) {
        item[i] = t->item[s.first + i * s.step];
    }
    return it_tuple(&ix->types, s.count, item);
}

/* What t[i] is where its items are of several types, by a function of the prelude; NULL: they are
 * no such, or the module is to be read again. */
static struct itype *item_of_several(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *e = c->expr, *at[2] = {e->index.base, e->index.index[0]};
    const struct itype *first = arg[0]->n > 0 ? it_find(arg[0]->item[0]) : NULL;
    bool several = first && it_is_one(first) && arg[0]->n <= 16, differ = false;
    for (int i = 1; several && i < arg[0]->n; ++i) {
        several = it_is_one(it_find(arg[0]->item[i]));
        differ = differ || it_find(arg[0]->item[i]) != first;
    }
    if (several && !differ) {
        return it_find(arg[0]->item[0]);
    }
    bool written = e->index.base->kind == EXPR_NAME || e->index.base->kind == EXPR_TUPLE;
    several = several && written;
    if (several && !ix->types.either) {
        infer_want_either(ix, c->span, NULL, first, it_find(arg[0]->item[arg[0]->n - 1]));
    }
    struct applied of = {.f =
                             several && ix->types.either ? eval_prelude(ix, "_item_several") : NULL,
                         .n = 2,
                         .arg = arg,
                         .at = at,
                         .node = e};
    return of.f ? eval_apply(ix, c, &of) : NULL;
}

/* t[i], where i is a variable. */
static struct itype *any_item(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *e = c->expr;
    struct itype *t = arg[0], *at = arg[1];
    if (!is_python_bool(at) && !scalar_index(ix, e->index.index[0], at)) {
        return infer_bad(ix);
    }
    struct itype *item = eval_tuple_item(ix, t);
    bool one = item && !it_is_either(item) && !it_is_optional(item);
    item = one ? item : item_of_several(ix, c, arg);
    return item ? item
                : infer_refuse(ix, DIAG_PY305, e->span,
                               arena_printf(ix->arena,
                                            "a tuple is indexed by a constant where its items have "
                                            "types of their own: %s",
                                            it_name(ix->arena, t)),
                               "give its items one type: 1.0 beside 2.5, not 1");
}

static struct itype *tuple_index(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *e = c->expr;
    struct itype *t = arg[0];
    int64_t i;
    if (e->index.n == 1 && e->index.index[0]->kind == EXPR_SLICE) {
        return slice_of_tuple(ix, e->index.index[0], t, arg[1]);
    }
    if (e->index.n != 1) {
        return infer_refuse(ix, DIAG_PY305, e->span, "a tuple is indexed by one integer",
                            "write t[i][j] for an item of an item");
    }
    if (!decide_int(arg[1], e->index.index[0], &i)) {
        return any_item(ix, c, arg);
    }
    if (i < -t->n || i >= t->n) {
        return infer_refuse(
            ix, DIAG_PY305, e->span,
            arena_printf(ix->arena, "index %lld of a tuple of %d", (long long)i, t->n), NULL);
    }
    return t->item[i < 0 ? i + t->n : i];
}

/* xs[i] */
static struct itype *nested_index(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *at = c->expr->index.index[0];
    bool one = c->expr->index.n == 1 && at->kind != EXPR_SLICE && at->kind != EXPR_ELLIPSIS &&
               !infer_is_newaxis(at);
    if (!one) {
        return infer_refuse(ix, DIAG_PY305, c->expr->span,
                            "a nested sequence is indexed by one integer", "write xs[i], xs[i][j]");
    }
    return scalar_index(ix, at, arg[1]) ? eval_nested_row(ix, arg[0]) : infer_bad(ix);
}

/* z[i] of a sequence of tuples: the prelude makes the tuple of the columns' items. */
static struct itype *columns_index(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *at[2] = {c->expr->index.base, c->expr->index.index[0]};
    struct applied of = {
        .f = eval_prelude(ix, "_item"), .n = 2, .arg = arg, .at = at, .node = c->expr};
    bool one = c->expr->index.n == 1 && at[1]->kind != EXPR_SLICE && of.f;
    if (!one) {
        return infer_refuse(ix, DIAG_PY305, c->expr->span,
                            "a sequence of tuples is indexed by one integer",
                            "write z[i], z[i][0], or gather for several");
    }
    return scalar_index(ix, at[1], arg[1]) ? eval_apply(ix, c, &of) : infer_bad(ix);
}

/* d['u'] */
static struct itype *record_index(struct infer *ix, const struct con *c, struct itype *t) {
    const struct expr *e = c->expr;
    if (e->index.n != 1 || e->index.index[0]->kind != EXPR_STR) {
        return infer_refuse(ix, DIAG_PY305, e->span,
                            "a dictionary is indexed by its keys, as written: d['key']", NULL);
    }
    const char *key = e->index.index[0]->str.text;
    int place = dict_key_place(t->text, key);
    return place >= 0 ? t->item[place]
                      : infer_refuse(ix, DIAG_PY305, e->index.index[0]->span,
                                     arena_printf(ix->arena, "%s has no key '%s'",
                                                  it_name(ix->arena, t), key),
                                     NULL);
}

/* d['u'] += x keeps the array that d has; any other assignment would change the dictionary. */
static struct itype *record_store(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *item = record_index(ix, c, arg[0]);
    bool in_place = !c->at[c->n - 1] && item->kind == IT_ARRAY && arg[c->n - 1] == item;
    return item->kind == IT_ERROR || in_place
               ? item
               : infer_refuse(
                     ix, DIAG_PY305, c->span, "the values of a dictionary cannot be assigned",
                     item->kind == IT_ARRAY ? "write into the array: d['key'][...] = value"
                                            : "make a new dictionary: {'key': value, ...}");
}

/* One of several types is an int as an index of an array or a text, or else raises. */
static void take_ints(struct infer *ix, const struct con *c, struct itype **arg) {
    bool taken = arg[0]->kind == IT_ARRAY || arg[0]->kind == IT_STATIC;
    for (int i = 0; taken && i < c->expr->index.n; ++i) {
        bool either = arg[i + 1] && it_is_either(arg[i + 1]);
        arg[i + 1] = either ? it_scalar(&ix->types, DT_INT) : arg[i + 1];
    }
}

/* a[t], where t may have any number of ints. */
static struct itype *element_at(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *at[2] = {c->expr->index.base, c->expr->index.index[0]};
    const struct itype *items = eval_object_field(arg[1], "k"),
                       *item = items ? items->item[0] : NULL;
    bool ints = item && item->kind == IT_SCALAR && join_kind(item->dtype) == KIND_INT;
    struct applied of = {.f = ints ? eval_prelude(ix, "_element_at") : NULL,
                         .n = 2,
                         .arg = arg,
                         .at = at,
                         .node = c->expr};
    return of.f ? eval_apply(ix, c, &of) : NULL;
}

struct itype *eval_index(struct infer *ix, const struct con *c, struct itype **arg) {
    bool element = c->kind == CON_INDEX && c->n == 2 && c->expr->kind == EXPR_INDEX &&
                   arg[0]->kind == IT_ARRAY && !it_is_str(arg[0]) && arg[1] &&
                   it_is_any_tuple(arg[1]);
    struct itype *found = element ? element_at(ix, c, arg) : NULL;
    if (found) {
        return found;
    }
    take_ints(ix, c, arg);
    if (arg[0]->kind == IT_OBJECT) {
        return eval_object_index(ix, c, arg, false);
    }
    if (arg[0]->kind == IT_LIST) {
        return eval_list_index(ix, c, arg);
    }
    if (it_is_nested(arg[0])) {
        return nested_index(ix, c, arg);
    }
    if (it_is_columns(arg[0]) && c->expr->index.index[0]->kind != EXPR_STR) {
        return columns_index(ix, c, arg);
    }
    if (it_is_records(arg[0])) {
        return eval_records_index(ix, c, arg);
    }
    if (arg[0]->kind == IT_RECORD) {
        return record_index(ix, c, arg[0]);
    }
    bool known = arg[0]->kind == IT_STATIC && arg[0]->text && !arg[0]->records;
    arg[0] = known ? it_text(&ix->types) : arg[0];
    if (arg[0]->kind == IT_ARRAY) {
        for (int i = 0; i < c->expr->index.n; ++i) { /* the ends matter to tuples only */
            bool slice = c->expr->index.index[i]->kind == EXPR_SLICE;
            bool place = arg[0]->dtype == DT_CHAR && arg[i + 1] && is_python_bool(arg[i + 1]);
            arg[i + 1] = slice   ? &ix->types.none
                         : place ? it_scalar(&ix->types, DT_INT)
                                 : arg[i + 1];
        }
        return eval_array_index(ix, c, arg);
    }
    if (arg[0]->kind == IT_TUPLE) {
        return eval_is_sparse(arg[0]) ? eval_object_index(ix, c, arg, false)
                                      : tuple_index(ix, c, arg);
    }
    infer_no_sequence(ix, c->span, 0, "'%s' object is not subscriptable", arg[0]);
    return infer_refuse(ix, DIAG_PY305, c->expr->index.base->span,
                        arena_printf(ix->arena, "%s cannot be indexed", it_name(ix->arena, arg[0])),
                        NULL);
}

/* May the value have more axes than the part it is stored in, those before of one element? */
static bool takes_more_axes(const struct con *c, const struct itype *element,
                            struct itype *const *arg) {
    bool plain = element->kind == IT_ARRAY && element->rank > 0 && !c->in_place;
    for (int i = 1; i < c->n - 1 && plain; ++i) {
        plain = !arg[i] ||
                (arg[i]->kind != IT_ARRAY && arg[i]->kind != IT_LIST && arg[i]->kind != IT_TUPLE);
    }
    return plain;
}

/* NumPy stores any real in a real element (floats are truncated in integers), and refuses to drop
 * an imaginary part. */
static struct itype *store_value(struct infer *ix, const struct con *c, struct itype *element,
                                 struct itype *value, bool more) {
    const struct expr *at = c->at[c->n - 1];
    if (it_is_either(value) && (element->kind == IT_SCALAR || element->kind == IT_ARRAY)) {
        bool real = dtype_info[element->dtype].kind >= KIND_FLOAT;
        value = it_scalar(&ix->types, real ? DT_FLOAT : DT_INT);
    }
    if (value->kind == IT_ARRAY && value->rank > (element->kind == IT_ARRAY ? element->rank : 0) &&
        !more) {
        infer_error(ix, DIAG_PY302, at ? at->span : c->span, "%s cannot be stored in %s%s",
                    it_name(ix->arena, value),
                    element->kind == IT_ARRAY ? "a part of an array that is " : "one element, ",
                    it_name(ix->arena, element));
        return infer_bad(ix);
    }
    if (value->kind != IT_SCALAR && value->kind != IT_ARRAY) {
        infer_error(ix, DIAG_PY302, at ? at->span : c->span, "%s cannot be stored in an element",
                    it_name(ix->arena, value));
        return infer_bad(ix);
    }
    if (dtype_info[value->dtype].kind == KIND_COMPLEX &&
        dtype_info[element->dtype].kind != KIND_COMPLEX) {
        struct diag_message *m =
            infer_error(ix, DIAG_PY302, c->span, "a complex number is stored in an array of %s",
                        dtype_info[element->dtype].name);
        infer_fix(ix, m, "store its .real part");
        return infer_bad(ix);
    }
    return value->kind != IT_SCALAR || value->dtype != DT_INT ||
                   infer_literal_fits(ix, at, element->dtype)
               ? element
               : infer_bad(ix);
}

/* Is it what a[i] of records may be assigned: an element or a part of the same type, or a tuple of
 * what the fields get? */
static bool is_whole(const struct itype *to, const struct itype *value) {
    if (it_is_records(value)) {
        return value->records == to->records && value->item[0]->rank <= to->item[0]->rank;
    }
    bool fits = value->kind == IT_TUPLE && value->n == to->records->n;
    for (int i = 0; fits && i < value->n; ++i) {
        const struct itype *field = to->item[i + 1], *item = value->item[i];
        bool complex = (item->kind == IT_SCALAR || item->kind == IT_ARRAY) &&
                       dtype_info[item->dtype].kind == KIND_COMPLEX;
        fits = field->kind == IT_RECORD  ? is_whole(field, item)
               : item->kind == IT_SCALAR ? true
                                         : item->kind == IT_ARRAY && item->rank <= field->rank;
        fits = fits && !to->records->field[i].text &&
               (!complex || dtype_info[field->dtype].kind == KIND_COMPLEX);
    }
    return fits;
}

/* a['x'] = value, a.x = value, a[i] = (1.0, 2) */
static struct itype *records_store(struct infer *ix, const struct con *c, struct itype **arg) {
    bool attr = c->expr->kind == EXPR_ATTR;
    struct itype *field = attr ? eval_records_attr(ix, c, arg[0]) : eval_records_index(ix, c, arg);
    struct itype *value = arg[c->n - 1];
    if (field->kind == IT_SCALAR || field->kind == IT_ARRAY) {
        return store_value(ix, c, field, value, false);
    }
    if (field->kind == IT_ERROR) {
        return field;
    }
    if (!attr && c->n > 2 && arg[1]->kind == IT_ARRAY) {
        return infer_refuse(ix, DIAG_PY305, c->span,
                            "elements with fields that an array picks are not assigned whole",
                            "assign the fields: a['x'][mask] = ...");
    }
    return is_whole(field, value)
               ? field
               : infer_refuse(ix, DIAG_PY305, c->span,
                              arena_printf(ix->arena, "%s cannot be assigned to %s",
                                           it_name(ix->arena, value), it_name(ix->arena, field)),
                              "assign elements of the same type, a tuple of what the fields get, "
                              "or the fields one by one: a[i]['x'] = ...");
}

struct itype *eval_store(struct infer *ix, const struct con *c, struct itype **arg) {
    if (c->expr->kind == EXPR_INDEX) {
        take_ints(ix, c, arg);
    }
    if (it_is_records(arg[0])) {
        return records_store(ix, c, arg);
    }
    if (c->expr->kind == EXPR_ATTR) {
        return eval_object_set(ix, c, arg);
    }
    if (arg[0]->kind == IT_OBJECT) {
        return eval_object_index(ix, c, arg, true);
    }
    if (arg[0]->kind == IT_LIST) {
        return eval_list_store(ix, c, arg);
    }
    if (it_is_nested(arg[0])) {
        return infer_refuse(ix, DIAG_PY305, c->span,
                            "the rows of a nested sequence cannot be assigned",
                            "write into a row: xs[i][...] = value");
    }
    if (arg[0]->kind == IT_RECORD) {
        return record_store(ix, c, arg);
    }
    if (arg[0]->kind == IT_TUPLE) {
        return infer_refuse(ix, DIAG_PY305, c->span, "the items of a tuple cannot be assigned",
                            NULL);
    }
    struct itype *element = eval_index(ix, c, arg);
    if (element->kind == IT_ERROR || !eval_writable(ix, c->span, arg[0])) {
        return infer_bad(ix);
    }
    return store_value(ix, c, element, arg[c->n - 1], takes_more_axes(c, element, arg));
}
