/* Literals: numbers and strings, from the text of their tokens. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

/* ---- numbers */

enum { SHORT_NUMBER = 64 };

/* The text of a number in lower case without underscores; in `shorter` if it fits there. */
static char *number_text(struct parser *p, const struct token *t, char *shorter) {
    bool fits = t->hi - t->lo < SHORT_NUMBER;
    char *text = fits ? shorter : arena_alloc(p->waste, t->hi - t->lo + 1);
    size_t n = 0;
    for (uint32_t i = t->lo; i < t->hi; ++i) {
        char c = p->source->text[i];
        if (c != '_') {
            text[n++] = (char)tolower((unsigned char)c);
        }
    }
    text[n] = '\0';
    return text;
}

static int number_base(const char *text) {
    if (text[0] != '0') {
        return 10;
    }
    return text[1] == 'x' ? 16 : text[1] == 'o' ? 8 : text[1] == 'b' ? 2 : 10;
}

static void check_zeros(struct parser *p, struct span span, const char *text) {
    if (text[0] != '0' || !isdigit((unsigned char)text[1]) || strspn(text, "0") == strlen(text)) {
        return;
    }
    struct diag_message *m =
        parse_error(p, span, "leading zeros in decimal integer literals are not permitted");
    if (m) {
        diag_fix(p->diag, m, "write 0o%s for an octal number", text + strspn(text, "0"));
    }
}

static struct expr *parse_integer(struct parser *p, struct span span, const char *text) {
    struct expr *e = parse_new_expr(p, EXPR_INT, span);
    int base = number_base(text);
    if (base == 10) {
        check_zeros(p, span, text);
    }
    errno = 0;
    unsigned long long value = strtoull(base == 10 ? text : text + 2, NULL, base);
    e->integer.value = (int64_t)value;
    e->integer.too_big = errno == ERANGE || value > INT64_MAX;
    return e;
}

struct expr *parse_number(struct parser *p) {
    const struct token *t = p->tok;
    char shorter[SHORT_NUMBER];
    const char *text = number_text(p, t, shorter);
    struct span span = {t->lo, t->hi};
    parse_advance(p);
    if (t->kind == TOK_INT) {
        return parse_integer(p, span, text);
    }
    struct expr *e = parse_new_expr(p, t->kind == TOK_IMAG ? EXPR_IMAG : EXPR_FLOAT, span);
    e->number = strtod(text, NULL);
    return e;
}

/* ---- strings */

/* Bytes of a string being put together. */
struct text {
    char *at;
    int n;
};

static void put_code_point(struct text *t, uint32_t c) {
    if (c < 0x80) {
        t->at[t->n++] = (char)c;
        return;
    }
    int tail = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint32_t lead[] = {0, 0xC0, 0xE0, 0xF0};
    t->at[t->n++] = (char)(lead[tail] | c >> (6 * tail));
    while (tail-- > 0) {
        t->at[t->n++] = (char)(0x80 | (c >> (6 * tail) & 0x3F));
    }
}

/* Reads up to n digits of a base; *s moves behind them. */
static uint32_t read_digits(const char **s, const char *end, int n, int base) {
    uint32_t value = 0;
    for (; n > 0 && *s < end && isxdigit((unsigned char)**s); --n, ++*s) {
        int c = tolower((unsigned char)**s);
        int digit = isdigit(c) ? c - '0' : c - 'a' + 10;
        if (digit >= base) {
            break;
        }
        value = value * (uint32_t)base + (uint32_t)digit;
    }
    return value;
}

/* One escape sequence; s stands behind the backslash. Returns where to go on. An escape is never
 * shorter than what it stands for. Unknown ones stand for themselves, as in Python. */
static const char *put_escape(struct text *t, const char *s, const char *end) {
    static const char from[] = "\\'\"abfnrtv";
    static const char to[] = "\\'\"\a\b\f\n\r\t\v";
    char c = *s;
    const char *simple = strchr(from, c);
    if (c == '\n') {
        return s + 1;
    }
    if (c != '\0' && simple) {
        t->at[t->n++] = to[simple - from];
        return s + 1;
    }
    if (c >= '0' && c <= '7') {
        put_code_point(t, read_digits(&s, end, 3, 8));
        return s;
    }
    if (c == 'x' || c == 'u' || c == 'U') {
        ++s;
        uint32_t value = read_digits(&s, end, c == 'x' ? 2 : c == 'u' ? 4 : 8, 16);
        put_code_point(t, value <= 0x10FFFF ? value : 0xFFFD);
        return s;
    }
    t->at[t->n++] = '\\';
    return s;
}

/* Appends the value of one string token. Returns what is not supported about it, or NULL. */
static const char *put_literal(struct parser *p, struct text *t, const struct token *tok) {
    const char *s = parse_text(p, tok);
    const char *end = p->source->text + tok->hi;
    bool raw = false;
    for (; *s != '"' && *s != '\''; ++s) {
        int c = tolower((unsigned char)*s);
        if (c == 'b' || c == 'f') {
            return c == 'b' ? "bytes literal" : "f-string";
        }
        raw = raw || c == 'r';
    }
    int quotes = end - s >= 6 && s[1] == s[0] && s[2] == s[0] ? 3 : 1;
    s += quotes;
    end -= quotes;
    while (s < end) {
        if (*s != '\\' || raw || s + 1 >= end) {
            t->at[t->n++] = *s++;
        } else if (s[1] == 'N') {
            return "escape '\\N' in a string";
        } else {
            s = put_escape(t, s + 1, end);
        }
    }
    return NULL;
}

/* Adjacent literals are one string. */
struct expr *parse_strings(struct parser *p) {
    const struct token *from = p->tok;
    while (parse_peek(p) == TOK_STRING) {
        parse_advance(p);
    }
    struct span span = parse_since(p, from->lo);
    struct text t = {arena_alloc(p->arena, span.hi - span.lo + 1), 0};
    const char *lacking = NULL;
    for (const struct token *tok = from; tok < p->tok && !lacking; ++tok) {
        lacking = put_literal(p, &t, tok);
    }
    if (lacking) {
        parse_mention(p, from);
        return parse_new_unsupported(p, span, lacking);
    }
    struct expr *e = parse_new_expr(p, EXPR_STR, span);
    e->str.text = t.at;
    e->str.n = t.n;
    return e;
}
