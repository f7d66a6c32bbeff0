/* Result types of functions that sort, select and count. */
#include <string.h>

#include "lib_rules.h"

static bool is_number(const struct itype *t) {
    return t->kind == IT_SCALAR && dtype_info[t->dtype].kind <= KIND_FLOAT;
}

/* Sorted along an axis, or of axis=None flat. */
static struct itype *sorted(struct infer *ix, const struct con *c, struct itype *a, bool indices) {
    int axes;
    if (!lib_is_array(ix, c, a, 1) || !lib_axes(ix, c, a->rank, true, &axes)) {
        return infer_bad(ix);
    }
    return lib_array(ix, indices ? DT_I64 : a->dtype, axes == 0 ? 1 : a->rank);
}

/* Both: records whole, by the fields that `order` names, which no other array has. */
static struct itype *ordered(struct infer *ix, const struct con *c, struct itype **arg,
                             bool places) {
    struct itype *a = arg[0];
    const struct expr *order = lib_written(ix, c, "order");
    if (order && order->kind != EXPR_NONE && !it_is_records(a)) {
        return lib_refuse(ix, c, "Cannot specify order when the array has no fields.");
    }
    return !it_is_records(a) ? sorted(ix, c, a, places)
           : places          ? it_array(&ix->types, DT_I64, a->item[0]->rank, TY_ANY)
                             : a;
}

struct itype *result_sort(struct infer *ix, const struct con *c, struct itype **arg) {
    return ordered(ix, c, arg, false);
}

struct itype *result_argsort(struct infer *ix, const struct con *c, struct itype **arg) {
    return ordered(ix, c, arg, true);
}

struct itype *result_in_place(struct infer *ix, const struct con *c, struct itype **arg) {
    if (arg[0]->kind == IT_LIST) { /* what its method takes is sorted by the prelude */
        return lib_refuse(ix, c, "sort() of a list takes key and reverse, by name");
    }
    struct itype *t = sorted(ix, c, arg[0], false);
    bool fine = t->kind != IT_ERROR && eval_writable(ix, c->span, arg[0]);
    return fine ? &ix->types.none : infer_bad(ix);
}

struct itype *result_lexsort(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *keys = arg[0];
    if (keys->kind != IT_TUPLE) {
        return lib_is_array(ix, c, keys, 2) ? lib_array(ix, DT_I64, keys->rank - 1) : infer_bad(ix);
    }
    for (int i = 0; i < keys->n; ++i) {
        if (!lib_is_array(ix, c, keys->item[i], 1)) {
            return infer_bad(ix);
        }
    }
    return keys->n ? lib_array(ix, DT_I64, keys->item[0]->rank)
                   : lib_refuse(ix, c, "it needs a sequence of keys with at least one in it");
}

struct itype *result_unique(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *item[4];
    int axes, n = 0;
    if (!lib_is_value(ix, c, &arg[0])) {
        return infer_bad(ix);
    }
    struct itype *a = arg[0];
    if (!lib_axes(ix, c, a->rank, false, &axes)) {
        return infer_bad(ix);
    }
    item[n++] = lib_array(ix, a->dtype, axes == 0 ? 1 : a->rank);
    if (lib_flag(ix, c, "return_index", false)) {
        item[n++] = lib_array(ix, DT_I64, 1);
    }
    if (lib_flag(ix, c, "return_inverse", false)) {
        item[n++] = it_array(&ix->types, DT_I64, axes == 0 ? a->rank : 1, TY_ANY);
    }
    if (lib_flag(ix, c, "return_counts", false)) {
        item[n++] = lib_array(ix, DT_I64, 1);
    }
    return n == 1 ? item[0] : it_tuple(&ix->types, n, item);
}

/* unique_values, unique_counts, unique_inverse and unique_all. */
struct itype *result_unique_parts(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!lib_is_value(ix, c, &arg[0])) {
        return infer_bad(ix);
    }
    struct itype *a = arg[0];
    struct itype *values = lib_array(ix, a->dtype, 1), *places = lib_array(ix, DT_I64, 1);
    struct itype *inverse = it_array(&ix->types, DT_I64, a->rank, TY_ANY);
    struct itype *all[] = {values, places, inverse, places};
    struct itype *counts[] = {values, places}, *back[] = {values, inverse};
    return c->op == OP_UNIQUE_VALUES   ? values
           : c->op == OP_UNIQUE_COUNTS ? it_tuple(&ix->types, 2, counts)
           : c->op == OP_UNIQUE_ALL    ? it_tuple(&ix->types, 4, all)
                                       : it_tuple(&ix->types, 2, back);
}

/* ---- sets */

/* Python's numbers are weak in union1d, which joins what it is given as it is. */
struct itype *result_union(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *given[] = {arg[0], arg[1]};
    bool arrays = lib_is_value(ix, c, &arg[0]) && lib_is_value(ix, c, &arg[1]);
    return arrays ? lib_array(ix, dtype_promote(given[0]->dtype, given[1]->dtype), 1)
                  : infer_bad(ix);
}

struct itype *result_set(struct infer *ix, const struct con *c, struct itype **arg) {
    bool arrays = lib_is_value(ix, c, &arg[0]) && lib_is_value(ix, c, &arg[1]);
    return arrays ? lib_array(ix, dtype_promote(arg[0]->dtype, arg[1]->dtype), 1) : infer_bad(ix);
}

struct itype *result_intersection(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *values = result_set(ix, c, arg), *places = lib_array(ix, DT_I64, 1);
    struct itype *item[] = {values, places, places};
    return values->kind == IT_ERROR || !lib_flag(ix, c, "return_indices", false)
               ? values
               : it_tuple(&ix->types, 3, item);
}

struct itype *result_difference(struct infer *ix, const struct con *c, struct itype **arg) {
    bool arrays = lib_is_value(ix, c, &arg[0]) && lib_is_value(ix, c, &arg[1]);
    return arrays ? lib_array(ix, arg[0]->dtype, 1) : infer_bad(ix);
}

struct itype *result_isin(struct infer *ix, const struct con *c, struct itype **arg) {
    bool arrays = lib_is_value(ix, c, &arg[0]) && lib_is_value(ix, c, &arg[1]);
    return arrays ? it_array(&ix->types, DT_BOOL, arg[0]->rank, TY_ANY) : infer_bad(ix);
}

/* ---- statistics */

struct itype *result_polyfit(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!lib_is_array(ix, c, arg[0], 1) || !lib_is_array(ix, c, arg[1], 1)) {
        return infer_bad(ix);
    }
    enum dtype d = dtype_promote(dtype_promote(arg[0]->dtype, arg[1]->dtype), DT_F64);
    if (arg[2]->kind != IT_SCALAR || join_kind(arg[2]->dtype) != KIND_INT) {
        return lib_refuse(ix, c, "the degree is an int");
    }
    const struct expr *cov = lib_written(ix, c, "cov");
    struct itype *fitted = lib_array(ix, d, arg[1]->rank), *real = lib_array(ix, DT_F64, 1);
    struct itype *rcond =
        arg[3]->kind == IT_NONE ? it_scalar(&ix->types, DT_F64) : it_forget(&ix->types, arg[3]);
    struct itype *full[] = {fitted, real, it_scalar(&ix->types, DT_I32), real, rcond};
    struct itype *both[] = {fitted, lib_array(ix, d, arg[1]->rank + 1)};
    return lib_flag(ix, c, "full", false)                    ? it_tuple(&ix->types, 5, full)
           : cov && (cov->kind != EXPR_BOOL || cov->boolean) ? it_tuple(&ix->types, 2, both)
                                                             : fitted;
}

static bool is_count(const struct itype *t) {
    return t->kind == IT_SCALAR && join_kind(t->dtype) == KIND_INT;
}

/* A number of bins or an array of edges, for all axes or for each of so many. */
static bool are_bins(const struct itype *t, int n) {
    bool fits = t->kind == IT_NONE || is_count(t) || (t->kind == IT_ARRAY && t->rank == 1);
    for (int i = 0; t->kind == IT_TUPLE && i < t->n; ++i) {
        fits = t->n == n && (i == 0 || fits) && t->item[i]->kind != IT_TUPLE &&
               are_bins(t->item[i], n);
    }
    return fits;
}

/* Counts of n axes, and their edges. */
static struct itype *counted(struct infer *ix, const struct con *c, int n, struct itype *bins,
                             const struct itype *weights) {
    if (!are_bins(bins, n)) {
        return lib_refuse(ix, c, "bins are a number or an array of edges, or these for each axis");
    }
    if (weights->kind != IT_NONE && weights->kind != IT_ARRAY) {
        return lib_refuse(ix, c, "the weights are an array");
    }
    return n > TIR_MAX_RANK ? lib_refuse(ix, c, "up to 8 axes are supported")
                            : lib_array(ix, DT_F64, n);
}

/* The type of the edges along axis i. */
static struct itype *edges_of(struct infer *ix, struct itype *bins, int i) {
    struct itype *own = bins->kind == IT_TUPLE ? bins->item[i] : bins;
    bool float_edges = own->kind != IT_ARRAY || bins->kind != IT_TUPLE;
    return lib_array(ix, float_edges ? DT_F64 : own->dtype, 1);
}

/* An array of edges for all axes holds f64; of two ints it is a number of bins for each. */
static bool are_plain(const struct itype *bins) {
    return bins->kind != IT_ARRAY || bins->dtype == DT_F64 || bins->dtype == DT_I64;
}

struct itype *result_histogram2d(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!lib_is_array(ix, c, arg[0], 1) || !lib_is_array(ix, c, arg[1], 1)) {
        return infer_bad(ix);
    }
    if (arg[0]->dtype != DT_F64 || arg[1]->dtype != DT_F64 || !are_plain(arg[2])) {
        return lib_refuse(ix, c, "it takes arrays of f64");
    }
    struct itype *counts = counted(ix, c, 2, arg[2], arg[5]);
    struct itype *item[] = {counts, edges_of(ix, arg[2], 0), edges_of(ix, arg[2], 1)};
    return counts->kind == IT_ERROR ? counts : it_tuple(&ix->types, 3, item);
}

/* How many axes there are is what a tuple of arrays, or of bins, says. */
struct itype *result_histogramdd(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *sample = arg[0], *bins = arg[1], *edges[TIR_MAX_RANK];
    int n = sample->kind == IT_TUPLE ? sample->n : bins->kind == IT_TUPLE ? bins->n : 0;
    bool good = n > 0 && n <= TIR_MAX_RANK &&
                (sample->kind == IT_TUPLE || (sample->kind == IT_ARRAY && sample->rank == 2));
    for (int i = 0; good && i < n; ++i) {
        const struct itype *t = sample->kind == IT_TUPLE ? sample->item[i] : sample;
        good = t->kind == IT_ARRAY && t->dtype == DT_F64;
    }
    if (!good || !are_plain(bins) || bins->kind == IT_ARRAY) {
        return lib_refuse(ix, c,
                          "it takes a tuple of arrays of f64, or a matrix and a tuple with the "
                          "bins of each column");
    }
    struct itype *counts = counted(ix, c, n, bins, arg[4]);
    for (int i = 0; i < n; ++i) {
        edges[i] = edges_of(ix, bins, i);
    }
    struct itype *item[] = {counts, it_tuple(&ix->types, n, edges)};
    return counts->kind == IT_ERROR ? counts : it_tuple(&ix->types, 2, item);
}

/* Rank of what is left when the axes of axis= (all when omitted) are combined; -1 after a message.
 */
static int combined_rank(struct infer *ix, const struct con *c, struct itype **arg) {
    int axes;
    if (!lib_is_value(ix, c, arg)) {
        return -1;
    }
    struct itype *a = *arg;
    if (!lib_axes(ix, c, a->rank, false, &axes)) {
        return -1;
    }
    const struct expr *e = lib_written(ix, c, "axis");
    bool none = axes == 0 && !(e && e->kind == EXPR_TUPLE);
    return lib_flag(ix, c, "keepdims", false) ? a->rank : none ? 0 : a->rank - axes;
}

struct itype *result_median(struct infer *ix, const struct con *c, struct itype **arg) {
    int rank = combined_rank(ix, c, arg);
    if (rank < 0) {
        return infer_bad(ix);
    }
    enum dtype d = arg[0]->dtype;
    return lib_array(ix, dtype_info[d].kind < KIND_FLOAT ? DT_F64 : d, rank);
}

/* Methods that give elements; the others interpolate. */
static bool gives_elements(const struct expr *method) {
    static const char *const names[] = {"inverted_cdf", "closest_observation", "lower", "higher",
                                        "nearest"};
    bool found = false;
    for (size_t i = 0; method && i < sizeof(names) / sizeof(names[0]); ++i) {
        found = found || (method->kind == EXPR_STR && strcmp(method->str.text, names[i]) == 0);
    }
    return found;
}

struct itype *result_quantile(struct infer *ix, const struct con *c, struct itype **arg) {
    int rank = combined_rank(ix, c, arg);
    if (rank < 0) {
        return infer_bad(ix);
    }
    struct itype *a = arg[0], *q = arg[1];
    bool real = dtype_info[a->dtype].kind >= KIND_UINT && dtype_info[a->dtype].kind <= KIND_FLOAT;
    bool ints = (c->op == OP_PERCENTILE || c->op == OP_NANPERCENTILE) && q->kind == IT_ARRAY &&
                (q->dtype == DT_I32 || q->dtype == DT_I64); /* NumPy divides them by 100 */
    bool fits =
        is_number(q) || ints || (q->kind == IT_ARRAY && dtype_info[q->dtype].kind == KIND_FLOAT);
    if (!real || !fits ||
        (!ints && !dtype_weak(q->dtype) && dtype_info[q->dtype].kind < KIND_FLOAT)) {
        return lib_refuse(ix, c, "it takes an array of real numbers, and a float or floats");
    }
    int more = q->kind == IT_ARRAY ? q->rank : 0;
    const struct expr *method = lib_written(ix, c, "method");
    if (gives_elements(method)) {
        return lib_array(ix, a->dtype, rank + more);
    }
    if (method && method->kind == EXPR_STR &&
        strcmp(method->str.text, "averaged_inverted_cdf") == 0 && a->dtype != DT_F64) {
        return lib_refuse(ix, c, "this method is supported for arrays of f64");
    }
    enum dtype d = ints ? DT_F64 : dtype_strong(dtype_promote(a->dtype, q->dtype));
    return lib_array(ix, dtype_info[d].kind < KIND_FLOAT ? DT_F64 : d, rank + more);
}

/* The weights come last. */
struct itype *result_histogram(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[0], *bins = arg[1], *range = arg[2];
    struct itype *weights = arg[c->n - 1];
    if (!lib_is_array(ix, c, a, 1)) {
        return infer_bad(ix);
    }
    bool edges = bins->kind == IT_ARRAY && bins->rank == 1;
    bool rule = c->op == OP_HISTOGRAM_BIN_EDGES && c->at[1] && c->at[1]->kind == EXPR_STR;
    bool number = rule || bins->kind == IT_NONE ||
                  (bins->kind == IT_SCALAR && join_kind(bins->dtype) == KIND_INT);
    bool two = range->kind == IT_NONE || (range->kind == IT_TUPLE && range->n == 2 &&
                                          is_number(range->item[0]) && is_number(range->item[1]));
    if ((!edges && !number) || !two || dtype_info[a->dtype].kind == KIND_COMPLEX ||
        (weights->kind != IT_NONE && weights->kind != IT_ARRAY)) {
        return lib_refuse(
            ix, c,
            "it takes real numbers, a number of bins or an array of edges, and a range "
            "of two numbers");
    }
    enum dtype d = a->dtype;
    for (int i = 0; range->kind == IT_TUPLE && i < 2; ++i) {
        d = dtype_promote(d, range->item[i]->dtype);
    }
    d = edges ? bins->dtype : dtype_info[d].kind < KIND_FLOAT ? DT_F64 : d;
    enum dtype counts = lib_flag(ix, c, "density", false) ? DT_F64
                        : weights->kind == IT_ARRAY       ? weights->dtype
                                                          : DT_I64;
    struct itype *item[] = {lib_array(ix, counts, 1), lib_array(ix, d, 1)};
    return it_tuple(&ix->types, 2, item);
}

/* The second result of np.histogram. */
struct itype *result_edges(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = result_histogram(ix, c, arg);
    return t->kind == IT_TUPLE ? t->item[1] : t;
}
