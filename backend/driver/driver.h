/* The driver: command line -> modules compiled. Private to driver*.c and main.c. */
#ifndef PYCC_DRIVER_H
#define PYCC_DRIVER_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "backend.h"
#include "diag.h"
#include "frontend.h"
#include "fuse.h"
#include "typeinfer.h"

/* Exit status: fine, the user's error, ours. 130 after Ctrl-C, as shells expect. */
enum { STATUS_OK = 0, STATUS_USER = 1, STATUS_INTERNAL = 2, STATUS_INTERRUPTED = 130 };

/* What --emit can print instead of compiling; NONE makes an extension module. */
enum stage {
    STAGE_NONE,
    STAGE_AST,
    STAGE_TYPES,
    STAGE_TIR,
    STAGE_ACCESS,
    STAGE_PLAN,
    STAGE_EXPLAIN,
    STAGE_SCHEDULE,
    STAGE_OPENCL,
    STAGE_C
};

/* How pycc check prints what it finds. */
enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF, FORMAT_GITHUB, FORMAT_JUNIT };

/* What the first argument names. */
enum command { COMMAND_COMPILE, COMMAND_CHECK, COMMAND_CONFIG, COMMAND_STUBS, N_COMMANDS };

/* What is asked of the interpreter that modules are for. */
struct target_python {
    const char *program; /* NULL: that of the build, which the run time's libraries are for */
    const char *suffix;  /* ending of extension modules' names */
    int minor;           /* 3.N; 0: that of the build */
};

struct options {
    enum command command;
    int n_inputs;
    const char **input;
    const char
        *source_name;   /* --source-name: what messages and the module call the input, or NULL */
    const char *output; /* -o; NULL: beside the source, "-" standard output with --emit */
    enum stage emit;
    bool explain;          /* --explain: what became of each loop, after compiling */
    bool explain_colour;   /* standard output is a terminal */
    const char *explained; /* --explain=NAME: only of this function, or NULL */
    bool fallback;
    const char *instantiate;     /* --instantiate: element types for @cu, or NULL */
    bool werror;                 /* -W error: warnings are errors */
    bool error_left;             /* -W error=left: a function left to Python is an error */
    bool error_code[DIAG_COUNT]; /* -W error=PY203: these warnings are */
    bool quiet;                  /* only warnings and errors */
    bool unknown_serial;         /* --on-unknown=serial */
    bool check_races;            /* --check=races */
    bool gpu;                    /* --gpu: every function as if it were marked @pycc.gpu */
    bool overflow_wraps;         /* --overflow=wrap */
    bool keep;                   /* the C file stays beside the output */
    bool verbose;                /* commands and times */
    bool colour;
    int jobs;            /* modules compiled at a time; 0: one per processor */
    const char *target;  /* --target: kinds of processors, as -march takes them, or NULL */
    const char *depfile; /* --depfile: where to write what the module is made of, or NULL */
    bool require_parallel, require_vector;
    enum format format;   /* of pycc check */
    const char *baseline; /* --baseline: findings that are known, or NULL */
    bool if_marked;       /* --if-marked: only modules that speak of pycc */
    bool watch;           /* --watch: again whenever a source changes */
    bool cflags, libs, include_dir, cmake_dir, ext_suffix; /* of pycc config: what to print */
    struct backend_options backend;
    struct fuse_options fuse; /* --fuse, --fuse-cost */
    int n_cc_flags;           /* -D -I -L -l -f -m -O -g -W, handed to the C compiler */
    const char **cc_flag;
    struct target_python python;
};

/* Reads the command line. Returns -1 to go on, else the status to end with (--help, --version,
 * errors; what is to be said was printed). */
int options_parse(struct options *o, struct arena *a, int argc, char **argv);

/* A comment `# pycc: ignore[PY203]`, in a line that messages of this code may stand in. */
struct ignore {
    struct span span; /* of the comment */
    int line;
    const char *word; /* what stands in brackets: a code; NULL: all messages are meant */
    bool optional;    /* in a helper or an imported file: it may ignore nothing */
    bool used;
};

/* One module on its way through the stages; every pass fills one field. */
struct compilation {
    struct arena front; /* AST and inference: freed after lowering, unless --fallback needs it */
    struct arena arena; /* everything else */
    const struct options *options;
    const char *input;
    FILE *messages;   /* diagnostics go here */
    bool only_marked; /* a source that does not speak of pycc is nothing */
    struct diag diag;
    struct intern_table *names;
    struct source *source;
    struct module *ast;
    struct typeinfer *types;
    bool families, alone; /* see take_families: are there families; have they been of no use? */
    int n_alone;          /* errors and functions left to Python without them */
    bool meet;            /* is one of those errors that objects of several classes meet? */
    VEC(struct mixed_loop) mixed; /* what inference has told the parser */
    struct tmodule *tir;
    struct inlining *inlining;
    struct fusion *fusion;
    struct plan *plan;
    struct writer words;        /* --explain */
    struct writer c;            /* the C file */
    struct writer verified;     /* with assertions: the TIR as the last pass left it, in words */
    VEC(struct ignore) ignores; /* # pycc: ignore */
    int wanted;                 /* functions of the prelude that reading it before found wanted */
    bool complete;              /* all passes that may report something have run */
    VEC(struct left) left;      /* functions that Python keeps, and why */
    int helpers;                /* functions without types that compiled ones use */
    const char *so_path;        /* where the module goes */
    double seconds[22];         /* per pass, for -v */
};

/* Are these two names of one file that exists, whatever links lead to it? */
bool driver_same_file(const char *a, const char *b);

/* Runs the passes for c->input, of which options, input and messages are set: up to the stage asked
 * for, or before the C compiler. Returns the status, -1 when a module can be built; what diag holds
 * is not printed. compilation_free whatever happens. */
int compilation_run(struct compilation *c);
void compilation_free(struct compilation *c);

/* Compiles one module or prints one stage of it. Returns the exit status. */
int driver_compile(const struct options *o, const char *input, FILE *messages);

/* n tasks in processes of their own, at most at_a_time at once (0: one per processor). */
struct tasks {
    int n, at_a_time;
    int (*run)(void *context, int i, FILE *messages); /* in the child; returns its exit status */
    /* In the parent, as they end, with what the child has written to messages. */
    void (*done)(void *context, int i, int status, double seconds, FILE *messages);
    void *context;
};

/* Returns the worst status, STATUS_INTERRUPTED after Ctrl-C. */
int driver_run(const struct tasks *tasks);

/* Compiles all inputs, several at a time in processes of their own, with a line of progress each.
 */
int driver_compile_all(const struct options *o);

/* --fallback after lowering or analysis: errors inside a function become one warning, and the
 * function, with all that call it, is left to the interpreter. Returns false when an error is in no
 * function. The caller runs the analysis again when functions were taken out. */
bool driver_fall_back(struct compilation *c);

/* Behind lowering: fills left and helpers. Functions that speak of pycc and are not compiled are
 * errors. */
void driver_list_left(struct compilation *c);

/* Behind the last pass: adds what --fallback left. True when there are errors now: -W error=left.
 */
bool driver_refuse_left(struct compilation *c);

/* "m.py: 9 functions compiled, 1 left to Python: f (line 4: parameter 'xs' is 'Callable')" */
void driver_tell_left(const struct compilation *c);

/* The pass that reports what --require-parallel and --require-vector find. */
bool driver_require(struct compilation *c);

/* pycc check: all modules of the inputs, folders included. Returns the exit status. */
int driver_check(const struct options *o);

/* The pass that fills words, when they are asked for. False when --explain names a function that is
 * not there, which was said. */
bool driver_explain(struct compilation *c);

/* Fills o->python: the interpreter of the build; in a wheel $PYCC_PYTHON, that of the environment
 * the compiler is in, or python3. Returns a status to end with, after a message, or -1. */
int driver_find_python(struct options *o, struct arena *a);

/* Replaces the process by pycc.stubs in that interpreter; returns a status when it cannot. */
int driver_stubs(const struct options *o, struct arena *a);

/* struct outside of the frontend: what the interpreter says of a module. context: the compilation.
 */
const char *driver_constants(void *context, struct arena *a, const char *module);

/* Folder of the run time's headers and of libraries for all interpreters; NULL when it is unknown
 * where the executable is. */
const char *driver_resources(struct arena *a);

/* Folder of libpycc_rt.a for the interpreter: of the build, or in the user's cache, where it is
 * compiled the first time with the C compiler cc (words, NULL at the end). NULL after a message. */
const char *driver_runtime(struct arena *a, const struct target_python *python,
                           const char *const *cc, FILE *messages);

/* In a wheel: says what the C compiler cc lacks, when it compiles nothing, or nothing with OpenMP.
 */
bool driver_compiler_lacks(struct arena *a, const struct target_python *python,
                           const char *const *cc, FILE *messages);

/* Can a command of this name be run? */
bool driver_on_path(struct arena *a, const char *program);

/* C file -> extension module at so_path, through temporary files that are gone afterwards whatever
 * happens. Returns the exit status; what went wrong was printed to messages. */
int cc_build(struct compilation *c);

/* pycc config: prints the flags and folders with which C files of --emit c are compiled and linked.
 * Returns the exit status. */
int cc_config(const struct options *o);

/* Ctrl-C or a termination signal was seen: clean up and end. */
extern volatile sig_atomic_t driver_interrupted;

/* waitpid that no signal slips past: -1 with EINTR when driver_interrupted is set, before or while
 * it waits; the child runs on then. */
pid_t driver_wait(pid_t pid, int *status);

/* fork for a command: between it and exec the child dies of Ctrl-C as any process does. */
pid_t driver_fork(void);

/* Has inference found what the module is to be read again with (driver_again.c)? It is in c then.
 * parsed: so many messages there were before inference. */
bool driver_again(struct compilation *c, int parsed);

#endif
