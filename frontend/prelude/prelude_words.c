/* What a module needs of the prelude by words that stand anywhere in it, or in its comments. */
#include <string.h>

#include "parse.h"
#include "prelude.h"
#include "prelude_private.h"

static bool names_word(const struct text_layout *l, const char *word) {
    bool found = false;
    for (int i = 0; i < l->words.n && !found; ++i) {
        found = lex_is(l->text, &l->words.item[i], word);
    }
    return found;
}

void prelude_add(struct found *f, const char *const *name) {
    for (; *name; ++name) {
        prelude_add_one(f, *name);
    }
}

/* What dictionaries and sets are made of. */
void prelude_add_containers(struct found *f) {
    static const char *const names[] = {
        "_dict", "_set",           "_no_ints",         "_empty_table",    "_no_places",
        "_most", "_keys_compared", "_values_compared", "_items_compared", NULL};
    prelude_add(f, names);
}

/* Is it a generator expression that nothing takes as a whole? Of the word `for`, number i. */
static bool is_generator(struct found *f, const struct text_layout *l, int i) {
    if (l->words.item[i].depth == 0) {
        return false;
    }
    int at = i;
    while (at > 0 && l->words.item[at].depth >= l->words.item[i].depth) {
        --at;
    }
    if (!lex_is(l->text, &l->words.item[at], "(")) {
        return false;
    }
    const struct word *fn = &l->words.item[at > 0 ? at - 1 : 0];
    const char *name = fn->kind == WORD_NAME && at > 0
                           ? arena_strndup(f->arena, l->text + fn->lo, fn->hi - fn->lo)
                           : "";
    return !parse_takes_items(name, at > 1 && lex_is(l->text, fn - 1, "."));
}

static bool has_generator(struct found *f, const struct text_layout *l) {
    bool found = false;
    for (int i = 0; i < l->words.n && !found; ++i) {
        found = lex_is(l->text, &l->words.item[i], "for") && is_generator(f, l, i);
    }
    return found;
}

/* open(...), of no object */
static bool opens_file(const struct text_layout *l) {
    bool found = false;
    for (int i = 0; i < l->words.n && !found; ++i) {
        const struct word *w = &l->words.item[i];
        found = lex_is(l->text, w, "open") &&
                !(i > 0 && (lex_is(l->text, &w[-1], ".") || lex_is(l->text, &w[-1], "def")));
    }
    return found;
}

/* Objects that give one item after the other, and loops over them. */
static void find_steps(struct found *f, const struct text_layout *l) {
    static const char *const made[] = {"_iter", "_range_iter", "_iter_has", NULL};
    static const char *const taken[] = {"_stepped", "_drained", NULL};
    static const char *const lazy[] = {"_lazy_generator", "_lazy_filter", "_lazy_flat", NULL};
    if (has_generator(f, l)) {
        f->steps = true;
        prelude_add(f, lazy);
    }
    f->itertools = f->itertools || names_word(l, "itertools");
    static const char *const asked[] = {"map",         "filter",       "zip",          "enumerate",
                                        "islice",      "chain",        "takewhile",    "dropwhile",
                                        "filterfalse", "combinations", "permutations", "product"};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0] && names_word(l, "next"); ++i) {
        f->steps = f->steps || names_word(l, asked[i]);
    }
    f->steps = f->steps || names_word(l, "yield") || opens_file(l) || names_word(l, "iter") ||
               names_word(l, "__next__") ||
               (f->itertools && (names_word(l, "count") || names_word(l, "cycle")));
    if (f->steps) {
        prelude_add(f, made);
    }
    if (f->steps || names_word(l, "next") || names_word(l, "__iter__")) {
        prelude_add(f, taken);
    }
}

/* Reads of what a handler has caught, or an `__exit__` is given, are texts. */
static bool reads_caught(const struct text_layout *l) {
    return (names_word(l, "except") && names_word(l, "as")) || names_word(l, "__exit__");
}

/* A module that says str, in a type or a call, has texts at run time. */
static void find_texts(struct found *f, const struct text_layout *l) {
    static const char *const word[] = {
        "str", "Literal", "chr", "ord",     "split", "join",      "splitlines", "strip",
        "bin", "oct",     "hex", "fromhex", "bytes", "bytearray", "to_bytes",   "typecode"};
    for (size_t k = 0; k < sizeof word / sizeof word[0]; ++k) {
        f->texts = f->texts || names_word(l, word[k]);
    }
    f->texts = f->texts || reads_caught(l) || opens_file(l);
    if (names_word(l, "__exit__") || opens_file(l)) {
        prelude_add_one(f, "_raised");
    }
}

/* What reductions of dates and spans of time are. */
static const char *const for_times[] = {"_time_min",
                                        "_time_max",
                                        "_time_argmin",
                                        "_time_argmax",
                                        "_time_any",
                                        "_time_all",
                                        "_time_sum",
                                        "_time_mean",
                                        "_time_cumsum",
                                        "_time_sort",
                                        "_time_argsort",
                                        "_time_unique",
                                        "_time_median",
                                        "_time_union",
                                        "_time_intersection",
                                        "_time_difference",
                                        "_time_cummin",
                                        "_time_cummax",
                                        "_time_nanmedian",
                                        "_time_isin",
                                        "_time_sort_in_place",
                                        "_time_total",
                                        "_time_arange",
                                        "min",
                                        "max",
                                        NULL};

/* Is a type of dates or of spans of time said in a text? */
static bool says_time(const char *text, size_t n) {
    static const char *const word[] = {"datetime64", "timedelta64", "M8[", "m8["};
    bool found = false;
    for (size_t at = 0; at < n && !found; ++at) {
        for (int k = 0; k < 4 && !found; ++k) {
            size_t length = strlen(word[k]);
            found = at + length <= n && strncmp(text + at, word[k], length) == 0;
        }
    }
    return found;
}

static void find_times(struct found *f, const struct text_layout *l) {
    bool found = false;
    for (int i = 0; i < l->words.n && !found; ++i) {
        const struct word *w = &l->words.item[i];
        bool may = w->kind == WORD_STRING || w->kind == WORD_NAME;
        found = may && says_time(l->text + w->lo, w->hi - w->lo);
    }
    if (found) {
        prelude_add(f, for_times);
    }
}

/* Types that exports name, in comments: from the first that says pythran on. */
static void find_in_comments(struct found *f, const struct text_layout *l) {
    bool exports = false, containers = false, times = false;
    for (int i = 0; i < l->comments.n; ++i) {
        const struct span s = l->comments.item[i];
        const char *text = arena_strndup(f->arena, l->text + s.lo, s.hi - s.lo);
        exports = exports || strstr(text, "pythran");
        containers = containers || (exports && (strstr(text, "dict") || strstr(text, "set")));
        f->texts = f->texts || (exports && strstr(text, "str"));
        times = times || (exports && says_time(text, strlen(text)));
    }
    if (containers) {
        prelude_add_containers(f);
    }
    if (times) {
        prelude_add(f, for_times);
    }
}

void prelude_add_by_words(struct found *f, const struct text_layout *l) {
    f->copperhead = f->copperhead || names_word(l, "copperhead");
    f->scipy = f->scipy || names_word(l, "scipy");
    for (int i = 1; i < l->words.n; ++i) {
        const struct word *before = &l->words.item[i - 1];
        f->arrays =
            f->arrays || (lex_is(l->text, &l->words.item[i], "array") &&
                          (lex_is(l->text, before, "import") || lex_is(l->text, before, "from")));
    }
    f->paths = f->paths || names_word(l, "os") || names_word(l, "posixpath");
    f->series = f->series || names_word(l, "polynomial");
    find_steps(f, l);
    find_in_comments(f, l);
    find_texts(f, l);
    find_times(f, l);
}
