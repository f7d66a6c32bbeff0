/* Pythran's export comments to signatures.
 *
 *     #pythran export f(float64[:,:], int or float), g(int)
 *     #pythran export h(float64[:] order(C),
 *     #                 int list, float?)
 *
 * Alternatives give one signature for each combination. Parameters without a type have that of
 * their default. Exports without parameters in parentheses (variables) mean nothing to us. */
#include <ctype.h>
#include <string.h>

#include "annot.h"
#include "annot_pythran.h"
#include "fold.h"
#include "resolve.h"

enum { MAX_LINES = 100 };

static bool at_word(const char *s, const char *end, const char *word) {
    size_t n = strlen(word);
    return (size_t)(end - s) >= n && memcmp(s, word, n) == 0 &&
           (s + n == end || !isalnum((unsigned char)s[n]));
}

static const char *skip_blanks(const char *s, const char *end) {
    while (s < end && (*s == ' ' || *s == '\t')) {
        ++s;
    }
    return s;
}

/* Where the text behind `#pythran export` begins; NULL when the comment is another. */
static const char *export_text(const struct annot *an, struct span comment) {
    const char *end = an->p->source->text + comment.hi;
    const char *s = skip_blanks(an->p->source->text + comment.lo + 1, end);
    if (!at_word(s, end, "pythran")) {
        return NULL;
    }
    s = skip_blanks(s + strlen("pythran"), end);
    return at_word(s, end, "export") ? s + strlen("export") : NULL;
}

/* Is the list in this text not finished: a comma at its end, or an open parenthesis? */
static bool goes_on(const char *s, const char *end) {
    int open = 0;
    char last = ' ';
    for (; s < end; ++s) {
        open += (*s == '(' || *s == '[') - (*s == ')' || *s == ']');
        last = isspace((unsigned char)*s) ? last : *s;
    }
    return open > 0 || last == ',';
}

/* Do only blanks stand between two comments? */
static bool adjacent(const struct annot *an, struct span a, struct span b) {
    const char *text = an->p->source->text;
    while (a.hi < b.lo && isspace((unsigned char)text[a.hi])) {
        ++a.hi;
    }
    return a.hi == b.lo;
}

/* Blanks the `#` of later lines, and remarks behind what is exported, so that places stay the same.
 */
static void blank_remarks(char *s) {
    bool first = false, remark = false;
    for (; *s; ++s) {
        first = first || *s == '\n';
        remark = *s != '\n' && (remark || (*s == '#' && !first));
        bool mark = *s == '#';
        first = first && !mark && isspace((unsigned char)*s);
        *s = remark || mark ? ' ' : *s;
    }
}

/* The source from `from` to the end of comment n, and of those that it goes on in. Moves *n to the
 * last one. */
static char *joined_text(const struct annot *an, const struct span *comment, int n_comments, int *n,
                         uint32_t from) {
    for (int first = *n;; ++*n) {
        size_t length = comment[*n].hi - from;
        char *joined = arena_strndup(an->p->arena, an->p->source->text + from, length);
        blank_remarks(joined);
        if (*n + 1 == n_comments || *n - first == MAX_LINES ||
            !adjacent(an, comment[*n], comment[*n + 1]) || export_text(an, comment[*n + 1]) ||
            !goes_on(joined, joined + length)) {
            return joined;
        }
    }
}

/* ---- signatures */

/* The type of a constant as it is written; NULL when none is known. */
static struct ann_type *constant_type(struct annot *an, const struct expr *value) {
    static const enum dtype dtype[] = {[EXPR_INT] = DT_INT,
                                       [EXPR_FLOAT] = DT_FLOAT,
                                       [EXPR_IMAG] = DT_COMPLEX,
                                       [EXPR_BOOL] = DT_PYBOOL};
    struct ann_type *t = ARENA_NEW(an->p->arena, struct ann_type);
    t->span = value->span;
    switch (value->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_IMAG:
    case EXPR_BOOL:
        t->kind = ANN_SCALAR;
        t->dtype = dtype[value->kind];
        return t;
    case EXPR_NONE:
        t->kind = ANN_NONE;
        return t;
    case EXPR_STR:
        t->kind = ANN_ARRAY;
        t->dtype = DT_CHAR;
        t->rank = 1;
        t->layout = LAYOUT_C;
        return t;
    case EXPR_TUPLE:
        break;
    default:
        return NULL;
    }
    t->kind = ANN_TUPLE;
    t->n = value->list.n;
    t->item = ARENA_ARRAY(an->p->arena, struct ann_type *, t->n);
    bool known = t->n > 0;
    for (int i = 0; i < t->n && known; ++i) {
        t->item[i] = constant_type(an, value->list.item[i]);
        known = t->item[i];
    }
    return known ? t : NULL;
}

/* Gives parameters behind the last type those of their defaults. False, with a message, where there
 * is a default without a type; parameters without default are left to annot_add. */
static bool add_defaults(struct annot *an, const struct func *f, struct signature *sig) {
    for (; sig->n < f->n_params && f->param[sig->n].def; ++sig->n) {
        struct expr *def = f->param[sig->n].def;
        resolve_module_expr(an->scopes, def);
        const struct expr *value = fold(an->p->arena, def);
        sig->param[sig->n] = value ? constant_type(an, value) : NULL;
        if (!sig->param[sig->n]) {
            struct diag_message *m = diag_error(
                an->p->diag, DIAG_PY104, sig->span,
                "the export has no type for '%s', and its default is no constant number or text",
                f->param[sig->n].sym->name);
            diag_note(an->p->diag, m, def->span, "the default is here");
            return false;
        }
    }
    return true;
}

/* One signature per combination of the types of the first n parameters. */
static void add_combinations(struct annot *an, struct func *f, struct span span, int n,
                             const struct alternatives *alt) {
    struct arena *a = an->p->arena;
    int *at = ARENA_ARRAY(a, int, n), left = PYTHRAN_MAX_COMBINATIONS;
    bool good = true;
    do {
        struct signature *sig = ARENA_NEW(a, struct signature);
        sig->span = span;
        sig->weak = true;
        sig->n = n;
        sig->param = ARENA_ARRAY(a, struct ann_type *, n > f->n_params ? n : f->n_params);
        for (int i = 0; i < n; ++i) {
            sig->param[i] = alt[i].type.item[at[i]];
        }
        good = add_defaults(an, f, sig);
        if (good) {
            annot_add(an, f, sig);
        }
    } while (good && n <= f->n_params && pythran_next(at, n, alt) && --left > 0);
    if (left == 0) {
        diag_error(an->p->diag, DIAG_PY103, span, "more than %d combinations of types",
                   PYTHRAN_MAX_COMBINATIONS);
    }
}

/* One export: with all types, and without those of the last ones that may be left out. */
static void add_export(struct annot *an, struct func *f, struct span span, int n,
                       const struct alternatives *alt) {
    add_combinations(an, f, span, n, alt);
    while (n > 0 && alt[n - 1].optional && n <= f->n_params) {
        add_combinations(an, f, span, --n, alt);
    }
}

static struct func *find_function(struct annot *an, const char *name, struct span span) {
    const char *interned = intern_str(an->p->names, name);
    const struct symbol *sym = scope_lookup(an->scopes, interned);
    if (sym && sym->kind == SYM_FUNC) {
        return sym->func;
    }
    struct diag_message *m =
        diag_error(an->p->diag, DIAG_PY104, span, "exported function '%s' is not defined", name);
    int n;
    const char *const *names = scope_names(an->scopes, &n);
    const char *like = diag_closest(name, names, n);
    if (like) {
        diag_fix(an->p->diag, m, "did you mean '%s'?", like);
    }
    return NULL;
}

/* A name without parameters is a variable's. */
static void check_variable(struct annot *an, const char *name, struct span span) {
    const struct symbol *sym = scope_lookup(an->scopes, intern_str(an->p->names, name));
    struct diag_message *m;
    if (!sym) {
        diag_error(an->p->diag, DIAG_PY104, span, "exported name '%s' is not defined", name);
    } else if (sym->kind == SYM_FUNC) {
        m = diag_error(an->p->diag, DIAG_PY104, span, "the export of '%s' has no types", name);
        diag_fix(an->p->diag, m, "write the types of its parameters: %s(...)", name);
    }
}

/* `export capsule f(int)` makes an object for C, `export ufunc f(float)` one of NumPy's. */
static bool refuse_special(struct ann_reader *r) {
    const char *from = ann_here(r);
    size_t n;
    bool capsule = ann_accept(r, "capsule");
    if (!capsule && !ann_accept(r, "ufunc")) {
        return false;
    }
    const char *behind = r->at;
    bool special = ann_word(r, &n);
    r->at = special ? behind : from;
    if (special) {
        ann_fault(r, DIAG_PY103, from,
                  capsule ? "capsules are not made" : "ufuncs are not made by exports",
                  capsule ? "export a function: leave the word out"
                          : "export a function of arrays, or write @numba.vectorize with "
                            "`import pycc.numba as numba`");
    }
    return special;
}

/* The parameters of an export behind its "(". */
static bool read_params(struct annot *an, struct ann_reader *r, struct alternatives **item,
                        int *n) {
    VEC(struct alternatives) params = {0};
    bool comma = true;
    while (!ann_accept(r, ")")) {
        struct alternatives alt = {0};
        if (!comma) {
            return ann_expected(r, "',' or ')'");
        }
        if (!pythran_read_types(r, &alt)) {
            return false;
        }
        alt.optional = ann_accept(r, "?");
        vec_push(an->p->arena, &params, alt);
        comma = ann_accept(r, ",");
    }
    *item = params.item;
    *n = params.n;
    return true;
}

/* name(types) at the reader. */
static bool read_export(struct annot *an, struct ann_reader *r) {
    size_t n = 0;
    const char *word = refuse_special(r) ? NULL : ann_word(r, &n);
    if (!word) {
        return ann_expected(r, "the name of a function");
    }
    const char *name = arena_strndup(an->p->arena, word, n);
    struct span name_span = ann_span(r, word);
    if (!ann_accept(r, "(")) {
        check_variable(an, name, name_span);
        return true;
    }
    struct alternatives *alt = NULL;
    int n_params = 0;
    if (!read_params(an, r, &alt, &n_params)) {
        return false;
    }
    struct func *f = find_function(an, name, name_span);
    if (f) {
        add_export(an, f, ann_span(r, word), n_params, alt);
    }
    return true;
}

static void read_exports(struct annot *an, const char *text, uint32_t from) {
    size_t n = strlen(text);
    struct span whole = {from, from + (uint32_t)n};
    struct ann_reader r = annot_reader(an, text, n, whole, true);
    do {
        if (!read_export(an, &r)) {
            break;
        }
    } while (ann_accept(&r, ","));
    if (!r.fault.text && !ann_at_end(&r)) {
        ann_expected(&r, "',' or the end of the line");
    }
    annot_report(an, &r);
}

void annot_pythran(struct annot *an) {
    int n_comments = an->p->module->n_comments;
    const struct span *comment = an->p->module->comment;
    for (int i = 0; i < n_comments; ++i) {
        const char *text = export_text(an, comment[i]);
        if (text) {
            uint32_t from = (uint32_t)(text - an->p->source->text);
            read_exports(an, joined_text(an, comment, n_comments, &i, from), from);
        }
    }
}
