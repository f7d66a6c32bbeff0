/* The pass: infers every annotated function of the module and what it reaches. */
#include <string.h>

#include "cu.h"
#include "generate.h"

enum { MOST_LINKS = 16 /* attributes by which objects of a class hold others */ };

static const struct rule_set rule_set = {.eval = eval_rules,
                                         .text = eval_text,
                                         .refused = eval_time_refused,
                                         .text_calls = eval_text_calls,
                                         .array_calls = eval_array_calls,
                                         .scheme = infer_scheme,
                                         .constant = infer_constant};

static void init(struct infer *ix, struct arena *a, struct arena *scratch,
                 struct intern_table *names, const struct module *m, struct diag *d) {
    arena_init(&ix->own);
    ix->arena = &ix->own;
    ix->keep = scratch;
    ix->names = names;
    ix->rules = &rule_set;
    ix->module = m;
    ix->diag = d;
    type_table_init(&ix->types, ix->arena);
    for (int i = 0; i < m->n_classes; ++i) {
        const struct class *c = m->class_[i];
        ix->types.either = c->prelude && strcmp(c->name, EITHER_CLASS) == 0 ? c : ix->types.either;
    }
    ix->scheme = ARENA_ARRAY(ix->arena, struct scheme *, m->n_funcs);
    ix->made = ARENA_ARRAY(ix->arena, bool, m->n_funcs);
    ix->two = ARENA_ARRAY(ix->arena, unsigned, m->n_funcs);
    ix->gives_none = ARENA_ARRAY(ix->arena, signed char, m->n_funcs);
    ix->env = ARENA_ARRAY(ix->arena, struct itype *, m->n_symbols);
    ix->may_know = ARENA_ARRAY(ix->arena, bool, m->n_symbols);
    flow_init(&ix->flow, ix->arena, 2 * m->n_symbols); /* and whether a test says more of each */
    struct typeinfer *t = ix->out = ARENA_NEW(scratch, struct typeinfer);
    t->arena = a;
    t->names = names;
    t->module = m;
    t->diag = d;
    t->out = ARENA_NEW(a, struct tmodule);
    t->out->name = intern_str(names, m->name);
    t->out->source = m->source;
    struct taken *taken = ARENA_ARRAY(a, struct taken, m->n_taken);
    for (int i = 0; i < m->n_taken; ++i) {
        taken[i] = m->taken[i];
        taken[i].text = taken[i].text ? intern_str(names, taken[i].text) : NULL;
        taken[i].module = taken[i].module ? intern_str(names, taken[i].module) : NULL;
    }
    t->out->n_taken = m->n_taken;
    t->out->taken = taken;
    t->schemes = ARENA_NEW(scratch, struct scheme_table);
    t->schemes->ix = ix;
}

static bool holds_list(const struct itype *t) {
    bool found = t->kind == IT_LIST;
    for (int i = 0; t->kind == IT_TUPLE && i < t->n; ++i) {
        found = found || holds_list(t->item[i]);
    }
    return found;
}

/* Of the prelude's classes Python has these. */
static bool is_container(const struct itype *t) {
    bool object = t->kind == IT_OBJECT || t->kind == IT_SELF;
    const char *name = object && t->of->prelude ? t->of->name : "_dict";
    static const char *const known[] = {"_dict",
                                        "_set",
                                        "_frozenset",
                                        "_tuple",
                                        "_bytes",
                                        "_bytearray",
                                        "_counter",
                                        "_deque",
                                        "_defaultdict_int",
                                        "_defaultdict_float",
                                        "_defaultdict_bool",
                                        "_defaultdict_str",
                                        "_defaultdict_list",
                                        "_defaultdict_set",
                                        "_defaultdict_dict"};
    bool found = t->kind == IT_LIST;
    for (size_t i = 0; object && i < sizeof known / sizeof *known; ++i) {
        found = found || strcmp(name, known[i]) == 0;
    }
    return found;
}

/* Does it cross the boundary by itself, or in what does? */
static bool may_pass(const struct itype *t) {
    bool may =
        t->kind == IT_SCALAR || t->kind == IT_ARRAY || t->kind == IT_TUPLE || is_container(t);
    for (int i = 0; may && i < t->n; ++i) {
        may = may_pass(t->item[i]);
    }
    return may;
}

static void refuse_lists(struct infer *ix, struct use *u) {
    for (int i = 0; i < u->scheme->func->n_params && !u->failed; ++i) {
        struct itype *t = u->param[i];
        if (holds_list(t) && !t->linked && !may_pass(t)) {
            struct diag_message *m =
                diag_error(ix->diag, DIAG_PY303, u->signature->param[i]->span,
                           "%s cannot be passed from Python", it_name(ix->arena, t));
            diag_fix(
                ix->diag, m,
                "lists and dictionaries that are passed hold numbers, texts, arrays, tuples of "
                "these, lists, dictionaries and sets");
            infer_use_failed(u, m);
        }
    }
}

static const struct itype *object_in(const struct itype *t) {
    const struct itype *found = t->kind == IT_OBJECT && !may_pass(t) ? t : NULL;
    for (int i = 0; !found && i < t->n; ++i) {
        found = object_in(t->item[i]);
    }
    return found;
}

/* Objects that Python has no class for, or whose attributes it has not. */
static void refuse_objects(struct infer *ix, struct use *u) {
    const struct itype *object = u->ret && !u->failed && !u->ret->linked ? object_in(u->ret) : NULL;
    if (object) {
        struct diag_message *m =
            diag_error(ix->diag, DIAG_PY304, u->scheme->func->name_span,
                       "the result holds a '%s', which cannot be returned to Python",
                       it_name(ix->arena, (struct itype *)object));
        diag_fix(ix->diag, m, "return its attributes: numbers, arrays, lists, tuples of these");
        infer_use_failed(u, m);
    }
}

/* A signature that declares its result a str. */
static const struct signature *giving_text(struct infer *ix, const struct signature *sig) {
    struct ann_type *text = ARENA_NEW(ix->keep, struct ann_type);
    *text = (struct ann_type){
        .kind = ANN_ARRAY, .span = sig->span, .dtype = DT_CHAR, .rank = 1, .layout = LAYOUT_C};
    struct signature *own = ARENA_NEW(ix->keep, struct signature);
    *own = *sig;
    own->ret = text;
    return own;
}

/* The use that the signature describes, checked. A text that all paths give as it is written is a
 * str for Python. */
static struct use *infer_signature(struct infer *ix, const struct func *f,
                                   const struct signature *sig) {
    struct itype **param = ARENA_ARRAY(ix->arena, struct itype *, f->n_params);
    for (int i = 0; i < f->n_params; ++i) {
        param[i] = infer_annotation(ix, sig->param[i]);
    }
    struct use *u = use_get(ix, f, sig, param, NULL, NULL);
    use_solve(ix, u);
    if (!sig->ret && u->ret && u->ret->kind == IT_STATIC && u->ret->text && !u->ret->records) {
        u = use_get(ix, f, giving_text(ix, sig), param, NULL, NULL);
        use_solve(ix, u);
    }
    use_check(ix, u, f->name_span);
    refuse_lists(ix, u);
    refuse_objects(ix, u);
    return u;
}

void infer_add_export(struct infer *ix, const struct func *f, int n, struct use *const *use) {
    struct texport *e = ARENA_NEW(ix->out->arena, struct texport);
    e->pyname = f->name;
    e->n_params = f->n_params;
    e->param = ARENA_ARRAY(ix->out->arena, const char *, f->n_params);
    e->has_default = ARENA_ARRAY(ix->out->arena, bool, f->n_params);
    e->kw_only = ARENA_ARRAY(ix->out->arena, bool, f->n_params);
    for (int i = 0; i < f->n_params; ++i) {
        e->param[i] = f->param[i].sym->name;
        e->has_default[i] = f->param[i].def != NULL;
        e->kw_only[i] = f->param[i].kw_only;
    }
    e->n_overloads = n;
    e->stays =
        f->exposes || (f->signature[0]->tried && (f->signature[0]->any || !f->signature[0]->first));
    e->overload = ARENA_ARRAY(ix->out->arena, struct tfunc *, n);
    for (int i = 0; i < n; ++i) {
        vec_push(ix->keep, &ix->out->export_instances, use[i]->instance);
    }
    vec_push(ix->keep, &ix->out->exports, e);
}

/* With --fallback: the errors of a function become one warning, which says through which calls. */
static void warn_fallback(struct infer *ix, const struct func *f, const struct use *u) {
    struct diag *d = ix->diag;
    const struct diag_message *error = u->error;
    const char *calls = NULL;
    for (const char *word = "it"; u->via; u = u->via, word = ", which") {
        calls = arena_printf(ix->keep, "%s%s calls '%s' (line %d)", calls ? calls : "", word,
                             u->via->scheme->func->name,
                             source_pos(ix->module->source, u->via_span.lo).line);
    }
    struct diag_message *m =
        diag_error(d, DIAG_PY501, f->name_span, "'%s' is left to the interpreter%s%s", f->name,
                   calls ? ": " : "", calls ? calls : "");
    m->calls = calls;
    if (error) {
        diag_note(d, m, error->span, "%s", error->text);
    }
}

/* Objects that hold others of their class, and what does not cross, stay in compiled code, and what
 * is called with them: of such a function one warning says so. False: it is none. */
static bool warn_linked(struct infer *ix, const struct func *f, const struct use *u) {
    const struct itype *t = u->ret && u->ret->linked && !may_pass(u->ret) ? u->ret : NULL;
    for (int i = 0; i < f->n_params; ++i) {
        t = u->param[i]->linked && !may_pass(u->param[i]) ? u->param[i] : t;
    }
    if (t && !u->failed) {
        struct diag_message *m = diag_error(
            ix->diag, DIAG_PY501, f->name_span,
            "'%s' is compiled for calls by compiled functions, and left to the interpreter for "
            "others: a %s may hold others of its class",
            f->name, it_name(ix->arena, (struct itype *)t));
        diag_fix(ix->diag, m,
                 "make the objects where they are used, and return numbers, arrays "
                 "and lists");
    }
    return t && !u->failed;
}

/* What is wrong with it was found in a function that may stay Python's, and not told. */
static void tell_error(struct diag *d, const struct use *u) {
    const struct diag_message *error = u ? u->error : NULL;
    bool told = !error || error->severity != DIAG_ERROR;
    for (int i = 0; i < d->messages.n && !told; ++i) {
        const struct diag_message *m = d->messages.item[i];
        told = m->span.lo == error->span.lo && strcmp(m->text, error->text) == 0;
    }
    if (!told) {
        struct diag_message *m = diag_error(d, error->code, error->span, "%s", error->text);
        m->notes = error->notes;
    }
}

int infer_tried(struct infer *ix, const struct func *f, struct use **use,
                const struct use **failed) {
    bool first = f->signature[0]->tried && f->signature[0]->first;
    int n = 0;
    for (int group = 0; group < 1 << MAX_ANY && n == 0; ++group) {
        for (int i = 0; i < f->n_signatures && !(first && n > 0); ++i) {
            if (f->signature[i]->group == group) {
                use[n] = infer_signature(ix, f, f->signature[i]);
                *failed = *failed || !use[n]->failed ? *failed : use[n];
                n += !use[n]->failed;
            }
        }
    }
    return n;
}

/* False: it is not exported. */
static bool infer_export(struct infer *ix, const struct func *f, bool fallback) {
    struct diag *d = ix->diag;
    struct diag scratch;
    if (fallback) {
        diag_init(&scratch, ix->keep, ix->module->source);
        ix->diag = &scratch;
    }
    struct use **use = ARENA_ARRAY(ix->arena, struct use *, f->n_signatures);
    bool ok = true;
    const struct use *failed = NULL;
    for (int i = 0; i < f->n_signatures; ++i) {
        use[i] = infer_signature(ix, f, f->signature[i]);
        ok = ok && !use[i]->failed;
        failed = failed ? failed : use[i]->failed ? use[i] : NULL;
    }
    ix->diag = d;
    if (!ok && f->is_guess) {
        vec_push(ix->keep, &ix->out->mixed,
                 ((struct mixed_loop){.span = f->name_span, .n = 1, .item = MIXED_RANK}));
    }
    if (ok && warn_linked(ix, f, use[0])) {
        return false;
    }
    if (ok) {
        infer_add_export(ix, f, f->n_signatures, use);
    } else if (fallback) {
        warn_fallback(ix, f, failed);
    } else {
        tell_error(d, failed);
    }
    return ok;
}

/* For the types asked for, of a procedure, or tried: one warning tells of those asked for that it
 * is not made for, with which it is compiled, or left to the interpreter, when it is called. False:
 * there are only such. */
static bool infer_some(struct infer *ix, const struct func *f, bool fallback) {
    struct diag *d = ix->diag, unheard;
    struct use **use = ARENA_ARRAY(ix->arena, struct use *, f->n_signatures);
    const struct use *failed = NULL;
    bool tried = f->signature[0]->tried, first = tried && f->signature[0]->first;
    int n;
    diag_init(&unheard, ix->keep, ix->module->source);
    ix->diag = &unheard;
    n = infer_tried(ix, f, use, &failed);
    ix->diag = d;
    if (n > 0) {
        infer_add_export(ix, f, n, use);
    }
    if (failed && n > 0 && !tried) {
        struct diag_message *m = diag_error(d, DIAG_PY501, f->name_span,
                                            "'%s' is compiled for %d of the %d types asked for",
                                            f->name, n, f->n_signatures);
        if (failed->error) {
            diag_note(d, m, failed->error->span, "%s", failed->error->text);
        }
    } else if (failed && n == 0 && first && !fallback) {
        tell_error(d, failed);
    } else if (failed && n == 0) {
        warn_fallback(ix, f, failed);
    }
    return n > 0;
}

/* Is f what its name means once the module is loaded? */
static bool is_export(const struct func *f) {
    for (int i = 0; i < f->n_signatures; ++i) {
        if (f->signature[i]->n != f->n_params) {
            return false; /* reported by the frontend */
        }
    }
    bool hidden = f->sym && f->sym->kind == SYM_FUNC && f->sym->func != f;
    return f->n_signatures > 0 && !f->parent && !f->is_method && !f->star_args && !hidden;
}

/* ---- instances that call what failed */

struct reached {
    struct arena *arena;
    bool *kept; /* by instance id */
    VEC(struct instance *) work;
};

static void reach(struct reached *r, const struct callee *c) {
    for (; c && c->kind == CALLEE_INSTANCE; c = c->each) {
        if (!r->kept[c->instance->id]) {
            r->kept[c->instance->id] = true;
            vec_push(r->arena, &r->work, c->instance);
        }
    }
}

/* Drops instances that no export reaches: those of functions left to the interpreter may call
 * functions that failed. */
static void prune(struct infer *ix) {
    struct typeinfer *t = ix->out;
    bool *kept = ARENA_ARRAY(ix->arena, bool, t->instances.n + 1);
    struct reached r = {.arena = ix->arena, .kept = kept};
    for (int i = 0; i < t->export_instances.n; ++i) {
        vec_push(ix->arena, &r.work, t->export_instances.item[i]);
        kept[t->export_instances.item[i]->id] = true;
    }
    while (r.work.n) {
        struct instance *in = r.work.item[--r.work.n];
        const struct func *f = in->func;
        while (f->parent) {
            f = f->parent;
        }
        for (int i = 0; i < f->n_exprs; ++i) {
            reach(&r, in->callee[i]);
            reach(&r, in->second ? in->second[i] : NULL);
        }
    }
    int n = 0;
    for (int i = 0; i < t->instances.n; ++i) {
        if (kept[t->instances.item[i]->id]) {
            t->instances.item[n] = t->instances.item[i];
            n++;
        }
    }
    t->instances.n = n;
    for (int i = 0; i < n; ++i) {
        t->instances.item[i]->id = i;
    }
}

/* The first message within a procedure, or NULL. */
static const struct diag_message *wrong_in(const struct func *f, const struct diag *d) {
    uint32_t from = f->cutype ? f->cutype_span.lo : f->span.lo;
    for (int i = 0; i < d->messages.n; ++i) {
        const struct diag_message *m = d->messages.item[i];
        if (m->span.lo >= from && m->span.hi <= f->span.hi) {
            return m;
        }
    }
    return NULL;
}

/* With --fallback: what is wrong with a procedure becomes one warning. */
static void warn_procedure(struct infer *ix, const struct func *f, const struct diag *unheard) {
    const struct diag_message *error = wrong_in(f, unheard);
    if (error) {
        struct diag_message *m = diag_error(ix->diag, DIAG_PY501, f->name_span,
                                            "'%s' is left to the interpreter", f->name);
        diag_note(ix->diag, m, error->span, "%s", error->text);
    }
}

static void check_procedures(struct infer *ix, struct arena *a, bool fallback,
                             const char *instantiate) {
    struct diag unheard;
    diag_init(&unheard, a, ix->module->source);
    ix->out->cu = cu_run(a, ix->module, fallback ? &unheard : ix->diag);
    if (!cu_instantiate(ix->out->cu, instantiate)) {
        diag_error(ix->diag, DIAG_PY102, (struct span){0, 0},
                   "--instantiate takes element types such as f32,f64,i64, not '%s'", instantiate);
    }
    cu_check_signatures(ix->out->cu);
    for (int i = 0; i < ix->module->n_funcs; ++i) {
        const struct func *f = ix->module->func[i];
        if (f->cu && !f->parent && fallback) {
            warn_procedure(ix, f, &unheard);
        }
    }
}

/* Where some parameters have pycc's types and others none, and no compiled function calls it. */
static void report_bare(struct infer *ix, const struct func *f) {
    for (int i = 0; i < f->n_params && !ix->scheme[f->id]; ++i) {
        if (f->param[i].is_bare) {
            diag_error(ix->diag, DIAG_PY104, f->param[i].sym->span,
                       "parameter '%s' of '%s' has no annotation", f->param[i].sym->name, f->name);
        }
    }
}

static void infer_exports(struct infer *ix, bool fallback) {
    infer_class_axes(ix);
    const struct module *m = ix->module;
    struct diag *d = ix->diag;
    bool stays = false;
    for (int i = 0; i < m->n_funcs; ++i) {
        bool told =
            m->func[i]->cu && wrong_in(m->func[i], d); /* once, in the language's own words */
        if (is_export(m->func[i]) && !told) {
            const struct signature *sig = m->func[i]->signature[0];
            bool some = (sig->asked && !fallback) || sig->tried;
            bool made = m->func[i]->exposes ? infer_method(ix, m->func[i])
                        : some ? infer_some(ix, m->func[i], fallback || m->func[i]->may_stay)
                               : infer_export(ix, m->func[i], fallback || m->func[i]->may_stay);
            stays = !made || some || sig->asked || stays;
        }
    }
    for (int i = 0; i < m->n_funcs; ++i) {
        report_bare(ix, m->func[i]);
    }
    if (fallback || stays) {
        prune(ix);
    }
}

struct typeinfer *typeinfer_run(struct arena *a, struct arena *scratch, struct intern_table *names,
                                const struct module *m, struct diag *d, bool fallback,
                                const char *instantiate) {
    struct infer *ix = ARENA_NEW(scratch, struct infer);
    init(ix, a, scratch, names, m, d);
    ix->all_names = fallback;
    check_procedures(ix, scratch, fallback, instantiate);
    int told = d->messages.n, errors = d->errors;
    infer_exports(ix, fallback);
    for (int i = 0; ix->types.linked && i < MOST_LINKS; ++i) { /* again, with what is known now */
        struct infer *first = ix;
        ix = ARENA_NEW(scratch, struct infer);
        init(ix, a, scratch, names, m, d);
        ix->all_names = fallback;
        ix->out->cu = first->out->cu;
        it_link_again(&ix->types, &first->types);
        arena_free(&first->own);
        d->messages.n = told;
        d->errors = errors;
        infer_exports(ix, fallback);
    }
    return ix->out;
}

int typeinfer_mixed(const struct typeinfer *t, const struct mixed_loop **loop) {
    *loop = t->mixed.item;
    return t->mixed.n;
}

bool typeinfer_families_meet(const struct typeinfer *t) {
    return t->families_meet;
}

void typeinfer_print_procedures(const struct typeinfer *t, struct writer *w) {
    cu_print(t->cu, w);
}

void typeinfer_release(struct typeinfer *t) {
    arena_free(&t->schemes->ix->own);
}
