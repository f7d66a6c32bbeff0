/* The walk over procedures: each expression's type, and the first place where two do not fit.
 *
 * A function inside another one is walked for each use, with what is known of its parameters; one
 * of the module has its principal type, of which each use gets a copy. What the language lacks has
 * an unknown type, which fits everything. */
#include <string.h>

#include "cu_private.h"
#include "ops.h"

enum { MOST_NUMBERS = 3 }; /* of min and max */

static struct cu_type *infer(struct cu_module *cm, const struct expr *e);
static struct cu_type *infer_list(struct cu_module *cm, const struct expr *e);
static void infer_block(struct cu_module *cm, const struct block *b, struct cu_type *ret);

static struct cu_type *new_var(struct cu_module *cm) {
    return cu_new(cm->a, CU_VAR, 0);
}

/* Of what is no function. */
static struct cu_type *new_value(struct cu_module *cm) {
    struct cu_type *t = new_var(cm);
    t->value = true;
    return t;
}

static struct cu_type *unknown(struct cu_module *cm) {
    return cu_new(cm->a, CU_UNKNOWN, 0);
}

static struct cu_type *constant(struct cu_module *cm, enum cu_kind kind) {
    return cu_new(cm->a, kind, 0);
}

static struct cu_type *literal(struct cu_module *cm, enum cu_kind kind) {
    struct cu_type *t = new_var(cm);
    t->scalar = true;
    t->literal = kind;
    return t;
}

/* Which variables of a type stand for numbers; NULL: none. */
static const char *numbers_text(struct cu_module *cm, struct cu_type *t, struct cu_vars *named) {
    struct cu_vars vars = {0};
    const char *text = NULL;
    cu_collect(cm->a, t, &vars);
    for (int i = 0; i < vars.list.n; ++i) {
        struct cu_type *var = vars.list.item[i];
        if (var->literal == CU_VAR && var->scalar) {
            text = arena_printf(cm->a, "%s%s%s is a number", text ? text : "", text ? ", " : "",
                                cu_text(cm->a, var, named));
        }
    }
    return text;
}

/* "expected [a], got Int" where they do not fit. */
static bool expect(struct cu_module *cm, struct span at, struct cu_type *wanted,
                   struct cu_type *got, const char *what) {
    struct cu_vars vars = {0};
    const char *expected = cu_text(cm->a, wanted, &vars), *is = cu_text(cm->a, got, &vars);
    what = what ? what : numbers_text(cm, wanted, &vars);
    if (cu_unify(wanted, got)) {
        return true;
    }
    struct diag_message *m = diag_error(cm->d, DIAG_PY309, at, "expected %s, got %s", expected, is);
    if (what) {
        diag_note(cm->d, m, at, "%s", what);
    }
    return false;
}

static struct cu_type *scalar(struct cu_module *cm, const struct expr *e, struct cu_type *t) {
    struct cu_type *known = cu_find(t);
    if (known->kind == CU_VAR) {
        known->scalar = true;
    } else if (known->kind == CU_SEQ || known->kind == CU_TUPLE || known->kind == CU_FN) {
        expect(cm, e->span, literal(cm, CU_LONG), t,
               "operators take numbers: map a function over a sequence");
        return unknown(cm);
    }
    return t;
}

/* ---- functions */

/* The type of a function, its parameters being of the given types where these are not NULL. */
static struct cu_type *walk(struct cu_module *cm, const struct func *f, struct cu_type **given) {
    for (int i = cm->open.n - 1; i >= 0; --i) {
        if (cm->open.item[i] == f) {
            return cm->open_type.item[i];
        }
    }
    struct cu_type *t = cu_new(cm->a, CU_FN, f->n_params + 1);
    for (int i = 0; i < f->n_params; ++i) {
        t->item[i] = given ? given[i] : new_var(cm);
        cu_find(t->item[i])->given = cu_find(t->item[i])->given || !given;
        cm->env[f->param[i].sym->id] = t->item[i];
    }
    t->item[f->n_params] = new_var(cm);
    vec_push(cm->a, &cm->open, f);
    vec_push(cm->a, &cm->open_type, t);
    infer_block(cm, &f->body, t->item[f->n_params]);
    --cm->open.n;
    --cm->open_type.n;
    return t;
}

struct cu_type *cu_infer(struct cu_module *cm, const struct func *f) {
    if (!cm->type[f->id]) {
        struct cu_type *t = walk(cm, f, NULL);
        for (int i = 0; i < cm->open.n; ++i) {
            if (cm->open.item[i] == f) {
                return t;
            }
        }
        cu_settle(t);
        cm->type[f->id] = t;
    }
    return cm->type[f->id];
}

static struct cu_type *of_dtype(struct cu_module *cm, enum dtype d);

/* What an argument of an annotated type is here. */
static struct cu_type *of_annotation(struct cu_module *cm, const struct ann_type *t) {
    bool sequence = t->kind == ANN_ARRAY || t->kind == ANN_LIST || t->kind == ANN_NESTED;
    if (t->or_else || t->optional || !(sequence || t->kind == ANN_SCALAR)) {
        return unknown(cm);
    }
    struct cu_type *type =
        sequence && t->n == 1 ? of_annotation(cm, t->item[0]) : of_dtype(cm, t->dtype);
    int rank = t->kind == ANN_NESTED ? 2 : t->kind == ANN_LIST ? 1 : t->rank; /* around items */
    for (int i = 0; i < rank && sequence; ++i) {
        type = cu_seq(cm->a, type);
    }
    return type;
}

void cu_check_signature(struct cu_module *cm, const struct func *f, const struct signature *s) {
    struct cu_type **given = ARENA_ARRAY(cm->a, struct cu_type *, s->n);
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

static struct cu_type *of_function(struct cu_module *cm, const struct func *f,
                                   struct cu_type **given) {
    if (f->prelude) {
        struct cu_type *scheme = cu_scheme(cm->a, f->prelude);
        return scheme ? scheme : unknown(cm);
    }
    if (!f->cu) {
        return unknown(cm);
    }
    return f->parent || is_open(cm, f) ? walk(cm, f, given) : cu_fresh(cm->a, cu_infer(cm, f));
}

static const struct symbol *symbol_of(const struct expr *e) {
    return e->kind == EXPR_NAME ? e->name.sym : e->kind == EXPR_ATTR ? e->attr.sym : NULL;
}

/* A function with parameters of these types; NULL: e is none that is known here. */
static struct cu_type *function(struct cu_module *cm, const struct expr *e, int n,
                                struct cu_type **given) {
    const struct symbol *sym = symbol_of(e);
    const struct func *f = e->kind == EXPR_LAMBDA         ? e->lambda
                           : sym && sym->kind == SYM_FUNC ? sym->func
                                                          : NULL;
    return f ? of_function(cm, f, given && f->n_params == n ? given : NULL) : NULL;
}

/* ---- what is outside of the language */

/* What the language lacks, and what to write for it. */
static struct cu_type *refuse(struct cu_module *cm, struct span at, const char *what,
                              const char *fix) {
    struct diag_message *m =
        diag_error(cm->d, DIAG_PY112, at, "a Copperhead procedure has no %s", what);
    diag_fix(cm->d, m, "%s", fix);
    return unknown(cm);
}

static const char VALUES[] = "its values are numbers, tuples, sequences and functions";

static struct cu_type *refuse_expr(struct cu_module *cm, const struct expr *e) {
    switch (e->kind) {
    case EXPR_NONE:
        return refuse(cm, e->span, "None", VALUES);
    case EXPR_STR:
        return refuse(cm, e->span, "text", VALUES);
    case EXPR_DICT:
        return refuse(cm, e->span, "dictionary", "take a tuple");
    case EXPR_UNSUPPORTED: {
        bool list = strstr(e->unsupported, "comprehension");
        return refuse(cm, e->span, e->unsupported,
                      list ? "of comprehensions it has those of lists with one for: "
                             "[x + y for x, y in zip(xs, ys)]; filter chooses"
                           : VALUES);
    }
    default:
        return unknown(cm);
    }
}

/* {1: 2}, {1, 2}, C(x): methods of a new object, or that itself. */
static bool is_object(const struct expr *e) {
    while (e->kind == EXPR_CALL && !e->call.makes && e->call.fn->kind == EXPR_ATTR) {
        e = e->call.fn->attr.base;
    }
    return e->kind == EXPR_CALL && e->call.makes;
}

/* x.sum(), x.shape: of values, not of modules. */
static bool is_attribute(const struct expr *e) {
    const struct expr *base = e->kind == EXPR_ATTR && !e->attr.sym ? e->attr.base : NULL;
    const struct symbol *sym = base ? symbol_of(base) : NULL;
    return base && (sym ? sym->kind == SYM_LOCAL : base->kind != EXPR_NAME);
}

/* ---- calls */

/* An argument where a type is wanted: functions get what is known of their parameters. */
static void argument(struct cu_module *cm, const struct expr *e, struct cu_type *wanted) {
    struct cu_type *w = cu_find(wanted);
    struct cu_type *f = w->kind == CU_FN ? function(cm, e, w->n - 1, w->item) : NULL;
    expect(cm, e->span, wanted, f ? f : infer(cm, e), NULL);
}

static bool expect_count(struct cu_module *cm, const struct expr *e, int n) {
    if (e->call.n != n) {
        diag_error(cm->d, DIAG_PY309, e->span, "expected %d argument%s, got %d", n,
                   n == 1 ? "" : "s", e->call.n);
    }
    return e->call.n == n;
}

static struct cu_type *apply(struct cu_module *cm, const struct expr *e, struct cu_type *f) {
    if (!expect_count(cm, e, f->n - 1)) {
        return unknown(cm);
    }
    for (int functions = 0; functions < 2; ++functions) {
        for (int i = 0; i < e->call.n; ++i) {
            if ((cu_find(f->item[i])->kind == CU_FN) == functions) {
                argument(cm, e->call.arg[i], f->item[i]);
            }
        }
    }
    return f->item[f->n - 1];
}

/* map: n sequences; zip: the same, without the function. */
static struct cu_type *over_sequences(struct cu_module *cm, const struct expr *e, bool maps) {
    int n = e->call.n - maps;
    if (n < 1 || n > 10) {
        diag_error(cm->d, DIAG_PY309, e->span, "expected one to ten sequences, got %d",
                   n < 0 ? 0 : n);
        return unknown(cm);
    }
    struct cu_type *tuple = cu_new(cm->a, CU_TUPLE, n);
    struct cu_type *f = cu_new(cm->a, CU_FN, n + 1);
    for (int i = 0; i < n; ++i) {
        f->item[i] = tuple->item[i] = new_value(cm);
        argument(cm, e->call.arg[i + maps], cu_seq(cm->a, tuple->item[i]));
    }
    f->item[n] = new_value(cm);
    if (maps) {
        argument(cm, e->call.arg[0], f);
    }
    return cu_seq(cm->a, maps ? f->item[n] : tuple);
}

/* unzip: of a sequence of tuples, of how many items may not be known. */
static struct cu_type *unzipped(struct cu_module *cm, const struct expr *e) {
    struct cu_type *item = new_value(cm);
    if (!expect_count(cm, e, 1)) {
        return unknown(cm);
    }
    argument(cm, e->call.arg[0], cu_seq(cm->a, item));
    item = cu_find(item);
    if (item->kind == CU_UNKNOWN || (item->kind == CU_VAR && !item->scalar)) {
        return unknown(cm);
    }
    if (item->kind != CU_TUPLE) {
        struct cu_type *pair = cu_new(cm->a, CU_TUPLE, 2);
        pair->item[0] = new_var(cm);
        pair->item[1] = new_var(cm);
        expect(cm, e->call.arg[0]->span, cu_seq(cm->a, pair), cu_seq(cm->a, item), NULL);
        return unknown(cm);
    }
    struct cu_type *t = cu_new(cm->a, CU_TUPLE, item->n);
    for (int i = 0; i < item->n; ++i) {
        t->item[i] = cu_seq(cm->a, item->item[i]);
    }
    return t;
}

/* min, max: of a sequence of numbers or tuples, or of numbers. */
static struct cu_type *extreme(struct cu_module *cm, const struct expr *e) {
    struct cu_type *t = new_value(cm);
    t->scalar = e->call.n > 1;
    if (e->call.n == 0 || e->call.n > MOST_NUMBERS) {
        diag_error(cm->d, DIAG_PY309, e->span,
                   "expected a sequence, or two or three numbers, got %d arguments", e->call.n);
        return unknown(cm);
    }
    for (int i = 0; i < e->call.n; ++i) {
        argument(cm, e->call.arg[i], e->call.n == 1 ? cu_seq(cm->a, t) : t);
    }
    if (cu_find(t)->kind == CU_SEQ) {
        struct cu_type *number = new_value(cm);
        number->scalar = true;
        expect(cm, e->call.arg[0]->span, cu_seq(cm->a, number), cu_seq(cm->a, t), NULL);
    }
    return t;
}

static struct cu_type *of_dtype(struct cu_module *cm, enum dtype d) {
    switch (dtype_strong(d)) {
    case DT_BOOL:
        return constant(cm, CU_BOOL);
    case DT_I32:
        return constant(cm, CU_INT);
    case DT_I64:
        return constant(cm, CU_LONG);
    case DT_F32:
        return constant(cm, CU_FLOAT);
    case DT_F64:
        return constant(cm, CU_DOUBLE);
    default:
        return unknown(cm);
    }
}

/* A function of a library: of numbers it gives a number. */
static struct cu_type *of_library(struct cu_module *cm, const struct expr *e,
                                  const struct symbol *sym) {
    struct cu_type *last = NULL;
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

static struct cu_type *infer_call(struct cu_module *cm, const struct expr *e) {
    const struct symbol *sym = symbol_of(e->call.fn);
    bool ragged = sym && sym->kind == SYM_FUNC && strcmp(sym->func->name, "_ragged_map") == 0;
    if (is_object(e)) {
        return refuse(cm, e->span, "dictionaries, sets and objects", "take tuples");
    }
    if (is_attribute(e->call.fn)) {
        return refuse(cm, e->call.fn->attr.name_span, "methods",
                      "call a primitive or another procedure: sum(x), not x.sum()");
    }
    if (e->call.n_kw > 0 && !ragged) {
        struct diag_message *m = diag_error(cm->d, DIAG_PY112, e->call.kw[0].span,
                                            "a Copperhead procedure calls without keywords");
        diag_fix(cm->d, m, "give the argument in its place");
        return unknown(cm);
    }
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
    struct cu_type **given = ARENA_ARRAY(cm->a, struct cu_type *, e->call.n);
    bool nested = sym && sym->kind == SYM_FUNC && sym->func->parent && !is_open(cm, sym->func);
    for (int i = 0; i < e->call.n && nested; ++i) {
        struct cu_type *f = function(cm, e->call.arg[i], 0, NULL);
        given[i] = f ? f : infer(cm, e->call.arg[i]);
    }
    struct cu_type *f = function(cm, e->call.fn, e->call.n, nested ? given : NULL);
    f = cu_find(f ? f : infer(cm, e->call.fn));
    if (f->kind == CU_FN && nested && f->n - 1 == e->call.n) {
        return f->item[f->n - 1];
    }
    if (f->kind == CU_FN) {
        return apply(cm, e, f);
    }
    struct cu_type *called = cu_new(cm->a, CU_FN, e->call.n + 1);
    for (int i = 0; i < e->call.n; ++i) {
        called->item[i] = infer(cm, e->call.arg[i]);
    }
    called->item[e->call.n] = new_var(cm);
    return expect(cm, e->call.fn->span, called, f, NULL) ? called->item[e->call.n] : unknown(cm);
}

/* ---- expressions */

static struct cu_type *infer_index(struct cu_module *cm, const struct expr *e) {
    struct cu_type *base = cu_find(infer(cm, e->index.base));
    const struct expr *at = e->index.n == 1 ? e->index.index[0] : NULL;
    if (!at) {
        return refuse(cm, e->span, "indices of several axes", "index rows: x[i][j]");
    }
    if (at->kind == EXPR_SLICE && base->kind != CU_TUPLE) {
        expect(cm, e->index.base->span, cu_seq(cm->a, new_var(cm)), base, NULL);
        return base;
    }
    if (base->kind == CU_UNKNOWN) {
        return unknown(cm);
    }
    if (base->kind == CU_TUPLE) {
        bool fits = at->kind == EXPR_INT && at->integer.value >= 0 && at->integer.value < base->n;
        return fits ? base->item[at->integer.value] : unknown(cm);
    }
    if (base->kind == CU_VAR && at->kind == EXPR_INT) {
        return unknown(cm); /* a tuple, or a sequence */
    }
    struct cu_type *item = new_var(cm);
    expect(cm, e->index.base->span, cu_seq(cm->a, item), base, NULL);
    expect(cm, at->span, constant(cm, CU_LONG), infer(cm, at), NULL);
    return item;
}

static struct cu_type *infer_binary(struct cu_module *cm, const struct expr *a,
                                    const struct expr *b) {
    struct cu_type *x = scalar(cm, a, infer(cm, a)), *y = scalar(cm, b, infer(cm, b));
    bool fixed = cu_find(x)->kind != CU_VAR;
    cu_unify(x, y);
    return fixed ? y : x;
}

static struct cu_type *infer_compare(struct cu_module *cm, const struct expr *e) {
    for (int i = 0; i < e->compare.n; ++i) {
        enum op op = e->compare.op[i];
        if (op == OP_IS || op == OP_IS_NOT || op == OP_IN || op == OP_NOT_IN) {
            return refuse(cm, e->span, arena_printf(cm->a, "`%s`", op_info[op].name),
                          "compare numbers: any(map(lambda v: v == a, x)) for a in x");
        }
        infer_binary(cm, e->compare.item[i], e->compare.item[i + 1]);
    }
    return constant(cm, CU_BOOL);
}

static struct cu_type *infer_name(struct cu_module *cm, const struct expr *e) {
    const struct symbol *sym = symbol_of(e);
    struct cu_type *f = function(cm, e, 0, NULL);
    if (is_attribute(e)) {
        return refuse(cm, e->attr.name_span, "attributes", "len(x) is how many items there are");
    }
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

static struct cu_type *infer_tuple(struct cu_module *cm, const struct expr *e) {
    struct cu_type *t = cu_new(cm->a, CU_TUPLE, e->list.n);
    for (int i = 0; i < e->list.n; ++i) {
        t->item[i] = infer(cm, e->list.item[i]);
    }
    return t;
}

static struct cu_type *infer_list(struct cu_module *cm, const struct expr *e) {
    struct cu_type *item = new_var(cm);
    for (int i = 0; i < e->list.n; ++i) {
        expect(cm, e->list.item[i]->span, item, infer(cm, e->list.item[i]), NULL);
    }
    return cu_seq(cm->a, item);
}

static struct cu_type *infer(struct cu_module *cm, const struct expr *e) {
    switch (e->kind) {
    case EXPR_NAME:
    case EXPR_ATTR:
        return infer_name(cm, e);
    case EXPR_LAMBDA:
        return walk(cm, e->lambda, NULL);
    case EXPR_INT:
        return literal(cm, CU_LONG);
    case EXPR_FLOAT:
        return literal(cm, CU_DOUBLE);
    case EXPR_BOOL:
        return constant(cm, CU_BOOL);
    case EXPR_TUPLE:
        return infer_tuple(cm, e);
    case EXPR_LIST:
        return infer_list(cm, e);
    case EXPR_UNARY: {
        struct cu_type *t = scalar(cm, e->unary.a, infer(cm, e->unary.a));
        return e->unary.op == OP_NOT ? constant(cm, CU_BOOL) : t;
    }
    case EXPR_BINARY:
        return infer_binary(cm, e->binary.a, e->binary.b);
    case EXPR_COMPARE:
        return infer_compare(cm, e);
    case EXPR_BOOLOP: {
        struct cu_type *t = infer(cm, e->boolop.item[0]);
        for (int i = 1; i < e->boolop.n; ++i) {
            expect(cm, e->boolop.item[i]->span, t, infer(cm, e->boolop.item[i]), NULL);
        }
        return t;
    }
    case EXPR_COND: {
        scalar(cm, e->cond.cond, infer(cm, e->cond.cond));
        struct cu_type *t = infer(cm, e->cond.then), *other = infer(cm, e->cond.els);
        expect(cm, e->cond.els->span, t, other, "both values of a choice have one type");
        return t;
    }
    case EXPR_CALL:
        return infer_call(cm, e);
    case EXPR_INDEX:
        return infer_index(cm, e);
    default:
        return refuse_expr(cm, e);
    }
}

/* ---- statements */

static void bind(struct cu_module *cm, const struct expr *target, struct cu_type *t) {
    if (target->kind == EXPR_NAME && target->name.sym) {
        cm->env[target->name.sym->id] = t;
    } else if (target->kind == EXPR_TUPLE || target->kind == EXPR_LIST) {
        struct cu_type *tuple = cu_new(cm->a, CU_TUPLE, target->list.n);
        for (int i = 0; i < target->list.n; ++i) {
            tuple->item[i] = cu_find(t)->kind == CU_UNKNOWN ? unknown(cm) : new_var(cm);
        }
        if (cu_find(t)->kind != CU_SEQ) { /* which Python unpacks, too */
            expect(cm, target->span, tuple, t, NULL);
        }
        for (int i = 0; i < target->list.n; ++i) {
            bind(cm, target->list.item[i], tuple->item[i]);
        }
    }
}

static void infer_stmt(struct cu_module *cm, const struct stmt *s, struct cu_type *ret) {
    if (s->kind == STMT_RETURN && s->expr) {
        expect(cm, s->expr->span, ret, infer(cm, s->expr), "all that is returned has one type");
    } else if (s->kind == STMT_ASSIGN && s->assign.value) {
        struct cu_type *t = infer(cm, s->assign.value);
        for (int i = 0; i < s->assign.n; ++i) {
            bind(cm, s->assign.target[i], t);
        }
    } else if (s->kind == STMT_IF) {
        scalar(cm, s->if_.cond, infer(cm, s->if_.cond));
        infer_block(cm, &s->if_.then, ret);
        infer_block(cm, &s->if_.els, ret);
    }
}

static void infer_block(struct cu_module *cm, const struct block *b, struct cu_type *ret) {
    for (int i = 0; i < b->n; ++i) {
        infer_stmt(cm, b->item[i], ret);
    }
}
