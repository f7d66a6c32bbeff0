/* Objects: lists of one item, the tuple of their attributes (instance_ty), which LIST statements
 * take and set one by one; and operators, indices and conditions of objects, which are calls. */
#include <string.h>

#include "lower_flow.h"
#include "lower_list.h"
#include "lower_number.h"

static bool is_call(const struct callee *c) {
    return c && c->kind == CALLEE_INSTANCE;
}

const struct callee *lower_applied(struct lower *lw, const struct expr *e) {
    bool may = e->kind != EXPR_CALL && e->kind != EXPR_NAME && e->id >= 0;
    const struct callee *c = may ? lw->in->callee[e->id] : NULL;
    return is_call(c) || (c && c->kind == CALLEE_FIELD) ? c : NULL;
}

const struct callee *lower_second(struct lower *lw, const struct expr *e) {
    return lw->in->second && e->id >= 0 ? lw->in->second[e->id] : NULL;
}

/* ---- attributes */

static void check_there(struct lower *lw, struct tvar *value, const char *class, int n,
                        const char *name) {
    lower_check(
        lw, lower_item(lw, lower_var(lw, value), 0), TEXC_ATTRIBUTE,
        arena_printf(lw->a, OF_PYTHON "'%.*s' object has no attribute '%s'", n, class, name));
}

/* The object of a family (parse_family.c) has no such attribute: which of its classes says so? */
static void check_family(struct lower *lw, struct tvar *object, struct tvar *value,
                         const char *name) {
    const char *field = object->type->keys;
    const struct ty *tuple = object->type->item[0];
    struct stmt_list inner, *outer;
    struct tstmt *lacks;
    struct texpr *not_there = lower_not(lw, lower_item(lw, lower_var(lw, value), 0));
    lacks = lower_stmt(lw, TS_IF);
    lacks->if_.cond = not_there;
    outer = lower_begin(lw, &inner);
    for (int i = 0; (field = strchr(field, '\x1f')); ++i) {
        ++field;
        if (*field != '<' || ty_is_unset(tuple->item[i]->item[1])) {
            continue;
        }
        struct tvar *mark = lower_target(lw, NULL, tuple->item[i], 0, NULL);
        struct tstmt *get = lower_list(lw, LIST_GET, mark, object);
        get->list.arg[0] = lower_int(lw, 0);
        get->list.field = i + 1;
        struct stmt_list is, *others;
        struct texpr *of = lower_item(lw, lower_var(lw, mark), 0);
        struct tstmt *s = lower_stmt(lw, TS_IF);
        s->if_.cond = of;
        others = lower_begin(lw, &is);
        check_there(lw, value, field + 1, (int)strcspn(field + 1, ">"), name);
        s->if_.then = lower_end(lw, others);
    }
    lacks->if_.then = lower_end(lw, outer);
}

/* raw: of one that may not be there yet whether it is, and its value. */
static struct texpr *get_field(struct lower *lw, struct texpr *object, int field, const char *name,
                               bool raw, struct tvar *want) {
    if (object && object->type->kind == TY_TUPLE) {
        return lower_item(lw, object, field);
    }
    struct tvar *list = lower_as_variable(lw, object);
    struct ty *type = list->type->item[0]->item[field];
    bool late = ty_is_late(type) && !raw;
    struct tvar *dst = lower_target(lw, late ? NULL : want, type, 0, NULL);
    struct tstmt *s = lower_list(lw, LIST_GET, dst, list);
    s->list.arg[0] = lower_int(lw, 0);
    s->list.field = field + 1;
    if (late) {
        if (strstr(list->type->keys, "\x1f<")) {
            check_family(lw, list, dst, name);
        }
        check_there(lw, dst, list->type->keys, (int)strcspn(list->type->keys, "\x1f"), name);
        return lower_item(lw, lower_var(lw, dst), 1);
    }
    return lower_var(lw, dst);
}

struct texpr *lower_field(struct lower *lw, struct texpr *object, int field, struct tvar *want) {
    return get_field(lw, object, field, "", false, want);
}

static void set_field(struct lower *lw, struct tvar *list, int field, struct texpr *value) {
    struct tstmt *s;
    value = lower_coerce(lw, value, list->type->item[0]->item[field]);
    s = lower_list(lw, LIST_SET, NULL, list);
    s->list.arg[0] = lower_int(lw, 0);
    s->list.arg[1] = value;
    s->list.field = field + 1;
}

/* The setter of the property that a target is; NULL: it is none. */
static const struct callee *setter_of(struct lower *lw, const struct expr *target) {
    const struct callee *c = lower_second(lw, target);
    const char *name = is_call(c) ? c->instance->func->name : "";
    return *name && name[strlen(name) - 1] == '=' ? c : NULL;
}

void lower_attribute_set(struct lower *lw, const struct expr *target, struct texpr *value) {
    const struct callee *c = lw->in->callee[target->id], *setter = setter_of(lw, target);
    struct lower_mark mark = lower_mark(lw);
    struct tvar *list = lower_array(lw, target->attr.base);
    if (setter && value) {
        struct texpr *given[2] = {lower_var(lw, list), lower_protect(lw, value, mark)};
        lower_apply(lw, setter, given, NULL);
        return;
    }
    if (c && value) {
        set_field(lw, list, c->n, lower_protect(lw, value, mark));
    }
}

/* ---- calls */

/* The value of an index, of several their tuple. */
static struct texpr *key_of(struct lower *lw, const struct expr *e) {
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, e->index.n);
    lower_exprs(lw, e->index.n, e->index.index, item);
    for (int i = 0; i < e->index.n; ++i) {
        item[i] = item[i] ? item[i] : lower_text(lw, e->index.index[i]);
        item[i] = item[i] ? item[i] : lower_none(lw);
    }
    return e->index.n == 1 ? item[0] : lower_tuple(lw, e->index.n, item);
}

static struct texpr *get_item(struct lower *lw, const struct expr *e, const struct callee *c,
                              struct tvar *want) {
    struct texpr *value[2] = {lower_simple(lw, lower_expr(lw, e->index.base)), NULL};
    value[1] = key_of(lw, e);
    return lower_apply(lw, c, value, want);
}

void lower_item_set(struct lower *lw, const struct expr *target, struct texpr *given) {
    struct lower_mark mark = lower_mark(lw);
    const struct expr *key = target->index.index[0];
    struct texpr *value[5] = {lower_simple(lw, lower_expr(lw, target->index.base))};
    bool part = key->kind == EXPR_SLICE; /* xs[i:j] = given, of a list */
    for (int i = 0; part && i < 3; ++i) {
        const struct expr *e = i == 0 ? key->slice.lo : i == 1 ? key->slice.hi : key->slice.step;
        if (e && e->kind != EXPR_NONE && lower_type(lw, e)->kind == TY_NONE) {
            lower_refuse(lw, DIAG_PY305, "None is no end of this slice: leave it out");
            return;
        }
    }
    if (part) {
        struct texpr *end[3];
        lower_slice_parts(lw, key, end);
        for (int i = 0; i < 3; ++i) {
            value[2 + i] =
                end[i] ? lower_coerce(lw, end[i], lower_second(lw, target)->instance->param[2 + i])
                       : NULL;
        }
    }
    value[1] = part ? NULL : key_of(lw, target);
    struct ty *of_given = part ? lower_second(lw, target)->instance->param[1] : NULL;
    bool known = of_given && of_given->kind == TY_NONE; /* a text that is written out */
    value[part ? 1 : 2] = known ? NULL : lower_protect(lw, given, mark);
    lower_apply(lw, lower_second(lw, target), value, NULL);
}

struct texpr *lower_applied_value(struct lower *lw, const struct expr *e, const struct callee *c,
                                  struct tvar *want) {
    if (c->kind == CALLEE_FIELD) {
        struct texpr *object = lower_expr(lw, e->attr.base);
        struct ty *type = lower_type(lw, e);
        if (c->self) {
            return lower_constant(lw, c->self);
        }
        if (!type || type->kind == TY_NONE) { /* a function without captures, always None */
            return NULL;
        }
        return get_field(lw, object, c->n, e->attr.name, e->attr.raw, want);
    }
    if (e->kind == EXPR_INDEX && e->index.index[0]->kind != EXPR_SLICE) {
        return get_item(lw, e, c, want);
    }
    struct texpr *value = lower_call_instance(lw, c, c->negated ? NULL : want);
    return c->negated ? lower_not(lw, lower_truth(lw, lower_given(lw, value))) : value;
}

struct texpr *lower_object_truth(struct lower *lw, const struct expr *e) {
    const struct callee *c = lower_second(lw, e);
    return is_call(c) ? lower_truth(lw, lower_given(lw, lower_call_instance(lw, c, NULL))) : NULL;
}

struct texpr *lower_has(struct lower *lw, const struct expr *e) {
    struct texpr *object = lower_expr(lw, e->call.arg[0]);
    int field =
        dict_key_place(strchr(object->type->keys, DICT_KEY_END) + 1, e->call.arg[1]->str.text);
    return lower_item(lw, get_field(lw, object, field, "", true, NULL), 0);
}

/* ---- making */

static struct texpr *named_tuple(struct lower *lw, struct ty *type, struct texpr **item) {
    struct texpr *made = lower_tuple(lw, type->n, item);
    made->type = type;
    return made;
}

struct texpr *lower_replaced(struct lower *lw, const struct expr *e, const struct callee *c) {
    struct ty *type = lower_type(lw, e);
    struct texpr *tuple = lower_simple_tuple(lw, lower_expr(lw, c->self));
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, type->n);
    lower_exprs(lw, type->n, c->arg, item);
    for (int i = 0; i < type->n; ++i) {
        struct texpr *value = item[i]     ? item[i]
                              : c->arg[i] ? lower_text(lw, c->arg[i])
                                          : lower_item(lw, tuple, i);
        item[i] = lower_coerce(lw, value, type->item[i]);
    }
    return named_tuple(lw, type, item);
}

/* Is an attribute of this type only there to be told, so that any bool does? */
static bool is_told(const struct ty *t) {
    t = ty_is_late(t) ? t->item[1] : t;
    return t->kind == TY_SCALAR || t->kind == TY_NONE;
}

struct texpr *lower_object(struct lower *lw, const struct expr *e, struct tvar *want) {
    struct ty *type = lower_type(lw, e), *tuple = type->kind == TY_TUPLE ? type : type->item[0];
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, e->call.n + 1);
    lower_all_kept(lw, e->call.n, e->call.arg, item);
    for (int i = 0; i < e->call.n; ++i) {
        bool unset = e->call.arg[i]->kind == EXPR_NONE && ty_is_late(tuple->item[i]);
        if (!item[i] && !unset && !is_told(tuple->item[i])) {
            return lower_refuse(
                lw, DIAG_PY306,
                "what an attribute holds is not known here: leave out its annotation");
        }
        item[i] = item[i] ? item[i] : lower_bool(lw, true);
        item[i] =
            unset ? lower_nothing(lw, tuple->item[i]) : lower_coerce(lw, item[i], tuple->item[i]);
    }
    if (tuple == type) {
        return named_tuple(lw, type, item);
    }
    if (e->call.n == 0) {
        item[0] = lower_bool(lw, true);
    }
    struct tvar *dst = lower_target(lw, want, type, e->call.n, item);
    lower_list(lw, LIST_NEW, dst, NULL);
    lower_list_append(lw, dst, lower_tuple(lw, tuple->n, item));
    return lower_var(lw, dst);
}

/* ---- x.attribute += value, x[i] += value */

struct texpr *lower_object_updated(struct lower *lw, const struct expr *target) {
    const struct callee *c = lower_second(lw, target);
    return is_call(c) ? lower_given(lw, lower_call_instance(lw, c, NULL)) : NULL;
}

void lower_attribute_update(struct lower *lw, const struct stmt *s) {
    const struct expr *target = s->aug.target;
    const struct callee *c = lw->in->callee[target->id];
    if (setter_of(lw, target)) {
        struct texpr *old = lower_to_temp(lw, lower_expr(lw, target));
        lower_attribute_set(lw, target, lower_updated(lw, s, old));
        return;
    }
    struct texpr *by_method = lower_object_updated(lw, target);
    if (by_method || !c || c->kind != CALLEE_FIELD) {
        lower_attribute_set(lw, target, by_method);
        return;
    }
    struct tvar *list = lower_array(lw, target->attr.base);
    struct texpr *old =
        lower_given(lw, get_field(lw, lower_var(lw, list), c->n, target->attr.name, false, NULL));
    if (!lower_update_shared(lw, s, old)) {
        set_field(lw, list, c->n, lower_updated(lw, s, old));
    }
}

struct texpr *lower_item_by_method(struct lower *lw, const struct stmt *s, struct texpr *old) {
    const struct expr *by = s->aug.value;
    const struct callee *c = lower_second(lw, by);
    if (!is_call(c)) {
        return NULL;
    }
    struct lower_mark mark = lower_mark(lw);
    bool reflected = c->self == by;
    struct texpr *value[2];
    value[!reflected] = lower_value(lw, by);
    value[reflected] = lower_protect(lw, old, mark);
    return lower_given(lw, lower_apply(lw, c, value, NULL));
}

void lower_item_update(struct lower *lw, const struct stmt *s) {
    const struct expr *target = s->aug.target;
    struct texpr *value[3] = {lower_simple(lw, lower_expr(lw, target->index.base)), NULL, NULL};
    value[1] = key_of(lw, target);
    value[1] = value[1]->type->kind == TY_TUPLE  ? lower_simple_tuple(lw, value[1])
               : value[1]->type->kind == TY_NONE ? value[1]
                                                 : lower_to_temp(lw, value[1]);
    struct texpr *old = lower_given(lw, lower_apply(lw, lw->in->callee[target->id], value, NULL));
    value[2] = lower_item_by_method(lw, s, old);
    if (value[2]) {
        lower_apply(lw, lower_second(lw, target), value, NULL);
    } else if (!lower_update_shared(lw, s, old)) {
        value[2] = lower_updated(lw, s, old);
        lower_apply(lw, lower_second(lw, target), value, NULL);
    }
}
