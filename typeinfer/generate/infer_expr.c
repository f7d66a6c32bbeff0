/* The walk over expressions, calls and indexing apart. */
#include "generate.h"

#include <string.h>

void infer_record(struct infer *ix, const struct expr *e, struct itype *t) {
    if (!ix->unrecorded) {
        struct typed_expr te = {e, t, ix->live};
        vec_push(ix->arena, &ix->exprs, te);
    }
}

/* ---- names */

/* In annotated functions the frontend has reported it, unless --fallback was given. */
static struct itype *undefined_name(struct infer *ix, const struct expr *e) {
    const struct func *f = ix->cur->func;
    while (f->parent) {
        f = f->parent;
    }
    if (f->n_signatures == 0 || ix->all_names) {
        infer_error(ix, DIAG_PY201, e->span, "name '%s' is not defined", e->name.name);
    }
    ix->cur->failed = true;
    return infer_bad(ix);
}

struct itype *infer_unbound(struct infer *ix, const struct symbol *sym, struct span span) {
    struct diag_message *m =
        infer_error(ix, DIAG_PY202, span, "'%s' may be used before it is assigned", sym->name);
    if (ix->env[sym->id]) {
        infer_note(ix, m, sym->span, "it is assigned here, but not on every path to its use");
    }
    infer_fix(ix, m, "assign it before the loop or on every branch");
    flow_assign(&ix->flow, sym); /* one message per variable */
    return ix->env[sym->id] ? ix->env[sym->id] : infer_bad(ix);
}

static struct itype *read_local(struct infer *ix, const struct symbol *sym, struct span span) {
    if (!flow_assigned(&ix->flow, sym)) {
        return infer_unbound(ix, sym, span);
    }
    return ix->env[sym->id] ? ix->env[sym->id] : infer_bad(ix);
}

/* Is its first assignment inside the parallel loop that is walked? Iterations have one of their own
 * then. */
static bool is_private(const struct infer *ix, const struct symbol *sym) {
    return ix->prange && sym->span.lo >= ix->prange->span.lo && sym->span.hi <= ix->prange->span.hi;
}

/* A variable that no path has given a value is refused, and one of a function that some have not;
 * else, where only some have, the program tests. */
static struct itype *read_name(struct infer *ix, const struct expr *e, bool operand) {
    struct symbol *sym = e->name.sym;
    bool later = !ix->env[sym->id] && ix->flow.loop && sym->n_assigned > 0;
    bool none = infer_may_be_none(sym) && !flow_assigned(&ix->flow, sym);
    if (infer_may_be_none(sym) && !ix->env[sym->id]) {
        infer_declare(ix, sym, con_fresh(ix)); /* what follows assigns it */
    }
    if (flow_assigned(&ix->flow, sym) || (!ix->env[sym->id] && !later) ||
        (is_private(ix, sym) && !none)) {
        return infer_read_tested(ix, e, read_local(ix, sym, e->span));
    }
    if (later) {
        infer_declare(ix, sym, con_fresh(ix)); /* the end of the loop's body assigns it */
    }
    if (it_find(ix->env[sym->id])->kind == IT_FUNC) {
        return infer_unbound(ix, sym, e->span); /* which is no value at run time */
    }
    struct typed_expr at = {e, NULL, ix->live};
    vec_push(ix->arena, &ix->cur->unbound, at);
    ix->may_know[sym->id] = false;
    return none && !operand ? it_optional(&ix->types, ix->env[sym->id]) : ix->env[sym->id];
}

/* A function as a value; its captured variables are read here, so that it may not be kept while
 * they change (instantiate.c). */
static struct itype *infer_function(struct infer *ix, const struct func *f, struct span span) {
    struct itype **capture = ARENA_ARRAY(ix->arena, struct itype *, f->n_captures);
    for (int i = 0; i < f->n_captures; ++i) {
        const struct symbol *sym = f->capture[i];
        capture[i] = read_local(ix, sym, span);
        if (it_find(capture[i])->kind == IT_ERROR) {
            return infer_bad(ix);
        }
    }
    return it_func(&ix->types, f, f->n_captures, capture);
}

/* What to write for what Python and its library have, and compiled code has not. */
static void library_fix(struct infer *ix, struct diag_message *m, const char *name) {
    static const struct {
        const char *names, *fix;
    } of[] = {
        {" getattr setattr delattr vars dir ", "write the attribute: x.name"},
        {" eval exec compile ", "write what the text says; compiled code holds no interpreter"},
        {" globals locals __import__ ", "name the variable, or pass it as an argument"},
        {" input breakpoint ", "do it in Python, before or after the call, and pass the data"},
        {" iter next ", "write a for loop, or an index"},
        {" memoryview ", "use an array: np.zeros(n, np.uint8)"},
        {" id ", "compare values; arrays have no identity here"},
        {" re ", "use find, split, startswith and loops over the characters, or search in Python"},
        {" json pickle csv ", "read and write it in Python, and pass numbers and texts"},
        {" decimal Decimal ", "use float, or an int that counts the least unit: cents"},
        {" fractions Fraction ", "keep numerator and denominator as ints, divided by math.gcd"},
        {" super ", "call the method of the base class by its name: Base.method(self)"},
    };
    const char *word = arena_printf(ix->arena, " %s ", name);
    for (size_t i = 0; i < sizeof of / sizeof *of; ++i) {
        if (strstr(of[i].names, word)) {
            infer_fix(ix, m, "%s", of[i].fix);
        }
    }
}

static struct itype *name_of_module(struct infer *ix, const struct symbol *sym, struct span span) {
    struct diag_message *m = NULL;
    switch (sym->kind) {
    case SYM_GLOBAL:
        m = infer_error(ix, DIAG_PY203, span, "'%s' is a global variable that can change",
                        sym->name);
        infer_note(ix, m, sym->span, "what it is cannot be seen in the text");
        infer_fix(ix, m,
                  "annotate it where it is assigned, as in %s: float = ..., or pass it as "
                  "an argument",
                  sym->name);
        break;
    case SYM_OP:
        m = infer_error(ix, DIAG_PY204, span, "'%s' can only be called here", sym->name);
        infer_fix(ix, m, "wrap it: lambda x: %s(x)", sym->name);
        break;
    case SYM_MODULE:
    case SYM_EXCEPTION:
        infer_error(ix, DIAG_PY111, span, "'%s' is not a value that compiled code can hold",
                    sym->name);
        break;
    default:
        m = infer_error(ix, DIAG_PY204, span, "the compiler knows nothing about '%s'", sym->name);
        library_fix(ix, m, sym->name);
        if (sym->unknown) {
            infer_note(ix, m, sym->span, "%s", sym->unknown);
        }
        break;
    }
    return infer_bad(ix);
}

struct itype *infer_constant(struct infer *ix, const struct expr *e) {
    bool before = ix->unrecorded;
    ix->unrecorded = true;
    struct itype *t = infer_expr(ix, e);
    ix->unrecorded = before;
    return t;
}

/* A method that a class has to have, and has not; NULL: there is none. */
static const struct func *missing_method(const struct class *c) {
    for (const struct class *of = c; of; of = of->base) {
        for (int i = 0; i < of->n_methods; ++i) {
            const struct func *f = of->method[i];
            if (f->is_abstract && class_method(c, f->name) == f) {
                return f;
            }
        }
    }
    return NULL;
}

/* Is it what makes the objects of a class that is derived from c? */
static bool makes_derived(const struct infer *ix, const struct func *f, const struct class *c) {
    for (int i = 0; i < ix->module->n_classes; ++i) {
        const struct class *of = ix->module->class_[i];
        for (of = of->make == f ? of->base : NULL; of; of = of->base) {
            if (of == c) {
                return true;
            }
        }
    }
    return false;
}

/* As a value a class is the function that makes its objects. */
static struct itype *infer_class(struct infer *ix, const struct symbol *sym, struct span span) {
    const struct class *c = sym->class_;
    const struct func *missing = c->unknown ? NULL : missing_method(c);
    bool dispatches = c->family && ix->cur->func->class_ == c->family;
    if (missing && !dispatches && !makes_derived(ix, ix->cur->func, c)) {
        struct diag_message *m = infer_error(
            ix, DIAG_PY204, span, "'%s' is abstract: Python raises TypeError here", sym->name);
        infer_note(ix, m, missing->name_span, "'%s' is left to the classes derived from it",
                   missing->name);
        return infer_bad(ix);
    }
    bool finds = c->enumerates == ENUM_INTS && c->make;
    if ((c->unknown && !finds) || !c->make) {
        struct diag_message *m =
            infer_error(ix, DIAG_PY204, span, "objects of '%s' are not compiled", sym->name);
        infer_note(ix, m, c->span, "%s",
                   c->unknown ? c->unknown : "it is not known how it is made");
        return infer_bad(ix);
    }
    return it_func(&ix->types, c->make, 0, NULL);
}

/* Has the `def` of a function inside been reached? */
static bool is_defined(struct infer *ix, const struct func *f) {
    return f->parent != ix->cur->func ||
           flow_assigned(&ix->flow, f->instance_of ? f->instance_of->sym : f->sym);
}

static struct itype *infer_symbol(struct infer *ix, const struct symbol *sym, struct span span) {
    switch (sym->kind) {
    case SYM_LOCAL:
        return read_local(ix, sym, span);
    case SYM_FUNC:
        if (!is_defined(ix, sym->func)) {
            infer_error(ix, DIAG_PY202, span, "'%s' may be called before it is defined", sym->name);
            return infer_bad(ix);
        }
        return infer_function(ix, sym->func, span);
    case SYM_CLASS:
        return infer_class(ix, sym, span);
    case SYM_CONST:
        return infer_constant(ix, sym->value);
    case SYM_VALUE:
        return sym->name && strcmp(sym->name, "newaxis") == 0 ? &ix->types.none
                                                              : it_scalar(&ix->types, DT_FLOAT);
    case SYM_KIND:
        return it_static_text(&ix->types, intern_str(ix->names, sym->name));
    case SYM_RECORDS:
        return it_static_records(&ix->types, sym->records);
    case SYM_DTYPE:
        return it_static_dtype(&ix->types, sym->dtype);
    default:
        return name_of_module(ix, sym, span);
    }
}

/* ---- operators */

/* Numbers as written stay literals under a sign. */
static bool is_number(const struct expr *e) {
    if (e->kind == EXPR_UNARY && (e->unary.op == OP_NEG || e->unary.op == OP_POS)) {
        return is_number(e->unary.a);
    }
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_IMAG;
}

struct itype *infer_operand(struct infer *ix, const struct expr *e) {
    ix->operand = true;
    return infer_expr(ix, e);
}

static struct itype *infer_unary(struct infer *ix, const struct expr *e) {
    if (e->unary.op == OP_NOT) {
        infer_cond(ix, e->unary.a);
        return it_scalar(&ix->types, DT_PYBOOL);
    }
    struct itype *a = infer_operand(ix, e->unary.a);
    if (is_number(e)) {
        return a;
    }
    struct con *c = con_new(ix, CON_OP, e->span, NULL, 1);
    c->op = e->unary.op;
    c->node = e;
    con_arg(c, 0, a, e->unary.a);
    return con_solve(ix, c);
}

static struct itype *operation(struct infer *ix, enum op op, const struct expr *node,
                               struct span span, struct itype *a, const struct expr *at_a,
                               struct itype *b, const struct expr *at_b) {
    infer_containers_meet(ix, a, b);
    struct con *c = con_new(ix, CON_OP, span, NULL, 2);
    c->op = op;
    c->node = node;
    con_arg(c, 0, a, at_a);
    con_arg(c, 1, b, at_b);
    return con_solve(ix, c);
}

static struct itype *infer_binary(struct infer *ix, const struct expr *e) {
    struct itype *a = infer_operand(ix, e->binary.a);
    struct itype *b = infer_operand(ix, e->binary.b);
    if (e->binary.op == OP_ADD && it_find(a)->kind == IT_LIST && it_find(b)->kind == IT_LIST) {
        infer_list_meets(ix, a, b, e->binary.op_span);
    }
    if (e->binary.op == OP_MUL && e->binary.a->kind == EXPR_LIST && it_find(a)->kind == IT_LIST) {
        operation(ix, e->binary.op, e, e->binary.op_span, a, e->binary.a, b, e->binary.b);
        return a; /* what is put into it later is of the items' type */
    }
    return operation(ix, e->binary.op, e, e->binary.op_span, a, e->binary.a, b, e->binary.b);
}

/* x in (a, b): the items one by one, since they need no common type. */
static struct itype *infer_in(struct infer *ix, const struct expr *e) {
    const struct expr *x = e->compare.item[0], *in = e->compare.item[1];
    bool display = in->kind == EXPR_TUPLE || in->kind == EXPR_LIST;
    int n = display ? in->list.n : 1;
    struct con *c = con_new(ix, CON_OP, e->span, NULL, n + 1);
    c->op = e->compare.op[0];
    c->node = e;
    c->node = e;
    c->parts = display ? n : 0;
    con_arg(c, 0, infer_expr(ix, x), x);
    for (int i = 0; i < n; ++i) {
        const struct expr *item = display ? in->list.item[i] : in;
        con_arg(c, i + 1, infer_expr(ix, item), item);
    }
    struct itype *t = con_solve(ix, c);
    decide_record(ix, e, t);
    return t;
}

/* a < b < c is an `and` of comparisons; bools of both kinds meet in NumPy's. */
static struct itype *infer_compare(struct infer *ix, const struct expr *e) {
    int n = e->compare.n;
    if (n == 1 && (e->compare.op[0] == OP_IN || e->compare.op[0] == OP_NOT_IN)) {
        return infer_in(ix, e);
    }
    struct itype **type = ARENA_ARRAY(ix->arena, struct itype *, n);
    const struct expr **at = ARENA_ARRAY(ix->arena, const struct expr *, n);
    bool is;
    if (ix->nones && infer_none_test(e, &is)) {
        return it_scalar(&ix->types, DT_PYBOOL);
    }
    ix->operand = infer_none_raises(e, 0);
    struct itype *left = infer_expr(ix, e->compare.item[0]);
    for (int i = 0; i < n; ++i) {
        ix->operand = infer_none_raises(e, i + 1);
        struct itype *right = infer_expr(ix, e->compare.item[i + 1]);
        type[i] = operation(ix, e->compare.op[i], n == 1 ? e : NULL, e->span, left,
                            e->compare.item[i], right, e->compare.item[i + 1]);
        if (n > 1) {
            infer_need_truth(ix, e, type[i]);
        }
        at[i] = e->compare.item[i + 1];
        left = right;
    }
    struct itype *t = n == 1 ? type[0] : infer_merge(ix, n, type, at);
    if (it_find(t)->kind != IT_ERROR && decide_may(ix, e)) {
        decide_record(ix, e, t);
    }
    return t;
}

/* ---- the rest */

static struct itype *infer_tuple(struct infer *ix, const struct expr *e) {
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, e->list.n);
    bool bad = false;
    for (int i = 0; i < e->list.n; ++i) {
        item[i] = infer_expr(ix, e->list.item[i]);
        item[i] = it_kept(&ix->types, it_find(item[i]));
        enum itype_kind k = it_find(item[i])->kind;
        bool none = k == IT_NONE && e->kind == EXPR_DICT;
        bool function = k == IT_FUNC && e->kind == EXPR_DICT;
        if (!bad && (none || function || k == IT_STATIC)) {
            infer_error(ix, DIAG_PY111, e->list.item[i]->span, "%s hold numbers and arrays only",
                        e->kind == EXPR_DICT ? "dictionaries" : "tuples");
        }
        bad = bad || k == IT_ERROR || none || function || k == IT_STATIC;
    }
    if (e->list.n == 0 && e->kind == EXPR_DICT) {
        infer_error(ix, DIAG_PY111, e->span, "the empty dictionary is not supported here");
        bad = true;
    }
    struct itype *t = bad                    ? infer_bad(ix)
                      : e->kind == EXPR_DICT ? it_record(&ix->types, e->list.keys, e->list.n, item)
                                             : it_tuple(&ix->types, e->list.n, item);
    if (t == &ix->types.too_large) {
        infer_error(ix, DIAG_PY306, e->span, "the type of this tuple is too large");
    }
    return t;
}

struct itype *infer_display(struct infer *ix, const struct expr *e) {
    struct itype *t = infer_tuple(ix, e);
    infer_record(ix, e, t);
    return t;
}

static struct itype *unknown_member(struct infer *ix, const struct expr *e, enum op_module module) {
    const struct expr *base = e->attr.base;
    const char *path =
        base->kind == EXPR_NAME
            ? base->name.name
            : arena_printf(ix->arena, "%s.%s",
                           base->attr.base->kind == EXPR_NAME ? base->attr.base->name.name : "...",
                           base->attr.name);
    struct diag_message *m = infer_error(ix, DIAG_PY204, e->attr.name_span,
                                         "the compiler does not know '%s.%s'", path, e->attr.name);
    const char *instead = module == IN_NP ? dtype_instead(e->attr.name) : NULL;
    if (instead) {
        infer_fix(ix, m, "%s", instead);
        return infer_bad(ix);
    }
    infer_suggest(ix, m, module, e->attr.name);
    library_fix(ix, m, path);
    return infer_bad(ix);
}

/* C.method, C.CONSTANT */
static struct itype *infer_class_member(struct infer *ix, const struct expr *e,
                                        const struct symbol *sym) {
    struct itype *make = infer_class(ix, sym, e->span);
    const struct func *f = class_method(sym->class_, e->attr.name);
    const struct class_value *v = class_constant(sym->class_, e->attr.name);
    if (make->kind == IT_ERROR) {
        return make;
    }
    if (f || (v && v->value)) {
        return f ? it_func(&ix->types, f, 0, NULL) : infer_constant(ix, v->value);
    }
    infer_error(ix, DIAG_PY204, e->attr.name_span,
                v ? "'%s' of class '%s' is no constant that is known when compiling"
                  : "'%2$s' has no method or constant '%1$s'",
                e->attr.name, sym->name);
    return infer_bad(ix);
}

static struct itype *infer_attr(struct infer *ix, const struct expr *e) {
    if (e->attr.sym) {
        return infer_symbol(ix, e->attr.sym, e->span);
    }
    const struct expr *base = e->attr.base;
    const struct symbol *module = base->kind == EXPR_NAME   ? base->name.sym
                                  : base->kind == EXPR_ATTR ? base->attr.sym
                                                            : NULL;
    if (module && module->kind == SYM_MODULE) {
        return unknown_member(ix, e, module->module);
    }
    if (module && module->kind == SYM_CLASS) {
        return infer_class_member(ix, e, module);
    }
    struct con *c = con_new(ix, CON_ATTR, e->attr.name_span, e, 1);
    struct itype *t = infer_expr(ix, base);
    con_arg(c, 0, t, base);
    struct itype *object = it_find(t);
    bool may = object->of && !it_is_optional(object) && !e->attr.raw;
    struct itype *known = may ? eval_object_field(object, e->attr.name) : NULL;
    if (!known) {
        return con_solve(ix, c);
    }
    vec_push(ix->arena, &ix->cur->cons, c); /* its type is known, where it stands is not */
    return it_unfold(&ix->types, known, object);
}

static struct itype *infer_int(struct infer *ix, const struct expr *e) {
    if (e->integer.too_big) {
        struct diag_message *m =
            infer_error(ix, DIAG_PY308, e->span, "this integer does not fit 64 bits");
        infer_fix(ix, m, "write it as a float, such as 1e20");
        return infer_bad(ix);
    }
    return it_literal(&ix->types, DT_INT);
}

static struct itype *refuse_expr(struct infer *ix, const struct expr *e) {
    struct diag_message *m = infer_error(
        ix, DIAG_PY111, e->span, "%s is not supported in a compiled function", e->unsupported);
    if (strcmp(e->unsupported, "argument '*args'") == 0) {
        infer_fix(ix, m, "take the items apart before: x, y = t, and f(x, y)");
    } else if (e->named) {
        infer_fix(ix, m, "assign it in a statement before this one");
    }
    return infer_bad(ix);
}

static struct itype *expr_type(struct infer *ix, const struct expr *e) {
    bool operand = ix->operand;
    ix->operand = false;
    switch (e->kind) {
    case EXPR_NAME:
        return !e->name.sym                     ? undefined_name(ix, e)
               : e->name.sym->kind == SYM_LOCAL ? read_name(ix, e, operand)
                                                : infer_symbol(ix, e->name.sym, e->span);
    case EXPR_INT:
        return infer_int(ix, e);
    case EXPR_FLOAT:
        return it_literal(&ix->types, DT_FLOAT);
    case EXPR_IMAG:
        return it_literal(&ix->types, DT_COMPLEX);
    case EXPR_BOOL:
        return it_scalar(&ix->types, DT_PYBOOL);
    case EXPR_NONE:
        return &ix->types.none;
    case EXPR_TUPLE:
    case EXPR_DICT:
        return infer_tuple(ix, e);
    case EXPR_UNARY:
        return infer_unary(ix, e);
    case EXPR_BINARY:
        return infer_binary(ix, e);
    case EXPR_BOOLOP:
        return infer_boolop(ix, e);
    case EXPR_COMPARE:
        return infer_compare(ix, e);
    case EXPR_COND:
        return infer_conditional(ix, e);
    case EXPR_CALL:
        return infer_call(ix, e);
    case EXPR_ATTR:
        return infer_attr(ix, e);
    case EXPR_INDEX:
        return infer_index(ix, e);
    case EXPR_LAMBDA:
        return infer_function(ix, e->lambda, e->span);
    case EXPR_STR:
        return infer_text(ix, e);
    case EXPR_LIST:
        return infer_list_display(ix, e);
    case EXPR_COMP:
        return infer_comprehension(ix, e);
    case EXPR_ELLIPSIS:
    case EXPR_SLICE:
        infer_error(ix, DIAG_PY111, e->span, "this is not supported here");
        return infer_bad(ix);
    case EXPR_UNSUPPORTED:
        return refuse_expr(ix, e);
    }
    return infer_bad(ix);
}

struct itype *infer_expr(struct infer *ix, const struct expr *e) {
    bool raises = ix->raises;
    ix->raises = false;
    ix->operand = ix->operand || (raises && e->kind == EXPR_NAME);
    struct itype *t = expr_type(ix, e);
    ix->raises = raises;
    infer_record(ix, e, t);
    return t;
}
