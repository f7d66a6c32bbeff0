/* Expressions: constants, names, attributes, operators; the larger families are in lower_bool.c,
 * lower_index.c and lower_call.c. */
#include <string.h>

#include "lower_array.h"
#include "lower_flow.h"
#include "lower_function.h"
#include "lower_list.h"
#include "lower_number.h"
#include "sequence.h"

/* ---- names */

struct texpr *lower_closure(struct lower *lw, const struct func *f, struct ty *type) {
    if (!type || type->kind != TY_TUPLE) {
        return NULL;
    }
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, type->n);
    int n = 0;
    for (int i = 0; i < f->n_captures && n < type->n; ++i) {
        struct texpr *value = lower_symbol(lw, f->capture[i]);
        if (value) {
            item[n] = lower_coerce(lw, value, type->item[n]);
            ++n;
        }
    }
    if (n != type->n) {
        return lower_refuse(lw, DIAG_PY306, "a captured variable has no value here");
    }
    return lower_tuple(lw, n, item);
}

/* The type of the closure that f is as a value in the current function; NULL without captures. */
static struct ty *closure_type(struct lower *lw, const struct func *f) {
    struct ty **item = ARENA_ARRAY(lw->a, struct ty *, f->n_captures);
    int n = 0;
    for (int i = 0; i < f->n_captures; ++i) {
        struct texpr *value = lower_symbol(lw, f->capture[i]);
        if (value) {
            item[n++] = value->type;
        }
    }
    return n > 0 ? ty_tuple(lw->a, lw->m, n, item) : NULL;
}

struct texpr *lower_symbol(struct lower *lw, const struct symbol *sym) {
    if (lw->counter_of[sym->id]) {
        return lower_var(lw, lw->counter_of[sym->id]);
    }
    if (lw->record_of[sym->id]) {
        return lw->record_of[sym->id];
    }
    if (lw->var_of[sym->id]) {
        return lower_var(lw, lw->var_of[sym->id]);
    }
    if (sym->kind == SYM_FUNC && sym->func && sym->func->n_captures > 0) {
        return lower_closure(lw, sym->func, closure_type(lw, sym->func));
    }
    return NULL;
}

bool lower_may_be_unbound(const struct lower *lw, const struct expr *name) {
    const struct symbol *sym = name->kind == EXPR_NAME ? name->name.sym : NULL;
    for (int i = 0; sym && lw->bound_of[sym->id] && i < lw->in->n_unbound; ++i) {
        if (lw->in->unbound[i] == name) {
            return true;
        }
    }
    return false;
}

void lower_need_bound(struct lower *lw, const struct expr *name) {
    const struct symbol *sym = name->name.sym;
    if (!lower_may_be_unbound(lw, name)) {
        return;
    }
    const char *text = sym->n_none > 0 ? OF_PYTHON "'%s' is None here, of type 'NoneType'"
                                       : OF_PYTHON
                           "cannot access local variable '%s' where it is not "
                           "associated with a value";
    lower_check(lw, lower_var(lw, lw->bound_of[sym->id]),
                sym->n_none > 0 ? TEXC_TYPE : TEXC_UNBOUND_LOCAL,
                arena_printf(lw->a, text, sym->name));
}

static struct texpr *lower_name_expr(struct lower *lw, const struct symbol *sym) {
    if (!sym) {
        return NULL;
    }
    switch (sym->kind) {
    case SYM_CONST: /* a text is no value yet */
        return sym->value->kind == EXPR_STR ? NULL : lower_constant(lw, sym->value);
    case SYM_VALUE:
        return lower_real(lw, DT_FLOAT, sym->number);
    default:
        return lower_symbol(lw, sym);
    }
}

/* ---- attributes */

static struct texpr *lower_array_attr(struct lower *lw, const struct expr *e, struct tvar *base,
                                      struct tvar *want) {
    const char *name = e->attr.name;
    const struct expr *none = NULL;
    if (strcmp(name, "shape") == 0) {
        return lower_extents(lw, base);
    }
    if (strcmp(name, "strides") == 0) {
        return lower_strides(lw, base, lower_type(lw, e));
    }
    if (strcmp(name, "ndim") == 0) {
        return lower_int(lw, base->type->rank);
    }
    if (strcmp(name, "size") == 0) {
        return lower_size(lw, base);
    }
    if (strcmp(name, "itemsize") == 0) {
        return lower_int(lw, dtype_info[base->type->dtype].bytes);
    }
    if (strcmp(name, "nbytes") == 0) {
        struct texpr *bytes = lower_int(lw, dtype_info[base->type->dtype].bytes);
        return lower_op2(lw, OP_MUL, lower_size(lw, base), bytes, DT_INT);
    }
    if (strcmp(name, "T") == 0 || strcmp(name, "mT") == 0) {
        enum op op = *name == 'T' ? OP_TRANSPOSE : OP_MATRIX_TRANSPOSE;
        return lower_moved(lw, op, base, 1, &none, lower_type(lw, e), want);
    }
    if (strcmp(name, "real") == 0 || strcmp(name, "imag") == 0) {
        return lower_part(lw, base, *name == 'i', lower_type(lw, e), want);
    }
    return lower_refuse(lw, DIAG_PY204, arena_printf(lw->a, "arrays have no '%s' here", name));
}

/* a.dtype.itemsize, of an array or a number */
static bool is_size_of_dtype(struct lower *lw, const struct expr *e) {
    const struct expr *dtype = e->attr.base;
    const struct ty *t = dtype->kind == EXPR_ATTR && strcmp(dtype->attr.name, "dtype") == 0
                             ? lower_type(lw, dtype->attr.base)
                             : NULL;
    return t && (t->kind == TY_ARRAY || t->kind == TY_SCALAR) &&
           strcmp(e->attr.name, "itemsize") == 0;
}

static struct texpr *lower_attr(struct lower *lw, const struct expr *e, struct tvar *want) {
    if (e->attr.sym) {
        return lower_name_expr(lw, e->attr.sym);
    }
    if (lower_type(lw, e) && lower_type(lw, e)->kind == TY_NONE) {
        return NULL; /* a.dtype, a text: they exist when compiling only */
    }
    const struct symbol *of = e->attr.base->kind == EXPR_NAME ? e->attr.base->name.sym : NULL;
    if (of && of->kind == SYM_CLASS) {
        const struct class_value *v = class_constant(of->class_, e->attr.name);
        return v ? lower_constant(lw, v->value) : NULL;
    }
    struct ty *base = lower_type(lw, e->attr.base);
    int64_t known;
    if (strcmp(e->attr.name, "itemsize") == 0 && lower_known_int(lw, e, &known)) {
        return lower_int(lw, known);
    }
    if (is_size_of_dtype(lw, e)) {
        return lower_int(lw, dtype_info[lower_type(lw, e->attr.base->attr.base)->dtype].bytes);
    }
    if (base && base->kind == TY_ARRAY) {
        return lower_array_attr(lw, e, lower_array(lw, e->attr.base), want);
    }
    if (lower_is_field(lw, e)) {
        return lower_index(lw, e, want);
    }
    if (ty_is_records(base)) {
        struct texpr *bytes = lower_item(lw, lower_expr(lw, e->attr.base), 0);
        return lower_array_attr(lw, e, lower_as_variable(lw, bytes), want);
    }
    struct texpr *value = lower_expr(lw, e->attr.base);
    if (ty_is_nested(base)) {
        return lower_item(lw, value, *e->attr.name == 'd' ? NESTED_DATA : NESTED_OFFSETS);
    }
    bool real = strcmp(e->attr.name, "real") == 0 || strcmp(e->attr.name, "numerator") == 0;
    if (strcmp(e->attr.name, "shape") == 0) {
        return lower_tuple(lw, 0, NULL);
    }
    if (lower_known_int(lw, e, &known)) {
        return lower_int(lw, known);
    }
    if (value && (real || strcmp(e->attr.name, "imag") == 0)) {
        return lower_function(lw, real ? OP_REAL : OP_IMAG, IN_OPERATOR, 1, &value);
    }
    return lower_refuse(lw, DIAG_PY204,
                        arena_printf(lw->a, "'%s' is not known here", e->attr.name));
}

/* ---- operators and displays */

void lower_exprs(struct lower *lw, int n, struct expr *const *e, struct texpr **out) {
    struct lower_mark *mark = ARENA_ARRAY(lw->a, struct lower_mark, n);
    for (int i = 0; i < n; ++i) {
        out[i] = e[i] ? lower_expr(lw, e[i]) : NULL;
        mark[i] = lower_mark(lw);
    }
    for (int i = n - 1; i >= 0; --i) {
        out[i] = lower_protect(lw, out[i], mark[i]);
    }
}

/* Is it a function, without captures if it has no value? */
static bool is_function(const struct lower *lw, const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_NAME ? e->name.sym : NULL;
    return lw->in->closure[e->id].func || (sym && sym->kind == SYM_FUNC);
}

static struct texpr *lower_tuple_display(struct lower *lw, const struct expr *e) {
    int n = e->list.n;
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, n);
    struct ty *type = lower_type(lw, e);
    lower_all_kept(lw, n, e->list.item, item);
    for (int i = 0; i < n; ++i) {
        if (item[i] && item[i]->type->kind == TY_SCALAR && item[i]->type->dtype == DT_CHAR &&
            type) {
            item[i] = lower_coerce(lw, item[i], type->item[i]);
        }
        if (!item[i] && is_function(lw, e->list.item[i])) { /* nothing is to be kept */
            item[i] = lower_bool(lw, false);
        }
        bool compiling = type && i < type->n && type->item[i]->kind == TY_NONE;
        if (!item[i] || compiling) { /* a helper's parameter that is an element type */
            lw->span = e->list.item[i]->span;
            item[i] = lower_refuse(lw, DIAG_PY111, "tuples hold numbers and arrays only");
        }
    }
    return lower_tuple(lw, n, item);
}

static struct texpr *lower_binary_expr(struct lower *lw, const struct expr *e, struct tvar *want) {
    struct texpr *operand[2], *product;
    if (lw->in->callee[e->id] && e->binary.op != OP_MATMUL) {
        return lower_call(lw, e, want);
    }
    struct ty *type = lower_type(lw, e);
    if (type && type->kind == TY_ARRAY && type->dtype == DT_CHAR) {
        return lower_text_plus(lw, e->binary.a, e->binary.b, want);
    }
    if (lower_matmul(lw, e, want, &product)) {
        return product;
    }
    lower_exprs(lw, 2, (struct expr *const[]){e->binary.a, e->binary.b}, operand);
    if (!operand[0] || !operand[1]) {
        return lower_refuse(lw, DIAG_PY302, "an operand has no value");
    }
    if (is_list(operand[0]->type) || is_list(operand[1]->type)) {
        return lower_list_op(lw, e->binary.op, operand[0], operand[1]);
    }
    if (operand[0]->type->kind == TY_TUPLE && operand[1]->type->kind == TY_TUPLE) {
        return lower_joined(lw, operand[0], operand[1]);
    }
    if (operand[0]->type->kind == TY_TUPLE || operand[1]->type->kind == TY_TUPLE) {
        int of = operand[0]->type->kind == TY_TUPLE ? 0 : 1;
        return lower_repeated(lw, operand[of], lower_type(lw, e)->n);
    }
    return lower_binary(lw, e->binary.op, IN_OPERATOR, operand[0], operand[1]);
}

/* The value of a name that inference knows. */
static struct texpr *lower_known(struct lower *lw, const struct expr *e) {
    return lw->in->decided[e->id] == DECIDED_INT
               ? lower_int(lw, lw->in->number[e->id])
               : lower_bool(lw, lw->in->decided[e->id] == DECIDED_TRUE);
}

/* Is it a variable that is None for a while, which is not tested here? */
static bool is_variable_or_none(struct lower *lw, const struct expr *e) {
    struct ty *type = lower_type_or_none(lw, e);
    struct tvar *v = type && ty_is_optional(type) && lower_may_be_unbound(lw, e)
                         ? lw->var_of[e->name.sym->id]
                         : NULL;
    return v && !ty_is_optional(v->type);
}

/* Without the cast to the inferred type. */
static struct texpr *lower_by_kind(struct lower *lw, const struct expr *e, struct tvar *want) {
    struct texpr *none = e->kind == EXPR_COMPARE ? lower_none_test(lw, e) : NULL;
    if (none) {
        return none;
    }
    const struct callee *applied = lower_applied(lw, e);
    if (applied) {
        return lower_applied_value(lw, e, applied, want);
    }
    if (lower_is_elements(lw, e)) {
        return lower_is_pick(lw, e)
                   ? lower_picked_array(lw, e, want)
                   : lower_materialise(lw, lower_elements(lw, e), lower_type(lw, e), want);
    }
    switch (e->kind) {
    case EXPR_NAME:
        if (is_variable_or_none(lw, e)) {
            return lower_make_optional(lw, lower_var(lw, lw->bound_of[e->name.sym->id]),
                                       lower_symbol(lw, e->name.sym), lower_type_or_none(lw, e));
        }
        lower_need_bound(lw, e);
        return lower_decided(lw, e) == DECIDED_NOT ? lower_name_expr(lw, e->name.sym)
                                                   : lower_known(lw, e);
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_IMAG:
    case EXPR_BOOL:
        return lower_const(lw, e);
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_DICT:
        return is_list(lower_type(lw, e)) ? lower_list_display(lw, e, want)
                                          : lower_tuple_display(lw, e);
    case EXPR_COMP:
        return lower_comprehension(lw, e);
    case EXPR_UNARY:
        return e->unary.op == OP_NOT ? lower_not(lw, lower_cond(lw, e->unary.a))
                                     : lower_unary(lw, e->unary.op, lower_expr(lw, e->unary.a));
    case EXPR_BINARY:
        return lower_binary_expr(lw, e, want);
    case EXPR_BOOLOP:
        return lower_boolop(lw, e);
    case EXPR_COMPARE:
        return lower_comparison(lw, e);
    case EXPR_COND:
        return lower_conditional(lw, e);
    case EXPR_CALL:
        return lower_call(lw, e, want);
    case EXPR_ATTR:
        return lower_attr(lw, e, want);
    case EXPR_INDEX:
        if (infer_is_grid(e) && lw->in->callee[e->id]) {
            const struct callee *c = lw->in->callee[e->id];
            struct texpr **arg = ARENA_ARRAY(lw->a, struct texpr *, c->n);
            lower_exprs(lw, c->n, c->arg, arg);
            return lower_grid(lw, c, arg, lower_type(lw, e));
        }
        return lower_index(lw, e, want);
    case EXPR_LAMBDA:
        return lower_closure(lw, e->lambda, lower_type(lw, e));
    default:
        return NULL; /* None, strings, and what inference refused */
    }
}

struct texpr *lower_or_none(struct lower *lw, const struct expr *e, struct tvar *want) {
    want = lw->guards > 0 ? NULL : want; /* a variable has its value when all of it is computed */
    if (e == lw->given_of) {
        return lw->given;
    }
    if (e->id < 0) { /* a literal of inference (decide.c) */
        return e->kind == EXPR_NONE || e->kind == EXPR_STR ? NULL : lower_const(lw, e);
    }
    struct span outer = lw->span;
    lw->span = e->span;
    struct texpr *value = (e->kind == EXPR_UNARY || e->kind == EXPR_BINARY) && !lower_applied(lw, e)
                              ? lower_wide_constant(lw, e)
                              : NULL;
    value = value ? value : lower_by_kind(lw, e, want);
    if (value) {
        value = lower_coerce(lw, value, lower_type_or_none(lw, e));
    }
    lw->span = outer;
    return value;
}

static struct texpr *expr_into(struct lower *lw, const struct expr *e, struct tvar *want) {
    const struct ty *type = e->id >= 0 ? lower_type_or_none(lw, e) : NULL;
    bool may_be_none = type && ty_is_optional(type);
    struct texpr *value = lower_or_none(lw, e, may_be_none ? NULL : want);
    struct span outer = lw->span;
    lw->span = e->span;
    value = may_be_none ? lower_given(lw, value) : value;
    lw->span = outer;
    return value;
}

struct texpr *lower_none(struct lower *lw) {
    struct texpr *none = lower_bool(lw, false);
    none->type = ty_none(lw->a, lw->m);
    return none;
}

struct texpr *lower_expr(struct lower *lw, const struct expr *e) {
    return expr_into(lw, e, NULL);
}

struct tvar *lower_array(struct lower *lw, const struct expr *e) {
    return lower_as_variable(lw, lower_value(lw, e));
}
