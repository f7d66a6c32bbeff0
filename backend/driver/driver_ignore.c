/* What sources say to pycc check: whether they are meant for pycc, and comments that ignore
 * messages in their line, `# pycc: ignore` and `# pycc: ignore[PY203, PY501]`.
 *
 * They may stand behind other words of a comment, and in imported files, where those that ignore
 * nothing are no finding of the module's. Only pycc check reads them: what cannot be
 * compiled cannot, whatever is said of it. */
#include <string.h>

#include "driver_check.h"

static const char WORDS[] = "pycc: ignore";

/* Is it in a line of a helper, which compilations of other modules may look at? */
static bool is_in_helper(const struct compilation *c, int line) {
    for (int i = 0; i < c->ast->n_funcs; ++i) {
        const struct func *f = c->ast->func[i];
        if (!f->parent && f->n_signatures == 0 && source_line_at(c->source, f->span.lo) <= line &&
            line <= source_line_at(c->source, f->span.hi)) {
            return true;
        }
    }
    return false;
}

static void add(struct compilation *c, struct span at, const char *word) {
    struct ignore i = {.span = at, .line = source_line_at(c->source, at.lo), .word = word};
    i.optional = source_file_at(c->source, at.lo) != 0 || is_in_helper(c, i.line);
    vec_push(&c->arena, &c->ignores, i);
}

/* "[PY203, PY501]" behind the words: each becomes an ignore. */
static void add_codes(struct compilation *c, struct span at, const char *text, const char *end) {
    const char *close = memchr(text, ']', (size_t)(end - text));
    for (const char *p = text + 1; close && p < close;) {
        size_t n = strcspn(p, ",] \t");
        if (n > 0) {
            add(c, at, arena_strndup(&c->arena, p, n));
        }
        p += n + 1;
    }
    if (!close) {
        add(c, at, arena_strndup(&c->arena, text, (size_t)(end - text)));
    }
}

/* The words behind a `#` and blanks in a comment, or NULL. */
static const char *find_words(const char *text, const char *end) {
    for (const char *p = text; p + sizeof(WORDS) - 1 < end; ++p) {
        if (*p == '#') {
            const char *q = p + 1 + strspn(p + 1, " \t");
            if (q + sizeof(WORDS) - 1 <= end && memcmp(q, WORDS, sizeof(WORDS) - 1) == 0) {
                return q;
            }
        }
    }
    return NULL;
}

void ignores_read(struct compilation *c) {
    for (int i = 0; i < c->ast->n_all_comments; ++i) {
        struct span at = c->ast->comment[i];
        const char *end = c->source->text + at.hi;
        const char *p = find_words(c->source->text + at.lo, end);
        if (p) {
            at.lo = (uint32_t)(p - c->source->text);
            p += sizeof(WORDS) - 1;
            if (p < end && *p == '[') {
                add_codes(c, at, p, end);
            } else {
                add(c, at, NULL);
            }
        }
    }
}

bool source_is_marked(const struct source *s) {
    static const char *const mark[] = {
        "pycc",    "pythran", "64[:",  "32[:",    "16[:",      "128[:",   "8[:",
        "bool_[:", "bool[:",  "int[:", "float[:", "complex[:", "ndarray["};
    for (size_t i = 0; i < sizeof(mark) / sizeof(mark[0]); ++i) {
        if (strstr(s->text, mark[i])) {
            return true;
        }
    }
    return false;
}

/* Marks the comments that mean the message. */
static bool is_ignored(struct compilation *c, const struct diag_message *m) {
    bool found = false;
    int line = c->source ? source_line_at(c->source, m->span.lo) : 0;
    for (int i = 0; i < c->ignores.n; ++i) {
        struct ignore *g = &c->ignores.item[i];
        if (g->line == line && (!g->word || strcmp(g->word, diag_code_name(m->code)) == 0)) {
            g->used = found = true;
        }
    }
    return found;
}

static bool is_code(const char *word) {
    for (int i = 0; i < DIAG_COUNT; ++i) {
        if (strcmp(word, diag_code_name((enum diag_code)i)) == 0) {
            return true;
        }
    }
    return false;
}

/* Could a message of the code have come, with these options? */
static bool was_looked_for(const struct options *o, const char *code) {
    return strcmp(code, "PY405") == 0   ? o->require_parallel
           : strcmp(code, "PY406") == 0 ? o->require_vector
           : strcmp(code, "PY501") == 0 ? o->fallback || o->error_left
                                        : true;
}

static void warn_of_unused(struct compilation *c, const struct ignore *g) {
    if (g->word && !is_code(g->word)) {
        diag_error(&c->diag, DIAG_PY107, g->span, "'%s' is no code of pycc's", g->word);
    } else if (g->word && was_looked_for(c->options, g->word)) {
        diag_error(&c->diag, DIAG_PY107, g->span, "there is no %s in this line to ignore", g->word);
    } else if (!g->word) {
        diag_error(&c->diag, DIAG_PY107, g->span, "there is nothing in this line to ignore");
    }
}

void ignores_apply(struct compilation *c, bool complete) {
    struct diag *d = &c->diag;
    int kept = 0;
    for (int i = 0; i < d->messages.n; ++i) {
        struct diag_message *m = d->messages.item[i];
        bool plain = m->code == DIAG_PY105 && m->severity == DIAG_WARNING;
        if (!plain && !is_ignored(c, m)) {
            d->messages.item[kept++] = m;
        }
    }
    d->messages.n = kept;
    for (int i = 0; complete && i < c->ignores.n; ++i) {
        const struct ignore *g = &c->ignores.item[i];
        if (!g->used && !g->optional) {
            warn_of_unused(c, g);
        }
    }
    for (int i = 0; i < DIAG_COUNT; ++i) {
        if (c->options->werror || c->options->error_code[i]) {
            diag_promote(d, (enum diag_code)i);
        }
    }
}
