/* Casts (np.float32(x), int(x), x.astype(t)) and methods of arrays and numbers. */
#include "eval.h"
#include "rules.h"

#include <string.h>
#include <strings.h>

static struct itype *scalar(struct infer *ix, enum dtype d) {
    return it_scalar(&ix->types, d);
}

/* ---- casts */

/* Does float() take this text? Only what strtod reads alike. */
static bool is_float_text(const char *text) {
    static const char *const named[] = {"inf", "infinity", "nan"};
    static const char blank[] = " \t\n\v\f\r";
    text += strspn(text, blank);
    text += *text == '-' || *text == '+';
    for (int i = 0; i < 3; ++i) {
        size_t length = strlen(named[i]);
        if (strncasecmp(text, named[i], length) == 0 &&
            text[length + strspn(text + length, blank)] == '\0') {
            return true;
        }
    }
    size_t whole = strspn(text, "0123456789"), n = whole;
    size_t part = text[n] == '.' ? strspn(text + n + 1, "0123456789") : 0;
    n += text[n] == '.' ? part + 1 : 0;
    if (whole + part > 0 && (text[n] == 'e' || text[n] == 'E')) {
        size_t sign = text[n + 1] == '-' || text[n + 1] == '+';
        size_t digits = strspn(text + n + 1 + sign, "0123456789");
        n += digits ? 1 + sign + digits : 0;
    }
    return whole + part > 0 && text[n + strspn(text + n, blank)] == '\0';
}

/* float('inf'), np.float64("1.5"): the text is a constant. */
static bool text_fits(struct infer *ix, const struct con *c, const struct itype *t) {
    const struct expr *e = c->at[0];
    if (c->n == 1 && e && e->kind == EXPR_STR && t->text &&
        dtype_info[c->dtype].kind == KIND_FLOAT && is_float_text(t->text)) {
        return true;
    }
    infer_refuse(ix, DIAG_PY303, c->span,
                 arena_printf(ix->arena, "%s does not take this text", dtype_info[c->dtype].name),
                 "float() takes a number as written, 'inf' and 'nan'");
    return false;
}

static bool cast_fits(struct infer *ix, const struct con *c, int i, struct itype *t) {
    if (t->kind == IT_ARRAY) {
        infer_whole_array(ix, c->span);
        return false;
    }
    if (t->kind == IT_STATIC) {
        return text_fits(ix, c, t);
    }
    if (t->kind != IT_SCALAR) {
        infer_refuse_type(ix, c, dtype_info[c->dtype].name, t);
        return false;
    }
    if (!it_is_real(t) && (dtype_info[c->dtype].kind != KIND_COMPLEX || c->n == 2) &&
        dtype_info[c->dtype].kind != KIND_BOOL) {
        infer_refuse(
            ix, DIAG_PY303, c->span,
            arena_printf(ix->arena, "%s does not take a complex number", dtype_info[c->dtype].name),
            "take its .real part");
        return false;
    }
    return infer_literal_fits(ix, c->at[i], c->dtype);
}

/* A call that gives the array `of` itself. */
static struct itype *itself(struct infer *ix, const struct con *c, struct itype *a,
                            struct expr *of) {
    struct callee *callee = eval_callee(ix, c, CALLEE_OP, 2);
    if (callee) {
        callee->op = OP_ASARRAY;
        callee->dtype = a->dtype;
        callee->module = IN_NP;
        callee->arg[0] = of;
    }
    return a;
}

/* np.float32(a): a.astype(np.float32), a itself where it has the type. Of an array without axes it
 * is a number. */
static struct itype *cast_array(struct infer *ix, const struct con *c, struct itype *a) {
    bool complex = dtype_info[a->dtype].kind == KIND_COMPLEX;
    if (complex && dtype_info[c->dtype].kind < KIND_COMPLEX) {
        return infer_refuse(
            ix, DIAG_PY303, c->span,
            arena_printf(ix->arena, "%s would drop the imaginary parts", dtype_info[c->dtype].name),
            "take the .real part");
    }
    if (dtype_weak(c->dtype) && a->rank > 0) {
        return infer_refuse(ix, DIAG_PY303, c->span,
                            "only length-1 arrays can be converted to Python scalars",
                            "write a.item(), or a[0] for an element");
    }
    if (c->dtype == a->dtype && a->rank > 0) {
        return itself(ix, c, a, (struct expr *)c->at[0]);
    }
    struct callee *callee = eval_callee(ix, c, CALLEE_CAST, a->rank == 0);
    if (callee) {
        callee->dtype = c->dtype;
        *(a->rank == 0 ? &callee->arg[0] : &callee->self) = (struct expr *)c->at[0];
    }
    return a->rank > 0 ? it_array(&ix->types, c->dtype, a->rank, a->layout == TY_F ? TY_F : TY_C)
                       : scalar(ix, c->dtype);
}

struct itype *eval_cast(struct infer *ix, const struct con *c, struct itype **arg) {
    if (c->n == 1 && arg[0]->kind == IT_ARRAY) {
        struct itype *truth = eval_by_arrays(ix, c, arg);
        return truth ? truth : cast_array(ix, c, arg[0]);
    }
    const char *method = c->dtype == DT_INT       ? "__int__"
                         : c->dtype == DT_FLOAT   ? "__float__"
                         : c->dtype == DT_COMPLEX ? "__complex__"
                                                  : NULL;
    if (c->n == 1 && method && arg[0]->of && class_method(arg[0]->of, method)) {
        struct itype *t = eval_object_plain(ix, c, arg[0], method, false);
        bool fits = !t || t->kind == IT_ERROR || (t->kind == IT_SCALAR && t->dtype == c->dtype);
        return fits ? t
                    : infer_refuse(ix, DIAG_PY303, c->span,
                                   arena_printf(ix->arena, "%s returns %s here", method,
                                                it_name(ix->arena, t)),
                                   "return what the method is named after");
    }
    if (c->n == 1 && it_is_either(arg[0]) && c->dtype == DT_PYBOOL) {
        return eval_object_plain(ix, c, arg[0], "__bool__", false);
    }
    bool truth = c->dtype == DT_PYBOOL && c->n == 1 &&
                 (arg[0]->kind == IT_LIST || arg[0]->kind == IT_TUPLE || arg[0]->kind == IT_OBJECT);
    if (truth) {
        struct itype *t = eval_truth(ix, c, arg);
        if (!t || t->kind == IT_ERROR) {
            return t;
        }
    }
    for (int i = 0; i < c->n && !truth; ++i) {
        if (!cast_fits(ix, c, i, arg[i])) {
            return infer_bad(ix);
        }
    }
    struct callee *callee = eval_callee(ix, c, CALLEE_CAST, c->n);
    for (int i = 0; callee && i < c->n; ++i) {
        callee->dtype = c->dtype;
        callee->arg[i] = (struct expr *)c->at[i];
    }
    return scalar(ix, c->dtype);
}

/* ---- methods */

static struct itype *no_arguments(struct infer *ix, const struct con *c, struct itype *t) {
    if (c->n == 1) {
        return t;
    }
    infer_error(ix, DIAG_PY205, c->span, "arguments of %s() are not supported",
                c->expr->call.fn->attr.name);
    return infer_bad(ix);
}

static enum dtype weak_of(enum dtype d) {
    static const enum dtype weak[] = {[KIND_BOOL] = DT_PYBOOL,
                                      [KIND_UINT] = DT_INT,
                                      [KIND_INT] = DT_INT,
                                      [KIND_FLOAT] = DT_FLOAT,
                                      [KIND_COMPLEX] = DT_COMPLEX};
    return weak[dtype_info[d].kind];
}

static struct itype *array_method(struct infer *ix, const struct con *c, struct itype **arg,
                                  const char *name) {
    struct itype *a = arg[0];
    bool complex = dtype_info[a->dtype].kind == KIND_COMPLEX;
    if (strcmp(name, "item") == 0) {
        return no_arguments(ix, c, scalar(ix, weak_of(a->dtype)));
    }
    if (strcmp(name, "astype") == 0) {
        enum dtype d = eval_dtype(c, arg[1], a->dtype);
        if (complex && dtype_info[d].kind != KIND_COMPLEX && d != DT_BOOL) {
            return infer_refuse(ix, DIAG_PY303, c->span, "astype would drop the imaginary parts",
                                "take the .real part");
        }
        return it_array(&ix->types, d, a->rank, a->layout == TY_F ? TY_F : TY_C);
    }
    if (strcmp(name, "flatten") == 0) {
        return no_arguments(ix, c, it_array(&ix->types, a->dtype, 1, TY_C));
    }
    if (strcmp(name, "fill") == 0 && c->n == 2) {
        if (!eval_writable(ix, c->span, a)) {
            return infer_bad(ix);
        }
        return eval_fill_fits(ix, c, arg[1], a->dtype) ? &ix->types.none : infer_bad(ix);
    }
    return NULL;
}

/* a.conj() is np.conj(a), but the array itself where it is real. */
static struct itype *conjugate(struct infer *ix, const struct con *c, struct itype **arg) {
    if (arg[0]->dtype == DT_BOOL) {
        return infer_refuse(ix, DIAG_PY303, c->span, "bools have no conjugate", "write a.copy()");
    }
    bool real = dtype_info[arg[0]->dtype].kind != KIND_COMPLEX;
    struct itype *t =
        no_arguments(ix, c, real ? arg[0] : eval_rule(ix, c, OP_CONJ, IN_NP, 1, arg, NULL));
    if (real && t->kind != IT_ERROR) {
        return itself(ix, c, t, c->expr->call.fn->attr.base);
    }
    struct callee *callee = t->kind == IT_ERROR ? NULL : eval_callee(ix, c, CALLEE_OP, 1);
    if (callee) {
        callee->op = OP_CONJ;
        callee->dtype = arg[0]->dtype;
        callee->module = IN_NP;
        callee->arg[0] = c->expr->call.fn->attr.base;
    }
    return t;
}

static struct itype *scalar_method(struct infer *ix, const struct con *c, struct itype **arg,
                                   const char *name, enum op *op) {
    struct itype *x = arg[0];
    bool conj = strcmp(name, "conj") == 0 || strcmp(name, "conjugate") == 0;
    if (conj && x->dtype == DT_BOOL) {
        return infer_refuse(ix, DIAG_PY303, c->span, "bools have no conjugate", "leave it out");
    }
    if (strcmp(name, "conjugate") == 0 || (strcmp(name, "conj") == 0 && !dtype_weak(x->dtype))) {
        *op = OP_CONJ;
        struct itype *t = eval_rule(ix, c, OP_CONJ, IN_OPERATOR, 1, arg, NULL);
        return no_arguments(ix, c, t);
    }
    if (strcmp(name, "item") == 0 && !dtype_weak(x->dtype)) {
        return no_arguments(ix, c, scalar(ix, weak_of(x->dtype)));
    }
    if (strcmp(name, "astype") == 0 && !dtype_weak(x->dtype)) {
        enum dtype d = eval_dtype(c, arg[1], x->dtype);
        if (!it_is_real(x) && dtype_info[d].kind != KIND_COMPLEX) {
            return infer_refuse(ix, DIAG_PY303, c->span, "astype would drop the imaginary part",
                                "take .real first");
        }
        return scalar(ix, d);
    }
    return NULL;
}

bool eval_foreign_method(struct infer *ix, const struct con *c, int i, struct itype **arg) {
    const struct expr *fn = c->expr && c->expr->kind == EXPR_CALL ? c->expr->call.fn : NULL;
    if (!fn || fn->kind != EXPR_ATTR || i >= c->n || c->at[i] != fn->attr.base ||
        arg[i]->kind != IT_SCALAR || !dtype_weak(arg[i]->dtype)) {
        return false;
    }
    const char *name = fn->attr.name, *of = it_name(ix->arena, arg[i]);
    bool deletes = strcmp(name, "delitem") == 0 || strcmp(name, "delslice") == 0; /* parse_del.c */
    infer_refuse(ix, DIAG_PY303, c->span,
                 deletes ? arena_printf(ix->arena, "%s has no items to delete", of)
                         : arena_printf(ix->arena, "%s has no method '%s'", of, name),
                 deletes ? NULL : arena_printf(ix->arena, "write np.%s(...)", name));
    return true;
}

const char *eval_number_calls(const struct con *c, struct itype **arg) {
    static const char *const method[] = {
        "int__bit_length", "int__bit_count",    "int__as_integer_ratio",
        "int__to_bytes",   "float__is_integer", "float__as_integer_ratio",
        "float__hex"};
    const struct expr *fn = c->expr && c->expr->kind == EXPR_CALL ? c->expr->call.fn : NULL;
    const enum dtype d = c->n > 0 && arg[0]->kind == IT_SCALAR ? arg[0]->dtype : DT_COUNT;
    bool counts =
        d == DT_I64 && fn && fn->kind == EXPR_ATTR && strcmp(fn->attr.name, "bit_count") == 0;
    const char *class = d == DT_INT || d == DT_PYBOOL || counts ? "int__"
                        : d == DT_FLOAT || d == DT_F64          ? "float__"
                                                                : NULL;
    for (size_t i = 0; class && fn && fn->kind == EXPR_ATTR && i < sizeof method / sizeof *method;
         ++i) {
        size_t n = strlen(class);
        if (strncmp(method[i], class, n) == 0 && strcmp(method[i] + n, fn->attr.name) == 0) {
            return method[i];
        }
    }
    return NULL;
}

/* x.bit_length(), x.is_integer(): the prelude has them. */
static struct itype *prelude_method(struct infer *ix, const struct con *c, struct itype **arg) {
    const char *name = eval_number_calls(c, arg);
    struct applied of = {.f = name ? eval_prelude(ix, name) : NULL};
    if (!of.f) {
        return NULL;
    }
    of.self = arg[0];
    of.self_at = c->at[0];
    return eval_method_arguments(ix, c, arg, &of) ? eval_apply(ix, c, &of) : infer_bad(ix);
}

struct itype *eval_method(struct infer *ix, const struct con *c, struct itype **arg) {
    static const char *const known[] = {"sum",  "min",  "max",       "copy",   "astype",
                                        "item", "fill", "conjugate", "flatten"};
    const char *name = c->expr->call.fn->attr.name;
    struct itype *named = arg[0]->of ? eval_named_method(ix, c, arg, name) : NULL;
    if (named) {
        return named;
    }
    if (arg[0]->of) {
        return eval_object_method(ix, c, arg, name);
    }
    struct itype *ours = prelude_method(ix, c, arg);
    if (ours) {
        return ours;
    }
    if (c->n > 1 + c->expr->call.n) {
        return infer_refuse(ix, DIAG_PY205, c->expr->call.kw[0].span,
                            arena_printf(ix->arena, "%s: keywords are not supported", name), NULL);
    }
    enum op op = OP_COUNT;
    bool conj = strcmp(name, "conj") == 0 || strcmp(name, "conjugate") == 0;
    if (conj && arg[0]->kind == IT_ARRAY) {
        return conjugate(ix, c, arg);
    }
    struct itype *t = arg[0]->kind == IT_ARRAY    ? array_method(ix, c, arg, name)
                      : arg[0]->kind == IT_SCALAR ? scalar_method(ix, c, arg, name, &op)
                      : arg[0]->kind == IT_LIST   ? eval_list_method(ix, c, arg, name)
                                                  : NULL;
    if (!t) {
        struct diag_message *m = infer_error(ix, DIAG_PY204, c->expr->call.fn->attr.name_span,
                                             "%s has no method '%s' that the compiler knows",
                                             it_name(ix->arena, arg[0]), name);
        const char *close = diag_closest(name, known, sizeof(known) / sizeof(*known));
        if (m && close && strcmp(close, name) != 0) {
            infer_fix(ix, m, "did you mean '%s'?", close);
        }
        return infer_bad(ix);
    }
    bool astype = strcmp(name, "astype") == 0;
    struct callee *callee =
        t->kind == IT_ERROR
            ? NULL
            : eval_callee(ix, c, astype ? CALLEE_CAST : CALLEE_METHOD, astype ? 0 : c->n - 1);
    if (callee) {
        callee->op = op;
        callee->self = c->expr->call.fn->attr.base;
        callee->dtype = t->kind == IT_NONE ? DT_COUNT : t->dtype;
        for (int i = 0; i < callee->n; ++i) {
            callee->arg[i] = c->expr->call.arg[i];
        }
    }
    return t;
}
