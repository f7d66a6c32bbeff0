/* Words for what the grammar refuses: which lines, where, and what could have stood there.
 *
 * The tree of a text that is refused tells little, so each logical line is read alone, as a program
 * of its own (a head with `pass` behind it, a clause with a statement before it). Of a line that is
 * refused the parser's log gives the place and its state, and the grammar what could have followed.
 */
#include <stdlib.h>
#include <string.h>

#include "parse.h"

/* What surrounds a word of a line: the bracket that is open, of those behind the first word that is
 * looked at, or NUL; whether the line's head goes on; behind the last `(` or `,` of that bracket;
 * behind the last `;` or `=`, or colon too, outside of brackets. */
struct context {
    char bracket;
    bool head;
    int argument, operand, statement;
};

static struct context context_of(const struct text_layout *l, const struct line *line, int from,
                                 int at, int end) {
    struct context c = {.argument = from, .operand = from, .statement = from};
    const struct word *w = l->words.item;
    int inside = at < end ? w[at].depth + lex_closes(lex_sign(l->text, &w[at])) : w[from].depth;
    c.head = line->head != HEAD_NONE && line->head != HEAD_DECORATOR;
    for (int i = line->word; i < at; ++i) {
        char sign = lex_sign(l->text, &w[i]);
        c.head = c.head && (sign != ':' || w[i].depth > 0);
        if (i < from) {
            continue;
        }
        if (w[i].depth + 1 == inside && lex_opens(sign)) {
            c.bracket = sign;
            c.argument = i + 1;
        } else if (w[i].depth == inside && sign == ',') {
            c.argument = i + 1;
        } else if (w[i].depth == w[from].depth && (sign == ';' || sign == '=' || sign == ':')) {
            c.statement = i + 1;
            c.operand = sign == ':' ? c.operand : i + 1;
        }
    }
    return c;
}

/* What stands before an `=` that is refused, as an expression; NULL: it is none. */
static struct expr *left_of(struct parser *p, int word, int at) {
    if (word >= at) {
        return NULL;
    }
    struct masked copy = layout_copy_words(p->waste, p->layout, NULL, word, at - word, "", "");
    struct node *tree = grammar_parse(p->grammar, &copy);
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

static const char *expected_in(char bracket) {
    return bracket == '(' ? "',' or ')'" : bracket == '[' ? "',' or ']'" : "',' or '}'";
}

static struct span span_of(const struct word *w) {
    return (struct span){w->lo, w->hi};
}

/* At an `=` in brackets. */
static void explain_argument(struct parser *p, int at, const struct context *c) {
    const struct word *w = &p->layout->words.item[at];
    bool plain = lex_is(p->source->text, w, "=");
    const struct expr *e = c->bracket == '(' && plain ? left_of(p, c->argument, at) : NULL;
    struct diag_message *m =
        e ? parse_error(p, e->span, "expression cannot be the name of a keyword argument")
          : parse_expected(p, expected_in(c->bracket), span_of(w));
    if (m && plain) {
        diag_fix(p->diag, m, "did you mean '=='?");
    }
}

/* At an `=` or an operator with one. */
static bool explain_assignment(struct parser *p, int at, const struct context *c) {
    const struct word *w = &p->layout->words.item[at];
    const char *text = p->source->text;
    bool plain = lex_is(text, w, "="), comparison = lex_is(text, w, "==") ||
                                                    lex_is(text, w, "!=") ||
                                                    lex_is(text, w, "<=") || lex_is(text, w, ">=");
    if (w->kind != WORD_OP || text[w->hi - 1] != '=' || comparison || lex_is(text, w, ":=")) {
        return false;
    }
    if (c->head && !c->bracket) {
        struct diag_message *m = parse_expected(p, "':'", span_of(w));
        if (m && plain) {
            diag_fix(p->diag, m, "did you mean '=='?");
        }
        return true;
    }
    if (c->bracket) {
        explain_argument(p, at, c);
        return true;
    }
    struct expr *e = left_of(p, c->operand, at);
    if (!e) {
        return false;
    }
    if (plain) {
        parse_check_target(p, e);
    } else if (e->kind != EXPR_NAME && e->kind != EXPR_ATTR && e->kind != EXPR_INDEX) {
        parse_error(p, e->span, "%s cannot be the target of an augmented assignment",
                    parse_noun(e));
    }
    return layout_line(p->layout, w->lo)->bad;
}

/* print x, exec x */
static bool explain_python2(struct parser *p, int at, const struct context *c) {
    const struct word *first = &p->layout->words.item[c->statement];
    bool print = lex_is(p->source->text, first, "print");
    if (c->statement + 1 != at || (!print && !lex_is(p->source->text, first, "exec"))) {
        return false;
    }
    struct diag_message *m = parse_error(p, span_of(first), "missing parentheses in call to '%s'",
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

/* A star right behind an operator, which the grammar takes for the beginning of an operand; `end`:
 * there is none. */
static int stray_star(const struct text_layout *l, int word, int end) {
    const struct word *w = l->words.item;
    for (int i = word + 1; i < end; ++i) {
        bool behind = w[i - 1].kind == WORD_OP && strchr("+-*/%@&|^~<>!", l->text[w[i - 1].lo]);
        if (behind && w[i].kind == WORD_OP && l->text[w[i].lo] == '*') {
            return i;
        }
    }
    return end;
}

/* Where, by the word, a copy is refused; `end`: behind its last word. */
static int refused_at(struct parser *p, const struct masked *copy, int end, struct refusal *r) {
    *r = grammar_explain(p->grammar, copy->text, copy->n);
    if (r->at > copy->behind) { /* the line goes on in what stands behind it */
        *r = grammar_explain(p->grammar, copy->text, copy->behind);
    }
    int at = layout_word(p->layout, copy->place[r->at].lo);
    return r->at >= copy->behind || at > end ? end : at;
}

bool parse_explain(struct parser *p, int word, int words, const char *before, const char *behind) {
    const struct text_layout *l = p->layout;
    const struct line *line = layout_line(l, l->words.item[word].lo);
    struct masked copy = layout_copy_words(p->waste, l, line, word, words, before, behind);
    struct node *tree = grammar_parse(p->grammar, &copy);
    if (tree) {
        free(tree);
        return false;
    }
    struct refusal r;
    int last = word + words, at = refused_at(p, &copy, last, &r);
    bool end = at == last;
    int star = stray_star(l, word, end ? last : at + 1);
    struct context c = context_of(l, line, word, at, last);
    const struct word *w = &l->words.item[at];
    if (star < (end ? last : at + 1)) {
        parse_expected(p, "an expression", span_of(&l->words.item[star]));
    } else if (!end && (explain_python2(p, at, &c) || explain_assignment(p, at, &c))) {
        return true;
    } else if (!end && w->kind == WORD_FSTRING && copy.place[r.at].lo > w->lo) {
        parse_error(p, span_of(w), "the braces of this f-string hold no expression");
    } else {
        uint32_t hi = w[-1].hi;
        parse_expected(
            p, end && c.head && !line->colon ? "':'" : expected_words(&r, c.head, c.bracket),
            end ? (struct span){hi, hi} : span_of(w));
    }
    return true;
}

void parse_refused(struct parser *p) {
    struct text_layout *l = p->layout;
    for (int i = 0; i < l->lines.n; ++i) {
        const struct line *line = &l->lines.item[i];
        const struct head_info *head = &layout_head[line->head];
        const char *block = line->colon && line->head != HEAD_MATCH ? " pass" : "";
        if (!line->bad) {
            parse_explain(p, line->word, line->words, head->before,
                          arena_printf(p->waste, "%s%s", block, head->behind));
        }
    }
    l->faulty = true;
}
