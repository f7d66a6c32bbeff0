/* Diagnostics: what the user reads.
 *
 *     prog.py:3:9: error: name 'x' is not defined [PY201]
 *         3 |     y = x + 1
 *           |         ^
 *       note: did you mean 'z'?
 *
 * Every message has a code from diag.def, where its documentation is too; docs/diagnostics.md is
 * checked against that table by a test. Messages are collected and printed in source order, without
 * repeating one at the same place; at most limit errors are printed and the rest counted. */
#ifndef PYCC_DIAG_H
#define PYCC_DIAG_H

#include <stdbool.h>
#include <stdio.h>

#include "arena.h"
#include "source.h"
#include "vec.h"

enum diag_code {
#define DIAG(code, severity, summary) DIAG_##code,
#include "diag.def"
#undef DIAG
    DIAG_COUNT
};

enum diag_severity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

struct diag_note {
    bool has_span;
    struct span span; /* a second place, shown with its own source line */
    const char *text;
    bool is_fix; /* printed as "help:" instead of "note:" */
};

struct diag_message {
    enum diag_code code;
    enum diag_severity severity;
    struct span span;
    const char *text;
    const char *calls; /* PY501: "it calls 'g' (line 12)", which has the error; or NULL */
    VEC(struct diag_note) notes;
};

struct diag {
    struct arena *arena;
    const struct source *source; /* NULL when it cannot be read: what is said is of path then */
    const char *path;
    VEC(struct diag_message *) messages;
    int errors;
    int warnings;
    int limit;   /* errors printed at most; 0 means all */
    bool colour; /* ANSI colours */
};

void diag_init(struct diag *d, struct arena *a, const struct source *s);

/* Adds a message of the severity that diag.def gives its code. Returns it, so that notes can be
 * hung on it; never NULL. Text is a full clause in lower case without a final stop. */
struct diag_message *diag_error(struct diag *d, enum diag_code code, struct span span,
                                const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* "note: ..." with a place of its own, or without one (diag_hint); "help: ..." says what to write
 * instead. */
void diag_note(struct diag *d, struct diag_message *m, struct span span, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void diag_hint(struct diag *d, struct diag_message *m, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void diag_fix(struct diag *d, struct diag_message *m, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds the messages of another one about the same source, whose arena lives as long. */
void diag_take(struct diag *d, const struct diag *from);

/* Makes the warnings of a code errors; DIAG_COUNT: all warnings. */
void diag_promote(struct diag *d, enum diag_code code);

/* The messages sorted by place, each once; *n gets their number. In the arena of d. */
const struct diag_message **diag_sorted(struct diag *d, int *n);

/* Prints all messages, sorted by place. */
void diag_print(struct diag *d, FILE *out);

/* "PY101" for a code; its one-line summary. */
const char *diag_code_name(enum diag_code code);
const char *diag_code_summary(enum diag_code code);

/* The candidate closest to name by Damerau-Levenshtein distance, when close enough to be a typing
 * mistake (at most a third of its length), else NULL. */
const char *diag_closest(const char *name, const char *const *candidates, int n);

#endif
