/* Decorators and PEP 484 annotations to signatures.
 *
 * A decorator always speaks for pycc. PEP 484 annotations are also everyday Python: they count when
 * all parameters have types we know, and are taken as meant for pycc (so that mistakes in them are
 * errors) when one of them is an array or a sized scalar. */
#include "annot.h"

#include <string.h>

#include "resolve.h"
#include "unicode.h"

/* ---- reading types */

/* A name in an annotation: a type variable, a NumPy type, or an alias of the module's. */
static struct ann_type *alias_type(struct ann_reader *r, const char *name, size_t n) {
    struct annot *an = r->ctx;
    struct parser *p = an->p;
    name = unicode_nfkc(p->waste, name, &n);
    name = intern(p->names, name, n);
    struct ann_type *t = annot_variable(an, name);
    const struct symbol *sym = t ? NULL : scope_lookup(an->scopes, name);
    if (sym && sym->kind == SYM_DTYPE) {
        t = ARENA_NEW(p->arena, struct ann_type);
        t->kind = ANN_SCALAR;
        t->dtype = sym->dtype;
        t->span = sym->span;
    }
    if (sym && sym->kind == SYM_RECORDS) {
        t = ARENA_NEW(p->arena, struct ann_type);
        t->kind = ANN_RECORDS;
        t->records = sym->records;
        t->span = sym->span;
    }
    return t || !sym                ? t
           : sym->kind == SYM_CLASS ? annot_object(an, sym)
                                    : annot_alias(an, r, name);
}

static enum op_module named_module(void *ctx, const char *name, size_t n) {
    struct annot *an = ctx;
    name = unicode_nfkc(an->p->waste, name, &n);
    const struct symbol *sym = scope_lookup(an->scopes, intern(an->p->names, name, n));
    return sym && sym->kind == SYM_MODULE ? sym->module : IN_OPERATOR;
}

struct ann_reader annot_reader(struct annot *an, const char *text, size_t n, struct span whole,
                               bool mapped) {
    struct ann_reader r;
    ann_reader_init(&r, an->p->arena, text, n, whole, mapped);
    r.alias = alias_type;
    r.module = named_module;
    r.ctx = an;
    return r;
}

void annot_report(struct annot *an, const struct ann_reader *r) {
    const struct ann_fault *f = &r->fault;
    if (f->text) {
        struct diag_message *m = diag_error(an->p->diag, f->code, f->span, "%s", f->text);
        if (f->fix) {
            diag_fix(an->p->diag, m, "%s", f->fix);
        }
    }
}

static void report_rank(struct annot *an, struct span at) {
    struct diag_message *m = diag_error(an->p->diag, DIAG_PY103, at,
                                        "the number of axes is not said, and no use tells it");
    diag_fix(an->p->diag, m,
             "write f64[:, :] for two axes, np.ndarray[tuple[int, int], np.dtype[np.float64]], or "
             "Annotated[NDArray[np.float64], 'f64[:, :]']");
}

/* Span of what is between the quotes of a string literal. */
static struct span inside_quotes(const struct parser *p, struct span s) {
    const char *text = p->source->text;
    while (s.lo < s.hi && text[s.lo] != '"' && text[s.lo] != '\'') {
        ++s.lo;
    }
    char quote = text[s.lo];
    bool triple = s.hi - s.lo >= 6 && text[s.lo + 1] == quote && text[s.lo + 2] == quote;
    uint32_t n = triple ? 3 : 1;
    if (s.hi - s.lo >= 2 * n) {
        s.lo += n;
        s.hi -= n;
    }
    return s;
}

struct ann_reader annot_span_reader(struct annot *an, struct span s) {
    const char *text = an->p->source->text;
    const char quote = s.lo < s.hi ? text[s.lo] : ' ';
    if (quote == '"' || quote == '\'') {
        struct span in = inside_quotes(an->p, s);
        s = memchr(text + in.lo, quote, in.hi - in.lo) ? s : in; /* else "f64[:]" | None */
    }
    return annot_reader(an, text + s.lo, s.hi - s.lo, s, true);
}

struct ann_reader annot_argument_reader(struct annot *an, const struct expr *e) {
    if (e->kind != EXPR_STR) {
        return annot_span_reader(an, e->span);
    }
    struct span in = inside_quotes(an->p, e->span);
    bool same = in.hi - in.lo == (uint32_t)e->str.n &&
                memcmp(an->p->source->text + in.lo, e->str.text, (size_t)e->str.n) == 0;
    return annot_reader(an, e->str.text, (size_t)e->str.n, same ? in : e->span, same);
}

/* ---- signatures */

static const char *plural(int n) {
    return n == 1 ? "" : "s";
}

static bool same_signature(const struct signature *a, const struct signature *b) {
    bool same = a->n == b->n && !a->ret == !b->ret && (!a->ret || ann_same(a->ret, b->ret));
    for (int i = 0; i < a->n && same; ++i) {
        same = a->param[i]->optional == b->param[i]->optional && ann_same(a->param[i], b->param[i]);
    }
    return same;
}

void annot_add(struct annot *an, struct func *f, struct signature *sig) {
    struct parser *p = an->p;
    if (f->star_args) {
        diag_error(p->diag, DIAG_PY104, sig->span,
                   "'%s' takes *args or **kwargs and cannot be compiled", f->name);
        return;
    }
    if (sig->n != f->n_params) {
        struct diag_message *m = diag_error(
            p->diag, DIAG_PY104, sig->span,
            "'%s' has %d parameter%s, its annotation gives %d type%s%s", f->name, f->n_params,
            plural(f->n_params), sig->n, plural(sig->n), sig->ret ? " and a result" : "");
        diag_note(p->diag, m, f->name_span, "'%s' is defined here", f->name);
        return;
    }
    struct signature **all = ARENA_ARRAY(p->arena, struct signature *, f->n_signatures + 1);
    for (int i = 0; i < f->n_signatures; ++i) {
        all[i] = f->signature[i];
        if (same_signature(all[i], sig)) {
            return;
        }
    }
    all[f->n_signatures++] = sig;
    f->signature = all;
}

bool annot_check_ranks(struct annot *an, const struct signature *sig) {
    for (int i = 0; i < sig->n; ++i) {
        if (sig->param[i]->rank == RANK_OPEN) {
            report_rank(an, sig->param[i]->span);
            return false;
        }
    }
    return true;
}

/* ---- PEP 484 */

enum { MAX_TRIED = 2 /* parameters */ };

/* What the annotations of one function come to. */
struct pep484 {
    struct signature *sig;
    int n_annotated;                /* parameters */
    bool is_explicit;               /* meant for pycc */
    bool faulty;                    /* one of them is no type we know */
    bool guessed;                   /* the rank of one is that of its uses */
    int tried;                      /* those of so many are tried */
    int any;                        /* the elements of arrays in so many are not said */
    bool untold;                    /* ... since no use tells them */
    bool least;                     /* of one, the uses say one axis or more */
    bool open;                      /* there are too many that no use tells */
    int foreign;                    /* the first such parameter; n_params: the result */
    VEC(struct ann_reader) readers; /* of the faulty ones */
};

static struct ann_type *read_annotation(struct annot *an, struct pep484 *pep, struct span s,
                                        bool result) {
    struct ann_reader r = annot_span_reader(an, s);
    r.result = result;
    r.guesses = !pep->is_explicit;
    struct ann_type *t = ann_read_all(&r);
    pep->is_explicit = pep->is_explicit || (t && r.is_explicit) || (!t && r.fault.ours);
    if (!t) {
        pep->faulty = true;
        vec_push(an->p->arena, &pep->readers, r);
    }
    return t;
}

/* Has inference found that it cannot be compiled for one axis? */
static bool is_asked(const struct annot *an, const struct func *f) {
    const struct module *m = an->p->module;
    bool asked = false;
    for (int i = 0; i < m->n_mixed; ++i) {
        asked = asked || (m->mixed[i].item == MIXED_RANK && m->mixed[i].span.lo == f->name_span.lo);
    }
    return asked;
}

/* The rank of an array that does not say it; a parameter without is as good as one of no type. */
static bool find_rank(struct annot *an, struct pep484 *pep, const struct func *f, int i) {
    struct ann_type *t = pep->sig->param[i];
    for (; t && t->rank != RANK_OPEN; t = t->or_else) {
    }
    pep->guessed = pep->guessed || t;
    const struct func *of = f->exposes ? f->exposes : f;
    bool guess = false, told = !t || annot_find_rank(an, of, i, NULL, pep->sig->param[i], &guess);
    bool may = !pep->is_explicit && !f->parent && !f->is_method;
    pep->least = pep->least || (may && guess);
    pep->untold = pep->untold || !told;
    if (!told && may && pep->tried < MAX_TRIED && annot_try_ranks(an, pep->sig->param[i])) {
        ++pep->tried;
    } else if (!told) {
        pep->open = pep->faulty = true;
    }
    return may && guess;
}

/* What uses say one axis of at least, and elements that are not said, behind what they do not. */
static void try_more(struct annot *an, struct pep484 *pep, const struct func *f, int i,
                     bool guess) {
    struct ann_type *t = pep->sig->param[i];
    bool may = guess && pep->tried < MAX_TRIED && (t->any || is_asked(an, f));
    pep->tried += may && annot_try_ranks(an, t);
    pep->any += annot_try_elements(an, t, pep->any < MAX_ANY);
}

static struct pep484 read_pep484(struct annot *an, const struct func *f) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    struct pep484 pep = {0};
    pep.is_explicit = annot_mentions(an, &notes->anns);
    pep.sig = ARENA_NEW(an->p->arena, struct signature);
    pep.sig->span = f->name_span;
    pep.sig->n = f->n_params;
    pep.sig->param = ARENA_ARRAY(an->p->arena, struct ann_type *, f->n_params);
    bool *guess = ARENA_ARRAY(an->p->arena, bool, f->n_params);
    for (int i = 0; i < f->n_params; ++i) {
        struct span s = notes->param_ann[i];
        if (s.hi > s.lo) {
            ++pep.n_annotated;
            pep.sig->param[i] = read_annotation(an, &pep, s, false);
            guess[i] = find_rank(an, &pep, f, i);
            pep.foreign += !pep.faulty && pep.foreign == i;
        } else {
            pep.foreign += pep.foreign == i;
        }
    }
    for (int i = 0; i < f->n_params; ++i) {
        try_more(an, &pep, f, i, guess[i]);
    }
    if (notes->ret_ann.hi > notes->ret_ann.lo) {
        pep.sig->ret = read_annotation(an, &pep, notes->ret_ann, true);
    }
    pep.sig->any = pep.any > 0;
    pep.sig->tried = pep.sig->weak = pep.tried > 0 || pep.any > 0;
    pep.sig->first = pep.least && !pep.untold && pep.any == 0;
    return pep;
}

/* What is wrong with annotations that are meant for us. */
static void report_faults(struct annot *an, const struct func *f, const struct pep484 *pep) {
    for (int i = 0; i < pep->readers.n; ++i) {
        annot_report(an, &pep->readers.item[i]);
    }
    for (int i = 0; pep->open && i < f->n_params; ++i) {
        const struct ann_type *t = pep->sig->param[i];
        if (t && t->rank == RANK_OPEN) {
            report_rank(an, an->p->notes.item[f->id]->param_ann[i]);
        }
    }
}

/* A helper, which is compiled where it is called; inference says so of one that nothing calls. */
static void mark_bare(struct annot *an, struct func *f) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    for (int i = 0; i < f->n_params; ++i) {
        f->param[i].is_bare = i != f->rest - 1 && notes->param_ann[i].hi == notes->param_ann[i].lo;
    }
}

/* Why annotations that are not meant for us give no signature; NULL when they do. */
static const char *reason(struct annot *an, const struct func *f, const struct pep484 *pep,
                          struct annot_verdict *v) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    const char *text = an->p->source->text;
    if (f->decorator) {
        v->at = f->decorator->span;
        return arena_printf(an->p->keep, "decorator '%.*s'", (int)(v->at.hi - v->at.lo),
                            text + v->at.lo);
    }
    if (notes->is_async) {
        return "it is async";
    }
    if (pep->faulty) {
        bool result = pep->foreign == f->n_params;
        v->at = result ? notes->ret_ann : notes->param_ann[pep->foreign];
        const char *what =
            result ? "the result"
                   : arena_printf(an->p->keep, "parameter '%s'", f->param[pep->foreign].sym->name);
        bool open = !result && pep->sig->param[pep->foreign];
        return arena_printf(an->p->keep, "%s is '%.*s'%s", what, (int)(v->at.hi - v->at.lo),
                            text + v->at.lo, open ? ", of any number of axes" : "");
    }
    if (f->star_args) {
        return "it takes *args or **kwargs";
    }
    if (notes->anns.list.n == 0) {
        return "it has no annotations";
    }
    for (int i = 0; i < f->n_params; ++i) {
        if (notes->param_ann[i].hi == notes->param_ann[i].lo) {
            v->at = f->param[i].sym->span;
            return arena_printf(an->p->keep, "parameter '%s' has no annotation",
                                f->param[i].sym->name);
        }
    }
    bool gives = f->n_params > 0 || (pep->sig->ret && pep->sig->ret->kind != ANN_NONE);
    return gives ? NULL : "it takes and gives nothing";
}

/* A signature for each type of the type variables and each of the alternatives. */
static void add_pep484(struct annot *an, struct func *f, struct pep484 *pep) {
    annot_add_all(an, f, pep->sig);
    while (f->n_signatures > 0 && annot_next_types(an)) {
        *pep = read_pep484(an, f);
        report_faults(an, f, pep);
        if (pep->faulty) {
            return;
        }
        annot_add_all(an, f, pep->sig);
    }
}

static void apply_pep484(struct annot *an, struct func *f, struct annot_verdict *v) {
    struct ann_vars vars = {.f = f};
    an->vars = &vars;
    struct pep484 pep = read_pep484(an, f);
    bool complete = pep.n_annotated + (f->rest > 0) == f->n_params && !pep.faulty;
    if (f->n_signatures > 0 && pep.guessed) {
        v->marked = true; /* exports say the types */
    } else if (!pep.is_explicit || f->exposes) {
        v->why = reason(an, f, &pep, v);
        if (!v->why) {
            add_pep484(an, f, &pep);
            f->is_guess = pep.sig->first;
            f->may_stay = f->exposes || annot_has_everyday(pep.sig);
        }
    } else {
        v->marked = true;
        report_faults(an, f, &pep);
        mark_bare(an, f);
        if (complete && f->star_args) {
            annot_add(an, f, pep.sig); /* which says why not */
        } else if (complete) {
            add_pep484(an, f, &pep);
        }
    }
    an->vars = NULL;
}

/* ---- functions */

/* Is it this word, alone or behind a dot? */
static bool annotates(const struct annot *an, struct span s, const char *word) {
    const char *text = an->p->source->text + s.lo;
    size_t all = s.hi - s.lo, n = strlen(word);
    return (all == n || (all > n && text[all - n - 1] == '.')) &&
           memcmp(text + all - n, word, n) == 0;
}

/* `axis: static` or `axis: pycc.static`, in helpers; `a: np.ndarray` in the prelude. */
static void mark_params(struct annot *an, struct func *f) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    for (int i = 0; i < f->n_params; ++i) {
        f->param[i].is_static = annotates(an, notes->param_ann[i], "static");
        f->param[i].is_float |= !f->prelude && annotates(an, notes->param_ann[i], "float");
        f->param[i].is_array = f->prelude && annotates(an, notes->param_ann[i], "ndarray");
    }
}

/* `path: tuple[int, ...]` of a function inside of another and of methods; `x: int | None`,
 * `name: str = None` of what makes the objects of a class. */
static void mark_kept(struct annot *an, struct func *f, bool makes) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    for (int i = 0; i < f->n_params; ++i) {
        struct ann_reader r = annot_span_reader(an, notes->param_ann[i]);
        const struct expr *def = f->param[i].def;
        struct ann_type *t =
            notes->param_ann[i].hi > notes->param_ann[i].lo ? ann_read_all(&r) : NULL;
        bool none = t && (t->optional || (def && def->kind == EXPR_NONE));
        bool tuple = t && !none && t->kind == ANN_SET && strcmp(t->class_, "_tuple") == 0;
        bool plain = t && (t->kind == ANN_SCALAR || (t->kind == ANN_ARRAY && t->dtype == DT_CHAR));
        bool kept = t && !t->or_else && (tuple || (makes && none && plain));
        f->param[i].kept_as = kept ? t : NULL;
    }
}

/* ---- parameters that may be None */

enum { MAX_OPTIONAL = 4 };

static bool is_optional(const struct func *f, const struct signature *sig, int i) {
    const struct expr *def = f->param[i].def;
    return sig->param[i]->kind != ANN_NONE &&
           (sig->param[i]->optional || (def && def->kind == EXPR_NONE));
}

/* The signature with None for those of the optional parameters that are in the set. */
static void add_without(struct annot *an, struct func *f, const struct signature *sig,
                        unsigned set) {
    struct signature *less = ARENA_NEW(an->p->arena, struct signature);
    struct ann_type *none = ARENA_NEW(an->p->arena, struct ann_type);
    *less = *sig;
    less->param = ARENA_ARRAY(an->p->arena, struct ann_type *, sig->n);
    none->kind = ANN_NONE;
    none->span = sig->span;
    for (int i = 0, k = 0; i < sig->n; ++i) {
        bool absent = is_optional(f, sig, i) && (set >> k++ & 1);
        less->param[i] = absent ? none : sig->param[i];
    }
    annot_add(an, f, less);
}

/* A parameter with the default None, or of a type `T | None`, makes two signatures. */
static void add_optional(struct annot *an, struct func *f) {
    for (int k = 0, given = f->n_signatures; k < given; ++k) {
        const struct signature *sig = f->signature[k];
        int n = 0;
        for (int i = 0; i < sig->n; ++i) {
            n += is_optional(f, sig, i);
        }
        if (n > MAX_OPTIONAL) {
            diag_error(an->p->diag, DIAG_PY104, sig->span,
                       "'%s' has %d parameters that may be None, and at most %d are supported",
                       f->name, n, MAX_OPTIONAL);
            continue;
        }
        for (unsigned set = 1; set < 1u << n; ++set) {
            add_without(an, f, sig, set);
        }
    }
}

/* A function with signatures that cannot be compiled loses them, with a word why. */
static void check_compilable(struct annot *an, struct func *f, struct annot_verdict *v) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    struct diag *d = an->p->diag;
    if (f->n_signatures == 0) {
        return;
    }
    if (notes->is_async) {
        diag_error(d, DIAG_PY104, f->name_span, "async function '%s' cannot be compiled", f->name);
        f->n_signatures = 0;
    } else if (f->decorator) {
        struct diag_message *m = diag_error(d, DIAG_PY103, f->decorator->span,
                                            "a function with this decorator cannot be compiled");
        diag_fix(d, m, "remove the decorator, or the annotation of '%s'", f->name);
        f->n_signatures = 0;
    } else if (notes->is_hidden) {
        v->why = "its name means something else at the end of the module";
        f->n_signatures = 0;
    }
}

/* Is it list[...], possibly in quotes? Other annotations of variables mean nothing. */
static bool is_list(struct annot *an, struct span s) {
    struct ann_reader r = annot_span_reader(an, s);
    struct ann_name name = {0};
    return ann_read_name(&r, &name) &&
           (strcmp(name.last, "list") == 0 || strcmp(name.last, "List") == 0);
}

/* A variable of the module that functions may read is of the type that is written. */
static void read_global(struct annot *an, const struct local_ann *la) {
    const struct expr *target = la->stmt->kind == STMT_ASSIGN ? la->stmt->assign.target[0] : NULL;
    struct symbol *sym =
        target && target->kind == EXPR_NAME ? scope_lookup(an->scopes, target->name.name) : NULL;
    if (sym && sym->kind == SYM_GLOBAL && sym->home == an->scopes) {
        struct ann_reader r = annot_span_reader(an, la->ann);
        struct ann_type *t = ann_read_all(&r);
        sym->ann = t && !t->or_else && !t->optional && t->rank != RANK_OPEN ? t : NULL;
    }
}

/* The type of `x: type = value`, read only where the function is compiled. */
static void read_local(struct annot *an, const struct local_ann *la) {
    const struct func *f = la->func;
    if (!f) {
        read_global(an, la);
        return;
    }
    while (f->parent) {
        f = f->parent;
    }
    if (f->n_signatures > 0 || f->is_method) {
        struct ann_reader r = annot_span_reader(an, la->ann);
        struct ann_type *t = ann_read_all(&r);
        la->stmt->assign.ann = t && !t->or_else && t->rank != RANK_OPEN ? t : NULL;
        if (f->n_signatures > 0 && (r.fault.ours || is_list(an, la->ann))) {
            annot_report(an, &r);
        }
    }
}

void annot_read(struct parser *p, struct scopes *scopes) {
    struct annot an = {.p = p, .scopes = scopes};
    struct annot_verdict *verdict = ARENA_ARRAY(p->arena, struct annot_verdict, p->funcs.n + 1);
    if (!p->imported) {
        annot_leave_skipped(&an);
    }
    for (int i = 0; i < p->funcs.n; ++i) {
        struct func *f = p->funcs.item[i];
        if (!parse_owns(p, f)) {
            continue;
        }
        bool own = !f->parent && !f->is_lambda && !f->yields;
        f->is_async = p->notes.item[i]->is_async;
        if (own) {
            annot_decorators(&an, f, &verdict[i]);
        } else if (f->yields && !f->parent) {
            annot_generator_decorators(&an, f);
        } else if (f->parent && !f->is_lambda) {
            annot_nested_decorator(&an, f);
        }
        f->n_signatures = p->imported ? 0 : f->n_signatures; /* helpers, as in the interpreter */
        verdict[i].decorated = f->n_signatures > 0;
        if (!verdict[i].decorated && !f->is_lambda) {
            mark_params(&an, f);
        }
    }
    if (!p->imported) {
        annot_pythran(&an);
        annot_declared(&an);
    }
    for (int i = 0; i < p->funcs.n && !p->imported; ++i) {
        struct func *f = p->funcs.item[i];
        if (parse_owns(p, f) && !f->parent && !f->is_lambda && !f->prelude && !f->is_method &&
            !f->yields && !verdict[i].decorated) {
            apply_pep484(&an, f, &verdict[i]);
        }
    }
    for (int i = 0; i < p->funcs.n; ++i) {
        if (parse_owns(p, p->funcs.item[i])) {
            add_optional(&an, p->funcs.item[i]);
            check_compilable(&an, p->funcs.item[i], &verdict[i]);
        }
    }
    for (int i = 0; i < p->local_anns.n; ++i) {
        read_local(&an, &p->local_anns.item[i]);
    }
    for (int i = 0; i < p->funcs.n; ++i) {
        struct func *f = p->funcs.item[i];
        if (parse_owns(p, f) && !f->prelude && f->n_signatures == 0 && !f->is_lambda) {
            mark_kept(&an, f, false);
        }
    }
    for (int i = 0; i < p->classes.n; ++i) {
        const struct class *c = p->classes.item[i];
        if (c->make && !c->prelude && parse_owns(p, c->make)) {
            mark_kept(&an, c->make, true);
        }
    }
    if (!p->imported) {
        annot_leave_functions(&an, verdict);
        p->module->n_left = an.left.n;
        p->module->left = an.left.item;
    }
}
