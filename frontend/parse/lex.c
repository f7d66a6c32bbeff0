/* Words: names, numbers, strings and operators (lex.h). */
#include "lex.h"

#include <ctype.h>

struct lexer {
    const char *text;
    uint32_t at;
    uint32_t end;
};

static char peek(const struct lexer *l, uint32_t ahead) {
    return l->at + ahead < l->end ? l->text[l->at + ahead] : '\0';
}

static void skip_line(struct lexer *l) {
    while (l->at < l->end && l->text[l->at] != '\n') {
        ++l->at;
    }
}

static struct lex_token token(const struct lexer *l, enum lex_kind kind, uint32_t lo) {
    return (struct lex_token){.kind = kind, .lo = lo, .hi = l->at};
}

static struct lex_token bad(const struct lexer *l, uint32_t lo, uint32_t hi, const char *fault) {
    return (struct lex_token){
        .kind = LEX_BAD, .lo = lo, .hi = l->at, .fault_hi = hi, .fault = fault};
}

/* ---- names */

bool lex_is_name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

bool lex_is_keyword(const char *s, size_t n) {
    static const char *const word[] = {
        "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
    for (size_t i = 0; n >= 2 && n <= 8 && i < sizeof word / sizeof word[0]; ++i) {
        if (word[i][0] == s[0] && strlen(word[i]) == n && memcmp(word[i], s, n) == 0) {
            return true;
        }
    }
    return false;
}

/* The code point at a place (the text is valid UTF-8) and its length. */
static uint32_t code_point(const struct lexer *l, uint32_t *n) {
    const unsigned char *s = (const unsigned char *)l->text + l->at;
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

/* ---- strings */

/* Moves behind the string whose quote is at l->at. Text in the braces of an f-string may hold
 * strings with the same quotes (Python 3.12). False when it does not end. */
static bool skip_string(struct lexer *l, bool is_f, int depth) {
    char quote = l->text[l->at];
    bool triple = peek(l, 1) == quote && peek(l, 2) == quote;
    int braces = 0;
    l->at += triple ? 3 : 1;
    while (l->at < l->end) {
        char c = l->text[l->at];
        if (c == '\\') {
            l->at += peek(l, 1) == '\r' && peek(l, 2) == '\n' ? 3 : 2;
        } else if (c == '\n' && !triple) {
            return false;
        } else if (c == quote && (!triple || (peek(l, 1) == quote && peek(l, 2) == quote)) &&
                   (braces == 0 || depth == 0)) {
            l->at += triple ? 3 : 1;
            return true;
        } else if (is_f && braces > 0 && depth > 0 && (c == '"' || c == '\'')) {
            if (!skip_string(l, false, depth - 1)) {
                return false;
            }
        } else {
            bool doubled = peek(l, 1) == c && braces == 0;
            braces += is_f && c == '{' && !doubled;
            braces -= is_f && c == '}' && braces > 0;
            l->at += is_f && c == '{' && doubled ? 2 : 1;
        }
    }
    l->at = l->end;
    return false;
}

/* A string; lo is where its prefix begins, l->at its quote. */
static struct lex_token lex_string(struct lexer *l, uint32_t lo) {
    uint32_t quote = l->at;
    bool is_f = memchr(l->text + lo, 'f', quote - lo) || memchr(l->text + lo, 'F', quote - lo);
    bool triple = peek(l, 1) == l->text[quote] && peek(l, 2) == l->text[quote];
    bool closed = skip_string(l, is_f, 2);
    if (!closed && is_f) { /* perhaps a lone brace */
        l->at = quote;
        closed = skip_string(l, false, 0);
    }
    if (closed) {
        return token(l, LEX_STRING, lo);
    }
    l->at = triple ? l->end : quote;
    skip_line(l);
    return bad(l, lo, quote + (triple ? 3 : 1),
               triple ? "unterminated triple-quoted string" : "unterminated string");
}

/* A name, a keyword, or the prefix of a string. */
static struct lex_token lex_name(struct lexer *l) {
    uint32_t lo = l->at, n = 1;
    while (l->at < l->end && lex_is_name_char(l->text[l->at])) {
        if ((unsigned char)l->text[l->at] >= 0x80 && is_foreign_sign(code_point(l, &n))) {
            break;
        }
        l->at += (unsigned char)l->text[l->at] >= 0x80 ? n : 1;
    }
    uint32_t length = l->at - lo;
    char c = peek(l, 0);
    if (length == 0) {
        l->at += n;
        return bad(l, lo, l->at, NULL);
    }
    bool prefix = (c == '"' || c == '\'') && length <= 2;
    return prefix && strspn(l->text + lo, "rRbBuUfF") >= length ? lex_string(l, lo)
                                                                : token(l, LEX_NAME, lo);
}

/* ---- numbers */

/* Digits of a base with single underscores between them. */
static void skip_digits(struct lexer *l, bool hex) {
    while (l->at < l->end) {
        int c = (unsigned char)l->text[l->at], next = (unsigned char)peek(l, 1);
        bool digit = hex ? isxdigit(c) : isdigit(c);
        if (!digit && (c != '_' || !(hex ? isxdigit(next) : isdigit(next)))) {
            break;
        }
        ++l->at;
    }
}

/* The fraction and exponent of a decimal number; false when it is an integer. */
static bool skip_fraction(struct lexer *l) {
    bool is_float = peek(l, 0) == '.';
    if (is_float) {
        ++l->at;
        skip_digits(l, false);
    }
    char sign = peek(l, 1);
    bool exponent = isdigit((unsigned char)sign) ||
                    ((sign == '+' || sign == '-') && isdigit((unsigned char)peek(l, 2)));
    if (tolower((unsigned char)peek(l, 0)) == 'e' && exponent) {
        l->at += 2;
        skip_digits(l, false);
        is_float = true;
    }
    return is_float;
}

static const char leading_zeros[] = "leading zeros in decimal integer literals are not permitted";

/* What is wrong with the digits of a number that has been skipped; NULL: nothing. */
static const char *number_fault(struct lexer *l, uint32_t lo, char base, bool is_int) {
    const char *text = l->text + lo;
    uint32_t n = l->at - lo;
    const char *allowed = base == 'o' ? "01234567_" : base == 'b' ? "01_" : NULL;
    if (base && (n == 2 || (allowed && strspn(text + 2, allowed) < n - 2))) {
        return "invalid digits in a number";
    }
    bool zero = !base && is_int && text[0] == '0' && strspn(text, "0_") < n;
    return zero ? leading_zeros : NULL;
}

/* A number must not run into a name, except into a keyword as in `1if x else 2`. */
static struct lex_token number_end(struct lexer *l, uint32_t lo, const char *fault) {
    uint32_t at = l->at, end = at;
    while (end < l->end && lex_is_name_char(l->text[end])) {
        ++end;
    }
    if (!fault && (end == at || lex_is_keyword(l->text + at, end - at))) {
        return token(l, LEX_NUMBER, lo);
    }
    l->at = end;
    struct lex_token t = bad(l, lo, fault ? at : end, fault ? fault : "invalid decimal literal");
    bool suffix = !fault && end == at + 1 && (l->text[at] == 'l' || l->text[at] == 'L');
    t.octal = fault == leading_zeros;
    t.fix = suffix ? "integers of Python 3 have no suffix 'L'" : NULL;
    return t;
}

static struct lex_token lex_number(struct lexer *l) {
    uint32_t lo = l->at;
    char base = l->text[lo] == '0' ? (char)tolower((unsigned char)peek(l, 1)) : '\0';
    bool is_int = true;
    base = base && strchr("xob", base) ? base : '\0';
    if (base) {
        l->at += 2;
        l->at += peek(l, 0) == '_' && isxdigit((unsigned char)peek(l, 1));
        skip_digits(l, base == 'x');
    } else {
        skip_digits(l, false);
        is_int = !skip_fraction(l);
        if (tolower((unsigned char)peek(l, 0)) == 'j') {
            ++l->at;
            is_int = false;
        }
    }
    return number_end(l, lo, number_fault(l, lo, base, is_int));
}

/* ---- operators and all else */

static struct lex_token lex_operator(struct lexer *l) {
    static const char *const table[] = {"<<=", ">>=", "**=", "//=", "...", "<<", ">>", "**",
                                        "//",  "+=",  "-=",  "*=",  "/=",  "%=", "@=", "&=",
                                        "|=",  "^=",  "==",  "!=",  "<=",  ">=", "->", ":="};
    uint32_t lo = l->at, left = l->end - lo;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        size_t n = table[i][0] == l->text[lo] ? strlen(table[i]) : SIZE_MAX;
        if (n <= left && memcmp(table[i], l->text + lo, n) == 0) {
            l->at += (uint32_t)n;
            return token(l, LEX_OP, lo);
        }
    }
    ++l->at;
    bool known = l->text[lo] != '\0' && strchr("<>+-*/%@&|^~=.,:;()[]{}", l->text[lo]);
    return known ? token(l, LEX_OP, lo) : bad(l, lo, l->at, NULL);
}

static struct lex_token lex_backslash(struct lexer *l) {
    uint32_t lo = l->at, n = peek(l, 1) == '\r' && peek(l, 2) == '\n' ? 3 : 2;
    if (peek(l, n - 1) == '\n') {
        l->at += n;
        return token(l, LEX_JOIN, lo);
    }
    skip_line(l);
    return bad(l, lo, lo + 1, "unexpected character after a line continuation");
}

struct lex_token lex_next(const char *text, uint32_t at, uint32_t end) {
    struct lexer l = {text, at, end};
    char c = peek(&l, 0);
    while (c == ' ' || c == '\t' || c == '\f' || (c == '\r' && peek(&l, 1) == '\n')) {
        ++l.at;
        c = peek(&l, 0);
    }
    uint32_t lo = l.at;
    if (lo >= end) {
        return token(&l, LEX_END, lo);
    }
    if (c == '\n' || c == '\r') {
        ++l.at;
        return token(&l, LEX_NEWLINE, lo);
    }
    if (c == '#') {
        skip_line(&l);
        l.at -= l.text[l.at - 1] == '\r';
        return token(&l, LEX_COMMENT, lo);
    }
    if (c == '\\') {
        return lex_backslash(&l);
    }
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(&l, 1)))) {
        return lex_number(&l);
    }
    if (lex_is_name_char(c)) {
        return lex_name(&l);
    }
    return c == '"' || c == '\'' ? lex_string(&l, lo) : lex_operator(&l);
}

struct lex_token lex_next_word(const char *text, uint32_t at, uint32_t end) {
    struct lex_token t = lex_next(text, at, end);
    while (t.kind == LEX_NEWLINE || t.kind == LEX_COMMENT || t.kind == LEX_JOIN) {
        t = lex_next(text, t.hi, end);
    }
    return t;
}
