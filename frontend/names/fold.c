/* Folding: constant expressions of the module become literals by Python's rules.
 *
 * Only what C computes exactly as the interpreter does: integers that fit 64 bits, those on the way
 * to them in 128 (2**63 - 1, -2**63), floats
 * with + - * / and the comparisons, complex numbers with + - *, and math functions that IEEE
 * defines exactly (sqrt, fabs, floor, ceil). Other functions go through the C library that CPython
 * calls, too. */
#include "fold.h"

#include <math.h>
#include <string.h>

#include "constant.h"

enum { WIDE = -2 /* id of an INT of more than 64 bits, which stays in this file */ };

struct wide_int {
    struct expr e;
    wide value;
};

static struct expr *literal(struct arena *a, const struct expr *at, enum expr_kind kind) {
    struct expr *e = ARENA_NEW(a, struct expr);
    e->kind = kind;
    e->id = -1;
    e->span = at->span;
    return e;
}

static struct expr *fold_int(struct arena *a, const struct expr *at, wide value) {
    if (value == (int64_t)value) {
        struct expr *e = literal(a, at, EXPR_INT);
        e->integer.value = (int64_t)value;
        return e;
    }
    struct wide_int *w = ARENA_NEW(a, struct wide_int);
    w->e = (struct expr){.kind = EXPR_INT, .id = WIDE, .span = at->span};
    w->e.integer.too_big = true;
    w->value = value;
    return &w->e;
}

static struct expr *fold_float(struct arena *a, const struct expr *at, double value) {
    struct expr *e = literal(a, at, EXPR_FLOAT);
    e->number = value;
    return e;
}

static struct expr *fold_bool(struct arena *a, const struct expr *at, bool value) {
    struct expr *e = literal(a, at, EXPR_BOOL);
    e->boolean = value;
    return e;
}

/* An INT (bools count) that fits; a number of kind INT or FLOAT as a double. */
static bool as_int(const struct expr *e, int64_t *value) {
    if (e->kind == EXPR_BOOL) {
        *value = e->boolean;
        return true;
    }
    *value = e->kind == EXPR_INT ? e->integer.value : 0;
    return e->kind == EXPR_INT && !e->integer.too_big;
}

static bool as_wide(const struct expr *e, wide *value) {
    int64_t i = 0;
    bool small = as_int(e, &i), big = e->kind == EXPR_INT && e->id == WIDE;
    *value = big ? ((const struct wide_int *)e)->value : i;
    return small || big;
}

static bool as_float(const struct expr *e, double *value) {
    wide i;
    if (as_wide(e, &i)) {
        *value = (double)i;
        return true;
    }
    *value = e->kind == EXPR_FLOAT ? e->number : 0;
    return e->kind == EXPR_FLOAT;
}

static struct expr *fold_complex(struct arena *a, const struct expr *at, double re, double im) {
    struct expr *e = literal(a, at, EXPR_IMAG);
    e->real = re;
    e->number = im;
    return e;
}

static bool as_complex(const struct expr *e, struct constant_complex *value) {
    *value = (struct constant_complex){0};
    value->real = as_float(e, &value->re);
    if (e->kind == EXPR_IMAG) {
        value->re = e->real;
        value->im = e->number;
    }
    return value->real || e->kind == EXPR_IMAG;
}

/* ---- operators */

/* As fold, but INTs may be WIDE. */
static struct expr *fold_any(struct arena *a, struct expr *e);

static struct expr *fold_binary(struct arena *a, const struct expr *e) {
    const struct expr *l = fold_any(a, e->binary.a);
    const struct expr *r = l ? fold_any(a, e->binary.b) : NULL;
    wide x, y, i;
    double f, g, value;
    enum op op = e->binary.op;
    if (!r) {
        return NULL;
    }
    bool ints = as_wide(l, &x) && as_wide(r, &y);
    bool negative_power = ints && op == OP_POW && y < 0;
    if (ints && op != OP_DIV && !negative_power) {
        bool bits = op == OP_BITAND || op == OP_BITOR || op == OP_BITXOR;
        if (bits && l->kind == EXPR_BOOL && r->kind == EXPR_BOOL) {
            return constant_int(op, x, y, &i) ? fold_bool(a, e, i != 0) : NULL;
        }
        return constant_int(op, x, y, &i) ? fold_int(a, e, i) : NULL;
    }
    struct constant_complex v, w, z;
    if ((l->kind == EXPR_IMAG || r->kind == EXPR_IMAG) && as_complex(l, &v) && as_complex(r, &w)) {
        return constant_complex(op, &v, &w, &z) ? fold_complex(a, e, z.re, z.im) : NULL;
    }
    if (!as_float(l, &f) || !as_float(r, &g) || !constant_float(op, f, g, &value)) {
        return NULL;
    }
    bool exact =
        !ints || (x < (1LL << 53) && x > -(1LL << 53) && y < (1LL << 53) && y > -(1LL << 53));
    return exact ? fold_float(a, e, value) : NULL;
}

static struct expr *fold_unary(struct arena *a, const struct expr *e) {
    const struct expr *x = fold_any(a, e->unary.a);
    wide i;
    if (!x) {
        return NULL;
    }
    enum op op = e->unary.op;
    if (op == OP_NOT) {
        double f;
        return as_float(x, &f) ? fold_bool(a, e, f == 0) : NULL;
    }
    if (x->kind == EXPR_FLOAT && op != OP_INVERT) {
        return fold_float(a, e, op == OP_NEG ? -x->number : x->number);
    }
    if (x->kind == EXPR_IMAG && (op == OP_NEG || op == OP_POS)) {
        bool neg = op == OP_NEG;
        return fold_complex(a, e, neg ? -x->real : x->real, neg ? -x->number : x->number);
    }
    if (!as_wide(x, &i) || (op == OP_NEG && __builtin_sub_overflow((wide)0, i, &i))) {
        return NULL;
    }
    return fold_int(a, e, op == OP_INVERT ? ~i : i);
}

static struct expr *fold_compare(struct arena *a, const struct expr *e) {
    bool value = true;
    const struct expr *l = fold(a, e->compare.item[0]);
    for (int k = 0; l && k < e->compare.n; ++k) {
        const struct expr *r = fold(a, e->compare.item[k + 1]);
        double x, y;
        enum op op = e->compare.op[k];
        bool numbers = op_info[op].rule == RULE_COMPARE;
        if (!r || !numbers || !as_float(l, &x) || !as_float(r, &y) || fabs(x) > 0x1p53 ||
            fabs(y) > 0x1p53) {
            return NULL;
        }
        value = value && constant_compare(op, x, y);
        l = r;
    }
    return l ? fold_bool(a, e, value) : NULL;
}

/* ---- names and calls */

static struct expr *fold_symbol(struct arena *a, const struct expr *e, const struct symbol *sym) {
    if (!sym) {
        return NULL;
    }
    if (sym->kind == SYM_CONST) {
        return sym->value;
    }
    return sym->kind == SYM_VALUE ? fold_float(a, e, sym->number) : NULL;
}

static const struct symbol *called(const struct expr *fn) {
    return fn->kind == EXPR_NAME ? fn->name.sym : fn->kind == EXPR_ATTR ? fn->attr.sym : NULL;
}

/* complex(re, im), complex(x). */
static struct expr *fold_to_complex(struct arena *a, const struct expr *e) {
    struct constant_complex part[2] = {{.real = true}, {.real = true}};
    bool known = e->call.n >= 1 && e->call.n <= 2 && e->call.n_kw == 0;
    for (int i = 0; i < e->call.n && known; ++i) {
        const struct expr *x = fold(a, e->call.arg[i]);
        known = x && as_complex(x, &part[i]) && (part[i].real || e->call.n == 1);
    }
    return known ? fold_complex(a, e, part[0].re, part[0].real ? part[1].re : part[0].im) : NULL;
}

/* np.float32(x): a new call on the folded literal. float(x) and int(x) of Python are folded. */
static struct expr *fold_cast(struct arena *a, struct expr *e, const struct symbol *dtype) {
    struct expr *x = e->call.n == 1 && e->call.n_kw == 0 ? fold(a, e->call.arg[0]) : NULL;
    double f = 0;
    int64_t i;
    bool complex = dtype_info[dtype->dtype].kind == KIND_COMPLEX && x && x->kind == EXPR_IMAG;
    if (!x || (!complex && !as_float(x, &f))) {
        return NULL;
    }
    if (dtype->dtype == DT_FLOAT) {
        return fold_float(a, e, f);
    }
    if (dtype->dtype == DT_INT) {
        bool fits = f > -0x1p62 && f < 0x1p62;
        return as_int(x, &i) ? fold_int(a, e, i) : fits ? fold_int(a, e, (int64_t)f) : NULL;
    }
    if (dtype_weak(dtype->dtype)) {
        return dtype->dtype == DT_PYBOOL ? fold_bool(a, e, f != 0) : NULL;
    }
    struct expr *call = literal(a, e, EXPR_CALL);
    call->call = e->call;
    call->call.arg = ARENA_ARRAY(a, struct expr *, 1);
    call->call.arg[0] = x;
    return call;
}

static bool math_function(enum op op, double x, double *r) {
    switch (op) {
    case OP_SQRT:
        *r = sqrt(x);
        return x >= 0;
    case OP_FABS:
        *r = fabs(x);
        return true;
    case OP_EXP:
        *r = exp(x);
        return isfinite(*r);
    case OP_LOG:
        *r = log(x);
        return x > 0;
    case OP_SIN:
        *r = sin(x);
        return isfinite(x);
    case OP_COS:
        *r = cos(x);
        return isfinite(x);
    case OP_TAN:
        *r = tan(x);
        return isfinite(x);
    case OP_ATAN:
        *r = atan(x);
        return true;
    default:
        return false;
    }
}

/* Functions of module math only: NumPy's give NumPy scalars, which are strong. */
/* float('inf'), float('-inf'), float('nan'). */
static struct expr *fold_float_text(struct arena *a, const struct expr *e, const char *text) {
    bool minus = *text == '-';
    text += minus || *text == '+';
    bool infinite = strcmp(text, "inf") == 0;
    double value = infinite ? INFINITY : NAN;
    return infinite || strcmp(text, "nan") == 0 ? fold_float(a, e, minus ? -value : value) : NULL;
}

static struct expr *fold_call(struct arena *a, struct expr *e) {
    const struct symbol *fn = called(e->call.fn);
    if (!fn || (fn->kind != SYM_DTYPE && fn->kind != SYM_OP)) {
        return NULL;
    }
    bool text = e->call.n == 1 && e->call.n_kw == 0 && e->call.arg[0]->kind == EXPR_STR;
    bool is_float = fn->kind == SYM_DTYPE ? fn->dtype == DT_FLOAT
                                          : fn->op == OP_TO_FLOAT && fn->module == IN_BUILTIN;
    if (text && is_float) {
        return fold_float_text(a, e, e->call.arg[0]->str.text);
    }
    if (fn->kind == SYM_DTYPE) {
        return fn->dtype == DT_COMPLEX ? fold_to_complex(a, e) : fold_cast(a, e, fn);
    }
    if (fn->op == OP_TO_COMPLEX && fn->module == IN_BUILTIN) {
        return fold_to_complex(a, e);
    }
    double x, r;
    const struct expr *arg = e->call.n == 1 && e->call.n_kw == 0 ? fold(a, e->call.arg[0]) : NULL;
    bool math = fn->module == IN_MATH && arg && as_float(arg, &x);
    return math && math_function(fn->op, x, &r) ? fold_float(a, e, r) : NULL;
}

static struct expr *fold_tuple(struct arena *a, const struct expr *e) {
    struct expr *t = literal(a, e, EXPR_TUPLE);
    t->list.n = e->list.n;
    t->list.item = ARENA_ARRAY(a, struct expr *, e->list.n);
    for (int i = 0; i < e->list.n; ++i) {
        t->list.item[i] = fold(a, e->list.item[i]);
        if (!t->list.item[i]) {
            return NULL;
        }
    }
    return t;
}

static struct expr *fold_cond(struct arena *a, const struct expr *e) {
    const struct expr *cond = fold(a, e->cond.cond);
    double f;
    if (!cond || !as_float(cond, &f)) {
        return NULL;
    }
    return fold(a, f != 0 ? e->cond.then : e->cond.els);
}

static struct expr *fold_any(struct arena *a, struct expr *e) {
    switch (e->kind) {
    case EXPR_INT:
        return e->integer.too_big ? NULL : e;
    case EXPR_FLOAT:
    case EXPR_IMAG:
    case EXPR_BOOL:
    case EXPR_NONE:
    case EXPR_STR:
        return e;
    case EXPR_TUPLE:
        return fold_tuple(a, e);
    case EXPR_NAME:
        return fold_symbol(a, e, e->name.sym);
    case EXPR_ATTR:
        return fold_symbol(a, e, e->attr.sym);
    case EXPR_UNARY:
        return fold_unary(a, e);
    case EXPR_BINARY:
        return fold_binary(a, e);
    case EXPR_COMPARE:
        return fold_compare(a, e);
    case EXPR_COND:
        return fold_cond(a, e);
    case EXPR_CALL:
        return fold_call(a, e);
    default:
        return NULL;
    }
}

struct expr *fold(struct arena *a, struct expr *e) {
    struct expr *folded = fold_any(a, e);
    return folded && folded->id == WIDE ? NULL : folded;
}
