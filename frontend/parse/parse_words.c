/* Words for what the grammar refuses: which lines, where, and what could have stood there.
 *
 * The tree of a text that is refused tells little, so each logical line is read alone, as a program
 * of its own (a head with `pass` behind it, a clause with a statement before it). Of a line that is
 * refused the parser's log gives the place and its state, and the grammar what could have followed.
 */
#include <stdlib.h>
#include <string.h>

#include "parse.h"

/* What makes a program of a line. */
struct around {
    const char *before, *behind;
};

static struct around around(const struct line *l) {
    const char *block = l->colon ? " pass" : "";
    switch (l->head) {
    case HEAD_ELIF:
    case HEAD_ELSE:
        return (struct around){"if 1: pass\n", block};
    case HEAD_EXCEPT:
    case HEAD_FINALLY:
        return (struct around){"try: pass\n", block};
    case HEAD_TRY:
        return (struct around){"", l->colon ? " pass\nfinally: pass" : "\nfinally: pass"};
    case HEAD_MATCH:
        return (struct around){"", "\n case _: pass"};
    case HEAD_CASE:
        return (struct around){"match 1:\n ", block};
    case HEAD_DECORATOR:
        return (struct around){"", "\ndef f(): pass"};
    default:
        return (struct around){"", block};
    }
}

/* The bracket that is open at a place of a line, or NUL. */
static char open_bracket(const char *text, uint32_t lo, uint32_t at) {
    char open[LAYOUT_MAX_BRACKETS + 1] = {0};
    int n = 0;
    for (struct lex_token t = lex_next_word(text, lo, at); t.kind != LEX_END;
         t = lex_next_word(text, t.hi, at)) {
        char c = text[t.lo];
        if (t.kind == LEX_OP && strchr("([{", c) && n < LAYOUT_MAX_BRACKETS) {
            open[++n] = c;
        } else if (t.kind == LEX_OP && strchr(")]}", c) && n > 0) {
            --n;
        }
    }
    return open[n];
}

/* Is a place in the head of a compound statement, before its colon? */
static bool in_head(const char *text, const struct line *line, uint32_t at) {
    int depth = 0;
    bool head = line->head != HEAD_NONE && line->head != HEAD_DECORATOR;
    for (struct lex_token t = lex_next_word(text, line->lo, at); head && t.kind != LEX_END;
         t = lex_next_word(text, t.hi, at)) {
        char c = t.kind == LEX_OP ? text[t.lo] : '\0';
        depth += c == '(' || c == '[' || c == '{';
        depth -= c == ')' || c == ']' || c == '}';
        head = depth > 0 || !lex_is(text, &t, ":");
    }
    return head;
}

/* What stands before an `=` that is refused, as an expression; NULL: it is none. */
static struct expr *left_of(struct parser *p, uint32_t lo, uint32_t hi) {
    char *text = arena_alloc(p->waste, hi - lo + 1);
    layout_copy(p->source->text, (struct span){lo, hi}, text);
    struct node *tree = grammar_parse(p->grammar, text, hi - lo, lo);
    const struct node *s = tree ? node_named(tree, 0) : NULL;
    struct expr *e = NULL;
    if (s && s->kind == NODE_EXPRESSION_STATEMENT && s[1].kind != NODE_ASSIGNMENT &&
        s[1].kind != NODE_AUGMENTED) {
        struct ignored before = parse_ignore(p);
        e = s[1].size + 1 < s->size ? parse_items(p, s, EXPR_TUPLE, false)
                                    : parse_expr(p, s + 1, ALLOW_STARRED | ALLOW_YIELD);
        parse_heed(p, before);
    }
    free(tree);
    return e;
}

/* Behind the last `(` or `,` of the bracket that is open at a place. */
static uint32_t argument_start(const char *text, uint32_t lo, uint32_t at) {
    uint32_t start[LAYOUT_MAX_BRACKETS + 1] = {lo};
    int n = 0;
    for (struct lex_token t = lex_next_word(text, lo, at); t.kind != LEX_END;
         t = lex_next_word(text, t.hi, at)) {
        char c = t.kind == LEX_OP ? text[t.lo] : '\0';
        n += (c == '(' || c == '[' || c == '{') && n < LAYOUT_MAX_BRACKETS;
        start[n] = c == '(' || c == '[' || c == '{' || c == ',' ? t.hi : start[n];
        n -= (c == ')' || c == ']' || c == '}') && n > 0;
    }
    return lex_next_word(text, start[n], at).lo;
}

/* Behind the last `;` or the colon of the head before a place. */
static uint32_t statement_start(const char *text, struct span part, uint32_t at, bool head) {
    uint32_t lo = part.lo;
    int depth = 0;
    for (struct lex_token t = lex_next_word(text, lo, at); t.kind != LEX_END;
         t = lex_next_word(text, t.hi, at)) {
        char c = t.kind == LEX_OP ? text[t.lo] : '\0';
        depth += c == '(' || c == '[' || c == '{';
        depth -= c == ')' || c == ']' || c == '}';
        bool ends = depth == 0 &&
                    (c == ';' || lex_is(text, &t, "=") || (head && c == ':' && t.hi - t.lo == 1));
        lo = ends ? t.hi : lo;
    }
    return lex_next_word(text, lo, at).lo;
}

static const char *expected_in(char bracket) {
    return bracket == '(' ? "',' or ')'" : bracket == '[' ? "',' or ']'" : "',' or '}'";
}

/* At an `=` in brackets. */
static bool explain_argument(struct parser *p, struct span part, const struct lex_token *t,
                             char bracket) {
    const char *text = p->source->text;
    uint32_t lo = argument_start(text, part.lo, t->lo);
    struct span at = {t->lo, t->hi};
    const struct expr *e = bracket == '(' && lex_is(text, t, "=") ? left_of(p, lo, t->lo) : NULL;
    struct diag_message *m =
        e ? parse_error(p, e->span, "expression cannot be the name of a keyword argument")
          : parse_expected(p, expected_in(bracket), at);
    if (m && lex_is(text, t, "=")) {
        diag_fix(p->diag, m, "did you mean '=='?");
    }
    return true;
}

/* At an `=` or an operator with one. */
static bool explain_assignment(struct parser *p, struct span part, const struct lex_token *t,
                               bool head, char bracket) {
    const char *text = p->source->text;
    char last = text[t->hi - 1];
    bool plain = lex_is(text, t, "="), comparison = lex_is(text, t, "==") ||
                                                    lex_is(text, t, "!=") ||
                                                    lex_is(text, t, "<=") || lex_is(text, t, ">=");
    if (t->kind != LEX_OP || last != '=' || comparison || lex_is(text, t, ":=")) {
        return false;
    }
    uint32_t lo = statement_start(text, part, t->lo, false);
    if (head && !bracket) {
        struct diag_message *m = parse_expected(p, "':'", (struct span){t->lo, t->hi});
        if (m && plain) {
            diag_fix(p->diag, m, "did you mean '=='?");
        }
        return true;
    }
    if (bracket) {
        return explain_argument(p, part, t, bracket);
    }
    struct expr *e = left_of(p, lo, t->lo);
    if (!e) {
        return false;
    }
    if (plain) {
        parse_check_target(p, e);
    } else if (e->kind != EXPR_NAME && e->kind != EXPR_ATTR && e->kind != EXPR_INDEX) {
        parse_error(p, e->span, "%s cannot be the target of an augmented assignment",
                    parse_noun(e));
    }
    return layout_line(p->layout, t->lo)->bad;
}

/* print x, exec x */
static bool explain_python2(struct parser *p, struct span part, const struct lex_token *t) {
    const char *text = p->source->text;
    struct lex_token first = lex_next_word(text, statement_start(text, part, t->lo, true), t->lo);
    bool print = lex_is(text, &first, "print");
    if ((!print && !lex_is(text, &first, "exec")) ||
        lex_next_word(text, first.hi, part.hi).lo != t->lo) {
        return false;
    }
    struct diag_message *m =
        parse_error(p, (struct span){first.lo, first.hi}, "missing parentheses in call to '%s'",
                    print ? "print" : "exec");
    if (m) {
        diag_fix(p->diag, m, "write %s(...)", print ? "print" : "exec");
    }
    return true;
}

static const char *expected_words(const struct refusal *r, bool head, char bracket) {
    bool name = refusal_expects(r, "identifier"), number = refusal_expects(r, "integer");
    bool operand = name && number;
    if (operand && !refusal_expects(r, "+=") && !refusal_expects(r, "end") &&
        !refusal_expects(r, "/")) {
        return "an expression";
    }
    if (name && !number) {
        return "a name";
    }
    if (refusal_expects(r, "in") && !refusal_expects(r, "is")) {
        return "'in'";
    }
    if (bracket) {
        return expected_in(bracket);
    }
    if (refusal_expects(r, "import")) {
        return "'import'";
    }
    if (refusal_expects(r, "else") && !refusal_expects(r, "_newline") &&
        (!head || !refusal_expects(r, ":"))) {
        return "'else'";
    }
    return head ? "':'" : "an operator or the end of the line";
}

/* A star right behind an operator, which the grammar takes for the beginning of an operand; END:
 * there is none. */
static struct lex_token stray_star(const char *text, uint32_t lo, uint32_t end) {
    struct lex_token before = {.kind = LEX_NAME}, t = lex_next_word(text, lo, end);
    for (; t.kind != LEX_END; before = t, t = lex_next_word(text, t.hi, end)) {
        bool behind = before.kind == LEX_OP && strchr("+-*/%@&|^~<>!", text[before.lo]);
        if (behind && t.kind == LEX_OP && text[t.lo] == '*') {
            break;
        }
    }
    return t;
}

bool parse_explain(struct parser *p, const char *before, struct span part, const char *behind) {
    const char *text = p->source->text;
    uint32_t skip = (uint32_t)strlen(before), n = part.hi - part.lo;
    uint32_t all = skip + n + (uint32_t)strlen(behind);
    char *copy = arena_alloc(p->waste, all + 1);
    const struct line *line = layout_line(p->layout, part.lo);
    memcpy(copy, before, skip);
    layout_copy(text, part, copy + skip);
    if (line->lo == part.lo && line->hi == part.hi) { /* annotations are names */
        memcpy(copy + skip, p->layout->mask + (part.lo - p->layout->part.lo), n);
    }
    memcpy(copy + skip + n, behind, all - skip - n + 1);
    struct node *tree = grammar_parse(p->grammar, copy, all, 0);
    if (tree) {
        free(tree);
        return false;
    }
    struct refusal r = grammar_explain(p->grammar, copy, all);
    if (r.at > skip + n) { /* the line goes on in what stands behind it */
        r = grammar_explain(p->grammar, copy, skip + n);
    }
    uint32_t at = r.at < skip ? part.lo : r.at - skip > n ? part.hi : part.lo + r.at - skip;
    struct lex_token t = lex_next_word(text, part.lo, part.hi);
    while (t.kind != LEX_END &&
           t.hi <= at) { /* the grammar may have taken the beginning of an operator */
        t = lex_next_word(text, t.hi, part.hi);
    }
    struct lex_token star = stray_star(text, part.lo, t.kind == LEX_END ? part.hi : t.hi);
    if (star.kind != LEX_END) {
        parse_expected(p, "an expression", (struct span){star.lo, star.hi});
        return true;
    }
    bool end = t.kind == LEX_END, head = in_head(text, line, end ? part.hi : t.lo);
    char bracket = open_bracket(text, part.lo, end ? part.hi : t.lo);
    if (!end && (explain_python2(p, part, &t) || explain_assignment(p, part, &t, head, bracket))) {
        return true;
    }
    if (t.kind == LEX_STRING && at > t.lo) {
        parse_error(p, (struct span){t.lo, t.hi}, "the braces of this f-string hold no expression");
        return true;
    }
    struct span place = {end ? part.hi : t.lo, end ? part.hi : t.hi};
    const char *what = end && head && !line->colon ? "':'" : expected_words(&r, head, bracket);
    parse_expected(p, what, place);
    return true;
}

void parse_refused(struct parser *p) {
    struct text_layout *l = p->layout;
    for (int i = 0; i < l->lines.n; ++i) {
        const struct line *line = &l->lines.item[i];
        if (!line->bad) {
            struct around a = around(line);
            parse_explain(p, a.before, (struct span){line->lo, line->hi}, a.behind);
        }
    }
    l->faulty = true;
    layout_repair(l);
}
