/* Writer: text with indentation, for C, kernels, dumps and reports.
 *
 * Collects in memory; writer_save puts it into a file whole or not at all. */
#ifndef PYCC_WRITER_H
#define PYCC_WRITER_H

#include <stdbool.h>
#include <stddef.h>

struct writer {
    char *text; /* malloc'ed; NUL-terminated after any call */
    size_t n;
    size_t cap;
    int indent;    /* levels; four spaces each */
    bool mid_line; /* something stands on the current line */
};

void writer_init(struct writer *w);
void writer_free(struct writer *w);

/* Appends text as it is; indentation is put in front where a line begins. */
void w_put(struct writer *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The same for text without a format, and for a part of one. */
void w_text(struct writer *w, const char *text);
void w_bytes(struct writer *w, const char *s, size_t n);

/* A whole line: indentation, text, newline. w_line(w, "%s", "") gives an empty line. */
void w_line(struct writer *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Words in lines of at most `width` columns, all but the first indented to `column`, where that one
 * is already. */
void w_wrapped(struct writer *w, const char *text, int column, int width);

/* A line that opens a block (text + " {", or "{" when text is empty), and the line that closes it:
 * "}" and text ("", ";", " else {" after which the block is open again is w_reopen). */
void w_open(struct writer *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void w_close(struct writer *w, const char *tail);
void w_reopen(struct writer *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Appends n bytes without a look at them (embedded source text). */
void w_raw(struct writer *w, const char *s, size_t n);

/* Takes back all behind the first n bytes, which are whole lines. */
void w_cut(struct writer *w, size_t n);

/* Writes the text to path through a temporary file in the same folder and rename(2); "-" is
 * standard output. Returns NULL or a sentence that says what failed (static or strerror text). */
const char *writer_save(const struct writer *w, const char *path);

#endif
