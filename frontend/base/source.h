/* A source file and places in it.
 *
 * A span is a range of bytes [lo, hi) of the source. Lines and columns are computed from it when a
 * message is printed; they start at 1, columns count Unicode code points (a tab is one). */
#ifndef PYCC_SOURCE_H
#define PYCC_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"

struct span {
    uint32_t lo;
    uint32_t hi;
};

struct source {
    struct arena *arena; /* where it lives */
    const char *path;    /* as the user gave it */
    const char *text;    /* whole bytes and a NUL behind them */
    uint32_t size;       /* bytes of the user's text */
    uint32_t whole;      /* with what was appended to it: text of our own that no message shows */
    uint32_t *line;      /* byte offset of each line's start */
    int lines;           /* number of lines, at least 1 */
    int python;          /* the 3.N whose grammar it is to be read by; at first that of the build */
};

struct source_pos {
    int line;
    int column;
};

/* Reads a file. Returns NULL with *error set (in the arena, one sentence without the path) when it
 * cannot be read, is a directory, is larger than 1 GiB, holds NUL bytes or is not UTF-8 (with the
 * byte offset in words). A UTF-8 byte order mark is skipped. */
struct source *source_read(struct arena *a, const char *path, const char **error);

/* The same on text in memory (tests, fuzzers). */
struct source *source_from_text(struct arena *a, const char *path, const char *text, size_t size,
                                const char **error);

/* Puts n bytes of checked text behind the source; size stays. */
void source_append(struct source *s, const char *text, size_t n);

/* Is a place behind the user's text? */
static inline bool source_is_ours(const struct source *s, struct span at) {
    return at.lo > s->size;
}

/* Line and column of a byte offset; O(log lines). */
struct source_pos source_pos(const struct source *s, uint32_t offset);

/* The line of an offset, from 1. */
int source_line_at(const struct source *s, uint32_t offset);

/* Text of a line (1-based) without its end of line; *n gets its length in bytes. */
const char *source_line(const struct source *s, int line, int *n);

/* The smallest span that holds both. */
struct span span_join(struct span a, struct span b);

/* Length of the well-formed UTF-8 sequence at s[0..n), n > 0; 0 when there is none: overlong forms,
 * surrogates and code points over 10FFFF are not well-formed (RFC 3629, section 4). */
size_t source_utf8_length(const unsigned char *s, size_t n);

#endif
