/* Which functions of the prelude a module may use, and their text: see prelude.h.
 *
 * Names are looked for among the words, before anything is resolved: a name too many costs the
 * parsing of a few lines, and nothing later, since inference makes schemes of what is called. A
 * name that is missed is wanted of the source (source_want), and the module is read again with it.
 */
#include "prelude.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "frontend.h"
#include "ops.h"
#include "prelude_private.h"

static const char UFUNC[] = "ufunc";

/* Before the names of SciPy's functions. */
#define SCIPY "scipy_"

/* Before the names of methods of ufuncs of one operand. */
#define EACH "each_"

/* What calls of a function become whose constants are known when running only: _run_diff of diff.
 */
#define RUN "_run_"

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

static bool is_row(const char *name, size_t n) {
    int i = first_row(name, n);
    return i < n_prelude_rows && compare_last(name, n, &prelude_row[i]) == 0;
}

static bool is_seen(const struct found *f, struct part part) {
    for (int i = 0; part.ufunc && i < f->parts.n; ++i) {
        const struct part *p = &f->parts.item[i];
        if (p->row == part.row && p->ufunc && strcmp(p->ufunc, part.ufunc) == 0) {
            return true;
        }
    }
    return !part.ufunc && f->seen[part.row];
}

static bool is_primitive(const struct prelude_row *row) {
    return strncmp(row->name, "copperhead__", 12) == 0;
}

static void find_name(struct found *f, const char *name, size_t n, const char *ufunc);

void prelude_add_one(struct found *f, const char *name) {
    find_name(f, name, strlen(name), NULL);
}

/* What primitives become by their place: read item by item (resolve_later.c), with rows of several
 * lengths (resolve_rows.c), in any order (resolve_free.c), on devices. */
static const char *const FORMS[] = {"_later_", "_ragged_", "_free_", "_device_"};
enum { N_FORMS = sizeof FORMS / sizeof FORMS[0] };

static void find_forms(struct found *f, const char *name, size_t n) {
    for (int i = 0; i < N_FORMS; ++i) {
        const char *form = arena_printf(f->arena, "%s%.*s", FORMS[i], (int)n, name);
        find_name(f, form, strlen(form), NULL);
    }
}

/* A class stands behind the one that it is derived from. */
static void add_base(struct found *f, const char *text) {
    const char *base = strncmp(text, "class ", 6) == 0 ? text + strcspn(text, "(:\n") : "";
    if (*base == '(') {
        find_name(f, base + 1, strcspn(base + 1, ")"), NULL);
    }
}

/* Functions of this last name; those for ufuncs when one is given. */
static void find_name(struct found *f, const char *name, size_t n, const char *ufunc) {
    int i = first_row(name, n);
    for (; i < n_prelude_rows && compare_last(name, n, &prelude_row[i]) == 0; ++i) {
        bool any = strstr(prelude_row[i].name, UFUNC) != NULL;
        struct part part = {i, any ? ufunc : NULL};
        bool wanted = (!any || ufunc) && (f->copperhead || !is_primitive(&prelude_row[i])) &&
                      (f->texts || strncmp(prelude_row[i].name, "str__", 5) != 0) &&
                      (f->scipy || strncmp(prelude_row[i].name, SCIPY, strlen(SCIPY)) != 0) &&
                      (f->series || strncmp(prelude_row[i].name, "polynomial__", 12) != 0) &&
                      (f->arrays || strncmp(prelude_row[i].name, "array__", 7) != 0) &&
                      (f->paths || strncmp(prelude_row[i].name, "os_path__", 9) != 0) &&
                      (f->itertools || strncmp(prelude_row[i].name, "itertools__", 11) != 0);
        if (wanted && !is_seen(f, part)) {
            f->seen[i] = true;
            add_base(f, prelude_row[i].text);
            vec_push(f->arena, &f->parts, part);
            if (is_primitive(&prelude_row[i])) {
                find_forms(f, name, n);
            }
            const char *run = arena_printf(f->arena, RUN "%s", prelude_row[i].name);
            if (*prelude_row[i].name != '_' && is_row(run, strlen(run))) {
                find_name(f, run, strlen(run), NULL);
            }
        }
    }
}

/* ---- what the module names */

/* operator.__and__ is and_: the names that it may have without its underscores, in `plain`. */
enum { MOST_PLAIN = 32 };

static int plain_names(const char *name, size_t n, char plain[2][MOST_PLAIN]) {
    bool dunder = n > 4 && n < MOST_PLAIN && strncmp(name, "__", 2) == 0 &&
                  strncmp(name + n - 2, "__", 2) == 0;
    for (int i = 0; dunder && i < 2; ++i) {
        snprintf(plain[i], MOST_PLAIN, "%.*s%s", (int)n - 4, name + 2, i ? "_" : "");
    }
    return dunder ? 2 : 0;
}

/* np.hypot.outer: "hypot" for a method of ufuncs that ops.def does not have; else NULL. Of a name
 * that the prelude has, with two words before it. */
static const char *ufunc_before(struct found *f, const char *text, const struct word *w) {
    if (w[-2].kind != WORD_NAME || !lex_is(text, &w[-1], ".")) {
        return NULL;
    }
    const char *name = arena_strndup(f->arena, text + w[-2].lo, w[-2].hi - w[-2].lo);
    enum op op = op_lookup(IN_NP, name);
    const char *method =
        arena_printf(f->arena, "%s.%.*s", name, (int)(w->hi - w->lo), text + w->lo);
    bool binary = op != OP_COUNT && op_info[op].class_ == OPC_BINARY;
    if (op != OP_COUNT && op_info[op].class_ == OPC_UNARY && lex_is(text, w, "at")) {
        find_name(f, EACH "at", strlen(EACH "at"), name);
    }
    return binary && op_lookup(IN_NP, method) == OP_COUNT ? name : NULL;
}

/* What else a word means; NULL: what containers are made of. Helpers that are looked for where a
 * miss is an error need no row. */
static void find_helper(struct found *f, const char *text, const struct word *w) {
    static const struct {
        const char *word, *helper;
    } table[] = {{"axis", "_counted_axis"},
                 {"sum", "_counted_axis"},
                 {"mean", "_counted_axis"},
                 {"max", "_counted_axis"},
                 {"min", "_counted_axis"},
                 {"fft", "_counted_axis"},
                 {"fft", "_counted_transform"},
                 {"fft", "_counted_norm"},
                 {"del", "delitem"},
                 {"del", "delslice"},
                 {"yield", "_yielded"},
                 {"cu", "map"},
                 {"cu", "_display"},
                 {"cu", "_item"},
                 {"cu", "range"},
                 {"cu", "_literals"},
                 {"dict", NULL},
                 {"set", NULL},
                 {"frozenset", NULL},
                 {"Dict", NULL},
                 {"Set", NULL},
                 {"collections", NULL},
                 {"statistics", NULL},
                 {"maketrans", NULL},
                 {"translate", NULL},
                 {"cache", NULL},
                 {"lru_cache", NULL}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        if (lex_is(text, w, table[i].word) && !table[i].helper) {
            prelude_add_containers(f);
        } else if (lex_is(text, w, table[i].word)) {
            prelude_add_one(f, table[i].helper);
        }
    }
}

/* A function's form for iterators. */
static void find_lazy(struct found *f, const char *text, const struct word *w) {
    const char *form = arena_printf(f->arena, "_lazy_%.*s", (int)(w->hi - w->lo), text + w->lo);
    find_name(f, form, strlen(form), NULL);
}

/* `from numpy import ...`: a module whose functions the prelude may have. */
static bool is_taken_from(const char *text, const struct word *w) {
    static const char *const module[] = {
        "numpy", "math",   "cmath", "itertools",  "functools", "operator",  "collections", "bisect",
        "heapq", "random", "scipy", "statistics", "os",        "posixpath", "array"};
    for (size_t i = 0; i < sizeof module / sizeof module[0]; ++i) {
        if (lex_is(text, w, module[i])) {
            return true;
        }
    }
    return false;
}

/* Of an identifier, "tiny" of "finfo__tiny" too: where that begins. */
static size_t last_of(const char *name, size_t n) {
    for (size_t i = 1; i + 2 < n; ++i) {
        if (name[i] == '_' && name[i + 1] == '_') {
            return i + 2;
        }
    }
    return 0;
}

/* Every identifier in a text of our own. */
static void find_in_text(struct found *f, const char *text, const char *ufunc) {
    while (*text) {
        size_t n = 0;
        while (isalnum((unsigned char)text[n]) || text[n] == '_') {
            ++n;
        }
        bool asked = n == 5 && strncmp(text, "tuple", n) == 0 && text[n] != '('; /* isinstance */
        if (n > 0 && !asked) {
            size_t last = last_of(text, n);
            find_name(f, text + last, n - last, ufunc);
        }
        text += n > 0 ? n : 1;
    }
}

/* Names behind a dot and those called, in the values of an f-string. */
static void find_in_values(struct found *f, const char *text, size_t size) {
    for (size_t i = 0, n = 0; i<size; i += n> 0 ? n : 1) {
        for (n = 0; i + n < size && (isalnum((unsigned char)text[i + n]) || text[i + n] == '_');) {
            ++n;
        }
        bool named = (i > 0 && text[i - 1] == '.') || (i + n < size && text[i + n] == '(');
        if (n > 0 && named) {
            find_name(f, text + i, n, NULL);
        }
    }
}

/* Names behind a dot, those in `from numpy... import`, and those called; in a line, all of them
 * after a `*`. */
static void find_in_line(struct found *f, const struct text_layout *l, const struct line *line,
                         bool *star) {
    static const char *const starred[] = {"_rest_of", "_several", "_zip_tuples", NULL};
    const char *text = l->text;
    bool from = false;
    for (int i = 0; i < line->words; ++i) {
        const struct word *w = &l->words.item[line->word + i];
        bool name = w->kind == WORD_NAME, behind = i > 0;
        bool dot = behind && lex_is(text, &w[-1], "."),
             call = !dot && !(behind && lex_is(text, &w[-1], "def")) && i + 1 < line->words &&
                    lex_is(text, &w[1], "(");
        if (behind && lex_is(text, &w[-1], "from")) {
            from = is_taken_from(text, w);
        } else if (lex_is(text, w, "copperhead") && dot) {
            from = true;
        } else if (name && (from || *star || dot || call) && is_row(text + w->lo, w->hi - w->lo)) {
            find_name(f, text + w->lo, w->hi - w->lo, i > 1 ? ufunc_before(f, text, w) : NULL);
        }
        char plain[2][MOST_PLAIN];
        for (int k = name && (from || dot) ? plain_names(text + w->lo, w->hi - w->lo, plain) : 0;
             k > 0; --k) {
            prelude_add_one(f, plain[k - 1]);
        }
        if (f->steps && name && (from || dot || call)) {
            find_lazy(f, text, w);
        }
        if (w->kind == WORD_FSTRING) {
            find_in_values(f, text + w->lo, w->hi - w->lo);
        }
        if (name || w->kind == WORD_KEYWORD) {
            find_helper(f, text, w);
        } else if (lex_is(text, w, "{")) {
            prelude_add_containers(f);
        } else if (i > 1 && lex_is(text, w, "[") && lex_is(text, &w[-1], "=") &&
                   lex_is(text, &w[-2], "]")) {
            prelude_add_one(f, "setslice"); /* xs[i:] = [...] */
        } else if (behind && lex_is(text, w, "**") &&
                   (lex_is(text, &w[-1], "(") || lex_is(text, &w[-1], ","))) {
            prelude_add_containers(f); /* **kw */
        } else if (behind && lex_is(text, w, "*") &&
                   (lex_is(text, &w[-1], "(") || lex_is(text, &w[-1], ","))) {
            prelude_add(f, starred); /* f(*t) */
        }
        *star = *star || (from && lex_is(text, w, "*"));
    }
}

/* The last name of a row that is named in full; NULL: there is none. */
static const char *last_of_row(const char *name) {
    const char *last = name + last_of(name, strlen(name));
    int i = first_row(last, strlen(last));
    while (i < n_prelude_rows && strcmp(prelude_row[i].last, last) == 0) {
        if (strcmp(prelude_row[i].name, name) == 0) {
            return last;
        }
        ++i;
    }
    return NULL;
}

int prelude_wanted(const struct source *source) {
    int n = 0;
    for (int i = 0; i < source->wanted->names.n; ++i) {
        n += last_of_row(source->wanted->names.item[i]) != NULL;
    }
    return n;
}

static void find_wanted(struct found *f, const struct source *s) {
    for (int i = 0; i < s->wanted->names.n; ++i) {
        const char *name = s->wanted->names.item[i], *last = last_of_row(name);
        if (last) {
            f->texts = f->texts || strncmp(name, "str__", 5) == 0 || strcmp(name, "_either") == 0;
            if (strcmp(name, "_dict") == 0 || strcmp(name, "_set") == 0) {
                prelude_add_containers(f);
            }
            prelude_add_one(f, last);
        }
    }
}

/* The definition, with the ufunc's name in it. */
static const char *text_of(struct arena *a, const struct part *part) {
    const char *text = prelude_row[part->row].text, *all = "";
    const char *at = part->ufunc ? strstr(text, UFUNC) : NULL;
    for (; at; at = strstr(text, UFUNC)) {
        all = arena_printf(a, "%s%.*s%s", all, (int)(at - text), text, part->ufunc);
        text = at + strlen(UFUNC);
    }
    return arena_printf(a, "%s%s", all, text);
}

struct span prelude_append(struct arena *a, struct source *s, int n_layouts,
                           const struct text_layout *const *layout) {
    struct found f = {.arena = a, .seen = ARENA_ARRAY(a, bool, n_prelude_rows)};
    uint32_t lo = s->whole;
    size_t n = 1;
    find_wanted(&f, s);
    for (int k = 0; k < n_layouts; ++k) {
        bool star = false;
        prelude_add_by_words(&f, layout[k]);
        for (int i = 0; i < layout[k]->lines.n; ++i) {
            find_in_line(&f, layout[k], &layout[k]->lines.item[i], &star);
        }
    }
    VEC(const char *) texts = {0};
    for (int i = 0; i < f.parts.n; ++i) {
        struct part part = f.parts.item[i];
        const char *text = part.ufunc ? text_of(a, &part) : prelude_row[part.row].text;
        find_in_text(&f, prelude_row[part.row].text, part.ufunc);
        vec_push(a, &texts, text);
        n += strlen(text);
    }
    if (texts.n == 0 || lo + n > UINT32_MAX / 2) {
        return (struct span){lo, lo};
    }
    char *text = arena_alloc(a, n + 1), *end = text;
    *end++ = '\n';
    for (int i = 0; i < texts.n; ++i) {
        size_t length = strlen(texts.item[i]);
        memcpy(end, texts.item[i], length);
        end += length;
    }
    source_append(s, text, n);
    return (struct span){lo + 1, s->whole};
}

/* ---- names */

const char *prelude_find(const char *path, const char *member) {
    size_t n = strlen(path), m = strlen(member);
    char plain[2][MOST_PLAIN];
    int n_plain = strcmp(path, "operator") == 0 ? plain_names(member, m, plain) : 0;
    for (int i = 0; i < n_plain; ++i) {
        const char *name = prelude_find(path, plain[i]);
        if (name) {
            return name;
        }
    }
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
    static const char *const method[] = {"choose", "clip",  "compress",     "put",
                                         "repeat", "round", "searchsorted", "std",
                                         "take",   "trace", "var"};
    for (size_t i = 0; i < sizeof method / sizeof method[0]; ++i) {
        if (strcmp(method[i], name) == 0) {
            return true;
        }
    }
    return false;
}

const char *prelude_ufunc_method(struct arena *a, const char *ufunc, const char *method) {
    enum op op = op_lookup(IN_NP, ufunc);
    bool each = op != OP_COUNT && op_info[op].class_ == OPC_UNARY;
    return arena_printf(a, "%s__%s%s", ufunc, each ? EACH : "", method);
}

const char *prelude_shown(struct arena *a, const char *name) {
    name += strncmp(name, RUN, strlen(RUN)) == 0 ? strlen(RUN) : 0;
    static const char *const own[] = {"math__",        "cmath__",    "pycc__",       "itertools__",
                                      "functools__",   "operator__", "dict__",       "str__",
                                      "collections__", "random__",   "statistics__", "array__"};
    for (int i = 0; i < N_FORMS; ++i) {
        if (strncmp(name, FORMS[i], strlen(FORMS[i])) == 0) {
            return name + strlen(FORMS[i]);
        }
    }
    if (strncmp(name, "os_path__", 9) == 0) {
        return arena_printf(a, "os.path.%s", name + 9);
    }
    const char *sub = name[0] == '_' ? NULL : strstr(name, "__");
    if (sub && strncmp(name, SCIPY, strlen(SCIPY)) == 0) {
        const char *last = sub;
        while (last[-1] != '_') {
            --last;
        }
        return arena_printf(a, "%.*s.%s", (int)(sub - last), last, sub + 2);
    }
    for (size_t i = 0; sub && i < sizeof own / sizeof own[0]; ++i) {
        if (strncmp(name, own[i], strlen(own[i])) == 0) {
            return arena_printf(a, "%.*s.%s", (int)(sub - name), name, sub + 2);
        }
    }
    static const char *const plain[] = {"builtins__", "list__", "copperhead__"};
    bool is_plain = false;
    for (size_t i = 0; sub && i < sizeof plain / sizeof plain[0]; ++i) {
        is_plain = is_plain || strncmp(name, plain[i], strlen(plain[i])) == 0;
    }
    if (is_plain) {
        return sub + 2 + (sub[2] == '_');
    }
    if (sub && strncmp(name, "forms__", 7) == 0) {
        return arena_printf(a, "np.%s", sub + 2);
    }
    if (strcmp(name, "_into") == 0 || strcmp(name, "_typed") == 0) {
        return name[1] == 'i' ? "out=" : "dtype=";
    }
    return sub ? arena_printf(a, "np.%.*s.%s", (int)(sub - name), name, sub + 2)
               : arena_printf(a, "np.%s", name);
}
