/* The table of options: what the command line is parsed by, and help, manual page and completion
 * are printed from. Private to driver_options.c, driver_table.c and driver_manual.c. */
#ifndef PYCC_DRIVER_OPTIONS_H
#define PYCC_DRIVER_OPTIONS_H

#include <stddef.h>

#include "driver.h"

/* How an option's value is taken, and into which type of field. */
enum option_kind {
    OPTION_TRUE,     /* bool: no value, the field becomes true */
    OPTION_FALSE,    /* bool: no value, the field becomes false */
    OPTION_CHOICE,   /* enum: one of the words; the field becomes `first` + its number */
    OPTION_EITHER,   /* bool: the same */
    OPTION_TEXT,     /* const char *: any value */
    OPTION_JOBS,     /* int: 1 to 1024 */
    OPTION_EXPLAIN,  /* --explain[=FUNCTION] */
    OPTION_WARNINGS, /* -W error[=CODE] */
    OPTION_PRINT,    /* prints something and ends: by its name */
};

enum { MAX_WORDS = 12 };

struct option {
    const char *name, *other; /* "--quiet" and "-q"; other may be NULL */
    const char *value;        /* what its value is called, NULL: it takes none */
    enum option_kind kind;
    int commands; /* bits 1 << enum command: where it may stand */
    size_t field; /* offset in struct options */
    int first;
    const char
        *word[MAX_WORDS]; /* CHOICE and EITHER, and PRINT with a value; NULL behind the last */
    const char *help;
};

struct command_row {
    const char *name;      /* the first argument; NULL: compiling, which has no name */
    const char *arguments; /* "module.py [module.py ...]" */
    const char *help;      /* what it does, one sentence */
};

extern const struct option OPTIONS[];
extern const int N_OPTIONS;
extern const struct command_row COMMANDS[N_COMMANDS];

/* Is the option one of this command? */
static inline bool option_is_of(const struct option *row, enum command command) {
    return row->commands >> command & 1;
}

/* What --help of a command, --man and --completion=SHELL print. */
void manual_help(struct writer *w, enum command command);
void manual_page(struct writer *w);
void manual_completion(struct writer *w, const char *shell);

#endif
