/* Operators, and functions on scalars or element by element. */
#include "eval.h"
#include "rules.h"
#include "sequence.h"

/* An operation with an operand that is no number: all are named. */
static struct itype *bad_operands(struct infer *ix, const struct con *c, int n, struct itype **arg,
                                  const struct expr **at) {
    const char *types = "", *none = NULL;
    bool text = false, number = false;
    for (int i = 0; i < n; ++i) {
        bool is_text = it_is_text(arg[i]), is_none = arg[i]->kind == IT_NONE;
        types = arena_printf(ix->arena, "%s%s%s", types, i ? " and " : "",
                             is_text ? "str" : it_name(ix->arena, arg[i]));
        text = text || is_text;
        number = number || arg[i]->kind == IT_SCALAR;
        none = is_none && at && at[i] && at[i]->kind == EXPR_NAME ? at[i]->name.name : none;
    }
    struct diag_message *m = infer_error(ix, DIAG_PY302, c->span, "'%s' cannot be applied to %s",
                                         infer_called(ix, c), types);
    if (none) {
        infer_fix(ix, m, "ask before: if %s is not None", none);
    } else if (c->op == OP_ADD && text && number) {
        infer_fix(ix, m, "write str(...) around the number, or f'...{x}'");
    }
    return infer_bad(ix);
}

static bool is_strong_int(const struct itype *t) {
    return !dtype_weak(t->dtype) && join_kind(t->dtype) == KIND_INT;
}

/* A Python int that is written beside a NumPy integer must fit its type. */
static bool literals_fit(struct infer *ix, enum op op, int n, struct itype **arg,
                         const struct expr **at, const struct rule_types *t) {
    bool strong = false;
    for (int i = 0; i < n; ++i) {
        strong = strong || is_strong_int(arg[i]);
    }
    if (!strong || op_info[op].rule == RULE_COMPARE) {
        return true;
    }
    for (int i = 0; i < n; ++i) {
        if (arg[i]->dtype == DT_INT && at && at[i] &&
            !infer_literal_fits(ix, at[i], t->operand[i])) {
            return false;
        }
    }
    return true;
}

/* The whole of `a + b`, where c->span is its operator. */
static struct span operation_span(const struct con *c) {
    bool binary = c->kind == CON_OP && c->n == 2 && c->at[0] && c->at[1];
    return binary ? span_join(c->span, span_join(c->at[0]->span, c->at[1]->span)) : c->span;
}

/* Functions of module math take no arrays, and np.real and np.imag would give views of them. */
static bool takes_arrays(struct infer *ix, const struct con *c, enum op op, enum op_module module) {
    if (module != IN_MATH && op_info[op].rule != RULE_PART) {
        return true;
    }
    if (module == IN_MATH) {
        struct diag_message *m = infer_error(ix, DIAG_PY302, operation_span(c),
                                             "functions of module math take no arrays");
        infer_fix(ix, m, "use NumPy's function of the same purpose");
    } else {
        infer_whole_array(ix, operation_span(c));
    }
    return false;
}

struct itype *eval_rule(struct infer *ix, const struct con *c, enum op op, enum op_module module,
                        int n, struct itype **arg, const struct expr **at) {
    enum dtype d[OP_MAX_OPERANDS] = {DT_COUNT, DT_COUNT, DT_COUNT, DT_COUNT};
    for (int i = 0; i < n; ++i) {
        if (arg[i]->kind != IT_SCALAR && arg[i]->kind != IT_ARRAY) {
            return bad_operands(ix, c, n, arg, at);
        }
        d[i] = arg[i]->dtype;
    }
    if (eval_rank(n, arg) >= 0 && !takes_arrays(ix, c, op, module)) {
        return infer_bad(ix);
    }
    if (eval_rank(n, arg) > 0) {
        rule_for_arrays(n, d);
    }
    int64_t exponent = 0;
    bool negative =
        op == OP_POW && n == 2 && at && at[1] && infer_const_int(at[1], &exponent) && exponent < 0;
    if (op == OP_POW && n == 2 && module == IN_OPERATOR && arg[0]->kind == IT_ARRAY &&
        d[0] == DT_BOOL && d[1] == DT_INT && at && at[1] &&
        (!infer_const_int(at[1], &exponent) || exponent == 2)) {
        infer_error(ix, DIAG_PY302, c->span,
                    "the square of bools is int8 in NumPy, other powers are int64; write "
                    "np.square(a), or a.astype(int) ** n");
        return infer_bad(ix);
    }
    struct rule_types t;
    const char *why = "the types do not fit";
    if (!rule_apply(op, module, n, d, negative, &t, &why)) {
        const char *types = dtype_info[d[0]].name;
        for (int i = 1; i < n; ++i) {
            types = arena_printf(ix->arena, "%s and %s", types, dtype_info[d[i]].name);
        }
        struct diag_message *m = infer_error(
            ix, DIAG_PY302, c->span, "'%s' cannot be applied to %s", infer_called(ix, c), types);
        infer_hint(ix, m, why);
        return infer_bad(ix);
    }
    return literals_fit(ix, op, n, arg, at, &t) ? eval_elements(ix, t.result, n, arg)
                                                : infer_bad(ix);
}

/* a += b on an array: the result is cast back as NumPy's 'same_kind' allows, and has a's shape. */
static struct itype *eval_in_place(struct infer *ix, const struct con *c, struct itype *a,
                                   struct itype *result) {
    if (result->kind == IT_ERROR) {
        return result;
    }
    if (!eval_writable(ix, operation_span(c), a)) {
        return infer_bad(ix);
    }
    bool time = dtype_is_time(result->dtype) || dtype_is_time(a->dtype);
    if (dtype_info[result->dtype].kind > dtype_info[a->dtype].kind ||
        (time && !(dtype_is_time(result->dtype) && dtype_is_time(a->dtype) &&
                   rule_time_converts(result->dtype, a->dtype)))) {
        struct diag_message *m = infer_error(
            ix, DIAG_PY302, operation_span(c),
            "the result of '%s' is %s, which an array of %s cannot hold in place",
            op_info[c->op].name, dtype_info[result->dtype].name, dtype_info[a->dtype].name);
        infer_hint(ix, m, "NumPy raises UFuncTypeError here");
        infer_fix(ix, m, "write a new array: a = a %s ...", op_info[c->op].name);
        return infer_bad(ix);
    }
    if (result->kind == IT_ARRAY && result->rank > a->rank) {
        infer_error(ix, DIAG_PY302, operation_span(c),
                    "the result has %d axes, which do not fit %s in place", result->rank,
                    it_name(ix->arena, a));
        return infer_bad(ix);
    }
    return a;
}

/* out=, where=: the result is the array given. */
static struct itype *written_into(struct infer *ix, const struct con *c, struct itype *out,
                                  struct itype *where, struct itype *t) {
    const char *why = NULL;
    int rank = t->kind == IT_ARRAY ? t->rank : 0;
    if (out->kind != IT_ARRAY || out->rank == 0 || out->rank < rank) {
        why = arena_printf(ix->arena, "out is an array for the result, %s, not %s",
                           it_name(ix->arena, t), it_name(ix->arena, out));
    } else if (dtype_info[t->dtype].kind > dtype_info[out->dtype].kind ||
               ((dtype_is_time(t->dtype) || dtype_is_time(out->dtype)) && t->dtype != out->dtype)) {
        why = arena_printf(ix->arena, "Cannot cast ufunc '%s' output from %s to %s",
                           op_info[c->op].name, dtype_info[dtype_strong(t->dtype)].name,
                           dtype_info[out->dtype].name);
    } else if (where->kind != IT_NONE && ((where->kind != IT_ARRAY && where->kind != IT_SCALAR) ||
                                          dtype_info[where->dtype].kind != KIND_BOOL ||
                                          (where->kind == IT_ARRAY && where->rank > out->rank))) {
        why = "where is an array of bools that broadcasts to out";
    }
    if (why) {
        infer_error(ix, DIAG_PY303, c->span, "%s", why);
    }
    bool fine = !why && eval_writable(ix, c->at[c->n - 2]->span, out);
    return fine ? out : infer_bad(ix);
}

static bool is_member(const struct itype *t) {
    return t && t->kind == IT_TUPLE && t->of && t->of->enumerates;
}

/* Members of an Enum are tuples here, which Python's are not: what their class has no method for,
 * and is no test whether they are equal. */
static bool uses_member(const struct con *c, struct itype **arg) {
    bool equal = c->op == OP_EQ || c->op == OP_NE || c->op == OP_IN || c->op == OP_NOT_IN ||
                 c->op == OP_IS || c->op == OP_IS_NOT;
    bool other = c->n == 2 && arg[0]->kind == IT_TUPLE && arg[1]->kind == IT_TUPLE &&
                 arg[0]->of != arg[1]->of && c->op != OP_IN && c->op != OP_NOT_IN;
    bool member = is_member(arg[0]) || (c->n == 2 && is_member(arg[1]));
    return member && (!equal || other);
}

/* Does the class say itself what is equal? */
static bool compares_itself(const struct itype *t) {
    const struct func *equal = class_method(t->of, "__eq__"),
                      *other = class_method(t->of, "__ne__");
    return other || (equal && equal->span.lo != t->of->span.lo);
}

/* A member is neither a number nor a text nor a member of another class, and equal to none. */
static bool differs_from_member(const struct con *c, struct itype **arg) {
    bool tests = c->n == 2 && !c->expr &&
                 (c->op == OP_EQ || c->op == OP_NE || c->op == OP_IS || c->op == OP_IS_NOT);
    bool differs = false;
    for (int i = 0; tests && i < 2; ++i) {
        const struct itype *other = arg[1 - i];
        bool number = other->kind == IT_SCALAR && dtype_weak(other->dtype);
        bool text = (other->kind == IT_STATIC && other->text) || it_is_str(other);
        bool member = is_member(other) && other->of != arg[i]->of;
        bool own = c->op != OP_IS && c->op != OP_IS_NOT &&
                   ((is_member(arg[i]) && compares_itself(arg[i])) ||
                    (is_member(other) && compares_itself(other)));
        differs = differs || (is_member(arg[i]) && !own && (number || text || member));
    }
    return differs;
}

/* Lists and tuples beside an array, and those that a function of NumPy takes, are arrays; NULL:
 * there are none. */
static struct itype **as_arrays(struct infer *ix, const struct con *c, struct itype **arg) {
    bool taken = c->expr && c->module == IN_NP;
    for (int i = 0; i < c->n; ++i) {
        taken = taken || (arg[i]->kind == IT_ARRAY && (i == 0 || !c->in_place));
    }
    taken = taken && c->op != OP_IN && c->op != OP_NOT_IN;
    struct itype **made = ARENA_ARRAY(ix->arena, struct itype *, c->n);
    for (int i = 0; i < c->n; ++i) {
        made[i] = arg[i];
    }
    return taken && eval_take_arrays(ix, c->n, made) ? made : NULL;
}

struct itype *eval_op(struct infer *ix, const struct con *c, struct itype **arg) {
    bool in = c->op == OP_IN || c->op == OP_NOT_IN, either = false;
    for (int i = 0; in && i < c->n; ++i) {
        either = either || it_is_either(arg[i]);
    }
    if (in && c->parts && either) {
        return eval_among(ix, c, arg, "_among");
    }
    if (in && (arg[0]->kind == IT_OBJECT || is_member(arg[0]))) {
        bool list =
            !c->parts && (arg[1]->kind == IT_LIST || (arg[1]->kind == IT_TUPLE && !arg[1]->of));
        struct itype *t = c->parts ? eval_among(ix, c, arg, "_in_list")
                          : list   ? eval_by_arrays(ix, c, arg)
                                   : NULL;
        if (t) {
            return t;
        }
    }
    for (int i = 0; i < c->n && i < 2; ++i) {
        if (differs_from_member(c, arg)) {
            return it_known(&ix->types, DT_PYBOOL, c->op == OP_NE || c->op == OP_IS_NOT);
        }
        struct itype *by_method = arg[i]->kind == IT_TUPLE ? eval_named_op(ix, c, arg) : NULL;
        if (!by_method && arg[i]->kind != IT_OBJECT && uses_member(c, arg)) {
            return infer_refuse(ix, DIAG_PY302, c->at[i] ? c->at[i]->span : c->span,
                                "members of an Enum are compared and kept only", "take its .value");
        }
        if (by_method || arg[i]->kind == IT_OBJECT) {
            return by_method ? by_method : eval_object_op(ix, c, arg);
        }
    }
    for (int i = 0; c->expr && i < c->n; ++i) {
        arg[i] = it_is_either(arg[i]) ? it_scalar(&ix->types, DT_FLOAT) : arg[i];
    }
    bool compares =
        c->n == 2 && c->op != OP_ADD && c->op != OP_IS && c->op != OP_IS_NOT && !c->expr;
    bool functions = false;
    for (int i = 0; compares && i < 2; ++i) {
        functions = functions || (arg[i]->kind == IT_TUPLE && use_holds_function(arg[i]));
    }
    if (functions) {
        return infer_refuse(ix, DIAG_PY302, c->span, "tuples of functions are not compared", NULL);
    }
    if (in && !c->parts && c->n == 2 && (arg[1]->kind == IT_SCALAR || arg[1]->kind == IT_NONE)) {
        infer_no_sequence(ix, c->span, 0, "argument of type '%s' is not iterable", arg[1]);
        return infer_refuse(
            ix, DIAG_PY302, c->span,
            arena_printf(ix->arena, "'in' asks what has items, not %s", it_name(ix->arena, arg[1])),
            NULL);
    }
    struct itype *found = eval_by_arrays(ix, c, arg),
                 **arrays = found ? NULL : as_arrays(ix, c, arg);
    if (found) {
        return found;
    }
    arg = arrays ? arrays : arg;
    if (c->n == 2 && arg[0]->kind == IT_TUPLE && arg[1]->kind == IT_TUPLE && !c->expr) {
        return eval_tuples(ix, c, arg);
    }
    bool repeats = c->n == 2 && c->op == OP_MUL && !c->in_place && !c->expr;
    if (repeats && ((arg[0]->kind == IT_TUPLE && arg[1]->kind == IT_SCALAR) ||
                    (arg[0]->kind == IT_SCALAR && arg[1]->kind == IT_TUPLE))) {
        return eval_repeated(ix, c, arg);
    }
    bool list = arg[0]->kind == IT_LIST || (c->n == 2 && arg[1]->kind == IT_LIST);
    if (list && !c->expr && op_info[c->op].class_ != OPC_SPECIAL) {
        return eval_list_op(ix, c, arg);
    }
    if (op_info[c->op].class_ == OPC_LIB) { /* a @ b, a @= b */
        return eval_lib(ix, c, arg);
    }
    struct itype *decided = decide_op(ix, c, arg);
    if (decided) {
        return decided;
    }
    bool into = c->expr && c->n > op_operands(c->op);
    int n = into ? op_operands(c->op) : c->n;
    struct itype *t = eval_rule(ix, c, c->op, c->module, n, arg, c->at);
    t = c->expr ? t : decide_value(ix, c, arg, t);
    t = into && t->kind != IT_ERROR ? written_into(ix, c, arg[n], arg[n + 1], t) : t;
    if (c->in_place && arg[0]->kind == IT_ARRAY) {
        return eval_in_place(ix, c, arg[0], t);
    }
    struct callee *callee =
        c->expr && t->kind != IT_ERROR ? eval_callee(ix, c, CALLEE_OP, c->n) : NULL;
    for (int i = 0; callee && i < c->n; ++i) {
        callee->arg[i] = (struct expr *)c->at[i];
        callee->dtype = t->dtype;
    }
    return t;
}
