/* The command line: arguments -> struct options.
 *
 * Flags that begin with one of the letters in CC_LETTERS belong to the C compiler. Everything else
 * that is not known is an error with a suggestion. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"
#include "pycc_config.h"

static const char CC_LETTERS[] = "DILlfmOgW";

static const char USAGE[] =
    "usage: pycc [options] module.py [module.py ...]\n"
    "\n"
    "Compiles the annotated functions of a Python module to a native, multi-threaded extension\n"
    "module that replaces it.\n"
    "\n"
    "  -o FILE              the extension module (default: beside the source, with the ending "
    "that\n"
    "                       the interpreter expects); with --emit, where to print (default: -)\n"
    "  --emit STAGE         print a stage instead: ast, types, tir, access, plan, explain,\n"
    "                       schedule, opencl or c\n"
    "  --explain[=FUNCTION] say what became of each loop (of one function), why, and what would "
    "help\n"
    "  --fallback           leave functions that cannot be compiled to the interpreter, with a "
    "warning\n"
    "  --no-bounds-check    do not check indices\n"
    "  --on-unknown=WHAT    parallel loops that are not certain to be independent: check "
    "(default)\n"
    "                       asks when called and raises RaceError; serial runs them in order\n"
    "  --check=races        prange(..., independent=True) is tested when called: RaceError\n"
    "  --overflow=HOW       Python ints beyond 64 bits: raise OverflowError (default) or wrap\n"
    "  --fp=MODE            strict: bit-equal to the interpreter in scalar code; contract "
    "(default):\n"
    "                       fused multiply-add allowed; fast: reassociation allowed\n"
    "  --gpu                functions as if each were marked @pycc.gpu\n"
    "  --fuse=HOW           array statements that share loops: none, linear, greedy or\n"
    "                       optimal (default)\n"
    "  --fuse-cost=MODEL    what fusion saves: unique-bytes (default), max-contract, max-locality\n"
    "                       or robinson\n"
    "  -W error             warnings are errors; -W error=left: functions left to Python are\n"
    "  -q, --quiet          warnings and errors only, not what was compiled and what was left\n"
    "  -j N                 compile N modules at a time (default: one per processor)\n"
    "  --source-name=FILE   what messages, tracebacks and the module call the source\n"
    "  --keep               keep the C file beside the output\n"
    "  -v, --verbose        show the C compiler's command, the time of each pass and all\n"
    "                       functions left to Python\n"
    "  --version, --help\n"
    "\n"
    "  -D -I -L -l -f -m -O -g -W... go to the C compiler. CC, CFLAGS and LDFLAGS are honoured.\n"
    "\n"
    "Exit status: 0 fine, 1 an error in the source or on the command line, 2 an error of pycc's.\n";

struct parse {
    struct options *o;
    struct arena *a;
    char **argv;
    int argc, at;
    VEC(const char *) inputs;
    VEC(const char *) cc_flags;
};

static const char *const STAGES[] = {"",     "ast",     "types",    "tir",    "access",
                                     "plan", "explain", "schedule", "opencl", "c"};

static const char *const FLAGS[] = {"--emit",     "--explain",    "--fallback", "--no-bounds-check",
                                    "--overflow", "--on-unknown", "--fuse",     "--fuse-cost",
                                    "--fp",       "--gpu",        "--keep",     "--verbose",
                                    "--version",  "--help",       "-o",         "-v",
                                    "-j",         "-q",           "--quiet",    "-W",
                                    "--check",    "--source-name"};

__attribute__((format(printf, 1, 2))) static int usage_error(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fputs("pycc: error: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputs("\nTry 'pycc --help'.\n", stderr);
    va_end(ap);
    return STATUS_USER;
}

/* The value of `--name=value` or `--name value`; NULL when arg is another flag or has no value. */
static const char *flag_value(struct parse *p, const char *arg, const char *name) {
    size_t n = strlen(name);
    if (strncmp(arg, name, n) != 0) {
        return NULL;
    }
    if (arg[n] == '=') {
        return arg + n + 1;
    }
    if (arg[n] != '\0') {
        return name[1] != '-' ? arg + n : NULL; /* -oFILE, -j2 */
    }
    return p->at + 1 < p->argc ? p->argv[++p->at] : NULL;
}

static int parse_emit(struct parse *p, const char *value) {
    for (int i = 1; i < (int)(sizeof(STAGES) / sizeof(STAGES[0])); ++i) {
        if (strcmp(value, STAGES[i]) == 0) {
            p->o->emit = (enum stage)i;
            return -1;
        }
    }
    return usage_error(
        "--emit knows ast, types, tir, access, plan, explain, schedule, opencl and c, not '%s'",
        value);
}

static int parse_fp(struct parse *p, const char *value) {
    static const char *const modes[] = {"strict", "contract", "fast"};
    for (int i = 0; i < 3; ++i) {
        if (strcmp(value, modes[i]) == 0) {
            p->o->backend.fp = (enum fp_mode)i;
            return -1;
        }
    }
    return usage_error("--fp knows strict, contract and fast, not '%s'", value);
}

static int parse_on_unknown(struct parse *p, const char *value) {
    p->o->unknown_serial = strcmp(value, "serial") == 0;
    return p->o->unknown_serial || strcmp(value, "check") == 0
               ? -1
               : usage_error("--on-unknown knows check and serial, not '%s'", value);
}

static int parse_check(struct parse *p, const char *value) {
    p->o->check_races = strcmp(value, "races") == 0;
    return p->o->check_races ? -1 : usage_error("--check knows races, not '%s'", value);
}

static int parse_overflow(struct parse *p, const char *value) {
    p->o->overflow_wraps = strcmp(value, "wrap") == 0;
    return p->o->overflow_wraps || strcmp(value, "raise") == 0
               ? -1
               : usage_error("--overflow knows raise and wrap, not '%s'", value);
}

static int parse_fuse(struct parse *p, const char *value) {
    static const char *const algorithms[] = {"none", "linear", "greedy", "optimal"};
    for (int i = 0; i < 4; ++i) {
        if (strcmp(value, algorithms[i]) == 0) {
            p->o->fuse.algorithm = (enum partition_algorithm)i;
            return -1;
        }
    }
    return usage_error("--fuse knows none, linear, greedy and optimal, not '%s'", value);
}

static int parse_fuse_cost(struct parse *p, const char *value) {
    static const char *const models[] = {"unique-bytes", "max-contract", "max-locality",
                                         "robinson"};
    for (int i = 0; i < 4; ++i) {
        if (strcmp(value, models[i]) == 0) {
            p->o->fuse.model = (enum partition_model)i;
            return -1;
        }
    }
    return usage_error(
        "--fuse-cost knows unique-bytes, max-contract, max-locality and robinson, not '%s'", value);
}

/* -Werror and the like, in one word, are the C compiler's. */
static int parse_warnings(struct parse *p, const char *value) {
    if (value && strcmp(value, "error") == 0) {
        p->o->werror = true;
    } else if (value && strcmp(value, "error=left") == 0) {
        p->o->error_left = true;
    } else {
        return usage_error("-W knows error and error=left, not '%s'; flags in one word, as -Wall, "
                           "go to the C compiler",
                           value ? value : "");
    }
    return -1;
}

static int parse_jobs(struct parse *p, const char *value) {
    char *end = NULL;
    long n = strtol(value, &end, 10);
    if (*value == '\0' || *end != '\0' || n < 1 || n > 1024) {
        return usage_error("-j takes a number from 1 to 1024, not '%s'", value);
    }
    p->o->jobs = (int)n;
    return -1;
}

static int parse_flag_value(struct parse *p, const char *arg) {
    const char *value = NULL;
    if ((value = flag_value(p, arg, "--emit"))) {
        return parse_emit(p, value);
    }
    if ((value = flag_value(p, arg, "--fp"))) {
        return parse_fp(p, value);
    }
    if ((value = flag_value(p, arg, "--on-unknown"))) {
        return parse_on_unknown(p, value);
    }
    if ((value = flag_value(p, arg, "--fuse"))) {
        return parse_fuse(p, value);
    }
    if ((value = flag_value(p, arg, "--fuse-cost"))) {
        return parse_fuse_cost(p, value);
    }
    if ((value = flag_value(p, arg, "--check"))) {
        return parse_check(p, value);
    }
    if ((value = flag_value(p, arg, "--overflow"))) {
        return parse_overflow(p, value);
    }
    if ((value = flag_value(p, arg, "--source-name"))) {
        p->o->source_name = value;
        return -1;
    }
    if (strncmp(arg, "-j", 2) == 0 && (value = flag_value(p, arg, "-j"))) {
        return parse_jobs(p, value);
    }
    if (strncmp(arg, "-o", 2) == 0 && (value = flag_value(p, arg, "-o"))) {
        p->o->output = value;
        return -1;
    }
    for (int i = 0; i < (int)(sizeof(FLAGS) / sizeof(FLAGS[0])); ++i) {
        if (strcmp(arg, FLAGS[i]) == 0) {
            return usage_error("%s needs a value", arg);
        }
    }
    const char *close = diag_closest(arg, FLAGS, (int)(sizeof(FLAGS) / sizeof(FLAGS[0])));
    return close ? usage_error("unknown flag '%s'; did you mean '%s'?", arg, close)
                 : usage_error("unknown flag '%s'", arg);
}

static int parse_flag(struct parse *p, const char *arg) {
    struct options *o = p->o;
    if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0) {
        fputs(USAGE, stdout);
        return STATUS_OK;
    }
    if (strcmp(arg, "--version") == 0) {
        printf("pycc %s\n", PYCC_VERSION);
        return STATUS_OK;
    }
    if (strcmp(arg, "--explain") == 0) {
        o->explain = true;
    } else if (strncmp(arg, "--explain=", 10) == 0 && arg[10]) {
        o->explain = true;
        o->explained = arg + 10;
    } else if (strcmp(arg, "--fallback") == 0) {
        o->fallback = true;
    } else if (strcmp(arg, "--no-bounds-check") == 0) {
        o->backend.bounds = false;
    } else if (strcmp(arg, "--gpu") == 0) {
        o->gpu = true;
    } else if (strcmp(arg, "--keep") == 0) {
        o->keep = true;
    } else if (strcmp(arg, "-v") == 0 || strcmp(arg, "--verbose") == 0) {
        o->verbose = true;
    } else if (strcmp(arg, "-q") == 0 || strcmp(arg, "--quiet") == 0) {
        o->quiet = true;
    } else if (strcmp(arg, "-W") == 0) {
        return parse_warnings(p, p->at + 1 < p->argc ? p->argv[++p->at] : NULL);
    } else if (arg[1] != '-' && strchr(CC_LETTERS, arg[1])) {
        if (strcmp(arg, "-g") == 0) {
            o->backend.line_directives = true;
        }
        vec_push(p->a, &p->cc_flags, arg);
        if (arg[2] == '\0' && strchr("DILl", arg[1]) && p->at + 1 < p->argc) {
            vec_push(p->a, &p->cc_flags, p->argv[++p->at]);
        }
    } else {
        return parse_flag_value(p, arg);
    }
    return -1;
}

static bool is_source(const char *path) {
    size_t n = strlen(path);
    return n >= 4 && strcmp(path + n - 3, ".py") == 0;
}

bool driver_same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
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
    if (o->output && strcmp(o->output, "-") == 0 && o->emit == STAGE_NONE) {
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
    if (o->output && o->emit == STAGE_NONE && is_source(o->output)) {
        return usage_error("an extension module cannot be called '%s'; its name ends in .so",
                           o->output);
    }
    return -1;
}

int options_parse(struct options *o, struct arena *a, int argc, char **argv) {
    *o = (struct options){.backend = {.bounds = true, .fp = FP_CONTRACT},
                          .fuse = {PARTITION_OPTIMAL, MODEL_UNIQUE_BYTES}};
    o->colour = isatty(STDERR_FILENO) && !getenv("NO_COLOR");
    o->explain_colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    struct parse p = {.o = o, .a = a, .argv = argv, .argc = argc};
    bool flags = true;
    for (p.at = 1; p.at < argc; ++p.at) {
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
    return check_inputs(o);
}
