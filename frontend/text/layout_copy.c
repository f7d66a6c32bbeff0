/* The copy of the text that the grammar reads: its words, and its lines without those that are bad
 * (layout.h). */
#include "layout.h"

const struct head_info layout_head[] = {
    [HEAD_NONE] = {"", NULL, "", "", 0, HEAD_NONE},
    [HEAD_IF] = {"if", "if 1:", "", "", 0, HEAD_IF},
    [HEAD_ELIF] = {"elif", "elif 1:", "if 1: pass\n", "", 1 << HEAD_IF, HEAD_IF},
    [HEAD_ELSE] = {"else", "else:", "if 1: pass\n", "",
                   1 << HEAD_IF | 1 << HEAD_FOR | 1 << HEAD_EXCEPT, HEAD_NONE},
    [HEAD_FOR] = {"for", "while 1:", "", "", 0, HEAD_FOR},
    [HEAD_WHILE] = {"while", "while 1:", "", "", 0, HEAD_FOR},
    [HEAD_TRY] = {"try", "try:", "", "\nfinally: pass", 0, HEAD_TRY},
    [HEAD_EXCEPT] = {"except", "except a:", "try: pass\n", "", 1 << HEAD_TRY | 1 << HEAD_EXCEPT,
                     HEAD_EXCEPT},
    [HEAD_FINALLY] = {"finally", "finally:", "try: pass\n", "",
                      1 << HEAD_TRY | 1 << HEAD_EXCEPT | 1 << HEAD_WITH, HEAD_NONE},
    [HEAD_WITH] = {"with", "if 1:", "", "", 0, HEAD_NONE},
    [HEAD_DEF] = {"def", "def a():", "", "", 0, HEAD_NONE},
    [HEAD_CLASS] = {"class", "class a:", "", "", 0, HEAD_NONE},
    [HEAD_MATCH] = {"match", "match 1:", "", "\n case _: pass", 0, HEAD_NONE},
    [HEAD_CASE] = {"case", "case _:", "match 1:\n ", "", 0, HEAD_NONE},
    [HEAD_DECORATOR] = {"@", NULL, "", "\ndef f(): pass", 0, HEAD_NONE}};

/* ---- words */

/* What stands for a word; NULL: itself. A number that is no decimal integer has a point, so that
 * `1.5.real` and `0x1.real` go on behind it. */
static const char *form_of(enum word_kind kind) {
    static const char *const form[] = {[WORD_NAME] = "a",
                                       [WORD_INT] = "1",
                                       [WORD_NUMBER] = "1.1",
                                       [WORD_STRING] = "\"\"",
                                       [WORD_BAD] = NULL};
    return form[kind];
}

/* Room for some words with the blanks between them. */
static size_t room_for(const struct text_layout *l, int word, int words) {
    size_t n = 4; /* brackets; the end of a line */
    for (int i = word; i < word + words; ++i) {
        const struct word *w = &l->words.item[i];
        n += form_of(w->kind) ? 4 : w->hi - w->lo + 1;
        n += l->text[w->lo] == '*' ? 2 : 0; /* brackets around the list that a star is in */
    }
    return n;
}

static struct masked copy_new(struct arena *a, size_t room) {
    return (struct masked){.text = arena_alloc(a, room + 1),
                           .place = ARENA_ARRAY(a, struct span, room + 1)};
}

static void put(struct masked *c, char sign, uint32_t lo, uint32_t hi) {
    c->text[c->n] = sign;
    c->place[c->n++] = (struct span){lo, hi};
}

/* A text whose bytes stand one behind the other, or all at one place. */
static void put_text(struct masked *c, const char *text, uint32_t at, bool moves) {
    for (uint32_t k = 0; text[k]; ++k) {
        put(c, text[k], moves ? at + k : at, moves ? at + k + 1 : at);
    }
}

/* The grammar has `&` and `^` the wrong way round: `a & b ^ c` would be `a & (b ^ c)`. */
static char swapped(char c) {
    return c == '&' ? '^' : c == '^' ? '&' : c;
}

/* f"{x:=5}" has the format "=5", where the grammar would see a name given: does the colon before
 * `at` stand in the braces of an f-string alone, in no brackets? */
static bool begins_format(const char *text, uint32_t lo, uint32_t at) {
    int open = 0;
    for (uint32_t i = at - 1; i > lo && !(open == 0 && text[i] == '{'); --i) {
        open += strchr(")]}", text[i]) != NULL;
        open -= strchr("([{", text[i]) != NULL;
        if (open < 0) {
            return false;
        }
    }
    return true;
}

/* Another sign stands for the first of the format. */
static void put_fstring(struct masked *c, const char *text, const struct word *w) {
    for (uint32_t at = w->lo; at < w->hi; ++at) {
        bool named = at > w->lo && text[at] == '=' && text[at - 1] == ':';
        put(c, named && begins_format(text, w->lo, at) ? '>' : text[at], at, at + 1);
    }
}

static void put_word(struct masked *c, const char *text, const struct word *w) {
    const char *form = form_of(w->kind);
    if (w->kind == WORD_FSTRING) {
        put_fstring(c, text, w);
        return;
    }
    for (; form && *form; ++form) {
        put(c, *form, w->lo, w->hi);
    }
    for (uint32_t at = w->lo; !form && at < w->hi; ++at) {
        put(c, at == w->lo && w->kind == WORD_OP ? swapped(text[at]) : text[at], at, at + 1);
    }
}

static bool is_number(const struct word *w) {
    return w->kind == WORD_INT || w->kind == WORD_NUMBER;
}

/* Is a blank between two words, or needed there? `except *` is one word to the grammar. */
static bool are_apart(const char *text, const struct word *a, const struct word *b) {
    bool group = lex_is(text, a, "except") && lex_is(text, b, "*");
    bool string = a->kind == WORD_STRING || a->kind == WORD_FSTRING;
    bool number = is_number(a) ? b->kind != WORD_OP : is_number(b) && lex_is(text, a, ".");
    return !group && (a->hi != b->lo || string || number);
}

/* Does a list begin behind the word, in which stars may be? */
static bool begins_list(const struct text_layout *l, const struct word *first,
                        const struct word *w) {
    bool loop = lex_is(l->text, first, "for") || lex_is(l->text, first, "async");
    if (w->kind == WORD_KEYWORD) {
        return lex_is(l->text, w, "return") || lex_is(l->text, w, "yield") ||
               (loop && w->depth == 0 && lex_is(l->text, w, "in"));
    }
    bool comparison = strchr("=!<>", l->text[w->lo]) && w->hi - w->lo == 2;
    return w->kind == WORD_OP && w->depth == 0 && l->text[w->hi - 1] == '=' && !comparison &&
           !lex_is(l->text, w + 1, "yield");
}

/* Behind a word of a line: where a list without brackets ends that has a star before a bracket or a
 * literal, which the grammar knows in brackets only; 0: there is none. */
static int starred_list(const struct text_layout *l, int word, int at, int end) {
    const struct word *w = l->words.item;
    bool star = false, loop = lex_is(l->text, &w[at], "in");
    int depth = w[at].depth, i = at + 1;
    if (!begins_list(l, &w[word], &w[at])) {
        return 0;
    }
    for (; i < end && w[i].depth >= depth; ++i) {
        char sign = w[i].depth == depth ? lex_sign(l->text, &w[i]) : '\0';
        if (sign == ';' || (sign == ':' && loop)) {
            break;
        }
        bool before = i == at + 1 || lex_sign(l->text, &w[i - 1]) == ',';
        bool operand = i + 1 < end && w[i + 1].kind != WORD_NAME;
        star = star || (sign == '*' && before && operand);
        if (sign == '=') {
            return 0;
        }
    }
    return star ? i : 0;
}

/* `match [x]:` has brackets around the subject, which is no subscript of `match`; so have lists
 * with stars that the grammar does not know. Behind the colon of `-> T: y[:] = x` a line ends, for
 * `T: y[:]` is a type to the grammar. */
static void put_words(struct masked *c, const struct text_layout *l, int word, int words,
                      const struct layout_ann *ann, int anns, int depth) {
    const struct word *first = &l->words.item[word];
    bool match = words > 2 && first->kind == WORD_KEYWORD && lex_is(l->text, first, "match") &&
                 lex_is(l->text, first + 1, "[");
    for (int i = word, list = 0, end = word + words; i < end; ++i) {
        const struct word *w = &l->words.item[i];
        if (list > 0 && list == i) {
            put(c, ')', w[-1].hi, w[-1].hi);
        }
        if (i > word && list <= i && (list = starred_list(l, word, i - 1, end)) > 0) {
            put(c, '(', w->lo, w->lo);
        }
        if (match && (i == word + 1 || i == end - 1)) {
            put(c, i == word + 1 ? '(' : ')', w->lo, w->lo);
        }
        if (i > word && are_apart(l->text, w - 1, w)) {
            put(c, ' ', w->lo, w->lo);
        }
        if (anns > 0 && ann->word == i) {
            struct span s = layout_span(l, ann->word, ann->words);
            put(c, 'a', s.lo, s.hi);
            bool result = lex_is(l->text, w - 1, "->");
            i += ann->words - 1;
            if (result && i + 2 < end) {
                const struct word *colon = &l->words.item[++i];
                put_word(c, l->text, colon);
                put(c, '\n', colon->hi, colon->hi);
                for (int k = 0; k <= depth; ++k) {
                    put(c, ' ', colon->hi, colon->hi);
                }
            }
            ++ann;
            --anns;
        } else {
            put_word(c, l->text, w);
        }
        if (i + 1 == end && list == end) {
            put(c, ')', w->hi, w->hi);
        }
    }
}

static struct masked copy_end(struct masked *c, uint32_t at) {
    c->text[c->n] = '\0';
    c->place[c->n] = (struct span){at, at};
    return *c;
}

struct masked layout_copy_words(struct arena *a, const struct text_layout *l,
                                const struct line *line, int word, int words, const char *before,
                                const char *behind) {
    struct span s = layout_span(l, word, words);
    bool all = line && line->word == word && line->words == words;
    struct masked c = copy_new(a, room_for(l, word, words) + strlen(before) + strlen(behind));
    put_text(&c, before, s.lo, false);
    put_words(&c, l, word, words, all && line->anns_n > 0 ? &l->anns.item[line->ann] : NULL,
              all ? line->anns_n : 0, 0);
    c.behind = c.n;
    put_text(&c, behind, s.hi, false);
    return copy_end(&c, s.hi);
}

/* ---- places */

struct line *layout_line(const struct text_layout *l, uint32_t at) {
    int lo = 0, hi = l->lines.n;
    while (lo + 1 < hi) {
        int mid = (lo + hi) / 2;
        if (l->lines.item[mid].lo <= at) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return l->lines.n > 0 ? &l->lines.item[lo] : NULL;
}

int layout_word(const struct text_layout *l, uint32_t at) {
    int lo = 0, hi = l->words.n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (l->words.item[mid].hi <= at) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo;
}

struct span layout_span(const struct text_layout *l, int word, int words) {
    return (struct span){l->words.item[word].lo, l->words.item[word + words - 1].hi};
}

/* ---- lines */

/* Decides which bad lines leave the tree. */
static void drop_lines(struct text_layout *l) {
    bool gone[LAYOUT_MAX_INDENTS + 2] = {
        false}; /* the statement that clauses of a level go on with */
    for (int i = 0; i < l->lines.n; ++i) {
        struct line *s = &l->lines.item[i];
        const struct head_info *head = &layout_head[s->head];
        bool block = i + 1 < l->lines.n && l->lines.item[i + 1].depth > s->depth;
        bool fits = head->sound && block && !s->inline_ && s->hi - s->lo >= strlen(head->sound);
        s->unparsed = s->unparsed || (s->bad && !fits) || (head->follows && gone[s->depth]);
        gone[s->depth] = s->unparsed;
    }
    for (int i = l->lines.n - 2; i >= 0; --i) {
        struct line *s = &l->lines.item[i];
        s->unparsed = s->unparsed || (s->head == HEAD_DECORATOR && l->lines.item[i + 1].unparsed);
    }
}

static void put_line(struct masked *c, const struct text_layout *l, const struct line *s,
                     int depth) {
    if (c->n > 0) {
        put(c, '\n', s->lo, s->lo);
    }
    for (int i = 0; i < depth; ++i) {
        put(c, ' ', s->lo, s->lo);
    }
    if (s->bad || s->unparsed) {
        put_text(c, s->unparsed ? "0" : layout_head[s->head].sound, s->lo, true);
    } else {
        put_words(c, l, s->word, s->words, s->anns_n > 0 ? &l->anns.item[s->ann] : NULL, s->anns_n,
                  depth);
        bool ends = s->colon || s->head == HEAD_DECORATOR || l->text[s->hi - 1] == ';';
        if (!ends) {
            put(c, ';', s->hi, s->hi); /* the grammar would read on behind the line's end */
        }
    }
}

struct masked layout_copy(struct arena *a, struct text_layout *l) {
    int open[LAYOUT_MAX_INDENTS + 2], n = 0; /* depths of lines whose blocks go up */
    size_t room = room_for(l, 0, l->words.n);
    if (l->faulty) {
        drop_lines(l);
    }
    for (int i = 0; i < l->lines.n; ++i) {
        room += 2 * l->lines.item[i].depth + 15u; /* a sound head or brackets at most, a body */
    }
    struct masked c = copy_new(a, room);
    for (int i = 0; i < l->lines.n; ++i) {
        struct line *s = &l->lines.item[i];
        while (n > 0 && s->depth <= open[n - 1]) {
            --n;
        }
        s->loose = n > 0;
        bool decorated = i > 0 && s[-1].head == HEAD_DECORATOR;
        if (s->depth == n && c.n > 0 && !layout_head[s->head].follows && !decorated) {
            vec_push(a, &c.cut, c.n);
        }
        put_line(&c, l, s, s->depth - n);
        if (s->unparsed && n <= LAYOUT_MAX_INDENTS) {
            open[n++] = s->depth;
        }
    }
    return copy_end(&c, l->lines.n > 0 ? l->lines.item[l->lines.n - 1].hi : l->part.lo);
}
