/* Expressions as C, with the parentheses that C and its warnings need: every printer is given the
 * precedence its text must at least have. */
#include "emit.h"

static bool same_stored(const struct texpr *x) {
    return dtype_strong(x->type->dtype) == dtype_strong(x->cast->type->dtype);
}

static const struct texpr *essence(const struct emit *e, const struct texpr *x);

/* ---- arrays */

static bool is_pointer(const struct emit *e, const struct tvar *v) {
    return e->version->variant == VARIANT_FAST && e->touch->direct[v->id];
}

const char *emit_array_struct(struct emit *e, const struct tvar *v) {
    const char *name = e->name[v->id];
    return !is_pointer(e, v)        ? name
           : e->touch->based[v->id] ? arena_printf(e->arena, "%s__based", name)
                                    : arena_printf(e->arena, "in->%s", name);
}

const char *emit_extent(struct emit *e, const struct tvar *v, int axis) {
    return e->dialect ? e->dialect->extent(e, v, axis)
                      : arena_printf(e->arena, "%s.shape[%d]", emit_array_struct(e, v), axis);
}

/* a[i * a__s0 + j] */
static void put_subscript(struct emit *e, const struct tvar *array, int n,
                          struct texpr *const *index) {
    int unit = emit_unit_axis(array->type);
    bool any = false;
    w_put(e->w, "%s[", e->name[array->id]);
    for (int k = 0; k < n; ++k) {
        int axis = unit == n - 1 ? k : n - 1 - k; /* the contiguous one comes last */
        const struct texpr *x = essence(e, index[axis]);
        if (x->kind == TE_CONST && x->value.i == 0) {
            continue;
        }
        w_put(e->w, "%s", any ? " + " : "");
        any = true;
        bool stride = axis != unit || e->fplan->strided[array->id];
        emit_expr(e, x, stride ? PREC_MUL : PREC_ADD);
        if (stride) {
            w_put(e->w, " * %s__s%d", e->name[array->id], axis);
        }
    }
    w_put(e->w, "%s", any ? "]" : "0]");
}

/* s[lane][i]; place(i, j) */
static void put_local(struct emit *e, const struct tvar *array, int n, struct texpr *const *index) {
    const char *between = array->is_map ? ", " : "][";
    w_put(e->w, "%s%s", e->name[array->id], array->is_map ? "(" : "[");
    for (int k = 0; k < n; ++k) {
        w_text(e->w, k ? between : "");
        emit_expr(e, index[k], PREC_COND);
    }
    w_text(e->w, array->is_map ? ")" : "]");
}

void emit_element(struct emit *e, const struct tvar *array, int n, struct texpr *const *index) {
    if (array->is_local) {
        put_local(e, array, n, index);
        return;
    }
    if (e->dialect) {
        e->dialect->element(e, array, n, index);
        return;
    }
    bool pointer = is_pointer(e, array);
    if (pointer && !e->version->both) {
        put_subscript(e, array, n, index);
        return;
    }
    bool flat = e->version->variant == VARIANT_FAST && e->touch->flat[array->id];
    if (pointer) {
        w_put(e->w, "PYCC_BY%d(%s, %s", n, emit_tag(array->type->dtype), e->name[array->id]);
    } else if (flat && e->version->both) {
        w_put(e->w, "PYCC_EVEN%d(%s, %d, %s", n, emit_tag(array->type->dtype),
              dtype_info[array->type->dtype].bytes, e->name[array->id]);
    } else if (flat) {
        w_put(e->w, "PYCC_FLAT%d(%s, %s", n, dtype_info[array->type->dtype].c, e->name[array->id]);
    } else {
        bool now = e->version->variant == VARIANT_INSPECT && e->nest->question->value[array->id];
        w_put(e->w, "PYCC_AT%d(%s, %s%s", n, emit_tag(array->type->dtype), e->name[array->id],
              now ? "__now" : "");
    }
    for (int k = 0; k < n; ++k) {
        w_text(e->w, ", ");
        emit_expr(e, index[k], PREC_COND);
    }
    w_text(e->w, ")");
}

/* ---- all kinds */

static int prec_of(struct emit *e, const struct texpr *x, bool cut) {
    switch (x->kind) {
    case TE_CONST:
        return emit_const_prec(x);
    case TE_CAST:
        return emit_cast_prec(x);
    case TE_OP:
        return emit_op_prec(e, x, cut);
    case TE_SELECT:
        return PREC_COND;
    default:
        return PREC_POSTFIX;
    }
}

static void put_var(struct emit *e, const struct texpr *x) {
    bool array = x->var->type->kind == TY_ARRAY;
    w_text(e->w, array ? emit_array_struct(e, x->var) : e->name[x->var->id]);
}

static bool is_integer(const struct ty *t) {
    enum dtype_kind kind = dtype_info[t->dtype].kind;
    return t->kind == TY_SCALAR && (kind == KIND_INT || kind == KIND_UINT);
}

static void put_select_part(struct emit *e, const struct texpr *x) {
    if (x->kind == TE_CONST && is_integer(x->type)) {
        emit_const(e, x, true);
    } else {
        emit_expr(e, x, PREC_LOR);
    }
}

static void put_tuple(struct emit *e, const struct texpr *x) {
    w_put(e->w, "(%s){", emit_type(e, x->type));
    for (int i = 0; i < x->tuple.n; ++i) {
        w_put(e->w, "%s", i > 0 ? ", " : "");
        emit_value(e, x->tuple.item[i]);
    }
    w_put(e->w, "}");
}

static void put_order(struct emit *e, const struct texpr *x) {
    int n = x->walk.n - x->walk.out;
    const char *first = emit_array_struct(e, x->walk.item[0]->var);
    w_put(e->w, "pycc_order(%d, %#x, %s.shape, %d, (const int64_t *const[]){", x->walk.order.rank,
          x->walk.order.reduced, first, n);
    for (int i = 0; i < n; ++i) {
        w_put(e->w, "%s%s.stride", i > 0 ? ", " : "", emit_array_struct(e, x->walk.item[i]->var));
    }
    if (x->walk.out) {
        w_put(e->w, "}, %s.stride)", emit_array_struct(e, x->walk.item[n]->var));
    } else {
        w_put(e->w, "}, NULL)");
    }
}

static void put_apart(struct emit *e, const struct tvar *a, const struct tvar *b) {
    w_put(e->w, "PYCC_APART(%d, %s, %d, ", a->type->rank, emit_array_struct(e, a),
          dtype_info[a->type->dtype].bytes);
    w_put(e->w, "%d, %s, %d)", b->type->rank, emit_array_struct(e, b),
          dtype_info[b->type->dtype].bytes);
}

static void put_bare(struct emit *e, const struct texpr *x, bool cut) {
    switch (x->kind) {
    case TE_CONST:
        emit_const(e, x, false);
        break;
    case TE_VAR:
        put_var(e, x);
        break;
    case TE_LOAD:
        emit_element(e, x->load.array, x->load.n, x->load.index);
        break;
    case TE_SHAPE:
        w_text(e->w, emit_extent(e, x->shape.array, x->shape.axis));
        break;
    case TE_APART:
        put_apart(e, x->apart.a, x->apart.b);
        break;
    case TE_CAST:
        emit_cast(e, x);
        break;
    case TE_OP:
        emit_op(e, x, cut);
        break;
    case TE_SELECT:
        emit_expr(e, x->select.cond, PREC_LOR);
        w_put(e->w, " ? ");
        put_select_part(e, x->select.a);
        w_put(e->w, " : ");
        put_select_part(e, x->select.b);
        break;
    case TE_ORDER:
        put_order(e, x);
        break;
    case TE_TUPLE:
        put_tuple(e, x);
        break;
    case TE_ITEM:
        emit_expr(e, x->item.tuple, PREC_POSTFIX);
        w_put(e->w, ".e%d", x->item.index);
        break;
    }
}

/* Steps over what prints as nothing: casts between a Python scalar and its stored type, operations
 * spelt %0, indices that stand for a variable. */
static const struct texpr *essence(const struct emit *e, const struct texpr *x) {
    for (;;) {
        if (x->kind == TE_CAST && same_stored(x)) {
            x = x->cast;
        } else if (x->kind == TE_OP && emit_op_is_operand(e, x)) {
            x = x->op.arg[0];
        } else if (x->kind == TE_VAR && e->inlined && e->inlined[x->var->id]) {
            x = e->inlined[x->var->id];
        } else {
            return x;
        }
    }
}

void emit_expr(struct emit *e, const struct texpr *x, int prec) {
    x = essence(e, x);
    bool cut = x->kind == TE_OP && emit_op_cuts(x);
    bool paren = prec_of(e, x, cut) < prec;
    if (paren) {
        w_text(e->w, "(");
    }
    put_bare(e, x, cut);
    if (paren) {
        w_text(e->w, ")");
    }
}

void emit_value(struct emit *e, const struct texpr *x) {
    put_bare(e, essence(e, x), false);
}

static const char *text(struct emit *e, const struct texpr *x, int prec, bool value) {
    struct writer *outer = e->w, inner;
    writer_init(&inner);
    e->w = &inner;
    if (value) {
        emit_value(e, x);
    } else {
        emit_expr(e, x, prec);
    }
    e->w = outer;
    const char *copy = arena_strndup(e->arena, inner.text, inner.n);
    writer_free(&inner);
    return copy;
}

const char *emit_expr_text(struct emit *e, const struct texpr *x, int prec) {
    return text(e, x, prec, false);
}

const char *emit_value_text(struct emit *e, const struct texpr *x) {
    return text(e, x, PREC_ANY, true);
}

void emit_negation(struct emit *e, const struct texpr *x) {
    x = essence(e, x);
    if (x->kind == TE_OP && x->op.op == OP_NOT) {
        emit_expr(e, x->op.arg[0], PREC_LOR);
    } else {
        w_put(e->w, "!");
        emit_expr(e, x, PREC_POSTFIX);
    }
}

/* ---- questions */

bool emit_is_stable(const struct emit *e, const struct texpr *x) {
    switch (x->kind) {
    case TE_CONST:
        return true;
    case TE_VAR:
        return x->var->is_counter || e->place.var[x->var->id].defs <= 1;
    case TE_SHAPE:
        return e->place.var[x->shape.array->id].defs <= 1;
    case TE_CAST:
        return emit_is_stable(e, x->cast);
    case TE_OP:
        for (int i = 0; i < x->op.n; ++i) {
            if (!emit_is_stable(e, x->op.arg[i])) {
                return false;
            }
        }
        return true;
    default:
        return false;
    }
}
