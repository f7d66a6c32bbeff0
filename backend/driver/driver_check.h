/* pycc check: what its files share. Private to driver_check.c, driver_ignore.c, driver_files.c,
 * driver_formats.c and, for the pass that reads comments, driver.c. */
#ifndef PYCC_DRIVER_CHECK_H
#define PYCC_DRIVER_CHECK_H

#include <time.h>

#include "driver.h"

/* ---- driver_ignore.c */

/* Behind parsing: fills c->ignores. */
void ignores_read(struct compilation *c);

/* Does the text speak of pycc: its name, Pythran's, or an array's type as f64[:]? Other modules may
 * have annotations, too, but are not meant for us. */
bool source_is_marked(const struct source *s);

/* Takes the messages out of diag that are ignored, and PY105, which only compiling tells. Behind
 * all passes (complete) comments that ignore nothing become warnings, PY107. */
void ignores_apply(struct compilation *c, bool complete);

/* ---- driver_files.c */

struct checked_file {
    const char *path;
    struct timespec changed;
    bool in_folder; /* it was found in a folder, not named */
};

struct checked_files {
    int n;
    struct checked_file
        *item; /* in the order of the command line, folders sorted; each path once */
};

/* The modules that the inputs name: files as they are, and *.py in folders and the folders in them,
 * but hidden ones, __pycache__, node_modules and virtual environments. */
struct checked_files files_find(struct arena *a, const struct options *o);

/* ---- driver_formats.c */

/* One message, or what takes its place when there is no compilation (message NULL). */
struct finding {
    const char *path;
    const char *code; /* NULL: an error of pycc's */
    enum diag_severity severity;
    const char *text;
    const struct source *source; /* NULL: there are no places */
    const struct diag_message *message;
    unsigned long long mark; /* the same for the same finding, whatever its line */
};

/* What was found in one module, or in all. */
struct check_tally {
    int modules, errors, warnings, known;
    int failing; /* modules with errors */
    int failed;  /* modules that pycc failed at */
    double seconds;
};

/* A format as functions that write a part; NULL: nothing. Between findings of one module, and of
 * two, stands `between`. */
struct format_row {
    void (*begin)(struct writer *w, const struct check_tally *all);
    void (*open)(struct writer *w, const char *path, double seconds); /* a module */
    void (*finding)(struct writer *w, const struct finding *f);
    void (*close)(struct writer *w);
    void (*end)(struct writer *w, const struct check_tally *all);
    const char *between;
};

extern const struct format_row FORMATS[]; /* by enum format; FORMAT_TEXT is diag_print's */

/* A line of a baseline: mark, code, path and text with tabs between. */
void put_baseline_line(struct writer *w, const struct finding *f);

#endif
