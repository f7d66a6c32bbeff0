/* The interpreter that modules are for, and the run time for it.
 *
 * A build of the sources is for one interpreter, and its libpycc_rt.a lies in the resources. A
 * wheel is for all: its libpycc_host.a lacks the glue, whose sources lie in the resources, with a
 * script that compiles them for an interpreter and a C compiler into a folder of the user's cache,
 * once. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"
#include "pycc_config.h"

/* ---- where files are */

/* The executable's folder, without links. */
static const char *own_folder(struct arena *a) {
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (n < 0) {
        return NULL;
    }
    path[n] = '\0';
    return arena_strndup(a, path, (size_t)(strrchr(path, '/') - path));
}

const char *driver_resources(struct arena *a) {
    const char *own = own_folder(a);
    return own ? arena_printf(a, "%s/%s", own, PYCC_RESOURCE_DIR) : NULL;
}

bool driver_on_path(struct arena *a, const char *program) {
    if (strchr(program, '/')) {
        return access(program, X_OK) == 0;
    }
    const char *path = getenv("PATH");
    for (const char *p = path ? path : "/usr/bin:/bin"; *p; p += *p == ':') {
        int n = (int)strcspn(p, ":");
        if (access(arena_printf(a, "%.*s/%s", n, p, program), X_OK) == 0) {
            return true;
        }
        p += n;
    }
    return false;
}

/* $PYCC_CACHE, or pycc in the user's folder of caches. */
static const char *cache_folder(struct arena *a) {
    const char *own = getenv("PYCC_CACHE"), *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (own && *own) {
        return own;
    }
    if (cache && cache[0] == '/') {
        return arena_printf(a, "%s/pycc", cache);
    }
    return arena_printf(a, "%s/.cache/pycc", home && *home ? home : "/tmp");
}

/* ---- the interpreter */

/* Runs a command; what it prints is appended to out (at most size - 1 bytes and a NUL), or goes to
 * standard error when out is NULL. Returns its wait status, or -1. */
static int run_program(const char *const *argv, char *out, size_t size) {
    int ends[2] = {-1, STDERR_FILENO};
    if (out && pipe(ends) != 0) {
        return -1;
    }
    pid_t pid = driver_fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execvp(argv[0], (char *const *)argv);
        _exit(127);
    }
    if (out) {
        close(ends[1]);
        size_t n = 0;
        for (ssize_t got; n + 1 < size && (got = read(ends[0], out + n, size - 1 - n)) > 0;) {
            n += (size_t)got;
        }
        out[n] = '\0';
        close(ends[0]);
    }
    int status = -1;
    if (pid > 0 && driver_wait(pid, &status) < 0) {
        kill(pid, SIGTERM);
        waitpid(pid, &status, 0);
    }
    return status;
}

/* "11 .cpython-311-x86_64-linux-gnu.so" */
static bool read_abi(struct arena *a, struct target_python *python, const char *text) {
    char *end;
    long minor = strtol(text, &end, 10);
    size_t n = *end == ' ' ? strcspn(end + 1, " \n") : 0;
    if (minor <= 0 || minor > 1000 || n == 0) {
        return false;
    }
    python->minor = (int)minor;
    python->suffix = arena_strndup(a, end + 1, n);
    return true;
}

static const char *python_program(struct arena *a) {
    const char *named = getenv("PYCC_PYTHON"), *own = own_folder(a);
    if (named && *named) {
        return named;
    }
    const char *near = own ? arena_printf(a, "%s/%s", own, PYCC_NEAR_PYTHON) : "python3";
    return access(near, X_OK) == 0 ? near : "python3";
}

int driver_find_python(struct options *o, struct arena *a) {
    o->python = (struct target_python){.suffix = PYCC_EXT_SUFFIX};
    if (*PYCC_EXT_SUFFIX) {
        return -1;
    }
    const char *known = getenv("PYCC_ABI");
    char text[256] = "";
    o->python.program = python_program(a);
    if (known && read_abi(a, &o->python, known)) {
        return -1;
    }
    const char *resources = driver_resources(a);
    const char *script = resources ? arena_printf(a, "%s/glue/build_glue.py", resources) : NULL;
    const char *argv[] = {o->python.program, script, NULL};
    if (script && run_program(argv, text, sizeof(text)) == 0 && read_abi(a, &o->python, text)) {
        return -1;
    }
    fprintf(stderr, "pycc: error: '%s' is no Python interpreter; name one with PYCC_PYTHON=...\n",
            o->python.program);
    return STATUS_USER;
}

/* ---- constants of modules */

static const char CONSTANTS[] =
    "import importlib, sys\n"
    "try:\n"
    "    names = vars(importlib.import_module(sys.argv[1]))\n"
    "except Exception:\n"
    "    sys.exit(1)\n"
    "numbers = {k: v for k, v in names.items() if k.isidentifier() and not k.startswith('_')\n"
    "           and type(v) in (int, float) and abs(v) < 2**63}\n"
    "print(*(f'{k} = {v!r}' for k, v in numbers.items()), sep='\\n')\n"
    "if '__all__' in names:\n"
    "    print('__all__ =', [k for k in names['__all__'] if k in numbers])\n";

/* The interpreter that modules are for, also where the run time needs none. */
static const char *any_python(const struct options *o, struct arena *a) {
    const char *named = o->python.program, *own = own_folder(a);
    const char *near = own ? arena_printf(a, "%s/%s", own, PYCC_BUILD_PYTHON) : "";
    return named ? named : access(near, X_OK) == 0 ? near : python_program(a);
}

const char *driver_constants(void *context, struct arena *a, const char *module) {
    const struct compilation *c = context;
    enum { MOST = 1 << 18 };
    const char *argv[] = {any_python(c->options, a), "-c", CONSTANTS, module, NULL};
    char *text = arena_alloc(a, MOST);
    return run_program(argv, text, MOST) == 0 && strlen(text) < MOST - 1 ? text : NULL;
}

/* ---- the run time */

/* FNV-1a */
static uint64_t add_text(uint64_t hash, const char *text) {
    for (const char *p = text; *p; ++p) {
        hash = (hash ^ (unsigned char)*p) * 1099511628211u;
    }
    return (hash ^ 0xff) * 1099511628211u;
}

/* Named by all that the run time depends on; interpreters of one version and ABI share it. */
static const char *runtime_folder(struct arena *a, const struct target_python *python,
                                  const char *const *cc) {
    uint64_t hash = add_text(14695981039346656037u, PYCC_RUNTIME_VERSION);
    hash = add_text(hash, python->suffix);
    for (int i = 0; cc[i]; ++i) {
        hash = add_text(hash, cc[i]);
    }
    return arena_printf(a, "%s/runtime-3.%d-%016llx", cache_folder(a), python->minor,
                        (unsigned long long)hash);
}

/* Runs the script that compiles the run time, or says what is missing. Returns its wait status. */
static int run_script(struct arena *a, const struct target_python *python, const char *what,
                      const char *const *cc) {
    VEC(const char *) argv = {0};
    vec_push(a, &argv, python->program);
    vec_push(a, &argv, arena_printf(a, "%s/glue/build_glue.py", driver_resources(a)));
    vec_push(a, &argv, what);
    for (int i = 0; i == 0 || cc[i - 1]; ++i) {
        vec_push(a, &argv, cc[i]);
    }
    return run_program(argv.item, NULL, 0);
}

/* Without the C compiler nothing is compiled here: the module will not be either, with a message.
 */
const char *driver_runtime(struct arena *a, const struct target_python *python,
                           const char *const *cc, FILE *messages) {
    const char *resources = driver_resources(a);
    if (!python->program || !resources) {
        return resources;
    }
    const char *folder = runtime_folder(a, python, cc);
    if (access(arena_printf(a, "%s/libpycc_rt.a", folder), R_OK) == 0 ||
        !driver_on_path(a, cc[0])) {
        return folder;
    }
    fflush(messages);
    return run_script(a, python, folder, cc) == 0 ? folder : NULL;
}

bool driver_compiler_lacks(struct arena *a, const struct target_python *python,
                           const char *const *cc, FILE *messages) {
    fflush(messages);
    int status = python->program && driver_resources(a) ? run_script(a, python, "--check", cc) : 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

/* ---- stubs */

int driver_stubs(const struct options *o, struct arena *a) {
    VEC(const char *) argv = {0};
    const char *self = own_folder(a);
    const char *program = any_python(o, a);
    const char *head[] = {program, "-m", "pycc.stubs", "-o", o->output};
    for (int i = 0; i < (o->output ? 5 : 3); ++i) {
        vec_push(a, &argv, head[i]);
    }
    for (int i = 0; i < o->n_inputs; ++i) {
        vec_push(a, &argv, o->input[i]);
    }
    vec_push(a, &argv, NULL);
    if (self) {
        setenv("PYCC", arena_printf(a, "%s/pycc", self), 1);
    }
    execvp(program, (char *const *)argv.item);
    fprintf(stderr, "pycc: error: '%s' is no Python interpreter; name one with PYCC_PYTHON=...\n",
            program);
    return STATUS_USER;
}
