/* What arrays, lists and tuples make of Python's own operators and functions: x in a, xs < ys,
 * divmod(a, b), sum(a) of rows, max(xs) of texts, a.imag. Each is a function of the prelude, in the
 * place of the expression. */
#include "eval.h"

#include <string.h>

static bool is_number(const struct itype *t) {
    return t->kind == IT_SCALAR || (t->kind == IT_ARRAY && t->rank == 0);
}

/* ---- sequences */

static bool is_sequence(const struct itype *t) {
    return t->kind == IT_LIST || (t->kind == IT_TUPLE && !t->of);
}

/* One that may have a method for `<`, or is a named tuple. */
static bool is_of_class(const struct itype *t) {
    return t->kind == IT_OBJECT || (t->kind == IT_TUPLE && t->of);
}

static bool holds_plain(const struct itype *t) {
    bool plain = t->kind == IT_TUPLE;
    for (int i = 0; plain && i < t->n; ++i) {
        plain = t->item[i]->kind == IT_SCALAR;
    }
    return plain;
}

/* Two lists, or two tuples that hold more than numbers. */
static const char *compared(const struct con *c, struct itype **arg) {
    static const struct {
        enum op op;
        const char *list, *tuple;
    } order[] = {{OP_EQ, "_list_eq", "_tuple_eq"}, {OP_NE, "_list_eq", "_tuple_eq"},
                 {OP_LT, "_list_lt", "_tuple_lt"}, {OP_LE, "_list_le", "_tuple_le"},
                 {OP_GT, "_list_gt", "_tuple_gt"}, {OP_GE, "_list_ge", "_tuple_ge"}};
    bool lists = arg[0]->kind == IT_LIST && arg[1]->kind == IT_LIST;
    bool tuples = arg[0]->kind == IT_TUPLE && arg[1]->kind == IT_TUPLE && !arg[0]->of &&
                  !arg[1]->of && !(holds_plain(arg[0]) && holds_plain(arg[1]));
    for (size_t i = 0; (lists || tuples) && i < sizeof order / sizeof *order; ++i) {
        if (order[i].op == c->op) {
            return lists ? order[i].list : order[i].tuple;
        }
    }
    return NULL;
}

/* xs *= n, and xs += of what is no list: the list changes, and is the result. */
static const char *in_place(const struct con *c, struct itype **arg) {
    bool times = c->op == OP_MUL && arg[1]->kind == IT_SCALAR &&
                 join_kind(arg[1]->dtype) <= KIND_INT && arg[1]->dtype != DT_CHAR;
    bool plus = c->op == OP_ADD && (arg[1]->kind == IT_TUPLE || it_is_text(arg[1]));
    bool named = c->node && c->node->kind == EXPR_NAME;
    return !named ? NULL : times ? "_list_times" : plus ? "_list_plus" : NULL;
}

/* Lists of which one holds values of several types, or both together would. */
static bool are_mixed(struct itype **arg) {
    struct itype *item[2];
    for (int i = 0; i < 2; ++i) {
        item[i] = arg[i]->kind == IT_LIST ? it_find(arg[i]->item[0]) : NULL;
        if (!item[i] || !it_is_one(item[i])) {
            return false;
        }
    }
    return it_is_either(item[0]) != it_is_either(item[1]);
}

static const char *operator(const struct con *c, struct itype **arg) {
    if (c->n != 2 || c->parts || c->expr) {
        return NULL;
    }
    if (c->op == OP_ADD && !c->in_place && are_mixed(arg)) {
        return "_joined_several";
    }
    if (c->in_place && arg[0]->kind == IT_LIST) {
        return in_place(c, arg);
    }
    if (c->op != OP_IN && c->op != OP_NOT_IN) {
        return compared(c, arg);
    }
    bool among =
        arg[1]->kind == IT_LIST && arg[1]->item[0]->kind != IT_SCALAR &&
        (it_is_either(arg[1]->item[0]) || (!it_is_text(arg[0]) && !it_is_str(arg[1]->item[0])));
    among = among || (it_is_either(arg[0]) && arg[1]->kind == IT_LIST) ||
            (is_of_class(arg[0]) && arg[1]->kind == IT_TUPLE && !arg[1]->of);
    bool either = it_is_either(arg[0]);
    return either && it_is_text(arg[1])                            ? "_in_text"
           : either && arg[1]->kind == IT_TUPLE && !arg[1]->of     ? "_among"
           : among                                                 ? "_in_list"
           : arg[0]->kind == IT_SCALAR && arg[1]->kind == IT_ARRAY ? "_in_array"
                                                                   : NULL;
}

/* min(n, x) of an int that is computed and a float: one of the two as it is. */
static bool are_apart(const struct con *c, struct itype **arg) {
    bool ints = false, floats = false;
    for (int i = 0; i < c->n; ++i) {
        bool one = arg[i]->kind == IT_SCALAR && !arg[i]->known;
        ints = ints || (one && !arg[i]->literal && arg[i]->dtype == DT_INT);
        floats = floats || (one && arg[i]->dtype == DT_FLOAT);
    }
    return ints && floats && c->n <= 3;
}

/* min and max of texts, tuples, lists and objects, which are compared as such. */
static const char *extreme(const struct con *c, struct itype **arg) {
    bool least = c->op == OP_MIN, text = it_is_text(arg[0]);
    if (c->n > 1) {
        bool any = text || is_sequence(arg[0]) || is_of_class(arg[0]), apart = are_apart(c, arg);
        return any     ? (least ? "_min_of" : "_max_of")
               : apart ? (least ? "_min_apart" : "_max_apart")
                       : NULL;
    }
    const struct itype *item = is_sequence(arg[0]) && arg[0]->n > 0 ? arg[0]->item[0] : NULL;
    bool of_more = item && (it_is_text(item) || is_sequence(item) || is_of_class(item));
    bool any = of_more || text;
    return !any ? NULL : least ? "builtins__min" : "builtins__max";
}

/* ---- arrays */

static const char *attribute(const struct con *c, struct itype **arg) {
    bool real = arg[0]->kind == IT_ARRAY && arg[0]->rank > 0 &&
                dtype_info[arg[0]->dtype].kind != KIND_COMPLEX;
    return real && strcmp(c->expr->attr.name, "imag") == 0 ? "_no_imag" : NULL;
}

/* An end of np.linspace that is no real number. */
static bool is_beyond(const struct itype *t) {
    return t->kind == IT_ARRAY || (t->kind == IT_SCALAR && !it_is_real(t));
}

/* np.array(texts, dtype=float) */
static const char *of_texts(const struct con *c, struct itype **arg) {
    bool makes = c->kind == CON_SPECIAL && (c->op == OP_ARRAY || c->op == OP_ASARRAY);
    if (!makes || arg[0]->kind != IT_LIST || !it_is_str(it_find(arg[0]->item[0]))) {
        return NULL;
    }
    enum dtype d = eval_dtype(c, arg[c->n - 1], DT_COUNT);
    return d == DT_F64 ? "_floats_of" : d == DT_I64 ? "_ints_of" : NULL;
}

/* x.sort() of what shows to be a list, without NumPy's parameters. */
static bool sorts_list(const struct con *c, struct itype **arg) {
    bool sorts = c->kind == CON_SPECIAL && c->op == OP_SORT_IN_PLACE && arg[0]->kind == IT_LIST;
    for (int i = 1; i < c->n && sorts; ++i) {
        sorts = !c->at[i];
    }
    return sorts;
}

const char *eval_array_calls(const struct con *c, struct itype **arg) {
    if (sorts_list(c, arg)) {
        return "list__sort";
    }
    const char *of_times = eval_time_calls(c, arg);
    if (of_times) {
        return of_times;
    }
    if (c->kind == CON_OP) {
        return operator(c, arg);
    }
    if (c->kind == CON_ATTR) {
        return attribute(c, arg);
    }
    if (c->kind == CON_METHOD) {
        return eval_number_calls(c, arg);
    }
    if (c->kind == CON_CAST && c->dtype == DT_PYBOOL && c->n == 1) {
        return arg[0]->kind == IT_ARRAY && arg[0]->rank > 0 && !it_is_str(arg[0]) ? "_array_truth"
                                                                                  : NULL;
    }
    if (eval_shows_more(c, arg)) {
        return "_text_of";
    }
    if (c->kind == CON_SPECIAL && c->op == OP_LINSPACE) {
        return is_beyond(arg[0]) || is_beyond(arg[1]) ? "forms__linspace" : NULL;
    }
    if (c->kind == CON_SPECIAL && c->op == OP_ROT90) {
        int64_t k;
        bool plane = c->at[2] && c->at[2]->kind != EXPR_NONE;
        return c->at[1] && !plane && !decide_int(arg[1], c->at[1], &k) ? "forms__rot90" : NULL;
    }
    if (c->kind == CON_SPECIAL && (c->op == OP_DOT || c->op == OP_INNER || c->op == OP_KRON)) {
        bool method = c->module != IN_NP && arg[0]->kind == IT_SCALAR; /* numbers have no dot() */
        bool scales = !method && (is_number(arg[0]) || is_number(arg[1]));
        return !scales ? NULL : c->op == OP_KRON ? "_scaled" : "_scaled_sum";
    }
    if (c->kind != CON_SPECIAL || c->module == IN_NP) {
        return of_texts(c, arg);
    }
    if (c->op == OP_MIN || c->op == OP_MAX) {
        return extreme(c, arg);
    }
    bool rows = arg[0]->kind == IT_ARRAY && arg[0]->rank > 1;
    bool any = c->n == 2 && (arg[0]->kind == IT_ARRAY || arg[1]->kind == IT_ARRAY);
    bool several = arg[0]->kind == IT_LIST && it_is_either(it_find(arg[0]->item[0]));
    return c->op == OP_DIVMOD && any    ? "divmod"
           : c->op == OP_SUM && rows    ? "_sum_rows"
           : c->op == OP_SUM && several ? "_sum_several"
                                        : NULL;
}

/* How many of its arguments the function of the prelude takes. */
static int n_taken(const struct con *c, struct itype **arg) {
    if (eval_time_calls(c, arg)) { /* those behind the last that is given have their defaults */
        int n = c->n;
        while (n > 1 && !c->at[n - 1]) {
            --n;
        }
        return n;
    }
    if (c->kind == CON_SPECIAL && c->op == OP_LINSPACE) {
        return c->at[2] ? 3 : 2;
    }
    if (c->kind == CON_SPECIAL && c->op == OP_ROT90) {
        return 2;
    }
    bool one = c->kind == CON_ATTR || c->op == OP_SUM || of_texts(c, arg) || sorts_list(c, arg);
    return one ? 1 : c->n;
}

/* The type of a constant as written, with its value; NULL: it is none. */
static struct itype *of_constant(struct infer *ix, const struct expr *e) {
    int64_t value;
    if (e->kind == EXPR_TUPLE) {
        struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, e->list.n);
        for (int i = 0; i < e->list.n; ++i) {
            item[i] = of_constant(ix, e->list.item[i]);
            if (!item[i]) {
                return NULL;
            }
        }
        return it_tuple(&ix->types, e->list.n, item);
    }
    return e->kind == EXPR_BOOL         ? it_known(&ix->types, DT_PYBOOL, e->boolean)
           : infer_const_int(e, &value) ? it_known(&ix->types, DT_INT, value)
                                        : NULL;
}

/* Constants have no type of their own where a function looks at them as written: that which they
 * say. NULL for what is not given. */
static struct itype **with_constants(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype **all = ARENA_ARRAY(ix->arena, struct itype *, c->n);
    for (int i = 0; i < c->n; ++i) {
        bool none = arg[i]->kind == IT_NONE;
        struct itype *known = none && c->at[i] ? of_constant(ix, c->at[i]) : NULL;
        all[i] = known ? known : none && !c->at[i] ? NULL : arg[i];
    }
    return all;
}

/* The arguments, those without an expression of their own (the axis of np.add.reduce) as constants.
 */
static const struct expr **with_expressions(struct infer *ix, const struct con *c) {
    const struct expr **at = ARENA_ARRAY(ix->arena, const struct expr *, c->n);
    for (int i = 0; i < c->n; ++i) {
        at[i] = c->at[i];
        if (at[i] && c->expr && at[i] != c->expr && at[i]->id == c->expr->id) {
            struct expr *own = ARENA_NEW(ix->keep, struct expr);
            *own = *at[i];
            own->id = -1;
            at[i] = own;
        }
    }
    return at;
}

struct itype *eval_by_arrays(struct infer *ix, const struct con *c, struct itype **arg) {
    const char *name = eval_array_calls(c, arg);
    bool times = eval_time_calls(c, arg);
    bool extreme = c->kind == CON_SPECIAL && (c->op == OP_MIN || c->op == OP_MAX) && c->n > 1;
    if (extreme && are_apart(c, arg) && source_is_ours(ix->module->source, c->span)) {
        return NULL; /* there it is of the wider type */
    }
    arg = times ? with_constants(ix, c, arg) : arg;
    struct applied of = {.f = name ? eval_prelude(ix, name) : NULL,
                         .n = n_taken(c, arg),
                         .arg = arg,
                         .at = times ? with_expressions(ix, c) : c->at,
                         .node = c->node ? c->node : c->expr,
                         .negated = c->kind == CON_OP && (c->op == OP_NOT_IN || c->op == OP_NE)};
    if (!of.f || !of.node || eval_shows_more(c, arg)) {
        return NULL;
    }
    struct itype *t = eval_apply(ix, c, &of);
    return of.negated && t->kind != IT_ERROR ? it_scalar(&ix->types, DT_PYBOOL) : t;
}
