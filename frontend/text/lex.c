/* Names, numbers, strings and operators (lex.h). */
#include "lex.h"

#include <ctype.h>

#include "unicode.h"

struct lexer {
    const char *text;
    uint32_t at, end;
    struct lex_fault *fault;
};

static char peek(const struct lexer *l, uint32_t ahead) {
    return l->at + ahead < l->end ? l->text[l->at + ahead] : '\0';
}

static void skip_line(struct lexer *l) {
    const char *end = memchr(l->text + l->at, '\n', l->end - l->at);
    l->at = end ? (uint32_t)(end - l->text) : l->end;
}

static struct word word(const struct lexer *l, enum word_kind kind, uint32_t lo) {
    return (struct word){lo, l->at, (uint8_t)kind, 0};
}

static struct word bad(const struct lexer *l, uint32_t lo, uint32_t hi, const char *text) {
    *l->fault = (struct lex_fault){.hi = hi, .text = text};
    return word(l, WORD_BAD, lo);
}

/* No word begins with the n bytes at lo. */
static struct word bad_sign(struct lexer *l, uint32_t lo, uint32_t n, unsigned sign) {
    l->at = lo + n;
    *l->fault = (struct lex_fault){.hi = l->at, .sign = sign};
    return word(l, WORD_BAD, lo);
}

/* ---- names */

static bool is_name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

bool lex_is_keyword(const char *s, size_t n) {
    static const char *const keyword[] = {
        "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
    for (size_t i = 0; n >= 2 && n <= 8 && i < sizeof keyword / sizeof keyword[0]; ++i) {
        if (keyword[i][0] == s[0] && strlen(keyword[i]) == n && memcmp(keyword[i], s, n) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- strings */

static bool at_quotes(const struct lexer *l, char quote, bool triple) {
    return peek(l, 0) == quote && (!triple || (peek(l, 1) == quote && peek(l, 2) == quote));
}

/* Moves behind the string whose quote is at l->at. Text in the braces of an f-string may hold
 * strings with the same quotes (Python 3.12). False when it does not end. */
static bool skip_string(struct lexer *l, bool is_f, int depth) {
    char quote = l->text[l->at];
    bool triple = at_quotes(l, quote, true);
    int braces = 0;
    for (l->at += triple ? 3 : 1; l->at < l->end;) {
        char c = l->text[l->at];
        bool inside = braces > 0 && depth > 0;
        if (c == '\\') {
            l->at += peek(l, 1) == '\r' && peek(l, 2) == '\n' ? 3 : 2;
        } else if (c == '\n' && !triple) {
            return false;
        } else if (!inside && at_quotes(l, quote, triple)) {
            l->at += triple ? 3 : 1;
            return true;
        } else if (inside && (c == '"' || c == '\'')) {
            if (!skip_string(l, false, depth - 1)) {
                return false;
            }
        } else {
            bool doubled = is_f && c == '{' && peek(l, 1) == c && braces == 0;
            braces += is_f && !doubled ? (c == '{') - (c == '}' && braces > 0) : 0;
            l->at += doubled ? 2 : 1;
        }
    }
    l->at = l->end;
    return false;
}

/* A string; lo is where its prefix begins, l->at its quote. */
static struct word lex_string(struct lexer *l, uint32_t lo) {
    uint32_t quote = l->at;
    bool is_f = memchr(l->text + lo, 'f', quote - lo) || memchr(l->text + lo, 'F', quote - lo);
    bool triple = at_quotes(l, l->text[quote], true);
    bool closed = skip_string(l, is_f, 2);
    if (!closed && is_f) { /* perhaps a lone brace */
        l->at = quote;
        closed = skip_string(l, false, 0);
    }
    if (closed) {
        return word(l, is_f ? WORD_FSTRING : WORD_STRING, lo);
    }
    l->at = triple ? l->end : quote;
    skip_line(l);
    return bad(l, lo, quote + (triple ? 3 : 1),
               triple ? "unterminated triple-quoted string" : "unterminated string");
}

/* r, b, u, f, and r with b or f, in any order and case. */
static bool is_prefix(const char *s, uint32_t n) {
    int a = tolower((unsigned char)s[0]), b = n == 2 ? tolower((unsigned char)s[1]) : 0;
    return n == 1 ? strchr("rbuf", a) != NULL
                  : n == 2 && ((a == 'r' && strchr("bf", b)) || (b == 'r' && strchr("bf", a)));
}

/* A name, a keyword, or the prefix of a string. */
static struct word lex_name(struct lexer *l) {
    uint32_t lo = l->at, n = 1, sign = 0;
    for (; l->at < l->end && is_name_char(l->text[l->at]); l->at += n) {
        const char *at = l->text + l->at;
        n = (uint32_t)(unicode_read(at, &sign) - at);
        if (sign >= 0x80 && !unicode_in_name(sign, l->at == lo)) {
            break;
        }
    }
    uint32_t length = l->at - lo;
    char c = peek(l, 0);
    if (length == 0) {
        return bad_sign(l, lo, n, sign);
    }
    if ((c == '"' || c == '\'') && is_prefix(l->text + lo, length)) {
        return lex_string(l, lo);
    }
    return word(l, lex_is_keyword(l->text + lo, length) ? WORD_KEYWORD : WORD_NAME, lo);
}

/* ---- numbers */

/* Digits of a base with single underscores between them. */
static void skip_digits(struct lexer *l, bool hex) {
    int (*is_digit)(int) = hex ? isxdigit : isdigit;
    while (is_digit((unsigned char)peek(l, 0)) ||
           (peek(l, 0) == '_' && is_digit((unsigned char)peek(l, 1)))) {
        ++l->at;
    }
}

/* The fraction and exponent of a decimal number. */
static void skip_fraction(struct lexer *l) {
    if (peek(l, 0) == '.') {
        ++l->at;
        if (peek(l, 0) != '_') {
            skip_digits(l, false);
        }
    }
    bool sign = peek(l, 1) == '+' || peek(l, 1) == '-';
    if (tolower((unsigned char)peek(l, 0)) == 'e' && isdigit((unsigned char)peek(l, 1 + sign))) {
        l->at += 2;
        skip_digits(l, false);
    }
    l->at += tolower((unsigned char)peek(l, 0)) == 'j';
}

enum { MAX_DIGITS = 4300 }; /* CPython converts no more */

static const char leading_zeros[] = "leading zeros in decimal integer literals are not permitted";

/* What is wrong with the digits of a number that has been skipped; NULL: nothing. */
static const char *number_fault(const char *text, uint32_t n, char base, bool is_int) {
    const char *allowed = base == 'o' ? "01234567_" : base == 'b' ? "01_" : NULL;
    if (base && (n == 2 || (allowed && strspn(text + 2, allowed) < n - 2))) {
        return "invalid digits in a number";
    }
    bool zero = is_int && text[0] == '0' && strspn(text, "0_") < n;
    uint32_t digits = n;
    for (uint32_t i = 0; is_int && n > MAX_DIGITS && i < n; ++i) {
        digits -= text[i] == '_';
    }
    return zero                            ? leading_zeros
           : is_int && digits > MAX_DIGITS ? "more than 4300 digits in a decimal integer"
                                           : NULL;
}

/* A number must not run into a name, except into a keyword as in `1if x else 2`. */
static struct word lex_number(struct lexer *l) {
    uint32_t lo = l->at;
    char base = l->text[lo] == '0' ? (char)tolower((unsigned char)peek(l, 1)) : '\0';
    base = base && strchr("xob", base) ? base : '\0';
    if (base) {
        l->at += 2;
        l->at += peek(l, 0) == '_' && isxdigit((unsigned char)peek(l, 1));
    }
    skip_digits(l, base == 'x');
    uint32_t whole = l->at;
    if (!base) {
        skip_fraction(l);
    }
    bool is_int = !base && l->at == whole;
    const char *wrong = number_fault(l->text + lo, l->at - lo, base, is_int);
    uint32_t at = l->at, end = at;
    while (end < l->end && is_name_char(l->text[end])) {
        ++end;
    }
    if (!wrong && (end == at || lex_is_keyword(l->text + at, end - at))) {
        return word(l, is_int ? WORD_INT : WORD_NUMBER, lo);
    }
    l->at = end;
    struct word w = wrong ? bad(l, lo, at, wrong) : bad(l, lo, end, "invalid decimal literal");
    bool suffix = !wrong && end == at + 1 && tolower((unsigned char)l->text[at]) == 'l';
    l->fault->fix = suffix ? "integers of Python 3 have no suffix 'L'" : NULL;
    l->fault->octal = wrong == leading_zeros;
    return w;
}

/* ---- operators and all else */

static struct word lex_operator(struct lexer *l) {
    uint32_t lo = l->at;
    char c = peek(l, 0), next = peek(l, 1);
    uint32_t n = c != '\0' && next == c && strchr("<>*/", c) ? 2 : 1;
    n += c != '\0' && peek(l, n) == '=' && strchr("+-*/%@&|^=!<>:", c);
    n = c == '-' && next == '>' ? 2 : c == '.' && next == c && peek(l, 2) == c ? 3 : n;
    if (n == 1 && (c == '\0' || !strchr("<>+-*/%@&|^~=.,:;()[]{}", c))) {
        return bad_sign(l, lo, 1, (unsigned char)c);
    }
    l->at += n;
    return word(l, WORD_OP, lo);
}

/* The length of a backslash and the end of its line, with text behind; 0: there is none here. */
static uint32_t joined(const struct lexer *l) {
    uint32_t n = peek(l, 1) == '\r' ? 3 : 2;
    return peek(l, 0) == '\\' && peek(l, n - 1) == '\n' && l->end - l->at > n ? n : 0;
}

static void skip_blanks(struct lexer *l) {
    for (uint32_t n = 1; n > 0; l->at += n) {
        char c = peek(l, 0);
        bool blank = c == ' ' || c == '\t' || c == '\f' || (c == '\r' && peek(l, 1) == '\n');
        n = blank ? 1 : joined(l);
    }
}

struct word lex_next(const char *text, uint32_t at, uint32_t end, struct lex_fault *fault) {
    struct lexer l = {text, at, end, fault};
    skip_blanks(&l);
    uint32_t lo = l.at;
    char c = peek(&l, 0);
    if (lo >= end) {
        return word(&l, WORD_END, lo);
    }
    if (c == '\n' || c == '\r') {
        ++l.at;
        return word(&l, WORD_NEWLINE, lo);
    }
    if (c == '#' || c == '\\') {
        skip_line(&l);
        l.at -= l.text[l.at - 1] == '\r';
        return c == '#' ? word(&l, WORD_COMMENT, lo)
                        : bad(&l, lo, lo + 1,
                              strchr("\r\n", text[lo + 1])
                                  ? "unexpected end of the file after a line continuation"
                                  : "unexpected character after a line continuation");
    }
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(&l, 1)))) {
        return lex_number(&l);
    }
    if (is_name_char(c)) {
        return lex_name(&l);
    }
    return c == '"' || c == '\'' ? lex_string(&l, lo) : lex_operator(&l);
}
