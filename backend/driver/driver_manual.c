/* --help, --man and --completion: the table of options as text, as a manual page and as what
 * completes a command line in bash, zsh and fish. */
#include <string.h>

#include "driver_options.h"
#include "pycc_config.h"

enum { COLUMN = 23, WIDTH = 96 };

static const char CC_FLAGS[] =
    "-D -I -L -l -f -m -O -g -W... go to the C compiler. CC, CFLAGS and LDFLAGS are honoured.";

static const struct status_row {
    int status;
    const char *help;
} STATUSES[] = {
    {STATUS_OK, "fine"},
    {STATUS_USER, "an error in the source or on the command line"},
    {STATUS_INTERNAL, "an error of pycc's"},
    {STATUS_INTERRUPTED, "interrupted"},
};

enum { N_STATUSES = sizeof(STATUSES) / sizeof(STATUSES[0]) };

static const struct variable_row {
    const char *name, *help;
} VARIABLES[] = {
    {"CC", "the C compiler, with arguments"},
    {"CFLAGS", "flags for it, behind pycc's own"},
    {"LDFLAGS", "flags for it that end its command"},
    {"TMPDIR", "where the C file is put meanwhile"},
    {"NO_COLOR", "when set, nothing is coloured"},
};

/* ---- --help ---------------------------------------------------------------------------------- */

/* "=FILE", " FILE", "[=FUNCTION]" or nothing: the value behind the option's name. */
static void put_value(struct writer *w, const struct option *row) {
    if (row->value) {
        bool is_long = row->name[1] == '-';
        w_put(w, row->kind == OPTION_EXPLAIN ? "[=%s]" : is_long ? "=%s" : " %s", row->value);
    }
}

static void put_option(struct writer *w, const struct option *row) {
    size_t start = w->n;
    w_put(w, "  %s%s%s", row->other ? row->other : "", row->other ? ", " : "", row->name);
    put_value(w, row);
    int at = (int)(w->n - start);
    if (at + 2 > COLUMN) {
        w_put(w, "\n%*s", COLUMN, "");
    } else {
        w_put(w, "%*s", COLUMN - at, "");
    }
    w_wrapped(w, row->help, COLUMN, WIDTH);
}

static void put_usage(struct writer *w, const struct command_row *c) {
    w_put(w, "pycc%s%s [options] %s", c->name ? " " : "", c->name ? c->name : "", c->arguments);
}

void manual_help(struct writer *w, enum command command) {
    w_text(w, "usage: ");
    put_usage(w, &COMMANDS[command]);
    w_text(w, "\n");
    for (int i = 0; i < N_COMMANDS && command == COMMAND_COMPILE; ++i) {
        if (COMMANDS[i].name) {
            w_text(w, "       ");
            put_usage(w, &COMMANDS[i]);
            w_text(w, "\n");
        }
    }
    w_text(w, "\n");
    w_wrapped(w, COMMANDS[command].help, 0, WIDTH);
    w_text(w, "\n");
    for (int i = 0; i < N_OPTIONS; ++i) {
        if (option_is_of(&OPTIONS[i], command)) {
            put_option(w, &OPTIONS[i]);
        }
    }
    if (command == COMMAND_COMPILE) {
        w_put(w, "\n  %s\n", CC_FLAGS);
    }
    w_text(w, "\n");
    const char *text = "Exit status:";
    struct arena a;
    arena_init(&a);
    for (int i = 0; i < N_STATUSES; ++i) {
        text = arena_printf(&a, "%s%s %d %s", text, i > 0 ? "," : "", STATUSES[i].status,
                            STATUSES[i].help);
    }
    w_wrapped(w, arena_printf(&a, "%s.", text), 0, WIDTH);
    arena_free(&a);
}

/* ---- --man ----------------------------------------------------------------------------------- */

/* Text of a manual page: what troff would read as commands is quoted. */
static void put_roff(struct writer *w, const char *text) {
    for (const char *p = text; *p; ++p) {
        const char *quoted = *p == '-' ? "\\-" : *p == '\\' ? "\\e" : *p == '\'' ? "\\(aq" : NULL;
        if (quoted) {
            w_text(w, quoted);
        } else {
            w_bytes(w, p, 1);
        }
    }
}

static void put_roff_option(struct writer *w, const struct option *row) {
    w_text(w, ".TP\n");
    for (int i = 0; i < 2; ++i) {
        const char *name = i == 0 ? row->other : row->name;
        if (name) {
            w_text(w, "\\fB");
            put_roff(w, name);
            w_text(w, i == 0 ? "\\fR, " : "\\fR");
        }
    }
    if (row->value) {
        bool is_long = row->name[1] == '-', optional = row->kind == OPTION_EXPLAIN;
        w_put(w, "%s%s\\fI%s\\fR%s", optional ? "[" : "", is_long ? "=" : " ", row->value,
              optional ? "]" : "");
    }
    w_text(w, "\n");
    put_roff(w, row->help);
    w_text(w, "\n");
}

static void put_roff_command(struct writer *w, enum command command) {
    const struct command_row *c = &COMMANDS[command];
    w_put(w, ".SS \"pycc%s%s\"\n", c->name ? " " : "", c->name ? c->name : "");
    put_roff(w, c->help);
    w_text(w, "\n");
    for (int i = 0; i < N_OPTIONS; ++i) {
        if (option_is_of(&OPTIONS[i], command)) {
            put_roff_option(w, &OPTIONS[i]);
        }
    }
    if (command == COMMAND_COMPILE) {
        w_text(w, ".PP\n");
        put_roff(w, CC_FLAGS);
        w_text(w, "\n");
    }
}

void manual_page(struct writer *w) {
    w_line(w, ".TH PYCC 1 \"\" \"pycc %s\"", PYCC_VERSION);
    w_text(w, ".SH NAME\npycc \\- compiler for annotated numerical Python\n.SH SYNOPSIS\n");
    for (int i = 0; i < N_COMMANDS; ++i) {
        const struct command_row *c = &COMMANDS[i];
        w_put(w, "%s\\fBpycc%s%s\\fR [\\fIoptions\\fR] \\fI", i > 0 ? ".br\n" : "",
              c->name ? " " : "", c->name ? c->name : "");
        put_roff(w, c->arguments);
        w_text(w, "\\fR\n");
    }
    w_text(w, ".SH OPTIONS\n");
    for (int i = 0; i < N_COMMANDS; ++i) {
        put_roff_command(w, (enum command)i);
    }
    w_text(w, ".SH EXIT STATUS\n");
    for (int i = 0; i < N_STATUSES; ++i) {
        w_put(w, ".TP\n\\fB%d\\fR\n", STATUSES[i].status);
        put_roff(w, STATUSES[i].help);
        w_text(w, "\n");
    }
    w_text(w, ".SH ENVIRONMENT\n");
    for (size_t i = 0; i < sizeof(VARIABLES) / sizeof(VARIABLES[0]); ++i) {
        w_put(w, ".TP\n\\fB%s\\fR\n", VARIABLES[i].name);
        put_roff(w, VARIABLES[i].help);
        w_text(w, "\n");
    }
}

/* ---- --completion ---------------------------------------------------------------------------- */

/* The names of a command's options, with `=` behind those that take a value in the same word. */
static void put_names(struct writer *w, enum command command) {
    for (int i = 0; i < N_OPTIONS; ++i) {
        const struct option *row = &OPTIONS[i];
        if (option_is_of(row, command)) {
            w_put(w, " %s%s%s", row->other ? row->other : "", row->other ? " " : "", row->name);
        }
    }
}

static void put_words(struct writer *w, const struct option *row) {
    for (int i = 0; row->word[i]; ++i) {
        w_put(w, "%s%s", i > 0 ? " " : "", row->word[i]);
    }
}

/* A value is offered behind `--name` and behind `--name=`, which bash gives as a word of its own.
 */
static void put_bash(struct writer *w) {
    w_text(w,
           "_pycc() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flags\n"
           "    if [[ $current == = ]]; then current=; fi\n"
           "    if [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
           "    case $before in\n");
    for (int i = 0; i < N_OPTIONS; ++i) {
        if (OPTIONS[i].word[0]) {
            w_put(w, "    %s) COMPREPLY=($(compgen -W \"", OPTIONS[i].name);
            put_words(w, &OPTIONS[i]);
            w_text(w, "\" -- \"$current\")); return ;;\n");
        }
    }
    w_text(w, "    esac\n    case ${COMP_WORDS[1]} in\n");
    for (int i = N_COMMANDS - 1; i >= 0; --i) {
        w_put(w, "    %s) flags=\"", COMMANDS[i].name ? COMMANDS[i].name : "*");
        put_names(w, (enum command)i);
        w_text(w, "\" ;;\n");
    }
    w_text(w, "    esac\n"
              "    if [[ $current == -* ]]; then\n"
              "        COMPREPLY=($(compgen -W \"$flags\" -- \"$current\"))\n"
              "    else\n"
              "        COMPREPLY=($(compgen -f -X '!*.py' -- \"$current\") $(compgen -d -- "
              "\"$current\"))\n"
              "        if [[ $COMP_CWORD == 1 ]]; then\n"
              "            COMPREPLY+=($(compgen -W \"");
    for (int i = 0; i < N_COMMANDS; ++i) {
        w_put(w, "%s%s", COMMANDS[i].name ? COMMANDS[i].name : "",
              i > 0 && i + 1 < N_COMMANDS ? " " : "");
    }
    w_text(w, "\" -- \"$current\"))\n        fi\n    fi\n}\ncomplete -o filenames -F _pycc pycc\n");
}

/* Text in single quotes, of zsh's own characters bare: `'`, `[`, `]` and `:`. */
static void put_quoted(struct writer *w, const char *text, const char *special) {
    for (const char *p = text; *p; ++p) {
        if (*p == '\'') {
            w_text(w, "'\\''");
        } else {
            w_put(w, "%s%c", strchr(special, *p) ? "\\" : "", *p);
        }
    }
}

static void put_zsh_option(struct writer *w, const struct option *row, const char *name) {
    bool is_long = name[1] == '-';
    w_put(w, " \\\n            '%s%s[", name,
          !row->value                   ? ""
          : row->kind == OPTION_EXPLAIN ? "=-"
          : is_long                     ? "="
                                        : "");
    put_quoted(w, row->help, "[]:\\");
    w_text(w, "]");
    if (row->value) {
        w_put(w, ":%s%s:", row->kind == OPTION_EXPLAIN ? ":" : "", row->value);
        if (row->word[0]) {
            w_text(w, "(");
            put_words(w, row);
            w_text(w, ")");
        } else {
            w_text(w, strcmp(row->value, "FILE") == 0 ? "_files" : " ");
        }
    }
    w_text(w, "'");
}

static void put_zsh(struct writer *w) {
    w_text(w, "#compdef pycc\n_pycc() {\n    case $words[2] in\n");
    for (int i = N_COMMANDS - 1; i >= 0; --i) {
        w_put(w, "    %s)\n        _arguments -S", COMMANDS[i].name ? COMMANDS[i].name : "*");
        for (int k = 0; k < N_OPTIONS; ++k) {
            const struct option *row = &OPTIONS[k];
            if (option_is_of(row, (enum command)i)) {
                put_zsh_option(w, row, row->name);
            }
            if (option_is_of(row, (enum command)i) && row->other) {
                put_zsh_option(w, row, row->other);
            }
        }
        w_text(w, " \\\n            '*:module:_files -g \"*.py(-.)\"' ;;\n");
    }
    w_text(w, "    esac\n}\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n"
              "    _pycc \"$@\"\nelse\n    compdef _pycc pycc\nfi\n");
}

static void put_fish_option(struct writer *w, const struct option *row, enum command command) {
    const char *name = COMMANDS[command].name;
    w_text(w, "complete -c pycc -n ");
    if (name) {
        w_put(w, "'__fish_seen_subcommand_from %s'", name);
    } else {
        w_text(w, "'not __fish_seen_subcommand_from");
        for (int i = 0; i < N_COMMANDS; ++i) {
            w_put(w, "%s%s", COMMANDS[i].name ? " " : "", COMMANDS[i].name ? COMMANDS[i].name : "");
        }
        w_text(w, "'");
    }
    const char *both[] = {row->name, row->other};
    for (int i = 0; i < 2; ++i) {
        if (both[i]) {
            w_put(w, both[i][1] == '-' ? " -l %s" : " -s %s",
                  both[i] + (both[i][1] == '-' ? 2 : 1));
        }
    }
    if (row->value && row->kind != OPTION_EXPLAIN) {
        w_text(w, strcmp(row->value, "FILE") == 0 ? " -r -F" : " -x");
    }
    if (row->word[0]) {
        w_text(w, " -a '");
        put_words(w, row);
        w_text(w, "'");
    }
    w_text(w, " -d '");
    put_quoted(w, row->help, "\\");
    w_text(w, "'\n");
}

static void put_fish(struct writer *w) {
    for (int i = 0; i < N_COMMANDS; ++i) {
        if (COMMANDS[i].name) {
            w_put(w, "complete -c pycc -n __fish_is_first_arg -a %s -d '", COMMANDS[i].name);
            put_quoted(w, COMMANDS[i].help, "\\");
            w_text(w, "'\n");
        }
        for (int k = 0; k < N_OPTIONS; ++k) {
            if (option_is_of(&OPTIONS[k], (enum command)i)) {
                put_fish_option(w, &OPTIONS[k], (enum command)i);
            }
        }
    }
}

void manual_completion(struct writer *w, const char *shell) {
    if (strcmp(shell, "bash") == 0) {
        put_bash(w);
    } else if (strcmp(shell, "zsh") == 0) {
        put_zsh(w);
    } else {
        put_fish(w);
    }
}
