/* Functions that ops.def calls SPECIAL (len, sum, np.zeros ...), casts, and methods. */
#include "eval.h"
#include "rules.h"
#include "sequence.h"
#include "view.h"

#include <string.h>
#include <strings.h>

static struct itype *scalar(struct infer *ix, enum dtype d) {
    return it_scalar(&ix->types, d);
}

/* ---- reductions */

static struct itype *sum_of_tuple(struct infer *ix, const struct con *c, struct itype *a) {
    struct itype *total = scalar(ix, DT_INT);
    for (int i = 0; i < a->n && total->kind != IT_ERROR; ++i) {
        struct itype *operand[2] = {total, it_forget(&ix->types, a->item[i])};
        if (operand[1]->kind != IT_SCALAR) {
            return infer_refuse_type(ix, c, "sum", a);
        }
        total = eval_rule(ix, c, OP_ADD, IN_OPERATOR, 2, operand, NULL);
    }
    return total;
}

/* sum(a) starts with the Python int 0, so that int8 elements give an int8. */
static struct itype *eval_sum(struct infer *ix, const struct con *c, struct itype *a) {
    if (a->kind == IT_LIST && a->item[0]->kind == IT_SCALAR) {
        struct itype *operand[2] = {scalar(ix, DT_INT), a->item[0]};
        return eval_rule(ix, c, OP_ADD, IN_OPERATOR, 2, operand, NULL);
    }
    if (a->kind == IT_LIST && a->item[0]->kind == IT_ARRAY) {
        return infer_refuse(ix, DIAG_PY303, c->span,
                            "sum() does not take a list of arrays here: a parallel loop, or a list "
                            "without a name",
                            "write np.sum(xs, axis=0), or += in a loop over them; of a list that "
                            "is made before the loop, before it");
    }
    if (a->kind == IT_TUPLE) {
        return sum_of_tuple(ix, c, a);
    }
    if (a->kind != IT_ARRAY) {
        return infer_refuse_type(ix, c, "sum", a);
    }
    if (a->rank != 1) {
        return infer_refuse_type(ix, c, "sum", a);
    }
    struct itype *operand[2] = {scalar(ix, DT_INT), scalar(ix, a->dtype)};
    return eval_rule(ix, c, OP_ADD, IN_OPERATOR, 2, operand, NULL);
}

/* A Python scalar among NumPy's keeps its value only in a type that holds all of them. */
static bool value_kept(struct infer *ix, const struct con *c, int i, struct itype *t,
                       enum dtype result) {
    if (ix->silent || !dtype_weak(t->dtype) || dtype_weak(result) || t->dtype == DT_PYBOOL) {
        return true;
    }
    if (t->literal) {
        return infer_literal_fits(ix, c->at[i], result);
    }
    if (dtype_promote(dtype_strong(t->dtype), result) == result) {
        return true;
    }
    struct diag_message *m =
        infer_error(ix, DIAG_PY303, c->at[i]->span, "%s of %s and %s has no one type",
                    op_info[c->op].name, dtype_info[t->dtype].name, dtype_info[result].name);
    infer_fix(ix, m, "write np.%s(...) around the former, or %s(...) around the latter",
              dtype_info[result].numpy, dtype_info[t->dtype].name);
    return false;
}

/* min and max give one of their arguments as it is. */
static struct itype *result_of_either(struct infer *ix, const struct con *c, int i,
                                      const struct itype *a, const struct itype *b) {
    if (!ix->silent) {
        const char *first = dtype_info[a->dtype].name;
        struct diag_message *m = infer_error(
            ix, DIAG_PY303, c->at[i] ? c->at[i]->span : c->span,
            "%s gives a value of one type or the other: this is %s, but the value before is %s",
            op_info[c->op].name, dtype_info[b->dtype].name, first);
        bool narrow = join_kind(a->dtype) < join_kind(b->dtype);
        enum dtype to = narrow ? b->dtype : a->dtype, from = narrow ? a->dtype : b->dtype;
        infer_fix(ix, m, "write %s%s(...) around the %s", dtype_weak(to) ? "" : "np.",
                  dtype_weak(to) ? dtype_info[to].name : dtype_info[to].numpy,
                  dtype_info[from].name);
    }
    return infer_bad(ix);
}

static struct itype *minmax_scalars(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = arg[0];
    bool ours = ix->cur && ix->cur->func->prelude; /* counts of any integer type */
    for (int i = 0; i < c->n; ++i) {
        if (arg[i]->kind == IT_ARRAY) {
            return infer_whole_array(ix, c->span);
        }
        if (!it_is_real(arg[i])) {
            return infer_refuse_type(ix, c, infer_called(ix, c), arg[i]);
        }
        struct itype *common = join_strict(&ix->types, t, arg[i]);
        if (!common && !ours) {
            return result_of_either(ix, c, i, t, arg[i]);
        }
        t = common ? common : scalar(ix, dtype_promote(t->dtype, arg[i]->dtype));
    }
    for (int i = 0; i < c->n; ++i) {
        if (!value_kept(ix, c, i, arg[i], t->dtype)) {
            return infer_bad(ix);
        }
    }
    return t;
}

static struct itype *eval_minmax(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[0];
    if (c->n > 1) {
        return minmax_scalars(ix, c, arg);
    }
    struct itype *item =
        a->kind == IT_TUPLE && c->module == IN_BUILTIN ? eval_tuple_item(ix, a) : NULL;
    if (item && it_is_real(item)) {
        return item;
    }
    if (a->kind == IT_LIST && it_is_real(a->item[0])) {
        return a->item[0];
    }
    if (a->kind != IT_ARRAY || (c->module == IN_BUILTIN && a->rank != 1) ||
        dtype_info[a->dtype].kind == KIND_COMPLEX) {
        infer_no_sequence(ix, c->span, 0, "'%s' object is not iterable", a);
        return infer_refuse(ix, DIAG_PY303, c->span,
                            arena_printf(ix->arena,
                                         "%s of one argument needs an array of one axis, not "
                                         "%s",
                                         op_info[c->op].name, it_name(ix->arena, a)),
                            a->kind == IT_ARRAY ? "write a.min() or a.max() for all elements"
                                                : NULL);
    }
    return scalar(ix, a->dtype);
}

/* ---- numbers */

static struct itype *eval_len(struct infer *ix, const struct con *c, struct itype *a) {
    int known = a->kind == IT_TUPLE ? a->n : a->kind == IT_STATIC ? eval_text_length(a) : -1;
    if (known >= 0) {
        return it_known(&ix->types, DT_INT, known);
    }
    bool element = it_is_records(a) && a->item[0]->rank == 0;
    if ((a->kind == IT_ARRAY && a->rank > 0) || (a->kind == IT_RECORD && !element) ||
        a->kind == IT_LIST) {
        return scalar(ix, DT_INT);
    }
    infer_no_sequence(ix, c->span, 0, "object of type '%s' has no len()", a);
    return infer_refuse_type(ix, c, "len", a);
}

static struct itype *eval_round(struct infer *ix, const struct con *c, struct itype **arg) {
    if (arg[0]->kind == IT_ARRAY) {
        return infer_whole_array(ix, c->span);
    }
    if (!it_is_real(arg[0]) || arg[0]->dtype == DT_BOOL) {
        return infer_refuse_type(ix, c, "round", arg[0]);
    }
    if (arg[1]->kind == IT_NONE) {
        return scalar(ix, DT_INT);
    }
    if (!it_is_real(arg[1]) || join_kind(arg[1]->dtype) != KIND_INT) {
        return infer_refuse_type(ix, c, "the second argument of round", arg[1]);
    }
    return scalar(ix, arg[0]->dtype == DT_PYBOOL ? DT_INT : arg[0]->dtype);
}

static struct itype *eval_powmod(struct infer *ix, const struct con *c, struct itype **arg) {
    for (int i = 0; i < 3; ++i) {
        if (arg[i]->kind != IT_SCALAR || (arg[i]->dtype != DT_INT && arg[i]->dtype != DT_PYBOOL)) {
            return infer_refuse(ix, DIAG_PY303, c->at[i]->span,
                                "pow() with a modulus takes Python ints",
                                arg[i]->kind == IT_SCALAR ? "write int(...)" : NULL);
        }
    }
    return scalar(ix, DT_INT);
}

static struct itype *eval_divmod(struct infer *ix, const struct con *c, struct itype **arg) {
    if (arg[0]->kind == IT_ARRAY || arg[1]->kind == IT_ARRAY) {
        return infer_refuse(ix, DIAG_PY303, c->span, "divmod() takes numbers",
                            "write np.divmod(a, b)");
    }
    struct itype *item[2] = {eval_rule(ix, c, OP_FLOORDIV, IN_OPERATOR, 2, arg, c->at), NULL};
    if (item[0]->kind == IT_ERROR) {
        return item[0];
    }
    item[1] = eval_rule(ix, c, OP_MOD, IN_OPERATOR, 2, arg, c->at);
    return item[1]->kind == IT_ERROR ? item[1] : it_tuple(&ix->types, 2, item);
}

/* np.where and np.clip: NumPy's common type of the values. */
static struct itype *common_value(struct infer *ix, const struct con *c, struct itype **arg,
                                  int first) {
    enum dtype d = DT_COUNT;
    bool half = c->op == OP_CLIP && arg[0]->kind == IT_ARRAY &&
                (arg[1]->kind == IT_NONE || arg[2]->kind == IT_NONE);
    for (int i = 0; i < c->n; ++i) {
        if (half && arg[i]->kind == IT_NONE) {
            continue; /* a clip with one bound or none */
        }
        bool number = arg[i]->kind == IT_SCALAR || arg[i]->kind == IT_ARRAY;
        if (!number || (c->op == OP_CLIP && dtype_info[arg[i]->dtype].kind == KIND_COMPLEX)) {
            return infer_refuse_type(ix, c, op_info[c->op].name, arg[i]);
        }
        if (i >= first) {
            d = d == DT_COUNT ? arg[i]->dtype : dtype_promote(d, arg[i]->dtype);
        }
    }
    d = dtype_strong(d);
    for (int i = first; i < c->n; ++i) {
        if (!infer_literal_fits(ix, c->at[i], d)) {
            return infer_bad(ix);
        }
    }
    return eval_elements(ix, d, c->n, arg);
}

/* ---- allocation */

static int shape_rank(struct infer *ix, const struct con *c, struct itype *shape) {
    int n = shape->kind == IT_TUPLE ? shape->n : 1;
    for (int i = 0; i < n; ++i) {
        struct itype *t = shape->kind == IT_TUPLE ? shape->item[i] : shape;
        if (t->kind != IT_SCALAR || join_kind(t->dtype) != KIND_INT) {
            infer_refuse(ix, DIAG_PY303, c->at[0]->span,
                         arena_printf(ix->arena, "a shape is an int or a tuple of ints, not %s",
                                      it_name(ix->arena, shape)),
                         t->kind == IT_SCALAR ? "write int(...)" : NULL);
            return -1;
        }
    }
    if (n > TIR_MAX_RANK) {
        infer_refuse(ix, DIAG_PY303, c->at[0]->span, "arrays have at most 8 axes", NULL);
        return -1;
    }
    return n;
}

/* An array as fill value: it is broadcast. */
static bool rows_fit(struct infer *ix, const struct con *c, struct itype *value, enum dtype d,
                     int rank) {
    bool complex = dtype_info[value->dtype].kind == KIND_COMPLEX;
    if (value->rank > rank || (complex && dtype_info[d].kind != KIND_COMPLEX)) {
        infer_refuse(ix, DIAG_PY303, c->at[1]->span,
                     arena_printf(ix->arena, "an array of %d axes of %s cannot be filled with %s",
                                  rank, dtype_info[d].name, it_name(ix->arena, value)),
                     NULL);
        return false;
    }
    return true;
}

static bool fill_fits(struct infer *ix, const struct con *c, struct itype *value, enum dtype d,
                      int rank) {
    return value->kind == IT_ARRAY ? rows_fit(ix, c, value, d, rank)
                                   : eval_fill_fits(ix, c, value, d);
}

static struct itype *eval_alloc(struct infer *ix, const struct con *c, struct itype **arg) {
    bool full = c->op == OP_FULL;
    int rank = shape_rank(ix, c, arg[0]);
    enum ty_layout layout;
    if (rank < 0 || !eval_order(ix, c->at[c->n - 1], &layout)) {
        return infer_bad(ix);
    }
    bool typed = full && (arg[1]->kind == IT_SCALAR || arg[1]->kind == IT_ARRAY);
    enum dtype otherwise = typed ? dtype_strong(arg[1]->dtype) : DT_F64;
    enum dtype d = eval_dtype(c, arg[c->n - 2], otherwise);
    if (full && !fill_fits(ix, c, arg[1], d, rank)) {
        return infer_bad(ix);
    }
    return it_array(&ix->types, d, rank, layout);
}

/* zeros_like keeps the order of what it is like (order='K'). */
static struct itype *eval_alloc_like(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[0];
    if (a->kind != IT_ARRAY) {
        return infer_refuse_type(ix, c, op_info[c->op].name, a);
    }
    enum dtype d = eval_dtype(c, arg[c->n - 1], a->dtype);
    if (c->op == OP_FULL_LIKE && !fill_fits(ix, c, arg[1], d, a->rank)) {
        return infer_bad(ix);
    }
    return it_array(&ix->types, d, a->rank, a->layout == TY_F ? TY_F : TY_C);
}

/* np.shape(a), np.ndim(a), np.size(a). */
static struct itype *eval_extent(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *a = arg[0];
    int depth = 0; /* of tuples, which count as axes */
    const struct itype *inner = a;
    while (c->op == OP_NDIM && inner->kind == IT_TUPLE && inner->n > 0) {
        inner = inner->item[0];
        ++depth;
    }
    if (c->op == OP_NDIM &&
        (inner->kind == IT_NONE || inner->kind == IT_ARRAY || inner->kind == IT_SCALAR)) {
        return it_known(&ix->types, DT_INT, depth + (inner->kind == IT_ARRAY ? inner->rank : 0));
    }
    if (a->kind == IT_SCALAR) {
        return c->op == OP_SHAPE ? it_tuple(&ix->types, 0, NULL) : it_known(&ix->types, DT_INT, 1);
    }
    bool none = a->kind == IT_ARRAY && a->rank == 0 && c->op != OP_SHAPE;
    if (a->kind != IT_ARRAY || none) {
        return infer_refuse_type(ix, c, op_info[c->op].name, a);
    }
    struct itype *item[TIR_MAX_RANK];
    for (int i = 0; i < a->rank; ++i) {
        item[i] = scalar(ix, DT_INT);
    }
    return c->op == OP_SHAPE ? it_tuple(&ix->types, a->rank, item) : item[0];
}

/* ---- pycc.random */

static bool integers(struct infer *ix, const struct con *c, int n, struct itype **arg) {
    for (int i = 0; i < n; ++i) {
        if (arg[i]->kind != IT_SCALAR || join_kind(arg[i]->dtype) != KIND_INT) {
            infer_refuse_type(ix, c, op_info[c->op].name, arg[i]);
            return false;
        }
    }
    return true;
}

/* With size=: the last argument. */
static struct itype *eval_random(struct infer *ix, const struct con *c, struct itype **arg) {
    if (!integers(ix, c, c->n - (c->op != OP_RANDOM_BETWEEN), arg)) {
        return infer_bad(ix);
    }
    if (c->op == OP_RANDOM_BETWEEN) {
        return scalar(ix, DT_INT);
    }
    int rank = shape_rank(ix, c, arg[c->n - 1]);
    enum dtype d = c->op == OP_RANDOM_BELOW_OF ? DT_I64 : DT_F64;
    return rank < 0 ? infer_bad(ix) : it_array(&ix->types, d, rank, TY_C);
}

/* Functions that have a rule of their own. */
static struct itype *eval_value(struct infer *ix, const struct con *c, struct itype **arg) {
    switch (c->op) {
    case OP_LEN:
        return eval_len(ix, c, arg[0]);
    case OP_NESTED:
        return eval_nested(ix, c, arg);
    case OP_ISINSTANCE:
        return eval_type_test(ix, c, arg);
    case OP_SUM:
        return eval_sum(ix, c, arg[0]);
    case OP_RESULT_TYPE:
        return decide_result_type(ix, c, arg);
    case OP_MIN:
    case OP_MAX:
        return eval_minmax(ix, c, arg);
    case OP_ROUND:
        return eval_round(ix, c, arg);
    case OP_DIVMOD:
        return eval_divmod(ix, c, arg);
    case OP_BUILTIN_POW:
        if (arg[2]->kind != IT_NONE) {
            return eval_powmod(ix, c, arg);
        }
        return eval_rule(ix, c, OP_POW, IN_OPERATOR, 2, arg, c->at);
    case OP_WHERE:
        return c->at[1] && c->at[2] ? common_value(ix, c, arg, 1) : eval_nonzero(ix, c, arg);
    case OP_CLIP:
        return common_value(ix, c, arg, 0);
    case OP_COPY:
        return it_is_records(arg[0]) ? arg[0] : eval_creation(ix, c, arg);
    case OP_TURNED:
        return it_array(&ix->types, arg[0]->dtype, arg[0]->rank, TY_C);
    case OP_RECARRAY:
        return it_is_records(arg[0])
                   ? it_records(&ix->types, ix->names, arg[0]->records, arg[0]->item[0]->rank, true)
                   : infer_refuse_type(ix, c, "view(np.recarray)", arg[0]);
    default:
        infer_error(ix, DIAG_PY204, c->span, "%s is not supported yet", op_info[c->op].name);
        return infer_bad(ix);
    }
}

static struct itype *special_type(struct infer *ix, const struct con *c, struct itype **arg) {
    static struct itype *(*const rule[FAMILY_COUNT])(struct infer *, const struct con *,
                                                     struct itype **) = {
        [FAMILY_ALLOC] = eval_alloc,    [FAMILY_ALLOC_LIKE] = eval_alloc_like,
        [FAMILY_EXTENT] = eval_extent,  [FAMILY_CREATION] = eval_creation,
        [FAMILY_ARRAY] = eval_array,    [FAMILY_GRID] = eval_grid,
        [FAMILY_VIEW] = eval_view,      [FAMILY_WRITE] = eval_write,
        [FAMILY_PLACES] = eval_nonzero, [FAMILY_SCAN] = eval_reduction,
        [FAMILY_AT] = eval_at,          [FAMILY_RANDOM] = eval_random,
    };
    if (eval_foreign_method(ix, c, 0, arg)) {
        return infer_bad(ix);
    }
    if (op_info[c->op].class_ == OPC_LIB) {
        return eval_lib(ix, c, arg);
    }
    if (c->n > 0 && it_is_records(arg[0]) && special_info(c->op)->family == FAMILY_ALLOC_LIKE) {
        return eval_records_like(ix, c, arg);
    }
    if (rule_is_reduction(c->op)) {
        return c->module == IN_NP ? eval_reduction(ix, c, arg) : eval_value(ix, c, arg);
    }
    enum op_family family = special_info(c->op)->family;
    return rule[family] ? rule[family](ix, c, arg) : eval_value(ix, c, arg);
}

/* len(x), and x.sum() where the walk knew nothing of x. */
static struct itype *special_of_object(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *fn = c->expr && c->expr->kind == EXPR_CALL ? c->expr->call.fn : NULL;
    if (fn && fn->kind == EXPR_ATTR && c->at[0] == fn->attr.base) {
        return eval_object_method(ix, c, arg, fn->attr.name);
    }
    const char *binary = c->op == OP_ROUND         ? "__round__"
                         : c->op == OP_DIVMOD      ? "__divmod__"
                         : c->op == OP_BUILTIN_POW ? "__pow__"
                                                   : NULL;
    if (binary && it_is_either(arg[0])) {
        bool given = c->n > 1 && c->at[1] && c->at[1]->kind != EXPR_NONE;
        struct applied of = {.n = given, .arg = arg + 1, .at = c->at + 1, .node = c->expr};
        return eval_object_call(ix, c, arg[0], binary, c->at[0], &of);
    }
    const char *method = c->op == OP_LEN   ? "__len__"
                         : c->op == OP_SUM ? "_sum"
                         : c->op == OP_MAX ? "_max"
                         : c->op == OP_MIN ? "_min"
                                           : NULL;
    bool has = method && c->n == 1 && (c->op == OP_LEN || class_method(arg[0]->of, method));
    return has ? eval_object_plain(ix, c, arg[0], method, false)
               : infer_refuse_type(ix, c, op_info[c->op].name, arg[0]);
}

/* How many of its first arguments a function of NumPy takes as arrays, lists and tuples too. */
static int n_arrays(const struct con *c) {
    if (rule_is_reduction(c->op) || special_info(c->op)->family == FAMILY_PLACES) {
        return c->module == IN_NP;
    }
    switch (special_info(c->op)->family) {
    case FAMILY_VIEW:
        return c->op != OP_BROADCAST_ARRAYS;
    case FAMILY_WRITE:
        return 2;
    default:
        return c->op == OP_WHERE || c->op == OP_CLIP ? c->n : 0;
    }
}

struct itype *eval_special(struct infer *ix, const struct con *c, struct itype **arg) {
    bool of_several = c->n > 1 && (c->op == OP_MIN || c->op == OP_MAX) && c->expr &&
                      c->expr->kind == EXPR_CALL && c->expr->call.fn->kind == EXPR_NAME;
    bool object = c->n > 0 && (arg[0]->kind == IT_OBJECT || eval_is_sparse(arg[0]));
    if (object && c->op != OP_ISINSTANCE && !of_several) {
        return special_of_object(ix, c, arg);
    }
    struct itype *by_prelude = eval_by_arrays(ix, c, arg);
    if (by_prelude) {
        return by_prelude;
    }
    if (op_info[c->op].class_ == OPC_SPECIAL) {
        eval_take_arrays(ix, n_arrays(c), arg);
    }
    size_t size =
        sizeof(*arg) * (size_t)c->n; /* they are the constraint's own: it is solved again */
    arg = c->written ? memcpy(ARENA_ARRAY(ix->arena, struct itype *, c->n), arg, size) : arg;
    c = decide_written(ix, c, arg);
    struct itype *t = special_type(ix, c, arg);
    struct callee *callee = t->kind != IT_ERROR ? eval_callee(ix, c, CALLEE_OP, c->n) : NULL;
    if (callee) {
        callee->dtype = t->kind == IT_SCALAR || t->kind == IT_STATIC || t->kind == IT_ARRAY
                            ? t->dtype
                            : DT_COUNT;
        if (rule_is_reduction(c->op) && c->module == IN_NP) {
            callee->axes = reduction_axes(c, arg[0]->rank);
            callee->keepdims = reduction_keeps(c);
        }
        if (c->op == OP_ISINSTANCE && it_is_either(arg[0]) && c->expr->call.n == 2) {
            callee->axes = eval_type_kinds(ix, c->expr);
        }
        for (int i = 0; i < c->n; ++i) {
            callee->arg[i] = (struct expr *)c->at[i];
        }
    }
    return t;
}
