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
    enum head before; /* the state of the statement that a clause may go on with */
    int before_line;
};

struct reader {
    struct arena *arena;
    const struct source *source;
    struct diag *diag;
    struct text_layout *out;
    uint32_t at;
    struct lex_fault fault;
    struct level level[LAYOUT_MAX_INDENTS + 2];
    int top;
    VEC(struct bracket) brackets;
    uint64_t budget; /* bytes that may still be read again after an unclosed bracket */
    struct line line;
    int column; /* indentation of the line */
};

static struct word next_word(struct reader *r, uint32_t at) {
    return lex_next(r->out->text, at, r->out->part.hi, &r->fault);
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

static void bad_word(struct reader *r, const struct word *w) {
    const struct lex_fault *f = &r->fault;
    const char *text = f->text, *at = r->out->text + w->lo;
    int n = (int)(w->hi - w->lo);
    if (!text) {
        text = n > 1 ? arena_printf(r->arena, "invalid character '%.*s' (U+%04X)", n, at, f->sign)
               : isprint((int)f->sign)
                   ? arena_printf(r->arena, "invalid character '%c'", (int)f->sign)
                   : arena_printf(r->arena, "invalid character U+%04X", f->sign);
    }
    struct diag_message *m = fault(r, w->lo, f->hi, text);
    if (m && f->fix) {
        diag_fix(r->diag, m, "%s", f->fix);
    } else if (m && f->octal) {
        uint32_t zeros = (uint32_t)strspn(at, "0_");
        diag_fix(r->diag, m, "write 0o%.*s for an octal number", (int)(f->hi - w->lo - zeros),
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

static void open_bracket(struct reader *r, const struct word *t, char c) {
    if (r->brackets.n == LAYOUT_MAX_BRACKETS) {
        too_deep(r, t->lo, "brackets nested more than %d levels deep", LAYOUT_MAX_BRACKETS);
        r->brackets.n = 0;
        skip_line(r);
        return;
    }
    struct bracket b = {t->lo, r->column, c == '(' ? ')' : c == '[' ? ']' : '}'};
    vec_push(r->arena, &r->brackets, b);
}

/* A wrong one closes all that stand inside of what it fits. */
static void close_bracket(struct reader *r, const struct word *t, char c) {
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
    struct lex_fault ignored;
    struct word t = lex_next(r->out->text, at, r->out->part.hi, &ignored);
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
        r->at = place;
        while (r->out->words.n > 0 && r->out->words.item[r->out->words.n - 1].lo >= place) {
            --r->out->words.n;
        }
        while (r->out->comments.n > 0 &&
               r->out->comments.item[r->out->comments.n - 1].lo >= place) {
            --r->out->comments.n;
        }
    }
    bool first = false; /* reported even where the line has had one */
    report(r, &first, (struct span){b.at, b.at + 1},
           arena_printf(r->arena, "'%c' was never closed", opening(b.close)));
    r->line.bad = true;
    r->brackets.n = 0;
}

/* ---- blocks */

static void unindented(struct reader *r, const struct word *t, struct indent in) {
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

/* The line before this one, when a block of it may begin here; NULL: none may. */
static struct line *owner_of_block(struct reader *r, const struct word *t) {
    struct line *last = r->out->lines.n > 0 ? &r->out->lines.item[r->out->lines.n - 1] : NULL;
    if (!last) {
        return NULL;
    }
    struct word *first = &r->out->words.item[last->word];
    if (last->head == HEAD_NONE && last->words > 0 && lex_is(r->out->text, first, "match") &&
        r->out->text[last->hi - 1] == ':' && lex_is(r->out->text, t, "case")) {
        last->head = HEAD_MATCH;
        last->colon = true;
        first->kind = WORD_KEYWORD;
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
                            layout_head[owner->head].word, pos.line));
        owner->bad = true;
    }
    if (owner && owner->colon) {
        owner->unparsed = true;
    }
}

static void indented(struct reader *r, const struct word *t, struct indent in,
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
static void check_decorated(struct reader *r, const struct word *t) {
    struct line *last = r->out->lines.n > 0 ? &r->out->lines.item[r->out->lines.n - 1] : NULL;
    bool fits =
        r->line.head == HEAD_DEF || r->line.head == HEAD_CLASS || r->line.head == HEAD_DECORATOR;
    if (last && last->head == HEAD_DECORATOR && (!fits || r->line.depth != last->depth) &&
        !last->bad) {
        bool end = t->kind == WORD_END;
        uint32_t at = end ? last->hi : t->lo;
        report(r, &last->bad, (struct span){at, end ? at : t->hi},
               end ? "expected 'def' or 'class' behind a decorator"
                   : arena_printf(r->arena,
                                  "expected 'def' or 'class' behind a decorator before '%.*s'",
                                  (int)(t->hi - t->lo), r->out->text + t->lo));
    }
}

static enum head head_of(const char *text, const struct word *t) {
    for (enum head h = HEAD_IF; h <= HEAD_DECORATOR; ++h) {
        if (h != HEAD_MATCH && h != HEAD_CASE && lex_is(text, t, layout_head[h].word)) {
            return h;
        }
    }
    return HEAD_NONE;
}

/* What the line begins, and whether it may. */
static void begin_statement(struct reader *r, struct word *t) {
    const char *text = r->out->text;
    struct level *top = &r->level[r->top];
    bool async = lex_is(text, t, "async");
    struct word word = async ? next_word(r, t->hi) : *t;
    enum head h = head_of(text, &word);
    h = async && h != HEAD_DEF && h != HEAD_FOR && h != HEAD_WITH ? HEAD_NONE : h;
    if (top->owner == HEAD_MATCH && lex_is(text, t, "case")) {
        h = HEAD_CASE;
        t->kind = WORD_KEYWORD;
    }
    r->line.head = (uint8_t)h;
    bool clause = layout_head[h].follows != 0;
    if (clause && !(layout_head[h].follows >> top->before & 1)) {
        fault(r, t->lo, t->hi,
              arena_printf(r->arena, "'%s' without what it belongs to", layout_head[h].word));
        r->line.unparsed = true;
    } else if (top->before == HEAD_TRY && !clause) {
        lone_try(r, top);
    }
    bool else_of_try = h == HEAD_ELSE && top->before == HEAD_EXCEPT;
    top->before = else_of_try ? HEAD_WITH : layout_head[h].state;
    top->before_line = r->out->lines.n;
    check_decorated(r, t);
}

static void begin_line(struct reader *r, struct word *t, struct indent in) {
    struct line *owner = owner_of_block(r, t);
    r->line =
        (struct line){.word = r->out->words.n, .lo = t->lo, .hi = t->lo, .ann = r->out->anns.n};
    r->column = in.column;
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

/* The indentation of the physical line at r->at, which moves behind it; of joined lines the first
 * that has some counts. */
static struct indent measure(struct reader *r) {
    struct indent in = {0, 0}, first = {0, 0};
    const char *text = r->out->text;
    for (; r->at < r->out->part.hi; ++r->at) {
        char c = text[r->at];
        if (c == ' ' || c == '\t') {
            in.column = c == ' ' ? in.column + 1 : (in.column / TAB + 1) * TAB;
            ++in.alt;
        } else if (c == '\f') {
            in = (struct indent){0, 0};
        } else if (c == '\\' && r->at + 2 < r->out->part.hi && text[r->at + 1] == '\n') {
            first = first.column > 0 ? first : in;
            in = (struct indent){0, 0};
            ++r->at;
        } else {
            break;
        }
    }
    return first.column > 0 ? first : in;
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

static void put_word(struct reader *r, struct word *w) {
    char c = lex_sign(r->out->text, w);
    w->depth = (uint8_t)r->brackets.n;
    if (w->kind == WORD_BAD) {
        bad_word(r, w);
    } else if (lex_opens(c)) {
        open_bracket(r, w, c);
    } else if (lex_closes(c)) {
        close_bracket(r, w, c);
        w->depth = (uint8_t)r->brackets.n;
    }
    vec_push(r->arena, &r->out->words, *w);
}

static void end_line(struct reader *r) {
    struct line *line = &r->line;
    line->words = r->out->words.n - line->word;
    if (line->words > 0) {
        line->hi = r->out->words.item[r->out->words.n - 1].hi;
    }
    layout_mark(r->arena, r->out, line);
    vec_push(r->arena, &r->out->lines, *line);
}

static void put_comment(struct reader *r, const struct word *w) {
    vec_push(r->arena, &r->out->comments, ((struct span){w->lo, w->hi}));
}

/* From the first word to the end of the logical line. */
static void read_line(struct reader *r, struct word w) {
    for (bool ends = false; !ends; w = ends ? w : next_word(r, r->at)) {
        bool inside = r->brackets.n > 0;
        r->at = w.hi;
        if (w.kind == WORD_COMMENT) {
            put_comment(r, &w);
        } else if (w.kind == WORD_NEWLINE) {
            ends = !inside || newline_in_brackets(r);
        } else if (w.kind == WORD_END) {
            ends = true;
            if (inside) {
                resume(r);
            }
        } else {
            put_word(r, &w);
        }
    }
    end_line(r);
}

static void read_all(struct reader *r) {
    uint32_t end = r->out->part.hi;
    struct word last = {end, end, WORD_END, 0};
    while (r->at < end) {
        struct indent in = measure(r);
        struct word w = next_word(r, r->at);
        r->at = w.hi;
        if (w.kind == WORD_COMMENT) {
            put_comment(r, &w);
            w = next_word(r, w.hi);
            r->at = w.hi;
        }
        if (w.kind != WORD_NEWLINE && w.kind != WORD_END) {
            begin_line(r, &w, in);
            read_line(r, r->at >= end && w.hi < end ? last : w);
        }
    }
    missing_block(r, owner_of_block(r, &last), (struct span){end, end});
    r->line = (struct line){0};
    check_decorated(r, &last);
    close_levels(r, -1);
    lone_try(r, &r->level[0]);
}

struct text_layout *layout_read(struct arena *a, const struct source *source, struct span part,
                                struct diag *d) {
    struct text_layout *l = ARENA_NEW(a, struct text_layout);
    l->text = source->text;
    l->part = part;
    l->python = source->python;
    struct reader r = {.arena = a, .source = source, .diag = d, .out = l, .at = part.lo};
    r.budget = 4 * (uint64_t)(part.hi - part.lo) + 65536;
    read_all(&r);
    return l;
}
