/* Where dates and spans of time (datetime64, timedelta64) may stand. Operators have rules of their
 * own (rule_time.c); what else takes numbers would take them for the whole numbers that they are
 * stored as. */
#include "eval.h"
#include "rules.h"

#include <string.h>

static bool is_time(const struct itype *t) {
    return t && (t->kind == IT_SCALAR || t->kind == IT_ARRAY) && dtype_is_time(t->dtype);
}

static bool any_time(const struct con *c, struct itype **arg, int from) {
    bool any = false;
    for (int i = from; i < c->n; ++i) {
        any = any || is_time(arg[i]);
    }
    return any;
}

/* Is it a list or a tuple with one in it? */
static bool holds_time(const struct itype *t) {
    bool holds = false;
    for (int i = 0; t && (t->kind == IT_LIST || t->kind == IT_TUPLE) && i < t->n; ++i) {
        const struct itype *item = it_find(t->item[i]);
        holds = holds || is_time(item) || holds_time(item);
    }
    return holds;
}

static struct itype *refuse(struct infer *ix, const struct con *c, const char *what,
                            const char *fix) {
    return infer_refuse(ix, DIAG_PY302, c->span, what, fix);
}

/* ---- functions */

/* Those whose result is of the elements' type, or says nothing of their values. */
static bool keeps_elements(enum op op) {
    switch (op) {
    case OP_LEN:
    case OP_RESULT_TYPE:
    case OP_WHERE:
    case OP_COPY:
    case OP_VIEW_BITS:
    case OP_ISINSTANCE:
    case OP_CLIP:
    case OP_COPYTO:
    case OP_TURNED:
    case OP_DIVMOD:
        return true;
    default:
        return false;
    }
}

/* min(a, b, c), Python's */
static bool is_extreme(const struct con *c, struct itype **arg) {
    bool several = (c->op == OP_MIN || c->op == OP_MAX) && c->module != IN_NP && c->n > 1;
    for (int i = 0; several && i < c->n; ++i) {
        several = arg[i]->kind == IT_SCALAR && arg[i]->dtype == arg[0]->dtype;
    }
    return several;
}

static bool function_takes(const struct con *c) {
    switch (special_info(c->op)->family) {
    case FAMILY_ALLOC:
    case FAMILY_ALLOC_LIKE:
    case FAMILY_EXTENT:
    case FAMILY_ARRAY:
    case FAMILY_VIEW:
    case FAMILY_PLACES:
        return true;
    default:
        return keeps_elements(c->op);
    }
}

/* Those that take lists and tuples of times: they make arrays of them, or look at no item. */
static bool takes_lists(const struct con *c) {
    enum op_family family = special_info(c->op)->family;
    return family == FAMILY_ARRAY || family == FAMILY_SYNTAX || c->op == OP_LEN ||
           c->op == OP_ISINSTANCE || c->op == OP_COPY || c->op == OP_RESULT_TYPE;
}

/* ---- functions of the prelude */

const char *eval_time_calls(const struct con *c, struct itype **arg) {
    static const struct {
        enum op op;
        const char *name;
    } row[] = {{OP_MIN, "_time_min"},
               {OP_MAX, "_time_max"},
               {OP_ARGMIN, "_time_argmin"},
               {OP_ARGMAX, "_time_argmax"},
               {OP_ANY, "_time_any"},
               {OP_ALL, "_time_all"},
               {OP_SUM, "_time_sum"},
               {OP_MEAN, "_time_mean"},
               {OP_CUMSUM, "_time_cumsum"},
               {OP_SORT, "_time_sort"},
               {OP_ARGSORT, "_time_argsort"},
               {OP_SORT_IN_PLACE, "_time_sort_in_place"},
               {OP_UNIQUE, "_time_unique"},
               {OP_MEDIAN, "_time_median"},
               {OP_ISIN, "_time_isin"},
               {OP_UNION1D, "_time_union"},
               {OP_INTERSECT1D, "_time_intersection"},
               {OP_SETDIFF1D, "_time_difference"},
               {OP_CUMMIN, "_time_cummin"},
               {OP_CUMMAX, "_time_cummax"},
               {OP_NANMEDIAN, "_time_nanmedian"},
               {OP_ARANGE, "_time_arange"}};
    const struct itype *a = c->n > 0 ? arg[0] : NULL;
    bool list = a && a->kind == IT_LIST && a->n == 1 && is_time(it_find(a->item[0]));
    bool python = c->kind == CON_SPECIAL && c->module != IN_NP;
    if (c->kind != CON_SPECIAL || !a) {
        return NULL;
    }
    if (python && (c->op == OP_MIN || c->op == OP_MAX || c->op == OP_SUM)) {
        bool many = list || (is_time(a) && a->kind == IT_ARRAY);
        bool alone = c->n == 1 || !c->at[1];
        return !many                      ? NULL
               : c->op == OP_SUM          ? "_time_total"
               : c->op == OP_MIN && alone ? "builtins__min"
               : c->op == OP_MAX && alone ? "builtins__max"
                                          : NULL;
    }
    for (size_t i = 0; i < sizeof row / sizeof *row; ++i) {
        if (row[i].op == c->op && (is_time(a) || (c->op == OP_ARANGE && any_time(c, arg, 0)))) {
            return row[i].name;
        }
    }
    return NULL;
}

/* ---- values that become others */

/* How NumPy's constructors and casts convert; NULL: they do. */
static const char *cast_trouble(const struct itype *from, enum dtype to, bool constructor) {
    enum dtype d = from->dtype;
    bool whole = join_kind(d) <= KIND_INT && d != DT_CHAR;
    if (dtype_is_time(d) && dtype_is_time(to)) {
        bool same = dtype_is_date(d) == dtype_is_date(to);
        return rule_time_converts(d, to)                                  ? NULL
               : !same && !constructor && dtype_unit(d) == dtype_unit(to) ? NULL
               : dtype_unit(to) == UNIT_NONE
                   ? "it would keep its unit: write it as it is, or another unit behind it"
               : same && rule_time_far(d, to) ? "a day has more picoseconds than NumPy converts"
               : same                         ? "years and months are no whole numbers of days"
                      : "dates and spans of time are converted in one unit only";
    }
    if (dtype_is_time(d)) {
        return dtype_weak(to) && to != DT_PYBOOL
                   ? "Python's numbers are not made of dates and spans of time; write "
                     "x.astype(np.int64)"
               : dtype_info[to].kind == KIND_COMPLEX ? "complex numbers are not made of times"
                                                     : NULL;
    }
    bool strong = dtype_is_date(to) && !dtype_weak(d);
    return (constructor && (!whole || strong)) || dtype_info[d].kind == KIND_COMPLEX
               ? "a date or a span of time is made of a Python int or another one"
               : NULL;
}

/* What a function or a method that fills, stores or writes may put into an element. */
static const char *store_trouble(const struct itype *value, enum dtype to) {
    bool number = value->kind == IT_SCALAR || value->kind == IT_ARRAY;
    if (!number || (!is_time(value) && !dtype_is_time(to))) {
        return NULL;
    }
    if (!dtype_is_time(to)) {
        return "a date or a span of time is stored in an array of numbers; write "
               "x.astype(np.int64)";
    }
    if (!is_time(value)) {
        bool whole = join_kind(value->dtype) == KIND_INT && value->dtype != DT_CHAR;
        return whole ? NULL : "only whole numbers, dates and spans of time are stored here";
    }
    return cast_trouble(value, to, true);
}

static const char *method_trouble(const struct con *c, struct itype **arg) {
    const char *name = c->expr->call.fn->attr.name;
    if (strcmp(name, "astype") == 0) {
        enum dtype to = eval_dtype(c, arg[1], arg[0]->dtype);
        return is_time(arg[0]) || dtype_is_time(to) ? cast_trouble(arg[0], to, false) : NULL;
    }
    if (strcmp(name, "fill") == 0 && c->n == 2) {
        return store_trouble(arg[1], arg[0]->dtype);
    }
    return strcmp(name, "item") == 0 && is_time(arg[0])
               ? "Python's datetime objects are not known here; write x.astype(np.int64)"
               : NULL;
}

/* np.full(n, value, dtype), np.full_like, np.copyto(a, value) */
static const char *filled_trouble(const struct con *c, struct itype **arg) {
    bool full = c->op == OP_FULL || c->op == OP_FULL_LIKE;
    if (!full && c->op != OP_COPYTO) {
        return NULL;
    }
    enum dtype own = c->op == OP_FULL ? arg[1]->dtype : arg[0]->dtype;
    bool number = arg[1]->kind == IT_SCALAR || arg[1]->kind == IT_ARRAY;
    enum dtype to =
        c->op == OP_COPYTO ? own : eval_dtype(c, arg[c->op == OP_FULL ? c->n - 2 : c->n - 1], own);
    return number && to < DT_COUNT ? store_trouble(arg[1], to) : NULL;
}

static const char *special_trouble(struct infer *ix, const struct con *c, struct itype **arg) {
    bool made = c->dtype < DT_COUNT && dtype_is_time(c->dtype), listed = false;
    for (int i = 0; i < c->n; ++i) {
        listed = listed || holds_time(arg[i]);
    }
    if (listed && !eval_time_calls(c, arg) && !takes_lists(c) && !op_shows(c->op)) {
        return arena_printf(ix->arena, "%s does not take lists of dates and spans of time",
                            infer_called(ix, c));
    }
    if (!made && !any_time(c, arg, 0)) {
        return NULL;
    }
    if (c->op == OP_WHERE && !any_time(c, arg, 1)) {
        return "a condition is of bools; write x != np.timedelta64(0, unit)";
    }
    if (eval_time_calls(c, arg)) {
        return made && c->op != OP_ARANGE ? "of dates and spans of time it takes no dtype=" : NULL;
    }
    if (op_shows(c->op)) {
        return NULL; /* the run time makes NumPy's scalars of them */
    }
    return !function_takes(c) && !is_extreme(c, arg)
               ? arena_printf(ix->arena, "%s does not take dates and spans of time",
                              infer_called(ix, c))
               : filled_trouble(c, arg);
}

static const char no_index[] = "a date or a span of time is no index";

struct itype *eval_time_refused(struct infer *ix, const struct con *c, struct itype **arg) {
    const char *what = NULL, *fix = NULL;
    switch (c->kind) {
    case CON_SPECIAL:
        what = special_trouble(ix, c, arg);
        fix = "take the whole numbers, x.view(np.int64)";
        break;
    case CON_OP:
        what = op_info[c->op].class_ == OPC_LIB && any_time(c, arg, 0)
                   ? "there are no products of matrices of dates and spans of time"
                   : NULL;
        break;
    case CON_CAST:
        what = c->n == 1 && (arg[0]->kind == IT_SCALAR || arg[0]->kind == IT_ARRAY) &&
                       (is_time(arg[0]) || dtype_is_time(c->dtype))
                   ? cast_trouble(arg[0], c->dtype, true)
                   : NULL;
        break;
    case CON_METHOD:
        what = c->n > 0 && (arg[0]->kind == IT_SCALAR || arg[0]->kind == IT_ARRAY) && c->expr &&
                       c->expr->kind == EXPR_CALL && c->expr->call.fn->kind == EXPR_ATTR
                   ? method_trouble(c, arg)
                   : NULL;
        break;
    case CON_INT:
        what = any_time(c, arg, 0) ? "a date or a span of time is no index and no count" : NULL;
        break;
    case CON_INDEX:
        what = arg[0]->kind != IT_OBJECT && any_time(c, arg, 1) ? no_index : NULL;
        break;
    case CON_STORE: {
        bool index = false;
        for (int i = 1; i + 1 < c->n; ++i) {
            index = index || is_time(arg[i]);
        }
        what = arg[0]->kind == IT_OBJECT  ? NULL
               : index                    ? no_index
               : arg[0]->kind == IT_ARRAY ? store_trouble(arg[c->n - 1], arg[0]->dtype)
                                          : NULL;
        break;
    }
    default:
        break;
    }
    return what ? refuse(ix, c, what, fix) : NULL;
}
