/* Objects of the module's classes: attributes, methods, operators by their methods. Which function
 * it is follows from the type, so that calls are direct. */
#include "eval.h"
#include "open.h"

#include <string.h>

/* ---- members */

static const char *help_of(const struct class *c) {
    return c->prelude     ? NULL
           : c->generator ? "its items come one after the other: write list(...) around it"
                          : "define it in the class, or use an attribute";
}

/* Does a class of the family have it, and do these not go together (parse_family_methods.c)? */
static bool is_apart(const struct infer *ix, const struct class *c, const char *name) {
    bool has = false;
    for (int i = 0; c->family == c && i < ix->module->n_classes; ++i) {
        const struct class *of = ix->module->class_[i];
        has = has || (of->family == c && of != c && class_method(of, name));
    }
    return has;
}

static struct itype *no_member(struct infer *ix, const struct itype *object, const char *name,
                               struct span span) {
    const struct class *c = object->of;
    if (is_apart(ix, c, name)) {
        return infer_refuse(ix, DIAG_PY204, span,
                            arena_printf(ix->arena,
                                         "the classes of the family of '%s' have different '%s'",
                                         class_shown(c), name),
                            "give methods of a name the same parameters, and defaults that are "
                            "numbers, texts or None");
    }
    struct diag_message *m =
        it_is_either(object)
            ? infer_error(ix, DIAG_PY204, span, "a value of several types has no '%s' here", name)
            : infer_error(ix, DIAG_PY204, span, "'%s' object has no attribute '%s'", class_shown(c),
                          name);
    if (c->generator) {
        infer_fix(ix, m, "for, next() and close() are what a compiled generator is for");
    } else if (!c->prelude && strncmp(name, "__", 2) == 0) {
        infer_fix(ix, m, "%s", help_of(c));
    } else if (!c->prelude) {
        infer_note(ix, m, c->span, "an object has the attributes that its class's methods assign");
    }
    const char *close = c->prelude ? NULL : diag_closest(name, c->field, c->n_fields);
    if (close) {
        infer_fix(ix, m, "did you mean '%s'?", close);
    }
    return infer_bad(ix);
}

/* ---- methods */

struct itype *eval_object_call(struct infer *ix, const struct con *c, struct itype *object,
                               const char *method, const struct expr *object_at,
                               struct applied *of) {
    of->f = class_method(object->of, method);
    if (!of->f) {
        return no_member(ix, object, method, c->span);
    }
    if (of->f->method == METHOD_CLASS) {
        of->self = it_func(&ix->types, object->of->make, 0, NULL);
    } else if (of->f->method != METHOD_STATIC) {
        of->self = object;
        of->self_at = object_at;
    }
    return eval_apply(ix, c, of);
}

/* Loops over what a container gives ask it for the place of each item, and look whether it has
 * changed, where their bodies may change one: its items are read when they are due. */
static void watched(struct infer *ix, const struct con *c, struct itype *object,
                    const struct expr *object_at, struct applied *given, const char *by) {
    static const char *const item[][2] = {{"__iter__", "_key_at"},
                                          {"keys", "_key_at"},
                                          {"values", "_value_at"},
                                          {"items", "_item_at"}};
    const char *at = NULL;
    for (size_t i = 0; i < sizeof item / sizeof *item; ++i) {
        at = strcmp(by, item[i][0]) == 0 ? item[i][1] : at;
    }
    if (!at || !given->made || !object->of->prelude || !class_method(object->of, at)) {
        return;
    }
    struct itype *n = it_scalar(&ix->types, DT_INT);
    struct itype *arg[3] = {n, n, n};
    const struct expr *none[3] = {NULL, NULL, NULL};
    struct applied next = {
        .n = 3, .arg = arg, .at = none, .node = given->node, .each_of = given->made};
    eval_object_call(ix, c, object, "_next", object_at, &next);
    if (next.made) {
        struct applied read = {
            .n = 1, .arg = arg, .at = none, .node = given->node, .each_of = next.made};
        eval_object_call(ix, c, object, at, object_at, &read);
    }
}

/* The type of an argument, whatever place the constraint gave it. */
static struct itype *type_at(const struct con *c, struct itype **arg, const struct expr *e) {
    for (int i = 0; i < c->n; ++i) {
        if (c->at[i] == e) {
            return arg[i];
        }
    }
    return NULL;
}

bool eval_method_arguments(struct infer *ix, const struct con *c, struct itype **arg,
                           struct applied *of) {
    const struct expr *e = c->expr;
    int n = e->call.n + e->call.n_kw;
    const struct expr **at = ARENA_ARRAY(ix->arena, const struct expr *, n);
    of->n = e->call.n;
    of->n_kw = e->call.n_kw;
    of->kw = e->call.kw;
    of->packed = e->call.packed;
    of->node = e;
    of->arg = ARENA_ARRAY(ix->arena, struct itype *, n);
    of->at = at;
    for (int i = 0; i < n; ++i) {
        at[i] = i < e->call.n ? e->call.arg[i] : e->call.kw[i - e->call.n].value;
        int64_t axis; /* whose type a constraint of arrays' own method does not have */
        of->arg[i] = type_at(c, arg, at[i]);
        if ((!of->arg[i] || of->arg[i]->kind == IT_NONE) && infer_const_int(at[i], &axis)) {
            of->arg[i] = it_scalar(&ix->types, DT_INT);
        }
        bool none = of->arg[i] && of->arg[i]->kind == IT_NONE && c->kind != CON_METHOD;
        if (!of->arg[i] || (none && at[i]->kind != EXPR_NONE && at[i]->kind != EXPR_STR)) {
            infer_refuse(ix, DIAG_PY205, at[i]->span,
                         "what this method is is not known where it is called",
                         "give the method another name, which no array has");
            return false;
        }
    }
    return true;
}

struct itype *eval_object_method(struct infer *ix, const struct con *c, struct itype **arg,
                                 const char *name) {
    struct applied of = {0};
    if (!eval_method_arguments(ix, c, arg, &of)) {
        return infer_bad(ix);
    }
    const struct expr *object_at = c->expr->call.fn->attr.base;
    struct itype *t = eval_object_call(ix, c, arg[0], name, object_at, &of);
    watched(ix, c, arg[0], object_at, &of, name);
    return t;
}

struct itype *eval_object_plain(struct infer *ix, const struct con *c, struct itype *object,
                                const char *method, bool second) {
    const struct expr *at = c->at[0];
    struct applied of = {.node = second ? at : c->expr, .second = second};
    if (at && class_method(object->of, method)) {
        struct itype *t = eval_object_call(ix, c, object, method, at, &of);
        watched(ix, c, object, at, &of, method);
        return t;
    }
    return infer_refuse(
        ix, DIAG_PY302, c->span,
        arena_printf(ix->arena, "'%s' object has no method '%s'", class_shown(object->of), method),
        help_of(object->of));
}

/* ---- attributes */

static int field_of(const struct itype *object, const char *name) {
    for (int i = 0; i < object->n; ++i) {
        if (strcmp(object->of->field[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

struct itype *eval_object_field(struct itype *object, const char *name) {
    int i = field_of(object, name);
    struct itype *t = i < 0 ? NULL : it_find(object->item[i]);
    bool late = i >= object->n - object->of->n_late;
    return t && (!late || it_is_late(t)) ? it_there(t) : NULL;
}

static void note_field(struct infer *ix, const struct con *c, int field, struct expr *constant) {
    struct callee *callee = eval_callee(ix, c, CALLEE_FIELD, 0);
    if (callee) {
        callee->n = field;
        callee->self = constant;
    }
}

/* The type of an attribute that nothing compiled gives a value. */
static struct itype *unset(struct infer *ix, const struct itype *object, const char *name,
                           struct span span) {
    struct diag_message *m =
        infer_error(ix, DIAG_PY306, span, "what attribute '%s' of this '%s' is is not known", name,
                    class_shown(object->of));
    infer_fix(ix, m, "assign it in __init__: nothing that is compiled here does in a method");
    return infer_bad(ix);
}

struct itype *eval_object_attr(struct infer *ix, const struct con *c, struct itype *object) {
    const char *name = c->expr->attr.name;
    int field = field_of(object, name);
    if (field >= 0) {
        note_field(ix, c, field, NULL);
        struct itype *t = it_unfold(&ix->types, it_find(object->item[field]), object);
        return c->expr->attr.raw                    ? t
               : it_there(t)->of == &it_unset_class ? unset(ix, object, name, c->span)
                                                    : it_there(t);
    }
    const struct func *f = class_method(object->of, name);
    if (f && f->method == METHOD_PROPERTY) {
        struct applied of = {.node = c->expr};
        return eval_object_call(ix, c, object, name, c->expr->attr.base, &of);
    }
    const struct class_value *v = class_constant(object->of, name);
    if (v && v->value) {
        note_field(ix, c, 0, v->value);
        return it_kept(&ix->types, ix->rules->constant(ix, v->value));
    }
    if (f) {
        return infer_refuse(ix, DIAG_PY111, c->span, "a method can be called only",
                            "write lambda *args: ... around the call");
    }
    return no_member(ix, object, name, c->span);
}

struct itype *eval_object_has(struct infer *ix, const struct con *c, const struct itype *object,
                              const char *name) {
    int i = field_of(object, name);
    if (i < object->n - object->of->n_late) {
        return NULL;
    }
    bool never = it_there(it_find(object->item[i]))->of == &it_unset_class;
    return never && object->of->family ? it_known(&ix->types, DT_PYBOOL, false)
           : never                     ? unset(ix, object, name, c->span)
                                       : it_scalar(&ix->types, DT_PYBOOL);
}

struct itype *eval_named_method(struct infer *ix, const struct con *c, struct itype **arg,
                                const char *name) {
    const struct expr *e = c->expr;
    bool dict = strcmp(name, "_asdict") == 0;
    if (arg[0]->kind != IT_TUPLE || class_method(arg[0]->of, name) || e->call.n > 0 ||
        (!dict && strcmp(name, "_replace") != 0) || (dict && e->call.n_kw > 0)) {
        return NULL;
    }
    struct callee *callee = eval_callee(ix, c, CALLEE_METHOD, arg[0]->n);
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, arg[0]->n);
    memcpy(item, arg[0]->item, sizeof(*item) * (size_t)arg[0]->n);
    for (int i = 0; i < e->call.n_kw; ++i) {
        int field = field_of(arg[0], e->call.kw[i].name);
        if (field < 0) {
            return no_member(ix, arg[0], e->call.kw[i].name, e->call.kw[i].span);
        }
        item[field] = it_kept(&ix->types, arg[1 + i]);
        if (callee) {
            callee->arg[field] = e->call.kw[i].value;
        }
    }
    if (callee) {
        callee->op = OP_COUNT;
        callee->self = e->call.fn->attr.base;
    }
    if (!dict) {
        return it_named(&ix->types, arg[0]->of, item);
    }
    const char *keys = arg[0]->of->field[0];
    for (int i = 1; i < arg[0]->n; ++i) {
        keys = arena_printf(ix->arena, "%s%c%s", keys, DICT_KEY_END, arg[0]->of->field[i]);
    }
    return it_record(&ix->types, intern_str(ix->names, keys), arg[0]->n, item);
}

struct itype *eval_object_set(struct infer *ix, const struct con *c, struct itype **arg) {
    const char *name = c->expr->attr.name;
    if (arg[0]->kind == IT_TUPLE && arg[0]->of) {
        return infer_refuse(ix, DIAG_PY305, c->span,
                            "the fields of a named tuple cannot be assigned",
                            arena_printf(ix->arena, "make another: t._replace(%s=...)", name));
    }
    if (arg[0]->kind != IT_OBJECT) {
        bool shape = arg[0]->kind == IT_ARRAY && strcmp(name, "shape") == 0;
        return infer_refuse(ix, DIAG_PY110, c->span,
                            shape ? "assignment to the shape of an array that may have other names"
                                  : "assignment to an attribute is not supported",
                            shape ? "make another array: a = a.reshape(...)" : NULL);
    }
    int field = field_of(arg[0], name);
    const char *setter = arena_printf(ix->arena, "%s=", name);
    if (field < 0 && class_method(arg[0]->of, setter)) {
        struct applied of = {
            .n = 1, .arg = arg + c->n - 1, .at = c->at + c->n - 1, .node = c->expr, .second = true};
        return eval_object_call(ix, c, arg[0], setter, c->expr->attr.base, &of);
    }
    if (field < 0) {
        return no_member(ix, arg[0], name, c->expr->attr.name_span);
    }
    if (arg[0]->of->frozen) {
        return infer_refuse(
            ix, DIAG_PY305, c->span,
            arena_printf(ix->arena, "the objects of '%s' are frozen", arg[0]->of->name),
            arena_printf(ix->arena, "make another: %s(...)", arg[0]->of->name));
    }
    struct itype *to = it_there(it_find(arg[0]->item[field])), *from = arg[c->n - 1];
    to = it_unfold(&ix->types, to, arg[0]);
    if (to->of == &it_unset_class) {
        return unset(ix, arg[0], name, c->span);
    }
    open_meet_here(ix, &to, &from);
    if (!join_fits(&ix->types, it_forget(&ix->types, from), to) &&
        !join_fits(&ix->types, from, to)) {
        infer_note_lengths(ix, c, NULL, from, to);
        infer_want_either(ix, c->span, name, from, to);
        infer_want_alike(ix, c->span, from, to);
        bool another = from->kind == IT_OBJECT && from->of == it_given(to)->of;
        struct diag_message *m = infer_error(
            ix, DIAG_PY301, c->span, "'%s' of this '%s' is %s, and %s%s is assigned to it", name,
            arg[0]->of->name, it_name(ix->arena, to), it_name(ix->arena, from),
            another ? " with attributes of other types" : "");
        if (to->kind == IT_SCALAR && from->kind == IT_SCALAR) {
            bool up = join_kind(to->dtype) >= join_kind(from->dtype);
            infer_fix(ix, m,
                      up ? "write %s(...) around the value" : "make the object with one: %s(...)",
                      dtype_info[up ? to->dtype : from->dtype].name);
        } else if (another) {
            infer_fix(ix, m, "make all objects of '%s' with values of the same types",
                      from->of->name);
        }
        return infer_bad(ix);
    }
    note_field(ix, c, field, NULL);
    return to;
}

/* ---- operators */

static const struct {
    enum op op;
    const char *method, *reflected; /* reflected: of the second operand */
} methods[] = {
    {OP_ADD, "__add__", "__radd__"},
    {OP_SUB, "__sub__", "__rsub__"},
    {OP_MUL, "__mul__", "__rmul__"},
    {OP_DIV, "__truediv__", "__rtruediv__"},
    {OP_MOD, "__mod__", "__rmod__"},
    {OP_FLOORDIV, "__floordiv__", "__rfloordiv__"},
    {OP_POW, "__pow__", "__rpow__"},
    {OP_MATMUL, "__matmul__", "__rmatmul__"},
    {OP_BITAND, "__and__", "__rand__"},
    {OP_BITOR, "__or__", "__ror__"},
    {OP_BITXOR, "__xor__", "__rxor__"},
    {OP_SHL, "__lshift__", "__rlshift__"},
    {OP_SHR, "__rshift__", "__rrshift__"},
    {OP_EQ, "__eq__", "__eq__"},
    {OP_NE, "__ne__", "__ne__"},
    {OP_LT, "__lt__", "__gt__"},
    {OP_LE, "__le__", "__ge__"},
    {OP_GT, "__gt__", "__lt__"},
    {OP_GE, "__ge__", "__le__"},
    {OP_NEG, "__neg__", ""},
    {OP_POS, "__pos__", ""},
    {OP_INVERT, "__invert__", ""},
    {OP_ABS, "__abs__", ""},
};

static struct itype *apply(struct infer *ix, const struct con *c, struct itype **arg, int self,
                           const char *method, bool negated) {
    const struct expr *other = c->n > 1 ? c->at[!self] : NULL;
    const struct expr *value = c->in_place && c->n > 1 ? c->at[1] : NULL; /* of xs[i] |= value */
    struct applied of = {.n = c->n - 1,
                         .arg = &arg[!self],
                         .at = &other,
                         .node = c->node   ? c->node
                                 : c->expr ? c->expr
                                           : value,
                         .second = c->in_place,
                         .negated = negated};
    if (!of.node || !c->at[self] || (c->n > 1 && !other)) {
        return infer_refuse(ix, DIAG_PY302, c->span, "objects are not combined here",
                            "write two operations");
    }
    struct itype *t = eval_object_call(ix, c, arg[self], method, c->at[self], &of);
    return negated && t && t->kind != IT_ERROR ? it_scalar(&ix->types, DT_PYBOOL) : t;
}

/* The method of one of the operands, as Python looks for it; NULL: there is none. */
static struct itype *by_methods(struct infer *ix, const struct con *c, struct itype **arg,
                                const char *method, const char *reflected, bool negated) {
    bool own = arg[0]->of && class_method(arg[0]->of, method);
    bool other = c->n == 2 && arg[1]->of && *reflected && class_method(arg[1]->of, reflected);
    return own     ? apply(ix, c, arg, 0, method, negated)
           : other ? apply(ix, c, arg, 1, reflected, negated)
                   : NULL;
}

static struct itype *by_operator(struct infer *ix, const struct con *c, struct itype **arg) {
    bool is = c->op == OP_IS || c->op == OP_IS_NOT;
    if (is && arg[0]->of && arg[0]->of == arg[1]->of && class_method(arg[0]->of, "[is]")) {
        return apply(ix, c, arg, 0, "[is]", c->op == OP_IS_NOT);
    }
    if (is && it_is_either(arg[0]) && arg[1]->kind == IT_NONE) {
        return apply(ix, c, arg, 0, "_is_none", c->op == OP_IS_NOT);
    }
    for (size_t i = 0; i < sizeof methods / sizeof *methods; ++i) {
        if (methods[i].op != c->op) {
            continue;
        }
        const char *method = methods[i].method;
        const char *in_place = arena_printf(ix->arena, "__i%s", method + 2);
        bool has = c->in_place && arg[0]->of && class_method(arg[0]->of, in_place);
        struct itype *t =
            by_methods(ix, c, arg, has ? in_place : method, methods[i].reflected, false);
        return t || c->op != OP_NE ? t : by_methods(ix, c, arg, "__eq__", "__eq__", true);
    }
    return NULL;
}

struct itype *eval_named_op(struct infer *ix, const struct con *c, struct itype **arg) {
    if ((c->op == OP_IN || c->op == OP_NOT_IN) && c->n == 2 && arg[1]->kind == IT_TUPLE &&
        arg[1]->of && class_method(arg[1]->of, "__contains__")) {
        return apply(ix, c, arg, 1, "__contains__", c->op == OP_NOT_IN);
    }
    return (arg[0]->of || (c->n == 2 && arg[1]->of)) && (!c->expr || c->op == OP_ABS)
               ? by_operator(ix, c, arg)
               : NULL;
}

struct itype *eval_object_op(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *t = NULL;
    if (c->op == OP_IN || c->op == OP_NOT_IN) {
        if (c->n == 2 && arg[1]->kind == IT_OBJECT && class_method(arg[1]->of, "__contains__")) {
            t = apply(ix, c, arg, 1, "__contains__", c->op == OP_NOT_IN);
        }
    } else {
        t = by_operator(ix, c, arg);
    }
    if (t) {
        return t;
    }
    if ((c->op == OP_IS || c->op == OP_IS_NOT) &&
        (arg[0]->kind == IT_NONE || arg[1]->kind == IT_NONE)) {
        return it_known(&ix->types, DT_PYBOOL, c->op == OP_IS_NOT);
    }
    bool is = c->op == OP_IS || c->op == OP_IS_NOT;
    if (is && arg[0] == arg[1]) {
        return it_scalar(&ix->types, DT_PYBOOL);
    }
    const struct itype *object = arg[0]->kind == IT_OBJECT ? arg[0] : arg[1];
    return infer_refuse(ix, DIAG_PY302, c->span,
                        arena_printf(ix->arena, "'%s' has no method for '%s' with these operands",
                                     class_shown(object->of), infer_called(ix, c)),
                        is || c->op == OP_EQ ? "compare an attribute that tells the objects apart"
                                             : NULL);
}

/* ---- x[i] */

static bool at_text(const struct expr *e, const struct itype *t) {
    return e->kind == EXPR_STR || it_is_str(t);
}

/* The ends of a slice as keyword arguments of a function. */
static void part_arguments(struct infer *ix, const struct expr *slice, struct applied *of) {
    static const char *const name[] = {"lo", "hi", "step"};
    struct expr *const part[] = {slice->slice.lo, slice->slice.hi, slice->slice.step};
    const struct expr **at = ARENA_ARRAY(ix->arena, const struct expr *, of->n + 3);
    struct keyword *kw = ARENA_ARRAY(ix->arena, struct keyword, 3);
    struct itype **type = ARENA_ARRAY(ix->arena, struct itype *, of->n + 3);
    for (int i = 0; i < of->n; ++i) {
        type[i] = of->arg[i];
        at[i] = of->at[i];
    }
    for (int i = 0; i < 3; ++i) {
        if (part[i] && part[i]->kind != EXPR_NONE) {
            kw[of->n_kw] = (struct keyword){intern_str(ix->names, name[i]), part[i]->span, part[i]};
            at[of->n + of->n_kw] = part[i];
            type[of->n + of->n_kw++] = it_scalar(&ix->types, DT_INT);
        }
    }
    of->arg = type;
    of->at = at;
    of->kw = kw;
}

/* x[lo:hi:step] is x._part(lo=lo, hi=hi, step=step), of those that are written; assigned a value,
 * x._part_set(value, lo=lo, hi=hi, step=step). */
static struct itype *part_of(struct infer *ix, const struct con *c, struct itype **arg,
                             bool store) {
    struct itype *given[1] = {arg[c->n - 1]};
    const struct expr *at[1] = {c->at[c->n - 1]};
    struct applied of = {.n = store, .arg = given, .at = at, .node = c->expr, .second = store};
    part_arguments(ix, c->expr->index.index[0], &of);
    return eval_object_call(ix, c, arg[0], store ? "_part_set" : "_part", c->expr->index.base, &of);
}

struct itype *eval_list_part_store(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *given[2] = {arg[0], arg[c->n - 1]};
    const struct expr *at[2] = {c->expr->index.base, c->at[c->n - 1]};
    struct applied of = {.f = eval_prelude(ix, "list__setslice"),
                         .n = 2,
                         .arg = given,
                         .at = at,
                         .node = c->expr,
                         .second = true};
    if (!of.f) { /* the module is read again with it */
        return infer_refuse(ix, DIAG_PY305, c->expr->span, "parts of lists are not assigned here",
                            NULL);
    }
    part_arguments(ix, c->expr->index.index[0], &of);
    return eval_apply(ix, c, &of);
}

struct itype *eval_object_index(struct infer *ix, const struct con *c, struct itype **arg,
                                bool store) {
    int n = c->expr->index.n;
    if (n == 1 && c->expr->index.index[0]->kind == EXPR_SLICE &&
        class_method(arg[0]->of, store ? "_part_set" : "_part")) {
        return part_of(ix, c, arg, store);
    }
    for (int i = 0; i < n; ++i) {
        if (c->expr->index.index[i]->kind == EXPR_SLICE ||
            c->expr->index.index[i]->kind == EXPR_ELLIPSIS) {
            return infer_refuse(ix, DIAG_PY305, c->expr->index.index[i]->span,
                                "objects have no slices here", NULL);
        }
    }
    for (int i = 0; i < n; ++i) {
        bool text = c->expr->index.index[i]->kind == EXPR_STR && arg[1 + i]->kind == IT_NONE;
        arg[1 + i] = text ? infer_text(ix, c->expr->index.index[i]) : arg[1 + i];
    }
    struct itype *keys = arg[0]->of->prelude ? eval_object_field(arg[0], "k") : NULL;
    struct itype *key = keys ? it_find(it_find(keys)->item[0]) : NULL;
    if (n == 1 && key && key->kind == IT_SCALAR && at_text(c->expr->index.index[0], arg[1])) {
        return infer_refuse(ix, DIAG_PY305, c->expr->index.index[0]->span,
                            arena_printf(ix->arena,
                                         "the keys of this dictionary are %s, and this is a text",
                                         it_name(ix->arena, key)),
                            NULL);
    }
    struct itype *place = n == 1 ? arg[1] : it_kept(&ix->types, it_tuple(&ix->types, n, arg + 1));
    struct itype *given[2] = {place, arg[c->n - 1]};
    const struct expr *at[2] = {c->expr->index.index[0], c->at[c->n - 1]};
    struct applied of = {.n = 1 + store, .arg = given, .at = at, .node = c->expr, .second = store};
    return eval_object_call(ix, c, arg[0], store ? "__setitem__" : "__getitem__",
                            c->expr->index.base, &of);
}
