/* Logical lines by CPython's rules, in one walk over the words of lex.h: see layout.h.
 *
 * When a bracket is never closed, reading goes on at the first line behind it that looks like a new
 * statement, so that one forgotten parenthesis does not hide the mistakes behind it. */
#include "layout.h"

#include <ctype.h>

enum { TAB = 8 };

struct bracket {
    uint32_t at;
    int column; /* indentation of its line */
    int lambdas;
    char close;
};

/* Columns with tabs of eight and of one. */
struct indent {
    int column;
    int alt;
};

struct level {
    struct indent in;
    int depth;
    enum head owner;  /* whose block it is */
    enum head before; /* the statement that a clause may go on with */
    int before_line;
};

/* Where annotations may stand in the line read. */
enum place { PLACE_NONE, PLACE_TARGET, PLACE_NAME, PLACE_HEAD, PLACE_PARAMS, PLACE_RESULT };

struct reader {
    struct arena *arena;
    const struct source *source;
    struct diag *diag;
    struct text_layout *out;
    uint32_t at;
    struct level level[LAYOUT_MAX_INDENTS + 2];
    int top;
    VEC(struct bracket) brackets;
    uint64_t budget; /* bytes that may still be read again after an unclosed bracket */
    struct line line;
    int column;  /* indentation of the line */
    int words;   /* of the statement, so far */
    int lambdas; /* open ones outside brackets */
    enum place place;
    bool is_ann, star; /* in an annotation; the parameter has a star */
    int ann_words;
    struct layout_ann ann;
    uint32_t type_params; /* behind their bracket, or 0 */
};

/* ---- heads */

static enum head head_of(const char *text, const struct lex_token *t) {
    for (enum head h = HEAD_IF; h <= HEAD_DECORATOR; ++h) {
        if (h != HEAD_MATCH && h != HEAD_CASE && lex_is(text, t, layout_word(h))) {
            return h;
        }
    }
    return HEAD_NONE;
}

/* May the clause go on with the statement? An else of a try is kept as HEAD_FINALLY's only
 * forerunner: HEAD_WITH. */
static bool goes_on(enum head before, enum head clause) {
    switch (clause) {
    case HEAD_ELIF:
        return before == HEAD_IF;
    case HEAD_ELSE:
        return before == HEAD_IF || before == HEAD_FOR || before == HEAD_EXCEPT;
    case HEAD_EXCEPT:
        return before == HEAD_TRY || before == HEAD_EXCEPT;
    default:
        return before == HEAD_TRY || before == HEAD_EXCEPT || before == HEAD_WITH;
    }
}

static enum head state_after(enum head before, enum head h) {
    switch (h) {
    case HEAD_IF:
    case HEAD_TRY:
    case HEAD_EXCEPT:
    case HEAD_FOR:
        return h;
    case HEAD_ELIF:
        return HEAD_IF;
    case HEAD_WHILE:
        return HEAD_FOR;
    case HEAD_ELSE:
        return before == HEAD_EXCEPT ? HEAD_WITH : HEAD_NONE;
    default:
        return HEAD_NONE;
    }
}

/* ---- faults */

static struct diag_message *report(struct reader *r, bool *bad, struct span at, const char *text) {
    if (*bad) {
        return NULL;
    }
    *bad = r->out->faulty = true;
    return diag_error(r->diag, DIAG_PY101, at, "%s", text);
}

static struct diag_message *fault(struct reader *r, uint32_t lo, uint32_t hi, const char *text) {
    return report(r, &r->line.bad, (struct span){lo, hi}, text);
}

static void too_deep(struct reader *r, uint32_t at, const char *fmt, int limit) {
    r->line.bad = r->out->faulty = true;
    diag_error(r->diag, DIAG_PY106, (struct span){at, at + 1}, fmt, limit);
}

static void bad_token(struct reader *r, const struct lex_token *t) {
    const char *text = t->fault, *at = r->out->text + t->lo;
    int n = (int)(t->hi - t->lo);
    if (!text) {
        unsigned c = (unsigned char)*at;
        uint32_t wide =
            n == 1   ? c
            : n == 2 ? (c & 0x1F) << 6 | (at[1] & 0x3F)
            : n == 3 ? (c & 0xF) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F)
                     : (c & 7) << 18 | (at[1] & 0x3F) << 12 | (at[2] & 0x3F) << 6 | (at[3] & 0x3F);
        text = n > 1 ? arena_printf(r->arena, "invalid character '%.*s' (U+%04X)", n, at,
                                    (unsigned)wide)
               : isprint((int)c) ? arena_printf(r->arena, "invalid character '%c'", (int)c)
                                 : arena_printf(r->arena, "invalid character U+%04X", c);
    }
    struct diag_message *m = fault(r, t->lo, t->fault_hi, text);
    if (m && t->fix) {
        diag_fix(r->diag, m, "%s", t->fix);
    } else if (m && t->octal) {
        uint32_t zeros = (uint32_t)strspn(at, "0_");
        diag_fix(r->diag, m, "write 0o%.*s for an octal number", (int)(t->fault_hi - t->lo - zeros),
                 at + zeros);
    }
}

/* ---- brackets */

static char opening(char close) {
    return close == ')' ? '(' : close == ']' ? '[' : '{';
}

/* Leaves out the rest of the line. */
static void skip_line(struct reader *r) {
    while (r->at < r->out->part.hi && r->out->text[r->at] != '\n') {
        ++r->at;
    }
}

static void open_bracket(struct reader *r, const struct lex_token *t, char c) {
    if (r->brackets.n == LAYOUT_MAX_BRACKETS) {
        too_deep(r, t->lo, "brackets nested more than %d levels deep", LAYOUT_MAX_BRACKETS);
        r->brackets.n = 0;
        skip_line(r);
        return;
    }
    struct bracket b = {t->lo, r->column, 0, c == '(' ? ')' : c == '[' ? ']' : '}'};
    vec_push(r->arena, &r->brackets, b);
}

/* A wrong one closes all that stand inside of what it fits. */
static void close_bracket(struct reader *r, const struct lex_token *t, char c) {
    int n = r->brackets.n;
    if (n > 0 && r->brackets.item[n - 1].close == c) {
        --r->brackets.n;
        return;
    }
    if (n == 0) {
        fault(r, t->lo, t->hi, arena_printf(r->arena, "unmatched '%c'", c));
        return;
    }
    struct bracket b = r->brackets.item[n - 1];
    struct diag_message *m = fault(
        r, t->lo, t->hi,
        arena_printf(r->arena, "closing '%c' does not match opening '%c'", c, opening(b.close)));
    if (m) {
        diag_note(r->diag, m, (struct span){b.at, b.at + 1}, "opened here");
    }
    while (n > 0 && r->brackets.item[n - 1].close != c) {
        --n;
    }
    r->brackets.n = n > 0 ? n - 1 : r->brackets.n - 1;
}

static uint32_t column_at(const struct reader *r, uint32_t start) {
    uint32_t at = start;
    while (at < r->out->part.hi && (r->out->text[at] == ' ' || r->out->text[at] == '\t')) {
        ++at;
    }
    return at - start;
}

/* Is a keyword at this place that begins a statement and never stands inside brackets? */
static bool begins_statement(const struct reader *r, uint32_t at) {
    static const char *const word[] = {"def",   "class",  "return", "import", "with",
                                       "try",   "while",  "raise",  "pass",   "continue",
                                       "break", "global", "assert", "del"};
    struct lex_token t = {.lo = at, .hi = at};
    while (t.hi < r->out->part.hi && lex_is_name_char(r->out->text[t.hi])) {
        ++t.hi;
    }
    for (size_t i = 0; i < sizeof word / sizeof word[0]; ++i) {
        if (lex_is(r->out->text, &t, word[i])) {
            return true;
        }
    }
    return false;
}

/* The first line behind the outermost open bracket that is indented no deeper than the bracket's
 * line and begins with a name; 0 when there is none. */
static uint32_t resume_place(const struct reader *r) {
    struct bracket b = r->brackets.item[0];
    const char *text = r->out->text;
    for (uint32_t at = b.at; at < r->out->part.hi; ++at) {
        if (text[at] != '\n') {
            continue;
        }
        uint32_t column = column_at(r, at + 1), first = at + 1 + column;
        bool name = first < r->out->part.hi && (isalpha((unsigned char)text[first]) ||
                                                text[first] == '_' || text[first] == '@');
        if (name && (int)column <= b.column) {
            return at + 1;
        }
    }
    return 0;
}

/* A statement or the end of the text inside brackets: they are given up, and what begins a
 * statement behind the outermost one is read again as such, unless that was done too often. */
static void resume(struct reader *r) {
    struct bracket b = r->brackets.item[0];
    uint32_t place = resume_place(r);
    uint64_t cost = place > 0 && place < r->at ? r->at - place : 0;
    if (cost > 0 && cost <= r->budget) {
        r->budget -= cost;
        memset(layout_mask(r->out, place), ' ', cost);
        r->at = place;
        while (r->out->comments.n > 0 &&
               r->out->comments.item[r->out->comments.n - 1].lo >= place) {
            --r->out->comments.n;
        }
    }
    bool first = false; /* reported even where the line has had one */
    report(r, &first, (struct span){b.at, b.at + 1},
           arena_printf(r->arena, "'%c' was never closed", opening(b.close)));
    r->line.bad = true;
    r->line.hi = r->line.hi > r->at ? r->at : r->line.hi;
    r->brackets.n = 0;
}

/* ---- annotations */

static void begin_ann(struct reader *r, enum place place) {
    r->is_ann = true;
    r->place = place;
    r->ann_words = 0;
    r->ann = (struct layout_ann){.star = r->star};
}

static void end_ann(struct reader *r) {
    struct span s = r->ann.span;
    if (r->is_ann && r->ann_words > 0) {
        memset(layout_mask(r->out, s.lo), 'a', s.hi - s.lo);
        vec_push(r->arena, &r->out->anns, r->ann);
    }
    r->is_ann = false;
}

static void ann_word(struct reader *r, const struct lex_token *t) {
    const char *s = r->out->text + t->lo;
    bool name =
        t->kind == LEX_NAME && (isupper((unsigned char)*s) || !lex_is_keyword(s, t->hi - t->lo));
    r->ann.simple =
        ++r->ann_words == 1 && (name || (t->kind == LEX_STRING && (*s == '\'' || *s == '"')));
    r->ann.span.lo = r->ann_words == 1 ? t->lo : r->ann.span.lo;
    r->ann.span.hi = t->hi;
}

/* A colon outside all brackets. */
static void colon_outside(struct reader *r) {
    if (r->lambdas > 0) {
        --r->lambdas;
    } else if (r->line.head != HEAD_NONE && !r->line.colon && !r->line.inline_) {
        end_ann(r);
        r->line.colon = true;
        r->place = PLACE_TARGET;
        r->words = 0;
    } else if (r->place == PLACE_TARGET && !r->is_ann) {
        begin_ann(r, PLACE_NAME);
    }
}

static bool in_params(const struct reader *r) {
    return r->brackets.n == 1 && r->place == PLACE_PARAMS;
}

/* Punctuation that begins or ends annotations; before the bracket it closes is gone. */
static void mark_places(struct reader *r, const struct lex_token *t) {
    const char *text = r->out->text;
    int n = r->brackets.n;
    char c = text[t->lo];
    int *lambdas = n > 0 ? &r->brackets.item[n - 1].lambdas : &r->lambdas;
    if (lex_is(text, t, "lambda")) {
        ++*lambdas;
    } else if (lex_is(text, t, ":") && n == 0) {
        colon_outside(r);
    } else if (lex_is(text, t, ":") && *lambdas > 0) {
        --*lambdas;
    } else if (lex_is(text, t, ":") && in_params(r) && !r->is_ann) {
        begin_ann(r, PLACE_PARAMS);
    } else if (lex_is(text, t, "=") || lex_is(text, t, ",")) {
        bool ends = in_params(r) || (n == 0 && r->place == PLACE_NAME && c == '=');
        if (r->is_ann && ends) {
            end_ann(r);
        }
        r->place = n == 0 && r->place <= PLACE_NAME && lex_is(text, t, "=") ? PLACE_NONE : r->place;
        r->star = r->star && lex_is(text, t, "=");
    } else if (lex_is(text, t, ")") && in_params(r)) {
        end_ann(r);
        r->place = PLACE_HEAD;
    } else if (lex_is(text, t, ";") && n == 0) {
        end_ann(r);
        r->place = r->line.head == HEAD_NONE || r->line.inline_ ? PLACE_TARGET : r->place;
        r->words = 0;
    } else if (lex_is(text, t, "->") && n == 0 && r->place == PLACE_HEAD &&
               r->line.head == HEAD_DEF) {
        begin_ann(r, PLACE_RESULT);
    }
}

/* def name[T](...): the brackets that a head opens. */
static void mark_heads_brackets(struct reader *r, const struct lex_token *t) {
    bool def = r->line.head == HEAD_DEF, class = r->line.head == HEAD_CLASS;
    char c = r->out->text[t->lo];
    if (r->brackets.n != 0 || r->place != PLACE_HEAD || t->kind != LEX_OP || r->line.colon) {
        return;
    }
    if (def && c == '(') {
        r->place = PLACE_PARAMS;
        r->star = false;
    } else if ((def || class) && c == '[' && r->type_params == 0) {
        if (PYCC_PYTHON_MINOR < 12) {
            fault(r, t->lo, t->hi, "type parameters are for Python 3.12 and later");
        }
        r->type_params = t->hi;
    }
}

static void close_type_params(struct reader *r, const struct lex_token *t) {
    uint32_t lo = r->type_params, hi = t->lo;
    if (lo == 0 || r->brackets.n != 0 || r->out->text[t->lo] != ']' || r->place != PLACE_HEAD) {
        return;
    }
    while (hi > lo && *layout_mask(r->out, hi - 1) == ' ') {
        --hi;
    }
    while (lo < hi && *layout_mask(r->out, lo) == ' ') {
        ++lo;
    }
    memset(layout_mask(r->out, lo), 'a', hi - lo);
    r->type_params = UINT32_MAX;
}

/* ---- words of a line */

static bool is_alias(const struct reader *r, const struct lex_token *t) {
    const char *text = r->out->text;
    struct lex_token name = lex_next_word(text, t->hi, r->out->part.hi);
    struct lex_token then = lex_next_word(text, name.hi, r->out->part.hi);
    return PYCC_PYTHON_MINOR >= 12 && name.kind == LEX_NAME &&
           !lex_is_keyword(text + name.lo, name.hi - name.lo) &&
           (lex_is(text, &then, "=") || lex_is(text, &then, "["));
}

static void put_word(struct reader *r, const struct lex_token *t) {
    const char *text = r->out->text;
    char c = text[t->lo];
    if (r->line.colon) {
        r->line.colon = false;
        r->line.inline_ = true;
    }
    layout_copy_word(text, t, layout_mask(r->out, t->lo));
    if (r->words == 0 && lex_is(text, t, "type") && is_alias(r, t)) {
        *layout_mask(r->out, t->lo) = 't';
    }
    if (r->words == 1 && r->line.head == HEAD_EXCEPT && c == '*' &&
        t->hi == t->lo + 1) { /* one word to the grammar */
        *layout_mask(r->out, t->lo) = ' ';
        *layout_mask(r->out, r->line.hi) = '*';
    }
    r->line.hi = t->hi;
    ++r->words;
    bool in_ann = r->is_ann;
    mark_places(r, t);
    if (r->is_ann && in_ann) {
        ann_word(r, t);
    }
    r->star = r->star || (in_params(r) && t->kind == LEX_OP && c == '*');
    mark_heads_brackets(r, t);
    if (t->kind == LEX_OP && strchr("([{", c)) {
        open_bracket(r, t, c);
    } else if (t->kind == LEX_OP && strchr(")]}", c)) {
        close_bracket(r, t, c);
        close_type_params(r, t);
    }
}

/* ---- blocks */

static void unindented(struct reader *r, const struct lex_token *t, struct indent in) {
    struct level *top = &r->level[r->top];
    if (top->in.column != in.column) {
        fault(r, t->lo, t->lo + 1, "unindent does not match any outer indentation level");
        if (r->top < LAYOUT_MAX_INDENTS) {
            r->level[r->top + 1] =
                (struct level){.in = in, .depth = top->depth, .owner = top->owner};
            ++r->top;
        }
    } else if (top->in.alt != in.alt) {
        fault(r, t->lo, t->lo + 1, "inconsistent use of tabs and spaces in indentation");
    }
}

static void lone_try(struct reader *r, struct level *level) {
    if (level->before != HEAD_TRY) {
        return;
    }
    struct line *try = &r->out->lines.item[level->before_line];
    if (!try->unparsed) {
        report(r, &try->bad, (struct span){try->lo, try->lo + 3},
               "'try' without 'except' or 'finally'");
        try->unparsed = true;
    }
}

/* A soft keyword after all. The grammar may take `match [x]:` for a subscript with an annotation:
 * the subject becomes a set. */
static void mark_match(struct reader *r, const struct line *line) {
    char *mask = layout_mask(r->out, line->lo), *end = layout_mask(r->out, line->hi - 1);
    char *open = mask + strlen("match");
    *mask = 'm';
    while (*open == ' ') {
        ++open;
    }
    int depth = 0;
    for (char *c = open; *open == '[' && c < end; ++c) {
        depth += *c == '[' ? 1 : *c == ']' ? -1 : 0;
        if (*c == ']' && depth == 0) {
            *open = '{';
            *c = '}';
        }
    }
}

/* The line before this one, when a block of it may begin here; NULL: none may. */
static struct line *owner_of_block(struct reader *r, const struct lex_token *t) {
    struct line *last = r->out->lines.n > 0 ? &r->out->lines.item[r->out->lines.n - 1] : NULL;
    if (!last) {
        return NULL;
    }
    struct lex_token first = lex_next_word(r->out->text, last->lo, last->hi);
    if (last->head == HEAD_NONE && lex_is(r->out->text, &first, "match") &&
        r->out->text[last->hi - 1] == ':' && lex_is(r->out->text, t, "case")) {
        last->head = HEAD_MATCH;
        last->colon = true;
        mark_match(r, last);
    }
    bool open = last->head != HEAD_NONE && last->head != HEAD_DECORATOR && !last->inline_;
    return open ? last : NULL;
}

static void missing_block(struct reader *r, struct line *owner, struct span at) {
    if (owner && owner->colon && !owner->bad) {
        struct source_pos pos = source_pos(r->source, owner->lo);
        bool first = false;
        report(r, &first, at,
               arena_printf(r->arena, "expected an indented block after '%s' on line %d",
                            layout_word((enum head)owner->head), pos.line));
        owner->bad = true;
    }
    if (owner && owner->colon) {
        owner->unparsed = true;
    }
}

static void indented(struct reader *r, const struct lex_token *t, struct indent in,
                     const struct line *owner) {
    struct level *top = &r->level[r->top];
    if (r->top == LAYOUT_MAX_INDENTS) {
        too_deep(r, t->lo, "more than %d levels of indentation", LAYOUT_MAX_INDENTS);
        r->at = r->out->part.hi;
        return;
    }
    if (!owner) {
        fault(r, t->lo, t->hi, "unexpected indentation");
    } else if (in.alt <= top->in.alt) {
        fault(r, t->lo, t->lo + 1, "inconsistent use of tabs and spaces in indentation");
    }
    r->level[++r->top] = (struct level){.in = in,
                                        .depth = top->depth + (owner != NULL),
                                        .owner = owner ? (enum head)owner->head : top->owner};
}

static void close_levels(struct reader *r, int column) {
    while (r->top > 0 && r->level[r->top].in.column > column) {
        lone_try(r, &r->level[r->top]);
        --r->top;
    }
}

/* Decorators stand before def, class or others. */
static void check_decorated(struct reader *r, const struct lex_token *t) {
    struct line *last = r->out->lines.n > 0 ? &r->out->lines.item[r->out->lines.n - 1] : NULL;
    bool fits =
        r->line.head == HEAD_DEF || r->line.head == HEAD_CLASS || r->line.head == HEAD_DECORATOR;
    if (last && last->head == HEAD_DECORATOR && (!fits || r->line.depth != last->depth) &&
        !last->bad) {
        bool end = t->kind == LEX_END;
        uint32_t at = end ? last->hi : t->lo;
        report(r, &last->bad, (struct span){at, end ? at : t->hi},
               end ? "expected 'def' or 'class' behind a decorator"
                   : arena_printf(r->arena,
                                  "expected 'def' or 'class' behind a decorator before '%.*s'",
                                  (int)(t->hi - t->lo), r->out->text + t->lo));
    }
}

/* What the line begins, and whether it may. */
static void begin_statement(struct reader *r, const struct lex_token *t) {
    const char *text = r->out->text;
    struct level *top = &r->level[r->top];
    struct lex_token word = *t;
    if (lex_is(text, t, "async")) {
        word = lex_next_word(text, t->hi, r->out->part.hi);
    }
    enum head h = head_of(text, &word);
    bool async = word.lo != t->lo;
    h = async && h != HEAD_DEF && h != HEAD_FOR && h != HEAD_WITH ? HEAD_NONE : h;
    h = top->owner == HEAD_MATCH && lex_is(text, t, "case") ? HEAD_CASE : h;
    r->line.head = (uint8_t)h;
    if (layout_is_clause(h) && !goes_on(top->before, h)) {
        fault(r, t->lo, t->hi,
              arena_printf(r->arena, "'%s' without what it belongs to", layout_word(h)));
        r->line.unparsed = true;
    } else if (top->before == HEAD_TRY && !layout_is_clause(h)) {
        lone_try(r, top);
    }
    top->before = state_after(layout_is_clause(h) ? top->before : HEAD_NONE, h);
    top->before_line = r->out->lines.n;
    r->place = h == HEAD_NONE ? PLACE_TARGET : PLACE_HEAD;
    check_decorated(r, t);
}

static void begin_line(struct reader *r, const struct lex_token *t, struct indent in,
                       uint32_t from) {
    struct line *owner = owner_of_block(r, t);
    r->line = (struct line){.from = from, .lo = t->lo, .hi = t->lo, .ann = r->out->anns.n};
    r->column = in.column;
    r->words = r->lambdas = 0;
    r->is_ann = r->star = false;
    r->type_params = 0;
    if (in.column > r->level[r->top].in.column) {
        indented(r, t, in, owner);
    } else {
        missing_block(r, owner, (struct span){t->lo, t->hi});
        close_levels(r, in.column);
        unindented(r, t, in);
    }
    r->line.depth = (uint16_t)r->level[r->top].depth;
    begin_statement(r, t);
}

/* ---- the walk */

/* The indentation of the physical line at r->at, which moves behind it. */
static struct indent measure(struct reader *r) {
    struct indent in = {0, 0};
    for (; r->at < r->out->part.hi; ++r->at) {
        char c = r->out->text[r->at];
        if (c == ' ' || c == '\t') {
            in.column = c == ' ' ? in.column + 1 : (in.column / TAB + 1) * TAB;
            ++in.alt;
        } else if (c == '\f') {
            in = (struct indent){0, 0};
        } else {
            break;
        }
    }
    return in;
}

/* A line end in brackets: true when they are given up there. */
static bool newline_in_brackets(struct reader *r) {
    uint32_t column = column_at(r, r->at);
    bool give_up = (int)column <= r->brackets.item[0].column && begins_statement(r, r->at + column);
    if (give_up) {
        resume(r);
    }
    return give_up;
}

/* From behind the first word to the end of the logical line. */
static void read_line(struct reader *r, struct lex_token t) {
    for (;;) {
        r->at = t.hi;
        if (t.kind == LEX_COMMENT) {
            vec_push(r->arena, &r->out->comments, ((struct span){t.lo, t.hi}));
        } else if (t.kind == LEX_NEWLINE && r->brackets.n > 0) {
            if (newline_in_brackets(r)) {
                break;
            }
        } else if (t.kind == LEX_END && r->brackets.n > 0) {
            resume(r);
            break;
        } else if (t.kind == LEX_NEWLINE || t.kind == LEX_END) {
            break;
        } else if (t.kind == LEX_BAD) {
            bad_token(r, &t);
            r->line.hi = t.hi;
            ++r->words;
        } else if (t.kind != LEX_JOIN) {
            put_word(r, &t);
        }
        t = lex_next(r->out->text, r->at, r->out->part.hi);
    }
    end_ann(r);
    r->line.anns_n = r->out->anns.n - r->line.ann;
    vec_push(r->arena, &r->out->lines, r->line);
}

static void read_all(struct reader *r) {
    uint32_t end = r->out->part.hi, from = r->at;
    while (r->at < end) {
        uint32_t start = r->at;
        struct indent in = measure(r);
        struct lex_token t = lex_next(r->out->text, r->at, end);
        if (t.kind == LEX_COMMENT) {
            vec_push(r->arena, &r->out->comments, ((struct span){t.lo, t.hi}));
            t = lex_next(r->out->text, t.hi, end);
        }
        if (t.kind == LEX_NEWLINE || t.kind == LEX_END) {
            r->at = t.hi > start ? t.hi : end;
            continue;
        }
        while (t.kind == LEX_JOIN) {
            in = r->level[r->top].in;
            t = lex_next(r->out->text, t.hi, end);
        }
        if (t.kind == LEX_NEWLINE || t.kind == LEX_END) {
            r->at = t.hi > start ? t.hi : end;
            continue;
        }
        r->at = t.hi;
        begin_line(r, &t, in, from);
        t = r->at >= end && t.hi < end ? (struct lex_token){.kind = LEX_END, .lo = end, .hi = end}
                                       : t;
        read_line(r, t);
        from = r->at;
    }
    struct lex_token last = {.kind = LEX_END, .lo = end, .hi = end};
    missing_block(r, owner_of_block(r, &last), (struct span){end, end});
    r->line = (struct line){0};
    check_decorated(r, &last);
    close_levels(r, -1);
    lone_try(r, &r->level[0]);
}

struct text_layout *layout_read(struct arena *a, const struct source *source, struct span part,
                                struct diag *d) {
    struct text_layout *l = ARENA_NEW(a, struct text_layout);
    uint32_t n = part.hi - part.lo;
    l->text = source->text;
    l->part = part;
    l->mask = arena_alloc(a, (size_t)n + 1);
    memset(l->mask, ' ', n);
    struct reader r = {.arena = a, .source = source, .diag = d, .out = l, .at = part.lo};
    r.budget = 4 * (uint64_t)n + 65536;
    read_all(&r);
    layout_repair(l);
    return l;
}
