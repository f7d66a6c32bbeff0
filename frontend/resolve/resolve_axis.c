/* An axis that is known when running only: each axis that the array has is a constant of a call of
 * its own. With k a variable, np.sum(a, axis=k) is
 *
 *     np.sum(a, axis=k) if k is None or isinstance(k, tuple)
 *     else np.sum(a, axis=0) if _counted_axis(k, np.ndim(a)) == 0
 *     else np.sum(a, axis=-1) if np.ndim(a) < 3 or _counted_axis(k, np.ndim(a)) == np.ndim(a) - 1
 *     else np.sum(a, axis=1) if np.ndim(a) < 4 or _counted_axis(k, np.ndim(a)) == 1
 *     ...
 *     else np.sum(a, axis=6)
 *
 * where all but the comparisons with _counted_axis is decided by types. */
#include <string.h>

#include "copy.h"
#include "resolve_private.h"

/* A call with such an axis. */
struct axis_call {
    struct resolver *r;
    struct sugar *g;
    const struct expr *call;
    const struct expr *axis, *array; /* the variable; what it is an axis of */
    const char *name;                /* of the function or method */
    bool module;                     /* it is a function of NumPy's */
    struct copy copy;
    bool several; /* the array is the first of a tuple or list of them */
};

/* Methods that take an axis of their array, whose only argument, or keyword axis, it is. */
static bool is_method(const char *name) {
    static const char *const names[] = {"sum", "prod", "max",     "min",     "mean",    "std",
                                        "var", "any",  "all",     "argmax",  "argmin",  "cumsum",
                                        "ptp", "sort", "argsort", "cumprod", "nonzero", "repeat"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Is the axis of functions of NumPy by this name their second parameter? */
static bool is_second(const char *name) {
    static const char *const names[] = {
        "flip",   "amax",   "amin",    "nansum",  "nanmean",       "nanmax", "nanmin",     "nanstd",
        "nanvar", "median", "nanprod", "average", "count_nonzero", "stack",  "expand_dims"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return is_method(name) && strcmp(name, "repeat") != 0;
}

/* Is it np, or np.linalg? other: or any module, whose functions are no methods of arrays. */
static bool is_module(const struct resolver *r, const struct expr *e, bool other) {
    while (e->kind == EXPR_ATTR) {
        e = e->attr.base;
    }
    const struct symbol *sym = e->kind == EXPR_NAME ? resolve_seen(r, e->name.name) : NULL;
    return sym && sym->kind == SYM_MODULE &&
           (other || sym->module == IN_NP || sym->module == IN_LINALG || sym->module == IN_FFT);
}

/* Does the name have a value of its own each time that the function runs? */
static bool is_variable(const struct resolver *r, const struct expr *e) {
    for (struct frame *fr = r->frame; fr && e && e->kind == EXPR_NAME; fr = fr->up) {
        const struct local *l = map_get(&fr->locals, e->name.name);
        if (l) {
            return l->sym->kind == SYM_LOCAL;
        }
    }
    return false;
}

/* Such a name, or one with a sign, or with a number added: what may be computed several times. */
static bool is_of_variable(const struct resolver *r, const struct expr *e) {
    if (e && e->kind == EXPR_UNARY && e->unary.op == OP_NEG) {
        return is_of_variable(r, e->unary.a);
    }
    bool sum = e && e->kind == EXPR_BINARY && (e->binary.op == OP_ADD || e->binary.op == OP_SUB);
    return sum ? is_of_variable(r, e->binary.a) &&
                     (e->binary.b->kind == EXPR_INT || is_of_variable(r, e->binary.b))
               : is_variable(r, e);
}

/* The functions fft(a, n, axis, norm) of np.fft. */
static bool is_transform(const struct axis_call *a) {
    size_t n = strlen(a->name);
    return a->module && n >= 3 && n <= 5 && strcmp(a->name + n - 3, "fft") == 0;
}

/* Where an axis stands that is given without its name; -1: nowhere. */
static int axis_place(const struct axis_call *a) {
    if (is_transform(a)) {
        return a->call->call.n > 2 ? 2 : -1;
    }
    int at = a->module ? 1 : 0;
    bool has =
        a->module ? is_second(a->name) : is_method(a->name) && strcmp(a->name, "repeat") != 0;
    return has && a->call->call.n == at + 1 ? at : -1;
}

/* An argument of the call by its name, or in its place unless that is -1; NULL: there is none. */
static const struct expr *given_as(const struct expr *call, const char *name, int at) {
    for (int i = 0; i < call->call.n_kw; ++i) {
        if (strcmp(call->call.kw[i].name, name) == 0) {
            return call->call.kw[i].value;
        }
    }
    return at >= 0 ? call->call.arg[at] : NULL;
}

/* Has the result one axis more than the array, the one that is asked for? */
static bool makes_axis(const struct axis_call *a) {
    return (a->several && strcmp(a->name, "stack") == 0) || strcmp(a->name, "expand_dims") == 0;
}

/* A function of NumPy's by a name that is imported from it. */
static const char *imported_name(const struct resolver *r, const struct expr *fn) {
    const struct symbol *sym = fn->kind == EXPR_NAME ? resolve_seen(r, fn->name.name) : NULL;
    bool op = sym && sym->kind == SYM_OP &&
              (sym->module == IN_NP || sym->module == IN_LINALG || sym->module == IN_FFT);
    bool ours = sym && sym->kind == SYM_FUNC && sym->func->prelude && sym->func->name[0] != '_' &&
                !strstr(sym->func->name, "__");
    return op ? sym->name : ours ? sym->func->name : NULL;
}

/* What is called; false: no function or method that an axis is looked for of. */
static bool find_callee(struct axis_call *a) {
    const struct expr *call = a->call, *fn = call->call.fn;
    if (!a->r->frame || a->r->frame->fn->prelude) {
        return false;
    }
    a->name = fn->kind == EXPR_ATTR ? fn->attr.name : imported_name(a->r, fn);
    a->module = a->name && (fn->kind == EXPR_NAME || is_module(a->r, fn->attr.base, false));
    return a->name && (!a->module || call->call.n > 0);
}

static bool find(struct axis_call *a) {
    if (!find_callee(a)) {
        return false;
    }
    const struct expr *call = a->call, *fn = call->call.fn;
    if (!a->module && (a->r->frame->fn->cu || is_module(a->r, fn->attr.base, true))) {
        return false;
    }
    if (!a->module && (!is_method(a->name) || scope_has_method(a->r->s, a->name, false))) {
        return false;
    }
    a->axis = given_as(call, "axis", axis_place(a));
    a->array = a->module ? call->call.arg[0] : fn->attr.base;
    bool several = a->array->kind == EXPR_TUPLE || a->array->kind == EXPR_LIST;
    if (several && a->array->list.n > 0 &&
        (strcmp(a->name, "concatenate") == 0 || strcmp(a->name, "stack") == 0)) {
        a->array = a->array->list.item[0];
        a->several = true;
    }
    return is_of_variable(a->r, a->axis);
}

static struct expr *int_of(struct axis_call *a, int64_t value) {
    struct expr *e = sugar_new(a->g, EXPR_INT, a->axis->span);
    e->integer.value = value < 0 ? -value : value;
    if (value >= 0) {
        return e;
    }
    struct expr *negative = sugar_new(a->g, EXPR_UNARY, a->axis->span);
    negative->unary.op = OP_NEG;
    negative->unary.a = e;
    return negative;
}

static struct expr *ndim(struct axis_call *a) {
    struct expr *e = sugar_call(a->g, IN_NP, "np.ndim", 1, a->axis->span);
    e->call.arg[0] = copy_expr(&a->copy, a->array);
    if (a->module && makes_axis(a)) {
        struct expr *more = sugar_call(a->g, IN_NP, "np.expand_dims", 2, a->axis->span);
        more->call.arg[0] = e->call.arg[0];
        more->call.arg[1] = int_of(a, 0);
        e->call.arg[0] = more;
    }
    return e;
}

static struct expr *compared(struct axis_call *a, struct expr *x, enum op op, struct expr *y) {
    struct expr *e = sugar_new(a->g, EXPR_COMPARE, a->axis->span);
    e->compare.n = 1;
    e->compare.op = ARENA_NEW(a->g->arena, enum op);
    e->compare.op[0] = op;
    e->compare.item = ARENA_ARRAY(a->g->arena, struct expr *, 2);
    e->compare.item[0] = x;
    e->compare.item[1] = y;
    return e;
}

static struct expr *either(struct axis_call *a, struct expr *x, struct expr *y) {
    struct expr *e = sugar_new(a->g, EXPR_BOOLOP, a->axis->span);
    e->boolop.op = OP_LOR;
    e->boolop.n = 2;
    e->boolop.item = ARENA_ARRAY(a->g->arena, struct expr *, 2);
    e->boolop.item[0] = x;
    e->boolop.item[1] = y;
    return e;
}

/* A call of a function by its name, which is still to be resolved, of two arguments, or of one. */
static struct expr *named(struct axis_call *a, const char *name, struct symbol *sym, struct expr *x,
                          struct expr *y) {
    struct expr *e = sugar_new(a->g, EXPR_CALL, a->axis->span);
    e->call.fn = sugar_new(a->g, EXPR_NAME, a->axis->span);
    e->call.fn->name.name = intern_str(a->r->s->p->names, name);
    e->call.fn->name.sym = sym;
    e->call.n = y ? 2 : 1;
    e->call.arg = ARENA_ARRAY(a->g->arena, struct expr *, 2);
    e->call.arg[0] = x;
    e->call.arg[1] = y;
    return e;
}

/* _counted_axis(k, np.ndim(a)) == value */
static struct expr *is_axis(struct axis_call *a, struct symbol *counted, struct expr *value) {
    struct expr *k = named(a, counted->name, counted, copy_expr(&a->copy, a->axis), ndim(a));
    return compared(a, k, OP_EQ, value);
}

/* The call with another argument of this name, or in this place. */
static struct expr *with_argument(struct axis_call *a, const char *name, int at,
                                  struct expr *value) {
    struct expr *e = copy_expr(&a->copy, a->call);
    for (int i = 0; i < e->call.n_kw; ++i) {
        if (strcmp(e->call.kw[i].name, name) == 0) {
            e->call.kw[i].value = value;
            return e;
        }
    }
    e->call.arg[at] = value;
    return e;
}

/* The call with another axis. */
static struct expr *with_axis(struct axis_call *a, struct expr *axis) {
    return with_argument(a, "axis", axis_place(a), axis);
}

static struct expr *chosen(struct axis_call *a, struct expr *cond, struct expr *then,
                           struct expr *els) {
    struct expr *e = sugar_new(a->g, EXPR_COND, a->call->span);
    e->cond.cond = cond;
    e->cond.then = then;
    e->cond.els = els;
    return e;
}

enum { MOST_AXES = 8 /* of arrays */ };

/* The last item of the choice is the call as it stands, for an axis that the types know. */
static struct expr *choice(struct axis_call *a, struct symbol *counted) {
    struct expr *before_last = sugar_new(a->g, EXPR_BINARY, a->axis->span);
    before_last->binary.op = OP_SUB;
    before_last->binary.a = ndim(a);
    before_last->binary.b = int_of(a, 1);
    struct expr *third = with_axis(a, int_of(a, MOST_AXES - 2));
    for (int k = MOST_AXES - 3; k > 0; --k) {
        third = chosen(a,
                       either(a, compared(a, ndim(a), OP_LT, int_of(a, k + 3)),
                              is_axis(a, counted, int_of(a, k))),
                       with_axis(a, int_of(a, k)), third);
    }
    struct expr *second = chosen(
        a, either(a, compared(a, ndim(a), OP_LT, int_of(a, 3)), is_axis(a, counted, before_last)),
        with_axis(a, int_of(a, -1)), third);
    struct expr *first =
        chosen(a, is_axis(a, counted, int_of(a, 0)), with_axis(a, int_of(a, 0)), second);
    if (is_transform(a)) { /* whose axis is a number */
        return first;
    }
    struct expr *none = sugar_new(a->g, EXPR_NONE, a->axis->span);
    struct expr *tuple = sugar_new(a->g, EXPR_NAME, a->axis->span);
    tuple->name.name = intern_str(a->r->s->p->names, "tuple");
    struct expr *decided =
        either(a, compared(a, copy_expr(&a->copy, a->axis), OP_IS, none),
               named(a, "isinstance", NULL, copy_expr(&a->copy, a->axis), tuple));
    struct expr *plain = copy_expr(&a->copy, a->call);
    plain->call.settled = true;
    return chosen(a, decided, plain, first);
}

enum { COPIED = 1500 /* expressions */ };

/* The call becomes the choice that has been made of it, resolved; false: there is none. */
static bool become(struct axis_call *a, struct expr *e, const struct expr *made) {
    if (!made || a->copy.left < 0) {
        return false;
    }
    int id = e->id;
    *e = *made;
    e->id = id;
    resolve_expr(a->r, e);
    return true;
}

/* fft(a, norm=s) is fft(a, norm="ortho") if _counted_norm(s) == 1 else ... */
static bool resolve_norm(struct axis_call *a, struct expr *e) {
    static const char *const names[] = {"backward", "ortho", "forward"};
    int at = e->call.n > 3 ? 3 : -1;
    a->axis = find_callee(a) && is_transform(a) ? given_as(e, "norm", at) : NULL;
    struct symbol *counted =
        is_variable(a->r, a->axis)
            ? scope_prelude(a->r->s, intern_str(a->r->s->p->names, "_counted_norm"))
            : NULL;
    struct expr *made = NULL;
    for (int i = 0; counted && i < 3; ++i) {
        struct expr *norm = sugar_new(a->g, EXPR_STR, a->axis->span);
        norm->str.text = names[i];
        norm->str.n = (int)strlen(names[i]);
        struct expr *call = with_argument(a, "norm", at, norm);
        struct expr *k =
            made ? named(a, counted->name, counted, copy_expr(&a->copy, a->axis), NULL) : NULL;
        made = made ? chosen(a, compared(a, k, OP_EQ, int_of(a, i)), call, made) : call;
    }
    return become(a, e, made);
}

/* Has a transform a length of its own, so that NumPy looks at the axis first? */
static bool is_sized(const struct expr *e) {
    const struct expr *n = given_as(e, "n", e->call.n > 1 ? 1 : -1);
    return n && n->kind != EXPR_NONE;
}

bool resolve_axis(struct resolver *r, struct sugar *g, struct expr *e) {
    struct axis_call a = {.r = r, .g = g, .call = e, .copy = {.g = g, .left = COPIED}};
    struct symbol *counted = NULL;
    if (e->call.settled || !g->outermost) {
        return false;
    }
    if (resolve_norm(&a, e)) {
        return true;
    }
    if (find(&a)) {
        const char *helper =
            is_transform(&a) && !is_sized(e) ? "_counted_transform" : "_counted_axis";
        counted = scope_prelude(r->s, intern_str(r->s->p->names, helper));
    }
    return become(&a, e, counted ? choice(&a, counted) : NULL);
}
