/* A source file, the files that it imports behind it, and places in them.
 *
 * A span is a range of bytes [lo, hi) of the source. Lines and columns are computed from it when a
 * message is printed; they start at 1, columns count Unicode code points (a tab is one). */
#ifndef PYCC_SOURCE_H
#define PYCC_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "vec.h"

struct span {
    uint32_t lo;
    uint32_t hi;
};

/* A file whose text stands behind the source's own. */
struct source_file {
    const char *path;
    uint32_t lo; /* where it begins */
    uint32_t size;
    int line;           /* its first line, an index into source.line */
    const char *import; /* the module that it is, as an import in the source names it */
    bool made;          /* there is no such file: its text was made for the compilation */
    bool used;          /* what compiled functions name is in it */
};

/* Names that were looked for in text of our own and were not there. */
struct source_wanted {
    VEC(const char *) names; /* each once */
    bool missed;             /* something written out needs one */
};

struct source {
    struct arena *arena; /* where it lives */
    const char *path;    /* as the user gave it */
    const char *text;    /* whole bytes and a NUL behind them */
    uint32_t size;       /* bytes of the file's text */
    uint32_t users;      /* with the files behind it */
    uint32_t whole;      /* with what else was appended: text of our own that no message shows */
    uint32_t *line;      /* byte offset of each line's start, of the whole */
    int lines;           /* number of lines, at least 1 */
    int n_files;         /* behind its own text */
    struct source_file *file; /* in their order */
    char *space;              /* what text is, once something was appended: room bytes */
    size_t room;
    VEC(uint32_t) starts; /* what line is */
    struct source_wanted *wanted;
    int python; /* the 3.N whose grammar it is to be read by; at first that of the build */
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

/* Puts n bytes of checked text of our own behind the source; size and users stay. */
void source_append(struct source *s, const char *text, size_t n);

/* Adds a name to those wanted; it lives as long as the source. */
void source_want(const struct source *s, const char *name);

/* Puts another file behind the source, before any text of our own. Its place; empty and nothing
 * done when all would be too long. */
struct span source_append_file(struct source *s, const struct source *file);

/* Is a place behind the users' text? */
static inline bool source_is_ours(const struct source *s, struct span at) {
    return at.lo > s->users;
}

/* The file that a place is in: 0 the source itself, i its file i - 1. */
int source_file_at(const struct source *s, uint32_t offset);

/* The path of the file that a place is in. */
const char *source_path(const struct source *s, uint32_t offset);

/* "12", the line of a place; "12 of util.py" where that is not the file of another place, home. */
const char *source_line_text(const struct source *s, struct arena *a, struct span at,
                             struct span home);

/* Line and column of a byte offset in its file; O(log lines). */
struct source_pos source_pos(const struct source *s, uint32_t offset);

/* The line of an offset, from 1, counted through all files. */
int source_line_at(const struct source *s, uint32_t offset);

/* Text of a line of source_line_at without its end of line; *n gets its length in bytes. */
const char *source_line(const struct source *s, int line, int *n);

/* The smallest span that holds both. */
struct span span_join(struct span a, struct span b);

/* Length of the well-formed UTF-8 sequence at s[0..n), n > 0; 0 when there is none: overlong forms,
 * surrogates and code points over 10FFFF are not well-formed (RFC 3629, section 4). */
size_t source_utf8_length(const unsigned char *s, size_t n);

/* The code point at *at, well-formed UTF-8 that does not end there, which goes on behind it. NUL is
 * two bytes, as source_without_nul writes it. */
uint32_t source_code_point(const char **at);
/* A copy in UTF-8 that ends at its first 0: NUL is C0 80 in it. */
const char *source_without_nul(struct arena *a, const char *s, size_t n);

#endif
