/* The integer solver behind the LMAD library, loaded when a question needs it and it is installed.
 *
 * The solver is GLPK in a shared object of its own (analysis/lmad/ilp.c): GLPK is GPL-3, so nothing
 * that a module is linked with may need it. Without it a question that it would have settled stays
 * open.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "pycc_rt_race.h"

#define SYMBOL "ilp_solve"

static struct lmad_limits limits = {.max_vars = 200, .time_ms = 50};

static struct {
    char path[1024]; /* "": not known */
    struct lmad_solver solver;
    pthread_once_t once;
} shared = {.once = PTHREAD_ONCE_INIT, .solver = {.context = &limits}};

void pycc_solver_path(const char *path) {
    if (strlen(path) < sizeof(shared.path)) {
        strcpy(shared.path, path);
    }
}

/* The object stays loaded as long as the process. */
static void load(void) {
    void *object = shared.path[0] ? dlopen(shared.path, RTLD_NOW | RTLD_LOCAL) : NULL;
    void *symbol = object ? dlsym(object, SYMBOL) : NULL;
    memcpy(&shared.solver.solve, &symbol, sizeof(symbol)); /* ISO C has no such cast */
}

const struct lmad_solver *pycc_solver(void) {
    pthread_once(&shared.once, load);
    return shared.solver.solve ? &shared.solver : NULL;
}
