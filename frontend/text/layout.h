/* Layout: the words and logical lines of a text, how they are indented and bracketed, and the copy
 * of them that the grammar reads.
 *
 * The copy has the words in their order, one line a logical line, and for each of its bytes the
 * place in the source. What the grammar need not tell apart is simple in it: names, annotations and
 * type parameters are `a`, numbers and strings without values one literal, indentation one column a
 * level; so words that only Python 2 or a soft keyword's place make special are no keywords. */
#ifndef PYCC_LAYOUT_H
#define PYCC_LAYOUT_H

#include "diag.h"
#include "lex.h"
#include "source.h"
#include "tree.h"
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

struct head_info {
    const char *word;
    const char *sound; /* a head of the kind that a bad one can be replaced by, or NULL */
    const char *before,
        *behind;      /* what makes a program of the line, with its block if it has one */
    unsigned follows; /* clauses: the states of a statement that it goes on with */
    enum head state;  /* of the statement behind it; an else of a try: WITH */
};
extern const struct head_info layout_head[];

struct line {
    int word, words; /* the first, and how many */
    uint32_t lo, hi; /* from the first word to behind the last one */
    uint16_t depth;
    uint8_t head;    /* enum head */
    bool colon;      /* its last word is the colon of its head: a block follows */
    bool inline_;    /* words follow that colon */
    bool bad;        /* something was reported about it */
    bool unparsed;   /* it is no part of the tree: what stands below it goes one level up */
    bool loose;      /* what it stands in is unparsed */
    int ann, anns_n; /* its annotations */
};

/* An annotation, or type parameters, which the tree shows as one name. */
struct layout_ann {
    int word, words;
    bool simple; /* nothing to look at: one name or string */
    bool star;   /* of *args: may begin with a star */
};

struct text_layout {
    const char *text;
    struct span part;
    VEC(struct word) words;
    VEC(struct line) lines;
    VEC(struct layout_ann) anns;
    VEC(struct span) comments;
    int python;  /* the 3.N whose grammar it is */
    bool faulty; /* something was reported */
};

/* Lays out a part of the source that begins at the start of a line; faults of brackets, strings,
 * numbers, indentation and of blocks go to d, one for a line. O(size). */
struct text_layout *layout_read(struct arena *a, const struct source *source, struct span part,
                                struct diag *d);

/* Finds the colon of a head and the annotations of the line whose words are the last. */
void layout_mark(struct arena *a, struct text_layout *l, struct line *line);

/* All lines but those that are bad. */
struct masked layout_copy(struct arena *a, struct text_layout *l);

/* Some words on one line, between two texts; the line's annotations are names when `all` are read.
 */
struct masked layout_copy_words(struct arena *a, const struct text_layout *l,
                                const struct line *line, int word, int words, const char *before,
                                const char *behind);

/* The line that holds a place, or the one before it; NULL: there are none. */
struct line *layout_line(const struct text_layout *l, uint32_t at);

/* The first word that ends behind a place, by its number. */
int layout_word(const struct text_layout *l, uint32_t at);

/* From the first to behind the last of some words. */
struct span layout_span(const struct text_layout *l, int word, int words);

#endif
