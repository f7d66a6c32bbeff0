/* Messages of inference: nothing while types are not final, the call that a message about a helper
 * is about, and what failed. */
#include "infer.h"

#include <stdio.h>
#include <string.h>

/* "(f64[:], int)": parameter types of a use. */
static const char *use_arguments(struct arena *a, const struct use *u) {
    const char *text = "";
    for (int i = 0; i < u->scheme->func->n_params; ++i) {
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", it_name(a, u->param[i]));
    }
    return arena_printf(a, "(%s)", text);
}

/* The call in the user's text that made a use, through the prelude or not. */
static struct span called_at(const struct infer *ix, const struct use *u) {
    while (u->caller && source_is_ours(ix->module->source, u->call_span)) {
        u = u->caller;
    }
    return source_is_ours(ix->module->source, u->call_span) ? ix->user_call : u->call_span;
}

/* A warning gives nothing up. */
static void mark_failed(struct infer *ix, struct diag_message *m) {
    if (m->severity != DIAG_ERROR) {
        return;
    }
    if (ix->checking) {
        infer_use_failed(ix->checking, m);
    } else if (ix->cur) {
        ix->cur->failed = true;
        ix->cur->error = ix->cur->error ? ix->cur->error : m;
    }
}

void infer_use_failed(struct use *u, struct diag_message *m) {
    u->failed = true;
    u->error = u->error ? u->error : m;
}

/* ---- mistakes in the prelude, in terms of the call in the user's text */

/* Which parameter of f an expression of its body names; -1: none. */
static int param_named(const struct func *f, const struct expr *e) {
    const struct symbol *sym = e && e->kind == EXPR_NAME ? e->name.sym : NULL;
    for (int i = 0; sym && i < f->n_params; ++i) {
        const struct symbol *param = f->param[i].sym;
        if (param == sym || (sym->first && sym->first == param)) {
            return i;
        }
    }
    return -1;
}

/* May it be what an operation of numbers and arrays does not take? */
static bool is_odd(const struct itype *t) {
    return t->kind != IT_ARRAY && t->kind != IT_SCALAR;
}

/* The parameter of the callee in question whose value the failing constraint does not take: the
 * only one that is no number and no array, or the only one that it looks at. */
static int failing_param(const struct infer *ix, const struct given *g) {
    int found = -1;
    for (int i = 0; ix->con && i < ix->con->n; ++i) {
        int p = param_named(g->f, ix->con->at[i]);
        if (p >= 0 && (found < 0 || (is_odd(g->type[p]) && !is_odd(g->type[found])))) {
            found = p;
        }
    }
    bool alone = ix->con && ix->con->n == 1;
    return found >= 0 && (alone || is_odd(g->type[found])) ? found : -1;
}

/* The call in the user's text and, in *param, the argument of it that reaches the mistake; -1 when
 * none does as it is. */
static const struct given *user_given(const struct infer *ix, int *param) {
    const struct given *g = ix->given;
    bool ours = g && g->f->prelude;
    bool own = ours && ix->checking && ix->checking->scheme->func == g->f;
    *param = own ? failing_param(ix, g) : -1;
    while (ours && g->caller && g->caller->f->prelude) {
        *param = *param >= 0 ? param_named(g->caller->f, g->expr[*param]) : -1;
        g = g->caller;
    }
    return ours ? g : NULL;
}

/* What users call a function of the prelude: "np.diff", "'dict'". */
static const char *user_name(struct infer *ix, const struct func *f) {
    const char *class = f->class_ ? class_shown(f->class_) : NULL;
    const char *last = strrchr(f->prelude, '.');
    last = last ? last + 1 : f->prelude;
    bool hidden = *last == '_' || strstr(last, "text_");
    return class && hidden ? arena_printf(ix->arena, "'%s'", class)
           : class         ? arena_printf(ix->arena, "%s.%s", class, last)
           : hidden        ? "this"
                           : f->prelude;
}

/* Was this given, and not left to its default? */
static bool is_given(const struct given *g, int param) {
    return g->expr[param] && g->expr[param] != g->f->param[param].def;
}

/* The only argument of a type that is among the operands of the failing constraint, and that no
 * operation of numbers takes; -1: there is none, or another. */
static int same_type_param(const struct infer *ix, const struct given *g) {
    int found = -1;
    for (int p = 0; p < g->f->n_params; ++p) {
        bool same = false;
        for (int i = 0; i < ix->con->n && is_given(g, p) && is_odd(g->type[p]); ++i) {
            same = same || ix->con_type[i] == g->type[p];
        }
        if (same && found >= 0) {
            return -1;
        }
        found = same ? p : found;
    }
    return found;
}

/* "x: f64[:], n: str": what was given. */
static const char *given_text(struct infer *ix, const struct given *g) {
    const char *text = "";
    for (int p = 0; p < g->f->n_params; ++p) {
        if (is_given(g, p)) {
            text = arena_printf(ix->arena, "%s%s%s: %s", text, *text ? ", " : "",
                                g->f->param[p].sym->name, it_name(ix->arena, g->type[p]));
        }
    }
    return text;
}

/* Does a message about a constraint of this kind speak of the code, not of what was given? */
static bool speaks_of_code(const struct con *c) {
    switch (c->kind) {
    case CON_OP:
    case CON_JOIN:
    case CON_TRUTH:
    case CON_ATTR:
    case CON_ITER:
    case CON_PART:
    case CON_HELD:
    case CON_CALL:
    case CON_METHOD:
    case CON_INDEX:
    case CON_STORE:
    case CON_CAST:
        return true;
    default:
        return false;
    }
}

/* The message about a mistake inside the prelude, of whose function it is about. What a `raise`
 * there says is meant for users, and what a function of theirs does not take is about that; what
 * does not fit the code is told by the argument that does not. */
static const char *prelude_text(struct infer *ix, enum diag_code *code, const char *text) {
    int param;
    const struct given *g = user_given(ix, &param);
    const struct con *c = ix->con;
    const struct func *f = g ? g->f : ix->cur ? ix->cur->func : NULL;
    if (!f || !f->prelude) {
        return text;
    }
    const char *name = user_name(ix, f);
    bool theirs = c && c->kind == CON_CALL && ix->con_type[0]->kind == IT_FUNC;
    if (theirs && strcmp(name, "this") == 0) {
        return text;
    }
    if (!g || theirs || (c && c->kind == CON_RAISE)) {
        return arena_printf(ix->arena, "%s: %s", name, text);
    }
    param = param < 0 && c ? same_type_param(ix, g) : param;
    if (param < 0 && c && !speaks_of_code(c)) {
        return arena_printf(ix->arena, "%s: %s", name, text);
    }
    *code = DIAG_PY303;
    const char *put = param >= 0 ? f->param[param].sym->name : "";
    if (strncmp(put, "put_", 4) == 0) {
        return arena_printf(ix->arena, "%s does not take %s as a %s", name,
                            it_name(ix->arena, g->type[param]),
                            strcmp(put, "put_v") == 0 ? "value"
                                                      : "key: keys are numbers, texts, "
                                                        "tuples of these, hashable objects");
    }
    if (param >= 0 && name[strlen(name) - 1] == '=') {
        return arena_printf(ix->arena, "%s does not take %s", name,
                            it_name(ix->arena, g->type[param]));
    }
    return param < 0 ? arena_printf(ix->arena, "%s does not take %s", name, given_text(ix, g))
                     : arena_printf(ix->arena, "%s does not take %s as its argument '%s'", name,
                                    it_name(ix->arena, g->type[param]), f->param[param].sym->name);
}

/* A record that is asked for more than its keys as written: a dictionary does. */
static void want_dictionary(struct infer *ix) {
    const struct con *c = ix->con;
    bool asked = c && ix->con_type &&
                 (c->kind == CON_INDEX || c->kind == CON_STORE || c->kind == CON_METHOD ||
                  c->kind == CON_ITER || c->kind == CON_CALL);
    for (int i = 0; asked && i < c->n; ++i) {
        const struct itype *t = ix->con_type[i];
        if (t && t->kind == IT_RECORD && !strpbrk(t->text, " .")) {
            const struct mixed_loop note = {.item = -3, .n = -1, .keys = t->text};
            vec_push(ix->keep, &ix->out->mixed, note);
        }
    }
}

struct diag_message *infer_error(struct infer *ix, enum diag_code code, struct span span,
                                 const char *fmt, ...) {
    if (ix->silent) {
        return NULL;
    }
    va_list ap;
    want_dictionary(ix);
    va_start(ap, fmt);
    const char *text = arena_vprintf(ix->arena, fmt, ap);
    va_end(ap);
    bool ours = source_is_ours(ix->module->source, span);
    if (ours && ix->ours && ix->ours->span.lo == ix->user_call.lo) {
        mark_failed(ix, ix->ours); /* one message per call tells enough */
        return NULL;
    }
    text = ours ? prelude_text(ix, &code, text) : text;
    struct diag_message *m = diag_error(ix->diag, code, ours ? ix->user_call : span, "%s", text);
    mark_failed(ix, m);
    ix->ours = ours && m->severity == DIAG_ERROR ? m : ix->ours;
    if (ours) {
        return m;
    }
    if (ix->global) {
        diag_note(ix->diag, m, ix->global->span,
                  "so the type of the global '%s' is not known; annotate it: %s: float = ...",
                  ix->global->name, ix->global->name);
    }
    const struct use *u = ix->checking;
    if (u && !u->signature && u->caller) {
        diag_note(ix->diag, m, called_at(ix, u), "in '%s' as called here with %s",
                  u->scheme->func->name, use_arguments(ix->arena, u));
    } else if (u && u->scheme->func->n_signatures > 1) {
        diag_note(ix->diag, m, u->signature->span, "for the signature %s",
                  use_arguments(ix->arena, u));
    }
    return m;
}

void infer_note(struct infer *ix, struct diag_message *m, struct span span, const char *fmt, ...) {
    if (m && m != ix->ours && !source_is_ours(ix->module->source, span)) {
        va_list ap;
        va_start(ap, fmt);
        diag_note(ix->diag, m, span, "%s", arena_vprintf(ix->arena, fmt, ap));
        va_end(ap);
    }
}

void infer_hint(struct infer *ix, struct diag_message *m, const char *text) {
    if (m && m != ix->ours) {
        diag_hint(ix->diag, m, "%s", text);
    }
}

void infer_fix(struct infer *ix, struct diag_message *m, const char *fmt, ...) {
    if (m && m != ix->ours) {
        va_list ap;
        va_start(ap, fmt);
        diag_fix(ix->diag, m, "%s", arena_vprintf(ix->arena, fmt, ap));
        va_end(ap);
    }
}

const char *infer_callee(struct infer *ix, const struct expr *call, const char *name) {
    const struct expr *fn = call && call->kind == EXPR_CALL ? call->call.fn : NULL, *base = fn;
    while (base && base->kind == EXPR_ATTR) {
        base = base->attr.base;
    }
    return !base || base->kind != EXPR_NAME
               ? name
               : arena_strndup(ix->arena, ix->module->source->text + fn->span.lo,
                               fn->span.hi - fn->span.lo);
}

const char *infer_called(struct infer *ix, const struct con *c) {
    return infer_callee(ix, c->expr ? c->expr : c->node, op_info[c->op].name);
}

struct itype *infer_refuse(struct infer *ix, enum diag_code code, struct span span,
                           const char *text, const char *fix) {
    struct diag_message *m = infer_error(ix, code, span, "%s", text);
    if (fix) {
        infer_fix(ix, m, "%s", fix);
    }
    return infer_bad(ix);
}

struct itype *infer_refuse_type(struct infer *ix, const struct con *c, const char *name,
                                struct itype *t) {
    return infer_refuse(ix, DIAG_PY303, c->span,
                        arena_printf(ix->arena, "%s does not take %s", name, it_name(ix->arena, t)),
                        NULL);
}

struct itype *infer_whole_array(struct infer *ix, struct span span) {
    struct diag_message *m =
        infer_error(ix, DIAG_PY307, span, "operations on whole arrays are not supported yet");
    infer_fix(ix, m, "write a loop over the elements");
    return infer_bad(ix);
}

/* What to write instead of what NumPy has and compiled code has not; NULL: nothing is known. */
static const char *instead(enum op_module module, const char *name) {
    static const struct {
        const char *name, *text;
    } table[] = {
        {"ma", "keep the mask as an array of bools: a[~mask], np.where(mask, 0, a), "
               "np.sum(a, where=~mask)"},
        {"char", "write a loop over a list of texts, which have Python's methods"},
        {"strings", "write a loop over a list of texts, which have Python's methods"},
        {"matrix", "write np.array(...), and @ for products"},
        {"load", "read files before the compiled function is called, and pass the arrays"},
        {"savez", "return the arrays, and write the file behind the call"},
    };
    for (size_t i = 0; module == IN_NP && i < sizeof table / sizeof table[0]; ++i) {
        if (strcmp(table[i].name, name) == 0) {
            return table[i].text;
        }
    }
    return module == IN_NP_RANDOM ? "pycc.random gives the same numbers in loops on any number of "
                                    "threads; or draw from np.random.default_rng(seed)"
                                  : NULL;
}

void infer_suggest(struct infer *ix, struct diag_message *m, enum op_module module,
                   const char *name) {
    const char **names = ARENA_ARRAY(ix->arena, const char *, op_names(module, NULL));
    const char *close = m ? diag_closest(name, names, op_names(module, names)) : NULL;
    const char *text = instead(module, name);
    if (m && text) {
        infer_fix(ix, m, "%s", text);
    } else if (close) {
        infer_fix(ix, m, "did you mean '%s'?", close);
    }
}
