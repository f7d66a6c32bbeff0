/* Constraints on ground operands: operators, truth, attributes, loops over arrays. */
#include "list.h"
#include "rules.h"
#include "sequence.h"

#include <string.h>

struct callee *eval_callee(struct infer *ix, const struct con *c, enum callee_kind kind, int n) {
    struct use *u = ix->checking;
    if (ix->silent || !u || !u->instance || !c->expr) {
        return NULL;
    }
    struct callee *callee = ARENA_NEW(ix->keep, struct callee);
    callee->kind = kind;
    callee->op = c->kind == CON_OP || c->kind == CON_SPECIAL ? c->op : OP_COUNT;
    callee->module = c->module;
    callee->dtype = DT_COUNT;
    callee->n = n;
    callee->arg = ARENA_ARRAY(ix->keep, struct expr *, n);
    u->instance->callee[c->expr->id] = callee;
    return callee;
}

/* ---- operators */

bool eval_literal_fits(struct infer *ix, const struct expr *e, enum dtype d) {
    int64_t v;
    const struct dtype_info *info = &dtype_info[d];
    if (!e || dtype_weak(d) || (info->kind != KIND_INT && info->kind != KIND_UINT) ||
        !infer_const_int(e, &v)) {
        return true;
    }
    int bits = 8 * info->bytes;
    bool fits = info->kind == KIND_UINT ? v >= 0 && (bits == 64 || v < (int64_t)1 << bits)
                                        : bits == 64 || (v >= -((int64_t)1 << (bits - 1)) &&
                                                         v < (int64_t)1 << (bits - 1));
    if (!fits) {
        struct diag_message *m =
            infer_error(ix, DIAG_PY308, e->span, "%lld does not fit %s", (long long)v, info->name);
        if (m) {
            diag_hint(ix->diag, m, "NumPy raises OverflowError here");
        }
    }
    return fits;
}

static struct itype *bad_operand(struct infer *ix, const struct con *c, const char *name,
                                 struct itype *t) {
    if (t->kind == IT_NONE) {
        infer_error(ix, DIAG_PY302, c->span, "'%s' is applied to None", name);
    } else {
        infer_error(ix, DIAG_PY302, c->span, "'%s' is applied to %s", name, it_name(ix->arena, t));
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
            !eval_literal_fits(ix, at[i], t->operand[i])) {
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

int eval_rank(int n, struct itype **arg) {
    int rank = -1;
    for (int i = 0; i < n; ++i) {
        if (arg[i]->kind == IT_ARRAY && arg[i]->rank > rank) {
            rank = arg[i]->rank;
        }
    }
    return rank;
}

struct itype *eval_elements(struct infer *ix, enum dtype d, int n, struct itype **arg) {
    int rank = eval_rank(n, arg);
    return rank > 0 ? it_array(&ix->types, d, rank, TY_C) : it_scalar(&ix->types, d);
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
    enum dtype d[3] = {DT_COUNT, DT_COUNT, DT_COUNT};
    const char *name = op_info[op].name;
    for (int i = 0; i < n; ++i) {
        if (arg[i]->kind != IT_SCALAR && arg[i]->kind != IT_ARRAY) {
            return bad_operand(ix, c, name, arg[i]);
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
        struct diag_message *m =
            infer_error(ix, DIAG_PY302, c->span, "'%s' cannot be applied to %s", name, types);
        if (m) {
            diag_hint(ix->diag, m, "%s", why);
        }
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
    if (dtype_info[result->dtype].kind > dtype_info[a->dtype].kind) {
        struct diag_message *m = infer_error(
            ix, DIAG_PY302, operation_span(c),
            "the result of '%s' is %s, which an array of %s cannot hold in place",
            op_info[c->op].name, dtype_info[result->dtype].name, dtype_info[a->dtype].name);
        if (m) {
            diag_hint(ix->diag, m, "NumPy raises UFuncTypeError here");
        }
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
    } else if (dtype_info[t->dtype].kind > dtype_info[out->dtype].kind) {
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

struct itype *eval_op(struct infer *ix, const struct con *c, struct itype **arg) {
    if (c->n == 2 && arg[0]->kind == IT_TUPLE && arg[1]->kind == IT_TUPLE && !c->expr) {
        return eval_tuples(ix, c, arg);
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
    bool into = c->expr && c->n > rule_operands(c->op);
    int n = into ? rule_operands(c->op) : c->n;
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

/* ---- truth, integers */

static struct itype *eval_truth(struct infer *ix, const struct con *c, struct itype **arg) {
    if (arg[0]->kind == IT_SCALAR || arg[0]->kind == IT_TUPLE || arg[0]->kind == IT_LIST ||
        decide_truth(arg[0]) != TRUTH_UNKNOWN) {
        return arg[0];
    }
    struct diag_message *m = infer_error(ix, DIAG_PY302, c->span, "%s has no truth value here",
                                         it_name(ix->arena, arg[0]));
    if (arg[0]->kind == IT_ARRAY) {
        infer_fix(ix, m, "use a.any() or a.all(), or test an element or the size: a.size > 0");
    }
    return infer_bad(ix);
}

static struct itype *eval_int(struct infer *ix, const struct con *c, struct itype **arg) {
    for (int i = 0; i < c->n; ++i) {
        if (arg[i]->kind == IT_SCALAR && dtype_info[arg[i]->dtype].kind <= KIND_INT &&
            arg[i]->dtype != DT_BOOL) {
            continue;
        }
        if (arg[i]->kind == IT_NONE && c->op != OP_RANGE && c->op != OP_PRANGE) {
            continue; /* a[None:n] is a[:n] */
        }
        struct diag_message *m =
            infer_error(ix, DIAG_PY302, c->at[i] ? c->at[i]->span : c->span,
                        "an integer is needed here, not %s", it_name(ix->arena, arg[i]));
        if (arg[i]->kind == IT_SCALAR) {
            infer_fix(ix, m, "write int(...)");
        }
        return infer_bad(ix);
    }
    return it_scalar(&ix->types, DT_INT);
}

/* ---- loops over arrays */

/* What a list or an array is made of, item by item; NULL: it is neither. */
static struct itype *sequence_item(struct infer *ix, const struct itype *a) {
    if (a->kind == IT_LIST) {
        return a->item[0];
    }
    if (a->kind == IT_ARRAY && a->rank == 1) {
        return it_scalar(&ix->types, a->dtype);
    }
    if (a->kind == IT_ARRAY && a->rank > 1) {
        return it_array(&ix->types, a->dtype, a->rank - 1,
                        eval_view_layout(a, a->layout == TY_C ? TY_C : TY_ANY));
    }
    return NULL;
}

/* The one type that all items of a tuple have; NULL: they differ. */
static struct itype *tuple_item(struct infer *ix, const struct itype *t) {
    struct itype *one = t->n > 0 ? t->item[0] : NULL;
    for (int i = 1; one && i < t->n; ++i) {
        bool same = it_forget(&ix->types, t->item[i]) == it_forget(&ix->types, one);
        one = same ? one : one->kind == IT_TUPLE ? NULL : join_strict(&ix->types, one, t->item[i]);
    }
    one = one ? it_forget(&ix->types, one) : NULL;
    bool fits = one && (one->kind == IT_SCALAR || one->kind == IT_ARRAY || one->kind == IT_TUPLE);
    return fits ? one : NULL;
}

struct itype *eval_part_of(struct infer *ix, struct itype *t, int part, int parts) {
    if (t->kind == IT_TUPLE) {
        return t->n == parts ? t->item[part] : NULL;
    }
    return sequence_item(ix, t);
}

static struct itype *eval_part(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = eval_part_of(ix, arg[0], c->part, c->parts);
    if (!t && c->part == 0) {
        infer_error(ix, DIAG_PY301, c->span, "cannot unpack %s into %d variables",
                    it_name(ix->arena, arg[0]), c->parts);
    }
    return t ? t : infer_bad(ix);
}

static struct itype *eval_iter(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct itype *a = arg[0];
    struct itype *item = a->kind == IT_TUPLE ? tuple_item(ix, a) : sequence_item(ix, a);
    if (item) {
        return item;
    }
    struct diag_message *m = infer_error(ix, DIAG_PY305, c->span, "a loop cannot run over %s",
                                         it_name(ix->arena, arg[0]));
    if (a->kind == IT_TUPLE) {
        infer_fix(ix, m, "its items have several types: write the iterations out");
    } else if (a->kind == IT_SCALAR) {
        infer_fix(ix, m, "write range(...)");
    }
    return infer_bad(ix);
}

/* ---- attributes */

static struct itype *shape_type(struct infer *ix, int rank) {
    struct itype *item[TIR_MAX_RANK];
    for (int i = 0; i < rank; ++i) {
        item[i] = it_scalar(&ix->types, DT_INT);
    }
    return it_tuple(&ix->types, rank, item);
}

/* z.real and z.imag are views; a real array's .real is the array. */
static struct itype *part_type(struct infer *ix, const struct con *c, struct itype *a, bool imag) {
    bool complex = dtype_info[a->dtype].kind == KIND_COMPLEX;
    if (imag && !complex) {
        struct diag_message *m =
            infer_error(ix, DIAG_PY303, c->span, "an array of %s has no imaginary parts",
                        dtype_info[a->dtype].name);
        infer_fix(ix, m, "write np.zeros_like(...)");
        return infer_bad(ix);
    }
    return complex
               ? it_array(&ix->types, dtype_part(a->dtype), a->rank, eval_view_layout(a, TY_ANY))
               : a;
}

static struct itype *array_attr(struct infer *ix, const struct con *c, struct itype *a) {
    const char *name = c->expr->attr.name;
    if (strcmp(name, "shape") == 0) {
        return shape_type(ix, a->rank);
    }
    if (strcmp(name, "ndim") == 0) {
        return it_known(&ix->types, DT_INT, a->rank);
    }
    if (strcmp(name, "dtype") == 0) {
        return it_static_dtype(&ix->types, a->dtype);
    }
    if (strcmp(name, "itemsize") == 0) {
        return it_known(&ix->types, DT_INT, dtype_info[a->dtype].bytes);
    }
    if (strcmp(name, "size") == 0 || strcmp(name, "nbytes") == 0) {
        return it_scalar(&ix->types, DT_INT);
    }
    if (strcmp(name, "mT") == 0 && a->rank >= 2) {
        bool same = a->rank == 2 && a->layout != TY_READ;
        enum ty_layout turned = !same ? TY_ANY : a->layout == TY_C ? TY_F : TY_C;
        turned = a->layout == TY_ANY ? TY_ANY : turned;
        return it_array(&ix->types, a->dtype, a->rank, eval_view_layout(a, turned));
    }
    if (strcmp(name, "T") == 0) {
        enum ty_layout turned = a->layout == TY_C ? TY_F : a->layout == TY_F ? TY_C : a->layout;
        return it_array(&ix->types, a->dtype, a->rank, a->rank < 2 ? a->layout : turned);
    }
    if (strcmp(name, "real") == 0 || strcmp(name, "imag") == 0) {
        return part_type(ix, c, a, *name == 'i');
    }
    return NULL;
}

static struct itype *scalar_attr(struct infer *ix, const struct con *c, struct itype **arg) {
    const char *name = c->expr->attr.name;
    if (strcmp(name, "real") == 0) {
        return eval_rule(ix, c, OP_REAL, IN_OPERATOR, 1, arg, c->at);
    }
    if (strcmp(name, "imag") == 0) {
        return eval_rule(ix, c, OP_IMAG, IN_OPERATOR, 1, arg, c->at);
    }
    if (strcmp(name, "dtype") == 0 && !dtype_weak(arg[0]->dtype)) {
        return it_static_dtype(&ix->types, arg[0]->dtype);
    }
    return NULL;
}

static struct itype *eval_attr(struct infer *ix, const struct con *c, struct itype **arg) {
    static const char *const known[] = {"shape",    "ndim",   "size", "T",    "dtype",
                                        "itemsize", "nbytes", "real", "imag", "mT"};
    struct itype *t = arg[0]->kind == IT_ARRAY    ? array_attr(ix, c, arg[0])
                      : arg[0]->kind == IT_SCALAR ? scalar_attr(ix, c, arg)
                                                  : decide_attr(ix, arg[0], c->expr->attr.name);
    if (t) {
        return t;
    }
    const char *name = c->expr->attr.name;
    struct diag_message *m;
    m = infer_error(ix, DIAG_PY204, c->span, "%s has no attribute '%s' that the compiler knows",
                    it_name(ix->arena, arg[0]), name);
    const char *close = diag_closest(name, known, sizeof(known) / sizeof(*known));
    if (close && strcmp(close, name) != 0) {
        infer_fix(ix, m, "did you mean '%s'?", close);
    }
    return infer_bad(ix);
}

/* A function of the prelude raises whatever its arguments' values are: they are refused. */
static struct itype *eval_raise(struct infer *ix, const struct con *c) {
    if (!ix->silent && ix->checking && decide_certain(ix->checking, c->live)) {
        struct diag_message *m = infer_error(ix, DIAG_PY303, c->span, "%s", c->expr->str.text);
        if (m) {
            diag_hint(ix->diag, m, "NumPy raises %s here", c->sym->name);
        }
    }
    return &ix->types.none;
}

struct itype *con_eval(struct infer *ix, const struct con *c, struct itype **arg) {
    switch (c->kind) {
    case CON_OP:
        return eval_op(ix, c, arg);
    case CON_JOIN:
        return arg[0];
    case CON_TRUTH:
        return eval_truth(ix, c, arg);
    case CON_INT:
        return eval_int(ix, c, arg);
    case CON_INDEX:
        return eval_index(ix, c, arg);
    case CON_STORE:
        return eval_store(ix, c, arg);
    case CON_ATTR:
        return eval_attr(ix, c, arg);
    case CON_ITER:
        return eval_iter(ix, c, arg);
    case CON_PART:
        return eval_part(ix, c, arg);
    case CON_CALL:
        return eval_call(ix, c, arg);
    case CON_SPECIAL:
        return eval_special(ix, c, arg);
    case CON_CAST:
        return eval_cast(ix, c, arg);
    case CON_METHOD:
        return eval_method(ix, c, arg);
    case CON_LOGIC:
        return eval_logic(ix, c, arg);
    case CON_RAISE:
        return eval_raise(ix, c);
    }
    return infer_bad(ix);
}
