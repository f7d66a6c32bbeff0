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

/* Where the characters of a token are, and what its prefix says. */
struct literal {
    const char *s, *end;
    bool raw, bytes, joined;
};

static struct literal literal_of(const struct parser *p, const struct token *tok) {
    struct literal l = {.s = parse_text(p, tok), .end = p->source->text + tok->hi};
    for (; *l.s != '"' && *l.s != '\''; ++l.s) {
        int c = tolower((unsigned char)*l.s);
        l.bytes = l.bytes || c == 'b';
        l.joined = l.joined || c == 'f';
        l.raw = l.raw || c == 'r';
    }
    int quotes = l.end - l.s >= 6 && l.s[1] == l.s[0] && l.s[2] == l.s[0] ? 3 : 1;
    l.s += quotes;
    l.end -= quotes;
    return l;
}

/* One character or escape of the literal. Returns what is not supported about it, or NULL. */
static const char *put_character(struct text *t, struct literal *l) {
    if (*l->s != '\\' || l->raw || l->s + 1 >= l->end) {
        t->at[t->n++] = *l->s++;
    } else if (l->s[1] == 'N') {
        return "escape '\\N' in a string";
    } else {
        l->s = put_escape(t, l->s + 1, l->end);
    }
    return NULL;
}

/* Appends the value of one string token. Returns what is not supported about it, or NULL. */
static const char *put_literal(struct text *t, struct literal l) {
    const char *lacking = l.bytes ? "bytes literal" : NULL;
    while (l.s < l.end && !lacking) {
        lacking = put_character(t, &l);
    }
    return lacking;
}

/* ---- f"{x:.3f}" is "{:.3f}".format(x) */

/* The template of an f-string and the values in it. */
struct joined {
    struct parser *p;
    struct text text;
    int values; /* on the parser's stack */
    int height;
};

/* The end of the expression that begins at s: a brace, a colon or an exclamation mark outside of
 * all brackets and strings. */
static const char *value_end(const char *s, const char *end) {
    int depth = 0;
    char quote = '\0';
    for (; s < end; ++s) {
        if (quote) {
            quote = *s == quote ? '\0' : quote;
        } else if (*s == '"' || *s == '\'') {
            quote = *s;
        } else if (strchr("([{", *s)) {
            ++depth;
        } else if (depth > 0 && strchr(")]}", *s)) {
            --depth;
        } else if (depth == 0 && (*s == '}' || *s == ':' || (*s == '!' && s[1] != '='))) {
            return s;
        }
    }
    return NULL;
}

/* The expression in a part of the text; NULL: it is none that pycc parses. */
static struct expr *parse_part(struct parser *p, const char *from, const char *to) {
    const char *text = p->source->text;
    from += strspn(from, " ");
    struct diag quiet, *loud = p->diag;
    diag_init(&quiet, p->waste, p->source);
    struct span span = {(uint32_t)(from - text), (uint32_t)(to - text)};
    struct tokens tokens = lex_part(p->waste, p->source, span, &quiet);
    const struct token *after = p->tok;
    uint32_t end = p->end;
    bool panic = p->panic, broken = p->broken;
    p->tok = tokens.item;
    p->diag = &quiet;
    struct expr *e = parse_starts_expr(parse_peek(p)) ? parse_test(p) : NULL;
    bool all = e && parse_peek(p) == TOK_NEWLINE && quiet.errors == 0;
    lex_free(&tokens);
    p->tok = after;
    p->end = end;
    p->diag = loud;
    p->panic = panic;
    p->broken = broken;
    return all ? e : NULL;
}

static void put_bytes(struct text *t, const char *from, const char *to, bool braces) {
    for (; from < to; ++from) {
        t->at[t->n++] = *from;
        if (braces && (*from == '{' || *from == '}')) {
            t->at[t->n++] = *from;
        }
    }
}

/* `{value!r:spec}` from behind its brace; returns where to go on, NULL: pycc does not parse it. */
static const char *put_value(struct joined *j, const char *s, const char *end) {
    const char *stop = value_end(s, end), *last = stop;
    if (!stop) {
        return NULL;
    }
    while (last > s && last[-1] == ' ') {
        --last;
    }
    bool shown = last > s + 1 && last[-1] == '=' && !strchr("=!<>", last[-2]);
    struct expr *e = parse_part(j->p, s, shown ? last - 1 : last);
    if (!e) {
        return NULL;
    }
    parse_push(j->p, e);
    ++j->values;
    j->height = j->p->height > j->height ? j->p->height : j->height;
    if (shown) {
        put_bytes(&j->text, s, stop, true);
    }
    const char *open = "{!r";
    put_bytes(&j->text, open, open + (shown && *stop == '}' ? 3 : 1), false);
    for (s = stop; s < end && *s != '}'; ++s) {
        if (*s == '{') {
            s = put_value(j, s + 1, end);
            if (!s) {
                return NULL;
            }
            --s;
        } else if (*s == '\\') {
            return NULL;
        } else {
            j->text.at[j->text.n++] = *s;
        }
    }
    j->text.at[j->text.n++] = '}';
    return s < end ? s + 1 : NULL;
}

/* The characters of one token, braces doubled, and its values. */
static bool put_joined(struct joined *j, struct literal l) {
    while (l.s < l.end) {
        bool brace = l.joined && (*l.s == '{' || *l.s == '}');
        if (brace && l.s + 1 < l.end && l.s[1] == *l.s) {
            put_bytes(&j->text, l.s, l.s + 2, false);
            l.s += 2;
        } else if (brace) {
            l.s = *l.s == '{' ? put_value(j, l.s + 1, l.end) : NULL;
            if (!l.s) {
                return false;
            }
        } else {
            char character[8];
            struct text t = {character, 0};
            if (put_character(&t, &l)) {
                return false;
            }
            put_bytes(&j->text, t.at, t.at + t.n, true);
        }
    }
    return true;
}

static struct expr *new_format(struct parser *p, const struct joined *j, int mark,
                               struct span span) {
    struct expr *text = parse_new_expr(p, EXPR_STR, span);
    struct expr *fn = parse_new_expr(p, EXPR_ATTR, span);
    struct expr *call = parse_new_expr(p, EXPR_CALL, span);
    text->str.text = j->text.at;
    text->str.n = j->text.n;
    fn->attr.base = text;
    fn->attr.name = intern_str(p->names, "format");
    fn->attr.name_span = span;
    call->call.fn = fn;
    call->call.arg = parse_take(p, mark, &call->call.n);
    parse_grow(p, j->height + 2);
    return call;
}

/* NULL: the braces hold what pycc does not parse. */
static struct expr *parse_joined(struct parser *p, const struct token *from, const struct token *to,
                                 struct span span) {
    struct joined j = {.p = p, .text = {arena_alloc(p->arena, 4 * (span.hi - span.lo) + 1), 0}};
    int mark = p->stack.n;
    bool fine = p->fn != NULL;
    for (const struct token *tok = from; tok < to && fine; ++tok) {
        fine = put_joined(&j, literal_of(p, tok));
    }
    if (!fine) {
        p->stack.n = mark;
        return NULL;
    }
    return new_format(p, &j, mark, span);
}

/* Adjacent literals are one string. */
struct expr *parse_strings(struct parser *p) {
    const struct token *from = p->tok;
    while (parse_peek(p) == TOK_STRING) {
        parse_advance(p);
    }
    const struct token *to = p->tok;
    struct span span = parse_since(p, from->lo);
    struct text t = {arena_alloc(p->arena, span.hi - span.lo + 1), 0};
    const char *lacking = NULL;
    bool joined = false;
    for (const struct token *tok = from; tok < to && !lacking; ++tok) {
        struct literal l = literal_of(p, tok);
        joined = joined || l.joined;
        lacking = l.bytes ? "bytes literal" : joined ? NULL : put_literal(&t, l);
    }
    struct expr *call = joined && !lacking ? parse_joined(p, from, to, span) : NULL;
    if (call) {
        return call;
    }
    if (lacking || joined) {
        parse_mention(p, from);
        return parse_new_unsupported(p, span, lacking ? lacking : "f-string");
    }
    struct expr *e = parse_new_expr(p, EXPR_STR, span);
    e->str.text = t.at;
    e->str.n = t.n;
    return e;
}
