/* Calls of compiled functions: arguments to parameters, the choice of an overload, the use. */
#include "eval.h"
#include "open.h"

#include <string.h>

/* Arguments of a call in the order of the parameters. */
struct arguments {
    const struct func *f;
    struct applied *of;
    struct itype **type;      /* plain or literal, ground; of the default when omitted */
    const struct expr **expr; /* NULL: omitted, without default to name */
};

static const char *shown(const struct func *f) {
    return f->prelude ? f->prelude : f->name;
}

static struct diag_message *wrong_call(struct infer *ix, const struct con *c, struct span span,
                                       const struct func *f, const char *text) {
    struct diag_message *m = infer_error(ix, DIAG_PY205, span, "%s", text);
    infer_note(ix, m, f->name_span, "'%s' is defined here", f->name);
    (void)c;
    return m;
}

static int find_param(const struct func *f, const char *name) {
    for (int i = 0; i < f->n_params; ++i) {
        if (f->param[i].sym->name == name && !f->param[i].pos_only) {
            return i;
        }
    }
    return -1;
}

static struct itype *default_type(struct infer *ix, const struct expr *e);

static struct itype *symbol_type(struct infer *ix, const struct symbol *sym) {
    if (sym && sym->kind == SYM_CONST) {
        return default_type(ix, sym->value);
    }
    if (sym && sym->kind == SYM_DTYPE) {
        return it_static_dtype(&ix->types, sym->dtype);
    }
    return sym && sym->kind == SYM_VALUE ? it_scalar(&ix->types, DT_FLOAT) : NULL;
}

/* The type of a default value, which must be a constant. */
static struct itype *default_type(struct infer *ix, const struct expr *e) {
    switch (e->kind) {
    case EXPR_INT:
        return it_literal(&ix->types, DT_INT);
    case EXPR_FLOAT:
        return it_literal(&ix->types, DT_FLOAT);
    case EXPR_IMAG:
        return it_literal(&ix->types, DT_COMPLEX);
    case EXPR_BOOL:
        return it_scalar(&ix->types, DT_PYBOOL);
    case EXPR_NONE:
        return &ix->types.none;
    case EXPR_STR:
        return infer_text(ix, e);
    case EXPR_UNARY:
        return e->unary.op == OP_NEG ? default_type(ix, e->unary.a) : NULL;
    case EXPR_NAME:
        return symbol_type(ix, e->name.sym);
    case EXPR_ATTR:
        return symbol_type(ix, e->attr.sym);
    default:
        return NULL;
    }
}

static bool place(struct infer *ix, const struct con *c, struct arguments *a, int param,
                  struct span at) {
    if (a->type[param]) {
        wrong_call(ix, c, at, a->f,
                   arena_printf(ix->arena, "parameter '%s' of %s is given twice",
                                a->f->param[param].sym->name, shown(a->f)));
        return false;
    }
    return true;
}

static bool fill_defaults(struct infer *ix, const struct con *c, struct arguments *a) {
    for (int i = 0; i < a->f->n_params; ++i) {
        if (a->type[i]) {
            continue;
        }
        const struct param *p = &a->f->param[i];
        a->type[i] = p->def ? default_type(ix, p->def) : NULL;
        a->expr[i] = p->def;
        if (!p->def) {
            wrong_call(ix, c, c->span, a->f,
                       arena_printf(ix->arena, "argument '%s' of %s is missing", p->sym->name,
                                    shown(a->f)));
            return false;
        }
        if (!a->type[i]) {
            infer_error(ix, DIAG_PY111, p->def->span,
                        "the default of '%s' is used, and is not a number", p->sym->name);
            return false;
        }
    }
    return true;
}

/* Positional arguments, keywords, defaults. */
static bool arrange(struct infer *ix, const struct con *c, struct arguments *a) {
    const struct func *f = a->f;
    const struct applied *of = a->of;
    int bound = of->self != NULL;
    bool packed = !f->keywords && (of->packed || !f->rest);
    const char *lacking = f->star_args && !packed ? "takes *args or **kwargs"
                          : f->is_async           ? "gives a coroutine"
                          : f->decorator          ? "is what its decorator makes of it"
                                                  : NULL;
    if (lacking) {
        struct diag_message *m =
            wrong_call(ix, c, c->span, f,
                       arena_printf(ix->arena, "%s %s, which is not supported", f->name, lacking));
        if (f->decorator) {
            infer_fix(ix, m,
                      "a decorator of the module that only defines a function and returns it is; "
                      "to keep results use functools.cache");
        }
        return false;
    }
    if (bound && f->n_params > 0) {
        a->type[0] = of->self;
        a->expr[0] = of->self_at;
    }
    for (int i = 0; i < of->n; ++i) {
        int p = i + bound;
        if (p >= f->n_params || f->param[p].kw_only) {
            wrong_call(ix, c, c->span, f,
                       arena_printf(ix->arena, "%s takes %d positional argument%s, not %d",
                                    shown(f), i, i == 1 ? "" : "s", of->n));
            return false;
        }
        a->type[p] = of->arg[i];
        a->expr[p] = of->at[i];
    }
    for (int i = 0; i < of->n_kw; ++i) {
        int p = find_param(f, of->kw[i].name);
        if (p < 0) {
            wrong_call(
                ix, c, of->kw[i].span, f,
                arena_printf(ix->arena, "%s has no parameter '%s'", shown(f), of->kw[i].name));
            return false;
        }
        if (!place(ix, c, a, p, of->kw[i].value->span)) {
            return false;
        }
        a->type[p] = of->arg[of->n + i];
        a->expr[p] = of->kw[i].value;
    }
    return fill_defaults(ix, c, a);
}

/* ---- overloads */

/* Is it taken without another type, but for a layout? */
static bool is_kept(const struct itype *t, enum join_match m) {
    return m >= MATCH_WEAK || (m == MATCH_WIDEN && t->kind == IT_ARRAY);
}

static enum join_match signature_match(struct infer *ix, const struct arguments *a,
                                       const struct signature *sig) {
    enum join_match worst = sig->n == a->f->n_params ? MATCH_EXACT : MATCH_NO;
    for (int i = 0; i < sig->n && worst != MATCH_NO; ++i) {
        enum join_match m = join_argument(a->type[i], infer_annotation(ix, sig->param[i]));
        m = sig->weak && !is_kept(a->type[i], m) ? MATCH_NO : m;
        worst = m < worst ? m : worst;
    }
    return worst;
}

static const char *signature_text(struct infer *ix, const struct func *f,
                                  const struct signature *sig) {
    const char *text = "";
    for (int i = 0; i < sig->n; ++i) {
        text = arena_printf(ix->arena, "%s%s%s", text, i ? ", " : "",
                            it_name(ix->arena, infer_annotation(ix, sig->param[i])));
    }
    return arena_printf(ix->arena, "%s(%s)", f->name, text);
}

static void no_overload(struct infer *ix, const struct con *c, const struct arguments *a) {
    const struct func *f = a->f;
    if (ix->silent) {
        return;
    }
    for (int i = 0; f->n_signatures == 1 && i < f->signature[0]->n; ++i) {
        struct itype *want = infer_annotation(ix, f->signature[0]->param[i]);
        if (join_argument(a->type[i], want) != MATCH_NO) {
            continue;
        }
        struct span span = a->expr[i] ? a->expr[i]->span : c->span;
        struct diag_message *m =
            infer_error(ix, DIAG_PY303, span, "argument '%s' of %s is %s, where %s is declared",
                        f->param[i].sym->name, f->name, it_name(ix->arena, a->type[i]),
                        it_name(ix->arena, want));
        infer_note(ix, m, f->name_span, "'%s' is declared here", f->name);
        if (want->kind == IT_ARRAY && a->type[i]->kind == IT_ARRAY &&
            want->dtype == a->type[i]->dtype && want->rank == a->type[i]->rank) {
            infer_fix(ix, m, "pass a copy, which is C-contiguous: .copy()");
        }
        return;
    }
    const char *types = "";
    for (int i = 0; i < f->n_params; ++i) {
        types =
            arena_printf(ix->arena, "%s%s%s", types, i ? ", " : "", it_name(ix->arena, a->type[i]));
    }
    struct diag_message *m =
        infer_error(ix, DIAG_PY303, c->span, "no signature of %s takes (%s)", f->name, types);
    for (int i = 0; i < f->n_signatures; ++i) {
        infer_note(ix, m, f->signature[i]->span, "there is %s",
                   signature_text(ix, f, f->signature[i]));
    }
}

/* Are its signatures only what is compiled ahead of time? Calls have uses of their own then. */
static bool is_open(const struct func *f) {
    return f->n_signatures == 0 || f->signature[0]->asked;
}

/* Is an argument a value or None, or one of several types, for which there are signatures of both?
 * One use serves them. */
static bool is_for_both(const struct arguments *a) {
    for (int i = 0; i < a->f->n_params; ++i) {
        if (a->f->n_signatures > 1 && a->type[i] && it_is_either(a->type[i])) {
            return true;
        }
        for (int k = 0; it_is_optional(a->type[i]) && k < a->f->n_signatures; ++k) {
            if (a->f->signature[k]->param[i]->kind == ANN_NONE) {
                return true;
            }
        }
    }
    return false;
}

/* The first signature that matches best; NULL: none, after a message unless calls may have uses of
 * their own. */
static const struct signature *choose(struct infer *ix, const struct con *c,
                                      const struct arguments *a) {
    const struct signature *best = NULL;
    enum join_match best_match = MATCH_NO;
    for (int i = 0; i < a->f->n_signatures; ++i) {
        enum join_match m = signature_match(ix, a, a->f->signature[i]);
        if (m > best_match) {
            best_match = m;
            best = a->f->signature[i];
        }
    }
    if (!best && !a->f->signature[0]->weak) {
        no_overload(ix, c, a);
    }
    return best;
}

/* ---- the call */

static void record_call(struct infer *ix, const struct arguments *a, struct use *u) {
    struct applied *of = a->of;
    struct instance *in = ix->checking->instance;
    struct callee *callee =
        of->node ? eval_callee(ix, &(struct con){.expr = of->node}, CALLEE_INSTANCE, a->f->n_params)
                 : NULL;
    if (!callee) {
        return;
    }
    callee->instance = u->instance;
    callee->self = (struct expr *)of->fn;
    callee->negated = of->negated;
    of->made = callee;
    for (int i = 0; i < a->f->n_params; ++i) {
        callee->arg[i] = (struct expr *)a->expr[i];
    }
    if (of->each_of) {
        of->each_of->each = callee;
        in->callee[of->node->id] = of->before;
    } else if (of->second) {
        const struct func *f = in->func;
        while (f->parent) {
            f = f->parent;
        }
        in->second = in->second ? in->second : ARENA_ARRAY(ix->keep, struct callee *, f->n_exprs);
        in->second[of->node->id] = callee;
        in->callee[of->node->id] = of->before;
    }
}

/* Of what is annotated float: an int is one; of *args each. */
static struct itype *as_floats(struct infer *ix, struct itype *t, bool each) {
    if (t->kind == IT_SCALAR && t->dtype == DT_INT) {
        return it_scalar(&ix->types, DT_FLOAT);
    }
    if (!each || t->kind != IT_TUPLE) {
        return t;
    }
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, t->n);
    for (int i = 0; i < t->n; ++i) {
        item[i] = as_floats(ix, it_find(t->item[i]), false);
    }
    return it_tuple(&ix->types, t->n, item);
}

/* The type of a helper's parameter: with its value when that is static, and without otherwise. */
static struct itype *parameter_type(struct infer *ix, const struct con *c,
                                    const struct arguments *a, int i) {
    struct itype *t = a->type[i];
    bool is_int = t->kind == IT_SCALAR && t->dtype == DT_INT;
    if (a->f->param[i].is_float) {
        t = as_floats(ix, t, a->f->rest == i + 1);
    }
    if (a->f->param[i].kept_as) {
        struct itype *is = infer_annotation(ix, a->f->param[i].kept_as);
        struct itype *given = eval_text_parameter(ix, a->f, i, it_forget(&ix->types, t));
        if (is->kind == IT_OBJECT) {
            return join_argument(given, is) != MATCH_NO ? is : given;
        }
        bool fits = given->kind == IT_NONE || join_fits(&ix->types, given, is) ||
                    (is_int && is->kind == IT_SCALAR && is->dtype == DT_FLOAT);
        return fits ? it_optional(&ix->types, is) : given;
    }
    if (!a->f->param[i].is_static) {
        return eval_text_parameter(ix, a->f, i, it_forget(&ix->types, t));
    }
    struct itype *known = decide_argument(ix, t, a->expr[i]);
    if (!known) {
        const char *name = shown(a->f);
        const char *what = name[strlen(name) - 1] == '=' ? name
                           : strstr(name, "._")          ? "what it is given"
                                                : arena_printf(ix->arena, "argument '%s' of %s",
                                                               a->f->param[i].sym->name, name);
        struct diag_message *m =
            infer_error(ix, DIAG_PY303, a->expr[i] ? a->expr[i]->span : c->span,
                        "%s must be a constant: it is needed when compiling", what);
        infer_note(ix, m, a->f->name_span, "'%s' is defined here", a->f->name);
        if (t->kind == IT_ARRAY && a->f->prelude &&
            strcmp(a->f->param[0].sym->name, "arrays") == 0) {
            infer_fix(ix, m, "give the arrays as one tuple: %s((a, b))", name);
        }
    }
    return known ? known : infer_bad(ix);
}

/* What is put into a container has the type of its items. */
static struct itype *put_type(struct infer *ix, const struct con *c, const struct arguments *a,
                              int i, struct itype *t) {
    const char *name = a->f->param[i].sym->name;
    struct itype *self = a->of->self;
    bool puts = i > 0 && a->expr[i] != a->f->param[i].def && self && self->kind == IT_OBJECT &&
                self->of->prelude && strncmp(name, "put_", 4) == 0;
    puts = puts && !(t->kind == IT_NONE && strcmp(a->f->name, "get") == 0);
    struct itype *list = puts ? eval_object_field(self, name + 4) : NULL;
    struct itype *item = list ? list->item[0] : NULL;
    if (list) {
        a->type[i] = infer_is_either(ix, c->span, NULL) && it_is_one(a->type[i])
                         ? it_either(&ix->types)
                         : a->type[i];
        open_meet_here(ix, &item, &a->type[i]);
    }
    if (!list || join_fits(&ix->types, a->type[i], item) ||
        join_is_int_for_float(a->type[i], item)) {
        return list ? item : t;
    }
    bool wanted = false;
    for (int k = 0; ix->checking && k < self->n; ++k) {
        wanted = wanted || (strcmp(self->of->field[k], name + 4) == 0 &&
                            infer_want_items(ix, ix->checking, c->arg[0], k, list,
                                             it_list(&ix->types, a->type[i]), false));
    }
    if (!wanted) {
        infer_want_either(ix, c->span, NULL, a->type[i], item);
    }
    struct diag_message *m = infer_error(
        ix, DIAG_PY301, c->span, "%s is put into a %s here, whose %s are %s", it_name(ix->arena, t),
        it_name(ix->arena, self), strcmp(name, "put_v") == 0 ? "values" : "keys",
        it_name(ix->arena, list->item[0]));
    if (t->kind == IT_SCALAR && list->item[0]->kind == IT_SCALAR) {
        infer_fix(ix, m, "write %s(...) around it", dtype_info[list->item[0]->dtype].name);
    }
    return infer_bad(ix);
}

static bool argument_types(struct infer *ix, const struct con *c, const struct arguments *a,
                           const struct signature *sig, struct itype **param) {
    for (int i = 0; i < a->f->n_params; ++i) {
        param[i] = sig ? infer_annotation(ix, sig->param[i]) : parameter_type(ix, c, a, i);
        param[i] = param[i]->kind == IT_ERROR ? param[i] : put_type(ix, c, a, i, param[i]);
        if (param[i]->kind == IT_ERROR) {
            return false;
        }
    }
    return true;
}

/* A text is an array of characters to functions of the prelude; NumPy's take none, helpers do. */
static bool takes_texts(struct infer *ix, const struct con *c, const struct arguments *a) {
    bool numpy = a->f->prelude && strncmp(a->f->prelude, "np.", 3) == 0 && *a->f->name != '_' &&
                 !source_is_ours(ix->module->source, c->span);
    for (int i = 0; numpy && i < a->f->n_params; ++i) {
        if (con_holds_none(a->type[i])) {
            con_refuse_none(ix, a->expr[i] ? a->expr[i]->span : c->span);
            return false;
        }
        if (it_is_str(a->type[i])) {
            infer_error(ix, DIAG_PY303, c->span, "%s does not take str as its argument '%s'",
                        a->f->prelude, a->f->param[i].sym->name);
            return false;
        }
    }
    return true;
}

/* What stands for a function of the prelude that is given a value known when running only where it
 * needs a constant; NULL: nothing does. */
static const struct func *when_running(struct infer *ix, const struct arguments *a) {
    bool known = true;
    for (int i = 0; a->f->prelude && i < a->f->n_params && known; ++i) {
        known = !a->f->param[i].is_static || decide_argument(ix, a->type[i], a->expr[i]);
    }
    return known ? NULL : eval_prelude(ix, arena_printf(ix->arena, "_run_%s", a->f->name));
}

struct itype *eval_apply(struct infer *ix, const struct con *c, struct applied *of) {
    const struct func *f = of->f;
    struct arguments a = {.f = f,
                          .of = of,
                          .type = ARENA_ARRAY(ix->arena, struct itype *, f->n_params),
                          .expr = ARENA_ARRAY(ix->arena, const struct expr *, f->n_params)};
    if (!arrange(ix, c, &a) || !takes_texts(ix, c, &a)) {
        return infer_bad(ix);
    }
    const struct func *run = when_running(ix, &a);
    if (run) {
        of->f = run;
        return eval_apply(ix, c, of);
    }
    bool open = is_open(f) || is_for_both(&a);
    const struct signature *sig = open ? NULL : choose(ix, c, &a);
    struct itype **param = ARENA_ARRAY(ix->arena, struct itype *, f->n_params);
    bool refused = !sig && !open && !f->signature[0]->weak;
    if (refused || !argument_types(ix, c, &a, sig, param)) {
        return infer_bad(ix);
    }
    if (!source_is_ours(ix->module->source, c->span)) {
        ix->user_call = c->span;
    }
    struct itype *ret;
    struct use *u = open_call(ix, c, f, sig, param, of->capture, &ret);
    if (!ix->silent && ix->checking) {
        of->before = of->node ? ix->checking->instance->callee[of->node->id] : NULL;
        struct given given = {f, a.type, a.expr, ix->given};
        const struct con *con = ix->con;
        struct itype **con_type = ix->con_type;
        ix->given = &given;
        use_check(ix, u, c->span);
        ix->given = given.caller;
        ix->con = con;
        ix->con_type = con_type;
        if (u->failed) {
            if (!ix->checking->failed && !u->scheme->func->prelude) {
                ix->checking->via = u;
                ix->checking->via_span = c->span;
            }
            infer_use_failed(ix->checking, u->error);
            return infer_bad(ix);
        }
        bool managed = strcmp(f->name, "__enter__") == 0 || /* which have one place */
                       strcmp(f->name, "__exit__") == 0;
        if (u->scheme->returns.n == 0 && !u->scheme->falls_off && !f->prelude && !f->cu &&
            !managed) {
            infer_always(ix, c->span, 1, "", "the call does not return");
        }
        record_call(ix, &a, u);
    }
    return u->scheme->gives_none && ret ? it_optional(&ix->types, ret) : ret;
}

/* str(x) and repr(x) of an object are its methods. */
static const struct func *text_of_object(struct infer *ix, const struct func *f,
                                         const struct itype *object, const struct expr *at) {
    bool str = f->prelude && strcmp(f->name, "builtins__str") == 0;
    bool repr = str || (f->prelude && strcmp(f->name, "builtins__repr") == 0);
    const struct func *dtype = repr && object && eval_is_dtype(at, object)
                                   ? eval_prelude(ix, str ? "_dtype_text" : "_dtype_repr")
                                   : NULL;
    if (dtype) {
        return dtype;
    }
    const struct class *of = repr && object && object->of && !object->of->prelude &&
                                     (object->kind == IT_OBJECT || eval_has_text(object))
                                 ? object->of
                                 : NULL;
    const struct func *own = str && of ? class_method(of, "__str__") : NULL;
    own = own || !of ? own : class_method(of, "__repr__");
    return own ? own : f;
}

struct itype *eval_call(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *e = c->expr;
    struct applied of = {.n = e->call.n,
                         .arg = arg + 1,
                         .at = c->at + 1,
                         .n_kw = e->call.n_kw,
                         .kw = e->call.kw,
                         .packed = e->call.packed,
                         .node = e};
    if (arg[0]->kind == IT_OBJECT) {
        return eval_object_call(ix, c, arg[0], "__call__", e->call.fn, &of);
    }
    if (arg[0]->kind != IT_FUNC) {
        infer_error(ix, DIAG_PY204, e->call.fn->span, "%s cannot be called",
                    it_name(ix->arena, arg[0]));
        return infer_bad(ix);
    }
    if (eval_foreign_method(ix, c, 1, arg)) {
        return infer_bad(ix);
    }
    of.f = eval_text_meant(ix, arg[0]->func, c->n > 1 ? arg[1] : NULL);
    bool either = strncmp(of.f->name, "list__", 6) == 0 || strncmp(of.f->name, "ndarray__", 9) == 0;
    bool sparse = c->n > 1 && eval_is_sparse(arg[1]);
    if (c->n > 1 && (arg[1]->kind == IT_OBJECT || sparse) && of.f->prelude &&
        (either || sparse || !arg[1]->of->prelude)) { /* a method that lists or arrays have, too */
        either = either || strncmp(of.f->name, "str__", 5) == 0;
        const char *plain = either ? strstr(of.f->name, "__") + 2 : of.f->name;
        const struct func *own = class_method(arg[1]->of, plain);
        of.f = own && own->method == METHOD_PLAIN ? own : of.f;
    }
    of.f = text_of_object(ix, of.f, c->n == 2 ? arg[1] : NULL, c->n == 2 ? c->at[1] : NULL);
    of.fn = e->call.fn;
    of.capture = arg[0]->item;
    if (of.f->method == METHOD_CLASS) { /* C.m(), which C may have from its base */
        const struct expr *base = of.fn->kind == EXPR_ATTR ? of.fn->attr.base : NULL;
        const struct symbol *sym = base && base->kind == EXPR_NAME ? base->name.sym : NULL;
        const struct class *by = sym && sym->kind == SYM_CLASS ? sym->class_ : NULL;
        of.self = it_func(&ix->types, (by && by->make ? by : of.f->class_)->make, 0, NULL);
    }
    return eval_apply(ix, c, &of);
}
