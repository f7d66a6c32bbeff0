/* The lexer's words: names, keywords, numbers and strings. */
#include "lex_private.h"

#include <ctype.h>
#include <string.h>

/* ---- names and keywords */

bool lex_is_name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

enum token_kind lex_keyword(const char *s, uint32_t n) {
    static const struct {
        const char *text;
        uint8_t n;
    } table[] = {
#define TOKEN(id, text) {text, sizeof text - 1},
        KEYWORD_LIST
#undef TOKEN
    };
    if (n < 2 || n > 8) {
        return TOK_NAME;
    }
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        if (table[i].text[0] == s[0] && table[i].n == n && memcmp(table[i].text, s, n) == 0) {
            return (enum token_kind)(TOK_FALSE + i);
        }
    }
    return TOK_NAME;
}

/* The code point at a byte offset (the source is valid UTF-8) and its length. */
static uint32_t code_point(const struct lexer *l, uint32_t at, uint32_t *n) {
    const unsigned char *s = (const unsigned char *)l->text + at;
    *n = s[0] < 0x80 ? 1 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    uint32_t c = *n == 1 ? s[0] : s[0] & (0xFFu >> (*n + 1));
    for (uint32_t i = 1; i < *n; ++i) {
        c = c << 6 | (s[i] & 0x3F);
    }
    return c;
}

/* Quotes, dashes, spaces and signs of Unicode that people paste into programs. */
static bool is_foreign_sign(uint32_t c) {
    return (c >= 0xA0 && c <= 0xBF && c != 0xAA && c != 0xB5 && c != 0xB7 && c != 0xBA) ||
           c == 0xD7 || c == 0xF7 || (c >= 0x2000 && c <= 0x206F && c != 0x203F && c != 0x2040) ||
           (c >= 0x2190 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x3004) ||
           (c >= 0xFF01 && c <= 0xFF0F) || (c >= 0xFF1A && c <= 0xFF20) || c == 0xFEFF;
}

static bool bad_character(struct lexer *l) {
    uint32_t n;
    uint32_t c = code_point(l, l->at, &n);
    if (!is_foreign_sign(c)) {
        return false;
    }
    const char *text = arena_printf(l->arena, "invalid character '%.*s' (U+%04X)", (int)n,
                                    l->text + l->at, (unsigned)c);
    lex_error(l, l->at, l->at + n, text);
    l->at += n;
    return true;
}

/* A name, a keyword, or the prefix of a string. */
void lex_name(struct lexer *l) {
    uint32_t lo = l->at;
    while (l->at < l->size && lex_is_name_char(l->text[l->at])) {
        if ((unsigned char)l->text[l->at] >= 0x80) {
            uint32_t n;
            if (is_foreign_sign(code_point(l, l->at, &n))) {
                break;
            }
            l->at += n;
        } else {
            ++l->at;
        }
    }
    uint32_t n = l->at - lo;
    char c = lex_peek(l, 0);
    if (n == 0) {
        bad_character(l);
    } else if ((c == '"' || c == '\'') && n <= 2 && strspn(l->text + lo, "rRbBuUfF") >= n) {
        lex_string(l, lo);
    } else {
        lex_emit(l, lex_keyword(l->text + lo, n), lo, l->at);
    }
}

/* ---- numbers */

/* Digits of a base with single underscores between them. */
static void skip_digits(struct lexer *l, bool hex) {
    while (l->at < l->size) {
        char c = l->text[l->at];
        bool digit = hex ? isxdigit((unsigned char)c) : isdigit((unsigned char)c);
        char next = lex_peek(l, 1);
        bool separates =
            c == '_' && (hex ? isxdigit((unsigned char)next) : isdigit((unsigned char)next));
        if (!digit && !separates) {
            break;
        }
        ++l->at;
    }
}

/* The fraction and exponent of a decimal number; false when it is an integer. */
static bool skip_fraction(struct lexer *l) {
    bool is_float = false;
    if (lex_peek(l, 0) == '.') {
        ++l->at;
        skip_digits(l, false);
        is_float = true;
    }
    char e = lex_peek(l, 0);
    char sign = lex_peek(l, 1);
    bool exponent = isdigit((unsigned char)sign) ||
                    ((sign == '+' || sign == '-') && isdigit((unsigned char)lex_peek(l, 2)));
    if ((e == 'e' || e == 'E') && exponent) {
        l->at += 2;
        skip_digits(l, false);
        is_float = true;
    }
    return is_float;
}

/* A number must not run into a name, except into a keyword as in `1if x else 2`. */
static void check_number_end(struct lexer *l, uint32_t lo) {
    uint32_t end = l->at;
    while (end < l->size && lex_is_name_char(l->text[end])) {
        ++end;
    }
    if (end == l->at || lex_keyword(l->text + l->at, end - l->at) != TOK_NAME) {
        return;
    }
    --l->out.n;
    bool suffix = end == l->at + 1 && (l->text[l->at] == 'l' || l->text[l->at] == 'L');
    struct diag_message *m = lex_error(l, lo, end, "invalid decimal literal");
    if (m && suffix) {
        diag_fix(l->diag, m, "integers of Python 3 have no suffix 'L'");
    }
    l->at = end;
}

void lex_number(struct lexer *l) {
    uint32_t lo = l->at;
    char base = l->text[lo] == '0' ? (char)tolower((unsigned char)lex_peek(l, 1)) : '\0';
    enum token_kind kind = TOK_INT;
    if (base == 'x' || base == 'o' || base == 'b') {
        l->at += 2;
        uint32_t digits = l->at;
        l->at += lex_peek(l, 0) == '_';
        skip_digits(l, base == 'x');
        uint32_t n = l->at - digits;
        const char *allowed = base == 'o' ? "01234567_" : base == 'b' ? "01_" : NULL;
        if (n == 0 || (allowed && strspn(l->text + digits, allowed) < n)) {
            lex_error(l, lo, l->at, "invalid digits in a number");
            return;
        }
    } else {
        skip_digits(l, false);
        kind = skip_fraction(l) ? TOK_FLOAT : TOK_INT;
        if (lex_peek(l, 0) == 'j' || lex_peek(l, 0) == 'J') {
            ++l->at;
            kind = TOK_IMAG;
        }
    }
    lex_emit(l, kind, lo, l->at);
    check_number_end(l, lo);
}

/* ---- strings */

/* Moves behind the string whose quote is at l->at. Text in the braces of an f-string may hold
 * strings with the same quotes (Python 3.12). False when it does not end. */
static bool skip_string(struct lexer *l, bool is_f, int depth) {
    char quote = l->text[l->at];
    bool triple = lex_peek(l, 1) == quote && lex_peek(l, 2) == quote;
    int braces = 0;
    l->at += triple ? 3 : 1;
    while (l->at < l->size) {
        char c = l->text[l->at];
        if (c == '\\') {
            l->at += lex_peek(l, 1) == '\r' && lex_peek(l, 2) == '\n' ? 3 : 2;
        } else if (c == '\n' && !triple) {
            return false;
        } else if (c == quote &&
                   (!triple || (lex_peek(l, 1) == quote && lex_peek(l, 2) == quote)) &&
                   (braces == 0 || depth == 0)) {
            l->at += triple ? 3 : 1;
            return true;
        } else if (is_f && braces > 0 && depth > 0 && (c == '"' || c == '\'')) {
            if (!skip_string(l, false, depth - 1)) {
                return false;
            }
        } else {
            bool doubled = lex_peek(l, 1) == c && braces == 0;
            braces += is_f && c == '{' && !doubled;
            braces -= is_f && c == '}' && braces > 0;
            l->at += is_f && c == '{' && doubled ? 2 : 1;
        }
    }
    l->at = l->size;
    return false;
}

/* A string; lo is where its prefix begins, l->at its quote. */
void lex_string(struct lexer *l, uint32_t lo) {
    uint32_t quote = l->at;
    bool is_f = false;
    for (uint32_t i = lo; i < quote; ++i) {
        is_f = is_f || l->text[i] == 'f' || l->text[i] == 'F';
    }
    bool closed = skip_string(l, is_f, 2);
    if (!closed && is_f) { /* perhaps a lone brace */
        l->at = quote;
        closed = skip_string(l, false, 0);
    }
    if (closed) {
        lex_emit(l, TOK_STRING, lo, l->at);
        return;
    }
    bool triple = quote + 2 < l->size && l->text[quote + 1] == l->text[quote] &&
                  l->text[quote + 2] == l->text[quote];
    l->at = quote;
    lex_skip_line(l);
    lex_error(l, lo, quote + (triple ? 3 : 1),
              triple ? "unterminated triple-quoted string" : "unterminated string");
    if (triple) {
        l->at = l->size;
    }
}
