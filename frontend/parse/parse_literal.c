/* Literals: numbers and strings, from their text in the source. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

/* ---- numbers */

enum { SHORT_NUMBER = 64 };

/* The text of a number in lower case without underscores; in `shorter` if it fits there. */
static char *number_text(struct parser *p, const struct node *t, char *shorter) {
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

static struct expr *parse_integer(struct parser *p, struct span span, const char *text) {
    struct expr *e = parse_new_expr(p, EXPR_INT, span);
    int base = number_base(text);
    errno = 0;
    unsigned long long value = strtoull(base == 10 ? text : text + 2, NULL, base);
    e->integer.value = (int64_t)value;
    e->integer.too_big = errno == ERANGE || value > INT64_MAX;
    return e;
}

struct expr *parse_number(struct parser *p, const struct node *n) {
    char shorter[SHORT_NUMBER];
    const char *text = number_text(p, n, shorter);
    size_t length = strlen(text); /* 0: in a line that was replaced */
    bool hex = number_base(text) != 10, imag = !hex && length > 0 && text[length - 1] == 'j';
    if (hex || (!imag && !strpbrk(text, ".e"))) {
        return parse_integer(p, parse_span(n), text);
    }
    struct expr *e = parse_new_expr(p, imag ? EXPR_IMAG : EXPR_FLOAT, parse_span(n));
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

/* Where the characters of a string are, and what its prefix says. */
struct literal {
    struct parser *p;
    const char *s, *end;
    bool raw, bytes, joined;
};

static struct literal literal_of(struct parser *p, const struct node *n) {
    struct literal l = {.p = p, .s = p->source->text + n->lo, .end = p->source->text + n->hi};
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

/* What is wrong with the literal between two places. */
static void refuse(const struct literal *l, const char *lo, const char *hi, const char *what) {
    const char *text = l->p->source->text;
    parse_error(l->p, (struct span){(uint32_t)(lo - text), (uint32_t)(hi - text)}, "%s", what);
}

/* \x41, \u0041, \U00000041: l->s stands at the letter, and then behind all. */
static void put_numbered(struct text *t, struct literal *l) {
    const char *from = l->s - 1, c = *l->s++;
    int digits = c == 'x' ? 2 : c == 'u' ? 4 : 8;
    const char *start = l->s;
    uint32_t value = read_digits(&l->s, l->end, digits, 16);
    if (l->s - start < digits || value > 0x10FFFF) {
        refuse(l, from, l->s,
               arena_printf(l->p->keep,
                            value > 0x10FFFF ? "no character of Unicode has this number"
                                             : "an escape '\\%c' has %d hexadecimal digits",
                            c, digits));
        value = 0;
    }
    put_code_point(t, value);
}

/* \N{EM DASH}, which is not compiled. */
static const char *skip_named(struct literal *l) {
    const char *close =
        l->s + 1 < l->end && l->s[1] == '{' ? memchr(l->s, '}', (size_t)(l->end - l->s)) : NULL;
    if (!close || close == l->s + 2) {
        refuse(l, l->s - 1, l->s + 1, "an escape '\\N' has the name of a character in braces");
    }
    l->s = close ? close + 1 : l->s + 1;
    return "escape '\\N' in a string";
}

/* One escape sequence; l->s stands behind the backslash. An escape is never shorter than what it
 * stands for. Unknown ones stand for themselves, as in Python. */
static const char *put_escape(struct text *t, struct literal *l) {
    static const char from[] = "\\'\"abfnrtv";
    static const char to[] = "\\'\"\a\b\f\n\r\t\v";
    char c = *l->s;
    const char *simple = c != '\0' ? strchr(from, c) : NULL;
    if (c >= '0' && c <= '7') {
        put_code_point(t, read_digits(&l->s, l->end, 3, 8));
    } else if (c == 'x' || (!l->bytes && (c == 'u' || c == 'U'))) {
        put_numbered(t, l);
    } else if (c == 'N' && !l->bytes) {
        return skip_named(l);
    } else if (c == '\n') {
        ++l->s;
    } else if (simple) {
        t->at[t->n++] = to[simple - from];
        ++l->s;
    } else {
        t->at[t->n++] = '\\';
    }
    return NULL;
}

/* One character or escape of the literal. Returns what is not supported about it, or NULL. */
static const char *put_character(struct text *t, struct literal *l) {
    if (l->bytes && (unsigned char)*l->s >= 0x80) {
        refuse(l, l->s, l->s + 1, "bytes can only contain ASCII literal characters");
    }
    if (*l->s != '\\' || l->raw || l->s + 1 >= l->end) {
        t->at[t->n++] = *l->s++;
        return NULL;
    }
    ++l->s;
    return put_escape(t, l);
}

/* Appends the value of one string. Returns what is not supported about it, or NULL. */
static const char *put_literal(struct text *t, struct literal l) {
    const char *lacking = NULL;
    while (l.s < l.end) {
        const char *one = put_character(t, &l);
        lacking = lacking ? lacking : one;
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
    int formats; /* open, of values in formats */
};

static void put_bytes(struct text *t, const char *from, const char *to, bool braces) {
    for (; from < to; ++from) {
        t->at[t->n++] = *from;
        if (braces && (*from == '{' || *from == '}')) {
            t->at[t->n++] = *from;
        }
    }
}

static bool put_value(struct joined *j, const struct node *n);

/* Behind the colon of a value; false: it holds what pycc has not. */
static bool put_format(struct joined *j, const struct node *n) {
    const char *text = j->p->source->text, *at = text + n->lo;
    for
        each_node(c, n) {
            if (c->kind == NODE_FORMAT_EXPRESSION) {
                put_bytes(&j->text, at, text + c->lo, false);
                at = text + c->hi;
                if (++j->formats > (j->p->source->python < 12 ? 1 : 2)) {
                    parse_error(j->p, parse_span(c), "values of f-strings nested too deeply");
                }
                if (memchr(text + n->lo, '\\', c->lo - n->lo) || !put_value(j, c)) {
                    return false;
                }
                --j->formats;
            }
        }
    put_bytes(&j->text, at, text + n->hi, false);
    return !memchr(text + n->lo, '\\', n->hi - n->lo);
}

/* `{value!r:spec}`. False: pycc does not compile it. */
static bool put_value(struct joined *j, const struct node *n) {
    const char *text = j->p->source->text, *open = "{!r";
    const struct node *value = node_named(n, 0), *as = node_child(n, NODE_TYPE_CONVERSION);
    const struct node *format = node_child(n, NODE_FORMAT_SPECIFIER),
                      *equal = node_token(text, n, "=");
    if (value->kind == NODE_LAMBDA) {
        parse_error(j->p, parse_span(value), "a lambda needs parentheses here");
    }
    if (as && !strchr("sra", text[as->hi - 1])) {
        parse_error(j->p, parse_span(as), "expected !s, !r or !a");
    }
    struct expr *e = parse_expr(j->p, value, ALLOW_YIELD);
    if (e->kind == EXPR_TUPLE && value->kind != NODE_TUPLE) {
        return false;
    }
    if (!format && !equal && (!as || text[as->hi - 1] == 's')) {
        parse_caught_text(j->p, e);
    }
    parse_tell_keyed(j->p, e);
    parse_push(j->p, e);
    ++j->values;
    j->height = j->p->height > j->height ? j->p->height : j->height;
    if (equal) {
        const struct node *behind = equal + 1;
        put_bytes(&j->text, text + n->lo + 1, text + behind->lo, true);
    }
    put_bytes(&j->text, open, open + (equal && !as && !format ? 3 : 1), false);
    if (as) {
        put_bytes(&j->text, text + as->lo, text + as->hi, false);
    }
    bool fine = !format || put_format(j, format);
    j->text.at[j->text.n++] = '}';
    return fine;
}

/* What Python before 3.12 does not read at s, which stands in the braces of the f-string l, or
 * NULL. It reads an f-string as any other string, and its values afterwards. */
static const char *newer_at(struct literal l, const char *s, bool in_format) {
    bool triple = l.end[1] == l.end[0] && l.end[2] == l.end[0];
    if (*s == *l.end && (!triple || (s[1] == *s && s[2] == *s))) {
        return "quotes as around it";
    }
    return *s == '\\' && !in_format ? "a backslash" : *s == '\n' && !triple ? "a line end" : NULL;
}

/* Reports what the interpreter that modules are made for does not read in the braces of l. */
static void check_newer(struct parser *p, struct literal l, const struct node *n) {
    const char *text = p->source->text;
    const struct node *format = node_child(n, NODE_FORMAT_SPECIFIER);
    uint32_t spec = format ? format->lo : n->hi, at = n->lo;
    const char *what = NULL;
    for (; at < n->hi && !(what = newer_at(l, text + at, at >= spec)); ++at) {
    }
    struct lex_fault ignored;
    struct word w = lex_next(text, n->lo + 1, spec, &ignored);
    for (; !what && w.kind != WORD_END; w = lex_next(text, w.hi, spec, &ignored)) {
        what = w.kind == WORD_COMMENT ? "a comment" : NULL;
        at = w.lo;
    }
    if (what && p->source->python < 12) {
        parse_error(p, (struct span){at, at + 1},
                    "%s in the braces of an f-string: Python 3.%d, which this compiler is for, "
                    "does not read it",
                    what, p->source->python);
    }
}

/* The characters of one string, braces doubled, and its values. */
static bool put_joined(struct joined *j, struct literal l, const struct node *n) {
    const char *text = j->p->source->text;
    const struct node *value = node_child(n, NODE_INTERPOLATION), *end = n + n->size;
    bool fine = true;
    while (l.s < l.end) {
        for (; value && value < end &&
               (value->kind != NODE_INTERPOLATION || text + value->hi <= l.s);) {
            value += value->size;
        }
        if (value && value < end && text + value->lo == l.s) {
            check_newer(j->p, l, value);
            fine = put_value(j, value) && fine;
            l.s = text + value->hi;
        } else if (l.joined && (*l.s == '{' || *l.s == '}')) {
            put_bytes(&j->text, l.s, l.s + 2, false);
            l.s += 2;
        } else {
            char character[8];
            struct text t = {character, 0};
            fine = !put_character(&t, &l) && fine;
            put_bytes(&j->text, t.at, t.at + t.n, true);
        }
    }
    return fine;
}

static struct expr *new_format(struct parser *p, const struct joined *j, int mark,
                               const struct node *at) {
    struct expr *text = parse_new_expr(p, EXPR_STR, parse_span(at));
    text->str.text = j->text.at;
    text->str.n = j->text.n;
    struct expr *call = parse_new_method(p, text, "format", 0, parse_span(at));
    call->call.arg = parse_take(p, mark, &call->call.n);
    parse_grow(p, j->height + 2, at);
    return call;
}

static const struct node *next_string(const struct node *n, const struct node *one) {
    const struct node *next = one + one->size;
    return n->kind == NODE_STRINGS && next < n + n->size ? next : NULL;
}

/* NULL: the braces hold what pycc does not compile. */
static struct expr *parse_joined(struct parser *p, const struct node *n) {
    struct joined j = {.p = p, .text = {arena_alloc(p->arena, 4 * (n->hi - n->lo) + 1), 0}};
    int mark = p->stack.n;
    bool fine = true;
    struct ignored before = {p->arena, p->fn};
    bool wanted = p->fn != NULL;
    if (!wanted) {
        before = parse_ignore(p);
    }
    for (const struct node *s = n->kind == NODE_STRINGS ? n + 1 : n; s; s = next_string(n, s)) {
        fine = put_joined(&j, literal_of(p, s), s) && fine;
    }
    if (!wanted) {
        parse_heed(p, before);
    }
    if (!fine || !p->fn) {
        p->stack.n = mark;
        return NULL;
    }
    return new_format(p, &j, mark, n);
}

/* bytes("...", "latin-1") */
static struct expr *bytes_of(struct parser *p, struct expr *text) {
    struct expr *call = parse_new_expr(p, EXPR_CALL, text->span);
    call->call.fn = parse_new_expr(p, EXPR_NAME, text->span);
    call->call.fn->name.name = intern_str(p->names, ".builtins__bytes");
    call->call.n = 2;
    call->call.arg = ARENA_ARRAY(p->arena, struct expr *, 2);
    call->call.arg[0] = text;
    call->call.arg[1] = parse_new_expr(p, EXPR_STR, text->span);
    call->call.arg[1]->str.text = "latin-1";
    call->call.arg[1]->str.n = 7;
    return call;
}

/* Adjacent literals are one string. */
struct expr *parse_strings(struct parser *p, const struct node *n) {
    struct text t = {arena_alloc(p->arena, n->hi - n->lo + 1), 0};
    const char *lacking = NULL;
    bool joined = false, bytes = false, text = false;
    for (const struct node *s = n->kind == NODE_STRINGS ? n + 1 : n; s; s = next_string(n, s)) {
        struct literal l = literal_of(p, s);
        joined = joined || l.joined;
        bytes = bytes || l.bytes;
        text = text || !l.bytes;
        const char *one = joined ? NULL : put_literal(&t, l);
        lacking = lacking ? lacking : one;
    }
    if (bytes && text) {
        parse_error(p, parse_span(n), "bytes and text cannot be joined");
    }
    struct expr *call = joined ? parse_joined(p, n) : NULL;
    if (call && !lacking) {
        return call;
    }
    if (lacking || joined) {
        parse_mention(p, parse_span(n));
        return parse_new_unsupported(p, parse_span(n), lacking ? lacking : "f-string");
    }
    struct expr *e = parse_new_expr(p, EXPR_STR, parse_span(n));
    e->str.text = t.at;
    e->str.n = t.n;
    return bytes ? bytes_of(p, e) : e;
}
