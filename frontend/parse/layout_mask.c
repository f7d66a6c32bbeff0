/* The copy of the text that the grammar reads: its words, and its lines without those that are bad
 * (layout.h). */
#include "layout.h"

static const char *const head_word[] = {"",      "if",    "elif",   "else",    "for",
                                        "while", "try",   "except", "finally", "with",
                                        "def",   "class", "match",  "case",    "@"};

const char *layout_word(enum head head) {
    return head_word[head];
}

bool layout_is_clause(enum head h) {
    return h == HEAD_ELIF || h == HEAD_ELSE || h == HEAD_EXCEPT || h == HEAD_FINALLY;
}

/* ---- the mask */

char *layout_mask(const struct text_layout *l, uint32_t at) {
    return l->mask + (at - l->part.lo);
}

/* Words that are keywords to the grammar and names to Python, everywhere or here. */
static bool is_soft(const char *text, const struct lex_token *t) {
    return lex_is(text, t, "print") || lex_is(text, t, "exec") || lex_is(text, t, "match") ||
           lex_is(text, t, "type") || lex_is(text, t, "__future__");
}

/* Fills a string but for its quotes; f-strings are copied. */
static void copy_string(const char *s, uint32_t n, char *to) {
    uint32_t quote = 0;
    bool is_f = false;
    for (; s[quote] != '"' && s[quote] != '\''; ++quote) {
        is_f = is_f || s[quote] == 'f' || s[quote] == 'F';
    }
    memcpy(to, s, n);
    if (!is_f) {
        uint32_t quotes =
            n - quote >= 6 && s[quote + 1] == s[quote] && s[quote + 2] == s[quote] ? 3 : 1;
        memset(to + quote + quotes, 'a', n - quote - 2 * quotes);
    }
}

/* Digits, with a point in all but decimal integers: `1.5.real` and `0x1.real` go on behind it. */
static void copy_number(const char *s, uint32_t n, char *to) {
    bool is_int = strspn(s, "0123456789_") >= n;
    memcpy(to, s, n);
    if (is_int || n > 2) {
        memset(to, '1', n);
        to[is_int || s[0] == '.' ? 0 : 1] = is_int ? '1' : '.';
    }
}

/* The grammar has `&` and `^` the wrong way round: `a & b ^ c` would be `a & (b ^ c)`. */
static char swapped(char c) {
    return c == '&' ? '^' : c == '^' ? '&' : c;
}

void layout_copy_word(const char *text, const struct lex_token *t, char *to) {
    const char *s = text + t->lo;
    uint32_t n = t->hi - t->lo;
    if (t->kind == LEX_STRING) {
        copy_string(s, n, to);
    } else if (t->kind == LEX_NUMBER) {
        copy_number(s, n, to);
    } else if (t->kind == LEX_NAME) {
        for (uint32_t i = 0; i < n; ++i) {
            to[i] = (unsigned char)s[i] < 0x80 ? s[i] : 'a';
        }
        to[0] = is_soft(text, t) ? 'q' : to[0];
    } else {
        memcpy(to, s, n);
        to[0] = swapped(to[0]);
    }
}

void layout_copy(const char *text, struct span part, char *to) {
    memset(to, ' ', part.hi - part.lo);
    to[part.hi - part.lo] = '\0';
    struct lex_token t = lex_next_word(text, part.lo, part.hi);
    for (; t.kind != LEX_END; t = lex_next_word(text, t.hi, part.hi)) {
        layout_copy_word(text, &t, to + (t.lo - part.lo));
    }
}

/* ---- the lines of the mask */

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

/* A head of the same kind that a bad one can be replaced by. */
static const char *sound_head(enum head h) {
    static const char *const text[] = {
        [HEAD_IF] = "if 1:",         [HEAD_ELIF] = "elif 1:",     [HEAD_ELSE] = "else:",
        [HEAD_FOR] = "while 1:",     [HEAD_WHILE] = "while 1:",   [HEAD_TRY] = "try:",
        [HEAD_EXCEPT] = "except a:", [HEAD_FINALLY] = "finally:", [HEAD_WITH] = "if 1:",
        [HEAD_DEF] = "def a():",     [HEAD_CLASS] = "class a:",   [HEAD_MATCH] = "match 1:",
        [HEAD_CASE] = "case _:",     [HEAD_DECORATOR] = NULL};
    return text[h];
}

/* Decides which bad lines leave the tree. */
static void drop_lines(struct text_layout *l) {
    bool gone[LAYOUT_MAX_INDENTS + 2] = {
        false}; /* the statement that clauses of a level go on with */
    for (int i = 0; i < l->lines.n; ++i) {
        struct line *s = &l->lines.item[i];
        const char *head = sound_head((enum head)s->head);
        bool block = i + 1 < l->lines.n && l->lines.item[i + 1].depth > s->depth;
        bool fits = head && block && !s->inline_ && s->hi - s->lo >= strlen(head);
        s->unparsed = s->unparsed || (s->bad && !fits) ||
                      (layout_is_clause((enum head)s->head) && gone[s->depth]);
        gone[s->depth] = s->unparsed;
    }
    for (int i = l->lines.n - 2; i >= 0; --i) {
        struct line *s = &l->lines.item[i];
        s->unparsed = s->unparsed || (s->head == HEAD_DECORATOR && l->lines.item[i + 1].unparsed);
    }
}

static void write_line(struct text_layout *l, const struct line *s, int depth) {
    uint32_t room = s->lo - s->from, n = s->hi - s->lo;
    uint32_t blanks = (uint32_t)depth < room ? (uint32_t)depth : room;
    char *to = layout_mask(l, s->lo);
    memset(layout_mask(l, s->from), '\f', room - blanks);
    memset(to - blanks, ' ', blanks);
    if (s->from > l->part.lo) {
        *layout_mask(l, s->from - 1) = '\n';
    }
    if (s->bad || s->unparsed) {
        const char *text = s->unparsed ? "0" : sound_head((enum head)s->head);
        memset(to, ' ', n);
        memcpy(to, text, strlen(text));
    }
}

void layout_repair(struct text_layout *l) {
    int open[LAYOUT_MAX_INDENTS + 2], n = 0; /* depths of lines whose blocks go up */
    if (l->faulty) {
        drop_lines(l);
    }
    for (int i = 0; i < l->lines.n; ++i) {
        struct line *s = &l->lines.item[i];
        while (n > 0 && s->depth <= open[n - 1]) {
            --n;
        }
        s->loose = n > 0;
        write_line(l, s, s->depth - n);
        if (s->unparsed && n <= LAYOUT_MAX_INDENTS) {
            open[n++] = s->depth;
        }
    }
    l->mask[l->part.hi - l->part.lo] = '\0';
}
