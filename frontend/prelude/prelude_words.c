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
    static const char *const names[] = {"_dict",    "_set",         "_frozenset",
                                        "_no_ints", "_empty_table", NULL};
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

/* Objects that give one item after the other, and loops over them. */
static void find_steps(struct found *f, const struct text_layout *l) {
    static const char *const made[] = {"_iter", "_range_iter", NULL};
    static const char *const taken[] = {"_stepped", "_drained", NULL};
    static const char *const lazy[] = {"_lazy_generator", "_lazy_filter", NULL};
    if (has_generator(f, l)) {
        f->steps = true;
        prelude_add(f, lazy);
    }
    f->itertools = f->itertools || names_word(l, "itertools");
    f->steps = f->steps || names_word(l, "yield") || names_word(l, "iter") ||
               names_word(l, "__next__") ||
               (f->itertools && (names_word(l, "count") || names_word(l, "cycle")));
    if (f->steps) {
        prelude_add(f, made);
    }
    if (f->steps || names_word(l, "next") || names_word(l, "__iter__")) {
        prelude_add(f, taken);
    }
}

/* A module that says list or tuple compares them with functions that it does not name. */
static void find_orders(struct found *f, const struct text_layout *l) {
    static const char *const word[] = {"list", "List", "tuple", "Tuple", "sorted", "sort"};
    static const char *const operators[] = {"_list_eq",    "_list_lt",   "_list_le",  "_list_gt",
                                            "_list_ge",    "_tuple_eq",  "_tuple_lt", "_tuple_le",
                                            "_tuple_gt",   "_tuple_ge",  "_in_list",  "setslice",
                                            "_list_times", "_list_plus", NULL};
    bool any = f->texts;
    for (int i = 0; i < l->words.n && !any; ++i) {
        for (int k = 0; k < (int)(sizeof word / sizeof word[0]); ++k) {
            any = any || lex_is(l->text, &l->words.item[i], word[k]);
        }
    }
    if (any) {
        prelude_add(f, operators);
    }
}

/* Reads of what a handler has caught, or an `__exit__` is given, are texts. */
static bool reads_caught(const struct text_layout *l) {
    return (names_word(l, "except") && names_word(l, "as")) || names_word(l, "__exit__");
}

/* {'k': ...}, a display ['a', ...], self.x = 'a': word i is a text that is kept. */
static bool keeps_text(const struct text_layout *l, int i) {
    const struct word *w = &l->words.item[i];
    if (w->kind != WORD_STRING || i < 1) {
        return false;
    }
    bool index = i > 1 && (w[-2].kind == WORD_NAME || lex_is(l->text, w - 2, ")") ||
                           lex_is(l->text, w - 2, "]"));
    return lex_is(l->text, w - 1, "{") || (lex_is(l->text, w - 1, "[") && !index) ||
           (i > 2 && lex_is(l->text, w - 1, "=") && lex_is(l->text, w - 3, "."));
}

/* f('a', 'b'), x = 'a': word i is a text that may become an attribute or a key. */
static bool is_given(const struct text_layout *l, int i) {
    const struct word *w = &l->words.item[i];
    return w->kind == WORD_STRING && i > 0 &&
           (lex_is(l->text, w - 1, "(") || lex_is(l->text, w - 1, ",") ||
            lex_is(l->text, w - 1, "="));
}

/* Objects, and dictionaries and sets that are filled. */
static bool has_holders(const struct text_layout *l) {
    static const char *const word[] = {"class", "dict", "set", "defaultdict", "Counter"};
    bool has = false;
    for (size_t k = 0; k < sizeof word / sizeof *word; ++k) {
        has = has || names_word(l, word[k]);
    }
    for (int i = 1; !has && i < l->words.n; ++i) {
        has =
            lex_is(l->text, &l->words.item[i], "}") && lex_is(l->text, &l->words.item[i - 1], "{");
    }
    return has;
}

/* b'abc', which is made by bytes() */
static bool is_bytes(const struct text_layout *l, int i) {
    const char *at = l->text + l->words.item[i].lo;
    return l->words.item[i].kind == WORD_STRING &&
           (memchr(at, 'b', strcspn(at, "'\"")) || memchr(at, 'B', strcspn(at, "'\"")));
}

/* A module that says str, in a type or a call, or keeps texts, or prints and says list, has texts
 * at run time; their operators are functions that it does not name. */
static void find_texts(struct found *f, const struct text_layout *l) {
    static const char *const word[] = {"str",  "Literal",    "chr",   "ord",       "split",
                                       "join", "splitlines", "strip", "bin",       "oct",
                                       "hex",  "fromhex",    "bytes", "bytearray", "to_bytes"};
    static const char *const operators[] = {
        "text_eq",       "text_ne",       "text_lt",     "text_le",       "text_gt",
        "text_ge",       "text_in",       "text_not_in", "text_among",    "text_not_among",
        "_floats_of",    "_ints_of",      "text_times",  "text_repeated", "text_int",
        "text_float",    "_text_of",      "in_base",     "text_percent",  "text_complex",
        "_text_or_none", "_repr_or_none", NULL};
    bool prints = false, lists = false, bytes = false, objects = names_word(l, "class");
    bool holders = has_holders(l);
    for (int i = 0; i < l->words.n; ++i) {
        prints = prints || lex_is(l->text, &l->words.item[i], "print");
        lists = lists || lex_is(l->text, &l->words.item[i], "list");
        bool starred = i > 0 && lex_is(l->text, &l->words.item[i], "*") &&
                       (lex_is(l->text, &l->words.item[i - 1], "(") ||
                        lex_is(l->text, &l->words.item[i - 1], ","));
        f->texts = f->texts || (prints && (lists || starred));
        for (int k = 0; k < (int)(sizeof word / sizeof word[0]); ++k) {
            f->texts = f->texts || lex_is(l->text, &l->words.item[i], word[k]);
        }
        f->texts = f->texts || (i > 2 && lex_is(l->text, &l->words.item[i], "=") &&
                                lex_is(l->text, &l->words.item[i - 2], "(") &&
                                lex_is(l->text, &l->words.item[i - 3], "dict"));
        f->texts = f->texts || (i > 0 && l->words.item[i].kind == WORD_STRING &&
                                lex_is(l->text, &l->words.item[i - 1], "in"));
        f->texts = f->texts || keeps_text(l, i) || is_bytes(l, i) || (holders && is_given(l, i));
        bytes = bytes || is_bytes(l, i);
    }
    f->texts = f->texts || reads_caught(l);
    if (objects) { /* x in (a, b) of objects */
        prelude_add_one(f, "_in_list");
    }
    if (names_word(l, "__exit__")) {
        prelude_add_one(f, "_raised");
    }
    if (bytes) {
        prelude_add_one(f, "bytes");
    }
    if (f->texts) {
        prelude_add(f, operators);
    }
}

/* Does a text or a name say a type of dates or of spans of time? */
static bool names_time(const struct text_layout *l) {
    static const char *const word[] = {"datetime64", "timedelta64", "M8[", "m8["};
    bool found = false;
    for (int i = 0; i < l->words.n && !found; ++i) {
        const struct word *w = &l->words.item[i];
        bool may = w->kind == WORD_STRING || w->kind == WORD_NAME;
        for (uint32_t at = w->lo; may && !found && at < w->hi; ++at) {
            for (int k = 0; k < 4 && !found; ++k) {
                size_t n = strlen(word[k]);
                found = at + n <= w->hi && strncmp(l->text + at, word[k], n) == 0;
            }
        }
    }
    return found;
}

/* What reductions of dates and spans of time are. */
static void find_times(struct found *f, const struct text_layout *l) {
    static const char *const names[] = {"_time_min",
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
    if (names_time(l)) {
        prelude_add(f, names);
    }
}

/* Types that exports name, in comments: from the first that says pythran on. */
static void find_in_comments(struct found *f, const struct text_layout *l) {
    bool exports = false, containers = false;
    for (int i = 0; i < l->comments.n; ++i) {
        const struct span s = l->comments.item[i];
        const char *text = arena_strndup(f->arena, l->text + s.lo, s.hi - s.lo);
        exports = exports || strstr(text, "pythran");
        containers = containers || (exports && (strstr(text, "dict") || strstr(text, "set")));
        f->texts = f->texts || (exports && strstr(text, "str"));
    }
    if (containers) {
        prelude_add_containers(f);
    }
}

void prelude_add_by_words(struct found *f, const struct text_layout *l) {
    f->copperhead = f->copperhead || names_word(l, "copperhead");
    f->scipy = f->scipy || names_word(l, "scipy");
    f->series = f->series || names_word(l, "polynomial");
    find_steps(f, l);
    find_in_comments(f, l);
    find_texts(f, l);
    find_orders(f, l);
    find_times(f, l);
}
