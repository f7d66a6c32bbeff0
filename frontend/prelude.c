/* Which functions of the prelude a module may use, and their text: see prelude.h.
 *
 * Names are looked for among the tokens, before anything is resolved: a name too many costs the
 * parsing of a few lines, and nothing later, since inference makes schemes of what is called. */
#include "prelude.h"

#include <ctype.h>
#include <string.h>

#include "prelude_private.h"

/* Rows that have been found, in the order in which their text is appended. */
struct found {
    struct arena *arena;
    bool *seen; /* by row */
    VEC(int) rows;
};

static int compare_last(const char *name, size_t n, const struct prelude_row *row) {
    int c = strncmp(name, row->last, n);
    return c ? c : -(row->last[n] != '\0');
}

/* The first row with this last name, or n_prelude_rows. */
static int first_row(const char *name, size_t n) {
    int lo = 0, hi = n_prelude_rows;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (compare_last(name, n, &prelude_row[mid]) > 0) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo;
}

static void find_name(struct found *f, const char *name, size_t n) {
    int i = first_row(name, n);
    for (; i < n_prelude_rows && compare_last(name, n, &prelude_row[i]) == 0; ++i) {
        if (!f->seen[i]) {
            f->seen[i] = true;
            vec_push(f->arena, &f->rows, i);
        }
    }
}

/* ---- what the module names */

static bool is_word(const struct source *s, const struct token *t, const char *word) {
    size_t n = strlen(word);
    return t->kind == TOK_NAME && t->hi - t->lo == n && memcmp(s->text + t->lo, word, n) == 0;
}

/* Names behind a dot, and those in `from numpy... import`; all of them after a `*`. */
static void find_in_tokens(struct found *f, const struct source *s, const struct tokens *tokens) {
    bool from = false, star = false;
    for (int i = 1; i < tokens->n; ++i) {
        const struct token *t = &tokens->item[i], *before = t - 1;
        if (before->kind == TOK_FROM) {
            from = is_word(s, t, "numpy");
        } else if (t->kind == TOK_NEWLINE) {
            from = false;
        } else if (t->kind == TOK_NAME && (from || star || before->kind == TOK_DOT)) {
            find_name(f, s->text + t->lo, t->hi - t->lo);
        }
        star = star || (from && t->kind == TOK_MUL);
    }
}

/* Every identifier in a text of our own. */
static void find_in_text(struct found *f, const char *text) {
    while (*text) {
        size_t n = 0;
        while (isalnum((unsigned char)text[n]) || text[n] == '_') {
            ++n;
        }
        if (n > 0) {
            find_name(f, text, n);
        }
        text += n > 0 ? n : 1;
    }
}

struct span prelude_append(struct arena *a, struct source *s, const struct tokens *tokens) {
    struct found f = {.arena = a, .seen = ARENA_ARRAY(a, bool, n_prelude_rows)};
    uint32_t lo = s->size;
    size_t n = 1;
    find_in_tokens(&f, s, tokens);
    for (int i = 0; i < f.rows.n; ++i) {
        const char *text = prelude_row[f.rows.item[i]].text;
        find_in_text(&f, text);
        n += strlen(text);
    }
    if (f.rows.n == 0 || lo + n > UINT32_MAX / 2) {
        return (struct span){lo, lo};
    }
    char *text = arena_alloc(a, n + 1), *end = text;
    *end++ = '\n';
    for (int i = 0; i < f.rows.n; ++i) {
        size_t length = strlen(prelude_row[f.rows.item[i]].text);
        memcpy(end, prelude_row[f.rows.item[i]].text, length);
        end += length;
    }
    source_append(s, text, n);
    return (struct span){lo + 1, s->whole};
}

/* ---- names */

const char *prelude_find(const char *path, const char *member) {
    size_t n = strlen(path), m = strlen(member);
    for (int i = first_row(member, m);
         i < n_prelude_rows && compare_last(member, m, &prelude_row[i]) == 0; ++i) {
        const char *name = prelude_row[i].name;
        bool fits = n == 0 ? strcmp(name, member) == 0
                           : strncmp(name, path, n) == 0 && strncmp(name + n, "__", 2) == 0 &&
                                 strcmp(name + n + 2, member) == 0;
        if (fits && member[0] != '_') {
            return name;
        }
    }
    return NULL;
}

bool prelude_is_method(const char *name) {
    static const char *const method[] = {"clip", "repeat", "round", "searchsorted",
                                         "std",  "trace",  "var"};
    for (size_t i = 0; i < sizeof method / sizeof method[0]; ++i) {
        if (strcmp(method[i], name) == 0) {
            return true;
        }
    }
    return false;
}

const char *prelude_shown(struct arena *a, const char *name) {
    const char *sub = name[0] == '_' ? NULL : strstr(name, "__");
    return sub ? arena_printf(a, "np.%.*s.%s", (int)(sub - name), name, sub + 2)
               : arena_printf(a, "np.%s", name);
}
