/* Expressions verified: types of operands, variables of the right function. */
#include "verify.h"

bool verify_that(struct verifier *v, bool holds, const char *what) {
    if (!holds && !v->wrong) {
        v->wrong = arena_printf(v->a, "%s: %s", v->f->name, what);
    }
    return holds;
}

bool verify_is_scalar(const struct ty *t) {
    return t && t->kind == TY_SCALAR;
}

bool verify_is_dtype(const struct texpr *e, enum dtype d) {
    return e && verify_is_scalar(e->type) && e->type->dtype == d;
}

static bool is_bool(const struct texpr *e) {
    return verify_is_dtype(e, DT_BOOL) || verify_is_dtype(e, DT_PYBOOL);
}

/* np.float64 and float, and lists and tuples of these: join.c takes one for the other. */
static bool stored_alike(const struct ty *a, const struct ty *b) {
    bool alike = a == b || (a->kind == b->kind && a->n == b->n && a->kind != TY_ARRAY);
    if (alike && a->kind == TY_SCALAR) {
        return dtype_strong(a->dtype) == dtype_strong(b->dtype);
    }
    for (int i = 0; alike && a != b && i < a->n; ++i) {
        alike = stored_alike(a->item[i], b->item[i]);
    }
    return alike;
}

bool verify_same_type(const struct ty *a, const struct ty *b) {
    if (!a || !b || a == b) {
        return a == b;
    }
    if (a->kind == TY_LIST) {
        return stored_alike(a, b);
    }
    if (a->kind == TY_ARRAY) {
        return b->kind == TY_ARRAY && a->dtype == b->dtype && a->rank == b->rank;
    }
    if (a->kind != TY_TUPLE || b->kind != TY_TUPLE || a->n != b->n) {
        return false;
    }
    for (int i = 0; i < a->n; ++i) {
        if (!verify_same_type(a->item[i], b->item[i])) {
            return false;
        }
    }
    return true;
}

bool verify_var(struct verifier *v, const struct tvar *x) {
    return verify_that(v, x && x->id >= 0 && x->id < v->f->n_vars && v->f->var[x->id] == x,
                       "a variable does not belong to the function");
}

bool verify_array(struct verifier *v, const struct tvar *x) {
    return verify_var(v, x) &&
           verify_that(v, x->type && x->type->kind == TY_ARRAY, "an access to what is no array");
}

bool verify_dst(struct verifier *v, const struct tvar *x) {
    return verify_var(v, x) &&
           verify_that(v, !x->is_counter || v->f->scheduled, "a counter is assigned");
}

void verify_int(struct verifier *v, const struct texpr *e, const char *what) {
    verify_expr(v, e);
    verify_that(v, verify_is_dtype(e, DT_INT), what);
}

void verify_cond(struct verifier *v, const struct texpr *e, const char *what) {
    verify_expr(v, e);
    verify_that(v, is_bool(e), what);
}

/* ---- expressions */

void verify_access(struct verifier *v, const struct tvar *array, int n,
                   struct texpr *const *index) {
    if (!verify_array(v, array)) {
        return;
    }
    verify_that(v, n == array->type->rank, "an access with the wrong number of indices");
    for (int i = 0; i < n; ++i) {
        verify_int(v, index[i], "an index that is no int");
    }
}

static bool op_spelled(enum op op, enum dtype_kind kind) {
    const struct op_info *o = &op_info[op];
    const char *c = kind == KIND_FLOAT ? o->c_real : kind == KIND_COMPLEX ? o->c_complex : o->c_int;
    return c != NULL;
}

static void verify_op(struct verifier *v, const struct texpr *e) {
    const struct op_info *o = &op_info[e->op.op];
    int arity = op_operands(e->op.op);
    if (!verify_that(v, o->class_ < OPC_SPECIAL && e->op.n == arity,
                     "an operator's arity is wrong") ||
        !verify_that(v, verify_is_scalar(e->type), "an operator's result is no scalar")) {
        return;
    }
    for (int i = 0; i < arity; ++i) {
        verify_expr(v, e->op.arg[i]);
        const char *what = arena_printf(v->a, "operands of '%s' differ in type", o->name);
        if (!e->op.arg[i] || !verify_that(v, verify_is_scalar(e->op.arg[i]->type), what) ||
            !verify_that(v, e->op.arg[i]->type == e->op.arg[0]->type || o->rule == RULE_LDEXP,
                         what)) {
            return;
        }
    }
    verify_that(v, o->rule == RULE_NOT || !dtype_is_time(e->op.arg[0]->type->dtype),
                "an operation on a date or a span of time as it is");
    verify_that(v, op_spelled(e->op.op, dtype_info[e->op.arg[0]->type->dtype].kind),
                arena_printf(v->a, "'%s' has no spelling for its operands' kind", o->name));
    if (o->rule == RULE_COMPARE || o->rule == RULE_PRED || o->rule == RULE_NOT ||
        o->rule == RULE_LOGICAL) {
        verify_that(v, is_bool(e), arena_printf(v->a, "the result of '%s' is no bool", o->name));
    }
    if (e->op.op == OP_LAND || e->op.op == OP_LOR || e->op.op == OP_NOT) {
        verify_that(v, is_bool(e->op.arg[0]),
                    arena_printf(v->a, "'%s' of what is no bool", o->name));
    }
}

static void verify_select(struct verifier *v, const struct texpr *e) {
    verify_cond(v, e->select.cond, "a selection by what is no bool");
    verify_expr(v, e->select.a);
    verify_expr(v, e->select.b);
    verify_that(v,
                verify_is_scalar(e->type) && e->select.a && e->select.b &&
                    e->select.a->type == e->type && e->select.b->type == e->type,
                "a selection of different types");
}

static void verify_tuple(struct verifier *v, const struct texpr *e) {
    if (!verify_that(v, e->type->kind == TY_TUPLE && e->type->n == e->tuple.n,
                     "a tuple's type has another length")) {
        return;
    }
    for (int i = 0; i < e->tuple.n; ++i) {
        verify_expr(v, e->tuple.item[i]);
        verify_that(v,
                    e->tuple.item[i] && verify_same_type(e->tuple.item[i]->type, e->type->item[i]),
                    "a tuple's item has another type");
    }
}

/* Arrays of one shape, the last one, with `out`, of the axes kept. */
static void verify_walk(struct verifier *v, const struct texpr *e) {
    const struct order *o = &e->walk.order;
    verify_that(v, verify_is_dtype(e, DT_INT) && e->walk.n > e->walk.out, "an order of no arrays");
    for (int i = 0; i < e->walk.n && !v->wrong; ++i) {
        const struct texpr *x = e->walk.item[i];
        int rank =
            e->walk.out && i == e->walk.n - 1 ? o->rank - __builtin_popcount(o->reduced) : o->rank;
        verify_expr(v, x);
        verify_that(v, x->kind == TE_VAR && x->type->kind == TY_ARRAY && x->type->rank == rank,
                    "an order of what are no arrays of one shape");
    }
}

static void verify_item(struct verifier *v, const struct texpr *e) {
    verify_expr(v, e->item.tuple);
    const struct ty *t = e->item.tuple ? e->item.tuple->type : NULL;
    if (verify_that(v, t && t->kind == TY_TUPLE, "an item of what is no tuple")) {
        verify_that(v,
                    e->item.index >= 0 && e->item.index < t->n &&
                        verify_same_type(e->type, t->item[e->item.index]),
                    "an item of another type");
    }
}

void verify_expr(struct verifier *v, const struct texpr *e) {
    if (!verify_that(v, e && e->type, "an expression is missing or has no type") || v->wrong) {
        return;
    }
    switch (e->kind) {
    case TE_CONST:
        verify_that(v, verify_is_scalar(e->type), "a constant that is no scalar");
        break;
    case TE_VAR:
        verify_that(v, verify_var(v, e->var) && verify_same_type(e->type, e->var->type),
                    "a variable is read with another type");
        break;
    case TE_LOAD:
        verify_access(v, e->load.array, e->load.n, e->load.index);
        verify_that(v, v->wrong || verify_is_dtype(e, e->load.array->type->dtype),
                    "a load of another type than its array's");
        break;
    case TE_SHAPE:
        verify_that(v,
                    verify_array(v, e->shape.array) && e->shape.axis >= 0 &&
                        e->shape.axis < e->shape.array->type->rank && verify_is_dtype(e, DT_INT),
                    "an extent of an axis that is none");
        break;
    case TE_APART:
        verify_that(v,
                    verify_array(v, e->apart.a) && verify_array(v, e->apart.b) &&
                        verify_is_dtype(e, DT_PYBOOL),
                    "a question about memory of what is no array");
        break;
    case TE_CAST:
        verify_expr(v, e->cast);
        verify_that(v, verify_is_scalar(e->type) && e->cast && verify_is_scalar(e->cast->type),
                    "a cast of what is no scalar");
        break;
    case TE_OP:
        verify_op(v, e);
        break;
    case TE_SELECT:
        verify_select(v, e);
        break;
    case TE_TUPLE:
        verify_tuple(v, e);
        break;
    case TE_ITEM:
        verify_item(v, e);
        break;
    case TE_ORDER:
        verify_walk(v, e);
        break;
    }
}
