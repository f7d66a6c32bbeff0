/* Layout: the logical lines of a text, how they are indented and bracketed, and the copy of it that
 * the grammar reads.
 *
 * The copy (mask) has the size of the text and its words at their places, so that places in the
 * tree are places in the source. All else in it is blank or made simple: comments, joined lines and
 * line ends in brackets are blanks, indentation is one column a level, annotations and type
 * parameters, strings without values, numbers and names beyond ASCII are one letter or digit
 * repeated, and words that only Python 2 or a soft keyword's place make special are no keywords.
 * Whoever wants a text takes it from the source. */
#ifndef PYCC_LAYOUT_H
#define PYCC_LAYOUT_H

#include "diag.h"
#include "lex.h"
#include "source.h"
#include "vec.h"

/* Levels of brackets and of indentation. */
enum { LAYOUT_MAX_BRACKETS = 200, LAYOUT_MAX_INDENTS = 100 };

/* What a line begins. Clauses (elif, else, except, finally) go on with a statement before them. */
enum head {
    HEAD_NONE,
    HEAD_IF,
    HEAD_ELIF,
    HEAD_ELSE,
    HEAD_FOR,
    HEAD_WHILE,
    HEAD_TRY,
    HEAD_EXCEPT,
    HEAD_FINALLY,
    HEAD_WITH,
    HEAD_DEF,
    HEAD_CLASS,
    HEAD_MATCH,
    HEAD_CASE,
    HEAD_DECORATOR
};

struct line {
    uint32_t from; /* behind the end of the line before */
    uint32_t lo;   /* the first word */
    uint32_t hi;   /* behind the last one */
    uint16_t depth;
    uint8_t head;    /* enum head */
    bool colon;      /* its last word is the colon of its head: a block follows */
    bool inline_;    /* words follow that colon */
    bool bad;        /* something was reported about it */
    bool unparsed;   /* it is no part of the tree: what stands below it goes one level up */
    bool loose;      /* what it stands in is unparsed */
    int ann, anns_n; /* its annotations */
};

/* An annotation, which the tree shows as one name. */
struct layout_ann {
    struct span span;
    bool simple; /* one name or string: nothing to look at */
    bool star;   /* of *args: may begin with a star */
};

struct text_layout {
    const char *text;
    struct span part;
    char *mask; /* of part, NUL behind it */
    VEC(struct line) lines;
    VEC(struct layout_ann) anns;
    VEC(struct span) comments;
    bool faulty; /* something was reported */
};

/* Lays out a part of the source that begins at the start of a line; faults of brackets, strings,
 * numbers, indentation and of blocks go to d, one for a line. O(size). The mask leaves out lines
 * that are bad. */
struct text_layout *layout_read(struct arena *a, const struct source *source, struct span part,
                                struct diag *d);

/* Makes the mask anew without the lines that are bad by now. */
void layout_repair(struct text_layout *l);

/* Copies the words of a part as the grammar reads them, on one line; NUL-terminated. `to` has room
 * for it. */
void layout_copy(const char *text, struct span part, char *to);

/* The line that holds a place, or the one before it; NULL: there are none. */
struct line *layout_line(const struct text_layout *l, uint32_t at);

/* "if" for HEAD_IF; "" for HEAD_NONE. */
const char *layout_word(enum head head);

/* Does it go on with a statement before it? */
bool layout_is_clause(enum head head);

/* The mask at a place of the source. */
char *layout_mask(const struct text_layout *l, uint32_t at);

/* Copies a word as the grammar reads it. */
void layout_copy_word(const char *text, const struct lex_token *t, char *to);

#endif
