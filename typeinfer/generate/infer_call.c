/* The walk over calls: which kind of callee it is, and its arguments by parameter. */
#include "generate.h"
#include "rules.h"
#include "sequence.h"
#include "special.h"
#include "view.h"

#include <string.h>

/* ---- displays as arguments: np.zeros([n, m]), nested lists */

static struct itype *infer_sequence(struct infer *ix, const struct expr *e, bool nested) {
    if (e->kind != EXPR_LIST && e->kind != EXPR_TUPLE) {
        return infer_expr(ix, e);
    }
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, e->list.n);
    for (int i = 0; i < e->list.n; ++i) {
        item[i] =
            nested ? infer_sequence(ix, e->list.item[i], true) : infer_expr(ix, e->list.item[i]);
        if (it_find(item[i])->kind == IT_ERROR) {
            return item[i];
        }
    }
    struct itype *t = it_tuple(&ix->types, e->list.n, item);
    if (t == &ix->types.too_large) {
        infer_error(ix, DIAG_PY306, e->span, "this list is too long for compiled code");
        return infer_bad(ix);
    }
    infer_record(ix, e, t);
    return t;
}

/* ---- dtypes and shapes as arguments */

/* The dtype an expression names (np.float32, 'f4', float); DT_COUNT when it names none. */
static enum dtype infer_dtype(const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_NAME   ? e->name.sym
                               : e->kind == EXPR_ATTR ? e->attr.sym
                                                      : NULL;
    if (e->kind == EXPR_STR) {
        return infer_dtype_of_text(e->str.text);
    }
    if (sym && sym->kind == SYM_DTYPE) {
        return dtype_strong(sym->dtype);
    }
    if (sym && sym->kind == SYM_CONST && sym->value && sym->value->kind == EXPR_STR) {
        return infer_dtype_of_text(sym->value->str.text);
    }
    return DT_COUNT;
}

/* Sets c->dtype, or arg i to the type of x in x.dtype. False after a message. */
static bool dtype_argument(struct infer *ix, struct con *c, int i, const struct expr *e) {
    con_arg(c, i, &ix->types.none, NULL);
    if (!e || e->kind == EXPR_NONE) {
        return true;
    }
    c->dtype = infer_dtype(e);
    if (c->dtype != DT_COUNT) {
        return true;
    }
    if (e->kind == EXPR_ATTR && !e->attr.sym && strcmp(e->attr.name, "dtype") == 0) {
        con_arg(c, i, infer_expr(ix, e->attr.base), e->attr.base);
        return true;
    }
    if ((e->kind == EXPR_NAME && e->name.sym && e->name.sym->kind == SYM_LOCAL) ||
        e->kind == EXPR_CALL || e->kind == EXPR_COND ||
        (e->kind == EXPR_ATTR && !e->attr.sym &&
         strcmp(e->attr.name, "type") == 0)) { /* an element type as a value */
        struct con *type = con_new(ix, CON_SPECIAL, e->span, NULL, 1);
        type->op = OP_RESULT_TYPE;
        type->module = IN_NP;
        type->in_text = true;
        con_arg(type, 0, infer_expr(ix, e), e);
        con_arg(c, i, con_solve(ix, type), e);
        return true;
    }
    struct diag_message *m = infer_error(ix, DIAG_PY205, e->span, "this is no element type");
    const char *name = e->kind == EXPR_STR    ? e->str.text
                       : e->kind == EXPR_ATTR ? e->attr.name
                       : e->kind == EXPR_NAME ? e->name.name
                                              : "";
    if (dtype_instead(name)) {
        infer_fix(ix, m, "%s", dtype_instead(name));
        return false;
    }
    const char *close = e->kind == EXPR_STR ? infer_closest_dtype(e->str.text) : NULL;
    if (close) {
        infer_fix(ix, m, "did you mean '%s'?", close);
    } else {
        infer_fix(ix, m, "write a NumPy type such as np.float32, 'f4' or a.dtype");
    }
    return false;
}

/* ---- methods of ufuncs */

static const struct symbol *callee_symbol(const struct expr *fn) {
    return fn->kind == EXPR_NAME ? fn->name.sym : fn->kind == EXPR_ATTR ? fn->attr.sym : NULL;
}

/* np.add.reduce, np.maximum.accumulate: the function that does the same, but along axis 0 unless it
 * says otherwise. OP_COUNT: no such method. */
static enum op ufunc_method(struct infer *ix, const struct expr *fn) {
    const struct symbol *ufunc = fn->kind == EXPR_ATTR ? callee_symbol(fn->attr.base) : NULL;
    if (!ufunc || ufunc->kind != SYM_OP || ufunc->module != IN_NP) {
        return OP_COUNT;
    }
    const char *name = fn->attr.base->kind == EXPR_ATTR ? fn->attr.base->attr.name : ufunc->name;
    return op_lookup(IN_NP, arena_printf(ix->arena, "%s.%s", name, fn->attr.name));
}

static const struct expr *first_axis(struct infer *ix, const struct expr *call) {
    struct expr *e = ARENA_NEW(ix->keep, struct expr);
    *e = (struct expr){.kind = EXPR_INT, .span = call->span, .id = call->id};
    return e;
}

/* ---- calls by kind of callee */

static struct itype *call_special(struct infer *ix, const struct expr *e, enum op op,
                                  enum op_module module, const struct special *sp,
                                  const struct expr *self) {
    const struct expr *place[SPECIAL_PARAMS] = {0};
    if (!special_arrange(ix, e, sp, self, place)) {
        return infer_bad(ix);
    }
    int n = sp->n, star = special_star(sp, self), used = star + (self ? 0 : 1);
    int more = e->call.n > used ? e->call.n - used : 0;
    struct con *c = con_new(ix, CON_SPECIAL, e->span, e, n + more);
    c->op = op;
    c->module = module;
    c->dtype = DT_COUNT;
    if (ufunc_method(ix, e->call.fn) != OP_COUNT && !place[1]) {
        place[1] = first_axis(ix, e);
    }
    for (int i = 0; i < more; ++i) {
        const struct expr *arg = e->call.arg[used + i];
        con_arg(c, n + i, infer_expr(ix, arg), arg);
    }
    for (int i = 0; i < n; ++i) {
        if (strcmp(sp->param[i], "dtype") == 0) {
            if (!dtype_argument(ix, c, i, place[i])) {
                return infer_bad(ix);
            }
        } else if (place[i] && sp->written[i] && !special_is_literal(place[i])) {
            c->written |= 1u << i;
            con_arg(c, i, infer_expr(ix, place[i]), place[i]);
        } else if (!place[i] || sp->written[i]) {
            con_arg(c, i, &ix->types.none, place[i]);
        } else if (strcmp(sp->param[i], "shape") == 0 || strcmp(sp->param[i], "size") == 0) {
            con_arg(c, i, infer_sequence(ix, place[i], false), place[i]);
        } else if (i == 0 && op >= OP_ARRAY && op <= OP_ASFORTRANARRAY) {
            con_arg(c, i, infer_sequence(ix, place[i], true), place[i]);
        } else {
            con_arg(c, i, infer_expr(ix, place[i]), place[i]);
        }
    }
    return con_solve(ix, c);
}

/* min(a, b, ...), max(a), np.result_type(a, b, ...). */
static struct itype *call_minmax(struct infer *ix, const struct expr *e, enum op op,
                                 enum op_module module) {
    if (e->call.n < 1 || e->call.n_kw) {
        infer_error(ix, DIAG_PY205, e->span, "%s takes numbers or arrays, and no keywords",
                    op_info[op].name);
        return infer_bad(ix);
    }
    struct con *c = con_new(ix, CON_SPECIAL, e->span, e, e->call.n);
    c->op = op;
    c->module = module;
    c->dtype = DT_COUNT;
    for (int i = 0; i < e->call.n; ++i) {
        con_arg(c, i, infer_expr(ix, e->call.arg[i]), e->call.arg[i]);
    }
    return con_solve(ix, c);
}

/* What is asked for is none of what types tell. */
static struct itype *no_type_test(struct infer *ix, const struct expr *e, const char *name) {
    bool of_class = strcmp(name, "isinstance") == 0;
    struct diag_message *m = infer_error(
        ix, DIAG_PY205, e->span,
        of_class ? "isinstance is supported with Python's built-in classes of values, NumPy's, "
                   "pycc.nested and classes of the module only"
        : strcmp(name, "hasattr") == 0
            ? "hasattr is supported with the name of an attribute as written"
            : "type is supported where it is compared with int, float, a class or another type");
    infer_fix(ix, m,
              of_class ? "types are known when compiling: a.dtype, a.ndim, `x is None`"
                       : "types are known when compiling: ask isinstance(x, ...), or a.dtype and "
                         "a.ndim");
    return infer_bad(ix);
}

/* isinstance(x, list), callable(f), hasattr(x, 'a'), type(x) is int: decided when compiling. */
static struct itype *call_isinstance(struct infer *ix, const struct expr *e) {
    const char *name = e->call.fn->kind == EXPR_NAME ? e->call.fn->name.name : "isinstance";
    bool callable = e->call.n == 1 && strcmp(name, "callable") == 0;
    const struct expr *of = e->call.n == 2 && !e->call.n_kw ? e->call.arg[1] : NULL;
    bool attr = of && strcmp(name, "hasattr") == 0 && of->kind == EXPR_STR;
    bool types = of && e->call.settled;
    bool class = of && !attr && !types && eval_is_class(of);
    if (!callable && !attr && !types && !class) {
        return no_type_test(ix, e, name);
    }
    struct con *c = con_new(ix, CON_SPECIAL, e->span, e, 1 + types);
    c->op = OP_ISINSTANCE;
    c->module = IN_BUILTIN;
    c->dtype = DT_COUNT;
    for (int i = 0; i <= types; ++i) {
        con_arg(c, i, infer_expr(ix, e->call.arg[i]), e->call.arg[i]);
    }
    return con_solve(ix, c);
}

/* A function of ops.def that is an expression: np.sin(x), math.atan2(y, x). */
static struct itype *call_op(struct infer *ix, const struct expr *e, enum op op,
                             enum op_module module) {
    int n = op_operands(op);
    const struct expr *into[2] = {NULL, NULL}; /* out=, where= */
    for (int i = 0; i < e->call.n_kw; ++i) {
        const struct keyword *kw = &e->call.kw[i];
        int at = strcmp(kw->name, "out") == 0 ? 0 : strcmp(kw->name, "where") == 0 ? 1 : -1;
        if (at < 0 || module != IN_NP) {
            infer_error(ix, DIAG_PY205, kw->span, "%s: keyword '%s' is not supported",
                        infer_callee(ix, e, op_info[op].name), kw->name);
            return infer_bad(ix);
        }
        into[at] = kw->value->kind == EXPR_NONE ? NULL : kw->value;
    }
    bool placed = module == IN_NP && e->call.n == n + 1 && !into[0]; /* np.add(a, b, out) */
    into[0] = placed && e->call.arg[n]->kind != EXPR_NONE ? e->call.arg[n] : into[0];
    if (e->call.n != n + placed) {
        special_wrong_count(ix, e, op_info[op].name, n, n);
        return infer_bad(ix);
    }
    if (into[1] && !into[0]) {
        struct diag_message *m = infer_error(ix, DIAG_PY205, into[1]->span,
                                             "where= without out= leaves elements undefined");
        infer_fix(ix, m, "give out= too, or write np.where(...)");
        return infer_bad(ix);
    }
    struct con *c = con_new(ix, CON_OP, e->span, e, into[0] ? n + 2 : n);
    c->op = op;
    c->module = module;
    for (int i = 0; i < n; ++i) {
        con_arg(c, i, infer_expr(ix, e->call.arg[i]), e->call.arg[i]);
    }
    for (int i = 0; into[0] && i < 2; ++i) {
        con_arg(c, n + i, into[i] ? infer_expr(ix, into[i]) : &ix->types.none, into[i]);
    }
    return con_solve(ix, c);
}

static struct itype *call_cast(struct infer *ix, const struct expr *e, enum dtype d) {
    int most = dtype_info[d].kind == KIND_COMPLEX ? 2 : 1;
    if (e->call.n > most || e->call.n_kw) {
        special_wrong_count(ix, e, dtype_info[d].name, 0, most);
        return infer_bad(ix);
    }
    struct con *c = con_new(ix, CON_CAST, e->span, e, e->call.n);
    c->dtype = d;
    for (int i = 0; i < e->call.n; ++i) {
        con_arg(c, i, infer_expr(ix, e->call.arg[i]), e->call.arg[i]);
    }
    return con_solve(ix, c);
}

static bool holds_lists(const struct expr *e) {
    bool all = e->list.n > 0;
    for (int i = 0; i < e->list.n; ++i) {
        all = all && e->list.item[i]->kind == EXPR_LIST;
    }
    return all;
}

/* Is it a function of Python's own, which gives the items that it is given? */
static bool is_python(const char *name) {
    static const char *const before[] = {"builtins__", "itertools__", "functools__",
                                         "random__",   "_lazy_",      "_iter"};
    bool is = false;
    for (size_t i = 0; i < sizeof before / sizeof before[0]; ++i) {
        is = is || strncmp(name, before[i], strlen(before[i])) == 0;
    }
    return is;
}

/* Lists given to functions of the prelude are sequences of constant length: tuples. To str(),
 * repr(), reduce() and the functions of operator they are lists, and so are lists in those given to
 * Python's functions. */
static struct itype *argument(struct infer *ix, const struct expr *e, const struct symbol *called) {
    bool ours = called && called->kind == SYM_FUNC && called->func->prelude &&
                strcmp(called->func->name, "builtins__str") != 0 &&
                strcmp(called->func->name, "builtins__repr") != 0 &&
                strcmp(called->func->name, "functools__reduce") != 0 &&
                strncmp(called->func->name, "operator__", 10) != 0 && e->kind == EXPR_LIST;
    bool start = ours && e->list.n == 0 && strcmp(called->func->name, "builtins__sum") == 0;
    bool nested = ours && holds_lists(e);
    bool kept = start || (nested && is_python(called->func->name)); /* sum(xs, []) */
    return !ours || kept ? infer_expr(ix, e)
           : nested      ? infer_sequence(ix, e, true)
                         : infer_display(ix, e);
}

/* A function of the prelude puts what it takes as `put_xs` into the list that it takes as `xs`. */
static void put_arguments(struct infer *ix, const struct symbol *called, const struct con *c,
                          int n) {
    const struct func *f =
        called && called->kind == SYM_FUNC && called->func->prelude ? called->func : NULL;
    for (int i = 0; f && i < f->n_params && i < n; ++i) {
        const char *name = f->param[i].sym->name;
        for (int k = 0; strncmp(name, "put_", 4) == 0 && k < n && k < f->n_params; ++k) {
            if (strcmp(f->param[k].sym->name, name + 4) == 0) {
                infer_list_put(ix, c->arg[1 + k], c->arg[1 + i], c->at[1 + i], c->span);
            }
        }
    }
}

/* A function known or still unknown. Keywords follow the positional arguments. */
static struct itype *call_function(struct infer *ix, const struct expr *e) {
    const struct symbol *called = callee_symbol(e->call.fn);
    int n = 1 + e->call.n + e->call.n_kw;
    struct con *c = con_new(ix, CON_CALL, e->span, e, n);
    con_arg(c, 0, infer_expr(ix, e->call.fn), e->call.fn);
    for (int i = 0; i < e->call.n; ++i) {
        con_arg(c, 1 + i, argument(ix, e->call.arg[i], called), e->call.arg[i]);
    }
    for (int i = 0; i < e->call.n_kw; ++i) {
        const struct expr *value = e->call.kw[i].value;
        con_arg(c, 1 + e->call.n + i, argument(ix, value, called), value);
    }
    put_arguments(ix, called, c, e->call.n);
    return con_solve(ix, c);
}

/* x.astype(t): arg 0 is x, arg 1 stands for t. */
static struct itype *call_astype(struct infer *ix, const struct expr *e) {
    if (e->call.n + e->call.n_kw != 1 ||
        (e->call.n_kw == 1 && strcmp(e->call.kw[0].name, "dtype") != 0)) {
        special_wrong_count(ix, e, "astype", 1, 1);
        return infer_bad(ix);
    }
    struct con *c = con_new(ix, CON_METHOD, e->span, e, 2);
    c->dtype = DT_COUNT;
    con_arg(c, 0, infer_expr(ix, e->call.fn->attr.base), e->call.fn->attr.base);
    return dtype_argument(ix, c, 1, e->call.n ? e->call.arg[0] : e->call.kw[0].value)
               ? con_solve(ix, c)
               : infer_bad(ix);
}

static bool is_objects_method(const struct infer *ix, const char *name);
static struct itype *object_method(struct infer *ix, const struct expr *e, struct itype *t);

/* Does the module say random: may it have generators of numbers? */
static bool says_random(const struct infer *ix) {
    const struct source *source = ix->module->source;
    for (const char *s = strstr(source->text, "random"); s; s = strstr(s + 1, "random")) {
        uint32_t at = (uint32_t)(s - source->text);
        if (!source_is_ours(source, (struct span){at, at})) {
            return true;
        }
    }
    return false;
}

/* Is it a method that arrays, numbers or generators have, too? */
static bool is_arrays_method(const struct infer *ix, const char *name) {
    enum op op = op_lookup(IN_NP, name);
    return strcmp(name, "astype") == 0 || op_lookup(IN_METHOD, name) != OP_COUNT ||
           rule_is_reduction(op) || op == OP_NONZERO || view_method(name) < OP_COUNT ||
           (op_lookup(IN_GENERATOR, name) != OP_COUNT && says_random(ix));
}

static struct itype *call_method(struct infer *ix, const struct expr *e) {
    const struct expr *fn = e->call.fn;
    if (!infer_is_list_method(fn->attr.name)) {
        struct itype *t = fn->attr.base->kind == EXPR_NAME && fn->attr.base->name.sym
                              ? ix->env[fn->attr.base->name.sym->id]
                              : NULL;
        bool self = t && ix->cur->func->is_method && ix->cur->func->n_params > 0 &&
                    fn->attr.base->name.sym == ix->cur->func->param[0].sym;
        bool object = t && (self || it_find(t)->of);
        if (object ||
            (is_objects_method(ix, fn->attr.name) && !is_arrays_method(ix, fn->attr.name))) {
            return object_method(ix, e, infer_expr(ix, fn->attr.base));
        }
    }
    if (strcmp(fn->attr.name, "astype") == 0) {
        return call_astype(ix, e);
    }
    if (infer_is_list_method(fn->attr.name)) {
        return infer_list_method(ix, e);
    }
    enum op op = op_lookup(IN_METHOD, fn->attr.name);
    op = op == OP_COUNT ? op_lookup(IN_GENERATOR, fn->attr.name) : op;
    if (op != OP_COUNT && op_info[op].class_ == OPC_LIB) {
        struct itype *given =
            infer_lib(ix, e, op, fn->attr.base, is_objects_method(ix, fn->attr.name));
        return given ? given : object_method(ix, e, infer_expr(ix, fn->attr.base));
    }
    op = op_lookup(IN_NP, fn->attr.name);
    if (!rule_is_reduction(op) && op != OP_NONZERO) {
        op = view_method(fn->attr.name);
    }
    if (op < OP_COUNT) {
        return call_special(ix, e, op, IN_NP, special_of(ix, op, IN_NP), fn->attr.base);
    }
    return object_method(ix, e, infer_expr(ix, fn->attr.base));
}

/* The forms of pycc.random's functions that are no expressions of their elements. */
static enum op random_form(const struct expr *e, enum op op) {
    bool size = e->call.n_kw > 0;
    switch (op) {
    case OP_RANDOM_UNIFORM:
        return size ? OP_RANDOM_UNIFORM_OF : OP_COUNT;
    case OP_RANDOM_NORMAL:
        return size ? OP_RANDOM_NORMAL_OF : OP_COUNT;
    case OP_RANDOM_BELOW:
        return size ? OP_RANDOM_BELOW_OF : e->call.n == 4 ? OP_RANDOM_BETWEEN : OP_COUNT;
    default:
        return OP_COUNT;
    }
}

static struct itype *call_named_op(struct infer *ix, const struct expr *e,
                                   const struct symbol *sym) {
    enum op random = random_form(e, sym->op);
    if (random != OP_COUNT) {
        return call_special(ix, e, random, sym->module, special_of(ix, random, IN_OPERATOR), NULL);
    }
    if (op_info[sym->op].class_ == OPC_LIB) {
        return infer_lib(ix, e, sym->op, NULL, false);
    }
    if (op_info[sym->op].class_ != OPC_SPECIAL) {
        return call_op(ix, e, sym->op, sym->module);
    }
    const struct special *sp = special_of(ix, sym->op, sym->module);
    if (rule_is_reduction(sym->op) && sym->module == IN_NP) {
        return call_special(ix, e, sym->op, sym->module, sp, NULL);
    }
    switch (sym->op) {
    case OP_RANGE:
    case OP_PRANGE:
    case OP_ENUMERATE:
    case OP_ZIP:
        return infer_refuse(
            ix, DIAG_PY206, e->span,
            arena_printf(ix->arena, "what %s gives is not kept here", op_info[sym->op].name),
            sym->op == OP_PRANGE ? NULL : "write list(...) around it");
    case OP_ISINSTANCE:
        return call_isinstance(ix, e);
    case OP_RESULT_TYPE:
    case OP_MIN:
    case OP_MAX:
        return call_minmax(ix, e, sym->op, sym->module);
    case OP_TO_INT:
        return call_cast(ix, e, DT_INT);
    case OP_TO_FLOAT:
        return call_cast(ix, e, DT_FLOAT);
    case OP_TO_BOOL:
        return call_cast(ix, e, DT_PYBOOL);
    case OP_TO_COMPLEX:
        return call_cast(ix, e, DT_COMPLEX);
    default:
        break;
    }
    if (!sp) {
        infer_error(ix, DIAG_PY204, e->span, "%s is not supported yet", op_info[sym->op].name);
        return infer_bad(ix);
    }
    return call_special(ix, e, sym->op, sym->module, sp, NULL);
}

/* An object with these attributes: their types are the type, open as they may be. */
static struct itype *make_object(struct infer *ix, const struct expr *e, const struct class *c) {
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, e->call.n);
    bool bad = false;
    for (int i = 0; i < e->call.n; ++i) {
        if (e->call.arg[i]->kind == EXPR_NONE && i >= c->n_fields - c->n_late) {
            item[i] = it_late(&ix->types, con_fresh(ix)); /* which methods say (open.h) */
            continue;
        }
        item[i] = it_kept(&ix->types, it_find(infer_expr(ix, e->call.arg[i])));
        enum itype_kind k = item[i]->kind;
        if (k == IT_NONE || k == IT_FUNC || k == IT_STATIC || k == IT_RECORD) {
            struct diag_message *m =
                infer_error(ix, DIAG_PY111, e->span, "attribute '%s' of '%s' would be %s",
                            c->field[i], c->name, it_name(ix->arena, item[i]));
            infer_note(ix, m, c->span,
                       "attributes are numbers, arrays, lists, tuples of these and objects");
            if (k == IT_NONE) {
                infer_fix(ix, m, "say what it is otherwise: self.%s: float | None = None",
                          c->field[i]);
            }
        }
        const struct expr *arg = e->call.arg[i]; /* a base's object may not have it either: raw */
        bool raw = arg->kind == EXPR_ATTR && arg->attr.raw;
        if (k != IT_ERROR && c->family && i >= c->n_fields - c->n_late && !raw) {
            item[i] = it_late(&ix->types, item[i]); /* other objects do not have it */
        }
        bad = bad || k == IT_ERROR || k == IT_NONE || k == IT_FUNC || k == IT_STATIC ||
              k == IT_RECORD;
    }
    return bad        ? infer_bad(ix)
           : c->tuple ? it_named(&ix->types, c, item)
                      : it_object(&ix->types, c, item);
}

/* Has a class of the module a method of this name? */
static bool is_objects_method(const struct infer *ix, const char *name) {
    for (int i = 0; i < ix->module->n_classes; ++i) {
        if (class_method(ix->module->class_[i], name)) {
            return true;
        }
    }
    return false;
}

/* x.m(...) where x is an object, or arrays have no such method that takes more than values. */
static struct itype *object_method(struct infer *ix, const struct expr *e, struct itype *t) {
    struct con *c = con_new(ix, CON_METHOD, e->span, e, 1 + e->call.n + e->call.n_kw);
    c->dtype = DT_COUNT;
    con_arg(c, 0, t, e->call.fn->attr.base);
    for (int i = 0; i < e->call.n + e->call.n_kw; ++i) {
        const struct expr *at = i < e->call.n ? e->call.arg[i] : e->call.kw[i - e->call.n].value;
        con_arg(c, 1 + i, infer_expr(ix, at), at);
    }
    struct itype *object = it_find(t);
    if (object->kind != IT_OBJECT || !object->of->prelude) {
        return con_solve(ix, c);
    }
    const char *name = e->call.fn->attr.name;
    infer_container_put(ix, object, name, e->call.n, c->arg + 1, c->at + 1, e->span);
    bool self =
        strcmp(name, "_with") == 0 || strcmp(name, "_joined") == 0 || strcmp(name, "_start") == 0;
    struct itype *value = self ? t : infer_container_result(ix, object, e);
    if (!value) {
        return con_solve(ix, c);
    }
    vec_push(ix->arena, &ix->cur->cons, c); /* its result is known, however open the types are */
    return value;
}

/* Python's functions of numbers, which raise where they get None. */
static bool takes_numbers(const struct expr *fn, const struct symbol *sym) {
    static const char *const names[] = {"min", "max", "abs", "int", "float", "round", "range"};
    bool named = false;
    for (size_t i = 0; fn->kind == EXPR_NAME && i < sizeof names / sizeof *names; ++i) {
        named = named || strcmp(fn->name.name, names[i]) == 0;
    }
    return (sym->kind == SYM_OP && sym->module == IN_MATH) ||
           (named && (sym->kind == SYM_OP || sym->kind == SYM_DTYPE));
}

/* x.f(...) where objects of the user's classes have an attribute f, and nothing a method f. */
static bool is_attribute_call(const struct infer *ix, const char *name) {
    bool any = false;
    for (int i = 0; i < ix->module->n_classes; ++i) {
        const struct class *c = ix->module->class_[i];
        for (int k = 0; !c->prelude && k < c->n_fields; ++k) {
            any = any || strcmp(c->field[k], name) == 0;
        }
    }
    return any && !is_objects_method(ix, name) && !is_arrays_method(ix, name) &&
           !infer_is_list_method(name);
}

struct itype *infer_call(struct infer *ix, const struct expr *e) {
    const struct expr *fn = e->call.fn;
    const struct symbol *sym = callee_symbol(fn);
    if (e->call.makes && sym) {
        return make_object(ix, e, sym->class_);
    }
    ix->raises = sym && takes_numbers(fn, sym);
    enum op method = ufunc_method(ix, fn);
    if (method != OP_COUNT) {
        return call_special(ix, e, method, IN_NP, special_of(ix, method, IN_NP), NULL);
    }
    if (sym && sym->kind == SYM_OP) {
        return call_named_op(ix, e, sym);
    }
    if (sym && sym->kind == SYM_DTYPE) {
        return call_cast(ix, e, sym->dtype);
    }
    if (fn->kind == EXPR_ATTR && !sym) {
        const struct expr *base = fn->attr.base;
        const struct symbol *module = callee_symbol(base);
        if (module && module->kind == SYM_CLASS) {
            return call_function(ix, e);
        }
        if (!module || module->kind != SYM_MODULE) {
            return is_attribute_call(ix, fn->attr.name) ? call_function(ix, e) : call_method(ix, e);
        }
    }
    return call_function(ix, e);
}
