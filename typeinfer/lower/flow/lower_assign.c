/* Assignments: names, elements, unpacking.
 *
 * a, b = b, a and a[i], a[j] = a[j], a[i] evaluate the whole right side first and then assign from
 * left to right. Right sides stay pending expressions where no earlier target changes what they
 * read, so that x, y = 1, 2 makes no temporaries. */
#include "lower_array.h"
#include "lower_flow.h"
#include "lower_function.h"
#include "lower_gather.h"
#include "lower_list.h"
#include "lower_number.h"

static void assign_target(struct lower *lw, const struct expr *target, struct texpr *value);

/* Is it a variable of values of several types, of which None is one? */
static bool is_either(struct lower *lw, const struct expr *to) {
    const struct symbol *sym = to->kind == EXPR_NAME ? to->name.sym : NULL;
    return sym && lw->record_of[sym->id] && ty_is_either(lw->record_of[sym->id]->type);
}

static void set_name(struct lower *lw, const struct symbol *sym, struct texpr *value) {
    struct tvar *dst = sym ? lw->var_of[sym->id] : NULL;
    if (sym && value && lw->record_of[sym->id]) {
        lower_record_assign(lw, lw->record_of[sym->id], value);
        return;
    }
    if (!dst || !value) {
        return;
    }
    lw->counter_of[sym->id] = NULL;
    if (value->kind != TE_VAR || value->var != dst) {
        lower_assign(lw, dst, lower_coerce(lw, value, dst->type));
    }
}

static void assign_name(struct lower *lw, const struct expr *target, struct texpr *value) {
    const struct symbol *sym = target->name.sym;
    struct tvar *dst = sym && lw->bound_of[sym->id] ? lw->var_of[sym->id] : NULL;
    if (value && dst && ty_is_optional(value->type) && !ty_is_optional(dst->type)) {
        value = lower_simple_tuple(lw, value);
        set_name(lw, sym, lower_item(lw, value, 1));
        lower_assign(lw, lw->bound_of[sym->id], lower_item(lw, value, 0));
        return;
    }
    set_name(lw, sym, value);
    if (sym && lw->bound_of[sym->id]) { /* behind the value, which may ask for it */
        lower_assign(lw, lw->bound_of[sym->id], lower_bool(lw, true));
    }
}

static void store_element(struct lower *lw, const struct element *at, struct texpr *value) {
    if (at->n != at->array->type->rank) {
        return;
    }
    value = lower_store_value(lw, value, at->array->type->dtype);
    struct tstmt *s = lower_stmt(lw, TS_STORE);
    s->store.array = at->array;
    s->store.n = at->n;
    s->store.index = ARENA_ARRAY(lw->a, struct texpr *, at->n);
    for (int i = 0; i < at->n; ++i) {
        s->store.index[i] = at->index[i];
    }
    s->store.value = value;
}

/* a[mask] = value, a[i, j] = value with arrays i, j. */
static void assign_picked(struct lower *lw, const struct expr *target, struct elements *value) {
    if (!value) {
        lower_refuse(lw, DIAG_PY307, "only numbers can be assigned to elements");
        return;
    }
    if (value->kind >= ELEMENTS_GATHER && lower_may_call(lw, target)) {
        value = lower_computed(lw, value);
    }
    struct pick p = lower_pick(lw, target);
    lower_pick_store(lw, &p, value);
}

static void assign_element(struct lower *lw, const struct expr *target, struct texpr *value) {
    struct element at;
    if (lower_is_pick(lw, target)) {
        assign_picked(lw, target, value ? lower_elements_of(lw, value) : NULL);
        return;
    }
    struct lower_mark mark = lower_mark(lw);
    lower_element(lw, target, &at);
    bool real = dtype_info[lower_type(lw, target->index.base)->dtype].kind >= KIND_FLOAT;
    value = value ? lower_taken(lw, value, real ? DT_FLOAT : DT_INT) : NULL;
    value = value ? lower_protect(lw, lower_number(lw, value), mark) : NULL;
    if (value && at.part) {
        lower_store_elements(lw, at.part, lower_elements_of(lw, value));
        return;
    }
    if (!value || value->type->kind != TY_SCALAR) {
        lower_refuse(lw, DIAG_PY307, "only a number can be assigned to an element");
        return;
    }
    store_element(lw, &at, value);
}

static bool is_item(struct lower *lw, const struct expr *target) {
    return target->kind == EXPR_INDEX && is_list(lower_type(lw, target->index.base));
}

/* xs[i] = value */
static void assign_item(struct lower *lw, const struct expr *target, struct texpr *value) {
    struct lower_mark mark = lower_mark(lw);
    struct list_place at;
    lower_list_at(lw, target, false, &at);
    lower_list_write(lw, &at, value ? lower_protect(lw, value, mark) : lower_none(lw));
}

/* a[1:] = b + c without a temporary, where it may be. */
static void assign_part(struct lower *lw, const struct expr *target, struct elements *value) {
    struct element at;
    struct span outer = lw->span;
    lw->span = target->span;
    if (lower_is_pick(lw, target)) {
        assign_picked(lw, target, value);
    } else {
        lower_element(lw, target, &at);
        if (at.part) {
            lower_store_elements(lw, at.part, value);
        }
    }
    lw->span = outer;
}

/* ---- products that go where they are wanted */

/* a[...] = the product; an element has no part. */
static void assign_product(struct lower *lw, const struct expr *target, const struct product *p) {
    struct element at;
    struct span outer = lw->span;
    lw->span = target->span;
    lower_element(lw, target, &at);
    lw->span = outer;
    if (at.part) {
        lower_product_into(lw, p, OP_COUNT, at.part);
    }
}

/* ---- unpacking */

/* Would assigning to target change the value of the pending expression e? */
static bool changes(struct lower *lw, const struct expr *target, const struct texpr *e) {
    if (target->kind == EXPR_NAME) {
        const struct symbol *sym = target->name.sym;
        if (sym && lw->record_of[sym->id]) {
            return lower_record_reads(lw->record_of[sym->id], e);
        }
        return sym && lw->var_of[sym->id] && texpr_reads(e, lw->var_of[sym->id]);
    }
    if (target->kind != EXPR_TUPLE) {
        return texpr_loads(e);
    }
    for (int i = 0; i < target->list.n; ++i) {
        if (changes(lw, target->list.item[i], e)) {
            return true;
        }
    }
    return false;
}

/* The items of an array or a list, which must be so many: as a tuple. */
static struct texpr *items_of(struct lower *lw, struct texpr *value, int n) {
    struct tvar *v = lower_as_variable(lw, value);
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, n);
    bool list = is_list(v->type);
    struct texpr *length =
        lower_simple(lw, list ? lower_list_length(lw, v) : lower_shape(lw, v, 0));
    lower_check_shown(lw, lower_cmp(lw, OP_LE, length, lower_int(lw, n)), TEXC_VALUE,
                      arena_printf(lw->a, "%stoo many values to unpack (expected %d%s)",
                                   list ? OF_PYTHON : "", n, list ? ", got %lld" : ""),
                      list ? length : NULL);
    struct texpr **shown = ARENA_ARRAY(lw->a, struct texpr *, 2);
    shown[0] = lower_int(lw, n);
    shown[1] = length;
    lower_check_shown(lw, lower_cmp(lw, OP_GE, length, lower_int(lw, n)), TEXC_VALUE,
                      "not enough values to unpack (expected %lld, got %lld)",
                      lower_tuple(lw, 2, shown));
    for (int i = 0; i < n; ++i) {
        struct texpr *k = lower_int(lw, i);
        item[i] = list                 ? lower_list_item(lw, v, k, NULL)
                  : v->type->rank == 1 ? lower_simple(lw, lower_load(lw, v, 1, &k))
                                       : lower_row(lw, v, k, NULL);
    }
    return lower_tuple(lw, n, item);
}

static void unpack(struct lower *lw, const struct expr *target, struct texpr *value) {
    int n = target->list.n;
    value = lower_given(lw, value);
    if (value && value->type->kind == TY_LIST && value->type->keys) {
        value = lower_field(lw, value, 0, NULL); /* the items of a tuple of any length */
    }
    if (value && (is_list(value->type) || value->type->kind == TY_ARRAY)) {
        value = items_of(lw, value, n);
    }
    if (!value || value->type->kind != TY_TUPLE || value->type->n != n) {
        lower_refuse(lw, DIAG_PY301, "the number of targets does not fit the tuple");
        return;
    }
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, n);
    for (int i = 0; i < n; ++i) {
        item[i] = lower_item(lw, value, i);
        for (int k = 0; k < i; ++k) {
            if (changes(lw, target->list.item[k], item[i])) {
                item[i] = lower_to_temp(lw, item[i]);
                break;
            }
        }
    }
    for (int i = 0; i < n; ++i) {
        assign_target(lw, target->list.item[i], item[i]);
    }
}

static void assign_target(struct lower *lw, const struct expr *target, struct texpr *value) {
    struct span outer = lw->span;
    lw->span = target->span;
    if (target->kind == EXPR_NAME) {
        assign_name(lw, target, value);
    } else if (lower_is_records_part(lw, target)) {
        lower_records_store(lw, target, value);
    } else if (lower_is_field(lw, target)) {
        assign_element(lw, target, value);
    } else if (target->kind == EXPR_ATTR) {
        lower_attribute_set(lw, target, value);
    } else if (target->kind == EXPR_INDEX && lower_second(lw, target)) {
        lower_item_set(lw, target, value);
    } else if (is_item(lw, target)) {
        assign_item(lw, target, value);
    } else if (target->kind == EXPR_INDEX) {
        assign_element(lw, target, value);
    } else if (target->kind == EXPR_TUPLE || target->kind == EXPR_LIST) {
        unpack(lw, target, value);
    }
    lw->span = outer;
}

void lower_bind(struct lower *lw, const struct expr *target, struct texpr *value) {
    assign_target(lw, target, value);
}

/* The array that a[...] = [1, x] makes of its numbers: integers must fit those of a. */
static struct ty *type_for(struct lower *lw, const struct expr *target, const struct expr *value) {
    const struct ty *to = lower_type(lw, target->index.base), *from = lower_type(lw, value);
    enum dtype_kind kind = to->kind == TY_ARRAY ? dtype_info[to->dtype].kind : KIND_FLOAT;
    bool integers = kind == KIND_INT || kind == KIND_UINT;
    return integers ? ty_array(lw->a, lw->m, to->dtype, from->rank, TY_C) : NULL;
}

/* A variable that is None for a while has no value then: as a number 0, so that iterations of a
 * parallel loop see none of others. */
static void assign_none(struct lower *lw, const struct expr *to) {
    const struct symbol *sym = to->kind == EXPR_NAME ? to->name.sym : NULL;
    struct tvar *dst = sym ? lw->var_of[sym->id] : NULL;
    if (to->kind != EXPR_NAME || (dst && ty_is_optional(dst->type)) || is_either(lw, to)) {
        assign_target(lw, to, lower_none(lw));
    } else if (sym && lw->bound_of[sym->id]) {
        struct tvar *v = lw->var_of[sym->id];
        lower_assign(lw, lw->bound_of[sym->id], lower_bool(lw, false));
        if (v && v->type->kind == TY_SCALAR) {
            lower_assign(lw, v, lower_cast(lw, lower_int(lw, 0), v->type->dtype));
        }
    }
}

/* a, b = None, x */
static void assign_each(struct lower *lw, const struct expr *to, const struct expr *from) {
    struct texpr **value = ARENA_ARRAY(lw->a, struct texpr *, from->list.n);
    for (int i = 0; i < from->list.n; ++i) {
        bool none = from->list.item[i]->kind == EXPR_NONE;
        value[i] = none ? NULL : lower_value(lw, from->list.item[i]);
        value[i] = value[i] && value[i]->kind != TE_CONST ? lower_to_temp(lw, value[i]) : value[i];
    }
    for (int i = 0; i < from->list.n; ++i) {
        if (from->list.item[i]->kind == EXPR_NONE) {
            assign_none(lw, to->list.item[i]);
        } else {
            assign_target(lw, to->list.item[i], value[i]);
        }
    }
}

void lower_assignment(struct lower *lw, const struct stmt *s) {
    if (!s->assign.value) {
        return;
    }
    if (s->assign.value->kind == EXPR_NONE) {
        for (int i = 0; i < s->assign.n; ++i) {
            assign_none(lw, s->assign.target[i]);
        }
        return;
    }
    if (stmt_assigns_none(s)) {
        assign_each(lw, s->assign.target[0], s->assign.value);
        return;
    }
    const struct expr *first = s->assign.target[0];
    bool alone = s->assign.n == 1 && first->kind == EXPR_INDEX && !is_item(lw, first) &&
                 !lower_is_records_part(lw, first) && !lower_second(lw, first);
    if (alone && lower_has_mask(lw, first, s->assign.value)) {
        struct elements *value = lower_over(lw, s->assign.value, first->index.index[0]);
        struct pick p = lower_pick(lw, first);
        p.over = first->index.index[0];
        lower_pick_store(lw, &p, value);
        return;
    }
    if (alone && lower_is_elements(lw, s->assign.value)) {
        assign_part(lw, first, lower_elements(lw, s->assign.value));
        return;
    }
    struct product product;
    if (alone && lower_matmul_stored(lw, s->assign.value, OP_COUNT, &product)) {
        assign_product(lw, first, &product);
        return;
    }
    bool to_name = s->assign.n == 1 && first->kind == EXPR_NAME && first->name.sym;
    struct tvar *want = to_name ? lw->var_of[first->name.sym->id] : NULL;
    const struct expr *display = sugar_display(s->assign.value);
    bool list = display && !lower_type(lw, s->assign.value); /* it was inferred as a display */
    struct ty *type = display && alone && !list ? type_for(lw, first, s->assign.value) : NULL;
    if (type) {
        assign_target(lw, first, lower_array_from(lw, OP_ARRAY, display, type, NULL));
        return;
    }
    bool unpacks = first->kind == EXPR_TUPLE || first->kind == EXPR_LIST;
    const struct callee *items = unpacks ? lower_second(lw, s->assign.value) : NULL;
    struct texpr *value = items ? lower_call_instance(lw, items, NULL)
                                : lower_or_none(lw, list ? display : s->assign.value, want);
    const struct ty *to = !want                        ? NULL
                          : ty_is_optional(want->type) ? want->type->item[1]
                                                       : want->type;
    bool text = !value && (!to_name || is_either(lw, first) || (to && to->kind == TY_ARRAY));
    value = text && !list ? lower_text(lw, s->assign.value) : value;
    const struct ty *given = list ? NULL : lower_type(lw, s->assign.value);
    for (int i = 0; !value && given && given->kind == TY_NONE && i < s->assign.n; ++i) {
        assign_none(lw, s->assign.target[i]); /* of a parameter that is None in this instance */
    }
    if (value && s->assign.n > 1 && value->kind != TE_CONST) {
        value = lower_to_temp(lw, value);
    }
    if (value && value->type->kind == TY_TUPLE && first->kind != EXPR_NAME &&
        value->kind != TE_TUPLE) {
        value = lower_simple(lw, value);
    }
    for (int i = 0; i < s->assign.n; ++i) {
        assign_target(lw, s->assign.target[i], value);
    }
}

/* ---- x += value */

static bool is_str(const struct ty *t) {
    return t->kind == TY_ARRAY && t->dtype == DT_CHAR;
}

struct texpr *lower_updated(struct lower *lw, const struct stmt *s, struct texpr *old) {
    if (old && is_str(old->type) && s->aug.op == OP_ADD) {
        return lower_text_extended(lw, old, s->aug.value);
    }
    struct lower_mark mark = lower_mark(lw);
    struct texpr *value = lower_number(lw, lower_expr(lw, s->aug.value));
    old = lower_protect(lw, old, mark);
    if (!old || !value || old->type->kind != TY_SCALAR || value->type->kind != TY_SCALAR) {
        return lower_refuse(lw, DIAG_PY307, "only numbers are updated in place; write a loop");
    }
    return lower_binary(lw, s->aug.op, IN_OPERATOR, old, value);
}

/* The array keeps its memory: dst = dst op value. */
static void update_array(struct lower *lw, const struct stmt *s, struct tvar *dst) {
    struct product product;
    if (s->aug.op == OP_MATMUL) {
        lower_matmul_in_place(lw, dst, s->aug.value);
        return;
    }
    if (lower_matmul_stored(lw, s->aug.value, s->aug.op, &product)) {
        lower_product_into(lw, &product, s->aug.op, dst);
        return;
    }
    struct elements *old = lower_elements_of(lw, lower_var(lw, dst));
    struct elements *value = lower_elements(lw, s->aug.value);
    value = lower_elements_in_place(lw, s->aug.op, IN_OPERATOR, old, value);
    lower_store_elements(lw, dst, value);
}

bool lower_update_shared(struct lower *lw, const struct stmt *s, struct texpr *old) {
    if (is_str(old->type)) {
        return false;
    }
    if (old->type->kind == TY_ARRAY) {
        update_array(lw, s, lower_as_variable(lw, old));
    } else if (is_list(old->type)) {
        lower_list_extend(lw, lower_as_variable(lw, old), lower_expr(lw, s->aug.value));
    }
    return old->type->kind == TY_ARRAY || is_list(old->type);
}

/* xs[i] += value: arrays and lists change in place. */
static void update_item(struct lower *lw, const struct stmt *s) {
    struct list_place at;
    lower_list_at(lw, s->aug.target, true, &at);
    struct texpr *old = lower_given(lw, lower_list_read(lw, &at, NULL));
    struct texpr *by_method = lower_item_by_method(lw, s, old);
    if (by_method) {
        lower_list_write(lw, &at, by_method);
    } else if (!lower_update_shared(lw, s, old)) {
        lower_list_write(lw, &at, lower_updated(lw, s, old));
    }
}

/* a[..., 0] of a vector: an array without axes, where a[0] is a number. */
static bool is_cell(struct lower *lw, const struct expr *target) {
    struct ty *type = lower_type(lw, target);
    return type->kind == TY_ARRAY && type->rank == 0;
}

void lower_aug_assignment(struct lower *lw, const struct stmt *s) {
    const struct expr *target = s->aug.target;
    struct tvar *var =
        target->kind == EXPR_NAME && target->name.sym ? lw->var_of[target->name.sym->id] : NULL;
    if (target->kind == EXPR_NAME) {
        lower_need_bound(lw, target);
    }
    struct texpr *by_method = target->kind == EXPR_NAME ? lower_object_updated(lw, target) : NULL;
    if (by_method) {
        assign_name(lw, target, by_method);
    } else if (target->kind == EXPR_ATTR && !lower_is_field(lw, target)) {
        lower_attribute_update(lw, s);
    } else if (target->kind == EXPR_INDEX && lower_second(lw, target)) {
        lower_item_update(lw, s);
    } else if (var && lw->in->callee[target->id]) {
        assign_name(lw, target, lower_call(lw, target, NULL));
    } else if (var && is_str(var->type)) {
        struct tvar *want = lw->guards > 0 ? NULL : var;
        assign_name(lw, target, lower_text_plus(lw, target, s->aug.value, want));
    } else if (var && var->type->kind == TY_ARRAY) {
        update_array(lw, s, var);
    } else if (var && is_list(var->type)) {
        lower_list_extend(lw, var, lower_expr(lw, s->aug.value));
    } else if (is_item(lw, target)) {
        update_item(lw, s);
    } else if (target->kind == EXPR_NAME && target->name.sym) {
        struct texpr *value = lower_updated(lw, s, lower_symbol(lw, target->name.sym));
        assign_name(lw, target, value);
    } else if (target->kind == EXPR_INDEX && !lower_is_field(lw, target) &&
               (lower_type(lw, target->index.base)->kind == TY_TUPLE || is_cell(lw, target))) {
        update_array(lw, s, lower_array(lw, target)); /* d['u'] += x, a[..., 0] += x */
    } else if (target->kind == EXPR_INDEX && lower_is_pick(lw, target)) {
        struct pick p = lower_pick(lw, target);
        p.over = lower_has_mask(lw, target, s->aug.value) ? target->index.index[0] : NULL;
        lower_pick_update(lw, &p, s->aug.op, IN_OPERATOR, s->aug.value);
    } else if (target->kind == EXPR_INDEX || lower_is_field(lw, target)) {
        struct element at;
        lower_element(lw, target, &at);
        if (at.part) {
            update_array(lw, s, at.part);
        } else if (at.n == at.array->type->rank) {
            struct texpr *old = lower_load(lw, at.array, at.n, at.index);
            store_element(lw, &at, lower_updated(lw, s, old));
        }
    }
}
