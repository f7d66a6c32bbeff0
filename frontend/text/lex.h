/* Words of a Python text: the chapter "Lexical analysis" of Python's reference, for layout.c. */
#ifndef PYCC_LEX_H
#define PYCC_LEX_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum word_kind {
    WORD_END,
    WORD_NEWLINE,
    WORD_COMMENT,
    WORD_NAME,
    WORD_KEYWORD,
    WORD_INT,    /* decimal */
    WORD_NUMBER, /* any other */
    WORD_STRING,
    WORD_FSTRING,
    WORD_OP,
    WORD_BAD
};

struct word {
    uint32_t lo, hi;
    uint8_t kind;  /* enum word_kind */
    uint8_t depth; /* brackets around it: of layout.c */
};

/* Why a word is bad. */
struct lex_fault {
    uint32_t hi;      /* where the text to point at ends */
    const char *text; /* NULL: a character that no word begins with */
    const char *fix;  /* or NULL */
    bool octal;       /* digits behind zeros */
    unsigned sign;    /* the character */
};

/* The word at or behind `at`, blanks and joined lines skipped; fault is set for a bad one.
 * text[end] must be readable. */
struct word lex_next(const char *text, uint32_t at, uint32_t end, struct lex_fault *fault);

/* Is this one of Python's keywords? */
bool lex_is_keyword(const char *s, size_t n);

/* Is the word this text? */
static inline bool lex_is(const char *text, const struct word *w, const char *word) {
    if (text[w->lo] != *word) {
        return false;
    }
    size_t n = strlen(word);
    return w->hi - w->lo == n && memcmp(text + w->lo, word, n) == 0;
}

static inline bool lex_opens(char c) {
    return c == '(' || c == '[' || c == '{';
}

static inline bool lex_closes(char c) {
    return c == ')' || c == ']' || c == '}';
}

/* The character of an operator of one, or of a bracket; NUL: the word is none. */
static inline char lex_sign(const char *text, const struct word *w) {
    return w->kind == WORD_OP && w->hi - w->lo == 1 ? text[w->lo] : '\0';
}

#endif
