/* What the punctuation of a line means: the colon of its head, and where annotations, type
 * parameters and type statements are (layout.h). */
#include "layout.h"

#include <ctype.h>

/* Where annotations may stand. */
enum place { PLACE_NONE, PLACE_TARGET, PLACE_NAME, PLACE_HEAD, PLACE_PARAMS, PLACE_RESULT };

/* A walk over the words of a line. */
struct scan {
    struct arena *arena;
    struct text_layout *l;
    struct line *line;
    int at;    /* the word */
    int first; /* of its statement */
    int lambdas[LAYOUT_MAX_BRACKETS + 2];
    enum place place;
    int ann;         /* the first word of an open annotation, or 0 */
    int type_params; /* the same of type parameters; -1 behind them */
};

/* Ends what the tree shows as one name before the word. */
static void end_ann(struct scan *s, int from, bool params) {
    struct text_layout *l = s->l;
    int n = s->at - from;
    if (from > 0 && n > 0) {
        const struct word *w = &l->words.item[from];
        char c = l->text[w->lo];
        bool word = w->kind == WORD_NAME ||
                    (w->kind == WORD_KEYWORD && isupper((unsigned char)c)) ||
                    (w->kind == WORD_STRING && (c == '\'' || c == '"'));
        struct layout_ann ann = {.word = from, .words = n, .simple = params || (n == 1 && word)};
        ann.star = from - 3 > s->line->word && lex_sign(l->text, w - 3) == '*';
        vec_push(s->arena, &l->anns, ann);
    }
    s->ann = 0;
}

static void begin_ann(struct scan *s, enum place place) {
    if (s->ann == 0) {
        s->place = place;
        s->ann = s->at + 1;
    }
}

static void scan_colon(struct scan *s, int depth) {
    bool inside = depth == 1 && s->place == PLACE_PARAMS;
    if (s->lambdas[depth] > 0) {
        --s->lambdas[depth];
    } else if (depth == 0 && s->line->head != HEAD_NONE && !s->line->inline_) {
        end_ann(s, s->ann, false);
        s->line->colon = true;
        s->place = PLACE_TARGET;
        s->first = s->at + 1;
    } else if (inside || (depth == 0 && s->place == PLACE_TARGET)) {
        begin_ann(s, inside ? PLACE_PARAMS : PLACE_NAME);
    }
}

/* A bracket outside of all others. */
static void scan_bracket(struct scan *s, char c) {
    bool def = s->line->head == HEAD_DEF, class = s->line->head == HEAD_CLASS;
    bool in_head = s->place == PLACE_HEAD && !s->line->colon;
    if (lex_closes(c) && s->place == PLACE_PARAMS) {
        end_ann(s, s->ann, false);
        s->place = PLACE_HEAD;
    } else if (lex_closes(c) && s->type_params > 0) {
        end_ann(s, s->type_params, true);
        s->type_params = -1;
    } else if (in_head && c == '(' && def) {
        s->place = PLACE_PARAMS;
    } else if (in_head && c == '[' && (def || class) && s->type_params == 0) {
        s->type_params = s->at + 1;
    }
}

static void scan_semicolon(struct scan *s) {
    end_ann(s, s->ann, false);
    s->first = s->at + 1;
    s->place = s->line->head == HEAD_NONE || s->line->inline_ ? PLACE_TARGET : s->place;
}

/* `type X =` and `type X[T] =` */
static bool is_alias(const struct scan *s) {
    const struct text_layout *l = s->l;
    const struct word *w = &l->words.item[s->at];
    return l->python >= 12 && s->at == s->first && s->at + 2 < l->words.n &&
           lex_is(l->text, w, "type") && w[1].kind == WORD_NAME &&
           (lex_is(l->text, &w[2], "=") || lex_is(l->text, &w[2], "["));
}

static void scan_word(struct scan *s) {
    struct word *w = &s->l->words.item[s->at];
    char c = lex_sign(s->l->text, w);
    s->line->inline_ = s->line->inline_ || s->line->colon;
    s->line->colon = false;
    if (c == ':') {
        scan_colon(s, w->depth);
    } else if (lex_opens(c) || lex_closes(c)) {
        s->lambdas[w->depth + 1] = 0;
        if (w->depth == 0) {
            scan_bracket(s, c);
        }
    } else if ((c == ',' || c == '=') && w->depth == 1 && s->place == PLACE_PARAMS) {
        end_ann(s, s->ann, false);
    } else if (c == '=' && w->depth == 0 && s->place <= PLACE_NAME) {
        end_ann(s, s->ann, false);
        s->place = PLACE_NONE;
    } else if (c == ';' && w->depth == 0) {
        scan_semicolon(s);
    } else if (w->depth == 0 && s->place == PLACE_HEAD && s->line->head == HEAD_DEF &&
               lex_is(s->l->text, w, "->")) {
        begin_ann(s, PLACE_RESULT);
    } else if (w->kind == WORD_KEYWORD && lex_is(s->l->text, w, "lambda")) {
        ++s->lambdas[w->depth];
    } else if (w->kind == WORD_NAME && is_alias(s)) {
        w->kind = WORD_KEYWORD;
    }
}

void layout_mark(struct arena *a, struct text_layout *l, struct line *line) {
    struct scan s = {.arena = a, .l = l, .line = line, .at = line->word, .first = line->word};
    s.place = line->head == HEAD_NONE ? PLACE_TARGET : PLACE_HEAD;
    for (; s.at < l->words.n; ++s.at) {
        scan_word(&s);
    }
    end_ann(&s, s.ann, false);
    line->anns_n = l->anns.n - line->ann;
}
