/* Words of a Python text, one at a time: what layout.c, prelude.c and the messages of parse_words.c
 * need of the chapter "Lexical analysis" of Python's reference. Nothing is kept; a place is enough
 * to go on from. */
#ifndef PYCC_LEX_H
#define PYCC_LEX_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum lex_kind {
    LEX_END,
    LEX_NEWLINE,
    LEX_COMMENT,
    LEX_JOIN, /* a backslash and the end of the line */
    LEX_NAME, /* keywords too */
    LEX_NUMBER,
    LEX_STRING,
    LEX_OP,
    LEX_BAD
};

struct lex_token {
    enum lex_kind kind;
    uint32_t lo, hi;
    uint32_t fault_hi; /* BAD: where the text to point at ends */
    const char *fault; /* BAD: why; NULL: a character that no token begins with */
    const char *fix;   /* BAD: or NULL */
    bool octal;        /* BAD: digits behind zeros */
};

/* The token at or behind `at`, blanks skipped. text[end] must be readable. */
struct lex_token lex_next(const char *text, uint32_t at, uint32_t end);

/* The same without ends of lines, comments and joined lines. */
struct lex_token lex_next_word(const char *text, uint32_t at, uint32_t end);

/* Is this one of Python's keywords? */
bool lex_is_keyword(const char *s, size_t n);

/* Can a name hold this byte? */
bool lex_is_name_char(char c);

/* Is the token this text? */
static inline bool lex_is(const char *text, const struct lex_token *t, const char *word) {
    if (text[t->lo] != *word) {
        return false;
    }
    size_t n = strlen(word);
    return t->hi - t->lo == n && memcmp(text + t->lo, word, n) == 0;
}

#endif
