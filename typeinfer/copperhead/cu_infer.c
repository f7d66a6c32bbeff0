/* The walk over procedures: each expression's type, and the first place where two do not fit.
 *
 * A function inside another one is walked for each use, with what is known of its parameters; one
 * of the module has its principal type, of which each use gets a copy. What the language lacks has
 * an unknown type, which fits everything. */
#include <string.h>

#include "cu_private.h"
#include "ops.h"

enum { MOST_NUMBERS = 3 }; /* of min and max */

static struct itype *infer(struct cu_module *cm, const struct expr *e);
static struct itype *infer_list(struct cu_module *cm, const struct expr *e);
static void infer_block(struct cu_module *cm, const struct block *b, struct itype *ret);

static struct itype *new_var(struct cu_module *cm) {
    return it_var(&cm->types, 0);
}

/* Of what is no function. */
static struct itype *new_value(struct cu_module *cm) {
    struct itype *t = new_var(cm);
    t->data = true;
    return t;
}

static struct itype **new_items(struct cu_module *cm, int n) {
    return ARENA_ARRAY(cm->a, struct itype *, n);
}

static struct itype *unknown(struct cu_module *cm) {
    return &cm->types.error;
}

static struct itype *constant(struct cu_module *cm, enum dtype d) {
    return it_scalar(&cm->types, d);
}

static struct itype *literal(struct cu_module *cm, enum dtype d) {
    struct itype *t = new_var(cm);
    t->number = t->literal = true;
    t->dtype = d;
    return t;
}

/* Which variables of a type stand for numbers; NULL: none. */
static const char *numbers_text(struct cu_module *cm, struct itype *t, struct cu_vars *named) {
    struct cu_vars vars = {.a = cm->a};
    const char *text = NULL;
    it_each_var(t, cu_collect, &vars);
    for (int i = 0; i < vars.list.n; ++i) {
        struct itype *var = vars.list.item[i];
        if (var->number && !var->literal) {
            text = arena_printf(cm->a, "%s%s%s is a number", text ? text : "", text ? ", " : "",
                                cu_text(var, named));
        }
    }
    return text;
}

/* "expected [a], got Int" where they do not fit. */
static bool expect(struct cu_module *cm, struct span at, struct itype *wanted, struct itype *got,
                   const char *what) {
    struct cu_vars vars = {.a = cm->a};
    const char *expected = cu_text(wanted, &vars), *is = cu_text(got, &vars);
    what = what ? what : numbers_text(cm, wanted, &vars);
    if (unify(&cm->types, wanted, got)) {
        return true;
    }
    struct diag_message *m = diag_error(cm->d, DIAG_PY309, at, "expected %s, got %s", expected, is);
    if (what) {
        diag_note(cm->d, m, at, "%s", what);
    }
    return false;
}

static struct itype *scalar(struct cu_module *cm, const struct expr *e, struct itype *t) {
    struct itype *known = it_find(t);
    if (known->kind == IT_VAR) {
        known->number = true;
    } else if (known->kind == IT_LIST || known->kind == IT_TUPLE || known->kind == IT_FUNC) {
        expect(cm, e->span, literal(cm, DT_I64), t,
               "operators take numbers: map a function over a sequence");
        return unknown(cm);
    }
    return t;
}

/* ---- functions */

/* The type of a function, its parameters being of the given types where these are not NULL. */
static struct itype *walk(struct cu_module *cm, const struct func *f, struct itype **given) {
    for (int i = cm->open.n - 1; i >= 0; --i) {
        if (cm->open.item[i] == f) {
            return cm->open_type.item[i];
        }
    }
    struct itype **item = new_items(cm, f->n_params + 1);
    for (int i = 0; i < f->n_params; ++i) {
        item[i] = given ? given[i] : new_var(cm);
        item[i]->given = item[i]->given || !given;
        cm->env[f->param[i].sym->id] = item[i];
    }
    struct itype *ret = item[f->n_params] = new_var(cm);
    struct itype *t = it_func(&cm->types, NULL, f->n_params + 1, item);
    vec_push(cm->a, &cm->open, f);
    vec_push(cm->a, &cm->open_type, t);
    infer_block(cm, &f->body, ret);
    --cm->open.n;
    --cm->open_type.n;
    return t;
}

struct itype *cu_infer(struct cu_module *cm, const struct func *f) {
    if (!cm->type[f->id]) {
        struct itype *t = walk(cm, f, NULL);
        for (int i = 0; i < cm->open.n; ++i) {
            if (cm->open.item[i] == f) {
                return t;
            }
        }
        cu_settle(&cm->types, t);
        cm->type[f->id] = t;
    }
    return cm->type[f->id];
}

static struct itype *of_dtype(struct cu_module *cm, enum dtype d);

/* What an argument of an annotated type is here. */
static struct itype *of_annotation(struct cu_module *cm, const struct ann_type *t) {
    bool sequence = t->kind == ANN_ARRAY || t->kind == ANN_LIST || t->kind == ANN_NESTED;
    if (t->or_else || t->optional || !(sequence || t->kind == ANN_SCALAR)) {
        return unknown(cm);
    }
    struct itype *type =
        sequence && t->n == 1 ? of_annotation(cm, t->item[0]) : of_dtype(cm, t->dtype);
    int rank = t->kind == ANN_NESTED ? 2 : t->kind == ANN_LIST ? 1 : t->rank; /* around items */
    for (int i = 0; i < rank && sequence; ++i) {
        type = it_list(&cm->types, type);
    }
    return type;
}

void cu_check_signature(struct cu_module *cm, const struct func *f, const struct signature *s) {
    struct itype **given = new_items(cm, s->n);
    for (int i = 0; i < s->n; ++i) {
        given[i] = of_annotation(cm, s->param[i]);
    }
    walk(cm, f, given);
}

static bool is_open(const struct cu_module *cm, const struct func *f) {
    bool found = false;
    for (int i = 0; i < cm->open.n; ++i) {
        found = found || cm->open.item[i] == f;
    }
    return found;
}

static struct itype *of_function(struct cu_module *cm, const struct func *f, struct itype **given) {
    if (f->prelude) {
        struct itype *scheme = cu_scheme(&cm->types, f->prelude);
        return scheme ? scheme : unknown(cm);
    }
    if (!f->cu) {
        return unknown(cm);
    }
    return f->parent || is_open(cm, f) ? walk(cm, f, given) : cu_fresh(&cm->types, cu_infer(cm, f));
}

/* A function with parameters of these types; NULL: e is none that is known here. */
static struct itype *function(struct cu_module *cm, const struct expr *e, int n,
                              struct itype **given) {
    const struct symbol *sym = cu_symbol(e);
    const struct func *f = e->kind == EXPR_LAMBDA         ? e->lambda
                           : sym && sym->kind == SYM_FUNC ? sym->func
                                                          : NULL;
    return f ? of_function(cm, f, given && f->n_params == n ? given : NULL) : NULL;
}

/* ---- calls */

/* An argument where a type is wanted: functions get what is known of their parameters. */
static void argument(struct cu_module *cm, const struct expr *e, struct itype *wanted) {
    struct itype *w = it_find(wanted);
    struct itype *f = w->kind == IT_FUNC ? function(cm, e, w->n - 1, w->item) : NULL;
    expect(cm, e->span, wanted, f ? f : infer(cm, e), NULL);
}

static bool expect_count(struct cu_module *cm, const struct expr *e, int n) {
    if (e->call.n != n) {
        diag_error(cm->d, DIAG_PY309, e->span, "expected %d argument%s, got %d", n,
                   n == 1 ? "" : "s", e->call.n);
    }
    return e->call.n == n;
}

static struct itype *apply(struct cu_module *cm, const struct expr *e, struct itype *f) {
    if (!expect_count(cm, e, f->n - 1)) {
        return unknown(cm);
    }
    for (int functions = 0; functions < 2; ++functions) {
        for (int i = 0; i < e->call.n; ++i) {
            if ((it_find(f->item[i])->kind == IT_FUNC) == functions) {
                argument(cm, e->call.arg[i], f->item[i]);
            }
        }
    }
    return f->item[f->n - 1];
}

/* map: n sequences; zip: the same, without the function. */
static struct itype *over_sequences(struct cu_module *cm, const struct expr *e, bool maps) {
    int n = e->call.n - maps;
    if (n < 1 || n > 10) {
        diag_error(cm->d, DIAG_PY309, e->span, "expected one to ten sequences, got %d",
                   n < 0 ? 0 : n);
        return unknown(cm);
    }
    struct itype **item = new_items(cm, n + 1);
    for (int i = 0; i < n; ++i) {
        item[i] = new_value(cm);
        argument(cm, e->call.arg[i + maps], it_list(&cm->types, item[i]));
    }
    item[n] = maps ? new_value(cm) : it_tuple(&cm->types, n, item);
    if (maps) {
        argument(cm, e->call.arg[0], it_func(&cm->types, NULL, n + 1, item));
    }
    return it_list(&cm->types, item[n]);
}

/* unzip: of a sequence of tuples, of how many items may not be known. */
static struct itype *unzipped(struct cu_module *cm, const struct expr *e) {
    struct itype *item = new_value(cm);
    if (!expect_count(cm, e, 1)) {
        return unknown(cm);
    }
    argument(cm, e->call.arg[0], it_list(&cm->types, item));
    item = it_find(item);
    if (item->kind == IT_ERROR || (item->kind == IT_VAR && !item->number)) {
        return unknown(cm);
    }
    if (item->kind != IT_TUPLE) {
        struct itype *pair = it_tuple(&cm->types, 2, (struct itype *[2]){new_var(cm), new_var(cm)});
        expect(cm, e->call.arg[0]->span, it_list(&cm->types, pair), it_list(&cm->types, item),
               NULL);
        return unknown(cm);
    }
    struct itype **column = new_items(cm, item->n);
    for (int i = 0; i < item->n; ++i) {
        column[i] = it_list(&cm->types, item->item[i]);
    }
    return it_tuple(&cm->types, item->n, column);
}

/* min, max: of a sequence of numbers or tuples, or of numbers. */
static struct itype *extreme(struct cu_module *cm, const struct expr *e) {
    struct itype *t = new_value(cm);
    t->number = e->call.n > 1;
    if (e->call.n == 0 || e->call.n > MOST_NUMBERS) {
        diag_error(cm->d, DIAG_PY309, e->span,
                   "expected a sequence, or two or three numbers, got %d arguments", e->call.n);
        return unknown(cm);
    }
    for (int i = 0; i < e->call.n; ++i) {
        argument(cm, e->call.arg[i], e->call.n == 1 ? it_list(&cm->types, t) : t);
    }
    if (it_find(t)->kind == IT_LIST) {
        struct itype *number = new_value(cm);
        number->number = true;
        expect(cm, e->call.arg[0]->span, it_list(&cm->types, number), it_list(&cm->types, t), NULL);
    }
    return t;
}

static struct itype *of_dtype(struct cu_module *cm, enum dtype d) {
    switch (dtype_strong(d)) {
    case DT_BOOL:
        return constant(cm, DT_BOOL);
    case DT_I32:
        return constant(cm, DT_I32);
    case DT_I64:
        return constant(cm, DT_I64);
    case DT_F32:
        return constant(cm, DT_F32);
    case DT_F64:
        return constant(cm, DT_F64);
    default:
        return unknown(cm);
    }
}

/* A function of a library: of numbers it gives a number. */
static struct itype *of_library(struct cu_module *cm, const struct expr *e,
                                const struct symbol *sym) {
    struct itype *last = NULL;
    for (int i = 0; i < e->call.n; ++i) {
        last = infer(cm, e->call.arg[i]);
    }
    if (sym->kind == SYM_OP && sym->op == OP_ARRAY && e->call.n == 1 &&
        e->span.hi == e->call.arg[0]->span.hi) {
        return last; /* a display, which a primitive takes as an array */
    }
    bool element = sym->kind == SYM_OP && op_info[sym->op].class_ <= OPC_BINARY && last;
    return sym->kind == SYM_DTYPE ? of_dtype(cm, sym->dtype)
           : element              ? scalar(cm, e->call.arg[e->call.n - 1], last)
                                  : unknown(cm);
}

static struct itype *infer_call(struct cu_module *cm, const struct expr *e) {
    const struct symbol *sym = cu_symbol(e->call.fn);
    if (sym && (sym->kind == SYM_OP || sym->kind == SYM_DTYPE)) {
        return of_library(cm, e, sym);
    }
    const char *name = sym && sym->kind == SYM_FUNC && sym->func->prelude ? sym->func->prelude : "";
    if (strcmp(name, "map") == 0 || strcmp(name, "zip") == 0) {
        return over_sequences(cm, e, *name == 'm');
    }
    if (strcmp(name, "_display") == 0 || strcmp(name, "_literals") == 0) {
        return infer_list(cm, e->call.arg[0]);
    }
    if (strcmp(name, "unzip") == 0) {
        return unzipped(cm, e);
    }
    if (strcmp(name, "min") == 0 || strcmp(name, "max") == 0) {
        return extreme(cm, e);
    }
    struct itype **given = new_items(cm, e->call.n + 1);
    bool nested = sym && sym->kind == SYM_FUNC && sym->func->parent && !is_open(cm, sym->func);
    for (int i = 0; i < e->call.n && nested; ++i) {
        struct itype *f = function(cm, e->call.arg[i], 0, NULL);
        given[i] = f ? f : infer(cm, e->call.arg[i]);
    }
    struct itype *f = function(cm, e->call.fn, e->call.n, nested ? given : NULL);
    f = it_find(f ? f : infer(cm, e->call.fn));
    if (f->kind == IT_FUNC && nested && f->n - 1 == e->call.n) {
        return f->item[f->n - 1];
    }
    if (f->kind == IT_FUNC) {
        return apply(cm, e, f);
    }
    for (int i = 0; i < e->call.n; ++i) {
        given[i] = infer(cm, e->call.arg[i]);
    }
    struct itype *ret = given[e->call.n] = new_var(cm);
    struct itype *called = it_func(&cm->types, NULL, e->call.n + 1, given);
    return expect(cm, e->call.fn->span, called, f, NULL) ? ret : unknown(cm);
}

/* ---- expressions */

static struct itype *infer_index(struct cu_module *cm, const struct expr *e) {
    struct itype *base = it_find(infer(cm, e->index.base));
    const struct expr *at = e->index.index[0];
    if (at->kind == EXPR_SLICE && base->kind != IT_TUPLE) {
        expect(cm, e->index.base->span, it_list(&cm->types, new_var(cm)), base, NULL);
        return base;
    }
    if (base->kind == IT_ERROR) {
        return unknown(cm);
    }
    if (base->kind == IT_TUPLE) {
        bool fits = at->kind == EXPR_INT && at->integer.value >= 0 && at->integer.value < base->n;
        return fits ? base->item[at->integer.value] : unknown(cm);
    }
    if (base->kind == IT_VAR && at->kind == EXPR_INT) {
        return unknown(cm); /* a tuple, or a sequence */
    }
    struct itype *item = new_var(cm);
    expect(cm, e->index.base->span, it_list(&cm->types, item), base, NULL);
    expect(cm, at->span, constant(cm, DT_I64), infer(cm, at), NULL);
    return item;
}

static struct itype *infer_binary(struct cu_module *cm, const struct expr *a,
                                  const struct expr *b) {
    struct itype *x = scalar(cm, a, infer(cm, a)), *y = scalar(cm, b, infer(cm, b));
    bool fixed = it_find(x)->kind != IT_VAR;
    unify(&cm->types, x, y);
    return fixed ? y : x;
}

static struct itype *infer_compare(struct cu_module *cm, const struct expr *e) {
    for (int i = 0; i < e->compare.n; ++i) {
        infer_binary(cm, e->compare.item[i], e->compare.item[i + 1]);
    }
    return constant(cm, DT_BOOL);
}

static struct itype *infer_name(struct cu_module *cm, const struct expr *e) {
    const struct symbol *sym = cu_symbol(e);
    struct itype *f = function(cm, e, 0, NULL);
    if (e->kind == EXPR_NAME && !sym && cm->open.item[0]->n_signatures == 0) {
        diag_error(cm->d, DIAG_PY201, e->span, "name '%s' is not defined", e->name.name);
    }
    if (f || !sym) {
        return f ? f : unknown(cm);
    }
    if (sym->kind == SYM_LOCAL) {
        return cm->env[sym->id] ? cm->env[sym->id] : unknown(cm);
    }
    return sym->kind == SYM_CONST ? infer(cm, sym->value) : unknown(cm);
}

static struct itype *infer_tuple(struct cu_module *cm, const struct expr *e) {
    struct itype **item = new_items(cm, e->list.n);
    for (int i = 0; i < e->list.n; ++i) {
        item[i] = infer(cm, e->list.item[i]);
    }
    return it_tuple(&cm->types, e->list.n, item);
}

static struct itype *infer_list(struct cu_module *cm, const struct expr *e) {
    struct itype *item = new_var(cm);
    for (int i = 0; i < e->list.n; ++i) {
        expect(cm, e->list.item[i]->span, item, infer(cm, e->list.item[i]), NULL);
    }
    return it_list(&cm->types, item);
}

static struct itype *infer_kind(struct cu_module *cm, const struct expr *e) {
    switch (e->kind) {
    case EXPR_NAME:
    case EXPR_ATTR:
        return infer_name(cm, e);
    case EXPR_LAMBDA:
        return walk(cm, e->lambda, NULL);
    case EXPR_INT:
        return literal(cm, DT_I64);
    case EXPR_FLOAT:
        return literal(cm, DT_F64);
    case EXPR_BOOL:
        return constant(cm, DT_BOOL);
    case EXPR_TUPLE:
        return infer_tuple(cm, e);
    case EXPR_LIST:
        return infer_list(cm, e);
    case EXPR_UNARY: {
        struct itype *t = scalar(cm, e->unary.a, infer(cm, e->unary.a));
        return e->unary.op == OP_NOT ? constant(cm, DT_BOOL) : t;
    }
    case EXPR_BINARY:
        return infer_binary(cm, e->binary.a, e->binary.b);
    case EXPR_COMPARE:
        return infer_compare(cm, e);
    case EXPR_BOOLOP: {
        struct itype *t = infer(cm, e->boolop.item[0]);
        for (int i = 1; i < e->boolop.n; ++i) {
            expect(cm, e->boolop.item[i]->span, t, infer(cm, e->boolop.item[i]), NULL);
        }
        return t;
    }
    case EXPR_COND: {
        scalar(cm, e->cond.cond, infer(cm, e->cond.cond));
        struct itype *t = infer(cm, e->cond.then), *other = infer(cm, e->cond.els);
        expect(cm, e->cond.els->span, t, other, "both values of a choice have one type");
        return t;
    }
    case EXPR_CALL:
        return infer_call(cm, e);
    case EXPR_INDEX:
        return infer_index(cm, e);
    default:
        return unknown(cm);
    }
}

/* As a tree, so that one beyond IT_MAX_SIZE is unknown. */
static struct itype *infer(struct cu_module *cm, const struct expr *e) {
    return cu_lacks(cm, e) ? unknown(cm) : it_resolve(&cm->types, infer_kind(cm, e));
}

/* ---- statements */

static void bind(struct cu_module *cm, const struct expr *target, struct itype *t) {
    if (target->kind == EXPR_NAME && target->name.sym) {
        cm->env[target->name.sym->id] = t;
    } else if (target->kind == EXPR_TUPLE || target->kind == EXPR_LIST) {
        struct itype **item = new_items(cm, target->list.n);
        for (int i = 0; i < target->list.n; ++i) {
            item[i] = it_find(t)->kind == IT_ERROR ? unknown(cm) : new_var(cm);
        }
        if (it_find(t)->kind != IT_LIST) { /* which Python unpacks, too */
            expect(cm, target->span, it_tuple(&cm->types, target->list.n, item), t, NULL);
        }
        for (int i = 0; i < target->list.n; ++i) {
            bind(cm, target->list.item[i], item[i]);
        }
    }
}

/* Does it make an array that is a constant of the module? The resolver puts it before the body. */
static bool is_constant(const struct cu_module *cm, const struct stmt *s) {
    const struct func *f = cm->open.item[0];
    return s->span.lo < f->span.lo || s->span.hi > f->span.hi;
}

static void infer_stmt(struct cu_module *cm, const struct stmt *s, struct itype *ret) {
    if (is_constant(cm, s)) {
        return;
    }
    if (s->kind == STMT_RETURN && s->expr) {
        expect(cm, s->expr->span, ret, infer(cm, s->expr), "all that is returned has one type");
    } else if (s->kind == STMT_ASSIGN && s->assign.value) {
        struct itype *t = infer(cm, s->assign.value);
        for (int i = 0; i < s->assign.n; ++i) {
            bind(cm, s->assign.target[i], t);
        }
    } else if (s->kind == STMT_IF) {
        scalar(cm, s->if_.cond, infer(cm, s->if_.cond));
        infer_block(cm, &s->if_.then, ret);
        infer_block(cm, &s->if_.els, ret);
    }
}

static void infer_block(struct cu_module *cm, const struct block *b, struct itype *ret) {
    for (int i = 0; i < b->n; ++i) {
        infer_stmt(cm, b->item[i], ret);
    }
}
