/* The command line: arguments -> struct options, by the table of options.
 *
 * Flags that begin with one of the letters in CC_LETTERS belong to the C compiler. Everything else
 * that is not known is an error with a suggestion. */
#include "driver_options.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pycc_config.h"

static const char CC_LETTERS[] = "DILlfmOgW";

struct parse {
    struct options *o;
    struct arena *a;
    char **argv;
    int argc, at;
    VEC(const char *) inputs;
    VEC(const char *) cc_flags;
};

__attribute__((format(printf, 1, 2))) static int usage_error(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fputs("pycc: error: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputs("\nTry 'pycc --help'.\n", stderr);
    va_end(ap);
    return STATUS_USER;
}

/* "ast, types and tir": the words of a choice. */
static const char *option_words(struct arena *a, const struct option *row) {
    const char *text = row->word[0];
    for (int i = 1; row->word[i]; ++i) {
        text = arena_printf(a, "%s%s%s", text, row->word[i + 1] ? ", " : " and ", row->word[i]);
    }
    return text;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* The number of a value among the words of an option; -1, which was said, when it is none. */
static int word_of(struct parse *p, const struct option *row, const char *value) {
    for (int i = 0; row->word[i]; ++i) {
        if (strcmp(value, row->word[i]) == 0) {
            return i;
        }
    }
    usage_error("%s knows %s, not '%s'", row->name, option_words(p->a, row), value);
    return -1;
}

static int set_jobs(struct parse *p, const char *value) {
    char *end = NULL;
    long n = strtol(value, &end, 10);
    if (*value == '\0' || *end != '\0' || n < 1 || n > 1024) {
        return usage_error("-j takes a number from 1 to 1024, not '%s'", value);
    }
    p->o->jobs = (int)n;
    return -1;
}

/* -W error, error=left or error=PY501. -Werror and the like, in one word, are the C compiler's. */
static int set_warnings(struct parse *p, const char *value) {
    if (strcmp(value, "error") == 0) {
        p->o->werror = true;
        return -1;
    }
    if (strcmp(value, "error=left") == 0) {
        p->o->error_left = true;
        return -1;
    }
    for (int i = 0; i < DIAG_COUNT; ++i) {
        if (strncmp(value, "error=", 6) == 0 && strcmp(value + 6, diag_code_name(i)) == 0) {
            p->o->error_code[i] = true;
            return -1;
        }
    }
    return usage_error("-W knows error, error=left and error=CODE with a code such as PY501, "
                       "not '%s'; flags in one word, as -Wall, go to the C compiler",
                       value);
}

/* --version, --help and the like: prints and ends. */
static int print_asked(struct parse *p, const struct option *row, const char *value) {
    struct writer w;
    writer_init(&w);
    if (strcmp(row->name, "--help") == 0) {
        manual_help(&w, p->o->command);
    } else if (strcmp(row->name, "--man") == 0) {
        manual_page(&w);
    } else if (strcmp(row->name, "--version") == 0) {
        w_line(&w, "pycc %s", PYCC_VERSION);
    } else if (word_of(p, row, value) < 0) {
        writer_free(&w);
        return STATUS_USER;
    } else {
        manual_completion(&w, value);
    }
    const char *error = writer_save(&w, "-");
    writer_free(&w);
    return error ? usage_error("cannot print: %s", error) : STATUS_OK;
}

static int set_option(struct parse *p, const struct option *row, const char *value) {
    char *field = (char *)p->o + row->field;
    int word =
        row->kind == OPTION_CHOICE || row->kind == OPTION_EITHER ? word_of(p, row, value) : 0;
    if (word < 0) {
        return STATUS_USER;
    }
    switch (row->kind) {
    case OPTION_TRUE:
    case OPTION_FALSE:
        *(bool *)field = row->kind == OPTION_TRUE;
        break;
    case OPTION_CHOICE:
        *(int *)field = row->first + word;
        break;
    case OPTION_EITHER:
        *(bool *)field = row->first + word > 0;
        break;
    case OPTION_TEXT:
        *(const char **)field = value;
        break;
    case OPTION_JOBS:
        return set_jobs(p, value);
    case OPTION_EXPLAIN:
        p->o->explain = true;
        p->o->explained = value;
        break;
    case OPTION_WARNINGS:
        return set_warnings(p, value);
    case OPTION_PRINT:
        return print_asked(p, row, value);
    }
    return -1;
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* Is arg this name, perhaps with a value? `-o` takes it in the same word, `--emit` behind `=`; what
 * begins with -W and goes on is the C compiler's. Its value goes to *value, NULL when there is none
 * in the word. */
static bool names(const struct option *row, const char *name, const char *arg, const char **value) {
    size_t n = name ? strlen(name) : 0;
    if (n == 0 || strncmp(arg, name, n) != 0) {
        return false;
    }
    *value = arg[n] == '\0' ? NULL : arg[n] == '=' ? arg + n + 1 : arg + n;
    return arg[n] == '\0' || (row->value && arg[n] == '=' && row->kind != OPTION_WARNINGS) ||
           (row->value && name[1] != '-' && row->kind != OPTION_WARNINGS);
}

/* The option that arg is, of this command; NULL when there is none. */
static const struct option *find_option(const struct options *o, const char *arg,
                                        const char **value) {
    for (int i = 0; i < N_OPTIONS; ++i) {
        const struct option *row = &OPTIONS[i];
        if (option_is_of(row, o->command) &&
            (names(row, row->name, arg, value) || names(row, row->other, arg, value))) {
            return row;
        }
    }
    return NULL;
}

static int unknown_flag(struct parse *p, const char *arg) {
    const char **known = ARENA_ARRAY(p->a, const char *, 2 * N_OPTIONS);
    int n = 0;
    for (int i = 0; i < N_OPTIONS; ++i) {
        if (option_is_of(&OPTIONS[i], p->o->command)) {
            known[n++] = OPTIONS[i].name;
            known[n] = OPTIONS[i].other;
            n += known[n] != NULL;
        }
    }
    const char *close = diag_closest(arg, known, n);
    return close ? usage_error("unknown flag '%s'; did you mean '%s'?", arg, close)
                 : usage_error("unknown flag '%s'", arg);
}

static void take_cc_flag(struct parse *p, const char *arg) {
    if (strcmp(arg, "-g") == 0) {
        p->o->backend.line_directives = true;
    }
    vec_push(p->a, &p->cc_flags, arg);
    if (arg[2] == '\0' && strchr("DILl", arg[1]) && p->at + 1 < p->argc) {
        vec_push(p->a, &p->cc_flags, p->argv[++p->at]);
    }
}

static int parse_flag(struct parse *p, const char *arg) {
    const char *value = NULL;
    const struct option *row = find_option(p->o, arg, &value);
    if (!row && p->o->command == COMMAND_COMPILE && arg[1] != '-' && strchr(CC_LETTERS, arg[1])) {
        take_cc_flag(p, arg);
        return -1;
    }
    if (!row) {
        return unknown_flag(p, arg);
    }
    bool optional = row->kind == OPTION_EXPLAIN;
    if (row->value && !value && !optional) {
        value = p->at + 1 < p->argc ? p->argv[++p->at] : NULL;
    }
    if ((row->value && !value && !optional) || (value && *value == '\0')) {
        return usage_error("%s needs a value", row->name);
    }
    return set_option(p, row, value);
}

static bool is_source(const char *path) {
    size_t n = strlen(path);
    return n >= 4 && strcmp(path + n - 3, ".py") == 0;
}

bool driver_same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Words that go to the C compiler, each as one flag. */
static int check_target(const struct options *o) {
    static const char known[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+-_,";
    const char *t = o->target ? o->target : "native";
    size_t n = strlen(t);
    if (strspn(t, known) < n || t[0] == ',' || t[n - 1] == ',' || strstr(t, ",,")) {
        return usage_error("--target takes a kind of processor, such as v3, or several, such as "
                           "v2,v3, not '%s'",
                           t);
    }
    if ((strchr(t, ',') || strcmp(t, "portable") == 0) && o->command == COMMAND_CONFIG) {
        return usage_error("the flags of config are for one kind of processor, not for '%s'", t);
    }
#if !defined(__x86_64__)
    if (strchr(t, ',')) {
        return usage_error("--target takes several kinds of processors on x86-64 only");
    }
#endif
    return -1;
}

static int check_inputs(const struct options *o) {
    if (o->n_inputs == 0) {
        return usage_error("no module to compile");
    }
    if (o->n_inputs > 1 && o->output) {
        return usage_error("-o names one file, but there are %d modules", o->n_inputs);
    }
    if (o->n_inputs > 1 && o->source_name) {
        return usage_error("--source-name names one file, but there are %d modules", o->n_inputs);
    }
    if (o->explain && o->emit != STAGE_NONE && o->emit != STAGE_EXPLAIN) {
        return usage_error("--explain speaks after compiling; --emit explain prints it instead");
    }
    bool extension = o->command == COMMAND_COMPILE && o->emit == STAGE_NONE;
    if (o->output && strcmp(o->output, "-") == 0 && extension) {
        return usage_error("an extension module cannot go to standard output");
    }
    for (int i = 0; i < o->n_inputs; ++i) {
        if (!is_source(o->input[i])) {
            return usage_error("'%s' is not a Python module (.py)", o->input[i]);
        }
        if (o->output && driver_same_file(o->output, o->input[i])) {
            return usage_error("-o names the source: '%s' would be overwritten", o->input[i]);
        }
    }
    if (o->output && extension && is_source(o->output)) {
        return usage_error("an extension module cannot be called '%s'; its name ends in .so",
                           o->output);
    }
    if (o->depfile && (o->n_inputs > 1 || driver_same_file(o->depfile, o->input[0]))) {
        return usage_error(o->n_inputs > 1 ? "--depfile is of one module"
                                           : "--depfile names the source");
    }
    return check_target(o);
}

static int check_config(const struct options *o) {
    if (o->n_inputs > 0) {
        return usage_error("config takes no files, but there is '%s'", o->input[0]);
    }
    if (!o->cflags && !o->libs && !o->include_dir && !o->cmake_dir && !o->ext_suffix) {
        return usage_error("config prints what is asked for: --cflags, --libs, --include-dir, "
                           "--cmake-dir or --ext-suffix");
    }
    return check_target(o);
}

static int check_check(const struct options *o) {
    if (o->watch && (o->format != FORMAT_TEXT || o->output || o->baseline)) {
        return usage_error("--watch prints text, without -o and --baseline");
    }
    return -1;
}

/* A first argument that is the name of a command is that. */
static enum command command_of(int argc, char **argv) {
    for (int i = 0; argc > 1 && i < N_COMMANDS; ++i) {
        if (COMMANDS[i].name && strcmp(argv[1], COMMANDS[i].name) == 0) {
            return (enum command)i;
        }
    }
    return COMMAND_COMPILE;
}

int options_parse(struct options *o, struct arena *a, int argc, char **argv) {
    *o = (struct options){.command = command_of(argc, argv),
                          .backend = {.bounds = true, .fp = FP_CONTRACT},
                          .fuse = {PARTITION_OPTIMAL, MODEL_UNIQUE_BYTES}};
    o->colour = isatty(STDERR_FILENO) && !getenv("NO_COLOR");
    o->explain_colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    struct parse p = {.o = o, .a = a, .argv = argv, .argc = argc};
    bool flags = true;
    for (p.at = o->command == COMMAND_COMPILE ? 1 : 2; p.at < argc; ++p.at) {
        const char *arg = argv[p.at];
        if (flags && strcmp(arg, "--") == 0) {
            flags = false;
        } else if (flags && arg[0] == '-' && arg[1] != '\0') {
            int status = parse_flag(&p, arg);
            if (status >= 0) {
                return status;
            }
        } else {
            vec_push(a, &p.inputs, arg);
        }
    }
    o->n_inputs = p.inputs.n;
    o->input = p.inputs.item;
    o->n_cc_flags = p.cc_flags.n;
    o->cc_flag = p.cc_flags.item;
    return o->command == COMMAND_CONFIG  ? check_config(o)
           : o->command == COMMAND_CHECK ? check_check(o)
                                         : check_inputs(o);
}
