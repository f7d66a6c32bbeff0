/* Masks: a[m] over the leading axes of a, and np.nonzero.
 *
 * Reading counts the true elements, makes an array for them, and packs it in order. Writing a value
 * that has nothing of its own per true element needs no packing: a[m] = v is one pass over a that
 * keeps what m leaves out. Any other takes the values one after the other in a loop. */
#include "lower_array.h"
#include "lower_gather.h"

void lower_check_mask(struct lower *lw, const struct elements *mask, struct tvar *base, int axis) {
    for (int i = 0; i < mask->rank; ++i) {
        struct texpr *own = lower_shape(lw, base, axis + i);
        if (texpr_equal(own, mask->extent[i])) {
            continue;
        }
        struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, 2);
        item[0] = own;
        item[1] = mask->extent[i];
        lower_check_shown(
            lw, lower_cmp(lw, OP_EQ, own, mask->extent[i]), TEXC_INDEX,
            arena_printf(lw->a,
                         "boolean index did not match indexed array along axis %d; size of axis is "
                         "%%lld but size of corresponding boolean axis is %%lld",
                         axis + i),
            lower_tuple(lw, 2, item));
    }
}

/* ---- counting and packing */

static struct texpr *count_true(struct lower *lw, const struct elements *mask) {
    struct tspace space = lower_space(lw, mask->rank, (struct texpr **)mask->extent);
    struct texpr *value = lower_cast(lw, lower_elements_value(lw, mask, &space, NULL), DT_INT);
    struct tvar *n = lower_temp(lw, lower_scalar(lw, DT_INT));
    struct tstmt *s = lower_stmt(lw, TS_REDUCE);
    s->reduce.space = space;
    s->reduce.reduced = ARENA_ARRAY(lw->a, bool, space.rank);
    for (int i = 0; i < space.rank; ++i) {
        s->reduce.reduced[i] = true;
    }
    s->reduce.op = OP_ADD;
    s->reduce.dst = n;
    s->reduce.start = lower_int(lw, 0);
    s->reduce.value = value;
    return lower_var(lw, n);
}

/* Loops over the mask around what the caller appends for true elements, with their number. */
struct packing {
    struct tspace space; /* of the mask */
    struct lower_nest nest;
    struct tvar *number;
    struct texpr *cond;
    struct stmt_list then, *outer;
};

/* dst: NULL, or the array that the caller writes at the mask's indices. The loops are not open yet,
 * so that the caller can make what it needs before them. */
static void new_packing(struct lower *lw, struct packing *p, const struct elements *mask,
                        struct tvar *dst) {
    p->space = lower_space(lw, mask->rank, (struct texpr **)mask->extent);
    p->cond = lower_elements_value(lw, mask, &p->space, dst);
    p->number = lower_new_var(lw, "at", lower_scalar(lw, DT_INT));
    lower_assign(lw, p->number, lower_int(lw, 0));
}

static void open_packing(struct lower *lw, struct packing *p) {
    lower_nest_over(lw, &p->nest, &p->space);
    p->outer = lower_begin(lw, &p->then);
}

static void close_packing(struct lower *lw, struct packing *p) {
    struct texpr *next = lower_op2(lw, OP_ADD, lower_var(lw, p->number), lower_int(lw, 1), DT_INT);
    lower_assign(lw, p->number, next);
    struct tblock then = lower_end(lw, p->outer);
    struct tstmt *s = lower_stmt(lw, TS_IF);
    s->if_.cond = p->cond;
    s->if_.then = then;
    lower_nest_close(lw, &p->nest);
}

void lower_store(struct lower *lw, struct tvar *array, struct texpr *const *index,
                 struct texpr *value) {
    int n = array->type->rank;
    struct tstmt *s = lower_stmt(lw, TS_STORE);
    s->store.array = array;
    s->store.n = n;
    s->store.index = ARENA_ARRAY(lw->a, struct texpr *, n);
    for (int i = 0; i < n; ++i) {
        s->store.index[i] = index[i];
    }
    s->store.value = value;
}

void lower_nonzero(struct lower *lw, struct elements *mask, struct tvar **out) {
    mask = lower_read_twice(lw, mask);
    struct texpr *n = count_true(lw, mask);
    struct ty *type = ty_array(lw->a, lw->m, DT_I64, 1, TY_C);
    for (int i = 0; i < mask->rank; ++i) {
        struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, 1);
        extent[0] = n;
        out[i] = lower_new_array(lw, type, extent, FILL_NONE, NULL, NULL);
    }
    struct packing p;
    new_packing(lw, &p, mask, NULL);
    open_packing(lw, &p);
    struct texpr *number = lower_var(lw, p.number);
    for (int i = 0; i < mask->rank; ++i) {
        lower_store(lw, out[i], &number, lower_cast(lw, p.nest.index[i], DT_I64));
    }
    close_packing(lw, &p);
}

/* Extents of base behind the mask's axes. */
static int rest_of(struct lower *lw, struct tvar *base, const struct elements *mask,
                   struct texpr **extent) {
    int rest = base->type->rank - mask->rank;
    for (int i = 0; i < rest; ++i) {
        extent[i] = lower_shape(lw, base, mask->rank + i);
    }
    return rest;
}

/* What belongs to one true element: a point of the mask's space and all of the rest. */
struct rows {
    struct tspace rest;
    struct tspace numbered; /* the result's: number of the true element, then the rest */
    struct lower_nest nest;
    struct texpr *place[TIR_MAX_RANK];  /* indices of base */
    struct texpr *packed[TIR_MAX_RANK]; /* indices of the result */
};

/* extent: of the result. */
static struct rows rows_of(struct lower *lw, const struct packing *p, int rest,
                           struct texpr **extent) {
    struct rows r = {.rest = lower_space(lw, rest, extent + 1)};
    r.numbered = (struct tspace){.rank = 1 + rest, .extent = extent};
    r.numbered.counter = ARENA_ARRAY(lw->a, struct tvar *, 1 + rest);
    r.numbered.counter[0] = p->number;
    r.packed[0] = lower_var(lw, p->number);
    for (int i = 0; i < p->space.rank; ++i) {
        r.place[i] = lower_var(lw, p->space.counter[i]);
    }
    for (int i = 0; i < rest; ++i) {
        r.numbered.counter[1 + i] = r.rest.counter[i];
        r.place[p->space.rank + i] = r.packed[1 + i] = lower_var(lw, r.rest.counter[i]);
    }
    return r;
}

struct texpr *lower_compress(struct lower *lw, struct tvar *base, struct elements *mask,
                             struct tvar *want) {
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, TIR_MAX_RANK);
    int rest = rest_of(lw, base, mask, extent + 1);
    mask = lower_read_twice(lw, mask);
    extent[0] = count_true(lw, mask);
    struct ty *type = ty_array(lw->a, lw->m, base->type->dtype, 1 + rest, TY_C);
    if (want == base || (want && lower_reads(lw, mask, want))) {
        want = NULL;
    }
    struct tvar *dst = lower_new_array(lw, type, extent, FILL_NONE, NULL, want);
    struct packing p;
    new_packing(lw, &p, mask, NULL);
    struct rows rows = rows_of(lw, &p, rest, extent);
    open_packing(lw, &p);
    lower_nest_over(lw, &rows.nest, &rows.rest);
    struct texpr *x = lower_load(lw, base, base->type->rank, rows.place);
    lower_store(lw, dst, rows.packed, x);
    lower_nest_close(lw, &rows.nest);
    close_packing(lw, &p);
    return lower_var(lw, dst);
}

/* ---- writing */

/* Is the value over all of base, as in base = old op value? */
static bool is_over(const struct pick *p, const struct elements *value) {
    return p->over || (value->kind == ELEMENTS_APPLY && value->in_place);
}

/* Has the value an axis along the true elements? */
static bool per_element(const struct pick *p, const struct elements *value) {
    return !is_over(p, value) && value->rank > p->base->type->rank - p->mask->rank;
}

/* base = value where the mask is true, in one pass. */
static void store_selected(struct lower *lw, const struct pick *p, struct elements *value) {
    struct tvar *base = p->base;
    struct texpr *extent[TIR_MAX_RANK], *index[TIR_MAX_RANK];
    int rank = base->type->rank;
    for (int i = 0; i < rank; ++i) {
        extent[i] = lower_shape(lw, base, i);
    }
    struct tspace space = lower_space(lw, rank, extent);
    for (int i = 0; i < rank; ++i) {
        index[i] = lower_var(lw, space.counter[i]);
    }
    struct tspace leading = {p->mask->rank, space.extent, space.counter};
    struct texpr *cond = lower_elements_value(lw, p->mask, &leading, base);
    struct texpr *x = lower_elements_value(lw, value, &space, base);
    x = lower_scattered(lw, value, x, base->type->dtype);
    lower_map(lw, &space, base, NULL, lower_choice(lw, cond, x, lower_load(lw, base, rank, index)));
}

/* The values' shape must be that of base[mask]. */
static void check_values(struct lower *lw, const struct pick *p, const struct elements *value,
                         struct texpr *n, struct texpr **extent) {
    int rest = rest_of(lw, p->base, p->mask, extent + 1);
    extent[0] = n;
    if (rest > 0) {
        lower_check_broadcast(lw, value, 1 + rest, extent, "shape mismatch: value array of shape ",
                              " could not be broadcast to indexing result of shape ");
        return;
    }
    struct texpr *own = value->extent[0];
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, 2);
    item[0] = own;
    item[1] = n;
    struct texpr *one = lower_cmp(lw, OP_EQ, own, lower_int(lw, 1));
    lower_check_shown(lw, lower_or(lw, lower_cmp(lw, OP_EQ, own, n), one), TEXC_VALUE,
                      "NumPy boolean array indexing assignment cannot assign %lld input values to "
                      "the %lld output values where the mask is true",
                      lower_tuple(lw, 2, item));
}

/* The values, one after the other, to the true elements. */
static void store_packed(struct lower *lw, const struct pick *target, struct elements *value) {
    struct pick once = {.base = target->base, .mask = lower_read_twice(lw, target->mask)};
    const struct pick *p = &once;
    struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, TIR_MAX_RANK);
    int rest = p->base->type->rank - p->mask->rank;
    check_values(lw, p, value, count_true(lw, p->mask), extent);
    struct packing loops;
    new_packing(lw, &loops, p->mask, p->base);
    struct rows rows = rows_of(lw, &loops, rest, extent);
    value = lower_disjoint(lw, value, p->base);
    struct texpr *x = lower_elements_value(lw, value, &rows.numbered, NULL);
    open_packing(lw, &loops);
    lower_nest_over(lw, &rows.nest, &rows.rest);
    lower_store(lw, p->base, rows.place, lower_cast(lw, x, p->base->type->dtype));
    lower_nest_close(lw, &rows.nest);
    close_packing(lw, &loops);
}

struct texpr *lower_places(struct lower *lw, struct elements *x) {
    struct elements *mask = x;
    if (lower_dtype_of(x) != DT_BOOL) {
        mask = ARENA_NEW(lw->a, struct elements);
        *mask = (struct elements){.kind = ELEMENTS_APPLY, .span = lw->span, .apply = APPLY_CAST};
        mask->dtype = DT_BOOL;
        mask->n = 1;
        mask->part[0] = x;
        lower_broadcast(lw, mask);
    }
    struct tvar *at[TIR_MAX_RANK];
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, x->rank);
    lower_nonzero(lw, mask, at);
    for (int i = 0; i < x->rank; ++i) {
        item[i] = lower_var(lw, at[i]);
    }
    return lower_tuple(lw, x->rank, item);
}

void lower_mask_store(struct lower *lw, const struct pick *p, struct elements *value) {
    if (per_element(p, value)) {
        store_packed(lw, p, value);
        return;
    }
    if (value->rank > 0 && !is_over(p, value)) {
        struct texpr **extent = ARENA_ARRAY(lw->a, struct texpr *, TIR_MAX_RANK);
        extent[0] = count_true(lw, p->mask);
        int rest = rest_of(lw, p->base, p->mask, extent + 1);
        lower_check_broadcast(lw, value, 1 + rest, extent, "shape mismatch: value array of shape ",
                              " could not be broadcast to indexing result of shape ");
    }
    store_selected(lw, p, value);
}
