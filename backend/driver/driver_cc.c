/* C file -> extension module: runs the C compiler.
 *
 * The C file lives in a temporary folder (or beside the output with --keep), the compiler's output
 * under a temporary name beside the module, renamed at the end: the module appears whole or not at
 * all. CC may hold arguments; CFLAGS and the command line's flags come after ours, so that they
 * win. */
#define _GNU_SOURCE /* pipe2 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"
#include "pycc_config.h"

struct cc {
    const struct options *o;
    struct compilation *c; /* NULL for pycc config */
    struct arena *a;
    const char *folder; /* temporary folder, NULL with --keep */
    const char *c_path;
    const char *so_temp;
    const char *log_path;   /* what the compiler printed */
    VEC(const char *) argv; /* NULL at the end once complete */
    bool has_user_flags;
    VEC(const char *) target; /* kinds of processors, as -march has them; NULL: the compiler's */
};

static void push(struct cc *cc, const char *arg) {
    vec_push(cc->a, &cc->argv, arg);
}

/* Appends the words of a variable such as CFLAGS; quotes keep spaces together. */
static void push_words(struct cc *cc, const char *text) {
    for (const char *p = text; p && *p;) {
        p += strspn(p, " \t\n");
        char *word = arena_alloc(cc->a, strlen(p) + 1);
        int n = 0;
        char quote = 0;
        for (; *p && (quote || !strchr(" \t\n", *p)); ++p) {
            if (quote ? *p == quote : (*p == '"' || *p == '\'')) {
                quote = quote ? 0 : *p;
            } else {
                word[n++] = *p;
            }
        }
        if (n > 0) {
            push(cc, word);
            cc->has_user_flags = true;
        }
    }
}

#if defined(__x86_64__)
static const char PORTABLE[] = "v2,v3";
#else
static const char PORTABLE[] = "default";
#endif

/* --target=v2,v3: "v3" is short for x86-64-v3, "default" what the C compiler does without a flag,
 * "portable" what packages are for. Such is also what pycc config prints. */
static void split_targets(struct cc *cc) {
    const char *asked = cc->o->target ? cc->o->target : cc->c ? "native" : "default";
    for (const char *p = strcmp(asked, "portable") == 0 ? PORTABLE : asked; *p;) {
        size_t n = strcspn(p, ",");
        bool is_short = n == 2 && p[0] == 'v' && p[1] >= '2' && p[1] <= '4';
        const char *name = arena_printf(cc->a, "%s%.*s", is_short ? "x86-64-" : "", (int)n, p);
        vec_push(cc->a, &cc->target, strcmp(name, "default") == 0 ? NULL : name);
        p += n + (p[n] == ',');
    }
}

/* Of several targets each has an object with a table of the module, and the first one's code
 * chooses among the tables when the module is imported: PYCC_MODULE in pycc_rt.h. */
static void push_target(struct cc *cc, int i) {
    if (cc->target.item[i]) {
        push(cc, arena_printf(cc->a, "-march=%s", cc->target.item[i]));
        push(cc, arena_printf(cc->a, "-DPYCC_TARGET=%s", cc->target.item[i]));
    }
    if (i > 0) {
        push(cc, arena_printf(cc->a, "-DPYCC_OTHER=%d", i));
    } else if (cc->target.n > 1) {
        const char *text = "-DPYCC_OTHERS(V)=";
        for (int k = 1; k < cc->target.n; ++k) {
            text = arena_printf(cc->a, "%sV(%d)", text, k);
        }
        push(cc, text);
    }
}

static void push_our_flags(struct cc *cc, int target) {
    static const char *const flags[] = {
        "-std=gnu11", "-fPIC", "-O3", "-fopenmp", "-fvisibility=hidden",
        /* NumPy sets no errno and traps nothing; integers wrap; views may alias anything */
        "-fno-math-errno", "-fno-trapping-math", "-fwrapv", "-fno-strict-aliasing", "-w"};
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); ++i) {
        push(cc, flags[i]);
    }
    push_target(cc, target);
    switch (cc->o->backend.fp) {
    case FP_STRICT:
        push(cc, "-ffp-contract=off");
        push(cc, "-DPYCC_STRICT");
        break;
    case FP_CONTRACT:
        push(cc, "-ffp-contract=fast");
        break;
    case FP_FAST:
        push(cc, "-DPYCC_ANY_ORDER");
        push(cc, "-ffp-contract=fast");
        push(cc, "-fassociative-math");
        push(cc, "-fno-signed-zeros");
        push(cc, "-freciprocal-math");
        break;
    }
}

/* $CC, or the first of the compilers that we know of. */
static void push_program(struct cc *cc) {
    const char *program = getenv("CC");
    if (program && *program) {
        push_words(cc, program);
        return;
    }
    for (const char *p = PYCC_DEFAULT_CC; *p; p += strspn(p, " ")) {
        size_t n = strcspn(p, " ");
        const char *known = arena_strndup(cc->a, p, n);
        p += n;
        if (driver_on_path(cc->a, known)) {
            push(cc, known);
            return;
        }
    }
    push(cc, arena_strndup(cc->a, PYCC_DEFAULT_CC, strcspn(PYCC_DEFAULT_CC, " ")));
}

/* Flags that this version of the C compiler needs: known since the build, or since the run time was
 * compiled with it. */
static void push_version_flags(struct cc *cc, const char *runtime) {
    bool user = cc->has_user_flags;
    if (strcmp(cc->argv.item[0], PYCC_DEFAULT_CC) == 0) {
        push_words(cc, PYCC_DEFAULT_CC_FLAGS);
    }
    char text[256] = "";
    FILE *f = fopen(arena_printf(cc->a, "%s/flags", runtime), "r");
    if (f && fgets(text, sizeof(text), f)) {
        push_words(cc, text);
    }
    if (f) {
        fclose(f);
    }
    cc->has_user_flags = user;
}

/* Flags that compile, behind the program's words. */
static void push_cflags(struct cc *cc, const char *resources, const char *runtime, int target) {
    push_our_flags(cc, target);
    push_version_flags(cc, runtime);
    push(cc, arena_printf(cc->a, "-I%s/include", resources));
}

static void push_libraries(struct cc *cc, const char *resources, const char *runtime) {
    push(cc, arena_printf(cc->a, "%s/libpycc_rt.a", runtime));
    push(cc, arena_printf(cc->a, "%s/libpycc_lmad.a", resources));
}

static void push_system_libraries(struct cc *cc) {
    push(cc, "-lm");
    push(cc, "-ldl"); /* for the solver: part of libc by now */
}

/* -l and -L go behind what needs them. */
static bool is_library_flag(const char *flag) {
    return strncmp(flag, "-l", 2) == 0 || strncmp(flag, "-L", 2) == 0;
}

static void push_user_flags(struct cc *cc, bool libraries) {
    for (int i = 0; i < cc->o->n_cc_flags; ++i) {
        if (is_library_flag(cc->o->cc_flag[i]) == libraries) {
            push(cc, cc->o->cc_flag[i]);
        }
    }
}

static const char *object_path(struct cc *cc, int target) {
    return arena_printf(cc->a, "%s/%d.o", cc->folder, target);
}

/* The command for one target, behind the program's words: that of the first one links the objects
 * of the others. */
static void build_command(struct cc *cc, const char *resources, const char *runtime, int target) {
    cc->has_user_flags = cc->argv.n > 1 || cc->o->n_cc_flags > 0 || cc->o->target;
    push_cflags(cc, resources, runtime, target);
    push(cc, target == 0 ? "-shared" : "-c");
    push_words(cc, getenv("CFLAGS"));
    push_user_flags(cc, false);
    push(cc, "-o");
    push(cc, target == 0 ? cc->so_temp : object_path(cc, target));
    push(cc, cc->c_path);
    if (target == 0) {
        for (int i = 1; i < cc->target.n; ++i) {
            push(cc, object_path(cc, i));
        }
        push_libraries(cc, resources, runtime);
        push_user_flags(cc, true);
        push_words(cc, getenv("LDFLAGS"));
        push_system_libraries(cc);
    }
    push(cc, NULL);
}

/* The command as one could type it. */
static const char *command_text(struct cc *cc) {
    char *text = arena_strdup(cc->a, "");
    for (int i = 0; cc->argv.item[i]; ++i) {
        const char *arg = cc->argv.item[i];
        bool plain = *arg && !strpbrk(arg, " \t\n\"'\\$`*?[]();&|<>#~");
        text = arena_printf(cc->a, plain ? "%s%s%s" : "%s%s'%s'", text, i ? " " : "", arg);
    }
    return text;
}

/* Runs the command with its output in log_path. Returns the wait status, -1 when it cannot be
 * started (errno is set then). */
static int run_command(struct cc *cc) {
    int report[2]; /* carries errno of a failed exec */
    if (pipe2(report, O_CLOEXEC) != 0) {
        return -1;
    }
    pid_t pid = driver_fork();
    if (pid == 0) {
        int log = open(cc->log_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        execvp(cc->argv.item[0], (char *const *)cc->argv.item);
        int error = errno;
        ssize_t ignored = write(report[1], &error, sizeof(error));
        (void)ignored;
        _exit(127);
    }
    close(report[1]);
    int status = -1, error = 0;
    if (pid > 0) {
        if (driver_wait(pid, &status) < 0) {
            kill(pid, SIGTERM);
            waitpid(pid, &status, 0);
        }
        if (read(report[0], &error, sizeof(error)) != (ssize_t)sizeof(error)) {
            error = 0;
        }
    }
    close(report[0]);
    errno = error ? error : errno;
    return pid < 0 || error ? -1 : status;
}

/* Prints the first lines of what the compiler said. */
static void print_log(struct cc *cc, int max_lines) {
    FILE *f = fopen(cc->log_path, "r");
    char line[1024];
    int n = 0;
    while (f && fgets(line, sizeof(line), f)) {
        if (n++ < max_lines) {
            fprintf(cc->c->messages, "    %s", line);
        }
    }
    if (n > max_lines) {
        fprintf(cc->c->messages, "    ... (%d more lines)\n", n - max_lines);
    }
    if (f) {
        fclose(f);
    }
}

static int report_failure(struct cc *cc, int status) {
    FILE *out = cc->c->messages;
    if (driver_interrupted) {
        return STATUS_INTERRUPTED;
    }
    if (status == -1) {
        fprintf(out, "%s: error: the C compiler '%s' cannot be run: %s [PY502]\n", cc->c->input,
                cc->argv.item[0], strerror(errno));
        fprintf(out,
                "  help: install a C compiler (Debian: apt install gcc libc6-dev; Fedora: dnf "
                "install gcc; macOS: xcode-select --install; conda: conda install c-compiler), or "
                "name one with CC=...\n");
        fprintf(out, "  note: the command was: %s\n", command_text(cc));
        return STATUS_USER;
    }
    fprintf(out, "%s: error: the C compiler failed [PY502]\n", cc->c->input);
    print_log(cc, 20);
    fprintf(out, "  note: the command was: %s\n", command_text(cc));
    cc->argv.n = 0;
    push_program(cc);
    push(cc, NULL);
    if (driver_compiler_lacks(cc->a, &cc->o->python, cc->argv.item, out)) {
        return STATUS_USER;
    }
    if (!cc->has_user_flags) {
        fprintf(out, "  note: this is an error of pycc's: please report it, with the source\n");
        return STATUS_INTERNAL;
    }
    return STATUS_USER;
}

static const char *folder_of(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? arena_printf(a, "%.*s/", (int)(slash - path), path) : "";
}

/* Chooses the names of all files. Returns NULL or what failed. */
static const char *choose_paths(struct cc *cc) {
    const char *so = cc->c->so_path;
    const char *beside = folder_of(cc->a, so);
    const char *base = so + strlen(beside);
    const char *tmp = getenv("TMPDIR");
    char *folder = arena_printf(cc->a, "%s/pycc-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) {
        return arena_printf(cc->a, "no temporary folder %s: %s", folder, strerror(errno));
    }
    cc->folder = folder;
    cc->log_path = arena_printf(cc->a, "%s/log", folder);
    cc->so_temp = arena_printf(cc->a, "%s.%s.%d.tmp", beside, base, (int)getpid());
    int stem = (int)strcspn(base, ".");
    cc->c_path = cc->o->keep ? arena_printf(cc->a, "%s%.*s.c", beside, stem, base)
                             : arena_printf(cc->a, "%s/%.*s.c", folder, stem, base);
    if (driver_same_file(so, cc->c->input) || driver_same_file(cc->c_path, cc->c->input)) {
        return arena_printf(cc->a, "over the source %s", cc->c->input);
    }
    struct stat st; /* /dev/null stays */
    if (stat(so, &st) == 0 && !S_ISREG(st.st_mode)) {
        return arena_printf(cc->a, "%s: it is no regular file", so);
    }
    int fd = open(cc->so_temp, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0) {
        return arena_printf(cc->a, "%s: %s", so, strerror(errno));
    }
    close(fd);
    return writer_save(&cc->c->c, cc->c_path);
}

static void remove_temporaries(struct cc *cc) {
    for (int i = 1; i < cc->target.n; ++i) {
        unlink(object_path(cc, i));
    }
    unlink(cc->so_temp);
    unlink(cc->log_path);
    if (!cc->o->keep) {
        unlink(cc->c_path);
    }
    rmdir(cc->folder);
}

/* Compiles for one target. Returns the exit status. */
static int compile(struct cc *cc, const char *resources, const char *runtime, int target) {
    cc->argv.n = 0;
    push_program(cc);
    build_command(cc, resources, runtime, target);
    if (cc->o->verbose) {
        fprintf(cc->c->messages, "%s\n", command_text(cc));
    }
    int status = run_command(cc);
    return status == 0 ? STATUS_OK : report_failure(cc, status);
}

static int run_and_rename(struct cc *cc) {
    const char *resources = driver_resources(cc->a);
    if (!resources) {
        fputs("pycc: error: cannot find where pycc is installed\n", cc->c->messages);
        return STATUS_INTERNAL;
    }
    push_program(cc);
    push(cc, NULL);
    const char *runtime = driver_runtime(cc->a, &cc->o->python, cc->argv.item, cc->c->messages);
    if (!runtime) {
        return driver_interrupted ? STATUS_INTERRUPTED : STATUS_USER;
    }
    split_targets(cc);
    for (int i = cc->target.n - 1; i >= 0; --i) {
        int status = compile(cc, resources, runtime, i);
        if (status != STATUS_OK) {
            return status;
        }
    }
    if (rename(cc->so_temp, cc->c->so_path) != 0) {
        fprintf(cc->c->messages, "pycc: error: cannot write %s: %s\n", cc->c->so_path,
                strerror(errno));
        return STATUS_USER;
    }
    return STATUS_OK;
}

int cc_build(struct compilation *c) {
    struct cc cc = {.o = c->options, .c = c, .a = &c->arena};
    signal(SIGPIPE, SIG_IGN); /* what cannot be said is no reason to leave files behind */
    const char *error = choose_paths(&cc);
    int status = STATUS_USER;
    if (error) {
        fprintf(c->messages, "pycc: error: cannot write %s\n", error);
    } else {
        status = run_and_rename(&cc);
    }
    if (cc.folder) {
        remove_temporaries(&cc);
    }
    signal(SIGPIPE, SIG_DFL);
    return status;
}

/* What was asked for, one after the other. */
static void push_config(struct cc *cc, const char *resources, const char *runtime) {
    const struct options *o = cc->o;
    if (o->cflags) {
        split_targets(cc);
        push_cflags(cc, resources, runtime, 0);
    }
    if (o->libs) {
        push_libraries(cc, resources, runtime);
        push(cc, "-fopenmp");
        push_system_libraries(cc);
    }
    if (o->include_dir) {
        push(cc, arena_printf(cc->a, "%s/include", resources));
    }
    if (o->cmake_dir) {
        push(cc, arena_printf(cc->a, "%s/cmake", resources));
    }
    if (o->ext_suffix) {
        push(cc, o->python.suffix);
    }
    push(cc, NULL);
}

/* The run time is that of the C compiler which will be called. */
static int print_config(struct cc *cc) {
    const char *resources = driver_resources(cc->a);
    if (!resources) {
        fputs("pycc: error: cannot find where pycc is installed\n", stderr);
        return STATUS_INTERNAL;
    }
    push_program(cc);
    int program = cc->argv.n;
    push(cc, NULL);
    const char *runtime = driver_runtime(cc->a, &cc->o->python, cc->argv.item, stderr);
    if (!runtime) {
        return driver_interrupted ? STATUS_INTERRUPTED : STATUS_USER;
    }
    cc->argv.n--;
    push_config(cc, resources, runtime);
    cc->argv.item += program;
    cc->argv.n -= program;
    puts(command_text(cc));
    return STATUS_OK;
}

int cc_config(const struct options *o) {
    struct arena a;
    arena_init(&a);
    int status = print_config(&(struct cc){.o = o, .a = &a});
    arena_free(&a);
    return status;
}
