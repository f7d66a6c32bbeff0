/* Calls of compiled functions, casts, operators by name and methods. */
#include <stdlib.h>
#include <string.h>

#include "lower_array.h"
#include "lower_flow.h"
#include "lower_function.h"
#include "lower_list.h"
#include "lower_number.h"
#include "rules.h"

/* ---- compiled functions */

/* Value of one argument; a default is a constant of the module. */
static struct texpr *argument(struct lower *lw, const struct callee *c, int k) {
    const struct func *f = c->instance->func;
    const struct expr *e = c->arg[k];
    struct ty *type = c->instance->param[k];
    if (type && type->kind == TY_ARRAY && type->dtype == DT_CHAR) {
        return lower_as(lw, e ? e : f->param[k].def, type);
    }
    if (e == f->param[k].def && (!type || type->kind == TY_NONE)) {
        return NULL; /* None, a string, an element type */
    }
    if (!e || e == f->param[k].def) {
        const struct expr *def = f->param[k].def;
        bool none = def && def->kind == EXPR_NONE;
        struct texpr *value = none ? lower_none(lw) : def ? lower_const(lw, def) : NULL;
        return lower_coerce(lw, value, type);
    }
    struct texpr *value = lower_as(lw, e, type);
    bool always_none = value && ty_is_optional(value->type) && (!type || type->kind == TY_NONE);
    return always_none ? NULL : value;
}

/* Parameter numbers in the order in which the call evaluates their arguments. */
static int *evaluation_order(struct lower *lw, const struct callee *c) {
    int *order = ARENA_ARRAY(lw->a, int, c->n);
    for (int i = 0; i < c->n; ++i) {
        int at = i;
        uint32_t lo = c->arg[i] ? c->arg[i]->span.lo : 0;
        while (at > 0 && c->arg[order[at - 1]] && c->arg[order[at - 1]]->span.lo > lo) {
            order[at] = order[at - 1];
            --at;
        }
        order[at] = i;
    }
    return order;
}

/* All arguments in parameter order, evaluated in source order. */
static void arguments(struct lower *lw, const struct callee *c, struct texpr **value) {
    int *order = evaluation_order(lw, c);
    struct lower_mark *mark = ARENA_ARRAY(lw->a, struct lower_mark, c->n);
    for (int i = 0; i < c->n; ++i) {
        value[order[i]] = argument(lw, c, order[i]);
        mark[i] = lower_mark(lw);
    }
    for (int i = c->n - 1; i >= 0; --i) {
        value[order[i]] = lower_protect(lw, value[order[i]], mark[i]);
    }
}

/* The tuple of captured values that a call passes behind the arguments; NULL without captures. */
static struct texpr *closure_of_call(struct lower *lw, const struct callee *c) {
    struct ty *type = c->instance->self.captures;
    if (!type) {
        return NULL;
    }
    struct ty *self = c->self ? lower_type(lw, c->self) : NULL;
    bool is_value =
        c->self && (c->self->kind != EXPR_NAME || !c->self->name.sym ||
                    c->self->name.sym->kind != SYM_FUNC || lw->var_of[c->self->name.sym->id]);
    if (self && is_value) {
        return lower_expr(lw, c->self);
    }
    return lower_closure(lw, c->instance->func, type);
}

static struct texpr *apply(struct lower *lw, const struct callee *c, struct texpr *closure,
                           struct texpr **value, struct tvar *want) {
    struct tfunc *f = c->instance->lowered;
    struct texpr **arg = ARENA_ARRAY(lw->a, struct texpr *, f->n_params);
    int n = 0;
    for (int i = 0; i < c->n && n < f->n_params; ++i) {
        const struct ty *type = c->instance->param[i];
        bool none = type && !value[i] && (ty_is_optional(type) || ty_is_either(type));
        if (none || (type && value[i] && type->kind != TY_NONE)) {
            struct texpr *given = none ? lower_none(lw) : value[i];
            arg[n] = lower_coerce(lw, given, f->param[n]->type);
            ++n;
        }
    }
    for (int i = 0; closure && i < closure->type->n && n < f->n_params; ++i) {
        arg[n] = lower_coerce(lw, lower_item(lw, closure, i), f->param[n]->type);
        ++n;
    }
    struct tvar *dst = f->ret->kind == TY_NONE ? NULL : lower_target(lw, want, f->ret, 0, NULL);
    struct tstmt *s = lower_stmt(lw, TS_CALL);
    s->call.dst = dst;
    s->call.callee = f;
    s->call.n = n;
    s->call.arg = arg;
    ++lw->calls;
    return dst ? lower_var(lw, dst) : NULL;
}

struct texpr *lower_call_instance(struct lower *lw, const struct callee *c, struct tvar *want) {
    struct texpr **value = ARENA_ARRAY(lw->a, struct texpr *, c->n + 1);
    struct texpr *closure = closure_of_call(lw, c);
    arguments(lw, c, value);
    return apply(lw, c, closure, value, c->instance->gives_none ? NULL : want);
}

struct texpr *lower_apply(struct lower *lw, const struct callee *c, struct texpr **value,
                          struct tvar *want) {
    return apply(lw, c, NULL, value, c->instance->gives_none ? NULL : want);
}

/* ---- casts */

/* float('inf'), float('nan'). */
static struct texpr *cast_of_text(struct lower *lw, const struct expr *e, enum dtype to) {
    char *end;
    double value = strtod(e->str.text, &end);
    if (end == e->str.text || end[strspn(end, " \t\n\v\f\r")]) {
        return lower_refuse(lw, DIAG_PY303, "this string is no number");
    }
    return lower_cast(lw, lower_real(lw, DT_FLOAT, value), to);
}

static bool is_complex(const struct texpr *e) {
    return dtype_info[e->type->dtype].kind == KIND_COMPLEX;
}

/* complex(re, im) is re + im * 1j; of reals it joins the parts. */
static struct texpr *complex_of_parts(struct lower *lw, struct texpr *re, struct texpr *im,
                                      enum dtype to) {
    if (is_complex(re) || is_complex(im)) {
        struct texpr *j = lower_complex(lw, DT_COMPLEX, 0.0, 1.0);
        im = lower_binary(lw, OP_MUL, IN_OPERATOR, im, j);
        return lower_cast(lw, lower_binary(lw, OP_ADD, IN_OPERATOR, re, im), to);
    }
    struct texpr *e = lower_op2(lw, OP_CMPLX, lower_cast(lw, re, DT_FLOAT),
                                lower_cast(lw, im, DT_FLOAT), DT_COMPLEX);
    return lower_cast(lw, e, to);
}

static struct texpr *call_cast(struct lower *lw, const struct expr *e, const struct callee *c,
                               struct tvar *want) {
    const struct expr *operand = c->self ? c->self : c->n > 0 ? c->arg[0] : NULL;
    if (!operand) {
        return lower_zero(lw, lower_type(lw, e)->dtype);
    }
    if (operand->kind == EXPR_STR) {
        return cast_of_text(lw, operand, c->dtype);
    }
    struct ty *type = lower_type(lw, e);
    if (type && type->kind == TY_ARRAY) {
        return lower_copy(lw, lower_array(lw, operand), type, want);
    }
    if (!c->self && c->n == 2 && c->arg[1]) {
        struct texpr *part[2];
        lower_exprs(lw, 2, c->arg, part);
        return complex_of_parts(lw, part[0], part[1], c->dtype);
    }
    const struct ty *of = lower_type_or_none(lw, operand);
    if (c->dtype == DT_PYBOOL && of &&
        (ty_is_optional(of) || of->kind == TY_LIST || of->kind == TY_TUPLE)) {
        return lower_cond(lw, operand);
    }
    struct texpr *value = lower_number(lw, lower_expr(lw, operand));
    if (c->dtype == DT_PYBOOL &&
        (value->type->kind != TY_SCALAR || value->type->dtype == DT_CHAR)) {
        return lower_truth(lw, value);
    }
    return c->self ? lower_cast(lw, value, c->dtype) : lower_convert(lw, value, c->dtype);
}

/* ---- methods */

/* a.item() */
static struct texpr *only_element(struct lower *lw, struct tvar *array) {
    struct texpr *index[TIR_MAX_RANK];
    for (int i = 0; i < array->type->rank; ++i) {
        index[i] = lower_int(lw, 0);
    }
    if (array->type->rank > 0) {
        lower_check(lw, lower_cmp(lw, OP_EQ, lower_size(lw, array), lower_int(lw, 1)), TEXC_VALUE,
                    "can only convert an array of size 1 to a Python scalar");
    }
    return lower_load(lw, array, array->type->rank, index);
}

static struct texpr *array_method(struct lower *lw, const struct expr *e, const struct callee *c,
                                  const char *name, struct tvar *want) {
    struct tvar *array = lower_array(lw, c->self);
    struct ty *type = lower_type(lw, e);
    if (strcmp(name, "flatten") == 0) {
        struct ty *whole = ty_array(lw->a, lw->m, type->dtype, array->type->rank, TY_C);
        struct texpr *copy = lower_copy(lw, array, whole, NULL);
        return lower_ravel(lw, copy->var, type, want);
    }
    if (strcmp(name, "fill") == 0 && c->n == 1) {
        lower_fill(lw, array, lower_expr(lw, c->arg[0]));
        return NULL;
    }
    if (strcmp(name, "item") == 0) {
        return only_element(lw, array);
    }
    return lower_refuse(lw, DIAG_PY204, arena_printf(lw->a, "arrays have no '%s' here", name));
}

static struct texpr *lower_method(struct lower *lw, const struct expr *e, const struct callee *c,
                                  struct tvar *want) {
    const char *name = e->call.fn->kind == EXPR_ATTR ? e->call.fn->attr.name : "";
    struct ty *self = lower_type(lw, c->self);
    if (self && self->kind == TY_ARRAY) {
        return array_method(lw, e, c, name, want);
    }
    if (is_list(self)) {
        return lower_list_method(lw, c, name, want);
    }
    if (self && self->kind == TY_TUPLE) {
        return lower_replaced(lw, e, c);
    }
    struct texpr *value = lower_expr(lw, c->self);
    if (c->op < OP_COUNT && op_info[c->op].class_ == OPC_UNARY) {
        return lower_function(lw, c->op, IN_OPERATOR, 1, &value);
    }
    return value; /* item, copy, sum, min, max of a scalar: the cast to the result's type follows */
}

/* ---- all */

static struct texpr *call_op(struct lower *lw, const struct expr *e, const struct callee *c,
                             struct tvar *want) {
    struct texpr *records = lower_records_call(lw, e, c);
    if (records) {
        return records;
    }
    if (op_info[c->op].class_ == OPC_LIB) {
        return lower_lib(lw, e, c, want);
    }
    if (op_info[c->op].class_ == OPC_SPECIAL) {
        return lower_special(lw, e, c, want);
    }
    struct texpr **arg = ARENA_ARRAY(lw->a, struct texpr *, c->n + 1);
    lower_exprs(lw, c->n, c->arg, arg);
    int n = 0;
    while (n < c->n && arg[n]) {
        ++n;
    }
    return lower_function(lw, c->op, c->module, n, arg);
}

struct texpr *lower_call(struct lower *lw, const struct expr *e, struct tvar *want) {
    const struct callee *c = lw->in->callee[e->id];
    if (e->call.makes) {
        return lower_object(lw, e, want);
    }
    if (!c) {
        return lower_refuse(lw, DIAG_PY204, "the compiler does not know what this calls");
    }
    switch (c->kind) {
    case CALLEE_INSTANCE:
        return lower_call_instance(lw, c, want);
    case CALLEE_OP:
        return op_info[c->op].class_ < OPC_SPECIAL && c->n > op_operands(c->op)
                   ? lower_into(lw, c)
                   : call_op(lw, e, c, want);
    case CALLEE_CAST:
        return call_cast(lw, e, c, want);
    case CALLEE_FIELD:
        break;
    case CALLEE_METHOD:
        return lower_method(lw, e, c, want);
    }
    return NULL;
}
