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

struct options {
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
    bool werror;         /* -W error: warnings are errors */
    bool error_left;     /* -W error=left: a function left to Python is an error */
    bool quiet;          /* only warnings and errors */
    bool unknown_serial; /* --on-unknown=serial */
    bool check_races;    /* --check=races */
    bool gpu;            /* --gpu: every function as if it were marked @pycc.gpu */
    bool overflow_wraps; /* --overflow=wrap */
    bool keep;           /* the C file stays beside the output */
    bool verbose;        /* commands and times */
    bool colour;
    int jobs; /* modules compiled at a time; 0: one per processor */
    struct backend_options backend;
    struct fuse_options fuse; /* --fuse, --fuse-cost */
    int n_cc_flags;           /* -D -I -L -l -f -m -O -g -W, handed to the C compiler */
    const char **cc_flag;
};

/* Reads the command line. Returns -1 to go on, else the status to end with (--help, --version,
 * errors; what is to be said was printed). */
int options_parse(struct options *o, struct arena *a, int argc, char **argv);

/* One module on its way through the stages; every pass fills one field. */
struct compilation {
    struct arena front; /* AST and inference: freed after lowering, unless --fallback needs it */
    struct arena arena; /* everything else */
    const struct options *options;
    const char *input;
    FILE *messages; /* diagnostics go here */
    struct diag diag;
    struct intern_table *names;
    struct source *source;
    struct module *ast;
    struct typeinfer *types;
    struct tmodule *tir;
    struct inlining *inlining;
    struct fusion *fusion;
    struct plan *plan;
    struct writer words;   /* --explain */
    struct writer c;       /* the C file */
    VEC(struct left) left; /* functions that Python keeps, and why */
    int helpers;           /* functions without types that compiled ones use */
    const char *so_path;   /* where the module goes */
    double seconds[17];    /* per pass, for -v */
};

/* Are these two names of one file that exists, whatever links lead to it? */
bool driver_same_file(const char *a, const char *b);

/* Compiles one module or prints one stage of it. Returns the exit status. */
int driver_compile(const struct options *o, const char *input, FILE *messages);

/* Compiles all inputs, several at a time in processes of their own, with a line of progress each.
 */
int driver_compile_all(const struct options *o);

/* --fallback after lowering or analysis: errors inside a function become one warning, and the
 * function, with all that call it, is left to the interpreter. Returns false when an error is in no
 * function. The caller runs the analysis again when functions were taken out. */
bool driver_fall_back(struct compilation *c);

/* Behind "'f' is left to the interpreter": through which calls. */
#define DRIVER_CALLS ": it calls "

/* Behind lowering: fills left and helpers. Functions that speak of pycc and are not compiled are
 * errors. */
void driver_list_left(struct compilation *c);

/* Behind the last pass: adds what --fallback left. True when there are errors now: -W error=left.
 */
bool driver_refuse_left(struct compilation *c);

/* "m.py: 9 functions compiled, 1 left to Python: f (line 4: parameter 'xs' is 'Callable')" */
void driver_tell_left(const struct compilation *c);

/* The pass that fills words, when they are asked for. False when --explain names a function that is
 * not there, which was said. */
bool driver_explain(struct compilation *c);

/* C file -> extension module at so_path, through temporary files that are gone afterwards whatever
 * happens. Returns the exit status; what went wrong was printed to messages. */
int cc_build(struct compilation *c);

/* Ctrl-C or a termination signal was seen: clean up and end. */
extern volatile sig_atomic_t driver_interrupted;

/* waitpid that no signal slips past: -1 with EINTR when driver_interrupted is set, before or while
 * it waits; the child runs on then. */
pid_t driver_wait(pid_t pid, int *status);

/* fork for a command: between it and exec the child dies of Ctrl-C as any process does. */
pid_t driver_fork(void);

#endif
