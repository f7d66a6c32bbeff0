/* The lexer: text to tokens, after the chapter "Lexical analysis" of Python's reference.
 *
 * Brackets are matched here, since layout depends on them. When one is never closed, the lexer
 * goes back to the first line behind it that looks like a new statement, so that one forgotten
 * parenthesis does not hide the mistakes behind it. */
#include "lex_private.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- output */

void lex_emit(struct lexer *l, enum token_kind kind, uint32_t lo, uint32_t hi) {
    struct tokens *t = &l->out;
    if (t->n == t->cap) {
        t->cap = t->cap ? 2 * t->cap : (int)(l->size / 4) + 64;
        t->item = realloc(t->item, sizeof(struct token) * (size_t)t->cap);
        if (!t->item) {
            die("out of memory");
        }
    }
    t->item[t->n++] = (struct token){(uint8_t)kind, lo, hi};
    l->line_bad = l->line_bad && kind != TOK_NEWLINE;
    l->line_empty = kind == TOK_NEWLINE || kind == TOK_INDENT || kind == TOK_DEDENT;
}

struct diag_message *lex_error(struct lexer *l, uint32_t lo, uint32_t hi, const char *text) {
    lex_emit(l, TOK_ERROR, lo, hi);
    if (l->line_bad) {
        return NULL;
    }
    l->line_bad = true;
    return diag_error(l->diag, DIAG_PY101, (struct span){lo, hi}, "%s", text);
}

/* ---- brackets */

/* False, and reported, when it is one too many; the rest of the line is skipped. */
static bool open_bracket(struct lexer *l, char c) {
    if (l->brackets.n == MAX_BRACKETS) {
        lex_emit(l, TOK_ERROR, l->at, l->at + 1);
        diag_error(l->diag, DIAG_PY106, (struct span){l->at, l->at + 1},
                   "brackets nested more than %d levels deep", MAX_BRACKETS);
        l->brackets.n = 0;
        lex_skip_line(l);
        return false;
    }
    struct bracket b = {l->at, l->line_column, c == '(' ? ')' : c == '[' ? ']' : '}'};
    vec_push(l->arena, &l->brackets, b);
    return true;
}

static char opening(char close) {
    return close == ')' ? '(' : close == ']' ? '[' : '{';
}

/* False, and reported, when the bracket at l->at closes nothing. A wrong one closes all that stand
 * inside of what it fits. */
static bool close_bracket(struct lexer *l, char c) {
    int n = l->brackets.n;
    if (n > 0 && l->brackets.item[n - 1].close == c) {
        --l->brackets.n;
        return true;
    }
    if (n == 0) {
        lex_error(l, l->at, l->at + 1, arena_printf(l->arena, "unmatched '%c'", c));
        return false;
    }
    struct bracket b = l->brackets.item[n - 1];
    struct diag_message *m = lex_error(
        l, l->at, l->at + 1,
        arena_printf(l->arena, "closing '%c' does not match opening '%c'", c, opening(b.close)));
    if (m) {
        diag_note(l->diag, m, (struct span){b.at, b.at + 1}, "opened here");
    }
    while (n > 0 && l->brackets.item[n - 1].close != c) {
        --n;
    }
    l->brackets.n = n > 0 ? n - 1 : l->brackets.n - 1;
    return false;
}

static uint32_t column_at(const struct lexer *l, uint32_t line_start) {
    uint32_t at = line_start;
    while (at < l->size && (l->text[at] == ' ' || l->text[at] == '\t')) {
        ++at;
    }
    return at - line_start;
}

/* Is a keyword at this place that begins a statement and never stands inside brackets? */
static bool statement_keyword(const struct lexer *l, uint32_t at) {
    uint32_t end = at;
    while (end < l->size && lex_is_name_char(l->text[end])) {
        ++end;
    }
    switch (lex_keyword(l->text + at, end - at)) {
    case TOK_DEF:
    case TOK_CLASS:
    case TOK_RETURN:
    case TOK_IMPORT:
    case TOK_WITH:
    case TOK_TRY:
    case TOK_WHILE:
    case TOK_RAISE:
    case TOK_PASS:
    case TOK_BREAK:
    case TOK_CONTINUE:
    case TOK_DEL:
    case TOK_GLOBAL:
    case TOK_ASSERT:
        return true;
    default:
        return false;
    }
}

/* Reports the outermost open bracket and ends the logical line here. */
static void give_up_brackets(struct lexer *l) {
    struct bracket b = l->brackets.item[0];
    lex_emit(l, TOK_ERROR, b.at, b.at + 1);
    diag_error(l->diag, DIAG_PY101, (struct span){b.at, b.at + 1}, "'%c' was never closed",
               opening(b.close));
    l->brackets.n = 0;
}

/* The first line behind the outermost open bracket that is indented no deeper than the bracket's
 * line and begins with a name; 0 when there is none. */
static uint32_t resume_place(const struct lexer *l) {
    struct bracket b = l->brackets.item[0];
    for (uint32_t at = b.at; at < l->size; ++at) {
        if (l->text[at] != '\n') {
            continue;
        }
        uint32_t column = column_at(l, at + 1);
        uint32_t first = at + 1 + column;
        bool name = first < l->size && (isalpha((unsigned char)l->text[first]) ||
                                        l->text[first] == '_' || l->text[first] == '@');
        if (name && (int)column <= b.column) {
            return at + 1;
        }
    }
    return 0;
}

/* A statement or the end of the file inside brackets: they are given up, and what begins a
 * statement behind the outermost one is read again as such, unless that was done too often. */
static void resume(struct lexer *l) {
    uint32_t from = l->brackets.item[0].at;
    uint32_t place = resume_place(l);
    uint64_t cost = place > 0 && place < l->at ? l->at - place : 0;
    if (cost > 0 && cost <= l->budget) {
        l->budget -= cost;
        l->at = place;
        while (l->out.item[l->out.n - 1].lo > from) {
            --l->out.n;
        }
    }
    give_up_brackets(l);
    lex_emit(l, TOK_NEWLINE, l->at, l->at);
    l->line_start = true;
}

/* ---- layout */

static bool same_indent(struct indent a, struct indent b) {
    return a.column == b.column && a.alt == b.alt;
}

static void open_block(struct lexer *l, struct indent in) {
    if (l->n_indents == MAX_INDENTS) {
        lex_emit(l, TOK_ERROR, l->at, l->at + 1);
        diag_error(l->diag, DIAG_PY106, (struct span){l->at, l->at + 1},
                   "more than %d levels of indentation", MAX_INDENTS);
        l->at = l->size;
        return;
    }
    l->indent[++l->n_indents] = in;
    lex_emit(l, TOK_INDENT, l->at, l->at);
}

static void close_blocks(struct lexer *l, struct indent in) {
    while (l->n_indents > 0 && l->indent[l->n_indents].column > in.column) {
        --l->n_indents;
        lex_emit(l, TOK_DEDENT, l->at, l->at);
    }
    if (l->indent[l->n_indents].column != in.column) {
        lex_error(l, l->at, l->at + 1, "unindent does not match any outer indentation level");
    }
}

/* The indentation of a line that is not empty. */
static struct indent measure(struct lexer *l) {
    struct indent in = {0, 0};
    for (; l->at < l->size; ++l->at) {
        char c = l->text[l->at];
        if (c == ' ') {
            ++in.column;
            ++in.alt;
        } else if (c == '\t') {
            in.column = (in.column / TAB + 1) * TAB;
            ++in.alt;
        } else if (c == '\f') {
            in = (struct indent){0, 0};
        } else {
            break;
        }
    }
    return in;
}

static void lex_line_start(struct lexer *l) {
    struct indent in = measure(l);
    char c = lex_peek(l, 0);
    l->line_start = false;
    if (c == '#' || c == '\n' || c == '\r' || c == '\\' || l->at >= l->size) {
        return;
    }
    l->line_column = in.column;
    struct indent now = l->indent[l->n_indents];
    if (in.column > now.column) {
        open_block(l, in);
    } else if (in.column < now.column) {
        close_blocks(l, in);
    } else if (!same_indent(in, now)) {
        lex_error(l, l->at, l->at + 1, "inconsistent use of tabs and spaces in indentation");
    }
}

static void lex_newline(struct lexer *l) {
    if (l->brackets.n == 0 && !l->line_empty) {
        lex_emit(l, TOK_NEWLINE, l->at, l->at + 1);
    }
    ++l->at;
    if (l->brackets.n > 0) {
        uint32_t column = column_at(l, l->at);
        if ((int)column <= l->brackets.item[0].column && statement_keyword(l, l->at + column)) {
            resume(l);
        }
    }
    l->line_start = l->brackets.n == 0;
}

static void lex_backslash(struct lexer *l) {
    uint32_t n = lex_peek(l, 1) == '\r' && lex_peek(l, 2) == '\n' ? 3 : 2;
    if (lex_peek(l, n - 1) == '\n') {
        l->at += n;
        return;
    }
    lex_error(l, l->at, l->at + 1, "unexpected character after a line continuation");
    lex_skip_line(l);
}

static void lex_comment(struct lexer *l) {
    uint32_t lo = l->at;
    lex_skip_line(l);
    uint32_t hi = l->at;
    if (hi > lo && l->text[hi - 1] == '\r') {
        --hi;
    }
    vec_push(l->arena, &l->out.comments, ((struct span){lo, hi}));
}

/* ---- operators */

static void lex_operator(struct lexer *l) {
    static const struct {
        const char *text;
        uint8_t n;
    } table[] = {
#define TOKEN(id, text) {text, sizeof text - 1},
        OPERATOR_LIST
#undef TOKEN
    };
    char c = l->text[l->at];
    if (strchr("([{", c) && !open_bracket(l, c)) {
        return;
    }
    if (strchr(")]}", c) && !close_bracket(l, c)) {
        ++l->at;
        return;
    }
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        if (table[i].text[0] == c && strncmp(table[i].text, l->text + l->at, table[i].n) == 0) {
            lex_emit(l, (enum token_kind)(TOK_SHL_EQ + i), l->at, l->at + table[i].n);
            l->at += table[i].n;
            return;
        }
    }
    lex_error(l, l->at, l->at + 1,
              isprint((unsigned char)c)
                  ? arena_printf(l->arena, "invalid character '%c'", c)
                  : arena_printf(l->arena, "invalid character U+%04X", (unsigned char)c));
    ++l->at;
}

/* ---- the loop */

static void lex_token(struct lexer *l) {
    char c = l->text[l->at];
    if (c == ' ' || c == '\t' || c == '\f' || (c == '\r' && lex_peek(l, 1) == '\n')) {
        ++l->at;
    } else if (c == '\n' || c == '\r') {
        lex_newline(l);
    } else if (c == '#') {
        lex_comment(l);
    } else if (c == '\\') {
        lex_backslash(l);
    } else if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)lex_peek(l, 1)))) {
        lex_number(l);
    } else if (lex_is_name_char(c)) {
        lex_name(l);
    } else if (c == '"' || c == '\'') {
        lex_string(l, l->at);
    } else {
        lex_operator(l);
    }
}

struct tokens lex(struct arena *a, const struct source *source, struct diag *d) {
    return lex_part(a, source, (struct span){0, source->size}, d);
}

struct tokens lex_part(struct arena *a, const struct source *source, struct span part,
                       struct diag *d) {
    struct lexer l = {.arena = a, .source = source, .diag = d, .text = source->text};
    l.at = part.lo;
    l.size = part.hi;
    l.line_start = l.line_empty = true;
    l.budget = 4 * (uint64_t)l.size + 65536;
    while (l.at < l.size || l.brackets.n > 0) {
        if (l.at >= l.size) {
            resume(&l);
        } else if (l.line_start) {
            lex_line_start(&l);
        } else {
            lex_token(&l);
        }
    }
    if (!l.line_empty) {
        lex_emit(&l, TOK_NEWLINE, l.size, l.size);
    }
    for (; l.n_indents > 0; --l.n_indents) {
        lex_emit(&l, TOK_DEDENT, l.size, l.size);
    }
    lex_emit(&l, TOK_EOF, l.size, l.size);
    return l.out;
}

void lex_free(struct tokens *t) {
    free(t->item);
    t->item = NULL;
}

const char *token_name(enum token_kind kind) {
    static const char *const name[TOK_COUNT] = {[TOK_EOF] = "the end of the file",
                                                [TOK_NEWLINE] = "the end of the line",
                                                [TOK_INDENT] = "an indentation",
                                                [TOK_DEDENT] = "the end of the block",
                                                [TOK_ERROR] = "an error",
                                                [TOK_NAME] = "a name",
                                                [TOK_INT] = "a number",
                                                [TOK_FLOAT] = "a number",
                                                [TOK_IMAG] = "a number",
                                                [TOK_STRING] = "a string",
#define TOKEN(id, text) [TOK_##id] = "'" text "'",
                                                KEYWORD_LIST OPERATOR_LIST
#undef TOKEN
    };
    return name[kind];
}
