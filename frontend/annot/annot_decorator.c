/* The decorators of functions: @pycc.type, @pycc.gpu, @pycc.schedule, @cutype and their like. */
#include "annot.h"

#include <string.h>

#include "resolve.h"

/* The symbol and, behind a module, the name that a decorator's expression speaks of. */
static const struct expr *decorator_name(const struct expr *e) {
    return e->kind == EXPR_CALL ? e->call.fn : e;
}

static bool is_ours(enum op_module module) {
    return module == IN_PYCC || module == IN_COPPERHEAD;
}

/* The member of pycc that a decorator is ("type", "gpu" ...), or NULL when it is foreign. */
static const char *pycc_decorator(const struct expr *e) {
    const struct expr *name = decorator_name(e);
    const struct symbol *sym = name->kind == EXPR_NAME   ? name->name.sym
                               : name->kind == EXPR_ATTR ? name->attr.sym
                                                         : NULL;
    if (sym && is_ours(sym->module) && sym->kind != SYM_MODULE) {
        return sym->name;
    }
    if (name->kind == EXPR_ATTR && name->attr.base->kind == EXPR_NAME) {
        sym = name->attr.base->name.sym;
        return sym && sym->kind == SYM_MODULE && is_ours(sym->module) ? name->attr.name : NULL;
    }
    return NULL;
}

/* @pycc.type(parameters..., result). */
static void read_type_decorator(struct annot *an, struct func *f, const struct expr *e) {
    struct parser *p = an->p;
    if (e->kind != EXPR_CALL || e->call.n == 0 || e->call.n_kw > 0) {
        struct diag_message *m = diag_error(p->diag, DIAG_PY103, e->span,
                                            "'type' takes the types of the parameters and then "
                                            "the type of the result");
        diag_fix(p->diag, m, "write @pycc.type('f64[:, :]', 'i64', None)");
        return;
    }
    struct signature *sig = ARENA_NEW(p->arena, struct signature);
    struct ann_type **all = ARENA_ARRAY(p->arena, struct ann_type *, e->call.n);
    bool good = true;
    for (int i = 0; i < e->call.n; ++i) {
        struct ann_reader r = annot_argument_reader(an, e->call.arg[i]);
        all[i] = ann_read_all(&r);
        annot_report(an, &r);
        good = good && all[i];
    }
    sig->span = e->span;
    sig->n = e->call.n - 1;
    sig->param = all;
    sig->ret = all[e->call.n - 1];
    if (good && annot_check_ranks(an, sig)) {
        annot_add_all(an, f, sig);
    }
}

/* @cutype("([a], Long) -> a"). */
static void read_cutype(struct annot *an, struct func *f, const struct expr *e) {
    if (e->kind != EXPR_CALL || e->call.n != 1 || e->call.arg[0]->kind != EXPR_STR) {
        diag_error(an->p->diag, DIAG_PY103, e->span,
                   "'cutype' takes the type of the procedure as a text, as in "
                   "\"([a], Long) -> a\"");
        return;
    }
    f->cutype = e->call.arg[0]->str.text;
    f->cutype_span = e->call.arg[0]->span;
}

/* @pycc.schedule("inner"). */
static void read_schedule(struct annot *an, struct func *f, const struct expr *e) {
    const struct expr *x =
        e->kind == EXPR_CALL && e->call.n == 1 && e->call.n_kw == 0 ? e->call.arg[0] : NULL;
    const char *text = x && x->kind == EXPR_STR ? x->str.text : "";
    f->schedule = strcmp(text, "inner") == 0   ? NESTED_INNER
                  : strcmp(text, "outer") == 0 ? NESTED_OUTER
                  : strcmp(text, "auto") == 0  ? NESTED_AUTO
                                               : NESTED_UNSAID;
    if (f->schedule == NESTED_UNSAID) {
        struct diag_message *m = diag_error(an->p->diag, DIAG_PY103, x ? x->span : e->span,
                                            "'schedule' says which of nested loops is parallel");
        diag_fix(an->p->diag, m,
                 "write @pycc.schedule(\"inner\"), @pycc.schedule(\"outer\") or "
                 "@pycc.schedule(\"auto\")");
    }
}

static void report_decorator(struct annot *an, const struct expr *e, const char *name) {
    static const char *const known[] = {"type", "gpu", "fastmath", "jit", "schedule"};
    struct diag_message *m =
        diag_error(an->p->diag, DIAG_PY103, e->span, "decorator '%s' of pycc is not known", name);
    const char *like = diag_closest(name, known, 5);
    if (like) {
        diag_fix(an->p->diag, m, "did you mean '%s'?", like);
    }
}

/* ---- functools.cache */

static bool is_cache(struct annot *an, const struct expr *e) {
    e = e->kind == EXPR_CALL ? e->call.fn : e;
    return resolve_means(an->scopes, e, "functools", "cache") ||
           resolve_means(an->scopes, e, "functools", "lru_cache");
}

static struct ann_type *read_part(struct annot *an, struct span s) {
    struct ann_reader r = annot_span_reader(an, s);
    struct ann_type *t = s.hi > s.lo ? ann_read_all(&r) : NULL;
    return t && !t->or_else && t->rank != RANK_OPEN ? t : NULL;
}

/* A key of a dictionary, and how a call of the function inside can leave it out? */
static bool may_be_key(const struct param *p, const struct ann_type *t) {
    bool text = t && t->kind == ANN_ARRAY && t->dtype == DT_CHAR;
    bool plain = !p->def || p->def->kind == EXPR_INT || p->def->kind == EXPR_FLOAT;
    return t && !t->optional && plain && !p->kw_only &&
           (t->kind == ANN_SCALAR || t->kind == ANN_TUPLE || text);
}

static struct ann_type *new_type(struct annot *an, enum ann_kind kind, int n, struct span span) {
    struct ann_type *t = ARENA_NEW(an->p->arena, struct ann_type);
    t->kind = kind;
    t->span = span;
    t->n = n;
    t->item = ARENA_ARRAY(an->p->arena, struct ann_type *, n);
    return t;
}

/* What a dictionary of the results is; NULL: the types are not known. */
static struct ann_type *known_results(struct annot *an, const struct func *f) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    struct ann_type *key = new_type(an, ANN_TUPLE, f->n_params, f->name_span);
    struct ann_type *dict = new_type(an, ANN_DICT, 2, f->name_span);
    dict->class_ = "_dict";
    bool known = f->n_params > 0 && !f->star_args && !notes->is_async;
    for (int i = 0; known && i < f->n_params; ++i) {
        key->item[i] = read_part(an, notes->param_ann[i]);
        known = may_be_key(&f->param[i], key->item[i]);
    }
    dict->item[0] = f->n_params == 1 ? key->item[0] : key;
    dict->item[1] = known ? read_part(an, notes->ret_ann) : NULL;
    return dict->item[1] && dict->item[1]->kind != ANN_NONE ? dict : NULL;
}

/* Is what it gives to be kept? Without annotations, in a dictionary whose types follow from its
 * uses; annotations that are no keys or values of one are in the way. */
static bool keep_results(struct annot *an, struct func *f) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    bool bare = f->n_params > 0 && !f->star_args && !notes->is_async && !notes->ret_ann.hi;
    for (int i = 0; bare && i < f->n_params; ++i) {
        const struct expr *def = f->param[i].def;
        bare = !notes->param_ann[i].hi && !f->param[i].kw_only && f->rest != i + 1 &&
               (!def || def->kind == EXPR_INT || def->kind == EXPR_FLOAT);
    }
    f->known = known_results(an, f);
    f->cached = bare || f->known;
    return f->cached;
}

void annot_nested_decorator(struct annot *an, struct func *f) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    const struct expr *e = notes->n_decorators == 1 ? notes->decorator[0] : NULL;
    bool one = e && is_cache(an, e);
    if (e && e->kind == EXPR_CALL && resolve_means(an->scopes, e->call.fn, "functools", "wraps")) {
        return; /* says what Python shows */
    }
    bool kept = one && keep_results(an, f);
    if (!kept && notes->n_decorators > 0) {
        struct stmt *s = ARENA_NEW(an->p->arena, struct stmt);
        s->kind = STMT_UNSUPPORTED;
        s->span = notes->decorator[0]->span;
        s->unsupported = one ? "functools.cache without annotations of parameters and result"
                             : "decorator of a nested function";
        f->body = (struct block){1, ARENA_ARRAY(an->p->arena, struct stmt *, 1)};
        f->body.item[0] = s;
    }
}

void annot_generator_decorators(struct annot *an, struct func *f) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    for (int i = 0; i < notes->n_decorators && !f->decorator; ++i) {
        resolve_module_expr(an->scopes, notes->decorator[i]);
        f->decorator = pycc_decorator(notes->decorator[i]) ? NULL : notes->decorator[i];
    }
}

/* The decorators of one function. */
void annot_decorators(struct annot *an, struct func *f, struct annot_verdict *v) {
    const struct func_notes *notes = an->p->notes.item[f->id];
    for (int i = 0; i < notes->n_decorators; ++i) {
        struct expr *e = notes->decorator[i];
        resolve_module_expr(an->scopes, e);
        const char *name = pycc_decorator(e);
        /* says nothing here: types are annotations */
        bool jit = name && (strcmp(name, "jit") == 0 || strcmp(name, "cu") == 0 ||
                            strcmp(name, "cutype") == 0);
        v->marked = v->marked || (name && !jit);
        bool kept = !name && is_cache(an, e);
        if (kept && keep_results(an, f)) {
            continue;
        } else if (!name) {
            f->decorator = f->decorator ? f->decorator : e;
        } else if (strcmp(name, "cutype") == 0) {
            read_cutype(an, f, e);
        } else if (jit) {
            continue;
        } else if (strcmp(name, "type") == 0) {
            read_type_decorator(an, f, e);
        } else if (strcmp(name, "gpu") == 0) {
            f->gpu = true;
        } else if (strcmp(name, "schedule") == 0) {
            read_schedule(an, f, e);
        } else if (strcmp(name, "fastmath") == 0) {
            f->fastmath = true;
        } else {
            report_decorator(an, e, name);
        }
    }
}
