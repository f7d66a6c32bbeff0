/* Pythran's export comments to signatures.
 *
 *     #pythran export f(float64[:,:], int or float), g(int)
 *     #pythran export h(float64[:] order(C),
 *     #                 int)
 *
 * Alternatives give one signature for each combination. Exports without parameters in parentheses
 * (variables) mean nothing to us. */
#include <ctype.h>
#include <string.h>

#include "annot.h"

enum { MAX_COMBINATIONS = 64, MAX_LINES = 100 };

/* The types one parameter may have. */
struct alternatives {
    VEC(struct ann_type *) type;
};

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

/* Do only blanks and one end of line stand between two comments? */
static bool adjacent(const struct annot *an, struct span a, struct span b) {
    int lines = 0;
    for (uint32_t i = a.hi; i < b.lo; ++i) {
        char c = an->p->source->text[i];
        lines += c == '\n';
        if (!isspace((unsigned char)c)) {
            return false;
        }
    }
    return lines == 1;
}

/* The source from `from` to the end of comment n, with the `#` of later lines blanked so that
 * places stay the same. Moves *n to the last comment taken. */
static char *joined_text(const struct annot *an, const struct span *comment, int n_comments, int *n,
                         uint32_t from) {
    const char *text = an->p->source->text;
    int first = *n;
    while (*n + 1 < n_comments && *n - first < MAX_LINES &&
           goes_on(text + from, text + comment[*n].hi) &&
           adjacent(an, comment[*n], comment[*n + 1]) && !export_text(an, comment[*n + 1])) {
        ++*n;
    }
    char *joined = arena_strndup(an->p->arena, text + from, comment[*n].hi - from);
    for (int i = first + 1; i <= *n; ++i) {
        joined[comment[i].lo - from] = ' ';
    }
    return joined;
}

/* "int or float": true unless there is a fault. */
static bool read_alternatives(struct annot *an, struct ann_reader *r, struct alternatives *alt) {
    do {
        struct ann_type *t = ann_read_type(r);
        if (!t) {
            return false;
        }
        vec_push(an->p->arena, &alt->type, t);
    } while (ann_accept(r, "or"));
    ann_accept(r, "?");
    return true;
}

/* One signature per combination: an odometer over the alternatives. */
static void add_combinations(struct annot *an, struct func *f, struct span span, int n,
                             const struct alternatives *alt) {
    struct arena *a = an->p->arena;
    int *at = ARENA_ARRAY(a, int, n);
    for (int left = MAX_COMBINATIONS; left > 0; --left) {
        struct signature *sig = ARENA_NEW(a, struct signature);
        sig->span = span;
        sig->n = n;
        sig->param = ARENA_ARRAY(a, struct ann_type *, n);
        for (int i = 0; i < n; ++i) {
            sig->param[i] = alt[i].type.item[at[i]];
        }
        annot_add(an, f, sig);
        int k = n - 1;
        while (k >= 0 && ++at[k] == alt[k].type.n) {
            at[k--] = 0;
        }
        if (k < 0 || sig->n != f->n_params) {
            return;
        }
    }
    diag_error(an->p->diag, DIAG_PY103, span, "more than %d combinations of types",
               MAX_COMBINATIONS);
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
static bool check_variable(struct annot *an, const char *name, struct span span) {
    const struct symbol *sym = scope_lookup(an->scopes, intern_str(an->p->names, name));
    if (sym && sym->kind == SYM_FUNC) {
        struct diag_message *m =
            diag_error(an->p->diag, DIAG_PY104, span, "the export of '%s' has no types", name);
        diag_fix(an->p->diag, m, "write the types of its parameters: %s(...)", name);
    }
    return true;
}

/* name(types) at the reader. */
static bool read_export(struct annot *an, struct ann_reader *r) {
    size_t n;
    const char *word = ann_word(r, &n);
    if (word && n == strlen("capsule") && memcmp(word, "capsule", n) == 0) {
        word = ann_word(r, &n);
    }
    if (!word) {
        ann_expected(r, "the name of a function");
        return false;
    }
    const char *name = arena_strndup(an->p->arena, word, n);
    struct span name_span = ann_span(r, word);
    if (!ann_accept(r, "(")) {
        return check_variable(an, name, name_span);
    }
    VEC(struct alternatives) params = {0};
    while (!ann_accept(r, ")")) {
        struct alternatives alt = {0};
        if (params.n > 0 && !ann_accept(r, ",")) {
            ann_expected(r, "',' or ')'");
            return false;
        }
        if (!read_alternatives(an, r, &alt)) {
            return false;
        }
        vec_push(an->p->arena, &params, alt);
    }
    struct func *f = find_function(an, name, name_span);
    if (f) {
        add_combinations(an, f, ann_span(r, word), params.n, params.item);
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
