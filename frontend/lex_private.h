/* What the lexer's files share. */
#ifndef PYCC_LEX_PRIVATE_H
#define PYCC_LEX_PRIVATE_H

#include "lex.h"

enum { MAX_INDENTS = 100, MAX_BRACKETS = 200, TAB = 8 };

struct bracket {
    uint32_t at;
    int column; /* indentation of its line */
    char close;
};

/* An indentation, measured with tabs of eight columns and of one. */
struct indent {
    int column;
    int alt;
};

struct lexer {
    struct arena *arena;
    const struct source *source;
    struct diag *diag;
    const char *text;
    uint32_t at;
    uint32_t size;
    struct tokens out;
    struct indent indent[MAX_INDENTS + 1];
    int n_indents;
    VEC(struct bracket) brackets;
    int line_column; /* indentation of the current line */
    bool line_start;
    bool line_empty; /* no token on the current logical line yet */
    bool line_bad;   /* an error was reported on it */
    uint64_t budget; /* bytes that may still be read again after an unclosed bracket */
};

/* ---- lex.c */

void lex_emit(struct lexer *l, enum token_kind kind, uint32_t lo, uint32_t hi);

/* An ERROR token and its message; NULL when the logical line has had one. */
struct diag_message *lex_error(struct lexer *l, uint32_t lo, uint32_t hi, const char *text);

/* The byte so far ahead, NUL at the end. */
static inline char lex_peek(const struct lexer *l, uint32_t ahead) {
    return l->at + ahead < l->size ? l->text[l->at + ahead] : '\0';
}

/* To the end of the line, which is not taken. */
static inline void lex_skip_line(struct lexer *l) {
    while (l->at < l->size && l->text[l->at] != '\n') {
        ++l->at;
    }
}

/* ---- lex_word.c: each takes what is at l->at */

bool lex_is_name_char(char c);

/* The keyword that these bytes are, or TOK_NAME. */
enum token_kind lex_keyword(const char *s, uint32_t n);

/* A name, a keyword, or a string with a prefix. */
void lex_name(struct lexer *l);
void lex_number(struct lexer *l);

/* A string; lo is where its prefix begins, l->at its quote. */
void lex_string(struct lexer *l, uint32_t lo);

#endif
