/* Several modules side by side: one process per module, as many at a time as there are processors.
 *
 * A child does one task and writes its messages into a temporary file, which the parent takes when
 * the child has ended; so messages of two modules never mix. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver.h"

struct job {
    pid_t pid; /* 0: not running */
    FILE *messages;
    struct timespec start;
};

struct jobs {
    const struct tasks *tasks;
    struct job *job;
    int running, started;
    int status;   /* the worst so far */
    bool stopped; /* all were told to end */
};

static double seconds_since(const struct timespec *t) {
    struct timespec n;
    clock_gettime(CLOCK_MONOTONIC, &n);
    return (double)(n.tv_sec - t->tv_sec) + 1e-9 * (double)(n.tv_nsec - t->tv_nsec);
}

static void job_start(struct jobs *js) {
    int i = js->started++;
    struct job *j = &js->job[i];
    j->messages = tmpfile();
    clock_gettime(CLOCK_MONOTONIC, &j->start);
    fflush(NULL);
    j->pid = j->messages ? fork() : -1;
    if (j->pid == 0) {
        int status = js->tasks->run(js->tasks->context, i, j->messages);
        fflush(NULL);
        _exit(status);
    }
    if (j->pid < 0) {
        die("cannot start a process");
    }
    js->running++;
}

static void job_finish(struct jobs *js, int i, int wait_status) {
    struct job *j = &js->job[i];
    int status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : STATUS_INTERNAL;
    js->running--;
    rewind(j->messages);
    js->tasks->done(js->tasks->context, i, status, seconds_since(&j->start), j->messages);
    fclose(j->messages);
    j->pid = 0;
    if (status > js->status) {
        js->status = status;
    }
}

/* Once: a second signal would end them before they have cleaned up. */
static void stop_all(struct jobs *js) {
    for (int i = 0; !js->stopped && i < js->started; ++i) {
        if (js->job[i].pid > 0) {
            kill(js->job[i].pid, SIGTERM);
        }
    }
    js->stopped = true;
}

static void wait_for_one(struct jobs *js) {
    int status = 0;
    pid_t pid = driver_wait(-1, &status);
    if (pid < 0) {
        stop_all(js);
        pid = waitpid(-1, &status, 0);
    }
    for (int i = 0; i < js->started; ++i) {
        if (js->job[i].pid == pid) {
            job_finish(js, i, status);
        }
    }
}

int driver_run(const struct tasks *tasks) {
    int n = tasks->n;
    int limit = tasks->at_a_time ? tasks->at_a_time : (int)sysconf(_SC_NPROCESSORS_ONLN);
    struct arena a;
    arena_init(&a);
    struct jobs js = {.tasks = tasks, .job = ARENA_ARRAY(&a, struct job, n)};
    while ((js.started < n && !driver_interrupted) || js.running > 0) {
        if (js.started < n && js.running < limit && !driver_interrupted) {
            job_start(&js);
        } else {
            wait_for_one(&js);
        }
    }
    arena_free(&a);
    return driver_interrupted ? STATUS_INTERRUPTED : js.status;
}

/* ---- compiling ------------------------------------------------------------------------------- */

struct compiling {
    const struct options *o;
    int done;
};

static int compile_one(void *context, int i, FILE *messages) {
    const struct compiling *c = context;
    return driver_compile(c->o, c->o->input[i], messages);
}

static void tell_compiled(void *context, int i, int status, double seconds, FILE *messages) {
    struct compiling *c = context;
    char buffer[4096];
    c->done++;
    if (c->o->emit == STAGE_NONE && !c->o->quiet) {
        fprintf(stderr, "[%d/%d] %s %s (%.2f s)\n", c->done, c->o->n_inputs, c->o->input[i],
                status == STATUS_OK ? "compiled" : "failed", seconds);
    }
    for (size_t n; (n = fread(buffer, 1, sizeof(buffer), messages)) > 0;) {
        fwrite(buffer, 1, n, stderr);
    }
}

int driver_compile_all(const struct options *o) {
    if (o->n_inputs == 1) {
        return driver_compile(o, o->input[0], stderr);
    }
    struct compiling c = {.o = o};
    /* stages are printed in the order of the command line */
    struct tasks tasks = {.n = o->n_inputs,
                          .at_a_time = o->emit != STAGE_NONE ? 1 : o->jobs,
                          .run = compile_one,
                          .done = tell_compiled,
                          .context = &c};
    return driver_run(&tasks);
}
