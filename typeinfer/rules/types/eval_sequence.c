/* Tuples as sequences (sequence.h), and functions that make arrays of what they hold. */
#include "sequence.h"

/* ---- slices of tuples */

/* A part of a slice clipped as Python does; false when it is no constant. */
static bool slice_end(const struct expr *e, int64_t otherwise, int n, bool down,
                      tuple_value *constant, const void *context, int64_t *value) {
    int64_t low = down ? -1 : 0, high = down ? n - 1 : n;
    *value = otherwise;
    if (!e || e->kind == EXPR_NONE) {
        return true;
    }
    if (!constant(context, e, value)) {
        return false;
    }
    *value += *value < 0 ? n : 0;
    *value = *value < low ? low : *value > high ? high : *value;
    return true;
}

bool tuple_slice(const struct expr *e, int n, tuple_value *constant, const void *context,
                 struct tuple_slice *s) {
    int64_t lo, hi, step = 1;
    const struct expr *by = e->slice.step;
    if (by && by->kind != EXPR_NONE && (!constant(context, by, &step) || step == 0)) {
        return false;
    }
    bool down = step < 0;
    if (!slice_end(e->slice.lo, down ? n - 1 : 0, n, down, constant, context, &lo) ||
        !slice_end(e->slice.hi, down ? -1 : n, n, down, constant, context, &hi)) {
        return false;
    }
    int64_t span = down ? lo - hi : hi - lo, pace = down ? -step : step;
    *s = (struct tuple_slice){(int)lo, span > 0 ? (int)((span - 1) / pace) + 1 : 0, (int)step};
    return true;
}

/* ---- operators on tuples */

enum { MAX_REPEATED = 64 /* items */ };

static struct itype *joined(struct infer *ix, const struct con *c, const struct itype *a,
                            const struct itype *b) {
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, a->n + b->n);
    for (int i = 0; i < a->n + b->n; ++i) {
        item[i] = i < a->n ? a->item[i] : b->item[i - a->n];
    }
    struct itype *t = it_tuple(&ix->types, a->n + b->n, item);
    return t == &ix->types.too_large
               ? infer_refuse(ix, DIAG_PY303, c->span, "the type of this tuple is too large", NULL)
               : t;
}

static struct itype *compared(struct infer *ix, const struct con *c, const struct itype *a,
                              const struct itype *b) {
    for (int i = 0; i < a->n && i < b->n; ++i) {
        if (a->item[i]->kind != IT_SCALAR || b->item[i]->kind != IT_SCALAR) {
            return infer_refuse(ix, DIAG_PY303, c->span, "only tuples of numbers are compared",
                                NULL);
        }
    }
    return it_scalar(&ix->types, DT_PYBOOL);
}

struct itype *eval_tuples(struct infer *ix, const struct con *c, struct itype **arg) {
    bool compares = op_info[c->op].rule == RULE_COMPARE;
    bool slices = it_is_slice(arg[0]) && it_is_slice(arg[1]);
    if (!(compares && slices) && (it_is_slice(arg[0]) || it_is_slice(arg[1]))) {
        return infer_refuse(ix, DIAG_PY302, c->span, "slices are compared with slices only",
                            "take the ends: s.start, s.stop");
    }
    if (c->op == OP_ADD && !c->in_place) {
        return joined(ix, c, arg[0], arg[1]);
    }
    if (op_info[c->op].rule == RULE_COMPARE) {
        return compared(ix, c, arg[0], arg[1]);
    }
    if (c->op == OP_IS || c->op == OP_IS_NOT) {
        return decide_is(ix, c, arg);
    }
    return infer_refuse(ix, DIAG_PY303, c->span,
                        "tuples are joined with +, repeated with * and compared only", NULL);
}

struct itype *eval_repeated(struct infer *ix, const struct con *c, struct itype **arg) {
    int of = arg[0]->kind == IT_TUPLE ? 0 : 1;
    const struct itype *t = arg[of];
    int64_t times;
    if (!decide_int(arg[1 - of], c->at[1 - of], &times)) {
        return infer_refuse(ix, DIAG_PY303, c->span,
                            "a tuple is repeated a constant number of times",
                            "write a list: [x] * n");
    }
    times = times < 0 ? 0 : times;
    if (times > MAX_REPEATED || times * t->n > MAX_REPEATED) {
        return infer_refuse(ix, DIAG_PY303, c->span, "the type of this tuple is too large",
                            "write a list: [x] * n");
    }
    int n = (int)times * t->n;
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, n);
    for (int i = 0; i < n; ++i) {
        item[i] = t->item[i % t->n];
    }
    return it_tuple(&ix->types, n, item);
}

/* ---- np.array and its like */

/* What the leaves of nested tuples have in common. */
struct leaves {
    enum dtype dtype; /* their common one; DT_COUNT: there are none */
    bool complex;
    const char *why; /* they make no array */
};

static int nested_rank(struct infer *ix, const struct itype *t, struct leaves *l);

/* The same for a list of items of this type. */
static int list_rank(struct infer *ix, const struct itype *item, struct leaves *l) {
    bool flat = item->kind == IT_SCALAR || item->kind == IT_ARRAY || item->kind == IT_LIST;
    for (int i = 0; item->kind == IT_TUPLE && i < item->n; ++i) {
        flat = item->item[i]->kind == IT_SCALAR && (i == 0 || flat);
    }
    if (!flat) {
        l->why =
            "an array is made of a list of numbers, of arrays, of lists or of tuples of numbers";
        return 1;
    }
    return 1 + nested_rank(ix, item, l);
}

/* The rank of the array that t makes. */
static int nested_rank(struct infer *ix, const struct itype *t, struct leaves *l) {
    if (t->kind == IT_TUPLE) {
        int rank = 0;
        for (int i = 0; i < t->n; ++i) {
            int r = nested_rank(ix, t->item[i], l);
            bool same = i == 0 || (r == rank &&
                                   (t->item[0]->kind != IT_TUPLE || t->item[i]->kind != IT_TUPLE ||
                                    t->item[i]->n == t->item[0]->n));
            bool mixed = (t->item[0]->kind == IT_TUPLE) != (t->item[i]->kind == IT_TUPLE);
            l->why = !same ? "the items have different shapes"
                     : mixed
                         ? "arrays and lists are mixed here: write np.array(...) around the lists"
                         : l->why;
            rank = r;
        }
        return rank + 1;
    }
    if (t->kind == IT_LIST) {
        return list_rank(ix, t->item[0], l);
    }
    if (t->kind != IT_SCALAR && t->kind != IT_ARRAY) {
        l->why = arena_printf(ix->arena, "%s is no element of an array",
                              it_name(ix->arena, (struct itype *)t));
        return 0;
    }
    enum dtype d = dtype_strong(t->dtype);
    l->dtype = l->dtype == DT_COUNT ? d : dtype_promote(l->dtype, d);
    return t->kind == IT_ARRAY ? t->rank : 0;
}

struct itype *eval_as_array(struct infer *ix, struct itype *t) {
    bool sequence =
        (t->kind == IT_LIST || (t->kind == IT_TUPLE && !t->of && t->n > 0)) && !con_holds_none(t);
    struct leaves l = {.dtype = DT_COUNT};
    int rank = sequence ? nested_rank(ix, t, &l) : 0;
    bool array = sequence && !l.why && l.dtype != DT_COUNT && l.dtype != DT_CHAR;
    return array && rank <= TIR_MAX_RANK ? it_array(&ix->types, l.dtype, rank, TY_C) : NULL;
}

bool eval_take_arrays(struct infer *ix, int n, struct itype **arg) {
    bool any = false;
    for (int i = 0; i < n; ++i) {
        struct itype *array = eval_as_array(ix, arg[i]);
        arg[i] = array ? array : arg[i];
        any = any || array;
    }
    return any;
}

static struct itype *eval_new_array(struct infer *ix, const struct con *c, struct itype **arg,
                                    enum ty_layout layout) {
    struct itype *t = arg[0];
    struct leaves l = {.dtype = DT_COUNT};
    int rank = nested_rank(ix, t, &l);
    if (l.why || rank > TIR_MAX_RANK) {
        return infer_refuse(ix, DIAG_PY303, c->at[0]->span,
                            l.why ? l.why : "arrays have at most 8 axes", NULL);
    }
    enum dtype d = eval_dtype(c, arg[1], l.dtype == DT_COUNT ? DT_F64 : l.dtype);
    if (l.dtype != DT_COUNT && dtype_info[l.dtype].kind == KIND_COMPLEX &&
        dtype_info[d].kind != KIND_COMPLEX) {
        return infer_refuse(ix, DIAG_PY303, c->at[0]->span,
                            "the dtype would drop the imaginary parts", NULL);
    }
    return it_array(&ix->types, d, rank, layout);
}

/* asarray and its like give the array itself where it is what is asked for. */
static struct itype *eval_converted(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[0];
    enum dtype d = eval_dtype(c, arg[1], a->dtype);
    bool fortran = c->op == OP_ASFORTRANARRAY;
    if (dtype_info[a->dtype].kind == KIND_COMPLEX && dtype_info[d].kind != KIND_COMPLEX) {
        return infer_refuse(ix, DIAG_PY303, c->span, "the dtype would drop the imaginary parts",
                            NULL);
    }
    if (c->op != OP_ASARRAY && a->rank == 0) {
        return infer_refuse(ix, DIAG_PY303, c->span, "an array without axes has no order", NULL);
    }
    if (c->op == OP_ASARRAY && d == a->dtype) {
        return a;
    }
    enum ty_layout layout = c->op == OP_ASARRAY ? (a->layout == TY_F ? TY_F : TY_C)
                            : fortran           ? TY_F
                                                : TY_C;
    return it_array(&ix->types, d, a->rank, d == a->dtype ? eval_view_layout(a, layout) : layout);
}

static bool is_size(const struct itype *t) {
    return t->kind == IT_NONE || (t->kind == IT_SCALAR && join_kind(t->dtype) == KIND_INT);
}

struct itype *eval_array(struct infer *ix, const struct con *c, struct itype **arg) {
    if (c->op == OP_EYE || c->op == OP_IDENTITY) {
        for (int i = 0; i < c->n - 1; ++i) {
            if (!is_size(arg[i]) || (i == 0 && arg[i]->kind == IT_NONE)) {
                return infer_refuse(ix, DIAG_PY303, c->at[i]->span, "an int is needed here", NULL);
            }
        }
        return it_array(&ix->types, eval_dtype(c, arg[c->n - 1], DT_F64), 2, TY_C);
    }
    bool is_array = arg[0]->kind == IT_ARRAY;
    const struct expr *copy = c->op == OP_ARRAY ? c->at[2] : NULL;
    if (copy && (copy->kind != EXPR_BOOL || !copy->boolean)) {
        return infer_refuse(ix, DIAG_PY303, copy->span, "np.array() copies here",
                            "write np.asarray(a)");
    }
    if (is_array && c->op != OP_ARRAY) {
        return eval_converted(ix, c, arg);
    }
    if (arg[0]->kind != IT_TUPLE && arg[0]->kind != IT_LIST && !is_array &&
        arg[0]->kind != IT_SCALAR) {
        return infer_refuse(ix, DIAG_PY303, c->at[0]->span,
                            arena_printf(ix->arena, "%s does not take %s", infer_called(ix, c),
                                         it_name(ix->arena, arg[0])),
                            NULL);
    }
    if (arg[0]->kind == IT_LIST && it_is_str(it_find(arg[0]->item[0]))) {
        return infer_refuse(ix, DIAG_PY303, c->at[0]->span, "arrays of texts are not supported",
                            "write dtype=float or dtype=int, or keep the list");
    }
    if (arg[0]->kind == IT_SCALAR &&
        (c->op == OP_ASCONTIGUOUSARRAY || c->op == OP_ASFORTRANARRAY)) {
        return infer_refuse(ix, DIAG_PY303, c->at[0]->span,
                            "NumPy makes an array of one axis of this number",
                            "write np.array([x])");
    }
    bool fortran = c->op == OP_ASFORTRANARRAY || (is_array && arg[0]->layout == TY_F);
    return eval_new_array(ix, c, arg, fortran ? TY_F : TY_C);
}
